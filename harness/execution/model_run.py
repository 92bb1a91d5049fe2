"""Run plans on the model."""
from __future__ import annotations

import functools
import re
import struct

import numpy as np

from ..case import register_names
from ..case.case_types import MAX_WAVES_RECORDED, CaseError
from ..case.choices import Choices
from ..case.command_processor import CommandProcessor, ProcessorMemory
from ..case.disassembly import instruction_listing
from ..case.plan import Plan
from .model_binding import model_package, register_names_by_number, register_numbers
from .outcome import Outcome, join_outcomes
from .readback import read_memory, read_outcome

DEFAULT_OBSERVED = ("scc", "vcc_lo", "vcc_hi", "exec_lo", "exec_hi")  # observed if a case writes nothing
CODE_GAP_BYTES = 64                                  # at least, between code and trap handler
# waves of the groups that can be resident at once
MAX_RESIDENT_WAVES = 256
MAX_FINDINGS = 256                                   # listed per case
# from 0xBC on, no hardware register is accessed
SOPK_TOP_BYTE = re.compile(rb"[\xB0-\xBB]")
ACCESS_SPACES = ("memory", "lds", "gds")             # indices of enum assay_place


def trace_record(step: dict, arch: str) -> dict:
    """Return a traced instruction as a dict of JSON values.

    It has group, wave, pc, text, and EXEC and M0 before the instruction. It also has the written registers with their
    lane masks, the counters, and the accesses to memory, LDS or the global data share."""
    names = register_names_by_number(arch)
    return {
        "group": step["group"],
        "wave": step["wave"],
        "pc": hex(step["pc"]),
        "text": step["text"],
        "exec": hex(step["exec"]),
        "m0": hex(step["m0"]),
        "writes": {names.get(register, str(register)): hex(lanes) for register, lanes in step["writes"]},
        "counters": step["counters"],
        "accesses": [{"place": ACCESS_SPACES[space], "address": hex(address), "bytes": count}
                     for space, address, count in step["accesses"]],
    }


class Model:
    """The reference model for plans, one per thread.

    `choices`: the declared choices of a target. `library`: another build of the model. `recorded_waves`: the registers
    of at most this many waves are recorded."""

    def __init__(self, choices: Choices | None = None, library=None, recorded_waves: int = MAX_WAVES_RECORDED):
        self.library, self.recorded_waves, self.machine = library, recorded_waves, None
        self.wave_capacity = self.code_capacity = 0
        self.choices = (choices or Choices()).for_model()

    def stop_run(self) -> None:
        """Stop the run of another thread with status limit. Has no effect before the run has begun."""
        if self.machine is not None:
            self.machine.stop()

    def progress(self) -> int:
        """The number of instructions of the current run so far."""
        return self.machine.progress() if self.machine is not None else 0

    def require_machine(self, waves: int, code: int):
        """A machine for this many waves and bytes of code. Machines grow and never shrink."""
        model = model_package()
        waves = min(waves, self.recorded_waves)
        if self.machine is None or waves > self.wave_capacity or code > self.code_capacity:
            self.wave_capacity, self.code_capacity = max(self.wave_capacity, waves, 4), max(self.code_capacity, code,
                                                                                            1 << 16)
            self.machine = model.Machine(self.wave_capacity, MAX_FINDINGS, self.code_capacity, self.library)
        return self.machine

    def run(self, plan: Plan, trace=None) -> Outcome:
        """Run a plan. `trace` is called with a dict for each instruction."""
        buffers = [bytearray(region.data).ljust(region.size, b"\0") for region in plan.regions]
        shadows = [bytearray(region.size) for region in plan.regions]
        if plan.packets:
            return run_packets(self, plan, buffers, shadows, trace)
        return self.dispatch(plan, buffers, shadows, trace)

    def dispatch(self, plan: Plan, buffers: list, shadows: list, trace=None, **packet) -> Outcome:
        """Run one dispatch, which changes `buffers` and `shadows`. `packet`: arguments that replace those of the plan.
        """
        machine, options = self.prepare_dispatch(plan, buffers, shadows, **packet)
        if trace is not None:
            machine.trace(trace)
        try:
            out = self.call(machine.run, **options)
        finally:
            if trace is not None:
                machine.trace(None)
        return read_outcome(plan, machine, out, buffers, shadows)

    def prepare_dispatch(self, plan: Plan, buffers: list, shadows: list, **packet) -> tuple:
        """A machine for a dispatch, and the arguments of Machine.run; parameters as in dispatch()."""
        code_bytes = len(plan.code) + (len(plan.trap_handler.code) + CODE_GAP_BYTES if plan.trap_handler else 0)
        machine = self.require_machine(plan.groups * plan.waves_per_group, code_bytes)
        options = self.run_arguments(plan, buffers, shadows) | packet
        if options["compute"]:                       # only the dispatch rules determine the number of waves
            machine = self.require_machine(machine.count_waves(**options), code_bytes)
        return machine, options

    def call(self, run, *arguments, **options):
        """Call the binding. A mutant of the model is active during this call only."""
        return run(*arguments, **options)

    def run_arguments(self, plan: Plan, buffers: list, shadows: list) -> dict:
        """The arguments of Machine.run. `buffers` and `shadows`: the bytes of the regions and their undefined bits."""
        model, case = model_package(), plan.case
        address = {region.name: region.address for region in plan.regions}.get
        return dict(
            arch=plan.arch,
            code=plan.code,
            wave=plan.wave,
            base=plan.base,
            entry=plan.entry,
            grid=plan.grid,
            group=plan.group,
            regions=[(r.address, b, o, r.space) for r, b, o in zip(plan.regions, buffers, shadows)],
            sets=_start_values(plan),
            lds_bytes=case.lds,
            lds=plan.lds_bytes.ljust(case.lds, b"\0") if plan.lds_bytes else None,
            scratch_bytes=case.scratch,
            scratch_base=address("scratch", 0),
            sgprs=0 if plan.starts_by_dispatch else case.sgprs or 0,  # RSRC1 has the number
            vgprs=0 if plan.starts_by_dispatch else case.vgprs,
            descriptor=plan.descriptor,
            kernarg=address("kernarg", 0),
            dispatch_packet=address("dispatch_packet", 0),
            queue=address("queue", 0),
            compute={register_names.dispatch_offset(k, plan.arch): v for k, v in plan.dispatch_registers.items()}
            if plan.dispatch_registers else None,
            policy=case.policy,
            schedule=case.schedule,
            seed=case.seed,
            limit=case.limits.instructions or model.NO_LIMIT,
            profile=case.profile,
            watch_flags=_watches_exception_flags(plan),
            choices=self.choices,
            trap_handler=plan.trap_handler and (plan.trap_handler.code, plan.trap_handler.tba, plan.trap_handler.tma),
        )


