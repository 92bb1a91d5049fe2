"""Typed buffers by every format code there is, reserved ones too: loads from and stores over numbers at the ends of
what components hold.  A seed fixes them."""
from __future__ import annotations

import struct

import numpy as np

from ...generators.single import sampler
from ...generators.single.encodings import random_fields
from ...model.machine import EVERY_WAVE, V0, register_codes
from ...spec import ARCHS, CERTIFIED, TARGETS, load
from ...spec.encode import Operand, encode
from ..calls import Call, Calls
from ..chance import Chance, chosen
from ..partly import known_in, some_lanes
from .memory import end

NUMBERS, ROUNDS = 6000, 2                              # dwords all runs share; runs of each format and form
TOGETHER = 8                                           # formats of one run
BASE, PITCH = 0x20000, 16                              # memory; bytes of a lane
OFFSET, DATA, RESULT, AWAY, RESOURCE = 0, 4, 32, 40, 64     # registers: VGPRs, then SGPRs
CODES = {"mtbuf": ("format",), "mubuf": ("num_format", "data_format", "format")}
HALVES = (0, 1, 0x3ff, 0x400, 0x7bff, 0x7c00, 0x7c01, 0x7e00, 0x7fff, 0x8000, 0x8001, 0x3c00, 0x3bff, 0xbc00, 0xfbff,
          0xfc00, 0xfd00, 0xffff, 0x3fff, 0x7f, 0x80, 0xff, 0x100, 0x1ff, 0x200, 0xfe00)
WORDS = (0, 1, 0x3f800000, 0x3f7fffff, 0xbf800000, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001,
         0x477fe000, 0x477fefff, 0x477ff000, 0x47800000, 0x38800000, 0x387fffff, 0x33800000, 0x33000001, 0x437f0000,
         0x43000000, 0xc3000000, 0xc3010000, 0x477fff00, 0x47000000, 0xc7000000, 0x35800000, 0x36000000, 0x4f800000,
         0x7fffffff, 0xffffffff, 0xff, 0x100, 0x7f, 0x80, 0xffffff80, 0xffffff7f, 0xffff, 0x10000, 0xffff8000)


def dwords(rng, count: int) -> bytes:
    """So many dwords, each two halves, one whole number, or anything."""
    low, high, whole, anything, wide, narrow, which = rng.columns(count, "fffwfff")
    halves, words = np.array(HALVES, np.uint32), np.array(WORDS, np.uint32)
    kinds = (chosen(halves, low) | chosen(halves, high) << 16, chosen(words, whole), anything,
             (600 * wide - 300).astype(np.float32).view(np.uint32),
             (2.2 * narrow - 1.1).astype(np.float32).view(np.uint32))
    return np.choose((which * len(kinds)).astype(np.intp), kinds).astype("<u4").tobytes()


