"""The modifiers and operand kinds of an encoding, by name: a dimension of the coverage model."""
from __future__ import annotations

from functools import cache

from ...spec import ARCHS, codes, families, load, architecture_traits
from ...spec.encode import Operand
from ...spec.slots import slots

BIT_COUNTS = {"neg": 3, "abs": 3, "neg_hi": 3, "op_sel": 4}  # a name for each set bit
INVERTED_BIT_COUNTS = {"op_sel_hi": 3}               # a name for each clear bit
FLAGS = ("clamp", "neg0", "neg1", "abs0", "abs1", "sext0", "sext1", "fi", "bound_ctrl")
# a name for each other value
DEFAULT_NUMBERS = {"omod": 0, "dst_unused": 0, "dst_sel": 6, "src0_sel": 6, "src1_sel": 6}
LANE_MASKS = ("row_mask", "bank_mask")
MODIFIER_FIELDS = {*BIT_COUNTS, *INVERTED_BIT_COUNTS, *FLAGS, *DEFAULT_NUMBERS, *LANE_MASKS}  # the fields of all these
SPECIAL_REGISTER_KINDS = {106: "vcc", 107: "vcc", 126: "exec", 127: "exec"}
# The value of each modifier that has no effect.
NEUTRAL_VALUES = {
    "neg": 0, "abs": 0, "neg_hi": 0, "op_sel": 0, "op_sel_hi": 7, "omod": 0, "clamp": 0, "neg0": 0, "neg1": 0,
    "abs0": 0, "abs1": 0, "sext0": 0, "sext1": 0, "fi": 0, "bound_ctrl": 0, "dst_unused": 0, "dst_sel": 6,
    "src0_sel": 6, "src1_sel": 6, "row_mask": 15, "bank_mask": 15, "dpp_ctrl": 0xE4, "offset": 0, "offset0": 0,
    "offset1": 0, "glc": 0, "slc": 0, "dlc": 0, "idxen": 0, "offen": 0,
}


@cache
def dpp_control(arch: str, code: int) -> str:
    """Return the name of a dpp_ctrl code: quad_perm, row_shl, …"""
    for row in load().moves:
        if row["field"] == "dpp_ctrl" and ARCHS[arch] in families(row["family"]) and code in codes(row["code"]):
            return row["control"]
    return "dpp_ctrl"


def source_kind(arch: str, operand: Operand) -> str:
    """Return the kind of a source operand: vgpr, sgpr, vcc, exec, m0, null, ttmp, inline, literal, flag, aperture."""
    code = operand.code
    if code >= 256:
        return "vgpr"
    if code in SPECIAL_REGISTER_KINDS:
        return SPECIAL_REGISTER_KINDS[code]
    if code in (124, 125):
        return "m0" if code == architecture_traits(arch)["m0"] else "null"
    if code >= 128:
        return (
            "literal"
            if code == 255
            else "aperture"
            if 235 <= code <= 239
            else "flag"
            if 251 <= code <= 253
            else "inline"
        )
    return "ttmp" if code >= 108 else "sgpr"


def unused_sdst(fields: dict) -> int | None:
    """Return the unused SDST of a VOP3 V_CMPX, which writes only EXEC. Return None if there is no such field (SDWA has
    SD)."""
    value = fields.get("sdst")
    return value if isinstance(value, int) and "src0_sel" not in fields else None


def unused_sdst_registers(fields: dict | None, wave: int) -> set[str]:
    """Return the registers of an unused SDST, which must keep their values."""
    first = unused_sdst(fields) if fields else None
    return {f"s{first + n}" for n in range(wave // 32)} if first is not None and first < 96 else set()


def observed_registers(fields: dict | None, wave: int) -> list[str] | None:
    """Return the registers to observe for an unused SDST, or None if it suffices to observe the written registers."""
    unused = unused_sdst_registers(fields, wave)
    return sorted(unused | {"exec_lo", "exec_hi"}) if unused else None


def is_in_vgprs(form, slot, operand: Operand) -> bool:
    """True if an operand is in VGPRs. VSRC1 of SDWA may be a scalar too (Vega ISA, 13.3.7)."""
    return operand.code >= 256 or slot.role == "vgpr" and form.extension not in ("sdwa", "sdwac")


@cache
def field_tags(name: str, value: int) -> tuple[str, ...]:
    """Return the names for this value of a field of MODIFIER_FIELDS."""
    if name in BIT_COUNTS:
        return tuple(f"{name}{n}" for n in range(BIT_COUNTS[name]) if value >> n & 1)
    if name in INVERTED_BIT_COUNTS:
        return tuple(f"{name}{n}=0" for n in range(INVERTED_BIT_COUNTS[name]) if not value >> n & 1)
    if name in DEFAULT_NUMBERS:
        return (f"{name}={value}",) * (value != DEFAULT_NUMBERS[name])
    return (name,) * (value != 15 if name in LANE_MASKS else bool(value))


def modifier_names(form, fields: dict) -> set[str]:
    """Return the names of the active modifiers."""
    names = {"sdst"} if unused_sdst(fields) not in (None, 126) else set()
    for name, value in fields.items():
        if value.__class__ is Operand:
            if value.high:
                names.add(f"{name}.h")
        elif name in MODIFIER_FIELDS and (tags := field_tags(name, value)):
            names.update(tags)
    return names | ({dpp_control(form.arch, fields["dpp_ctrl"])} if "dpp_ctrl" in fields else set())


def access_tags(form, fields: dict, text: str) -> set[str]:
    """Return tags for the features of a memory access that a target may lack."""
    tags = {name for name in ("glc", "slc", "dlc", "gds") if fields.get(name)}
    tags |= {"offset"} if any(fields.get(name) for name in ("offset", "offset0", "offset1")) else set()
    tags |= {"offset negative"} if "offset:-" in text else set()
    has_both_offsets = form.layout == "smem" and " offset:" in text  # otherwise only the constant is printed
    return tags | ({"soffset"} if has_both_offsets else set())


@cache
def source_fields(form) -> tuple[str, ...]:
    """Return the fields of a form's source operands."""
    return tuple(slot.field for slot in slots(form) if not slot.write and slot.role in ("src", "ssrc"))


@cache
def source_tag(arch: str, field: str, code: int) -> str:
    """Return field=kind for an operand code."""
    return f"{field}={source_kind(arch, Operand(code))}"


def source_tags(form, fields: dict) -> set[str]:
    """Return the kinds of the source operands, as field=kind."""
    arch = form.arch
    return {source_tag(arch, field, operand.code) for field in source_fields(form)
            if (operand := fields.get(field)).__class__ is Operand}


def without_modifiers(fields: dict) -> dict:
    """Return the fields with neutral modifiers; DPP keeps its control."""
    sdst = {"sdst": 126} if unused_sdst(fields) is not None else {}
    return (
        fields | {name: value for name, value in NEUTRAL_VALUES.items() if name in fields and name != "dpp_ctrl"} | sdst
    )


def dpp_lanes(fields: dict, wave: int) -> int:
    """Return a mask of the lanes that DPP enables by its row and bank masks (RDNA3 ISA, 7.7.1; Vega ISA, 6.6.2)."""
    rows, banks = fields.get("row_mask", 15), fields.get("bank_mask", 15)
    if rows == banks == 15:
        return (1 << wave) - 1
    return sum(1 << lane for lane in range(wave) if rows >> lane // 16 & 1 and banks >> lane % 16 // 4 & 1)
