"""Second witness of division: V_DIV_SCALE, V_DIV_FMAS and V_DIV_FIXUP from the manual's prose in integers and
fractions.
The sequence of compilers is compared with the correctly rounded quotient (RDNA3 ISA, 16.12; Vega ISA, VOP3 478-483;
errata E-117, E-118, E-131)."""
from fractions import Fraction

import pytest

from .testing_witness import (
    F16, F32, F64, FLUSH_ALL, FLUSH_SINGLE, KEEP_ALL, first_difference, floats, run_lanes, rng, same_nan,
)

ARCHS = pytest.mark.parametrize("arch", ["gfx906", "gfx1100"])
STEPS = {32: (F32, 96, 64, 23, -150), 64: (F64, 768, 128, 53, -1075)}


def operand_registers(width, *numbers):
    """Return the registers of operands 1, 2, 3 …: one for each, or pairs."""
    return [f"v{n}" if width < 64 else f"v[{2 * n}:{2 * n + 1}]" for n in numbers]


def near_ties(random, size, f):
    """Return denominators and numerators whose quotient is at or next to a rounding tie, mostly subnormal."""
    out = []
    while len(out) < size:
        top = random.choice((f.fraction, f.fraction - 1, 3, 8))
        middle = (2 * random.getrandbits(top) + 1) * Fraction(2) ** (-f.bias - f.fraction)
        d = random.randrange(f.bias - 20, 2 * f.bias) << f.fraction | random.getrandbits(f.fraction)
        n = f.rounded(middle * f.value(d)) + random.randrange(-2, 3)
        if 0 < n < f.infinity:
            out.append((d | f.sign * random.getrandbits(1), n))
    return out


