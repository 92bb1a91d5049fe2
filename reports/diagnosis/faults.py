"""Which deliberate faults explain what a target did: each is run on the very cases, in a process that may crash."""
from __future__ import annotations

import faulthandler
import json
import os
import signal
import sys
import time
import traceback
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np

from ...harness.case.case_types import CaseError
from ...harness.execution.model_run import Model
from ...harness.faults.fault_run import FaultRun
from ...harness.faults.mutant_library import FaultyModel
from ...harness.targets.process_target import die_with_parent
from .evidence import Reader, Seen, Words, agrees
from .keys import of_any

PATIENCE = 10.0                                      # seconds of CPU time for one fault
LEAST, SLOWER = 1.0, 10                              # for all cases by hand: so long, and so often what the model needs


@dataclass(slots=True)
class Match:
    """A fault that departs from the model only where the target does, and likewise.  `covers`: {failing unit: which of
    its wrong words it explains, a bit each}."""
    key: str
    cause: str
    group: str
    covers: dict[int, int] = field(default_factory=dict)


@cache
def the_dictionary():
    """The dictionary of defects; None where there is none."""
    from ...harness.faults import curated_faults, fault_dictionary
    from ...model.build import BuildError, has_sources
    if not has_sources():
        print("assay: there is no dictionary of defects, which needs a checkout: causes are told by what is wrong "
              "alone", file=sys.stderr)
        return None
    try:
        found = fault_dictionary.load_dictionary()
        _ = found.library.binding                      # loaded now: another model's would take its place on disk
        return found
    except (BuildError, curated_faults.TableError, ImportError) as error:
        print(f"assay: there is no dictionary of defects: {str(error).splitlines()[0]}", file=sys.stderr)
        return None


class Held:
    """The cases of a form as words.  `units`: the failing ones as (case, wave); `of_case`: their numbers by case;
    `places`: where the wrong words of each unit are among those of its case; `anyhow`: what DPP does to a lane does not
    matter."""

    def __init__(self, seen: list[Seen], choices):
        self.seen, self.choices = seen, choices
        self.laid: dict[Path, list[FaultRun]] = {}
        self.readers = [Reader(one, choices) for one in seen]
        self.words: list[Words] = [one.words() for one in self.readers]
        self.units: list[tuple[int, int]] = []
        self.places: list[np.ndarray] = []
        self.of_case: dict[int, list[int]] = {}
        self.anyhow = False
        for n, words in enumerate(self.words):
            waves = np.array([wave for wave, _, _ in words.names])[words.places()]
            for wave in sorted(set(waves[words.wrong].tolist())):
                self.of_case.setdefault(n, []).append(len(self.units))
                self.units.append((n, wave))
                self.places.append(np.flatnonzero(words.wrong & (waves == wave)))

    def trials(self, library) -> list[FaultRun]:
        """Every case, ready for the faults of a library."""
        if library.path not in self.laid:
            model = Model(self.choices, library.binding)
            self.laid[library.path] = [FaultRun(library, one.plan, self.choices, model) for one in self.seen]
        return self.laid[library.path]

    def failing(self, library) -> list[FaultRun]:
        """Those in which something is wrong."""
        trials = self.trials(library)
        return [trials[n] for n in self.of_case]

    def bits(self, unit: int, mask: np.ndarray) -> int:
        """The wrong words of a unit that are in the mask, a bit each."""
        return sum(1 << n for n, there in enumerate(mask[self.places[unit]].tolist()) if there)

    def every(self, unit: int) -> int:
        """All of them."""
        return (1 << len(self.places[unit])) - 1

    def whole(self) -> dict[int, int]:
        """{unit: all of its wrong words}"""
        return {unit: self.every(unit) for unit in range(len(self.units))}

    def lanes(self, unit: int, left: int) -> list[tuple[str, int, int]]:
        """(register or memory, place in its row, bits that are wrong) of the wrong words in `left`."""
        words, found = self.words[self.units[unit][0]], []
        rows, starts = words.places(), np.cumsum([0, *(lanes for _, _, lanes in words.names)])
        for n, at in enumerate(self.places[unit].tolist()):
            if left >> n & 1:
                row = int(rows[at])
                found.append((words.names[row][1], at - int(starts[row]), int(words.golden[at] ^ words.got[at])))
        return found

    def changed(self, unit: int, left: int) -> set[tuple[str, int]]:
        """{(register or memory, bits that are wrong)} of the wrong words in `left`."""
        return {(name, flipped) for name, _, flipped in self.lanes(unit, left)}


def explaining(names: list[str], held: Held) -> list[Match]:
    """The faults that explain something of these cases of some operations."""
    made = the_dictionary()
    return candidates(made, held, names) if made else []


def candidates(made, held: Held, names: list[str]) -> list[Match]:
    """The faults of these operations, and of any, that explain something of these cases and contradict none."""
    return matches(made.candidates(names, held.failing(made.library)), made.library, held)


