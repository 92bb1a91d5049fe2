"""Run one case on many mutants: pack it once, and read the result only where a mutant differs from the model."""
from __future__ import annotations

from ...generators.native import array_loops
from ..case.choices import Choices
from ..case.plan import Plan
from ..execution.model_run import Model
from ..execution.outcome import Outcome
from ..execution.readback import observed_registers, split_registers, read_outcome
from .mutant_library import ALL_FAST_PATHS, FaultyModel, Library


class FaultRun:
    """A case prepared for the mutants of a library. `model`: the library without mutants; several runs may share it.
    `is_contaminated`: a mutant has changed how the model behaves in later runs, so further runs need another process.
    """

    def __init__(self, library: Library, plan: Plan, choices: Choices | None, model: Model | None = None):
        self.library, self.plan, self.choices, self.is_contaminated = library, plan, choices, False
        self.initial_memory = [bytes(region.data).ljust(region.size, b"\0") for region in plan.regions]
        self.buffers, self.shadows = [bytearray(data) for data in self.initial_memory], [
            bytearray(len(data)) for data in self.initial_memory]
        self.observed = split_registers(tuple(plan.observed)) if plan.observed is not None else None
        if not plan.packets:                             # dispatches of packets are packed again each time
            self.machine, options = (model or Model(choices, library.binding)).prepare_dispatch(plan, self.buffers,
                                                                                                self.shadows)
            self.case_run = self.pack_run(options)
            other_code = b"\xff" * (8 if len(plan.code) == 4 else 4)
            self.decoder_reset = self.pack_run({"arch": plan.arch, "wave": plan.wave, "code": other_code, "limit": 1})
            self.run(0)
            self.golden = self.observable_state()

    def pack_run(self, options: dict) -> tuple:
        """Return (struct assay_run, the memory that it points to)."""
        self.machine.pack(**options)
        return self.machine.ffi.new("struct assay_run *", self.machine.setup[0]), self.machine.held

    def run(self, number: int) -> None:
        """Run the case with a mutant, or without if `number` is 0. Other code runs first, to clear the machine's cache
        of decoded instructions, since a mutant may decode differently."""
        machine = self.machine
        machine.lib.assay_run(machine.handle, self.decoder_reset[0], machine.outcome)
        for buffer, shadow, initial in zip(self.buffers, self.shadows, self.initial_memory):
            buffer[:], shadow[:] = initial, bytes(len(initial))
        self.library.select_mutant(number)
        try:
            machine.lib.assay_run(machine.handle, self.case_run[0], machine.outcome)
        finally:
            self.library.select_mutant(0)

    def observable_state(self) -> tuple:
        """Return the observable state after the last run: status and counts at its end, findings, observed registers,
        memory, LDS."""
        machine, plan = self.machine, self.plan
        wave_count, registers = min(machine.outcome.wave_count, machine.waves), None
        if wave_count and self.observed is not None:
            block = array_loops.model_structures("assay_wave", machine.block(wave_count).address)
            registers = observed_registers(plan.arch, plan.wave, *self.observed).read(wave_count, block)[0].tobytes()
        observes_lds = plan.case.observe is not None and plan.case.observe.lds
        memory = [bytes(buffer) for buffer in self.buffers]
        outcome = machine.outcome
        end_state = outcome.status, outcome.instructions, machine.findings(outcome.finding_count)
        return end_state, wave_count, registers, memory, machine.lds_and_undefined()[0] if observes_lds else None

    def run_and_compare(self, number: int) -> Outcome | None:
        """Run a mutant; return its outcome, or None if it equals the model's. Raises CaseError for an unreadable
        outcome."""
        if self.plan.packets:
            return FaultyModel(self.library, number, self.choices).run(self.plan)
        self.run(number)
        if self.observed is not None and self.observable_state() == self.golden:
            return None
        outcome = read_outcome(self.plan, self.machine, self.machine.result(), self.buffers, self.shadows)
        self.run(0)
        self.is_contaminated = self.observable_state() != self.golden
        return outcome

    def run_without_faults(self) -> None:
        """Run the case without mutants, once with and once without fast paths."""
        for number in (0, ALL_FAST_PATHS):
            if self.plan.packets:
                FaultyModel(self.library, number, self.choices).run(self.plan)
            else:
                self.run(number)
