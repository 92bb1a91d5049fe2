"""Replace an operator by another, remove ~, ! and unary minus, invert the condition of `?:`."""
from .change import token_change

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


def mutate(tokens, n, types):
    """Yield changes that replace an operator, assignment or comparison, remove ~, ! or unary minus, or make the
    condition of `?:` false."""
    token = tokens.text(n)
    if token in OPERATORS and tokens.is_binary(n):
        yield from (token_change("operator", n, new) for new in OPERATORS[token])
    elif token in ("~", "!", "-") and not tokens.is_binary(n) and tokens.text(n + 1) not in ("=",):
        yield token_change("condition" if token == "!" else "operator", n, " ")
    if token in UPDATES:
        yield from (token_change("operator", n, new) for new in UPDATES[token])
    if token in CONDITIONS:
        yield from (token_change("condition", n, new) for new in CONDITIONS[token])
    if token == "?":
        yield token_change("condition", n, "== 0 ?")
