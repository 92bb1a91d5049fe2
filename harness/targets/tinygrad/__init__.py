"""The target `tinygrad`: the RDNA3 emulator of tinygrad, from a checkout that the user names. The PyPI package of the
same name lacks the emulator; the target `manual` reads the pseudocode in that package."""
from __future__ import annotations

from .. import checkout

URL = "https://github.com/tinygrad/tinygrad"
MODULE = "test/mockgpu/amd/emu.py"
STARTS = ("state", "kernel")


def arguments(options: dict[str, str]) -> list[str]:
    """Return the arguments of the child process. Raises CheckoutError, ValueError."""
    if options.get("start", "state") not in STARTS:
        raise ValueError(f"tinygrad: start={options['start']}; there are {' and '.join(STARTS)}")
    root = checkout.find_checkout(options, "tinygrad", URL, MODULE)
    return [str(root), checkout.find_clang() or "clang"]
