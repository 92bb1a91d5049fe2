"""The target `hsa`: kernels on the first GPU agent of an HSA runtime, hardware or a stand-in. Every case is wrapped in
a kernel, dispatched by an AQL packet; its results are read from memory."""
from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from ....model.build import build_lock
from .. import checkout

HERE = Path(__file__).parent
HEADER_ROOTS = ("/usr", "/opt/rocm")                  # Debian's libhsa-runtime-dev, AMD's own packages
SONAME = "libhsa-runtime64.so.1"


class BuildProblem(Exception):
    """The runtime's headers or the compiler are missing, or compilation fails; the text contains the reason."""


def header_root() -> Path | None:
    """Return the folder that contains the runtime's include folder, or None."""
    return next((Path(root) for root in HEADER_ROOTS if Path(root, "include/hsa/hsa.h").exists()), None)


def available() -> bool:
    """Can the target be built here?"""
    return header_root() is not None and shutil.which("gcc") is not None


def build_library() -> Path:
    """Build dispatch.c as a shared library if it has changed; return its path. Raises BuildProblem."""
    root, folder = header_root(), checkout.build_folder("hsa")
    if root is None:
        raise BuildProblem("hsa: no hsa/hsa.h; install Debian's libhsa-runtime-dev, or ROCm in /opt/rocm")
    library, source = folder / "libdispatch.so", HERE / "dispatch.c"
    with build_lock(folder):
        newest = max(source.stat().st_mtime, (HERE / "dispatch.h").stat().st_mtime)
        if library.exists() and library.stat().st_mtime > newest:
            return library
        temporary = library.with_suffix(".part")
        _compile(["-fPIC", "-shared", f"-I{root}/include", str(source), f"-L{root}/lib", "-lhsa-runtime64",
                  f"-Wl,-rpath,{root}/lib", "-o", str(temporary)])
        temporary.replace(library)
    return library


def _compile(arguments: list[str]) -> None:
    try:
        process = subprocess.run(["gcc", "-std=c11", "-O2", *arguments], capture_output=True, text=True)
    except FileNotFoundError:
        raise BuildProblem("hsa: gcc is missing") from None
    if process.returncode:
        raise BuildProblem(f"hsa: gcc: {process.stderr.strip()}")
