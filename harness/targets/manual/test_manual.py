"""The target manual, compared with plain integer arithmetic: results, and the registers that they are written to."""
import random

import pytest

from .manual import Manual
from .testing_manual import A, B, BOTH, C, M, M32, V, f32, number, run_code, sop2, vop1, vop2, vop3, words


def s32(x): return x - (x >> 31 << 32)
def s24(x): return (x & 0xffffff) - ((x >> 23 & 1) << 24)
def s16(x): return (x & 0xffff) - ((x >> 15 & 1) << 16)


THREE = {
    "v_bfe_u32": lambda a, b, c: a >> (b & 31) & (1 << (c & 31)) - 1,
    "v_bfe_i32": lambda a, b, c: (
        0
        if not c & 31
        else s32(a) >> (b & 31) & (1 << (c & 31)) - 1
        | (-1 << (c & 31) if s32(a) >> (b & 31) >> (c & 31) - 1 & 1 else 0)
    ),
    "v_bfi_b32": lambda a, b, c: a & b | ~a & c,
    "v_alignbit_b32": lambda a, b, c: (a << 32 | b) >> (c & 31),
    "v_alignbyte_b32": lambda a, b, c: (a << 32 | b) >> 8 * (c & 3),
    "v_lshl_add_u32": lambda a, b, c: (a << (b & 31)) + c,
    "v_add_lshl_u32": lambda a, b, c: (a + b & M32) << (c & 31),
    "v_lshl_or_b32": lambda a, b, c: a << (b & 31) | c,
    "v_and_or_b32": lambda a, b, c: a & b | c,
    "v_add3_u32": lambda a, b, c: a + b + c,
    "v_xad_u32": lambda a, b, c: (a ^ b) + c,
    "v_mad_u32_u24": lambda a, b, c: (a & 0xFFFFFF) * (b & 0xFFFFFF) + c,
    "v_mad_i32_i24": lambda a, b, c: s24(a) * s24(b) + c,
    "v_min3_i32": lambda a, b, c: min(s32(a), s32(b), s32(c)),
    "v_max3_u32": lambda a, b, c: max(a, b, c),
    "v_med3_i32": lambda a, b, c: sorted((s32(a), s32(b), s32(c)))[1],
    "v_med3_u32": lambda a, b, c: sorted((a, b, c))[1],
    "v_sad_u8": lambda a, b, c: c + sum(abs((a >> k & 255) - (b >> k & 255)) for k in (0, 8, 16, 24)),
    "v_sad_u16": lambda a, b, c: c + sum(abs((a >> k & 0xFFFF) - (b >> k & 0xFFFF)) for k in (0, 16)),
    "v_lerp_u8": lambda a, b, c: sum(
        ((a >> k & 255) + (b >> k & 255) + (c >> k & 1) >> 1) << k for k in (0, 8, 16, 24)
    ),
    "v_mad_u32_u16": lambda a, b, c: (a & 0xFFFF) * (b & 0xFFFF) + c,
    "v_mad_i32_i16": lambda a, b, c: s16(a) * s16(b) + c,
}


@pytest.mark.parametrize("arch", BOTH)
@pytest.mark.parametrize("name", THREE)
def test_three_sources(name, arch):
    got = run_code(vop3(name, arch), {"v0": A, "v2": B, "v4": C}, arch=arch)
    assert got == [THREE[name](a, b, c) & M32 for a, b, c in zip(A, B, C)]


TWO = {
    "v_mul_lo_u32": lambda a, b: a * b,
    "v_mul_hi_u32": lambda a, b: a * b >> 32,
    "v_mul_hi_i32": lambda a, b: s32(a) * s32(b) >> 32,
    "v_bcnt_u32_b32": lambda a, b: bin(a).count("1") + b,
    "v_bfm_b32": lambda a, b: (1 << (a & 31)) - 1 << (b & 31),
    "v_lshlrev_b32": lambda a, b: b << (a & 31),
    "v_lshrrev_b32": lambda a, b: b >> (a & 31),
    "v_ashrrev_i32": lambda a, b: s32(b) >> (a & 31),
    "v_min_i32": lambda a, b: min(s32(a), s32(b)),
    "v_max_u32": lambda a, b: max(a, b),
    "v_mul_i32_i24": lambda a, b: s24(a) * s24(b),
    "v_mul_hi_u32_u24": lambda a, b: (a & 0xFFFFFF) * (b & 0xFFFFFF) >> 32,
    "v_mul_hi_i32_i24": lambda a, b: s24(a) * s24(b) >> 32,
    "v_xor_b32": lambda a, b: a ^ b,
    "v_cvt_pk_u16_u32": lambda a, b: min(a, 0xFFFF) | min(b, 0xFFFF) << 16,
}


