"""Forms and suite cases that a target passes, as evidence against faults that would make them fail."""
from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from ...generators.form_coverage import planner
from ...generators.instructions import case_sampler
from ...generators.instructions.case_sampler import NoCase
from ...harness.case.case_types import CaseError
from ...harness.case.plan import resolve
from ...harness.comparison import differential
from ...harness.execution import allowed_outcomes
from ...harness.execution.model_run import Model
from ..diagnosis import faults
from ..diagnosis.evidence import Seen
from .declared_support import limits_of_target
from .form_cases import ReferenceModel, plan_case, reason_illegal
from . import suite_tasks

MAX_FORMS = 400                                      # passing forms that a fault of any operation is tried on


class EvidenceSet:
    """The forms and suite cases that a target passes on an architecture."""

    def __init__(self, target, arch: str, results: list, options):
        self.target, self.arch, self.results, self.options = target, arch, results, options

    def contradicted_by_forms(self, keys: list[str]) -> dict[str, int]:
        """{fault: estimated number of passing forms that it would make fail}. Faults that no form contradicts are
        omitted.

        `keys`: keys of the faults. Only faults that may affect every operation are considered."""
        library, entries = faults_by_keys(keys)
        counts = faults.contradicted(entries, library, self.forms, self.target.choices) if entries else {}
        return {key: self.stride * count for key, count in counts.items()}

    def contradicted_by_suites(self, keys) -> set[str]:
        """The faults among these that would make a passing suite case fail."""
        library, entries = faults_by_keys(keys)
        return {entry.key for entry in entries} - faults.unseen(entries, library, self.cases) if entries else set()

    @cached_property
    def passing(self) -> list:
        """The forms that the target passes."""
        names = {(form.operation, form.form) for result in self.results for form in result.forms
                 if form.verdict == "pass"}
        return [form for form in case_sampler.all_forms(self.arch)
                if (form.spelling, case_sampler.variant_name(form)) in names]

    @property
    def stride(self) -> int:
        """Every stride-th passing form is used."""
        return -(-len(self.passing) // MAX_FORMS) or 1

    @cached_property
    def forms(self) -> list[Seen]:
        """The first case of each form that is used."""
        return [case for form in self.passing[::self.stride] for case in first_case(self.target, form, self.options)]

    @cached_property
    def cases(self) -> faults.Held:
        """The suite cases that the target passes and that allow a single outcome."""
        names, model = {name for result in self.results for name in result.passed}, Model(choices=self.target.choices)
        cases = suite_tasks.suite_cases(self.arch, self.options.rules)
        plans = [resolve(case) for case in cases if case.name in names]
        checked = differential.checked_features(self.target)
        evidence = [replace(passing_case(plan, model.run(plan)), told=checked) for plan in plans
                    if not allowed_outcomes.wants_allowed_outcomes(plan)]
        return faults.Held(evidence, self.target.choices)


def faults_by_keys(keys) -> tuple:
    """(library, entries) of the faults with these keys, or (None, []) if there is no dictionary."""
    dictionary = faults.the_dictionary() if keys else None
    if not dictionary:
        return None, []
    return dictionary.library, [entry for entry in dictionary.entries.values() if entry.key in keys]


def passing_case(plan, golden, case=None) -> Seen:
    """A case with the outcome of a correct target. `case`: the generated case, or None for a suite case."""
    differential.complete_observation(plan, golden)
    return Seen(plan, golden, golden, case, None, differential.float_kinds(plan))


def first_case(target, form, options) -> list[Seen]:
    """A list with the first case of a form and the outcome of a correct target, or an empty list if the form has no
    legal case."""
    limits = limits_of_target(target, options)
    try:
        case = planner.make_planner(form, options.seed, options.quick, limits).next()
        plan = plan_case(case, form.mnemonic)
        golden = ReferenceModel(target, form.arch).run_observed(plan)
    except (NoCase, CaseError):
        return []
    return [] if reason_illegal(golden) else [passing_case(plan, golden, case)]
