"""Exact floating point on integers: values are raw bit patterns, a finite number is significand * 2**exponent.

No host floats are used. The rounding mode is the code in MODE.round: 0 nearest even, 1 up, 2 down, 3 to zero (RDNA3
ISA, 3.4.1)."""
from collections import namedtuple
from math import isqrt

Format = namedtuple("Format", "width exponent fraction bias low inf sign quiet nan minimum")


def format_of(width, exponent):
    fraction = width - 1 - exponent
    bias = (1 << (exponent - 1)) - 1
    inf = ((1 << exponent) - 1) << fraction
    quiet = 1 << (fraction - 1)
    return Format(width, exponent, fraction, bias, (1 << fraction) - 1, inf, 1 << (width - 1), quiet,
                  inf | quiet, 1 - bias - fraction)


F16, F32, F64 = format_of(16, 5), format_of(32, 8), format_of(64, 11)
BF16 = format_of(16, 8)
FORMATS = {("f", 16): F16, ("f", 32): F32, ("f", 64): F64, ("bf", 16): BF16}


class Env:
    """The fields of MODE that affect arithmetic: rounding and denormal modes for f32 and for f64/f16, IEEE, DX10_CLAMP.
    """
    __slots__ = ("round32", "round64", "in32", "out32", "in64", "out64", "ieee", "dx10", "ovfl", "plain")

    def __init__(self, mode=0x3f0):
        self.round32, self.round64 = mode & 3, mode >> 2 & 3
        self.in32, self.out32 = bool(mode & 0x10), bool(mode & 0x20)       # {allow out, allow in} (RDNA3 ISA, 7.2.4)
        self.in64, self.out64 = bool(mode & 0x40), bool(mode & 0x80)
        self.dx10, self.ieee = bool(mode & 0x100), bool(mode & 0x200)
        self.ovfl = bool(mode >> 23 & 1)
        self.plain = mode & 0xff == 0xf0

    def but(self, **changes):
        """Return a copy with some settings changed."""
        made = Env.__new__(Env)
        for n in Env.__slots__:
            setattr(made, n, changes.get(n, getattr(self, n)))
        made.plain = not (made.round32 or made.round64) and made.in32 and made.out32 and made.in64 and made.out64
        return made

    def rounding(self, f):
        return self.round32 if f is F32 else self.round64

    def flush_in(self, f):
        return not (self.in32 if f is F32 else self.in64)

    def flush_out(self, f):
        return not (self.out32 if f is F32 else self.out64)


NEAREST = Env(0x3f0)


def is_nan(f, x): return x & ~f.sign > f.inf
def is_inf(f, x): return x & ~f.sign == f.inf
def is_zero(f, x): return not x & ~f.sign
def sign(f, x): return x >> (f.width - 1) & 1
def exponent(f, x): return (x & f.inf) >> f.fraction


def split(f, x):
    """Return (sign, significand, exponent) of a finite number."""
    e = exponent(f, x)
    if e:
        return sign(f, x), x & f.low | (f.low + 1), e - 1 + f.minimum
    return sign(f, x), x & f.low, f.minimum


def flushed(f, x, env):
    """Return the operand that arithmetic uses: a denormal becomes a signed zero if MODE flushes input denormals."""
    if not x & f.inf and env.flush_in(f):
        return x & f.sign
    return x


def rounds_up(mode, s, q, rest, half, sticky=0):
    """Does the magnitude q + rest / (2 * half) round to q + 1? If `sticky` is set, the magnitude is slightly larger."""
    if mode == 0:
        return rest > half or rest == half and bool(sticky or q & 1)
    return bool((rest or sticky) and (mode == 1 and not s or mode == 2 and s))


def pack(f, s, m, e, env, sticky=0):
    """Round (-1)**s * m * 2**e. If `sticky` is set, m stands for a value between m and m + 1, and must have 2 bits more
    than the format."""
    sbit = f.sign if s else 0
    if not m:
        return sbit
    unit = max(e + m.bit_length() - f.fraction - 1, f.minimum)
    shift = unit - e
    mode = env.rounding(f)
    if shift <= 0:
        q, rest, half = m << -shift, 0, 1
    else:
        q, rest, half = m >> shift, m & (1 << shift) - 1, 1 << (shift - 1)
    q += rounds_up(mode, s, q, rest, half, sticky)
    bits = ((unit - f.minimum) << f.fraction) + q
    if bits >= f.inf:
        away = mode == 0 or mode == 1 and not s or mode == 2 and s
        if f is F16 and env.ovfl:                       # the largest number instead of infinity (RDNA3 ISA, 3.4.2)
            away = False
        return sbit | (f.inf if away else f.inf - 1)
    if bits <= f.low + 1 and env.flush_out(f) and _tiny(f, s, m, e, mode, sticky):
        return sbit
    return sbit | bits


