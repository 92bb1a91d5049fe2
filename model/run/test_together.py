"""Resident groups: a wave that waits by global wave sync is released by later groups, at most eight resident; a seed
interleaves groups.
RDNA3 ISA, 13.4; Vega ISA, 12.13; invariant 10."""
import struct

import pytest

from ...harness.case.assembler import assemble_lines
from .. import Machine

MACHINE = Machine(waves=64, findings=16, code_bytes=4096)
BUFFER = 0x200000
BOTH = pytest.mark.parametrize("arch", ["gfx906", "gfx1100"])
SCHEDULES = [("round-robin", 1), *(("seeded", seed) for seed in range(12))]
SPELT = {"gfx906": {"load": "global_load_dword", "store": "global_store_dword", "lds_store": "ds_write_b32",
                    "lds_load": "ds_read_b32", "wait": "s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)"},
         "gfx1100": {"load": "global_load_b32", "store": "global_store_b32", "lds_store": "ds_store_b32",
                     "lds_load": "ds_load_b32",
                     "wait": "s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)\ns_waitcnt_vscnt null, 0x0"}}


def run_groups(arch, lines, groups, waves=1, lds=0, machine=MACHINE, private=0, **more):
    """Run lines in which lane 0 is active.
    s2: the group's number; v0: four times it; v1: it plus 7; v2: the number of groups less one; m0: settings of LDS and
    resource 0; v7: the work-item."""
    start = ["s_mov_b64 exec, 1", "v_mov_b32 v7, v0", "s_mov_b32 m0, 0xffff", f"v_mov_b32 v2, {groups - 1}",
             "v_mov_b32 v1, s2", "v_lshlrev_b32_e64 v0, 2, v1", "v_add_nc_u32_e64 v1, 7, v1"]
    if arch == "gfx906":
        start[-1] = "v_add_u32_e64 v1, 7, v1"
    text = [line.format(**SPELT[arch]) for line in [*start, *lines]]
    code = b"".join(assemble_lines(arch, 64, [part for line in text for part in line.split("\n")]))
    memory, opened = bytearray(256), bytearray(256)
    compute = {0xB81C: 64 * waves, 0xB804: groups, 0xB848: 0xF0003, 0xB84C: private | 2 << 1 | 1 << 7, 0xB900: BUFFER,
               0xB904: 0}
    regions = [(BUFFER, memory, opened), (0x300000, bytearray(4096), bytearray(4096))]
    if private:
        more |= {"scratch_bytes": 4, "scratch_base": 0x300000}
    out = machine.run(arch=arch, wave=64, code=code, compute=compute, regions=regions, lds_bytes=lds, **more)
    return out, struct.unpack("<64I", memory), opened


def broken_rules(out):
    return sorted({rule for rule, kind, *_ in out.findings if kind in ("error", "race")})


# The first group sets resource 0 up and lets the others go on by resource 1; all meet at 0.
MEET = ["s_cmp_eq_u32 s2, 0", "s_cbranch_scc0 8", "ds_gws_init v2 gds", "s_waitcnt lgkmcnt(0) expcnt(0)",
        "ds_gws_sema_br v2 offset:1 gds", "s_waitcnt lgkmcnt(0) expcnt(0)", "s_nop 0", "s_branch 3",
        "ds_gws_sema_p offset:1 gds", "s_waitcnt lgkmcnt(0)"]
BARRIER = ["{wait}", "ds_gws_barrier v2 gds", "s_waitcnt lgkmcnt(0) expcnt(0)"]


@BOTH
@pytest.mark.parametrize("groups", (2, 5, 8))
def test_groups_synchronize_under_every_schedule(arch, groups):
    """Each group stores its number + 7, synchronizes, and reads the store of its mirror image: 7 + n - 1 - number."""
    lines = [*MEET, "{store} v0, v1, s[0:1]", *BARRIER, "v_sub_nc_u32_e64 v3, v2, s2", "v_lshlrev_b32_e64 v3, 2, v3",
             "{load} v4, v3, s[0:1]", "{wait}", "{store} v0, v4, s[0:1] offset:128", "{wait}"]
    if arch == "gfx906":
        lines = [line.replace("v_sub_nc_u32_e64", "v_sub_u32_e64") for line in lines]
    for schedule, seed in SCHEDULES:
        for policy in ("early", "late", "adversarial"):
            out, memory, opened = run_groups(arch, lines, groups, schedule=schedule, seed=seed, policy=policy)
            assert (out.status, broken_rules(out)) == ("ok", []), (schedule, seed, out.text, out.findings)
            assert list(memory[32:32 + groups]) == [7 + groups - 1 - n for n in range(groups)] and not any(opened)


