"""Waves of which some are in their trap handler while others are in the program: barriers and memory of both, where
either ends; hardware registers by every number and some of their bits, in a handler and without.  A seed fixes them."""
from __future__ import annotations

from ...harness.assembly import assemble_lines
from ...harness.case import POLICIES
from ...model.machine import EVERY_WAVE, MODE, V0
from ..calls import Call, Calls
from ..chance import Chance
from .memory import row_of
from .traps import BACK, HANDLERS, HIGH, LDS, LOW, MEMORY, SIZE, lines_of, state
from .waits import kinds

MEETINGS, REGISTERS, TOGETHER = 24, 64, 8              # of each architecture and wave size; of one machine
WAVES, SIGNALLING = 3, 0x7F800001
# what each of them does, in the program or in the handler
DONE = """s_barrier
s_barrier
global_store_dword v1, v20, s[8:9]
global_load_dword v25, v1, s[8:9]
ds_write_b32 v1, v20
ds_read_b32 v24, v1
s_waitcnt vmcnt(0) lgkmcnt(0)
s_nop 0"""
NUMBERS = (1, *[2] * 8, *[3] * 6, *(20, 21) * 3, 4, 5, 6, 7, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 29)
COMPARES = "s_cmp_eq_u32 s20, s20", "s_cmp_lg_u32 s20, s20", "s_cmp_lg_u32 s90, s20"     # SCC is 1, 0, open
BITS = "0, 32", "16, 6", "0, 1", "1, 5", "0, 9", "16, 6", "21, 1", "6, 3", "8, 8"


def of_wave(number: int, known: dict, lines: list[str]) -> bytes:
    """Code for the wave of this number alone."""
    code = b"".join(known[line] for line in lines)
    other, skip = known[f"s_cmp_lg_u32 s1, {number}"], known["s_cbranch_scc1 1"]
    return other + (len(code) // 4).to_bytes(2, "little") + skip[2:] + code


def of_meetings(seed):
    """Each wave does something else, in its handler or in the program, which may end with it."""
    rng = Chance(f"{seed} handlers that meet")
    for arch, family, wave in kinds():
        done, more = lines_of(DONE, family), ["s_trap 1", "s_endpgm", "s_cbranch_scc1 1", *BACK]
        every = [*done, *more, *(f"s_cmp_lg_u32 s1, {n}" for n in range(WAVES))]
        known, runs = dict(zip(every, assemble_lines(arch, wave, every))), []
        for _ in range(MEETINGS):
            code = b"".join(
                of_wave(n, known, [rng.choice((*done, "s_trap 1", "s_trap 1")) for _ in range(rng.randrange(1, 3))])
                for n in range(WAVES))
            code += known[rng.choice(("s_endpgm", "s_endpgm", "s_barrier", rng.choice(done)))]
            trap = b"".join(known[line] for line in (*rng.choices(done, k=rng.randrange(1, 3)), *BACK))
            sets = [*state(rng, arch, wave), *((n, 1, n) for n in range(WAVES)),
                    *((n, V0 + 1, row_of([4 * (lane % 5) for lane in range(wave)])) for n in range(WAVES))]
            given = {"arch": arch, "wave": wave, "code": code, "sets": sets, "limit": 120, "lds_bytes": LDS,
                     "lds": bytes(LDS), "base": rng.choice((LOW, HIGH)), "policy": rng.choice(POLICIES),
                     "trap_handler": (trap, rng.choice(HANDLERS), 0), "seed": rng.randrange(100),
                     "group": [wave * WAVES, 1, 1], "grid": [wave * WAVES, 1, 1],
                     "schedule": rng.choice(("round-robin", "seeded")), "regions": ((MEMORY, rng.randbytes(SIZE)),)}
            runs.append(Call(given))
        for n in range(0, MEETINGS, TOGETHER):
            yield Calls(f"handlers that meet {arch} {wave} {n}", tuple(runs[n:n + TOGETHER]), (4, 64, 2048))


def of_registers(seed):
    """Some are read and written, in the program and in its handler, which a trap or an exception enters, with SCC known
    or open and bits given anyhow."""
    rng = Chance(f"{seed} registers of handlers")
    for arch, _, wave in kinds():
        runs, (*enter, end, add, carry, back) = [], assemble_lines(
            arch, wave, ["s_trap 1", "v_add_f32 v20, v21, v21", "s_endpgm", *BACK])
        for _ in range(REGISTERS):
            lines = []
            for n in range(6):
                where = f"hwreg({rng.choice(NUMBERS)}, {rng.choice(BITS)})"
                lines.append(rng.choice((f"s_getreg_b32 s{30 + n}, {where}", f"s_setreg_b32 {where}, s27",
                                         f"s_setreg_imm32_b32 {where}, {rng.choice((0, 1, 0x15, 0xffffffff))}")))
            lines.append(f"s_getreg_b32 s36, hwreg(3, {rng.choice(BITS)})")
            codes = assemble_lines(arch, wave, [*COMPARES, *lines])
            first = rng.choice(codes[:3])
            program = first + b"".join(codes[3:6]) + rng.choice(enter) + b"".join(codes[6:]) + end
            trap = add + carry + first + b"".join(codes[6:]) + back
            sets = [*state(rng, arch, wave), (EVERY_WAVE, 27, rng.getrandbits(32)),
                    (EVERY_WAVE, MODE, 0x7F << 12 | 0x3F0), (EVERY_WAVE, V0 + 21, row_of([SIGNALLING] * wave))]
            given = {"arch": arch, "wave": wave, "code": program, "limit": 60, "base": LOW, "policy": "early",
                     "sets": sets,
                     "trap_handler": rng.choice((None, *[(trap, HANDLERS[0], 0x1234500)] * 3))}
            runs.append(Call(given))
        for n in range(0, REGISTERS, TOGETHER):
            yield Calls(f"registers of handlers {arch} {wave} {n}", tuple(runs[n:n + TOGETHER]), (4, 64, 2048))


def calls(seed):
    """All of them."""
    yield from of_meetings(seed)
    yield from of_registers(seed)
