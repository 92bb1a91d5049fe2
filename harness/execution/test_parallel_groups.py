"""A run on several cores equals the run on one core in results, findings, counts and status."""
import subprocess
import time
from threading import Thread

import numpy as np
import pytest

pytest.importorskip("assay.model._assay", reason="the model is not built: make setup")

from ...model.machine import Machine
from ..case.assembler import assemble
from ..code_objects.kernel_launch import launch_case
from ..comparison.case_run import run_outcome
from .parallel_groups import GroupShare, ParallelModel, have_conflicts
from .model_run import Model

GROUP, GROUPS = 64, 12
HEAD = """
#define GROUP_ID __builtin_amdgcn_workgroup_id_x()
#define ITEM __builtin_amdgcn_workitem_id_x()
#define ID (64 * GROUP_ID + ITEM)
typedef unsigned uint;
kernel void k(global uint *out, const global uint *in)
{
"""
# name: (body, whether the shares are the launch, or where)
KERNELS = {
    "apart":         ("out[ID] = in[ID] * 3 + in[0];", True),
    "halves":        ("((global unsigned short *)out)[64 * GROUP_ID + ITEM + 1] = in[ID];", False),
    "fault":         ("out[ID] = 7; if (GROUP_ID == 7) out[1 << 28] = 1;", True),
    "fault_first":   ("out[ID] = 7; if (GROUP_ID == 0) out[1 << 28] = 1;", True),
    "one_place":     ("out[0] = GROUP_ID;", False),
    "neighbours":    ("out[ID] = ID; out[1024 + ID] = out[ID + 64];", False),
    "atomics":       ("__atomic_fetch_add(&out[ITEM], in[ID], __ATOMIC_RELAXED);", False),
    "atomics_read":  ("out[64 + ID] = __atomic_fetch_add(&out[0], 1, __ATOMIC_RELAXED);", False),
    "races_inside":  ("out[ITEM + 64 * (GROUP_ID / 2 * 2)] = ID;", True),
    "clock":         ("out[ID] = __builtin_readcyclecounter();", "gfx1100"),
    "in_step":       ("if (GROUP_ID % 6 == 0 && __builtin_amdgcn_readfirstlane(ITEM) == 0) {"
                      "if (GROUP_ID == 0) __builtin_amdgcn_ds_gws_init(1, 0);"
                      "__builtin_amdgcn_ds_gws_barrier(1, 0); } out[ID] = 5;", False),
    "told_once":     ('__asm volatile(".long 0x7e020000"); out[ID] = ITEM;', True),
    "many_findings": ("volatile global uint *p = out; for (uint n = 0; n < 40; n++) p[64 * GROUP_ID] = n + ITEM;",
                      "gfx906"),
    "open_decides":  ("uint x; __asm volatile(\"s_mov_b32 %0, s60\" : \"=s\"(x)); if (x == *in) out[ID] = 1;", False),
    "lds":           ("local uint l[64]; l[ITEM] = in[ID]; __builtin_amdgcn_fence(__ATOMIC_RELEASE, \"workgroup\");"
                      "__builtin_amdgcn_s_barrier(); out[ID] = l[63 - ITEM];", True),
    "private":       ("volatile uint p[8]; p[in[ID] & 7] = ITEM; p[0] = 1; out[ID] = p[in[ID] & 7];", True),
    "messages":      ("for (uint n = 0; n < 30; n++) __builtin_amdgcn_s_sendmsg(1, n);", False),
    "long":          ("for (uint n = 0; n < 1024; n++) out[ID + 768 * n] = n;", True),
    "rather_long":   ("for (uint n = 0; n < 40; n++) out[ID + 768 * n + (GROUP_ID > 5) * 137216] = n;", False),
}


@pytest.fixture(scope="module", params=["gfx906", "gfx1100"])
def code_objects(request, tmp_path_factory):
    """Return {name: code object}."""
    folder = tmp_path_factory.mktemp(request.param)

    def build(name, body):
        (folder / f"{name}.cl").write_text(f"{HEAD}{body}\n}}\n")
        subprocess.run(
            ["clang-22", "-x", "cl", "-cl-std=CL2.0", "-O2", "-target", "amdgcn-amd-amdhsa", f"-mcpu={request.param}",
             "-nogpulib", "-mcode-object-version=5", "-cl-no-stdinc", "-Wno-everything", folder / f"{name}.cl",
             "-o", folder / f"{name}.co"], check=True)
        return (folder / f"{name}.co").read_bytes()
    return {name: build(name, body) for name, (body, _) in KERNELS.items()} | {"arch": request.param}


def make_case(data, groups=GROUPS, items=GROUPS * GROUP, **more):
    numbers = np.random.default_rng(1).integers(0, 1 << 32, groups * GROUP, dtype=np.uint32)
    out = bytes(4 << 20 if more.pop("big", False) else 1 << 16)
    case = launch_case(data, grid=(items,), group=(GROUP,), args=[out, numbers.tobytes()])
    case["observe"]["memory"] += [one["name"] for one in case["memory"] if one["name"] == "scratch"]
    return case | {key: value for key, value in more.items() if key != "limit"} | {
        "limits": {"instructions": more.get("limit")}}


