"""Typed buffers: every format of both families, loads and stores, with components of 32 and 16 bits.
The expectations are exact rationals over the bits of memory (RDNA3 ISA, 9.3, 10.7; Vega ISA, 8.1.5). Formats have their
assembler names."""
import functools
import random
from fractions import Fraction

import pytest

from .. import EVERY_WAVE
from ..testing import BASE, dword_bytes, finding_rules, run_listing, vgpr_setting, completed_wave

NORMS, SCALES, INTEGERS = ("UNORM", "SNORM"), ("USCALED", "SSCALED"), ("UINT", "SINT")
EVERY = (*NORMS, *SCALES, *INTEGERS)
NUMBERS = {"8": EVERY, "16": (*EVERY, "FLOAT"), "8_8": EVERY, "32": (*INTEGERS, "FLOAT"), "16_16": (*EVERY, "FLOAT"),
           "10_11_11": ("FLOAT",), "11_11_10": ("FLOAT",), "10_10_10_2": (*NORMS, *INTEGERS), "2_10_10_10": EVERY,
           "8_8_8_8": EVERY, "32_32": (*INTEGERS, "FLOAT"), "16_16_16_16": (*EVERY, "FLOAT"),
           "32_32_32": (*INTEGERS, "FLOAT"), "32_32_32_32": (*INTEGERS, "FLOAT")}
FORMATS = [(data, number) for data, numbers in NUMBERS.items() for number in numbers]
BOTH = ("gfx906", "gfx1100")
ARCHS = pytest.mark.parametrize("arch", BOTH)
WIDTHS = pytest.mark.parametrize("half", (False, True))
F32, F16, F11, F10 = (23, 8), (10, 5), (6, 5), (5, 5)                     # bits of fraction and exponent
SMALL = {32: F32, 16: F16, 11: F11, 10: F10}
FULL = (EVERY_WAVE, 126, 0xffffffff), (EVERY_WAVE, 127, 0xffffffff)


def format_code(arch, data, number):
    text = f"BUF_FMT_{data}_{number}" if arch == "gfx1100" else f"BUF_DATA_FORMAT_{data},BUF_NUM_FORMAT_{number}"
    return f"format:[{text}]"


@functools.cache
def widths(data):
    """Return the bits of the components, X first; the last named is the lowest."""
    return [int(n) for n in reversed(data.split("_"))]


def buffer_sets(select=(4, 5, 6, 7), word=4 << 15, records=1 << 20):
    """Return the settings of a raw buffer in s[4:7].
    `word`: its format, which typed accesses ignore unless it is INVALID."""
    chosen = sum(code << 3 * n for n, code in enumerate(select))
    parts = (BASE & 0xffffffff, BASE >> 32, records, chosen | word | 3 << 28)             # raw bounds
    return [(EVERY_WAVE, 4 + n, x) for n, x in enumerate(parts)]


# ---- numbers ----

@functools.lru_cache(1 << 17)                                             # every half, again for each format
def decode_float(x, shape, signed=True):
    """Return the Fraction of a float's bits, or a string for infinity and NaN."""
    fraction, exponent = shape
    sign = x >> fraction + exponent & 1 if signed else 0
    low, e = x & (1 << fraction) - 1, x >> fraction & (1 << exponent) - 1
    if e == (1 << exponent) - 1:
        return "nan" if low else "-inf" if sign else "inf"
    bias = (1 << exponent - 1) - 1
    whole, shift = low | (bool(e) << fraction), max(e, 1) - bias - fraction
    return Fraction((-whole if sign else whole) << max(shift, 0), 1 << max(-shift, 0))


