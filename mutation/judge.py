"""assay mutate: how many deliberate faults, derived mechanically from the model, the suites and a batch of generated cases notice."""
from __future__ import annotations

import itertools
import json
import multiprocessing
import os
import signal
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

from ..harness.run import Model
from ..harness.versions import model_digest, suite_digest
from . import library as mutation
from ..model.build import ROOT

from . import exhaust
from .assemble import Faulty
from .cases import Generated, noticed, suite_cases

WANTED = 0.98                                          # of the mutants that are not proved or excused equivalent
EXCUSABLE = 0.03                                       # of the sample, by a written reason
PATIENCE = 20.0                                        # seconds of CPU time for one round of cases on one mutant
ROUNDS = (12, 100, 700, 10**9)                          # cases tried at a time: most mutants fall to the first
SHARE = 12                                             # mutants of one task
REASONS = Path(__file__).resolve().parent / "derived" / "equivalent.txt"
SCORE = ROOT / "build" / "mutation.json"
KILLED, ENDLESS, SURVIVED, EXHAUSTED, EXCUSED = "killed", "crashed", "survived", "equivalent", "excused"


@dataclass(slots=True)
class Result:
    """What became of one mutant.  `by`: the case that noticed it; `cases`: how many ran; `suite`: the suites alone notice it."""
    number: int
    verdict: str
    by: str = ""
    cases: int = 0
    suite: bool = False
    operations: int = 0
    reason: str = ""


@dataclass(slots=True)
class State:
    """What a worker keeps.  Made before the processes part."""
    sample: mutation.Sample
    suites: dict
    batch: Generated
    mutants: dict = field(default_factory=dict)


_state: State | None = None


# ---- one mutant ----

def operations_of(one, reach) -> list[str]:
    return reach.operations(one.what.function) if one.is_text else [one.what.op]


def tried(number: int, cases: list) -> int:
    """Runs cases on a mutant in a process of its own -> which one noticed it, -1: none; -2: it crashed or does not end."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        answer = "raised in the process of a mutant"
        try:
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_PROF, PATIENCE)
            model = Faulty(_state.sample.library, number)
            answer = str(next((n for n, ready in enumerate(cases) if noticed(ready, model.run(ready.plan))), -1))
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
        return -2
    if not answer.lstrip("-").isdigit():
        raise RuntimeError(f"mutant {number}: {answer}")
    return int(answer)


def judge(one) -> Result:
    """A mutant against the suites, then against the batch, until it is noticed."""
    names = operations_of(one, _state.sample.reach)
    result = Result(one.number, SURVIVED, operations=len(names))
    own = list({id(ready): ready for name in names for ready in _state.suites.get(name, ())}.values())
    if own and attempt(result, one.number, own):
        result.suite = True
        return result
    numbers, limit = _state.batch.numbers(names, one.key), 0
    for size in ROUNDS:
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


def attempt(result: Result, number: int, cases: list) -> bool:
    found = tried(number, cases)
    result.cases += len(cases) if found < 0 else found + 1
    if found == -1:
        return False
    result.verdict, result.by = (KILLED, cases[found].name) if found >= 0 else (ENDLESS, "")
    return True


def share(numbers: list[int]) -> list[Result]:
    """One task of a worker."""
    return [judge(_state.mutants[number]) for number in numbers]


# ---- all of them ----

def reasons(path: Path = REASONS) -> dict[str, str]:
    """{key of a mutant: why it is equivalent}; raises ValueError with file:line for a line that is none."""
    found = {}
    for n, line in enumerate(path.read_text().splitlines() if path.exists() else (), 1):
        if line.strip() and not line.startswith("#"):
            key, bar, reason = line.rpartition(" | ")           # an operator of the key may be one too
            if not bar or not reason.strip():
                raise ValueError(f"{path.name}:{n}: write KEY | REASON")
            found[key.strip()] = reason.strip()
    return found


def control(state: State) -> None:
    """The library without a mutant must pass what the mutants are held against; raises RuntimeError."""
    global _state
    _state = state
    cases = [ready for found in state.suites.values() for ready in found]
    for form, number in itertools.islice(state.batch.numbers(sorted(state.sample.reach.body), "control"), 400):
        ready = state.batch.case(form, number)
        cases += [ready] if ready is not None else []
    if (found := tried(0, cases)) != -1:
        raise RuntimeError(
            f"the library of mutants differs from the model without any: {cases[found].name if found >= 0 else 'crash'}"
        )


def prepare(count: int, seed: int, jobs: int) -> State:
    """Builds the library and the suites' results."""
    sample = mutation.build(count, seed, jobs=jobs)
    model = Model()
    return State(sample, suite_cases(model), Generated(model, seed), {one.number: one for one in sample.mutants})


