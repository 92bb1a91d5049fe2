"""Expected results of float primitives in Python integers and fractions, without host floats and independent of
float.c.

A finite number is a triple (sign, m, e) with the value (-1)**sign * m * 2**e. MODE is the register's value (RDNA3 ISA,
3.4.2): FP_ROUND in bits 3:0, FP_DENORM in 7:4, DX10_CLAMP 8, IEEE 9, FP16_OVFL 23. Every operation returns (bits,
flags), with flags as in TRAPSTS.EXCP."""
from fractions import Fraction
from math import isqrt

INVALID, DENORMAL, DIVISION, OVERFLOW, UNDERFLOW, INEXACT = 1, 2, 4, 8, 16, 32
NEAREST, UP, DOWN, ZERO = range(4)


class Format:
    """A float format.
    `fraction` and `exponent`: numbers of bits; `pair`: 0 for f32's settings in MODE, 1 for those of f16 and f64."""

    def __init__(self, name, fraction, exponent, pair):
        self.name, self.fraction, self.exponent, self.pair = name, fraction, exponent, pair
        self.bits, self.sign = 1 + exponent + fraction, 1 << exponent + fraction
        self.inf, self.quiet = (1 << exponent) - 1 << fraction, 1 << fraction - 1
        self.bias = (1 << exponent - 1) - 1
        self.one = self.bias << fraction

    def __repr__(self):
        return self.name


F16, F32, F64, BF16 = (
    Format("f16", 10, 5, 1),
    Format("f32", 23, 8, 0),
    Format("f64", 52, 11, 1),
    Format("bf16", 7, 8, 0),
)


def rounding(f, mode): return mode >> 2 * f.pair & 3
def keeps_input_denormals(f, mode): return mode >> 4 + 2 * f.pair & 1
def keeps_output_denormals(f, mode): return mode >> 5 + 2 * f.pair & 1
def is_nan(f, x): return x & f.sign - 1 > f.inf
def is_inf(f, x): return x & f.sign - 1 == f.inf
def is_signalling(f, x): return is_nan(f, x) and not x & f.quiet


def finite(f, x, mode):
    """Return ((sign, m, e), flags) of the source x; a subnormal is flushed if MODE says so."""
    sign, biased, m = x >> f.bits - 1, x >> f.fraction & (1 << f.exponent) - 1, x & (1 << f.fraction) - 1
    if biased:
        return (sign, m | 1 << f.fraction, biased - f.bias - f.fraction), 0
    if m and not keeps_input_denormals(f, mode):
        m = 0
    return (sign, m, 1 - f.bias - f.fraction), DENORMAL if m else 0


def round_to_unit(sign, m, e, unit, how):
    """Return (m * 2**e rounded to a multiple of 2**unit, whether it is inexact)."""
    if e >= unit:
        return m << e - unit, False
    n, remainder = divmod(m, 1 << unit - e)
    if not remainder:
        return n, False
    if how == NEAREST:
        twice = remainder << 1
        return n + (twice > 1 << unit - e or (twice == 1 << unit - e and n & 1)), True
    return n + (how == (DOWN if sign else UP)), True


def pack(f, sign, m, e, mode):
    """Round m * 2**e, m > 0, to the format: tininess after rounding; a flushed result is UNDERFLOW and INEXACT."""
    how, s, smallest = rounding(f, mode), f.sign * sign, 1 - f.bias
    top = e + m.bit_length() - 1
    unit = top - f.fraction
    tiny = False
    if top < smallest:
        tiny = round_to_unit(sign, m, e, unit, how)[0] >> f.fraction + 1 == 0 or top + 1 < smallest
        if tiny and not keeps_output_denormals(f, mode):
            return s, UNDERFLOW | INEXACT
        unit = smallest - f.fraction
    n, inexact = round_to_unit(sign, m, e, unit, how)
    if n.bit_length() > f.fraction + 1:
        n, unit = n >> 1, unit + 1
    bits = n + (unit - (smallest - f.fraction) << f.fraction)
    if bits >= f.inf:
        to_inf = how in (NEAREST, DOWN if sign else UP) and not (f is F16 and mode >> 23 & 1)
        return s | f.inf - (not to_inf), OVERFLOW | INEXACT
    return s | bits, (INEXACT if inexact else 0) | (UNDERFLOW if inexact and tiny else 0)