def _watches_exception_flags(plan: Plan) -> bool:
    """True if the case observes exception flags. Tracking them disables the fast paths of float rows."""
    return ("trapsts" in (plan.observed or ())
            or any("trapsts" in state.scalars for state in (plan.state, *plan.wave_states))
            or accesses_exception_flags(plan.arch, plan.wave, plan.code))


@functools.lru_cache(maxsize=1024)
def accesses_exception_flags(arch: str, wave: int, code: bytes) -> bool:
    """True if a program reads or writes TRAPSTS. Only programs with matching SOPK words are disassembled."""
    if not SOPK_TOP_BYTE.search(code[3::4]):
        return False
    words = np.frombuffer(code[:len(code) & ~3], np.uint32)
    if not ((words >> 28 == 0xB) & (words & 0x3F == 3)).any():
        return False
    return any("HW_REG_TRAPSTS" in text for _, text in instruction_listing(arch, wave, code))


@functools.lru_cache(maxsize=512)
def start_value_table(arch: str, lanes: int, parts: tuple) -> tuple[np.ndarray, int]:
    """Return the table machine.SETS for states with these registers, and the size of their words in bytes.

    `parts`: (wave, scalar dwords, indices of vector registers) for each state. The words of a state's scalars come
    first, then the rows of its vectors."""
    model = model_package()
    codes, rows, offset = register_numbers(arch), [], 0
    for wave, scalars, vectors in parts:
        for dword in scalars:
            rows.append((wave, _register_number(codes, dword, "state", arch), 1, offset))
            offset += 4
        for number in vectors:
            rows.append((wave, model.V0 + number, lanes, offset))
            offset += 4 * lanes
    return np.array(rows, model.SETS), offset


def _start_values(plan: Plan):
    """The start values of a plan."""
    model = model_package()
    states = start_states(plan)
    parts = tuple((wave, tuple(state.scalars), tuple(state.vectors)) for wave, state in states)
    words = []
    for _, state in states:
        words.append(struct.pack(f"<{len(state.scalars)}I", *state.scalars.values()))
        words += state.vectors.values()
    (table, size), data = start_value_table(plan.arch, plan.wave, parts), b"".join(words)
    if len(data) != size:
        raise CaseError("state", f"{len(data)} bytes of values; these registers have {size}")
    return model.Sets(table, data)


def start_states(plan: Plan) -> list[tuple]:
    """(wave, state) in the order of `Sets`: the state of all waves, then the state of each wave."""
    return [(model_package().EVERY_WAVE, plan.state), *enumerate(plan.wave_states)]


def _register_number(codes: dict, dword: str, where: str, arch: str) -> int:
    if dword not in codes:
        raise CaseError(f"{where}.{dword}", f"{arch} has no such register")
    return codes[dword]


def run_packets(model: Model, plan: Plan, buffers: list, shadows: list, trace) -> Outcome:
    """Run the packets of a plan in sequence."""
    total = Outcome(name=plan.case.name, lanes=plan.wave, profile=plan.case.profile)
    limit = plan.case.limits.instructions

    def dispatch(registers: dict[int, int]) -> bool:
        nonlocal total
        packet: dict = {"compute": registers, "grid": None, "group": None}
        if limit is not None:
            packet["limit"] = max(1, limit - total.instructions)
        total = join_outcomes(total, model.dispatch(plan, buffers, shadows, trace, **packet))
        return total.status == "ok"

    registers = {register_names.dispatch_offset(name, plan.arch): value for name,
                 value in plan.dispatch_registers.items()}
    CommandProcessor(plan.arch, registers, ProcessorMemory(plan.regions, buffers, shadows), dispatch).run(plan.packets)
    total.memory = read_memory(plan, buffers, shadows) if total.status != "invalid" else []
    return total
