"""Waves that meet: at one barrier or at several, with accesses that are outstanding across it, and in every order that
the rules allow.  A seed fixes them."""
from __future__ import annotations


from ...harness.assembly import assemble_lines
from ...harness.case import POLICIES
from ...harness.register_names import dispatch_of
from ...model.machine import EVERY_WAVE, V0, register_codes
from ...spec import CERTIFIED, TARGETS
from ..calls import Call, Calls
from ..chance import Chance
from ..given import Given
from .memory import row_of
from .waits import kinds

APART, TURNS, UNITS = 24, 90, 80                       # of each architecture and wave size
ORDERS = 60                                            # of each architecture
MEMORY, SIZE, LDS = 0x20000, 1024, 512
USES = ("v_mov_b32 v7, v6", "v_or_b32 v7, v6, v6", "v_mov_b32 v5, v6", "s_or_b32 s12, s12, s12", "s_mov_b32 s13, s12",
        "v_cndmask_b32_e64 v7, v5, v3, s[12:13]", "v_cndmask_b32 v7, v5, v3, vcc", "s_cbranch_vccz 0",
        "s_mov_b32 s12, 3")
RUNS = 80                                              # orders that are followed of one case
# v1: a place of the wave's own; v2: its neighbour's; v3: one for all; v5: what it brings
ACCESSES = """global_store_dword v1, v5, s[8:9]
global_store_dword v3, v5, s[8:9]
global_load_dword v6, v2, s[8:9]
global_load_dword v7, v3, s[8:9]
global_atomic_add v3, v5, s[8:9]
global_atomic_add v6, v3, v5, s[8:9] glc
ds_write_b32 v1, v5
ds_write_b32 v3, v5
ds_read_b32 v6, v2
ds_read_b32 v7, v3
ds_add_rtn_u32 v6, v3, v5
s_load_dword s12, s[8:9], 0x0
s_load_dwordx2 s[12:13], s[8:9], 0x8
s_load_dwordx2 vcc, s[8:9], 0x10"""
BETWEEN = "s_barrier", "s_barrier", "s_waitcnt vmcnt(0) lgkmcnt(0)", "s_waitcnt vmcnt(1)", "s_nop 0"
AS_GFX11 = {"load_dwordx2": "load_b64", "load_dword": "load_b32", "store_dword": "store_b32", "ds_read": "ds_load",
            "ds_write": "ds_store", "atomic_add v": "atomic_add_u32 v"}


def lines_of(family: str, lines) -> list[str]:
    text = "\n".join(lines)
    for old, new in AS_GFX11.items() if family == "gfx11" else ():
        text = text.replace(old, new)
    return text.splitlines()


def places(wave: int, number: int, count: int) -> dict[int, list[int]]:
    """v1, v2, v3, v5 of a wave of so many."""
    own, its = 4 * number * (wave % 60), 4 * ((number + 1) % count) * (wave % 60)
    return {1: [own + 4 * lane % 16 for lane in range(wave)], 2: [its + 4 * lane % 16 for lane in range(wave)],
            3: [0] * wave, 5: [number + 1] * wave}


def run_of(rng, arch: str, wave: int, code: bytes, count: int) -> Call:
    codes = register_codes(arch)
    sets = [(EVERY_WAVE, 8, MEMORY), (EVERY_WAVE, 9, 0), (EVERY_WAVE, codes["exec"], rng.choice((1, 15, 2**32 - 1))),
            *((EVERY_WAVE, V0 + reg, row_of([0] * wave)) for reg in (6, 7))]
    for number in range(count):
        sets += [(number, V0 + reg, row_of(row)) for reg, row in places(wave, number, count).items()]
        sets.append((number, 20, number))
    return Call({"arch": arch, "wave": wave, "code": code, "sets": sets, "policy": rng.choice(POLICIES),
                 "schedule": rng.choice(("round-robin", "seeded")), "seed": rng.randrange(100), "lds_bytes": LDS,
                 "lds": bytes(LDS), "regions": ((MEMORY, bytes(SIZE)),), "group": [wave * count, 1, 1],
                 "grid": [wave * count, 1, 1], "limit": 4000})