def encode_float(value, shape, toward_zero=False, minus=False):
    """Return the bits of a Fraction, rounded to nearest even or truncated."""
    fraction, exponent = shape
    bias, sign = (1 << exponent - 1) - 1, (value < 0 or minus) << fraction + exponent
    above, below = abs(value.numerator), value.denominator
    e = above.bit_length() - below.bit_length()
    e -= above << max(-e, 0) < below << max(e, 0)                        # 2^e <= |value| < 2^(e + 1)
    e = max(e, 1 - bias)
    up = fraction - e
    whole, remainder = divmod(above << max(up, 0), below << max(-up, 0))
    twice, unit = 2 * remainder, below << max(-up, 0)
    whole += not toward_zero and (twice > unit or twice == unit and whole & 1)
    if whole >= 2 << fraction:
        whole, e = whole >> 1, e + 1
    if e > bias:
        return sign | (((1 << exponent) - 2 << fraction | (1 << fraction) - 1) if toward_zero
                       else (1 << exponent) - 1 << fraction)
    return sign | (whole + (e + bias - 1 << fraction) if whole >> fraction else whole)


def to_signed(x, bits):
    return x - (x >> bits - 1 << bits)


def convert_float(x, bits, to, toward_zero):
    """Return a float of memory or of a register in another format; NaNs are any NaN."""
    value = decode_float(x, SMALL[bits], bits not in (10, 11))
    if value == "nan":
        return "nan"
    top = (1 << to[1]) - 1 << to[0]
    if isinstance(value, str):
        return top | (value == "-inf") << sum(to)
    return encode_float(value, to, toward_zero, minus=bits not in (10, 11) and bool(x >> bits - 1))


@functools.cache
def expected_register(number, bits, x, half):
    """Return the expected register of a loaded component; None if it is unspecified."""
    to, maximum = F16 if half else F32, (1 << bits - 1) - 1
    if number == "UNORM":
        return encode_float(Fraction(x, (1 << bits) - 1), to)
    if number == "SNORM":
        return encode_float(Fraction(max(to_signed(x, bits), -maximum), maximum), to)
    if number in SCALES:
        return encode_float(Fraction(x if number == "USCALED" else to_signed(x, bits)), to)
    if number in INTEGERS:
        value = x if number == "UINT" else to_signed(x, bits)
        fits = -0x8000 <= value < 0x8000 if number == "SINT" else value < 0x10000
        return (value & (0xffff if half else 0xffffffff)) if fits or not half else None
    return x if bits == (16 if half else 32) else convert_float(x, bits, to, half and bits == 32)


def expected_component(number, bits, x, half):
    """Return the expected component in memory; None if it is unspecified."""
    shape, maximum, full = F16 if half else F32, (1 << bits - 1) - 1, (1 << bits) - 1
    if number in INTEGERS:
        value = to_signed(x, 16 if half else 32) if number == "SINT" else x
        fits = -maximum - 1 <= value <= maximum if number == "SINT" else value <= full
        return value & full if fits else None
    if number == "FLOAT":
        if bits == (16 if half else 32):
            return x
        value = decode_float(x, shape)
        if bits in (10, 11) and (value == "-inf" or not isinstance(value, str) and value < 0 or not value):
            return 0
        return convert_float(x, 16 if half else 32, SMALL[bits], not half or bits < 16)
    value = decode_float(x, shape)
    low, high, scale = {"UNORM": (0, full, full), "SNORM": (-maximum, maximum, maximum), "USCALED": (0, full, 1),
                        "SSCALED": (-maximum - 1, maximum, 1)}[number]
    if isinstance(value, str):
        return {"nan": 0, "inf": high, "-inf": low}[value] & full
    return min(max(round(value * scale), low), high) & full


def components_match(got, wanted, shape, is_open):
    if wanted is None:
        return is_open
    if wanted == "nan":
        return decode_float(got, shape) == "nan"
    return not is_open and got == wanted


# ---- runs ----

