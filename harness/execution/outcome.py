"""The Outcome of a run: final registers, memory and LDS, which of their bits are undefined, tolerances and findings."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from ..case import register_names

# of a target without a valid answer
NO_ANSWER_STATUSES = ("timeout", "crash")
HARNESS_FAILURES = (*NO_ANSWER_STATUSES, "short")
# the target does not report it
UNKNOWN_INSTRUCTION_COUNT = -1


@dataclass(slots=True)
class Tolerance:
    """A tolerance: the float type, the number of ULP, and the mask of lanes that it applies to."""
    kind: str
    ulp: int
    lanes: int


@dataclass(slots=True)
class WaveRegisters:
    """Registers by canonical dword. `undefined_vectors`: the lanes of a vector register that have undefined bits.
    `undefined_bits`: these bits, uint32 by lane, of a register where some bits of a lane are defined.
    `undefined_scalars`: the undefined bits of a scalar register.
    """
    scalars: dict[str, int] = field(default_factory=dict)
    vectors: dict[int, np.ndarray] = field(default_factory=dict)
    undefined_scalars: dict[str, int] = field(default_factory=dict)
    undefined_vectors: dict[int, int] = field(default_factory=dict)
    undefined_bits: dict[int, np.ndarray] = field(default_factory=dict)
    tolerances: dict[int, Tolerance] = field(default_factory=dict)

    def undefined_row(self, vector: int, lanes: int) -> np.ndarray:
        """The undefined bits of a vector register: uint32 by lane."""
        if vector in self.undefined_bits:
            return self.undefined_bits[vector]
        mask = self.undefined_vectors.get(vector, 0)
        return np.array([0xFFFFFFFF if mask >> lane & 1 else 0 for lane in range(lanes)], np.uint32)


@dataclass(slots=True)
class MemoryBytes:
    """The bytes of an observed range. `undefined` has 1 bits where the value is undefined. It is empty if all bits are
    defined."""
    name: str
    address: int
    data: bytes
    undefined: bytes = b""
    relative: str | None = None


class Outcome(Struct):
    """The result of one run. `text`: the reason for a status other than ok."""
    name: str = ""
    status: str = "ok"
    lanes: int = 64
    instructions: int = 0                            # or UNKNOWN_INSTRUCTION_COUNT
    wave_count: int = 0
    waves: list[WaveRegisters] = []
    memory: list[MemoryBytes] = []
    lds: list[bytes] = []
    lds_undefined: list[bytes] = []                  # as MemoryBytes.undefined; empty: all defined
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
    bits: tuple[int, int] | None = None              # (compared, observed), set by a comparison
    allowed: AllowedOutcomes | None = None           # if the case asks for them
    unsent: bool = False                             # the target was not asked; text has the reason
    # a target's answer equal to Plan.expected_result; its values are dropped
    equals_expected: bool = False

    @property
    def broken_rules(self) -> list[str]:
        """The ids of the broken rules that make the result undefined."""
        return [finding["rule"] for finding in self.findings if finding["kind"] in ("error", "race")]

    def compared(self) -> tuple[int, int]:
        """The number of defined bits and the number of observed bits."""
        if self.bits is None:
            self.bits = count_bits(self)
        return self.bits

    def to_dict(self) -> dict:
        """The result in the documented format: a dict of JSON values."""
        compared, observed = self.compared()
        result = {
            "name": self.name,
            "status": self.status,
            "instructions": max(0, self.instructions),
            "wave_count": self.wave_count,
            "waves": [_show_wave(wave) for wave in self.waves],
            "memory": [_show_memory(memory) for memory in self.memory],
            "findings": self.findings,
            "findings_dropped": self.findings_dropped,
            "profile": self.profile,
            "compared_bits": compared,
            "observed_bits": observed,
        }
        if self.lds:
            result["lds"] = [data.hex() for data in self.lds]
        if any(map(any, self.lds_undefined)):
            result["lds_open"] = [undefined.hex() for undefined in self.lds_undefined]
        for key in ("exports", "messages"):
            if getattr(self, key):
                result[key] = getattr(self, key)
        for key in ("operation", "field", "text", "met", "unmet"):
            if getattr(self, key) is not None:
                result[key] = getattr(self, key)
        if self.pc is not None:
            result["pc"] = hex(self.pc)
        return result

    def to_json(self) -> bytes:
        """The result as one line of JSON, without the newline."""
        return msgspec.json.encode(self.to_dict())


@dataclass(slots=True)
class AllowedOutcome:
    """One allowed outcome, and the steps (model.orders.Step) of an order that gives it."""
    outcome: Outcome
    order: tuple


@dataclass(slots=True)
class AllowedOutcomes:
    """The allowed outcomes of a case. `cut`: why the search is incomplete, or "". `runs`, `states` and `merged` are
    counters of the search."""
    results: list[AllowedOutcome] = field(default_factory=list)
    runs: int = 0
    states: int = 0
    merged: int = 0
    cut: str = ""

    @property
    def complete(self) -> bool:
        """True if the search found all outcomes."""
        return not self.cut


def count_bits(outcome: Outcome) -> tuple[int, int]:
    """Return how many bits of registers, memory and LDS are defined, and how many are observed."""
    observed = undefined_bits = 0
    for wave in outcome.waves:
        observed += 32 * (sum(map(len, wave.vectors.values())) + len(wave.scalars)) - 31 * ("scc" in wave.scalars)
        if wave.undefined_vectors or wave.undefined_scalars:
            undefined_bits += sum(
                sum(map(int.bit_count, wave.undefined_bits[number].tolist()))
                if number in wave.undefined_bits else 32 * mask.bit_count()
                for number, mask in wave.undefined_vectors.items() if number in wave.vectors
            )
            undefined_bits += sum(m.bit_count() for name, m in wave.undefined_scalars.items() if name in wave.scalars)
    for memory in outcome.memory:
        observed += 8 * len(memory.data)
        undefined_bits += int.from_bytes(memory.undefined, "little").bit_count() if memory.undefined else 0
    observed += 8 * sum(map(len, outcome.lds))
    undefined_bits += sum(int.from_bytes(opened, "little").bit_count() for opened in outcome.lds_undefined)
    return observed - undefined_bits, observed


def _show_wave(wave: WaveRegisters) -> dict:
    registers, undefined = {}, {}
    for name, dwords in register_names.fold_dwords(wave.scalars):
        value = sum(wave.scalars[dword] << 32 * n for n, dword in enumerate(dwords))
        mask = sum(wave.undefined_scalars.get(dword, 0) << 32 * n for n, dword in enumerate(dwords))
        registers[name] = value if name == "scc" else hex(value)
        if mask:
            undefined[name] = hex(mask)
    for number, row in wave.vectors.items():
        registers[f"v{number}"] = list(map(hex, row.tolist()))
        if wave.undefined_vectors.get(number):
            undefined[f"v{number}"] = hex(wave.undefined_vectors[number])
    shown = {"registers": registers, "open": undefined}
    bits = {f"v{number}": list(map(hex, row.tolist())) for number, row in wave.undefined_bits.items()}
    if bits:
        shown["open_bits"] = bits
    return shown


def _show_memory(memory: MemoryBytes) -> dict:
    result = {"name": memory.name, "address": hex(memory.address), "bytes": memory.data.hex()}
    if any(memory.undefined):
        result["open"] = memory.undefined.hex()
    return result


def memory_by_piece(ranges) -> dict[tuple[str, int], Any]:
    """Map (region name, number of earlier ranges with that name) to each range, since a case may observe several ranges
    of a region.
    """
    pieces, counts = {}, Counter()
    for memory_range in ranges:
        pieces[memory_range.name, counts[memory_range.name]] = memory_range
        counts[memory_range.name] += 1
    return pieces


def invalid_outcome(name: str, error) -> Outcome:
    """The outcome of a case that cannot run. `error`: a CaseError. If it has a case name, that name replaces `name`."""
    return Outcome(name=error.name or name, status="invalid", field=error.field, text=str(error))


def join_outcomes(first: Outcome, second: Outcome) -> Outcome:
    """The outcome of two dispatches in sequence."""
    for finding in second.findings:
        finding["wave"] += first.wave_count
    incomparable = any(finding.bits and finding.bits[0] == 0 for finding in (first, second))
    second.waves, second.findings = first.waves + second.waves, first.findings + second.findings
    second.wave_count += first.wave_count
    second.instructions += first.instructions
    second.findings_dropped += first.findings_dropped
    second.bits = None
    if incomparable:
        second.bits = (0, second.compared()[1])
    return second
