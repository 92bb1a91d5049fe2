"""Float atomics, whose pseudocode omits the order of NaNs and the handling of denormals (RDNA3 ISA, 13)."""
import re

from .exact import F32, F64, add, flushed, is_nan

FLOATS = re.compile(r"(?P<where>ds|flat|global|buffer)_(atomic_)?(?P<how>min|max|add)_((rtn|src2)_)?f(?P<width>32|64)")
NOTE = "float.atomic: NaNs, denormals and rounding as chapter 13 of RDNA3's guide has them, in exact integers"


def is_signalling(f, x):
    return is_nan(f, x) and not x & f.quiet


def order_key(f, x, greatest, env):
    """Return the sort key of an operand of MIN or MAX: a number precedes a quiet NaN, and -0 is less than +0 (13.3)."""
    if is_nan(f, x):
        return -1 if greatest else 1 << f.width
    x = flushed(f, x, env)
    return x ^ (2 * f.sign - 1) if x & f.sign else x | f.sign


def select_minmax(f, memory, data, greatest, env):
    """Return the result of MIN or MAX. If an operand is a signalling NaN, it is that NaN made quiet, else the lesser or
    greater value."""
    for x in (memory, data):
        if is_signalling(f, x):
            return x | f.quiet
    if is_nan(f, memory):
        return data
    old, new = order_key(f, memory, greatest, env), order_key(f, data, greatest, env)
    return data if (new > old if greatest else new < old) else memory


def atomic_env(how, where, env):
    """Return the float environment of an atomic: it rounds to nearest. Additions in memory flush denormal inputs;
    additions in LDS obey MODE (13.1, 13.2)."""
    nearest = env.but(round32=0, round64=0)
    return nearest.but(in32=False, out32=True) if how == "add" and where != "ds" else nearest


def float_atomic(name):
    """Return (function for one lane, its reads, its writes) for a float atomic, or None for other operations."""
    m = FLOATS.fullmatch(name)
    if not m:
        return None
    f, how, where = F32 if m["width"] == "32" else F64, m["how"], m["where"]
    size = f.width // 8

    def run(c):
        env = atomic_env(how, where, c.env)
        old = c.load(c.ADDR, size)
        data = c.DATA & (1 << f.width) - 1
        new = add(f, old, data, env) if how == "add" else select_minmax(f, old, data, how == "max", env)
        c.store(c.ADDR, size, new)
        c.RETURN_DATA = old
    part = {("f", f.width)}
    return run, {"ADDR": part, "DATA": part}, {"MEM": part, "RETURN_DATA": part}
