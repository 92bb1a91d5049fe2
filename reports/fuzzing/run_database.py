"""A campaign of streams as a SQLite file: what was run and what came of it.  Everything that belongs together is
written in one transaction, so that whoever is killed at any moment leaves a file that says exactly how far things
are."""
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
from ...generators.programs.random_programs import SHEET
from ...spec import ARCHS

VERSION = 1
BY = {"forms": "forms (--only, --passed)", "without": "refusals (--passed)"}
LONG = 80                                            # characters of what is told of an option
FILE = "campaign.sqlite"
FINDINGS = "findings: "                              # and a rule: the cause of a failure by what a target says of it
TABLES = """
create table meta (key text primary key, value text not null) without rowid;
create table sheets (number integer primary key, done integer not null, digest text not null, bins blob not null);
create table tally (name text primary key, count integer not null) without rowid;
create table failures (number integer primary key, cause text not null, said text not null, body blob);
create table defects (number integer primary key, sign text not null, body blob not null);
"""
# Of a later day than the others; a campaign that was begun without goes on with it.
HANGS = "create table if not exists hangs (sheet integer primary key, words text not null)"


class CampaignError(Exception):
    """A campaign that cannot be opened or go on; the text says why and the remedy."""


def found(path: Path) -> Path:
    """The file of a campaign, or of the one in a folder.  Raises CampaignError."""
    held = path / FILE if path.is_dir() else path
    if not held.exists():
        raise CampaignError(f"{path}: {f'no {FILE} is in it' if path.is_dir() else 'there is no such file'}")
    return held


class About(msgspec.Struct, frozen=True):
    """What a campaign is of: its cases follow from this, and so must be the same where it goes on."""
    target: str
    options: Options
    illegal: bool = False


def kind_of(cause: str) -> str:
    """The kind of a failure: each rule told wrongly is one of its own, and what is else wrong is one."""
    return cause if cause.startswith(FINDINGS) else ""


def rule_of(kind: str) -> str:
    """The rule that failures of this kind tell wrongly; "" of others."""
    return kind.removeprefix(FINDINGS).partition(" ")[0]


class Failed(msgspec.Struct):
    """One failing stream; `case`: None where its sheet has earlier ones of its kind."""
    number: int
    cause: str
    said: str
    case: dict | None = None


class Body(TypedDict):
    """A failing stream made small: its program as `texts` and as a case, what it gives, the operation that is blamed;
    where it fails each time, the cause and the deliberate faults, (group, key, cause), that do the same."""
    texts: list[str]
    said: str
    case: dict
    blamed: str
    cause: NotRequired[str]
    faults: NotRequired[list[tuple[str, str, str]]]


class Part(msgspec.Struct):
    """What was done of a sheet since the last part: streams up to `done`; `bins`: given once, those that earlier sheets
    had not reached; `hangs`: given with the last one, what the target is known not to answer."""
    sheet: int
    done: int
    tally: dict[str, int]
    failures: list[Failed]
    digest: str = ""
    bins: bytes = b""
    hangs: list[list[str]] | None = None


def packed(value) -> bytes:
    """JSON, compressed."""
    return zlib.compress(msgspec.json.encode(value), 6)


def unpacked(data: bytes, kind: Any = dict):
    """What packed() took."""
    return msgspec.json.decode(zlib.decompress(data), type=kind)


