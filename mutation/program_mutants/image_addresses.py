"""Address registers of Vega image operations. The instruction word names the first; TYPE in the T# determines how many
follow (Vega ISA, 8.2.2: the tables of VGPR usage; errata E-205)."""
from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from .traced_instruction import Instruction, UnknownInstruction

ADDRESS, RESOURCE = 1, 2                             # operand numbers in the disassembly
TYPE_WORD, TYPE_BIT = 3, 28                          # of the T#: bits 127:124
AXIS_COUNTS = {8: 1, 9: 2, 10: 3, 11: 2, 12: 1, 13: 2, 14: 2, 15: 2}    # {TYPE: coordinates}
TYPE_3D, TYPE_CUBE, FRAGMENT_TYPES = 10, 11, (14, 15)


def has_descriptor_sized_address(instruction: Instruction) -> bool:
    """Return whether the T# determines how many address registers the instruction has."""
    return instruction.kind == "image" and " dim:" not in instruction.text


def type_word_register(instruction: Instruction) -> int:
    """The number of the scalar register that holds TYPE."""
    registers = instruction.parts[0].operands[RESOURCE]          # trap temporaries are not among them
    if len(registers) <= TYPE_WORD or registers[TYPE_WORD][0] != "s":
        raise UnknownInstruction(f"{instruction.text}: the registers of its T# are not followed")
    return int(registers[TYPE_WORD][1:])


def address_register_count(instruction: Instruction, image_type: int) -> int:
    """Return how many address registers the instruction has with a T# of this TYPE. They hold offset, bias, reference
    and derivatives, then coordinates with slice or face, fragment and level. With A16, two coordinates or derivatives
    share a register."""
    suffixes, a16 = set(instruction.name.split("_")), " a16" in instruction.text
    if "resinfo" in suffixes:
        return 1
    arrayed = image_type == TYPE_CUBE or image_type != TYPE_3D and " da" in instruction.text
    coordinates = AXIS_COUNTS[image_type] + arrayed
    if instruction.verb != "sample":
        coordinates += (image_type in FRAGMENT_TYPES) + ("mip" in suffixes)
        return -(-coordinates // 2) if a16 else coordinates
    coordinates += len(suffixes & {"l", "cl"})
    derivatives = (AXIS_COUNTS[image_type] + a16) // (1 + a16) * 2 if suffixes & {"d", "cd"} else 0
    return len(suffixes & {"o", "b", "c"}) + derivatives + (-(-coordinates // 2) if a16 else coordinates)


@lru_cache(maxsize=1 << 16)
def with_address_registers(instruction: Instruction, type_word: int) -> Instruction:
    """A copy of the instruction with all its address registers. `type_word`: the T# dword that contains TYPE. A TYPE
    that is not an image adds no registers."""
    image_type = type_word >> TYPE_BIT
    part = instruction.parts[0]
    first = int(part.operands[ADDRESS][0][1:])
    count = address_register_count(instruction, image_type) if image_type in AXIS_COUNTS else 1
    operands = list(part.operands)
    operands[ADDRESS] = tuple(f"v{first + n}" for n in range(count))
    return replace(instruction, parts=(replace(part, operands=tuple(operands)),))
