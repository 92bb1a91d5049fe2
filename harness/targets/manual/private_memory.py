# Private memory: SCRATCH operations.  A dword of every lane lies behind another's (RDNA3 ISA, 11.2; Vega ISA, 9.4).
from .lanewise_memory import Lanewise
from .state import Context, Stop


class Dwords:
    """What one lane sees of the wave's private memory."""

    def __init__(self, memory, base, lane, lanes):
        self.memory, self.base, self.lane, self.lanes = memory, base, lane, lanes

    def address(self, offset):
        return self.base + offset // 4 * 4 * self.lanes + offset % 4 + 4 * self.lane & (1 << 64) - 1

    def load(self, offset, size):
        near = min(size, 4 - offset % 4)                # what is beyond lies in the next dword
        rest = self.load(offset + near, size - near) << 8 * near if size > near else 0
        return self.memory.load(self.address(offset), near) | rest

    def store(self, offset, size, value):
        near = min(size, 4 - offset % 4)
        self.memory.store(self.address(offset), near, value & (1 << 8 * near) - 1)
        if size > near:
            self.store(offset + near, size - near, value >> 8 * near)


class Private(Lanewise):
    """SCRATCH_LOAD and SCRATCH_STORE: modes SV, SS, ST and SVS by SADDR and SVE; Vega has the first two."""

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
            c.space, c.ADDR = Dwords(memory, base, lane, w.lanes), uniform + offsets[lane]
            if c.ADDR < 0:
                raise Stop(self.op.name, "the sum of the offsets is negative (RDNA3 ISA, 11.2)")
            self.lane(c, lane, data, old, out)
        self.write(w, out)
