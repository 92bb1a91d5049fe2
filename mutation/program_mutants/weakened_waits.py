"""The mutants of a program: one wait, wait state, barrier, clause or piece of advice weakened or gone.  Nothing moves
that a branch could reach: what is gone is S_NOP 0, and an S_NOP goes before the instructions it parts from what
follows."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .traced_instruction import Instruction, Unknown, instruction
from .replay_checker import BARRIER, Change
from .outstanding_results import family_of, full, read_field, wait_fields, write_field
from .wait_states import DEPCTR
from .wave_trace import LONGEST, Trace

NOP = 0xBF800000                                     # S_NOP 0, on every family
ADVICE = {"instid0": ((0, 4),), "instid1": ((7, 4),)}          # of S_DELAY_ALU (RDNA3 ISA, 5.7)
LENGTH, BREAKS = ((0, 6),), ((8, 4),)                          # of S_CLAUSE (RDNA3 ISA, 5.2)
STATES = ((0, 4),)                                             # of S_NOP
PARTED = 5                                           # the most wait states that a rule wants
JUMPS = ("s_branch", "s_cbranch", "s_getpc", "s_setpc", "s_swappc", "s_call", "s_endpgm", "s_clause", "s_delay_alu",
         "s_subvector", "s_barrier")


@dataclass(frozen=True, slots=True)
class Mutant:
    """`of`: the instruction at `pc`; `text`: what is done to it; `code`: the bytes from `start` on; `change`: the same
    for a trace."""
    pc: int
    of: Instruction
    text: str
    start: int
    code: bytes
    change: Change


def sweep(trace: Trace, base: int, code: bytes) -> Iterator[tuple[int, Instruction]]:
    """The instructions from the first to the last one that ran; bytes that are none, between, are passed over."""
    pc, last = min(trace.pcs), max(trace.pcs)
    while pc <= last:
        at = (pc - base) % (1 << 64)
        try:
            one = instruction(trace.arch, trace.wave, bytes(code[at:at + LONGEST]))
        except Unknown:
            pc += 4
            continue
        yield pc, one
        pc += len(one.code)


def mutants(trace: Trace, base: int, code: bytes) -> list[Mutant]:
    """All mutants of what ran and of what lies between, by address."""
    listing = list(sweep(trace, base, code))
    found, members = [], set()                       # members: of a clause, in which nothing trades places
    for number, (pc, one) in enumerate(listing):
        if one.name == "s_clause":
            members |= set(range(number + 1, number + read_field(one.word, LENGTH) + 2))
        for text, word in weakened(one):
            found.append(replaced(trace, pc, one, text, word))
        apart = members.isdisjoint(range(number - PARTED, number + 1))
        if one.name == "s_nop" and apart and (before := parted(trace, listing, number)):
            found.append(moved(pc, one, before))
    return found


def replaced(trace: Trace, pc: int, one: Instruction, text: str, word: int) -> Mutant:
    code = word.to_bytes(4, "little")
    other = instruction(trace.arch, trace.wave, code)
    return Mutant(pc, one, f"{text}: {other.text}", pc, code, Change(pc, other))


# ---- in place ----

def weakened(one: Instruction) -> Iterator[tuple[str, int]]:
    """(what is done, the new dword) of an instruction; none of most."""
    name = one.name
    if name == "s_nop":
        yield from lower(one, "wait states", STATES)
    elif name in ("s_delay_alu", "s_clause", BARRIER):
        yield "gone", NOP
        yield from advice(one) if name == "s_delay_alu" else clause(one) if name == "s_clause" else ()
    elif name == "s_waitcnt_depctr":
        yield from looser(one, DEPCTR)
    else:
        yield from looser(one, wait_fields(family_of(one), name))


def looser(one: Instruction, fields: dict[str, tuple]) -> Iterator[tuple[str, int]]:
    """Each field that waits: one more is left, or it waits for nothing; the whole wait gone."""
    waiting = {name: bits for name, bits in fields.items() if read_field(one.word, bits) < full(bits)}
    for name, bits in waiting.items():
        count = read_field(one.word, bits)
        if count + 1 < full(bits):
            yield f"{name} {count} to {count + 1}", write_field(one.word, bits, count + 1)
        if len(waiting) > 1:
            yield f"{name} {count} to none", write_field(one.word, bits, full(bits))
    if waiting:
        yield "gone", NOP


def lower(one: Instruction, what: str, bits: tuple) -> Iterator[tuple[str, int]]:
    count = read_field(one.word, bits)
    for less in sorted({0, count - 1} - {count}) if count else ():
        yield f"{what} {count + 1} to {less + 1}", write_field(one.word, bits, less)


def advice(one: Instruction) -> Iterator[tuple[str, int]]:
    given = [bits for bits in ADVICE.values() if read_field(one.word, bits)]
    for name, bits in ADVICE.items():
        if bits in given and len(given) > 1:
            yield f"without {name}", write_field(one.word, bits, 0)


def clause(one: Instruction) -> Iterator[tuple[str, int]]:
    length = read_field(one.word, LENGTH)
    if read_field(one.word, BREAKS):                 # its parts would be others
        yield "without breaks", write_field(one.word, BREAKS, 0)
    elif length > 1:
        yield f"length {length + 1} to {length}", write_field(one.word, LENGTH, length - 1)


# ---- an S_NOP that parts nothing any more ----

def parted(trace: Trace, listing: list, number: int) -> list[tuple[int, Instruction]]:
    """The instructions before an S_NOP that it may trade places with: up to five in a row, none of which looks at its
    own address, always run one behind the other and then the S_NOP."""
    block: list[tuple[int, Instruction]] = []
    for pc, one in reversed(listing[max(0, number - PARTED):number]):
        if one.name.startswith(JUMPS) or pc + len(one.code) != (block[0][0] if block else listing[number][0]):
            break
        block.insert(0, (pc, one))
    while block and not in_a_row(trace, [*(pc for pc, _ in block), listing[number][0]]):
        del block[0]
    return block


def in_a_row(trace: Trace, row: list[int]) -> bool:
    """Wherever one of these addresses ran, the rest ran around it?"""
    follows = dict(zip(row, row[1:]))
    for waves in trace.groups.values():
        for steps in waves.values():
            for step, after in zip(steps, [*steps[1:], None]):
                if step.pc in follows and (after is None or after.pc != follows[step.pc]):
                    return False
                if after is not None and after.pc in row[1:] and follows.get(step.pc) != after.pc:
                    return False
    return all(steps[0].pc not in row[1:] for waves in trace.groups.values() for steps in waves.values())


def moved(pc: int, one: Instruction, block: list[tuple[int, Instruction]]) -> Mutant:
    code = one.code + b"".join(other.code for _, other in block)
    text = f"before the {len(block)} instructions that it follows"
    return Mutant(pc, one, text, block[0][0], code, Change(pc, one, block[0][0]))
