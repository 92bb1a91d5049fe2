"""What a target does not answer: instructions that two cases had which let their limit pass, each alone, and that no
case had which was answered.  Who waits for such a case again learns nothing."""
from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from ..case.disassembly import program_mnemonics
from ..case.plan import Plan

ENOUGH = 2                                           # cases that let their limit pass
NOT_RUN = "not run: "                                # begins what is said of a case that was not sent


class Hangs:
    """Of the cases of a target: `answered` with their codes, `lost` with the instructions of each that was not."""

    def __init__(self) -> None:
        self.answered: set[tuple[str, int, bytes]] = set()
        self.lost: list[frozenset[str]] = []
        self.known: list[frozenset[str]] = []

    def inherit(self, known: Iterable[frozenset[str]]) -> None:
        """Takes over what other cases have shown, until an answer shows otherwise."""
        self.lost += [one for one in known for _ in range(ENOUGH)]
        self.tell(frozenset())

    def ran(self, plan: Plan) -> None:
        """A case was answered."""
        code = plan.arch, plan.wave, plan.code
        if code not in self.answered:
            self.answered.add(code)
            if self.lost:
                self.tell({*program_mnemonics(*code)})

    def hung(self, plan: Plan) -> None:
        """A case that was sent alone let its limit pass."""
        mine = program_mnemonics(plan.arch, plan.wave, plan.code)
        self.lost.append(mine)
        self.tell(mine & {word for code in self.answered for word in program_mnemonics(*code)})

    def tell(self, right: set[str] | frozenset[str]) -> None:
        """These instructions are not to blame -> the others are, where enough cases have them."""
        self.lost = [one - right for one in self.lost]
        both = {frozenset.intersection(*some) for some in combinations(self.lost, ENOUGH)}
        self.known = [one for one in both if one]

    def doubted(self, plan: Plan) -> bool:
        """Has a case an instruction that may be to blame?"""
        return any(self.lost) and not all(map(program_mnemonics(plan.arch, plan.wave, plan.code).isdisjoint, self.lost))

    def reason(self, plan: Plan) -> str:
        """Why a case need not be sent; "" where it must."""
        mine = program_mnemonics(plan.arch, plan.wave, plan.code) if self.known else frozenset()
        found = next((one for one in self.known if one <= mine), None)
        return f"{NOT_RUN}{', '.join(sorted(found))} was not answered in {ENOUGH} cases" if found else ""


def cause_of(compared) -> str:
    """Why a case fails; of one that was not sent, why not."""
    return compared.text if compared.unsent else compared.cause
