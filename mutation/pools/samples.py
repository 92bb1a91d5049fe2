"""Runs of images with a sampler and of rays: S#s and T#s of every kind, coordinates at the ends of images and beyond
numbers, levels and gradients; nodes, pointers and stacks.  A seed fixes them."""
from __future__ import annotations

import struct
from array import array
from collections.abc import Sequence
from functools import cache

import numpy as np

from ...generators.single import images, rays, sampled, sampler
from ...generators.single.encodings import random_fields
from ...harness.assembly import assemble_lines
from ...harness.case import POLICIES
from ...model.machine import EVERY_WAVE, V0, register_codes
from ...spec import ARCHS, CERTIFIED, TARGETS, load, traits_of
from ...spec.encode import Operand, encode
from ..calls import Call, Calls
from ..chance import Chance
from ..partly import known_in, lanes_on, some_lanes
from .formats import dwords
from .images import DATA, MEMORY, MOST, RESOURCE, SIZE, with_fields, words_of
from .memory import end, exec_of, row_of, shadow

SINGLES, RAYS, STACKS, LAST = 26, 360, 240, 24         # runs of a form
BLENDED, STATES = ("image_sample", "image_sample_l", "image_sample_lz", "image_sample_b", "image_get_lod"), 12
SAMPLER = 24                                           # SGPRs
AWAY = (float("nan"), float("inf"), float("-inf"), 1e-40, -1e-40, 5e-5, -5e-5, 1e10, -1e10, 65536.0, 4e9, -0.0,
        8388609.0, 12582911.0, -8388609.0)                # whole texels as they stand: 2^23 and above
TINY = 0x029F0347                                      # halves of 4e-5 and 5e-5, which are subnormal
LDS = 8192


def f32(x: float) -> int:
    return struct.unpack("<I", struct.pack("<f", x))[0]


def halves(row: Sequence[float]) -> np.ndarray:
    """Halves, infinite where they overflow."""
    with np.errstate(over="ignore"):
        return np.array(row, float).astype(np.float16).view(np.uint16).astype(np.uint32)


