"""Masks of wave64 that are written once they were read, waited for in part, in one function or in several; results of
transcendental operations behind waits that let some be outstanding; scalar registers by which private memory is found;
wide stores whose data are overwritten.  A seed fixes them."""
from __future__ import annotations

from ...harness.assembly import assemble_lines
from ...model.machine import EVERY_WAVE, V0, register_codes
from ..calls import Call, Calls
from ..chance import Chance
from .memory import row_of
from .waits import kinds

MASKS, LATE, EACH, PRIVATE, WIDE = 480, 120, 8, 40, 40 # programs of an architecture; runs of one
MEMORY, SIZE = 0x20000, 1024
NUMBERS = 4, 10, 30, 32, 34, 62, 64, 84, 94, 100       # of masks: about where words of 64 end, and others
READ = """v_cndmask_b32_e64 v6, v1, v2, {pair}
v_cndmask_b32_e64 v6, v1, v2, {pair}
v_add_co_ci_u32_e64 v6, s[14:15], v1, v2, {pair}
v_cndmask_b32 v6, v1, v2, vcc"""
WRITE = """s_mov_b64 {pair}, 5
s_mov_b32 {low}, 5
s_mov_b32 {high}, 5
s_mov_b32 {behind}, 5
s_mov_b32 {behind}, 5
v_cmp_eq_u32_e64 {pair}, v1, v2
v_readfirstlane_b32 {low}, v1
v_readfirstlane_b32 {high}, v1
s_load_b64 {pair}, s[8:9], 0x0
s_load_b32 {low}, s[8:9], 0x0
s_mov_b64 vcc, 5
v_cmp_eq_u32 vcc, v1, v2
s_mov_b32 exec_hi, -1"""
USE = """s_mov_b32 s16, {low}
s_mov_b32 s16, {high}
s_mov_b32 s16, {behind}
s_mov_b32 s16, {behind}
s_mov_b64 s[16:17], {pair}
v_mov_b32 v7, {low}
v_cndmask_b32_e64 v7, v1, v2, {pair}
v_cndmask_b32 v7, v1, v2, vcc
s_mov_b32 s16, vcc_hi"""
# fields of S_WAITCNT_DEPCTR, (lowest bit, width): of scalar results, of those in vector registers, of what reads such
SCALAR, VECTOR, SOURCES = ((0, 1), (1, 1), (9, 3), (9, 3)), ((12, 4), (12, 4), (9, 3)), ((2, 3), (2, 3), (12, 4))
CALL = "s_call_b64 s[18:19], 0"                        # of what comes next
WAITED = "s_waitcnt lgkmcnt(0)"


def depctr(rng, fields) -> str:
    """A wait that waits for nothing but in one of its fields, which holds any number."""
    low, width = rng.choice(fields)
    value = rng.choice((0, 0, rng.randrange(1 << width), 1 << rng.randrange(width)))
    return f"s_waitcnt_depctr {0xffff & ~(((1 << width) - 1) << low) | value << low:#x}"


def assembled(arch: str, wave: int, programs: list[list[str]]) -> list[bytes]:
    """Their code; lines are assembled together."""
    every = list(dict.fromkeys(line for lines in programs for line in lines))
    known = dict(zip(every, assemble_lines(arch, wave, every)))
    return [b"".join(known[line] for line in lines) for lines in programs]


def run_of(rng, arch: str, wave: int, code: bytes, **more) -> Call:
    """With every register that it names set."""
    codes = register_codes(arch)
    scalars = {**{n: rng.randrange(2) for n in range(104)}, 8: MEMORY, 9: 0, codes["vcc"]: 5, codes["vcc"] + 1: 0}
    rows = {n: rng.choices(range(0, 32, 4), k=wave) for n in range(24)}
    rows |= {10: [MEMORY] * wave, 11: [0] * wave}
    sets = [*((EVERY_WAVE, V0 + n, row_of(row)) for n, row in rows.items()),
            *((EVERY_WAVE, n, value) for n, value in scalars.items())]
    given = {"arch": arch, "wave": wave, "code": code, "sets": sets,
             "profile": rng.choice(("silicon",) * 5 + ("manual",)), "policy": rng.choice(("early", "late")),
             "regions": ((MEMORY, bytes(SIZE)),), "limit": 200}
    return Call(given | more)


def bundled(rng, name: str, arch: str, wave: int, programs: list[list[str]], **more):
    """Calls of a few programs each."""
    made = [run_of(rng, arch, wave, code, **more) for code in assembled(arch, wave, programs)]
    for n in range(0, len(made), EACH):
        yield Calls(f"{name} {arch} {wave} {n}", tuple(made[n:n + EACH]), (4, 64, 1024))


def line_of(rng, text: str, number: int) -> list[str]:
    """One of these, of that mask; what is loaded is waited for."""
    made = rng.choice(text.splitlines()).format(pair=f"s[{number}:{number + 1}]", low=f"s{number}",
                                                high=f"s{number + 1}", behind=f"s{number + 2}")
    return [made, WAITED] if made.startswith("s_load") else [made]


def straight(rng) -> list[str]:
    """Two masks are read, one of them written, waited for or not, and used."""
    first, second = rng.sample(NUMBERS, 2)
    made = line_of(rng, READ, first) + [CALL] * rng.randrange(2) + line_of(rng, READ, rng.choice((first, second)))
    which = rng.choice((first, first, second))
    for written in rng.choice(((which,), (which,), (first, which), (second, which))):
        made += line_of(rng, WRITE, written)
    return [*made, *[depctr(rng, SCALAR)] * rng.randrange(2), *line_of(rng, USE, which)]


