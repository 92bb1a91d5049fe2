"""Cases of exports with the expected export: target, enabled sources, active lanes (RDNA3 ISA, 14; Vega ISA, 11)."""
from __future__ import annotations

from ...spec.encode import Operand
from .encodings import random_fields

from . import memory_access, instruction_case
from .instruction_case import Instruction

PRIMITIVE_TARGET = 20                                # its exports set DONE


def is_export(form) -> bool:
    """True if the form is an export."""
    return form.layout == "exp"


def make_export(form, rng, wave, draws, shape=None, mode=None) -> Instruction | None:
    """Draw an export with the expected export in `extra["expect"]`; None if every drawn encoding uses reserved
    registers."""
    def draw_fields() -> dict:
        fields = random_fields(form, rng, wave)
        if fields["tgt"] == PRIMITIVE_TARGET:
            fields["done"] = 1
        return fields
    drawn = instruction_case.draw_from_fields(form, rng, wave, draw_fields, shape, mode)
    if drawn is None:
        return None
    instruction, used = drawn
    instruction.tags = {name for name in ("done", "vm", "compr", "row_en") if instruction.fields.get(name)}
    instruction_case.fill_registers(instruction, rng, draws, used)
    instruction.code += memory_access.wait_for_all(form.arch)
    instruction.extra["expect"] = {"exports": [expected_export(instruction)]}
    return instruction


def expected_export(instruction: Instruction) -> dict:
    """Return the export as the key `expect` of a case lists it. With COMPR two registers hold four 16-bit values:
    EN[1:0] enables those of the first register, EN[3:2] those of the second (Vega ISA, 11.2)."""
    fields, live = instruction.fields, instruction.state["exec"]
    en = fields["en"]
    sources = [n for n in range(4) if en >> n & 1]
    if fields.get("compr"):
        sources = [n for n in range(2) if en >> 2 * n & 3]
    values = {}
    for n in sources:
        field = fields[f"vsrc{n}"]
        row = instruction.state[f"v{field.code - 256 if isinstance(field, Operand) else field}"]
        values[str(n)] = [int(x) if live >> lane & 1 else None for lane, x in enumerate(row)]
    export = {"target": fields["tgt"], "lanes": live, "done": bool(fields["done"]), "values": values}
    export |= {"vm": bool(fields.get("vm")), "compressed": bool(fields.get("compr"))}
    return export | ({"row": instruction.state["m0"] & 0xFF} if fields.get("row_en") else {})
