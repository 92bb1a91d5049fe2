"""Chosen orders at their ends: registers beside those that are awaited, stacks behind what has not touched memory,
waves that queue for each other, states that differ in one place, runs that end at a point, as many groups and ways as
there may be and more, what a run before has left.  A seed fixes them."""
from __future__ import annotations

from ...harness.assembly import assemble_lines
from ...model.machine import EVERY_WAVE, V0, register_codes
from ..calls import Call, Calls
from ..chance import Chance
from . import meetings
from .memory import row_of, shadow
from .orders import ACCESSES, BETWEEN, LDS, MEMORY, SIZE, USES, shaped, state
from .waits import kinds

NAMED, STACKS, QUEUES, LIMITS, LEFT, IDLES, STATES = 60, 30, 50, 30, 12, 12, 60    # of each architecture and wave size
DEEP = 4096                                            # LDS for stacks of eight entries
LONGEST = 16                                           # dwords of what one of the waves does
STORE = "global_store_dword v3, v5, s[8:9]"
SIZES = (8, 64, 1024)


def call_of(arch: str, wave: int, waves: int, groups: int, code: bytes, sets: list, **more) -> Call:
    """Waves of groups in chosen orders."""
    given = {"arch": arch, "wave": wave, "code": code, "sets": sets, "lds_bytes": LDS, "lds": bytes(LDS),
             "regions": ((MEMORY, bytes(SIZE)),), "group": [wave * waves, 1, 1],
             "grid": [wave * waves * groups, 1, 1], "limit": 400}
    return Call(given | more, how="order")


def known_of(arch: str, family: str, wave: int, lines: list[str]) -> dict[str, bytes]:
    """{line as gfx9 writes it: code}"""
    every = list(dict.fromkeys(lines))
    return dict(zip(every, assemble_lines(arch, wave, shaped("\n".join(every), family, wave))))


# ---- what an instruction names ----

RESULTS = """s_load_dword s{0}, s[8:9], 0x0
s_load_dwordx2 s[{1}:{2}], s[8:9], 0x0
s_load_dword vcc_lo, s[8:9], 0x0
s_load_dword vcc_hi, s[8:9], 0x0
ds_read_b32 v{0}, v3
global_load_dword v{0}, v3, s[8:9]
global_load_dwordx2 v[{1}:{2}], v3, s[8:9]"""
NAMING = """v_mov_b32 v12, v{0}
v_mov_b32 v{0}, v5
s_mov_b32 s26, s{0}
s_mov_b32 s{0}, 3
v_cndmask_b32_e64 v12, v5, v6, s[{1}:{2}]
v_cmp_eq_u32_e64 s[{1}:{2}], v5, v6
s_cbranch_vccnz 0
v_cndmask_b32 v12, v5, v6, vcc"""
INDEXED = "\ns_set_gpr_idx_on s21, 0x1\ns_set_gpr_idx_on s21, 0x8\ns_set_gpr_idx_off\ns_mov_b32 s26, src_vccz"


def of_named(seed):
    """One result that has not touched memory, and instructions that name few registers about it."""
    rng = Chance(f"{seed} names at points")
    for arch, family, wave in kinds():
        naming = NAMING + INDEXED * (family == "gfx9")
        if wave == 32:
            naming = naming.replace("s[{1}:{2}]", "s{1}")
        programs = [[STORE, "ds_write_b32 v3, v5", rng.choice(RESULTS.splitlines()),
                     *(rng.choice(naming.splitlines()) for _ in range(rng.choice((1, 2, 3))))] for _ in range(NAMED)]
        programs = [[line.format(rng.randrange(13, 17), even := rng.choice((14, 16)), even + 1) for line in lines]
                    for lines in programs]
        known = known_of(arch, family, wave, [line for lines in programs for line in lines])
        for n, lines in enumerate(programs):
            sets = state(rng, arch, wave, 2)
            sets += [(EVERY_WAVE, V0 + reg, row_of([reg] * wave)) for reg in range(13, 24)]
            sets += [(EVERY_WAVE, 21, rng.randrange(2))]
            code = b"".join(known[line] for line in lines)
            yield Calls(f"named at points {arch} {wave} {n}", (call_of(arch, wave, 2, 1, code, sets),), SIZES)


STACK = "ds_bvh_stack_rtn_b32 v{0}, v{1}, v5, v[24:27]"  # gives the pointer too, in a register apart
ABOUT = ("v_mov_b32 v12, v{0}", "v_mov_b32 v{0}, v5", "v_or_b32 v12, v{0}, v5")


