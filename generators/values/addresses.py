"""Rows of addresses: into a region that lies somewhere, or nowhere."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .exec_and_mode import lanes

UNMAPPED = 0x6BAD_0000_7FF0_0000                     # as 32 bits, an offset that leads out of everything


@dataclass(frozen=True, slots=True)
class Spots:
    """64-bit addresses in a region: `offsets` by lane; those of lanes in the mask `off` lead nowhere."""
    region: str
    offsets: np.ndarray
    off: int = 0

    def listed(self) -> list[int | str]:
        """As a case has them."""
        return [UNMAPPED if self.off >> lane & 1 else f"{self.region}+{offset}"
                for lane, offset in enumerate(self.offsets.tolist())]

    def row(self, start: int) -> np.ndarray:
        """uint64 by lane, of a region that starts there."""
        found = self.offsets.astype(np.uint64) + np.uint64(start)
        return np.where(lanes(self.off, len(found)), np.uint64(UNMAPPED), found) if self.off else found


def plain(value):
    """A row, or bytes, as a case has them; anything else as it is."""
    if isinstance(value, bytes):
        return value.hex()
    return value.tolist() if isinstance(value, np.ndarray) else value.listed() if isinstance(value, Spots) else value
