"""Rays and BVH nodes in the region, and the stack of node pointers in LDS."""
from __future__ import annotations

import struct

from ...spec.encode import s, v

NODE_SLOTS, SLOT_BYTES = 32, 128                     # slots of the region: one box node or two shorter nodes each
BOX16, BOX32, NO_NODE = 4, 5, 0xFFFFFFFF
BOX_PLANES = [float(x) for x in range(-8, 9)]        # coordinates of box planes
STACK_BYTES, MIN_STACK_ENTRIES = 8192, 8             # bytes of LDS; minimal entries of a stack


def float_bits(x: float) -> int:
    """Return the bits of an f32."""
    return struct.unpack("<I", struct.pack("<f", x))[0]


def random_box(rng) -> list[float]:
    """Return two opposite corners of a random box, each as x, y, z."""
    corners = [sorted(rng.sample(BOX_PLANES, 2)) for _ in range(3)]
    return [corner[end] for end in range(2) for corner in corners]


def random_node(rng, kind: int) -> bytes:
    """Return a random BVH node of this kind. It has 64 bytes, or 128 for a box32 node."""
    if kind < BOX16:
        corners = [float(rng.randrange(-8, 9)) for _ in range(15)]
        return struct.pack("<15fI", *corners, sum(rng.choice((1, 4, 6, 8, 9)) << 8 * n for n in range(4)))
    children = [rng.choice((8 * rng.randrange(1, 99) + 5, NO_NODE)) for _ in range(4)]
    flat = [x for _ in range(4) for x in random_box(rng)]
    if kind == BOX16:
        return struct.pack("<4I24e", *children, *flat)
    return struct.pack("<4I24fI12x", *children, *flat, rng.getrandbits(32) & 0x0F0F0F0F)


def random_hierarchy(rng) -> tuple[bytes, list[int]]:
    """Return (memory, pointers). Most pointers are to nodes in that memory; some have no geometry."""
    memory, pointers = b"", [6, 7]
    for slot in range(NODE_SLOTS):
        kinds = [BOX32] if rng.randrange(2) else [rng.randrange(BOX32), rng.randrange(BOX32)]
        pointers += [2 * slot + n << 3 | kind for n, kind in enumerate(kinds)]
        memory += b"".join(random_node(rng, kind) for kind in kinds)
    return memory, pointers


def random_ray(rng) -> tuple[float, list[float], list[float]]:
    """Return (extent, origin, direction) of a ray through the boxes; directions are powers of two."""
    direction = [rng.choice((-2, -1, -0.5, 0.5, 1, 2)) for _ in range(3)]
    distance = rng.randrange(-2, 12)
    return rng.choice((4.0, 16.0, 1e30)), [rng.randrange(-6, 7) - distance * d for d in direction], direction


def set_addresses(form, fields: dict, wave: int, rng) -> tuple[dict, tuple[int, ...], bytes]:
    """Set the fields of a ray instruction. Return (required state, words of the T#, contents of the region). In the
    state, "buf" stands for the region's address."""
    wide, half = "bvh64" in form.op.memory.words, rng.randrange(2)
    memory, pointers = random_hierarchy(rng)
    base, flags = 4 * rng.randrange(20), rng.randrange(2)
    words = (0, rng.randrange(2) << 31 | rng.choice((0, 6)) << 23, 2 * NODE_SLOTS - 1,
             8 << 28 | flags << 23 | rng.randrange(2) << 24)
    rays = [random_ray(rng) for _ in range(wave)]
    groups = [[[rng.choice(pointers) for _ in range(wave)]], [[float_bits(one_ray[0]) for one_ray in rays]],
              [[float_bits(one_ray[1][k]) for one_ray in rays] for k in range(3)]]
    if wide:
        groups[0].append([rng.getrandbits(10) << 22 if flags and rng.randrange(2) else 0 for _ in range(wave)])
    inverse = lambda one_ray, k: 1 / one_ray[2][k]
    if half:
        pair = lambda one_ray, k: struct.unpack("<I", struct.pack("<ee", one_ray[2][k], inverse(one_ray, k)))[0]
        groups.append([[pair(one_ray, k) for one_ray in rays] for k in range(3)])
    else:
        groups += [[[float_bits(one_ray[2][k]) for one_ray in rays] for k in range(3)],
                   [[float_bits(inverse(one_ray, k)) for one_ray in rays] for k in range(3)]]
    numbers = set_address_registers(fields, [len(group) for group in groups], rng)
    fields.update(a16=half, srsrc=s(base), vdata=v(rng.randrange(40)))
    state = {f"s[{base}:{base + 1}]": "buf", f"s{base + 2}": words[2], f"s{base + 3}": words[3]}
    rows = [row for group in groups for row in group]
    return state | {f"v{number}": row for number, row in zip(numbers, rows)}, words, memory


def set_address_registers(fields: dict, widths: list[int], rng) -> list[int]:
    """Set the address fields in `fields` for groups of registers with these widths. Return all register indices."""
    for n in range(1, 5):
        fields.pop(f"vaddr{n}", None)
    fields["nsa"] = rng.randrange(2)
    step = 12 if fields["nsa"] else 0
    starts, first = [], 60 + rng.randrange(60)
    for n in range(len(widths)):
        starts.append(first + step * n if step else first + sum(widths[:n]))
        if n and step:
            fields[f"vaddr{n}"] = starts[n]
    fields["vaddr"] = v(first)
    return [start + k for start, width in zip(starts, widths) for k in range(width)]


def set_stack_addresses(fields: dict, wave: int, rng) -> dict:
    """Set up DS_BVH_STACK_RTN. Return the required state: each lane's own stack address, and a few pointers."""
    register = 60 + rng.randrange(20)
    fields.update(addr=v(register), offset0=0, offset1=0)
    base = [4 * (lane % 32) + lane // 32 * MIN_STACK_ENTRIES * SLOT_BYTES for lane in range(wave)]
    return {f"v{register}": [address // 4 << 18 | rng.choice((0, 1, 2, 7, 9)) for address in base]}
