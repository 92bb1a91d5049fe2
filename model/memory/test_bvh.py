"""Intersections of rays with nodes, and the stack of node pointers in LDS (RDNA3 ISA, 10.9, 12.5.3; errata E-190 to
E-192).
The expectations are geometry in fractions if no step rounds, else the formulas rounded to f32."""
import random
import struct
from fractions import Fraction

import numpy as np
import pytest

from .. import EVERY_WAVE
from ..testing import BASE, MACHINE, POLICIES, finding_rules, run_listing, vgpr_setting, completed_wave

WAVES = pytest.mark.parametrize("wave", (32, 64))
NONE, TERMINAL = 0xFFFFFFFF, 0xFFFFFFFE
SORT, GROW, FLAGS, WEIGHTS = 1 << 63, 55, 1 << 119, 1 << 120
INFINITY, ONE = 0x7F800000, 0x3F800000
BOX16, BOX32 = 4, 5


def f32_bits(x):
    return struct.unpack("<I", struct.pack("<f", x))[0]


def node_sets(base=BASE, size=1 << 20, more=0, kind=8):
    """Return the T# of nodes in s[4:7]."""
    whole = base >> 8 | (size - 1) << 64 | kind << 124 | more
    return [(EVERY_WAVE, 4 + n, whole >> 32 * n & NONE) for n in range(4)]


def ray_rows(nodes, rays, wide, half=False):
    """Return address registers from v16 on: node pointer, extent, origin, direction and inverse of each lane."""
    rows = [[n & NONE for n in nodes]] + [[n >> 32 for n in nodes]] * wide
    rows += [[f32_bits(r[0]) for r in rays]] + [[f32_bits(r[1][k]) for r in rays] for k in range(3)]
    if half:
        pair = lambda r, k: struct.unpack("<I", struct.pack("<ee", r[2][k], r[3][k]))[0]
        return rows + [[pair(r, k) for r in rays] for k in range(3)]
    return rows + [[f32_bits(r[n][k]) for r in rays] for n in (2, 3) for k in range(3)]


def run_intersection(wave, nodes, rays, memory, *, more=0, wide=True, half=False, nsa=False, size=1 << 20, **rest):
    """Run one intersection and return four dwords for each lane."""
    rows = ray_rows(nodes, rays, wide, half)
    first = 16
    sets = [*node_sets(more=more, size=size), *(vgpr_setting(first + n, row) for n, row in enumerate(rows))]
    address = f"v[{first}:{first + len(rows) - 1}]"
    if nsa:
        n = first + wide
        groups = [f"v[{first}:{first + 1}]" if wide else f"v{first}", f"v{n + 1}", f"v[{n + 2}:{n + 4}]",
                  f"v[{n + 5}:{n + 7}]"] + ([] if half else [f"v[{n + 8}:{n + 10}]"])
        address = f"[{', '.join(groups)}]"
    name = "image_bvh64_intersect_ray" if wide else "image_bvh_intersect_ray"
    text = f"{name} v[8:11], {address}, s[4:7]{' a16' if half else ''}; WAIT"
    out = run_listing("gfx1100", wave, text, sets=sets, regions=[(BASE, memory)], **rest)
    return out, [[int(completed_wave(out).v[8 + k][l]) for k in range(4)] for l in range(wave)]


def undefined_lanes(out, reg):
    """Return the undefined lanes of a register, limited to those of the wave."""
    w = completed_wave(out)
    return int(w.v_open[reg]) & (1 << w.lanes) - 1


def make_ray(origin, direction, extent=1e30):
    inverse = [1 / d if d else float("inf") for d in direction]
    return extent, origin, direction, inverse


# ---- boxes ----

def box_node(children, boxes, half=False, flags=0):
    """Return 128 bytes (64 for half floats): pointers, then six coordinates of each box."""
    flat = [x for low, high in boxes for x in (*low, *high)]
    if half:
        return struct.pack("<4I24e", *children, *flat)
    return struct.pack("<4I24fI12x", *children, *flat, flags)


def box_times(box, r):
    """Return (enter, leave) as fractions for a ray without zeros in its direction; None if it misses."""
    extent, origin, direction, _ = r
    low, high = Fraction(0), Fraction(extent)
    for k in range(3):
        ends = sorted((Fraction(side[k]) - Fraction(origin[k])) / Fraction(direction[k]) for side in box)
        low, high = max(low, ends[0]), min(high, ends[1])
    return (low, high) if low <= high else None


