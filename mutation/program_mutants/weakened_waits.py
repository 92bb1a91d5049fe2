"""Mutants of a program: each weakens or removes one wait, wait state, barrier, clause or piece of advice. Branch
targets keep their addresses: S_NOP 0 replaces a removed instruction, and a moved S_NOP is exchanged with the
instructions before it."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .traced_instruction import Instruction, UnknownInstruction, decode_instruction
from .replay_checker import BARRIER, Change
from .outstanding_results import family_name, field_max, read_field, wait_fields, write_field
from .wait_states import DEPCTR
from .wave_trace import MAX_INSTRUCTION_BYTES, Trace

NOP = 0xBF800000                                     # S_NOP 0 of every family
DELAY_FIELDS = {"instid0": ((0, 4),), "instid1": ((7, 4),)}          # of S_DELAY_ALU (RDNA3 ISA, 5.7)
CLAUSE_LENGTH, CLAUSE_BREAKS = ((0, 6),), ((8, 4),)                          # of S_CLAUSE (RDNA3 ISA, 5.2)
NOP_COUNT = ((0, 4),)                                             # of S_NOP
MAX_WAIT_STATES = 5                                  # of all rules
POSITION_DEPENDENT = (
    "s_branch", "s_cbranch", "s_getpc", "s_setpc", "s_swappc", "s_call", "s_endpgm", "s_clause", "s_delay_alu",
    "s_subvector", "s_barrier",
)


@dataclass(frozen=True, slots=True)
class WaitMutant:
    """`instruction`: the instruction at `pc`; `description`: the change in words; `code`: the new bytes from `start`
    on; `change`: the change as the replay checker applies it to a trace."""
    pc: int
    instruction: Instruction
    description: str
    start: int
    code: bytes
    change: Change


def disassemble_range(trace: Trace, base: int, code: bytes) -> Iterator[tuple[int, Instruction]]:
    """Yield (PC, instruction) from the first to the last executed instruction; skip bytes that do not decode."""
    pc, last = min(trace.pcs), max(trace.pcs)
    while pc <= last:
        offset = (pc - base) % (1 << 64)
        try:
            instruction = decode_instruction(trace.arch, trace.wave, bytes(code[offset:offset + MAX_INSTRUCTION_BYTES]))
        except UnknownInstruction:
            pc += 4
            continue
        yield pc, instruction
        pc += len(instruction.code)


def wait_mutants(trace: Trace, base: int, code: bytes) -> list[WaitMutant]:
    """All mutants in the executed address range, in the order of addresses."""
    listing = list(disassemble_range(trace, base, code))
    mutants, clause_members = [], set()                       # numbers of instructions in clauses, where none moves
    for number, (pc, instruction) in enumerate(listing):
        if instruction.name == "s_clause":
            clause_members |= set(range(number + 1, number + read_field(instruction.word, CLAUSE_LENGTH) + 2))
        for description, word in weaker_words(instruction):
            mutants.append(replacement_mutant(trace, pc, instruction, description, word))
        outside_clause = clause_members.isdisjoint(range(number - MAX_WAIT_STATES, number + 1))
        if instruction.name == "s_nop" and outside_clause and (block := movable_block(trace, listing, number)):
            mutants.append(moved_mutant(pc, instruction, block))
    return mutants


def replacement_mutant(trace: Trace, pc: int, instruction: Instruction, description: str, word: int) -> WaitMutant:
    """The mutant that replaces the instruction at `pc` with a dword."""
    code = word.to_bytes(4, "little")
    replacement = decode_instruction(trace.arch, trace.wave, code)
    return WaitMutant(pc, instruction, f"{description}: {replacement.text}", pc, code, Change(pc, replacement))


# ---- replaced in place ----

def weaker_words(instruction: Instruction) -> Iterator[tuple[str, int]]:
    """Yield (description, new dword) for each weaker form of an instruction; most instructions have no weaker form."""
    name = instruction.name
    if name == "s_nop":
        yield from lowered_count_words(instruction, "wait states", NOP_COUNT)
    elif name in ("s_delay_alu", "s_clause", BARRIER):
        yield "removed", NOP
        if name == "s_delay_alu":
            yield from weaker_advice_words(instruction)
        elif name == "s_clause":
            yield from weaker_clause_words(instruction)
    elif name == "s_waitcnt_depctr":
        yield from loosened_wait_words(instruction, DEPCTR)
    else:
        yield from loosened_wait_words(instruction, wait_fields(family_name(instruction), name))


def loosened_wait_words(instruction: Instruction, fields: dict[str, tuple]) -> Iterator[tuple[str, int]]:
    """Yield (description, dword) of weaker waits: each field with its count increased by one, each field disabled, and
    the whole wait removed."""
    waiting = {name: bits for name, bits in fields.items() if read_field(instruction.word, bits) < field_max(bits)}
    for name, bits in waiting.items():
        count = read_field(instruction.word, bits)
        if count + 1 < field_max(bits):
            yield f"{name} {count} to {count + 1}", write_field(instruction.word, bits, count + 1)
        if len(waiting) > 1:
            yield f"{name} {count} to none", write_field(instruction.word, bits, field_max(bits))
    if waiting:
        yield "removed", NOP


def lowered_count_words(instruction: Instruction, noun: str, bits: tuple) -> Iterator[tuple[str, int]]:
    """Yield a count of 0 and a count one lower."""
    count = read_field(instruction.word, bits)
    for lower in sorted({0, count - 1} - {count}) if count else ():
        yield f"{noun} {count + 1} to {lower + 1}", write_field(instruction.word, bits, lower)


def weaker_advice_words(instruction: Instruction) -> Iterator[tuple[str, int]]:
    """Yield S_DELAY_ALU without each of its two ids."""
    used_fields = [bits for bits in DELAY_FIELDS.values() if read_field(instruction.word, bits)]
    for name, bits in DELAY_FIELDS.items():
        if bits in used_fields and len(used_fields) > 1:
            yield f"without {name}", write_field(instruction.word, bits, 0)


def weaker_clause_words(instruction: Instruction) -> Iterator[tuple[str, int]]:
    """Yield S_CLAUSE without breaks, or one shorter."""
    length = read_field(instruction.word, CLAUSE_LENGTH)
    if read_field(instruction.word, CLAUSE_BREAKS):                 # another length would move the breaks
        yield "without breaks", write_field(instruction.word, CLAUSE_BREAKS, 0)
    elif length > 1:
        yield f"length {length + 1} to {length}", write_field(instruction.word, CLAUSE_LENGTH, length - 1)


# ---- an S_NOP moved before the instructions that it separates ----

def movable_block(trace: Trace, listing: list, number: int) -> list[tuple[int, Instruction]]:
    """The instructions that an S_NOP can move before, then the S_NOP. These are at most five instructions before the
    S_NOP that do not depend on their address and always run consecutively."""
    block: list[tuple[int, Instruction]] = []
    for pc, instruction in reversed(listing[max(0, number - MAX_WAIT_STATES):number]):
        next_pc = block[0][0] if block else listing[number][0]
        if instruction.name.startswith(POSITION_DEPENDENT) or pc + len(instruction.code) != next_pc:
            break
        block.insert(0, (pc, instruction))
    while block and not always_consecutive(trace, [*(pc for pc, _ in block), listing[number][0]]):
        del block[0]
    return block


def always_consecutive(trace: Trace, pcs: list[int]) -> bool:
    """Return whether these addresses always run one after the other."""
    next_pc = dict(zip(pcs, pcs[1:]))
    for waves in trace.groups.values():
        for steps in waves.values():
            for step, next_step in zip(steps, [*steps[1:], None]):
                if step.pc in next_pc and (next_step is None or next_step.pc != next_pc[step.pc]):
                    return False
                if next_step is not None and next_step.pc in pcs[1:] and next_pc.get(step.pc) != next_step.pc:
                    return False
    return all(steps[0].pc not in pcs[1:] for waves in trace.groups.values() for steps in waves.values())


def moved_mutant(pc: int, instruction: Instruction, block: list[tuple[int, Instruction]]) -> WaitMutant:
    """The mutant that moves an S_NOP before the instructions that precede it."""
    code = instruction.code + b"".join(instruction_after.code for _, instruction_after in block)
    description = f"before the {len(block)} instructions before it"
    return WaitMutant(pc, instruction, description, block[0][0], code, Change(pc, instruction, block[0][0]))
