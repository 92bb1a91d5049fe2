# Rows on host floats against one lane at a time on exact integers, in every rounding and denormal mode.
import os
import random

import numpy as np
import pytest

from . import lane_runtime, row_runtime as rows
from .exact import F16, F32, F64, Env

COUNT = max(600, int(os.environ.get("ASSAY_LANES", 0)) // 256)
MODES = [rounding * 5 | denormals << 4 | overflow << 23
         for rounding in range(4) for denormals in (0, 5, 10, 15) for overflow in (0, 1)]
FORMATS = {"f16": F16, "f32": F32, "f64": F64}
ARITHMETIC = {"fadd": 2, "fsub": 2, "fmul": 2, "fdiv": 2, "ffma": 3, "flt": 2, "fle": 2, "feq": 2, "fne": 2,
              "f_trunc": 1, "f_floor": 1, "f_ceil": 1, "f_even": 1}


def patterns(f, seed):
    """Return random bits, small integers, values near the limits of the format, and values that nearly cancel."""
    r = random.Random(seed)
    one, least = f.bias << f.fraction, f.low + 1
    edges = [0, 1, f.low, least, least + 1, 2 * least, one, one + 1, one - 1, f.inf - 1, f.inf, f.nan, f.inf | 1]
    near = [one + (e << f.fraction) + d for e in (-f.fraction - 2, -1, 0, 1, f.fraction) for d in (-1, 0, 1)]
    pick = (
        lambda: r.getrandbits(f.width), lambda: r.choice(edges), lambda: r.choice(near),
        lambda: one + r.randrange(-3, 4) * least + r.getrandbits(3), lambda: r.randrange(1, 4 * least),
    )
    return np.array([r.choice(pick)() ^ r.choice((0, f.sign)) for _ in range(COUNT)], np.uint64)


@pytest.mark.parametrize("width", FORMATS)
@pytest.mark.parametrize("name", ARITHMETIC)
def test_rows_are_the_lanes(name, width):
    f = FORMATS[width]
    args = [patterns(f, seed) for seed in range(ARITHMETIC[name])]
    for mode in MODES:
        env = Env(mode)
        got = getattr(rows, name)(f, *args, env).tolist()
        right = [getattr(lane_runtime, name)(f, *values, env) for values in zip(*(a.tolist() for a in args))]
        wrong = [n for n, (x, y) in enumerate(zip(got, right)) if x != y]
        assert not wrong, (hex(mode), [hex(int(a[wrong[0]])) for a in args], hex(got[wrong[0]]), hex(right[wrong[0]]))


@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize("width", FORMATS)
def test_conversions_of_rows_are_the_lanes(width, to):
    f, g = FORMATS[width], FORMATS[to]
    given = patterns(f, 9)
    for mode in MODES:
        env = Env(mode)
        got, right = rows.fcvt(f, g, given, env).tolist(), [lane_runtime.fcvt(f, g, x, env) for x in given.tolist()]
        wrong = [n for n, (x, y) in enumerate(zip(got, right)) if x != y]
        assert not wrong, (hex(mode), hex(int(given[wrong[0]])), hex(got[wrong[0]]), hex(right[wrong[0]]))


def test_one_operand_may_be_a_number():
    """Constants in the pseudocode are single numbers, not rows."""
    env, row = Env(0x3f0 | 15), patterns(F32, 4)
    for name in ("fadd", "fmul", "feq"):
        for args in ((row, 0x3F800001), (0x3F800001, row)):
            got = getattr(rows, name)(F32, *args, env).tolist()
            lifted = [[a] * COUNT if isinstance(a, int) else a.tolist() for a in args]
            assert got == [getattr(lane_runtime, name)(F32, x, y, env) for x, y in zip(*lifted)]
