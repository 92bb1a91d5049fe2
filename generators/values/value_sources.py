"""Where rows of operand values come from: numpy for the grid, a few picks repeated over the lanes where cases are to
shrink."""
from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from ..native import array_loops
from . import value_classes


class Rows(ABC):
    """Rows one by one."""

    @abstractmethod
    def row(self, kind: str, width: int, lanes: int) -> tuple[np.ndarray, np.ndarray]:
        """`lanes` patterns as uint64, and the number of the value class of each."""

    def elements(self, asked: tuple[tuple[str, int, int], ...], counted: int) -> tuple[list, list]:
        """Of elements of these (kind, width, lanes), of 64 bits with two dwords, of 16 bits with another value in the
        upper half: (its dwords as rows of uint32, class numbers) of the `counted` first; the low dwords of the others,
        of which those of one lane are numbers."""
        found = [self.element(*one) for one in asked]
        return found[:counted], [low if len(low) > 1 else int(low[0]) for (low, *_), _ in found[counted:]]

    def element(self, kind: str, width: int, lanes: int) -> tuple[list[np.ndarray], np.ndarray]:
        """That of one."""
        row, numbers = self.row(kind, width, lanes)
        if width == 16:
            row = row | self.row(kind, width, lanes)[0] << np.uint64(16)
        return [(row >> np.uint64(at)).astype(np.uint32) for at in range(0, max(width, 32), 32)], numbers


class Fast(Rows):
    """Rows as numpy would draw them, seeded from `rng` (random.Random); each lane its own value."""

    def __init__(self, rng):
        self.random = array_loops.Stream(rng.getrandbits(64))

    def begin(self) -> None:
        """The rows of operands follow."""

    def row(self, kind: str, width: int, lanes: int) -> tuple[np.ndarray, np.ndarray]:
        """`lanes` patterns as uint64, and the number of the value class of each."""
        return value_classes.row(self.random, kind, width, lanes)


class Turns(Fast):
    """Rows for grids of cases: with a `turn` every lane of a row is of one class, and successive turns walk over all
    classes; without one all classes are dealt over the lanes."""

    def __init__(self, rng, turn: int | None):
        super().__init__(rng)
        self.turn, self.calls = turn, 0

    def begin(self) -> None:
        """The first operand has the class after the turn's, the next one the class after it."""
        self.calls = 0

    def row(self, kind: str, width: int, lanes: int) -> tuple[np.ndarray, np.ndarray]:
        """As Fast.row."""
        return value_classes.rows(self.random, ((kind, width, lanes),), self.next(1))[0]

    def elements(self, asked: tuple[tuple[str, int, int], ...], counted: int) -> tuple[list, list]:
        """As Rows.elements."""
        plan = value_classes.plan_of_elements(asked)
        return plan.drawn(self.random, self.next(plan.rows), counted)

    def next(self, count: int) -> int | None:
        """The turn of the first of so many rows."""
        first, self.calls = self.calls + 1, self.calls + count
        return None if self.turn is None else self.turn + first


class Small(Rows):
    """Rows of one to three picks over and over: every pick is a decision of `rng`, so that Hypothesis can make it
    simpler."""

    def __init__(self, rng):
        self.rng = rng

    def begin(self) -> None:
        """The rows of operands follow."""

    def row(self, kind: str, width: int, lanes: int) -> tuple[np.ndarray, np.ndarray]:
        """As Fast.row; class numbers are not told."""
        picks = [value_classes.pick(self.rng, kind, width) for _ in range(self.rng.randrange(1, 4))]
        return np.resize(np.array(picks, np.uint64), lanes), np.zeros(lanes, np.int64)
