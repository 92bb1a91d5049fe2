"""assay mutate: how many deliberate faults, derived mechanically from the model, the suites and a batch of generated
cases notice."""
from __future__ import annotations

import ctypes
import faulthandler
import gc
import json
import mmap
import multiprocessing
import os
import random
import signal
import time
import traceback
from collections import Counter
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from itertools import islice

import numpy as np

from ..harness.run import Model
from . import library as library_of

from . import exhaust
from .assemble import EVERY_WAY, is_shortcut, place_of
from .cases import Cases, Generated, Rig, every_call, gather
from .journal import last_known, noticed_in
from .score import ENDLESS, EXCUSABLE, EXCUSED, EXHAUSTED, KILLED, SLOWER, SURVIVED, Result, reasons, report

WANTED = 0.98                                          # of a sample, leaving out what is proved or excused
PATIENCE = 1.0                                         # seconds of CPU time for one case on one mutant
ROUNDS = (12, 100, 700)                                # cases tried at a time: most mutants fall to the first
REST = 10**9                                           # all others, when nothing has proved that none can tell
MOST = 24000                                           # cases of the pool, beside listings and Calls
SHARE, FEW = 48, 3                                     # mutants of one task; where each may run everything
FURTHER = 12                                           # cases looked at for what they expect after one that differs
LOOK = 512                                             # cases of one task that finds out what they run
NOTE = 256                                             # bytes that say which case runs
KNOWS = "next_decoded", "decode_now"                   # find what was decoded before, leave what is found
UNNOTICED = SURVIVED, SLOWER                           # of these a proof is looked for at last


@dataclass(slots=True)
class State:
    """What a worker keeps, made before the processes part.  `reaching`: a bit by (are shortcuts there, entry of
    Library.places, place in cases.every): does the case come there; `known`: {key: Result of another run}, whose case
    is tried first; `place`: {digest of a case: its place in cases.every}; `new`: {key of what cases of another run
    have not noticed: bool by place, is it none of them}; `killers`: {function or operation: how many of its mutants
    each place noticed}; `ways`: {digest of a case: what it adds to Library.ways}."""
    sample: library_of.Sample
    cases: Cases
    batch: Generated
    reaching: np.ndarray
    mutants: dict
    known: dict
    place: dict
    new: dict = field(default_factory=dict)
    killers: dict = field(default_factory=dict)
    ways: dict = field(default_factory=dict)


_state: State | None = None


# ---- one mutant ----

def operations_of(one, reach) -> list[str]:
    return reach.operations(one.what.function) if one.is_text else [one.what.op]


def home(one) -> str:
    """What mutants share that the same cases notice: a function, or an operation."""
    return f"{one.what.function.file} {one.what.function.name}" if one.is_text else one.what.op


def judge(one, note, late: bool) -> tuple[Result, object]:
    """A mutant against the first cases of suites and pool, or, `late`, against the others and more cases of the
    operations it reaches, until it is noticed; -> (result, the case that noticed it or None).  `note`: called with each
    case before it runs, and with None when it has."""
    names = operations_of(one, _state.sample.reach)
    rig = Counting(_state.sample.library, one) if is_short(one) else Rig(_state.sample.library, one.number)
    result = Result(one.number, SURVIVED, operations=len(names))
    for cases in stages(one, names, late):
        unmet, differs = ran(rig, cases, note)
        found = unmet if unmet >= 0 else differs
        result.cases += len(cases) if found < 0 else found + 1
        if found >= 0:
            result.verdict, result.by, result.digest = KILLED, cases[found].name, cases[found].digest
            result.suite = unmet >= 0
            return result, cases[found]
    was = one.key in _state.new and was_slower(one)
    if late and isinstance(rig, Counting) and (rig.fewer or was) and not rig.more:
        result.verdict, result.reason = SLOWER, "a shortcut that is taken less often, and never where it was not"
    return result, None


def was_slower(one) -> bool:
    """Has another run found nothing else of it, and no proof?"""
    return one.key in _state.known and _state.known[one.key].verdict == SLOWER


def is_short(one) -> bool:
    """Is it a mutant of a function that does what others do too?"""
    return one.is_text and is_shortcut(one.what)


class Counting(Rig):
    """A mutant of a shortcut.  `fewer`, `more`: how many cases took shortcuts less or more often than without it.
    `which` of the counts tells: what was decoded before depends on the case before too, and is asked only of who finds
    it."""

    def __init__(self, library, one):
        super().__init__(library, one.number)
        self.fewer = self.more = 0
        self.which = int(one.what.function.name in KNOWS)

    def run(self, ready) -> tuple[bool, bool]:
        before = self.library.ways()
        found = ready.run(self)
        taken = (self.library.ways() - before)[self.which]
        right = _state.ways[ready.digest][self.which] if ready.digest in _state.ways else taken
        self.fewer += taken < right
        self.more += taken > right
        return found


