"""Straight lines of instructions that compute, on few registers: what stands in a lane, in a half, in a bit that
another instruction left there or nobody did."""
from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import floor

from ..generators.single import encodings, sampler
from ..generators.drawn import values
from ..generators.drawn.shapes import MODES, SHAPES, exec_mask
from ..harness.assembly import assemble_lines
from ..model import disassemble
from ..spec import ARCHS, CERTIFIED, TARGETS, load, traits_of
from ..spec.encode import Operand, encode
from .chance import Chance
from .faults import is_alu
from .given import DECLARED, Given
from .listings import kinds_of_forms, with_field
from .partly import known_in, lanes_on, some_lanes

ROWS, TORN, MATRICES, CLAUSES = 1200, 900, 400, 400
INDICES = (0, 1, 5, 0xFFFFFFFF, 0xFFFFFFF8)            # of M0
PARTS, DWORD, SIGNED = 6, 6, 1                         # SDWA: a part, all; above it stands its sign
# operand codes: VCC, M0, NULL, EXEC, integers, apertures, floats, flags
CODES = (106, 107, 124, 125, 126, 127, 128, 129, 192, 193, 208, *range(235, 249), 251, 252, 253, 254)
CODED = 24                                             # instructions of a case
HOLD = ("s_setpc_b64", "s_swappc_b64", "s_call_b64", "s_rfe_b64", "s_cbranch_g_fork", "s_cbranch_join")


def near_fields(form, rng, wave):
    """A random encoding of `form` whose vector registers are few, so that instructions meet."""
    if form.layout == "vopd":
        return encodings.random_encoding(form, rng, wave)
    fields = encodings.random_fields(form, rng, wave)
    for name, value in fields.items():
        if isinstance(value, Operand) and value.code >= 256 and rng.randrange(8):
            fields[name] = Operand(256 + value.code % 12, value.literal, value.high)
    return encode(form, fields)


@cache
def computing(arch, wave):
    """Forms that compute: no memory, no jump, nothing that ends or stops a wave."""
    return [form for form in sampler.forms_of(arch) if is_alu(form.op) and not sampler.outside(form)
            and (form.layout != "vopd" or wave == 32) and form.op.name not in HOLD]


def any_word(rng: Chance) -> Callable[[], int]:
    """-> what draws a value that means something as an integer, as a float of some width, or as two halves.  So many
    are drawn that it does what choice() and values.pick() do without calling them."""
    number, bits = rng.random, rng.getrandbits
    single, half, double, whole = (values.patterns(*one) for one in (("f", 32), ("f", 16), ("f", 64), ("u", 32)))

    def pick(classes, width):
        patterns = classes[floor(number() * len(classes))]
        return bits(width) if patterns is None else patterns[floor(number() * len(patterns))]

    kinds = (lambda: floor(number() * 70), lambda: bits(32), lambda: pick(single, 32),
             lambda: pick(half, 16) | pick(half, 16) << 16, lambda: pick(double, 64) >> 32, lambda: pick(whole, 32))
    return lambda: kinds[floor(number() * len(kinds))]()


# What decides over the instructions after it: lanes, indexing, MODE.  s4 and s5 hold small numbers with bits above.
STEERING = """s_mov_b64 exec, 5
s_mov_b64 exec, -1
s_mov_b64 exec, 0xf0f00000
s_mov_b32 m0, s4
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 8), 0x5
s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 8), 0xf0"""
INDEXING = """s_set_gpr_idx_on s4, 0x1
s_set_gpr_idx_on s4, 0x9
s_set_gpr_idx_on s5, 0xf
s_set_gpr_idx_idx s5
s_set_gpr_idx_mode 0x6
s_set_gpr_idx_off"""


@cache
def steering(arch, wave):
    """The bytes of each line of STEERING, and of INDEXING where there is such a thing."""
    lines = STEERING if wave == 64 else STEERING.replace("b64 exec", "b32 exec_lo")
    return assemble_lines(arch, wave, (lines + ("\n" + INDEXING) * bool(traits_of(arch)["gpr_index"])).splitlines())