def _tiny(f, s, m, e, mode, sticky):
    """Is the value below the least normal number, even after rounding with an unbounded exponent (IEEE 754, 7.5)?"""
    top = e + m.bit_length()                                # the value is below 2**top
    if top != 1 - f.bias:
        return top < 1 - f.bias
    cut = m.bit_length() - f.fraction - 1
    if cut <= 0:
        return True
    q, rest, half = m >> cut, m & (1 << cut) - 1, 1 << (cut - 1)
    return q + rounds_up(mode, s, q, rest, half, sticky) < 1 << f.fraction + 1


def first_nan(f, *xs):
    """Return the first NaN among the operands, made quiet, or None if there is none."""
    for x in xs:
        if is_nan(f, x):
            return x | f.quiet
    return None


def _sum(f, s1, m1, e1, s2, m2, e2, env):
    e = min(e1, e2)
    total = (-1 if s1 else 1) * (m1 << (e1 - e)) + (-1 if s2 else 1) * (m2 << (e2 - e))
    if total:
        return pack(f, total < 0, abs(total), e, env)
    if s1 == s2:
        return f.sign if s1 else 0
    return f.sign if env.rounding(f) == 2 else 0


def add(f, a, b, env):
    n = first_nan(f, a, b)
    if n is not None:
        return n
    if is_inf(f, a) or is_inf(f, b):
        if is_inf(f, a) and is_inf(f, b) and a != b:
            return f.nan
        return a if is_inf(f, a) else b
    return _sum(f, *split(f, flushed(f, a, env)), *split(f, flushed(f, b, env)), env)


def sub(f, a, b, env):
    n = first_nan(f, a, b)
    return add(f, a, b ^ f.sign, env) if n is None else n


def mul(f, a, b, env):
    n = first_nan(f, a, b)
    if n is not None:
        return n
    a, b = flushed(f, a, env), flushed(f, b, env)
    s = (a ^ b) & f.sign
    if is_inf(f, a) or is_inf(f, b):
        return f.nan if is_zero(f, a) or is_zero(f, b) else s | f.inf
    (_, m1, e1), (_, m2, e2) = split(f, a), split(f, b)
    return pack(f, s, m1 * m2, e1 + e2, env)


def fma(f, a, b, c, env, scale=0):
    """Return (a * b + c) * 2**scale, rounded once."""
    n = first_nan(f, a, b, c)
    if n is not None:
        return n
    a, b, c = flushed(f, a, env), flushed(f, b, env), flushed(f, c, env)
    s = sign(f, a) ^ sign(f, b)
    if is_inf(f, a) or is_inf(f, b):
        if is_zero(f, a) or is_zero(f, b) or is_inf(f, c) and sign(f, c) != s:
            return f.nan
        return (f.sign if s else 0) | f.inf
    if is_inf(f, c):
        return c
    (_, m1, e1), (_, m2, e2) = split(f, a), split(f, b)
    s3, m3, e3 = split(f, c)
    return _sum(f, s, m1 * m2, e1 + e2 + scale, s3, m3, e3 + scale, env)


def div(f, a, b, env):
    n = first_nan(f, a, b)
    if n is not None:
        return n
    a, b = flushed(f, a, env), flushed(f, b, env)
    s = (a ^ b) & f.sign
    if is_inf(f, a) or is_zero(f, b):
        return f.nan if is_inf(f, a) and is_inf(f, b) or is_zero(f, a) and is_zero(f, b) else s | f.inf
    if is_inf(f, b) or is_zero(f, a):
        return s
    (_, m1, e1), (_, m2, e2) = split(f, a), split(f, b)
    k = 2 * f.fraction + 6
    q, r = divmod(m1 << k, m2)
    return pack(f, s, q, e1 - e2 - k, env, bool(r))


def quotient_denormal(f, a, b):
    """Is the number nearest to a / b a denormal, or a zero that V_DIV_FIXUP does not detect (errata E-118)? Returns
    False unless a and b are finite and not zero."""
    if not a & f.sign - 1 or not b & f.sign - 1 or a & f.inf == f.inf or b & f.inf == f.inf:
        return False
    (_, m1, e1), (_, m2, e2) = split(f, a), split(f, b)
    shift = e1 - e2 - f.minimum + 1                          # in halves of the least number
    m1, m2 = (m1 << shift, m2) if shift >= 0 else (m1, m2 << -shift)
    if m1 <= m2:
        return (a & f.inf) - (b & f.inf) >> f.fraction >= f.minimum - 1
    return m1 < m2 * ((2 << f.fraction) - 1)


def to_int_by_mode(f, x, width, env):
    """Convert to an unsigned integer, rounded as MODE says and saturated; NaN gives 0."""
    if is_nan(f, x) or x & f.sign:
        return 0
    if is_inf(f, x):
        return (1 << width) - 1
    _, m, e = split(f, flushed(f, x, env))
    if e < 0:
        q, rest, half = m >> -e, m & (1 << -e) - 1, 1 << (-e - 1)
        q += rounds_up(env.rounding(f), 0, q, rest, half)
    else:
        q = m << e
    return min(q, (1 << width) - 1)


