"""Which way subnormals go wrong: kept where they should be 0, or the other way round.  These are two defects, each of
whatever operations have it; what MODE must be for a case to pass, or what its wrong values are, tells which."""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

KEPT, FLUSHED = "kept", "flushed"                    # as in departures.SAID
SAID = {KEPT: "subnormals are kept that should be 0", FLUSHED: "subnormals are 0 that should be kept"}
TOLD = {"MODE.denorm": KEPT, "a result subnormal": FLUSHED}         # axes: it passes where MODE keeps, or flushes
FAULTS = {"denormals-always": KEPT, "denormals-kept": KEPT, "denormals-never": FLUSHED, "subnormal-zero": FLUSHED}
TYPED = ("operations giving f", "operations on f")
MOST = 2 / 3                                         # of what has the same type is wrong in one way


def way_of(entry: dict) -> str | None:
    """The way in which subnormals are wrong in an entry; "" where they are, and nothing tells which; None where they
    are not what matters."""
    axes, words = entry["axes"] or (), set((entry.get("how") or {}).values())
    if entry["cause"] != "mismatch":
        return None
    if len(words) == 1 and words <= SAID.keys():
        return words.pop()
    if not any(axis.endswith(" subnormal") or axis in TOLD for axis in axes):
        return None
    told = {TOLD[axis] for axis in axes if axis in TOLD}
    return told.pop() if len(told) == 1 else ""


def of_cause(cause: str) -> str:
    """The same of what a defect is called."""
    return next((way for way, said in SAID.items() if said == cause), "")


def of_fault(fault: str) -> str:
    """The same of a fault, by its name with or without an operation's."""
    return FAULTS.get(fault.split()[-1].replace("_", "-") if fault else "", "")


def apart(entries: Iterable[dict]) -> dict[str, list[dict]]:
    """{way: entries with subnormals}.  Where an entry does not tell, others do: of its operation, else of what gives
    the same type; "": none does."""
    told: dict[str, list[dict]] = {KEPT: [], FLUSHED: [], "": []}
    for one in entries:
        told[way_of(one) or ""].append(one)
    unsaid, told[""] = told[""], []
    ways = {way: some[:] for way, some in told.items() if some}
    for one in unsaid:
        same = Counter(way for way, some in ways.items() for other in some if one["operation"] == other["operation"])
        same = same or Counter(way for way, some in ways.items() for other in some if types(one) & types(other))
        best, count = same.most_common(1)[0] if same else ("", 0)
        told[best if count >= MOST * same.total() else ""].append(one)
    return {way: some for way, some in told.items() if some}


def types(entry: dict) -> set[str]:
    """The types of floats that an entry's operation gives and takes."""
    return {word for word in entry["features"] if word.startswith(TYPED)}
