"""Branches, the PC, hardware registers, messages and clauses.
The expectations are from the ISA manuals, with the section at each test."""

import pytest

from .. import EVERY_WAVE, SCC, Machine, register_codes
from ..testing import EVERYWHERE, code, finding_rules

MACHINE = Machine(waves=16, findings=8, code_bytes=4096)
VCC, EXEC = 106, 126


def run_listing(arch, wave, text, machine=MACHINE, **more):
    return machine.run(arch=arch, wave=wave, code=code(arch, wave, text), **more)


# ---- branches and the PC ----

BRANCHES = [
    ("scc0", SCC, 0, True),
    ("scc0", SCC, 1, False),
    ("scc1", SCC, 1, True),
    ("scc1", SCC, 0, False),
    ("vccz", VCC, 0, True),
    ("vccz", VCC, 8, False),
    ("vccnz", VCC, 8, True),
    ("vccnz", VCC, 0, False),
    ("execz", EXEC, 0, True),
    ("execz", EXEC, 1 << 31, False),
    ("execnz", EXEC, 2, True),
    ("execnz", EXEC, 0, False),
]


@EVERYWHERE
@pytest.mark.parametrize("condition, reg, value, taken", BRANCHES)
def test_conditional_branches_follow_their_condition(arch, wave, condition, reg, value, taken):
    sets = [(EVERY_WAVE, r, 0) for r in (VCC, VCC + 1, EXEC, EXEC + 1)] + [(EVERY_WAVE, reg, value)]
    out = run_listing(arch, wave, f"s_cbranch_{condition} 1; s_mov_b32 s10, 1; s_mov_b32 s11, 1", sets=sets)
    assert (out.status, out.instructions, MACHINE.wave(0).s[10], MACHINE.wave(0).s[11]) == (
        "ok", 2 if taken else 3, 0 if taken else 1, 1,
    )


@EVERYWHERE
@pytest.mark.parametrize("mask, zero", [(VCC, "vccz"), (EXEC, "execz")])
def test_upper_half_of_a_mask_matters_in_wave64_only(arch, wave, mask, zero):  # RDNA3 3.2.2, 3.4.6
    out = run_listing(
        arch, wave, f"s_cbranch_{zero} 1; s_mov_b32 s10, 1", sets=[(EVERY_WAVE, mask, 0), (EVERY_WAVE, mask + 1, 4)]
    )
    assert MACHINE.wave(0).s[10] == (1 if wave == 64 else 0) and out.status == "ok"


@EVERYWHERE
def test_backward_branch_repeats_the_loop(arch, wave):
    out = run_listing(
        arch,
        wave,
        "s_mov_b32 s0, 5; s_mov_b32 s1, 0; s_add_u32 s1, s1, s0; s_sub_u32 s0, s0, 1; "
        "s_cmp_lg_u32 s0, 0; s_cbranch_scc1 65532",
    )
    assert (MACHINE.wave(0).s[1], out.instructions) == (15, 2 + 5 * 4)


@EVERYWHERE
def test_an_undefined_condition_ends_the_comparison(arch, wave):
    out = run_listing(arch, wave, "s_nop 0; s_cbranch_scc1 0")
    assert (out.status, finding_rules(out), out.compared_end) == ("ok", ["open.branch"], 2)
    assert run_listing(arch, wave, "s_cbranch_scc1 0", sets=[(EVERY_WAVE, SCC, 0)]).compared_end == 0


@EVERYWHERE
def test_pc_instructions_read_and_write_the_pc(arch, wave):  # RDNA3 5.4, Table 17: PC is that of the next instruction
    text = "s_nop 0; s_getpc_b64 s[4:5]; s_call_b64 s[6:7], 1; s_endpgm; s_mov_b32 s8, 9; s_setpc_b64 s[6:7]"
    run_listing(arch, wave, text)
    s = MACHINE.wave(0).s
    assert (s[4], s[5], s[6], s[7], s[8]) == (0x10008, 0, 0x1000C, 0, 9)


@EVERYWHERE
def test_swappc_saves_the_return_address(arch, wave):
    run_listing(
        arch, wave, "s_swappc_b64 s[6:7], s[4:5]; s_endpgm; s_mov_b32 s8, 9",
        sets=[(EVERY_WAVE, 4, 0x10008), (EVERY_WAVE, 5, 0)],
    )
    s = MACHINE.wave(0).s
    assert (s[6], s[8]) == (0x10004, 9)


