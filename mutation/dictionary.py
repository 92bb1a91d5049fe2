"""The deliberate faults as a dictionary of defects: those of faults.txt and those of every operation in one library,
chosen by number; those of the text of the bodies in a library of the operations that are asked for."""
from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache, cached_property

from ..model import build as model_build
from ..model.build import MODEL, ROOT, BuildError
from ..spec import load
from . import assemble, chosen, library
from . import faults as of_operations
from . import substitute
from .reach import Reach

ROOMS = ("ops",)                                     # whose text has faults here


@dataclass(frozen=True, slots=True)
class Entry:
    """One fault.  `key` names it for good; `cause` says what it does; `group`: entries of one group are one defect, in
    whatever operation; `operations`: those it can show in, () for any."""
    number: int
    key: str
    cause: str
    group: str
    operations: tuple[str, ...]


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

    def of(self, operations) -> list[Entry]:
        """What may be wrong with these operations: faults of their own first, then those of any."""
        return [one for name in (*operations, "") for one in self.by_operation.get(name, ())]


def available() -> bool:
    """Are the model's sources here?"""
    return (MODEL / "ops").exists()


def what_there_is() -> tuple[dict, dict]:
    """-> ({number: list of Mutant, or Fault}, {number: Entry}); the model is built.  Raises BuildError, TableError."""
    functions = assemble.all_functions()
    reach = Reach(functions, library.bound_names(ROOT / "build"))
    made, entries = {}, {}

    def add(what, *said):
        number = len(made) + 1
        made[number], entries[number] = what, Entry(number, *said)
    for one in chosen.read().values():
        add(chosen.mutants(one, functions), one.id, one.text, one.id, ())
    for one in of_operations.faults(reach):
        add(one, one.key, one.text, f"{one.name} {one.parameter}", (one.op,))
    return made, entries


def bodies(names, jobs: int = 1) -> Dictionary:
    """The mutants of the text that only these operations reach: their bodies, and what these call.  Raises
    BuildError."""
    functions = assemble.all_functions()
    reach = Reach(functions, library.bound_names(ROOT / "build"))
    known = load().ops.keys()
    rooms = {file for file, path in assemble.files().items() if path.parent.name in ROOMS}
    texts = [(one, tuple(owners)) for file in sorted(rooms & functions.keys()) for f in functions[file]
             if (owners := reach.operations(f)) and set(owners) <= set(names)
             for one in substitute.mutants_of(f, known, True)]
    folder = assemble.FOLDER / "bodies"
    sound = compiled([one for one, _ in texts], folder / "alone")
    owners = dict(texts)
    made = {n: [one] for n, one in enumerate(sound, 1)}
    digest = hashlib.sha256("\n".join(one.key for one in sound).encode()).hexdigest()[:8]
    built = assemble.build(folder, lambda _: made, jobs, digest)
    return Dictionary(built, {
        n: Entry(n, one.key, f"as if `{one.source}` had `{one.new}` for `{one.old}`", one.key, owners[one])
        for n, [one] in made.items() if n not in built.refused
    })


def compiled(mutants: list, folder) -> list:
    """Those that compile."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "prelude.h").write_text(assemble.PRELUDE)
    files: dict[str, list] = {}
    for one in mutants:
        files.setdefault(one.function.file, []).append(one)
    flags = ["-fmax-errors=0"] if "gcc" in assemble.compiler() else ["-ferror-limit=0"]
    return [one for members in files.values() for one in library.accepted(members, assemble.compiler(), flags, folder)]


@cache
def dictionary(jobs: int = 2) -> Dictionary:
    """Built when the model or the faults have changed.  Raises BuildError, TableError."""
    if not available():
        raise BuildError("the model's sources are not here: a dictionary of defects needs a checkout")
    model_build.build()
    made, entries = what_there_is()
    built = assemble.build(assemble.FOLDER / "dictionary", lambda _: made, jobs)
    return Dictionary(built, {n: one for n, one in entries.items() if n not in built.refused})
