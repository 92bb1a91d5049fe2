"""Runs of what leaves a wave beside memory, and of what says when to issue: exports and messages, what overwrites their
sources, S_DELAY_ALU before every kind of neighbour.  A seed fixes them."""
from __future__ import annotations


from ...generators.single import sampler
from ...generators.single.encodings import random_fields
from ...harness.assembly import assemble_lines
from ...harness.case import POLICIES
from ...model.machine import EVERY_WAVE, STATUS, V0, register_codes
from ...spec.encode import Operand, encode
from ..calls import Call, Calls
from ..chance import Chance
from .memory import exec_of, row_of
from .waits import kinds

EXPORTS, ADVICE, DISTANT = 160, 420, 60                # of each architecture and wave size
REMEMBERED = 32                                        # instructions, for advice that names one of before
SOURCES = range(20, 26)                                # VGPRs
SKIP_EXPORT = 1 << 18                                  # of STATUS
TARGETS_OF = {"gfx9": (0, 0, 7, 8, 8, 9, 10, 11, 12, 12, 15, 16, 20, 21, 31, 32, 32, 63),
              "gfx11": (0, 0, 7, 8, 8, 9, 11, 12, 12, 15, 16, 17, 19, 20, 20, 21, 22, 23, 31, 32, 63)}
BESIDE = """s_waitcnt expcnt(0)
s_waitcnt expcnt(1)
s_waitcnt expcnt(2)
s_waitcnt expcnt(6)
v_mov_b32 v20, 1
v_mov_b32 v21, 2
v_mov_b32 v22, v20
v_mov_b32 v23, 3
v_mov_b32 v24, v21
s_mov_b32 exec_lo, 5
s_mov_b32 exec_lo, 0
s_mov_b32 exec_hi, 3
s_mov_b32 m0, 0x1234
s_mov_b32 m0, s40
s_nop 0
s_sendmsg sendmsg(MSG_INTERRUPT)
s_sendmsg 2
s_sendmsg 3
s_sendmsg 9
s_sendmsg 31
s_waitcnt lgkmcnt(0)"""

MORE = {"gfx9": "", "gfx11": """
s_waitcnt_expcnt null, 0x0
s_waitcnt_expcnt null, 0x1
s_waitcnt_expcnt null, 0x3
s_waitcnt_expcnt null, 0x7"""}


def run_of(rng, arch: str, wave: int, code: bytes) -> Call:
    codes, live = register_codes(arch), exec_of(rng, wave)
    rows = {n: rng.words(wave) for n in (*SOURCES, *range(16)) if rng.randrange(12)}
    scalars = {codes["exec"]: live & 0xFFFFFFFF, codes["m0"]: rng.getrandbits(32), **dict.fromkeys(range(10), 3)}
    if wave == 64:
        scalars[codes["exec"] + 1] = live >> 32
    if not rng.randrange(20):
        scalars.pop(codes["m0"])
    if not rng.randrange(12):
        scalars[STATUS] = SKIP_EXPORT
    sets = [*((EVERY_WAVE, V0 + n, row_of(row)) for n, row in rows.items()),
            *((EVERY_WAVE, n, x) for n, x in scalars.items())]
    waves = rng.choice((1, 1, 1, 2))
    return Call({"arch": arch, "wave": wave, "code": code, "sets": sets, "policy": rng.choice(POLICIES),
                 "group": [wave * waves, 1, 1], "grid": [wave * waves, 1, 1], "vgprs": rng.choice((0, 0, 0, 22))},
                how=rng.choice(("run",) * 11 + ("trace",)))


# ---- exports and messages ----

def export(rng, arch: str, family: str) -> bytes:
    form = next(form for form in sampler.forms_of(arch) if form.op.name == "exp")
    fields = random_fields(form, rng, 64)
    fields |= {"tgt": rng.choice(TARGETS_OF[family]), "en": rng.choice((0, 1, 2, 4, 8, 3, 12, 15, rng.randrange(16)))}
    few = [Operand(256 + rng.choice(SOURCES)) if isinstance(fields["vsrc0"], Operand) else rng.choice(SOURCES)
           for _ in range(4)]
    return encode(form, fields | {f"vsrc{n}": one for n, one in enumerate(few)})


def of_exports(seed):
    """Exports of few sources to targets that are some and some that are none, and messages."""
    rng = Chance(f"{seed} exports")
    for arch, family, wave in kinds():
        beside = assemble_lines(arch, wave, (BESIDE + MORE[family]).splitlines())
        for n in range(EXPORTS):
            code = b"".join(export(rng, arch, family) if rng.randrange(2) else rng.choice(beside)
                            for _ in range(rng.choice((1, 2, 3, 5, 9, 14))))
            yield Calls(f"exports {arch} {wave} {n}", (run_of(rng, arch, wave, code),),
                        (4, rng.choice((64, 64, 64, 2)), 512))


# ---- S_DELAY_ALU ----

