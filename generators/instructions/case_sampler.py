"""The seeded sampler: case N of any form. The Hypothesis strategies use the same code."""
from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from ...spec import TARGETS, load

from ..values.exec_and_mode import EXEC_SHAPES, relevant_modes
from ..values.value_sources import ClassWalkRows
from . import memory_access, exports, control_flow, matrix_interpolation as graphics, instruction_case, gds


class NoCase(Exception):
    """No generator makes cases of this form; the text gives the reason."""


def variant_name(form) -> str:
    """Return the name that distinguishes the form from others of its operation: vop3, sdwa, dpp, … or the encoding."""
    if form.layout == "vopd":
        return f"vopd {form.variant}"
    return form.variant or form.encoding


@cache
def all_forms(arch: str) -> tuple:
    """Return every form of `arch`, in the order of the tables."""
    return tuple(load().forms(arch))


def wave_size(form, number: int) -> int:
    """Return the wave size of case `number`: both sizes in turn if the architecture and the encoding have them."""
    waves = TARGETS[form.arch].waves
    return min(waves) if form.layout == "vopd" else waves[number % len(waves)]


def unsupported_reason(form) -> str | None:
    """Return why no generator can make a case of this form, or None if one can."""
    if form.op.indexed and form.extension:
        return "DPP on moves by M0 has no meaning"
    return None


@cache
def case_maker(form) -> Callable[..., instruction_case.Instruction | None]:
    """Return the function that makes cases of this kind of form."""
    if form.op.shape == "matrix":
        return graphics.make_matrix
    for applies, make in (
        (gds.is_gds_only, gds.make_gds_operation),
        (exports.is_export, exports.make_export),
        (graphics.reads_parameters, graphics.draw_parameter_read),
        (memory_access.is_memory_access, memory_access.make_memory_access),
    ):
        if applies(form):
            return make
    return instruction_case.try_draw_instruction


def draw_instruction(
    form, rng, wave: int, draws, shape: str | None = None, mode: str | None = None
) -> instruction_case.Instruction:
    """Draw an Instruction of `form` with the surrounding code that it needs. Raises NoCase if there is none."""
    if reason := unsupported_reason(form):
        raise NoCase(reason)
    instruction = case_maker(form)(form, rng, wave, draws, shape, mode)
    if instruction is None:
        raise NoCase("no encoding keeps off the reserved registers")
    if control_flow.is_control(form):
        control_flow.surround_with_moves(instruction, rng)
    return instruction


MULTI_LANE_SHAPES = tuple(s for s in EXEC_SHAPES if s != "one")


def sample(form, number: int, seed: int = 1, limits=None) -> instruction_case.Instruction:
    """Return case `number` of a form as an Instruction with one wave. Equal arguments give equal cases. EXEC shapes and
    MODE settings rotate. Every other case has a single active lane, whose values walk over the value classes. `limits`:
    case_limits.Limits."""
    rng = random.Random(f"{seed} {form.arch} {form.mnemonic} {variant_name(form)} {number}")
    shape, mode, turn = case_setting(form, number, limits)
    wave = limits.wave_size(form, number // 2) if limits else wave_size(form, number // 2)
    instruction = draw_instruction(form, rng, wave, ClassWalkRows(rng, turn), shape, mode)
    return apply_fixed_mode(instruction, limits)


def resample(instruction, number: int, limits=None) -> instruction_case.Instruction:
    """Return case `number` with the encoding, addresses and memory of an earlier case that has a `value_source`."""
    shape, mode, instruction.value_source[1].turn = case_setting(instruction.form, number, limits)
    return apply_fixed_mode(memory_access.redraw_state(instruction, shape, mode), limits)


def case_setting(form, number: int, limits) -> tuple[str, str, int | None]:
    """Return (EXEC shape, MODE, turn of the value classes) of a case."""
    modes = limits.modes(relevant_modes(form.op)) if limits else relevant_modes(form.op)
    shape = "one" if number % 2 else MULTI_LANE_SHAPES[number // 2 % len(MULTI_LANE_SHAPES)]
    return shape, modes[number // 2 % len(modes)], number // 2 if number % 2 else None


def apply_fixed_mode(instruction, limits) -> instruction_case.Instruction:
    """Set the fixed bits of MODE and return the instruction."""
    if limits:
        instruction.state["mode"] = limits.fixed(instruction.state["mode"])
    return instruction
