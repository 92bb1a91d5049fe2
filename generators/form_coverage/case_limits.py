"""Restrictions on generated cases: wave sizes, fixed bits of MODE, and excluded modifiers, registers and operations."""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property

from ...spec import TARGETS
from ..instructions.form_selection import matches_pattern
from ..instructions.instruction_case import named_dwords
from ..values.exec_and_mode import MODES

WORDS = re.compile(r"[a-z_]+[a-z0-9_]*")
SETS_MODE = re.compile(r"s_(round|denorm)_mode|s_setreg\w*\b.*HW_REG_MODE", re.IGNORECASE)
OMOD = re.compile(r"\b(mul:[24]|div:2)\b")
# Registers that named() does not report: VCC, EXEC and their halves, M0, NULL, flags, apertures, names in hwreg().
SPECIAL_REGISTERS = re.compile(r"\b((?:vcc|exec)(?:_lo|_hi)?|m0|null|scc|vccz|execz|src_[a-z]\w*)\b|HW_REG_(\w+)")


def named_registers(text: str) -> set[str]:
    """Return the names of all registers in an instruction's text, including every register of a range. A 64-bit pair is
    listed with its low and high registers, and each of these with its pair: a target without VCC has no VCC_LO
    either."""
    special = SPECIAL_REGISTERS.findall(text, text.find(" ") + 1)
    names = named_dwords(text) | {name for name, _ in special} | {name.lower().replace("flat_scr_", "flat_scratch_")
                                                           for _, name in special}
    names |= {f"{pair}_{half}" for pair in ("vcc", "exec") if pair in names for half in ("lo", "hi")}
    return (names | {name.removeprefix("src_") for name in names} | {re.sub("_(lo|hi)$", "", name) for name in names}
            ) - {""}


def tag_stems(tag: str) -> set[str]:
    """Return the names that match a tag: omod=1 also matches omod, neg0 matches neg, src0=literal matches literal."""
    return {tag, tag.partition("=")[0].rstrip("0123456789"), tag.partition("=")[2]}


@dataclass(frozen=True)
class Limits:
    """Restrictions on cases. `waves`: {architecture: allowed wave sizes}, only for architectures with a restriction;
    `mode`: (mask of fixed MODE bits, their value). `modifiers` (also operand kinds, such as literal), `registers` and
    `operations` are globs of what is excluded, operations in the syntax of --only."""
    waves: dict = field(default_factory=dict)
    mode: tuple[int, int] = (0, 0)
    modifiers: tuple[str, ...] = ()
    registers: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()

    @cached_property
    def any(self) -> bool:
        """True if anything is restricted."""
        return bool(self.waves or self.mode[0] or self.modifiers or self.registers or self.operations)

    @cached_property
    def every_size(self) -> dict[str, tuple[int, ...]]:
        """{architecture: allowed wave sizes}, each in the order of the architecture's table."""
        return {arch: tuple(w for w in one.waves if w in self.waves.get(arch, one.waves))
                for arch, one in TARGETS.items()}

    def sizes(self, arch: str) -> tuple[int, ...]:
        """Return the allowed wave sizes for an architecture, in the order of its table."""
        return self.every_size[arch]

    def wave_size(self, form, number: int) -> int:
        """Return the wave size of case `number`: as case_sampler.wave_size(), but only from the allowed sizes."""
        sizes = self.sizes(form.arch)
        return min(TARGETS[form.arch].waves) if form.layout == "vopd" else sizes[number % len(sizes)]

    def outside(self, form) -> str | None:
        """Return why no case of a form is allowed, or None if some are."""
        if not self.sizes(form.arch) or form.layout == "vopd" and 32 not in self.sizes(form.arch):
            return f"waves of {' and '.join(map(str, TARGETS[form.arch].waves))}"
        missing_glob = next((glob for glob in self.operations if matches_pattern(glob, form)), None)
        if missing_glob is None and form.extension:
            missing_glob = next((glob for glob in self.modifiers for last in ("", "8", "c")
                                 if fnmatchcase(form.extension, glob + last)), None)
        return missing_glob and f"{missing_glob} is missing"

    def fixed(self, mode: int) -> int:
        """Return MODE with its fixed bits applied."""
        return mode & ~self.mode[0] | self.mode[1]

    def modes(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return one name for each distinct value of MODE that remains when the fixed bits are applied to the settings
        `names`."""
        if not self.mode[0]:
            return names
        names_by_value: dict[int, str] = {}
        for name in names:
            names_by_value.setdefault(self.fixed(MODES[name]), name)
        return tuple(names_by_value.values())

    def allow(self, tags, text: str) -> bool:
        """True if an encoding with these modifiers and operand kinds (`tags`) and this text is allowed."""
        return not (self.modifiers and any(map(self.leaves_out, tags))) and not (
            self.registers and any(fnmatchcase(name, glob) for name in named_registers(text) for glob in self.registers)
        )

    def leaves_out(self, tag: str) -> bool:
        """True if a modifier or kind is excluded."""
        return any(fnmatchcase(stem, glob) for stem in tag_stems(tag) for glob in self.modifiers)

    def against(self, arch: str, wave: int, texts: list[str], forms: dict, modes: list[int]) -> str | None:
        """Return why a directed test is excluded, or None if it is allowed. `forms`: {mnemonic: form}; `modes`: initial
        values of MODE."""
        if wave not in self.sizes(arch):
            return f"waves of {wave}"
        if any(self.fixed(mode) != mode for mode in modes) or self.mode[0] and any(map(SETS_MODE.search, texts)):
            return "MODE is fixed"
        for text in texts:
            form = forms.get(text.partition(" ")[0])
            reason = self.outside(form) if form else None
            tags = [*WORDS.findall(text), *(["omod"] if OMOD.search(text) else [])]
            if reason or not self.allow(tags, text):
                return reason or f"{text.partition(' ')[0]} with what is missing"
        return None