def result_dict(case, model):
    outcome = run_outcome(case, model)
    outcome.waves = []
    return outcome.to_dict()


def results_of_both(case, jobs):
    """Return (result on one core, result on several cores, whether the shares' joined result was used)."""
    model, seen = ParallelModel(jobs), []
    joined = model.join_results
    model.join_results = lambda *given: seen.append(joined(*given)) or seen[-1]
    return result_dict(case, Model()), result_dict(case, model), bool(seen) and seen[0] is not None


@pytest.mark.parametrize("name", KERNELS)
def test_results_equal_those_of_one_core(code_objects, name):
    for jobs in (2, 3):
        one, several, apart = results_of_both(make_case(code_objects[name], big="long" in name), jobs)
        assert several == one and one["status"] == ("fault" if "fault" in name else "ok")
        assert apart == (KERNELS[name][1] in (True, code_objects["arch"]))


def test_the_kernels_cover_every_reason_for_one_core(code_objects):
    """Each kernel has the property that its name states, so that equal results are significant."""
    def rules(name):
        result = result_dict(make_case(code_objects[name], big="long" in name), Model())
        return {finding["rule"] for finding in result["findings"]}
    assert "race.groups" in rules("one_place") & rules("neighbours") & rules("races_inside")
    assert "decode.unused_field" in rules("told_once") and "race.groups.forgotten" in rules("long")
    assert result_dict(make_case(code_objects["many_findings"]), Model())["findings_dropped"] > 0
    assert any(rule.startswith("open.") for rule in rules("open_decides"))


