"""Certify instruction forms: run generated cases of each on model and target, and count the verdicts by form."""
from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator

from ...generators.form_coverage import planner, wave_batch
from ...generators.instructions import case_sampler
from ...generators.values import coverage_bins
from ...harness.comparison import differential
from ...harness.targets.process_target import MAX_UNANSWERED_CASES
from ...harness.targets.timeout_tracker import TIMEOUTS_TO_BLAME, NOT_RUN_PREFIX, failure_cause
from ..diagnosis import features
from ..diagnosis.evidence import Seen
from ..diagnosis.refusals import told_apart
from .declared_support import limits_of_target
from .form_cases import FormProgress, PreparedCase, ReferenceModel, prepare_next
from .form_results import FormResult, empty_result, not_claimed_result
from .task_types import TIME_OVER, CertifyOptions, gc_disabled

MIN_CASES = {False: planner.MIN_CASES, True: 2}         # of a form that passes: in full, and quick
MAX_CASES_PER_ROUND = 1000                           # of a form
PROBE_ROUNDS = (1, 1, 2)                             # cases of a form before refusals are analysed, by round
MAX_AXIS_ROUNDS = 16                                 # rounds of one case each to find what the target refuses
MAX_OPEN_REFUSALS = 3                                # unexplained refusals of a form that start these rounds
MAX_REFUSED_ENCODINGS = 8                            # of a form that the target runs no case of
MAX_FAILING_KEPT = 12                                # failing cases of a form kept for diagnosis
MAX_PASSING_KEPT = 10                                # passing cases of a form kept for diagnosis
SILENT = f"{NOT_RUN_PREFIX}the target does not answer"
HANGS = f"{NOT_RUN_PREFIX}{TIMEOUTS_TO_BLAME} cases of it were not answered"


@gc_disabled()
def certify_forms(
    target, arch: str, numbers, seed: int, quick: bool, options: CertifyOptions | None = None,
) -> list[FormResult]:
    """Certify the forms of `arch` with these indices on an open target. Return a result for each.

    `options`: their profile limits the cases, their deadline ends the run; None means the full profile, no deadline."""
    reference, forms = ReferenceModel(target, arch), [case_sampler.all_forms(arch)[n] for n in numbers]
    limits = limits_of_target(target, options)
    unclaimed = {form: reason for form in forms if (reason := limits.outside(form))}
    every = [
        FormProgress(form, planner.make_planner(form, seed, quick, limits), empty_result(form))
        for form in forms
        if form not in unclaimed
    ]
    active = every
    for count in PROBE_ROUNDS:
        run_cases(target, active, count, reference, options)
        find_refused_axes(target, active, reference, options)
        active = [progress for progress in active if can_learn_more(progress)]
    while active:
        before = sum(progress.result.cases for progress in active)
        run_cases(target, active, MAX_CASES_PER_ROUND, reference, options)
        find_refused_axes(target, active, reference, options)
        if options and options.over:
            break
        any_ran = sum(progress.result.cases for progress in active) > before
        active = [
            progress
            for progress in active
            if not progress.over and (any_ran and not progress.plans.done and can_learn_more(progress)
                                      or progress.result.passed and progress.plans.resume(progress.result.states))
        ]
    for progress in every:
        finish_result(progress, reference)
    return ([progress.result for progress in every]
            + [not_claimed_result(form, reason) for form, reason in unclaimed.items()])


def run_cases(
    target, active: list[FormProgress], max_cases: int, reference: ReferenceModel,
    options: CertifyOptions | None = None,
) -> None:
    """Run up to `max_cases` more cases of each form and count them in its result."""
    in_flight = deque()
    single_waves = "waves" not in target.hello.features
    timeouts = sum(progress.result.causes["timeout"] for progress in active)

    def plans():
        for progress in active:
            for _ in range(max_cases):
                if progress.plans.done:
                    break
                if reason := reason_to_stop(progress, timeouts, options):
                    stop_form(progress, reason)
                    break
                for prepared in prepare_next(progress, reference, single_waves):
                    in_flight.append(prepared)
                    yield prepared.plan
                    prepared.plan.encoded_state = None            # frees a large message that was sent
                if not can_learn_more(progress) or len(progress.refusals.open) >= MAX_OPEN_REFUSALS:
                    break
    for outcome in target.run(plans()):
        prepared = in_flight.popleft()
        needs_values = not outcome.equals_expected and outcome.status != "unsupported"
        golden = reference.complete_outcome(prepared) if needs_values else prepared.golden
        pair = differential.compare_answer(target, prepared.plan, golden, outcome)
        timeouts += failure_cause(pair.comparison) == "timeout"
        count_verdict(prepared.progress, pair, prepared.case)
        keep_for_diagnosis(prepared.progress.result, pair, prepared)


def reason_to_stop(progress: FormProgress, timeouts: int, options: CertifyOptions | None) -> str:
    """Return why no more cases of a form run, or "" to continue. `timeouts`: number of timeouts of all forms in the
    task."""
    if timeouts >= MAX_UNANSWERED_CASES:
        return SILENT
    if progress.result.causes["timeout"] >= TIMEOUTS_TO_BLAME:
        return HANGS
    return TIME_OVER if options and options.over else ""


def stop_form(progress: FormProgress, reason: str) -> None:
    """Stop a form. It fails if the target does not answer. If the time is over before its first case, it is not
    exercised."""
    progress.over = True
    progress.plans.max_cases, progress.plans.cases_planned = 0, max(1, progress.plans.cases_planned)
    if reason == TIME_OVER and progress.result.cases:
        return
    progress.result.cases += 1
    progress.result.failed += reason != TIME_OVER
    progress.result.not_exercised += reason == TIME_OVER
    progress.result.causes[reason] += 1


