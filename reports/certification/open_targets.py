"""The targets that this process has opened by name, each once."""
from __future__ import annotations

from typing import Any

from ...harness.targets.registry import open_target
from ...harness.targets.timeout_tracker import TimeoutTracker
from .task_types import CertifyOptions

_open: dict[str, Any] = {}


def target_by_name(name: str):
    """The target of that name, opened at the first call in this process."""
    if name not in _open:
        _open[name] = open_target(name)
    return _open[name]


def set_time_limit(target, options: CertifyOptions):
    """Set the time limit of a case, forget earlier timeouts, and return the target."""
    if hasattr(target, "case_seconds"):
        target.case_seconds, target.hangs = options.case_seconds or target.case_seconds, TimeoutTracker()
    return target


def close_all() -> None:
    """Close every target that this process has opened."""
    while _open:
        _open.popitem()[1].close()


def checks_encodings_only(target) -> bool:
    """True if the target decodes and encodes instructions but runs none."""
    return hasattr(target, "check")
