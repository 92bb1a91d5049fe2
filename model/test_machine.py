"""The machine from outside: what a run may ask for, how it ends, branches, control, barriers.  Expectations: the ISA manuals,
sections named at each test; machine code: llvm-mc-19."""
import functools
import struct

import pytest

from . import EVERY_WAVE, MODE, SCC, V0, Machine, decode_text, disassemble, register_codes
from ..harness import mc

CONFIGURATIONS = [("gfx906", 64), ("gfx1100", 32), ("gfx1100", 64)]
EVERYWHERE = pytest.mark.parametrize("arch, wave", CONFIGURATIONS)
MACHINE = Machine(waves=16, findings=8, code_bytes=4096)
VCC, EXEC = 106, 126


@functools.cache
def code(arch, wave, text):
    """One instruction a line or after a ';' -> machine code.  Branch targets are dword offsets, as in SIMM16."""
    lines = [line.strip() for line in text.replace(";", "\n").splitlines() if line.strip()]
    parts = mc.assemble(arch, lines, wave)
    assert None not in parts, [line for line, part in zip(lines, parts) if part is None]
    return b"".join(parts)


def run(arch, wave, text, machine=MACHINE, **more):
    return machine.run(arch=arch, wave=wave, code=text if isinstance(text, bytes) else code(arch, wave, text), **more)


def rules(outcome, *kinds):
    return [rule for rule, kind, *_ in outcome.findings if not kinds or kind in kinds]


# ---- ends ----

@EVERYWHERE
def test_running_off_the_end_is_an_end(arch, wave):
    out = run(arch, wave, "s_nop 0; s_mov_b32 s3, 7")
    assert (out.status, out.instructions, MACHINE.wave(0).s[3], MACHINE.wave(0).pc) == ("ok", 2, 7, 0x10008)


@EVERYWHERE
def test_endpgm_ends(arch, wave):
    out = run(arch, wave, "s_mov_b32 s3, 7; s_endpgm; s_mov_b32 s3, 8")
    assert (out.status, out.instructions, MACHINE.wave(0).s[3]) == ("ok", 2, 7)


@EVERYWHERE
def test_limit_is_exact(arch, wave):
    assert run(arch, wave, "s_nop 0; s_nop 0; s_nop 0", limit=3).status == "ok"
    out = run(arch, wave, "s_nop 0; s_nop 0; s_nop 0", limit=2)
    assert (out.status, out.instructions, out.stopped_pc) == ("limit", 2, 0x10008)
    assert run(arch, wave, "s_branch 65535", limit=1000).instructions == 1000


def test_limit_counts_all_waves():
    out = run("gfx906", 64, "s_branch 65535", group=(256, 1, 1), grid=(512, 1, 1), limit=999)
    assert (out.status, out.instructions) == ("limit", 999)


def test_code_end_is_illegal():                              # RDNA3 5.1, Table 14
    out = run("gfx1100", 32, "s_nop 0; s_code_end")
    assert (out.status, out.stopped_pc, out.instructions) == ("illegal", 0x10004, 1)


@EVERYWHERE
def test_a_cut_instruction_is_illegal(arch, wave):
    out = run(arch, wave, code(arch, wave, "s_mov_b32 s0, 0x12345678")[:4])
    assert (out.status, out.stopped_pc) == ("illegal", 0x10000)


@EVERYWHERE
def test_unsupported_is_named(arch, wave):
    out = run(arch, wave, "s_nop 0; s_rfe_b64 s[2:3]", sets=[(EVERY_WAVE, 2, 0), (EVERY_WAVE, 3, 0)])
    assert (out.status, out.text, out.stopped_pc) == ("unsupported", "s_rfe_b64", 0x10004)


@EVERYWHERE
def test_setkill(arch, wave):                                # Vega: KILL := SIMM16[0]; RDNA3 5.1: ends at once
    out = run(arch, wave, "s_setkill 0; s_nop 0; s_setkill 1; s_nop 0")
    assert out.instructions == (3 if arch == "gfx906" else 1)


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
def test_conditional_branches(arch, wave, condition, reg, value, taken):
    sets = [(EVERY_WAVE, r, 0) for r in (VCC, VCC + 1, EXEC, EXEC + 1)] + [(EVERY_WAVE, reg, value)]
    out = run(arch, wave, f"s_cbranch_{condition} 1; s_mov_b32 s10, 1; s_mov_b32 s11, 1", sets=sets)
    assert (out.status, out.instructions, MACHINE.wave(0).s[10], MACHINE.wave(0).s[11]) == (
        "ok",
        2 if taken else 3,
        0 if taken else 1,
        1,
    )


