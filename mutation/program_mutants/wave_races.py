"""Races between the waves of a group: conflicting accesses that no barrier separates (RDNA3 ISA, 5.5, 5.6; Vega ISA,
4.3, 4.4)."""
from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from .outstanding_results import OutstandingOperation

MEMORY_PATHS = {"smem": "scalar", "lds": "lds", "flat": "flat"}


class AccessSpan(NamedTuple):
    """A memory access, with the barrier after which it was issued and the barrier before which a wait proved it
    complete."""
    wave: int
    verb: str
    path: str
    began: int
    ended: int
    pc: int


def access_span(wave: int, operation: OutstandingOperation) -> AccessSpan:
    """The span of an operation."""
    verb = {"sample": "load"}.get(operation.instruction.verb, operation.instruction.verb)
    path = MEMORY_PATHS.get(operation.instruction.kind, "vector")
    return AccessSpan(wave, verb, path, operation.began, operation.ended, operation.pc)


def last_conflicting_barrier(a: AccessSpan, b: AccessSpan, in_order: bool) -> int:
    """The last barrier up to which `a` may conflict with `b`. `in_order`: the vector accesses of a group keep the order
    of issue, so only scalar accesses can see them complete late (errata E-189)."""
    return a.began if in_order and a.path == "vector" and b.path != "scalar" else a.ended


def is_race(a: AccessSpan, b: AccessSpan, in_order: bool) -> bool:
    """Return whether two spans of different waves, not both loads or both atomics, overlap."""
    if a.wave == b.wave or a.verb == b.verb in ("load", "atomic"):
        return False
    return a.began <= last_conflicting_barrier(b, a, in_order) and b.began <= last_conflicting_barrier(a, b, in_order)


def first_race(issued_by_wave: dict[int, list[OutstandingOperation]],
               in_order: bool) -> tuple[AccessSpan, AccessSpan] | None:
    """Two accesses of one group that race, or None. `issued_by_wave`: {wave: its operations}."""
    dwords: dict[int, dict[AccessSpan, int]] = defaultdict(dict)
    for wave, issued in issued_by_wave.items():
        for operation in issued:
            span = access_span(wave, operation)
            for dword, mask in operation.accesses:
                masks = dwords[dword]
                masks[span] = masks.get(span, 0) | mask
    for masks in dwords.values():
        spans = list(masks.items())
        for n, (a, mask) in enumerate(spans):
            for b, other_mask in spans[:n]:
                if mask & other_mask and is_race(a, b, in_order):
                    return b, a
    return None
