"""MODE.VSKIP, which drops vector instructions, and GPR indexing, which moves their registers (Vega ISA, 4.2, 6.6)."""
import copy

from . import operand_codes

VSKIP_ENCODINGS = {
    "VOP1", "VOP2", "VOPC", "VOP3", "VOP3P", "VINTRP", "DS", "FLAT", "GLOBAL", "SCRATCH", "MUBUF", "MTBUF", "MIMG",
    "EXP",
}


def index_bits(name):
    """Return the bits of M0[15:12] that enable indexing of sources 0, 1 and 2, and of the result."""
    if name.startswith(("v_readlane", "v_readfirstlane")):
        return (0, None, None), None
    if name.startswith("v_writelane"):
        return (None, None, None), 3
    if name.startswith("v_madmk"):                      # source 1 stands in the place of source 2
        return (0, 2, 2), 3
    return (0, 1, 2), 3


def index_registers(inst, m0):
    """Return the instruction with vector registers indexed by M0[7:0], or None if its result register is out of range.
    """
    index, enabled = m0 & 0xff, m0 >> 12 & 15
    sources, result = index_bits(inst.row.name)
    indexed = copy.copy(inst)
    indexed.src = list(inst.src)
    for n, code in enumerate(inst.src):
        if code >= 256 and n < 3 and sources[n] is not None and enabled >> sources[n] & 1:
            size = max(1, operand_codes.WIDTH[inst.row.src[n]] // 32)
            indexed.src[n] = code + index if code + index + size <= 512 else 256
    if result is not None and inst.vdst is not None and inst.row.dst != "mask" and enabled >> result & 1:
        size = max(1, operand_codes.WIDTH[inst.row.dst] // 32)
        if inst.vdst + index + size > 256:
            return None
        indexed.vdst = inst.vdst + index
    return indexed
