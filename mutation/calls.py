"""Runs through the C interface itself: what any caller may ask of it, beyond what cases can say, and all there is to
see of them."""
from __future__ import annotations

import ctypes
import hashlib
import mmap
import random
from dataclasses import dataclass, field
from functools import cache

from ..generators.drawn.arrays import extension, model
from ..model import orders
from ..model.machine import Machine, dwords_of

FAR = 40                                               # waves that are looked for after a run
FOLLOWED, POINTS, FEW = 12, 60, 4                      # orders of a run that are followed, and how far; see in_orders
BESIDE_NOTHING = "begins", "ends"
ORDERS = {"order": range(FOLLOWED), "glance": range(0, FOLLOWED, FEW)}    # by Call.how: numbers of orders


@dataclass(frozen=True, slots=True)
class Call:
    """One run.  `given`: arguments of Machine.pack, but `regions`: (address, bytes[, which are open[, space[, is it to
    be said what was touched]]]); `raw`:
    ((fields of struct assay_run on the way, value), ...) put in afterwards, None for a null pointer; `how`: `run`,
    `stop` (asked for before it), `trace` (without its `s`, a place in the host), `batch`, `count` (of waves alone),
    `order` (in orders that are chosen), `glance` (at the first points of a few of them), `begins` or `ends` (with
    memory that begins or ends where the host has nothing)."""
    given: dict
    raw: tuple = ()
    how: str = "run"


@dataclass(frozen=True, slots=True)
class Calls:
    """Runs one after another on one machine of so many waves, findings and bytes of code.  `apart`: each on a machine
    of its own; asked is whether one that had run two of them would have forgotten accesses of groups."""
    name: str
    runs: tuple[Call, ...]
    size: tuple[int, int, int] = (4, 64, 4096)
    apart: bool = False


@cache
def calls_of(module, seed: int) -> tuple[Calls, ...]:
    """The runs of a pool, made once: pools/orders.py takes some of others."""
    return tuple(module.calls(seed))


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

    def machine(self, size: tuple[int, int, int], number: int = 0) -> Machine:
        if (size, number) not in self.known:
            self.known[size, number] = Machine(*size, library=self.binding)
        return self.known[size, number]


def performed(machines: Machines, calls: Calls) -> tuple[str, ...]:
    """What all there is to see of each run comes to."""
    try:
        machine = machines.machine(calls.size)
    except MemoryError:
        return ("no machine",)
    if not calls.apart:
        return tuple(one(machine, call) for call in calls.runs)
    each = [machines.machine(calls.size, n) for n in range(len(calls.runs))]
    seen = [one(*pair) for pair in zip(each, calls.runs)]
    return (*seen, repr([a.forgets_with(b) for a in each for b in each]))


def one(machine: Machine, call: Call) -> str:
    given, steps = dict(call.given), []
    memory = copied(given.pop("regions", ()))
    if call.how in BESIDE_NOTHING:
        memory = [(address, *(alone(one, call.how == "ends") for one in (data, opened)), *more)
                  for address, data, opened, *more in memory]
    machine.pack(**given, regions=memory)
    for way, value in call.raw:
        put(machine.ffi, machine.setup, way, value)
        machine.settings = None                        # the next run may not go by them
    seen = [machine.lib.assay_count_waves(machine.handle, machine.setup)]
    if call.how == "count":
        return repr(seen)
    if call.how in ORDERS:
        return hashlib.sha256(repr(in_orders(machine, memory, ORDERS[call.how])).encode()).hexdigest()
    if call.how == "stop":
        machine.stop()
    if call.how == "trace":
        machine.trace(lambda step: steps.append({name: x for name, x in step.items() if name != "s"}))
    try:
        if call.how == "batch":
            machine.lib.assay_run_batch(machine.handle, machine.setup, machine.outcome, 1)
        else:
            machine.lib.assay_run(machine.handle, machine.setup, machine.outcome)
    finally:
        machine.trace(None)
    seen += left(machine, memory, [machine.progress(), steps])
    return hashlib.sha256(repr(seen).encode()).hexdigest()