def of_rows(seed):
    """Many instructions on few registers, some of which hold nothing yet: modifiers, unused fields, EXEC, MODE and M0
    as they come, lanes that are on in one and off in the next."""
    for n in range(ROWS):
        rng = Chance(f"{seed} rows {n}")
        word = any_word(rng)
        arch = rng.choice(CERTIFIED)
        wave = rng.choice(TARGETS[arch].waves)
        forms = computing(arch, wave)
        code = bytearray()
        for _ in range(rng.choice((2, 6, 12, 24))):
            code += near_fields(rng.choice(forms), rng, wave)
            if not rng.randrange(5):
                code += rng.choice(steering(arch, wave))
        state = {f"v{k}": [word() for _ in range(wave)] for k in range(13) if rng.randrange(5)}
        state |= {f"s{k}": word() for k in range(102) if rng.randrange(8)}
        state |= {f"s{k}": rng.randrange(6) | rng.getrandbits(8) << 8 for k in (4, 5) if rng.randrange(8)}
        state |= {"exec": exec_mask(rng, rng.choice(SHAPES), wave), "m0": rng.choice(INDICES)}
        state |= {"m0": rng.getrandbits(32)} if not rng.randrange(3) else {}
        state |= {"vcc": rng.getrandbits(wave)} if rng.randrange(4) else {}
        state |= {"scc": rng.randrange(2)} if rng.randrange(4) else {}
        state |= {"mode": rng.choice((*MODES.values(), rng.getrandbits(10)))} if rng.randrange(2) else {}
        vgprs = rng.choice((256, 256, 256, 8, 12))
        state = {name: value for name, value in state.items() if name not in {f"v{k}" for k in range(vgprs, 13)}}
        yield Given({"assay": 1, "name": f"rows {n}", "arch": arch, "wave": wave, "code": code.hex(), "state": state,
                     "vgprs": vgprs, "limits": {"instructions": 100}}, rng.randrange(len(DECLARED)))


def of_torn(seed):
    """One instruction, or two, on registers that are known in some lanes alone."""
    for n in range(TORN):
        rng = Chance(f"{seed} torn {n}")
        word = any_word(rng)
        arch = rng.choice(CERTIFIED)
        wave = rng.choice(TARGETS[arch].waves)
        forms = computing(arch, wave)
        lent = [form for form in forms if form.layout == "vinterp"]
        state = {f"v{k}": [word() for _ in range(wave)] for k in range(6, 26)}
        state |= {f"s{k}": rng.getrandbits(32) for k in range(102)} | {"vcc": rng.getrandbits(wave), "m0": 0}
        code = b"".join(known_in(arch, wave, some_lanes(rng, wave), reg, 20 + reg) for reg in range(6))
        code += lanes_on(arch, wave, exec_mask(rng, rng.choice(SHAPES), wave))
        for _ in range(rng.choice((1, 1, 2))):
            code += near_fields(rng.choice(lent if lent and not rng.randrange(4) else forms), rng, wave)
        yield Given({"assay": 1, "name": f"torn {n}", "arch": arch, "wave": wave, "code": code.hex(), "state": state,
                     "limits": {"instructions": 100}})


def coded(form, rng, wave):
    """Instructions of a form, each source in turn by each of CODES, as far as they are any."""
    layout = load().encodings[ARCHS[form.arch], form.layout]
    for name, (at, width) in layout.fields.items():
        if width not in (8, 9) or not name.startswith(("src", "ssrc")):
            continue
        for one in CODES:
            code = with_field(near_fields(form, rng, wave), at, width, one)[:4 * layout.dwords]
            if disassemble(form.arch, wave, code)[0] == len(code):
                yield code