def of_stacks(seed):
    """Stacks behind an access to LDS that meets others, and what names registers about both results."""
    rng = Chance(f"{seed} stacks at points")
    for arch, family, wave in kinds():
        if family == "gfx9":
            continue
        programs = []
        for _ in range(STACKS):
            first, second = rng.choice(((14, 18), (18, 14), (14, 16), (16, 14), (14, 15), (15, 14)))
            about = [rng.choice(ABOUT).format(rng.choice((first, second)) + rng.choice((-1, 0, 0, 1, 2)))
                     for _ in range(rng.choice((1, 1, 2)))]
            programs.append(["ds_write_b32 v3, v5", STACK.format(first, second), *about])
        known = known_of(arch, family, wave, [line for lines in programs for line in lines])
        for n, lines in enumerate(programs):
            sets = state(rng, arch, wave, 2)
            sets += [(EVERY_WAVE, V0 + reg, row_of([4 << 18] * wave)) for reg in range(13, 28)]
            code = b"".join(known[line] for line in lines)
            call = call_of(arch, wave, 2, 1, code, sets, lds_bytes=DEEP, lds=bytes(DEEP))
            yield Calls(f"stacks at points {arch} {wave} {n}", (call,), SIZES)


# ---- waves that queue ----

SYNC = """ds_gws_sema_p offset:3 gds
ds_gws_sema_p offset:3 gds
ds_gws_sema_p offset:3 gds
ds_gws_sema_v offset:3 gds
ds_gws_sema_v offset:3 gds
ds_gws_sema_br v1 offset:3 gds
ds_gws_sema_release_all offset:3 gds
ds_gws_barrier v1 offset:3 gds"""


def of_queues(seed):
    """Semaphores and barriers of waves each of which does what it likes; accesses before decide who comes first."""
    rng = Chance(f"{seed} queues at points")
    for arch, family, wave in kinds():
        done = "s_waitcnt vmcnt(0)" if family == "gfx9" else "s_waitcnt_vscnt null, 0x0"
        lines = SYNC.splitlines()
        known = known_of(arch, family, wave, [*lines, done, STORE, "s_barrier", "s_waitcnt lgkmcnt(0)", "s_endpgm",
                                              *(f"s_cmp_lg_u32 s25, {number}" for number in range(3)),
                                              *(f"s_cbranch_scc1 {dwords}" for dwords in range(LONGEST))])
        for n in range(QUEUES):
            waves, groups = rng.choice(((3, 1), (3, 1), (3, 1), (2, 1), (1, 3), (2, 2)))
            code = b""
            for number in range(waves):
                made = []
                for _ in range(rng.choice((1, 2, 2, 3))):
                    made += rng.choice(((STORE, done),) * 4 + ((rng.choice(lines),),) * 5
                                       + (("s_barrier",), ("s_waitcnt lgkmcnt(0)",)))
                body = b"".join(known[line] for line in (*made, "s_endpgm"))
                code += known[f"s_cmp_lg_u32 s25, {number}"] + known[f"s_cbranch_scc1 {len(body) // 4}"] + body
            sets = state(rng, arch, wave, waves)
            sets += [(EVERY_WAVE, register_codes(arch)["m0"], 0)]
            for number in range(waves):
                sets += [(number, 25, number), (number, V0 + 1, row_of([rng.choice((0, 1, 1, 2))] * wave))]
            yield Calls(f"queues at points {arch} {wave} {n}",
                        (call_of(arch, wave, waves, groups, code + known["s_endpgm"], sets),), SIZES)


IDLE = (STORE, "global_load_dword v10, v3, s[8:9]", "ds_write_b32 v3, v5", "s_wait_idle", "v_mov_b32 v12, v10")


def of_idle(seed):
    """A wait for everything, with accesses before it that meet others and some that do not."""
    rng = Chance(f"{seed} idle at points")
    for arch, family, wave in kinds():
        if family == "gfx9":
            continue
        known = known_of(arch, family, wave, list(IDLE))
        for n in range(IDLES):
            made = [rng.choice(IDLE) for _ in range(rng.choice((1, 2)))] + [IDLE[3], rng.choice(IDLE)]
            call = call_of(arch, wave, 2, 1, b"".join(known[line] for line in made), state(rng, arch, wave, 2))
            yield Calls(f"idle at points {arch} {wave} {n}", (call,), SIZES)


# ---- states ----

# v3: the last dword there is; v50: what it becomes, of some waves the same as it was, but open
LAST = {"global": ("global_store_dword v3, v50, s[8:9]", "global_load_dword v{0}, v3, s[8:9]",
                   "global_atomic_swap v{0}, v3, v50, s[8:9] glc"),
        "lds": ("ds_write_b32 v3, v50", "ds_read_b32 v{0}, v3", "ds_wrxchg_rtn_b32 v{0}, v3, v50"),
        "gds": ("ds_write_b32 v3, v50 gds", "ds_read_b32 v{0}, v3 gds", "ds_add_rtn_u32 v{0}, v3, v50 gds")}
MORE = {"ds_wrxchg": "ds_storexchg"}


