"""Outstanding results of one wave: the increments of the counters, and the results that a wait proves complete (Vega
ISA, 4.4; RDNA3 ISA, 5.6)."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache

from ...spec import ARCHS
from .traced_instruction import Instruction, UnknownInstruction

# Fields of S_WAITCNT as (low, width) pieces, lowest bits first. Waits for a single counter use SIMM16[5:0].
WAITCNT_FIELDS = {
    "gfx9": {"vm": ((0, 4), (14, 2)), "exp": ((4, 3),), "lgkm": ((8, 4),)},
    "gfx11": {"vm": ((10, 6),), "exp": ((0, 3),), "lgkm": ((4, 6),)},
}
SINGLE_COUNTER_WAITS = {
    "s_waitcnt_vmcnt": "vm", "s_waitcnt_vscnt": "vs", "s_waitcnt_expcnt": "exp", "s_waitcnt_lgkmcnt": "lgkm",
}
SINGLE_COUNTER_FIELD = ((0, 6),)
MESSAGES = ("s_sendmsg", "s_sendmsghalt", "s_sendmsg_rtn_b32", "s_sendmsg_rtn_b64")
UNSUPPORTED_KINDS = ("export", "parameter")          # kinds that EXPcnt counts


def field_mask(width: int) -> int:
    """A mask of `width` bits."""
    return (1 << width) - 1


def read_field(word: int, bits: tuple) -> int:
    """The value of a field given as (low, width) pieces."""
    value = shift = 0
    for low, width in bits:
        value |= (word >> low & field_mask(width)) << shift
        shift += width
    return value


def write_field(word: int, bits: tuple, value: int) -> int:
    """The word with a field set to `value`."""
    for low, width in bits:
        word = word & ~(field_mask(width) << low) | (value & field_mask(width)) << low
        value >>= width
    return word


def field_max(bits: tuple) -> int:
    """The maximum value of a field. A wait with this value waits for nothing, because the counter cannot exceed it."""
    return field_mask(sum(width for _, width in bits))


def wait_fields(family: str, name: str) -> dict[str, tuple]:
    """{counter: bits} of a wait; empty for other instructions."""
    if name == "s_waitcnt":
        return WAITCNT_FIELDS[family]
    return {SINGLE_COUNTER_WAITS[name]: SINGLE_COUNTER_FIELD} if name in SINGLE_COUNTER_WAITS else {}


@lru_cache(maxsize=1 << 16)
def wait_limits(family: str, instruction: Instruction) -> dict[str, int]:
    """{counter: maximum value after the wait}. After S_WAIT_IDLE every counter is 0 (RDNA3 ISA, 5.1)."""
    if instruction.name == "s_wait_idle":
        return dict.fromkeys(SINGLE_COUNTER_WAITS.values(), 0)
    fields = wait_fields(family, instruction.name)
    return {counter: read_field(instruction.word, bits) for counter, bits in fields.items()}


@lru_cache(maxsize=1 << 16)
def counter_orders(family: str, instruction: Instruction) -> dict[str, str]:
    """{counter: order} for each counter that an instruction increments. Results of the same order return in sequence;
    '' means no order."""
    kind, verb, text = instruction.kind, instruction.verb, instruction.text
    vector_return = verb in ("load", "sample") or verb == "atomic" and instruction.returns_result
    if kind in UNSUPPORTED_KINDS or kind == "lds" and " gds" in text or " lds" in text:
        raise UnknownInstruction(f"{instruction.mnemonic}: the checker does not follow its outstanding results")
    if kind == "smem" or instruction.name in MESSAGES:
        return {"lgkm": ""}
    if kind == "lds":
        return {"lgkm": "lds"}
    if not verb:
        return {}                                    # cache operations and instructions that access no memory
    if family == "gfx9":
        return {"vm": "", "lgkm": ""} if kind == "flat" else {"vm": "vector"}
    if kind == "flat":
        return {"vm" if vector_return else "vs": "vector", "lgkm": "lds"}
    return {"vm": "vector"} if vector_return else {"vs": ""}


def return_unit(family: str, instruction: Instruction) -> str:
    """The unit that returns a result. RDNA3 counts the results of samplers, ray tracing and other units in order, but
    these units write registers in any order relative to each other (RDNA3 ISA, 5.6; errata E-022)."""
    if family == "gfx9":
        return ""
    return "rays" if instruction.name.startswith("image_bvh") else "sampler" if instruction.verb == "sample" else ""


def counter_weight(instruction: Instruction) -> int:
    """The amount that an instruction adds to its counter. It is 2 for scalar accesses of more than a dword and for
    messages that return a value (RDNA3 ISA, 5.3, 8.2)."""
    wide_scalar = instruction.kind == "smem" and instruction.verb and len(instruction.writes) != 1
    return 2 if wide_scalar or instruction.name.startswith("s_sendmsg_rtn") else 1


@dataclass(eq=False, slots=True)
class OutstandingOperation:
    """One outstanding operation. `orders`: {counter: order} for the counters that still count it; `awaited_lanes`:
    {register: lanes}; `began`, `ended`: number of barriers that the wave had passed when it issued the operation and
    when a wait proved it complete; `accesses`: the (dword, byte mask) pairs that other waves access too; `mixed`:
    dwords that the wave accesses by scalar and by vector memory."""
    instruction: Instruction
    pc: int
    orders: dict[str, str]
    awaited_lanes: dict[str, int]
    weight: int
    accesses: tuple
    began: int
    ended: int = 0
    mixed: frozenset = frozenset()


@dataclass(eq=False, slots=True)
class OutstandingResults:
    """The outstanding operations of one wave. `upper_bounds`: {counter: maximum value}; `untracked`: {counter: count of
    unordered operations that cannot conflict, such as stores to private memory}."""
    family: str
    pending: list[OutstandingOperation] = field(default_factory=list)
    awaited: Counter = field(default_factory=Counter)
    upper_bounds: Counter = field(default_factory=Counter)
    untracked: Counter = field(default_factory=Counter)

    def wait(self, counter: str, limit: int, barrier_count: int) -> None:
        """Apply a wait until the counter is at most `limit`. Ordered operations complete oldest first. Unordered
        operations are proven complete only if `limit` is 0."""
        if limit >= self.upper_bounds[counter]:
            return
        if limit == 0:
            self.untracked[counter] = 0
        later_in_order: Counter[str] = Counter()
        for operation in reversed(self.pending):
            order = operation.orders.get(counter)
            if order is None:
                continue
            if limit == 0 or order and later_in_order[order] >= limit:
                del operation.orders[counter]
            later_in_order[order] += 1
        self.upper_bounds[counter] = limit
        self.prune(barrier_count)

    def prune(self, barrier_count: int) -> None:
        """Remove operations that no counter still counts, and tighten the upper bounds."""
        for operation in self.pending:
            if not operation.orders:
                operation.ended = barrier_count
        self.pending = [operation for operation in self.pending if operation.orders]
        self.awaited = Counter(
            name for operation in self.pending for name, lanes in operation.awaited_lanes.items() if lanes)
        for counter, upper_bound in self.upper_bounds.items():
            known_weight = sum(operation.weight for operation in self.pending if counter in operation.orders)
            self.upper_bounds[counter] = min(upper_bound, known_weight + self.untracked[counter])

    def find_awaited(self, names, lanes: int) -> tuple[OutstandingOperation, str] | None:
        """Return an operation whose result is outstanding in one of these registers and lanes, and that register.
        Return None if there is no such operation."""
        for name in names:
            if self.awaited[name]:
                for operation in self.pending:
                    if operation.awaited_lanes.get(name, 0) & lanes:
                        return operation, name
        return None

    def find_overwritten(self, instruction: Instruction, lanes: int,
                         counters: dict[str, str]) -> tuple[OutstandingOperation, str] | None:
        """Return an operation whose outstanding result a memory instruction could overwrite out of order, and the
        register. Return None if there is no such operation. Results that the same unit returns earlier, in the same
        order, do not count."""
        for name in instruction.writes:
            if not self.awaited[name]:
                continue
            for operation in self.pending:
                if not operation.awaited_lanes.get(name, 0) & lanes:
                    continue
                if not any(order and operation.orders.get(counter) == order for counter, order in counters.items()):
                    return operation, name
                if return_unit(self.family, operation.instruction) != return_unit(self.family, instruction):
                    return operation, name
                operation.awaited_lanes[name] &= ~lanes
        return None

    def issue(self, operation: OutstandingOperation, barrier_count: int) -> None:
        """Add an operation. If its counter is full, the instruction waits until the counter can take it (errata
        E-025)."""
        bits = WAITCNT_FIELDS[self.family]
        for counter in operation.orders:
            limit = field_max(bits.get(counter, SINGLE_COUNTER_FIELD)) - operation.weight
            if self.upper_bounds[counter] > limit:
                self.wait(counter, limit, barrier_count)
        for counter in operation.orders:
            self.upper_bounds[counter] += operation.weight
        can_conflict = operation.awaited_lanes or operation.mixed or operation.accesses
        if not can_conflict and not any(operation.orders.values()):
            self.untracked.update(dict.fromkeys(operation.orders, operation.weight))
            return
        self.pending.append(operation)
        for name, lanes in operation.awaited_lanes.items():
            self.awaited[name] += bool(lanes)


def family_name(instruction: Instruction) -> str:
    """The family of the instruction's architecture."""
    return ARCHS[instruction.arch]
