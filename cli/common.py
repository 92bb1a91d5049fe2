"""What commands share: errors of use, reading cases, writing results, progress on a terminal."""
from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from ..harness.case.case_types import Case, CaseError, parse


class BadUse(Exception):
    """A command that cannot be carried out as given: one line, exit status 2."""


def of_a_checkout(what: str) -> None:
    """Raises BadUse where the model's sources, which `what` is about, are not: a wheel has none."""
    from ..model import build
    if not build.has_sources():
        raise BadUse(f"{what} needs a checkout of Assay: the model's sources are not part of this installation")


@contextlib.contextmanager
def ended_by_signals() -> Iterator[None]:
    """Ctrl-C ends the process as it ends any other: within a run without a limit Python hears nothing of it.  Targets
    end with their parent."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def named(path: str | Path) -> Iterator[None]:
    """What the system refuses of a file is BadUse with its name, which a write that finds no room does not have."""
    try:
        yield
    except OSError as error:
        raise BadUse(f"{path}: {error.strerror or error}") from None


def read_bytes(path: str | Path) -> bytes:
    """A file's bytes. Raises BadUse."""
    with named(path):
        return Path(path).read_bytes()


def certificate_of(path: str | Path):
    """The certificate in a file, packed or not. Raises BadUse for a file that holds none."""
    from ..reports.certification.verification import read_record
    from ..reports.export.certificate_records import Certificate
    try:
        return read_record(Path(path), Certificate)[0]
    except CaseError as error:
        raise BadUse(str(error)) from None


def load_cases(path: str) -> Iterator[Case | CaseError]:
    """The cases of a .s, .json or JSON Lines file, or the error in the place of a case that is wrong. Raises BadUse for
    a missing file."""
    data = read_bytes(path)
    if path.endswith((".s", ".S", ".asm")):
        from ..harness.case.directives import parse_assembly
        try:
            yield from parse_assembly(data.decode("utf-8", "replace"), path)
        except CaseError as error:
            yield error
    elif path.endswith(".jsonl") or _is_lines(data):
        for number, line in enumerate(data.splitlines(), 1):
            if line.strip():
                yield _attempt(lambda: parse(line), f"{path}:{number}")
    else:
        yield _attempt(lambda: parse(data), path)


def _is_lines(data: bytes) -> bool:
    """Whether the first line alone is a JSON value and more follow."""
    first, _, rest = data.lstrip().partition(b"\n")
    if not rest.strip():
        return False
    try:
        msgspec.json.decode(first)
        return True
    except msgspec.DecodeError:
        return False


def _attempt(read, where: str) -> Case | CaseError:
    try:
        case = read()
        return case if case.name else msgspec.structs.replace(case, name=Path(where).name)
    except CaseError as error:
        return error


def one_case(path: str) -> Case:
    """The only case of a file. Raises BadUse."""
    cases = list(load_cases(path))
    if len(cases) != 1:
        raise BadUse(f"{path}: holds {len(cases)} cases; give a file with one")
    if isinstance(cases[0], CaseError):
        raise BadUse(f"{path}: {cases[0]}")
    return cases[0]


def write_line(data: bytes) -> None:
    """One line to standard output, flushed."""
    sys.stdout.buffer.write(data + b"\n")
    sys.stdout.buffer.flush()


def input_lines() -> Iterator[list[bytes]]:
    """Standard input in batches: all complete lines that have arrived; ends with the input."""
    rest = b""
    while chunk := os.read(0, 1 << 18):
        *lines, rest = (rest + chunk).split(b"\n")
        if lines:
            yield lines
    if rest.strip():
        yield [rest]


LINE_SECONDS = 10.0                                  # between lines of progress where there is no terminal
BAR_WIDTH = 60                                       # of the terminal, with room for a bar beside the numbers


@contextlib.contextmanager
def progress(title: str, total: int | None, before: int = 0):
    """Progress on standard error: a bar on a terminal, elsewhere a line now and then; yields a function to call with
    each step.  `before`: steps that an earlier run has done, in no time of this one."""
    if not sys.stderr.isatty():
        yield _Lines(title, total, before)
        return
    from rich.console import Console
    from rich import progress as shown
    console = Console(stderr=True)
    columns = (
        shown.TextColumn("{task.description}"), *[shown.BarColumn()] * (console.width >= BAR_WIDTH),
        shown.MofNCompleteColumn(), shown.TimeElapsedColumn(), shown.TextColumn("left:"), shown.TimeRemainingColumn(),
    )
    with shown.Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(title, total=total, completed=before)
        yield lambda steps=1: bar.advance(task, steps)


class _Lines:
    """Progress as lines: how much is done, and how long the rest will take when it goes on like this."""

    def __init__(self, title: str, total: int | None, before: int = 0):
        self.title, self.total, self.before, self.done = title, total, before, before
        self.began = self.said = time.monotonic()

    def __call__(self, steps: int = 1) -> None:
        self.done += steps
        now = time.monotonic()
        if steps and now - self.said >= LINE_SECONDS:
            self.said = now
            took = now - self.began
            each = took / (self.done - self.before)
            rest = f"; about {each * (self.total - self.done):.0f} s left" if self.total else ""
            print(f"{self.title}: {self.done} of {self.total or '?'}, {took:.0f} s{rest}", file=sys.stderr, flush=True)


@contextlib.contextmanager
def counter(what: str):
    """A line on standard error that counts, only on a terminal; yields a function to call with each new number."""
    if not sys.stderr.isatty():
        yield lambda number: None
        return
    from rich.console import Console
    with Console(stderr=True).status(what) as line:
        yield lambda number: line.update(f"{number:,} {what}")
