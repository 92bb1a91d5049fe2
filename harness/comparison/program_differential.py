"""Streams on model and target: the model says which are legal and what is right, the target is held to it."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ...generators.programs.program_settings import Options
from ...generators.programs.random_programs import Sheet, Stream
from ...spec.encode import encode, form
from ..case import register_names
from ..case.plan import Plan, resolve
from ..execution.model_run import Model
from ..execution.outcome import HARNESS_FAILURES, Outcome
from ..execution.prepared_runs import Answer, Shapes, key_of
from ..execution.program_plans import contents_of, plan_of
from ..targets.process_target import NOT_SENT
from .compare import Comparison
from .differential import judge, rule_told_wrongly, told


@dataclass(slots=True)
class Trial:
    """One stream and what became of it.  `answer`: the model's; `verdict`: pass, fail, unsupported, not exercised,
    illegal; `cause`: why it is not pass."""
    stream: Stream
    plan: Plan
    answer: Answer
    model: Model
    reports: Callable[[str], bool] | None = None
    verdict: str = ""
    cause: str = ""
    comparison: Comparison | None = None
    target: Outcome | None = None

    @property
    def counted(self) -> str:
        """What a tally counts it as."""
        return f"{self.verdict}: {self.cause}" if self.cause else self.verdict

    @property
    def golden(self) -> Outcome:
        """The model's outcome, looked into only where a target's differs."""
        return self.model.run(self.whole)

    @property
    def whole(self) -> Plan:
        """The plan with its states."""
        return plan_of(self.stream, self.plan.code, self.reports)


def broken(findings: list[dict]) -> list[str]:
    """The rules broken, in order."""
    return sorted(str(one.get("rule")) for one in findings if one.get("kind") in ("error", "race"))


def options_for(target, options: Options) -> Options:
    """The options, less what the target does not have.  A kernel of its own (wrap.py) brings no LDS contents and no
    private memory, of which no feature tells: the target is asked."""
    hello = target.hello
    features = set(hello.features)
    had = options.waves or register_names.WAVES[options.arch]
    sizes = tuple(n for n in had if n in hello.waves.get(options.arch, (n,)))
    wrapped = getattr(target, "wrapped", False) or not {"state", "registers", "addresses"} <= features
    parts = tuple(p for p in options.parts if p in features and not (p == "lds" and wrapped)
                  or p == "scratch" and "memory" in features and not wrapped)
    if "scratch" in parts and sizes and not has_private_memory(target, options.arch, sizes[0]):
        parts = tuple(p for p in parts if p != "scratch")
    return replace(options, waves=sizes, alone=options.alone or "waves" not in features, parts=parts)


def has_private_memory(target, arch: str, wave: int) -> bool:
    """Does it take a case with private memory that does nothing?"""
    code = encode(form(arch, "s_nop"), {}, {"simm16": 0})
    case = {"assay": 1, "name": "private memory", "arch": arch, "wave": wave, "code": code.hex(), "scratch": 16}
    return next(iter(target.run([resolve(case)]))).status != "unsupported"


class Trials:
    """Sheets on an open target.  `illegal`: programs that break rules are sent too, and the target's findings held to
    the model's."""

    def __init__(self, target, illegal: bool = False):
        self.target, self.illegal, self.model = target, illegal, Model(choices=target.choices)
        self.shapes = Shapes(self.model)
        hello = target.hello
        wrapped = getattr(target, "wrapped", False) or not {"state", "registers", "addresses"} <= set(hello.features)
        self.pointers = wrapped                      # then a kernel is made of the plan
        self.reports = None if not hello.registers else self.reported(set(hello.registers))

    @staticmethod
    def reported(files: set[str]):
        """Whether a register is among those that a target says it reports."""
        def reports(name: str) -> bool:
            file = name[0] if name[0] in "sv" and name[1:].isdigit() else name.removesuffix("_lo").removesuffix("_hi")
            return file in files
        return reports

    def prepared(self, stream: Stream) -> Trial:
        """The stream with its plan and the model's answer; settled where it cannot be held against a target."""
        trial = self.run(stream, stream.code)
        if trial.answer.broken and not self.illegal:
            trial = self.run(stream, stream.cautious())
        answer = trial.answer
        compared, bits = answer.bits
        if answer.broken:
            trial.verdict, trial.cause = "illegal", broken(answer.findings)[0]
        elif answer.status not in ("ok", "fault"):
            trial.verdict, trial.cause = "not exercised", f"the model says {answer.status}"
        elif answer.ended or 2 * compared < bits:
            trial.verdict, trial.cause = "not exercised", "open"
        else:
            trial.plan.expected = answer.waves, answer.memory, answer.lds
        return trial

    def run(self, stream: Stream, code: bytes) -> Trial:
        """The stream with this code on the model."""
        plan = plan_of(stream, code, self.reports, self.pointers, light=not self.pointers)
        answer = self.shapes.find(key_of(plan), lambda: plan).run(contents_of(stream, plan))
        return Trial(stream, plan, answer, self.model, self.reports)

    def sheet(self, sheet: Sheet) -> list[Trial]:
        """All streams of a sheet, prepared."""
        return [self.prepared(one) for one in sheet.streams]

    def sends(self, trial: Trial) -> bool:
        """Does a prepared stream go to the target?"""
        return not trial.verdict or trial.verdict == "illegal" and self.illegal

    def judged(self, trials: list[Trial]) -> Iterator[Trial]:
        """The trials in order, those that can be sent with the target's answer."""
        sent = [one for one in trials if self.sends(one)]
        answers = self.target.run(one.plan for one in sent)
        for one in trials:
            if self.sends(one):
                self.settle(one, next(answers))
            yield one

    def settle(self, trial: Trial, outcome: Outcome) -> None:
        """The verdict on an answer."""
        trial.target = outcome
        if outcome.unsent and outcome.text != NOT_SENT:                  # it answers others, but not these instructions
            trial.verdict, trial.cause = "not exercised", outcome.text or ""
            return
        if trial.verdict == "illegal":
            self.findings(trial, outcome)
            return
        if outcome.same and ("count" not in self.target.hello.features or outcome.instructions in (
            -1, trial.answer.instructions
        )):
            trial.verdict = "pass"
        else:
            compared = judge(self.target, trial.plan, trial.golden, outcome).comparison
            trial.comparison, trial.verdict, trial.cause = compared, compared.verdict, compared.cause
        if trial.verdict == "pass" and outcome.findings and "findings" in told(self.target):
            if rules := broken(outcome.findings):
                trial.verdict, trial.cause = "fail", f"findings: {rules[0]} on a legal program"

    def findings(self, trial: Trial, outcome: Outcome) -> None:
        """A program that breaks rules: the target must report the same ones."""
        right, got = broken(trial.answer.findings), broken(outcome.findings)
        if outcome.status in HARNESS_FAILURES:
            trial.verdict, trial.cause = "fail", outcome.status
        elif outcome.status == "unsupported":
            trial.verdict, trial.cause = "unsupported", outcome.operation or "unsupported"
        elif "findings" not in told(self.target) or right == got:
            trial.verdict, trial.cause = "pass", ""
        else:
            trial.verdict, trial.cause = "fail", f"findings: {rule_told_wrongly(right, got)}"
