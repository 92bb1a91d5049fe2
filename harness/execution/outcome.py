"""What a run gave, in rows rather than text: made by the model or a target, read by expectations and comparison, shown
as a result."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from ..case import register_names

ENDED = ("timeout", "crash")                        # statuses of a target that did not answer, or not rightly
HARNESS_FAILURES = (*ENDED, "short")
NOT_TOLD = -1                                       # how many instructions ran, of a target that does not say


@dataclass(slots=True)
class Band:
    """A tolerance: the float kind, how many ULP, and the mask of lanes it holds for."""
    kind: str
    ulp: int
    lanes: int


@dataclass(slots=True)
class Wave:
    """Registers by canonical dword; open masks have a bit for each lane of a vector register, for each bit of a scalar
    one."""
    scalars: dict[str, int] = field(default_factory=dict)
    vectors: dict[int, np.ndarray] = field(default_factory=dict)
    open_scalars: dict[str, int] = field(default_factory=dict)
    open_vectors: dict[int, int] = field(default_factory=dict)
    bands: dict[int, Band] = field(default_factory=dict)


@dataclass(slots=True)
class Memory:
    """Bytes of an observed stretch; `open` has 1 bits where the ISA leaves the value open (empty: nowhere)."""
    name: str
    address: int
    data: bytes
    open: bytes = b""
    relative: str | None = None


class Outcome(Struct):
    """One result. `text` says why when the status is not ok."""
    name: str = ""
    status: str = "ok"
    lanes: int = 64
    instructions: int = 0                           # or NOT_TOLD
    wave_count: int = 0
    waves: list[Wave] = []
    memory: list[Memory] = []
    lds: list[bytes] = []
    lds_open: list[bytes] = []                      # which bytes of it are open, as Memory.open; empty: none
    findings: list[dict] = []
    findings_dropped: int = 0
    exports: list[dict] = []
    messages: list[dict] = []
    profile: str = "manual"
    operation: str | None = None
    field: str | None = None
    text: str | None = None
    pc: int | None = None
    met: bool | None = None
    unmet: list[str] | None = None
    bits: tuple[int, int] | None = None             # compared, observed: set once a comparison was made
    allowed: Outcomes | None = None                 # every result the rules allow, where the case asks for them
    unsent: bool = False                            # a target's that was not asked; text says why
    same: bool = False                              # a target's, equal to Plan.expected: its values are not kept

    @property
    def broken(self) -> list[str]:
        """The rule of each finding by which its result is not defined."""
        return [one["rule"] for one in self.findings if one["kind"] in ("error", "race")]

    def compared(self) -> tuple[int, int]:
        """(bits not open, bits observed)."""
        if self.bits is None:
            self.bits = count_bits(self)
        return self.bits

    def to_dict(self) -> dict:
        """The result as cases document it: a dict of JSON values."""
        compared, observed = self.compared()
        shown = {
            "name": self.name,
            "status": self.status,
            "instructions": max(0, self.instructions),
            "wave_count": self.wave_count,
            "waves": [_show_wave(wave) for wave in self.waves],
            "memory": [_show_memory(one) for one in self.memory],
            "findings": self.findings,
            "findings_dropped": self.findings_dropped,
            "profile": self.profile,
            "compared_bits": compared,
            "observed_bits": observed,
        }
        if self.lds:
            shown["lds"] = [data.hex() for data in self.lds]
        if any(map(any, self.lds_open)):
            shown["lds_open"] = [opened.hex() for opened in self.lds_open]
        for key in ("exports", "messages"):
            if getattr(self, key):
                shown[key] = getattr(self, key)
        for key in ("operation", "field", "text", "met", "unmet"):
            if getattr(self, key) is not None:
                shown[key] = getattr(self, key)
        if self.pc is not None:
            shown["pc"] = hex(self.pc)
        return shown

    def to_json(self) -> bytes:
        """The result as one line of JSON, without the newline."""
        return msgspec.json.encode(self.to_dict())


@dataclass(slots=True)
class Allowed:
    """One result, and the steps (model.orders.Step) of an order that gives it."""
    outcome: Outcome
    order: tuple


@dataclass(slots=True)
class Outcomes:
    """Every result found.  `cut`: why there may be more, "" when there are none; `runs`, `states`, `merged`: what the
    search did."""
    results: list[Allowed] = field(default_factory=list)
    runs: int = 0
    states: int = 0
    merged: int = 0
    cut: str = ""

    @property
    def whole(self) -> bool:
        """Are these all there are?"""
        return not self.cut


def count_bits(outcome: Outcome) -> tuple[int, int]:
    """(bits not open, bits observed) of registers, memory and LDS."""
    observed = open_bits = 0
    for wave in outcome.waves:
        observed += 32 * (sum(map(len, wave.vectors.values())) + len(wave.scalars)) - 31 * ("scc" in wave.scalars)
        if wave.open_vectors or wave.open_scalars:
            open_bits += 32 * sum(m.bit_count() for number, m in wave.open_vectors.items() if number in wave.vectors)
            open_bits += sum(m.bit_count() for name, m in wave.open_scalars.items() if name in wave.scalars)
    for one in outcome.memory:
        observed += 8 * len(one.data)
        open_bits += int.from_bytes(one.open, "little").bit_count() if one.open else 0
    observed += 8 * sum(map(len, outcome.lds))
    open_bits += sum(int.from_bytes(opened, "little").bit_count() for opened in outcome.lds_open)
    return observed - open_bits, observed


def _show_wave(wave: Wave) -> dict:
    shown, opened = {}, {}
    for name, dwords in register_names.fold_dwords(wave.scalars):
        value = sum(wave.scalars[dword] << 32 * n for n, dword in enumerate(dwords))
        mask = sum(wave.open_scalars.get(dword, 0) << 32 * n for n, dword in enumerate(dwords))
        shown[name] = value if name == "scc" else hex(value)
        if mask:
            opened[name] = hex(mask)
    for number, row in wave.vectors.items():
        shown[f"v{number}"] = list(map(hex, row.tolist()))
        if wave.open_vectors.get(number):
            opened[f"v{number}"] = hex(wave.open_vectors[number])
    return {"registers": shown, "open": opened}


def _show_memory(one: Memory) -> dict:
    shown = {"name": one.name, "address": hex(one.address), "bytes": one.data.hex()}
    if any(one.open):
        shown["open"] = one.open.hex()
    return shown


def by_piece(held) -> dict[tuple[str, int], Any]:
    """{(name, how many of that name come before it): stretch}; a region may be looked at in several pieces."""
    found, seen = {}, Counter()
    for one in held:
        found[one.name, seen[one.name]] = one
        seen[one.name] += 1
    return found


def invalid(name: str, error) -> Outcome:
    """The result of a case that cannot be run as written; `error` is a CaseError, whose own name comes first."""
    return Outcome(name=error.name or name, status="invalid", field=error.field, text=str(error))


def join(first: Outcome, then: Outcome) -> Outcome:
    """What two dispatches left, one after the other."""
    for one in then.findings:
        one["wave"] += first.wave_count
    ended = any(one.bits and one.bits[0] == 0 for one in (first, then))
    then.waves, then.findings = first.waves + then.waves, first.findings + then.findings
    then.wave_count += first.wave_count
    then.instructions += first.instructions
    then.findings_dropped += first.findings_dropped
    then.bits = None
    if ended:
        then.bits = (0, then.compared()[1])
    return then
