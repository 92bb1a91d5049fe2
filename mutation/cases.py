"""The cases mutants are held against: suites, the pool, and more of single operations; and what tells a result from the
right one."""
from __future__ import annotations

import ctypes
import hashlib
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial

import msgspec
import numpy as np

from .. import suites
from ..generators.single import sampler
from ..generators.single.instructions import case_of
from ..generators.drawn.shapes import modes_of
from ..harness import outcomes, pairs
from ..harness.case import CaseError
from ..harness.expect import evaluate
from ..harness.floats import distance, near_lanes
from ..harness.outcome import Outcome
from ..harness.plan import Plan, resolve
from ..harness.run import Model, complete
from ..model.machine import archs, extension
from .assemble import Faulty, Library
from .calls import Calls, Machines, calls_of, performed
from .given import DECLARED, Given, every_form
from .journal import DIGEST
from .listings import Listing, listings
from .pools import (
    advice, blends, brinks, caches, clauses, contacts, corners, cut, edges, encounters, formats, groups, handlers,
    hazards, images, jumps, leftovers, levels, lines, masks, meetings, memory, neighbours, nodes, operands, ordered,
    orders, plans, points, pool, rays, records, releases, samples, seldom, shades, share, spots, stacks, states,
    texels, told, touches, traps, waits, ways,
)

A_FORM, ALL = 300, 3000                                # generated cases of one form, and of one mutant
GUARD = 16                                             # bytes behind a text that must stay as they were
# Memory of this size and more is the system's again when a machine goes.  What glibc keeps instead, up to 32 MB at a
# time, was two thirds of the heap; the next machine has it set to zero, page by page where a process has parted.
M_MMAP_THRESHOLD, LARGE = -3, 1 << 20
WIDEST_LINE, NARROW = 256, 40
SPELT = bytes.fromhex("ff02027e78563412")              # v_mov_b32 v1, 0x12345678
# pools of runs through the C interface
CALLED = (plans, memory, edges, formats, images, samples, share, waits, hazards, advice, groups, meetings, orders,
          traps, clauses, points, lines, rays, caches, cut, levels, jumps, operands, texels, masks, records, ordered,
          touches, handlers, seldom, states, nodes, blends, contacts, releases, ways, encounters, spots, told, corners,
          shades, leftovers, neighbours, stacks, brinks)
STRIDE = 37                                            # few of them are to meet every setting of MODE


def digest_of(*parts) -> str:
    return hashlib.sha256(msgspec.msgpack.encode(parts)).hexdigest()[:DIGEST]


@dataclass(slots=True)
class Ready:
    """A case with the model's own result.  `expects`: it comes of a suite and says what it expects; `choices`: which of
    DECLARED its model makes."""
    name: str
    plan: Plan
    golden: Outcome
    expects: bool = False
    choices: int = 0
    digest: str = ""

    def __post_init__(self):
        """`digest`: of what is run and looked at, and of what is expected of it."""
        self.digest = digest_of(self.plan.case, self.plan.observed, self.choices)

    def run(self, rig: Rig) -> tuple[bool, bool]:
        """(is what it expects not met, does anything differ from the model's result)"""
        model = rig.model(self.choices)
        got = complete(self.plan, model.run(self.plan), model)
        expect = self.plan.case.expect if self.expects else None
        unmet = expect is not None and bool(evaluate(expect, self.plan, got))
        other_set = allowed_by(got) != allowed_by(self.golden)
        return unmet, other_set or differs(self.golden, got, self.plan.case.lds)


@dataclass(slots=True)
class Listed:
    """Lines for the disassembler and the text the model gives for them."""
    name: str
    given: Listing
    golden: tuple
    digest: str = ""

    def __post_init__(self):
        self.digest = digest_of(self.given)

    def run(self, rig: Rig) -> tuple[bool, bool]:
        """As Ready.run."""
        return False, listed(rig.library.binding, self.given, rig.on()) != self.golden


