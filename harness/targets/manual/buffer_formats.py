# Data formats of buffers: what a component of memory is as a number, and what a register of 32 or 16 bits makes of it,
# by exact fractions (RDNA3 ISA, 9.3, 10.7; Vega ISA, 8.1; the roundings of stores: errata E-047).
from fractions import Fraction
from functools import cache
from math import floor

from . import exact
from .exact import F16, F32, NEAREST
from .state import Stop

EVERY = "unorm snorm uscaled sscaled uint sint"
WORDS = "uint sint float"
# Table 52, codes 1 to 63 in order: the components as they are named, and the kinds of number of each.
UNIFIED = [(shape, kind) for shape, kinds in (
    ("8", EVERY), ("16", f"{EVERY} float"), ("8_8", EVERY), ("32", WORDS), ("16_16", f"{EVERY} float"),
    ("10_11_11", "float"), ("11_11_10", "float"), ("10_10_10_2", "unorm snorm uint sint"), ("2_10_10_10", EVERY),
    ("8_8_8_8", EVERY), ("32_32", WORDS), ("16_16_16_16", f"{EVERY} float"), ("32_32_32", WORDS),
    ("32_32_32_32", WORDS)) for kind in kinds.split()]
# Vega's DFMT and NFMT (8.1.2), apart.
SHAPES = ("", "8", "16", "8_8", "32", "16_16", "10_11_11", "11_11_10", "10_10_10_2", "2_10_10_10", "8_8_8_8", "32_32",
          "16_16_16_16", "32_32_32", "32_32_32_32")
KINDS = dict(enumerate(EVERY.split())) | {7: "float"}
SMALL = {11: exact.format_of(12, 5), 10: exact.format_of(11, 5), 16: F16, 32: F32}     # the two short ones: no sign
CUT = NEAREST.but(round32=3, round64=3)


class Format:
    """`widths`: bits of the components, the last named first, since it lies lowest (errata E-048); `kind` of number."""

    def __init__(self, shape, kind):
        self.widths, self.kind = [int(n) for n in reversed(shape.split("_"))], kind
        self.bytes = sum(self.widths) // 8
        short = min(self.widths) < 16 and shape not in ("10_11_11", "11_11_10")
        if kind == "float" and short or kind[1:] in ("norm", "scaled") and 32 in self.widths:
            raise Stop("format", f"no manual says what {shape} {kind} is")

    def apart(self, raw):
        """The components of a texel's bits."""
        out = []
        for width in self.widths:
            out.append(raw & (1 << width) - 1)
            raw >>= width
        return out

    def together(self, components):
        raw = at = 0
        for width, x in zip(self.widths, components):
            raw, at = raw | x << at, at + width
        return raw

    def one(self, half):
        """What DST_SEL's 1 is beside these numbers."""
        return 1 if self.kind in ("uint", "sint") else (F16 if half else F32).bias << (F16 if half else F32).fraction


@cache
def unified(code):
    """RDNA3's code; None: INVALID."""
    if code > len(UNIFIED):
        raise Stop("format", f"{code} is not among the buffer formats of Table 52")
    return Format(*UNIFIED[code - 1]) if code else None


@cache
def split(data, number):
    """Vega's pair; None: INVALID."""
    if data >= len(SHAPES) or number not in KINDS:
        raise Stop("format", f"data format {data} with number format {number} is reserved")
    return Format(SHAPES[data], KINDS[number]) if data else None


def signed(x, bits):
    return x - (x >> bits - 1 << bits)


def rounded(f, x):
    """A fraction in float format f, to nearest even."""
    top, bottom = abs(x.numerator), x.denominator
    shift = max(0, f.fraction + 4 + bottom.bit_length() - top.bit_length())
    q, rest = divmod(top << shift, bottom)
    return exact.pack(f, x < 0, q, -shift, NEAREST, bool(rest))


def number(f, x):
    """The fraction that a float is; None: not finite."""
    if x & f.inf == f.inf:
        return None
    s, m, e = exact.split(f, x)
    return Fraction(-m if s else m) * Fraction(2) ** e


def from_memory(kind, bits, x, half):
    """A component as a register has it.  Converted to f16, an f32 is cut, anything else rounded (9.3.1)."""
    f, most = F16 if half else F32, (1 << bits - 1) - 1
    if kind in ("uint", "sint"):
        return (x if kind == "uint" else signed(x, bits)) & (1 << f.width) - 1
    if kind == "float":
        return x if bits == f.width else exact.convert(SMALL[bits], f, x, CUT if bits == 32 else NEAREST)
    value = x if kind[0] == "u" else signed(x, bits)
    if kind == "unorm":
        return rounded(f, Fraction(value, (1 << bits) - 1))
    return rounded(f, Fraction(max(value, -most), most) if kind == "snorm" else Fraction(value))


def limits(kind, bits):
    """(least, greatest, what 1.0 is) of the integers that memory holds."""
    full = (1 << bits) - 1
    return {"unorm": (0, full, full), "uscaled": (0, full, 1), "snorm": (-(full >> 1), full >> 1, full >> 1),
            "sscaled": (-(full >> 1) - 1, full >> 1, 1)}[kind]


def to_memory(kind, bits, x, half):
    """What a register of 32 or 16 bits becomes in memory; integers that do not fit lose their upper bits."""
    f = F16 if half else F32
    if kind in ("uint", "sint"):
        return (signed(x, f.width) if kind == "sint" else x) & (1 << bits) - 1
    if kind == "float":
        return narrowed(f, bits, x)
    low, high, scale = limits(kind, bits)
    value = number(f, x)
    if value is None:
        return (0 if exact.is_nan(f, x) else low if x & f.sign else high) & (1 << bits) - 1
    value *= scale
    near = floor(value + Fraction(1, 2))
    near -= value + Fraction(1, 2) == near and near & 1
    return min(max(near, low), high) & (1 << bits) - 1


def narrowed(f, bits, x):
    """A float of another size; those without a sign are 0 below zero."""
    g = SMALL[bits]
    if g is f:
        return x
    y = exact.convert(f, g, x, CUT)
    if bits in (10, 11) and y & g.sign and not exact.is_nan(g, y):
        return 0
    return y & (1 << bits) - 1
