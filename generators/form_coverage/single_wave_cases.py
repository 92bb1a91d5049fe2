"""The cases of forms whose cases have one wave."""
from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...spec.slots import slots
from ..instructions import memory_access, instruction_case, case_sampler, gds
from ..values import exec_and_mode
from ..values.coverage_bins import LIVE, Cells, Hits, Possible
from . import wave_batch
from .case_limits import Limits

SINGLES, SCALAR_STATES = 240, 200                    # cases at most; states of scalar operations
SKIPPED = 400                                        # cases of a form that are passed over for what is left out
OWN = 8  # cases, the first, with an encoding of their own; later ones that use memory share it by twos
NONE, ANY_TAG = Limits(), np.array([0])
SHAPES, NO_SHAPE = {name: np.array([number]) for number, name in enumerate(LIVE)}, np.array([-1])
NO_MODE = np.array([0])                              # one for all


class Singles:
    """The cases of a form whose cases have one wave: those that use memory, change the way, or need all lanes."""

    def __init__(self, form, seed: int = 1, least: int = 36, states: int = 2000, limits: Limits = NONE):
        self.form, self.seed, self.limits = form, seed, limits
        self.made, self.skipped, self.least, self.most = 0, 0, least, max(least, SINGLES * bool(states))
        self.shared: instruction_case.Instruction | None = None  # whose encoding the next case, of a single lane, has
        self.known: set | None = None
        self.promised = self.left = promised(form, states)
        self.modes = exec_and_mode.modes_of(form.op)
        data = [s for s in slots(form) if memory_access.is_access(form)
                and not s.write and s.role == "vgpr" and s.field not in ("addr", "vaddr")]
        self.sources = [wave_batch.Source(s.field, *instruction_case.element(s.value), 1, False) for s in data]
        self.cells, self.fields = Cells(self.sources, [], ("default",)), [s.field for s in data]
        self.nothing, self.by_lane = np.zeros_like(self.cells.scalars), by_lane(form)      # of scalar operands

    def possible(self) -> Possible:
        """Every class of the data in every EXEC shape."""
        return Possible(np.ones((len(self.sources), 1, len(LIVE)), bool), np.zeros(len(self.sources), bool), set())

    @property
    def done(self) -> bool:
        """Are there no more cases?"""
        return self.made >= self.least and self.left <= 0 or self.made >= self.most

    def passed(self, hits: Hits) -> None:
        """A case passed."""
        self.cells.mark(hits)

    def covered(self) -> Cells:
        """What the cases that passed have reached."""
        return self.cells

    def drop(self, one) -> None:
        """A case that is not legal: the next one may be."""
        self.shared = None

    lost = drop

    def refused(self, one) -> bool:
        """A case that the target refuses: True, as each has an encoding of its own."""
        self.drop(one)
        return True

    def forbid(self, tags) -> None:
        """Passes over cases with one of these tags."""
        self.shared = None
        self.limits = replace(self.limits, modifiers=(*self.limits.modifiers, *tags))
        if any(tag.startswith("MODE") for tag in tags):
            self.limits = replace(self.limits, mode=(0xFFFFFFFF, exec_and_mode.MODE_DEFAULT))

    def resume(self, states: int) -> bool:
        """Makes up for the states of cases that could not be compared -> whether there are any."""
        self.left, self.least = self.promised - states, self.made + 1
        return self.left > 0 and self.made < self.most

    def next(self) -> instruction_case.Instruction:
        """The next case.  Raises sampler.NoCase when there is none."""
        number, self.made = self.made, self.made + 1
        if self.shared is not None and number % 2:
            one = case_sampler.again(self.shared, number, self.limits)
        else:
            one = self.sampled(number)
        self.shared = one if one.source and number >= OWN else None
        one.hits = self.hits(one)
        self.left -= one.hits.states
        return one

    def sampled(self, number: int) -> instruction_case.Instruction:
        """A case with an encoding of its own."""
        one = case_sampler.sample(self.form, number + self.skipped, self.seed, self.limits)
        while not self.limits.allow(one.tags, one.text):
            self.skipped += 1
            if self.skipped > SKIPPED:
                raise case_sampler.NoCase("each has something that is left out")
            one = case_sampler.sample(self.form, number + self.skipped, self.seed, self.limits)
        return one

    def hits(self, one) -> Hits:
        """What the case reaches."""
        mask, vectors = int(one.state["exec"]), np.zeros((1, *self.nothing.shape), bool)
        for field, _, _, numbers in one.seen if self.fields else ():
            if field in self.fields and len(numbers) == one.wave:
                vectors[0, self.fields.index(field), numbers[exec_and_mode.lanes(mask, one.wave)]] = True
        return Hits(vectors, self.nothing, ANY_TAG, SHAPES.get(one.shape, NO_SHAPE), NO_MODE, set(),
                    mask.bit_count() if self.by_lane else 1)


def by_lane(form) -> bool:
    """Has a case a state for each live lane, not one for the wave?"""
    return form.layout != "smem" and not form.layout.startswith("sop")


def promised(form, states: int) -> int:
    """The states that cases of one wave are to reach."""
    if form.encoding[0] == "v" or by_lane(form) and form.op.memory is not None and not gds.is_share(form):
        return states
    return min(states, SCALAR_STATES) if form.kind in ("salu", "control") else 0
