"""Runs that live by what has not come yet: every kind of outstanding result up to and beyond what counters hold, with
waits that prove it or do not; instructions that the hazard rules speak of, too close or just far enough.  A seed fixes
them."""
from __future__ import annotations

import re
from functools import cache

from ...harness.assembly import assemble_lines
from ...harness.case import POLICIES
from ...model.machine import EVERY_WAVE, V0, register_codes
from ...spec import CERTIFIED, TARGETS
from ..calls import Call, Calls
from ..chance import Chance
from .memory import row_of, shadow

FEW, LONG, FULL, BANDS, DECISIONS = 260, 60, 12, 60, 60   # of each kind, architecture and wave size
HIGH, MIXED = 100, 6
MEMORY, SIZE, LDS = 0x20000, 2048, 512
MOST = 2**32 - 1

# ---- outstanding results: lines with {0}, a register few have, and {1}, its neighbour ----

LOADS = {
    "gfx9": """global_load_dword v{0}, v1, s[8:9]
global_load_dwordx2 v[{0}:{1}], v1, s[8:9] offset:8
global_load_dwordx4 v[30:33], v1, s[8:9]
global_load_short_d16 v{0}, v1, s[8:9]
buffer_load_dword v38, v{0}, s[12:15], 0 offen
ds_read_b32 v38, v{0}
ds_write_b32 v{0}, v{1}
global_load_short_d16_hi v{0}, v1, s[8:9] offset:2
global_load_ubyte_d16 v{0}, v1, s[8:9]
buffer_load_dword v{0}, v1, s[12:15], 0 offen
buffer_load_dwordx2 v[{0}:{1}], v1, s[12:15], 0 offen
global_atomic_add v{0}, v1, v20, s[8:9] glc
flat_load_dword v{0}, v[2:3]
flat_load_short_d16_hi v{0}, v[2:3]
flat_atomic_add v{0}, v[2:3], v20 glc
ds_read_b32 v{0}, v4
ds_read2_b32 v[{0}:{1}], v4 offset1:1
ds_read_u16_d16 v{0}, v4
ds_read_u8_d16_hi v{0}, v4
ds_add_rtn_u32 v{0}, v4, v20
ds_bpermute_b32 v{0}, v4, v20
ds_swizzle_b32 v{0}, v20 offset:swizzle(SWAP,1)
s_load_dword s{0}, s[8:9], 0x10
s_load_dwordx2 s[{2}:{3}], s[8:9], 0x20
s_load_dwordx4 s[44:47], s[8:9], 0x40
s_buffer_load_dword s{0}, s[12:15], 0x4
s_memtime s[{2}:{3}]
s_sendmsg sendmsg(MSG_INTERRUPT)
global_store_dword v1, v20, s[8:9] offset:1024
flat_store_dword v[2:3], v21 offset:1024
ds_write_b32 v4, v20 offset:256
ds_write2_b32 v4, v20, v21 offset0:64 offset1:65""",
    "gfx11": """global_load_b32 v{0}, v1, s[8:9]
global_load_b64 v[{0}:{1}], v1, s[8:9] offset:8
global_load_b128 v[30:33], v1, s[8:9]
global_load_d16_b16 v{0}, v1, s[8:9]
buffer_load_b32 v38, v{0}, s[12:15], 0 offen
ds_load_b32 v38, v{0}
ds_store_b32 v{0}, v{1}
global_load_d16_hi_b16 v{0}, v1, s[8:9] offset:2
global_load_d16_u8 v{0}, v1, s[8:9]
buffer_load_b32 v{0}, v1, s[12:15], 0 offen
buffer_load_b64 v[{0}:{1}], v1, s[12:15], 0 offen
global_atomic_add_u32 v{0}, v1, v20, s[8:9] glc
flat_load_b32 v{0}, v[2:3]
flat_load_d16_hi_b16 v{0}, v[2:3]
flat_atomic_add_u32 v{0}, v[2:3], v20 glc
ds_load_b32 v{0}, v4
ds_load_2addr_b32 v[{0}:{1}], v4 offset1:1
ds_load_u16_d16 v{0}, v4
ds_load_u8_d16_hi v{0}, v4
ds_add_rtn_u32 v{0}, v4, v20
ds_bpermute_b32 v{0}, v4, v20
ds_swizzle_b32 v{0}, v20 offset:swizzle(SWAP,1)
ds_bvh_stack_rtn_b32 v{0}, v36, v20, v[20:23]
s_load_b32 s{0}, s[8:9], 0x10
s_load_b64 s[{2}:{3}], s[8:9], 0x20
s_load_b128 s[44:47], s[8:9], 0x40
s_buffer_load_b32 s{0}, s[12:15], 0x4
s_sendmsg_rtn_b32 s{0}, sendmsg(MSG_RTN_GET_REALTIME)
s_sendmsg_rtn_b64 s[{2}:{3}], sendmsg(MSG_RTN_GET_REALTIME)
s_sendmsg sendmsg(MSG_INTERRUPT)
lds_direct_load v{0} wait_vdst:15
lds_param_load v{0}, attr0.x wait_vdst:15
global_store_b32 v1, v20, s[8:9] offset:1024
global_atomic_add_u32 v1, v20, s[8:9]
flat_store_b32 v[2:3], v21 offset:1024
ds_store_b32 v4, v20 offset:256
ds_store_2addr_b32 v4, v20, v21 offset0:64 offset1:65""",
}
USES = """v_mov_b32 v40, v{0}
v_mov_b32 v{0}, 5
v_mov_b32 v{0}, v{1}
v_cndmask_b32 v{0}, v20, v{1}, vcc
s_mov_b32 s50, s{0}
s_mov_b32 s{0}, 7
s_mov_b64 s[{2}:{3}], 3
s_add_u32 s{0}, s{0}, s{1}
s_mov_b32 exec_lo, 5
s_mov_b32 exec_lo, 0xf0
s_mov_b32 exec_lo, -1
v_readfirstlane_b32 s{0}, v{0}
s_nop 0"""
# what reads other lanes than it writes
CROSSING = {"gfx9": """ds_permute_b32 v38, v{0}, v{1}
ds_bpermute_b32 v38, v{0}, v{1}
ds_swizzle_b32 v38, v{0} offset:swizzle(SWAP,1)
v_mov_b32_dpp v38, v{0} row_shr:1 row_mask:0xf bank_mask:0xf
v_mov_b32_dpp v38, v{0} quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
v_readlane_b32 s40, v{0}, 3
v_readlane_b32 s40, v{0}, 18"""}
CROSSING["gfx11"] = CROSSING["gfx9"] + """
v_mov_b32_dpp v38, v{0} row_shr:1 row_mask:0xf bank_mask:0xf fi:1
v_mov_b32_dpp v38, v{0} dpp8:[1,0,3,2,5,4,7,6]
v_permlane16_b32 v38, v{0}, s42, s43
v_permlanex16_b32 v38, v{0}, s42, s43 op_sel:[1,0]
v_permlane64_b32 v38, v{0}
v_interp_p10_f32 v38, v{0}, v{1}, v{0} wait_exp:7
v_interp_p2_f32 v38, v{0}, v{1}, v{0} wait_exp:0"""
OF_WAITS = "vmcnt", "lgkmcnt", "expcnt"
MOST_OF = {"gfx9": (63, 15, 7), "gfx11": (63, 63, 7)}


