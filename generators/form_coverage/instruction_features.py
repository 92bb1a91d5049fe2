"""What an instruction in memory is: the form, the kinds of its operands, its modifiers, where its sources stand.  The
other direction of spec/encode.py, for programs that nobody here made."""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache, lru_cache

from ...model import disassemble
from ...spec import ARCHS, load
from ...spec.encode import Operand, missing_sdwa
from ...spec.layout import Form
from ...spec.slots import slots

from ..instructions import modifiers, case_sampler
from . import wave_batch

HALVES = re.compile(r"\s*::\s*")
COUNTED = {"PAIR": 2, "FOUR": 4}


@dataclass(frozen=True, slots=True)
class Part:
    """An instruction, or a half of a VOPD.  `places`: {field: first register} of the sources in registers."""
    form: Form
    kinds: frozenset[str] = frozenset()
    modifiers: frozenset[str] = frozenset()
    places: dict[str, str] = field(default_factory=dict)

    @property
    def operation(self) -> str:
        return self.form.spelling

    @property
    def name(self) -> str:
        """Of the form."""
        return case_sampler.name_of(self.form)


@cache
def forms_called(arch: str) -> dict[str, list[Form]]:
    """{mnemonic as a listing has it: forms}; VOPD halves have the name of their operation."""
    found: dict[str, list[Form]] = {}
    for form in case_sampler.forms_of(arch):
        found.setdefault(form.mnemonic, []).append(form)
    return found


@lru_cache(maxsize=1 << 16)
def parts_of(arch: str, wave: int, code: bytes) -> tuple[Part, ...]:
    """The instruction that `code` is, its two halves where it is a VOPD; () for what is none."""
    size, text = disassemble(arch, wave, code)
    if not size:
        return ()
    halves, found = HALVES.split(text), []
    for number, half in enumerate(halves):
        forms = forms_called(arch).get(half.partition(" ")[0], [])
        form = next((f for f in forms if fits(f, half, number if halves[1:] else None)), None)
        if form is None:
            continue
        if form.layout == "vopd":
            found.append(Part(form, frozenset({"vopd"}), frozenset(), wave_batch.dual_places(form, text)))
        else:
            fields = fields_of(form, code[:size])
            found.append(Part(form, frozenset(modifiers.kinds_of(form, fields)),
                              frozenset(modifiers.modifiers_of(form, fields)), wave_batch.places_of(form, fields)))
    return tuple(found)


def fits(form: Form, text: str, half: int | None) -> bool:
    """Is it this one of the forms of a name?  `half`: of a VOPD."""
    if half is not None:
        return form.variant == "xy"[half]
    return form.extension not in ("dpp", "dpp8") or ("dpp8:" in text) == (form.extension == "dpp8")


def fields_of(form: Form, code: bytes) -> dict:
    """{field: number or Operand} as encode() takes them."""
    tables, family = load(), ARCHS[form.arch]
    layout, extension = tables.encodings[family, form.layout], tables.encodings.get((family, form.extension))
    word = int.from_bytes(code[:4 * layout.dwords], "little")
    extra = int.from_bytes(code[4 * layout.dwords:4 * layout.dwords + 4], "little")
    found = {name: layout.get(word, name) for name in layout.fields}
    if extension:
        found |= {name: extension.get(extra, name) for name in extension.fields}
        if form.extension == "dpp8":                     # FI is which of two codes stands for SRC0
            found["fi"] = int(found["src0"] == extension.codes[1])
    if "op_sel_hi2" in found:
        found["op_sel_hi"] |= found.pop("op_sel_hi2") << 2
    drawn = {slot.field: slot for slot in slots(form).every if slot.field and slot.role not in ("imm", "modifier")}
    read = {name: Operand(code_of(slot, found[slot.drawn or name], found)) for name, slot in drawn.items()
            if (slot.drawn or name) in found}
    found = {name: value for name, value in found.items() if not missing_sdwa(form, name)} | read
    if "sd" in found and not found["sd"] or "sdst" in found and "sdst" not in drawn and form.layout != "vop3c":
        del found["sdst"]                                # which no operand is; in VOP3 V_CMPX has it to no use
    short = form.layout in ("vop1", "vop2", "vopc")
    return with_halves(form, found) if short and load().traits["half_registers"][family] else found


def with_halves(form: Form, found: dict) -> dict:
    """Bit 7 of a VGPR that holds 16 bits is its half (RDNA3 ISA, 7.4)."""
    narrow = {slot.field for slot in slots(form).every
              if slot.value and slot.value.width == 16 and slot.value.count == 1}
    return {
        name: Operand(value.code - 128, None, True)
        if name in narrow and isinstance(value, Operand) and value.code >= 256 + 128 else value
        for name, value in found.items()
    }


def code_of(slot, number: int, found: dict) -> int:
    """The operand code of a number in a slot's field; SDWA's S0 and S1 make a scalar of it."""
    flag = {"vsrc0": "s0", "src0": "s0", "vsrc1": "s1"}.get(slot.drawn or slot.field)
    if slot.way == "VECTOR" or flag in found and "src0_sel" in found:
        return number if found.get(flag or "") else 256 + (number & 255)
    return number * COUNTED.get(slot.way, 1)
