"""Where a certification writes: the file of each certificate and the folder of its failures, none of them another's."""
from __future__ import annotations

import errno
import hashlib
import re
from pathlib import Path

import msgspec

from ...harness.case.case_types import CaseError

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
LONGEST = 100                                        # characters of a target's name in a file's: systems take 255


class _Named(msgspec.Struct):
    name: str


class _Whose(msgspec.Struct):
    """What of a certificate says whose it is."""
    target: _Named


def slug(text: str) -> str:
    """A name as part of a file's; a digest ends one that is cut."""
    found = re.sub(r"[^A-Za-z0-9.]+", "_", text).strip("_")
    return found if len(found) <= LONGEST else f"{found[:LONGEST]}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def stem(name: str, arch: str) -> str:
    """What the names of a certificate and of the folder of its failures have in common."""
    return f"{slug(name)}-{arch}"


def file_of(out: Path, name: str, arch: str) -> Path:
    """Where a certificate goes."""
    return out / f"{stem(name, arch)}.certificate.json"


def apart(out: Path, pairs: list[tuple[str, str]]) -> None:
    """Raises CaseError where a certificate would take the place of another target's, of this run or of an earlier
    one."""
    taken: dict[Path, str] = {}
    for name, arch in pairs:
        path = file_of(out, name, arch)
        held = taken.setdefault(path, owner(path) or name)
        if held != name:
            raise CaseError(str(path), f"is the place of the targets '{held}' and '{name}': give one another --out")


def owner(path: Path) -> str | None:
    """The target whose certificate lies there; None where none does."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Whose).target.name
    except (OSError, msgspec.DecodeError):
        return None


def put(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all: what was there before stays.  Raises OSError as named()."""
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise named(error, path) from None


def named(error: OSError, path: Path) -> OSError:
    """What the system says of a file, with its name, which what finds no room has not, and the remedy."""
    remedy = "; what was done before is kept: make room, then go on with --resume" if error.errno in FULL else ""
    return OSError(error.errno, f"{error.strerror}{remedy}", str(path))
