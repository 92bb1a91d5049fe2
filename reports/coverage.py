"""What the grid reached: operand value classes, modifiers, EXEC shapes, MODE settings and live-lane states, by form and in sum."""
from __future__ import annotations

import numpy as np

from assay.generators.shapes import SHAPES
from assay.generators.values import class_names

from .schema import Coverage

PROMISED = {False: 100, True: 0}                     # live-lane states a vector form


def cover(result, one) -> None:
    """Notes what a case that passed exercised, by its live lanes."""
    mask = int(one.state["exec"])
    live = np.flatnonzero(np.unpackbits(np.frombuffer(mask.to_bytes(8, "little"), np.uint8), bitorder="little"))
    result.states += len(live) if one.form.layout[0] != "s" else 1
    result.modes.add(one.mode)
    if not live.size:
        result.triples |= {("", tag, one.shape) for tag in one.tags}
    result.cells_of = max(result.cells_of, sum(len(class_names(kind, width)) for _, kind, width, _ in one.seen))
    for operand, _, width, numbers in one.seen:
        found = set(numbers[live[live < len(numbers)]].tolist())
        result.cells |= {(operand, number, one.shape) for number in found}
        result.triples |= {(number, tag, one.shape) for number in found for tag in one.tags}


def cells_of(form) -> int:
    """Operand x value class x EXEC shape cells a form has; the empty EXEC has none."""
    return form.cells_of * (len(SHAPES) - 1)


def is_vector(form) -> bool:
    """Forms whose states are lanes."""
    return form.encoding[0] == "v"


def coverage_of(forms, quick: bool) -> Coverage:
    """What the grid reached."""
    run = [form for form in forms if form.passed or form.failed]
    return Coverage(forms=len(forms), forms_run=len(run), states=sum(f.states for f in forms), promised_states=PROMISED[quick],
                    cells=sum(len(f.cells) for f in run), cells_of=sum(map(cells_of, run)), combinations=sum(len(f.triples) for f in run),
                    modes=sorted({m for f in run for m in f.modes}),
                    short=sorted(f"{f.operation} {f.form}" for f in run if f.passed and not f.failed and is_vector(f) and f.states < PROMISED[quick]))
