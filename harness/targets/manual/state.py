"""State of waves, memory and LDS, and the one-lane context that compiled operations read and write."""
from typing import Any, cast

import numpy as np

from .exact import Env

U = np.uint64
MODE, STATUS, TRAPSTS = 1, 2, 3
MEM_VIOL = 1 << 8                                       # of TRAPSTS (Vega ISA, 3.10)
MODE_FIELDS = {"GPR_IDX_EN": (27, 1), "VSKIP": (28, 1), "CSP": (29, 3)}
SGPR_REGIONS = {"gfx906": ((0, 101), (108, 123)), "gfx1100": ((0, 107), (108, 123))}      # of scalar registers


def canonical(address: int) -> int:
    """Sign-extend an address from 48 to 64 bits (RDNA3 ISA, 3.2.1; Vega ISA, 3.1)."""
    return (address & (1 << 48) - 1 ^ 1 << 47) - (1 << 47) & (1 << 64) - 1


class Fault(Exception):
    """The program accessed an unmapped address, at which a GPU would stop."""


class Stop(Exception):
    """This target lacks something that the program needs; `operation` names it."""

    def __init__(self, operation, reason):
        super().__init__(reason)
        self.operation, self.reason = operation, reason


class Memory:
    """Byte regions at given addresses. Any access outside them raises Fault."""

    def __init__(self):
        self.regions = []

    def add(self, base, data):
        for b, d in self.regions:
            if base < b + len(d) and b < base + len(data):
                raise ValueError(f"memory at {base:#x} overlaps memory at {b:#x}")
        self.regions.append((base, data))

    def find(self, address, size):
        for base, data in self.regions:
            if base <= address and address + size <= base + len(data):
                return data, address - base
        raise Fault(f"no memory at {address:#x}, {size} bytes")

    def load(self, address, size):
        data, at = self.find(address, size)
        return int.from_bytes(data[at:at + size], "little")

    def store(self, address, size, value):
        data, at = self.find(address, size)
        data[at:at + size] = (value & (1 << 8 * size) - 1).to_bytes(size, "little")


_LANE_ROWS = {}


def live_row(mask, lanes):
    """Return a lane mask as an array of booleans."""
    key = mask, lanes
    row = _LANE_ROWS.get(key)
    if row is None:
        if len(_LANE_ROWS) > 20000:
            _LANE_ROWS.clear()
        row = np.unpackbits(np.frombuffer((mask & (1 << 64) - 1).to_bytes(8, "little"), np.uint8), bitorder="little")
        row = _LANE_ROWS[key] = row[:lanes].astype(bool)
        row.flags.writeable = False
    return row


def mask_of(row):
    """Return an array of booleans as an integer mask."""
    return int.from_bytes(np.packbits(row, bitorder="little").tobytes(), "little")


