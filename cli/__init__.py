"""The `assay` command: argument parsing and exit status; the work is done by the packages to its left."""
from __future__ import annotations

import contextlib
import io
import locale
import os
import signal
import sys

from ..spec import SpecError

CLOSED = 128 + signal.SIGPIPE                        # as of a process that the signal ends
STOPPED = 128 + signal.SIGINT


def main(argv: list[str] | None = None) -> int:
    """Runs one command. Returns 0 pass, 1 fail, 2 bad use or an invalid case."""
    command = "assay"
    try:
        from .common import BadUse
        from .parser import build_parser         # what these import reads the tables
        arguments = build_parser().parse_args(readable(sys.argv[1:] if argv is None else argv))
        command = f"assay {arguments.command}"
        return arguments.run(arguments)
    except SpecError as error:                   # a table that does not explain itself: file, line and remedy
        return refused(command, f"spec/{error}")
    except (BadUse, Unreadable) as error:
        return refused(command, error)
    except BrokenPipeError:                      # the reader went away: nothing left to say, and nobody to say it to
        return CLOSED
    except OSError as error:                     # what no command foresaw: a full disk, a folder that cannot be
        return refused(command, f"{error.filename or 'output'}: {error.strerror or error}")
    except KeyboardInterrupt:
        return STOPPED


class Unreadable(Exception):
    """A word that is no text."""


def readable(argv: list[str]) -> list[str]:
    """The words of a command line.  Raises Unreadable: what could not be named in results, pages and certificates, and
    a locale in which tables and cases, which are UTF-8, would be read as something else."""
    if (said := locale.getpreferredencoding(False)).lower() not in ("utf-8", "utf8"):
        raise Unreadable(f"the encoding of this locale is {said}; UTF-8 is needed: set PYTHONUTF8=1")
    for word in argv:
        if any("\ud800" <= c <= "\udfff" for c in word):
            raise Unreadable(f"{ascii(word)} is not UTF-8; rename the file")
    return argv


def command() -> None:
    """What a shell starts: main() and its status, which a Ctrl-C that comes when all is told changes no more."""
    # NumPy's BLAS starts a thread a core, each of which spins for a tenth of a second: here, in workers and in targets.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if streams():
        try:
            status = main()
        except SystemExit as end:                    # --help, --version, or what argparse refuses
            status = int(end.code or 0)
    else:
        status = refused("assay", "standard output is closed; >/dev/null throws away what is said there")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    status = flushed(status)
    if status == CLOSED:
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGPIPE)
    sys.exit(status)


def streams() -> bool:
    """Makes all that is said fit the locale, and closed input and errors empty -> whether there is an output."""
    there = sys.stdout is not None
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))       # takes the lowest number that is free: its own
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    return there


def flushed(status: int) -> int:
    """The status, where all that was said has arrived; what has not is thrown away, lest it be met again at the end."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError as error:
            if stream is sys.stdout and status in (0, 1):
                status = CLOSED if isinstance(error, BrokenPipeError) else refused("assay", f"output: {error.strerror}")
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return status


def refused(command: str, error) -> int:
    """Says in a line what is wrong."""
    with contextlib.suppress(OSError):
        print(f"{command}: {error}", file=sys.stderr)
    return 2
