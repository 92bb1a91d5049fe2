"""Wait states: each pair of spec/hazards.txt is an error one state short, and none at the stated distance.
The expectations are Vega ISA, 4.5 (states between the two: an instruction is one, S_NOP n is n + 1) and RDNA3 ISA,
7.2.3.2, 7.2.8."""
import dataclasses
import subprocess

import pytest

from ...harness.case.assembler import assemble_lines
from ...spec import SpecError, emit_hazards, load
from ..build import FLAGS, MODEL, ROOT, includes
from ..machine import Machine
from ..testing import BASE, SIZE, pattern, pointer_settings, finding_rules, run_listing, vgpr_setting

MOVE = "v_mov_b32_dpp v3, v2 row_shl:1 row_mask:0xf bank_mask:0xf"
PAIRS = [
    ("v_cmp_eq_u32 s[2:3], v1, v1", "global_load_dword v2, v1, s[2:3]", 5, "hazard.valu_sgpr.vmem"),
    ("v_readfirstlane_b32 s3, v20", "global_store_dword v1, v2, s[2:3]", 5, "hazard.valu_sgpr.vmem"),
    ("v_mov_b32 v2, v1", "v_mov_b32_dpp v3, v2 row_shl:1 row_mask:0xf bank_mask:0xf", 2, "hazard.vgpr.dpp"),
    ("v_cmpx_eq_u32 vcc, v1, v1", "v_mov_b32_dpp v3, v2 row_shl:1 row_mask:0xf bank_mask:0xf", 5, "hazard.exec.dpp"),
    ("v_readfirstlane_b32 s6, v20", "v_readlane_b32 s7, v1, s6", 4, "hazard.sgpr.lane"),
    ("v_add_co_u32 v2, vcc, v1, v1", "v_writelane_b32 v3, 0, vcc_lo", 4, "hazard.sgpr.lane"),
    (
        "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0",
        "s_getreg_b32 s6, hwreg(HW_REG_MODE)",
        2,
        "hazard.setreg.getreg",
    ),
    (
        "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0",
        "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 0",
        2,
        "hazard.setreg.getreg",
    ),
    ("s_mov_b32 m0, 0", "s_sendmsg sendmsg(MSG_INTERRUPT)", 1, "hazard.m0"),
    ("s_mov_b32 m0, 0", "s_movrels_b32 s6, s7", 1, "hazard.m0"),
    ("global_store_dwordx4 v1, v[4:7], s[2:3]", "v_mov_b32 v6, 0", 1, "hazard.store.overwrite"),
    ("global_store_dwordx3 v1, v[4:6], s[2:3]", "v_lshlrev_b64 v[5:6], 1, v[8:9]", 1, "hazard.store.overwrite"),
    ("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 28, 1), 0", "v_mov_b32 v3, 0", 2, "hazard.vskip"),
    ("s_setvskip 0, 0", "s_getreg_b32 s6, hwreg(HW_REG_MODE)", 2, "hazard.vskip"),
    ("v_cmp_eq_u32 vcc, v1, v1", "v_mov_b32 v3, src_vccz", 5, "hazard.vccz.data"),
    ("v_cmpx_eq_u32 s[8:9], v1, v1", "v_mov_b32 v3, src_execz", 5, "hazard.vccz.data"),
    ("v_cmp_eq_u32 exec, v1, v1", MOVE, 5, "hazard.exec.dpp"),
    ("v_readfirstlane_b32 exec_lo, v20", MOVE, 5, "hazard.exec.dpp"),
    ("v_readfirstlane_b32 exec_hi, v20", MOVE, 5, "hazard.exec.dpp"),
    ("v_cmp_eq_u32 exec, v1, v1", "v_mov_b32 v3, src_execz", 5, "hazard.vccz.data"),
    ("v_readfirstlane_b32 exec_lo, v20", "v_mov_b32 v3, src_execz", 5, "hazard.vccz.data"),
    ("v_swap_b32 v1, v2", MOVE, 2, "hazard.vgpr.dpp"),
    ("v_mov_b32 v2, v1", "v_add_u32_dpp v3, v9, v2 row_shl:1 row_mask:0xf bank_mask:0xf", 2, "hazard.vgpr.dpp_other"),
    ("v_mov_b32 v3, v1", "v_mac_f32_dpp v3, v9, v8 row_shl:1 row_mask:0xf bank_mask:0xf", 2, "hazard.vgpr.dpp_other"),
    ("v_readfirstlane_b32 flat_scratch_hi, v20", "scratch_load_dword v2, v1, off", 5, "hazard.valu_sgpr.vmem"),
    ("v_readfirstlane_b32 flat_scratch_lo, v20", "flat_load_dword v2, v[6:7]", 5, "hazard.valu_sgpr.vmem"),
    ("s_set_gpr_idx_idx s6", "s_movrels_b32 s8, s9", 1, "hazard.m0"),
    ("s_set_gpr_idx_on s6, 0", "s_ttracedata", 1, "hazard.m0"),
    ("s_set_gpr_idx_mode 0", "s_sendmsg sendmsg(MSG_INTERRUPT)", 1, "hazard.m0"),
    ("s_mov_b32 m0, 0", "ds_read_addtid_b32 v3", 1, "hazard.m0"),
    ("s_mov_b32 m0, 0", "ds_write_addtid_b32 v3", 1, "hazard.m0"),
    ("s_mov_b32 m0, 0", "v_interp_p1_f32 v3, v1, attr0.x", 1, "hazard.m0"),
    ("s_mov_b32 m0, 0", "v_mov_b32 v3, src_lds_direct", 1, "hazard.m0"),
    ("s_mov_b32 m0, 0", "global_load_dword v1, s[2:3] lds", 1, "hazard.m0"),
    ("s_mov_b32 m0, 0", "ds_add_u32 v1, v2 gds", 1, "hazard.m0"),
    ("s_mov_b32 m0, 0", "s_sendmsghalt sendmsg(MSG_INTERRUPT)", 1, "hazard.m0"),
    ("flat_store_dwordx3 v[10:11], v[4:6]", "v_mov_b32 v5, 0", 1, "hazard.store.overwrite"),
    ("flat_store_dwordx4 v[10:11], v[4:7]", "v_mov_b32 v7, 0", 1, "hazard.store.overwrite"),
    ("flat_atomic_cmpswap_x2 v[10:11], v[4:7]", "v_mov_b32 v4, 0", 1, "hazard.store.overwrite"),
    ("buffer_store_dwordx3 v[4:6], off, s[12:15], 0", "v_mov_b32 v6, 0", 1, "hazard.store.overwrite"),
    ("buffer_store_dwordx4 v[4:7], off, s[12:15], 0", "v_mov_b32 v4, 0", 1, "hazard.store.overwrite"),
    ("buffer_atomic_cmpswap_x2 v[4:7], off, s[12:15], 0", "v_mov_b32 v4, 0", 1, "hazard.store.overwrite"),
    ("buffer_store_format_xyz v[4:6], off, s[12:15], 0", "v_mov_b32 v6, 0", 1, "hazard.store.overwrite"),
    ("buffer_store_format_xyzw v[4:7], off, s[12:15], 0", "v_mov_b32 v7, 0", 1, "hazard.store.overwrite"),
]
HARMLESS = [
    ("v_cmp_eq_u32 s[4:5], v1, v1", "global_load_dword v2, v1, s[2:3]"),
    ("s_mov_b32 s3, 0", "global_load_dword v2, v1, s[2:3]"),
    ("v_mov_b32 v3, v1", MOVE),
    ("v_readfirstlane_b32 vcc_lo, v20", MOVE),
    ("v_cmp_eq_u32 vcc, v1, v1", "v_mov_b32 v3, src_execz"),
    ("s_mov_b64 exec, -1", MOVE),
    ("v_readfirstlane_b32 s8, v20", "scratch_load_dword v2, v1, off"),
    ("v_readfirstlane_b32 flat_scratch_lo, v20", "global_load_dword v2, v1, s[2:3]"),
    ("s_set_gpr_idx_off", "s_movrels_b32 s8, s9"),
    ("s_set_gpr_idx_idx s6", "ds_read_b32 v3, v1"),
    ("buffer_store_dwordx4 v[4:7], off, s[12:15], s6", "v_mov_b32 v5, 0"),
    ("buffer_store_format_xyzw v[4:7], off, s[12:15], s6", "v_mov_b32 v5, 0"),
    ("buffer_store_format_xy v[4:5], off, s[12:15], 0", "v_mov_b32 v5, 0"),
    ("buffer_store_format_d16_xyzw v[4:5], off, s[12:15], 0", "v_mov_b32 v5, 0"),
    ("image_store v[4:7], v[1:2], s[16:23] dmask:0xf unorm", "v_mov_b32 v5, 0"),
    ("image_atomic_cmpswap v[4:7], v[1:2], s[16:23] dmask:0xf unorm", "v_mov_b32 v5, 0"),
    ("flat_store_dwordx2 v[10:11], v[4:5]", "v_mov_b32 v5, 0"),
    ("flat_atomic_cmpswap v[10:11], v[4:5]", "v_mov_b32 v5, 0"),
    ("v_readfirstlane_b32 s6, v20", "v_readlane_b32 s7, v1, s8"),
    ("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0", "s_getreg_b32 s6, hwreg(HW_REG_TRAPSTS)"),
    ("s_mov_b32 m0, 0", "ds_read_b32 v3, v1"),
    ("global_store_dwordx2 v1, v[4:5], s[2:3]", "v_mov_b32 v5, 0"),
    ("global_store_dwordx4 v1, v[4:7], s[2:3]", "v_mov_b32 v8, 0"),
    ("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0", "v_mov_b32 v3, 0"),
    ("v_cmp_eq_u32 s[4:5], v1, v1", "v_mov_b32 v3, src_vccz"),
]


