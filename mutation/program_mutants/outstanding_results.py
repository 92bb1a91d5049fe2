"""Outstanding results of one wave: what each instruction leaves on the counters, and what a wait proves (Vega ISA, 4.4;
RDNA3 ISA, 5.6)."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache

from ...spec import ARCHS
from .traced_instruction import Instruction, Unknown

# Bits of the counts in S_WAITCNT, (low, width) from the lowest bits on; the single waits have theirs in SIMM16[5:0].
FIELDS = {
    "gfx9": {"vm": ((0, 4), (14, 2)), "exp": ((4, 3),), "lgkm": ((8, 4),)},
    "gfx11": {"vm": ((10, 6),), "exp": ((0, 3),), "lgkm": ((4, 6),)},
}
SINGLE = {"s_waitcnt_vmcnt": "vm", "s_waitcnt_vscnt": "vs", "s_waitcnt_expcnt": "exp", "s_waitcnt_lgkmcnt": "lgkm"}
SINGLE_FIELD = ((0, 6),)
MESSAGES = ("s_sendmsg", "s_sendmsghalt", "s_sendmsg_rtn_b32", "s_sendmsg_rtn_b64")
UNKNOWN = ("export", "parameter")                    # kinds whose sources or results EXPcnt counts


def most(width: int) -> int:
    return (1 << width) - 1


def read_field(word: int, bits: tuple) -> int:
    value = shift = 0
    for low, width in bits:
        value |= (word >> low & most(width)) << shift
        shift += width
    return value


def write_field(word: int, bits: tuple, value: int) -> int:
    for low, width in bits:
        word = word & ~(most(width) << low) | (value & most(width)) << low
        value >>= width
    return word


def full(bits: tuple) -> int:
    """A field's greatest value, which waits for nothing; and the greatest that its counter holds."""
    return most(sum(width for _, width in bits))


def wait_fields(family: str, name: str) -> dict[str, tuple]:
    """{counter: bits} of a wait; none of what is no wait."""
    if name == "s_waitcnt":
        return FIELDS[family]
    return {SINGLE[name]: SINGLE_FIELD} if name in SINGLE else {}


@lru_cache(maxsize=1 << 16)
def waits(family: str, one: Instruction) -> dict[str, int]:
    """{counter: what may be left} of a wait; S_WAIT_IDLE leaves nothing (RDNA3 ISA, 5.1)."""
    if one.name == "s_wait_idle":
        return dict.fromkeys(SINGLE.values(), 0)
    return {counter: read_field(one.word, bits) for counter, bits in wait_fields(family, one.name).items()}


@lru_cache(maxsize=1 << 16)
def counted(family: str, one: Instruction) -> dict[str, str]:
    """{counter: the order in which it counts there, '' for none}."""
    vector_return = one.verb in ("load", "sample") or one.verb == "atomic" and one.returns
    if one.kind in UNKNOWN or one.kind == "lds" and " gds" in one.text or " lds" in one.text:
        raise Unknown(f"{one.mnemonic}: what it leaves outstanding is not followed")
    if one.kind == "smem" or one.name in MESSAGES:
        return {"lgkm": ""}
    if one.kind == "lds":
        return {"lgkm": "lds"}
    if not one.verb:
        return {}                                    # of caches, and what reaches no memory
    if family == "gfx9":
        return {"vm": "", "lgkm": ""} if one.kind == "flat" else {"vm": "vector"}
    if one.kind == "flat":
        return {"vm" if vector_return else "vs": "vector", "lgkm": "lds"}
    return {"vm": "vector"} if vector_return else {"vs": ""}


def unit(family: str, one: Instruction) -> str:
    """What brings a result: on RDNA3 samplers, rays and the rest write registers in any order among each other, though
    they count in order (RDNA3 ISA, 5.6; errata E-022)."""
    if family == "gfx9":
        return ""
    return "rays" if one.name.startswith("image_bvh") else "sampler" if one.verb == "sample" else ""


