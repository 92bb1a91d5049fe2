"""The loops of plan.c do what a walk over the same arrays, cell by cell, does; what is planned is what is missing."""
import numpy as np
import pytest

from . import arrays, cells, values
from ..grid import planner, waves
from ..single import sampler

random = np.random.Generator(np.random.PCG64(7))
SOURCES = [waves.Source("src0", "f", 32, 1, False), waves.Source("src1", "u", 32, 1, False)]


def hits(grid, count):
    shapes, modes = random.integers(-1, len(cells.LIVE), count), random.integers(0, len(grid.modes), count)
    vectors = random.random((count, len(grid.sources), grid.classes)) < 0.2
    tags = np.flatnonzero(random.random(len(grid.tags)) < 0.6)
    scalars = np.zeros((len(grid.sources), grid.classes), bool)
    return cells.Hits(vectors & grid.has, scalars, tags, shapes.tolist(), modes.tolist(), set(), 0)


def walked(hit):
    """The cells a case reaches: (shape, mode, tag, operand, class)."""
    return {(shape, mode, int(tag), int(o), int(c)) for shape, mode, row in zip(hit.shapes, hit.modes, hit.vectors)
            if shape >= 0 for tag in hit.tags for o, c in zip(*row.nonzero())}


def test_cells_are_marked_and_counted_down():
    grid, reached = cells.Cells(SOURCES, ["neg0", "clamp"], ("default", "flush")), set()
    for _ in range(20):
        hit = hits(grid, 5)
        new = walked(hit) - reached
        reached |= new
        assert grid.mark(hit) == bool(new)
        assert {tuple(at) for at in np.argwhere(grid.held).tolist()} == reached
        fresh = {(shape, *rest) for shape, _, *rest in reached}
        for o, source in enumerate(SOURCES):
            for t in range(3):
                for s in range(len(cells.LIVE)):
                    here = sum((a, d, e) == (s, t, o) for a, _, d, e, _ in reached)
                    assert grid.left[o, t, s] == source.classes * 2 - here
                    assert grid.fresh[o, t, s] == source.classes - sum((a, d, e) == (s, t, o) for a, d, e, _ in fresh)


@pytest.mark.parametrize("kind,width", [("f", 16), ("u", 32), ("b", 64)])
def test_patterns_are_members_of_their_classes(kind, width):
    names, table = values.class_names(kind, width), values.classes(kind, width)
    numbers = random.integers(0, len(names), (6, 64))
    numbers[0], numbers[1] = 0, 1
    drawn = values.of_classes(random, kind, width, numbers[:, ::2])           # not contiguous
    for number, value in zip(numbers[:, ::2].ravel().tolist(), drawn.ravel().tolist()):
        assert value < 1 << width if number == 0 else value in table[names[number]]
    assert len(set(drawn[0].tolist())) > 20 and {*drawn[1].tolist()} == {*table[names[1]]}


@pytest.mark.parametrize("kind,width", [("f", 16), ("bf", 16), ("u", 32), ("b", 64)])
def test_draws_are_those_of_numpy(kind, width):
    """The same numbers in the same order as Generator gives, which is left where it would leave itself."""
    ours, theirs = (np.random.Generator(np.random.SFC64(width)) for _ in range(2))
    patterns, (starts, members) = values.pool(kind, width)[0], values._members(kind, width)
    count = len(members)
    for size in (1, 3, 64, 640):
        numbers = theirs.integers(0, count + count // 3, size)
        numbers[numbers >= count] = 0
        assert values.random_classes(ours, kind, width, size).tolist() == numbers.tolist()
        place = starts[numbers] + (theirs.random(size) * members[numbers]).astype(int)
        drawn = patterns[place * (numbers > 0)]
        drawn[numbers == 0] = theirs.integers(0, (1 << width) - 1, np.count_nonzero(numbers == 0), np.uint64, True)
        assert values.of_classes(ours, kind, width, numbers).tolist() == drawn.tolist()
        dealt = np.concatenate([theirs.permutation(count) for _ in range(-(-size // count))])[:size]
        assert values.dealt_classes(ours, kind, width, size).tolist() == dealt.tolist()
        assert ours.random() == theirs.random()


@pytest.mark.parametrize("mnemonic", ["v_fma_f32", "v_add_co_u32"])
def test_waves_want_all_that_is_missing_where_they_are(mnemonic):
    """Crowds want every missing class of their shape and mode; single lanes, one of each operand, none twice."""
    plan = planner.Planner(next(f for f in sampler.forms_of("gfx1100") if f.mnemonic == mnemonic))
    crowds, singles = 0, 0
    while not plan.done:
        row = plan.choose()
        tags, held = np.flatnonzero(plan.tags[row]), plan.planned.held.copy()
        settled, taken = planner.Settings(plan, row, tags).plan.arrays, set()
        can = plan.cells.has & plan.vectors[row][:, None]
        for wave, (shape, mode) in enumerate(zip(settled["shape"].tolist(), settled["mode"].tolist())):
            missing = can & ~held[shape, mode][tags].all(0) if shape >= 0 else np.zeros_like(can)
            if shape != cells.ONE:
                assert (settled["wanted"][wave] == missing).all() and (settled["alone"][wave] < 0).all()
                crowds += bool(missing.any())
                continue
            found = [(o, c) for o, c in enumerate(settled["alone"][wave].tolist()) if c >= 0]
            assert found and not settled["wanted"][wave].any() and not {(mode, *one) for one in found} & taken
            assert all(missing[one] for one in found)
            taken |= {(mode, *one) for one in found}
            singles += 1
        plan.next()
    assert crowds > 10 and singles > 20, (crowds, singles)


def test_the_least_draws_take_what_is_wanted():
    grid = cells.Cells(SOURCES, [], ("default",))
    wanted = np.zeros((2, 2, grid.classes), bool)
    wanted[0, 1, [2, 5, 6]] = True
    alone = np.full((2, 2), -1)
    alone[1, 1] = 4
    plan = arrays.Struct("plan_waves", waves=2, shape=np.zeros(2, np.int64), mode=np.zeros(2, np.int64), alone=alone,
                         wanted=wanted)
    live = np.array([[True, False, True, True], [False, True, False, False]])
    draws = np.array([[0.9, 0.0, 0.3, 0.5], [0.1, 0.2, 0.3, 0.4]])
    numbers = np.full((2, 4), 9)
    arrays.extension()[1].plan_spread(grid.in_c.struct, plan.struct, 1, 4, arrays.pointer(live), arrays.pointer(draws),
                                      arrays.pointer(numbers))
    assert numbers.tolist() == [[6, 9, 2, 5], [4, 4, 4, 4]]
