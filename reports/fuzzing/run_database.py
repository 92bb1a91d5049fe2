"""The SQLite database of a fuzz run: its settings, the progress of each batch, tallies, failures and shrunk programs.

Records that belong together are written in one transaction.  If the process is killed at any moment, the file still
says exactly which programs were run."""
from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NotRequired, TypedDict

import msgspec
import numpy as np

from ...generators.programs import program_coverage
from ...generators.programs.program_settings import Options
from ...generators.programs.random_programs import PROGRAMS_PER_BATCH
from ...spec import ARCHS

VERSION = 1
COMMAND_OPTIONS = {"forms": "forms (--only, --passed)", "without": "refusals (--passed)"}
MAX_VALUE_CHARS = 80                                 # of the two values of an option in a message
FILE = "campaign.sqlite"
FINDINGS_CAUSE = "findings: "                        # and a rule: the cause if the target misreports that rule
TABLES = """
create table meta (key text primary key, value text not null) without rowid;
create table sheets (number integer primary key, done integer not null, digest text not null, bins blob not null);
create table tally (name text primary key, count integer not null) without rowid;
create table failures (number integer primary key, cause text not null, said text not null, body blob);
create table defects (number integer primary key, sign text not null, body blob not null);
"""
# Files of earlier versions lack this table; it is added when they are resumed.
HANGS_TABLE = "create table if not exists hangs (sheet integer primary key, words text not null)"


class FuzzRunError(Exception):
    """A fuzz run that cannot be opened or continued; the text has the reason and the remedy."""


def database_path(path: Path) -> Path:
    """The database at `path`, or in the folder `path`.  Raises FuzzRunError if it does not exist."""
    database = path / FILE if path.is_dir() else path
    if not database.exists():
        raise FuzzRunError(f"{path}: {f'it contains no {FILE}' if path.is_dir() else 'there is no such file'}")
    return database


class RunSettings(msgspec.Struct, frozen=True):
    """The settings that determine the programs of a fuzz run; they must be the same when it is resumed."""
    target: str
    options: Options
    illegal: bool = False


def failure_kind(cause: str) -> str:
    """The kind of failure with this cause: the cause itself if it names a misreported rule, so that each rule is a
    kind, else ""."""
    return cause if cause.startswith(FINDINGS_CAUSE) else ""


def rule_of_kind(kind: str) -> str:
    """The rule that failures of this kind misreport, or "" if they misreport none."""
    return kind.removeprefix(FINDINGS_CAUSE).partition(" ")[0]


class Failure(msgspec.Struct):
    """A failing program.  `case` is None if its batch has an earlier failure of the same kind."""
    number: int
    cause: str
    message: str
    case: dict | None = None


class ShrunkProgram(TypedDict):
    """The database record of a shrunk failing program: disassembly (`texts`), first difference (`said`), case, and the
    operation or kind of failure to blame.

    If it fails every time, it also has its cause and the faults (group, key, cause) that reproduce the target's
    results."""
    texts: list[str]
    said: str
    case: dict
    blamed: str
    cause: NotRequired[str]
    faults: NotRequired[list[tuple[str, str, str]]]


class BatchProgress(msgspec.Struct):
    """The results of the programs that ran since the last report on their batch, up to program `done` of the batch.

    The first report of a batch has its digest and its newly covered bins (`bins`).  The last report has the
    instructions that the target does not answer (`hangs`)."""
    batch: int
    done: int
    tally: dict[str, int]
    failures: list[Failure]
    digest: str = ""
    bins: bytes = b""
    hangs: list[list[str]] | None = None


def compress_json(value) -> bytes:
    """The value as compressed JSON."""
    return zlib.compress(msgspec.json.encode(value), 6)


def decompress_json(data: bytes, value_type: Any = dict):
    """The value that was passed to compress_json()."""
    return msgspec.json.decode(zlib.decompress(data), type=value_type)