@EVERYWHERE
@pytest.mark.parametrize("mask, zero", [(VCC, "vccz"), (EXEC, "execz")])
def test_upper_half_counts_in_wave64_only(arch, wave, mask, zero):  # RDNA3 3.2.2, 3.4.6
    out = run(
        arch, wave, f"s_cbranch_{zero} 1; s_mov_b32 s10, 1", sets=[(EVERY_WAVE, mask, 0), (EVERY_WAVE, mask + 1, 4)]
    )
    assert MACHINE.wave(0).s[10] == (1 if wave == 64 else 0) and out.status == "ok"


@EVERYWHERE
def test_backward_branch(arch, wave):
    out = run(
        arch,
        wave,
        "s_mov_b32 s0, 5; s_mov_b32 s1, 0; s_add_u32 s1, s1, s0; s_sub_u32 s0, s0, 1; s_cmp_lg_u32 s0, 0; s_cbranch_scc1 65532",
    )
    assert (MACHINE.wave(0).s[1], out.instructions) == (15, 2 + 5 * 4)


@EVERYWHERE
def test_an_open_condition_ends_comparison(arch, wave):
    out = run(arch, wave, "s_nop 0; s_cbranch_scc1 0")
    assert (out.status, rules(out), out.compared_end) == ("ok", ["open.branch"], 2)
    assert run(arch, wave, "s_cbranch_scc1 0", sets=[(EVERY_WAVE, SCC, 0)]).compared_end == 0


@EVERYWHERE
def test_pc_instructions(arch, wave):                        # RDNA3 5.4, Table 17: PC is that of the next instruction
    run(arch, wave, "s_nop 0; s_getpc_b64 s[4:5]; s_call_b64 s[6:7], 1; s_endpgm; s_mov_b32 s8, 9; s_setpc_b64 s[6:7]")
    s = MACHINE.wave(0).s
    assert (s[4], s[5], s[6], s[7], s[8]) == (0x10008, 0, 0x1000C, 0, 9)


@EVERYWHERE
def test_swappc(arch, wave):
    run(
        arch,
        wave,
        "s_swappc_b64 s[6:7], s[4:5]; s_endpgm; s_mov_b32 s8, 9",
        sets=[(EVERY_WAVE, 4, 0x10008), (EVERY_WAVE, 5, 0)],
    )
    s = MACHINE.wave(0).s
    assert (s[6], s[8]) == (0x10004, 9)


@EVERYWHERE
@pytest.mark.parametrize("target", [0x0FFFC, 0x10100])
def test_a_jump_out_of_the_code_is_a_fault(arch, wave, target):
    out = run(arch, wave, "s_setpc_b64 s[4:5]", sets=[(EVERY_WAVE, 4, target), (EVERY_WAVE, 5, 0)])
    assert (out.status, out.stopped_pc) == ("fault", target)


def test_entry():
    out = run("gfx906", 64, "s_endpgm; s_mov_b32 s3, 4", entry=4, base=0x2000)
    assert (out.instructions, MACHINE.wave(0).s[3], MACHINE.wave(0).pc) == (1, 4, 0x2008)


# ---- first state ----

@EVERYWHERE
def test_registers_not_given_are_zero_and_open(arch, wave):
    run(arch, wave, "s_nop 0")
    w, full = MACHINE.wave(0), (1 << wave) - 1
    assert not w.v.any() and int(w.v_open[0]) & full == full and w.s_open[0] == 0xFFFFFFFF and w.scc_open
    assert (w.mode, w.exec, w.s[EXEC], w.lanes) == (0x3F0, full, 0xFFFFFFFF, wave)
    assert not w.s_open[3] >> (EXEC - 96) & 1 and not w.v_written.any() and not w.s_written.any()


