"""Compile the kernels of suites/kernels with clang-22 or clang-19 on demand, to
build/kernels/<name>.<arch>.w<wave>-<level>.v<version>.co.

A file is compiled again when a source, the header, the flags or the compiler has changed."""
import hashlib
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

from ..case.suite_files import SUITES_FOLDER

SOURCES_FOLDER = SUITES_FOLDER / "kernels"
BUILD_FOLDER = SUITES_FOLDER.parent / "build" / "kernels"
COMPILER, OLDER_COMPILER = "clang-22", "clang-19"
OLDER_LINKER = "ld.lld-19"                           # clang-19 needs it, but Debian's package does not recommend it
KERNELS = (
    "vector_add", "matrix_multiply", "sha256", "bitonic_sort", "mandelbrot", "divide64", "private_array", "histogram",
    "power64", "polynomial64", "lane_scan", "half_blend", "cas_sums", "dpp_scan", "calls", "sieve", "byte_text",
    "interpreter", "dot64", "compact", "life", "dot4", "images", "packed_records",
)
# The older compiler has no texture type and no private variable arrays.
UNSUPPORTED_KERNELS = {OLDER_COMPILER: ("images", "sieve")}
TARGETS = (("gfx906", 64), ("gfx1100", 32), ("gfx1100", 64))
LEVELS = ("-O0", "-O1", "-O2", "-O3", "-Os")
VERSIONS = (5, None)                                 # of code objects; None: the compiler's newest
FLAGS = (
    "-x", "cl", "-cl-std=CL2.0", "-Wall", "-target", "amdgcn-amd-amdhsa", "-nogpulib", "-cl-no-stdinc", "-include",
    str(SOURCES_FOLDER / "opencl.h"),
)
WAVE_FLAGS = {("gfx906", 64): (), ("gfx1100", 32): ("-mno-wavefrontsize64",), ("gfx1100", 64): ("-mwavefrontsize64",)}
# clang 22 keeps a callable copy of each kernel, and warns of it if the kernel has variables in LDS.
HARMLESS_WARNING = "warning: local memory global used by non-kernel function"


class BuildError(RuntimeError):
    """The compiler is missing or refused a kernel. The text gives the remedy."""


def compile_kernel(name: str, arch: str, wave: int, level: str = "-O2", version: int | None = 5,
                   out: Path = BUILD_FOLDER) -> Path:
    """The path of one compiled kernel. Raises BuildError, or KeyError for a target that is not in TARGETS."""
    return _compile(name, [SOURCES_FOLDER / f"{name}.cl"], arch, wave, level, version, out)


def compile_all_kernels(arch: str, wave: int, level: str, version: int | None, out: Path = BUILD_FOLDER,
                        machine: str = "",
                        compiler: str = COMPILER) -> Path:
    """The path of a code object with all kernels that the compiler supports, optionally for a generic machine. Raises
    the same exceptions as compile_kernel()."""
    sources = [SOURCES_FOLDER / f"{name}.cl" for name in supported_kernels(compiler)]
    return _compile("all", sources, arch, wave, level, version, out, machine, compiler)


def supported_kernels(compiler: str) -> list[str]:
    """The kernels that a compiler supports."""
    return [name for name in KERNELS if name not in UNSUPPORTED_KERNELS.get(compiler, ())]


def _compile(name, sources: list[Path], arch, wave, level, version, out: Path, machine: str = "",
             compiler: str = COMPILER) -> Path:
    """Compile sources to one code object, or return the existing one if nothing has changed."""
    flags = (*FLAGS, level, f"-mcpu={machine or arch}", *WAVE_FLAGS[arch, wave])
    flags += (f"-mcode-object-version={version}",) if version else ()
    compiler_suffix = "" if compiler == COMPILER else f".{compiler}"
    target = out / f"{name}.{machine or arch}.w{wave}{level}.v{version or ''}{compiler_suffix}.co"
    stamp = target.with_suffix(".digest")
    contents = (path.read_bytes() for path in (*sources, SOURCES_FOLDER / "opencl.h"))
    digest = _digest(*contents, " ".join(flags).replace(str(SOURCES_FOLDER), "").encode(), _compiler_version(compiler))
    if target.exists() and stamp.exists() and stamp.read_text() == digest:
        return target
    out.mkdir(parents=True, exist_ok=True)
    partial = target.with_suffix(f".{os.getpid()}")
    text = "".join(f'#include "{path}"\n' for path in sources)
    result = subprocess.run([compiler, *flags, "-", "-o", str(partial)], input=text, capture_output=True, text=True)
    warned = any(": warning: " in line and HARMLESS_WARNING not in line for line in result.stderr.splitlines())
    if result.returncode or warned:
        raise BuildError(f"{name} for {arch} wave{wave} {level}: {result.stderr.strip()}")
    os.replace(partial, target)
    stamp.write_text(digest)
    return target


def _digest(*parts: bytes) -> str:
    """The digest of the inputs of a compilation."""
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


@cache
def _compiler_version(compiler: str) -> bytes:
    """The first line of the compiler's version text. Raises BuildError if it is not installed."""
    if shutil.which(compiler) is None:
        raise BuildError(f"{compiler} is not installed; run make setup, or see packages-optional.txt")
    return subprocess.run([compiler, "--version"], capture_output=True, check=True).stdout.splitlines()[0]
