"""A case laid out for a kit: the arena it works in, what fills it, and every dword of it that is compared after.

The wrapper's kernel (wrap.py) runs in one piece of memory, the arena: its block first, then the regions of the case,
each behind a guard.  What is expected comes from the model, which runs the case as stated and, wrapped, in two arenas
at other addresses with its code at others: a dword that follows the arena is compared relative to it, one that follows
something else is left open."""
from __future__ import annotations

import contextlib
from collections import Counter
from dataclasses import dataclass, field, replace
from math import prod

import numpy as np
from msgspec import structs

from ...harness.case.float_bits import is_nan
from ...harness.case.memory_layout import Region
from ...harness.case.plan import Plan
from ...harness.comparison import differential
from ...harness.comparison.compare import compare
from ...harness.execution.model_run import Model
from ...harness.execution.outcome import MemoryBytes, Outcome
from ...harness.kernel_wrapper import wrap

POISON = 0x5A5A5A5A                                  # what nobody has written
GUARD, ALIGNMENT = 32, 256                           # bytes
MOST_ARENA = 1 << 22                                 # an entry has 20 bits for a dword of it
ARENAS = (0x1_0010_0000, 0x7_3320_0000)              # where the model has it
OTHER_CODE = 0x2_4400_0000                           # where its code lies with the second
NONCES = tuple(f"end[{lane}]" for lane in (0, 31, 63))  # that a wave came to its end
PLAIN, LOW, HIGH = 0, 1, 2                           # a value; the arena's address plus it, low or high half


class CannotSay(Exception):
    """What a kit has no words for: `kind`, by which such cases are counted, and a sentence."""

    def __init__(self, kind: str, text: str):
        super().__init__(text)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class Class:
    """How a dword is compared: which bits, what is added, the float kind, ULP let through in its low half."""
    mask: int = 0xFFFFFFFF
    add: int = PLAIN
    kind: str = ""
    ulp: int = 0


@dataclass(frozen=True, slots=True)
class Check:
    """One dword that is compared: byte offset in the arena, what people call it."""
    at: int
    expected: int
    rule: Class
    name: str


@dataclass(frozen=True, slots=True)
class Double:
    """A 64-bit float in two dwords of the arena; two NaNs are alike, numbers may be `ulp` apart."""
    low: int
    high: int
    expected: int
    ulp: int
    name: str


