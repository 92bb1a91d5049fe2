"""Groups of one dispatch that touch the same bytes, with global wave sync between them and without: a few groups, more
than are kept in mind, more bytes than are kept in mind.  A seed fixes them."""
from __future__ import annotations


from ...harness.assembly import assemble_lines
from ...harness.case import POLICIES
from ...harness.register_names import dispatch_of
from ..calls import Call, Calls
from ..chance import Chance
from .groups import lines_of
from .waits import kinds

RUNS, CROWDS, WIDE = 120, 5, 10                        # of each architecture and wave size
MEMORY, SIZE, LDS = 0x20000, 1024, 64
SHARED, FAR = 0x100000, 1 << 20                        # a large region
# lines of 64 bytes so far apart that a table by a golden section of their numbers has nearly one place for them
APART = 6765 * 64, 10946 * 64, 10946 * 64, 10946 * 64 + 4

# s2: the number of the group; v1: a place of the lane's own, v2: the next group's too, v3: the same for all, v4: far
# apart; v5: the group's number, v9: where it alone is
FIRST = """s_mov_b32 m0, 0
s_mov_b64 s[8:9], s[0:1]
v_lshlrev_b32_e32 v1, 2, v0
v_add_nc_u32_e32 v2, s2, v1
v_mov_b32_e32 v3, 0
v_mov_b32_e32 v5, s2
v_mov_b32_e32 v6, s2
s_lshl_b32 s10, s2, 6
v_add_nc_u32_e32 v9, s10, v1
v_and_b32_e32 v4, 1, v0
v_mul_u32_u24_e32 v4, {0}, v4
v_mov_b32_e32 v7, 0
v_mov_b32_e32 v8, 1"""
ACCESSES = """global_store_dword v1, v5, s[8:9]
global_store_dword v2, v5, s[8:9]
global_store_dword v3, v5, s[8:9]
global_store_dword v9, v5, s[8:9]
global_store_byte v2, v5, s[8:9]
global_store_short v3, v5, s[8:9] offset:1
global_store_dwordx2 v2, v[5:6], s[8:9]
global_load_dword v7, v1, s[8:9]
global_load_dword v7, v2, s[8:9]
global_load_dword v7, v9, s[8:9]
global_load_ubyte v7, v2, s[8:9] offset:1
global_atomic_add v2, v5, s[8:9]
global_atomic_add v3, v5, s[8:9]
global_atomic_add v7, v3, v5, s[8:9] glc
global_atomic_smax v3, v5, s[8:9]
global_atomic_swap v3, v5, s[8:9]
global_atomic_or v2, v5, s[8:9]
global_atomic_add_x2 v3, v[5:6], s[8:9]
global_atomic_cmpswap v2, v[5:6], s[8:9]
s_load_dword s11, s[8:9], 0x0
s_load_dwordx2 s[12:13], s[8:9], 0x4"""
ATOMICS = [line for line in ACCESSES.splitlines() if "atomic" in line]
SYNC = """ds_gws_sema_v offset:3 gds
ds_gws_sema_v offset:3 gds
ds_gws_sema_p offset:3 gds
ds_gws_sema_v offset:4 gds
ds_gws_sema_p offset:4 gds
ds_gws_sema_br v8 offset:3 gds
ds_gws_init v8 offset:5 gds
ds_gws_barrier v8 offset:5 gds"""
BESIDE = """s_waitcnt vmcnt(0) lgkmcnt(0)
s_waitcnt lgkmcnt(0)
s_nop 0
s_mov_b32 exec_lo, 5
v_mov_b32_e32 v10, v7"""
# jumps over the next instruction, of eight bytes, but for groups of some numbers
SOME = [f"s_cmp_{how}_u32 s2, {n}" for how in ("eq", "lg", "gt", "lt") for n in range(4)]
MORE = {"atomic_add_x2": "atomic_add_u64", "atomic_cmpswap": "atomic_cmpswap_b32", "atomic_smax": "atomic_max_i32",
        "atomic_swap": "atomic_swap_b32", "atomic_or": "atomic_or_b32", "store_byte": "store_b8",
        "store_short": "store_b16", "store_dwordx2": "store_b64", "load_ubyte": "load_u8"}


def shaped(text: str, family: str) -> list[str]:
    for old, new in MORE.items() if family == "gfx11" else (("add_nc_u32", "add_u32"),):
        text = text.replace(old, new)
    return lines_of(family, text.splitlines())