def of_barriers(seed):
    """Each wave comes to a barrier of its own, or ends without one, a few times; some of them are the same."""
    rng = Chance(f"{seed} barriers apart")
    for arch, _, wave in kinds():
        lines = ["s_barrier", "s_nop 0", "s_endpgm", *(f"s_cmp_eq_u32 s20, {n}" for n in range(4)),
                 *(f"s_cbranch_scc{bit} {n}" for bit in (0, 1) for n in (1, 2))]
        known = dict(zip(lines, assemble_lines(arch, wave, lines)))
        for n in range(APART):
            made = []
            for _ in range(rng.choice((2, 3, 5, 8))):
                made += [f"s_cmp_eq_u32 s20, {rng.randrange(4)}",
                         f"s_cbranch_scc{rng.randrange(2)} {rng.choice((1, 2))}",
                         rng.choice(("s_barrier",) * 6 + ("s_endpgm",)), rng.choice(("s_nop 0", "s_barrier"))]
            code = b"".join(known[line] for line in made) + known["s_endpgm"]
            yield Calls(f"barriers {arch} {wave} {n}", (run_of(rng, arch, wave, code, rng.choice((2, 3, 4))),),
                        (4, 64, 1024))


def of_turns(seed):
    """Accesses on both sides of barriers, waited for or not."""
    rng = Chance(f"{seed} turns")
    for arch, family, wave in kinds():
        known = dict(zip(lines := lines_of(family, (*ACCESSES.splitlines(), *BETWEEN, "s_endpgm")),
                         assemble_lines(arch, wave, lines)))
        accesses = lines[:-len(BETWEEN) - 1]
        for n in range(TURNS):
            made = []
            for _ in range(rng.choice((1, 2, 3))):
                made += [rng.choice(accesses) for _ in range(rng.choice((1, 1, 2)))]
                made += [rng.choice(BETWEEN) for _ in range(rng.choice((1, 1, 2)))]
            code = b"".join(known[line] for line in (*made, rng.choice(accesses)))
            call = run_of(rng, arch, wave, code + known["s_endpgm"] * rng.randrange(2), rng.choice((2, 2, 3)))
            yield Calls(f"turns {arch} {wave} {n}", (call,), (4, 64, 1024))


def of_orders(seed):
    """All results of a few accesses of two or three waves, which may stand far down in the code."""
    for arch in CERTIFIED:
        rng, wave = Chance(f"{seed} orders {arch}"), 64
        accesses = lines_of(TARGETS[arch].family, ACCESSES.splitlines())
        waits = ["s_waitcnt vmcnt(0) lgkmcnt(0)", "s_nop 0", "s_barrier", *USES]
        known = dict(zip([*accesses, *waits], assemble_lines(arch, wave, [*accesses, *waits])))
        for n in range(ORDERS):
            count = rng.choice((2, 2, 3))
            made = ["s_nop 0"] * rng.choice((0, 0, 30, 61, 62, 63, 64, 65, 125))
            for _ in range(rng.choice((1, 2, 2))):
                made += [rng.choice(accesses), *rng.sample(waits, rng.randrange(3))]
            waves = [{f"v{reg}": row for reg, row in places(wave, rng.choice((0, number)), count).items()}
                     for number in range(count)]
            yield Given({"assay": 1, "name": f"orders {arch} {n}", "arch": arch, "wave": wave,
                         "code": b"".join(known[line] for line in made).hex(), "waves": waves,
                         "state": {"s[8:9]": "m", "v6": 0, "v7": 0, "exec": 1, "s12": 0, "s13": 1, "vcc": 0},
                         "lds": LDS,
                         "memory": [{"name": "m", "size": SIZE}, {"name": "scratch", "size": 1 << 16}],
                         "scratch": rng.choice((0, 0, 0, 16)), "group": [wave * count, 1, 1],
                         "grid": [wave * count * rng.choice((1, 1, 1, 2)), 1, 1], "outcomes": RUNS,
                         "observe": {"registers": ["v6", "v7", "s12"], "memory": ["m"]}})


# What several groups do to memory that each work item has for itself, and to memory that they share.
OWN = """scratch_store_dword v3, v5, off
scratch_load_dword v6, v3, off
scratch_store_dword v3, v5, off offset:8
global_store_dword v1, v5, s[8:9]
global_store_dword v3, v5, s[10:11]
global_load_dword v7, v3, s[10:11]
global_atomic_add v3, v5, s[8:9]
s_waitcnt vmcnt(0)
s_barrier"""
PRIVATE, EACH = 0x40000, 16                            # private memory, and bytes of it a work item