def mixed(rng) -> list[str]:
    """Reads, writes and uses of few masks."""
    few, made = rng.sample(NUMBERS, rng.choice((1, 1, 2))), []
    for _ in range(rng.choice((1, 1, 2))):
        for _ in range(rng.choice((1, 1, 2))):
            made += line_of(rng, READ, rng.choice(few))
        made += [CALL] * (not rng.randrange(4))
        for _ in range(rng.choice((1, 1, 2, 3))):
            made += line_of(rng, rng.choice((WRITE, WRITE, WRITE, READ)), rng.choice(few))
            made += [depctr(rng, SCALAR)] * (rng.randrange(2) == 0)
        made += [CALL] * (not rng.randrange(8)) + line_of(rng, USE, rng.choice(few))
    return made


def of_masks(seed):
    """Reads of masks, writes of them and of what lies beside, uses."""
    rng = Chance(f"{seed} masks")
    for arch, family, wave in kinds():
        if family != "gfx9" and wave == 64:
            yield from bundled(rng, "masks", arch, wave,
                               [(mixed, straight, straight)[n % 3](rng) for n in range(MASKS)])


BEGUN = "v_rcp_f32 v5, v2", "v_rcp_f32 v5, v2", "v_exp_f32 v5, v2", "v_mov_b32 v5, v2"
UNREAD = "ds_store_b32 v1, v5", "global_store_b32 v1, v5, s[8:9]", "v_mov_b32 v5, v2"
ASIDE = "v_mov_b32 v12, v3", "v_mov_b32 v13, v3", "s_nop 0", "s_nop 0", "v_sqrt_f32 v14, v3"
READERS = "v_add_f32 v6, v5, v5", "v_mov_b32 v6, v5", "lds_direct_load v5 wait_vdst:15"
PAST = "lds_direct_load v5 wait_vdst:15", "lds_direct_load v5 wait_vdst:3", "lds_direct_load v5 wait_vdst:0"


def of_late(seed):
    """A result or a store, waits that let so many be at work, and what reads or overwrites its register."""
    rng = Chance(f"{seed} late results")
    for arch, family, wave in kinds():
        if family == "gfx9":
            continue
        programs = []
        for n in range(LATE):
            begun, reads, fields = ((BEGUN, READERS, VECTOR), (UNREAD, PAST, SOURCES))[n % 2]
            made = [rng.choice(begun), *(rng.choice(ASIDE) for _ in range(rng.randrange(4)))]
            made += [depctr(rng, fields)] * (rng.randrange(4) > 0) + [rng.choice(ASIDE)] * rng.randrange(2)
            programs.append([*made, rng.choice(reads)])
        yield from bundled(rng, "late", arch, wave, programs, lds_bytes=SIZE, lds=bytes(SIZE))


SCRATCH = """v_readfirstlane_b32 flat_scratch_lo, v1
v_readfirstlane_b32 flat_scratch_hi, v1
v_readfirstlane_b32 xnack_mask_lo, v1
v_readfirstlane_b32 s101, v1
v_cmp_eq_u32_e64 flat_scratch, v1, v2
v_readfirstlane_b32 s9, v1"""
BY_SCRATCH = """flat_load_dword v6, v[10:11]
flat_store_dword v[10:11], v2
global_load_dword v6, v1, s[8:9]
buffer_load_dword v6, v1, s[8:11], 0 offen"""


def of_private(seed):
    """Registers about those by which FLAT finds private memory, written too close before it."""
    rng = Chance(f"{seed} private hazards")
    for arch, family, wave in kinds():
        if family != "gfx9":
            continue
        programs = [[rng.choice(SCRATCH.splitlines()), *["s_nop 0"] * rng.choice((0, 0, 1, 3, 4, 5)),
                     rng.choice(BY_SCRATCH.splitlines()), "s_waitcnt vmcnt(0) lgkmcnt(0)"] for _ in range(PRIVATE)]
        yield from bundled(rng, "private hazards", arch, wave, programs)


STORES = """image_store v[4:7], v[10:11], s[24:31] dmask:0xf unorm
image_store v[4:5], v[10:11], s[24:31] dmask:0x3 unorm
image_atomic_cmpswap v[4:7], v[10:11], s[24:31] dmask:0xf unorm
buffer_store_dwordx4 v[4:7], v1, s[24:27], 0 offen
buffer_store_dwordx4 v[4:7], v1, s[24:27], s9 offen
buffer_store_format_xyzw v[4:7], v1, s[24:27], s9 offen
tbuffer_store_format_xyzw v[4:7], v1, s[24:27], dfmt:14, nfmt:4, 0 offen
global_store_dwordx3 v1, v[4:6], s[8:9]"""


def of_wide(seed):
    """A store, what may stand behind it, and a write of a register of its data or beside them."""
    rng = Chance(f"{seed} wide stores")
    for arch, family, wave in kinds():
        if family != "gfx9":
            continue
        programs = [[rng.choice(STORES.splitlines()), *["s_nop 0"] * rng.choice((0, 0, 0, 1)),
                     f"v_mov_b32 v{rng.choice((3, 4, 5, 6, 7, 8))}, v2", "s_waitcnt vmcnt(0)"] for _ in range(WIDE)]
        yield from bundled(rng, "wide stores", arch, wave, programs)


def calls(seed):
    """All of them."""
    for kind in (of_masks, of_late, of_private, of_wide):
        yield from kind(seed)
