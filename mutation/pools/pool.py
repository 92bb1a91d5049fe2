"""Generated cases of everything a result or a finding depends on beside single operations: every form once or twice
with its findings, programs with waits and without, waves of a group on shared memory, dispatches, words that may be no
instructions, listings.  A seed fixes them."""
from __future__ import annotations

from functools import cache

from ...generators.programs import mutate, programs
from ...generators.single import sampler
from ...generators.drawn.draws import Fast
from ...generators.single.instructions import case_of
from ...harness.assembly import assemble_lines
from ...harness.case import POLICIES, CaseError
from ...spec import CERTIFIED, TARGETS, traits_of
from ..chance import Chance
from ..given import DECLARED, Given, every_form
from ..listings import words_of
from ..rows import of_clauses, of_codes, of_matrices, of_parts, of_rows, of_torn
from . import control, floats, groups, leftovers, moves, powers, sums

FORMS, PROGRAMS, GROUPS, DISPATCHES, WORDS = 1, 400, 500, 600, 3000

# ---- single instructions ----

def of_forms(seed):
    """Cases of every form there is a generator for."""
    for form in every_form():
        for number in range(FORMS):
            rng = Chance(f"{seed} {form.arch} {form.mnemonic} {sampler.name_of(form)} {number} pool")
            try:
                case = case_of(sampler.sample(form, 2 * number, seed), f"{form.mnemonic} {number}")
            except (sampler.NoCase, CaseError):
                continue
            yield Given(case | {"policy": rng.choice(POLICIES)}, rng.randrange(len(DECLARED)) if number else 0)


def of_words(seed):
    """Instructions as they may stand in any file: legal, reserved, cut off; what they do to registers that hold
    anything."""
    rng = Chance(f"{seed} words")
    for n in range(WORDS):
        arch = rng.choice(CERTIFIED)
        wave = rng.choice(TARGETS[arch].waves)
        code = b"".join(words_of(rng, arch, wave) for _ in range(rng.choice((1, 1, 3))))
        state = {f"v{k}": [*rng.words(wave)] for k in range(rng.randrange(4))}
        state |= {f"s{k}": rng.getrandbits(32) for k in rng.sample(range(0, 100, 2), 6)}
        keys = {"vgprs": rng.choice((8, 64, 256)), "sgprs": rng.choice((16, 102))} if rng.randrange(2) else {}
        yield Given({"assay": 1, "name": f"words {n}", "arch": arch, "wave": wave, "code": code.hex(), "state": state,
                     "lds": rng.choice((0, 512)), "limits": {"instructions": 40}} | keys, rng.randrange(len(DECLARED)))


# ---- one wave, several instructions ----

def of_programs(seed):
    """Straight lines, and the same with a wait or the wait states gone, under every policy."""
    rng = Chance(f"{seed} programs")
    for n in range(PROGRAMS):
        arch = rng.choice(CERTIFIED)
        made = programs.program(rng, arch, rng.choice(TARGETS[arch].waves), Fast(rng), rng.choice((6, 12, 20)))
        waits = mutate.waits_in(made)
        if rng.randrange(3) and waits:
            made = mutate.without_wait(made, rng.randrange(waits + 1))
        if rng.randrange(2):
            made = mutate.without_nops(made)
        if made.steps:
            yield Given(made.case(f"program {n}", policy=rng.choice(POLICIES), seed=n), rng.choice((0, 0, 1, 2)))


# ---- groups of waves ----