def run(count: int, seed: int, jobs: int, progress) -> dict:
    """The report, as JSON values.  `progress`: as cli.common.progress.  Raises BuildError, and ValueError for a reason that is none."""
    began = time.monotonic()
    control(prepare(count, seed, jobs))
    built = time.monotonic()
    order = sorted(
        _state.mutants,
        key=lambda n: (
            (_state.mutants[n].what.function.name if _state.mutants[n].is_text else _state.mutants[n].what.op),
            n,
        ),
    )
    tasks = [order[n:n + SHARE] for n in range(0, len(order), SHARE)]
    results: dict[int, Result] = {}
    with (
        ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("fork")) as pool,
        progress("mutate", len(order)) as step,
    ):
        for future in as_completed([pool.submit(share, task) for task in tasks]):
            for one in future.result():
                results[one.number] = one
                step()
    excuse(results)
    return report(results, count, seed, built - began, time.monotonic() - built)


def excuse(results: dict) -> None:
    """Survivors that are proved equivalent, or have a written reason."""
    left = [_state.mutants[n] for n, one in sorted(results.items()) if one.verdict == SURVIVED]
    proved, known = exhaust.proved(left, _state.sample), reasons()
    for one in left:
        if one.number in proved:
            results[one.number].verdict = EXHAUSTED
        elif one.key in known:
            results[one.number].verdict, results[one.number].reason = EXCUSED, known[one.key]


def score_of(counts: Counter, total: int) -> float:
    """Killed of those that count; reasons beyond EXCUSABLE of the sample do not excuse."""
    excused = min(counts[EXCUSED], int(EXCUSABLE * total))
    left = total - counts[EXHAUSTED] - excused
    return (counts[KILLED] + counts[ENDLESS]) / left if left else 0.0


def report(results: dict, count: int, seed: int, build_seconds: float, run_seconds: float) -> dict:
    """JSON values: counts in all and by kind, survivors, excused ones with their reasons."""
    kinds: dict[str, Counter] = {}
    for n, one in results.items():
        kinds.setdefault(_state.mutants[n].kind, Counter())[one.verdict] += 1
    total = Counter(one.verdict for one in results.values())
    sample = _state.sample
    return {
        "mutation": 1,
        "model": model_digest(),
        "suites": suite_digest(),
        "seed": seed,
        "sample": len(results),
        "of": sample.all,
        "same_code": sample.same,
        "refused": sample.refused,
        "score": round(score_of(total, len(results)), 5),
        "killed": total[KILLED] + total[ENDLESS],
        "crashed": total[ENDLESS],
        "equivalent": total[EXHAUSTED],
        "excused": total[EXCUSED],
        "survived": total[SURVIVED],
        "by_suites_alone": sum(one.suite for one in results.values()),
        "cases": sum(one.cases for one in results.values()),
        "build_seconds": round(build_seconds, 1),
        "run_seconds": round(run_seconds, 1),
        "kinds": {
            kind: {verdict: c[verdict] for verdict in (KILLED, ENDLESS, EXHAUSTED, EXCUSED, SURVIVED)}
            for kind, c in sorted(kinds.items())
        },
        "survivors": [shown(_state.mutants[n], one) for n, one in sorted(results.items()) if one.verdict == SURVIVED],
        "reasons": [
            shown(_state.mutants[n], one) for n, one in sorted(results.items()) if one.verdict in (EXCUSED, EXHAUSTED)
        ],
    }


def shown(one, result: Result) -> dict:
    """A mutant that was not noticed: what it is, and what was run."""
    what = one.what
    held = {
        "key": one.key,
        "kind": one.kind,
        "where": one.where,
        "cases": result.cases,
        "operations": result.operations,
    }
    held |= (
        {"source": what.source, "change": f"{what.old} -> {what.new}"}
        if one.is_text
        else {"source": what.op, "change": what.text}
    )
    return held | ({"reason": result.reason or "all inputs tried"} if result.verdict != SURVIVED else {})


def enough(made: dict) -> bool:
    """Does a report reach the score wanted?"""
    return made["score"] >= WANTED


def known_score(path: Path = SCORE) -> str | None:
    """The score of this very model and these suites, when `assay mutate` has left one."""
    try:
        held = json.loads(path.read_text())
        return (
            f"{100 * held['score']:.2f} % of {held['sample']} mutants, seed {held['seed']}"
            if held["model"] == model_digest() and held["suites"] == suite_digest()
            else None
        )
    except (OSError, ValueError, KeyError):
        return None
