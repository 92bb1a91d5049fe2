"""Random kernels started with an HSA kernel descriptor and the sizes of an AQL packet, with the program of dispatches.
Sources: LLVM's AMDGPU guide, "Kernel Descriptor" and "Initial Kernel Execution State"; HSA runtime specification,
AQL."""
from __future__ import annotations

import random
import struct
from collections.abc import Callable
from functools import cache

from ...spec import ARCHS, TARGETS, all_registers, architecture_traits
from . import random_dispatches
from .random_dispatches import (
    INITIATOR,
    OBSERVED_FIELDS,
    MODE_FIELDS,
    OTHER_FIELD_SHARE,
    RSRC1,
    RSRC2,
    Dispatch,
    complete_values,
    group_sizes,
)

TABLE = "KERNEL_DESCRIPTOR"
PACKET = "AQL_PACKET"
# Fields of the registers in the descriptor.
REGISTER_FIELDS = (*MODE_FIELDS, f"{RSRC1}.vgprs", f"{RSRC1}.sgprs", *(f"{RSRC2}.tgid_{axis}_en" for axis in "xyz"),
        f"{RSRC2}.tg_size_en", f"{RSRC2}.tidig_comp_cnt")
ZERO_FIELDS = f"{RSRC1}.debug", f"{RSRC2}.excp_en_msb"  # must be 0 in a descriptor
# User SGPRs in order: name, number of registers, value that the program reads.
USER_SGPRS = (("private_segment_buffer", 4, ""), ("dispatch_ptr", 2, ""), ("queue_ptr", 2, ""),
         ("kernarg_segment_ptr", 2, ""), ("dispatch_id", 2, ""), ("flat_scratch_init", 2, ""),
         ("private_segment_size", 1, "private size"))
# Set with scratch memory. Its size follows the dispatch id, so it shows whether the id is present.
SCRATCH_FIELDS = ("private_segment_fixed_size", "enable_sgpr_private_segment_size", "enable_sgpr_flat_scratch_init",
           "enable_sgpr_dispatch_id")
INEFFECTIVE_FIELDS = "kernarg_size", "uses_dynamic_stack"
EXCLUDED_FIELDS = ("kernel_code_entry_byte_offset", "compute_pgm_rsrc1", "compute_pgm_rsrc2", "compute_pgm_rsrc3",
            "enable_sgpr_kernarg_segment_ptr")       # set by the case; given as fields; needed by every program


@cache
def settable_fields(arch: str) -> dict[str, bool]:
    """Return {field: whether a kernel depends on it} of descriptor and packet."""
    descriptor_fields, family = all_registers()[TABLE].fields[ARCHS[arch]], ARCHS[arch]
    fields = {
        f"{TABLE}.{name}": name not in INEFFECTIVE_FIELDS for name in descriptor_fields if name not in EXCLUDED_FIELDS
    }
    for name_in_register in REGISTER_FIELDS:
        register, _, name = name_in_register.partition(".")
        field = all_registers()[register].fields[family].get(name)
        if field is not None and field.access == "used" and name_in_register not in ZERO_FIELDS:
            fields[f"{TABLE}.{name}"] = True
    return fields | {f"{PACKET}.{kind}_size_{axis}": True for kind in ("workgroup", "grid") for axis in "xyz"}


def register_field(about: str) -> str | None:
    """Return the register field that a descriptor field is part of, or None."""
    return next((name for name in REGISTER_FIELDS if name.partition(".")[2] == about.partition(".")[2]), None)


# ---- what a field is set to ----

def set_grid_size(axis: str) -> Callable:
    """Return a setter of the grid size along an axis."""
    def set_value(dispatch: Dispatch, rng) -> None:
        full = dispatch.values.setdefault(f"COMPUTE_NUM_THREAD_{axis}.full", rng.choice((3, 8, 16)))
        dispatch.values[f"COMPUTE_DIM_{axis}.size"] = rng.choice((2 * full, 3 * full, full + 1, 2 * full - 1))
    return set_value


def set_scratch(dispatch: Dispatch, rng) -> None:
    """Enable scratch memory."""
    dispatch.values |= {f"{TABLE}.private_segment_fixed_size": 16 * rng.randrange(1, 5), f"{RSRC2}.scratch_en": 1}
    if architecture_traits(dispatch.arch)["flat_scratch"]:
        dispatch.values[f"{TABLE}.enable_sgpr_flat_scratch_init"] = 1
    random_dispatches.set_several_waves(dispatch, rng)


def set_lds_size(dispatch: Dispatch, rng) -> None:
    """Set the LDS size."""
    dispatch.values[f"{TABLE}.group_segment_fixed_size"] = 512 * rng.choice((1, 2, 3, 64, 128))


def set_field(dispatch: Dispatch, rng, about: str) -> None:
    """Give a field an unusual value."""
    table, _, name = about.partition(".")
    if table == PACKET:
        (random_dispatches.set_group_size if name.startswith("work") else set_grid_size)(name[-1].upper())(
            dispatch, rng
        )
    elif register := register_field(about):
        random_dispatches.set_field(dispatch, rng, register)
    elif name in SCRATCH_FIELDS:
        set_scratch(dispatch, rng)
        dispatch.values |= {about: 1} if name.startswith("enable") else {}
        dispatch.values[f"{TABLE}.enable_sgpr_private_segment_size"] = int(name != "private_segment_fixed_size")
    elif name == "group_segment_fixed_size":
        set_lds_size(dispatch, rng)
    elif name != "enable_wavefront_size32":
        dispatch.values[about] = 8 * rng.randrange(1, 64) if name == "kernarg_size" else 1


