"""Many runs of one shape: cases that give and observe the same registers, have the same memory, groups and limits, and
differ in code and contents only.  Everything they share is prepared once; a run costs a third of Model.run's time."""
from __future__ import annotations

import struct
from collections import OrderedDict
from dataclasses import dataclass, field

from .plan import Plan
from .run import Model, parted, reader_of, reads_flags, states_of, table_of

SHAPES = 64                                          # kept of those last used
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


class Shape:
    """Cases like `plan`, which says what is observed and starts no kernel, on a model."""

    def __init__(self, model: Model, plan: Plan):
        self.model, self.machine = model, model.machine_for(plan.groups * plan.waves_per_group, 1 << 16)
        self.plan, machine, ffi = plan, self.machine, self.machine.ffi
        self.buffers = [bytearray(r.size) for r in plan.regions]
        self.shadows = [bytearray(r.size) for r in plan.regions]
        self.blank = [bytes(r.size) for r in plan.regions]
        machine.pack(**model.options(plan, self.buffers, self.shadows))
        self.setup, self.held = ffi.new("struct assay_run *", machine.setup[0]), machine.held
        parts = tuple((wave, tuple(one.scalars), tuple(one.vectors)) for wave, one in states_of(plan))
        self.table, self.size = table_of(plan.arch, plan.wave, parts)
        self.reader = reader_of(plan.arch, plan.wave, *parted(tuple(plan.observed or ())))
        self.names = tuple(f"v{n}" for n in self.reader.vectors)
        self.looks = [next((n, k.address - r.address, k) for n, r in enumerate(plan.regions)
                           if 0 <= k.address - r.address and k.address + k.size <= r.address + r.size)
                      for k in plan.looks]
        self.watched = bool(self.setup.watch_flags) and not reads_flags(plan.arch, plan.wave, plan.code)
        self.lds = bool(plan.case.observe and plan.case.observe.lds)

    def current(self) -> bool:
        """Is the model's machine still the one that this was prepared for?"""
        return self.model.machine is self.machine

    def run(self, given: Contents) -> Answer | None:
        """One case; None where the contents are not of this shape."""
        words = given.words
        if len(words) != self.size or len(given.code) > 1 << 16:
            return None
        ffi, setup = self.machine.ffi, self.setup
        code, values, table = ffi.from_buffer(given.code), ffi.from_buffer(words), self.table.copy()
        table["values"] += int(ffi.cast("uintptr_t", values))
        entries = ffi.from_buffer("struct assay_set[]", table)
        lds = ffi.from_buffer(given.lds.ljust(setup.lds_bytes, b"\0")) if given.lds else ffi.NULL
        setup.code, setup.code_bytes, setup.sets, setup.set_count = code, len(given.code), entries, len(table)
        setup.lds, setup.seed = lds, given.seed & 0xFFFFFFFFFFFFFFFF
        setup.watch_flags = self.watched or given.flags and reads_flags(self.plan.arch, self.plan.wave, given.code)
        for buffer, shadow, blank, data in zip(self.buffers, self.shadows, self.blank, given.regions):
            buffer[:] = data if len(data) == len(blank) else data.ljust(len(blank), b"\0")
            shadow[:] = blank
        self.model.call(self.machine.lib.assay_run, self.machine.handle, setup, self.machine.outcome)
        return self.answer()

    def answer(self) -> Answer:
        """The last run's."""
        out, machine, lanes = self.machine.result(), self.machine, self.plan.wave
        waves, opened = [], 0
        for number in range(out.kept):
            held = machine.wave(number)
            data, size = self.reader.rows(held).tobytes(), 4 * lanes
            registers: dict[str, int | bytes] = {**self.reader.scalar_values(held)}
            registers.update((name, data[n * size:n * size + size]) for n, name in enumerate(self.names))
            waves.append({"registers": registers})
            opened += self.opened(held)
        looks = [(k, bytes(self.buffers[n][at:at + k.size]), self.shadows[n][at:at + k.size])
                 for n, at, k in self.looks]
        opened += sum(8 * (k.size - shadow.count(0)) for k, _, shadow in looks)
        lds = [machine.lds()[0]] if self.lds else []
        body = {
            "status": out.status, "instructions": out.instructions, "wave_count": out.wave_count, "waves": waves,
            "memory": [{"name": k.name, "address": k.address, "bytes": data} for k, data, _ in looks], "lds": lds,
            "findings": [{"rule": rule, "kind": kind, "wave": wave, "pc": hex(pc), "text": text}
                         for rule, kind, wave, pc, text in out.findings],
        }
        if out.status != "ok":
            body |= {"text": out.text, "pc": out.stopped_pc}
            body |= {"operation": out.text} if out.status == "unsupported" else {}
        scalars = 32 * (len(self.reader.scalars) + len(self.reader.named)) - 31 * ("scc" in self.reader.named)
        observed = out.kept * (32 * lanes * len(self.names) + scalars) + 8 * sum(k.size for k, _, _ in looks)
        observed += 8 * sum(map(len, lds))
        return Answer(body, out.errors + out.races, (observed - opened, observed), bool(out.compared_end))

    def opened(self, held) -> int:
        """Open bits among the observed ones of a wave."""
        found = sum(mask.bit_count() for mask in self.reader.open_scalars(held).values())
        masks = held.v_open[self.reader.numbers].tolist()
        if any(masks):
            live = (1 << self.plan.wave) - 1
            found += 32 * sum((mask & live).bit_count() for mask in masks)
        return found


class Shapes:
    """The shapes of a model that came more than once, by key."""

    def __init__(self, model: Model):
        self.model = model
        self.seen: OrderedDict = OrderedDict()
        self.held: OrderedDict = OrderedDict()

    def find(self, key, plan) -> Shape | None:
        """The shape of that key, made of the plan that `plan()` gives; None where it comes for the first time."""
        shape = self.held.get(key)
        if shape is not None and shape.current():
            self.held.move_to_end(key)
            return shape
        if key not in self.seen:
            self.seen[key] = True
            if len(self.seen) > SEEN:
                self.seen.popitem(last=False)
            return None
        shape = self.held[key] = Shape(self.model, plan())
        if len(self.held) > SHAPES:
            self.held.popitem(last=False)
        return shape
