"""The paths of the files of a certification: certificates and folders of failures, each of one target."""
from __future__ import annotations

import errno
import hashlib
import re
from pathlib import Path

import msgspec

from ...harness.case.case_types import CaseError

NO_SPACE_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
MAX_SLUG_LENGTH = 100                                # characters; file systems allow 255 for a file name


class _TargetName(msgspec.Struct):
    name: str


class _CertificateHead(msgspec.Struct):
    """The part of a certificate that names its target."""
    target: _TargetName


def slug(text: str) -> str:
    """A name as part of a file name; a name that is too long is cut and ends with a digest."""
    name = re.sub(r"[^A-Za-z0-9.]+", "_", text).strip("_")
    if len(name) <= MAX_SLUG_LENGTH:
        return name
    return f"{name[:MAX_SLUG_LENGTH]}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def file_stem(target: str, arch: str) -> str:
    """The common part of the names of a certificate and of its folder of failures."""
    return f"{slug(target)}-{arch}"


def certificate_path(out: Path, target: str, arch: str) -> Path:
    """The path of a certificate."""
    return out / f"{file_stem(target, arch)}.certificate.json"


def check_no_overwrite(out: Path, pairs: list[tuple[str, str]]) -> None:
    """Raise CaseError if a certificate would replace the certificate of another target, from this run or an earlier
    one.

    `pairs`: (target, architecture) of this run."""
    owners: dict[Path, str] = {}
    for name, arch in pairs:
        path = certificate_path(out, name, arch)
        owner = owners.setdefault(path, target_of_certificate(path) or name)
        if owner != name:
            text = f"is the path of the targets '{owner}' and '{name}': give one another --out"
            raise CaseError(str(path), text)


def target_of_certificate(path: Path) -> str | None:
    """The target of the certificate in a file, or None if the file holds no certificate."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=_CertificateHead).target.name
    except (OSError, msgspec.DecodeError):
        return None


def write_atomically(path: Path, data: bytes) -> None:
    """Write a complete file, or leave the old one unchanged. Raises the OSError that error_with_path() makes."""
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise error_with_path(error, path) from None


def error_with_path(error: OSError, path: Path) -> OSError:
    """The error with the path added. The error of a full disk lacks the path, and also gets a remedy."""
    no_space = error.errno in NO_SPACE_ERRORS
    remedy = "; finished results are kept: free some space, then run again with --resume" if no_space else ""
    return OSError(error.errno, f"{error.strerror}{remedy}", str(path))
