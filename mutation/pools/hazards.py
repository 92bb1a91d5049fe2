"""Runs of instructions that the hazard rules speak of: each close behind each, with nothing, wait states or what makes
them safe between.  A seed fixes them."""
from __future__ import annotations

import re
from functools import cache

from ...harness.assembly import assemble_lines
from ...harness.case import POLICIES
from ...model.machine import EVERY_WAVE, V0, register_codes
from ...spec import TARGETS
from ..calls import Call, Calls
from ..chance import Chance
from .memory import row_of
from .waits import kinds

PAIRS, RUNS = 1100, 120                                # of each architecture and wave size; RUNS: longer ones
MEMORY, SIZE = 0x20000, 2048
ADDRESSES = (8, 9, 12, 13, 14, 15, V0 + 1, V0 + 10, V0 + 12, V0 + 13)  # set in any case

# Producers and consumers of the rules of spec/hazards.txt, on few registers.
FIRST = {
    "gfx9": """v_mov_b32 v1, v2
v_mov_b32 v2, v3
v_add_f64 v[2:3], v[10:11], v[12:13]
v_readfirstlane_b32 s4, v1
v_readfirstlane_b32 s5, v1
v_readfirstlane_b32 s7, v1
v_readfirstlane_b32 s0, v1
v_readfirstlane_b32 s1, v1
v_readfirstlane_b32 s8, v1
v_readfirstlane_b32 s9, v1
v_readfirstlane_b32 s15, v1
v_readfirstlane_b32 s22, v1
v_readfirstlane_b32 s23, v1
v_readfirstlane_b32 vcc_lo, v1
v_readfirstlane_b32 vcc_hi, v1
v_cmp_eq_u32 vcc, v1, v2
v_cmp_eq_u32 s[4:5], v1, v2
v_cmp_eq_u32 s[8:9], v1, v2
v_cmp_eq_u32 s[22:23], v1, v2
v_cmpx_eq_u32 vcc, v1, v2
v_cmpx_eq_u32 s[4:5], v1, v2
v_add_co_u32 v1, vcc, v1, v2
v_add_co_u32_e64 v1, s[4:5], v1, v2
v_div_scale_f32 v6, vcc, v1, v2, v1
v_mad_u64_u32 v[6:7], s[4:5], v1, v2, v[10:11]
s_mov_b32 m0, 4
s_mov_b64 s[4:5], 2
s_mov_b32 s4, 2
s_add_u32 m0, m0, 4
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 28, 1), 0
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 3
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 27, 1), 0
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 27, 2), 0
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 29, 1), 0
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 28), 0
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 29), 0x3f0
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 16, 16), 0
s_setreg_b32 hwreg(HW_REG_TRAPSTS), s4
s_setreg_b32 hwreg(HW_REG_TRAPSTS, 28, 1), s4
s_setreg_b32 hwreg(35), s4
s_setreg_b32 hwreg(33, 28, 1), s4
s_setvskip s4, 0
global_store_dwordx4 v10, v[4:7], s[8:9]
global_store_dwordx3 v10, v[4:6], s[8:9]
global_store_dwordx2 v10, v[4:5], s[8:9]
flat_store_dwordx4 v[12:13], v[4:7]
buffer_store_dwordx4 v[4:7], v10, s[12:15], 0 offen
buffer_store_dwordx4 v[4:7], v10, s[12:15], s16 offen
buffer_store_dwordx3 v[4:6], off, s[12:15], s16
buffer_atomic_cmpswap_x2 v[4:7], v10, s[12:15], 0 offen
global_atomic_cmpswap_x2 v10, v[4:7], s[8:9]
ds_write_b128 v10, v[4:7]
s_nop 0
v_nop
s_getreg_b32 s6, hwreg(HW_REG_MODE)""",
    "gfx11": """v_mov_b32 v1, v2
v_mov_b32 v2, v3
v_rcp_f32 v1, v2
v_rcp_f32 v2, v3
v_exp_f32 v3, v3
v_add_f64 v[2:3], v[10:11], v[12:13]
v_cmpx_eq_u32 v1, v2
v_cmp_eq_u32 vcc_lo, v1, v2
v_cmp_eq_u32 s4, v1, v2
v_cmpx_eq_u32_e64 v1, v2
v_add_co_u32 v1, s4, v1, v2
v_div_scale_f32 v6, vcc_lo, v1, v2, v1
v_cndmask_b32 v1, v2, v3, vcc_lo
v_cndmask_b32 v1, v2, v3, s4
v_add_co_ci_u32 v1, vcc_lo, v1, v2, vcc_lo
v_add_co_ci_u32_e64 v1, s20, v1, v2, s4
v_readfirstlane_b32 s4, v1
v_readfirstlane_b32 s5, v1
v_readfirstlane_b32 vcc_lo, v1
v_readfirstlane_b32 vcc_hi, v1
s_mov_b32 s4, 2
s_mov_b32 s5, 2
s_mov_b32 vcc_lo, 2
s_mov_b32 vcc_hi, 2
s_mov_b32 exec_lo, -1
s_mov_b32 exec_hi, -1
global_load_b32 v1, v10, s[8:9]
global_load_b64 v[2:3], v10, s[8:9]
global_store_b32 v10, v3, s[8:9]
ds_store_b32 v10, v3
ds_load_b32 v1, v10
buffer_store_b32 v3, v10, s[12:15], 0 offen
s_nop 0
v_nop""",
}
SECOND = {
    "gfx9": """v_mov_b32_dpp v6, v1 row_shr:1 row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v6, v2 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_add_u32_dpp v6, v3, v1 row_shl:1 row_mask:0xf bank_mask:0xf
v_div_fmas_f32 v6, v1, v2, v3
v_div_fmas_f64 v[6:7], v[2:3], v[10:11], v[12:13]
v_readlane_b32 s20, v1, s4
v_readlane_b32 s20, v1, s5
v_readlane_b32 s20, v1, s6
v_readlane_b32 s20, v1, s16
v_readlane_b32 s20, v1, m0
v_readlane_b32 s20, v1, vcc_lo
v_writelane_b32 v6, 7, s5
v_writelane_b32 v6, s4, m0
v_mov_b32 v6, src_vccz
v_mov_b32 v6, src_execz
v_add_u32 v6, src_vccz, v1
v_mov_b32 v6, s4
v_mov_b32 v6, s22
v_mov_b32 v6, s23
v_mov_b32 v6, vcc_lo
v_mov_b32 v6, vcc_hi
v_mov_b32 v6, s0
v_mov_b32 v6, s1
v_fma_f64 v[6:7], s[22:23], v[2:3], v[10:11]
v_mov_b32 v4, 1
v_mov_b32 v6, 2
v_mov_b32 v7, 2
v_mov_b32 v8, 2
v_add_f64 v[6:7], v[10:11], v[12:13]
v_add_f64 v[2:3], v[10:11], v[12:13]
s_movrels_b32 s20, s0
s_movreld_b32 s20, s0
s_movrels_b64 s[20:21], s[0:1]
v_interp_mov_f32 v7, p0, attr0.x
v_interp_p1_f32 v7, v1, attr0.x
v_mov_b32 v6, src_lds_direct
s_sendmsg sendmsg(MSG_INTERRUPT)
ds_read_addtid_b32 v6 offset:4
ds_write_addtid_b32 v1
ds_read_b32 v6, v10
ds_gws_barrier v1 gds
ds_add_u32 v10, v1 gds
buffer_load_dword v10, s[12:15], 0 offen lds
s_getreg_b32 s20, hwreg(HW_REG_MODE)
s_getreg_b32 s20, hwreg(HW_REG_MODE, 28, 1)
s_getreg_b32 s20, hwreg(HW_REG_TRAPSTS)
s_getreg_b32 s20, hwreg(33)
s_getreg_b32 s20, hwreg(35)
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 3
s_setreg_b32 hwreg(HW_REG_TRAPSTS), s4
s_rfe_b64 s[4:5]
global_load_dword v6, v10, s[8:9]
global_load_dword v6, v10, s[4:5]
global_load_dword v6, v10, s[6:7]
global_load_dword v6, v[12:13], off
flat_load_dword v6, v[12:13]
buffer_load_dword v6, v10, s[12:15], 0 offen
buffer_load_dword v6, v10, s[12:15], s16 offen
buffer_load_dword v6, v10, s[4:7], s22 offen
s_load_dword s20, s[8:9], 0x0
v_cmpx_eq_u32 vcc, v1, v2
s_setvskip s4, 0
s_mov_b32 s20, s4
v_add_u32 v6, s4, v1""",
    "gfx11": """v_mov_b32 v6, v1
v_mov_b32 v6, v2
v_add_nc_u32 v6, v1, v2
v_add_nc_u32 v6, v3, v1
v_fma_f32 v6, v1, v2, v3
v_add_f64 v[6:7], v[2:3], v[10:11]
v_mov_b32 v6, s4
v_mov_b32 v6, s5
v_mov_b32 v6, vcc_lo
v_mov_b32 v6, vcc_hi
v_cndmask_b32 v6, v2, v3, s4
v_cndmask_b32 v6, v2, v3, vcc_lo
s_mov_b32 s20, s4
s_mov_b32 s20, s5
s_mov_b32 s20, vcc_lo
s_mov_b32 s20, vcc_hi
s_and_b32 s20, s4, s5
v_permlane16_b32 v6, v1, s4, s5
v_permlanex16_b32 v6, v1, s4, s5
v_permlane64_b32 v6, v1
v_readlane_b32 s20, v1, s4
v_div_fmas_f32 v6, v1, v2, v3
lds_direct_load v1 wait_vdst:0
lds_direct_load v1 wait_vdst:1
lds_direct_load v1 wait_vdst:2
lds_direct_load v2 wait_vdst:3
lds_direct_load v3 wait_vdst:15
lds_direct_load v3 wait_vdst:8
lds_param_load v1, attr0.x wait_vdst:0
lds_param_load v3, attr0.x wait_vdst:15
v_mov_b32 v1, 5
v_cmpx_eq_u32 v1, v2
global_store_b32 v1, v2, s[8:9]
v_mov_b32_dpp v6, v1 row_shr:1 row_mask:0xf bank_mask:0xf
v_add_nc_u32_dpp v6, v3, v1 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_cmp_eq_u32 s4, s4, v2
v_cmp_eq_u32 vcc_lo, vcc_lo, v2
v_cmp_eq_u32 s4, s5, v2
v_cmpx_eq_u32 exec_lo, v2
v_add_co_u32 v6, s4, s4, v2
v_fma_f32 v6, s4, s4, s5
v_lshlrev_b64 v[6:7], s4, v[10:11]
v_add_co_ci_u32 v6, vcc_lo, s4, v2, vcc_lo
v_add_co_ci_u32_e64 v6, s20, s4, v2, s4""",
}
# What stands between: by itself harmless, idle, or what makes the second safe.
BETWEEN = {
    "gfx9": """s_nop 0
s_nop 1
s_nop 2
s_nop 3
s_nop 4
s_nop 15
s_nop 16
s_nop 17
s_nop 31
v_mov_b32 v30, v31
v_mov_b32 v30, 1
s_mov_b32 s30, 1
v_nop
s_mov_b64 exec, -1
v_readfirstlane_b32 s4, v30
s_mov_b32 vcc_lo, 3""",
    "gfx11": """s_nop 0
v_mov_b32 v30, v31
v_mov_b32 v30, v31
v_mov_b32 v30, v31
v_mov_b32 v2, v31
v_mov_b32 v1, v31
v_rcp_f32 v30, v31
v_sqrt_f32 v30, v31
s_mov_b32 s30, 1
v_nop
s_mov_b32 exec_lo, -1
s_mov_b32 exec_hi, -1
s_mov_b32 s4, 3
s_mov_b32 s5, 3
s_mov_b32 vcc_lo, 3
v_readfirstlane_b32 s4, v30
v_readfirstlane_b32 vcc_lo, v30
s_waitcnt_depctr 0xfff
s_waitcnt_depctr 0xfffe
s_waitcnt_depctr 0xfffd
s_waitcnt_depctr 0xf1ff
s_waitcnt_depctr 0xffff
s_waitcnt_depctr 0xefff
s_waitcnt_depctr 0xfdff
s_waitcnt_depctr 0
s_waitcnt lgkmcnt(0)
global_load_b32 v32, v10, s[8:9]
ds_load_b32 v32, v10
v_cmpx_eq_u32 v30, v30
v_cmp_eq_u32 s20, v30, v30
v_add_nc_u32 v30, v1, v31
v_add_nc_u32 v30, v3, v31""",
}
MATRIX = """v_wmma_f32_16x16x16_f16 v[16:23], v[24:31], v[32:39], v[16:23]
v_wmma_f32_16x16x16_f16 v[40:47], v[16:23], v[32:39], v[40:47]
v_wmma_f32_16x16x16_f16 v[40:47], v[32:39], v[16:23], v[40:47]
v_wmma_f32_16x16x16_f16 v[40:47], v[32:39], v[24:31], v[16:23]
v_wmma_f32_16x16x16_f16 v[32:39], v[40:47], v[24:31], v[32:39]
v_wmma_f32_16x16x16_f16 v[40:47], v[23:30], v[32:39], v[40:47]
v_wmma_f32_16x16x16_f16 v[40:47], v[9:16], v[32:39], v[40:47]
v_wmma_f32_16x16x16_f16 v[40:47], v[32:39], v[8:15], v[40:47]
v_dual_add_f32 v1, v2, v3 :: v_dual_mul_f32 v4, v5, v6
v_dual_add_f32 v1, v2, v3 :: v_dual_mul_f32 v4, v5, v8
v_dual_fmac_f32 v1, v2, v3 :: v_dual_fmac_f32 v4, v5, v6
v_dual_mov_b32 v1, v2 :: v_dual_mov_b32 v4, v3
v_dual_mov_b32 v1, s4 :: v_dual_mov_b32 v4, s5
v_dual_add_f32 v1, s4, v3 :: v_dual_mul_f32 v4, s5, v6
v_dual_mov_b32 v1, s4 :: v_dual_add_f32 v4, s5, v6
v_dual_mov_b32 v5, v10 :: v_dual_cndmask_b32 v2, s4, v3
v_dual_add_f32 v1, s4, v3 :: v_dual_fmamk_f32 v4, s4, 0x1234, v6"""

