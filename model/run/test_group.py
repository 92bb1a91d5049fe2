"""Waves of a group: barriers, halts and schedules.
The expectations are from the ISA manuals, with the section at each test."""

import pytest

from .. import EVERY_WAVE, V0, Machine
from ..testing import EVERYWHERE, code, finding_rules

MACHINE = Machine(waves=16, findings=8, code_bytes=4096)
VCC, EXEC = 106, 126


def run_listing(arch, wave, text, machine=MACHINE, **more):
    return machine.run(arch=arch, wave=wave, code=code(arch, wave, text), **more)


# ---- barriers, halts, schedules ----

EXCHANGE = {
    "gfx906": "s_mov_b32 m0, -1; ds_write_b32 v0, v1; s_waitcnt lgkmcnt(0); s_barrier; "
              "ds_read_b32 v3, v2; s_waitcnt lgkmcnt(0)",
    "gfx1100": "ds_store_b32 v0, v1; s_waitcnt lgkmcnt(0); s_barrier; ds_load_b32 v3, v2; s_waitcnt lgkmcnt(0)",
}


def exchange_sets(waves, wave):
    """Return values for an exchange: wave n writes 100 + n at LDS word n (lane 0 alone) and reads the word of the next
    wave."""
    for n in range(waves):
        yield from [
            (n, V0, 4 * n), (n, V0 + 1, 100 + n), (n, V0 + 2, 4 * ((n + 1) % waves)), (n, EXEC, 1), (n, EXEC + 1, 0),
        ]


@EVERYWHERE
@pytest.mark.parametrize("schedule", ["round-robin", "seeded"])
def test_barrier_orders_waves(arch, wave, schedule):
    for seed in range(8):
        out = run_listing(
            arch, wave, EXCHANGE[arch], group=(4 * wave, 1, 1), grid=(4 * wave, 1, 1), lds_bytes=16,
            sets=list(exchange_sets(4, wave)), schedule=schedule, seed=seed,
        )
        assert (out.status, finding_rules(out, "error", "race")) == ("ok", [])
        assert [int(MACHINE.wave(n).v[3, 0]) for n in range(4)] == [101, 102, 103, 100]


@EVERYWHERE
def test_a_barrier_does_not_wait_for_ended_waves(arch, wave):  # RDNA3 5.5
    out = run_listing(
        arch, wave, "s_cmp_eq_u32 s0, 1; s_cbranch_scc1 2; s_barrier; s_mov_b32 s1, 5", group=(3 * wave, 1, 1),
        grid=(3 * wave, 1, 1), sets=[(EVERY_WAVE, 0, 0), (1, 0, 1)],
    )
    assert (out.status, [int(MACHINE.wave(n).s[1]) for n in range(3)]) == ("ok", [5, 0, 5])


@EVERYWHERE
def test_a_single_wave_passes_barriers(arch, wave):
    assert run_listing(arch, wave, "s_barrier; s_barrier").status == "ok"


@EVERYWHERE
def test_a_halted_wave_is_a_deadlock(arch, wave):
    out = run_listing(arch, wave, "s_nop 0; s_sethalt 1; s_nop 0")
    assert (out.status, out.text.startswith("deadlock"), out.instructions) == ("fault", True, 2)
    out = run_listing(
        arch, wave, "s_cmp_eq_u32 s0, 1; s_cbranch_scc1 1; s_sethalt 1; s_barrier", group=(2 * wave, 1, 1),
        grid=(2 * wave, 1, 1), sets=[(0, 0, 0), (1, 0, 1)],
    )
    assert (out.status, out.text.startswith("deadlock")) == ("fault", True)


def test_seeded_schedules_repeat_and_differ():
    """Waves race for the instruction limit, so that their progress shows the schedule."""
    def spread(seed):
        run_listing(
            "gfx906", 64, "s_add_u32 s0, s0, 1; s_branch 65534", group=(256, 1, 1), grid=(256, 1, 1), limit=500,
            schedule="seeded", seed=seed, sets=[(EVERY_WAVE, 0, 0)],
        )
        return [int(MACHINE.wave(n).s[0]) for n in range(4)]
    spreads = [spread(seed) for seed in range(6)]
    assert spreads == [spread(seed) for seed in range(6)] and len({tuple(f) for f in spreads}) > 3


# ---- clauses ----

def instruction_order(text, seed):
    """Return (wave, address) of each instruction of two waves under the seeded schedule."""
    machine, ran = Machine(waves=2, findings=8, code_bytes=4096), []
    machine.trace(lambda t: ran.append((t["wave"], t["pc"])))
    out = run_listing("gfx1100", 32, text, machine=machine, group=(64, 1, 1), grid=(64, 1, 1),
                      schedule="seeded", seed=seed)
    assert (out.status, finding_rules(out, "error", "race")) == ("ok", [])
    return ran


def is_interrupted(ran, first, last):
    """Return whether another wave ran between the instructions at two addresses."""
    return any(a[0] != b[0] and first <= a[1] < last for a, b in zip(ran, ran[1:]))


@pytest.mark.parametrize("text, size", [
    ("s_clause 0x13; " + "v_mov_b32 v0, 0; " * 20, 20),
    ("s_clause 0x11; v_mov_b32 v0, 0; s_nop 0; " + "v_mov_b32 v0, 0; " * 16, 18),
])
def test_no_other_wave_runs_within_a_clause(text, size):     # RDNA3 5.2 "uninterrupted sequence"
    plain = "v_mov_b32 v0, 0; " * size
    base = instruction_order("s_nop 0", 0)[0][1]
    assert not any(is_interrupted(instruction_order(text, seed), base + 4, base + 4 * size) for seed in range(12))
    assert any(
        is_interrupted(instruction_order("s_nop 0; " + plain, seed), base + 4, base + 4 * size) for seed in range(12)
    )


def test_a_clause_may_be_interrupted_at_its_breaks():  # RDNA3 5.2: a part of ten, then another wave may run
    text = "s_clause 0xa13; " + "v_mov_b32 v0, 0; " * 20
    base = instruction_order("s_nop 0", 0)[0][1]
    runs = [instruction_order(text, seed) for seed in range(24)]
    assert not any(is_interrupted(r, base + 4, base + 40) or is_interrupted(r, base + 44, base + 80) for r in runs)
    assert any(is_interrupted(r, base + 40, base + 44) for r in runs)
