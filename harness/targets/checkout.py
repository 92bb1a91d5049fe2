"""Checkouts of other projects that targets are made of: where they are, which commit, and where what is built of them
goes. Nothing is ever written into one."""
from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from ..case.assembler import cache_folder

ROOT = Path(__file__).resolve().parents[2]
CLANGS = ("clang", *(f"clang-{version}" for version in range(22, 13, -1)))


class NoCheckout(Exception):
    """A folder that is not what the target needs; the text says the remedy."""


def compiler() -> str | None:
    """The clang there is."""
    return next((found for name in CLANGS if (found := shutil.which(name))), None)


def folder(name: str) -> Path:
    """Where the target `name` keeps what it builds: in build/ of a checkout of Assay, else in the user's cache. Raises
    NoCheckout."""
    base = ROOT / "build" if (ROOT / "Makefile").exists() else cache_folder()
    if base is None:
        raise NoCheckout(f"{name}: there is no home folder to keep what it builds in; set ASSAY_CACHE to a folder")
    return base / "targets" / name


def named(options: dict[str, str], target: str, url: str, holds: str) -> Path:
    """The folder that `checkout=` names, where the file `holds` must be. Raises NoCheckout."""
    if "checkout" not in options:
        raise NoCheckout(f"{target}: name a checkout of it: git clone {url} DIR, then --target {target},checkout=DIR")
    root = Path(os.path.realpath(os.path.expanduser(options["checkout"])))
    if not root.is_dir():
        raise NoCheckout(f"{target}: checkout={options['checkout']} is no folder; git clone {url} {root}")
    if not (root / holds).exists():
        raise NoCheckout(f"{target}: {root} has no {holds}; name a checkout of {url}")
    return root


def commit(root: Path, parts: tuple[str, ...]) -> str:
    """The commit of a checkout, with `-modified` when `parts` of it are not as committed; "unknown" where git does not
    say."""
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
