"""What a wave is told: bits of the counters, one by one, with few operations outstanding and many; a hardware register
that has no name; numbers in order, modes and private memory as a dispatch gives them; advice that a trap handler finds.
A seed fixes them."""
from __future__ import annotations

from ...harness.register_names import dispatch_of
from ...model.machine import EVERY_WAVE, HWREG, V0, register_codes
from ..calls import Call, Calls
from ..chance import Chance
from .memory import row_of
from .touches import coded
from .traps import BACK, HANDLERS
from .waits import kinds

MEMORY, SIZE, LDS = 0x20000, 4096, 256
SIZES = (8, 64, 1024)


def given_of(rng, arch: str, wave: int, code: bytes, *more) -> dict:
    sets = [(EVERY_WAVE, 8, MEMORY), (EVERY_WAVE, 9, 0), (EVERY_WAVE, register_codes(arch)["m0"], 2**32 - 1),
            *((EVERY_WAVE, V0 + reg, row_of([value] * wave)) for reg, value in
              ((1, 4 * rng.randrange(8)), (5, 7))), *more]
    return {"arch": arch, "wave": wave, "code": code, "sets": sets, "limit": 400, "lds_bytes": LDS, "lds": bytes(LDS),
            "regions": ((MEMORY, bytes(SIZE)),)}


# ---- registers that are read ----

KINDS = ("global_load_dword v10, v1, s[8:9]", "global_store_dword v1, v5, s[8:9]", "ds_read_b32 v11, v1",
         "exp mrt0 v1, v5, v1, v5")
FEW, MANY = (1, 1, 1, 1), ((3, 2, 3, 2), (6, 5, 4, 4), (17, 9, 9, 6), (20, 15, 12, 7), (35, 25, 14, 7))
IB_STS = 7


def of_counters(seed):
    """One kind of operation, or several, outstanding so often; then each bit of the counters by itself."""
    rng = Chance(f"{seed} counters told")
    for arch, family, wave in kinds():
        bits = coded(arch, family, wave, [f"s_getreg_b32 s{20 + n}, hwreg({IB_STS}, {n}, 1)" for n in range(32)])
        known = [coded(arch, family, wave, [line]) for line in KINDS]
        asked = [(kind,) for kind in range(len(KINDS))]
        for n, (each, counts) in enumerate([*((one, counts) for one in asked for counts in (FEW, *MANY)),
                                            ((), FEW), *(((0, 1, 2, 3), counts) for counts in (FEW, *MANY[:2]))]):
            code = b"".join(known[kind] * counts[kind] for kind in each) + bits
            call = Call(given_of(rng, arch, wave, code) | {"policy": rng.choice(("early", "late"))})
            yield Calls(f"counters told {arch} {wave} {n}", (call,), SIZES)


def of_unnamed(seed):
    """Hardware register 0 is something, and what of it decides which way a wave goes."""
    rng = Chance(f"{seed} unnamed registers")
    for arch, family, wave in kinds():
        code = coded(arch, family, wave, ["s_getreg_b32 s20, hwreg(0)", "s_cmp_lg_u32 s20, 0", "s_cbranch_scc1 2",
                                              "s_nop 0", "s_nop 0", "s_endpgm"])
        call = Call(given_of(rng, arch, wave, code, (EVERY_WAVE, HWREG, rng.randrange(1, 99))))
        yield Calls(f"unnamed register {arch} {wave}", (call,), SIZES)


# ---- what a dispatch gives ----

ORDERED, TRAP_ON_END, MOST_BASE = 1 << 3, 1 << 11, 4095


def of_dispatches(seed):
    """Numbers in order that are wider than their field; modes of waves that trap at their end."""
    rng = Chance(f"{seed} dispatches told")
    for arch, family, wave in kinds():
        code = coded(arch, family, wave, ["s_nop 0", "s_endpgm"])
        floats = rng.choice((0xC0, 0xF0, 0x3F))
        first = {"PGM_RSRC1": 3 | floats << 12 | 1 << 21, "PGM_RSRC2": 2 << 1 | 1 << 10, "NUM_THREAD_X": 2 * wave,
                 "DIM_X": 2, "USER_DATA_0": 5, "USER_DATA_1": 6, "MISC_RESERVED": MOST_BASE << 5,
                 "DISPATCH_INITIATOR": 1 | ORDERED | (wave == 32) << 15}
        more = [{}, {"MISC_RESERVED": rng.choice((2047, 2046, 4000)) << 5}]
        more += [{"PGM_RSRC3": TRAP_ON_END}] if family == "gfx11" else []
        for n, asked in enumerate(more):
            values = {dispatch_of(arch)[f"COMPUTE_{name}"]: value for name, value in (first | asked).items()}
            call = Call({"arch": arch, "wave": wave, "code": code, "compute": values, "limit": 90})
            yield Calls(f"dispatches told {arch} {wave} {n}", (call,), SIZES)


def of_buffers(seed):
    """Private memory in the upper half of the address space, told as a buffer."""
    rng = Chance(f"{seed} upper private buffers")
    for arch, family, wave in kinds():
        if family != "gfx9":
            continue
        words, base = [0] * 16, 0xFFFF800000000000 | rng.getrandbits(14) << 32 | 0x4000000
        words[1], words[13], words[14] = 16, 4 << 1 | 1, 1
        call = Call({"arch": arch, "wave": wave, "code": coded(arch, family, wave, ["s_nop 0", "s_endpgm"]),
                     "descriptor": row_of(words), "limit": 90,
                     "scratch_bytes": 16, "scratch_base": base, "regions": ((base, bytes(1 << 14)),)})
        yield Calls(f"upper private buffer {arch} {wave}", (call,), SIZES)


# ---- trap handlers ----

DELAY = "s_delay_alu instid0(VALU_DEP_1)"
LATER = "s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_4) | instid1(VALU_DEP_2)"


def of_advice(seed):
    """A trap behind advice that is not used yet, or behind none; the handler gives some of its own, or needs it."""
    rng = Chance(f"{seed} advice told")
    for arch, family, wave in kinds():
        if family == "gfx9":
            continue
        moves = ["v_mov_b32_e32 v10, v5", "v_mov_b32_e32 v11, v10", "v_mov_b32_e32 v12, v11"]
        handlers = [[DELAY, *moves[1:2]], [LATER, *moves], moves]
        for n, (before, handler) in enumerate((before, handler) for before in ([], [DELAY], [LATER])
                                              for handler in handlers):
            code = coded(arch, family, wave, [moves[0], *before, f"s_trap {rng.randrange(1, 9)}", *moves])
            trap = coded(arch, family, wave, [*handler, *BACK])
            call = Call(given_of(rng, arch, wave, code) | {"trap_handler": (trap, HANDLERS[0], 0)})
            yield Calls(f"advice told {arch} {wave} {n}", (call,), SIZES)


def calls(seed):
    """All of them."""
    for kind in (of_counters, of_unnamed, of_dispatches, of_buffers, of_advice):
        yield from kind(seed)
