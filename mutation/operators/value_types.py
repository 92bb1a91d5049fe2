"""Exchange signed and unsigned types, and halve the width of types."""
from ...harness.faults.c_functions import IDENTIFIER, KEYWORDS
from .change import token_change

OTHER_SIGN = {
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
HALF_WIDTH = {
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


def is_immediate(tokens, n):
    """Return whether token n is a parameter that holds a 16-bit immediate, sign-extended or not."""
    return tokens.text(n) in tokens.immediates


def is_register_number(tokens, n):
    """Return whether a trait such as w->t->m0 is at token n: a register number."""
    return any(tokens.text(k) == "t" and tokens.text(k + 1) == "->" for k in (n, n + 2))


def mutate(tokens, n, types):
    """Yield changes that give a cast or a local variable the other signedness or half the width, or that remove a
    cast."""
    token = tokens.text(n)
    before, after = tokens.text(n - 1), tokens.text(n + 1)
    if before == "(" and after == ")" and token in OTHER_SIGN and tokens.text(n - 2) not in KEYWORDS:
        if is_register_number(tokens, n + 2):
            return
        yield token_change("sign", n, OTHER_SIGN[token])
        if token in HALF_WIDTH and not (is_immediate(tokens, n + 2) and HALF_WIDTH[token].endswith("16")):
            yield token_change("width", n, HALF_WIDTH[token])
        yield "width", ((n - 1, n + 1, " "),)
    elif (token in OTHER_SIGN and IDENTIFIER.match(after) and tokens.text(n + 2) == "="
          and not is_register_number(tokens, n + 6)):
        yield token_change("sign", n, OTHER_SIGN[token])
        if token in HALF_WIDTH:
            yield token_change("width", n, HALF_WIDTH[token])
