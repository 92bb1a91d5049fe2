"""Accesses of the waves of a group: which of them no barrier parts (RDNA3 ISA, 5.5, 5.6; Vega ISA, 4.3, 4.4)."""
from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from .outstanding_results import Outstanding

PATHS = {"smem": "scalar", "lds": "lds", "flat": "flat"}


class Span(NamedTuple):
    """An access: from the barrier behind which it was issued to the one before which it was proven."""
    wave: int
    verb: str
    path: str
    began: int
    ended: int
    pc: int


def span(wave: int, one: Outstanding) -> Span:
    verb = {"sample": "load"}.get(one.by.verb, one.by.verb)
    return Span(wave, verb, PATHS.get(one.by.kind, "vector"), one.began, one.ended, one.pc)


def until(a: Span, b: Span, keeps_turn: bool) -> int:
    """The barrier up to which `a` may meet `b`.  Where the vector accesses of a group have one way that keeps the
    order of issue, only scalar ones see that they come late (errata E-189)."""
    return a.began if keeps_turn and a.path == "vector" and b.path != "scalar" else a.ended


def races(a: Span, b: Span, keeps_turn: bool) -> bool:
    if a.wave == b.wave or a.verb == b.verb in ("load", "atomic"):
        return False
    return a.began <= until(b, a, keeps_turn) and b.began <= until(a, b, keeps_turn)


def first_race(lives: dict[int, list[Outstanding]], keeps_turn: bool) -> tuple[Span, Span] | None:
    """Two accesses of one group, {wave: what it issued}, that race."""
    cells: dict[int, dict[Span, int]] = defaultdict(dict)
    for wave, issued in lives.items():
        for one in issued:
            mine = span(wave, one)
            for dword, mask in one.accesses:
                cell = cells[dword]
                cell[mine] = cell.get(mine, 0) | mask
    for cell in cells.values():
        spans = list(cell.items())
        for n, (a, mask) in enumerate(spans):
            for b, other in spans[:n]:
                if mask & other and races(a, b, keeps_turn):
                    return b, a
    return None