@dataclass(slots=True)
class Laid:
    """A case ready for a code object.  fills: (byte offset, bytes, value of each dword); pokes: (byte offset, PLAIN LOW
    or HIGH, value); left_open: dwords of results that are not compared, by reason."""
    plan: Plan                                       # as sent
    kernel: bytes
    descriptor: bytes
    arena: int                                       # bytes
    fills: list[tuple[int, int, int]] = field(default_factory=list)
    pokes: list[tuple[int, int, int]] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    doubles: list[Double] = field(default_factory=list)
    left_open: Counter = field(default_factory=Counter)

    @property
    def compared(self) -> int:
        return len(self.checks) + len(self.doubles)

    def named(self, index: int) -> str:
        """What people call the dword that a check kernel reports by this number."""
        if index < len(self.checks):
            return self.checks[index].name
        return self.doubles[(index - len(self.checks)) // 2].name


def lay(plan: Plan, model: Model) -> Laid:
    """A plan -> the case of a kit.  Raises CannotSay."""
    golden = _stated(plan, model)
    try:
        wrapped = wrap.wrap(plan)
    except wrap.CannotWrap as error:
        raise CannotSay("wrapper", f"no kernel of its own can give this: {error}") from None
    if not wrapped.layout.has_epilogue and not plan.observed_ranges:
        raise CannotSay("wrapper", "it ends by itself, so that nothing can store its registers")
    sent = wrapped.plan
    places, size = _places(sent)
    laid = Laid(sent, sent.code, _descriptor(sent), size)
    _fill(laid, wrapped, places)
    runs = [_run(laid, wrapped, places, model, *where) for where in zip(ARENAS, (sent.base, OTHER_CODE))]
    _agree(plan, golden, wrapped, runs[0], places)
    _tells(laid, golden, _expect(laid, wrapped, golden, runs, places))
    return laid


def _tells(laid: Laid, golden: Outcome, results: int) -> None:
    """Raises CannotSay where `results`, the dwords of results that are compared, are the lesser part of them."""
    expect, lost = laid.plan.case.expect, Counter(laid.left_open)
    lost["lds"] = sum(_changed(laid.plan.lds_bytes, data) for data in golden.lds)
    lost["lds"] += bool(expect and expect.lds and not (expect.registers or expect.waves or expect.memory)) * results
    if results and results >= sum(lost.values()):
        return
    why = max(lost, key=lambda kind: lost[kind])
    raise CannotSay(*{
        "lds": ("lds", "what it is about stands in LDS, which is gone when a kernel ends"),
        "address": ("place", "most of its result depends on where its code lies"),
    }.get(why, ("open", "little of its result can be compared")))


def _changed(before: bytes, after: bytes) -> int:
    """Dwords of LDS that a program leaves otherwise than it found them."""
    before = before.ljust(len(after), b"\0")
    return sum(before[at:at + 4] != after[at:at + 4] for at in range(0, len(after), 4))


def ahead(plans: list[Plan], model: Model) -> None:
    """Settles what is observed of these plans and assembles what goes around them, all at once."""
    fit = []
    for plan in plans:
        with contextlib.suppress(CannotSay):
            _stated(plan, model)
            fit.append(plan)
    wrap.assemble_ahead(fit)


def _stated(plan: Plan, model: Model) -> Outcome:
    """The model's outcome of the case as it stands, which must be one that a kernel can end with."""
    if plan.starts_by_dispatch:
        raise CannotSay("dispatch", "it gives its own descriptor or dispatch registers; a kit has the wrapper's")
    if plan.trap_handler:
        raise CannotSay("trap_handler", "it brings a trap handler, which only the kernel driver installs")
    fixed = [region.name for region in plan.regions if not region.placed]
    if fixed:
        raise CannotSay("address", f"{fixed[0]} has an address of its own; a runner puts memory where it likes")
    spaces = [region.space for region in plan.regions if region.space != "global"]
    if spaces:
        raise CannotSay(spaces[0], f"it has memory of the space {spaces[0]}, which a runner cannot fill")
    expect = plan.case.expect
    if expect and (expect.exports or expect.messages):
        raise CannotSay("exports", "it is about exports or messages, which no kernel can see")
    golden = model.run(plan)
    if broken := golden.broken_rules:
        raise CannotSay("finding", f"it breaks {broken[0]}: a kernel cannot report that, and the result is not defined")
    if golden.status != "ok":
        raise CannotSay("status", f"it ends as {golden.status}; a kernel that ends so tells nothing")
    if plan.observed is None:
        plan.observed = differential.outcome_registers(golden)
    compared, seen = golden.compared()
    if 2 * compared < seen or not seen:
        raise CannotSay("open", f"{compared} of {seen} observed bits can be compared")
    return golden


def _places(sent: Plan) -> tuple[dict[str, int], int]:
    """{region: byte offset in the arena}, its size in bytes: the block first, as the wrapper's kernarg points to it."""
    at, places = 0, {}
    for region in sorted((r for r in sent.regions if r.name != "kernarg"), key=lambda r: r.name != wrap.BLOCK_REGION):
        places[region.name] = at
        at = -(-(at + region.size + GUARD) // ALIGNMENT) * ALIGNMENT
    if at >= MOST_ARENA:
        raise CannotSay("size", f"{at} bytes of memory; a kit's cases have {MOST_ARENA}")
    return places, at


def _descriptor(sent: Plan) -> bytes:
    """The wrapper's, with the arguments of a kit."""
    from ...harness.code_objects.kernel_linking import kernarg_bytes
    from .kit_format import ARGUMENTS
    return sent.descriptor[:8] + kernarg_bytes(ARGUMENTS).to_bytes(4, "little") + sent.descriptor[12:]


# What fills the arena

def _fill(laid: Laid, wrapped: wrap.WrappedPlan, places: dict[str, int]) -> None:
    """Poison everywhere, then zeros where the case has memory or state, then what is not zero."""
    laid.fills.append((0, laid.arena, POISON))
    taken = _pointers(laid, wrapped.plan, places)
    for region in wrapped.plan.regions:
        if region.name == "kernarg":
            continue
        start, data = places[region.name], region.data.ljust(-(-region.size // 4) * 4, b"\0")
        spans = [(0, len(data))]
        if region.name == wrap.BLOCK_REGION:
            loads = wrapped.layout.offsets["load", "lds"] + 4 * wrapped.layout.lds
            spans = [(n * wrapped.layout.stride, loads) for n in range(len(wrapped.nonces))]
        laid.fills += [(start + at, size, 0) for at, size in spans]
        words = np.frombuffer(data, "<u4")
        for at in np.flatnonzero(words).tolist():
            if start + 4 * at not in taken:
                laid.pokes.append((start + 4 * at, PLAIN, int(words[at])))


def _pointers(laid: Laid, sent: Plan, places: dict[str, int]) -> set[int]:
    """Pokes for the addresses that memory holds -> their byte offsets."""
    taken = set()
    for holder, offset, target, addend, part in sent.pointers:
        if holder == "kernarg":
            continue
        at, value = places[holder] + offset, places[target] + addend
        if at % 4 or not -1 << 31 <= value < 1 << 31:
            raise CannotSay("pointer", f"{holder}+{offset:#x} holds {target}+{addend:#x}, which no poke can write")
        for place, half in {"64": ((at, LOW), (at + 4, HIGH)), "lo": ((at, LOW),), "hi": ((at, HIGH),)}[part]:
            laid.pokes.append((place, half, value & 0xFFFFFFFF))
            taken.add(place)
    return taken


def filled(laid: Laid, base: int) -> bytes:
    """The arena as assay_setup leaves it, at address `base`."""
    words = np.zeros(laid.arena // 4, "<u4")
    for at, size, value in laid.fills:
        words[at // 4:(at + size) // 4] = value
    for at, half, value in laid.pokes:
        signed = value - (value >> 31 << 32)
        words[at // 4] = (value, base + value & 0xFFFFFFFF, (base + signed) >> 32 & 0xFFFFFFFF)[half]
    return words.tobytes()


# What the model makes of it

def _run(laid: Laid, wrapped: wrap.WrappedPlan, places: dict[str, int], model: Model, base: int, code: int) -> bytes:
    """The arena after the kernel has run in it at `base`, with its code at `code`."""
    arena = Region("arena", base, laid.arena, filled(laid, base), True)
    kernarg = Region("kernarg", base - 0x10000, 16, base.to_bytes(8, "little"), True)
    plan = structs.replace(laid.plan, regions=[arena, kernarg], pointers=[], base=code, observed_ranges=[replace(
        laid.plan.observed_ranges[-1], name="arena", address=base, size=laid.arena, relative=None)])
    outcome = model.run(plan)
    if outcome.status != "ok" or outcome.broken_rules:
        why = outcome.broken_rules[0] if outcome.broken_rules else outcome.text or outcome.status
        raise CannotSay("place", f"in one arena it does not run as it does by itself: {why}")
    return outcome.memory[0].data


def _agree(plan: Plan, golden: Outcome, wrapped: wrap.WrappedPlan, arena: bytes, places: dict[str, int]) -> None:
    """The case gives in the arena what it gives as stated."""
    def part(look):
        region = next(r for r in wrapped.plan.regions if r.address <= look.address < r.address + r.size)
        at = places[region.name] + look.address - region.address
        return MemoryBytes(look.name, ARENAS[0] + at, arena[at:at + look.size], relative=look.relative)
    outcome = wrap.unwrap(wrapped,
                          Outcome(memory=[part(look) for look in wrapped.plan.observed_ranges], lanes=plan.wave))
    known = {one.name for one in golden.memory}
    others = [r for r in plan.regions if r.name not in known]      # addresses may point there
    here, there = ([MemoryBytes(r.name, where(r), bytes(r.size)) for r in others]
                   for where in (lambda r: r.address, lambda r: ARENAS[0] + places[r.name]))
    outcome.memory += there
    stated = structs.replace(golden, memory=golden.memory + here)
    verdict = compare(plan, stated, outcome, kinds=differential.float_kinds(plan), relative=True)
    if verdict.verdict != "pass":
        raise CannotSay("place", f"in one arena it gives other results than by itself: {verdict.text}")


# What is compared

def _expect(laid: Laid, wrapped: wrap.WrappedPlan, golden: Outcome, runs: list[bytes], places: dict[str, int]) -> int:
    """Every dword that is told: registers and nonces of each wave, memory that is observed, the guards -> how many are
    results."""
    words = [np.frombuffer(one, "<u4") for one in runs]
    teller = _Teller(laid, words, differential.float_kinds(wrapped.original))
    for number in range(len(wrapped.nonces) if wrapped.layout.has_epilogue else 0):
        teller.wave(number, wrapped.layout, golden.waves[number])
    for look, held in zip(wrapped.original.observed_ranges, golden.memory):
        region = next(r for r in wrapped.plan.regions if r.address <= look.address < r.address + r.size)
        teller.memory(places[region.name] + look.address - region.address, held)
    results = laid.compared - sum(one.name.endswith(NONCES) for one in laid.checks)
    guarded = [(places[r.name] + -(-r.size // 4) * 4, r.name) for r in wrapped.plan.regions if r.name in places]
    for at, name in guarded:
        for word in range(at, at + GUARD, 4):
            if words[0][word // 4] == POISON:
                laid.checks.append(Check(word, POISON, Class(), f"memory behind {name}"))
    return results


class _Teller:
    """Writes the checks of a case; `words`: the arena after both runs."""

    def __init__(self, laid: Laid, words: list[np.ndarray], kinds: dict[int, str]):
        self.laid, self.words, self.kinds = laid, words, kinds

    def wave(self, number: int, shape: wrap.WrapperLayout, right) -> None:
        """Registers as the epilogue stores them, and the nonce."""
        start, at = number * shape.stride, shape.offsets
        of = f"wave {number}: " if prod(self.laid.plan.grid) > shape.wave else ""
        done: set[int] = set()
        for vector in shape.stored_vectors:
            if vector in done:
                continue
            row, band = start + at["store", vector], right.tolerances.get(vector)
            kind = band.kind if band else self.kinds.get(vector, "")
            opened = right.undefined_vectors.get(vector, 0)
            if kind == "f64" and vector + 1 in shape.stored_vectors:
                done.add(vector + 1)
                opened |= right.undefined_vectors.get(vector + 1, 0)
                self.doubles(row, start + at["store", vector + 1], opened, band, f"{of}v[{vector}:{vector + 1}]")
                continue
            for lane in range(shape.wave):
                ulp = band.ulp if band and band.lanes >> lane & 1 else 0
                self.dword(row + 4 * lane, 0 if opened >> lane & 1 else 0xFFFFFFFF, f"{of}v{vector}[{lane}]",
                           "" if kind == "f64" else kind, ulp)
        for name in shape.stored_scalars:
            lane = wrap.STATUS_LANES.get(name)
            place = at["store", name] if lane is None else at["store", "status"] + 4 * lane
            self.dword(start + place, ~right.undefined_scalars.get(name, 0) & 0xFFFFFFFF, f"{of}{name}")
        for lane in (0, shape.wave - 1):
            self.dword(start + at["store", "nonce"] + 4 * lane, 0xFFFFFFFF, f"{of}end[{lane}]")

    def doubles(self, low: int, high: int, opened: int, band, name: str) -> None:
        """A pair of vector registers that holds f64."""
        for lane in range(self.laid.plan.wave):
            at, top, where = low + 4 * lane, high + 4 * lane, f"{name}[{lane}]"
            ulp = band.ulp if band and band.lanes >> lane & 1 else 0
            halves = [int(self.words[0][place // 4]) for place in (at, top)]
            value = halves[0] | halves[1] << 32
            if opened >> lane & 1:
                self.laid.left_open["open"] += 2
            elif self.moves(at) or self.moves(top) or not (ulp or is_nan(value, "f64")):
                self.dword(at, 0xFFFFFFFF, where)
                self.dword(top, 0xFFFFFFFF, where)
            else:
                self.laid.doubles.append(Double(at, top, value, ulp, where))

    def moves(self, at: int) -> bool:
        """Does this dword differ between the two arenas?"""
        return bool(self.words[0][at // 4] != self.words[1][at // 4])

    def dword(self, at: int, mask: int, name: str, kind: str = "", ulp: int = 0) -> None:
        """One dword by its bits, or as a float of `kind` where that lets more through."""
        if not mask:
            self.laid.left_open["open"] += 1
            return
        first, second = (int(words[at // 4]) for words in self.words)
        if (first ^ second) & mask:
            self.moved(at, mask, name, first, second)
            return
        halves = (first,) if kind in ("", "f32") else (first, first >> 16)
        lenient = kind and (ulp or any(is_nan(half, kind) for half in halves))
        rule = Class(mask, PLAIN, kind, ulp) if lenient else Class(mask)
        self.laid.checks.append(Check(at, first & mask if mask != 0xFFFFFFFF else first, rule, name))

    def moved(self, at: int, mask: int, name: str, first: int, second: int) -> None:
        """A dword that follows the arena, or else the place of the code."""
        low = [(value - base) & 0xFFFFFFFF for value, base in zip((first, second), ARENAS)]
        if mask == 0xFFFFFFFF and low[0] == low[1]:
            self.laid.checks.append(Check(at, low[0], Class(mask, LOW), name))
        elif mask == 0xFFFFFFFF and (first, second) == (ARENAS[0] >> 32, ARENAS[1] >> 32):
            self.laid.checks.append(Check(at, 0, Class(mask, HIGH), name))
        else:
            self.laid.left_open["address"] += 1

    def memory(self, at: int, held: MemoryBytes) -> None:
        """Bytes of an observed stretch, which may begin and end inside a dword."""
        size, first = len(held.data), at & ~3
        opened = held.undefined or bytes(size)
        shown = bytes(at - first) + bytes(255 - byte for byte in opened)
        shown = shown.ljust(-(-len(shown) // 4) * 4, b"\0")
        for number in range(0, len(shown), 4):
            mask = int.from_bytes(shown[number:number + 4], "little")
            self.dword(first + number, mask, f"{held.name}+{max(0, number - (at - first)):#x}")
