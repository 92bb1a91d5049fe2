"""Image instructions with a sampler: a linear image in the region, its T#, an S#, and a place for every lane."""
from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import cache

import numpy as np

from ...spec import load
from ...spec.encode import s, v
from . import image_access

GATHERS = {"gather4", "gather4h"}                        # of one component, of an image with rows
GAMMA = 0.2                                              # share of S#s that force degamma, of those that skip it
STEPS = (2.0, 1.0, 0.5, 0.25, 0.1, 0.0)                  # between coordinates, for levels of detail


def row_of(values: Sequence[float] | np.ndarray) -> np.ndarray:
    """The bits of each as an f32."""
    return np.array(values, np.float32).view(np.uint32)


def uniform(rng, low: float, high: float, count: int) -> list[float]:
    """So many numbers, as rng.uniform() gives them."""
    drawn, span = rng.random, high - low
    return [low + span * drawn() for _ in range(count)]


def sampler(rng) -> tuple[int, ...]:
    """The four words of an S#: borders of a colour that is not a pointer's, which would leave results open."""
    given = {
        **{f"clamp_{axis}": rng.randrange(8) for axis in "xyz"}, "depth_compare_func": rng.randrange(8),
        "trunc_coord": rng.randrange(2), "filter_mode": rng.choice((0, 0, 1, 2)), "min_lod": rng.choice((0, 0, 128)),
        "max_lod": rng.choice((4095, 300)), "lod_bias": rng.choice((0, 0, 64, 16000)),
        "xy_mag_filter": rng.randrange(2), "xy_min_filter": rng.randrange(2), "z_filter": rng.randrange(3),
        "mip_filter": rng.randrange(3),
        "border_color_type": rng.randrange(3), "disable_cube_wrap": rng.randrange(2),
        "force_degamma": int(rng.random() < GAMMA), "skip_degamma": int(rng.random() < GAMMA),
    }
    return struct.unpack("<4I", load().registers["IMAGE_SAMPLER"].pack("gfx11", 128, given))


def image(form, rng) -> image_access.Image:
    """One that the operation can read."""
    flat = GATHERS & set(form.op.memory.words)
    while True:
        one = image_access.Image(form, rng)
        if one.samples == 1 and (not flat or one.kind in ("2D", "2D_ARRAY", "CUBE")):
            return cube(one, rng) if one.kind == "CUBE" else one


def cube(one: image_access.Image, rng) -> image_access.Image:
    """With six faces that are squares: they may be filtered together."""
    one.width = one.height = rng.randint(1, 3)
    one.first = rng.randrange(3) if one.height < 3 else 0
    one.last = one.first + 5
    return one


@cache
def quads_of(wave: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """By lane: where its quad starts, whether it stands on the right there, whether below."""
    lanes = np.arange(wave)
    return 0.13 * (lanes // 4) % 1.5, lanes & 1 != 0, lanes & 2 != 0


def coordinates(one: image_access.Image, rng, wave: int) -> list[np.ndarray]:
    """A row an axis, then one of slices or faces: quads whose lanes lie some step apart."""
    shift, rows = 1.0 if one.kind == "CUBE" else 0.0, []
    axes = [n for n in one.axes if n < 2 or one.kind == "3D"]
    for n in axes:
        start, step = rng.uniform(-0.5, 1.0), rng.choice(STEPS) / max(one.extent(0)[n], 1)
        quads, right, below = quads_of(wave)
        rows.append(row_of(shift + start + quads + step * (right if n == 0 else below)))
    return rows + [row_of(rng.choices((0, 1, 2, 3, 4, 5, 0.5, 1.5, 9), k=wave))] * one.array


def gradients(axes: int, half: bool, rng, wave: int) -> list[np.ndarray]:
    """Steps to the right, then down; two a register where they are halves."""
    ways = [[uniform(rng, -0.5, 0.5, wave) for _ in range(axes)] for _ in range(2)]
    if not half:
        return [row_of(row) for way in ways for row in way]
    ways = [way + [[0.0] * wave] * (axes % 2) for way in ways]
    return [np.array(pair, np.float16).T.copy().view(np.uint32)[:, 0]
            for way in ways for pair in zip(way[::2], way[1::2])]


def place(form, fields: dict, wave: int, rng) -> tuple[dict, tuple[int, ...]]:
    """As images.place."""
    words, one = set(form.op.memory.words), image(form, rng)
    base, sampled, data = 4 * rng.randrange(10), 48 + 4 * rng.randrange(8), rng.randrange(40)
    axes = len(one.axes) - one.array
    columns = [[rng.getrandbits(22) for _ in range(wave)]] * ("o" in words)
    columns += [row_of(uniform(rng, -1, 2, wave))] * ("b" in words)
    columns += [row_of(rng.choices((0.0, 0.5, 1.0, 40.0), k=wave))] * ("c" in words)
    columns += gradients(axes, "g16" in words, rng, wave) if {"d", "cd"} & words else []
    columns += coordinates(one, rng, wave)
    columns += [row_of(uniform(rng, -1, 3, wave))] * bool({"l", "cl"} & words)
    fields.update(srsrc=s(base), ssamp=s(sampled), vdata=v(data), unorm=0, lwe=0, tfe=0, a16=0)
    fields["dmask"] = 1 << rng.randrange(4) if GATHERS & words else rng.randrange(1, 16)
    numbers = image_access.declared(form, fields, one, rng, len(columns))
    if fields.get("nsa") and len(columns) > 5:
        numbers = numbers[:5] + [numbers[4] + n for n in range(1, len(columns) - 4)]
        for n in range(5, len(columns)):
            fields.pop(f"vaddr{n}")
    resource, state = one.resource(), sampler(rng)
    held = {f"s[{base}:{base + 1}]": "buf"} | {f"s{base + n}": resource[n] for n in range(2, 8)}
    held |= {f"s{sampled + n}": x for n, x in enumerate(state)}
    return held | {f"v{number}": row for number, row in zip(numbers, columns)}, resource
