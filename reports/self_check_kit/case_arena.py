"""Arrange a case for a kit: the memory it works in (the arena), its initial contents and its expected dwords.

The wrapper's kernel (wrap.py) runs in the arena: its block comes first, then the regions of the case, each followed by
a guard. The expected values come from the model. It runs the original case, and the wrapped case in two arenas with
different addresses and code addresses. A dword that moves with the arena is compared relative to the arena's address.
A dword that depends on another address is not compared."""
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

POISON = 0x5A5A5A5A                                  # initial value of memory outside the regions
GUARD_BYTES, ALIGNMENT_BYTES = 32, 256
MAX_ARENA_BYTES = 1 << 22                            # a check has 20 bits for the number of a dword
ARENA_ADDRESSES = (0x1_0010_0000, 0x7_3320_0000)     # of the two runs on the model
SECOND_CODE_ADDRESS = 0x2_4400_0000                  # of the second run
NONCE_NAMES = tuple(f"end[{lane}]" for lane in (0, 31, 63))  # dwords that show that a wave ended
VALUE, ADDRESS_LOW, ADDRESS_HIGH = 0, 1, 2           # a value; low or high half of the arena's address plus a value


class CannotInclude(Exception):
    """A case that a kit cannot contain. The text says why; `kind`: reason under which the case is counted."""

    def __init__(self, kind: str, text: str):
        super().__init__(text)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class CompareRule:
    """Rule to compare a dword.

    mask: bits to compare; add: VALUE, ADDRESS_LOW or ADDRESS_HIGH; kind: kind of float, or ""; ulp: tolerance of the
    float in the low bits."""
    mask: int = 0xFFFFFFFF
    add: int = VALUE
    kind: str = ""
    ulp: int = 0


@dataclass(frozen=True, slots=True)
class Check:
    """A dword to compare: its byte offset in the arena, and the name to report."""
    at: int
    expected: int
    rule: CompareRule
    name: str


@dataclass(frozen=True, slots=True)
class Double:
    """A 64-bit float to compare, in two dwords of the arena. Two values are equal if both are NaNs or if they differ by
    at most `ulp`."""
    low: int
    high: int
    expected: int
    ulp: int
    name: str


