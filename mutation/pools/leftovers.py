"""What few cases of single operations come to: parameters as f16 whose results take the place of their weights,
reciprocals about the greatest number whose own is no subnormal; f16 products whose last digit decides, rows of f16 of
which no lane is strange; sums in several orders of which each gives another NaN.  A seed fixes them."""
from __future__ import annotations

import struct

from ...generators.single import sampler
from ...generators.single.encodings import random_fields
from ...harness.assembly import assemble_lines
from ...model.machine import EVERY_WAVE, V0
from ...spec import CERTIFIED, TARGETS, load
from ...spec.encode import Operand, encode
from ..calls import Calls
from ..chance import Chance
from ..given import Given
from .floats import LAYOUTS, float_names
from .memory import end, row_of as packed, run_of
from .waits import kinds

RUNS, LDS = 8, 1024                                    # cases of a form
MODES = 0x3F0, 0x3C0, 0x000, 0x240                     # f32 subnormals kept and not, IEEE and not
WEIGHT, PART, OTHER = 20, 21, 24
SMALL = 0.0, 0.25, 0.5, 1.0, 1.5, 2.0, -1.0, -3.0, 64.0      # products and sums of them are not rounded
POWER = 0x7E800000                                     # 2^126
PLAIN = "omod", "clamp", "neg", "abs", "attr", "op_sel"
SUMS = 8                                               # of NaNs
ONES, INFINITE = 0xFFFFFFFF, 0x7C00                    # the NaN that invalid operations give; in f16
LEAST = 0x0400                                         # 2^-14 as f16
KEPT = 0x3F0                                           # subnormals are kept and results go to the nearest


def words(fmt: str, values) -> bytes:
    return struct.pack(f"<{len(values)}{fmt}", *values)


def row_of(rng, wave: int) -> list[int]:
    """Numbers that go through f16 and f32 as they are."""
    return list(struct.unpack(f"<{wave}I", words("f", rng.choices(SMALL, k=wave))))


def case(form, n: int, wave: int, fields: dict, **more) -> Given:
    return Given({"assay": 1, "name": f"leftovers {form.mnemonic} {n}", "arch": form.arch, "wave": wave,
                  "code": encode(form, fields).hex(), **more})


