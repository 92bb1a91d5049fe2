"""Image instructions without a sampler: a linear image in the region, its T#, and a texel for every lane. Some texels
are outside the image."""
from __future__ import annotations

import struct
from functools import cache
from math import prod

from ...spec import ARCHS, load, architecture_traits
from ...spec.encode import Operand, encode, form as form_named, lit, s, v

KINDS = ("1D", "2D", "3D", "CUBE", "1D_ARRAY", "2D_ARRAY", "2D_MSAA", "2D_MSAA_ARRAY")           # TYPE 8 …, DIM 0 …
# (bits of a texel, gfx9 DATA_FORMAT and NUM_FORMAT, gfx11 FORMAT)
FORMATS = ((8, 1, 0, 1), (8, 1, 5, 6), (16, 2, 7, 13), (16, 3, 1, 15), (32, 4, 4, 20), (32, 4, 7, 22), (32, 5, 2, 25),
           (32, 8, 0, 32), (32, 9, 1, 37), (32, 10, 0, 42), (32, 10, 4, 46), (64, 11, 5, 49), (64, 12, 7, 57),
           (128, 14, 4, 61), (16, 16, 0, 68), (16, 17, 0, 69), (32, 20, 4, 77), (8, 1, 9, 64), (32, 10, 9, 66),
           (32, 34, 7, 67), (16, 19, 0, 71), (8, 57, 0, 72), (32, 21, 0, 78), (64, 22, 7, 81))
ATOMIC_FORMATS = {1: (32, 4, 4, 20), 2: (64, 11, 4, 48)}  # by number of dwords
ROW_BYTES, REGION_BYTES = 256, 8192                  # bytes of a row; bytes of the region
OUTSIDE_SHARE = 0.1                                  # share of lanes that reach beyond the image


