"""A case of the pool before it has run, and the choices of the models it is for."""
from __future__ import annotations

from dataclasses import dataclass

from ..harness.choices import Choices, NanPattern

# What targets may declare: cases of each go to a model that does so.
DECLARED = (
    None,
    Choices(nan_propagated="last", lds_out_of_range="fault", colliding_lanes="descending", alignment="dword"),
    Choices(nan_propagated="quiet-first", colliding_lanes="ascending", alignment="strict",
            nan_generated=NanPattern(f16=0xFE00, f32=0xFFC00000, f64=0xFFF8 << 48)),
    Choices(nan_propagated="canonical", alignment="unaligned"),
)


@dataclass(frozen=True, slots=True)
class Given:
    """A case before it has run.  `choices`: which of DECLARED its model makes."""
    case: dict
    choices: int = 0