@EVERYWHERE
@pytest.mark.parametrize("target", [0x0FFFC, 0x10100])
def test_a_jump_out_of_the_code_is_a_fault(arch, wave, target):
    out = run_listing(arch, wave, "s_setpc_b64 s[4:5]", sets=[(EVERY_WAVE, 4, target), (EVERY_WAVE, 5, 0)])
    assert (out.status, out.stopped_pc) == ("fault", target)


def test_a_run_starts_at_its_entry():
    out = run_listing("gfx906", 64, "s_endpgm; s_mov_b32 s3, 4", entry=4, base=0x2000)
    assert (out.instructions, MACHINE.wave(0).s[3], MACHINE.wave(0).pc) == (1, 4, 0x2008)


# ---- hardware registers and MODE ----

@EVERYWHERE
def test_getreg_and_setreg_access_fields(arch, wave):               # RDNA3 6.8: {size - 1, offset, id}
    run_listing(
        arch,
        wave,
        "s_getreg_b32 s1, hwreg(HW_REG_MODE); s_getreg_b32 s2, hwreg(HW_REG_MODE, 4, 4); "
        "s_setreg_b32 hwreg(HW_REG_MODE, 0, 2), s4; "
        "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 5; s_getreg_b32 s3, hwreg(HW_REG_MODE)",
        sets=[(EVERY_WAVE, 4, 0xFFFFFFFF)],
    )
    w = MACHINE.wave(0)
    assert (w.s[1], w.s[2], w.s[3], w.mode, w.mode_written) == (0x3F0, 0xF, 0x353, 0x353, 1)


@pytest.mark.parametrize("wave", [32, 64])
def test_round_and_denorm_mode_set_mode(wave):  # RDNA3 5: FP_ROUND is MODE[3:0], FP_DENORM is MODE[7:4]
    run_listing("gfx1100", wave, "s_round_mode 6; s_denorm_mode 9")
    assert MACHINE.wave(0).mode == 0x396


@EVERYWHERE
def test_setprio_sets_user_prio(arch, wave):                   # STATUS[4:3]
    run_listing(arch, wave, "s_setprio 2; s_getreg_b32 s1, hwreg(HW_REG_STATUS, 3, 2)")
    assert MACHINE.wave(0).s[1] == 2


@EVERYWHERE
def test_trap_without_handler_is_ignored(arch, wave):                   # TRAP_EN = 0: s_trap does nothing
    out = run_listing(arch, wave, "s_trap 2; s_mov_b32 s1, 1")
    assert (out.status, finding_rules(out), MACHINE.wave(0).s[1]) == ("ok", ["control.trap.disabled"], 1)


# ---- messages, clauses, delays: rules without a result ----

@EVERYWHERE
def test_an_unknown_message_is_reported(arch, wave):
    known, unknown = (
        run_listing(arch, wave, "s_sendmsg sendmsg(MSG_INTERRUPT)", sets=[(EVERY_WAVE, register_codes(arch)["m0"], 0)]),
        run_listing(arch, wave, "s_sendmsg 0"),
    )
    assert (finding_rules(known), finding_rules(unknown)) == ([], ["control.message.unknown"])


def test_dealloc_vgprs_must_precede_the_end():        # RDNA3 5.3, Table 15
    assert finding_rules(run_listing("gfx1100", 32, "s_sendmsg sendmsg(MSG_DEALLOC_VGPRS); s_endpgm")) == []
    assert finding_rules(run_listing("gfx1100", 32, "s_sendmsg sendmsg(MSG_DEALLOC_VGPRS); s_nop 0; s_endpgm")) == [
        "control.dealloc.end"
    ]


CLAUSES = [
    ("s_clause 0x0; v_nop", "control.clause.length"),
    ("s_clause 0x3f; v_nop", "control.clause.length"),
    ("s_clause 0x1; v_mov_b32 v0, 0; v_mov_b32 v1, 0", None),
    ("s_clause 0x2; v_mov_b32 v0, 0; s_nop 0; v_mov_b32 v1, 0", None),
    ("s_clause 0x1; v_mov_b32 v0, 0; s_mov_b32 s0, 0", "control.clause.member"),
    ("s_clause 0x1; s_nop 0; v_mov_b32 v0, 0", "control.clause.member"),
    ("s_clause 0x2; v_mov_b32 v0, 0; s_delay_alu 1; v_mov_b32 v1, 0", "control.clause.member"),
    ("s_clause 0x1; v_mov_b32 v0, 0", "control.clause.member"),
    ("s_clause 0x1; v_mov_b32 v0, 0; s_clause 0x1; v_mov_b32 v1, 0; v_mov_b32 v2, 0", "control.clause.member"),
    ("s_clause 0x303; v_mov_b32 v0, 0; v_mov_b32 v1, 0; v_mov_b32 v2, 0; v_mov_b32 v3, 0", "control.clause.member"),
    ("s_clause 0x203; v_mov_b32 v0, 0; v_mov_b32 v1, 0; v_mov_b32 v2, 0; v_mov_b32 v3, 0", None),
]


