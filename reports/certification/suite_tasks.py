"""The task of the suite cases, which are written by hand: a verdict for each rule that they name."""
from __future__ import annotations

from collections import Counter
from typing import cast

from ...harness.case import suite_files
from ...harness.case.case_types import CaseError
from ...harness.case.plan import resolve
from ...harness.comparison import differential
from ...harness.execution.outcome import HARNESS_FAILURES, Outcome
from ..diagnosis import diagnose
from ..export.certificate_records import OutcomeVerdict, Verdict
from .declared_support import excludes_anything, limits_of_target, reason_not_claimed
from .failing_cases import add_faults
from .open_targets import checks_encodings_only
from .task_types import CertifyOptions, TaskResult, until_time_over

MAX_ENDED_CASES = 6          # cases that end the target and are located: each costs a start or the time limit


def suite_cases(arch: str, rules: str) -> list:
    """The suite cases of `arch`. Cases of silicon, which check requirements of hardware beyond the manuals, are
    omitted unless `rules` is "silicon"."""
    profiles = ("manual", rules)
    return [case for case in suite_files.read_suite_cases(arch) if case.profile in profiles]


def certify_suites(target, arch: str, result: TaskResult, options: CertifyOptions) -> None:
    """Run the suite cases that the target claims. Add an entry for each failing case to `result.failures`."""
    if checks_encodings_only(target):
        return
    plans = claimed_plans(target, suite_cases(arch, options.rules), options, result)
    failing = []
    for pair in differential.pair_up(target, until_time_over(plans, options, result)):
        if isinstance(pair, Outcome):
            continue
        compared = pair.comparison
        differential.compare_findings(target, pair)
        result.leniencies.update({name: n for name, n in compared.leniencies.items() if n})
        if compared.verdict == "pass":
            result.compared_bits += compared.compared_bits
            result.passed.append(pair.plan.case.name)
        for rule in pair.plan.case.rules:
            result.rules.setdefault(rule, Counter())[compared.verdict] += 1
        if (allowed := pair.model.allowed) is not None:
            result.outcomes[pair.plan.case.name] = OutcomeVerdict(
                verdict=cast(Verdict, compared.verdict), cause=compared.cause, results=len(allowed.results),
                runs=allowed.runs, cut=allowed.cut)
        if compared.verdict == "fail":
            failing.append(pair)                     # diagnosed when no other case is in flight
    result.failures = suite_entries(target, failing, options)


def claimed_plans(target, cases: list, options: CertifyOptions, result: TaskResult) -> list:
    """The plans of the cases that a target claims. The other cases are counted as not claimed, by their rules."""
    limits, plans = limits_of_target(target, options), []
    claims_dispatch = getattr(getattr(target, "claims", None), "dispatch", True)
    for case in cases:
        try:
            plan = resolve(case)
        except CaseError:
            continue
        if (plan.starts_by_dispatch and not claims_dispatch) or (
                excludes_anything(limits, plan.arch) and reason_not_claimed(plan, limits)):
            for rule in case.rules:
                result.rules.setdefault(rule, Counter())["not claimed"] += 1
        else:
            plans.append(plan)
    return plans


def suite_entries(target, failing: list, options: CertifyOptions) -> list[dict]:
    """The entries of failing suite cases. Each has the faults that explain its whole result.

    A case that ends the target costs a restart or the time limit. Only the first MAX_ENDED_CASES of these are compared
    step by step."""
    entries, ended = [], 0
    for pair in failing:
        ended += pair.comparison.cause in HARNESS_FAILURES
        locate = not options.over and (ended <= MAX_ENDED_CASES or pair.comparison.cause not in HARNESS_FAILURES)
        position = diagnose.parted_at(target, pair.plan) if locate else None
        entry = diagnose.of_case(pair, pair.plan.case.rules, position)
        entries.append(add_faults(target, pair, options, entry))
    return entries
