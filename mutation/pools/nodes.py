"""Nodes and stacks of rays that others touch too: a group that writes what another one reads, a wave that changes the
bytes next to a node or to an entry of a stack, results that are used before they have come.  A seed fixes them."""
from __future__ import annotations

import struct

from ...generators.single import rays
from ...harness.assembly import assemble_lines
from ...model.machine import EVERY_WAVE, V0, register_codes
from ...spec import ARCHS, load
from ..calls import Call, Calls
from ..chance import Chance
from .memory import row_of
from .waits import kinds

EACH = 3                                               # runs of a kind, of an architecture and wave size
MEMORY, SIZE, LDS = 0x20000, 4096, 4096
UNIT, STRIDE, LATER = 64, 128, 7                       # bytes of a node, and between entries; what a register held
RAY, POINTERS = 10, 30                                 # VGPRs: a ray; a stack's place, the last pointer, four more
NODE = "image_bvh_intersect_ray v[40:43], v[10:20], s[4:7]"
STACK = "ds_bvh_stack_rtn_b32 v40, v30, v31, v[32:35]"
ILLEGAL = b"\xff\xff\xff\xff"


def kinds_with_rays():
    return [(arch, wave) for arch, family, wave in kinds() if family in load().registers["BVH_RESOURCE"].fields]


def code_of(arch: str, wave: int, *lines: str) -> bytes:
    return b"".join(assemble_lines(arch, wave, lines))


def of_two_waves(arch: str, wave: int, one: list[str], other: list[str]) -> bytes:
    """Code for the wave whose s25 is 0, and for the other one."""
    first = code_of(arch, wave, *one, "s_endpgm")
    return (code_of(arch, wave, "s_cmp_lg_u32 s25, 0", f"s_cbranch_scc1 {len(first) // 4}") + first
            + code_of(arch, wave, *other, "s_endpgm"))


def run_of(rng, arch: str, wave: int, code: bytes, live: int, size: tuple[int, int], **more) -> Call:
    """A run of so many waves, of each of so many groups.  v1: a place behind MEMORY or in LDS, s4 to s7: the T#."""
    codes, waves = register_codes(arch), size[0]
    memory = b"".join(rays.node(rng, rng.randrange(rays.BOX16)) for _ in range(SIZE // UNIT))
    words = load().registers["BVH_RESOURCE"].pack(ARCHS[arch], 128, {"base": MEMORY >> 8, "size": 63, "type": 8})
    far, origin, way = rays.ray(rng)
    ray = [0, rays.bits(far), *map(rays.bits, origin), *map(rays.bits, way), *(rays.bits(1 / x) for x in way)]
    rows = {RAY + n: value for n, value in enumerate(ray)} | {POINTERS + n: 0 for n in range(6)} | {40: LATER, 50: 9}
    rows |= more.pop("rows", {})
    scalars = {4 + n: word for n, word in enumerate(struct.unpack("<4I", words))} | {
        8: MEMORY, 9: 0, 21: LATER, codes["exec"]: live, codes["exec"] + 1: 0}
    sets = [*((EVERY_WAVE, V0 + reg, row_of([value] * wave)) for reg, value in rows.items()),
            *((EVERY_WAVE, reg, value) for reg, value in scalars.items()), *((n, 25, n) for n in range(waves))]
    given = {"arch": arch, "wave": wave, "code": code, "sets": sets, "regions": ((MEMORY, memory),), "limit": 100,
             "lds_bytes": LDS, "lds": bytes(LDS), "group": [wave * waves, 1, 1],
             "grid": [wave * waves * size[1], 1, 1]}
    return Call(given | more.pop("given", {}), **more)


def of_groups(rng, arch: str, wave: int) -> Call:
    """Each group reads a node and changes it."""
    lines = [NODE, "global_store_b32 v1, v50, s[8:9]"]
    rng.shuffle(lines)
    return run_of(rng, arch, wave, code_of(arch, wave, *lines, "s_endpgm"), 1, (1, 2),
                  rows={1: 4 * rng.randrange(UNIT // 4)})


def of_soon(rng, arch: str, wave: int) -> Call:
    """What a ray brings decides before its wait whether something comes that is no instruction."""
    code = code_of(arch, wave, NODE, "v_readfirstlane_b32 s20, v40", "s_cmp_lg_u32 s20, s21", "s_cbranch_scc1 1")
    return run_of(rng, arch, wave, code + ILLEGAL + code_of(arch, wave, "s_endpgm"), rng.choice((1, 5, 15)), (1, 1),
                  given={"policy": rng.choice(("early", "adversarial"))})


def of_next(rng, arch: str, wave: int) -> Call:
    """In orders that are chosen, a wave changes one of the two dwords behind a node."""
    code = of_two_waves(arch, wave, [NODE], ["global_store_b32 v1, v50, s[8:9]"])
    return run_of(rng, arch, wave, code, 1, (2, 1), rows={1: UNIT + rng.choice((0, 4))}, how="order")


def of_entries(rng, arch: str, wave: int, near: int) -> Call:
    """A wave pushes a pointer, the other one changes the last byte of that entry or the one behind it."""
    index = rng.randrange(8)
    push = [8, 16, rays.NO_NODE, rays.NO_NODE]         # the nearest is the result, the other one waits
    rows = {POINTERS: index, POINTERS + 1: 0, **{POINTERS + 2 + n: x for n, x in enumerate(push)},
            1: STRIDE * index + near}
    return run_of(rng, arch, wave, of_two_waves(arch, wave, [STACK], ["ds_store_b8 v1, v50"]), 1, (2, 1), rows=rows)


def calls(seed):
    """All of them."""
    rng = Chance(f"{seed} nodes")
    for arch, wave in kinds_with_rays():
        for kind in (of_groups, of_soon, of_next):
            runs = tuple(kind(rng, arch, wave) for _ in range(EACH))
            yield Calls(f"nodes {kind.__name__[3:]} {arch} {wave}", runs, (4, 64, 512))
        runs = tuple(of_entries(rng, arch, wave, near) for near in (3, 4))
        yield Calls(f"nodes entries {arch} {wave}", runs, (4, 64, 512))
