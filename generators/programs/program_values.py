"""What a stream starts from: values of the window, addresses behind it, EXEC."""
from __future__ import annotations

import numpy as np

from ..values import value_classes as values
from . import instruction_templates
from .instruction_templates import LANE, SCALARS, VECTORS, VGPRS, Places
from .program_settings import CONSTANTS, Setting

MEMORY = 0x1000_0000                                 # where the harness places the first region
PAIRS = 128                                          # pairs of VGPR rows that a sheet deals from
SCALAR_NAMES = tuple(f"s{n}" for n in range(49))


def mask_of(shape: str, bits: int, lane: int, wave: int) -> int:
    """EXEC of a shape from random bits and a random lane (shapes.exec_mask, without a generator)."""
    every = (1 << wave) - 1
    return {
        "all": every, "none": 0, "one": 1 << lane, "prefix": (2 << lane) - 1, "random": bits & every,
        "alternating": (0x5555_5555_5555_5555 << (bits & 1)) & every, "upper": every & ~((1 << wave // 2) - 1),
    }[shape]


# How the pairs of rows of a pool are drawn: (kind, width).
TYPES = (("b", 32), ("f", 32), ("f", 32), ("f", 16), ("u", 32), ("f", 64), ("f", 64), ("u", 64), ("b", 16))
LABELS = tuple((kind, width, name) for kind, width in sorted(set(TYPES)) for name in values.class_names(kind, width))
LABEL = {label: n for n, label in enumerate(LABELS)}


def pool_of(random: np.random.Generator, wave: int) -> tuple[np.ndarray, np.ndarray]:
    """(uint32 by pair, register and lane; a number of LABELS by pair: the class that all lanes have, -1: they are of
    many)."""
    rows, labels = np.empty((PAIRS, 2, wave), np.uint32), np.full(PAIRS, -1)
    kinds = random.integers(0, len(TYPES), PAIRS)
    alike = random.random(PAIRS) < 0.5
    for number, (kind, width) in enumerate(TYPES):
        here = np.flatnonzero(kinds == number)
        names = values.class_names(kind, width)
        classes = values.random_classes(random, kind, width, (len(here), 2, wave))
        single = values.random_classes(random, kind, width, len(here))
        classes[alike[here]] = single[alike[here], None, None]
        drawn = values.of_classes(random, kind, width, classes)
        if width == 64:
            drawn[:, 1] = drawn[:, 0] >> np.uint64(32)
        elif width == 16:
            drawn |= values.of_classes(random, kind, 16, classes) << np.uint64(16)
        rows[here] = drawn.astype(np.uint32)
        for row, one in zip(here[alike[here]], single[alike[here]]):
            labels[row] = LABEL[kind, width, names[one]]
    return rows, labels


def addresses(setting: Setting) -> np.ndarray:
    """The VGPRs behind the window: uint32 by wave, register, lane."""
    lanes = np.arange(setting.wave, dtype=np.uint64)
    shuffled = lanes * np.uint64(5) % np.uint64(setting.wave)
    found = np.zeros((setting.waves, VGPRS - VECTORS, setting.wave), np.uint32)
    for w in range(setting.waves):
        base = MEMORY + CONSTANTS + w * setting.part + 64
        for pair, order in zip(Places.PAIRS, (lanes, shuffled)):
            found[w, pair - VECTORS] = base + LANE * order
        for place, order in zip(Places.OFFSETS, (lanes, shuffled)):
            found[w, place - VECTORS] = LANE * order
        found[w, Places.LDS - VECTORS] = w * setting.part + LANE * shuffled
        found[w, Places.CROSS - VECTORS] = (w + 1) % setting.waves * setting.part + LANE * lanes
        found[w, Places.SCRATCH - VECTORS] = 16 * (lanes & 1)
    return found


def scalar_places(arch: str, setting: Setting, random: np.random.Generator) -> np.ndarray:
    """The SGPRs behind the window: uint32 by wave and register."""
    found = np.zeros((setting.waves, len(SCALAR_NAMES) - SCALARS), np.uint32)
    for w in range(setting.waves):
        base = MEMORY + CONSTANTS + w * setting.part + 64
        found[w, Places.BASE - SCALARS] = base
        for n, last in enumerate(instruction_templates.descriptors(arch)):
            at = Places.DESCRIPTORS - SCALARS + 4 * n
            found[w, at:at + 4] = base, 0, setting.part - 64, last
        found[w, Places.CONSTANT - SCALARS] = MEMORY
        found[w, Places.OFFSET - SCALARS] = 4 * int(random.integers(16))
        found[w, Places.SMALL - SCALARS] = 16 * int(random.integers(2))
    return found
