"""Run cases that have the same groups and limits but different code, registers and memory. Common data is prepared
once. A run takes one C call to set the inputs, one to read the result, and a fifth of Model.run's time."""
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

MAX_RUNNERS = 64
MAX_CODE_BYTES = 1 << 16
EMPTY_WAVE_ARRAY = b"\xdc\0\0"                       # MessagePack, without elements
REGION_ALIGNMENT_BYTES = 64
SEED_MASK = (1 << 64) - 1


class RunResult(Struct):
    """The result of a run.

    `registers`: the observed registers, None if there are no waves. `waves`: their values as in a `result` message.
    `memory`: (name, address, bytes) of each range. `records`: exports and messages. `broken_rule_count`: the number of
    errors and races. `bits`: the numbers of defined and observed bits. `incomparable`: the behaviour depended on an
    undefined value."""
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
        """The name of the unsupported operation."""
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
    """The inputs that can differ between runs of one runner.

    `words`: the 32-bit words of `registers` for each of `waves` waves in sequence. If `waves` is 0, all waves start
    with the same words. `observed`: the registers to report. None means those that a wave writes and those in
    `extra_observed`; `default_observed` are reported if none is written. `regions` and `observed_ranges` have the
    fields of memory_layout.Region and ObservedRange. `may_access_flags`: the code may access exception flags."""
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
    """The regions of the current run and their undefined bits, in one allocation that runs reuse."""

    def __init__(self, ffi):
        self.ffi, self.regions = ffi, ()
        self.allocate(1 << 14, 8)

    def allocate(self, size: int, count: int) -> None:
        """Allocate this many bytes and region entries."""
        self.size, self.count, self.table = size, count, self.ffi.new("struct assay_region[]", count)
        data, undefined = self.ffi.new("uint8_t[]", size), self.ffi.new("uint8_t[]", size)
        self.starts, self.bytes, self.open = (data, undefined), self.ffi.buffer(data), self.ffi.buffer(undefined)
        self.blank = bytes(size)

    def place_regions(self, setup, regions: Sequence) -> None:
        """Place the regions of a run."""
        if not regions and not self.regions:         # the previous run had none either
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
        """(name, address, bytes) of the observed ranges, and the number of undefined bits in them."""
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
    """Runs cases on the machine of a model. The cases have the groups and limits of `plan`, which can_prepare() must
    accept."""

    def __init__(self, model: Model, plan: Plan):
        machine = model.require_machine(plan.groups * plan.waves_per_group, MAX_CODE_BYTES)
        machine.pack(**model.run_arguments(replace(plan, state=RegisterState(), wave_states=[], regions=[],
                                                   lds_bytes=b""),
                                           [], []))
        self.model, self.machine, self.arch, self.lanes = model, machine, plan.arch, plan.wave
        ffi, lib = machine.ffi, machine.lib
        self.setup, self.memory = ffi.new("struct assay_run *", machine.setup[0]), RunMemory(ffi)
        self.wave_records, self.written_masks = ffi.new("struct assay_wave[]", machine.waves), np.empty(7, np.uint64)
        self.ffi, self.lib, self.written_masks_in_c = *array_loops.extension(), array_loops.c_array(self.written_masks)
        self.machine_in_c, self.start_in_c = self.ffi.new("struct plan_machine *"), self.ffi.new("struct plan_start *")
        self.machine_in_c.kept = machine.waves
        self.set_pointers(run=ffi.addressof(lib, "assay_run"), wave_at=ffi.addressof(lib, "assay_wave_at"),
                          machine=machine.handle, setup=self.setup, outcome=machine.outcome, waves=self.wave_records)
        self.allocate_start_values(256)

    def set_pointers(self, **members) -> None:
        """Point the members of plan_machine to objects of the model."""
        for name, value in members.items():
            kind, address = self.ffi.typeof(getattr(self.machine_in_c, name)), self.machine.ffi.cast("uintptr_t", value)
            setattr(self.machine_in_c, name, self.ffi.cast(kind, int(address)))

    def is_current(self) -> bool:
        """True if the model still uses the machine of this runner."""
        return self.model.machine is self.machine

    def allocate_start_values(self, capacity: int) -> None:
        """Allocate room for this many start values."""
        self.start_value_capacity, self.sets = capacity, self.machine.ffi.new("struct assay_set[]", capacity)
        self.set_pointers(sets=self.sets)

    def run(self, inputs: RunInputs) -> RunResult:
        """Run one case. Raises CaseError for registers that do not match the inputs."""
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
        del lds                                      # it must live during the run
        return self.read_result(inputs, wave_count)

    def set_inputs(self, inputs: RunInputs):
        """Set all inputs of a run except code and registers. Return the buffer with the initial LDS contents; it must
        not be freed before the run ends."""
        setup, ffi, observed = self.setup, self.machine.ffi, inputs.observed
        lds = ffi.from_buffer(inputs.lds.ljust(inputs.lds_bytes, b"\0")) if inputs.lds else ffi.NULL
        setup.entry, setup.lds_bytes, setup.lds = inputs.entry, inputs.lds_bytes, lds
        setup.seed = inputs.seed & SEED_MASK
        setup.scratch_bytes = inputs.scratch_bytes
        if inputs.scratch_bytes:
            setup.scratch_base = next((region.address for region in inputs.regions if region.name == "scratch"), 0)
        setup.watch_flags = inputs.registers.has_trapsts or observed is not None and observed.has_trapsts or (
            inputs.may_access_flags and accesses_exception_flags(self.arch, self.lanes, inputs.code))
        self.memory.place_regions(setup, inputs.regions)
        return lds

    def read_result(self, inputs: RunInputs, wave_count: int) -> RunResult:
        """Read the result of the last run."""
        machine, out, registers = self.machine, self.machine.outcome, inputs.observed
        memory, undefined = self.memory.read_ranges(inputs.observed_ranges) if inputs.observed_ranges else ([], 0)
        bits, lds, packed = 8 * sum([len(data) for _, _, data in memory]), [], EMPTY_WAVE_ARRAY
        if inputs.observe_lds:
            data, shadow = machine.lds_and_undefined()
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
        """The registers that the waves have written, plus those in `extra`."""
        self.lib.plan_written(wave_count, self.machine_in_c.waves, self.written_masks_in_c)
        return written_registers(self.arch, self.lanes, self.written_masks.tobytes(), extra)


