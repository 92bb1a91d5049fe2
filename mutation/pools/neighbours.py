"""An instruction and what stands right behind it: what waits for the global data share, VCC by either of its names, M0
that lanes are added to, a load and another's data in other lanes; codes and masks that few have.  A seed fixes them."""
from __future__ import annotations

from itertools import product

from ...harness.assembly import assemble_lines
from ...model.machine import EVERY_WAVE, V0, register_codes
from ...spec import TARGETS, traits_of
from ..calls import Call, Calls
from ..chance import Chance
from .memory import MEMORY, end, row_of, run_of
from .share import spaces
from .waits import kinds

TOGETHER = 8                                           # runs of one machine
SHARED = "ds_gws_sema_v offset:3 gds", "ds_gws_init v1 offset:3 gds"
# waits that are one for LGKMcnt 0 and that are none: by the register, by each end of the field, by bits beyond it
WAITS = ("s_wait_idle", "s_waitcnt lgkmcnt(0)", "s_waitcnt lgkmcnt(1)", "s_waitcnt vmcnt(0)", "s_nop 0",
         *(f"s_waitcnt_lgkmcnt null, {n}" for n in (0, 1, 2, 31, 32, 33, 63, 64, 65, 128)))

# 24 scalar registers, all of them, or so many that one more would name VCC
WRITES = "s_mov_b32 {0}, 1", "v_readfirstlane_b32 {0}, v1"
WIDE = "s_mov_b64 {0}, 2", "v_cmp_eq_u32 {0}, v1, v2"
NAMES = "s21", "s22", "s23", "s99", "s100", "s101", "vcc_lo", "vcc_hi"
PAIRS = "s[20:21]", "s[22:23]", "s[100:101]", "vcc"
READS = ("s_cbranch_vccz 0", "s_cbranch_vccnz 0", "v_cndmask_b32 v6, v1, v2, vcc",
         *(f"{read} {name}" for read in ("s_mov_b32 s4,", "v_mov_b32 v6,") for name in NAMES))

BASES = 0, 1, 2, 3, 4, 5, 8, 12, 20, 0x10004, 0x30000, 0x30004      # of LDS by lane: M0

# a load to v{0} in some lanes, and what stores or compares it in lanes {1}, before it has come
PENDING = """s_mov_b32 exec_lo, 0xff
{load} v{0}, v2, s[8:9]
s_mov_b32 exec_lo, {1}
{access}
s_waitcnt vmcnt(0) lgkmcnt(0)"""
ACCESSES = {"gfx9": ("ds_write2_b32 v1, v20, v21 offset1:1", "ds_cmpst_b32 v1, v20, v21", "ds_write_b32 v1, v20"),
            "gfx11": ("ds_store_2addr_b32 v1, v20, v21 offset1:1", "ds_cmpstore_b32 v1, v20, v21",
                      "ds_store_b32 v1, v20")}
LOADS = {"gfx9": "global_load_dword", "gfx11": "global_load_b32"}


def together(name: str, runs: list):
    """Calls of a few runs each."""
    for n in range(0, len(runs), TOGETHER):
        yield Calls(f"{name} {n}", tuple(runs[n:n + TOGETHER]), (4, 64, 1024))


def rows_of(rng, wave: int, *registers: int) -> list:
    """Vector registers that hold small numbers."""
    return [(EVERY_WAVE, V0 + reg, row_of(rng.choices(range(0, 32, 4), k=wave))) for reg in registers]


def by_register(code: bytes) -> bytes:
    """A wait for a counter by null, with s1 in its place, which assemblers refuse."""
    return bytes((*code[:2], code[2] & 0x80 | 1, code[3]))


def of_waits(seed):
    """What waits behind an instruction of the global data share, or does not; then the end, at once or later."""
    rng = Chance(f"{seed} neighbours of the share")
    for arch, _, wave in kinds():
        if not traits_of(arch)["gws_clause"]:
            continue
        firsts, waits = assemble_lines(arch, wave, SHARED), assemble_lines(arch, wave, WAITS)
        waits += [by_register(code) for code in waits if code[2:] == waits[-1][2:]]
        runs = []
        for first, wait, later in product(firsts, waits, (b"", assemble_lines(arch, wave, ["s_nop 0"])[0])):
            text = first + wait + later + end(arch, wave)
            call = run_of(rng, arch, wave, text, [*rows_of(rng, wave, 1), (EVERY_WAVE, 1, rng.choice((0, 1))),
                                                  (EVERY_WAVE, register_codes(arch)["m0"], 0)])
            call.given["regions"] += spaces(rng)
            runs.append(call)
        yield from together(f"share and wait {arch} {wave}", runs)


