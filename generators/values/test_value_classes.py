"""Check the patterns of each value class with Python's floats and integers."""
import math
import random
import struct

import numpy as np
import pytest

from . import value_sources, value_classes

UNPACK = {"f16": ("<H", "<e"), "f32": ("<I", "<f"), "f64": ("<Q", "<d")}
SMALLEST = {"f16": 2.0 ** -14, "f32": 2.0 ** -126, "f64": 2.0 ** -1022}
LARGEST = {"f16": 65504.0, "f32": (2 - 2.0 ** -23) * 2.0 ** 127, "f64": (2 - 2.0 ** -52) * 2.0 ** 1023}
QUIET = {"f16": 1 << 9, "f32": 1 << 22, "f64": 1 << 51}


def number(kind, bits):
    store, load = UNPACK[kind]
    return struct.unpack(load, struct.pack(store, bits))[0]


@pytest.mark.parametrize("kind", UNPACK)
def test_float_classes(kind):
    found = value_classes.float_classes(kind)
    assert {number(kind, v) for v in found["zero"]} == {0.0} and len(found["zero"]) == 2
    assert all(math.isinf(number(kind, v)) for v in found["infinity"]) and len(found["infinity"]) == 2
    assert all(math.isnan(number(kind, v)) and v & QUIET[kind] for v in found["quiet nan"])
    assert all(math.isnan(number(kind, v)) and not v & QUIET[kind] for v in found["signalling nan"])
    assert all(0 < abs(number(kind, v)) < SMALLEST[kind] for v in found["denormal"])
    assert SMALLEST[kind] in [number(kind, v) for v in found["smallest"]] and LARGEST[kind] in [
        number(kind, v) for v in found["largest"]
    ]
    assert all(abs(number(kind, v)) % 1 == 0.5 for v in found["tie"])
    for name, patterns in found.items():
        half = len(patterns) // 2
        assert sorted(math.copysign(1, number(kind, v)) for v in patterns) == [-1.0] * half + [1.0] * half, name


@pytest.mark.parametrize("width", [8, 16, 32, 64])
def test_integer_classes_fit_and_have_the_edges(width):
    found = value_classes.integer_classes(width)
    assert all(0 <= v < 1 << width for patterns in found.values() for v in patterns)
    assert {1 << width - 1, (1 << width - 1) - 1} <= set(found["sign edge"]) and (1 << width) - 1 in found["all ones"]
    assert all(v & v - 1 == 0 for v in found["power of two"]) and all(v & v + 1 == 0 for v in found["below a power"])
    assert width < 32 or {0x7fffff, 0x800000, 0xffffff, 0x1000000} <= set(found["24-bit edge"])


@pytest.mark.parametrize(
    "kind,width", [("f", 16), ("f", 32), ("f", 64), ("bf", 16), ("u", 8), ("i", 32), ("b", 32), ("u", 64)]
)
def test_rows_meet_every_class_and_say_which(kind, width):
    source, names, met = np.random.default_rng(3), value_classes.class_names(kind, width), set()
    for _ in range(40):
        row, numbers = value_classes.draw_row(source, kind, width, 64)
        assert len(row) == len(numbers) == 64 and int(row.max()) < 1 << width
        for value, n in zip(row.tolist(), numbers.tolist()):
            assert n == 0 or value in value_classes.classes(kind, width)[names[n]]
        met |= set(numbers.tolist())
    assert met == set(range(len(names)))


def test_small_rows_repeat_few_values():
    for seed in range(50):
        assert len(set(value_sources.ShrinkableRows(random.Random(seed)).draw_row("f", 32, 64)[0].tolist())) <= 4