def ran(rig: Rig, cases: list, note) -> tuple[int, int]:
    """Runs cases on a mutant -> (which one expects something else, which one differs), -1: none.  Of suite cases that
    differ a few more are run for what they expect."""
    differs = -1
    for n, ready in enumerate(cases):
        note(ready)
        try:
            unmet, differ = rig.run(ready)
        except Exception:                              # what it left cannot be read: without it, the control could
            unmet, differ = False, True
        if unmet:
            note(None)
            return n, n if differs < 0 else differs
        if differ and differs < 0:
            differs = n
        if differs >= 0 and (n - differs > FURTHER or not getattr(ready, "expects", False)):
            break
    note(None)
    return -1, differs


def stages(one, names: list[str], late: bool):
    """The cases a mutant is held against, some at a time: what noticed it before; suites and pool in turn, in growing
    shares; `late`: the rest of them, all for who counts shortcuts; generated ones."""
    first = [] if late else remembered(one)
    found = candidates(one, names)
    of_suites, of_pool = [untried(one, places) for places in found] if late and not is_short(one) else found
    ends = ROUNDS if not late else (REST,)
    for a, b in zip((0, *ends), ends):
        yield from filter(None, (first, cases_at(of_suites[a:b]), cases_at(of_pool[a:b])))
        first = []
    if not names or not late or one.key in _state.new:
        return
    made = (ready for form, number in _state.batch.numbers(names, one.key)
            if (ready := _state.batch.case(form, number)) is not None)
    for a, b in zip((0, *ROUNDS), (*ROUNDS, REST)):
        if not (cases := list(islice(made, b - a))):
            return
        yield cases


def untried(one, places: list[int]) -> list[int]:
    """Of its candidates what may not have been tried: all but the first ones, and what has noticed mutants beside it
    since, which comes first now and may not have done so then."""
    killers = _state.killers.get(home(one), {})
    return [n for k, n in enumerate(places) if k >= ROUNDS[-1] or n in killers]


def remembered(one) -> list:
    """The case that noticed it in another run, if there is such a case still."""
    before = _state.known.get(one.key)
    if before is None or not before.by:
        return []
    if before.digest in _state.place:
        return [_state.cases.every[_state.place[before.digest]]]
    return _state.batch.named(before.by)


def cases_at(places: list[int]) -> list:
    """Made of few places at a time: to hold a case is to copy the page where it lies."""
    return [_state.cases.every[n] for n in places]


def candidates(one, names: list[str]) -> tuple[list[int], list[int]]:
    """Places in cases.every of (suite cases, pool cases) that run what it changes: those first that noticed the most
    mutants beside it, the others in an order of its own."""
    cases, killers = _state.cases, _state.killers.get(home(one), {})
    if one.is_text:
        place = _state.sample.library.places[place_of(one.what)]
        at = np.flatnonzero(np.unpackbits(_state.reaching[int(is_short(one)), place])).tolist()
    else:
        at = sorted({n for name in names for n in cases.of.get(name, ())})
    if (new := _state.new.get(one.key)) is not None:
        at = [n for n in at if new[n]]
    random.Random(one.key).shuffle(at)
    if killers:
        at.sort(key=lambda n: -killers.get(n, 0))
    pool = [n for n in at if n >= cases.suites]
    dear = set([n for n in pool if n < cases.ready][MOST:])
    return [n for n in at if n < cases.suites], [n for n in pool if n not in dear]


def remember(result: Result) -> None:
    """What noticed a mutant is tried first on others of its home."""
    if result.digest in _state.place:
        _state.killers.setdefault(home(_state.mutants[result.number]), Counter())[_state.place[result.digest]] += 1


# ---- processes ----

def share(numbers: list[int], late: bool) -> list[Result]:
    """One task of a worker.  The mutants run in a process beside it, which a mutant may crash or hold up; after that
    there is another one.  Only the first mutant of a process can be told to have done so."""
    results: list[Result] = []
    while left := numbers[len(results):]:
        some, ended, noted = in_a_process(left, late)
        if ended and not some:
            digest, _, name = noted.partition(" ")
            some = [Result(left[0], ENDLESS, by=name, cases=1, digest=digest)]
        for one in some:
            remember(one)
        results += some
    return results


