"""What waves of a group, and waves of several groups, touch by every kind of access: rows of lanes, lanes of which one
lies elsewhere, single bytes at the ends of dwords and lines; buffers, LDS by two places a lane, loads to LDS, scalars,
images, samplers and stacks.  A seed fixes them."""
from __future__ import annotations

import struct
from functools import cache

import numpy as np

from ...harness.assembly import assemble_lines
from ...harness.case import POLICIES
from ...harness.register_names import dispatch_of
from ..calls import Call, Calls
from ..chance import Chance
from .images import MOST
from .lines import some_in_a_row
from .memory import resource
from .waits import kinds

RUNS, ALONE, ORDERED = 150, 110, 36                    # of each architecture and wave size
MEMORY, SIZE, TABLE, LDS, SHARE = 0x20000, 8192, 0x40000, 1024, 256
EACH, CONSTANTS = 64, 64                               # bytes of the table a lane; of those that all have before it
SIZES = (8, 64, 1024)
LINE, PITCH = 64, 64                                   # bytes of a line of records; texels of a row of the image
MARGIN = 4096                                          # of memory before what s[8:9] names, for buffers

# v0: of the group; v1: place in memory, v2: in LDS, v[3:4]: flat, v[5:8]: data, v6: index, v7: offset in a buffer,
# v[10:11]: a texel, v[12:13]: a point, v14: a stack; s25: what this wave does; s[12:15]: a buffer, s[32:43]: an image
FIRST = """v_lshlrev_b32_e32 v9, 6, v0
s_mul_i32 s3, s2, 0x12345678
s_add_u32 s3, s3, 64
v_add_nc_u32_e32 v9, s3, v9
global_load_dwordx4 v[1:4], v9, s[0:1]
global_load_dwordx4 v[5:8], v9, s[0:1] offset:16
global_load_dwordx4 v[10:13], v9, s[0:1] offset:32
global_load_dwordx4 v[14:17], v9, s[0:1] offset:48
s_load_dwordx4 s[12:15], s[0:1], 0x0
s_load_dwordx8 s[32:39], s[0:1], 0x10
s_load_dwordx4 s[40:43], s[0:1], 0x30
s_mov_b32 s8, 0x21000
s_mov_b32 s9, 0
s_mov_b32 s24, 0x1234
s_mov_b32 s25, 0x5678
s_mov_b32 m0, -1
v_mov_b32_e32 v20, 0
s_waitcnt vmcnt(0) lgkmcnt(0)
v_readfirstlane_b32 s28, v15
v_readlane_b32 s26, v15, 1
v_readlane_b32 s27, v15, 2
s_mov_b32 exec_lo, s26"""
GROUP = bytes.fromhex("78563412")                    # of the bytes a group has in the table
HIGH = "s_mov_b32 exec_hi, s27"
ACCESSES = """global_store_dword v1, v5, s[8:9]
global_store_dwordx2 v1, v[5:6], s[8:9]
global_store_dwordx4 v1, v[5:8], s[8:9]
global_store_byte v1, v5, s[8:9]
global_store_short v1, v5, s[8:9]
global_load_dword v20, v1, s[8:9]
global_load_dword v20, v1, s[8:9]
global_load_dwordx3 v[20:22], v1, s[8:9]
global_load_ubyte v20, v1, s[8:9]
global_atomic_add v1, v5, s[8:9]
global_atomic_add_x2 v1, v[5:6], s[8:9]
flat_store_dword v[3:4], v5
flat_load_dword v20, v[3:4]
flat_load_dwordx2 v[20:21], v[3:4]
flat_atomic_add v[3:4], v5
buffer_store_dword v5, v1, s[12:15], 0 offen
buffer_store_dwordx2 v[5:6], v1, s[12:15], 0 offen
buffer_store_dwordx4 v[5:8], v[6:7], s[12:15], 0 idxen offen
buffer_store_dword v5, v[6:7], s[12:15], 0 idxen offen
buffer_store_short v5, v[6:7], s[12:15], 0 idxen offen
buffer_load_dword v20, v1, s[12:15], 0 offen
buffer_load_dword v20, v[6:7], s[12:15], 0 idxen offen
buffer_load_dwordx3 v[20:22], v[6:7], s[12:15], 0 idxen offen
buffer_atomic_add v5, v1, s[12:15], 0 offen
ds_write_b32 v2, v5
ds_write_b64 v2, v[5:6]
ds_write_b8 v2, v5
ds_write2_b32 v2, v5, v6 offset0:1 offset1:3
ds_write2_b64 v2, v[5:6], v[7:8] offset0:2 offset1:1
ds_write2st64_b32 v2, v5, v6 offset0:0 offset1:1
ds_read_b32 v20, v2
ds_read_b128 v[20:23], v2
ds_read_u8 v20, v2
ds_read2_b32 v[20:21], v2 offset0:16 offset1:0
ds_read2_b64 v[20:23], v2 offset0:0 offset1:3
ds_add_u32 v2, v5
ds_add_u32 v2, v5
ds_cmpst_rtn_b64 v[20:21], v2, v[5:6], v[7:8]
s_load_dword s44, s[8:9], 0x3c
s_load_dwordx4 s[44:47], s[8:9], 0x38
s_load_dwordx8 s[44:51], s[8:9], 0x0
s_buffer_load_dword s44, s[12:15], 0x4
s_buffer_load_dwordx2 s[44:45], s[12:15], 0x10
image_store v5, v[10:11], s[32:39] dmask:0x1 unorm
image_load v20, v[10:11], s[32:39] dmask:0x1 unorm
image_atomic_add v5, v[10:11], s[32:39] dmask:0x1 unorm
image_sample_lz v20, v[12:13], s[32:39], s[40:43] dmask:0x1 unorm
image_sample_lz v20, v[12:13], s[32:39], s[40:43] dmask:0x1 unorm
image_sample_lz v20, v[12:13], s[32:39], s[40:43] dmask:0x1 unorm
image_gather4_lz v[20:23], v[12:13], s[32:39], s[40:43] dmask:0x1 unorm"""
SCALAR_STORES = """s_store_dword s24, s[8:9], 0x0
s_store_dwordx2 s[24:25], s[8:9], 0x3c
s_store_dwordx4 s[24:27], s[8:9], 0x44
s_buffer_store_dword s24, s[12:15], 0x4
s_atomic_add s24, s[8:9], 0x40
s_atomic_swap_x2 s[24:25], s[8:9], 0x40"""
SOURCES = "ds_write_src2_b32 v2 offset:4\nds_add_src2_u32 v2 offset:2\nds_write_src2_b64 v2 offset:16"
SHARED = "ds_add_u32 v2, v5 gds", "ds_write_b32 v2, v5 gds", "ds_read_b32 v20, v2 gds"
# loads to LDS, whose place M0 says; then M0 is again what DS wants
PLACES = tuple(f"s_mov_b32 m0, {at}" for at in (-1, SHARE, 0, 4, 56, 60, 64, 128, 700))
TO_LDS = tuple(f"buffer_load_{what} v1, s[12:15], 0 offen{offset} lds" for what in ("dword", "dword", "ubyte")
               for offset in ("", " offset:4"))
