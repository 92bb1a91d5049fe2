"""What is kept in mind of the groups of a dispatch, in few places: whole lines of memory that another machine, or
another group, touches in part; lines about private memory, lines that are not aligned, elements whose dwords lie apart.
A seed fixes them."""
from __future__ import annotations

from ...harness.register_names import dispatch_of
from ...model.machine import EVERY_WAVE, HWREG, V0, register_codes
from ...spec import ARCHS
from ..calls import Call, Calls
from ..chance import Chance
from .encounters import SPREAD
from .memory import row_of
from .touches import coded
from .waits import kinds

MEMORY, SIZE = 0x20000, 4096
SIZES = (8, 64, 1024)
LINE, TABLE = 64, 2**51                                # bytes of a line; of its hash what is no place in the table
FAR = 0x100000, 1 << 20                                # a large region: where, bytes
FLAT_SCRATCH = 20                                      # the hardware register, where it is one
ALL = 2**64 - 1

# s3: which wave of all, s[8:9]: memory, v1: a place of the lane's own, v5: data
FIRST = """v_readfirstlane_b32 s4, v0
s_lshr_b32 s4, s4, {shift}
s_mul_i32 s3, s2, {waves}
s_add_u32 s3, s3, s4
s_mov_b64 s[8:9], s[0:1]
s_mov_b32 m0, 0
v_and_b32_e32 v1, {last}, v0
v_lshlrev_b32_e32 v1, 2, v1
v_mov_b32_e32 v5, s3"""
STORE = "global_store_dword v1, v5, s[8:9]"
ONE = ["s_mov_b32 exec_lo, 1", "s_mov_b32 exec_hi, 0"]
DONE = ["s_waitcnt vmcnt(0) lgkmcnt(0)"]
AWAITED = {"gfx9": DONE, "gfx11": [*DONE, "s_waitcnt_vscnt null, 0x0"]}
RELEASE, PASS = "ds_gws_sema_v offset:3 gds", "ds_gws_sema_p offset:3 gds"


def assembled(arch: str, wave: int, lines: list[str]) -> bytes:
    """As gfx9 writes them."""
    return coded(arch, ARCHS[arch], wave, lines)


def run_of(rng, arch: str, wave: int, waves: int, parts: list[list[str]], base: int = MEMORY, size: int = SIZE) -> Call:
    """Groups of so many waves, each of which has a part of its own."""
    first = FIRST.format(shift=wave.bit_length() - 1, waves=waves, last=wave - 1)
    code = assembled(arch, wave, first.splitlines())
    for number, lines in enumerate(parts):
        body = assembled(arch, wave, [*lines, "s_endpgm"])
        code += assembled(arch, wave, [f"s_cmp_lg_u32 s3, {number}", f"s_cbranch_scc1 {len(body) // 4}"]) + body
    values = {"PGM_RSRC1": 5 | 12 << 6, "PGM_RSRC2": 2 << 1 | 1 << 7, "NUM_THREAD_X": wave * waves,
              "DIM_X": len(parts) // waves, "USER_DATA_0": base, "USER_DATA_1": 0,
              "DISPATCH_INITIATOR": 1 | (wave == 32) << 15}
    return Call({"arch": arch, "wave": wave, "code": code, "policy": "early", "seed": rng.randrange(100), "limit": 4000,
                 "compute": {dispatch_of(arch)[f"COMPUTE_{name}"]: value for name, value in values.items()},
                 "regions": ((base, bytes(size)),)})


# ---- two machines ----

def place_of(line: int) -> int:
    return line * SPREAD % 2**64 // TABLE


def alike(count: int) -> tuple[int, int]:
    """Two addresses from which so many lines each have one place in the table."""
    first, step = FAR[0] // LINE, 10946                # nearly a whole number of golden sections
    while any(place_of(first + n) != place_of(first + step + n) for n in range(count)):
        first += 1
    return first * LINE, (first + step) * LINE