@dataclass(slots=True)
class Called:
    """Runs through the C interface, and what the model shows of each."""
    name: str
    given: Calls
    golden: tuple[str, ...]
    digest: str = ""

    def __post_init__(self):
        self.digest = digest_of(self.given)

    def run(self, rig: Rig) -> tuple[bool, bool]:
        """As Ready.run."""
        rig.on()
        return False, performed(rig.machines, self.given) != self.golden


class Rig:
    """One mutant of a library, ready to run cases; number 0 is none."""

    def __init__(self, library: Library, number: int):
        self.library, self.number, self.models = library, number, {}
        self.machines = Machines(library.binding)

    def on(self) -> None:
        """The mutant is on in this process from here."""
        self.library.choose(self.number)

    def run(self, ready) -> tuple[bool, bool]:
        """As Ready.run."""
        return ready.run(self)

    def model(self, choices: int) -> Faulty:
        """The model that makes these choices."""
        if choices not in self.models:
            self.models[choices] = Faulty(self.library, self.number, DECLARED[choices])
        return self.models[choices]


# ---- cases ----

@cache
def operation_of(arch: str) -> dict[str, str]:
    """{what the disassembler prints: row}"""
    return {form.mnemonic: form.op.name for form in sampler.forms_of(arch)}


@dataclass(slots=True)
class Cases:
    """What every mutant may be held against.  `every`: suites first, then the pool; `suites`: how many are of suites;
    `ready`: how many are Ready, which stand before listings and Calls; `of`: {operation: places in `every` of suite
    cases that run it, and of cases of the pool that are named after it}."""
    every: list
    suites: int
    ready: int
    of: dict[str, list[int]]


def gather(model: Model, seed: int, calls: Iterable[list[Called]]) -> Cases:
    """The suites, and the pool of that seed.  `calls`: every_call() of it."""
    ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE)
    every, of = [], {}
    for ready, names in suite_cases(model):
        for name in names:
            of.setdefault(name, []).append(len(every))
        every.append(ready)
    suites_end = len(every)
    models = [Model(choices) for choices in DECLARED]
    for given in pool.cases(seed):
        if (ready := pooled(models, given)) is not None:
            for name in named_in(given.case):
                of.setdefault(name, []).append(len(every))
            every.append(ready)
    ready_end = len(every)
    for some in calls:
        every += some
    every += [Listed(f"listing {n}", one, listed(extension(), one)) for n, one in enumerate(listings(seed))]
    return Cases(every, suites_end, ready_end, of)


def named_in(case: dict) -> set[str]:
    """The operations that the name of a case of the pool says it is of."""
    known = operation_of(case["arch"])
    return {known[word] for word in case["name"].split() if word in known}


def every_call(seed: int, each: Callable = map) -> Iterable[list[Called]]:
    """What callers of the C interface may ask for, of that seed.  `each`: `map`, or that of a process beside this one,
    which makes them meanwhile: they are half of what all cases cost."""
    return each(partial(called, seed), range(len(CALLED)))


def called(seed: int, place: int) -> list[Called]:
    """Of these what one module of CALLED has."""
    machines = Machines(extension())
    return [Called(one.name, one, performed(machines, one)) for one in calls_of(CALLED[place], seed)]


def pooled(models: list, given: Given) -> Ready | None:
    """None: there is no such case."""
    try:
        plan, model = resolve(given.case), models[given.choices]
        golden = complete(plan, model.run(plan), model)
    except CaseError:
        return None
    if plan.observed is None:
        plan.observed = pairs.observed_of(golden)
    return Ready(plan.case.name, plan, golden, choices=given.choices)


def suite_cases(model: Model):
    """(Ready, the operations it runs) of every suite case; what does not pass on the model itself is left out."""
    for case in suites.cases():
        texts: list[str] = []
        plan = resolve(case)
        golden = complete(plan, model.run(plan, trace=lambda step: texts.append(step["text"])), model)
        if case.expect is None or evaluate(case.expect, plan, golden):
            continue
        names = operation_of(case.arch)
        spelled = {part.split()[0] for text in texts for part in text.split("::") if part.split()}
        known = sorted({names[m] for m in spelled if m in names})
        yield Ready(f"suites/{case.name}", plan, golden, expects=True), known


