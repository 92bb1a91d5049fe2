"""What cases a form gets: of a pool of encodings and the grid's missing cells, the encoding, EXEC, MODE and values that
fill most of them."""
from __future__ import annotations

import random
from dataclasses import replace

import numpy as np

from ...spec import TARGETS
from ...spec.slots import slots

from ..single import access, flow, graphics, instructions, sampler, share
from ..drawn import arrays, cells, shapes, values
from . import waves
from .limits import Limits
from ..drawn.cells import LIVE, Cells, Hits, Possible

WAVES, POOL, DRAWS = 16, 40, 120                     # waves a case, encodings a form, draws to find them
MOST, MANY = 64, 28  # cases of a form at most; modifiers (SDWA has so many) from which on it is twice that
STALE = 4                                            # cases without a new cell after which no more are made for cells
SCALAR_STATES = 200
SINGLES = 240                                        # cases of one wave at most
ROUNDS, MORE = 3, 12  # how often what was lost is planned again, and for how many cases more
FRESH = 12                                           # how much dearer a cell is that no MODE had yet
NONE = Limits()
NAMED = (*LIVE, "none")                              # by number; -1 is the last
SKIPPED = 400                                        # cases of a form that are passed over for what is left out
FEWEST = 6  # cases of a form in full, also where nothing is to be covered (v_nop)
OWN = 8  # cases of one wave, the first, with an encoding of their own; later ones that use memory share it by twos


