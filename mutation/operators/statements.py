"""Statements are left out, conditions of `if` are inverted."""
from ...harness.faults.c_functions import NAME, TYPES, WORDS, matching_bracket
from .expressions import UPDATES



def begins(t, n):
    """Does a statement begin at token n: after another one, or after the parenthesis of an `if` or a loop?"""
    before = t.text(n - 1)
    if before == ")":
        depth = 0
        for k in range(n - 1, -1, -1):
            depth += (t.text(k) == ")") - (t.text(k) == "(")
            if depth == 0:
                return t.text(k - 1) in ("if", "for", "while")
    return before in (";", "{", "}", "else")


def mutate(t, n, types):
    """A statement that is an assignment or a call is left out; an `if` is turned round."""
    x = t.text(n)
    if x == "if" and t.text(n + 1) == "(":
        close = next(k for k in range(n + 1, len(t.all)) if t.all[k][1] == matching_bracket(t.body, t.all[n + 1][1]))
        yield "condition", ((n + 1, n + 1, "(!("), (close, close, "))"))
    if NAME.match(x) and x not in WORDS and x not in TYPES and not x.startswith("fault_") and begins(t, n):
        last = next((k for k in range(n, len(t.all)) if t.text(k) in (";", "{", "}")), None)
        inside = [t.text(k) for k in range(n, last or n)]
        if not last or t.text(last) != ";" or t.text(n + 1) == "*" or NAME.match(t.text(n + 1)):
            return
        if any(u in ("=", *UPDATES, "++", "--") for u in inside) or t.text(n + 1) == "(":
            yield "statement", ((n, last - 1, " "),)
