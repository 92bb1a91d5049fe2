"""Runs that reach memory by every operation there is: buffers of every kind, flat addresses and their apertures,
private memory, LDS, scalar loads, parameters; at the very ends of what they may touch, across them, where lanes and
waves meet.  A seed fixes them."""
from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from math import floor

import numpy as np

from ...generators.single import sampler
from ...generators.single.encodings import random_fields
from ...harness.assembly import assemble_lines
from ...harness.case import POLICIES
from ...model.machine import EVERY_WAVE, TRAPSTS, V0, Machine, register_codes
from ...spec import CERTIFIED, TARGETS, load, traits_of
from ...spec.encode import Operand, encode
from ...spec.slots import slots
from ..calls import Call, Calls
from ..chance import Chance
from ..partly import known_in, lanes_on, some_lanes

SINGLES, SOME, RARE = 2, 4, 16                         # of each form; of some of its fields; of rare forms
MIXTURES, GROUPS, LDS_READS, CACHES = 220, 120, 90, 120  # of each architecture and wave size
MEMORY, PRIVATE, HIGH, CODE = 0x20000, 0x700080000, 0xFFFF800000020000, 0x10000
LARGE = Chance(0).randbytes(3 << 14)            # a few lanes of the widest stride
SIZE, LDS, SCRATCH, BARE = 768, 512, 32, 12 << 10      # bytes; SCRATCH: of a work item
MOST = 2**32 - 1
LAYOUTS = ("mubuf", "flat", "global", "scratch", "ds", "smem", "ldsdir")
CHOICES = ({}, {}, {}, {"alignment": 1}, {"alignment": 2}, {"lds_out_of_range": 1}, {"colliding_lanes": 1},
           {"colliding_lanes": 2})
# registers: where addresses, data and results are
FLAT, INDEX, OFFSET, IN_LDS, DATA, SECOND, RESULT = 0, 2, 3, 4, 20, 24, 30
BASE, RESOURCE, SCALAR, SDATA = 8, 12, 6, 48


@cache
def forms_of(arch: str) -> dict:
    """{layout: forms that reach memory and have a meaning}"""
    machine, found = Machine(1, 8, 256), {}
    for form in sampler.forms_of(arch):
        if form.layout in LAYOUTS and not form.op.note("+gds"):
            fields = random_fields(form, Chance(1), 64)
            fields.update({name: 0 for name in ("gds", "lds", "tfe") if name in fields})
            if machine.run(arch=arch, wave=64, code=encode(form, fields)).status != "unsupported":
                found.setdefault(form.layout, []).append(form)
    return found


# ---- instructions ----

def placed(form, rng, wave: int, more: dict | None = None) -> bytes:
    """An encoding whose registers are the ones this module fills; `more`: fields it is to have."""
    fields, arch = random_fields(form, rng, wave), form.arch
    plain = {"vdst": RESULT + rng.choice((0, 0, 1, 4)), "vdata": DATA, "data0": DATA, "data1": SECOND, "addr": FLAT,
             "data": DATA}
    for slot in slots(form).every:
        if slot.field in plain:
            fields[slot.field] = Operand(256 + plain[slot.field])
    if form.op.memory and form.op.memory.verb == "load" and "vdata" in fields:
        fields["vdata"] = Operand(256 + RESULT + rng.choice((0, 1)))
    fields.update({name: 0 for name in ("gds", "lds", "tfe") if name in fields and rng.randrange(60)})
    special = {"mubuf": buffer, "flat": flat, "global": flat, "scratch": flat, "ds": lds, "smem": scalar}
    special.get(form.layout, lambda *_: None)(fields, form, rng, traits_of(arch))
    return encode(form, fields | (more or {}))


def buffer(fields, form, rng, traits) -> None:
    fields["vaddr"] = Operand(256 + (INDEX if fields.get("idxen") else OFFSET))
    fields["srsrc"] = Operand(RESOURCE)
    fields["soffset"] = rng.choice((SCALAR, 128, 128, 128 + 4, 128 + 16, 193))
    fields["offset"] = rng.choice((0, 0, 1, 2, 4, 8, 12, 16, 20, 60))