# What assemblers refuse: a line, then the dword, lowest bit and width of a field, and what stands there.
PATCHED = {
    "gfx9": (("v_fma_f32 v6, s4, v2, v3", 1, 9, 9, 5), ("v_fma_f32 v6, s4, v2, v3", 1, 18, 9, 4),
             ("v_fma_f32 v6, s4, v2, v3", 1, 18, 9, 5), ("v_readlane_b32 s20, v1, s4", 0, 0, 8, 124),
             ("v_cndmask_b32_e64 v6, v1, v2, s[4:5]", 1, 0, 9, 4), ("v_cndmask_b32_e64 v6, v1, v2, s[4:5]", 1, 0, 9, 5),
             ("v_fma_f64 v[6:7], s[4:5], v[2:3], v[10:11]", 1, 9, 9, 4), ("v_add_u32_e64 v6, s4, v2", 1, 9, 9, 253),
             ("v_fma_f64 v[6:7], s[4:5], v[2:3], v[10:11]", 1, 9, 9, 8), ("v_writelane_b32 v6, s4, s4", 1, 9, 9, 124),
             ("v_writelane_b32 v6, s4, s4", 1, 9, 9, 5), ("v_writelane_b32 v6, m0, m0", 1, 0, 9, 4)),
    "gfx11": (("v_fma_f32 v6, s4, s5, v7", 1, 18, 9, 20), ("v_fma_f32 v6, s4, s5, v7", 1, 18, 9, 253),
              ("v_fma_f32 v6, s4, v5, 0x1234", 1, 9, 9, 255), ("v_fma_f32 v6, s4, v5, 0x1234", 1, 9, 9, 5),
              ("v_lshlrev_b64 v[6:7], s4, v[10:11]", 1, 9, 9, 8), ("v_lshlrev_b64 v[6:7], s4, v[10:11]", 1, 9, 9, 4),
              ("v_lshlrev_b64 v[6:7], 0x1234, v[10:11]", 1, 9, 9, 4),
              ("v_lshlrev_b64 v[6:7], v4, s[4:5]", 1, 0, 9, 253),
              ("v_cndmask_b32 v6, s4, v5, s4", 1, 9, 9, 20), ("v_cndmask_b32 v6, s4, v5, s4", 1, 9, 9, 5),
              ("v_cndmask_b32 v6, s4, v5, s4", 1, 9, 9, 4)),
}
PATCHED_PAIRS = tuple(
    ("v_dual_fmac_f32 v1, v2, v3 :: v_dual_fmac_f32 v4, v5, v6", 1, low, width, value)
    for low, width, values in ((0, 9, range(256, 268)), (9, 8, range(12)), (17, 7, range(8))) for value in values
) + tuple(("v_dual_cndmask_b32 v1, s4, v3 :: v_dual_mul_f32 v4, v5, v6", 1, 0, 9, value) for value in (4, 5, 253, 106))


