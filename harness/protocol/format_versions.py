"""Versions of the formats and digests of model and suites, for certificates and `assay --version`."""
from __future__ import annotations

import functools
import hashlib
from importlib import import_module, metadata
from pathlib import Path

from ..case.case_types import VERSION as CASE_VERSION

FORMATS = {"case": CASE_VERSION, "protocol": 1, "certificate": 1}
MODEL_SUFFIXES = {".c", ".h", ".txt", ".toml", ".py"}
SUITE_SUFFIXES = {".s", ".json", ".cl", ".py", ".txt"}


def _package_folder(package: str) -> Path:
    return Path(next(iter(import_module(package).__path__)))


def _digest(folders: list[Path], suffixes: set[str]) -> str:
    """Return the SHA-256 of the paths and contents of all files in the folders that have these suffixes, except tests.
    """
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            relative = path.relative_to(folder).as_posix()
            if path.suffix in suffixes and "test" not in relative and "__pycache__" not in relative:
                digest.update(f"{folder.name}/{relative}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


@functools.cache
def model_digest() -> str:
    """Return the digest of specification tables and model sources."""
    return _digest([_package_folder("assay.spec"), _package_folder("assay.model")], MODEL_SUFFIXES)


@functools.cache
def suite_digest() -> str:
    """Return the digest of suites and generators."""
    return _digest([_package_folder("assay.suites"), _package_folder("assay.generators")], SUITE_SUFFIXES)


def versions() -> dict[str, str]:
    """Return {name: version or digest} for formats, model and suites."""
    return {"assay": metadata.version("assay"), **{f"{name} format": str(number) for name, number in FORMATS.items()},
            "model": model_digest(), "suites": suite_digest()}