@EVERYWHERE
def test_sets(arch, wave):
    words = struct.pack("<3I", 10, 11, 12)
    run(
        arch,
        wave,
        "s_nop 0",
        sets=[
            (EVERY_WAVE, 5, 77),
            (0, 5, 78),
            (EVERY_WAVE, V0 + 2, words),
            (EVERY_WAVE, V0 + 3, 9),
            (EVERY_WAVE, MODE, 0x2F0),
        ],
    )
    w = MACHINE.wave(0)
    assert w.s[5] == 78 and not w.s_open[0] >> 5 & 1 and w.mode == 0x2F0
    assert (
        list(w.v[2, :5]) == [10, 11, 12, 0, 0] and set(w.v[3, :wave]) == {9} and w.v_open[2] == 0 and w.v_open[3] == 0
    )


@EVERYWHERE
def test_nothing_is_left_of_the_run_before(arch, wave):
    run(
        arch,
        wave,
        "v_mov_b32 v7, 5; s_mov_b32 s7, 5; s_cmp_eq_u32 0, 0",
        sets=[(EVERY_WAVE, V0 + 9, 3)],
        lds_bytes=8,
        lds=b"12345678",
    )
    run(arch, wave, "s_nop 0", lds_bytes=8)
    w = MACHINE.wave(0)
    assert not w.v[7].any() and not w.v[9].any() and w.s[7] == 0 and w.scc == 0 and w.scc_open and w.v_open[7] != 0
    assert MACHINE.lds(8) == (bytes(8), b"\1" * 8)


