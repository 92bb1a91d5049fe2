"""Per-lane addresses inside a memory region, or unmapped."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .exec_and_mode import unpack_mask

UNMAPPED = 0x6BAD_0000_7FF0_0000                     # its low 32 bits are an offset beyond every region


@dataclass(frozen=True, slots=True)
class RegionAddresses:
    """64-bit addresses in a region: `offsets` by lane. Lanes in `inactive_mask` get the address UNMAPPED."""
    region: str
    offsets: np.ndarray
    inactive_mask: int = 0

    def case_values(self) -> list[int | str]:
        """Return the addresses as a case file stores them: "region+offset", or the number UNMAPPED."""
        return [UNMAPPED if self.inactive_mask >> lane & 1 else f"{self.region}+{offset}"
                for lane, offset in enumerate(self.offsets.tolist())]

    def addresses(self, start: int) -> np.ndarray:
        """Return uint64 addresses by lane for a region that starts at `start`."""
        addresses = self.offsets.astype(np.uint64) + np.uint64(start)
        return (
            np.where(unpack_mask(self.inactive_mask, len(addresses)), np.uint64(UNMAPPED), addresses)
            if self.inactive_mask
            else addresses
        )


def to_case_value(value):
    """Convert an array, bytes or RegionAddresses to its JSON value; return other values unchanged."""
    if isinstance(value, bytes):
        return value.hex()
    return (
        value.tolist()
        if isinstance(value, np.ndarray)
        else value.case_values()
        if isinstance(value, RegionAddresses)
        else value
    )
