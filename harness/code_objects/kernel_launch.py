"""Launch compiled kernels as cases: do what a runtime and the command processor do before the first wave runs.

The case has `descriptor` and `kernarg`. Code, constants and buffers have fixed addresses, since code reads its
constants relative to its pc. The regions `dispatch_packet`, `queue` and `scratch` are at the other addresses that the
descriptor requests. Buffer arguments are regions `arg<N>`; loaded segments other than the code are `load<N>`; `printf`
is the buffer of OpenCL's printf."""
import math
import struct
from pathlib import Path

from ..case.memory_layout import MAX_MEMORY_BYTES
from .code_object import CodeObject, CodeObjectError, Kernel, parse_code_object

PAGE_BYTES = 0x1000
CODE_ADDRESS = 0x10000                               # of the file's address 0
# A first buffer longer than a page crosses a 4 GB boundary, to test carries.
BUFFERS_ADDRESS = 0x1F_FFFF_F000
REGION_GAP_BYTES = 0x10000                           # unmapped, at least, after every region
PACKET_ADDRESS, QUEUE_ADDRESS = 0x1_0000_0000, 0x1_0002_0000
PRINTF_ADDRESS, SCRATCH_ADDRESS = 0x1_0003_0000, 0x1_0004_0000
MAX_GROUP_ITEMS, MAX_LDS_BYTES, MAX_PRIVATE_BYTES = 1024, 0x10000, 1 << 20
QUEUE_BYTES, PRINTF_BYTES = 256, 0x4000
# HIP's default; sizes are multiples of the granule
DEFAULT_STACK_BYTES, STACK_GRANULE_BYTES = 1024, 16
APERTURES = {"hidden_shared_base": 1 << 16, "hidden_private_base": 2 << 16}  # upper halves of the addresses
FLOAT_VALUES = {"f32": ("<f", 4), "f64": ("<d", 8)}
INTEGER_VALUES = {"u32": (4, False), "i32": (4, True), "u64": (8, False)}
# Arguments that are addresses. An image or a sampler is the address of its descriptor.
POINTER_KINDS = {"global_buffer": "a buffer", "image": "an image", "sampler": "a sampler"}
ARGUMENT_GRAMMAR = "buffer:FILE, buffer:SIZE, local:SIZE, u32:N, i32:N, u64:N, f32:X, f64:X or bytes:HEX"


class LaunchError(ValueError):
    """An invalid launch. The text names the argument or option and the remedy."""


def launch_case(source, kernel: str | None = None, grid=(1, 1, 1), group=(1, 1, 1), args=(), *,
                arch: str | None = None, name: str | None = None, policy: str | None = None,
                limit: int | None = None, stack: int | None = None, lds: int = 0) -> dict:
    """The case that runs one kernel of a code object.

    source: path or bytes of an ELF file, or a parsed CodeObject. grid, group: up to three counts of work items (AQL).
    args: one entry for each explicit argument, in the grammar of `assay launch` or bytes (a buffer with these
    contents). arch: the architecture for a generic code object. limit: instructions, None for no limit. stack: bytes of
    a work-item's dynamic stack in addition to the file's private memory (default DEFAULT_STACK_BYTES), only for kernels
    that have one. lds: bytes of dynamic LDS per work-group, as for HIP's dynamic shared memory. Raises CodeObjectError
    for the file, LaunchError for the rest."""
    code_object = open_code_object(source, arch)
    selected = code_object.kernel(kernel)
    grid, group = _check_counts("grid", grid), _check_counts("group", group)
    _check_sizes(selected, grid, group)
    _check_lds(lds)
    private = _private_bytes(selected, stack)
    memory, code, code_address = _load_regions(code_object)
    kernarg, buffers, local = _encode_arguments(selected, args, grid, group, lds)
    lds = _lds_bytes(selected, local, lds)
    regions = memory + _system_regions(selected, grid, group, lds, private) + buffers
    looks = [b["name"] for b in buffers] + ["printf"] * _uses_printf(selected)
    return {
        "assay": 1,
        "name": name or selected.name,
        "arch": code_object.arch,
        "wave": selected.wave,
        "code": code.hex(),
        "base": code_address,
        "entry": selected.entry + CODE_ADDRESS - code_address,
        "grid": list(grid),
        "group": list(group),
        "lds": lds,
        "scratch": private,
        "descriptor": selected.descriptor.hex(),
        "memory": regions,
        "observe": {"registers": [], "lds": False, "memory": looks},
        "limits": {"instructions": limit},
    } | _kernarg_keys(selected, kernarg, buffers) | ({"policy": policy} if policy is not None else {})


