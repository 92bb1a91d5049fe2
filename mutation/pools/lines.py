"""Lanes whose elements lie one behind the other, all of them on, some or none, in memory that ends near them; and what
a trace says of every access.  A seed fixes them."""
from __future__ import annotations

from ...generators.single import sampler
from ...model.machine import EVERY_WAVE, V0, register_codes
from ...spec import CERTIFIED, TARGETS
from ..calls import Call, Calls
from ..chance import Chance
from .memory import (
    BARE, BASE, DATA, FLAT, IN_LDS, LDS, MEMORY, MOST, OFFSET, PRIVATE, RESULT, SCRATCH, bare_state, end, forms_of,
    placed, rare, row_of, run_of,
)
from .share import spaces

ROWS, FEW = 5, 6                                       # runs of a form; traced ones of a rare form


# ---- whole rows ----

def dwords_of(form) -> int:
    """Dwords of an element that a lane loads or stores alone; 0: it has no such."""
    access = form.op.memory
    plain = access and access.verb != "atomic" and not access.x2 and not access.words
    return int(access.size[1:]) // 32 if plain and access.size in ("b32", "b64", "b96", "b128") else 0


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
    rows |= {reg: [rng.getrandbits(32) for _ in range(wave)] for reg in (*range(DATA, DATA + 4),
                                                                       *range(RESULT, RESULT + 8))}
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
    for arch in CERTIFIED:
        for form in (one for layout in ("flat", "global", "ds") for one in forms_of(arch)[layout]):
            if dwords := dwords_of(form):
                runs = tuple(row(rng, form, 4 * dwords) for _ in range(ROWS))
                yield Calls(f"lines {arch} {form.mnemonic} {sampler.name_of(form)}", runs, (4, 64, 512))


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


def calls(seed):
    """All of them."""
    for kind in (of_rows, of_traces):
        yield from kind(seed)
