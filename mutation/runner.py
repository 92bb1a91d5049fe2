"""Runs mutants against the corpus: `assay mutate`, with a sample or with all of them."""
from __future__ import annotations

import ctypes
import faulthandler
import gc
import hashlib
import json
import mmap
import multiprocessing
import os
import random
import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from ..harness.execution.model_run import complete
from ..harness.faults import mutant_library
from ..harness.faults.call_graph import Reach
from ..harness.faults.mutant_library import ALL_FAST_PATHS, FaultyModel, Library, in_fast_path, mutant_place
from ..harness.faults.operation_faults import Fault
from ..harness.faults.source_mutant import Mutant
from ..harness.protocol.format_versions import model_digest
from ..model.build import ROOT, BuildError
from . import compile_check, population
from .corpus import CorpusCase, corpus
from .journal import Journal
from .population import Numbered, operations_of
from .score import CRASHED, KILLED, REFUSED, SAME_CODE, SURVIVED, Result, report

FOLDER = ROOT / "build" / "mutation"
CASE_CPU_SECONDS = 1.0                                 # of one case on one mutant
MUTANTS_OF_A_TASK = 16
CASES_OF_A_TASK = 512                                  # of one task that finds out which places they reach
NOTE_BYTES = 256                                       # say which case runs
MUTANTS_OF_A_LIBRARY = 4000                            # with --all


@dataclass(slots=True)
class State:
    """What worker processes inherit.  `reaching`: bits by (fast paths enabled, entry of Library.places, place in
    cases); `of_operation`: {operation: places of the cases that execute it}; `killers`: {function or operation: how
    many of its mutants each place has killed}."""
    library: Library
    mutants: dict[int, Numbered]
    reach: Reach
    cases: list[CorpusCase]
    reaching: np.ndarray
    of_operation: dict[str, list[int]]
    killers: dict[str, Counter] = field(default_factory=dict)


_state: State


# ---- one mutant ----

def home(mutant: Numbered) -> str:
    """What the mutants share that the same cases kill: a function, or an operation."""
    what = mutant.what
    return f"{what.function.file} {what.function.name}" if isinstance(what, Mutant) else what.op


def candidates(mutant: Numbered) -> list[int]:
    """Places of the cases that reach a mutant: first those that killed most mutants beside it, the others in an order
    of its own."""
    if isinstance(mutant.what, Mutant):
        place = _state.library.places[mutant_place(mutant.what)]
        bits = _state.reaching[int(in_fast_path(mutant.what)), place]
        places = np.flatnonzero(np.unpackbits(bits, count=len(_state.cases))).tolist()
    else:
        places = list(_state.of_operation.get(mutant.what.op, ()))
    random.Random(mutant.key).shuffle(places)
    killers = _state.killers.get(home(mutant), {})
    return sorted(places, key=lambda place: -killers.get(place, 0))


def fails(model: FaultyModel, case: CorpusCase) -> bool:
    """Does a mutant fail a case?  An outcome that cannot be read is a failure."""
    try:
        return case.fails(complete(case.plan, model.run(case.plan), model))
    except Exception:
        return True


def judge(mutant: Numbered, note: Callable) -> tuple[Result, CorpusCase | None]:
    """The verdict on a mutant and the case that kills it.  `note`: called with each case before it runs, and with None
    at the end."""
    model, places = FaultyModel(_state.library, mutant.number), candidates(mutant)
    result = Result(mutant.number, SURVIVED, operations=len(operations_of(mutant.what, _state.reach)))
    for place in places:
        case = _state.cases[place]
        note(case)
        result.cases += 1
        if fails(model, case):
            note(None)
            result.verdict, result.part, result.case, result.place = KILLED, case.part, case.name, place
            return result, case
    note(None)
    return result, None


def remember(result: Result) -> None:
    """The case that killed a mutant is tried first on others of its home."""
    if result.place >= 0:
        _state.killers.setdefault(home(_state.mutants[result.number]), Counter())[result.place] += 1


# ---- processes ----

def run_task(numbers: list[int]) -> list[Result]:
    """The results of one task.  Mutants run in a child process, which a mutant may crash or hold up; the next one gets
    another.  Only the first mutant of a child can be blamed for its end."""
    results: list[Result] = []
    while left := numbers[len(results):]:
        found, ended, place = run_in_child(left)
        if ended and not found:
            case = _state.cases[place]
            found = [Result(left[0], CRASHED, case.part, case.name, 1, place=place)]
        for result in found:
            remember(result)
        results += found
    return results