class Wave:
    """Registers of one wave. The index of a scalar register is its operand code."""

    def __init__(self, arch, lanes):
        self.arch, self.lanes = arch, lanes
        self.v = np.zeros((256, lanes), np.uint32)
        self.s = [0] * 128
        self.scc, self.pc = 0, 0
        self.m0 = 125 if arch == "gfx1100" else 124
        self.set_mode(0x3f0)
        self.written = {}
        self.hw = {}
        self.lds: Any = None                           # of its group, once it is in one
        self.gds = bytearray()                         # of all waves
        self.grouped = 0                                # STATUS.IN_TG: one of several waves of a group
        self.computed = False                           # a vector instruction ran: exceptions may have been raised

    def record_violation(self, bit):
        """Set a bit of TRAPSTS for a memory violation."""
        self.hw[TRAPSTS] = self.hw.get(TRAPSTS, 0) | bit

    def set_mode(self, mode):
        self.mode = mode
        self.env = Env(mode)

    @property
    def exec(self): return self.s[126] | self.s[127] << 32

    def live(self):
        return live_row(self.s[126] | self.s[127] << 32, self.lanes)

    def read(self, code):
        """Read a scalar register by its operand code. NULL reads as 0, and so do TTMPs outside trap handlers (RDNA3
        ISA, 3.3.1.4, 3.4.4)."""
        if self.reads_zero(code):
            return 0
        return self.s[code]

    def reads_zero(self, code):
        return 108 <= code < 124 or code == 124 and self.arch == "gfx1100"

    def read_pair(self, code):
        code &= ~1                                      # alignment: the lowest bit is ignored (RDNA3 ISA, 3.3.1.3)
        if self.reads_zero(code):
            return 0
        return self.s[code] | self.s[code + 1 & 127] << 32

    def read_tuple(self, code, count):
        """Read `count` scalar registers, starting at `code`. If `code` is NULL, all are 0."""
        return [0] * count if self.reads_zero(code) else [self.read(code + n) for n in range(count)]

    def write(self, code, value):
        if self.reads_zero(code):
            return
        self.s[code] = value & 0xffffffff
        self.written[code] = True

    def write64(self, code, value):
        code &= ~1
        if self.reads_zero(code):
            return
        self.write(code, value)
        self.write(code + 1, value >> 32)

    def write_mask(self, code, mask):
        """Write a lane mask to one register in wave32, or to a pair in wave64. Inactive lanes are 0 in it."""
        if self.lanes == 32:
            self.write(code, mask)
        else:
            self.write64(code, mask)

    def read_mask(self, code):
        if self.lanes == 32:
            return self.read(code)
        return self.read_pair(code)

    def write_vgpr(self, register, row, live):
        np.copyto(self.v[register], row.astype(np.uint32), where=live)
        self.written[256 + register] = True


