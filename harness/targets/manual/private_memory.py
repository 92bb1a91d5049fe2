"""SCRATCH instructions: private memory, which interleaves the dwords of lanes (RDNA3 ISA, 11.2; Vega ISA, 9.4)."""
from .lanewise_access import LanewiseAccess
from .state import Context, Stop


class LaneView:
    """The address space of one lane in the wave's private memory."""

    def __init__(self, memory, base, lane, lanes):
        self.memory, self.base, self.lane, self.lanes = memory, base, lane, lanes

    def address(self, offset):
        return self.base + offset // 4 * 4 * self.lanes + offset % 4 + 4 * self.lane & (1 << 64) - 1

    def load(self, offset, size):
        first = min(size, 4 - offset % 4)               # the other bytes are in the next dword
        others = self.load(offset + first, size - first) << 8 * first if size > first else 0
        return self.memory.load(self.address(offset), first) | others

    def store(self, offset, size, value):
        first = min(size, 4 - offset % 4)
        self.memory.store(self.address(offset), first, value & (1 << 8 * first) - 1)
        if size > first:
            self.store(offset + first, size - first, value >> 8 * first)


class ScratchAccess(LanewiseAccess):
    """SCRATCH_LOAD or SCRATCH_STORE in mode SV, SS, ST or SVS, as SADDR and SVE select. Vega has only the first two."""

    def __init__(self, inst, op, gfx11):
        super().__init__(inst, op, inst.data, inst.vdst)
        self.gfx11, self.scalar = gfx11, inst.saddr not in inst.no_saddr
        self.vector = inst.sve if gfx11 else not self.scalar
        if inst.lds:
            raise Stop(op.name, "private loads into LDS are not carried by the machine")

    def base(self, w):
        return w.hw.get(20, 0) | w.hw.get(21, 0) << 32 if self.gfx11 else w.read_pair(102)     # FLAT_SCRATCH

    def run(self, w, memory):
        i, c = self.inst, Context(w, memory, None)
        uniform = i.offset + (w.read(i.saddr) if self.scalar else 0)
        offsets = w.v[i.addr].tolist() if self.vector else [0] * w.lanes
        data, old = self.data(w), self.old(w)
        out, base = list(old), self.base(w)
        for lane in self.lanes(w):
            c.space, c.ADDR = LaneView(memory, base, lane, w.lanes), uniform + offsets[lane]
            if c.ADDR < 0:
                raise Stop(self.op.name, "the sum of the offsets is negative (RDNA3 ISA, 11.2)")
            self.run_lane(c, lane, data, old, out)
        self.write(w, out)
