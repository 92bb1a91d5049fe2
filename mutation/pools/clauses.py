"""Clauses of several waves, whose turns the trace tells, with what may stand in them and what may not; operations that
do nothing but count, and how much is counted.  A seed fixes them."""
from __future__ import annotations

from ...generators.single import sampler
from ...harness.assembly import assemble_lines
from ...model.machine import EVERY_WAVE, V0, register_codes
from ..calls import Call, Calls
from ..chance import Chance
from ..rows import MEMBERS
from .memory import row_of
from .waits import kinds

TURNS, COUNTED, IDLE = 120, 80, 40                     # of each architecture and wave size
MEMORY, SIZE, LDS = 0x20000, 256, 128
BASES = 0x10000, 0x10000, 0x7FFF0000, 1 << 32, 5 << 40  # of code: what is wrong with a clause is told with its address
BESIDE = """s_waitcnt_vmcnt null, 0x0
s_waitcnt_vscnt null, 0x0
s_waitcnt_expcnt null, 0x0
s_waitcnt_lgkmcnt null, 0x0
s_waitcnt lgkmcnt(0)
s_mov_b32 exec_lo, 0
s_mov_b32 exec_lo, 1
v_cmpx_eq_u32 0, v0""".splitlines()
NOTHING = b"\xff\xff\xff\xff"                          # no instruction
WAITS, S12 = 4, 12                                     # the first of them; with an SGPR, which LLVM refuses
BEGIN = "s_clause 0x1"


def clause(word: bytes, length: int, part: int) -> bytes:
    """S_CLAUSE of these two fields."""
    return (length | part << 8).to_bytes(2, "little") + word[2:]


def of_turns(seed):
    """A few clauses one behind the other, some in parts, some not whole, in two or three waves."""
    rng = Chance(f"{seed} turns of clauses")
    for arch, _, wave in kinds():
        if not any(form.op.name == "s_clause" for form in sampler.forms_of(arch)):
            continue
        lines = [BEGIN, "s_endpgm", "v_mov_b32 v7, v2", "s_mov_b32 s14, 2", *MEMBERS, *BESIDE]
        known = dict(zip(lines, assemble_lines(arch, wave, lines)))
        others = [known[line] for line in BESIDE]
        others += [word[:2] + bytes([word[2] & 0x80 | S12]) + word[3:] for word in others[:WAITS]]
        for n in range(TURNS):
            code = b""
            for _ in range(rng.choice((1, 2, 2, 3))):
                length, part = rng.choice((1, 2, 3, 3, 5, 7)), rng.choice((0, 0, 1, 2, 2, 3, 4))
                kind = known[rng.choice(MEMBERS[:10])]
                code += clause(known[BEGIN], length, part)
                for _ in range(length + rng.choice((1, 1, 1, 1, 2, 0))):
                    odd = rng.randrange(16)
                    code += rng.choice(others) if odd == 0 else NOTHING if odd == 1 and n % 8 == 0 else kind
                code += rng.choice((b"", known["v_mov_b32 v7, v2"], known["s_mov_b32 s14, 2"]))
            yield Calls(f"clauses {arch} {wave} {n}", (run_of(rng, arch, wave, code + known["s_endpgm"]),),
                        (4, 64, 4096))


def run_of(rng, arch: str, wave: int, code: bytes) -> Call:
    codes, count = register_codes(arch), rng.choice((1, 2, 2, 3))
    scalars = {8: MEMORY, 9: 0, 10: MEMORY, 11: 0, 12: 0, codes["m0"]: 2**32 - 1,
               codes["exec"]: rng.choice((1, 1, 3, 0)), codes["exec"] + 1: 0, **dict.fromkeys(range(16, 24), 0)}
    rows = {0: 0, 1: 0, 2: 1, 7: 0, 10: MEMORY, 11: 0}
    sets = [(EVERY_WAVE, reg, value) for reg, value in scalars.items()]
    sets += [(EVERY_WAVE, V0 + reg, row_of([value] * wave)) for reg, value in rows.items()]
    return Call({"arch": arch, "wave": wave, "code": code, "base": rng.choice(BASES), "sets": sets,
                 "schedule": rng.choice(("round-robin", "seeded", "seeded")), "seed": rng.randrange(100),
                 "lds_bytes": LDS, "lds": bytes(LDS), "regions": ((MEMORY, rng.randbytes(SIZE)),),
                 "group": [wave * count, 1, 1], "grid": [wave * count, 1, 1], "limit": 400},
                how=rng.choice(("trace", "trace", "run")))


# Operations of scalar memory and messages that return nothing
COUNTING = {"gfx9": """s_dcache_inv
s_dcache_inv_vol
s_dcache_wb
s_dcache_wb_vol
s_sendmsg sendmsg(MSG_INTERRUPT)
s_ttracedata""", "gfx11": """s_dcache_inv
s_gl1_inv
s_sendmsg sendmsg(MSG_INTERRUPT)
s_sendmsg_rtn_b32 s20, sendmsg(MSG_RTN_GET_REALTIME)"""}
STATUS = "s_getreg_b32 s{0}, hwreg(HW_REG_IB_STS)"


def of_counted(seed):
    """What the counters say behind each, and what a wait for some proves."""
    rng = Chance(f"{seed} counted")
    for arch, family, wave in kinds():
        known = {line: assemble_lines(arch, wave, [line])[0] for line in [
            *COUNTING[family].splitlines(), *(STATUS.format(n) for n in (24, 25, 26)), "s_waitcnt lgkmcnt(0)",
            "s_waitcnt lgkmcnt(1)", "s_endpgm"]}
        for n in range(COUNTED):
            made = []
            for at in range(rng.choice((1, 2, 3))):
                made += [rng.choice(COUNTING[family].splitlines()) for _ in range(rng.choice((1, 1, 2)))]
                made += [STATUS.format(24 + at)] * (rng.randrange(4) > 0)
                made += rng.choice(([], ["s_waitcnt lgkmcnt(0)"], ["s_waitcnt lgkmcnt(1)"]))
            call = run_of(rng, arch, wave, b"".join(known[line] for line in (*made, "s_endpgm")))
            yield Calls(f"counted {arch} {wave} {n}", (call,), (4, 64, 1024))


def of_idle(seed):
    """Clauses with what may stand in any of them, at every place; bits of S_CLAUSE that are no field."""
    rng = Chance(f"{seed} idle in clauses")
    for arch, _, wave in kinds():
        if not any(form.op.name == "s_clause" for form in sampler.forms_of(arch)):
            continue
        lines = [BEGIN, "s_endpgm", "s_nop 0", "s_sleep 0", "s_delay_alu 0", BESIDE[1], *MEMBERS[:10]]
        begin, end, *known = assemble_lines(arch, wave, lines)
        for n in range(IDLE):
            length, kind = rng.choice((1, 2, 3, 4, 5)), rng.choice(known[4:])
            made = [kind] + [kind if rng.randrange(3) else rng.choice(known[:4]) for _ in range(length)]
            unused = rng.choice((0, 0, 0x10, 0x20, 0x80))
            code = clause(begin, length, rng.choice((0, 0, 1, 2, 3)) | unused) + b"".join(made) + end
            yield Calls(f"idle in clauses {arch} {wave} {n}", (run_of(rng, arch, wave, code),), (4, 64, 4096))


def calls(seed):
    """All of them."""
    for kind in (of_turns, of_counted, of_idle):
        yield from kind(seed)
