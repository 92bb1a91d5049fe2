"""Outstanding results: waits that complete them, early use, overwriting, policies, and unordered accesses.
The expectations are RDNA3 ISA, 5.5, 5.6, 8.2, 11.1.1; Vega ISA, 4.4; and LLVM's waits where the manuals are silent
(noted at the test)."""
import random

import pytest

from .. import EVERY_WAVE, V0

from ..testing import (
    BASE, CONFIGURATIONS, EVERYWHERE, MACHINE, POLICIES, family_ds_text, mnemonic, pattern, pointer_settings,
    dword_bytes, finding_rules, run_listing, vgpr_setting, completed_wave, lane_bytes,
)

VM = {"gfx906": "s_waitcnt vmcnt({})", "gfx1100": "s_waitcnt vmcnt({})"}
STORED = {"gfx906": "s_waitcnt vmcnt({})", "gfx1100": "s_waitcnt_vscnt null, 0x{}"}
EXEC = 126
LGKM = "s_waitcnt lgkmcnt({})"


def load_text(arch, dst, offset=0):
    return f"{mnemonic(arch, 'global_load', '_b32')} {dst}, v1, s[2:3] offset:{offset}"


def store_text(arch, src, offset=0):
    return f"{mnemonic(arch, 'global_store', '_b32')} v1, {src}, s[2:3] offset:{offset}"


def scalar_load_text(arch, dst, offset=0):
    return f"{mnemonic(arch, 's_load', '_b32')} {dst}, s[2:3], 0x{offset:x}"


def run_lines(arch, wave, *lines, policy="early", **more):
    """Run lines over a buffer at s[2:3] with v1 = 4 * lane and v9 = 1000 + lane."""
    more.setdefault("regions", [(BASE, pattern())])
    sets = [
        *pointer_settings(),
        vgpr_setting(1, [4 * l for l in range(64)]),
        vgpr_setting(9, [1000 + l for l in range(64)]),
        *more.pop("sets", []),
    ]
    return run_listing(
        arch, wave, "; ".join(lines), sets=sets, policy=policy, lds_bytes=more.pop("lds_bytes", 1024),
        lds=more.pop("lds", bytes(pattern(1024, 9))), **more,
    )


def undefined_lanes(wave, reg):
    return int(wave.v_open[reg]) & ((1 << wave.lanes) - 1)


# ---- early use ----

@EVERYWHERE
@pytest.mark.parametrize("policy", POLICIES)
def test_an_early_read_is_an_error_and_undefined(arch, wave, policy):
    out = run_lines(
        arch, wave, load_text(arch, "v2"), "v_mov_b32 v3, v2", VM[arch].format(0), "v_mov_b32 v4, v2", policy=policy
    )
    w = completed_wave(out)
    assert finding_rules(out, "error", "race") == ["counter.vm.unwaited"]
    assert undefined_lanes(w, 3) == (1 << wave) - 1 and not undefined_lanes(w, 4) and not undefined_lanes(w, 2)
    assert lane_bytes(w, 4, range(wave)) == [bytes(pattern()[4 * l:4 * l + 4]) for l in range(wave)]


@EVERYWHERE
def test_finding_names_register_producer_and_counter(arch, wave):
    out = run_lines(arch, wave, load_text(arch, "v2"), load_text(arch, "v5"), "v_mov_b32 v3, v2")
    (rule, kind, _, pc, text), = out.findings
    assert (rule, kind, pc) == ("counter.vm.unwaited", "error", 0x10010)
    for part in ("v2", "global_load", "0x10000", "vmcnt may be 2 and must be 1"):
        assert part in text


@EVERYWHERE
def test_one_finding_for_each_instruction_and_producer(arch, wave):
    out = run_lines(
        arch, wave, f"{mnemonic(arch, 'global_load', '_b64')} v[4:5], v1, s[2:3]", "v_lshlrev_b64 v[6:7], 1, v[4:5]",
        VM[arch].format(0),
    )
    assert finding_rules(out, "error") == ["counter.vm.unwaited"]


