"""Which rule of the manuals a defect breaks: by its fault, its features, or the axes that matter."""
from __future__ import annotations

from collections import Counter
from functools import cache

from ...harness.case.suite_files import SUITES_FOLDER
from ...spec import TARGETS, load
from ..export import cross_references, operation_reference
from . import lanes, subnormals
from .titles import general

# What a fault of every operation breaks: the rule that says how it must be.
RULES = {
    "NEG_IGNORED": "valu.neg", "NEG_HI_IGNORED": "valu.neg", "neg-dropped": "valu.neg", "ABS_IGNORED": "valu.abs",
    "abs-dropped": "valu.abs", "CLAMP_IGNORED": "valu.clamp.float", "clamp-dropped": "valu.clamp.float",
    "OMOD_IGNORED": "valu.omod", "omod-dropped": "valu.omod", "HALF_INVERTED": "valu.half.high",
    "DST_HALF_INVERTED": "valu.half.high", "half-ignored": "valu.half.high", "HALF_WRITE_INVERTED": "valu.half.keep",
    "SEXT_IGNORED": "valu.sdwa.select", "SEL_IGNORED": "valu.sdwa.select", "DST_SEL_IGNORED": "valu.sdwa.dst",
    "PRESERVE_IGNORED": "valu.sdwa.dst", "DST_SEXT_IGNORED": "valu.sdwa.dst", "MOVE_IGNORED": "valu.dpp.move",
    "row-shift-off": "valu.dpp.move", "ROW_MASK_ALL": "valu.dpp.masks", "BANK_MASK_ALL": "valu.dpp.masks",
    "BOUND_CTRL_INVERTED": "valu.dpp.bounds", "FETCH_INVERTED": "valu.dpp.fi", "OLD_VALUE_LATE": "valu.sources_first",
    "ROUNDING_IGNORED": "float.round", "DENORMALS_ALWAYS": "float.denorm.in", "DENORMALS_NEVER": "float.denorm.in",
    "FLUSH_INVERTED": "float.denorm.in", "SUBNORMAL_ZERO": "float.denorm.out", "IEEE_ALWAYS": "float.nan",
    "IEEE_NEVER": "float.nan", "ieee-ignored": "float.nan", "OVERFLOW_ALWAYS": "float.ovfl",
    "NAN_SIGNALLING": "float.nan", "NAN_PAYLOAD": "float.nan", "NAN_SIGN": "float.nan", "NAN_ZERO": "float.nan",
    "MINUS_ZERO": "float.signed_zero",
    "denormals-kept": "float.denorm.in", "denormals-flushed": "float.denorm.in", "reserved": "decode.illegal",
}
# Which rule an axis belongs to, where no fault tells.
AXES = {
    "MODE.round": "float.round", "MODE.denorm": "float.denorm.in", "MODE.ieee": "float.nan", "neg": "valu.neg",
    "abs": "valu.abs", "omod": "valu.omod", "clamp": "valu.clamp.float", "op_sel": "valu.half.high",
    "high half": "valu.half.high", "MODE.fp16_ovfl": "float.ovfl", "bound_ctrl": "valu.dpp.bounds",
    "fi": "valu.dpp.fi", "row_mask": "valu.dpp.masks", "bank_mask": "valu.dpp.masks", "dst_sel": "valu.sdwa.dst",
    "dst_unused": "valu.sdwa.dst", "src0_sel": "valu.sdwa.select", "src1_sel": "valu.sdwa.select",
    "result over a source": "valu.sources_first", "subnormals": "float.denorm.in",
}
# Which rule says what an encoding does, or DPP to a lane, where that is all that is known.
WORDS = {
    "SDWA": "valu.sdwa.select", "DPP16": "valu.dpp.move", "DPP8": "valu.dpp.move",
    "DPP in a 64-bit encoding": "valu.dpp.move", lanes.ASLEEP: "valu.dpp.bounds", lanes.BEYOND: "valu.dpp.bounds",
    lanes.ZERO: "valu.dpp.bounds", lanes.MASKED: "valu.dpp.masks",
}
OTHERS = {"salu": "v_", "valu": "s_"}                # whose operations a rule is not about
# Rules of which one way to break them is one defect, whichever of its faults and axes tells.
WHOLE = ("valu.neg", "valu.abs", "valu.clamp.float", "valu.omod", "valu.half.high", "valu.half.keep", "valu.dpp.masks",
         "valu.dpp.bounds", "valu.dpp.fi", "valu.sdwa.select", "valu.sdwa.dst", "float.denorm.in", "float.denorm.out")


