"""The task of the generated dispatches: a tally for each field that they are about."""
from __future__ import annotations

from collections import deque

from ...harness.case.plan import resolve
from ...harness.comparison import differential
from ...harness.execution.outcome import Outcome
from ..diagnosis import diagnose
from . import dispatch_cases as dispatches
from .declared_support import limits_of, narrow, unclaimed
from .failing_cases import explained
from .open_targets import runs_nothing
from .task_types import TIME_OVER, CertifyOptions, TaskResult, in_time, uncollected


def dispatched(target, arch: str, fields, share: TaskResult, asked: CertifyOptions) -> None:
    """Generated dispatches: a tally for each field."""
    if runs_nothing(target):
        return
    limits, known = limits_of(target, asked), dispatches.heeded(arch)
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
            one.leave("not exercised", TIME_OVER if share.cut else "none does without what is wrong")
        if one.pair is not None:
            made = diagnose.of_case(one.pair, dispatches.rule_of(about, known[about]))
            share.failures.append(explained(target, one.pair, asked, made))
            one.pair = None                              # it is large, and is done


@uncollected()
def run_dispatches(target, drawn, share: TaskResult, asked: CertifyOptions, limits) -> None:
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