def lines_of(rng, family: str, text: str, wave: int = 64) -> str:
    """One line with registers that few have: from v30 or s40 on."""
    line = rng.choice(text.splitlines())
    scalar = " s{0}" in line or " s[{2}" in line
    first = 40 if scalar else 30
    number, pair = first + rng.randrange(6), first + 2 * rng.randrange(3)
    if "v_readfirstlane" in line:
        line = line.replace("s{0}", f"s{rng.randrange(40, 46)}").replace("v{0}", f"v{rng.randrange(30, 36)}")
    made = line.format(number, number + 1, pair, pair + 1)
    return made.replace(", vcc", ", vcc_lo") if wave == 32 else made


def wait_of(rng, family: str, near: int | None = None) -> str:
    """A wait for a counter: for few, or for about `near`."""
    if family == "gfx11" and not rng.randrange(4):
        left = rng.choice((0, 0, 1, 2, 3, 62, 63)) if near is None else max(0, near + rng.choice((-1, 0, 1)))
        return f"s_waitcnt_{rng.choice(('vscnt', 'vscnt', 'vmcnt', 'lgkmcnt', 'expcnt'))} null, {left:#x}"
    at = rng.randrange(3)
    most = MOST_OF[family][at]
    left = rng.choice((0, 0, 1, 2, 3, most - 1, most)) if near is None else near + rng.choice((-2, -1, 0, 1))
    return f"s_waitcnt {OF_WAITS[at]}({min(most, max(0, left))})"