class Planner:
    """The cases of one form in order; the same for the same arguments.  `pool`: encodings at most; `states`: live-lane
    states asked for; `most`: cases at most; `width`: waves a case."""

    def __init__(
        self, form, seed: int = 1, pool: int = POOL, states: int = 2000, most: int | None = None, width: int = WAVES,
        limits: Limits = NONE,
    ):
        self.form, self.width, self.limits = form, width, limits
        self.rng = random.Random(f"{seed} {form.arch} {form.mnemonic} {sampler.name_of(form)} waves")
        self.random = np.random.Generator(np.random.SFC64(self.rng.getrandbits(64)))
        self.sources, self.modes = waves.sources_of(form), limits.modes(shapes.modes_of(form.op))
        self.every_mode = limits.modes(tuple(shapes.MODES))
        self.classes = values.in_c([(source.kind, source.width) for source in self.sources])
        self.pool = self.encodings(pool)
        self.kinds = {kind for one in self.pool for kind in one.kinds}
        self.cells = Cells(self.sources, sorted({m for e in self.pool for m in e.modifiers}), self.modes)
        self.most = most or (MOST if len(self.cells.tags) < MANY else 2 * MOST)
        self.planned = Cells(self.sources, self.cells.tags[1:], self.modes)
        self.behind: list[Hits] = []                 # of cases that passed, not yet counted in `cells`
        self.waves_planned = self.waves_passed = 0
        self.alive = np.ones(len(self.pool), bool)
        self.promised = self.left = states if form.layout[0] == "v" else min(states, SCALAR_STATES)
        self.rounds = ROUNDS if states else 0
        self.made = self.stale = 0
        self.only_default = False                    # of the settings of MODE
        self.known: set | None = None                # modifiers and kinds a target runs, while that is found out
        self.idle = np.zeros(len(self.pool))  # cases of an encoding that reached nothing new
        self.tables()

    def encodings(self, most: int) -> list:
        """Encodings of both wave sizes."""
        found = []
        for number in range(most * DRAWS // POOL * (1 + 3 * self.limits.any)):
            one = waves.encoding(self.form, self.rng, self.limits.wave_of(self.form, number))
            if one is not None and not self.limits.allow([*one.modifiers, *one.kinds], one.text):
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
        if made is None or len(made.modifiers) >= len(one.modifiers) or not made.live:
            return []
        if not self.limits.allow([*made.modifiers, *made.kinds], made.text):
            return []
        return [self.sized(made)]

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
        self.vectors = np.zeros((len(self.pool), len(self.sources)), bool)
        self.scalar, self.drawn = np.zeros_like(self.vectors), np.zeros_like(self.vectors)
        self.shapes = np.array([[bool(common(shape, one)) for shape in LIVE] for one in self.pool], bool).reshape(
            len(self.pool), len(LIVE)
        )
        for row, one in enumerate(self.pool):
            self.tags[row, [number[tag] for tag in one.modifiers]] = True
            taken = [waves.names(one.places[s.field], s.regs) if s.field in one.places else [] for s in self.sources]
            for column, dwords in enumerate(taken):
                self.drawn[row, column] = bool(dwords) and waves.vector(dwords[0])
                later = {d for other in taken[column + 1:] for d in other}
                if dwords and not later & set(dwords):
                    self.vectors[row, column] = self.drawn[row, column]
                    self.scalar[row, column] = not self.vectors[row, column] and not (
                        self.form.layout[0] == "v" and dwords[0].startswith("exec")
                    )

        places = len(LIVE) * len(self.modes)
        span = self.vectors.shape[1] * self.cells.classes
        self.work = np.empty(places * span + len(LIVE) * span + places + len(LIVE), np.int32)
        # the more encodings reach a cell the cheaper it is
        self.rare = np.sqrt(1 + self.vectors.T.astype(int) @ self.tags)  # of floats BLAS's idle threads spin
        self.in_c = arrays.Struct("plan_pool", encodings=len(self.pool), price=FRESH, vectors=self.vectors,
                                  tags=self.tags, fits=self.shapes, rare=self.rare)

    def possible(self) -> Possible:
        """What some encoding that is legal can reach."""
        alive = self.alive
        vectors = (
            np.einsum("po,pt,ps->ots", *(table[alive].astype(int) for table in (self.vectors, self.tags, self.shapes)))
            > 0
        )
        kinds = {kind for one, lives in zip(self.pool, alive) if lives for kind in one.kinds}
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
            and not self.alive.any()
        )

    def drop(self, one) -> None:
        """An encoding that is not legal after all, or not for the target."""
        self.alive[next(n for n, e in enumerate(self.pool) if e is one.encoding)] = False

    def forbid(self, tags) -> None:
        """No more encodings with one of these modifiers or kinds of operands, nor these settings of MODE."""
        wanted = set(tags)
        self.alive &= [not wanted & {*one.modifiers, *one.kinds} for one in self.pool]
        self.only_default |= any(tag.startswith("MODE") for tag in wanted)

    def lost(self, one) -> None:
        """A case that could not be compared: others of its encoding come later."""
        self.idle[next(n for n, e in enumerate(self.pool) if e is one.encoding)] += 1

    def passed(self, hits: Hits) -> None:
        """A case passed, or a wave of one."""
        self.behind.append(hits)
        self.waves_passed += len(hits.shapes)

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
            or not self.alive.any()
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
        if not self.alive.any():
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
        return min(
            np.flatnonzero(self.alive).tolist(),
            key=lambda n: (
                len(self.pool[n].modifiers),
                sum(not kind.endswith(("=vgpr", "=sgpr")) for kind in self.pool[n].kinds),
                n,
            ),
        )

    def careful(self) -> int:
        """The encoding with one thing that is not known to run, or else the fewest such, but some."""
        known = self.known or set()

        def new(n: int) -> int:
            one = self.pool[n]
            return len({*one.modifiers, *(k for k in one.kinds if not k.endswith("=vgpr"))} - known) or 99
        return min(np.flatnonzero(self.alive).tolist(), key=lambda n: (new(n), self.idle[n], n))

    def choose(self) -> int:
        """The encoding that can reach most of what is missing; any where nothing is."""
        score = np.empty(len(self.pool))
        arrays.extension()[1].plan_scores(self.planned.in_c.struct, self.in_c.struct, arrays.pointer(score))
        lost = (self.cells.has & ~self.planned.scalars).any(1)
        new = 0 if self.kinds <= self.planned.kinds else np.array(
            [len(one.kinds - self.planned.kinds) for one in self.pool]
        )
        score = score * 0.3 ** self.idle + self.random.random(len(self.pool)) * (score.max() / 20 + 1)
        score += (10 + score.max()) * ((self.scalar & lost).sum(1) + new) * 0.7 ** self.idle
        score[~self.alive] = -1
        return int(np.argmax(score))

    def filled(self, row: int) -> waves.Waves:
        """Waves of an encoding with what they reach."""
        encoding = self.pool[row]
        tags = np.flatnonzero(self.tags[row])
        plan = Settings(self, row, tags)
        one = waves.Waves(encoding, plan.shapes(), self.settings(plan), plan["mask"].tolist())
        numbers = {source.field: plan["numbers"][n] for n, source in enumerate(self.sources) if self.drawn[row, n]}
        for n, source in enumerate(self.sources):
            if source.field not in numbers and source.field in encoding.places:
                numbers[source.field] = self.scalar_classes(n)
        held = waves.Filler(one, self.rng, self.random).fill(self.sources, numbers)
        if self.limits.mode[0]:
            one.scalars["mode"] = one.scalars["mode"] & np.uint32(~self.limits.mode[0] & 0xFFFFFFFF) | np.uint32(
                self.limits.mode[1]
            )
        one.hits = self.hits(one, numbers, held, row, tags, plan)
        return one

    def settings(self, plan: Settings) -> list[str]:
        """The setting of MODE of each wave; where none matters, any."""
        if not self.made or self.only_default or self.known is not None:
            plan["mode"][:] = 0
            return [self.modes[0]] * self.width
        if len(self.modes) > 1:
            return [self.modes[n] for n in plan["mode"].tolist()]
        return [self.every_mode[n] for n in self.random.integers(0, len(self.every_mode), self.width).tolist()]

    def scalar_classes(self, operand: int) -> np.ndarray:
        """Classes of a scalar source by wave: first those it did not have."""
        source = self.sources[operand]
        new = np.flatnonzero(self.cells.has[operand] & ~self.planned.scalars[operand])[:self.width]
        found = values.random_classes(self.random, source.kind, source.width, self.width)
        found[:len(new)] = new
        return found

    def hits(self, one, numbers: dict, held: set, row: int, tags, plan: Settings) -> Hits:
        """What the case reaches."""
        scalars = np.zeros((len(self.sources), self.cells.classes), bool)
        for n, source in enumerate(self.sources):
            if source.field not in held:
                plan["seen"][:, n] = False
            elif self.scalar[row, n]:
                scalars[n, numbers[source.field]] = True
        states = plan.states if self.form.layout[0] == "v" else self.width
        return Hits(plan["seen"], scalars, tags, plan["shape"], plan["mode"], set(one.encoding.kinds), states)


