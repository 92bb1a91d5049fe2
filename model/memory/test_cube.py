"""Cube maps filtered across faces, and gathers of them.
A texel beyond an edge is the one on the ray through it, by the formulas of V_CUBEID, V_CUBESC and V_CUBETC (RDNA3 ISA,
16), in fractions. Where three faces meet it is the mean of their texels (errata E-264)."""
import math
import random
from fractions import Fraction

import numpy as np
import pytest

from ..testing import EVERYWHERE, finding_rules, completed_wave
from .image_reference import Image
from .test_sample import (
    Sampler, axis_weights, result_rows, f32_bits, address_columns, byte_image, level_weights, run_sample,
    nearest_f32,
)


def face_coordinates(x, y, z):
    """Return (face, s, t) of a direction, both from -1 to 1."""
    ax, ay, az = abs(x), abs(y), abs(z)
    if az >= ax and az >= ay:
        face, s, t = (5, -x, -y) if z < 0 else (4, x, -y)
    elif ay >= ax:
        face, s, t = (3, x, -z) if y < 0 else (2, x, z)
    else:
        face, s, t = (1, z, -y) if x < 0 else (0, -z, -y)
    longest = max(ax, ay, az)
    return face, Fraction(s) / longest, Fraction(t) / longest


def direction_of_face(face, s, t):
    """Return the direction of (face, s, t) on the plane of the face; s and t may exceed 1."""
    return {0: (1, -t, -s), 1: (-1, -t, s), 2: (s, 1, t), 3: (s, -1, -t), 4: (s, -t, 1), 5: (-s, -t, -1)}[face]


def texel_across_edge(face, i, j, size):
    """Return (face, column, row) of the texel on the ray through the middle of a texel on the face's plane."""
    middle = lambda n: Fraction(2 * n + 1, size) - 1
    face, s, t = face_coordinates(*direction_of_face(face, middle(i), middle(j)))
    return face, *(math.floor((x + 1) / 2 * size) for x in (s, t))


STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def texel_further_out(face, i, j, size):
    """Return (face, column, row) of a column further out.
    It is straight on from the crossed edge, at most to the other end."""
    first = -1 if i < 0 else size
    inner = (face, min(max(i, 0), size - 1), j)
    neighbour, x, y = texel_across_edge(face, first, j, size)
    dx, dy = next(d for d in STEPS if texel_across_edge(neighbour, x + d[0], y + d[1], size) == inner
                  and not (0 <= x + d[0] < size and 0 <= y + d[1] < size))
    more = min(abs(i - first), size - 1)
    return neighbour, x - dx * more, y - dy * more