class FuzzRun:
    """The open database of a fuzz run."""

    def __init__(self, path: Path, settings: RunSettings | None = None, resume: bool = False):
        """Create the database, or with `resume` continue an existing one.

        If `settings` is None, the database is only read, and `path` may be its folder.  Raises FuzzRunError."""
        self.path, self.settings, self.lock = path, settings, None
        if settings is None:
            self.path = path = database_path(path)
            self.connection = self.connect(path.absolute().as_uri() + "?mode=ro")
            self.settings = self.read_settings()
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        self.acquire_lock()
        new = not path.exists()
        if not new and not resume:
            raise FuzzRunError(f"{path} has a fuzz run: --resume continues it, another --out starts a new one")
        self.connection = self.connect(path.absolute().as_uri())
        if not self.has_tables():
            self.create_tables(settings)
        elif (recorded := self.read_settings()) != settings:
            raise FuzzRunError(f"{path}: that fuzz run has {settings_differences(recorded, settings)}; "
                               "give the same, or another --out")
        with Transaction(self):
            self.connection.execute(HANGS_TABLE)

    # ---- opening ----

    def connect(self, uri: str) -> sqlite3.Connection:
        """Open the file and check that it is a database.  Raises FuzzRunError."""
        try:
            connection = sqlite3.connect(uri, uri=True, isolation_level=None)
            connection.execute("select count(*) from sqlite_master").fetchone()
            return connection
        except sqlite3.Error as error:
            raise FuzzRunError(f"{self.path}: {error}") from None

    def acquire_lock(self) -> None:
        """Lock the folder.  Raises FuzzRunError if another process uses it."""
        self.lock = open(self.path.with_suffix(".lock"), "a+")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.lock.seek(0)
            owner = self.lock.read().strip() or "another process"
            self.lock.close()
            raise FuzzRunError(
                f"{self.path.parent}: another fuzz run uses it ({owner}); give another --out"
            ) from None
        self.lock.truncate(0)
        self.lock.write(f"process {os.getpid()}\n")
        self.lock.flush()

    def has_tables(self) -> bool:
        """Return whether the database has tables. It has none if the first transaction was interrupted."""
        return bool(self.connection.execute("select 1 from sqlite_master where name = 'meta'").fetchone())

    def create_tables(self, settings: RunSettings) -> None:
        """Create the tables and record the settings."""
        with Transaction(self):
            for statement in TABLES.split(";\n"):
                self.connection.execute(statement)
            self.connection.execute("insert into meta values ('version', ?)", (str(VERSION),))
            self.connection.execute("insert into meta values ('about', ?)", (msgspec.json.encode(settings).decode(),))

    def read_settings(self) -> RunSettings:
        """The recorded settings.  Raises FuzzRunError if version or architecture are not supported."""
        try:
            meta = dict(self.connection.execute("select key, value from meta"))
            if meta["version"] != str(VERSION):
                raise FuzzRunError(f"{self.path}: version {meta['version']}; this Assay reads {VERSION}")
            settings = msgspec.json.decode(meta["about"], type=RunSettings)
            if settings.options.arch not in ARCHS:
                raise FuzzRunError(f"{self.path}: there is no architecture {settings.options.arch}")
            return settings
        except (sqlite3.Error, KeyError, msgspec.MsgspecError) as error:
            raise FuzzRunError(f"{self.path} is not the database of a fuzz run: {error}") from None

    def close(self) -> None:
        """Close the database and release the lock."""
        self.connection.close()
        if self.lock is not None:
            self.lock.close()

    # ---- writing ----

    def write_progress(self, reports: list[BatchProgress]) -> None:
        """Record the progress of batches in one transaction."""
        execute = self.connection.execute
        with Transaction(self):
            for report in reports:
                if report.digest:
                    execute("insert or ignore into sheets values (?, 0, ?, ?)",
                            (report.batch, report.digest, report.bins))
                execute("update sheets set done = ? where number = ?", (report.done, report.batch))
                for name, count in report.tally.items():
                    execute(
                        "insert into tally values (?, ?) on conflict do update set count = count + excluded.count",
                        (name, count),
                    )
                if report.hangs is not None:
                    execute("insert or replace into hangs values (?, ?)",
                            (report.batch, msgspec.json.encode(report.hangs).decode()))
                for failure in report.failures:
                    body = None if failure.case is None else compress_json(failure.case)
                    execute("insert into failures values (?, ?, ?, ?)",
                            (failure.number, failure.cause, failure.message, body))

    def write_shrunk_programs(self, entries: list[tuple[int, str, ShrunkProgram]]) -> None:
        """Replace the shrunk programs by these (program number, signature, shrunk program)."""
        with Transaction(self):
            self.connection.execute("delete from defects")
            self.connection.executemany("insert into defects values (?, ?, ?)",
                                        [(number, sign, compress_json(body)) for number, sign, body in entries])

    # ---- reading ----

    @contextlib.contextmanager
    def convert_read_errors(self) -> Iterator[None]:
        """Raise FuzzRunError for a damaged database."""
        try:
            yield
        except (sqlite3.Error, zlib.error, msgspec.MsgspecError, ValueError) as error:
            raise FuzzRunError(
                f"{self.path}: is damaged: {error}; take a copy of it, or start a new fuzz run with another --out"
            ) from None

    def batches(self) -> Iterator[tuple[int, int, np.ndarray]]:
        """(number, programs done, newly covered bins) of every started batch, in order."""
        bin_count = program_coverage.empty_coverage(self.read_settings().options.arch).size
        with self.convert_read_errors():
            for number, done, data in self.connection.execute("select number, done, bins from sheets order by number"):
                bins = unpack_bins(data)
                if len(bins) and not 0 <= bins.min() <= bins.max() < bin_count:
                    raise ValueError(f"batch {number} has bins that do not exist")
                yield number, done, bins

    def hangs(self) -> dict[int, list[frozenset[str]]]:
        """{batch: instructions that the target was known not to answer at its end}."""
        with self.convert_read_errors():
            rows = self.connection.execute("select sheet, words from hangs")
            return {number: msgspec.json.decode(words, type=list[frozenset[str]]) for number, words in rows}

    def tally(self) -> Counter:
        """{verdict and cause, such as "fail: timeout": number of programs}, and the number of instructions under
        "instructions"."""
        with self.convert_read_errors():
            return Counter(dict(self.connection.execute("select name, count from tally")))

    def failures(self, with_case: bool = False) -> list[Failure]:
        """The failing programs in order; with `with_case` only those whose case was recorded."""
        where = " where body is not null" * with_case
        with self.convert_read_errors():
            rows = self.connection.execute(f"select number, cause, said, body from failures{where} order by number")
            return [Failure(number, cause, message, None if body is None else decompress_json(body))
                    for number, cause, message, body in rows]

    def shrunk_programs(self) -> list[tuple[int, str, ShrunkProgram]]:
        """(program number, signature, shrunk program) of every shrunk failure."""
        with self.convert_read_errors():
            rows = self.connection.execute("select number, sign, body from defects order by number")
            return [(number, sign, decompress_json(body, ShrunkProgram)) for number, sign, body in rows]

    def program_count(self) -> int:
        """The number of programs that were run."""
        with self.convert_read_errors():
            return self.connection.execute("select coalesce(sum(done), 0) from sheets").fetchone()[0]