def code_of(arch: str, wave: int, lines: list[str]) -> bytes:
    return b"".join(assemble_lines(arch, wave, lines))


def run_of(rng, arch: str, wave: int, code: bytes, few: bool = False) -> Call:
    codes, lanes = register_codes(arch), rng.choices(range(0, 256, 4), k=wave)
    alike = rng.randrange(2)
    rows = {1: lanes, 2: [MEMORY + at for at in lanes], 3: [0] * wave, 4: [at // 2 & ~3 for at in lanes]}
    data = (*range(20, 28), *range(30, 38))            # v36: a stack's place, at first
    rows |= {n: rng.words(wave) for n in data if rng.randrange(2 if few else 9)}
    scalars = {8: MEMORY, 9: 0, 12: MEMORY, 13: 0, 14: SIZE, 15: 4 << 15 | 3 << 28,
               codes["m0"]: rng.choice((MOST, 0x20000, 0)),
               codes["vcc"]: rng.getrandbits(32), codes["vcc"] + 1: rng.getrandbits(32)}
    if few:
        scalars = {n: value for n, value in scalars.items() if n in (8, 9, 12) or rng.randrange(2)}
    scalars |= {n: rng.getrandbits(32) for n in range(40, 52) if rng.randrange(2 if few else 9)}
    if not alike:
        scalars[codes["exec"]] = rng.getrandbits(32)
    sets = [*((EVERY_WAVE, V0 + n, row_of(row)) for n, row in rows.items()),
            *((EVERY_WAVE, n, value) for n, value in scalars.items())]
    given = {"arch": arch, "wave": wave, "code": code, "sets": sets, "policy": rng.choice(POLICIES),
             "seed": rng.randrange(100), "lds_bytes": LDS, "lds": rng.randbytes(LDS),
             "regions": ((MEMORY, rng.randbytes(SIZE), shadow(rng, SIZE)),)}
    if not rng.randrange(5):
        given |= {"vgprs": rng.choice((33, 34, 36)), "sgprs": rng.choice((43, 44, 46))}
    return Call(given, how=rng.choice(("run",) * 11 + ("trace",)))


@cache
def drained(arch: str, wave: int) -> bytes:
    """Waits for everything."""
    more = ["s_waitcnt_vscnt null, 0x0"] if TARGETS[arch].family == "gfx11" else []
    return code_of(arch, wave, ["s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)", *more])


def kinds():
    return [(arch, TARGETS[arch].family, wave) for arch in CERTIFIED for wave in TARGETS[arch].waves]


def of_few(seed):
    """A few results, waits and uses in any order."""
    rng = Chance(f"{seed} few waits")
    for arch, family, wave in kinds():
        programs = []
        for _ in range(FEW):
            lines = [lines_of(rng, family, LOADS[family])]
            for _ in range(rng.randrange(2, 12)):
                kind = rng.randrange(5)
                lines.append(lines_of(rng, family, LOADS[family]) if kind < 2 else
                             lines_of(rng, family, USES, wave) if kind < 4 else wait_of(rng, family))
            programs.append(lines)
        yield from assembled(rng, arch, wave, "few", programs)


def of_lanes(seed):
    """Results of some lanes, used by these, by others, by both."""
    rng = Chance(f"{seed} lanes of waits")
    for arch, family, wave in kinds():
        to = "s_mov_b64 exec" if wave == 64 else "s_mov_b32 exec_lo"
        masks = [f"{to}, {mask:#x}" for mask in (5, 0xf0, 0xff, 0x7fff0000, 0xa)]
        loads = "\n".join(line for line in LOADS[family].splitlines() if "v{0}" in line or "v[{0}" in line)
        programs = [[rng.choice(masks), lines_of(rng, family, loads), rng.choice(masks), lines_of(rng, family, loads),
                     lines_of(rng, family, rng.choice((loads, USES, CROSSING[family], CROSSING[family])), wave)]
                    for _ in range(FEW)]
        yield from assembled(rng, arch, wave, "lanes", programs)


def of_long(seed):
    """As many of one kind as a counter holds, and more; then a wait for about as many, and uses."""
    rng = Chance(f"{seed} long waits")
    for arch, family, wave in kinds():
        programs = []
        for _ in range(LONG):
            count, lines = rng.choice((4, 7, 8, 9, 14, 15, 16, 17, 31, 32, 62, 63, 64, 65, 66)), []
            few = [rng.choice(LOADS[family].splitlines()) for _ in range(rng.choice((1, 1, 2)))]
            lines += [lines_of(rng, family, rng.choice(few)) for _ in range(count)]
            for _ in range(rng.randrange(1, 4)):
                lines.append(wait_of(rng, family, rng.choice((0, 1, count // 2, count - 3, count - 1, count))))
                lines += [lines_of(rng, family, USES, wave) for _ in range(rng.randrange(3))]
            programs.append(lines)
        yield from assembled(rng, arch, wave, "long", programs)


def of_full(seed):
    """What a wait lowers a counter by without proving any of it done, again and again: the record is full."""
    rng = Chance(f"{seed} full waits")
    for arch, family, wave in kinds():
        programs = []
        for _ in range(FULL):
            loads = [line for line in LOADS[family].splitlines() if line.startswith(("s_", "global", "flat_load"))]
            few = [rng.choice(loads) for _ in range(rng.choice((1, 2, 4)))]
            lines = [lines_of(rng, family, rng.choice(loads)) for _ in range(rng.choice((0, 0, 3, 16)))]
            for n in range(rng.choice((199, 200, 201, 205, 260))):
                lines.append(lines_of(rng, family, rng.choice(few)))
                if n % rng.choice((7, 11)) == 0:
                    lines.append("s_waitcnt lgkmcnt(1)")
                    lines += ["s_waitcnt_vscnt null, 0x1"] * (family == "gfx11")
            programs.append([*lines, *(lines_of(rng, family, USES, wave) for _ in range(4))])
        yield from assembled(rng, arch, wave, "full", programs)


def assembled(rng, arch: str, wave: int, name: str, programs: list, few: bool = False):
    """Calls of programs, which are assembled together; most wait for everything at their end.  `few`: half of the
    registers are set."""
    known = list(dict.fromkeys(line for lines in programs for line in lines))
    code = dict(zip(known, assemble_lines(arch, wave, known)))
    for n, lines in enumerate(programs):
        text = b"".join(code[line] for line in lines) + drained(arch, wave) * (rng.randrange(4) > 0)
        yield Calls(f"{name} {arch} {wave} {n}", (run_of(rng, arch, wave, text, few),), (4, 64, 4096))


TOLERANT = re.compile(r"v_(rcp|sqrt|rsq|exp|log|sin)_")
INEXACT = """v_rcp_f32 v{0}, v{1}
v_sqrt_f32 v{0}, v{1}
v_rsq_f32 v{0}, v{1}
v_exp_f32 v{0}, v{1}
v_log_f32 v{0}, v{1}
v_sin_f32 v{0}, v{1}
v_rcp_f16 v{0}, v{1}
v_exp_f16 v{0}, v{1}
v_sqrt_f16 v{0}, v{1}
v_rcp_f64 v[{2}:{3}], v[20:21]
v_rsq_f64 v[{2}:{3}], v[22:23]
v_sqrt_f64 v[{2}:{3}], v[{2}:{3}]
v_mov_b32 v{0}, v{1}
v_add_f32 v{0}, v{0}, v{1}
v_mov_b32 v{0}, 5
v_readfirstlane_b32 s40, v{0}
ds_write_b32 v4, v{0}
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 8), 0xf3
s_mov_b32 exec_lo, 5
s_mov_b32 exec_lo, 0xf6
s_mov_b32 exec_lo, -1"""


def of_bands(seed):
    """Results within several tolerances, lane by lane, in the same registers; two of them in some lanes each."""
    rng = Chance(f"{seed} bands")
    for arch, family, wave in kinds():
        lines = INEXACT if family == "gfx9" else INEXACT.replace("ds_write", "ds_store")
        programs = [[lines_of(rng, family, lines) for _ in range(rng.randrange(2, 9))] for _ in range(BANDS)]
        one = [line.format(32, 36, 32, 33) for line in INEXACT.splitlines() if TOLERANT.match(line)]
        pairs = [[rng.choice(one), "s_mov_b32 exec_lo, 0xf6", rng.choice(one), "s_mov_b32 exec_lo, -1"]
                 for _ in range(BANDS)]
        yield from assembled(rng, arch, wave, "bands", programs + pairs)


DECIDING = """s_mov_b32 exec_lo, s{0}
s_mov_b32 exec_hi, s{0}
s_mov_b64 exec, s[{2}:{3}]
s_mov_b32 m0, s{0}
s_mov_b32 vcc_lo, s{0}
s_mov_b32 vcc_hi, s{0}
s_cbranch_scc0 1
s_cbranch_vccz 1
s_cbranch_execz 1
s_add_u32 s{0}, s{0}, 1
v_cmp_eq_u32 vcc, v{0}, v20
v_readlane_b32 s{0}, v20, s50
s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s{0}
s_load_dword s51, s[{2}:{3}], 0x0
s_load_dword s51, s[8:9], s50
ds_read_b32 v38, v{0}
global_load_dword v38, v{0}, s[8:9]
global_store_dword v1, v{0}, s[{2}:{3}]
buffer_load_dword v38, off, s[40:43], s50
ds_add_u32 v4, v{0}
global_atomic_add v1, v{0}, s[8:9]
s_nop 0"""
AS_GFX11 = {"load_dword": "load_b32", "store_dword": "store_b32", "ds_read": "ds_load", "atomic_add": "atomic_add_u32"}


def of_decisions(seed):
    """Values that nobody set where they decide something, and where they do not."""
    rng = Chance(f"{seed} decisions")
    for arch, family, wave in kinds():
        lines, programs = DECIDING, []
        for old, new in AS_GFX11.items() if family == "gfx11" else ():
            lines = lines.replace(old, new)
        if wave == 32:
            lines = lines.replace("s_mov_b64 exec,", "s_mov_b64 vcc,").replace("u32 vcc,", "u32 vcc_lo,")
        if family == "gfx11":
            lines = lines.replace("s[8:9], s50", "s[8:9], s50 offset:0x4")
        for _ in range(DECISIONS):
            programs.append([lines_of(rng, family, lines) for _ in range(rng.choice((1, 1, 2, 3)))])
        yield from assembled(rng, arch, wave, "decision", programs, few=True)


AMONG = """exp mrt0 v20, v21, v22, v23
s_mov_b32 exec_lo, 5
s_waitcnt expcnt(0)
s_waitcnt lgkmcnt(0)
s_waitcnt vmcnt(0)"""


def of_high(seed):
    """The same with registers about those where a word of 64 bits ends, and with exports, which read EXEC late."""
    rng = Chance(f"{seed} high waits")

    def line(text):
        made, scalar = rng.choice(text.splitlines()), rng.choice((61, 62, 63, 64, 65, 92))
        vector, pair = rng.choice((62, 63, 64, 65, 127, 128, 191, 192)), rng.choice((62, 64))
        if "v_readfirstlane" in made:
            made = made.replace("s{0}", f"s{scalar}").replace("v{0}", f"v{vector}")
        first = scalar if " s{0}" in made or "s[{2}" in made else vector
        return made.format(first, first + 1, pair, pair + 1)
    for arch, family, wave in kinds():
        loads, uses = LOADS[family], USES.replace(", vcc", ", vcc_lo") if wave == 32 else USES
        scalars = "\n".join(one for one in loads.splitlines() if one.startswith("s_load"))
        programs = []
        for _ in range(HIGH):
            lines = [line(rng.choice((loads, scalars))) for _ in range(rng.choice((1, 2)))]
            for _ in range(rng.choice((1, 2, 3, 4))):
                lines.append(line(rng.choice((loads, scalars, uses, uses, AMONG, AMONG))))
            programs.append([*lines, line(uses), line(uses)])
        yield from assembled(rng, arch, wave, "high", programs)


def of_mixed(seed):
    """A full record whose oldest are of another counter than the others, and one more of that."""
    rng = Chance(f"{seed} mixed waits")
    for arch, family, wave in kinds():
        few = [line for line in LOADS[family].splitlines() if "v{0}, v1, s[8:9]" in line and "atomic" not in line]
        many = [line for line in LOADS[family].splitlines() if line.startswith("s_load")]
        programs = [[*(lines_of(rng, family, rng.choice(few)) for _ in range(rng.choice((3, 12, 16, 17)))),
                     *(lines_of(rng, family, rng.choice(many)) for _ in range(200)),
                     *(lines_of(rng, family, line) for line in few * 2),
                     *(lines_of(rng, family, USES, wave) for _ in range(8))] for _ in range(MIXED)]
        yield from assembled(rng, arch, wave, "mixed", programs)


def calls(seed):
    """All of them."""
    for kind in (of_few, of_lanes, of_long, of_full, of_bands, of_decisions, of_high, of_mixed):
        yield from kind(seed)
