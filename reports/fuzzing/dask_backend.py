"""Certification and fuzz runs on the workers of a Dask cluster.

They run the same tasks as local workers, and their results go into the same journal or database.  A lost worker loses
nothing, because Dask gives its tasks to others."""
from __future__ import annotations

import contextlib
import threading
import time
from typing import Any

import numpy as np

from ...generators.programs import program_coverage
from ...generators.programs.random_programs import PROGRAMS_PER_BATCH
from ...harness.protocol.format_versions import model_digest, suite_digest
from ...harness.targets.target_error import TargetError
from ..certification.open_targets import close_all
from ..certification.worker_pool import Journal, Stopped
from .fuzz_run import REPORT_INTERVAL_S, Fuzzer, Worker
from .run_database import BatchProgress, FuzzRun, FuzzRunError, RunSettings

REMEDY = "--dask needs Dask on this machine and on the workers': pip install 'assay[dask]'"
CONNECT_SECONDS = 15
MAX_BATCHES_PER_TASK = 8
TASKS_PER_THREAD = 3                                 # submitted for each thread of the workers
_task_lock = threading.Lock()                        # a process opens each target once, so it runs one task at a time
_workers: dict[tuple[RunSettings, float], Worker] = {}


# ---- the parent ----

@contextlib.contextmanager
def connected_client(address: str):
    """A client of the scheduler at `address`, closed at the end of the block.  Raises TargetError."""
    client = connect(address)
    try:
        yield client
    finally:
        client.close()


def connect(address: str):
    """A client of the scheduler at `address`, after checks of its workers.  Raises TargetError."""
    try:
        from distributed import Client  # pyright: ignore[reportMissingImports]
    except ImportError:
        raise TargetError(REMEDY) from None
    try:
        client = Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        reason = str(error) or "no answer"
        raise TargetError(f"{address}: {reason}; `dask scheduler` starts one and prints its address") from None
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        check_workers(client)
    except TimeoutError:
        client.close()
        raise TargetError(f"{address}: the scheduler has no workers; start some with `dask worker {address}`") from None
    except TargetError:
        client.close()
        raise
    return client


def check_workers(client) -> None:
    """Check that every worker has the same model and suites as this machine, and close the targets of earlier runs.

    Raises TargetError."""
    own_digests = reset_worker()
    for worker, digests in client.run(reset_worker, on_error="return").items():
        if isinstance(digests, Exception):
            raise TargetError(f"worker {worker} cannot run Assay: {type(digests).__name__}: {digests}; install this "
                              "version there")
        if digests != own_digests:
            raise TargetError(f"worker {worker} has another model or other suites than this machine; install the same "
                              "version on both")


def task_result(future, task_name: str, error_type):
    """The result of a task.

    If the result is lost with its worker, Dask runs the task again.  Raises the task's own exception, and `error_type`
    with a message for the user if the system, the scheduler or the worker failed."""
    from distributed.scheduler import KilledWorker  # pyright: ignore[reportMissingImports]
    exception = future.exception()
    if future.cancelled():
        raise error_type("the scheduler has ended; finished work is recorded, and --resume continues")
    if isinstance(exception, KilledWorker):
        raise error_type(f"{task_name} has ended one worker after another; finished work is recorded")
    if exception is not None:
        raise error_type(str(exception)) if isinstance(exception, OSError) else exception
    return future.result()


def run_tasks(client, function, tasks: list[tuple], jobs: int, step, journal: Journal) -> list:
    """Run tasks like worker_pool.run_tasks(), on the cluster.  `jobs` is unused: the cluster has its own workers."""
    from distributed import as_completed  # pyright: ignore[reportMissingImports]
    remaining = [task for task in tasks if task not in journal.results]
    step(len(tasks) - len(remaining))
    futures = {client.submit(run_exclusively, function, *task, pure=False): task for task in remaining}
    try:
        for future in as_completed(list(futures)):
            result = task_result(future, f"task {futures[future]}", TargetError)
            journal.write(futures.pop(future), result)
            step()
    except KeyboardInterrupt:
        raise Stopped(sum(task in journal.results for task in tasks), len(tasks)) from None
    finally:
        client.cancel(list(futures))
    return [journal.results[task] for task in tasks]


