"""The record of what is outstanding: long ones, of which some leave and others come; status behind data, and halves, in
registers that others have still to write; what a program sees of scalars that have not come; runs that end before all
has come.  A seed fixes them."""
from __future__ import annotations

from ...harness.assembly import assemble_lines
from ...harness.case import POLICIES
from ...model.machine import EVERY_WAVE, V0, register_codes
from ...spec import ARCHS
from ..calls import Call, Calls
from ..chance import Chance
from .lines import some_in_a_row
from .memory import row_of
from .orders import MORE
from .waits import drained, kinds

LONG, STATUS, SEEN, ENDED = 30, 90, 48, 60             # of each architecture and wave size
MEMORY, SIZE, LDS = 0x20000, 4096, 1024
MOST = 2**32 - 1
POISON = 0x5eed0000                                    # of policy adversarial
AS_GFX11 = MORE | {"load_dwordx4": "load_b128", "load_dword": "load_b32", "store_dword": "store_b32",
                   "ds_read": "ds_load"}


def shaped(line: str, family: str, wave: int) -> str:
    """As the family spells it, in a wave of that size."""
    if family == "gfx11":
        for old, new in AS_GFX11.items():
            line = line.replace(old, new)
    return line.replace("s_mov_b64 exec", "s_mov_b32 exec_lo") if wave == 32 else line


def assembled(arch: str, family: str, wave: int, programs: list[list[str]]) -> list[bytes]:
    """Their code; lines are assembled together."""
    every = list(dict.fromkeys(line for lines in programs for line in lines))
    known = dict(zip(every, assemble_lines(arch, wave, [shaped(line, family, wave) for line in every])))
    return [b"".join(known[line] for line in lines) for lines in programs]


def run_of(rng, arch: str, wave: int, code: bytes, live: int, **more) -> Call:
    """With places, addresses and EXEC set, and nothing else."""
    codes, place = register_codes(arch), [4 * lane for lane in range(wave)]
    if not rng.randrange(4):
        place[rng.randrange(wave)] = 512
    scalars = {8: MEMORY, 9: 0, 12: MEMORY, 13: 0, 14: SIZE, 15: 4 << 15 | (0 if ARCHS[arch] == "gfx9" else 3 << 28),
               codes["m0"]: MOST, codes["exec"]: live & MOST, codes["exec"] + 1: live >> 32}
    if wave == 32:
        scalars.pop(codes["exec"] + 1)
    rows = {1: place, 2: [MEMORY + n for n in place], 3: [0] * wave, 20: place, 21: place}
    sets = [*((EVERY_WAVE, V0 + n, row_of(row)) for n, row in rows.items()),
            *((EVERY_WAVE, n, value) for n, value in scalars.items())]
    given = {"arch": arch, "wave": wave, "code": code, "sets": sets, "policy": rng.choice(POLICIES),
             "seed": rng.randrange(100), "lds_bytes": LDS, "lds": rng.randbytes(LDS), "limit": 1000,
             "regions": ((MEMORY, rng.randbytes(SIZE)),)}
    return Call(given | more)


# ---- long records ----

VECTOR = ("global_load_dword v{reg}, v1, s[8:9] offset:{at}", "global_load_dword v{reg}, v1, s[8:9] offset:{at}",
          "global_load_dwordx2 v[{reg}:{next}], v1, s[8:9] offset:{at}")
DS = ("ds_read_b32 v{reg}, v1 offset:{at}",)
LATER = (*VECTOR[:2], *DS, "exp mrt0 v20, v21, v20, v21", "exp mrt0 v20, v21, v20, v21", "exp pos0 v20, v21, v20, v21",
         "s_waitcnt expcnt(0)", "s_waitcnt expcnt(0)", "s_waitcnt lgkmcnt(2)", "s_waitcnt vmcnt(50)",
         "global_store_dword v1, v20, s[8:9] offset:2048", "ds_add_u32 v1, v20 gds", "v_mov_b32 v21, v20")
MOST_OF = {"gfx9": (63, 15), "gfx11": (63, 63)}        # that counters hold


def long_one(rng, family: str) -> list[str]:
    """Loads, as many as counters hold of both kinds; then a few of anything."""
    count, made, left = rng.choice((31, 33, 40, 62, 64, 66, 70, 78, 110)), [], list(MOST_OF[family])
    last = rng.choice((4, 8, 12))
    for n in range(count + last):
        which = int(n % 4 == 3 or not left[0])
        if n < count and not left[which]:
            continue
        left[which] -= n < count
        text, reg = rng.choice(LATER if n >= count else (DS, VECTOR)[not which]), 30 + 2 * (len(made) % 100)
        made.append(text.format(reg=reg, next=reg + 1, at=4 * rng.randrange(16)))
    return made


def of_long(seed):
    """As many as words of the record have bits and more; then exports and waits for them, and more loads."""
    rng = Chance(f"{seed} long records")
    for arch, family, wave in kinds():
        programs = [long_one(rng, family) for _ in range(LONG)]
        end = drained(arch, wave)
        for n, code in enumerate(assembled(arch, family, wave, programs)):
            call = run_of(rng, arch, wave, code + end, (1 << wave) - 1, policy=rng.choice(("late", "late", "random")))
            yield Calls(f"long record {arch} {wave} {n}", (call,), (4, 64, 4096))


