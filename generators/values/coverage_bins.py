"""The grid of one form: operand x value class x modifier x EXEC shape x MODE, what of it was reached, and what to do
next."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..native import array_loops
from . import value_classes as values
from .exec_and_mode import SHAPES

LIVE = tuple(s for s in SHAPES if s != "none")       # the empty EXEC has no values
ANY = "any"                                          # the modifier every encoding has


@dataclass(slots=True)
class Hits:
    """What one case reaches: `vectors`: bool by wave, operand, class; `scalars`: bool by operand, class; `tags`,
    `shapes` (-1: none) and `modes` as numbers; `kinds` of its sources; `states`: live lanes."""
    vectors: np.ndarray
    scalars: np.ndarray
    tags: np.ndarray
    shapes: np.ndarray
    modes: np.ndarray
    kinds: set
    states: int


class Cells:
    """What of the grid a form's cases reached.  Axes of `reached`: operand, class, modifier, EXEC shape, MODE; those of
    `held`: shape, MODE, modifier, operand, class.  `left`, `fresh`: cells to be reached by operand, modifier and shape,
    and those among them that no MODE has."""

    def __init__(self, sources, tags: list[str], modes: tuple[str, ...]):
        self.sources, self.tags, self.modes = sources, [ANY, *tags], modes
        self.classes = max((s.classes for s in sources), default=1)
        self.has = np.array([[c < s.classes for c in range(self.classes)] for s in sources], bool).reshape(
            len(sources), self.classes
        )
        self.held = np.zeros((len(LIVE), len(modes), len(self.tags), len(sources), self.classes), bool)
        self.ever = np.zeros((len(LIVE), len(self.tags), len(sources), self.classes), bool)
        self.reached = self.held.transpose(3, 4, 2, 0, 1)
        self.scalars = np.zeros((len(sources), self.classes), bool)
        self.kinds: set[str] = set()
        self.fresh = np.empty((len(sources), len(self.tags), len(LIVE)), np.int64)
        self.fresh[:] = self.has.sum(1)[:, None, None]                   # all that there are
        self.left = self.fresh * len(modes)
        self.in_c = array_loops.Struct(
            "plan_cells", shapes=len(LIVE), modes=len(modes), tags=len(self.tags), operands=len(sources),
            classes=self.classes, has=self.has, held=self.held, ever=self.ever, scalars=self.scalars, left=self.left,
            fresh=self.fresh,
        )

    def count(self) -> None:
        """Sets `left` and `fresh` to what `held` says."""
        self.ever[:] = self.held.any(1)
        self.left[:] = (~self.held & self.has).sum((1, 4)).transpose(2, 1, 0)
        self.fresh[:] = (~self.ever & self.has).sum(3).transpose(2, 1, 0)

    def mark(self, hits: Hits) -> bool:
        """Counts a case -> whether it reached anything new."""
        told = bool(hits.kinds - self.kinds)
        self.kinds |= hits.kinds
        if not self.sources:
            return told
        ffi, lib = array_loops.extension()
        given = ffi.new("struct plan_hits *", [len(hits.shapes), len(hits.tags), *map(array_loops.pointer, (
            hits.vectors, hits.scalars, hits.shapes, hits.modes, hits.tags))])
        return bool(lib.plan_mark(self.in_c.struct, given)) or told

    def take(self, other: Cells) -> None:
        """Reached is what another has reached."""
        self.held[:], self.scalars[:], self.kinds = other.held, other.scalars, set(other.kinds)
        self.count()


@dataclass(slots=True)
class Possible:
    """What of the grid can be: `vectors`: bool by operand, modifier and shape (some encoding has all), `scalars`: by
    operand, `kinds`."""
    vectors: np.ndarray
    scalars: np.ndarray
    kinds: set


@dataclass(slots=True)
class Count:
    """Cells reached and possible: operand x class x shape with scalar operands and kinds of sources; with modifiers;
    with MODE."""
    cells: int = 0
    cells_of: int = 0
    triples: int = 0
    triples_of: int = 0
    modes: int = 0
    modes_of: int = 0


def count(cells: Cells, possible: Possible) -> Count:
    """How much of the grid was reached."""
    can = cells.has[:, :, None, None] & possible.vectors[:, None]  # operand, class, modifier, shape
    got = cells.reached & can[..., None]
    scalars = cells.has & possible.scalars[:, None]
    modes = len(cells.modes)
    return Count(
        int(got[:, :, 0].any(-1).sum()) + int((cells.scalars & scalars).sum()) + len(cells.kinds & possible.kinds),
        int(can[:, :, 0].sum()) + int(scalars.sum()) + len(possible.kinds), int(got.any(-1).sum()), int(can.sum()),
        int(got.sum()) if modes > 1 else 0, int(can.sum()) * modes if modes > 1 else 0,
    )


def misses(cells: Cells, possible: Possible, most: int = 3) -> list[str]:
    """The first cells without a modifier's name, then with one, that no case reached."""
    can = cells.has[:, :, None, None] & possible.vectors[:, None]
    missing = np.argwhere(can & ~cells.reached.any(-1))
    found = []
    for operand, number, tag, shape in missing[np.argsort(missing[:, 2], kind="stable")[:most]].tolist():
        source = cells.sources[operand]
        name = values.class_names(source.kind, source.width)[number]
        found.append(f"{source.field} {name}, {LIVE[shape]}" + (f", {cells.tags[tag]}" if tag else ""))
    lost = np.argwhere(cells.has & possible.scalars[:, None] & ~cells.scalars).tolist()
    found += [
        f"{cells.sources[o].field} {values.class_names(cells.sources[o].kind, cells.sources[o].width)[c]}, scalar"
        for o, c in lost
    ]
    return (found + sorted(possible.kinds - cells.kinds))[:most]
