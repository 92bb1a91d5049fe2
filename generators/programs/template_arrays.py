"""Templates as arrays, to draw the registers of many instructions at once."""
from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from ..form_coverage.case_limits import Limits
from ..instructions import matrix_interpolation
from ..instructions.case_sampler import all_forms
from . import instruction_templates
from .instruction_templates import MAX_HOLES, TEMPLATES_PER_FORM, WINDOW_VGPRS, MAX_WORDS

# Classes of instructions: VALU, SALU, layouts of memory accesses, reads of parameters in LDS.
CLASSES = ("valu", "salu", "ds", "global", "flat", "smem", "mubuf", "mtbuf", "scratch", "param")
MAX_SPOTS = 3                                        # maximal number of fields that name the register of a hole


class TemplateArrays(NamedTuple):
    """Templates by row: words and fixed registers. By hole: register file, number of registers, step, whether it is
    read and written, its spots (dword, shift left, shift right), and which of them exist. By row: whether it may leave
    undefined bits, always or if a NaN results, and whether it is an atomic with a result."""
    words: np.ndarray
    fixed_registers: np.ndarray
    file: np.ndarray
    regs: np.ndarray
    step: np.ndarray
    reads: np.ndarray
    writes: np.ndarray
    spots: np.ndarray
    is_spot: np.ndarray
    may_be_undefined: np.ndarray
    undefined_if_nan: np.ndarray
    returns: np.ndarray


def empty_arrays(count: int) -> TemplateArrays:
    """Allocate arrays for `count` templates."""
    holes = (count, MAX_HOLES)
    return TemplateArrays(
        np.zeros((count, MAX_WORDS), np.uint64), np.zeros(count, np.uint64), np.zeros(holes, np.uint64),
        np.zeros(holes, np.int64), np.ones(holes, np.int64), np.zeros(holes, bool), np.zeros(holes, bool),
        np.zeros((*holes, MAX_SPOTS, 3), np.uint64), np.zeros((*holes, MAX_SPOTS), bool),
        *np.zeros((3, count), bool),
    )


class TemplateBank:
    """The templates of an architecture and wave size as arrays; a template is made when it is first drawn."""

    def __init__(self, arch: str, wave: int):
        self.arch, self.wave = arch, wave
        self.forms = [
            n for n, form in enumerate(all_forms(arch))
            if instruction_templates.exclusion_reason(form) is None and not (form.layout == "vopd" and wave == 64)
        ]
        # -2: not yet made, -1: none exists
        self.rows = np.full((len(all_forms(arch)), TEMPLATES_PER_FORM), -2, np.int32)
        self.size, self.templates = 0, []
        self.arrays = empty_arrays(1024)
        self.classes = {name: np.array([n for n in self.forms if form_class(all_forms(arch)[n]) == name], np.int32)
                        for name in CLASSES}
        self.inexact_forms = np.array(
            [n for n in self.forms if instruction_templates.is_inexact(all_forms(arch)[n])], np.int32
        )

    def find(self, forms: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """Return the rows of templates `numbers` of `forms`; -1 if a template does not exist."""
        rows = self.rows[forms, numbers]
        for position in np.flatnonzero(rows == -2):
            form, number = int(forms[position]), int(numbers[position])
            if self.rows[form, number] == -2:
                template = instruction_templates.make_template(all_forms(self.arch)[form], self.wave, number)
                self.rows[form, number] = self.add(form, template)
        return self.rows[forms, numbers]

    def templates_without(self, form: int, names: tuple[str, ...]) -> Iterator[int]:
        """Yield the numbers of a form's templates without these modifiers and operand kinds."""
        limits, wave = Limits(modifiers=names), f"wave{self.wave}"
        for number in range(TEMPLATES_PER_FORM):
            row = int(self.find(np.array([form]), np.array([number]))[0])
            if row >= 0 and limits.allow((wave, *self.templates[row].all_tags), ""):
                yield number

    def add(self, form: int, template) -> int:
        """Add a template of a form; return its row."""
        if template is None:
            return -1
        if self.size == len(self.arrays.words):
            larger = empty_arrays(2 * self.size)
            for arrays, source in zip(larger, self.arrays):
                arrays[:self.size] = source
            self.arrays = larger
        row, arrays = self.size, self.arrays
        self.size += 1
        words = np.frombuffer(template.code, "<u4")
        arrays.words[row, :len(words)], arrays.fixed_registers[row] = words, template.fixed_registers
        arrays.may_be_undefined[row], arrays.undefined_if_nan[row] = (
            template.may_be_undefined or instruction_templates.is_inexact(all_forms(self.arch)[form]),
            template.undefined_if_nan,
        )
        arrays.returns[row] = template.verb == "atomic" and any(hole.writes for hole in template.holes)
        for n, hole in enumerate(template.holes):
            arrays.file[row, n], arrays.regs[row, n], arrays.step[row, n] = hole.file, hole.regs, hole.step
            arrays.reads[row, n], arrays.writes[row, n] = hole.reads, hole.writes
            for k, (bit, right) in enumerate(hole.spots):
                arrays.spots[row, n, k], arrays.is_spot[row, n, k] = (bit // 32, bit % 32, right), True
        self.templates.append(template)
        return row

    def fill(self, rows: np.ndarray, windows: np.ndarray, random: np.random.Generator):
        """Draw registers for the holes of these rows, below the window sizes. Returns (words, registers by hole, masks
        read, masks written, whether all holes fit)."""
        draws, arrays = random.random((len(rows), MAX_HOLES)), self.arrays
        file, regs, step = arrays.file[rows], arrays.regs[rows], arrays.step[rows]
        span = (windows[:, None] - regs) // step + 1
        number = ((draws * np.maximum(span, 1)).astype(np.int64) * step).astype(np.uint64)
        words = arrays.words[rows]
        numbers = np.arange(len(rows))
        for hole in range(MAX_HOLES):
            for k in range(MAX_SPOTS):
                is_spot = arrays.is_spot[rows, hole, k]
                if not is_spot.any():
                    break
                dwords, shift_left, shift_right = (arrays.spots[rows, hole, k, n] for n in range(3))
                words[numbers, dwords.astype(np.intp)] += np.where(
                    is_spot, (number[:, hole] >> shift_right) << shift_left, 0
                ).astype(np.uint64)
        one = np.uint64(1)
        masks = ((one << regs.astype(np.uint64)) - one) << (number + np.uint64(WINDOW_VGPRS) * file)
        reads = np.bitwise_or.reduce(np.where(arrays.reads[rows], masks, 0), 1) | arrays.fixed_registers[rows]
        writes = np.bitwise_or.reduce(np.where(arrays.writes[rows], masks, 0), 1)
        return words.astype("<u4"), number, reads, writes, (span > 0).all(1)


def form_class(form) -> str:
    """Return the class of a form, one of CLASSES."""
    if matrix_interpolation.reads_parameters(form):
        return "param"
    if form.op.memory is not None:
        return form.layout
    return "salu" if form.layout[0] == "s" else "valu"


@cache
def template_bank(arch: str, wave: int) -> TemplateBank:
    """Return the templates of this process."""
    return TemplateBank(arch, wave)