def patched(arch: str, wave: int, patch: tuple) -> bytes:
    line, word, low, width, value = patch
    code, = assemble_lines(arch, wave, shaped(line, arch, wave))
    at, ones = 32 * word + low, (1 << width) - 1
    return (int.from_bytes(code, "little") & ~(ones << at) | value << at).to_bytes(len(code), "little")


def shaped(text: str, arch: str, wave: int) -> list[str]:
    """Lines for a wave size: a lane mask is one scalar register or two; those of GFX9 are written with two."""
    lines, masks = text.splitlines(), ("v_cmp_eq_u32", "v_add_co", "v_div_scale", "v_cndmask")
    if wave == 32 or TARGETS[arch].family == "gfx9":
        return lines
    made = []
    for line in lines:
        if line.startswith(masks):
            parts = line.split(", ")
            named = {"vcc_lo": "vcc", "s4": "s[4:5]", "s20": "s[20:21]"}
            place = 0 if line.startswith("v_cmp") else 1 if "cndmask" not in line else len(parts) - 1
            for at in {place, len(parts) - 1 if "_ci_" in line else place}:
                head, _, name = parts[at].rpartition(" ")
                parts[at] = f"{head} {named.get(name, name)}".strip()
            line = ", ".join(parts)
        made.append(line)
    return made


