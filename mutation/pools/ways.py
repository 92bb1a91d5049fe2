"""What few programs come to of the straight ways, the long one and decoding: V_INTERP where lanes are off or open,
flags of what compares on its way, sources of exports by every number, memory where nobody watches waves, loads
that are waited for at once, neighbours far back, fields that are none.  A seed fixes them."""
from __future__ import annotations

from ...harness.assembly import assemble_lines
from ...harness.case import POLICIES
from ...model.machine import EVERY_WAVE, V0, register_codes
from ...spec import ARCHS, CERTIFIED, TARGETS, load
from ...spec.encode import Operand, encode
from ..calls import Call, Calls
from ..chance import Chance
from ..listings import with_field
from ..partly import known_in
from .memory import forms_of, row_of
from .waits import drained, kinds

MOST = 2**32 - 1
MEMORY, PRIVATE, SIZE, LDS, SCRATCH = 0x20000, 0x700080000, 1024, 1024, 64
SIZES = 4, 64, 2048
TOGETHER = 8                                           # runs of one machine


def run_of(rng, arch: str, wave: int, code: bytes, live: int | None = None, **more) -> Call:
    """With places in v1, all other vector registers, and scalar ones, holding anything."""
    codes, live = register_codes(arch), (1 << wave) - 1 if live is None else live
    rows = {n: rng.words(wave) for n in range(2, 40)}
    scalars = {n: rng.getrandbits(32) for n in range(20, 40)}
    scalars |= {8: MEMORY, 9: 0, codes["m0"]: MOST, codes["exec"]: live & MOST}
    scalars |= {codes["exec"] + 1: live >> 32} if wave == 64 else {}
    rows |= {1: [4 * lane for lane in range(wave)]}
    sets = [*((EVERY_WAVE, V0 + n, row_of(row)) for n, row in rows.items()),
            *((EVERY_WAVE, n, value) for n, value in scalars.items())]
    given = {"arch": arch, "wave": wave, "code": code + drained(arch, wave), "sets": sets, "policy": "early",
             "seed": rng.randrange(100), "lds_bytes": LDS, "lds": rng.randbytes(LDS), "limit": 200,
             "regions": ((MEMORY, rng.randbytes(SIZE)),)}
    return Call(given | more)


def grouped(title: str, runs: list[Call]):
    """Calls of a few runs each."""
    for n in range(0, len(runs), TOGETHER):
        yield Calls(f"{title} {n}", tuple(runs[n:n + TOGETHER]), SIZES)


# ---- parameters ----

INTERPS = """v_interp_p10_f32 v30, v20, v21, v22 wait_exp:7
v_interp_p2_f32 v30, v20, v21, v22 wait_exp:7
v_interp_p10_f16_f32 v30, v20, v21, v22 wait_exp:7
v_interp_p2_f16_f32 v30, v20, v21, v22 wait_exp:7
v_interp_p2_f16_f32 v30, v20, v21, v22 op_sel:[0,0,0,1] wait_exp:7
v_interp_p2_rtz_f16_f32 v30, v20, v21, v22 wait_exp:7"""
TORN = 40                                              # a register nobody sets