def of_codes(seed):
    """Every kind of operand by codes that are no plain registers: constants as each type has them, what has a name."""
    for arch in CERTIFIED:
        wave = TARGETS[arch].waves[0]
        known = {form.mnemonic: form for form in computing(arch, wave) if not form.extension}
        for form in kinds_of_forms(arch):
            if form.extension or form.mnemonic not in known or form.op.shape == "matrix":
                continue
            rng = Chance(f"{seed} codes {arch} {form.mnemonic}")
            codes, word = list(coded(form, rng, wave)), any_word(rng)
            rng.shuffle(codes)
            for n in range(0, len(codes), CODED):
                state = {f"v{k}": [word() for _ in range(wave)] for k in range(14)}
                state |= {f"s{k}": word() for k in range(102)}
                state |= {"vcc": rng.getrandbits(wave), "m0": 0x10000, "scc": rng.randrange(2)}
                yield Given({"assay": 1, "name": f"codes {arch} {form.mnemonic} {n}", "arch": arch, "wave": wave,
                             "code": b"".join(codes[n:n + CODED]).hex(), "state": state, "lds": 512,
                             "limits": {"instructions": 100}}, rng.randrange(len(DECLARED)))


def of_parts(seed):
    """SDWA: a result in each byte and word, the sign above it, of numbers that have bits everywhere."""
    arch = next(arch for arch in CERTIFIED if any(form.extension == "sdwa" for form in sampler.forms_of(arch)))
    for form in sampler.forms_of(arch):
        layout = load().encodings[ARCHS[arch], form.extension] if form.extension == "sdwa" else None
        if layout is None or "dst_sel" not in layout.fields:
            continue
        rng = Chance(f"{seed} parts {form.mnemonic}")
        code = b""
        for part in range(PARTS):
            fields = encodings.random_fields(form, rng, 64) | {"dst_sel": part, "dst_unused": SIGNED, "clamp": 0}
            fields |= {name: DWORD for name in ("src0_sel", "src1_sel") if name in fields}
            fields |= {name: Operand(256 + at) for name, at in (("vdst", 10 + part), ("src0", 1), ("vsrc1", 2))
                       if name in fields}
            code += encode(form, fields)
        state = {f"v{k}": [rng.getrandbits(31 - k % 2 * 8) ^ rng.getrandbits(1) << 31 if lane % 2 else
                           (127 + rng.randrange(24)) << 23 | rng.getrandbits(23) | rng.getrandbits(1) << 31
                           for lane in range(64)] for k in (*range(13), *range(10, 10 + PARTS))}
        yield Given({"assay": 1, "name": f"parts {form.mnemonic}", "arch": arch, "wave": 64, "code": code.hex(),
                     "state": state | {"vcc": rng.getrandbits(64)}})


@cache
def matrices(arch):
    return [form for form in sampler.forms_of(arch) if form.op.shape == "matrix"]


# one, minus one, two and zero as f16 and as bf16; zeros; anything
ELEMENTS = (0x3C00, 0xBC00, 0x4000, 0), (0x3F80, 0xBF80, 0x4000, 0), (0, 0x8000, 0, 0x8000), range(1 << 16)