# vector registers d a b, of a pair's second half e y z; scalar ones s t; of 64 bits D A, S T; lane masks
ALU = """v_mov_b32 v{d}, v{a}
v_mov_b32 v{d}, s{s}
v_add_nc_u32 v{d}, v{a}, v{b}
v_add_f64 v[{D}], v[{A}], v[4:5]
v_add_f32 v{d}, s{s}, v{a}
v_rcp_f32 v{d}, v{a}
v_rcp_f32 v{d}, v{a}
v_cmp_eq_u32 {mask}, v{d}, v{a}
v_cmp_eq_u32 {vcc}, v{d}, v{a}
v_cndmask_b32 v{d}, v{a}, v{b}, {mask}
v_cndmask_b32 v{d}, v{a}, v{b}, {vcc}
v_mov_b16 v{d}.l, v{a}.h
v_mov_b16 v{d}.h, v{a}.h
v_add_f16 v{d}.l, v{a}.l, v{b}.h
v_readfirstlane_b32 s{s}, v{d}
v_fmac_f32 v{d}, v{a}, v{b}
s_mov_b32 s{s}, 5
s_mov_b32 vcc_lo, s{s}
s_mov_b32 vcc_hi, s{s}
s_add_u32 s{s}, s{t}, s{s}
s_mov_b64 s[{S}], s[{T}]
s_lshl_b32 s{s}, s{t}, s{t}
s_nop 0
s_nop 0"""
PAIRS = """
v_dual_mov_b32 v{d}, v{a} :: v_dual_mov_b32 v{e}, v{y}
v_dual_mov_b32 v{d}, s{s} :: v_dual_add_f32 v{e}, s{t}, v{z}
v_dual_cndmask_b32 v{d}, v{a}, v{b} :: v_dual_mov_b32 v{e}, s{s}
v_dual_add_f32 v{d}, v{a}, v{b} :: v_dual_mul_f32 v{e}, v{y}, v{z}"""
CODES = (0, 1, 1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10, 11, 12, 15)
SKIPS = (0, 0, 1, 1, 2, 3, 4, 5, 6, 7)


def line_of(rng, wave: int) -> str:
    """One on few registers: the next often reads what it writes."""
    d, a, b, scalar, other = (rng.randrange(4) for _ in range(5))
    pair = lambda: rng.choice(("0:1", "2:3"))
    masks = {"mask": f"s{scalar}", "vcc": "vcc_lo"} if wave == 32 else {"mask": f"s[{pair()}]", "vcc": "vcc"}
    return rng.choice((ALU + PAIRS * (wave == 32)).splitlines()).format(
        d=d, a=a, b=b, e=(d + 1) % 4, y=(a + 1) % 4, z=(b + 1) % 4, s=scalar, t=other, D=pair(), A=pair(), S=pair(),
        T=pair(), **masks)


def advised(rng, wave: int) -> list[str]:
    """Instructions with advice before some of them, and now and then within a clause."""
    lines = []
    for _ in range(rng.choice((4, 6, 9, 14, 20))):
        if not rng.randrange(4):
            imm = rng.choice(CODES) | rng.choice(SKIPS) << 4 | rng.choice((0, 0, *CODES)) << 7
            lines.append(f"s_delay_alu {imm | rng.choice((0, 0, 0, 0x800, 0x8000)):#x}")
        if not rng.randrange(20):
            lines.append("s_clause 0x2")
        lines.append(line_of(rng, wave))
    return lines


def advisable():
    """(architecture, wave size) of those that know advice."""
    for arch, _, wave in kinds():
        if any(form.op.note("advises") for form in sampler.forms_of(arch)):
            yield arch, wave


def of_advice(seed):
    """Advice that fits, that fits nothing, that is missing, that another replaces."""
    rng = Chance(f"{seed} advice")
    for arch, wave in advisable():
        programs = [advised(rng, wave) for _ in range(ADVICE)]
        known = list(dict.fromkeys(line for lines in programs for line in lines))
        code = dict(zip(known, assemble_lines(arch, wave, known)))
        for n, lines in enumerate(programs):
            yield Calls(f"advice {arch} {wave} {n}",
                        (run_of(rng, arch, wave, b"".join(code[line] for line in lines)),), (4, 64, 512))


# what writes or reads vector registers and is none of the vector ALU's
OTHERS = ("ds_swizzle_b32 v1, v0 offset:swizzle(SWAP,1)", "ds_bpermute_b32 v2, v0, v1", "v_mov_b32 v1, v0",
          "v_mov_b32 v2, v1", "v_rcp_f32 v1, v2", "s_mov_b32 s1, s0", "s_waitcnt lgkmcnt(0)")


def of_distant(seed):
    """Advice behind nearly as many instructions as are remembered, or more; what is no vector instruction between."""
    rng = Chance(f"{seed} distant advice")
    for arch, wave in advisable():
        lines = ["s_nop 0", *OTHERS, *(f"s_delay_alu {code:#x}" for code in range(12))]
        nop, *known = assemble_lines(arch, wave, lines)
        others, codes = known[:len(OTHERS)], known[len(OTHERS):]
        for n in range(DISTANT):
            count = rng.choice((0, 0, *range(REMEMBERED - 3, REMEMBERED + 3)))
            made = [rng.choice(others)] * rng.randrange(2) + [nop] * count + [rng.choice(codes)]
            made += [rng.choice(others) for _ in range(rng.choice((1, 2, 4)))]
            yield Calls(f"distant advice {arch} {wave} {n}", (run_of(rng, arch, wave, b"".join(made)),), (4, 64, 512))


def calls(seed):
    """All of them."""
    yield from of_exports(seed)
    yield from of_advice(seed)
    yield from of_distant(seed)