def error_rules(arch, wave, *lines):
    sets = [
        *pointer_settings(),
        vgpr_setting(1, [4 * l for l in range(wave)]),
        vgpr_setting(20, [0] * wave),
        (0, 106, 0),
        (0, 107, 0),
        *(vgpr_setting(r, [0] * wave) for r in range(4, 10)),
        vgpr_setting(10, [BASE + 64 * l for l in range(wave)]),
        vgpr_setting(11, [0] * wave),
        (0, 6, 0),
        *((0, 12 + n, value) for n, value in enumerate((BASE, 0, SIZE, 0x27FAC))),
    ]
    out = run_listing(
        arch, wave, "; ".join(lines), regions=[(BASE, pattern()), (0, bytearray(4096))], sets=sets, lds_bytes=1024
    )
    return [rule for rule in finding_rules(out) if rule.startswith("hazard.")]


@pytest.mark.parametrize("first, second, states, rule", PAIRS)
def test_pair_needs_its_wait_states(first, second, states, rule):
    for between in range(states):
        spaced = [first, *["s_nop 0"] * between, second]
        assert error_rules("gfx906", 64, *spaced) == [rule], between
        if between:
            assert error_rules("gfx906", 64, first, f"s_nop {between - 1}", second) == [rule], between
    assert error_rules("gfx906", 64, first, f"s_nop {states - 1}", second) == []
    assert error_rules("gfx906", 64, first, *["s_nop 0"] * states, second) == []


