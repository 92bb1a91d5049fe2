"""Images with a sampler: texels and weights of coordinates, levels, filters, comparisons and gathers, over random S#s.
The expectations are the rules of RDNA3 ISA, 10.3, 10.4, 10.6 and of errata E-210 to E-213, in fractions."""
import math
import random
import struct
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest

from .. import EVERY_WAVE
from ..testing import BASE, EVERYWHERE, finding_rules, run_listing, vgpr_setting, completed_wave
from .image_reference import KINDS, MEMORY, Image

SHORT = {"1D": "1D", "2D": "2D", "3D": "3D", "CUBE": "CUBE", "1D_ARRAY": "1D_ARRAY", "2D_ARRAY": "2D_ARRAY"}
BORDER = None
FACE = 1 << 27
LOWEST = {"x": 0, "y": 3, "z": 6}


def f32_bits(x):
    return struct.unpack("<I", struct.pack("<f", x))[0]


def nearest_f32(x):
    """Return the f32 of a fraction with few digits."""
    return int(np.float32(float(x)).view(np.uint32))


@dataclass
class Sampler:
    """The settings of an S#."""
    clamp: tuple = (2, 2, 2)
    compare: int = 0
    unnormalized: int = 0
    truncates: int = 0
    apart: int = 0
    reduce: int = 0
    least: int = 0                     # levels: 8 bits of fraction
    most: int = 4095
    bias: int = 0
    second: int = 0                    # 4 bits
    magnify: int = 0
    minify: int = 0
    depth: int = 0
    levels: int = 0
    border: int = 0

    def words(self):
        x, y, z = self.clamp
        whole = (x | y << 3 | z << 6 | self.compare << 12 | self.unnormalized << 15 | self.truncates << 27
                 | self.apart << 28 | self.reduce << 29 | self.least << 32 | self.most << 44
                 | (self.bias & 0x3fff) << 64 | (self.second & 0x3f) << 78 | self.magnify << 84 | self.minify << 86
                 | self.depth << 88 | self.levels << 90 | self.border << 126)
        return [whole >> 32 * n & 0xffffffff for n in range(4)]


def byte_image(arch, kind="2D", **more):
    """Return an image whose texels are four bytes, read as the floats 0 to 255."""
    form = {"number": 2} if arch == "gfx906" else {"format": 44}
    return Image(arch, kind, (8, 8, 8, 8), more=form, **more)


# ---- the rules ----

def texel_index(mode, n, size, linear):
    """Return a texel's index after wrapping, or BORDER."""
    if mode == 0:
        return n % size
    if mode == 1:
        n %= 2 * size
        return n if n < size else 2 * size - 1 - n
    if mode in (3, 7) and n < 0:
        n = -1 - n
    outside = not 0 <= n < size
    if mode in (6, 7) or mode in (4, 5) and linear:
        return BORDER if outside else n
    return min(max(n, 0), size - 1)


def axis_weights(mode, x, size, normal, truncates, linear, offset):
    """Return [(index, weight)] on an axis."""
    place = Fraction(x) * (size if normal else 1) * 256
    place = Fraction(math.floor(place) if truncates else math.floor(place + Fraction(1, 2)), 256) + offset
    if mode == 5:
        place = abs(place)
    if mode in (4, 5):
        place = min(max(place, Fraction(0)), Fraction(size))
    if linear:
        place -= Fraction(1, 2)
    first = math.floor(place)
    share = place - first
    taps = [(texel_index(mode, first, size, linear), 1 - share), (texel_index(mode, first + 1, size, linear), share)]
    return taps if linear else [(texel_index(mode, first, size, False), Fraction(1))]


