"""Images by every operation without a sampler: T#s of every kind and format code, at the ends of their fields and wrong
ones, spots in and around them, lanes that meet, several accesses with and without waits.  A seed fixes them."""
from __future__ import annotations

import struct
from functools import cache

from ...generators.single import images, sampler
from ...generators.single.encodings import random_fields
from ...harness.case import POLICIES
from ...model.machine import EVERY_WAVE, V0, register_codes
from ...spec import ARCHS, CERTIFIED, TARGETS, load, traits_of
from ...spec.encode import Operand, encode
from ..calls import Call, Calls
from ..chance import Chance
from .memory import CHOICES, between, end, exec_of, row_of, shadow

SINGLES, MIXTURES, CODES, MEANT = 40, 60, 2, 12        # runs of a form; of mixtures; of a format code; of one of OWN
LAYOUTS, VIEWS, FEW = 240, 48, 8                       # runs of an architecture; of one machine
MEMORY, SIZE, ROW = 0x20000, 16384, 256
OWN = {"gfx9": {data | 9 << 6 for data in (1, 3, 10)}, "gfx11": {64, 65, 66}}   # sRGB: buffers have no such codes
MOST = 2**32 - 1
RESOURCE, SECOND, ADDRESS, DATA = 8, 16, 20, 40        # SGPRs: two T#s; VGPRs


@cache
def forms_of(arch: str) -> list:
    return [form for form in sampler.forms_of(arch) if form.layout == "mimg" and form.op.memory.verb != "sample"
            and "intersect_ray" not in form.mnemonic]


def words_of(one: images.Image, rng, wrong: bool) -> list[int]:
    """The T#, at MEMORY; `wrong`: with a field that is none of this image's."""
    fields = load().registers["IMAGE_RESOURCE"].fields[ARCHS[one.arch]]
    whole = int.from_bytes(struct.pack("<8I", *one.resource()), "little") | MEMORY >> 8
    if wrong:
        name = rng.choice([name for name in fields if name != "base"])
        low, width = fields[name].low, fields[name].mask.bit_count()
        value = rng.choice((0, 1, 2, (1 << width) - 1, rng.getrandbits(width))) & (1 << width) - 1
        whole = whole & ~((1 << width) - 1 << low) | value << low
    if not rng.randrange(20):
        whole = rng.choice((0, 0, whole & MOST, whole >> 128 << 128))
    return [whole >> 32 * n & MOST for n in range(8)]


def fields_of(form, one: images.Image, rng, wave: int) -> dict:
    """An encoding whose registers are the ones this module fills."""
    fields = random_fields(form, rng, wave)
    for n in range(1, 5):
        fields.pop(f"vaddr{n}", None)
    fields |= {"srsrc": Operand(rng.choice((RESOURCE, RESOURCE, SECOND))), "vaddr": Operand(256 + ADDRESS),
               "vdata": Operand(256 + DATA + rng.choice((0, 0, 1))), "a16": rng.randrange(2),
               "unorm": int(rng.randrange(20) > 0 or form.op.memory.verb == "load"),
               "dmask": rng.choice((0, 1, 1, 3, 3, 15, rng.randrange(16)))}
    dwords = one.format[0] // 32 * (2 if form.op.memory.combine == "cmpswap" else 1)
    if form.op.memory.verb == "atomic" and rng.randrange(6):
        fields["dmask"] = (1 << dwords) - 1 & 15
    if "dim" in load().encodings[ARCHS[form.arch], form.layout].fields:
        nsa = rng.randrange(2)
        fields.update(dim=images.KINDS.index(one.kind) if rng.randrange(15) else rng.randrange(8), nsa=nsa,
                      r128=int(not rng.randrange(6)))
        if nsa:
            fields.update({f"vaddr{n}": ADDRESS + rng.randrange(6) for n in range(1, 5)})
    else:
        fields["da"] = int(one.array if rng.randrange(8) else not one.array)
    return fields


def coordinates(one: images.Image, rng, wave: int) -> list[list[int]]:
    """Rows that may be any word of an address: small, at the ends of the image, beyond, with the highest bit set; and
    pairs of such for A16."""
    sizes = [one.width, one.height, one.last - one.first + 1, one.depth, one.samples, one.levels, 3]
    some = [x for size in sizes for x in (0, 0, 1, rng.randrange(size), rng.randrange(size), size - 1, size - 1, size)]
    row = lambda: rng.choices(some, k=wave)
    alone = [row() for _ in range(6)]
    for lanes in alone:
        if not rng.randrange(6):
            lanes[rng.randrange(wave)] = MOST
    pairs = [[a | b << 16 & MOST for a, b in zip(one, row())] if rng.randrange(3) == 0 else one for one in alone]
    high = (0, *[0] * 30, 1 << 15, 1 << 31)
    return [[x ^ bit for x, bit in zip(one, rng.choices(high, k=wave))] if rng.randrange(3) == 0 else one
            for one in pairs]


