"""A failing program of two hundred instructions becomes a few, and stays the same defect."""
import contextlib
import re
import time
from dataclasses import replace

import pytest

from ...generators.programs import program_coverage
from ...generators.programs.program_settings import Options
from ...generators.programs.random_programs import ProgramBatch
from ...harness.case.plan import resolve
from ...harness.comparison.differential import pair_up
from ...harness.comparison.program_differential import TrialRunner, supported_options
from ...harness.execution.model_run import Model
from ...harness.execution.program_plans import program_case
from ...harness.faults import curated_faults
from ...harness.targets import llvm_mc
from ...harness.targets.registry import open_target
from ..fuzzing import triage, fuzz_run
from ..fuzzing.fuzz_run import failure_record
from ..fuzzing.run_database import FILE, RunSettings, FuzzRun, BatchProgress
from ..fuzzing.triage import cluster_failures, shrink_failures
from .listing import generated
from .reduce import Reducer, Sign, relinked

MOST, SECONDS = 5, 30
# Mutant, what the last instruction left is.
FAULTS = (
    ("exec-ignored", "."), ("cndmask-inverted", "v_cndmask|v_dual_cndmask"), ("high-dword-zero", "."),
    ("row-mask-ignored", "row_mask"), ("saveexec-leaves-exec", "saveexec"), ("omod-dropped", "mul:|div:"),
    ("ds-second-unscaled", "ds_.*2"), ("condition-inverted", "."), ("branch-off-by-one", "s_cbranch"),
    ("vopd-y-dropped", "v_dual"),
)


def long_failures(target, least, asked=Options("gfx1100", seed=3, length=(150, 200))):
    """Failing programs of at least `least` instructions, as cases with their trials."""
    options, trials = supported_options(target, asked), TrialRunner(target)
    for number in range(12):
        sheet = ProgramBatch(options, number, program_coverage.empty_coverage(asked.arch))
        for one in trials.run_on_target(trials.run_reference_batch(sheet)):
            if one.verdict == "fail" and len(one.stream.included) >= least:
                yield program_case(one.stream, one.full_plan), one


@pytest.mark.parametrize("fault, last", FAULTS)
def test_a_long_program_becomes_a_few_instructions(fault, last):
    with open_target(f"mutant:{fault}") as target:
        case, _ = next(long_failures(target, 100))
        began = time.monotonic()
        found = Reducer(target).reduce(case)
        assert time.monotonic() - began < SECONDS
        assert found is not None and 1 <= len(found.texts) <= MOST, found.texts
        assert re.search(last, found.texts[-1]), found.texts
        assert Reducer(target).sign(found.case) == found.sign
    golden = Model().run(resolve(found.case))
    assert golden.status == "ok" and not [f for f in golden.findings if f["kind"] in ("error", "race")]
    assert golden.bits is None and golden.compared()[0] == golden.compared()[1]  # it hangs on nothing unstated
    states = found.case.get("waves") or [found.case["state"]]
    assert all({"mode", "exec", "scc", "m0"} <= set(state) for state in states)


def test_a_loop_keeps_nothing_for_what_its_last_instruction_is_or_how_it_is_wrong():
    """A wrong branch lands in the middle of an instruction: what stands there before and behind plays no part."""
    with open_target("mutant:branch-off-by-one") as target:
        case, _ = next(long_failures(target, 100, Options("gfx906", seed=7, length=(200, 200))))
        found = Reducer(target, by_place=True).reduce(case)
        assert found is not None and 1 <= len(found.texts) <= MOST, found.texts
        assert found.texts[-1].startswith("s_cbranch") and found.said.startswith(f"{found.sign.place}: ")
        first = next(pair_up(target, [found.case | {"limits": {"instructions": 500}}])).comparison
        assert first.verdict == "fail" and first.cause == found.sign.cause