@pytest.mark.parametrize("arch", BOTH)
@pytest.mark.parametrize("name", TWO)
def test_two_sources(name, arch):
    got = run_code(vop3(name, arch, (V, V + 2, 0)), {"v0": A, "v2": B}, arch=arch)
    assert got == [TWO[name](a, b) & M32 for a, b in zip(A, B)]


def test_mbcnt_counts_lower_lanes():
    got = run_code(vop3("v_mbcnt_hi_u32_b32", src=(V, V + 2, 0)), {"v0": A, "v2": B})
    assert got == [bin(a & (1 << max(n - 32, 0)) - 1).count("1") + b & M32 for n, (a, b) in enumerate(zip(A, B))]


def test_perm_selects_bytes_signs_and_constants():
    got = run_code(vop3("v_perm_b32"), {"v0": 0x8000007f, "v2": 0x01828304, "v4": [0x0c0d0008, 0x07040300, 0x090a0b0f]})
    want0 = [0x00, 0xff, 0x04, 0xff]          # 12: 0; 13: ff; byte 0 of S1; sign of byte 1 (0x83)
    assert got[0] == int.from_bytes(bytes(reversed(want0)), "little")


def test_mad_u64_u32_carry():
    code = vop3("v_mad_u64_u32", vdst=8, sdst=20)
    lo, hi, carry = run_code(code, {"v0": A, "v2": B, "v[4:5]": (1 << 64) - 1}, ("v8", "v9", "s[20:21]"))
    sums = [a * b + (1 << 64) - 1 for a, b in zip(A, B)]
    assert lo == [s & M32 for s in sums] and hi == [s >> 32 & M32 for s in sums]
    assert carry == sum((s >> 64) << n for n, s in enumerate(sums))


def test_carry_of_inactive_lanes_is_zero():
    code = vop3("v_add_co_u32", src=(V, V + 2, 0), sdst=20)
    got, carry = run_code(code, {"v0": M32, "v2": 1, "v8": 7, "exec": 5}, ("v8", "s[20:21]"))
    assert got[:4] == [0, 7, 0, 7] and carry == 5


CLAMPED = {
    "v_add_nc_u32": ("gfx1100", lambda a, b: min(a + b, M32)), "v_sub_nc_u32": ("gfx1100", lambda a, b: max(a - b, 0)),
    "v_add_nc_i32": ("gfx1100", lambda a, b: min(max(s32(a) + s32(b), -1 << 31), (1 << 31) - 1)),
    "v_sub_nc_i32": ("gfx1100", lambda a, b: min(max(s32(a) - s32(b), -1 << 31), (1 << 31) - 1)),
    "v_add_u32": ("gfx906", lambda a, b: min(a + b, M32)),
    "v_sub_i32": ("gfx906", lambda a, b: min(max(s32(a) - s32(b), -1 << 31), (1 << 31) - 1)),
}


@pytest.mark.parametrize("name", CLAMPED)
def test_integer_clamp(name):
    arch, want = CLAMPED[name]
    got = run_code(vop3(name, arch, (V, V + 2, 0), clamp=1), {"v0": A, "v2": B}, arch=arch)
    assert got == [want(a, b) & M32 for a, b in zip(A, B)]


