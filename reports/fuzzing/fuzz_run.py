"""Execute a fuzz run: batches of random programs on worker processes, with the results in the run's database."""
from __future__ import annotations

import gc
import multiprocessing
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

import numpy as np

from ...generators.instructions.case_sampler import all_forms
from ...generators.programs import program_coverage
from ...generators.programs.random_programs import PROGRAMS_PER_BATCH, ProgramBatch
from ...harness.comparison.differential import checked_features
from ...harness.comparison.program_differential import Trial, TrialRunner
from ...harness.execution.program_plans import program_case
from ...harness.targets.registry import open_target
from ...harness.targets.target_error import TargetError
from ..certification import declared_support, worker_pool
from ..certification.task_types import CertifyOptions
from .run_database import (
    BatchProgress,
    Failure,
    FuzzRun,
    FuzzRunError,
    RunSettings,
    batch_size,
    failure_kind,
    pack_bins,
    unpack_bins,
)
from .timeouts import EarlierTimeouts, RunTimeouts, replay_timeouts

REPORT_INTERVAL_S = 0.25                             # between reports of a batch, and between transactions
MAX_WORKER_LOSSES = 3                                # that one batch may cause
BATCHES_PER_WORKER = 2                               # assigned to a worker at a time


# ---- a worker ----

class Worker:
    """Generates batches of programs and runs them on a target."""

    def __init__(self, connection: Connection | None, settings: RunSettings, seconds: float):
        """`connection`: connection to the parent, or None in the parent's process.  `seconds`: time limit of a program,
        0 for the target's own."""
        self.connection, self.settings = connection, settings
        self.target = open_target(settings.target)
        if seconds and hasattr(self.target, "case_seconds"):
            self.target.case_seconds = seconds
        self.trials = TrialRunner(self.target, settings.illegal)
        self.covered = program_coverage.empty_coverage(settings.options.arch)

    def serve_requests(self) -> None:
        """Run the batches that the parent sends, until the parent ends.  Reference cycles are collected once per
        batch."""
        gc.disable()
        while True:
            number, start, stop, recorded_kinds, earlier, new_bins = self.connection.recv()
            self.covered.reshape(-1)[new_bins] = True
            for report in self.run_batch(number, start, stop, recorded_kinds, earlier):
                self.connection.send(report)
            gc.collect(1)

    def run_batch(self, number: int, start: int, stop: int, recorded_kinds: frozenset[str],
                  earlier: EarlierTimeouts = EarlierTimeouts()) -> Iterator[BatchProgress]:
        """Run programs `start` to `stop` - 1 of a batch and yield reports.

        `recorded_kinds`: kinds of failure with a recorded case.  `earlier`: timeouts known before the batch."""
        batch = ProgramBatch(self.settings.options, number, self.covered)
        trials = self.trials.run_reference_batch(batch)
        bins = program_coverage.program_bins(batch, [n for n, trial in enumerate(trials) if trial.verdict != "illegal"])
        bins = bins[~self.covered.reshape(-1)[bins]]
        hangs = replay_timeouts(self.trials, trials, start, earlier)
        if hasattr(self.target, "hangs"):            # without what batches of other epochs found, in any order
            self.target.hangs, self.target.unanswered = hangs, 0
        report, report_time = BatchProgress(number, start, {}, [], batch.digest(), pack_bins(bins)), time.monotonic()
        tally = Counter()
        for done, trial in enumerate(self.trials.run_on_target(trials[start:stop]), start + 1):
            tally[trial.tally_key] += 1
            tally["instructions"] += max(0, trial.answer.instructions)
            if trial.verdict == "fail":
                report.failures.append(failure_record(trial, failure_kind(trial.cause) not in recorded_kinds))
                recorded_kinds |= {failure_kind(trial.cause)}
            if done == stop or time.monotonic() - report_time >= REPORT_INTERVAL_S:
                report.done, report.tally = done, dict(tally)
                report.hangs = sorted(map(sorted, hangs.known)) if done == stop else None
                yield report
                report, tally, report_time = BatchProgress(number, done, {}, []), Counter(), time.monotonic()


def failure_record(trial: Trial, with_case: bool) -> Failure:
    """The database record of a failing program."""
    text = trial.comparison.text if trial.comparison and trial.comparison.text else trial.cause
    case = program_case(trial.stream, trial.full_plan) if with_case else None
    return Failure(trial.stream.number, trial.cause, text, case)


def run_worker(connection: Connection, settings: RunSettings, seconds: float) -> None:
    """The main function of a worker process.  It leaves Ctrl-C to the parent."""
    worker_pool.ignore_ctrl_c()
    try:
        Worker(connection, settings, seconds).serve_requests()
    except (EOFError, BrokenPipeError):
        pass                                         # the parent has ended
    except (TargetError, OSError) as error:
        connection.send(str(error))


