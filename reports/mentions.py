"""Where rules, suite cases and errata speak of an operation."""
from __future__ import annotations

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# A manual's name in running text: V_ADD_F32, a family of names (S_MIN, V_CMPX, DS_ADD_*), S_LSHLn_ADD_U32.
NAME = re.compile(r"\b(?:S|V|DS|FLAT|GLOBAL|SCRATCH|BUFFER|TBUFFER|IMAGE|LDS|EXP)_[A-Za-z0-9_*]*[A-Za-z0-9_*]|\bEXP\b")


def names_of(op) -> set[str]:
    """Every name of the operation, lower case."""
    return {op.name, *(name for cell in op.cells.values() for name in (cell.spelling, *cell.aliases))}


@cache
def _pattern(word: str) -> re.Pattern:
    """A name in running text as a pattern of operations' names: a family's name means all that go on with '_'."""
    text = re.sub(r"(?<=[A-Z])n(?=_|$)", "@", word).lower()
    return re.compile("".join({"*": ".*", "@": r"\d"}.get(c, c) for c in text) + "(_.*)?")


def speaks_of(text: str, names: set[str]) -> bool:
    """Does a sentence name the operation, or its family by a name's beginning?"""
    return any(_pattern(word).fullmatch(name) for word in set(NAME.findall(text)) for name in names)


def rules(tables, op) -> list[str]:
    """Ids of the rules that name the operation."""
    return [name for name, rule in tables.rules.items() if speaks_of(rule["text"], names_of(op))]


def cases(op, folder: Path) -> list[str]:
    """Suite files, below `folder`, in which the operation stands as an instruction or by name."""
    words = "|".join(map(re.escape, sorted(names_of(op))))
    used = re.compile(rf"\b(?:{words})(?:_e32|_e64|_sdwa|_dpp|_e64_dpp)?\b")
    found = [path for path in sorted(folder.rglob("*.s")) if used.search(path.read_text())]
    return [path.relative_to(folder).as_posix() for path in found]


def errata(op, path: Path) -> list[str]:
    """Ids of the rows of docs/errata.md that name the operation."""
    rows = [line for line in path.read_text().splitlines() if re.match(r"\| E-\d+ ", line)]
    return [line.split("|")[1].strip() for line in rows if speaks_of(line, names_of(op))]
