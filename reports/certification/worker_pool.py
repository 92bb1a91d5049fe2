"""Tasks in worker processes: what each gave is kept in a journal as soon as it is there, so that neither Ctrl-C nor the
end of a worker loses it."""
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
from ...harness.targets.registry import TargetError
from . import open_targets, output_paths

LOSSES = 3                                           # workers lost in a row before a task is held to be the cause
_HEAD, _SIZE = 32, 8                                 # bytes of a digest, of a length
SELDOM = 1_000_000                                   # objects more than went, after which Python looks for cycles


@contextlib.contextmanager
def silent(title: str, total: int):
    """Progress that nobody sees: a function to call with each step."""
    yield lambda steps=1: None


class Stopped(Exception):
    """Ctrl-C; `done` of `total` tasks are finished."""

    def __init__(self, done: int, total: int):
        super().__init__(f"{done} of {total} tasks are done")
        self.done, self.total = done, total


class _Reader(pickle.Unpickler):
    """Reads records of certification (worker_tasks.RECORD_TYPES) and nothing else."""

    def find_class(self, module_name, global_name):
        from .worker_tasks import RECORD_TYPES
        for one in RECORD_TYPES:
            if (one.__module__, one.__qualname__) == (module_name, global_name):
                return one
        raise pickle.UnpicklingError(f"a journal holds no {module_name}.{global_name}")


class Journal:
    """Results by task, each written when it is known.  `head` says what they are results of: a journal that says
    something else is begun anew.  A record that was not written to its end is dropped."""

    def __init__(self, path: Path, head: str, resume: bool):
        self.path, self.held = path, {}
        mark = hashlib.sha256(head.encode()).digest()
        data = path.read_bytes() if resume and path.exists() else b""
        at = self._read(data) if data[:_HEAD] == mark else 0
        with open(path, "wb" if not at else "r+b") as file:
            file.truncate(at)
            file.seek(at)
            file.write(b"" if at else mark)

    def _read(self, data: bytes) -> int:
        """Takes the records over -> where the last whole one ends."""
        at = _HEAD
        while at + _SIZE + _HEAD <= len(data):
            size = int.from_bytes(data[at:at + _SIZE], "little")
            record = data[at + _SIZE + _HEAD:at + _SIZE + _HEAD + size]
            if len(record) < size or hashlib.sha256(record).digest() != data[at + _SIZE:at + _SIZE + _HEAD]:
                break
            try:
                task, result = _Reader(io.BytesIO(record)).load()
            except pickle.UnpicklingError as error:
                raise TargetError(f"{self.path}: {error}; without --resume it is begun anew") from None
            self.held[task] = result
            at += _SIZE + _HEAD + size
        return at

    def write(self, task: tuple, result) -> None:
        """One more result; one that was cut short is not kept for later."""
        self.held[task] = result
        if result.cut:
            return
        record = pickle.dumps((task, result))
        try:
            with open(self.path, "ab") as file:
                file.write(len(record).to_bytes(_SIZE, "little") + hashlib.sha256(record).digest() + record)
        except OSError as error:
            raise output_paths.named(error, self.path) from None


@contextlib.contextmanager
def starting() -> Iterator[None]:
    """Processes that are started here do not hear Ctrl-C before ignore_ctrl_c(), while they import; one that comes now
    this process hears at the end."""
    resource_tracker.ensure_running()                # which unblocks signals when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ignore_ctrl_c() -> None:
    """In a new worker: Ctrl-C is its parent's to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def begin() -> None:
    """In a new worker: Ctrl-C is its parent's to answer; told to end, left by its parent, or done, it ends what it has
    started, and goes without freeing what it has, object by object.  Nor does it look through that for cycles, of which
    tasks leave next to none."""
    ignore_ctrl_c()
    gc.set_threshold(SELDOM)
    signal.signal(signal.SIGTERM, lambda *_: _end(1))
    die_with_parent(signal.SIGTERM)
    if (parent := multiprocessing.parent_process()) and parent.pid != os.getppid():
        _end(1)                                      # it had gone before
    atexit.register(_end, 0)


def _end(status: int) -> None:
    open_targets.close_all()
    os._exit(status)


def run(function, todo: list[tuple], jobs: int, step, journal: Journal) -> list:
    """function(*task) of every task, in the order of `todo` whatever process was first; what the journal holds is not
    run again.  `step`: called with each that is done.  Raises Stopped at Ctrl-C, and what a task raises."""
    left = [task for task in todo if task not in journal.held]
    step(len(todo) - len(left))
    try:
        if jobs == 1 or len(left) < 2:
            for task in left:
                journal.write(task, function(*task))
                step()
        else:
            _share_out(function, left, jobs, step, journal)
    except KeyboardInterrupt:
        raise Stopped(sum(task in journal.held for task in todo), len(todo)) from None
    return [journal.held[task] for task in todo]


def _share_out(function, left: list[tuple], jobs: int, step, journal: Journal) -> None:
    """The same in processes.  When a worker is lost its tasks are given to new ones."""
    losses = 0
    while left:
        before = len(left)
        others = set(multiprocessing.active_children())
        pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), begin)
        try:
            with starting():
                waiting = {pool.submit(function, *task): task for task in left}
            while waiting:
                done, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    journal.write(waiting[future], future.result())
                    left.remove(waiting.pop(future))
                    step()
        except BrokenProcessPool:
            losses = losses + 1 if len(left) == before else 1
            if losses == LOSSES:
                raise TargetError(f"{LOSSES} times in a row a worker was ended; is there memory enough?") from None
            print(f"assay: a worker was ended; {len(left)} tasks go to new ones", file=sys.stderr)
        finally:
            for process in set(multiprocessing.active_children()) - others if left else ():
                process.terminate()
            pool.shutdown(wait=not left, cancel_futures=True)
