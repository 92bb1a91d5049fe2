"""Known differences in encodings between Assay and llvm-mc. suites/decode_exceptions.txt lists them by class."""
from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ...model import sets_unused
from ...spec import ARCHS, Encoding, codes, load
from ...spec.operands import constants
from .llvm_mc import VERSIONS

TABLE = Path(__file__).resolve().parents[2] / "suites/decode_exceptions.txt"
SIDES = ("back", "ours", "theirs", "text", "constant")
ILLEGAL = "<illegal>"
LONG_ENCODINGS = ("vop3", "vop3sd", "vop3c", "vop3p")
HALF_SELECTORS = re.compile(r"(?<=\d)\.[lh]\b| op_sel:\[[01,]+\]")


@dataclass(frozen=True, slots=True)
class Difference:
    """A row of the table. `llvm`: the version of llvm-mc, or all. `side`: the text in which `pattern` is searched.
    `example`: hex bytes of an instruction that differs."""
    name: str
    family: str
    llvm: str
    side: str
    pattern: str
    reason: str
    example: str

    def applies_to(self, arch: str, version: int) -> bool:
        """Does the row apply to this architecture and version?"""
        return self.family in (ARCHS[arch], "all") and self.llvm in (str(version), "all")

    def explains(self, arch: str, code: bytes, ours: str, theirs: str) -> bool:
        """Does the row explain why the texts of `code` differ?"""
        if self.side == "constant":
            return theirs in self.with_constants(ours)
        if self.side == "text":
            if ILLEGAL in (ours, theirs):
                return False
            return remove_matches(self.pattern, ours) == remove_matches(self.pattern, theirs)
        text, other = (ours, theirs) if self.side == "ours" else (theirs, ours)
        if self.side == "back" or other != ILLEGAL or text == ILLEGAL:
            return False
        if self.pattern.startswith("fields:"):
            return has_fields(arch, code, self.pattern.removeprefix("fields:"))
        word = self.pattern.startswith("word:")
        return bool(re.search(self.pattern.removeprefix("word:"), code.hex() if word else text))

    def with_constants(self, text: str) -> list[str]:
        """Return two texts in which each literal is replaced by the inline constant with the same bits: all 32 bits in
        one text, the low 16 bits in the other."""
        def constant_text(match: re.Match, mask: int) -> str:
            minus, literal = match.groups()
            constant = constant_texts().get(int(literal, 16) & mask)
            return match[0] if constant is None else f"neg({constant})" if minus else constant
        return [re.sub(self.pattern, lambda match: constant_text(match, mask), text)
                for mask in (0xffffffff, 0xffff) if re.search(self.pattern, text)]


@cache
def constant_texts() -> dict[int, str]:
    """Map each literal to the inline constant with the same bits. The constant is a 16-bit or 32-bit integer, an f16,
    an f32, or the high 32 bits of an f64."""
    texts = {}
    for _, number in constants():
        if isinstance(number, int):
            texts |= {number & mask: str(number) for mask in (0xffff, 0xffffffff)}
        elif isinstance(number, float):
            words = (struct.unpack(f"<{word}", struct.pack(f"<{size}", number))[0] for size, word in ("eH", "fI", "dQ"))
            texts |= {word if word < 1 << 32 else word >> 32: str(number) for word in words}
    return texts


def has_fields(arch: str, code: bytes, condition: str) -> bool:
    """Does `code` match a condition such as `global saddr=126-127`? It names encodings, or operations in their 64-bit
    form, and values of fields."""
    names, *conditions = condition.split()
    word = int.from_bytes(code, "little")
    for encoding, opcodes in encodings_by_name(arch, names):
        encoding_mask = (1 << 32 * encoding.dwords) - 1
        if word & encoding.mask & encoding_mask == encoding.value and encoding.get(word, "op") in opcodes:
            pairs = (pair.split("=") for pair in conditions)
            return all(encoding.get(word, field) in codes(numbers) for field, numbers in pairs)
    return False


@cache
def encodings_by_name(arch: str, names: str) -> list[tuple[Encoding, set[int]]]:
    """Return the encodings with these names, and those of the 64-bit forms of operations with these names, each with
    its opcodes."""
    opcodes_by_encoding: dict[Encoding, set[int]] = {}
    for form in load().forms(arch):
        if form.layout in names.split(",") or form.op.name in names.split(",") and form.layout in LONG_ENCODINGS:
            opcodes_by_encoding.setdefault(load().encodings[ARCHS[arch], form.layout], set()).add(form.opcode)
    return list(opcodes_by_encoding.items())


def remove_matches(pattern: str, text: str) -> str:
    """Return `text` without the parts that the groups of `pattern` match."""
    spans = [m.span(n) for m in re.finditer(pattern, text) for n in range(1, m.re.groups + 1) if m.group(n)]
    for start, end in reversed(spans):
        text = text[:start] + text[end:]
    return text


@cache
def load_differences() -> tuple[Difference, ...]:
    """Read the rows of the table. Raises ValueError for an unknown side."""
    lines = [line for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]
    rows = tuple(Difference(*re.split(r"\s{2,}", line.strip(), maxsplit=6)) for line in lines)
    for row in rows:
        if row.side not in SIDES:
            raise ValueError(f"{TABLE.name}: {row.name}: the side is one of {', '.join(SIDES)}")
    return rows


def refuses_unused(arch: str, wave: int, code: bytes, ours: str, theirs: str) -> bool:
    """Does errata E-158 explain the difference? If an unused field is set, llvm-mc may find no instruction, or print
    none of the selectors for 16-bit halves."""
    return theirs in (ILLEGAL, HALF_SELECTORS.sub("", ours)) and sets_unused(arch, wave, code)


def known_difference(arch: str, wave: int, code: bytes, ours: str, theirs: str, version: int = VERSIONS[0]) -> str:
    """Return the class of a difference between our text and that of llvm-mc `version`, or "" if the difference is not
    known."""
    if refuses_unused(arch, wave, code, ours, theirs):
        return "unused"
    texts = [ours, HALF_SELECTORS.sub("", ours)] if sets_unused(arch, wave, code) else [ours]
    rows = [row for row in load_differences() if row.applies_to(arch, version)]
    constant_rows = [row for row in rows if row.side == "constant"]
    texts += [rewritten for row in constant_rows for text in texts for rewritten in row.with_constants(text)]
    return next((row.name for row in rows if any(row.explains(arch, code, text, theirs) for text in texts)), "")


def known_assembly_difference(arch: str, text: str, version: int = VERSIONS[0]) -> str:
    """Return the class of a text that llvm-mc assembles to other bytes than those it disassembled, or "" if it is not
    known."""
    rows = (row for row in load_differences() if row.side == "back" and row.applies_to(arch, version))
    return next((row.name for row in rows if re.search(row.pattern, text)), "")
