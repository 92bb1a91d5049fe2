"""The COMPUTE_* registers of a case, and the launch sizes that they set."""
from __future__ import annotations

from ...spec import ARCHS, all_registers, architecture_traits
from . import register_names
from .case_types import Case, CaseError, unsigned_integer

AXES = "XYZ"


def dispatch_registers(case: Case) -> dict[str, int]:
    """The dispatch registers that a case sets, by name. Raises CaseError."""
    for name in case.registers or ():
        try:
            register_names.dispatch_offset(name, case.arch)
        except register_names.RegisterNameError as problem:
            raise CaseError(f"registers.{name}", str(problem)) from None
    return {name: unsigned_integer(value, 32, f"registers.{name}") for name, value in (case.registers or {}).items()}


def unpack_fields(arch: str, name: str, word: int) -> dict[str, int]:
    """The fields of a dispatch register's word, by name."""
    return all_registers()[name].unpack(ARCHS[arch], word.to_bytes(4, "little"))


def dispatch_sizes(arch: str, registers: dict[str, int], grid, group) -> tuple[tuple, tuple]:
    """Grid and group in work items.

    `registers` override `grid` and `group`. A `grid` of None means one group; a grid of 0 runs nothing. DIM is the end
    of the group indices, not their count, even if they do not start at 0."""
    if not registers:
        return tuple(size if items is None else items for items, size in zip(grid or (None,) * 3, group)), tuple(group)
    initiator = unpack_fields(arch, "COMPUTE_DISPATCH_INITIATOR", registers.get("COMPUTE_DISPATCH_INITIATOR", 0))
    grid_items, group_items = [], []
    for axis, items, size in zip(AXES, grid or (None,) * 3, group):
        threads, dim = registers.get(f"COMPUTE_NUM_THREAD_{axis}"), registers.get(f"COMPUTE_DIM_{axis}")
        part = {"full": size, "partial": 0} if threads is None else unpack_fields(arch, f"COMPUTE_NUM_THREAD_{axis}",
                                                                                  threads)
        full = part["full"]
        if dim is not None:
            last = part["partial"] if initiator["partial_tg_en"] and part["partial"] else full
            items = dim if initiator["use_thread_dimensions"] else (dim - 1) * full + last if dim else 0
        grid_items.append(full if items is None else items)
        group_items.append(full)
    return tuple(grid_items), tuple(group_items)


def scratch_bytes(arch: str, registers: dict[str, int], min_bytes: int) -> int:
    """Return the private memory, in bytes, for a wave that needs `min_bytes`: WAVESIZE of TMPRING_SIZE if it is set,
    else `min_bytes` rounded up to a valid size."""
    granule = architecture_traits(arch)["scratch_granule"]
    ring = unpack_fields(arch, "COMPUTE_TMPRING_SIZE", registers.get("COMPUTE_TMPRING_SIZE", 0))
    return ring["wavesize"] * granule or -(-min_bytes // granule) * granule