class Transaction:
    """A transaction of the database: committed at the end of the block, rolled back on an error.

    Raises FuzzRunError for errors of SQLite. Earlier transactions are retained."""

    def __init__(self, run: FuzzRun):
        self.run = run

    def __enter__(self):
        self.execute("begin immediate")

    def __exit__(self, kind, error, trace):
        if kind is None:
            self.execute("commit")
        elif issubclass(kind, sqlite3.Error):
            self.fail(error)
        else:
            self.roll_back()

    def execute(self, statement: str) -> None:
        """Execute a statement that begins or ends the transaction."""
        try:
            self.run.connection.execute(statement)
        except sqlite3.Error as error:
            self.fail(error)

    def roll_back(self) -> None:
        """Roll back unless SQLite has already done so."""
        if self.run.connection.in_transaction:
            self.run.connection.execute("rollback")

    def fail(self, error) -> None:
        """Roll back and raise a FuzzRunError with the remedy."""
        self.roll_back()
        remedy = "free some space, then continue with --resume" if "full" in str(error) or "I/O" in str(error) else (
            "start a new fuzz run with another --out")
        raise FuzzRunError(f"{self.run.path}: {error}; what was recorded before is retained: {remedy}") from None


def settings_differences(recorded: RunSettings, settings: RunSettings) -> str:
    """The settings in which a recorded fuzz run differs from `settings`, as text."""
    def flatten(run_settings: RunSettings) -> dict:
        record = msgspec.to_builtins(run_settings)
        return {**record, **record["options"], "options": None}
    old, new = flatten(recorded), flatten(settings)
    return ", ".join(f"{key} {old[key]} and not {new[key]}" if len(str((old[key], new[key]))) < MAX_VALUE_CHARS
                     else f"other {COMMAND_OPTIONS.get(key, key)}" for key in old if old[key] != new[key])


def pack_bins(bins: np.ndarray) -> bytes:
    """Compress ascending indices of bins."""
    return zlib.compress(np.diff(bins, prepend=0).astype("<u4").tobytes(), 6) if len(bins) else b""


def unpack_bins(data: bytes) -> np.ndarray:
    """The indices of bins that were passed to pack_bins()."""
    if not data:
        return np.zeros(0, np.int64)
    return np.cumsum(np.frombuffer(zlib.decompress(data), "<u4").astype(np.int64))


def batch_size(number: int, count: int | None) -> int:
    """The number of programs of batch `number` in a fuzz run of `count` programs (None: no limit)."""
    return PROGRAMS_PER_BATCH if count is None else max(0, min(PROGRAMS_PER_BATCH, count - number * PROGRAMS_PER_BATCH))
