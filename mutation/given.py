"""What cases are made of: forms, the choices of the models they are for, and a case before it has run."""
from __future__ import annotations

from dataclasses import dataclass

from ..generators.single import sampler
from ..harness.choices import Choices, NanPattern
from ..spec import ARCHS, CERTIFIED

# What targets may declare: cases of each go to a model that does so.
DECLARED = (
    None,
    Choices(nan_propagated="last", lds_out_of_range="fault", colliding_lanes="descending", alignment="dword"),
    Choices(nan_propagated="quiet-first", colliding_lanes="ascending", alignment="strict",
            nan_generated=NanPattern(f16=0xFE00, f32=0xFFC00000, f64=0xFFF8 << 48)),
    Choices(nan_propagated="canonical", alignment="unaligned",
            nan_generated=NanPattern(f16=0x7E01, f32=0x7FC00001, f64=0x7FF8 << 48 | 1)),
)


@dataclass(frozen=True, slots=True)
class Given:
    """A case before it has run.  `choices`: which of DECLARED its model makes."""
    case: dict
    choices: int = 0


def every_form():
    """The forms of certified architectures, and of the others those of operations that none of these has."""
    known = set()
    for arch in (*CERTIFIED, *(arch for arch in ARCHS if arch not in CERTIFIED)):
        forms = [form for form in sampler.forms_of(arch) if arch in CERTIFIED or form.op.name not in known]
        known |= {form.op.name for form in forms}
        yield from forms
