"""Private memory as compilers use it: a dword of every lane at one offset, by every way to name it, and what nearly is
that: a lane that differs, lanes that are off, offsets that are no multiple of four, beyond its end or below its
beginning, open addresses; rows that begin before private memory and end in it; one group, or two of which neither may
meet the other.  A seed fixes them."""
from __future__ import annotations

from collections.abc import Sequence

from ...harness.assembly import assemble_lines
from ...harness.case import POLICIES
from ...model.machine import EVERY_WAVE, V0, register_codes
from ...model.testing import scratch_sets
from ...spec import CERTIFIED, TARGETS
from ..calls import Call, Calls
from ..chance import Chance
from .memory import MOST, PRIVATE, end, row_of, shadow

COUNT, TOGETHER = 480, 8                               # runs of each architecture; of one machine
FEWER = 96                                             # of those that have memory before private memory, or are spans
OWN = 64                                               # bytes of a work item
BEFORE = 1024                                          # of memory before private memory, where there is some
APERTURE, NEXT = 0x20000, 0x40000                      # high dword of an address: private memory's, and no one's
# v0: 0 in all lanes; v2: of one lane more; v4: of each lane another; v6, v8: 64-bit addresses, alike and not;
# v10: whose low dword is open; v20 and on: data; s0: an offset; s[2:3]: 64 lanes near the end of private memory
# {0}: an offset; {1}: one that is not negative; {2}: s0 where a register may be added to another, else none
LINES = """scratch_store_b32 off, v20, s0 offset:{0}
scratch_load_b32 v30, off, s0 offset:{0}
scratch_store_b32 v0, v21, off offset:{0}
scratch_load_b32 v31, v0, off offset:{0}
scratch_store_b32 v2, v22, off offset:{0}
scratch_load_b32 v32, v2, {2} offset:{0}
scratch_store_b32 v4, v23, {2} offset:{0}
scratch_load_b32 v33, v4, off offset:{0}
scratch_store_b64 off, v[20:21], s0 offset:{0}
scratch_load_u8 v34, off, s0 offset:{0}
flat_store_b32 v[6:7], v24 offset:{1}
flat_load_b32 v35, v[6:7] offset:{1}
flat_store_b32 v[8:9], v25 offset:{1}
flat_load_b32 v36, v[8:9] offset:{1}
flat_load_b32 v36, v[10:11] offset:{1}
flat_load_b32 v36, v[12:13] offset:{1}
global_store_b32 v4, v26, s[2:3]
global_load_b32 v37, v4, s[2:3]""".splitlines()
AS_GFX9 = {"_b32": "_dword", "_b64": "_dwordx2", "_u8": "_ubyte"}
WAIT = {"gfx9": "s_waitcnt vmcnt(0) lgkmcnt(0)", "gfx11": "s_waitcnt vmcnt(0) lgkmcnt(0)\ns_waitcnt_vscnt null, 0x0"}
LANES = 0xffff, 0xff00, 0xfffc, 0xfff0, 0xf0f5, 0x0008, 0x8001, 0
OFFSETS = 0, 0, 0, 4, 8, 12, OWN - 4, 1, 2, 3, OWN, 4 * OWN, -4
MISSED = 0, 4, 128, 252, 256, 260, 63 * 4, 62 * 4      # bytes before the end of private memory


SPANS = LINES[:4] + LINES[8:9] + ["scratch_load_b64 v[30:31], off, s0 offset:{0}",
                                  "scratch_load_b64 v[32:33], v0, off offset:{0}"]


def span_of(rng, wave: int) -> int:
    """Lanes one behind the other."""
    first = rng.randrange(wave - 1)
    return (1 << rng.randrange(1, wave - first + 1)) - 1 << first


def lanes_of(rng, wave: int) -> int:
    """All of a wave, or a pattern of sixteen again and again."""
    some = rng.choice((0xffff, 0xffff, *LANES))
    return sum(some << n for n in range(0, wave, 16))


def lines_of(rng, family: str, texts: Sequence[str]) -> list[str]:
    """Some accesses, each waited for or not."""
    lines, old = [], family == "gfx9"
    for text in rng.choices(texts, k=rng.choice((1, 2, 3, 4))):
        at = rng.choice(OFFSETS)
        line = text.format(at, max(at, 0), "off" if old else "s0")
        for name, older in AS_GFX9.items() if old else ():
            line = line.replace(name, older)
        lines.append(line)
        lines += WAIT[family].splitlines() * (rng.randrange(4) > 0)
    return lines


