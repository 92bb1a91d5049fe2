"""Rays that graze: numbers so small that products are subnormal, origins in the plane of a triangle, on its edges and
beside them, nodes beside what another wave stores.  A seed fixes them."""
from __future__ import annotations

import struct
from collections.abc import Sequence

from ...generators.single import rays, sampler
from ...generators.single.encodings import random_fields
from ...model.machine import EVERY_WAVE, V0, register_codes
from ...spec import CERTIFIED, TARGETS
from ...spec.encode import encode
from ..calls import Calls
from ..chance import Chance
from ..partly import lanes_on
from .images import MEMORY, MOST
from .memory import end, row_of
from .samples import packed, run_of, store

RUNS, TOGETHER = 40, 10                                # of a form and kind; of one machine
# powers of two: what corners, planes and origins are times, and what directions are; products of two or three of them
# are about as small as a number can be, or they themselves are
SCALES = ((-126, 20), (-130, 127), (-126, 120), (-149, 127), (-140, 100), (-75, 0), (-60, -20), (-48, -1), (-46, 3),
          (0, -126), (0, -140), (20, -149), (0, 0))
HALF_SCALES = ((0, -14), (0, -20), (0, -24), (-40, -15), (-60, -16), (3, -23))
QUARTERS = (-1, 0, 0, 0, 1, 2, 4, 4, 5)                # of an edge


def forms_of(arch: str) -> list:
    return [form for form in sampler.forms_of(arch) if "intersect_ray" in form.mnemonic]


def scaled(memory: bytes, pointers: list[int], power: int) -> bytes:
    """The nodes with corners and planes times a power of two; those of halves stay."""
    words = bytearray(memory)
    for pointer in pointers:
        at, kind = (pointer >> 3) * 64, pointer & 7
        first, count = (16, 24) if kind == rays.BOX32 else (0, 15)
        if kind in (*range(rays.BOX16), rays.BOX32):
            place = at + first
            numbers = struct.unpack_from(f"<{count}f", words, place)
            struct.pack_into(f"<{count}f", words, place, *(x * 2.0**power for x in numbers))
    return bytes(words)


def thin(rng, memory: bytes, pointers: list[int]) -> bytes:
    """Some box nodes have planes that lie close to each other."""
    words = bytearray(memory)
    for pointer in pointers:
        if pointer & 7 == rays.BOX32 and not rng.randrange(2):
            near = [1 + 2**-4 * n for n in range(8)]
            struct.pack_into("<24f", words, (pointer >> 3) * 64 + 16, *(
                x for _ in range(4) for ends in zip(*(sorted(rng.sample(near, 2)) for _ in range(3))) for x in ends))
    return bytes(words)


def limited(x: float) -> float:
    return max(-3.4028234663852886e38, min(3.4028234663852886e38, x))


def rows_of(form, fields: dict, lanes: list, pointers: list[int]) -> list[Sequence[int]]:
    """The address of rays (extent, origin, direction, inverse) and pointers, register by register."""
    extents, *parts = zip(*lanes)
    origin, direction, inverse = ([*zip(*part)] for part in parts)
    rows = [pointers, *[[0] * len(lanes)] * ("bvh64" in form.op.memory.words), *packed([extents, *origin], False)]
    if fields["a16"]:
        return rows + packed([row for pair in zip(direction, inverse) for row in pair], True)
    return rows + packed([[limited(x) for x in row] for row in (*direction, *inverse)], False)


def call_of(rng, form, wave: int, lanes: list, pointers: list[int], memory: bytes, half: int, before: bytes = b"",
            more: list | None = None):
    """A run of one instruction on these rays, a wave's each."""
    fields, codes, arch = random_fields(form, rng, wave), register_codes(form.arch), form.arch
    _, words, _ = rays.place(form, fields, wave, rng)
    fields |= {"a16": half}
    rows = rows_of(form, fields, lanes, pointers)
    wide, tail = "bvh64" in form.op.memory.words, [3] if half else [3, 3]
    numbers = rays.registers(fields, [2 if wide else 1, 1, 3, *tail], rng)
    base = fields["srsrc"].code
    resource = [words[0] | MEMORY >> 8, words[1], words[2], words[3] & ~(1 << 23)]     # pointers without flags
    scalars = {base + n: word for n, word in enumerate(resource)} | {codes["exec"]: MOST}
    scalars |= {codes["exec"] + 1: MOST} if wave == 64 else {}
    sets = [*((EVERY_WAVE, V0 + n, row_of(row)) for n, row in zip(numbers, rows)),
            *((EVERY_WAVE, n, x) for n, x in scalars.items()), *(more or [])]
    call = run_of(rng, arch, wave, before + encode(form, fields) + end(arch, wave), sets, memory)
    call.given["regions"] = ((MEMORY, memory),)
    return call