# ---- status and halves ----

OVER = """buffer_load_dword v[30:31], v1, s[12:15], 0 offen tfe
buffer_load_dword v[30:31], v1, s[12:15], 0 offen tfe
buffer_load_dwordx2 v[29:31], v1, s[12:15], 0 offen tfe
buffer_load_dword v31, v1, s[12:15], 0 offen
global_load_dword v31, v1, s[8:9]
global_load_dwordx2 v[30:31], v1, s[8:9]
global_load_short_d16 v31, v1, s[8:9]
global_load_short_d16 v31, v1, s[8:9]
global_load_short_d16_hi v31, v1, s[8:9]
flat_load_dword v31, v[2:3]
ds_read_b32 v31, v1
ds_read_b32 v31, v1
ds_read_u16_d16_hi v31, v1
v_rcp_f32 v31, v20
v_mov_b32 v31, 0
v_mov_b32 v31, v1
s_mov_b64 exec, 5
s_mov_b64 exec, 0xf0
s_mov_b64 exec, 0x7fff
s_mov_b64 exec, -1
s_waitcnt vmcnt(0)
s_waitcnt lgkmcnt(0)"""


def of_status(seed):
    """A few of these on the same two registers."""
    rng = Chance(f"{seed} status of records")
    for arch, family, wave in kinds():
        programs = [[rng.choice(OVER.splitlines()) for _ in range(rng.choice((3, 4, 5, 6)))] for _ in range(STATUS)]
        end = drained(arch, wave)
        for n, code in enumerate(assembled(arch, family, wave, programs)):
            live = some_in_a_row(rng, wave)
            yield Calls(f"status of records {arch} {wave} {n}", (run_of(rng, arch, wave, code + end, live),),
                        (4, 64, 1024))


# ---- what is seen of scalars ----

LOADS = ("s_load_dword s40, s[8:9], 0x0", "s_load_dwordx2 s[40:41], s[8:9], 0x0",
         "s_load_dwordx4 s[40:43], s[8:9], 0x0", "s_memtime s[40:41]")
ILLEGAL = b"\xff\xff\xff\xff"


def of_seen(seed):
    """A scalar that has not come decides whether what comes next is no instruction."""
    rng = Chance(f"{seed} seen records")
    for arch, family, wave in kinds():
        loads = LOADS[:3] if family == "gfx11" else LOADS
        programs = [[rng.choice(loads), f"s_cmp_eq_u32 s{rng.randrange(40, 44)}, s50",
                     f"s_cbranch_scc{rng.randrange(2)} 1"] for _ in range(SEEN)]
        end, = assemble_lines(arch, wave, ["s_endpgm"])
        for n, code in enumerate(assembled(arch, family, wave, programs)):
            some = [7, 9, POISON, POISON + 1, POISON + 2, POISON + 3]
            call = run_of(rng, arch, wave, code + ILLEGAL + end, 1,
                          policy=rng.choice(("adversarial",) * 3 + ("early", "late")),
                          regions=((MEMORY, bytes((7, 0, 0, 0)) * 16),))
            call.given["sets"] += [(EVERY_WAVE, 50, rng.choice(some)),
                                   *((EVERY_WAVE, reg, 9) for reg in range(40, 44))]
            yield Calls(f"seen {arch} {wave} {n}", (call,), (4, 64, 1024))


# ---- runs that end ----

ENDS = "global_store_dword v1, v20, s[20:21]", "s_endpgm", "s_branch -1", "s_nop 0"
SOME = ("global_load_dword v{reg}, v1, s[8:9]", "global_load_dwordx2 v[{reg}:{next}], v1, s[8:9]",
        "global_load_dwordx4 v[{reg}:{last}], v1, s[8:9]", "ds_read_b32 v{reg}, v1",
        "ds_read2_b32 v[{reg}:{next}], v1 offset1:1", "s_load_dwordx2 s[40:41], s[8:9], 0x0")


def of_ended(seed):
    """Loads to registers about those where words of 64 bits end, and an end before they have come: a fault, a limit,
    what is no instruction, or the program's own."""
    rng = Chance(f"{seed} ended records")
    for arch, family, wave in kinds():
        programs = []
        for _ in range(ENDED):
            regs = [rng.choice((30, 60, 61, 62, 63, 64, 65, 124, 127, 128, 188, 190, 192, 250))
                    for _ in range(rng.choice((1, 2, 3)))]
            programs.append([*(rng.choice(SOME).format(reg=reg, next=reg + 1, last=reg + 3) for reg in regs),
                             rng.choice(ENDS)])
        for n, code in enumerate(assembled(arch, family, wave, programs)):
            call = run_of(rng, arch, wave, code + ILLEGAL * (n % 2), rng.choice(((1 << wave) - 1, 15)),
                          policy=rng.choice(("late", "late", *POLICIES)), limit=rng.choice((1, 2, 3, 20)))
            call.given["sets"] += [(EVERY_WAVE, 20, 0), (EVERY_WAVE, 21, 5)]        # where nothing is mapped
            yield Calls(f"ended {arch} {wave} {n}", (call,), (4, 64, 1024))


def calls(seed):
    """All of them."""
    for kind in (of_long, of_status, of_seen, of_ended):
        yield from kind(seed)
