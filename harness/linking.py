"""Kernels as an HSA code object, by the tools that make them: llvm-mc and ld.lld (LLVM's "User Guide for AMDGPU
Backend", Code Object; Kernel Descriptor; Code Object Metadata)."""
from __future__ import annotations

import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .assembly import LLVM_MC, mc_flags

LINKER = "ld.lld-22"
VERSION = "5"                                         # of code objects; runtimes since ROCm 5.3 load it
ENTRY_AT, DESCRIPTOR_BYTES, ALIGNMENT = 16, 64, 256   # where a descriptor says how far the code is; of that code
KERNARG_BYTES = 16


class LinkProblem(Exception):
    """The tools are missing or refuse; the text is theirs, with the remedy."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """Machine code that starts at its first byte, and its 64-byte descriptor, whose entry is filled in here."""
    name: str
    code: bytes
    descriptor: bytes
    lds: int = 0


def code_object(arch: str, wave: int, kernels: list[Kernel]) -> bytes:
    """The bytes of an ELF file with these kernels. Raises LinkProblem."""
    text = "\n".join([".text", *(_code(one) for one in kernels), ".section .rodata,\"a\"",
                      *(_descriptor(one) for one in kernels), _metadata(arch, wave, kernels), ""])
    with tempfile.TemporaryDirectory() as folder:
        made, linked = Path(folder) / "kernels.o", Path(folder) / "kernels.co"
        _tool([LLVM_MC, *mc_flags(arch, wave), f"--amdhsa-code-object-version={VERSION}", "-filetype=obj", "-o",
               str(made)], text)
        _tool([LINKER, "-shared", "--no-undefined", "-o", str(linked), str(made)])
        return linked.read_bytes()


def _bytes(data: bytes) -> str:
    return "\n".join(f".byte {','.join(map(str, data[at:at + 32]))}" for at in range(0, len(data), 32))


def _symbol(name: str, kind: str, alignment: int) -> list[str]:
    """The head of a symbol that a loader finds and no other file replaces."""
    return [f".globl {name}", f".protected {name}", f".p2align {alignment.bit_length() - 1}", f".type {name},@{kind}",
            f"{name}:"]


def _code(kernel: Kernel) -> str:
    name = kernel.name
    return "\n".join([*_symbol(name, "function", ALIGNMENT), _bytes(kernel.code), f".size {name}, .-{name}"])


def _descriptor(kernel: Kernel) -> str:
    name, data = f"{kernel.name}.kd", kernel.descriptor
    return "\n".join([*_symbol(name, "object", DESCRIPTOR_BYTES), _bytes(data[:ENTRY_AT]),
                      f".quad {kernel.name}-{name}", _bytes(data[ENTRY_AT + 8:]), f".size {name}, {DESCRIPTOR_BYTES}"])


def _metadata(arch: str, wave: int, kernels: list[Kernel]) -> str:
    """What runtimes above HSA ask for."""
    lines = [".amdgpu_metadata", "amdhsa.version: [1, 2]", f"amdhsa.target: amdgcn-amd-amdhsa--{arch}",
             "amdhsa.kernels:"]
    for one in kernels:
        lines += [f"  - .name: {one.name}", f"    .symbol: {one.name}.kd",
                  f"    .kernarg_segment_size: {KERNARG_BYTES}", "    .kernarg_segment_align: 8",
                  f"    .group_segment_fixed_size: {one.lds}", "    .private_segment_fixed_size: 0",
                  f"    .wavefront_size: {wave}", "    .sgpr_count: 102", "    .vgpr_count: 256",
                  "    .max_flat_workgroup_size: 1024", "    .args:",
                  "      - {.offset: 0, .size: 8, .value_kind: global_buffer, .address_space: global}"]
    return "\n".join([*lines, ".end_amdgpu_metadata"])


def _tool(command: list[str], text: str = "") -> None:
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True)
    except FileNotFoundError:
        raise LinkProblem(f"{command[0]} is missing; install Debian's llvm-22 and lld-22") from None
    if done.returncode:
        raise LinkProblem(f"{command[0]}: {(done.stderr or done.stdout).strip().splitlines()[0]}")
