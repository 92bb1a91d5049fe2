"""Runs random programs on model and target. The model decides which programs are legal, and gives the expected results.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ...generators.programs.program_settings import Options
from ...generators.programs.random_programs import ProgramBatch, RandomProgram
from ...spec.encode import encode, form
from ..case import register_names
from ..case.plan import Plan, resolve
from ..execution.model_run import Model
from ..execution.outcome import HARNESS_FAILURES, Outcome
from ..execution.prepared_runs import RunResult, PreparedRunners, runner_key
from ..execution.program_plans import program_run_inputs, program_plan
from ..targets.process_target import NOT_SENT
from .compare import Comparison
from .differential import checked_features, compare_answer, misreported_rule


@dataclass(slots=True)
class Trial:
    """A random program, its results and its verdict. `answer`: the model's result. `verdict`: pass, fail, unsupported,
    not exercised or illegal. `cause`: why it is not pass."""
    stream: RandomProgram
    plan: Plan
    answer: RunResult
    model: Model
    reports: Callable[[str], bool] | None = None
    verdict: str = ""
    cause: str = ""
    comparison: Comparison | None = None
    target: Outcome | None = None

    @property
    def tally_key(self) -> str:
        """The key under which tallies count the trial: verdict and cause."""
        return f"{self.verdict}: {self.cause}" if self.cause else self.verdict

    @property
    def golden(self) -> Outcome:
        """The model's full outcome. It is computed only if the target's outcome differs."""
        return self.model.run(self.full_plan)

    @property
    def full_plan(self) -> Plan:
        """The plan with its initial states."""
        return program_plan(self.stream, self.plan.code, self.reports)


def broken_rules(findings: list[dict]) -> list[str]:
    """Return the broken rules, sorted."""
    return sorted(str(finding.get("rule")) for finding in findings if finding.get("kind") in ("error", "race"))


def supported_options(target, options: Options) -> Options:
    """Return the options without the features that the target lacks. A wrapped kernel (wrap.py) starts without LDS
    contents and private memory. No feature in `hello` announces private memory, so a test case is sent."""
    hello = target.hello
    features = set(hello.features)
    arch_sizes = options.waves or register_names.WAVE_SIZES[options.arch]
    sizes = tuple(size for size in arch_sizes if size in hello.waves.get(options.arch, (size,)))
    wrapped = getattr(target, "wrapped", False) or not {"state", "registers", "addresses"} <= features
    parts = tuple(part for part in options.parts if part in features and not (part == "lds" and wrapped)
                  or part == "scratch" and "memory" in features and not wrapped)
    if "scratch" in parts and sizes and not has_private_memory(target, options.arch, sizes[0]):
        parts = tuple(part for part in parts if part != "scratch")
    return replace(options, waves=sizes, alone=options.alone or "waves" not in features, parts=parts)


def has_private_memory(target, arch: str, wave: int) -> bool:
    """Does the target run a case that has private memory? Its code is one s_nop."""
    code = encode(form(arch, "s_nop"), {}, {"simm16": 0})
    case = {"assay": 1, "name": "private memory", "arch": arch, "wave": wave, "code": code.hex(), "scratch": 16}
    return next(iter(target.run([resolve(case)]))).status != "unsupported"


class TrialRunner:
    """Runs batches of programs on model and target. `illegal`: send programs that break rules too and compare the
    target's findings with the model's."""

    def __init__(self, target, illegal: bool = False):
        self.target, self.illegal, self.model = target, illegal, Model(choices=target.choices)
        self.shapes = PreparedRunners(self.model)
        hello = target.hello
        wrapped = getattr(target, "wrapped", False) or not {"state", "registers", "addresses"} <= set(hello.features)
        self.pointers = wrapped                      # a kernel made of the plan reads its arguments by pointers
        self.reports = None if not hello.registers else self.register_filter(set(hello.registers))

    @staticmethod
    def register_filter(files: set[str]):
        """Return a predicate that is true for registers in these register files, which the target reports."""
        def reports(name: str) -> bool:
            file = name[0] if name[0] in "sv" and name[1:].isdigit() else name.removesuffix("_lo").removesuffix("_hi")
            return file in files
        return reports

    def run_reference(self, stream: RandomProgram) -> Trial:
        """Run a program on the model. Return the trial, with a verdict if it cannot be compared on a target."""
        trial = self.run_on_model(stream, stream.code)
        if trial.answer.broken_rule_count and not self.illegal:
            trial = self.run_on_model(stream, stream.code_with_all_waits())
        answer = trial.answer
        compared, bits = answer.bits
        if answer.broken_rule_count:
            trial.verdict, trial.cause = "illegal", broken_rules(answer.findings)[0]
        elif answer.status not in ("ok", "fault"):
            trial.verdict, trial.cause = "not exercised", f"the model says {answer.status}"
        elif answer.incomparable or 2 * compared < bits:
            trial.verdict, trial.cause = "not exercised", "open"
        else:
            trial.plan.expected_result = answer.waves, answer.memory, answer.lds
        return trial

    def run_on_model(self, stream: RandomProgram, code: bytes) -> Trial:
        """Run a program with this code on the model; return the trial."""
        plan = program_plan(stream, code, self.reports, self.pointers, light=not self.pointers)
        answer = self.shapes.find(runner_key(plan), lambda: plan).run(program_run_inputs(stream, plan))
        return Trial(stream, plan, answer, self.model, self.reports)

    def run_reference_batch(self, sheet: ProgramBatch) -> list[Trial]:
        """Run each program of a batch on the model. Return a trial for each."""
        return [self.run_reference(stream) for stream in sheet.programs]

    def is_sent(self, trial: Trial) -> bool:
        """Is a prepared trial sent to the target?"""
        return not trial.verdict or trial.verdict == "illegal" and self.illegal

    def run_on_target(self, trials: list[Trial]) -> Iterator[Trial]:
        """Yield the trials in order. Those that can be sent have a verdict from the target's outcome."""
        sent = [trial for trial in trials if self.is_sent(trial)]
        answers = self.target.run(trial.plan for trial in sent)
        for trial in trials:
            if self.is_sent(trial):
                self.judge_outcome(trial, next(answers))
            yield trial

    def judge_outcome(self, trial: Trial, outcome: Outcome) -> None:
        """Set the verdict of a trial from the target's outcome."""
        trial.target = outcome
        if outcome.unsent and outcome.text != NOT_SENT:                  # the target lacks these instructions
            trial.verdict, trial.cause = "not exercised", outcome.text or ""
            return
        if trial.verdict == "illegal":
            self.judge_findings(trial, outcome)
            return
        if outcome.equals_expected and ("count" not in self.target.hello.features or outcome.instructions in (
            -1, trial.answer.instructions
        )):
            trial.verdict = "pass"
        else:
            compared = compare_answer(self.target, trial.plan, trial.golden, outcome).comparison
            trial.comparison, trial.verdict, trial.cause = compared, compared.verdict, compared.cause
        if trial.verdict == "pass" and outcome.findings and "findings" in checked_features(self.target):
            if rules := broken_rules(outcome.findings):
                trial.verdict, trial.cause = "fail", f"findings: {rules[0]} on a legal program"

    def judge_findings(self, trial: Trial, outcome: Outcome) -> None:
        """Set the verdict of a program that breaks rules: the target must report the same rules."""
        expected, got = broken_rules(trial.answer.findings), broken_rules(outcome.findings)
        if outcome.status in HARNESS_FAILURES:
            trial.verdict, trial.cause = "fail", outcome.status
        elif outcome.status == "unsupported":
            trial.verdict, trial.cause = "unsupported", outcome.operation or "unsupported"
        elif "findings" not in checked_features(self.target) or expected == got:
            trial.verdict, trial.cause = "pass", ""
        else:
            trial.verdict, trial.cause = "fail", f"findings: {misreported_rule(expected, got)}"