@BOTH
@pytest.mark.parametrize("groups, keys", [(9, {}), (2, {"private": 1}), (3, {"machine": Machine(waves=1)})])
def test_at_most_eight_groups_are_resident(arch, groups, keys):
    """There are eight; one if groups need private memory, or if their waves are not retained."""
    for schedule in ("round-robin", "seeded"):
        out, _, _ = run_groups(arch, [*MEET, *BARRIER], groups, schedule=schedule, **keys)
        assert (out.status, broken_rules(out)) == ("fault", ["gws.deadlock"]), out.text
        assert "no active wave releases what it waits for" in out.text


@BOTH
def test_a_group_barrier_does_not_start_other_groups(arch):
    """A wave waits only at a barrier of its group, so that the second group of two waves does not start."""
    lines = ["s_sethalt 1", "s_barrier"]
    out, _, _ = run_groups(arch, lines, 2, waves=2)
    assert out.status == "fault" and out.wave_count == 2


@BOTH
def test_each_group_has_its_own_lds(arch):
    """A seed interleaves groups; two waves of each exchange 7 + their number across a barrier, without a race."""
    lines = ["s_cmp_eq_u32 s2, 99", "v_mov_b32 v5, 0", "{lds_store} v5, v1", "{wait}", "s_barrier", "{lds_load} v6, v5",
             "{wait}", *["s_nop 0"] * 20, "s_barrier", "{store} v0, v6, s[0:1]", "{wait}"]
    for schedule, seed in SCHEDULES:
        out, memory, opened = run_groups(arch, lines, 6, lds=64, schedule=schedule, seed=seed)
        assert (out.status, broken_rules(out)) == ("ok", []) and not any(opened)
        assert list(memory[:6]) == [7 + n for n in range(6)]


