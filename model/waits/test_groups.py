"""Races between groups: accesses of two groups without an order.
Invariant 10; RDNA3 ISA, 2.1: groups are independent."""
import struct

import numpy as np
import pytest

from ...harness.case.assembler import assemble_lines
from .. import EVERY_WAVE, V0, Machine

MACHINE = Machine(waves=32, findings=16, code_bytes=4096)
BUFFER = 0x200000
BOTH = pytest.mark.parametrize("arch", ["gfx906", "gfx1100"])
SPELT = {"gfx906": {"load": "global_load_dword", "store": "global_store_dword", "byte": "global_store_byte",
                    "swap": "global_atomic_swap", "add": "global_atomic_add", "wait": "s_waitcnt vmcnt(0)"},
         "gfx1100": {"load": "global_load_b32", "store": "global_store_b32", "byte": "global_store_b8",
                     "swap": "global_atomic_swap_b32", "add": "global_atomic_add_u32",
                     "wait": "s_waitcnt vmcnt(0)\ns_waitcnt_vscnt null, 0x0"}}


def run_groups(arch, lines, groups=2, size=256, **more):
    """Run groups of one wave with only lane 0 active.
    s2: the group's number; v0: 0; v1: the number; v2: four times it."""
    start = ["s_mov_b64 exec, 1", "v_mov_b32 v0, 0", "v_mov_b32 v1, s2", "v_lshlrev_b32_e64 v2, 2, v1"]
    text = [line.format(**SPELT[arch]) for line in lines]
    code = b"".join(assemble_lines(arch, 64, [part for line in start + text for part in line.split("\n")]))
    memory, opened = bytearray(size), bytearray(size)
    compute = {0xB81C: 64, 0xB804: groups, 0xB848: 0xF0003, 0xB84C: 2 << 1 | 1 << 7, 0xB900: BUFFER, 0xB904: 0}
    out = MACHINE.run(arch=arch, wave=64, code=code, compute=compute, regions=[(BUFFER, memory, opened)], **more)
    return out, memory, opened


def race_findings(out):
    return [text for rule, _, _, _, text in out.findings if rule == "race.groups"]


@BOTH
@pytest.mark.parametrize("lines, count", [
    (["{store} v0, v1, s[0:1]"], 1),
    (["{load} v4, v0, s[0:1]"], 0),
    (["{store} v2, v1, s[0:1]"], 0),
    (["{store} v2, v1, s[0:1]", "{wait}", "{load} v4, v0, s[0:1]"], 1),
    (["{load} v4, v0, s[0:1]", "{wait}", "{store} v0, v1, s[0:1]"], 2),
    (["{byte} v1, v1, s[0:1]"], 0),
    (["{add} v0, v1, s[0:1]"], 0),
    (["{add} v0, v1, s[0:1]", "{wait}", "{load} v4, v0, s[0:1]"], 2),
    (["{store} v0, v1, s[0:1]", "{wait}", "{add} v0, v1, s[0:1]"], 2),
    (["s_load_b32 s4, s[0:1], 0x0"], 0),
])
def test_unordered_accesses_of_groups_race(arch, lines, count):
    lines = [line.replace("s_load_b32", "s_load_dword") if arch == "gfx906" else line for line in lines]
    out, _, _ = run_groups(arch, lines)
    assert out.status == "ok" and len(race_findings(out)) == count, out.findings


@BOTH
def test_a_race_names_both_accesses_and_makes_memory_undefined(arch):
    out, _, opened = run_groups(arch, ["{store} v0, v1, s[0:1]"])
    (text,) = race_findings(out)
    assert text.endswith("lane 0 writes bytes that group 0 writes at 0x10014, and nothing orders groups")
    assert [bool(flag) for flag in opened[:8]] == [True] * 4 + [False] * 4


@BOTH
def test_atomics_return_undefined_values_and_defined_sums(arch):
    out, memory, opened = run_groups(arch, ["{add} v4, v0, v1, s[0:1] glc", "{wait}"], groups=4)
    assert not out.findings and struct.unpack_from("<I", memory)[0] == 0 + 1 + 2 + 3 and not any(opened)
    assert [bool(MACHINE.wave(n).v_open[4] & 1) for n in range(4)] == [True] * 4


