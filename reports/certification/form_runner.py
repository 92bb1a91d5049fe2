"""The grid of one architecture on one target: cases of every form, run on model and target, counted by form."""
from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator

from ...generators.form_coverage import planner, wave_batch
from ...generators.instructions import case_sampler
from ...generators.values import coverage_bins
from ...harness.comparison import differential
from ...harness.targets.process_target import PATIENCE
from ...harness.targets.timeout_tracker import ENOUGH, NOT_RUN, cause_of
from ..diagnosis import features
from ..diagnosis.evidence import Seen
from ..diagnosis.refusals import told_apart
from .declared_support import limits_of
from .form_cases import FormProgress, PreparedCase, ReferenceModel, prepared
from .form_results import FormResult, not_claimed, result_of
from .task_types import TIME_OVER, uncollected

LEAST = {False: planner.MIN_CASES, True: 2}          # cases of a form that passes: in full, and quick
MOST = 1000
PROBES = (1, 1, 2)                                   # cases a form gets before what is refused of them is looked at
CAREFUL, UNSURE = 16, 3  # cases to find out what is refused; refusals after which they are made
SILENT = f"{NOT_RUN}the target does not answer"
HANGS = f"{NOT_RUN}{ENOUGH} cases of it were not answered"
REFUSED = 8                                          # encodings a target may refuse of a form it runs none of
KEPT = 12                                            # failing cases of a form that are kept for its diagnosis
PASSED = 10                                          # and passing ones


def run_cases(target, going: list[FormProgress], most: int, golden: ReferenceModel, asked=None) -> None:
    """Up to `most` cases of each form that is not done, counted in their results."""
    waiting = deque()
    alone = "waves" not in target.hello.features
    timeouts = sum(one.result.causes["timeout"] for one in going)

    def plans():
        for work in going:
            for _ in range(most):
                if work.plans.done:
                    break
                if why := reason_to_stop(work, timeouts, asked):
                    give_up(work, why)
                    break
                for ready in prepared(work, golden, alone):
                    waiting.append(ready)
                    yield ready.plan
                    ready.plan.wire = None               # it is sent, and large
                if not carried(work) or len(work.refusals.open) >= UNSURE:
                    break
    for outcome in target.run(plans()):
        ready = waiting.popleft()
        right = ready.right if outcome.same or outcome.status == "unsupported" else golden.whole(ready)
        pair = differential.judge(target, ready.plan, right, outcome)
        timeouts += cause_of(pair.comparison) == "timeout"
        count(ready.work, pair, ready.one)
        keep(ready.work.result, pair, ready)


def reason_to_stop(work: FormProgress, timeouts: int, asked) -> str:
    """Why no more cases of a form are run; "" where some are.  `timeouts`: of the share, in a row or not."""
    if timeouts >= PATIENCE:
        return SILENT
    if work.result.causes["timeout"] >= ENOUGH:
        return HANGS
    return TIME_OVER if asked and asked.over else ""


def give_up(work: FormProgress, why: str) -> None:
    """No more cases of a form: because the target does not answer, which is its failure, or the time is over."""
    work.over = True
    work.plans.most, work.plans.made = 0, max(1, work.plans.made)
    if why == TIME_OVER and work.result.cases:
        return
    work.result.cases += 1
    work.result.failed += why != TIME_OVER
    work.result.not_exercised += why == TIME_OVER
    work.result.causes[why] += 1


def count(work: FormProgress, pair, one) -> None:
    """Adds one verdict."""
    compared, result = pair.comparison, work.result
    result.cases += 1
    if compared.verdict in ("pass", "fail"):
        if blamed := work.refusals.ran(one, compared.verdict == "pass"):
            work.plans.forbid(blamed)
        if compared.verdict == "fail" or not one.hits or one.hits.states:
            kind = features.brief(one), features.outcome(compared)
            result.tally[kind] = result.tally.get(kind, 0) + 1
    if compared.leniencies:
        result.leniencies.update({name: n for name, n in compared.leniencies.items() if n})
    if compared.verdict == "pass":
        result.passed += 1
        result.compared_bits += compared.compared_bits
        hits: coverage_bins.BinHits = one.hits
        result.states += hits.states
        result.modes.update(one.modes if isinstance(one, wave_batch.Waves) else [one.mode])
        work.plans.passed(hits)
    elif compared.verdict == "fail":
        result.failed += 1
        result.causes[cause_of(compared)] += 1
    else:
        result.unsupported += compared.verdict == "unsupported"
        if compared.verdict == "unsupported":
            work.refused += work.plans.refused(one)
            if blamed := work.refusals.refused(one):
                work.plans.forbid(blamed)
        else:
            work.plans.lost(one)
        result.not_exercised += compared.verdict == "not exercised"
        result.causes[compared.text or compared.cause] += 1