def registers(rng, arch: str, wave: int, edge: int, shape=lanes_of) -> list:
    """What LINES names; the 64 lanes lie about `edge`, those that are on have that shape."""
    codes, odd = register_codes(arch), rng.randrange(wave)
    alike, low = rng.choice((0, 0, 4, 8)), rng.choice((0, 4, 16, 2))
    rows = {0: [alike] * wave, 2: [alike + 4 * (lane == odd) for lane in range(wave)],
            4: [4 * lane for lane in range(wave)], 6: [low] * wave, 7: [APERTURE] * wave, 8: [low] * wave,
            9: [APERTURE + (lane == odd) * rng.choice((1, APERTURE)) for lane in range(wave)],
            11: [APERTURE] * wave, 12: [low] * wave, 13: [NEXT] * wave}
    rows |= {reg: rng.words(wave) for reg in (*range(20, 27), *range(30, 38))}
    rows = {reg: row for reg, row in rows.items() if reg < 20 or rng.randrange(12)}
    near, live = edge - rng.choice(MISSED), shape(rng, wave)
    scalars = {0: rng.choice((0, 0, 4, 16, 2)), 2: near & MOST, 3: near >> 32, codes["exec"]: live & MOST}
    scalars |= {codes["exec"] + 1: live >> 32} if wave == 64 else {}
    return [*((EVERY_WAVE, V0 + reg, row_of(row)) for reg, row in rows.items()),
            *((EVERY_WAVE, n, x) for n, x in scalars.items())]


def run_of(rng, arch: str, wave: int, code: bytes, before: int, shape=lanes_of) -> Call:
    """Of one wave or several, which know where their private memory lies or are told; so many bytes lie before it."""
    waves, groups = rng.choice((1, 1, 2)), rng.choice((1, 1, 2, 2))
    own = OWN * wave * waves
    sets = registers(rng, arch, wave, PRIVATE if before else PRIVATE + own, shape)
    sets += scratch_sets(arch, PRIVATE) if not rng.randrange(6) else []
    size = before + own + rng.choice((0, 64, 192, 256, 4096))
    touched = [True] * rng.randrange(2)
    return Call({"arch": arch, "wave": wave, "code": code, "sets": sets, "scratch_bytes": OWN, "scratch_base": PRIVATE,
                 "regions": ((PRIVATE - before, rng.randbytes(size), shadow(rng, size), "global", *touched),),
                 "policy": rng.choice(POLICIES), "schedule": rng.choice(("round-robin", "seeded")), "limit": 60,
                 "seed": rng.randrange(100), "choices": rng.choice(({}, {}, {}, {"alignment": 1}, {"alignment": 2})),
                 "group": [wave * waves, 1, 1], "grid": [wave * waves * groups, 1, 1]},
                how=rng.choice(("run",) * 11 + ("trace",)))


def calls_of(rng, arch: str, texts: Sequence[str], count: int, before: int, name: str, shape=lanes_of):
    """So many runs of lines of `texts`."""
    family, waves = TARGETS[arch].family, TARGETS[arch].waves
    made = [(rng.choice(waves), lines_of(rng, family, texts)) for _ in range(count)]
    known = {wave: list(dict.fromkeys(line for of, lines in made for line in lines if of == wave)) for wave in waves}
    code = {wave: dict(zip(lines, assemble_lines(arch, wave, lines))) for wave, lines in known.items()}
    runs = [run_of(rng, arch, wave, b"".join(code[wave][line] for line in lines) + end(arch, wave), before, shape)
            for wave, lines in made]
    for n in range(0, count, TOGETHER):
        yield Calls(f"stacks {arch} {name}{n}", tuple(runs[n:n + TOGETHER]), (4, 64, 1024))


def calls(seed):
    """All of them."""
    rng, below, spans = (Chance(f"{seed} stacks{kind}") for kind in ("", " before", " spans"))
    for arch in CERTIFIED:
        yield from calls_of(rng, arch, LINES, COUNT, 0, "")
        yield from calls_of(below, arch, LINES[-2:] + LINES[:2], FEWER, BEFORE, "before ")
        yield from calls_of(spans, arch, SPANS, FEWER, 0, "spans ", span_of)