def run_in_child(numbers: list[int]) -> tuple[list[Result], bool, int]:
    """(results of the first of `numbers`, did a mutant end the process, place of the case that ran last)"""
    read, write = os.pipe()
    shared = mmap.mmap(-1, NOTE_BYTES)
    child = os.fork()
    if child == 0:
        os.close(read)
        with os.fdopen(write, "w") as pipe:
            try:
                signal.signal(signal.SIGPROF, signal.SIG_DFL)
                faulthandler.disable()
                os.dup2(os.open(os.devnull, os.O_WRONLY), 2)     # messages of a crash
                judge_in_child(numbers, pipe, shared)
            except Exception:
                print(traceback.format_exc(), file=pipe, flush=True)
            finally:
                os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        lines = pipe.read().splitlines()
    _, status = os.waitpid(child, 0)
    place = int.from_bytes(shared[:8], "little")
    shared.close()
    try:
        return [Result(**json.loads(line)) for line in lines], os.WIFSIGNALED(status), place
    except (ValueError, TypeError):
        raise RuntimeError(f"mutant {numbers[0]} or one after it: " + "\n".join(lines)) from None


def judge_in_child(numbers: list[int], pipe, shared: mmap.mmap) -> None:
    """Judges mutants and writes a line for each result.  A mutant may spoil the process: a mutant that is killed after
    another must leave a model that passes the case without it, or it is judged again in a process of its own."""
    def note(case: CorpusCase | None) -> None:
        signal.setitimer(signal.ITIMER_PROF, CASE_CPU_SECONDS if case else 0)
        if case:
            shared[:8] = case.place.to_bytes(8, "little")

    def write(result: Result) -> None:
        print(json.dumps(asdict(result)), file=pipe, flush=True)
        remember(result)
    for n, number in enumerate(numbers):
        result, case = judge(_state.mutants[number], note)
        if n == 0:
            write(result)
        if case is not None:
            note(case)
            spoiled = fails(FaultyModel(_state.library, 0), case)
            note(None)
            if spoiled:
                return
        if n:
            write(result)


def forked_pool(jobs: int) -> ProcessPoolExecutor:
    """Processes that start with the state of this one."""
    return ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("fork"))


# ---- which cases reach a mutant ----

def reached_places(jobs: int) -> tuple[np.ndarray, dict[str, list[int]]]:
    """State.reaching and State.of_operation."""
    count, found, of_operation = len(_state.cases), [], {}
    with forked_pool(jobs) as pool:
        tasks = [range(n, min(n + CASES_OF_A_TASK, count)) for n in range(0, count, CASES_OF_A_TASK)]
        for bits, operations in pool.map(reached_by, tasks):
            found.append(bits)
            for name, places in operations.items():
                of_operation.setdefault(name, []).extend(places)
    return np.packbits(np.concatenate(found, axis=2), axis=2), of_operation


def reached_by(places: range) -> tuple[np.ndarray, dict[str, list[int]]]:
    """The same of these cases.  Raises RuntimeError where the library fails a case without any mutant, with fast paths
    or without."""
    library, operations = _state.library, {}
    found = np.zeros((2, len(library.reached), len(places)), bool)
    models = FaultyModel(library, 0), FaultyModel(library, ALL_FAST_PATHS)
    for at, place in enumerate(places):
        case = _state.cases[place]
        for fast, model in enumerate(models):
            ctypes.memset(library.reached, 0, len(library.reached))
            if fails(model, case):
                raise RuntimeError(f"the library of mutants differs from the model without any: {case.name}")
            found[fast, :, at] = np.frombuffer(bytes(library.reached), np.uint8)
        for name in case.operations():
            operations.setdefault(name, []).append(place)
    return found, operations


# ---- runs ----

@dataclass(frozen=True, slots=True)
class Built:
    """A library, its mutants, and the candidates that the compiler refused."""
    library: Library
    mutants: list[Numbered]
    refused: list[Mutant | Fault]


def build(candidates: list, count: int, folder: Path, jobs: int) -> Built:
    """A library of the first `count` candidates that compile."""
    kept, refused = compile_check.compiling(candidates, folder / "alone", jobs)
    kept = kept[:count]
    numbered = {n: [one] if isinstance(one, Mutant) else one for n, one in enumerate(kept, 1)}
    edits = "\n".join(f"{one.key} {getattr(one, 'edits', '')}" for one in kept)
    name = hashlib.sha256(edits.encode()).hexdigest()[:8]
    library = mutant_library.build(folder, lambda _: numbered, jobs, name)
    mutants = [Numbered(n, one) for n, one in enumerate(kept, 1) if n not in library.refused]
    return Built(library, mutants, [*refused, *(kept[n - 1] for n in library.refused)])