def test_scalar_carry_and_bits():
    got, scc = run_code(sop2("s_add_u32"), {"s2": M32, "s4": 2}, ("s6", "scc"))
    assert (got, scc) == (1, 1)
    got, scc = run_code(sop2("s_bfe_i32"), {"s2": 0xf0, "s4": 4 << 16 | 4}, ("s6", "scc"))
    assert (got, scc) == (M32, 1)
    assert run_code(sop2("s_mul_hi_i32"), {"s2": M32, "s4": 2}, ("s6",)) == M32
    got = run_code(sop2("s_ashr_i64"), {"s[2:3]": 1 << 63, "s4": 63}, ("s[6:7]",))
    assert got == (1 << 64) - 1


def test_lane_access_ignores_exec():
    code = vop3("v_readlane_b32", src=(V, 2, 0), vdst=6)
    assert run_code(code, {"v0": A, "s2": 64 + 5, "exec": 0}, ("s6",)) == A[5]
    code = vop3("v_writelane_b32", src=(4, 2, 0), vdst=8)
    assert run_code(code, {"s4": 99, "s2": 3, "exec": 0})[:5] == [0, 0, 0, 99, 0]
    assert run_code(vop1("v_readfirstlane_b32", vdst=6), {"v0": A, "exec": 0x30}, ("s6",)) == A[4]


def test_dpp_row_shift_bounds():
    """row_shr:1 reads the lane below, which lane 0 of a row does not have. Lane 0 keeps its value without bound_ctrl,
    and is 0 with it (RDNA3 ISA, 7.7)."""
    def mov(bc): return words(0b0111111 << 25 | 8 << 17 | number("v_mov_b32", "VOP1", "gfx1100") << 9 | 250,
                              0xff << 24 | bc << 19 | 0x111 << 8)
    kept = run_code(mov(0), {"v0": A, "v8": 7})
    zero = run_code(mov(1), {"v0": A, "v8": 7})
    assert kept == [7 if not n & 15 else A[n - 1] for n in range(64)]
    assert zero == [0 if not n & 15 else A[n - 1] for n in range(64)]


def test_sdwa_places_a_byte():
    code = words(number("v_add_u32", "VOP2", "gfx906") << 25 | 8 << 17 | 2 << 9 | 249,
                 0 | 1 << 8 | 2 << 11 | 3 << 16 | 6 << 24)
    got = run_code(code, {"v0": 0x11223344, "v2": 5, "v8": 0xaabbccdd}, arch="gfx906")
    assert got[0] == 0xaabb16dd


def test_vopd_reads_before_it_writes():
    code = words(0b110010 << 26 | 8 << 22 | 8 << 17 | (V + 1), (V + 2) | 0 << 9 | 1 << 17 | 2 << 24)
    got = run_code(code, {"v1": 11, "v2": 22}, ("v2", "v3"), wave=32)
    assert got[0][0] == 11 and got[1][0] == 22


def test_branch_and_instruction_count():
    code = words(0xbfa00001, 0x7e100281, 0xbfb00000)                     # s_branch +1; v_mov_b32 v8, 1; s_endpgm
    result = M.run({"arch": "gfx1100", "code": code, "observe": {"registers": ["v8"]}})
    assert result["instructions"] == 2 and result["waves"][0]["registers"]["v8"][0] == 0


def test_memory_loads_stores_and_faults():
    case = {
        "arch": "gfx906",
        "code": words(0xDC508000, 0x087F0000, 0xDC708004, 0x007F0800),
        "state": {"v[0:1]": "buf", "exec": 1},
        "memory": [{"name": "buf", "address": 0x1000, "size": 8, "bytes": "78563412"}],
    }
    result = M.run(case)
    assert result["status"] == "ok" and result["memory"][0]["bytes"] == "7856341278563412"
    case["memory"][0]["size"] = 6
    assert M.run(case)["status"] == "fault"


def test_local_atomics_collide_in_lane_order():
    add = words(0b110110 << 26 | number("ds_add_rtn_u32", "DS", "gfx1100") << 18, 0 | 2 << 8 | 8 << 24)
    got = run_code(add, {"v0": 0, "v2": 1}, lds=64)
    assert got == list(range(64))


