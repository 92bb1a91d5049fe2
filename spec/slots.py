"""Where the operands of a form lie: derived once, from its row and its encoding, for the decoder's tables
(emit_decode), the C joins (emit_ops), the encoder and the generators.

    slots(form("gfx1100", "v_fma_f32")).sources[1]      Slot(field='src1', way='CODE', role='src', regs=1, …)
"""
from dataclasses import dataclass, replace
from functools import cache

from . import ARCHS, load, need
from .layout import Layout
from .rows import PARAMETER, QUAD, Value


@dataclass(frozen=True, slots=True)
class Slot:
    """One operand of a form.  `field`: its name for encode(), '' where no field names it; `way`: how it is found there,
    or without a field (enum from of the model: CODE VECTOR SCALAR PAIR FOUR SADDR IMMEDIATE LITERAL AT_VCC …); `role`:
    what may stand there: vgpr, src (a VALU source), ssrc, sdst, sbase, mask (a bit a lane, in SGPRs), imm, modifier;
    address and returned (of memory rows: the addressing mode decides), old (the destination, read); `regs`: consecutive
    32-bit registers, 0: as the wave is wide; `value`: the row's Value or None; `write`: it is a destination; `drawn`:
    the field of encodings.txt: DPP and SDWA keep SRC0 in their own VSRC0; `number`: which bit of NEG, ABS, OP_SEL
    (which SDWA select) is this source's, None: no bit."""
    field: str
    way: str
    role: str
    regs: int
    value: Value | None = None
    write: bool = False
    drawn: str = ""
    number: int | None = None

    @property
    def whole(self):
        """Does an assembler write it, whatever the addressing mode?"""
        return bool(self.field) and self.role not in ("address", "returned", "old", "modifier")


@dataclass(frozen=True, slots=True)
class Slots:
    """The slots of a form: `results` and `bit` (the result that is a bit a lane, or SCC) as the model numbers its
    destinations, `sources` in the order of the row; None stands for a value that no operand holds.  As a sequence: what
    an assembler writes, destinations first.  `every`: all that there are; `numbered`: the sources that have a bit of
    NEG, ABS and OP_SEL, in the order of these bits."""
    results: tuple
    bit: Slot | None
    sources: tuple
    written: tuple
    every: tuple
    numbered: tuple

    def __iter__(self):
        return iter(self.written)

    def __len__(self):
        return len(self.written)

    def __getitem__(self, n):
        return self.written[n]


SOURCE_FIELDS = (("src0", "ssrc0", "vsrc"), ("src1", "vsrc1", "ssrc1"), ("src2",))
VGPR_FIELDS = ("vdst", "vsrc", "vdata", "vaddr", "addr", "data")


