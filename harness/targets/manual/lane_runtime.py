"""Runtime of the lane flavour: Python integers and exact floats. Compiled operations can use every name in this module.
"""
from . import exact as x
from . import transcend as t
from .exact import BF16, F16, F32, F64  # noqa: F401  compiled operations name them

no = False
TWO_OVER_PI = t.TWO_OVER_PI
fadd, fsub, fmul, fdiv, ffma = x.add, x.sub, x.mul, x.div, x.fma
flt, feq, fcvt, fwiden, to_int = x.less, x.equal, x.convert, x.widen, x.to_int
f_log2, f_exp2, f_sin_turns, f_cos_turns = t.log2, t.exp2, t.sin_turns, t.cos_turns
f_mantissa, frexp_exponent = x.mantissa, x.frexp_exponent


def fle(f, a, b, e): return x.less(f, a, b, e) or x.equal(f, a, b, e)
def fne(f, a, b, e): return x.less(f, a, b, e) or x.less(f, b, a, e)      # <> is ordered: false for NaN
def f_trunc(f, a, e): return x.integral(f, a, "trunc", e)
def f_floor(f, a, e): return x.integral(f, a, "floor", e)
def f_ceil(f, a, e): return x.integral(f, a, "ceil", e)
def f_even(f, a, e): return x.integral(f, a, "even", e)
def f_sqrt(f, a, e): return x.sqrt(f, a, e)
def f_rcp(f, a, e): return x.div(f, f.bias << f.fraction, a, e)
def f_rsq(f, a, e): return x.rsqrt(f, a, e)
def from_int(f, v, w, signed, e): return x.from_int(f, sx(v, w) if signed else v, e)
def f_ldexp(f, a, n, e): return x.ldexp(f, a, sx(n, 32), e)
def f_fmas(f, a, b, c, n, e): return x.fma(f, a, b, c, e, sx(n, 32))
def to_u8(f, a, e): return x.to_int_by_mode(f, a, 8, e)
def quotient_denormal(f, a, b): return x.quotient_denormal(f, a, b)
def sx(v, w): return (v ^ 1 << w - 1) - (1 << w - 1)
def not_(v): return not v
def some(v): return v
def pick(c, a, b): return a if c else b
def bit(v): return int(v)
def u64(v): return v
def wide(v): return v
def low(v, mask): return v & mask
def shl(v, n, mask): return v << min(n, 2048) & mask
def shr(v, n): return v >> n
def sra(v, n, w): return sx(v, w) >> n & (1 << w) - 1
def find_first(v): return (v & -v).bit_length() - 1 & 0xffffffff
def bit_count(v): return v.bit_count()
def reverse(v, w): return int(format(v, f"0{w}b")[::-1], 2)
def choose_element(values, i): return values[i]
def off_i4(i): return x.pack(F32, i >> 3, abs(sx(i, 4)), -4, x.NEAREST)


def f_fract(f, a, e):
    """Return x - floor(x), limited to values below one (RDNA3 ISA, 16.8, V_FRACT_F32)."""
    if x.is_nan(f, a) or x.is_inf(f, a):
        return a | f.quiet if x.is_nan(f, a) else f.nan
    r = x.add(f, a, f_floor(f, a, e) ^ f.sign, e)
    return min(r, (f.bias << f.fraction) - 1) if not r & f.sign else r


def f_norm(f, a, signed, e):
    """Clamp a float to [-1, 1] or [0, 1], scale it to 16 bits, and round it by MODE ("supports rounding", RDNA3 ISA,
    16.8)."""
    if x.is_nan(f, a):
        return 0
    top = 0x7fff if signed else 0xffff
    low_end = -top if signed else 0
    if x.is_inf(f, a):
        return (low_end if a & f.sign else top) & 0xffff
    s, m, k = x.split(f, x.flushed(f, a, e))
    m *= top
    if k >= 0:
        q = m << k
    else:
        q, rest, half = m >> -k, m & (1 << -k) - 1, 1 << (-k - 1)
        q += x.rounds_up(e.rounding(f), s, q, rest, half)
    return min(max(-q if s else q, low_end), top) & 0xffff


def sign_from_bit(v, n, w):
    """Return v, which has n bits, sign-extended to w bits."""
    if n == 0 or n >= w:
        return v if n else 0
    return sx(v & (1 << n) - 1, n) & (1 << w) - 1


def saturate(v, wa, signed, wb, to_signed):
    v = sx(v, wa) if signed else v
    lo, hi = (-(1 << wb - 1), (1 << wb - 1) - 1) if to_signed else (0, (1 << wb) - 1)
    return min(max(v, lo), hi) & (1 << wb) - 1


def insert(base, value, at, width, total):
    mask = (1 << width) - 1
    return base & ~(mask << at) | (value & mask) << at


def with_round(c, mode):
    return c.env.but(round32=mode, round64=mode)


def call(c, function, *args):
    """Run another operation's pseudocode on these sources and return its D0."""
    held = c.D0, c.S0, c.S1, c.S2
    c.D0 = 0
    c.S0, c.S1, c.S2 = (args + (0, 0))[:3]
    function(c)
    result = c.D0
    c.D0, c.S0, c.S1, c.S2 = held
    return result
