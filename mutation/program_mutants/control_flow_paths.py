"""The ways that lead to an instruction through its function, whether or not a run takes them (RDNA3)."""
from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from .traced_instruction import Instruction
from .wait_states import FAR, flushes, partial_forwarding

FAR_VALU = 8                                         # vector ALU instructions that partial forwarding may reach over
ENDS = ("s_endpgm", "s_branch", "s_setpc_b64", "s_endpgm_saved")
CALLS = ("s_swappc_b64", "s_call_b64")               # behind which another function has run


class Paths:
    """`lines`: {PC: instruction} of a function, in its order."""

    def __init__(self, lines: dict[int, Instruction]):
        self.lines, self.before = lines, {pc: [] for pc in lines}
        places = list(lines)
        for pc, follows in zip(places, places[1:]):
            if not lines[pc].name.startswith(ENDS):
                self.before[follows].append(pc)
        for pc, one in lines.items():
            if one.name == "s_branch" or one.name.startswith("s_cbranch"):
                self.before.get(target(pc, one), []).append(pc)

    def to(self, pc: int, without: int) -> Iterator[deque[Instruction]]:
        """What may have run before `pc`, the newest first, as far as partial forwarding looks; `without`: the PC of an
        instruction that is taken away."""
        waiting: list[tuple[int, tuple[Instruction, ...], int]] = [(pc, (), 0)]
        while waiting:
            at, past, valu = waiting.pop()
            ways = self.before[at] if valu <= FAR_VALU and len(past) < FAR else ()
            for other in ways:
                one = self.lines[other]
                if other == without:
                    waiting.append((other, past, valu))
                elif flushes(one) or one.name in CALLS:
                    yield deque(past)
                else:
                    waiting.append((other, (*past, one), valu + one.valu))
            if not ways:
                yield deque(past)

    def part(self, wait: int) -> bool:
        """Does EXEC part two results of the instruction behind the wait, on some way to it on which nothing waits?"""
        after = next(pc for pc in self.lines if pc > wait)
        return any(partial_forwarding(past, self.lines[after]) for past in self.to(after, wait))


    def masks(self, wait: int) -> bool:
        """Does a vector ALU instruction read as a mask, on some way to the wait, what the instruction before the wait
        writes?"""
        at = max(pc for pc in self.lines if pc < wait)
        written, seen, waiting = self.lines[at].writes, {at}, [at]
        while waiting:
            for pc in self.before[waiting.pop()]:
                if self.lines[pc].masks & written:
                    return True
                waiting += {pc} - seen
                seen.add(pc)
        return False


def target(pc: int, one: Instruction) -> int:
    """Where a branch goes."""
    offset = one.word & 0xFFFF
    return pc + 4 + 4 * (offset - (offset >> 15 << 16))
