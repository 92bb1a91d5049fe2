"""Sources of operand values by lane: random rows for planned cases, and a few repeated picks for cases that
Hypothesis shrinks."""
from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from ..native import array_loops
from . import value_classes


class RowSource(ABC):
    """Draws one value for each lane of an operand."""

    @abstractmethod
    def draw_row(self, kind: str, width: int, lanes: int) -> tuple[np.ndarray, np.ndarray]:
        """Return `lanes` patterns as uint64, and the value class number of each."""

    def draw_elements(self, specs: tuple[tuple[str, int, int], ...], with_classes: int) -> tuple[list, list]:
        """Draw operand elements of the given (kind, width, lanes). A 64-bit element has two dwords; a 16-bit one gets
        an independent value in its upper half. Return (uint32 rows of the dwords, class numbers) for the first
        `with_classes` elements, and the low dwords of the others; a low dword of one lane is an int."""
        elements = [self.draw_element(*spec) for spec in specs]
        return elements[:with_classes], [
            low if len(low) > 1 else int(low[0]) for (low, *_), _ in elements[with_classes:]
        ]

    def draw_element(self, kind: str, width: int, lanes: int) -> tuple[list[np.ndarray], np.ndarray]:
        """Draw one element: its dwords as uint32 rows, and the class numbers."""
        row, numbers = self.draw_row(kind, width, lanes)
        if width == 16:
            row = row | self.draw_row(kind, width, lanes)[0] << np.uint64(16)
        return [(row >> np.uint64(shift)).astype(np.uint32) for shift in range(0, max(width, 32), 32)], numbers


class RandomRows(RowSource):
    """Independent values for every lane, as numpy draws them; seeded from `rng` (random.Random)."""

    def __init__(self, rng):
        self.random = array_loops.Stream(rng.getrandbits(64))

    def start_operands(self) -> None:
        """Announce that the operands of a case follow."""

    def draw_row(self, kind: str, width: int, lanes: int) -> tuple[np.ndarray, np.ndarray]:
        """`lanes` patterns as uint64, and the number of the value class of each."""
        return value_classes.draw_row(self.random, kind, width, lanes)


class ClassWalkRows(RandomRows):
    """Rows for planned cases. With a `turn`, each row has one class and successive turns walk over all classes. Without
    one, every row mixes all classes."""

    def __init__(self, rng, turn: int | None):
        super().__init__(rng)
        self.turn, self.rows_drawn = turn, 0

    def start_operands(self) -> None:
        """Restart the count of rows: the first operand has the class after the turn, the next one the class after
        that."""
        self.rows_drawn = 0

    def draw_row(self, kind: str, width: int, lanes: int) -> tuple[np.ndarray, np.ndarray]:
        """See RandomRows.draw_row."""
        return value_classes.draw_rows(self.random, ((kind, width, lanes),), self.advance(1))[0]

    def draw_elements(self, specs: tuple[tuple[str, int, int], ...], with_classes: int) -> tuple[list, list]:
        """See RowSource.draw_elements."""
        plan = value_classes.element_plan(specs)
        return plan.draw(self.random, self.advance(plan.row_count), with_classes)

    def advance(self, count: int) -> int | None:
        """Count `count` rows as drawn. Return the turn of the first of these rows, or None without turns."""
        first, self.rows_drawn = self.rows_drawn + 1, self.rows_drawn + count
        return None if self.turn is None else self.turn + first


class ShrinkableRows(RowSource):
    """Rows of one to three repeated picks. Each pick is a decision of `rng`, so that Hypothesis can simplify it."""

    def __init__(self, rng):
        self.rng = rng

    def start_operands(self) -> None:
        """Announce that the operands of a case follow."""

    def draw_row(self, kind: str, width: int, lanes: int) -> tuple[np.ndarray, np.ndarray]:
        """See RandomRows.draw_row; the class numbers are all 0."""
        picks = [value_classes.pick_pattern(self.rng, kind, width) for _ in range(self.rng.randrange(1, 4))]
        return np.resize(np.array(picks, np.uint64), lanes), np.zeros(lanes, np.int64)
