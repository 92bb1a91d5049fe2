"""The target `hsa`: kernels on the first GPU agent of an HSA runtime, hardware or what stands in for it. Every case
comes wrapped, as a code object that is dispatched by an AQL packet; memory comes back."""
from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from ....model.build import locked
from .. import checkout

HERE = Path(__file__).parent
PLACES = ("/usr", "/opt/rocm")                        # Debian's libhsa-runtime-dev, AMD's own packages
SONAME = "libhsa-runtime64.so.1"


class BuildProblem(Exception):
    """The runtime's headers or the compiler are missing, or refuse; the text says what."""


def place() -> Path | None:
    """Where the runtime's headers are."""
    return next((Path(one) for one in PLACES if Path(one, "include/hsa/hsa.h").exists()), None)


def available() -> bool:
    """Can the target be built here?"""
    return place() is not None and shutil.which("gcc") is not None


def library() -> Path:
    """dispatch.c as a shared library, built when it has changed. Raises BuildProblem."""
    root, folder = place(), checkout.folder("hsa")
    if root is None:
        raise BuildProblem("hsa: no hsa/hsa.h; install Debian's libhsa-runtime-dev, or ROCm in /opt/rocm")
    made, source = folder / "libdispatch.so", HERE / "dispatch.c"
    with locked(folder):
        newest = max(source.stat().st_mtime, (HERE / "dispatch.h").stat().st_mtime)
        if made.exists() and made.stat().st_mtime > newest:
            return made
        part = made.with_suffix(".part")
        _compile(["-fPIC", "-shared", f"-I{root}/include", str(source), f"-L{root}/lib", "-lhsa-runtime64",
                  f"-Wl,-rpath,{root}/lib", "-o", str(part)])
        part.replace(made)
    return made


def _compile(words: list[str]) -> None:
    try:
        done = subprocess.run(["gcc", "-std=c11", "-O2", *words], capture_output=True, text=True)
    except FileNotFoundError:
        raise BuildProblem("hsa: gcc is missing") from None
    if done.returncode:
        raise BuildProblem(f"hsa: gcc: {done.stderr.strip()}")