def count_undefined_bits(shadow: bytes) -> int:
    """Return the number of undefined bits. Most masks are zero, and comparing with zeros is ten times as fast as
    counting."""
    return int.from_bytes(shadow, "little").bit_count() if shadow != bytes(len(shadow)) else 0


def read_findings(machine, count: int) -> list[dict]:
    """The findings of the last run as in a `result` message."""
    return [{"rule": rule, "kind": kind, "wave": wave, "pc": hex(pc), "text": text}
            for rule, kind, wave, pc, text in machine.findings(count)]


KERNEL_START_REGIONS = {"kernarg", "dispatch_packet", "queue"}  # used by name at kernel start


def can_prepare(plan: Plan) -> bool:
    """True if the case sets the start registers, all waves have the same ones, and the plan needs no feature that only
    Model.run supports."""
    return not (plan.starts_by_dispatch or plan.trap_handler is not None or len(plan.code) > MAX_CODE_BYTES
                or any(region.name in KERNEL_START_REGIONS
                       for region in plan.regions)) and waves_have_same_registers(plan)


def waves_have_same_registers(plan: Plan) -> bool:
    """True if all waves set the same registers."""
    waves = plan.wave_states
    if not waves:
        return True
    if plan.state.scalars or plan.state.vectors or len(waves) != plan.waves_per_group:
        return False
    first = waves[0]
    return all(wave.scalars.keys() == first.scalars.keys() and wave.vectors.keys() == first.vectors.keys()
               for wave in waves)


def runner_key(plan: Plan) -> tuple:
    """The values that plans of one runner have in common."""
    case = plan.case
    return (plan.arch, plan.wave, plan.base, *plan.grid, *plan.group, case.sgprs, case.vgprs, case.policy,
            case.schedule, case.profile, case.limits.instructions)


def run_inputs(plan: Plan) -> RunInputs:
    """The inputs of a plan for its runner."""
    case, state = plan.case, plan.wave_states[0] if plan.wave_states else plan.state
    scalars, vectors = tuple(state.scalars), tuple(state.vectors)
    words = b"".join(
        [part for wave_state in plan.wave_states
         for part in pack_words(scalars, [wave_state.scalars[name] for name in scalars],
                                [wave_state.vectors[number] for number in vectors])]
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
    """Return the 32-bit words of a wave: its scalar registers, then the lanes of its vector registers."""
    return [struct.pack(f"<{len(scalars)}I", *values), *[row.tobytes() for row in rows]]


class PreparedRunners:
    """The runners of a model by key. The oldest ones are dropped."""

    def __init__(self, model: Model):
        self.model = model
        self.runners: OrderedDict[Hashable, PreparedRunner] = OrderedDict()

    def find(self, key: Hashable, plan: Callable[[], Plan]) -> PreparedRunner:
        """The runner of this key, made from the plan of `plan()` if absent."""
        runner = self.runners.get(key)
        if runner is None or not runner.is_current():
            runner = self.runners[key] = PreparedRunner(self.model, plan())
            if len(self.runners) > MAX_RUNNERS:
                self.runners.popitem(last=False)
        return runner
