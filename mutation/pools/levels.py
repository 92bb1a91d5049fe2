"""Runs with a sampler whose numbers lie at an end or between two results: levels just above 0, biases and least levels
of any size, coordinates far away and next to nothing, cubes of any number of faces, borders by every swizzle.  A seed
fixes them."""
from __future__ import annotations

import struct
from collections.abc import Sequence

from ...generators.single import images, sampled, sampler
from ...generators.single.encodings import random_fields
from ...model.machine import EVERY_WAVE, V0, register_codes
from ...spec import ARCHS, CERTIFIED, TARGETS, load, traits_of
from ...spec.encode import Operand, encode
from ..calls import Call, Calls
from ..chance import Chance
from .images import DATA, MOST, MEMORY, RESOURCE, SIZE, with_fields
from .formats import dwords
from .memory import end, row_of
from .samples import AWAY, SAMPLER, near, packed, quads, run_of

LEVELS, PLACES, CUBES, BORDERS, THIRDS = 16, 8, 16, 12, 6          # runs of a form
OF_LEVELS = ("image_get_lod", "image_sample", "image_sample_l", "image_sample_b", "image_sample_d", "image_sample_cl",
             "image_sample_d_g16")
OF_PLACES = ("image_sample_lz", "image_sample_l", "image_sample_c_lz", "image_gather4_lz", "image_gather4_c_lz")
OF_CUBES = ("image_sample_lz", "image_sample_l", "image_gather4_lz", "image_gather4h", "image_sample_c_lz")
LODS = (0.0, 1 / 256, -1 / 256, 2 / 256, 1 / 512, 3 / 512, 0.5, 1.0, 1.5, 255 / 256, 31.99, 32.0, 40.0, -32.0, -40.0)
BIASES = (0, 0, 1, 2, -1, -256, 4095, 4096, -4096, -4097, 8191, -8192)       # of 256 a level
ENDS = 0, 1, 64, 128, 255, 256, 257, 300, 512, 4095
OF_FIELDS = "image_sample", "image_sample_l", "image_sample_b", "image_sample_lz", "image_get_lod"
SLICES = (0.0, 1.0, 2.0, 5.0, 6.0, 7.0, 8.0, 9.0, 13.0, 17.0, 21.0, 0.5, 1.5, 65534.0, 65535.0, 65536.0, 65537.0, 1e6)
WIDTHS = 1, 2, 3, 5, 6, 7, 11
WHOLE = (32, 10, 0, 42), (32, 9, 1, 37), (64, 12, 7, 57), (128, 14, 4, 61)   # formats of four components
FLOAT = 32, 4, 7, 22


def forms_of(arch: str, names: tuple) -> list:
    return [form for form in sampler.forms_of(arch) if form.layout == "mimg" and form.op.name in names]


def image_of(form, rng, kinds: tuple) -> images.Image:
    """One that the operation can read, of these kinds."""
    while (one := images.Image(form, rng)).kind not in kinds:
        pass
    return one


def sampler_of(rng, given: dict) -> list[int]:
    """An S# that blends and wraps as it may, but for these fields."""
    some = {f"clamp_{axis}": rng.randrange(8) for axis in "xyz"}
    some |= {"depth_compare_func": rng.randrange(8), "trunc_coord": rng.randrange(2),
             "filter_mode": rng.choice((0, 0, 1, 2)), "min_lod": 0, "max_lod": 4095,
             "xy_mag_filter": rng.randrange(2), "xy_min_filter": rng.randrange(2), "z_filter": rng.randrange(3),
             "mip_filter": rng.randrange(3), "border_color_type": rng.randrange(3)}
    return list(struct.unpack("<4I", load().registers["IMAGE_SAMPLER"].pack("gfx11", 128, some | given)))