def listed(binding, given: Listing, _=None) -> tuple[int, bytes]:
    """What the disassembler of a library makes of the lines: how long the text is, and digest of what has room and of
    which lines set fields that have no use."""
    ffi, lib = binding
    lines, unused = given.lines.encode(), b""
    room = WIDEST_LINE * (given.lines.count("\n") + 1) if given.room is None else given.room
    text = ffi.new("char[]", room + GUARD)
    arch, wave = archs(ffi, lib)[given.arch], given.wave
    made = lib.assay_disassemble_lines(arch, wave, lines, len(lines) - given.behind, text, room)
    if given.sound:
        codes = map(bytes.fromhex, given.lines.splitlines())
        unused = bytes(lib.assay_sets_unused(arch, wave, code, len(code)) for code in codes)
    else:
        unused = b"".join(in_room(binding, arch, wave, room) for room in range(NARROW)) + names_of(binding)
    return made, hashlib.sha256(bytes(ffi.buffer(text, min(made, room) + GUARD)) + unused).digest()


def in_room(binding, arch: int, wave: int, room: int) -> bytes:
    """What one instruction, a word that is none, and an architecture that is none become in little room."""
    ffi, lib = binding
    text, found = ffi.new("char[]", b"?" * NARROW), b""
    known = archs(ffi, lib)
    unknown = len(known)                               # the first number that is no architecture's
    for of, code in ((arch, SPELT), (arch, bytes(8)), (arch, SPELT[:4]), (unknown, SPELT), (99, SPELT)):
        found += bytes([lib.assay_disassemble(of, wave, code, len(code), text, room),
                        lib.assay_sets_unused(of, wave, code, len(code))]) + ffi.buffer(text, NARROW)[:]
    names = [spelt for name in known for spelt in (name, name[:-1], name + "x")]
    return found + repr([lib.assay_arch(name.encode()) for name in names]).encode()


def names_of(binding) -> bytes:
    """What the architectures and the first number behind them are called."""
    ffi, lib = binding
    names = (lib.assay_arch_name(number) for number in range(len(archs(ffi, lib)) + 1))
    return repr([None if name == ffi.NULL else ffi.string(name) for name in names]).encode()


