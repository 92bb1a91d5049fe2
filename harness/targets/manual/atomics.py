# Atomics whose text is silent: the order of NaNs and the denormals of floats, in exact integers (RDNA3 ISA, 13).
import re

from .exact import F32, F64, add, flushed, is_nan

FLOATS = re.compile(r"(?P<where>ds|flat|global|buffer)_(atomic_)?(?P<how>min|max|add)_((rtn|src2)_)?f(?P<width>32|64)")
NOTE = "float.atomic: NaNs, denormals and rounding as chapter 13 of RDNA3's guide has them, in exact integers"


def signals(f, x):
    return is_nan(f, x) and not x & f.quiet


def rank(f, x, greatest, env):
    """The place of a number in the order of MIN or MAX; a quiet NaN loses, -0 lies below +0 (13.3)."""
    if is_nan(f, x):
        return -1 if greatest else 1 << f.width
    x = flushed(f, x, env)
    return x ^ (2 * f.sign - 1) if x & f.sign else x | f.sign


def chosen(f, memory, data, greatest, env):
    """Signalling NaNs first, made quiet; else the one that comes first or last, as it stands."""
    for x in (memory, data):
        if signals(f, x):
            return x | f.quiet
    if is_nan(f, memory):
        return data
    old, new = rank(f, memory, greatest, env), rank(f, data, greatest, env)
    return data if (new > old if greatest else new < old) else memory


def setting(how, where, env):
    """Rounded to nearest; sums in memory flush what comes in, LDS goes by MODE (13.1, 13.2)."""
    nearest = env.but(round32=0, round64=0)
    return nearest.but(in32=False, out32=True) if how == "add" and where != "ds" else nearest


def lane(name):
    """(function of one lane, its reads, its writes) of a float atomic; None for other operations."""
    m = FLOATS.fullmatch(name)
    if not m:
        return None
    f, how, where = F32 if m["width"] == "32" else F64, m["how"], m["where"]
    size = f.width // 8

    def run(c):
        env = setting(how, where, c.env)
        old = c.load(c.ADDR, size)
        data = c.DATA & (1 << f.width) - 1
        c.store(c.ADDR, size, add(f, old, data, env) if how == "add" else chosen(f, old, data, how == "max", env))
        c.RETURN_DATA = old
    part = {("f", f.width)}
    return run, {"ADDR": part, "DATA": part}, {"MEM": part, "RETURN_DATA": part}
