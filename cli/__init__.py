"""The `assay` command: argument parsing, error lines and exit status."""
from __future__ import annotations

import contextlib
import io
import locale
import os
import signal
import sys

from ..spec import SpecError

STATUS_PIPE_CLOSED = 128 + signal.SIGPIPE            # the shell's status of a process killed by the signal
STATUS_INTERRUPTED = 128 + signal.SIGINT


def main(argv: list[str] | None = None) -> int:
    """Run one command.

    Returns 0 for pass, 1 for fail, 2 for bad use or an invalid case."""
    command = "assay"
    try:
        from .common import BadUse
        from .parser import build_parser         # these imports read the tables of spec/
        arguments = build_parser().parse_args(check_encoding(sys.argv[1:] if argv is None else argv))
        command = f"assay {arguments.command}"
        return arguments.run(arguments)
    except SpecError as error:                   # names the table's file, the line and the remedy
        return print_error(command, f"spec/{error}")
    except (BadUse, EncodingError) as error:
        return print_error(command, error)
    except BrokenPipeError:
        return STATUS_PIPE_CLOSED
    except OSError as error:                     # not handled by the command, such as a full disk
        return print_error(command, f"{error.filename or 'output'}: {error.strerror or error}")
    except KeyboardInterrupt:
        return STATUS_INTERRUPTED


class EncodingError(Exception):
    """The locale is not UTF-8, or an argument is not text."""


def check_encoding(argv: list[str]) -> list[str]:
    """Return `argv` if the locale and every argument are UTF-8.

    Raises EncodingError otherwise: tables, cases and results are UTF-8."""
    if (encoding := locale.getpreferredencoding(False)).lower() not in ("utf-8", "utf8"):
        raise EncodingError(f"the locale's encoding is {encoding}; Assay needs UTF-8: set PYTHONUTF8=1")
    for word in argv:
        if any("\ud800" <= c <= "\udfff" for c in word):
            raise EncodingError(f"{ascii(word)} is not UTF-8; rename the file")
    return argv


def command() -> None:
    """The entry point of the shell command: run main() and exit with its status.

    A Ctrl-C after main() has returned does not change the status."""
    # Otherwise NumPy's BLAS starts a spinning thread per core, also in workers and targets.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if prepare_streams():
        try:
            status = main()
        except SystemExit as end:                    # --help, --version or an error of argparse
            status = int(end.code or 0)
    else:
        status = print_error("assay", "standard output is closed; redirect it to /dev/null to discard the output")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    status = flush_streams(status)
    if status == STATUS_PIPE_CLOSED:
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGPIPE)
    sys.exit(status)


def prepare_streams() -> bool:
    """Escape characters that the locale cannot encode, and open /dev/null for closed streams.

    Returns whether standard output was open."""
    is_open = sys.stdout is not None
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))       # gets the lowest free descriptor: that of the stream
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    return is_open


def flush_streams(status: int) -> int:
    """Flush the output streams and return the status, changed if standard output failed.

    A stream that fails is redirected to /dev/null, so that the flush at exit does not fail again."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError as error:
            if stream is sys.stdout and status in (0, 1):
                closed = isinstance(error, BrokenPipeError)
                status = STATUS_PIPE_CLOSED if closed else print_error("assay", f"output: {error.strerror}")
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return status


def print_error(command: str, error) -> int:
    """Print an error in one line and return status 2."""
    with contextlib.suppress(OSError):
        print(f"{command}: {error}", file=sys.stderr)
    return 2