def address(form, fields: dict, given: dict, wave: int) -> list[Sequence[int]]:
    """The registers of an address.  `given`: a row of numbers for each axis as `body`, of steps as `steps`, others by
    the letter of the word; what is not given is 0."""
    words, half = set(form.op.memory.words), bool(fields["a16"])
    none = [0.0] * wave
    rows: list[Sequence[int]] = [[0] * wave] * ("o" in words)
    rows += packed([given.get("b", none)], half) * ("b" in words)
    rows += packed([given.get("c", none)], False) * ("c" in words)
    if {"d", "cd"} & words:
        small = "g16" in words or (half and not traits_of(form.arch)["half_registers"])
        axes = len(given["steps"]) // 2
        rows += packed(given["steps"][:axes], small) + packed(given["steps"][axes:], small)
    level = [given.get("l", none)] * bool({"l", "cl"} & words)
    return rows + packed(given["body"] + level, half)


def call_of(rng, form, one: images.Image, spot: list[int], told: dict, given: dict, encoded: dict,
            every: bytes) -> Call:
    """A run of one operation.  `told`: fields of the T# beside those of the image; `encoded`: of the instruction."""
    wave, codes = len(given["body"][0]), register_codes(form.arch)
    fields = random_fields(form, rng, wave)
    fields |= {"srsrc": Operand(RESOURCE), "ssamp": Operand(SAMPLER), "vdata": Operand(256 + DATA), "lwe": 0, "a16": 0,
               "unorm": 0, "tfe": 0, "d16": rng.randrange(2), "dmask": rng.choice((1, 3, 15, rng.randrange(1, 16)))}
    if "gather4" in form.op.memory.words:
        fields["dmask"] = 1 << rng.randrange(4)
    rows = address(form, fields := fields | encoded, given, wave)
    numbers = images.declared(form, fields, one, rng, len(rows))
    if fields.get("nsa") and len(rows) > 5:
        numbers = numbers[:5] + [numbers[4] + n for n in range(1, len(rows) - 4)]
        for n in range(5, len(rows)):
            fields.pop(f"vaddr{n}")
    words = with_fields([*one.resource()], ARCHS[form.arch], told)
    words[0] |= MEMORY >> 8
    live = quads(rng, wave)
    scalars = {codes["exec"]: live & MOST} | ({codes["exec"] + 1: live >> 32} if wave == 64 else {})
    scalars |= {RESOURCE + n: x for n, x in enumerate(words)} | {SAMPLER + n: x for n, x in enumerate(spot)}
    sets = [*((EVERY_WAVE, V0 + n, row_of(row)) for n, row in zip(numbers, rows)),
            *((EVERY_WAVE, V0 + DATA + n, row_of([rng.getrandbits(32)] * wave)) for n in range(6)),
            *((EVERY_WAVE, n, x) for n, x in scalars.items())]
    at = 4 * rng.randrange(SIZE // 4)
    call = run_of(rng, form.arch, wave, encode(form, fields) + end(form.arch, wave), sets, every[at:at + SIZE])
    call.given["regions"] = (call.given["regions"][0][:2],)
    return call


def body_of(one: images.Image, rng, wave: int, along) -> list[list[float]]:
    """A row an axis, of what `along` gives for its size, and one of slices."""
    axes = [n for n in one.axes if n < 2 or one.kind == "3D"]
    rows = [[along(one.extent(0)[n]) for _ in range(wave)] for n in axes]
    return rows + [rng.choices(SLICES, k=wave)] * one.array


# ---- levels ----

def quad_row(rng, wave: int, size: int, half: bool) -> list[float]:
    """Coordinates of quads whose lanes lie some step apart: any, or so small that halves of it are denormal."""
    row = []
    for _ in range(wave // 4):
        step = rng.choice((rng.uniform(-2, 2), rng.uniform(-0.01, 0.01), 0.0, 1.0 / size))
        start = rng.uniform(0, 1)
        if half and not rng.randrange(3):
            start, step = 0.0, rng.choice((5e-5, 6e-8, -5e-5))
        row += [start + step * rng.choice((0, 1, lane & 1, lane >> 1)) for lane in range(4)]
    return row


def of_levels(rng, form, every: bytes) -> Call:
    """A level by gradients, steps, bias or as it is given, within those of S# and T#."""
    wave = rng.choice(TARGETS[form.arch].waves)
    one, half = sampled.image(form, rng), rng.randrange(2)
    magnify = rng.randrange(2)
    spot = sampler_of(rng, {
        "lod_bias": rng.choice((*BIASES, rng.getrandbits(14))) & 0x3FFF, "min_lod": rng.choice((0, 0, *ENDS)),
        "max_lod": rng.choice((4095, 4095, *ENDS)), "xy_mag_filter": magnify, "xy_min_filter": 1 - magnify})
    axes = [n for n in one.axes if n < 2 or one.kind == "3D"]
    lod = lambda: [rng.choice((*LODS, rng.uniform(-2, 3))) for _ in range(wave)]
    given = {"body": [quad_row(rng, wave, one.extent(0)[n], bool(half)) for n in axes]
             + [[float(rng.randrange(3))] * wave] * one.array, "b": lod(), "l": lod(),
             "steps": [[rng.uniform(-0.5, 0.5) for _ in range(wave)] for _ in range(2 * len(axes))]}
    base, last = rng.choice((0, 0, 1, 2)), rng.choice((2, 3, 5))
    told = {"min_lod": rng.choice((0, *ENDS)), "base_level": base, "last_level": last, "max_mip": last}
    return call_of(rng, form, one, spot, told if rng.randrange(4) else {}, given, {"a16": half}, every)


# ---- coordinates ----

def far(rng, size: int) -> float:
    """Far away, as near to nothing as floats go, or on and between texels."""
    return rng.choice((1, -1)) * rng.choice((
        2.0**rng.randrange(20, 40), 2.0**rng.randrange(22, 33) + 2.0**rng.randrange(9, 22),
        2.0**-rng.randrange(20, 126), rng.uniform(0, 2**rng.randrange(20, 36)), rng.choice(AWAY),
        rng.uniform(-2, size + 2)))


def of_places(rng, form, every: bytes) -> Call:
    """Coordinates in texels, along sizes that are no powers of two."""
    wave = rng.choice(TARGETS[form.arch].waves)
    one = image_of(form, rng, ("2D", "1D", "3D", "2D_ARRAY"))
    one.width, one.levels, one.base_level = rng.choice(WIDTHS), 1, 0
    spot = sampler_of(rng, {f"clamp_{axis}": rng.choice((0, 0, 1, 2, 3, 6)) for axis in "xyz"})
    given = {"body": body_of(one, rng, wave, lambda size: far(rng, size)),
             "c": rng.choices((0.0, 1e-40, -1e-40, 1e-38, 0.5, 1.0, 2.0), k=wave)}
    return call_of(rng, form, one, spot, {}, given, {"unorm": int(rng.randrange(4) > 0)}, every)


# ---- cubes ----

def of_cubes(rng, form, every: bytes) -> Call:
    """Faces along their edges and corners, of as many slices as there may be, or fewer than a cube has."""
    wave = rng.choice(TARGETS[form.arch].waves)
    one = image_of(form, rng, ("CUBE",))
    one.levels, one.base_level, one.first = 1, 0, rng.randrange(3)
    one.width = one.height = rng.choice((1, 1, 2, 2, 3))
    one.last = one.first + rng.choice((0, 1, 4, 5, 5, 6, 11, 12, 17))
    spot = sampler_of(rng, {"disable_cube_wrap": int(not rng.randrange(3))})
    given = {"body": body_of(one, rng, wave, lambda size: 1.0 + near(rng, size, True)),
             "c": rng.choices((0.0, 0.25, 0.5, 1.0), k=wave)}
    return call_of(rng, form, one, spot, {}, given, {}, every)


def of_thirds(rng, form, every: bytes) -> Call:
    """Two neighbours the last digit of an f32 apart, each to the same part: what lies between two floats becomes one,
    and that a half, near which or between two of which they all are."""
    wave = rng.choice(TARGETS[form.arch].waves)
    one = image_of(form, rng, ("CUBE",))
    one.format, one.levels, one.base_level, one.first, one.last = FLOAT, 1, 0, 0, 5
    one.width, one.height, one.select = 3, 3, [4, 4, 4, 4]
    spot = sampler_of(rng, {"xy_mag_filter": 1, "filter_mode": 0, "trunc_coord": 0, "mip_filter": 0})
    edge, middle = ([1 + (rng.randrange(4) + at) / 3 for _ in range(wave)] for at in (0, 0.5))
    rows = [edge, middle] if rng.randrange(2) else [middle, edge]
    half = 0x3F801000 + 0x1000 * rng.randrange(1 << 10)
    near = b"".join((half + rng.choice((0, 0, 1, -1))).to_bytes(4, "little") for _ in range(SIZE // 4))
    body = rows + [[float(rng.randrange(6)) for _ in range(wave)]]
    return call_of(rng, form, one, spot, {}, {"body": body}, {"d16": 1}, near * 2)


# ---- borders ----

def of_borders(rng, form, every: bytes) -> Call:
    """Beyond the image, by every swizzle of the colour there; gathers of a row alone too."""
    wave = rng.choice(TARGETS[form.arch].waves)
    one = image_of(form, rng, ("1D", "2D", "1D_ARRAY"))
    one.select = [4, 5, 6, 7]
    if rng.randrange(3):
        one.format, one.width = rng.choice(WHOLE), min(one.width, 16)
    spot = sampler_of(rng, {f"clamp_{axis}": rng.choice((4, 6, 6, 7)) for axis in "xyz"} | {
        "border_color_type": rng.choice((1, 1, 1, 0, 2)), "filter_mode": 0})
    given = {"body": body_of(one, rng, wave, lambda size: near(rng, size, True))}
    return call_of(rng, form, one, spot, {"bc_swizzle": rng.randrange(8)}, given,
                   {} if "gather4" in form.op.memory.words else {"dmask": 15}, every)


# ---- fields of S# that few ask for ----

def of_fields(rng, form, every: bytes) -> Call:
    """Images of three axes by what cuts the fraction between texels of two of them, and by a second bias."""
    wave = rng.choice(TARGETS[form.arch].waves)
    one = image_of(form, rng, ("3D",))
    spot = sampler_of(rng, {"xy_mag_filter": 1, "xy_min_filter": 1, "z_filter": rng.choice((0, 2, 2)), "filter_mode": 0,
                            "mc_coord_trunc": rng.randrange(2), "lod_bias_sec": rng.choice((0, 8, 16, 40, 56, 60)),
                            "mip_filter": rng.choice((0, 1, 2)), "trunc_coord": 0})
    given = {"body": [quad_row(rng, wave, one.extent(0)[n], False) for n in one.axes],
             "l": rng.choices((0.0, 0.5, 1.0), k=wave), "b": [rng.uniform(-1, 1) for _ in range(wave)]}
    return call_of(rng, form, one, spot, {}, given, {"d16": 0}, every)


KINDS = ((of_levels, OF_LEVELS, LEVELS), (of_places, OF_PLACES, PLACES), (of_cubes, OF_CUBES, CUBES),
         (of_borders, OF_PLACES, BORDERS), (of_thirds, OF_CUBES[:2], THIRDS), (of_fields, OF_FIELDS, LEVELS))


def calls(seed):
    """All of them."""
    rng = Chance(f"{seed} levels")
    every = dwords(rng, 2 * SIZE // 4)
    for kind, names, count in KINDS:
        for arch in CERTIFIED:
            for form in forms_of(arch, names):
                runs = tuple(kind(rng, form, every) for _ in range(count))
                yield Calls(f"{kind.__name__[3:]} {arch} {form.mnemonic}", runs, (4, 64, 512))
