"""Compares a target's outcome with the model's: it gives one verdict per case, and names and counts tolerated
differences."""
from __future__ import annotations

import functools
from functools import partial
from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from msgspec import Struct, field

from ..case.choices import Choices, nan_bits
from ..case.float_bits import FLOAT_FORMATS, is_nan, lanes_within_ulp, nan_lanes, ulp_distance
from ..case.plan import Plan
from ..execution.outcome import HARNESS_FAILURES, UNKNOWN_INSTRUCTION_COUNT, Outcome, WaveRegisters, memory_by_piece

MAX_DIFFERENCES_LISTED = 16
TOLERANCES = ("nan.generated", "nan.propagated", "ulp", "open", "relative", "outcome")
DEFAULT_NANS = {"f16": 0x7E00, "bf16": 0x7FC0, "f32": 0x7FC00000, "f64": 0x7FF8 << 48}


@dataclass(slots=True)
class Difference:
    """One value that differs: its name, wave and lane (-1: no lane), and both values in hex."""
    where: str
    wave: int
    lane: int
    expected: str
    got: str

    def __str__(self) -> str:
        lane = f"[{self.lane}]" if self.lane >= 0 else ""
        return f"{self.where}{lane}: expected {self.expected}, got {self.got}" + (
            f" (wave {self.wave})" if self.wave > 0 else ""
        )


class Comparison(Struct):
    """The verdict on one case. verdict: pass, fail, unsupported or not exercised. cause: why it is not pass.
    leniencies: maps each kind of tolerance to the number of tolerated values (lanes, scalars, bytes). dropped: number
    of differences that are not listed. unsent: the case was not sent to the target."""
    verdict: str = "pass"
    cause: str = ""
    text: str = ""
    differences: list[Difference] = []
    dropped: int = 0
    leniencies: dict[str, int] = field(default_factory=partial(defaultdict, int))
    compared_bits: int = 0
    observed_bits: int = 0
    unsent: bool = False

    def add_difference(self, where: str, wave: int, lane: int, expected: int | str, got: int | str) -> None:
        """Add a difference to the list. If the list has MAX_DIFFERENCES_LISTED entries, only count it."""
        if len(self.differences) >= MAX_DIFFERENCES_LISTED:
            self.dropped += 1
            return
        values = [value if isinstance(value, str) else hex(value) for value in (expected, got)]
        self.differences.append(Difference(where, wave, lane, *values))

    def set_verdict(self, verdict: str, cause: str, text: str) -> Comparison:
        """Set verdict, cause and text; return the comparison."""
        self.verdict, self.cause, self.text = verdict, cause, text
        return self


def compare(plan: Plan, model: Outcome, target: Outcome, choices: Choices | None = None, count: bool = False,
            kinds: dict[int, str] | None = None, relative: bool = False, exports: bool = False) -> Comparison:
    """Compare the outcomes of one case. `count`: the target counts instructions. `kinds`: maps VGPRs to the float kind
    that their last writer writes. `relative`: the target places memory itself, so addresses are compared as region
    offsets. `exports`: the target reports exports and messages."""
    result = Comparison()
    result.compared_bits, result.observed_bits = model.compared()
    early = _early_verdict(result, model, target, count)
    if early:
        return early
    if not target.equals_expected:
        comparison = _ValueComparison(result, plan, model, target, choices or Choices(), kinds or {}, relative)
        comparison.compare_waves()
        comparison.compare_memory()
        comparison.compare_lds()
        if exports:
            comparison.compare_records()
    if result.differences:
        return result.set_verdict("fail", "mismatch", str(result.differences[0]))
    if 2 * result.compared_bits < result.observed_bits or result.observed_bits == 0:
        return result.set_verdict(
            "not exercised", "open", f"{result.compared_bits} of {result.observed_bits} observed bits can be compared"
        )
    return result


