"""What is given is of use, and what is to be written has a place: both are looked at before anything is run."""
from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable

from .common import BadUse


def idle(arguments, names: Iterable[str], why: str) -> None:
    """Raises BadUse where an option is given that would do nothing, as `why` says."""
    for name in names:
        if getattr(arguments, name) != arguments.parser.get_default(name):
            raise BadUse(f"--{name.replace('_', '-')} {why}")


def places(written: Iterable[tuple[str, str | None]], read: Iterable[str | os.PathLike]) -> None:
    """Files to be written, each after its option.  Raises BadUse for one that cannot be, or that is another output or
    an input."""
    inputs = {identity(path) for path in read} - {None}
    outputs: dict[object, str] = {}
    for option, path in written:
        if path is None:
            continue
        told = f"{option} {path}"
        writable(path, told)
        mine = identity(path)
        if mine in inputs:
            raise BadUse(f"{told}: is an input; give another name, it would be overwritten")
        if mine is not None and outputs.setdefault(mine, told) != told:
            raise BadUse(f"{told}: is the file of {outputs[mine]} too; give another name")


def writable(path: str, told: str) -> None:
    """Raises BadUse where no file can be made or changed."""
    folder = os.path.dirname(path) or "."
    try:
        if stat.S_ISDIR(os.stat(path).st_mode):
            raise BadUse(f"{told}: is a folder; name a file")
        held = path
    except FileNotFoundError:
        held = folder
        if not os.path.isdir(folder):
            raise BadUse(f"{told}: there is no folder {folder}") from None
    except OSError as error:
        raise BadUse(f"{told}: {error.strerror}") from None
    if not os.access(held, os.W_OK):
        raise BadUse(f"{told}: {os.strerror(errno.EACCES)}")


def identity(path: str | os.PathLike) -> object | None:
    """The same for two names of one file; None for what is no file that keeps anything, such as a terminal."""
    try:
        found = os.stat(path)
        return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None
    except OSError:
        return os.path.realpath(path)
