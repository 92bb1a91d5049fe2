"""What a target passes, held against the faults that explain what it fails."""
from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from ...generators.form_coverage import planner
from ...generators.instructions import case_sampler
from ...generators.instructions.case_sampler import NoCase
from ...harness.case.case_types import CaseError
from ...harness.case.plan import resolve
from ...harness.comparison import differential
from ...harness.execution import outcome_sets
from ...harness.execution.model_run import Model
from ..diagnosis import faults
from ..diagnosis.evidence import Seen
from . import declared_support, form_cases, suite_tasks

WITNESSES = 400                                      # passing forms that a fault of any operation is held against


class Witnesses:
    """The forms and the cases by hand that a target passes on an architecture."""

    def __init__(self, target, arch: str, shares: list, asked):
        self.target, self.arch, self.shares, self.asked = target, arch, shares, asked

    def of_forms(self, keys: list[str]) -> dict[str, int]:
        """{fault: in about how many forms that the target passes it would have shown}, of those of these faults, which
        may show in any operation, that would in any."""
        library, entries = of_keys(keys)
        found = faults.contradicted(entries, library, self.forms, self.target.choices) if entries else {}
        return {key: self.each * count for key, count in found.items()}

    def of_cases(self, keys) -> set[str]:
        """The faults among these that would have shown in a case by hand that the target passes."""
        library, entries = of_keys(keys)
        return {entry.key for entry in entries} - faults.unseen(entries, library, self.cases) if entries else set()

    @cached_property
    def passing(self) -> list:
        """The forms that the target passes."""
        names = {(one.operation, one.form) for share in self.shares for one in share.forms if one.verdict == "pass"}
        return [one for one in case_sampler.forms_of(self.arch) if (one.spelling, case_sampler.name_of(one)) in names]

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
        plans = [resolve(case) for case in suite_tasks.suite_cases(self.arch, self.asked.rules) if case.name in names]
        seen = [replace(as_right(plan, model.run(plan)), told=differential.told(self.target)) for plan in plans
                if not outcome_sets.asked(plan)]
        return faults.Held(seen, self.target.choices)


def of_keys(keys) -> tuple:
    """(library, entries) of these faults; (None, []) where there is no dictionary."""
    made = faults.the_dictionary() if keys else None
    return (made.library, [entry for entry in made.entries.values() if entry.key in keys]) if made else (None, [])


def as_right(plan, golden, one=None) -> Seen:
    """A case as a target that is right has it."""
    differential.settle(plan, golden)
    return Seen(plan, golden, golden, one, None, differential.float_kinds(plan))


def first_case(target, form, asked) -> list[Seen]:
    """The first case of a form, as a target has it that is right; none when it has none."""
    limits = declared_support.limits_of(target, asked)
    try:
        one = planner.make_planner(form, asked.seed, asked.quick, limits).next()
        plan = form_cases.plan_of(one, form.mnemonic)
        golden = form_cases.ReferenceModel(target, form.arch).observed(plan)
    except (NoCase, CaseError):
        return []
    return [] if form_cases.illegal(golden) else [as_right(plan, golden, one)]
