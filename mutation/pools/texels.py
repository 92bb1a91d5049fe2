"""Texels at an edge: fragments of which not all are there, as many as there may be, pitches of up to 14 bits, addresses
known in some lanes alone, elements of a format that lie across the parts of swizzled memory, memory of which nobody
asks whether it is open.  A seed fixes them."""
from __future__ import annotations

from ...generators.single import images, sampler
from ...model.machine import EVERY_WAVE, V0, register_codes
from ...spec import ARCHS, CERTIFIED, TARGETS, load
from ...spec.encode import Operand, encode
from ..calls import Call, Calls
from ..chance import Chance
from ..partly import lanes_on, some_lanes
from .formats import dwords
from .images import (
    ADDRESS, DATA, MEMORY, MOST, RESOURCE, ROW, coordinates, fields_of, forms_of, layout_of, with_fields,
)
from .memory import OFFSET, end, placed, row_of, run_of as memory_run
from .samples import access, run_of, stored

FRAGMENTS, PITCHES, PARTLY, ACROSS, BARE = 24, 40, 3, 6, 2   # runs of a form, of an architecture
FEW = 8                                                # runs of one machine
NAMED = "image_load", "image_store", "image_load_mip", "image_store_mip", "image_load_pck"
BUFFER = 12                                            # SGPRs of memory.py's V#


def state_of(rng, form, image: images.Image, told: dict, live: int, wave: int) -> list:
    """First registers: the T# with these fields, spots in and around the image, data."""
    codes = register_codes(form.arch)
    words = with_fields([*image.resource()], ARCHS[form.arch], told)
    words[0] |= MEMORY >> 8
    scalars = {codes["exec"]: live & MOST} | ({codes["exec"] + 1: live >> 32} if wave == 64 else {})
    scalars |= {RESOURCE + n: x for n, x in enumerate(words)}
    rows = {ADDRESS + n: row for n, row in enumerate(coordinates(image, rng, wave))}
    rows |= {DATA + n: rng.words(wave) for n in range(7)}
    return [*((EVERY_WAVE, V0 + reg, row_of(row)) for reg, row in rows.items()),
            *((EVERY_WAVE, reg, x) for reg, x in scalars.items())]


def encoded(rng, form, image: images.Image, wave: int) -> bytes:
    return encode(form, fields_of(form, image, rng, wave) | {"srsrc": Operand(RESOURCE), "a16": 0})


def call_of(rng, form, image: images.Image, told: dict, size: int, before: bytes = b"", bare: bool = False,
            live: int | None = None) -> Call:
    """A run of one access of memory of so many bytes.  `bare`: nobody asks whether it is open."""
    wave = rng.choice(TARGETS[form.arch].waves)
    sets = state_of(rng, form, image, told, (1 << wave) - 1 if live is None else live, wave)
    code = before + encoded(rng, form, image, wave) + end(form.arch, wave)
    call = run_of(rng, form.arch, wave, code, sets, rng.randbytes(size))
    return Call(call.given, ((("regions", 0, "open"), None),) if bare else (), call.how)


# ---- fragments ----

