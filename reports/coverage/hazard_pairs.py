"""Hazards, by what their two instructions are in the words of spec/hazards.txt, as far as rows and encodings tell."""
from __future__ import annotations

from ...spec import ARCHS, families, load

MASKS = ("mask", "co")
WHAT = {
    "VALU": lambda form, kinds: valu(form),
    "VALU writes VGPR": lambda form, kinds: valu(form) and any(not v.scalar and not v.special for v in form.op.results),
    "VALU writes SGPR": lambda form, kinds: valu(form) and any(v.kind in MASKS or v.scalar for v in form.op.results),
    "VALU writes EXEC": lambda form, kinds: valu(form) and any(v.kind == "cmpx" for v in form.op.results),
    "VALU writes SGPR or EXEC": lambda form, kinds: valu(form) and any(
        v.kind in (*MASKS, "cmpx") or v.scalar for v in form.op.results),
    "V_CMPX": lambda form, kinds: any(v.kind == "cmpx" for v in form.op.results),
    "DPP": lambda form, kinds: form.extension.startswith("dpp"),
    "WMMA": lambda form, kinds: form.op.shape == "matrix",
    "transcendental": lambda form, kinds: bool(form.op.note("trans")),
    "VALU reads VGPR": lambda form, kinds: valu(form) and any(kind.endswith("=vgpr") for kind in kinds),
    "V_PERMLANE": lambda form, kinds: valu(form) and form.op.shape == "gather",
}


def valu(form) -> bool:
    return form.layout[0] == "v" and form.layout != "vintrp"


def words_of(parts) -> set[str]:
    """Words of spec/hazards.txt that one instruction is."""
    return {word for word, test in WHAT.items() for part in parts if test(part.form, part.kinds)}


def hazards_of(arch: str, profiles=("manual", "silicon")) -> list[tuple[str, str, str]]:
    """(rule, first, second) of the hazards between two instructions whose words are known here."""
    return [(row["rule"], row["first"], row["second"]) for row in load().hazards
            if ARCHS[arch] in families(row["family"]) and row["profile"] in profiles
            and {row["first"], row["second"]} <= set(WHAT)]