def matches(entries: list, library, held: Held) -> list[Match]:
    """The same of some entries of a dictionary.  Cases that fail come first: what explains none of these need not run
    on others."""
    found: dict[int, dict[int, int]] = {entry.number: {} for entry in entries}
    trials = held.trials(library)
    for n in sorted(range(len(held.seen)), key=lambda n: n not in held.of_case):
        if n not in held.of_case:
            entries = standing(entries, found, held)
        said = asked(entries, lambda entry: tried(trials[n], entry, held, n), spoilt=lambda: trials[n].is_contaminated)
        entries = [entry for entry, _ in said]
        for entry, explained in said:
            found[entry.number] |= {int(unit): int(bits, 16) for unit, bits in explained.items()}
    return [Match(one.key, one.cause, one.group, {unit: bits for unit, bits in found[one.number].items() if bits})
            for one in standing(entries, found, held)]


def standing(entries: list, found: dict[int, dict[int, int]], held: Held) -> list:
    """Those that explain something.  Where one has a unit wrong in another way than the target, another that stands
    explains all of that unit: of two defects one alone shows there."""
    left = [one for one in entries if any(found[one.number].values())]
    while True:
        whole = {unit for one in left for unit, bits in found[one.number].items() if bits == held.every(unit)}
        some = [one for one in left if all(bits or unit in whole for unit, bits in found[one.number].items())]
        if len(some) == len(left):
            return some
        left = some


def tried(trial: FaultRun, entry, held: Held, n: int) -> dict[int, str] | None:
    """{unit: the wrong words of it in one case that a fault explains, as hex, none where it has it wrong in another
    way}; None when the case contradicts it."""
    try:
        outcome = trial.run_and_compare(entry.number)
    except (CaseError, UnicodeDecodeError):          # what it leaves cannot be read
        return None
    if outcome is None:
        return {}
    reader = held.readers[n]
    said = agrees(held.words[n], reader.nearest(reader.read(outcome), held.words[n].got))
    if said is None or (said[1].any() and not of_any(entry.key)):          # these show with another one in a case
        return None
    explained, other = said
    units = held.of_case.get(n, ())
    otherwise = {unit for unit in units if held.bits(unit, other)}
    return {unit: hex(bits) for unit in units if (bits := held.bits(unit, explained))} | dict.fromkeys(otherwise, "0x0")


def contradicted(entries, library, seen: list[Seen], choices) -> dict[str, int]:
    """{key of an entry: in how many of these cases, which the target has passed, it departs from the model}, of those
    that do; a fault that crashes in one is no target's that passes: in all."""
    readers = [Reader(one, choices) for one in seen]
    right = [reader.read(one.golden) for reader, one in zip(readers, seen)]

    def departs(entry) -> int:
        model = FaultyModel(library, entry.number, choices)
        made = (reader.read(model.run(one.plan)) for reader, one in zip(readers, seen))
        return sum(bool((words != known).any()) for words, known in zip(made, right))
    found = dict.fromkeys((entry.key for entry in entries), len(seen)) | {
        entry.key: count for entry, count in asked(list(entries), departs)}
    return {key: count for key, count in found.items() if count}


def unseen(entries, library, held: Held) -> set[str]:
    """The keys of those that have each of these cases, which the target has passed, as the model has it."""
    trials = held.trials(library)
    began = time.process_time()
    for one in trials:
        one.run_without_faults()

    def keeps(entry) -> bool | None:
        return all(tried(trial, entry, held, n) is not None for n, trial in enumerate(trials)) or None
    patience = LEAST + SLOWER * (time.process_time() - began)
    found = asked(list(entries), keeps, patience, lambda: any(one.is_contaminated for one in trials))
    return {entry.key for entry, _ in found}


def asked(entries: list, question, patience: float = PATIENCE, spoilt=lambda: False) -> list[tuple]:
    """(entry, answer) of every entry whose answer is not None.  A fault may crash or never end: that is no answer.
    `spoilt`: must what comes next be asked elsewhere?"""
    found, left = [], entries
    while left:
        last, answers = in_a_child(left, question, patience, spoilt)
        found += [(left[n], answer) for n, answer in answers]
        left = left[last + 1:]
    return found


def in_a_child(entries: list, question, patience: float, spoilt=lambda: False) -> tuple[int, list]:
    """(the entry it ended at, [(number, answer)])"""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        errors = os.fdopen(os.dup(2), "w")
        try:
            faulthandler.disable()                   # it may crash, and what libc says of that is no user's concern
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            os.close(read)
            die_with_parent()
            for number in (signal.SIGTERM, signal.SIGPROF, signal.SIGINT):
                signal.signal(number, signal.SIG_DFL)
            with os.fdopen(write, "w") as pipe:
                for number, entry in enumerate(entries):
                    signal.setitimer(signal.ITIMER_PROF, patience)
                    print(json.dumps([number, None]), file=pipe, flush=True)
                    if (answer := question(entry)) is not None:
                        print(json.dumps([number, answer]), file=pipe, flush=True)
                    if spoilt():
                        break
                else:
                    print(json.dumps([len(entries), None]), file=pipe, flush=True)
        except BaseException:
            traceback.print_exc(file=errors)
            errors.flush()
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        lines = [json.loads(line) for line in pipe if line.endswith("\n")]
    os.waitpid(child, 0)
    return max((n for n, _ in lines), default=0), [(n, answer) for n, answer in lines if answer is not None]
