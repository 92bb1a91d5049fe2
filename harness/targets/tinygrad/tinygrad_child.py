"""The target `tinygrad` as a child process: the emulator of a checkout, under the Python the harness runs on."""
from __future__ import annotations

import argparse
import importlib
import os
import sys
from pathlib import Path

from ...protocol.adapter import serve
from .. import checkout
from . import MODULE, helpers_standin

COMMIT = "a9069c177a9d"                               # what the adapter was written against
NEEDED = ("_MXCSRContext", "_init_wave", "_decode_at", "_get_runner", "_op_name", "decode_inst", "run_asm", "ENDPGM_PC",
          "_BARRIER_OPS", "Buffer", "BufferSpec", "dtypes", "VCC_LO", "EXEC_LO", "SCC", "ttmp")


def environment(folder: Path, compiler: str) -> None:
    """Settles what tinygrad reads from its surroundings. Nothing is written into the checkout."""
    tools = folder / "bin"
    tools.mkdir(parents=True, exist_ok=True)
    link = tools / "clang"                            # the emulator calls a program of this name
    if not link.exists():
        link.unlink(missing_ok=True)
        link.symlink_to(compiler)
    os.environ |= {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "CC": compiler, "PROFILE": "0",
                   "CACHEDB": str(folder / "cache.db"), "DEV": "CPU"}
    sys.pycache_prefix = str(folder / "pycache")


def emulator(root: Path):
    """The module of the checkout's emulator; ends the program with a sentence when it is not there."""
    sys.path.insert(0, str(root))
    for name in [name for name in sys.modules if name.partition(".")[0] in ("test", "tinygrad")]:
        del sys.modules[name]
    if not (root / "test/amd/helpers.py").exists():
        importlib.import_module("test")
        helpers_standin.install()
    try:
        emu = importlib.import_module("test.mockgpu.amd.emu")
    except ImportError as error:
        sys.exit(f"{root}: {error}; the adapter knows the emulator of commit {COMMIT}")
    if not Path(emu.__file__ or "").resolve().is_relative_to(root):
        sys.exit(f"{emu.__file__} was taken instead of {root / MODULE}")
    missing = [name for name in NEEDED if not hasattr(emu, name)]
    if missing:
        sys.exit(f"{root / MODULE} has no {missing[0]}; the adapter knows the emulator of commit {COMMIT}")
    if emu._get_ftz_lib()[0] is None:
        sys.exit("the emulator could not build its switch for denormals; it needs clang and x86-64 or arm64")
    return emu


# MODE is taken and ignored: to nearest even, subnormals of f32 flushed as the emulator means to, of f16 kept.
MODE = {"round": 0, "denorm": 12, "dx10_clamp": 1, "ieee": 1, "fp16_ovfl": 0}


def hello(version: str) -> dict:
    """What the emulator offers: RDNA3, wave32, all registers but MODE and the other hardware registers."""
    return {
        "name": "tinygrad",
        "version": version,
        "architectures": ["gfx1100"],
        "waves": {"gfx1100": [32]},
        "features": ["state", "registers", "memory", "lds", "waves", "dispatch", "addresses", "count", "deterministic"],
        "registers": ["s", "v", "vcc", "exec", "m0", "scc", "ttmp"],
        "claims": {"mode": MODE},
    }


def main() -> None:
    """python -m assay.harness.targets.tinygrad.tinygrad_child CHECKOUT COMPILER"""
    parser = argparse.ArgumentParser()
    parser.add_argument("checkout", type=Path)
    parser.add_argument("compiler")
    given = parser.parse_args()
    root = given.checkout.resolve()
    environment(checkout.folder("tinygrad"), given.compiler)
    emu = emulator(root)
    from .case_process import apart
    from .emulator import answer, prepare
    version = checkout.commit(root, ("tinygrad", "test/mockgpu"))
    if "test.amd.helpers" in sys.modules and not hasattr(sys.modules["test.amd.helpers"], "__file__"):
        version += ", with a stand-in for test/amd/helpers.py"

    def run(case: dict, seconds: float) -> dict:
        prepare(emu, case["code"])
        return apart(lambda: answer(emu, case), seconds)
    serve(hello(version), run)


if __name__ == "__main__":
    main()
