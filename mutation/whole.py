"""assay mutate --all: every mutant there is, in batches, with a journal that outlives a run that is ended."""
from __future__ import annotations

import gzip
import hashlib
import json
import time
from dataclasses import asdict
from functools import cache
from pathlib import Path

from ..harness.run import Model
from ..harness.versions import model_digest, suite_digest
from ..model.build import BuildError
from . import judge, library
from .assemble import FOLDER
from .cases import Generated, gather
from .score import ENDLESS, EXCUSED, EXHAUSTED, KILLED, REFUSED, SAME, SLOWER, SURVIVED, Result, reasons, report

SET, DIGEST = {"cases_digest", "cases"}, 12            # of the cases of a day: one line, digests of so many digits
UNNOTICED = SURVIVED, EXCUSED, SLOWER
WANTED = 0.985                                         # of all, leaving out what is proved or excused
BATCH = 4000                                           # mutants of one library
SEED = 1                                               # of the cases and of the order
HERE = Path(__file__).parent
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


def still_the_same() -> None:
    """Raises BuildError when the model is another than when the run began: what is compiled from here on would be no
    mutants of the one that is written down."""
    if model_digest.__wrapped__() != model_digest():
        raise BuildError("the model has changed since this run began; the journal keeps what was judged until then: "
                         "start the run again")


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
        kept = gzip.decompress(record.read_bytes()).decode() if record and record.exists() else ""
        text = path.read_text() if path.exists() else ""
        for line in (*kept.splitlines(), *text.splitlines()):
            held = self.line(line)
            if held.keys() == SET:
                self.take(held, line)
            elif held:
                self.lines[held["key"]] = line
                self.read(held)
        path.parent.mkdir(parents=True, exist_ok=True)
        if text and not text.endswith("\n"):           # the last line of a run that was ended may lack its end
            self.append("\n")

    def read(self, held: dict) -> None:
        key, of, cases = held.pop("key"), held.pop("subject"), held.pop("cases_digest")
        result = Result(**held)
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

    def line(self, text: str) -> dict:
        """A line's values; nothing for one that was not written to its end, or by another version of this."""
        try:
            held = json.loads(text)
        except ValueError:
            return {}
        return held if held.keys() in (SET, {"key", "subject", "cases_digest", *Result.__slots__}) else {}

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


def run(jobs: int, progress, only=(), path: Path = FOLDER / "all" / "journal.jsonl", keep: Path | None = None) -> dict:
    """The report of what the journal at `path` and RECORD know, after running what they do not know of the mutants that
    `only` names, or of all; as judge.run.  `keep`: where to write what is known then.  Raises BuildError and ValueError
    as that does."""
    began = time.monotonic()
    reasons()                                          # a table that is none is told before the work, not after it
    known = library.population()
    wanted, model = library.chosen(known[1], only), Model()
    cases, batch = gather(model, SEED), Generated(model, SEED)
    journal = Journal(path, there(cases, batch), RECORD)
    journal.begin({ready.digest for ready in cases.every})
    left = in_order([one for one in wanted if one.key not in journal.known], journal.before)
    with progress("mutate", len(wanted)) as step:
        step(len(wanted) - len(left))
        for n in range(0, len(left), BATCH):
            still_the_same()
            judge_batch(left[n:n + BATCH], known, cases, batch, jobs, journal, step)
    if keep:
        journal.keep({one.key for one in known[1]}, keep)
    facts = {"seed": SEED, "only": list(only), "build_seconds": 0.0,
             "run_seconds": round(time.monotonic() - began, 1)}
    return told(known[1], journal, facts, {one.key for one in wanted})


def there(cases, batch):
    """As Journal.there, of these cases."""
    digests = {ready.digest for ready in cases.every}
    known = cache(lambda name: {ready.digest for ready in batch.named(name)})
    return lambda name, digest: digest in digests or digest in known(name)


def in_order(mutants: list, before: dict) -> list:
    """Those of one file together: a library compiles the files that have mutants, and all of them when a header has.
    What survived before comes last: all cases are tried on it, so it takes longest, and a run that is ended knows more
    without."""
    def place(one):
        survived = one.key in before and before[one.key].verdict in (SURVIVED, EXCUSED)
        return survived, *library.names_of(one)[1::-1]
    return sorted(mutants, key=place)


def judge_batch(look, known, cases, batch, jobs, journal, step) -> None:
    """One library of mutants.  What is noticed is written at once, what is not when all there is to try has been
    tried."""
    sample = library.assembled(look, len(look), FOLDER / "all", known, jobs)
    for verdict, some in ((SAME, sample.same), (REFUSED, sample.refused)):
        for one in some:
            journal.write(one.key, Result(0, verdict))
            step()
    mutants = judge.prepare(sample, cases, batch, jobs, journal.before, journal.since)

    def note(one: Result) -> None:
        if one.verdict != SURVIVED:
            journal.write(mutants[one.number].key, one)
        step()
    results = judge.judged(sorted(mutants), jobs, note, True)
    for n, one in sorted(results.items()):
        if one.verdict in (SURVIVED, EXCUSED):
            journal.write(mutants[n].key, one)


def told(every: list, journal: Journal, facts: dict, wanted: set) -> dict:
    """The report; survivors are those of `wanted`.  Reasons may have changed since a survivor was written down."""
    why, judged, counts = reasons(), [], {SAME: 0, REFUSED: 0}
    for one in every:
        result = journal.known.get(one.key)
        if result is None:
            continue
        if result.verdict in counts:
            counts[result.verdict] += 1
            continue
        if result.verdict in (SURVIVED, EXCUSED):
            result.verdict, result.reason = (EXCUSED, why[one.key]) if one.key in why else (SURVIVED, "")
        judged.append((library.Derived(result.number, one), result))
    facts |= {"of": len(every), "unjudged": len(every) - len(judged) - sum(counts.values()),
              "same_code": counts[SAME], "refused": counts[REFUSED]}
    made = report(judged, facts, WANTED)
    made["survivors"] = [one for one in made["survivors"] if one["key"] in wanted]
    return made
