"""Decode machine code into coverage features: form, operand kinds, modifiers and source registers. This inverts
spec/encode.py for programs that Assay did not generate."""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache, lru_cache

from ...model import disassemble
from ...spec import ARCHS, load
from ...spec.encode import Operand, lacks_sdwa_operand
from ...spec.layout import Form
from ...spec.slots import slots

from ..instructions import modifiers, case_sampler
from . import wave_batch

HALVES = re.compile(r"\s*::\s*")
REGISTER_UNITS = {"PAIR": 2, "FOUR": 4}


@dataclass(frozen=True, slots=True)
class DecodedInstruction:
    """An instruction, or one of the two operations in a VOPD. `places`: {field: first register} for the sources in
    registers."""
    form: Form
    kinds: frozenset[str] = frozenset()
    modifiers: frozenset[str] = frozenset()
    places: dict[str, str] = field(default_factory=dict)

    @property
    def operation(self) -> str:
        """The name of the operation."""
        return self.form.spelling

    @property
    def name(self) -> str:
        """The name of the form."""
        return case_sampler.variant_name(self.form)


@cache
def forms_by_mnemonic(arch: str) -> dict[str, list[Form]]:
    """Return {mnemonic as disassembled: forms}. The X and Y forms of VOPD are listed under the name of their
    operation."""
    forms: dict[str, list[Form]] = {}
    for form in case_sampler.all_forms(arch):
        forms.setdefault(form.mnemonic, []).append(form)
    return forms


@lru_cache(maxsize=1 << 16)
def decode_instruction(arch: str, wave: int, code: bytes) -> tuple[DecodedInstruction, ...]:
    """Decode the instruction at the start of `code`. Return one entry, two for a VOPD, or () if the code is invalid."""
    size, text = disassemble(arch, wave, code)
    if not size:
        return ()
    halves, decoded = HALVES.split(text), []
    for number, half in enumerate(halves):
        forms = forms_by_mnemonic(arch).get(half.partition(" ")[0], [])
        form = next((f for f in forms if matches_form(f, half, number if halves[1:] else None)), None)
        if form is None:
            continue
        if form.layout == "vopd":
            decoded.append(
                DecodedInstruction(form, frozenset({"vopd"}), frozenset(), wave_batch.vopd_source_registers(form, text))
            )
        else:
            fields = decode_fields(form, code[:size])
            decoded.append(
                DecodedInstruction(
                    form,
                    frozenset(modifiers.source_tags(form, fields)),
                    frozenset(modifiers.modifier_names(form, fields)),
                    wave_batch.source_registers(form, fields),
                )
            )
    return tuple(decoded)


def matches_form(form: Form, text: str, half: int | None) -> bool:
    """True if the text belongs to this form and not to another form with the same mnemonic. `half`: 0 or 1 for the X or
    Y operation of a VOPD, else None."""
    if half is not None:
        return form.variant == "xy"[half]
    return form.extension not in ("dpp", "dpp8") or ("dpp8:" in text) == (form.extension == "dpp8")


def decode_fields(form: Form, code: bytes) -> dict:
    """Return {field: number or Operand} as encode() takes them."""
    tables, family = load(), ARCHS[form.arch]
    layout, extension = tables.encodings[family, form.layout], tables.encodings.get((family, form.extension))
    word = int.from_bytes(code[:4 * layout.dwords], "little")
    extra = int.from_bytes(code[4 * layout.dwords:4 * layout.dwords + 4], "little")
    fields = {name: layout.get(word, name) for name in layout.fields}
    if extension:
        fields |= {name: extension.get(extra, name) for name in extension.fields}
        if form.extension == "dpp8":                     # FI selects one of two codes in SRC0
            fields["fi"] = int(fields["src0"] == extension.codes[1])
    if "op_sel_hi2" in fields:
        fields["op_sel_hi"] |= fields.pop("op_sel_hi2") << 2
    operand_slots = {
        slot.field: slot for slot in slots(form).every if slot.field and slot.role not in ("imm", "modifier")
    }
    operands = {
        name: Operand(operand_code(slot, fields[slot.drawn or name], fields))
        for name, slot in operand_slots.items()
        if (slot.drawn or name) in fields
    }
    fields = {name: value for name, value in fields.items() if not lacks_sdwa_operand(form, name)} | operands
    if (
        "sd" in fields
        and not fields["sd"]
        or "sdst" in fields
        and "sdst" not in operand_slots
        and form.layout != "vop3c"
    ):
        del fields["sdst"]                               # no operand; V_CMPX in VOP3 has an unused SDST
    short = form.layout in ("vop1", "vop2", "vopc")
    return decode_register_halves(form, fields) if short and load().traits["half_registers"][family] else fields


def decode_register_halves(form: Form, fields: dict) -> dict:
    """Convert 16-bit VGPR operands: bit 7 of the code selects the half (RDNA3 ISA, 7.4)."""
    narrow = {slot.field for slot in slots(form).every
              if slot.value and slot.value.width == 16 and slot.value.count == 1}
    return {
        name: Operand(value.code - 128, None, True)
        if name in narrow and isinstance(value, Operand) and value.code >= 256 + 128 else value
        for name, value in fields.items()
    }


def operand_code(slot, number: int, fields: dict) -> int:
    """Return the operand code for a number in a slot's field. The bits S0 and S1 of SDWA select a scalar."""
    flag = {"vsrc0": "s0", "src0": "s0", "vsrc1": "s1"}.get(slot.drawn or slot.field)
    if slot.location == "VECTOR" or flag in fields and "src0_sel" in fields:
        return number if fields.get(flag or "") else 256 + (number & 255)
    return number * REGISTER_UNITS.get(slot.location, 1)
