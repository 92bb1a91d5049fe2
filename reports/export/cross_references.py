"""Where rules, suite cases and errata speak of an operation."""
from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SUFFIX = re.compile(r"(?:_e32|_e64_dpp|_e64|_sdwa|_dpp)$")
# A manual's name in running text: V_ADD_F32, a family of names (S_MIN, V_CMPX, DS_ADD_*), S_LSHLn_ADD_U32.
NAME = re.compile(r"\b(?:S|V|DS|FLAT|GLOBAL|SCRATCH|BUFFER|TBUFFER|IMAGE|LDS|EXP)_[A-Za-z0-9_*]*[A-Za-z0-9_*]|\bEXP\b")


def names_of(op) -> set[str]:
    """Every name of the operation, lower case."""
    return {op.name, *(name for cell in op.cells.values() for name in (cell.spelling, *cell.aliases))}


def _marked(word: str) -> str:
    """A name in running text, lower case; '*' stands for any text, '@' for a digit."""
    return re.sub(r"(?<=[A-Z])n(?=_|$)", "@", word).lower()


@cache
def _pattern(word: str) -> re.Pattern:
    """A name in running text as a pattern of operations' names: a family's name means all that go on with '_'."""
    return re.compile("".join({"*": ".*", "@": r"\d"}.get(c, c) for c in _marked(word)) + "(_.*)?")


def meant(word: str, names: list[str]) -> list[str]:
    """Those of the sorted `names` that a name in running text means: looked for among those that begin like it."""
    head = re.split("[*@]", _marked(word))[0]
    some = names[bisect_left(names, head):bisect_right(names, head + "~")]       # ~: behind all that a name is made of
    return [name for name in some if _pattern(word).fullmatch(name)]


@cache
def _spoken_of(text: str) -> re.Pattern | None:
    """A pattern of all names that a text means; each text is asked for every operation."""
    words = sorted(set(NAME.findall(text)))
    return re.compile("|".join(_pattern(word).pattern for word in words)) if words else None


def speaks_of(text: str, names: set[str]) -> bool:
    """Does a sentence name the operation, or its family by a name's beginning?"""
    pattern = _spoken_of(text)
    return pattern is not None and any(map(pattern.fullmatch, names))


def rules(tables, op) -> list[str]:
    """Ids of the rules that name the operation."""
    names = names_of(op)
    return [name for name, rule in tables.rules.items() if speaks_of(rule["text"], names)]


def _below(folder: Path, path: Path) -> str:
    """A file's name from `folder` on."""
    return path.relative_to(folder).as_posix()


@cache
def _words(folder: Path) -> dict[str, list[str]]:
    """{word: suite files below `folder` in which it stands}; words without what an assembler appends to mnemonics."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.s")):
        said, name = {SUFFIX.sub("", word) for word in re.findall(r"\w+", path.read_text())}, _below(folder, path)
        for word in said:
            found.setdefault(word, []).append(name)
    return found


def cases(op, folder: Path) -> list[str]:
    """Suite files, below `folder`, in which the operation stands as an instruction or by name."""
    return sorted({path for name in names_of(op) for path in _words(folder).get(name, ())})


def cases_of_rules(folder: Path) -> dict[str, list[str]]:
    """{rule: suite files, below `folder`, that name it}."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.s")):
        for line in re.findall(r"^; assay: rules (.*)", path.read_text(), re.M):
            for rule in line.split():
                found.setdefault(rule.strip(","), []).append(_below(folder, path))
    return found


def breaking(folder: Path) -> dict[str, list[str]]:
    """{rule: suite files, below `folder`, that break it}: they expect a finding, note or stall of it."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.s")):
        told = re.findall(r"^; assay(?:\[.*?\])?: expect (?:finding|note) (\S+)", path.read_text(), re.M)
        for rule in dict.fromkeys(told):
            found.setdefault(rule, []).append(_below(folder, path))
    return found


def killed(folder: Path) -> dict[str, str]:
    """{suite file below `folder`: the fault of harness/faults/faults.txt that it notices}."""
    found = ((path, re.search(r"^; kills: (\S+)", path.read_text(), re.M)) for path in sorted(folder.rglob("*.s")))
    return {_below(folder, path): match[1] for path, match in found if match}


def errata_of_rule(name: str, cases: list[str], path: Path) -> list[str]:
    """Ids of the rows of docs/errata.md that name the rule, or whose choice one of these suite files shows."""
    said = [f"`{name}`", *(f"`suites/{case}`" for case in cases)]
    return [one for one, _, line in rows_of_errata(path) if any(word in line for word in said)]


@cache
def rows_of_errata(path: Path) -> list[tuple[str, str, str]]:
    """(id, heading above it, line) of every row of docs/errata.md."""
    found, heading = [], ""
    for line in path.read_text().splitlines():
        heading = line.lstrip("# ") if line.startswith("#") else heading
        if row := re.match(r"\| (E-\d+) ", line):
            found.append((row[1], heading, line))
    return found


def errata(op, path: Path) -> list[str]:
    """Ids of the rows of docs/errata.md that name the operation."""
    names = names_of(op)
    return [name for name, _, line in rows_of_errata(path) if speaks_of(line, names)]


def faults(op, functions: set[str]) -> list[tuple[str, str]]:
    """(id, what it breaks) of the faults of harness/faults/faults.txt that change one of these functions or name the
    operation."""
    names = names_of(op)
    return [
        (one.id, one.text) for one in _chosen()
        if any(change.function in functions for change in one.changes) or speaks_of(one.text.upper(), names)
    ]


@cache
def _chosen() -> list:
    """The faults of harness/faults/faults.txt."""
    from ...harness.faults.curated_faults import read_table
    return list(read_table().values())


def listed(tables, family: str, encodings) -> list[str]:
    """Where the family's manual lists the operations of these encodings."""
    found = (tables.sections.get((family, encoding)) for encoding in encodings)
    return list(dict.fromkeys(section for section in found if section))


def sections(tables, op) -> list[str]:
    """Where the manuals list the operation."""
    found = []
    for family in tables.families:
        cell = op.cells.get(family)
        manual = next(one.manual for one in tables.targets.values() if one.family == family)
        places = listed(tables, family, (place for place, _ in cell.places)) if cell else ()
        found += [f"{manual} ISA, {section}" for section in places]
    return found