class Context:
    """The names that a compiled operation reads and writes, and the memory accesses that it may call."""
    S0 = S1 = S2 = D0 = D1 = DATA = DATA2 = DATA0 = VDATA = SDATA = RETURN_DATA = cast(Any, 0)
    SIMM16 = SIMM32 = SCC = EXEC = VCC = PC = M0 = EXEC_LO = EXECZ = VCCZ = laneId = laneID = cast(Any, 0)
    SRC0 = SRC1 = SRC2 = DST = VDST = ADDR = ADDR_BASE = SADDR = SBASE = cast(Any, 0)
    OFFSET = OFFSET0 = OFFSET1 = SOFFSET = cast(Any, 0)
    OPSEL = OPSEL_HI = NEG = WAVE32 = WAVE64 = VCC_lane = EXEC_lane = D0_lane = ROUND_MODE = cast(Any, 0)
    PRIV = 0
    texel: Any = None                                   # of a buffer with a format

    def __init__(self, wave, memory, lds):
        self.wave, self.memory, self.lds = wave, memory, lds
        self.env, self.vgprs = wave.env, wave.v
        self.WAVE32, self.WAVE64 = int(wave.lanes == 32), int(wave.lanes == 64)
        self.space = memory

    @property
    def IEEE(self): return self.env.ieee

    def load(self, address, size): return self.space.load(address, size)
    def store(self, address, size, value): self.space.store(address, size, value)
    GPR_IDX_EN = property(lambda self: self.wave.mode >> 27 & 1)
    VSKIP = property(lambda self: self.wave.mode >> 28 & 1)
    CSP = property(lambda self: self.wave.mode >> 29)
    COND_DBG_USER = property(lambda self: self.wave.hw.get(STATUS, 0) >> 20 & 1)
    COND_DBG_SYS = property(lambda self: self.wave.hw.get(STATUS, 0) >> 21 & 1)

    def set_field(self, name, value):
        """Write a field of MODE or STATUS by name (Vega ISA, 3.5)."""
        if name == "USER_PRIO":                         # STATUS[4:3]
            self.wave.hw[STATUS] = self.wave.hw.get(STATUS, 0) & ~0x18 | value << 3
            return
        at, width = MODE_FIELDS[name]
        self.set_hwreg(MODE, self.wave.mode & ~((1 << width) - 1 << at) | value << at)

    def get_vgpr(self, lane, register):
        """Read an indexed VGPR. An index past the last register reads VGPR0 (RDNA3 ISA, 3.3.2.2)."""
        return self.lane_value(self.vgprs[register if register < 256 else 0], lane)

    def lane_value(self, row, lane):
        return int(row[lane % self.wave.lanes])

    def set_vgpr(self, lane, register, value):
        if register < 256:                              # past the last register nothing is written
            self.wave.v[register, lane % self.wave.lanes] = value
            self.wave.written[256 + register] = True

    def in_region(self, base, register, width):
        """Is an indexed scalar register in the region of its base (RDNA3 ISA, 3.3.1.4)?"""
        for first, last in SGPR_REGIONS[self.wave.arch]:
            if first <= base <= last:
                return first <= register and register + width // 32 - 1 <= last
        raise Stop("SGPR index", f"operand {base} cannot be indexed")

    def get_sgpr(self, register, width):
        """Read one, two or four indexed SGPRs. An index outside the region reads SGPR0; an index for 64 bits is rounded
        down to even."""
        s = self.wave.s
        if width == 128:
            return sum(s[register + n] << 32 * n for n in range(4))
        register &= ~(width // 32 - 1)
        if not self.in_region(self.SRC0, register, width):
            register = 0
        return self.wave.read(register) if width == 32 else self.wave.read_pair(register)

    def set_sgpr(self, register, value, width):
        """Write indexed SGPRs. An index outside the region writes nothing."""
        if width < 128:
            register &= ~(width // 32 - 1)
            if not self.in_region(self.DST, register, width):
                return
        for n in range(width // 32):
            self.wave.write(register + n, value >> 32 * n & 0xffffffff)

    def get_hwreg(self, number):
        w = self.wave
        if number == MODE:
            return w.mode
        if number == STATUS:
            zero = [w.exec & (1 << w.lanes) - 1 == 0, (w.s[106] | w.s[107] << 32) & (1 << w.lanes) - 1 == 0]
            return w.hw.get(STATUS, 0) & ~0x601 | w.scc | zero[0] << 9 | zero[1] << 10 | w.grouped << 11 | 1 << 16
        if number == TRAPSTS and w.computed:
            raise Stop("hwreg TRAPSTS", "the text does not say which exceptions arithmetic raises")
        return w.hw.get(number, 0)

    def set_hwreg(self, number, value):
        if number == MODE:
            self.wave.set_mode(value)
            self.env = self.wave.env
            self.wave.written["mode"] = True
        elif number == TRAPSTS:
            self.wave.hw[number] = value

    def hwreg_mask(self, number):
        """Return the bits that a user program may write: all bits of MODE and TRAPSTS (RDNA3 ISA, 3.4; Vega ISA, 3.5).
        """
        return 0xffffffff if number in (MODE, TRAPSTS) else 0


class Lds:
    """Local memory: out-of-range reads give 0, out-of-range writes are dropped (RDNA3 ISA, 12.5)."""

    def __init__(self, data):
        self.data = data

    def load(self, address, size):
        if address + size > len(self.data):
            return 0
        return int.from_bytes(self.data[address:address + size], "little")

    def store(self, address, size, value):
        if address + size <= len(self.data):
            self.data[address:address + size] = (value & (1 << 8 * size) - 1).to_bytes(size, "little")


class GdsPart(Lds):
    """The part of the global data share that M0 names: base and size in bytes; the base is a multiple of 4 (RDNA3 ISA,
    12.6, 13.4.3; Vega ISA, 10). An access outside it is a memory violation on Vega (3.11)."""

    def __init__(self, wave):
        super().__init__(wave.gds)
        self.wave, m0 = wave, wave.s[wave.m0]
        self.base = m0 >> 16 & 0xfffc
        self.size = min(m0 & 0xffff, max(0, len(wave.gds) - self.base))

    def is_inside(self, address, size):
        inside = address + size <= self.size
        if not inside and self.wave.arch == "gfx906":
            self.wave.record_violation(MEM_VIOL)
        return inside

    def load(self, address, size):
        return super().load(self.base + address, size) if self.is_inside(address, size) else 0

    def store(self, address, size, value):
        if self.is_inside(address, size):
            super().store(self.base + address, size, value)
