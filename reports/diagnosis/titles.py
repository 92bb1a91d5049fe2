"""What a defect is called that no fault explains: which operations, what is wrong with what they give, and with which
values, modifiers or modes."""
from __future__ import annotations

import re
from collections import Counter

from ...spec import load
from . import departures, lanes
from .features import FLOATS
from .joining import FEWEST

CONTROLS = {row["control"] for row in load().moves if row["field"] == "dpp_ctrl"}
STATUS = re.compile(r"^status: expected (\w+), got (\w+)")
CLASSES = (" quiet NaN", " signalling NaN", " infinite", "EXEC")       # axes that do not make operations alike
OVER = "result over a source"
NAMED, CLAUSES = 3, 3                                # operations that a cause names, places that it speaks of
PLACES = {"VGPR": "the result", "SGPR": "the result", "scc": "SCC", "vcc": "VCC", "exec": "EXEC", "m0": "M0",
          "lds": "LDS", "mode": "MODE", "trapsts": "TRAPSTS"}
FEATURES = {lanes.ASLEEP: "lanes that read an inactive one by DPP", lanes.MASKED: "lanes that DPP masks switch off",
            lanes.BEYOND: "lanes that read beyond the row by DPP, without BOUND_CTRL",
            lanes.ZERO: "lanes that read beyond the row by DPP, with BOUND_CTRL",
            "sdst": "an SDST field that the operation does not have"}
ORDER = ["the result", "the mask", "the carry", *list(PLACES.values())[2:]]


def words_of(key: tuple, entries: list[dict]) -> str:
    """The cause of a group that no fault explains."""
    (kind, what), one = key, entries[0]
    if kind == "how":
        names = f"{listed(names_of(entries))}: " if names_of(entries) else ""
        if one["cause"] == "reserved":
            return "a reserved encoding is run instead of refused"
        return f"{names}{ended(what[0]) if one['cause'] != 'count' else 'another number of instructions is run'}"
    if kind == "operation":
        names = listed({e["operation"] or e["at"] for e in entries})
        return f"{names}: {how_of(entries)}{under(classes_of(entries))}"
    if kind == "rule":
        return f"breaks {what[0]}: {load().rules[what[0]]['text']}" if what[0] in load().rules else what[0]
    what = () if kind == "place" else what
    return f"{whose(entries)}{how_of(entries)}{under((*what, *over(what, entries)))}"


def ended(way: str) -> str:
    """How a case fails that has no wrong words, as of features.way(): a status in words."""
    return STATUS.sub(lambda found: ends_as(*found.groups()), way)


def ends_as(right: str, got: str) -> str:
    """Two statuses in words."""
    return f"ends as {got}, not as {right}"


def whose(entries: list[dict]) -> str:
    """The operations of entries before what is wrong with them, where they are a few."""
    names = names_of(entries)
    return f"{listed(names)}: " if 0 < len(names) <= NAMED else ""


def listed(names: set[str]) -> str:
    """Operations in words: all of a few, else the first and how many there are."""
    first, *others = sorted(names)
    if len(others) >= NAMED:
        return f"{first} and {len(others)} like it"
    return joined([first, *others])


def how_of(entries: list[dict], unknown: str = "") -> str:
    """What is wrong where, of these entries: a predicate of each place; `unknown` where that is not known of each."""
    held: dict[str, list[str]] = {}
    for one in entries:
        for place, word in (one.get("how") or dict.fromkeys(places_of(one), "")).items():
            held.setdefault(place_in(one, place), []).append(word)
    told = {place: one_of(words) for place, words in held.items()}
    if unknown and not all(told.values()):
        return unknown
    clauses: dict[str, list[str]] = {}
    for place in sorted(told, key=lambda place: (ORDER.index(place) if place in ORDER else len(ORDER), place)):
        clauses.setdefault(departures.said(told[place]), []).append(place)
    parts = [f"{' or '.join(places)} {how}" for how, places in clauses.items()]
    return ", ".join(parts[:CLAUSES]) or "wrong"


def places_of(one: dict) -> list[str]:
    """The places that an entry says are wrong."""
    return [part.partition(":")[0] for part in one["wrong"].split("; ") if part] if one["cause"] == "mismatch" else []


def place_in(one: dict, place: str) -> str:
    """A place in words: a mask of lanes is the operation's, wherever it stands."""
    masks = any(f"operations writing {kind}" in one["features"] for kind in ("a lane mask", "a carry"))
    if masks and place in ("vcc", "SGPR"):
        return "the carry" if "operations writing a carry" in one["features"] else "the mask"
    return PLACES.get(place, place)


def one_of(words: list[str]) -> str:
    """What most entries say of a place, "" where they do not agree: of two of them, where both are needed."""
    count = Counter(part for word in words for part in word.split("/"))
    best = [word for word, _ in sorted(count.items(), key=lambda item: (-item[1], item[0])) if word]
    for number in (1, 2):
        held = sum(bool(set(best[:number]) & set(word.split("/"))) for word in words)
        if best[:number] and held >= departures.NEARLY * len(words):
            return "/".join(best[:number])
    return ""


def over(axes: tuple, entries: list[dict]) -> tuple:
    """That a result stands over a source, where it does in all of several entries and no axis says it."""
    told = [f"a {OVER}" in one["features"] for one in entries if one["operation"]]
    seen = len(told) >= FEWEST and all(told)
    return (f"a {OVER}",) if seen and not any(axis.endswith(OVER) for axis in axes) else ()


def under(axes: tuple) -> str:
    """The axes that matter, behind what is wrong."""
    said = " and ".join(axis if axis[:4] != "MODE" else f"{axis} other than its default" for axis in axes)
    said = said.replace("a source ", "a source that is ").replace("a source=", "the source ")
    return f", with {said}" if said else ""


def classes_of(entries: list[dict]) -> tuple:
    """The kinds of values without which no generated case of these entries fails."""
    every = [{general(axis) for axis in e["axes"] or () if axis.endswith(CLASSES[:3])} for e in entries if e["form"]]
    return tuple(sorted(set.intersection(*every))) if every else ()


def said(words: tuple[str, ...]) -> str:
    """Features in words: those of cases, then those of operations."""
    types = " or ".join(named_in(word) for word in FLOATS if word in words)
    names = [types] * bool(types) + [named_in(word) for word in words if "…" in word and word not in FLOATS]
    kinds = [word for word in words if "operations" in word and "…" not in word]
    named = [f"operations with {joined(names)} in their names"] if names else []
    of = ", ".join([*named, *kinds])
    own = " and ".join(FEATURES.get(word, word) for word in words if "operations" not in word)
    return f"{own} ({of})" if own and of else own or of


def named_in(word: str) -> str:
    """The part of a name that a feature is about."""
    return f"_{word.partition('…_')[2]}"


def joined(names: list[str]) -> str:
    """One, two and three."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if names[1:] else "".join(names)


def names_of(entries) -> set[str]:
    """The operations of entries; suite cases have none."""
    return {one["operation"] for one in entries if one["operation"]}


def general(axis: str) -> str:
    """An axis without which of the sources it is of; how DPP moves does not matter, as a rule, nor where subnormals
    stand."""
    if axis in CONTROLS:
        return "DPP"
    if axis.endswith(" subnormal"):
        return "subnormals"
    return re.sub(r"^v?(?:src|data|addr|sdata|ssrc)\d?(?=[ =])", "a source", axis)
