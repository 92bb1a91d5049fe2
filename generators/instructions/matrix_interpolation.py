"""Cases of what works on more than one lane's values: matrices (RDNA3 ISA, 7.9), and interpolation from parameters in
LDS with its loads (RDNA3 ISA, 12.2, 12.4; Vega ISA, 10.3)."""
from __future__ import annotations

import struct

import numpy as np

from ...model import disassemble
from ...spec.encode import encode
from ...spec.slots import slots
from .encodings import random_fields

from . import memory_access, instruction_case as instructions
from .instruction_case import RESERVED, TRIES, Instruction, named

LAYOUTS = ("vintrp", "vop3i", "ldsdir")
LDS, ATTRIBUTES = 8192, 8                            # bytes; attributes of 16 primitives, 48 bytes each, fit
KINDS = (0, 1, 2, 4, 5)                              # data types of a direct read
FRACTION = {("f", 16): 10, ("bf", 16): 7, ("f", 32): 23}


def is_parameter(form) -> bool:
    """Does the form read parameters, or single values, of LDS at M0?"""
    return form.layout in LAYOUTS


# ---- parameters ----

def make(form, rng, wave, draws, shape=None, mode=None) -> Instruction | None:
    """An instruction that reads LDS at M0, with contents there; None when no encoding keeps off the reserved
    registers."""
    for _ in range(TRIES):
        fields = random_fields(form, rng, wave)
        if "attr" in fields:
            fields["attr"] %= ATTRIBUTES
        if form.layout == "vop3i":
            fields |= modifiers(form, rng)
        one = Instruction(
            form, wave, encode(form, fields), "", shape or rng.choice(instructions.SHAPES), mode or "default", fields
        )
        size, one.text = disassemble(form.arch, wave, one.code)
        used = named(one.text)
        if size == len(one.code) and not used & RESERVED:
            break
    else:
        return None
    one.tags = {name for name in ("neg", "abs", "omod", "clamp", "high") if fields.get(name)}
    instructions.fill(one, rng, draws, used)
    narrow = any(v.width == 16 for v in form.op.sources)
    one.extra |= {"lds": LDS, "lds_bytes": memory_access.stored(draws, "f16" if narrow else "f32", LDS)}
    direct = form.op.memory and "direct" in form.op.memory.words
    one.state["m0"] = (
        rng.choice(KINDS) << 16 | 4 * rng.randrange(LDS // 4)
        if direct
        else (rng.getrandbits(15) & rng.getrandbits(15)) << 16 | 128 * rng.randrange(4)
    )
    if form.layout == "ldsdir":
        one.code += memory_access.waits(form.arch)
    return one


def modifiers(form, rng) -> dict:
    """NEG and ABS of I or J (bit 1) and of source 2, OMOD of f32 results, CLAMP, HIGH of 16-bit parameters, OP_SEL of a
    result that keeps the other half."""
    signs = sum(1 << slot.number for slot in slots(form).numbered)
    fields = {"neg": rng.randrange(8) & signs, "abs": rng.randrange(8) & signs, "clamp": rng.randrange(2)}
    if form.op.results[0].width == 32:
        fields["omod"] = rng.randrange(4)
    if any(v.width == 16 for v in form.op.sources):
        fields["high"] = rng.randrange(2)
    if form.op.results[0].half == "keep":
        fields["op_sel"] = rng.choice((0, 8))
    return fields


# ---- matrices ----

def registers(one: Instruction, field: str) -> range:
    """The VGPRs of A, B, C or D; none for a constant."""
    operand = one.fields[field]
    regs = next(slot.regs for slot in slots(one.form) if slot.field == field)
    whole = field in ("vdst", "src2") and one.wave == 64
    return range(operand.code - 256, operand.code - 256 + (4 if whole else regs)) if operand.code >= 256 else range(0)


def apart(one: Instruction) -> bool:
    """D lies apart from A and B, and is C or apart from it."""
    d = registers(one, "vdst")
    meet = lambda other: bool(set(d) & set(other))
    return (not meet(registers(one, "src0")) and not meet(registers(one, "src1"))
            and (not meet(registers(one, "src2")) or registers(one, "src2") == d))


def matrix(form, rng, wave, draws, shape=None, mode=None) -> Instruction | None:
    """A WMMA with matrices: all lanes on, A and B alike in every 16.  Floats are small integers, whose sums are exact
    in any order, or numbers around 1 with now and then a special one, or nearly all zeros of both signs; the rest of
    the state is that of any instruction."""
    for _ in range(TRIES):
        one = instructions.make(form, rng, wave, draws, "all", mode)
        if one is None:
            return None
        if apart(one):
            break
    else:
        return None
    total = form.op.results[0]
    exact = rng.randrange(2) or (total.kind, total.width) == ("bf", 16)
    exact = 0 if rng.randrange(6) == 0 else 8 if exact else None
    for field in ("src2", "src0", "src1"):                                    # A may lie over C: both stay factors then
        value = next(slot.value for slot in slots(form) if slot.field == field)
        for number in registers(one, field):
            one.state[f"v{number}"] = words(value, rng, draws, one.wave, exact, replicated=field != "src2")
    return one


def words(value, rng, draws, wave: int, exact, replicated: bool) -> np.ndarray:
    """A register of a matrix: two halves, or what the element's type has; `replicated`: the same in every 16 lanes."""
    lanes = 16 if replicated else wave
    if (value.kind, value.width) not in FRACTION:
        row = draws.row("b" if replicated else value.kind, 32, lanes)[0]
    elif value.width == 16:
        row = floats(value, rng, lanes, exact, replicated) | floats(value, rng, lanes, exact, replicated) << np.uint64(
            16
        )
    else:
        row = floats(value, rng, lanes, exact, replicated)
    return np.resize(row, wave)


def floats(value, rng, lanes: int, exact, factor: bool) -> np.ndarray:
    """Integers up to `exact`; of 0, zeros of both signs and now and then 1; of None, numbers from 1/4 to 4 of either
    sign, in one register of eight a special value among them."""
    fraction = FRACTION[value.kind, value.width]
    bias = 15 if (value.kind, value.width) == ("f", 16) else 127
    if exact == 0:
        found = [rng.getrandbits(1) << value.width - 1 | (bias << fraction) * (rng.randrange(24) == 0)
                 for _ in range(lanes)]
    elif exact:
        most = 1 if value.kind == "bf" else exact
        found = [small(rng.randint(-most, most), fraction, bias) for _ in range(lanes)]
    else:
        found = [
            rng.getrandbits(1) << value.width - 1 | (bias + rng.randint(-2, 1)) << fraction | rng.getrandbits(fraction)
            for _ in range(lanes)
        ]
        if rng.randrange(8) == 0:
            infinity = (2 * bias + 1) << fraction
            found[rng.randrange(lanes)] = rng.choice(
                (infinity, infinity | 1 << value.width - 1, infinity | 1 << fraction - 1, 0)
            )
    return np.array(found, np.uint64)


def small(number: int, fraction: int, bias: int) -> int:
    """A small integer as a float of that format, by way of f32."""
    bits, = struct.unpack("<I", struct.pack("<f", float(number)))
    exponent = (bits >> 23 & 255) - 127 + bias if number else 0
    return ((bits >> 31) << (fraction + (5 if bias == 15 else 8)) | exponent << fraction
            | (bits & 0x7FFFFF) >> 23 - fraction)
