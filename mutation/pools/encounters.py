"""What chosen orders learn of accesses that meet: second elements, places in LDS, more dwords than are remembered,
places of code; accesses that are forced, and what must come before them; waves that are held and that let others go.
A seed fixes them."""
from __future__ import annotations

from functools import cache

from ...harness.assembly import assemble_lines
from ...model.machine import EVERY_WAVE, STATUS, V0, register_codes
from ..calls import Call, Calls
from ..chance import Chance
from .memory import row_of
from .orders import shaped
from .points import call_of
from .waits import kinds

MEMORY, SIZE, LDS = 0x20000, 512, 256
SIZES = (8, 64, 1024)
FULL = {"gfx9": 17, "gfx11": 65}                       # accesses to LDS, two more than the counter holds
MORE = {"load_dwordx4": "load_b128"}
SPREAD, SLOT = 0x9E3779B97F4A7C15, 2**48               # of the table of dwords: a hash, and what of it is no slot


def code_of(arch: str, family: str, wave: int, text: str) -> bytes:
    """As gfx9 writes it."""
    for old, new in MORE.items() if family == "gfx11" else ():
        text = text.replace(old, new)
    return b"".join(assemble_lines(arch, wave, shaped(text, family, wave)))


def sets_of(arch: str, wave: int, lanes: int, rows: dict, *more) -> list:
    """EXEC and where memory is; {register: a row of all waves, or a list of one for each}; others."""
    codes = register_codes(arch)
    scalars = {8: MEMORY, 9: 0, 16: MEMORY, 17: 0, 18: SIZE, 19: 4 << 15, 24: 7, codes["m0"]: 2**32 - 1,
               codes["exec"]: lanes & 0xFFFFFFFF}
    if wave == 64:
        scalars[codes["exec"] + 1] = lanes >> 32
    sets = [(EVERY_WAVE, reg, value) for reg, value in scalars.items()]
    for reg, values in rows.items():
        each = values if isinstance(values[0], list) else [values]
        sets += [(n if len(each) > 1 else EVERY_WAVE, V0 + reg, row_of((row * wave)[:wave]))
                 for n, row in enumerate(each)]
    return sets + list(more)


# ---- what an access touches ----

def of_elements(seed):
    """Two elements of two dwords; another wave writes the last dword alone."""
    rng = Chance(f"{seed} elements that meet")
    for arch, family, wave in kinds():
        for n, line in enumerate(("ds_read2_b64 v[10:13], v1 offset0:0 offset1:1",
                                  "ds_write2_b64 v1, v[5:6], v[5:6] offset0:0 offset1:1")):
            at = 8 * rng.randrange(3)
            rows = {1: [[at], [128]], 2: [[64], [at + 12]], 5: [rng.randrange(9)], 6: [3]}
            code = code_of(arch, family, wave, f"{line}\nds_write_b32 v2, v5")
            call = call_of(arch, wave, 2, 1, code, sets_of(arch, wave, 1, rows))
            yield Calls(f"elements that meet {arch} {wave} {n}", (call,), SIZES)


def of_beside(seed):
    """Dwords that come to LDS beside memory, where another wave, or the same one, writes: all of one, the next one, its
    last byte."""
    rng = Chance(f"{seed} places beside that meet")
    for arch, family, wave in kinds():
        if family != "gfx9":
            continue
        for n, (at, line) in enumerate(((0, "ds_write_b32 v2, v5"), (4, "ds_write_b32 v2, v5"),
                                        (3, "flat_store_byte v[6:7], v5"))):
            m0, apart = register_codes(arch)["m0"], n == 2     # the last byte is for two groups
            rows = {1: [0], 2: [4] if apart else [[64], [at]], 5: [rng.randrange(1, 9)],
                    6: [at, MEMORY + 64], 7: [1 << 16, 0]}
            places = ((EVERY_WAVE, m0, 0),) if apart else ((0, m0, 0), (1, m0, 128))
            code = code_of(arch, family, wave, f"global_store_byte v1, v5, s[8:9]\n"
                                               f"buffer_load_dword v1, s[16:19], 0 offen lds\n{line}")
            call = call_of(arch, wave, *((1, 2) if apart else (2, 1)), code,
                           sets_of(arch, wave, 3 if apart else 1, rows, *places))
            yield Calls(f"places beside that meet {arch} {wave} {n}", (call,), SIZES)


# ---- what is remembered ----

