"""The options of a certification and the result of one of its tasks."""
from __future__ import annotations

import gc
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field

from ...harness.targets.timeout_tracker import NOT_RUN

TIME_OVER = f"{NOT_RUN}the time given was over"


@dataclass(frozen=True, slots=True)
class CertifyOptions:
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
class TaskResult:
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


def in_time(cases, asked: CertifyOptions, share: TaskResult):
    """The cases, until the time is up."""
    for case in cases:
        if asked.over:
            share.cut = True
            return
        yield case


@contextmanager
def uncollected():
    """Cases leave no cycles: what is there is not looked through for some over and over."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