def of_names(seed):
    """VCC is written and read by its own name and by that of the last two scalar registers, or what is next to them."""
    rng = Chance(f"{seed} neighbours by name")
    for arch, family, wave in kinds():
        if family != "gfx9":
            continue
        firsts = [text.format(name) for texts, names in ((WRITES, NAMES), (WIDE, PAIRS)) for text in texts
                  for name in names]
        known, runs = dict(zip((*firsts, *READS), assemble_lines(arch, wave, [*firsts, *READS]))), []
        for first, read, sgprs in product(firsts, READS, (24, TARGETS[arch].sgprs)):
            scalars = {n: rng.randrange(8) for n in (*range(24), 99, 100, 101)}
            scalars |= {register_codes(arch)["vcc"] + n: 5 * n for n in (0, 1)}
            sets = [*rows_of(rng, wave, 1, 2),
                    *((EVERY_WAVE, n, x) for n, x in scalars.items() if n < sgprs or n > 101)]
            runs.append(Call({"arch": arch, "wave": wave, "code": known[first] + known[read] + end(arch, wave),
                              "sets": sets, "sgprs": sgprs, "limit": 20}))
        yield from together(f"names of VCC {arch} {wave}", runs)


def of_bases(seed):
    """LDS by lane where M0 is a multiple of four and of eight, and where it is none."""
    rng = Chance(f"{seed} neighbours of M0")
    for arch, family, wave in kinds():
        names = ("load", "store") if family == "gfx11" else ("read", "write")
        codes = assemble_lines(arch, wave, [f"ds_{names[0]}_addtid_b32 v6 offset:4", f"ds_{names[1]}_addtid_b32 v1"])
        runs = []
        for code, base in product(codes, BASES):
            sets = [*rows_of(rng, wave, 1, 6), (EVERY_WAVE, register_codes(arch)["m0"], base)]
            runs.append(Call({"arch": arch, "wave": wave, "code": code + end(arch, wave), "sets": sets, "limit": 20,
                              "lds_bytes": 512, "lds": rng.randbytes(512)}))
        yield from together(f"LDS by lane {arch} {wave}", runs)


