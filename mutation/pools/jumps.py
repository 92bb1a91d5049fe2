"""Runs that go elsewhere: targets in either half of the address space and across 4 GiB, with low bits that do not
count; branches while VCCZ is undefined; handlers that halt by message, come back with what is not there yet, clear
exceptions and ask for what the machine knows; idle waits in every order.  A seed fixes them."""
from __future__ import annotations

from ...harness.assembly import assemble_lines
from ...harness.case import POLICIES
from ...model.machine import EVERY_WAVE, TRAPSTS, register_codes
from ..calls import Call, Calls
from ..chance import Chance
from .control import PLACES
from .traps import ALWAYS, HANDLERS, MEMORY, OF_TRAPSTS, RARE, SIZE, state
from .waits import kinds

JUMPS, HANDLED, IDLE, TOGETHER = 24, 50, 16, 4         # of each architecture and wave size; runs of a Calls
# {0}: from what S_GETPC tells to the S_NOP, which may be four bytes further
FAR = ("s_setpc_b64 s[20:21]", "s_swappc_b64 s[22:23], s[20:21]", "s_call_b64 s[22:23], 0", "s_call_b64 s[22:23], 1",
       "s_branch 1", "s_cbranch_scc0 1", "s_cbranch_vccnz 1", "s_cbranch_execz 1", "s_cbranch_execnz 0")
JUMP = """s_getpc_b64 s[20:21]
s_add_u32 s20, s20, {0}
s_addc_u32 s21, s21, 0
{1}
s_nop 0
s_mov_b32 s26, 1
s_getpc_b64 s[24:25]
s_endpgm"""
ANSWERED = ("s_sendmsg_rtn_b32 vcc_lo, 131", "s_sendmsg_rtn_b64 vcc, 131", "s_sendmsg_rtn_b32 vcc_hi, 131")
BRANCHES = ("s_cbranch_execz 1", "s_cbranch_execnz 1", "s_cbranch_vccz 1", "s_cbranch_vccnz 0", "s_cbranch_scc0 1")


def coded(arch: str, wave: int, programs: list[list[str]]) -> list[bytes]:
    """The code of each, every line assembled once; labels have no place in them."""
    every = list(dict.fromkeys(line for lines in programs for line in lines))
    known = dict(zip(every, assemble_lines(arch, wave, every)))
    return [b"".join(known[line] for line in lines) for lines in programs]


def calls_of(title: str, given: list[dict], hows=("run",), code_bytes=1024):
    """Runs of those keys, a few at a time."""
    for n in range(0, len(given), TOGETHER):
        runs = tuple(Call(one, how=hows[k % len(hows)]) for k, one in enumerate(given[n:n + TOGETHER]))
        yield Calls(f"{title} {n}", runs, (4, 64, code_bytes))


def of_targets(seed):
    """There and not there, from everywhere."""
    for arch, _, wave in kinds():
        rng = Chance(f"{seed} targets {arch} {wave}")
        codes = coded(arch, wave, [
            JUMP.format(rng.choice((12, 16)) + rng.choice((0, 0, 1, 2, 3)), FAR[n % len(FAR)]).splitlines()
            for n in range(JUMPS)])
        yield from calls_of(f"targets {arch} {wave}", [
            {"arch": arch, "wave": wave, "code": code, "sets": state(rng, arch, wave) + [(EVERY_WAVE, 26, 0)],
             "base": PLACES[n % len(PLACES)], "limit": 40} for n, code in enumerate(codes)])


DISTANCE = 0x4004                                      # dwords to what lies beyond 64 KiB of code
BEYOND = ["s_getpc_b64 s[20:21]", "v_mov_b32 v24, v20", "v_mov_b32 v25, v21", "s_cbranch_scc1 1", "s_mov_b32 s26, 1",
          "s_getpc_b64 s[24:25]", "s_endpgm"]
LIMITS = 40, 1 << 32


def of_long(seed):
    """Code of more than 64 KiB."""
    for arch, _, wave in kinds():
        rng = Chance(f"{seed} long {arch} {wave}")
        way, idle, *behind = coded(arch, wave, [[f"s_branch {DISTANCE}"], ["s_nop 0"], BEYOND, BEYOND[1:]])
        yield from calls_of(f"long {arch} {wave}", [
            {"arch": arch, "wave": wave, "code": way + idle * DISTANCE + code, "base": PLACES[0], "limit": limit,
             "sets": [*state(rng, arch, wave), (EVERY_WAVE, 26, 0)]} for code, limit in zip(behind, LIMITS)],
            code_bytes=1 << 17)


def of_answers(seed):
    """VCC holds what a message brought: its bit is undefined, and nothing else."""
    for arch, family, wave in kinds():
        if family != "gfx11":
            continue
        rng = Chance(f"{seed} answers {arch} {wave}")
        codes = coded(arch, wave, [[answered, "s_waitcnt lgkmcnt(0)", branch, "s_mov_b32 s26, 1", "s_nop 0", "s_endpgm"]
                                   for answered in ANSWERED for branch in BRANCHES])
        yield from calls_of(f"answers {arch} {wave}", [
            {"arch": arch, "wave": wave, "code": code, "sets": state(rng, arch, wave), "limit": 40} for code in codes])


