"""Shapes of EXEC and settings of MODE, by name: dimensions of the grid."""
from __future__ import annotations

from functools import cache, lru_cache

import numpy as np

SHAPES = ("all", "none", "one", "prefix", "alternating", "upper", "random")
MODE_DEFAULT = 0x3f0


def exec_mask(rng, shape: str, wave: int) -> int:
    """A mask of `wave` bits of that shape; `rng`: random.Random."""
    every = (1 << wave) - 1
    if shape == "one":
        return 1 << rng.randrange(wave)
    if shape == "prefix":
        return (1 << rng.randrange(2, wave)) - 1
    if shape == "alternating":
        return (0x5555555555555555 << rng.randrange(2)) & every
    if shape == "upper":
        return every & ~((1 << wave // 2) - 1)
    if shape == "random":
        return rng.getrandbits(wave)
    return every if shape == "all" else 0


def lanes_of(masks: list[int], wave: int) -> np.ndarray:
    """Lane masks as bool by wave and lane."""
    return np.unpackbits(np.array(masks, "<u8").view(np.uint8).reshape(len(masks), 8), axis=1, bitorder="little")[
        :, :wave
    ].astype(bool)


@lru_cache(maxsize=1 << 10)
def lanes(mask: int, wave: int) -> np.ndarray:
    """A lane mask as bool by lane, which nobody changes."""
    found = np.unpackbits(np.frombuffer(mask.to_bytes(8, "little"), np.uint8), count=wave, bitorder="little").view(bool)
    found.flags.writeable = False
    return found


# `split` has other settings for f32 than for f16 and f64: round up and flush; round down and keep.
MODES = {
    "default": 0x3F0,
    "round up": 0x3F5,
    "round down": 0x3FA,
    "round to zero": 0x3FF,
    "flush": 0x300,
    "flush inputs": 0x3A0,
    "flush results": 0x350,
    "no dx10 clamp": 0x2F0,
    "no ieee": 0x1F0,
    "none": 0x000,
    "split": 0x3C9,
    "fp16 overflow": 0x8003F0,
}
ROUNDING = ("round up", "round down", "round to zero")


@cache
def modes_of(op) -> tuple[str, ...]:
    """The settings of MODE that can matter to an operation: none but the default without floats, no rounding in
    comparisons, FP16_OVFL where a result has 16 bits (RDNA3 ISA, 3.4.2; Vega ISA, 3.5)."""
    if not any(v.kind in ("f", "bf", "mix") for v in op.values):
        return ("default",)
    mixed = any(v.kind == "mix" for v in op.sources)
    narrow = mixed or any(v.kind in ("f", "mix") and v.width in (1, 16) for v in op.results)
    compares = all(v.kind in ("mask", "cmpx", "scc") for v in op.results)
    return tuple(m for m in MODES if (narrow or m != "fp16 overflow") and not (compares and m in ROUNDING))