def of_pending(seed):
    """Data that are outstanding in lanes which an access is to move, or in others alone."""
    rng = Chance(f"{seed} neighbours outstanding")
    for arch, family, wave in kinds():
        runs = []
        for access, reg, lanes in product(ACCESSES[family], (20, 21), ("0xff", "0xff00", "0x1fe")):
            lines = PENDING.format(reg, lanes, load=LOADS[family], access=access).splitlines()
            scalars = {8: MEMORY, 9: 0} | {register_codes(arch)["exec"] + n: 0 for n in range(wave // 32)}
            sets = [*rows_of(rng, wave, 1, 2, 20, 21), *((EVERY_WAVE, n, x) for n, x in scalars.items())]
            runs.append(Call({"arch": arch, "wave": wave, "code": b"".join(assemble_lines(arch, wave, lines)) +
                              end(arch, wave), "sets": sets, "limit": 20, "lds_bytes": 512, "lds": rng.randbytes(512),
                              "policy": rng.choice(("early", "late")), "regions": ((MEMORY, rng.randbytes(64)),)}))
        yield from together(f"outstanding data {arch} {wave}", runs)


MASKS = ("v_cndmask_b32_e64 v6, v1, v2, {0}", "v_cmp_eq_u32_e64 {0}, v1, v2", "v_add_co_ci_u32_e64 v6, {0}, v1, v2, s4",
         "v_add_co_ci_u32_e64 v6, s4, v1, v2, {0}", "v_mov_b32 v6, {0}", "s_mov_b32 s4, {0}")


def of_masks(seed):
    """Masks of 32 lanes in the upper half of VCC and of EXEC, which a wave of 32 lanes has as well."""
    rng = Chance(f"{seed} neighbours as masks")
    for arch, _, wave in kinds():
        if wave != 32:
            continue
        names = "vcc_lo", "vcc_hi", "exec_lo", "exec_hi", "s5"
        made = assemble_lines(arch, wave, [text.format(name) for text in MASKS for name in names])
        codes, runs = register_codes(arch), []
        for one in made:
            scalars = {4: rng.getrandbits(32), 5: rng.getrandbits(32), codes["vcc"]: 3, codes["vcc"] + 1: 0xf0,
                       codes["exec"]: rng.getrandbits(32) | 1, codes["exec"] + 1: rng.getrandbits(32)}
            sets = [*rows_of(rng, wave, 1, 2, 6), *((EVERY_WAVE, n, x) for n, x in scalars.items())]
            runs.append(Call({"arch": arch, "wave": wave, "code": one + end(arch, wave), "sets": sets, "limit": 20}))
        yield from together(f"upper masks {arch} {wave}", runs)


def of_parameters(seed):
    """V_INTERP_MOV_F32 by each code of VSRC, and by codes that are none (Vega ISA, 12.9)."""
    rng = Chance(f"{seed} neighbours by code")
    for arch, family, wave in kinds():
        lines, runs = ("v_interp_mov_f32 v1, p10, attr0.x", "v_interp_mov_f32_e64 v1, p10, attr0.x"), []
        if family != "gfx9":
            continue
        for at, code in zip((0, 4), map(bytearray, assemble_lines(arch, wave, lines))):
            for code[at] in (*range(9), 15, 255):
                sets = [*rows_of(rng, wave, 1), (EVERY_WAVE, register_codes(arch)["m0"], 0)]
                runs.append(Call({"arch": arch, "wave": wave, "code": bytes(code) + end(arch, wave), "sets": sets,
                                  "lds_bytes": 512, "lds": rng.randbytes(512), "limit": 20}))
        yield from together(f"codes of parameters {arch} {wave}", runs)


# what a matrix reads as C, or writes, up to two registers further; as many as lanes hold of it
MATRIX = "v_wmma_f32_16x16x16_f16 v[0:{0}], v[8:15], v[16:23], v[24:{1}]"
BEFORE = "v_exp_f32 v{0}, v40", "v_mov_b32 v{0}, v40; v_exp_f32 v42, v40"
BEHIND = "v_mov_b32 v41, v{0}", "s_delay_alu instid0(VALU_DEP_1); v_mov_b32 v41, v{0}"


def of_matrices(seed):
    """What stands before a matrix and writes what it may read, and behind it what reads what it may have written."""
    del seed                                           # every one there is
    for arch, family, wave in kinds():
        if family != "gfx11":
            continue
        last, runs = 256 // wave - 1, []
        matrix = MATRIX.format(last, 24 + last)
        programs = [f"{text.format(24 + n)}; {matrix}" for text in BEFORE for n in range(last + 3)]
        programs += [f"{matrix}; {text.format(n)}" for text in BEHIND for n in range(last + 3)]
        for program in programs:
            code = b"".join(assemble_lines(arch, wave, program.split("; ")))
            runs.append(Call({"arch": arch, "wave": wave, "code": code + end(arch, wave), "profile": "silicon",
                              "limit": 20}))
        yield from together(f"matrices {arch} {wave}", runs)


def of_offsets(seed):
    """Scalar loads by a register alone, whose value is no multiple of four."""
    rng = Chance(f"{seed} neighbours by offset")
    for arch, family, wave in kinds():
        names = ("s_load_dword", "s_buffer_load_dword") if family == "gfx9" else ("s_load_b32", "s_buffer_load_b32")
        made, runs = assemble_lines(arch, wave, [f"{names[0]} s20, s[8:9], s6", f"{names[1]} s20, s[8:11], s6"]), []
        for code, offset in product(made, (0, 1, 2, 3, 4, 7, 31, 60, 63)):
            scalars = {6: offset, 8: MEMORY, 9: 0, 10: 64, 11: 0x27FAC, 20: 7}
            runs.append(Call({"arch": arch, "wave": wave, "code": code + end(arch, wave), "limit": 20,
                              "sets": [(EVERY_WAVE, n, x) for n, x in scalars.items()],
                              "regions": ((MEMORY, rng.randbytes(64)),)}))
        yield from together(f"offsets in registers {arch} {wave}", runs)


def calls(seed):
    """All of them."""
    for kind in (of_offsets, of_parameters, of_masks, of_waits, of_names, of_bases, of_pending, of_matrices):
        yield from kind(seed)