@cache
def dwords_about(low: int, high: int, count: int) -> tuple[int, ...]:
    """The first so many dwords whose slots lie that far behind the one of dword 0, in the order of slots."""
    found: list[int] = []
    dword, slots = 0, {}
    while len(found) < count:
        dword += 1
        slots[dword] = (dword * SPREAD % 2**64 / SLOT + 2**15) % 2**16 - 2**15
        if low <= slots[dword] < high:
            found.append(dword)
    return tuple(sorted(found, key=slots.__getitem__))


def of_slots(seed):
    """Dwords that fill the slots behind that of the first one, or before it, before somebody comes to the first."""
    rng = Chance(f"{seed} slots of orders")
    for arch, family, wave in kinds():
        for n, some in enumerate(([*dwords_about(-8, 66, 94)], [*dwords_about(-75, 12, 100)])):
            count = -(-len(some) // wave)
            some += [some[-1]] * (count * wave - len(some))
            rows = {1: [0], **{20 + k: [4 * dword for dword in some[wave * k:wave * k + wave]] for k in range(count)}}
            loads = [f"global_load_dword v{10 + k}, v{20 + k}, s[8:9]" for k in range(count)]
            code = code_of(arch, family, wave, "\n".join((*loads, "global_load_dword v5, v1, s[8:9]")))
            memory = bytearray(4 * max(some) + 4)
            memory[0] = rng.randrange(256)
            call = call_of(arch, wave, 1, 1, code, sets_of(arch, wave, (1 << wave) - 1, rows),
                           regions=((MEMORY, bytes(memory)),))
            yield Calls(f"slots of orders {arch} {wave} {n}", (Call(call.given, how="glance"),), SIZES)


BLOCKS, BEHIND, SEVERAL = 254, 70000, 16               # of 256 dwords that nearly fill the table; where others lie
FILL = """global_load_dwordx4 v[10:13], v1, s[8:9]
s_add_u32 s8, s8, s20
s_sub_u32 s21, s21, 1
s_cmp_lg_u32 s21, 0
s_cbranch_scc1 -6"""


def of_tables(seed):
    """More dwords than are remembered, and then one of the first again, by an instruction far down in the code."""
    rng = Chance(f"{seed} tables of orders")
    for arch, family, wave in kinds():
        more = "global_load_dwordx4 v[10:13], v1, s[10:11]\ns_add_u32 s10, s10, s20"
        code = code_of(arch, family, wave, "\n".join((FILL, *[more] * SEVERAL)))
        code += code_of(arch, family, wave, "s_nop 0") * ((260 - len(code)) // 4)
        code += code_of(arch, family, wave, "global_load_dword v5, v1, s[22:23]")
        scalars = {20: 16 * wave, 21: BLOCKS * 64 // wave, 10: MEMORY + 4 * BEHIND, 11: 0, 22: MEMORY, 23: 0}
        sets = sets_of(arch, wave, (1 << wave) - 1, {1: [16 * lane for lane in range(wave)]},
                       *((EVERY_WAVE, reg, value) for reg, value in scalars.items()))
        memory = bytearray(4 * BEHIND + 1024 * SEVERAL)
        memory[4] = rng.randrange(256)
        call = call_of(arch, wave, 1, 1, code, sets, limit=4000, regions=((MEMORY, bytes(memory)),))
        yield Calls(f"tables of orders {arch} {wave}", (Call(call.given, how="glance"),), SIZES)


def of_code(seed):
    """A store that meets others directly behind a vector instruction; one at the end of the code, which in the next run
    meets nobody."""
    rng = Chance(f"{seed} code of orders")
    for arch, family, wave in kinds():
        store, near = "global_store_dword v3, v5, s[8:9]", rng.choice((0, 20, 40))
        code = code_of(arch, family, wave, "s_nop 0\n" * (near // 4) + f"v_mov_b32 v12, v5\n{store}")
        one = call_of(arch, wave, 2, 1, code, sets_of(arch, wave, 1, {3: [0], 5: [7]}))
        yield Calls(f"code of orders {arch} {wave} 0", (one,), SIZES)
        code = code_of(arch, family, wave, "s_nop 0\n" * 300 + store)
        runs = tuple(call_of(arch, wave, 2, 1, code, sets_of(arch, wave, 1, {3: [[0], [4 * n]], 5: [7]}), limit=4000)
                     for n in (0, 1))
        yield Calls(f"code of orders {arch} {wave} 1", runs, (8, 64, 1280))


# ---- what comes when ----

def of_forced(seed):
    """More accesses to LDS than the counter holds, by one instruction, and another one behind them."""
    rng = Chance(f"{seed} forced in orders")
    for arch, family, wave in kinds():
        text = ("ds_write_b32 v3, v5\ns_sub_u32 s24, s24, 1\ns_cmp_lg_u32 s24, 0\ns_cbranch_scc1 -5\n"
                "s_waitcnt lgkmcnt(0)\nds_write_b32 v2, v5")
        rows = {3: [0], 2: [4 * rng.randrange(1, 9)], 5: [[1], [2]]}
        sets = sets_of(arch, wave, 1, rows, (EVERY_WAVE, 24, FULL[family] + 1))
        call = call_of(arch, wave, 2, 1, code_of(arch, family, wave, text), sets)
        yield Calls(f"forced in orders {arch} {wave}", (call,), SIZES)


def of_first(seed):
    """A store that keeps no order with others of its group, and one to the same place that does."""
    rng = Chance(f"{seed} first in orders")
    for arch, family, wave in kinds():
        rows = {3: [4], 6: [MEMORY + 4], 7: [0], 5: [rng.randrange(1, 9)], 4: [9]}
        code = code_of(arch, family, wave, "flat_store_dword v[6:7], v5\nglobal_store_dword v3, v4, s[8:9]")
        call = call_of(arch, wave, 2, 1, code, sets_of(arch, wave, 1, rows))
        yield Calls(f"first in orders {arch} {wave}", (call,), SIZES)


def of_held(seed):
    """A wait for one of two scalar results, which have no order; a wave that is held when it has let another go on."""
    rng = Chance(f"{seed} held in orders")
    for arch, family, wave in kinds():
        at = rng.randrange(2)
        text = ("s_load_dword s20, s[8:9], 0x0\ns_load_dword s21, s[8:9], 0x4\ns_waitcnt lgkmcnt(1)\n"
                "global_store_dword v3, v5, s[8:9]")
        sets = sets_of(arch, wave, 3, {3: [0, 4], 5: [at]})
        yield Calls(f"held in orders {arch} {wave} 0",
                    (call_of(arch, wave, 1, 1, code_of(arch, family, wave, text), sets),), SIZES)
        parts = ("ds_gws_sema_p offset:3 gds\nds_write_b32 v3, v5\ns_endpgm",
                 "ds_write_b32 v3, v5\ns_waitcnt lgkmcnt(0)\nds_gws_sema_v offset:3 gds\n" * 2 + "s_endpgm")
        code = b""
        for number, part in enumerate(parts):
            body = code_of(arch, family, wave, part)
            code += code_of(arch, family, wave, f"s_cmp_lg_u32 s25, {number}\ns_cbranch_scc1 {len(body) // 4}") + body
        sets = sets_of(arch, wave, 1, {3: [4 * at], 5: [[1], [2]]}, (0, 25, 0), (1, 25, 1),
                       (EVERY_WAVE, register_codes(arch)["m0"], 0))
        yield Calls(f"held in orders {arch} {wave} 1", (call_of(arch, wave, 2, 1, code, sets),), SIZES)


PRIV = 1 << 5                                          # of STATUS: trap temporaries may be written


def of_behind(seed):
    """The register behind VCC is awaited, and whether VCC is 0 is asked."""
    rng = Chance(f"{seed} behind vcc in orders")
    for arch, family, wave in kinds():
        if family != "gfx9":
            continue
        text = ("global_store_dword v3, v5, s[8:9]\ns_load_dword ttmp0, s[8:9], 0x0\ns_mov_b32 s26, src_vccz\n"
                "s_mov_b32 s27, 7")
        codes = register_codes(arch)
        sets = sets_of(arch, wave, 1, {3: [0], 5: [rng.randrange(9)]}, (EVERY_WAVE, STATUS, PRIV),
                       (EVERY_WAVE, codes["vcc"], 1), (EVERY_WAVE, codes["vcc"] + 1, 0))
        yield Calls(f"behind vcc in orders {arch} {wave}",
                    (call_of(arch, wave, 2, 1, code_of(arch, family, wave, text), sets),), SIZES)


def calls(seed):
    """All of them."""
    for kind in (of_elements, of_beside, of_slots, of_tables, of_code, of_forced, of_first, of_held, of_behind):
        yield from kind(seed)
