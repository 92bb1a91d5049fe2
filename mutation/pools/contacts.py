"""Accesses that meet in a few bytes and in nothing else: lanes in a row that begin within a dword, of which one lies
elsewhere or the first is off; elements in parts, of which one alone meets another wave; bytes of which three waves have
written some; the global data share, LDS beside memory, texels and scalars.  A seed fixes them."""
from __future__ import annotations

from ...harness.assembly import assemble_lines
from ...harness.case import POLICIES
from ...model.machine import EVERY_WAVE, V0, register_codes
from ..calls import Call, Calls
from ..chance import Chance
from .handlers import of_wave
from .memory import row_of
from .touches import MOST, bits, image, shaped
from .waits import kinds

AGAIN, WAVES = 3, 4                                    # runs of each; waves at most
MEMORY, SIZE, ASKEW, LDS, SHARE = 0x20000, 8192, 0x30002, 512, 64
TEXELS = 0x21000                                       # where images of touches.py begin
SIZES = (WAVES, 64, 1024)

# of each wave: EXEC, and what it does.  v1: a row of dwords, v8: the same, of which lane 1 lies elsewhere, v9: lanes,
# v11: 0, v[12:13]: texels from the ninth on, v5 to v7: data; s[6:7]: the image, s[8:9]: memory, s[10:11]: a region that
# begins within a dword, s[12:15]: a buffer, s[16:19]: one of parts eight lanes apart that begins within a dword
GROUPS = """1 global_store_byte v11, v5, s[8:9] offset:4 | f global_load_dword v20, v1, s[8:9] offset:1
1 global_store_byte v11, v5, s[8:9] offset:4 | f global_load_dword v20, v1, s[8:9] offset:2
1 global_store_byte v11, v5, s[8:9] offset:4 | 7 global_load_dword v20, v1, s[8:9] offset:3
1 global_store_byte v11, v5, s[8:9] offset:4 | f buffer_load_dword v20, v1, s[12:15], 0 offen offset:2
1 global_store_byte v11, v5, s[8:9] offset:1 | 1 global_store_byte v11, v5, s[8:9] | 9 global_store_dword v1, v6, s[8:9]
1 global_store_byte v11, v5, s[8:9] offset:6 | f buffer_load_dword v20, v9, s[16:19], 0 idxen offset:2
1 global_store_byte v11, v5, s[8:9] offset:4 | f buffer_load_dword v20, v9, s[16:19], 0 idxen offset:2
1 global_store_byte v11, v5, s[8:9] offset:35 | f buffer_load_dword v20, v9, s[16:19], 0 idxen offset:2
1 global_store_dword v11, v5, s[8:9] offset:4 | f global_load_dword v20, v8, s[8:9]
6 buffer_store_dword v5, v1, s[12:15], 0 offen | 6 buffer_load_dword v20, v1, s[12:15], 0 offen offset:256
1 s_mov_b32 m0, 64; ds_write_b64 v11, v[5:6] gds | 1 s_mov_b32 m0, 64; ds_read_b32 v20, v11 offset:4 gds
1 global_store_byte v11, v5, s[10:11] offset:1 | 1 global_store_byte v11, v5, s[10:11] offset:2 \
| 1 global_store_byte v11, v5, s[10:11] offset:3 | 1 global_load_ubyte v20, v11, s[10:11] offset:1"""
TO_LDS = "buffer_load_dword v1, s[12:15], 0 offen lds"
GROUPS_OF = {"gfx9": f"""1 ds_write_b8 v11, v5 offset:3 | 3 s_mov_b32 m0, 0; {TO_LDS}
1 ds_write_b32 v11, v5 | 3 s_mov_b32 m0, 0; {TO_LDS}
1 global_store_byte v11, v5, s[8:9] offset:3; s_barrier | 1 global_store_byte v11, v5, s[8:9]; s_barrier \
| 1 global_store_byte v11, v5, s[8:9] offset:1; s_barrier | 1 s_barrier; s_load_dword s30, s[8:9], 0x0"""}
ALONE = """1 buffer_store_dwordx2 v[5:6], v9, s[16:19], 0 idxen; s_load_dword s30, s[8:9], 0x10
1 buffer_store_dwordx2 v[5:6], v9, s[16:19], 0 idxen; s_load_dword s30, s[8:9], 0x24"""
SAMPLE = "image_sample_lz v20, v[12:13], s[32:39], s[40:43] dmask:0x1 unorm"
ALONE_OF = {"gfx9": f"""1 s_mov_b32 m0, 128; {TO_LDS}; s_mov_b32 m0, -1; ds_write2_b32 v11, v5, v6 offset1:4; \
ds_read_b32 v20, v11 offset:16
1 s_mov_b32 m0, 0; {TO_LDS}; s_mov_b32 m0, -1; ds_read_b32 v20, v11
1 s_mov_b32 m0, 0; {TO_LDS}; s_mov_b32 m0, -1; ds_read_u8 v20, v11 offset:3
f s_store_dword s24, s[6:7], 0x1c; {SAMPLE}
f s_store_dword s24, s[6:7], 0x20; {SAMPLE}
f s_store_dword s24, s[6:7], 0x2c; {SAMPLE}
f s_store_dword s24, s[6:7], 0x30; {SAMPLE}"""}


