"""Pieces of code that leave a register known in some lanes and open in the others: a move that EXEC lets into a few
lanes alone."""
from __future__ import annotations

from functools import cache

from ..generators.single import sampler
from ..harness.assembly import assemble_lines
from ..spec.encode import Operand, encode


@cache
def moves(arch: str) -> tuple:
    """Bytes that set the halves of EXEC, without their literals, and the form of a move."""
    low, high = (code[:-4] for code in assemble_lines(
        arch, 64, ["s_mov_b32 exec_lo, 0x12345678", "s_mov_b32 exec_hi, 0x12345678"]))
    form = next(form for form in sampler.forms_of(arch)
                if form.op.name == "v_mov_b32" and form.layout == "vop1" and not form.extension)
    return low, high, form


def lanes_on(arch: str, wave: int, lanes: int) -> bytes:
    """Code that lets these lanes be on alone."""
    low, high, _ = moves(arch)
    code = low + (lanes & 0xFFFFFFFF).to_bytes(4, "little")
    return code + high + (lanes >> 32).to_bytes(4, "little") if wave == 64 else code


def known_in(arch: str, wave: int, lanes: int, reg: int, source: int) -> bytes:
    """Code that moves one vector register to another in these lanes alone; all are on behind it."""
    move = encode(moves(arch)[2], {"vdst": Operand(256 + reg), "src0": Operand(256 + source)})
    return lanes_on(arch, wave, lanes) + move + lanes_on(arch, wave, (1 << wave) - 1)


def some_lanes(rng, wave: int) -> int:
    """All but one or two; one or two; every other; a few anywhere."""
    one, two = 1 << rng.randrange(wave), 1 << rng.randrange(wave)
    every = (1 << wave) - 1
    return rng.choice((every ^ one, every ^ one, every ^ (one | two), one | two, every // 3, every - every // 3,
                       rng.getrandbits(wave)))
