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

# statuses of a target that did not answer, or not rightly
NO_ANSWER_STATUSES = ("timeout", "crash")
HARNESS_FAILURES = (*NO_ANSWER_STATUSES, "short")
# how many instructions ran, of a target that does not say
UNKNOWN_INSTRUCTION_COUNT = -1


@dataclass(slots=True)
class Tolerance:
    """A tolerance: the float kind, how many ULP, and the mask of lanes it holds for."""
    kind: str
    ulp: int
    lanes: int


@dataclass(slots=True)
class WaveRegisters:
    """Registers by canonical dword; open masks have a bit for each lane of a vector register, for each bit of a scalar
    one."""
    scalars: dict[str, int] = field(default_factory=dict)
    vectors: dict[int, np.ndarray] = field(default_factory=dict)
    undefined_scalars: dict[str, int] = field(default_factory=dict)
    undefined_vectors: dict[int, int] = field(default_factory=dict)
    tolerances: dict[int, Tolerance] = field(default_factory=dict)


@dataclass(slots=True)
class MemoryBytes:
    """Bytes of an observed stretch; `open` has 1 bits where the ISA leaves the value open (empty: nowhere)."""
    name: str
    address: int
    data: bytes
    undefined: bytes = b""
    relative: str | None = None


class Outcome(Struct):
    """One result. `text` says why when the status is not ok."""
    name: str = ""
    status: str = "ok"
    lanes: int = 64
    instructions: int = 0                           # or UNKNOWN_INSTRUCTION_COUNT
    wave_count: int = 0
    waves: list[WaveRegisters] = []
    memory: list[MemoryBytes] = []
    lds: list[bytes] = []
    lds_undefined: list[bytes] = []                      # which bytes of it are open, as Memory.open; empty: none
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
    allowed: AllowedOutcomes | None = None                 # every result the rules allow, where the case asks for them
    unsent: bool = False                            # a target's that was not asked; text says why
    # a target's, equal to Plan.expected: its values are not kept
    equals_expected: bool = False

    @property
    def broken_rules(self) -> list[str]:
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
        if any(map(any, self.lds_undefined)):
            shown["lds_open"] = [undefined.hex() for undefined in self.lds_undefined]
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
class AllowedOutcome:
    """One result, and the steps (model.orders.Step) of an order that gives it."""
    outcome: Outcome
    order: tuple


@dataclass(slots=True)
class AllowedOutcomes:
    """Every result found.  `cut`: why there may be more, "" when there are none; `runs`, `states`, `merged`: what the
    search did."""
    results: list[AllowedOutcome] = field(default_factory=list)
    runs: int = 0
    states: int = 0
    merged: int = 0
    cut: str = ""

    @property
    def complete(self) -> bool:
        """Are these all there are?"""
        return not self.cut


def count_bits(outcome: Outcome) -> tuple[int, int]:
    """(bits not open, bits observed) of registers, memory and LDS."""
    observed = undefined_bits = 0
    for wave in outcome.waves:
        observed += 32 * (sum(map(len, wave.vectors.values())) + len(wave.scalars)) - 31 * ("scc" in wave.scalars)
        if wave.undefined_vectors or wave.undefined_scalars:
            undefined_bits += 32 * sum(m.bit_count() for number,
                                       m in wave.undefined_vectors.items() if number in wave.vectors)
            undefined_bits += sum(m.bit_count() for name, m in wave.undefined_scalars.items() if name in wave.scalars)
    for one in outcome.memory:
        observed += 8 * len(one.data)
        undefined_bits += int.from_bytes(one.undefined, "little").bit_count() if one.undefined else 0
    observed += 8 * sum(map(len, outcome.lds))
    undefined_bits += sum(int.from_bytes(opened, "little").bit_count() for opened in outcome.lds_undefined)
    return observed - undefined_bits, observed


def _show_wave(wave: WaveRegisters) -> dict:
    shown, undefined = {}, {}
    for name, dwords in register_names.fold_dwords(wave.scalars):
        value = sum(wave.scalars[dword] << 32 * n for n, dword in enumerate(dwords))
        mask = sum(wave.undefined_scalars.get(dword, 0) << 32 * n for n, dword in enumerate(dwords))
        shown[name] = value if name == "scc" else hex(value)
        if mask:
            undefined[name] = hex(mask)
    for number, row in wave.vectors.items():
        shown[f"v{number}"] = list(map(hex, row.tolist()))
        if wave.undefined_vectors.get(number):
            undefined[f"v{number}"] = hex(wave.undefined_vectors[number])
    return {"registers": shown, "open": undefined}


def _show_memory(memory: MemoryBytes) -> dict:
    shown = {"name": memory.name, "address": hex(memory.address), "bytes": memory.data.hex()}
    if any(memory.undefined):
        shown["open"] = memory.undefined.hex()
    return shown


def memory_by_piece(ranges) -> dict[tuple[str, int], Any]:
    """{(name, how many of that name come before it): stretch}; a region may be looked at in several pieces."""
    pieces, counts = {}, Counter()
    for memory_range in ranges:
        pieces[memory_range.name, counts[memory_range.name]] = memory_range
        counts[memory_range.name] += 1
    return pieces


def invalid_outcome(name: str, error) -> Outcome:
    """The result of a case that cannot be run as written; `error` is a CaseError, whose own name comes first."""
    return Outcome(name=error.name or name, status="invalid", field=error.field, text=str(error))


def join_outcomes(first: Outcome, second: Outcome) -> Outcome:
    """What two dispatches left, one after the other."""
    for one in second.findings:
        one["wave"] += first.wave_count
    incomparable = any(one.bits and one.bits[0] == 0 for one in (first, second))
    second.waves, second.findings = first.waves + second.waves, first.findings + second.findings
    second.wave_count += first.wave_count
    second.instructions += first.instructions
    second.findings_dropped += first.findings_dropped
    second.bits = None
    if incomparable:
        second.bits = (0, second.compared()[1])
    return second
