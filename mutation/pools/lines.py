"""Lanes whose elements lie one behind the other, all of them on, some or none, in memory that ends near them; and what
a trace says of every access.  A seed fixes them."""
from __future__ import annotations

from ...generators.single import sampler
from ...harness.assembly import assemble_lines
from ...model.machine import EVERY_WAVE, V0, register_codes
from ...spec import CERTIFIED, TARGETS
from ..calls import BESIDE_NOTHING, Call, Calls
from ..chance import Chance
from ..partly import lanes_on
from .edges import resource
from .memory import (
    BARE, BASE, DATA, FLAT, IN_LDS, LDS, MEMORY, MOST, OFFSET, PRIVATE, RESULT, SCRATCH, bare_state, end, forms_of,
    placed, rare, row_of, run_of,
)
from .share import spaces

ROWS, FEW = 5, 6                                       # runs of a form; traced ones of a rare form
WRAPS, BOUNDS, EDGES, GAPS, AFTER = 6, 4, 4, 4, 2      # of a form


# ---- whole rows ----

def dwords_of(form) -> int:
    """Dwords of an element that a lane loads or stores alone; 0: it has no such."""
    access = form.op.memory
    plain = access and access.verb != "atomic" and not access.x2 and not access.words
    return int(access.size[1:]) // 32 if plain and access.size in ("b32", "b64", "b96", "b128") else 0


def of_dwords(*layouts: str, verb: str = ""):
    """(form, dwords of a lane) of each load and store of whole dwords of these layouts, or of those of one verb."""
    for arch in CERTIFIED:
        for layout in layouts:
            for form in forms_of(arch)[layout]:
                if (dwords := dwords_of(form)) and verb in ("", form.op.memory.verb):
                    yield form, dwords


def some_in_a_row(rng, wave: int) -> int:
    """Lanes that are on: none, one, all, a few behind one another, with a gap or without."""
    first, count = rng.randrange(wave), rng.randrange(1, wave)
    few = (((1 << count) - 1) << first) & (1 << wave) - 1
    return rng.choice((0, 0, (1 << wave) - 1, (1 << wave) - 1, few, few, few & ~(1 << rng.randrange(wave)),
                       1 << first, 1 << first | 1, 1 << wave - 1))


def row(rng, form, each: int) -> Call:
    """A run of one access."""
    arch, wave = form.arch, rng.choice(TARGETS[form.arch].waves)
    live, first = some_in_a_row(rng, wave), 4 * rng.randrange(4)
    at = [first + each * lane for lane in range(wave)]
    last = first + each * (live.bit_length() if rng.randrange(2) else wave)
    if not rng.randrange(3):
        at = [place if live >> lane & 1 else rng.getrandbits(32) for lane, place in enumerate(at)]
    size = max(64, last + rng.choice((0, 0, 0, -1, -4, 4, 64, 4096)))
    rows = {FLAT: [MEMORY + n & MOST for n in at], FLAT + 1: [0] * wave, OFFSET: at, IN_LDS: at}
    rows |= {reg: rng.words(wave) for reg in (*range(DATA, DATA + 4), *range(RESULT, RESULT + 8))}
    codes = register_codes(arch)
    scalars = {BASE: MEMORY, BASE + 1: 0, codes["m0"]: MOST, codes["exec"]: live & MOST}
    scalars |= {codes["exec"] + 1: live >> 32} if wave == 64 else {}
    sets = [*((EVERY_WAVE, V0 + reg, row_of(one)) for reg, one in rows.items()),
            *((EVERY_WAVE, reg, value) for reg, value in scalars.items())]
    code = placed(form, rng, wave, {"offset": 0} if form.layout != "ds" else {"offset0": 0, "offset1": 0})
    call = run_of(rng, arch, wave, code + end(arch, wave), sets)
    held = size if form.layout == "ds" else LDS
    call.given.update(regions=((MEMORY, rng.randbytes(size)),), lds_bytes=held, lds=rng.randbytes(held), choices={},
                      policy=rng.choice(("early", "early", "late")), scratch_bytes=0)
    return call


