"""The counts of the cases of one instruction form."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ...generators.instructions import case_sampler
from ...generators.values import coverage_bins


@dataclass(slots=True)
class FormResult:
    """The counts of one form.

    `states`: active lanes, summed over the cases that passed; `count`: covered and possible coverage bins; `missing`:
    the first bins that are not covered; `failures`: (case, cause, text, differences), only for a target that checks
    encodings; `refused`: {axis: number of refused cases} for a form that the target supports; `fails_with`: {axis:
    number of failing cases}, if an axis is to blame; `failing`, `passing`: cases for diagnosis, while the target is
    open; `tally`: decided cases, by features.brief() and outcome; `modes`: MODE values of passing cases."""
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
    count: coverage_bins.BinCounts = field(default_factory=coverage_bins.BinCounts)
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


def empty_result(form) -> FormResult:
    """A result without cases."""
    return FormResult(form.arch, form.spelling, case_sampler.variant_name(form), form.encoding, form.mnemonic)


def not_claimed_result(form, reason: str) -> FormResult:
    """The result of a form that the target does not claim."""
    result = empty_result(form)
    result.cases = result.not_claimed = 1
    result.causes[reason] += 1
    return result
