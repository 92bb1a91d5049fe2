"""Timeouts of a fuzz run: the instructions that the target does not answer, limited to those that each batch may know.

A batch knows only the hangs of the earlier batches whose coverage determines its weights.  So the same programs are
sent for any number of jobs and after any interruption."""
from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from ...generators.programs import program_coverage
from ...generators.programs.random_programs import PROGRAMS_PER_BATCH
from ...harness.execution.outcome import NO_ANSWER_STATUSES
from ...harness.targets.timeout_tracker import NOT_RUN_PREFIX, TimeoutTracker
from .run_database import BatchProgress, Failure, FuzzRun


class EarlierTimeouts(NamedTuple):
    """The timeouts that are known before a batch, or before its remaining programs.

    `hangs`: sets of instructions that get no answer.  `unanswered`: {program number: "timeout" if the time limit
    passed, else "crash"} for the programs of this batch that got no answer."""
    hangs: tuple[frozenset[str], ...] = ()
    unanswered: dict[int, str] = {}


def replay_timeouts(trials, prepared: list, start: int, earlier: EarlierTimeouts) -> TimeoutTracker:
    """The hangs known before program `start` of a batch, from the recorded answers to the programs before it."""
    hangs = TimeoutTracker()
    hangs.add_known(earlier.hangs)
    for trial in prepared[:start]:
        if not trials.is_sent(trial) or hangs.skip_reason(trial.plan):
            continue
        failure = earlier.unanswered.get(trial.stream.number)
        if failure is None:
            hangs.record_answer(trial.plan)
        elif failure == "timeout":
            hangs.record_timeout(trial.plan)
    return hangs


class RunTimeouts:
    """The timeouts of a fuzz run so far.

    `finished`: numbers of finished batches.  `hangs`: {batch: hangs known at its end}, only for batches with hangs.
    `unanswered`: {batch: `unanswered` as in EarlierTimeouts}. `recorded`: hangs in the database at the start."""

    def __init__(self, run: FuzzRun):
        self.finished: set[int] = set()
        self.hangs: dict[int, list[frozenset[str]]] = {}
        self.unanswered: dict[int, dict[int, str]] = defaultdict(dict)
        self.recorded = run.hangs()

    def restore_batch(self, number: int) -> None:
        """Add a batch that was finished before the fuzz run was resumed."""
        self.finished.add(number)
        if self.recorded.get(number):
            self.hangs[number] = self.recorded[number]

    def add_failure(self, failure: Failure) -> None:
        """Add a failure of an unfinished batch."""
        if failure.cause in NO_ANSWER_STATUSES:
            waited = failure.cause == "timeout" and not failure.message.startswith(NOT_RUN_PREFIX)
            self.unanswered[failure.number // PROGRAMS_PER_BATCH][failure.number] = "timeout" if waited else "crash"

    def finish_batch(self, progress: BatchProgress) -> None:
        """Add the last report of a batch."""
        self.finished.add(progress.batch)
        self.unanswered.pop(progress.batch, None)
        if progress.hangs:
            self.hangs[progress.batch] = [frozenset(words) for words in progress.hangs]

    def known_before(self, number: int) -> EarlierTimeouts:
        """The timeouts that batch `number` may know.  Precondition: the batches that it depends on are finished."""
        end = program_coverage.known_batches(number)
        hangs = {words for batch, batch_hangs in self.hangs.items() if batch < end for words in batch_hangs}
        return EarlierTimeouts(tuple(sorted(hangs, key=sorted)), dict(self.unanswered.get(number, {})))
