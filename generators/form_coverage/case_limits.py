"""What cases keep to: wave sizes, fixed parts of MODE, and modifiers, registers and operations that are left out."""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property

from ...spec import TARGETS
from ..instructions.form_selection import matches
from ..instructions.instruction_case import named
from ..values.exec_and_mode import MODES

WORDS = re.compile(r"[a-z_]+[a-z0-9_]*")
SETS_MODE = re.compile(r"s_(round|denorm)_mode|s_setreg\w*\b.*HW_REG_MODE", re.IGNORECASE)
OMOD = re.compile(r"\b(mul:[24]|div:2)\b")
# Registers that named() leaves to others: pairs and their halves, lone ones, flags and apertures, those of hwreg().
OTHERS = re.compile(r"\b((?:vcc|exec)(?:_lo|_hi)?|m0|null|scc|vccz|execz|src_[a-z]\w*)\b|HW_REG_(\w+)")


def registers_of(text: str) -> set[str]:
    """The registers that an instruction's text names, each of a range; a pair by its own name, too, and by its halves:
    who has no VCC has no VCC_LO, and the other way round."""
    others = OTHERS.findall(text, text.find(" ") + 1)
    names = named(text) | {one for one, _ in others} | {one.lower().replace("flat_scr_", "flat_scratch_")
                                                        for _, one in others}
    names |= {f"{pair}_{half}" for pair in ("vcc", "exec") if pair in names for half in ("lo", "hi")}
    return (names | {name.removeprefix("src_") for name in names} | {re.sub("_(lo|hi)$", "", name) for name in names}
            ) - {""}


def stems_of(tag: str) -> set[str]:
    """What a modifier or kind is called: omod=1 is an omod, neg0 a neg, src0=literal a literal."""
    return {tag, tag.partition("=")[0].rstrip("0123456789"), tag.partition("=")[2]}


@dataclass(frozen=True)
class Limits:
    """`waves`: {architecture: sizes} where not all; `mode`: (bits of MODE that are fixed, what they are); globs of
    `modifiers` (or operand kinds, such as literal), `registers` and `operations` (as --only has them) that no case
    has."""
    waves: dict = field(default_factory=dict)
    mode: tuple[int, int] = (0, 0)
    modifiers: tuple[str, ...] = ()
    registers: tuple[str, ...] = ()
    operations: tuple[str, ...] = ()

    @cached_property
    def any(self) -> bool:
        """Is there any?"""
        return bool(self.waves or self.mode[0] or self.modifiers or self.registers or self.operations)

    @cached_property
    def every_size(self) -> dict[str, tuple[int, ...]]:
        """{architecture: wave sizes, in its order}"""
        return {arch: tuple(w for w in one.waves if w in self.waves.get(arch, one.waves))
                for arch, one in TARGETS.items()}

    def sizes(self, arch: str) -> tuple[int, ...]:
        """Wave sizes, in the order of the architecture."""
        return self.every_size[arch]

    def wave_of(self, form, number: int) -> int:
        """As sampler.wave_of, of the sizes that are left."""
        sizes = self.sizes(form.arch)
        return min(TARGETS[form.arch].waves) if form.layout == "vopd" else sizes[number % len(sizes)]

    def outside(self, form) -> str | None:
        """Why a form is left out as a whole; None when it is not."""
        if not self.sizes(form.arch) or form.layout == "vopd" and 32 not in self.sizes(form.arch):
            return f"waves of {' and '.join(map(str, TARGETS[form.arch].waves))}"
        found = next((glob for glob in self.operations if matches(glob, form)), None)
        if found is None and form.extension:
            found = next((glob for glob in self.modifiers for last in ("", "8", "c")
                          if fnmatchcase(form.extension, glob + last)), None)
        return found and f"{found} is missing"

    def fixed(self, mode: int) -> int:
        """MODE with its fixed parts."""
        return mode & ~self.mode[0] | self.mode[1]

    def modes(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Of these settings of MODE one of each that are the same with the fixed parts."""
        if not self.mode[0]:
            return names
        found: dict[int, str] = {}
        for name in names:
            found.setdefault(self.fixed(MODES[name]), name)
        return tuple(found.values())

    def allow(self, tags, text: str) -> bool:
        """May an encoding with these modifiers and kinds, and this text, be used?"""
        return not (self.modifiers and any(map(self.leaves_out, tags))) and not (
            self.registers and any(fnmatchcase(name, glob) for name in registers_of(text) for glob in self.registers)
        )

    def leaves_out(self, tag: str) -> bool:
        """Is a modifier or kind missing?"""
        return any(fnmatchcase(stem, glob) for stem in stems_of(tag) for glob in self.modifiers)

    def against(self, arch: str, wave: int, texts: list[str], forms: dict, modes: list[int]) -> str | None:
        """Why a case by hand is left out; None when it is not.  `forms`: {mnemonic: form}; `modes`: what it starts
        MODE with."""
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
