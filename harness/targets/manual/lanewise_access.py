"""Base class of buffer and scratch accesses: the data of each lane as one number, the operation on one lane, and the
results back to registers."""
import numpy as np

U = np.uint64


def register_count(op, names, most=256):
    """Return the number of registers up to the highest bit that the text names."""
    return max([0] + [(top + 31) // 32 for name in names for _, top in op.reads.get(name, ()) if top <= most])


class LanewiseAccess:
    """A load, store or atomic. `source`: the first data register. `target`: the first result register."""

    def __init__(self, inst, op, source, target):
        self.inst, self.op, self.source, self.target = inst, op, source, target
        self.atomic = "atomic" in op.name
        self.result = "RETURN_DATA" if self.atomic else "VDATA" if "VDATA" in op.writes else None
        self.size_out = max((top + 31) // 32 for _, top in op.writes[self.result]) if self.result else 0
        self.size_in = register_count(op, ("DATA",) if self.atomic else ("VDATA",))
        self.unit = 4 * self.size_out if self.atomic else 0
        if self.atomic and not inst.glc:
            self.result = None

    def lanes(self, w):
        return np.flatnonzero(w.live()).tolist()

    def read_registers(self, w, first, count):
        """Return the value of `count` registers of each lane as one number."""
        rows = [w.v[first + n & 255].tolist() for n in range(count)]
        return [sum(row[lane] << 32 * n for n, row in enumerate(rows)) for lane in range(w.lanes)]

    def data(self, w):
        return self.read_registers(w, self.source, self.size_in)

    def old(self, w):
        return self.read_registers(w, self.target, self.size_out)

    def run_lane(self, c, lane, data, old, out):
        """Run the operation for one lane and store its result in `out`."""
        c.laneId = c.laneID = lane
        c.DATA = c.VDATA = data[lane]
        if self.result:
            setattr(c, self.result, old[lane])
        self.op.lane(c)
        if self.result:
            out[lane] = getattr(c, self.result)

    def write(self, w, out, status=False):
        """Write the results of active lanes. `status`: also write a zero status, as all memory is resident."""
        if not self.result:
            return
        live = w.live()
        for n in range(self.size_out):
            w.write_vgpr(self.target + n & 255, np.array([x >> 32 * n & 0xffffffff for x in out], U), live)
        if status:
            w.write_vgpr(self.target + self.size_out & 255, np.zeros(w.lanes, U), live)
