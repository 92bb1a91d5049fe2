"""Register names of cases and results: parse them, resolve aliases, expand them to canonical dwords."""
from __future__ import annotations

import difflib
import functools
import re
from dataclasses import dataclass

from ...spec import ARCHS, TARGETS, all_registers, architecture_traits
from ...spec.registers import hardware_numbers, offsets

SGPRS = {name: target.sgprs for name, target in TARGETS.items()}
VGPRS = 256
WAVE_SIZES = {name: target.waves for name, target in TARGETS.items()}

REGISTER_PAIRS = ("vcc", "exec", "flat_scratch", "xnack_mask")
SINGLE_REGISTERS = ("m0", "scc")
# Hardware registers by the stem of their s_getreg name (HW_REG_MODE is "mode"), except FLAT_SCRATCH.
FLAT_SCRATCH = {"flat_scr_lo": "flat_scratch_lo", "flat_scr_hi": "flat_scratch_hi"}
HARDWARE_REGISTERS = tuple(name for name in hardware_numbers(all_registers()) if name not in FLAT_SCRATCH)
# Dispatch registers of older families that cases may still name.
REMOVED_REGISTERS = {
    "COMPUTE_MAX_WAVE_ID": "gfx6",
    **{f"COMPUTE_{which}_{half}": "gfx6 to gfx8" for which in ("TBA", "TMA") for half in ("LO", "HI")},
}
ALIASES = {f"hw_reg_{name}": ours for name, ours in FLAT_SCRATCH.items()}
_REGISTER_RANGE = re.compile(r"(s|v|ttmp)(?:(\d+)|\[(\d+):(\d+)\])", re.ASCII)


class RegisterNameError(ValueError):
    """A name that is not a register of this architecture. The text suggests a valid name."""


@dataclass(frozen=True, slots=True)
class Register:
    """A register name and its dwords. `first`: the index of the first dword in the register file, or -1 if the file is
    not 's', 'v' or 'ttmp'.
    """
    name: str
    file: str
    first: int
    dwords: tuple[str, ...]

    @property
    def is_scalar_dword(self) -> bool:
        """True for a single scalar dword that may hold any value."""
        return len(self.dwords) == 1 and self.file not in ("v", "scc")


@functools.cache
def hardware_register_ids(arch: str) -> dict[str, int]:
    """Map the registers that s_getreg reads on `arch`, by the stem of their names, to their ids."""
    return hardware_numbers(all_registers(), ARCHS[arch])


@functools.cache
def dispatch_register_offsets(arch: str) -> dict[str, int]:
    """The dispatch registers of `arch`: {name: byte offset in SH space}."""
    return offsets(all_registers(), ARCHS[arch])


def dispatch_offset(name: str, arch: str) -> int:
    """The byte offset of a dispatch register in SH space. Raises RegisterNameError."""
    known = dispatch_register_offsets(arch)
    if name in known:
        return known[name]
    if name in REMOVED_REGISTERS:
        raise RegisterNameError(
            f"is a register of {REMOVED_REGISTERS[name]}; {arch} has none of that name, so leave it out")
    candidates = [candidate for candidate in TARGETS if name in dispatch_register_offsets(candidate)]
    if candidates:
        raise RegisterNameError(
            f"is a register of {', '.join(candidates)}; {arch} has none of that name, so leave it out")
    close = difflib.get_close_matches(name, known, 1)
    raise RegisterNameError("is not a dispatch register; " + (
        f"did you mean '{close[0]}'?" if close
        else "they are called COMPUTE_NUM_THREAD_X, COMPUTE_PGM_RSRC1, …"))


def _parse_numbered(name: str, match: re.Match, arch: str) -> Register:
    """The registers of a name such as s0 or v[2:3]."""
    file = match[1]
    low, high = (int(match[2]), int(match[2])) if match[2] else (int(match[3]), int(match[4]))
    count = {"s": SGPRS[arch], "v": VGPRS, "ttmp": 16}[file]
    if high < low:
        raise RegisterNameError(f"'{name}' ends before it begins; write {file}[{high}:{low}]")
    if high >= count:
        raise RegisterNameError(f"'{name}' does not exist: {arch} has {file}0 to {file}{count - 1}")
    return Register(name, file, low, tuple(f"{file}{n}" for n in range(low, high + 1)))


@functools.lru_cache(maxsize=8192)
def parse_register(name: str, arch: str) -> Register:
    """The register of this name on `arch`. Raises RegisterNameError."""
    canonical = name.lower()
    canonical = ALIASES.get(canonical, canonical).removeprefix("hw_reg_")
    match = _REGISTER_RANGE.fullmatch(canonical)
    if match:
        return _parse_numbered(canonical, match, arch)
    for pair in REGISTER_PAIRS:
        if canonical in (pair, f"{pair}_lo", f"{pair}_hi"):
            if pair == "xnack_mask" and architecture_traits(arch)[pair] is None:
                architectures = ", ".join(other for other in TARGETS if architecture_traits(other)[pair] is not None)
                raise RegisterNameError(f"'{name}' does not exist on {arch}; only {architectures} have xnack_mask")
            return Register(canonical, pair, -1, (f"{pair}_lo", f"{pair}_hi") if canonical == pair else (canonical,))
    if canonical in HARDWARE_REGISTERS and canonical not in hardware_register_ids(arch):
        raise RegisterNameError(f"'{name}' does not exist on {arch}; it has {', '.join(hardware_register_ids(arch))}")
    if canonical in SINGLE_REGISTERS or canonical in HARDWARE_REGISTERS:
        return Register(canonical, canonical, -1, (canonical,))
    close = difflib.get_close_matches(
        canonical, [*REGISTER_PAIRS, *SINGLE_REGISTERS, *HARDWARE_REGISTERS, "vcc_lo", "vcc_hi", "exec_lo", "exec_hi",
                    "v0", "s0"], 1
    )
    raise RegisterNameError(
        f"'{name}' is not a register"
        + (
            f"; did you mean '{close[0]}'?"
            if close
            else "; see the names in cases: sN vN s[2:3] vcc exec m0 scc mode …"
        )
    )


def expand_to_dwords(names, arch: str) -> list[str]:
    """The dwords of the names, without repeats, in order. Raises RegisterNameError."""
    return list(dict.fromkeys(dword for name in names for dword in parse_register(name, arch).dwords))


def fold_dwords(dwords) -> list[tuple[str, tuple[str, ...]]]:
    """Group dwords as (name, dwords), as results show them. The two dwords of VCC, EXEC and similar pairs have one
    name; every other dword is alone."""
    present, groups = set(dwords), []
    for dword in dwords:
        stem, _, half = dword.rpartition("_")
        if stem in REGISTER_PAIRS and half in ("lo", "hi") and {f"{stem}_lo", f"{stem}_hi"} <= present:
            if half == "lo":
                groups.append((stem, (f"{stem}_lo", f"{stem}_hi")))
        else:
            groups.append((dword, (dword,)))
    return groups