def of_states(seed):
    """States that differ in one place alone: the last bytes of memory, high registers, what of them is open."""
    rng = Chance(f"{seed} states at points")
    for arch, family, wave in kinds():
        waits = ["s_waitcnt vmcnt(0) lgkmcnt(0)", *(["s_waitcnt_vscnt null, 0x0"] if family == "gfx11" else [])]
        programs = []
        for _ in range(STATES):
            lines = []
            for space in rng.choice((("global", "global"), ("lds", "lds"), ("gds", "gds"), ("lds", "global"),
                                     ("gds", "lds"))):
                lines += [rng.choice(LAST[space]).format(rng.choice((10, 63, 64, 70, 127, 128, 191))), *waits]
            programs.append(lines)
        every = list(dict.fromkeys(line for lines in programs for line in lines))
        text = "\n".join(every)
        for old, new in MORE.items() if family == "gfx11" else ():
            text = text.replace(old, new)
        known = dict(zip(every, assemble_lines(arch, wave, shaped(text, family, wave))))
        for n, lines in enumerate(programs):
            size, alike = rng.choice((4, 8, 12, 20)), rng.randrange(2)
            sets = state(rng, arch, wave, 2)
            sets += [(EVERY_WAVE, register_codes(arch)["m0"], 64), (EVERY_WAVE, register_codes(arch)["exec"], 1),
                     *((who, V0 + 3, row_of([size - 4] * wave)) for who in (0, 1)),
                     *((who, V0 + 50, row_of([0 if alike else 7 + who] * wave)) for who in (0, 1)[:2 - alike])]
            opened = bytes([rng.randrange(2)]) * size
            call = call_of(arch, wave, 2, 1, b"".join(known[line] for line in lines), sets, lds_bytes=size,
                           lds=rng.choice((None, bytes(size))),
                           regions=((MEMORY, bytes(size), opened), (0, bytes(size), opened, "gds")))
            yield Calls(f"states at points {arch} {wave} {n}", (call,), SIZES)


# ---- ends of runs ----

def of_limits(seed):
    """Runs that end at a point, with accesses outstanding, in whose place the next order begins."""
    rng = Chance(f"{seed} limits at points")
    for arch, family, wave in kinds():
        accesses, uses = ACCESSES.splitlines(), USES.splitlines()
        known = known_of(arch, family, wave, [*accesses, *uses, *BETWEEN.splitlines()])
        for n in range(LIMITS):
            made = [rng.choice((STORE, STORE, rng.choice(accesses)))]
            for _ in range(rng.choice((2, 3, 4))):
                made += [rng.choice((STORE, rng.choice(accesses))), rng.choice((*uses, *BETWEEN.splitlines()))]
            waves = rng.choice((1, 2, 2, 3))
            code = b"".join(known[line] for line in made)
            call = call_of(arch, wave, waves, 1, code, state(rng, arch, wave, waves),
                           limit=rng.randrange(1, waves * len(made) + 1),
                           regions=((MEMORY, rng.randbytes(SIZE), shadow(rng, SIZE) if n % 2 else bytes(SIZE)),))
            yield Calls(f"limits at points {arch} {wave} {n}", (call,), SIZES)


def of_most(seed):
    """As many groups as run at once, and more; groups that have private memory; as many ways as are told, and more."""
    rng = Chance(f"{seed} most at points")
    for arch, family, wave in kinds():
        # without a result, so that the next one need not wait for it
        bare = "s_store_dword s24, s[8:9], 0x0" if family == "gfx9" else "s_load_dword null, s[8:9], 0x0"
        known = known_of(arch, family, wave, [STORE, "s_load_dword s20, s[8:9], 0x0", bare, "s_endpgm"])
        store, load, bare, end = known.values()
        for groups in (7, 8, 9):
            yield Calls(f"groups at points {arch} {wave} {groups}", (
                call_of(arch, wave, 1, groups, store + load, state(rng, arch, wave, 1)),), SIZES)
        for groups in (1, 2, 3):
            private = call_of(arch, wave, 1, groups, store + load, state(rng, arch, wave, 1), scratch_bytes=16,
                              scratch_base=0x40000, regions=((MEMORY, bytes(SIZE)), (0x40000, bytes(1 << 14))))
            yield Calls(f"private at points {arch} {wave} {groups}", (private,), SIZES)
        for count in (127, 128, 170, 171, 190):
            call = call_of(arch, wave, 4, 1, store + bare * count + end, state(rng, arch, wave, 4), limit=4000)
            yield Calls(f"ways at points {arch} {wave} {count}", (Call(call.given, how="glance"),), (8, 64, 4096))


def of_left(seed):
    """What a run that forgot accesses of groups has left, and one after another on the same machine."""
    rng = Chance(f"{seed} left at points")
    wide = list(meetings.of_wide(seed))
    for arch, family, wave in kinds():
        known = known_of(arch, family, wave, [STORE, "global_load_dword v10, v3, s[8:9]", "v_mov_b32 v12, v10"])
        before = [one for one in wide if one.runs[0].given["arch"] == arch and one.runs[0].given["wave"] == wave]
        for n, one in enumerate(before[:LEFT]):
            waves, groups = rng.choice(((2, 1), (1, 2), (2, 2)))
            call = call_of(arch, wave, waves, groups, b"".join(known.values()),
                           state(rng, arch, wave, waves))
            yield Calls(f"left at points {arch} {wave} {n}", (*one.runs, call), SIZES)


def calls(seed):
    """All of them."""
    for kind in (of_named, of_stacks, of_queues, of_idle, of_states, of_limits, of_most, of_left):
        yield from kind(seed)
