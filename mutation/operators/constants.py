"""Make masks narrower and wider, other numbers one more and one less."""
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
    """Return how far something is shifted for each unit of the value that token n masks; 0 if it is no shift count.
    Larger shifts are undefined in C, and processors use no more bits than the mask has."""
    if tokens.text(n + 1) != ")" or tokens.text(n - 3) != "(":
        return 0
    if tokens.text(n - 4) == "*" and tokens.text(n - 6) in ("<<", ">>") and tokens.text(n - 5).isdigit():
        return int(tokens.text(n - 5))
    return int(tokens.text(n - 4) in ("<<", ">>"))