def in_a_process(numbers: list[int], late: bool) -> tuple[list[Result], bool, str]:
    """-> (results of the first of `numbers`, did a mutant end the process, digest and name of the case that ran
    last)."""
    read, write = os.pipe()
    room = mmap.mmap(-1, NOTE)
    child = os.fork()
    if child == 0:
        os.close(read)
        with os.fdopen(write, "w") as pipe:
            try:
                signal.signal(signal.SIGPROF, signal.SIG_DFL)
                faulthandler.disable()                           # what a mutant breaks may complain
                os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
                serve(numbers, late, pipe, room)
            except Exception:
                print(traceback.format_exc(), file=pipe, flush=True)
            finally:
                os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        lines = pipe.read().splitlines()
    _, status = os.waitpid(child, 0)
    noted = room[:].rstrip(b"\0").decode(errors="replace")
    room.close()
    try:
        return [Result(**json.loads(line)) for line in lines], os.WIFSIGNALED(status), noted
    except ValueError:
        raise RuntimeError(f"mutant {numbers[0]} or one after it: " + "\n".join(lines)) from None


def serve(numbers: list[int], late: bool, pipe, room) -> None:
    """Judges mutants and writes a line a result.  A mutant may spoil the process it runs in: whoever is noticed after
    another one must leave a model that passes the case without it, or is judged again in a process of its own."""

    def note(ready) -> None:
        signal.setitimer(signal.ITIMER_PROF, PATIENCE if ready else 0)
        if ready:
            room[:] = f"{ready.digest} {ready.name}".encode()[:NOTE].ljust(NOTE, b"\0")

    def tell(result) -> None:
        print(json.dumps(asdict(result)), file=pipe, flush=True)
        remember(result)
    for n, number in enumerate(numbers):
        result, case = judge(_state.mutants[number], note, late)
        if n == 0:
            tell(result)
        if case is not None and ran(Rig(_state.sample.library, 0), [case], note) != (-1, -1):
            return
        if n:
            tell(result)


# ---- all of them ----

def apart(jobs: int) -> ProcessPoolExecutor:
    """Processes that begin with the state of this one."""
    return ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("fork"))


def reaching(jobs: int) -> np.ndarray:
    """As State.reaching; State.ways is filled."""
    count, found = len(_state.cases.every), []
    with apart(jobs) as pool:
        for some, ways in pool.map(reached_by, [range(n, min(n + LOOK, count)) for n in range(0, count, LOOK)]):
            found.append(some)
            _state.ways |= ways
    return np.concatenate(found, axis=2)


def reached_by(numbers: range) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """The same of these cases, and how often each takes a shortcut where there are mutants of any: a mutant of one runs
    when the shortcuts are there, any other when they are not."""
    library = _state.sample.library
    short = any(map(is_short, _state.mutants.values()))
    found = np.zeros((2, len(library.reached), len(numbers)), bool)
    ways, long_way, straight = {}, Rig(library, 0), Rig(library, EVERY_WAY)
    for at, n in enumerate(numbers):
        ready, no_way = _state.cases.every[n], False
        if short:
            before = library.ways()
            found[1, :, at] = places_of(straight, ready)
            ways[ready.digest] = library.ways() - before
            no_way = not ways[ready.digest].any()      # then the long way is the same
        found[0, :, at] = found[1, :, at] if no_way else places_of(long_way, ready)
    return np.packbits(found, axis=2), ways


def places_of(rig: Rig, ready) -> np.ndarray:
    """A byte for each place of a mutant: not 0 where a case comes there.  Raises RuntimeError where the library
    without any fails it."""
    reached = rig.library.reached
    ctypes.memset(reached, 0, len(reached))
    if any(rig.run(ready)):
        raise RuntimeError(f"the library of mutants differs from the model without any: {ready.name}")
    return np.frombuffer(bytes(reached), np.uint8)


def prepare(sample, cases: Cases, batch: Generated, jobs: int, known=None, since=None) -> dict:
    """What the processes of judged() begin with; -> {number: Derived}.  `known`: as State.known; `since`: {key: digests
    of cases that have not noticed it}."""
    global _state
    mutants = {one.number: one for one in sample.mutants}
    place = {ready.digest: n for n, ready in enumerate(cases.every)}
    since = since or {}
    fresh = {tried: np.array([ready.digest not in tried for ready in cases.every]) for tried in set(since.values())}
    new = {one.key: fresh[since[one.key]] for one in sample.mutants if one.key in since}
    _state = State(sample, cases, batch, np.empty(0), mutants, known or {}, place, new)
    gc.collect()
    gc.freeze()                                        # what is there is not written to by the collector of a process
    _state.reaching = reaching(jobs)
    return mutants


