"""Runs as callers of the C interface may ask for them: every field at its limits and beyond, sizes, regions, first
registers, registers of the compute pipe, kernel descriptors, machines that are too small.  A seed fixes them."""
from __future__ import annotations

import itertools
import re
from functools import cache

from ...harness.assembly import assemble_lines
from ...harness.register_names import dispatch_of
from ...model.machine import EVERY_WAVE, HWREG, SCC, V0
from ...spec import ARCHS, CERTIFIED, TARGETS, load, traits_of
from ..calls import Call, Calls
from ..chance import Chance
from .memory import row_of

# calls of each kind and architecture
SIZES, REGIONS, SETS, PIPES, WALKS, DESCRIPTORS, RANGES = 40, 60, 40, 80, 30, 60, 16
CODE = 256                                             # bytes of code of a small machine
TOP = 1 << 48                                          # where addresses end
MOST = 2**32 - 1
ALONE = (1, 64, CODE)
HANDLER = bytes.fromhex("000080bf0000a0bf")


def kinds():
    """(architecture, wave size) of all that are certified."""
    return [(arch, wave) for arch in CERTIFIED for wave in TARGETS[arch].waves]


@cache
def code_of(arch: str, wave: int, *lines: str) -> bytes:
    return b"".join(assemble_lines(arch, wave, list(lines)))


def plain(arch: str, wave: int, count: int = 4) -> dict:
    """A run of so many instructions that do nothing."""
    return {"arch": arch, "wave": wave, "code": code_of(arch, wave, *["s_nop 0"] * count)}


@cache
def reader(arch: str, wave: int) -> bytes:
    """Reads every hardware register, and a trap temporary, and writes one."""
    return code_of(arch, wave, *(f"s_getreg_b32 s{40 + n}, hwreg({n})" for n in range(32)),
                   "s_mov_b32 s90, ttmp3", "s_mov_b32 ttmp4, s90", "s_endpgm")


# ---- fields at their limits ----

def values_of(arch: str) -> dict:
    """{field on the way: values}: those a run may have and those next to them."""
    target = TARGETS[arch]
    ends = lambda most: (0, 1, 2, 3, most - 1, most, most + 1, MOST)
    code = (0, 1, 2, 3, 4, 5, 8, 12, 15, 16, 17, 20, MOST - 3, MOST, 1 << 40)
    return {
        ("arch",): (*range(len(TARGETS) + 2), MOST), ("wave_size",): (0, 1, 31, 32, 33, 63, 64, 65, 96, 128, MOST),
        ("policy",): (*range(6), MOST), ("schedule",): (*range(4), MOST), ("profile",): (*range(4), MOST),
        ("code",): (None,), ("code_bytes",): (0, 4, 8, 12, 16, CODE + 1, CODE + 4, MOST), ("entry",): code,
        ("base",): (*range(6), 256, TOP - 20, TOP - 16, TOP - 12, TOP - 4, TOP, TOP + 4, 2**64 - 16, 2**64 - 4),
        ("vgprs",): ends(target.vgprs), ("sgprs",): ends(target.sgprs), ("lds_bytes",): ends(target.lds),
        ("region_count",): (1, 1023, 1024, MOST), ("set_count",): (1, MOST), ("compute_count",): (1, MOST),
        ("scratch_bytes",): (1, 4, 16, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, MOST), ("scratch_base",): (4, 0x20000),
        ("instruction_limit",): (1, 3, 4, 5), ("seed",): (7,),
    }


