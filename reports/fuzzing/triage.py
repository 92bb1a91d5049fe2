"""Shrink the failing programs of a fuzz run, and cluster those with the same cause into defects."""
from __future__ import annotations

import time
from dataclasses import dataclass

from ...generators.programs.program_settings import Options
from ...harness.targets.registry import open_target
from ..certification import failing_cases
from ..diagnosis import defects as diagnosis_defects, diagnose, faults
from ..diagnosis.reduce import Reduced, Reducer, listing
from . import fault_matching
from .run_database import Failure, FuzzRun, ShrunkProgram, failure_kind, rule_of_kind


@dataclass(slots=True)
class Defect:
    """A cause of failing programs: a title, the smallest program with its first difference (`message`), and the numbers
    of the programs that shrank to it."""
    title: str
    texts: list[str]
    message: str
    case: dict
    numbers: list[int]


def blame_candidates(failure: Failure) -> set[str]:
    """The names that may be blamed for a failure: the misreported rule if there is one, else the operations of the
    program."""
    kind = failure_kind(failure.cause)
    return {kind} if kind else {text.split()[0] for _, text in listing(failure.case or {})}


def shrink_failures(run: FuzzRun, seconds: float, progress=lambda done, left: None, limit: float = 0) -> None:
    """Shrink failing programs for up to `seconds`, and record the results.

    Programs with an operation or rule that is already blamed are not shrunk.  `progress` is called with the number of
    shrunk and of remaining programs.  `limit`: time limit of a case in seconds, 0 for the target's own."""
    entries = run.shrunk_programs()
    blamed = {body["blamed"] for _, _, body in entries}
    done, end_time = {number for number, _, _ in entries}, time.monotonic() + seconds
    waiting = [failure for failure in run.failures(with_case=True) if failure.number not in done]
    if not waiting:
        return
    with open_target(run.settings.target) as target:
        if limit and hasattr(target, "case_seconds"):
            target.case_seconds = limit
        reducer = Reducer(target, by_place=True)
        while time.monotonic() < end_time:
            failure = next((failure for failure in waiting if not blamed & blame_candidates(failure)), None)
            if failure is None:
                break
            waiting.remove(failure)
            entries.append((failure.number, *shrink_failure(target, reducer, failure, run.settings.options)))
            blamed |= {entries[-1][2]["blamed"]} - {""}
            progress(len(entries), len(waiting))
    run.write_shrunk_programs(entries)


def shrink_failure(target, reducer: Reducer, failure: Failure, options: Options) -> tuple[str, ShrunkProgram]:
    """(signature, shrunk program) of a failing program."""
    case, kind = failure.case or {}, failure_kind(failure.cause)
    reduced = reducer.reduce(case, rule_of_kind(kind))
    if reduced is None:                              # it does not fail again: the recorded case is the evidence
        return "not every time", {"texts": [], "said": "it does not fail every time", "case": case, "blamed": ""}
    body = match_faults(target, reduced, options)
    body["blamed"] = kind or body["blamed"]
    return reduced.sign.words, body


def match_faults(target, reduced: Reduced, options: Options) -> ShrunkProgram:
    """The database record of a shrunk program, with the known faults that reproduce all of the target's results."""
    body: ShrunkProgram = {
        "texts": reduced.texts, "said": reduced.said, "case": reduced.case, "cause": reduced.sign.cause,
        "blamed": (reduced.texts or [""])[-1].partition(" ")[0], "faults": [],
    }
    dictionary, pair = faults.the_dictionary(), failing_cases.run_pair(target, reduced.case)
    if dictionary is not None and pair is not None and pair.comparison.verdict == "fail":
        matches = fault_matching.matching_faults(target, options, reduced.case, pair, dictionary)
        body["faults"] = [(match.group, match.key, match.cause) for match in matches[:diagnose.ALIKE]]
    return body


def diagnosis_entry(number: int, sign: str, body: ShrunkProgram) -> dict:
    """A shrunk program as an entry for clustering."""
    return {
        "operation": body["blamed"] or sign, "form": str(number), "case": body["case"], "text": body["said"],
        "cause": body.get("cause", sign), "wrong": sign, "way": sign, "differences": [], "axes": None, "rules": [],
        "faults": body.get("faults", []), "features": frozenset(),
    }


def cluster_failures(run: FuzzRun) -> list[Defect]:
    """The defects that cause the shrunk failures, most frequent first.

    If a cause shows only in misreported rules, each rule is a defect with its own program."""
    shrunk = {number: (sign, body) for number, sign, body in run.shrunk_programs()}
    defects = []
    for group in diagnosis_defects.grouped([diagnosis_entry(number, *entry) for number, entry in shrunk.items()]):
        all_numbers = sorted(int(entry["form"]) for entry in group.entries)
        by_kind: dict[str, list[int]] = {}
        for number in all_numbers:
            by_kind.setdefault(failure_kind(shrunk[number][1]["blamed"]), []).append(number)
        for numbers in [all_numbers] if "" in by_kind else by_kind.values():
            sign, body = min((shrunk[number] for number in numbers),
                             key=lambda entry: len(entry[1]["texts"]) or 1 << 20)
            defects.append(Defect(group.cause if group.fault else sign, body["texts"], body["said"], body["case"],
                                  numbers))
    return sorted(defects, key=lambda defect: (-len(defect.numbers), defect.numbers))