IMPLIED = {"div_fmas": "vcc", "vccz": "vcc", "execz": "exec", "dpp": "exec", "v_cmpx": "exec", "s22": "vcc",
           "s23": "vcc", "s6": "s5", "s[6:7]": "s5", "s16": "s15",
           "s[22:23]": "vcc", "s_movrel": "m0", "interp": "m0", "direct": "m0", "sendmsg": "m0",
           "addtid": "m0", "gds": "m0", " lds": "m0", "permlane": "exec", "s_setvskip": "hwreg(HW_REG_MODE",
           " s0,": "vcc", " s1,": "vcc"}
NAMED = re.compile(r"\b([sv])(?:(\d+)|\[(\d+):(\d+)\])|\b(vcc|exec|m0|hwreg\(\w+)")


def registers(line: str) -> set[str]:
    """What a line names or means; halves of VCC and EXEC are these, and the last two of 24 scalar registers are VCC."""
    found = {name for word, name in IMPLIED.items() if word in line}
    for file, one, low, high, special in NAMED.findall(line):
        found |= {special} if special else {f"{file}{n}" for n in range(int(one or low), int(one or high) + 1)}
    return found


@cache
def lines_of(arch: str, wave: int) -> tuple:
    """(first, second, between): (bytes, registers) of each line."""
    family = TARGETS[arch].family
    texts = [shaped(table[family], arch, wave) for table in (FIRST, SECOND, BETWEEN)]
    if wave == 32:
        texts[0], texts[1] = texts[0] + MATRIX.splitlines(), texts[1] + MATRIX.splitlines()
    patches = PATCHED[family] + PATCHED_PAIRS * (wave == 32)
    assemble_lines(arch, wave, [text for line, *_ in patches for text in shaped(line, arch, wave)])
    made = [list(zip(assemble_lines(arch, wave, lines), map(registers, lines))) for lines in texts]
    made[1] += [(patched(arch, wave, patch), registers(patch[0])) for patch in patches]
    return tuple(made)


