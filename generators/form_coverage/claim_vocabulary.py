"""What globs of claims may mean: the modifiers, operand kinds, registers and operations of all architectures."""
from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache

from ...spec import CERTIFIED, TARGETS, all_registers, load
from ...spec.registers import hardware
from ..instructions import instruction_case, modifiers, case_sampler, form_selection
from .case_limits import stems_of

KINDS = ("vgpr", "sgpr", "vcc", "exec", "m0", "null", "ttmp", "inline", "literal", "flag", "aperture")
SOURCES = ("src0", "src1", "src2", "ssrc0", "ssrc1")
EXTENSIONS = ("dpp", "dpp8", "sdwa", "sdwac", "vopd")
# What a text has of modifiers that no grid has: those of memory, images, exports and parameters.
WRITTEN = ("a16", "compr", "d16", "da", "dim", "div", "dlc", "dmask", "done", "format", "gds", "glc", "hwreg", "idxen",
           "high", "lds", "lwe", "mul", "neg_lo", "off", "offen", "offset", "offset0", "offset1", "r128", "row_bcast",
           "row_en", "sendmsg", "slc", "tfe", "unorm", "vm", "wait_exp", "wait_vdst")
VALUES = {"omod": 4, "dst_unused": 3, "dst_sel": 7, "src0_sel": 7, "src1_sel": 7}
FLAGS = ("scc", "vccz", "execz", "shared_base", "shared_limit", "private_base", "private_limit",
         "pops_exiting_wave_id", "lds_direct")
PAIRS = ("vcc", "exec", "flat_scratch", "xnack_mask")


@cache
def words() -> frozenset[str]:
    """The modifiers and kinds, as encodings and texts have them."""
    told = {word for name in modifiers.TELLING for n in range(VALUES.get(name, 16))
            for word in modifiers.words_of(name, n)}
    moved = {row["control"] for row in load().moves if row["field"] == "dpp_ctrl"}
    found = {*told, *moved, *KINDS, *EXTENSIONS, *WRITTEN, *instruction_case.MODIFIERS, *instruction_case.WHOLE, "sdst"}
    found |= {f"{field}={kind}" for field in SOURCES for kind in KINDS}
    found |= {f"{field}.h" for field in ("vdst", "vsrc1", *SOURCES)}
    return frozenset(found)


@cache
def tags() -> frozenset[str]:
    """The same, with all that limits.stems_of makes of them."""
    return frozenset().union(*map(stems_of, words())) - {"", *map(str, range(10))}


@cache
def registers() -> frozenset[str]:
    """Every register by each of its names, as limits.registers_of has them."""
    named = {f"v{n}" for n in range(256)} | {f"ttmp{n}" for n in range(16)} | {"m0", "null"}
    named |= {f"s{n}" for n in range(max(target.sgprs for target in TARGETS.values()))}
    named |= {*FLAGS, *(f"src_{flag}" for flag in FLAGS)}
    held = {name.replace("flat_scr_", "flat_scratch_") for name in hardware(all_registers())}
    named |= held | {name.removesuffix("_lo") for name in held}
    return frozenset(named | {f"{pair}{half}" for pair in PAIRS for half in ("", "_lo", "_hi")})


def is_operation(glob: str) -> bool:
    """Does it choose a form of any architecture?"""
    archs = sorted(TARGETS, key=lambda arch: arch not in CERTIFIED)
    return any(form_selection.matches(glob, form) for arch in archs for form in case_sampler.forms_of(arch))


def meaningless(found: dict[str, list[str]]) -> str | None:
    """Which of the globs of {modifiers, registers, operations} means nothing, and what there is; None when all do."""
    for glob in found["modifiers"]:
        if not any(fnmatchcase(name, glob) for name in tags()):
            there = ", ".join(sorted(word for word in words() if word.replace("_", "").isalnum()))
            return f"modifiers: '{glob}' is no modifier or operand kind; there are {there}"
    for glob in found["registers"]:
        if not any(fnmatchcase(name, glob) for name in registers()):
            others = sorted(name for name in registers() if name.rstrip("0123456789") not in ("v", "s", "ttmp"))
            return f"registers: '{glob}' is no register; there are v0 …, s0 …, ttmp0 …, {', '.join(others)}"
    for glob in found["operations"]:
        if not is_operation(glob):
            return (f"operations: '{glob}' chooses nothing on any architecture; it is a glob over operations or "
                    "mnemonics, with 'ENCODING:' before it for one encoding; assay spec list operations has them all")
    return None
