"""Total coverage of a certification: operand value classes, modifiers, EXEC patterns, MODE settings, active lanes."""
from __future__ import annotations

from ..export.certificate_records import PROMISED_STATES, Coverage

MAX_FORMS_LISTED = 40                                # of those with uncovered bins


def is_vector(form) -> bool:
    """True if a form belongs to the vector ALU, so that its states are lanes."""
    return form.encoding[0] == "v"


def summarize_coverage(forms, quick: bool) -> Coverage:
    """Coverage of the forms that ran; `forms`: FormResults."""
    run = [form for form in forms if form.passed or form.failed]
    promised = PROMISED_STATES[quick] if any(form.states for form in forms) else 0  # encodings have no states
    sums = {
        name: sum(getattr(form.count, name) for form in run)
        for name in ("cells", "cells_of", "triples", "triples_of", "modes", "modes_of")
    }
    incomplete = sorted(
        (form for form in run if form.missing),
        key=lambda f: (f.count.cells - f.count.cells_of, f.count.triples - f.count.triples_of),
    )
    return Coverage(
        forms=len(forms), forms_run=len(run), states=sum(f.states for f in forms), promised_states=promised,
        cells=sums["cells"], cells_of=sums["cells_of"], combinations=sums["triples"],
        combinations_of=sums["triples_of"], mode_cells=sums["modes"], mode_cells_of=sums["modes_of"],
        modes=sorted({m for f in run for m in f.modes}),
        short=sorted(
            f"{f.operation} {f.form}" for f in run if f.passed and not f.failed and is_vector(f) and f.states < promised
        ),
        missing={} if quick else {f"{f.operation} {f.form}": f.missing for f in incomplete[:MAX_FORMS_LISTED]},
        missing_forms=0 if quick else len(incomplete),
    )
