"""Cases of the compiled kernels in suites/kernels, with their reference results."""
from functools import cache
from pathlib import Path

from . import kernel_build, kernel_launch as launch, reference_launches, reference_launches_memory
from .code_object import CodeObject

INSTRUCTION_LIMIT = 2_000_000


@cache
def kernel_reference(name: str) -> reference_launches.ReferenceLaunch:
    """The arguments of a kernel and its expected results."""
    return getattr(reference_launches if hasattr(reference_launches, name) else reference_launches_memory, name)()


@cache
def cached_code_object(file: Path, arch: str) -> CodeObject:
    """A parsed code object, read once."""
    return launch.open_code_object(file, arch)


def kernel_case(name: str, arch: str, wave: int, file: Path | None = None, **options) -> dict:
    """Return the case for a kernel in `file`, or compiled by clang-22 at -O2 if there is no file. Raises BuildError."""
    expected_launch, file = kernel_reference(name), file or kernel_build.compile_kernel(name, arch, wave)
    return launch.launch_case(cached_code_object(file, arch), name, expected_launch.grid, expected_launch.group,
                              expected_launch.args, limit=INSTRUCTION_LIMIT, arch=arch,
                              stack=expected_launch.stack, **options)
