"""assay mutate: how many deliberate faults, derived mechanically from the model, the suites and a batch of generated
cases notice."""
from __future__ import annotations

import ctypes
import multiprocessing
import os
import random
import signal
import time
import traceback
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field

import numpy as np

from ..harness.run import Model
from . import library as library_of

from . import exhaust
from .cases import Cases, Generated, Rig, gather
from .score import ENDLESS, EXCUSED, EXHAUSTED, KILLED, SURVIVED, Result, reasons, report

WANTED = 0.98                                          # of a sample, leaving out what is proved or excused
PATIENCE = 20.0                                        # seconds of CPU time for one round of cases on one mutant
ROUNDS = (12, 100, 700, 10**9)                          # cases tried at a time: most mutants fall to the first
MOST = 3000                                            # cases of the pool
SHARE = 12                                             # mutants of one task


@dataclass(slots=True)
class State:
    """What a worker keeps, made before the processes part.  `reaching`: {entry of Library.places: places in cases.every
    that run it}."""
    sample: library_of.Sample
    cases: Cases
    batch: Generated
    reaching: dict
    mutants: dict = field(default_factory=dict)


_state: State | None = None


# ---- one mutant ----

def operations_of(one, reach) -> list[str]:
    return reach.operations(one.what.function) if one.is_text else [one.what.op]


def tried(number: int, cases: list) -> tuple[int, int]:
    """Runs cases on a mutant in a process of its own -> (which one expects something else, which one differs), -1:
    none; (-2, -2): it crashed or does not end.  Of suite cases that differ a hundred more are run for what they
    expect."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        answer = "raised in the process of a mutant"
        try:
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_PROF, PATIENCE)
            answer = "{} {}".format(*ran(Rig(_state.sample.library, number), cases))
        except Exception:
            answer = traceback.format_exc()
        finally:
            os.write(write, answer.encode())
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return -2, -2
    try:
        unmet, differs = map(int, answer.split())
    except ValueError:
        raise RuntimeError(f"mutant {number}: {answer}") from None
    return unmet, differs


def ran(rig: Rig, cases: list) -> tuple[int, int]:
    """As tried, in this process."""
    differs = -1
    for n, ready in enumerate(cases):
        unmet, differ = ready.run(rig)
        if unmet:
            return n, n if differs < 0 else differs
        if differ and differs < 0:
            differs = n
        if differs >= 0 and (n - differs > 100 or not getattr(ready, "expects", False)):
            break
    return -1, differs


def judge(one) -> Result:
    """A mutant against the suites and the pool, then against more cases of the operations it reaches, until it is
    noticed."""
    names = operations_of(one, _state.sample.reach)
    result = Result(one.number, SURVIVED, operations=len(names))
    suites, pool = candidates(one, names)
    for cases in (*rounds(suites), *rounds(pool)):
        if attempt(result, one.number, cases):
            return result
    numbers, limit = _state.batch.numbers(names, one.key), 0
    for size in ROUNDS if names else ():
        cases = []
        for form, number in numbers:
            ready = _state.batch.case(form, number)
            if ready is not None:
                cases.append(ready)
            if len(cases) >= size - limit:
                break
        limit = size
        if cases and attempt(result, one.number, cases):
            return result
    return result


def candidates(one, names: list[str]) -> tuple[list, list]:
    """(suite cases, pool cases) that run what it changes, each in an order of its own."""
    cases = _state.cases
    if one.is_text:
        place = _state.sample.library.places[one.what.function.file, one.what.function.start]
        at = list(_state.reaching.get(place, ()))
    else:
        at = sorted({n for name in names for n in cases.of.get(name, ())})
    random.Random(one.key).shuffle(at)
    return [cases.every[n] for n in at if n < cases.suites], [cases.every[n] for n in at if n >= cases.suites][:MOST]


def rounds(cases: list) -> list:
    """The cases in growing shares."""
    ends = [0, *(n for n in ROUNDS[:-1] if n < len(cases)), len(cases)]
    return [cases[a:b] for a, b in zip(ends, ends[1:]) if a < b]


def attempt(result: Result, number: int, cases: list) -> bool:
    unmet, differs = tried(number, cases)
    found = unmet if unmet >= 0 else differs
    result.cases += len(cases) if found < 0 else found + 1
    if found == -1:
        return False
    result.verdict, result.by = (KILLED, cases[found].name) if found >= 0 else (ENDLESS, "")
    result.suite = unmet >= 0
    return True


def share(numbers: list[int]) -> list[Result]:
    """One task of a worker."""
    return [judge(_state.mutants[number]) for number in numbers]


# ---- all of them ----

def reaching(library, cases: Cases) -> dict:
    """{entry of library.places: places in cases.every that run it}.  The library without a mutant must pass them all;
    raises RuntimeError."""
    rig, found = Rig(library, 0), {}
    for n, ready in enumerate(cases.every):
        ctypes.memset(library.reached, 0, len(library.reached))
        if any(ready.run(rig)):
            raise RuntimeError(f"the library of mutants differs from the model without any: {ready.name}")
        for place in np.flatnonzero(np.frombuffer(library.reached, np.uint8)).tolist():
            found.setdefault(place, []).append(n)
    return found


def prepare(sample, cases: Cases, batch: Generated) -> dict:
    """What the processes of judged() begin with; -> {number: Derived}."""
    global _state
    mutants = {one.number: one for one in sample.mutants}
    _state = State(sample, cases, batch, reaching(sample.library, cases), mutants)
    return mutants


def run(count: int, seed: int, jobs: int, progress) -> dict:
    """The report, as JSON values.  `progress`: as cli.common.progress.  Raises BuildError, and ValueError for a reason
    that is none."""
    began = time.monotonic()
    sample, model = library_of.build(count, seed, jobs=jobs), Model()
    mutants = prepare(sample, gather(model, seed), Generated(model, seed))
    built = time.monotonic()
    with progress("mutate", len(mutants)) as step:
        results = judged(sorted(mutants), jobs, lambda _: step())
    excuse(results)
    facts = {
        "seed": seed,
        "of": sample.all,
        "same_code": len(sample.same),
        "refused": len(sample.refused),
        "build_seconds": round(built - began, 1),
        "run_seconds": round(time.monotonic() - built, 1),
    }
    return report([(mutants[n], one) for n, one in sorted(results.items())], facts, WANTED)


def judged(numbers: list[int], jobs: int, step) -> dict[int, Result]:
    """Results of these mutants, in processes that begin with the state of this one.  `step`: called with each
    result."""

    def place(n):
        what = _state.mutants[n].what
        return (what.function.name if _state.mutants[n].is_text else what.op), n
    order = sorted(numbers, key=place)
    tasks = [order[n:n + SHARE] for n in range(0, len(order), SHARE)]
    results: dict[int, Result] = {}
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("fork")) as pool:
        for future in as_completed([pool.submit(share, task) for task in tasks]):
            for one in future.result():
                results[one.number] = one
                step(one)
    return results


def excuse(results: dict) -> None:
    """Survivors that are proved equivalent, or have a written reason."""
    left = [_state.mutants[n] for n, one in sorted(results.items()) if one.verdict == SURVIVED]
    proved, known = exhaust.proved(left, _state.sample), reasons()
    for one in left:
        if one.number in proved:
            results[one.number].verdict = EXHAUSTED
        elif one.key in known:
            results[one.number].verdict, results[one.number].reason = EXCUSED, known[one.key]