@EVERYWHERE
def test_partial_groups(arch, wave):
    """A grid of 2.5 waves in groups of two: three waves, the last one half full."""
    out = run(arch, wave, "s_nop 0", group=(2 * wave, 1, 1), grid=(2 * wave + wave // 2, 1, 1))
    lanes = [MACHINE.wave(n).exec for n in range(3)]
    assert (out.status, out.wave_count, lanes) == ("ok", 3, [(1 << wave) - 1] * 2 + [(1 << wave // 2) - 1])
    assert [MACHINE.wave(n).group for n in range(3)] == [0, 0, 1]


def test_sets_by_wave_are_for_the_first_group():
    run("gfx906", 64, "s_nop 0", group=(128, 1, 1), grid=(256, 1, 1), sets=[(EVERY_WAVE, 4, 1), (1, 4, 2)])
    assert [MACHINE.wave(n).s[4] for n in range(4)] == [1, 2, 1, 1]


def test_more_waves_than_are_kept():
    small = Machine(waves=2, findings=4, code_bytes=64)
    out = run("gfx906", 64, "s_mov_b32 s1, 3", small, group=(256, 1, 1), grid=(1024, 1, 1))
    assert (out.status, out.wave_count, out.kept, out.instructions, small.wave(1).s[1]) == ("ok", 16, 2, 16, 3)
    with pytest.raises(IndexError):
        small.wave(2)


# ---- what a run may not ask for ----

MISUSE = [
    (dict(wave=16), "wave_size"),
    (dict(base=2), "base"),
    (dict(entry=4), "entry"),
    (dict(entry=2), "entry"),
    (dict(base=1 << 48), "base"),
    (dict(vgprs=257), "vgprs"),
    (dict(sgprs=107), "sgprs"),
    (dict(lds_bytes=65537), "lds_bytes"),
    (dict(code=b""), "code"),
    (dict(code=bytes(4100)), "code_bytes"),
    (dict(group=(1025, 1, 1)), "group"),
    (dict(group=(0, 1, 1)), "group"),
    (dict(grid=(0, 1, 1)), "grid"),
    (dict(grid=(0xFFFFFFFF, 0xFFFFFFFF, 1)), "grid"),
    (dict(group=(65536, 65536, 65536)), "group"),
    (dict(regions=[(0x10000, bytearray(4))]), "regions"),
    (dict(regions=[(1 << 48, bytearray(4))]), "regions"),
    (dict(regions=[(0x20000, bytearray(8)), (0x20004, bytearray(8))]), "regions"),
    (dict(regions=[(0x20000 + 16 * n, bytearray(4)) for n in range(1024)]), "region_count"),
    (dict(sets=[(EVERY_WAVE, V0 + 256, 0)]), "sets"),
    (dict(sets=[(EVERY_WAVE, 200, 0)]), "sets"),
    (dict(sets=[(1, 0, 0)]), "sets"),
    (dict(sets=[(EVERY_WAVE, 5, bytes(8))]), "sets"),
    (dict(sets=[(EVERY_WAVE, V0, bytes(65 * 4))]), "sets"),
    (dict(sets=[(EVERY_WAVE, V0, b"")]), "sets"),
    (dict(compute={0xB7FC: 0}), "compute"),
    (dict(compute={0xB802: 0}), "compute"),
    (dict(scratch_bytes=64), "scratch_base"),
    (dict(descriptor=bytes(64), sets=[(EVERY_WAVE, 5, 1)]), "sets"),
]


@pytest.mark.parametrize("more, name", MISUSE, ids=[f"{name}-{n}" for n, (_, name) in enumerate(MISUSE)])
def test_misuse_names_the_field(more, name):
    arguments = dict(arch="gfx1100", wave=64, code=code("gfx1100", 64, "s_nop 0")) | more
    out = MACHINE.run(**arguments)
    assert (out.status, out.text.partition(":")[0], out.instructions) == ("invalid", name, 0)


def test_wave32_is_not_for_gfx906():
    assert run("gfx906", 64, "s_nop 0").status == "ok"
    assert MACHINE.run(arch="gfx906", wave=32, code=code("gfx906", 64, "s_nop 0")).text.startswith("wave_size: 32")


@pytest.mark.parametrize(
    "more",
    [
        dict(arch="gfx90"),
        dict(policy="soon"),
        dict(schedule="x"),
        dict(lds=b"1"),
        dict(descriptor=b"1"),
        dict(regions=[(0, bytearray(2), bytearray(3))]),
    ],
)
def test_python_refuses_what_cannot_be_packed(more):
    with pytest.raises(ValueError):
        MACHINE.run(**(dict(arch="gfx906", code=bytes(4)) | more))


# ---- hardware registers and MODE ----

@EVERYWHERE
def test_getreg_and_setreg_fields(arch, wave):               # RDNA3 6.8: {size - 1, offset, id}
    run(
        arch,
        wave,
        "s_getreg_b32 s1, hwreg(HW_REG_MODE); s_getreg_b32 s2, hwreg(HW_REG_MODE, 4, 4); s_setreg_b32 hwreg(HW_REG_MODE, 0, 2), s4; "
        "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 5; s_getreg_b32 s3, hwreg(HW_REG_MODE)",
        sets=[(EVERY_WAVE, 4, 0xFFFFFFFF)],
    )
    w = MACHINE.wave(0)
    assert (w.s[1], w.s[2], w.s[3], w.mode, w.mode_written) == (0x3F0, 0xF, 0x353, 0x353, 1)


@pytest.mark.parametrize("wave", [32, 64])
def test_round_and_denorm_mode(wave):                        # RDNA3 5: FP_ROUND is MODE[3:0], FP_DENORM is MODE[7:4]
    run("gfx1100", wave, "s_round_mode 6; s_denorm_mode 9")
    assert MACHINE.wave(0).mode == 0x396


@EVERYWHERE
def test_setprio_is_user_prio(arch, wave):                   # STATUS[4:3]
    run(arch, wave, "s_setprio 2; s_getreg_b32 s1, hwreg(HW_REG_STATUS, 3, 2)")
    assert MACHINE.wave(0).s[1] == 2


@EVERYWHERE
def test_trap_without_handler(arch, wave):                   # TRAP_EN = 0: s_trap does nothing
    out = run(arch, wave, "s_trap 2; s_mov_b32 s1, 1")
    assert (out.status, rules(out), MACHINE.wave(0).s[1]) == ("ok", ["control.trap.disabled"], 1)


# ---- barriers, halts, schedules ----

EXCHANGE = {
    "gfx906": "s_mov_b32 m0, -1; ds_write_b32 v0, v1; s_waitcnt lgkmcnt(0); s_barrier; ds_read_b32 v3, v2; s_waitcnt lgkmcnt(0)",
    "gfx1100": "ds_store_b32 v0, v1; s_waitcnt lgkmcnt(0); s_barrier; ds_load_b32 v3, v2; s_waitcnt lgkmcnt(0)",
}


def exchange_sets(waves, wave):
    """Wave n writes 100 + n at LDS word n (lane 0 alone) and reads the word of the next wave."""
    for n in range(waves):
        yield from [
            (n, V0, 4 * n),
            (n, V0 + 1, 100 + n),
            (n, V0 + 2, 4 * ((n + 1) % waves)),
            (n, EXEC, 1),
            (n, EXEC + 1, 0),
        ]


@EVERYWHERE
@pytest.mark.parametrize("schedule", ["round-robin", "seeded"])
def test_barrier_orders_waves(arch, wave, schedule):
    for seed in range(8):
        out = run(
            arch,
            wave,
            EXCHANGE[arch],
            group=(4 * wave, 1, 1),
            grid=(4 * wave, 1, 1),
            lds_bytes=16,
            sets=list(exchange_sets(4, wave)),
            schedule=schedule,
            seed=seed,
        )
        assert (out.status, rules(out, "error", "race")) == ("ok", [])
        assert [int(MACHINE.wave(n).v[3, 0]) for n in range(4)] == [101, 102, 103, 100]


@EVERYWHERE
def test_ended_waves_do_not_hold_a_barrier(arch, wave):  # RDNA3 5.5
    out = run(
        arch,
        wave,
        "s_cmp_eq_u32 s0, 1; s_cbranch_scc1 2; s_barrier; s_mov_b32 s1, 5",
        group=(3 * wave, 1, 1),
        grid=(3 * wave, 1, 1),
        sets=[(EVERY_WAVE, 0, 0), (1, 0, 1)],
    )
    assert (out.status, [int(MACHINE.wave(n).s[1]) for n in range(3)]) == ("ok", [5, 0, 5])


@EVERYWHERE
def test_a_single_wave_passes_barriers(arch, wave):
    assert run(arch, wave, "s_barrier; s_barrier").status == "ok"


@EVERYWHERE
def test_a_halted_wave_is_a_deadlock(arch, wave):
    out = run(arch, wave, "s_nop 0; s_sethalt 1; s_nop 0")
    assert (out.status, out.text.startswith("deadlock"), out.instructions) == ("fault", True, 2)
    out = run(
        arch,
        wave,
        "s_cmp_eq_u32 s0, 1; s_cbranch_scc1 1; s_sethalt 1; s_barrier",
        group=(2 * wave, 1, 1),
        grid=(2 * wave, 1, 1),
        sets=[(0, 0, 0), (1, 0, 1)],
    )
    assert (out.status, out.text.startswith("deadlock")) == ("fault", True)


def test_seeded_schedules_repeat_and_differ():
    """Waves race for the limit: which wave got how far shows the schedule."""
    def spread(seed):
        run(
            "gfx906",
            64,
            "s_add_u32 s0, s0, 1; s_branch 65534",
            group=(256, 1, 1),
            grid=(256, 1, 1),
            limit=500,
            schedule="seeded",
            seed=seed,
            sets=[(EVERY_WAVE, 0, 0)],
        )
        return [int(MACHINE.wave(n).s[0]) for n in range(4)]
    found = [spread(seed) for seed in range(6)]
    assert found == [spread(seed) for seed in range(6)] and len({tuple(f) for f in found}) > 3


# ---- messages, clauses, delays: rules without a result ----

@EVERYWHERE
def test_unknown_message(arch, wave):
    known, unknown = (
        run(arch, wave, "s_sendmsg sendmsg(MSG_INTERRUPT)", sets=[(EVERY_WAVE, register_codes(arch)["m0"], 0)]),
        run(arch, wave, "s_sendmsg 0"),
    )
    assert (rules(known), rules(unknown)) == ([], ["control.message.unknown"])


def test_dealloc_vgprs_before_anything_but_the_end():        # RDNA3 5.3, Table 15
    assert rules(run("gfx1100", 32, "s_sendmsg sendmsg(MSG_DEALLOC_VGPRS); s_endpgm")) == []
    assert rules(run("gfx1100", 32, "s_sendmsg sendmsg(MSG_DEALLOC_VGPRS); s_nop 0; s_endpgm")) == [
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
def test_clauses(text, rule):                                # RDNA3 5.2
    assert rules(run("gfx1100", 32, text)) == ([rule] if rule else [])


@pytest.mark.parametrize(
    "imm, status, found",
    [
        (0x0A3, "ok", []),
        (0x5BB, "ok", []),
        (0x008, "ok", ["control.delay.reserved"]),
        (0x060, "illegal", []),
        (0x600, "illegal", []),
    ],
)
def test_delay_alu_codes(imm, status, found):                # RDNA3 5.7; codes without a name are no instruction to llvm-mc either
    out = run("gfx1100", 32, f"s_delay_alu {imm}")
    assert (out.status, rules(out)) == (status, found)


def test_icache_inv_is_followed_by_idle_states():            # Vega 12
    fill = "s_nop 7; s_nop 7; "
    assert rules(run("gfx906", 64, f"s_icache_inv; {fill}s_mov_b32 s0, 0")) == []
    assert rules(run("gfx906", 64, "s_icache_inv; s_branch 0; s_mov_b32 s0, 0")) == []
    assert rules(run("gfx906", 64, "s_icache_inv; s_nop 7; s_mov_b32 s0, 0")) == ["control.icache.follow"]
    assert rules(run("gfx1100", 32, "s_icache_inv; s_mov_b32 s0, 0")) == []


# ---- findings ----

def test_a_full_list_keeps_errors():
    """Nine notes, then an error: eight places; the error takes the place of a note."""
    out = run("gfx1100", 32, "s_trap 1;" * 9 + "s_clause 0x0; s_nop 0")
    assert (len(out.findings), out.findings_dropped, out.errors, rules(out).count("control.clause.length")) == (
        8,
        2,
        1,
        1,
    )
    rule, kind, wave, pc, text = next(f for f in out.findings if f[1] == "error")
    assert (wave, pc, text.startswith("s_clause: ")) == (0, 0x10000 + 36, True)


# ---- tracing and text ----

@EVERYWHERE
def test_trace(arch, wave):
    seen = []
    MACHINE.trace(seen.append)
    run(arch, wave, "s_mov_b32 s3, 7; v_mov_b32 v2, s3", sets=[(EVERY_WAVE, EXEC, 6), (EVERY_WAVE, EXEC + 1, 0)])
    MACHINE.trace(None)
    run(arch, wave, "s_nop 0")
    assert [(t["pc"], t["text"].split()[0].replace("_e32", "")) for t in seen] == [
        (0x10000, "s_mov_b32"),
        (0x10004, "v_mov_b32"),
    ]
    assert [t["writes"] for t in seen] == [[(3, 1)], [(V0 + 2, 6)]] and seen[0]["exec"] == 6


@EVERYWHERE
def test_text(arch, wave):
    assert disassemble(arch, wave, code(arch, wave, "s_mov_b32 s3, 7")) == (4, "s_mov_b32 s3, 7")
    lines = b"".join(code(arch, wave, f"s_mov_b32 s{n}, 7").hex().encode() + b"\n" for n in range(100))
    assert decode_text(arch, wave, lines).splitlines()[99] == b"s_mov_b32 s99, 7"
    assert decode_text(arch, wave, b"00\n") == b"<illegal>\n"


# ---- Vega's branch stack (Vega 12.1) ----

FORK = """s_getreg_b32 s20, hwreg(HW_REG_MODE, 29, 3); {fork}
          v_mov_b32 v1, 1; s_branch 1; v_mov_b32 v1, 2
          s_cbranch_join s20; v_mov_b32 v2, 3"""


@pytest.mark.parametrize("fork", ["s_cbranch_i_fork s[22:23], 2", "s_cbranch_g_fork s[22:23], s[24:25]"])
@pytest.mark.parametrize("chosen", [0x0F, 0x07, 0x7F, 0xFFFFFFFFFFFFFFFF, 0])
def test_fork_and_join(fork, chosen):
    """Lanes of the mask go to the target and get 2, the others 1.  The smaller side runs first (on a tie the mask's); behind the
    second join EXEC is that of the side that ran last."""
    sets = [
        (EVERY_WAVE, EXEC, 0xFF),
        (EVERY_WAVE, EXEC + 1, 0),
        (EVERY_WAVE, 22, chosen & 0xFFFFFFFF),
        (EVERY_WAVE, 23, chosen >> 32),
        (EVERY_WAVE, 24, 0x10010),
        (EVERY_WAVE, 25, 0),
    ]
    out = run("gfx906", 64, FORK.format(fork=fork), sets=sets)
    w, passing, failing = MACHINE.wave(0), chosen & 0xFF, ~chosen & 0xFF
    smaller_fails = bin(failing).count("1") < bin(passing).count("1")
    last = (passing if smaller_fails else failing) if passing and failing else 0xFF
    assert (out.status, rules(out), w.exec, w.mode >> 29) == ("ok", [], last, 0)
    assert list(w.v[1, :8]) == [2 if chosen >> lane & 1 else 1 for lane in range(8)]
    assert list(w.v[2, :9]) == [3 if last >> lane & 1 else 0 for lane in range(9)]
