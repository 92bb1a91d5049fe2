"""Random programs on model and targets: legal, with equal results, and different if a target has a fault."""
from collections import Counter
from types import SimpleNamespace

import msgspec
import pytest

from ...generators.programs import program_coverage
from ...generators.programs.program_settings import Options
from ...generators.programs.random_programs import ProgramBatch
from ...spec import CERTIFIED
from ..execution.outcome import Outcome
from ..protocol import frames, messages
from ..targets.registry import open_target
from .program_differential import TrialRunner, supported_options


def make_batches(arch, target, numbers, **keys):
    options = supported_options(target, Options(arch, seed=5, length=(1, 30), **keys))
    return [ProgramBatch(options, n, program_coverage.empty_coverage(arch)) for n in numbers]


@pytest.mark.parametrize("name", ["model", "model:wrapped"])
def test_the_model_agrees_with_itself(name):
    with open_target(name) as target:
        trials = TrialRunner(target)
        for arch in sorted(CERTIFIED):
            tally, said = Counter(), []
            for sheet in make_batches(arch, target, range(8 if name == "model" else 2)):
                for one in trials.run_on_target(trials.run_reference_batch(sheet)):
                    tally[one.verdict] += 1
                    if one.verdict == "fail":
                        said.append(f"{one.tally_key} {one.target.text} {one.comparison.text} {one.plan.case.name}")
            assert not said, said[:4]
            assert tally["pass"] > 0.85 * sum(tally.values()), tally


@pytest.mark.parametrize("arch, share", [("gfx906", 0.5), ("gfx1100", 0.1)])
def test_most_long_programs_are_compared(arch, share):
    """If undefined bits reach EXEC, a branch or an address early, the program cannot be compared."""
    with open_target("model") as target:
        trials, options = TrialRunner(target), Options(arch, seed=1, length=(200, 200))
        sheets = [ProgramBatch(options, n, program_coverage.empty_coverage(arch)) for n in range(8)]
        found = [one.cause for sheet in sheets for one in trials.run_reference_batch(sheet)]
    assert found.count("open") < share * len(found), Counter(found)


def test_nearly_every_program_is_legal():
    with open_target("model") as target:
        trials = TrialRunner(target)
        for arch in sorted(CERTIFIED):
            found = [one.verdict for sheet in make_batches(arch, target, range(6))
                     for one in trials.run_reference_batch(sheet)]
            assert found.count("illegal") < 0.02 * len(found), Counter(found)


def test_only_the_fault_fails():
    with open_target("mutant:exec-ignored") as target:
        trials = TrialRunner(target)
        sheets = make_batches("gfx1100", target, range(2))
        found = [one for sheet in sheets for one in trials.run_on_target(trials.run_reference_batch(sheet))]
    failed = [one for one in found if one.verdict == "fail"]
    assert failed and all(one.comparison.differences for one in failed if one.cause == "mismatch")
    assert all(one.target.equals_expected for one in found if one.verdict == "pass" and one.comparison is None)


def test_missing_features_are_not_requested():
    with open_target("model") as target:
        target.hello.features = [f for f in target.hello.features if f not in ("waves", "lds", "memory")]
        target.hello.registers = ["v", "s", "vcc", "exec", "scc"]
        trials = TrialRunner(target)
        for sheet in make_batches("gfx1100", target, range(4)):
            assert sheet.setting.kind == "computing"
            for one in trials.run_on_target(trials.run_reference_batch(sheet)):
                assert one.verdict != "fail" and not {"mode", "m0"} & set(one.plan.observed)


def test_only_an_equal_answer_is_the_expected_one():
    with open_target("model") as target:
        trials = TrialRunner(target)
        one = next(t for t in trials.run_reference_batch(make_batches("gfx1100", target, [1])[0]) if not t.verdict)
    packed, memory, lds = one.plan.expected_result
    waves = [wave["registers"] for wave in msgspec.msgpack.decode(packed)]
    def result(**keys):
        given = {"waves": [{"registers": w} for w in waves], "lds": lds,
                 "memory": [{"name": n, "address": a, "bytes": b} for n, a, b in memory]} | keys
        return messages.read_result(frames.frame({"type": "result", "id": 1, "status": "ok", **given})[4:])
    assert messages.is_expected_answer(result(), one.plan)
    assert not messages.is_expected_answer(result(status="fault"), one.plan)
    name = next(iter(waves[0]))
    other = [{"registers": {**waves[0], name: 0x1234567}}, *({"registers": w} for w in waves[1:])]
    assert not messages.is_expected_answer(result(waves=other), one.plan)
    assert not messages.is_expected_answer(result(waves=[]), one.plan)


def test_findings_of_illegal_programs_are_compared():
    class Deaf:
        hello = type("Hello", (), {"features": ["findings"], "registers": []})
        choices = None
        answer = None

        def run(self, plans):
            for plan in plans:
                outcome = trials.model.run(plan)
                outcome.findings = [] if self.answer == "none" else outcome.findings
                yield outcome
    target = Deaf()
    trials = TrialRunner(target, illegal=True)
    sheet = ProgramBatch(
        Options("gfx906", seed=5, length=(20, 60), careless=True), 3, program_coverage.empty_coverage("gfx906")
    )
    prepared = trials.run_reference_batch(sheet)
    assert any(one.answer.broken_rule_count for one in prepared)
    assert not [one.tally_key for one in trials.run_on_target(prepared) if one.verdict == "fail"]
    target.answer = "none"
    failed = [one for one in trials.run_on_target(trials.run_reference_batch(sheet)) if one.verdict == "fail"]
    assert failed and all(one.cause.startswith("findings: ") for one in failed)


def test_programs_respect_claims_and_profiles():
    """Programs contain no other MODE, no missing modifiers and no missing operations."""
    from ...generators.instructions.case_sampler import all_forms
    from ...reports.fuzzing.fuzz_run import run_settings
    options = run_settings("model", Options("gfx1100", seed=5, length=(5, 20)), False, "compute").options
    assert options.mode[0] and "omod" in options.modifiers
    forms, names = all_forms("gfx1100"), set()
    for number in range(6):
        sheet = ProgramBatch(options, number, program_coverage.empty_coverage("gfx1100"))
        assert set((sheet.scalars[:, :, -3]).reshape(-1).tolist()) == {0x3F0}
        used = [at for one in sheet.programs for at in one.included]
        names |= {forms[sheet.forms[at]].mnemonic for at in used}
        assert not [t for at in used for t in sheet.bank.templates[sheet.rows[at]].tags if t.startswith("omod")]
    assert len(names) > 200 and not any(name.startswith(("v_interp", "image_sample")) for name in names)


@pytest.mark.parametrize("status, parts", [("ok", {"memory", "lds", "scratch"}), ("unsupported", {"memory", "lds"})])
def test_private_memory_is_not_requested_if_unsupported(status, parts):
    with open_target("model") as target:
        other = SimpleNamespace(hello=target.hello, run=lambda plans: (Outcome(status=status) for _ in plans))
        assert set(supported_options(other, Options("gfx1100")).parts) == parts
