"""Failing streams of a campaign told apart: each made small, and those with one cause put together as certification
does it."""
from __future__ import annotations

import time
from dataclasses import dataclass

from ...generators.programs.program_settings import Options
from ...harness.targets.registry import open_target
from ..certification import failing_cases
from ..diagnosis import defects as joined, diagnose, faults
from ..diagnosis.reduce import Reduced, Reducer, listing
from . import fault_matching
from .run_database import Body, Campaign, Failed, kind_of, rule_of

SECONDS = 60.0                                       # for all of a campaign's


@dataclass(slots=True)
class Defect:
    """What several failing streams have in common: `sign`, the smallest program with what it gives, and the numbers of
    the streams reduced to it."""
    sign: str
    texts: list[str]
    said: str
    case: dict
    numbers: list[int]


def holding(one: Failed) -> set[str]:
    """What may be blamed for a failure: the rule told wrongly, or else an operation of the program."""
    return {kind_of(one.cause)} if kind_of(one.cause) else {text.split()[0] for _, text in listing(one.case or {})}


def tell_apart(campaign: Campaign, seconds: float, progress=lambda done, left: None, limit: float = 0) -> None:
    """Reduces the failing streams whose cases are kept, first those that hold no operation blamed already, until each
    holds one or the time is over; what it found is in the campaign.  `limit`: seconds of a case, 0: the target's."""
    found = campaign.defects()
    blamed = {body["blamed"] for _, _, body in found}
    done, until = {number for number, _, _ in found}, time.monotonic() + seconds
    waiting = [one for one in campaign.failures(whole=True) if one.number not in done]
    if not waiting:
        return
    with open_target(campaign.about.target) as target:
        if limit and hasattr(target, "case_seconds"):
            target.case_seconds = limit
        reducer = Reducer(target, by_place=True)
        while time.monotonic() < until:
            chosen = next((one for one in waiting if not blamed & holding(one)), None)
            if chosen is None:
                break
            waiting.remove(chosen)
            found.append((chosen.number, *told_of(target, reducer, chosen, campaign.about.options)))
            blamed |= {found[-1][2]["blamed"]} - {""}
            progress(len(found), len(waiting))
    campaign.write_defects(found)


def told_of(target, reducer: Reducer, one: Failed, options: Options) -> tuple[str, Body]:
    """(sign, body) of a failing stream."""
    case, kind = one.case or {}, kind_of(one.cause)
    small = reducer.reduce(case, rule_of(kind))
    if small is None:                                # it does not fail again: as it was met is the evidence
        return "not every time", {"texts": [], "said": "it does not fail every time", "case": case, "blamed": ""}
    body = body_of(target, small, options)
    body["blamed"] = kind or body["blamed"]
    return small.sign.words, body


def body_of(target, small: Reduced, options: Options) -> Body:
    """A reduced program as the campaign keeps it, with the deliberate faults that explain all of what it gives."""
    body: Body = {"texts": small.texts, "said": small.said, "case": small.case, "cause": small.sign.cause,
            "blamed": (small.texts or [""])[-1].partition(" ")[0], "faults": []}
    dictionary, pair = faults.the_dictionary(), failing_cases.run_pair(target, small.case)
    if dictionary is not None and pair is not None and pair.comparison.verdict == "fail":
        matches = fault_matching.explaining(target, options, small.case, pair, dictionary)
        body["faults"] = [(one.group, one.key, one.cause) for one in matches[:diagnose.ALIKE]]
    return body


def entry_of(number: int, sign: str, body: Body) -> dict:
    """A reduced program as an entry of diagnosis."""
    return {
        "operation": body["blamed"] or sign, "form": str(number), "case": body["case"], "text": body["said"],
        "cause": body.get("cause", sign), "wrong": sign, "way": sign, "differences": [], "axes": None, "rules": [],
        "faults": body.get("faults", []), "features": frozenset(),
    }


def defects(campaign: Campaign) -> list[Defect]:
    """By cause, those seen most often first.  Where a cause shows in rules told wrongly alone, each of these has its
    program."""
    told = {number: (sign, body) for number, sign, body in campaign.defects()}
    found = []
    for group in joined.grouped([entry_of(number, *one) for number, one in told.items()]):
        apart: dict[str, list[int]] = {}
        every = sorted(int(one["form"]) for one in group.entries)
        for number in every:
            apart.setdefault(kind_of(told[number][1]["blamed"]), []).append(number)
        for numbers in [every] if "" in apart else apart.values():
            sign, body = min((told[number] for number in numbers), key=lambda one: len(one[1]["texts"]) or 1 << 20)
            found.append(Defect(group.cause if group.fault else sign, body["texts"], body["said"], body["case"],
                                numbers))
    return sorted(found, key=lambda one: (-len(one.numbers), one.numbers))
