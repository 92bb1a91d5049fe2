"""Cases by hand to the defects that they show."""
from __future__ import annotations

from . import features
from .groups import Group, form_of, key_of, of_fault, of_group, the_most
from .keys import of_any
from .titles import words_of


def of_suites(cases: list[dict], groups: list[Group], against: set[str], shown) -> list[Group]:
    """Cases by hand to the defects they show: that of their fault, or of the form, or else the operation, at which they
    part; the rest by fault of any operation, unless one that passes speaks against it, and by rule."""
    left = []
    for one in cases:
        faults = {g for g, key, _ in one["faults"] if key not in against}
        home = next((g for g in groups if g.group and g.group in faults), None)
        home = home or next((g for g in groups if any(parts_like(one, entry) for entry in g.entries)), None)
        home = home or next((g for g in groups if one.get("at") and g.operations == [one["at"]]), None)
        home = home or next((g for g in groups if one.get("at") in g.operations), None)
        if home is None:
            left.append(one)
        else:
            home.entries.append(one)
    likely = {key for one in left for _, key, _ in one["faults"] if of_any(key)}
    likely -= shown(likely)
    for one in left:
        one["faults"] = [fault for fault in one["faults"] if fault[1] in likely]
    found, rest = by_fault(left, against)
    by_rule: dict[tuple, list[dict]] = {}
    for one in rest:
        key = key_of(one)
        alike = (g for g in groups if key[0] == "how" and not g.fault and key in map(key_of, g.entries))
        if (home := next(alike, None)) is not None:
            home.entries.append(one)
        else:
            by_rule.setdefault(key, []).append(one)
    return found + [Group(words_of(key, some), "", some) for key, some in by_rule.items()]


def by_fault(left: list[dict], against: set[str]) -> tuple[list[Group], list[dict]]:
    """(defects that a fault explains, what is left)"""
    found, rest = [], [one for one in left if not one["faults"]]
    left = [one for one in left if one["faults"]]
    while left and (group := the_most(left, against)) is not None:
        mine = of_group(left, group, against)
        left = [one for one in left if not any(one is other for other in mine)]
        found.append(of_fault(group, mine))
    return found, rest + left


def parts_like(one: dict, other: dict) -> bool:
    """Do model and target part, in a case by hand, at an instruction of another entry's form that lacks nothing all of
    its failing cases have?"""
    same = one.get("at") and (one["at"], one["form_at"]) == form_of(other)
    return bool(same) and not features.own(other["features"] - one["features"])