def test_a_limit_ends_at_the_same_instruction(code_objects):
    total = result_dict(make_case(code_objects["apart"]), Model())["instructions"]
    for limit in (1, total // 2, total - 1, total, total + 1):
        one, several, apart = results_of_both(make_case(code_objects["apart"], limit=limit), 2)
        assert several == one and apart == (limit >= total)
        assert one["status"] == ("ok" if limit >= total else "limit")


def test_partial_groups_and_surplus_cores_change_nothing(code_objects):
    for items, jobs in ((GROUPS * GROUP - 5, 2), (3 * GROUP, 7), (GROUP, 2)):
        one, several, apart = results_of_both(make_case(code_objects["apart"], items=items), jobs)
        assert several == one and apart == (items > GROUP)
        assert one["wave_count"] == -(-items // GROUP) * (GROUP // make_case(code_objects["apart"])["wave"])


@pytest.mark.parametrize("more", [{"policy": "late"}, {"policy": "random", "seed": 3},
                                  {"schedule": "seeded", "seed": 3}])
def test_results_do_not_depend_on_policies(code_objects, more):
    one, several, apart = results_of_both(make_case(code_objects["apart"], **more), 2)
    assert several == one and apart == (more == {"policy": "late"})


def test_a_stop_ends_all_shares(code_objects):
    model = ParallelModel(2)
    run = Machine.run

    def stopping(machine, **options):
        assert options["groups"]                         # of a share: one core is not asked again
        machine.stop()                                   # as another thread would
        return run(machine, **options)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Machine, "run", stopping)
        model.stopped = True
        result = result_dict(make_case(code_objects["apart"]), model)
    assert (result["status"], result["text"]) == ("limit", f"stopped after {result['instructions']} instructions")


def test_machines_record_touched_dwords():
    """Reads and writes of lanes are recorded by dword. A byte of an unaligned region belongs to the dword of its
    address."""
    from ...model import EVERY_WAVE, V0
    from ...model.testing import code
    machine, touched, memory = Machine(waves=1), bytearray(5), bytearray(16)
    text = "flat_load_ubyte v2, v[0:1]; flat_store_byte v[4:5], v3; s_waitcnt 0"
    sets = [(EVERY_WAVE, V0, 0x20003), (EVERY_WAVE, V0 + 1, 0), (EVERY_WAVE, V0 + 3, 1), (EVERY_WAVE, V0 + 4, 0x2000b),
            (EVERY_WAVE, V0 + 5, 0), (EVERY_WAVE, 126, 1), (EVERY_WAVE, 127, 0)]
    out = machine.run(arch="gfx906", code=code("gfx906", 64, text), sets=sets,
                      regions=[(0x20003, memory, None, "global", touched)])
    assert (out.status, list(touched)) == ("ok", [1, 0, 2, 0, 0]) and memory[8] == 1
    with pytest.raises(ValueError, match="4 dwords for 16 bytes"):
        machine.run(arch="gfx906", code=b"\0\0\0\0", regions=[(0x20003, memory, None, "global", bytearray(4))])


@pytest.mark.parametrize("access, how", [("global_load_dword v2, v0, s[8:9]", 1),
                                         ("global_store_dword v0, v1, s[8:9]", 2)])
def test_inactive_lanes_touch_nothing(access, how):
    """This also holds if the addresses of the active and inactive lanes are consecutive."""
    from ...model import EVERY_WAVE, V0
    from ...model.testing import code
    touched, lanes = bytearray(8), b"".join((4 * lane).to_bytes(4, "little") for lane in range(64))
    sets = [(EVERY_WAVE, V0, lanes), (EVERY_WAVE, V0 + 1, 7), (EVERY_WAVE, 8, 0x20000), (EVERY_WAVE, 9, 0),
            (EVERY_WAVE, 126, 0b101101), (EVERY_WAVE, 127, 0)]
    Machine(waves=1).run(arch="gfx906", code=code("gfx906", 64, access), sets=sets,
                         regions=[(0x20000, bytearray(32), None, "global", touched)])
    assert list(touched) == [how * (0b101101 >> lane & 1) for lane in range(8)]


@pytest.mark.parametrize("inside", [0, 1, 32, 63, 64])
@pytest.mark.parametrize("access, how", [("global_load_dword v2, v0, s[8:9]", 1),
                                         ("global_store_dword v0, v1, s[8:9]", 2)])
def test_lanes_past_private_memory_touch_shared_dwords(access, how, inside):
    """The first `inside` lanes access private memory, which belongs to the group alone (errata E-248)."""
    from ...model import EVERY_WAVE, V0
    from ...model.testing import code
    own, size = 16 * 64, 24 * 64
    touched, lanes = bytearray(size // 4), b"".join((4 * lane).to_bytes(4, "little") for lane in range(64))
    sets = [(EVERY_WAVE, V0, lanes), (EVERY_WAVE, V0 + 1, 7), (EVERY_WAVE, 8, 0x20000 + own - 4 * inside),
            (EVERY_WAVE, 9, 0)]
    Machine(waves=1).run(arch="gfx906", code=code("gfx906", 64, access), sets=sets, scratch_bytes=16,
                         scratch_base=0x20000, regions=[(0x20000, bytearray(size), None, "global", touched)])
    assert list(touched) == [4] * 256 + [how] * (64 - inside) + [0] * (64 + inside)


def test_a_share_beyond_the_groups_is_refused():
    out = Machine(waves=1).run(arch="gfx906", code=b"\0\0\x81\xbf", groups=(1, 1))
    assert (out.status, out.text) == ("invalid", "first_group: 1, and there are 1 groups")


R, W, P = 1, 2, 4


@pytest.mark.parametrize("first, second, met", [
    ([R, R], [R, 0], False), ([W, 0], [0, W], False), ([W, 0], [R, 0], True), ([R, 0], [W, 0], True),
    ([W, 0], [W, 0], True), ([P, 0], [P, 0], False), ([P, 0], [R, 0], True), ([0, R | W], [R, 0], False),
])
def test_conflicts_of_shares_are_found(first, second, met):
    shares = [GroupShare(None, None, [], [], [bytearray(mask), None]) for mask in (first, second)]
    assert have_conflicts(shares) == met


def test_overflow_of_records_by_two_machines_is_found():
    """A record holds one dword, and there are 2^17 records, so two accesses to different dwords can need the same
    record."""
    from ...model import EVERY_WAVE, V0
    from ...model.testing import code
    text, lanes = code("gfx906", 64, "global_load_dword v2, v[0:1], off; s_waitcnt 0"), np.arange(64, dtype=np.uint32)

    def run_and_return_machine(machine, start):
        """Run a program that accesses a dword in each of 64 blocks of 64 bytes."""
        out = machine.run(arch="gfx906", code=text, grid=(128, 1, 1), group=(64, 1, 1),
                          regions=[(start, bytearray(4096))],
                          sets=[(EVERY_WAVE, V0, start + 64 * lanes), (EVERY_WAVE, V0 + 1, 0)])
        assert out.status == "ok" and not machine.forgot()
        return machine
    first, second = run_and_return_machine(Machine(waves=1), 1 << 20), Machine(waves=1)
    assert not first.forgets_with(run_and_return_machine(second, 1 << 20))
    assert any(first.forgets_with(run_and_return_machine(second, (1 << 20) + (n << 12))) for n in range(1, 256))


def test_shares_run_concurrently():
    """Two groups that never end both make progress. If they ran in sequence, the second would never start."""
    model = ParallelModel(2)
    case = {"assay": 1, "arch": "gfx906", "code": assemble("gfx906", "again:\ns_branch again\n", 64).hex(),
            "grid": [128, 1, 1], "group": [64, 1, 1], "limits": {"instructions": None},
            "observe": {"registers": [], "memory": []}}
    results, until = [], time.monotonic() + 60
    running = Thread(target=lambda: results.append(result_dict(case, model)))
    running.start()
    went = [0, 0]
    while min(went) == 0 and time.monotonic() < until:
        went = [Model.progress(one) for one in model.models]
        time.sleep(0.01)
    while running.is_alive():                            # a stop may come before a run begins
        model.stop_run()
        running.join(0.1)
    assert min(went) > 0 and results[0]["status"] == "limit" and results[0]["instructions"] >= sum(went)