def left(machine: Machine, memory: list[tuple], beside: list) -> list:
    """All a run has left; `beside`: what more there is to see of one that began."""
    out = machine.result()
    raw = machine.outcome
    seen = [out, machine.ffi.string(raw.text), *(beside if out.status != "invalid" else [])]
    if not out.compared_end:
        if out.status != "invalid":
            seen += [machine.once(), machine.forgot(), raw.exports_dropped, raw.messages_dropped]
        seen += [left_by(machine, number) for number in range(min(out.wave_count, FAR) + 1)]
        seen += [left_in(*machine.lds()), machine.records()]
        seen += [left_in(data, opened) for _, data, opened, *_ in memory]
        seen += [bytes(touched) for _, _, _, _, touched in (one for one in memory if len(one) > 4)]
    return seen


# ---- orders ----

@dataclass(slots=True)
class Order:
    """One order: at each of the first points, `most` of them, a way by chance.  `points`: the ways there were, and
    which state it was, by `states`: {digest: how many others came before it}, for host addresses are part of the
    digests."""
    rng: random.Random
    states: dict
    most: int = POINTS
    points: list = field(default_factory=list)

    def pick(self, point) -> int:
        ways = [(way.event, way.wave, way.lane, way.pc, way.by) for way in point.ways[0:point.count]]
        state = self.states.setdefault(tuple(point.state), len(self.states))
        self.points.append((state, ways))
        return self.rng.randrange(point.count) if len(self.points) < self.most else orders.NO_WAY


def in_orders(machine: Machine, memory: list[tuple], numbers: range) -> list:
    """What there is to see of some orders of the run that is packed, one after another, each from the first memory:
    most go on by chance until their end, each of FEW ends after a few points."""
    ffi, lib, states, seen = machine.ffi, machine.lib, {}, []
    first = [(bytes(data), bytes(opened)) for _, data, opened, *_ in memory]
    orders.listen(ffi)
    lib.assay_forget_orders(machine.handle)
    for number in numbers:
        for (_, data, opened, *_), (was, was_open) in zip(memory, first):
            data[:], opened[:] = was, was_open
        order = Order(random.Random(number), states, POINTS if number % FEW else 1 + number // FEW)
        handle = ffi.new_handle(order)
        lib.assay_run_order(machine.handle, machine.setup, lib.assay_python_pick, handle, machine.outcome)
        seen += [order.points, lib.assay_orders_found(machine.handle), *left(machine, memory, [])]
    return seen


def copied(regions) -> list[tuple]:
    """The regions of a Call as Machine.pack takes them, to be changed."""
    return [(address, bytearray(data), bytearray(more[0] if more else len(data)), *more[1:2],
             *(bytearray(dwords_of(address, len(data))) for _ in more[2:])) for address, data, *more in regions]


def alone(data: bytearray, ends: bool) -> memoryview:
    """The same bytes in pages of their own, at the end or the beginning, between two that nobody may touch."""
    page, size = mmap.PAGESIZE, len(data)
    whole = (size + page - 1) // page * page
    room = mmap.mmap(-1, whole + 2 * page)
    first = page + (whole - size if ends else 0)
    room[first:first + size] = bytes(data)
    at = ctypes.addressof(ctypes.c_char.from_buffer(room))
    for guard in (at, at + page + whole):
        if ctypes.CDLL(None, use_errno=True).mprotect(ctypes.c_void_p(guard), ctypes.c_size_t(page), 0):
            raise OSError(ctypes.get_errno(), "mprotect")
    return memoryview(room)[first:first + size]


def left_in(data, opened) -> int:
    """Bytes without those that are open, and which are, as a number."""
    ffi, lib = extension()
    return lib.plan_left_bytes(ffi.from_buffer("uint8_t[]", data), ffi.from_buffer("uint8_t[]", opened), len(data))


def left_by(machine: Machine, number: int) -> int | None:
    """What is left of a wave, but for what is open or within bounds, which are seen; None where the machine has none of
    this number."""
    try:
        wave = machine.wave(number)
    except IndexError:
        return None
    return extension()[1].plan_left(model("assay_wave", int(machine.ffi.cast("uintptr_t", wave.raw))))
