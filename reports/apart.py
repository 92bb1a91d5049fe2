"""Failing streams of a campaign told apart: each made small, those that fail alike put together."""
from __future__ import annotations

import time
from dataclasses import dataclass

from ..harness.targets import open_target
from .campaign import Campaign
from .reduce import Reducer, listing

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


def mnemonics(case: dict) -> set[str]:
    """The operations of a program."""
    return {text.split()[0] for _, text in listing(case)}


def tell_apart(campaign: Campaign, seconds: float, progress=lambda done, left: None) -> None:
    """Reduces the failing streams whose cases are kept, first those that hold no operation blamed already, until each
    holds one or the time is over; what it found is in the campaign."""
    found = campaign.defects()
    blamed = {body["blamed"] for _, _, body in found}
    done, until = {number for number, _, _ in found}, time.monotonic() + seconds
    kept = [(one.number, one.case) for one in campaign.failures(whole=True) if one.number not in done]
    waiting = [(number, case) for number, case in kept if case is not None]
    if not waiting:
        return
    with open_target(campaign.about.target) as target:
        reducer = Reducer(target)
        while time.monotonic() < until:
            chosen = next((one for one in waiting if not blamed & mnemonics(one[1])), None)
            if chosen is None:
                break
            waiting.remove(chosen)
            number, case = chosen
            small = reducer.reduce(case)
            if small is None:                        # it does not fail again: as it was met is the evidence
                body = {"texts": [], "said": "it does not fail every time", "case": case, "blamed": ""}
                found.append((number, "not every time", body))
            else:
                guilty = (small.texts or [""])[-1].partition(" ")[0]
                blamed.add(guilty)
                sign = " ".join(filter(None, (small.sign.cause, small.sign.place, small.sign.way)))
                body = {"texts": small.texts, "said": small.said, "case": small.case, "blamed": guilty}
                found.append((number, sign, body))
            progress(len(found), len(waiting))
    campaign.write_defects(found)


def defects(campaign: Campaign) -> list[Defect]:
    """By sign, those seen most often first."""
    found: dict[str, Defect] = {}
    for number, sign, body in campaign.defects():
        one = found.setdefault(sign, Defect(sign, body["texts"], body["said"], body["case"], []))
        one.numbers.append(number)
        if len(body["texts"]) < len(one.texts):
            one.texts, one.said, one.case = body["texts"], body["said"], body["case"]
    return sorted(found.values(), key=lambda one: (-len(one.numbers), one.numbers))
