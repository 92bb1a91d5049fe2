"""Image instructions with a sampler: a linear image in the region, its T#, an S#, and coordinates for every lane."""
from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import cache

import numpy as np

from ...spec import load
from ...spec.encode import s, v
from . import image_access

GATHERS = {"gather4", "gather4h"}                    # one component, of an image with rows
DEGAMMA_SHARE = 0.2                                  # share of S#s that force degamma, and that skip it
COORDINATE_STEPS = (2.0, 1.0, 0.5, 0.25, 0.1, 0.0)   # coordinate steps, for levels of detail


def float_row(values: Sequence[float] | np.ndarray) -> np.ndarray:
    """Return the f32 bits of each value."""
    return np.array(values, np.float32).view(np.uint32)


def uniform_numbers(rng, low: float, high: float, count: int) -> list[float]:
    """Return `count` numbers, drawn as rng.uniform() does."""
    random, span = rng.random, high - low
    return [low + span * random() for _ in range(count)]


def random_sampler(rng) -> tuple[int, ...]:
    """Return the four words of an S#. Its border colour is never a pointer, which would leave results undefined."""
    fields = {
        **{f"clamp_{axis}": rng.randrange(8) for axis in "xyz"}, "depth_compare_func": rng.randrange(8),
        "trunc_coord": rng.randrange(2), "filter_mode": rng.choice((0, 0, 1, 2)), "min_lod": rng.choice((0, 0, 128)),
        "max_lod": rng.choice((4095, 300)), "lod_bias": rng.choice((0, 0, 64, 16000)),
        "xy_mag_filter": rng.randrange(2), "xy_min_filter": rng.randrange(2), "z_filter": rng.randrange(3),
        "mip_filter": rng.randrange(3),
        "border_color_type": rng.randrange(3), "disable_cube_wrap": rng.randrange(2),
        "force_degamma": int(rng.random() < DEGAMMA_SHARE), "skip_degamma": int(rng.random() < DEGAMMA_SHARE),
    }
    return struct.unpack("<4I", load().registers["IMAGE_SAMPLER"].pack("gfx11", 128, fields))


def random_image(form, rng) -> image_access.Image:
    """Return an image that the operation can read."""
    gathers = GATHERS & set(form.op.memory.words)
    while True:
        image = image_access.Image(form, rng)
        if image.samples == 1 and (not gathers or image.kind in ("2D", "2D_ARRAY", "CUBE")):
            return turn_into_cube(image, rng) if image.kind == "CUBE" else image


def turn_into_cube(image: image_access.Image, rng) -> image_access.Image:
    """Make the image a cube with six square faces, which can be filtered together."""
    image.width = image.height = rng.randint(1, 3)
    image.first = rng.randrange(3) if image.height < 3 else 0
    image.last = image.first + 5
    return image


@cache
def quad_starts_and_corners(wave: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return three rows of lanes: where the quad starts, whether the lane is on the right of the quad, and whether it
    is in the lower row."""
    lanes = np.arange(wave)
    return 0.13 * (lanes // 4) % 1.5, lanes & 1 != 0, lanes & 2 != 0


def lane_coordinates(image: image_access.Image, rng, wave: int) -> list[np.ndarray]:
    """Return a row of coordinates for each axis, then one of slices or faces. The lanes of a quad differ by one
    step."""
    shift, rows = 1.0 if image.kind == "CUBE" else 0.0, []
    axes = [n for n in image.axes if n < 2 or image.kind == "3D"]
    for n in axes:
        start, step = rng.uniform(-0.5, 1.0), rng.choice(COORDINATE_STEPS) / max(image.extent(0)[n], 1)
        quads, right, below = quad_starts_and_corners(wave)
        rows.append(float_row(shift + start + quads + step * (right if n == 0 else below)))
    return rows + [float_row(rng.choices((0, 1, 2, 3, 4, 5, 0.5, 1.5, 9), k=wave))] * image.array


def lane_gradients(axes: int, half: bool, rng, wave: int) -> list[np.ndarray]:
    """Return the gradients to the right, then those downwards. If they are 16-bit (`half`), a register holds two."""
    directions = [[uniform_numbers(rng, -0.5, 0.5, wave) for _ in range(axes)] for _ in range(2)]
    if not half:
        return [float_row(row) for direction in directions for row in direction]
    directions = [direction + [[0.0] * wave] * (axes % 2) for direction in directions]
    return [np.array(pair, np.float16).T.copy().view(np.uint32)[:, 0]
            for direction in directions for pair in zip(direction[::2], direction[1::2])]


def set_addresses(form, fields: dict, wave: int, rng) -> tuple[dict, tuple[int, ...]]:
    """Set the fields of a sample instruction. The result is that of image_access.set_addresses()."""
    words, image = set(form.op.memory.words), random_image(form, rng)
    base, sampler_base, data_register = 4 * rng.randrange(10), 48 + 4 * rng.randrange(8), rng.randrange(40)
    axes = len(image.axes) - image.array
    columns = [[rng.getrandbits(22) for _ in range(wave)]] * ("o" in words)
    columns += [float_row(uniform_numbers(rng, -1, 2, wave))] * ("b" in words)
    columns += [float_row(rng.choices((0.0, 0.5, 1.0, 40.0), k=wave))] * ("c" in words)
    columns += lane_gradients(axes, "g16" in words, rng, wave) if {"d", "cd"} & words else []
    columns += lane_coordinates(image, rng, wave)
    columns += [float_row(uniform_numbers(rng, -1, 3, wave))] * bool({"l", "cl"} & words)
    fields.update(srsrc=s(base), ssamp=s(sampler_base), vdata=v(data_register), unorm=0, lwe=0, tfe=0, a16=0)
    fields["dmask"] = 1 << rng.randrange(4) if GATHERS & words else rng.randrange(1, 16)
    numbers = image_access.set_address_registers(form, fields, image, rng, len(columns))
    if fields.get("nsa") and len(columns) > 5:
        numbers = numbers[:5] + [numbers[4] + n for n in range(1, len(columns) - 4)]
        for n in range(5, len(columns)):
            fields.pop(f"vaddr{n}")
    resource, sampler_words = image.resource(), random_sampler(rng)
    registers = {f"s[{base}:{base + 1}]": "buf"} | {f"s{base + n}": resource[n] for n in range(2, 8)}
    registers |= {f"s{sampler_base + n}": x for n, x in enumerate(sampler_words)}
    return registers | {f"v{number}": row for number, row in zip(numbers, columns)}, resource
