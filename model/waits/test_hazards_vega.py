"""Vega's wait states against the compiler that inserts them: llc-22 inserts as many S_NOP states as the model requires.
docs/errata.md explains the differences (E-018, E-175, E-176)."""
import re
import subprocess

import pytest

from .test_hazards import error_rules

EXEC = "implicit $exec"
BUFFER = "$sgpr12_sgpr13_sgpr14_sgpr15"
DPP = "$vgpr3 = V_MOV_B32_dpp $vgpr3, $vgpr2, 257, 15, 15, 0, implicit $exec"
DPP_TEXT = "v_mov_b32_dpp v3, v2 row_shl:1 row_mask:0xf bank_mask:0xf"
SETREG = "S_SETREG_IMM32_B32 {}, {}, implicit-def $mode, implicit $mode"
MODE, TRAPSTS = "HW_REG_MODE, 0, 4", "HW_REG_TRAPSTS, 0, 4"
# An instruction in LLVM's machine language, by its assembly.
MIR = {
    "v_mov_b32 v2, v1": f"$vgpr2 = V_MOV_B32_e32 $vgpr1, {EXEC}",
    "v_mov_b32 v3, v1": f"$vgpr3 = V_MOV_B32_e32 $vgpr1, {EXEC}",
    "v_mov_b32 v5, 0": f"$vgpr5 = V_MOV_B32_e32 0, {EXEC}",
    "v_mov_b32 v3, src_execz": f"$vgpr3 = V_MOV_B32_e32 $src_execz, {EXEC}",
    "v_mov_b32 v3, src_vccz": f"$vgpr3 = V_MOV_B32_e32 $src_vccz, {EXEC}",
    "v_cmp_eq_u32 exec, v1, v1": f"$exec = V_CMP_EQ_U32_e64 $vgpr1, $vgpr1, {EXEC}",
    "v_cmp_eq_u32 vcc, v1, v1": f"$vcc = V_CMP_EQ_U32_e64 $vgpr1, $vgpr1, {EXEC}",
    "v_cmp_eq_u32 s[2:3], v1, v1": f"$sgpr2_sgpr3 = V_CMP_EQ_U32_e64 $vgpr1, $vgpr1, {EXEC}",
    "v_readfirstlane_b32 exec_lo, v20": f"$exec_lo = V_READFIRSTLANE_B32 $vgpr20, {EXEC}",
    "v_readfirstlane_b32 s6, v20": f"$sgpr6 = V_READFIRSTLANE_B32 $vgpr20, {EXEC}",
    "v_readfirstlane_b32 s12, v20": f"$sgpr12 = V_READFIRSTLANE_B32 $vgpr20, {EXEC}",
    "v_readfirstlane_b32 flat_scratch_lo, v20": f"$flat_scr_lo = V_READFIRSTLANE_B32 $vgpr20, {EXEC}",
    DPP_TEXT: DPP,
    "v_add_u32_dpp v3, v9, v2 row_shl:1 row_mask:0xf bank_mask:0xf":
        f"$vgpr3 = V_ADD_U32_dpp $vgpr3, $vgpr9, $vgpr2, 257, 15, 15, 0, {EXEC}",
    "v_div_fmas_f32 v3, v4, v5, v6":
        f"$vgpr3 = V_DIV_FMAS_F32_e64 0, $vgpr4, 0, $vgpr5, 0, $vgpr6, 0, 0, implicit $mode, implicit $vcc, {EXEC}",
    "v_readlane_b32 s7, v1, s6": "$sgpr7 = V_READLANE_B32 $vgpr1, $sgpr6",
    "v_writelane_b32 v3, 0, s6": "$vgpr3 = V_WRITELANE_B32 0, $sgpr6, $vgpr3",
    "global_load_dword v2, v1, s[2:3]": f"$vgpr2 = GLOBAL_LOAD_DWORD_SADDR $sgpr2_sgpr3, $vgpr1, 0, 0, {EXEC}",
    "buffer_load_dword v2, off, s[12:15], 0": f"$vgpr2 = BUFFER_LOAD_DWORD_OFFSET {BUFFER}, 0, 0, 0, 0, {EXEC}",
    "scratch_load_dword v2, v1, off": f"$vgpr2 = SCRATCH_LOAD_DWORD $vgpr1, 0, 0, {EXEC}, implicit $flat_scr",
    "flat_load_dword v2, v[10:11]":
        f"$vgpr2 = FLAT_LOAD_DWORD $vgpr10_vgpr11, 0, 0, {EXEC}, implicit $flat_scr",
    "global_store_dwordx3 v1, v[4:6], s[2:3]":
        f"GLOBAL_STORE_DWORDX3_SADDR $vgpr1, $vgpr4_vgpr5_vgpr6, $sgpr2_sgpr3, 0, 0, {EXEC}",
    "global_store_dwordx2 v1, v[4:5], s[2:3]":
        f"GLOBAL_STORE_DWORDX2_SADDR $vgpr1, $vgpr4_vgpr5, $sgpr2_sgpr3, 0, 0, {EXEC}",
    "flat_store_dwordx4 v[10:11], v[4:7]":
        f"FLAT_STORE_DWORDX4 $vgpr10_vgpr11, $vgpr4_vgpr5_vgpr6_vgpr7, 0, 0, {EXEC}, implicit $flat_scr",
    "flat_atomic_cmpswap_x2 v[10:11], v[4:7]":
        f"FLAT_ATOMIC_CMPSWAP_X2 $vgpr10_vgpr11, $vgpr4_vgpr5_vgpr6_vgpr7, 0, 0, {EXEC}, implicit $flat_scr",
    "buffer_store_dwordx4 v[4:7], off, s[12:15], 0":
        f"BUFFER_STORE_DWORDX4_OFFSET $vgpr4_vgpr5_vgpr6_vgpr7, {BUFFER}, 0, 0, 0, 0, {EXEC}",
    "buffer_store_dwordx4 v[4:7], off, s[12:15], s6":
        f"BUFFER_STORE_DWORDX4_OFFSET $vgpr4_vgpr5_vgpr6_vgpr7, {BUFFER}, $sgpr6, 0, 0, 0, {EXEC}",
    "buffer_store_format_xyz v[4:6], off, s[12:15], 0":
        f"BUFFER_STORE_FORMAT_XYZ_OFFSET $vgpr4_vgpr5_vgpr6, {BUFFER}, 0, 0, 0, 0, {EXEC}",
    f"s_setreg_imm32_b32 hwreg({MODE}), 0": SETREG.format(0, 3 << 11 | 1),
    f"s_setreg_imm32_b32 hwreg({TRAPSTS}), 0": SETREG.format(0, 3 << 11 | 3),
    "s_getreg_b32 s6, hwreg(HW_REG_MODE)": f"$sgpr6 = S_GETREG_B32 {31 << 11 | 1}, implicit $mode",
    "s_rfe_b64 s[2:3]": "S_RFE_B64 $sgpr2_sgpr3",
    "s_mov_b32 m0, 0": "$m0 = S_MOV_B32 0",
    "s_set_gpr_idx_idx s6":
        "S_SET_GPR_IDX_IDX $sgpr6, implicit-def $m0, implicit-def $mode, implicit $m0, implicit $mode",
    "s_movrels_b32 s8, s9": "$sgpr8 = S_MOVRELS_B32 $sgpr9, implicit $m0",
    "s_sendmsg sendmsg(MSG_INTERRUPT)": f"S_SENDMSG 1, {EXEC}, implicit $m0",
    "s_ttracedata": "S_TTRACEDATA implicit $m0",
    "ds_read_addtid_b32 v3": f"$vgpr3 = DS_READ_ADDTID_B32 0, 0, implicit $m0, {EXEC}",
    "ds_read_b32 v3, v1": f"$vgpr3 = DS_READ_B32_gfx9 $vgpr1, 0, 0, {EXEC}",
    "v_interp_p1_f32 v3, v1, attr0.x": f"$vgpr3 = V_INTERP_P1_F32 $vgpr1, 0, 0, implicit $mode, implicit $m0, {EXEC}",
}
MOV_M0, SET_MODE, SET_TRAPSTS = "s_mov_b32 m0, 0", *(f"s_setreg_imm32_b32 hwreg({r}), 0" for r in (MODE, TRAPSTS))
ALIKE = [
    ("v_mov_b32 v2, v1", DPP_TEXT),
    ("v_mov_b32 v2, v1", "v_add_u32_dpp v3, v9, v2 row_shl:1 row_mask:0xf bank_mask:0xf"),
    ("v_cmp_eq_u32 exec, v1, v1", DPP_TEXT),
    ("v_readfirstlane_b32 exec_lo, v20", DPP_TEXT),
    ("v_cmp_eq_u32 vcc, v1, v1", "v_div_fmas_f32 v3, v4, v5, v6"),
    ("v_readfirstlane_b32 s6, v20", "v_readlane_b32 s7, v1, s6"),
    ("v_readfirstlane_b32 s6, v20", "v_writelane_b32 v3, 0, s6"),
    ("v_cmp_eq_u32 s[2:3], v1, v1", "global_load_dword v2, v1, s[2:3]"),
    ("v_readfirstlane_b32 s12, v20", "buffer_load_dword v2, off, s[12:15], 0"),
    ("v_readfirstlane_b32 s6, v20", "buffer_store_dwordx4 v[4:7], off, s[12:15], s6"),
    ("v_readfirstlane_b32 flat_scratch_lo, v20", "scratch_load_dword v2, v1, off"),
    ("v_readfirstlane_b32 flat_scratch_lo, v20", "flat_load_dword v2, v[10:11]"),
    ("v_readfirstlane_b32 s6, v20", "global_load_dword v2, v1, s[2:3]"),
    ("global_store_dwordx3 v1, v[4:6], s[2:3]", "v_mov_b32 v5, 0"),
    ("global_store_dwordx2 v1, v[4:5], s[2:3]", "v_mov_b32 v5, 0"),
    ("flat_store_dwordx4 v[10:11], v[4:7]", "v_mov_b32 v5, 0"),
    ("flat_atomic_cmpswap_x2 v[10:11], v[4:7]", "v_mov_b32 v5, 0"),
    ("buffer_store_dwordx4 v[4:7], off, s[12:15], 0", "v_mov_b32 v5, 0"),
    ("buffer_store_dwordx4 v[4:7], off, s[12:15], s6", "v_mov_b32 v5, 0"),
    ("buffer_store_format_xyz v[4:6], off, s[12:15], 0", "v_mov_b32 v5, 0"),
    (SET_MODE, "s_getreg_b32 s6, hwreg(HW_REG_MODE)"),
    (SET_TRAPSTS, "s_getreg_b32 s6, hwreg(HW_REG_MODE)"),
    (SET_MODE, SET_MODE),
    (SET_TRAPSTS, "s_rfe_b64 s[2:3]"),
    (SET_MODE, "s_rfe_b64 s[2:3]"),
    (MOV_M0, "s_movrels_b32 s8, s9"),
    (MOV_M0, "s_sendmsg sendmsg(MSG_INTERRUPT)"),
    (MOV_M0, "s_ttracedata"),
    (MOV_M0, "ds_read_addtid_b32 v3"),
    (MOV_M0, "ds_read_b32 v3, v1"),
    (MOV_M0, "v_interp_p1_f32 v3, v1, attr0.x"),
    ("s_set_gpr_idx_idx s6", "s_movrels_b32 s8, s9"),
]
# (states LLVM inserts, states the model wants)
DIFFERENT = {
    ("v_cmp_eq_u32 exec, v1, v1", "v_mov_b32 v3, src_execz"): (0, 5),              # E-018
    ("v_cmp_eq_u32 vcc, v1, v1", "v_mov_b32 v3, src_vccz"): (0, 5),                # E-018
    ("v_mov_b32 v3, v1", DPP_TEXT): (2, 0),                                        # E-175: the destination as it was
}


