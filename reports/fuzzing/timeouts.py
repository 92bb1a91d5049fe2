"""What a target does not answer, through a campaign: a sheet knows what those before it found that its weights hang on
too, and no other, so that which programs are sent is the same with any number of jobs and after any interruption."""
from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from ...generators.programs import program_coverage
from ...generators.programs.random_programs import SHEET
from ...harness.execution.outcome import ENDED
from ...harness.targets.timeout_tracker import NOT_RUN, Hangs
from .run_database import Campaign, Failed, Part


class Before(NamedTuple):
    """What is known before a sheet, or the rest of one: instructions that are not answered, and of its own streams so
    far those without an answer, by number: "timeout" where they were waited for, else "crash"."""
    hangs: tuple[frozenset[str], ...] = ()
    lost: dict[int, str] = {}


def known_before(trials, prepared: list, start: int, before: Before) -> Hangs:
    """What the target's earlier answers tell of the streams from `start` on: those before it are gone through again."""
    found = Hangs()
    found.inherit(before.hangs)
    for one in prepared[:start]:
        if not trials.is_sent(one) or found.reason(one.plan):
            continue
        how = before.lost.get(one.stream.number)
        if how is None:
            found.ran(one.plan)
        elif how == "timeout":
            found.hung(one.plan)
    return found


class Unanswered:
    """Of a campaign under way.  `ended`: sheets that are done; `hangs`: what was known at their end, where it is
    something; `lost`: by sheet, as in Before."""

    def __init__(self, campaign: Campaign):
        self.ended: set[int] = set()
        self.hangs: dict[int, list[frozenset[str]]] = {}
        self.lost: dict[int, dict[int, str]] = defaultdict(dict)
        self.held = campaign.hangs()

    def over(self, number: int) -> None:
        """A sheet that an earlier run has done."""
        self.ended.add(number)
        if self.held.get(number):
            self.hangs[number] = self.held[number]

    def keep(self, one: Failed) -> None:
        """One more failure."""
        if one.cause in ENDED:
            waited = one.cause == "timeout" and not one.said.startswith(NOT_RUN)
            self.lost[one.number // SHEET][one.number] = "timeout" if waited else "crash"

    def note(self, part: Part) -> None:
        """The last part of a sheet."""
        self.ended.add(part.sheet)
        self.lost.pop(part.sheet, None)
        if part.hangs:
            self.hangs[part.sheet] = [frozenset(words) for words in part.hangs]

    def before(self, number: int) -> Before:
        """What sheet `number` may know, whose earlier ones have ended."""
        upto = program_coverage.known_to(number)
        every = {words for sheet, some in self.hangs.items() if sheet < upto for words in some}
        return Before(tuple(sorted(every, key=sorted)), dict(self.lost.get(number, {})))
