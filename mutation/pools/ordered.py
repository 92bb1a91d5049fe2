"""Groups of several waves that let each other go on by global wave sync, with barriers of their own between: what one
wave knows of the others, as many releases as have a number of their own and more, as many waves as are kept in mind and
more.  A seed fixes them."""
from __future__ import annotations

import struct
from functools import cache

from ...harness.assembly import assemble_lines
from ...harness.case import POLICIES
from ...harness.register_names import dispatch_of
from ...spec import ARCHS
from ..calls import Call, Calls
from ..chance import Chance
from .touches import shaped
from .waits import kinds

RUNS, MANY, CROWDS = 150, 16, 12                       # of each architecture and wave size
MEMORY, SIZE, TABLE, LDS = 0x20000, 256, 0x40000, 256
WORDS = 8                                              # of the table a wave
SPELLS, WAVES = 254 - 32, 256                          # releases that have numbers; waves that are kept in mind
MOST_PARTS = 6

# s3: words of the wave, s[12:19]: what this wave does, EXEC, three places in memory, one in LDS, a number, how often
FIRST = """v_readfirstlane_b32 s4, v0
s_lshr_b32 s4, s4, {shift}
s_mul_i32 s3, s2, {waves}
s_add_u32 s3, s3, s4
s_lshl_b32 s3, s3, 5
s_load_dwordx8 s[12:19], s[0:1], s3
s_mov_b32 s8, 0x20000
s_mov_b32 s9, 0
s_waitcnt lgkmcnt(0)
s_mov_b32 m0, 0
s_mov_b32 exec_lo, s13
s_mov_b32 exec_hi, 0
v_mov_b32_e32 v1, s14
v_mov_b32_e32 v2, s15
v_mov_b32_e32 v3, s16
v_mov_b32_e32 v4, s17
v_mov_b32_e32 v5, s18"""
ACCESSES = """global_store_dword v1, v5, s[8:9]
global_store_dword v1, v5, s[8:9]
global_store_dword v2, v5, s[8:9]
global_store_byte v3, v5, s[8:9]
global_load_dword v20, v1, s[8:9]
global_load_dword v20, v1, s[8:9]
global_load_dword v20, v2, s[8:9]
global_load_ubyte v20, v3, s[8:9]
global_atomic_add v2, v5, s[8:9]"""
LOADS = [line for line in ACCESSES.splitlines() if "load" in line]
LOCAL = "ds_write_b32 v4, v5", "ds_read_b32 v20, v4"
RELEASES = "ds_gws_sema_v offset:3 gds", "ds_gws_sema_v offset:3 gds", "ds_gws_sema_v offset:4 gds"
PASSES = "ds_gws_sema_p offset:3 gds", "ds_gws_sema_p offset:3 gds", "ds_gws_sema_p offset:4 gds"
WAITS = "s_waitcnt vmcnt(0) lgkmcnt(0)", "s_waitcnt lgkmcnt(0)", "s_nop 0"
PART, SKIP = "s_cmp_lg_u32 s12, {}", "s_cbranch_scc1 0"
# so many times
AGAIN = "s_sub_u32 s19, s19, 1", "s_cmp_lg_u32 s19, 0", "s_cbranch_scc1 -6"


@cache
def known_lines(arch: str, wave: int, family: str, waves: int) -> dict[str, bytes]:
    """{line: code} of all there are."""
    first = FIRST.format(shift=wave.bit_length() - 1, waves=waves).splitlines()
    lines = [*ACCESSES.splitlines(), *LOCAL, *RELEASES, *PASSES, *WAITS, *AGAIN, "s_barrier", SKIP, "s_endpgm",
             *(PART.format(n) for n in range(MOST_PARTS))]
    code = assemble_lines(arch, wave, [shaped(line, family) for line in (*first, *lines)])
    return dict(zip(lines, code[len(first):])) | {FIRST: b"".join(code[:len(first)])}


def code_of(known: dict[str, bytes], parts: list[list[str]]) -> bytes:
    """Every part behind a branch that other waves take."""
    code = known[FIRST]
    for number, lines in enumerate(parts):
        body = b"".join(known[line] for line in (*lines, "s_endpgm"))
        skip = int.from_bytes(known[SKIP], "little") | len(body) // 4
        code += known[PART.format(number)] + skip.to_bytes(4, "little") + body
    return code + known["s_endpgm"]


def words_of(rng, part: int, again: int) -> list[int]:
    """What a wave finds in the table."""
    near = [rng.choice((0, 0, 4, 64)), rng.choice((0, 4, 8)), rng.choice((0, 1, 3, 4)), rng.choice((0, 0, 4))]
    return [part, rng.choice((1, 1, 3)), *near, rng.choice((1, 1, 2)), again]


