"""NaN tests and distances in ULP of float bit patterns, for single values and for rows of lanes."""
from __future__ import annotations

import numpy as np

# kind -> (bits, fraction bits)
FLOAT_FORMATS = {"f16": (16, 10), "bf16": (16, 7), "f32": (32, 23), "f64": (64, 52)}


def is_nan(value: int, kind: str) -> bool:
    """True if the low bits of `value` are a NaN of the type."""
    bits, fraction = FLOAT_FORMATS[kind]
    magnitude = value & (1 << bits - 1) - 1
    return magnitude > (1 << bits - 1) - (1 << fraction)


def _ordered_rank(value: int, bits: int) -> int:
    """The position of a pattern in the order of float values."""
    magnitude = value & (1 << bits - 1) - 1
    return -magnitude if value >> bits - 1 & 1 else magnitude


def ulp_distance(a: int, b: int, kind: str) -> int | None:
    """The distance in ULP of two patterns of a float type. Both zeros are one point; infinity follows the largest
    number.

    None if exactly one is a NaN, 0 if both are."""
    bits, _ = FLOAT_FORMATS[kind]
    a, b = a & (1 << bits) - 1, b & (1 << bits) - 1
    nans = is_nan(a, kind) + is_nan(b, kind)
    return (None, 0)[nans - 1] if nans else abs(_ordered_rank(a, bits) - _ordered_rank(b, bits))


def nan_lanes(row: np.ndarray, kind: str) -> np.ndarray:
    """The lanes of a uint32 row whose low bits are a NaN of type f16, bf16 or f32."""
    bits, fraction = FLOAT_FORMATS[kind]
    return (row & np.uint32((1 << bits - 1) - 1)) > np.uint32((1 << bits - 1) - (1 << fraction))


def lanes_within_ulp(a: np.ndarray, b: np.ndarray, kind: str, ulp: int) -> np.ndarray:
    """The lanes of two uint32 rows that are within `ulp` as f16, bf16 or f32 and equal in their other bits. Two NaNs
    are within."""
    bits, _ = FLOAT_FORMATS[kind]
    low = np.uint32((1 << bits) - 1)
    same_rest = (a & ~low) == (b & ~low)
    ranks = []
    for row in (a, b):
        magnitude = (row & np.uint32((1 << bits - 1) - 1)).astype(np.int64)
        ranks.append(np.where(row >> np.uint32(bits - 1) & np.uint32(1), -magnitude, magnitude))
    nan_a, nan_b = nan_lanes(a, kind), nan_lanes(b, kind)
    return same_rest & np.where(nan_a | nan_b, nan_a & nan_b, np.abs(ranks[0] - ranks[1]) <= ulp)