def parts_of(text: str) -> list[tuple[int, list[str]]]:
    """(EXEC, lines) of each wave."""
    words = [part.strip().partition(" ") for part in text.split("|")]
    return [(int(live, 16), lines.split("; ")) for live, _, lines in words]


def scalars_of(rng, arch: str, family: str) -> dict[int, int]:
    """{register: what it holds}"""
    near = MEMORY + 4 * rng.randrange(64)
    swizzled, last = 1 << (31 if family == "gfx9" else 30), 4 << 15 | (3 << 28) * (family == "gfx11")
    words = [TEXELS, 0, near, 0, ASKEW, 0, near, 0, 4096, last, near + 2, 8 << 16 | swizzled, 64, 4 << 15]
    found = dict(enumerate(words, 6)) | {24: rng.getrandbits(32), register_codes(arch)["m0"]: MOST}
    return found | dict(enumerate(image(rng, family), 32))


def rows_of(rng, wave: int) -> dict[int, list[int]]:
    """{vector register: what it holds}"""
    row = [4 * lane for lane in range(wave)]
    rows = {1: row, 8: [row[0], 100 + 4 * rng.randrange(9), *row[2:]], 9: list(range(wave)), 11: [0] * wave}
    rows |= {12: [bits(8.0 + lane) for lane in range(wave)], 13: [0] * wave}
    return rows | {reg: rng.words(wave) for reg in (5, 6, 7, 20)}


def run_of(rng, arch: str, family: str, wave: int, known: dict[str, bytes], parts) -> Call:
    """Waves of one group, each of which does its part at once, one after the other."""
    code = b"".join(of_wave(n, known, lines) for n, (_, lines) in enumerate(parts)) + known["s_endpgm"]
    codes, sets = register_codes(arch), []
    sets += [(EVERY_WAVE, reg, value) for reg, value in scalars_of(rng, arch, family).items()]
    sets += [(EVERY_WAVE, V0 + reg, row_of(row)) for reg, row in rows_of(rng, wave).items()]
    for n, (live, _) in enumerate(parts):
        sets += [(n, 1, n), (n, codes["exec"], live), *[(n, codes["exec"] + 1, 0)] * (wave // 64)]
    regions = ((MEMORY, rng.randbytes(SIZE)), (ASKEW, rng.randbytes(64)), (0, bytes(SHARE), bytes(SHARE), "gds"))
    return Call({"arch": arch, "wave": wave, "code": code, "sets": sets, "lds_bytes": LDS, "lds": bytes(LDS),
                 "policy": rng.choice(POLICIES), "seed": rng.randrange(100), "limit": 400, "regions": regions,
                 "group": [wave * len(parts), 1, 1], "grid": [wave * len(parts), 1, 1]})


def made(rng, name: str, texts: str, more: dict[str, str]):
    """Each of these, of any family and of one."""
    for arch, family, wave in kinds():
        every = [parts_of(text) for text in (texts + "\n" + more.get(family, "")).strip().splitlines()]
        lines = ["s_endpgm", "s_cbranch_scc1 1", *(f"s_cmp_lg_u32 s1, {n}" for n in range(WAVES))]
        lines = list(dict.fromkeys([*lines, *(line for parts in every for _, own in parts for line in own)]))
        known = dict(zip(lines, assemble_lines(arch, wave, [shaped(line, family) for line in lines])))
        for n, parts in enumerate(every):
            runs = tuple(run_of(rng, arch, family, wave, known, parts) for _ in range(AGAIN))
            yield Calls(f"{name} {arch} {wave} {n}", runs, SIZES)


def of_groups(seed):
    """Waves of a group."""
    yield from made(Chance(f"{seed} contacts"), "contacts", GROUPS, GROUPS_OF)


def of_one(seed):
    """One wave, whose ways to memory keep no order."""
    yield from made(Chance(f"{seed} contacts alone"), "contacts alone", ALONE, ALONE_OF)


def calls(seed):
    """All of them."""
    for kind in (of_groups, of_one):
        yield from kind(seed)