@EVERYWHERE
@pytest.mark.parametrize("policy", POLICIES)
def test_inactive_lanes_are_not_outstanding(arch, wave, policy):
    exec_lo = "s_mov_b64 exec, 3" if wave == 64 else "s_mov_b32 exec_lo, 3"
    other = "s_mov_b64 exec, 12" if wave == 64 else "s_mov_b32 exec_lo, 12"
    out = run_lines(arch, wave, exec_lo, load_text(arch, "v9"), other, "v_mov_b32 v3, v9", "WAIT", policy=policy)
    w = completed_wave(out)
    assert not finding_rules(out, "error") and [int(x) for x in w.v[3][2:4]] == [1002, 1003]
    assert (
        lane_bytes(w, 9, range(2)) == [bytes(pattern()[4 * l : 4 * l + 4]) for l in range(2)] and int(w.v[9][4]) == 1004
    )


@EVERYWHERE
def test_an_early_overwrite_is_an_error_and_undefined(arch, wave):
    for policy in POLICIES:
        out = run_lines(arch, wave, load_text(arch, "v2"), "v_mov_b32 v2, 0", "WAIT", policy=policy)
        assert (
            finding_rules(out, "error") == ["counter.vm.unwaited"]
            and undefined_lanes(completed_wave(out), 2) == (1 << wave) - 1
        )


@EVERYWHERE
@pytest.mark.parametrize("policy", POLICIES)
def test_store_data_may_be_overwritten_at_once(arch, wave, policy):
    """VMEM and LDS read their sources at issue."""
    data = pattern()
    out = run_lines(
        arch, wave, store_text(arch, "v9"), "v_mov_b32 v9, 0", "v_mov_b32 v1, 0", "WAIT", regions=[(BASE, data)],
        policy=policy,
    )
    assert not out.findings and bytes(data[:4 * wave]) == dword_bytes([1000 + l for l in range(wave)])


# ---- what a wait proves ----

@EVERYWHERE
@pytest.mark.parametrize("policy", POLICIES)
def test_loads_return_in_order(arch, wave, policy):
    out = run_lines(
        arch,
        wave,
        load_text(arch, "v2"),
        load_text(arch, "v3", 4),
        VM[arch].format(1),
        "v_mov_b32 v5, v2",
        "WAIT",
        policy=policy,
    )
    assert not out.findings
    out = run_lines(
        arch,
        wave,
        load_text(arch, "v2"),
        load_text(arch, "v3", 4),
        VM[arch].format(1),
        "v_mov_b32 v5, v3",
        "WAIT",
        policy=policy,
    )
    assert finding_rules(out, "error") == ["counter.vm.unwaited"]


@EVERYWHERE
def test_stores_use_the_counter_of_their_family(arch, wave):
    """On gfx9 loads and stores share VM, in order; on gfx11 stores have VS (LLVM waits vmcnt(1) there and vmcnt(0)
    here)."""
    out = run_lines(
        arch, wave, load_text(arch, "v2"), store_text(arch, "v9", 2048), VM[arch].format(1), "v_mov_b32 v5, v2", "WAIT"
    )
    assert finding_rules(out, "error") == ([] if arch == "gfx906" else ["counter.vm.unwaited"])
    out = run_lines(
        arch, wave, load_text(arch, "v2"), store_text(arch, "v9", 2048), VM[arch].format(0), "v_mov_b32 v5, v2", "WAIT"
    )
    assert not finding_rules(out, "error")


@EVERYWHERE
def test_scalar_loads_return_in_any_order(arch, wave):
    out = run_lines(
        arch,
        wave,
        scalar_load_text(arch, "s8"),
        scalar_load_text(arch, "s9", 4),
        LGKM.format(1),
        "s_mov_b32 s10, s8",
        "WAIT",
    )
    assert finding_rules(out, "error") == ["counter.lgkm.unwaited"]
    out = run_lines(
        arch,
        wave,
        scalar_load_text(arch, "s8"),
        scalar_load_text(arch, "s9", 4),
        LGKM.format(0),
        "s_mov_b32 s10, s8",
        "s_mov_b32 s11, s9",
    )
    w = completed_wave(out)
    assert not out.findings and dword_bytes([int(w.s[10]), int(w.s[11])]) == bytes(pattern()[:8])


