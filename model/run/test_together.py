"""Groups that are there at once: what waits by global wave sync is met by groups that begin later, eight at most; by a
seed groups run by turns.  RDNA3 ISA, 13.4; Vega ISA, 12.13; invariant 10."""
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


def run(arch, lines, groups, waves=1, lds=0, machine=MACHINE, private=0, **more):
    """Lane 0 is on; s2: the group's number, v0: four times it, v1: it and 7, v2: the number of groups less one, m0: of
    LDS and resource 0, v7: the work item."""
    start = ["s_mov_b64 exec, 1", "v_mov_b32 v7, v0", "s_mov_b32 m0, 0xffff", f"v_mov_b32 v2, {groups - 1}",
             "v_mov_b32 v1, s2", "v_lshlrev_b32_e64 v0, 2, v1", "v_add_nc_u32_e64 v1, 7, v1"]
    if arch == "gfx906":
        start[-1] = "v_add_u32_e64 v1, 7, v1"
    text = [line.format(**SPELT[arch]) for line in [*start, *lines]]
    code = b"".join(assemble_lines(arch, 64, [one for line in text for one in line.split("\n")]))
    memory, opened = bytearray(256), bytearray(256)
    compute = {0xB81C: 64 * waves, 0xB804: groups, 0xB848: 0xF0003, 0xB84C: private | 2 << 1 | 1 << 7, 0xB900: BUFFER,
               0xB904: 0}
    regions = [(BUFFER, memory, opened), (0x300000, bytearray(4096), bytearray(4096))]
    if private:
        more |= {"scratch_bytes": 4, "scratch_base": 0x300000}
    out = machine.run(arch=arch, wave=64, code=code, compute=compute, regions=regions, lds_bytes=lds, **more)
    return out, struct.unpack("<64I", memory), opened


def rules(out):
    return sorted({rule for rule, kind, *_ in out.findings if kind in ("error", "race")})


# The first group sets resource 0 up and lets the others go on by resource 1; all meet at 0.
MEET = ["s_cmp_eq_u32 s2, 0", "s_cbranch_scc0 8", "ds_gws_init v2 gds", "s_waitcnt lgkmcnt(0) expcnt(0)",
        "ds_gws_sema_br v2 offset:1 gds", "s_waitcnt lgkmcnt(0) expcnt(0)", "s_nop 0", "s_branch 3",
        "ds_gws_sema_p offset:1 gds", "s_waitcnt lgkmcnt(0)"]
BARRIER = ["{wait}", "ds_gws_barrier v2 gds", "s_waitcnt lgkmcnt(0) expcnt(0)"]


@BOTH
@pytest.mark.parametrize("groups", (2, 5, 8))
def test_groups_meet_whatever_the_schedule(arch, groups):
    """Each stores its number + 7, meets the others, and finds what its mirror image has stored: 7 + n - 1 - number."""
    lines = [*MEET, "{store} v0, v1, s[0:1]", *BARRIER, "v_sub_nc_u32_e64 v3, v2, s2", "v_lshlrev_b32_e64 v3, 2, v3",
             "{load} v4, v3, s[0:1]", "{wait}", "{store} v0, v4, s[0:1] offset:128", "{wait}"]
    if arch == "gfx906":
        lines = [line.replace("v_sub_nc_u32_e64", "v_sub_u32_e64") for line in lines]
    for schedule, seed in SCHEDULES:
        for policy in ("early", "late", "adversarial"):
            out, memory, opened = run(arch, lines, groups, schedule=schedule, seed=seed, policy=policy)
            assert (out.status, rules(out)) == ("ok", []), (schedule, seed, out.text, out.findings)
            assert list(memory[32:32 + groups]) == [7 + groups - 1 - n for n in range(groups)] and not any(opened)


@BOTH
@pytest.mark.parametrize("groups, keys", [(9, {}), (2, {"private": 1}), (3, {"machine": Machine(waves=1)})])
def test_how_many_are_there_at_once(arch, groups, keys):
    """Eight; one where groups need private memory, or where their waves are not kept."""
    for schedule in ("round-robin", "seeded"):
        out, _, _ = run(arch, [*MEET, *BARRIER], groups, schedule=schedule, **keys)
        assert (out.status, rules(out)) == ("fault", ["gws.deadlock"]), out.text
        assert "no active wave releases what it waits for" in out.text


@BOTH
def test_nobody_begins_where_nobody_can_help(arch):
    """A wave that waits at a barrier of its group only: the second group of two waves has not begun."""
    lines = ["s_sethalt 1", "s_barrier"]
    out, _, _ = run(arch, lines, 2, waves=2)
    assert out.status == "fault" and out.wave_count == 2


@BOTH
def test_each_has_its_own_lds(arch):
    """By a seed groups run by turns; two waves of each exchange 7 + their number across a barrier, and no finding calls
    that a race."""
    lines = ["s_cmp_eq_u32 s2, 99", "v_mov_b32 v5, 0", "{lds_store} v5, v1", "{wait}", "s_barrier", "{lds_load} v6, v5",
             "{wait}", *["s_nop 0"] * 20, "s_barrier", "{store} v0, v6, s[0:1]", "{wait}"]
    for schedule, seed in SCHEDULES:
        out, memory, opened = run(arch, lines, 6, lds=64, schedule=schedule, seed=seed)
        assert (out.status, rules(out)) == ("ok", []) and not any(opened)
        assert list(memory[:6]) == [7 + n for n in range(6)]


