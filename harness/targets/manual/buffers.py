"""Vector memory accesses through buffer constants: addresses, range checks and swizzle (RDNA3 ISA, 9; Vega ISA, 8.1).
The pseudocode defines how data move."""
from . import buffer_formats, operand_codes
from .lanewise_access import LanewiseAccess
from .state import Context, Stop, canonical

ADDRESS_MASK = (1 << 64) - 1
LOADS_TO_LDS = ("ubyte", "sbyte", "ushort", "sshort", "dword", "format_x")       # Vega ISA, 8.1.7
UNBOUND_FORMAT = buffer_formats.Format("8", "uint")
BUFFER_OOB = 1 << 15                                                             # of TRAPSTS (RDNA3 ISA, 3.4)


class BufferConstant:
    """A buffer resource constant, V# (RDNA3 ISA, Table 47; Vega ISA, 8.1)."""

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


def always_out_of_range(index, offset, size):
    """Range check of an unbound resource: loads return zeros, stores do nothing (RDNA3 ISA, 9.6)."""
    return True


def vega_range_check(v, indexed):
    """Return the range check for a constant, which depends on Vega's three kinds of buffer (8.1.5). The check takes
    index, offset and size, and returns whether the access is out of range."""
    if v.add_lane and not indexed:                                                       # private
        return lambda index, offset, size: False
    if not v.add_lane and not v.swizzled and not indexed:                                # raw
        return lambda index, offset, size: offset >= v.records
    if not v.add_lane and v.stride and indexed:                                          # structured
        return lambda index, offset, size: index >= v.records
    raise Stop("buffer", "Vega's rules of range checking name no such kind of buffer")


def rdna3_range_check(v, soffset):
    """Return the range check for a constant, as OOB_SELECT selects it (RDNA3 ISA, Table 46)."""
    if v.rule == 0:
        return lambda index, offset, size: index >= v.records or offset + size > v.stride
    if v.rule == 1:
        return lambda index, offset, size: index >= v.records
    if v.rule == 2:
        return lambda index, offset, size: v.records == 0
    remaining = max(0, v.records - soffset)
    if v.swizzled and v.stride:
        return lambda index, offset, size: index >= remaining or offset + size > v.stride
    return lambda index, offset, size: offset + size > remaining


class LaneRecord:
    """The address space of one lane in a buffer: bytes by their offset from its record. Loads out of range return 0,
    stores out of range do nothing."""

    def __init__(self, memory, v, index, start, outside):
        self.memory, self.v, self.index, self.start, self.outside = memory, v, index, start, outside
        self.all_out, self.any_out = None, False           # all_out: is the complete access out of range?

    def check_all(self, offset, size):
        """Check a complete access at once, for atomics and formats (note 3 of 9.4.1)."""
        self.all_out = self.any_out = self.outside(self.index, offset, size)

    def is_out(self, offset, size):
        out = self.outside(self.index, offset, size) if self.all_out is None else self.all_out
        self.any_out |= out
        return out

    def address(self, offset):
        v = self.v
        if not v.swizzled:
            return self.start + offset + v.stride * self.index & ADDRESS_MASK
        (high, low), (far, near) = divmod(self.index, v.group), divmod(offset, v.element)
        return self.start + (high * v.stride + far * v.element) * v.group + low * v.element + near & ADDRESS_MASK

    def parts(self, offset, size):
        """Return (address, bytes before it, bytes) of each contiguous part of an access."""
        if not self.v.swizzled:
            return [(self.address(offset), 0, size)]
        cuts = [0, *range(-offset % self.v.element or self.v.element, size, self.v.element), size]
        return [(self.address(offset + a), a, b - a) for a, b in zip(cuts, cuts[1:])]

    def load(self, offset, size):
        if self.is_out(offset, size):
            return 0
        return sum(self.memory.load(at, part) << 8 * before for at, before, part in self.parts(offset, size))

    def store(self, offset, size, value):
        if not self.is_out(offset, size):
            for at, before, part in self.parts(offset, size):
                self.memory.store(at, part, value >> 8 * before & (1 << 8 * part) - 1)


