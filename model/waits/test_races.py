"""Races between waves of a group: which accesses race, and the text that names them and the missing order (RDNA3 ISA,
5.5, 5.6; Vega ISA, 4.3, 4.4)."""
import re

import pytest

from ..machine import EVERY_WAVE, V0, Machine, register_codes
from ..testing import EVERYWHERE, code, family_ds_text

MACHINE = Machine(waves=4, findings=16, code_bytes=4096)
BASE = 0x40000
TEXT = re.compile(r"lane (\d+) (reads|writes|changes) bytes that wave (\d+) (reads|writes) at (0x[0-9a-f]+), "
                  r"(with no barrier between|not waited for before its barrier at (0x[0-9a-f]+))$")
WAIT = "s_waitcnt lgkmcnt(0)"


def neighbour_races(arch, wave, lines, waves=2):
    """Return (wave, address in lines, match of the text) of each race.
    Waves store at 4 * their number and load the next one's dword."""
    codes = [code(arch, wave, family_ds_text(arch, line)) for line in lines]
    sets = [(n, V0 + k, value) for n in range(waves)
            for k, value in enumerate((4 * n, 100 + n, 4 * ((n + 1) % waves)))]
    out = MACHINE.run(arch=arch, wave=wave, code=b"".join(codes), base=BASE, group=(waves * wave, 1, 1),
                      grid=(waves * wave, 1, 1), lds_bytes=64, sets=sets)
    place = {BASE + sum(map(len, codes[:n])): n for n in range(len(lines))}
    races = []
    for _, kind, number, pc, text in out.findings:
        if kind == "race":
            match = TEXT.search(text)
            assert match, text
            races.append((number, place[pc], match))
    return races, place


STORE, LOAD = "ds_store_b32 v0, v1", "ds_load_b32 v3, v2"


@EVERYWHERE
def test_a_missing_barrier_is_named(arch, wave):
    races, place = neighbour_races(arch, wave, [STORE, WAIT, LOAD, WAIT])
    assert races
    for number, line, match in races:
        first, other = (2, 0) if match[2] == "reads" else (0, 2)
        assert (line, place[int(match[5], 16)], int(match[3])) == (first, other, 1 - number)
        assert match[6] == "with no barrier between"


@EVERYWHERE
def test_a_missing_wait_before_a_barrier_is_named_with_the_barrier(arch, wave):
    races, place = neighbour_races(arch, wave, [STORE, "s_nop 0", "s_barrier", LOAD, WAIT])
    assert {number for number, *_ in races} == {0, 1}
    for number, line, match in races:
        assert (line, match[2], match[4]) == (3, "reads", "writes")
        assert (place[int(match[5], 16)], place[int(match[7], 16)], int(match[3])) == (0, 2, 1 - number)


@EVERYWHERE
def test_a_load_that_is_outstanding_across_a_barrier_is_named(arch, wave):
    races, place = neighbour_races(arch, wave, [LOAD, "s_barrier", STORE, WAIT])
    assert races
    for number, line, match in races:
        assert (line, match[2], match[4], place[int(match[5], 16)]) == (2, "writes", "reads", 0)
        assert place[int(match[7], 16)] == 1 and int(match[3]) == 1 - number


@EVERYWHERE
def test_one_of_several_waves_is_named(arch, wave):
    lines = ["ds_store_b32 v9, v1", WAIT]
    codes = b"".join(code(arch, wave, family_ds_text(arch, line)) for line in lines)
    sets = [(n, V0 + k, value) for n in range(4) for k, value in ((9, 0), (1, 7))]
    out = MACHINE.run(arch=arch, wave=wave, code=codes, base=BASE, group=(4 * wave, 1, 1), grid=(4 * wave, 1, 1),
                      lds_bytes=64, sets=sets)
    races = [(number, TEXT.search(text)) for _, kind, number, pc, text in out.findings if kind == "race"]
    assert len(races) == 3
    assert all(match and int(match[3]) != number and int(match[5], 16) == BASE for number, match in races)


@pytest.mark.parametrize("lines", [[STORE, WAIT, "s_barrier", LOAD, WAIT]])
def test_wait_and_barrier_prevent_the_race(lines):
    assert neighbour_races("gfx1100", 32, lines)[0] == []


# ---- what is read or stored past the usual ways ----

READS = {"gfx906": ("v_mov_b32 v3, src_lds_direct", "v_interp_mov_f32 v3, p0, attr0.x",
                    "v_interp_p1_f32 v3, v2, attr0.x", "v_interp_p1ll_f16 v3, v2, attr0.x"),
         "gfx1100": ("lds_direct_load v3", "lds_param_load v3, attr0.x")}
DWORD = 2 << 16                                        # M0: its type for LDS_DIRECT; of parameters, quad 2 begins one
EACH = [(arch, line) for arch, lines in READS.items() for line in lines]