def common(shape: str, encoding) -> int:
    """Lanes that a mask of that shape can have in common with those that may write."""
    return encoding.live & (
        shapes.exec_mask(None, shape, encoding.wave) if shape == "upper" else (1 << encoding.wave) - 1
    )


class Settings:
    """EXEC shape, mask and MODE of each wave of a case, and the classes of its operands: by turns the densest shape and
    a single lane that reach most of what is missing (plan.c); the last wave of each fourth case has no lane.  Arrays by
    their names in plan.h."""

    def __init__(self, planner: Planner, row: int, tags: np.ndarray):
        held, encoding, waves = planner.planned, planner.pool[row], planner.width
        operands = len(planner.sources)
        given = arrays.Struct(
            "plan_encoding", vectors=planner.vectors[row], fits=planner.shapes[row], drawn=planner.drawn[row],
            tags=tags, tag_count=len(tags), price=FRESH, lanes=encoding.wave, live=encoding.live, work=planner.work,
        )
        self.plan = arrays.Struct(
            "plan_waves", waves=waves, bare=planner.made % 4 == 1, shape=np.full(waves, -1), mode=np.zeros(waves, int),
            alone=np.full((waves, operands), -1), wanted=np.zeros((waves, operands, held.classes), bool),
            mask=np.empty(waves, np.uint64), numbers=np.empty((operands, waves, encoding.wave), int),
            seen=np.zeros((waves, operands, held.classes), bool),
        )
        lib = arrays.extension()[1]
        lib.plan_settings(held.in_c.struct, given.struct, self.plan.struct)
        lib.plan_draw(arrays.bits(planner.random), held.in_c.struct, given.struct, planner.classes, self.plan.struct)

    def __getitem__(self, name: str) -> np.ndarray:
        return self.plan.arrays[name]

    @property
    def states(self) -> int:
        """Live lanes of all waves."""
        return self.plan.struct.states

    def shapes(self) -> list[str]:
        """The name of each wave's shape."""
        return [NAMED[n] for n in self["shape"].tolist()]


