"""Waves whose order a caller chooses: accesses that meet and that do not, of one wave, of a group and of several, by
every way to memory, with and without waits; results that are used before they are there.  What is looked at is each
point with its ways, which states are the same, and how each order ends.  A seed fixes them."""
from __future__ import annotations

import re
from dataclasses import replace

from ...harness.assembly import assemble_lines
from ...model.machine import EVERY_WAVE, SCC, V0, register_codes
from ..calls import Call, Calls, calls_of
from ..chance import Chance
from . import advice, groups, images, share
from .groups import lines_of
from .memory import row_of, shadow
from .waits import kinds

CASES, CROWDS, NAMED = 150, 60, 80                     # of each architecture and wave size
OTHERS, FIRST_IMAGES = 90, 300                         # of each other pool, of images of the first ones
MEMORY, SIZE, LDS = 0x20000, 512, 256
# v1: places of the wave's own; v2: places others have too, not aligned; v3: one for all; v4: far away; v5, v6: data
ACCESSES = """global_store_dword v1, v5, s[8:9]
global_store_dword v3, v5, s[8:9]
global_store_dwordx2 v3, v[5:6], s[8:9]
global_store_byte v2, v5, s[8:9]
global_load_dword v10, v2, s[8:9]
global_load_dword v10, v3, s[8:9]
global_load_dwordx2 v[10:11], v3, s[8:9]
global_load_ubyte v11, v2, s[8:9]
global_load_short_d16 v10, v3, s[8:9]
global_load_short_d16_hi v10, v3, s[8:9]
global_atomic_add v3, v5, s[8:9]
global_atomic_add v10, v3, v5, s[8:9] glc
global_atomic_swap v11, v3, v5, s[8:9] glc
global_atomic_inc v11, v2, v5, s[8:9] glc
buffer_store_dword v5, v3, s[16:19], 0 offen
buffer_load_dword v10, v3, s[16:19], 0 offen
ds_write_b32 v3, v5
ds_write2_b32 v3, v5, v6 offset0:1 offset1:3
ds_read_b32 v10, v3
ds_read2_b32 v[10:11], v3 offset0:1 offset1:2
ds_add_rtn_u32 v11, v3, v5
ds_read2_b64 v[10:13], v3 offset0:0 offset1:1
ds_write2_b64 v3, v[5:6], v[5:6] offset0:1 offset1:3
s_load_dword s20, s[8:9], 0x0
s_load_dword s20, s[8:9], 0x4
s_load_dwordx2 s[20:21], s[8:9], 0x0
s_load_dwordx4 s[20:23], s[8:9], 0x0
s_load_dword s21, s[8:9], 0x8
s_load_dword vcc_hi, s[8:9], 0x0
s_load_dwordx2 vcc, s[8:9], 0x8"""
ONLY = {"gfx9": """s_store_dword s24, s[8:9], 0x0
s_store_dwordx2 s[24:25], s[8:9], 0x4
s_atomic_add s24, s[8:9], 0x0 glc
s_dcache_wb
buffer_load_dword v3, s[16:19], 0 offen lds
ds_add_u32 v3, v5 gds
ds_read_b32 v10, v3 gds""",
        "gfx11": """global_load_b32 v10, v4, s[8:9]
s_waitcnt_vscnt null, 0x0
s_waitcnt_vscnt null, 0x1
ds_add_u32 v3, v5 gds
ds_load_b32 v10, v3 gds"""}
USES = """v_mov_b32 v12, v10
v_or_b32 v12, v10, v11
v_mov_b32 v10, v5
v_mov_b32 v5, 7
v_cndmask_b32 v12, v5, v10, vcc
v_readfirstlane_b32 s26, v10
s_mov_b32 s26, s20
s_mov_b32 s20, 9
s_add_u32 s26, s20, s21
s_mov_b64 vcc, s[20:21]
s_cbranch_scc0 0
s_cbranch_vccz 0
s_mov_b32 s26, s21
s_mov_b32 s26, vcc_hi
s_movrels_b32 s26, s20
v_div_fmas_f32 v12, v5, v10, v11
s_mov_b32 m0, s20"""
BETWEEN = """s_waitcnt vmcnt(0) lgkmcnt(0)
s_waitcnt vmcnt(0)
s_waitcnt vmcnt(1)
s_waitcnt lgkmcnt(0)
s_barrier
s_barrier
s_nop 0
s_sleep 1
s_endpgm"""
MORE = {"dwordx2 v": "b64 v", "dwordx2 s": "b64 s", "dwordx4 s": "b128 s", "store_byte": "store_b8",
        "load_ubyte": "load_u8", "load_short_d16_hi": "load_d16_hi_b16", "load_short_d16": "load_d16_b16",
        "swap v": "swap_b32 v", "inc v": "inc_u32 v", "write2_b32": "store_2addr_b32", "read2_b32": "load_2addr_b32",
        "write2_b64": "store_2addr_b64", "read2_b64": "load_2addr_b64"}
