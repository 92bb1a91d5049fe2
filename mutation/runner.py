"""Run mutants against the corpus: `assay mutate`, with a sample or with all of them."""
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

from ..harness.comparison.case_run import add_allowed_outcomes
from ..harness.faults import mutant_library
from ..harness.faults.call_graph import CallGraph
from ..harness.faults.mutant_library import ALL_FAST_PATHS, FaultyModel, Library, in_fast_path, mutant_place
from ..harness.faults.operation_faults import Fault
from ..harness.faults.source_mutant import Mutant
from ..harness.protocol.format_versions import model_digest, suite_digest
from ..model.build import ROOT, BuildError
from . import compile_check, population
from .corpus import CorpusCase, corpus
from .journal import Journal
from .population import NumberedMutant, affected_operations
from .score import CRASHED, KILLED, REFUSED, SAME_CODE, SURVIVED, Result, report

FOLDER = ROOT / "build" / "mutation"
CASE_CPU_LIMIT_S = 1.0                                 # per case and mutant
MUTANTS_PER_TASK = 16
CASES_PER_TASK = 512                                   # of reached_by_cases: a multiple of 8, since tasks return bits
SHARED_BYTES = 256                                     # memory in which a child writes the running case
MUTANTS_PER_LIBRARY = 4000                             # with --all


@dataclass(slots=True)
class State:
    """The state that worker processes inherit. `reached_bits`: bits indexed by (fast paths enabled, entry of
    Library.probe_numbers, index in cases); `cases_of_operation`: {operation: indices of the cases that execute it};
    `killers`: {mutated_function_or_operation(): how many of its mutants each case, by its index, has killed}."""
    library: Library
    mutants: dict[int, NumberedMutant]
    call_graph: CallGraph
    cases: list[CorpusCase]
    reached_bits: np.ndarray
    cases_of_operation: dict[str, list[int]]
    killers: dict[str, Counter] = field(default_factory=dict)


_state: State


# ---- one mutant ----

def mutated_function_or_operation(mutant: NumberedMutant) -> str:
    """The function or operation that a mutant changes. The same cases tend to kill all of its mutants."""
    definition = mutant.definition
    return f"{definition.function.file} {definition.function.name}" if isinstance(definition, Mutant) else definition.op


def reaching_cases(mutant: NumberedMutant) -> list[int]:
    """Return the indices of the cases that reach a mutant.
    Cases that killed many mutants of its group come first; the order of the others depends on the mutant."""
    if isinstance(mutant.definition, Mutant):
        probe = _state.library.probe_numbers[mutant_place(mutant.definition)]
        bits = _state.reached_bits[int(in_fast_path(mutant.definition)), probe]
        indices = np.flatnonzero(np.unpackbits(bits, count=len(_state.cases))).tolist()
    else:
        indices = list(_state.cases_of_operation.get(mutant.definition.op, ()))
    random.Random(mutant.key).shuffle(indices)
    killers = _state.killers.get(mutated_function_or_operation(mutant), {})
    return sorted(indices, key=lambda probe: -killers.get(probe, 0))


def fails(model: FaultyModel, case: CorpusCase) -> bool:
    """Return whether a mutant fails a case. An unreadable outcome is a failure."""
    try:
        return case.fails(add_allowed_outcomes(case.plan, model.run(case.plan), model))
    except Exception:
        return True


def judge(mutant: NumberedMutant, note: Callable) -> tuple[Result, CorpusCase | None]:
    """Return the verdict on a mutant, with the case that kills it or None. `note`: called with each case before it
    runs, and with None at the end."""
    model, indices = FaultyModel(_state.library, mutant.number), reaching_cases(mutant)
    result = Result(mutant.number, SURVIVED, operations=len(affected_operations(mutant.definition, _state.call_graph)))
    for index in indices:
        case = _state.cases[index]
        note(case)
        result.cases += 1
        if fails(model, case):
            note(None)
            result.verdict, result.part, result.case, result.place = KILLED, case.part, case.name, index
            return result, case
    note(None)
    return result, None


def record_killer(result: Result) -> None:
    """Record the case that killed a mutant, so that it runs first on other mutants of the group."""
    if result.place >= 0:
        group = mutated_function_or_operation(_state.mutants[result.number])
        _state.killers.setdefault(group, Counter())[result.place] += 1


# ---- processes ----

def run_task(numbers: list[int]) -> list[Result]:
    """The results of one task. Mutants run in a child process, because a mutant may crash or block it; another child
    then runs the remaining mutants. Only the first mutant of a child gets the verdict that it ended the process."""
    results: list[Result] = []
    while remaining := numbers[len(results):]:
        child_results, child_ended, index = run_in_child(remaining)
        if child_ended and not child_results:
            case = _state.cases[index]
            child_results = [Result(remaining[0], CRASHED, case.part, case.name, 1, place=index)]
        for result in child_results:
            record_killer(result)
        results += child_results
    return results