def sqrt(f, a, env):
    n = first_nan(f, a)
    if n is not None:
        return n
    a = flushed(f, a, env)
    if is_zero(f, a):
        return a
    if sign(f, a):
        return f.nan | f.sign
    if is_inf(f, a):
        return a
    _, m, e = split(f, a)
    k = 2 * f.fraction + 8 + (e & 1)
    r = isqrt(m << k)
    return pack(f, 0, r, (e - k) // 2, env, r * r != m << k)


def rsqrt(f, a, env):
    """Return 1 / sqrt(a), rounded once."""
    n = first_nan(f, a)
    if n is not None:
        return n
    a = flushed(f, a, env)
    if is_zero(f, a):
        return a | f.inf
    if sign(f, a):
        return f.nan | f.sign
    if is_inf(f, a):
        return 0
    _, m, e = split(f, a)
    k = 4 * f.fraction + 16 + m.bit_length()
    k += k + e & 1
    q = isqrt((1 << k) // m)
    return pack(f, 0, q, -(e + k) // 2, env, q * q * m != 1 << k)


def less(f, a, b, env):
    if is_nan(f, a) or is_nan(f, b):
        return False
    return _order(f, flushed(f, a, env)) < _order(f, flushed(f, b, env))


def equal(f, a, b, env):
    if is_nan(f, a) or is_nan(f, b):
        return False
    return _order(f, flushed(f, a, env)) == _order(f, flushed(f, b, env))


def _order(f, x):
    m = x & ~f.sign
    return -m if x & f.sign else m


def convert(f, g, x, env):
    """Convert float format f to float format g. A bf16 is the upper 16 bits of an f32, so its conversion neither rounds
    nor flushes."""
    if f is BF16 and g is F32:
        return (x | f.quiet if is_nan(f, x) else x) << 16
    if is_nan(f, x):
        payload = x & f.low
        shift = g.fraction - f.fraction
        payload = payload << shift if shift >= 0 else payload >> -shift
        return (g.sign if x & f.sign else 0) | g.inf | g.quiet | payload & g.low
    if is_inf(f, x):
        return (g.sign if x & f.sign else 0) | g.inf
    return pack(g, *split(f, flushed(f, x, env)), env)


def widen(f, g, x):
    """Convert f to a wider format g, as 64'F(...) does in the pseudocode. The result is exact; a signalling NaN stays
    signalling."""
    if is_nan(f, x):
        return (g.sign if x & f.sign else 0) | g.inf | (x & f.low) << (g.fraction - f.fraction)
    return convert(f, g, x, NEAREST)


def from_int(f, n, env):
    return pack(f, n < 0, abs(n), 0, env)


def to_int(f, x, width, signed, env):
    """Convert to an integer: truncate and saturate; NaN gives 0 (RDNA3 ISA, 16.8, V_CVT_I32_F32)."""
    lo, hi = (-(1 << width - 1), (1 << width - 1) - 1) if signed else (0, (1 << width) - 1)
    if is_nan(f, x):
        return 0
    if is_inf(f, x):
        return (lo if x & f.sign else hi) & (1 << width) - 1
    s, m, e = split(f, flushed(f, x, env))
    v = m << e if e >= 0 else m >> -e
    return min(max(-v if s else v, lo), hi) & (1 << width) - 1


def integral(f, x, how, env):
    """Round x to an integral value. `how`: 'trunc', 'floor', 'ceil' or 'even'. A zero result has the sign of x."""
    n = first_nan(f, x)
    if n is not None:
        return n
    x = flushed(f, x, env)
    s, m, e = split(f, x)
    if e >= 0 or is_inf(f, x) or not m:
        return x
    if -e > f.fraction + 2:
        q, rest, half = 0, 1, 2
    else:
        q, rest, half = m >> -e, m & (1 << -e) - 1, 1 << (-e - 1)
    up = how == "floor" and s and rest or how == "ceil" and not s and rest \
        or how == "even" and (rest > half or rest == half and q & 1)
    return pack(f, s, q + bool(up), 0, NEAREST)


def ldexp(f, x, n, env):
    """Return x * 2**n, rounded once; n is a signed integer."""
    q = first_nan(f, x)
    if q is not None:
        return q
    x = flushed(f, x, env)
    if is_inf(f, x) or is_zero(f, x):
        return x
    s, m, e = split(f, x)
    return pack(f, s, m, e + max(min(n, 5000), -5000), env)


def mantissa(f, x, env):
    """Return the significand scaled to [0.5, 1), with the sign of x."""
    s, m, _ = split(f, flushed(f, x, env))
    return pack(f, s, m, -m.bit_length(), NEAREST) if m else x & f.sign


def frexp_exponent(f, x, env):
    """Return, as 32 bits, the exponent e for which x = m * 2**e with m in [0.5, 1). It is 0 for zero."""
    _, m, e = split(f, flushed(f, x, env))
    return e + m.bit_length() & 0xffffffff if m else 0