def state(rng, arch: str, wave: int, image: images.Image, other: images.Image) -> list:
    codes, live = register_codes(arch), exec_of(rng, wave)
    scalars = {codes["exec"]: live & MOST}
    if wave == 64:
        scalars[codes["exec"] + 1] = live >> 32
    for at, one in ((RESOURCE, image), (SECOND, other)):
        scalars |= {at + n: word for n, word in enumerate(words_of(one, rng, rng.randrange(4) == 0))}
    if not rng.randrange(30):
        scalars.pop(RESOURCE + rng.randrange(8))
    vectors = {ADDRESS + n: row for n, row in enumerate(coordinates(image, rng, wave))}
    some = [rng.getrandbits(32), rng.getrandbits(32)] * 8
    some += [rng.getrandbits(bits) for bits in (32, 8) for _ in range(8)]
    vectors |= {DATA + n: rng.choices(some, k=wave) for n in range(7) if rng.randrange(12)}
    if not rng.randrange(30):
        vectors.pop(ADDRESS + rng.randrange(3))
    return [*((EVERY_WAVE, V0 + reg, row_of(row)) for reg, row in vectors.items()),
            *((EVERY_WAVE, reg, value) for reg, value in scalars.items())]


def run_of(rng, arch: str, wave: int, code: bytes, sets: list, group: int = 1) -> Call:
    size = rng.choice((SIZE,) * 9 + (1000,))
    return Call({"arch": arch, "wave": wave, "code": code, "sets": sets, "policy": rng.choice(POLICIES),
                 "regions": ((MEMORY, rng.randbytes(size), shadow(rng, size)),), "group": [wave * group, 1, 1],
                 "grid": [wave * group, 1, 1], "choices": rng.choice(CHOICES), "seed": rng.randrange(100)})


def of_forms(seed):
    """Each form alone."""
    rng = Chance(f"{seed} image forms")
    for arch in CERTIFIED:
        for form in forms_of(arch):
            runs = []
            for _ in range(SINGLES):
                wave, image = rng.choice(TARGETS[arch].waves), images.Image(form, rng)
                code = encode(form, fields_of(form, image, rng, wave)) + end(arch, wave)
                runs.append(run_of(rng, arch, wave, code, state(rng, arch, wave, image, image)))
            yield Calls(f"images {arch} {form.mnemonic}", tuple(runs), (4, 64, 512))


def of_mixtures(seed):
    """Several accesses, of one wave or of two."""
    rng = Chance(f"{seed} image mixtures")
    for arch in CERTIFIED:
        for wave in TARGETS[arch].waves:
            for n in range(MIXTURES):
                some = [rng.choice(forms_of(arch)) for _ in range(rng.choice((2, 3, 4)))]
                image, other = images.Image(some[0], rng), images.Image(some[1], rng)
                code = b""
                for form in some:
                    code += encode(form, fields_of(form, image, rng, wave))
                    if rng.randrange(2):
                        code += rng.choice(between(arch, wave)[1:])
                code += end(arch, wave)
                call = run_of(rng, arch, wave, code, state(rng, arch, wave, image, other), rng.choice((1, 1, 2)))
                yield Calls(f"images mixed {arch} {wave} {n}", (call,), (4, 64, 512))


def of_formats(seed):
    """Every code of a format, loaded and stored over numbers of every kind."""
    rng = Chance(f"{seed} image formats")
    for arch in CERTIFIED:
        fields = load().registers["IMAGE_RESOURCE"].fields[ARCHS[arch]]
        names = [name for name in ("format", "data_format", "num_format") if name in fields]
        low = min(fields[name].low for name in names)
        bits = sum(fields[name].mask.bit_count() for name in names)
        chosen = [form for form in forms_of(arch) if form.mnemonic in ("image_load", "image_store", "image_load_pck")]
        for code in range(1 << bits):
            runs, count = [], MEANT if code in OWN[ARCHS[arch]] else CODES
            for form in (chosen[(code + n) % len(chosen)] for n in range(count)):
                wave, image = rng.choice(TARGETS[arch].waves), images.Image(form, rng)
                sets = state(rng, arch, wave, image, image)
                whole = int.from_bytes(struct.pack("<8I", *image.resource()), "little") | MEMORY >> 8
                whole = whole & ~((1 << bits) - 1 << low) | code << low
                sets += [(EVERY_WAVE, RESOURCE + n, whole >> 32 * n & MOST) for n in range(8)]
                given = fields_of(form, image, rng, wave) | {"srsrc": Operand(RESOURCE)}
                runs.append(run_of(rng, arch, wave, encode(form, given) + end(arch, wave), sets))
            yield Calls(f"images {arch} format {code}", tuple(runs), (4, 64, 512))