@pytest.mark.parametrize("first, second", HARMLESS)
def test_other_registers_need_no_wait_states(first, second):
    assert error_rules("gfx906", 64, first, second) == []


def test_gfx11_needs_no_wait_states():
    """RDNA3 ISA, 5.1: S_NOP is not required for correct operation."""
    for first, second in (
        ("v_cmp_eq_u32 s[2:3], v1, v1", "global_load_b32 v2, v1, s[2:3]"),
        ("v_mov_b32 v2, v1", "v_mov_b32_dpp v3, v2 row_shl:1 row_mask:0xf bank_mask:0xf"),
        ("s_mov_b32 m0, 0", "s_sendmsg sendmsg(MSG_INTERRUPT)"),
    ):
        assert error_rules("gfx1100", 64, first, second) == []


def test_permlane_after_cmpx_needs_wait_states():
    for wave in (32, 64):
        permlane = "v_permlane16_b32 v3, v1, s4, s5"
        assert error_rules("gfx1100", wave, "v_cmpx_eq_u32 v1, v1", "s_mov_b32 s6, 0", permlane) == [
            "hazard.cmpx.permlane"
        ]
        assert error_rules("gfx1100", wave, "v_cmpx_eq_u32 v1, v1", "v_mov_b32 v2, v1", permlane) == []


