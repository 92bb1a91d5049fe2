# What a wave is made of, memory, and the one-lane context the pseudocode functions read and write.
import numpy as np

from .exact import Env

U = np.uint64


class Fault(Exception):
    """The program did what a GPU would stop at: an unmapped address."""


class Stop(Exception):
    """This target does not carry what the program needs; `operation` names it."""

    def __init__(self, operation, reason):
        super().__init__(reason)
        self.operation, self.reason = operation, reason


class Memory:
    """Byte regions at given addresses; anything else is a Fault."""

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


_LIVE = {}


def live_row(mask, lanes):
    """The lanes of a 64-bit mask as a row of booleans."""
    key = mask, lanes
    row = _LIVE.get(key)
    if row is None:
        if len(_LIVE) > 20000:
            _LIVE.clear()
        row = np.unpackbits(np.frombuffer((mask & (1 << 64) - 1).to_bytes(8, "little"), np.uint8), bitorder="little")
        row = _LIVE[key] = row[:lanes].astype(bool)
        row.flags.writeable = False
    return row


def mask_of(row):
    """A row of booleans as an integer mask."""
    return int.from_bytes(np.packbits(row, bitorder="little").tobytes(), "little")


class Wave:
    """Registers of one wave. Scalar registers are numbered as in the instruction's operand codes."""

    def __init__(self, arch, lanes):
        self.arch, self.lanes = arch, lanes
        self.v = np.zeros((256, lanes), np.uint32)
        self.s = [0] * 128
        self.scc, self.pc = 0, 0
        self.m0 = 125 if arch == "gfx1100" else 124
        self.set_mode(0x3f0)
        self.written = {}
        self.hw = {}

    def set_mode(self, mode):
        self.mode = mode
        self.env = Env(mode)

    @property
    def exec(self): return self.s[126] | self.s[127] << 32

    def live(self):
        return live_row(self.s[126] | self.s[127] << 32, self.lanes)

    def read(self, code):
        """One scalar register by operand code; NULL reads 0 on gfx11 (RDNA3 ISA, 3.4.4)."""
        if code == 124 and self.arch == "gfx1100":
            return 0
        return self.s[code]

    def read_pair(self, code):
        if code == 124 and self.arch == "gfx1100":
            return 0
        return self.s[code] | self.s[code + 1 & 127] << 32

    def write(self, code, value):
        if code == 124 and self.arch == "gfx1100":
            return
        self.s[code] = value & 0xffffffff
        self.written[code] = True

    def write64(self, code, value):
        if code == 124 and self.arch == "gfx1100":
            return
        self.write(code, value)
        self.write(code + 1, value >> 32)

    def write_mask(self, code, mask):
        """A lane mask: one register in wave32, a pair in wave64; inactive lanes are 0 in it."""
        if self.lanes == 32:
            self.write(code, mask)
        else:
            self.write64(code, mask)

    def read_mask(self, code):
        if self.lanes == 32:
            return self.read(code)
        return 0 if code == 124 and self.arch == "gfx1100" else self.s[code] | self.s[code + 1] << 32

    def write_vgpr(self, register, row, live):
        np.copyto(self.v[register], row.astype(np.uint32), where=live)
        self.written[256 + register] = True


class Context:
    """The names a compiled operation reads and writes, and the accesses it may call for."""
    S0 = S1 = S2 = D0 = D1 = DATA = DATA2 = DATA0 = VDATA = SDATA = RETURN_DATA = 0
    SIMM16 = SIMM32 = SCC = EXEC = VCC = PC = M0 = EXEC_LO = EXECZ = VCCZ = laneId = laneID = 0
    SRC0 = SRC1 = SRC2 = DST = VDST = ADDR = ADDR_BASE = OFFSET = OFFSET0 = OFFSET1 = SADDR = SBASE = SOFFSET = 0
    OPSEL = OPSEL_HI = NEG = WAVE32 = WAVE64 = VCC_lane = EXEC_lane = D0_lane = ROUND_MODE = 0
    COND_DBG_SYS = COND_DBG_USER = GPR_IDX_EN = CSP = PRIV = 0

    def __init__(self, wave, memory, lds):
        self.wave, self.memory, self.lds = wave, memory, lds
        self.env = wave.env
        self.WAVE32, self.WAVE64 = int(wave.lanes == 32), int(wave.lanes == 64)
        self.space = memory

    @property
    def IEEE(self): return self.env.ieee

    def load(self, address, size): return self.space.load(address, size)
    def store(self, address, size, value): self.space.store(address, size, value)
    def get_vgpr(self, lane, register):
        if register > 255:
            raise Stop("VGPR index", f"v{register} is out of range")
        return int(self.wave.v[register, lane % self.wave.lanes])

    def set_vgpr(self, lane, register, value):
        if register > 255:
            raise Stop("VGPR index", f"v{register} is out of range")
        self.wave.v[register, lane % self.wave.lanes] = value
        self.wave.written[256 + register] = True

    def get_sgpr(self, register, width):
        if register + width // 32 > 106:
            raise Stop("SGPR index", f"s{register} is out of range")
        return self.wave.s[register] if width == 32 else self.wave.s[register & ~1] | self.wave.s[register | 1] << 32

    def set_sgpr(self, register, value, width):
        if register + width // 32 > 106:
            raise Stop("SGPR index", f"s{register} is out of range")
        self.wave.write(register if width == 32 else register & ~1, value)
        if width == 64:
            self.wave.write(register | 1, value >> 32)

    def get_hwreg(self, number):
        w = self.wave
        if number == 1:
            return w.mode
        if number == 2:
            zero = [w.exec & (1 << w.lanes) - 1 == 0, (w.s[106] | w.s[107] << 32) & (1 << w.lanes) - 1 == 0]
            return w.scc | zero[0] << 9 | zero[1] << 10 | 1 << 16
        if number == 3:
            raise Stop("hwreg TRAPSTS", "exceptions are not recorded by the text")
        raise Stop(f"hwreg {number}", "this hardware register is not carried by the machine")

    def set_hwreg(self, number, value):
        if number == 1:
            self.wave.set_mode(value)
            self.env = self.wave.env
            self.wave.written["mode"] = True
        elif number in (2, 3):
            self.wave.hw[number] = value
        else:
            raise Stop(f"hwreg {number}", "this hardware register is not carried by the machine")

    def hwreg_mask(self, number):
        """Bits a user program may write (RDNA3 ISA, 3.4): all of MODE and TRAPSTS, none of STATUS."""
        return 0 if number == 2 else 0xffffffff


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
