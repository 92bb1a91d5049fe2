"""The trace of a run by wave, with the accesses that may conflict."""
from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

from ...harness.case.case_types import Case
from ...harness.case.plan import resolve
from ...harness.execution.model_run import Model
from ...harness.execution.outcome import Outcome
from .image_addresses import has_descriptor_sized_address, with_address_registers, type_word_register
from .traced_instruction import Instruction, UnknownInstruction, decode_instruction

MAX_INSTRUCTION_BYTES = 20
SPACE_SHIFT = 62                                     # bits of a dword's number from here on are the memory space


class Step(NamedTuple):
    """An executed instruction. `shared`: the accessed ((dword, byte mask), …) that other waves of the group access too;
    `mixed`: dwords that the wave accesses by scalar and by vector memory; `writes_registers`: its destination registers
    exist in the wave."""
    pc: int
    exec: int
    m0: int
    instruction: Instruction
    shared: tuple
    mixed: frozenset
    writes_registers: bool = True


@dataclass(slots=True)
class Trace:
    """`groups`: {group: {wave: its steps}}; `pcs`: addresses of all executed instructions."""
    arch: str
    wave: int
    groups: dict[int, dict[int, list[Step]]]
    pcs: set[int] = field(default_factory=set)


def dword_masks(accesses) -> dict[int, int]:
    """{dword: byte mask} of [(memory space, address, bytes)]."""
    masks: dict[int, int] = {}
    for space, address, size in accesses:
        while size > 0:
            first = address & 3
            count = min(size, 4 - first)
            key = space << SPACE_SHIFT | address >> 2
            masks[key] = masks.get(key, 0) | ((1 << count) - 1) << first
            address, size = address + count, size - count
    return masks


class Recorder:
    """Collects the model's report on each executed instruction."""

    def __init__(self, arch: str, wave: int, base: int, code: bytes):
        self.arch, self.wave, self.base, self.code = arch, wave, base, code
        self.instructions: dict[int, Instruction] = {}
        self.steps: dict[int, dict[int, list]] = defaultdict(lambda: defaultdict(list))
        self.unknown: UnknownInstruction | None = None

    def __call__(self, step: dict) -> None:
        try:
            self.record_step(step)
        except UnknownInstruction as error:                     # exceptions cannot propagate through the calling C code
            self.unknown = self.unknown or error

    def record_step(self, step: dict) -> None:
        """Add one step. Raises UnknownInstruction."""
        pc = step["pc"]
        if pc not in self.instructions:
            offset = (pc - self.base) % (1 << 64)
            code = bytes(self.code[offset:offset + MAX_INSTRUCTION_BYTES])
            self.instructions[pc] = decode_instruction(self.arch, self.wave, code)
        instruction = self.instructions[pc]
        if has_descriptor_sized_address(instruction):
            instruction = with_address_registers(instruction, step["s"][type_word_register(instruction)])
        masks = dword_masks(step["accesses"]) if step["accesses"] else {}
        record = pc, step["exec"], step["m0"], instruction, masks, bool(step["writes"])
        self.steps[step["group"]][step["wave"]].append(record)

    def trace(self) -> Trace:
        """The trace. Raises the first UnknownInstruction of the run."""
        if self.unknown:
            raise self.unknown
        groups = {group: group_steps(waves) for group, waves in self.steps.items()}
        return Trace(self.arch, self.wave, groups, set(self.instructions))


def writes_memory(instruction: Instruction) -> bool:
    """Return whether the instruction is a store or an atomic."""
    return instruction.verb in ("store", "atomic")


def group_steps(waves: dict[int, list]) -> dict[int, list[Step]]:
    """The steps of a group. Only accesses that can conflict are retained: to dwords that several waves access and one
    writes, and to dwords that one wave writes and accesses by scalar memory."""
    waves_of_dword, written, scalar_dwords = defaultdict(set), set(), set()
    for wave, steps in waves.items():
        for _, _, _, instruction, masks, _ in steps:
            for dword in masks:
                waves_of_dword[dword].add(wave)
            written |= masks.keys() if writes_memory(instruction) else set()
            scalar_dwords |= masks.keys() if instruction.kind == "smem" else set()
    shared, mixed = {dword for dword in written if len(waves_of_dword[dword]) > 1}, written & scalar_dwords
    steps_by_wave: dict[int, list[Step]] = defaultdict(list)
    for wave, steps in waves.items():
        for pc, exec_, m0, instruction, masks, writes_registers in steps:
            accesses = tuple((dword, mask) for dword, mask in masks.items() if dword in shared)
            steps_by_wave[wave].append(
                Step(pc, exec_, m0, instruction, accesses, mixed & masks.keys(), writes_registers))
    return dict(steps_by_wave)


def record_trace(case: Case | dict | bytes | str, model: Model | None = None) -> tuple[Trace, Outcome]:
    """Run a case on the model and return its trace and outcome. Raises CaseError and UnknownInstruction."""
    plan = resolve(case)
    recorder = Recorder(plan.arch, plan.wave, plan.base, plan.code)
    outcome = (model or Model()).run(plan, trace=recorder)
    return recorder.trace(), outcome
