"""Exchange two operands or arguments, or replace a variable by another of its type."""
import re

from ...harness.faults.c_functions import IDENTIFIER
from .change import token_change

COMMUTATIVE = re.compile(r"(equal_|unordered_|either|distance|v_(min|max)_[iu]\d)")


def mutate(tokens, n, types):
    """Yield changes that exchange two arguments or two operands of a non-commutative operator, or that replace a
    variable by another of its type."""
    simple = (
        []
        if COMMUTATIVE.match(tokens.text(n))
        else [a for a in tokens.argument_spans(n)
              if a[0] == a[1] and IDENTIFIER.match(tokens.text(a[0])) and types.get(tokens.text(a[0]))]
    )
    for (a, _), (b, _) in zip(simple, simple[1:]):
        if tokens.text(a) != tokens.text(b) and types[tokens.text(a)] == types[tokens.text(b)]:
            yield "operand order", ((a, a, tokens.text(b)), (b, b, tokens.text(a)))
    token = tokens.text(n)
    left, right = tokens.text(n - 1), tokens.text(n + 1)
    ordered = token in ("-", "/", "<<", ">>") and tokens.is_binary(n)
    if ordered and types.get(left) and types.get(right) and left != right:
        yield "operand order", ((n - 1, n - 1, right), (n + 1, n + 1, left))
    if token in types and tokens.text(n - 1) not in ("->", "."):
        for other, kind in types.items():
            if other != token and kind == types[token]:
                yield token_change("operand order", n, other)
