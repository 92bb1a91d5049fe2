"""Cases of exports, with what they must hand over: targets, sources that are enabled, lanes that are on (RDNA3 ISA, 14;
Vega ISA, 11)."""
from __future__ import annotations

from ...model import disassemble
from ...spec.encode import Operand, encode
from .encodings import random_fields

from . import memory_access, instruction_case
from .instruction_case import RESERVED, TRIES, Instruction, named

PRIMITIVE = 20                                       # its exports have DONE


def is_export(form) -> bool:
    return form.layout == "exp"


def make(form, rng, wave, draws, shape=None, mode=None) -> Instruction | None:
    """An export and what it hands over, as `expect` of a case has it; None when no encoding keeps off the reserved
    registers."""
    for _ in range(TRIES):
        fields = random_fields(form, rng, wave)
        if fields["tgt"] == PRIMITIVE:
            fields["done"] = 1
        one = Instruction(form, wave, encode(form, fields), "", shape or rng.choice(instruction_case.SHAPES),
                          mode or "default", fields)
        size, one.text = disassemble(form.arch, wave, one.code)
        used = named(one.text)
        if size == len(one.code) and not used & RESERVED:
            break
    else:
        return None
    one.tags = {name for name in ("done", "vm", "compr", "row_en") if fields.get(name)}
    instruction_case.fill(one, rng, draws, used)
    one.code += memory_access.waits(form.arch)
    one.extra["expect"] = {"exports": [handed_over(one)]}
    return one


def handed_over(one: Instruction) -> dict:
    """With COMPR two registers hold four halves: EN[1:0] is of the first, EN[3:2] of the second (Vega ISA, 11.2)."""
    fields, live = one.fields, one.state["exec"]
    en = fields["en"]
    sources = [n for n in range(4) if en >> n & 1]
    if fields.get("compr"):
        sources = [n for n in range(2) if en >> 2 * n & 3]
    values = {}
    for n in sources:
        field = fields[f"vsrc{n}"]
        row = one.state[f"v{field.code - 256 if isinstance(field, Operand) else field}"]
        values[str(n)] = [int(x) if live >> lane & 1 else None for lane, x in enumerate(row)]
    found = {"target": fields["tgt"], "lanes": live, "done": bool(fields["done"]), "values": values}
    found |= {"vm": bool(fields.get("vm")), "compressed": bool(fields.get("compr"))}
    return found | ({"row": one.state["m0"] & 0xFF} if fields.get("row_en") else {})
