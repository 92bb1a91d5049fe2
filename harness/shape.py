"""Many runs of one shape: cases that give and observe the same registers, have the same memory, groups and limits, and
differ in code and contents only.  Everything they share is prepared once; a run costs a third of Model.run's time."""
from __future__ import annotations

import struct
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Generic, TypeVar

import msgspec
import numpy as np

from ..generators.drawn import arrays
from .binding import codes_of, package
from .case import CaseError
from .plan import Plan, State
from .reading import memory_of, parted, reader_of, written
from .run import UNTOUCHED, Model, reads_flags, states_of, table_of

SHAPES = 64                                          # kept of those last used
NO_WAVES = np.empty((0, 0), np.uint32)
PAIR = 2                                             # times of a shape before it is prepared
SEEN = 4096                                          # keys remembered, so that only what comes again is prepared


@dataclass(slots=True)
class Answer:
    """What a run gave.  `body`: of a `result` message; `broken`: findings of kind error and race; `bits`: not open, and
    observed; `ended`: an open value decided something."""
    body: dict
    broken: int = 0
    bits: tuple[int, int] = (0, 0)
    ended: bool = False


@dataclass(slots=True)
class Contents:
    """What differs: code, the words of all states one behind the other (scalars, then rows of vectors), bytes of
    regions and LDS, seed; `flags`: the code may read exception flags."""
    code: bytes
    words: bytes
    regions: list[bytes] = field(default_factory=list)
    lds: bytes = b""
    seed: int = 1
    flags: bool = True


def words_of(states: list[tuple]) -> bytes:
    """The words of states, each its scalars' values and its vectors' rows."""
    return b"".join(part for scalars, rows in states for part in (struct.pack(f"<{len(scalars)}I", *scalars), *rows))


class Prepared:
    """What runs of one kind share, on the machine that a model has: `setup`, the struct assay_run of all."""

    def __init__(self, model: Model, machine):
        self.model, self.machine = model, machine
        self.setup = machine.ffi.new("struct assay_run *", machine.setup[0])

    def current(self) -> bool:
        """Is the model's machine still the one that this was prepared for?"""
        return self.model.machine is self.machine

    def start(self, code: bytes, entries, count: int) -> None:
        """Runs code.  `entries`: struct assay_set of so many registers."""
        setup, text = self.setup, self.machine.ffi.from_buffer(code)
        setup.code, setup.code_bytes, setup.sets, setup.set_count = text, len(code), entries, count
        self.model.call(self.machine.lib.assay_run, self.machine.handle, setup, self.machine.outcome)


class Shape(Prepared):
    """Cases like `plan`, which says what is observed and starts no kernel, on a model."""

    def __init__(self, model: Model, plan: Plan):
        machine, self.plan = model.machine_for(plan.groups * plan.waves_per_group, 1 << 16), plan
        self.buffers = [bytearray(r.size) for r in plan.regions]
        self.shadows = [bytearray(r.size) for r in plan.regions]
        self.blank = [bytes(r.size) for r in plan.regions]
        machine.pack(**model.options(plan, self.buffers, self.shadows))
        super().__init__(model, machine)
        self.held = machine.held
        parts = tuple((wave, tuple(one.scalars), tuple(one.vectors)) for wave, one in states_of(plan))
        self.table, self.size = table_of(plan.arch, plan.wave, parts)
        self.reader = reader_of(plan.arch, plan.wave, *parted(tuple(plan.observed or ())))
        self.looks = [next((n, k.address - r.address, k) for n, r in enumerate(plan.regions)
                           if 0 <= k.address - r.address and k.address + k.size <= r.address + r.size)
                      for k in plan.looks]
        self.watched = bool(self.setup.watch_flags) and not reads_flags(plan.arch, plan.wave, plan.code)
        self.lds = bool(plan.case.observe and plan.case.observe.lds)

    def run(self, given: Contents) -> Answer | None:
        """One case; None where the contents are not of this shape."""
        if len(given.words) != self.size or len(given.code) > 1 << 16:
            return None
        ffi, setup = self.machine.ffi, self.setup
        lds = ffi.from_buffer(given.lds.ljust(setup.lds_bytes, b"\0")) if given.lds else ffi.NULL
        setup.lds, setup.seed = lds, given.seed & 0xFFFFFFFFFFFFFFFF
        setup.watch_flags = self.watched or given.flags and reads_flags(self.plan.arch, self.plan.wave, given.code)
        for buffer, shadow, blank, data in zip(self.buffers, self.shadows, self.blank, given.regions):
            buffer[:] = data if len(data) == len(blank) else data.ljust(len(blank), b"\0")
            shadow[:] = blank
        values, table = ffi.from_buffer(given.words), self.table.copy()
        table["values"] += int(ffi.cast("uintptr_t", values))
        self.start(given.code, ffi.from_buffer("struct assay_set[]", table), len(table))
        return self.answer()

    def answer(self) -> Answer:
        """The last run's."""
        out, reader = self.machine.result(), self.reader
        block = self.machine.block(out.kept) if out.kept else None
        looks = [(k, bytes(self.buffers[n][at:at + k.size]), self.shadows[n][at:at + k.size])
                 for n, at, k in self.looks]
        words, opened = reader.read(block) if block else (NO_WAVES, 0)
        opened += sum(8 * (k.size - shadow.count(0)) for k, _, shadow in looks)
        lds = [self.machine.lds()[0]] if self.lds else []
        observed = out.kept * reader.bits + 8 * sum(k.size for k, _, _ in looks) + 8 * sum(map(len, lds))
        memory = [{"name": k.name, "address": k.address, "bytes": data} for k, data, _ in looks]
        body = body_of(out, reader.registers(words), memory, lds) | self.machine.records()
        return Answer(body, out.errors + out.races, (observed - opened, observed), bool(out.compared_end))


