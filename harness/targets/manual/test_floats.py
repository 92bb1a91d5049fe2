"""The float arithmetic of the target manual, compared with fractions."""
import random
from fractions import Fraction

import pytest

from . import exact
from .manual import Manual
from .testing_manual import M, M32, V, f32, number, run_code, vop1, vop2, vop3, words


def fraction(x):
    s, m, e = exact.split(exact.F32, x)
    return (-1 if s else 1) * m * Fraction(2) ** e


def nearest(q, up=False):
    """The f32 nearest to a fraction, ties to even, by search; independent of exact.pack."""
    if q == 0:
        return 0
    s, q = (1, -q) if q < 0 else (0, q)
    lo, hi = 0, 0x7f800000
    while hi - lo > 1:
        mid = lo + hi >> 1
        value = Fraction(2) ** 128 if mid == 0x7f800000 else fraction(mid)
        lo, hi = (mid, hi) if value <= q else (lo, mid)
    top = Fraction(2) ** 128 if hi == 0x7f800000 else fraction(hi)
    a, b = q - fraction(lo), top - q
    return s << 31 | (lo if a < b or a == b and not lo & 1 else hi)


def finite(seed):
    r = random.Random(seed)
    near = lambda: r.randrange(100, 150) << 23 | r.getrandbits(23) | r.getrandbits(1) << 31
    return [r.choice([0, 1, 0x7fffff, 0x800000, 0x3f800000, 0x7f7fffff, 0x80000001]) if r.random() < .3 else near()
            for _ in range(64)]


@pytest.mark.parametrize(
    "name,want",
    [
        ("v_add_f32", lambda a, b, c: a + b),
        ("v_mul_f32", lambda a, b, c: a * b),
        ("v_fma_f32", lambda a, b, c: a * b + c),
    ],
)
def test_float_against_fractions(name, want):
    x, y, z = finite(4), finite(5), finite(6)
    got = run_code(vop3(name), {"v0": x, "v2": y, "v4": z})
    for a, b, c, g in zip(x, y, z, got):
        q = want(fraction(a), fraction(b), fraction(c))
        if q:
            assert g == nearest(q), (hex(a), hex(b), hex(c))
        else:
            assert g & 0x7fffffff == 0


def test_double_rounding_trap_in_fma():
    """Bits beyond the precision of f64 decide a tie of f32: 2**24 + 2 + (1 - 2**-46) is just below the middle."""
    a, b, c = f32(1 + 2 ** -23), f32(1 - 2 ** -23), f32(2.0 ** 24 + 2)
    got = run_code(vop3("v_fma_f32"), {"v0": [a], "v2": [b], "v4": [c]})[0]
    assert got == nearest(fraction(a) * fraction(b) + fraction(c)) == c
    up = run_code(vop3("v_fma_f32"), {"v0": [a], "v2": [b ^ 1 << 31], "v4": [c]})[0]
    assert up == nearest(fraction(c) - fraction(a) * fraction(b)) == c


@pytest.mark.parametrize("name,want", [("v_add_f32", lambda a, b: a + b), ("v_mul_f32", lambda a, b: a * b)])
def test_exact_lanes_against_fractions(name, want):
    """This tests the integer arithmetic, not the host's floats, including ties and denormals."""
    single = Manual(force_lane=True)
    x, y = finite(8), finite(9)
    x[0], y[0] = f32(2.0 ** 24 + 2), f32(1.0)
    x[1], y[1] = f32(2.0 ** 24), f32(1.0)
    case = {"arch": "gfx1100", "wave": 64, "code": vop3(name, src=(V, V + 2, 0)), "state": {"v0": x, "v2": y},
            "observe": {"registers": ["v8"]}}
    got = single.run(case)["waves"][0]["registers"]["v8"]
    for a, b, g in zip(x, y, got):
        q = want(fraction(a), fraction(b))
        assert g == nearest(q) if q else not g & 0x7fffffff, (hex(a), hex(b))


def test_compare_with_an_immediate_on_gfx906():
    """The CDNA text calls the register S0 and the immediate S1."""
    code = words(0b1011 << 28 | number("s_cmpk_lt_i32", "SOPK", "gfx906") << 23 | 2 << 16 | 0xfffe)
    assert run_code(code, {"s2": -3 & M32}, ("scc",), arch="gfx906") == 1
    assert run_code(code, {"s2": 5}, ("scc",), arch="gfx906") == 0


def test_running_off_the_end_counts_no_instruction():
    result = M.run({"arch": "gfx1100", "code": words(0x7e100281)})
    assert result["instructions"] == 1 and result["status"] == "ok"


@pytest.mark.parametrize(
    "mode,want", [(0x3F0, 0x3F800000), (0x3F1, 0x3F800001), (0x3F2, 0x3F800000), (0x3F3, 0x3F800000)]
)
def test_rounding_modes(mode, want):
    assert run_code(vop3("v_add_f32"), {"v0": f32(1), "v2": 1, "mode": mode})[0] == want