def weight(one: Instruction) -> int:
    """What it adds to its counter: scalar accesses of more than a dword and messages that return count twice (RDNA3
    ISA, 5.3, 8.2)."""
    twice = one.kind == "smem" and one.verb and len(one.writes) != 1 or one.name.startswith("s_sendmsg_rtn")
    return 2 if twice else 1


@dataclass(eq=False, slots=True)
class Outstanding:
    """One operation.  `open`: {counter: order} of what has not come down yet; `results`: {register: lanes awaited};
    `began`, `ended`: how many barriers the wave had passed when it was issued and when it was proven."""
    by: Instruction
    pc: int
    open: dict[str, str]
    results: dict[str, int]
    weight: int
    accesses: tuple
    began: int
    ended: int = 0
    own: frozenset = frozenset()


@dataclass(eq=False, slots=True)
class Results:
    """What one wave has outstanding; `bound`: the most each counter can read; `silent`: what of it counts operations
    that come in no order and that nobody meets, such as stores to private memory."""
    family: str
    pending: list[Outstanding] = field(default_factory=list)
    awaited: Counter = field(default_factory=Counter)
    bound: Counter = field(default_factory=Counter)
    silent: Counter = field(default_factory=Counter)

    def wait(self, counter: str, left: int, barriers: int) -> None:
        """The counter is at most `left`.  In an order the later ones are still there while an earlier one is; without
        one only 0 tells."""
        if left >= self.bound[counter]:
            return
        if left == 0:
            self.silent[counter] = 0
        later: Counter[str] = Counter()
        for one in reversed(self.pending):
            order = one.open.get(counter)
            if order is None:
                continue
            if left == 0 or order and later[order] >= left:
                del one.open[counter]
            later[order] += 1
        self.bound[counter] = left
        self.prune(barriers)

    def prune(self, barriers: int) -> None:
        """What has left its counters is done."""
        for one in self.pending:
            if not one.open:
                one.ended = barriers
        self.pending = [one for one in self.pending if one.open]
        self.awaited = Counter(name for one in self.pending for name, lanes in one.results.items() if lanes)
        for counter, bound in self.bound.items():
            known = sum(one.weight for one in self.pending if counter in one.open)
            self.bound[counter] = min(bound, known + self.silent[counter])

    def used(self, names, lanes: int) -> tuple[Outstanding, str] | None:
        """An operation one of whose results stands in these registers and lanes, and the register."""
        for name in names:
            if self.awaited[name]:
                for one in self.pending:
                    if one.results.get(name, 0) & lanes:
                        return one, name
        return None

    def claim(self, by: Instruction, lanes: int, counters: dict[str, str]) -> tuple[Outstanding, str] | None:
        """A memory operation will write its registers.  What comes back before it, in its own order and by the same
        unit, is never seen."""
        for name in by.writes:
            if not self.awaited[name]:
                continue
            for one in self.pending:
                if not one.results.get(name, 0) & lanes:
                    continue
                if not any(order and one.open.get(counter) == order for counter, order in counters.items()):
                    return one, name
                if unit(self.family, one.by) != unit(self.family, by):
                    return one, name
                one.results[name] &= ~lanes
        return None

    def issue(self, one: Outstanding, barriers: int) -> None:
        """A counter that is full holds the instruction up until there is room (errata E-025)."""
        bits = FIELDS[self.family]
        for counter in one.open:
            room = full(bits.get(counter, SINGLE_FIELD)) - one.weight
            if self.bound[counter] > room:
                self.wait(counter, room, barriers)
        for counter in one.open:
            self.bound[counter] += one.weight
        if not (one.results or one.own or one.accesses) and not any(one.open.values()):
            self.silent.update(dict.fromkeys(one.open, one.weight))
            return
        self.pending.append(one)
        for name, lanes in one.results.items():
            self.awaited[name] += bool(lanes)


def family_of(one: Instruction) -> str:
    return ARCHS[one.arch]