PART, SKIP, MOST_PARTS = "s_cmp_lg_u32 s28, {}", "s_cbranch_scc1 0", 6
STACK = "ds_bvh_stack_rtn_b32 v20, v14, v5, v[5:8]"
BETWEEN = """s_waitcnt vmcnt(0) lgkmcnt(0)
s_waitcnt lgkmcnt(0)
s_barrier
s_barrier
s_nop 0"""
AS_GFX11 = {"add_x2": "add_u64", "atomic_add v": "atomic_add_u32 v",
            "write2st64_b32": "store_2addr_stride64_b32", "write2_b32": "store_2addr_b32",
            "write2_b64": "store_2addr_b64", "read2_b32": "load_2addr_b32", "read2_b64": "load_2addr_b64",
            "ds_write": "ds_store", "ds_read": "ds_load", "cmpst": "cmpstore", "store_byte": "store_b8",
            "store_short": "store_b16", "load_ubyte": "load_u8", "dwordx2": "b64", "dwordx3": "b96", "dwordx4": "b128",
            "dwordx8": "b256", "dword": "b32"}


def shaped(line: str, family: str) -> str:
    """As the family spells it."""
    if family == "gfx9":
        return line.replace("add_nc_u32", "add_u32")
    if line.startswith("image"):
        return line.replace(" unorm", " dim:SQ_RSRC_IMG_2D unorm")
    for old, new in AS_GFX11.items():
        line = line.replace(old, new)
    return line


def coded(arch: str, family: str, wave: int, lines: list[str]) -> bytes:
    """A program, as the family spells it."""
    return b"".join(assemble_lines(arch, wave, [shaped(line, family) for line in lines]))


def access(rng, family: str, in_lds: bool) -> list[str]:
    """One to LDS, or to the rest of memory; with what says where, if it takes M0."""
    few = rng.randrange(10)
    if few == 0:
        return [STACK] if in_lds and family == "gfx11" else [PLACES[1], rng.choice(SHARED), PLACES[0]]
    if few < 4 and in_lds and family == "gfx9":
        return [rng.choice(SOURCES.splitlines())] if few == 1 else [rng.choice(PLACES), rng.choice(TO_LDS), PLACES[0]]
    if few < 3 and family == "gfx9":
        return [rng.choice(SCALAR_STORES.splitlines())]
    return [rng.choice([line for line in ACCESSES.splitlines()
                        if line.startswith("flat") or line.startswith("ds") == in_lds])]