# ---- the parent ----

@dataclass(slots=True)
class WorkerHandle:
    """The parent's record of a worker: its assigned batches, in order, and the number of batches whose bins it
    knows."""
    process: BaseProcess
    connection: Any
    batches: list[int] = field(default_factory=list)
    known_batches: int = 0


class Fuzzer:
    """Executes a fuzz run with `jobs` workers, until `count` programs have run or time() is `end_time`.

    `seconds`: time limit of a program.  `progress`: called with the number of new programs and of new failures."""

    def __init__(self, run: FuzzRun, jobs: int, count: int | None, end_time: float, seconds: float, progress):
        self.fuzz_run, self.jobs, self.count, self.end_time, self.seconds = run, jobs, count, end_time, seconds
        self.progress = progress
        self.context = multiprocessing.get_context("spawn")
        self.done: dict[int, int] = {}                                           # batch -> programs done
        self.bins: dict[int, np.ndarray] = {}                                    # batch -> newly covered bins
        self.losses, self.reports = Counter(), []
        for number, done, bins in run.batches():
            self.done[number], self.bins[number] = done, bins
        self.next_new_batch = max(self.done, default=-1) + 1
        self.unfinished = [n for n in range(self.next_new_batch) if self.done.get(n, 0) < batch_size(n, count)]
        self.kinds_by_batch: dict[int, frozenset[str]] = {}                      # kinds of failure that have a case
        self.timeouts = RunTimeouts(run)
        for failure in run.failures():
            self.add_failure(failure)
        for number in {*range(self.next_new_batch)} - {*self.unfinished}:
            self.timeouts.restore_batch(number)
        self.workers: list[WorkerHandle] = []
        self.write_time = time.monotonic()

    def run(self) -> None:
        """Execute the run to its end.  After Ctrl-C or an error, all reports that the workers have sent are
        recorded."""
        try:
            while self.run_round():
                pass
        finally:
            for worker in self.workers:
                self.drain(worker)
            self.stop_workers()
            self.flush()

    def run_round(self) -> bool:
        """Assign batches and receive reports once. Return whether there is more to do."""
        over = bool(self.end_time) and time.time() >= self.end_time
        if not over:
            self.assign_batches()
        busy = [worker for worker in self.workers if worker.batches]
        if not busy or over:
            return False
        for connection in wait([worker.connection for worker in busy], REPORT_INTERVAL_S):
            self.receive(next(worker for worker in busy if worker.connection is connection))
        if time.monotonic() - self.write_time >= REPORT_INTERVAL_S:
            self.flush()
        return True

    def assign_batches(self) -> None:
        """Start workers and send them the batches whose dependencies are finished."""
        while len(self.workers) < self.jobs and self.next_batch() is not None:
            self.workers.append(self.start_worker())
        for worker in sorted(self.workers, key=lambda worker: len(worker.batches)):
            while len(worker.batches) < BATCHES_PER_WORKER and (number := self.next_batch()) is not None:
                if not self.send_batch(worker, number):
                    break
                self.remove_next_batch()

    def next_batch(self) -> int | None:
        """The number of the next batch to assign, or None if there is none."""
        if self.unfinished:
            return self.unfinished[0]
        return self.next_new_batch if batch_size(self.next_new_batch, self.count) else None

    def remove_next_batch(self) -> None:
        """Remove the next batch from those to assign."""
        if self.unfinished:
            self.unfinished.pop(0)
        else:
            self.next_new_batch += 1

    def send_batch(self, worker: WorkerHandle, number: int) -> bool:
        """Send a batch and the new bins of earlier ones to a worker.

        Return False if a batch that it depends on is not finished, if the worker already knows bins of later batches,
        or if the worker has ended."""
        end = program_coverage.known_batches(number)
        if worker.known_batches > end or not self.all_finished(range(worker.known_batches, end)):
            return False
        new_bins = [self.bins[n] for n in range(worker.known_batches, end)]
        worker.known_batches = end
        try:
            worker.connection.send(
                (*self.batch_request(number), np.concatenate(new_bins) if new_bins else np.zeros(0, np.int64)))
        except OSError:
            self.remove_lost_worker(worker)
            return False
        worker.batches.append(number)
        return True

    def all_finished(self, numbers: Iterable[int]) -> bool:
        """Whether the bins and timeouts of these batches are known."""
        return all(n in self.bins and n in self.timeouts.finished for n in numbers)

    def batch_request(self, number: int) -> tuple:
        """The arguments of Worker.run_batch()."""
        return (number, self.done.get(number, 0), batch_size(number, self.count),
                self.kinds_by_batch.get(number, frozenset()), self.timeouts.known_before(number))

    def start_worker(self) -> WorkerHandle:
        """Start a worker process."""
        own_end, worker_end = self.context.Pipe()
        process = self.context.Process(target=run_worker, args=(worker_end, self.fuzz_run.settings, self.seconds),
                                       daemon=True)
        with worker_pool.sigint_blocked():
            process.start()
        worker_end.close()
        return WorkerHandle(process, own_end)

    def receive(self, worker: WorkerHandle) -> None:
        """Receive a report of a worker.  Raises TargetError if it sends an error."""
        try:
            message = worker.connection.recv()
        except (EOFError, OSError):
            self.remove_lost_worker(worker)
            return
        if isinstance(message, str):
            raise TargetError(message)
        self.add_report(message)
        if message.done >= batch_size(message.batch, self.count):
            worker.batches.remove(message.batch)

    def add_report(self, report: BatchProgress) -> None:
        """Add a report. The next transaction writes it to the database."""
        self.progress(report.done - self.done.get(report.batch, 0), len(report.failures))
        if report.digest and report.batch not in self.bins:
            self.bins[report.batch] = unpack_bins(report.bins)
        self.done[report.batch] = report.done
        for failure in report.failures:
            self.add_failure(failure)
        if report.hangs is not None:
            self.timeouts.finish_batch(report)
        self.reports.append(report)

    def add_failure(self, failure: Failure) -> None:
        """Record that this kind of failure has a case, and whether the target gave no answer."""
        self.timeouts.add_failure(failure)
        batch = failure.number // PROGRAMS_PER_BATCH
        self.kinds_by_batch[batch] = self.kinds_by_batch.get(batch, frozenset()) | {failure_kind(failure.cause)}

    def drain(self, worker: WorkerHandle) -> None:
        """Receive the reports that a worker has already sent."""
        try:
            while worker.connection.poll():
                message = worker.connection.recv()
                if isinstance(message, BatchProgress):
                    self.add_report(message)
        except (EOFError, OSError):
            pass

    def remove_lost_worker(self, worker: WorkerHandle) -> None:
        """Remove a worker that has ended, and assign its batches again.

        Raises FuzzRunError if too many workers have ended while running the first of these batches."""
        self.workers.remove(worker)
        worker.connection.close()
        worker.process.join()
        for number in worker.batches[:1]:
            self.losses[number] += 1
            if self.losses[number] >= MAX_WORKER_LOSSES:
                first = number * PROGRAMS_PER_BATCH
                raise FuzzRunError(
                    f"batch {number} (programs {first} to {first + PROGRAMS_PER_BATCH - 1}) has ended "
                    f"{MAX_WORKER_LOSSES} workers (exit status {worker.process.exitcode}); finished programs are "
                    "recorded"
                )
        self.unfinished = sorted({*self.unfinished, *worker.batches})

    def flush(self) -> None:
        """Write the reports that are not written yet."""
        reports, self.reports, self.write_time = self.reports, [], time.monotonic()
        if reports:
            self.fuzz_run.write_progress(reports)

    def stop_workers(self) -> None:
        """End the workers and with them their targets."""
        for worker in self.workers:
            worker.process.terminate()
        for worker in self.workers:
            worker.process.join(1)
            if worker.process.is_alive():
                worker.process.kill()
        self.workers.clear()


