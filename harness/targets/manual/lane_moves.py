"""Lane movement of DPP16 and DPP8: the source lane of each lane (RDNA3 ISA, 7.7; Vega ISA, 6.6.5)."""
import numpy as np


class BadControl(Exception):
    """A dpp_ctrl value that this architecture does not define."""


def source_lanes(dpp, lanes, gfx11):
    """Return rows (source lane, is it in range) for a decoded DPP field. Raises BadControl."""
    n = np.arange(lanes)
    row, i = n & ~15, n & 15
    inside = np.ones(lanes, bool)
    if "select" in dpp:
        return (n & ~7) + np.array(dpp["select"])[n & 7], inside
    c = dpp["ctrl"]
    if c < 0x100:
        return (n & ~3) + (c >> 2 * (n & 3) & 3), inside
    k = c & 15
    kind = c & 0x1f0
    if kind == 0x100 and k:
        return row + (i + k & 15), i + k < 16
    if kind == 0x110 and k:
        return row + (i - k & 15), i >= k
    if kind == 0x120 and k:
        return row + (i - k & 15), inside
    if c == 0x140:
        return row + 15 - i, inside
    if c == 0x141:
        return (n & ~7) + 7 - (n & 7), inside
    if gfx11 and kind == 0x150:
        return row + k, inside
    if gfx11 and kind == 0x160:
        return row + (i ^ k), inside
    if not gfx11:
        found = _gfx9_source_lanes(c, n, lanes)
        if found:
            return found
    raise BadControl(f"dpp_ctrl {c:#x}")


def _gfx9_source_lanes(c, n, lanes):
    inside = np.ones(lanes, bool)
    if c == 0x130:
        return (n + 1) % lanes, n < lanes - 1
    if c == 0x134:
        return (n + 1) % lanes, inside
    if c == 0x138:
        return (n - 1) % lanes, n > 0
    if c == 0x13c:
        return (n - 1) % lanes, inside
    if c == 0x142:
        return np.maximum((n & 0x30) - 1, 0), n > 15
    if c == 0x143:
        return np.maximum((n & 0x20) - 1, 0), n > 31
    return None


def enabled_lanes(dpp, lanes):
    """Return the lanes that row_mask and bank_mask enable; a bank is four lanes of every row."""
    n = np.arange(lanes)
    return (dpp["rows"] >> (n >> 4) & 1).astype(bool) & (dpp["banks"] >> (n >> 2 & 3) & 1).astype(bool)
