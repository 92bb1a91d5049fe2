"""What one byte, word, register or lane tells alone: dwords of which one byte is written, operands of which one word
is open, lanes that meet and differ in one operand, status behind data where another result is to come, results in the
first register of a kind and behind the last one, registers that an export has still to read, masks beside VCC,
exceptions of one half of a pair, fragments that another wave stores.  A seed fixes them."""
from __future__ import annotations

from ...harness.assembly import assemble_lines
from ...model.machine import EVERY_WAVE, MODE, V0
from ..calls import Call, Calls
from ..chance import Chance
from .images import with_fields
from .memory import PRIVATE, SCRATCH, row_of
from .records import MEMORY, run_of
from .touches import coded
from .traps import BACK, HANDLERS
from .waits import drained, kinds

RUNS = 3                                               # of each corner, architecture and wave size
STACKS = 1024                                          # bytes of LDS that stacks of eight entries reach
AWAY, BEYOND = 512, 1 << 14                            # places that no other lane has, and no image
FRAGMENTS, WIDE = 4, 64                                # of an image: of a texel; texels of its row
SIGNALLING, ONE, LARGEST = 0x7F800001, 0x3F800000, 0x7F7FFFFF            # a NaN, 1, the largest number
ENABLED = 0x7F << 12 | 0x2F0                           # of MODE: every exception, which no clamp keeps away
PLAIN, MULTIPLE = {"type": 9}, {"type": 14, "last_level": 2, "max_mip": 2}


def waited(arch: str, family: str, wave: int, lines: list[str]) -> bytes:
    """A program, and waits for all of it."""
    return coded(arch, family, wave, lines) + drained(arch, wave)


def given(rng, arch: str, wave: int, code: bytes, live: int, rows: dict, scalars: dict | None = None, **more) -> Call:
    """A run with these registers beside others; a row of None is of a register that nobody sets."""
    call = run_of(rng, arch, wave, code, live, **more)
    sets = [one for one in call.given["sets"] if one[1] - V0 not in rows]
    sets += [(EVERY_WAVE, V0 + reg, row_of(row)) for reg, row in rows.items() if row is not None]
    sets += [(EVERY_WAVE, reg, value) for reg, value in (scalars or {}).items()]
    return Call(call.given | {"sets": sets})


def image(family: str, kind: dict) -> dict[int, int]:
    """The scalar registers of a T# of one row, 32-bit integers."""
    words = with_fields([MEMORY >> 8, *[0] * 7], family, kind | {
        "width": WIDE - 1, "pitch": WIDE - 1, "format": 20, "data_format": 4, "num_format": 4, "dst_sel_x": 4})
    return {32 + n: word for n, word in enumerate(words)}


def places(wave: int) -> list[int]:
    """Places of lanes, one dword behind the other."""
    return [4 * lane for lane in range(wave)]


# ---- bytes and words ----