def count_verdict(progress: FormProgress, pair, case) -> None:
    """Add the verdict of a generated case to the result of its form."""
    compared, result = pair.comparison, progress.result
    result.cases += 1
    if compared.verdict in ("pass", "fail"):
        if blamed := progress.refusals.ran(case, compared.verdict == "pass"):
            progress.plans.forbid(blamed)
        if compared.verdict == "fail" or not case.hits or case.hits.states:
            kind = features.brief(case), features.outcome(compared)
            result.tally[kind] = result.tally.get(kind, 0) + 1
    if compared.leniencies:
        result.leniencies.update({name: n for name, n in compared.leniencies.items() if n})
    if compared.verdict == "pass":
        result.passed += 1
        result.compared_bits += compared.compared_bits
        hits: coverage_bins.BinHits = case.hits
        result.states += hits.states
        result.modes.update(case.modes if isinstance(case, wave_batch.Waves) else [case.mode])
        progress.plans.passed(hits)
    elif compared.verdict == "fail":
        result.failed += 1
        result.causes[failure_cause(compared)] += 1
    else:
        result.unsupported += compared.verdict == "unsupported"
        if compared.verdict == "unsupported":
            progress.refused += progress.plans.refused(case)
            if blamed := progress.refusals.refused(case):
                progress.plans.forbid(blamed)
        else:
            progress.plans.lost(case)
        result.not_exercised += compared.verdict == "not exercised"
        result.causes[compared.text or compared.cause] += 1


def keep_for_diagnosis(result: FormResult, pair, prepared: PreparedCase) -> None:
    """Keep the first passing cases and a varied set of failing cases.

    When the set is full, a failing case with a new symptom or new modifiers replaces one of a repeated kind."""
    verdict = pair.comparison.verdict
    if verdict not in ("fail", "pass"):
        return
    kept, limit = (result.failing, MAX_FAILING_KEPT) if verdict == "fail" else (result.passing, MAX_PASSING_KEPT)
    if verdict == "pass" and len(kept) >= limit:
        return
    if kept and pair.comparison.unsent:
        return
    if len(kept) < limit:
        kept.append((pair, prepared))
        return
    kinds = [failure_kind(*other) for other in kept]
    repeated = [n for n, kind in enumerate(kinds) if kinds.count(kind) > 1]
    if repeated and failure_kind(pair, prepared) not in kinds:
        kept[repeated[-1]] = pair, prepared


def failure_kind(pair, prepared: PreparedCase) -> tuple:
    """(cause, number of differing registers or memory areas, modifiers) of a failing case."""
    places = {re.split(r"[\[+]", difference.where)[0] for difference in pair.comparison.differences}
    case = prepared.case
    tags = case.encoding.modifiers if isinstance(case, wave_batch.Waves) else case.tags
    return pair.comparison.cause, len(places), tuple(sorted(tags))


def kept_evidence(pair, prepared: PreparedCase, reference: ReferenceModel) -> Seen:
    """A retained case in the format that diagnosis reads."""
    golden = reference.complete_outcome(prepared) if pair.target.equals_expected else pair.model
    plan = prepared.plan
    return Seen(plan, golden, pair.target, prepared.case, pair.comparison, differential.float_kinds(plan))


def find_refused_axes(
    target, active: list[FormProgress], reference: ReferenceModel, options: CertifyOptions | None,
) -> None:
    """For forms with unexplained refusals, find the features that the target refuses.

    Each round runs one case of each form, with a feature that no case has had yet."""
    for _ in range(MAX_AXIS_ROUNDS):
        unexplained = [progress for progress in active
                       if progress.refusals.open and can_learn_more(progress) and not progress.plans.done]
        for progress in unexplained:
            progress.plans.known = progress.refusals.accepted if progress.refusals.any_ran else set()
        run_cases(target, unexplained, 1, reference, options)
        for progress in unexplained:
            progress.plans.known = None
    for progress in active:
        progress.refusals.leave()


def can_learn_more(progress: FormProgress) -> bool:
    """Whether further cases may change the result. They cannot if the model, the generator or the target supports no
    case of the form."""
    result = progress.result
    if result.causes and any(cause.startswith(("the model", "no generator")) for cause in result.causes):
        return False
    return result.passed > 0 or result.failed > 0 or progress.refused < MAX_REFUSED_ENCODINGS


def finish_result(progress: FormProgress, reference: ReferenceModel) -> None:
    """Complete the result of a form: its coverage, the features that the target refuses, and the evidence if it
    fails."""
    result = progress.result
    result.failing = [kept_evidence(pair, prepared, reference) for pair, prepared in result.failing]
    result.passing = [
        kept_evidence(pair, prepared, reference) for pair, prepared in result.passing
    ] if result.failing else []
    result.refused = progress.refusals.told() if result.passed or result.failed else {}
    if result.failed == len(progress.refusals.wrong):  # not for a form that was stopped
        result.fails_with = told_apart(
            progress.form, progress.refusals.right, progress.refusals.wrong, planner.MIN_CASES)
    if result.passed:
        possible, covered = progress.plans.possible(), progress.plans.covered()
        count = result.count = coverage_bins.count_bins(covered, possible)
        if (count.cells, count.triples) != (count.cells_of, count.triples_of):
            result.missing = coverage_bins.uncovered_bins(covered, possible)
    del progress.plans                                 # frees memory


def strided_chunks(count: int, size: int) -> Iterator[list[int]]:
    """The numbers below `count`, in lists of about `size` numbers. The lists are interleaved, so that expensive forms
    are spread evenly."""
    parts = max(1, -(-count // size))
    for start in range(parts):
        yield list(range(start, count, parts))