class Generated:
    """Cases of forms by number, made once; `seed` fixes them all."""

    def __init__(self, model: Model, seed: int):
        self.model, self.seed, self.made = model, seed, {}
        self.forms: dict[str, list] = {}
        self.titles: dict[str, list] = {}
        for form in every_form():
            self.forms.setdefault(form.op.name, []).append(form)
            self.titles.setdefault(f"{form.mnemonic} {sampler.name_of(form)}", []).append(form)

    def numbers(self, operations, key: str):
        """(form, number) in the order they are tried: every form once, then again; few forms get more cases each."""
        forms = [form for name in operations for form in self.forms.get(name, ())]
        random.Random(f"{self.seed} {key}").shuffle(forms)
        forms = forms[:ALL]
        for number in range(min(A_FORM, max(1, ALL // max(1, len(forms))))):
            for form in forms:
                yield form, number * STRIDE % A_FORM

    def case(self, form, number: int) -> Ready | None:
        """None: there is no such case."""
        key = (form.arch, form.mnemonic, sampler.name_of(form), number)
        if key not in self.made:
            if len(self.made) > 20000:
                self.made.clear()
            self.made[key] = self.make(form, number)
        return self.made[key]

    def named(self, name: str) -> list[Ready]:
        """The cases of that name, one an architecture that has its form."""
        what, _, number = name.rpartition(" ")
        forms = self.titles.get(what, []) if number.isdigit() else []
        return [ready for form in forms if (ready := self.case(form, int(number))) is not None]

    def make(self, form, number: int) -> Ready | None:
        try:
            one = sampler.sample(form, number, self.seed)
            plan = resolve(case_of(one, f"{form.mnemonic} {sampler.name_of(form)} {number}"))
        except (sampler.NoCase, CaseError):
            return None
        golden = self.model.run(plan)
        if (golden.status not in ("ok", "fault") or golden.bits == (0, 0)
                or any(f["kind"] in ("error", "race") or f["rule"] == "open.end" for f in golden.findings)):
            return None
        if plan.observed is None:
            plan.observed = pairs.observed_of(golden)
        # exception flags, which only a case that asks for them has
        if len(modes_of(form.op)) > 1 and number % 3 == 0:
            plan.observed = [*plan.observed, "trapsts"]
            golden = self.model.run(plan)
        return Ready(plan.case.name, plan, golden)


# ---- verdicts ----

def differs(golden: Outcome, got: Outcome, lds: int = 0) -> bool:
    """Is anything another than the model's result: how it ends, findings, what is open and within which band, and every
    bit that is neither open nor within its band?  `lds`: how many bytes of it the case has."""
    if ending_of(got) != ending_of(golden) or len(got.waves) != len(golden.waves):
        return True
    rules = {f["rule"] for f in golden.findings}
    return "open.end" not in rules and (
        (golden.exports, golden.messages) != (got.exports, got.messages)
        or any(waves_differ(right, wave) for right, wave in zip(golden.waves, got.waves))
        or any(memory_differs(right, one) for right, one in zip(golden.memory, got.memory))
        or [data[:lds] for data in got.lds] != [data[:lds] for data in golden.lds]
        and not any(f["kind"] == "race" for f in golden.findings)
    )


def allowed_by(one: Outcome) -> list | None:
    """The results in a set, and whether it is whole; None: the case asks for none."""
    found = one.allowed
    return None if found is None else [found.whole, *(outcomes.key_of(each.outcome) for each in found.results)]


def ending_of(one: Outcome) -> tuple:
    """Status, counts and findings."""
    findings = [(f["rule"], f["kind"], f["wave"], f["pc"], f["text"]) for f in one.findings]
    return one.status, one.text, one.pc, one.instructions, one.wave_count, one.findings_dropped, findings


def waves_differ(right, got) -> bool:
    if (right.open_scalars != got.open_scalars or right.open_vectors != got.open_vectors or right.bands != got.bands
            or right.scalars.keys() != got.scalars.keys()):
        return True
    for name, value in right.scalars.items():
        if (value ^ got.scalars.get(name, ~value)) & ~right.open_scalars.get(name, 0):
            return True
    return any(rows_differ(right, number, row, got) for number, row in right.vectors.items())


def rows_differ(right, number: int, row: np.ndarray, got) -> bool:
    other = got.vectors.get(number)
    if other is None:
        return True
    differ = row != other
    if not differ.any():
        return False
    lanes = [lane for lane in np.flatnonzero(differ).tolist() if not right.open_vectors.get(number, 0) >> lane & 1]
    band, low = right.bands.get(number), right.bands.get(number - 1)
    if low is not None and low.kind == "f64":
        band, number = low, number - 1
    if band is None:
        return bool(lanes)
    if band.kind == "f64":
        return any(
            not band.lanes >> lane & 1 or far(double(right, number, lane), double(got, number, lane), band.ulp)
            for lane in lanes
        )
    near = near_lanes(row, other, band.kind, band.ulp)
    return any(not (band.lanes >> lane & 1 and near[lane]) for lane in lanes)


def double(wave, number: int, lane: int) -> int:
    return int(wave.vectors[number][lane]) | int(wave.vectors[number + 1][lane]) << 32


def far(a: int, b: int, ulp: int) -> bool:
    """Are two doubles more than `ulp` apart?"""
    apart = distance(a, b, "f64")
    return apart is None or apart > ulp


def memory_differs(right, got) -> bool:
    if right.data == got.data and right.open == got.open:
        return False
    hidden = right.open or bytes(len(right.data))
    return right.open != got.open or any((a ^ b) & ~o for a, b, o in zip(right.data, got.data, hidden))