def test_unsupported_and_illegal_are_said():
    trap = M.run({"arch": "gfx1100", "code": words(0xbf900001)})
    assert trap["status"] == "unsupported" and trap["operation"] == "s_trap" and trap["text"]
    assert M.run({"arch": "gfx1100", "code": words(0xbfff0000)})["status"] == "illegal"
    assert M.run({"arch": "gfx1100", "code": "zz"})["field"] == "code"
    assert M.run({"arch": "gfx1100", "code": "", "state": {"v300": 1}})["status"] == "invalid"
    loop = M.run({"arch": "gfx1100", "code": words(0xbfa0ffff), "limits": {"instructions": 50}})
    assert loop["status"] == "limit" and loop["instructions"] == 50


@pytest.mark.parametrize("arch", BOTH)
def test_rows_equal_lanes(arch):
    """The row flavour and the one-lane flavour of every vector operation agree on edge and random values in any
    MODE."""
    r = random.Random(7)
    single = Manual(force_lane=True)
    table = M.machine(arch, 64).decoder.table["VOP3"]
    for name in sorted(row.name for row in table.values()):
        op = M.machine(arch, 64).texts.operation(name)
        if op is None or op.reason or op.row is None:
            continue
        row = table[number(name, "VOP3", arch)]
        src = (V, V + 2, 24 if row.src[2] == "mask" else V + 4)
        sdst = {"sdst": 20} if row.sd else {}
        code = vop3(name, arch, src, 20 if row.dst == "mask" else 8, **sdst)
        state = {f"v{n}": [r.choice(A + B + C) for _ in range(64)] for n in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)}
        state |= {
            "s[24:25]": r.getrandbits(64),
            "exec": r.getrandbits(64),
            "mode": r.choice([0x3F0, r.getrandbits(10)]),
        }
        case = {"arch": arch, "wave": 64, "code": code, "state": state,
                "observe": {"registers": ["v8", "v9", "v10", "v11", "s[20:21]", "vcc", "exec"]}}
        assert M.run(case) == single.run(case), name


def test_multiple_waves_meet_at_a_barrier():
    """Wave 0 stores to LDS, both waves reach the barrier, and wave 1 reads what wave 0 wrote."""
    store = words(0b110110 << 26 | number("ds_store_b32", "DS", "gfx1100") << 18, 0 | 2 << 8)
    load = words(0b110110 << 26 | number("ds_load_b32", "DS", "gfx1100") << 18, 4 | 8 << 24)
    case = {"arch": "gfx1100", "wave": 32, "group": [64, 1, 1], "lds": 64, "code": store + words(0xbfbd0000) + load,
            "state": {"exec": 1}, "waves": [{"v0": 0, "v2": 5, "v4": 4}, {"v0": 4, "v2": 9, "v4": 0}],
            "observe": {"registers": ["v8"]}}
    result = M.run(case)
    assert [w["registers"]["v8"][0] for w in result["waves"]] == [9, 5] and result["wave_count"] == 2


def test_cmpx_writes_vcc_too_on_gfx906_only():
    """V_CMPX writes only EXEC on RDNA3 (RDNA3 ISA, 7.2.8), and EXEC and the mask on GFX9."""
    for arch, vcc in (("gfx906", 2), ("gfx1100", 0)):
        code = words(0b0111110 << 25 | number("v_cmpx_lt_u32", "VOPC", arch) << 17 | 2 << 9 | V)
        got = run_code(code, {"v0": [5, 1], "v2": [3, 3], "exec": 3, "vcc": 0}, ("exec", "vcc"), arch=arch)
        assert got == [2, vcc]


def test_carry_in_from_vcc_and_from_a_scalar():
    got, vcc = run_code(vop2("v_add_co_ci_u32"), {"v0": M32, "v2": 0, "vcc": 1}, ("v8", "vcc"))
    assert got[:2] == [0, M32] and vcc == 1
    code = vop3("v_add_co_ci_u32", src=(V, V + 2, 24), sdst=20)
    got, carry = run_code(code, {"v0": M32, "v2": 0, "s[24:25]": 2, "vcc": 1}, ("v8", "s[20:21]"))
    assert got[:2] == [M32, 0] and carry == 2


