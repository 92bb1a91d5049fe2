"""The curated faults of faults.txt: substitutions in functions of the model, all in one library, selected by id.
Targets `mutant:ID` and the suites' `; kills: ID` lines use them."""
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from . import mutant_library
from .source_mutant import Mutant

TABLE = Path(__file__).with_name("faults.txt")
FOLDER = mutant_library.FOLDER / "curated"
ENTRY = re.compile(r"([a-z][\w-]*)\s+(\S.*)")
CHANGE = re.compile(r"([\w.]+) ([\w#]+): (\S.*?) => ?(.*)")


class TableError(Exception):
    """The table of faults is not well formed, or does not fit the model; the text has file and line."""


@dataclass(frozen=True, slots=True)
class Change:
    """In `function` of `file`, `old` becomes `new`; `line`: of the table."""
    file: str
    function: str
    old: str
    new: str
    line: int


@dataclass(frozen=True, slots=True)
class CuratedFault:
    """A hand-chosen fault.  `number`: in the library of them all, from 1."""
    number: int
    id: str
    text: str
    changes: list[Change]


@cache
def read_table(path=TABLE):
    """{id: CuratedFault}, in the order of the table, which a process reads once; raises TableError."""
    found, changes = {}, []
    for n, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        where = f"{path.name}:{n}"
        if line[0] != " ":
            entry = ENTRY.fullmatch(line)
            if not entry or entry[1] in found:
                raise TableError(f"{where}: write ID and what it breaks; each id once")
            changes = []
            found[entry[1]] = CuratedFault(len(found) + 1, entry[1], entry[2], changes)
        else:
            change = CHANGE.fullmatch(line.strip())
            if not change or not found:
                raise TableError(f"{where}: write FILE FUNCTION: OLD => NEW below an id")
            file, function, old, new = change.groups()
            changes.append(Change(file, function, old, new, n))
    for one in found.values():
        if not one.changes:
            raise TableError(f"{path.name}: {one.id} changes nothing")
    return found


def change_mutant(change, functions, table=TABLE):
    """The Mutant of one change.  `functions`: {file: [Function]} of the model; raises TableError where it does not
    fit."""
    where = f"{table.name}:{change.line}"
    at = [f for f in functions.get(change.file, ()) if f.name == change.function]
    if len(at) != 1:
        others = sorted(file for file, found in functions.items() if any(f.name == change.function for f in found))
        raise TableError(
            f"{where}: {change.file} has no function {change.function}" +
            (f"; {' and '.join(others)} has one" if others else "")
        )
    old = r"\s+".join(re.escape(word) for word in change.old.split())
    found = list(re.finditer(old, at[0].body))
    if len(found) != 1:
        raise TableError(f"{where}: '{change.old}' stands {len(found)} times in {change.function}, and must stand once")
    start, end = found[0].span()
    line = at[0].text.count("\n", 0, at[0].start + start) + 1
    return Mutant("chosen", at[0], change.old, change.new, 1, line, ((start, end, change.new),))


def fault_mutants(one, functions, table=TABLE):
    """The Mutants of a fault, one for each function it changes."""
    found = {}
    for change in one.changes:
        made = change_mutant(change, functions, table)
        key = (made.function.file, made.function.start)
        found[key] = merge_changes(found[key], made) if key in found else made
    return list(found.values())


def merge_changes(a, b):
    """Two changes of one function as one."""
    return Mutant(a.kind, a.function, f"{a.old}; {b.old}", f"{a.new}; {b.new}", 1, a.line, a.edits + b.edits)


@cache
def library(jobs=2):
    """The library of all faults, built when the model or the table has changed; raises BuildError,
    TableError."""
    table = read_table()
    built = mutant_library.build(
        FOLDER,
        lambda functions: {one.number: fault_mutants(one, functions) for one in table.values()},
        jobs,
    )
    for one in table.values():
        if one.number in built.refused:
            raise TableError(
                f"{TABLE.name}:{one.changes[0].line}: {one.id} does not compile: {built.refused[one.number]}"
            )
    return built


def faulty_model(name, choices=None):
    """The model with the fault `name`, as harness.run.Model; raises KeyError for a fault that is not in the table."""
    return mutant_library.FaultyModel(library(), read_table()[name].number, choices)
