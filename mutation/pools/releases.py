"""What releases and passes tell groups that have none of their own, or many, or waves beside those that release; what
outstanding results leave in the record when others land, are overwritten or were refused.  A seed fixes them."""
from __future__ import annotations

from ...harness.assembly import assemble_lines
from ...harness.register_names import dispatch_of
from ...model.machine import EVERY_WAVE, TRAPSTS, V0, register_codes
from ..calls import Call, Calls
from ..chance import Chance
from . import ordered, records, states
from .memory import row_of
from .orders import MEMORY
from .points import SIZES, call_of
from .waits import drained, kinds

PLAIN, TURNS, REFUSALS = 3, 6, 2                       # runs: of each of KNOWN; of two others
CROWD = 3                                              # waves of a group, of which PARTIES are no multiple
PARTIES = 256                                          # waves that are kept in mind
STORE, LOAD, WAIT = "global_store_dword v1, v5, s[8:9]", "global_load_dword v20, v1, s[8:9]", ordered.WAITS[0]
FIRST = "ds_gws_sema_v offset:0 gds"                   # of another resource than those of ordered.py
RELEASE, PASS = ordered.RELEASES[0], ordered.PASSES[0]
MANY = [WAIT, RELEASE, *ordered.AGAIN]
# waves of a group; what each wave does: those of the first group, then of the second
KNOWN = ((1, ((STORE, WAIT, FIRST), (LOAD,))),
         (1, ((*MANY, STORE, WAIT, RELEASE), (PASS, LOAD))),
         (1, ((*MANY, STORE, WAIT), (PASS, LOAD))),
         (2, ((STORE, WAIT, "s_barrier"), (RELEASE, "s_barrier", RELEASE), (PASS, LOAD), ("s_nop 0",))),
         (2, (("s_nop 0", "s_barrier", STORE, WAIT), (RELEASE, "s_barrier", RELEASE), (PASS, LOAD), ("s_nop 0",))))


# ---- what groups know of each other ----

def known_lines(arch: str, wave: int, family: str, waves: int) -> dict[str, bytes]:
    """{line: code}, with the release that ordered.py has not."""
    return ordered.known_lines(arch, wave, family, waves) | {FIRST: assemble_lines(arch, wave, [FIRST])[0]}


def words_of(rng, part: int) -> list[int]:
    """What a wave finds in the table: one lane, the same place for all of them."""
    return [part, 1, 8, 16, 20, 0, rng.getrandbits(16), PARTIES + rng.randrange(40)]


def in_turn(call: Call) -> Call:
    """The same, one group after the other."""
    return Call(call.given | {"schedule": "round-robin"}, call.raw, call.how)