def flat(fields, form, rng, traits) -> None:
    if form.layout == "scratch":
        if "addr" in fields:
            fields["addr"] = Operand(256 + OFFSET)
        if isinstance(fields.get("saddr"), Operand):
            fields["saddr"] = Operand(SCALAR)
    elif isinstance(fields.get("saddr"), Operand):
        fields["saddr"] = Operand(BASE)
        if "addr" in fields:
            fields["addr"] = Operand(256 + OFFSET)
    signed = form.layout != "flat"
    fields["offset"] = rng.choice((0, 0, 0, 1, 2, 4, 8, 16, *((-1, -4) if signed else ()))) & 0x1fff


def lds(fields, form, rng, traits) -> None:
    if "addr" in fields:
        fields["addr"] = Operand(256 + IN_LDS)
    if form.op.shape != "gather":
        fields["offset0"], fields["offset1"] = rng.choice((0, 0, 1, 2, 4, 8)), rng.choice((0, 0, 0, 1, 2, 4))


def scalar(fields, form, rng, traits) -> None:
    regs = next((slot.regs for slot in slots(form).every if slot.field == "sbase"), 0)
    fields["sbase"] = Operand(RESOURCE if regs == 4 else BASE)
    if isinstance(fields.get("sdata"), Operand):
        fields["sdata"] = Operand(SDATA + 4 * rng.randrange(3))
    if "imm" in fields and not fields["imm"]:
        fields["offset"] = SCALAR | rng.choice((0, 0, 0x80, 0x1000))
    else:
        fields["offset"] = rng.choice((0, 0, 1, 2, 3, 4, 16, 64, -1, -4, -64)) & 0x1fffff
    if fields.get("soffset") not in (None, traits["null"]):
        fields["soffset"] = SCALAR


# ---- what registers and memory hold ----

def resource(rng, arch: str) -> list[int]:
    """A buffer: small, so that lanes lie on both sides of its ends."""
    stride = rng.choice((0, 0, 4, 8, 12, 16, 20, 36, 1, 0x2000))
    records = rng.choice((0, 1, 2, 3, 4, 8, 15, 16, 17, 64, 128, 300))
    swizzle = rng.choice((0, 0, 1, 1, 3) if traits_of(arch)["buffer_rules"] else (0, 0, 2))
    base = rng.choice((MEMORY, MEMORY, MEMORY, HIGH, HIGH, CODE))
    base += 4 * rng.randrange(8) + rng.choice((0, 0, 0, 0, 1, 2))
    word = rng.choice((0, 1, 2, 3)) << 21 | rng.choice((0, 0, 0, 1)) << 23 | rng.choice((0, 0, 1, 3)) << 28
    # the format, without which it is unbound; where lanes are added, Vega has the stride's upper bits there
    stretched = not traits_of(arch)["buffer_rules"] and word >> 23 & 1
    word |= rng.choice((0, 0, 0, 1, 2) if stretched else (0, 1, 2, *[4] * 9)) << 15 | (not rng.randrange(20)) << 30
    return [base & MOST, base >> 32 & 0xFFFF | stride << 16 | swizzle << 30, records, word & ~0x7000]