def pack_fraction(f, sign, value, mode):
    """Round a positive Fraction to the format, with 200 bits and a sticky bit."""
    shift = 200 - (value.numerator.bit_length() - value.denominator.bit_length())
    scaled = value * Fraction(2) ** shift
    m, remainder = divmod(scaled.numerator, scaled.denominator)
    return pack(f, sign, m << 1 | (remainder > 0), -shift - 1, mode)


def first_nan(f, *xs):
    """Return the first NaN, quieted, and INVALID if one of them is signalling."""
    return next(x for x in xs if is_nan(f, x)) | f.quiet, INVALID if any(is_signalling(f, x) for x in xs) else 0


def invalid(f, negative=False):
    """Return the default NaN and INVALID."""
    return f.sign * negative | f.inf | f.quiet, INVALID


def sum_terms(f, terms, flags, mode):
    """Return the sum of finite terms, rounded once.
    A sum of zero takes the terms' common sign, else -0 only when rounding down."""
    low = min(e for _, _, e in terms)
    value = sum((-m if sign else m) << e - low for sign, m, e in terms)
    if value == 0:
        signs = {sign for sign, _, _ in terms}
        return f.sign * (signs.pop() if len(signs) == 1 else rounding(f, mode) == DOWN), flags
    bits, more = pack(f, value < 0, abs(value), low, mode)
    return bits, flags | more


def fma(f, a, b, c, mode):
    if is_nan(f, a) or is_nan(f, b) or is_nan(f, c):
        return first_nan(f, a, b, c)
    sign, infinite = (a ^ b) >> f.bits - 1, is_inf(f, a) or is_inf(f, b)
    (_, ma, ea), x = (0, 1, 0), 0
    (_, mb, eb), y = (0, 1, 0), 0
    (sc, mc, ec), z = (c >> f.bits - 1, 1, 0), 0
    if not is_inf(f, a): (_, ma, ea), x = finite(f, a, mode)
    if not is_inf(f, b): (_, mb, eb), y = finite(f, b, mode)
    if not is_inf(f, c): (sc, mc, ec), z = finite(f, c, mode)
    flags = x | y | z
    if infinite and (ma == 0 or mb == 0 or (is_inf(f, c) and sc != sign)):
        return f.inf | f.quiet, flags | INVALID
    if infinite or is_inf(f, c):
        return f.sign * (sign if infinite else sc) | f.inf, flags
    return sum_terms(f, [(sign, ma * mb, ea + eb), (sc, mc, ec)], flags, mode)


def add(f, a, b, mode):
    if is_nan(f, a) or is_nan(f, b):
        return first_nan(f, a, b)
    if is_inf(f, a) or is_inf(f, b):
        flags = 0 if is_inf(f, a) and is_inf(f, b) else finite(f, b if is_inf(f, a) else a, mode)[1]
        if is_inf(f, a) and is_inf(f, b) and a != b:
            return invalid(f)
        return (a if is_inf(f, a) else b), flags
    (x, fx), (y, fy) = finite(f, a, mode), finite(f, b, mode)
    return sum_terms(f, [x, y], fx | fy, mode)


def sub(f, a, b, mode): return add(f, a, b if is_nan(f, b) else b ^ f.sign, mode)


def mul(f, a, b, mode):
    if is_nan(f, a) or is_nan(f, b):
        return first_nan(f, a, b)
    sign, infinite = (a ^ b) >> f.bits - 1, is_inf(f, a) or is_inf(f, b)
    if infinite:
        finite_sources = [finite(f, x, mode) for x in (a, b) if not is_inf(f, x)]
        flags = sum(flag for _, flag in finite_sources)
        return (
            (f.inf | f.quiet, flags | INVALID)
            if any(m == 0 for (_, m, _), _ in finite_sources)
            else (f.sign * sign | f.inf, flags)
        )
    ((_, ma, ea), x), ((_, mb, eb), y) = finite(f, a, mode), finite(f, b, mode)
    if ma * mb == 0:
        return f.sign * sign, x | y
    bits, flags = pack(f, sign, ma * mb, ea + eb, mode)
    return bits, flags | x | y