def of_known(seed):
    """Each of the above, one group behind the other."""
    rng = Chance(f"{seed} known releases")
    for arch, family, wave in kinds():
        for n, (waves, parts) in enumerate(KNOWN):
            code = ordered.code_of(known_lines(arch, wave, family, waves), list(map(list, parts)))
            table = [words_of(rng, part) for part in range(len(parts))]
            runs = tuple(in_turn(ordered.run_of(rng, arch, wave, code, waves, len(parts) // waves, table))
                         for _ in range(PLAIN))
            yield Calls(f"known releases {arch} {wave} {n}", runs, (8, 64, 1024))


def of_crowds(seed):
    """More waves than are kept in mind, and a last group that is small enough to have been among them."""
    rng = Chance(f"{seed} crowds of releases")
    for arch, family, wave in kinds():
        groups, names = PARTIES // CROWD + 2, dispatch_of(arch)
        parts = [[RELEASE, STORE], [RELEASE], [RELEASE, PASS, LOAD], ["s_nop 0"]]
        code = ordered.code_of(known_lines(arch, wave, family, CROWD), parts)
        table = [words_of(rng, 3 if place % CROWD else 1) for place in range(CROWD * (groups - 1) + 1)]
        table[0][0], table[-1][0] = 0, 2
        call = in_turn(ordered.run_of(rng, arch, wave, code, CROWD, groups, table))
        call.given["compute"][names["COMPUTE_NUM_THREAD_X"]] |= wave << 16
        call.given["compute"][names["COMPUTE_DISPATCH_INITIATOR"]] |= 2        # the last group is a part of one
        yield Calls(f"crowd of releases {arch} {wave}", (call,), (8, 64, 1024))


# ---- what is outstanding ----

SCALAR = ("global_load_dword v20, v1, s[8:9]", RELEASE, "s_store_dword s12, s[8:9], 0xc", "s_waitcnt lgkmcnt(0)")
QUAD = "v_interp_p10_f32 v30, v20, v21, v20 wait_exp:7"
OLDER = ("global_load_dword v50, v1, s[8:9]", "buffer_load_dwordx4 v[30:34], v1, s[12:15], 0 offen tfe",
         "s_waitcnt vmcnt(1)")
USED = 8                                               # lanes and instructions: as a number they are the same
OVERWRITTEN = ("s_mov_b32 s51, 0", "s_load_dwordx2 s[40:41], s[8:9], 0x0", "s_mov_b32 s40, 7",
               "global_load_dword v30, v1, s[8:9]", "s_waitcnt vmcnt(0)", *["s_mov_b32 s50, s40"] * 4,
               "s_add_u32 s51, s51, 1", "s_branch -2")


def of_landed(seed):
    """A load that a release may bring to memory before a scalar store; status that an instruction of quads gives back;
    a load whose open result lands behind one of five registers, the most there are."""
    rng = Chance(f"{seed} landed releases")
    for arch, family, wave in kinds():
        early = ["s_nop 0"] * (USED - 1 - len(OLDER))
        programs = [[*SCALAR] if family == "gfx9" else [QUAD],
                    *([*OLDER, *early[n:], "v_mov_b32 v60, v30"] for n in range(len(early) + 1))]
        for n, code in enumerate(records.assembled(arch, family, wave, programs)):
            call = records.run_of(rng, arch, wave, code + drained(arch, wave), USED, policy="late")
            (address, data), = call.given["regions"]
            call.given["regions"] = ((address, data, bytes([n > 0]) * len(data)),)
            call.given["sets"].append((EVERY_WAVE, TRAPSTS, rng.randrange(1, 16) << 16))
            yield Calls(f"landed releases {arch} {wave} {n}", (call,), (4, 64, 1024))


def of_overwritten(seed):
    """Of two scalars one is overwritten before both have come; then it is free, and asking for it is no chance for
    anything to land, which the turns of waves by a seed would show."""
    rng = Chance(f"{seed} overwritten releases")
    for arch, family, wave in kinds():
        code, = records.assembled(arch, family, wave, [[*OVERWRITTEN]])
        both = {"group": [2 * wave, 1, 1], "grid": [2 * wave, 1, 1], "policy": "random", "schedule": "seeded"}
        runs = tuple(records.run_of(rng, arch, wave, code, 1, **both, seed=rng.randrange(999),
                                    limit=rng.choice((90, 140, 200))) for _ in range(TURNS))
        yield Calls(f"overwritten releases {arch} {wave}", runs, (4, 64, 1024))


REFUSED = ("ds_add_rtn_u32 v40, v10, v42", "v_mov_b32 v10, v42", "s_mov_b32 s20, 0",
           "s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 8, 1), 0x0", states.STORE)


def of_refused(seed):
    """An atomic at a place that another wave's store makes one it is refused at, in chosen orders: what it returns is
    all that tells."""
    rng = Chance(f"{seed} refused releases")
    for arch, family, wave in kinds():
        waits = ["s_waitcnt vmcnt(0)", *(["s_waitcnt_vscnt null, 0x0"] if family == "gfx11" else [])]
        first, skip = [states.STORE, *waits, "s_endpgm"], "s_cbranch_scc1 {}"
        every = ["s_cmp_lg_u32 s25, 0", *first, states.READ, *REFUSED, *map(skip.format, range(states.LONGEST))]
        known = states.codes_of(arch, family, wave, every)
        lines = ["s_cmp_lg_u32 s25, 0", skip.format(sum(len(known[line]) for line in first) // 4), *first, states.READ,
                 *waits, *REFUSED, *waits, "s_endpgm"]
        for n in range(REFUSALS):
            sets = [(EVERY_WAVE, V0 + reg, row_of([value] * wave)) for reg, value in states.HELD.items()]
            sets += [(EVERY_WAVE, 8, MEMORY), (EVERY_WAVE, 9, 0), (EVERY_WAVE, 20, 0), (0, 25, 0), (1, 25, 1),
                     (EVERY_WAVE, TRAPSTS, 0), (EVERY_WAVE, register_codes(arch)["m0"], 64),
                     (EVERY_WAVE, register_codes(arch)["exec"], rng.choice((1, 2, 4)))]
            call = call_of(arch, wave, 2, 1, b"".join(known[line] for line in lines), sets, lds_bytes=16,
                           lds=bytes(16), regions=((MEMORY, bytes(16)),))
            yield Calls(f"refused releases {arch} {wave} {n}", (call,), SIZES)


def calls(seed):
    """All of them."""
    for kind in (of_known, of_crowds, of_landed, of_overwritten, of_refused):
        yield from kind(seed)
