"""The targets that a process has opened by name, each once."""
from __future__ import annotations

from typing import Any

from ...harness.targets.registry import open_target
from ...harness.targets.timeout_tracker import Hangs
from .task_types import CertifyOptions

_open: dict[str, Any] = {}


def target_called(name: str):
    """The target of that name, opened once in this process."""
    if name not in _open:
        _open[name] = open_target(name)
    return _open[name]


def limited(target, asked: CertifyOptions):
    """The target with the limit that was asked for; what hangs is found out anew."""
    if hasattr(target, "case_seconds"):
        target.case_seconds, target.hangs = asked.case_seconds or target.case_seconds, Hangs()
    return target


def close_all() -> None:
    """Ends every target that this process has opened."""
    while _open:
        _open.popitem()[1].close()


def runs_nothing(target) -> bool:
    """Does the target know encodings only?"""
    return hasattr(target, "check")