def of_rows(seed):
    """Each load and store of whole dwords that may be one row."""
    rng = Chance(f"{seed} lines of rows")
    for form, dwords in of_dwords("flat", "global", "ds"):
        runs = tuple(row(rng, form, 4 * dwords) for _ in range(ROWS))
        yield Calls(f"lines {form.arch} {form.mnemonic} {sampler.name_of(form)}", runs, (4, 64, 512))


# ---- traces ----

def traced(rng, form, wave: int) -> Call:
    """A run of one access of a few lanes, registers known, looked at as it goes."""
    arch, codes = form.arch, register_codes(form.arch)
    shared = form.layout == "ds" and not form.op.note("-gds") and form.op.shape != "gather" and not rng.randrange(3)
    more = {"gds": 1} if shared else {}
    live = rng.choice((7, 0b1010, 1 << wave - 1 | 1, MOST))
    m0 = 64 if rare(form) else rng.choice((MOST, 16 << 16 | 128))      # of LDS where it begins, of the share which part
    others = {codes["exec"]: live & MOST, codes["exec"] + 1: live >> 32, codes["m0"]: m0}
    sets = [*(one for one in bare_state(rng, form, wave) if one[1] not in others),
            *((EVERY_WAVE, reg, value) for reg, value in others.items())]
    given = run_of(rng, arch, wave, placed(form, rng, wave, more) + end(arch, wave), sets).given
    given |= {"choices": {}, "lds_bytes": BARE, "lds": rng.randbytes(BARE), "regions": (
        (MEMORY, rng.randbytes(BARE)), (PRIVATE, rng.randbytes(SCRATCH * wave + 64)), *spaces(rng))}
    return Call(given, how="trace")


def of_traces(seed):
    """Each form that reaches memory."""
    rng = Chance(f"{seed} traces of memory")
    for arch in CERTIFIED:
        for form in (form for some in forms_of(arch).values() for form in some):
            runs = tuple(traced(rng, form, rng.choice(TARGETS[arch].waves)) for _ in range(FEW if rare(form) else 1))
            yield Calls(f"traced {arch} {form.mnemonic} {sampler.name_of(form)}", runs, (4, 64, 512))


# ---- lines that end where addresses do ----

WRAP = 0x300000000                                     # where addresses begin again that have 32 bits beside this


def wrapping(rng, form, each: int) -> Call:
    """A run of one access of lanes one behind the other, by words that end with the last of them, before or behind it;
    memory goes on behind it, and there is other memory where they begin again."""
    wave = rng.choice(TARGETS[form.arch].waves)
    live = some_in_a_row(rng, wave)
    left = each * rng.choice((0, 1, live.bit_length(), live.bit_length(), live.bit_length() - 1, wave, wave + 1,
                              rng.randrange(1, wave))) + rng.choice((0, 0, 4))
    at = [each * lane - left & MOST for lane in range(wave)]
    if rng.randrange(2):
        at = [place if live >> lane & 1 else rng.choice((0, each, 1 << 31)) for lane, place in enumerate(at)]
    rows = {FLAT: at, FLAT + 1: [WRAP >> 32] * wave, OFFSET: at}
    call = accessed(rng, form, wave, live, rows, {BASE: 0, BASE + 1: WRAP >> 32})
    room = each * (wave + 2)
    call.given["regions"] = ((WRAP, rng.randbytes(room)), (WRAP + (1 << 32) - room, rng.randbytes(2 * room)),
                             (WRAP + (1 << 31) - room, rng.randbytes(2 * room)))
    return call


def accessed(rng, form, wave: int, live: int, rows: dict, scalars: dict, before: bytes = b"") -> Call:
    """A run of one access by these registers, its offset 0."""
    arch, codes = form.arch, register_codes(form.arch)
    rows = {reg: rng.words(wave) for reg in (*range(DATA, DATA + 4), *range(RESULT, RESULT + 8))} | rows
    scalars = scalars | {codes["m0"]: MOST, codes["exec"]: live & MOST}
    scalars |= {codes["exec"] + 1: live >> 32} if wave == 64 else {}
    sets = [*((EVERY_WAVE, V0 + reg, row_of(one)) for reg, one in rows.items()),
            *((EVERY_WAVE, reg, value) for reg, value in scalars.items())]
    code = before + placed(form, rng, wave, {"offset": 0} if form.layout != "ds" else {"offset0": 0, "offset1": 0})
    call = run_of(rng, arch, wave, code + end(arch, wave), sets)
    call.given.update(choices={}, policy=rng.choice(("early", "early", "late")), scratch_bytes=0)
    return call


