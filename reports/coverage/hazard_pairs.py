"""Hazards between two instructions. Only words of spec/hazards.txt that rows and encodings can decide are used."""
from __future__ import annotations

from ...spec import ARCHS, families, load

MASK_KINDS = ("mask", "co")
INSTRUCTION_TESTS = {
    "VALU": lambda form, kinds: is_valu(form),
    "VALU writes VGPR": lambda form, kinds: is_valu(form) and any(not v.scalar and not v.special
                                                                  for v in form.op.results),
    "VALU writes SGPR": lambda form, kinds: is_valu(form) and any(v.kind in MASK_KINDS or v.scalar
                                                                  for v in form.op.results),
    "VALU writes EXEC": lambda form, kinds: is_valu(form) and any(v.kind == "cmpx" for v in form.op.results),
    "VALU writes SGPR or EXEC": lambda form, kinds: is_valu(form) and any(
        v.kind in (*MASK_KINDS, "cmpx") or v.scalar for v in form.op.results),
    "V_CMPX": lambda form, kinds: any(v.kind == "cmpx" for v in form.op.results),
    "DPP": lambda form, kinds: form.extension.startswith("dpp"),
    "WMMA": lambda form, kinds: form.op.shape == "matrix",
    "transcendental": lambda form, kinds: bool(form.op.note("trans")),
    "VALU reads VGPR": lambda form, kinds: is_valu(form) and any(kind.endswith("=vgpr") for kind in kinds),
    "V_PERMLANE": lambda form, kinds: is_valu(form) and form.op.shape == "gather",
}


def is_valu(form) -> bool:
    """Whether a form is a vector ALU instruction."""
    return form.layout[0] == "v" and form.layout != "vintrp"


def hazard_words(parts) -> set[str]:
    """The words of spec/hazards.txt that an instruction matches. `parts`: its decoded parts, two for a dual-issue
    instruction."""
    return {word for word, matches in INSTRUCTION_TESTS.items() for part in parts if matches(part.form, part.kinds)}


def decidable_hazards(arch: str, profiles=("manual", "silicon")) -> list[tuple[str, str, str]]:
    """(rule, first word, second word) for each hazard between two instructions whose words are decidable here."""
    return [(row["rule"], row["first"], row["second"]) for row in load().hazards
            if ARCHS[arch] in families(row["family"]) and row["profile"] in profiles
            and {row["first"], row["second"]} <= set(INSTRUCTION_TESTS)]
