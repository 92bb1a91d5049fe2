"""Definitions for the compiler: machine names, constants, and the type of compiled expressions."""
import re
import struct

SIZED = re.compile(r"(bf|[uifb])(\d+)$")
# Names the machine gives or takes: kind, width. Width 512 stands for "as many registers as the text names".
MACHINE = {
    "S0": ("b", 64), "S1": ("b", 64), "S2": ("b", 128), "D0": ("b", 128), "D1": ("b", 1), "SIMM16": ("b", 16),
    "SIMM32": ("b", 32), "SCC": ("u", 1), "EXEC": ("b", 64), "VCC": ("b", 64), "PC": ("i", 64), "M0": ("b", 32),
    "EXEC_LO": ("b", 32), "EXECZ": ("u", 1), "VCCZ": ("u", 1), "laneId": ("i", 32), "laneID": ("i", 32),
    "SRC0": ("u", 32), "SRC1": ("u", 32), "SRC2": ("u", 32), "DST": ("u", 32), "VDST": ("u", 32),
    "DATA0": ("b", 512), "WAVE32": ("u", 1), "WAVE64": ("u", 1), "OPSEL": ("b", 4), "OPSEL_HI": ("b", 3),
    "NEG": ("b", 3), "ADDR": ("b", 64), "ADDR_BASE": ("b", 32), "OFFSET": ("b", 32), "OFFSET0": ("b", 32),
    "OFFSET1": ("b", 32), "DATA": ("b", 512), "DATA2": ("b", 512), "VDATA": ("b", 512), "SDATA": ("b", 512),
    "RETURN_DATA": ("b", 512), "SADDR": ("b", 64), "SBASE": ("b", 64), "SOFFSET": ("b", 32), "ROUND_MODE": ("u", 2),
}
LANE_NAMES = {"S0", "S1", "S2", "D0", "D1", "laneId", "laneID", "VCC_lane", "EXEC_lane", "D0_lane"}
ARRAYS = {"VGPR", "SGPR", "MEM", "LDS", "HW_REGISTERS"}
CONSTANTS = {
    "INF": ("f", 64, 0x7ff << 52), "NAN": ("f", 64, 0x7ff8 << 48), "MAX_FLOAT_F32": ("f", 32, 0x7f7fffff),
    "OVERFLOW_F32": ("f", 32, 0x7f800000), "UNDERFLOW_F32": ("f", 32, 0), "OVERFLOW_F64": ("f", 64, 0x7ff << 52),
    "UNDERFLOW_F64": ("f", 64, 0), "ROUND_TOWARD_ZERO": ("u", 2, 3), "ROUND_NEAREST_EVEN": ("u", 2, 0),
}
STATUS = {
    "PRIV": 1,
    "COND_DBG_SYS": 1,
    "COND_DBG_USER": 1,
    "IEEE": 1,
    "GPR_IDX_EN": 1,
    "VSKIP": 1,
    "CSP": 3,
    "USER_PRIO": 2,
}


class Unsupported(Exception):
    """The pseudocode contains something that this compiler cannot translate. The message names it."""


class Ex:
    """A compiled expression: its Python text, kind and width. `lane`: it may differ between lanes. `const`: its value,
    if it is constant. `narrow`: an exact expression of smaller width."""
    __slots__ = ("code", "k", "w", "lane", "const", "narrow", "bits", "elements")

    def __init__(self, code, k, w, lane=False, const=None, narrow=None, bits=None, elements=None):
        self.code, self.k, self.w, self.lane, self.const = code, k, w, lane, const
        self.narrow, self.bits, self.elements = narrow, w if bits is None else bits, elements

    @property
    def float(self):
        return self.k in ("f", "bf")


def ones(w): return (1 << w) - 1
def hexa(n): return hex(n) if n > 9 else str(n)


def const(value, k, w):
    return Ex(hexa(value & ones(w)), k, w, const=value)


def float_bits(text, w):
    return int.from_bytes(struct.pack({16: "<e", 32: "<f", 64: "<d"}[w], float(text)), "little")
