"""The target `mgpusim`: the functional units of MGPUSim, from a checkout the user names. The adapter is a Go program,
built against that checkout in a folder of ours; its other modules come from the Go proxy."""
from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from importlib import import_module
from pathlib import Path

from ....model.build import build_lock
from .. import checkout

URL = "https://github.com/sarchlab/mgpusim"
HOLDS = "amd/emu/computeunit.go"
UNITS = ("cdna3", "gcn3")
PARTS = ("amd", "go.mod")
MODULE = "github.com/sarchlab/mgpusim/v4"


class BuildProblem(Exception):
    """The adapter does not build against this checkout; the text is Go's."""


def go() -> str | None:
    """The go command there is."""
    return shutil.which("go") or next((one for one in ("/usr/local/go/bin/go",) if os.access(one, os.X_OK)), None)


def command(options: dict[str, str]) -> list[str]:
    """The command of a unit, built when the checkout or the adapter has changed. Raises CheckoutError, BuildProblem,
    ValueError."""
    unit = options.get("unit", UNITS[0])
    if unit not in UNITS:
        raise ValueError(f"mgpusim: unit={unit}; there are {' and '.join(UNITS)}")
    root = checkout.find_checkout(options, "mgpusim", URL, HOLDS)
    return [str(build(root)), unit, checkout.commit_id(root, PARTS)]


def sources() -> list[Path]:
    """The adapter's Go files."""
    harness = Path(next(iter(import_module("assay.harness").__path__)))
    return [harness / "protocol" / "adapter.go", *sorted((harness / "targets" / "mgpusim").glob("*.go"))]


def build(root: Path) -> Path:
    """The adapter built against the checkout `root`. Go decides what is out of date; raises BuildProblem."""
    folder = checkout.build_folder("mgpusim") / hashlib.sha256(str(root).encode()).hexdigest()[:12]
    with build_lock(folder):
        for path in folder.glob("*.go"):
            path.unlink()
        for path in sources():
            shutil.copy2(path, folder)
        _module(folder, root)
        _go(folder, "build", "-mod=mod", "-o", "adapter.part", ".")
        (folder / "adapter.part").replace(folder / "adapter")
    return folder / "adapter"


def _module(folder: Path, root: Path) -> None:
    """Writes go.mod: the checkout's requirements, and the checkout itself in place of the module."""
    theirs = (root / "go.mod").read_text()
    if not re.search(rf"^module {re.escape(MODULE)}$", theirs, re.M):
        raise BuildProblem(f"{root / 'go.mod'} is not of {MODULE}, the module this adapter is written against")
    body = re.sub(r"^module .*$", "module assay.mgpusim", theirs, count=1, flags=re.M)
    (folder / "go.mod").write_text(f"{body}\nrequire {MODULE} v4.0.0\nreplace {MODULE} => {root}\n")
    shutil.copyfile(root / "go.sum", folder / "go.sum")


def _go(folder: Path, *words: str) -> None:
    flags = " ".join(flag for flag in os.environ.get("GOFLAGS", "").split() if not flag.startswith("-mod="))
    done = subprocess.run([go() or "go", *words], cwd=folder, capture_output=True, text=True,
                          env={**os.environ, "GOWORK": "off", "GOFLAGS": flags})
    if done.returncode:
        raise BuildProblem(f"mgpusim: go {words[0]} fails in {folder}:\n{done.stderr.strip() or done.stdout.strip()}")
