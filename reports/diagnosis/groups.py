"""Groups of entries, one defect each, and what entries have in common."""
from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from .titles import CLASSES, general, names_of, said

SOURCE = re.compile(r"a (?:64-bit )?source[ =]([a-z0-9]+)")            # NULL, a literal …
WEAK = (" a number", " value", " zero", " with its top bit set")       # said of a source: any value may matter


@dataclass(slots=True)
class Group:
    """One defect: what it is called, the fault it equals ("" for none) and that one's group, and its entries, the
    smallest case that shows it first; `words`: the features that make it."""
    cause: str
    fault: str
    entries: list = field(default_factory=list)
    group: str = ""
    words: tuple = ()

    def of_these(self, words: tuple) -> None:
        """Its features are these alone: what else it was called by is not so of all."""
        self.cause, self.words = self.cause.replace(said(self.words), said(words), 1), words

    @property
    def operations(self) -> list[str]:
        return sorted({one["operation"] for one in self.entries if one["operation"]})


def form_of(one: dict) -> tuple[str, str]:
    """The form of an entry."""
    return one["operation"], one["form"]


def of_group(entries: list[dict], group: str, against: set[str]) -> list[dict]:
    """The entries that a group of faults explains."""
    return [one for one in entries if any(g == group and key not in against for g, key, _ in one["faults"])]


def of_fault(group: str, mine: list[dict]) -> Group:
    """The defect of entries that one group of faults explains."""
    fault = next((g, key, cause) for g, key, cause in mine[0]["faults"] if g == group)
    name = fault[1] if len(names_of(mine)) == 1 else group.lower().removesuffix(" 255")
    return Group(fault[2], name, mine, group)


def the_most(left: list[dict], against: set[str], cases: Counter[str] | None = None) -> str | None:
    """The group of faults that explains most of what is left; of equals the one that explains more cases by hand, each
    of which shows one thing, then a fault of all operations where it is several that fail (no passing form contradicts
    it), else the one that stands first, which explains most of each form."""
    count, rank, names = Counter(), Counter(), {}
    for one in left:
        for place, group in enumerate(dict.fromkeys(g for g, key, _ in one["faults"] if key not in against)):
            count[group] += 1
            rank[group] += place
            names.setdefault(group, set()).add(one["operation"])
    several = {g for g in count if " " not in g and len(names[g]) > 1}
    shown = cases or Counter()
    return max(count, key=lambda g: (count[g], shown[g], g in several, -rank[g])) if count else None


def key_of(one: dict) -> tuple[str, tuple]:
    """What entries that no fault explains have in common where they are one defect."""
    if one["cause"] != "mismatch":
        return "how", (one.get("way") or one["wrong"] or one["cause"],)
    telling = tuple(sorted({general(axis) for axis in one["axes"] or () if not axis.endswith(WEAK)}))
    if telling and not (all(axis.endswith(CLASSES) for axis in telling) and one["operation"]):
        return "axes", telling
    if one["operation"] and set(one.get("how") or ()) == {"mode"}:
        return "place", ("mode",)                    # a register that few write, and that is wrong alone
    if one["operation"] or one.get("at"):
        return "operation", (one["kind"],)
    return "rule", tuple(one["rules"][:1]) or (one["form"],)


def key_of_kind(kind: str) -> tuple[str, tuple]:
    """The key of entries of one kind of operations, as of key_of()."""
    return "operation", (kind,)


def size_of(one: dict) -> tuple:
    """Smaller cases are shown first: generated ones, with less code and state."""
    state = one["case"].get("state") or {}
    many = sum(len(v) if isinstance(v, list) else 1 for v in state.values())
    return bool(not one["operation"]), "waves" in one["case"], len(one["case"]["code"]), many, one["operation"]


def without(entries: list[dict], taken: list[dict]) -> list[dict]:
    """The other entries."""
    gone = set(map(id, taken))
    return [one for one in entries if id(one) not in gone]
