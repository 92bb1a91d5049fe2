"""The fault dictionary: one library with the faults of faults.txt and of every operation, selected by number."""
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
from .call_graph import CallGraph, bound_names


@dataclass(frozen=True, slots=True)
class Entry:
    """One fault. `key`: its permanent name; `cause`: what it does; `group`: entries with the same group are the same
    defect, possibly in different operations. `operations`: the operations that it can affect, () for any.
    `probe_places`: mutant_library.mutant_place() for each of its changes, empty for a fault of one operation."""
    number: int
    key: str
    cause: str
    group: str
    operations: tuple[str, ...]
    probe_places: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Dictionary:
    """`library`: mutant_library.Library of all entries; `entries`: {number: Entry}."""
    library: mutant_library.Library
    entries: dict[int, Entry]

    @cached_property
    def by_operation(self) -> dict[str, list[Entry]]:
        """Return {operation: entries}. Entries that can affect any operation are under ''."""
        entries: dict[str, list[Entry]] = {}
        for entry in self.entries.values():
            for name in entry.operations or ("",):
                entries.setdefault(name, []).append(entry)
        return entries

    def candidates(self, operations, runs) -> list[Entry]:
        """Return the faults that can affect these operations in these cases (`runs`: FaultRuns). First come faults of
        the operations, then faults of any operation whose place a case executes, with or without fast paths."""
        own_faults = [entry for name in operations for entry in self.by_operation.get(name, ())]
        ctypes.memset(self.library.reached, 0, len(self.library.reached))
        for run in runs:
            run.run_without_faults()
        executed = {place for place, n in self.library.probe_numbers.items() if self.library.reached[n]}
        general = self.by_operation.get("", ())
        return own_faults + [entry for entry in general if not executed.isdisjoint(entry.probe_places)]


def collect_entries() -> tuple[dict, dict]:
    """Build the model; return ({number: list of Mutant, or Fault}, {number: Entry}). Raises BuildError, TableError."""
    functions = mutant_library.all_functions()
    reach = CallGraph(functions, bound_names(ROOT / "build"))
    mutants_or_faults, entries = {}, {}

    def add(source, *fields):
        number = len(mutants_or_faults) + 1
        mutants_or_faults[number], entries[number] = source, Entry(number, *fields)
    for fault in curated_faults.read_table().values():
        mutants = curated_faults.fault_mutants(fault, functions)
        add(mutants, fault.id, fault.text, fault.id, (), tuple(map(mutant_library.mutant_place, mutants)))
    for fault in operation_faults.all_faults(reach):
        add(fault, fault.key, fault.text, f"{fault.name} {fault.parameter}", (fault.op,))
    return mutants_or_faults, entries


@cache
def load_dictionary(jobs: int = 2) -> Dictionary:
    """The fault dictionary, rebuilt when the model or the faults change. Raises BuildError, TableError."""
    if not model_build.has_sources():
        raise BuildError("the model's sources are missing: the fault dictionary needs a checkout")
    model_build.build()
    collected = cache(collect_entries)
    library = mutant_library.build(
        mutant_library.FOLDER / "dictionary", lambda _: collected()[0], jobs, tree=curated_faults.FOLDER)
    entries = cached_entries(library.path, lambda: collected()[1])
    return Dictionary(library, {n: entry for n, entry in entries.items() if n not in library.refused})


def cached_entries(library: Path, entries) -> dict[int, Entry]:
    """Return the entries, cached in a file next to the library. The file name contains a digest of all inputs.
    Collecting entries takes seconds, and every process that diagnoses needs them."""
    path = library.with_suffix(".entries.json")
    try:
        rows = json.loads(path.read_text())
    except FileNotFoundError:
        rows = [[n, entry.key, entry.cause, entry.group, entry.operations, entry.probe_places]
                for n, entry in entries().items()]
        temporary = path.with_name(f"{path.name}.{os.getpid()}")
        temporary.write_text(json.dumps(rows))
        temporary.replace(path)
    return {n: Entry(n, key, cause, group, tuple(operations), tuple(map(tuple, places)))
            for n, key, cause, group, operations, places in rows}