def _early_verdict(result: Comparison, model: Outcome, target: Outcome, count: bool) -> Comparison | None:
    """Return the comparison if status, rules or counts decide the verdict. Return None if values must be compared."""
    result.unsent = target.unsent
    if target.status in HARNESS_FAILURES:
        return result.set_verdict("fail", target.status, target.text or target.status)
    if model.status in ("unsupported", "invalid", "limit"):
        return result.set_verdict("not exercised", model.status, f"the model: {model.text or model.status}")
    if broken := model.broken_rules:
        text = f"the program breaks {broken[0]}: its result is not defined"
        return result.set_verdict("not exercised", "findings", text)
    if target.status == "unsupported":
        return result.set_verdict("unsupported", target.operation or "unsupported", target.text or "")
    if any(finding["rule"] == "open.end" for finding in model.findings):   # another value may take another path
        return result.set_verdict("not exercised", "open", "an undefined value decided the path: nothing is compared")
    if target.status != model.status:
        result.add_difference("status", 0, -1, model.status, target.status)
        return result.set_verdict(
            "fail",
            "reserved" if (model.status, target.status) == ("illegal", "ok") else "status",
            f"status: expected {model.status}, got {target.status}" + (f" ({target.text})" if target.text else ""),
        )
    if count and model.status == "ok" and target.instructions not in (UNKNOWN_INSTRUCTION_COUNT, model.instructions):
        result.add_difference("instructions", 0, -1, str(model.instructions), str(target.instructions))
        text = f"{target.instructions} instructions run; {model.instructions} are right"
        return result.set_verdict("fail", "count", text)
    return None