MOST = 2**32 - 1


def shaped(text: str, family: str, wave: int) -> list[str]:
    for old, new in MORE.items() if family == "gfx11" else ():
        text = text.replace(old, new)
    if wave == 32:
        text = re.sub(", vcc$", ", vcc_lo", text.replace("s_mov_b64 vcc", "s_mov_b64 s[28:29]"), flags=re.M)
    return lines_of(family, text.splitlines())


def state(rng, arch: str, wave: int, waves: int) -> list:
    """First registers: few lanes are on, and the waves have few places."""
    codes, alike = register_codes(arch), rng.randrange(2)
    m0 = rng.choice((MOST, MOST, LDS, LDS, 8, 12))     # of loads to LDS where they begin
    scalars = {8: MEMORY, 9: 0, 16: MEMORY, 17: 0, 18: SIZE, 19: 0, codes["m0"]: m0,
               codes["exec"]: rng.choice((1, 1, 3, 5)), codes["exec"] + 1: 0, codes["vcc"]: 5, codes["vcc"] + 1: 0,
               SCC: 1,
               **{n: n for n in range(20, 30)}}
    sets = [(EVERY_WAVE, reg, value) for reg, value in scalars.items()]
    for number in (EVERY_WAVE, *range(waves)):         # waves of later groups are none of those that have a number
        place = number % 8
        rows = {1: [64 + 16 * place + 4 * lane % 16 for lane in range(wave)],
                2: rng.choices((0, 1, 2, 3, 5, 8), k=wave), 3: rng.choices(range(0, 8, 4), k=wave),
                4: rng.choices((SIZE - 4, 256), k=wave), 6: [7] * wave,
                5: [1 if alike else 1 + place + lane for lane in range(wave)]}
        rows |= {reg: [reg] * wave for reg in (10, 11, 12)}
        sets += [(number, V0 + reg, row_of(row)) for reg, row in rows.items()]
    return sets


def of_crowds(seed):
    """Scalar results on the same few registers, some of which are used before the next one comes."""
    rng = Chance(f"{seed} crowded orders")
    loads = [line for line in ACCESSES.splitlines() if line.startswith("s_load")]
    for arch, family, wave in kinds():
        uses = [line for line in USES.splitlines() if line.startswith("s_")]
        uses += ["s_mov_b32 s26, src_vccz"] * (family == "gfx9")
        lines = [shaped("\n".join(text), family, wave) for text in (loads, uses)]
        known = dict(zip(sum(lines, []), assemble_lines(arch, wave, sum(lines, []))))
        for n in range(CROWDS):
            made = [rng.choice(lines[0])]
            for _ in range(rng.choice((2, 3, 4))):
                made += [rng.choice(lines[0])] + [rng.choice(lines[1])] * (rng.randrange(3) > 0)
            code = b"".join(known[line] for line in (*made, rng.choice(lines[1])))
            given = {"arch": arch, "wave": wave, "code": code, "sets": state(rng, arch, wave, 1), "limit": 400,
                     "regions": ((MEMORY, rng.randbytes(SIZE), shadow(rng, SIZE) if n % 2 else bytes(SIZE)),)}
            yield Calls(f"crowd {arch} {wave} {n}", (Call(given, how="order"),), (8, 64, 1024))


def of_others(seed):
    """What other pools run in one order: waves that wait for each other, exports, images."""
    rng = Chance(f"{seed} orders of others")
    for module, most in ((share, None), (groups, None), (advice, None), (images, FIRST_IMAGES)):
        every = [one for one in calls_of(module, seed)[:most]
                 if one.size[0] > 1 and "scratch_bytes" not in one.runs[0].given]
        for one in rng.sample(every, min(OTHERS, len(every))):
            runs = tuple(replace(call, how="order") for call in one.runs[:1] if call.how == "run")
            yield Calls(f"{one.name} in orders", runs, one.size)


