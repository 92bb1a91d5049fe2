"""Groups that are there at once: what waits by global wave sync is met by groups that begin later, eight at most; by a
seed groups run by turns.  RDNA3 ISA, 13.4; Vega ISA, 12.13; law 10."""
import struct

import pytest

from .. import Machine
from ...harness import mc

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
    code = b"".join(mc.assemble(arch, [one for line in text for one in line.split("\n")], 64))
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
        assert "no wave that is there releases what it waits for" in out.text


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
