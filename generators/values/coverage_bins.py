"""The coverage bins of one form: operand x value class x modifier x EXEC shape x MODE; and the covered and reachable
bins among them."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..native import array_loops
from . import value_classes as values
from .exec_and_mode import EXEC_SHAPES

LIVE_SHAPES = tuple(s for s in EXEC_SHAPES if s != "none")  # an empty EXEC covers no values
ANY_MODIFIER = "any"                                 # the pseudo modifier of every encoding


@dataclass(slots=True)
class BinHits:
    """The bins that one case covers. `vectors`: bool by wave, operand, class. `scalars`: bool by operand, class.
    `tags`, `shapes` (-1: none) and `modes`: numbers. `kinds`: kinds of its sources. `states`: active lanes."""
    vectors: np.ndarray
    scalars: np.ndarray
    tags: np.ndarray
    shapes: np.ndarray
    modes: np.ndarray
    kinds: set
    states: int


class CoverageBins:
    """The bins that a form's cases cover. Axes of `covered`: shape, MODE, modifier, operand, class; of its view
    `covered_by_operand`: operand, class, modifier, shape, MODE. `uncovered`: the number of uncovered bins by operand,
    modifier and shape; `uncovered_any_mode`: of those, bins uncovered under every MODE."""

    def __init__(self, sources, tags: list[str], modes: tuple[str, ...]):
        self.sources, self.tags, self.modes = sources, [ANY_MODIFIER, *tags], modes
        self.classes = max((source.classes for source in sources), default=1)
        self.class_exists = np.array(
            [[class_number < source.classes for class_number in range(self.classes)] for source in sources], bool
        ).reshape(len(sources), self.classes)
        self.covered = np.zeros((len(LIVE_SHAPES), len(modes), len(self.tags), len(sources), self.classes), bool)
        self.covered_any_mode = np.zeros((len(LIVE_SHAPES), len(self.tags), len(sources), self.classes), bool)
        self.covered_by_operand = self.covered.transpose(3, 4, 2, 0, 1)
        self.scalars = np.zeros((len(sources), self.classes), bool)
        self.kinds: set[str] = set()
        self.uncovered_any_mode = np.empty((len(sources), len(self.tags), len(LIVE_SHAPES)), np.int64)
        self.uncovered_any_mode[:] = self.class_exists.sum(1)[:, None, None]  # all bins
        self.uncovered = self.uncovered_any_mode * len(modes)
        self.in_c = array_loops.Struct(
            "plan_coverage",
            shapes=len(LIVE_SHAPES),
            modes=len(modes),
            tags=len(self.tags),
            operands=len(sources),
            classes=self.classes,
            exists=self.class_exists,
            covered=self.covered,
            covered_any_mode=self.covered_any_mode,
            scalars=self.scalars,
            uncovered=self.uncovered,
            uncovered_any_mode=self.uncovered_any_mode,
        )

    def recount(self) -> None:
        """Recompute the numbers of uncovered bins from `covered`."""
        self.covered_any_mode[:] = self.covered.any(1)
        self.uncovered[:] = (~self.covered & self.class_exists).sum((1, 4)).transpose(2, 1, 0)
        self.uncovered_any_mode[:] = (~self.covered_any_mode & self.class_exists).sum(3).transpose(2, 1, 0)

    def record(self, hits: BinHits) -> bool:
        """Record the bins of a case; return whether any is new."""
        is_new = bool(hits.kinds - self.kinds)
        self.kinds |= hits.kinds
        if not self.sources:
            return is_new
        ffi, lib = array_loops.extension()
        c_hits = ffi.new("struct plan_hits *", [len(hits.shapes), len(hits.tags), *map(array_loops.c_array, (
            hits.vectors, hits.scalars, hits.shapes, hits.modes, hits.tags))])
        return bool(lib.plan_mark(self.in_c.struct, c_hits)) or is_new

    def copy_from(self, other: CoverageBins) -> None:
        """Copy the covered bins of `other`."""
        self.covered[:], self.scalars[:], self.kinds = other.covered, other.scalars, set(other.kinds)
        self.recount()


@dataclass(slots=True)
class ReachableBins:
    """The bins that the legal encodings can cover. `vectors`: bool by operand, modifier and shape; `scalars`: bool by
    operand; `kinds`: kinds of sources."""
    vectors: np.ndarray
    scalars: np.ndarray
    kinds: set


@dataclass(slots=True)
class BinCounts:
    """Covered and reachable (`_of`) bins. `cells`: operand x class x shape, scalar operands and kinds of sources;
    `triples`: with modifiers; `modes`: with MODE."""
    cells: int = 0
    cells_of: int = 0
    triples: int = 0
    triples_of: int = 0
    modes: int = 0
    modes_of: int = 0


def count_bins(bins: CoverageBins, reachable: ReachableBins) -> BinCounts:
    """Count the covered and the reachable bins."""
    # operand, class, modifier, shape
    reachable_vectors = bins.class_exists[:, :, None, None] & reachable.vectors[:, None]
    covered = bins.covered_by_operand & reachable_vectors[..., None]
    scalars = bins.class_exists & reachable.scalars[:, None]
    mode_count = len(bins.modes)
    return BinCounts(
        int(covered[:, :, 0].any(-1).sum()) + int((bins.scalars & scalars).sum()) + len(bins.kinds & reachable.kinds),
        int(reachable_vectors[:, :, 0].sum()) + int(scalars.sum()) + len(reachable.kinds),
        int(covered.any(-1).sum()),
        int(reachable_vectors.sum()),
        int(covered.sum()) if mode_count > 1 else 0,
        int(reachable_vectors.sum()) * mode_count if mode_count > 1 else 0,
    )


def uncovered_bins(bins: CoverageBins, reachable: ReachableBins, limit: int = 3) -> list[str]:
    """Describe up to `limit` reachable bins that no case covered, those without a modifier first."""
    reachable_vectors = bins.class_exists[:, :, None, None] & reachable.vectors[:, None]
    missing = np.argwhere(reachable_vectors & ~bins.covered_by_operand.any(-1))
    texts = []
    for operand, number, tag, shape in missing[np.argsort(missing[:, 2], kind="stable")[:limit]].tolist():
        source = bins.sources[operand]
        name = values.class_names(source.kind, source.width)[number]
        texts.append(f"{source.field} {name}, {LIVE_SHAPES[shape]}" + (f", {bins.tags[tag]}" if tag else ""))
    scalars_left = np.argwhere(bins.class_exists & reachable.scalars[:, None] & ~bins.scalars).tolist()
    texts += [
        f"{bins.sources[o].field} {values.class_names(bins.sources[o].kind, bins.sources[o].width)[c]}, scalar"
        for o, c in scalars_left
    ]
    return (texts + sorted(reachable.kinds - bins.kinds))[:limit]
