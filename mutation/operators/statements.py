"""Remove statements, invert conditions of `if`."""
from ...harness.faults.c_functions import IDENTIFIER, VALUE_TYPES, KEYWORDS, matching_bracket
from .operator_symbols import UPDATES



def begins_statement(tokens, n):
    """Return whether a statement begins at token n: after another one, or after the parenthesis of an `if` or a
    loop."""
    before = tokens.text(n - 1)
    if before == ")":
        depth = 0
        for k in range(n - 1, -1, -1):
            depth += (tokens.text(k) == ")") - (tokens.text(k) == "(")
            if depth == 0:
                return tokens.text(k - 1) in ("if", "for", "while")
    return before in (";", "{", "}", "else")


def mutate(tokens, n, types):
    """Yield changes that remove an assignment or a call, or invert an `if`."""
    token = tokens.text(n)
    if token == "if" and tokens.text(n + 1) == "(":
        closing = matching_bracket(tokens.body, tokens.tokens[n + 1][1])
        close = next(k for k in range(n + 1, len(tokens.tokens)) if tokens.tokens[k][1] == closing)
        yield "condition", ((n + 1, n + 1, "(!("), (close, close, "))"))
    is_word = IDENTIFIER.match(token) and token not in KEYWORDS and token not in VALUE_TYPES
    if is_word and not token.startswith("fault_") and begins_statement(tokens, n):
        last = next((k for k in range(n, len(tokens.tokens)) if tokens.text(k) in (";", "{", "}")), None)
        inside = [tokens.text(k) for k in range(n, last or n)]
        if not last or tokens.text(last) != ";" or tokens.text(n + 1) == "*" or IDENTIFIER.match(tokens.text(n + 1)):
            return
        if any(u in ("=", *UPDATES, "++", "--") for u in inside) or tokens.text(n + 1) == "(":
            yield "statement", ((n, last - 1, " "),)
