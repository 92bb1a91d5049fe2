"""Verdicts on the mutants of a program: does the model report exactly the mutants that the replay checker finds
broken?"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from ...harness.case.case_types import Case, parse_case
from ...harness.case.plan import Plan, resolve
from ...harness.execution.model_run import Model
from ...harness.execution.outcome import Outcome
from .replay_checker import Breach, replay
from .wave_trace import record_trace
from .weakened_waits import WaitMutant, wait_mutants

VERDICTS = ("found", "harmless", "missed", "alarm", "idle")
WRONG_VERDICTS = ("missed", "alarm")
SERIOUS_KINDS = ("error", "race")


class UnsuitableProgram(Exception):
    """A program that cannot be judged, because its unchanged run has findings or executes nothing. The text says
    why."""


@dataclass(frozen=True, slots=True)
class JudgedMutant:
    """`verdict`: found: checker and model report the mutant; harmless: neither does; missed: only the checker does;
    alarm: only the model does; idle: the run does not execute the change. `rules`: rules of the model's findings."""
    mutant: WaitMutant
    verdict: str
    rules: tuple[str, ...]
    breach: Breach | None

    def as_dict(self) -> dict:
        """The mutant and its verdict as JSON values."""
        mutant, breach = self.mutant, self.breach
        return {"pc": hex(mutant.pc), "of": mutant.instruction.text, "change": mutant.description,
                "verdict": self.verdict, "rules": list(self.rules),
                "breach": breach and f"{breach.kind}: {breach.text}"}


def serious_findings(outcome: Outcome) -> list[dict]:
    """The findings that are errors or races."""
    return [finding for finding in outcome.findings if finding["kind"] in SERIOUS_KINDS]


def verdict_name(broken: bool, reported: bool) -> str:
    """The verdict on an executed mutant. `broken`: the checker reports it; `reported`: the model reports it."""
    if broken:
        return "found" if reported else "missed"
    return "alarm" if reported else "harmless"


class TracedProgram:
    """A program, run once with a trace. Raises CaseError, UnsuitableProgram, and UnknownInstruction for instructions
    that the checker does not follow."""

    def __init__(self, case: Case | dict | bytes | str, model: Model | None = None, rules: str | None = None):
        parsed = parse_case(case)
        self.silicon = (rules or parsed.profile) == "silicon"
        self.model = model or Model()
        self.plan: Plan = resolve(with_profile(parsed, rules))
        self.trace, outcome = record_trace(self.plan.case, self.model)
        self.require_clean(outcome)
        if not self.trace.pcs:
            raise UnsuitableProgram("no instruction of the program runs")
        self.mutants = wait_mutants(self.trace, self.plan.base, self.plan.code)

    def require_clean(self, outcome: Outcome) -> None:
        """Raise UnsuitableProgram unless the model and the checker accept the program itself."""
        for finding in serious_findings(outcome):
            where = f"{finding['rule']} at {finding['pc']}"
            raise UnsuitableProgram(f"the program itself is not clean: {where}: {finding['text']}")
        if outcome.status != "ok":
            raise UnsuitableProgram(f"the program itself ends with {outcome.status}: {outcome.text}")
        breach = replay(self.trace, None, self.silicon)
        if breach:
            raise UnsuitableProgram(f"the replay checker refuses the program itself: {breach.text} at {breach.pc:#x}")

    def judge(self, mutant: WaitMutant, judging_model: Model | None = None) -> JudgedMutant:
        """Judge one mutant. `judging_model`: the model that runs the mutant (default: the model that ran the
        program)."""
        if mutant.pc not in self.trace.pcs:
            return JudgedMutant(mutant, "idle", (), None)
        breach = replay(self.trace, mutant.change, self.silicon)
        outcome = (judging_model or self.model).run(self.patched_plan(mutant))
        rules = tuple(sorted({finding["rule"] for finding in serious_findings(outcome)}))
        return JudgedMutant(mutant, verdict_name(breach is not None, bool(rules)), rules, breach)

    def patched_plan(self, mutant: WaitMutant) -> Plan:
        """The plan with the mutant's bytes in the code."""
        offset = (mutant.start - self.plan.base) % (1 << 64)
        code = self.plan.code
        return msgspec.structs.replace(self.plan, code=code[:offset] + mutant.code + code[offset + len(mutant.code):])


def with_profile(case: Case, rules: str | None) -> Case:
    """The case with `rules` as its profile, if any are given."""
    return msgspec.structs.replace(case, profile=rules) if rules else case


def judge_mutants(program: TracedProgram, step: Callable[[], object] = lambda: None) -> list[JudgedMutant]:
    """Judge every mutant of a program. `step` is called after each."""
    judged = []
    for mutant in program.mutants:
        judged.append(program.judge(mutant))
        step()
    return judged


def verdict_table(judged: list[JudgedMutant]) -> dict[str, dict[str, int]]:
    """{operation: {verdict: mutants}}, with the total under 'all'."""
    rows: dict[str, dict[str, int]] = {}
    for mutant in judged:
        for name in (mutant.mutant.instruction.name, "all"):
            rows.setdefault(name, dict.fromkeys(VERDICTS, 0))[mutant.verdict] += 1
    rows["all"] = rows.pop("all", dict.fromkeys(VERDICTS, 0))
    return rows
