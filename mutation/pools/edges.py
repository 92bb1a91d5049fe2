"""Runs at an edge: buffers and memory that end within what one lane touches; atomics on numbers that are the same, next
to each other, or at an end of their format; rows of which a byte is open.  A seed fixes them."""
from __future__ import annotations

import struct
from functools import cache

from ...harness.assembly import assemble_lines
from ...model.machine import EVERY_WAVE, MODE, V0, register_codes
from ...spec import CERTIFIED, TARGETS, load, traits_of
from ...spec.encode import Operand
from ..calls import Calls
from ..chance import Chance
from .floats import BY_NAME
from .memory import (
    BASE, DATA, FLAT, HIGH, IN_LDS, INDEX, LDS, MEMORY, MOST, OFFSET, RESOURCE, RESULT, SCALAR, SECOND, SIZE, end,
    forms_of, placed, row_of, run_of,
)

BUFFERS, ATOMICS = 6, 4                                # runs of a form
WIDEST = 18                                            # bytes: two more than the widest element


def known(rng, arch: str, wave: int, live: int, rows: dict, scalars: dict) -> list:
    """First registers: these, EXEC, and data and results that hold anything."""
    codes = register_codes(arch)
    anything = {reg: rng.words(wave) for reg in (*range(DATA, SECOND + 4), *range(RESULT, RESULT + 6))}
    scalars = scalars | {codes["exec"]: live & MOST, codes["m0"]: MOST}
    scalars |= {codes["exec"] + 1: live >> 32} if wave == 64 else {}
    return [*((EVERY_WAVE, V0 + reg, row_of(row)) for reg, row in (anything | rows).items()),
            *((EVERY_WAVE, reg, value) for reg, value in scalars.items())]


def resource(arch: str, fields: dict) -> dict[int, int]:
    """The scalar registers of a V# with these fields."""
    data = load().registers["BUFFER_RESOURCE"].pack(TARGETS[arch].family, 128, fields)
    return {RESOURCE + n: word for n, word in enumerate(struct.unpack("<4I", data))}


# ---- buffers ----

def ending(rng, family: str, there: int, index: int, soffset: int) -> dict:
    """Fields of a resource that ends some bytes behind `there`, the offset of the access, by one of its rules, or just
    before or behind the record `index`."""
    rule, structured = rng.randrange(4), rng.randrange(2)
    end_at, last = there + rng.randrange(WIDEST), index + rng.choice((0, 1, 1, 2))
    given = {"index_stride": rng.randrange(4), "stride": end_at if structured else 0}
    ruled = "oob_select" in load().registers["BUFFER_RESOURCE"].fields[family]
    swizzle = rng.choice((0, 1, 3) if ruled else (0, 1))
    by_index = structured and (rule < 2 or (rule == 3 and swizzle))
    given |= {"swizzle_enable": swizzle * structured, "num_records": (last if by_index else end_at)
              + soffset * (rule == 3 and rng.randrange(4) > 0)}
    return given | ({"oob_select": rule, "format": 4} if ruled else {"data_format": 4})


def of_buffers(seed):
    """One lane or two, of each form: the buffer ends within or beside what they touch, and so may memory."""
    rng = Chance(f"{seed} edges of buffers")
    for arch in CERTIFIED:
        family = TARGETS[arch].family
        for form in forms_of(arch)["mubuf"]:
            runs = []
            for _ in range(BUFFERS):
                wave = rng.choice(TARGETS[arch].waves)
                offset, index, at = rng.choice((0, 1, 2, 3, 4, 8, 12)), rng.randrange(3), rng.choice((0, 0, 4, 16))
                soffset = rng.choice((0, 0, 4, 16))
                fields = {"offset": at, "soffset": SCALAR, "offen": 1, "idxen": rng.randrange(2), "lds": 0, "tfe": 0}
                fields = {name: value for name, value in fields.items()
                          if name in load().encodings[family, form.layout].fields}
                fields["vaddr"] = Operand(256 + (INDEX if fields["idxen"] else OFFSET))
                given = ending(rng, family, at + offset, index * fields["idxen"], soffset)
                whole = given["stride"] * index * fields["idxen"] + at + offset + soffset
                touched = rng.choice((1, 2, 4, 8, 12, 16))
                base = rng.choice((MEMORY + 16, HIGH + SIZE - whole - touched + rng.choice((0, 0, 1))))
                row, first = [offset] * wave, [index] * wave
                rows = {INDEX: first, INDEX + 1: row} if fields["idxen"] else {OFFSET: row}
                scalars = resource(arch, given | {"base": base & (1 << 48) - 1})
                lane = rng.randrange(wave)
                sets = known(rng, arch, wave, 1 << lane | rng.choice((0, 0, 1)), rows, scalars | {SCALAR: soffset})
                run = run_of(rng, arch, wave, placed(form, rng, wave, fields) + end(arch, wave), sets)
                memory, *others = run.given["regions"]
                run.given["regions"] = (memory, (HIGH, rng.randbytes(SIZE)), others[-1])
                runs.append(run)
            yield Calls(f"edges {arch} {form.mnemonic}", tuple(runs), (4, 64, 512))


# ---- atomics ----

