"""One case on one mutant after the other: packed once, and read only where a mutant departs from the model."""
from __future__ import annotations

from ...generators.native import array_loops
from ..case.choices import Choices
from ..case.plan import Plan
from ..execution.model_run import Model
from ..execution.outcome import Outcome
from ..execution.readback import observed, parted, reading
from .mutant_library import ALL_FAST_PATHS, FaultyModel, Library


class FaultRun:
    """A case, ready to be run on the mutants of a library.  `model`: that library without mutants, which several trials
    may share.  `spoilt`: since a mutant ran, the model no longer does what it did: what comes after wants another
    process."""

    def __init__(self, library: Library, plan: Plan, choices: Choices | None, model: Model | None = None):
        self.library, self.plan, self.choices, self.spoilt = library, plan, choices, False
        self.given = [bytes(region.data).ljust(region.size, b"\0") for region in plan.regions]
        self.buffers, self.shadows = [bytearray(one) for one in self.given], [bytearray(len(one)) for one in self.given]
        self.observed = parted(tuple(plan.observed)) if plan.observed is not None else None
        if not plan.packets:                             # each dispatch of these is packed anew
            self.machine, options = (model or Model(choices, library.binding)).laid(plan, self.buffers, self.shadows)
            self.case = self.packed(options)
            other = b"\xff" * (8 if len(plan.code) == 4 else 4)
            self.other = self.packed({"arch": plan.arch, "wave": plan.wave, "code": other, "limit": 1})
            self.run(0)
            self.golden = self.left()

    def packed(self, options: dict) -> tuple:
        """(struct assay_run, the memory it points into)"""
        self.machine.pack(**options)
        return self.machine.ffi.new("struct assay_run *", self.machine.setup[0]), self.machine.held

    def run(self, number: int) -> None:
        """Runs the case with a mutant, 0 for none.  It may decode otherwise than the one before: other code makes the
        machine forget what is decoded."""
        machine = self.machine
        machine.lib.assay_run(machine.handle, self.other[0], machine.outcome)
        for buffer, shadow, given in zip(self.buffers, self.shadows, self.given):
            buffer[:], shadow[:] = given, bytes(len(given))
        self.library.choose(number)
        try:
            machine.lib.assay_run(machine.handle, self.case[0], machine.outcome)
        finally:
            self.library.choose(0)

    def left(self) -> tuple:
        """What a reading shows of the last run: how it ended, what it found, the registers that are looked at, memory,
        LDS."""
        machine, plan = self.machine, self.plan
        kept, registers = min(machine.outcome.wave_count, machine.waves), None
        if kept and self.observed is not None:
            block = array_loops.model("assay_wave", machine.block(kept).address)
            registers = observed(plan.arch, plan.wave, *self.observed).read(kept, block)[0].tobytes()
        looks = plan.case.observe is not None and plan.case.observe.lds
        memory = [bytes(one) for one in self.buffers]
        ended = machine.outcome.status, machine.outcome.instructions, machine.findings(machine.outcome.finding_count)
        return ended, kept, registers, memory, machine.lds()[0] if looks else None

    def departure(self, number: int) -> Outcome | None:
        """What a mutant leaves; None where that is what the model does.  Raises CaseError for what cannot be read."""
        if self.plan.packets:
            return FaultyModel(self.library, number, self.choices).run(self.plan)
        self.run(number)
        if self.observed is not None and self.left() == self.golden:
            return None
        found = reading(self.plan, self.machine, self.machine.result(), self.buffers, self.shadows)
        self.run(0)
        self.spoilt = self.left() != self.golden
        return found

    def sound(self) -> None:
        """Runs the case without mutants, with fast paths and without."""
        for way in (0, ALL_FAST_PATHS):
            if self.plan.packets:
                FaultyModel(self.library, way, self.choices).run(self.plan)
            else:
                self.run(way)
