"""Checkouts of other projects, named by the option `checkout` of a target: their folders, commits and build folders.
Nothing is written into a checkout."""
from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from ..case.assembler import cache_folder

ROOT = Path(__file__).resolve().parents[2]
CLANGS = ("clang", *(f"clang-{version}" for version in range(22, 13, -1)))


class CheckoutError(Exception):
    """A folder is not the checkout that the target needs; the text contains the remedy."""


def find_clang() -> str | None:
    """Return the path of the first clang that is installed, or None."""
    return next((path for name in CLANGS if (path := shutil.which(name))), None)


def build_folder(name: str) -> Path:
    """Return the folder for files that the target `name` builds: in build/ of a checkout of Assay, else in the user's
    cache. Raises CheckoutError."""
    base = ROOT / "build" if (ROOT / "Makefile").exists() else cache_folder()
    if base is None:
        raise CheckoutError(f"{name}: there is no home folder to build in; set ASSAY_CACHE to a folder")
    return base / "targets" / name


def find_checkout(options: dict[str, str], target: str, url: str, required_file: str) -> Path:
    """Return the folder of the option `checkout`, which must contain `required_file`. Raises CheckoutError."""
    if "checkout" not in options:
        remedy = f"git clone {url} DIR, then --target {target},checkout=DIR"
        raise CheckoutError(f"{target}: name a checkout of it: {remedy}")
    root = Path(os.path.realpath(os.path.expanduser(options["checkout"])))
    if not root.is_dir():
        raise CheckoutError(f"{target}: checkout={options['checkout']} is not a folder; git clone {url} {root}")
    if not (root / required_file).exists():
        raise CheckoutError(f"{target}: {root} has no {required_file}; name a checkout of {url}")
    return root


def commit_id(root: Path, parts: tuple[str, ...]) -> str:
    """Return the commit of a checkout, with `-modified` if the folders `parts` have changes; "unknown" if git fails."""
    def git(*words: str) -> str:
        command = ["git", "--no-optional-locks", "-C", str(root), *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    try:
        if Path(git("rev-parse", "--show-toplevel")).resolve() != root:
            return "unknown"
        head = git("rev-parse", "--short=12", "HEAD")
        return head + ("-modified" if git("status", "--porcelain", "-uno", "--", *parts) else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