@pytest.mark.parametrize("text, rule", CLAUSES)
def test_invalid_clauses_are_reported(text, rule):                                # RDNA3 5.2
    assert finding_rules(run_listing("gfx1100", 32, text), "error", "note") == ([rule] if rule else [])


@pytest.mark.parametrize(
    "imm, status, found",
    [
        (0x0A3, "ok", []),
        (0x5BB, "ok", []),
        (0x008, "ok", ["control.delay.reserved"]),
        (0x060, "ok", ["control.delay.reserved"]),
        (0x600, "ok", ["control.delay.reserved"]),
        (0x78F, "ok", ["control.delay.reserved"]),
    ],
)
# RDNA3 5.7, Table 19
def test_invalid_delay_codes_are_reported(imm, status, found):
    out = run_listing("gfx1100", 32, f"s_delay_alu {imm}")
    assert (out.status, finding_rules(out)) == (status, found)


def test_icache_inv_needs_sixteen_s_nop():          # "16 separate" ones, however long each idles (Vega 12.5)
    fill = "s_nop 0; " * 15
    assert finding_rules(run_listing("gfx906", 64, f"s_icache_inv; {fill}s_nop 0; s_mov_b32 s0, 0")) == []
    assert finding_rules(run_listing("gfx906", 64, f"s_icache_inv; {fill}s_mov_b32 s0, 0")) == ["control.icache.follow"]
    assert finding_rules(run_listing("gfx906", 64, "s_icache_inv; s_branch 0; s_mov_b32 s0, 0")) == []
    out = run_listing("gfx906", 64, "s_icache_inv; s_nop 7; s_mov_b32 s0, 0")
    assert finding_rules(out) == ["control.icache.follow"]
    assert finding_rules(run_listing("gfx1100", 32, "s_icache_inv; s_mov_b32 s0, 0")) == []


# ---- Vega's branch stack (Vega 12.1) ----

FORK = """s_getreg_b32 s20, hwreg(HW_REG_MODE, 29, 3); {fork}
          v_mov_b32 v1, 1; s_branch 1; v_mov_b32 v1, 2
          s_cbranch_join s20; v_mov_b32 v2, 3"""


@pytest.mark.parametrize("fork", ["s_cbranch_i_fork s[22:23], 2", "s_cbranch_g_fork s[22:23], s[24:25]"])
@pytest.mark.parametrize("chosen", [0x0F, 0x07, 0x7F, 0xFFFFFFFFFFFFFFFF, 0])
def test_fork_runs_the_smaller_side_first(fork, chosen):
    """Lanes of the mask jump to the target and get 2, the others get 1. The smaller side runs first, on a tie the
    mask's. After the second join EXEC is that of the last side."""
    sets = [
        (EVERY_WAVE, EXEC, 0xFF),
        (EVERY_WAVE, EXEC + 1, 0),
        (EVERY_WAVE, 22, chosen & 0xFFFFFFFF),
        (EVERY_WAVE, 23, chosen >> 32),
        (EVERY_WAVE, 24, 0x10010),
        (EVERY_WAVE, 25, 0),
    ]
    out = run_listing("gfx906", 64, FORK.format(fork=fork), sets=sets)
    w, passing, failing = MACHINE.wave(0), chosen & 0xFF, ~chosen & 0xFF
    smaller_fails = bin(failing).count("1") < bin(passing).count("1")
    last = (passing if smaller_fails else failing) if passing and failing else 0xFF
    assert (out.status, finding_rules(out), w.exec, w.mode >> 29) == ("ok", [], last, 0)
    assert list(w.v[1, :8]) == [2 if chosen >> lane & 1 else 1 for lane in range(8)]
    assert list(w.v[2, :9]) == [3 if last >> lane & 1 else 0 for lane in range(9)]
