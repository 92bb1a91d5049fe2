"""Runtime of the row flavour: values are numpy rows of uint64 bit patterns, one per lane, or Python integers.

Host floats, which round to nearest and keep denormals, are the fast path. Lanes for which they may be wrong are
recomputed exactly."""
import numpy as np

from . import lane_runtime as one
from .exact import BF16, F16, F32, F64
from .lane_runtime import TWO_OVER_PI, call, with_round  # noqa: F401  compiled operations name them

np.seterr(all="ignore")
no = np.False_
U = np.uint64
HOST = {F16: (np.uint16, np.float16), F32: (np.uint32, np.float32), F64: (np.uint64, np.float64)}


def some(m): return bool(np.any(m))
def not_(m): return np.logical_not(m)
def u64(v): return U(v)


def bit(v): return v.astype(U) if isinstance(v, np.ndarray) else int(v)


def wide(v): return v.astype(object) if isinstance(v, np.ndarray) else int(v)


def low(v, mask):
    v = v & mask
    if isinstance(v, np.ndarray) and v.dtype == object and mask <= 0xffffffffffffffff:
        return v.astype(U)
    return v


def pick(m, a, b):
    if isinstance(a, int) and a <= 0xffffffffffffffff:
        a = U(a)
    if isinstance(b, int) and b <= 0xffffffffffffffff:
        b = U(b)
    return np.where(m, a, b)


def shl(v, n, mask):
    if isinstance(n, int):
        if not isinstance(v, np.ndarray) or n < 64:
            return v << n & mask
        return v * 0
    if not isinstance(v, (int, np.ndarray)) or mask > 0xffffffffffffffff:
        return np.array([(v << k if not isinstance(v, np.ndarray) else int(v[i]) << k) & mask
                         for i, k in enumerate(n.tolist())], object)
    return np.where(n < 64, (U(v) if isinstance(v, int) else v) << np.minimum(n, 63) & mask, U(0))


def shr(v, n):
    if isinstance(n, int):
        if isinstance(v, int) or n < 64 or v.dtype == object:
            return v >> n
        return v * 0
    if isinstance(v, np.ndarray) and v.dtype == object:
        return v >> n.astype(object)
    return np.where(n < 64, (U(v) if isinstance(v, int) else v) >> np.minimum(n, 63), U(0))


def sra(v, n, w):
    if isinstance(v, int) and isinstance(n, int):
        return one.sra(v, n, w)
    s = U(1 << w - 1)
    signed = ((v ^ s) - s).astype(np.int64)
    n = min(n, 63) if isinstance(n, int) else np.minimum(n, 63).astype(np.int64)
    return (signed >> n).astype(U) & U((1 << w) - 1)


def insert(base, value, at, width, total):
    mask = (1 << width) - 1
    if total > 64:
        return wide(base) & ~(mask << at) | (wide(value) & mask) << at
    if isinstance(at, int):
        return base & (~(mask << at) & 0xffffffffffffffff) | (value & mask) << at
    return base & ~(U(mask) << at) | (value & U(mask)) << at


def _each(f):
    """Return a function that applies a one-lane function to rows, lane by lane."""
    def lifted(*args):
        rows = [a for a in args if isinstance(a, np.ndarray)]
        if not rows:
            return f(*args)
        n = len(rows[0])
        columns = [a.tolist() if isinstance(a, np.ndarray) else [a] * n for a in args]
        out = [f(*row) for row in zip(*columns)]
        if isinstance(out[0], bool):
            return np.array(out, bool)
        return np.array(out, U)
    return lifted


find_first, bit_count, reverse, off_i4 = map(_each, (one.find_first, one.bit_count, one.reverse, one.off_i4))
sign_from_bit, saturate = _each(one.sign_from_bit), _each(one.saturate)
f_norm, f_fract, f_ldexp, f_mantissa = map(_each, (one.f_norm, one.f_fract, one.f_ldexp, one.f_mantissa))
f_log2, f_exp2, f_sin_turns, f_cos_turns = map(_each, (one.f_log2, one.f_exp2, one.f_sin_turns, one.f_cos_turns))
frexp_exponent, f_fmas, quotient_denormal, to_u8 = map(
    _each, (one.frexp_exponent, one.f_fmas, one.quotient_denormal, one.to_u8))