def offsets(rng, wave: int, reach: int, step: int) -> list[int]:
    """A row of offsets into `reach` bytes: in turn, or anyhow, so that some meet; few of them at the ends or beyond."""
    few = rng.choices(range(0, max(1, reach // step) * step, step), k=rng.choice((1, 2, 4, 40)))
    row = rng.choices(few, k=wave) if rng.randrange(2) else [lane * step % reach for lane in range(wave)]
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        row[rng.randrange(wave)] = reach - rng.choice((1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 0, -1, -64))
    return row


def row_of(values: Sequence[int]) -> bytes:
    try:
        return array("I", values).tobytes()
    except OverflowError:                              # below zero or above a word: most rows are neither
        return np.array(values, np.int64).astype("<u4").tobytes()


def shadow(rng, size: int) -> bytes:
    """Which bytes are open: none, or a few anywhere."""
    opened = bytearray(size)
    for at in rng.choices(range(size), k=rng.choice((0, 0, 3, 40))):
        opened[at] = 1
    return bytes(opened)


def flat_addresses(rng, wave: int, lds: bool) -> tuple[list[int], list[int]]:
    """Low and high words; with `lds` some lie in the apertures of LDS and of private memory."""
    step = rng.choice((1, 2, 4, 4, 8, 16))
    where = rng.choices((0, 1, 2) if lds else (0,), k=wave)
    rows = [[MEMORY + at for at in offsets(rng, wave, SIZE, step)], offsets(rng, wave, LDS, step),
            offsets(rng, wave, SCRATCH, step)]
    return [rows[kind][lane] for lane, kind in enumerate(where)], [(0, 1 << 16, 2 << 16)[kind] for kind in where]


def few_or_any(rng, few, count: int) -> list[int]:
    """So many words, in half of the places one of a few: of all loops the longest, without choice() and randrange()."""
    number, bits, size = rng.random, rng.getrandbits, len(few)
    return [few[floor(number() * size)] if number() >= 0.5 else bits(32) for _ in range(count)]


def exec_of(rng, wave: int) -> int:
    return rng.choice(((1 << wave) - 1, (1 << wave) - 1, rng.getrandbits(wave), 1, 1 << wave - 1, 0b101, 0))


def state(rng, arch: str, wave: int, who: int = EVERY_WAVE, apertures: bool = True) -> list:
    """First registers of a wave; a register nobody sets is open."""
    codes, live = register_codes(arch), exec_of(rng, wave)
    low, high = flat_addresses(rng, wave, apertures and not rng.randrange(3))
    step = rng.choice((1, 2, 4, 4, 4, 8, 16))
    vectors = {FLAT: low, FLAT + 1: high, INDEX: offsets(rng, wave, rng.choice((2, 4, 17, 40)), 1),
               OFFSET: offsets(rng, wave, rng.choice((16, 20, SCRATCH, SIZE)), step),
               IN_LDS: offsets(rng, wave, LDS, step)}
    few = [*rng.words(3)]
    for first in (*range(DATA, SECOND + 4), *range(RESULT, RESULT + 6)):
        if rng.randrange(12):
            vectors[first] = few_or_any(rng, few, wave)
    scalars = {BASE: rng.choice((MEMORY,) * 12 + (CODE,)) + rng.choice((0, 0, 0, 4, 16)), BASE + 1: 0,
               SCALAR: rng.choice((0, 4, 8, 16, 61, 63, 200)),
               codes["exec"]: live & MOST, codes["m0"]: rng.choice((MOST, MOST, LDS, 64, 0))}
    scalars |= {RESOURCE + k: word for k, word in enumerate(resource(rng, arch))}
    if wave == 64:
        scalars[codes["exec"] + 1] = live >> 32
    if not rng.randrange(6):
        scalars[TRAPSTS] = rng.choice((1, 0x100, 0x8000, 0x4001))
    if not rng.randrange(25):
        scalars.pop(rng.choice((BASE, BASE + 1, SCALAR, RESOURCE, RESOURCE + 2, RESOURCE + 3, codes["m0"])))
    if not rng.randrange(25):
        vectors.pop(rng.choice((FLAT, FLAT + 1, INDEX, OFFSET, IN_LDS)))
    return [*((who, V0 + reg, row_of(row)) for reg, row in vectors.items()),
            *((who, reg, value) for reg, value in scalars.items())]


# ---- runs ----

WAITS = ("s_nop 0", "s_waitcnt vmcnt(0) lgkmcnt(0)", "s_waitcnt vmcnt(1)", "s_waitcnt lgkmcnt(1)",
         "s_waitcnt lgkmcnt(0)", "v_mov_b32 v36, v30", "v_mov_b32 v31, 5", "s_mov_b32 s48, 3", "v_mov_b32 v20, v31")


@cache
def between(arch: str, wave: int) -> list[bytes]:
    """What stands between accesses; the first ones end all that is outstanding."""
    lines = ["s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)", "s_barrier", *WAITS]
    if traits_of(arch)["half_registers"]:
        lines.append("s_waitcnt_vscnt null, 0x0")
    return assemble_lines(arch, wave, lines)


def end(arch: str, wave: int) -> bytes:
    """All results have come."""
    return between(arch, wave)[0] + between(arch, wave)[-1]


def run_of(rng, arch: str, wave: int, code: bytes, sets: list, group: int = 1) -> Call:
    given = {"arch": arch, "wave": wave, "code": code, "sets": sets, "policy": rng.choice(POLICIES), "lds_bytes": LDS,
             "lds": rng.randbytes(LDS) if rng.randrange(4) else None, "scratch_bytes": SCRATCH, "scratch_base": PRIVATE,
             "regions": ((MEMORY, rng.randbytes(SIZE), shadow(rng, SIZE), "global", *[True] * (not rng.randrange(3))),
                         (MEMORY + SIZE, bytes(64)),
                         (HIGH, LARGE[:rng.choice((SIZE, SIZE, len(LARGE)))]),
                         (PRIVATE, bytes(SCRATCH * wave * group + rng.choice((0, 0, 64))))),
             "group": [wave * group, 1, 1], "grid": [wave * group, 1, 1], "choices": rng.choice(CHOICES),
             "schedule": rng.choice(("round-robin", "seeded")), "seed": rng.randrange(100)}
    return Call(given, how=rng.choice(("run",) * 11 + ("trace",)))


def size(rng) -> tuple[int, int, int]:
    """Of a machine, which may hold too few findings."""
    return 4, rng.choice((64, 64, 64, 64, 1, 2, 3)), 512


def of_forms(seed):
    """Each form alone."""
    rng = Chance(f"{seed} memory forms")
    for arch in CERTIFIED:
        for form in (form for some in forms_of(arch).values() for form in some):
            calls = []
            for _ in range(SINGLES):
                wave = rng.choice(TARGETS[arch].waves)
                code = placed(form, rng, wave) + end(arch, wave)
                calls.append(run_of(rng, arch, wave, code, state(rng, arch, wave)))
            yield Calls(f"memory {arch} {form.mnemonic} {sampler.name_of(form)}", tuple(calls), (4, 64, 512))


def of_apertures(seed):
    """FLAT where LDS and private memory end, by each choice of what lies beyond."""
    rng = Chance(f"{seed} apertures")
    for arch in CERTIFIED:
        for form in forms_of(arch)["flat"]:
            calls = []
            for size in (LDS, LDS, SCRATCH):
                wave = rng.choice(TARGETS[arch].waves)
                ends = [size - n for n in (1, 2, 3, 4, 8, 12, 16, 0, -1, -4)]
                rows = {FLAT: [rng.choice(ends) if lane % 5 == 0 else 4 * lane % (size - 16) for lane in range(wave)],
                        FLAT + 1: [(1 if size == LDS else 2) << 16] * wave}
                sets = [one for one in state(rng, arch, wave) if one[1] not in (V0 + FLAT, V0 + FLAT + 1)]
                sets += [(EVERY_WAVE, V0 + reg, row_of(row)) for reg, row in rows.items()]
                call = run_of(rng, arch, wave, placed(form, rng, wave) + end(arch, wave), sets)
                call.given["choices"] = rng.choice(({}, {"lds_out_of_range": 1}, {"lds_out_of_range": 1}))
                calls.append(call)
            yield Calls(f"apertures {arch} {form.mnemonic}", tuple(calls), (4, 64, 512))


def bare_state(rng, form, wave: int) -> list:
    """Registers that all are set; lanes one behind the other, or, where each has two places, a few, far apart."""
    codes, two = register_codes(form.arch), form.layout == "ds"
    step = 5120 if two else 4 * max((slot.regs for slot in slots(form).every), default=1)
    at = [step * (lane % 2 if two else lane) for lane in range(wave)]
    rows = {reg: rng.words(wave) for reg in range(DATA, RESULT + 10)}
    rows |= {FLAT: at if form.layout == "ds" else [MEMORY + n for n in at], FLAT + 1: [0] * wave, IN_LDS: at,
             OFFSET: [0] * wave if form.layout == "scratch" else at}
    scalars = {reg: rng.getrandbits(32) for reg in range(SDATA, SDATA + 32)}
    scalars |= dict(zip(range(RESOURCE, RESOURCE + 4), (MEMORY, 0, SIZE, 4 << 15)))
    scalars |= {BASE: MEMORY, BASE + 1: 0, SCALAR: 16, codes["m0"]: MOST, codes["exec"]: 3 if two else MOST,
                codes["exec"] + 1: 0}
    return [*((EVERY_WAVE, V0 + reg, row_of(row)) for reg, row in rows.items()),
            *((EVERY_WAVE, reg, value) for reg, value in scalars.items())]


def of_bare(seed):
    """Memory of which nobody asks what is open."""
    rng = Chance(f"{seed} bare memory")
    for arch in CERTIFIED:
        every = forms_of(arch)
        for form in (one for layout in ("flat", "global", "scratch", "ds", "smem") for one in every.get(layout, ())):
            if rare(form):
                continue
            calls = []
            for wave in TARGETS[arch].waves:
                code = placed(form, rng, wave) + end(arch, wave)
                given = run_of(rng, arch, wave, code, bare_state(rng, form, wave)).given
                given |= {"policy": "early", "choices": {}, "lds_bytes": BARE, "lds": rng.randbytes(BARE), "regions": (
                    (MEMORY, rng.randbytes(BARE)), (PRIVATE, rng.randbytes(SCRATCH * wave + 64)))}
                calls.append(Call(given, tuple((("regions", n, "open"), None) for n in (0, 1))))
            yield Calls(f"bare {arch} {form.mnemonic} {sampler.name_of(form)}", tuple(calls), (4, 64, 512))


# ---- what few forms have ----

def rare(form) -> bool:
    """Does it reach memory in a way few do: once for a wave, from LDS, by lane?"""
    return bool(words_of(form) & {"append", "consume", "src2", "addtid"})


def words_of(form) -> set[str]:
    """What its row says of the access."""
    access = form.op.memory
    return {access.combine, *access.words} if access else set()


def rare_code(form, rng, wave: int, variant: dict) -> bytes:
    """The access as `variant` has it, with few lanes on, after a store to LDS of what some lanes alone know."""
    arch, every = form.arch, (1 << wave) - 1
    code = known_in(arch, wave, some_lanes(rng, wave), DATA, SECOND) if rng.randrange(3) else b""
    if rng.randrange(2):
        code += lanes_on(arch, wave, some_lanes(rng, wave)) + lds_store(arch, wave) + end(arch, wave)
    code += lanes_on(arch, wave, every if rng.randrange(3) else some_lanes(rng, wave))
    return code + placed(form, rng, wave, variant) + end(arch, wave)


@cache
def lds_store(arch: str, wave: int) -> bytes:
    """A store to LDS of DATA at IN_LDS."""
    line = "ds_store_b32 v4, v20" if traits_of(arch)["half_registers"] else "ds_write_b32 v4, v20"
    return assemble_lines(arch, wave, [line])[0]


def rare_state(rng, arch: str, wave: int) -> list:
    """As state(), with M0 that says where LDS begins and how much there is; DATA is open but where it is moved to."""
    m0 = rng.choice((MOST, MOST, LDS, LDS - 16, 64, 16, LDS << 16 | 16, 0))
    codes = register_codes(arch)
    made = [one for one in state(rng, arch, wave) if one[1] not in (codes["m0"], V0 + DATA)]
    return [*made, (EVERY_WAVE, codes["m0"], m0)]


def of_rare(seed):
    """Forms with fields or ways that few have, in many runs: lanes off, data and LDS that are open in some lanes."""
    rng = Chance(f"{seed} memory rare")
    for arch in CERTIFIED:
        for form in (form for some in forms_of(arch).values() for form in some):
            fields = load().encodings[TARGETS[arch].family, form.layout].fields
            variants = [({name: 1}, SOME) for name in ("lds", "tfe") if name in fields]
            if "lds" in words_of(form):
                variants = [({"lds": 1}, 4 * RARE)]    # it has no other, and few of them lie within a buffer
            elif rare(form):
                variants.append(({}, RARE))
            for variant, count in variants:
                calls = [run_of(rng, arch, wave, rare_code(form, rng, wave, variant), rare_state(rng, arch, wave))
                         for wave in rng.choices(TARGETS[arch].waves, k=count)]
                name = f"rare {arch} {form.mnemonic} {sampler.name_of(form)} {variant}"
                yield Calls(name, tuple(calls), (4, 64, 512))


def some(rng, arch: str, wave: int, layouts, count: int) -> bytes:
    """So many accesses with and without waits and barriers between them."""
    code = b""
    for _ in range(count):
        forms = forms_of(arch)[rng.choice([one for one in layouts if one in forms_of(arch)])]
        code += placed(rng.choice(forms), rng, wave)
        if rng.randrange(2):
            code += rng.choice(between(arch, wave)[1:])
    return code


MIXED = (("global", "smem"), ("global", "flat", "ds"), ("ds",), ("mubuf",), ("mubuf",), ("mubuf",), ("scratch", "flat"),
         ("smem",), ("smem", "mubuf", "flat"), ("flat",), ("ldsdir", "ds"), LAYOUTS)


def of_mixtures(seed):
    """Several accesses of a wave to the same bytes, by the same way or by others."""
    rng = Chance(f"{seed} memory mixtures")
    for arch in CERTIFIED:
        for wave in TARGETS[arch].waves:
            for n in range(MIXTURES):
                layouts = rng.choice([one for one in MIXED if any(layout in forms_of(arch) for layout in one)])
                code = some(rng, arch, wave, layouts, rng.choice((1, 2, 3, 5)))
                code += end(arch, wave) * (rng.randrange(4) > 0)
                yield Calls(f"mixture {arch} {wave} {n}", (run_of(rng, arch, wave, code, state(rng, arch, wave)),),
                            size(rng))


def of_groups(seed):
    """Waves of a group on the same bytes: each kind of access against each other."""
    rng = Chance(f"{seed} memory groups")
    for arch in CERTIFIED:
        for wave in TARGETS[arch].waves:
            for n in range(GROUPS):
                layouts = rng.choice((("ds",), ("global",), ("global", "flat"), ("ds", "flat"), ("mubuf", "global")))
                code = some(rng, arch, wave, layouts, rng.choice((1, 2, 3))) + end(arch, wave)
                waves = rng.choice((2, 2, 3, 4))
                sets = [one for who in range(waves) for one in state(rng, arch, wave, who, False)]
                yield Calls(f"meeting {arch} {wave} {n}", (run_of(rng, arch, wave, code, sets, waves),), size(rng))


# ---- LDS past the ordinary way ----

PAST = {"gfx9": """v_interp_p1_f32 v30, v20, attr0.x
v_interp_p2_f32 v31, v20, attr1.z
v_interp_mov_f32 v32, p10, attr2.w
v_interp_mov_f32 v33, p20, attr0.y
v_interp_mov_f32 v34, p0, attr3.x
v_interp_p1ll_f16 v30, v20, attr1.y
v_interp_p1lv_f16 v31, v20, attr0.z, v21
v_interp_p2_f16 v32, v20, attr2.x, v21
v_mov_b32 v30, src_lds_direct
v_add_f32 v31, src_lds_direct, v20
v_add_u16 v32, src_lds_direct, v21
ds_write_b32 v4, v20
ds_write_b8 v4, v21 offset:1
ds_write2_b32 v4, v20, v21 offset1:3
ds_add_u32 v4, v20""",
        "gfx11": """lds_param_load v30, attr0.x wait_vdst:15
lds_param_load v31, attr1.z wait_vdst:15
lds_param_load v32, attr3.w wait_vdst:15
lds_param_load v250, attr2.y wait_vdst:15
lds_direct_load v33 wait_vdst:15
lds_direct_load v34 wait_vdst:0
lds_direct_load v251 wait_vdst:15
v_interp_p10_f32 v30, v20, v21, v22 wait_exp:7
v_interp_p2_f32 v31, v30, v21, v22 wait_exp:0
s_waitcnt expcnt(0)
s_waitcnt expcnt(1)
ds_store_b32 v4, v20
ds_store_b8 v4, v21 offset:1
ds_store_2addr_b32 v4, v20, v21 offset1:3
ds_add_u32 v4, v20"""}


def of_lds_reads(seed):
    """Parameters and single values of LDS, with stores before them that no wait orders."""
    rng = Chance(f"{seed} lds reads")
    for arch in CERTIFIED:
        for wave in TARGETS[arch].waves:
            lines = assemble_lines(arch, wave, PAST[TARGETS[arch].family].splitlines())
            for n in range(LDS_READS):
                code = b"".join(rng.choice(lines) for _ in range(rng.choice((1, 2, 3, 6))))
                m0 = rng.choice((0, 4, 64, LDS - 4, LDS - 3, LDS - 2, LDS, 384, 128, 256, 1, 2, 130))
                m0 |= rng.choice((0, 1, 2, 3, 4, 5, 6, 7, rng.getrandbits(15), 0x7fff)) << 16
                sets = [one for one in state(rng, arch, wave) if one[1] != register_codes(arch)["m0"]]
                sets += [(EVERY_WAVE, register_codes(arch)["m0"], m0)] if rng.randrange(12) else []
                code += end(arch, wave) * (rng.randrange(3) > 0)
                call = run_of(rng, arch, wave, code, sets, rng.choice((1, 1, 2)))
                call.given["vgprs"] = rng.choice((0, 0, 251, 252))
                yield Calls(f"lds read {arch} {wave} {n}", (call,), size(rng))


# ---- scalar stores that the cache has not written back ----

CACHED = """s_store_dword s48, s[8:9], {0}
s_store_dwordx4 s[48:51], s[8:9], {0}
s_atomic_add s48, s[8:9], {0}
s_atomic_add_x2 s[48:49], s[8:9], {0}
s_load_dword s52, s[8:9], {0}
s_dcache_discard s[8:9], {1}
s_dcache_discard_x2 s[8:9], {1}
s_dcache_discard s[8:9], {0}
s_dcache_wb
s_waitcnt lgkmcnt(0)
s_waitcnt lgkmcnt(0)"""
LINES = 80                                             # of memory: more than the model remembers


def cached(rng) -> list[str]:
    """A few of them, or a store to so many lines first."""
    lines = [CACHED.splitlines()[0].format(64 * n, 0) for n in range(rng.choice((0, 0, 62, 63, 64, 65, LINES)))]
    if not rng.randrange(3):                           # outstanding where the cache is written back
        one, *_, wait = CACHED.splitlines()
        first, at = rng.choice(CACHED.splitlines()[:4]), 4 * rng.randrange(12)
        lines += [first.format(at, 0), *[wait] * rng.randrange(2), "s_dcache_wb", CACHED.splitlines()[5].format(0, 0)]
    for _ in range(rng.choice((1, 2, 4, 8))):
        few = 64 * rng.choice((0, 1, 2, 63, 64, LINES - 1))
        lines.append(rng.choice(CACHED.splitlines()).format(few + 4 * rng.randrange(12), few + rng.choice((0, 4, 60))))
    return lines


def of_caches(seed):
    """Stores to few lines and to more than are remembered, written back or not, discarded; two runs of a machine."""
    rng = Chance(f"{seed} memory caches")
    for arch in CERTIFIED:
        if not any(form.op.name == "s_dcache_discard" for form in sampler.forms_of(arch)):
            continue
        programs = [[cached(rng) for _ in range(2)] for _ in range(CACHES)]
        known = list(dict.fromkeys(line for some in programs for lines in some for line in lines))
        code = dict(zip(known, assemble_lines(arch, 64, known)))
        for n, some in enumerate(programs):
            runs, high = [], n % 4 == 3                # beyond 4 GiB
            for lines in some:
                call = run_of(rng, arch, 64, b"".join(code[line] for line in lines) + end(arch, 64), [
                    (EVERY_WAVE, BASE, MEMORY), (EVERY_WAVE, BASE + 1, int(high)),
                    *((EVERY_WAVE, 48 + k, rng.getrandbits(32)) for k in range(4))])
                call.given["regions"] = ((MEMORY | high << 32, rng.randbytes(64 * LINES), bytes(64 * LINES)),)
                call.given["scratch_bytes"] = 0
                runs.append(call)
            yield Calls(f"caches {arch} {n}", tuple(runs), (4, 64, 2048))


def calls(seed):
    """All of them."""
    for kind in (of_forms, of_apertures, of_bare, of_rare, of_mixtures, of_groups, of_lds_reads, of_caches):
        yield from kind(seed)
