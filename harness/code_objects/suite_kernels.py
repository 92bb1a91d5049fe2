"""Kernels ready to run: their references, and the case of one as a file launches it."""
from functools import cache
from pathlib import Path

from . import kernel_build, kernel_launch as launch, kernel_references, kernel_references_memory
from .code_object import CodeObject

LIMIT = 2_000_000


@cache
def reference(name: str) -> kernel_references.Launch:
    """What a kernel is given and must leave."""
    return getattr(kernel_references if hasattr(kernel_references, name) else kernel_references_memory, name)()


@cache
def object_of(file: Path, arch: str) -> CodeObject:
    """A file of kernels, read once."""
    return launch.opened(file, arch)


def case_of(name: str, arch: str, wave: int, file: Path | None = None, **more) -> dict:
    """The case of a kernel: of `file`, or as clang-22 compiles it at -O2.  Raises BuildError."""
    wanted, file = reference(name), file or kernel_build.code_object(name, arch, wave)
    return launch.prepare(object_of(file, arch), name, wanted.grid, wanted.group, wanted.args, limit=LIMIT, arch=arch,
                          stack=wanted.stack, **more)