def of_wraps(seed):
    """Each load and store of whole dwords, where its words of an address end."""
    rng = Chance(f"{seed} lines that wrap")
    for form, dwords in of_dwords("flat", "global"):
        runs = tuple(wrapping(rng, form, 4 * dwords) for _ in range(WRAPS))
        yield Calls(f"lines {form.arch} {form.mnemonic} {sampler.name_of(form)} that wrap", runs, (4, 64, 512))


# ---- lines over results within bounds ----

def of_bounds(seed):
    """Each load of whole dwords, to registers beside and among which there are values within bounds."""
    rng = Chance(f"{seed} lines over bounds")
    for form, dwords in of_dwords("flat", "global", "ds", verb="load"):
        arch, runs = form.arch, []
        for _ in range(BOUNDS):
            wave = rng.choice(TARGETS[arch].waves)
            live, every = some_in_a_row(rng, wave), (1 << wave) - 1
            live = every if rng.randrange(2) else live
            sines = b"".join(assemble_lines(arch, wave, [
                f"v_sin_f32 v{reg}, v{DATA}" for reg in range(RESULT - 1, RESULT + 9) if rng.randrange(5)]))
            at = [4 * dwords * lane for lane in range(wave)]
            rows = {FLAT: [MEMORY + n for n in at], FLAT + 1: [0] * wave, OFFSET: at, IN_LDS: at,
                    DATA: [0x3E000000 + rng.getrandbits(23) for _ in range(wave)]}
            run = accessed(rng, form, wave, every, rows, {BASE: MEMORY, BASE + 1: 0},
                           sines + lanes_on(arch, wave, live))
            size = at[-1] + 4 * dwords
            run.given.update(regions=((MEMORY, rng.randbytes(size)),), lds_bytes=size, lds=rng.randbytes(size))
            runs.append(run)
        yield Calls(f"lines {arch} {form.mnemonic} {sampler.name_of(form)} over bounds", tuple(runs), (4, 64, 512))


# ---- lines at the ends of what the host holds ----

def of_edges(seed):
    """Each load and store of whole dwords of lanes anywhere in a wave, in memory where they begin and end, and beside
    which the host has nothing; known bytes, and such of which nobody asks whether they are open."""
    rng = Chance(f"{seed} lines at edges")
    for form, dwords in of_dwords("flat", "global"):
        arch, runs = form.arch, []
        for n in range(EDGES if dwords > 1 else 4 * EDGES):
            wave = rng.choice(TARGETS[arch].waves)
            live = (1 << wave) - 1 if n % 2 else some_in_a_row(rng, wave) or 1
            first, count = (live & -live).bit_length() - 1, live.bit_length()
            at = [4 * dwords * (lane - first) & MOST for lane in range(wave)]
            rows = {FLAT: [MEMORY + n & MOST for n in at], FLAT + 1: [0] * wave, OFFSET: at}
            call = accessed(rng, form, wave, live, rows, {BASE: MEMORY, BASE + 1: 0})
            call.given["regions"] = ((MEMORY, rng.randbytes(4 * dwords * (count - first))),)
            raw = ((("regions", 0, "open"), None),) if rng.randrange(2) else ()
            runs.append(Call(call.given, raw, rng.choice(BESIDE_NOTHING)))
        yield Calls(f"lines {arch} {form.mnemonic} {sampler.name_of(form)} at edges", tuple(runs), (4, 64, 512))


# ---- lines with gaps ----

