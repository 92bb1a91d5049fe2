"""Masks become narrower and wider, other numbers one more and one less."""
import re

from .change import replaced

LENGTH = re.compile(r"\s*(?:static |const |struct )*\w+ (?:\w+(?:\[\w*\])*, )*\*?(?:const )?\w+(?:\[\w*\])*\[")


def mutate(t, n, types):
    """Masks narrower and wider, other numbers one more and one less."""
    x = t.text(n)
    if not re.fullmatch(r"(0x[0-9a-fA-F]+|\d+)[uUlL]*", x):
        return
    if t.text(n - 1) == "[" and LENGTH.fullmatch(t.body[t.statement(t.all[n][1])[0]:t.all[n][1]]):
        return                                         # how long a table is
    suffix = x[len(x.rstrip("uUlL")):]
    value = int(x.rstrip("uUlL"), 0)
    if t.text(n - 1) == "&" and value & (value + 1) == 0 and value:
        yield replaced("mask", n, f"{value >> 1:#x}{suffix}")
        if (value << 1 | 1) * counts_shift(t, n) < 63:
            yield replaced("mask", n, f"{value << 1 | 1:#x}{suffix}")
    elif t.text(n - 1) in ("&", "|", "^"):
        yield replaced("mask", n, f"{value ^ (value & -value):#x}{suffix}")
        yield replaced("mask", n, f"{value << 1:#x}{suffix}")
    else:
        yield replaced("constant", n, f"{value + 1}{suffix}")
        if value:
            yield replaced("constant", n, f"{value - 1}{suffix}")


def counts_shift(t, n):
    """How far something is shifted by each unit of what token n is the mask of; 0: it counts no shift.  C leaves open
    what more than the width is, and processors look at no more bits than the mask had."""
    if t.text(n + 1) != ")" or t.text(n - 3) != "(":
        return 0
    if t.text(n - 4) == "*" and t.text(n - 6) in ("<<", ">>") and t.text(n - 5).isdigit():
        return int(t.text(n - 5))
    return int(t.text(n - 4) in ("<<", ">>"))