def random_box(rng):
    corners = [sorted(rng.sample(range(-20, 21), 2)) for _ in range(3)]
    return [c[0] for c in corners], [c[1] for c in corners]


def exact_ray(rng, extent=None):
    """Return a ray with exact times: its directions are powers of two."""
    direction = [rng.choice((-2, -1, -0.5, 0.5, 1, 2)) for _ in range(3)]
    through, time = [rng.randrange(-20, 21) for _ in range(3)], rng.randrange(-4, 20)
    return make_ray(
        [x - time * d for x, d in zip(through, direction)], direction, extent or rng.choice((4, 16, 64, 1e30))
    )


def expected_boxes(children, boxes, r, sort):
    hits = [(box_times(box, r), child) for box, child in zip(boxes, children)]
    if not sort:
        return [child if t else NONE for t, child in hits]
    hit = [(t[0], child) for t, child in hits if t]
    return sorted(hit, key=lambda pair: pair[0]), [NONE] * (4 - len(hit))


@WAVES
@pytest.mark.parametrize("half", (False, True))
@pytest.mark.parametrize("wide", (False, True))
@pytest.mark.parametrize("sort", (False, True))
def test_hit_boxes_are_sorted_by_time(wave, half, wide, sort):
    """Hit children come in the order of their times. Equal times may come in any order and are compared as times."""
    rng, memory, nodes, rays, box_lists = random.Random(wave), bytearray(), [], [], []
    for l in range(wave):
        # with equal probability a ray from inside or outside, coordinates that f16 holds
        boxes = [random_box(rng) for _ in range(4)]
        children = [8 * (100 * l + k) + 5 for k in range(4)]
        node = box_node(children, boxes, half)
        nodes.append(((0 if wide else 0) + len(memory) // 64) << 3 | (BOX16 if half else BOX32))
        memory += node
        rays.append(exact_ray(rng))
        box_lists.append((children, boxes))
    out, got = run_intersection(wave, nodes, rays, memory, wide=wide, more=SORT * sort)
    assert not out.findings
    hits = 0
    for l, (children, boxes) in enumerate(box_lists):
        expected = expected_boxes(children, boxes, rays[l], sort)
        if not sort:
            assert got[l] == expected, l
            hits += sum(x != NONE for x in expected)
            continue
        order, missed = expected
        hits += len(order)
        assert got[l][len(order):] == missed
        time = {child: t for t, child in order}
        assert [time[child] for child in got[l][:len(order)]] == [t for t, _ in order]
        assert sorted(got[l][:len(order)]) == sorted(time)
    assert wave // 4 < hits < 4 * wave


def test_ray_in_a_plane_of_the_box():
    """A zero direction gives 0 * infinity in the plane itself, which is ignored; outside the box the ray misses."""
    node = box_node([8, 16, 24, 32], [((0, 0, 0), (4, 4, 4)), ((1, 0, 0), (4, 4, 4)), ((-4, 0, 0), (0, 4, 4)),
                                     ((-4, 0, 0), (-1, 4, 4))])
    out, got = run_intersection(32, [BOX32] * 32, [make_ray((0, 2, -1), (0, 0, 1))] * 32, bytearray(node))
    assert not out.findings and got[0] == [8, NONE, 24, NONE]


def test_a_nan_box_is_missed():
    nan = float("nan")
    node = box_node([8, 16, 24, 32], [((nan,) * 3, (nan,) * 3)] * 3 + [((0, 0, 0), (1, 1, 1))])
    _, got = run_intersection(
        32, [BOX32] * 32, [make_ray((0.5, 0.5, -1), (0.25, 0.25, 1))] * 32, bytearray(node), more=SORT
    )
    assert got[0] == [32, NONE, NONE, NONE]


@pytest.mark.parametrize("grow, hit", [(0, False), (2, True)])
def test_box_growing_decides_a_near_hit(grow, hit):
    """The ray leaves y and z at 1 and enters x at 1 + 2^-23. With growth both times are 1 + 2 * 2^-24."""
    x = 1 + 2.0**-23
    node = box_node([8] * 4, [((x, 0, 0), (2, 1, 1))] * 4)
    _, got = run_intersection(
        32, [BOX32] * 32, [make_ray((0, 0, 0), (1, 1, 1))] * 32, bytearray(node), more=grow << GROW
    )
    assert got[0] == [8 if hit else NONE] * 4


# ---- triangles ----

CORNERS = ((0, 1, 2), (1, 3, 2), (2, 3, 4), (2, 4, 0))


def triangle_node(vertices, number=0x09):
    return struct.pack("<15fI", *(x for v in vertices for x in v), number)


def cross_product(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def intersect_triangle(corners, r):
    """Return (time, i, j) of o + t * d = a + i * (b - a) + j * (c - a) by Cramer's rule; None for a parallel ray."""
    a, b, c = ([Fraction(x) for x in v] for v in corners)
    o, d = ([Fraction(x) for x in v] for v in (r[1], r[2]))
    u, v, w = [y - x for x, y in zip(a, b)], [y - x for x, y in zip(a, c)], [x - y for x, y in zip(o, a)]
    det = lambda p, q, s: sum(x * y for x, y in zip(p, cross_product(q, s)))
    m = [-x for x in d]
    whole = det(u, v, m)
    return (det(u, v, w) / whole, det(w, v, m) / whole, det(u, w, m) / whole, whole) if whole else None


@WAVES
@pytest.mark.parametrize("weights", (False, True))
@pytest.mark.parametrize("half", (False, True))
def test_triangle_times_and_weights_are_exact(wave, weights, half):
    """With small integers every product, numerator and denominator is exact."""
    rng, memory, nodes, rays, vertices = random.Random(wave + half), bytearray(), [], [], []
    for l in range(wave):
        points = [[rng.randrange(-8, 9) for _ in range(3)] for _ in range(5)]
        memory += triangle_node(points, 0x9 * 0x01010101)
        nodes.append(l << 3 | l & 3)
        vertices.append([points[n] for n in CORNERS[l & 3]])
        aim = [sum(v[k] for v in vertices[l]) // 3 for k in range(3)]
        origin = [rng.randrange(-16, 17) for _ in range(3)]
        rays.append(make_ray(origin, [x - y for x, y in zip(aim, origin)] if l % 4 else [1, 2, -1]))
    out, got = run_intersection(wave, nodes, rays, memory, more=WEIGHTS * weights, half=half)
    hits = 0
    for l in range(wave):
        answer = intersect_triangle(vertices[l], rays[l])
        hit = answer is not None and min(answer[:3]) >= 0 and answer[1] + answer[2] <= 1
        hits += hit
        if not hit:
            assert got[l][:2] == [INFINITY, ONE]
            assert weights or got[l][2:] == [0x09090909, 0]
            continue
        t, i, j, whole = answer
        numerators = [Fraction(struct.unpack("<f", struct.pack("<I", x))[0]) for x in got[l]]
        assert numerators[1] == whole and numerators[0] == t * whole, l
        assert weights or got[l][2:] == [0x09090909, 1]
        assert not weights or numerators[2:] == [i * whole, j * whole]
    assert wave // 4 < hits < wave
    opened = [undefined_lanes(out, 8 + k) for k in range(4)]
    missed = sum(1 << l for l in range(wave) if got[l][0] == INFINITY)
    assert opened == [0, 0, missed * weights, missed * weights]


def f32_triangle(corners, r):
    """Return the result of the formulas in f32, each operation rounded as in IEEE (np.float32)."""
    f = np.float32
    a, b, c, o, d = ([f(x) for x in v] for v in (*corners, r[1], r[2]))
    minus = lambda p, q: [x - y for x, y in zip(p, q)]
    dot = lambda p, q: (p[0] * q[0] + p[1] * q[1]) + p[2] * q[2]
    e1, e2, e3 = minus(b, a), minus(c, a), minus(o, a)
    s1, s2 = cross_product(d, e2), cross_product(e3, e1)
    return dot(e2, s2), dot(s1, e1), dot(e3, s1), dot(d, s2)


def test_triangle_formulas_round_every_step():
    rng, memory, nodes, rays, vertices = random.Random(7), bytearray(), [], [], []
    single = lambda: float(np.float32(rng.uniform(-1, 1)))
    for l in range(64):
        points = [[single() for _ in range(3)] for _ in range(5)]
        memory += triangle_node(points, 0x09)
        nodes.append(l << 3)
        vertices.append(points[:3])
        inside = [float(np.float32((v[0] + v[1] + v[2]) / 3)) for v in zip(*points[:3])]
        origin = [4 * single() for _ in range(3)]
        rays.append(make_ray(origin, [float(np.float32(x - y)) for x, y in zip(inside, origin)]))
    _, got = run_intersection(64, nodes, rays, memory, more=WEIGHTS)
    assert got == [[int(x.view(np.uint32)) for x in f32_triangle(v, r)] for v, r in zip(vertices, rays)]


@pytest.mark.parametrize("i, j, rotated", [(0, 1, (2, 0)), (1, 2, (0, 1)), (2, 0, (1, 2))])
def test_weights_belong_to_the_selected_corners(i, j, rotated):
    """At (1/4, 1/2) of corners 1 and 2 the weights are 1/4, 1/4, 1/2; the node selects which are returned."""
    node = triangle_node([(0, 0, 0), (4, 0, 0), (0, 4, 0), (0, 0, 0), (0, 0, 0)], i | j << 2)
    _, got = run_intersection(32, [0] * 32, [make_ray((1, 2, 1), (0, 0, -1))] * 32, bytearray(node), more=WEIGHTS)
    t, whole, first, second = (Fraction(struct.unpack("<f", struct.pack("<I", x))[0]) for x in got[0])
    weight = [Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)]
    assert (t / whole, first / whole, second / whole) == (1, weight[i], weight[j])


# ---- pointer flags (errata E-191) ----

FLAG = {name: 1 << 54 + n for n, name in enumerate(
    "force_opaque force_non_opaque keep_faces flip_faces cull_back cull_front cull_opaque cull_non_opaque "
    "skip_triangles skip_procedural".split())}
FRONT = make_ray((1, 1, 1), (0, 0, -1))                                    # the denominator is positive
BACK = make_ray((1, 1, -1), (0, 0, 1))


@pytest.mark.parametrize("asked, says, r, hit", [
    ("", 0, FRONT, 1), ("cull_front", 0, FRONT, 0), ("cull_back", 0, FRONT, 1), ("cull_back", 0, BACK, 0),
    ("cull_front", 0, BACK, 1), ("cull_front keep_faces", 0, FRONT, 1), ("cull_front", 0x10, FRONT, 1),
    ("cull_front flip_faces", 0, FRONT, -1), ("cull_front", 0x20, FRONT, -1), ("cull_back flip_faces", 0, FRONT, 0),
    ("cull_back flip_faces", 0x20, FRONT, 1), ("cull_opaque", 0, FRONT, 1), ("cull_opaque", 0x80, FRONT, 0),
    ("cull_opaque force_opaque", 0, FRONT, 0), ("cull_opaque force_non_opaque", 0x80, FRONT, 1),
    ("cull_non_opaque", 0, FRONT, 0), ("cull_non_opaque", 0x80, FRONT, 1), ("skip_triangles", 0, FRONT, 0),
    ("skip_procedural", 0, FRONT, 1), ("skip_procedural", 0x40, FRONT, 0), ("skip_triangles", 0x40, FRONT, 1),
])
def test_flags_cull_triangles(asked, says, r, hit):
    """-1 is a hit with both signs inverted."""
    node = triangle_node([(0, 0, 0), (4, 0, 0), (0, 4, 0), (0, 0, 0), (0, 0, 0)], says)
    pointer = sum(FLAG[name] for name in asked.split())
    for flags in (0, FLAGS):
        _, got = run_intersection(32, [pointer * (flags != 0)] * 32, [r] * 32, bytearray(node), more=flags)
        sign = -1 if r is BACK else 1
        turned = hit if flags else 1
        assert got[0][3] == (turned != 0)
        assert got[0][:2] == ([f32_bits(16.0 * sign * turned)] * 2 if turned else [INFINITY, ONE])


@pytest.mark.parametrize("asked, says, kept", [
    ("cull_opaque", 1, False), ("cull_opaque", 2, True), ("cull_opaque", 0, True), ("cull_non_opaque", 2, False),
    ("cull_opaque force_opaque", 0, False), ("cull_opaque force_non_opaque", 1, True), ("skip_triangles", 4, False),
    ("skip_procedural", 8, False), ("skip_procedural", 4, True), ("cull_non_opaque force_non_opaque", 0, False),
])
def test_flags_cull_boxes(asked, says, kept):
    box = ((0, 0, 0), (1, 1, 1))
    node = box_node([8, 16, 24, 32], [box] * 4, flags=says << 16)
    pointer = BOX32 | sum(FLAG[name] for name in asked.split())
    _, got = run_intersection(
        32, [pointer] * 32, [make_ray((0.5, 0.5, -1), (0.25, 0.25, 1))] * 32, bytearray(node), more=FLAGS
    )
    plain = lambda n: any(f in asked for f in ("cull_opaque force_opaque", "cull_non_opaque force_non_opaque"))
    expected = [NONE if plain(n) else child for n, child in enumerate((8, 16, 24, 32))]
    assert got[0] == [*expected[:2], 24 if kept else NONE, expected[3]]


# ---- the access ----

@pytest.mark.parametrize("half", (False, True))
@pytest.mark.parametrize("wide", (False, True))
@pytest.mark.parametrize("policy", POLICIES)
def test_addresses_may_be_in_separate_registers(wide, half, policy):
    node = box_node([8, 16, 24, 32], [((0, 0, 0), (1, 1, 1))] * 4)
    out, got = run_intersection(
        32,
        [BOX32] * 32,
        [make_ray((0.5, 0.5, -1), (0.25, 0.25, 1))] * 32,
        bytearray(node),
        wide=wide,
        half=half,
        nsa=True,
        policy=policy,
    )
    assert not out.findings and got == [[8, 16, 24, 32]] * 32


def test_nodes_without_geometry_return_ones():
    """Types 6 and 7 return ones without a memory access, even beyond the last node."""
    out, got = run_intersection(
        32, [6 + (l & 1) | l << 20 for l in range(32)], [make_ray((0, 0, 0), (1, 1, 1))] * 32, bytearray(64)
    )
    assert got == [[NONE] * 4] * 32 and not out.findings


def test_nodes_beyond_the_size_are_undefined():
    """Size is the number of nodes; beyond it the result is undefined."""
    node = bytearray(triangle_node([(0, 0, 0), (4, 0, 0), (0, 4, 0), (0, 0, 0), (0, 0, 0)]) * 4)
    out, got = run_intersection(32, [(l & 3) << 3 for l in range(32)], [FRONT] * 32, node, size=3)
    assert finding_rules(out) == ["memory.bvh.range"] * 8 and got[2][3] == 1
    assert [undefined_lanes(out, 8 + k) for k in range(4)] == [0x88888888] * 4


@pytest.mark.parametrize("bit", (40, 54, 106, 118, 124))
def test_invalid_resource_bits_are_reported(bit):
    out, _ = run_intersection(32, [0] * 32, [FRONT] * 32, bytearray(64), more=1 << bit)
    assert finding_rules(out) == ["memory.bvh"] and undefined_lanes(out, 8) == 0xFFFFFFFF


def test_an_unmapped_node_is_a_fault():
    out = run_listing("gfx1100", 32, "image_bvh_intersect_ray v[8:11], v[16:26], s[4:7]; WAIT",
                      regions=[(BASE, bytearray(64))],
                      sets=[*node_sets(), *(vgpr_setting(16 + n, [8 if n == 0 else 0] * 32) for n in range(11))])
    assert out.status == "fault" and "0x200040 (64 bytes) is not mapped" in out.text


@pytest.mark.parametrize("groups", (False, True))
@pytest.mark.parametrize("pointer, dwords", [(BOX32, 32), (BOX16, 16), (0, 16)])
def test_a_race_is_reported_for_every_dword_of_a_node(pointer, dwords, groups):
    """Two waves of one or two groups read a node. Each first adds to a dword of it, or to the one after it."""
    add = "global_atomic_add_u32 v[40:41], v42, off; s_waitcnt_vscnt null, 0x0; "
    rays = ray_rows([pointer] * 32, [FRONT] * 32, False)
    sets = [*node_sets(), *(vgpr_setting(16 + n, words) for n, words in enumerate(rays)), vgpr_setting(41, [0] * 32),
            vgpr_setting(42, [0] * 32)]
    for dword in range(dwords + 1):
        out = run_listing("gfx1100", 32, add + "image_bvh_intersect_ray v[8:11], v[16:26], s[4:7]; WAIT",
                          sets=[*sets, vgpr_setting(40, [BASE + 4 * dword] * 32)], grid=(64, 1, 1),
                          group=(32 if groups else 64, 1, 1), regions=[(BASE, bytearray(512))])
        is_reported = ("race.groups" if groups else "race.global") in finding_rules(out)
        assert out.status == "ok" and is_reported == (dword < dwords), (dword, finding_rules(out))


# ---- the stack in LDS ----

class Stack:
    """The stack of a lane in Python: `slots` that wrap around, and the number of pushed entries."""

    def __init__(self, size, content, count):
        self.size, self.slots, self.count = size, content, count

    def visit(self, last, pointers):
        for number, pointer in reversed(list(enumerate(pointers))):
            if pointer == last and last != NONE:
                break
            if pointer == NONE:
                continue
            if not number:
                return pointer
            self.slots[self.count % self.size] = pointer
            self.count = min(self.count + 1, 0x3FFFF)
        if not self.count:
            return TERMINAL
        self.count -= 1
        top, self.slots[self.count % self.size] = self.slots[self.count % self.size], NONE
        return top


@WAVES
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("code", range(4))
def test_stack_pushes_and_pops_as_the_reference(wave, code, policy):
    """Entries are 128 bytes apart; the halves of a wave64 have separate stacks, one after the other."""
    rng, size = random.Random(code), 8 << code
    base = [4 * (l % 32) + l // 32 * size * 128 for l in range(wave)]
    lds = bytearray(rng.randbytes(size * 128 * (wave // 32)))
    count = [rng.choice((0, 1, 2, size - 1, size, size + 3, 0x3FFFF)) for _ in range(wave)]
    pointers = [[rng.choice((NONE, 8, 16, 24, 32)) for _ in range(4)] for _ in range(wave)]
    last = [rng.choice((NONE, *some)) for some in pointers]
    sets = [vgpr_setting(1, [b // 4 << 18 | c for b, c in zip(base, count)]), vgpr_setting(2, last)]
    sets += [vgpr_setting(4 + k, [p[k] for p in pointers]) for k in range(4)]
    out = run_listing("gfx1100", wave, f"ds_bvh_stack_rtn_b32 v3, v1, v2, v[4:7] offset:{code << 12}; WAIT", sets=sets,
                      lds_bytes=len(lds), lds=bytes(lds), policy=policy)
    w = completed_wave(out)
    assert not out.findings
    for l in range(wave):
        at = [base[l] + 128 * n for n in range(size)]
        stack = Stack(size, [int.from_bytes(lds[a:a + 4], "little") for a in at], count[l])
        expected = stack.visit(last[l], pointers[l])
        assert int(w.v[3][l]) == expected, l
        assert int(w.v[1][l]) == base[l] // 4 << 18 | stack.count
        for a, x in zip(at, stack.slots):
            lds[a:a + 4] = x.to_bytes(4, "little")
    assert MACHINE.lds_and_undefined()[0][:len(lds)] == bytes(lds)


def test_stack_leaves_both_results_outstanding():
    """Reading address and pointer without a wait is too early; a wait completes both."""
    text = "ds_bvh_stack_rtn_b32 v3, v1, v2, v[4:7]; {}v_mov_b32 v8, v1; v_mov_b32 v9, v3"
    sets = [vgpr_setting(reg, [0] * 32) for reg in range(1, 8)]
    out = run_listing("gfx1100", 32, text.format(""), lds_bytes=1024, sets=sets)
    assert finding_rules(out) == ["counter.lgkm.unwaited"] * 2
    assert not run_listing("gfx1100", 32, text.format("WAIT; "), lds_bytes=1024, sets=sets).findings


def test_a_stack_beyond_lds_is_reported():
    out = run_listing("gfx1100", 32, "ds_bvh_stack_rtn_b32 v3, v1, v2, v[4:7] offset:0x3000; WAIT", lds_bytes=4096,
                      sets=[vgpr_setting(reg, [0] * 32) for reg in range(1, 8)])
    assert out.status == "ok" and finding_rules(out) == ["lds.range"]
