"""Kills orphaned processes of a target. A process in its own session does not end with the target's process group. A
mark in the environment of each process therefore identifies its target."""
from __future__ import annotations

import contextlib
import os
import signal
import time
from itertools import count
from pathlib import Path

MARK_VARIABLE = "ASSAY_TARGET_PROCESS"
KILL_TIMEOUT_S = 1.0
_numbers = count(1)


def marked_environment() -> tuple[str, dict[str, str]]:
    """Return (mark of a new target, environment with the mark), which all its child processes inherit."""
    mark = f"{os.getpid()}.{next(_numbers)}"
    return mark, {**os.environ, MARK_VARIABLE: mark}


def kill_orphans(mark: str) -> None:
    """Kill all processes with the mark, and those that they start meanwhile. The target itself must have ended."""
    deadline = time.monotonic() + KILL_TIMEOUT_S
    while (pids := _marked_processes(f"{MARK_VARIABLE}={mark}".encode())) and time.monotonic() < deadline:
        for pid in pids:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)


def _marked_processes(setting: bytes) -> list[int]:
    """Return the ids of processes with a setting in their environment. The list is empty if there is no /proc. It
    contains no zombies, since they have no environment."""
    pids = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):               # it ended or belongs to another user
            if setting in path.read_bytes().split(b"\0"):
                pids.append(int(path.parent.name))
    return pids