def test_a_shorter_check_does_not_clear_a_longer_one():
    """The second load checks the first only; the earlier V_CMPX still applies to the permutation."""
    between = "s_load_b32 s6, s[2:3], 0x0", "s_nop 7", "s_load_b32 s7, s[2:3], 0x0"
    permlane = "v_permlane16_b32 v3, v1, s4, s5"
    assert error_rules("gfx1100", 32, "v_cmpx_eq_u32 v1, v1", *between, permlane) == ["hazard.cmpx.permlane"]


def test_first_pass_of_wave64_is_a_dependency():
    text = "v_cmp_eq_u32 s[4:5], s4, v1"
    assert error_rules("gfx1100", 64, text) == ["hazard.wave64.overwrite"]
    assert error_rules("gfx1100", 32, text.replace("s[4:5]", "s4")) == []
    assert error_rules("gfx1100", 64, "v_cmp_eq_u32 s[4:5], s5, v1") == []
    assert error_rules("gfx1100", 64, "v_add_co_ci_u32 v3, vcc, v1, v1, vcc") == []


# ---- the table and its functions ----

def compile_error(tmp_path, rows):
    """Return the compiler's error for hazards.c with these rows, or ""."""
    emit_hazards.write(dataclasses.replace(load(), hazards=rows), tmp_path)
    command = ["gcc", *FLAGS, f"-I{tmp_path}", *includes(ROOT / "build"), "-O0", "-S", "-o", "/dev/null"]
    command.append(str(MODEL / "waits" / "hazards.c"))
    return subprocess.run(command, capture_output=True, text=True).stderr


def test_a_row_without_a_function_does_not_build(tmp_path):
    rows = load().hazards
    assert compile_error(tmp_path, rows) == ""
    for column in ("first", "second", "when", "until"):
        row = next(row for row in rows if row[column] != "-")
        error = compile_error(tmp_path, [{**row, column: "a class without function"}, *rows])
        assert "a_class_without_function" in error, column


def test_a_function_without_a_row_does_not_build(tmp_path):
    rows = load().hazards
    unknown = {"it_is_vcc_by_its_other_name": "when", "another_valu": "until", "s_rfe": "second", "wmma": "first"}
    for name, column in unknown.items():
        remaining = [row for row in rows if emit_hazards.c_function(row[column]) != name]
        assert name in compile_error(tmp_path, remaining), name


@pytest.mark.parametrize(
    "change, message",
    [
        ({"profile": "silver"}, "profile"),
        ({"states": "many"}, "states"),
        ({"rule": "hazard.unknown"}, "rule"),
        ({"second": "-"}, "second"),
        ({"states": "2", "until": "any VALU"}, "not both"),
        ({"first": "-"}, "first"),
    ],
)
def test_invalid_rows_are_refused(change, message):
    row = next(row for row in load().hazards if row["rule"] == "hazard.wmma")
    with pytest.raises(SpecError, match=f"hazards.txt:.*{message}"):
        emit_hazards.check_rows(dataclasses.replace(load(), hazards=[{**row, **change}]))


def test_silicon_rules_need_the_profile():
    """Invariant 12: rules beyond the manual are checked in the profile silicon only, even for code that ran before."""
    code = b"".join(assemble_lines("gfx1100", 32, ["v_rcp_f32 v1, v2", "v_add_f32 v3, v1, v1"]))
    machine = Machine(1, 8)
    for profile, expected in (("manual", []), ("silicon", ["hazard.trans.use"]), ("manual", [])):
        out = machine.run(arch="gfx1100", wave=32, code=code, profile=profile)
        assert [rule for rule, *_ in out.findings] == expected, profile
