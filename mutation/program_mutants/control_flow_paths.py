"""Control-flow paths that lead to an instruction within its function, whether or not a run takes them (RDNA3)."""
from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from .traced_instruction import Instruction
from .wait_states import MAX_LOOKBACK_INSTRUCTIONS, waits_for_valu, is_partial_forwarding

MAX_VALU_LOOKBACK = 8                                # vector ALU instructions that partial forwarding can span
NO_FALL_THROUGH = ("s_endpgm", "s_branch", "s_setpc_b64", "s_endpgm_saved")
CALLS = ("s_swappc_b64", "s_call_b64")               # another function runs before they continue


class ControlFlowPaths:
    """The control-flow graph of one function. `instructions`: {PC: instruction}, in address order."""

    def __init__(self, instructions: dict[int, Instruction]):
        self.instructions, self.predecessors = instructions, {pc: [] for pc in instructions}
        pcs = list(instructions)
        for pc, next_pc in zip(pcs, pcs[1:]):
            if not instructions[pc].name.startswith(NO_FALL_THROUGH):
                self.predecessors[next_pc].append(pc)
        for pc, instruction in instructions.items():
            if instruction.name == "s_branch" or instruction.name.startswith("s_cbranch"):
                self.predecessors.get(branch_target(pc, instruction), []).append(pc)

    def histories_before(self, pc: int, removed_pc: int) -> Iterator[deque[Instruction]]:
        """Yield the instruction sequences that may run before `pc`, newest first, up to the distance
        that partial forwarding needs. `removed_pc`: the PC of an instruction to leave out."""
        waiting: list[tuple[int, tuple[Instruction, ...], int]] = [(pc, (), 0)]
        while waiting:
            current_pc, history, valu_count = waiting.pop()
            looks_back = valu_count <= MAX_VALU_LOOKBACK and len(history) < MAX_LOOKBACK_INSTRUCTIONS
            predecessors = self.predecessors[current_pc] if looks_back else ()
            for predecessor in predecessors:
                instruction = self.instructions[predecessor]
                if predecessor == removed_pc:
                    waiting.append((predecessor, history, valu_count))
                elif waits_for_valu(instruction) or instruction.name in CALLS:
                    yield deque(history)
                else:
                    waiting.append((predecessor, (*history, instruction), valu_count + instruction.valu))
            if not predecessors:
                yield deque(history)

    def exec_splits_results(self, wait_pc: int) -> bool:
        """Return whether EXEC changes, on some path without another wait, between two results that the instruction
        after the wait reads."""
        next_pc = next(pc for pc in self.instructions if pc > wait_pc)
        reader = self.instructions[next_pc]
        return any(is_partial_forwarding(history, reader) for history in self.histories_before(next_pc, wait_pc))

    def reads_written_mask(self, wait_pc: int) -> bool:
        """Return whether, on a path to the wait, a vector ALU instruction reads as a mask a register that the
        instruction before the wait writes."""
        writer_pc = max(pc for pc in self.instructions if pc < wait_pc)
        written, visited, waiting = self.instructions[writer_pc].writes, {writer_pc}, [writer_pc]
        while waiting:
            for pc in self.predecessors[waiting.pop()]:
                if self.instructions[pc].mask_reads & written:
                    return True
                waiting += {pc} - visited
                visited.add(pc)
        return False


def branch_target(pc: int, instruction: Instruction) -> int:
    """The PC that a branch jumps to."""
    offset = instruction.word & 0xFFFF
    return pc + 4 + 4 * (offset - (offset >> 15 << 16))
