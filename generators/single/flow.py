"""Control instructions in a setting that shows what they did: moves before, behind and where they may jump to."""
from __future__ import annotations

from functools import cache

from ...spec.encode import Operand, encode, form as form_named, inline, s
from ...spec.slots import slots

from .instructions import SCALARS, Instruction

BASE, BEFORE, AFTER = 0x10000, 3, 4                   # dwords before the instruction and moves after it
FOLLOW = 16                                           # s_nop words behind s_icache_inv (Vega ISA, 4.4)


@cache
def move(arch: str, register: int, number: int) -> bytes:
    """s_mov_b32 of a small number."""
    return encode(form_named(arch, "s_mov_b32"), {"sdst": s(register), "ssrc0": inline(number)})


@cache
def jump(arch: str, distance: int) -> bytes:
    """s_branch over `distance` dwords."""
    return encode(form_named(arch, "s_branch"), {}, {"simm16": distance & 0xffff})


@cache
def nop(arch: str) -> bytes:
    """s_nop 0."""
    return encode(form_named(arch, "s_nop"), {}, {"simm16": 0})


def is_control(form) -> bool:
    """Does the operation change where the wave goes on, or only the wave's own state?"""
    results = {v.kind for v in form.op.results}
    return form.op.shape in ("branch", "control") and form.kind in ("salu", "control") or "pc" in results


def surround(one: Instruction, rng) -> None:
    """Puts moves around the instruction; jumps go to one of them.  Registers s80 to s87 show the path."""
    arch, form, size = one.form.arch, one.form, len(one.code) // 4
    jumps = "pc" in {v.kind for v in form.op.results} or form.op.shape == "branch"
    target = rng.choice((-BEFORE - size, -BEFORE - size + 1, *range(AFTER)))  # in dwords, from behind the instruction
    if jumps and any(slot.field == "ssrc0" and slot.regs == 2 for slot in slots(form)):
        address = BASE + 4 * (BEFORE + size + target)
        code = one.fields["ssrc0"].code
        names = SCALARS[arch]
        if code % 2 or code not in names or names[code].startswith(("exec", "m0")) or constant_code(code):
            one.fields["ssrc0"] = Operand(4)
            one.code = encode(form, one.fields)
            code = 4
        one.state.update({names[code]: address & 0xffffffff, names[code + 1]: address >> 32})
    elif jumps or form.op.note("quiet") is not None:
        one.fields["simm16"] = target & 0xffff if jumps else form.op.note("quiet")
        one.code = encode(form, one.fields)
    padding = nop(arch) * FOLLOW if form.op.note("refetches") else b""
    size += len(padding) // 4
    before = move(arch, 80, 1) + move(arch, 81, 2) + jump(arch, size + AFTER)
    after = padding + b"".join(move(arch, 82 + n, 3 + n) for n in range(AFTER))
    one.code = before + one.code + after
    one.extra["entry"] = 4 * BEFORE
    one.extra["observe"] = {"registers": observed(one)}
    one.state.update({f"s{80 + n}": 0 for n in range(8)})


def constant_code(code: int) -> bool:
    """Operand codes 128 and more are no registers."""
    return code >= 128


def writes_mode(form) -> bool:
    """May the operation change MODE?  Only then is it looked at: a target that does not report it has branches."""
    return bool(form.op.note("indexes")) or any(form.op.note(f"writes {what}") for what in ("mode", "vskip", "hwreg"))


def observed(one: Instruction) -> list[str]:
    """The path, what the instruction writes, and the state it may change."""
    names = {f"s{80 + n}" for n in range(8)} | {"scc"} | ({"mode"} if writes_mode(one.form) else set())
    for value in ("sdst",):
        operand = (one.fields or {}).get(value)
        if isinstance(operand, Operand) and operand.code in SCALARS[one.form.arch]:
            regs = max(slot.regs for slot in slots(one.form).every if slot.field == value)
            names |= {SCALARS[one.form.arch].get(operand.code + n, "s80") for n in range(regs)}
    return sorted(names)