def parameter(form, n: int, rng) -> Given:
    """The result over the weight every other time, where it would be read again."""
    wave = rng.choice(TARGETS[form.arch].waves)
    fields = random_fields(form, rng, wave) | dict.fromkeys(PLAIN, 0)
    fields |= {"src0": Operand(256 + WEIGHT), "vdst": Operand(256 + (OTHER, WEIGHT)[n % 2])}
    if isinstance(fields.get("src2"), Operand):
        fields["src2"] = Operand(256 + PART)
    state = {f"v{reg}": row_of(rng, wave) for reg in (WEIGHT, PART, OTHER)}
    state |= {"m0": 0, "mode": rng.choice(MODES)}
    return case(form, n, wave, fields, state=state, lds=LDS,
                lds_bytes=words("e", rng.choices(SMALL, k=LDS // 2)).hex())


def reciprocal(form, n: int, rng) -> Given:
    """Of both signs."""
    wave = rng.choice(TARGETS[form.arch].waves)
    fields = {"src0": Operand(256 + WEIGHT), "vdst": Operand(256 + OTHER)}
    some = [POWER + k for k in (-1, 0, 0, 1, 1, 2, rng.randrange(1 << 20))]
    state = {f"v{WEIGHT}": [x | rng.getrandbits(1) << 31 for x in rng.choices(some, k=wave)],
             "mode": rng.choice(MODES)}
    return case(form, n, wave, fields, state=state)


def just_below() -> list[tuple[int, int, int]]:
    """f16 a, b, c with a * b + c = 2^-14 - 2^-38, the f32 right below the normal f16: the significands of a and b
    multiply to one more than a multiple of 2^14."""
    found = []
    for p in range(1025, 2048, 2):
        q = pow(p, -1, 1 << 14)
        k = p * q >> 14
        if 1024 <= q < 2048 and k < 256:
            found.append((0x9800 | p & 1023, 0x1800 | q & 1023, LEAST + k))
    return found


def middles() -> list[tuple[int, int, int]]:
    """f16 a, b, c whose product lies in the middle of two subnormals, so that of the sum it makes a middle as well."""
    return [(0x0C00 | sign, 0x0800, LEAST + k) for k in (1, 3, 5) for sign in (0, 0x8000)]


def digits() -> list[tuple[int, int, int]]:
    """f16 a, b, c whose product, 3/2 times an odd number, lies in the middle of two, the lesser of which c takes
    away."""
    return [(0x3E00, 0x3C00 | q & 1023, 0xBC00 | 3 * q // 2 & 1023) for q in range(1025, 1366, 2)]


def last_digit(form, n: int, rng) -> Given:
    """Products and sums in f16, of which a digit far down decides how they are rounded."""
    wave, some = rng.choice(TARGETS[form.arch].waves), (digits(), middles(), just_below())[n % 3]
    fields = random_fields(form, rng, wave)
    fields |= {name: 0 for name in (*PLAIN, "neg_hi") if name in fields}
    fields |= {name: Operand(256 + WEIGHT + k) for k, name in enumerate(("src0", "src1", "src2"))}
    fields["vdst"] = Operand(256 + OTHER)
    rows = zip(*(rng.choice(some) for _ in range(wave)))
    state = {f"v{WEIGHT + k}": [x | x << 16 for x in row] for k, row in enumerate(rows)}
    state[f"v{OTHER}"] = [rng.getrandbits(32)] * wave           # half of it may be kept, and all be open otherwise
    return case(form, n, wave, fields, state=state | {"mode": KEPT if n < 6 else rng.choice((0x300, 0x340, 0x380))})


# exponents of f16 in a row: about one; where sums and products of two are just normal; where they are just finite
EXPONENTS = (-3, 3), (-8, -6), (5, 7), (-1, 0)


def half(rng, low: int, high: int) -> int:
    """An f16 of an exponent within these."""
    return (15 + rng.randint(low, high)) << 10 | rng.getrandbits(10) | rng.getrandbits(1) << 15


def plain_row(form, n: int, rng) -> Given:
    """Numbers that the host's own f16 do, in every lane: where one is strange the whole row is done another way."""
    wave, ends = rng.choice(TARGETS[form.arch].waves), EXPONENTS[n % len(EXPONENTS)]
    fields = random_fields(form, rng, wave)
    fields |= {name: 0 for name in ("omod", "clamp", "op_sel", "neg_hi", "op_sel_hi2") if name in fields}
    fields |= {f"src{k}": Operand(256 + WEIGHT + k) for k in range(3) if f"src{k}" in fields}
    fields |= {"vdst": Operand(256 + OTHER), **({"vsrc1": Operand(256 + WEIGHT + 1)} if "vsrc1" in fields else {})}
    state = {f"v{WEIGHT + k}": [half(rng, *ends) | half(rng, *ends) << 16 for _ in range(wave)] for k in range(3)}
    for at, name in float_names(form.op):
        if name == "f32":
            state[f"v{WEIGHT + at}"] = list(struct.unpack(f"<{wave}I", words("f", [
                struct.unpack("<e", half(rng, *ends).to_bytes(2, "little"))[0] for _ in range(wave)])))
    state[f"v{OTHER}"] = [half(rng, *ends) | half(rng, *ends) << 16 for _ in range(wave)]
    return case(form, n, wave, fields, state=state | {"mode": KEPT})


def is_widened(form) -> bool:
    op = form.op
    return form.layout in LAYOUTS and not form.extension and bool(op.note("wide") or load().ops[op.body].note("wide"))


def kind_of(form):
    """Who makes the cases of a form, if anybody."""
    if form.layout == "vop3i" and "_f16" in form.mnemonic:
        return parameter
    if form.layout == "vop1" and form.op.name == "v_rcp_f32" and not form.extension:
        return reciprocal
    products = "v_mad_f16", "v_fma_f16", "v_pk_fma_f16"
    return last_digit if form.op.name in products and not form.extension else None


def cases(seed):
    """All of them."""
    for arch in CERTIFIED:
        for form in sampler.forms_of(arch):
            for of, first in ((kind_of(form), 0), (plain_row if is_widened(form) else None, RUNS)):
                if of is None:
                    continue
                for n in range(first, first + RUNS):
                    yield of(form, n, Chance(f"{seed} leftovers {arch} {form.mnemonic} {n}"))


def calls(seed):
    """Sums that begin with a NaN of all ones without its sign, or with what zero times infinity gives: the same with
    it, as declared; or next to them."""
    rng = Chance(f"{seed} leftovers")
    for arch, _, wave in kinds():
        code, runs = assemble_lines(arch, wave, ["v_dot2_f32_f16 v24, v20, v21, v22"])[0] + end(arch, wave), []
        for n in range(SUMS):
            rows = {20: [0] * wave, 21: rng.choices((INFINITE, INFINITE << 16), k=wave),
                    22: [(ONES >> 1) - rng.choice((0, 0, 1, 2)) for _ in range(wave)]}
            call = run_of(rng, arch, wave, code, [(EVERY_WAVE, V0 + reg, packed(row)) for reg, row in rows.items()])
            call.given["choices"] = {"nan_generated": (0x7E00, ONES - n % 2, 0x7FF8 << 48)}
            runs.append(call)
        yield Calls(f"leftovers {arch} {wave} sums of NaNs", tuple(runs), (4, 64, 512))