def factor_row(rng, wave):
    """Small floats of some format, alike in every 16 lanes but for a lane now and then; or nothing but zeros."""
    ones = rng.choice(ELEMENTS)
    row = [rng.choice(ones) | rng.choice(ones) << 16 for _ in range(16)] * (wave // 16)
    if not rng.randrange(30):
        row[rng.randrange(wave)] ^= 1 << rng.randrange(32)
    return row


def cancelling(rng, k: int, wave: int) -> list[int]:
    """Rows 0 to 15: elements in pairs that are alike; 16 to 31: that differ in their sign, but for a last bit now and
    then; so the products of a sum nearly cancel.  Above: what stands beside them."""
    if k >= 32:
        anyhow = lambda: [values.pick(rng, "f", 32) for _ in range(16)] * (wave // 16)
        return factor_row(rng, wave) if rng.randrange(2) else anyhow()
    exponent, found = rng.randrange(4), []
    for _ in range(16):
        half = rng.choice((0x3C00, 0x3F80)) + 0x400 * exponent + rng.getrandbits(7)
        other = half ^ (0x8000 if k >= 16 else 0) ^ (0 if rng.randrange(4) else 1 << rng.randrange(7))
        found.append(half | other << 16)
    return found * (wave // 16)


def of_matrices(seed):
    """WMMA on rows that are alike in every 16 lanes or nearly, some lanes of which hold nothing; that overlap, that are
    off."""
    arch = next(arch for arch in CERTIFIED if matrices(arch))
    for n in range(MATRICES):
        rng = Chance(f"{seed} matrices {n}")
        wave = rng.choice(TARGETS[arch].waves)
        cancel = n % 3 == 0
        state = {f"v{k}": cancelling(rng, k, wave) if cancel else factor_row(rng, wave) for k in range(40)}
        code = b""
        for lane in rng.sample(range(wave), rng.choice((0, 0, 1, 4)) if not cancel else 0):
            state["v0"][lane] ^= 1 << rng.randrange(32)
        for reg in rng.sample((2, 4, 9, 17, 26), rng.choice((0, 0, 1, 2))):
            state.pop(f"v{reg}")
            code += known_in(arch, wave, some_lanes(rng, wave), reg, 0)
        if not rng.randrange(8):
            code += lanes_on(arch, wave, some_lanes(rng, wave))
        form = rng.choice(matrices(arch))
        fields = encodings.random_fields(form, rng, wave)
        blocks = [0, rng.randrange(2), rng.choice((2, 3)), 4] if cancel else rng.sample(range(5), 4)
        for name, block in zip(("vdst", "src0", "src1", "src2"), blocks):
            if fields[name].code >= 256:
                fields[name] = Operand(256 + (8 * block if rng.randrange(16) else rng.randrange(32)))
        if not rng.randrange(4):
            fields["neg_hi"] = 1 << rng.randrange(3)
        yield Given({"assay": 1, "name": f"matrices {n}", "arch": arch, "wave": wave,
                     "code": (code + encode(form, fields)).hex(), "state": state,
                     "vgprs": rng.choice((256, 256, 40))}, rng.randrange(len(DECLARED)))


# ---- clauses ----

# a line of each type a clause may have, what may stand inside of any, and what may not
MEMBERS = """v_mov_b32 v1, v2
v_add_nc_u32 v3, v1, v2
ds_load_b32 v4, v0
s_load_b32 s12, s[8:9], 0x0
global_load_b32 v5, v0, s[8:9]
global_store_b32 v0, v2, s[8:9]
global_atomic_add_u32 v0, v2, s[8:9]
flat_load_b32 v6, v[10:11]
flat_store_b32 v[10:11], v2
flat_atomic_add_u32 v[10:11], v2
image_load v[20:23], v[0:1], s[16:23] dmask:0xf dim:SQ_RSRC_IMG_2D
s_mov_b32 s13, 1
exp mrt0 v0, v0, v0, v0
s_nop 0
s_sleep 0
s_delay_alu instid0(VALU_DEP_1)""".splitlines()


def of_clauses(seed):
    """S_CLAUSE of any length and parts before instructions that are of one type, or nearly; the code may end in it."""
    arch = next(arch for arch in CERTIFIED if any(form.op.name == "s_clause" for form in sampler.forms_of(arch)))
    for n in range(CLAUSES):
        rng = Chance(f"{seed} clauses {n}")
        wave = rng.choice(TARGETS[arch].waves)
        members = assemble_lines(arch, wave, MEMBERS)
        kind = rng.choice(members[:10] if rng.randrange(6) else members)
        inside = rng.choice((members, members[-3:], members[:2]))
        length, parts = rng.choice((0, 1, 2, 3, 4, 5, 7, 62, 63)), rng.choice((0, 0, 1, 2, 3, 4, 15))
        clause = assemble_lines(arch, wave, ["s_clause 0x1"])[0]
        code = (length | parts << 8 | rng.getrandbits(2) << 6).to_bytes(2, "little") + clause[2:]
        for _ in range(min(length + rng.choice((1, 1, 1, 0, 2)), 66)):
            code += kind if rng.randrange(6) else rng.choice(inside)
        if rng.randrange(4):
            code += assemble_lines(arch, wave, ["s_endpgm"])[0]
        yield Given({"assay": 1, "name": f"clauses {n}", "arch": arch, "wave": wave, "code": code.hex(), "lds": 512,
                     "state": {"s[8:9]": "m", "v0": [0] * wave, "v[10:11]": ["m"] * wave, "v2": [1] * wave},
                     "memory": [{"name": "m", "size": 64}], "limits": {"instructions": 100}})
