"""Templates of adapters, by language, for `assay adapter new`."""
from __future__ import annotations

import shutil
from importlib import import_module
from pathlib import Path

# Language: (helper file of the protocol or "", its path in the new folder, build command, run command).
LANGUAGES = {
    "c": ("adapter.h", "adapter.h", "make", "./adapter"),
    "go": ("adapter.go", "adapter.go", "go build -o adapter .", "./adapter"),
    "python": ("", "", "", "python adapter.py"),
    "rust": ("adapter.rs", "src/adapter.rs", "cargo build --release", "target/release/adapter"),
}


class FileAlreadyExists(Exception):
    """A file of the template exists already in the folder."""


def copy_template(language: str, folder: Path) -> list[Path]:
    """Copy a language's template and its helper to a folder; return the new files. Raises FileAlreadyExists before
    anything is written, or OSError."""
    harness = Path(next(iter(import_module("assay.harness").__path__)))
    source = harness / "targets" / "template" / language
    helper, helper_path, _, _ = LANGUAGES[language]
    pairs = [(path, folder / path.relative_to(source)) for path in sorted(source.rglob("*"))
             if path.is_file() and "__pycache__" not in path.parts]
    pairs += [(harness / "protocol" / helper, folder / helper_path)] if helper else []
    for _, destination in pairs:
        if destination.exists():
            raise FileAlreadyExists(f"{destination} exists already; name an empty folder")
    for path, destination in pairs:
        destination.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, destination)
    return [destination for _, destination in pairs]