class Campaign:
    """An open campaign.  Raises CampaignError."""

    def __init__(self, path: Path, about: About | None = None, resume: bool = False):
        """Makes it, or, with `resume`, goes on with what is there; without `about` it is only read, and `path` may be
        the folder that it is in."""
        self.path, self.about, self.lock = path, about, None
        if about is None:
            self.path = path = found(path)
            self.base = self.opened(path.absolute().as_uri() + "?mode=ro")
            self.about = self.read_about()
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        self.take_lock()
        new = not path.exists()
        if not new and not resume:
            raise CampaignError(f"{path} holds a campaign: --resume goes on with it, another --out begins a new one")
        self.base = self.opened(path.absolute().as_uri())
        if not self.has_tables():
            self.create(about)
        elif (held := self.read_about()) != about:
            raise CampaignError(
                f"{path}: that campaign has {differences(held, about)}; give the same, or another --out"
            )
        with Transaction(self):
            self.base.execute(HANGS)

    # ---- opening ----

    def opened(self, uri: str) -> sqlite3.Connection:
        """The file, checked to be one."""
        try:
            base = sqlite3.connect(uri, uri=True, isolation_level=None)
            base.execute("select count(*) from sqlite_master").fetchone()
            return base
        except sqlite3.Error as error:
            raise CampaignError(f"{self.path}: {error}") from None

    def take_lock(self) -> None:
        """One campaign in a folder at a time."""
        self.lock = open(self.path.with_suffix(".lock"), "a+")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.lock.seek(0)
            who = self.lock.read().strip() or "another process"
            self.lock.close()
            raise CampaignError(
                f"{self.path.parent}: a campaign is under way there ({who}); give another --out"
            ) from None
        self.lock.truncate(0)
        self.lock.write(f"process {os.getpid()}\n")
        self.lock.flush()

    def has_tables(self) -> bool:
        """False where the very first transaction never came to its end."""
        return bool(self.base.execute("select 1 from sqlite_master where name = 'meta'").fetchone())

    def create(self, about: About) -> None:
        """A new one."""
        with Transaction(self):
            for statement in TABLES.split(";\n"):
                self.base.execute(statement)
            self.base.execute("insert into meta values ('version', ?)", (str(VERSION),))
            self.base.execute("insert into meta values ('about', ?)", (msgspec.json.encode(about).decode(),))

    def read_about(self) -> About:
        """What it is of."""
        try:
            found = dict(self.base.execute("select key, value from meta"))
            if found["version"] != str(VERSION):
                raise CampaignError(f"{self.path}: version {found['version']}; this Assay reads {VERSION}")
            about = msgspec.json.decode(found["about"], type=About)
            if about.options.arch not in ARCHS:
                raise CampaignError(f"{self.path}: there is no architecture {about.options.arch}")
            return about
        except (sqlite3.Error, KeyError, msgspec.MsgspecError) as error:
            raise CampaignError(f"{self.path} is no campaign: {error}") from None

    def close(self) -> None:
        """Frees file and lock."""
        self.base.close()
        if self.lock is not None:
            self.lock.close()

    # ---- writing ----

    def write(self, parts: list[Part]) -> None:
        """Adds what was done, all or nothing."""
        with Transaction(self):
            for part in parts:
                self.add(part)

    def add(self, part: Part) -> None:
        """One part, inside a transaction."""
        run = self.base.execute
        if part.digest:
            run("insert or ignore into sheets values (?, 0, ?, ?)", (part.sheet, part.digest, part.bins))
        run("update sheets set done = ? where number = ?", (part.done, part.sheet))
        for name, count in part.tally.items():
            run(
                "insert into tally values (?, ?) on conflict do update set count = count + excluded.count",
                (name, count),
            )
        if part.hangs is not None:
            run("insert or replace into hangs values (?, ?)", (part.sheet, msgspec.json.encode(part.hangs).decode()))
        for one in part.failures:
            body = None if one.case is None else packed(one.case)
            run("insert into failures values (?, ?, ?, ?)", (one.number, one.cause, one.said, body))

    def write_defects(self, found: list[tuple[int, str, Body]]) -> None:
        """What shrinking made of failing streams: (number, sign, body), in place of what was there."""
        with Transaction(self):
            self.base.execute("delete from defects")
            self.base.executemany("insert into defects values (?, ?, ?)", [(n, s, packed(b)) for n, s, b in found])

    # ---- reading ----

    @contextlib.contextmanager
    def intact(self) -> Iterator[None]:
        """What cannot be read any more is a CampaignError."""
        try:
            yield
        except (sqlite3.Error, zlib.error, msgspec.MsgspecError, ValueError) as error:
            raise CampaignError(
                f"{self.path}: is damaged: {error}; take a copy of it, or begin a new campaign with another --out"
            ) from None

    def sheets(self) -> Iterator[tuple[int, int, np.ndarray]]:
        """(number, streams done, bins) of every sheet begun, in order."""
        every = program_coverage.nothing(self.read_about().options.arch).size
        with self.intact():
            for number, done, packed_bins in self.base.execute("select number, done, bins from sheets order by number"):
                bins = read_bins(packed_bins)
                if len(bins) and not 0 <= bins.min() <= bins.max() < every:
                    raise ValueError(f"sheet {number} has bins that there are not")
                yield number, done, bins

    def hangs(self) -> dict[int, list[frozenset[str]]]:
        """What the target was known not to answer at the end of each sheet."""
        with self.intact():
            rows = self.base.execute("select sheet, words from hangs")
            return {number: msgspec.json.decode(words, type=list[frozenset[str]]) for number, words in rows}

    def tally(self) -> Counter:
        """How often what came out."""
        with self.intact():
            return Counter(dict(self.base.execute("select name, count from tally")))

    def failures(self, whole: bool = False) -> list[Failed]:
        """Failing streams in order; `whole`: those whose case was kept."""
        kept = " where body is not null" * whole
        with self.intact():
            rows = self.base.execute(f"select number, cause, said, body from failures{kept} order by number")
            return [Failed(n, cause, said, None if body is None else unpacked(body)) for n, cause, said, body in rows]

    def defects(self) -> list[tuple[int, str, Body]]:
        """(number of the stream, sign, body) of every defect told apart."""
        with self.intact():
            rows = self.base.execute("select number, sign, body from defects order by number")
            return [(number, sign, unpacked(body, Body)) for number, sign, body in rows]

    def programs(self) -> int:
        """Streams done."""
        with self.intact():
            return self.base.execute("select coalesce(sum(done), 0) from sheets").fetchone()[0]


