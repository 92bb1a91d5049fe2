"""Runs each case in a forked process. The emulator accesses the memory of its own process, so a wrong address kills the
process. The parent process keeps the compiled instructions."""
from __future__ import annotations

import ctypes
import faulthandler
import os
import signal
from collections.abc import Callable

import msgspec

from ...protocol.adapter import Unsupported, write_all

_DIE_WITH_PARENT = 1                                  # PR_SET_PDEATHSIG


def run_in_child(run: Callable[[], dict], seconds: float) -> dict:
    """Call `run` in a forked process; return its result. The status is fault if a signal kills the process, and limit
    after `seconds`."""
    source, sink = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(source)
        faulthandler.disable()                        # a signal is an expected answer of a case
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
        signal.setitimer(signal.ITIMER_REAL, max(0.1, 0.9 * seconds))
        write_all(sink, msgspec.msgpack.encode(_run_caught(run)))
        os._exit(0)
    os.close(sink)
    with os.fdopen(source, "rb") as stream:
        data = stream.read()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code == 0:
        return msgspec.msgpack.decode(data)
    if code == -signal.SIGALRM:
        return {"status": "limit", "text": f"the emulator was not done after {0.9 * seconds:.1f} s"}
    if code == -signal.SIGSEGV:
        return {"status": "fault", "text": "the emulator accessed memory that the case does not have"}
    return {"status": "fault", "text": f"the emulator ended with {signal.Signals(-code).name if code < 0 else code}"}


def _run_caught(run: Callable[[], dict]) -> dict:
    """Call `run`; turn its exceptions into results."""
    try:
        return run()
    except Unsupported as error:
        return {"status": "unsupported", "operation": error.operation, "text": str(error)}
    except Exception as error:
        return {"status": "fault", "text": f"{type(error).__name__}: {error}"}
