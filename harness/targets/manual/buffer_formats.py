"""Data formats of buffers. Exact fractions convert components between memory and registers (RDNA3 ISA, 9.3, 10.7; Vega
ISA, 8.1). Errata E-047 defines how stores round."""
from fractions import Fraction
from functools import cache
from math import floor

from . import exact
from .exact import F16, F32, NEAREST
from .state import Stop

INTEGER_KINDS = "unorm snorm uscaled sscaled uint sint"
WORDS = "uint sint float"
# Table 52, codes 1 to 63 in order: names of the components, and number kinds of each.
UNIFIED = [(shape, kind) for shape, kinds in (
    ("8", INTEGER_KINDS), ("16", f"{INTEGER_KINDS} float"), ("8_8", INTEGER_KINDS), ("32", WORDS),
    ("16_16", f"{INTEGER_KINDS} float"),
    ("10_11_11", "float"), ("11_11_10", "float"), ("10_10_10_2", "unorm snorm uint sint"),
    ("2_10_10_10", INTEGER_KINDS),
    ("8_8_8_8", INTEGER_KINDS), ("32_32", WORDS), ("16_16_16_16", f"{INTEGER_KINDS} float"), ("32_32_32", WORDS),
    ("32_32_32_32", WORDS)) for kind in kinds.split()]
# Vega's DFMT and NFMT (8.1.2).
VEGA_SHAPES = ("", "8", "16", "8_8", "32", "16_16", "10_11_11", "11_11_10", "10_10_10_2", "2_10_10_10", "8_8_8_8",
               "32_32", "16_16_16_16", "32_32_32", "32_32_32_32")
KINDS = dict(enumerate(INTEGER_KINDS.split())) | {7: "float"}
FLOAT_FORMATS = {11: exact.format_of(12, 5), 10: exact.format_of(11, 5), 16: F16, 32: F32}   # 10 and 11 bits: no sign
ROUND_TO_ZERO = NEAREST.but(round32=3, round64=3)


class Format:
    """A data format. `widths`: the bits of each component, starting with the lowest component, which the format names
    last (errata E-048). `kind`: number kind."""

    def __init__(self, shape, kind):
        self.widths, self.kind = [int(n) for n in reversed(shape.split("_"))], kind
        self.bytes = sum(self.widths) // 8
        short = min(self.widths) < 16 and shape not in ("10_11_11", "11_11_10")
        if kind == "float" and short or kind[1:] in ("norm", "scaled") and 32 in self.widths:
            raise Stop("format", f"no manual says what {shape} {kind} is")

    def split_components(self, raw):
        """Split a texel's bits into its components."""
        out = []
        for width in self.widths:
            out.append(raw & (1 << width) - 1)
            raw >>= width
        return out

    def join_components(self, components):
        raw = at = 0
        for width, x in zip(self.widths, components):
            raw, at = raw | x << at, at + width
        return raw

    def one_value(self, half):
        """Return the value of the constant 1 of DST_SEL in this format."""
        return 1 if self.kind in ("uint", "sint") else (F16 if half else F32).bias << (F16 if half else F32).fraction


@cache
def rdna3_format(code):
    """Return the format of an RDNA3 code, or None for INVALID. Raises Stop for codes outside Table 52."""
    if code > len(UNIFIED):
        raise Stop("format", f"{code} is not among the buffer formats of Table 52")
    return Format(*UNIFIED[code - 1]) if code else None


@cache
def vega_format(data, number_format):
    """Return the format for Vega's data and number format, or None for INVALID. Raises Stop for reserved formats."""
    if data >= len(VEGA_SHAPES) or number_format not in KINDS:
        raise Stop("format", f"data format {data} with number format {number_format} is reserved")
    return Format(VEGA_SHAPES[data], KINDS[number_format]) if data else None


def signed(x, bits):
    return x - (x >> bits - 1 << bits)


def round_fraction(f, x):
    """Round a fraction to float format f, to nearest even."""
    top, bottom = abs(x.numerator), x.denominator
    shift = max(0, f.fraction + 4 + bottom.bit_length() - top.bit_length())
    q, rest = divmod(top << shift, bottom)
    return exact.pack(f, x < 0, q, -shift, NEAREST, bool(rest))


def to_fraction(f, x):
    """Return the value of a float as a fraction, or None if it is not finite."""
    if x & f.inf == f.inf:
        return None
    s, m, e = exact.split(f, x)
    return Fraction(-m if s else m) * Fraction(2) ** e


def from_memory(kind, bits, x, half):
    """Convert a component of memory to its register value. An f32 is truncated to f16, other kinds round (9.3.1)."""
    f, most = F16 if half else F32, (1 << bits - 1) - 1
    if kind in ("uint", "sint"):
        return (x if kind == "uint" else signed(x, bits)) & (1 << f.width) - 1
    if kind == "float":
        env = ROUND_TO_ZERO if bits == 32 else NEAREST
        return x if bits == f.width else exact.convert(FLOAT_FORMATS[bits], f, x, env)
    value = x if kind[0] == "u" else signed(x, bits)
    if kind == "unorm":
        return round_fraction(f, Fraction(value, (1 << bits) - 1))
    return round_fraction(f, Fraction(max(value, -most), most) if kind == "snorm" else Fraction(value))


def limits(kind, bits):
    """Return the least and the greatest integer that memory can hold, and the integer that represents 1.0."""
    full = (1 << bits) - 1
    return {"unorm": (0, full, full), "uscaled": (0, full, 1), "snorm": (-(full >> 1), full >> 1, full >> 1),
            "sscaled": (-(full >> 1) - 1, full >> 1, 1)}[kind]


def to_memory(kind, bits, x, half):
    """Convert a register value of 32 or 16 bits to a component of memory. Integers lose upper bits that do not fit."""
    f = F16 if half else F32
    if kind in ("uint", "sint"):
        return (signed(x, f.width) if kind == "sint" else x) & (1 << bits) - 1
    if kind == "float":
        return narrow_float(f, bits, x)
    low, high, scale = limits(kind, bits)
    value = to_fraction(f, x)
    if value is None:
        return (0 if exact.is_nan(f, x) else low if x & f.sign else high) & (1 << bits) - 1
    value *= scale
    near = floor(value + Fraction(1, 2))
    near -= value + Fraction(1, 2) == near and near & 1
    return min(max(near, low), high) & (1 << bits) - 1


def narrow_float(f, bits, x):
    """Convert a float to another size. A negative value becomes 0 if the format has no sign."""
    g = FLOAT_FORMATS[bits]
    if g is f:
        return x
    y = exact.convert(f, g, x, ROUND_TO_ZERO)
    if bits in (10, 11) and y & g.sign and not exact.is_nan(g, y):
        return 0
    return y & (1 << bits) - 1
