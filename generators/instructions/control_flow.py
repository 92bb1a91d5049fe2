"""Control instructions in a setting that shows what they did: moves before, behind and where they may jump to."""
from __future__ import annotations

from functools import cache

from ...spec import forks
from ...spec.encode import Operand, encode, form as form_named, inline, s
from ...spec.slots import slots

from .instruction_case import SCALARS, Instruction

BASE, BEFORE, AFTER = 0x10000, 3, 4                   # dwords before the instruction and moves after it
PATH = tuple(f"s{80 + n}" for n in range(8))          # shows which moves ran
STACK = ("s0", "s1", "s2", "s3")                      # where the first fork is kept (Vega ISA, 4.6)
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
    arch, form = one.form.arch, one.form
    near = form.op.shape == "branch" or any(value.kind == "imm" for value in form.op.sources)  # how far, not where to
    address = None if near or not form.op.jumps else address_of(one)
    size = len(one.code) // 4
    target = rng.choice((-BEFORE - size, -BEFORE - size + 1, *range(AFTER)))  # in dwords, from behind the instruction
    if address:
        at = BASE + 4 * (BEFORE + size + target)
        one.state.update({address[0]: at & 0xffffffff, address[1]: at >> 32})
    elif near and (form.op.jumps or form.op.note("quiet") is not None):
        one.fields["simm16"] = target & 0xffff if form.op.jumps else form.op.note("quiet")
        one.code = encode(form, one.fields)
    padding = nop(arch) * FOLLOW if form.op.note("refetches") else b""
    size += len(padding) // 4
    before = move(arch, 80, 1) + move(arch, 81, 2) + jump(arch, size + AFTER)
    after = padding + b"".join(move(arch, 82 + n, 3 + n) for n in range(AFTER))
    one.code = before + one.code + after
    one.extra["entry"] = 4 * BEFORE
    one.extra["observe"] = {"registers": observed(one)}
    one.state.update(dict.fromkeys(PATH, 0))
    one.state |= {name: 0 for name in one.extra["observe"]["registers"] if name in STACK} | one.state


def address_of(one: Instruction) -> tuple[str, str] | None:
    """The registers that say where a jump goes: its last 64-bit source, which becomes s[4:5] where it is none that
    can be set, shows the path, or is a source twice."""
    names, form = SCALARS[one.form.arch], one.form
    wide = [slot.field for slot in slots(form).every if slot.role == "ssrc" and slot.regs == 2]
    if not wide:
        return None
    code = one.fields[wide[-1]].code
    settable = code % 2 == 0 and code in names and not names[code].startswith(("exec", "m0"))
    taken = [one.fields[field].code for field in wide[:-1]]
    if not settable or constant_code(code) or names[code] in PATH or code in taken:
        one.fields[wide[-1]] = Operand(4)
        one.code = encode(form, one.fields)
        code = 4
    return names[code], names[code + 1]


def constant_code(code: int) -> bool:
    """Operand codes 128 and more are no registers."""
    return code >= 128


def writes_mode(form) -> bool:
    """May the operation change MODE?  Only then is it looked at: a target that does not report it has branches."""
    written = any(form.op.note(f"writes {what}") for what in ("mode", "vskip", "hwreg"))
    return written or bool(form.op.note("indexes")) or forks(form.arch, form.op)


def observed(one: Instruction) -> list[str]:
    """The path, what the instruction writes, and the state it may change."""
    names = {*PATH, "scc"} | ({"mode"} if writes_mode(one.form) else set())
    names |= set(STACK if forks(one.form.arch, one.form.op) else ())
    for value in ("sdst",):
        operand = (one.fields or {}).get(value)
        if isinstance(operand, Operand) and operand.code in SCALARS[one.form.arch]:
            regs = max(slot.regs for slot in slots(one.form).every if slot.field == value)
            names |= {SCALARS[one.form.arch].get(operand.code + n, "s80") for n in range(regs)}
    return sorted(names)
