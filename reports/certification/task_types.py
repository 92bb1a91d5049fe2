"""The options of a certification, the result of one of its tasks, and helpers for loops over cases."""
from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from ...harness.targets.timeout_tracker import NOT_RUN_PREFIX

TIME_OVER = f"{NOT_RUN_PREFIX}the time given was over"


@dataclass(frozen=True, slots=True)
class CertifyOptions:
    """The options of a certification, except targets and forms.

    `case_seconds`: time limit of a case, 0 for the target's own; `until`: time.time() after which no case starts, 0 for
    no limit; `diagnosed`: failures are compared with the fault dictionary; `profile`: one of PROFILES; `rules`: which
    suite cases run, manual or silicon."""
    seed: int = 1
    quick: bool = False
    case_seconds: float = 0
    until: float = 0
    diagnosed: bool = True
    profile: str = "full"
    rules: str = "manual"

    @property
    def over(self) -> bool:
        """True if the time is over."""
        return bool(self.until) and time.time() >= self.until


@dataclass(slots=True)
class TaskResult:
    """The result of one task.

    `rules`: {rule: Counter of verdicts}; `passed`: names of passing suite cases; `outcomes`: {name of a case with
    several allowed outcomes: OutcomeVerdict}; `dispatch`: {field: dispatch_tasks.Tally}; `failures`: entries for
    diagnosis; `unexplained`: failures of the target that did not repeat; `cut`: the time was over before the task
    ended."""
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


def until_time_over(cases: Iterable, options: CertifyOptions, result: TaskResult) -> Iterator:
    """Yield the cases until the time is over; then set `result.cut`."""
    for case in cases:
        if options.over:
            result.cut = True
            return
        yield case


@contextmanager
def gc_disabled():
    """Disable the cyclic garbage collector: cases leave no cycles, and searching for them is slow."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
