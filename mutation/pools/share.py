"""Runs of the global data share and what waits there: operations of LDS with GDS, global wave sync, counts in the order
of waves, registers for streamout; one wave, several of a group, several groups.  A seed fixes them."""
from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from ...generators.single import sampler
from ...harness.assembly import assemble_lines
from ...model.machine import EVERY_WAVE, V0, register_codes
from ...spec import CERTIFIED, TARGETS
from ..calls import Call, Calls
from ..chance import Chance
from ..partly import known_in, some_lanes
from .memory import DATA, IN_LDS, end, exec_of, forms_of, placed, row_of, run_of as memory_run, shadow, state
from .waits import kinds

FEW, SYNCS, COUNTS, WIDE = 5, 260, 160, 3              # of a form; of each architecture and wave size; of a WIDE form
LAST, TOGETHER = 24, 8                                 # of each architecture and wave size; of one machine
SHARE, STREAMOUT = 256, 96                             # bytes
RELEASE, WHAT = 0x100, 0x1000                          # of the offset of DS_ORDERED_COUNT: bits of OFFSET1


def spaces(rng) -> tuple:
    """The share and the registers for streamout, parts of them open; now and then they are not told."""
    small, anything, which = rng.columns((SHARE + STREAMOUT) // 4, "fwf")
    words = np.where(which < 0.5, (small * 9).astype("<u4"), anything).tobytes()
    whole = SHARE - rng.choice((0, 0, 0, 0, 1, 2))
    share = (0, words[:whole], shadow(rng, whole), "gds")
    registers = (0, words[SHARE:], shadow(rng, STREAMOUT), "gs")
    return tuple(one for one in (share, registers) if rng.randrange(12))


def part(rng) -> int:
    """M0 for the share: {base, size} at its ends and beyond."""
    return rng.choice((0, 0, 0, 4, 16, 3, 192, SHARE - 4, SHARE, SHARE + 4)) << 16 | rng.choice(
        (SHARE, SHARE, 0xFFFF, 64, 8, 3, 0))


# ---- operations of LDS ----

@cache
def between(arch: str, wave: int) -> list[bytes]:
    """What overwrites sources, and what waits for it to be read."""
    return assemble_lines(arch, wave, ["v_mov_b32 v20, 7", "v_mov_b32 v24, v20", "v_mov_b32 v4, 8", "s_mov_b32 m0, 16",
                                       "s_waitcnt expcnt(0)", "s_waitcnt expcnt(1)", "s_waitcnt lgkmcnt(0)", "s_nop 0"])


def code_of(rng, form, wave: int) -> bytes:
    """One access or two with GDS, data known in some lanes alone, sources overwritten before or after they are read."""
    arch, code = form.arch, b""
    if not rng.randrange(3):
        code += known_in(arch, wave, some_lanes(rng, wave), DATA, 31)
    for _ in range(rng.choice((1, 1, 2))):
        code += placed(form, rng, wave, {"gds": int(rng.randrange(8) > 0)})
        code += b"".join(rng.choice(between(arch, wave)) for _ in range(rng.choice((0, 1, 2))))
    return code + end(arch, wave) * (rng.randrange(8) > 0)


def of_forms(seed):
    """Each form, on the share or beside it."""
    rng = Chance(f"{seed} share forms")
    for arch in CERTIFIED:
        for form in forms_of(arch)["ds"]:
            if form.op.note("-gds") or form.op.shape == "gather":
                continue
            runs = []
            for _ in range(FEW):
                wave, waves = rng.choice(TARGETS[arch].waves), rng.choice((1, 1, 1, 2))
                m0 = register_codes(arch)["m0"]
                sets = [one for one in state(rng, arch, wave) if one[1] != m0]
                sets += [(EVERY_WAVE, m0, part(rng))] * (rng.randrange(25) > 0)
                call = memory_run(rng, arch, wave, code_of(rng, form, wave), sets, waves)
                call.given["regions"] += spaces(rng)
                call.given["grid"] = [wave * waves * rng.choice((1, 1, 2)), 1, 1]
                runs.append(call)
            yield Calls(f"share {arch} {form.mnemonic} {sampler.name_of(form)}", tuple(runs), (4, 64, 512))


WIDE_FORMS = ("ds_read_b32", "ds_load_b32", "ds_read_u8", "ds_load_u8", "ds_write_b64", "ds_store_b64",
              "ds_add_rtn_u32", "ds_append")
WHOLE = Chance(0).randbytes(0x10000)


def wide_part(rng, size: int) -> tuple[int, list[int]]:
    """(M0 for a share of `size` bytes, places at the ends of what it names and of what there is)"""
    base = rng.choice((0, 0, 4, 16, 0x7ffc, 0x8000, size - 8 & 0xfffc, size & 0xfffc))
    asked = rng.choice((0xffff, 0xffff, 0x7fff, 0x8000, 0x8004, 0xbfff, size - base & 0xffff))
    return base << 16 | asked, [end + n for end in (asked, size - base, 0x8000, 0x7fff) for n in (-8, -4, -1, 0, 4)]


def of_wide(seed):
    """A share as large as it may be, or half of that, whose openness somebody asks for or nobody."""
    rng = Chance(f"{seed} wide shares")
    for arch in CERTIFIED:
        for form in (form for form in forms_of(arch)["ds"] if form.mnemonic in WIDE_FORMS):
            runs = []
            for _ in range(WIDE):
                wave, size = rng.choice(TARGETS[arch].waves), rng.choice((0x10000, 0x8000, 0x9000))
                m0, ends = wide_part(rng, size)
                rows = {IN_LDS: [max(0, rng.choice(ends)) if lane % 3 else 4 * lane for lane in range(wave)]}
                rows |= {reg: rng.words(wave) for reg in (*range(20, 26), *range(30, 36))}
                sets = [*((EVERY_WAVE, V0 + reg, row_of(row)) for reg, row in rows.items()),
                        (EVERY_WAVE, register_codes(arch)["m0"], m0)]
                code = placed(form, rng, wave, {"gds": 1, "offset0": rng.choice((0, 0, 4)), "offset1": 0})
                call = memory_run(rng, arch, wave, code + end(arch, wave), sets)
                others = call.given["regions"]
                call.given.update(regions=(*others, (0, WHOLE[:size], shadow(rng, size), "gds")),
                                  choices=rng.choice(({}, {"lds_out_of_range": 1}, {"lds_out_of_range": 1})))
                raw = ((("regions", len(others), "open"), None),) if rng.randrange(2) else ()
                runs.append(Call(call.given, raw, call.how))
            yield Calls(f"wide share {arch} {form.mnemonic}", tuple(runs), (4, 64, 512))


# ---- waves that wait for each other ----

# {0}: of the two resources that are used; {1}: some offset of a count
SYNC = """ds_gws_init v1 offset:{0} gds
ds_gws_init v1 offset:{0} gds
ds_gws_barrier v1 offset:{0} gds
ds_gws_barrier v2 offset:{0} gds
ds_gws_sema_v offset:{0} gds
ds_gws_sema_v offset:{0} gds
ds_gws_sema_p offset:{0} gds
ds_gws_sema_p offset:{0} gds
ds_gws_sema_br v1 offset:{0} gds
ds_gws_sema_release_all offset:{0} gds
ds_ordered_count v3, v1 offset:{1} gds
ds_ordered_count v1, v1 offset:{1} gds
ds_add_u32 v5, v1 gds
ds_append v4 gds
ds_consume v4 gds"""
STREAM = """
ds_add_gs_reg_rtn v[6:7], v1 offset:{1} gds
ds_sub_gs_reg_rtn v[6:7], v2 offset:{1} gds"""
BESIDE = """s_waitcnt lgkmcnt(0)
s_waitcnt lgkmcnt(0)
s_waitcnt expcnt(0)
s_barrier
s_nop 0
v_mov_b32 v1, 2
v_mov_b32 v8, v3
v_mov_b32 v8, v4
s_mov_b64 exec, 0
s_mov_b64 exec, 6
s_mov_b64 exec, -1
global_store_dword v5, v1, s[8:9]
global_load_dword v9, v5, s[8:9]
ds_write_b32 v5, v1
ds_read_b32 v9, v5
s_endpgm"""
# a jump over the next instruction of eight bytes, for waves of some numbers
SOME = "s_cmp_gt_u32 s1, {0}", "s_cmp_lt_u32 s1, {0}", "s_cmp_eq_u32 s1, {0}", "s_cmp_lg_u32 s1, {0}"
AS_GFX11 = {"store_dword": "store_b32", "load_dword": "load_b32", "ds_write": "ds_store", "ds_read": "ds_load"}


def count_offset(rng) -> int:
    """Of DS_ORDERED_COUNT or a register: which, whether the next wave may go, what is done."""
    what = rng.choice((0, 0, 0, 1, 2, 3)) * WHAT
    return 4 * rng.randrange(16) | rng.choice((0, 0, 1, 2)) | rng.choice((RELEASE,) * 4 + (0,)) | what


def synced(rng, family: str, wave: int, sources: str, count: int) -> list[str]:
    """Lines: some of `sources`, each for all waves or for some of them alone."""
    lines, beside = [], BESIDE
    for old, new in AS_GFX11.items() if family == "gfx11" else ():
        beside = beside.replace(old, new)
    if wave == 32:
        beside = beside.replace("s_mov_b64 exec,", "s_mov_b32 exec_lo,")
    for _ in range(count):
        if not rng.randrange(3):
            lines.append(rng.choice(beside.splitlines()))
            continue
        if not rng.randrange(3):
            lines += [rng.choice(SOME).format(rng.randrange(4)), "s_cbranch_scc1 2"]
        lines.append(rng.choice(sources.splitlines()).format(rng.choice((3, 3, 3, 3, 67, 35, 2)), count_offset(rng)))
        lines += ["s_waitcnt lgkmcnt(0) expcnt(0)"] * (rng.randrange(3) > 0)
    return lines


def waves_of(rng, arch: str, wave: int, count: int) -> list:
    """First registers: each wave has its number, its turn, and values that are alike or not."""
    codes, sets = register_codes(arch), []
    turns = list(range(count))
    rng.shuffle(turns)
    for n in range(count):
        live = exec_of(rng, wave) if not rng.randrange(4) else (1 << wave) - 1
        first = rng.choice((0, 0, 1, 1, 2, 3, count - 1, 0x80000001, rng.getrandbits(32)))
        rows = {1: [first, *rng.choices(range(4), k=wave - 1)],
                2: rng.choices(range(4), k=wave), 5: rng.choices(range(0, 64, 4), k=wave)}
        rows |= {k: rng.words(wave) for k in (3, 4, 6, 7, 9)}
        rows = {k: row for k, row in rows.items() if rng.randrange(30)}
        m0 = rng.choice((0, 0, 0, 4, 1, 8, 16, 63, 1 << 9)) << 16 | rng.choice((turns[n],) * 9 + (0x2000 | turns[n], 9))
        scalars = {1: n, 8: 0x20000, 9: 0, codes["m0"]: m0, codes["exec"]: live & 0xFFFFFFFF}
        if wave == 64:
            scalars[codes["exec"] + 1] = live >> 32
        if not rng.randrange(40):
            scalars.pop(codes["m0"])
        sets += [*((n, V0 + k, row_of(row)) for k, row in rows.items()), *((n, k, x) for k, x in scalars.items())]
    return sets


def run_of(rng, arch: str, wave: int, code: bytes, waves: int) -> Call:
    """Waves of one group, or of two."""
    groups = rng.choice((1, 1, 1, 2)) if waves < 3 else 1
    given = {"arch": arch, "wave": wave, "code": code, "sets": waves_of(rng, arch, wave, waves),
             "group": [wave * waves, 1, 1], "grid": [wave * waves * groups, 1, 1], "lds_bytes": 64,
             "lds": rng.randbytes(64), "schedule": rng.choice(("round-robin", "seeded")), "seed": rng.randrange(100),
             "policy": rng.choice(("early", "late", "random", "adversarial")), "limit": 400,
             "regions": ((0x20000, rng.randbytes(SHARE), bytes(SHARE)), *spaces(rng))}
    return Call(given, how=rng.choice(("run",) * 11 + ("trace",)))


def programs(rng, name: str, sources: dict[str, str], count: int, lengths) -> Iterator[Calls]:
    """So many of each architecture and wave size, assembled together.  `sources`: lines by family."""
    for arch, family, wave in kinds():
        made = [synced(rng, family, wave, sources[family], rng.choice(lengths)) for _ in range(count)]
        known = list(dict.fromkeys(line for lines in made for line in lines))
        code = dict(zip(known, assemble_lines(arch, wave, known)))
        for n, lines in enumerate(made):
            text = b"".join(code[line] for line in lines) + end(arch, wave)
            yield Calls(f"{name} {arch} {wave} {n}", (run_of(rng, arch, wave, text, rng.choice((1, 2, 2, 3, 4))),),
                        (4, 64, 1024))


def of_syncs(seed):
    """Semaphores, barriers, counts and what stands between them, of waves that do not all do the same."""
    rng = Chance(f"{seed} share syncs")
    yield from programs(rng, "sync", {"gfx9": SYNC, "gfx11": SYNC + STREAM}, SYNCS, (2, 3, 4, 6, 8))


def of_counts(seed):
    """Counts in the order of waves and registers for streamout: every place, operation and lane."""
    rng, ordered = Chance(f"{seed} share counts"), "ds_ordered_count v3, v1 offset:{1} gds"
    yield from programs(rng, "counts", {"gfx9": ordered, "gfx11": ordered + STREAM}, COUNTS, (1, 1, 2))


def of_last(seed):
    """Counts at the last place of the share, of which a part may be missing, and where addresses of 16 bits end;
    registers for streamout; somebody asks what of them is open, or nobody."""
    rng = Chance(f"{seed} last places of shares")
    for arch, family, wave in kinds():
        runs = []
        for _ in range(LAST):
            at, what = 4 * rng.randrange(64), rng.choice((RELEASE, RELEASE, 0)) | rng.choice((0, 0, 1)) * WHAT
            line = f"ds_ordered_count v3, v1 offset:{at | what} gds"
            if family == "gfx11" and rng.randrange(2):
                line = rng.choice(STREAM.strip().splitlines()).format(0, 4 * rng.randrange(16))
            base = rng.choice((SHARE - 4 - at, SHARE - 4 - at, SHARE - 8 - at, 0, 0xFFFC)) & 0xFFFC
            whole = SHARE - rng.randrange(4)
            call = run_of(rng, arch, wave, b"".join(assemble_lines(arch, wave, [line])) + end(arch, wave), 1)
            m0 = register_codes(arch)["m0"]
            sets = [*(one for one in call.given["sets"] if one[1] != m0), (EVERY_WAVE, m0, base << 16)]
            call.given.update(sets=sets, regions=((0, rng.randbytes(whole), shadow(rng, whole), "gds"),
                                                  (0, rng.randbytes(STREAMOUT), shadow(rng, STREAMOUT), "gs")))
            bare = rng.choice(((), (0,), (1,), (0, 1)))
            runs.append(Call(call.given, tuple((("regions", n, "open"), None) for n in bare), call.how))
        for n in range(0, LAST, TOGETHER):
            yield Calls(f"last places of shares {arch} {wave} {n}", tuple(runs[n:n + TOGETHER]), (4, 64, 1024))


def calls(seed):
    """All of them."""
    for kind in (of_forms, of_syncs, of_counts, of_wide, of_last):
        yield from kind(seed)
