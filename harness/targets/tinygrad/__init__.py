"""The target `tinygrad`: its RDNA3 emulator, from a checkout the user names. The PyPI package of the same name, whose
pseudocode the target `manual` reads, does not carry the emulator."""
from __future__ import annotations

from .. import checkout

URL = "https://github.com/tinygrad/tinygrad"
MODULE = "test/mockgpu/amd/emu.py"
STARTS = ("state", "kernel")


def arguments(options: dict[str, str]) -> list[str]:
    """What the child is told. Raises NoCheckout, ValueError."""
    if options.get("start", "state") not in STARTS:
        raise ValueError(f"tinygrad: start={options['start']}; there are {' and '.join(STARTS)}")
    root = checkout.named(options, "tinygrad", URL, MODULE)
    return [str(root), checkout.compiler() or "clang"]
