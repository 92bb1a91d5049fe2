"""Where Assay and llvm-mc differ over encodings, class by class: suites/decode_exceptions.txt."""
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
LONG = ("vop3", "vop3sd", "vop3c", "vop3p")
HALVES = re.compile(r"(?<=\d)\.[lh]\b| op_sel:\[[01,]+\]")


@dataclass(frozen=True, slots=True)
class Difference:
    """A line of the table. `llvm`: the version, or all; `side`: what `pattern` is searched in; `example`: bytes in hex
    that differ so."""
    name: str
    family: str
    llvm: str
    side: str
    pattern: str
    reason: str
    example: str

    def concerns(self, arch: str, version: int) -> bool:
        """Is it a line for this architecture and version?"""
        return self.family in (ARCHS[arch], "all") and self.llvm in (str(version), "all")

    def holds(self, arch: str, code: bytes, mine: str, theirs: str) -> bool:
        """Is it why the texts of `code` differ?"""
        if self.side == "constant":
            return theirs in self.with_constants(mine)
        if self.side == "text":
            return ILLEGAL not in (mine, theirs) and without(self.pattern, mine) == without(self.pattern, theirs)
        text, other = (mine, theirs) if self.side == "ours" else (theirs, mine)
        if self.side == "back" or other != ILLEGAL or text == ILLEGAL:
            return False
        if self.pattern.startswith("fields:"):
            return has_fields(arch, code, self.pattern.removeprefix("fields:"))
        word = self.pattern.startswith("word:")
        return bool(re.search(self.pattern.removeprefix("word:"), code.hex() if word else text))

    def with_constants(self, text: str) -> list[str]:
        """The texts with the constant of the same bits in place of each literal: of all of them, or of the low half."""
        def said(match: re.Match, ones: int) -> str:
            minus, literal = match.groups()
            constant = constant_texts().get(int(literal, 16) & ones)
            return match[0] if constant is None else f"neg({constant})" if minus else constant
        return [re.sub(self.pattern, lambda match: said(match, ones), text)
                for ones in (0xffffffff, 0xffff) if re.search(self.pattern, text)]


@cache
def constant_texts() -> dict[int, str]:
    """{a literal: the inline constant of the same bits} as integer of 16 or 32 bits, f16, f32 or high half of f64."""
    found = {}
    for _, number in constants():
        if isinstance(number, int):
            found |= {number & ones: str(number) for ones in (0xffff, 0xffffffff)}
        elif isinstance(number, float):
            words = (struct.unpack(f"<{word}", struct.pack(f"<{size}", number))[0] for size, word in ("eH", "fI", "dQ"))
            found |= {word if word < 1 << 32 else word >> 32: str(number) for word in words}
    return found


def has_fields(arch: str, code: bytes, condition: str) -> bool:
    """`global saddr=126-127`: is `code` of that encoding, or of the 64-bit form of one of these operations, with these
    fields?"""
    names, *wanted = condition.split()
    word = int.from_bytes(code, "little")
    for encoding, opcodes in drawn_as(arch, names):
        whole = (1 << 32 * encoding.dwords) - 1
        if word & encoding.mask & whole == encoding.value and encoding.get(word, "op") in opcodes:
            pairs = (pair.split("=") for pair in wanted)
            return all(encoding.get(word, field) in codes(numbers) for field, numbers in pairs)
    return False


@cache
def drawn_as(arch: str, names: str) -> list[tuple[Encoding, set[int]]]:
    """Encodings by name, or those of the 64-bit forms of operations, each with its opcodes of that name."""
    found: dict[Encoding, set[int]] = {}
    for form in load().forms(arch):
        if form.layout in names.split(",") or form.op.name in names.split(",") and form.layout in LONG:
            found.setdefault(load().encodings[ARCHS[arch], form.layout], set()).add(form.opcode)
    return list(found.items())


def without(pattern: str, text: str) -> str:
    """`text` less what the groups of `pattern` match in it."""
    spans = [m.span(n) for m in re.finditer(pattern, text) for n in range(1, m.re.groups + 1) if m.group(n)]
    for start, end in reversed(spans):
        text = text[:start] + text[end:]
    return text


@cache
def differences() -> tuple[Difference, ...]:
    """The lines of the table."""
    lines = [x for x in TABLE.read_text().splitlines() if x and not x.startswith("#")]
    rows = tuple(Difference(*re.split(r"\s{2,}", x.strip(), maxsplit=6)) for x in lines)
    for row in rows:
        if row.side not in SIDES:
            raise ValueError(f"{TABLE.name}: {row.name}: the side is one of {', '.join(SIDES)}")
    return rows


def refuses_unused(arch: str, wave: int, code: bytes, mine: str, theirs: str) -> bool:
    """Errata E-158: where a field without a use is set, llvm-mc may find no instruction, or fall back to a table
    without halves."""
    return theirs in (ILLEGAL, HALVES.sub("", mine)) and sets_unused(arch, wave, code)


def known(arch: str, wave: int, code: bytes, mine: str, theirs: str, version: int = VERSIONS[0]) -> str:
    """The class of a difference between our text and that of llvm-mc `version`; "" for none."""
    if refuses_unused(arch, wave, code, mine, theirs):
        return "unused"
    texts = [mine, HALVES.sub("", mine)] if sets_unused(arch, wave, code) else [mine]
    rows = [x for x in differences() if x.concerns(arch, version)]
    spelt = [made for x in rows if x.side == "constant" for text in texts for made in x.with_constants(text)]
    return next((x.name for x in rows if any(x.holds(arch, code, text, theirs) for text in (*texts, *spelt))), "")


def known_back(arch: str, text: str, version: int = VERSIONS[0]) -> str:
    """The class of texts that llvm-mc assembles to other bytes than it read them from; "" for none."""
    rows = (x for x in differences() if x.side == "back" and x.concerns(arch, version))
    return next((x.name for x in rows if re.search(x.pattern, text)), "")