@cache
def related(arch: str, wave: int) -> list:
    """(a first, the seconds that name a register it names)."""
    first, second, _ = lines_of(arch, wave)
    return [(code, [other for other, theirs in second if theirs & names]) for code, names in first]


@cache
def some_rows(wave: int) -> list[bytes]:
    """Small offsets, lane by lane."""
    rng = Chance(wave)
    return [row_of(rng.choices(range(0, 256, 4), k=wave)) for _ in range(64)]


def run_of(rng, arch: str, wave: int, code: bytes) -> Call:
    """With every register set, so that nothing open decides; or with most."""
    codes = register_codes(arch)
    scalars = {n: rng.randrange(16) for n in range(24)} | {8: MEMORY, 9: 0, 12: MEMORY, 13: 0, 14: SIZE, 15: 0}
    scalars |= {codes["m0"]: rng.choice((0, 4, 0x20000)), codes["vcc"]: 5, codes["vcc"] + 1: 0}
    rows = {n: rng.choice(some_rows(wave)) for n in range(48)} | {12: row_of([MEMORY + 64] * wave), 13: bytes(4 * wave)}
    sets = [*((EVERY_WAVE, V0 + n, row) for n, row in rows.items()),
            *((EVERY_WAVE, n, value) for n, value in scalars.items())]
    if not rng.randrange(4):
        sets = [one for one in sets if one[1] in ADDRESSES or rng.randrange(3)]
    given = {"arch": arch, "wave": wave, "code": code, "sets": sets, "policy": rng.choice(POLICIES),
             "lds_bytes": 1024, "lds": bytes(1024), "profile": rng.choice(("manual", "silicon", "silicon")),
             "sgprs": rng.choice((24, 24, 24, 0, TARGETS[arch].sgprs, 2, 3, 1)), "limit": 200,
             "regions": ((MEMORY, bytes(SIZE)),)}
    return Call(given, how=rng.choice(("run",) * 11 + ("trace",)))