def regs_of(value):
    """32-bit registers a Value takes."""
    return max(1, -(-value.bits // 32))


def number_of(field, layout):
    """Which bit of NEG, ABS and OP_SEL belongs to a source field, or None.  VINTRP's 64-bit form keeps I and J in the
    bits of SRC1."""
    if field == "src0":
        return 1 if layout.base.name == "vop3i" else 0
    return {"src1": 1, "vsrc1": 1, "src2": 2}.get(field)


def is_bit(result):
    """Is a result one bit, of a lane or of the wave: a carry, a compare's mask, SCC?"""
    return result.width == 1 or result.type == "bool"


def destinations(op):
    """[(result, 'bit' or its number among the model's destinations)], without what the pipeline writes by itself."""
    out, number = [], 0
    for result in op.results:
        if result.word in ("scc?", "hwreg"):
            continue
        out.append((result, "bit" if is_bit(result) else number))
        number += not is_bit(result)
    return out


def read_values(op):
    """The Values in the order of the model's sources: a scatter's first is the value that moves, which stands among the
    results."""
    return op.results[:op.shape == "scatter"] + op.sources


@cache
def slots(f):
    """The Slots of a form of the project's tables."""
    return derived(f, Layout(load(), ARCHS[f.arch], f))


def derived(f, layout):
    """The Slots of a form that lies as `layout`."""
    made = Derivation(f, layout)
    if f.op.memory:
        results, bit, sources = made.memory()
    else:
        (results, bit), sources = made.results(), made.sources()
    need(len(sources) <= 4 and len(results) <= 2, f.op.where,
         f"at most four sources and two results; found {len(sources)} and {len(results)}")
    order = [r for r in made.order if r] + [x for x in sources if x]
    seen, written = set(), []
    for x in order:
        if x.whole and (x.write, x.field) not in seen:
            seen.add((x.write, x.field))
            written.append(x)
    counted = [x for x in sources if x and x.number is not None and x.role != "mask"]
    return Slots(tuple(results), bit, tuple(sources), tuple(written), tuple(x for x in (*results, bit, *sources) if x),
                 tuple(sorted(counted, key=lambda x: x.number)))


class Derivation:
    """The slots of one form in the making; `order`: its destinations as the row names them."""

    def __init__(self, f, layout):
        self.form, self.op, self.layout = f, f.op, layout
        self.fields, self.order = layout.fields, []

    # ---- fields ----

    def has(self, name):
        """Is there this field, for what half of a VOPD the form is?"""
        return name + self.layout.half in self.fields

    def place(self, value):
        """The field that a value's place names, or ''."""
        name = value.place.partition("+")[0].partition(".")[0]
        if name in ("m0", "", *QUAD, *PARAMETER):
            return ""
        return "data" if name == "data0" and not self.has(name) else name

    def source_fields(self):
        """The fields of sources without a place, in order."""
        placed = {self.place(v) for v in self.op.sources}
        found = [next((n for n in names if self.has(n)), None) for names in SOURCE_FIELDS]
        return [n for n in found if n and n not in placed]

    def main(self):
        """The field of a result without a place."""
        return next((n for n in ("vdst", "sdst", "sdata") if self.has(n)), None)

    def slot(self, field, role, regs, value=None, write=False, way=None):
        """A Slot in `field`; None when the encoding does not have it."""
        if not field or not self.has(field):
            return None
        drawn = field + self.layout.half
        if self.layout.extended and field == "src0" and "vsrc0" in self.fields:
            drawn = "vsrc0"
        number = None if write else number_of(field, self.layout)
        way = way or self.way(field, drawn, value)
        return Slot(field + self.layout.half, way, role, regs, value, write, drawn, number)

    def way(self, field, drawn, value):
        """How a field names a register."""
        if self.layout.sdwa and drawn in ("vsrc0", "vsrc1"):
            return "CODE"
        if field in ("sdst", "sdata") or field == "vdst" and value and value.scalar:
            return "SCALAR"
        if field == "sbase":
            return "PAIR"
        return "VECTOR" if drawn.startswith(VGPR_FIELDS) else "CODE"

    # ---- rows without memory ----

    def results(self):
        """([destinations], bit)"""
        numbered, bit = [], None
        for r, to in destinations(self.op):
            made = self.mask(r) if to == "bit" else self.result(r)
            self.order.append(made)
            if to == "bit":
                bit = made
            else:
                numbered.append(made)
        return numbered, bit

    def mask(self, r):
        """A bit: SCC, or a lane mask in SDST, VCC or EXEC."""
        if r.kind == "scc":
            return Slot("", "AT_SCC", "scc", 1, r, True)
        exec_only = r.kind == "cmpx" and self.layout.cmpx == "exec"
        if not exec_only and self.has("sdst"):
            return self.slot("sdst", "mask", 0, r, True, "SCALAR")
        return Slot("", "AT_EXEC" if exec_only else "AT_VCC", "mask", 0, r, True)

    def result(self, r):
        """A destination that is a value."""
        if r.kind in ("exec", "pc"):
            return Slot("", f"AT_{r.kind.upper()}", r.kind, 2 if r.width == 64 else 1, r, True)
        field = (self.op.shape != "scatter" and self.place(r)) or self.main()
        scalar = field in ("sdst", "sdata") or r.scalar or not field
        return self.slot(field, "sdst" if scalar else "vgpr", self.regs(r), r, True)

    def regs(self, value):
        """Registers of a value; a 16x16 matrix's take 8, or as many as the row says; C and D half of it in wave64
        (RDNA3 ISA, 7.9)."""
        return 8 if self.op.shape == "matrix" and value.regs == 1 else regs_of(value)

    def sources(self):
        """A Slot for every value that is read, in the order of the row."""
        free, out = self.source_fields(), []
        for v in read_values(self.op):
            if v.place in PARAMETER:                            # LDS has it
                out.append(None)
            elif v.kind == "ci" and self.has("src2"):
                out.append(self.slot("src2", "mask", 0, v))
            elif v.special and v.kind != "mix":
                out.append(self.special(v))
            else:
                need(self.place(v) or free, self.op.where, f"{self.form.layout} has no field left for {v.word}")
                field = self.place(v) or free.pop(0)
                out.append(self.slot(field, self.role(field, v), self.regs(v), v))
        return out

    def special(self, v):
        """A source that is no operand field's: a fixed register, an immediate, the literal, the old destination."""
        if v.kind in ("imm", "offset", "hwreg"):
            role = "modifier" if self.place(v) == "neg" else "imm"
            return self.slot(self.place(v), role, 1, v, way="IMMEDIATE") or Slot("", "IMMEDIATE", role, 1, v)
        if v.kind == "d":
            result = next((r for r in self.op.results if not r.special), None)
            slot = self.result(result) if result else None
            return replace(slot, role="old", write=False) if slot else None
        if v.kind == "lane":
            return None
        lanes = v.kind == "vcc" or v.kind == "ci" or v.kind == "exec" and (self.op.shape == "branch" or self.vectorial)
        way = {"k": "LITERAL", "ci": "AT_VCC"}.get(v.kind, f"AT_{v.kind.upper()}")
        return Slot("", way, "mask" if lanes else v.kind, 0 if lanes else regs_of(v), v)

    @property
    def vectorial(self):
        """Is it an instruction of lanes?"""
        return self.form.kind not in ("salu", "control", "smem")

    def role(self, field, value):
        """Which registers and constants may stand in a source field."""
        if field in ("src0", "src1", "src2"):
            lanes = self.op.shape == "across" or self.form.layout in ("vinterp", "vop3i")
            return "ssrc" if value.scalar else "vgpr" if lanes else "src"
        if field.startswith(VGPR_FIELDS):
            return "vgpr"
        return "sdst" if field in ("sdst", "sdata") else "sbase" if field == "sbase" else "ssrc"

    # ---- memory rows ----

    def memory(self):
        """Address, base, data, and second data or offset, as the head of resolve.c has them."""
        rows = {"ds": self.lds, "smem": self.scalar_memory, "flat": self.flat, "global": self.flat,
                "scratch": self.flat, "mubuf": self.buffer, "mtbuf": self.buffer, "mimg": self.image,
                "ldsdir": self.direct}
        result, sources = rows[self.form.layout]()
        self.order.append(result)
        return [result], None, sources

    def data(self, field, role="vgpr", times=1, write=False):
        """The data of an access."""
        m, bits = self.op.memory, size_bits(self.op.memory)
        return self.slot(field, role, -(-bits // 32) * times, Value(m.size, "b", bits, type=m.size), write)

    def address(self, field, way, regs):
        return self.slot(field, "address", regs, way=way)

    @property
    def pairs(self):
        """Registers of an atomic's data for one of memory: a compare-and-swap brings two values in one field, but in
        DS."""
        return 2 if self.op.memory.combine == "cmpswap" else 1

    def lds(self):
        m = self.op.memory
        queue = m.combine in ("append", "consume")
        address = None if queue or "addtid" in m.words else self.slot("addr", "vgpr", 1)
        data = m.verb in ("store", "atomic") and not queue and "src2" not in m.words
        second = data and (m.x2 or any(field == "data1" for _, field in m.fields))
        result = self.data("vdst", times=1 + m.x2, write=True) if m.verb == "load" or m.rtn else None
        return result, [address, None, self.data("data0") if data else None, self.data("data1") if second else None]

    def scalar_memory(self):
        m = self.op.memory
        base = self.address("sbase", "PAIR", 4 if "buffer" in m.words else 2)
        data = self.data("sdata", "sdst", self.pairs) if m.verb != "load" else None
        result = self.returned("sdata", self.pairs)
        return result, [None, base, data, None]

    def returned(self, field, times=1):
        """The destination of a load, or of an atomic that returns if its GLC says so."""
        verb = self.op.memory.verb
        role = "returned" if verb == "atomic" and not self.op.memory.rtn else "sdst" if field == "sdata" else "vgpr"
        return self.data(field, role, times, True) if verb != "store" else None

    def flat(self):
        m, scratch = self.op.memory, self.form.layout == "scratch"
        address = self.address("addr", "VECTOR", 1 if scratch else 2)
        base = None if self.form.layout == "flat" else self.address("saddr", "SADDR", 1 if scratch else 2)
        data = self.data("data", times=self.pairs) if m.verb != "load" else None
        return self.returned("vdst") if "lds" not in m.words else None, [address, base, data, None]

    def buffer(self):
        m = self.op.memory
        data = self.data("vdata", times=self.pairs) if m.verb != "load" and "lds" not in m.words else None
        result = self.returned("vdata", self.pairs) if "lds" not in m.words else None
        return result, [self.address("vaddr", "VECTOR", 1), self.address("srsrc", "FOUR", 4), data,
                        self.address("soffset", "CODE", 1)]

    def image(self):
        """The numbers of registers depend on DMASK, DIM and NSA; those here are the least."""
        verb = self.op.memory.verb
        data = self.data("vdata", times=self.pairs) if verb in ("store", "atomic") else None
        sampler = self.address("ssamp", "FOUR", 4) if verb == "sample" else None
        return self.returned("vdata", self.pairs), [
            self.address("vaddr", "VECTOR", 1), self.address("srsrc", "FOUR", 4 if self.op.memory.rays else 8),
            data, sampler
        ]

    def direct(self):
        return self.data("vdst", write=True), []


def size_bits(memory):
    """Bits of one access, format accesses as registers."""
    if memory.size.startswith("format"):
        count = len(memory.size.split()[1])
        return 32 * (-(-count // 2) if "d16" in memory.words else count)
    if memory.size == "image" or memory.verb == "sample":
        return 32
    return int("".join(c for c in memory.size.split(".")[0].split("x")[-1] if c.isdigit()))
