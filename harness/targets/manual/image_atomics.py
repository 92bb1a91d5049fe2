"""Atomics on linear images: addresses of texels (RDNA3 ISA, 10). The pseudocode defines the operation."""
import numpy as np

from .state import Context, Stop

U = np.uint64
AXES = ("x", "xy", "xyz", "xyz", "xz", "xyz", "xyf", "xyzf")             # by DIM (10.2): f is the fragment
ARRAYS = (11, 12, 13, 15)                                                # TYPEs whose z is a slice
KINDS = {8: 0, 9: 1, 10: 2, 11: 1, 12: 0, 13: 1, 14: 6, 15: 6}           # TYPE, and DIM below, without arrays
DIMS = (0, 1, 2, 1, 0, 1, 6, 6)


class Resource:
    """An image resource constant, T#, of 256 bits (Table 50). A resource of 128 bits is extended with zeros."""

    def __init__(self, words):
        whole = sum(word << 32 * n for n, word in enumerate(words))

        def bits(high, low):
            return whole >> low & (1 << high - low + 1) - 1
        self.empty, self.type, self.format = not whole, bits(127, 124), bits(59, 52)
        self.base = ((bits(39, 0) << 8 ^ 1 << 47) - (1 << 47)) & (1 << 64) - 1
        self.width, self.height, self.depth = bits(75, 62) + 1, bits(91, 78) + 1, bits(140, 128)
        self.first, self.base_level, top = bits(156, 144), bits(111, 108), bits(51, 48)
        self.fragments, self.levels = (1 << bits(115, 112), 1) if self.type > 13 else (1, top + 1)
        self.linear = not bits(120, 116) and not bits(213, 213)
        self.view = bits(160, 160)
        pitch = (self.depth | bits(141, 141) << 13) + 1
        self.pitch = pitch if self.type in (8, 9, 14) and pitch > self.width else 0

    def rows(self, level):
        """Return (texels of a row, number of rows) of a level in memory. Rows are multiples of 256 bytes."""
        part = 1 << level
        wide = -(-self.width // part)
        return self.pitch or -(-wide // 64) * 64, 1 if self.type in (8, 12) else -(-self.height // part)

    def address(self, x, y, z, f):
        """Return the address of a texel in the view's first level, or None if the texel is outside."""
        n = self.base_level
        deep = self.depth - self.first + 1 if self.type in ARRAYS or self.type == 10 and self.view else \
            max(1, self.depth + 1 >> n) if self.type == 10 else 1
        high = 1 if self.type in (8, 12) else max(1, self.height >> n)
        if x >= max(1, self.width >> n) or y >= high or z >= deep or f >= self.fragments:
            return None
        sizes = [wide * rows for wide, rows in map(self.rows, range(self.levels))]
        first = self.first if self.type in ARRAYS or self.type == 10 and self.view else 0
        slices = (first + z) * self.fragments + f
        texel = slices * sum(sizes) + sum(sizes[n + 1:]) + y * self.rows(n)[0] + x       # smaller levels come first
        return self.base + 4 * texel & (1 << 64) - 1


class ImageAtomic:
    """IMAGE_ATOMIC_*: runs the active lanes in ascending order. A texel outside the image returns 0 and is not
    accessed."""

    def __init__(self, inst, op):
        self.inst, self.op = inst, op
        self.count = 2 if op.name.endswith("cmpswap") else 1
        if inst.dmask != (1 << self.count) - 1:
            raise Stop(op.name, "the text has image atomics of 32 bits only")

    def coordinates(self, w):
        """Return {axis: coordinates by lane}."""
        i, names, out = self.inst, AXES[self.inst.dim], {}
        for n, name in enumerate(names):
            at, shift = (n // 2, n % 2 * 16) if i.a16 else (n, 0)
            row = w.v[i.addresses[at] if i.nsa else i.addresses[0] + at].tolist()
            out[name] = [value >> shift & 0xffff if i.a16 else value for value in row]
        return out

    def resource(self, w):
        i = self.inst
        r = Resource(w.read_tuple(i.srsrc, 4 if i.r128 else 8))
        if not r.linear or not 20 <= r.format <= 47 or KINDS.get(r.type) != DIMS[i.dim]:
            raise Stop(self.op.name, "outside this machine: images but linear ones of 32 bits")
        return r

    def run(self, w, memory):
        i, live, r, at = self.inst, w.live(), self.resource(w), self.coordinates(w)
        c = Context(w, memory, None)
        data = [w.v[i.vdata + n].tolist() for n in range(self.count)]
        out = [0] * w.lanes
        for lane in np.flatnonzero(live).tolist():
            c.ADDR = r.address(*(at[name][lane] if name in at else 0 for name in "xyzf"))
            if c.ADDR is None:
                continue
            c.DATA = sum(row[lane] << 32 * n for n, row in enumerate(data))
            self.op.lane(c)
            out[lane] = c.RETURN_DATA & 0xffffffff
        if i.glc:
            w.write_vgpr(i.vdata, np.array(out, U), live)
