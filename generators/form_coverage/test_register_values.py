"""The words of waves equal those that numpy's Generator draws operand by operand, register by register."""
from copy import deepcopy

import numpy as np
import pytest

from ..instructions import case_sampler
from ..values import value_classes
from ..values.exec_and_mode import MODES
from . import planner
from .wave_batch import dword_after, tuple_dwords, is_vgpr


def any_bits(random, shape):
    """Return an array of random dwords."""
    numbers = value_classes.draw_classes(random, "b", 32, shape)
    return value_classes.draw_patterns(random, "b", 32, numbers).astype(np.uint32)


def draw_operands(recipe, numbers, random):
    """Return ({dword: rows drawn for the operands}, {dword: field of its operand})."""
    values, owner = {}, {}
    for source in recipe.register_sources:
        first, drawn, step = recipe.encoding.places[source.field], numbers[source.field], source.width == 64
        for at in range(0, source.regs, 1 + step):
            rows = value_classes.draw_patterns(random, source.kind, source.width, drawn)
            if source.width == 16:
                high = random.permuted(drawn, axis=-1) if source.packed else drawn
                rows |= value_classes.draw_patterns(random, source.kind, 16, high) << np.uint64(16)
            for n in range(1 + step):
                if name := dword_after(first, at + n):
                    values[name], owner[name] = (rows >> np.uint64(32 * n)).astype(np.uint32), source.field
    return values, owner


def equalize_some_lanes(recipe, numbers, random, values, owner):
    """Make operands of the same type and class equal in half of the lanes."""
    vector_sources = [source for source in recipe.register_sources if is_vgpr(recipe.encoding.places[source.field])]
    for first, second in zip(vector_sources, vector_sources[1:] + vector_sources[:1]):
        if first is second or (first.kind, first.width, first.regs) != (second.kind, second.width, second.regs):
            continue
        drawn = numbers[first.field]
        equal = (drawn == numbers[second.field]) & random.integers(0, 2, drawn.shape, bool)
        for a, b in zip(*(tuple_dwords(recipe.encoding.places[s.field], s.regs) for s in (first, second))):
            if owner[a] == first.field and owner[b] == second.field:
                values[b] = np.where(equal, values[a], values[b])


def draw_register_values(recipe, numbers, random, masks, modes):
    """Return {dword: rows} of all waves."""
    values, owner = draw_operands(recipe, numbers, random)
    equalize_some_lanes(recipe, numbers, random, values, owner)
    missing = sorted({*recipe.places} - {*values, "scc", "mode", "exec_lo", "exec_hi"})
    for wide, shape in ((True, (len(masks), recipe.encoding.wave)), (False, (len(masks),))):
        names = [name for name in missing if is_vgpr(name) is wide]
        values |= dict(zip(names, any_bits(random, (len(names), *shape))))
    if indexed := recipe.encoding.form.op.indexed:
        low, high = (random.integers(0, 4, len(masks), np.uint32) for _ in range(2))
        values["m0"] = low | high << np.uint32(16) * ("m0.hi" in indexed) if "m0.hi" in indexed else low
    values["scc"] = random.integers(0, 2, len(masks), np.uint32)
    values["mode"] = np.array([MODES[mode] for mode in modes], np.uint32)
    return values | {f"exec_{half}": (masks >> np.uint64(at) & np.uint64(0xFFFFFFFF)).astype(np.uint32)
                   for half, at in (("lo", 0), ("hi", 32))}


@pytest.mark.parametrize("arch,mnemonic", [
    ("gfx1100", "v_fma_f32"), ("gfx1100", "v_pk_add_f16"), ("gfx906", "v_mad_u64_u32"), ("gfx906", "v_add_f16_e32"),
    ("gfx1100", "v_movrels_b32_e32"), ("gfx1100", "v_movrelsd_2_b32_e32"), ("gfx906", "v_fma_f64"),
])
def test_words_equal_those_that_numpy_draws(arch, mnemonic):
    plan, wave_sizes = planner.Planner(next(f for f in case_sampler.all_forms(arch) if f.mnemonic == mnemonic)), set()
    plan.random = np.random.Generator(np.random.SFC64(5))
    plan.bits = value_classes.arrays.bit_generator(plan.random)
    for row, encoding in enumerate(plan.pool):
        recipe, modes = planner.Recipe(encoding, plan.sources), [*MODES][:8] * 2
        if recipe.scalar_sources:
            continue
        wave_sizes.add(encoding.wave)
        drawn = planner.WaveSettings(plan, row, np.flatnonzero(plan.tags[row]))
        random = deepcopy(plan.random)
        numbers = {source.field: drawn["numbers"][n] for n, source in enumerate(plan.sources)}
        expected = draw_register_values(recipe, numbers, random, drawn["mask"], modes)
        words = drawn.words(recipe, modes, {})
        assert {*recipe.places} == {*expected} and random.random() == plan.random.random()
        for name, at in recipe.places.items():
            rows = words[:, at:at + encoding.wave] if is_vgpr(name) else words[:, at]
            assert (rows == expected[name]).all(), (encoding.text, name)
    assert wave_sizes == set(plan.limits.sizes(arch))
