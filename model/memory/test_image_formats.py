"""Formats that only images have, in loads: sRGB, one exponent for all, short and odd layouts.  Expectations: exact
rationals over the bits of memory (RDNA3 ISA, 10.7; Vega ISA, 8.2; errata E-206)."""
import struct
from fractions import Fraction

import pytest

from ..testing import EVERYWHERE, wave_of
from .test_image import MEMORY, Image, lanes_of, level_text, start, with_unorm


# Formats that only images have: (bits, X first), number, gfx906 (DATA_FORMAT, NUM_FORMAT), gfx1100 FORMAT
OWN = [((8,), "SRGB", (1, 9), 64), ((8, 8), "SRGB", (3, 9), 65), ((8, 8, 8, 8), "SRGB", (10, 9), 66),
       ((9, 9, 9, 5), "SHARED", (34, 7), 67), ((5, 6, 5), "UNORM", (16, 0), 68), ((5, 5, 5, 1), "UNORM", (17, 0), 69),
       ((1, 5, 5, 5), "UNORM", (18, 0), 70), ((4, 4, 4, 4), "UNORM", (19, 0), 71), ((4, 4), "UNORM", (57, 0), 72),
       ((24, 8), "UNORM", (20, 0), 76), ((24, 8), "UINT", (20, 4), 77), ((8, 24), "UNORM", (21, 0), 78),
       ((8, 24), "UINT", (21, 4), 79), ((32, 8, 24), "UINT", (22, 4), 80)]


def is_nearest_linear(x, code):
    """Is the float next to what sRGB makes of a code: f <= ((c + 0.055) / 1.055) ^ 2.4, exactly, by f^5 <= t^12?"""
    value, c = struct.unpack("<f", struct.pack("<I", x))[0], Fraction(code, 255)
    step = lambda n: Fraction(struct.unpack("<f", struct.pack("<I", x + n))[0])
    if c <= Fraction(4045, 100000):
        exact = c / Fraction(1292, 100)
        return x == 0 if not code else abs(Fraction(value) - exact) <= min(abs(step(1) - exact), abs(step(-1) - exact))
    t = (c + Fraction(55, 1000)) / Fraction(1055, 1000)
    low, high = (Fraction(value) + step(-1)) / 2, (Fraction(value) + step(1)) / 2
    return low ** 5 <= t ** 12 <= high ** 5


def holds(number, bits, k, raw, x):
    """Does register x hold component k, whose bits are `raw`, of the texel?"""
    if number == "UINT":
        return x == raw
    if number == "SRGB" and k < 3:
        return is_nearest_linear(x, raw)
    return x == struct.unpack("<I", struct.pack("<f", Fraction(raw, (1 << bits[k]) - 1)))[0]


@EVERYWHERE
@pytest.mark.parametrize("bits, number, nine, eleven", OWN, ids=lambda x: str(x))
def test_formats_of_images(arch, wave, bits, number, nine, eleven):
    """Packed low bits first, each component by its number; W of sRGB is linear."""
    size = sum(bits) // 8
    more = {"data": nine[0], "number": nine[1]} if arch == "gfx906" else {"format": eleven}
    one = Image(arch, bits=(8,) * size if size == 1 else {2: (16,), 4: (32,), 8: (32, 32)}[size], width=64, height=4,
                more=more)
    for y in range(4):
        memory = bytearray(MEMORY)
        if size == 1 and number == "SRGB":
            memory[256 * y:256 * y + 64] = bytes(64 * y + x for x in range(64))
        out, _ = start(one, wave, f"image_load v[8:11], v[20:21], s[4:11] dmask:0xf {level_text(arch)}",
                       {20: [l % 64 for l in range(wave)], 21: [y] * wave}, memory)
        w = wave_of(out)
        for lane in range(wave):
            at = one.at(lane % 64, y, 0, 0, 0)
            whole, got = int.from_bytes(memory[at:at + size], "little"), lanes_of(w, 4, lane)
            if number == "SHARED":
                want = [(whole >> 9 * k & 511) * 2.0 ** ((whole >> 27) - 24) for k in range(3)]
                assert got == [*(struct.unpack("<I", struct.pack("<f", value))[0] for value in want), 0]
                continue
            for k, width in enumerate(bits[:3] if bits == (32, 8, 24) else bits):
                if bits == (32, 8, 24) and k == 2:
                    assert got[2] == 0
                    break
                assert holds(number, bits, k, whole & (1 << width) - 1, got[k]), (k, hex(whole), hex(got[k]))
                whole >>= width
        assert not out.findings


@EVERYWHERE
def test_formats_that_are_not_written(arch, wave):
    for nine, eleven in (((1, 9), 64), ((34, 7), 67)):
        more = {"data": nine[0], "number": nine[1]} if arch == "gfx906" else {"format": eleven}
        out, _ = start(Image(arch, more=more), wave, "image_store v8, v[20:21], s[4:11] dmask:0x1 "
                       + with_unorm(arch, level_text(arch)), {8: [0] * wave, 20: [0] * wave, 21: [0] * wave})
        assert out.status == "unsupported" and "not written" in out.text