MENU: str = """v_lshlrev_b32 v1, 2, v0
v_and_b32 v1, 0x7c, v1
v_lshlrev_b32 v1, 3, v0
v_mov_b32 v2, v0
v_add_u32 v3, 1, v2
v_mov_b32 v4, 7
s_mov_b32 s20, 3
s_mov_b64 exec, 5
s_mov_b64 exec, -1
s_barrier
s_barrier
s_waitcnt vmcnt(0) lgkmcnt(0)
s_waitcnt vmcnt(1)
s_waitcnt lgkmcnt(1)
s_nop 3
s_setprio 2
s_sleep 1
s_sethalt 0
s_cbranch_execz 1
s_cbranch_scc0 1
s_branch 0
ds_write_b32 v1, v2
ds_write_b32 v1, v0 offset:64
ds_write_b8 v0, v2 offset:3
ds_write_b64 v1, v[2:3]
ds_write2_b32 v1, v2, v3 offset0:1 offset1:3
ds_read_b32 v4, v1
ds_read_u8 v4, v0 offset:2
ds_read2_b32 v[4:5], v1 offset0:2 offset1:1
ds_add_u32 v1, v2
ds_add_rtn_u32 v4, v1, v2
ds_bpermute_b32 v5, v1, v2
global_store_dword v1, v2, s[8:9]
global_store_dword v1, v2, s[8:9] offset:64
global_store_byte v0, v2, s[8:9] offset:1
global_load_dword v4, v1, s[8:9]
global_load_ushort v5, v1, s[8:9] offset:2
global_load_dwordx2 v[6:7], v1, s[8:9]
global_atomic_add v1, v2, s[8:9]
global_atomic_add v4, v1, v2, s[8:9] glc
s_load_dword s12, s[8:9], 0x0
s_load_dwordx2 s[12:13], s[8:9], 0x8
s_add_u32 s20, s20, s12
s_cmp_eq_u32 s20, 3
v_readfirstlane_b32 s21, v4
v_mov_b32 v8, s12"""
GFX11_TEXT = {"v_add_u32 v3, 1, v2": "v_add_nc_u32 v3, 1, v2", "ds_write2": "ds_store_2addr",
              "ds_read2": "ds_load_2addr", "ds_write": "ds_store", "ds_read": "ds_load", "_dwordx2": "_b64",
              "store_dword": "store_b32", "load_dword": "load_b32", "store_byte": "store_b8", "load_ushort": "load_u16",
              "atomic_add v": "atomic_add_u32 v"}


@cache
def menu(arch, wave):
    """The bytes of each line of MENU."""
    lines = MENU.splitlines()
    if traits_of(arch)["half_registers"]:
        for old, new in GFX11_TEXT.items():
            lines = [line.replace(old, new) for line in lines]
        lines += ["s_waitcnt_vscnt null, 0x0", "s_waitcnt_vscnt null, 0x1"]
    if wave == 32:
        lines = [line.replace("s_mov_b64 exec", "s_mov_b32 exec_lo") for line in lines]
    return assemble_lines(arch, wave, lines)