@cache
def known_lines(arch: str, wave: int, family: str) -> dict[str, bytes]:
    """{line: code} of all there are."""
    own = [*TO_LDS, *PLACES, *SCALAR_STORES.splitlines(), *SOURCES.splitlines()] if family == "gfx9" else [STACK]
    every = [*FIRST.splitlines(), HIGH, *ACCESSES.splitlines(), *own, *PLACES[:2], *SHARED,
             *BETWEEN.splitlines(), SKIP, "s_endpgm", *(PART.format(n) for n in range(MOST_PARTS))]
    return dict(zip(every, assemble_lines(arch, wave, [shaped(line, family) for line in every])))


# ---- what registers hold ----

def row(rng, wave: int, reach: int) -> list[int]:
    """Places one behind the other, or with few steps; perhaps one lies elsewhere, or two are the other way round."""
    step, first = rng.choice((4, 4, 4, 4, 8, 16, 2, 1, 0, 64)), rng.choice((0, 0, 4, 16, 40, 56, 60, 64, 68, 1, 2, 63))
    places = [(first + step * lane) % reach for lane in range(wave)]
    a, b = rng.randrange(wave), rng.randrange(wave)
    other = rng.randrange(8)
    if other == 0:
        places[a] = rng.randrange(reach)
    elif other == 1:
        places[a], places[b] = places[b], places[a]
    elif other == 2:
        places[a] = max(0, places[a] + rng.choice((-4, 4, 1, -1, 256)))
    return places


def spot(rng, wave: int, reach: int) -> list[int]:
    """The same place in every lane: at the ends of dwords and of lines."""
    near = LINE * rng.randrange(5) + rng.choice((-4, -2, -1, 0, 0, 1, 3, 4, 8, 60))
    return [(near if rng.randrange(2) else rng.randrange(reach)) % reach] * wave


def lanes(rng, wave: int, wide: bool) -> int:
    """EXEC."""
    return some_in_a_row(rng, wave) if wide else 1 << rng.choice((0, 0, 1, rng.randrange(wave)))


def words_of_wave(rng, wave: int, place: int, wide: bool, in_lds: bool) -> list[list[int]]:
    """The table's words: v1 to v8, v10 to v17, of each lane."""
    made, live = (row if wide else spot), lanes(rng, wave, wide)
    of_lds = made(rng, wave, LDS)
    flat = of_lds if in_lds else [MEMORY + MARGIN + n for n in made(rng, wave, LDS)]
    index = [lane + rng.choice((0, 0, 1, 2)) for lane in range(wave)] if wide else [rng.randrange(70)] * wave
    data = [rng.getrandbits(8) if rng.randrange(2) else 7] * wave
    across, down = rng.randrange(PITCH), rng.randrange(8)
    texels = [[(across + lane * wide) % PITCH for lane in range(wave)], [rng.choice((0, 0, 0, 1, down))] * wave]
    part = rng.choice((0.0, 0.5, 0.25))
    point = [[bits(x + part) for x in some] for some in texels]
    stack = [rng.randrange(2) << 18 | rng.randrange(3)] * wave
    control = [0] * wave
    control[:4] = [place, live & MOST, live >> 32, 0]
    return [made(rng, wave, LDS), of_lds, flat, [in_lds << 16] * wave, data, index,
            [rng.choice((0, 0, 4, 1, 3))] * wave, data, *texels, *point, stack, control, [0] * wave, [0] * wave]


def bits(x: float) -> int:
    return struct.unpack("<I", struct.pack("<f", x))[0]


def image(rng, family: str) -> list[int]:
    """PITCH texels of 32 bits a row, integers or floats, and a sampler that takes four."""
    number = rng.choice((4, 7, 7)) if family == "gfx9" else rng.choice((20, 22, 22))
    if family == "gfx9":
        words = [0x200 | 16, 4 << 20 | number << 26, PITCH - 1 | 15 << 14, 0x90000fac, PITCH - 1 << 13, 0, 0, 0]
    else:
        words = [0x200 | 16, number << 20 | (PITCH - 1 & 3) << 30, PITCH - 1 >> 2 | 15 << 14, 0x90000fac, 0, 0, 0, 0]
    return [*words, 0x8092, 0xfff000, 0x500000, 0]


def buffer(rng, arch: str) -> list[int]:
    """One that reaches what the others touch, with swizzled elements or without."""
    low, high, records, word = resource(rng, arch)
    stride = high >> 16 & 0x3fff
    base = MEMORY + MARGIN + rng.choice((0, 0, 0, 4, 16, 1, 2, 3))
    return [base, high & 0xc0000000 | min(stride, 36) << 16, rng.choice((records, 64, 300, 300)), word & ~(1 << 30)]