@dataclass(slots=True)
class ArenaCase:
    """A case for a code object.

    fills: (byte offset, bytes, value of each dword); pokes: (byte offset, VALUE, ADDRESS_LOW or ADDRESS_HIGH, value);
    left_open: {reason: number of result dwords that are not compared}."""
    plan: Plan                                       # of the wrapped case
    kernel: bytes
    descriptor: bytes
    arena_bytes: int
    fills: list[tuple[int, int, int]] = field(default_factory=list)
    pokes: list[tuple[int, int, int]] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    doubles: list[Double] = field(default_factory=list)
    left_open: Counter = field(default_factory=Counter)

    @property
    def compared(self) -> int:
        return len(self.checks) + len(self.doubles)

    def dword_name(self, index: int) -> str:
        """Name of the dword that assay_check reports with this index."""
        if index < len(self.checks):
            return self.checks[index].name
        return self.doubles[(index - len(self.checks)) // 2].name


def make_arena_case(plan: Plan, model: Model) -> ArenaCase:
    """Wrap a plan, arrange its arena and derive its checks. Raise CannotInclude."""
    reference = _reference_outcome(plan, model)
    try:
        wrapped = wrap.wrap(plan)
    except wrap.CannotWrap as error:
        raise CannotInclude("wrapper", f"a kernel that starts in its default state cannot run it: {error}") from None
    if not wrapped.layout.has_epilogue and not plan.observed_ranges:
        raise CannotInclude("wrapper", "it ends by its own s_endpgm, so the wrapper cannot store its registers")
    wrapped_plan = wrapped.plan
    offsets, arena_bytes = _region_offsets(wrapped_plan)
    arena_case = ArenaCase(wrapped_plan, wrapped_plan.code, _kit_descriptor(wrapped_plan), arena_bytes)
    _add_fills(arena_case, wrapped, offsets)
    arenas = [_run_in_arena(arena_case, model, *addresses)
              for addresses in zip(ARENA_ADDRESSES, (wrapped_plan.base, SECOND_CODE_ADDRESS))]
    _require_same_results(plan, reference, wrapped, arenas[0], offsets)
    _require_compared_results(arena_case, reference, _add_checks(arena_case, wrapped, reference, arenas, offsets))
    return arena_case


def _require_compared_results(arena_case: ArenaCase, reference: Outcome, results: int) -> None:
    """Raise CannotInclude unless at least half of the results are compared; `results`: dwords compared."""
    expect, omitted = arena_case.plan.case.expect, Counter(arena_case.left_open)
    omitted["lds"] = sum(_count_changed_dwords(arena_case.plan.lds_bytes, data) for data in reference.lds)
    omitted["lds"] += bool(expect and expect.lds and not (expect.registers or expect.waves or expect.memory)) * results
    if results and results >= sum(omitted.values()):
        return
    reason = max(omitted, key=lambda kind: omitted[kind])
    raise CannotInclude(*{
        "lds": ("lds", "what it tests is only in LDS, whose contents end with the kernel"),
        "address": ("place", "most of its result depends on the address of its code"),
    }.get(reason, ("open", "less than half of its result can be compared")))


def _count_changed_dwords(before: bytes, after: bytes) -> int:
    """The number of LDS dwords that a program changed."""
    before = before.ljust(len(after), b"\0")
    return sum(before[at:at + 4] != after[at:at + 4] for at in range(0, len(after), 4))


def prepare_wrappers(plans: list[Plan], model: Model) -> None:
    """Determine the observed registers of plans, and assemble the code of their wrappers with one assembler call."""
    suitable = []
    for plan in plans:
        with contextlib.suppress(CannotInclude):
            _reference_outcome(plan, model)
            suitable.append(plan)
    wrap.assemble_ahead(suitable)


def _reference_outcome(plan: Plan, model: Model) -> Outcome:
    """Outcome of the unwrapped case on the model. Raise CannotInclude if a kernel cannot report it.

    Set `plan.observed` if the case does not list its registers."""
    if plan.starts_by_dispatch:
        raise CannotInclude("dispatch", "it has its own descriptor or dispatch registers; a kit uses the wrapper's")
    if plan.trap_handler:
        raise CannotInclude("trap_handler", "it has a trap handler, which only the kernel driver can install")
    fixed_regions = [region.name for region in plan.regions if not region.placed]
    if fixed_regions:
        raise CannotInclude("address", f"{fixed_regions[0]} has a fixed address; a runner chooses where memory is")
    spaces = [region.space for region in plan.regions if region.space != "global"]
    if spaces:
        raise CannotInclude(spaces[0], f"it has memory of the space {spaces[0]}, which a runner cannot fill")
    expect = plan.case.expect
    if expect and (expect.exports or expect.messages):
        raise CannotInclude("exports", "it is about exports or messages, which a kernel cannot see")
    reference = model.run(plan)
    if broken := reference.broken_rules:
        raise CannotInclude("finding",
                            f"it breaks {broken[0]}: a kernel cannot report that, and the result is undefined")
    if reference.status != "ok":
        raise CannotInclude("status", f"it ends as {reference.status}, after which a kernel cannot report results")
    if plan.observed is None:
        plan.observed = differential.outcome_registers(reference)
    compared, observed_bits = reference.compared()
    if 2 * compared < observed_bits or not observed_bits:
        raise CannotInclude("open", f"{compared} of {observed_bits} observed bits can be compared")
    return reference


def _region_offsets(plan: Plan) -> tuple[dict[str, int], int]:
    """Byte offset of each region in the arena, and the arena's size in bytes.

    The block comes first, because the wrapper's kernarg points to it."""
    offset, offsets = 0, {}
    regions = [region for region in plan.regions if region.name != "kernarg"]
    for region in sorted(regions, key=lambda region: region.name != wrap.BLOCK_REGION):
        offsets[region.name] = offset
        offset = -(-(offset + region.size + GUARD_BYTES) // ALIGNMENT_BYTES) * ALIGNMENT_BYTES
    if offset >= MAX_ARENA_BYTES:
        raise CannotInclude("size", f"it needs {offset} bytes of memory; the limit of a kit is {MAX_ARENA_BYTES}")
    return offsets, offset


def _kit_descriptor(plan: Plan) -> bytes:
    """Kernel descriptor of the wrapper, with the size of a kit's arguments."""
    from ...harness.code_objects.kernel_linking import kernarg_bytes
    from .kit_format import KERNEL_ARGUMENTS
    return plan.descriptor[:8] + kernarg_bytes(KERNEL_ARGUMENTS).to_bytes(4, "little") + plan.descriptor[12:]


# Initial contents of the arena

def _add_fills(arena_case: ArenaCase, wrapped: wrap.WrappedPlan, offsets: dict[str, int]) -> None:
    """Fill the arena with POISON, fill memory and state of the case with zeros, and poke the nonzero dwords."""
    arena_case.fills.append((0, arena_case.arena_bytes, POISON))
    pointer_offsets = _add_pointer_pokes(arena_case, wrapped.plan, offsets)
    for region in wrapped.plan.regions:
        if region.name == "kernarg":
            continue
        start, data = offsets[region.name], region.data.ljust(-(-region.size // 4) * 4, b"\0")
        spans = [(0, len(data))]
        if region.name == wrap.BLOCK_REGION:
            load_bytes = wrapped.layout.offsets["load", "lds"] + 4 * wrapped.layout.lds
            spans = [(wave * wrapped.layout.stride, load_bytes) for wave in range(len(wrapped.nonces))]
        arena_case.fills += [(start + at, size, 0) for at, size in spans]
        words = np.frombuffer(data, "<u4")
        for at in np.flatnonzero(words).tolist():
            if start + 4 * at not in pointer_offsets:
                arena_case.pokes.append((start + 4 * at, VALUE, int(words[at])))


def _add_pointer_pokes(arena_case: ArenaCase, plan: Plan, offsets: dict[str, int]) -> set[int]:
    """Add pokes for the addresses in memory; return their byte offsets."""
    poked = set()
    for holder, offset, target, addend, part in plan.pointers:
        if holder == "kernarg":
            continue
        at, value = offsets[holder] + offset, offsets[target] + addend
        if at % 4 or not -1 << 31 <= value < 1 << 31:
            raise CannotInclude("pointer",
                                f"{holder}+{offset:#x} contains {target}+{addend:#x}, which the setup cannot write")
        halves = {"64": ((at, ADDRESS_LOW), (at + 4, ADDRESS_HIGH)), "lo": ((at, ADDRESS_LOW),),
                  "hi": ((at, ADDRESS_HIGH),)}
        for half_at, half in halves[part]:
            arena_case.pokes.append((half_at, half, value & 0xFFFFFFFF))
            poked.add(half_at)
    return poked


def initial_arena(arena_case: ArenaCase, base: int) -> bytes:
    """Contents of the arena at address `base` after assay_setup."""
    words = np.zeros(arena_case.arena_bytes // 4, "<u4")
    for at, size, value in arena_case.fills:
        words[at // 4:(at + size) // 4] = value
    for at, half, value in arena_case.pokes:
        signed = value - (value >> 31 << 32)
        words[at // 4] = (value, base + value & 0xFFFFFFFF, (base + signed) >> 32 & 0xFFFFFFFF)[half]
    return words.tobytes()


# Runs on the model

def _run_in_arena(arena_case: ArenaCase, model: Model, base: int, code_address: int) -> bytes:
    """Contents of the arena at `base` after the kernel at `code_address` has run. Raise CannotInclude."""
    region = Region("arena", base, arena_case.arena_bytes, initial_arena(arena_case, base), True)
    kernarg = Region("kernarg", base - 0x10000, 16, base.to_bytes(8, "little"), True)
    observed_range = replace(arena_case.plan.observed_ranges[-1], name="arena", address=base,
                             size=arena_case.arena_bytes, relative=None)
    plan = structs.replace(arena_case.plan, regions=[region, kernarg], pointers=[], base=code_address,
                           observed_ranges=[observed_range])
    outcome = model.run(plan)
    if outcome.status != "ok" or outcome.broken_rules:
        reason = outcome.broken_rules[0] if outcome.broken_rules else outcome.text or outcome.status
        raise CannotInclude("place", f"in an arena it does not run as in separate memory: {reason}")
    return outcome.memory[0].data


def _require_same_results(plan: Plan, reference: Outcome, wrapped: wrap.WrappedPlan, arena: bytes,
                          offsets: dict[str, int]) -> None:
    """Raise CannotInclude if the case's results in the arena differ from those of the unwrapped case."""
    def observed_memory(observed_range):
        at = _offset_in_arena(observed_range.address, wrapped, offsets)
        return MemoryBytes(observed_range.name, ARENA_ADDRESSES[0] + at, arena[at:at + observed_range.size],
                           relative=observed_range.relative)
    memory = [observed_memory(observed_range) for observed_range in wrapped.plan.observed_ranges]
    outcome = wrap.unwrap(wrapped, Outcome(memory=memory, lanes=plan.wave))
    observed = {memory.name for memory in reference.memory}
    unobserved = [region for region in plan.regions if region.name not in observed]  # addresses may point there
    outcome.memory += [MemoryBytes(region.name, ARENA_ADDRESSES[0] + offsets[region.name], bytes(region.size))
                       for region in unobserved]
    reference = structs.replace(reference, memory=reference.memory + [
        MemoryBytes(region.name, region.address, bytes(region.size)) for region in unobserved])
    verdict = compare(plan, reference, outcome, kinds=differential.float_kinds(plan), relative=True)
    if verdict.verdict != "pass":
        raise CannotInclude("place", f"in an arena it gives other results than in separate memory: {verdict.text}")


def _offset_in_arena(address: int, wrapped: wrap.WrappedPlan, offsets: dict[str, int]) -> int:
    """Byte offset in the arena of an address in a region of the wrapped plan."""
    region = next(region for region in wrapped.plan.regions
                  if region.address <= address < region.address + region.size)
    return offsets[region.name] + address - region.address


# Checks

def _add_checks(arena_case: ArenaCase, wrapped: wrap.WrappedPlan, reference: Outcome, arenas: list[bytes],
                offsets: dict[str, int]) -> int:
    """Add checks of registers, nonces, observed memory and guards; return the number of dwords that are results."""
    words = [np.frombuffer(arena, "<u4") for arena in arenas]
    writer = _CheckWriter(arena_case, words, differential.float_kinds(wrapped.original))
    for wave in range(len(wrapped.nonces) if wrapped.layout.has_epilogue else 0):
        writer.add_wave(wave, wrapped.layout, reference.waves[wave])
    for observed_range, memory in zip(wrapped.original.observed_ranges, reference.memory):
        writer.add_memory(_offset_in_arena(observed_range.address, wrapped, offsets), memory)
    results = arena_case.compared - sum(check.name.endswith(NONCE_NAMES) for check in arena_case.checks)
    guards = [(offsets[region.name] + -(-region.size // 4) * 4, region.name)
              for region in wrapped.plan.regions if region.name in offsets]
    for guard_at, name in guards:
        for at in range(guard_at, guard_at + GUARD_BYTES, 4):
            if words[0][at // 4] == POISON:
                arena_case.checks.append(Check(at, POISON, CompareRule(), f"memory behind {name}"))
    return results


class _CheckWriter:
    """Adds the checks of a case; `arenas`: dwords of the arena after the two runs; `kinds`: float kind by register."""

    def __init__(self, arena_case: ArenaCase, arenas: list[np.ndarray], kinds: dict[int, str]):
        self.arena_case, self.arenas, self.kinds = arena_case, arenas, kinds

    def add_wave(self, number: int, layout: wrap.WrapperLayout, outcome) -> None:
        """Add the registers that the wrapper's epilogue stores, and the nonce."""
        start, offsets = number * layout.stride, layout.offsets
        prefix = f"wave {number}: " if prod(self.arena_case.plan.grid) > layout.wave else ""
        paired: set[int] = set()
        for vector in layout.stored_vectors:
            if vector in paired:
                continue
            row_at, tolerance = start + offsets["store", vector], outcome.tolerances.get(vector)
            kind = tolerance.kind if tolerance else self.kinds.get(vector, "")
            if kind == "f64" and vector + 1 in layout.stored_vectors:
                paired.add(vector + 1)
                undefined_lanes = (outcome.undefined_vectors.get(vector, 0)
                                   | outcome.undefined_vectors.get(vector + 1, 0))
                self.add_doubles(row_at, start + offsets["store", vector + 1], undefined_lanes, tolerance,
                                 f"{prefix}v[{vector}:{vector + 1}]")
                continue
            defined = (~outcome.undefined_row(vector, layout.wave)).tolist()
            for lane in range(layout.wave):
                ulp = tolerance.ulp if tolerance and tolerance.lanes >> lane & 1 else 0
                self.add_dword(row_at + 4 * lane, defined[lane], f"{prefix}v{vector}[{lane}]",
                               "" if kind == "f64" else kind, ulp)
        for name in layout.stored_scalars:
            lane = wrap.STATUS_LANES.get(name)
            offset = offsets["store", name] if lane is None else offsets["store", "status"] + 4 * lane
            self.add_dword(start + offset, ~outcome.undefined_scalars.get(name, 0) & 0xFFFFFFFF, f"{prefix}{name}")
        for lane in (0, layout.wave - 1):
            self.add_dword(start + offsets["store", "nonce"] + 4 * lane, 0xFFFFFFFF, f"{prefix}end[{lane}]")

    def add_doubles(self, first_low: int, first_high: int, undefined_lanes: int, tolerance, name: str) -> None:
        """Add the lanes of a pair of vector registers that contains f64. `first_low`, `first_high`: byte offsets of
        lane 0 of each register."""
        for lane in range(self.arena_case.plan.wave):
            low, high, lane_name = first_low + 4 * lane, first_high + 4 * lane, f"{name}[{lane}]"
            ulp = tolerance.ulp if tolerance and tolerance.lanes >> lane & 1 else 0
            halves = [int(self.arenas[0][at // 4]) for at in (low, high)]
            value = halves[0] | halves[1] << 32
            if undefined_lanes >> lane & 1:
                self.arena_case.left_open["open"] += 2
            elif self.differs(low) or self.differs(high) or not (ulp or is_nan(value, "f64")):
                self.add_dword(low, 0xFFFFFFFF, lane_name)
                self.add_dword(high, 0xFFFFFFFF, lane_name)
            else:
                self.arena_case.doubles.append(Double(low, high, value, ulp, lane_name))

    def differs(self, at: int) -> bool:
        """True if the dword at byte offset `at` differs between the two arenas."""
        return bool(self.arenas[0][at // 4] != self.arenas[1][at // 4])

    def add_dword(self, at: int, mask: int, name: str, kind: str = "", ulp: int = 0) -> None:
        """Add a dword. It is compared as a float of `kind` if it has a tolerance or is a NaN, else by the bits of
        `mask`."""
        if not mask:
            self.arena_case.left_open["open"] += 1
            return
        first, second = (int(arena[at // 4]) for arena in self.arenas)
        if (first ^ second) & mask:
            self.add_address(at, mask, name, first, second)
            return
        halves = (first,) if kind in ("", "f32") else (first, first >> 16)
        lenient = kind and (ulp or any(is_nan(half, kind) for half in halves))
        rule = CompareRule(mask, VALUE, kind, ulp) if lenient else CompareRule(mask)
        self.arena_case.checks.append(Check(at, first & mask if mask != 0xFFFFFFFF else first, rule, name))

    def add_address(self, at: int, mask: int, name: str, first: int, second: int) -> None:
        """Add a dword that differs between the arenas, if it is the low or high dword of an address in the arena."""
        low = [(value - base) & 0xFFFFFFFF for value, base in zip((first, second), ARENA_ADDRESSES)]
        if mask == 0xFFFFFFFF and low[0] == low[1]:
            self.arena_case.checks.append(Check(at, low[0], CompareRule(mask, ADDRESS_LOW), name))
        elif mask == 0xFFFFFFFF and (first, second) == (ARENA_ADDRESSES[0] >> 32, ARENA_ADDRESSES[1] >> 32):
            self.arena_case.checks.append(Check(at, 0, CompareRule(mask, ADDRESS_HIGH), name))
        else:
            self.arena_case.left_open["address"] += 1

    def add_memory(self, at: int, memory: MemoryBytes) -> None:
        """Add the bytes of an observed range at byte offset `at`; it may begin and end inside a dword."""
        size, first = len(memory.data), at & ~3
        undefined = memory.undefined or bytes(size)
        compared = bytes(at - first) + bytes(255 - byte for byte in undefined)
        compared = compared.ljust(-(-len(compared) // 4) * 4, b"\0")
        for number in range(0, len(compared), 4):
            mask = int.from_bytes(compared[number:number + 4], "little")
            self.add_dword(first + number, mask, f"{memory.name}+{max(0, number - (at - first)):#x}")
