"""What a target starts and leaves: a process in a session of its own is in no group that could be ended with the
target, and may be nobody's child.  Its environment says which target it comes from."""
from __future__ import annotations

import contextlib
import os
import signal
import time
from itertools import count
from pathlib import Path

VARIABLE = "ASSAY_TARGET_PROCESS"
PATIENCE = 1.0                                       # seconds for those that are killed to end
_numbers = count(1)


def marked() -> tuple[str, dict[str, str]]:
    """(the mark of a new target, an environment for it, which all that it starts inherit)"""
    mark = f"{os.getpid()}.{next(_numbers)}"
    return mark, {**os.environ, VARIABLE: mark}


def end_strays(mark: str) -> None:
    """Ends what a target has left behind, and what that starts meanwhile; the target itself has ended."""
    until = time.monotonic() + PATIENCE
    while (found := _strays(f"{VARIABLE}={mark}".encode())) and time.monotonic() < until:
        for pid in found:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)


def _strays(setting: bytes) -> list[int]:
    """The processes with a setting in their environment: none where there is no /proc, and a zombie has none."""
    found = []
    for place in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):               # ended, or another user's
            if setting in place.read_bytes().split(b"\0"):
                found.append(int(place.parent.name))
    return found
