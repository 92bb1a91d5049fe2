"""Derive the operand slots of a form from its row and its encoding.
The decoder's tables (emit_decode), the C functions (emit_ops), the encoder and the generators use them.

    slots(form("gfx1100", "v_fma_f32")).sources[1]      Slot(field='src1', location='CODE', role='src', regs=1, …)"""
from dataclasses import dataclass, replace
from functools import cache

from . import ARCHS, load, need
from .layout import Layout
from .rows import PARAMETER, QUAD, Value


@dataclass(frozen=True, slots=True)
class Slot:
    """One operand of a form.
    `field`: its name for encode(), or ''. `location`: how the field encodes the register, or the fixed register of a
    slot without a field (C enum `from`: CODE VECTOR SCALAR PAIR FOUR SADDR IMMEDIATE LITERAL AT_VCC …). `role`: the
    operands allowed there: vgpr, src (a VALU source), ssrc, sdst, sbase, mask (a bit for each lane, in SGPRs), imm,
    modifier; for memory rows address and returned, which depend on the addressing mode; old (the destination, read).
    `regs`: consecutive 32-bit registers; 0: as wide as the wave. `value`: the row's Value or None. `write`: it is a
    destination. `drawn`: the field in encodings.txt; DPP and SDWA have SRC0 in their own VSRC0. `number`: its bit in
    NEG, ABS and OP_SEL, or its SDWA select; None: no bit."""
    field: str
    location: str
    role: str
    regs: int
    value: Value | None = None
    write: bool = False
    drawn: str = ""
    number: int | None = None

    @property
    def always_written(self):
        """Return whether assembly text contains the operand in every addressing mode."""
        return bool(self.field) and self.role not in ("address", "returned", "old", "modifier")


@dataclass(frozen=True, slots=True)
class Slots:
    """The slots of a form.
    `results` and `bit` (the result that is a bit for each lane, or SCC) follow the model's numbering of destinations.
    `sources` are in the order of the row; None stands for a value without an operand. `written`: the operands that an
    assembler writes, destinations first; iteration uses them. `every`: all slots. `numbered`: the sources with a bit in
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


def register_count(value):
    """Return the number of 32-bit registers of a Value."""
    return max(1, -(-value.bits // 32))


def modifier_bit(field, layout):
    """Return the bit of NEG, ABS and OP_SEL that belongs to a source field, or None.
    The 64-bit form of VINTRP has I and J in the bits of SRC1."""
    if field == "src0":
        return 1 if layout.base.name == "vop3i" else 0
    return {"src1": 1, "vsrc1": 1, "src2": 2}.get(field)


def is_bit(result):
    """Return whether a result is one bit, of a lane or of the wave: a carry, a compare's mask, or SCC."""
    return result.width == 1 or result.type == "bool"


def numbered_results(op):
    """Return [(result, 'bit' or its number among the model's destinations)].
    Results that the pipeline writes itself are omitted."""
    out, number = [], 0
    for result in op.results:
        if result.word in ("scc?", "hwreg"):
            continue
        out.append((result, "bit" if is_bit(result) else number))
        number += not is_bit(result)
    return out


def read_values(op):
    """Return the Values in the order of the model's sources.
    The first of a scatter is the moved value, which is among the results."""
    return op.results[:op.shape == "scatter"] + op.sources


@cache
def slots(f):
    """Return the Slots of a form of the project's tables."""
    return derive_slots(f, Layout(load(), ARCHS[f.arch], f))


def derive_slots(f, layout):
    """Return the Slots of a form with the given Layout."""
    derivation = Derivation(f, layout)
    if f.op.memory:
        results, bit, sources = derivation.memory()
    else:
        (results, bit), sources = derivation.results(), derivation.sources()
    need(len(sources) <= 4 and len(results) <= 2, f.op.where,
         f"at most four sources and two results are allowed; found {len(sources)} and {len(results)}")
    order = [r for r in derivation.order if r] + [x for x in sources if x]
    known, written = set(), []
    for x in order:
        if x.always_written and (x.write, x.field) not in known:
            known.add((x.write, x.field))
            written.append(x)
    with_bits = [x for x in sources if x and x.number is not None and x.role != "mask"]
    return Slots(tuple(results), bit, tuple(sources), tuple(written), tuple(x for x in (*results, bit, *sources) if x),
                 tuple(sorted(with_bits, key=lambda x: x.number)))