@EVERYWHERE
def test_outstanding_scalar_loads_do_not_complete_lds_loads(arch, wave):
    """After an LDS load and a scalar load, a counter of 1 may be either, so that only 0 helps. Of two LDS loads the
    first is complete at 1 only if nothing unordered is counted. With an outstanding scalar load it is complete too:
    otherwise both LDS loads would be outstanding."""
    out = run_lines(
        arch,
        wave,
        family_ds_text(arch, "ds_load_b32 v2, v1"),
        scalar_load_text(arch, "s8"),
        LGKM.format(1),
        "v_mov_b32 v5, v2",
        "WAIT",
    )
    assert finding_rules(out, "error") == ["counter.lgkm.unwaited"]
    out = run_lines(
        arch,
        wave,
        scalar_load_text(arch, "s8"),
        family_ds_text(arch, "ds_load_b32 v2, v1"),
        family_ds_text(arch, "ds_load_b32 v3, v1"),
        LGKM.format(1),
        "v_mov_b32 v5, v2",
        "WAIT",
    )
    assert not finding_rules(out, "error")
    out = run_lines(
        arch,
        wave,
        scalar_load_text(arch, "s8"),
        family_ds_text(arch, "ds_load_b32 v2, v1"),
        LGKM.format(1),
        "s_mov_b32 s9, s8",
        "WAIT",
    )
    assert finding_rules(out, "error") == ["counter.lgkm.unwaited"]


@EVERYWHERE
def test_flat_needs_both_counters(arch, wave):
    """RDNA3 ISA, 11.1.1: FLAT uses VM and LGKM and is complete when both have decreased."""
    flat = f"{mnemonic(arch, 'flat_load', '_b32')} v2, v[4:5]"
    sets = [vgpr_setting(4, [BASE + 4 * l for l in range(wave)]), vgpr_setting(5, [0] * wave)]
    for wait, rule in ((VM[arch].format(0), "counter.lgkm.unwaited"), (LGKM.format(0), "counter.vm.unwaited")):
        out = run_lines(arch, wave, flat, wait, "v_mov_b32 v6, v2", "WAIT", sets=sets)
        assert finding_rules(out, "error") == [rule]
    assert not run_lines(arch, wave, flat, "s_waitcnt vmcnt(0) lgkmcnt(0)", "v_mov_b32 v6, v2", sets=sets).findings


def test_flat_loads_are_ordered_on_gfx11_only():
    """On gfx9 only 0 completes a FLAT load (Vega ISA, 4.4; LLVM forces both counters to 0); on gfx11 it is in order on
    each counter."""
    for arch, wave in CONFIGURATIONS:
        sets = [vgpr_setting(4, [BASE + 4 * l for l in range(wave)]), vgpr_setting(5, [0] * wave)]
        out = run_lines(
            arch, wave, f"{mnemonic(arch, 'flat_load', '_b32')} v2, v[4:5]", load_text(arch, "v3"),
            "s_waitcnt vmcnt(1) lgkmcnt(0)", "v_mov_b32 v6, v2", "WAIT", sets=sets,
        )
        assert finding_rules(out, "error") == (["counter.vm.unwaited"] if arch == "gfx906" else [])


@EVERYWHERE
@pytest.mark.parametrize("policy", POLICIES)
def test_loads_of_one_kind_may_share_a_destination(arch, wave, policy):
    """They write in the order of issue (LLVM FeatureVmemWriteVgprInOrder), so that the later one remains. Loads of
    another kind may not."""
    out = run_lines(
        arch, wave, load_text(arch, "v2"), load_text(arch, "v2", 4), "WAIT", "v_mov_b32 v3, v2", policy=policy
    )
    w = completed_wave(out)
    assert (not out.findings
            and lane_bytes(w, 3, range(wave)) == [bytes(pattern()[4 * l + 4 : 4 * l + 8]) for l in range(wave)]
            and not undefined_lanes(w, 3))
    out = run_lines(
        arch, wave, load_text(arch, "v2"), family_ds_text(arch, "ds_load_b32 v2, v1"), "WAIT", policy=policy
    )
    assert (
        finding_rules(out, "error") == ["counter.vm.unwaited"]
        and undefined_lanes(completed_wave(out), 2) == (1 << wave) - 1
    )


