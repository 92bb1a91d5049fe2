"""Random kernels started by an HSA kernel descriptor and the sizes of an AQL packet, with the program of dispatches:
LLVM's AMDGPU guide, "Kernel Descriptor" and "Initial Kernel Execution State"; HSA runtime specification, AQL."""
from __future__ import annotations

import random
import struct
from collections.abc import Callable
from functools import cache

from ...spec import ARCHS, TARGETS, all_registers, architecture_traits
from . import random_dispatches
from .random_dispatches import INITIATOR, LOOKS, MODE_FIELDS, OTHERS, RSRC1, RSRC2, Dispatch, settle, sizes

TABLE = "KERNEL_DESCRIPTOR"
PACKET = "AQL_PACKET"
# Of the registers that the descriptor holds.
HELD = (*MODE_FIELDS, f"{RSRC1}.vgprs", f"{RSRC1}.sgprs", *(f"{RSRC2}.tgid_{axis}_en" for axis in "xyz"),
        f"{RSRC2}.tg_size_en", f"{RSRC2}.tidig_comp_cnt")
NOT_HELD = f"{RSRC1}.debug", f"{RSRC2}.excp_en_msb"  # must be 0 in a descriptor
# User SGPRs in the order in which they come: name, how many, what the program reads of them.
USERS = (("private_segment_buffer", 4, ""), ("dispatch_ptr", 2, ""), ("queue_ptr", 2, ""),
         ("kernarg_segment_ptr", 2, ""), ("dispatch_id", 2, ""), ("flat_scratch_init", 2, ""),
         ("private_segment_size", 1, "private size"))
# With private memory: its size comes behind the dispatch id, so that it shows whether that is there.
PRIVATE = ("private_segment_fixed_size", "enable_sgpr_private_segment_size", "enable_sgpr_flat_scratch_init",
           "enable_sgpr_dispatch_id")
WITHOUT_EFFECT = "kernarg_size", "uses_dynamic_stack"
LEFT_OUT = ("kernel_code_entry_byte_offset", "compute_pgm_rsrc1", "compute_pgm_rsrc2", "compute_pgm_rsrc3",
            "enable_sgpr_kernarg_segment_ptr")         # the case's entry; parts of them; every program needs it


@cache
def fields_of(arch: str) -> dict[str, bool]:
    """{field: whether a kernel heeds it} of descriptor and packet."""
    own, family = all_registers()[TABLE].fields[ARCHS[arch]], ARCHS[arch]
    found = {f"{TABLE}.{name}": name not in WITHOUT_EFFECT for name in own if name not in LEFT_OUT}
    for one in HELD:
        register, _, name = one.partition(".")
        field = all_registers()[register].fields[family].get(name)
        if field is not None and field.access == "used" and one not in NOT_HELD:
            found[f"{TABLE}.{name}"] = True
    return found | {f"{PACKET}.{what}_size_{axis}": True for what in ("workgroup", "grid") for axis in "xyz"}


def held(about: str) -> str | None:
    """The field of a register that it is."""
    return next((one for one in HELD if one.partition(".")[2] == about.partition(".")[2]), None)


# ---- what a field is set to ----

def grid(axis: str) -> Callable:
    def chosen(d: Dispatch, rng) -> None:
        full = d.values.setdefault(f"COMPUTE_NUM_THREAD_{axis}.full", rng.choice((3, 8, 16)))
        d.values[f"COMPUTE_DIM_{axis}.size"] = rng.choice((2 * full, 3 * full, full + 1, 2 * full - 1))
    return chosen


def private(d: Dispatch, rng) -> None:
    d.values |= {f"{TABLE}.private_segment_fixed_size": 16 * rng.randrange(1, 5), f"{RSRC2}.scratch_en": 1}
    if architecture_traits(d.arch)["flat_scratch"]:
        d.values[f"{TABLE}.enable_sgpr_flat_scratch_init"] = 1
    random_dispatches.several_waves(d, rng)


def shared(d: Dispatch, rng) -> None:
    d.values[f"{TABLE}.group_segment_fixed_size"] = 512 * rng.choice((1, 2, 3, 64, 128))


def set_field(d: Dispatch, rng, about: str) -> None:
    """Gives a field another value than it usually has."""
    table, _, name = about.partition(".")
    if table == PACKET:
        (random_dispatches.size if name.startswith("work") else grid)(name[-1].upper())(d, rng)
    elif register := held(about):
        random_dispatches.set_field(d, rng, register)
    elif name in PRIVATE:
        private(d, rng)
        d.values |= {about: 1} if name.startswith("enable") else {}
        d.values[f"{TABLE}.enable_sgpr_private_segment_size"] = int(name != "private_segment_fixed_size")
    elif name == "group_segment_fixed_size":
        shared(d, rng)
    elif name != "enable_wavefront_size32":
        d.values[about] = 8 * rng.randrange(1, 64) if name == "kernarg_size" else 1