def run_in_child(numbers: list[int]) -> tuple[list[Result], bool, int]:
    """Judge mutants in a child process. Return (results of the mutants that it finished, whether a mutant ended the
    process, index of the last case)."""
    read, write = os.pipe()
    shared = mmap.mmap(-1, SHARED_BYTES)
    child = os.fork()
    if child == 0:
        os.close(read)
        with os.fdopen(write, "w") as pipe:
            try:
                signal.signal(signal.SIGPROF, signal.SIG_DFL)
                faulthandler.disable()
                os.dup2(os.open(os.devnull, os.O_WRONLY), 2)     # hides messages of a crash
                judge_in_child(numbers, pipe, shared)
            except Exception:
                print(traceback.format_exc(), file=pipe, flush=True)
            finally:
                os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        lines = pipe.read().splitlines()
    _, status = os.waitpid(child, 0)
    index = int.from_bytes(shared[:8], "little")
    shared.close()
    try:
        return [Result(**json.loads(line)) for line in lines], os.WIFSIGNALED(status), index
    except (ValueError, TypeError):
        raise RuntimeError(f"mutant {numbers[0]} or one after it: " + "\n".join(lines)) from None


def judge_in_child(numbers: list[int], pipe, shared: mmap.mmap) -> None:
    """Judge mutants and write a line for each result. A mutant may corrupt the process. If a mutant kills a case after
    another mutant ran, the model must pass that case without mutants; otherwise the mutant is judged again in another
    process."""
    def note(case: CorpusCase | None) -> None:
        signal.setitimer(signal.ITIMER_PROF, CASE_CPU_LIMIT_S if case else 0)
        if case:
            shared[:8] = case.index.to_bytes(8, "little")

    def write(result: Result) -> None:
        print(json.dumps(asdict(result)), file=pipe, flush=True)
        record_killer(result)
    for n, number in enumerate(numbers):
        result, case = judge(_state.mutants[number], note)
        if n == 0:
            write(result)
        if case is not None:
            note(case)
            is_contaminated = fails(FaultyModel(_state.library, 0), case)
            note(None)
            if is_contaminated:
                return
        if n:
            write(result)


def forked_pool(jobs: int) -> ProcessPoolExecutor:
    """A pool of processes that start with the state of this one."""
    return ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("fork"))


# ---- which cases reach a mutant ----

def reached_places(jobs: int) -> tuple[np.ndarray, dict[str, list[int]]]:
    """State.reached_bits and State.cases_of_operation."""
    count, bits_by_task, cases_of_operation = len(_state.cases), [], {}
    with forked_pool(jobs) as pool:
        tasks = [range(n, min(n + CASES_PER_TASK, count)) for n in range(0, count, CASES_PER_TASK)]
        for bits, operations in pool.map(reached_by_cases, tasks):
            bits_by_task.append(bits)
            for name, places in operations.items():
                cases_of_operation.setdefault(name, []).extend(places)
    return np.concatenate(bits_by_task, axis=2), cases_of_operation


def reached_by_cases(indices: range) -> tuple[np.ndarray, dict[str, list[int]]]:
    """State.reached_bits and State.cases_of_operation for the cases with these indices. Raises RuntimeError if the
    library, with no mutant active, fails a case."""
    library, operations = _state.library, {}
    reached = np.zeros((2, len(library.reached), len(indices)), bool)
    models = FaultyModel(library, 0), FaultyModel(library, ALL_FAST_PATHS)
    for column, index in enumerate(indices):
        case = _state.cases[index]
        for fast_paths, model in enumerate(models):
            ctypes.memset(library.reached, 0, len(library.reached))
            if fails(model, case):
                raise RuntimeError(f"the library of mutants differs from the model without any: {case.name}")
            reached[fast_paths, :, column] = np.frombuffer(bytes(library.reached), np.uint8)
        for name in case.operations():
            operations.setdefault(name, []).append(index)
    return np.packbits(reached, axis=2), operations


# ---- runs ----

@dataclass(frozen=True, slots=True)
class BuiltLibrary:
    """A library, its mutants, and the candidates that the compiler refused."""
    library: Library
    mutants: list[NumberedMutant]
    refused: list[Mutant | Fault]


def build(candidates: list, count: int, folder: Path, jobs: int) -> BuiltLibrary:
    """Build a library of the first `count` candidates that compile."""
    accepted, refused = compile_check.split_by_compilation(candidates, folder / "alone", jobs)
    accepted = accepted[:count]
    numbered = {n: [mutant] if isinstance(mutant, Mutant) else mutant for n, mutant in enumerate(accepted, 1)}
    edits = "\n".join(f"{mutant.key} {getattr(mutant, 'edits', '')}" for mutant in accepted)
    name = hashlib.sha256(edits.encode()).hexdigest()[:8]
    library = mutant_library.build(folder, lambda _: numbered, jobs, name)
    mutants = [NumberedMutant(n, mutant) for n, mutant in enumerate(accepted, 1) if n not in library.refused]
    return BuiltLibrary(library, mutants, [*refused, *(accepted[n - 1] for n in library.refused)])