def states_by_llvm(pairs):
    """Return the wait states that LLVM inserts between the two instructions of each pair."""
    text = "".join(
        f"---\nname: pair{n}\nbody: |\n  bb.0:\n    {MIR[first]}\n    {MIR[second]}\n    S_ENDPGM 0\n...\n"
        for n, (first, second) in enumerate(pairs)
    )
    command = ["llc-22", "-mtriple=amdgcn", "-mcpu=gfx906", "-run-pass=post-RA-hazard-rec", "-o", "-", "-x", "mir", "-"]
    process = subprocess.run(command, input=text, capture_output=True, text=True)
    assert process.returncode == 0, process.stderr
    functions = re.split(r"^name: +pair\d+$", process.stdout, flags=re.M)[1:]
    assert len(functions) == len(pairs)
    return [sum(int(n) + 1 for n in re.findall(r"S_NOP (\d+)", body)) for body in functions]


def states_by_model(first, second):
    """Return the least number of wait states without a finding."""
    return next(n for n in range(8) if not error_rules("gfx906", 64, first, *["s_nop 0"] * n, second))


@pytest.fixture(scope="module")
def llvm_states():
    """Return {pair: wait states of LLVM}."""
    pairs = ALIKE + list(DIFFERENT)
    return dict(zip(pairs, states_by_llvm(pairs)))


@pytest.mark.parametrize("pair", ALIKE)
def test_model_requires_the_wait_states_of_llvm(llvm_states, pair):
    assert states_by_model(*pair) == llvm_states[pair]


@pytest.mark.parametrize("pair", DIFFERENT)
def test_differences_are_explained_in_errata(llvm_states, pair):
    assert (llvm_states[pair], states_by_model(*pair)) == DIFFERENT[pair]
