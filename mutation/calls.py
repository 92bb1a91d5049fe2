"""Runs through the C interface itself: what any caller may ask of it, beyond what cases can say, and all there is to
see of them."""
from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

import numpy as np

from ..model.machine import Machine

FAR = 40                                               # waves that are looked for after a run


@dataclass(frozen=True, slots=True)
class Call:
    """One run.  `given`: arguments of Machine.pack, but `regions`: (address, bytes[, which are open[, space]]); `raw`:
    ((fields of struct assay_run on the way, value), ...) put in afterwards, None for a null pointer; `how`: `run`,
    `stop` (asked for before it), `trace`, `count` (of waves alone)."""
    given: dict
    raw: tuple = ()
    how: str = "run"


@dataclass(frozen=True, slots=True)
class Calls:
    """Runs one after another on one machine of so many waves, findings and bytes of code."""
    name: str
    runs: tuple[Call, ...]
    size: tuple[int, int, int] = (4, 64, 4096)


def put(ffi, at, way: tuple, value) -> None:
    """Sets one field, however deep: names of fields and numbers of elements."""
    for step in way[:-1]:
        at = at[step] if isinstance(step, int) else getattr(at, step)
    value = ffi.NULL if value is None else value
    if isinstance(way[-1], int):
        at[way[-1]] = value
    else:
        setattr(at, way[-1], value)


@dataclass(slots=True)
class Machines:
    """Machines of one build of the model, by size."""
    binding: tuple
    known: dict = field(default_factory=dict)

    def machine(self, size: tuple[int, int, int]) -> Machine:
        if size not in self.known:
            self.known[size] = Machine(*size, library=self.binding)
        return self.known[size]


def performed(machines: Machines, calls: Calls) -> tuple[str, ...]:
    """What all there is to see of each run comes to."""
    try:
        machine = machines.machine(calls.size)
    except MemoryError:
        return ("no machine",)
    return tuple(one(machine, call) for call in calls.runs)


def one(machine: Machine, call: Call) -> str:
    given, steps = dict(call.given), []
    memory = copied(given.pop("regions", ()))
    machine.pack(**given, regions=memory)
    for way, value in call.raw:
        put(machine.ffi, machine.setup, way, value)
    seen = [machine.lib.assay_count_waves(machine.handle, machine.setup)]
    if call.how == "count":
        return repr(seen)
    if call.how == "stop":
        machine.stop()
    if call.how == "trace":
        machine.trace(steps.append)
    try:
        machine.lib.assay_run(machine.handle, machine.setup, machine.outcome)
    finally:
        machine.trace(None)
    out = machine.result()
    seen += [out, machine.progress() if out.status != "invalid" else 0, steps]
    if not out.compared_end:
        seen += [left_by(machine, number) for number in range(min(out.wave_count, FAR) + 1)]
        seen += [hidden(*machine.lds()), *(hidden(data, opened) for _, data, opened, *_ in memory), machine.records()]
    return hashlib.sha256(repr(seen).encode()).hexdigest()


def copied(regions) -> list[tuple]:
    """The regions of a Call as Machine.pack takes them, to be changed."""
    return [(address, bytearray(data), bytearray(more[0] if more else len(data)), *more[1:])
            for address, data, *more in regions]


def hidden(data, opened) -> tuple[bytes, bytes]:
    """Bytes without those that are open, and which are."""
    mask = np.frombuffer(bytes(opened), np.uint8) == 0
    return (np.frombuffer(bytes(data), np.uint8) * mask).tobytes(), mask.tobytes()


def bits(words, count: int) -> np.ndarray:
    """The low bits of each word, as an array of zeros and ones."""
    every = np.unpackbits(np.ascontiguousarray(words).view(np.uint8), bitorder="little")
    return every.reshape(len(words), -1)[:, :count]


def left_by(machine: Machine, number: int) -> tuple | None:
    """What is left of a wave, but for what is open or within bounds, which are seen; None where the machine has none of
    this number."""
    try:
        wave = machine.wave(number)
    except IndexError:
        return None
    numbers = {name: getattr(wave, name) for name in wave.NUMBERS}
    numbers["scc"] &= not numbers["scc_open"]
    lanes = numbers["lanes"]
    opened, tolerant = bits(wave.v_open, lanes), bits(wave.v_tolerant, lanes)
    closed = bits(wave.s_open, 32).reshape(-1) == 0
    some = tolerant.any(axis=1)
    arrays = (wave.v[:, :lanes] * ((opened | tolerant) == 0), opened, tolerant, wave.v_ulp * some, wave.v_float * some,
              wave.s * closed, closed, wave.v_written, wave.s_written)
    return hashlib.sha256(b"".join(array.tobytes() for array in arrays)).hexdigest(), numbers
