"""Plan the cases of a form: choose encoding, EXEC, MODE and values that cover most of the uncovered bins."""
from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from functools import cache

import numpy as np

from ...spec import TARGETS

from ..instructions import memory_access, control_flow, matrix_interpolation as graphics, case_sampler as sampler
from ..native import array_loops as arrays
from ..values import coverage_bins as cells, exec_and_mode as shapes, value_classes as values
from ..values.coverage_bins import LIVE_SHAPES, CoverageBins, BinHits, ReachableBins
from ..values.exec_and_mode import MODES
from . import wave_batch as waves
from .case_limits import Limits
from .register_values import Recipe
from .single_wave_cases import NO_LIMITS, SCALAR_STATES, Singles

WAVES_PER_CASE, ENCODINGS_PER_FORM, MAX_ENCODING_DRAWS = 16, 40, 120  # the last: tries to find the encodings of a form
# cases of a form at most; modifiers (SDWA has so many) from which on it is twice that
MAX_CASES, MANY_MODIFIERS = 64, 28
MAX_STALE_CASES = 4                                  # cases without a new bin, after which coverage is given up
MAX_REPLANS, CASES_PER_REPLAN = 3, 12  # replans for bins of lost cases; extra cases of each
NEW_BIN_PRICE = 12                                   # weight of a bin that is uncovered under every MODE
SHAPE_NAMES = (*LIVE_SHAPES, "none")                 # by shape number; -1 is the last
MIN_CASES = 6  # cases of a form in full, also where nothing is to be covered (v_nop)
MAX_PLAIN_ENCODINGS, PLAIN_ENCODING_DRAWS = 6, 40    # encodings added after a refusal; tries to find them


