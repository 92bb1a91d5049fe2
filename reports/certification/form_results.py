"""The counts of the cases of one instruction form."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ...generators.instructions import case_sampler
from ...generators.values import coverage_bins


@dataclass(slots=True)
class FormResult:
    """What the cases of one form gave.  `states`: live lanes over the cases that passed; `count`: cells of the grid
    they reached, of how many; `missing`: the first that they did not; `failures`: (case, cause, text, differences)
    where nothing is run; `refused`: cases the target refuses, by axis, of a form that it has; `fails_with`: those that
    fail, by axis, where that can be told (refusals.told_apart); `failing`, `passing`: what was seen, for diagnosis, as
    long as the target is open; `tally`: cases that were decided, by features.brief() and how they failed."""
    arch: str
    operation: str
    form: str
    encoding: str
    mnemonic: str
    cases: int = 0
    passed: int = 0
    failed: int = 0
    unsupported: int = 0
    not_exercised: int = 0
    not_claimed: int = 0
    states: int = 0
    compared_bits: int = 0
    causes: Counter = field(default_factory=Counter)
    leniencies: Counter = field(default_factory=Counter)
    count: coverage_bins.Count = field(default_factory=coverage_bins.Count)
    missing: list = field(default_factory=list)
    modes: set = field(default_factory=set)
    refused: dict = field(default_factory=dict)
    fails_with: dict = field(default_factory=dict)
    failures: list = field(default_factory=list)
    failing: list = field(default_factory=list)
    passing: list = field(default_factory=list)
    tally: Counter = field(default_factory=Counter)

    @property
    def verdict(self) -> str:
        """pass, fail, unsupported, not claimed or not exercised."""
        return (
            "fail" if self.failed else "pass" if self.passed else "unsupported" if self.unsupported
            else "not claimed" if self.not_claimed else "not exercised"
        )


def result_of(form) -> FormResult:
    """An empty result."""
    return FormResult(form.arch, form.spelling, case_sampler.name_of(form), form.encoding, form.mnemonic)


def not_claimed(form, reason: str) -> FormResult:
    """The result of a form that is left out."""
    made = result_of(form)
    made.cases = made.not_claimed = 1
    made.causes[reason] += 1
    return made