class DaskFuzzer(Fuzzer):
    """Runs a fuzz run on a Dask cluster."""

    def __init__(self, run: FuzzRun, client, count: int | None, end_time: float, seconds: float, progress):
        super().__init__(run, 0, count, end_time, seconds, progress)
        self.client, self.futures = client, {}
        self.threads = sum(client.nthreads().values())
        self.covered = program_coverage.empty_coverage(run.settings.options.arch).reshape(-1)
        self.known_batches, self.sent_bins = 0, None

    def run_round(self) -> bool:
        """Submit tasks and receive results once. Return whether there is more to do."""
        from distributed import wait  # pyright: ignore[reportMissingImports]
        over = bool(self.end_time) and time.time() >= self.end_time
        while not over and len(self.futures) < TASKS_PER_THREAD * self.threads and (task := self.next_task()):
            future = self.client.submit(run_batches, self.fuzz_run.settings, self.seconds, self.sent_bins, task,
                                        pure=False)
            self.futures[future] = task
        if not self.futures or over:
            return False
        try:
            finished: Any = wait(list(self.futures), REPORT_INTERVAL_S, return_when="FIRST_COMPLETED")
        except TimeoutError:
            return True
        for future in finished.done:
            self.receive_result(future)
        self.flush()
        return True

    def next_task(self) -> list[tuple]:
        """The requests (batch_request()) for the next batches that can run, or an empty list if there are none.

        All batches of a task depend on the same earlier batches; `sent_bins` becomes the bins that those cover."""
        requests: list[tuple] = []
        while (number := self.next_batch()) is not None and len(requests) < min(
            MAX_BATCHES_PER_TASK, program_coverage.epoch_length(number) // program_coverage.MIN_EPOCH_LENGTH
        ):
            if requests and program_coverage.known_batches(number) != program_coverage.known_batches(requests[0][0]):
                break
            if not self.update_sent_bins(number):
                break
            self.remove_next_batch()
            requests.append(self.batch_request(number))
        return requests

    def update_sent_bins(self, number: int) -> bool:
        """Set `sent_bins` to the bins that batch `number` depends on. Return False if these are not known yet."""
        end = program_coverage.known_batches(number)
        if not self.all_finished(range(end)):
            return False
        if self.sent_bins is None or end != self.known_batches:
            if end < self.known_batches:             # an unfinished batch of an earlier epoch
                self.covered[:], self.known_batches = False, 0
            for n in range(self.known_batches, end):
                self.covered[self.bins[n]] = True
            self.known_batches = end
            self.sent_bins = self.client.scatter(np.packbits(self.covered), broadcast=True)
        return True

    def receive_result(self, future) -> None:
        """Add the reports of a finished task.  Raises FuzzRunError."""
        task = self.futures.pop(future)
        first, last = task[0][0] * PROGRAMS_PER_BATCH, task[-1][0] * PROGRAMS_PER_BATCH + PROGRAMS_PER_BATCH - 1
        for report in task_result(future, f"one of programs {first} to {last}", FuzzRunError):
            self.add_report(report)

    def stop_workers(self) -> None:
        """Cancel the submitted tasks."""
        self.client.cancel(list(self.futures))
        self.futures.clear()


# ---- a worker ----

def run_exclusively(function, *task):
    """Call function(*task) while no other task runs in this process."""
    with _task_lock:
        return function(*task)


def reset_worker() -> tuple[str, str]:
    """Close the targets of earlier runs, because their executables may have changed. Return the digests of model and
    suites."""
    with _task_lock:
        close_all()
        while _workers:
            _workers.popitem()[1].target.close()
    return model_digest(), suite_digest()


def cached_worker(settings: RunSettings, seconds: float) -> Worker:
    """The worker of this process for these settings and time limit."""
    if (settings, seconds) not in _workers:
        _workers[settings, seconds] = Worker(None, settings, seconds)
    return _workers[settings, seconds]


def run_batches(settings: RunSettings, seconds: float, covered: np.ndarray, requests: list[tuple]
                ) -> list[BatchProgress]:
    """Run complete batches and return their reports.  `covered`: packed bits of the bins covered before."""
    with _task_lock:
        worker = cached_worker(settings, seconds)
        flat = worker.covered.reshape(-1)
        flat[:] = np.unpackbits(covered, count=len(flat)).astype(bool)
        return [report for request in requests for report in worker.run_batch(*request)]
