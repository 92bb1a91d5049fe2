"""Where rows of operand values come from: numpy for the grid, a few picks repeated over the lanes where cases are to shrink."""
from __future__ import annotations

import numpy as np

from . import values


class Fast:
    """Rows by numpy, seeded from `rng` (random.Random); each lane its own value."""

    def __init__(self, rng):
        self.random = np.random.default_rng(rng.getrandbits(64))

    def row(self, kind: str, width: int, lanes: int) -> tuple[np.ndarray, np.ndarray]:
        """`lanes` patterns as uint64, and the number of the value class of each."""
        return values.row(self.random, kind, width, lanes)


class Small:
    """Rows of one to three picks over and over: every pick is a decision of `rng`, so that Hypothesis can make it simpler."""

    def __init__(self, rng):
        self.rng = rng

    def row(self, kind: str, width: int, lanes: int) -> tuple[np.ndarray, np.ndarray]:
        """As Fast.row; class numbers are not told."""
        picks = [values.pick(self.rng, kind, width) for _ in range(self.rng.randrange(1, 4))]
        return np.resize(np.array(picks, np.uint64), lanes), np.zeros(lanes, np.int64)
