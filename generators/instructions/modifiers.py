"""The modifiers and operand kinds of an encoding, by name: a dimension of the grid."""
from __future__ import annotations

from functools import cache

from ...spec import ARCHS, codes, families, load, traits_of
from ...spec.encode import Operand
from ...spec.slots import slots

BITS = {"neg": 3, "abs": 3, "neg_hi": 3, "op_sel": 4}                    # a name for each bit that is set
CLEARED = {"op_sel_hi": 3}                                               # a name for each bit that is not
FLAGS = ("clamp", "neg0", "neg1", "abs0", "abs1", "sext0", "sext1", "fi", "bound_ctrl")
NUMBERS = {"omod": 0, "dst_unused": 0, "dst_sel": 6, "src0_sel": 6, "src1_sel": 6}  # a name for each value but this one
MASKS = ("row_mask", "bank_mask")
TELLING = {*BITS, *CLEARED, *FLAGS, *NUMBERS, *MASKS}                    # the fields of all these
KINDS = {106: "vcc", 107: "vcc", 126: "exec", 127: "exec"}
# What each modifier is where it does nothing.
PLAIN = {
    "neg": 0, "abs": 0, "neg_hi": 0, "op_sel": 0, "op_sel_hi": 7, "omod": 0, "clamp": 0, "neg0": 0, "neg1": 0,
    "abs0": 0, "abs1": 0, "sext0": 0, "sext1": 0, "fi": 0, "bound_ctrl": 0, "dst_unused": 0, "dst_sel": 6,
    "src0_sel": 6, "src1_sel": 6, "row_mask": 15, "bank_mask": 15, "dpp_ctrl": 0xE4, "offset": 0, "offset0": 0,
    "offset1": 0, "glc": 0, "slc": 0, "dlc": 0, "idxen": 0, "offen": 0,
}


@cache
def dpp_control(arch: str, code: int) -> str:
    """The name of a dpp_ctrl code: quad_perm, row_shl, …"""
    for row in load().moves:
        if row["field"] == "dpp_ctrl" and ARCHS[arch] in families(row["family"]) and code in codes(row["code"]):
            return row["control"]
    return "dpp_ctrl"


def kind_of(arch: str, operand: Operand) -> str:
    """What a source operand is: vgpr, sgpr, vcc, exec, m0, null, ttmp, inline, literal, flag, aperture."""
    code = operand.code
    if code >= 256:
        return "vgpr"
    if code in KINDS:
        return KINDS[code]
    if code in (124, 125):
        return "m0" if code == traits_of(arch)["m0"] else "null"
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


def of_no_use(fields: dict) -> int | None:
    """The SDST of a V_CMPX of VOP3 that writes EXEC alone; None where there is no such field (SDWA has SD)."""
    held = fields.get("sdst")
    return held if isinstance(held, int) and "src0_sel" not in fields else None


def idle(fields: dict | None, wave: int) -> set[str]:
    """The registers of an SDST that has no use: what must stay there."""
    first = of_no_use(fields) if fields else None
    return {f"s{first + n}" for n in range(wave // 32)} if first is not None and first < 96 else set()


def observed(fields: dict | None, wave: int) -> list[str] | None:
    """What is looked at beside what is written, where such registers are; None: what is written will do."""
    kept = idle(fields, wave)
    return sorted(kept | {"exec_lo", "exec_hi"}) if kept else None


def in_vgprs(form, slot, operand: Operand) -> bool:
    """Does an operand stand in VGPRs?  VSRC1 of SDWA may be a scalar too (Vega ISA, 13.3.7)."""
    return operand.code >= 256 or slot.role == "vgpr" and form.extension not in ("sdwa", "sdwac")


@cache
def words_of(name: str, value: int) -> tuple[str, ...]:
    """What a field of TELLING says with this value."""
    if name in BITS:
        return tuple(f"{name}{n}" for n in range(BITS[name]) if value >> n & 1)
    if name in CLEARED:
        return tuple(f"{name}{n}=0" for n in range(CLEARED[name]) if not value >> n & 1)
    if name in NUMBERS:
        return (f"{name}={value}",) * (value != NUMBERS[name])
    return (name,) * (value != 15 if name in MASKS else bool(value))


def modifiers_of(form, fields: dict) -> set[str]:
    """The modifiers that do something."""
    found = {"sdst"} if of_no_use(fields) not in (None, 126) else set()
    for name, value in fields.items():
        if value.__class__ is Operand:
            if value.high:
                found.add(f"{name}.h")
        elif name in TELLING and (words := words_of(name, value)):
            found.update(words)
    return found | ({dpp_control(form.arch, fields["dpp_ctrl"])} if "dpp_ctrl" in fields else set())


def of_access(form, fields: dict, text: str) -> set[str]:
    """What of an access a target may not have."""
    found = {name for name in ("glc", "slc", "dlc", "gds") if fields.get(name)}
    found |= {"offset"} if any(fields.get(name) for name in ("offset", "offset0", "offset1")) else set()
    found |= {"offset negative"} if "offset:-" in text else set()
    beside = form.layout == "smem" and " offset:" in text                # else the constant stands alone
    return found | ({"soffset"} if beside else set())


@cache
def read_in(form) -> tuple[str, ...]:
    """The fields of a form's source operands."""
    return tuple(slot.field for slot in slots(form) if not slot.write and slot.role in ("src", "ssrc"))


@cache
def word_of(arch: str, field: str, code: int) -> str:
    """field=kind, of an operand with that code"""
    return f"{field}={kind_of(arch, Operand(code))}"


def kinds_of(form, fields: dict) -> set[str]:
    """The kinds of the source operands, as field=kind."""
    arch = form.arch
    return {word_of(arch, field, operand.code) for field in read_in(form)
            if (operand := fields.get(field)).__class__ is Operand}


def plain(fields: dict) -> dict:
    """The fields with every modifier as where it does nothing, but for DPP's own movement."""
    idle = {"sdst": 126} if of_no_use(fields) is not None else {}
    return fields | {name: value for name, value in PLAIN.items() if name in fields and name != "dpp_ctrl"} | idle


def enabled(fields: dict, wave: int) -> int:
    """The lanes that the row and bank masks of DPP let write (RDNA3 ISA, 7.7.1; Vega ISA, 6.6.2)."""
    rows, banks = fields.get("row_mask", 15), fields.get("bank_mask", 15)
    if rows == banks == 15:
        return (1 << wave) - 1
    return sum(1 << lane for lane in range(wave) if rows >> lane // 16 & 1 and banks >> lane % 16 // 4 & 1)
