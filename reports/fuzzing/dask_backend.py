"""Certification and campaigns on the workers of a Dask cluster: what they run is what local workers run, and what they
give goes into the same journal and campaign.  A worker that is lost loses nothing: Dask gives its tasks to others."""
from __future__ import annotations

import contextlib
import threading
import time
from typing import Any

import numpy as np

from ...generators.programs import program_coverage as coverage
from ...generators.programs.random_programs import SHEET
from ...harness.protocol.format_versions import model_digest, suite_digest
from ...harness.targets.target_error import TargetError
from ..certification.open_targets import close_all
from ..certification.worker_pool import Journal, Stopped
from .fuzz_run import PART_SECONDS, Fuzzer, Worker
from .run_database import About, Campaign, CampaignError, Part

REMEDY = "--dask needs Dask on this machine and on the workers': pip install 'assay[dask]'"
CONNECT_SECONDS = 15
MOST = 8                                             # sheets in one task
AHEAD = 3                                            # tasks given out for each thread of the workers
_turn = threading.Lock()                             # a process has each target once: one task at a time
_workers: dict[tuple[About, float], Worker] = {}


# ---- the parent ----

@contextlib.contextmanager
def cluster(address: str):
    """A client of the scheduler at `address`, as connect() gives it, until the end of the block."""
    client = connect(address)
    try:
        yield client
    finally:
        client.close()


def connect(address: str):
    """A client of the scheduler at `address`, whose workers all have this Assay.  Raises TargetError."""
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
        same(client)
    except TimeoutError:
        client.close()
        raise TargetError(f"{address}: the scheduler has no workers; start some with `dask worker {address}`") from None
    except TargetError:
        client.close()
        raise
    return client


def same(client) -> None:
    """Every worker has the same model and suites, and no target open from before.  Raises TargetError."""
    mine = ready()
    for worker, found in client.run(ready, on_error="return").items():
        if isinstance(found, Exception):
            raise TargetError(f"worker {worker} cannot run Assay: {type(found).__name__}: {found}; install this "
                              "version there")
        if found != mine:
            raise TargetError(f"worker {worker} has another model or other suites than this machine; install the same "
                              "version on both")


def outcome(future, what: str, error):
    """What a task gave.  A result lost with its worker is waited for: Dask runs that task again.  Raises what the task
    raised, as this machine's user shall read it; `error`: the class where it says nothing."""
    from distributed.scheduler import KilledWorker  # pyright: ignore[reportMissingImports]
    found = future.exception()
    if future.cancelled():
        raise error("the scheduler is gone; what was done is kept, and --resume goes on")
    if isinstance(found, KilledWorker):
        raise error(f"{what} has ended one worker after another; what was done is kept")
    if found is not None:
        raise error(str(found)) if isinstance(found, OSError) else found
    return future.result()


def run(client, function, todo: list[tuple], jobs: int, step, journal: Journal) -> list:
    """Run tasks as worker_pool.run_tasks(), on the cluster, which has its own number of workers."""
    from distributed import as_completed  # pyright: ignore[reportMissingImports]
    left = [task for task in todo if task not in journal.results]
    step(len(todo) - len(left))
    futures = {client.submit(alone, function, *task, pure=False): task for task in left}
    try:
        for future in as_completed(list(futures)):
            found = outcome(future, f"task {futures[future]}", TargetError)
            journal.write(futures.pop(future), found)
            step()
    except KeyboardInterrupt:
        raise Stopped(sum(task in journal.results for task in todo), len(todo)) from None
    finally:
        client.cancel(list(futures))
    return [journal.results[task] for task in todo]


class Campaigner(Fuzzer):
    """Runs a campaign on the cluster."""

    def __init__(self, campaign: Campaign, client, count: int | None, until: float, seconds: float, progress):
        super().__init__(campaign, 0, count, until, seconds, progress)
        self.client, self.futures = client, {}
        self.threads = sum(client.nthreads().values())
        self.reached, self.knows, self.sent = coverage.nothing(campaign.about.options.arch).reshape(-1), 0, None

    def serve(self) -> bool:
        """One round -> whether there is more to do."""
        from distributed import wait  # pyright: ignore[reportMissingImports]
        over = bool(self.until) and time.time() >= self.until
        while not over and len(self.futures) < AHEAD * self.threads and (task := self.task()):
            future = self.client.submit(sheets, self.campaign.about, self.seconds, self.sent, task, pure=False)
            self.futures[future] = task
        if not self.futures or over:
            return False
        try:
            found: Any = wait(list(self.futures), PART_SECONDS, return_when="FIRST_COMPLETED")
        except TimeoutError:
            return True
        for future in found.done:
            self.hear_from(future)
        self.flush()
        return True

    def task(self) -> list[tuple]:
        """The next sheets, as far as the bins they hang on are known: task_of() each.  `sent` is then what they know:
        all of one task know the same."""
        found: list[tuple] = []
        while (number := self.peek()) is not None and len(found) < min(MOST, coverage.epoch(number) // coverage.EPOCH):
            if found and coverage.known_to(number) != coverage.known_to(found[0][0]) or not self.learn(number):
                break
            self.take()
            found.append(self.task_of(number))
        return found

    def learn(self, number: int) -> bool:
        """Makes `sent` what sheet `number` knows; False while that is not known."""
        upto = coverage.known_to(number)
        if not self.settled(range(upto)):
            return False
        if self.sent is None or upto != self.knows:
            if upto < self.knows:                    # a sheet of an earlier epoch, begun and not ended
                self.reached[:], self.knows = False, 0
            for n in range(self.knows, upto):
                self.reached[self.bins[n]] = True
            self.knows = upto
            self.sent = self.client.scatter(np.packbits(self.reached), broadcast=True)
        return True

    def hear_from(self, future) -> None:
        """What came of a task."""
        task = self.futures.pop(future)
        first, last = task[0][0] * SHEET, task[-1][0] * SHEET + SHEET - 1
        for part in outcome(future, f"one of streams {first} to {last}", CampaignError):
            self.note(part)

    def end(self) -> None:
        """Nothing more is wanted of the cluster."""
        self.client.cancel(list(self.futures))
        self.futures.clear()


# ---- a worker ----

def alone(function, *task):
    """function(*task), while no other task runs in this process."""
    with _turn:
        return function(*task)


def ready() -> tuple[str, str]:
    """Digests of model and suites; ends the targets of earlier runs, which may be other programs by now."""
    with _turn:
        close_all()
        while _workers:
            _workers.popitem()[1].target.close()
    return model_digest(), suite_digest()


def worker_of(about: About, seconds: float) -> Worker:
    """The only one of its kind in this process."""
    if (about, seconds) not in _workers:
        _workers[about, seconds] = Worker(None, about, seconds)
    return _workers[about, seconds]


def sheets(about: About, seconds: float, reached: np.ndarray, task: list[tuple]) -> list[Part]:
    """Whole sheets of a campaign, by what a local worker does for each."""
    with _turn:
        worker = worker_of(about, seconds)
        flat = worker.reached.reshape(-1)
        flat[:] = np.unpackbits(reached, count=len(flat)).astype(bool)
        return [part for one in task for part in worker.parts(*one)]
