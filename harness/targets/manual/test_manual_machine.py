# The target manual's machine where the text leaves things to prose: division, matrices, indexing modes, branch stack,
# quads.
import random
from fractions import Fraction

import pytest

from . import exact
from .exact import F32, F64
from .test_manual import V, number, run_code, vop1, vop3, words

EVERY = (1 << 64) - 1


def sopp(name, simm=0, arch="gfx906"): return words(0x17f << 23 | number(name, "SOPP", arch) << 16 | simm & 0xffff)


def program(arch, wide):
    """Return the code that compilers emit for a quotient. The numerator is in v0, the denominator in v2, the quotient
    in v20. The scaled denominator and numerator are in v12 and v14."""
    t, last = ("f64", 3) if wide else ("f32", 1)
    den, numer, r, e, q = V + 12, V + 14, V + 16, V + 18, V + 10
    vcc, one = 106, 242
    step = [
        vop3(f"v_div_scale_{t}", arch, (V + 2, V + 2, V), 12, sdst=20),
        vop3(f"v_div_scale_{t}", arch, (V, V + 2, V), 14, sdst=vcc),
        vop1(f"v_rcp_{t}", arch, den, 16),
    ]
    for _ in range(last):
        step += [vop3(f"v_fma_{t}", arch, (den, r, one), 18, neg=1), vop3(f"v_fma_{t}", arch, (e, r, r), 16)]
    step += [vop3(f"v_fma_{t}", arch, (numer, r, 128), 10), vop3(f"v_fma_{t}", arch, (den, q, numer), 18, neg=1)]
    if not wide:
        step += [vop3(f"v_fma_{t}", arch, (e, r, q), 10), vop3(f"v_fma_{t}", arch, (den, q, numer), 18, neg=1)]
    return "".join(
        step + [vop3(f"v_div_fmas_{t}", arch, (e, r, q), 10), vop3(f"v_div_fixup_{t}", arch, (q, V + 2, V), 20)]
    )


def true_quotient(f, a, b):
    """Return the number nearest to a / b, computed by fractions, or None if an operand is zero or not finite."""
    if not a & f.sign - 1 or not b & f.sign - 1 or a & f.inf == f.inf or b & f.inf == f.inf:
        return None
    (s, m, e), (t, n, d) = exact.split(f, a), exact.split(f, b)
    q, sign = Fraction(m, n) * Fraction(2) ** (e - d), (s ^ t) * f.sign
    low, high = 0, f.inf
    value = lambda x: (
        (lambda _, m, e: m * Fraction(2) ** e)(*exact.split(f, x)) if x < f.inf else Fraction(2) ** (f.bias + 1)
    )
    while high - low > 1:
        middle = low + high >> 1
        low, high = (middle, high) if value(middle) <= q else (low, middle)
    under, over = q - value(low), value(high) - q
    return sign | (low if under < over or under == over and not low & 1 else high)


@pytest.mark.parametrize("arch,wide", [("gfx906", False), ("gfx906", True), ("gfx1100", False), ("gfx1100", True)])
def test_every_quotient_is_rounded_correctly(arch, wide):
    """Operands include denormals and tiny numerators; quotients include denormals and values near both ends of the
    range."""
    f, r = (F64 if wide else F32), random.Random(wide)
    top = f.inf >> f.fraction

    def operand():
        e = r.choice([0, 1, 2, top - 1, top - 2, f.fraction, r.randrange(top), r.randrange(top), f.bias])
        return r.getrandbits(1) * f.sign | e << f.fraction | r.getrandbits(f.fraction)
    for _ in range(6):
        a, b = [operand() for _ in range(64)], [operand() for _ in range(64)]
        state = {"v[0:1]" if wide else "v0": a, "v[2:3]" if wide else "v2": b}
        got = run_code(program(arch, wide), state, ("v[20:21]" if wide else "v20",), arch)
        for x, y, g in zip(a, b, got):
            want = true_quotient(f, x, y)
            assert want is None or g == want, (hex(x), hex(y))


def test_division_of_zeros_infinities_and_nans():
    one, inf, nan = 0x3f800000, 0x7f800000, 0x7fc00000
    a, b = [0, one, inf, 0, inf, one, nan, one], [one, 0, one, 0, inf, inf, one, nan]
    got = run_code(program("gfx1100", False), {"v0": a + [one] * 56, "v2": b + [one] * 56}, ("v20",))
    assert got[:3] == [0, inf, inf] and got[5] == 0
    assert all(g & 0x7fffffff > inf for g in (got[3], got[4], got[6], got[7]))


