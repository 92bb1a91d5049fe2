"""The fault dictionary: the faults of faults.txt and the faults of every operation in one library, chosen by number."""
from __future__ import annotations

import ctypes
import json
import os
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from ...model import build as model_build
from ...model.build import ROOT, BuildError
from . import curated_faults, mutant_library, operation_faults
from .call_graph import Reach, bound_names


@dataclass(frozen=True, slots=True)
class Entry:
    """One fault.  `key`: its lasting name; `cause`: what it does; `group`: entries of one group are one defect, in any
    operation; `operations`: those it can show in, () for any; `places`: mutant_library.mutant_place() of its changes,
    none for a fault of one operation."""
    number: int
    key: str
    cause: str
    group: str
    operations: tuple[str, ...]
    places: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Dictionary:
    """`library`: mutant_library.Library with every entry in it; `entries`: {number: Entry}."""
    library: mutant_library.Library
    entries: dict[int, Entry]

    @cached_property
    def by_operation(self) -> dict[str, list[Entry]]:
        """Entries by operation; under "" those of any."""
        found: dict[str, list[Entry]] = {}
        for entry in self.entries.values():
            for name in entry.operations or ("",):
                found.setdefault(name, []).append(entry)
        return found

    def of(self, operations, runs) -> list[Entry]:
        """What may be wrong with these operations in these cases (fault_run.FaultRun): faults of their own, then those
        of any operation whose place one of the cases executes, with fast paths or without."""
        own = [one for name in operations for one in self.by_operation.get(name, ())]
        ctypes.memset(self.library.reached, 0, len(self.library.reached))
        for one in runs:
            one.sound()
        executed = {place for place, n in self.library.places.items() if self.library.reached[n]}
        return own + [one for one in self.by_operation.get("", ()) if not executed.isdisjoint(one.places)]


def collect_entries() -> tuple[dict, dict]:
    """-> ({number: list of Mutant, or Fault}, {number: Entry}); the model is built.  Raises BuildError, TableError."""
    functions = mutant_library.all_functions()
    reach = Reach(functions, bound_names(ROOT / "build"))
    made, entries = {}, {}

    def add(what, *said):
        number = len(made) + 1
        made[number], entries[number] = what, Entry(number, *said)
    for one in curated_faults.read_table().values():
        mutants = curated_faults.fault_mutants(one, functions)
        add(mutants, one.id, one.text, one.id, (), tuple(map(mutant_library.mutant_place, mutants)))
    for one in operation_faults.all_faults(reach):
        add(one, one.key, one.text, f"{one.name} {one.parameter}", (one.op,))
    return made, entries


@cache
def dictionary(jobs: int = 2) -> Dictionary:
    """Built when the model or the faults have changed.  Raises BuildError, TableError."""
    if not model_build.has_sources():
        raise BuildError("the model's sources are not here: a dictionary of defects needs a checkout")
    model_build.build()
    found = cache(collect_entries)
    built = mutant_library.build(
        mutant_library.FOLDER / "dictionary", lambda _: found()[0], jobs, tree=curated_faults.FOLDER)
    entries = cached_entries(built.path, lambda: found()[1])
    return Dictionary(built, {n: one for n, one in entries.items() if n not in built.refused})


def cached_entries(library: Path, entries) -> dict[int, Entry]:
    """The entries beside their library, whose name is a digest of all they are made of; found anew where there are
    none.  Every process that diagnoses asks for them, and finding them takes seconds."""
    path = library.with_suffix(".entries.json")
    try:
        held = json.loads(path.read_text())
    except FileNotFoundError:
        held = [[n, one.key, one.cause, one.group, one.operations, one.places] for n, one in entries().items()]
        part = path.with_name(f"{path.name}.{os.getpid()}")
        part.write_text(json.dumps(held))
        part.replace(path)
    return {n: Entry(n, key, cause, group, tuple(operations), tuple(map(tuple, places)))
            for n, key, cause, group, operations, places in held}
