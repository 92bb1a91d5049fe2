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
FAULT_LINE = re.compile(r"([a-z][\w-]*)\s+(\S.*)")
CHANGE_LINE = re.compile(r"([\w.]+) ([\w#]+): (\S.*?) => ?(.*)")


class TableError(Exception):
    """The fault table is malformed or does not fit the model; the text has file and line."""


@dataclass(frozen=True, slots=True)
class Change:
    """In `function` of `file`, replace `old` by `new`. `line`: the line in the table."""
    file: str
    function: str
    old: str
    new: str
    line: int


@dataclass(frozen=True, slots=True)
class CuratedFault:
    """A curated fault. `number`: its index in the library of all curated faults, counted from 1."""
    number: int
    id: str
    text: str
    changes: list[Change]


@cache
def read_table(path=TABLE):
    """Return {id: CuratedFault} in the order of the table. The result is cached. Raises TableError."""
    faults, changes = {}, []
    for n, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        where = f"{path.name}:{n}"
        if line[0] != " ":
            entry = FAULT_LINE.fullmatch(line)
            if not entry or entry[1] in faults:
                raise TableError(f"{where}: expected an ID and what it breaks; each id once")
            changes = []
            faults[entry[1]] = CuratedFault(len(faults) + 1, entry[1], entry[2], changes)
        else:
            change = CHANGE_LINE.fullmatch(line.strip())
            if not change or not faults:
                raise TableError(f"{where}: expected FILE FUNCTION: OLD => NEW below an id")
            file, function, old, new = change.groups()
            changes.append(Change(file, function, old, new, n))
    for fault in faults.values():
        if not fault.changes:
            raise TableError(f"{path.name}: {fault.id} changes nothing")
    return faults


def change_mutant(change, functions, table=TABLE):
    """Return the Mutant for one change. `functions`: {file: [Function]} for the model. Raises TableError if the change
    does not fit."""
    where = f"{table.name}:{change.line}"
    matching_functions = [f for f in functions.get(change.file, ()) if f.name == change.function]
    if len(matching_functions) != 1:
        other_files = sorted(file for file, file_functions in functions.items()
                             if any(f.name == change.function for f in file_functions))
        raise TableError(
            f"{where}: {change.file} has no function {change.function}" +
            (f"; {' and '.join(other_files)} has one" if other_files else "")
        )
    old = r"\s+".join(re.escape(word) for word in change.old.split())
    matches = list(re.finditer(old, matching_functions[0].body))
    if len(matches) != 1:
        count = len(matches)
        raise TableError(f"{where}: '{change.old}' occurs {count} times in {change.function}; it must occur once")
    start, end = matches[0].span()
    line = matching_functions[0].text.count("\n", 0, matching_functions[0].start + start) + 1
    return Mutant("chosen", matching_functions[0], change.old, change.new, 1, line, ((start, end, change.new),))


def fault_mutants(fault, functions, table=TABLE):
    """The Mutants of a fault, one per changed function."""
    mutants = {}
    for change in fault.changes:
        mutant = change_mutant(change, functions, table)
        key = (mutant.function.file, mutant.function.start)
        mutants[key] = merge_changes(mutants[key], mutant) if key in mutants else mutant
    return list(mutants.values())


def merge_changes(first, second):
    """Return one Mutant that makes both changes in a function."""
    old, new = f"{first.old}; {second.old}", f"{first.new}; {second.new}"
    return Mutant(first.kind, first.function, old, new, 1, first.line, first.edits + second.edits)


@cache
def library(jobs=2):
    """The library of all curated faults, rebuilt when the model or the table changes. Raises BuildError, TableError."""
    faults = read_table()
    built = mutant_library.build(
        FOLDER,
        lambda functions: {fault.number: fault_mutants(fault, functions) for fault in faults.values()},
        jobs,
    )
    for fault in faults.values():
        if fault.number in built.refused:
            raise TableError(
                f"{TABLE.name}:{fault.changes[0].line}: {fault.id} does not compile: {built.refused[fault.number]}"
            )
    return built


def faulty_model(name, choices=None):
    """The model with the fault `name`, as model_run.Model. Raises KeyError for an unknown fault."""
    return mutant_library.FaultyModel(library(), read_table()[name].number, choices)
