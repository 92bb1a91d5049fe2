"""The address registers of Vega's image operations.  The word names the first; how many follow, TYPE of the T# says
(Vega ISA, 8.2.2: the tables of VGPR usage; errata E-205)."""
from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from .traced_instruction import Instruction, Unknown

ADDRESS, RESOURCE = 1, 2                             # operands of the text
TYPE_WORD, TYPE_BIT = 3, 28                          # of the T#: bits 127:124
AXES = {8: 1, 9: 2, 10: 3, 11: 2, 12: 1, 13: 2, 14: 2, 15: 2}    # of a TYPE from 1D to arrays with fragments
VOLUME, CUBE, FRAGMENTS = 10, 11, (14, 15)


def is_sized(one: Instruction) -> bool:
    """Does the T# say how many registers the address has?"""
    return one.kind == "image" and " dim:" not in one.text


def type_register(one: Instruction) -> int:
    """The number of the scalar register that TYPE stands in."""
    names = one.parts[0].operands[RESOURCE]          # none of trap temporaries
    if len(names) <= TYPE_WORD or names[TYPE_WORD][0] != "s":
        raise Unknown(f"{one.text}: the registers of its T# are not followed")
    return int(names[TYPE_WORD][1:])


def words(one: Instruction, kind: int) -> int:
    """How many registers its address has with a T# of that TYPE: offsets, bias, reference, derivatives, then
    coordinates with slice or face, fragment, and a level; with A16 two of the latter a register, and of the
    derivatives."""
    has, half = set(one.name.split("_")), " a16" in one.text
    if "resinfo" in has:
        return 1
    body = AXES[kind] + (kind == CUBE or kind != VOLUME and " da" in one.text)
    if one.verb != "sample":
        body += (kind in FRAGMENTS) + ("mip" in has)
        return -(-body // 2) if half else body
    body += len(has & {"l", "cl"})
    steps = (AXES[kind] + half) // (1 + half) * 2 if has & {"d", "cd"} else 0
    return len(has & {"o", "b", "c"}) + steps + (-(-body // 2) if half else body)


@lru_cache(maxsize=1 << 16)
def sized(one: Instruction, type_word: int) -> Instruction:
    """The same with all registers of its address; `type_word`: the word of the T# with its TYPE, one that no image has
    names none more."""
    kind = type_word >> TYPE_BIT
    part = one.parts[0]
    first = int(part.operands[ADDRESS][0][1:])
    count = words(one, kind) if kind in AXES else 1
    operands = list(part.operands)
    operands[ADDRESS] = tuple(f"v{first + n}" for n in range(count))
    return replace(one, parts=(replace(part, operands=tuple(operands)),))
