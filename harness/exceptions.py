"""Where Assay and llvm-mc differ over encodings, class by class: suites/decode_exceptions.txt."""
from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..model import sets_unused

TABLE = Path(__file__).resolve().parents[1] / "suites/decode_exceptions.txt"
SIDES = ("back", "ours", "theirs", "text")
ILLEGAL = "<illegal>"
HALVES = re.compile(r"(?<=\d)\.[lh]\b| op_sel:\[[01,]+\]")


@dataclass(frozen=True, slots=True)
class Difference:
    """A line of the table. `side`: what `pattern` is searched in; `example`: bytes in hex that differ so."""
    name: str
    arch: str
    side: str
    pattern: str
    reason: str
    example: str

    def holds(self, code: bytes, mine: str, theirs: str) -> bool:
        """Is it why the texts of `code` differ?"""
        if self.side == "text":
            return ILLEGAL not in (mine, theirs) and without(self.pattern, mine) == without(self.pattern, theirs)
        text, other = (mine, theirs) if self.side == "ours" else (theirs, mine)
        if self.side == "back" or other != ILLEGAL or text == ILLEGAL:
            return False
        word = self.pattern.startswith("word:")
        return bool(re.search(self.pattern.removeprefix("word:"), code.hex() if word else text))


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
    rows = tuple(Difference(*re.split(r"\s{2,}", x.strip(), maxsplit=5)) for x in lines)
    for row in rows:
        if row.side not in SIDES:
            raise ValueError(f"{TABLE.name}: {row.name}: the side is one of {', '.join(SIDES)}")
    return rows


def refuses_unused(arch: str, wave: int, code: bytes, mine: str, theirs: str) -> bool:
    """Errata E-158: where a field without a use is set, llvm-mc may find no instruction, or fall back to a table
    without halves."""
    return theirs in (ILLEGAL, HALVES.sub("", mine)) and sets_unused(arch, wave, code)


def known(arch: str, wave: int, code: bytes, mine: str, theirs: str) -> str:
    """The class of a difference between our text and llvm-mc's; "" for none."""
    if refuses_unused(arch, wave, code, mine, theirs):
        return "unused"
    texts = [mine, HALVES.sub("", mine)] if sets_unused(arch, wave, code) else [mine]
    rows = (x for x in differences() if x.arch in (arch, "all"))
    return next((x.name for x in rows if any(x.holds(code, text, theirs) for text in texts)), "")


def known_back(arch: str, text: str) -> str:
    """The class of texts that llvm-mc assembles to other bytes than it read them from; "" for none."""
    rows = (x for x in differences() if x.side == "back" and x.arch in (arch, "all"))
    return next((x.name for x in rows if re.search(x.pattern, text)), "")
