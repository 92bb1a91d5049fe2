"""What a target passes, held against the faults that explain what it fails."""
from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from ...generators.grid import planner
from ...generators.single import sampler
from ...generators.single.sampler import NoCase
from ...harness import outcomes, pairs
from ...harness.case import CaseError
from ...harness.plan import resolve
from ...harness.run import Model
from ..diagnosis import faults
from ..diagnosis.evidence import Seen
from ..diagnosis.keys import of_text
from . import grid, work

WITNESSES = 400                                      # passing forms that a fault of any operation is held against


class Witnesses:
    """The forms and the cases by hand that a target passes on an architecture."""

    def __init__(self, target, arch: str, shares: list, asked):
        self.target, self.arch, self.shares, self.asked = target, arch, shares, asked
        self.doubted: dict[str, int] = {}
        self.judged: dict[str, bool] = {}

    def of_forms(self, keys: list[str]) -> dict[str, int]:
        """{fault: in about how many forms that the target passes it would have shown}, of those of these faults, which
        may show in any operation, that would in any."""
        for library, entries in of_keys({*keys} - self.doubted.keys()):
            found = faults.contradicted(entries, library, self.forms, self.target.choices)
            self.doubted |= {entry.key: self.each * found.get(entry.key, 0) for entry in entries}
        return {key: self.doubted[key] for key in keys if self.doubted.get(key)}

    def of_cases(self, keys) -> set[str]:
        """The faults among these that would have shown in a case by hand that the target passes."""
        for library, entries in of_keys({*keys} - self.judged.keys()):
            right = faults.unseen(entries, library, self.cases)
            self.judged |= {entry.key: entry.key not in right for entry in entries}
        return {key for key in keys if self.judged.get(key)}

    @cached_property
    def passing(self) -> list:
        """The forms that the target passes."""
        names = {(one.operation, one.form) for share in self.shares for one in share.forms if one.verdict == "pass"}
        return [one for one in sampler.forms_of(self.arch) if (one.spelling, sampler.name_of(one)) in names]

    @property
    def each(self) -> int:
        """One of how many of them is asked."""
        return -(-len(self.passing) // WITNESSES) or 1

    @cached_property
    def forms(self) -> list[Seen]:
        """The first case of each that is asked."""
        return [one for form in self.passing[::self.each] for one in first_case(self.target, form, self.asked)]

    @cached_property
    def cases(self) -> faults.Held:
        """The cases by hand that it passes and that have one outcome."""
        names, model = {name for share in self.shares for name in share.passed}, Model(choices=self.target.choices)
        plans = [resolve(case) for case in work.suite_cases(self.arch, self.asked.rules) if case.name in names]
        seen = [replace(as_right(plan, model.run(plan)), told=pairs.told(self.target)) for plan in plans
                if not outcomes.asked(plan)]
        return faults.Held(seen, self.target.choices)


def of_keys(keys):
    """(library, entries) of each dictionary that has some of these faults."""
    for text in (False, True):
        mine = {key for key in keys if of_text(key) == text}
        if mine and (made := faults.the_dictionary(text)) is not None:
            yield made.library, [entry for entry in made.entries.values() if entry.key in mine]


def as_right(plan, golden, one=None) -> Seen:
    """A case as a target that is right has it."""
    pairs.settle(plan, golden)
    return Seen(plan, golden, golden, one, None, pairs.float_kinds(plan))


def first_case(target, form, asked) -> list[Seen]:
    """The first case of a form, as a target has it that is right; none when it has none."""
    limits = grid.limits_of(target, asked)
    try:
        one = planner.planner_of(form, asked.seed, asked.quick, limits).next()
        plan = grid.plan_of(one, form.mnemonic)
        golden = grid.Golden(target, form.arch).observed(plan)
    except (NoCase, CaseError):
        return []
    return [] if grid.illegal(golden) else [as_right(plan, golden, one)]
