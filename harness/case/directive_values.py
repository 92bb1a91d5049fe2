"""Parse the values in `; assay:` lines: numbers, floats, expressions of the lane, expected values."""
from __future__ import annotations

import ast
import math
import operator
import re
import struct
from collections.abc import Callable

DIGITS = r"[0-9]{1,9}"                               # of a lane, wave or register
MAX_REGISTERS_PER_NAME = 256
MAX_EXPRESSION_CHARS = 1000
MAX_SHIFT = 64
LANE_WORD = re.compile(r"\blane\b")


class DirectiveError(Exception):
    """An invalid directive. The reader of the file adds the name of the file and the line."""


def _with_checked_count(shift_function: Callable[[int, int], int]) -> Callable[[int, int], int]:
    """The shift function with a check of its count."""
    def shift(value: int, count: int) -> int:
        if not 0 <= count <= MAX_SHIFT:
            raise DirectiveError(f"a shift by {count}; by 0 to {MAX_SHIFT} there is")
        return shift_function(value, count)
    return shift


_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.LShift: _with_checked_count(operator.lshift),
    ast.RShift: _with_checked_count(operator.rshift),
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.Mod: operator.mod,
    ast.FloorDiv: operator.floordiv,
}
_FLOAT = re.compile(r"[-+]?(?:\d+\.\d*(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+|inf)", re.ASCII)
_FLOAT_STRUCTS = {"f16": "<e", "f32": "<f", "f64": "<d"}


def parse_whole(text: str) -> int:
    """Parse an integer, decimal or 0x."""
    try:
        return int(text, 0)
    except ValueError:
        raise DirectiveError(f"'{text}' is not a whole number") from None


def dword_count(name: str) -> int:
    """The number of dwords that a register name stands for."""
    match = re.search(rf"\[({DIGITS}):({DIGITS})\]", name)
    if not match:
        return 2 if name in ("vcc", "exec", "flat_scratch", "xnack_mask") else 1
    count = int(match[2]) - int(match[1]) + 1
    if count > MAX_REGISTERS_PER_NAME:
        raise DirectiveError(f"{name} is {count} registers; a name is of {MAX_REGISTERS_PER_NAME} at most")
    return max(1, count)                             # reversed ranges are reported by the parser of names


def is_vector_register(name: str) -> bool:
    """True for v0 and v[0:1]."""
    return name[:1] == "v" and name[1:2] in "[0123456789"


def parse_value(text: str, dwords: int = 1, lane: int | None = None) -> int | str:
    """Parse a value: an integer, 0x bits, a float, an expression of the lane, or an address (returned as text).

    A float has the type after its colon (1.5:f16). Without a colon it is f32, or f64 for a register pair."""
    text = text.strip()
    plain, colon, kind = text.partition(":")
    if _FLOAT.fullmatch(plain):
        return _check_width(_float_bits(plain, kind if colon else "f64" if dwords == 2 else "f32", text), dwords, text)
    try:
        return _check_width(int(text, 0), dwords, text)
    except ValueError:
        pass
    if LANE_WORD.search(text):
        if lane is None:
            raise DirectiveError(f"'{text}': an expression of lane is the one value of a vector register")
        return _evaluate(text, lane) & (1 << 32 * dwords) - 1
    if re.fullmatch(r"[A-Za-z_][\w.]*(\s*\+\s*\w+)?", text):
        return text.replace(" ", "")
    raise DirectiveError(f"'{text}' is not a value; write 7, 0x7, 1.5, buf+16 or an expression of lane")


def _float_bits(plain: str, kind: str, text: str) -> int:
    """The bits of a float."""
    value = float(plain)
    try:
        if math.isinf(value) and "inf" not in plain:
            raise OverflowError
        return int.from_bytes(struct.pack(_FLOAT_STRUCTS[kind], value), "little")
    except (KeyError, OverflowError, struct.error):
        raise DirectiveError(f"'{text}' is not a valid {kind or 'float'}; write the bits in 0x form") from None


def _check_width(value: int, dwords: int, text: str) -> int:
    """Return the value. Raises DirectiveError if it does not fit the dwords."""
    bits = 32 * dwords
    if not -(1 << bits - 1) <= value < 1 << bits:
        raise DirectiveError(f"{text} does not fit {bits} bits")
    return value


def _evaluate(text: str, lane: int) -> int:
    """Evaluate an expression of the lane."""
    if len(text) > MAX_EXPRESSION_CHARS:
        raise DirectiveError(f"an expression of {len(text)} characters; at most {MAX_EXPRESSION_CHARS}")

    def value(node) -> int:
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            return _OPERATORS[type(node.op)](value(node.left), value(node.right))
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return node.value
        if isinstance(node, ast.Name) and node.id == "lane":
            return lane
        raise DirectiveError(f"'{text}': an expression holds numbers, lane and + - * << >> & | ^ % //")
    try:
        return value(ast.parse(text, mode="eval").body)
    except (SyntaxError, ZeroDivisionError, ValueError, RecursionError, MemoryError):
        raise DirectiveError(f"'{text}' is not an expression") from None


def encode_dwords(kind: str, text: str) -> bytes:
    """Encode a list such as `1,2` as the bytes of u32 or f32 values. Decimal integers are converted to the type; 0x
    numbers are bits."""
    data = b""
    for word in text.split(","):
        word = word.strip()
        value = parse_value(word + ".0" if kind == "f32" and re.fullmatch(r"[-+]?[0-9]+", word) else word)
        if isinstance(value, str):
            raise DirectiveError(f"'{value}' is not a number")
        data += (value & 0xFFFFFFFF).to_bytes(4, "little")
    return data


def parse_expected(text: str, dwords: int, lane: int | None) -> int | dict:
    """Parse an expected value: `7`, `nan:f16`, `any 1 2`, `1.0 ulp 1 f32 mask 0xff`."""
    text = text.strip()
    kind = "f64" if dwords == 2 else "f32"
    nan_match = re.fullmatch(r"nan(?::(f16|bf16|f32|f64))?", text)
    if nan_match:
        return {"nan": nan_match[1] or kind}
    first, *options = text.split() or [""]
    if first == "any":
        if not options:
            raise DirectiveError("any: write the values, as in any 1 2")
        return {"any": [_parse_number(option, dwords, lane) for option in options]}
    match = re.fullmatch(rf"(.*?)(?:\s+ulp\s+({DIGITS})(?:\s+(f16|bf16|f32|f64))?)?(?:\s+mask\s+(\w+))?", text)
    assert match is not None                         # its last two parts are optional
    value = _parse_number(match[1], dwords, lane)
    if not match[2] and not match[4]:
        return value
    return ({"value": value} | ({"ulp": int(match[2]), "as": match[3] or kind} if match[2] else {})
            | ({"mask": parse_whole(match[4])} if match[4] else {}))


def _parse_number(text: str, dwords: int, lane: int | None) -> int:
    """Parse an expected value that must be a number."""
    value = parse_value(text, dwords, lane)
    if isinstance(value, str):
        raise DirectiveError(f"'{value}' is not a number; an expected value must be a number")
    return value


def parse_pairs(key: str, text: str, form: str) -> dict[str, str]:
    """Parse `a=1 b=2` into {a: 1, b: 2}. `form` is the syntax that errors show."""
    values: dict[str, str] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise DirectiveError(f"{key} {text}: write {key} {form}")
        if name in values:
            raise DirectiveError(f"{key}: {name} is given twice")
        values[name] = value
    return values
