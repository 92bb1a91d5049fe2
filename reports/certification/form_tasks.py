"""The worker's side of certification: shares of the grid, suite cases by rule, and failures made small."""
from __future__ import annotations

import time
from collections import Counter, deque
from dataclasses import dataclass, field
from functools import cache
from typing import Any, cast

from ...generators.instructions import case_sampler
from ...generators.values import coverage_bins as cells
from ...harness.case import suite_files as cases_by_hand
from ...harness.case.case_types import CaseError
from ...harness.case.plan import resolve
from ...harness.comparison import differential
from ...harness.execution.outcome import HARNESS_FAILURES, Outcome
from ...harness.kernel_wrapper.wrap import halves_of
from ...harness.targets.registry import open_target
from ...harness.targets.timeout_tracker import Hangs
from ...spec import TARGETS
from ..diagnosis import diagnose, faults, features, near
from ..diagnosis.reduce import Reducer
from ..export.certificate_records import OutcomeVerdict, Verdict
from . import dispatch_cases as dispatches, encoding_check, form_runner as grid

SHRINKABLE = ("mismatch", "count", "status", "reserved")   # other failures may cost a time limit each
SHRINK_SECONDS = 10.0                                # for the smallest case of a defect
ENDS = 6                                             # cases by hand that end the target and are looked into
_open: dict[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Asked:
    """What a certification was asked for, beside targets and forms.  `case_seconds`: 0 for the usual limit; `until`:
    no case begins after that time (of time.time()), 0: there is time for all; `diagnosed`: failures are held against
    the dictionary of faults; `profile`: of PROFILES; `rules`: which suite cases, manual or silicon."""
    seed: int = 1
    quick: bool = False
    case_seconds: float = 0
    until: float = 0
    diagnosed: bool = True
    profile: str = "full"
    rules: str = "manual"

    @property
    def over(self) -> bool:
        """Is the time up?"""
        return bool(self.until) and time.time() >= self.until


@dataclass(slots=True)
class Share:
    """What one task gave.  `rules`: rule -> Counter of verdicts; `passed`: cases by hand; `outcomes`: case with an
    outcome set -> OutcomeVerdict; `dispatch`: field -> dispatches.Tally; `unexplained`: the target's failures that did
    not come back; `cut`: the time was over before the task was."""
    forms: list = field(default_factory=list)
    rules: dict = field(default_factory=dict)
    passed: list = field(default_factory=list)
    outcomes: dict = field(default_factory=dict)
    dispatch: dict = field(default_factory=dict)
    failures: list = field(default_factory=list)
    unexplained: list = field(default_factory=list)
    leniencies: Counter = field(default_factory=Counter)
    compared_bits: int = 0
    cut: bool = False


RECORDS = (Share, grid.FormResult, OutcomeVerdict, dispatches.Tally, cells.Count, Counter)  # what a Share is made of


def target_called(name: str):
    """The target of that name, opened once in this process."""
    if name not in _open:
        _open[name] = open_target(name)
    return _open[name]


def limited(target, asked: Asked):
    """The target with the limit that was asked for; what hangs is found out anew."""
    if hasattr(target, "case_seconds"):
        target.case_seconds, target.hangs = asked.case_seconds or target.case_seconds, Hangs()
    return target


def close_all() -> None:
    """Ends every target that this process has opened."""
    while _open:
        _open.popitem()[1].close()


def work(asked: Asked, kind: str, name: str, arch: str, numbers: tuple) -> Share:
    """One task.  `kind`: forms; suites, with no numbers; or dispatch, whose numbers are fields."""
    target, share = limited(target_called(name), asked), Share()
    before = len(target.unexplained)
    if kind == "suites":
        suites(target, arch, share, asked)
    elif kind == "dispatch":
        dispatched(target, arch, numbers, share, asked)
    elif runs_nothing(target):
        share.forms = encoding_check.certify_encodings(target, arch, numbers, asked.seed, asked.quick)
        share.failures = [failure(form, *form.failures[0]) for form in share.forms if form.failures]
    else:
        share.forms = grid.certify_forms(target, arch, numbers, asked.seed, asked.quick, asked)
        share.cut = asked.over
        share.failures = [one for form in share.forms if form.failing for one in defects_of(target, form, asked)]
    for form in share.forms:
        form.failures, form.failing, form.passing = [], [], []
    share.unexplained = target.unexplained[before:]
    return share


def defects_of(target, form, asked: Asked) -> list[dict]:
    """What is wrong with a failing form, an entry a defect."""
    where = form.operation, form.form
    if asked.diagnosed and not asked.over:
        return diagnose.diagnose(target, where, form.failing, form.passing)
    seen = form.failing[0]
    first = next((d for d in seen.comparison.differences), None)
    lane = first.lane if first and first.lane >= 0 else None
    return [diagnose.entry(where, near.small_case(target, seen, max(0, first.wave) if first else 0, lane))]


def runs_nothing(target) -> bool:
    """Does the target know encodings only?"""
    return hasattr(target, "check")


def failure(form, case, cause, text, differences) -> dict:
    """A wrong encoding as an entry like those of diagnosis."""
    return {
        "operation": form.operation, "form": form.form, "case": case, "cause": cause, "text": text,
        "differences": differences, "faults": [], "axes": None, "wrong": cause, "rules": [], "features": frozenset(),
        "way": cause,
    }


def smaller(target, case: dict, cause: str, holds=None) -> dict:
    """A failing case made smaller as far as it fails for the same cause, and where no values differ in the same words,
    and as far as that `holds` (of a case and its pair), with what it gives then; nothing where it does not fail every
    time: the case as met is the evidence."""
    first, way = judged(target, case), ""

    def alike(pair) -> bool:
        if pair is None or pair.comparison.verdict != "fail" or pair.comparison.cause != cause:
            return False
        return cause == "mismatch" or features.way(pair.comparison) == way
    if first is None or first.comparison.verdict != "fail":
        return {}
    way = features.way(first.comparison)
    tries = (None, holds) if holds else (None,)      # asked of every step only where the last one fails it: it is slow
    for asked in tries if cause in SHRINKABLE else ():
        found = Reducer(target, SHRINK_SECONDS, asked).reduce(case)
        pair = judged(target, found.case) if found else None
        if found and pair and alike(pair) and (not holds or holds(found.case, pair)):
            return said_of(found.case, pair)
    return said_of(case, first)


def said_of(case: dict, pair) -> dict:
    """The part of an entry that says what a case gives."""
    compared = pair.comparison
    return {"case": case, "text": compared.text, "differences": [str(d) for d in compared.differences[:8]]}


def judged(target, case: dict):
    """The pair of a case, None when it cannot be resolved."""
    pair = next(differential.pair_up(target, [case]))
    if isinstance(pair, Outcome):
        return None
    differential.findings(target, pair)
    return pair


def suite_cases(arch: str, rules: str) -> list:
    """The hand-written cases of `arch`; those that watch what hardware needs beyond the manuals for `rules` silicon
    only."""
    watched = ("manual", rules)
    return [case for case in cases_by_hand.cases(arch) if case.profile in watched]


def in_time(cases, asked: Asked, share: Share):
    """The cases, until the time is up."""
    for case in cases:
        if asked.over:
            share.cut = True
            return
        yield case


def claimed(target, cases: list, asked: Asked, share: Share) -> list:
    """The cases that a target claims; the others are counted by their rules."""
    limits, found = grid.limits_of(target, asked), []
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


def narrow(limits, arch: str) -> bool:
    """Is there anything on an architecture that these leave out?"""
    return bool(limits.mode[0] or limits.modifiers or limits.registers or limits.operations
                or limits.sizes(arch) != TARGETS[arch].waves)


def unclaimed(plan, limits) -> str | None:
    """Why a case by hand is not claimed; None when it is."""
    texts = halves_of(plan.arch, plan.wave, plan.code)
    modes = [state.scalars["mode"] for state in (plan.state, *plan.overlays) if "mode" in state.scalars]
    return limits.against(plan.arch, plan.wave, texts, spelled(plan.arch), modes)


@cache
def spelled(arch: str) -> dict:
    """{mnemonic: form}"""
    return {form.mnemonic: form for form in case_sampler.forms_of(arch)}


def suites(target, arch: str, share: Share, asked: Asked) -> None:
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


def dispatched(target, arch: str, fields, share: Share, asked: Asked) -> None:
    """Generated dispatches: a tally for each field."""
    if runs_nothing(target):
        return
    limits, known = grid.limits_of(target, asked), dispatches.heeded(arch)
    share.dispatch = {about: dispatches.Tally() for about in fields}
    fixed = dispatches.fixed(known, limits)
    claims = getattr(getattr(target, "claims", None), "dispatch", True) and bool(limits.sizes(arch))
    unasked = {about: "MODE is fixed" if claims else "dispatch is not claimed"
               for about in fields if not claims or about in fixed}
    unasked |= {about: why for about in fields if (why := dispatches.refused(about, target.hello.features))}
    for about, why in unasked.items():
        share.dispatch[about].leave("not claimed", why)
    going = [about for about in fields if about not in unasked]
    for plain, counts in ((True, dispatches.PLAIN), (False, dispatches.MIXED)):
        wrong = frozenset(about for about, one in share.dispatch.items() if not one.right and not plain) - fixed
        drawn = dispatches.drawn(arch, going, asked.seed, counts[asked.quick], plain, limits, wrong)
        run_dispatches(target, drawn, share, asked, limits)
        going = [about for about in going if share.dispatch[about].right]
    for about, one in share.dispatch.items():
        if not one.counts:
            one.leave("not exercised", grid.TIME_OVER if share.cut else "none does without what is wrong")
        if one.pair is not None:
            made = diagnose.of_case(one.pair, dispatches.rule_of(about, known[about]))
            share.failures.append(explained(target, one.pair, asked, made))
            one.pair = None                              # it is large, and is done


@grid.uncollected()
def run_dispatches(target, drawn, share: Share, asked: Asked, limits) -> None:
    """Counts what each gives, by the field that it is about."""
    abouts = deque()

    def plans():
        for one in in_time(drawn, asked, share):
            plan = resolve(one.case)
            if narrow(limits, plan.arch) and (why := unclaimed(plan, limits)):
                share.dispatch[one.about].leave("not claimed", why)
                continue
            abouts.append(one.about)
            yield plan
    for pair in differential.pair_up(target, plans()):
        assert not isinstance(pair, Outcome)             # the cases are ours, and can be resolved
        differential.findings(target, pair)
        share.dispatch[abouts.popleft()].add(pair)
        if pair.comparison.verdict == "pass":
            share.compared_bits += pair.comparison.compared_bits


def of_suites(target, failing: list, asked: Asked) -> list[dict]:
    """The entries of failing cases by hand, with the faults that explain all of each.  Of those that end the target,
    which costs its start or the limit each time, the first ENDS alone are asked where model and target part."""
    found, ends = [], 0
    for pair in failing:
        ends += pair.comparison.cause in HARNESS_FAILURES
        asks = not asked.over and (ends <= ENDS or pair.comparison.cause not in HARNESS_FAILURES)
        at = diagnose.parted_at(target, pair.plan) if asks else None
        found.append(explained(target, pair, asked, diagnose.of_case(pair, pair.plan.case.rules, at)))
    return found


def explained(target, pair, asked: Asked, made: dict) -> dict:
    """An entry of a whole case with the faults that explain all of it."""
    dictionary = faults.the_dictionary() if asked.diagnosed and not asked.over else None
    if dictionary is not None:
        found = diagnose.explain_suite(target, pair, dictionary)
        made["faults"] = [[one.group, one.key, one.cause] for one in found[:diagnose.ALIKE]]
    return made
