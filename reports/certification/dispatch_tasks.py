"""The task of the generated dispatches: a tally for each field that they are about."""
from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field

from ...generators.form_coverage.case_limits import Limits
from ...harness.case.plan import resolve
from ...harness.comparison import differential
from ...harness.execution.outcome import Outcome
from ..diagnosis import diagnose
from . import dispatch_fields
from .declared_support import excludes_anything, limits_of_target, reason_not_claimed
from .failing_cases import add_faults
from .open_targets import checks_encodings_only
from .task_types import TIME_OVER, CertifyOptions, TaskResult, gc_disabled, until_time_over


@dataclass(slots=True)
class Tally:
    """The verdicts of the dispatches about a field.

    `first`: the reason of the first failing dispatch or, if none fails, of the first dispatch without a pass. `pair`:
    results of model and target for the first failing dispatch."""
    counts: Counter = field(default_factory=Counter)
    first: str = ""
    pair: object = None

    def add(self, pair) -> None:
        """Count a dispatch that ran."""
        compared = pair.comparison
        self.counts[compared.verdict] += 1
        self.first = self.first or (compared.text or compared.cause)
        if compared.verdict == "fail" and self.pair is None:
            self.pair, self.first = pair, compared.text or compared.cause

    def count_skipped(self, verdict: str, reason: str) -> None:
        """Count a dispatch that did not run."""
        self.counts[verdict] += 1
        self.first = self.first or reason

    @property
    def all_passed(self) -> bool:
        """Whether dispatches passed and none failed or was refused."""
        return bool(self.counts["pass"]) and not self.counts["fail"] and not self.counts["unsupported"]


def certify_dispatches(target, arch: str, fields, result: TaskResult, options: CertifyOptions) -> None:
    """Run dispatches about these fields; `result.dispatch` gets a tally for each.

    The first dispatches of a field set only the fields that it needs. Later dispatches also set other fields that have
    passed."""
    if checks_encodings_only(target):
        return
    limits, has_effect = limits_of_target(target, options), dispatch_fields.settable_fields(arch)
    tallies = result.dispatch = {name: Tally() for name in fields}
    fixed = dispatch_fields.fixed_mode_fields(has_effect, limits)
    claimed = getattr(getattr(target, "claims", None), "dispatch", True) and bool(limits.sizes(arch))
    skipped = {name: "MODE is fixed" if claimed else "dispatch is not claimed"
               for name in fields if not claimed or name in fixed}
    skipped |= {name: reason for name in fields
                if (reason := dispatch_fields.reason_unsupported(name, target.hello.features))}
    for name, reason in skipped.items():
        tallies[name].count_skipped("not claimed", reason)
    remaining = [name for name in fields if name not in skipped]
    for plain, counts in ((True, dispatch_fields.PLAIN_CASES), (False, dispatch_fields.MIXED_CASES)):
        avoided = frozenset(name for name, tally in tallies.items() if not tally.all_passed and not plain) - fixed
        dispatches = dispatch_fields.draw_dispatches(
            arch, remaining, options.seed, counts[options.quick], plain, limits, avoided)
        run_dispatches(target, dispatches, result, options, limits)
        remaining = [name for name in remaining if tallies[name].all_passed]
    for name, tally in tallies.items():
        if not tally.counts:
            tally.count_skipped(
                "not exercised", TIME_OVER if result.cut else "every dispatch about it needs a field that fails")
        if tally.pair is not None:
            entry = diagnose.of_case(tally.pair, dispatch_fields.rules_of_field(name, has_effect[name]))
            result.failures.append(add_faults(target, tally.pair, options, entry))
            tally.pair = None                            # frees memory


@gc_disabled()
def run_dispatches(target, dispatches, result: TaskResult, options: CertifyOptions, limits: Limits) -> None:
    """Run dispatches and count each in the tally of its field."""
    fields_in_flight = deque()

    def plans():
        for dispatch in until_time_over(dispatches, options, result):
            plan = resolve(dispatch.case)
            if excludes_anything(limits, plan.arch) and (reason := reason_not_claimed(plan, limits)):
                result.dispatch[dispatch.tested_field].count_skipped("not claimed", reason)
                continue
            fields_in_flight.append(dispatch.tested_field)
            yield plan
    for pair in differential.pair_up(target, plans()):
        assert not isinstance(pair, Outcome)             # generated cases are valid
        differential.compare_findings(target, pair)
        result.dispatch[fields_in_flight.popleft()].add(pair)
        if pair.comparison.verdict == "pass":
            result.compared_bits += pair.comparison.compared_bits
