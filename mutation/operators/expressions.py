"""Arithmetic, comparisons and assignments become another operator."""
from .change import replaced

OPERATORS = {
    "+": ("-",),
    "-": ("+",),
    "*": ("+",),
    "/": ("*",),
    "%": ("/",),
    "&": ("|",),
    "|": ("&",),
    "^": ("|", "&"),
    "<<": (">>",),
    ">>": ("<<",),
}
UPDATES = {
    "|=": ("=", "&="),
    "&=": ("|=",),
    "+=": ("-=", "="),
    "-=": ("+=",),
    "^=": ("|=",),
    "<<=": (">>=",),
    ">>=": ("<<=",),
}
CONDITIONS = {
    "<": ("<=", ">"),
    ">": (">=", "<"),
    "<=": ("<", ">="),
    ">=": (">", "<="),
    "==": ("!=",),
    "!=": ("==",),
    "&&": ("||",),
    "||": ("&&",),
}


def mutate(t, n, types):
    """+ - * / & | ^ << >> and their assignments, comparisons, ~ and ! and unary minus."""
    x = t.text(n)
    if x in OPERATORS and t.binary(n):
        yield from (replaced("operator", n, new) for new in OPERATORS[x])
    elif x in ("~", "!", "-") and not t.binary(n) and t.text(n + 1) not in ("=",):
        yield replaced("condition" if x == "!" else "operator", n, " ")
    if x in UPDATES:
        yield from (replaced("operator", n, new) for new in UPDATES[x])
    if x in CONDITIONS:
        yield from (replaced("condition", n, new) for new in CONDITIONS[x])
    if x == "?":
        yield replaced("condition", n, "== 0 ?")
