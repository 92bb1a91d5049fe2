"""Compare the loops of plan.c with loops over single bins in Python; the planner picks the uncovered classes."""
from collections import Counter
from random import Random

import numpy as np
import pytest

from ..form_coverage import planner, wave_batch
from ..instructions import case_sampler
from ..values import coverage_bins, value_classes
from ..values.exec_and_mode import exec_mask
from . import array_loops

random = np.random.Generator(np.random.PCG64(7))
SOURCES = [wave_batch.Source("src0", "f", 32, 1, False), wave_batch.Source("src1", "u", 32, 1, False)]


def random_hits(grid, count):
    """Return random BinHits of `count` waves."""
    shapes, modes = (
        random.integers(-1, len(coverage_bins.LIVE_SHAPES), count),
        random.integers(0, len(grid.modes), count),
    )
    vectors = random.random((count, len(grid.sources), grid.classes)) < 0.2
    tags = np.flatnonzero(random.random(len(grid.tags)) < 0.6)
    scalars = np.zeros((len(grid.sources), grid.classes), bool)
    return coverage_bins.BinHits(vectors & grid.class_exists, scalars, tags, shapes, modes, set(), 0)


def bins_of_hits(hit):
    """Return the bins that a case covers: {(shape, mode, tag, operand, class)}."""
    return {(shape, mode, int(tag), int(o), int(c)) for shape, mode, row in zip(hit.shapes, hit.modes, hit.vectors)
            if shape >= 0 for tag in hit.tags for o, c in zip(*row.nonzero())}


def test_covered_bins_are_recorded_and_counted():
    grid, reached = coverage_bins.CoverageBins(SOURCES, ["neg0", "clamp"], ("default", "flush")), set()
    for _ in range(20):
        hit = random_hits(grid, 5)
        new = bins_of_hits(hit) - reached
        reached |= new
        assert grid.record(hit) == bool(new)
        assert {tuple(at) for at in np.argwhere(grid.covered).tolist()} == reached
        fresh = {(shape, *rest) for shape, _, *rest in reached}
        for o, source in enumerate(SOURCES):
            for t in range(3):
                for s in range(len(coverage_bins.LIVE_SHAPES)):
                    here = sum((a, d, e) == (s, t, o) for a, _, d, e, _ in reached)
                    assert grid.uncovered[o, t, s] == source.classes * 2 - here
                    assert grid.uncovered_any_mode[o, t, s] == source.classes - sum(
                        (a, d, e) == (s, t, o) for a, d, e, _ in fresh
                    )


@pytest.mark.parametrize("kind,width", [("f", 16), ("u", 32), ("b", 64)])
def test_patterns_are_members_of_their_classes(kind, width):
    names, table = value_classes.class_names(kind, width), value_classes.classes(kind, width)
    numbers = random.integers(0, len(names), (6, 64))
    numbers[0], numbers[1] = 0, 1
    drawn = value_classes.draw_patterns(random, kind, width, numbers[:, ::2])        # not contiguous
    for number, value in zip(numbers[:, ::2].ravel().tolist(), drawn.ravel().tolist()):
        assert value < 1 << width if number == 0 else value in table[names[number]]
    assert len(set(drawn[0].tolist())) > 20 and {*drawn[1].tolist()} == {*table[names[1]]}


def numpy_generator(seed):
    return np.random.Generator(np.random.SFC64(seed))


