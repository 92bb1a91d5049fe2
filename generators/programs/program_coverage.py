"""The coverage of random programs: bins by form, as an array of bool.
The bins of a form: its templates (each one choice of operand kinds and modifiers), the value classes of its VGPR
sources, the EXEC shapes and MODE settings that it ran under, both wave sizes, one and several waves. A program counts
if the model finds it legal. The results of a target have no influence, so the bins and the weights of later batches
are the same for every target."""
from __future__ import annotations

import numpy as np

from ..instructions.case_sampler import all_forms
from ..values.exec_and_mode import MODES, EXEC_SHAPES
from .instruction_templates import MAX_HOLES, TEMPLATES_PER_FORM, WINDOW_VGPRS, VGPR_FILE
from .program_values import CLASS_LABELS
from .random_programs import ProgramBatch

AXES = (
    ("templates", TEMPLATES_PER_FORM),
    ("value classes", len(CLASS_LABELS)),
    ("EXEC shapes", len(EXEC_SHAPES)),
    ("MODE", len(MODES)),
    ("wave sizes", 2),
    ("groups of waves", 2),
)
AXIS_STARTS = {name: sum(size for _, size in AXES[:n]) for n, (name, _) in enumerate(AXES)}
BINS_PER_FORM = sum(size for _, size in AXES)
MIN_EPOCH_LENGTH = 16                                # minimal number of batches with the same weights


def empty_coverage(arch: str) -> np.ndarray:
    """Return an array without covered bins: bool by form and bin."""
    return np.zeros((len(all_forms(arch)), BINS_PER_FORM), bool)


def epoch_length(number: int) -> int:
    """Return how many batches around this number have the same weights: a thirty-second to a sixteenth of the number.
    Later batches cover few new bins, so more of them can be made in parallel."""
    return max(MIN_EPOCH_LENGTH, 1 << number.bit_length() >> 5)


def known_batches(number: int) -> int:
    """Return how many of the first batches determine the weights of batch `number`: all before the previous epoch, so
    that the batches of an epoch can be made in parallel."""
    length = epoch_length(number)
    return max(0, number // length - 1) * length


def program_bins(batch: ProgramBatch, legal: list[int]) -> np.ndarray:
    """Return the bins that these programs of a batch cover, as sorted numbers form * BINS_PER_FORM + bin."""
    if not legal:
        return np.zeros(0, np.int64)
    runs = [batch.programs[n].included for n in legal]
    positions, programs = np.concatenate(runs), np.repeat(legal, [len(run) for run in runs])
    forms, setting = batch.forms[positions].astype(np.int64) * BINS_PER_FORM, batch.setting
    bins = [
        forms + batch.numbers[positions],
        forms + AXIS_STARTS["EXEC shapes"] + batch.shape[programs],
        forms + AXIS_STARTS["MODE"] + batch.mode[programs],
        forms + AXIS_STARTS["wave sizes"] + (setting.wave == 32),
        forms + AXIS_STARTS["groups of waves"] + (setting.waves * setting.groups > 1),
    ]
    arrays, rows = batch.bank.arrays, batch.rows[positions]
    for hole in range(MAX_HOLES):
        register = batch.registers[positions, hole].astype(np.int64)
        reads = arrays.reads[rows, hole] & (arrays.file[rows, hole] == VGPR_FILE) & (arrays.regs[rows, hole] > 0)
        is_initial = (
            batch.initial_reads[positions] >> np.minimum(register, WINDOW_VGPRS - 1).astype(np.uint64) & np.uint64(1)
        ) > 0
        labels = batch.labels[batch.picks[programs, np.minimum(register, WINDOW_VGPRS - 1) // 2]]
        is_covered = reads & is_initial & (labels >= 0)
        bins.append(forms[is_covered] + AXIS_STARTS["value classes"] + labels[is_covered])
    return np.unique(np.concatenate(bins))


def bins_by_axis(reached: np.ndarray) -> dict[str, int]:
    """Return the number of covered bins by axis, and of forms that ran."""
    counts = {name: int(reached[:, AXIS_STARTS[name]:AXIS_STARTS[name] + size].sum()) for name, size in AXES}
    return {"forms": int(reached.any(1).sum()), **counts}
