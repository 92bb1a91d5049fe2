"""assay mutate --all: every mutant there is, in batches, with a journal that outlives a run that is ended."""
from __future__ import annotations

import time
from collections import Counter
from functools import cache
from pathlib import Path

from ..harness.run import Model
from ..harness.versions import model_digest
from ..model.build import BuildError
from . import judge, library
from .assemble import FOLDER
from .cases import Generated, every_call, gather
from .journal import RECORD, Journal, noticed_in
from .score import EXCUSED, REFUSED, SAME, SURVIVED, Result, reasons, report, score_of

WANTED = 0.985                                         # of all, leaving out what is proved or excused
BATCH = 4000                                           # mutants of one library
SEED = 1                                               # of the cases and of the order
SEEDS, SAMPLE = 100, 1000                              # of samples that are drawn from what is known of all


def still_the_same() -> None:
    """Raises BuildError when the model is another than when the run began: what is compiled from here on would be no
    mutants of the one that is written down."""
    if model_digest.__wrapped__() != model_digest():
        raise BuildError("the model has changed since this run began; the journal keeps what was judged until then: "
                         "start the run again")


def run(jobs: int, progress, only=(), path: Path = FOLDER / "all" / "journal.jsonl", keep: Path | None = None) -> dict:
    """The report of what the journal at `path` and RECORD know, after running what they do not know of the mutants that
    `only` names, or of all; as judge.run.  `keep`: where to write what is known then.  Raises BuildError and ValueError
    as that does."""
    began = time.monotonic()
    reasons()                                          # a table that is none is told before the work, not after it
    known = library.population()
    wanted, model = library.chosen(known[1], only), Model()
    cases, batch = gather(model, SEED, every_call(SEED)), Generated(model, SEED)
    journal = Journal(path, there(cases, batch), RECORD)
    journal.begin({ready.digest for ready in cases.every})
    left = in_order([one for one in wanted if one.key not in journal.known], journal.before)
    with progress("mutate", len(wanted), len(wanted) - len(left)) as step:
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
    """One library of mutants.  What is noticed is written at once, what is not when all there is to try on it has been
    tried."""
    sample = library.assembled(look, len(look), FOLDER / "all", known, jobs, noticed_in(journal.before))
    for verdict, some in ((SAME, sample.same), (REFUSED, sample.refused)):
        for one in some:
            journal.write(one.key, Result(0, verdict))
            step()
    mutants = judge.prepare(sample, cases, batch, jobs, journal.before, journal.since)

    def note(one: Result) -> None:
        journal.write(mutants[one.number].key, one)
        step()
    judge.judged(sorted(mutants), jobs, note, True)


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
    if not made["unjudged"]:
        made["samples"] = of_samples(judged)
    return made


def of_samples(judged: list) -> dict:
    """What samples would score by these verdicts, which are of the cases of SEED: the least of them, its seed, and how
    many are below what is asked of a sample."""
    verdict, every = {mutant.key: one.verdict for mutant, one in judged}, [mutant.what for mutant, _ in judged]
    scores = []
    for seed in range(1, SEEDS + 1):
        drawn = library.shuffled(every, seed)[:SAMPLE]
        scores.append((score_of(Counter(verdict[one.key] for one in drawn), len(drawn)), seed))
    least, seed = min(scores)
    return {"seeds": SEEDS, "of": SAMPLE, "least": round(least, 5), "seed": seed,
            "below": sum(score < judge.WANTED for score, _ in scores)}
