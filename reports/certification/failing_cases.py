"""A failing case of a target: run it again, make it smaller, find the faults that explain it."""
from __future__ import annotations

from ...harness.comparison import differential
from ...harness.execution.outcome import Outcome
from ..diagnosis import diagnose, faults, features
from ..diagnosis.reduce import Reducer
from .task_types import CertifyOptions

SHRINKABLE_CAUSES = ("mismatch", "count", "status", "reserved")   # each try of another cause may cost a time limit
SHRINK_LIMIT_S = 10.0                                # for the smallest case of a defect
MAX_DIFFERENCES = 8                                  # in an entry


def run_pair(target, case: dict):
    """Run a case on the model and the target and return both results as a pair, or None if the case is invalid."""
    pair = next(differential.pair_up(target, [case]))
    if isinstance(pair, Outcome):
        return None
    differential.compare_findings(target, pair)
    return pair


def shrink_failure(target, case: dict, cause: str, accepts=None) -> dict:
    """Shrink a failing case while it fails for the same cause. Return the keys of its entry (case, text, differences).

    If no values differ, the symptom (features.way()) must stay the same. `accepts`(case, pair): a further condition.
    Return {} for a case that does not fail again; the original case then remains the evidence."""
    original, symptom = run_pair(target, case), ""

    def fails_alike(pair) -> bool:
        if pair is None or pair.comparison.verdict != "fail" or pair.comparison.cause != cause:
            return False
        return cause == "mismatch" or features.way(pair.comparison) == symptom
    if original is None or original.comparison.verdict != "fail":
        return {}
    symptom = features.way(original.comparison)
    # `accepts` is slow: it is evaluated at every step only if the result without it is not accepted.
    conditions = (None, accepts) if accepts else (None,)
    for condition in conditions if cause in SHRINKABLE_CAUSES else ():
        reduced = Reducer(target, SHRINK_LIMIT_S, condition).reduce(case)
        pair = run_pair(target, reduced.case) if reduced else None
        if reduced and pair and fails_alike(pair) and (not accepts or accepts(reduced.case, pair)):
            return entry_result(reduced.case, pair)
    return entry_result(case, original)


def entry_result(case: dict, pair) -> dict:
    """The keys of an entry that hold a case and its result."""
    compared = pair.comparison
    return {"case": case, "text": compared.text,
            "differences": [str(difference) for difference in compared.differences[:MAX_DIFFERENCES]]}


def add_faults(target, pair, options: CertifyOptions, entry: dict) -> dict:
    """Add the faults that explain all of a case to its entry, and return the entry."""
    dictionary = faults.the_dictionary() if options.diagnosed and not options.over else None
    if dictionary is not None:
        matches = diagnose.explain_suite(target, pair, dictionary)
        entry["faults"] = [[match.group, match.key, match.cause] for match in matches[:diagnose.ALIKE]]
    return entry