def mad(f, a, b, c, mode):
    """Return the result of v_mad_f32: rounded twice, f32 subnormals always flushed."""
    product, x = mul(f, a, b, mode & ~0x30)
    result, y = add(f, product, c, mode & ~0x30)
    return result, x | y


def div(f, a, b, mode):
    if is_nan(f, a) or is_nan(f, b):
        return first_nan(f, a, b)
    sign, flags = (a ^ b) >> f.bits - 1, 0
    if is_inf(f, a) and is_inf(f, b):
        return invalid(f)
    if is_inf(f, a) or is_inf(f, b):
        return f.sign * sign | (f.inf if is_inf(f, a) else 0), finite(f, b if is_inf(f, a) else a, mode)[1]
    ((_, ma, ea), x), ((_, mb, eb), y) = finite(f, a, mode), finite(f, b, mode)
    flags = x | y
    if mb == 0:
        return (f.sign * sign | f.inf, flags | DIVISION) if ma else (f.inf | f.quiet, flags | INVALID)
    if ma == 0:
        return f.sign * sign, flags
    bits, more = pack_fraction(f, sign, Fraction(ma, mb) * Fraction(2) ** (ea - eb), mode)
    return bits, flags | more


def square_root(m, e, extra=140):
    """Return (n, e') with n * 2**e' the root of m * 2**e; the last bit of n is sticky."""
    m, e = (m, e) if e % 2 == 0 else (m << 1, e - 1)
    n = isqrt(m << 2 * extra)
    return n << 1 | (n * n != m << 2 * extra), e // 2 - extra - 1


def sqrt(f, a, mode):
    if is_nan(f, a):
        return first_nan(f, a)
    if a == f.inf:
        return a, 0
    if is_inf(f, a):
        return invalid(f, True)
    (sign, m, e), flags = finite(f, a, mode)
    if m == 0:
        return f.sign * sign, flags
    if sign:
        return f.sign | f.inf | f.quiet, flags | INVALID
    bits, more = pack(f, 0, *square_root(m, e), mode)
    return bits, flags | more


def integral(f, a, mode, how):
    """Return trunc, floor, ceil or rndne: never INEXACT, with the sign of the source."""
    if is_nan(f, a):
        return first_nan(f, a)
    if is_inf(f, a):
        return a, 0
    (sign, m, e), flags = finite(f, a, mode)
    n = round_to_unit(sign, m, e, 0, how)[0]
    return (pack(f, sign, n, 0, mode)[0] if n else f.sign * sign), flags


def fract(f, a, mode):
    """Return a - floor(a), limited to values below 1."""
    if is_nan(f, a):
        return first_nan(f, a)
    if is_inf(f, a):
        return invalid(f)
    x, flags = finite(f, a, mode)
    floor_value = round_to_unit(x[0], x[1], x[2], 0, DOWN)[0]
    bits, more = sum_terms(f, [x, (1 - x[0], floor_value, 0)], flags, mode)
    return (f.one - 1 if f.one <= bits < f.sign else bits), more


def ldexp(f, a, n, mode):
    if is_nan(f, a):
        return first_nan(f, a)
    if is_inf(f, a):
        return a, 0
    (sign, m, e), flags = finite(f, a, mode)
    if m == 0:
        return f.sign * sign, flags
    bits, more = pack(f, sign, m, e + max(-6000, min(6000, n)), mode)
    return bits, flags | more


def frexp_mant(f, a, mode):
    if is_nan(f, a):
        return a, first_nan(f, a)[1]                         # V_FREXP_MANT returns infinities and NaNs unchanged
    if is_inf(f, a):
        return a, 0
    (sign, m, e), flags = finite(f, a, mode)
    return (pack(f, sign, m, -m.bit_length(), mode)[0] if m else f.sign * sign), flags


def frexp_exp(f, a, mode, bits):
    if is_nan(f, a):
        return 0, first_nan(f, a)[1]
    if is_inf(f, a):
        return 0, 0
    (_, m, e), flags = finite(f, a, mode)
    return (e + m.bit_length() if m else 0) & (1 << bits) - 1, flags


