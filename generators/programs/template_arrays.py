"""Templates as arrays, so that the registers of many instructions are drawn at a time."""
from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from ..form_coverage.case_limits import Limits
from ..instructions import matrix_interpolation
from ..instructions.case_sampler import all_forms
from . import instruction_templates
from .instruction_templates import HOLES, TEMPLATES, VECTORS, WORDS

# What an instruction is: VALU, SALU, then layouts of accesses, and what reads parameters in LDS.
CLASSES = ("valu", "salu", "ds", "global", "flat", "smem", "mubuf", "mtbuf", "scratch", "param")
SPOTS = 3                                            # where a hole's number is added, at most


class Arrays(NamedTuple):
    """What a template is, by row: its words, fixed registers touched, and of each hole its file, registers, step,
    whether it is read and written, its spots (dword, shift left, shift right) and whether each is one; whether it may
    leave bits open, whether it does where a NaN results, whether it is an atomic that returns something."""
    words: np.ndarray
    fixed: np.ndarray
    file: np.ndarray
    regs: np.ndarray
    step: np.ndarray
    reads: np.ndarray
    writes: np.ndarray
    spots: np.ndarray
    spot: np.ndarray
    opens: np.ndarray
    cuts: np.ndarray
    returns: np.ndarray


def arrays(count: int) -> Arrays:
    """Room for `count` templates."""
    holes = (count, HOLES)
    return Arrays(
        np.zeros((count, WORDS), np.uint64), np.zeros(count, np.uint64), np.zeros(holes, np.uint64),
        np.zeros(holes, np.int64), np.ones(holes, np.int64), np.zeros(holes, bool), np.zeros(holes, bool),
        np.zeros((*holes, SPOTS, 3), np.uint64), np.zeros((*holes, SPOTS), bool),
        *np.zeros((3, count), bool),
    )


class Bank:
    """Templates of an architecture and wave size as arrays, made when they are first drawn."""

    def __init__(self, arch: str, wave: int):
        self.arch, self.wave = arch, wave
        self.forms = [
            n for n, form in enumerate(all_forms(arch))
            if instruction_templates.reason_out(form) is None and not (form.layout == "vopd" and wave == 64)
        ]
        self.rows = np.full((len(all_forms(arch)), TEMPLATES), -2, np.int32)  # -2: not made, -1: there is none
        self.size, self.held = 0, []
        self.arrays = arrays(1024)
        self.classes = {name: np.array([n for n in self.forms if class_of(all_forms(arch)[n]) == name], np.int32)
                        for name in CLASSES}
        self.vague = np.array([n for n in self.forms if instruction_templates.vague(all_forms(arch)[n])], np.int32)

    def find(self, forms: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """Rows of the templates `numbers` of `forms`; -1 where there is none."""
        found = self.rows[forms, numbers]
        for at in np.flatnonzero(found == -2):
            form, number = int(forms[at]), int(numbers[at])
            if self.rows[form, number] == -2:
                made = instruction_templates.template(all_forms(self.arch)[form], self.wave, number)
                self.rows[form, number] = self.add(form, made)
        return self.rows[forms, numbers]

    def fitting(self, form: int, names: tuple[str, ...]) -> Iterator[int]:
        """Numbers of a form's templates without these modifiers and kinds of operands."""
        limits, wave = Limits(modifiers=names), f"wave{self.wave}"
        for number in range(TEMPLATES):
            row = int(self.find(np.array([form]), np.array([number]))[0])
            if row >= 0 and limits.allow((wave, *self.held[row].every_tag), ""):
                yield number

    def add(self, form: int, made) -> int:
        """A row for one more template of a form."""
        if made is None:
            return -1
        if self.size == len(self.arrays.words):
            larger = arrays(2 * self.size)
            for to, of in zip(larger, self.arrays):
                to[:self.size] = of
            self.arrays = larger
        row, to = self.size, self.arrays
        self.size += 1
        words = np.frombuffer(made.code, "<u4")
        to.words[row, :len(words)], to.fixed[row] = words, made.touches
        to.opens[row], to.cuts[row] = made.opens or instruction_templates.vague(all_forms(self.arch)[form]), made.cuts
        to.returns[row] = made.verb == "atomic" and any(hole.writes for hole in made.holes)
        for n, hole in enumerate(made.holes):
            to.file[row, n], to.regs[row, n], to.step[row, n] = hole.file, hole.regs, hole.step
            to.reads[row, n], to.writes[row, n] = hole.reads, hole.writes
            for k, (bit, right) in enumerate(hole.spots):
                to.spots[row, n, k], to.spot[row, n, k] = (bit // 32, bit % 32, right), True
        self.held.append(made)
        return row

    def fill(self, rows: np.ndarray, windows: np.ndarray, random: np.random.Generator):
        """Registers for the holes of these rows out of windows so wide -> (words, registers by hole, masks read, masks
        written, whether all holes fit)."""
        draws, held = random.random((len(rows), HOLES)), self.arrays
        file, regs, step = held.file[rows], held.regs[rows], held.step[rows]
        span = (windows[:, None] - regs) // step + 1
        number = ((draws * np.maximum(span, 1)).astype(np.int64) * step).astype(np.uint64)
        words = held.words[rows]
        lines = np.arange(len(rows))
        for hole in range(HOLES):
            for k in range(SPOTS):
                there = held.spot[rows, hole, k]
                if not there.any():
                    break
                at, left, right = (held.spots[rows, hole, k, n] for n in range(3))
                words[lines, at.astype(np.intp)] += np.where(there, (number[:, hole] >> right) << left, 0).astype(
                    np.uint64
                )
        one = np.uint64(1)
        masks = ((one << regs.astype(np.uint64)) - one) << (number + np.uint64(VECTORS) * file)
        reads = np.bitwise_or.reduce(np.where(held.reads[rows], masks, 0), 1) | held.fixed[rows]
        writes = np.bitwise_or.reduce(np.where(held.writes[rows], masks, 0), 1)
        return words.astype("<u4"), number, reads, writes, (span > 0).all(1)


def class_of(form) -> str:
    """Which of CLASSES a form is of."""
    if matrix_interpolation.reads_parameters(form):
        return "param"
    if form.op.memory is not None:
        return form.layout
    return "salu" if form.layout[0] == "s" else "valu"


@cache
def bank(arch: str, wave: int) -> Bank:
    """The templates of this process."""
    return Bank(arch, wave)
