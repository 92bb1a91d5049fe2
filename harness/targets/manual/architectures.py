"""Architectures of this target. For each, the table has the opcode list and pseudocode that it uses, and the
differences from them.

Sources: LLVM's AMDGPU.td, the features of each processor. gfx906 introduced dl-insts and dot instructions; v_mad_mix
preceded v_fma_mix. Only this target uses the table."""
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Architecture:
    """An architecture. `like`: the architecture whose opcode list and pseudocode it uses. `waves`: wave sizes, the
    default first. `lacks`: a pattern for mnemonics that it does not have. `renamed`: (pattern, replacement) for
    mnemonics."""

    like: str
    waves: tuple[int, ...]
    lacks: str = ""
    renamed: tuple[str, str] = ("", "")

    def name(self, listed):
        """Return this architecture's name for an operation in the list, or None if it does not have the operation."""
        if self.lacks and re.fullmatch(self.lacks, listed):
            return None
        pattern, new = self.renamed
        return re.sub(pattern, new, listed) if pattern else listed


GFX906_ONLY = r"v_dot\d_\w+|v_fmac_f32|v_xnor_b32"
MAD_MIX = Architecture("gfx906", (64,), GFX906_ONLY, (r"^v_fma_mix", "v_mad_mix"))
RDNA3 = Architecture("gfx1100", (32, 64))
ARCHES = {
    "gfx900": MAD_MIX,
    "gfx902": MAD_MIX,
    "gfx904": Architecture("gfx906", (64,), GFX906_ONLY),
    "gfx906": Architecture("gfx906", (64,)),
    "gfx909": MAD_MIX,
    "gfx90c": MAD_MIX,
    "gfx1100": RDNA3,
    "gfx1101": RDNA3,
    "gfx1102": RDNA3,
    "gfx1103": RDNA3,
}