def fragments(rng, form) -> Call:
    """Of 2 to 16 fragments a texel, in memory that ends within one of them."""
    image = images.Image(form, rng)
    while image.samples == 1:
        image = images.Image(form, rng)
    log, array = rng.choice((1, 2, 3, 4, 4)), image.array
    image.width, image.height = rng.randrange(1, 9), rng.randrange(1, 3)
    image.first, image.last = 0, int(array and rng.randrange(2))
    plane = ROW * image.height
    at = rng.choice((1, 2, 3, 4, 8, 15, 16)) * plane
    size = max(16, at - rng.choice((0, 0, plane)) + rng.choice((-1, 0, 1, 4, 8, 16, 60, plane // 2)))
    size = rng.choice((size, size, 1 << log + array << plane.bit_length()))
    return call_of(rng, form, image, {"last_level": log, "max_mip": log}, size, bare=not rng.randrange(3))


def of_fragments(seed):
    """Each form that loads, stores or changes one fragment, or loads four."""
    rng = Chance(f"{seed} fragments")
    for arch in CERTIFIED:
        for form in forms_of(arch):
            if "mip" in form.op.memory.words or "resinfo" in form.op.memory.words:
                continue
            count = FRAGMENTS if "msaa" in form.op.memory.words else 2
            yield Calls(f"fragments {arch} {form.mnemonic}", tuple(fragments(rng, form) for _ in range(count)),
                        (4, 64, 512))


# ---- pitches ----

def of_pitches(seed):
    """Rows far apart: by every bit of a pitch, and one more or less than a row may have."""
    rng = Chance(f"{seed} pitches")
    for arch in CERTIFIED:
        forms = [form for form in forms_of(arch) if form.mnemonic in NAMED and "mip" not in form.op.memory.words]
        runs = []
        for n in range(PITCHES):
            form = rng.choice(forms)
            image = images.Image(form, rng)
            while image.kind != "2D" or image.levels > 1:
                image = images.Image(form, rng)
            image.height, unit = 4, max(1, ROW * 8 // image.format[0])
            beyond = (1 << 13) // unit + rng.randrange(4)
            row = unit * rng.choice((1 << n % 8, rng.randrange(1, 80), beyond, beyond))
            row += rng.choice((-1, -1, -1, -1, -1, 0, -2))
            told = {"depth": row & 0x1FFF, "pitch_13": row >> 13, "pitch": row, "last_level": 0, "max_mip": 0}
            runs.append(call_of(rng, form, image, told, rng.choice((1 << 12, 1 << 15, 1 << 17))))
        for n in range(0, PITCHES, FEW):
            yield Calls(f"pitches {arch} {n}", tuple(runs[n:n + FEW]), (4, 64, 512))


# ---- addresses that are known in some lanes ----

def of_partly(seed):
    """Each form, a word of its address outstanding in some lanes: those that are on, others, or some of both."""
    rng = Chance(f"{seed} partly known addresses")
    for arch in CERTIFIED:
        for form in forms_of(arch):
            runs = []
            for _ in range(PARTLY):
                wave, image = rng.choice(TARGETS[arch].waves), images.Image(form, rng)
                lanes, every = some_lanes(rng, wave), (1 << wave) - 1
                reg = ADDRESS + rng.randrange(3)
                fetch = lanes_on(arch, wave, lanes) + access(arch, wave, f"global_load_b32 v{reg}, v[220:221], off")
                code = fetch + lanes_on(arch, wave, rng.choice((every ^ lanes, every ^ lanes, lanes, every)))
                sets = state_of(rng, form, image, {}, every, wave) + stored(rng, wave)
                fields = fields_of(form, image, rng, wave) | {"srsrc": Operand(RESOURCE)}
                runs.append(run_of(rng, arch, wave, code + encode(form, fields) + end(arch, wave), sets,
                                   rng.randbytes(1 << 14)))
            yield Calls(f"partly known {arch} {form.mnemonic}", tuple(runs), (4, 64, 512))


# ---- formats across parts ----

def across(rng, form) -> Call:
    """A run of one access by a format of a swizzled buffer, which some lanes make across its elements."""
    arch, wave = form.arch, rng.choice(TARGETS[form.arch].waves)
    family, codes = ARCHS[arch], register_codes(arch)
    told = load().registers["BUFFER_RESOURCE"].fields[family]
    swizzle = rng.choice((1, 1, 3)) if "oob_select" in told else 1
    given = {"base": MEMORY, "stride": 64, "num_records": 64, "swizzle_enable": swizzle, "oob_select": 1,
             "index_stride": rng.randrange(4), "element_size": rng.choice((0, 1, 1, 2, 3)),
             **{f"dst_sel_{axis}": 4 + n for n, axis in enumerate("xyzw")},
             "format": rng.choice((20, 22, 29, 42, 50, 57, 63)), "data_format": rng.choice((4, 5, 10, 11, 12, 14)),
             "num_format": rng.choice((4, 7, 5))}
    words = load().registers["BUFFER_RESOURCE"].pack(family, 128, {k: x for k, x in given.items() if k in told})
    fields = {"srsrc": Operand(BUFFER), "vaddr": Operand(256 + OFFSET), "offen": 1, "idxen": 1, "soffset": 128,
              "offset": rng.choice((0, 0, 1, 2)), "lds": 0, "tfe": 0,
              "format": rng.choice((20, 22, 57, 63, 0x4B, 0x7E))}
    known = load().encodings[family, form.layout].fields
    rows = {OFFSET: rng.choices(range(8), k=wave), OFFSET + 1: rng.choices((0, 4, 8, 16, 0, 4, 1, 2, 6, 14), k=wave)}
    rows |= {reg: rng.words(wave) for reg in (*range(20, 26), *range(30, 38))}
    live = (1 << wave) - 1
    scalars = {codes["exec"]: live & MOST} | ({codes["exec"] + 1: live >> 32} if wave == 64 else {})
    scalars |= {BUFFER + n: int.from_bytes(words[4 * n:4 * n + 4], "little") for n in range(4)}
    sets = [*((EVERY_WAVE, V0 + reg, row_of(row)) for reg, row in rows.items()),
            *((EVERY_WAVE, reg, x) for reg, x in scalars.items())]
    code = placed(form, rng, wave, {name: x for name, x in fields.items() if name in known})
    call = memory_run(rng, arch, wave, code + end(arch, wave), sets)
    memory = dwords(rng, 2048)
    call.given.update(regions=((MEMORY, memory),), choices={}, scratch_bytes=0)
    return Call(call.given, ((("regions", 0, "open"), None),) if rng.randrange(2) else (), call.how)


def of_across(seed):
    """Each form that goes by a format."""
    rng = Chance(f"{seed} formats across parts")
    for arch in CERTIFIED:
        for form in sampler.forms_of(arch):
            typed = form.op.memory and form.op.memory.size.startswith("format")
            if form.layout in ("mubuf", "mtbuf") and typed and not sampler.outside(form):
                yield Calls(f"across {arch} {form.mnemonic}", tuple(across(rng, form) for _ in range(ACROSS)),
                            (4, 64, 512))


# ---- memory of which nobody asks ----

def of_bare(seed):
    """Each form, where nobody asks whether memory is open, and somebody or nobody what was read and written."""
    rng = Chance(f"{seed} bare texels")
    for arch in CERTIFIED:
        for form in forms_of(arch):
            made = [images.Image(form, rng) for _ in range(BARE)]
            runs = [call_of(rng, form, one, layout_of(one, rng) if n else {}, 1 << 14, bare=True)
                    for n, one in enumerate(made)]
            memory, = runs[0].given["regions"]
            runs[0].given["regions"] = ((*memory[:3], "global", True),)
            yield Calls(f"bare {arch} {form.mnemonic}", tuple(runs), (4, 64, 512))


def calls(seed):
    """All of them."""
    for kind in (of_fragments, of_pitches, of_partly, of_across, of_bare):
        yield from kind(seed)
