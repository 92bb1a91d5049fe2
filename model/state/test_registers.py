"""Registers: range rules, trap temporaries, NULL, undefined values of EXEC, M0 and MODE, hardware registers.
The expectations are RDNA3 ISA, 3.3, 3.4, 6.2, 6.8, 7.2.7; Vega ISA, 3.5, 3.6, 6.2; and invariant 9 of the architecture.
"""
import pytest

from .. import EVERY_WAVE, HWREG, MODE, STATUS
from ..testing import EVERYWHERE, finding_rules, run_listing, vgpr_setting, completed_wave


@EVERYWHERE
def test_scalar_source_beyond_the_allocation(arch, wave):
    """gfx9 reads SGPR0; gfx11 always allocates all scalar registers."""
    out = run_listing(arch, wave, "s_mov_b32 s4, s60", sgprs=48, sets=[(EVERY_WAVE, 0, 77), (EVERY_WAVE, 60, 5)])
    assert int(completed_wave(out).s[4]) == (77 if arch == "gfx906" else 0)
    assert finding_rules(out) == ["register.sgpr.range"]


@EVERYWHERE
def test_scalar_destination_beyond_the_allocation(arch, wave):
    out = run_listing(arch, wave, "s_mov_b32 s60, 9", sgprs=48)
    assert int(completed_wave(out).s[60]) == 0 and "register.sgpr.range" in finding_rules(out)


@EVERYWHERE
def test_vector_registers_beyond_the_allocation(arch, wave):
    """A source reads v0, a destination is not written (RDNA3 ISA, 7.2.7; Vega ISA, 6.2)."""
    out = run_listing(
        arch, wave, "v_mov_b32 v4, v60; v_mov_b32 v61, v0", vgprs=48,
        sets=[vgpr_setting(0, range(wave)), vgpr_setting(4, [9] * wave)],
    )
    w = completed_wave(out)
    assert [int(x) for x in w.v[4][:wave]] == list(range(wave)) and not int(w.v[61][1])
    assert finding_rules(out) == ["register.vgpr.range"] * 2


@EVERYWHERE
def test_a_load_beyond_the_allocation_accesses_nothing(arch, wave):
    load = "global_load_dword" if arch == "gfx906" else "global_load_b32"
    out = run_listing(
        arch, wave, f"{load} v60, v1, s[2:3]; WAIT", vgprs=48,
        sets=[vgpr_setting(1, [0] * wave), (EVERY_WAVE, 2, 0x1234), (EVERY_WAVE, 3, 0)],
    )
    assert out.status == "ok" and finding_rules(out) == ["register.vgpr.range"]


@EVERYWHERE
def test_trap_temporaries_are_reported_in_programs(arch, wave):
    out = run_listing(arch, wave, "s_mov_b32 s4, ttmp1; s_mov_b32 ttmp2, 5",
                      sets=[(EVERY_WAVE, 109, 77), (EVERY_WAVE, 110, 6)])
    w = completed_wave(out)
    assert (int(w.s[4]), int(w.s[110])) == (0, 6) and finding_rules(out) == ["register.ttmp.user"] * 2
    out = run_listing(
        arch, wave, "s_mov_b32 s4, ttmp1; s_mov_b32 ttmp2, 5",
        sets=[(EVERY_WAVE, 109, 77), (EVERY_WAVE, STATUS, 1 << 5)],
    )
    w = completed_wave(out)
    assert (int(w.s[4]), int(w.s[110])) == (77, 5) and not out.findings


def test_null_reads_zero_and_discards_writes():
    out = run_listing("gfx1100", 32, "s_mov_b32 null, 5; s_mov_b32 s4, null")
    assert int(completed_wave(out).s[4]) == 0 and not out.findings


@EVERYWHERE
@pytest.mark.parametrize(
    "text, rule",
    [
        ("s_mov_b32 exec_lo, s9", "open.exec"),
        ("s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s9", "open.mode"),
    ],
)
def test_an_undefined_value_that_decides_is_reported(arch, wave, text, rule):
    """s9 is undefined."""
    out = run_listing(arch, wave, f"s_nop 0; {text}; s_nop 0")
    assert out.status == "ok" and finding_rules(out) == [rule] and out.compared_end == 2
    assert not finding_rules(run_listing(arch, wave, f"s_nop 0; {text}", sets=[(EVERY_WAVE, 9, 1)]))


@EVERYWHERE
def test_an_undefined_bit_of_m0_ends_comparison_where_it_is_used(arch, wave):
    """s9 is undefined."""
    out = run_listing(arch, wave, "s_mov_b32 m0, s9; s_nop 0; s_movrels_b32 s4, s10")
    assert finding_rules(out) == ["open.m0"] and out.compared_end == 3
    assert not finding_rules(run_listing(arch, wave, "s_mov_b32 m0, s9; s_nop 0"))


@EVERYWHERE
def test_exec_hi_is_an_ordinary_register_in_wave32(arch, wave):
    out = run_listing(arch, wave, "s_mov_b32 exec_hi, s9; v_mov_b32 v1, 1")
    assert finding_rules(out) == ([] if wave == 32 else ["open.exec"])