class _ValueComparison:
    """Compares registers, memory, LDS and records of one pair of outcomes and fills in `result`."""

    def __init__(self, result, plan, model, target, choices, kinds, relative):
        self.result, self.plan, self.model, self.target, self.choices, self.kinds = (
            result, plan, model, target, choices, kinds,
        )
        self.moved_blocks = self._moved_blocks() if relative else []

    def _moved_blocks(self) -> list[tuple[int, int, int]]:
        """Return (model's address, target's address, size) for every block that has another address on the target."""
        target_blocks = memory_by_piece(self.target.memory)
        return [
            (block.address, target_blocks[piece].address, len(block.data))
            for piece, block in memory_by_piece(self.model.memory).items()
            if piece in target_blocks and target_blocks[piece].address != block.address
        ]

    def compare_waves(self) -> None:
        """Compare every register that both outcomes contain. A target may omit registers if the status is not ok."""
        if (self.model.status == "ok" and len(self.target.waves) != len(self.model.waves) and self.plan.observed
                and self.target.waves):
            self.result.add_difference("waves", 0, -1, str(len(self.model.waves)), str(len(self.target.waves)))
        if not self.target.waves:
            hidden = sum(32 * sum(map(len, w.vectors.values())) + 32 * len(w.scalars) for w in self.model.waves)
            self.result.compared_bits = max(0, self.result.compared_bits - hidden)
            self.result.observed_bits = max(0, self.result.observed_bits - hidden)
        for number, (expected, got) in enumerate(zip(self.model.waves, self.target.waves)):
            for name, value in expected.scalars.items():
                if name in got.scalars:
                    self._compare_scalar(number, name, value, got.scalars[name],
                                         expected.undefined_scalars.get(name, 0))
            pairs = {n for n, tolerance in expected.tolerances.items() if tolerance.kind == "f64"} | {
                n for n, kind in self.kinds.items() if kind == "f64"
            }
            done: set[int] = set()
            for vector in expected.vectors:
                if vector in got.vectors and vector not in done:
                    if vector in pairs and vector + 1 in expected.vectors and vector + 1 in got.vectors:
                        self._compare_doubles(number, vector, expected, got)
                        done.add(vector + 1)
                    else:
                        self._compare_vector(number, vector, expected, got)

    def _compare_scalar(self, wave: int, name: str, expected: int, got: int, undefined: int) -> None:
        if (expected ^ got) & ~undefined == 0:
            self.result.leniencies["open"] += expected != got
        elif self._same_target_address(expected, got):
            self.result.leniencies["relative"] += 1
        else:
            self.result.add_difference(name, wave, -1, expected, got)

    def _same_target_address(self, expected: int, got: int) -> bool:
        """Are both dwords the low, or both the high, 32 bits of addresses at the same offset in the same block?"""
        for model_start, target_start, size in self.moved_blocks:
            low, high = (expected - model_start) & 0xFFFFFFFF, model_start >> 32
            if low <= size and low == (got - target_start) & 0xFFFFFFFF:
                return True
            if expected == high and got == target_start >> 32:
                return True
        return False

    def _compare_vector(self, wave: int, vector: int, expected: WaveRegisters, got: WaveRegisters) -> None:
        a, b = expected.vectors[vector], got.vectors[vector]
        differ = a != b
        if not differ.any():
            return
        differ &= self._defined_differences(a, b, expected.undefined_row(vector, len(a)))
        tolerance = expected.tolerances.get(vector)
        if tolerance and tolerance.kind != "f64":
            near = differ & _mask_to_bools(tolerance.lanes, len(a)) & lanes_within_ulp(a, b, tolerance.kind,
                                                                                       tolerance.ulp)
            self.result.leniencies["ulp"] += int(near.sum())
            differ &= ~near
        kind = tolerance.kind if tolerance else self.kinds.get(vector)
        if kind and kind != "f64" and differ.any():
            differ &= ~self._accepted_nan_lanes(a, b, differ, kind)
        for lane in np.flatnonzero(differ).tolist():
            if self.moved_blocks and self._same_target_address(int(a[lane]), int(b[lane])):
                self.result.leniencies["relative"] += 1
            else:
                self.result.add_difference(f"v{vector}", wave, lane, int(a[lane]), int(b[lane]))

    def _defined_differences(self, a: np.ndarray, b: np.ndarray, undefined: np.ndarray) -> np.ndarray:
        """Return where defined bits differ. Count the elements that differ in undefined bits only."""
        differ = (a ^ b) & ~undefined != 0
        self.result.leniencies["open"] += int(((a != b) & ~differ).sum())
        return differ

    def _accepted_nan_lanes(self, a, b, differ, kind: str) -> np.ndarray:
        """Return the lanes whose values differ only in NaN bits that are implementation-defined. For 16-bit kinds, the
        NaN may be in either half of the register."""
        bits = FLOAT_FORMATS[kind][0]
        mask, accepted = (1 << bits) - 1, np.zeros(len(a), bool)
        for lane in np.flatnonzero(
            differ & (nan_lanes(a, kind) | (nan_lanes(a >> np.uint32(16), kind) if bits == 16 else False))
        ).tolist():
            parts = [(int(a[lane]) >> shift & mask, int(b[lane]) >> shift & mask) for shift in range(0, 32, bits)]
            accepted[lane] = all(
                x == y or (is_nan(x, kind) and is_nan(y, kind) and self._accept_nan(x, y, kind)) for x, y in parts
            )
        return accepted

    def _accept_nan(self, expected: int, got: int, kind: str) -> bool:
        """Tolerate and count another NaN of the target unless it declared which NaN it produces. The model already
        produces the declared one."""
        declared = getattr(self.choices.nan_generated, kind, None) if self.choices.nan_generated else None
        if declared is not None:
            generated = expected == nan_bits(declared)
        else:
            generated = expected & ~(1 << FLOAT_FORMATS[kind][0] - 1) == DEFAULT_NANS[kind]
        if (declared if generated else self.choices.nan_propagated) is not None:
            return False
        self.result.leniencies["nan.generated" if generated else "nan.propagated"] += 1
        return True

    def _compare_doubles(self, wave: int, vector: int, expected: WaveRegisters, got: WaveRegisters) -> None:
        a, b = _register_pair(expected, vector), _register_pair(got, vector)
        bits = expected.undefined_row(vector, len(a)) | expected.undefined_row(vector + 1, len(a)).astype(
            np.uint64) << np.uint64(32)
        tolerance = expected.tolerances.get(vector)
        for lane in np.flatnonzero(self._defined_differences(a, b, bits)).tolist():
            x, y = int(a[lane]), int(b[lane])
            ulps = ulp_distance(x, y, "f64")
            if tolerance and tolerance.lanes >> lane & 1 and ulps is not None and ulps <= tolerance.ulp:
                self.result.leniencies["ulp"] += 1
            elif not (is_nan(x, "f64") and is_nan(y, "f64") and self._accept_nan(x, y, "f64")):
                self.result.add_difference(f"v[{vector}:{vector + 1}]", wave, lane, x, y)

    def compare_memory(self) -> None:
        """Compare the bytes of every block that both outcomes contain."""
        got = memory_by_piece(self.target.memory)
        for piece, expected in memory_by_piece(self.model.memory).items():
            block = got.get(piece)
            if block is None:
                continue
            if expected.relative:
                self._compare_memory_offsets(expected, block)
            elif expected.data != block.data:
                self._compare_bytes(expected.name, expected.data, block.data, expected.undefined)

    def _compare_bytes(self, name: str, expected: bytes, got: bytes, undefined: bytes) -> None:
        a, b = np.frombuffer(expected, np.uint8), np.frombuffer(got, np.uint8)
        ignored_bits = np.frombuffer(undefined, np.uint8) if undefined else np.zeros(len(a), np.uint8)
        differing = self._defined_differences(a, b, ignored_bits)
        for dword in sorted({int(offset) // 4 * 4 for offset in np.flatnonzero(differing)}):
            dwords = [data[dword:dword + 4].hex() for data in (expected, got)]
            self.result.add_difference(f"{name}+{dword:#x}", 0, -1, *dwords)

    def _compare_memory_offsets(self, expected_block, got_block) -> None:
        """Compare 64-bit addresses as offsets into a region, which may lie elsewhere on the target."""
        model_base = self._region_address(self.model, expected_block.relative)
        target_base = self._region_address(self.target, expected_block.relative)
        for offset in range(0, len(expected_block.data), 8):
            if any(expected_block.undefined[offset:offset + 8]):
                continue
            a, b = (int.from_bytes(block.data[offset:offset + 8], "little")
                    for block in (expected_block, got_block))
            if (a - model_base - b + target_base) % (1 << 64) == 0:
                self.result.leniencies["relative"] += a != b
            elif a != b:
                self.result.add_difference(
                    f"{expected_block.name}+{offset:#x}", 0, -1, f"{expected_block.relative}+{a - model_base:#x}",
                    f"{expected_block.relative}+{b - target_base:#x}",
                )

    def _region_address(self, outcome: Outcome, name: str) -> int:
        return next((block.address for block in outcome.memory if block.name == name), self.plan.address(name))

    def compare_records(self) -> None:
        """Compare exports and messages in the order of each wave."""
        for kind in ("exports", "messages"):
            for wave in range(max(len(self.model.waves), self.model.wave_count, 1)):
                expected, got = ([record for record in getattr(side, kind) if record.get("wave", 0) == wave]
                              for side in (self.model, self.target))
                if len(expected) != len(got):
                    self.result.add_difference(kind, wave, -1, str(len(expected)), str(len(got)))
                for number, (record, got_record) in enumerate(zip(expected, got)):
                    self._compare_record(f"{kind}[{number}]", wave, record, got_record)

    def _compare_record(self, where: str, wave: int, expected: dict, got: dict) -> None:
        for key in expected.keys() - {"pc", "wave", "values"}:
            if expected[key] != got.get(key):
                self.result.add_difference(f"{where}.{key}", wave, -1, str(expected[key]), str(got.get(key)))
        sources = [" ".join(sorted(record.get("values", {}))) for record in (expected, got)]
        if sources[0] != sources[1]:
            self.result.add_difference(f"{where}.values", wave, -1, *sources)
        for source, lane_values in expected.get("values", {}).items():
            got_values = got.get("values", {}).get(source, {})
            for lane, value in lane_values.items():
                if got_values.get(lane) != value:
                    self.result.add_difference(f"{where}.{source}", wave, int(lane), value, str(got_values.get(lane)))

    def compare_lds(self) -> None:
        """Compare the LDS of the last group if both outcomes contain it. The target may allocate more than the case
        needs."""
        for expected, got in zip(self.model.lds[-1:], self.target.lds[-1:]):
            if len(got) < len(expected):
                self.result.add_difference("lds", 0, -1, f"{len(expected)} bytes", f"{len(got)} bytes")
            elif expected != got:
                self._compare_bytes("lds", expected, got[:len(expected)], b"".join(self.model.lds_undefined[-1:]))


def _register_pair(wave: WaveRegisters, vector: int) -> np.ndarray:
    return wave.vectors[vector].astype(np.uint64) | wave.vectors[vector + 1].astype(np.uint64) << np.uint64(32)


@functools.lru_cache(maxsize=256)
def _mask_to_bools(mask: int, count: int) -> np.ndarray:
    return np.array([bool(mask >> lane & 1) for lane in range(count)])