@pytest.mark.parametrize("fault", ["saveexec-order", "exec-ignored", "high-dword-zero"])
def test_a_fault_is_named_that_contradicts_nothing_near(tmp_path, fault):
    """Several explain the smallest program; what passes near it speaks against the others."""
    with open_target(f"mutant:{fault}") as target:
        asked = Options("gfx1100", seed=7, length=(200, 200))
        found, options = next(long_failures(target, 100, asked))[1], supported_options(target, asked)
    campaign = FuzzRun(tmp_path / FILE, RunSettings(f"mutant:{fault}", options))
    campaign.write_progress([BatchProgress(0, 1, {"fail": 1}, [failure_record(found, True)], "x", b"")])
    shrink_failures(campaign, 60)
    assert [one.title for one in cluster_failures(campaign)] == [curated_faults.read_table()[fault].text]
    assert [[key for _, key, _ in body["faults"]] for *_, body in campaign.shrunk_programs()] == [[fault]]
    campaign.close()


def test_what_fails_by_its_own_schedule_alone_fails_every_time():
    with open_target("mutant:barrier-ignored") as target:
        options = supported_options(target, Options("gfx1100", seed=7, length=(200, 200)))
        batch = ProgramBatch(options, 0, program_coverage.empty_coverage("gfx1100"))
        one = TrialRunner(target).run_reference_batch(batch)[1]
        case = program_case(one.stream, one.full_plan)
        assert Reducer(target).sign(case | {"schedule": "round-robin"}) is None
        found = Reducer(target, 3, by_place=True).reduce(case)
        assert found is not None and found.case["schedule"] == "seeded"
        assert len(found.texts) < len(case["code"]) / 16


class Silent:
    """The model as a target that tells no broken rules."""

    def __init__(self, target):
        self.target, self.hello, self.choices = target, target.hello, target.choices

    def run(self, plans):
        for one in self.target.run(plans):
            one.findings = []
            yield one


def test_a_rule_that_is_not_told_stays_that_rule_and_becomes_a_few_instructions():
    with open_target("model") as opened:
        target = Silent(opened)
        options = replace(supported_options(target, Options("gfx1100", seed=1, length=(1, 200))), careless=True)
        trials, met = TrialRunner(target, illegal=True), {}
        for number in range(4):
            sheet = ProgramBatch(options, number, program_coverage.empty_coverage("gfx1100"))
            for one in trials.run_on_target(trials.run_reference_batch(sheet)):
                if one.verdict == "fail":
                    met.setdefault(one.cause, one)
        assert len(met) >= 3
        for cause, one in met.items():
            found = Reducer(target).reduce(program_case(one.stream, one.full_plan),
                                           rule=cause.removeprefix("findings: "))
            assert found is not None and len(found.texts) <= MOST, (cause, found)
            assert cause == f"findings: {found.sign.place}" and found.sign.place in found.said
            assert found.sign.place in Model().run(resolve(found.case)).broken_rules


def test_each_rule_that_is_not_told_has_its_program(tmp_path, monkeypatch):
    """Of one sheet too, the fault behind them being one."""
    options = replace(Options("gfx1100", seed=1, length=(1, 200)), careless=True)
    campaign = FuzzRun(tmp_path / FILE, RunSettings("silent", options, True))
    with open_target("model") as shared:
        monkeypatch.setattr(fuzz_run, "open_target", lambda _name: Silent(shared))
        monkeypatch.setattr(triage, "open_target", lambda _name: contextlib.nullcontext(Silent(shared)))
        campaign.write_progress(list(fuzz_run.Worker(None, campaign.settings, 0).run_batch(3, 0, 64, frozenset())))
        shrink_failures(campaign, 60)
    rules = {one.cause.removeprefix("findings: ") for one in campaign.failures()}
    told = cluster_failures(campaign)
    assert len(told) == len(rules) > 1 and all(len(one.texts) <= MOST for one in told)
    assert {rule for rule in rules for one in told if rule in one.message} == rules
    campaign.close()


def test_what_does_not_fail_is_not_reduced():
    with open_target("model") as target:
        options = supported_options(target, Options("gfx1100", length=(5, 9)))
        sheet = ProgramBatch(options, 0, program_coverage.empty_coverage("gfx1100"))
        trial = TrialRunner(target).run_reference_batch(sheet)[0]
        assert Reducer(target).reduce(program_case(trial.stream, trial.full_plan)) is None


