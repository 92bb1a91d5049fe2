"""Values get the other sign or half the width."""
from ...harness.faults.c_functions import NAME, WORDS
from .change import replaced

SIGNS = {
    "i8": "u8",
    "i16": "u16",
    "i32": "u32",
    "i64": "u64",
    "u8": "i8",
    "u16": "i16",
    "u32": "i32",
    "u64": "i64",
    "b16": "i16",
    "b32": "i32",
    "b64": "i64",
}
WIDTHS = {
    "u64": "u32",
    "i64": "i32",
    "u32": "u16",
    "i32": "i16",
    "u16": "u8",
    "i16": "i8",
    "b64": "b32",
    "b32": "b16",
    "b16": "b8",
}


def short(t, n):
    """Is token n a parameter that holds the 16 bits of an immediate, with their sign or without?"""
    return t.text(n) in t.immediates


def trait(t, n):
    """Does a trait stand at token n, w->t->m0 or t->m0: the number of a register?"""
    return any(t.text(k) == "t" and t.text(k + 1) == "->" for k in (n, n + 2))


def mutate(t, n, types):
    """A cast to the other sign, to half the width, or none; the type of a local likewise."""
    x = t.text(n)
    if t.text(n - 1) == "(" and t.text(n + 1) == ")" and x in SIGNS and t.text(n - 2) not in WORDS:
        if trait(t, n + 2):
            return
        yield replaced("sign", n, SIGNS[x])
        if x in WIDTHS and not (short(t, n + 2) and WIDTHS[x].endswith("16")):
            yield replaced("width", n, WIDTHS[x])
        yield "width", ((n - 1, n + 1, " "),)
    elif x in SIGNS and NAME.match(t.text(n + 1)) and t.text(n + 2) == "=" and not trait(t, n + 6):
        yield replaced("sign", n, SIGNS[x])
        if x in WIDTHS:
            yield replaced("width", n, WIDTHS[x])