def operand_pairs(random, size, f):
    """Return (denominators, numerators): all pairs of classes, quotients of every size, and near ties."""
    d, n = floats(random, size, f, near=6), floats(random, size, f, near=6)
    for k in range(0, size, 4):                            # quotients about the ends of the range
        apart = random.choice((0, 95, 96, 97, 126, 150, -95, -96, -97, -103, -126, -149, -151, 64, -64)) * f.bias // 127
        field = min(max(f.field(d[k]) + apart, 0), 2 * f.bias)
        n[k] = n[k] & ~f.infinity | field << f.fraction
    for k, (a, b) in enumerate(near_ties(random, size // 4, f)):
        d[4 * k + 1], n[4 * k + 1] = a, b
    return d, n


# ---- the steps ----

def scale_witness(f, far, by, tiny, least, s0, d, n):
    """Return (result, flag) by the manual's list with the corrections of errata E-118."""
    if f.is_nan(d) or f.is_nan(n):
        return None
    if f.magnitude_bits(d) == 0 or f.magnitude_bits(n) == 0:
        return f.infinity | f.quiet, 1
    apart, low = f.field(n) - f.field(d), False
    steep = not f.is_infinite(d) and f.is_subnormal(f.rounded(1 / abs(f.value(d))))
    if not f.is_infinite(d) and not f.is_infinite(n):
        nearest = f.rounded(abs(f.value(n) / f.value(d)))
        low = f.is_subnormal(nearest) or (nearest == 0 and apart >= least)        # what V_DIV_FIXUP does not replace
    if apart >= far:
        power, flag = by * (s0 == d), 1
    elif f.is_subnormal(d):
        power, flag = by, 0
    elif steep:
        power, flag = (-by * (s0 == d), 1) if low else (-by, 0)
    elif low or (f.field(n) <= tiny and apart <= -far):
        power, flag = by * (s0 == n), 1
    else:
        power, flag = by * (f.field(n) <= tiny), 0
    return s0 if f.is_infinite(s0) else f.rounded(f.value(s0) * Fraction(2) ** power), flag


@ARCHS
@pytest.mark.parametrize("width", [32, 64])
@pytest.mark.parametrize("second", [False, True])
def test_div_scale_matches_the_manual(arch, width, second):
    f, far, by, tiny, least = STEPS[width]
    d, n = operand_pairs(rng(f"scale {width}"), 2400, f)
    r, a, b = operand_registers(width, 0, 1, 2)
    got, unsure = run_lanes(
        arch, f"v_div_scale_f{width} {r}, vcc, {b if second else a}, {a}, {b}", {a: d, b: n}, [r, "vcc"]
    )
    want = [scale_witness(f, far, by, tiny, least, y if second else x, x, y) for x, y in zip(d, n)]
    assert first_difference(*same_nan(f, got[r], [w and w[0] for w in want]), unsure[r], d, n) is None
    assert first_difference(got["vcc"], [w and w[1] for w in want], unsure["vcc"], d, n) is None
    assert {w and w[1] for w in want} == {None, 0, 1}


@ARCHS
@pytest.mark.parametrize("width", [32, 64])
@pytest.mark.parametrize("mode", [KEEP_ALL, FLUSH_ALL])
def test_div_fmas_scales_back(arch, width, mode):
    f, by = STEPS[width][0], STEPS[width][2]
    random = rng(f"fmas {width}")
    a, b, c = (floats(random, 2400, f, near=random.choice((8, 40, 70))) for _ in range(3))
    vcc = [random.getrandbits(1) for _ in a]
    def witness(x, y, z, scaled):
        if any(f.field(v) == (1 << f.exponent) - 1 for v in (x, y, z)):
            return None
        power = 0 if not scaled else by if f.field(z) > f.bias else -by                 # |z| >= 2
        exact = (f.value(x) * f.value(y) + f.value(z)) * Fraction(2) ** power
        negative = bool((x ^ y) & z & f.sign)
        r = f.rounded(exact, "even", negative and exact == 0)
        return r if mode == KEEP_ALL or abs(f.value(r) if not f.is_infinite(r) else 1) >= f.least else r & f.sign
    r, *s = operand_registers(width, 0, 1, 2, 3)
    got, unsure = run_lanes(arch, f"v_div_fmas_f{width} {r}, {', '.join(s)}", dict(zip(s, (a, b, c))), [r], mode, vcc)
    want = [witness(*x) for x in zip(a, b, c, vcc)]
    assert sum(w is not None for w in want) > 1200
    assert first_difference(got[r], want, unsure[r], a, b, c) is None


def fixup_witness(f, least, q, d, n):
    sign = (d ^ n) & f.sign
    if f.is_nan(d) or f.is_nan(n):
        return f.infinity | f.quiet
    if (f.value(d) if not f.is_infinite(d) else 1) == 0:
        return f.infinity | (f.quiet if not f.is_infinite(n) and f.value(n) == 0 else sign)
    if f.is_infinite(n):
        return f.infinity | (f.quiet if f.is_infinite(d) else sign)
    if f.is_infinite(d) or f.value(n) == 0:
        return sign
    if least and f.field(n) - f.field(d) < least:
        return sign
    if least and f.field(q) == (1 << f.exponent) - 1:
        return sign | f.infinity
    return sign | f.magnitude_bits(q)


@ARCHS
@pytest.mark.parametrize("width", [16, 32, 64])
def test_div_fixup_matches_the_manual(arch, width):
    f, least = (F16, 0) if width == 16 else (STEPS[width][0], STEPS[width][4])
    random = rng(f"fixup {width}")
    d, n = operand_pairs(random, 2400, f) if least else (floats(random, 2400, f), floats(random, 2400, f))
    q = floats(random, 2400, f)
    r, *s = operand_registers(width, 0, 1, 2, 3)
    variants = [f"v_div_fixup_f{width}"] + ["v_div_fixup_legacy_f16"] * (width == 16 and arch == "gfx906")
    for spelling in variants:
        got, unsure = run_lanes(arch, f"v_mov_b32 v0, 0; {spelling} {r}, {', '.join(s)}", dict(zip(s, (q, d, n))), [r])
        want = [fixup_witness(f, least, *x) for x in zip(q, d, n)]
        assert first_difference(*same_nan(f, got[r], want), unsure[r], q, d, n) is None


# ---- the whole ----

def compiled_quotient(f, d, n, flush):
    if flush:
        d, n = f.flushed(d), f.flushed(n)
    special = fixup_witness(f, 0, 1, d, n)
    if f.is_nan(special) or f.is_infinite(special) or f.magnitude_bits(special) == 0:
        return special
    r = f.rounded(f.value(n) / f.value(d))
    return f.flushed(r) if flush else r


# v1 / v0 by LLVM's lowering (AMDGPULegalizerInfo::legalizeFDIV32, legalizeFDIV64); {on} and {off} keep denormals inside
# where MODE flushes them.
SINGLE = """v_div_scale_f32 v2, {sdst}, v0, v0, v1; v_div_scale_f32 v3, vcc, v1, v0, v1; {reciprocal}; {on}
    v_fma_f32 v5, -v2, v4, 1.0; v_fma_f32 v4, v5, v4, v4; v_mul_f32 v5, v3, v4; v_fma_f32 v6, -v2, v5, v3
    v_fma_f32 v5, v6, v4, v5; v_fma_f32 v2, -v2, v5, v3; {off}
    v_div_fmas_f32 v2, v2, v4, v5; v_div_fixup_f32 v2, v2, v0, v1"""
DOUBLE = """v_div_scale_f64 v[4:5], {sdst}, v[0:1], v[0:1], v[2:3]; {reciprocal}
    v_fma_f64 v[8:9], -v[4:5], v[6:7], 1.0; v_fma_f64 v[6:7], v[6:7], v[8:9], v[6:7]
    v_fma_f64 v[8:9], -v[4:5], v[6:7], 1.0; v_fma_f64 v[6:7], v[6:7], v[8:9], v[6:7]
    v_div_scale_f64 v[8:9], vcc, v[2:3], v[0:1], v[2:3]; v_mul_f64 v[10:11], v[8:9], v[6:7]
    v_fma_f64 v[4:5], -v[4:5], v[10:11], v[8:9]; v_div_fmas_f64 v[4:5], v[4:5], v[6:7], v[10:11]
    v_div_fixup_f64 v[4:5], v[4:5], v[0:1], v[2:3]"""
SWITCH = {
    "gfx906": ("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 0"),
    "gfx1100": ("s_denorm_mode 15", "s_denorm_mode 12"),
}


@ARCHS
@pytest.mark.parametrize("flush", [False, True])
def test_single_quotient_is_correctly_rounded(arch, flush):
    d, n = operand_pairs(rng("single"), 8000, F32)
    on, off = SWITCH[arch] if flush else ("", "")
    text = SINGLE.format(sdst="s[2:3]", reciprocal="v_rcp_f32 v4, v2", on=on, off=off)
    got, _ = run_lanes(arch, text, {"v0": d, "v1": n}, ["v2"], FLUSH_SINGLE if flush else KEEP_ALL)
    want = [compiled_quotient(F32, x, y, flush) for x, y in zip(d, n)]
    assert first_difference(*same_nan(F32, got["v2"], want), [0] * len(d), d, n) is None


@ARCHS
def test_double_quotient_is_correctly_rounded(arch):
    d, n = operand_pairs(rng("double"), 4000, F64)
    text = DOUBLE.format(sdst="s[2:3]", reciprocal="v_rcp_f64 v[6:7], v[4:5]")
    got, _ = run_lanes(arch, text, {"v[0:1]": d, "v[2:3]": n}, ["v[4:5]"])
    want = [compiled_quotient(F64, x, y, False) for x, y in zip(d, n)]
    assert first_difference(*same_nan(F64, got["v[4:5]"], want), [0] * len(d), d, n) is None


@pytest.mark.parametrize("width", [32, 64])
def test_quotient_does_not_depend_on_the_reciprocal(width):
    """Any reciprocal within the manual's bound (1 ulp; 2^29 ulp of f64) gives the same quotient.
    An exception is a denominator whose fraction is all ones. There Newton's steps may end one unit below the
    reciprocal, and the last sum on a tie (Markstein's exception)."""
    f, arch, random = STEPS[width][0], "gfx1100", rng(f"reciprocal {width}")
    d, n = operand_pairs(random, 4000, f)
    a, b, scaled, y, result = (
        ("v0", "v1", "v2", "v4", "v2") if width == 32 else ("v[0:1]", "v[2:3]", "v[4:5]", "v[6:7]", "v[4:5]")
    )
    ds, _ = run_lanes(arch, f"v_div_scale_f{width} {scaled}, s[2:3], {a}, {a}, {b}", {a: d, b: n}, [scaled])
    def reciprocal(x):
        if f.field(x) in (0, (1 << f.exponent) - 1):
            return (
                f.infinity | f.quiet if f.is_nan(x)
                else f.infinity | x & f.sign if f.magnitude_bits(x) == 0
                else x & f.sign
            )
        r = f.rounded(1 / f.value(x)) + (random.randrange(-1, 2) if width == 32 else random.randrange(-2**28, 2**28))
        return r
    text = (SINGLE if width == 32 else DOUBLE).format(sdst="s[2:3]", reciprocal="s_nop 0", on="", off="")
    got, _ = run_lanes(arch, text, {a: d, b: n, y: [reciprocal(x) for x in ds[scaled]]}, [result])
    ones = (1 << f.fraction) - 1
    want = [None if x & ones == ones else compiled_quotient(f, x, z, False) for x, z in zip(d, n)]
    assert first_difference(*same_nan(f, got[result], want), [0] * len(d), d, n) is None