def keep(result: FormResult, pair, ready: PreparedCase) -> None:
    """Keeps a case for diagnosis: the first that pass, and of failing ones first those that fail in a new way or with
    other modifiers."""
    verdict = pair.comparison.verdict
    held, most = (result.failing, KEPT) if verdict == "fail" else (result.passing, PASSED)
    if verdict not in ("fail", "pass") or verdict == "pass" and len(held) >= most:
        return
    if held and pair.comparison.unsent:
        return
    if len(held) < most:
        held.append((pair, ready))
        return
    known = [way_of(*other) for other in held]
    twice = [n for n, way in enumerate(known) if known.count(way) > 1]
    if twice and way_of(pair, ready) not in known:
        held[twice[-1]] = pair, ready


def way_of(pair, ready: PreparedCase) -> tuple:
    """How a case fails, and with which modifiers."""
    where = {re.split(r"[\[+]", one.where)[0] for one in pair.comparison.differences}
    one = ready.one
    tags = one.encoding.modifiers if isinstance(one, wave_batch.Waves) else one.tags
    return pair.comparison.cause, len(where), tuple(sorted(tags))


def seen(pair, ready: PreparedCase, golden: ReferenceModel) -> Seen:
    """A case that was kept."""
    right = golden.whole(ready) if pair.target.same else pair.model
    return Seen(ready.plan, right, pair.target, ready.one, pair.comparison, differential.float_kinds(ready.plan))


@uncollected()
def certify_forms(target, arch: str, numbers, seed: int, quick: bool, asked=None) -> list[FormResult]:
    """The forms of `arch` with these numbers on an open target, each with its share of the grid.  `asked`:
    CertifyOptions, where there may not be time for all."""
    golden, forms = ReferenceModel(target, arch), [case_sampler.forms_of(arch)[n] for n in numbers]
    limits = limits_of(target, asked)
    unclaimed = {form: reason for form in forms if (reason := limits.outside(form))}
    works = [
        FormProgress(form, planner.make_planner(form, seed, quick, limits), result_of(form))
        for form in forms
        if form not in unclaimed
    ]
    going = works
    for most in PROBES:
        run_cases(target, going, most, golden, asked)
        find_axes(target, going, golden, asked)
        going = [work for work in going if carried(work)]
    while going:
        before = sum(work.result.cases for work in going)
        run_cases(target, going, MOST, golden, asked)
        find_axes(target, going, golden, asked)
        if asked and asked.over:
            break
        more = sum(work.result.cases for work in going) > before
        going = [
            work
            for work in going
            if not work.over and (more and not work.plans.done and carried(work)
                                  or work.result.passed and work.plans.resume(work.result.states))
        ]
    for work in works:
        summed(work, golden)
    return [work.result for work in works] + [not_claimed(form, reason) for form, reason in unclaimed.items()]


def find_axes(target, works: list[FormProgress], golden: ReferenceModel, asked) -> None:
    """Cases of the forms of which something was refused, each with one thing that was not yet seen to run, until it is
    known what is to blame."""
    for _ in range(CAREFUL):
        unsure = [work for work in works if work.refusals.open and carried(work) and not work.plans.done]
        for work in unsure:
            work.plans.known = work.refusals.accepted if work.refusals.any_ran else set()
        run_cases(target, unsure, 1, golden, asked)
        for work in unsure:
            work.plans.known = None
    for work in works:
        work.refusals.leave()


def summed(work: FormProgress, golden: ReferenceModel) -> None:
    """What of its grid a form reached, what of it was refused, and of one that fails what was seen."""
    result = work.result
    result.failing = [seen(pair, ready, golden) for pair, ready in result.failing]
    result.passing = [seen(pair, ready, golden) for pair, ready in result.passing] if result.failing else []
    result.refused = work.refusals.told() if result.passed or result.failed else {}
    if result.failed == len(work.refusals.wrong):      # not where some were given up
        result.fails_with = told_apart(work.form, work.refusals.right, work.refusals.wrong, planner.MIN_CASES)
    if work.result.passed:
        possible, covered = work.plans.possible(), work.plans.covered()
        count = work.result.count = coverage_bins.count_bins(covered, possible)
        if (count.cells, count.triples) != (count.cells_of, count.triples_of):
            work.result.missing = coverage_bins.uncovered_bins(covered, possible)
    del work.plans                                     # it is large, and is done


def carried(work: FormProgress) -> bool:
    """Can further cases change what is known?  Not where model, generator or target have none."""
    result = work.result
    if result.causes and any(cause.startswith(("the model", "no generator")) for cause in result.causes):
        return False
    return result.passed > 0 or result.failed > 0 or work.refused < REFUSED


def chunks(count: int, size: int) -> Iterator[list[int]]:
    """The numbers below `count` in lists of about `size`, dealt out so that no list has only hard ones."""
    parts = max(1, -(-count // size))
    for start in range(parts):
        yield list(range(start, count, parts))