def run(count: int, seed: int, jobs: int, progress, only=()) -> dict:
    """The report, as JSON values.  `progress`: as cli.common.progress; `only`: rooms, files, functions or operations.
    Raises BuildError, and ValueError for a reason that is none or a word of `only` that names nothing."""
    began = time.monotonic()
    drawn, known = library_of.drawn(count, seed, only), last_known()
    with apart(1) as pool, ThreadPoolExecutor(1) as beside:
        calls, model = every_call(seed, pool.map), Model()       # it parts before there is a thread
        building = beside.submit(library_of.assembled, *drawn, jobs, noticed_in(known))
        cases = gather(model, seed, calls)
        sample = building.result()
    mutants = prepare(sample, cases, Generated(model, seed), jobs, known)
    built = time.monotonic()
    with progress("mutate", len(mutants)) as step:
        results = judged(sorted(mutants), jobs, lambda _: step(), EXCUSED in only)
    facts = {
        "seed": seed,
        "only": list(only),
        "of": sample.all,
        "same_code": len(sample.same),
        "refused": len(sample.refused),
        "build_seconds": round(built - began, 1),
        "run_seconds": round(time.monotonic() - built, 1),
    }
    return report([(mutants[n], one) for n, one in sorted(results.items())], facts, WANTED)


def parted(numbers: list[int], most: int, jobs: int) -> list[list[int]]:
    """Tasks of at most so many mutants, and enough of them for all jobs: what a process touches it must copy first, so
    fewer are better."""
    size = max(1, min(most, len(numbers) // (8 * jobs)))
    return [numbers[n:n + size] for n in range(0, len(numbers), size)]


def longest_first(numbers: list[int]) -> list[int]:
    """Of mutants of the text: whoever may run the most cases begins first, as the last to begin is waited for alone."""
    def cases(n: int) -> int:
        one = _state.mutants[n]
        found = candidates(one, operations_of(one, _state.sample.reach))
        return sum(len(places if is_short(one) else untried(one, places)) for places in found)
    return sorted(numbers, key=cases, reverse=True)


def tried(numbers: list[int], jobs: int, late: bool, step) -> dict[int, Result]:
    """Results of these mutants, `late` as judge(), in processes that begin with the state of this one.  `step`: called
    with each result."""
    order = sorted(numbers, key=lambda n: (home(_state.mutants[n]), n))
    texts = longest_first([n for n in order if _state.mutants[n].is_text]) if late else []
    tasks = parted(texts, FEW, jobs) + parted([n for n in order if n not in texts], SHARE, jobs)
    results: dict[int, Result] = {}
    with apart(jobs) as pool:
        for future in as_completed([pool.submit(share, task, late) for task in tasks]):
            for one in future.result():
                remember(one)
                results[one.number] = one
                step(one)
    return results


def finish(numbers: list[int], results: dict[int, Result], hopeless: list[int], jobs: int, step) -> None:
    """`results` of these by all the cases there are; where none notices, and but for the `hopeless`, by the proofs that
    take most effort, which are looked for meanwhile.  `step`: called with each result when it is the last word."""
    asked: dict[int, Future] = {}

    def settle(which) -> None:
        for n in [n for n, proof in asked.items() if which(proof)]:
            if asked.pop(n).result():
                results[n].verdict, results[n].reason = EXHAUSTED, ""
            step(results[n])

    with ThreadPoolExecutor(jobs) as beside:
        def told(one: Result) -> None:
            one.cases += results[one.number].cases
            results[one.number], mutant = one, _state.mutants[one.number]
            if one.verdict in UNNOTICED and one.number not in hopeless and not was_slower(mutant):
                asked[one.number] = beside.submit(exhaust.proved_at_last, mutant)
            else:
                step(one)
            settle(Future.done)
        tried(numbers, jobs, True, told)
        settle(lambda proof: True)


def judged(numbers: list[int], jobs: int, step, whole: bool) -> dict[int, Result]:
    """Results of these mutants.  What the first cases do not notice is proved, where that is soon done, before the
    others are run, and what these do not notice with more effort; of what has a written reason, as much as may be
    excused is neither proved nor, unless `whole`, run on.  `step`: called with each result."""
    known = reasons()
    results = tried(numbers, jobs, False, lambda one: one.verdict == SURVIVED or step(one))
    left = sorted(n for n, one in results.items() if one.verdict == SURVIVED)
    few = [n for n in left if _state.mutants[n].key in known][:int(EXCUSABLE * len(results))]
    proved = exhaust.proved([_state.mutants[n] for n in left if n not in few], _state.sample, jobs)
    for n in proved:
        results[n].verdict = EXHAUSTED
    for n in proved if whole else (*proved, *few):
        step(results[n])
    finish([n for n in left if n not in proved and (whole or n not in few)], results, few, jobs, step)
    for n in left:
        if results[n].verdict == SURVIVED and (key := _state.mutants[n].key) in known:
            results[n].verdict, results[n].reason = EXCUSED, known[key]
    return results
