"""Global wave sync within one group orders only the waves that release and pass.
RDNA3 ISA, 13.4; Vega ISA, 12.13; errata E-249."""
import pytest

from .test_together import BOTH, SCHEDULES, code_dwords, broken_rules, run_groups

DONE = "s_waitcnt lgkmcnt(0) expcnt(0)"
RELEASE, PASS = ["ds_gws_sema_v offset:1 gds", DONE], ["ds_gws_sema_p offset:1 gds", DONE]
STORE, LOAD, WAIT = "{store} v5, v1, s[0:1]", "{load} v4, v5, s[0:1]", "{wait}"
KEEP, TAKE = "{lds_store} v5, v1", "{lds_load} v4, v5"


def wave_lines(arch, *each):
    """Return lines of a group whose wave n runs each[n]; s4 is n."""
    lines = ["v_readfirstlane_b32 s4, v7", "s_lshr_b32 s4, s4, 6", "v_mov_b32 v5, 0", "s_mov_b32 m0, 0xffff"]
    for n, own in enumerate(each):
        body = [*own, WAIT, "s_endpgm"]
        lines += [f"s_cmp_lg_u32 s4, {n}", f"s_cbranch_scc1 {code_dwords(arch, body)}", *body]
    return lines


def rules_and_undefined(arch, each, schedule="round-robin", seed=1, **more):
    out, _, opened = run_groups(
        arch, wave_lines(arch, *each), 1, waves=len(each), lds=64, schedule=schedule, seed=seed, **more
    )
    assert out.status == "ok", out.text
    return broken_rules(out), any(opened[:4])


# {0}: the access of a wave that stores, {1}: of one that loads
@BOTH
@pytest.mark.parametrize("store, load, race", [(STORE, LOAD, "race.global"), (KEEP, TAKE, "race.lds")])
@pytest.mark.parametrize("each, races", [
    ([["{0}", WAIT, *RELEASE], [*PASS, "{1}"]], False),
    ([["{1}", WAIT, *RELEASE], [*PASS, "{0}"]], False),
    ([["s_nop 0", *RELEASE], [*PASS, "{1}"], ["{0}"]], True),           # wave 2 takes no part
    ([["{0}", WAIT, *RELEASE], [*PASS, "{1}"], [*["s_nop 0"] * 9, "{1}"]], True),   # nor does it load behind
    ([[*RELEASE, "{0}"], [*PASS, "{1}"]], True),                        # behind the release
    ([["{0}", WAIT, *RELEASE, "{0}"], [*PASS, "{1}"]], True),
    ([["{0}", WAIT, *RELEASE], ["{0}", WAIT, *PASS]], True),            # before the pass
    ([["{0}", WAIT, *RELEASE], [*PASS, "{0}", WAIT, "ds_gws_sema_v offset:2 gds", DONE],
      ["ds_gws_sema_p offset:2 gds", DONE, "{1}"]], False),             # by way of wave 1
    ([["{0}", WAIT, *RELEASE, WAIT, "s_barrier", "{1}"], [*PASS, "s_barrier", "{1}"], ["s_barrier", "{1}"]], False),
    ([["{0}", WAIT, *RELEASE, "s_barrier", "{0}"], [*PASS, "s_barrier", "{1}"], ["s_barrier"]], True),
])
def test_only_participating_waves_are_ordered(arch, each, races, store, load, race):
    each = [[line.replace("{0}", store).replace("{1}", load) for line in lines] for lines in each]
    for schedule, seed in SCHEDULES:
        for policy in ("early", "late"):
            rules, _ = rules_and_undefined(arch, each, schedule, seed, policy=policy)
            assert rules == [race] * races, (schedule, seed, policy)


@BOTH
def test_outstanding_lds_accesses_race_across_a_release(arch):
    """Vector accesses of a group's waves stay in order, as for a barrier; LDS accesses do not."""
    for schedule, seed in SCHEDULES:
        assert rules_and_undefined(arch, [[KEEP, *RELEASE], [*PASS, TAKE]], schedule, seed)[0] == ["race.lds"]
        late = rules_and_undefined(arch, [[STORE, *RELEASE], [*PASS, LOAD]], schedule, seed, policy="late")
        assert late == ([], False)


@BOTH
def test_a_pass_orders_after_all_readers(arch):
    """A declared limit (E-249): the load of wave 2 before the pass is not reported; a load after it is."""
    each = lambda nops: [[*["s_nop 0"] * 20, LOAD, WAIT, *RELEASE], [*PASS, STORE], [*["s_nop 0"] * nops, LOAD]]
    assert rules_and_undefined(arch, each(0))[0] == [] and rules_and_undefined(arch, each(60))[0] == ["race.global"]


@BOTH
def test_a_store_after_all_waves_synchronize_is_ordered(arch):
    """All load a dword, synchronize, and one stores it after all have read."""
    barrier = ["ds_gws_barrier v2 gds", DONE]
    first = ["v_mov_b32 v2, 3", "ds_gws_init v2 gds", DONE, "s_barrier"]
    each = [[*(first if n == 0 else ["v_mov_b32 v2, 3", "s_barrier"]), LOAD, WAIT, *barrier,
             *([STORE, WAIT] if n == 2 else []), *barrier, LOAD] for n in range(4)]
    for schedule, seed in SCHEDULES:
        assert rules_and_undefined(arch, each, schedule, seed) == ([], False), (schedule, seed)
    each[1] = [line for line in each[1] if line != LOAD] + [STORE]
    assert rules_and_undefined(arch, each)[0] == ["race.global"]


@BOTH
@pytest.mark.parametrize("turns", (3, 150))
def test_a_lock_orders_any_number_of_turns(arch, turns):
    """Each wave takes the semaphore, loads, stores and releases it, more often than there are epoch numbers."""
    loop = [*PASS, LOAD, WAIT, STORE, WAIT, *RELEASE, "s_sub_u32 s5, s5, 1", "s_cmp_lg_u32 s5, 0"]
    each = [[*(RELEASE if n == 0 else []), f"s_movk_i32 s5, {turns}", *loop,
             f"s_cbranch_scc1 {-code_dwords(arch, loop) - 1 & 0xffff}"] for n in range(2)]
    for schedule, seed in SCHEDULES[:3]:
        assert rules_and_undefined(arch, each, schedule, seed) == ([], False), (schedule, seed)