def access_text(arch, verb, half, data, number):
    prefix = "tbuffer_" + verb + ("_d16_format_xyzw" if half and arch == "gfx1100" else
                                  "_format_d16_xyzw" if half else "_format_xyzw")
    registers = "v[8:9]" if half else "v[8:11]"
    return f"{prefix} {registers}, v3, s[4:7], 0 {format_code(arch, data, number)} offen; WAIT"


def texel_bytes(values, data):
    packed = at = 0
    for x, bits in zip(values, widths(data)):
        packed, at = packed | x << at, at + bits
    return packed.to_bytes(at // 8, "little")


def load_lanes(arch, data, number, half, texels):
    """Load one texel in each lane and return [(value, undefined)] of four components for each lane."""
    size = sum(widths(data)) // 8
    memory = bytearray(b"".join(texel_bytes(t, data) for t in texels))
    sets = [*buffer_sets(), *FULL, vgpr_setting(3, [size * l for l in range(64)])]
    w = completed_wave(
        run_listing(arch, 64, access_text(arch, "load", half, data, number), regions=[(BASE, memory)], sets=sets)
    )
    rows, opens = [w.v[8 + k].tolist() for k in range(4)], [int(w.v_open[8 + k]) for k in range(4)]
    if half:
        return [[(rows[k // 2][l] >> 16 * (k & 1) & 0xffff, opens[k // 2] >> l & 1) for k in range(4)]
                for l in range(64)]
    return [[(rows[k][l], opens[k] >> l & 1) for k in range(4)] for l in range(64)]


def store_lanes(arch, data, number, half, values):
    """Store four components of each lane and return [texel as an integer]."""
    size = sum(widths(data)) // 8
    memory, count = bytearray(64 * size), 2 if half else 4
    dwords = [[v[0] | v[1] << 16, v[2] | v[3] << 16] if half else v for v in values]
    sets = [*buffer_sets(), *FULL, vgpr_setting(3, [size * l for l in range(64)]),
            *(vgpr_setting(8 + k, [d[k] for d in dwords]) for k in range(count))]
    out = run_listing(arch, 64, access_text(arch, "store", half, data, number), regions=[(BASE, memory)], sets=sets)
    assert out.status == "ok" and not finding_rules(out, "error")
    return [int.from_bytes(memory[size * l:size * l + size], "little") for l in range(64)]


EDGES = (0, 1, 2, 0x7f, 0x80, 0xff, 0x1ff, 0x200, 0x3ff, 0x7bff, 0x7c00, 0x7c01, 0x7fff, 0x8000, 0x8001, 0xfbff,
         0xfc00, 0xfe01, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
         0x7fc00001, 0x477fe000, 0x477ff000, 0x33800000, 0x387fc000, 0x38800000, 0x00000001, 0x80000001)


@ARCHS
@WIDTHS
@pytest.mark.parametrize("data, number", FORMATS)
def test_load_converts_every_format(arch, half, data, number):
    bits, rng = widths(data), random.Random(f"{data} {number}")
    texels = [[(rng.choice(EDGES) if rng.randrange(2) else rng.getrandbits(32)) & (1 << n) - 1 for n in bits]
              for _ in range(64)]
    loaded = load_lanes(arch, data, number, half, texels)
    for texel, components in zip(texels, loaded):
        wanted = [expected_register(number, n, x, half) for n, x in zip(bits, texel)] + [0] * (4 - len(bits))
        pair = [half and any(w is None for w in wanted[k // 2 * 2:k // 2 * 2 + 2]) for k in range(4)]
        for k, (got, is_open) in enumerate(components):
            # halves of one register are open together
            assert pair[k] and is_open or components_match(got, wanted[k], F16 if half else F32, is_open), (
                texel,
                components,
            )


@ARCHS
@WIDTHS
@pytest.mark.parametrize("data, number", FORMATS)
def test_store_converts_every_format(arch, half, data, number):
    bits, rng, wide = widths(data), random.Random(f"{data} {number}"), 16 if half else 32
    near = [encode_float(Fraction(rng.randrange(-99, 1 << 18), 1 << rng.randrange(18)), F16 if half else F32)
            for _ in range(64)]
    values = [[rng.choice((rng.choice(EDGES), rng.choice(near), rng.getrandbits(wide))) & (1 << wide) - 1
               for _ in range(4)] for _ in range(64)]
    for components, packed in zip(values, store_lanes(arch, data, number, half, values)):
        at = 0
        for n, x in zip(bits, components):
            wanted, got = expected_component(number, n, x, half), packed >> at & (1 << n) - 1
            nan = wanted == "nan" and decode_float(got, SMALL[n], n > 11) == "nan"
            assert wanted is None or nan or got == wanted, (components, hex(packed), n, x, wanted)
            at += n


# ---- every value of 8 and 16 bits ----

WHOLE = pytest.mark.parametrize("data, number", [f for f in FORMATS if f[0] in ("8_8_8_8", "16_16_16_16")])


def lane_runs(values):
    """Return the values as runs of 64 lanes with four components."""
    for first in range(0, len(values), 256):
        part = list(values[first:first + 256])
        part = part + [0] * (256 - len(part))
        yield [part[4 * l:4 * l + 4] for l in range(64)]


def check_stores(data, number, half, values):
    """Check that each value is stored as exact arithmetic gives it."""
    bits = widths(data)[0]
    for components in lane_runs(values):
        wanted = [[expected_component(number, bits, x, half) for x in lane] for lane in components]
        for arch in BOTH:
            for lane, parts, packed in zip(components, wanted, store_lanes(arch, data, number, half, components)):
                for k, (x, want) in enumerate(zip(lane, parts)):
                    got = packed >> bits * k & (1 << bits) - 1
                    nan = want == "nan" and decode_float(got, SMALL[bits]) == "nan"
                    assert want is None or nan or got == want, (arch, hex(x), hex(got), want)


@WIDTHS
@WHOLE
def test_every_component_value_is_loaded(half, data, number):
    bits = widths(data)[0]
    for texels in lane_runs(range(1 << bits)):
        for arch in BOTH:
            for texel, components in zip(texels, load_lanes(arch, data, number, half, texels)):
                for x, (got, is_open) in zip(texel, components):
                    assert components_match(
                        got, expected_register(number, bits, x, half), F16 if half else F32, is_open
                    ), (arch, x, got)


@WHOLE
def test_every_half_is_stored(data, number):
    check_stores(data, number, True, list(range(1 << 16)))


@pytest.mark.parametrize("number", (*NORMS, *SCALES))
@pytest.mark.parametrize("data", ("8_8_8_8", "16_16_16_16"))
def test_rounding_of_stores_is_exact(data, number):
    """The values are f32 just below, at and just above the middle between two neighbours, and the neighbour."""
    bits = widths(data)[0]
    codes = (1 << bits) - 1 if number[0] == "U" else (1 << bits - 1) - 1
    steps = codes if number in NORMS else 1
    middles = [encode_float(Fraction(2 * k + 1, 2 * steps), F32) for k in range(codes)]
    flat = [m + d for m in middles for d in (-1, 0, 1)] + [
        encode_float(Fraction(k, steps), F32) for k in range(codes + 1)
    ]
    check_stores(data, number, False, flat + [x | 1 << 31 for x in flat] if number[0] == "S" else flat)


def test_f32_between_halves_is_truncated():
    """The values are each f16 and the next f32; values between two f16 are truncated (RDNA3 ISA, 9.3.1)."""
    exact = [encode_float(decode_float(x, F16), F32) for x in range(0x7C00)]
    near = [y for x in exact for y in (x - 1, x, x + 1) if y >= 0]
    check_stores("16_16_16_16", "FLOAT", False, near + [y | 1 << 31 for y in near])


# ---- DST_SEL, bounds, formats that are none ----

def test_dst_sel_selects_loaded_components():
    """The selection is 0, 1, W and X of 8_8_8_8 UINT and UNORM. Out of bounds a selected 1 remains 1."""
    memory = bytearray(dword_bytes([0x04030201] * 64))
    for format_, one_bits in ((46, 1), (42, 0x3f800000)):
        sets = [
            *buffer_sets((0, 1, 7, 4), format_ << 12, records=128),
            *FULL,
            vgpr_setting(3, [4 * l for l in range(64)]),
        ]
        out = run_listing("gfx1100", 64, "buffer_load_format_xyzw v[8:11], v3, s[4:7], 0 offen; WAIT",
                          regions=[(BASE, memory)], sets=sets)
        w = completed_wave(out)
        wanted = [0, one_bits, *((4, 1) if one_bits == 1 else (encode_float(Fraction(n, 255), F32) for n in (4, 1)))]
        assert [int(w.v[8 + k][5]) for k in range(4)] == wanted
        assert [int(w.v[8 + k][40]) for k in range(4)] == [0, one_bits, 0, 0]


@ARCHS
def test_dst_sel_selects_stored_components(arch):
    """With 8_8_8_8 UINT and DST_SEL Y X 1 Z, Z of two components is 0 (errata E-049)."""
    memory, word = bytearray(b"\xff" * 8), 46 << 12 if arch == "gfx1100" else 4 << 12 | 10 << 15
    sets = [
        *buffer_sets((5, 4, 1, 6), word),
        *FULL[1:],
        (EVERY_WAVE, 126, 1),
        vgpr_setting(8, [7]),
        vgpr_setting(9, [9]),
    ]
    out = run_listing(arch, 64, "buffer_store_format_xy v[8:9], off, s[4:7], 0; WAIT", regions=[(BASE, memory)],
                      sets=sets)
    assert out.status == "ok" and bytes(memory) == bytes((9, 7, 1, 0)) + b"\xff" * 4


@ARCHS
def test_reserved_format_is_an_error_and_invalid_reads_zero(arch):
    """A reserved format is an error; INVALID reads 0 and stores nothing."""
    reserved, invalid = (127, 0) if arch == "gfx1100" else (6 << 4 | 1, 0)
    for code, expected in ((reserved, ["memory.format"]), (invalid, [])):
        text = f"tbuffer_load_format_x v8, off, s[4:7], 0 format:{code}; WAIT"
        out = run_listing(arch, 64, text, regions=[(BASE, bytearray(b"\1" * 16))], sets=[*buffer_sets(), *FULL])
        w = completed_wave(out)
        assert finding_rules(out, "error") == expected and bool(int(w.v_open[8]) & 1) == bool(expected)
        assert expected or int(w.v[8][0]) == 0


@ARCHS
@pytest.mark.parametrize("before", ("buffer_", "tbuffer_"))
def test_d16_loads_preserve_the_unwritten_half(arch, before):
    """AMD's text of *_LOAD_D16_FORMAT_XYZ preserves VDATA[63:48], and that of X preserves VDATA[31:16]."""
    width, code = ("d16_format_", 42) if arch == "gfx1100" else ("format_d16_", 10 << 3)
    format_text = "" if before == "buffer_" else " " + format_code(arch, "8_8_8_8", "UNORM")
    text = (
        f"{before}load_{width}xyz v[8:9], off, s[4:7], 0{format_text}; "
        f"{before}load_{width}x v10, off, s[4:7], 0{format_text}; "
        "WAIT"
    )
    sets = [*buffer_sets(word=code << 12), *FULL, *(vgpr_setting(r, [0x12345678] * 64) for r in (8, 9, 10))]
    w = completed_wave(run_listing(arch, 64, text, regions=[(BASE, bytearray((255, 0, 255, 7)))], sets=sets))
    assert [int(w.v[r][5]) for r in (8, 9, 10)] == [0x00003c00, 0x12343c00, 0x12343c00]
