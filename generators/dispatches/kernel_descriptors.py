"""Random kernels started with an HSA kernel descriptor and the sizes of an AQL packet.

They run the program of dispatch_code.py. Sources: LLVM's AMDGPU guide, "Kernel Descriptor" and "Initial Kernel
Execution State"; HSA runtime specification, AQL."""
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

DESCRIPTOR = "KERNEL_DESCRIPTOR"
PACKET = "AQL_PACKET"
# Fields of the registers in the descriptor.
REGISTER_FIELDS = (*MODE_FIELDS, f"{RSRC1}.vgprs", f"{RSRC1}.sgprs", *(f"{RSRC2}.tgid_{axis}_en" for axis in "xyz"),
                   f"{RSRC2}.tg_size_en", f"{RSRC2}.tidig_comp_cnt")
ZERO_FIELDS = f"{RSRC1}.debug", f"{RSRC2}.excp_en_msb"  # must be 0 in a descriptor
# User SGPRs in order: name, number of registers, name of the value if the program stores it.
USER_SGPRS = (("private_segment_buffer", 4, ""), ("dispatch_ptr", 2, ""), ("queue_ptr", 2, ""),
              ("kernarg_segment_ptr", 2, ""), ("dispatch_id", 2, ""), ("flat_scratch_init", 2, ""),
              ("private_segment_size", 1, "private size"))
# Fields that need scratch memory. Its size follows the dispatch id, so it shows whether the id is present.
SCRATCH_FIELDS = ("private_segment_fixed_size", "enable_sgpr_private_segment_size", "enable_sgpr_flat_scratch_init",
                  "enable_sgpr_dispatch_id")
INEFFECTIVE_FIELDS = "kernarg_size", "uses_dynamic_stack"
# Not tested: the case sets the entry, the fields of RSRC1 to 3 count instead, every program needs the kernarg pointer.
EXCLUDED_FIELDS = ("kernel_code_entry_byte_offset", "compute_pgm_rsrc1", "compute_pgm_rsrc2", "compute_pgm_rsrc3",
                   "enable_sgpr_kernarg_segment_ptr")


@cache
def settable_fields(arch: str) -> dict[str, bool]:
    """Return {field: whether a kernel depends on it} for the fields of the descriptor and the packet."""
    descriptor_fields, family = all_registers()[DESCRIPTOR].fields[ARCHS[arch]], ARCHS[arch]
    fields = {f"{DESCRIPTOR}.{name}": name not in INEFFECTIVE_FIELDS
              for name in descriptor_fields if name not in EXCLUDED_FIELDS}
    for name_in_register in REGISTER_FIELDS:
        register, _, name = name_in_register.partition(".")
        field = all_registers()[register].fields[family].get(name)
        if field is not None and field.access == "used" and name_in_register not in ZERO_FIELDS:
            fields[f"{DESCRIPTOR}.{name}"] = True
    return fields | {f"{PACKET}.{kind}_size_{axis}": True for kind in ("workgroup", "grid") for axis in "xyz"}


def register_field(descriptor_field: str) -> str | None:
    """Return the "REGISTER.field" behind a field of the descriptor, or None."""
    name = descriptor_field.partition(".")[2]
    return next((field for field in REGISTER_FIELDS if field.partition(".")[2] == name), None)


# ---- field values ----

def set_grid_size(axis: str) -> Callable:
    """Return a setter of the grid size along an axis."""
    def set_value(dispatch: Dispatch, rng) -> None:
        full = dispatch.values.setdefault(f"COMPUTE_NUM_THREAD_{axis}.full", rng.choice((3, 8, 16)))
        dispatch.values[f"COMPUTE_DIM_{axis}.size"] = rng.choice((2 * full, 3 * full, full + 1, 2 * full - 1))
    return set_value


def set_scratch(dispatch: Dispatch, rng) -> None:
    """Enable scratch memory, and give groups several waves."""
    dispatch.values |= {f"{DESCRIPTOR}.private_segment_fixed_size": 16 * rng.randrange(1, 5), f"{RSRC2}.scratch_en": 1}
    if architecture_traits(dispatch.arch)["flat_scratch"]:
        dispatch.values[f"{DESCRIPTOR}.enable_sgpr_flat_scratch_init"] = 1
    random_dispatches.set_several_waves(dispatch, rng)


def set_lds_size(dispatch: Dispatch, rng) -> None:
    """Set the LDS size."""
    dispatch.values[f"{DESCRIPTOR}.group_segment_fixed_size"] = 512 * rng.choice((1, 2, 3, 64, 128))


def set_field(dispatch: Dispatch, rng, field: str) -> None:
    """Set a field to a non-default value, and set the other fields that this one requires."""
    table, _, name = field.partition(".")
    if table == PACKET:
        (random_dispatches.set_group_size if name.startswith("work") else set_grid_size)(name[-1].upper())(
            dispatch, rng
        )
    elif name_in_register := register_field(field):
        random_dispatches.set_field(dispatch, rng, name_in_register)
    elif name in SCRATCH_FIELDS:
        set_scratch(dispatch, rng)
        dispatch.values |= {field: 1} if name.startswith("enable") else {}
        dispatch.values[f"{DESCRIPTOR}.enable_sgpr_private_segment_size"] = int(name != "private_segment_fixed_size")
    elif name == "group_segment_fixed_size":
        set_lds_size(dispatch, rng)
    elif name != "enable_wavefront_size32":
        dispatch.values[field] = 8 * rng.randrange(1, 64) if name == "kernarg_size" else 1


