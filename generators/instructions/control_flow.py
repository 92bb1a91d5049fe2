"""Control instructions between moves that show the path taken."""
from __future__ import annotations

from functools import cache

from ...spec import moves_fork_stack
from ...spec.encode import Operand, encode, form as form_named, inline, s
from ...spec.slots import slots

from .instruction_case import SCALARS, Instruction

CODE_BASE, DWORDS_BEFORE, MOVES_AFTER = 0x10000, 3, 4  # dwords before the instruction and moves after it
PATH_REGISTERS = tuple(f"s{80 + n}" for n in range(8))  # show which moves ran
FORK_STACK = ("s0", "s1", "s2", "s3")                # holds the first fork (Vega ISA, 4.6)
ICACHE_INV_NOPS = 16                                 # s_nop words after s_icache_inv (Vega ISA, 4.4)


@cache
def encode_move(arch: str, register: int, number: int) -> bytes:
    """Encode s_mov_b32 of a small number."""
    return encode(form_named(arch, "s_mov_b32"), {"sdst": s(register), "ssrc0": inline(number)})


@cache
def encode_branch(arch: str, distance: int) -> bytes:
    """Encode s_branch over `distance` dwords."""
    return encode(form_named(arch, "s_branch"), {}, {"simm16": distance & 0xffff})


@cache
def encode_nop(arch: str) -> bytes:
    """Encode s_nop 0."""
    return encode(form_named(arch, "s_nop"), {}, {"simm16": 0})


def is_control(form) -> bool:
    """True if the operation changes the program counter or only the state of the wave."""
    results = {v.kind for v in form.op.results}
    return form.op.shape in ("branch", "control") and form.kind in ("salu", "control") or "pc" in results


def surround_with_moves(instruction: Instruction, rng) -> None:
    """Put moves around the instruction, which jumps to one of them. Registers s80 to s87 show the path taken."""
    arch, form = instruction.form.arch, instruction.form
    # a distance, not an address
    is_relative = form.op.shape == "branch" or any(value.kind == "imm" for value in form.op.sources)
    address = None if is_relative or not form.op.jumps else jump_address_registers(instruction)
    size = len(instruction.code) // 4
    # in dwords, from behind the instruction
    target = rng.choice((-DWORDS_BEFORE - size, -DWORDS_BEFORE - size + 1, *range(MOVES_AFTER)))
    if address:
        target_address = CODE_BASE + 4 * (DWORDS_BEFORE + size + target)
        instruction.state.update({address[0]: target_address & 0xffffffff, address[1]: target_address >> 32})
    elif is_relative and (form.op.jumps or form.op.note("quiet") is not None):
        instruction.fields["simm16"] = target & 0xffff if form.op.jumps else form.op.note("quiet")
        instruction.code = encode(form, instruction.fields)
    padding = encode_nop(arch) * ICACHE_INV_NOPS if form.op.note("refetches") else b""
    size += len(padding) // 4
    before = encode_move(arch, 80, 1) + encode_move(arch, 81, 2) + encode_branch(arch, size + MOVES_AFTER)
    after = padding + b"".join(encode_move(arch, 82 + n, 3 + n) for n in range(MOVES_AFTER))
    instruction.code = before + instruction.code + after
    instruction.extra["entry"] = 4 * DWORDS_BEFORE
    instruction.extra["observe"] = {"registers": observed_registers(instruction)}
    instruction.state.update(dict.fromkeys(PATH_REGISTERS, 0))
    instruction.state |= {
        name: 0 for name in instruction.extra["observe"]["registers"] if name in FORK_STACK
    } | instruction.state


def jump_address_registers(instruction: Instruction) -> tuple[str, str] | None:
    """Return the registers of the jump address, which is the last 64-bit source. Change this source to s[4:5] if a case
    cannot set it, if it is a path register, or if another source uses it."""
    names, form = SCALARS[instruction.form.arch], instruction.form
    wide_fields = [slot.field for slot in slots(form).every if slot.role == "ssrc" and slot.regs == 2]
    if not wide_fields:
        return None
    code = instruction.fields[wide_fields[-1]].code
    settable = code % 2 == 0 and code in names and not names[code].startswith(("exec", "m0"))
    other_codes = [instruction.fields[field].code for field in wide_fields[:-1]]
    if not settable or is_constant_code(code) or names[code] in PATH_REGISTERS or code in other_codes:
        instruction.fields[wide_fields[-1]] = Operand(4)
        instruction.code = encode(form, instruction.fields)
        code = 4
    return names[code], names[code + 1]


def is_constant_code(code: int) -> bool:
    """True for operand codes of constants."""
    return code >= 128


def may_write_mode(form) -> bool:
    """True if the operation may change MODE. Only then is MODE observed, so that targets that cannot report it can run
    branches."""
    is_noted = any(form.op.note(f"writes {target}") for target in ("mode", "vskip", "hwreg"))
    return is_noted or bool(form.op.note("indexes")) or moves_fork_stack(form.arch, form.op)


def observed_registers(instruction: Instruction) -> list[str]:
    """Return the path registers, the written registers, and the state that the operation may change."""
    names = {*PATH_REGISTERS, "scc"} | ({"mode"} if may_write_mode(instruction.form) else set())
    names |= set(FORK_STACK if moves_fork_stack(instruction.form.arch, instruction.form.op) else ())
    for value in ("sdst",):
        operand = (instruction.fields or {}).get(value)
        if isinstance(operand, Operand) and operand.code in SCALARS[instruction.form.arch]:
            regs = max(slot.regs for slot in slots(instruction.form).every if slot.field == value)
            names |= {SCALARS[instruction.form.arch].get(operand.code + n, "s80") for n in range(regs)}
    return sorted(names)