def test_denormal_flush():
    assert run_code(vop3("v_add_f32"), {"v0": 0x80000001, "v2": 0, "mode": 0x3c0}, observe=("v8",))[0] == 0
    assert run_code(vop3("v_mul_f32"), {"v0": f32(2 ** -100), "v2": f32(2 ** -40), "mode": 0x3d0})[0] == 0
    assert run_code(vop3("v_mul_f32"), {"v0": f32(2 ** -100), "v2": f32(2 ** -40)})[0] == 1 << 9
    assert run_code(vop3("v_mul_f32"), {"v0": 1, "v2": f32(2 ** 60), "mode": 0x3d0})[0] == f32(2 ** -89)
    assert run_code(vop3("v_mul_f32"), {"v0": 1, "v2": f32(2 ** 60), "mode": 0x3e0})[0] == 0


def test_input_modifiers_and_float_clamp():
    code = vop3("v_add_f32", neg=1, abs=2)
    assert run_code(code, {"v0": f32(1), "v2": f32(-3)})[0] == f32(2)
    clamped = run_code(vop3("v_add_f32", clamp=1), {"v0": [f32(3), f32(-3), 0x7fc00000, f32(.25)], "v2": 0})
    assert clamped[:4] == [f32(1), 0, 0, f32(.25)]
    assert run_code(vop3("v_add_f32", clamp=1), {"v0": [0x7fc00000], "v2": 0, "mode": 0x2f0})[0] == 0x7fc00000


def test_omod_only_without_denormals_and_ieee():
    code = vop3("v_add_f32", omod=1)
    assert run_code(code, {"v0": f32(3), "v2": 0})[0] == f32(3)
    assert run_code(code, {"v0": f32(3), "v2": 0, "mode": 0x1c0})[0] == f32(6)


@pytest.mark.parametrize("arch,want", [("gfx906", 0x00003c00), ("gfx1100", 0xabcd3c00)])
def test_half_result_keeps_or_zeroes(arch, want):
    """RDNA3 keeps the other half of a 16-bit result, GFX9 writes zeros (LLVM, zeroesHigh16BitsOfDest)."""
    got = run_code(vop3("v_add_f16", arch, (V, V + 2, 0)), {"v0": 0x3800, "v2": 0x3800, "v8": 0xabcdef01}, arch=arch)
    assert got[0] == want


def test_op_sel_of_halves():
    code = vop3("v_add_f16", src=(V, V + 2, 0), op_sel=0b1001)
    assert run_code(code, {"v0": 0x3c000000, "v2": 0x4000, "v8": 0x1234})[0] == 0x42001234


def test_min_tells_zeros_apart_on_gfx906():
    got = run_code(vop2("v_min_f32", "gfx906"), {"v0": [0, 1 << 31], "v2": [1 << 31, 0]}, arch="gfx906")
    assert got[:2] == [1 << 31, 1 << 31]


@pytest.mark.parametrize("name,x,want", [
    ("v_exp_f32", 3.0, 8.0), ("v_log_f32", 0.125, -3.0), ("v_rcp_f32", -4.0, -0.25), ("v_rsq_f32", 4.0, 0.5),
    ("v_sqrt_f32", 2.25, 1.5), ("v_sin_f32", 0.25, 1.0), ("v_cos_f32", 0.5, -1.0), ("v_fract_f32", -1.25, 0.75),
    ("v_rndne_f32", 2.5, 2.0), ("v_rndne_f32", 3.5, 4.0), ("v_ceil_f32", 1.25, 2.0), ("v_floor_f32", -1.25, -2.0),
    ("v_trunc_f32", -1.75, -1.0), ("v_frexp_mant_f32", 12.0, 0.75), ("v_cvt_f32_ubyte1", None, 2.0)])
def test_exactly_known_floats(name, x, want):
    assert run_code(vop1(name), {"v0": 0x0203 if x is None else f32(x)})[0] == f32(want)


@pytest.mark.parametrize(
    "x,want", [(f32(1e10), 0x7FFFFFFF), (f32(-1e10), 0x80000000), (0x7FC00000, 0), (f32(-1.9), M32)]
)
def test_conversion_saturates(x, want):
    assert run_code(vop1("v_cvt_i32_f32"), {"v0": x})[0] == want


def test_frexp_of_denormal_and_ldexp_into_one():
    assert run_code(vop1("v_frexp_exp_i32_f32"), {"v0": [1, 0, f32(12)]})[:3] == [-148 & M32, 0, 4]
    assert run_code(vop3("v_ldexp_f32", src=(V, V + 2, 0)), {"v0": f32(1.5), "v2": -149 & M32})[0] == 2    # tie to even


def test_tiny_results_are_flushed_even_when_they_round_up():
    """(2 - 2**-23) * 2**-127 is below the least normal number, though nearest rounding would reach it."""
    code = vop3("v_mul_f32", src=(V, V + 2, 0))
    state = {"v0": 0x00800000, "v2": 0x3f7fffff}
    assert run_code(code, state)[0] == 0x00800000
    assert run_code(code, state | {"mode": 0x3d0})[0] == 0