def rule_of(group) -> str:
    """The rule that the group's fault, its features, or else each of its entries' axes, breaks; "" where none is
    known."""
    if group.fault:
        return of_fault(group.fault)
    if group.words:
        return next((AXES[word.lower()] for word in group.words if word.lower() in AXES), "")
    return next(iter(of_axes(group.entries)), "")


def of_axes(entries: list[dict]) -> list[str]:
    """The rules of the axes that each of these entries needs."""
    told = [{AXES[axis] for name in e["axes"] or () if (axis := general(name)) in AXES} for e in entries]
    return sorted(set.intersection(*told)) if told else []


def of_fault(fault: str) -> str:
    """The rule that a fault breaks: its name may stand behind an operation, and before the number of a source."""
    words = fault.split()
    keys = (*words, *(word.upper().replace("-", "_") for word in words))
    return next((RULES[key] for key in keys if key in RULES), "")


@cache
def noticed_by(arch: str) -> dict[str, list[str]]:
    """{chosen fault: the rules that cases by hand which notice it are about, none of another architecture's manual
    alone}: first what most are about, and of equals what the fewest of all cases are about, which says most."""
    cases = {rule: paths for rule, paths in cross_references.suite_files_by_rule(SUITES_FOLDER).items()
             if is_of(rule, arch)}
    found: dict[str, Counter] = {}
    for path, fault in cross_references.fault_by_suite_file(SUITES_FOLDER).items():
        found.setdefault(fault, Counter()).update(rule for rule in cases if path in cases[rule])
    return {fault: sorted(about, key=lambda rule: (-about[rule], len(cases[rule]))) for fault, about in found.items()}


def is_of(rule: str, arch: str) -> bool:
    """Does a rule stand in the architecture's manual, or in none of an architecture?"""
    document, mine = load().rules[rule]["document"], TARGETS[arch].manual
    return mine in document or not any(target.manual in document for target in TARGETS.values())


def with_section(group, arch: str) -> tuple[str, str]:
    """(rule, section of the architecture's manual) of a defect; where no rule is known ("") the section lists the
    operations, and is "" of none."""
    tables = load()
    found = rule_in(group, arch)
    if rule := tables.rules.get(found):
        return found, operation_reference.rule_section(rule, arch)
    manual, about = TARGETS[arch].manual, operation_reference.operation_references(arch)
    listed = [section for name in group.operations if name in about for section in about[name].sections]
    return found, f"{manual} ISA, {listed[0]}" if listed else ""


def of_others(rule: str, group) -> bool:
    """Is a rule of the scalar ALU, and the operations of the vector ALU, or the other way round?"""
    others = OTHERS.get(rule.partition(".")[0])
    return bool(others and group.operations) and all(name.startswith(others) for name in group.operations)


def rule_in(group, arch: str) -> str:
    """The rule that a defect breaks, by its fault, what all of it has in common, its operation, and its cases by
    hand."""
    told = dict.fromkeys(rule for one in group.entries for rule in one["rules"])
    known = [found for name in group.operations[:1]
             if (found := operation_reference.operation_references(arch).get(name))]
    generated = [one for one in group.entries if one["operation"]]
    noticed = sorted(noticed_by(arch).get(group.fault, ()), key=lambda rule: (of_others(rule, group), rule not in told))
    tiny = subnormals.of_cause(group.cause.rpartition(": ")[2])
    candidates = (
        of_fault(group.fault), *noticed, "float.denorm.out" * bool(tiny), *map(WORDS.get, group.words),
        RULES.get(group.entries[0]["cause"]), *of_axes(generated),
        *(rule for one in known for rule in one.rules), *told,
    )
    return next(filter(None, candidates), "")