@BOTH
def test_races_of_a_group_are_seen_beside_others(arch):
    """Two waves of each group store different data to one dword of LDS: whoever else has a turn between."""
    lines = ["v_mov_b32 v5, 0", *["s_nop 0"] * 20, "{lds_store} v5, v7", *["s_nop 0"] * 20, "{wait}"]
    for schedule, seed in SCHEDULES:
        out, _, _ = run(arch, lines, 4, waves=2, lds=64, schedule=schedule, seed=seed)
        found = [wave for rule, _, wave, *_ in out.findings if rule == "race.lds"]
        assert len(found) == 4 and {wave // 2 for wave in found} == {0, 1, 2, 3}, (schedule, seed, out.findings)


@BOTH
def test_a_group_may_wait_for_memory_that_another_writes(arch):
    """Group 0 reads until group 1 has written: it ends by a seed, where both are there, and not one after the other."""
    wait = "s_waitcnt vmcnt(0) lgkmcnt(0)"
    lines = ["s_cmp_eq_u32 s2, 1", "s_cbranch_scc1 7", "{load} v4, v2, s[0:1] offset:15 glc", wait,
             "v_readfirstlane_b32 s4, v4", "s_cmp_eq_u32 s4, 0", "s_cbranch_scc1 65530", "s_endpgm",
             "{store} v2, v1, s[0:1] offset:15", "{wait}"]
    out, _, _ = run(arch, lines, 2, limit=2000)
    assert out.status == "limit"
    for seed in range(8):
        out, memory, _ = run(arch, lines, 2, schedule="seeded", seed=seed, limit=100_000)
        assert out.status == "ok" and memory[4] == 8


# Groups 0 and 1 meet at a barrier of two.
TWO = ["v_mov_b32 v2, 1", *MEET, "{wait}", "ds_gws_barrier v2 gds", "s_waitcnt lgkmcnt(0) expcnt(0)"]


def apart(arch, before, behind, alone, groups=3, **more):
    """Groups 0 and 1 do `before`, meet, and do `behind`; the others do `alone`."""
    one = [*before, *TWO, *behind, "{wait}", "s_endpgm"]
    skip = f"s_cbranch_scc1 {dwords(arch, one)}"
    return run(arch, ["s_cmp_gt_u32 s2, 1", skip, *one, *alone, "{wait}"], groups, **more)


def dwords(arch, lines):
    """Of their code."""
    text = [one for line in lines for one in line.format(**SPELT[arch]).split("\n")]
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
def test_who_meets_is_in_order_and_nobody_else(arch, before, behind, alone, found):
    for schedule, seed in SCHEDULES[:6]:
        out, _, _ = apart(arch, before, behind, alone, schedule=schedule, seed=seed)
        assert (out.status, rules(out)) == ("ok", found), (schedule, seed, out.findings)


def first(arch, lines):
    """Where SCC is 1."""
    return [f"s_cbranch_scc0 {dwords(arch, lines)}", *lines]


@BOTH
@pytest.mark.parametrize("groups", (8, 63, 64, 65, 90))
def test_a_lock_orders_however_many(arch, groups):
    """Each group takes the semaphore, loads, stores and gives it back."""
    wait, machine = "s_waitcnt lgkmcnt(0) expcnt(0)", Machine(waves=96, findings=16, code_bytes=4096)
    lines = ["s_cmp_eq_u32 s2, 0", *first(arch, ["ds_gws_sema_v gds", wait]), "ds_gws_sema_p gds", wait, LOAD,
             "{wait}", "{store} v7, v1, s[0:1]", "{wait}", "ds_gws_sema_v gds", wait]
    for schedule, seed in SCHEDULES[:3]:
        out, _, opened = run(arch, lines, groups, machine=machine, schedule=schedule, seed=seed)
        assert (out.status, rules(out)) == ("ok", []) and not any(opened), (schedule, seed, out.findings)


@BOTH
@pytest.mark.parametrize("late, found", [(False, []), (True, ["race.groups"])])
def test_an_order_goes_on_by_way_of_others(arch, late, found):
    """Each group lets the next one go on, by the resource of its number: what 0 has stored before, 2 and 3 may load."""
    wait, store = "s_waitcnt lgkmcnt(0) expcnt(0)", [STORE, "{wait}"]
    only = lambda lines: first(arch, lines)
    lines = ["s_lshl_b32 m0, s2, 16", "s_cmp_eq_u32 s2, 0", *only(["ds_gws_sema_v offset:0 gds", wait]),
             *only([] if late else store), "ds_gws_sema_p offset:0 gds", wait, LOAD, "{wait}",
             "ds_gws_sema_v offset:1 gds", wait, *only(store if late else [])]
    for schedule, seed in SCHEDULES[:6]:
        out, _, _ = run(arch, lines, 4, schedule=schedule, seed=seed)
        assert (out.status, rules(out)) == ("ok", found), (schedule, seed, out.findings)
