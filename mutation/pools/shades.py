"""Texels of formats that images alone have, where a number decides them: sRGB about the least number of each code,
5_9_9_9 beside the greatest and the least it holds, 24 bits, halves and wholes that are infinite or no numbers.  A seed
fixes them."""
from __future__ import annotations

import struct

from ...generators.single import images
from ...model.machine import EVERY_WAVE, V0
from ...spec import ARCHS, CERTIFIED, TARGETS, load
from ...spec.encode import Operand, encode
from ..calls import Call, Calls
from ..chance import Chance
from .formats import HALVES, WORDS
from .images import ADDRESS, DATA, RESOURCE, ROW, fields_of, forms_of
from .memory import end, row_of
from .texels import run_of, state_of

RUNS = 4                                               # of a format: with wholes and with halves
NAMED = "image_load", "image_store"
# (bits of a texel, gfx9 DATA_FORMAT and NUM_FORMAT, gfx11 FORMAT)
SRGB = (32, 10, 9, 66)
SHARED = (32, 34, 7, 67)
OTHERS = ((32, 20, 0, 76), (32, 21, 0, 78), (32, 5, 0, 23), (32, 5, 1, 24), (32, 9, 0, 36), (32, 10, 1, 43))
BRIGHT = (0x7f800000, 0x7f800001, 0x7fc00000, 0xff800000, 0x7f7fffff, 0x3f800000, 0x80000000)
GREAT = (0x477f8000, 0x477f7fff, 0x477f8001, 0x477fc000, 0x477fbfff, 0x47000000, 0x7f800000, 0x7f800001, 0xff800000,
         0, 1, 0x80000001, 0x37000000, 0x33800000, 0x33000000, 0x32ffffff, 0x387fffff, 0x37800000)
FAR = tuple(0x3f800000 + (n << 23) for n in (24, 32, 38, 39, 41, 43, 44, 62)) + (0x533fffff,)


def brightness(code: int) -> int:
    """The least f32 that is nearer to this code of sRGB than to the one below."""
    at = (code - 0.5) / 255
    linear = at / 12.92 if at <= 0.04045 else ((at + 0.055) / 1.055) ** 2.4
    near, = struct.unpack("<I", struct.pack("<f", linear))
    return near + (struct.unpack("<f", struct.pack("<I", near))[0] < linear)


def words(rng, form, shape: tuple, wave: int, half: bool) -> list[list[int]]:
    """Rows to be stored."""
    if half:
        return [[rng.choice(HALVES) | rng.choice(HALVES) << 16 for _ in range(wave)] for _ in range(4)]
    if shape == SRGB:
        first = rng.randrange(4)
        codes = [[(lane * 4 + k + first) % 255 + 1 for lane in range(wave)] for k in range(4)]
        return [[rng.choice(BRIGHT) if lane % 8 == 7 and k == 1 else brightness(code) for lane, code in enumerate(row)]
                for k, row in enumerate(codes)]
    some = GREAT if shape == SHARED else WORDS + FAR
    return [rng.choices(some, k=wave) for _ in range(4)]


def held(rng, shape: tuple) -> bytes:
    """Memory; of 5_9_9_9 with small exponents."""
    if shape != SHARED:
        return rng.randbytes(ROW * 4)
    return b"".join((rng.getrandbits(27) | rng.choice((0, 0, 1, 30, 31)) << 27).to_bytes(4, "little")
                    for _ in range(ROW))


def call_of(rng, form, shape: tuple, half: bool) -> Call:
    """Lane n at texel n."""
    wave, image = rng.choice(TARGETS[form.arch].waves), images.Image(form, rng)
    while image.kind != "1D":
        image = images.Image(form, rng)
    image.format, image.width, image.levels, image.base_level = shape, 64, 1, 0
    image.select = [4, 5, 6, 7]
    rows = {ADDRESS: list(range(wave))}
    rows |= {DATA + n: row for n, row in enumerate(words(rng, form, shape, wave, half))}
    sets = [*state_of(rng, form, image, {}, (1 << wave) - 1, wave),
            *((EVERY_WAVE, V0 + reg, row_of(row)) for reg, row in rows.items())]
    known = load().encodings[ARCHS[form.arch], form.layout].fields
    fields = {"srsrc": Operand(RESOURCE), "vdata": Operand(256 + DATA), "dmask": 15, "d16": int(half), "unorm": 1}
    fields |= dict.fromkeys(("a16", "tfe", "lwe", "da", "dim", "r128", "nsa"), 0)
    given = fields_of(form, image, rng, wave) | fields
    given = {name: x for name, x in given.items() if name in known}
    code = encode(form, given) + end(form.arch, wave)
    return run_of(rng, form.arch, wave, code, sets, held(rng, shape))


def calls(seed):
    """Each format, loaded and stored."""
    rng = Chance(f"{seed} shades")
    for arch in CERTIFIED:
        for form in (form for form in forms_of(arch) if form.mnemonic in NAMED):
            for n, shape in enumerate((SRGB, SHARED, *OTHERS)):
                runs = tuple(call_of(rng, form, shape, bool(k % 2)) for k in range(RUNS))
                yield Calls(f"shades {arch} {form.mnemonic} {n}", runs, (4, 64, 512))