def of_gaps(seed):
    """Each store of whole dwords, of lanes of which none, one, two or a few between the first and the last are off."""
    rng = Chance(f"{seed} lines with gaps")
    for form, dwords in of_dwords("flat", "global", "ds", verb="store"):
        arch, runs = form.arch, []
        for gaps in range(GAPS):
            wave = rng.choice(TARGETS[arch].waves)
            first, count = rng.randrange(wave - 8), rng.randrange(8, wave)
            live = sum(1 << lane for lane in range(first, min(first + count, wave)))
            for _ in range(gaps):
                live &= ~(1 << rng.randrange(first + 1, min(first + count, wave) - 1))
            at = [4 * dwords * lane for lane in range(wave)]
            rows = {FLAT: [MEMORY + n for n in at], FLAT + 1: [0] * wave, OFFSET: at, IN_LDS: at}
            run, size = accessed(rng, form, wave, live, rows, {BASE: MEMORY, BASE + 1: 0}), 4 * dwords * wave
            run.given.update(regions=((MEMORY, rng.randbytes(size)),), lds_bytes=size, lds=rng.randbytes(size))
            runs.append(run)
        yield Calls(f"lines {arch} {form.mnemonic} {sampler.name_of(form)} with gaps", tuple(runs), (4, 64, 512))


# ---- lanes that are no line ----

CUT = {"gfx9": "buffer_load_dwordx4 v[40:43], v3, s[12:15], 0 offen",
       "gfx11": "buffer_load_b128 v[40:43], v3, s[12:15], 0 offen"}


def after(rng, form) -> Call:
    """A run of one access of scattered lanes, behind one that was out of bounds by some dwords of some lanes."""
    arch, wave = form.arch, rng.choice(TARGETS[form.arch].waves)
    family, each = TARGETS[arch].family, 4 * dwords_of(form)
    at = [each * lane for lane in range(wave)]
    rng.shuffle(at)
    rows = {FLAT: [MEMORY + n for n in at], FLAT + 1: [0] * wave, OFFSET: at, IN_LDS: at}
    spare = {"format": 4, "oob_select": 3} if family == "gfx11" else {"data_format": 4}
    scalars = {BASE: MEMORY, BASE + 1: 0} | resource(arch, {
        "base": MEMORY, "num_records": 4 * rng.randrange(wave * each // 4)} | spare)
    cut = assemble_lines(arch, wave, [CUT[family]])[0] + end(arch, wave)
    run, size = accessed(rng, form, wave, (1 << wave) - 1, rows, scalars, cut), each * wave + 16
    run.given.update(regions=((MEMORY, rng.randbytes(size)),), lds_bytes=size, lds=rng.randbytes(size))
    return run


def of_after(seed):
    """Each load and store of whole dwords."""
    rng = Chance(f"{seed} no lines")
    for form, _ in of_dwords("flat", "global", "ds"):
        yield Calls(f"no lines {form.arch} {form.mnemonic} {sampler.name_of(form)}",
                    tuple(after(rng, form) for _ in range(AFTER)), (4, 64, 512))


def aligned(rng, form) -> Call:
    """A run of one line that begins anywhere, by one of the rules of alignment, or in orders that are chosen."""
    wave = rng.choice(TARGETS[form.arch].waves)
    each, first = 4 * dwords_of(form), rng.choice((0, 1, 2, 3, 4, 6, 8, 12))
    at = [first + each * lane for lane in range(wave)]
    rows = {FLAT: [MEMORY + n for n in at], FLAT + 1: [0] * wave, OFFSET: at, IN_LDS: at}
    run = accessed(rng, form, wave, (1 << wave) - 1, rows, {BASE: MEMORY, BASE + 1: 0})
    size = each * wave + 16
    run.given.update(regions=((MEMORY, rng.randbytes(size), bytes(size)),), lds_bytes=size, lds=rng.randbytes(size),
                     choices=rng.choice(({"alignment": 1}, {"alignment": 2}, {})))
    waves = rng.choice((1, 2))
    run.given.update(group=[wave * waves, 1, 1], grid=[wave * waves, 1, 1])
    return Call(run.given, how=rng.choice(("run", "run", "glance")))


def of_aligned(seed):
    """Each load and store of whole dwords."""
    rng = Chance(f"{seed} aligned lines")
    for form, _ in of_dwords("flat", "global", "ds"):
        yield Calls(f"aligned lines {form.arch} {form.mnemonic} {sampler.name_of(form)}",
                    tuple(aligned(rng, form) for _ in range(AFTER)), (4, 64, 512))


def calls(seed):
    """All of them."""
    for kind in (of_rows, of_traces, of_wraps, of_bounds, of_edges, of_gaps, of_after, of_aligned):
        yield from kind(seed)