def of_groups(seed):
    """Up to eight waves of several groups on the same LDS and memory: barriers, races, turns, what ends when."""
    rng = Chance(f"{seed} groups")
    for n in range(GROUPS):
        arch = rng.choice(CERTIFIED)
        wave = rng.choice(TARGETS[arch].waves)
        lines = menu(arch, wave)
        code = lines[0] + b"".join(rng.choice(lines) for _ in range(rng.randrange(3, 16)))
        items = wave * rng.choice((1, 2, 2, 3, 4)) - rng.choice((0, 0, 0, 5))
        count, size = 4 * 64 * 5, rng.choice((0, 1024, 2048))
        state = {"v0": list(range(wave)), "s[8:9]": "m", "scc": rng.randrange(2)}
        waves = [
            {"v0": list(range(wave * (k % 3 if rng.randrange(3) else 0), wave * (k % 3) + wave))[:wave]}
            for k in range(-(-items // wave))
        ]
        waves = [one if len(one["v0"]) == wave else {} for one in waves]
        yield Given({"assay": 1, "name": f"group {n}", "arch": arch, "wave": wave, "code": code.hex(),
                     "state": state, "waves": waves,
                     "group": [items, 1, 1], "grid": [items * rng.choice((1, 1, 2)), 1, 1],
                     "lds": size, "memory": [{"name": "m", "size": count, "bytes": rng.randbytes(count).hex()}],
                     "policy": rng.choice(POLICIES), "schedule": rng.choice(("round-robin", "seeded")), "seed": n,
                     "observe": {"memory": ["m"], "lds": size > 0},
                     "limits": {"instructions": rng.choice((20, 100000))}},
                    rng.choice((0, 0, 0, 1, 2)))


# ---- dispatches ----

READS = ("s_nop 0", "s_getreg_b32 s30, hwreg(HW_REG_STATUS)", "s_getreg_b32 s31, hwreg(HW_REG_GPR_ALLOC)",
         "s_getreg_b32 s32, hwreg(HW_REG_LDS_ALLOC)", "s_getreg_b32 s33, hwreg(HW_REG_MODE)",
         "s_getreg_b32 s34, hwreg(HW_REG_TRAPSTS)")
SEEN = [*(f"s{n}" for n in (*range(24), *range(30, 35))), "v0", "v1", "v2", "exec", "mode", "vcc", "scc"]


def program_registers(rng, wide):
    """RSRC1, RSRC2 and RSRC3 with bits that mean something, now and then with any."""
    rsrc1 = rng.randrange(64) | rng.randrange(16) << 6 | rng.getrandbits(8) << 12
    rsrc1 |= rng.getrandbits(1) << 21 | rng.getrandbits(1) << 23
    rsrc1 |= rng.getrandbits(1) << 26
    rsrc2 = rng.randrange(17) << 1 | rng.getrandbits(4) << 7 | rng.randrange(4) << 11 | rng.getrandbits(7) << 24
    rsrc2 |= rng.choice((0, 0, rng.randrange(4))) << 15
    if not rng.randrange(8):
        rsrc1, rsrc2 = rng.getrandbits(32), rng.getrandbits(32)
    return rsrc1, rsrc2 | (rng.randrange(4) == 0), rng.choice((0, 0, 1, rng.getrandbits(4)))


def dispatch_of(rng, arch, wave):
    """Registers of the compute pipe."""
    rsrc1, rsrc2, rsrc3 = program_registers(rng, wave)
    size = [rng.choice((1, 2, 3, 8, 16, 33, 64)), rng.choice((1, 1, 2, 3)), rng.choice((1, 1, 2))]
    partial = [rng.choice((0, 0, 1, max(1, s - 1), s + 1)) for s in size]
    found = {"COMPUTE_PGM_RSRC1": rsrc1, "COMPUTE_PGM_RSRC2": rsrc2}
    for axis, s, p in zip("XYZ", size, partial):
        if axis == "X" or rng.randrange(3):
            found[f"COMPUTE_NUM_THREAD_{axis}"] = s | p << 16
        if rng.randrange(2):
            found[f"COMPUTE_DIM_{axis}"] = rng.choice((1, 2, 3))
        if not rng.randrange(4):
            found[f"COMPUTE_START_{axis}"] = rng.randrange(3)
    if rng.randrange(2):
        found["COMPUTE_DISPATCH_INITIATOR"] = rng.choice((1, 3, 5, 7, 0x23, rng.getrandbits(6), 0))
    if traits_of(arch)["half_registers"] and not rng.randrange(4):
        found["COMPUTE_PGM_RSRC3"] = rsrc3
    if rsrc2 & 1 or not rng.randrange(6):
        found["COMPUTE_TMPRING_SIZE"] = 0x1020 if rng.randrange(3) else rng.choice((0, 0x2001, 0x3020))
    for n in rng.sample(range(16), rng.randrange(5)):
        found[f"COMPUTE_USER_DATA_{n}"] = rng.getrandbits(32)
    return found


def descriptor_of(rng, wave):
    """A kernel descriptor, sometimes one that fits nothing."""
    rsrc1, rsrc2, rsrc3 = program_registers(rng, wave)
    properties = rng.choice((8, 0, 10, 14, rng.getrandbits(7), 1, 0x20, 0x60)) | (wave == 32) << 10
    if not rng.randrange(10):
        properties ^= 1 << 10
    fixed = [rng.choice((0, 0, 64, 512)), rng.choice((0, 0, 16)), 0, 0]
    words = [*fixed, *[0] * 7, rsrc3, rsrc1, rsrc2, properties | rng.choice((0, 0, 0, 1 << 20)), 0]
    return b"".join(word.to_bytes(4, "little") for word in words).hex()


def of_dispatches(seed):
    """Registers and descriptors, good ones and bad: what the first registers are, and what is refused."""
    rng = Chance(f"{seed} dispatches")
    for n in range(DISPATCHES):
        arch = rng.choice(CERTIFIED)
        wave = rng.choice(TARGETS[arch].waves)
        case = {"assay": 1, "name": f"dispatch {n}", "arch": arch, "wave": wave,
                "code": b"".join(assemble_lines(arch, wave, list(READS))).hex(), "observe": {"registers": SEEN}}
        if rng.randrange(3):
            case["registers"] = dispatch_of(rng, arch, wave)
        else:
            case |= {"descriptor": descriptor_of(rng, wave), "kernarg": "11223344" * 4,
                     "group": [rng.choice((1, 40, 64, 128)), rng.choice((1, 2)), 1]}
            case["grid"] = [
                case["group"][0] * rng.choice((1, 2)) - rng.choice((0, 0, 3)),
                case["group"][1] * rng.choice((1, 2)),
                rng.choice((1, 3)),
            ]
        if rng.randrange(2):
            case["scratch"] = rng.choice((0, 16, 32))
            case["memory"] = [{"name": "scratch", "size": 1 << 16, "address": "0x4000000"}]
        if not rng.randrange(3):
            case["lds"] = rng.choice((64, 512, 1024))
        yield Given(case)


def cases(seed):
    """Every case of the pool."""
    for kind in (of_forms, of_rows, of_torn, of_codes, of_parts, of_matrices, of_clauses, of_words, of_programs,
                 of_groups, of_dispatches, floats.cases, powers.cases, moves.cases, control.cases, groups.cases,
                 sums.cases, leftovers.cases):
        yield from kind(seed)