def test_jumps_go_to_the_next_instruction_that_is_there():
    items = [(b"\x02\x00AA", 3), (b"BBBB", None), (b"CCCC", None), (b"DDDD", None), (b"\xfb\xffEE", 0)]
    assert relinked(items, [0, 1, 4]) == b"\x01\x00AABBBB\xfd\xffEE"
    assert relinked(items, [0, 3]) == b"\x00\x00AADDDD"


@pytest.mark.parametrize("ahead", [[], ["s_branch 0"]])
def test_a_program_that_does_not_begin_at_its_start(ahead):
    """The function in front of the entry goes; with a jump in the way the entry stays at the instruction it was."""
    lines = ["v_mov_b32 v9, v8", "s_nop 0", *ahead, "v_add_nc_u32 v3, v1, v2", "v_mov_b32 v4, v3", "s_endpgm"]
    code = b"".join(word(line) for line in lines)
    state = {"exec": 1, "mode": 0x3F0, "scc": 0, "m0": 0, **{f"v{n}": list(range(n, n + 32)) for n in (1, 2, 3, 4)}}
    case = {"assay": 1, "arch": "gfx1100", "wave": 32, "code": code.hex(), "entry": 8, "state": state}
    with open_target("mutant:exec-ignored") as target:
        found = Reducer(target).reduce(case)
        assert found is not None and Reducer(target).sign(found.case) == found.sign
    assert found.case["entry"] == 0 and len(found.texts) <= 2, found.texts


def word(text, arch="gfx1100"):
    return llvm_mc.assemble(arch, [text], 32)[0]


def test_only_what_generators_make_is_made():
    """OP_SEL_HI of an inline constant means nothing (errata E-065)."""
    assert generated("gfx1100", 32, word("v_pk_add_u16 v1, v2, v3"))
    assert generated("gfx1100", 32, word("v_pk_add_u16 v1, 5, v3 op_sel_hi:[0,1]"))
    assert not generated("gfx1100", 32, word("v_pk_add_u16 v1, 5, v3"))


def test_failing_streams_are_told_apart(tmp_path):
    """Streams with operations that the same fault makes wrong are one defect, named by it, with its program."""
    with open_target("mutant:cndmask-inverted") as target:
        options = supported_options(target, Options("gfx1100", seed=3, length=(150, 200)))
        found = [one for _, (_, one) in zip(range(3), long_failures(target, 20))]
    campaign = FuzzRun(tmp_path / FILE, RunSettings("mutant:cndmask-inverted", options))
    campaign.write_progress([
        BatchProgress(n, 1, {"fail": 1}, [failure_record(one, True)], "x", b"") for n, one in enumerate(found)])
    shrink_failures(campaign, 60)
    told = cluster_failures(campaign)
    assert [one.title for one in told] == [curated_faults.read_table()["cndmask-inverted"].text]
    for one in told:
        assert len(one.texts) <= MOST and "cndmask" in one.texts[-1] and one.message
    before = campaign.shrunk_programs()
    shrink_failures(campaign, 60)                    # there is nothing more to shrink
    assert campaign.shrunk_programs() == before
    campaign.close()


@pytest.mark.parametrize("sign, words", [
    (Sign("status", "status", "ok fault"), "ends as fault, not as ok"),
    (Sign("mismatch", "s_movk_i32 result", "value"), "s_movk_i32: result is wrong"),
    (Sign("mismatch", "v_add_f32 exec", "missed"), "v_add_f32: exec keeps what was there"),
    (Sign("mismatch", "v_add_f32 s3", "written"), "v_add_f32: s3 is written, though it has to stay"),
    (Sign("mismatch", "v7"), "v7 is wrong"), (Sign("count"), "count"),
    (Sign("findings", "counter.vm.unwaited"), "findings counter.vm.unwaited"),
])
def test_a_sign_in_words(sign, words):
    assert sign.words == words
