"""Formats that only images have, in loads and stores: sRGB, shared exponents, short and odd layouts.
The expectations are exact rationals over the bits of memory (RDNA3 ISA, 10.7; Vega ISA, 8.2; errata E-206, E-263)."""
import random
import struct
from fractions import Fraction

import pytest

from ..testing import EVERYWHERE, completed_wave
from .image_reference import MEMORY, Image
from .test_image import lane_dwords, level_text, run_image, with_unorm


# Formats that only images have: (bits, X first), number, gfx906 (DATA_FORMAT, NUM_FORMAT), gfx1100 FORMAT
OWN = [((8,), "SRGB", (1, 9), 64), ((8, 8), "SRGB", (3, 9), 65), ((8, 8, 8, 8), "SRGB", (10, 9), 66),
       ((9, 9, 9, 5), "SHARED", (34, 7), 67), ((5, 6, 5), "UNORM", (16, 0), 68), ((5, 5, 5, 1), "UNORM", (17, 0), 69),
       ((1, 5, 5, 5), "UNORM", (18, 0), 70), ((4, 4, 4, 4), "UNORM", (19, 0), 71), ((4, 4), "UNORM", (57, 0), 72),
       ((24, 8), "UNORM", (20, 0), 76), ((24, 8), "UINT", (20, 4), 77), ((8, 24), "UNORM", (21, 0), 78),
       ((8, 24), "UINT", (21, 4), 79), ((32, 8, 24), "UINT", (22, 4), 80)]


def is_nearest_linear(x, code):
    """Return whether a float is nearest to the linear value of an sRGB code.
    f <= ((c + 0.055) / 1.055) ^ 2.4 is decided exactly by f^5 <= t^12."""
    value, c = struct.unpack("<f", struct.pack("<I", x))[0], Fraction(code, 255)
    step = lambda n: Fraction(struct.unpack("<f", struct.pack("<I", x + n))[0])
    if c <= Fraction(4045, 100000):
        exact = c / Fraction(1292, 100)
        return x == 0 if not code else abs(Fraction(value) - exact) <= min(abs(step(1) - exact), abs(step(-1) - exact))
    t = (c + Fraction(55, 1000)) / Fraction(1055, 1000)
    low, high = (Fraction(value) + step(-1)) / 2, (Fraction(value) + step(1)) / 2
    return low ** 5 <= t ** 12 <= high ** 5


def register_has_component(number, bits, k, raw, x):
    """Return whether register x has component k of the texel, whose bits are `raw`."""
    if number == "UINT":
        return x == raw
    if number == "SRGB" and k < 3:
        return is_nearest_linear(x, raw)
    return x == struct.unpack("<I", struct.pack("<f", Fraction(raw, (1 << bits[k]) - 1)))[0]


@EVERYWHERE
@pytest.mark.parametrize("bits, number, nine, eleven", OWN, ids=lambda x: str(x))
def test_image_formats_are_loaded_exactly(arch, wave, bits, number, nine, eleven):
    """Components are packed from the low bits, each converted by its number format; W of sRGB is linear."""
    size = sum(bits) // 8
    more = {"data": nine[0], "number": nine[1]} if arch == "gfx906" else {"format": eleven}
    image = Image(arch, bits=(8,) * size if size == 1 else {2: (16,), 4: (32,), 8: (32, 32)}[size], width=64, height=4,
                more=more)
    for y in range(4):
        memory = bytearray(MEMORY)
        if size == 1 and number == "SRGB":
            memory[256 * y:256 * y + 64] = bytes(64 * y + x for x in range(64))
        out, _ = run_image(image, wave, f"image_load v[8:11], v[20:21], s[4:11] dmask:0xf {level_text(arch)}",
                       {20: [l % 64 for l in range(wave)], 21: [y] * wave}, memory)
        w = completed_wave(out)
        for lane in range(wave):
            at = image.at(lane % 64, y, 0, 0, 0)
            whole, got = int.from_bytes(memory[at:at + size], "little"), lane_dwords(w, 4, lane)
            if number == "SHARED":
                want = [(whole >> 9 * k & 511) * 2.0 ** ((whole >> 27) - 24) for k in range(3)]
                assert got == [*(struct.unpack("<I", struct.pack("<f", value))[0] for value in want), 0]
                continue
            for k, width in enumerate(bits[:3] if bits == (32, 8, 24) else bits):
                if bits == (32, 8, 24) and k == 2:
                    assert got[2] == 0
                    break
                assert register_has_component(number, bits, k, whole & (1 << width) - 1, got[k]), (
                    k,
                    hex(whole),
                    hex(got[k]),
                )
                whole >>= width
        assert not out.findings


# ---- stores ----

def f32_bits(x):
    return struct.unpack("<I", struct.pack("<f", x))[0]


def store_value(x):
    """Return a float's value for a store: NaN is 0, infinity exceeds all numbers."""
    value = struct.unpack("<f", struct.pack("<I", x))[0]
    return Fraction(0) if value != value else Fraction(max(min(value, 2.0 ** 100), -1.0))


def is_at_least_code(x, c):
    """Return whether a float is at least the linear value of an sRGB code c.
    f >= ((c + 0.055) / 1.055) ^ 2.4 is decided exactly by f^5 >= t^12."""
    if c <= Fraction(4045, 100000):
        return store_value(x) >= c / Fraction(1292, 100)
    return store_value(x) ** 5 >= ((c + Fraction(55, 1000)) / Fraction(1055, 1000)) ** 12