def quads(rng, wave: int) -> int:
    """EXEC: whole quads, or anything."""
    some = rng.getrandbits(wave // 4)
    whole = sum(15 << 4 * n for n in range(wave // 4) if some >> n & 1)
    return rng.choice(((1 << wave) - 1, (1 << wave) - 1, whole, whole, exec_of(rng, wave)))


# ---- samplers ----

def sampler_words(rng) -> list[int]:
    """An S#; now and then one of its fields holds anything."""
    whole = int.from_bytes(struct.pack("<4I", *sampled.sampler(rng)), "little")
    fields = list(load().registers["IMAGE_SAMPLER"].fields["gfx11"].values())
    for field in rng.sample(fields, rng.choice((0, 0, 1, 2))):
        width = field.mask.bit_count()
        value = rng.choice((0, 1, 2, (1 << width) - 1, rng.getrandbits(width))) & (1 << width) - 1
        whole = whole & ~(((1 << width) - 1) << field.low) | value << field.low
    return [whole >> 32 * n & MOST for n in range(4)]


def near(rng, size: int, normalised: bool) -> float:
    """Along an axis: on and between texels, at the ends and outside."""
    at = rng.choice((rng.uniform(-1.5 * size, 2.5 * size), rng.uniform(0, size), rng.randrange(-1, size + 2),
                     rng.randrange(-1, size + 2) + 0.5, rng.randrange(size) + rng.randrange(256) / 256))
    return at / size if normalised else at


def steps(rng, wave: int, size: int, normalised: bool) -> list[float]:
    """Coordinates of quads whose lanes lie some step apart."""
    step, row = rng.choice((0.0, 0.1, 0.5, 1.0, 1.5, 2.0, 3.0, 9.0)), []
    across = rng.choice((1, 2, 3))
    for _ in range(wave // 4):
        start = near(rng, size, normalised)
        row += [start + (step / size if normalised else step) * (lane & across) for lane in range(4)]
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        row[rng.randrange(wave)] = rng.choice(AWAY)
    return row


def packed(rows: Sequence[Sequence[float]], half: bool) -> list[array]:
    """Registers of floats, or of two halves each."""
    if not half:
        return [array("I", array("f", row).tobytes()) for row in rows]
    rows = [*rows, *[[0.0] * len(rows[0])] * (len(rows) % 2)]
    return [array("I", (halves(a) | halves(b) << 16).tobytes()) for a, b in zip(rows[::2], rows[1::2])]


def address(form, one: images.Image, fields: dict, normalised: bool, rng, wave: int) -> list[Sequence[int]]:
    """The registers of an address, in their order."""
    words, half = set(form.op.memory.words), bool(fields["a16"])
    shift = 1.0 if one.kind == "CUBE" else 0.0
    axes = [n for n in one.axes if n < 2 or one.kind == "3D"]
    any_of = lambda *values: rng.choices(values, k=wave)
    rows = [any_of(0, 0x3F, 0x3F00, 0x010203, 0x3F0120, rng.getrandbits(32))] * ("o" in words)
    rows += packed([any_of(0.0, 0.5, -1.0, 1.25, 40.0, *AWAY[:3])], half) * ("b" in words)
    rows += packed([any_of(0.0, 0.5, 1.0, 0.25, 40.0, -1.0, float("nan"))], False) * ("c" in words)
    if {"d", "cd"} & words:
        small = "g16" in words or (half and not traits_of(form.arch)["half_registers"])
        for _ in range(2):
            way = [any_of(0.0, 0.25, -0.5, 1 / one.width, 3 / one.width, 2.0, *AWAY[:2]) for _ in axes]
            rows += packed(way, small)
    body = [[x + shift for x in steps(rng, wave, one.extent(0)[n], normalised)] for n in axes]
    body += [any_of(0.0, 1.0, 2.0, 0.5, 1.5, 9.0, -1.0, 14.0, 1e6)] * one.array
    body += [any_of(0.0, 0.5, 1.0, 0.25, -1.0, 2.0, 40.0, *AWAY[:3])] * bool({"l", "cl"} & words)
    return rows + packed(body, half)


def sampled_state(form, rng, wave: int) -> tuple[dict, list]:
    """(fields, first registers)"""
    one, codes = sampled.image(form, rng), register_codes(form.arch)
    fields = random_fields(form, rng, wave)
    fields |= {"srsrc": Operand(RESOURCE), "ssamp": Operand(SAMPLER), "vdata": Operand(256 + DATA), "lwe": 0,
               "a16": rng.randrange(2), "unorm": int(not rng.randrange(5)), "tfe": int(not rng.randrange(5)),
               "dmask": rng.choice((1, 2, 4, 8, 3, 15, rng.randrange(16)))}
    if "gather4" in form.op.memory.words and rng.randrange(12):
        fields["dmask"] = 1 << rng.randrange(4)
    spot = sampler_words(rng)
    rows = address(form, one, fields, not (fields["unorm"] or spot[0] >> 15 & 1), rng, wave)
    numbers = images.declared(form, fields, one, rng, len(rows))
    if fields.get("nsa") and len(rows) > 5:
        numbers = numbers[:5] + [numbers[4] + n for n in range(1, len(rows) - 4)]
        for n in range(5, len(rows)):
            fields.pop(f"vaddr{n}")
    if "dim" in fields and not rng.randrange(15):
        fields["dim"] = rng.randrange(8)
    if "dim" in fields and not rng.randrange(12):
        fields["r128"] = 1
    live = quads(rng, wave)
    scalars = {codes["exec"]: live & MOST} | ({codes["exec"] + 1: live >> 32} if wave == 64 else {})
    resource = words_of(one, rng, not rng.randrange(5))
    if rng.randrange(2):
        resource = with_fields(resource, ARCHS[form.arch], {"bc_swizzle": rng.randrange(8)})
    scalars |= {RESOURCE + n: x for n, x in enumerate(resource)}
    scalars |= {SAMPLER + n: x for n, x in enumerate(spot)}
    if not rng.randrange(30):
        scalars.pop(rng.choice((RESOURCE, RESOURCE + 7, SAMPLER, SAMPLER + 3)))
    vectors = dict(zip(numbers, rows))
    if not rng.randrange(30):
        vectors.pop(rng.choice(numbers))
    vectors |= {DATA + n: rng.words(wave) for n in range(6) if rng.randrange(10)}
    return fields, [*((EVERY_WAVE, V0 + n, row_of(row)) for n, row in vectors.items()),
                    *((EVERY_WAVE, n, x) for n, x in scalars.items())]


@cache
def access(arch: str, wave: int, line: str) -> bytes:
    """An access of memory that nothing waits for; `line`: as RDNA3 spells it."""
    return assemble_lines(arch, wave, [line if traits_of(arch)["half_registers"] else line.replace("b32", "dword")])[0]


def store(arch: str, wave: int) -> bytes:
    return access(arch, wave, "global_store_b32 v[220:221], v222, off")


def loading(rng, arch: str, wave: int, reg: int) -> bytes:
    """Code that loads a register in some lanes, which nothing waits for; the others are on behind it, or all."""
    load = access(arch, wave, f"global_load_b32 v{reg}, v[220:221], off")
    lanes, every = some_lanes(rng, wave), (1 << wave) - 1
    return lanes_on(arch, wave, lanes) + load + lanes_on(arch, wave, rng.choice((every ^ lanes, every ^ lanes, every)))


def stored(rng, wave: int) -> list:
    """Registers of such a store or load: some dword of the region for each lane."""
    rows = [MEMORY + 4 * rng.randrange(1000) for _ in range(wave)], [0] * wave, [rng.getrandbits(32)] * wave
    return [(EVERY_WAVE, V0 + 220 + n, row_of(row)) for n, row in enumerate(rows)]


def run_of(rng, arch: str, wave: int, code: bytes, sets: list, memory: bytes) -> Call:
    return Call({"arch": arch, "wave": wave, "code": code, "sets": sets, "policy": rng.choice(POLICIES),
                 "regions": ((MEMORY, memory, shadow(rng, len(memory))),), "seed": rng.randrange(100)})


def of_samples(seed):
    """Each form that samples or gathers."""
    rng = Chance(f"{seed} samples")
    every = dwords(rng, 2 * SIZE // 4)
    for arch in CERTIFIED:
        for form in sampler.forms_of(arch):
            if form.layout != "mimg" or form.op.memory.verb != "sample":
                continue
            runs = []
            for _ in range(SINGLES):
                wave, at = rng.choice(TARGETS[arch].waves), 4 * rng.randrange(SIZE // 4)
                fields, sets = sampled_state(form, rng, wave)
                size = SIZE if rng.randrange(10) else 1000
                code = encode(form, fields) + end(arch, wave) * (rng.randrange(12) > 0)
                if not rng.randrange(4):
                    code = loading(rng, arch, wave, fields["vaddr"].code - 256 + rng.randrange(3)) + code
                    sets += stored(rng, wave)
                runs.append(run_of(rng, arch, wave, code, sets, every[at:at + size]))
            yield Calls(f"samples {arch} {form.mnemonic}", tuple(runs), (4, 64, 512))


def of_status(seed):
    """What is blended, beside a status in a register that was 0 or was not."""
    rng = Chance(f"{seed} status of samples")
    every = dwords(rng, 2 * SIZE // 4)
    for arch in CERTIFIED:
        for form in sampler.forms_of(arch):
            if form.layout != "mimg" or form.op.memory.verb != "sample" or form.op.name not in BLENDED:
                continue
            runs = []
            for _ in range(STATES):
                wave = rng.choice(TARGETS[arch].waves)
                fields, sets = sampled_state(form, rng, wave)
                sets += [(EVERY_WAVE, V0 + DATA + n, row_of(rng.choices((0, 0, n), k=wave)))
                         for n in range(6)]
                code = encode(form, fields | {"tfe": 1}) + end(arch, wave)
                runs.append(run_of(rng, arch, wave, code, sets, every[:SIZE]))
            yield Calls(f"status of samples {arch} {form.mnemonic}", tuple(runs), (4, 64, 512))


# ---- rays ----

def changed(rng, memory: bytes) -> bytes:
    """Nodes some of whose dwords are anything, NaN and infinity among it."""
    words = bytearray(memory)
    for _ in range(rng.choice((0, 0, 4, 40))):
        at = 4 * rng.randrange(len(words) // 4)
        words[at:at + 4] = rng.choice((f32(rng.choice(AWAY)), rng.getrandbits(32), 0, MOST)).to_bytes(4, "little")
    if rng.randrange(2):                               # triangles of every kind: whole, flipped, seen from one side
        for at in range(60, len(words), 64):
            words[at:at + 4] = rng.randbytes(4)
    if not rng.randrange(3):                           # one side of the boxes is no number along all axes
        for slot in range(0, len(words), rays.SLOT):
            at = slot + 16 + 24 * rng.randrange(4) + rng.choice((0, 12))
            words[at:at + 12] = f32(float("nan")).to_bytes(4, "little") * 3
    return bytes(words)


def interval(rng, kind: str) -> tuple[float, float]:
    """When a ray is between two planes: `late` and `early` begin and end within a few last digits of 1.5, which growing
    a box decides."""
    few = 1.5 + 2**-23 * rng.randrange(-9, 4)
    return {"late": (1.5, 8.0), "early": (-8.0, few), "origin": (-8.0, 0.0), "there": (-8.0, 8.0),
            "half": (rng.choice((-1.0, 1.0)), float("inf"))}[kind]


def grazed(rng, numbers: list[int], rows: dict, memory: bytes) -> bytes:
    """Lanes look at one box node along its edges: they leave as they enter, end at their origin, or lie in planes.
    -> memory with that node; `numbers`: the registers of the ray, rows of floats."""
    slot, words = rng.randrange(rays.NODES), bytearray(memory)
    signs = [rng.choice((1.0, -1.0)) for _ in range(3)]
    for child in range(4):
        kinds = rng.choice((("late", "early", "there"), ("late", "early", "there"), ("late", "early", "late"),
                            ("there", "origin", "there"), ("half", "late", "there"), ("half", "origin", "half")))
        planes = [interval(rng, kind) for kind in rng.sample(kinds, 3)]
        ends = [sorted(sign * x for x in pair) for sign, pair in zip(signs, planes)]
        at = slot * rays.SLOT + 16 + 24 * child
        words[at:at + 24] = struct.pack("<6f", *(pair[n] for n in range(2) for pair in ends))
    pointer, extent, *origin = numbers[:5]
    for lane in range(len(rows[pointer])):
        rows[pointer][lane] = 2 * slot << 3 | rays.BOX32
        rows[extent][lane] = f32(rng.choice((0.0, -0.0, 1.5, 1e30, 1e30, 1e30)))
        for k, sign in enumerate(signs):
            rows[origin[k]][lane] = 0
            rows[numbers[-3 + k]][lane] = f32(rng.choice((sign, sign, sign, sign, -sign, 0.0, -0.0)))
    return bytes(words)


def ray_state(form, rng, wave: int) -> tuple[dict, list, bytes]:
    """(fields, first registers, memory)"""
    fields, codes = random_fields(form, rng, wave), register_codes(form.arch)
    held, words, memory = rays.place(form, fields, wave, rng)
    base = fields["srsrc"].code
    resource = [words[0] | MEMORY >> 8, *words[1:]]
    if not rng.randrange(4):
        at = rng.randrange(128)
        resource[at // 32] ^= 1 << at % 32
    if not rng.randrange(6):
        resource[2] = rng.choice((0, 1, 7, 2 * rays.NODES - 2, 2 * rays.NODES))
    rows = {int(name[1:]): list(row) for name, row in held.items() if name[0] == "v"}
    if "bvh64" not in form.op.memory.words and not fields["a16"] and rng.randrange(2):
        memory = grazed(rng, list(rows), rows, memory)
    for _ in range(rng.choice((0, 0, 1, 6))):
        row = rng.choice(sorted(rows))
        rows[row][rng.randrange(wave)] = rng.choice((f32(rng.choice(AWAY)), TINY,
                                                     rng.getrandbits(10), rng.getrandbits(32)))
    if not rng.randrange(15):
        rows.pop(rng.choice(sorted(rows)))
    live = exec_of(rng, wave)
    scalars = {codes["exec"]: live & MOST} | ({codes["exec"] + 1: live >> 32} if wave == 64 else {})
    scalars |= {base + n: x for n, x in enumerate(resource)}
    if not rng.randrange(30):
        scalars.pop(base + rng.randrange(4))
    sets = [*((EVERY_WAVE, V0 + n, row_of(row)) for n, row in rows.items()),
            *((EVERY_WAVE, n, x) for n, x in scalars.items())]
    return fields, sets, changed(rng, memory)


def of_rays(seed):
    """Rays against nodes of every type, good pointers and bad."""
    rng = Chance(f"{seed} rays")
    for arch in CERTIFIED:
        for form in (form for form in sampler.forms_of(arch) if "intersect_ray" in form.mnemonic):
            for n in range(0, RAYS, 10):
                runs = []
                for _ in range(10):
                    wave = rng.choice(TARGETS[arch].waves)
                    fields, sets, memory = ray_state(form, rng, wave)
                    code = encode(form, fields)
                    if not rng.randrange(4):
                        first = fields["vaddr"].code - 256
                        code = known_in(arch, wave, some_lanes(rng, wave), first + rng.randrange(3), first) + code
                    elif not rng.randrange(4):
                        code = loading(rng, arch, wave, fields["vaddr"].code - 256 + rng.randrange(3)) + code
                        sets += stored(rng, wave)
                    waves = 1
                    if not rng.randrange(3):
                        code, sets, waves = store(arch, wave) + code, sets + stored(rng, wave), rng.choice((1, 2))
                    code += end(arch, wave) * (rng.randrange(12) > 0)
                    size = rng.choice((len(memory),) * 9 + (len(memory) - 64, 320))
                    runs.append(run_of(rng, arch, wave, code, sets, memory[:size]))
                    runs[-1].given.update(group=[wave * waves, 1, 1], grid=[wave * waves, 1, 1])
                yield Calls(f"rays {arch} {form.mnemonic} {n}", tuple(runs), (4, 64, 512))


def of_stacks(seed):
    """Several visits of nodes on the stacks of the lanes, which are too small, of any depth, or lie outside of LDS."""
    rng = Chance(f"{seed} stacks")
    for arch in CERTIFIED:
        for form in (form for form in sampler.forms_of(arch) if form.mnemonic.startswith("ds_bvh_stack")):
            for n in range(STACKS):
                wave = rng.choice(TARGETS[arch].waves)
                code, size = b"", rng.choice((0, 0, 0, 1, 2, 3))
                for k in range(rng.choice((1, 2, 6, 12))):
                    fields = random_fields(form, rng, wave)
                    fields |= {"addr": Operand(256 + 1), "vdst": Operand(256 + 2 + k % 3), "data0": Operand(256 + 6),
                               "data1": Operand(256 + 8 + 4 * (k % 4)), "gds": 0, "offset0": rng.choice((0, 0, 8)),
                               "offset1": size << 4 | rng.choice((0, 0, 0x40, 0x80, 1))}
                    code += encode(form, fields) + end(arch, wave) * (rng.randrange(30) > 0)
                pointers = (rays.NO_NODE, 8, 16, 24, 0xFFFFFFFE, 32)
                rows: dict[int, list[int]] = {k: rng.choices(pointers, k=wave) for k in (6, *range(8, 24))
                                              if rng.randrange(400)}
                spread = 4 * (8 << size) * 32
                rows[1] = [(4 * (lane % 32) + lane // 32 * spread) // 4 << 18 | rng.choice((0, 1, 2, 7, 8, 9, 0x3FFFF))
                           for lane in range(wave)]
                if not rng.randrange(5):
                    rows[1][rng.randrange(wave)] = rng.getrandbits(32)
                live, codes = exec_of(rng, wave), register_codes(arch)
                sets = [*((EVERY_WAVE, V0 + k, row_of(row)) for k, row in rows.items()),
                        (EVERY_WAVE, codes["exec"], live & MOST)]
                sets += [(EVERY_WAVE, codes["exec"] + 1, live >> 32)] * (wave == 64)
                call = run_of(rng, arch, wave, code, sets, bytes(64))
                call.given.update(lds_bytes=rng.choice((LDS, LDS, 2 * LDS, 32768, 1024)),
                                  choices=rng.choice(({}, {}, {"lds_out_of_range": 1})),
                                  lds=rng.randbytes(1024) if rng.randrange(2) else None)
                yield Calls(f"stacks {arch} {wave} {n}", (call,), (4, 64, 512))


def of_last_entries(seed):
    """One visit of a stack whose last entry lies whole in LDS, in part, or not; words of it known in some lanes."""
    rng = Chance(f"{seed} last entries of stacks")
    for arch in CERTIFIED:
        for form in (form for form in sampler.forms_of(arch) if form.mnemonic.startswith("ds_bvh_stack")):
            runs = []
            for _ in range(LAST):
                wave, size = rng.choice(TARGETS[arch].waves), rng.choice((0, 0, 1, 2, 3))
                fields = random_fields(form, rng, wave) | {
                    "addr": Operand(256 + 1), "vdst": Operand(256 + 3), "data0": Operand(256 + 6), "gds": 0,
                    "data1": Operand(256 + 8), "offset0": 0, "offset1": size << 4}
                base = 4 * rng.randrange(64)
                rows = {k: rng.choices((rays.NO_NODE, 8, 16, 24), k=wave) for k in (6, *range(8, 12))}
                rows[1] = [base // 4 << 18 | rng.choice((0, 1, (8 << size) - 1, 8 << size))] * wave
                code, live = encode(form, fields) + end(arch, wave), 1 << rng.randrange(wave)
                if rng.randrange(2):
                    code = loading(rng, arch, wave, rng.choice((1, 6, 8, 11))) + code
                codes = register_codes(arch)
                sets = [*((EVERY_WAVE, V0 + k, row_of(row)) for k, row in rows.items()), *stored(rng, wave),
                        (EVERY_WAVE, codes["exec"], live & MOST)]
                sets += [(EVERY_WAVE, codes["exec"] + 1, live >> 32)] * (wave == 64)
                call, last = run_of(rng, arch, wave, code, sets, bytes(4096)), base + ((8 << size) - 1) * 128
                call.given.update(lds_bytes=last + rng.choice((0, 1, 2, 3, 3, 4, 5, 8)), lds=None,
                                  choices=rng.choice(({}, {"lds_out_of_range": 1})))
                runs.append(call)
            yield Calls(f"last entries {arch} {form.mnemonic}", tuple(runs), (4, 64, 512))


def calls(seed):
    """All of them."""
    for kind in (of_samples, of_status, of_rays, of_stacks, of_last_entries):
        yield from kind(seed)
