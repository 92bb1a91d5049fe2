"""Find the rules, suite files, errata, faults and manual sections that name an operation or a rule."""
from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FORM_SUFFIX = re.compile(r"(?:_e32|_e64_dpp|_e64|_sdwa|_dpp)$")
# A manual's name in running text: V_ADD_F32, a family of names (S_MIN, V_CMPX, DS_ADD_*), S_LSHLn_ADD_U32.
OPERATION_NAME = re.compile(
    r"\b(?:S|V|DS|FLAT|GLOBAL|SCRATCH|BUFFER|TBUFFER|IMAGE|LDS|EXP)_[A-Za-z0-9_*]*[A-Za-z0-9_*]|\bEXP\b")


def operation_names(op) -> set[str]:
    """All spellings of the operation, lower case."""
    return {op.name, *(name for cell in op.cells.values() for name in (cell.spelling, *cell.aliases))}


def _with_placeholders(word: str) -> str:
    """A name in running text, lower case; '*' stands for any text, '@' for a digit."""
    return re.sub(r"(?<=[A-Z])n(?=_|$)", "@", word).lower()


@cache
def _name_pattern(word: str) -> re.Pattern:
    """A name in running text as a pattern of operation names. A family's name matches all names that continue it with
    '_'."""
    return re.compile("".join({"*": ".*", "@": r"\d"}.get(c, c) for c in _with_placeholders(word)) + "(_.*)?")


def matching_names(word: str, names: list[str]) -> list[str]:
    """The names that a name in running text matches. `names` is sorted."""
    head = re.split("[*@]", _with_placeholders(word))[0]
    candidates = names[bisect_left(names, head):bisect_right(names, head + "~")]   # ~ sorts after all names
    return [name for name in candidates if _name_pattern(word).fullmatch(name)]


@cache
def _pattern_of_names_in(text: str) -> re.Pattern | None:
    """A pattern of all names in a text. It is cached, because each text is searched for every operation."""
    words = sorted(set(OPERATION_NAME.findall(text)))
    return re.compile("|".join(_name_pattern(word).pattern for word in words)) if words else None


def mentions(text: str, names: set[str]) -> bool:
    """Whether a text names the operation or its family."""
    pattern = _pattern_of_names_in(text)
    return pattern is not None and any(map(pattern.fullmatch, names))


def rules_naming(tables, op) -> list[str]:
    """Ids of the rules that name the operation."""
    names = operation_names(op)
    return [name for name, rule in tables.rules.items() if mentions(rule["text"], names)]


def _relative_name(folder: Path, path: Path) -> str:
    """The path of a file relative to `folder`."""
    return path.relative_to(folder).as_posix()


@cache
def _suite_files_by_word(folder: Path) -> dict[str, list[str]]:
    """{word: suite files below `folder` that contain it}. Mnemonics appear without encoding suffix."""
    files: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.s")):
        words = {FORM_SUFFIX.sub("", word) for word in re.findall(r"\w+", path.read_text())}
        name = _relative_name(folder, path)
        for word in words:
            files.setdefault(word, []).append(name)
    return files


def suite_files_using(op, folder: Path) -> list[str]:
    """The suite files below `folder` that use or name the operation."""
    return sorted({path for name in operation_names(op) for path in _suite_files_by_word(folder).get(name, ())})


def suite_files_by_rule(folder: Path) -> dict[str, list[str]]:
    """{rule: suite files below `folder` that name it}"""
    files: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.s")):
        for line in re.findall(r"^; assay: rules (.*)", path.read_text(), re.M):
            for rule in line.split():
                files.setdefault(rule.strip(","), []).append(_relative_name(folder, path))
    return files


def suite_files_by_broken_rule(folder: Path) -> dict[str, list[str]]:
    """{rule: suite files below `folder` that break it}. A file breaks the rules of the findings and notes that it
    expects."""
    files: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.s")):
        broken = re.findall(r"^; assay(?:\[.*?\])?: expect (?:finding|note) (\S+)", path.read_text(), re.M)
        for rule in dict.fromkeys(broken):
            files.setdefault(rule, []).append(_relative_name(folder, path))
    return files


def fault_by_suite_file(folder: Path) -> dict[str, str]:
    """{suite file below `folder`: the fault of harness/faults/faults.txt that it detects}"""
    matches = ((path, re.search(r"^; kills: (\S+)", path.read_text(), re.M)) for path in sorted(folder.rglob("*.s")))
    return {_relative_name(folder, path): match[1] for path, match in matches if match}


def errata_naming_rule(name: str, suite_files: list[str], path: Path) -> list[str]:
    """Ids of the rows of docs/errata.md that name the rule or one of these suite files."""
    names = [f"`{name}`", *(f"`suites/{file}`" for file in suite_files)]
    return [erratum for erratum, _, line in errata_rows(path) if any(word in line for word in names)]


@cache
def errata_rows(path: Path) -> list[tuple[str, str, str]]:
    """(id, heading above it, line) of every row of docs/errata.md."""
    rows, heading = [], ""
    for line in path.read_text().splitlines():
        heading = line.lstrip("# ") if line.startswith("#") else heading
        if row := re.match(r"\| (E-\d+) ", line):
            rows.append((row[1], heading, line))
    return rows


def errata_naming(op, path: Path) -> list[str]:
    """Ids of the rows of docs/errata.md that name the operation."""
    names = operation_names(op)
    return [erratum for erratum, _, line in errata_rows(path) if mentions(line, names)]


def faults_affecting(op, functions: set[str]) -> list[tuple[str, str]]:
    """(id, text) of the faults of harness/faults/faults.txt that change one of these functions or name the
    operation."""
    names = operation_names(op)
    return [
        (fault.id, fault.text) for fault in _curated_faults()
        if any(change.function in functions for change in fault.changes) or mentions(fault.text.upper(), names)
    ]


@cache
def _curated_faults() -> list:
    """The faults of harness/faults/faults.txt."""
    from ...harness.faults.curated_faults import read_table
    return list(read_table().values())


def listing_sections(tables, family: str, encodings) -> list[str]:
    """The manual sections of the family that list the operations of these encodings."""
    listed = (tables.sections.get((family, encoding)) for encoding in encodings)
    return list(dict.fromkeys(section for section in listed if section))


def manual_sections(tables, op) -> list[str]:
    """The manual sections that list the operation."""
    texts = []
    for family in tables.families:
        cell = op.cells.get(family)
        manual = next(target.manual for target in tables.targets.values() if target.family == family)
        listed = listing_sections(tables, family, (encoding for encoding, _ in cell.places)) if cell else ()
        texts += [f"{manual} ISA, {section}" for section in listed]
    return texts