def prepare(built: Built, reach: Reach, cases: list[CorpusCase], jobs: int) -> None:
    """Sets the state that worker processes inherit."""
    global _state
    mutants = {one.number: one for one in built.mutants}
    _state = State(built.library, mutants, reach, cases, np.empty(0), {})
    gc.collect()
    gc.freeze()                                        # forked processes share these pages
    _state.reaching, _state.of_operation = reached_places(jobs)


def judge_all(numbers: list[int], folder: Path, jobs: int, step: Callable) -> dict[int, Result]:
    """Results by number.  `step`: called with each result.  A survivor whose code is the original's is no mutant."""
    order = sorted(numbers, key=lambda n: (home(_state.mutants[n]), n))
    tasks = [order[n:n + MUTANTS_OF_A_TASK] for n in range(0, len(order), MUTANTS_OF_A_TASK)]
    results: dict[int, Result] = {}
    with forked_pool(jobs) as pool:
        for future in as_completed([pool.submit(run_task, task) for task in tasks]):
            for result in future.result():
                results[result.number] = result
                if result.verdict != SURVIVED:
                    step(result)
    left = {_state.mutants[n].what: n for n, result in results.items() if result.verdict == SURVIVED}
    same = compile_check.same_code(left, folder / "alone", jobs)
    for what, number in left.items():
        if what in same:
            results[number].verdict = SAME_CODE
        step(results[number])
    return results


def run(count: int, seed: int, jobs: int, progress, only=()) -> dict:
    """The report on a sample of `count` mutants, as JSON values.  `progress`: as cli.common.progress; `only`: modules,
    files, functions, operations or kinds.  Raises BuildError, and ValueError for a word of `only` that names
    nothing."""
    began = time.monotonic()
    reach, every = population.population()
    candidates = population.shuffled(population.selected(every, only), seed)[:count + count // 20 + 20]
    folder = FOLDER / "-".join([str(count), str(seed), *only])
    with ThreadPoolExecutor(1) as beside:
        building = beside.submit(build, candidates, count, folder, jobs)
        cases = corpus(seed)
        built = building.result()
    prepare(built, reach, cases, jobs)
    ready = time.monotonic()
    with progress("mutate", len(built.mutants)) as step:
        results = judge_all([one.number for one in built.mutants], folder, jobs, lambda _: step())
    facts = {"seed": seed, "only": list(only), "of": len(every), "refused": len(built.refused),
             "build_seconds": round(ready - began, 1), "run_seconds": round(time.monotonic() - ready, 1)}
    return report([(_state.mutants[n], one) for n, one in sorted(results.items())], facts)


# ---- all of them ----

def run_all(jobs: int, progress, only=(), seed: int = 1) -> dict:
    """The report on every mutant that `only` names, or on all.  Verdicts are kept in build/ as they come, so that a run
    that was ended resumes.  Raises as run() does."""
    began = time.monotonic()
    reach, every = population.population()
    wanted = population.selected(every, only)
    journal = Journal(FOLDER / "all" / "journal.jsonl", f"{model_digest()} {seed}")
    left = [one for one in wanted if one.key not in journal.results]
    left.sort(key=lambda one: population.names_of(one)[1])           # a library compiles the files that have mutants
    cases = corpus(seed) if left else []
    with progress("mutate", len(wanted), len(wanted) - len(left)) as step:
        for n in range(0, len(left), MUTANTS_OF_A_LIBRARY):
            raise_if_changed()
            batch = left[n:n + MUTANTS_OF_A_LIBRARY]
            built = build(batch, len(batch), FOLDER / "all", jobs)
            for one in built.refused:
                journal.write(one.key, Result(0, REFUSED))
                step()
            prepare(built, reach, cases, jobs)

            def keep(result: Result) -> None:
                journal.write(_state.mutants[result.number].key, result)
                step()
            judge_all([one.number for one in built.mutants], FOLDER / "all", jobs, keep)
    judged = [(Numbered(0, one), journal.results[one.key]) for one in wanted if one.key in journal.results]
    facts = {"seed": seed, "only": list(only), "of": len(every), "build_seconds": 0.0,
             "refused": sum(result.verdict == REFUSED for _, result in judged),
             "run_seconds": round(time.monotonic() - began, 1)}
    return report([pair for pair in judged if pair[1].verdict != REFUSED], facts)


def raise_if_changed() -> None:
    """Raises BuildError when the model is another than when the run began."""
    if model_digest.__wrapped__() != model_digest():
        raise BuildError("the model has changed since this run began; the journal keeps what was judged until then: "
                         "start the run again")
