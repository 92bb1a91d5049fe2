"""The words of waves are those that a walk over the operands by numpy's Generator gives, register by register."""
from copy import deepcopy

import numpy as np
import pytest

from ..instructions import case_sampler
from ..values import value_classes
from ..values.exec_and_mode import MODES
from . import planner
from .wave_batch import dword_after, tuple_dwords, is_vgpr


def any_bits(random, shape):
    numbers = value_classes.draw_classes(random, "b", 32, shape)
    return value_classes.draw_patterns(random, "b", 32, numbers).astype(np.uint32)


def operands(recipe, numbers, random):
    """{dword: rows} of what is drawn for the operands, and {dword: field} of the one that it is of."""
    held, owner = {}, {}
    for source in recipe.register_sources:
        first, drawn, step = recipe.encoding.places[source.field], numbers[source.field], source.width == 64
        for at in range(0, source.regs, 1 + step):
            rows = value_classes.draw_patterns(random, source.kind, source.width, drawn)
            if source.width == 16:
                other = random.permuted(drawn, axis=-1) if source.packed else drawn
                rows |= value_classes.draw_patterns(random, source.kind, 16, other) << np.uint64(16)
            for n in range(1 + step):
                if name := dword_after(first, at + n):
                    held[name], owner[name] = (rows >> np.uint64(32 * n)).astype(np.uint32), source.field
    return held, owner


def alike(recipe, numbers, random, held, owner):
    """Lets operands of one type and class meet in half of the lanes."""
    some = [source for source in recipe.register_sources if is_vgpr(recipe.encoding.places[source.field])]
    for one, other in zip(some, some[1:] + some[:1]):
        if one is other or (one.kind, one.width, one.regs) != (other.kind, other.width, other.regs):
            continue
        drawn = numbers[one.field]
        equal = (drawn == numbers[other.field]) & random.integers(0, 2, drawn.shape, bool)
        for a, b in zip(*(tuple_dwords(recipe.encoding.places[s.field], s.regs) for s in (one, other))):
            if owner[a] == one.field and owner[b] == other.field:
                held[b] = np.where(equal, held[a], held[b])


def walked(recipe, numbers, random, masks, modes):
    """{dword: rows} of waves, operand by operand."""
    held, owner = operands(recipe, numbers, random)
    alike(recipe, numbers, random, held, owner)
    missing = sorted({*recipe.places} - {*held, "scc", "mode", "exec_lo", "exec_hi"})
    for wide, shape in ((True, (len(masks), recipe.encoding.wave)), (False, (len(masks),))):
        some = [name for name in missing if is_vgpr(name) is wide]
        held |= dict(zip(some, any_bits(random, (len(some), *shape))))
    if indexed := recipe.encoding.form.op.indexed:
        low, high = (random.integers(0, 4, len(masks), np.uint32) for _ in range(2))
        held["m0"] = low | high << np.uint32(16) * ("m0.hi" in indexed) if "m0.hi" in indexed else low
    held["scc"] = random.integers(0, 2, len(masks), np.uint32)
    held["mode"] = np.array([MODES[mode] for mode in modes], np.uint32)
    return held | {f"exec_{half}": (masks >> np.uint64(at) & np.uint64(0xFFFFFFFF)).astype(np.uint32)
                   for half, at in (("lo", 0), ("hi", 32))}


@pytest.mark.parametrize("arch,mnemonic", [
    ("gfx1100", "v_fma_f32"), ("gfx1100", "v_pk_add_f16"), ("gfx906", "v_mad_u64_u32"), ("gfx906", "v_add_f16_e32"),
    ("gfx1100", "v_movrels_b32_e32"), ("gfx1100", "v_movrelsd_2_b32_e32"), ("gfx906", "v_fma_f64"),
])
def test_words_are_those_that_numpy_draws(arch, mnemonic):
    plan, met = planner.Planner(next(f for f in case_sampler.all_forms(arch) if f.mnemonic == mnemonic)), set()
    plan.random = np.random.Generator(np.random.SFC64(5))
    plan.bits = value_classes.arrays.bit_generator(plan.random)
    for row, encoding in enumerate(plan.pool):
        recipe, modes = planner.Recipe(encoding, plan.sources), [*MODES][:8] * 2
        if recipe.scalar_sources:
            continue
        met.add(encoding.wave)
        drawn = planner.WaveSettings(plan, row, np.flatnonzero(plan.tags[row]))
        random = deepcopy(plan.random)
        numbers = {source.field: drawn["numbers"][n] for n, source in enumerate(plan.sources)}
        right = walked(recipe, numbers, random, drawn["mask"], modes)
        words = drawn.words(recipe, modes, {})
        assert {*recipe.places} == {*right} and random.random() == plan.random.random()
        for name, at in recipe.places.items():
            rows = words[:, at:at + encoding.wave] if is_vgpr(name) else words[:, at]
            assert (rows == right[name]).all(), (encoding.text, name)
    assert met == set(plan.limits.sizes(arch))