def run_settings(target: str, options, illegal: bool, profile: str = "full") -> RunSettings:
    """The settings of a fuzz run: the options, limited to what the target supports and the profile includes.

    Raises TargetError if no programs remain."""
    from ...harness.comparison.program_differential import supported_options
    with open_target(target) as opened:
        hello = getattr(opened, "hello", None)
        if hello is None or not hasattr(opened, "run"):
            raise TargetError(f"{target} runs no programs; assay targets lists those that do")
        if options.arch not in hello.architectures:
            raise TargetError(f"{target} has no {options.arch}; it has {', '.join(hello.architectures)}")
        if illegal and "findings" not in checked_features(opened):
            raise TargetError(f"{target} reports no findings: --illegal is for targets that do")
        limits = declared_support.limits_of_target(opened, CertifyOptions(profile=profile))
        options = supported_options(opened, apply_limits(options, limits))
        if not options.waves or options.forms == ():
            raise TargetError(f"{target} claims nothing that programs of {options.arch} use: see its claims")
        return RunSettings(target, replace(options, careless=illegal), illegal)


def apply_limits(options, limits):
    """The options within the limits of the target's claims and the profile."""
    forms = all_forms(options.arch)
    supported = tuple(n for n in (range(len(forms)) if options.forms is None else options.forms)
                      if limits.outside(forms[n]) is None)
    return replace(
        options, mode=limits.mode, modifiers=limits.modifiers, registers=limits.registers,
        waves=limits.sizes(options.arch),
        forms=supported if len(supported) < len(forms) or options.forms is not None else None,
    )