@EVERYWHERE
@pytest.mark.parametrize("policy", POLICIES)
def test_loads_of_both_halves_may_share_a_register(arch, wave, policy):
    low, high = (mnemonic(arch, "global_load", f"_d16{h}_b16") for h in ("", "_hi"))
    out = run_lines(
        arch, wave, f"{low} v9, v1, s[2:3]", f"{high} v9, v1, s[2:3] offset:64", "WAIT", "v_mov_b32 v3, v9",
        policy=policy,
    )
    w = completed_wave(out)
    assert not out.findings and not undefined_lanes(w, 3)
    assert lane_bytes(w, 3, range(wave)) == [
        bytes(pattern()[4 * l : 4 * l + 2] + pattern()[4 * l + 64 : 4 * l + 66]) for l in range(wave)
    ]


@EVERYWHERE
def test_a_full_counter_completes_the_oldest(arch, wave):
    """Issue waits for the oldest operation if the counter is full."""
    count = (15 if arch == "gfx906" else 63) + 1
    out = run_lines(
        arch,
        wave,
        *[family_ds_text(arch, f"ds_load_b32 v{10 + n}, v1") for n in range(count)],
        "v_mov_b32 v3, v10",
        "WAIT",
    )
    assert not finding_rules(out, "error")
    out = run_lines(
        arch,
        wave,
        *[family_ds_text(arch, f"ds_load_b32 v{10 + n}, v1") for n in range(count)],
        "v_mov_b32 v3, v11",
        "WAIT",
    )
    assert finding_rules(out, "error") == ["counter.lgkm.unwaited"]


@EVERYWHERE
@pytest.mark.parametrize("policy", POLICIES)
def test_everything_completes_at_the_end(arch, wave, policy):
    data = pattern()
    out = run_lines(
        arch,
        wave,
        load_text(arch, "v2"),
        scalar_load_text(arch, "s8", 8),
        store_text(arch, "v9", 1024),
        family_ds_text(arch, "ds_store_b32 v1, v9"),
        "s_endpgm",
        regions=[(BASE, data)],
        policy=policy,
    )
    w = completed_wave(out)
    assert not out.findings and not undefined_lanes(w, 2) and int(w.s[8]) == int.from_bytes(pattern()[8:12], "little")
    assert (
        bytes(data[1024 : 1024 + 4 * wave])
        == dword_bytes([1000 + l for l in range(wave)])
        == MACHINE.lds_and_undefined()[0][: 4 * wave]
    )


@EVERYWHERE
@pytest.mark.parametrize("policy", POLICIES)
def test_permutes_are_counted_like_lds_loads(arch, wave, policy):
    out = run_lines(
        arch, wave, "ds_bpermute_b32 v2, v1, v9", "v_mov_b32 v3, v2", LGKM.format(0), "v_mov_b32 v4, v2", policy=policy
    )
    w = completed_wave(out)
    assert (
        finding_rules(out, "error") == ["counter.lgkm.unwaited"] and undefined_lanes(w, 3) and not undefined_lanes(w, 4)
    )


# ---- memory of one wave ----

@EVERYWHERE
@pytest.mark.parametrize("policy", POLICIES)
def test_a_wave_sees_its_own_stores(arch, wave, policy):
    """Vector accesses of one wave to one byte stay in order without a wait (LLVM's memory model, single thread), and so
    do LDS accesses."""
    out = run_lines(
        arch, wave, store_text(arch, "v9"), load_text(arch, "v2"), family_ds_text(arch, "ds_store_b32 v1, v9"),
        family_ds_text(arch, "ds_load_b32 v3, v1"), "WAIT", policy=policy,
    )
    w = completed_wave(out)
    assert not out.findings and [int(x) for x in w.v[2][:wave]] == [int(x) for x in w.v[3][:wave]] == [
        1000 + l for l in range(wave)
    ]


@EVERYWHERE
@pytest.mark.parametrize("policy", POLICIES)
def test_scalar_and_vector_accesses_are_not_ordered(arch, wave, policy):
    out = run_lines(arch, wave, store_text(arch, "v9"), scalar_load_text(arch, "s8", 4), "WAIT", policy=policy)
    assert finding_rules(out, "error") == ["memory.own.unwaited"] and int(completed_wave(out).s_open[0]) >> 8 & 1
    out = run_lines(arch, wave, store_text(arch, "v9", 1024), scalar_load_text(arch, "s8", 4), "WAIT", policy=policy)
    assert not out.findings
    out = run_lines(arch, wave, scalar_load_text(arch, "s8", 4), store_text(arch, "v9"), "WAIT", policy=policy)
    assert finding_rules(out, "error") == ["memory.own.unwaited"]
    out = run_lines(
        arch,
        wave,
        store_text(arch, "v9"),
        STORED[arch].format(0),
        scalar_load_text(arch, "s8", 4),
        "WAIT",
        policy=policy,
    )
    assert not out.findings and int(completed_wave(out).s[8]) == 1001


