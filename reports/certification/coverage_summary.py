"""What the grid reached: operand value classes, modifiers, EXEC shapes, MODE settings and live-lane states, by form and
in sum."""
from __future__ import annotations

from ..export.certificate_records import PROMISED, Coverage

SHOWN = 40                                           # forms with missing cells that are named


def is_vector(form) -> bool:
    """Forms of the vector ALU, whose states are lanes."""
    return form.encoding[0] == "v"


def coverage_of(forms, quick: bool) -> Coverage:
    """What the grid reached."""
    run = [form for form in forms if form.passed or form.failed]
    promised = PROMISED[quick] if any(form.states for form in forms) else 0  # encodings have no states
    sums = {
        name: sum(getattr(form.count, name) for form in run)
        for name in ("cells", "cells_of", "triples", "triples_of", "modes", "modes_of")
    }
    holes = sorted(
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
        missing={} if quick else {f"{f.operation} {f.form}": f.missing for f in holes[:SHOWN]},
        missing_forms=0 if quick else len(holes),
    )
