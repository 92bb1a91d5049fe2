"""The initial state of random programs: values of the window, addresses in the registers after it, EXEC."""
from __future__ import annotations

import numpy as np

from ..values import value_classes as values
from . import instruction_templates
from .instruction_templates import LANE_BYTES, WINDOW_SGPRS, WINDOW_VGPRS, VGPR_COUNT, FixedRegisters
from .program_settings import CONSTANT_BYTES, Setting

MEMORY_BASE = 0x1000_0000                            # address of the first region in the harness
POOL_PAIRS = 128                                     # pairs of VGPR rows in the pool of a batch
SCALAR_NAMES = tuple(f"s{n}" for n in range(49))


def exec_mask_from_bits(shape: str, bits: int, lane: int, wave: int) -> int:
    """Return EXEC of a shape from random bits and a random lane (exec_and_mode.exec_mask without a generator)."""
    all_lanes = (1 << wave) - 1
    return {
        "all": all_lanes, "none": 0, "one": 1 << lane, "prefix": (2 << lane) - 1, "random": bits & all_lanes,
        "alternating": (0x5555_5555_5555_5555 << (bits & 1)) & all_lanes, "upper": all_lanes & ~((1 << wave // 2) - 1),
    }[shape]


# (kind, width) of the pairs of rows in a pool.
POOL_TYPES = (("b", 32), ("f", 32), ("f", 32), ("f", 16), ("u", 32), ("f", 64), ("f", 64), ("u", 64), ("b", 16))
CLASS_LABELS = tuple(
    (kind, width, name) for kind, width in sorted(set(POOL_TYPES)) for name in values.class_names(kind, width)
)
LABEL_NUMBERS = {label: n for n, label in enumerate(CLASS_LABELS)}


def draw_row_pool(random: np.random.Generator, wave: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw pairs of VGPR rows. Return (values: uint32 by pair, register and lane; labels: index in CLASS_LABELS by
    pair). The label is the value class of all lanes, or -1 if the lanes have several classes."""
    rows, labels = np.empty((POOL_PAIRS, 2, wave), np.uint32), np.full(POOL_PAIRS, -1)
    kinds = random.integers(0, len(POOL_TYPES), POOL_PAIRS)
    is_uniform = random.random(POOL_PAIRS) < 0.5
    for number, (kind, width) in enumerate(POOL_TYPES):
        selected = np.flatnonzero(kinds == number)
        names = values.class_names(kind, width)
        classes = values.draw_classes(random, kind, width, (len(selected), 2, wave))
        single = values.draw_classes(random, kind, width, len(selected))
        classes[is_uniform[selected]] = single[is_uniform[selected], None, None]
        drawn = values.draw_patterns(random, kind, width, classes)
        if width == 64:
            drawn[:, 1] = drawn[:, 0] >> np.uint64(32)
        elif width == 16:
            drawn |= values.draw_patterns(random, kind, 16, classes) << np.uint64(16)
        rows[selected] = drawn.astype(np.uint32)
        for row, class_number in zip(selected[is_uniform[selected]], single[is_uniform[selected]]):
            labels[row] = LABEL_NUMBERS[kind, width, names[class_number]]
    return rows, labels


def vgpr_addresses(setting: Setting) -> np.ndarray:
    """Return the VGPRs after the window: uint32 by wave, register and lane."""
    lanes = np.arange(setting.wave, dtype=np.uint64)
    shuffled = lanes * np.uint64(5) % np.uint64(setting.wave)
    values = np.zeros((setting.waves, VGPR_COUNT - WINDOW_VGPRS, setting.wave), np.uint32)
    for w in range(setting.waves):
        base = MEMORY_BASE + CONSTANT_BYTES + w * setting.wave_bytes + 64
        for pair, order in zip(FixedRegisters.PAIRS, (lanes, shuffled)):
            values[w, pair - WINDOW_VGPRS] = base + LANE_BYTES * order
        for register, order in zip(FixedRegisters.OFFSETS, (lanes, shuffled)):
            values[w, register - WINDOW_VGPRS] = LANE_BYTES * order
        values[w, FixedRegisters.LDS - WINDOW_VGPRS] = w * setting.wave_bytes + LANE_BYTES * shuffled
        values[w, FixedRegisters.CROSS - WINDOW_VGPRS] = (
            w + 1
        ) % setting.waves * setting.wave_bytes + LANE_BYTES * lanes
        values[w, FixedRegisters.SCRATCH - WINDOW_VGPRS] = 16 * (lanes & 1)
    return values


def sgpr_addresses(arch: str, setting: Setting, random: np.random.Generator) -> np.ndarray:
    """Return the SGPRs after the window: uint32 by wave and register."""
    values = np.zeros((setting.waves, len(SCALAR_NAMES) - WINDOW_SGPRS), np.uint32)
    for w in range(setting.waves):
        base = MEMORY_BASE + CONSTANT_BYTES + w * setting.wave_bytes + 64
        values[w, FixedRegisters.BASE - WINDOW_SGPRS] = base
        for n, last in enumerate(instruction_templates.last_descriptor_words(arch)):
            register = FixedRegisters.DESCRIPTORS - WINDOW_SGPRS + 4 * n
            values[w, register:register + 4] = base, 0, setting.wave_bytes - 64, last
        values[w, FixedRegisters.CONSTANT - WINDOW_SGPRS] = MEMORY_BASE
        values[w, FixedRegisters.OFFSET - WINDOW_SGPRS] = 4 * int(random.integers(16))
        values[w, FixedRegisters.SMALL - WINDOW_SGPRS] = 16 * int(random.integers(2))
    return values
