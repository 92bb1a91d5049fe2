"""Shared functions of the commands: errors of use, reading cases, writing results, progress."""
from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from ..harness.case.case_types import Case, CaseError, parse_case


class BadUse(Exception):
    """An error of use: its text is one line; the exit status is 2."""


def require_sources(feature: str) -> None:
    """Raise BadUse if the model's sources, which `feature` needs, are not installed, as with a wheel."""
    from ..model import build
    if not build.has_sources():
        raise BadUse(f"{feature} needs a checkout of Assay: the model's sources are not part of this installation")


@contextlib.contextmanager
def default_interrupt() -> Iterator[None]:
    """Let Ctrl-C kill the process, because Python's handler does not run during a long call of the model.

    Targets end with their parent."""
    previous = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)


@contextlib.contextmanager
def file_errors(path: str | Path) -> Iterator[None]:
    """Turn an OSError of the block into BadUse with the path, which the error of a full disk lacks."""
    try:
        yield
    except OSError as error:
        raise BadUse(f"{path}: {error.strerror or error}") from None


def read_bytes(path: str | Path) -> bytes:
    """The bytes of a file.  Raises BadUse."""
    with file_errors(path):
        return Path(path).read_bytes()


def read_certificate(path: str | Path):
    """The certificate in a file, gzipped or not.  Raises BadUse if the file holds none."""
    from ..reports.certification.verification import read_record
    from ..reports.export.certificate_records import Certificate
    try:
        return read_record(Path(path), Certificate)[0]
    except CaseError as error:
        raise BadUse(str(error)) from None


def load_cases(path: str) -> Iterator[Case | CaseError]:
    """Yield the cases of a .s, .json or JSON Lines file; a CaseError in place of an invalid case.

    Raises BadUse if the file cannot be read."""
    data = read_bytes(path)
    if path.endswith((".s", ".S", ".asm")):
        from ..harness.case.directives import parse_assembly
        try:
            yield from parse_assembly(data.decode("utf-8", "replace"), path)
        except CaseError as error:
            yield error
    elif path.endswith(".jsonl") or _is_json_lines(data):
        for number, line in enumerate(data.splitlines(), 1):
            if line.strip():
                yield _parse_or_error(lambda: parse_case(line), f"{path}:{number}")
    else:
        yield _parse_or_error(lambda: parse_case(data), path)


def _is_json_lines(data: bytes) -> bool:
    """Return whether the first line is a complete JSON value and more lines follow."""
    first, _, remaining = data.lstrip().partition(b"\n")
    if not remaining.strip():
        return False
    try:
        msgspec.json.decode(first)
        return True
    except msgspec.DecodeError:
        return False


def _parse_or_error(read, where: str) -> Case | CaseError:
    try:
        case = read()
        return case if case.name else msgspec.structs.replace(case, name=Path(where).name)
    except CaseError as error:
        return error


def single_case(path: str) -> Case:
    """Return the case of a file with exactly one. Raises BadUse."""
    cases = list(load_cases(path))
    if len(cases) != 1:
        raise BadUse(f"{path}: holds {len(cases)} cases; give a file with one")
    if isinstance(cases[0], CaseError):
        raise BadUse(f"{path}: {cases[0]}")
    return cases[0]


def write_line(data: bytes) -> None:
    """Write one line to standard output and flush it."""
    sys.stdout.buffer.write(data + b"\n")
    sys.stdout.buffer.flush()


def input_lines() -> Iterator[list[bytes]]:
    """Yield standard input in batches of complete lines, each as soon as it arrives."""
    parts: list[bytes] = []                          # of a line whose end has not arrived
    while chunk := os.read(0, 1 << 18):
        first, *lines = chunk.split(b"\n")
        parts.append(first)
        if lines:
            *complete, last = [b"".join(parts), *lines]
            parts = [last]
            yield complete
    remaining = b"".join(parts)
    if remaining.strip():
        yield [remaining]


PROGRESS_INTERVAL_S = 10.0                           # between lines of progress without a terminal
MIN_BAR_COLUMNS = 60                                 # width of the terminal from which a bar is shown


@contextlib.contextmanager
def progress(title: str, total: int | None, before: int = 0):
    """Show progress on standard error: a bar on a terminal, otherwise a line every PROGRESS_INTERVAL_S.

    Yields a function to call after each step.  `before`: steps done by an earlier run, which do not count for the
    rate."""
    if not sys.stderr.isatty():
        yield _ProgressLines(title, total, before)
        return
    from rich.console import Console
    from rich import progress as rich_progress
    console = Console(stderr=True)
    columns = (
        rich_progress.TextColumn("{task.description}"),
        *[rich_progress.BarColumn()] * (console.width >= MIN_BAR_COLUMNS),
        rich_progress.MofNCompleteColumn(), rich_progress.TimeElapsedColumn(),
        rich_progress.TextColumn("left:"), rich_progress.TimeRemainingColumn(),
    )
    with rich_progress.Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(title, total=total, completed=before)
        yield lambda steps=1: bar.advance(task, steps)


class _ProgressLines:
    """Lines of progress: steps done, elapsed time and an estimate of the remaining time."""

    def __init__(self, title: str, total: int | None, before: int = 0):
        self.title, self.total, self.before, self.done = title, total, before, before
        self.start_time = self.last_line_time = time.monotonic()

    def __call__(self, steps: int = 1) -> None:
        self.done += steps
        now = time.monotonic()
        if steps and now - self.last_line_time >= PROGRESS_INTERVAL_S:
            self.last_line_time = now
            elapsed = now - self.start_time
            seconds_per_step = elapsed / (self.done - self.before)
            rest = f"; about {seconds_per_step * (self.total - self.done):.0f} s left" if self.total else ""
            print(f"{self.title}: {self.done} of {self.total or '?'}, {elapsed:.0f} s{rest}",
                  file=sys.stderr, flush=True)


@contextlib.contextmanager
def counter(unit: str):
    """Show a count on a line of standard error if that is a terminal.

    Yields a function to call with each new number."""
    if not sys.stderr.isatty():
        yield lambda number: None
        return
    from rich.console import Console
    with Console(stderr=True).status(unit) as line:
        yield lambda number: line.update(f"{number:,} {unit}")
