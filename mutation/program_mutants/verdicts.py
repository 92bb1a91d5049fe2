"""Mutants of a program, judged: does the model report what the replay checker calls broken, and nothing else?"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from ...harness.case.case_types import Case, parse
from ...harness.case.plan import Plan, resolve
from ...harness.execution.model_run import Model
from ...harness.execution.outcome import Outcome
from .replay_checker import Breach, replay
from .wave_trace import record
from .weakened_waits import Mutant, mutants

VERDICTS = ("found", "harmless", "missed", "alarm", "idle")
WRONG = ("missed", "alarm")
SERIOUS = ("error", "race")


class Unfit(Exception):
    """A program that cannot be judged: its own run is not clean, or empty; the text says why."""


@dataclass(frozen=True, slots=True)
class Judged:
    """found: the checker calls it broken and the model reports it; harmless: neither; missed: only the checker; alarm:
    only the model; idle: the run does not come there."""
    mutant: Mutant
    verdict: str
    rules: tuple[str, ...]                           # of the model's findings
    breach: Breach | None

    def as_dict(self) -> dict:
        of = self.mutant
        return {"pc": hex(of.pc), "of": of.of.text, "change": of.text, "verdict": self.verdict,
                "rules": list(self.rules), "breach": self.breach and f"{self.breach.kind}: {self.breach.text}"}


def serious(outcome: Outcome) -> list[dict]:
    return [one for one in outcome.findings if one["kind"] in SERIOUS]


def verdict(broken: bool, reported: bool) -> str:
    if broken:
        return "found" if reported else "missed"
    return "alarm" if reported else "harmless"


class Program:
    """A program, run once with a trace.  Raises CaseError, Unfit; Unknown for what the checker does not follow."""

    def __init__(self, case: Case | dict | bytes | str, model: Model | None = None, rules: str | None = None):
        read = parse(case)
        self.silicon = (rules or read.profile) == "silicon"
        self.model = model or Model()
        self.plan: Plan = resolve(with_profile(read, rules))
        self.trace, outcome = record(self.plan.case, self.model)
        self.check(outcome)
        if not self.trace.pcs:
            raise Unfit("no instruction of the program runs")
        self.mutants = mutants(self.trace, self.plan.base, self.plan.code)

    def check(self, outcome: Outcome) -> None:
        """As it is, the program must be clean for both."""
        for one in serious(outcome):
            raise Unfit(f"the program itself is not clean: {one['rule']} at {one['pc']}: {one['text']}")
        if outcome.status != "ok":
            raise Unfit(f"the program itself ends with {outcome.status}: {outcome.text}")
        breach = replay(self.trace, None, self.silicon)
        if breach:
            raise Unfit(f"the replay checker refuses the program itself: {breach.text} at {breach.pc:#x}")

    def judge(self, mutant: Mutant, blind: Model | None = None) -> Judged:
        """`blind`: another model to ask than the one that ran the program."""
        if mutant.pc not in self.trace.pcs:
            return Judged(mutant, "idle", (), None)
        breach = replay(self.trace, mutant.change, self.silicon)
        outcome = (blind or self.model).run(self.patched(mutant))
        rules = tuple(sorted({one["rule"] for one in serious(outcome)}))
        return Judged(mutant, verdict(breach is not None, bool(rules)), rules, breach)

    def patched(self, mutant: Mutant) -> Plan:
        at = (mutant.start - self.plan.base) % (1 << 64)
        code = self.plan.code
        return msgspec.structs.replace(self.plan, code=code[:at] + mutant.code + code[at + len(mutant.code):])


def with_profile(case: Case, rules: str | None) -> Case:
    return msgspec.structs.replace(case, profile=rules) if rules else case


def judged(program: Program, step: Callable[[], object] = lambda: None) -> list[Judged]:
    """Every mutant of it; `step` is called after each."""
    found = []
    for mutant in program.mutants:
        found.append(program.judge(mutant))
        step()
    return found


def table(found: list[Judged]) -> dict[str, dict[str, int]]:
    """{operation: {verdict: mutants}}, and all of them under 'all'."""
    rows: dict[str, dict[str, int]] = {}
    for one in found:
        for name in (one.mutant.of.name, "all"):
            rows.setdefault(name, dict.fromkeys(VERDICTS, 0))[one.verdict] += 1
    rows["all"] = rows.pop("all", dict.fromkeys(VERDICTS, 0))
    return rows