# Registers that are results, lie beside them, or have their numbers and are of the other kind
NAMING = """v_mov_b32 v12, v{0}
s_mov_b32 s26, s{0}
v_cndmask_b32_e64 v12, v5, v6, s[{1}:{2}]
s_cmp_eq_u64 s[{1}:{2}], 0
v_mov_b32 v{0}, v5
s_mov_b32 s{0}, 3
s_cbranch_vccnz 0
v_cndmask_b32 v12, v5, v6, vcc"""
RESULTS = """s_load_dword s{0}, s[8:9], 0x0
s_load_dwordx2 s[{1}:{2}], s[8:9], 0x0
s_load_dwordx2 vcc, s[8:9], 0x0
ds_read_b32 v{0}, v3
global_load_dword v{0}, v3, s[8:9]
global_load_dwordx2 v[{1}:{2}], v3, s[8:9]"""
STACK = "ds_bvh_stack_rtn_b32 v{0}, v{3}, v5, v[24:27]"  # gives the pointer too, in a register apart
MEETING = "global_store_dword v3, v5, s[8:9]", "ds_write_b32 v3, v5"


def of_named(seed):
    """One result that has yet to be read where another wave writes, and an instruction that names its registers or
    those beside them."""
    rng = Chance(f"{seed} named in orders")
    for arch, family, wave in kinds():
        results = RESULTS + f"\n{STACK}\n{STACK}\n{STACK}" * (family == "gfx11")
        uses = re.sub(r"s\[\{1\}:\{2\}\]$", "s{1}", NAMING, flags=re.M) if wave == 32 else NAMING
        programs = []
        for _ in range(NAMED):
            text = [*rng.sample(MEETING, rng.choice((1, 2))), rng.choice(results.splitlines()),
                    *(rng.choice(uses.splitlines()) for _ in range(rng.choice((1, 2))))]
            programs.append(shaped("\n".join(line.format(rng.randrange(13, 22), even := 14 + 2 * rng.randrange(4),
                                                         even + 1, rng.randrange(14, 20)) for line in text),
                                   family, wave))
        known = assemble_lines(arch, wave, [line for lines in programs for line in lines])
        for n, lines in enumerate(programs):
            code, known = b"".join(known[:len(lines)]), known[len(lines):]
            sets = state(rng, arch, wave, 2)
            sets += [(EVERY_WAVE, V0 + reg, row_of([4 << 18] * wave)) for reg in range(13, 24)]
            given = {"arch": arch, "wave": wave, "code": code, "sets": sets, "lds_bytes": LDS, "lds": bytes(LDS),
                     "regions": ((MEMORY, rng.randbytes(SIZE)),), "group": [2 * wave, 1, 1], "grid": [2 * wave, 1, 1],
                     "limit": 400}
            yield Calls(f"named {arch} {wave} {n}", (Call(given, how="order"),), (8, 64, 1024))


def calls(seed):
    """All of them."""
    for kind in (of_points, of_crowds, of_others, of_named):
        yield from kind(seed)


def of_points(seed):
    """A few accesses of a few waves, waits and uses."""
    rng = Chance(f"{seed} chosen orders")
    for arch, family, wave in kinds():
        texts = ACCESSES + "\n" + ONLY[family], USES, BETWEEN
        lines = [shaped(text, family, wave) for text in texts]
        known = dict(zip(sum(lines, []), assemble_lines(arch, wave, sum(lines, []))))
        accesses, uses, between = ([known[line] for line in some] for some in lines)
        for n in range(CASES):
            few = rng.sample(accesses, rng.choice((1, 2, 2, 3, 4)))
            code = known["s_nop 0"] * rng.choice((0, 0, 0, 61, 62, 63, 64))
            for _ in range(rng.choice((1, 2, 2, 3, 4))):
                code += rng.choice(few) + rng.choice((b"", rng.choice(uses), rng.choice(between), rng.choice(few)))
            waves, groups = rng.choice(((1, 1), (2, 1), (2, 1), (3, 1), (1, 2), (1, 3), (2, 2)))
            groups = 9 if n % 64 == 0 else groups      # too many
            given = {"arch": arch, "wave": wave, "code": code + rng.choice(uses) * rng.randrange(2) + known["s_endpgm"],
                     "sets": state(rng, arch, wave, waves), "lds_bytes": LDS, "lds": bytes(LDS),
                     "regions": ((MEMORY, rng.randbytes(SIZE), shadow(rng, SIZE) if n % 4 == 0 else bytes(SIZE)),
                                 (0, bytes(64), b"\1" * 64 if n % 8 == 0 else bytes(64), "gds")),
                     "group": [wave * waves, 1, 1], "grid": [wave * waves * groups, 1, 1], "limit": 400}
            yield Calls(f"orders {arch} {wave} {n}", (Call(given, how="order"),), (8, 64, 1024))
