"""Lanes that move: every control of DPP, selects of DPP8 and the offsets of DS_SWIZZLE where its modes meet, on lanes
that differ, with lanes off and rows and banks masked.  A seed fixes them."""
from __future__ import annotations

import random

from ..generators import encodings, sampler
from ..generators.encodings import dpp_controls
from ..generators.shapes import SHAPES, exec_mask
from ..spec import ARCHS, CERTIFIED, TARGETS
from ..spec.encode import Operand, encode
from .given import Given

A_CASE = 8                                             # instructions, each with a result of its own
SWIZZLES = (0, 0x1F, 0x7FFF, 0x7FE0, 0x7C1F, 0x8000, 0x8001, 0x80E4, 0x80FF, 0x8100, 0xBFFF, 0xC000, 0xC01F, 0xC3FF,
            0xC400, 0xC7E0, 0xDFFF, 0xE000, 0xE01F, 0xFFFF)


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
        for control in controls if len(controls) < 32 else rng.sample(list(controls), 24):
            for _ in range(2):
                yield lambda to, control=control: moved(rng, arch, wave, control, to)
        yield lambda to, control=controls[-1]: moved(rng, arch, wave, control, to)
    if any(form.op.name == "v_mov_b32" and form.extension == "dpp8" for form in sampler.forms_of(arch)):
        yield from [lambda to: selected(rng, arch, wave, to)] * 16
    for offset in (*SWIZZLES, *(rng.getrandbits(16) for _ in range(60))):
        yield lambda to, offset=offset: swizzled(rng, arch, wave, offset, to)


def cases(seed):
    """A few instructions a case, all from the same lanes, with lanes off that may still be read."""
    for arch in CERTIFIED:
        for wave in TARGETS[arch].waves:
            rng = random.Random(f"{seed} moves {arch} {wave}")
            made = list(instructions(rng, arch, wave))
            rng.shuffle(made)
            for n in range(0, len(made), A_CASE):
                code = b"".join(make(20 + k) for k, make in enumerate(made[n:n + A_CASE]))
                state = {f"v{k}": [rng.getrandbits(32) for _ in range(wave)] for k in (0, 1, *range(20, 20 + A_CASE))}
                live = exec_mask(rng, rng.choice(SHAPES), wave)
                yield Given({"assay": 1, "name": f"moves {arch} {wave} {n}", "arch": arch, "wave": wave,
                             "code": code.hex(), "state": state | {"exec": live}})