def used(d: Dispatch) -> set[str]:
    """The fields that have another value than where a kernel is about nothing."""
    found = {name for name in d.fields if name.startswith(TABLE)}
    found |= {f"{TABLE}.{name.partition('.')[2]}" for name in d.fields & set(HELD)}
    for axis, full in zip("XYZ", sizes(d)):
        if f"COMPUTE_NUM_THREAD_{axis}.full" in d.fields:
            found.add(f"{PACKET}.workgroup_size_{axis.lower()}")
        if d.get(f"COMPUTE_DIM_{axis}.size", full) != full:
            found.add(f"{PACKET}.grid_size_{axis.lower()}")
    return found


# ---- the case ----

def users_of(d: Dispatch) -> list[str]:
    """What the user SGPRs hold; "no …" is not looked at."""
    found = []
    for name, count, read in USERS:
        if name == "kernarg_segment_ptr" or d.get(f"{TABLE}.enable_sgpr_{name}"):
            found += [read or f"no {name}"] * count
    return found


def packet(d: Dispatch, grids: list[int]) -> bytes:
    """The AQL packet, as far as programs may look at it."""
    return struct.pack("<2H4H5I", 2, 3, *sizes(d), 0, *grids, d.get(f"{TABLE}.private_segment_fixed_size"),
                       d.get(f"{TABLE}.group_segment_fixed_size")).ljust(64, b"\0")


def descriptor(d: Dispatch, users: int) -> bytes:
    """The 64 bytes."""
    words = random_dispatches.words_of(d)
    values = {name.partition(".")[2]: value for name, value in d.values.items() if name.startswith(TABLE)}
    values |= {"compute_pgm_rsrc1": words[RSRC1], "enable_sgpr_kernarg_segment_ptr": 1,
               "compute_pgm_rsrc2": words.get(RSRC2, 0) | users << 1}
    if len(TARGETS[d.arch].waves) > 1:
        values["enable_wavefront_size32"] = int(d.wave == 32)
    return all_registers()[TABLE].pack(ARCHS[d.arch], 512, values)


def unpacked(arch: str, data: bytes) -> dict[str, int]:
    """{field: value} of a descriptor, and of the registers that it holds."""
    registers, family = all_registers(), ARCHS[arch]
    whole = registers[TABLE].unpack(family, data)
    found = {f"{TABLE}.{name}": value for name, value in whole.items()}
    for number in (1, 2):
        word = whole[f"compute_pgm_rsrc{number}"].to_bytes(4, "little")
        parts = registers[f"COMPUTE_PGM_RSRC{number}"].unpack(family, word)
        found |= {f"{TABLE}.{name}": value for name, value in parts.items()}
    return found


def as_kernel(d: Dispatch) -> None:
    """The case: descriptor, kernarg with the region's address, sizes."""
    users = users_of(d)
    grids = [d.get(f"COMPUTE_DIM_{axis}.size", 1) for axis in "XYZ"]
    base = f"at {users.index('no kernarg_segment_ptr')}"
    pair = users.index("no flat_scratch_init") if "no flat_scratch_init" in users else None
    lds = d.get(f"{TABLE}.group_segment_fixed_size")
    code = random_dispatches.program_of(d, base, users, lds, pair)
    d.case = {
        "assay": 1, "name": f"dispatch {d.about}", "arch": d.arch, "wave": d.wave, "code": code.hex(),
        "descriptor": descriptor(d, len(users)).hex(), "kernarg": "00" * 16, "kernarg_pointers": {"0": "out"},
        "group": sizes(d), "grid": grids, "lds": lds, "scratch": d.get(f"{TABLE}.private_segment_fixed_size"),
        "memory": [{"name": "out", "size": d.layout.bytes},
                   {"name": "dispatch_packet", "bytes": packet(d, grids).hex()}, {"name": "queue", "size": 256}],
        "observe": {"registers": [], "memory": ["out"]},
    }


def draw(
    arch: str, about: str, seed: int, number: int, plain: bool, without=frozenset(), waves: tuple[int, ...] = (),
    mode: tuple[int, int] = (0, 0),
) -> Dispatch:
    """As dispatches.draw()."""
    rng = random.Random(f"{seed} kernel {arch} {about} {number} {plain}")
    waves = waves or TARGETS[arch].waves
    mine = held(about)
    looks = frozenset(what for what, by in LOOKS.items() if what != "STATUS" and (
        mine in by if plain else not {f"{TABLE}.{one.partition('.')[2]}" for one in by} & without))
    d = Dispatch(arch, about, waves[number % len(waves)], plain, looks)
    for one in fields_of(arch) if not plain else ():
        if one not in without and one != about and rng.random() < OTHERS:
            set_field(d, rng, one)
    set_field(d, rng, about)
    d.values[f"{INITIATOR}.use_thread_dimensions"] = 1
    settle(d, rng, mode)
    as_kernel(d)
    return d
