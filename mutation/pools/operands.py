"""Runs of one instruction whose operands lie at an edge: literals whose halves differ in sums of products, registers at
the end of the allocation, scalar sources of which one is open, offsets in registers by every code; float operations
with an exception enabled and a source that is open in one lane.  A seed fixes them."""
from __future__ import annotations

from functools import cache

from ...generators.single import sampler
from ...generators.single.encodings import random_encoding, random_fields
from ...harness.assembly import assemble_lines
from ...harness.case import POLICIES
from ...model import disassemble
from ...model.machine import EVERY_WAVE, MODE, V0, register_codes
from ...spec import ARCHS, CERTIFIED, TARGETS, load
from ...spec.encode import Operand, encode
from ...spec.slots import slots
from ..calls import Call, Calls
from ..chance import Chance
from ..listings import LITERAL, with_field
from ..partly import known_in, lanes_on
from ..rows import any_word, computing
from . import floats, memory
from .memory import row_of
from .traps import HANDLERS

SIZE = 4, 64, 1024
RUNS = 4                                               # of a Calls
NAMED = 251, 252, 253, 235, 106, 126, 124, 128, 193, 240     # VCCZ, EXECZ, SCC, an aperture, VCC, EXEC, M0 or NULL
PAIRS = 0x12345678, 0xBF80FFFF, 0x00013C00, 0x3C004000, 0x4000BC00, 0x3F80C000   # literals whose halves differ
BITS, EXCEPTIONS = 7, 12                               # exceptions that MODE enables, from which bit on
PLAIN_MODES = 0xF0, 0x2F0, 0x1F0
ALLOCATED = 8, 12, 16, 24                              # vector registers of a wave that has few


def grouped(title: str, given: list[dict]):
    """Calls of so many runs."""
    for n in range(0, len(given), RUNS):
        yield Calls(f"{title} {n}", tuple(Call(one) for one in given[n:n + RUNS]), SIZE)


def run(rng, arch: str, wave: int, code: bytes, rows, scalars: dict, **more) -> dict:
    """A run of `code` with these vector registers, and all others scalar ones that hold anything."""
    codes = register_codes(arch)
    word = any_word(rng)
    held = {n: word() for n in range(100)} | scalars
    held.setdefault(codes["vcc"], rng.getrandbits(32))
    held.setdefault(codes["vcc"] + 1, rng.getrandbits(32))
    sets = [(EVERY_WAVE, V0 + n, row_of([word() for _ in range(wave)])) for n in rows]
    sets += [(EVERY_WAVE, n, value) for n, value in held.items() if value is not None]
    return {"arch": arch, "wave": wave, "code": code + ending(arch, wave), "sets": sets, "limit": 60,
            "policy": rng.choice(POLICIES)} | more


@cache
def ending(arch: str, wave: int) -> bytes:
    return assemble_lines(arch, wave, ["s_endpgm"])[0]


# ---- literals ----

def plainly(form, rng, wave: int) -> tuple[dict, list]:
    """Fields without modifiers, every vector source in a register of its own, and [(field, register)] of these."""
    fields = random_fields(form, rng, wave)
    fields.update({name: 0 for name in floats.PLAIN if name in fields})
    places = [(slot.field, 2 * n) for n, slot in enumerate(slots(form).sources)
              if slot and slot.role in ("src", "vgpr") and isinstance(fields.get(slot.field), Operand)]
    fields.update({field: Operand(256 + at) for field, at in places})
    if isinstance(fields.get("vdst"), Operand) and fields["vdst"].code >= 256:
        fields["vdst"] = Operand(256 + 20)
    return fields, places


NEAR = 0x3C00, 0x3E00, 0x4000, 0x4100, 0x4200, 0xC080  # both as f16 and as bf16 of about one size


def of_dots(seed):
    """Sums of products of halves: a literal in each place, beside halves that are near to it."""
    for arch in CERTIFIED:
        rng, wave, made = Chance(f"{seed} dots {arch}"), TARGETS[arch].waves[0], []
        for form in floats.forms(arch):
            layout = load().encodings[ARCHS[arch], form.layout]
            fields, places = plainly(form, rng, wave)
            for name, _ in places if form.op.note("order any") else ():
                at, width = layout.fields[name]
                code = with_field(encode(form, fields), at, width, LITERAL)
                for word in PAIRS[:1] + PAIRS[3:]:
                    one = code[:4 * layout.dwords] + word.to_bytes(4, "little")
                    if disassemble(arch, wave, one)[0] == len(one):
                        rows = [(EVERY_WAVE, V0 + reg, row_of([rng.choice(NEAR) | rng.choice(NEAR) << 16
                                                              for _ in range(wave)])) for reg in (0, 2, 4, 20)]
                        given = run(rng, arch, wave, one, (), {MODE: 0x3F0})
                        made.append(given | {"sets": given["sets"] + rows})
        yield from grouped(f"dots {arch}", made)


# ---- registers ----

def at_the_end(form, rng, wave: int, vgprs: int) -> bytes:
    """Its vector registers are the last ones, and those behind them."""
    if form.layout == "vopd":
        return random_encoding(form, rng, wave)
    fields = random_fields(form, rng, wave)
    for name, value in fields.items():
        if isinstance(value, Operand) and value.code >= 256:
            fields[name] = Operand(256 + vgprs + rng.choice((-2, -1, 0, 0, 1)), value.literal, value.high)
    return encode(form, fields)