def body_of(out, waves: list[dict], memory: list[dict], lds: list[bytes]) -> dict:
    """The body of a `result` message.  `out`: the machine's outcome; `waves`: the registers of each."""
    body = {
        "status": out.status, "instructions": out.instructions, "wave_count": out.wave_count,
        "waves": [{"registers": one} for one in waves], "memory": memory, "lds": lds,
        "findings": [{"rule": rule, "kind": kind, "wave": wave, "pc": hex(pc), "text": text}
                     for rule, kind, wave, pc, text in out.findings],
    }
    if out.status != "ok":
        body |= {"text": out.text, "pc": out.stopped_pc}
        body |= {"operation": out.text} if out.status == "unsupported" else {}
    return body


class Wide(Prepared):
    """Many cases of one group of as many waves, without memory, that give registers of their own, and the same ones to
    every wave.  `plan`: one of them."""

    def __init__(self, model: Model, plan: Plan):
        self.arch, self.lanes, self.count = plan.arch, plan.wave, plan.waves_per_group
        machine = model.machine_for(self.count, 1 << 16)
        machine.pack(**model.options(replace(plan, state=State(), overlays=[], regions=[]), [], []))
        super().__init__(model, machine)
        self.room(64)

    def room(self, registers: int) -> None:
        """Makes room for the start values of so many registers of each wave."""
        self.registers, self.sets = registers, np.empty(self.count * registers, package().SETS)
        self.entries = self.machine.ffi.from_buffer("struct assay_set[]", self.sets)
        self.into = arrays.model("assay_set", int(self.machine.ffi.cast("uintptr_t", self.entries)))

    def run(
        self, code: bytes, scalars: tuple[str, ...], vectors: tuple[int, ...], words: bytes | memoryview, observed=None
    ) -> tuple[list[str], Answer]:
        """(the registers that are observed, Answer) of one case.  `words`: of a wave after the other, its scalars and
        then the rows of its vectors; `observed`: dwords, None for those that some wave writes, and where none does
        that the usual ones stay as they are."""
        return self.answer(self.go(code, scalars, vectors, words, observed), observed, UNTOUCHED)

    def go(self, code: bytes, scalars: tuple[str, ...], vectors: tuple[int, ...], words: bytes | memoryview, observed):
        """Runs a case -> the machine's outcome."""
        given, size = registers_of(self.arch, self.lanes, scalars, vectors)
        if len(words) != self.count * size:
            raise CaseError("state", f"{len(words)} bytes of values; these registers have {self.count * size}")
        count, values = given.struct.count, arrays.words(words)
        if count > self.registers:
            self.room(count)
        arrays.extension()[1].plan_sets(given.struct, self.count, values, self.into)
        flags = "trapsts" in scalars or "trapsts" in (observed or ())
        self.setup.watch_flags = flags or reads_flags(self.arch, self.lanes, code)
        self.start(code, self.entries, self.count * count)
        return self.machine.result()

    def answer(self, out, observed, usual, memory=(), lds=()) -> tuple[list[str], Answer]:
        """What it left.  `usual`: registers that are observed where nobody says which and none is written; `memory`,
        `lds`: what is observed beside them."""
        if not out.kept:
            body = body_of(out, [], [], []) | self.machine.records()
            return list(observed or ()), Answer(body, out.errors + out.races)
        block = self.machine.block(out.kept)
        if observed is None:
            observed = written(self.arch, block) or usual
        reader = reader_of(self.arch, self.lanes, *parted(tuple(observed)))
        bits = out.kept * reader.bits + 8 * (sum(len(one.data) for one in memory) + sum(map(len, lds)))
        words, opened = reader.read(block)
        opened += sum(int.from_bytes(one.open, "little").bit_count() for one in memory)
        shown = [{"name": one.name, "address": one.address, "bytes": one.data} for one in memory]
        body = body_of(out, reader.registers(words) if self.count == 1 else [], shown, list(lds))
        if self.count > 1:
            body["waves"] = msgspec.Raw(reader.packed(words))
        body |= self.machine.records()
        return [*reader.asked, *reader.rows_named], Answer(
            body, out.errors + out.races, (bits - opened, bits), bool(out.compared_end))


