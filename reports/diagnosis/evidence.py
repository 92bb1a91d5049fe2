"""Outcomes as rows of words: where a target departs from the model, and whether a deliberate fault departs likewise."""
from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...harness.case.choices import Choices
from ...harness.case.float_bits import lanes_within_ulp, nan_lanes
from ...harness.case.plan import Plan
from ...harness.execution.outcome import UNKNOWN_INSTRUCTION_COUNT, Outcome

CANONICAL = {"f16": 0x7E00, "bf16": 0x7FC0, "f32": 0x7FC00000}
STATUS = ("ok", "fault", "illegal", "limit", "unsupported", "invalid", "timeout", "crash", "short")


@dataclass(slots=True)
class Seen:
    """A case that was run: `one` made it (a dict where it was written by hand), the model gave `golden`, the target
    `got`; `kinds`: VGPR -> the float kind its last writer leaves there; `told`: the reports of
    pairs.checked_features() that are compared with the model's."""
    plan: Plan
    golden: Outcome
    got: Outcome
    one: Any
    comparison: Any
    kinds: dict[int, str]
    told: frozenset[str] = frozenset()


@dataclass(slots=True)
class Words:
    """The words that are compared of a case: `names`: (wave, dword or stretch of memory, lanes) of each row;
    `golden`, `got`: uint32, what the ISA leaves open being 0 and what is let through being as in `golden`; `wrong`:
    where they differ.  The first word is the status, then come those of what is told."""
    names: list[tuple[int, str, int]]
    golden: np.ndarray
    got: np.ndarray
    hidden: np.ndarray

    @property
    def wrong(self) -> np.ndarray:
        return self.golden != self.got

    def places(self) -> np.ndarray:
        """The row each word belongs to."""
        return np.repeat(np.arange(len(self.names)), [lanes for _, _, lanes in self.names])


