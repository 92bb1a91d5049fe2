"""Scalar, global and LDS memory instructions: they compute addresses and run the pseudocode, which moves the data, lane
by lane in order."""
import numpy as np

from .state import Context, GdsPart, Stop, canonical

U = np.uint64


class BoundedMemory:
    """Memory that a buffer constant describes. Beyond `limit` bytes from `base`, loads return 0 and stores do nothing.
    """

    def __init__(self, memory, base, limit):
        self.memory, self.base, self.limit = memory, base, limit

    def load(self, address, size):
        at = address - self.base
        return self.memory.load(address, size) if at >= 0 and at + size <= self.limit else 0

    def store(self, address, size, value):
        if address - self.base + size <= self.limit:
            self.memory.store(address, size, value)


class ScalarMemory:
    """S_LOAD, S_SCRATCH_LOAD, S_BUFFER_LOAD, S_STORE and scalar atomics (RDNA3 ISA, 8; Vega ISA, 7)."""

    def __init__(self, inst, op, arch):
        self.inst, self.op, self.arch = inst, op, arch
        self.buffer, self.unit = "buffer" in op.name, 64 if "scratch" in op.name else 1
        atomic = "atomic" in op.name
        self.data, self.result = ("DATA", "RETURN_DATA") if atomic else ("SDATA", "SDATA")
        self.reads = self.register_count(op.reads.get(self.data, ())) if atomic or self.result not in op.writes else 0
        self.writes = self.register_count(op.writes.get(self.result, ())) if inst.glc or not atomic else 0

    @staticmethod
    def register_count(spans):
        """Return the number of registers in the widest bit range that the pseudocode names."""
        return max((top for _, top in spans if top <= 512), default=0) // 32

    def address(self, w):
        i = self.inst
        base = w.read_pair(i.sbase) if self.is_readable(i.sbase) else 0
        scalar = w.read(i.soffset) if i.soffset is not None and self.is_readable(i.soffset) else 0
        offset = i.offset + scalar * self.unit
        if self.buffer:
            base = canonical(base)
        else:           # "all components of the address", not their sum (RDNA3 ISA, 8.1.1; Vega ISA, 7.2.1)
            base, offset = base & ~3, (i.offset & ~3) + (scalar * self.unit & ~3)
        return (base + offset & ~3) & (1 << 64) - 1, offset & ~3

    def is_readable(self, code):
        """Is a base or offset register readable? "referencing M0, NULL, or EXEC* returns zero" (RDNA3 ISA, 3.3.1.4);
        an offset may be M0 (8.1)."""
        return code < 126 or self.arch != "gfx1100"

    def limit(self, w):
        """Return the bytes that a buffer constant covers (RDNA3 ISA, 8.1: stride or one, times num_records)."""
        _, high, records = w.read_tuple(self.inst.sbase, 3)
        return (high >> 16 & 0x3fff or 1) * records

    def run(self, w, memory):
        c = Context(w, memory, None)
        c.ADDR, offset = self.address(w)
        base = self.inst.sdata
        if self.reads:
            setattr(c, self.data, sum(w.read(base + n) << 32 * n for n in range(self.reads)))
        if self.buffer:
            c.space = BoundedMemory(memory, c.ADDR - offset, self.limit(w))
        self.op.lane(c)
        for n in range(self.writes):
            w.write(base + n, getattr(c, self.result) >> 32 * n & 0xffffffff)