class Lone(Wide):
    """The same of groups of one wave, with memory.  Cases are plans for which lone() holds."""

    def run_plan(self, plan: Plan) -> tuple[list[str], Answer]:
        """(the registers that are observed, Answer)"""
        ffi, setup, case, state = self.machine.ffi, self.setup, plan.case, plan.state
        buffers = [bytearray(region.data).ljust(region.size, b"\0") for region in plan.regions]
        shadows = [bytearray(region.size) for region in plan.regions]
        held: list = []                              # as long as the run goes on
        self.machine.pack_regions(setup, [(r.address, b, o, r.space) for r, b, o in
                                          zip(plan.regions, buffers, shadows)], held)
        lds = ffi.from_buffer(plan.lds_bytes.ljust(case.lds, b"\0")) if plan.lds_bytes else ffi.NULL
        setup.entry, setup.lds_bytes, setup.lds = plan.entry, case.lds, lds
        setup.scratch_bytes, setup.scratch_base = case.scratch, plan.address("scratch")
        words = struct.pack(f"<{len(state.scalars)}I", *state.scalars.values())
        words += b"".join([row.data for row in state.vectors.values()])
        out = self.go(plan.code, tuple(state.scalars), tuple(state.vectors), words, plan.observed)
        memory = memory_of(plan, buffers, shadows)
        shown = [self.machine.lds()[0]] if case.observe and case.observe.lds else []
        return self.answer(out, plan.observed, () if memory or case.lds else UNTOUCHED, memory, shown)


def lone_key(plan: Plan) -> tuple:
    """What such plans must have in common to be run by one Lone."""
    case = plan.case
    return (plan.arch, plan.wave, plan.base, case.sgprs, case.vgprs, case.policy, case.schedule, case.seed,
            case.profile, case.limits.instructions)


STARTED = {"kernarg", "dispatch_packet", "queue"}        # regions that the start of a kernel knows by name


def lone(plan: Plan) -> bool:
    """One wave that starts with given registers, without what only a run by itself can have?"""
    return (plan.grid == plan.group == (plan.wave, 1, 1) and not plan.overlays and not plan.dispatched
            and plan.handler is None and len(plan.code) <= 1 << 16
            and not any(region.name in STARTED for region in plan.regions))


@lru_cache(maxsize=512)
def registers_of(arch: str, lanes: int, scalars: tuple[str, ...], vectors: tuple[int, ...]) -> tuple:
    """(plan_registers (plan.h), bytes of their words) of a wave that gives these registers."""
    codes, first = codes_of(arch), package().V0
    if unknown := [name for name in scalars if name not in codes]:
        raise CaseError(f"state.{unknown[0]}", f"{arch} has no such register")
    numbers = [codes[name] for name in scalars] + [first + number for number in vectors]
    lengths = [1] * len(scalars) + [lanes] * len(vectors)
    return arrays.Struct("plan_registers", count=len(numbers), numbers=np.array(numbers, np.uint32),
                         lengths=np.array(lengths, np.uint32)), 4 * sum(lengths)


Kind = TypeVar("Kind", bound=Wide)


def keep(held: OrderedDict, key: Hashable, made):
    """Keeps what was made of a key, and lets go of the oldest of too many -> what was made."""
    held[key] = made
    if len(held) > SHAPES:
        held.popitem(last=False)
    return made


class Wides(Generic[Kind]):
    """The Wide or Lone of each kind of group, by what cases of it have in common; the last few are kept."""

    def __init__(self, model: Model, kind: type[Kind]):
        self.model, self.kind = model, kind
        self.held: OrderedDict[tuple, Kind] = OrderedDict()

    def find(self, key: tuple, plan) -> Kind:
        """That of the key, made of the plan that `plan()` gives."""
        found = self.held.get(key)
        if found is None or not found.current():
            found = keep(self.held, key, self.kind(self.model, plan()))
        return found


class Shapes:
    """The shapes of a model that came more than PAIR times, by key: cases of a certificate come by twos."""

    def __init__(self, model: Model):
        self.model = model
        self.seen: OrderedDict[Hashable, int] = OrderedDict()
        self.held: OrderedDict = OrderedDict()

    def find(self, key, plan) -> Shape | None:
        """The shape of that key, made of the plan that `plan()` gives; None where it came too seldom."""
        shape = self.held.get(key)
        if shape is not None and shape.current():
            self.held.move_to_end(key)
            return shape
        times = self.seen.get(key, 0)
        if times < PAIR:
            self.seen[key] = times + 1
            if len(self.seen) > SEEN:
                self.seen.popitem(last=False)
            return None
        return keep(self.held, key, Shape(self.model, plan()))
