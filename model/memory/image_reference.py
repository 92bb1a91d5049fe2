"""Reference of images in Python integers: the fields of a T#, and the position of each texel in the linear layout.
Sources: RDNA3 ISA, 10.1 to 10.5; Vega ISA, 8.2; errata E-200."""
import random
from dataclasses import dataclass, field

from ..testing import BASE

KINDS = ("1D", "2D", "3D", "CUBE", "1D_ARRAY", "2D_ARRAY", "2D_MSAA", "2D_MSAA_ARRAY")         # TYPE 8 … 15, DIM 0 … 7
SIZE = 1 << 20
MEMORY = random.Random(5).randbytes(SIZE)
# (bits of components, X first): (gfx906 DATA_FORMAT, gfx1100 FORMAT of it as UINT)
UINTS = {(8,): (1, 5), (16,): (2, 11), (8, 8): (3, 18), (32,): (4, 20), (16, 16): (5, 27), (8, 8, 8, 8): (10, 46),
         (32, 32): (11, 48), (16, 16, 16, 16): (12, 55), (32, 32, 32, 32): (14, 61)}
# bit of the T# at which a field begins, and its width
COMMON = {"base": (0, 40), "height": (78, 14), "select": (96, 12), "base_level": (108, 4), "last_level": (112, 4),
          "sw_mode": (116, 5), "type": (124, 4), "depth": (128, 13)}
FIELDS = {
    "gfx906": COMMON | {"min_lod": (40, 12), "data": (52, 6), "number": (58, 4), "width": (64, 14), "pitch": (141, 16),
                        "base_array": (160, 13), "max_mip": (188, 4), "compression": (213, 1)},
    "gfx1100": COMMON | {"max_mip": (48, 4), "format": (52, 8), "width": (62, 14), "pitch_13": (141, 1),
                         "base_array": (144, 13), "array_pitch": (160, 4), "compression": (213, 1)},
}
IDENTITY = 4 | 5 << 3 | 6 << 6 | 7 << 9


def packed(arch, **values):
    """Return the eight dwords of a T# as bytes."""
    whole = 0
    for name, value in values.items():
        low, width = FIELDS[arch][name]
        assert 0 <= value < 1 << width, name
        whole |= value << low
    return [whole >> 32 * n & 0xffffffff for n in range(8)]


def round_up(x, unit):
    """Return the smallest multiple of `unit` that is at least x."""
    return -(-x // unit) * unit


@dataclass
class Image:
    """An image of unsigned integers and its T#."""
    arch: str
    kind: str = "2D"
    bits: tuple = (32,)
    width: int = 16
    height: int = 4
    depth: int = 1                     # of a 3D image
    first: int = 0                     # slices of the view
    last: int = 0
    levels: int = 1
    base_level: int = 0
    last_level: int = 0
    samples: int = 1
    pitch: int = 0                     # 0: as short as it can be
    select: int = IDENTITY
    more: dict = field(default_factory=dict)

    @property
    def bytes(self):
        return sum(self.bits) // 8

    @property
    def is_array(self):
        return "ARRAY" in self.kind or self.kind == "CUBE"

    def words(self):
        flat, msaa, unit = self.kind.startswith("1D"), "MSAA" in self.kind, 256 // self.bytes
        log = self.samples.bit_length() - 1
        values = {"base": BASE >> 8, "width": self.width - 1, "height": 0 if flat else self.height - 1,
                  "select": self.select, "type": 8 + KINDS.index(self.kind),
                  "max_mip": log if msaa else self.levels - 1, "base_level": self.base_level,
                  "last_level": log if msaa else self.last_level,
                  "base_array": self.first, "depth": self.last if self.is_array else self.depth - 1}
        pitch = self.pitch or round_up(self.width, unit)
        if self.arch == "gfx906":
            data, _ = UINTS[self.bits]
            rows = sum(self.plane(n)[1] for n in range(self.levels))
            values |= {"data": data, "number": 4, "pitch": (rows if self.levels > 1 else pitch) - 1}
        else:
            values["format"] = UINTS[self.bits][1]
            if self.pitch:
                values |= {"depth": pitch - 1 & 0x1fff, "pitch_13": pitch - 1 >> 13}
        return packed(self.arch, **(values | self.more))

    # ---- the layout ----

    def plane(self, level):
        """Return (texels of a row, rows) of a level."""
        width, height = self.width, 1 if self.kind.startswith("1D") else self.height
        for _ in range(level):                                            # half of an odd size is rounded up
            width, height = max(1, width + 1 >> 1), max(1, height + 1 >> 1)
        if self.arch == "gfx906":
            width = self.width
        return self.pitch or round_up(width, 256 // self.bytes), height

    def plane_bytes(self, level):
        wide, high = self.plane(level)
        return wide * high * self.bytes

    def offset(self, level):
        """Return the bytes of a slice before a level: larger levels on gfx906, smaller levels on gfx1100."""
        before = range(level) if self.arch == "gfx906" else range(level + 1, self.levels)
        return sum(map(self.plane_bytes, before))

    def extent(self, level):
        n = self.base_level + level
        high = 1 if self.kind.startswith("1D") else max(1, self.height >> n)
        deep = self.last - self.first + 1 if self.is_array else max(1, self.depth >> n) if self.kind == "3D" else 1
        return max(1, self.width >> n), high, deep

    def at(self, x, y, z, fragment, level):
        """Return the texel's offset in MEMORY, or None outside the image."""
        if level > self.last_level - self.base_level or fragment >= self.samples:
            return None
        if any(a >= size for a, size in zip((x, y, z), self.extent(level))):
            return None
        slice_bytes = sum(map(self.plane_bytes, range(self.levels)))
        wide, _ = self.plane(self.base_level + level)
        slices = (self.first + z if self.is_array else z) * self.samples + fragment
        return slices * slice_bytes + self.offset(self.base_level + level) + (y * wide + x) * self.bytes

    def texel(self, *spot):
        """Return components X to W of the texel, selected by DST_SEL."""
        at, out = self.at(*spot), []
        whole = int.from_bytes(MEMORY[at:at + self.bytes], "little") if at is not None else 0
        for width in self.bits:
            out.append(whole & (1 << width) - 1)
            whole >>= width
        out += [0] * (4 - len(out))
        codes = [self.select >> 3 * n & 7 for n in range(4)]
        return [1 if c == 1 else out[c - 4] if c >= 4 else 0 for c in codes]
