"""Many runs of one shape: cases that have the same groups and limits and differ in code, registers, memory and
contents.  What they share is prepared once, the rest goes to the model and comes back in a call of C each; a run costs
a fifth of Model.run's time."""
from __future__ import annotations

import struct
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from ...generators.native import array_loops
from ...model.machine import SPACES, STATUSES
from ..case.case_types import CaseError
from ..case.plan import Plan, RegisterState
from . import register_pack as rows
from .model_run import UNTOUCHED, Model, reads_flags
from .readback import observed, parted, written
from .register_pack import Registers

SHAPES = 64                                          # kept of those last used
CODE = 1 << 16                                       # bytes of code at most
NO_WAVES = b"\xdc\0\0"                               # an array of none
ALIGNED = 64                                         # each region begins at a multiple of so many bytes
SEED = (1 << 64) - 1


class Answer(Struct):
    """What a run gave.  `registers`: those that are observed, None where there are no waves; `waves`: these as a
    `result` message has them; `memory`: (name, address, bytes);
    `records`: exports and messages; `broken`: findings of kind error and race; `bits`: not open, and observed; `ended`:
    an open value decided something."""
    status: str
    instructions: int
    wave_count: int
    registers: Registers | None
    waves: bytes
    memory: list[tuple[str, int, bytes]]
    lds: list[bytes]
    findings: list[dict]
    records: dict
    text: str | None
    pc: int | None
    broken: int
    bits: tuple[int, int]
    ended: bool

    @property
    def operation(self) -> str | None:
        """What is unsupported."""
        return self.text if self.status == "unsupported" else None

    @property
    def body(self) -> dict:
        """The body of a `result` message."""
        told = {"operation": self.operation, "text": self.text, "pc": self.pc}
        return {
            "status": self.status, "instructions": self.instructions, "wave_count": self.wave_count,
            "waves": msgspec.Raw(self.waves),
            "memory": [{"name": name, "address": address, "bytes": data} for name, address, data in self.memory],
            "lds": self.lds, "findings": self.findings, **self.records,
        } | {key: value for key, value in told.items() if value is not None}


class Contents(Struct):
    """In what runs of a shape differ.  `words`: of each of so many `waves` the words of its `registers`, one behind the
    other; `waves` 0: those of one, which all get; `observed`: registers, None for those that some wave writes and those
    `beside`; `usual`: where there are none; `regions`, `looks`: like placing.Region and Look; `flags`: the code may
    read exception flags."""
    code: bytes
    registers: Registers
    words: bytes | memoryview | np.ndarray
    waves: int
    observed: Registers | None = None
    usual: tuple[str, ...] = ()
    regions: Sequence[Any] = ()
    looks: Sequence[Any] = ()
    entry: int = 0
    lds_bytes: int = 0
    lds: bytes = b""
    show_lds: bool = False
    scratch_bytes: int = 0
    seed: int = 1
    flags: bool = True
    beside: tuple[str, ...] = ()