def flush_source(f, a, mode):
    """Return (bits of a source of a comparison, flags); a subnormal is flushed if MODE says so."""
    small = 0 < a & f.sign - 1 < 1 << f.fraction
    return (a & f.sign, 0) if small and not keeps_input_denormals(f, mode) else (a, DENORMAL if small else 0)


def sort_key(f, a): return -(a & f.sign - 1) if a & f.sign else a


def compare(f, a, b, mode):
    """Return ((less, equal, unordered), flags) of a quiet comparison."""
    (a, x), (b, y) = flush_source(f, a, mode), flush_source(f, b, mode)
    if is_nan(f, a) or is_nan(f, b):
        return (0, 0, 1), INVALID if is_signalling(f, a) or is_signalling(f, b) else 0
    return (int(sort_key(f, a) < sort_key(f, b)), int(sort_key(f, a) == sort_key(f, b)), 0), x | y


def minimum_or_maximum(f, a, b, mode, largest):
    """Return min or max (RDNA3 ISA, V_MIN_F32): inputs are flushed, -0 is below +0, IEEE quiets a signalling NaN."""
    (a, x), (b, y) = flush_source(f, a, mode), flush_source(f, b, mode)
    flags = x | y | (INVALID if is_signalling(f, a) or is_signalling(f, b) else 0)
    if mode >> 9 & 1:
        for n in (a, b):
            if is_signalling(f, n):
                return n | f.quiet, flags
    if is_nan(f, b): return a, flags
    if is_nan(f, a): return b, flags
    low, high = sorted((a, b), key=lambda n: (sort_key(f, n), 0 if n & f.sign else 1))
    return (high if largest else low), flags


def classify(f, a):
    sign, magnitude = a & f.sign, a & f.sign - 1
    if magnitude > f.inf: return 1 if not a & f.quiet else 2
    if magnitude == f.inf: return 1 << (2 if sign else 9)
    if magnitude >= 1 << f.fraction: return 1 << (3 if sign else 8)
    return 1 << ((4 if sign else 7) if magnitude else (5 if sign else 6))


def clamp(f, a, mode):
    if is_nan(f, a):
        return 0 if mode >> 8 & 1 else a
    return 0 if a & f.sign else min(a, f.one)


def omod(f, a, n, mode):
    if n == 0 or mode >> 9 & 1 or keeps_output_denormals(f, mode) or is_nan(f, a):
        return a, 0
    if a & f.sign - 1 < 1 << f.fraction:
        return 0, 0
    bits, flags = ldexp(f, a, (0, 1, 2, -1)[n], mode)
    return (bits if bits & f.sign - 1 else 0), flags


def convert(source, to, a, mode):
    if is_nan(source, a):
        payload = (a & (1 << source.fraction) - 1 | source.quiet) * Fraction(2) ** (to.fraction - source.fraction)
        return to.sign * (a >> source.bits - 1) | to.inf | int(payload), INVALID if is_signalling(source, a) else 0
    if is_inf(source, a):
        return to.sign * (a >> source.bits - 1) | to.inf, 0
    (sign, m, e), flags = finite(source, a, mode)
    bits, more = pack(to, sign, m, e, mode) if m else (to.sign * sign, 0)
    return bits, flags | more


def to_integer(f, a, low, high, mode, how=ZERO):
    """Return the value saturated to a Python int; NaN gives 0.
    `how`: a rounding, or "half up"."""
    if is_nan(f, a):
        return 0, INVALID
    if is_inf(f, a):
        return (low if a & f.sign else high), INVALID
    (sign, m, e), flags = finite(f, a, mode)
    if how == "half up":
        value = Fraction(-m if sign else m) * Fraction(2) ** e
        n = (value + Fraction(1, 2)).__floor__()
        inexact = n != value
    else:
        n, inexact = round_to_unit(sign, m, e, 0, how)
        n = -n if sign else n
    inside = max(low, min(high, n))
    return inside, flags | (INVALID if inside != n else INEXACT if inexact else 0)


def from_integer(f, n, mode):
    return pack(f, n < 0, abs(n), 0, mode) if n else (0, 0)
