"""Rays against nodes of a hierarchy in the region, and the stack of node pointers in LDS."""
from __future__ import annotations

import struct

from ...spec.encode import s, v

NODES, SLOT = 32, 128                                    # slots of the region, each a box node or two shorter ones
BOX16, BOX32, NO_NODE = 4, 5, 0xFFFFFFFF
PLANES = [float(x) for x in range(-8, 9)]                 # along an axis
STACKS, ENTRIES = 8192, 8                                # bytes of LDS; the fewest entries of a stack


def bits(x: float) -> int:
    return struct.unpack("<I", struct.pack("<f", x))[0]


def box(rng) -> list[float]:
    corners = [sorted(rng.sample(PLANES, 2)) for _ in range(3)]
    return [c[n] for n in range(2) for c in corners]


def node(rng, kind: int) -> bytes:
    """Of 64 bytes, a box node of 128."""
    if kind < BOX16:
        corners = [float(rng.randrange(-8, 9)) for _ in range(15)]
        return struct.pack("<15fI", *corners, sum(rng.choice((1, 4, 6, 8, 9)) << 8 * n for n in range(4)))
    children = [rng.choice((8 * rng.randrange(1, 99) + 5, NO_NODE)) for _ in range(4)]
    flat = [x for _ in range(4) for x in box(rng)]
    if kind == BOX16:
        return struct.pack("<4I24e", *children, *flat)
    return struct.pack("<4I24fI12x", *children, *flat, rng.getrandbits(32) & 0x0F0F0F0F)


def hierarchy(rng) -> tuple[bytes, list[int]]:
    """(memory, pointers of its nodes and of some that have no geometry)."""
    memory, pointers = b"", [6, 7]
    for slot in range(NODES):
        kinds = [BOX32] if rng.randrange(2) else [rng.randrange(BOX32), rng.randrange(BOX32)]
        pointers += [2 * slot + n << 3 | kind for n, kind in enumerate(kinds)]
        memory += b"".join(node(rng, kind) for kind in kinds)
    return memory, pointers


def ray(rng) -> tuple[float, list[float], list[float]]:
    """Extent, origin, direction: through the boxes, by powers of two."""
    direction = [rng.choice((-2, -1, -0.5, 0.5, 1, 2)) for _ in range(3)]
    time = rng.randrange(-2, 12)
    return rng.choice((4.0, 16.0, 1e30)), [rng.randrange(-6, 7) - time * d for d in direction], direction


def place(form, fields: dict, wave: int, rng) -> tuple[dict, tuple[int, ...], bytes]:
    """Sets the fields of a ray -> (registers as state, where "buf" is the region's address; the words of the T#; the
    region)."""
    wide, half = "bvh64" in form.op.memory.words, rng.randrange(2)
    memory, pointers = hierarchy(rng)
    base, flags = 4 * rng.randrange(20), rng.randrange(2)
    words = (0, rng.randrange(2) << 31 | rng.choice((0, 6)) << 23, 2 * NODES - 1,
             8 << 28 | flags << 23 | rng.randrange(2) << 24)
    rays = [ray(rng) for _ in range(wave)]
    groups = [[[rng.choice(pointers) for _ in range(wave)]], [[bits(r[0]) for r in rays]],
              [[bits(r[1][k]) for r in rays] for k in range(3)]]
    if wide:
        groups[0].append([rng.getrandbits(10) << 22 if flags and rng.randrange(2) else 0 for _ in range(wave)])
    inverse = lambda r, k: 1 / r[2][k]
    if half:
        pair = lambda r, k: struct.unpack("<I", struct.pack("<ee", r[2][k], inverse(r, k)))[0]
        groups.append([[pair(r, k) for r in rays] for k in range(3)])
    else:
        groups += [[[bits(r[2][k]) for r in rays] for k in range(3)],
                   [[bits(inverse(r, k)) for r in rays] for k in range(3)]]
    numbers = registers(fields, [len(group) for group in groups], rng)
    fields.update(a16=half, srsrc=s(base), vdata=v(rng.randrange(40)))
    state = {f"s[{base}:{base + 1}]": "buf", f"s{base + 2}": words[2], f"s{base + 3}": words[3]}
    rows = [row for group in groups for row in group]
    return state | {f"v{number}": row for number, row in zip(numbers, rows)}, words, memory


def registers(fields: dict, widths: list[int], rng) -> list[int]:
    """Says in `fields` where the groups of address registers are -> every register."""
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


def stack(fields: dict, wave: int, rng) -> dict:
    """DS_BVH_STACK_RTN: the place of each lane's own stack, with a few pointers -> its register, as state."""
    at = 60 + rng.randrange(20)
    fields.update(addr=v(at), offset0=0, offset1=0)
    base = [4 * (lane % 32) + lane // 32 * ENTRIES * SLOT for lane in range(wave)]
    return {f"v{at}": [b // 4 << 18 | rng.choice((0, 1, 2, 7, 9)) for b in base]}