@cache
def numbers(name: str) -> list[int]:
    """Bits at the ends of a format: of integers `u32`, `u64`, or of floats."""
    if name in BY_NAME:
        f = BY_NAME[name]
        top = f.top * f.unit
        ends = (0, 1, f.unit - 1, f.unit, f.bias * f.unit, f.bias * f.unit + 1, top - 1, top, top + 1,
                top + (f.unit >> 1), top + (f.unit >> 1) + 5)
        return [x | sign for x in ends for sign in (0, f.sign)]
    bits = int(name[1:])
    return [0, 1, 2, (1 << bits - 1) - 1, 1 << bits - 1, (1 << bits - 1) + 1, (1 << bits) - 2, (1 << bits) - 1]


def near(rng, name: str, x: int) -> int:
    """A number that is the same, next to it, of the other sign, at an end, or anything."""
    bits = int(name[1:])
    return rng.choice((x, x, x ^ 1, x + 1, x - 1, x ^ 1 << bits - 1, rng.choice(numbers(name)),
                       rng.choice(numbers(name)), rng.getrandbits(bits))) & (1 << bits) - 1


def atomic_name(form) -> str:
    """What it works on: `f32`, `f64`, `u32` or `u64`."""
    size = form.op.memory.size
    return size if size in BY_NAME else "u64" if size.endswith("64") else "u32"


def of_atomics(seed):
    """Each atomic, every lane on a place of its own: memory, data and what is compared belong together."""
    rng = Chance(f"{seed} edges of atomics")
    for arch in CERTIFIED:
        every = forms_of(arch)
        for form in (one for layout in ("mubuf", "flat", "global", "ds") for one in every[layout]):
            if not form.op.memory or form.op.memory.verb != "atomic":
                continue
            yield Calls(f"edges {arch} {form.mnemonic}",
                        tuple(atomic(rng, form, atomic_name(form)) for _ in range(ATOMICS)), (4, 64, 512))


def atomic(rng, form, name: str):
    """A run of one atomic."""
    arch, wave = form.arch, rng.choice(TARGETS[form.arch].waves)
    width = int(name[1:]) // 32
    held = [near(rng, name, rng.choice(numbers(name))) for _ in range(wave)]
    columns = [[near(rng, name, x) for x in held] for _ in range(2)]
    # data stand behind each other, or each in registers of its own
    places = [DATA, SECOND] if form.layout == "ds" else [DATA, DATA + width]
    at = [4 * width * lane for lane in range(wave)]
    rows = {first + k: [x >> 32 * k & MOST for x in column] for first, column in zip(places, columns)
            for k in range(width)}
    rows |= {FLAT: [MEMORY + n for n in at], FLAT + 1: [0] * wave, OFFSET: at, IN_LDS: at, INDEX: [0] * wave}
    scalars = resource(arch, {"base": MEMORY, "num_records": SIZE} | (
        {"format": 4, "oob_select": 3} if traits_of(arch)["buffer_rules"] else {"data_format": 4}))
    scalars |= {BASE: MEMORY, BASE + 1: 0, MODE: rng.choice((0x3F0, 0x300, 0x3C0, 0x330, 0x350, 0x3A0, 0x2F0, 0x1F0))}
    plain = {"vaddr": Operand(256 + OFFSET)} if form.layout == "mubuf" else {}
    plain |= {"offset": 0, "offset0": 0, "offset1": 0, "soffset": 128, "offen": 1, "idxen": 0, "gds": 0, "lds": 0}
    fields = load().encodings[TARGETS[arch].family, form.layout].fields
    code = placed(form, rng, wave, {name: value for name, value in plain.items() if name in fields})
    call = run_of(rng, arch, wave, code + end(arch, wave), known(rng, arch, wave, (1 << wave) - 1, rows, scalars))
    memory = b"".join(x.to_bytes(4 * width, "little") for x in held)
    call.given.update(lds=memory.ljust(LDS, b"\0"), choices={},
                      regions=((MEMORY, memory.ljust(SIZE, b"\0")), *call.given["regions"][1:]))
    return call


# ---- rows ----

ROWS = {"gfx9": "global_load_dword v30, v3, s[8:9]", "gfx11": "global_load_b32 v30, v3, s[8:9]"}


def of_rows(seed):
    """A dword of every lane, of which a byte is open: of the first lane, the last, where halves of a wave meet, any."""
    rng = Chance(f"{seed} edges of rows")
    for arch, wave in [(name, wave) for name in CERTIFIED for wave in TARGETS[name].waves]:
        code, runs = b"".join(assemble_lines(arch, wave, [ROWS[TARGETS[arch].family]])), []
        for lane in (0, wave // 2 - 1, wave // 2, wave - 1, rng.randrange(wave)):
            opened = bytearray(SIZE)
            opened[4 * lane + rng.randrange(4)] = 1
            sets = known(rng, arch, wave, (1 << wave) - 1, {OFFSET: [4 * n for n in range(wave)]},
                         {BASE: MEMORY, BASE + 1: 0})
            run = run_of(rng, arch, wave, code + end(arch, wave), sets)
            run.given.update(policy="early", regions=((MEMORY, rng.randbytes(SIZE), bytes(opened)),
                                                      *run.given["regions"][1:]))
            runs.append(run)
        yield Calls(f"edges of rows {arch} {wave}", tuple(runs), (4, 64, 512))


def calls(seed):
    """All of them."""
    for kind in (of_buffers, of_atomics, of_rows):
        yield from kind(seed)
