"""Holds what a target gave against what the model gave: a verdict for one case, with every leniency named and
counted."""
from __future__ import annotations

import functools
from functools import partial
from collections import defaultdict
from dataclasses import dataclass

import numpy as np
from msgspec import Struct, field

from ..case.choices import Choices, pattern
from ..case.float_bits import KINDS, distance, is_nan, nan_lanes, near_lanes
from ..case.plan import Plan
from ..execution.outcome import HARNESS_FAILURES, NOT_TOLD, Outcome, Wave, by_piece

SHOWN = 16
LENIENCIES = ("nan.generated", "nan.propagated", "ulp", "open", "relative", "outcome")
GENERATED = {"f16": 0x7E00, "bf16": 0x7FC0, "f32": 0x7FC00000, "f64": 0x7FF8 << 48}


@dataclass(slots=True)
class Difference:
    """One value that differs: what, in which wave and lane (-1: none), and both values in hex."""
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
    """verdict: pass, fail, unsupported or not exercised; cause: why it is not pass; leniencies: name -> values (lanes,
    scalars, bytes) let through; unsent: the target was not asked."""
    verdict: str = "pass"
    cause: str = ""
    text: str = ""
    differences: list[Difference] = []
    dropped: int = 0
    leniencies: dict[str, int] = field(default_factory=partial(defaultdict, int))
    compared_bits: int = 0
    observed_bits: int = 0
    unsent: bool = False

    def note(self, where: str, wave: int, lane: int, expected: int | str, got: int | str) -> None:
        """Records a difference."""
        if len(self.differences) >= SHOWN:
            self.dropped += 1
            return
        shown = [one if isinstance(one, str) else hex(one) for one in (expected, got)]
        self.differences.append(Difference(where, wave, lane, *shown))

    def end(self, verdict: str, cause: str, text: str) -> Comparison:
        """Settles the verdict."""
        self.verdict, self.cause, self.text = verdict, cause, text
        return self


def compare(plan: Plan, model: Outcome, target: Outcome, choices: Choices | None = None, count: bool = False,
            kinds: dict[int, str] | None = None, relative: bool = False, exports: bool = False) -> Comparison:
    """The verdict on one case. `count`: the target counts instructions; `kinds`: VGPR -> the float kind its last writer
    leaves there; `relative`: the target places memory itself, so addresses are compared by what they point at;
    `exports`: the target tells exports and messages."""
    result = Comparison()
    result.compared_bits, result.observed_bits = model.compared()
    early = _settled(result, model, target, count)
    if early:
        return early
    if not target.same:
        judge = _Judge(result, plan, model, target, choices or Choices(), kinds or {}, relative)
        judge.waves()
        judge.memory()
        judge.lds()
        if exports:
            judge.records()
    if result.differences:
        return result.end("fail", "mismatch", str(result.differences[0]))
    if 2 * result.compared_bits < result.observed_bits or result.observed_bits == 0:
        return result.end(
            "not exercised", "open", f"{result.compared_bits} of {result.observed_bits} observed bits can be compared"
        )
    return result


def _settled(result: Comparison, model: Outcome, target: Outcome, count: bool) -> Comparison | None:
    """Verdicts that need no look at values."""
    result.unsent = target.unsent
    if target.status in HARNESS_FAILURES:
        return result.end("fail", target.status, target.text or target.status)
    if model.status in ("unsupported", "invalid", "limit"):
        return result.end("not exercised", model.status, f"the model: {model.text or model.status}")
    if broken := model.broken:
        return result.end("not exercised", "findings", f"the program breaks {broken[0]}: its result is not defined")
    if target.status == "unsupported":
        return result.end("unsupported", target.operation or "unsupported", target.text or "")
    if model.findings and any(one["rule"] == "open.end" for one in model.findings):   # another value, another path
        return result.end("not exercised", "open", "an open value decided something: nothing is compared")
    if target.status != model.status:
        result.note("status", 0, -1, model.status, target.status)
        return result.end(
            "fail",
            "reserved" if (model.status, target.status) == ("illegal", "ok") else "status",
            f"status: expected {model.status}, got {target.status}" + (f" ({target.text})" if target.text else ""),
        )
    if count and model.status == "ok" and target.instructions not in (NOT_TOLD, model.instructions):
        result.note("instructions", 0, -1, str(model.instructions), str(target.instructions))
        return result.end("fail", "count", f"{target.instructions} instructions run; {model.instructions} are right")
    return None


