"""The deliberate faults as a dictionary of defects: those of faults.txt and those of every operation in one library,
chosen by number; those of the text of the whole model in another."""
from __future__ import annotations

import ctypes
import json
import os
import re
import sys
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from ..model import build as model_build
from ..model.build import ROOT, BuildError
from . import assemble, chosen, library
from . import faults as of_operations
from .reach import Reach
from .substitute import Mutant

ROOM = 10_000                                        # more than a file has: another's numbers stay when it changes
UNRUN = re.compile(r"disasm|(trace|digest|api)\.c")  # files whose text no result of a case depends on


@dataclass(frozen=True, slots=True)
class Entry:
    """One fault.  `key` names it for good; `cause` says what it does; `group`: entries of one group are one defect, in
    whatever operation; `operations`: those it can show in, () for any; `places`: assemble.place_of() of what it
    changes, none for those that are asked by operation."""
    number: int
    key: str
    cause: str
    group: str
    operations: tuple[str, ...]
    places: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Dictionary:
    """`library`: assemble.Library with every entry in it; `entries`: {number: Entry}."""
    library: assemble.Library
    entries: dict[int, Entry]

    @cached_property
    def by_operation(self) -> dict[str, list[Entry]]:
        """Entries by operation; under "" those of any."""
        found: dict[str, list[Entry]] = {}
        for entry in self.entries.values():
            for name in entry.operations or ("",):
                found.setdefault(name, []).append(entry)
        return found

    def of(self, operations, trials) -> list[Entry]:
        """What may be wrong with these operations in these cases: faults of their own, then those of any that show."""
        own = [one for name in operations for one in self.by_operation.get(name, ())]
        return own + self.run_by(trials, self.by_operation.get("", ()))

    def run_by(self, trials, entries=None) -> list[Entry]:
        """What may be wrong with these cases (trial.Trial): entries, of all where none are given, of the places that
        one of them comes to, with shortcuts or without."""
        ctypes.memset(self.library.reached, 0, len(self.library.reached))
        for one in trials:
            one.sound()
        ran = {place for place, n in self.library.places.items() if self.library.reached[n]}
        every = self.entries.values() if entries is None else entries
        return [one for one in every if not ran.isdisjoint(one.places)]


def what_there_is() -> tuple[dict, dict]:
    """-> ({number: list of Mutant, or Fault}, {number: Entry}); the model is built.  Raises BuildError, TableError."""
    functions = assemble.all_functions()
    reach = Reach(functions, library.bound_names(ROOT / "build"))
    made, entries = {}, {}

    def add(what, *said):
        number = len(made) + 1
        made[number], entries[number] = what, Entry(number, *said)
    for one in chosen.read().values():
        mutants = chosen.mutants(one, functions)
        add(mutants, one.id, one.text, one.id, (), tuple(map(assemble.place_of, mutants)))
    for one in of_operations.faults(reach):
        add(one, one.key, one.text, f"{one.name} {one.parameter}", (one.op,))
    return made, entries


def of_text(files: tuple[str, ...] = ()) -> tuple[dict, dict]:
    """The same of every mutant of the text of the model, or of some of its files."""
    texts = [one for one in library.of_text(assemble.all_functions(), files)
             if not UNRUN.match(one.function.file) and declared(one)]
    held: dict[str, list] = {}
    for one in texts:
        held.setdefault(one.function.file, []).append(one)
    first = {file: 1 + ROOM * n for n, file in enumerate(sorted(assemble.files()))}
    made = {first[file] + n: [one] for file, some in held.items() for n, one in enumerate(some)}
    return made, {
        n: Entry(n, one.key, f"as if `{one.source}` had `{one.new}` for `{one.old}`", one.key, (),
                 (assemble.place_of(one),))
        for n, [one] in made.items()
    }


def declared(one: Mutant) -> bool:
    """Are the names that a mutant brings known where it stands?  Only in headers may they come later; those of the
    prelude are known everywhere, and so are types."""
    f = one.function
    words = {word for *_, new in one.edits for word in re.findall(r"\b[A-Za-z_]\w*", new)}
    return not f.file.endswith(".h") or words <= known_everywhere() | set(re.findall(r"\w+", f.text[:f.end]))


@cache
def known_everywhere() -> set[str]:
    """Names that a header may use wherever it stands."""
    return {"false", "true", *re.findall(r"\w+", assemble.PRELUDE + assemble.files()["types.h"].read_text())}


def compiled(made: dict, folder) -> dict:
    """Those mutants that compile."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "prelude.h").write_text(assemble.PRELUDE)
    units: dict[str, list] = {}
    for [one] in made.values():
        units.setdefault(library.unit_of(one), []).append(one)
    flags = ["-fmax-errors=0"] if "gcc" in assemble.compiler() else ["-ferror-limit=0"]
    left = {one.key for members in units.values()
            for one in library.accepted(members, assemble.compiler(), flags, folder)}
    return {n: [one] for n, [one] in made.items() if one.key in left}


@cache
def dictionary(jobs: int = 2) -> Dictionary:
    """Built when the model or the faults have changed.  Raises BuildError, TableError."""
    if not model_build.has_sources():
        raise BuildError("the model's sources are not here: a dictionary of defects needs a checkout")
    model_build.build()
    found = cache(what_there_is)
    built = assemble.build(assemble.FOLDER / "dictionary", lambda _: found()[0], jobs, tree=chosen.FOLDER)
    entries = kept(built.path, lambda: found()[1])
    return Dictionary(built, {n: one for n, one in entries.items() if n not in built.refused})


@cache
def texts(jobs: int = 2, files: tuple[str, ...] = (), folder: Path = assemble.FOLDER / "texts") -> Dictionary:
    """That of the text, built when the model has changed: all of it takes minutes.  Raises BuildError, TableError."""
    if not model_build.has_sources():
        raise BuildError("the model's sources are not here: a dictionary of defects needs a checkout")
    model_build.build()
    if not (files or assemble.target_of(folder).with_suffix(".json").exists()):
        print("assay: the dictionary of the model's text is built now, once: that takes minutes", file=sys.stderr)
    found = cache(lambda: of_text(files))
    built = assemble.build(folder, lambda _: compiled(found()[0], folder / "alone"), jobs)
    return Dictionary(built, kept(built.path, lambda: found()[1]))


def kept(library: Path, entries) -> dict[int, Entry]:
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
