"""Checks of options and output files before any work starts."""
from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable

from .common import BadUse


def reject_options(arguments, names: Iterable[str], reason: str) -> None:
    """Raise BadUse if one of the options `names` is given; `reason` follows the option in the message."""
    for name in names:
        if getattr(arguments, name) != arguments.parser.get_default(name):
            raise BadUse(f"--{name.replace('_', '-')} {reason}")


def check_output_files(outputs: Iterable[tuple[str, str | None]], inputs: Iterable[str | os.PathLike]) -> None:
    """Check that every output file can be written.

    `outputs`: pairs of option and path, None for an option that is not given; `inputs`: paths of the input files.
    Raises BadUse for a path that cannot be written, or that is an input or another output."""
    input_ids = {file_identity(path) for path in inputs} - {None}
    output_labels: dict[object, str] = {}
    for option, path in outputs:
        if path is None:
            continue
        label = f"{option} {path}"
        check_writable(path, label)
        file_id = file_identity(path)
        if file_id in input_ids:
            raise BadUse(f"{label}: is an input and would be overwritten; give another name")
        if file_id is not None and output_labels.setdefault(file_id, label) != label:
            raise BadUse(f"{label}: is also the file of {output_labels[file_id]}; give another name")


def check_writable(path: str, label: str) -> None:
    """Raise BadUse if the file can be neither created nor changed; `label` starts the message."""
    folder = os.path.dirname(path) or "."
    try:
        if stat.S_ISDIR(os.stat(path).st_mode):
            raise BadUse(f"{label}: is a folder; name a file")
        checked_path = path
    except FileNotFoundError:
        checked_path = folder
        if not os.path.isdir(folder):
            raise BadUse(f"{label}: there is no folder {folder}") from None
    except OSError as error:
        raise BadUse(f"{label}: {error.strerror}") from None
    if not os.access(checked_path, os.W_OK):
        raise BadUse(f"{label}: {os.strerror(errno.EACCES)}")


def file_identity(path: str | os.PathLike) -> object | None:
    """A value that is equal for two names of one file; None for a device such as a terminal."""
    try:
        status = os.stat(path)
        return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else None
    except OSError:
        return os.path.realpath(path)
