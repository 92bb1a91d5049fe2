"""Scalar ALU and program control instructions: single values, SCC, EXEC, PC (RDNA3 ISA, 5 and 6)."""
from . import operand_codes
from .state import Context, canonical


def width_read(op, name, default=32):
    """Return how many bits of a scalar source an operation reads."""
    types = op.reads.get(name, ())
    return 64 if any(w > 32 for _, w in types) else default


class Scalar:
    """One SOP1, SOP2, SOPC, SOPK or SOPP instruction ready to run."""

    def __init__(self, inst, op, arch):
        self.inst, self.op, self.arch = inst, op, arch
        self.readers = {}
        for n, field in (("S0", "ssrc0"), ("S1", "ssrc1")):
            if n in op.reads and hasattr(inst, field):
                width = width_read(op, n)
                signed = op.name.endswith("_i64") or any(k == "i" and w == 64 for k, w in op.reads[n])
                kind = ("f" if any(k == "f" for k, _ in op.reads[n]) else "b") + str(width)
                self.readers[n] = operand_codes.scalar(getattr(inst, field), kind, inst.literal, signed)
        types = op.writes.get("D0", ()) or op.reads.get("D0", ())
        self.wide = inst.row.dst == "b64" or any(w > 32 for _, w in types)
        # gfx906 writes EXEC behind a destination that is EXEC too (Vega ISA, 12.3; errata E-011)
        self.overwritten = arch == "gfx906" and "EXEC" in op.writes and getattr(inst, "sdst", None) == 126

    def context(self, w, memory):
        c = Context(w, memory, None)
        for n, get in self.readers.items():
            setattr(c, n, get(w))
        if self.inst.encoding == "SOPK":
            self.sopk(c, w)
        elif self.inst.encoding == "SOPP":
            c.SIMM16 = self.inst.simm16
        c.SIMM32 = self.inst.literal or 0
        sdst = getattr(self.inst, "sdst", None)
        if sdst is not None:
            c.D0 = w.read_pair(sdst) if self.wide else w.read(sdst)
            c.DST = sdst
        c.SRC0, c.SRC1 = getattr(self.inst, "ssrc0", 0), getattr(self.inst, "ssrc1", 0)
        c.SCC, c.EXEC, c.PC, c.M0 = w.scc, w.exec, w.pc, w.s[w.m0]
        c.EXEC_LO = w.s[126]
        c.VCC = w.s[106] | w.s[107] << 32
        full = (1 << w.lanes) - 1
        c.EXECZ, c.VCCZ = int(not c.EXEC & full), int(not c.VCC & full)
        return c

    def sopk(self, c, w):
        """Set the sources of SOPK. The CDNA pseudocode calls the immediate S0, or S1 if it also reads the register."""
        c.SIMM16 = self.inst.simm16
        if self.arch == "gfx906" and "SIMM16" not in self.op.reads:
            if "S1" in self.op.reads:
                c.S0, c.S1 = w.read(self.inst.sdst), self.inst.simm16
            else:
                c.S0 = self.inst.simm16
        else:
            c.S0 = w.read_pair(self.inst.sdst) if width_read(self.op, "S0") == 64 else w.read(self.inst.sdst)

    def run(self, w, memory):
        c = self.context(w, memory)
        self.op.lane(c)
        writes = self.op.writes
        lost = self.arch == "gfx1100" and "D0" in writes and 108 <= (getattr(self.inst, "sdst", None) or 0) < 124
        # a TTMP cannot be written: SCC is not either (RDNA3 ISA, 3.3.1.4)
        if "SCC" in writes and not lost:
            w.scc = int(c.SCC)
            w.written["scc"] = True
        if "EXEC" in writes:
            w.write64(126, c.EXEC)
        if "D0" in writes and not self.overwritten:
            if self.wide:
                w.write64(self.inst.sdst, c.D0)
            else:
                w.write(self.inst.sdst, c.D0)
        if "M0" in writes:
            w.write(w.m0, c.M0)
        if "VCC" in writes:
            w.write64(106, c.VCC)
        if "PC" in writes:
            w.next_pc = canonical(c.PC) & ~3
