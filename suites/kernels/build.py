"""Compiles the kernels beside this file by clang-19, on demand: build/kernels/<name>.<arch>.w<wave>.co.

A file is compiled again when its source, the header, the flags or the compiler changed.
"""
import hashlib
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parent
OUT = HERE.parents[1] / "build" / "kernels"
COMPILER = "clang-19"
KERNELS = ("vector_add", "matrix_multiply", "sha256", "bitonic_sort", "mandelbrot", "divide64", "private_array")
TARGETS = (("gfx906", 64), ("gfx1100", 32), ("gfx1100", 64))
FLAGS = (
    "-x",
    "cl",
    "-cl-std=CL2.0",
    "-O2",
    "-Wall",
    "-Werror",
    "-target",
    "amdgcn-amd-amdhsa",
    "-mcode-object-version=5",
    "-nogpulib",
    "-cl-no-stdinc",
    "-include",
    str(HERE / "opencl.h"),
)
WAVE_FLAGS = {("gfx906", 64): (), ("gfx1100", 32): ("-mno-wavefrontsize64",), ("gfx1100", 64): ("-mwavefrontsize64",)}


class BuildError(RuntimeError):
    """The compiler is missing or refused a kernel; the text says what to do."""


def code_object(name: str, arch: str, wave: int, out: Path = OUT) -> Path:
    """Path of the compiled kernel. Raises BuildError; KeyError for a target that is not in TARGETS."""
    flags = (*FLAGS, f"-mcpu={arch}", *WAVE_FLAGS[arch, wave])
    source, target = HERE / f"{name}.cl", out / f"{name}.{arch}.w{wave}.co"
    stamp = target.with_suffix(".digest")
    digest = _digest(
        source.read_bytes(),
        (HERE / "opencl.h").read_bytes(),
        " ".join(flags).replace(str(HERE), "").encode(),
        _version(),
    )
    if target.exists() and stamp.exists() and stamp.read_text() == digest:
        return target
    out.mkdir(parents=True, exist_ok=True)
    partial = target.with_suffix(f".{os.getpid()}")
    done = subprocess.run([COMPILER, *flags, str(source), "-o", str(partial)], capture_output=True, text=True)
    if done.returncode:
        raise BuildError(f"{source.name} for {arch} wave{wave}: {done.stderr.strip()}")
    os.replace(partial, target)
    stamp.write_text(digest)
    return target


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


@cache
def _version() -> bytes:
    if shutil.which(COMPILER) is None:
        raise BuildError(f"{COMPILER} is not installed; run make setup")
    return subprocess.run([COMPILER, "--version"], capture_output=True, check=True).stdout.splitlines()[0]