def _kernarg_keys(kernel, kernarg, buffers) -> dict:
    """The keys of a case for the kernarg segment, if the kernel uses one."""
    if "sgpr_kernarg_segment_ptr" not in kernel.enables:
        return {}
    explicit = [a for a in kernel.arguments if not a.hidden]
    pointers = {str(explicit[int(b["name"][3:])].offset): b["name"] for b in buffers}
    return {"kernarg": kernarg.hex(), "kernarg_pointers": pointers}


def ignored_argument_remarks(source, kernel: str | None = None) -> list[str]:
    """Remarks on hidden arguments that the kernel reads and that are 0 here. source: as in launch_case().

    A compiler lists a hidden argument in the metadata only if the kernel may read it. Raises CodeObjectError."""
    known = _hidden_values((1, 1, 1), (1, 1, 1), 0)
    return [f"argument {a.kind} at kernarg + {a.offset} has no meaning here and reads as 0"
            for a in open_code_object(source).kernel(kernel).arguments
            if a.hidden and a.kind not in known and a.kind != "hidden_none"]


def parse_dump_requests(regions, requests) -> list[tuple[str, str]]:
    """Return (region, file) for each request "N=FILE", where N is an argument index from 0. `regions`: known names.
    Raises LaunchError."""
    dumps = []
    for request in requests:
        number, equals, path = request.partition("=")
        if not (equals and number.isdecimal() and path):
            raise LaunchError(f"--dump {request!r}: give N=FILE, N counting the arguments from 0")
        if f"arg{int(number)}" not in regions:
            known = ", ".join(sorted(n[3:] for n in regions if n.startswith("arg")))
            raise LaunchError(f"--dump {request!r}: argument {number} is not a buffer; buffers are: {known or 'none'}")
        dumps.append((f"arg{int(number)}", path))
    return dumps


def open_code_object(source, arch: str | None = None) -> CodeObject:
    """Return the code object in a file or in bytes. A parsed code object is returned unchanged. Raises CodeObjectError.
    """
    return source if isinstance(source, CodeObject) else parse_code_object(_read_bytes(source), arch)


