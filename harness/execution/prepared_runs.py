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
from .model_run import DEFAULT_OBSERVED, Model, accesses_exception_flags
from .readback import observed_registers, split_registers, written_registers
from .register_pack import RegisterSet

MAX_RUNNERS = 64                                          # kept of those last used
MAX_CODE_BYTES = 1 << 16                                       # bytes of code at most
EMPTY_WAVE_ARRAY = b"\xdc\0\0"                               # an array of none
REGION_ALIGNMENT_BYTES = 64                                         # each region begins at a multiple of so many bytes
SEED_MASK = (1 << 64) - 1


class RunResult(Struct):
    """What a run gave.  `registers`: those that are observed, None where there are no waves; `waves`: these as a
    `result` message has them; `memory`: (name, address, bytes);
    `records`: exports and messages; `broken`: findings of kind error and race; `bits`: not open, and observed; `ended`:
    an open value decided something."""
    status: str
    instructions: int
    wave_count: int
    registers: RegisterSet | None
    waves: bytes
    memory: list[tuple[str, int, bytes]]
    lds: list[bytes]
    findings: list[dict]
    records: dict
    text: str | None
    pc: int | None
    broken_rule_count: int
    bits: tuple[int, int]
    incomparable: bool

    @property
    def operation(self) -> str | None:
        """What is unsupported."""
        return self.text if self.status == "unsupported" else None

    @property
    def body(self) -> dict:
        """The body of a `result` message."""
        optional = {"operation": self.operation, "text": self.text, "pc": self.pc}
        return {
            "status": self.status, "instructions": self.instructions, "wave_count": self.wave_count,
            "waves": msgspec.Raw(self.waves),
            "memory": [{"name": name, "address": address, "bytes": data} for name, address, data in self.memory],
            "lds": self.lds, "findings": self.findings, **self.records,
        } | {key: value for key, value in optional.items() if value is not None}


class RunInputs(Struct):
    """In what runs of a shape differ.  `words`: of each of so many `waves` the words of its `registers`, one behind the
    other; `waves` 0: those of one, which all get; `observed`: registers, None for those that some wave writes and those
    `beside`; `usual`: where there are none; `regions`, `looks`: like placing.Region and Look; `flags`: the code may
    read exception flags."""
    code: bytes
    registers: RegisterSet
    words: bytes | memoryview | np.ndarray
    waves: int
    observed: RegisterSet | None = None
    default_observed: tuple[str, ...] = ()
    regions: Sequence[Any] = ()
    observed_ranges: Sequence[Any] = ()
    entry: int = 0
    lds_bytes: int = 0
    lds: bytes = b""
    observe_lds: bool = False
    scratch_bytes: int = 0
    seed: int = 1
    may_access_flags: bool = True
    extra_observed: tuple[str, ...] = ()