@BOTH
def test_memory_that_depends_on_the_order_is_undefined(arch):
    """The last swap wins."""
    out, _, opened = run_groups(arch, ["{swap} v0, v1, s[0:1]"])
    assert not out.findings and all(opened[:4]) and not any(opened[4:])


@BOTH
def test_one_group_has_no_race(arch):
    out, _, opened = run_groups(arch, ["{swap} v4, v0, v1, s[0:1] glc", "{wait}"], groups=1)
    assert not out.findings and not any(opened) and not MACHINE.wave(0).v_open[4] & 1


@BOTH
def test_runs_do_not_share_the_record(arch):
    """A group of the next run does not see accesses of the last one."""
    for _ in range(2):
        out, _, _ = run_groups(arch, ["{store} v2, v1, s[0:1]"])
        assert not out.findings
    out, _, _ = run_groups(arch, ["v_xor_b32 v2, 4, v2", "{store} v2, v1, s[0:1]"])
    assert not out.findings


@BOTH
def test_a_seed_chooses_the_order_of_groups(arch):
    """The last swap of eight groups is in memory; waves are numbered by group in any order."""
    last = set()
    for seed in range(12):
        out, memory, opened = run_groups(arch, ["{swap} v0, v1, s[0:1]"], groups=8, schedule="seeded", seed=seed)
        assert not out.findings and all(opened[:4])
        assert [int(MACHINE.wave(n).s[2]) for n in range(out.wave_count)] == list(range(8))
        last.add(struct.unpack_from("<I", memory)[0])
    assert len(last) > 3
    _, memory, _ = run_groups(arch, ["{swap} v0, v1, s[0:1]"], groups=8)
    assert memory[0] == 7


@BOTH
def test_groups_after_a_stop_have_their_initial_registers(arch):
    out, _, _ = run_groups(arch, ["{add} v0, v1, s[0:1]"], groups=8, schedule="seeded", limit=7)
    assert out.status == "limit" and out.wave_count == 8
    assert [int(MACHINE.wave(n).s[2]) for n in range(8)] == list(range(8))
    assert sorted(int(MACHINE.wave(n).instructions) for n in range(8)) == [0] * 6 + [2, 5]


def colliding_offsets():
    """Return offsets of two dwords with the same slot of the record: 2^13 lines of 16 dwords, with a multiplicative
    hash."""
    offsets_by_slot = {}
    for line in range((1 << 13) + 1):
        place = (BUFFER // 64 + line) * 0x9E3779B97F4A7C15 % (1 << 64) >> 47 & ~15
        if place in offsets_by_slot:
            return 64 * offsets_by_slot[place], 64 * line
        offsets_by_slot[place] = line


@BOTH
@pytest.mark.parametrize("groups", (1, 2))
def test_an_overflow_of_the_record_is_reported_once(arch, groups):
    first, second = colliding_offsets()
    lines = [f"v_mov_b32 v3, {first}", "{store} v3, v1, s[0:1]", f"v_mov_b32 v3, {second}", "{store} v3, v1, s[0:1]"]
    out, _, _ = run_groups(arch, lines, groups, size=second + 4)
    kinds = [kind for rule, kind, *_ in out.findings if rule == "race.groups.forgotten"]
    assert out.status == "ok" and kinds == ["note"] * (groups - 1)


@BOTH
def test_a_row_across_the_end_of_private_memory_races(arch):
    """A group's private memory is where the next one's will be; the part of a row after it is shared."""
    lanes, private = np.arange(64, dtype=np.uint32), 16 * 64
    code = b"".join(assemble_lines(arch, 64, [SPELT[arch]["store"] + " v2, v1, s[0:1]"]))
    sets = [(EVERY_WAVE, 0, BUFFER), (EVERY_WAVE, 1, 0), (EVERY_WAVE, V0 + 2, private - 128 + 4 * lanes)]
    out = MACHINE.run(arch=arch, wave=64, code=code, sets=sets, group=(64, 1, 1), grid=(128, 1, 1), scratch_bytes=16,
                      scratch_base=BUFFER, regions=[(BUFFER, bytearray(2 * private), bytearray(2 * private))])
    (text,) = race_findings(out)
    assert out.status == "ok" and "lane 32 writes bytes that group 0 writes" in text
