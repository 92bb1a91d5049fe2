"""What cases a form gets: of a pool of encodings and the grid's missing cells, the encoding, EXEC, MODE and values that
fill most of them."""
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
from ..values.coverage_bins import LIVE, Cells, Hits, Possible
from ..values.exec_and_mode import MODES
from . import wave_batch as waves
from .case_limits import Limits
from .register_values import Recipe
from .single_wave_cases import NONE, SCALAR_STATES, Singles

WAVES, POOL, DRAWS = 16, 40, 120                     # waves a case, encodings a form, draws to find them
MOST, MANY = 64, 28  # cases of a form at most; modifiers (SDWA has so many) from which on it is twice that
STALE = 4                                            # cases without a new cell after which no more are made for cells
ROUNDS, MORE = 3, 12  # how often what was lost is planned again, and for how many cases more
FRESH = 12                                           # how much dearer a cell is that no MODE had yet
NAMED = (*LIVE, "none")                              # by number; -1 is the last
FEWEST = 6  # cases of a form in full, also where nothing is to be covered (v_nop)
PLAIN_POOL, PLAIN_DRAWS = 6, 40                      # plain encodings beside a pool that was refused, draws for them


class Planner:
    """The cases of one form in order; the same for the same arguments.  `pool`: encodings at most; `states`: live-lane
    states asked for; `most`: cases at most; `width`: waves a case."""

    def __init__(
        self, form, seed: int = 1, pool: int = POOL, states: int = 2000, most: int | None = None, width: int = WAVES,
        limits: Limits = NONE,
    ):
        self.form, self.seed, self.width, self.limits = form, seed, width, limits
        self.rng = random.Random(f"{seed} {form.arch} {form.mnemonic} {sampler.name_of(form)} waves")
        self.random = arrays.Stream(self.rng.getrandbits(64))
        self.bits = self.random.bits
        self.sources, self.modes = waves.sources_of(form), limits.modes(shapes.modes_of(form.op))
        self.every_mode = limits.modes(tuple(shapes.MODES))
        self.classes = values.in_c(tuple((source.kind, source.width) for source in self.sources))
        self.pool = self.encodings(pool)
        self.kinds = {kind for one in self.pool for kind in one.kinds}
        self.cells = Cells(self.sources, sorted({m for e in self.pool for m in e.modifiers}), self.modes)
        self.most = most or (MOST if len(self.cells.tags) < MANY else 2 * MOST)
        self.planned = Cells(self.sources, self.cells.tags[1:], self.modes)
        self.behind: list[Hits] = []                 # of cases that passed, not yet counted in `cells`
        self.waves_planned = self.waves_passed = 0
        self.alive, self.gone = np.ones(len(self.pool), bool), not self.pool     # each of them; all together
        self.promised = self.left = states if form.layout[0] == "v" else min(states, SCALAR_STATES)
        self.rounds = ROUNDS if states else 0
        self.made = self.stale = 0
        self.only_default = False                    # of the settings of MODE
        self.known: set | None = None                # tags a target runs, while that is found out; none: nothing yet
        self.suspected: Counter[str] = Counter()     # tags of encodings that it refused
        self.idle = np.zeros(len(self.pool))  # cases of an encoding that reached nothing new
        self.tables()

    def encodings(self, most: int) -> list:
        """Encodings of both wave sizes."""
        found = []
        for number in range(most * DRAWS // POOL * (1 + 3 * self.limits.any)):
            one = waves.encoding(self.form, self.rng, self.limits.wave_of(self.form, number))
            if one is not None and not self.allowed(one):
                continue
            if one is not None and (one.live or number % 8 == 0):
                found.append(self.sized(one))
                if len(found) == most:
                    break
        return found + self.plain(found)

    def plain(self, found: list) -> list:
        """One more encoding, without modifiers, where the others have some: what every target has."""
        one = min(found, key=lambda e: len(e.modifiers), default=None)
        if one is None or all(tag.startswith("wave") for tag in one.modifiers):
            return []
        made = waves.plain(one, [8 * n + 3 for n in range(1, 5)])
        if made is None or len(made.modifiers) >= len(one.modifiers) or not made.live or not self.allowed(made):
            return []
        return [self.sized(made)]

    def allowed(self, one: waves.Encoding) -> bool:
        """Does an encoding keep to the limits?"""
        return not self.limits.any or self.limits.allow([*one.modifiers, *one.kinds], one.text)

    def add_plain(self) -> None:
        """More encodings without modifiers or special operands, for a target that has refused all: one for each
        set of tags."""
        rng = random.Random(f"{self.seed} {self.form.arch} {self.form.mnemonic} {sampler.name_of(self.form)} plain")
        found, had = [], {one.tags for one in self.pool}
        for number in range(PLAIN_DRAWS):
            drawn = waves.encoding(self.form, rng, self.limits.wave_of(self.form, number))
            one = waves.plain(drawn, []) if drawn else None
            if one is None or not one.live or not self.allowed(self.sized(one)) or one.tags in had:
                continue
            if not waves.odd(one.tags) and one.modifiers <= set(self.cells.tags):
                found.append(one)
                had.add(one.tags)
                if len(found) == PLAIN_POOL:
                    break
        if found:
            self.pool += found
            self.kinds |= {kind for one in found for kind in one.kinds}
            self.alive, self.gone = np.append(self.alive, np.ones(len(found), bool)), False
            self.idle = np.append(self.idle, np.zeros(len(found)))
            self.tables()

    def sized(self, one):
        """With the wave size among the modifiers, where there are two."""
        if len(TARGETS[self.form.arch].waves) > 1 and self.form.layout[0] == "v":
            one.modifiers.add(f"wave{one.wave}")
        return one

    def tables(self) -> None:
        """Which encoding has which modifiers, which operands in VGPRs (`drawn`; `vectors`: no later one lies over it),
        which in scalar registers."""
        number = {tag: n for n, tag in enumerate(self.cells.tags)}
        self.tags = np.zeros((len(self.pool), len(number)), bool)
        self.tags[:, 0] = True
        self.tags.reshape(-1)[[row * len(number) + number[tag] for row, one in enumerate(self.pool)
                               for tag in one.modifiers]] = True
        stands = np.array([self.standing(one) for one in self.pool], bool).reshape(len(self.pool), len(self.sources), 3)
        self.drawn, self.vectors, self.scalar = (np.ascontiguousarray(stands[:, :, n]) for n in range(3))
        self.shapes = np.array([[bool(one.live)] * len(LIVE) for one in self.pool], bool).reshape(-1, len(LIVE))
        self.shapes[:, LIVE.index("upper")] = [bool(upper(one)) for one in self.pool]
        self.to_c()

    def to_c(self) -> None:
        """The tables as plan.h has them, and room for what it works out."""
        self.known_rows: dict[int, Known] = {}
        self.given: dict[int, arrays.Struct] = {}    # encodings as plan.h has them, by row
        self.rooms: dict[int, Room] = {}             # by lanes of a wave
        places = len(LIVE) * len(self.modes)
        span = self.vectors.shape[1] * self.cells.classes
        self.work = np.empty(places * span + len(LIVE) * span + places + len(LIVE), np.int32)
        self.reach = np.empty(span, np.uint8)
        self.at = {name: arrays.pointer(getattr(self, name))
                   for name in ("vectors", "shapes", "drawn", "work", "reach")}
        # the more encodings reach a cell the cheaper it is
        self.rare = np.sqrt(1 + self.vectors.T.astype(int) @ self.tags)  # of floats BLAS's idle threads spin
        self.rest, self.wanting = np.zeros(len(self.pool)), False                # kinds that each has, and none had
        self.in_c = arrays.Struct("plan_pool", encodings=len(self.pool), price=FRESH, vectors=self.vectors,
                                  scalars=self.scalar, tags=self.tags, fits=self.shapes, rare=self.rare,
                                  alive=self.alive, idle=self.idle, rest=self.rest, scores=np.empty(len(self.pool)))

    def standing(self, one: waves.Encoding) -> list[tuple[bool, bool, bool]]:
        """(`drawn`, `vectors`, `scalar`) of each operand of an encoding, as for tables()."""
        later: set[str] = set()
        found, of_lanes = [(False, False, False)] * len(self.sources), self.form.layout[0] == "v"
        for n, source in reversed([*enumerate(self.sources)]):
            if source.field in one.places:
                dwords = waves.names(one.places[source.field], source.regs)
                wide, free = dwords[0] in waves.VGPRS, later.isdisjoint(dwords)
                found[n] = wide, wide and free, free and not wide and not (of_lanes and dwords[0].startswith("exec"))
                later.update(dwords)
        return found

    def possible(self) -> Possible:
        """What some encoding that is legal can reach."""
        alive, every = self.alive, bool(self.alive.all())
        operands, tags, shapes_ = (table if every else table[alive]
                                   for table in (self.vectors, self.tags, self.shapes))
        both = (operands[:, :, None] & shapes_[:, None]).transpose(1, 2, 0)
        vectors = (both.astype(int) @ tags > 0).transpose(0, 2, 1)       # of floats BLAS's idle threads spin
        kinds = set(self.kinds) if every else {
            kind for one, lives in zip(self.pool, alive.tolist()) if lives for kind in one.kinds}
        return Possible(vectors, np.asarray(self.scalar[alive].any(0)), kinds)

    @property
    def done(self) -> bool:
        """Are there no more cases?"""
        return (
            self.made >= self.most
            or self.made >= FEWEST
            and self.left <= 0
            and self.stale >= STALE
            or self.made > 0
            and self.gone
        )

    def drop(self, one) -> None:
        """An encoding that is not legal after all, or not for the target."""
        self.alive[next(n for n, e in enumerate(self.pool) if e is one.encoding)] = False
        self.gone = not self.alive.any()

    def refused(self, one) -> bool:
        """A case that the target refuses: other encodings may do -> whether it is the first of its encoding."""
        before = self.alive.sum()
        self.drop(one)
        if self.alive.sum() == before:
            return False
        if not self.suspected:
            self.add_plain()
        self.suspected.update(one.encoding.tags)
        self.make_up()
        return True

    def make_up(self) -> None:
        """One more case, as long as the waves of one have not passed."""
        if self.waves_passed < self.width:
            self.most = max(self.most, self.made + 1)

    def forbid(self, tags) -> None:
        """No more encodings with one of these modifiers or kinds of operands, nor these settings of MODE."""
        wanted = set(tags)
        self.alive &= [wanted.isdisjoint(one.tags) for one in self.pool]
        self.gone = not self.alive.any()
        self.only_default |= any(tag.startswith("MODE") for tag in wanted)

    def lost(self, one) -> None:
        """A case that could not be compared: others of its encoding come later."""
        self.idle[next(n for n, e in enumerate(self.pool) if e is one.encoding)] += 1

    def passed(self, hits: Hits) -> None:
        """A case passed, or a wave of one."""
        self.behind.append(hits)
        self.waves_passed += len(hits.shapes)
        self.make_up()

    def covered(self) -> Cells:
        """What the cases that passed have reached: what is planned, where all of them did."""
        if self.waves_passed == self.waves_planned:
            return self.planned
        for hits in self.behind:
            self.cells.mark(hits)
        self.behind.clear()
        return self.cells

    def resume(self, states: int) -> bool:
        """Plans again what planned cases did not reach, `states` being what they had -> whether there is any."""
        covered = self.covered()
        short = (self.promised - states) * (self.promised > 0)
        if (
            self.rounds == 0
            or self.gone
            or short <= 0
            and (self.planned.held == covered.held).all()
            and (self.planned.scalars == covered.scalars).all()
            and self.planned.kinds == covered.kinds
        ):
            return False
        self.rounds -= 1
        self.planned.take(covered)
        self.left, self.stale, self.most = short, 0, max(self.most, self.made + MORE)
        return True

    def next(self) -> waves.Waves:
        """The next case.  Raises sampler.NoCase when there is none."""
        if reason := sampler.outside(self.form):
            raise sampler.NoCase(reason)
        if self.gone:
            raise sampler.NoCase(
                "no encoding keeps off the reserved registers" if not self.pool else "no encoding is legal"
            )
        row = self.plainest() if not self.made else self.choose() if self.known is None else self.careful()
        one = self.filled(row)
        assert one.hits is not None                    # filled() has counted it
        new = self.planned.mark(one.hits)
        self.waves_planned += len(one.hits.shapes)
        self.stale = 0 if new else self.stale + 1
        self.idle[row] += not new
        self.made += 1
        self.left -= one.hits.states
        return one

    def plainest(self) -> int:
        """The encoding with the fewest modifiers and other operands than VGPRs: what a first case shows, any target
        has."""
        alive = np.flatnonzero(self.alive).tolist()
        fewest = min(len(self.pool[n].modifiers) for n in alive)
        return min([n for n in alive if len(self.pool[n].modifiers) == fewest], key=lambda n: sum(
            not kind.endswith(("=vgpr", "=sgpr")) for kind in self.pool[n].kinds))

    def careful(self) -> int:
        """The encoding with one thing that is not known to run, or else the fewest such, but some; where nothing ran
        yet the plainest, with what was refused least often."""
        known, suspected = self.known, self.suspected

        def new(n: int) -> tuple:
            tags = self.pool[n].tags
            return (len(tags - known) or 99,) if known else (waves.odd(tags), sum(suspected[tag] for tag in tags))
        return min(np.flatnonzero(self.alive).tolist(), key=lambda n: (new(n), self.idle[n], n))

    def choose(self) -> int:
        """The encoding that can reach most of what is missing; any where nothing is."""
        missing = not self.kinds <= self.planned.kinds
        if missing or self.wanting:
            self.rest[:] = [len(one.kinds - self.planned.kinds) for one in self.pool]
            self.wanting = missing
        return arrays.extension()[1].plan_choose(self.bits, self.planned.in_c.struct, self.in_c.struct)

    def filled(self, row: int) -> waves.Waves:
        """Waves of an encoding with what they reach."""
        encoding = self.pool[row]
        if row not in self.known_rows:
            self.known_rows[row] = self.look(row)
        known = self.known_rows[row]
        recipe, plan = known.recipe, Settings(self, row, known.tags)
        modes = self.settings(plan)
        words = plan.words(recipe, modes, {n: self.scalar_classes(n) for n in known.lone})
        if self.limits.mode[0]:
            words[:, recipe.mode] = words[:, recipe.mode] & np.uint32(~self.limits.mode[0] & 0xFFFFFFFF) | np.uint32(
                self.limits.mode[1]
            )
        one = waves.Waves(encoding, recipe, words, plan.shapes(), modes, plan["mask"].tolist())
        one.hits = self.hits(one, known, plan)
        return one

    def look(self, row: int) -> Known:
        """What all cases of an encoding have in common."""
        recipe, fields = Recipe(self.pool[row], self.sources), [source.field for source in self.sources]
        drawn, scalar = self.drawn[row].tolist(), self.scalar[row].tolist()
        return Known(
            recipe, np.flatnonzero(self.tags[row]),
            [n for n, field in enumerate(fields) if field in recipe.taken and not drawn[n]],
            [n for n, field in enumerate(fields) if field not in recipe.held],
            [n for n, field in enumerate(fields) if field in recipe.held and scalar[n]],
        )

    def settings(self, plan: Settings) -> list[str]:
        """The setting of MODE of each wave; where none matters, any."""
        if not self.made or self.only_default or self.known is not None:
            plan["mode"][:] = 0
            return [self.modes[0]] * self.width
        if len(self.modes) > 1:
            return [self.modes[n] for n in plan["mode"].tolist()]
        return [self.every_mode[n] for n in values.numbers(self.random, len(self.every_mode), self.width).tolist()]

    def scalar_classes(self, operand: int) -> np.ndarray:
        """Classes of a scalar source by wave: first those it did not have."""
        source = self.sources[operand]
        new = np.flatnonzero(self.cells.has[operand] & ~self.planned.scalars[operand])[:self.width]
        found = values.random_classes(self.random, source.kind, source.width, self.width)
        found[:len(new)] = new
        return found

    def hits(self, one: waves.Waves, known: Known, plan: Settings) -> Hits:
        """What the case reaches."""
        scalars, seen = np.zeros((len(self.sources), self.cells.classes), bool), plan["seen"].copy()
        for n in known.hidden:
            seen[:, n] = False
        for n in known.scalars:
            scalars[n, plan.scalars[n]] = True
        return Hits(seen, scalars, known.tags, plan["shape"].copy(), plan["mode"].copy(), set(one.encoding.kinds),
                    plan.states if self.form.layout[0] == "v" else self.width)


def upper(encoding) -> int:
    """Lanes that may write in the upper half: of that shape there is one mask, of any other some has a lane that may
    write, where there is one."""
    return encoding.live & shapes.exec_mask(None, "upper", encoding.wave)


@cache
def scratch(size: int) -> tuple[np.ndarray, np.ndarray]:
    """Room for so many class numbers and values, of each planner in turn."""
    return np.empty(size, int), np.empty(size, np.uint64)


class Room:
    """Arrays of the cases of a form with waves of one size, which each case fills anew: those of plan_waves and of
    plan_filling (plan.h)."""

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
        self.size, self.most = waves * lanes, 0
        self.make(2)

    def make(self, rows: int) -> None:
        """Makes room for so many registers at a time."""
        if rows > self.most:
            self.most, self.drawn = rows, [arrays.pointer(one) for one in scratch(rows * self.size)]
            self.filling.struct.others, self.filling.struct.values = self.drawn


@dataclass(frozen=True, slots=True)
class Known:
    """Of an encoding of a pool: the numbers of its tags; of operands those drawn by wave (`lone`), those whose
    registers another lies over (`hidden`), and those in scalar registers that count."""
    recipe: Recipe
    tags: np.ndarray
    lone: list[int]
    hidden: list[int]
    scalars: list[int]


class Settings:
    """EXEC shape, mask and MODE of each wave of a case, and the classes of its operands: by turns the densest shape and
    a single lane that reach most of what is missing (plan.c); the last wave of each fourth case has no lane.  Arrays by
    their names in plan.h, until the next case of the planner."""

    def __init__(self, planner: Planner, row: int, tags: np.ndarray):
        lanes = planner.pool[row].wave
        if lanes not in planner.rooms:
            planner.rooms[lanes] = Room(planner, lanes)
        if row not in planner.given:
            operands, shapes_, at = planner.vectors.shape[1], planner.shapes.shape[1], planner.at
            planner.given[row] = arrays.Struct(
                "plan_encoding", vectors=at["vectors"] + row * operands, fits=at["shapes"] + row * shapes_,
                drawn=at["drawn"] + row * operands, tags=tags, tag_count=len(tags), price=FRESH, lanes=lanes,
                live=planner.pool[row].live, work=at["work"], reach=at["reach"],
            )
        self.planner, self.room = planner, planner.rooms[lanes]
        self.plan, self.scalars = self.room.plan, self.room.scalars
        self.plan.struct.bare = planner.made % 4 == 1
        held, given, lib = planner.planned.in_c.struct, planner.given[row].struct, arrays.extension()[1]
        lib.plan_settings(held, given, self.plan.struct)
        lib.plan_draw(planner.bits, held, given, planner.classes, self.plan.struct)

    def __getitem__(self, name: str) -> np.ndarray:
        return self.plan.arrays[name]

    def words(self, recipe: Recipe, modes: list[str], scalars: dict[int, np.ndarray]) -> np.ndarray:
        """The words of waves in these settings of MODE.  `scalars`: the classes of sources in scalar registers, by
        wave."""
        planner, room, found = self.planner, self.room, np.empty((self.planner.width, recipe.words), np.uint32)
        for n, numbers in scalars.items():
            room.scalars[n] = numbers
        room.modes[:] = [MODES[mode] for mode in modes]
        room.make(len(recipe.vectors))
        filling = room.filling.struct
        filling.words = words = arrays.pointer(found)
        bits, lib = planner.bits, arrays.extension()[1]
        lib.plan_operands(bits, recipe.in_c, filling)
        if recipe.meeting:
            recipe.meet(found, scalars, planner.rng, planner.random)
        lib.plan_others(bits, recipe.in_c, filling)
        del words                                        # held so long
        return found

    @property
    def states(self) -> int:
        """Live lanes of all waves."""
        return self.plan.struct.states

    def shapes(self) -> list[str]:
        """The name of each wave's shape."""
        return [NAMED[n] for n in self["shape"].tolist()]


def fits(form) -> bool:
    """Do the form's cases have many waves?"""
    changes = form.op.shape in ("matrix", "branch") or form.op.shape == "control" and form.layout[0] == "s"
    return not (memory_access.is_access(form) or graphics.is_parameter(form) or control_flow.is_control(form) or changes
                or sampler.outside(form))


def planner_of(form, seed: int, quick: bool, limits: Limits = NONE):
    """What makes the cases of a form."""
    if not fits(form):
        return Singles(form, seed, 4, 0, limits) if quick else Singles(form, seed, limits=limits)
    return Planner(form, seed, 5, 0, 3, 7, limits) if quick else Planner(form, seed, limits=limits)


def misses(planner) -> list[str]:
    """Cells that should have been reached, the first few."""
    return cells.misses(planner.covered(), planner.possible())
