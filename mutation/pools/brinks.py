"""What lies on a brink that few runs come to: memory across a half of the addresses or a quarter, a trap handler that
ends where the code may, code of which an earlier run had less; parameters of Vega that other waves store; more groups
than there are places for at a time, with LDS that is looked at.  A seed fixes them."""
from __future__ import annotations

from ...harness.case import POLICIES
from ...harness.register_names import dispatch_of
from ...model.machine import EVERY_WAVE, V0, register_codes
from ..calls import Call, Calls
from ..chance import Chance
from .corners import waited
from .memory import row_of
from .touches import coded
from .waits import kinds

CODE, TBA = 512, 0x8000000                             # bytes of a machine's code; where the handler begins
HALF = 1 << 47                                         # of the addresses
RUNS, CROWDS = 24, 12                                  # of each architecture and wave size
LDS = 256
ONE_ID = 2 << 1 | 1 << 7                               # two user SGPRs; behind them the number of the group


def of_memory(arch, family, wave):
    """Regions that end at a half of the addresses or beside it, or at a quarter, where nothing ends."""
    code = coded(arch, family, wave, ["s_nop 0"])
    for place in (HALF, HALF >> 1):
        for before in (0, 1, 16, 31, 32):
            regions = ((place - before, bytes(32)),)
            yield Call({"arch": arch, "wave": wave, "code": code, "regions": regions})


def of_handlers(arch, family, wave):
    """Handlers of every length about the most there may be behind code of a few lengths."""
    code = coded(arch, family, wave, ["s_nop 0"] * 6)
    for size in range(13, 21):
        for left in range(32, 64):
            handler = (bytes(CODE - left), TBA, 0)
            yield Call({"arch": arch, "wave": wave, "code": code[:size], "trap_handler": handler, "limit": 2})


def of_the_same(arch, family, wave):
    """The same code again: with another profile, which has other hazards; with handlers that begin alike and of which
    one is cut within an instruction."""
    code = coded(arch, family, wave, ["v_rcp_f32 v30, v1", "v_add_f32 v31, v30, v1"] * 2)
    for profile in ("manual", "silicon", "silicon", "manual"):
        yield Call({"arch": arch, "wave": wave, "code": code, "profile": profile})
    trap = coded(arch, family, wave, ["s_trap 1", "s_nop 0"])
    handler = coded(arch, family, wave, ["s_nop 0", "s_mov_b32 s30, 0x12345678", "s_mov_b32 s31, 0x12345678"])
    for size in (len(handler), 8, len(handler) - 4, 4, len(handler)):
        yield Call({"arch": arch, "wave": wave, "code": trap, "trap_handler": (handler[:size], TBA, 0), "limit": 9})
    yield Call({"arch": arch, "wave": wave, "code": trap, "limit": 9})


def of_code(arch, family, wave):
    """A run that reads the end of its code behind one whose code was shorter, and the other way round."""
    lines = ["s_load_dword s30, s[8:9], 0x20", "global_load_dword v30, v1, s[8:9] offset:32", "s_nop 0"]
    long = waited(arch, family, wave, [*lines, *["s_nop 7"] * 8])
    sets = [(EVERY_WAVE, 8, 0x10000), (EVERY_WAVE, 9, 0), (EVERY_WAVE, V0 + 1, 0)]
    for code in (long[:16], long, long[:24], long):
        yield Call({"arch": arch, "wave": wave, "code": code, "sets": sets})


def of_parameters(rng, arch, family, wave):
    """Waves of which some store what others read as parameters, with a barrier between and without."""
    if family != "gfx9":
        return
    lines = ["s_mov_b64 exec, s[20:21]", "ds_write_b32 v1, v20", "s_waitcnt lgkmcnt(0)", "s_mov_b64 exec, s[22:23]",
             "v_interp_mov_f32 v30, p0, attr0.x", "v_interp_p1_f32 v31, v20, attr0.x"]
    apart = coded(arch, family, wave, lines)
    met = coded(arch, family, wave, [*lines[:3], "s_barrier", *lines[3:]])
    for _ in range(RUNS):
        waves, how = rng.choice((1, 2, 2, 3, 3, 4)), rng.choice(("run", "order"))
        sets = [(EVERY_WAVE, register_codes(arch)["m0"], rng.choice((0, 0, 0, LDS - 8, LDS, 0xFFFF))),
                (EVERY_WAVE, V0 + 1, row_of([rng.choice((0, 0, 16, 32)) for _ in range(wave)])),
                (EVERY_WAVE, V0 + 20, row_of([0x3F800000 + lane for lane in range(wave)]))]
        for n in range(waves):
            store, read = rng.choice(((15, 0), (0, 15), (3, 12), (0, 0)))
            sets += [(n, 20 + k, x) for k, x in enumerate((store, 0, read, 0))]
        yield Call({"arch": arch, "wave": wave, "code": rng.choice((apart, apart, met)), "sets": sets,
                    "group": [waves * wave, 1, 1], "grid": [waves * wave, 1, 1], "lds_bytes": LDS,
                    "lds": rng.randbytes(LDS), "policy": rng.choice(POLICIES), "seed": rng.randrange(100),
                    "limit": 400}, how=how)


def of_crowds(rng, arch, family, wave):
    """Groups of one wave, some of which take longer: each leaves something of its own in LDS."""
    registers = {dispatch_of(arch)[f"COMPUTE_{name}"]: value for name, value in (
        ("PGM_RSRC2", ONE_ID), ("DISPATCH_INITIATOR", 1 | (wave == 32) << 15))}
    for n in range(CROWDS):
        lines = ["v_mov_b32_e32 v1, s2", "v_mov_b32_e32 v2, 0", f"s_and_b32 s4, s2, {rng.choice((1, 3, 7))}",
                 "s_cmp_eq_u32 s4, 0", "s_cbranch_scc1 2", "s_sub_u32 s4, s4, 1", "s_branch -4", "s_mov_b32 m0, -1",
                 "ds_write_b32 v2, v1"]
        yield Call({"arch": arch, "wave": wave, "code": waited(arch, family, wave, lines),
                    "group": [wave, 1, 1], "grid": [rng.choice((6, 12, 24)) * wave, 1, 1], "lds_bytes": LDS,
                    "schedule": "seeded", "seed": n, "limit": 4000, "compute": registers},
                   how=rng.choice(("run", "run", "trace")))


# ---- all of them ----

def of_ends(seed):
    """Runs that are told what there is, one beside what there may be."""
    del seed                                           # every one there is
    for arch, family, wave in kinds():
        for kind in (of_memory, of_handlers, of_the_same, of_code):
            yield Calls(f"brinks {kind.__name__[3:]} {arch} {wave}", tuple(kind(arch, family, wave)), (1, 64, CODE))


def of_waves(seed):
    """Runs of several waves."""
    rng = Chance(f"{seed} brinks")
    for arch, family, wave in kinds():
        for kind, size in ((of_parameters, (8, 64, CODE)), (of_crowds, (40, 64, CODE))):
            for n, call in enumerate(kind(rng, arch, family, wave)):
                yield Calls(f"brinks {kind.__name__[3:]} {arch} {wave} {n}", (call,), size)


def calls(seed):
    """All of them."""
    for kind in (of_ends, of_waves):
        yield from kind(seed)
