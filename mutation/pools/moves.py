"""Lanes that move: every control of DPP, selects of DPP8 and the offsets of DS_SWIZZLE where its modes meet, on lanes
that differ, with lanes off and rows and banks masked, the first or the last lane alone too; every mode of DS_SWIZZLE,
each of its fields, on all lanes.  A seed fixes them."""
from __future__ import annotations

from functools import cache


from ...generators.single import encodings, sampler
from ...generators.single.encodings import dpp_controls
from ...generators.drawn.shapes import SHAPES, exec_mask
from ...harness.assembly import assemble_lines
from ...spec import ARCHS, CERTIFIED, TARGETS
from ...spec.encode import Operand, encode
from ..chance import Chance
from ..given import Given
from ..partly import known_in, lanes_on, some_lanes

A_CASE, MANY = 8, 64                                   # instructions, each with a result of its own
TORN = 70                                              # of each architecture and wave size
SWIZZLES = (0, 0x1F, 0x7FFF, 0x7FE0, 0x7C1F, 0x8000, 0x8001, 0x80E4, 0x80FF, 0x8100, 0xBFFF, 0xC000, 0xC01F, 0xC3FF,
            0xC400, 0xC7E0, 0xDFFF, 0xE000, 0xE01F, 0xFFFF)


@cache
def form_of(arch: str, name: str, extension: str):
    """The shortest form of that kind."""
    return next(form for form in sampler.forms_of(arch) if form.op.name == name and form.extension == extension)


def moved(rng, arch: str, wave: int, control: int, to: int) -> bytes:
    """A move of v1 by a control of DPP."""
    form = form_of(arch, "v_mov_b32", "dpp")
    fields = encodings.random_fields(form, rng, wave)
    fields |= {"dpp_ctrl": control, "vdst": Operand(256 + to), "src0": Operand(256 + 1)}
    fields |= {name: 0 for name in ("neg0", "abs0") if name in fields}
    fields |= {name: rng.choice((15, 15, 15, 0, 5, 10, 8, rng.randrange(16))) for name in ("row_mask", "bank_mask")}
    return encode(form, fields)


def selected(rng, arch: str, wave: int, to: int) -> bytes:
    """A move of v1 by eight selects."""
    form = form_of(arch, "v_mov_b32", "dpp8")
    fields = encodings.random_fields(form, rng, wave) | {"vdst": Operand(256 + to), "src0": Operand(256 + 1)}
    return encode(form, fields | {f"lane{n}": rng.choice((n, rng.randrange(8))) for n in range(8)})


def swizzled(rng, arch: str, wave: int, offset: int, to: int) -> bytes:
    """A swizzle of v1 by an offset of 16 bits."""
    form = form_of(arch, "ds_swizzle_b32", "")
    fields = encodings.random_fields(form, rng, wave)
    fields |= {name: 0 for name in ("gds", "data0", "data1") if name in fields}
    fields |= {"vdst": Operand(256 + to), "addr": Operand(256 + 1)}
    fields |= {"offset0": offset & 0xFF, "offset1": offset >> 8} if "offset0" in fields else {"offset": offset}
    return encode(form, fields)


def instructions(rng, arch: str, wave: int):
    """How each is made, by the register it writes."""
    for controls in dpp_controls(ARCHS[arch]):
        for control in controls:
            for _ in range(2 if len(controls) < 32 else 1):
                yield lambda to, control=control: moved(rng, arch, wave, control, to)
        yield lambda to, control=controls[-1]: moved(rng, arch, wave, control, to)
    if any(form.op.name == "v_mov_b32" and form.extension == "dpp8" for form in sampler.forms_of(arch)):
        yield from [lambda to: selected(rng, arch, wave, to)] * 16
    for offset in (*SWIZZLES, *(rng.getrandbits(16) for _ in range(60))):
        yield lambda to, offset=offset: swizzled(rng, arch, wave, offset, to)


def patterns() -> list[int]:
    """Offsets of DS_SWIZZLE: masks that leave all lanes and set, clear or turn each bit or two of them; every quad,
    rotation, and mask of a transform and of what a rotation leaves; bits that no mode looks at."""
    bits = [0, *(1 << n for n in range(5)), *(3 << n for n in range(4)), 31]
    masks = [each | other << 5 | turn << 10 for each in (31, 27, 15, 0, *bits) for other in bits for turn in bits]
    rotations = [0xC000 | way << 10 | by << 5 | stay for way in (0, 1) for by in range(32) for stay in (0, *bits)]
    return [*masks, *(0x8000 | n for n in range(256)), *rotations, *(0xC7E0 | n for n in range(32)),
            *(0xE000 | n for n in range(32)), *(0xFFE0 | n for n in range(32)),
            *(0x8000 | 1 << n | 0x1B for n in range(8, 14))]