def test_swizzle_modes():
    def swizzle(offset):
        return words(0b110110 << 26 | number("ds_swizzle_b32", "DS", "gfx1100") << 18 | offset, 8 << 24)
    lanes = list(range(64))
    assert run_code(swizzle(0x041f), {"v0": lanes}) == [n ^ 1 for n in lanes]                 # and 1f, or 0, xor 1
    assert run_code(swizzle(0x8000 | 0b00011011), {"v0": lanes}) == [n & ~3 | 3 - (n & 3) for n in lanes]
    assert run_code(swizzle(0xc000 | 1 << 5), {"v0": lanes}) == [n & 32 | n + 1 & 31 for n in lanes]
    assert run_code(swizzle(0xe000), {"v0": lanes})[1] == 16                              # bits of 1 reversed in five
    assert run_code(swizzle(0x041f), {"v0": lanes, "v8": 7, "exec": 1})[:2] == [0, 7]     # inactive source gives 0


def test_bpermute_halves_in_wave64():
    code = words(0b110110 << 26 | number("ds_bpermute_b32", "DS", "gfx1100") << 18, 0 | 2 << 8 | 8 << 24)
    got = run_code(code, {"v0": 4, "v2": list(range(64))})
    assert got == [1] * 32 + [33] * 32


@pytest.mark.parametrize("op_sel,want", [(0, 7), (1, 11), (2, 0)])
def test_permlane_inactive_source(op_sel, want):
    """If the source lane is inactive, op_sel[0] reads it, op_sel[1] gives 0, and otherwise nothing is written."""
    code = vop3("v_permlane16_b32", src=(V, 2, 4), op_sel=op_sel)
    assert run_code(code, {"v0": [10, 11], "v8": 7, "s2": 1, "exec": 1})[0] == want


def test_movrel_and_swap():
    code = vop1("v_movrels_b32")
    assert run_code(code, {"v0": 5, "v3": 33, "m0": 3})[0] == 33
    code = words(0b0111111 << 25 | 8 << 17 | number("v_swap_b32", "VOP1", "gfx1100") << 9 | V)
    got = run_code(code, {"v0": 1, "v8": 2, "exec": 1}, ("v0", "v8"))
    assert got[0][:2] == [2, 1] and got[1][:2] == [1, 2]


def test_mix_takes_halves_and_floats():
    """fma(f32 2.0, high half 1.5, low half 0.25) = 3.25."""
    w = 0b11001100 << 24 | number("v_fma_mix_f32", "VOP3P", "gfx1100") << 16 | 8 | 2 << 11 | 1 << 14
    code = words(w, V | V + 2 << 9 | V + 4 << 18 | 2 << 27)
    assert run_code(code, {"v0": f32(2), "v2": 0x3e00 << 16, "v4": 0x3400})[0] == f32(3.25)


def test_hardware_register_fields():
    """S_SETREG of MODE.round (offset 0, size 4), then S_GETREG of it (RDNA3 ISA, 6.8)."""
    k = 1 | 3 << 11
    code = words(0b1011 << 28 | 18 << 23 | 2 << 16 | k) + words(0b1011 << 28 | 17 << 23 | 6 << 16 | k)
    assert run_code(code, {"s2": 0xa5}, ("s6", "mode")) == [5, 0x3f5]
    high = 1 | 4 << 6 | 3 << 11
    assert run_code(words(0b1011 << 28 | 18 << 23 | 2 << 16 | high), {"s2": 3}, ("mode",)) == 0x330


def test_literal_of_a_64_bit_operand():
    """A literal is zero-extended for unsigned and sign-extended for signed operands, and is the high 32 bits of f64
    operands (RDNA3 ISA, 6.2)."""
    def sop1(name): return words(0b101111101 << 23 | 6 << 16 | number(name, "SOP1", "gfx1100") << 8 | 255, 0x80000001)
    assert run_code(sop1("s_mov_b64"), {}, ("s[6:7]",)) == 0x80000001
    assert run_code(sop1("s_cls_i32_i64"), {}, ("s6",)) == 33
    code = words(0b0111111 << 25 | 8 << 17 | number("v_trunc_f64", "VOP1", "gfx1100") << 9 | 255, 0x40080000)
    assert run_code(code, {}, ("v8", "v9"))[1][0] == 0x40080000
