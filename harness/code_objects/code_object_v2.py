"""Convert code objects of version 2: an amd_kernel_code_t before each kernel's code, and metadata in YAML.

Sources: LLVM's AMDGPU user guide, "Code Object V2 Metadata", and AMDKernelCodeT.h of the LLVM releases that made such
files. The results are metadata and descriptors as in later versions."""
import re
import struct

import msgspec

from ...spec import ARCHS, all_registers

METADATA_NOTE = (b"AMD", 10)                         # NT_AMD_HSA_METADATA of LLVM
# The fields of amd_kernel_code_t that a launch needs.
KERNEL_CODE = struct.Struct("<I4x4Hq24x6IQ23xB152x")
AMDGPU, LOG_WAVE, DWORDS = 1, 6, 1                   # its machine kind; 2^6 lanes; elements of private memory
USER_SGPRS = ("private_segment_buffer", "dispatch_ptr", "queue_ptr", "kernarg_segment_ptr", "dispatch_id",
              "flat_scratch_init", "private_segment_size")  # code properties 0 to 6
REFUSED_PROPERTIES = {7: "enable_sgpr_grid_workgroup_count_x", 8: "enable_sgpr_grid_workgroup_count_y",
                      9: "enable_sgpr_grid_workgroup_count_z", 16: "enable_ordered_append_gds", 21: "is_debug_enabled"}
ELEMENT, POINTERS, STACK, XNACK = 17, 19, 20, 22     # two bits, then one each
RENAMED_KINDS = {"hidden_multi_grid_sync_arg": "hidden_multigrid_sync_arg"}


class CodeObjectV2Error(ValueError):
    """An invalid file of version 2. The text names the field."""


class _Argument(msgspec.Struct):
    size: int = msgspec.field(name="Size")
    align: int = msgspec.field(name="Align")
    kind: str = msgspec.field(name="ValueKind")
    name: str = msgspec.field(name="Name", default="")
    pointee: int = msgspec.field(name="PointeeAlign", default=1)


class _Properties(msgspec.Struct):
    kernarg: int = msgspec.field(name="KernargSegmentSize")
    group: int = msgspec.field(name="GroupSegmentFixedSize")
    private: int = msgspec.field(name="PrivateSegmentFixedSize")
    wave: int = msgspec.field(name="WavefrontSize")
    max_items: int = msgspec.field(name="MaxFlatWorkGroupSize", default=1024)


class _Attributes(msgspec.Struct):
    required: tuple[int, int, int] | None = msgspec.field(name="ReqdWorkGroupSize", default=None)


class _Kernel(msgspec.Struct):
    name: str = msgspec.field(name="Name")
    symbol: str = msgspec.field(name="SymbolName")
    properties: _Properties = msgspec.field(name="CodeProps")
    arguments: list[_Argument] = msgspec.field(name="Args", default_factory=list)
    attributes: _Attributes = msgspec.field(name="Attrs", default_factory=_Attributes)


class _Metadata(msgspec.Struct):
    version: tuple[int, int] = msgspec.field(name="Version")
    kernels: list[_Kernel] = msgspec.field(name="Kernels")


def convert_metadata(text: bytes) -> dict:
    """The metadata in the form of later versions: plain values under their keys. Raises CodeObjectV2Error."""
    import yaml                                      # only version 2 needs it

    class Loader(yaml.SafeLoader):
        """A YAML loader that refuses aliases, with which a few lines could expand to very many."""

        def compose_node(self, parent, index):
            if self.check_event(yaml.AliasEvent):
                raise yaml.YAMLError("it has aliases, and metadata needs none")
            return super().compose_node(parent, index)

    try:
        metadata = msgspec.convert(yaml.load(text.rstrip(b"\0").decode(), Loader), _Metadata)
    except (yaml.YAMLError, UnicodeDecodeError, msgspec.ValidationError, RecursionError, ValueError) as error:
        raise CodeObjectV2Error(f"metadata note: {' '.join(str(error).split())}") from error
    return {"amdhsa.version": metadata.version,
            "amdhsa.kernels": [_convert_kernel(kernel) for kernel in metadata.kernels]}


