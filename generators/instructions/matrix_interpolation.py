"""Cases of matrices (RDNA3 ISA, 7.9), of interpolation from parameters in LDS, and of parameter loads (RDNA3 ISA, 12.2,
12.4; Vega ISA, 10.3)."""
from __future__ import annotations

import struct

import numpy as np

from ...spec.slots import slots
from .encodings import random_fields

from . import address_setup, memory_access, instruction_case as instructions
from .instruction_case import MAX_DRAWS, Instruction

LAYOUTS = ("vintrp", "vop3i", "ldsdir")
LDS_BYTES, MAX_ATTRIBUTES = 8192, 8                  # bytes; attributes that fit: 16 primitives, 48 bytes each
DIRECT_READ_TYPES = (0, 1, 2, 4, 5)                  # data types of a direct read
FRACTION_BITS = {("f", 16): 10, ("bf", 16): 7, ("f", 32): 23}


def reads_parameters(form) -> bool:
    """True if the form reads parameters or single values from LDS at M0."""
    return form.layout in LAYOUTS


# ---- parameters ----

def draw_parameter_read(form, rng, wave, draws, shape=None, mode=None) -> Instruction | None:
    """Draw an instruction that reads LDS at M0, and the contents of LDS. Return None if every drawn encoding uses
    reserved registers."""
    def draw_fields() -> dict:
        fields = random_fields(form, rng, wave)
        if "attr" in fields:
            fields["attr"] %= MAX_ATTRIBUTES
        if form.layout == "vop3i":
            fields |= draw_parameter_modifiers(form, rng)
        return fields
    drawn = instructions.draw_from_fields(form, rng, wave, draw_fields, shape, mode)
    if drawn is None:
        return None
    instruction, used = drawn
    instruction.tags = {name for name in ("neg", "abs", "omod", "clamp", "high") if instruction.fields.get(name)}
    instructions.fill_registers(instruction, rng, draws, used)
    narrow = any(v.width == 16 for v in form.op.sources)
    instruction.extra |= {
        "lds": LDS_BYTES,
        "lds_bytes": address_setup.random_contents(draws, "f16" if narrow else "f32", LDS_BYTES),
    }
    direct = form.op.memory and "direct" in form.op.memory.words
    instruction.state["m0"] = (
        rng.choice(DIRECT_READ_TYPES) << 16 | 4 * rng.randrange(LDS_BYTES // 4)
        if direct
        else (rng.getrandbits(15) & rng.getrandbits(15)) << 16 | 128 * rng.randrange(4)
    )
    if form.layout == "ldsdir":
        instruction.code += memory_access.wait_for_all(form.arch)
    return instruction


def draw_parameter_modifiers(form, rng) -> dict:
    """Draw the modifiers of an interpolation: NEG and ABS for I or J (bit 1) and for source 2, OMOD for f32 results,
    CLAMP, HIGH for 16-bit parameters, and OP_SEL for a result that keeps the register's other half."""
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

def matrix_registers(instruction: Instruction, field: str) -> range:
    """Return the VGPRs of A, B, C or D. There are none if the operand is a constant."""
    operand = instruction.fields[field]
    regs = next(slot.regs for slot in slots(instruction.form) if slot.field == field)
    uses_all_lanes = field in ("vdst", "src2") and instruction.wave == 64
    return (
        range(operand.code - 256, operand.code - 256 + (4 if uses_all_lanes else regs))
        if operand.code >= 256
        else range(0)
    )


def matrices_are_disjoint(instruction: Instruction) -> bool:
    """True if D overlaps neither A nor B, and equals C or does not overlap it."""
    result = matrix_registers(instruction, "vdst")
    overlaps = lambda field: bool(set(result) & set(field))
    return (
        not overlaps(matrix_registers(instruction, "src0"))
        and not overlaps(matrix_registers(instruction, "src1"))
        and (not overlaps(matrix_registers(instruction, "src2")) or matrix_registers(instruction, "src2") == result)
    )


def make_matrix(form, rng, wave, draws, shape=None, mode=None) -> Instruction | None:
    """Draw a WMMA with matrices. All lanes are active, and A and B repeat every 16 lanes. Floats are small integers
    with exact sums, or numbers around 1 with a few special values, or mostly zeros of both signs."""
    for _ in range(MAX_DRAWS):
        instruction = instructions.try_draw_instruction(form, rng, wave, draws, "all", mode)
        if instruction is None:
            return None
        if matrices_are_disjoint(instruction):
            break
    else:
        return None
    result_value = form.op.results[0]
    exact = rng.randrange(2) or (result_value.kind, result_value.width) == ("bf", 16)
    exact = 0 if rng.randrange(6) == 0 else 8 if exact else None
    for field in ("src2", "src0", "src1"):           # A may overlap C: both are factors then
        value = next(slot.value for slot in slots(form) if slot.field == field)
        for number in matrix_registers(instruction, field):
            instruction.state[f"v{number}"] = matrix_row(
                value, rng, draws, instruction.wave, exact, replicated=field != "src2"
            )
    return instruction


def matrix_row(value, rng, draws, wave: int, exact, replicated: bool) -> np.ndarray:
    """Draw a register of a matrix: two 16-bit elements or one element for each lane. `replicated`: the values repeat
    every 16 lanes."""
    lanes = 16 if replicated else wave
    if (value.kind, value.width) not in FRACTION_BITS:
        row = draws.draw_row("b" if replicated else value.kind, 32, lanes)[0]
    elif value.width == 16:
        row = random_floats(value, rng, lanes, exact, replicated) | random_floats(
            value, rng, lanes, exact, replicated
        ) << np.uint64(16)
    else:
        row = random_floats(value, rng, lanes, exact, replicated)
    return np.resize(row, wave)


def random_floats(value, rng, lanes: int, exact, factor: bool) -> np.ndarray:
    """Draw one float for each lane. `exact` limits the absolute value of integers; 0 means zeros of both signs and a
    few ones. None means numbers from 1/4 to 4 of either sign, with a special value in one register of eight."""
    fraction = FRACTION_BITS[value.kind, value.width]
    bias = 15 if (value.kind, value.width) == ("f", 16) else 127
    if exact == 0:
        patterns = [rng.getrandbits(1) << value.width - 1 | (bias << fraction) * (rng.randrange(24) == 0)
                 for _ in range(lanes)]
    elif exact:
        limit = 1 if value.kind == "bf" else exact
        patterns = [small_float(rng.randint(-limit, limit), fraction, bias) for _ in range(lanes)]
    else:
        patterns = [
            rng.getrandbits(1) << value.width - 1 | (bias + rng.randint(-2, 1)) << fraction | rng.getrandbits(fraction)
            for _ in range(lanes)
        ]
        if rng.randrange(8) == 0:
            infinity = (2 * bias + 1) << fraction
            patterns[rng.randrange(lanes)] = rng.choice(
                (infinity, infinity | 1 << value.width - 1, infinity | 1 << fraction - 1, 0)
            )
    return np.array(patterns, np.uint64)


def small_float(number: int, fraction: int, bias: int) -> int:
    """Return the bits of a small integer as a float of this format."""
    bits, = struct.unpack("<I", struct.pack("<f", float(number)))
    exponent = (bits >> 23 & 255) - 127 + bias if number else 0
    return ((bits >> 31) << (fraction + (5 if bias == 15 else 8)) | exponent << fraction
            | (bits & 0x7FFFFF) >> 23 - fraction)