# ---- programs ----

def part_of(rng, family: str, count: int, in_lds: bool, barriers: bool) -> list[str]:
    """What one of the waves does."""
    made, few = [], [access(rng, family, in_lds if rng.randrange(6) else not in_lds) for _ in range(2)]
    for _ in range(count):
        made += rng.choice(few)
        made += [line for line in rng.sample(BETWEEN.splitlines(), rng.choice((0, 0, 1)))
                 if barriers or line != "s_barrier"]
    return made


def code_of(known: dict[str, bytes], parts: list[list[str]], group: int) -> bytes:
    """Every part behind a branch that other waves take.  `group`: bytes of the table a group."""
    code = b"".join(known[line] for line in FIRST.splitlines()).replace(GROUP, struct.pack("<I", group))
    code += known[HIGH]
    for number, lines in enumerate(parts):
        body = b"".join(known[line] for line in (*lines, "s_endpgm"))
        skip = int.from_bytes(known[SKIP], "little") | len(body) // 4
        code += known[PART.format(number)] + skip.to_bytes(4, "little") + body
    return code + known["s_endpgm"]


def run_of(rng, arch: str, wave: int, family: str, waves: int, groups: int, count: int, how: str) -> Call:
    """Each wave has a part of its own; one of them may touch little."""
    constants = struct.pack("<16I", *buffer(rng, arch), *image(rng, family))
    wide, table = [rng.randrange(3) > 0 for _ in range(waves * groups)], b""
    in_lds = groups == 1 and rng.randrange(2) > 0
    parts = [part_of(rng, family, count, in_lds, waves > 1) for _ in wide]
    for place, much in enumerate(wide):
        rows = words_of_wave(rng, wave, place, much, in_lds)
        table += (np.array(rows, np.int64).T & MOST).astype("<u4").tobytes()
    values = {"PGM_RSRC1": 11 | 12 << 6 | rng.choice((0, 1 << 29)) * (family == "gfx11"),
              "PGM_RSRC2": 2 << 1 | 1 << 7, "NUM_THREAD_X": wave * waves, "DIM_X": groups, "USER_DATA_0": TABLE,
              "USER_DATA_1": 0, "DISPATCH_INITIATOR": 1 | (wave == 32) << 15}
    given = {"arch": arch, "wave": wave, "code": code_of(known_lines(arch, wave, family), parts, EACH * wave * waves),
             "compute": {dispatch_of(arch)[f"COMPUTE_{name}"]: value for name, value in values.items()},
             "policy": rng.choice(POLICIES), "schedule": rng.choice(("round-robin", "seeded")),
             "seed": rng.randrange(100), "lds_bytes": LDS, "lds": bytes(LDS), "limit": 4000,
             "choices": {"lds_out_of_range": 1} if rng.randrange(2) else {},
             "regions": ((MEMORY, bytes(MARGIN + SIZE)), (TABLE, constants + table),
                         (0, bytes(SHARE), bytes(SHARE), "gds"))}
    return Call(given, how=how)


def of_groups(seed):
    """Waves of one group, or of a few."""
    rng = Chance(f"{seed} touches")
    for arch, family, wave in kinds():
        for n in range(RUNS):
            waves, groups = rng.choice(((2, 1), (2, 1), (2, 1), (3, 1), (1, 2), (1, 2), (1, 3), (2, 2)))
            call = run_of(rng, arch, wave, family, waves, groups, rng.choice((1, 1, 2)), "run")
            yield Calls(f"touches {arch} {wave} {n}", (call,), SIZES)


def of_one(seed):
    """One wave alone: the ways to memory that it has keep no order."""
    rng = Chance(f"{seed} touches alone")
    for arch, family, wave in kinds():
        for n in range(ALONE):
            call = run_of(rng, arch, wave, family, 1, 1, rng.choice((2, 2, 3, 4)), "run")
            yield Calls(f"touches alone {arch} {wave} {n}", (call,), SIZES)


def of_orders(seed):
    """In chosen orders."""
    rng = Chance(f"{seed} touches in orders")
    for arch, family, wave in kinds():
        for n in range(ORDERED):
            waves, groups = rng.choice(((1, 1), (2, 1), (2, 1), (1, 2)))
            call = run_of(rng, arch, wave, family, waves, groups, rng.choice((1, 2)), "order")
            yield Calls(f"touches in orders {arch} {wave} {n}", (call,), SIZES)


def calls(seed):
    """All of them."""
    for kind in (of_groups, of_one, of_orders):
        yield from kind(seed)