class _Judge:
    """Goes through registers and memory of one pair of outcomes."""

    def __init__(self, result, plan, model, target, choices, kinds, relative):
        self.result, self.plan, self.model, self.target, self.choices, self.kinds = (
            result, plan, model, target, choices, kinds,
        )
        self.moved = self._moved() if relative else []

    def _moved(self) -> list[tuple[int, int, int]]:
        """(model's address, target's address, size) of every stretch both report."""
        there = by_piece(self.target.memory)
        return [
            (one.address, there[piece].address, len(one.data))
            for piece, one in by_piece(self.model.memory).items()
            if piece in there and there[piece].address != one.address
        ]

    def waves(self) -> None:
        """Every register both report; what a target does not report on a status other than ok is not compared."""
        if (self.model.status == "ok" and len(self.target.waves) != len(self.model.waves) and self.plan.observed
                and self.target.waves):
            self.result.note("waves", 0, -1, str(len(self.model.waves)), str(len(self.target.waves)))
        if not self.target.waves:
            hidden = sum(32 * sum(map(len, w.vectors.values())) + 32 * len(w.scalars) for w in self.model.waves)
            self.result.compared_bits = max(0, self.result.compared_bits - hidden)
            self.result.observed_bits = max(0, self.result.observed_bits - hidden)
        for number, (right, got) in enumerate(zip(self.model.waves, self.target.waves)):
            for name, value in right.scalars.items():
                if name in got.scalars:
                    self._scalar(number, name, value, got.scalars[name], right.open_scalars.get(name, 0))
            pairs = {n for n, band in right.bands.items() if band.kind == "f64"} | {
                n for n, kind in self.kinds.items() if kind == "f64"
            }
            done: set[int] = set()
            for vector in right.vectors:
                if vector in got.vectors and vector not in done:
                    if vector in pairs and vector + 1 in right.vectors and vector + 1 in got.vectors:
                        self._doubles(number, vector, right, got)
                        done.add(vector + 1)
                    else:
                        self._vector(number, vector, right, got)

    def _scalar(self, wave: int, name: str, right: int, got: int, opened: int) -> None:
        if (right ^ got) & ~opened == 0:
            self.result.leniencies["open"] += right != got
        elif self._points_alike(right, got):
            self.result.leniencies["relative"] += 1
        else:
            self.result.note(name, wave, -1, right, got)

    def _points_alike(self, right: int, got: int) -> bool:
        """Whether two dwords are the same half of the same address, each in its own memory."""
        for here, there, size in self.moved:
            low, high = (right - here) & 0xFFFFFFFF, here >> 32
            if (low <= size and low == (got - there) & 0xFFFFFFFF) or (right == high and got == there >> 32):
                return True
        return False

    def _vector(self, wave: int, vector: int, right: Wave, got: Wave) -> None:
        a, b = right.vectors[vector], got.vectors[vector]
        differ = a != b
        if not differ.any():
            return
        opened = _lanes(right.open_vectors.get(vector, 0), len(a))
        self.result.leniencies["open"] += int((differ & opened).sum())
        differ &= ~opened
        band = right.bands.get(vector)
        if band and band.kind != "f64":
            near = differ & _lanes(band.lanes, len(a)) & near_lanes(a, b, band.kind, band.ulp)
            self.result.leniencies["ulp"] += int(near.sum())
            differ &= ~near
        kind = band.kind if band else self.kinds.get(vector)
        if kind and kind != "f64" and differ.any():
            differ &= ~self._nans(a, b, differ, kind)
        for lane in np.flatnonzero(differ).tolist():
            if self.moved and self._points_alike(int(a[lane]), int(b[lane])):
                self.result.leniencies["relative"] += 1
            else:
                self.result.note(f"v{vector}", wave, lane, int(a[lane]), int(b[lane]))

    def _nans(self, a, b, differ, kind: str) -> np.ndarray:
        """Lanes in which the difference is between NaNs, and one the ISA leaves to the implementation; 16-bit kinds: in
        either half."""
        bits = KINDS[kind][0]
        low, let = (1 << bits) - 1, np.zeros(len(a), bool)
        for lane in np.flatnonzero(
            differ & (nan_lanes(a, kind) | (nan_lanes(a >> np.uint32(16), kind) if bits == 16 else False))
        ).tolist():
            parts = [(int(a[lane]) >> shift & low, int(b[lane]) >> shift & low) for shift in range(0, 32, bits)]
            let[lane] = all(x == y or (is_nan(x, kind) and is_nan(y, kind) and self._nan(x, y, kind)) for x, y in parts)
        return let

    def _nan(self, right: int, got: int, kind: str) -> bool:
        """Whether a target's other NaN is let through: only where it declared none, for the model makes the declared
        one."""
        made = getattr(self.choices.nan_generated, kind, None) if self.choices.nan_generated else None
        generated = (
            right == pattern(made) if made is not None else right & ~(1 << KINDS[kind][0] - 1) == GENERATED[kind]
        )
        if (made if generated else self.choices.nan_propagated) is not None:
            return False
        self.result.leniencies["nan.generated" if generated else "nan.propagated"] += 1
        return True

    def _doubles(self, wave: int, vector: int, right: Wave, got: Wave) -> None:
        a, b = _wide(right, vector), _wide(got, vector)
        opened = _lanes(right.open_vectors.get(vector, 0) | right.open_vectors.get(vector + 1, 0), len(a))
        differ = a != b
        self.result.leniencies["open"] += int((differ & opened).sum())
        band = right.bands.get(vector)
        for lane in np.flatnonzero(differ & ~opened).tolist():
            x, y = int(a[lane]), int(b[lane])
            apart = distance(x, y, "f64")
            if band and band.lanes >> lane & 1 and apart is not None and apart <= band.ulp:
                self.result.leniencies["ulp"] += 1
            elif not (is_nan(x, "f64") and is_nan(y, "f64") and self._nan(x, y, "f64")):
                self.result.note(f"v[{vector}:{vector + 1}]", wave, lane, x, y)

    def memory(self) -> None:
        """Bytes of every stretch both report."""
        got = by_piece(self.target.memory)
        for piece, right in by_piece(self.model.memory).items():
            one = got.get(piece)
            if one is None:
                continue
            if right.relative:
                self._relative(right, one)
            elif right.data != one.data:
                self._bytes(right.name, right.data, one.data, right.open)

    def _bytes(self, name: str, right: bytes, got: bytes, opened: bytes) -> None:
        a, b = np.frombuffer(right, np.uint8), np.frombuffer(got, np.uint8)
        hidden = np.frombuffer(opened, np.uint8) if opened else np.zeros(len(a), np.uint8)
        differ = (a ^ b) & ~hidden
        self.result.leniencies["open"] += int(((a != b) & (differ == 0)).sum())
        for word in sorted({int(at) // 4 * 4 for at in np.flatnonzero(differ)}):
            self.result.note(f"{name}+{word:#x}", 0, -1, right[word:word + 4].hex(), got[word:word + 4].hex())

    def _relative(self, right, got) -> None:
        """64-bit words as offsets from a region, each side by its own address of it."""
        here, there = self._address(self.model, right.relative), self._address(self.target, right.relative)
        for at in range(0, len(right.data), 8):
            if any(right.open[at:at + 8]):
                continue
            a, b = (int.from_bytes(one.data[at:at + 8], "little") for one in (right, got))
            if (a - here - b + there) % (1 << 64) == 0:
                self.result.leniencies["relative"] += a != b
            elif a != b:
                self.result.note(
                    f"{right.name}+{at:#x}", 0, -1, f"{right.relative}+{a - here:#x}",
                    f"{right.relative}+{b - there:#x}",
                )

    def _address(self, outcome: Outcome, name: str) -> int:
        return next((one.address for one in outcome.memory if one.name == name), self.plan.address(name))

    def records(self) -> None:
        """Exports and messages, in the order of each wave."""
        for kind in ("exports", "messages"):
            for wave in range(max(len(self.model.waves), self.model.wave_count, 1)):
                right, got = ([one for one in getattr(side, kind) if one.get("wave", 0) == wave]
                              for side in (self.model, self.target))
                if len(right) != len(got):
                    self.result.note(kind, wave, -1, str(len(right)), str(len(got)))
                for number, (one, other) in enumerate(zip(right, got)):
                    self._record(f"{kind}[{number}]", wave, one, other)

    def _record(self, where: str, wave: int, right: dict, got: dict) -> None:
        for key in right.keys() - {"pc", "wave", "values"}:
            if right[key] != got.get(key):
                self.result.note(f"{where}.{key}", wave, -1, str(right[key]), str(got.get(key)))
        exported = [" ".join(sorted(one.get("values", {}))) for one in (right, got)]
        if exported[0] != exported[1]:
            self.result.note(f"{where}.values", wave, -1, *exported)
        for source, row in right.get("values", {}).items():
            found = got.get("values", {}).get(source, {})
            for lane, value in row.items():
                if found.get(lane) != value:
                    self.result.note(f"{where}.{source}", wave, int(lane), value, str(found.get(lane)))

    def lds(self) -> None:
        """LDS of the last group, where both report it; what a target allots beyond it is its own."""
        for right, got in zip(self.model.lds[-1:], self.target.lds[-1:]):
            if len(got) < len(right):
                self.result.note("lds", 0, -1, f"{len(right)} bytes", f"{len(got)} bytes")
            elif right != got:
                self._bytes("lds", right, got[:len(right)], b"".join(self.model.lds_open[-1:]))


def _wide(wave: Wave, vector: int) -> np.ndarray:
    return wave.vectors[vector].astype(np.uint64) | wave.vectors[vector + 1].astype(np.uint64) << np.uint64(32)


@functools.lru_cache(maxsize=256)
def _lanes(mask: int, count: int) -> np.ndarray:
    return np.array([bool(mask >> lane & 1) for lane in range(count)])