class RunMemory:
    """The regions of one run after the other, in one stretch of bytes that stays where it is, and what of them is
    open."""

    def __init__(self, ffi):
        self.ffi, self.regions = ffi, ()
        self.allocate(1 << 14, 8)

    def allocate(self, size: int, count: int) -> None:
        """Makes room for so many bytes and regions."""
        self.size, self.count, self.table = size, count, self.ffi.new("struct assay_region[]", count)
        data, undefined = self.ffi.new("uint8_t[]", size), self.ffi.new("uint8_t[]", size)
        self.starts, self.bytes, self.open = (data, undefined), self.ffi.buffer(data), self.ffi.buffer(undefined)
        self.blank = bytes(size)

    def place_regions(self, setup, regions: Sequence) -> None:
        """Gives a run these regions."""
        if not regions and not self.regions:         # nor had the one before any
            return
        needed = sum([region.size + REGION_ALIGNMENT_BYTES for region in regions])
        if needed > self.size or len(regions) > self.count:
            self.allocate(2 * max(needed, self.size), 2 * max(len(regions), self.count))
        offset, data, undefined, blank, (start, start_open) = 0, self.bytes, self.open, self.blank, self.starts
        for entry, one in zip(self.table, regions):
            end, data_end = offset + one.size, offset + len(one.data)
            data[offset:data_end] = one.data
            data[data_end:end] = blank[data_end:end]
            undefined[offset:end] = blank[offset:end]
            entry.address, entry.size = one.address, one.size
            entry.bytes, entry.open = start + offset, start_open + offset
            entry.space = SPACES[one.space]
            offset = -(-end // REGION_ALIGNMENT_BYTES) * REGION_ALIGNMENT_BYTES
        self.regions, setup.regions, setup.region_count = regions, self.table, len(regions)

    def read_ranges(self, ranges: Sequence) -> tuple[list[tuple[str, int, bytes]], int]:
        """((name, address, bytes) of what is looked at after the run, how many of these bits are open)"""
        contents, bits = [], 0
        for observed in ranges:
            at = 0
            for region in self.regions:
                offset = observed.address - region.address
                if 0 <= offset and offset + observed.size <= region.size:
                    at, end = at + offset, at + offset + observed.size
                    contents.append((observed.name, observed.address, self.bytes[at:end]))
                    bits += count_undefined_bits(self.open[at:end])
                    break
                at += -(-region.size // REGION_ALIGNMENT_BYTES) * REGION_ALIGNMENT_BYTES
        return contents, bits


class PreparedRunner:
    """Runs of cases that have a plan's groups and limits, on the machine that a model has.  `plan`: one for which
    fits() holds."""

    def __init__(self, model: Model, plan: Plan):
        machine = model.require_machine(plan.groups * plan.waves_per_group, MAX_CODE_BYTES)
        machine.pack(**model.run_arguments(replace(plan, state=RegisterState(), wave_states=[], regions=[],
                                                   lds_bytes=b""),
                                           [], []))
        self.model, self.machine, self.arch, self.lanes = model, machine, plan.arch, plan.wave
        ffi, lib = machine.ffi, machine.lib
        self.setup, self.memory = ffi.new("struct assay_run *", machine.setup[0]), RunMemory(ffi)
        self.wave_records, self.written_masks = ffi.new("struct assay_wave[]", machine.waves), np.empty(7, np.uint64)
        self.ffi, self.lib, self.written_masks_in_c = *array_loops.extension(), array_loops.pointer(self.written_masks)
        self.machine_in_c, self.start_in_c = self.ffi.new("struct plan_machine *"), self.ffi.new("struct plan_start *")
        self.machine_in_c.kept = machine.waves
        self.set_pointers(run=ffi.addressof(lib, "assay_run"), wave_at=ffi.addressof(lib, "assay_wave_at"),
                          machine=machine.handle, setup=self.setup, outcome=machine.outcome, waves=self.wave_records)
        self.allocate_start_values(256)

    def set_pointers(self, **members) -> None:
        """Members of plan_machine that point to something of the model's."""
        for name, value in members.items():
            kind, address = self.ffi.typeof(getattr(self.machine_in_c, name)), self.machine.ffi.cast("uintptr_t", value)
            setattr(self.machine_in_c, name, self.ffi.cast(kind, int(address)))

    def is_current(self) -> bool:
        """Is the model's machine still the one that this was prepared for?"""
        return self.model.machine is self.machine

    def allocate_start_values(self, count: int) -> None:
        """Makes room for so many start values."""
        self.start_value_capacity, self.sets = count, self.machine.ffi.new("struct assay_set[]", count)
        self.set_pointers(sets=self.sets)

    def run(self, inputs: RunInputs) -> RunResult:
        """One case.  Raises CaseError for registers that are not as its contents say."""
        registers, start, buffer = inputs.registers, self.start_in_c, self.ffi.from_buffer
        count = max(inputs.waves, 1)
        if count * len(registers.numbers) > self.start_value_capacity:
            self.allocate_start_values(count * len(registers.numbers))
        code, words = buffer("uint8_t[]", inputs.code), buffer("uint32_t[]", inputs.words)
        if len(words) < count * registers.word_count:
            raise CaseError("state",
                            f"{len(words)} words of values; these registers have {count * registers.word_count}")
        start.code, start.size, start.registers, start.waves, start.words = (
            code, len(code), registers.struct, inputs.waves, words)
        lds = self.set_inputs(inputs)
        wave_count = self.model.call(self.lib.plan_run, self.machine_in_c, start)
        del lds                                      # held so long
        return self.read_result(inputs, wave_count)

    def set_inputs(self, inputs: RunInputs):
        """Sets what a run has beside code and registers -> the start contents of LDS."""
        setup, ffi, observed = self.setup, self.machine.ffi, inputs.observed
        lds = ffi.from_buffer(inputs.lds.ljust(inputs.lds_bytes, b"\0")) if inputs.lds else ffi.NULL
        setup.entry, setup.lds_bytes, setup.lds = inputs.entry, inputs.lds_bytes, lds
        setup.seed = inputs.seed & SEED_MASK
        setup.scratch_bytes = inputs.scratch_bytes
        if inputs.scratch_bytes:
            setup.scratch_base = next((one.address for one in inputs.regions if one.name == "scratch"), 0)
        setup.watch_flags = inputs.registers.has_trapsts or observed is not None and observed.has_trapsts or (
            inputs.may_access_flags and accesses_exception_flags(self.arch, self.lanes, inputs.code))
        self.memory.place_regions(setup, inputs.regions)
        return lds

    def read_result(self, inputs: RunInputs, wave_count: int) -> RunResult:
        """What it left."""
        machine, out, registers = self.machine, self.machine.outcome, inputs.observed
        memory, undefined = self.memory.read_ranges(inputs.observed_ranges) if inputs.observed_ranges else ([], 0)
        bits, lds, packed = 8 * sum([len(data) for _, _, data in memory]), [], EMPTY_WAVE_ARRAY
        if inputs.observe_lds:
            data, shadow = machine.lds()
            lds, bits, undefined = [data], bits + 8 * len(data), undefined + count_undefined_bits(shadow)
        if wave_count:
            waves = self.machine_in_c.waves
            if registers is None:
                registers = (self.written_registers(wave_count, inputs.extra_observed)
                             or rows.named_registers(self.arch, self.lanes, inputs.default_observed))
            packed, more = registers.pack_result(wave_count, waves)
            bits, undefined = bits + wave_count * registers.bit_count, undefined + more
        findings = read_findings(machine, out.finding_count) if out.finding_count else []
        records = machine.records() if out.export_count or out.message_count else {}
        status, text, pc = "ok", None, None
        if out.status:
            status, text, pc = STATUSES[out.status], machine.ffi.string(out.text).decode(), out.stopped_pc
        return RunResult(
            status, out.instructions, out.wave_count, registers, packed, memory, lds, findings, records, text, pc,
            out.errors + out.races, (bits - undefined, bits), bool(out.compared_end))

    def written_registers(self, wave_count: int, extra: tuple[str, ...]) -> RegisterSet | None:
        """The registers that so many waves have written, and those beside them."""
        self.lib.plan_written(wave_count, self.machine_in_c.waves, self.written_masks_in_c)
        return written_registers(self.arch, self.lanes, self.written_masks.tobytes(), extra)


def count_undefined_bits(shadow: bytes) -> int:
    """How many bits lie in bytes that are open; mostly none, and to count zeros takes ten times as long as to see."""
    return 8 * (len(shadow) - shadow.count(0)) if shadow != bytes(len(shadow)) else 0


def read_findings(machine, count: int) -> list[dict]:
    """Those of the last run, so many, as a `result` message has them."""
    return [{"rule": rule, "kind": kind, "wave": wave, "pc": hex(pc), "text": text}
            for rule, kind, wave, pc, text in machine.findings(count)]


KERNEL_START_REGIONS = {"kernarg", "dispatch_packet", "queue"}        # regions that the start of a kernel knows by name


def can_prepare(plan: Plan) -> bool:
    """Do waves start with given registers, the same ones in each, without what only a run by itself can have?"""
    return not (plan.starts_by_dispatch or plan.trap_handler is not None or len(plan.code) > MAX_CODE_BYTES
                or any(region.name in KERNEL_START_REGIONS
                       for region in plan.regions)) and waves_have_same_registers(plan)


def waves_have_same_registers(plan: Plan) -> bool:
    """Do all waves give the same registers?"""
    waves = plan.wave_states
    if not waves:
        return True
    if plan.state.scalars or plan.state.vectors or len(waves) != plan.waves_per_group:
        return False
    first = waves[0]
    return all(one.scalars.keys() == first.scalars.keys() and one.vectors.keys() == first.vectors.keys()
               for one in waves)


def runner_key(plan: Plan) -> tuple:
    """What plans must have in common to be run by one Shape."""
    case = plan.case
    return (plan.arch, plan.wave, plan.base, *plan.grid, *plan.group, case.sgprs, case.vgprs, case.policy,
            case.schedule, case.profile, case.limits.instructions)


def run_inputs(plan: Plan) -> RunInputs:
    """In what a plan differs from those of its shape."""
    case, state = plan.case, plan.wave_states[0] if plan.wave_states else plan.state
    scalars, vectors = tuple(state.scalars), tuple(state.vectors)
    words = b"".join(
        [part for one in plan.wave_states for part in pack_words(scalars, [one.scalars[name] for name in scalars],
                                                                 [one.vectors[number] for number in vectors])]
        or pack_words(scalars, state.scalars.values(), state.vectors.values()))
    observed = None if plan.observed is None else observed_registers(plan.arch, plan.wave,
                                                                     *split_registers(tuple(plan.observed)))
    return RunInputs(
        plan.code, rows.named_registers(plan.arch, plan.wave, scalars, vectors), words, len(plan.wave_states), observed,
        () if plan.observed_ranges or case.lds else DEFAULT_OBSERVED, plan.regions, plan.observed_ranges, plan.entry,
        case.lds,
        plan.lds_bytes,
        bool(case.observe and case.observe.lds), case.scratch, case.seed,
    )


def pack_words(scalars: Sequence, values, rows) -> list:
    """The words of a wave: of so many scalars, and rows."""
    return [struct.pack(f"<{len(scalars)}I", *values), *[row.tobytes() for row in rows]]


class PreparedRunners:
    """The shapes of a model, by what cases have in common; the last few are kept."""

    def __init__(self, model: Model):
        self.model = model
        self.runners: OrderedDict[Hashable, PreparedRunner] = OrderedDict()

    def find(self, key: Hashable, plan: Callable[[], Plan]) -> PreparedRunner:
        """That of the key, made of the plan that `plan()` gives."""
        runner = self.runners.get(key)
        if runner is None or not runner.is_current():
            runner = self.runners[key] = PreparedRunner(self.model, plan())
            if len(self.runners) > MAX_RUNNERS:
                self.runners.popitem(last=False)
        return runner
