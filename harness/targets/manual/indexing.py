# The modes of Vega that change vector instructions: VSKIP drops them, GPR indexing moves their registers (Vega ISA,
# 4.2, 6.6).
import copy

from . import operand_codes

SKIPPED = {
    "VOP1", "VOP2", "VOPC", "VOP3", "VOP3P", "VINTRP", "DS", "FLAT", "GLOBAL", "SCRATCH", "MUBUF", "MTBUF", "MIMG",
    "EXP",
}


def places(name):
    """Which bits of M0[15:12] move source 0, 1, 2 and the result."""
    if name.startswith(("v_readlane", "v_readfirstlane")):
        return (0, None, None), None
    if name.startswith("v_writelane"):
        return (None, None, None), 3
    if name.startswith("v_madmk"):                      # source 1 stands in the place of source 2
        return (0, 2, 2), 3
    return (0, 1, 2), 3


def moved(inst, m0):
    """The instruction with its vector registers moved by M0[7:0]; None when its result would be out of range."""
    index, chosen = m0 & 0xff, m0 >> 12 & 15
    sources, result = places(inst.row.name)
    new = copy.copy(inst)
    new.src = list(inst.src)
    for n, code in enumerate(inst.src):
        if code >= 256 and n < 3 and sources[n] is not None and chosen >> sources[n] & 1:
            size = max(1, operand_codes.WIDTH[inst.row.src[n]] // 32)
            new.src[n] = code + index if code + index + size <= 512 else 256
    if result is not None and inst.vdst is not None and inst.row.dst != "mask" and chosen >> result & 1:
        size = max(1, operand_codes.WIDTH[inst.row.dst] // 32)
        if inst.vdst + index + size > 256:
            return None
        new.vdst = inst.vdst + index
    return new