def inverted(direction: list[float]) -> list[float]:
    return [1 / x if x else float("inf") for x in direction]


def small(rng, form, wave: int):
    """Rays and nodes times powers of two near the ends of f32 and f16."""
    half = rng.randrange(2)
    power, aim = rng.choice(HALF_SCALES if half else SCALES)
    memory, pointers = rays.hierarchy(rng)
    pointers = [one for one in pointers if one & 7 < 6]
    memory = scaled(thin(rng, memory, pointers), pointers, power)
    lanes = []
    for _ in range(wave):
        extent, origin, direction = rays.ray(rng)
        direction = [x * 2.0**aim for x in direction]
        origin = [limited(x * 2.0**power) for x in origin]
        lanes.append((limited(extent * 2.0**(power - aim)), origin, direction, inverted(direction)))
    return call_of(rng, form, wave, lanes, rng.choices(pointers, k=wave), memory, half)


def plane_point(rng, memory: bytes, pointer: int) -> list[float]:
    """A point of the triangle's plane: quarters of its edges from a corner, within it, on an edge or beside."""
    corners = ((0, 1, 2), (1, 3, 2), (2, 3, 4), (2, 4, 0))[pointer & 3]
    a, b, c = (struct.unpack_from("<3f", memory, (pointer >> 3) * 64 + 12 * n) for n in corners)
    i, j = rng.choice(QUARTERS), rng.choice(QUARTERS)
    return [x + ((y - x) * i + (z - x) * j) / 4 for x, y, z in zip(a, b, c)]


def in_plane(rng, form, wave: int):
    """Rays that start in the plane of a triangle, a little before or behind it."""
    half = rng.randrange(2)
    memory, pointers = rays.hierarchy(rng)
    flat = [one for one in pointers if one & 7 < rays.BOX16]
    lanes, chosen = [], rng.choices(flat, k=wave)
    for pointer in chosen:
        extent, _, direction = rays.ray(rng)
        time = rng.choice((0, 0, 0, 1, -1))
        origin = [x - time * d for x, d in zip(plane_point(rng, memory, pointer), direction)]
        lanes.append((extent, origin, direction, inverted(direction)))
    return call_of(rng, form, wave, lanes, chosen, memory, half)


def beside(rng, form, wave: int):
    """Two waves: each stores one dword by one lane, beside or within a node that both look at."""
    arch = form.arch
    memory, pointers = rays.hierarchy(rng)
    pointers = [one for one in pointers if one & 7 < 6 and 8 < one >> 3 < 56]
    some = [rng.choice(pointers)] * wave
    some[rng.randrange(wave)] = rng.choice(pointers)
    at = MEMORY + (some[0] >> 3) * 64
    places = [at + 4 * rng.choice((-1, 0, 13, 14, 15, 16, 17, 18, 30, 31, 32, 33)) for _ in range(2)]
    more = [(who, V0 + reg, row_of([x] * wave)) for who, place in enumerate(places)
            for reg, x in ((220, place), (221, 0), (222, rng.getrandbits(32)))]
    before = lanes_on(arch, wave, 1) + store(arch, wave) + lanes_on(arch, wave, (1 << wave) - 1)
    lanes = [(*one, inverted(one[2])) for one in (rays.ray(rng) for _ in range(wave))]
    call = call_of(rng, form, wave, lanes, some, memory, rng.randrange(2), before, more)
    call.given.update(group=[2 * wave, 1, 1], grid=[2 * wave, 1, 1])
    return call


KINDS = {"small rays": small, "rays in planes": in_plane, "rays beside stores": beside}


def calls(seed):
    """All of them: a run of a form and a wave size at a time, by one of KINDS."""
    for name, one in KINDS.items():
        rng = Chance(f"{seed} {name}")
        for form in (form for arch in CERTIFIED for form in forms_of(arch)):
            runs = [one(rng, form, rng.choice(TARGETS[form.arch].waves)) for _ in range(RUNS)]
            for n in range(0, RUNS, TOGETHER):
                yield Calls(f"{name} {form.arch} {form.mnemonic} {n}", tuple(runs[n:n + TOGETHER]), (4, 64, 512))