def level_weights(image, s, lod):
    """Return [(level, weight)], and whether the filter is magnifying, for a level in 256ths."""
    last = image.last_level - image.base_level
    lod = min(max(max(min(lod, s.most), s.least), -256 * image.base_level), 256 * last)
    above = max(lod, 0)
    if s.levels == 0:
        weights = [(0, Fraction(1))]
    elif s.levels == 1:
        weights = [(min((above + 128) // 256, last), Fraction(1))]
    else:
        level, fraction = min(above // 256, last), Fraction(above % 256, 256) if above // 256 < last else Fraction(0)
        weights = [(level, 1 - fraction)] + [(level + 1, fraction)] * (fraction > 0)
    return weights, lod <= 0


def slice_number(image, x):
    """Return the slice, or slice * 6 + face."""
    n = max(0, round(Fraction(x)))
    _, _, slices = image.extent(0)
    if image.kind == "CUBE":
        return min(n >> 3, max(1, slices // 6) - 1) * 6 + min(n & 7, 5)
    return min(n, slices - 1)


def border_color(s):
    return {0: [0] * 4, 1: [0, 0, 0, 1], 2: [1] * 4}[s.border]


def footprint(image, s, place, level, linear, deep, offset):
    """Return [(components, weight)] of the texels of a level."""
    axes = {"1D": 1, "1D_ARRAY": 1, "3D": 3}.get(image.kind, 2)
    size, cube = image.extent(level), image.kind == "CUBE"
    taps = []
    for n in range(axes):
        mode = 2 if cube and not s.apart else s.clamp[n]
        taps.append(
            axis_weights(
                mode, place[n] - cube, size[n], not s.unnormalized, s.truncates, deep if n == 2 else linear, offset[n]
            )
        )
    taps += [[(0, Fraction(1))]] * (3 - axes)
    layer = slice_number(image, place[axes]) if image.is_array else None
    texels = []
    for z, wz in taps[2]:
        for y, wy in taps[1]:
            for x, wx in taps[0]:
                if wx * wy * wz:
                    spot = (x, y, z if layer is None else layer, 0, level)
                    texels.append((border_color(s) if BORDER in (x, y, z) else image.texel(*spot), wx * wy * wz))
    return texels


OPERATORS = [lambda r, t: False, lambda r, t: r < t, lambda r, t: r == t, lambda r, t: r <= t, lambda r, t: r > t,
             lambda r, t: r != t, lambda r, t: r >= t, lambda r, t: True]


def expected_sample(image, s, place, lod, offset=(0, 0, 0), reference=None):
    """Return four fractions: the expected sample."""
    levels, magnified = level_weights(image, s, lod)
    linear = (s.magnify if magnified else s.minify) & 1
    deep = linear if not s.depth else s.depth == 2
    taps = [(texel, w * share) for level, share in levels
            for texel, w in footprint(image, s, place, level, linear, deep, offset)]
    if reference is not None:
        taps = [([int(OPERATORS[s.compare](Fraction(reference), t[0])), 0, 0, 0], w) for t, w in taps]
    if s.reduce:
        return [(min, max)[s.reduce - 1](Fraction(t[k]) for t, _ in taps) for k in range(4)]
    return [sum((t[k] * w for t, w in taps), Fraction(0)) for k in range(4)]


# ---- running ----

def run_sample(arch, wave, image, s, op, columns, *, marks="", dmask=15, sets=(), count=4, policy="late", **fraction):
    """Run one operation and return (outcome, `count` dwords for each lane).
    `columns`: address registers from v16 on, each a row."""
    sets = [*((EVERY_WAVE, 8 + n, x) for n, x in enumerate(image.words())),
            *((EVERY_WAVE, 16 + n, x) for n, x in enumerate(s.words())),
            *(vgpr_setting(16 + n, row) for n, row in enumerate(columns)), *sets]
    width = len(columns) if len(columns) < 6 or arch == "gfx1100" and len(columns) < 13 else 8
    address = f"v[16:{15 + width}]" if width > 1 else "v16"
    data = f"v[32:{31 + count}]" if count > 1 else "v32"
    kind = "da" * image.is_array if arch == "gfx906" else f"dim:SQ_RSRC_IMG_{SHORT[image.kind]}"
    text = f"{op} {data}, {address}, s[8:15], s[16:19] dmask:{dmask:#x} "
    text += f"{marks} {kind}" if arch == "gfx906" else f"{kind} {marks}"
    out = run_listing(arch, wave, f"{text}; WAIT", sets=sets, regions=[(BASE, bytearray(MEMORY))],
                      policy=policy, **fraction)
    return out, [[int(completed_wave(out).v[32 + k][l]) for k in range(count)] for l in range(wave)]


def random_coordinate(rng):
    return float(np.float32(rng.choice((rng.uniform(-2.5, 2.5), rng.uniform(0, 1), rng.randrange(-16, 17) / 16))))


def random_position(image, rng, unnormalized=False):
    axes = {"1D": 1, "1D_ARRAY": 1, "3D": 3}.get(image.kind, 2)
    place = [random_coordinate(rng) * (8 if unnormalized else 1) + (image.kind == "CUBE") for _ in range(axes)]
    if image.kind == "CUBE":
        place = [float(np.float32(rng.uniform(1.0, 2.0))) for _ in range(2)] + [float(rng.randrange(8))]
    elif image.is_array:
        place.append(rng.choice((rng.randrange(-1, 5), rng.uniform(0, 4), 0.5, 1.5, 2.5)))
    return [float(np.float32(x)) for x in place]


def address_columns(places):
    return [[f32_bits(p[k]) for p in places] for k in range(len(places[0]))]


def random_sampler(rng, **fixed):
    return Sampler(**{"clamp": tuple(rng.randrange(8) for _ in range(3)), "truncates": rng.randrange(2),
                      "magnify": rng.randrange(2), "minify": rng.randrange(2), "depth": rng.randrange(3),
                      "levels": rng.randrange(3), "border": rng.randrange(3), **fixed})


def random_image(arch, rng, kind):
    levels = rng.choice((1, 3, 4))
    base = rng.randrange(2) if levels > 1 else 0
    deep = {"first": 1, "last": 1 + (11 if kind == "CUBE" else 3)} if "ARRAY" in kind or kind == "CUBE" else {}
    side = rng.randint(9, 20)
    return byte_image(
        arch,
        kind,
        width=side,
        height=side if kind == "CUBE" else 1 if kind[0] == "1" else rng.randint(9, 20),
        depth=5 if kind == "3D" else 1,
        levels=levels,
        base_level=base,
        last_level=levels - 1,
        **deep,
    )


def result_rows(values):
    return [nearest_f32(x) for x in values]


@EVERYWHERE
@pytest.mark.parametrize("mode", range(8))
@pytest.mark.parametrize("linear", (0, 1))
def test_wrap_modes_match_the_reference(arch, wave, mode, linear):
    rng = random.Random(mode)
    image = byte_image(arch, "1D", width=5, height=1)
    s = Sampler(clamp=(mode, 2, 2), magnify=linear, minify=linear, border=2)
    places = [[random_coordinate(rng)] for _ in range(wave)]
    out, got = run_sample(arch, wave, image, s, "image_sample_lz", address_columns(places))
    assert not out.findings
    for l, place in enumerate(places):
        assert got[l] == result_rows(expected_sample(image, s, place, 0)), (place, l)


@EVERYWHERE
@pytest.mark.parametrize("kind", [k for k in KINDS if "MSAA" not in k])
def test_levels_and_filters_match_the_reference(arch, wave, kind):
    """A given level selects between levels and texels, slices and faces."""
    for seed in range(8):
        rng = random.Random(f"{kind}{seed}")
        image, s = random_image(arch, rng, kind), random_sampler(rng)
        if kind == "CUBE":
            s.magnify = s.minify = 0
        s.least, s.most, s.bias = rng.choice((0, 128)), rng.choice((4095, 300)), rng.choice((0, 64, -300))
        s.second = rng.choice((0, 5, -32)) if arch == "gfx1100" else 0
        places, lods = [random_position(image, rng) for _ in range(wave)], [rng.uniform(-1, 4) for _ in range(wave)]
        lods = [float(np.float32(x)) for x in lods]
        out, got = run_sample(
            arch, wave, image, s, "image_sample_l", [*address_columns(places), [f32_bits(x) for x in lods]]
        )
        assert not out.findings
        for l, place in enumerate(places):
            lod = math.floor(Fraction(lods[l]) * 256 + Fraction(1, 2)) + s.bias + 16 * s.second
            assert got[l] == result_rows(expected_sample(image, s, place, lod)), (seed, l, place, lods[l])


@EVERYWHERE
@pytest.mark.parametrize("reduce", (1, 2))
def test_min_and_max_filters_match_the_reference(arch, wave, reduce):
    rng = random.Random(reduce)
    image, s = byte_image(arch, width=9, height=7), random_sampler(rng, reduce=reduce, magnify=1, levels=0)
    places = [random_position(image, rng) for _ in range(wave)]
    _, got = run_sample(arch, wave, image, s, "image_sample_lz", address_columns(places))
    assert got == [result_rows(expected_sample(image, s, place, 0)) for place in places]


@EVERYWHERE
def test_unnormalized_coordinates_match_the_reference(arch, wave):
    """Coordinates are unnormalized by the S# or by the instruction."""
    rng = random.Random(9)
    image, s = byte_image(arch, width=9, height=7), Sampler(clamp=(2, 6, 2), magnify=1, unnormalized=1)
    places = [random_position(image, rng, True) for _ in range(wave)]
    expected = [result_rows(expected_sample(image, s, place, 0)) for place in places]
    assert run_sample(arch, wave, image, s, "image_sample_lz", address_columns(places))[1] == expected
    s.unnormalized = 0
    assert run_sample(arch, wave, image, s, "image_sample_lz", address_columns(places), marks="unorm")[1] == expected


@EVERYWHERE
@pytest.mark.parametrize("compare", range(8))
def test_compare_and_offset_match_the_reference(arch, wave, compare):
    """Each texel is compared before filtering; the offset comes first in the address, then the reference."""
    rng = random.Random(compare)
    image, s = byte_image(arch, width=9, height=7), random_sampler(rng, compare=compare, magnify=1, levels=0, border=0)
    places = [random_position(image, rng) for _ in range(wave)]
    references = [float(rng.randrange(256)) for _ in range(wave)]
    offsets = [[rng.randrange(-32, 32) for _ in range(3)] for _ in range(wave)]
    packed = [sum((x & 63) << 8 * n for n, x in enumerate(o)) for o in offsets]
    columns = [packed, [f32_bits(x) for x in references], *address_columns(places)]
    out, got = run_sample(arch, wave, image, s, "image_sample_c_lz_o", columns)
    assert not out.findings
    for l, place in enumerate(places):
        assert got[l] == result_rows(expected_sample(image, s, place, 0, offsets[l], references[l])), l


@EVERYWHERE
@pytest.mark.parametrize("component", range(4))
def test_gather_returns_four_texels_counterclockwise(arch, wave, component):
    """The texels come from the lower left, counterclockwise."""
    rng = random.Random(component)
    image, s = byte_image(arch, width=9, height=7), random_sampler(rng, levels=0)
    places = [random_position(image, rng) for _ in range(wave)]
    _, got = run_sample(arch, wave, image, s, "image_gather4_lz", address_columns(places), dmask=1 << component)
    for l, place in enumerate(places):
        size = image.extent(0)
        axis = [[n for n, _ in axis_weights(s.clamp[k], place[k], size[k], True, s.truncates, True, 0)] for k in (0, 1)]
        spots = [(axis[0][x], axis[1][y]) for x, y in ((0, 1), (1, 1), (1, 0), (0, 0))]
        texels = [border_color(s) if BORDER in spot else image.texel(*spot, 0, 0, 0) for spot in spots]
        assert got[l] == [nearest_f32(t[component]) for t in texels], l


@EVERYWHERE
@pytest.mark.parametrize("kind", ("1D", "2D", "2D_ARRAY"))
@pytest.mark.parametrize("component", range(4))
def test_gather4h_returns_a_row_of_texels(arch, wave, kind, component):
    """The texels are side by side, as offsets of -1, 0, 1 and 2 move the left texel of a linear filter; the row is that
    of point sampling."""
    rng = random.Random(f"{kind}{component}")
    deep = {"first": 1, "last": 4} if kind == "2D_ARRAY" else {}
    image, s = byte_image(arch, kind, width=9, height=7 if kind[0] == "2" else 1, **deep), random_sampler(rng, levels=0)
    places = [random_position(image, rng) for _ in range(wave)]
    out, got = run_sample(arch, wave, image, s, "image_gather4h", address_columns(places), dmask=1 << component)
    assert not out.findings
    for l, place in enumerate(places):
        size, cut = image.extent(0), s.truncates
        across = [axis_weights(s.clamp[0], place[0], size[0], True, cut, True, k)[0][0] for k in (-1, 0, 1, 2)]
        down = axis_weights(s.clamp[1], place[1], size[1], True, cut, False, 0)[0][0] if kind[0] == "2" else 0
        layer = slice_number(image, place[2]) if kind == "2D_ARRAY" else 0
        texels = [border_color(s) if BORDER in (x, down) else image.texel(x, down, layer, 0, 0) for x in across]
        assert got[l] == [nearest_f32(t[component]) for t in texels], (l, place)


def level_of_steps(image, steps):
    """Return 256ths of a level, of the longer of two steps in texels."""
    size = image.extent(0)
    square = max(sum((Fraction(x) * n) ** 2 for x, n in zip(step, size)) for step in steps)
    return -32 * 256 if not square else math.log2(square) * 128


@EVERYWHERE
def test_given_derivatives_select_the_level(arch, wave):
    """The level shows in a blend of two different levels, without IMAGE_GET_LOD. The logarithm is rounded to 1/256."""
    rng = random.Random(3)
    image = byte_image(arch, width=16, height=16, levels=4, last_level=3)
    s = Sampler(levels=1)
    places = [[0.5, 0.5] for _ in range(wave)]
    steps = [[[rng.uniform(-.4, .4) for _ in range(2)] for _ in range(2)] for _ in range(wave)]
    steps = [[[float(np.float32(x)) for x in axis] for axis in two] for two in steps]
    columns = [[f32_bits(two[axis][k]) for two in steps] for axis in (0, 1) for k in (0, 1)] + address_columns(places)
    out, got = run_sample(arch, wave, image, s, "image_sample_d", columns)
    assert not out.findings
    for l in range(wave):
        lod = level_of_steps(image, steps[l])
        if abs(lod % 256 - 128) < 2:
            continue                                                      # between two levels: either
        assert got[l] == result_rows(expected_sample(image, s, places[l], math.floor(lod + .5))), l


@EVERYWHERE
def test_differences_within_a_quad_select_the_level(arch, wave):
    """Differences of lanes determine the level of a quad; each lane has its bias. Steps are powers of two."""
    image = byte_image(arch, width=16, height=16, levels=4, last_level=3)
    s = Sampler(levels=2)
    step = [2.0 ** -(l // 4 % 4 + 1) for l in range(wave)]
    places = [[.25 + step[l] * (l & 1), .25 + step[l] * (l >> 1 & 1)] for l in range(wave)]
    bias = [(l & 3) / 4 - 1 for l in range(wave)]
    out, got = run_sample(
        arch, wave, image, s, "image_sample_b", [[f32_bits(x) for x in bias], *address_columns(places)]
    )
    assert not out.findings
    for l in range(wave):
        lod = int(256 * (math.log2(16 * step[l]) + bias[l]))
        assert got[l] == result_rows(expected_sample(image, s, places[l], lod)), l
    out, got = run_sample(arch, wave, image, s, "image_get_lod", address_columns(places), dmask=3, count=2)
    for l in range(wave):
        raw = math.log2(16 * step[l])
        assert got[l] == [f32_bits(min(max(raw, 0.0), 3.0)), f32_bits(raw)]


@EVERYWHERE
def test_clamp_limits_the_level(arch, wave):
    """_CL is a lower limit of the level (SPIR-V's MinLod, by ACO; errata E-269)."""
    image = byte_image(arch, width=16, height=16, levels=4, last_level=3)
    s = Sampler(levels=2)
    step = [2.0 ** -(l // 4 % 4 + 1) for l in range(wave)]
    places = [[.25 + step[l] * (l & 1), .25 + step[l] * (l >> 1 & 1)] for l in range(wave)]
    least = [(l & 3) * .75 for l in range(wave)]
    out, got = run_sample(
        arch, wave, image, s, "image_sample_cl", [*address_columns(places), [f32_bits(x) for x in least]]
    )
    assert not out.findings
    for l in range(wave):
        lod = int(256 * max(math.log2(16 * step[l]), least[l]))
        assert got[l] == result_rows(expected_sample(image, s, places[l], lod)), l


@EVERYWHERE
def test_level_of_a_quad_with_inactive_lanes_is_undefined(arch, wave):
    """Inactive lanes have no coordinates: the levels of their quads are undefined."""
    image = byte_image(arch, width=16, height=16)
    exec_ = (1 << wave) - 1 & ~0x21
    lanes = [(EVERY_WAVE, 126, exec_ & 0xffffffff), (EVERY_WAVE, 127, exec_ >> 32)]
    out, _ = run_sample(arch, wave, image, Sampler(), "image_sample", address_columns([[.5, .5]] * wave), sets=lanes)
    assert not out.findings
    assert int(completed_wave(out).v_open[32]) & exec_ == 0xff & exec_


def test_a16_and_d16_pack_halves():
    """A16 has two coordinates in a register, D16 two components; DMASK omits some."""
    rng = random.Random(4)
    image, s = byte_image("gfx1100", width=9, height=7), Sampler(clamp=(1, 1, 1), magnify=1)
    places = [[float(np.float16(rng.uniform(-2, 2))) for _ in range(2)] for _ in range(32)]
    column = [int.from_bytes(struct.pack("<ee", *p), "little") for p in places]
    _, got = run_sample("gfx1100", 32, image, s, "image_sample_lz", [column], marks="a16", dmask=11, count=3)
    expected = [expected_sample(image, s, p, 0) for p in places]
    assert got == [result_rows([e[0], e[1], e[3]]) for e in expected]
    _, got = run_sample(
        "gfx1100", 32, image, s, "image_sample_lz", address_columns(places), marks="d16", dmask=11, count=2
    )

    def half(x):
        near = np.float16(float(x))
        return int(near.view(np.uint16)) - (Fraction(float(near)) > x)     # towards zero
    assert got == [[half(e[0]) | half(e[1]) << 16, half(e[3])] for e in expected]


@EVERYWHERE
@pytest.mark.parametrize("op", ("image_sample_lz", "image_gather4_lz"))
def test_a_border_color_of_the_table_is_undefined(arch, wave, op):
    """The border colors are in a table whose address no case can set (errata E-266): a sample that uses one is
    undefined."""
    rng = random.Random(op)
    image, s = byte_image(arch, width=9, height=7), Sampler(clamp=(6, 6, 2), magnify=1, border=3)
    places = [random_position(image, rng) for _ in range(wave)]
    out, _ = run_sample(arch, wave, image, s, op, address_columns(places), dmask=1 if "gather" in op else 15)
    taps = [[axis_weights(6, x, size, True, 0, True, 0) for x, size in zip(place, (9, 7))] for place in places]
    met = lambda at, share: at is BORDER and (share or "gather" in op)
    outside = [any(met(*tap) for axis in lane for tap in axis) for lane in taps]
    assert out.status == "ok" and not out.findings and 0 < sum(outside) < wave
    got = int(completed_wave(out).v_open[32])
    assert [bool(got >> l & 1) for l in range(wave)] == outside


@pytest.mark.parametrize("arch,op,is_open", [
    ("gfx906", "image_sample_l", True), ("gfx906", "image_get_lod", True), ("gfx906", "image_sample_lz", False),
    ("gfx1100", "image_sample_l", False)])
def test_a_scaled_bias_is_undefined(arch, op, is_open):
    """LOD_BIAS_SEC of gfx906 is scaled by the T#, by an undocumented factor (errata E-213)."""
    image, s = byte_image(arch, width=9, height=7), Sampler(second=8)
    out, _ = run_sample(arch, 64, image, s, op, [[f32_bits(.5)] * 64] * 3, dmask=3, count=2)
    assert out.status == "ok" and (int(completed_wave(out).v_open[32]) == 2**64 - 1) == is_open


def test_invalid_samplers_are_reported():
    image = byte_image("gfx1100", width=9, height=7)
    where = address_columns([[.5, .5]] * 32)
    msaa = byte_image("gfx1100", "2D_MSAA", width=9, height=7, samples=2)
    words = [*((EVERY_WAVE, 8 + n, x) for n, x in enumerate(msaa.words()))]
    out, _ = findings_of_sampler(image, Sampler(), where, words)
    assert finding_rules(out) == ["image.resource"]


def findings_of_sampler(image, s, columns, sets=()):
    every = [*((EVERY_WAVE, 8 + n, x) for n, x in enumerate(image.words())),
             *((EVERY_WAVE, 16 + n, x) for n, x in enumerate(s.words())),
             *(vgpr_setting(16 + n, row) for n, row in enumerate(columns)), *sets]
    text = "image_sample_lz v[32:35], v[16:17], s[8:15], s[16:19] dmask:0xf dim:SQ_RSRC_IMG_2D; WAIT"
    return run_listing("gfx1100", 32, text, sets=every, regions=[(BASE, bytearray(MEMORY))]), None