def of_interps(seed):
    """Few lanes on; a source that is known in one half of the wave alone."""
    rng = Chance(f"{seed} ways of parameters")
    for arch, family, wave in kinds():
        runs, half = [], (1 << wave // 2) - 1
        for code in assemble_lines(arch, wave, INTERPS.splitlines()) if family == "gfx11" else ():
            runs.append(run_of(rng, arch, wave, code, rng.choice((0xf0f5, 0x8421, 1 << 31 | 0xfe))))
            torn = known_in(arch, wave, rng.choice((half, half, half << wave // 2)), TORN, 23)
            runs.append(run_of(rng, arch, wave, torn + with_field(code, 32, 9, 256 + TORN)))
        yield from grouped(f"ways of parameters {arch} {wave}", runs)


# ---- flags ----

ASKING = "v_cubeid_f32", "v_cubesc_f32", "v_cubetc_f32", "v_cubema_f32", "v_med3_f32", "v_min3_f32", "v_max3_f32"
QUIET, ONE = 0x7FC00000, 0x3F800000


def of_flags(seed):
    """What compares on its way, with clamp, and sources of which some are no numbers, where flags are watched."""
    rng = Chance(f"{seed} ways of flags")
    for arch, _, wave in kinds():
        runs = []
        for code in assemble_lines(arch, wave, [f"{name} v30, v20, v21, v22 clamp" for name in ASKING]):
            call = run_of(rng, arch, wave, code, watch_flags=True)
            quiet = rng.choice((20, 21, 22, 22))
            words = {n: QUIET if n == quiet else ONE + rng.getrandbits(8) for n in (20, 21, 22)}
            call.given["sets"] += [(EVERY_WAVE, V0 + n, row_of([word] * wave)) for n, word in words.items()]
            runs.append(call)
        yield from grouped(f"ways of flags {arch} {wave}", runs)


# ---- exports ----

EXPORTED = 30, 31, 32, 33, 62, 63, 64, 65, 66, 127, 128, 129, 191, 192, 193, 254, 255
OTHERS = 0, 3, 95, 96, 160


def of_exports(seed):
    """Sources by every number near those where words end, each overwritten before it is read; others too."""
    rng = Chance(f"{seed} ways of exports")
    for arch, _, wave in kinds():
        runs = []
        for reg in EXPORTED:
            named = [reg, *rng.sample(EXPORTED, 3)]
            lines = [f"exp mrt0 {', '.join(f'v{n}' for n in named)}",
                     *(f"v_mov_b32 v{n}, {n % 60}" for n in dict.fromkeys((*OTHERS, *named, (reg + 32) % 256)))]
            code = b"".join(assemble_lines(arch, wave, lines))
            runs.append(run_of(rng, arch, wave, code, policy=rng.choice(POLICIES)))
        yield from grouped(f"ways of exports {arch} {wave}", runs)


NOTHING = "exp mrt0 v20, v20, v21, v21 compr"


def of_nothing(seed):
    """Exports of no half at all whose first source has a number."""
    rng = Chance(f"{seed} exports of nothing")
    for arch, family, wave in kinds():
        if family != "gfx9":
            continue
        code, = assemble_lines(arch, wave, [NOTHING])
        runs = [run_of(rng, arch, wave, bytes([code[0] & 0xf0, *code[1:4], *sources]))
                for sources in ((20, 0, 0, 0), (0, 20, 0, 0), (1, 0, 0, 0), (0, 0, 0, 0))]
        yield from grouped(f"exports of nothing {arch} {wave}", runs)


# ---- memory where nobody watches waves: private by itself, LDS past the vector ALU ----

SEEN = {"gfx9": [("scratch_store_dword off, v20, s30", "global_load_dword v30, v1, s[8:9]"),
                 ("ds_write_b32 v1, v20", "v_mov_b32 v30, src_lds_direct")],
        "gfx11": [("scratch_store_b32 off, v20, s30", "global_load_b32 v30, v1, s[8:9]")]}
EXPORT = "exp mrt0 v20, v21, v22, v23", "s_waitcnt expcnt(0)"
DIRECT = 2 << 16                                       # M0: a dword at 0
LONGER = 40                                            # instructions that do nothing, more than the other's turn


def two_waves(arch: str, wave: int, first: list[str], second: list[str]) -> bytes:
    """Code of which the wave whose s25 is 0 runs the one, the other wave the rest."""
    ask, skip, *code = assemble_lines(arch, wave, ["s_cmp_lg_u32 s25, 0", "s_cbranch_scc1 0", *first, *second])
    size = sum(map(len, code[:len(first)])) // 4
    return ask + size.to_bytes(2, "little") + skip[2:] + b"".join(code)


def of_seen(seed):
    """What one wave stores before an export that is waited for, as another wave finds it."""
    rng = Chance(f"{seed} seen past exports")
    for arch, family, wave in kinds():
        runs = []
        for store, seen in SEEN[family]:
            code = two_waves(arch, wave, [store, *EXPORT, *["s_nop 0"] * LONGER, "s_endpgm"], [seen])
            for policy in ("late", "late", "adversarial", "random"):
                call = run_of(rng, arch, wave, code, policy=policy, scratch_bytes=SCRATCH, scratch_base=PRIVATE,
                              group=[2 * wave, 1, 1], grid=[2 * wave, 1, 1], schedule="round-robin",
                              regions=((PRIVATE, rng.randbytes(2 * SCRATCH * wave + 64)),))
                call.given["sets"] += [(EVERY_WAVE, 8, PRIVATE & MOST), (EVERY_WAVE, 9, PRIVATE >> 32),
                                       (EVERY_WAVE, 30, 0), (0, 25, 0), (1, 25, 1),
                                       (1, register_codes(arch)["m0"], DIRECT)]
                runs.append(call)
        yield from grouped(f"seen past exports {arch} {wave}", runs)


# ---- neighbours ----

PRODUCERS = "v_mov_b32 v20, v21", "v_rcp_f32 v20, v21", "s_mov_b32 s20, s21"
CODES = 1, 5, 9                                        # of S_DELAY_ALU: the last one of each kind
CONSUMERS = "v_mov_b32 v30, v22", "v_add_f32 v30, s22, v22", "v_add_f32 v30, s20, v20"
BETWEEN = 28, 29, 30, 31


def of_far(seed):
    """Advice, and loads past the vector ALU, for what ran as long ago as is remembered, and longer."""
    rng = Chance(f"{seed} far neighbours")
    for arch, family, wave in kinds():
        if family != "gfx11":
            continue
        programs = [[made, *["s_nop 0"] * count, f"s_delay_alu {code:#x}", used] for count in BETWEEN
                    for made, code in zip(PRODUCERS, CODES) for used in CONSUMERS]
        programs += [["global_load_b32 v31, v1, s[8:9]", *["s_nop 0"] * count, "lds_direct_load v1 wait_vdst:15"]
                     for count in BETWEEN]
        programs += [["flat_load_b32 v31, v[2:3]", f"lds_direct_load v{reg} wait_vdst:15"] for reg in (3, 4, 5)]
        runs = []
        for lines in programs:
            call = run_of(rng, arch, wave, b"".join(assemble_lines(arch, wave, lines)))
            call.given["sets"] += [(EVERY_WAVE, V0 + 2, row_of([MEMORY] * wave)),
                                   (EVERY_WAVE, V0 + 3, row_of([0] * wave))]
            runs.append(call)
        yield from grouped(f"far neighbours {arch} {wave}", runs)


# ---- loads that the next instruction waits for ----

AWAITED = {"gfx9": ("ds_read_b32 v{0}, v1", "ds_read_b64 v[{0}:{1}], v2", "global_load_dword v{0}, v1, s[8:9]"),
           "gfx11": ("ds_load_b32 v{0}, v1", "ds_load_b64 v[{0}:{1}], v2", "global_load_b32 v{0}, v1, s[8:9]")}
BEFORE = "", "v_rcp_f32 v{0}, v3", "v_mov_b32 v{0}, v3"      # what the register holds: nothing, within bounds, a value


def of_awaited(seed):
    """Of all lanes and of some, to registers that are open, within bounds or known, of every part of the file."""
    for arch, family, wave in kinds():
        rng, runs = Chance(f"{seed} awaited {arch} {wave}"), []
        for load_, before in ((one, other) for one in AWAITED[family] for other in BEFORE):
            for reg in (40, 100, 150, 250):
                code = b"".join(assemble_lines(arch, wave, [x.format(reg, reg + 1) for x in (before, load_) if x]))
                call = run_of(rng, arch, wave, code, rng.choice((None, None, rng.getrandbits(wave))))
                call.given["sets"] += [(EVERY_WAVE, V0 + 2, row_of([8 * lane for lane in range(wave)]))]
                call.given["policy"] = rng.choice(POLICIES)
                runs.append(call)
        yield from grouped(f"awaited loads {arch} {wave}", runs)


# ---- fields ----

LOADS = "s_load_", "s_buffer_load_"

def of_offsets(seed):
    """Scalar loads whose offset stands in a register, with one bit in the field that is none."""
    for arch in CERTIFIED:
        rng, runs = Chance(f"{seed} offsets that are none {arch}"), []
        for form in forms_of(arch)["smem"]:
            places = load().encodings[ARCHS[arch], form.layout].fields
            if "soffset_en" not in places or not form.op.name.startswith(LOADS):
                continue
            for offset in (1, 2, 0):
                wave = rng.choice(TARGETS[arch].waves)
                fields = {"imm": 0, "soffset_en": 1, "soffset": 30, "offset": offset, "sbase": Operand(8),
                          "sdata": Operand(40)}
                call = run_of(rng, arch, wave, encode(form, fields))
                call.given["sets"] += [(EVERY_WAVE, 30, 4 * rng.randrange(8))]
                runs.append(call)
        yield from grouped(f"offsets that are none {arch}", runs)


def calls(seed):
    """All of them."""
    for kind in (of_interps, of_flags, of_exports, of_nothing, of_seen, of_far, of_awaited, of_offsets):
        yield from kind(seed)
