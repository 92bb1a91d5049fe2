"""Versions of the formats and digests of model and suites: what a certificate and `assay --version` name."""
from __future__ import annotations

import functools
import hashlib
from importlib import import_module, metadata
from pathlib import Path

from ..case.case_types import VERSION as CASE_VERSION

FORMATS = {"case": CASE_VERSION, "protocol": 1, "certificate": 1}
MODEL_KINDS = {".c", ".h", ".txt", ".toml", ".py"}
SUITE_KINDS = {".s", ".json", ".cl", ".py", ".txt"}


def _folder(package: str) -> Path:
    return Path(next(iter(import_module(package).__path__)))


def _digest(folders: list[Path], kinds: set[str]) -> str:
    """SHA-256 over path and contents of the files that make up the answer; tests of a folder are not part of it."""
    total = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            relative = path.relative_to(folder).as_posix()
            if path.suffix in kinds and "test" not in relative and "__pycache__" not in relative:
                total.update(f"{folder.name}/{relative}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


@functools.cache
def model_digest() -> str:
    """Digest of spec tables and model sources."""
    return _digest([_folder("assay.spec"), _folder("assay.model")], MODEL_KINDS)


@functools.cache
def suite_digest() -> str:
    """Digest of suites and generators."""
    return _digest([_folder("assay.suites"), _folder("assay.generators")], SUITE_KINDS)


def versions() -> dict[str, str]:
    """Name -> version or digest."""
    return {"assay": metadata.version("assay"), **{f"{name} format": str(number) for name, number in FORMATS.items()},
            "model": model_digest(), "suites": suite_digest()}
