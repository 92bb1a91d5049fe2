"""Child process of the target `tinygrad`: the emulator of a checkout, run by the harness's Python."""
from __future__ import annotations

import argparse
import importlib
import os
import sys
from pathlib import Path

from ...protocol.adapter import serve
from .. import checkout
from . import MODULE, helpers_standin

COMMIT = "a9069c177a9d"                               # the tested commit
REQUIRED_NAMES = (
    "_MXCSRContext", "_init_wave", "_decode_at", "_get_runner", "_op_name", "decode_inst", "run_asm", "ENDPGM_PC",
    "_BARRIER_OPS", "Buffer", "BufferSpec", "dtypes", "VCC_LO", "EXEC_LO", "SCC", "ttmp",
)


def set_environment(folder: Path, compiler: str) -> None:
    """Set the environment variables and folders that tinygrad reads. Nothing is written into the checkout."""
    tools_folder = folder / "bin"
    tools_folder.mkdir(parents=True, exist_ok=True)
    link = tools_folder / "clang"                     # the emulator calls a program of this name
    if not link.exists():
        link.unlink(missing_ok=True)
        link.symlink_to(compiler)
    os.environ |= {"PATH": f"{tools_folder}{os.pathsep}{os.environ['PATH']}", "CC": compiler, "PROFILE": "0",
                   "CACHEDB": str(folder / "cache.db"), "DEV": "CPU"}
    sys.pycache_prefix = str(folder / "pycache")


def load_emulator(root: Path):
    """Import the emulator's module from a checkout. Exits the program with a message if that fails."""
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
        sys.exit(f"{emu.__file__} was imported instead of {root / MODULE}")
    missing = [name for name in REQUIRED_NAMES if not hasattr(emu, name)]
    if missing:
        sys.exit(f"{root / MODULE} has no {missing[0]}; the adapter knows the emulator of commit {COMMIT}")
    if emu._get_ftz_lib()[0] is None:
        sys.exit("the emulator could not build its switch for denormals; it needs clang and x86-64 or arm64")
    return emu


# The emulator ignores MODE: it rounds to nearest even, flushes subnormals of f32 and preserves those of f16.
MODE = {"round": 0, "denorm": 12, "dx10_clamp": 1, "ieee": 1, "fp16_ovfl": 0}


def hello(version: str) -> dict:
    """Return the hello message: RDNA3, wave32, all registers except MODE and the other hardware registers."""
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
    parsed = parser.parse_args()
    root = parsed.checkout.resolve()
    set_environment(checkout.build_folder("tinygrad"), parsed.compiler)
    emu = load_emulator(root)
    from .case_process import run_in_child
    from .emulator import compile_program, run_case
    version = checkout.commit_id(root, ("tinygrad", "test/mockgpu"))
    if "test.amd.helpers" in sys.modules and not hasattr(sys.modules["test.amd.helpers"], "__file__"):
        version += ", with a stand-in for test/amd/helpers.py"

    def run(case: dict, seconds: float) -> dict:
        compile_program(emu, case["code"])
        return run_in_child(lambda: run_case(emu, case), seconds)
    serve(hello(version), run)


if __name__ == "__main__":
    main()