f_rcp, f_rsq = _each(one.f_rcp), _each(one.f_rsq)
_slow = {n: _each(getattr(one, n)) for n in (
    "fadd", "fsub", "fmul", "fdiv", "ffma", "f_sqrt", "flt", "fle", "feq", "fne", "fcvt", "fwiden", "to_int",
    "from_int", "f_trunc", "f_floor", "f_ceil", "f_even")}


def choose_element(values, i):
    out = values[0]
    for n in range(1, len(values)):
        out = pick(i == n, values[n], out)
    return out


def _host(f, v):
    bits, real = HOST[f]
    return (v if isinstance(v, np.ndarray) else np.array([v], U)).astype(bits).view(real)


def _redo(f, bits, name, args):
    """Replace results near the limits of the format by exact results: NaN, infinity, zero, denormals, the least normal
    numbers."""
    e = bits & U(f.inf)
    bad = np.flatnonzero((e == f.inf) | (e <= f.low + 1))
    if len(bad):
        exact = getattr(one, name)
        columns = [[int(a[i]) for i in bad] if isinstance(a, np.ndarray) else [a] * len(bad) for a in args[:-1]]
        bits[bad] = [exact(f, *row, args[-1]) for row in zip(*columns)]
    return bits


def _flushed(f, v, env):
    """Return the operands that arithmetic uses: denormals become signed zeros if MODE flushes input denormals."""
    if not env.flush_in(f):
        return v
    if isinstance(v, int):
        return v if v & f.inf else v & f.sign
    return np.where(v & U(f.inf) == 0, v & U(f.sign), v)


def _double(f, v, env):
    return _host(f, _flushed(f, v, env)).astype(np.float64)


def _sum(p, z):
    """Return p + z in f64, rounded to odd: the last bit of inexact sums is 1. A later rounding to at most half the bits
    is then the only one (Boldo and Melquiond 2008)."""
    s = p + z
    t = s - p
    error = (p - (s - t)) + (z - t)
    bits = s.view(U)
    inexact = (error != 0) & ((bits & U(1)) == 0)
    toward = np.where((error > 0) == (s > 0), U(1), U(0xffffffffffffffff))
    return np.where(inexact, bits + toward, bits).view(np.float64)


def _narrow(f, v, mode):
    """Convert f64 values to normal numbers of a smaller format, rounded by MODE: 0 nearest, 1 up, 2 down, 3 to zero."""
    if mode:
        bits, drop = v.view(U), U((1 << 52 - f.fraction) - 1)
        away = (bits & drop) != 0 if mode != 3 else False
        if mode != 3:
            away = away & ((bits >> 63) == (mode == 2))
        v = ((bits & ~drop) + np.where(away, drop + U(1), U(0))).view(np.float64)
    return v.astype(HOST[f][1]).view(HOST[f][0]).astype(U)


def _fast(name, host, double):
    """Return the fast path of an operation: F16 and F32 are computed in f64 and rounded once. F64 uses the host's
    operation if rounding is to nearest."""
    slow = _slow[name]

    def operation(f, *args):
        env = args[-1]
        rows = any(isinstance(a, np.ndarray) for a in args)
        beyond_host = (f is F64 or double is None) and not env.plain or f is F16 and env.ovfl and env.plain
        if f is BF16 or not rows or beyond_host:
            return slow(f, *args)
        if env.plain:
            return _redo(f, host(*(_host(f, a) for a in args[:-1])).view(HOST[f][0]).astype(U), name, args)
        assert double is not None                      # where it is, slow() had them
        return _redo(f, _narrow(f, double(*(_double(f, a, env) for a in args[:-1])), env.rounding(f)), name, args)
    return operation