def _read_bytes(source) -> bytes:
    """The bytes of a file, or the given bytes."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source)
    try:
        return Path(source).read_bytes()
    except OSError as error:
        raise CodeObjectError(f"{source}: {error.strerror}") from error


def _check_counts(option: str, counts) -> tuple[int, int, int]:
    """Return three counts of work items: the given counts, padded with 1. Raises LaunchError."""
    counts = tuple(counts)
    if not 1 <= len(counts) <= 3 or any(type(n) is not int or not 1 <= n < 1 << 32 for n in counts):
        raise LaunchError(f"{option}: {counts} is not one to three positive counts of work items")
    return counts + (1,) * (3 - len(counts))


def _check_sizes(kernel: Kernel, grid, group) -> None:
    """Raise LaunchError for a group or grid that the kernel does not allow."""
    items, limit = math.prod(group), min(kernel.max_items, MAX_GROUP_ITEMS)
    if items > limit:
        raise LaunchError(f"group: {items} work items, kernel {kernel.name!r} allows {limit}; use a smaller group")
    if kernel.required_group and group != tuple(kernel.required_group):
        raise LaunchError(
            f"group: kernel {kernel.name!r} requires the group {','.join(map(str, kernel.required_group))}"
        )
    if math.prod(grid) > 1 << 32:
        raise LaunchError(f"grid: {math.prod(grid)} work items; more than 2^32 are not run")


def _private_bytes(kernel: Kernel, stack: int | None) -> int:
    """Return the private bytes of a work item: the fixed size in the metadata plus a dynamic call stack.

    Source: LLVM's AMDGPU user guide, code object metadata, .private_segment_fixed_size."""
    fixed = kernel.private_bytes
    if "uses_dynamic_stack" not in kernel.enables:
        return fixed if stack is None else _refuse(f"stack: kernel {kernel.name!r} has no dynamic stack; leave it out")
    dynamic = DEFAULT_STACK_BYTES if stack is None else stack
    if not 0 <= dynamic <= MAX_PRIVATE_BYTES - STACK_GRANULE_BYTES - fixed:
        raise LaunchError(
            f"stack: {dynamic} bytes in addition to the {fixed} of the kernel; at most {MAX_PRIVATE_BYTES} in all")
    return fixed + -(-dynamic // STACK_GRANULE_BYTES) * STACK_GRANULE_BYTES


def _check_lds(dynamic: int) -> None:
    """Raise LaunchError for an impossible size of dynamic LDS."""
    if not 0 <= dynamic <= MAX_LDS_BYTES:
        raise LaunchError(f"lds: {dynamic} bytes; give 0 to {MAX_LDS_BYTES}")


def _lds_bytes(kernel: Kernel, local: int, dynamic: int) -> int:
    """Return the LDS bytes of a group: the fixed size in the metadata, local arguments, and dynamic LDS."""
    total, option = kernel.group_bytes + local + dynamic, "lds" if dynamic else "local"
    if total > MAX_LDS_BYTES:
        raise LaunchError(f"{option}: the group needs {total} bytes of LDS, {MAX_LDS_BYTES} exist; ask for less")
    return total


def _region(name: str, address: int, data: bytes) -> dict:
    """A region of a case. Its `bytes` omit trailing zeros, which its size implies."""
    region = {"name": name, "address": address, "size": len(data)}
    contents = data.rstrip(b"\0")
    if contents:
        region["bytes"] = contents.hex()
    return region


def _load_regions(code_object: CodeObject) -> tuple[list[dict], bytes, int]:
    """Return the regions of the non-executable segments, the executable segment padded to whole dwords, and its
    address."""
    regions, code, address = [], b"", 0
    for segment in code_object.load_segments(CODE_ADDRESS):
        if segment.executable:
            code, address = segment.data + bytes(-len(segment.data) % 4), segment.address
        else:
            regions.append(_region(f"load{len(regions)}", segment.address, segment.data))
    return regions, code, address


def _encode_arguments(kernel: Kernel, args, grid, group, dynamic_lds: int) -> tuple[bytes, list[dict], int]:
    """Return the contents of the kernarg segment, the regions of buffers, and the number of LDS bytes for local
    arguments. `dynamic_lds`: the bytes of dynamic LDS."""
    explicit = [a for a in kernel.arguments if not a.hidden]
    if len(args) != len(explicit):
        listed = ", ".join(f"{a.name or a.kind} ({a.size} bytes)" for a in explicit)
        raise LaunchError(
            f"arg: kernel {kernel.name!r} takes {len(explicit)} arguments, {len(args)} given; "
            f"it takes: {listed or 'none'}"
        )
    kernarg, buffers, lds, address = bytearray(kernel.kernarg_bytes), [], kernel.group_bytes, BUFFERS_ADDRESS
    for number, (argument, text) in enumerate(zip(explicit, args)):
        label, size = f"arg {number}", argument.size
        if argument.kind == "dynamic_shared_pointer":
            start = -(-lds // argument.align) * argument.align
            lds = start + _local_bytes(label, text)
            value = start.to_bytes(size, "little")
        elif argument.kind in POINTER_KINDS:
            contents = _buffer_contents(label, text, POINTER_KINDS[argument.kind])
            buffers.append(_region(f"arg{number}", address, contents))
            value = address.to_bytes(size, "little")
            address += -(-len(contents) // PAGE_BYTES) * PAGE_BYTES + REGION_GAP_BYTES
        elif argument.kind == "by_value":
            value = _value_bytes(label, text, size)
        else:
            raise LaunchError(
                f"{label}: arguments of kind {argument.kind} are not supported; buffers, images, samplers, local "
                "pointers and values are"
            )
        kernarg[argument.offset:argument.offset + size] = value
    _fill_hidden(kernarg, kernel, _hidden_values(grid, group, lds - kernel.group_bytes + dynamic_lds))
    return bytes(kernarg), buffers, lds - kernel.group_bytes


def _fill_hidden(kernarg: bytearray, kernel: Kernel, values: dict[str, int]) -> None:
    """Write the values of hidden arguments into the kernarg segment."""
    for argument in kernel.arguments:
        if argument.kind in values:
            kernarg[argument.offset : argument.offset + argument.size] = values[argument.kind].to_bytes(
                argument.size, "little"
            )


def _hidden_values(grid, group, local: int) -> dict[str, int]:
    """The values of hidden arguments that have a meaning here. Source: LLVM's AMDGPU user guide, code object metadata,
    .value_kind."""
    values = APERTURES | {"hidden_grid_dims": _dimension_count(grid), "hidden_dynamic_lds_size": local,
                          "hidden_queue_ptr": QUEUE_ADDRESS, "hidden_printf_buffer": PRINTF_ADDRESS}
    for axis, items, size in zip("xyz", grid, group):
        values |= {f"hidden_block_count_{axis}": items // size, f"hidden_group_size_{axis}": size,
                   f"hidden_remainder_{axis}": items % size, f"hidden_global_offset_{axis}": 0}
    return values


def _uses_printf(kernel: Kernel) -> bool:
    """True if the kernel has a printf buffer."""
    return any(a.kind == "hidden_printf_buffer" for a in kernel.arguments)


def _dimension_count(grid) -> int:
    """The number of dimensions of a grid."""
    return 3 if grid[2] > 1 else 2 if grid[1] > 1 else 1


def _split_argument(label: str, text) -> tuple[str, str]:
    """Split "kind:rest". Raises LaunchError."""
    kind, colon, value = str(text).partition(":")
    if not colon or not value:
        raise LaunchError(f"{label}: {text!r} is none of {ARGUMENT_GRAMMAR}")
    return kind, value


def _parse_integer(label: str, text: str) -> int:
    """Parse an integer, decimal or 0x. Raises LaunchError."""
    try:
        return int(text, 0)
    except ValueError:
        raise LaunchError(f"{label}: {text!r} is not an integer; write decimal or 0x… digits") from None


def _parse_size(label: str, text: str) -> int:
    """Parse a size in bytes. Raises LaunchError."""
    size = _parse_integer(label, text)
    if not 1 <= size <= MAX_MEMORY_BYTES:
        raise LaunchError(f"{label}: size {size} is not in 1..{MAX_MEMORY_BYTES}")
    return size


def _local_bytes(label: str, text) -> int:
    """The size of a local argument. Raises LaunchError."""
    kind, size = _split_argument(label, text)
    if kind != "local":
        raise LaunchError(f"{label}: the kernel wants a local pointer; give local:SIZE instead of {text!r}")
    return _parse_size(label, size)


def _buffer_contents(label: str, text, wanted: str) -> bytes:
    """Return the contents of a buffer argument, given as a file, as a size of zeros, or as bytes. Raises LaunchError.
    """
    if isinstance(text, bytes):
        return text or _refuse(f"{label}: an empty buffer; give at least one byte")
    kind, source = _split_argument(label, text)
    if kind != "buffer":
        raise LaunchError(f"{label}: the kernel wants {wanted}; give buffer:FILE or buffer:SIZE instead of {text!r}")
    if source[0].isdecimal() and not Path(source).exists():
        return bytes(_parse_size(label, source))
    try:
        data = Path(source).read_bytes()
    except OSError as error:
        raise LaunchError(f"{label}: {source}: {error.strerror}; give a readable file or a size in bytes") from error
    if len(data) > MAX_MEMORY_BYTES:
        raise LaunchError(f"{label}: {source} has {len(data)} bytes; a buffer has at most {MAX_MEMORY_BYTES}")
    return data or _refuse(f"{label}: {source} is empty; give at least one byte")


def _refuse(text: str):
    """Raise LaunchError."""
    raise LaunchError(text)


def _value_bytes(label: str, text, size: int) -> bytes:
    """The bytes of a by_value argument. An integer argument shorter than 32 bits accepts u32: and i32: if the number
    fits."""
    kind, value = _split_argument(label, text)
    if kind == "bytes":
        try:
            data = bytes.fromhex(value)
        except ValueError:
            raise LaunchError(f"{label}: {value!r} is not pairs of hex digits") from None
    elif kind in FLOAT_VALUES:
        form, _ = FLOAT_VALUES[kind]
        try:
            number = float(value)
            if math.isinf(number) and "inf" not in value.lower():
                raise OverflowError
            data = struct.pack(form, number)
        except (ValueError, OverflowError):
            raise LaunchError(f"{label}: {value!r} is not a number that fits {kind}") from None
    elif kind in INTEGER_VALUES:
        wide, signed = INTEGER_VALUES[kind]
        number, width = _parse_integer(label, value), min(wide, size)
        try:
            data = number.to_bytes(width, "little", signed=signed)
        except OverflowError:
            raise LaunchError(
                f"{label}: {number} does not fit {'signed' if signed else 'unsigned'} {8 * width} bits"
            ) from None
    else:
        raise LaunchError(f"{label}: the kernel wants a value of {size} bytes; {text!r} is none of {ARGUMENT_GRAMMAR}")
    if len(data) != size:
        raise LaunchError(f"{label}: {text!r} has {len(data)} bytes, the kernel's argument has {size}")
    return data


def _system_regions(kernel: Kernel, grid, group, lds: int, private: int) -> list[dict]:
    """Return the regions that user SGPRs and hidden arguments point to: AQL packet, queue, printf buffer, scratch."""
    regions = []
    if "sgpr_dispatch_ptr" in kernel.enables:
        regions.append(_region("dispatch_packet", PACKET_ADDRESS, _dispatch_packet(kernel, grid, group, lds, private)))
        if "sgpr_kernarg_segment_ptr" in kernel.enables:
            regions[-1]["pointers"] = {"40": "kernarg"}
    if "sgpr_queue_ptr" in kernel.enables or any(a.kind == "hidden_queue_ptr" for a in kernel.arguments):
        regions.append(_region("queue", QUEUE_ADDRESS, bytes(QUEUE_BYTES)))
    # used bytes after these two words, and total bytes
    if _uses_printf(kernel):
        regions.append(_region("printf", PRINTF_ADDRESS,
                               struct.pack("<II", 0, PRINTF_BYTES).ljust(PRINTF_BYTES, b"\0")))
    if private:
        groups = math.prod(-(-g // n) for g, n in zip(grid, group))
        waves = groups * -(-math.prod(group) // kernel.wave)
        size = waves * (-(-private * kernel.wave // 1024) * 1024)
        if size > MAX_MEMORY_BYTES:
            raise LaunchError(
                f"scratch: {waves} waves need {size} bytes of private memory, at most {MAX_MEMORY_BYTES}; "
                "use a smaller grid"
            )
        regions.append(_region("scratch", SCRATCH_ADDRESS, bytes(size)))
    return regions


def _dispatch_packet(kernel: Kernel, grid, group, lds: int, private: int) -> bytes:
    """hsa_kernel_dispatch_packet_t, 64 bytes (HSA Platform System Architecture 1.2, 2.9.6): type 2, system scope
    fences.

    The kernarg address at byte 40 is filled in when that segment is placed."""
    header, setup = 2 | 2 << 9 | 2 << 11, _dimension_count(grid)
    return struct.pack("<HHHHHHIIIIIQQQQ", header, setup, *group, 0, *grid, private, lds,
                       kernel.descriptor_address + CODE_ADDRESS, 0, 0, 0)