@EVERYWHERE
def test_undefined_lanes_propagate_through_registers(arch, wave):
    """v1 is undefined in lane 3 only, v2 in all lanes."""
    full = (1 << wave) - 1
    out = run_listing(
        arch, wave, "v_add_f32 v3, v1, v2; v_mov_b32 v4, v1; s_add_u32 s5, s4, s6; s_mov_b32 s7, s4",
        sets=[vgpr_setting(1, range(wave)), (EVERY_WAVE, 4, 1)],
    )
    w = completed_wave(out)
    assert int(w.v_open[3]) & full == full and not int(w.v_open[4]) & full
    assert int(w.s_open[0]) >> 5 & 1 and not int(w.s_open[0]) >> 7 & 1 and w.scc_open


@EVERYWHERE
def test_tolerance_ends_at_the_first_use(arch, wave):
    """v_rcp_f32 is within 1 ULP: its value is tolerant, and values computed from it are undefined (invariant 9)."""
    full = (1 << wave) - 1
    out = run_listing(arch, wave, "v_rcp_f32 v2, v1; v_add_f32 v3, v2, v1", sets=[vgpr_setting(1, [0x40400000] * wave)])
    w = completed_wave(out)
    assert (int(w.v_tolerant[2]) & full == full and int(w.v_ulp[2]) == 1 and int(w.v_float[2]) == 32
            and not int(w.v_open[2]) & full)
    assert int(w.v_open[3]) & full == full and not int(w.v_tolerant[3])


@EVERYWHERE
def test_hardware_registers_have_their_fields(arch, wave):
    """STATUS: SCC 0, EXECZ 9, VCCZ 10; MODE is readable and writable by field; HW_ID is undefined."""
    identity = "HW_REG_HW_ID" if arch == "gfx906" else "HW_REG_HW_ID1"
    text = ("s_cmp_eq_u32 s4, s4; s_getreg_b32 s5, hwreg(HW_REG_STATUS, 0, 11); "
            "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 5; s_nop 1; s_getreg_b32 s6, hwreg(HW_REG_MODE, 0, 10); "
            f"s_getreg_b32 s7, hwreg({identity})")
    out = run_listing(
        arch, wave, text,
        sets=[(EVERY_WAVE, 4, 1), (EVERY_WAVE, 106, 0), (EVERY_WAVE, 107, 0), (EVERY_WAVE, MODE, 0x3F0)],
    )
    w = completed_wave(out)
    assert int(w.s[5]) & 0x601 == 0x401 and int(w.s[6]) == 0x350 and w.mode == 0x350
    assert int(w.s_open[0]) >> 7 & 1 and not int(w.s_open[0]) >> 6 & 1


def test_flat_scratch_is_a_hardware_register_that_a_program_only_reads():
    out = run_listing(
        "gfx1100",
        32,
        "s_getreg_b32 s5, hwreg(HW_REG_FLAT_SCR_LO); s_setreg_b32 hwreg(HW_REG_FLAT_SCR_LO), s5; "
        "s_nop 1; s_getreg_b32 s6, hwreg(HW_REG_FLAT_SCR_LO)",
        sets=[(EVERY_WAVE, HWREG + 20, 0x300000)],
    )
    w = completed_wave(out)
    assert int(w.s[5]) == int(w.s[6]) == 0x300000 and len(finding_rules(out)) == 1


@pytest.mark.parametrize(
    "text, bits, cut",
    [
        ("v_max_f16_sdwa v2, v0, v1 dst_sel:BYTE_3 dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:WORD_0", 16, True),
        ("v_max_f16_sdwa v2, v0, v1 dst_sel:WORD_1 dst_unused:UNUSED_PAD src0_sel:WORD_0 src1_sel:WORD_0", 16, False),
        ("v_add_f32_sdwa v2, v0, v1 dst_sel:WORD_0 dst_unused:UNUSED_PRESERVE src0_sel:DWORD src1_sel:DWORD", 32, True),
        ("v_add_u32_sdwa v2, v0, v1 dst_sel:BYTE_0 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD", 32, False),
    ],
)
def test_a_part_of_a_tolerant_nan_is_undefined(text, bits, cut):
    """The choice of a NaN is free (E-101), and a byte of it does not show that it is one."""
    one, nan = {16: (0x3c00, 0x7e01), 32: (0x3f800000, 0x7fc00001)}[bits]
    lanes = [nan if lane % 3 == 1 else one for lane in range(64)]
    out = run_listing("gfx906", 64, text,
                      sets=[vgpr_setting(0, lanes), vgpr_setting(1, lanes), vgpr_setting(2, [0] * 64)])
    assert int(completed_wave(out).v_open[2]) == (sum(1 << lane for lane in range(1, 64, 3)) if cut else 0)


def test_a_program_may_flush_its_instructions():
    """FLUSH_IB is writable (RDNA3 ISA, 3.4.8); HW_ID1 is read only, and Vega has no register 14."""
    flush = "s_setreg_b32 hwreg(14, 0, 1), s2"
    assert finding_rules(run_listing("gfx1100", 32, flush, sets=[(EVERY_WAVE, 2, 1)])) == []
    out = run_listing("gfx1100", 32, flush.replace("14", "23"), sets=[(EVERY_WAVE, 2, 1)])
    assert finding_rules(out) == ["hwreg.readonly"]
    assert finding_rules(run_listing("gfx906", 64, flush, sets=[(EVERY_WAVE, 2, 1)])) == ["hwreg.readonly"]
