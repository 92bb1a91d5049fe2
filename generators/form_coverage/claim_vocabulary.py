"""The modifiers, operand kinds, registers and operations of all architectures, to check the globs of declared
support."""
from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache

from ...spec import CERTIFIED, TARGETS, all_registers, load
from ...spec.registers import hardware_numbers
from ..instructions import instruction_case, modifiers, case_sampler, form_selection
from .case_limits import tag_stems

OPERAND_KINDS = ("vgpr", "sgpr", "vcc", "exec", "m0", "null", "ttmp", "inline", "literal", "flag", "aperture")
SOURCES = ("src0", "src1", "src2", "ssrc0", "ssrc1")
EXTENSIONS = ("dpp", "dpp8", "sdwa", "sdwac", "vopd")
# Modifiers that occur in instruction texts only: those of memory, images, exports and parameters.
TEXT_MODIFIERS = (
    "a16",
    "compr",
    "d16",
    "da",
    "dim",
    "div",
    "dlc",
    "dmask",
    "done",
    "format",
    "gds",
    "glc",
    "hwreg",
    "idxen",
    "high",
    "lds",
    "lwe",
    "mul",
    "neg_lo",
    "off",
    "offen",
    "offset",
    "offset0",
    "offset1",
    "r128",
    "row_bcast",
    "row_en",
    "sendmsg",
    "slc",
    "tfe",
    "unorm",
    "vm",
    "wait_exp",
    "wait_vdst",
)
FIELD_VALUE_COUNTS = {"omod": 4, "dst_unused": 3, "dst_sel": 7, "src0_sel": 7, "src1_sel": 7}
FLAGS = ("scc", "vccz", "execz", "shared_base", "shared_limit", "private_base", "private_limit",
         "pops_exiting_wave_id", "lds_direct")
REGISTER_PAIRS = ("vcc", "exec", "flat_scratch", "xnack_mask")


@cache
def tag_words() -> frozenset[str]:
    """Return all modifiers and operand kinds, as encodings and texts spell them."""
    field_words = {word for name in modifiers.MODIFIER_FIELDS for n in range(FIELD_VALUE_COUNTS.get(name, 16))
                   for word in modifiers.field_tags(name, n)}
    dpp_controls = {row["control"] for row in load().moves if row["field"] == "dpp_ctrl"}
    names = {
        *field_words,
        *dpp_controls,
        *OPERAND_KINDS,
        *EXTENSIONS,
        *TEXT_MODIFIERS,
        *instruction_case.MODIFIERS,
        *instruction_case.DEFAULT_SELECTS,
        "sdst",
    }
    names |= {f"{field}={kind}" for field in SOURCES for kind in OPERAND_KINDS}
    names |= {f"{field}.h" for field in ("vdst", "vsrc1", *SOURCES)}
    return frozenset(names)


@cache
def all_tags() -> frozenset[str]:
    """Return the words of tag_words() and their stems (case_limits.tag_stems())."""
    return frozenset().union(*map(tag_stems, tag_words())) - {"", *map(str, range(10))}


@cache
def register_names() -> frozenset[str]:
    """Return every register under each of its names, as case_limits.named_registers spells them."""
    named = {f"v{n}" for n in range(256)} | {f"ttmp{n}" for n in range(16)} | {"m0", "null"}
    named |= {f"s{n}" for n in range(max(target.sgprs for target in TARGETS.values()))}
    named |= {*FLAGS, *(f"src_{flag}" for flag in FLAGS)}
    hardware_names = {name.replace("flat_scr_", "flat_scratch_") for name in hardware_numbers(all_registers())}
    named |= hardware_names | {name.removesuffix("_lo") for name in hardware_names}
    return frozenset(named | {f"{pair}{half}" for pair in REGISTER_PAIRS for half in ("", "_lo", "_hi")})


def is_operation(glob: str) -> bool:
    """True if the glob selects a form of any architecture."""
    archs = sorted(TARGETS, key=lambda arch: arch not in CERTIFIED)
    return any(form_selection.matches_pattern(glob, form) for arch in archs for form in case_sampler.all_forms(arch))


def unmatched_glob(globs: dict[str, list[str]]) -> str | None:
    """Return a message about the first glob that matches nothing, with the known names, or None if every glob matches
    something. `globs`: lists under the keys modifiers, registers, operations."""
    for glob in globs["modifiers"]:
        if not any(fnmatchcase(name, glob) for name in all_tags()):
            known = ", ".join(sorted(word for word in tag_words() if word.replace("_", "").isalnum()))
            return f"modifiers: '{glob}' is not a modifier or operand kind; there are {known}"
    for glob in globs["registers"]:
        if not any(fnmatchcase(name, glob) for name in register_names()):
            others = sorted(name for name in register_names() if name.rstrip("0123456789") not in ("v", "s", "ttmp"))
            return f"registers: '{glob}' is not a register; there are v0 …, s0 …, ttmp0 …, {', '.join(others)}"
    for glob in globs["operations"]:
        if not is_operation(glob):
            return (f"operations: '{glob}' chooses nothing on any architecture; it is a glob over operations or "
                    "mnemonics, with 'ENCODING:' before it for one encoding; assay spec list operations has them all")
    return None
