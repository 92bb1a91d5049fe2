"""Check a trace against the rules of the manuals, as recorded or with one instruction changed."""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ...spec import architecture_traits
from .traced_instruction import Instruction
from .wave_races import first_race
from .outstanding_results import (
    OutstandingOperation, OutstandingResults, counter_orders, counter_weight, family_name, wait_limits,
)
from .wait_states import WaitStateChecker
from .wave_trace import Step, Trace

ALL_LANES = (1 << 64) - 1
CROSS_LANE_SHAPES = ("gather", "scatter", "across", "matrix") # row shapes that read lanes of other numbers
BARRIER = "s_barrier"


@dataclass(frozen=True, slots=True)
class Breach:
    """A violated rule. `kind`: early, own, state or race; `pc`: address of the violating instruction."""
    kind: str
    pc: int
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """The effect of a mutant on the trace: `replacement` executes at `pc`. If `move_before` is set, it executes before
    the instruction at that earlier PC instead."""
    pc: int
    replacement: Instruction
    move_before: int | None = None


def apply_change(steps: Iterable[Step], change: Change | None) -> Iterator[Step]:
    """Yield the steps of one wave with the change applied."""
    delayed: list[Step] = []                         # steps that the moved instruction now precedes
    for step in steps:
        if change is None:
            yield step
        elif step.pc == change.pc:
            yield step._replace(instruction=change.replacement)
            yield from delayed
            delayed = []
        elif delayed or step.pc == change.move_before:
            delayed.append(step)
        else:
            yield step
    yield from delayed


def lanes_used(instruction: Instruction, exec_: int) -> int:
    """The lanes that an instruction reads from its vector registers."""
    if instruction.name == "v_readfirstlane_b32":
        return exec_ & -exec_ or 1
    if instruction.kind == "lds" or instruction.vector_memory:
        return exec_
    uses_dpp = any(part.form.extension in ("dpp", "dpp8") for part in instruction.parts)
    across = instruction.has_shape(*CROSS_LANE_SHAPES) or uses_dpp
    return ALL_LANES if across else exec_


@dataclass(slots=True)
class WaveChecker:
    """Checks the steps of one wave. `issued`: operations that may race with other waves; `indexed`: VGPR numbers are
    relative to M0 (Vega ISA, 4.2)."""
    results: OutstandingResults
    states: WaitStateChecker
    barriers: int = 0
    issued: list[OutstandingOperation] = field(default_factory=list)
    indexed: bool = False

    def check_steps(self, steps: Iterable[Step]) -> Breach | None:
        """The first breach of these steps, or None."""
        for step in steps:
            breach = self.check_step(step)
            if breach:
                return breach
        for operation in self.results.pending:             # S_ENDPGM waits for everything (Vega ISA, 12; RDNA3 ISA, 16)
            operation.ended = self.barriers
        return None

    def check_step(self, step: Step) -> Breach | None:
        """The breach of one step, or None."""
        instruction = step.instruction.with_m0_index(step.m0)
        if self.indexed and instruction.valu:
            instruction = instruction.with_gpr_index(step.m0)
        rule = self.states.broken_rule(instruction)
        if rule:
            return Breach("state", step.pc, f"{rule}: {instruction.text}")
        for counter, limit in wait_limits(self.results.family, instruction).items():
            self.results.wait(counter, limit, self.barriers)
        if instruction.name == BARRIER:
            self.barriers += 1
        if instruction.name.startswith("s_set_gpr_idx_o"):
            self.indexed = instruction.name == "s_set_gpr_idx_on"
        counters = counter_orders(self.results.family, instruction)
        early = self.find_early_use(instruction, step.exec, counters) if self.results.awaited else None
        if early:
            operation, register = early
            text = f"{instruction.text} uses {register}, which {operation.instruction.text} will write"
            return Breach("early", step.pc, text)
        return self.issue(instruction, step, counters) if counters else None

    def find_early_use(self, instruction: Instruction, exec_: int,
                       counters: dict) -> tuple[OutstandingOperation, str] | None:
        """Return an outstanding operation and a register of it that the instruction reads or writes too early, or
        None."""
        lanes = lanes_used(instruction, exec_)
        used = self.results.find_awaited([n for n in instruction.reads if n[0] == "v" and n[:3] != "vcc"], lanes)
        scalars = [n for n in instruction.reads if n[0] != "v" or n[:3] == "vcc"]
        used = used or self.results.find_awaited(scalars, ALL_LANES)
        if used:
            return used
        lanes_written = ALL_LANES if instruction.kind in ("smem", "salu", "control") else lanes
        if counters:
            return self.results.find_overwritten(instruction, lanes_written, counters)
        return self.results.find_awaited(instruction.writes, lanes_written)

    def issue(self, instruction: Instruction, step: Step, counters: dict) -> Breach | None:
        """Add the operation of a step to the outstanding operations. Return a breach if it conflicts with an earlier
        access of the same wave, else None."""
        operation = OutstandingOperation(
            instruction, step.pc, dict(counters), {}, counter_weight(instruction), step.shared, self.barriers)
        if step.mixed and (other := self.find_unordered(instruction, step.mixed)):
            return Breach("own", step.pc, f"{instruction.text} conflicts with {other.instruction.text}")
        if step.writes_registers:
            lanes = ALL_LANES if instruction.kind in ("smem", "salu", "control") else step.exec
            operation.awaited_lanes = dict.fromkeys(instruction.writes, lanes)
        operation.mixed = step.mixed
        self.results.issue(operation, self.barriers)
        if step.shared:
            self.issued.append(operation)
        return None

    def find_unordered(self, instruction: Instruction, mixed: frozenset) -> OutstandingOperation | None:
        """Return an outstanding access to the same bytes that may complete in any order, or None (errata E-021). At
        least one of the two accesses writes. One is scalar and the other vector memory, or both are scalar."""
        for other in self.results.pending:
            scalar = "smem" in (instruction.kind, other.instruction.kind)
            if scalar and mixed & other.mixed and {instruction.verb, other.instruction.verb} != {"load"}:
                return other
        return None


def wave_checker(trace: Trace, silicon: bool, family: str) -> WaveChecker:
    """A WaveChecker for one wave of the trace."""
    return WaveChecker(OutstandingResults(family), WaitStateChecker(family, silicon))


def replay(trace: Trace, change: Change | None = None, silicon: bool = True) -> Breach | None:
    """The first breach of the trace, or None. Raises UnknownInstruction."""
    for waves in trace.groups.values():
        issued_by_wave = {}
        for number, steps in waves.items():
            family = family_name(steps[0].instruction)
            checker = wave_checker(trace, silicon, family)
            breach = checker.check_steps(apply_change(steps, change))
            if breach:
                return breach
            issued_by_wave[number] = checker.issued
        in_order = architecture_traits(trace.arch)["group_vector_order"]
        race = first_race(issued_by_wave, bool(in_order)) if len(issued_by_wave) > 1 else None
        if race:
            a, b = race
            return Breach("race", b.pc, f"waves {a.wave} and {b.wave}: {a.verb} at {a.pc:#x}, {b.verb} at {b.pc:#x}")
    return None
