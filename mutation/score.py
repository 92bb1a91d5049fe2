"""What became of mutants, counted: the score, and the report that says what was not noticed."""
from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from ..harness.versions import model_digest, suite_digest
from ..model.build import ROOT

EXCUSABLE = 0.01                                       # of all that are judged, by a written reason
REASONS = Path(__file__).resolve().parent / "derived" / "equivalent.txt"
SCORE = ROOT / "build" / "mutation.json"
SAME, REFUSED = "same code", "refused"                 # these are no mutants
SLOWER = "slower"                                      # a shortcut that no case takes oftener, with the same results
KILLED, ENDLESS, SURVIVED, EXHAUSTED, EXCUSED = "killed", "crashed", "survived", "equivalent", "excused"
VERDICTS = KILLED, ENDLESS, EXHAUSTED, SLOWER, EXCUSED, SURVIVED


@dataclass(slots=True)
class Result:
    """What became of one mutant.  `by`: the case that noticed it, `digest` of its content; `cases`: how many ran;
    `suite`: what suites expect tells it."""
    number: int
    verdict: str
    by: str = ""
    cases: int = 0
    suite: bool = False
    operations: int = 0
    reason: str = ""
    digest: str = ""


def reasons(path: Path = REASONS) -> dict[str, str]:
    """{key of a mutant: why it is equivalent}; raises ValueError with file:line for a line that is none."""
    found = {}
    for n, line in enumerate(path.read_text().splitlines() if path.exists() else (), 1):
        if line.strip() and not line.startswith("#"):
            key, bar, reason = line.rpartition(" | ")           # an operator of the key may be one too
            if not bar or not reason.strip():
                raise ValueError(f"{path.name}:{n}: write KEY | REASON")
            found[key.strip()] = reason.strip()
    return found


def score_of(counts: Counter, total: int) -> float:
    """Killed of those that count; reasons beyond EXCUSABLE of the judged do not excuse."""
    excused = min(counts[EXCUSED], int(EXCUSABLE * total))
    left = total - counts[EXHAUSTED] - counts[SLOWER] - excused
    return (counts[KILLED] + counts[ENDLESS]) / left if left else 0.0


def report(judged: list, facts: dict, wanted: float) -> dict:
    """JSON values: counts in all, by kind and by room, survivors, excused ones with their reasons; reasons that are
    wrong, for the mutant is noticed.  `judged`: [(library.Derived, Result)]; `facts`: how it was run; `wanted`: the
    score it must reach."""
    known = reasons()
    kinds: dict[str, Counter] = {}
    rooms: dict[str, Counter] = {}
    for mutant, one in judged:
        kinds.setdefault(mutant.kind, Counter())[one.verdict] += 1
        rooms.setdefault(mutant.room, Counter())[one.verdict] += 1
    total = Counter(one.verdict for _, one in judged)
    return {
        "mutation": 1,
        "model": model_digest(),
        "suites": suite_digest(),
        **facts,
        "sample": len(judged),
        "wanted": wanted,
        "score": round(score_of(total, len(judged)), 5),
        "killed": total[KILLED] + total[ENDLESS],
        "crashed": total[ENDLESS],
        "equivalent": total[EXHAUSTED],
        "slower": total[SLOWER],
        "excused": total[EXCUSED],
        "survived": total[SURVIVED],
        "by_suites": sum(one.suite for _, one in judged),
        "cases": sum(one.cases for _, one in judged),
        "kinds": {kind: {verdict: c[verdict] for verdict in VERDICTS} for kind, c in sorted(kinds.items())},
        "rooms": {room: {verdict: c[verdict] for verdict in VERDICTS} for room, c in sorted(rooms.items())},
        "survivors": [shown(mutant, one) for mutant, one in judged if one.verdict == SURVIVED],
        "reasons": [shown(mutant, one) for mutant, one in judged if one.verdict in (EXCUSED, EXHAUSTED, SLOWER)],
        "refuted": [{"key": mutant.key, "by": one.by} for mutant, one in judged
                    if one.verdict in (KILLED, ENDLESS) and mutant.key in known],
    }


def shown(one, result: Result) -> dict:
    """A mutant that was not noticed: what it is, and what was run."""
    what = one.what
    held = {
        "key": one.key, "kind": one.kind, "room": one.room, "where": one.where, "cases": result.cases,
        "operations": result.operations,
    }
    held |= (
        {"source": what.source, "change": f"{what.old} -> {what.new}"}
        if one.is_text
        else {"source": what.op, "change": what.text}
    )
    return held | ({"reason": result.reason or "all inputs tried"} if result.verdict != SURVIVED else {})


def enough(made: dict) -> bool:
    """Does a report reach the score wanted, is it of all it must be of, and is no reason wrong?"""
    return made["score"] >= made["wanted"] and not made.get("unjudged") and not made["refuted"]


def known_score(path: Path = SCORE) -> str | None:
    """The score of this very model and these suites, when `assay mutate` has left one."""
    try:
        held = json.loads(path.read_text())
        return (
            f"{100 * held['score']:.2f} % of {held['sample']} mutants, seed {held['seed']}"
            if held["model"] == model_digest() and held["suites"] == suite_digest()
            and not held.get("only") and not held.get("unjudged")
            else None
        )
    except (OSError, ValueError, KeyError):
        return None