BACK = "s_add_u32 ttmp0, ttmp0, 4", "s_addc_u32 ttmp1, ttmp1, 0", "s_nop 0", "s_rfe_b64 ttmp[0:1]"


def of_handled(seed):
    """What a handler seldom does."""
    for arch, family, wave in kinds():
        rng = Chance(f"{seed} handled {arch} {wave}")
        texts = (RARE[family] + "\n" + ALWAYS).splitlines()
        texts += [line.replace("s[22:23]", "ttmp[0:1]") for line in texts if "rfe" in line] * 2
        texts += ["s_getreg_b32 s24, hwreg(HW_REG_STATUS)"] * 3
        handlers = [[*BACK[:2], *"; ".join(rng.choice(texts).format(rng.choice((28, 30, 31)), 30, 31)
                                           for _ in range(rng.choice((1, 2, 2, 3)))).split("; "), *BACK[2:]]
                    for _ in range(HANDLED)]
        code, *traps = coded(arch, wave, [["s_trap 1", "s_nop 0", "s_nop 0", "s_endpgm"], *handlers])
        yield from calls_of(f"handled {arch} {wave}", [
            {"arch": arch, "wave": wave, "code": code, "limit": 40, "seed": n,
             "sets": [*state(rng, arch, wave), (EVERY_WAVE, TRAPSTS, rng.choice(OF_TRAPSTS))], "base": PLACES[0],
             "policy": rng.choice(POLICIES), "regions": ((MEMORY, rng.randbytes(SIZE)),),
             "trap_handler": (trap, HANDLERS[0], 0x1234500)} for n, trap in enumerate(traps)])


READS = ("s_load_{0} s28, s[8:9], 0x0", "s_load_{0} s29, s[8:9], 0x8", "s_load_{0} s30, s[8:9], 0xc",
         "s_load_{0} s31, s[8:9], 0x10", "global_load_{0} v24, v1, s[8:9]")
TRAP = "s_nop 0", "s_nop 7", "s_nop 3", "s_endpgm"
LAST = "s_movrels_b32 s24, ttmp15", "s_movrels_b64 s[24:25], ttmp[14:15]", "s_movreld_b32 ttmp15, s20"


def of_code(seed):
    """A handler's code read as memory; registers at the end of the trap temporaries, named by M0, in a handler too."""
    for arch, family, wave in kinds():
        rng, kind = Chance(f"{seed} code {arch} {wave}"), "b32" if family == "gfx11" else "dword"
        texts = [text.format(kind) for text in READS]
        trap, moves, *codes = coded(arch, wave, [
            list(TRAP), [*LAST, *BACK], ["s_trap 1", "s_nop 0", "s_endpgm"],
            *([text, "s_waitcnt vmcnt(0) lgkmcnt(0)", "s_endpgm"] for text in texts),
            *([text, "s_endpgm"] for text in LAST)])
        given = {8: HANDLERS[0], 9: 0, register_codes(arch)["m0"]: 0}
        sets = [*state(rng, arch, wave), *((EVERY_WAVE, n, x) for n, x in given.items())]
        yield from calls_of(f"code {arch} {wave}", [
            {"arch": arch, "wave": wave, "code": code, "sets": sets,
             "limit": 40, "base": PLACES[0], "trap_handler": (handler, HANDLERS[0], 0x1234500)}
            for n, code in enumerate(codes) for handler in ((trap, moves) if n == 0 else (trap,))])


LOADS = ("global_load_b32 v24, v1, s[8:9]", "s_load_b32 s28, s[8:9], 0x8", "ds_load_b32 v25, v1",
         "global_store_b32 v1, v20, s[8:9]")
IDLY = "s_wait_idle", "v_add_f32 v26, v24, v25", "s_mov_b32 s24, s28", "s_endpgm"


def of_idle(seed):
    """S_WAIT_IDLE with so many results to come, in orders that are chosen too."""
    for arch, family, wave in kinds():
        if family != "gfx11":
            continue
        rng = Chance(f"{seed} idle {arch} {wave}")
        codes = coded(arch, wave, [[*(rng.choice(LOADS) for _ in range(rng.choice((1, 1, 2, 3)))), *IDLY]
                                   for _ in range(IDLE)])
        yield from calls_of(f"idle {arch} {wave}", [
            {"arch": arch, "wave": wave, "code": code, "limit": 40, "sets": state(rng, arch, wave),
             "policy": POLICIES[n % len(POLICIES)], "lds_bytes": 256, "lds": bytes(256),
             "regions": ((MEMORY, rng.randbytes(SIZE)),)} for n, code in enumerate(codes)], ("run", "order"))


def calls(seed):
    """All of them."""
    for kind in (of_targets, of_long, of_answers, of_handled, of_code, of_idle):
        yield from kind(seed)
