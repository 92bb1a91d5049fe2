"""What is known of each mutant, written down: of the model it was judged on, and of the cases."""
from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import asdict
from functools import cache
from pathlib import Path

from ..harness.versions import model_digest, suite_digest
from .score import ENDLESS, EXCUSED, EXHAUSTED, KILLED, REFUSED, SAME, SLOWER, SURVIVED, Result

SET, DIGEST = {"cases_digest", "cases"}, 12            # of the cases of a day: one line, digests of so many digits
UNNOTICED = SURVIVED, EXCUSED, SLOWER
HERE = Path(__file__).parent
OF = "key", "subject", "cases_digest"                  # whose verdict it is, and on what
RECORD = HERE / "derived" / "journal.jsonl.gz"         # the journal of the last run that was kept
POOL = sorted(f"pools/{path.name}" for path in HERE.glob("pools/*.py"))
PROOFS = "exhaust.py", "shortcuts.py", "context.py", "solve.py", "terms.py", "derived/callers.txt"
CASES = "cases.py", "calls.py", "chance.py", "given.py", "judge.py", "listings.py", "partly.py", "reach.py", "rows.py"


def digest_of(*names: str) -> str:
    return hashlib.sha256(b"".join((HERE / name).read_bytes() for name in names)).hexdigest()[:12]


@cache
def subject() -> str:
    """Of what is changed, and how: a key says what is changed, and faults.py only which keys there are."""
    return f"{model_digest()} {digest_of('source.py', 'substitute.py', 'derived/derived.c')}"


def cases_digest() -> str:
    """Of what makes and judges cases: what has survived others is tried again."""
    return f"{suite_digest()} {digest_of(*POOL, *PROOFS, *CASES)}"


def kept_lines(record: Path | None) -> list[str]:
    """The lines of a journal that was kept, if there is one."""
    return gzip.decompress(record.read_bytes()).decode().splitlines() if record and record.exists() else []


def held_in(line: str) -> dict:
    """A line's values; nothing for one that was not written to its end, or by another version of this."""
    try:
        held = json.loads(line)
    except ValueError:
        return {}
    return held if held.keys() in (SET, {*OF, *Result.__slots__}) else {}


def result_of(held: dict) -> Result:
    return Result(**{name: held[name] for name in Result.__slots__})


def last_known(record: Path = RECORD) -> dict[str, Result]:
    """{key: what the journal that was kept says of a mutant}, of whatever model: which case to try first."""
    return {held["key"]: result_of(held) for line in kept_lines(record) if "key" in (held := held_in(line))}


def noticed_in(known: dict[str, Result]) -> frozenset[str]:
    """Keys of those that a case has noticed."""
    return frozenset(key for key, result in known.items() if result.verdict in (KILLED, ENDLESS))


class Journal:
    """What is known of each mutant by its key, a line each, written when it is known.  `known`: what holds still: of
    this very model, and noticed by a case that is there as it was, or not noticed by these very cases.  `before`: the
    last that was known, of whatever model; `lines`: the line that says so.  `tried`: {cases_digest(): digests of its
    cases, for `sets` of them a line each}; `since`: {key of what cases of another day did not notice of this very
    model: their digests}.  `there`: (name, digest of a case) -> is there such a case?  `record`: a journal that was
    kept (`keep`), which goes before."""

    def __init__(self, path: Path, there=lambda name, digest: True, record: Path | None = None):
        self.path, self.known, self.before, self.lines, self.there = path, {}, {}, {}, there
        self.tried: dict[str, frozenset[str]] = {}
        self.sets: dict[str, str] = {}
        self.since: dict[str, frozenset[str]] = {}
        text = path.read_text() if path.exists() else ""
        for line in (*kept_lines(record), *text.splitlines()):
            held = held_in(line)
            if held.keys() == SET:
                self.take(held, line)
            elif held:
                self.lines[held["key"]] = line
                self.read(held)
        path.parent.mkdir(parents=True, exist_ok=True)
        if text and not text.endswith("\n"):           # the last line of a run that was ended may lack its end
            self.append("\n")

    def read(self, held: dict) -> None:
        (key, of, cases), result = (held[name] for name in OF), result_of(held)
        self.before[key] = result
        self.known.pop(key, None)
        self.since.pop(key, None)
        if of == subject() and self.holds(result, cases):
            self.known[key] = result
        elif of == subject() and result.verdict in UNNOTICED and cases in self.tried:
            self.since[key] = self.tried[cases]

    def take(self, held: dict, line: str) -> None:
        digests = held["cases"]
        self.tried[held["cases_digest"]] = frozenset(digests[n:n + DIGEST] for n in range(0, len(digests), DIGEST))
        self.sets[held["cases_digest"]] = line

    def begin(self, digests: set[str]) -> None:
        """Writes down which cases there are, before what they do not notice."""
        if cases_digest() not in self.tried:
            held = {"cases_digest": cases_digest(), "cases": "".join(sorted(digests))}
            self.take(held, json.dumps(held))
            self.append(self.sets[cases_digest()] + "\n")

    def holds(self, result: Result, cases: str) -> bool:
        """Does a verdict about this very model hold with the cases there are now?"""
        if result.verdict in (KILLED, ENDLESS):
            return self.there(result.by, result.digest)
        return result.verdict in (SAME, REFUSED, EXHAUSTED) or cases == cases_digest()

    def append(self, text: str) -> None:
        with open(self.path, "a") as file:
            file.write(text)

    def write(self, key: str, result: Result) -> None:
        self.known[key] = result
        held = {"key": key, "subject": subject(), "cases_digest": cases_digest()} | asdict(result)
        self.lines[key] = json.dumps(held)
        self.append(self.lines[key] + "\n")

    def keep(self, keys: set, path: Path) -> None:
        """Writes what was last known of these mutants: the same bytes for the same lines."""
        mine = [self.lines[key] for key in sorted(keys & self.lines.keys())]
        named = {json.loads(line)["cases_digest"] for line in mine}
        kept = "".join(line + "\n" for line in (*(self.sets[one] for one in sorted(named & self.sets.keys())), *mine))
        path.write_bytes(gzip.compress(kept.encode(), mtime=0))