class Reader:
    """Reads outcomes of one case as words in the order of the model's own."""

    def __init__(self, seen: Seen, choices: Choices | None):
        self.seen, self.golden = seen, seen.golden
        self.any_nan = not choices or (choices.nan_generated is None and choices.nan_propagated is None)
        self.told = sorted(seen.told)
        self.names: list[tuple[int, str, int]] = [(0, one, 1) for one in ("status", *self.told)]
        opened = [np.zeros(len(self.names), np.uint32)]
        for number, wave in enumerate(seen.golden.waves):
            for name in wave.scalars:
                self.names.append((number, name, 1))
                opened.append(np.array([wave.undefined_scalars.get(name, 0) & 0xFFFFFFFF], np.uint32))
            for vector, row in wave.vectors.items():
                self.names.append((number, f"v{vector}", len(row)))
                opened.append(wave.undefined_row(vector, len(row)))
        for one in seen.golden.memory:
            self.names.append((0, one.name, -(-len(one.data) // 4)))
            opened.append(words_of(one.undefined if one.undefined else bytes(len(one.data))))
        for data in seen.golden.lds:
            self.names.append((0, "lds", -(-len(data) // 4)))
            opened.append(np.zeros(-(-len(data) // 4), np.uint32))
        self.shown = ~np.concatenate(opened)
        if seen.golden.broken_rules and not seen.golden.allowed:             # nothing of the result is compared
            self.shown &= np.repeat([-(name == "findings") & 0xFFFFFFFF for _, name, _ in self.names],
                                    [lanes for *_, lanes in self.names]).astype(np.uint32)
        self.own = self.raw(seen.golden)
        self.floats = self._floats()

    def raw(self, outcome: Outcome) -> np.ndarray:
        """The words as they are; the model's where the outcome has none."""
        parts = [np.array([self.status(outcome), *(self.said(outcome, one) for one in self.told)], np.uint32)]
        for number, wave in enumerate(self.golden.waves):
            other = outcome.waves[number] if number < len(outcome.waves) else wave
            parts.append(np.array([other.scalars.get(n, v) & 0xFFFFFFFF for n, v in wave.scalars.items()], np.uint32))
            for vector, row in wave.vectors.items():
                held = other.vectors.get(vector)
                parts.append(row if held is None or len(held) != len(row) else held)
        for number, one in enumerate(self.golden.memory):
            other = outcome.memory[number] if number < len(outcome.memory) else one
            parts.append(words_of(other.data if len(other.data) == len(one.data) else one.data))
        for number, data in enumerate(self.golden.lds):
            held = outcome.lds[number] if number < len(outcome.lds) else data
            parts.append(words_of(held[:len(data)].ljust(len(data), b"\0")))
        return np.concatenate(parts)

    def status(self, outcome: Outcome) -> int:
        """The number of how it ended; of fewer or more waves than there are, as a target's reply would be held to."""
        plan, there = self.seen.plan, len(outcome.waves)
        whole = outcome.equals_expected or not plan.observed or plan.wave_count is None or there == plan.wave_count
        status = outcome.status if whole or outcome.status != "ok" else "short"
        return STATUS.index(status) if status in STATUS else 99

    def said(self, outcome: Outcome, what: str) -> int:
        """The instructions that were run, where they are held against the model's, or a number for the rules that were
        broken."""
        if what == "findings":
            return zlib.crc32(repr(sorted(outcome.broken_rules)).encode())
        told = self.golden.status == "ok" and outcome.instructions != UNKNOWN_INSTRUCTION_COUNT
        return (outcome if told else self.golden).instructions & 0xFFFFFFFF

    def _floats(self) -> list[tuple]:
        """(words, kind, ULP or 0, lanes that it holds for or None, words of the next register or None) of registers
        that hold floats."""
        found, at = [], 0
        starts = {}
        for number, name, lanes in self.names:
            starts[number, name] = slice(at, at + lanes)
            at += lanes
        for number, wave in enumerate(self.golden.waves):
            for vector in wave.vectors:
                band = wave.tolerances.get(vector)
                kind = band.kind if band else self.seen.kinds.get(vector)
                if kind:
                    where = starts[number, f"v{vector}"]
                    count = where.stop - where.start
                    lanes = np.array([bool(band.lanes >> n & 1) for n in range(count)]) if band else None
                    found.append((where, kind, band.ulp if band else 0, lanes, starts.get((number, f"v{vector + 1}"))))
        return found

    def read(self, outcome: Outcome) -> np.ndarray:
        """The words with what is open as 0, what is near enough as in the model's, and NaNs alike where any will do."""
        words = self.raw(outcome).copy()
        for where, kind, ulp, lanes, high in self.floats:
            if kind == "f64":
                if high is not None:
                    self._double(words, where, high, ulp, lanes)
                continue
            row = words[where]
            draw(row, self.own[where], kind, ulp, lanes)
            if self.any_nan:
                canonical(row, kind)
        return words & self.shown

    def nearest(self, faulty: np.ndarray, got: np.ndarray) -> np.ndarray:
        """What a fault gives, as the target has it where it lies within the band of an operation that is not exact: of
        a fault this is no other result, as of the model."""
        faulty = faulty.copy()
        for where, kind, ulp, lanes, _ in self.floats:
            if kind != "f64":
                draw(faulty[where], got[where], kind, ulp, lanes)
        return faulty

    def _double(self, words, low, high, ulp: int, lanes) -> None:
        a, b = (w[low].astype(np.uint64) | w[high].astype(np.uint64) << np.uint64(32) for w in (self.own, words))
        magnitude = b & np.uint64((1 << 63) - 1)
        nan = magnitude > np.uint64(0x7FF << 52)
        if lanes is not None:
            near = lanes & (np.abs(a.astype(np.int64) - b.astype(np.int64)) <= ulp)
            b[near] = a[near]
        if self.any_nan:
            b[nan] = np.uint64(0x7FF8 << 48)
        words[low], words[high] = b.astype(np.uint32), (b >> np.uint64(32)).astype(np.uint32)

    def words(self) -> Words:
        """Model and target."""
        golden, got = self.read(self.golden), self.read(self.seen.got)
        if golden[0] != got[0]:
            got[1:] = golden[1:]                       # another status: nothing else is compared
        elif self.seen.comparison is not None and self.seen.comparison.verdict == "pass":
            got = golden
        return Words(self.names, golden, got, self.shown)


def words_of(data: bytes) -> np.ndarray:
    """Bytes as dwords, the last filled up with zeros."""
    return np.frombuffer(data.ljust(-(-len(data) // 4) * 4, b"\0"), "<u4")


def draw(row: np.ndarray, other: np.ndarray, kind: str, ulp: int, lanes: np.ndarray | None) -> None:
    """Makes those of some lanes that are within `ulp` of another row as they are there."""
    if lanes is not None:
        near = lanes & lanes_within_ulp(other, row, kind, ulp)
        row[near] = other[near]


def canonical(row: np.ndarray, kind: str) -> None:
    """Every NaN of a kind becomes the same; 16-bit kinds in both halves."""
    value = np.uint32(CANONICAL[kind])
    if kind == "f32":
        row[nan_lanes(row, kind)] = value
        return
    low, high = nan_lanes(row, kind), nan_lanes(row >> np.uint32(16), kind)
    row[low] = row[low] & np.uint32(0xFFFF0000) | value
    row[high] = row[high] & np.uint32(0xFFFF) | value << np.uint32(16)


def agrees(words: Words, faulty: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """(the wrong words a fault explains, those that it has wrong in another way); None where it departs from the model
    and the target does not."""
    departs = faulty != words.golden
    nothing = np.zeros_like(departs)
    if departs[0]:
        return (departs & words.wrong, nothing) if faulty[0] == words.got[0] else None
    other = departs & (faulty != words.got)
    if words.wrong[0] and departs.any() or (other & ~words.wrong).any():
        return None
    return departs & ~other, other
