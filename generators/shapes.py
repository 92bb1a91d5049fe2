"""Shapes of EXEC and settings of MODE, by name: dimensions of the grid."""
from __future__ import annotations

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


MODES = {"default": 0x3f0, "round up": 0x3f5, "round down": 0x3fa, "round to zero": 0x3ff, "flush": 0x300, "flush inputs": 0x3a0, "flush results": 0x350,
         "no dx10 clamp": 0x2f0, "no ieee": 0x1f0, "none": 0x000}
