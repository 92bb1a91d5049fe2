"""Run tasks in worker processes. A journal gets each result at once, so that neither Ctrl-C nor a lost worker loses
results."""
from __future__ import annotations

import atexit
import contextlib
import gc
import hashlib
import io
import multiprocessing
import os
import pickle
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import resource_tracker
from pathlib import Path

from ...harness.targets.process_target import die_with_parent
from ...harness.targets.target_error import TargetError
from . import open_targets, output_paths

MAX_WORKER_LOSSES = 3                                # in a row, after which a task is taken to be the cause
DIGEST_BYTES, SIZE_BYTES = 32, 8                     # of a record in a journal
GC_THRESHOLD = 1_000_000                             # objects: tasks leave next to no cycles


@contextlib.contextmanager
def no_progress(title: str, total: int):
    """A progress display that shows nothing: yields a function to call with each step."""
    yield lambda steps=1: None


class Stopped(Exception):
    """Ctrl-C stopped the run after `done` of `total` tasks."""

    def __init__(self, done: int, total: int):
        super().__init__(f"{done} of {total} tasks are done")
        self.done, self.total = done, total


class _RecordUnpickler(pickle.Unpickler):
    """Reads records of certification (worker_tasks.RECORD_TYPES) and nothing else."""

    def find_class(self, module_name, global_name):
        from .worker_tasks import RECORD_TYPES
        for record_type in RECORD_TYPES:
            if (record_type.__module__, record_type.__qualname__) == (module_name, global_name):
                return record_type
        raise pickle.UnpicklingError(f"a journal holds no {module_name}.{global_name}")


class Journal:
    """Results by task, each written when it is known.

    `header` identifies what the results belong to: a journal with another header is replaced. An incomplete record at
    the end is dropped."""

    def __init__(self, path: Path, header: str, resume: bool):
        self.path, self.results = path, {}
        digest = hashlib.sha256(header.encode()).digest()
        data = path.read_bytes() if resume and path.exists() else b""
        end = self._read(data) if data[:DIGEST_BYTES] == digest else 0
        with open(path, "wb" if not end else "r+b") as file:
            file.truncate(end)
            file.seek(end)
            file.write(b"" if end else digest)

    def _read(self, data: bytes) -> int:
        """Read the records. Return the offset of the end of the last complete record."""
        at = DIGEST_BYTES
        while at + SIZE_BYTES + DIGEST_BYTES <= len(data):
            size = int.from_bytes(data[at:at + SIZE_BYTES], "little")
            start = at + SIZE_BYTES + DIGEST_BYTES
            record = data[start:start + size]
            if len(record) < size or hashlib.sha256(record).digest() != data[at + SIZE_BYTES:start]:
                break
            try:
                task, result = _RecordUnpickler(io.BytesIO(record)).load()
            except pickle.UnpicklingError as error:
                raise TargetError(f"{self.path}: {error}; run without --resume to replace it") from None
            self.results[task] = result
            at = start + size
        return at

    def write(self, task: tuple, result) -> None:
        """Add a result. A result that the end of the time cut short is not written to the file."""
        self.results[task] = result
        if result.cut:
            return
        record = pickle.dumps((task, result))
        try:
            with open(self.path, "ab") as file:
                file.write(len(record).to_bytes(SIZE_BYTES, "little") + hashlib.sha256(record).digest() + record)
        except OSError as error:
            raise output_paths.error_with_path(error, self.path) from None


@contextlib.contextmanager
def sigint_blocked() -> Iterator[None]:
    """Block Ctrl-C while processes start. They inherit the blocked signal until they call ignore_ctrl_c(). This process
    receives a pending Ctrl-C at the end."""
    resource_tracker.ensure_running()                # which unblocks signals when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ignore_ctrl_c() -> None:
    """In a new worker: leave Ctrl-C to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def start_worker() -> None:
    """Prepare a new worker process.

    It leaves Ctrl-C to its parent. At SIGTERM, at the end of its parent or of its work, it closes its targets and
    exits. It does not free memory, because that is slow."""
    ignore_ctrl_c()
    gc.set_threshold(GC_THRESHOLD)
    signal.signal(signal.SIGTERM, lambda *_: _exit(1))
    die_with_parent(signal.SIGTERM)
    if (parent := multiprocessing.parent_process()) and parent.pid != os.getppid():
        _exit(1)                                     # the parent ended earlier
    atexit.register(_exit, 0)


def _exit(status: int) -> None:
    open_targets.close_all()
    os._exit(status)


def run_tasks(function, tasks: list[tuple], jobs: int, step, journal: Journal) -> list:
    """Run function(*task) for every task without a result in the journal. Return all results in the order of `tasks`.

    `step`: called with each finished task. Raises Stopped at Ctrl-C, and any exception that a task raises."""
    remaining = [task for task in tasks if task not in journal.results]
    step(len(tasks) - len(remaining))
    try:
        if jobs == 1 or len(remaining) < 2:
            for task in remaining:
                journal.write(task, function(*task))
                step()
        else:
            _run_in_processes(function, remaining, jobs, step, journal)
    except KeyboardInterrupt:
        raise Stopped(sum(task in journal.results for task in tasks), len(tasks)) from None
    return [journal.results[task] for task in tasks]


def _run_in_processes(function, remaining: list[tuple], jobs: int, step, journal: Journal) -> None:
    """Run the tasks in `jobs` processes. When a worker is lost, new workers get the remaining tasks."""
    losses = 0
    while remaining:
        before = len(remaining)
        other_processes = set(multiprocessing.active_children())
        pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), start_worker)
        try:
            with sigint_blocked():
                futures = {pool.submit(function, *task): task for task in remaining}
            while futures:
                done, _ = wait(futures, return_when=FIRST_COMPLETED)
                for future in done:
                    journal.write(futures[future], future.result())
                    remaining.remove(futures.pop(future))
                    step()
        except BrokenProcessPool:
            losses = losses + 1 if len(remaining) == before else 1
            if losses == MAX_WORKER_LOSSES:
                raise TargetError(
                    f"a worker was killed {MAX_WORKER_LOSSES} times in a row; is there enough memory?") from None
            print(f"assay: a worker was killed; new workers get the remaining {len(remaining)} tasks", file=sys.stderr)
        finally:
            for process in set(multiprocessing.active_children()) - other_processes if remaining else ():
                process.terminate()
            pool.shutdown(wait=not remaining, cancel_futures=True)