def pair_at_the_end(code: bytes, rng, arch: str, vgprs: int) -> bytes:
    """A pair whose sources are the last ones, and those behind them."""
    layout = load().encodings[ARCHS[arch], "vopd"]
    for name, (at, width) in layout.fields.items():
        if name.startswith("vsrc") or (name.startswith("src") and width == 9):
            code = with_field(code, at, width, vgprs + rng.choice((-1, 0, 0, 1)) + (256 if width == 9 else 0))
        elif name.startswith("vdst"):
            code = with_field(code, at, width, rng.randrange(vgprs) >> (8 - width))
    return code


def of_ends(seed):
    """Forms that cross lanes, pairs, and some of the others."""
    for arch in CERTIFIED:
        rng, made = Chance(f"{seed} last registers {arch}"), []
        for wave in TARGETS[arch].waves:
            for form in computing(arch, wave):
                if form.op.shape in ("", "matrix") and form.layout != "vopd" and rng.randrange(12):
                    continue
                vgprs = rng.choice(ALLOCATED)
                code = at_the_end(form, rng, wave, vgprs)
                if form.layout == "vopd":
                    code = pair_at_the_end(code, rng, arch, vgprs)
                if disassemble(arch, wave, code)[0] == len(code):
                    made.append(run(rng, arch, wave, code, range(vgprs), {}, vgprs=vgprs))
        yield from grouped(f"last registers {arch}", made)


# ---- scalars ----

def of_scalars(seed):
    """Two scalar sources: a register that is open or not, and what has a name."""
    for arch in CERTIFIED:
        rng, wave, made = Chance(f"{seed} two scalars {arch}"), TARGETS[arch].waves[0], []
        for form in sampler.forms_of(arch):
            if form.layout not in ("sop2", "sopc") or form.op.name.startswith(("s_cbranch", "s_set")):
                continue
            places = load().encodings[ARCHS[arch], form.layout].fields
            for named, other in (("ssrc0", "ssrc1"), ("ssrc1", "ssrc0")):
                (at, width), (beside, its) = places[named], places[other]
                code = with_field(random_encoding(form, rng, wave), beside, its, 20)
                code = with_field(code, at, width, rng.choice(NAMED) if rng.randrange(2) else NAMED[0])[:4]
                if disassemble(arch, wave, code)[0] == len(code):
                    made.append(run(rng, arch, wave, code, (), {20: None, 21: None} if rng.randrange(4) else {}))
        yield from grouped(f"two scalars {arch}", made)


# ---- offsets ----

OFFSETS = 0, 6, 102, 106, 107, 123, 124, 125, 126, 127, 128, 129, 134, 192, 240, 255     # codes of registers, and none


def of_offsets(seed):
    """Scalar loads by an offset in a register, with the codes where registers end."""
    for arch in CERTIFIED:
        for form in memory.forms_of(arch)["smem"]:
            if "imm" not in load().encodings[ARCHS[arch], form.layout].fields:
                continue
            rng, calls = Chance(f"{seed} offsets {arch} {form.mnemonic}"), []
            for _ in range(RUNS):
                wave = rng.choice(TARGETS[arch].waves)
                fields = {"imm": 0, "soffset_en": 0, "offset": rng.choice((*OFFSETS, 128))}
                code = memory.placed(form, rng, wave, fields) + memory.end(arch, wave)
                calls.append(memory.run_of(rng, arch, wave, code, memory.state(rng, arch, wave)))
            yield Calls(f"offsets {arch} {form.mnemonic}", tuple(calls), SIZE)


# ---- exceptions ----

def excepting(form, rng, wave: int, back: bytes) -> dict:
    """One source is open in one lane, which is on or off, or no source is, under one exception or a few."""
    arch, (fields, places), lane = form.arch, plainly(form, rng, wave), rng.randrange(wave)
    known, torn = {at + k for _, at in places for k in range(2)} | {10, 11, 20, 21}, None
    code = b""
    if rng.randrange(4):
        torn = rng.choice([at for _, at in places] + [None])
    every = (1 << wave) - 1
    if torn is not None:
        known -= {torn, torn + 1}
        code += b"".join(known_in(arch, wave, every ^ 1 << lane, torn + k, 10 + k) for k in range(2))
    code += lanes_on(arch, wave, rng.choice((every, every ^ 1 << lane, 1 << lane, every ^ 1 << (lane + 1) % wave)))
    mode = rng.choice(PLAIN_MODES) | rng.choice((1 << rng.randrange(BITS), rng.getrandbits(BITS))) << EXCEPTIONS
    vcc = {register_codes(arch)["vcc"] + k: None for k in range(2)} if not rng.randrange(4) else {}
    return run(rng, arch, wave, code + encode(form, fields), sorted(known), vcc | {MODE: mode},
               trap_handler=(back, HANDLERS[0], 0))


def of_exceptions(seed):
    """Each operation on floats; those of several sources more often."""
    for arch in CERTIFIED:
        rng, made = Chance(f"{seed} exceptions {arch}"), []
        back, = assemble_lines(arch, TARGETS[arch].waves[0], ["s_rfe_b64 ttmp[0:1]"])
        for form in floats.forms(arch):
            for _ in range(min(4, len(form.op.sources))):
                made.append(excepting(form, rng, rng.choice(TARGETS[arch].waves), back))
        yield from grouped(f"exceptions {arch}", made)


def calls(seed):
    """All of them."""
    for kind in (of_dots, of_ends, of_scalars, of_offsets, of_exceptions):
        yield from kind(seed)
