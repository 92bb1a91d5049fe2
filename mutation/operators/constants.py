"""Make masks narrower and wider; add or subtract 1 in other numbers."""
import re

from .change import token_change

ARRAY_DECLARATION = re.compile(
    r"\s*(?:static |const |struct )*\w+ (?:\w+(?:\[\w*\])*, )*\*?(?:const )?\w+(?:\[\w*\])*\[")


def mutate(tokens, n, types):
    """Yield changed masks and constants."""
    token = tokens.text(n)
    if not re.fullmatch(r"(0x[0-9a-fA-F]+|\d+)[uUlL]*", token):
        return
    start = tokens.tokens[n][1]
    if tokens.text(n - 1) == "[" and ARRAY_DECLARATION.fullmatch(tokens.body[tokens.statement_span(start)[0]:start]):
        return                                         # the length of a table
    suffix = token[len(token.rstrip("uUlL")):]
    value = int(token.rstrip("uUlL"), 0)
    if tokens.text(n - 1) == "&" and value & (value + 1) == 0 and value:
        yield token_change("mask", n, f"{value >> 1:#x}{suffix}")
        if (value << 1 | 1) * shift_per_unit(tokens, n) < 63:
            yield token_change("mask", n, f"{value << 1 | 1:#x}{suffix}")
    elif tokens.text(n - 1) in ("&", "|", "^"):
        yield token_change("mask", n, f"{value ^ (value & -value):#x}{suffix}")
        yield token_change("mask", n, f"{value << 1:#x}{suffix}")
    else:
        yield token_change("constant", n, f"{value + 1}{suffix}")
        if value:
            yield token_change("constant", n, f"{value - 1}{suffix}")


def shift_per_unit(tokens, n):
    """Return the factor by which the value that token n masks is multiplied to give a shift count. Return 0 if the
    value is not a shift count. A wider mask would allow shifts that are undefined in C or that processors cut to the
    original mask."""
    if tokens.text(n + 1) != ")" or tokens.text(n - 3) != "(":
        return 0
    if tokens.text(n - 4) == "*" and tokens.text(n - 6) in ("<<", ">>") and tokens.text(n - 5).isdigit():
        return int(tokens.text(n - 5))
    return int(tokens.text(n - 4) in ("<<", ">>"))
