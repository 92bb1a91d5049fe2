"""Link kernels to an HSA code object with llvm-mc and ld.lld (LLVM's "User Guide for AMDGPU Backend", Code Object;
Kernel Descriptor; Code Object Metadata)."""
from __future__ import annotations

import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ..case.assembler import LLVM_MC, mc_flags

LINKER = "ld.lld-22"
CODE_OBJECT_VERSION = "5"                            # runtimes since ROCm 5.3 load it
# In a descriptor, the distance to the code; sizes in bytes.
ENTRY_OFFSET, DESCRIPTOR_BYTES, CODE_ALIGNMENT = 16, 64, 256
KERNARG_SIZE_OFFSET = 8                              # in a descriptor
# Argument type -> bytes, rest of the metadata entry.
ARGUMENT_TYPES = {"pointer": (8, ".value_kind: global_buffer, .address_space: global"),
                  "u32": (4, ".value_kind: by_value")}


class LinkError(Exception):
    """A tool is missing or reports an error. The text is the tool's error text, with a remedy."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel: its code as bytes or text, its 64-byte descriptor, and its argument types from ARGUMENT_TYPES. The
    entry is the first byte of the code; linking sets the entry offset in the descriptor."""
    name: str
    code: bytes | str
    descriptor: bytes
    lds: int = 0
    arguments: tuple[str, ...] = ("pointer",)


def kernarg_bytes(arguments: tuple[str, ...]) -> int:
    """The size of the kernarg segment of these arguments."""
    return -(-sum(ARGUMENT_TYPES[kind][0] for kind in arguments) // 8) * 8


def link_code_object(arch: str, wave: int, kernels: list[Kernel], data: dict[str, bytes] | None = None) -> bytes:
    """The bytes of an ELF file with these kernels, and data that their text may name. Raises LinkError."""
    text = "\n".join([".text", *(_code_text(kernel) for kernel in kernels), ".section .rodata,\"a\"",
                      *(_descriptor_text(kernel) for kernel in kernels),
                      *(f".p2align 8\n{name}:\n{_byte_lines(contents)}" for name, contents in (data or {}).items()),
                      _metadata_text(arch, wave, kernels), ""])
    with tempfile.TemporaryDirectory() as folder:
        object_file, linked = Path(folder) / "kernels.o", Path(folder) / "kernels.co"
        _run_tool([LLVM_MC, *mc_flags(arch, wave), f"--amdhsa-code-object-version={CODE_OBJECT_VERSION}",
                   "-filetype=obj", "-o",
                   str(object_file)], text)
        _run_tool([LINKER, "-shared", "--no-undefined", "-o", str(linked), str(object_file)])
        return linked.read_bytes()


def _byte_lines(data: bytes) -> str:
    """Directives for these bytes."""
    return "\n".join(f".byte {','.join(map(str, data[at:at + 32]))}" for at in range(0, len(data), 32))


def _symbol_lines(name: str, kind: str, alignment: int) -> list[str]:
    """Directives that begin a symbol which the loader can find and no other file replaces."""
    return [f".globl {name}", f".protected {name}", f".p2align {alignment.bit_length() - 1}", f".type {name},@{kind}",
            f"{name}:"]


def _code_text(kernel: Kernel) -> str:
    """The assembly text of a kernel's code."""
    name = kernel.name
    code = kernel.code if isinstance(kernel.code, str) else _byte_lines(kernel.code)
    return "\n".join([*_symbol_lines(name, "function", CODE_ALIGNMENT), code, f".size {name}, .-{name}"])


def _descriptor_text(kernel: Kernel) -> str:
    """The assembly text of a kernel's descriptor."""
    name, data = f"{kernel.name}.kd", kernel.descriptor
    return "\n".join([*_symbol_lines(name, "object", DESCRIPTOR_BYTES), _byte_lines(data[:ENTRY_OFFSET]),
                      f".quad {kernel.name}-{name}", _byte_lines(data[ENTRY_OFFSET + 8:]),
                      f".size {name}, {DESCRIPTOR_BYTES}"])


def _metadata_text(arch: str, wave: int, kernels: list[Kernel]) -> str:
    """The metadata that runtimes above HSA require."""
    lines = [".amdgpu_metadata", "amdhsa.version: [1, 2]", f"amdhsa.target: amdgcn-amd-amdhsa--{arch}",
             "amdhsa.kernels:"]
    for kernel in kernels:
        kernarg_size = int.from_bytes(kernel.descriptor[KERNARG_SIZE_OFFSET:KERNARG_SIZE_OFFSET + 4], "little")
        lines += [f"  - .name: {kernel.name}", f"    .symbol: {kernel.name}.kd",
                  f"    .kernarg_segment_size: {kernarg_size}",
                  "    .kernarg_segment_align: 8",
                  f"    .group_segment_fixed_size: {kernel.lds}", "    .private_segment_fixed_size: 0",
                  f"    .wavefront_size: {wave}", "    .sgpr_count: 102", "    .vgpr_count: 256",
                  "    .max_flat_workgroup_size: 1024", "    .args:", *_argument_lines(kernel)]
    return "\n".join([*lines, ".end_amdgpu_metadata"])


def _argument_lines(kernel: Kernel) -> list[str]:
    """The metadata lines of a kernel's arguments."""
    lines, offset = [], 0
    for size, entry in (ARGUMENT_TYPES[kind] for kind in kernel.arguments):
        lines.append(f"      - {{.offset: {offset}, .size: {size}, {entry}}}")
        offset += size
    return lines


def _run_tool(command: list[str], text: str = "") -> None:
    """Run a tool. Raises LinkError."""
    try:
        result = subprocess.run(command, input=text, capture_output=True, text=True)
    except FileNotFoundError:
        raise LinkError(f"{command[0]} is missing; install Debian's llvm-22 and lld-22") from None
    if result.returncode:
        raise LinkError(f"{command[0]}: {(result.stderr or result.stdout).strip().splitlines()[0]}")