def changed_fields(dispatch: Dispatch) -> set[str]:
    """Return the fields of descriptor and packet that differ from their defaults."""
    fields = {name for name in dispatch.changed_fields if name.startswith(DESCRIPTOR)}
    fields |= {f"{DESCRIPTOR}.{name.partition('.')[2]}" for name in dispatch.changed_fields & set(REGISTER_FIELDS)}
    for axis, full in zip("XYZ", group_sizes(dispatch)):
        if f"COMPUTE_NUM_THREAD_{axis}.full" in dispatch.changed_fields:
            fields.add(f"{PACKET}.workgroup_size_{axis.lower()}")
        if dispatch.get(f"COMPUTE_DIM_{axis}.size", full) != full:
            fields.add(f"{PACKET}.grid_size_{axis.lower()}")
    return fields


# ---- the case ----

def user_sgprs(dispatch: Dispatch) -> list[str]:
    """Return the names of the values in the user SGPRs. A name starts with "no" if the program does not store the
    value."""
    names = []
    for name, count, value in USER_SGPRS:
        if name == "kernarg_segment_ptr" or dispatch.get(f"{DESCRIPTOR}.enable_sgpr_{name}"):
            names += [value or f"no {name}"] * count
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
        dispatch.get(f"{DESCRIPTOR}.private_segment_fixed_size"),
        dispatch.get(f"{DESCRIPTOR}.group_segment_fixed_size"),
    ).ljust(64, b"\0")


def descriptor_bytes(dispatch: Dispatch, user_sgpr_count: int) -> bytes:
    """Return the 64 bytes of the descriptor."""
    words = random_dispatches.register_words(dispatch)
    values = {name.partition(".")[2]: value for name, value in dispatch.values.items() if name.startswith(DESCRIPTOR)}
    values |= {"compute_pgm_rsrc1": words[RSRC1], "enable_sgpr_kernarg_segment_ptr": 1,
               "compute_pgm_rsrc2": words.get(RSRC2, 0) | user_sgpr_count << 1}
    if len(TARGETS[dispatch.arch].waves) > 1:
        values["enable_wavefront_size32"] = int(dispatch.wave == 32)
    return all_registers()[DESCRIPTOR].pack(ARCHS[dispatch.arch], 512, values)


def unpack_descriptor(arch: str, data: bytes) -> dict[str, int]:
    """Return {field: value} for a descriptor, including the fields of the registers that it contains."""
    registers, family = all_registers(), ARCHS[arch]
    descriptor = registers[DESCRIPTOR].unpack(family, data)
    fields = {f"{DESCRIPTOR}.{name}": value for name, value in descriptor.items()}
    for number in (1, 2):
        word = descriptor[f"compute_pgm_rsrc{number}"].to_bytes(4, "little")
        parts = registers[f"COMPUTE_PGM_RSRC{number}"].unpack(family, word)
        fields |= {f"{DESCRIPTOR}.{name}": value for name, value in parts.items()}
    return fields


def build_kernel_case(dispatch: Dispatch) -> None:
    """Build the case: descriptor, kernarg with the region's address, sizes."""
    sgpr_names = user_sgprs(dispatch)
    grids = [dispatch.get(f"COMPUTE_DIM_{axis}.size", 1) for axis in "XYZ"]
    output_base = f"at {sgpr_names.index('no kernarg_segment_ptr')}"
    scratch_base_pair = sgpr_names.index("no flat_scratch_init") if "no flat_scratch_init" in sgpr_names else None
    lds = dispatch.get(f"{DESCRIPTOR}.group_segment_fixed_size")
    code = random_dispatches.make_program(dispatch, output_base, sgpr_names, lds, scratch_base_pair)
    dispatch.case = {
        "assay": 1,
        "name": f"dispatch {dispatch.tested_field}",
        "arch": dispatch.arch,
        "wave": dispatch.wave,
        "code": code.hex(),
        "descriptor": descriptor_bytes(dispatch, len(sgpr_names)).hex(),
        "kernarg": "00" * 16,
        "kernarg_pointers": {"0": "out"},
        "group": group_sizes(dispatch),
        "grid": grids,
        "lds": lds,
        "scratch": dispatch.get(f"{DESCRIPTOR}.private_segment_fixed_size"),
        "memory": [
            {"name": "out", "size": dispatch.layout.size},
            {"name": "dispatch_packet", "bytes": aql_packet(dispatch, grids).hex()},
            {"name": "queue", "size": 256},
        ],
        "observe": {"registers": [], "memory": ["out"]},
    }


def draw_dispatch(
    arch: str, tested_field: str, seed: int, number: int, plain: bool, excluded=frozenset(),
    waves: tuple[int, ...] = (), mode: tuple[int, int] = (0, 0),
) -> Dispatch:
    """Draw a kernel that tests a field of the descriptor or the packet. The arguments are those of
    random_dispatches.draw_dispatch()."""
    rng = random.Random(f"{seed} kernel {arch} {tested_field} {number} {plain}")
    waves = waves or TARGETS[arch].waves
    tested_register_field = register_field(tested_field)
    observed = frozenset(
        observation
        for observation, fields in OBSERVED_FIELDS.items()
        if observation != "STATUS"
        and (
            tested_register_field in fields
            if plain
            else not {f"{DESCRIPTOR}.{field.partition('.')[2]}" for field in fields} & excluded
        )
    )
    dispatch = Dispatch(arch, tested_field, waves[number % len(waves)], plain, observed)
    for field in settable_fields(arch) if not plain else ():
        if field not in excluded and field != tested_field and rng.random() < OTHER_FIELD_SHARE:
            set_field(dispatch, rng, field)
    set_field(dispatch, rng, tested_field)
    dispatch.values[f"{INITIATOR}.use_thread_dimensions"] = 1
    complete_values(dispatch, rng, mode)
    build_kernel_case(dispatch)
    return dispatch