def run_two_waves(arch, first, second, sets, **more):
    """Return (outcome of two waves of a group with their own lines, v3 of the second)."""
    wave = 64 if arch == "gfx906" else 32
    parts = [[code(arch, wave, line) for line in (*lines, "s_endpgm")] for lines in (first, second)]
    ask = code(arch, wave, "s_cmp_lg_u32 s25, 0"), code(arch, wave, "s_cbranch_scc1 0")
    skip = (sum(map(len, parts[0])) // 4).to_bytes(2, "little") + ask[1][2:]
    m0 = register_codes(arch)["m0"]
    out = MACHINE.run(arch=arch, wave=wave, code=b"".join((ask[0], skip, *parts[0], *parts[1])), group=(2 * wave, 1, 1),
                      grid=(2 * wave, 1, 1), lds_bytes=1024, lds=bytes(1024),
                      sets=[(0, 25, 0), (1, 25, 1), (EVERY_WAVE, m0, DWORD), *sets], **more)
    second = MACHINE.wave(1)
    return out, int(second.v[3, 0]), int(second.v_open[3]) & 1


def finding_kinds(out):
    return {rule for rule, kind, *_ in out.findings if kind in ("race", "error")}


IDLE = ["s_nop 0"] * 40                                # longer than the other wave's turn
STORED = [(EVERY_WAVE, V0, 0), (EVERY_WAVE, V0 + 1, 7), (EVERY_WAVE, V0 + 2, 0)]


@pytest.mark.parametrize("policy", ["early", "late", "adversarial", "random"])
@pytest.mark.parametrize("arch, line", EACH)
def test_reads_of_lds_outside_the_memory_pipeline_race(arch, line, policy):
    """A wave's store and the other's read race in either order (RDNA3 ISA, 5.5; Vega ISA, 4.3, 10.3.1)."""
    store = family_ds_text(arch, "ds_store_b32 v0, v1")
    out, _, is_open = run_two_waves(arch, [store, *IDLE], [line], STORED, policy=policy)
    assert finding_kinds(out) == {"race.lds"} and is_open
    text = [text for rule, _, _, _, text in out.findings if rule == "race.lds"]
    assert len(text) == 1 and "lane 0 reads bytes that wave 0 writes at" in text[0]
    out, *_ = run_two_waves(arch, [*IDLE, store], [line, *IDLE], STORED, policy=policy)
    assert finding_kinds(out) == {"race.lds"} and {
        number for rule, _, number, *_ in out.findings if rule == "race.lds"
    } == {0}


@pytest.mark.parametrize("arch, line", EACH)
def test_reads_of_lds_after_a_barrier_do_not_race(arch, line):
    store = [family_ds_text(arch, "ds_store_b32 v0, v1"), WAIT, "s_barrier"]
    out, _, is_open = run_two_waves(arch, store, ["s_barrier", line], STORED)
    assert not finding_kinds(out) and not is_open
    out, _, is_open = run_two_waves(arch, [store[0], "s_barrier", *IDLE, WAIT], ["s_barrier", line], STORED)
    assert (
        finding_kinds(out) == {"race.lds"} and is_open and "not waited for before its barrier" in out.findings[-1][-1]
    )


PRIVATE = 0x700080000
SCRATCH = {"gfx906": ("scratch_store_dword off, v1, s30", "global_load_dword v3, v2, s[8:9]",
                      "scratch_load_dword v3, off, s30"),
           "gfx1100": ("scratch_store_b32 off, v1, s30", "global_load_b32 v3, v2, s[8:9]",
                       "scratch_load_b32 v3, off, s30")}


@pytest.mark.parametrize("policy", ["early", "late", "adversarial", "random"])
@pytest.mark.parametrize("arch", SCRATCH)
def test_private_memory_races_with_global_accesses(arch, policy):
    """A wave's private memory has addresses that others can use (RDNA3 ISA, 11.2; Vega ISA, 9.4)."""
    store, load, first = SCRATCH[arch]
    wave = 64 if arch == "gfx906" else 32
    keys = {"scratch_bytes": 64, "scratch_base": PRIVATE, "policy": policy,
            "regions": ((PRIVATE, bytearray(2 * 64 * wave)),)}
    sets = [*STORED, (EVERY_WAVE, 8, PRIVATE & 2**32 - 1), (EVERY_WAVE, 9, PRIVATE >> 32), (EVERY_WAVE, 30, 0)]
    out, _, is_open = run_two_waves(arch, [store, *IDLE], [load], sets, **keys)
    assert finding_kinds(out) == {"race.global"} and is_open
    out, *_ = run_two_waves(arch, [*IDLE, store], [load, *IDLE], sets, **keys)
    assert finding_kinds(out) == {"race.global"}
    out, *_ = run_two_waves(arch, [store, first], [store, first], sets, **keys)
    assert "race.global" not in finding_kinds(out)


def race_texts(lines, sets, region):
    """Return (rule, text) of the races of two waves of gfx906."""
    codes = b"".join(code("gfx906", 64, line) for line in lines)
    out = MACHINE.run(arch="gfx906", wave=64, code=codes, base=BASE, group=(128, 1, 1), grid=(128, 1, 1), lds_bytes=64,
                      sets=sets, regions=[(region, bytearray(4096))])
    return [(rule, text) for rule, kind, _, _, text in out.findings if kind == "race"]


def test_a_race_of_loads_to_lds_is_in_lds():
    """Both waves copy one unchanged dword of memory to one dword of LDS (Vega ISA, 8.1.7)."""
    low = register_codes("gfx906")["exec"]
    sets = [(EVERY_WAVE, V0 + 1, 0), (EVERY_WAVE, 2, 0x200000), (EVERY_WAVE, 3, 0), (EVERY_WAVE, low, 1),
            (EVERY_WAVE, low + 1, 0)]
    lines = ["s_mov_b32 m0, 0", "s_nop 0", "global_load_dword v1, s[2:3] lds", "s_waitcnt vmcnt(0)"]
    (rule, text), = race_texts(lines, sets, 0x200000)
    assert rule == "race.lds" and "lane 0 writes bytes that wave 0 writes" in text


@pytest.mark.parametrize("region", [0x200000, 0xffff800000000000])
def test_a_race_in_memory_has_the_memory_rule(region):
    sets = [(EVERY_WAVE, V0 + 1, 0), (EVERY_WAVE, V0 + 2, 5), (EVERY_WAVE, 2, region & 0xffffffff),
            (EVERY_WAVE, 3, region >> 32)]
    races = race_texts(["global_store_dword v1, v2, s[2:3]", "s_waitcnt vmcnt(0)"], sets, region)
    assert {rule for rule, _ in races} == {"race.global"}
