"""exp2, log2, sin and cos, rounded once from mpmath at high precision. Comparisons allow the manual's ULPs."""
from typing import Any

from . import exact as x

_mp = None


def _mpmath():
    global _mp
    if _mp is None:
        from mpmath import mp as found
        mp: Any = found
        mp.prec = 240
        _mp = mp
    return _mp


def _two_over_pi():
    from mpmath import mp
    with mp.workprec(1400):
        return int(mp.floor(2 / mp.pi * mp.mpf(2) ** 1201))


class _Lazy:
    """2/pi as a fraction of 1201 bits, computed at the first use."""
    value = None

    def __lshift__(self, n):
        if _Lazy.value is None:
            _Lazy.value = _two_over_pi()
        return _Lazy.value << n

    def __and__(self, mask):
        return (self << 0) & mask


TWO_OVER_PI = _Lazy()


def _back(f, v, env):
    """Round an mpf to format f. No result here is an exact tie between two floats."""
    if v == 0:
        return 0
    s, m, e, _ = v._mpf_
    return x.pack(f, s, int(m) << f.fraction + 4, int(e) - f.fraction - 4, env)


def _value(f, a):
    s, m, e = x.split(f, a)
    mp = _mpmath()
    v = mp.ldexp(mp.mpf(m), e)
    return -v if s else v


def exp2(f, a, env):
    if x.is_nan(f, a):
        return a | f.quiet
    if x.is_inf(f, a):
        return 0 if a & f.sign else a
    v = _value(f, x.flushed(f, a, env))
    if abs(v) > 3000:
        return x.pack(f, 0, 1, 5000 if v > 0 else -5000, env)
    return _back(f, _mpmath().power(2, v), env)


def log2(f, a, env):
    if x.is_nan(f, a):
        return a | f.quiet
    a = x.flushed(f, a, env)
    if x.is_zero(f, a):
        return f.sign | f.inf
    if a & f.sign:
        return f.nan | f.sign
    if x.is_inf(f, a):
        return a
    mp = _mpmath()
    return _back(f, mp.log(_value(f, a)) / mp.log(2), env)


def _turns(f, a, env, shift):
    """Return sin(2 pi (x + shift/4)). The argument is reduced exactly."""
    if x.is_nan(f, a):
        return a | f.quiet
    if x.is_inf(f, a):
        return f.nan | f.sign
    a = x.flushed(f, a, env)
    s, m, e = x.split(f, a)
    if not m:
        return f.bias << f.fraction if shift else a
    mp = _mpmath()
    if e >= 0:
        part, size = 0, 0
    else:
        part, size = m & (1 << -e) - 1, -e
    quarter = part << 2 if not shift else (part << 2) + (1 << size)
    if not quarter & (1 << size) - 1:                      # a whole number of quarter turns
        q = quarter >> size & 3
        one = f.bias << f.fraction
        return (0, one ^ (f.sign if s and not shift else 0), 0, one ^ (0 if s and not shift else f.sign))[q]
    if not shift:
        v = mp.sin(2 * mp.pi * mp.ldexp(mp.mpf(part), -size))
        return _back(f, -v if s else v, env)
    return _back(f, mp.cos(2 * mp.pi * mp.ldexp(mp.mpf(part), -size)), env)


def sin_turns(f, a, env): return _turns(f, a, env, 0)
def cos_turns(f, a, env): return _turns(f, a, env, 1)
