# The runtime of the row flavour: every value is a numpy row of uint64 bit patterns, one a lane, or a Python integer.
# Host floats are a fast path under round-to-nearest with denormals on; lanes they might get wrong are redone exactly.
import numpy as np

from . import lanes as one
from .exact import BF16, F16, F32, F64

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
    """Lifts a one-lane function: rows go through it lane by lane."""
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


def _redo(f, result, name, args):
    """Replaces the lanes whose exponent is all ones or zero by exact ones; NaN, infinity, zero and denormals end there."""
    bits = result.view(HOST[f][0]).astype(U)
    e = bits & U(f.inf)
    bad = np.flatnonzero((e == f.inf) | (e == 0))
    if len(bad):
        exact = getattr(one, name)
        columns = [[int(a[i]) for i in bad] if isinstance(a, np.ndarray) else [a] * len(bad) for a in args[:-1]]
        bits[bad] = [exact(f, *row, args[-1]) for row in zip(*columns)]
    return bits


def _fast(name, host):
    slow = _slow[name]

    def operation(f, *args):
        if (
            f is BF16
            or not args[-1].plain
            or f is F16
            and args[-1].ovfl
            or not any(isinstance(a, np.ndarray) for a in args)
        ):
            return slow(f, *args)
        return _redo(f, host(*(_host(f, a) for a in args[:-1])), name, args)
    return operation


fadd = _fast("fadd", lambda a, b: a + b)
fsub = _fast("fsub", lambda a, b: a - b)
fmul = _fast("fmul", lambda a, b: a * b)
fdiv = _fast("fdiv", lambda a, b: a / b)


def f_sqrt(f, a, e): return _slow["f_sqrt"](f, a, e)


def ffma(f, a, b, c, e):
    """f32: product and sum in f64; the sum's error term makes it round-to-odd, so the last rounding is the only one
    (53 bits hold 2 * 24 + 2, Boldo and Melquiond 2008)."""
    if f is not F32 or not e.plain or not any(isinstance(v, np.ndarray) for v in (a, b, c)):
        return _slow["ffma"](f, a, b, c, e)
    p = _host(f, a).astype(np.float64) * _host(f, b).astype(np.float64)
    z = _host(f, c).astype(np.float64)
    s = p + z
    t = s - p
    error = (p - (s - t)) + (z - t)
    bits = s.view(np.uint64)
    inexact = (error != 0) & ((bits & U(1)) == 0)
    toward = np.where((error > 0) == (s > 0), U(1), U(0xffffffffffffffff))
    odd = np.where(inexact, bits + toward, bits).view(np.float64)
    return _redo(f, odd.astype(np.float32), "ffma", (a, b, c, e))


def _keys(f, v):
    """Bit patterns made comparable as unsigned integers; both zeros the same."""
    mag = v & (f.sign - 1)
    return np.where((v & f.sign) != 0, U(f.sign) - mag, mag + U(f.sign)), mag > f.inf


def _compare(name, how):
    slow = _slow[name]

    def operation(f, a, b, e):
        if not e.plain:
            return slow(f, a, b, e)
        if isinstance(a, int) and isinstance(b, int):
            return slow(f, a, b, e)
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
    if not e.plain or isinstance(a, int) or f is BF16 or g is BF16 or g is F16 and e.ovfl:
        return _slow["fcvt"](f, g, a, e)
    r = _host(f, a).astype(HOST[g][1])
    bits = r.view(HOST[g][0]).astype(U)
    x = bits & U(g.inf)
    bad = np.flatnonzero((x == g.inf) | (x == 0))
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
f_trunc, f_floor, f_ceil, f_even = (_slow[n] for n in ("f_trunc", "f_floor", "f_ceil", "f_even"))