@BOTH
def test_races_within_interleaved_groups_are_reported(arch):
    """Two waves of each group store different data to one dword of LDS, while other groups run between."""
    lines = ["v_mov_b32 v5, 0", *["s_nop 0"] * 20, "{lds_store} v5, v7", *["s_nop 0"] * 20, "{wait}"]
    for schedule, seed in SCHEDULES:
        out, _, _ = run_groups(arch, lines, 4, waves=2, lds=64, schedule=schedule, seed=seed)
        waves = [wave for rule, _, wave, *_ in out.findings if rule == "race.lds"]
        assert len(waves) == 4 and {wave // 2 for wave in waves} == {0, 1, 2, 3}, (schedule, seed, out.findings)


@BOTH
def test_interleaved_groups_may_wait_for_each_others_memory(arch):
    """Group 0 reads until group 1 has written: it ends with a seed, when both are resident, and not one after the
    other."""
    wait = "s_waitcnt vmcnt(0) lgkmcnt(0)"
    lines = ["s_cmp_eq_u32 s2, 1", "s_cbranch_scc1 7", "{load} v4, v2, s[0:1] offset:15 glc", wait,
             "v_readfirstlane_b32 s4, v4", "s_cmp_eq_u32 s4, 0", "s_cbranch_scc1 65530", "s_endpgm",
             "{store} v2, v1, s[0:1] offset:15", "{wait}"]
    out, _, _ = run_groups(arch, lines, 2, limit=2000)
    assert out.status == "limit"
    for seed in range(8):
        out, memory, _ = run_groups(arch, lines, 2, schedule="seeded", seed=seed, limit=100_000)
        assert out.status == "ok" and memory[4] == 8


# Groups 0 and 1 meet at a barrier of two.
TWO = ["v_mov_b32 v2, 1", *MEET, "{wait}", "ds_gws_barrier v2 gds", "s_waitcnt lgkmcnt(0) expcnt(0)"]


def lines_by_group(arch, before, behind, alone, groups=3, **more):
    """Return lines: groups 0 and 1 run `before`, synchronize, and run `behind`; the others run `alone`."""
    body = [*before, *TWO, *behind, "{wait}", "s_endpgm"]
    skip = f"s_cbranch_scc1 {code_dwords(arch, body)}"
    return run_groups(arch, ["s_cmp_gt_u32 s2, 1", skip, *body, *alone, "{wait}"], groups, **more)


def code_dwords(arch, lines):
    """Return the number of dwords of the lines' code."""
    text = [part for line in lines for part in line.format(**SPELT[arch]).split("\n")]
    return len(b"".join(assemble_lines(arch, 64, text))) // 4


STORE, LOAD = "{store} v0, v1, s[0:1]", "{load} v4, v7, s[0:1]"      # own dword; v7 is 0: that of group 0


@BOTH
@pytest.mark.parametrize("before, behind, alone, found", [
    ([STORE], [], ["s_nop 0"], []),
    ([STORE], [LOAD], ["s_nop 0"], []),
    ([STORE], [], [LOAD], ["race.groups"]),                             # nobody has met group 2
    ([LOAD], [], ["{store} v7, v1, s[0:1]"], ["race.groups"]),
    ([], [STORE, LOAD], ["s_nop 0"], ["race.groups"]),                  # behind the barrier nothing orders them
    ([LOAD], ["s_cmp_eq_u32 s2, 1", "s_cbranch_scc1 2", "{store} v7, v1, s[0:1]"], ["s_nop 0"], []),
    ([LOAD], [], [LOAD], []),
])
def test_only_synchronized_groups_are_ordered(arch, before, behind, alone, found):
    for schedule, seed in SCHEDULES[:6]:
        out, _, _ = lines_by_group(arch, before, behind, alone, schedule=schedule, seed=seed)
        assert (out.status, broken_rules(out)) == ("ok", found), (schedule, seed, out.findings)


def lines_if_scc(arch, lines):
    """Return lines that run if SCC is 1."""
    return [f"s_cbranch_scc0 {code_dwords(arch, lines)}", *lines]


@BOTH
@pytest.mark.parametrize("groups", (8, 63, 64, 65, 90))
def test_a_lock_orders_any_number_of_groups(arch, groups):
    """Each group takes the semaphore, loads, stores and releases it."""
    wait, machine = "s_waitcnt lgkmcnt(0) expcnt(0)", Machine(waves=96, findings=16, code_bytes=4096)
    lines = ["s_cmp_eq_u32 s2, 0", *lines_if_scc(arch, ["ds_gws_sema_v gds", wait]), "ds_gws_sema_p gds", wait, LOAD,
             "{wait}", "{store} v7, v1, s[0:1]", "{wait}", "ds_gws_sema_v gds", wait]
    for schedule, seed in SCHEDULES[:3]:
        out, _, opened = run_groups(arch, lines, groups, machine=machine, schedule=schedule, seed=seed)
        assert (out.status, broken_rules(out)) == ("ok", []) and not any(opened), (schedule, seed, out.findings)


@BOTH
@pytest.mark.parametrize("late, found", [(False, []), (True, ["race.groups"])])
def test_order_is_transitive(arch, late, found):
    """Each group releases the next one by the resource of its number: groups 2 and 3 may load what group 0 stored."""
    wait, store = "s_waitcnt lgkmcnt(0) expcnt(0)", [STORE, "{wait}"]
    only = lambda lines: lines_if_scc(arch, lines)
    lines = ["s_lshl_b32 m0, s2, 16", "s_cmp_eq_u32 s2, 0", *only(["ds_gws_sema_v offset:0 gds", wait]),
             *only([] if late else store), "ds_gws_sema_p offset:0 gds", wait, LOAD, "{wait}",
             "ds_gws_sema_v offset:1 gds", wait, *only(store if late else [])]
    for schedule, seed in SCHEDULES[:6]:
        out, _, _ = run_groups(arch, lines, 4, schedule=schedule, seed=seed)
        assert (out.status, broken_rules(out)) == ("ok", found), (schedule, seed, out.findings)