class Transaction:
    """All or nothing; what the disk refuses is a CampaignError, and what was written before stays."""

    def __init__(self, campaign: Campaign):
        self.campaign = campaign

    def __enter__(self):
        self.run("begin immediate")

    def __exit__(self, kind, error, trace):
        if kind is None:
            self.run("commit")
        elif issubclass(kind, sqlite3.Error):
            self.failed(error)
        else:
            self.undo()

    def run(self, statement: str) -> None:
        """begin or commit."""
        try:
            self.campaign.base.execute(statement)
        except sqlite3.Error as error:
            self.failed(error)

    def undo(self) -> None:
        """Rolls back where SQLite has not done so."""
        if self.campaign.base.in_transaction:
            self.campaign.base.execute("rollback")

    def failed(self, error) -> None:
        """The sentence."""
        self.undo()
        remedy = "make room, then go on with --resume" if "full" in str(error) or "I/O" in str(error) else (
            "begin a new campaign with another --out")
        raise CampaignError(f"{self.campaign.path}: {error}; what was recorded before is kept: {remedy}") from None


def differences(held: About, about: About) -> str:
    """What two campaigns are not alike in."""
    mine, yours = (flat(msgspec.to_builtins(one)) for one in (held, about))
    return ", ".join(f"{key} {mine[key]} and not {yours[key]}" if len(str((mine[key], yours[key]))) < LONG
                     else f"other {BY.get(key, key)}" for key in mine if mine[key] != yours[key])


def flat(record: dict) -> dict:
    """Options beside the rest."""
    return {**record, **record["options"], "options": None}


def pack_bins(bins: np.ndarray) -> bytes:
    """Bins in order, compressed."""
    return zlib.compress(np.diff(bins, prepend=0).astype("<u4").tobytes(), 6) if len(bins) else b""


def read_bins(data: bytes) -> np.ndarray:
    """What pack_bins() took."""
    if not data:
        return np.zeros(0, np.int64)
    return np.cumsum(np.frombuffer(zlib.decompress(data), "<u4").astype(np.int64))


def stop_of(number: int, count: int | None) -> int:
    """Streams of a sheet that a campaign of `count` runs."""
    return SHEET if count is None else max(0, min(SHEET, count - number * SHEET))
