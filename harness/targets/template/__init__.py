"""Adapters to start from, by language: `assay adapter new`."""
from __future__ import annotations

import shutil
from importlib import import_module
from pathlib import Path

# Language: the helper that goes beside the template ("" none) and where to, how it is built, what then runs.
LANGUAGES = {
    "c": ("adapter.h", "adapter.h", "make", "./adapter"),
    "go": ("adapter.go", "adapter.go", "go build -o adapter .", "./adapter"),
    "python": ("", "", "", "python adapter.py"),
    "rust": ("adapter.rs", "src/adapter.rs", "cargo build --release", "target/release/adapter"),
}


class Exists(Exception):
    """A file is there already."""


def write(language: str, folder: Path) -> list[Path]:
    """Copies a language's template and its helper -> the files. Raises Exists, before anything is written; OSError."""
    harness = Path(next(iter(import_module("assay.harness").__path__)))
    source = harness / "targets" / "template" / language
    helper, place, _, _ = LANGUAGES[language]
    pairs = [(path, folder / path.relative_to(source)) for path in sorted(source.rglob("*"))
             if path.is_file() and "__pycache__" not in path.parts]
    pairs += [(harness / "protocol" / helper, folder / place)] if helper else []
    for _, target in pairs:
        if target.exists():
            raise Exists(f"{target} is there already; name an empty folder")
    for path, target in pairs:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    return [target for _, target in pairs]