def of_private(seed):
    """Groups that use private memory, beside others that lie next to it; what was touched is told."""
    rng = Chance(f"{seed} private memory")
    for arch, family, wave in kinds():
        known = assemble_lines(arch, wave, [*lines_of(family, OWN.splitlines()), "s_endpgm"])
        for n in range(APART):
            count = rng.choice((1, 2))
            call = run_of(rng, arch, wave, b"".join(rng.choice(known[:-1]) for _ in range(rng.choice((1, 2, 4))))
                          + known[-1], count)
            size = EACH * wave * count
            at = PRIVATE + rng.choice((0, size - 4, size, size + 4))
            call.given["sets"] += [(EVERY_WAVE, 10, at), (EVERY_WAVE, 11, 0),
                                   *((EVERY_WAVE, V0 + reg, row_of(row)) for reg, row in places(wave, 0, 1).items())]
            call.given["grid"] = [wave * count * rng.choice((1, 2, 3)), 1, 1]
            regions = (MEMORY, bytes(SIZE)), (PRIVATE - rng.choice((0, 0, 2)), bytes(2 * size + 4096))
            call.given.update(regions=tuple((*one, bytes(len(one[1])), "global", True) for one in regions),
                              scratch_bytes=EACH, scratch_base=PRIVATE)
            yield Calls(f"private {arch} {wave} {n}", (call,), (8, 64, 1024))


# What a kernel makes of its first registers: places as above, but that those of two waves overlap.
FROM_FIRST = """s_mov_b64 s[8:9], s[0:1]
v_lshlrev_b32_e32 v1, 2, v0
v_and_b32_e32 v1, 0x1c, v1
v_xor_b32_e32 v2, 16, v1
v_mov_b32_e32 v3, 0
v_mov_b32_e32 v5, v0
v_mov_b32_e32 v6, 0
v_mov_b32_e32 v7, 0
s_mov_b32 exec_lo, 1
s_mov_b32 exec_hi, 0"""
WGP_MODE = 1 << 29                                     # of RSRC1: the waves of a group are on two compute units


def started(arch: str, wave: int, waves: int, groups: int, rsrc1: int) -> dict[int, int]:
    """Registers of the compute pipe for groups of so many waves; s[0:1] has the address of memory."""
    values = {"PGM_RSRC1": 3 | rsrc1, "PGM_RSRC2": 2 << 1, "NUM_THREAD_X": wave * waves, "DIM_X": groups,
              "USER_DATA_0": MEMORY, "USER_DATA_1": 0, "DISPATCH_INITIATOR": 1 | (wave == 32) << 15}
    return {dispatch_of(arch)[f"COMPUTE_{name}"]: value for name, value in values.items()}


def of_units(seed):
    """Waves of a group on one compute unit, or on two, with accesses on both sides of barriers; chosen orders too."""
    rng = Chance(f"{seed} units")
    for arch, family, wave in kinds():
        text = [*lines_of(family, [*FROM_FIRST.splitlines(), *ACCESSES.splitlines()]), *BETWEEN, "s_endpgm"]
        first, count = len(FROM_FIRST.splitlines()), len(ACCESSES.splitlines())
        known = assemble_lines(arch, wave, text)
        accesses, between = known[first:first + count], known[first + count:-1]
        for n in range(UNITS):
            made = []
            for _ in range(rng.choice((1, 2, 2, 3))):
                made += [rng.choice(accesses), *rng.sample(between, rng.choice((0, 1, 1, 2)))]
            few = known[:first - (0 if n % 3 else 2)]      # one lane is on, or all
            compute = started(arch, wave, rng.choice((1, 2, 2, 3)), rng.choice((1, 1, 2)),
                              WGP_MODE * (family == "gfx11" and rng.randrange(2)))
            given = {"arch": arch, "wave": wave, "code": b"".join([*few, *made, rng.choice(accesses), known[-1]]),
                     "compute": compute, "policy": rng.choice(POLICIES), "seed": n, "limit": 4000,
                     "schedule": rng.choice(("round-robin", "seeded")), "lds_bytes": LDS, "lds": bytes(LDS),
                     "regions": ((MEMORY, bytes(SIZE)),)}
            how = "order" if n % 3 and rng.randrange(2) else "run"
            yield Calls(f"units {arch} {wave} {n}", (Call(given, how=how),), (8, 64, 1024))


def cases(seed):
    yield from of_orders(seed)


def calls(seed):
    """All of them."""
    yield from of_barriers(seed)
    yield from of_turns(seed)
    yield from of_private(seed)
    yield from of_units(seed)