def with_fields(words: list[int], family: str, given: dict) -> list[int]:
    """The T# with these of its fields, where it has them."""
    fields = load().registers["IMAGE_RESOURCE"].fields[family]
    whole = sum(word << 32 * n for n, word in enumerate(words))
    for name, value in given.items():
        if name in fields:
            ones = (1 << fields[name].mask.bit_count()) - 1
            whole = whole & ~(ones << fields[name].low) | (value & ones) << fields[name].low
    return [whole >> 32 * n & MOST for n in range(8)]


def layout_of(one: images.Image, rng) -> dict:
    """Fields that say where rows and slices lie: pitches up to the widest, slices of a view, views of 3D images."""
    row = ROW * 8 // one.format[0] * rng.choice((1, 1, 2, 3, 8, 32, 33)) - 1 + (not rng.randrange(12))
    if one.kind == "3D":
        depth = rng.randrange(4)
        return {"array_pitch": rng.choice((0, 1, 1, 2, 3, 15)), "depth": depth, "base_array": rng.randrange(depth + 2)}
    if one.array:
        return {"depth": rng.randrange(4), "base_array": rng.randrange(4), "pitch": row}
    if traits_of(one.arch)["image_pitch"]:
        return {"pitch": row, "base_array": rng.randrange(3)}
    return {"depth": row, "pitch_13": row >> 13, "last_level": 0, "max_mip": 0, "base_level": 0,
            "base_array": rng.randrange(3)} | ({"last_level": 1, "max_mip": 1} if one.samples > 1 else {})


def of_layouts(seed):
    """Rows, slices and samples that lie elsewhere than in plain images, in memory that ends anywhere near them."""
    rng = Chance(f"{seed} image layouts")
    for arch in CERTIFIED:
        runs = []
        for _ in range(LAYOUTS):
            form, wave = rng.choice(forms_of(arch)), rng.choice(TARGETS[arch].waves)
            image = images.Image(form, rng)
            given = layout_of(image, rng) if rng.randrange(6) else {}
            words = with_fields([*image.resource()], ARCHS[arch], given)
            words[0] |= MEMORY >> 8
            sets = [*state(rng, arch, wave, image, image),
                    *((EVERY_WAVE, RESOURCE + n, word) for n, word in enumerate(words))]
            code = encode(form, fields_of(form, image, rng, wave) | {"srsrc": Operand(RESOURCE)}) + end(arch, wave)
            call = run_of(rng, arch, wave, code, sets)
            size = rng.choice((SIZE, ROW * rng.randrange(1, 33) + rng.choice((0, 0, 1, 4, -1, -4, -16))))
            call.given["regions"] = ((MEMORY, rng.randbytes(size), shadow(rng, size)),)
            runs.append(call)
        for n in range(0, LAYOUTS, FEW):
            yield Calls(f"images {arch} layouts {n}", tuple(runs[n:n + FEW]), (4, 64, 512))


def of_views(seed):
    """Slices of 3D images by every value of the field that says whether a T# names some of them."""
    rng = Chance(f"{seed} image views")
    for arch in CERTIFIED:
        loads = [form for form in forms_of(arch) if form.mnemonic in ("image_load", "image_load_mip", "image_store",
                                                                      "image_get_resinfo")]
        runs = []
        for n in range(VIEWS):
            form, wave = rng.choice(loads), rng.choice(TARGETS[arch].waves)
            image = images.Image(form, rng)
            while image.kind != "3D":
                image = images.Image(form, rng)
            depth = rng.randrange(1, 4)
            words = with_fields([*image.resource()], ARCHS[arch], {
                "array_pitch": n % 16, "depth": depth, "base_array": rng.randrange(1, depth + 1)})
            words[0] |= MEMORY >> 8
            sets = [*state(rng, arch, wave, image, image),
                    *((EVERY_WAVE, RESOURCE + k, word) for k, word in enumerate(words))]
            fields = fields_of(form, image, rng, wave) | {"srsrc": Operand(RESOURCE), "a16": 0}
            runs.append(run_of(rng, arch, wave, encode(form, fields) + end(arch, wave), sets))
        for n in range(0, VIEWS, FEW):
            yield Calls(f"images {arch} views {n}", tuple(runs[n:n + FEW]), (4, 64, 512))


def calls(seed):
    """All of them."""
    for kind in (of_forms, of_layouts, of_mixtures, of_formats, of_views):
        yield from kind(seed)