class Texel:
    """The components of a texel that the pseudocode loads or stores. The values 4 to 7 of DST_SEL select a component; 0
    and 1 select a constant."""

    def __init__(self, record, form, select, half, offset):
        self.record, self.data_format, self.half, self.offset, self.stored = record, form, half, offset, {}
        self.select = select
        if any(code in (2, 3) for code in select):
            raise Stop("buffer", "DST_SEL 2 and 3 are reserved")
        record.check_all(offset, form.bytes)
        if offset % min(4, form.bytes) and not record.all_out:
            raise Stop("buffer", "a formatted access is not aligned (RDNA3 ISA, 9.5)")

    def select_component(self, k, values):
        code = self.select[k]
        if 4 <= code < 4 + len(values):
            return values[code - 4]
        return self.data_format.one_value(self.half) if code == 1 else 0

    def get(self, k):
        if self.record.all_out:
            return self.select_component(k, [])
        parts = self.data_format.split_components(self.record.load(self.offset, self.data_format.bytes))
        return self.select_component(k, [buffer_formats.from_memory(self.data_format.kind, width, part, self.half)
                               for width, part in zip(self.data_format.widths, parts)])

    def put(self, k, value):
        self.stored[k] = value & (0xffff if self.half else 0xffffffff)

    def finish(self):
        """Store all components of the format, selected by DST_SEL from those stored (errata E-049)."""
        if self.stored and not self.record.all_out:
            values = [self.stored.get(k, 0) for k in range(4)]
            parts = [buffer_formats.to_memory(self.data_format.kind, width, self.select_component(k, values), self.half)
                     for k, width in enumerate(self.data_format.widths)]
            self.record.store(self.offset, self.data_format.bytes, self.data_format.join_components(parts))


class BufferAccess(LanewiseAccess):
    """A MUBUF or MTBUF instruction."""

    def __init__(self, inst, op, gfx11):
        super().__init__(inst, op, inst.vdata, inst.vdata)
        self.gfx11, self.typed, self.formatted = gfx11, inst.encoding == "MTBUF", "format" in op.name
        self.half = "d16" in op.name
        if inst.soffset == 255:
            raise operand_codes.BadOperand("SOFFSET is not a literal")
        self.soffset = operand_codes.scalar(inst.soffset, "b32")
        if inst.lds and not op.name.endswith(tuple(f"load_{size}" for size in LOADS_TO_LDS)):
            raise Stop(op.name, "Vega loads bytes, shorts, dwords and one component into LDS, not this (8.1.7)")
        if inst.tfe and inst.lds:
            raise Stop(op.name, "no manual defines where the status of this access is written")

    def read_constant(self, w):
        i = self.inst
        return BufferConstant(w.read_tuple(i.srsrc, 4), self.gfx11, self.typed, not self.formatted)

    def data_format(self, v):
        code = self.inst.format if self.typed else v.format_code
        form = buffer_formats.rdna3_format(*code) if self.gfx11 else buffer_formats.vega_format(*code)
        if form is None:
            raise Stop("format", "the instruction's format is INVALID")
        return form

    def run(self, w, memory):
        v = self.read_constant(w)
        if v.type:                                      # the instruction is ignored (RDNA3 ISA, 9.6)
            return
        self.transfer(w, memory, v)

    def lane_views(self, w, memory, v):
        """Return {active lane: (its record, its offset, its texel)}."""
        i, soffset = self.inst, self.soffset(w)
        if v.unbound:
            outside = always_out_of_range
        else:
            outside = rdna3_range_check(v, soffset) if self.gfx11 else vega_range_check(v, i.idxen)
        indices = w.v[i.vaddr].tolist() if i.idxen else [0] * w.lanes
        offsets = w.v[(i.vaddr + i.idxen) & 255].tolist() if i.offen else [0] * w.lanes
        form = None if not self.formatted else UNBOUND_FORMAT if v.unbound else self.data_format(v)
        select = [0, 0, 0, 0] if v.unbound else [4, 5, 6, 7] if self.typed else v.select
        out = {}
        for lane in self.lanes(w):
            index = indices[lane] + (lane if v.add_lane else 0) & 0xffffffff
            offset = offsets[lane] + i.offset & 0xffffffff
            record = LaneRecord(memory, v, index, v.base + soffset, outside)
            texel = Texel(record, form, select, self.half, offset) if form else None
            if self.atomic:
                record.check_all(offset, self.unit)
            out[lane] = record, offset, texel
        return out

    def lanes(self, w):
        live = super().lanes(w)
        return [lane for lane in live if self.lds_address(w, lane) + 4 <= len(w.lds.data)] if self.inst.lds else live

    def lds_address(self, w, lane):
        """Return the LDS address of a lane's dword (Vega ISA, 8.1.7)."""
        return (w.s[w.m0] & 0xffff) + self.inst.offset + 4 * lane

    def transfer(self, w, memory, v):
        c, i = Context(w, memory, None), self.inst
        data, old = self.data(w), self.old(w)
        out = list(old)
        for lane, (record, offset, texel) in self.lane_views(w, memory, v).items():
            if self.atomic and not record.all_out and (
                    record.address(offset) % self.unit or len(record.parts(offset, self.unit)) > 1):
                raise Stop(self.op.name, "an atomic not aligned, or across elements, is a memory violation")
            c.space, c.texel, c.ADDR = record, texel, offset
            self.run_lane(c, lane, data, old, out)
            if texel:
                texel.finish()
            if record.all_out and self.atomic:
                out[lane] = 0
            if record.any_out and self.gfx11 and not v.unbound:
                w.record_violation(BUFFER_OOB)
            if i.lds:
                w.lds.store(self.lds_address(w, lane), 4, out[lane])
        if not i.lds:
            self.write(w, out, i.tfe)
