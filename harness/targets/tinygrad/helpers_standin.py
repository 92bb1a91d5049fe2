"""decode_dpp16() in place of `test/amd/helpers.py`, for a checkout without tests. The emulator needs nothing else from
that file."""
from __future__ import annotations

import sys
import types

# DPP_CTRL (RDNA3 guide, Table 31) in the emulator's words: first control, last control, word.
_RANGES = ((0x101, 0x10F, "row_shl"), (0x111, 0x11F, "row_shr"), (0x121, 0x12F, "row_ror"),
           (0x150, 0x15F, "row_share"), (0x160, 0x16F, "row_xmask"))
_SINGLE = {0x140: "row_mirror", 0x141: "row_half_mirror"}


def decode_dpp16(control: int) -> tuple[str, int | tuple[int, ...]]:
    """Decode a DPP16 control to (word, argument). The argument is a number, or the four source lanes of a quad."""
    if control < 0x100:
        return "quad_perm", tuple(control >> 2 * lane & 3 for lane in range(4))
    if control in _SINGLE:
        return _SINGLE[control], 0
    for first, last, word in _RANGES:
        if first <= control <= last:
            return word, control & 15
    raise NotImplementedError(f"DPP16 control {control:#x}")


def install() -> None:
    """Register the stand-in as the module `test.amd.helpers`."""
    package, module = types.ModuleType("test.amd"), types.ModuleType("test.amd.helpers")
    package.__path__ = []
    module.decode_dpp16 = decode_dpp16                                     # type: ignore[attr-defined]
    sys.modules |= {"test.amd": package, "test.amd.helpers": module}
