"""assay mutate --all: every mutant there is, in batches, with a journal that outlives a run that is ended."""
from __future__ import annotations

import hashlib
import json
import time
from dataclasses import asdict
from pathlib import Path

from ..harness.run import Model
from ..harness.versions import model_digest, suite_digest
from . import judge, library
from .assemble import FOLDER
from .cases import Generated, gather
from .score import EXCUSED, SURVIVED, Result, reasons, report

WANTED = 0.985                                         # of all, leaving out what is proved or excused
BATCH = 1000                                           # mutants of one library
SEED = 1                                               # of the cases and of the order
SAME, REFUSED = "same code", "refused"


def cases_digest() -> str:
    """Of what makes and judges cases here: what has survived others is tried again."""
    here = Path(__file__).parent
    texts = [(here / name).read_bytes() for name in ("pool.py", "cases.py", "judge.py")]
    return hashlib.sha256(b"".join(texts)).hexdigest()[:12]


class Journal:
    """What is known of each mutant by its key, a line each, written when it is known.  A journal of another model or
    other suites is set aside."""

    def __init__(self, path: Path):
        self.path, self.known = path, {}
        head = {"model": model_digest(), "suites": suite_digest(), "seed": SEED}
        lines = path.read_text().splitlines() if path.exists() else []
        if lines and self.line(lines[0]) != head:
            path.replace(path.with_suffix(".old"))
            lines = []
        for line in lines[1:]:
            held = self.line(line)
            key, cases = held.pop("key", ""), held.pop("cases_digest", "")
            if held and (held["verdict"] != SURVIVED or cases == cases_digest()):
                self.known[key] = Result(**held)
            else:
                self.known.pop(key, None)
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "a") as file:                  # the last line of a run that was ended may lack its end
            file.write("" if lines and path.read_text().endswith("\n") else "\n" if lines else json.dumps(head) + "\n")

    def line(self, text: str) -> dict:
        """A line's values; nothing for one that was not written to its end."""
        try:
            return json.loads(text)
        except ValueError:
            return {}

    def write(self, key: str, result: Result) -> None:
        self.known[key] = result
        with open(self.path, "a") as file:
            file.write(json.dumps({"key": key, "cases_digest": cases_digest()} | asdict(result)) + "\n")


def run(jobs: int, progress, path: Path = FOLDER / "all" / "journal.jsonl") -> dict:
    """The report of all mutants, as judge.run; what the journal at `path` knows is not run again.  Raises
    BuildError."""
    began = time.monotonic()
    reasons()                                          # a table that is none is told before the work, not after it
    known, journal = library.population(), Journal(path)
    order = library.shuffled(known[1], SEED)
    left = [one for one in order if one.key not in journal.known]
    model = Model()
    cases, batch = gather(model, SEED), Generated(model, SEED)
    with progress("mutate", len(order)) as step:
        step(len(order) - len(left))
        for n in range(0, len(left), BATCH):
            judge_batch(left[n:n + BATCH], known, cases, batch, jobs, journal, step)
    return told(order, journal, time.monotonic() - began)


def judge_batch(look, known, cases, batch, jobs, journal, step) -> None:
    """One library of mutants.  What is noticed is written at once, what is not when all there is to try has been
    tried."""
    sample = library.assembled(look, len(look), FOLDER / "all", jobs, known)
    for verdict, some in ((SAME, sample.same), (REFUSED, sample.refused)):
        for one in some:
            journal.write(one.key, Result(0, verdict))
            step()
    mutants = judge.prepare(sample, cases, batch)

    def note(one: Result) -> None:
        if one.verdict != SURVIVED:
            journal.write(mutants[one.number].key, one)
        step()
    results = judge.judged(sorted(mutants), jobs, note)
    noticed = {n for n, one in results.items() if one.verdict != SURVIVED}
    judge.excuse(results)
    for n in sorted(results.keys() - noticed):
        journal.write(mutants[n].key, results[n])


def told(order: list, journal: Journal, seconds: float) -> dict:
    """The report.  Reasons may have changed since a survivor was written down."""
    why, judged, counts = reasons(), [], {SAME: 0, REFUSED: 0}
    for one in order:
        result = journal.known[one.key]
        if result.verdict in counts:
            counts[result.verdict] += 1
            continue
        if result.verdict in (SURVIVED, EXCUSED):
            result.verdict, result.reason = (EXCUSED, why[one.key]) if one.key in why else (SURVIVED, "")
        judged.append((library.Derived(result.number, one), result))
    facts = {"seed": SEED, "of": len(order), "same_code": counts[SAME], "refused": counts[REFUSED],
             "build_seconds": 0.0, "run_seconds": round(seconds, 1)}
    return report(judged, facts, WANTED)