@EVERYWHERE
def test_a_scalar_load_conflicts_only_in_its_own_bytes(arch, wave):
    """Two regions are adjacent, and in host memory a third one is between them."""
    bytes_ = memoryview(bytearray(24))
    regions = [(BASE, bytes_[0:8]), (BASE + 8, bytes_[16:24]), (BASE + 4096, bytes_[8:16])]
    loads = f"{mnemonic(arch, 's_load', '_b128')} s[8:11], s[2:3], 0x0"
    one_lane = [(EVERY_WAVE, EXEC, 1), (EVERY_WAVE, EXEC + 1, 0)]
    for offset, found in ((4096, []), (4100, []), (0, ["memory.own.unwaited"]), (12, ["memory.own.unwaited"])):
        where = vgpr_setting(1, [offset] * 64)
        out = run_lines(
            arch,
            wave,
            loads,
            f"{mnemonic(arch, 'global_store', '_b32')} v1, v9, s[2:3]",
            "WAIT",
            regions=regions,
            sets=[*one_lane, where],
        )
        assert finding_rules(out, "error") == found


# ---- waves of a group ----

def two_waves(arch, wave, *lines, waves=2, **more):
    return run_lines(arch, wave, *lines, group=(wave * waves, 1, 1), **more)


@EVERYWHERE
def test_barrier_with_waits_orders_lds(arch, wave):
    """v1 differs by wave: wave 0 writes what wave 1 reads."""
    lines = [
        family_ds_text(arch, "ds_store_b32 v1, v9"),
        LGKM.format(0),
        "s_barrier",
        family_ds_text(arch, "ds_load_b32 v2, v7"),
        LGKM.format(0),
    ]
    write_sets = [(n, V0 + 1, dword_bytes([4 * wave * n + 4 * l for l in range(64)])) for n in range(2)]
    read_sets = [(n, V0 + 7, dword_bytes([4 * wave * (1 - n) + 4 * l for l in range(64)])) for n in range(2)]
    for schedule in ("round-robin", "seeded"):
        assert not two_waves(arch, wave, *lines, sets=write_sets + read_sets, schedule=schedule).findings
        for missing in (1, 2):
            out = two_waves(
                arch, wave, *(line for n, line in enumerate(lines) if n != missing), sets=write_sets + read_sets,
                schedule=schedule,
            )
            assert set(finding_rules(out, "race")) == {"race.lds"} and not finding_rules(out, "error")
            assert all(undefined_lanes(MACHINE.wave(n), 2) for n in {f[2] for f in out.findings if "reads" in f[4]}), (
                "what a race brings is open"
            )


@EVERYWHERE
def test_barrier_with_waits_orders_memory(arch, wave):
    lines = [
        store_text(arch, "v9"),
        STORED[arch].format(0),
        "s_barrier",
        f"{mnemonic(arch, 'global_load', '_b32')} v2, v7, s[2:3]",
        VM[arch].format(0),
    ]
    write_sets = [(n, V0 + 1, dword_bytes([4 * wave * n + 4 * l for l in range(64)])) for n in range(2)]
    read_sets = [(n, V0 + 7, dword_bytes([4 * wave * (1 - n) + 4 * l for l in range(64)])) for n in range(2)]
    assert not two_waves(arch, wave, *lines, sets=write_sets + read_sets).findings
    # GFX9 keeps vector accesses of a group in order over a barrier (E-189): the lack of a wait is not a race there.
    for missing in (1, 2):
        out = two_waves(
            arch, wave, *(line for n, line in enumerate(lines) if n != missing), sets=write_sets + read_sets
        )
        is_ordered = missing == 1 and arch == "gfx906"
        assert set(finding_rules(out, "race")) == (set() if is_ordered else {"race.global"}) and not finding_rules(
            out, "error"
        )