def run_of(rng, arch: str, wave: int, code: bytes, groups: int, base: int, n: int) -> Call:
    """Groups of one wave; s[0:1] has the address of memory, s2 the number of the group."""
    values = {"PGM_RSRC1": 5, "PGM_RSRC2": 2 << 1 | 1 << 7, "NUM_THREAD_X": wave, "DIM_X": groups, "USER_DATA_0": base,
              "USER_DATA_1": 0, "DISPATCH_INITIATOR": 1 | (wave == 32) << 15}
    return Call({"arch": arch, "wave": wave, "code": code, "policy": rng.choice(POLICIES), "seed": n, "limit": 20000,
                 "compute": {dispatch_of(arch)[f"COMPUTE_{name}"]: value for name, value in values.items()},
                 "schedule": rng.choice(("round-robin", "seeded")), "lds_bytes": LDS, "lds": bytes(LDS),
                 "regions": ((base, bytes(FAR if base == SHARED else SIZE + 64 * groups)),)})


def known_lines(arch: str, family: str, wave: int, stride: int = 64) -> tuple:
    """(first, {line: code}) of all that is above."""
    some = [*ACCESSES.splitlines(), *SYNC.splitlines(), *BESIDE.splitlines(), *SOME, "s_cbranch_scc1 2", "s_endpgm"]
    first, lines = shaped(FIRST.format(stride), family), shaped("\n".join(some), family)
    code = assemble_lines(arch, wave, [*first, *lines])
    return b"".join(code[:len(first)]), dict(zip(some, code[len(first):]))


def of_few(seed):
    """Few groups, each of which does this or leaves it out."""
    rng = Chance(f"{seed} meetings")
    for arch, family, wave in kinds():
        first, known = known_lines(arch, family, wave)
        for n in range(RUNS):
            made = [first]
            few = rng.sample(ATOMICS if n % 4 == 0 else ACCESSES.splitlines(), rng.choice((1, 2, 3)))
            for _ in range(rng.choice((1, 2, 3, 5))):
                if not rng.randrange(3):
                    made += [known[rng.choice(SOME)], known["s_cbranch_scc1 2"]]
                made.append(known[rng.choice(few if rng.randrange(2) else SYNC.splitlines())])
                made += [known[rng.choice(BESIDE.splitlines())]] * rng.randrange(2)
            code = b"".join([*made, known[rng.choice(few)], known["s_endpgm"]])
            call = run_of(rng, arch, wave, code, rng.choice((2, 2, 3, 4, 6)), MEMORY, n)
            yield Calls(f"meetings {arch} {wave} {n}", (call,), (8, 64, 1024))


def of_crowds(seed):
    """As many groups with global wave sync as are kept in mind, and more."""
    rng = Chance(f"{seed} crowds of groups")
    for arch, family, wave in kinds():
        first, known = known_lines(arch, family, wave)
        for n in range(CROWDS):
            made = [first, known[rng.choice(ACCESSES.splitlines())], known["ds_gws_sema_v offset:3 gds"],
                    known["ds_gws_sema_p offset:3 gds"], known["s_waitcnt lgkmcnt(0)"],
                    known[rng.choice(ACCESSES.splitlines())], known["s_endpgm"]]
            call = run_of(rng, arch, wave, b"".join(made), (63, 64, 65, 66, 70)[n], MEMORY, n)
            yield Calls(f"crowd of groups {arch} {wave} {n}", (call,), (8, 64, 1024))


def of_wide(seed):
    """Accesses far apart: one more takes the place of another that was kept in mind; what the run before has left."""
    rng = Chance(f"{seed} wide meetings")
    for arch, family, wave in kinds():
        starts = [known_lines(arch, family, wave, stride)[0] for stride in APART]
        stores = [f"global_{what} v4, v5, s[8:9] offset:{at}" for at in (0, 4, 64, 256, 1024) for what in
                  ("store_dword", "atomic_add")]
        lines = shaped("\n".join([*stores, "s_add_u32 s8, s8, 0x4040", "s_endpgm"]), family)
        code = assemble_lines(arch, wave, lines)
        for n in range(WIDE):
            calls = []
            for _ in range(rng.choice((1, 2))):
                body = b"".join(code[rng.choice((-2, *range(len(stores))))] for _ in range(rng.choice((1, 4, 8, 14))))
                start = rng.choice(starts)
                calls.append(run_of(rng, arch, wave, start + body + code[-1], rng.choice((1, 2, 3)), SHARED, n))
            yield Calls(f"wide meetings {arch} {wave} {n}", tuple(calls), (8, 64, 1024), n % 2 > 0)


def calls(seed):
    """All of them."""
    for kind in (of_few, of_crowds, of_wide):
        yield from kind(seed)
