# Vector memory through a buffer constant: addresses, bounds and swizzle here, data movement in the pseudocode (RDNA3
# ISA, 9; Vega ISA, 8.1).
from . import buffer_formats, operand_codes
from .lanewise_memory import Lanewise
from .state import Context, Stop, canonical

EVERY_BIT = (1 << 64) - 1
LOADS_TO_LDS = ("ubyte", "sbyte", "ushort", "sshort", "dword", "format_x")       # Vega ISA, 8.1.7
NONE = buffer_formats.Format("8", "uint")                                               # of an unbound resource
BUFFER_OOB = 1 << 15                                                             # of TRAPSTS (RDNA3 ISA, 3.4)


class Constant:
    """A V# (RDNA3 ISA, Table 47; Vega ISA, 8.1).  `format`: None where it is unbound."""

    def __init__(self, words, gfx11, typed, plain):
        whole = sum(word << 32 * n for n, word in enumerate(words))

        def bits(high, low):
            return whole >> low & (1 << high - low + 1) - 1
        self.base, self.stride, self.records = canonical(bits(47, 0)), bits(61, 48), bits(95, 64)
        self.group, self.add_lane, self.type = 8 << bits(118, 117), bits(119, 119), bits(127, 126)
        self.select = [bits(98 + 3 * n, 96 + 3 * n) for n in range(4)]
        swizzle = bits(63, 62) if gfx11 else bits(63, 63)
        if gfx11 and swizzle == 2:
            raise Stop("buffer", "swizzle enable 2 is reserved (RDNA3 ISA, Table 47)")
        self.swizzled, self.element = bool(swizzle), 16 if swizzle == 3 else 4           # errata E-039
        self.rule = bits(125, 124) if gfx11 else None
        data = bits(113, 108) if gfx11 else bits(114, 111)
        if plain and self.add_lane and not gfx11:                                        # stride[17:14]
            self.stride |= data << 14
        self.unbound = not data and (typed or not self.add_lane)
        self.format_code = (data,) if gfx11 else (data, bits(110, 108))


def nowhere(index, offset, size):
    """Of an unbound resource: loads give zeros, stores do nothing (RDNA3 ISA, 9.6)."""
    return True


def vega_rule(v, indexed):
    """Whether an access of `size` bytes is out of range by Vega's three kinds of buffer (8.1.5)."""
    if v.add_lane and not indexed:                                                       # private
        return lambda index, offset, size: False
    if not v.add_lane and not v.swizzled and not indexed:                                # raw
        return lambda index, offset, size: offset >= v.records
    if not v.add_lane and v.stride and indexed:                                          # structured
        return lambda index, offset, size: index >= v.records
    raise Stop("buffer", "Vega's rules of range checking name no such kind of buffer")


def rdna3_rule(v, soffset):
    """The same by OOB_SELECT (RDNA3 ISA, Table 46)."""
    if v.rule == 0:
        return lambda index, offset, size: index >= v.records or offset + size > v.stride
    if v.rule == 1:
        return lambda index, offset, size: index >= v.records
    if v.rule == 2:
        return lambda index, offset, size: v.records == 0
    left = max(0, v.records - soffset)
    if v.swizzled and v.stride:
        return lambda index, offset, size: index >= left or offset + size > v.stride
    return lambda index, offset, size: offset + size > left


class Record:
    """What one lane sees of a buffer: bytes by their offset from its record.  Outside of it there are zeros, and stores
    do nothing."""

    def __init__(self, memory, v, index, start, outside):
        self.memory, self.v, self.index, self.start, self.outside = memory, v, index, start, outside
        self.whole, self.missed = None, False           # `whole`: all the access is out, or in

    def judge(self, offset, size):
        """All or nothing, for the atomics and formats (note 3 of 9.4.1)."""
        self.whole = self.missed = self.outside(self.index, offset, size)

    def out(self, offset, size):
        out = self.outside(self.index, offset, size) if self.whole is None else self.whole
        self.missed |= out
        return out

    def address(self, offset):
        v = self.v
        if not v.swizzled:
            return self.start + offset + v.stride * self.index & EVERY_BIT
        (high, low), (far, near) = divmod(self.index, v.group), divmod(offset, v.element)
        return self.start + (high * v.stride + far * v.element) * v.group + low * v.element + near & EVERY_BIT

    def parts(self, offset, size):
        """(address, bytes before it, bytes) of what lies together."""
        if not self.v.swizzled:
            return [(self.address(offset), 0, size)]
        cuts = [0, *range(-offset % self.v.element or self.v.element, size, self.v.element), size]
        return [(self.address(offset + a), a, b - a) for a, b in zip(cuts, cuts[1:])]

    def load(self, offset, size):
        if self.out(offset, size):
            return 0
        return sum(self.memory.load(at, part) << 8 * before for at, before, part in self.parts(offset, size))

    def store(self, offset, size, value):
        if not self.out(offset, size):
            for at, before, part in self.parts(offset, size):
                self.memory.store(at, part, value >> 8 * before & (1 << 8 * part) - 1)