def of_patterns(seed):
    """Each of them on all lanes."""
    for arch in CERTIFIED:
        for wave in TARGETS[arch].waves:
            rng, offsets = Chance(f"{seed} patterns {arch} {wave}"), list(dict.fromkeys(patterns()))
            for n in range(0, len(offsets), MANY):
                some = enumerate(offsets[n:n + MANY], 20)
                code = b"".join(swizzled(rng, arch, wave, offset, to) for to, offset in some)
                state = {"v1": [*rng.words(wave)], "exec": (1 << wave) - 1}
                yield Given({"assay": 1, "name": f"patterns {arch} {wave} {n}", "arch": arch, "wave": wave,
                             "code": code.hex(), "state": state})


# v1: data; v2: places, few of them; v3: data of some lanes
GATHERS = """ds_permute_b32 v{0}, v2, v{1}
ds_bpermute_b32 v{0}, v2, v{1}
ds_permute_b32 v{0}, v3, v{1}
ds_swizzle_b32 v{0}, v{1} offset:swizzle(SWAP,16)
ds_swizzle_b32 v{0}, v{1} offset:swizzle(REVERSE,32)"""
OF_GFX11 = """
v_permlane16_b32 v{0}, v{1}, s2, s3
v_permlanex16_b32 v{0}, v{1}, s2, s3 op_sel:[1,0]
v_permlanex16_b32 v{0}, v{1}, s2, s3 op_sel:[0,1]
v_permlane64_b32 v{0}, v{1}"""


def of_torn(seed):
    """Values and places that are known in some lanes alone; several lanes bring theirs to one."""
    for arch in CERTIFIED:
        lines = GATHERS + OF_GFX11 * (TARGETS[arch].family == "gfx11")
        for wave in TARGETS[arch].waves:
            rng = Chance(f"{seed} torn gathers {arch} {wave}")
            every = [[line.format(20 + k, data) for line in lines.splitlines() for data in (1, 3, 3)] for k in range(4)]
            texts = [*sum(every, []), "s_waitcnt lgkmcnt(0)"]
            known = dict(zip(texts, assemble_lines(arch, wave, texts)))
            for n in range(TORN):
                code = known_in(arch, wave, some_lanes(rng, wave), 3, 1)
                code += lanes_on(arch, wave, exec_mask(rng, rng.choice(SHAPES), wave))
                code += b"".join(known[rng.choice(some)] for some in every) + known["s_waitcnt lgkmcnt(0)"]
                few = [rng.getrandbits(8) for _ in range(rng.choice((2, 8, 64)))]
                state = {"v1": [*rng.words(wave)], "v2": rng.choices(few, k=wave)}
                state |= {"s2": rng.getrandbits(32), "s3": rng.getrandbits(32)} if rng.randrange(8) else {"s2": 7}
                yield Given({"assay": 1, "name": f"torn gathers {arch} {wave} {n}", "arch": arch, "wave": wave,
                             "code": code.hex(), "state": state | {f"v{k}": [k] * wave for k in range(20, 24)}})


def of_ends(seed):
    """Every control with the first lane off, or the last, and all others on."""
    for arch in CERTIFIED:
        wave, every = TARGETS[arch].waves[-1], (1 << TARGETS[arch].waves[-1]) - 1
        rng = Chance(f"{seed} moves at ends {arch}")
        for live in (every ^ 1, every ^ 1 << wave - 1):
            controls = [control for some in dpp_controls(ARCHS[arch]) for control in some]
            for n in range(0, len(controls), MANY):
                some = enumerate(controls[n:n + MANY], 20)
                code = b"".join(moved(rng, arch, wave, control, to) for to, control in some)
                state = {f"v{k}": [*rng.words(wave)] for k in (1, *range(20, 20 + MANY))}
                yield Given({"assay": 1, "name": f"moves at ends {arch} {n}", "arch": arch, "wave": wave,
                             "code": code.hex(), "state": state | {"exec": live}})


def cases(seed):
    """All of them."""
    yield from of_ends(seed)
    yield from of_moves(seed)
    yield from of_torn(seed)
    yield from of_patterns(seed)


def of_moves(seed):
    """A few instructions a case, all from the same lanes, with lanes off that may still be read."""
    for arch in CERTIFIED:
        for wave in TARGETS[arch].waves:
            rng = Chance(f"{seed} moves {arch} {wave}")
            made = list(instructions(rng, arch, wave))
            rng.shuffle(made)
            for n in range(0, len(made), A_CASE):
                code = b"".join(make(20 + k) for k, make in enumerate(made[n:n + A_CASE]))
                state = {f"v{k}": [*rng.words(wave)] for k in (0, 1, *range(20, 20 + A_CASE))}
                live = exec_mask(rng, rng.choice(SHAPES), wave)
                yield Given({"assay": 1, "name": f"moves {arch} {wave} {n}", "arch": arch, "wave": wave,
                             "code": code.hex(), "state": state | {"exec": live}})
