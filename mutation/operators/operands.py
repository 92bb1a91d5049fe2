"""Operands and arguments change places."""
import re

from ...harness.faults.c_functions import NAME
from .change import replaced

COMMUTE = re.compile(r"(equal_|unordered_|either|distance|v_(min|max)_[iu]\d)")


def mutate(t, n, types):
    """Two arguments change places; two operands of an operator that minds; a parameter is another of its type."""
    simple = (
        []
        if COMMUTE.match(t.text(n))
        else [a for a in t.arguments(n) if a[0] == a[1] and NAME.match(t.text(a[0])) and types.get(t.text(a[0]))]
    )
    for (a, _), (b, _) in zip(simple, simple[1:]):
        if t.text(a) != t.text(b) and types[t.text(a)] == types[t.text(b)]:
            yield "operand order", ((a, a, t.text(b)), (b, b, t.text(a)))
    x = t.text(n)
    if (x in ("-", "/", "<<", ">>") and t.binary(n) and types.get(t.text(n - 1)) and types.get(t.text(n + 1))
            and t.text(n - 1) != t.text(n + 1)):
        yield "operand order", ((n - 1, n - 1, t.text(n + 1)), (n + 1, n + 1, t.text(n - 1)))
    if x in types and t.text(n - 1) not in ("->", "."):
        for other, kind in types.items():
            if other != x and kind == types[x]:
                yield replaced("operand order", n, other)