class Memory:
    """The regions of one run after the other, in one stretch of bytes that stays where it is, and what of them is
    open."""

    def __init__(self, ffi):
        self.ffi, self.regions = ffi, ()
        self.room(1 << 14, 8)

    def room(self, size: int, count: int) -> None:
        """Makes room for so many bytes and regions."""
        self.size, self.count, self.table = size, count, self.ffi.new("struct assay_region[]", count)
        held, opened = self.ffi.new("uint8_t[]", size), self.ffi.new("uint8_t[]", size)
        self.starts, self.bytes, self.open = (held, opened), self.ffi.buffer(held), self.ffi.buffer(opened)
        self.blank = bytes(size)

    def lay(self, setup, regions: Sequence) -> None:
        """Gives a run these regions."""
        if not regions and not self.regions:         # nor had the one before any
            return
        need = sum([one.size + ALIGNED for one in regions])
        if need > self.size or len(regions) > self.count:
            self.room(2 * max(need, self.size), 2 * max(len(regions), self.count))
        at, held, opened, blank, (start, start_open) = 0, self.bytes, self.open, self.blank, self.starts
        for place, one in zip(self.table, regions):
            end, given = at + one.size, at + len(one.data)
            held[at:given] = one.data
            held[given:end] = blank[given:end]
            opened[at:end] = blank[at:end]
            place.address, place.size, place.bytes, place.open = one.address, one.size, start + at, start_open + at
            place.space = SPACES[one.space]
            at = -(-end // ALIGNED) * ALIGNED
        self.regions, setup.regions, setup.region_count = regions, self.table, len(regions)

    def seen(self, looks: Sequence) -> tuple[list[tuple[str, int, bytes]], int]:
        """((name, address, bytes) of what is looked at after the run, how many of these bits are open)"""
        found, bits = [], 0
        for look in looks:
            at = 0
            for one in self.regions:
                offset = look.address - one.address
                if 0 <= offset and offset + look.size <= one.size:
                    at, end = at + offset, at + offset + look.size
                    found.append((look.name, look.address, self.bytes[at:end]))
                    bits += open_bits(self.open[at:end])
                    break
                at += -(-one.size // ALIGNED) * ALIGNED
        return found, bits


class Shape:
    """Runs of cases that have a plan's groups and limits, on the machine that a model has.  `plan`: one for which
    fits() holds."""

    def __init__(self, model: Model, plan: Plan):
        machine = model.machine_for(plan.groups * plan.waves_per_group, CODE)
        machine.pack(**model.options(replace(plan, state=RegisterState(), wave_states=[], regions=[], lds_bytes=b""),
                                     [], []))
        self.model, self.machine, self.arch, self.lanes = model, machine, plan.arch, plan.wave
        ffi, lib = machine.ffi, machine.lib
        self.setup, self.memory = ffi.new("struct assay_run *", machine.setup[0]), Memory(ffi)
        self.kept, self.wrote = ffi.new("struct assay_wave[]", machine.waves), np.empty(7, np.uint64)
        self.ffi, self.lib, self.to_wrote = *array_loops.extension(), array_loops.pointer(self.wrote)
        self.in_c, self.start = self.ffi.new("struct plan_machine *"), self.ffi.new("struct plan_start *")
        self.in_c.kept = machine.waves
        self.point(run=ffi.addressof(lib, "assay_run"), wave_at=ffi.addressof(lib, "assay_wave_at"),
                   machine=machine.handle, setup=self.setup, outcome=machine.outcome, waves=self.kept)
        self.room(256)

    def point(self, **members) -> None:
        """Members of plan_machine that point to something of the model's."""
        for name, value in members.items():
            kind, address = self.ffi.typeof(getattr(self.in_c, name)), self.machine.ffi.cast("uintptr_t", value)
            setattr(self.in_c, name, self.ffi.cast(kind, int(address)))

    def current(self) -> bool:
        """Is the model's machine still the one that this was prepared for?"""
        return self.model.machine is self.machine

    def room(self, count: int) -> None:
        """Makes room for so many start values."""
        self.most, self.sets = count, self.machine.ffi.new("struct assay_set[]", count)
        self.point(sets=self.sets)

    def run(self, given: Contents) -> Answer:
        """One case.  Raises CaseError for registers that are not as its contents say."""
        held, start, buffer = given.registers, self.start, self.ffi.from_buffer
        count = max(given.waves, 1)
        if count * len(held.numbers) > self.most:
            self.room(count * len(held.numbers))
        code, words = buffer("uint8_t[]", given.code), buffer("uint32_t[]", given.words)
        if len(words) < count * held.words:
            raise CaseError("state", f"{len(words)} words of values; these registers have {count * held.words}")
        start.code, start.size, start.registers, start.waves, start.words = (
            code, len(code), held.struct, given.waves, words)
        lds = self.lay(given)
        kept = self.model.call(self.lib.plan_run, self.in_c, start)
        del lds                                      # held so long
        return self.answer(given, kept)

    def lay(self, given: Contents):
        """Sets what a run has beside code and registers -> the start contents of LDS."""
        setup, ffi, watched = self.setup, self.machine.ffi, given.observed
        lds = ffi.from_buffer(given.lds.ljust(given.lds_bytes, b"\0")) if given.lds else ffi.NULL
        setup.entry, setup.lds_bytes, setup.lds, setup.seed = given.entry, given.lds_bytes, lds, given.seed & SEED
        setup.scratch_bytes = given.scratch_bytes
        if given.scratch_bytes:
            setup.scratch_base = next((one.address for one in given.regions if one.name == "scratch"), 0)
        setup.watch_flags = given.registers.flagged or watched is not None and watched.flagged or (
            given.flags and reads_flags(self.arch, self.lanes, given.code))
        self.memory.lay(setup, given.regions)
        return lds

    def answer(self, given: Contents, kept: int) -> Answer:
        """What it left."""
        machine, out, held = self.machine, self.machine.outcome, given.observed
        memory, opened = self.memory.seen(given.looks) if given.looks else ([], 0)
        bits, lds, packed = 8 * sum([len(data) for _, _, data in memory]), [], NO_WAVES
        if given.show_lds:
            data, shadow = machine.lds()
            lds, bits, opened = [data], bits + 8 * len(data), opened + open_bits(shadow)
        if kept:
            waves = self.in_c.waves
            if held is None:
                held = self.written(kept, given.beside) or rows.registers(self.arch, self.lanes, given.usual)
            packed, more = held.told(kept, waves)
            bits, opened = bits + kept * held.bits, opened + more
        found = findings(machine, out.finding_count) if out.finding_count else []
        records = machine.records() if out.export_count or out.message_count else {}
        status, text, pc = "ok", None, None
        if out.status:
            status, text, pc = STATUSES[out.status], machine.ffi.string(out.text).decode(), out.stopped_pc
        return Answer(
            status, out.instructions, out.wave_count, held, packed, memory, lds, found, records, text, pc,
            out.errors + out.races, (bits - opened, bits), bool(out.compared_end))

    def written(self, kept: int, beside: tuple[str, ...]) -> Registers | None:
        """The registers that so many waves have written, and those beside them."""
        self.lib.plan_written(kept, self.in_c.waves, self.to_wrote)
        return written(self.arch, self.lanes, self.wrote.tobytes(), beside)


def open_bits(shadow: bytes) -> int:
    """How many bits lie in bytes that are open; mostly none, and to count zeros takes ten times as long as to see."""
    return 8 * (len(shadow) - shadow.count(0)) if shadow != bytes(len(shadow)) else 0


def findings(machine, count: int) -> list[dict]:
    """Those of the last run, so many, as a `result` message has them."""
    return [{"rule": rule, "kind": kind, "wave": wave, "pc": hex(pc), "text": text}
            for rule, kind, wave, pc, text in machine.findings(count)]


STARTED = {"kernarg", "dispatch_packet", "queue"}        # regions that the start of a kernel knows by name


def fits(plan: Plan) -> bool:
    """Do waves start with given registers, the same ones in each, without what only a run by itself can have?"""
    return not (plan.starts_by_dispatch or plan.trap_handler is not None or len(plan.code) > CODE
                or any(region.name in STARTED for region in plan.regions)) and alike(plan)


def alike(plan: Plan) -> bool:
    """Do all waves give the same registers?"""
    waves = plan.wave_states
    if not waves:
        return True
    if plan.state.scalars or plan.state.vectors or len(waves) != plan.waves_per_group:
        return False
    first = waves[0]
    return all(one.scalars.keys() == first.scalars.keys() and one.vectors.keys() == first.vectors.keys()
               for one in waves)


def key_of(plan: Plan) -> tuple:
    """What plans must have in common to be run by one Shape."""
    case = plan.case
    return (plan.arch, plan.wave, plan.base, *plan.grid, *plan.group, case.sgprs, case.vgprs, case.policy,
            case.schedule, case.profile, case.limits.instructions)


def contents_of(plan: Plan) -> Contents:
    """In what a plan differs from those of its shape."""
    case, state = plan.case, plan.wave_states[0] if plan.wave_states else plan.state
    scalars, vectors = tuple(state.scalars), tuple(state.vectors)
    words = b"".join(
        [part for one in plan.wave_states for part in packed(scalars, [one.scalars[name] for name in scalars],
                                                             [one.vectors[number] for number in vectors])]
        or packed(scalars, state.scalars.values(), state.vectors.values()))
    asked = None if plan.observed is None else observed(plan.arch, plan.wave, *parted(tuple(plan.observed)))
    return Contents(
        plan.code, rows.registers(plan.arch, plan.wave, scalars, vectors), words, len(plan.wave_states), asked,
        () if plan.observed_ranges or case.lds else UNTOUCHED, plan.regions, plan.observed_ranges, plan.entry, case.lds,
        plan.lds_bytes,
        bool(case.observe and case.observe.lds), case.scratch, case.seed,
    )


def packed(scalars: Sequence, values, rows) -> list:
    """The words of a wave: of so many scalars, and rows."""
    return [struct.pack(f"<{len(scalars)}I", *values), *[row.tobytes() for row in rows]]


class Shapes:
    """The shapes of a model, by what cases have in common; the last few are kept."""

    def __init__(self, model: Model):
        self.model = model
        self.held: OrderedDict[Hashable, Shape] = OrderedDict()

    def find(self, key: Hashable, plan: Callable[[], Plan]) -> Shape:
        """That of the key, made of the plan that `plan()` gives."""
        found = self.held.get(key)
        if found is None or not found.current():
            found = self.held[key] = Shape(self.model, plan())
            if len(self.held) > SHAPES:
                self.held.popitem(last=False)
        return found