class Singles:
    """The cases of a form whose cases have one wave: those that use memory, change the way, or need all lanes."""

    def __init__(self, form, seed: int = 1, least: int = 36, states: int = 2000, limits: Limits = NONE):
        self.form, self.seed, self.least, self.made, self.most = (
            form,
            seed,
            least,
            0,
            max(least, SINGLES * bool(states)),
        )
        self.limits, self.skipped = limits, 0
        self.shared: instructions.Instruction | None = None  # whose encoding the next case, of a single lane, has
        self.known: set | None = None
        self.promised = self.left = promised(form, states)
        self.modes = shapes.modes_of(form.op)
        data = (
            [s for s in slots(form) if not s.write and s.role == "vgpr" and s.field not in ("addr", "vaddr")]
            if access.is_access(form)
            else []
        )
        self.sources = [waves.Source(s.field, *instructions.element(s.value), 1, False) for s in data]
        self.cells = Cells(self.sources, [], ("default",))

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

    def forbid(self, tags) -> None:
        """Passes over cases with one of these tags."""
        self.shared = None
        self.limits = replace(self.limits, modifiers=(*self.limits.modifiers, *tags))
        if any(tag.startswith("MODE") for tag in tags):
            self.limits = replace(self.limits, mode=(0xFFFFFFFF, shapes.MODE_DEFAULT))

    def resume(self, states: int) -> bool:
        """Makes up for the states of cases that could not be compared -> whether there are any."""
        self.left, self.least = self.promised - states, self.made + 1
        return self.left > 0 and self.made < self.most

    def next(self) -> instructions.Instruction:
        """The next case.  Raises sampler.NoCase when there is none."""
        number, self.made = self.made, self.made + 1
        if self.shared is not None and number % 2:
            one = sampler.again(self.shared, number, self.limits)
        else:
            one = self.sampled(number)
        self.shared = one if one.source and number >= OWN else None
        one.hits = self.hits(one)
        self.left -= one.hits.states
        return one

    def sampled(self, number: int) -> instructions.Instruction:
        """A case with an encoding of its own."""
        one = sampler.sample(self.form, number + self.skipped, self.seed, self.limits)
        while not self.limits.allow(one.tags, one.text):
            self.skipped += 1
            if self.skipped > SKIPPED:
                raise sampler.NoCase("each has something that is left out")
            one = sampler.sample(self.form, number + self.skipped, self.seed, self.limits)
        return one

    def hits(self, one) -> Hits:
        """What the case reaches."""
        live = shapes.lanes_of([int(one.state["exec"])], one.wave)[0]
        vectors = np.zeros((1, len(self.sources), self.cells.classes), bool)
        fields = [s.field for s in self.sources]
        for field, _, _, numbers in one.seen:
            if field in fields and len(numbers) == one.wave:
                vectors[0, fields.index(field), numbers[live]] = True
        shape = LIVE.index(one.shape) if one.shape in LIVE else -1
        return Hits(
            vectors,
            np.zeros_like(self.cells.scalars),
            np.array([0]),
            [shape],
            [0],
            set(),
            int(live.sum()) if by_lane(self.form) else 1,
        )


def by_lane(form) -> bool:
    """Has a case a state for each live lane, not one for the wave?"""
    return form.layout != "smem" and not form.layout.startswith("sop")


def promised(form, states: int) -> int:
    """The states that cases of one wave are to reach."""
    if form.encoding[0] == "v" or by_lane(form) and form.op.memory is not None and not share.is_share(form):
        return states
    return min(states, SCALAR_STATES) if form.kind in ("salu", "control") else 0


def fits(form) -> bool:
    """Do the form's cases have many waves?"""
    changes = form.op.shape in ("matrix", "branch") or form.op.shape == "control" and form.layout[0] == "s"
    return not (
        access.is_access(form)
        or graphics.is_parameter(form)
        or flow.is_control(form)
        or changes
        or sampler.outside(form)
    )


def planner_of(form, seed: int, quick: bool, limits: Limits = NONE):
    """What makes the cases of a form."""
    if not fits(form):
        return Singles(form, seed, 4, 0, limits) if quick else Singles(form, seed, limits=limits)
    return Planner(form, seed, 5, 0, 3, 7, limits) if quick else Planner(form, seed, limits=limits)


def misses(planner) -> list[str]:
    """Cells that should have been reached, the first few."""
    return cells.misses(planner.covered(), planner.possible())