def of_operands(rng, arch, family, wave):
    """Lanes that meet and bring the same in one operand alone; a high word that is open alone."""
    narrow = waited(arch, family, wave, ["ds_cmpst_b32 v1, v20, v22"])
    wide = waited(arch, family, wave, ["ds_cmpst_b64 v1, v[20:21], v[22:23]"])
    for first, second in ((20, 22), (22, 20)):
        at, old, new = [8 * rng.randrange(8)] * wave, rng.getrandbits(31), [rng.getrandbits(30)] * wave
        more = {"lds_bytes": 128, "lds": old.to_bytes(4, "little") * 32}
        yield given(rng, arch, wave, narrow, 3, {1: at, first: [new[0], old] * (wave // 2), second: new}, **more)
        yield given(rng, arch, wave, wide, 1, {1: at, 20: new, 22: new, first + 1: None, second + 1: new}, **more)


def of_bytes(rng, arch, family, wave):
    """A dword of which one byte alone is written: across parts of private memory; all but one, from LDS to memory
    where a family has that way."""
    lines = ["scratch_store_byte v2, v20, off offset:3", "scratch_load_dword v30, v2, off"]
    for _ in range(RUNS):
        yield given(rng, arch, wave, waited(arch, family, wave, lines), 1 << rng.randrange(wave),
                    {2: [rng.randrange(1, 4)] * wave}, scratch_bytes=SCRATCH, scratch_base=PRIVATE,
                    regions=((PRIVATE, rng.randbytes(SCRATCH * wave)),))
    if family == "gfx9":
        lines = ["ds_write_b16 v1, v20", "ds_write_b8 v1, v20 offset:2", "s_waitcnt lgkmcnt(0)", "s_mov_b32 m0, 0",
                 "s_nop 0", "buffer_store_lds_dword s[12:15], 0 lds"]
        yield given(rng, arch, wave, waited(arch, family, wave, lines), rng.choice((1, 3)), {1: places(wave)}, lds=None)


# ---- status behind data ----

def of_status(rng, arch, family, wave):
    """Behind the result of an atomic whose lanes meet; of a load, in orders that are chosen, where an older load's
    result is to come."""
    atomic = waited(arch, family, wave, ["image_atomic_add v[20:21], v[10:11], s[32:39] dmask:0x1 unorm glc tfe"])
    yield given(rng, arch, wave, atomic, 7, {10: [rng.randrange(WIDE)] * wave, 11: [0] * wave, 20: [7] * wave,
                                             21: [0] * wave}, image(family, PLAIN))
    lines = ["global_load_dword v31, v1, s[8:9]", "buffer_load_dword v[30:31], v1, s[12:15], 0 offen tfe"]
    call = given(rng, arch, wave, waited(arch, family, wave, lines), rng.choice((1, 5, 15)),
                 {1: places(wave), 31: [0] * wave})
    yield Call(call.given, how="order")


# ---- registers ----

def of_ends(rng, arch, family, wave):
    """A scalar result in the first trap temporary; a second result behind the last vector register; a line of which
    the first lane lies elsewhere and is off."""
    load = waited(arch, family, wave, ["s_load_dword ttmp0, s[8:9], 0x0"])
    yield given(rng, arch, wave, load, 1, {})
    line = waited(arch, family, wave, ["global_load_dword v30, v1, s[8:9]"])
    yield given(rng, arch, wave, line, (1 << wave) - 2, {1: [AWAY, *places(wave)[1:]]}, policy="early")
    if family == "gfx11":
        last = rng.choice((30, 33, 36))
        stack = waited(arch, family, wave, [f"ds_bvh_stack_rtn_b32 v25, v{last}, v20, v[20:23]"])
        rows = {0: [0] * wave} | {reg: [rng.getrandbits(20)] * wave for reg in range(20, 24)}
        yield given(rng, arch, wave, stack, rng.choice((1, 5)), rows, vgprs=last, lds_bytes=STACKS,
                    lds=rng.randbytes(STACKS))


def of_exports(rng, arch, family, wave):
    """Vector registers beyond the first word of 64, overwritten before they are read; and others of the same place in
    their word."""
    for _ in range(RUNS):
        held = [63, rng.randrange(64, 128), rng.randrange(128, 192), rng.randrange(192, 256)]
        lines = [f"exp mrt0 v{held[0]}, v{held[1]}, v{held[2]}, v{held[3]}"]
        lines += [f"v_mov_b32 v{reg % 64 if rng.randrange(3) == 0 else reg}, 0" for reg in held]
        yield given(rng, arch, wave, waited(arch, family, wave, [*lines, *(f"v_mov_b32 v{reg}, 0" for reg in held)]),
                    7, {reg: [reg] * wave for reg in held})


# ---- what is watched ----

def of_masks(rng, arch, family, wave):
    """Waits for a part of what is at work, where the mask that was read and written is the one behind VCC."""
    if family == "gfx9" or wave == 32:
        return
    for wait in ("0xfffd", "0xf1ff"):
        lines = ["v_cndmask_b32_e64 v30, v20, v21, ttmp[0:1]", "v_cmp_eq_u32_e64 ttmp[0:1], v20, v21",
                 f"s_waitcnt_depctr {wait}", f"s_mov_b32 s30, ttmp{rng.randrange(2)}", "v_mov_b32 v31, ttmp0"]
        yield given(rng, arch, wave, waited(arch, family, wave, lines), 7, {}, profile="silicon")


def of_pairs(rng, arch, family, wave):
    """One half of a pair raises an exception that a handler waits for, the other one none or another."""
    if family == "gfx9" or wave == 64:
        return
    code = waited(arch, family, wave, ["v_dual_add_f32 v30, v20, v24 :: v_dual_mul_f32 v31, v21, v25"])
    trap = b"".join(assemble_lines(arch, wave, list(BACK)))
    for first, second in ((SIGNALLING, ONE), (ONE, SIGNALLING), (SIGNALLING, LARGEST), (LARGEST, SIGNALLING)):
        rows = {20: [first] * wave, 21: [second] * wave, 24: [LARGEST] * wave, 25: [LARGEST] * wave}
        yield given(rng, arch, wave, code, 1 << rng.randrange(wave), rows, {MODE: ENABLED},
                    trap_handler=(trap, HANDLERS[0], 0))


# ---- fragments ----

def of_fragments(rng, arch, family, wave):
    """Four fragments of a texel, one of which another wave stores; halves of them with status behind, where an older
    load's result is to come."""
    if family == "gfx9":
        return
    scalars, kind = image(family, MULTIPLE), "s[32:39] dmask:0x1 dim:SQ_RSRC_IMG_2D_MSAA"
    memory, two = ((MEMORY, rng.randbytes(2 * BEYOND)),), [2 * wave, 1, 1]
    lines = ["global_store_dword v1, v20, s[8:9]", f"image_msaa_load v[30:33], v[10:12], {kind}"]
    for fragment in range(FRAGMENTS):
        x = rng.randrange(WIDE // 2)
        call = given(rng, arch, wave, waited(arch, family, wave, lines), 1, {11: [0] * wave, 12: [0] * wave}, scalars,
                     regions=memory, group=two, grid=two)
        spots = (4 * (fragment * WIDE + x), BEYOND), (WIDE // 2 + x, x)
        call.given["sets"] += [(n, V0 + reg, row_of([spot[n]] * wave)) for n in range(2)
                               for reg, spot in zip((1, 10), spots)]
        yield call
    lines = ["global_load_dword v32, v1, s[8:9]", f"image_msaa_load v[30:32], v[10:12], {kind} tfe d16"]
    yield given(rng, arch, wave, waited(arch, family, wave, lines), 5, {1: places(wave), 32: [0] * wave} | {
        reg: [0] * wave for reg in (10, 11, 12)}, scalars, regions=memory, policy="late")


def calls(seed):
    """All of them."""
    rng = Chance(f"{seed} corners")
    for kind in (of_operands, of_bytes, of_status, of_ends, of_exports, of_masks, of_pairs, of_fragments):
        for arch, family, wave in kinds():
            if runs := tuple(kind(rng, arch, family, wave)):
                yield Calls(f"corners {kind.__name__[3:]} {arch} {wave}", runs, (8, 64, 1024))