def of_pairs(seed):
    """One behind another, mostly with a register in common, with up to seven between them; perhaps one more behind."""
    rng = Chance(f"{seed} pairs")
    for arch, _, wave in kinds():
        _, second, between = lines_of(arch, wave)
        for n in range(0, PAIRS, 4):
            calls = []
            for _ in range(4):
                code, near = rng.choice(related(arch, wave))
                code += b"".join(rng.choice(between)[0] for _ in range(rng.choice((0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7))))
                for _ in range(rng.choice((1, 1, 2))):
                    code += rng.choice(near) if near and rng.randrange(8) else rng.choice(second)[0]
                calls.append(run_of(rng, arch, wave, code))
            yield Calls(f"pair {arch} {wave} {n}", tuple(calls), (4, 64, 4096))


def of_runs(seed):
    """Many of them, longer than what is remembered."""
    rng = Chance(f"{seed} runs")
    for arch, _, wave in kinds():
        every = lines_of(arch, wave)
        for n in range(RUNS):
            count = rng.choice((1, 1, 2, 4, 8, 20, 30, 31, 32, 33, 34, 50))
            code = b"".join(rng.choice(rng.choice(every))[0] for _ in range(count))
            yield Calls(f"run {arch} {wave} {n}", (run_of(rng, arch, wave, code),), (4, 64, 4096))


# Two results on either side of a write of EXEC, and what reads both.
PARTED = """v_mov_b32 v{0}, v2
v_rcp_f32 v{0}, v2
v_mov_b32 v{0}, v2
global_load_b32 v{0}, v10, s[8:9]"""
PARTING = "s_mov_b64 exec, -1", "s_mov_b32 exec_lo, -1", "s_mov_b32 exec_hi, -1", "v_cmpx_eq_u32 v30, v30", "v_nop"
ASIDE = "v_nop", "v_mov_b32 v30, v31", "v_mov_b32 v30, v31", "s_nop 0", "s_waitcnt_depctr 0xfff", "s_mov_b32 s20, 1"
JOINED = """v_add_nc_u32 v6, v{0}, v{1}
v_add_nc_u32 v6, v{1}, v{0}
v_add3_u32 v6, v30, v{0}, v{1}
v_mov_b32 v6, v{0}
v_pk_fma_f16 v6, v30, v31, v{1}
v_add_f64 v[6:7], v[20:21], v[20:21]
ds_store_b32 v10, v{0}"""


def of_parted(seed):
    """A result, a write of EXEC, another result, and a reader, each so many instructions behind the one before."""
    rng = Chance(f"{seed} parted")
    for arch, family, wave in kinds():
        if wave == 32 or family == "gfx9":
            continue
        lines = [one.format(20 + a, 21 - a) for text in (PARTED, JOINED) for one in text.splitlines() for a in (0, 1)]
        lines += [*PARTING, *ASIDE, "s_waitcnt vmcnt(0) lgkmcnt(0)"]
        code = dict(zip(lines, assemble_lines(arch, wave, lines)))
        aside = lambda most: b"".join(code[rng.choice(ASIDE)] for _ in range(rng.randrange(most + 1)))
        for n in range(RUNS):
            calls = []
            for _ in range(8):
                a = rng.randrange(2)
                first, second, reader = (
                    code[rng.choice(text.splitlines()).format(20 + x, 21 - x)]
                    for text, x in ((PARTED, a), (PARTED, rng.choice((1 - a, 1 - a, 1 - a, a))), (JOINED, a)))
                made = first + aside(3) + code[rng.choice(PARTING[:3] if rng.randrange(6) else PARTING)] + aside(2)
                made += second * (rng.randrange(8) > 0) + aside(rng.choice((1, 5))) + reader
                calls.append(run_of(rng, arch, wave, made + code[lines[-1]]))
            yield Calls(f"parted {arch} {n}", tuple(calls), (4, 64, 4096))


def calls(seed):
    """All of them."""
    for kind in (of_pairs, of_runs, of_parted):
        yield from kind(seed)
