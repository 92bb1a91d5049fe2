"""Waves in orders that are chosen, where one thing alone tells two states apart: a wave reads what another one stores,
before or after, does one of two things by it, and comes to the same place again.  A seed fixes them."""
from __future__ import annotations

from ...harness.assembly import assemble_lines
from ...model.machine import EVERY_WAVE, V0, register_codes
from ..calls import Calls
from ..chance import Chance
from .memory import row_of
from .orders import MEMORY, shaped
from .points import MORE, SIZES, call_of
from .waits import kinds

# v3: the first place, v4: the last one; v5, v6: data; v7, v63, v64: what a result may be; v41: nothing, which is open
HELD = {3: 0, 5: 7, 6: 9, 7: 0x3F800000, 8: 0x3F800000, 10: 0, 42: 0, 50: 1, 63: 7, 64: 8, 65: 5, 128: 7, 129: 9}
BYTES = 12, 20, 24                                     # of each memory: whole words of 64 bits, and not
LONGEST = 64                                           # dwords of a branch
LAST = "global_store_dword v4, v{}, s[8:9]", "ds_write_b32 v4, v{}", "ds_write_b32 v4, v{} gds"
# two things that leave all the same but for one
EITHER = [("v_mov_b32 v40, v5", "v_mov_b32 v41, v5"), ("v_mov_b32 v63, v63", "v_mov_b32 v64, v6"),
          ("v_mov_b32 v64, v5", "v_mov_b32 v64, v6"), ("v_mov_b32 v128, v128", "v_mov_b32 v129, v5"),
          ("v_mov_b32 v129, v5", "v_mov_b32 v129, v6"), ("v_mov_b32 v40, v41", "v_mov_b32 v40, v42"),
          ("v_rcp_f32 v40, v7", "v_mov_b32 v40, v8"), ("global_load_dword v40, v4, s[8:9]",) * 2,
          ("ds_read_b32 v40, v4",) * 2, ("global_store_dword v4, v5, s[8:9]",) * 2,
          ("s_load_dword s30, s[8:9], 0x4",) * 2,
          ("v_readfirstlane_b32 s21, v41; s_cmp_lg_u32 s21, 7; s_cbranch_scc1 0", "s_nop 0; s_nop 0; s_nop 0"),
          *((line.format(5), line.format(6)) for line in LAST),
          *((line.format(41), line.format(42)) for line in LAST)]
READ = "global_load_dword v10, v3, s[8:9]"
STORE = "global_store_dword v3, v50, s[8:9]"
AGAIN = ("v_mov_b32 v10, v42", "s_mov_b32 s20, 0", "s_mov_b32 s21, 0", "s_cmp_eq_u32 s20, s20")


def program(pair: tuple[str, str], waits: list[str], waited: bool, size) -> list[str]:
    """One wave stores, the other reads and does the one thing or the other.  `size`: a line -> its dwords."""
    one, other = (text.split("; ") for text in pair)
    first = [STORE, *waits, "s_endpgm"]
    one = [*one, f"s_branch {sum(map(size, other))}"]
    reading = [READ, *waits, "v_readfirstlane_b32 s20, v10", "s_cmp_lg_u32 s20, 0",
               f"s_cbranch_scc1 {sum(map(size, one))}", *one, *other, *AGAIN, *(waits if waited else []), STORE, *waits]
    return ["s_cmp_lg_u32 s25, 0", f"s_cbranch_scc1 {sum(map(size, first))}", *first, *reading, "s_endpgm"]


def of_pairs(seed):
    """Each pair, what it began waited for or not, with memory of whole words and not."""
    rng = Chance(f"{seed} pairs of states")
    for arch, family, wave in kinds():
        waits = ["s_waitcnt vmcnt(0) lgkmcnt(0)", *(["s_waitcnt_vscnt null, 0x0"] if family == "gfx11" else [])]
        asked = [(pair, waited) for pair in EITHER for waited in (False, True)]
        rng.shuffle(asked)
        every = [line for pair, waited in asked for line in program(pair, waits, waited, len)]
        every += [f"{name} {dwords}" for name in ("s_branch", "s_cbranch_scc1") for dwords in range(LONGEST)]
        known = codes_of(arch, family, wave, every)
        for n, (pair, waited) in enumerate(asked):
            lines, size = program(pair, waits, waited, lambda line: len(known[line]) // 4), BYTES[n % len(BYTES)]
            sets = [(EVERY_WAVE, V0 + reg, row_of([value] * wave)) for reg, value in HELD.items()]
            sets += [(EVERY_WAVE, V0 + 4, row_of([size - 4] * wave)), (EVERY_WAVE, 8, MEMORY), (EVERY_WAVE, 9, 0),
                     (EVERY_WAVE, register_codes(arch)["m0"], 64), (EVERY_WAVE, register_codes(arch)["exec"], 1),
                     *((EVERY_WAVE, reg, 0) for reg in (20, 21, 30)), (0, 25, 0), (1, 25, 1)]
            call = call_of(arch, wave, 2, 1, b"".join(known[line] for line in lines), sets, lds_bytes=size,
                           lds=bytes(size), regions=((MEMORY, bytes(size)), (0, bytes(size), bytes(size), "gds")))
            yield Calls(f"pairs of states {arch} {wave} {n}", (call,), SIZES)


def codes_of(arch: str, family: str, wave: int, lines: list[str]) -> dict[str, bytes]:
    """{line as gfx9 writes it: its code}"""
    every = list(dict.fromkeys(lines))
    text = "\n".join(every)
    for old, new in MORE.items() if family == "gfx11" else ():
        text = text.replace(old, new)
    return dict(zip(every, assemble_lines(arch, wave, shaped(text, family, wave))))


def calls(seed):
    """All of them."""
    yield from of_pairs(seed)