def of_machines(seed):
    """Lines that one machine touches whole, and another one whole or in part, or others in the same places."""
    rng = Chance(f"{seed} spots of machines")
    for arch, _, wave in kinds():
        low, high = alike(4 * wave // LINE)
        for n, (other, lines) in enumerate(((high, [STORE]), (low, [STORE]), (low, [*ONE, STORE]),
                                            (low, ["s_mov_b32 exec_lo, 0x78", "s_mov_b32 exec_hi, 0", STORE]))):
            runs = [run_of(rng, arch, wave, 1, [some, some], base, FAR[1] - base + FAR[0])
                    for base, some in ((low, [STORE]), (other, lines))]
            yield Calls(f"spots of machines {arch} {wave} {n}", tuple(runs), SIZES, True)


# ---- parts of a line ----

def of_parts(seed):
    """A byte of a line that a wave of another group has stored: what it did before a release, and after it."""
    rng = Chance(f"{seed} parts of spots")
    for arch, family, wave in kinds():
        awaited = AWAITED[family]
        one = [f"v_mov_b32_e32 v3, {4 * rng.randrange(8) + rng.choice((1, 2, 3))}", *ONE]
        byte = "global_store_byte v3, v5, s[8:9]"
        after = [[RELEASE, STORE], [PASS, *DONE, *one, byte]]
        before = [[], [STORE, *awaited, RELEASE], [PASS, *DONE, *one, byte], []]
        for waves, parts in ((1, after), (2, before)):
            yield Calls(f"parts of spots {arch} {wave} {waves}", (run_of(rng, arch, wave, waves, parts),), SIZES)


def of_unaligned(seed):
    """Half a dword that a lane of an unaligned line reads, whose other half is that of the lane before it."""
    rng = Chance(f"{seed} unaligned spots")
    for arch, _, wave in kinds():
        lane = rng.randrange(1, wave)
        parts = [["v_mov_b32_e32 v3, s10", *ONE, "global_store_short v3, v5, s[8:9]"],
                 ["global_load_dword v6, v1, s[8:9] offset:2"]]
        parts[0].insert(0, f"s_movk_i32 s10, {4 * lane + 2}")
        yield Calls(f"unaligned spots {arch} {wave}", (run_of(rng, arch, wave, 1, parts),), SIZES)


# ---- private memory ----

EACH = {"gfx9": 1024, "gfx11": 256}                    # bytes of private memory a wave, the least there are
PRIVATE = MEMORY + 512
STORES = "global_store_dword v1, v5, s[8:9]", "scratch_store_dword v3, v5, off"


def given_of(rng, arch: str, wave: int, waves: int, line: str, at: int, more: list, **given) -> Call:
    """Two groups that do the same."""
    sets = [(EVERY_WAVE, 8, at & 0xFFFFFFFF), (EVERY_WAVE, 9, at >> 32),
            (EVERY_WAVE, V0 + 1, row_of([4 * lane & 0xFFFFFFFF for lane in range(wave)])),
            *((EVERY_WAVE, V0 + reg, row_of([value] * wave)) for reg, value in
              ((3, 4 * rng.randrange(4)), (5, 7))), *more]
    return Call({"arch": arch, "wave": wave, "code": assembled(arch, wave, [line]), "sets": sets, "policy": "early",
                 "group": [wave * waves, 1, 1], "grid": [2 * wave * waves, 1, 1], "limit": 400,
                 "regions": ((MEMORY, bytes(SIZE)),)} | given)


def of_private(seed):
    """Lines that reach into the private memory of a group, that begin in it, that begin before the region."""
    rng = Chance(f"{seed} private spots")
    for arch, family, wave in kinds():
        exec_lo = register_codes(arch)["exec"]
        for waves in (1, 2):
            own = EACH[family] * waves
            for n, at in enumerate((PRIVATE - 96, PRIVATE + own - 96, PRIVATE - 4 * rng.randrange(1, 16))):
                call = given_of(rng, arch, wave, waves, STORES[0], at, [], scratch_bytes=4, scratch_base=PRIVATE)
                yield Calls(f"private spots {arch} {wave} {waves} {n}", (call,), SIZES)
        call = given_of(rng, arch, wave, 1, STORES[0], MEMORY - 4, [(EVERY_WAVE, exec_lo, 0xFFFFFFFE)], scratch_bytes=4,
                        scratch_base=MEMORY)
        yield Calls(f"private spots {arch} {wave} behind", (call,), SIZES)


def of_apart(seed):
    """Private memory of waves that have none: every group's is the same, and nobody looks; by FLAT somebody does."""
    rng = Chance(f"{seed} spots apart")
    for arch, family, wave in kinds():
        low = register_codes(arch).get("flat_scratch", HWREG + FLAT_SCRATCH)
        more = [(EVERY_WAVE, low, MEMORY), (EVERY_WAVE, low + 1, 0)]
        yield Calls(f"spots apart {arch} {wave} 0", (given_of(rng, arch, wave, 1, STORES[1], MEMORY, more),),
                    SIZES)
        if family == "gfx9":
            parts = [["s_mov_b32 flat_scratch_lo, s8", "s_mov_b32 flat_scratch_hi, s9", *ONE, "v_mov_b32_e32 v2, 0",
                      "v_mov_b32_e32 v3, 0x20000", "v_mov_b32_e32 v6, v5", "flat_store_dwordx2 v[2:3], v[5:6]"],
                     [*ONE, f"global_store_dword v1, v5, s[8:9] offset:{4 * wave}"]]
            yield Calls(f"spots apart {arch} {wave} 1", (run_of(rng, arch, wave, 1, parts),), SIZES)


def calls(seed):
    """All of them."""
    for kind in (of_machines, of_parts, of_unaligned, of_private, of_apart):
        yield from kind(seed)