class Derivation:
    """Derivation of the slots of one form.
    `order`: its destinations in the order of the row."""

    def __init__(self, f, layout):
        self.form, self.op, self.layout = f, f.op, layout
        self.fields, self.order = layout.fields, []

    # ---- fields ----

    def has(self, name):
        """Return whether the layout has this field, for a VOPD form in its half."""
        return name + self.layout.half in self.fields

    def placed_field(self, value):
        """Return the field that a value's place names, or ''."""
        name = value.place.partition("+")[0].partition(".")[0]
        if name in ("m0", "", *QUAD, *PARAMETER):
            return ""
        return "data" if name == "data0" and not self.has(name) else name

    def source_fields(self):
        """Return the fields of sources without a place, in order."""
        placed = {self.placed_field(v) for v in self.op.sources}
        candidates = [next((n for n in names if self.has(n)), None) for names in SOURCE_FIELDS]
        return [n for n in candidates if n and n not in placed]

    def default_field(self):
        """Return the field of a result without a place."""
        return next((n for n in ("vdst", "sdst", "sdata") if self.has(n)), None)

    def field_slot(self, field, role, regs, value=None, write=False, location=None):
        """Return a Slot in `field`, or None if the encoding does not have it."""
        if not field or not self.has(field):
            return None
        drawn = field + self.layout.half
        if self.layout.extended and field == "src0" and "vsrc0" in self.fields:
            drawn = "vsrc0"
        number = None if write else modifier_bit(field, self.layout)
        location = location or self.location(field, drawn, value)
        return Slot(field + self.layout.half, location, role, regs, value, write, drawn, number)

    def location(self, field, drawn, value):
        """Return how a field names a register."""
        if self.layout.sdwa and drawn in ("vsrc0", "vsrc1"):
            return "CODE"
        if field in ("sdst", "sdata") or field == "vdst" and value and value.scalar:
            return "SCALAR"
        if field == "sbase":
            return "PAIR"
        return "VECTOR" if drawn.startswith(VGPR_FIELDS) else "CODE"

    # ---- rows without memory ----

    def results(self):
        """Return ([destinations], bit)."""
        numbered, bit = [], None
        for r, destination in numbered_results(self.op):
            slot = self.mask_slot(r) if destination == "bit" else self.result_slot(r)
            self.order.append(slot)
            if destination == "bit":
                bit = slot
            else:
                numbered.append(slot)
        return numbered, bit

    def mask_slot(self, r):
        """Return the slot of a bit: SCC, or a lane mask in SDST, VCC or EXEC."""
        if r.kind == "scc":
            return Slot("", "AT_SCC", "scc", 1, r, True)
        exec_only = r.kind == "cmpx" and self.layout.cmpx == "exec"
        if not exec_only and self.has("sdst"):
            return self.field_slot("sdst", "mask", 0, r, True, "SCALAR")
        return Slot("", "AT_EXEC" if exec_only else "AT_VCC", "mask", 0, r, True)

    def result_slot(self, r):
        """Return the slot of a destination that is a value."""
        if r.kind in ("exec", "pc"):
            return Slot("", f"AT_{r.kind.upper()}", r.kind, 2 if r.width == 64 else 1, r, True)
        field = (self.op.shape != "scatter" and self.placed_field(r)) or self.default_field()
        scalar = field in ("sdst", "sdata") or r.scalar or not field
        return self.field_slot(field, "sdst" if scalar else "vgpr", self.regs(r), r, True)

    def regs(self, value):
        """Return the number of registers of a value.
        A 16x16 matrix has 8, or the number in the row; C and D have half of them in wave64 (RDNA3 ISA, 7.9)."""
        return 8 if self.op.shape == "matrix" and value.regs == 1 else register_count(value)

    def sources(self):
        """Return a Slot for every value that is read, in the order of the row."""
        free, out = self.source_fields(), []
        for v in read_values(self.op):
            if v.place in PARAMETER:                            # it is in LDS
                out.append(None)
            elif v.kind == "ci" and self.has("src2"):
                out.append(self.field_slot("src2", "mask", 0, v))
            elif v.special and v.kind != "mix":
                out.append(self.special_slot(v))
            else:
                need(self.placed_field(v) or free, self.op.where, f"{self.form.layout} has no field left for {v.word}")
                field = self.placed_field(v) or free.pop(0)
                out.append(self.field_slot(field, self.source_role(field, v), self.regs(v), v))
        return out

    def special_slot(self, v):
        """Return the slot of a source outside operand fields: a fixed register, an immediate, the literal, or the old
        destination."""
        if v.kind in ("imm", "offset", "hwreg"):
            role = "modifier" if self.placed_field(v) == "neg" else "imm"
            return self.field_slot(self.placed_field(v), role, 1, v, location="IMMEDIATE") or Slot(
                "", "IMMEDIATE", role, 1, v
            )
        if v.kind == "d":
            result = next((r for r in self.op.results if not r.special), None)
            slot = self.result_slot(result) if result else None
            return replace(slot, role="old", write=False) if slot else None
        if v.kind == "lane":
            return None
        lanes = v.kind == "vcc" or v.kind == "ci" or v.kind == "exec" and (self.op.shape == "branch" or self.is_vector)
        location = {"k": "LITERAL", "ci": "AT_VCC"}.get(v.kind, f"AT_{v.kind.upper()}")
        return Slot("", location, "mask" if lanes else v.kind, 0 if lanes else register_count(v), v)

    @property
    def is_vector(self):
        """Return whether it is a vector instruction."""
        return self.form.kind not in ("salu", "control", "smem")

    def source_role(self, field, value):
        """Return which registers and constants a source field accepts."""
        if field in ("src0", "src1", "src2"):
            lanes = self.op.shape == "across" or self.form.layout in ("vinterp", "vop3i")
            return "ssrc" if value.scalar else "vgpr" if lanes else "src"
        if field.startswith(VGPR_FIELDS):
            return "vgpr"
        return "sdst" if field in ("sdst", "sdata") else "sbase" if field == "sbase" else "ssrc"

    # ---- memory rows ----

    def memory(self):
        """Return address, base, data, and second data or offset, in the order of the head of resolve.c."""
        rows = {
            "ds": self.lds_slots,
            "smem": self.smem_slots,
            "flat": self.flat_slots,
            "global": self.flat_slots,
            "scratch": self.flat_slots,
            "mubuf": self.buffer_slots,
            "mtbuf": self.buffer_slots,
            "mimg": self.image_slots,
            "ldsdir": self.direct_slots,
        }
        result, sources = rows[self.form.layout]()
        self.order.append(result)
        return [result], None, sources

    def data_slot(self, field, role="vgpr", times=1, write=False):
        """Return the slot of the data of an access."""
        m, bits = self.op.memory, size_bits(self.op.memory)
        return self.field_slot(field, role, -(-bits // 32) * times, Value(m.size, "b", bits, type=m.size), write)

    def address_slot(self, field, location, regs):
        """Return the slot of an address."""
        return self.field_slot(field, "address", regs, location=location)

    @property
    def atomic_registers(self):
        """Return the data registers of an atomic for each register in memory: 2 for a compare-and-swap, whose field
        has two values, except in DS; else 1."""
        return 2 if self.op.memory.combine == "cmpswap" else 1

    def lds_slots(self):
        """Return (result, [sources]) of a DS access."""
        m = self.op.memory
        queue = m.combine in ("append", "consume")
        address = None if queue or "addtid" in m.words else self.field_slot("addr", "vgpr", 1)
        data = m.verb in ("store", "atomic") and not queue and "src2" not in m.words
        second = data and (m.x2 or any(field == "data1" for _, field in m.fields))
        result = self.data_slot("vdst", times=1 + m.x2, write=True) if m.verb == "load" or m.rtn else None
        return result, [
            address,
            None,
            self.data_slot("data0") if data else None,
            self.data_slot("data1") if second else None,
        ]

    def smem_slots(self):
        """Return (result, [sources]) of a scalar access."""
        m = self.op.memory
        base = self.address_slot("sbase", "PAIR", 4 if "buffer" in m.words else 2)
        data = self.data_slot("sdata", "sdst", self.atomic_registers) if m.verb != "load" else None
        result = self.returned_slot("sdata", self.atomic_registers)
        return result, [None, base, data, None]

    def returned_slot(self, field, times=1):
        """Return the destination of a load, or of an atomic that returns a value with GLC."""
        verb = self.op.memory.verb
        role = "returned" if verb == "atomic" and not self.op.memory.rtn else "sdst" if field == "sdata" else "vgpr"
        return self.data_slot(field, role, times, True) if verb != "store" else None

    def flat_slots(self):
        """Return (result, [sources]) of a flat, global or scratch access."""
        m, scratch = self.op.memory, self.form.layout == "scratch"
        address = self.address_slot("addr", "VECTOR", 1 if scratch else 2)
        base = None if self.form.layout == "flat" else self.address_slot("saddr", "SADDR", 1 if scratch else 2)
        data = self.data_slot("data", times=self.atomic_registers) if m.verb != "load" else None
        return self.returned_slot("vdst") if "lds" not in m.words else None, [address, base, data, None]

    def buffer_slots(self):
        """Return (result, [sources]) of a buffer access."""
        m = self.op.memory
        data = (
            self.data_slot("vdata", times=self.atomic_registers) if m.verb != "load" and "lds" not in m.words else None
        )
        result = self.returned_slot("vdata", self.atomic_registers) if "lds" not in m.words else None
        return result, [self.address_slot("vaddr", "VECTOR", 1), self.address_slot("srsrc", "FOUR", 4), data,
                        self.address_slot("soffset", "CODE", 1)]

    def image_slots(self):
        """Return (result, [sources]) of an image access.
        DMASK, DIM and NSA determine the numbers of registers; these are the least."""
        verb = self.op.memory.verb
        data = self.data_slot("vdata", times=self.atomic_registers) if verb in ("store", "atomic") else None
        sampler = self.address_slot("ssamp", "FOUR", 4) if verb == "sample" else None
        return self.returned_slot("vdata", self.atomic_registers), [
            self.address_slot("vaddr", "VECTOR", 1),
            self.address_slot("srsrc", "FOUR", 4 if self.op.memory.rays else 8),
            data,
            sampler,
        ]

    def direct_slots(self):
        """Return (result, [sources]) of a load from LDS at M0."""
        return self.data_slot("vdst", write=True), []


def size_bits(memory):
    """Return the size of one access in bits; for a format access 32 for each register."""
    if memory.size.startswith("format"):
        count = len(memory.size.split()[1])
        return 32 * (-(-count // 2) if "d16" in memory.words else count)
    if memory.size == "image" or memory.verb == "sample":
        return 32
    return int("".join(c for c in memory.size.split(".")[0].split("x")[-1] if c.isdigit()))
