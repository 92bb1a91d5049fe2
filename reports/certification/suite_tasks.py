"""The task of the hand-written cases: a verdict for each rule that they name."""
from __future__ import annotations

from collections import Counter
from typing import cast

from ...harness.case import suite_files as cases_by_hand
from ...harness.case.case_types import CaseError
from ...harness.case.plan import resolve
from ...harness.comparison import differential
from ...harness.execution.outcome import HARNESS_FAILURES, Outcome
from ..diagnosis import diagnose
from ..export.certificate_records import OutcomeVerdict, Verdict
from .declared_support import limits_of, narrow, unclaimed
from .failing_cases import explained
from .open_targets import runs_nothing
from .task_types import CertifyOptions, TaskResult, in_time

ENDS = 6                                             # cases by hand that end the target and are looked into


def suite_cases(arch: str, rules: str) -> list:
    """The hand-written cases of `arch`; those that watch what hardware needs beyond the manuals for `rules` silicon
    only."""
    watched = ("manual", rules)
    return [case for case in cases_by_hand.cases(arch) if case.profile in watched]


def claimed(target, cases: list, asked: CertifyOptions, share: TaskResult) -> list:
    """The cases that a target claims; the others are counted by their rules."""
    limits, found = limits_of(target, asked), []
    dispatch = getattr(getattr(target, "claims", None), "dispatch", True)
    for case in cases:
        try:
            plan = resolve(case)
        except CaseError:
            continue
        if (plan.dispatched and not dispatch) or (narrow(limits, plan.arch) and unclaimed(plan, limits)):
            for rule in case.rules:
                share.rules.setdefault(rule, Counter())["not claimed"] += 1
        else:
            found.append(plan)
    return found


def suites(target, arch: str, share: TaskResult, asked: CertifyOptions) -> None:
    """The hand-written cases: a verdict for each rule they name."""
    if runs_nothing(target):
        return
    cases, failing = claimed(target, suite_cases(arch, asked.rules), asked, share), []
    for pair in differential.pair_up(target, in_time(cases, asked, share)):
        if isinstance(pair, Outcome):
            continue
        compared = pair.comparison
        differential.findings(target, pair)
        share.leniencies.update({name: n for name, n in compared.leniencies.items() if n})
        if compared.verdict == "pass":
            share.compared_bits += compared.compared_bits
            share.passed.append(pair.plan.case.name)
        for rule in pair.plan.case.rules:
            share.rules.setdefault(rule, Counter())[compared.verdict] += 1
        if (found := pair.model.allowed) is not None:
            share.outcomes[pair.plan.case.name] = OutcomeVerdict(
                verdict=cast(Verdict, compared.verdict), cause=compared.cause, results=len(found.results),
                runs=found.runs, cut=found.cut)
        if compared.verdict == "fail":
            failing.append(pair)                     # looked at when no case is in flight any more
    share.failures = of_suites(target, failing, asked)


def of_suites(target, failing: list, asked: CertifyOptions) -> list[dict]:
    """The entries of failing cases by hand, with the faults that explain all of each.  Of those that end the target,
    which costs its start or the limit each time, the first ENDS alone are asked where model and target part."""
    found, ends = [], 0
    for pair in failing:
        ends += pair.comparison.cause in HARNESS_FAILURES
        asks = not asked.over and (ends <= ENDS or pair.comparison.cause not in HARNESS_FAILURES)
        at = diagnose.parted_at(target, pair.plan) if asks else None
        found.append(explained(target, pair, asked, diagnose.of_case(pair, pair.plan.case.rules, at)))
    return found