class Image:
    """A small linear image: rows of 256 bytes, at most 32 of them."""

    def __init__(self, form, rng):
        m = form.op.memory
        words, self.arch = set(m.words), form.arch
        kinds = KINDS[6:] if "msaa" in words else KINDS[:6] if "mip" in words or "resinfo" in words else KINDS
        self.kind = rng.choice(kinds)
        self.format = ATOMIC_FORMATS[rng.randint(1, 2)] if m.verb == "atomic" else rng.choice(FORMATS)
        self.width = rng.randint(1, ROW_BYTES * 8 // self.format[0])
        self.height = 1 if self.kind.startswith("1D") else rng.randint(1, 4)
        self.samples = rng.choice((2, 4)) if "MSAA" in self.kind else 1
        self.levels = rng.randint(1, 2) if "MSAA" not in self.kind else 1
        self.base_level = rng.randrange(self.levels)
        self.array = "ARRAY" in self.kind or self.kind == "CUBE"
        max_slices = 2 if self.samples > 1 else 3
        self.first = rng.randrange(max_slices) if self.array else 0
        self.last = rng.randrange(self.first, max_slices) if self.array else 0
        self.depth = rng.randint(1, 4) if self.kind == "3D" else 1
        self.select = [rng.choice((0, 1, 4, 5, 6, 7, 4 + n, 4 + n)) for n in range(4)]

    def extent(self, level: int) -> tuple[int, ...]:
        """Return the extent of a level of the view along x, y, z and fragments."""
        absolute_level = self.base_level + level
        depth = self.last - self.first + 1 if self.array else max(1, self.depth >> absolute_level)
        return max(1, self.width >> absolute_level), max(1, self.height >> absolute_level), depth, self.samples

    def resource(self) -> tuple[int, ...]:
        """Return the eight words of the T#, whose address is 0."""
        family, (bits, data, number, code) = ARCHS[self.arch], self.format
        log = self.samples.bit_length() - 1
        fields = {
            "width": self.width - 1, "height": self.height - 1, "type": 8 + KINDS.index(self.kind),
            "base_level": self.base_level, "last_level": log or self.levels - 1, "max_mip": log or self.levels - 1,
            "base_array": self.first, "depth": self.last if self.array else self.depth - 1,
            **{f"dst_sel_{axis}": selector for axis, selector in zip("xyzw", self.select)},
        }
        if architecture_traits(self.arch)["image_pitch"]:
            rows = self.height + (self.height + 1) // 2
            fields["pitch"] = (rows if self.levels > 1 else ROW_BYTES * 8 // bits) - 1
        fields |= {"format": code} if architecture_traits(self.arch)["unified_format"] else {"data_format": data,
                                                                                  "num_format": number}
        return struct.unpack("<8I", load().registers["IMAGE_RESOURCE"].pack(family, 256, fields))

    @property
    def axes(self) -> list[int]:
        """The indices of the address components: 0 x, 1 y, 2 z, 3 fragment."""
        flat = self.kind.startswith("1D")
        return [0, *([] if flat else [1]), *([2] if self.array or self.kind == "3D" else []),
                *([3] if self.samples > 1 else [])]


def lane_texels(image: Image, rng, wave: int, distinct: bool, levels: bool) -> list[tuple[int, ...]]:
    """Return (x, y, z, fragment, level) for each lane. With `distinct`, no two lanes share a texel. Some lanes are
    outside the image."""
    sizes = [image.extent(level) for level in range(image.levels - image.base_level if levels else 1)]
    texel_numbers = range(sum(map(prod, sizes)))     # up to thousands; only the chosen ones are computed
    chosen = (
        rng.sample(texel_numbers, min(wave, len(texel_numbers))) if distinct else rng.choices(texel_numbers, k=wave)
    )
    texels = [texel_at(sizes, number) for number in chosen]
    ends, axes = (*image.extent(0), 16), [*image.axes, *[4] * levels]
    for lane in range(wave):
        if lane >= len(texels) or rng.random() <= OUTSIDE_SHARE:
            axis = rng.choice(axes)
            texels[lane:lane + 1] = [tuple([(ends[n] + lane) * (n == axis) for n in range(5)])]
    return texels


def texel_at(sizes: list[tuple[int, ...]], number: int) -> tuple[int, ...]:
    """Return the texel (x, y, z, fragment, level) with index `number`. `sizes`: the sizes of the levels. The last axis
    varies fastest."""
    level = 0
    while number >= (count := prod(sizes[level])):
        number, level = number - count, level + 1
    _, height, depth, fragments = sizes[level]
    number, fragment = divmod(number, fragments)
    number, z = divmod(number, depth)
    x, y = divmod(number, height)
    return x, y, z, fragment, level


def set_addresses(form, fields: dict, wave: int, rng) -> tuple[dict, tuple[int, ...]]:
    """Set the fields of an image instruction. Return (required state, words of the T#). In the state, "buf" stands for
    the region's address, which resource_code() inserts into the T#."""
    m, image = form.op.memory, Image(form, rng)
    words, atomic = set(m.words), m.verb == "atomic"
    dwords = image.format[0] // 32
    base, data = 4 * rng.randrange(20), rng.randrange(40)
    fields.update(srsrc=s(base), vdata=v(data), unorm=int(m.verb != "load"), lwe=0)
    if atomic:
        fields["tfe"] = 0
        fields.update(dmask=(1 << dwords * (2 if m.combine == "cmpswap" else 1)) - 1, glc=rng.randrange(2))
    rows = [list(row) for row in zip(*lane_texels(image, rng, wave, m.verb != "load", "mip" in words))]
    rows = [rows[4]] if "resinfo" in words else [rows[n] for n in image.axes] + [rows[4]] * ("mip" in words)
    fields["a16"] = rng.randrange(2)
    if fields["a16"]:
        rows += [[0] * wave] * (len(rows) % 2)
        rows = [[low & 0xffff | (high & 0xffff) << 16 for low, high in zip(a, b)]
                for a, b in zip(rows[::2], rows[1::2])]
    numbers = set_address_registers(form, fields, image, rng, len(rows))
    resource = image.resource()
    state = {f"s[{base}:{base + 1}]": "buf"} | {f"s{base + n}": resource[n] for n in range(2, 8)}
    return state | {f"v{number}": row for number, row in zip(numbers, rows)}, resource


def set_address_registers(form, fields: dict, image: Image, rng, count: int) -> list[int]:
    """Set the address fields in `fields`. Return the indices of the address registers."""
    for n in range(1, 5):
        fields.pop(f"vaddr{n}", None)
    first = rng.randrange(60, 200)
    numbers = [first + n for n in range(count)]
    if "dim" in load().encodings[ARCHS[form.arch], form.layout].fields:
        fields.update(dim=KINDS.index(image.kind), r128=0, nsa=int(count > 1 and rng.randrange(2)))
        if fields["nsa"]:
            numbers = rng.sample(range(60, 200), count)
            fields.update({f"vaddr{n}": number for n, number in enumerate(numbers) if n})
    else:
        fields["da"] = int(image.array)
    fields["vaddr"] = v(numbers[0])
    return numbers


def resource_code(form, fields: dict, words: tuple[int, ...]) -> tuple[bytes, bytes]:
    """Return (code that converts the address in the first two words to the format of the T#, code that clears these
    words)."""
    make, clear = resource_code_at(form.arch, fields["srsrc"].code)
    return make + words[1].to_bytes(4, "little"), clear


@cache
def resource_code_at(arch: str, first: int) -> tuple[bytes, bytes]:
    """Return resource_code() for a T# that begins in SGPR `first`, without the literal at the end of its first
    program."""
    find_form = lambda name: form_named(arch, name)
    shift_code = encode(find_form("s_lshr_b64"), {"sdst": s(first), "ssrc0": s(first), "ssrc1": Operand(128 + 8)})
    or_code = encode(find_form("s_or_b32"), {"sdst": s(first + 1), "ssrc0": s(first + 1), "ssrc1": lit(0)})
    return shift_code + or_code[:-4], encode(find_form("s_mov_b64"), {"sdst": s(first), "ssrc0": Operand(128)})
