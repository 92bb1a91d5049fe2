"""What streams have reached: bins by form, as an array of bool.

A form's bins: its templates (each is one choice of operand kinds and modifiers), the value classes its VGPR sources
held, the shapes of EXEC and the settings of MODE it ran under, both wave sizes, one and several waves.  A stream counts
when the model calls it legal; what a target answers plays no part, so that the bins, and with them the weights of
later sheets, are the same for every target."""
from __future__ import annotations

import numpy as np

from ..instructions.case_sampler import all_forms
from ..values.exec_and_mode import MODES, EXEC_SHAPES
from .instruction_templates import HOLES, TEMPLATES, VECTORS, V
from .program_values import LABELS
from .random_programs import Sheet

AXES = (
    ("templates", TEMPLATES),
    ("value classes", len(LABELS)),
    ("EXEC shapes", len(EXEC_SHAPES)),
    ("MODE", len(MODES)),
    ("wave sizes", 2),
    ("groups of waves", 2),
)
STARTS = {name: sum(size for _, size in AXES[:n]) for n, (name, _) in enumerate(AXES)}
BINS = sum(size for _, size in AXES)
EPOCH = 16                                           # sheets whose weights are the same, at the start


def nothing(arch: str) -> np.ndarray:
    """No bin reached: bool by form and bin."""
    return np.zeros((len(all_forms(arch)), BINS), bool)


def epoch(number: int) -> int:
    """How many sheets of about this number have the same weights: a thirty-second to a sixteenth of it, since later
    ones reach little that is new; the more may be made at a time."""
    return max(EPOCH, 1 << number.bit_length() >> 5)


def known_to(number: int) -> int:
    """Sheets before this one weigh in sheet `number`: all but those of its own epoch and the one before, so that
    several may be made at a time."""
    length = epoch(number)
    return max(0, number // length - 1) * length


def bins_of(sheet: Sheet, legal: list[int]) -> np.ndarray:
    """The bins, as numbers form * BINS + bin in order, that these streams of a sheet reach."""
    if not legal:
        return np.zeros(0, np.int64)
    runs = [sheet.streams[n].run for n in legal]
    at, of = np.concatenate(runs), np.repeat(legal, [len(run) for run in runs])
    forms, setting = sheet.forms[at].astype(np.int64) * BINS, sheet.setting
    found = [
        forms + sheet.numbers[at],
        forms + STARTS["EXEC shapes"] + sheet.shape[of],
        forms + STARTS["MODE"] + sheet.mode[of],
        forms + STARTS["wave sizes"] + (setting.wave == 32),
        forms + STARTS["groups of waves"] + (setting.waves * setting.groups > 1),
    ]
    bank, rows = sheet.bank.arrays, sheet.rows[at]
    for hole in range(HOLES):
        register = sheet.registers[at, hole].astype(np.int64)
        reads = bank.reads[rows, hole] & (bank.file[rows, hole] == V) & (bank.regs[rows, hole] > 0)
        fresh = (sheet.fresh[at] >> np.minimum(register, VECTORS - 1).astype(np.uint64) & np.uint64(1)) > 0
        label = sheet.labels[sheet.picks[of, np.minimum(register, VECTORS - 1) // 2]]
        here = reads & fresh & (label >= 0)
        found.append(forms[here] + STARTS["value classes"] + label[here])
    return np.unique(np.concatenate(found))


def counts(reached: np.ndarray) -> dict[str, int]:
    """Bins reached by axis, and forms that ran at all."""
    found = {name: int(reached[:, STARTS[name]:STARTS[name] + size].sum()) for name, size in AXES}
    return {"forms": int(reached.any(1).sum()), **found}