@EVERYWHERE
def test_adjacent_bytes_and_shared_reads_do_not_race(arch, wave):
    bytes_of = [(n, V0 + 1, dword_bytes([2 * l + n for l in range(64)])) for n in range(2)]
    out = two_waves(
        arch,
        wave,
        family_ds_text(arch, "ds_store_b8 v1, v9"),
        f"{mnemonic(arch, 'global_store', '_b8')} v1, v9, s[2:3]",
        "WAIT",
        sets=bytes_of,
    )
    assert not out.findings
    assert not two_waves(
        arch,
        wave,
        load_text(arch, "v2"),
        family_ds_text(arch, "ds_load_b32 v3, v1"),
        scalar_load_text(arch, "s8"),
        "WAIT",
    ).findings


@EVERYWHERE
def test_atomics_do_not_race_but_return_undefined_values(arch, wave):
    out = two_waves(arch, wave, "ds_add_rtn_u32 v2, v1, v9", "WAIT", lds=bytes(1024))
    w = completed_wave(out)
    assert not out.findings and undefined_lanes(w, 2) == (1 << wave) - 1
    assert MACHINE.lds_and_undefined()[0][:4 * wave] == dword_bytes([2 * (1000 + l) for l in range(wave)])
    out = two_waves(arch, wave, "ds_add_u32 v1, v9", family_ds_text(arch, "ds_load_b32 v2, v1"), "WAIT")
    assert finding_rules(out, "race")


def test_races_do_not_depend_on_host_addresses():
    """Two waves store to 2,048 dwords of two regions, enough for collisions in the hash table."""
    store = "global_store_dword v1, v9, s[{}] offset:{}"
    stores = "; ".join(store.format(base, 4 * n) for n in range(16) for base in ("2:3", "6:7"))
    host, results = memoryview(bytearray(1 << 26)), set()
    words = [4 * word for word in random.Random(1).sample(range((1 << 14) - 16), 64)]
    for place in range(1 << 16, 63 << 20, 4000012):
        marks = [bytearray(1 << 16), bytearray(1 << 16)]
        regions = [(BASE, host[0:1 << 16], marks[0]), (BASE + (1 << 24), host[place:place + (1 << 16)], marks[1])]
        sets = [vgpr_setting(1, words), *pointer_settings(6, BASE + (1 << 24))]
        out = two_waves("gfx906", 64, stores, sets=sets, regions=regions)
        results.add((tuple(out.findings), *map(bytes, marks)))
    assert len(results) == 1 and any("race.global" in finding for finding in next(iter(results))[0])


# ---- IB_STS (RDNA3 5.6; Vega 3.5, 4.4; the register list of gfx11) ----

FIELDS = {"gfx906": {"vm": ((0, 4), (22, 2)), "lgkm": ((8, 4),), "exp": ((4, 3),)},
          "gfx1100": {"vm": ((10, 6),), "lgkm": ((4, 6),), "exp": ((0, 3),), "vs": ((26, 6),)}}


@EVERYWHERE
@pytest.mark.parametrize("loads, left", [(0, None), (1, None), (3, None), (4, None), (5, 2), (5, 1), (5, 0)])
def test_a_counter_is_defined_up_to_the_outstanding_operations(arch, wave, loads, left):
    """With `most` outstanding loads VM_CNT is 0 to `most`; higher bits are 0 and defined."""
    maximum = loads if left is None else left
    lines = [load_text(arch, f"v{10 + n}") for n in range(loads)] + (
        [VM[arch].format(left)] if left is not None else []
    )
    number = 0
    for low, width in FIELDS[arch]["vm"]:
        for bit in range(width):
            may_be_set = any(value >> number & 1 for value in range(maximum + 1))
            out = completed_wave(
                run_lines(arch, wave, *lines, f"s_getreg_b32 s8, hwreg(HW_REG_IB_STS, {low + bit}, 1)")
            )
            assert bool(out.s_open[0] >> 8 & 1) == may_be_set, (low, bit)
            assert may_be_set or out.s[8] == 0
            number += 1


@EVERYWHERE
def test_an_unused_counter_is_defined(arch, wave):
    for name_, ranges in FIELDS[arch].items():
        for low, width in ranges:
            read = f"s_getreg_b32 s8, hwreg(HW_REG_IB_STS, {low}, {width})"
            out = completed_wave(run_lines(arch, wave, load_text(arch, "v10"), read))
            assert bool(out.s_open[0] >> 8 & 1) == (name_ == "vm" and (low, width) == FIELDS[arch]["vm"][0])
