"""Planner for the forms whose cases have a single wave."""
from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...spec.slots import slots
from ..instructions import memory_access, instruction_case, case_sampler, gds
from ..values import exec_and_mode
from ..values.coverage_bins import LIVE_SHAPES, CoverageBins, BinHits, ReachableBins
from . import wave_batch
from .case_limits import Limits

MAX_SINGLE_CASES, SCALAR_STATES = 240, 200           # maximal cases; states of scalar operations
MAX_SKIPPED_CASES = 400                              # cases of a form skipped for excluded features
UNSHARED_CASES = 8  # first cases with an encoding each; later memory cases share one in pairs
NO_LIMITS, ANY_TAG_NUMBER = Limits(), np.array([0])
SHAPE_NUMBERS, NO_SHAPE = {name: np.array([number]) for number, name in enumerate(LIVE_SHAPES)}, np.array([-1])
NO_MODE = np.array([0])                              # one for all


class Singles:
    """Planner for a form whose cases have a single wave: it uses memory, changes control flow, or needs all lanes."""

    def __init__(self, form, seed: int = 1, min_cases: int = 36, states: int = 2000, limits: Limits = NO_LIMITS):
        self.form, self.seed, self.limits = form, seed, limits
        self.cases_planned, self.skipped = 0, 0
        self.min_cases, self.max_cases = min_cases, max(min_cases, MAX_SINGLE_CASES * bool(states))
        # the next case, of a single lane, has the encoding of this one
        self.encoding_source: instruction_case.Instruction | None = None
        self.known: set | None = None
        self.required_states = self.states_left = target_states(form, states)
        self.modes = exec_and_mode.relevant_modes(form.op)
        data = [s for s in slots(form) if memory_access.is_memory_access(form)
                and not s.write and s.role == "vgpr" and s.field not in ("addr", "vaddr")]
        self.sources = [wave_batch.Source(s.field, *instruction_case.drawn_kind_and_width(s.value), 1, False)
                        for s in data]
        self.cells, self.fields = CoverageBins(self.sources, [], ("default",)), [s.field for s in data]
        self.nothing, self.by_lane = np.zeros_like(self.cells.scalars), counts_lanes(form)  # of scalar operands

    def possible(self) -> ReachableBins:
        """Return the reachable bins: every class of the data in every EXEC shape."""
        return ReachableBins(
            np.ones((len(self.sources), 1, len(LIVE_SHAPES)), bool), np.zeros(len(self.sources), bool), set()
        )

    @property
    def done(self) -> bool:
        """True if no more cases are needed."""
        return self.cases_planned >= self.min_cases and self.states_left <= 0 or self.cases_planned >= self.max_cases

    def passed(self, hits: BinHits) -> None:
        """Record a passed case."""
        self.cells.record(hits)

    def covered(self) -> CoverageBins:
        """Return the bins that passed cases cover."""
        return self.cells

    def drop(self, case) -> None:
        """Record an illegal case. The next case gets a new encoding."""
        self.encoding_source = None

    lost = drop

    def refused(self, case) -> bool:
        """Record a case that the target refuses. Return True, since each case has its own encoding."""
        self.drop(case)
        return True

    def forbid(self, tags) -> None:
        """Skip all further cases that have one of these tags."""
        self.encoding_source = None
        self.limits = replace(self.limits, modifiers=(*self.limits.modifiers, *tags))
        if any(tag.startswith("MODE") for tag in tags):
            self.limits = replace(self.limits, mode=(0xFFFFFFFF, exec_and_mode.MODE_DEFAULT))

    def resume(self, states: int) -> bool:
        """Plan more cases in place of states that could not be compared. Return whether there are any."""
        self.states_left, self.min_cases = self.required_states - states, self.cases_planned + 1
        return self.states_left > 0 and self.cases_planned < self.max_cases

    def next(self) -> instruction_case.Instruction:
        """Return the next case. Raises case_sampler.NoCase if there is none."""
        number, self.cases_planned = self.cases_planned, self.cases_planned + 1
        if self.encoding_source is not None and number % 2:
            instruction = case_sampler.resample(self.encoding_source, number, self.limits)
        else:
            instruction = self.sample_allowed(number)
        self.encoding_source = instruction if instruction.value_source and number >= UNSHARED_CASES else None
        instruction.hits = self.hits(instruction)
        self.states_left -= instruction.hits.states
        return instruction

    def sample_allowed(self, number: int) -> instruction_case.Instruction:
        """Sample the next allowed case, with its own encoding."""
        instruction = case_sampler.sample(self.form, number + self.skipped, self.seed, self.limits)
        while not self.limits.allow(instruction.tags, instruction.text):
            self.skipped += 1
            if self.skipped > MAX_SKIPPED_CASES:
                raise case_sampler.NoCase("each has something that is left out")
            instruction = case_sampler.sample(self.form, number + self.skipped, self.seed, self.limits)
        return instruction

    def hits(self, instruction: instruction_case.Instruction) -> BinHits:
        """Return the bins that the case covers."""
        mask, vectors = int(instruction.state["exec"]), np.zeros((1, *self.nothing.shape), bool)
        for field, _, _, numbers in instruction.drawn_classes if self.fields else ():
            if field in self.fields and len(numbers) == instruction.wave:
                vectors[0, self.fields.index(field), numbers[exec_and_mode.unpack_mask(mask, instruction.wave)]] = True
        return BinHits(
            vectors, self.nothing, ANY_TAG_NUMBER, SHAPE_NUMBERS.get(instruction.shape, NO_SHAPE), NO_MODE, set(),
            mask.bit_count() if self.by_lane else 1,
        )


def counts_lanes(form) -> bool:
    """True if a case counts a state for each active lane, False if it counts one for the wave."""
    return form.layout != "smem" and not form.layout.startswith("sop")


def target_states(form, states: int) -> int:
    """Return the number of states that single-wave cases should reach."""
    if form.encoding[0] == "v" or counts_lanes(form) and form.op.memory is not None and not gds.is_gds_only(form):
        return states
    return min(states, SCALAR_STATES) if form.kind in ("salu", "control") else 0