def stretch(rng, numbers: bytes, size: int) -> bytes:
    """So many bytes out of the numbers, from anywhere."""
    at = 4 * rng.randrange((len(numbers) - size) // 4 + 1)
    return numbers[at:at + size]


def widths(layout: str, family: str) -> list[tuple[str, int]]:
    """(field, bits) of a format code: of the instruction, or of the resource."""
    if layout == "mtbuf":
        fields = load().encodings[family, layout].fields
        return [("format", fields["format"][1])]
    fields = load().registers["BUFFER_RESOURCE"].fields[family]
    return [(name, fields[name].mask.bit_count()) for name in CODES[layout] if name in fields]


def resource(rng, family: str, fields: dict) -> tuple[int, ...]:
    """The words of a buffer; now and then its components change places, are constants, or lie beyond its end."""
    select = (4, 5, 6, 7) if rng.randrange(3) else [rng.choice((0, 1, 4, 5, 6, 7)) for _ in range(4)]
    given = {"base": BASE, "num_records": rng.choice((1 << 20, 1 << 20, PITCH * 40 + rng.randrange(17))),
             **{f"dst_sel_{one}": code for one, code in zip("xyzw", select)}, **fields}
    if "oob_select" in load().registers["BUFFER_RESOURCE"].fields[family]:
        given["oob_select"] = 3                        # raw bounds
    return struct.unpack("<4I", load().registers["BUFFER_RESOURCE"].pack(family, 128, given))


def bound(rng, family: str) -> dict:
    """A format that a typed access leaves aside; seldom INVALID, which makes the resource unbound."""
    fields = load().registers["BUFFER_RESOURCE"].fields[family]
    return {name: 4 for name in ("format", "data_format") if name in fields and rng.randrange(9)}


def encoded(form, rng, wave: int, number: int, fields: dict) -> bytes:
    """The access number `number` of a run: its own result, resource and kilobyte of memory."""
    given = random_fields(form, rng, wave)
    loads = form.op.memory.verb == "load"
    given |= {"vdata": Operand(256 + (RESULT + 4 * number if loads else DATA)), "vaddr": Operand(256 + OFFSET),
              "srsrc": Operand(RESOURCE + 4 * (number % 4)), "soffset": AWAY + number, "idxen": 0, "offen": 1,
              "offset": 0, "tfe": 0, **({"lds": 0} if "lds" in given else {}), **fields}
    return encode(form, given)


def run_of(rng, form, wave: int, codes: list[dict], numbers: bytes) -> Call:
    family, typed = ARCHS[form.arch], form.layout == "mtbuf"
    special = register_codes(form.arch)
    code = b""
    sets: list[tuple] = [(EVERY_WAVE, special["exec"], 0xffffffff), (EVERY_WAVE, special["m0"], 0)]
    if wave == 64:
        sets.append((EVERY_WAVE, special["exec"] + 1, 0xffffffff))
    torn = rng.choice((None, None, *range(DATA, DATA + 4)))           # data that are known in some lanes alone
    if torn is not None:
        code += known_in(form.arch, wave, some_lanes(rng, wave), torn, RESULT)
    for n, fields in enumerate(codes):
        code += encoded(form, rng, wave, n, fields if typed else {})
        sets.append((EVERY_WAVE, AWAY + n, PITCH * wave * n))
    for n in range(4):
        words = resource(rng, family, bound(rng, family) if typed else codes[n % len(codes)])
        sets += [(EVERY_WAVE, RESOURCE + 4 * n + k, one) for k, one in enumerate(words)]
    sets.append((EVERY_WAVE, V0 + OFFSET, struct.pack(f"<{wave}I", *(PITCH * lane for lane in range(wave)))))
    sets += [(EVERY_WAVE, V0 + reg, stretch(rng, numbers, 4 * wave))
             for reg in (*range(DATA, DATA + 4), *range(RESULT, RESULT + 32)) if reg != torn]
    size = PITCH * wave * TOGETHER
    memory = (BASE, stretch(rng, numbers, size), bytes(size))
    return Call({"arch": form.arch, "wave": wave, "code": code + end(form.arch, wave), "sets": sets,
                 "regions": (memory,), "group": [wave, 1, 1], "grid": [wave, 1, 1]})


def every_code(layout: str, family: str) -> list[dict]:
    """All values of the fields of a format."""
    found = [{}]
    for name, bits in widths(layout, family):
        found = [{**one, name: value} for one in found for value in range(1 << bits)]
    return found


def calls(seed):
    """All of them."""
    rng = Chance(f"{seed} formats")
    numbers = dwords(rng, NUMBERS)
    for arch in CERTIFIED:
        for form in sampler.forms_of(arch):
            typed = form.op.memory and form.op.memory.size.startswith("format")
            if form.layout not in CODES or not typed or sampler.outside(form):
                continue
            codes, together = every_code(form.layout, ARCHS[arch]), TOGETHER if form.layout == "mtbuf" else 4
            runs = [run_of(rng, form, rng.choice(TARGETS[arch].waves), codes[at:at + together], numbers)
                     for _ in range(ROUNDS) for at in range(0, len(codes), together)]
            yield Calls(f"formats {arch} {form.mnemonic}", tuple(runs), (4, 64, 512))