class Texel:
    """The components of a texel, as the pseudocode asks for them and gives them: DST_SEL chooses, 4 to 7 one of the
    components, 0 and 1 constants."""

    def __init__(self, record, form, select, half, offset):
        self.record, self.form, self.half, self.offset, self.given = record, form, half, offset, {}
        self.select = select
        if any(code in (2, 3) for code in select):
            raise Stop("buffer", "DST_SEL 2 and 3 are reserved")
        record.judge(offset, form.bytes)
        if offset % min(4, form.bytes) and not record.whole:
            raise Stop("buffer", "a formatted access is not aligned (RDNA3 ISA, 9.5)")

    def chosen(self, k, values):
        code = self.select[k]
        return values[code - 4] if 4 <= code < 4 + len(values) else self.form.one(self.half) if code == 1 else 0

    def get(self, k):
        if self.record.whole:
            return self.chosen(k, [])
        parts = self.form.apart(self.record.load(self.offset, self.form.bytes))
        return self.chosen(k, [buffer_formats.from_memory(self.form.kind, width, part, self.half)
                               for width, part in zip(self.form.widths, parts)])

    def put(self, k, value):
        self.given[k] = value & (0xffff if self.half else 0xffffffff)

    def finish(self):
        """After a store: all components of the format, by what DST_SEL chooses of those given (errata E-049)."""
        if self.given and not self.record.whole:
            values = [self.given.get(k, 0) for k in range(4)]
            parts = [buffer_formats.to_memory(self.form.kind, width, self.chosen(k, values), self.half)
                     for k, width in enumerate(self.form.widths)]
            self.record.store(self.offset, self.form.bytes, self.form.together(parts))


class Buffer(Lanewise):
    """MUBUF and MTBUF."""

    def __init__(self, inst, op, gfx11):
        super().__init__(inst, op, inst.vdata, inst.vdata)
        self.gfx11, self.typed, self.formatted = gfx11, inst.encoding == "MTBUF", "format" in op.name
        self.half = "d16" in op.name
        if inst.soffset == 255:
            raise operand_codes.BadOperand("SOFFSET is no literal")
        self.soffset = operand_codes.scalar(inst.soffset, "b32")
        if inst.lds and not op.name.endswith(tuple(f"load_{size}" for size in LOADS_TO_LDS)):
            raise Stop(op.name, "Vega loads bytes, shorts, dwords and one component into LDS, not this (8.1.7)")
        if inst.tfe and inst.lds:
            raise Stop(op.name, "no manual says where the status of this access goes")

    def constant(self, w):
        i = self.inst
        return Constant(w.read_tuple(i.srsrc, 4), self.gfx11, self.typed, not self.formatted)

    def form(self, v):
        code = self.inst.format if self.typed else v.format_code
        form = buffer_formats.unified(*code) if self.gfx11 else buffer_formats.split(*code)
        if form is None:
            raise Stop("format", "the instruction's format is INVALID")
        return form

    def run(self, w, memory):
        v = self.constant(w)
        if v.type:                                      # the instruction is ignored (RDNA3 ISA, 9.6)
            return
        self.move(w, memory, v)

    def views(self, w, memory, v):
        """{live lane: (its record, its offset)}."""
        i, soffset = self.inst, self.soffset(w)
        outside = nowhere if v.unbound else rdna3_rule(v, soffset) if self.gfx11 else vega_rule(v, i.idxen)
        indices = w.v[i.vaddr].tolist() if i.idxen else [0] * w.lanes
        offsets = w.v[(i.vaddr + i.idxen) & 255].tolist() if i.offen else [0] * w.lanes
        form = None if not self.formatted else NONE if v.unbound else self.form(v)
        select = [0, 0, 0, 0] if v.unbound else [4, 5, 6, 7] if self.typed else v.select
        out = {}
        for lane in self.lanes(w):
            index = indices[lane] + (lane if v.add_lane else 0) & 0xffffffff
            offset = offsets[lane] + i.offset & 0xffffffff
            record = Record(memory, v, index, v.base + soffset, outside)
            texel = Texel(record, form, select, self.half, offset) if form else None
            if self.atomic:
                record.judge(offset, self.unit)
            out[lane] = record, offset, texel
        return out

    def lanes(self, w):
        live = super().lanes(w)
        return [lane for lane in live if self.beside(w, lane) + 4 <= len(w.lds.data)] if self.inst.lds else live

    def beside(self, w, lane):
        """Where in LDS a lane's dword goes (Vega ISA, 8.1.7)."""
        return (w.s[w.m0] & 0xffff) + self.inst.offset + 4 * lane

    def move(self, w, memory, v):
        c, i = Context(w, memory, None), self.inst
        data, old = self.data(w), self.old(w)
        out = list(old)
        for lane, (record, offset, texel) in self.views(w, memory, v).items():
            if self.atomic and not record.whole and (
                    record.address(offset) % self.unit or len(record.parts(offset, self.unit)) > 1):
                raise Stop(self.op.name, "an atomic not aligned, or across elements, is a memory violation")
            c.space, c.texel, c.ADDR = record, texel, offset
            self.lane(c, lane, data, old, out)
            if texel:
                texel.finish()
            if record.whole and self.atomic:
                out[lane] = 0
            if record.missed and self.gfx11 and not v.unbound:
                w.violate(BUFFER_OOB)
            if i.lds:
                w.lds.store(self.beside(w, lane), 4, out[lane])
        if not i.lds:
            self.write(w, out, i.tfe)