class LaneMemory:
    """DS, GLOBAL, and FLAT accesses outside apertures (base 0 disables an aperture, RDNA3 ISA, 6.9). One compiled
    operation runs for the active lanes in ascending order."""

    def __init__(self, inst, op, gfx11):
        self.inst, self.op, self.gfx11 = inst, op, gfx11
        self.ds = inst.encoding == "DS"
        if not self.ds and inst.lds:
            raise Stop(op.name + " lds", "global loads into LDS are not carried by the machine")
        self.result = next((n for n in ("RETURN_DATA", "VDATA") if n in op.writes), None)
        self.size_in = self.data_size(("DATA", "VDATA", "DATA0"))
        self.size_in2 = self.data_size(("DATA2",))
        tops = op.writes.get(self.result, ())
        self.size_out = max((t + 31) // 32 for _, t in tops) if tops else 0
        returns = self.ds or "atomic" not in op.name or inst.glc
        if self.ds and self.result and ("DATA" in op.reads and "_rtn_" not in op.name and "load" not in op.name):
            returns = False
        if not returns:
            self.result = None

    def data_size(self, names):
        tops = [t for n in names for _, t in self.op.reads.get(n, ()) if t <= 256]
        return max([0] + [(t + 31) // 32 for t in tops])

    def read_registers(self, w, n, count):
        rows = [w.v[(n + i) & 255].tolist() for i in range(count)]
        if count == 1:
            return rows[0]
        return [sum(r[lane] << 32 * i for i, r in enumerate(rows)) for lane in range(w.lanes)]

    def space(self, w):
        return GdsPart(w) if self.inst.gds else w.lds

    def is_one_address(self):
        """Are both offsets equal? Then "only one read or write" occurs, with "only the first DATA0" (Vega, 10.3)."""
        i = self.inst
        return self.ds and not self.gfx11 and "OFFSET1" in self.op.reads and i.offset0 == i.offset1

    def lds_sources(self, w):
        """Return addresses and data for operations whose data are in LDS. The register has an address of 17 bits and a
        signed distance of 15 bits, unless the distance is in OFFSET (Vega ISA, 12.13)."""
        i = self.inst
        offset = i.offset0 | i.offset1 << 8

        def signed(x):
            return (x & 0x7fff ^ 0x4000) - 0x4000
        rows = w.v[i.addr].tolist()
        to = [a & 0x1ffff for a in rows] if offset >> 15 else rows
        by = [signed(a >> 17) for a in rows] if offset >> 15 else [signed(offset)] * len(rows)
        return to, [self.space(w).load((a + 4 * d) & 0xffffffff, 4 * self.size_in) for a, d in zip(to, by)]

    def addresses(self, w):
        i = self.inst
        if self.ds:
            rows = w.v[i.addr].tolist()
            if not any(n.startswith("OFFSET") for n in self.op.reads):    # the text leaves the offset to ADDR
                offset = i.offset0 | i.offset1 << 8
                return [(a + offset) & 0xffffffff for a in rows]
            return rows
        if "addtid" not in self.op.name and (i.encoding == "FLAT" or i.saddr in i.no_saddr):
            return [(a + i.offset) & (1 << 64) - 1 for a in self.read_registers(w, i.addr, 2)]
        base = w.read_pair(i.saddr) + i.offset
        if "addtid" in self.op.name:
            return [base & (1 << 64) - 1] * w.lanes
        return [(a + base) & (1 << 64) - 1 for a in w.v[i.addr].tolist()]

    def run(self, w, memory):
        i = self.inst
        c = Context(w, memory, None)
        c.space = self.space(w) if self.ds else memory
        if self.ds:
            c.OFFSET0, c.OFFSET1 = i.offset0, i.offset1
            c.OFFSET = i.offset0 | i.offset1 << 8
        c.M0 = w.s[w.m0]
        addresses = self.addresses(w)
        first = i.data0 if self.ds else i.data
        data = self.read_registers(w, first, self.size_in) if self.size_in else None
        data2 = self.read_registers(w, i.data1, self.size_in2) if self.size_in2 else None
        old = self.read_registers(w, i.vdst, self.size_out) if self.result else None
        if self.is_one_address():
            data2 = data
        if "_src2_" in self.op.name:
            addresses, data = self.lds_sources(w)
            c.OFFSET = c.OFFSET0 = c.OFFSET1 = 0
        live = w.live()
        if self.ds and i.gds and self.gfx11:           # one lane wide (RDNA3 ISA, 13.4.2)
            live = live & (np.cumsum(live) == 1)
        out = list(old) if old else None
        for lane in np.flatnonzero(live).tolist():
            c.ADDR = c.ADDR_BASE = addresses[lane]
            c.laneId = c.laneID = lane
            if data:
                c.DATA = c.VDATA = c.DATA0 = data[lane]
            if data2:
                c.DATA2 = data2[lane]
            if old and self.result:
                setattr(c, self.result, old[lane])
            self.op.lane(c)
            if out and self.result:
                out[lane] = getattr(c, self.result)
        if out:
            for n in range(self.size_out):
                w.write_vgpr((i.vdst + n) & 255, np.array([v >> 32 * n & 0xffffffff for v in out], U), live)


class LaneCount:
    """DS_APPEND or DS_CONSUME: runs once per wave; the number of active lanes is its data."""

    def __init__(self, inst, op):
        self.inst, self.op = inst, op

    def run(self, w, memory):
        i, live = self.inst, w.live()
        c = Context(w, memory, None)
        m0 = w.s[w.m0]
        c.space, c.DATA = GdsPart(w) if i.gds else w.lds, int(live.sum())
        c.ADDR = (0 if i.gds else m0 & 0xffff) + (i.offset0 | i.offset1 << 8)
        if c.DATA:
            self.op.lane(c)
            w.write_vgpr(i.vdst, np.full(w.lanes, c.RETURN_DATA, U), live)


class LaneMove:
    """DS_PERMUTE, DS_BPERMUTE or DS_SWIZZLE, whose pseudocode moves all lanes at once."""

    def __init__(self, inst, op):
        self.inst, self.op = inst, op

    def run(self, w, memory):
        i = self.inst
        c = Context(w, memory, None)
        c.EXEC, c.EXEC_LO = w.exec, w.s[126]
        c.ADDR, c.DATA0, c.VDST, c.OFFSET = i.addr, i.data0, i.vdst, i.offset0 | i.offset1 << 8
        self.op.lane(c)