@pytest.mark.parametrize("make_generator", [numpy_generator, array_loops.Stream])
@pytest.mark.parametrize("kind,width", [("f", 16), ("bf", 16), ("u", 32), ("b", 64)])
def test_draws_equal_those_of_numpy(kind, width, make_generator):
    """The C loops draw the numbers of numpy's Generator in its order and leave it in the same state."""
    ours, theirs = make_generator(width), numpy_generator(width)
    patterns, (starts, members) = value_classes.pattern_table(kind, width)[0], value_classes._class_ranges(kind, width)
    count = len(members)
    for size in (1, 3, 64, 640):
        numbers = theirs.integers(0, count + count // 3, size)
        numbers[numbers >= count] = 0
        assert value_classes.draw_classes(ours, kind, width, size).tolist() == numbers.tolist()
        place = starts[numbers] + (theirs.random(size) * members[numbers]).astype(int)
        drawn = patterns[place * (numbers > 0)]
        drawn[numbers == 0] = theirs.integers(0, (1 << width) - 1, np.count_nonzero(numbers == 0), np.uint64, True)
        assert value_classes.draw_patterns(ours, kind, width, numbers).tolist() == drawn.tolist()
        dealt = np.concatenate([theirs.permutation(count) for _ in range(-(-size // count))])[:size]
        assert value_classes.deal_classes(ours, kind, width, size).tolist() == dealt.tolist()
        assert value_classes.random_numbers(ours, count, size).tolist() == theirs.integers(0, count, size).tolist()
        assert value_classes.random_bools(ours, size).tolist() == theirs.integers(0, 2, size, bool).tolist()
        bits = array_loops.bit_generator(ours)
        assert bits.next_double(bits.state) == theirs.random()


@pytest.mark.parametrize("seed", [0, 1, 0xFFFFFFFF, 1 << 32, 0x0123456789ABCDEF, (1 << 64) - 1])
def test_stream_equals_a_numpy_generator(seed):
    """The numbers equal those of SFC64: 64-bit, 32-bit and doubles, in any order."""
    ours, theirs = array_loops.Stream(seed), numpy_generator(seed)
    for kind, width, size in (("u", 64, 7), ("u", 16, 9), ("f", 32, 64), ("b", 64, 5), ("b", 32, 200)):
        drawn = [value_classes.draw_row(one, kind, width, size) for one in (ours, theirs)]
        assert all((a == b).all() for a, b in zip(*drawn))
    assert ours.bits.next_double(ours.bits.state) == theirs.random()
    assert ours.bits.next_uint64(ours.bits.state) == int(theirs.bit_generator.random_raw())


@pytest.mark.parametrize("mnemonic", ["v_fma_f32", "v_add_co_u32"])
def test_waves_want_the_uncovered_classes_of_their_shape_and_mode(mnemonic):
    """A wave with many lanes gets every uncovered class of its shape and mode. A wave with one lane gets one class for
    each operand; no two waves get the same class. A wave gets no class if earlier waves get all."""
    plan = planner.Planner(next(f for f in case_sampler.all_forms("gfx1100") if f.mnemonic == mnemonic))
    crowds, singles, idle, one = 0, 0, 0, coverage_bins.LIVE_SHAPES.index("one")
    while not plan.done:
        row = plan.choose()
        tags, held = np.flatnonzero(plan.tags[row]), plan.planned.covered.copy()
        settled, taken = planner.WaveSettings(plan, row, tags), set()
        can = plan.cells.class_exists & plan.vectors[row][:, None]
        missing = can & ~held[:, :, tags].all(2) & plan.shapes[row][:, None, None, None]
        for wave, (shape, mode) in enumerate(zip(settled["shape"].tolist(), settled["mode"].tolist())):
            wanted = settled["wanted"][wave]
            found = [(o, c) for o, c in enumerate(settled["alone"][wave].tolist()) if c >= 0]
            if not wanted.any() and not found:
                left = {tuple(at) for at in np.argwhere(missing.any((2, 3))).tolist() if at[0] != one} - taken
                assert not left or shape < 0
                idle += 1
            elif shape != one:
                assert (wanted == missing[shape, mode]).all() and not found
                taken |= {(shape, mode)}
                crowds += 1
            else:
                assert not wanted.any() and not {(mode, *here) for here in found} & taken
                assert all(missing[(shape, mode, *here)] for here in found)
                taken |= {(mode, *here) for here in found}
                singles += 1
        plan.next()
    assert crowds > 10 and singles > 20 and idle > 10, (crowds, singles, idle)


@pytest.mark.parametrize("mnemonic", ["v_fma_f32", "v_mov_b32_dpp"])
def test_drawn_waves_match_the_plan(mnemonic):
    """Masks equal those of exec_mask(), with an active lane where possible. Active lanes have values of the planned
    classes, one class a lane. Only classes of active lanes are recorded."""
    form = next(f for f in case_sampler.all_forms("gfx1100") if f.mnemonic == mnemonic)
    plan, rng, short, met = planner.Planner(form), Random(1), 0, set()
    while not plan.done:
        row = plan.choose()
        one, drawn = plan.pool[row], planner.WaveSettings(plan, row, np.flatnonzero(plan.tags[row]))
        live = wave_batch.unpack_masks([mask & one.live for mask in drawn["mask"].tolist()], one.wave)
        assert drawn.states == live.sum()
        for wave, (shape, mask) in enumerate(zip(drawn.shapes(), drawn["mask"].tolist())):
            met.add(shape)
            assert shape in ("prefix", "random") or mask in {exec_mask(rng, shape, one.wave) for _ in range(600)}
            assert mask >> one.wave == 0 and (shape != "prefix" or mask & mask + 1 == 0 and mask & mask >> 1)
            assert live[wave].any() or shape in ("none", "random") or not plan.shapes[row, drawn["shape"][wave]]
            for n in np.flatnonzero(plan.drawn[row]).tolist():
                held = drawn["numbers"][n, wave][live[wave]]
                wanted, alone = np.flatnonzero(drawn["wanted"][wave, n]), drawn["alone"][wave, n]
                assert set(wanted[:len(held)].tolist()) <= set(held.tolist()) and (alone < 0 or (held == alone).all())
                assert held.size == 0 or 0 <= held.min() <= held.max() < plan.sources[n].classes
                seen = np.flatnonzero(drawn["seen"][wave, n]).tolist()
                assert seen == (sorted(set(held.tolist())) if plan.vectors[row, n] else [])
                short += len(wanted) > len(held) > 0
        plan.next()
    assert met == set(planner.SHAPE_NAMES) and short


def test_scores_weigh_reachable_uncovered_bins():
    form = next(f for f in case_sampler.all_forms("gfx1100") if f.mnemonic == "v_add_f32_e64_dpp")
    plan = planner.Planner(form)
    for _ in range(3):
        plan.next()
    scores = np.empty(len(plan.pool))
    array_loops.extension()[1].plan_scores(plan.planned.in_c.struct, plan.in_c.struct, array_loops.c_array(scores))
    need = (plan.planned.uncovered + planner.NEW_BIN_PRICE * plan.planned.uncovered_any_mode) / plan.rare[..., None]
    tables = (table.astype(float) for table in (plan.vectors, plan.tags, plan.shapes))
    expected = np.einsum("po,pt,ps,ots->p", *tables, need)
    assert len(set(scores.tolist())) > 5 and np.allclose(scores, expected, rtol=1e-12)


def test_lanes_are_drawn_uniformly():
    """If no bin is uncovered, all shapes are equally frequent, except the full mask, which is three times as frequent.
    The lane of a single-lane mask is drawn uniformly."""
    form = next(f for f in case_sampler.all_forms("gfx1100") if f.mnemonic == "v_mov_b32_e32")
    plan = planner.Planner(form, seed=3)
    row = next(n for n in range(len(plan.pool)) if plan.vectors[n, 0])
    plan.planned.covered[:] = True
    plan.planned.recount()
    places, shapes = Counter(), Counter()
    for _ in range(400):
        drawn = planner.WaveSettings(plan, row, np.flatnonzero(plan.tags[row]))
        shapes.update(drawn.shapes())
        places.update(mask.bit_length() - 1 for mask, shape in zip(drawn["mask"].tolist(), drawn.shapes())
                      if shape == "one")
    total, lanes = sum(shapes.values()), plan.pool[row].wave
    assert all(
        0.8 < shapes[name] * 8 / total / (1 + 2 * (name == "all")) < 1.2 for name in coverage_bins.LIVE_SHAPES
    ), shapes
    assert len(places) == lanes and max(places.values()) < 3 * sum(places.values()) / lanes
