"""A failing case of a target: run again, made smaller, explained by faults."""
from __future__ import annotations

from ...harness.comparison import differential
from ...harness.execution.outcome import Outcome
from ..diagnosis import diagnose, faults, features
from ..diagnosis.reduce import Reducer
from .task_types import CertifyOptions

SHRINKABLE = ("mismatch", "count", "status", "reserved")   # other failures may cost a time limit each
SHRINK_SECONDS = 10.0                                # for the smallest case of a defect


def smaller(target, case: dict, cause: str, holds=None) -> dict:
    """A failing case made smaller as far as it fails for the same cause, and where no values differ in the same words,
    and as far as that `holds` (of a case and its pair), with what it gives then; nothing where it does not fail every
    time: the case as met is the evidence."""
    first, way = judged(target, case), ""

    def alike(pair) -> bool:
        if pair is None or pair.comparison.verdict != "fail" or pair.comparison.cause != cause:
            return False
        return cause == "mismatch" or features.way(pair.comparison) == way
    if first is None or first.comparison.verdict != "fail":
        return {}
    way = features.way(first.comparison)
    tries = (None, holds) if holds else (None,)      # asked of every step only where the last one fails it: it is slow
    for asked in tries if cause in SHRINKABLE else ():
        found = Reducer(target, SHRINK_SECONDS, asked).reduce(case)
        pair = judged(target, found.case) if found else None
        if found and pair and alike(pair) and (not holds or holds(found.case, pair)):
            return said_of(found.case, pair)
    return said_of(case, first)


def said_of(case: dict, pair) -> dict:
    """The part of an entry that says what a case gives."""
    compared = pair.comparison
    return {"case": case, "text": compared.text, "differences": [str(d) for d in compared.differences[:8]]}


def judged(target, case: dict):
    """The pair of a case, None when it cannot be resolved."""
    pair = next(differential.pair_up(target, [case]))
    if isinstance(pair, Outcome):
        return None
    differential.findings(target, pair)
    return pair


def explained(target, pair, asked: CertifyOptions, made: dict) -> dict:
    """An entry of a whole case with the faults that explain all of it."""
    dictionary = faults.the_dictionary() if asked.diagnosed and not asked.over else None
    if dictionary is not None:
        found = diagnose.explain_suite(target, pair, dictionary)
        made["faults"] = [[one.group, one.key, one.cause] for one in found[:diagnose.ALIKE]]
    return made
