# The architectures, and whose opcode list and text each goes by: its own, or those of another with what it lacks and
# what stands at the same opcode under another name (LLVM, AMDGPU.td, the features of each processor: dl-insts and dot
# instructions came with gfx906; v_mad_mix was before v_fma_mix).  A table of this target alone.
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Architecture:
    """`like`: whose list and text; `waves`: sizes, default first; `lacks`: pattern of names; `renamed`: (pattern,
    new)."""

    like: str
    waves: tuple[int, ...]
    lacks: str = ""
    renamed: tuple[str, str] = ("", "")

    def name(self, listed):
        """The name of an operation of the list here; None: this architecture does not have it."""
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
