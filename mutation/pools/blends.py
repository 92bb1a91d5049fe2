"""What samplers blend, where its last digit decides something: between two neighbours, and next to the least normal
number; resources that name no format and yet are looked at; sources that an export leaves out.  A seed fixes them."""
from __future__ import annotations

import struct

from ...harness.assembly import assemble_lines
from ...model.machine import EVERY_WAVE, V0, register_codes
from ...spec import load, traits_of
from ..calls import Call, Calls
from ..chance import Chance
from .memory import end, row_of
from .samples import access, f32
from .waits import kinds

EACH, MOST = 3, 2**32 - 1                              # runs of a kind, of an architecture and wave size
MEMORY, ROW, FACES = 0x20000, 256, 6
ILLEGAL = b"\xff\xff\xff\xff"
LEAST = 0x800000                                       # the least normal number
SAMPLE = {"gfx9": "image_sample_lz {0}, v[10:12], s[8:15], s[16:19] dmask:{1} da",
          "gfx11": "image_sample_lz {0}, v[10:12], s[8:15], s[16:19] dmask:{1} dim:SQ_RSRC_IMG_CUBE"}
CUBE, LINE = 11, 8                                     # TYPE
# each leaves out a source in front of one that it has
EXPORTS = ("off, v20, off, off", "off, off, v20, off", "off, v20, v21, off", "off, off, off, v21",
           "v20, off, v21, off")


def words_of(name: str, family: str, given: dict) -> list[int]:
    """Those of its fields that it has."""
    register = load().registers[name]
    bits = 256 if name == "IMAGE_RESOURCE" else 128
    data = register.pack(family, bits, {one: x for one, x in given.items() if one in register.fields[family]})
    return [*struct.unpack(f"<{bits // 32}I", data)]


def run_of(arch: str, wave: int, code: bytes, rows: dict, scalars: dict, memory: bytes) -> Call:
    codes = register_codes(arch)
    scalars = {codes["exec"]: MOST, codes["exec"] + 1: MOST} | scalars
    sets = [*((EVERY_WAVE, V0 + reg, row_of([value] * wave)) for reg, value in rows.items()),
            *((EVERY_WAVE, reg, value) for reg, value in scalars.items())]
    return Call({"arch": arch, "wave": wave, "code": code, "sets": sets, "regions": ((MEMORY, memory),)})


def sampled(arch: str, family: str, wave: int, code: bytes, image: dict, place: tuple, memory: bytes,
            scalars: dict) -> Call:
    """A run with a sampler that blends, at a place of a cube."""
    told = {"base": MEMORY >> 8, "dst_sel_x": 4, "dst_sel_y": 5, "dst_sel_z": 6, "dst_sel_w": 7} | image
    spot = {"xy_mag_filter": 1, "xy_min_filter": 1, "max_lod": 4095, "clamp_x": 2, "clamp_y": 2}
    words = words_of("IMAGE_RESOURCE", family, told) + words_of("IMAGE_SAMPLER", family, spot)
    rows = {10 + n: f32(x) for n, x in enumerate(place)}
    return run_of(arch, wave, code, rows, {8 + n: x for n, x in enumerate(words)} | scalars, memory)


def between(rng, arch: str, family: str, wave: int, pair: tuple[int, int]) -> Call:
    """The middle of two neighbours, which is the first of them; any other one brings what is no instruction."""
    sign = rng.randrange(2) << 31
    face = b"".join((x | sign).to_bytes(4, "little") for x in pair).ljust(ROW, b"\0") * 2
    lines = ["v_readfirstlane_b32 s20, v40", "s_cmp_eq_u32 s20, s21", "s_cbranch_scc1 1", "s_endpgm"]
    first, *decides, last = assemble_lines(arch, wave, [SAMPLE[family].format("v40", "0x1"), *lines])
    wait = end(arch, wave)[:-len(last)]
    image = {"type": CUBE, "width": 1, "height": 1, "depth": FACES - 1, "format": 22, "data_format": 4,
             "num_format": 7, "pitch": ROW // 4 - 1}
    place = 1.5, 1 + rng.choice((0.5, 0.25, 0.625)), float(rng.randrange(FACES))
    return sampled(arch, family, wave, first + wait + b"".join(decides) + ILLEGAL + last, image, place,
                   face * FACES, {21: pair[0] | sign})


def of_even(rng, arch: str, family: str, wave: int) -> Call:
    """Between two numbers a last digit apart, of which the even one is as near."""
    even = 0x3F800000 + 2 * rng.randrange(1 << 20, 1 << 21)
    return between(rng, arch, family, wave, (even, even + 1))


def of_least(rng, arch: str, family: str, wave: int) -> Call:
    """Between the least normal number and the one below it, which is none."""
    return between(rng, arch, family, wave, (LEAST, LEAST - 1))


def of_nothing(rng, arch: str, family: str, wave: int) -> Call:
    """A cube where the T# says one row of nothing: of one texel, or of more."""
    code = assemble_lines(arch, wave, [SAMPLE[family].format("v[40:43]", "0xf")])[0] + end(arch, wave)
    return sampled(arch, family, wave, code, {"type": LINE, "width": rng.choice((0, 0, 1))},
                   (rng.choice((1.0, 1.5)), 1.25, 0.0), rng.randbytes(ROW), {})


def of_buffers(rng, arch: str, family: str, wave: int) -> Call:
    """A buffer without a format that adds the lane, which is not unbound."""
    given = {"base": MEMORY, "stride": rng.choice((1, 4, 8)), "num_records": 4096, "add_tid_enable": 1,
             "oob_select": 3, "dst_sel_x": 4, "dst_sel_y": 5, "dst_sel_z": 6, "dst_sel_w": 1}
    suffix = rng.choice(("x v40", "xy v[40:41]", "xyzw v[40:43]"))
    code = assemble_lines(arch, wave, [f"buffer_load_format_{suffix}, off, s[8:11], 0"])[0] + end(arch, wave)
    words = words_of("BUFFER_RESOURCE", family, given)
    return run_of(arch, wave, code, {}, {8 + n: x for n, x in enumerate(words)}, b"\x7f" + rng.randbytes(4095))


def of_exports(rng, arch: str, family: str, wave: int) -> Call:
    """v0, which stands for a source that is left out, is on its way."""
    line = f"exp mrt0 {rng.choice(EXPORTS)} done" + " vm" * traits_of(arch)["export_parameters"]
    code = access(arch, wave, "global_load_b32 v0, v[4:5], off") + assemble_lines(arch, wave, [line])[0]
    rows = {0: 1, 4: MEMORY, 5: 0, 20: rng.getrandbits(32), 21: rng.getrandbits(32)}
    return run_of(arch, wave, code + end(arch, wave), rows, {}, rng.randbytes(ROW))


def calls(seed):
    """All of them."""
    rng = Chance(f"{seed} blends")
    for arch, family, wave in kinds():
        for kind in (of_least, of_even, of_nothing, of_buffers, of_exports):
            runs = tuple(kind(rng, arch, family, wave) for _ in range(EACH))
            yield Calls(f"blends {kind.__name__[3:]} {arch} {wave}", runs, (4, 64, 512))