fadd = _fast("fadd", lambda a, b: a + b, _sum)
fsub = _fast("fsub", lambda a, b: a - b, lambda a, b: _sum(a, -b))
fmul = _fast("fmul", lambda a, b: a * b, lambda a, b: a * b)
fdiv = _fast("fdiv", lambda a, b: a / b, None)


def f_sqrt(f, a, e): return _slow["f_sqrt"](f, a, e)


def ffma(f, a, b, c, e):
    """Return a * b + c, rounded once. The product is exact in f64 (53 bits hold 2 * 24 + 2)."""
    if f is F64 or f is BF16 or not any(isinstance(v, np.ndarray) for v in (a, b, c)):
        return _slow["ffma"](f, a, b, c, e)
    exact = _sum(_double(f, a, e) * _double(f, b, e), _double(f, c, e))
    return _redo(f, _narrow(f, exact, e.rounding(f)), "ffma", (a, b, c, e))


def _keys(f, v):
    """Return keys that order the floats as unsigned integers, with equal keys for both zeros, and whether each is a
    NaN."""
    mag = v & (f.sign - 1)
    return np.where((v & f.sign) != 0, U(f.sign) - mag, mag + U(f.sign)), mag > f.inf


def _compare(name, how):
    slow = _slow[name]

    def operation(f, a, b, e):
        if isinstance(a, int) and isinstance(b, int):
            return slow(f, a, b, e)
        a, b = _flushed(f, a, e), _flushed(f, b, e)
        (ka, na), (kb, nb) = (
            _keys(f, a if not isinstance(a, int) else U(a)),
            _keys(f, b if not isinstance(b, int) else U(b)),
        )
        return how(ka, kb) & ~(na | nb)
    return operation


flt = _compare("flt", lambda a, b: a < b)
fle = _compare("fle", lambda a, b: a <= b)
feq = _compare("feq", lambda a, b: a == b)
fne = _compare("fne", lambda a, b: a != b)


def fcvt(f, g, a, e):
    if isinstance(a, int) or f is BF16 or g is BF16:
        return _slow["fcvt"](f, g, a, e)
    exact = _double(f, a, e)
    if g is F64:
        bits = exact.view(U).copy()
    else:
        bits = _narrow(g, exact, e.rounding(g))
    x = bits & U(g.inf)
    bad = np.flatnonzero((x == g.inf) | (x <= g.low + 1))
    if len(bad):
        bits[bad] = [one.fcvt(f, g, int(a[i]), e) for i in bad]
    return bits


def fwiden(f, g, a):
    if isinstance(a, int):
        return one.fwiden(f, g, a)
    if f is BF16:
        return a << 16
    return _slow["fwiden"](f, g, a) if f is F64 else _widen(f, g, a)


def _widen(f, g, a):
    bits = _host(f, a).astype(HOST[g][1]).view(HOST[g][0]).astype(U)
    bad = np.flatnonzero((a & f.inf) == f.inf)
    if len(bad):
        bits[bad] = [one.fwiden(f, g, int(a[i])) for i in bad]
    return bits


to_int, from_int = _slow["to_int"], _slow["from_int"]


def _integral(name, host):
    """Return a rounding function. The host's rounding to integers is exact and raises no exceptions; NaNs are made
    quiet lane by lane."""
    slow = _slow[name]

    def operation(f, a, e):
        if f is BF16 or isinstance(a, int):
            return slow(f, a, e)
        bits = host(_host(f, _flushed(f, a, e))).view(HOST[f][0]).astype(U)
        bad = np.flatnonzero((bits & U(f.inf)) == f.inf)
        if len(bad):
            bits[bad] = [getattr(one, name)(f, int(a[i]), e) for i in bad]
        return bits
    return operation


f_trunc, f_floor, f_ceil, f_even = (
    _integral(name, host)
    for name, host in (("f_trunc", np.trunc), ("f_floor", np.floor), ("f_ceil", np.ceil), ("f_even", np.rint)))