class Planner:
    """Planner for the cases of one form. Equal arguments give equal cases. `pool`: maximum number of encodings;
    `states`: number of active-lane states to reach; `max_cases`: maximum number of cases; `width`: waves in a case."""

    def __init__(
        self,
        form,
        seed: int = 1,
        pool: int = ENCODINGS_PER_FORM,
        states: int = 2000,
        max_cases: int | None = None,
        width: int = WAVES_PER_CASE,
        limits: Limits = NO_LIMITS,
    ):
        self.form, self.seed, self.width, self.limits = form, seed, width, limits
        self.rng = random.Random(f"{seed} {form.arch} {form.mnemonic} {sampler.variant_name(form)} waves")
        self.random = arrays.Stream(self.rng.getrandbits(64))
        self.bits = self.random.bits
        self.sources, self.modes = waves.read_operands(form), limits.modes(shapes.relevant_modes(form.op))
        self.every_mode = limits.modes(tuple(shapes.MODES))
        self.classes = values.c_values(tuple((source.kind, source.width) for source in self.sources))
        self.pool = self.encodings(pool)
        self.kinds = {kind for encoding in self.pool for kind in encoding.kinds}
        self.cells = CoverageBins(self.sources, sorted({m for e in self.pool for m in e.modifiers}), self.modes)
        self.max_cases = max_cases or (MAX_CASES if len(self.cells.tags) < MANY_MODIFIERS else 2 * MAX_CASES)
        self.planned = CoverageBins(self.sources, self.cells.tags[1:], self.modes)
        self.pending_hits: list[BinHits] = []        # of passed cases, not yet recorded in `cells`
        self.waves_planned = self.waves_passed = 0
        self.alive, self.exhausted = np.ones(len(self.pool), bool), not self.pool  # by encoding; none is left
        self.required_states = self.states_left = states if form.layout[0] == "v" else min(states, SCALAR_STATES)
        self.rounds = MAX_REPLANS if states else 0
        self.cases_planned = self.stale = 0
        self.only_default = False                    # use the default MODE only
        self.known: set | None = None                # tags that the target is known to run; None: not probing
        self.suspected: Counter[str] = Counter()     # tags of refused encodings
        self.idle = np.zeros(len(self.pool))  # cases without a new bin, by encoding
        self.build_tables()

    def encodings(self, limit: int) -> list:
        """Draw up to `limit` encodings of both wave sizes."""
        encodings = []
        for number in range(limit * MAX_ENCODING_DRAWS // ENCODINGS_PER_FORM * (1 + 3 * self.limits.any)):
            encoding = waves.draw_usable_encoding(self.form, self.rng, self.limits.wave_size(self.form, number))
            if encoding is not None and not self.within_limits(encoding):
                continue
            if encoding is not None and (encoding.live or number % 8 == 0):
                encodings.append(self.tag_wave_size(encoding))
                if len(encodings) == limit:
                    break
        missing = self.missing_plain_encoding(encodings)
        return encodings if missing is None else [*encodings, missing]

    def missing_plain_encoding(self, encodings: list) -> waves.Encoding | None:
        """Return an encoding without modifiers if all `encodings` have modifiers, else None. Every target should
        support it."""
        base = min(encodings, key=lambda e: len(e.modifiers), default=None)
        if base is None or all(tag.startswith("wave") for tag in base.modifiers):
            return None
        candidate = waves.plain_encoding(base, [8 * n + 3 for n in range(1, 5)])
        if (
            candidate is None
            or len(candidate.modifiers) >= len(base.modifiers)
            or not candidate.live
            or not self.within_limits(candidate)
        ):
            return None
        return self.tag_wave_size(candidate)

    def within_limits(self, encoding: waves.Encoding) -> bool:
        """True if an encoding keeps to the limits."""
        return not self.limits.any or self.limits.allow([*encoding.modifiers, *encoding.kinds], encoding.text)

    def add_plain_encodings(self) -> None:
        """Add encodings without modifiers or special operands, one for each set of tags. They are for a target that
        refused every encoding."""
        rng = random.Random(
            f"{self.seed} {self.form.arch} {self.form.mnemonic} {sampler.variant_name(self.form)} plain"
        )
        added, known_tags = [], {candidate.tags for candidate in self.pool}
        for number in range(PLAIN_ENCODING_DRAWS):
            drawn = waves.draw_usable_encoding(self.form, rng, self.limits.wave_size(self.form, number))
            candidate = waves.plain_encoding(drawn, []) if drawn else None
            if (
                candidate is None
                or not candidate.live
                or not self.within_limits(self.tag_wave_size(candidate))
                or candidate.tags in known_tags
            ):
                continue
            if not waves.unusual_tags(candidate.tags) and candidate.modifiers <= set(self.cells.tags):
                added.append(candidate)
                known_tags.add(candidate.tags)
                if len(added) == MAX_PLAIN_ENCODINGS:
                    break
        if added:
            self.pool += added
            self.kinds |= {kind for candidate in added for kind in candidate.kinds}
            self.alive, self.exhausted = np.append(self.alive, np.ones(len(added), bool)), False
            self.idle = np.append(self.idle, np.zeros(len(added)))
            self.build_tables()

    def tag_wave_size(self, encoding: waves.Encoding) -> waves.Encoding:
        """Add the wave size to the modifiers where the architecture has two; return the encoding."""
        if len(TARGETS[self.form.arch].waves) > 1 and self.form.layout[0] == "v":
            encoding.modifiers.add(f"wave{encoding.wave}")
        return encoding

    def build_tables(self) -> None:
        """Build bool tables with a row for each encoding: `tags` (modifiers), `drawn` (operands in VGPRs), `vectors`
        (operands in VGPRs that no later operand overlaps), `scalar` (operands in scalar registers), `shapes` (possible
        EXEC shapes)."""
        number = {tag: n for n, tag in enumerate(self.cells.tags)}
        self.tags = np.zeros((len(self.pool), len(number)), bool)
        self.tags[:, 0] = True
        self.tags.reshape(-1)[[row * len(number) + number[tag] for row, encoding in enumerate(self.pool)
                               for tag in encoding.modifiers]] = True
        placements = np.array([self.operand_placement(encoding) for encoding in self.pool], bool).reshape(
            len(self.pool), len(self.sources), 3
        )
        self.drawn, self.vectors, self.scalar = (np.ascontiguousarray(placements[:, :, n]) for n in range(3))
        self.shapes = np.array([[bool(encoding.live)] * len(LIVE_SHAPES) for encoding in self.pool], bool).reshape(
            -1, len(LIVE_SHAPES)
        )
        self.shapes[:, LIVE_SHAPES.index("upper")] = [bool(upper_lanes(encoding)) for encoding in self.pool]
        self.build_c_tables()

    def build_c_tables(self) -> None:
        """Build the structs of plan.h for these tables, and their work arrays."""
        self.known_rows: dict[int, EncodingInfo] = {}
        self.c_encodings: dict[int, arrays.Struct] = {}  # encodings as plan.h has them, by row
        self.buffers: dict[int, CaseBuffers] = {}    # by lanes of a wave
        places = len(LIVE_SHAPES) * len(self.modes)
        span = self.vectors.shape[1] * self.cells.classes
        self.work = np.empty(places * span + len(LIVE_SHAPES) * span + places + len(LIVE_SHAPES), np.int32)
        self.reach = np.empty(span, np.uint8)
        self.at = {name: arrays.c_array(getattr(self, name))
                   for name in ("vectors", "shapes", "drawn", "work", "reach")}
        # a bin that many encodings cover is cheap
        self.rare = np.sqrt(1 + self.vectors.T.astype(int) @ self.tags)  # of floats BLAS's idle threads spin
        self.uncovered_kind_counts = np.zeros(len(self.pool))      # by encoding: operand kinds that no planned case has
        self.kinds_missing = False                                 # some operand kind is uncovered
        self.in_c = arrays.Struct("plan_pool", encodings=len(self.pool), price=NEW_BIN_PRICE, vectors=self.vectors,
                                  scalars=self.scalar, tags=self.tags, fits=self.shapes, rare=self.rare,
                                  alive=self.alive, idle=self.idle, rest=self.uncovered_kind_counts,
                                  scores=np.empty(len(self.pool)))

    def operand_placement(self, encoding: waves.Encoding) -> list[tuple[bool, bool, bool]]:
        """Return the rows (`drawn`, `vectors`, `scalar`) of an encoding for build_tables()."""
        later: set[str] = set()
        placements, is_vector = [(False, False, False)] * len(self.sources), self.form.layout[0] == "v"
        for n, source in reversed([*enumerate(self.sources)]):
            if source.field in encoding.places:
                dwords = waves.tuple_dwords(encoding.places[source.field], source.regs)
                wide, free = dwords[0] in waves.VGPRS, later.isdisjoint(dwords)
                placements[n] = (
                    wide,
                    wide and free,
                    free and not wide and not (is_vector and dwords[0].startswith("exec")),
                )
                later.update(dwords)
        return placements

    def possible(self) -> ReachableBins:
        """Return the bins that the legal encodings can cover."""
        alive, every = self.alive, bool(self.alive.all())
        operands, tags, shapes_ = (table if every else table[alive]
                                   for table in (self.vectors, self.tags, self.shapes))
        operand_shapes = (operands[:, :, None] & shapes_[:, None]).transpose(1, 2, 0)
        vectors = (operand_shapes.astype(int) @ tags > 0).transpose(0, 2, 1)       # of floats BLAS's idle threads spin
        kinds = set(self.kinds) if every else {
            kind for encoding, lives in zip(self.pool, alive.tolist()) if lives for kind in encoding.kinds}
        return ReachableBins(vectors, np.asarray(self.scalar[alive].any(0)), kinds)

    @property
    def done(self) -> bool:
        """True if no more cases are needed."""
        return (
            self.cases_planned >= self.max_cases
            or self.cases_planned >= MIN_CASES
            and self.states_left <= 0
            and self.stale >= MAX_STALE_CASES
            or self.cases_planned > 0
            and self.exhausted
        )

    def drop(self, case) -> None:
        """Remove the encoding of a case because it is illegal or the target does not support it."""
        self.alive[next(n for n, e in enumerate(self.pool) if e is case.encoding)] = False
        self.exhausted = not self.alive.any()

    def refused(self, case) -> bool:
        """Record a case that the target refuses. Return whether it is the first refused case with its encoding."""
        before = self.alive.sum()
        self.drop(case)
        if self.alive.sum() == before:
            return False
        if not self.suspected:
            self.add_plain_encodings()
        self.suspected.update(case.encoding.tags)
        self.extend_limit()
        return True

    def extend_limit(self) -> None:
        """Raise the limit by one case if fewer waves than one case contains have passed."""
        if self.waves_passed < self.width:
            self.max_cases = max(self.max_cases, self.cases_planned + 1)

    def forbid(self, tags) -> None:
        """Exclude encodings with any of these tags, and settings of MODE if a tag names one."""
        excluded = set(tags)
        self.alive &= [excluded.isdisjoint(encoding.tags) for encoding in self.pool]
        self.exhausted = not self.alive.any()
        self.only_default |= any(tag.startswith("MODE") for tag in excluded)

    def lost(self, case) -> None:
        """Record a case that could not be compared. Other cases with its encoding follow later."""
        self.idle[next(n for n, e in enumerate(self.pool) if e is case.encoding)] += 1

    def passed(self, hits: BinHits) -> None:
        """Record a passed case, or a passed wave."""
        self.pending_hits.append(hits)
        self.waves_passed += len(hits.shapes)
        self.extend_limit()

    def covered(self) -> CoverageBins:
        """Return the bins that passed cases cover. These are the planned bins if all cases passed."""
        if self.waves_passed == self.waves_planned:
            return self.planned
        for hits in self.pending_hits:
            self.cells.record(hits)
        self.pending_hits.clear()
        return self.cells

    def resume(self, states: int) -> bool:
        """Plan again for the bins that passed cases did not cover. Return whether there are any. `states`: number of
        states reached."""
        covered = self.covered()
        short = (self.required_states - states) * (self.required_states > 0)
        if (
            self.rounds == 0
            or self.exhausted
            or short <= 0
            and (self.planned.covered == covered.covered).all()
            and (self.planned.scalars == covered.scalars).all()
            and self.planned.kinds == covered.kinds
        ):
            return False
        self.rounds -= 1
        self.planned.copy_from(covered)
        self.states_left, self.stale = short, 0
        self.max_cases = max(self.max_cases, self.cases_planned + CASES_PER_REPLAN)
        return True

    def next(self) -> waves.Waves:
        """Return the next case. Raises case_sampler.NoCase if there is none."""
        if reason := sampler.unsupported_reason(self.form):
            raise sampler.NoCase(reason)
        if self.exhausted:
            raise sampler.NoCase(
                "no encoding keeps off the reserved registers" if not self.pool else "no encoding is legal"
            )
        row = (
            self.plainest_encoding()
            if not self.cases_planned
            else self.choose()
            if self.known is None
            else self.probe_encoding()
        )
        batch = self.fill_waves(row)
        assert batch.hits is not None                  # set by fill_waves()
        new = self.planned.record(batch.hits)
        self.waves_planned += len(batch.hits.shapes)
        self.stale = 0 if new else self.stale + 1
        self.idle[row] += not new
        self.cases_planned += 1
        self.states_left -= batch.hits.states
        return batch

    def plainest_encoding(self) -> int:
        """Return the index of the encoding with the fewest modifiers and non-register operands. The first case uses
        it."""
        alive = np.flatnonzero(self.alive).tolist()
        fewest = min(len(self.pool[n].modifiers) for n in alive)
        return min([n for n in alive if len(self.pool[n].modifiers) == fewest], key=lambda n: sum(
            not kind.endswith(("=vgpr", "=sgpr")) for kind in self.pool[n].kinds))

    def probe_encoding(self) -> int:
        """Return the index of the encoding with the fewest tags, at least one, that are not known to run. If no case
        ran yet, return the plainest encoding among those with the fewest refused tags."""
        known, suspected = self.known, self.suspected

        def new(n: int) -> tuple:
            tags = self.pool[n].tags
            return (
                (len(tags - known) or 99,) if known else (waves.unusual_tags(tags), sum(suspected[tag] for tag in tags))
            )

        return min(np.flatnonzero(self.alive).tolist(), key=lambda n: (new(n), self.idle[n], n))

    def choose(self) -> int:
        """Return the index of the encoding that can cover most uncovered bins, or of any encoding if no bin is
        uncovered."""
        missing = not self.kinds <= self.planned.kinds
        if missing or self.kinds_missing:
            self.uncovered_kind_counts[:] = [len(encoding.kinds - self.planned.kinds) for encoding in self.pool]
            self.kinds_missing = missing
        return arrays.extension()[1].plan_choose(self.bits, self.planned.in_c.struct, self.in_c.struct)

    def fill_waves(self, row: int) -> waves.Waves:
        """Return a batch of waves for the encoding with index `row`, with the bins that they cover."""
        encoding = self.pool[row]
        if row not in self.known_rows:
            self.known_rows[row] = self.encoding_info(row)
        known = self.known_rows[row]
        recipe, plan = known.recipe, WaveSettings(self, row, known.tags)
        modes = self.settings(plan)
        words = plan.words(recipe, modes, {n: self.scalar_classes(n) for n in known.lone})
        if self.limits.mode[0]:
            words[:, recipe.mode] = words[:, recipe.mode] & np.uint32(~self.limits.mode[0] & 0xFFFFFFFF) | np.uint32(
                self.limits.mode[1]
            )
        batch = waves.Waves(encoding, recipe, words, plan.shapes(), modes, plan["mask"].tolist())
        batch.hits = self.hits(batch, known, plan)
        return batch

    def encoding_info(self, row: int) -> EncodingInfo:
        """Compute what all cases of an encoding share."""
        recipe, fields = Recipe(self.pool[row], self.sources), [source.field for source in self.sources]
        drawn, scalar = self.drawn[row].tolist(), self.scalar[row].tolist()
        return EncodingInfo(
            recipe, np.flatnonzero(self.tags[row]),
            [n for n, field in enumerate(fields) if field in recipe.operand_dwords and not drawn[n]],
            [n for n, field in enumerate(fields) if field not in recipe.exclusive_fields],
            [n for n, field in enumerate(fields) if field in recipe.exclusive_fields and scalar[n]],
        )

    def settings(self, plan: WaveSettings) -> list[str]:
        """Return the MODE setting for each wave. It is arbitrary for waves that need no particular setting."""
        if not self.cases_planned or self.only_default or self.known is not None:
            plan["mode"][:] = 0
            return [self.modes[0]] * self.width
        if len(self.modes) > 1:
            return [self.modes[n] for n in plan["mode"].tolist()]
        return [
            self.every_mode[n] for n in values.random_numbers(self.random, len(self.every_mode), self.width).tolist()
        ]

    def scalar_classes(self, operand: int) -> np.ndarray:
        """Draw the value class of a scalar source for each wave, uncovered classes first."""
        source = self.sources[operand]
        uncovered = np.flatnonzero(self.cells.class_exists[operand] & ~self.planned.scalars[operand])[:self.width]
        classes = values.draw_classes(self.random, source.kind, source.width, self.width)
        classes[:len(uncovered)] = uncovered
        return classes

    def hits(self, batch: waves.Waves, known: EncodingInfo, plan: WaveSettings) -> BinHits:
        """Return the bins that the case covers."""
        scalars, vectors = np.zeros((len(self.sources), self.cells.classes), bool), plan["seen"].copy()
        for n in known.hidden:
            vectors[:, n] = False
        for n in known.scalars:
            scalars[n, plan.scalars[n]] = True
        return BinHits(
            vectors, scalars, known.tags, plan["shape"].copy(), plan["mode"].copy(), set(batch.encoding.kinds),
            plan.states if self.form.layout[0] == "v" else self.width,
        )


def upper_lanes(encoding) -> int:
    """Return the lanes in the upper half of the wave that the encoding may write. The shape `upper` has a single mask;
    every other shape can include a writable lane."""
    return encoding.live & shapes.exec_mask(None, "upper", encoding.wave)


@cache
def shared_buffers(size: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the work arrays that all planners share: space for `size` class indices and for `size` values."""
    return np.empty(size, int), np.empty(size, np.uint64)


class CaseBuffers:
    """Arrays that each case of a form fills anew, for one wave size: struct plan_waves and plan_filling (plan.h)."""

    def __init__(self, planner: Planner, lanes: int):
        waves, operands, classes = planner.width, len(planner.sources), planner.planned.classes
        self.plan = arrays.Struct(
            "plan_waves", waves=waves, shape=np.empty(waves, int), mode=np.empty(waves, int),
            alone=np.empty((waves, operands), int), wanted=np.empty((waves, operands, classes), bool),
            mask=np.empty(waves, np.uint64), numbers=np.empty((operands, waves, lanes), int),
            seen=np.empty((waves, operands, classes), bool),
        )
        self.scalars, self.modes = np.zeros((operands, waves), int), np.empty(waves, np.uint32)
        self.filling = arrays.Struct(
            "plan_filling", waves=waves, numbers=self.plan.arrays["numbers"], scalars=self.scalars,
            masks=self.plan.arrays["mask"], modes=self.modes,
        )
        self.size, self.capacity = waves * lanes, 0
        self.ensure_capacity(2)

    def ensure_capacity(self, registers: int) -> None:
        """Enlarge the buffers to hold `registers` registers at a time."""
        if registers > self.capacity:
            self.capacity = registers
            self.drawn = [arrays.c_array(array) for array in shared_buffers(registers * self.size)]
            self.filling.struct.others, self.filling.struct.values = self.drawn


@dataclass(frozen=True, slots=True)
class EncodingInfo:
    """Data that all cases with one encoding share: tag indices; operands that have one value for each wave (`lone`);
    operands whose registers a later operand overlaps (`hidden`); and the scalar operands that count towards
    coverage."""
    recipe: Recipe
    tags: np.ndarray
    lone: list[int]
    hidden: list[int]
    scalars: list[int]


class WaveSettings:
    """EXEC shape, mask and MODE of each wave in a case, and the value classes of its operands. Waves alternate between
    the multi-lane shape and the single lane that cover most uncovered bins (plan.c). The last wave of every fourth case
    has EXEC 0. The arrays have the names of plan.h and are valid until the planner's next case."""

    def __init__(self, planner: Planner, row: int, tags: np.ndarray):
        lanes = planner.pool[row].wave
        if lanes not in planner.buffers:
            planner.buffers[lanes] = CaseBuffers(planner, lanes)
        if row not in planner.c_encodings:
            operands, shapes_, at = planner.vectors.shape[1], planner.shapes.shape[1], planner.at
            planner.c_encodings[row] = arrays.Struct(
                "plan_encoding", vectors=at["vectors"] + row * operands, fits=at["shapes"] + row * shapes_,
                drawn=at["drawn"] + row * operands, tags=tags, tag_count=len(tags), price=NEW_BIN_PRICE, lanes=lanes,
                live=planner.pool[row].live, work=at["work"], reach=at["reach"],
            )
        self.planner, self.buffers = planner, planner.buffers[lanes]
        self.plan, self.scalars = self.buffers.plan, self.buffers.scalars
        self.plan.struct.bare = planner.cases_planned % 4 == 1
        planned_bins, encoding = planner.planned.in_c.struct, planner.c_encodings[row].struct
        lib = arrays.extension()[1]
        lib.plan_settings(planned_bins, encoding, self.plan.struct)
        lib.plan_draw(planner.bits, planned_bins, encoding, planner.classes, self.plan.struct)

    def __getitem__(self, name: str) -> np.ndarray:
        return self.plan.arrays[name]

    def words(self, recipe: Recipe, modes: list[str], scalars: dict[int, np.ndarray]) -> np.ndarray:
        """Fill the words of all waves and return them. `modes`: MODE setting of each wave; `scalars`: {operand: value
        class of each wave} for scalar sources."""
        planner, buffers, words = self.planner, self.buffers, np.empty((self.planner.width, recipe.words), np.uint32)
        for n, numbers in scalars.items():
            buffers.scalars[n] = numbers
        buffers.modes[:] = [MODES[mode] for mode in modes]
        buffers.ensure_capacity(len(recipe.vectors))
        filling = buffers.filling.struct
        filling.words = c_words = arrays.c_array(words)
        bits, lib = planner.bits, arrays.extension()[1]
        lib.plan_operands(bits, recipe.in_c, filling)
        if recipe.scalar_sources:
            recipe.relate_scalars(words, scalars, planner.rng, planner.random)
        lib.plan_others(bits, recipe.in_c, filling)
        del c_words                                      # filling.words points into it until here
        return words

    @property
    def states(self) -> int:
        """Number of active lanes over all waves."""
        return self.plan.struct.states

    def shapes(self) -> list[str]:
        """Return the shape name of each wave."""
        return [SHAPE_NAMES[n] for n in self["shape"].tolist()]


def has_wave_batches(form) -> bool:
    """True if the form's cases have many waves."""
    changes = form.op.shape in ("matrix", "branch") or form.op.shape == "control" and form.layout[0] == "s"
    return not (
        memory_access.is_memory_access(form)
        or graphics.reads_parameters(form)
        or control_flow.is_control(form)
        or changes
        or sampler.unsupported_reason(form)
    )


def make_planner(form, seed: int, quick: bool, limits: Limits = NO_LIMITS) -> Planner | Singles:
    """Return the Planner or Singles of a form."""
    if not has_wave_batches(form):
        return Singles(form, seed, 4, 0, limits) if quick else Singles(form, seed, limits=limits)
    return Planner(form, seed, 5, 0, 3, 7, limits) if quick else Planner(form, seed, limits=limits)


def uncovered_bins(planner) -> list[str]:
    """Return descriptions of the first few reachable bins that are uncovered."""
    return cells.uncovered_bins(planner.covered(), planner.possible())