def _convert_kernel(kernel: _Kernel) -> dict:
    """The metadata of one kernel in the form of later versions."""
    entry = {
        ".name": kernel.name, ".symbol": kernel.symbol.removesuffix("@kd"), ".args": _place_arguments(kernel),
        ".kernarg_segment_size": kernel.properties.kernarg, ".wavefront_size": kernel.properties.wave,
        ".group_segment_fixed_size": kernel.properties.group, ".private_segment_fixed_size": kernel.properties.private,
        ".max_flat_workgroup_size": kernel.properties.max_items,
    }
    return entry | ({".reqd_workgroup_size": kernel.attributes.required} if kernel.attributes.required else {})


def _place_arguments(kernel: _Kernel) -> list[dict]:
    """Return the arguments with their offsets. Metadata of version 2 has no offsets; arguments follow each other in
    order, each aligned."""
    offset, entries = 0, []
    for number, argument in enumerate(kernel.arguments):
        if argument.align < 1 or argument.align & argument.align - 1:
            raise CodeObjectV2Error(
                f"Args[{number}] of kernel {kernel.name!r}: Align {argument.align} is not a power of two")
        offset += -offset % argument.align
        kind = re.sub(r"(?<!^)(?=[A-Z])", "_", argument.kind).lower()
        entries.append({".name": argument.name, ".value_kind": RENAMED_KINDS.get(kind, kind), ".offset": offset,
                        ".size": argument.size, ".pointee_align": argument.pointee})
        offset += argument.size
    return entries


def convert_descriptor(raw: bytes, arch: str) -> bytes:
    """The kernel descriptor that is equivalent to an amd_kernel_code_t. Raises CodeObjectV2Error."""
    (major, kind, *machine, entry, rsrc1, rsrc2, properties, private, group, gds, kernarg,
     log_wave) = KERNEL_CODE.unpack(raw)
    named = tuple(int(part, 16) for part in re.fullmatch(r"gfx(\d+)(\d)([\da-f])", arch).groups())
    checks = {
        "amd_kernel_code_version_major": (major, 1), "amd_machine_kind": (kind, AMDGPU),
        "amd_machine_version": (tuple(machine), named), "wavefront_size": (log_wave, LOG_WAVE),
        "gds_segment_byte_size": (gds, 0), "kernarg_segment_byte_size": (kernarg, kernarg & 0xFFFFFFFF),
    } | {name: (properties >> bit & 1, 0) for bit, name in REFUSED_PROPERTIES.items()}
    if properties & 1:
        checks["private_element_size"] = properties >> ELEMENT & 3, DWORDS
    for field, (value, wanted) in checks.items():
        if value != wanted:
            raise CodeObjectV2Error(f"{field}: {value}; only {wanted} is known")
    known = (1 << len(USER_SGPRS)) - 1 | sum(1 << bit
                                             for bit in (*REFUSED_PROPERTIES, POINTERS, STACK, XNACK)) | 3 << ELEMENT
    if properties & ~known:
        raise CodeObjectV2Error(f"code_properties: reserved bits {properties & ~known:#x} are not zero")
    switches = {f"enable_sgpr_{name}": properties >> bit & 1 for bit, name in enumerate(USER_SGPRS)}
    return all_registers()["KERNEL_DESCRIPTOR"].pack(ARCHS[arch], 512, switches | {
        "group_segment_fixed_size": group, "private_segment_fixed_size": private, "kernarg_size": kernarg,
        "kernel_code_entry_byte_offset": entry & (1 << 64) - 1, "compute_pgm_rsrc1": rsrc1, "compute_pgm_rsrc2": rsrc2,
        "uses_dynamic_stack": properties >> STACK & 1,
    })