def of_fields(seed):
    """Each field alone, then two that are wrong: the first one is told."""
    rng = Chance(f"{seed} fields")
    for arch, wave in kinds():
        run, one = plain(arch, wave), []
        for way, values in values_of(arch).items():
            one += [(way, value) for value in values]
        calls = [Call(run, (pair,), rng.choice(("run", "batch"))) for pair in one]
        calls += [Call(run, tuple(rng.sample(one, 2))) for _ in range(60)]
        for n in range(0, len(calls), 20):
            yield Calls(f"fields {arch} {wave} {n}", tuple(calls[n:n + 20]), ALONE)
        for long in (CODE - 4, CODE, CODE + 4):
            yield Calls(f"code {arch} {wave} {long}", (Call(plain(arch, wave, long // 4)),) * 2, (1, 4, CODE - 1))


# ---- sizes ----

def sizes(rng) -> list[int]:
    """Work items along the axes: few, none, as many as a group holds, more."""
    edge = rng.choice(((1024, 1, 1), (1025, 1, 1), (32, 32, 1), (32, 33, 1), (2, 16, 32), (1, 1024, 1), (1, 1, 1025),
                       (1 << 16, 1 << 16, 1), (MOST, MOST, MOST), (1 << 11, 1 << 11, 1 << 11), (1, 1, 1), (0, 5, 0),
                       (0, 0, 3), (2, 0, 0)))
    few = [rng.choice((0, 1, 1, 2, 3, 5, 8, 31, 32, 33, 64, 65)) for _ in range(3)]
    return list(edge) if not rng.randrange(4) else few if rng.randrange(3) else [max(1, n) for n in few]


def of_sizes(seed):
    """Groups and grids: absent, with a hole, partial along each axis, too large; with LDS and private memory."""
    rng = Chance(f"{seed} sizes")
    for arch, wave in kinds():
        code = code_of(arch, wave, "s_nop 0", "s_barrier", "s_nop 1", "s_endpgm")
        for n in range(SIZES):
            group, runs = sizes(rng), []
            for _ in range(6):
                grid = [rng.choice((0, 1, s - 1, s, s + 1, 2 * s, 3 * s - 1)) & MOST for s in group]
                grid = rng.choice((grid, [max(1, g) for g in grid], [0, 0, 0], [MOST, 1, 1], [(1 << 27) - 1, 1, 1],
                                   [1 << 27, 1, 1], [(1 << 27) * group[0] & MOST, 1, 1], [1 << 16, 1 << 11, 1]))
                given = {"arch": arch, "wave": wave, "code": code, "group": rng.choice((group, group, [0, 0, 0])),
                         "grid": grid, "limit": rng.choice((2, 60, 400)), "lds_bytes": rng.choice((0, 64, 1000)),
                         "schedule": rng.choice(("round-robin", "seeded")), "seed": n}
                given["lds"] = bytes(range(60)) if given["lds_bytes"] and rng.randrange(2) else None
                runs.append(Call(given, ((("lds_bytes",), 0),) if given["lds"] and not rng.randrange(8) else ()))
            yield Calls(f"sizes {arch} {wave} {n}", tuple(runs), (rng.choice((1, 3, 9)), 64, CODE))


# ---- regions ----

# bytes: how loads and stores of GFX9, then of RDNA3, end
ENDINGS = {1: ("ubyte", "byte", "u8", "b8"), 2: ("ushort", "short", "u16", "b16"), 4: ("dword", "dword", "b32", "b32"),
           8: ("dwordx2", "dwordx2", "b64", "b64"), 12: ("dwordx3", "dwordx3", "b96", "b96"),
           16: ("dwordx4", "dwordx4", "b128", "b128")}
PLACES = 5                                             # accesses of one program at most


def range_of(first: int, words: int) -> str:
    return f"v[{first}:{first + words - 1}]" if words > 1 else f"v{first}"


@cache
def accesses(arch: str, wave: int) -> dict:
    """{(number, bytes, is it a store): code}: access `number` is at v[2 number:2 number + 1]."""
    keys = [(number, size, store) for number in range(PLACES) for size in ENDINGS for store in (False, True)]
    lines = []
    for number, size, store in keys:
        ending, words = ENDINGS[size][store + 2 * traits_of(arch)["half_registers"]], max(1, size // 4)
        at = range_of(2 * number, 2)
        lines.append(f"global_store_{ending} {at}, {range_of(40, words)}, off" if store else
                     f"global_load_{ending} {range_of(60 + 4 * number, words)}, {at}, off")
    return dict(zip(keys, assemble_lines(arch, wave, lines)))


def laid(rng) -> list[tuple[int, bytes]]:
    """Regions: beside one another, apart, on the code, at the end of all addresses, in any order."""
    found, at, bad = [], 0x1000, not rng.randrange(5)
    for _ in range(rng.randrange(1, 6)):
        size = rng.choice((1, 2, 3, 4, 8, 16, 17, 64))
        found.append((at, rng.randbytes(size)))
        at += size + rng.choice((0, 0, 0, 1, 4, 0x1000, -1 if bad else 0))
    if rng.randrange(2):
        size = rng.choice((1, 16, 64))
        ends = (TOP - size + 1, TOP, 0xfff8) if bad else (TOP - size, TOP - 128, 0x10000 - size)
        found.append((rng.choice(ends), rng.randbytes(size)))
    if not rng.randrange(4):
        at = rng.choice((0x10000, 0x10010, 0x10040, 0x10100, 0x2000)) if bad else rng.choice((0x10100, 0x20000))
        found.append((at, rng.randbytes(rng.choice((0, 4, 64)))))
    rng.shuffle(found)
    return found


def of_regions(seed):
    """Accesses at, before and across the ends of regions; regions that overlap or lie nowhere."""
    rng = Chance(f"{seed} regions")
    for arch, wave in kinds():
        for n in range(REGIONS):
            regions, code, sets = laid(rng), b"", [(EVERY_WAVE, 126, 1), (EVERY_WAVE, 127, 0)]
            last = rng.randrange(PLACES)
            for k in range(last + 1):
                address, data = rng.choice([*regions, (0x10000, bytes(12))])
                size = rng.choice([one for one in ENDINGS if one <= max(1, len(data))])
                at = address + rng.choice((0, len(data) - size) if k < last else
                                          (-1, 1, len(data) - size, len(data) - size + 1, len(data) - 1, len(data)))
                code += accesses(arch, wave)[k, size, address != 0x10000 and not rng.randrange(3)]
                sets += [(EVERY_WAVE, V0 + 2 * k, at & MOST), (EVERY_WAVE, V0 + 2 * k + 1, at >> 32 & MOST)]
            sets += [(EVERY_WAVE, V0 + 40 + k, rng.getrandbits(32)) for k in range(4)]
            given = {"arch": arch, "wave": wave, "code": code, "regions": tuple(regions), "sets": sets}
            raw = ()
            if not rng.randrange(8):
                field, values = rng.choice((("bytes", (None,)), ("size", (0, TOP, 2**64 - 1)), ("open", (None,)),
                                            ("address", (TOP, 2**64 - 4))))
                raw = ((("regions", rng.randrange(len(regions)), field), rng.choice(values)),)
            yield Calls(f"regions {arch} {wave} {n}", (Call(given, raw),), ALONE)
    yield from of_many_regions()
    yield from of_spaces()
    for size in ((1 << 20) + 1, 64, CODE), (1, 64, (1 << 30) + 1), (1, 64, 2**64 - 1):
        yield Calls(f"machine of {size}", (Call(plain(*kinds()[0])),), size)


def of_many_regions():
    """As many as there may be, and one more."""
    for count in (1022, 1023, 1024, 1025):
        regions = tuple((0x100000 - 16 * k, bytes(16)) for k in range(count))
        yield Calls(f"{count} regions", (Call(plain(*kinds()[-1]) | {"regions": regions}),), ALONE)


GDS, GS = 1 << 16, 96                                  # bytes of the global data share at most, and of registers


def of_spaces():
    """What lies beside the address space: too large, twice, of a kind that there is not."""
    run = plain(*kinds()[0])
    single = [[("gds", GDS + n)] for n in (0, 1, 4)] + [[("gs", GS + n)] for n in (-4, 0, 4)]
    pairs = [[(a, GS), (b, GS)] for a in ("gds", "gs") for b in ("gds", "gs")]
    for sizes in (*single, *pairs, [("gds", 0), ("gds", 64)]):
        regions = tuple((0, bytes(size), bytes(size), space) for space, size in sizes)
        changes = [(), *(((("regions", 0, "space"), space),) for space in (0, 1, 2, 3, 4, MOST))]
        yield Calls(f"spaces {sizes}", tuple(Call(run | {"regions": regions}, raw) for raw in changes), ALONE)


# ---- first registers ----

def of_sets(seed):
    """Every register that can be set, those that cannot, too many values, waves that are not there."""
    rng = Chance(f"{seed} sets")
    edges = (*range(98, 133), 159, HWREG, HWREG + 1, HWREG + 20, HWREG + 21, HWREG + 31, HWREG + 32, 255, V0, V0 + 1,
             V0 + 255, V0 + 256, MOST)
    for arch, wave in kinds():
        given = {"arch": arch, "wave": wave, "code": reader(arch, wave), "group": [3 * wave - 5, 1, 1],
                 "grid": [6 * wave - 10, 1, 1]}
        singles = [(EVERY_WAVE, reg, rng.getrandbits(32)) for reg in (*edges, *rng.sample(range(98), 12))]
        flags = [(EVERY_WAVE, SCC, 1), *((EVERY_WAVE, reg, 0) for reg in (105, 106, 107))]   # what STATUS shows
        for n in range(0, len(singles), 6):
            yield Calls(f"set {arch} {wave} {n}", tuple(
                Call(given | {"sets": [*before, s]}) for s in singles[n:n + 6] for before in ([], flags)))
        for n in range(SETS):
            sets = [(rng.choice((EVERY_WAVE, 0, 1, 2, *([3, MOST - 1] if not n % 8 else ()))),
                     rng.choice((*range(98), 106, 107, 126, 127, 128, 129, 130, 131, *range(V0, V0 + 256))),
                     rng.getrandbits(32)) for _ in range(rng.randrange(1, 12))]
            sets = [(where, reg, rng.randbytes(4 * rng.choice((1, 2, 31, 32, 63, 64))) if reg >= V0 else value)
                    for where, reg, value in sets]
            raw: tuple = ()
            if not rng.randrange(4):
                spoiled = rng.randrange(len(sets))
                sets[spoiled] = (EVERY_WAVE, sets[spoiled][1], bytes(4 * 64))    # so much is there to be read
                field, value = rng.choice((("values", None), ("count", 0), ("count", 1), ("count", 2), ("count", 65)))
                raw = ((("sets", spoiled, field), value),)
            yield Calls(f"sets {arch} {wave} {n}", (Call(given | {"sets": sets}, raw),))


# ---- the compute pipe ----

# Values that mean something, by the beginning of what follows COMPUTE_.
SMALL = {"DIM": (1, 2, 3, 4, 0), "START": (0, 0, 1, 2, 3),
         "NUM": (1, 2, 8, 33, 64, 0, 1024, 1025, 5 | 3 << 16, 4 | 4 << 16, 4 | 5 << 16, 64 | 1 << 16),
         "DISPATCH_INIT": (0, 1, 3, 5, 7, 9, 0x19, 0x21, 0x23, 0x8001, 0x8003, 0x8023),
         "DISPATCH_SCRATCH_BASE_LO": (0x40000, 0x40001), "DISPATCH_SCRATCH_BASE_HI": (0, 0, 0, 1),
         "TMPRING": (0, 0x1000, 0x1020, 0x2001, 0x3020, 0x7fff001), "PGM_LO": (0x100, 0x101, 0xff, 0x102),
         "PGM_HI": (0, 0, 0, 1, 0x100)}


def word_of(rng, name: str) -> int:
    """A value of a COMPUTE_* register that means something, now and then any."""
    for part, values in SMALL.items():
        if name.removeprefix("COMPUTE_").startswith(part):
            return rng.choice(values)
    if name.endswith("RSRC1"):
        return rng.choice((0, 63, rng.randrange(64) | rng.randrange(16) << 6 | rng.getrandbits(20) << 12, 15 << 6))
    if name.endswith("RSRC2"):
        lds = rng.choice((0, 0, 1, 127, 128, 129, 511)) << 15
        return rng.randrange(2) | rng.choice((0, 1, 4, 15, 16, 17, 31)) << 1 | rng.getrandbits(6) << 7 | lds
    return rng.getrandbits(32)


def legal_of(rng, arch: str, name: str) -> int:
    """The same within the fields that are carried out, now and then beyond them."""
    family, stem = ARCHS[arch], re.sub(r"_\d+$", "", name) if "USER_DATA" in name else name
    fields = load().registers[stem].fields[family].values()
    mask = sum(field.mask for field in fields if field.access != "zero")
    return word_of(rng, name) & (mask if rng.randrange(30) else MOST)


def of_pipes(seed):
    """Registers of the compute pipe in any company, and offsets that are none."""
    rng = Chance(f"{seed} pipes")
    scratch = (0x4000000, bytes(1 << 16))
    for arch, wave in kinds():
        offsets, initiator = dispatch_of(arch), dispatch_of(arch)["COMPUTE_DISPATCH_INITIATOR"]
        code = code_of(arch, wave, *["s_nop 0"] * 64) + reader(arch, wave)
        for n in range(PIPES):
            names = rng.sample(list(offsets), rng.choice((1, 2, 6, 10, 16)))
            asked = {offsets[name]: legal_of(rng, arch, name) for name in names}
            if wave == 32 and initiator in asked and rng.randrange(8):
                asked[initiator] |= 1 << 15
            if not rng.randrange(12):
                asked[rng.choice([*(initiator + n for n in (-4, -1, 1, 2, 0x3fc, 0x400)), 0, MOST])] = 1
            given = {"arch": arch, "wave": wave, "code": code, "compute": asked, "regions": (scratch,) * (n % 4 > 0),
                     "limit": 300,
                     "scratch_base": 0x4000000, "scratch_bytes": rng.choice((0, 4, 20)), "vgprs": rng.choice((0, 0, 9)),
                     "sgprs": rng.choice((0, 0, 20)), "lds_bytes": rng.choice((0, 0, 512, 513)),
                     "entry": rng.choice((0, 8)), "group": rng.choice((None, [5, 3, 2])),
                     "grid": rng.choice((None, [10, 6, 2], [11, 3, 3]))}
            if not rng.randrange(6):                   # sizes that the registers may give, or nobody
                given["group"] = rng.choice(([0, 3, 2], [5, 0, 0], [0, 0, 2]))
            given["lds"] = rng.randbytes(60) if given["lds_bytes"] and rng.randrange(2) else None
            sets = [(EVERY_WAVE, 0, 1)] if not rng.randrange(12) else []
            yield Calls(f"pipe {arch} {wave} {n}", (Call(given | {"sets": sets}),), (8, 64, 1024))


def walk_of(rng) -> tuple[dict, dict]:
    """(sizes by the names of registers, by those of a run): nearly all agree, each is said by one, by both or by
    nobody."""
    registers, given = {}, {"group": [1, 1, 1], "grid": [1, 1, 1]}
    for k, axis in enumerate("XYZ"):
        size, count = rng.choice((1, 1, 2, 3, 5)), rng.choice((1, 1, 1, 2, 3))
        part, start = rng.choice((0, 0, 0, size - 1, size)), rng.choice((0, 0, 1, 2))
        given["group"][k] = size
        given["grid"][k] = (count - (part > 0)) * size + part + (rng.randrange(12) == 0)
        if rng.randrange(3):
            registers[f"NUM_THREAD_{axis}"] = size | part << 16
        if not rng.randrange(3):
            registers[f"DIM_{axis}"] = rng.choice((count, count, given["grid"][k]))
        if not rng.randrange(4):
            registers[f"START_{axis}"] = start
        if not rng.randrange(60):
            registers[f"DIM_{axis}"] = rng.choice((1 << 16, 1 << 20, MOST))
    for name, which in given.items():
        given[name] = rng.choice((which, which, [0, 0, 0], [n * rng.randrange(2) for n in which]))
    if rng.randrange(2):
        registers["DISPATCH_INITIATOR"] = 1 | rng.getrandbits(1) << 1 | (rng.randrange(3) == 0) << 2
        registers["DISPATCH_INITIATOR"] |= rng.choice((0, 0, 1, 3)) << 3 | (rng.randrange(3) == 0) << 5
    return registers, given


def of_walks(seed):
    """Sizes of groups and of the walk, by registers and by the run: who says which, partial groups, where it starts."""
    rng = Chance(f"{seed} walks")
    for arch, wave in kinds():
        offsets, code = dispatch_of(arch), code_of(arch, wave, "s_nop 0", "s_endpgm")
        for n in range(WALKS):
            runs = []
            for _ in range(6):
                registers, given = walk_of(rng)
                if wave == 32 and "DISPATCH_INITIATOR" in registers:
                    registers["DISPATCH_INITIATOR"] |= 1 << 15
                registers["PGM_RSRC2"] = 7 << 7 | 2 << 11 | 1 << 10    # numbers of the group and of work items are told
                if not rng.randrange(4):               # private memory for as many waves, or not
                    registers |= {"PGM_RSRC2": registers.get("PGM_RSRC2", 0) | 1,
                                  "TMPRING_SIZE": rng.choice((1, 2, 3, 16)) | rng.choice((0, 1, 1, 4)) << 12}
                    given |= {"scratch_bytes": rng.choice((0, 4, 16, 20)), "scratch_base": 0x4000000,
                              "regions": ((0x4000000, bytes(1 << 14)),)}
                asked = {offsets[f"COMPUTE_{name}"]: value for name, value in registers.items()}
                runs.append(Call(given | {"arch": arch, "wave": wave, "code": code, "compute": asked, "limit": 90}))
            yield Calls(f"walks {arch} {wave} {n}", tuple(runs), (12, 64, CODE))


def descriptor_of(rng, arch: str, wave: int) -> bytes:
    words = [0] * 16
    wants = rng.choice((0, 1, 2, 4, 8, 16, 32, 64, rng.getrandbits(7), 0x5e, 0x7f)) & (0x7f if wave == 64 else 0x5e)
    needed = sum(count for bit, count in enumerate((4, 2, 2, 2, 2, 2, 1)) if wants >> bit & 1)
    words[0], words[1], words[11] = rng.choice((0, 60, 64)), rng.choice((0, 12, 16)), rng.choice((0, 0, 0, 0, 1, 16))
    words[12] = legal_of(rng, arch, "COMPUTE_PGM_RSRC1")
    words[13] = legal_of(rng, arch, "COMPUTE_PGM_RSRC2") & ~(31 << 1 | 511 << 15)
    words[13] |= min(16, needed + rng.choice((0, 0, 1, 3))) << 1
    words[14] = wants | (wave == 32) << 10
    for spoiled in rng.choice(((), (), (), (0,), (1,), (13,), (14,))):
        words[spoiled] ^= {0: rng.choice((65536, 65540)), 1: rng.choice((20, 1 << 20)), 13: rng.randrange(32) << 1,
                           14: rng.choice((1 << 10, 1, 32, 1 << 20))}[spoiled]
    return row_of(words)


def of_descriptors(seed):
    """Kernel descriptors: what user SGPRs hold, sizes that fit and do not, alone and below COMPUTE_* registers."""
    rng = Chance(f"{seed} descriptors")
    for arch, wave in kinds():
        offsets = dispatch_of(arch)
        for n in range(DESCRIPTORS):
            room = rng.choice((1 << 17, 1 << 17, 16 * wave * 4, 1024, 1020))
            given = {"arch": arch, "wave": wave, "code": reader(arch, wave),
                     "descriptor": descriptor_of(rng, arch, wave),
                     "kernarg": 0x123456789abc, "dispatch_packet": 0xfedc87654321, "queue": 0x0f0f12341234,
                     "limit": 400,
                     "lds_bytes": rng.choice((0, 0, 0, 60, 64, 65536)),
                     "scratch_bytes": rng.choice((0, 0, 0, 12, 16, 17)),
                     "scratch_base": rng.choice((0x123404000000, 0x123404000000, 0xFFFF923404000000)),
                     "regions": ((0x123404000000, bytes(room)), (0xFFFF923404000000, bytes(room))),
                     "trap_handler": rng.choice((None, None, (HANDLER, 0x8000000, 0))),
                     "group": rng.choice(([wave, 1, 1], [7, 5, 3], [40, 2, 1], [1024, 1, 1])),
                     "sgprs": rng.choice((0, 0, 30))}
            given["grid"] = [g * rng.choice((1, 2)) - (g > 1 and not rng.randrange(3)) for g in given["group"]]
            asked = {offsets[name]: legal_of(rng, arch, name)
                     for name in rng.sample(list(offsets), 3)} if n % 5 == 0 else None
            yield Calls(f"descriptor {arch} {wave} {n}", (Call(given | {"compute": asked}),), (8, 64, 1024))


# ---- some of the groups ----

def of_ranges(seed):
    """Of a grid a few groups, from each one on, up to the last and past it: what their waves are told, numbers of
    waves, the private memory that they share."""
    rng = Chance(f"{seed} ranges")
    for arch, wave in kinds():
        code = code_of(arch, wave, "s_nop 0", "s_barrier", "v_mov_b32 v1, v0", "s_endpgm")
        for n in range(RANGES):
            group = rng.choice(([wave, 1, 1], [wave, 2, 1], [40, 1, 3], [7, 5, 1]))
            grid = [size * count - (size > 1 and not rng.randrange(3)) for size, count in zip(group, (3, 2, 1))]
            given = {"arch": arch, "wave": wave, "code": code, "group": group, "grid": grid, "seed": n,
                     "schedule": rng.choice(("round-robin", "seeded")), "limit": rng.choice((5, 9, 400)),
                     "sets": [(who, V0, rng.getrandbits(32)) for who in (0, 1, EVERY_WAVE)[:rng.randrange(4)]],
                     "scratch_bytes": rng.choice((0, 0, 16)), "scratch_base": 0x20000,
                     "regions": ((0x20000, bytes(range(256)) * 64),)}
            asked = [(first, count) for first in (0, 1, 2, 4, 5, 6, 7, MOST) for count in (0, 1, 2, 3, 5, 6, 7, MOST)]
            runs = [Call(given | {"groups": one}, how=rng.choice(("run", "run", "count", "trace", "order")))
                    for one in rng.sample(asked, 8)]
            yield Calls(f"ranges {arch} {wave} {n}", tuple(runs), (rng.choice((0, 1, 3, 9, 30)), 64, CODE))


# ---- machines ----

def of_machines(seed):
    """Few waves kept, few findings kept, runs that are stopped, traced, too long; each after others."""
    rng = Chance(f"{seed} machines")
    for arch, wave in kinds():
        early = ("v_mov_b32 v1, v2", "s_mov_b32 ttmp1, s0", "v_mov_b32 v200, v1", "s_mov_b32 s3, s90", "s_nop 0")
        loud = code_of(arch, wave, *(rng.choice(early) for _ in range(30)), "s_endpgm")
        round_ = code_of(arch, wave, "s_nop 0", "s_branch 65534")
        quiet = plain(arch, wave, 6)
        busy = {"arch": arch, "wave": wave, "code": loud, "vgprs": 8, "sgprs": 20, "group": [2 * wave, 1, 1],
                "grid": [6 * wave, 1, 1]}
        runs = (Call(busy), Call(quiet), Call(quiet, how="stop"), Call(quiet), Call(busy, how="trace"),
                Call({"arch": arch, "wave": wave, "code": round_}, how="stop"), Call(busy | {"limit": 70}),
                Call(quiet, ((("policy",), 9),)), Call(busy | {"limit": 7}), Call(quiet, how="count"))
        for waves in (0, 1, 2, 3, 6):
            for findings in (0, 1, 2, 5, 40, 400):
                some = rng.sample(runs, 5)
                yield Calls(f"machine {arch} {wave} {waves} {findings}", tuple(some), (waves, findings, 512))
        yield Calls(f"endless {arch} {wave}", (Call({"arch": arch, "wave": wave, "code": round_}),))


def of_bounds(seed):
    """LDS of as much as there is, and a step more; groups that NUM_THREAD alone parts; what a descriptor says of traps,
    below registers that do not; a lane of the last vector register and of those behind it."""
    del seed                                           # every one there is
    for arch, wave in kinds():
        offsets, code = dispatch_of(arch), code_of(arch, wave, "s_nop 0", "s_endpgm")
        asked = [({"PGM_RSRC2": size << 15}, {}) for size in (0, 1, 63, 64, 127, 128, 129, 511)]
        for axis, sizes in itertools.product(range(3), ((4, 4), (4, 5), (4, 8), (4, 9), (5, 14))):
            group, grid = [1, 1, 1], [1, 1, 1]
            group[axis], grid[axis] = sizes
            asked += [({f"NUM_THREAD_{name}": n for name, n in zip("XYZ", group)}, {"grid": grid}),
                      ({f"NUM_THREAD_{'XYZ'[axis]}": group[axis]}, {"grid": grid})]
        for traps, registers in itertools.product((0, 1 << 10, 1 << 11), ({}, {"USER_DATA_0": 7}, {"PGM_RSRC3": 0})):
            if f"COMPUTE_{next(iter(registers), 'PGM_RSRC1')}" in offsets:
                words = [0] * 11 + [traps, 0, 0, (wave == 32) << 10, 0]
                asked.append((registers, {"descriptor": row_of(words)}))
        for n, (registers, given) in enumerate(asked):
            made = {offsets[f"COMPUTE_{name}"]: value for name, value in registers.items()}
            call = Call({"arch": arch, "wave": wave, "code": code, "limit": 90, "compute": made,
                         "trap_handler": (code, 0x8000000, 0)} | given)
            yield Calls(f"bounds {arch} {wave} {n}", (call,), (12, 64, CODE))
        for last in (7, 8, 9):
            lane = code_of(arch, wave, f"v_writelane_b32 v{last}, s0, 1", "s_endpgm")
            call = Call({"arch": arch, "wave": wave, "code": lane, "vgprs": 8, "sets": [(EVERY_WAVE, 0, 5)]})
            yield Calls(f"lane of the last register {arch} {wave} {last}", (call,), (12, 64, CODE))


def of_ends(seed):
    """A program that begins where its code ends; contents of LDS of which the run gives no bytes and the descriptor
    some; private memory for the waves of the first group, or of the partial one alone."""
    del seed                                           # every one there is
    for arch, wave in kinds():
        code = code_of(arch, wave, *["s_nop 0"] * 63, "s_endpgm")
        plan, start = {"arch": arch, "wave": wave, "code": code, "limit": 400}, dispatch_of(arch)["COMPUTE_PGM_LO"]
        words = [64, *[0] * 13, (wave == 32) << 10, 0]
        large = plan | {"descriptor": row_of(words), "lds": bytes(64), "lds_bytes": 64}
        runs = [Call(plan | {"compute": {start: 0x100 + pages}}) for pages in (0, 1)]
        runs += [Call(large, raw) for raw in ((), ((("lds_bytes",), 0),))]
        runs += [Call(plan | {"group": [2 * wave, 1, 1], "grid": [3 * wave, 1, 1], "scratch_bytes": 4,
                              "scratch_base": 0x20000, "regions": ((0x20000, bytes(1 << bits)),)})
                 for bits in range(7, 14)]
        yield Calls(f"ends {arch} {wave}", tuple(runs), (12, 64, CODE))


def calls(seed):
    """All of them."""
    for kind in (of_fields, of_sizes, of_regions, of_sets, of_pipes, of_walks, of_descriptors, of_ranges, of_machines,
                 of_bounds, of_ends):
        yield from kind(seed)