def test_matrix_product():
    """C + A * B with small integers in f16 is exact in any order. Row m of D is in register m / rows, lane 16 * (m %
    rows) + n."""
    half = {n: [0, 0x3c00, 0x4000, 0x4200, 0x4400][n] for n in range(5)}
    r = random.Random(9)
    A, B = ([[r.randrange(5) for _ in range(16)] for _ in range(16)] for _ in range(2))
    for lanes in (32, 64):
        state = {"exec": (1 << lanes) - 1}
        for n, matrix in ((0, A), (8, B)):
            for k in range(8):
                state[f"v{n + k}"] = [
                    half[matrix[i % 16][2 * k]] | half[matrix[i % 16][2 * k + 1]] << 16 for i in range(lanes)
                ]
        for v in range(8):
            state[f"v{16 + v}"] = 0x40a00000
        w = 0b11001100 << 24 | number("v_wmma_f32_16x16x16_f16", "VOP3P", "gfx1100") << 16 | 24 | 1 << 14
        code = words(w, V | V + 8 << 9 | V + 16 << 18 | 3 << 27)
        got = run_code(code, state, [f"v{24 + v}" for v in range(256 // lanes)], wave=lanes)
        for m in range(16):
            for n in range(16):
                value = 5 + sum(A[m][k] * B[n][k] for k in range(16))
                bits = got[m * 16 // lanes][m * 16 % lanes + n]
                assert Fraction(*float.fromhex(exact_float(bits)).as_integer_ratio()) == value, (lanes, m, n)


def exact_float(bits):
    """Return an f32 in Python's hex notation of floats."""
    s, m, e = exact.split(F32, bits)
    return f"{'-' if s else ''}0x{m:x}p{e}"


def test_gpr_index_mode():
    """M0[7:0] is added to the registers that M0[15:12] selects: bit 0 source 0, bit 1 source 1, bit 3 the result. The
    same holds for reversed shifts (Vega ISA, 6.6.2)."""
    def vop2(name, dst, a, b): return words(number(name, "VOP2", "gfx906") << 25 | dst << 17 | b << 9 | V + a)
    state = {f"v{n}": 1 << n for n in range(16)} | {"mode": 0x80003f0, "exec": 1}
    add = vop2("v_add_u32", 8, 0, 1)
    for chosen, reg, want in (
        (1, "v8", 1 << 3 | 1 << 1),
        (2, "v8", 1 | 1 << 4),
        (8, "v11", 3),
        (15, "v11", 1 << 3 | 1 << 4),
        (0, "v8", 3),
    ):
        assert run_code(add, state | {"m0": chosen << 12 | 3}, (reg,), "gfx906")[0] == want, chosen
    shift = vop2("v_lshlrev_b32", 8, 2, 1)               # v1 << v2; bit 0 belongs to the count, source 0
    small = state | {"v2": 2, "v5": 7, "v4": 100}
    assert run_code(shift, small | {"m0": 1 << 12 | 3}, ("v8",), "gfx906")[0] == 2 << 7
    assert run_code(shift, small | {"m0": 2 << 12 | 3}, ("v8",), "gfx906")[0] == 400
    assert run_code(add, state | {"m0": 1 << 12 | 3, "mode": 0x3f0}, ("v8",), "gfx906")[0] == 3


def test_skip_mode_drops_vector_instructions():
    code = words(0x7e100281) + words(0xbe820081)         # v_mov_b32 v8, 1; s_mov_b32 s2, 1
    got, s2 = run_code(code, {"v8": 5, "mode": 0x100003f0}, ("v8", "s2"), "gfx906")
    assert got[0] == 5 and s2 == 1


def test_fork_runs_the_smaller_side_first():
    """S_CBRANCH_I_FORK: fewer lanes fail the condition, so these continue. The mask and address of the others are saved
    in s[0:3], and MODE.CSP counts the entries."""
    fork = words(0b1011 << 28 | number("s_cbranch_i_fork", "SOPK", "gfx906") << 23 | 10 << 16 | 4)
    got = run_code(fork, {"s[10:11]": EVERY ^ 7, "exec": EVERY}, ("exec", "s[0:1]", "s[2:3]", "mode"), "gfx906")
    assert got == [7, EVERY ^ 7, 0x10000 + 4 + 16, 0x3f0 | 1 << 29]


@pytest.mark.parametrize("base,m0,want", [(2, 3, 55), (2, 200, 11), (106, 1, 77), (102, 4, 66)])
def test_indexed_scalars_stay_in_their_region(base, m0, want):
    """The region extends to VCC_HI; an index beyond it reads SGPR0 (RDNA3 ISA, 3.3.1.4)."""
    code = words(0b101111101 << 23 | 6 << 16 | number("s_movrels_b32", "SOP1", "gfx1100") << 8 | base)
    state = {"s0": 11, "s5": 55, "vcc": 66 | 77 << 32, "m0": m0}
    assert run_code(code, state, ("s6",)) == want


def test_interpolation_reads_its_quad():
    """P10 is from lane 1 and P0 from lane 0, whatever EXEC is: 3 * 2 + 10."""
    f = lambda x: {2: 0x40000000, 3: 0x40400000, 10: 0x41200000, 16: 0x41800000}[x]
    w = 0b11001101 << 24 | number("v_interp_p10_f32", "VINTERP", "gfx1100") << 16 | 8
    code = words(w, V | V + 1 << 9 | V + 2 << 18)
    got = run_code(code, {"v0": [0, f(3), 0, 0], "v1": f(2), "v2": [f(10), 0, 0, 0], "v8": 1, "exec": 8})
    assert got[:5] == [1, 1, 1, f(16), 1]


def test_trap_temporaries_are_closed():
    """Outside a trap handler, TTMPs read 0 and keep their values. A scalar operation that writes one leaves SCC
    unchanged (RDNA3 ISA, 3.3.1.4)."""
    code = words(2 << 30 | number("s_add_u32", "SOP2", "gfx1100") << 23 | 110 << 16 | 109 << 8 | 129)
    assert run_code(code, {"ttmp1": 5, "ttmp2": 7, "scc": 1}, ("ttmp2", "scc")) == [7, 1]
