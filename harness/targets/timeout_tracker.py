"""Find instructions that make a target time out: those in two cases that timed out when sent alone, and in no answered
case. Further cases with them are not sent, as waiting for them gives no new information."""
from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from ..case.disassembly import program_mnemonics
from ..case.plan import Plan

TIMEOUTS_TO_BLAME = 2
NOT_RUN_PREFIX = "not run: "                         # begins the text of a case that was not sent


class TimeoutTracker:
    """Finds instructions that make a target time out. `answered`: codes of answered cases. `lost`: the suspect
    instructions of each case that timed out. `known`: sets of instructions that are blamed."""

    def __init__(self) -> None:
        self.answered: set[tuple[str, int, bytes]] = set()
        self.lost: list[frozenset[str]] = []
        self.known: list[frozenset[str]] = []

    def add_known(self, known: Iterable[frozenset[str]]) -> None:
        """Add instructions that timed out in other runs. They are blamed until an answered case has them."""
        self.lost += [mnemonics for mnemonics in known for _ in range(TIMEOUTS_TO_BLAME)]
        self.clear_instructions(frozenset())

    def record_answer(self, plan: Plan) -> None:
        """Record that a case was answered."""
        code = plan.arch, plan.wave, plan.code
        if code not in self.answered:
            self.answered.add(code)
            if self.lost:
                self.clear_instructions({*program_mnemonics(*code)})

    def record_timeout(self, plan: Plan) -> None:
        """Record that a case, sent alone, timed out."""
        mnemonics = program_mnemonics(plan.arch, plan.wave, plan.code)
        self.lost.append(mnemonics)
        self.clear_instructions(mnemonics & {word for code in self.answered for word in program_mnemonics(*code)})

    def clear_instructions(self, executed: set[str] | frozenset[str]) -> None:
        """Remove executed instructions from the suspects and update `known`."""
        self.lost = [mnemonics - executed for mnemonics in self.lost]
        shared = {frozenset.intersection(*group) for group in combinations(self.lost, TIMEOUTS_TO_BLAME)}
        self.known = [mnemonics for mnemonics in shared if mnemonics]

    def is_suspect(self, plan: Plan) -> bool:
        """Does a case have an instruction that may make the target time out?"""
        return any(self.lost) and not all(map(program_mnemonics(plan.arch, plan.wave, plan.code).isdisjoint, self.lost))

    def skip_reason(self, plan: Plan) -> str:
        """Return why a case need not be sent, or "" if it must be sent."""
        mnemonics = program_mnemonics(plan.arch, plan.wave, plan.code) if self.known else frozenset()
        culprits = next((hanging for hanging in self.known if hanging <= mnemonics), None)
        if not culprits:
            return ""
        return f"{NOT_RUN_PREFIX}{', '.join(sorted(culprits))} was not answered in {TIMEOUTS_TO_BLAME} cases"


def failure_cause(compared) -> str:
    """Return the cause of a failed comparison, or the reason why the case was not sent."""
    return compared.text if compared.unsent else compared.cause