def changed_fields(dispatch: Dispatch) -> set[str]:
    """Return the fields with unusual values."""
    fields = {name for name in dispatch.changed_fields if name.startswith(TABLE)}
    fields |= {f"{TABLE}.{name.partition('.')[2]}" for name in dispatch.changed_fields & set(REGISTER_FIELDS)}
    for axis, full in zip("XYZ", group_sizes(dispatch)):
        if f"COMPUTE_NUM_THREAD_{axis}.full" in dispatch.changed_fields:
            fields.add(f"{PACKET}.workgroup_size_{axis.lower()}")
        if dispatch.get(f"COMPUTE_DIM_{axis}.size", full) != full:
            fields.add(f"{PACKET}.grid_size_{axis.lower()}")
    return fields


# ---- the case ----

def user_sgprs(dispatch: Dispatch) -> list[str]:
    """Return the values of the user SGPRs; "no …" is not observed."""
    names = []
    for name, count, read in USER_SGPRS:
        if name == "kernarg_segment_ptr" or dispatch.get(f"{TABLE}.enable_sgpr_{name}"):
            names += [read or f"no {name}"] * count
    return names


def aql_packet(dispatch: Dispatch, grids: list[int]) -> bytes:
    """Return the AQL packet, with the fields that programs may read."""
    return struct.pack(
        "<2H4H5I",
        2,
        3,
        *group_sizes(dispatch),
        0,
        *grids,
        dispatch.get(f"{TABLE}.private_segment_fixed_size"),
        dispatch.get(f"{TABLE}.group_segment_fixed_size"),
    ).ljust(64, b"\0")


def descriptor_bytes(dispatch: Dispatch, users: int) -> bytes:
    """Return the 64 bytes of the descriptor."""
    words = random_dispatches.register_words(dispatch)
    values = {name.partition(".")[2]: value for name, value in dispatch.values.items() if name.startswith(TABLE)}
    values |= {"compute_pgm_rsrc1": words[RSRC1], "enable_sgpr_kernarg_segment_ptr": 1,
               "compute_pgm_rsrc2": words.get(RSRC2, 0) | users << 1}
    if len(TARGETS[dispatch.arch].waves) > 1:
        values["enable_wavefront_size32"] = int(dispatch.wave == 32)
    return all_registers()[TABLE].pack(ARCHS[dispatch.arch], 512, values)


def unpack_descriptor(arch: str, data: bytes) -> dict[str, int]:
    """Return {field: value} of a descriptor and of the registers in it."""
    registers, family = all_registers(), ARCHS[arch]
    descriptor = registers[TABLE].unpack(family, data)
    fields = {f"{TABLE}.{name}": value for name, value in descriptor.items()}
    for number in (1, 2):
        word = descriptor[f"compute_pgm_rsrc{number}"].to_bytes(4, "little")
        parts = registers[f"COMPUTE_PGM_RSRC{number}"].unpack(family, word)
        fields |= {f"{TABLE}.{name}": value for name, value in parts.items()}
    return fields


def build_kernel_case(dispatch: Dispatch) -> None:
    """Build the case: descriptor, kernarg with the region's address, sizes."""
    users = user_sgprs(dispatch)
    grids = [dispatch.get(f"COMPUTE_DIM_{axis}.size", 1) for axis in "XYZ"]
    base = f"at {users.index('no kernarg_segment_ptr')}"
    pair = users.index("no flat_scratch_init") if "no flat_scratch_init" in users else None
    lds = dispatch.get(f"{TABLE}.group_segment_fixed_size")
    code = random_dispatches.make_program(dispatch, base, users, lds, pair)
    dispatch.case = {
        "assay": 1,
        "name": f"dispatch {dispatch.about}",
        "arch": dispatch.arch,
        "wave": dispatch.wave,
        "code": code.hex(),
        "descriptor": descriptor_bytes(dispatch, len(users)).hex(),
        "kernarg": "00" * 16,
        "kernarg_pointers": {"0": "out"},
        "group": group_sizes(dispatch),
        "grid": grids,
        "lds": lds,
        "scratch": dispatch.get(f"{TABLE}.private_segment_fixed_size"),
        "memory": [
            {"name": "out", "size": dispatch.layout.bytes},
            {"name": "dispatch_packet", "bytes": aql_packet(dispatch, grids).hex()},
            {"name": "queue", "size": 256},
        ],
        "observe": {"registers": [], "memory": ["out"]},
    }


def draw_dispatch(
    arch: str, about: str, seed: int, number: int, plain: bool, without=frozenset(), waves: tuple[int, ...] = (),
    mode: tuple[int, int] = (0, 0),
) -> Dispatch:
    """Draw a kernel; arguments as in random_dispatches.draw_dispatch()."""
    rng = random.Random(f"{seed} kernel {arch} {about} {number} {plain}")
    waves = waves or TARGETS[arch].waves
    tested_register_field = register_field(about)
    observed = frozenset(
        observation
        for observation, fields in OBSERVED_FIELDS.items()
        if observation != "STATUS"
        and (
            tested_register_field in fields
            if plain
            else not {f"{TABLE}.{field.partition('.')[2]}" for field in fields} & without
        )
    )
    dispatch = Dispatch(arch, about, waves[number % len(waves)], plain, observed)
    for field in settable_fields(arch) if not plain else ():
        if field not in without and field != about and rng.random() < OTHER_FIELD_SHARE:
            set_field(dispatch, rng, field)
    set_field(dispatch, rng, about)
    dispatch.values[f"{INITIATOR}.use_thread_dimensions"] = 1
    complete_values(dispatch, rng, mode)
    build_kernel_case(dispatch)
    return dispatch