def is_nearest_code(code, x):
    return (code == 0 or is_at_least_code(x, Fraction(2 * code - 1, 510))) and \
           (code == 255 or not is_at_least_code(x, Fraction(2 * code + 1, 510)))


def run_store(arch, wave, code, rows, size, marks=""):
    """Return what IMAGE_STORE writes, `size` bytes in each lane.
    `rows`: registers from v8 on."""
    more = {"data": code[0][0], "number": code[0][1]} if arch == "gfx906" else {"format": code[1]}
    image = Image(arch, bits=(8 * size,), width=64, more=more)
    count, mask = len(rows), 15 if marks else (1 << len(rows)) - 1
    text = f"image_store v[8:{7 + count}], v[20:21], s[4:11] dmask:{mask:#x} "
    registers = {8 + k: row for k, row in enumerate(rows)} | {20: list(range(wave)), 21: [0] * wave}
    out, memory = run_image(image, wave, text + with_unorm(arch, level_text(arch)) + marks, registers)
    assert not out.findings
    return [bytes(memory[size * l:size * (l + 1)]) for l in range(wave)]


EDGES = [0, 0x80000000, 0xbf800000, 1, 0x3f800000, 0x3f800001, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001]


def around_half_codes():
    """Return the two floats next to each half code, by bisection."""
    floats = []
    for code in range(255):
        low, high = 0, 0x3f800000
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if is_at_least_code(middle, Fraction(2 * code + 1, 510)) else (middle, high)
        floats += [low, high]
    return floats


@EVERYWHERE
def test_srgb_stores_round_to_the_nearest_code(arch, wave):
    """The values are next to every half code, beyond 0 and 1 (clamped), and NaN (0); W is linear."""
    values = around_half_codes() + EDGES
    values += [0] * (-len(values) % wave)
    for n in range(0, len(values), wave):
        row = values[n:n + wave]
        texels = run_store(
            arch, wave, ((10, 9), 66), [row, row[::-1], row, [f32_bits(l / 255) for l in range(wave)]], 4
        )
        for l, texel in enumerate(texels):
            for k, x in enumerate((row[l], row[::-1][l], row[l])):
                assert is_nearest_code(texel[k], x), (hex(x), texel)
            assert texel[3] == l


@EVERYWHERE
def test_srgb_stores_of_halves_round_to_the_nearest_code(arch, wave):
    """The values are the f16 between 0 and 1 next to half codes, with D16."""
    halves = sorted({struct.unpack("<H", struct.pack("<e", struct.unpack("<f", struct.pack("<I", x))[0]))[0] + d
                     for x in around_half_codes() for d in (0, 1) if x > 1 << 28})
    halves += [0] * (-len(halves) % wave)
    for n in range(0, len(halves), wave):
        row = halves[n:n + wave]
        for l, texel in enumerate(run_store(arch, wave, ((10, 9), 66), [[x | x << 16 for x in row]] * 2, 4, " d16")):
            x = f32_bits(struct.unpack("<e", struct.pack("<H", row[l]))[0])
            assert all(is_nearest_code(c, x) for c in texel[:3])


def shared_exponent(parts):
    """Encode three fractions by EXT_texture_shared_exponent, 2.5.A: N = 9, B = 15."""
    maximum = Fraction(511, 512) * 65536
    c = [min(max(p, Fraction(0)), maximum) for p in parts]
    log = -16
    while Fraction(2) ** (log + 1) <= max(c):
        log += 1
    exponent = log + 16
    if (max(c) / Fraction(2) ** (exponent - 24) + Fraction(1, 2)).__floor__() == 512:
        exponent += 1
    fractions = [(x / Fraction(2) ** (exponent - 24) + Fraction(1, 2)).__floor__() for x in c]
    return fractions[0] | fractions[1] << 9 | fractions[2] << 18 | exponent << 27


def components(rng):
    """Return the bits of three floats: of one size, far apart, at the limits, or on rounding ties."""
    scale = rng.choice((-30, -26, -25, -24, -16, -15, 0, 14, 15, 16, 40))
    part = lambda: rng.choice((rng.uniform(-.1, 1), rng.randrange(1024) / 1024, 511.5 / 512, 1 - 2.0 ** -24))
    near = [f32_bits(part() * 2.0 ** scale) for _ in range(3)]
    return [rng.choice(EDGES) if rng.random() < .1 else x for x in near]


@EVERYWHERE
@pytest.mark.parametrize("seed", range(8))
def test_shared_exponent_stores_match_the_extension(arch, wave, seed):
    rng = random.Random(f"{arch}{seed}")
    lanes = [components(rng) for _ in range(wave)]
    texels = run_store(arch, wave, ((34, 7), 67), [[p[k] for p in lanes] for k in range(3)], 4)
    for l, parts in enumerate(lanes):
        want = shared_exponent([store_value(x) for x in parts])
        assert int.from_bytes(texels[l], "little") == want, [hex(x) for x in parts]


@EVERYWHERE
def test_shared_exponent_stores_of_halves(arch, wave):
    rng = random.Random(arch)
    lanes = [[struct.unpack("<H", struct.pack("<e", rng.uniform(0, 2) * 2.0 ** rng.randrange(-24, 15)))[0]
              for _ in range(4)] for _ in range(wave)]
    texels = run_store(arch, wave, ((34, 7), 67), [[p[k] | p[k + 1] << 16 for p in lanes] for k in (0, 2)], 4, " d16")
    for l, parts in enumerate(lanes):
        want = shared_exponent([Fraction(struct.unpack("<e", struct.pack("<H", x))[0]) for x in parts[:3]])
        assert int.from_bytes(texels[l], "little") == want
