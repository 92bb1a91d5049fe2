"""The `assay` command: argument parsing and exit status; the work is done by the packages to its left."""
from __future__ import annotations

import signal
import sys

from ..spec import SpecError


def main(argv: list[str] | None = None) -> int:
    """Runs one command. Returns 0 pass, 1 fail, 2 bad use or an invalid case."""
    try:
        from .common import BadUse
        from .parser import build_parser         # what these import reads the tables
        arguments = build_parser().parse_args(argv)
    except SpecError as error:
        return _refused("assay", error)
    try:
        return arguments.run(arguments)
    except BadUse as error:
        print(f"assay {arguments.command}: {error}", file=sys.stderr)
        return 2
    except SpecError as error:
        return _refused(f"assay {arguments.command}", error)
    except BrokenPipeError:
        sys.stderr.close()                       # the reader went away: nothing left to say, and nobody to say it to
        return 0
    except OSError as error:                     # what no command foresaw: a full disk, a folder that cannot be
        print(f"assay {arguments.command}: {error.filename or 'output'}: {error.strerror or error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def command() -> None:
    """What a shell starts: main() and its status, which a Ctrl-C that comes when all is told changes no more."""
    status = main()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(status)


def _refused(command: str, error: SpecError) -> int:
    """A table of spec/ that does not explain itself: file, line and remedy in a line."""
    print(f"{command}: spec/{error}", file=sys.stderr)
    return 2