def prepare(built: BuiltLibrary, call_graph: CallGraph, cases: list[CorpusCase], jobs: int) -> None:
    """Set the state that worker processes inherit."""
    global _state
    mutants = {mutant.number: mutant for mutant in built.mutants}
    _state = State(built.library, mutants, call_graph, cases, np.empty(0), {})
    gc.collect()
    gc.freeze()                                        # forked processes share these pages
    _state.reached_bits, _state.cases_of_operation = reached_places(jobs)


def judge_all(numbers: list[int], folder: Path, jobs: int, step: Callable) -> dict[int, Result]:
    """Judge these mutants and return their results by number. `step`: called with each result. A survivor that compiles
    to the code of the original does not count as a mutant."""
    order = sorted(numbers, key=lambda n: (mutated_function_or_operation(_state.mutants[n]), n))
    tasks = [order[n:n + MUTANTS_PER_TASK] for n in range(0, len(order), MUTANTS_PER_TASK)]
    results: dict[int, Result] = {}
    with forked_pool(jobs) as pool:
        for future in as_completed([pool.submit(run_task, task) for task in tasks]):
            for result in future.result():
                results[result.number] = result
                if result.verdict != SURVIVED:
                    step(result)
    survivors = {_state.mutants[n].definition: n for n, result in results.items() if result.verdict == SURVIVED}
    same_code = compile_check.same_code_mutants(survivors, folder / "alone", jobs)
    for mutant, number in survivors.items():
        if mutant in same_code:
            results[number].verdict = SAME_CODE
        step(results[number])
    return results


def run(count: int, seed: int, jobs: int, progress, only=()) -> dict:
    """The report on a sample of `count` mutants, as JSON values. `progress`: as cli.common.progress; `only`: modules,
    files, functions, operations or kinds. Raises BuildError, and ValueError for a word of `only` that matches no
    mutant."""
    start = time.monotonic()
    call_graph, all_mutants = population.population()
    candidates = population.sample_order(population.select_mutants(all_mutants, only), seed)[:count + count // 20 + 20]
    folder = FOLDER / "-".join([str(count), str(seed), *only])
    with ThreadPoolExecutor(1) as executor:
        build_future = executor.submit(build, candidates, count, folder, jobs)
        cases = corpus(seed)
        built = build_future.result()
    prepare(built, call_graph, cases, jobs)
    ready = time.monotonic()
    with progress("mutate", len(built.mutants)) as step:
        results = judge_all([mutant.number for mutant in built.mutants], folder, jobs, lambda _: step())
    facts = {"seed": seed, "only": list(only), "of": len(all_mutants), "refused": len(built.refused),
             "build_seconds": round(ready - start, 1), "run_seconds": round(time.monotonic() - ready, 1)}
    return report([(_state.mutants[n], result) for n, result in sorted(results.items())], facts)


# ---- all of them ----

def run_all(jobs: int, progress, only=(), seed: int = 1) -> dict:
    """The report on every mutant that `only` names, or on all. Verdicts are written to build/ as they come, so that an
    interrupted run resumes. Raises the same errors as run()."""
    start = time.monotonic()
    call_graph, all_mutants = population.population()
    selected = population.select_mutants(all_mutants, only)
    # a verdict is one of this model, on this corpus
    journal = Journal(FOLDER / "all" / "journal.jsonl", f"{model_digest()} {suite_digest()} {seed}")
    remaining = [mutant for mutant in selected if mutant.key not in journal.results]
    # by file, because a library compiles only the files that have mutants
    remaining.sort(key=lambda mutant: population.selection_names(mutant)[1])
    cases = corpus(seed) if remaining else []
    with progress("mutate", len(selected), len(selected) - len(remaining)) as step:
        for n in range(0, len(remaining), MUTANTS_PER_LIBRARY):
            raise_if_model_changed()
            batch = remaining[n:n + MUTANTS_PER_LIBRARY]
            built = build(batch, len(batch), FOLDER / "all", jobs)
            for mutant in built.refused:
                journal.write(mutant.key, Result(0, REFUSED))
                step()
            prepare(built, call_graph, cases, jobs)

            def write_result(result: Result) -> None:
                journal.write(_state.mutants[result.number].key, result)
                step()
            judge_all([mutant.number for mutant in built.mutants], FOLDER / "all", jobs, write_result)
    judged = [(NumberedMutant(0, mutant), journal.results[mutant.key])
              for mutant in selected if mutant.key in journal.results]
    facts = {"seed": seed, "only": list(only), "of": len(all_mutants), "build_seconds": 0.0,
             "refused": sum(result.verdict == REFUSED for _, result in judged),
             "run_seconds": round(time.monotonic() - start, 1)}
    return report([pair for pair in judged if pair[1].verdict != REFUSED], facts)


def raise_if_model_changed() -> None:
    """Raise BuildError if the model has changed since the run began."""
    if model_digest.__wrapped__() != model_digest():
        raise BuildError("the model has changed since this run began; the journal has the verdicts until then: "
                         "start the run again")