def texels_at(image, layer, i, j, level):
    """Return the texels for column i and row j of a face: one, or three."""
    size = image.extent(level)[0]
    read = lambda face, x, y: image.texel(x, y, layer // 6 * 6 + face, 0, level)
    if i < -1 or i > size:
        return [read(*texel_further_out(layer % 6, i, j, size))]
    inner = [min(max(n, 0), size - 1) for n in (i, j)]
    spots = [(i, j)] if i == inner[0] or j == inner[1] else [tuple(inner), (i, inner[1]), (inner[0], j)]
    return [read(*texel_across_edge(layer % 6, x, y, size)) for x, y in spots]


def face_axis_weights(place, size, truncates, linear, offset=0):
    """Return [(column, weight)] of a position, which ends at the edges of the face after its offset."""
    x = (Fraction(place) - 1) * size * 256
    x = Fraction(math.floor(x if truncates else x + Fraction(1, 2)), 256) + offset
    x = min(max(x, Fraction(0)), Fraction(size))
    if not linear:
        return [(min(math.floor(x), size - 1), Fraction(1))]
    first, share = math.floor(x - Fraction(1, 2)), (x - Fraction(1, 2)) % 1
    return [(first, 1 - share), (first + 1, share)]


def cube_layer(image, number):
    n, (_, _, slices) = max(0, round(Fraction(number))), image.extent(0)
    return min(n >> 3, slices // 6 - 1) * 6 + min(n & 7, 5)


def filtered_sample(image, s, place, lod, offset=(0, 0), reference=None):
    """Return four fractions: the filtered sample."""
    levels, magnified = level_weights(image, s, lod)
    linear, taps = (s.magnify if magnified else s.minify) & 1, []
    for level, share in levels:
        size = image.extent(level)[0]
        columns, rows = (face_axis_weights(place[k], size, s.truncates, linear, offset[k]) for k in (0, 1))
        for j, down in rows:
            for i, right in columns:
                met = texels_at(image, cube_layer(image, place[2]), i, j, level) if right * down else []
                taps += [(texel, share * right * down / len(met)) for texel in met]
    if reference is not None:
        taps = [([int(Fraction(reference) < t[0]), 0, 0, 0], w) for t, w in taps]
    if s.reduce:
        return [(min, max)[s.reduce - 1](Fraction(t[k]) for t, _ in taps) for k in range(4)]
    return [sum((t[k] * w for t, w in taps), Fraction(0)) for k in range(4)]


def random_cube(arch, rng, **more):
    side = more.pop("side", None) or rng.choice((1, 2, 3, 5, 8))
    return byte_image(arch, "CUBE", width=side, height=side, **{"first": 1, "last": 12, **more})


def positions_near_edges(image, rng, wave):
    """Return positions near edges and corners on every face."""
    end = lambda: rng.uniform(0, .6) / image.width
    near = lambda: rng.choice((rng.uniform(1, 2), 1 + end(), 2 - end(), 1.0, 2.0))
    return [[float(np.float32(near())), float(np.float32(near())), float(rng.choice((*range(6), *range(8, 14))))]
            for _ in range(wave)]


def test_every_edge_has_two_sides():
    """The reference is consistent: beyond the edge and back gives the same texel."""
    for face in range(6):
        for size in (1, 2, 5):
            for i, j in [(-1, n) for n in range(size)] + [(n, size) for n in range(size)]:
                neighbour, x, y = texel_across_edge(face, i, j, size)
                assert neighbour not in (face, face ^ 1) and 0 <= x < size and 0 <= y < size
                back = [texel_across_edge(neighbour, *spot, size) for spot in ((x + d, y + e) for d, e in STEPS)]
                inner = (face, min(max(i, 0), size - 1), min(max(j, 0), size - 1))
                assert inner in back


@EVERYWHERE
@pytest.mark.parametrize("seed", range(8))
def test_filter_crosses_edges(arch, wave, seed):
    """Filtering between levels, and minimum and maximum, are covered."""
    rng = random.Random(f"{arch}{seed}")
    image = random_cube(arch, rng, levels=2, last_level=1)
    s = Sampler(clamp=(6, 0, 1), magnify=1, minify=1, levels=rng.randrange(3), truncates=rng.randrange(2),
                reduce=seed % 4 if seed % 4 < 3 else 0, border=2)
    places, lods = positions_near_edges(image, rng, wave), [rng.choice((0.0, .25, .5, 1.0)) for _ in range(wave)]
    out, got = run_sample(
        arch, wave, image, s, "image_sample_l", [*address_columns(places), [f32_bits(x) for x in lods]]
    )
    assert not out.findings
    for l, place in enumerate(places):
        assert got[l] == result_rows(filtered_sample(image, s, place, int(256 * lods[l]))), (l, place, lods[l], image)


@EVERYWHERE
def test_offsets_stop_at_the_edge_and_comparison_precedes_filtering(arch, wave):
    rng = random.Random(arch)
    image, s = random_cube(arch, rng, side=5), Sampler(magnify=1, compare=1)
    places, references = positions_near_edges(image, rng, wave), [float(rng.randrange(256)) for _ in range(wave)]
    offsets = [[rng.randrange(-4, 5) for _ in range(2)] for _ in range(wave)]
    packed = [(x & 63) | (y & 63) << 8 for x, y in offsets]
    out, got = run_sample(arch, wave, image, s, "image_sample_c_lz_o",
                      [packed, [f32_bits(x) for x in references], *address_columns(places)])
    assert not out.findings
    for l, place in enumerate(places):
        assert got[l] == result_rows(filtered_sample(image, s, place, 0, offsets[l], references[l])), (
            l,
            place,
            offsets[l],
        )


@EVERYWHERE
@pytest.mark.parametrize("apart", (0, 1))
@pytest.mark.parametrize("op", ("image_gather4_lz", "image_gather4h"))
def test_gather_crosses_edges(arch, wave, apart, op):
    """Without seamless faces the S#'s clamps apply, as for other images. A row continues into the neighbour, at most to
    its other end."""
    rng = random.Random(f"{arch}{op}{apart}")
    for _ in range(6):
        image, component = random_cube(arch, rng), rng.randrange(4)
        s = Sampler(clamp=(rng.choice((0, 1, 2)), rng.choice((0, 1, 2)), 2), apart=apart)
        places = positions_near_edges(image, rng, wave)
        out, got = run_sample(arch, wave, image, s, op, address_columns(places), dmask=1 << component)
        assert not out.findings
        for l, place in enumerate(places):
            spots = gathered_texels(image, s, place, op)
            if apart:
                want = [image.texel(*spot, cube_layer(image, place[2]), 0, 0)[component] for spot in spots]
            else:
                met = [
                    [t[component] for t in texels_at(image, cube_layer(image, place[2]), *spot, 0)] for spot in spots
                ]
                want = [Fraction(sum(m), len(m)) for m in met]
            assert got[l] == [nearest_f32(x) for x in want], (l, place, image, s)


def gathered_texels(image, s, place, op):
    """Return (column, row) of the four texels of a gather."""
    size = image.width
    if not s.apart:
        columns, rows = ([n for n, _ in face_axis_weights(place[k], size, 0, True)] for k in (0, 1))
        row = face_axis_weights(place[1], size, 0, False)[0][0]
        line = [columns[0] + k for k in (-1, 0, 1, 2)]
    else:
        axis = lambda k, linear, offset: [
            n for n, _ in axis_weights(s.clamp[k], place[k] - 1, size, True, 0, linear, offset)
        ]
        columns, rows, row = axis(0, True, 0), axis(1, True, 0), axis(1, False, 0)[0]
        line = [axis(0, True, k)[0] for k in (-1, 0, 1, 2)]
    if op == "image_gather4h":
        return [(x, row) for x in line]
    return [(columns[x], rows[y]) for x, y in ((0, 1), (1, 1), (1, 0), (0, 0))]


@EVERYWHERE
def test_gather_of_integers_at_a_corner_is_undefined(arch, wave):
    """A gather of integers is undefined only where three faces meet."""
    image = Image(arch, "CUBE", (8, 8, 8, 8), 4, 4, first=0, last=5)
    places = [[1.0 if l % 2 else 1.5, 1.0, 4.0] for l in range(wave)]
    out, _ = run_sample(arch, wave, image, Sampler(), "image_gather4_lz", address_columns(places), dmask=1)
    assert not out.findings
    assert int(completed_wave(out).v_open[32]) & 15 == 0b1010


@EVERYWHERE
def test_non_square_faces_are_reported(arch, wave):
    image = byte_image(arch, "CUBE", width=8, height=4, first=0, last=5)
    for apart, expected in ((0, ["image.resource"]), (1, [])):
        out, _ = run_sample(arch, wave, image, Sampler(magnify=1, apart=apart), "image_sample_lz",
                        address_columns([[1.5, 1.5, 0.0]] * wave))
        assert finding_rules(out) == expected