def run_of(rng, arch: str, wave: int, code: bytes, waves: int, groups: int, table: list[list[int]]) -> Call:
    way = rng.choice((0, 1 << 29)) * (ARCHS[arch] == "gfx11")
    values = {"PGM_RSRC1": 5 | 6 << 6 | way, "PGM_RSRC2": 2 << 1 | 1 << 7,
              "NUM_THREAD_X": wave * waves, "DIM_X": groups, "USER_DATA_0": TABLE, "USER_DATA_1": 0,
              "DISPATCH_INITIATOR": 1 | (wave == 32) << 15}
    return Call({"arch": arch, "wave": wave, "code": code, "policy": rng.choice(POLICIES), "limit": 40000,
                 "compute": {dispatch_of(arch)[f"COMPUTE_{name}"]: value for name, value in values.items()},
                 "schedule": rng.choice(("round-robin", "seeded")), "seed": rng.randrange(100), "lds_bytes": LDS,
                 "lds": bytes(LDS), "regions": ((MEMORY, bytes(SIZE)), (TABLE, struct.pack(
                     f"<{WORDS * len(table)}I", *(word for words in table for word in words))))})


def of_few(seed):
    """Each wave has a part; those of a group come to as many barriers, and most passes have a release."""
    rng = Chance(f"{seed} ordered groups")
    for arch, family, wave in kinds():
        for n in range(RUNS):
            waves, groups = rng.choice(((2, 1), (3, 1), (4, 1), (2, 2), (2, 2), (3, 2), (2, 3), (1, 3)))
            parts = [[] for _ in range(waves * groups)]
            for _ in range(rng.choice((1, 2, 2, 3))):
                sync = rng.sample(range(len(parts)), 2)
                for part in parts:
                    part += [rng.choice((*ACCESSES.splitlines(), *LOCAL))] * (rng.randrange(5) < 2)
                    part += [rng.choice(WAITS)] * rng.randrange(2)
                if rng.randrange(4):
                    at = rng.randrange(3)
                    parts[sync[0]].append(RELEASES[at])
                    parts[sync[1]].append(PASSES[at])
                group = waves * rng.randrange(groups)
                for part in parts[group:group + waves] if rng.randrange(2) else ():
                    part.append("s_barrier")
            for part in parts:
                part += [rng.choice(ACCESSES.splitlines())] * (rng.randrange(4) > 0)
            table = [words_of(rng, place, 0) for place in range(len(parts))]
            code = code_of(known_lines(arch, wave, family, waves), parts)
            yield Calls(f"ordered {arch} {wave} {n}", (run_of(rng, arch, wave, code, waves, groups, table),),
                        (8, 64, 1024))


def of_many(seed):
    """One wave of a group releases again and again, with accesses before and after; another passes, and a third may
    touch the same."""
    rng = Chance(f"{seed} many releases")
    for arch, family, wave in kinds():
        known = known_lines(arch, wave, family, 3)
        for n in range(MANY):
            times = SPELLS + rng.choice((-3, -2, -1, -1, 0, 0, 1, 2, 100))
            access = lambda: [rng.choice(ACCESSES.splitlines())] * rng.randrange(2)
            again = [WAITS[0], RELEASES[0], *AGAIN]
            before = rng.choice((*LOADS, *LOCAL))          # which no release leaves outstanding
            parts = [[before, *again, *access(), RELEASES[2], *access()],
                     [*access(), PASSES[2], *access(), rng.choice(WAITS), *access()],
                     [*access(), *[rng.choice((RELEASES[0], PASSES[0]))] * rng.randrange(2), *access(), *access()]]
            table = [words_of(rng, place, times) for place in range(3)]
            yield Calls(f"many releases {arch} {wave} {n}",
                        (run_of(rng, arch, wave, code_of(known, parts), 3, 1, table),), (8, 64, 1024))


def of_crowds(seed):
    """Groups of so many waves that as many as are kept in mind let each other go on, and more."""
    rng = Chance(f"{seed} crowds of waves")
    for arch, family, wave in kinds():
        for n in range(CROWDS):
            waves = rng.choice((4, 8, 8, 12, 16))
            groups = WAVES // waves + rng.choice((-1, 0, 0, 1, 1))
            known = known_lines(arch, wave, family, waves)
            access = lambda: [rng.choice((*ACCESSES.splitlines(), *LOCAL))] * rng.randrange(2)
            parts = [[*access(), RELEASES[0], *access(), PASSES[0], *access(), rng.choice(WAITS), *access()],
                     [*access(), RELEASES[0], PASSES[0], *access()], [*access(), *access()]]
            table = [words_of(rng, 0 if place % waves == 0 else rng.choice((0, 1, 2, 2)), 0)
                     for place in range(waves * groups)]
            call = run_of(rng, arch, wave, code_of(known, parts), waves, groups, table)
            yield Calls(f"crowd of waves {arch} {wave} {n}", (call,), (16, 64, 1024))


def calls(seed):
    """All of them."""
    for kind in (of_few, of_many, of_crowds):
        yield from kind(seed)
