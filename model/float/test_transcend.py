"""Every f16 through the transcendental functions: the nearest number by mpmath in every MODE.
The instructions are tested too, with the tolerance of their rows (RDNA3 ISA, 16.8; errata E-114, E-119)."""
import mpmath
import numpy
import pytest

from .. import V0, Machine
from .test_float import F16, lib  # noqa: F401  (lib is a fixture)

ALL_F16 = numpy.arange(1 << 16, dtype=numpy.uint64)
INF, ONE, SIGN, NAN = 0x7c00, 0x3c00, 0x8000, 0xfe00
KEEP_ALL, IN, OUT = 0xf0, 0x40, 0x80                    # MODE.denorm: all kept; f16 inputs; f16 outputs
# VOP1 opcodes of gfx906 and gfx1100
OPCODES = {
    "rcp": (61, 84),
    "sqrt_approx": (62, 85),
    "rsq": (63, 86),
    "log2": (64, 87),
    "exp2": (65, 88),
    "sin_turns": (73, 96),
    "cos_turns": (74, 97),
}


def significand_and_exponent(x):
    """Return (significand, exponent) of a finite f16."""
    field = x >> 10 & 31
    m, e = (x & 1023 | 1024, field - 25) if field else (x & 1023, -24)
    return (-m if x & SIGN else m), e


def nearest_f16(v):
    """Return the f16 nearest to an mpmath number, ties to even."""
    sign, (m, e) = SIGN if v < 0 else 0, v.man_exp
    unit = max(e + m.bit_length() - 11, -24)
    q, remainder = m << max(e - unit, 0) >> max(unit - e, 0), m & (1 << max(unit - e, 0)) - 1
    half = 1 << unit - e - 1 if unit > e else 1
    bits = (unit + 24 << 10) + q + (remainder > half or remainder == half and q & 1)
    return sign | min(bits, INF) if m else sign


def special_result(name, x):
    """Return the listed result of a special value, or None.
    NaNs are quieted, zeros and infinities have their limits, negative roots are NaN."""
    mag, negative = x & 0x7fff, x & SIGN
    if mag > INF:
        return x | 0x200
    if name in ("rsq", "sqrt_approx", "log2") and negative and mag:
        return NAN
    table = {
        "rcp": {0: negative | INF, INF: negative}, "rsq": {0: negative | INF, INF: 0},
        "sqrt_approx": {0: negative, INF: INF}, "exp2": {0: ONE, INF: 0 if negative else INF},
        "log2": {0: SIGN | INF, INF: INF}, "sin_turns": {0: negative, INF: NAN}, "cos_turns": {0: ONE, INF: NAN},
    }
    return table[name].get(mag)


def true_value(name, m, e):
    """Return the function of m * 2**e as an mpmath number."""
    x = mpmath.ldexp(mpmath.mpf(m), e)
    if name in ("sin_turns", "cos_turns"):              # whole turns are removed exactly
        part = mpmath.mpf(m % (1 << -e)) / (1 << -e) if e < 0 else mpmath.mpf(0)
        return mpmath.sinpi(2 * part) if name == "sin_turns" else mpmath.cospi(2 * part)
    return {"rcp": lambda: 1 / x, "rsq": lambda: 1 / mpmath.sqrt(x), "sqrt_approx": lambda: mpmath.sqrt(x),
            "exp2": lambda: mpmath.power(2, x), "log2": lambda: mpmath.log(x, 2)}[name]()


@pytest.fixture(scope="module")
def nearest_results():
    """Return {function: the result of every f16 with denormals kept}."""
    out = {}
    with mpmath.workprec(100):
        for name in OPCODES:
            column = []
            for x in range(1 << 16):
                s = special_result(name, x)
                column.append(nearest_f16(true_value(name, *significand_and_exponent(x))) if s is None else s)
            out[name] = numpy.array(column, numpy.uint64)
    return out


def flushed_column(column, mode):
    """Return the column for a MODE that flushes f16 denormals of inputs or outputs."""
    x = ALL_F16.copy()
    if not mode & IN:
        x[(x & 0x7fff) < 0x400] &= SIGN
    out = column[x.astype(int)]
    if not mode & OUT:
        out = numpy.where((out & 0x7fff) < 0x400, out & SIGN, out)
    return out


def differing_lanes(column, expected_column):
    """Return the lanes in which two columns differ; the bits of a generated NaN are not compared."""
    nan = ((column & 0x7fff) > INF) & ((expected_column & 0x7fff) > INF)
    return numpy.nonzero((column != expected_column) & ~nan)[0]


@pytest.mark.parametrize("name", OPCODES)
def test_every_f16_is_rounded_to_nearest_in_every_mode(lib, nearest_results, name):  # noqa: F811
    for mode in range(0, 1 << 10, 2):                   # FP_ROUND and IEEE have no effect; bits 0, 4 and 5 are f32's
        if mode & 0x130:
            continue
        result, _ = lib.run(f"{name}_f16", mode, ALL_F16)
        nearest = flushed_column(nearest_results[name], mode)
        differing = differing_lanes(result, nearest)
        assert not len(differing), (
            f"{name}({differing[0]:#x}) MODE {mode:#x}: "
            f"{int(result[differing[0]]):#x}, nearest {int(nearest[differing[0]]):#x}"
        )


@pytest.mark.parametrize("arch", ["gfx906", "gfx1100"])
@pytest.mark.parametrize("name", OPCODES)
def test_instruction_gives_the_function_of_every_f16(nearest_results, arch, name):
    """The other half is kept or zeroed, and the tolerance is one unit except for special and exact results."""
    code = (0x3f << 25 | 1 << 17 | OPCODES[name][arch == "gfx1100"] << 9 | 0x100).to_bytes(4, "little")
    m, other_half = Machine(waves=1), 0 if arch == "gfx906" else 0x5aa5
    for start in range(0, 1 << 16, 64):
        x = ALL_F16[start:start + 64].astype(numpy.uint32)
        out = m.run(arch=arch, code=code, wave=64, sets=[(0, V0, x), (0, V0 + 1, 0x5aa50000)])
        assert out.status == "ok", out.text
        got = m.wave(0).v[1].astype(numpy.uint64)
        differing = differing_lanes(got & 0xffff, nearest_results[name][start:start + 64])
        assert not len(differing), (
            f"{name} {int(x[differing[0]]):#x}: {int(got[differing[0]]):#x}, "
            f"nearest {int(nearest_results[name][start + differing[0]]):#x}"
        )
        assert (got >> 16 == other_half).all()
        assert not m.wave(0).v_tolerant[1] or m.wave(0).v_ulp[1] == 1
