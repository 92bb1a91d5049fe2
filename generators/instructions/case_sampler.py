"""The seeded sampler: a case of any form, by number.  The same code stands behind the Hypothesis strategies."""
from __future__ import annotations

import random
from functools import cache

from ...spec import TARGETS, load

from ..values.exec_and_mode import SHAPES, modes_of
from ..values.value_sources import Turns
from . import memory_access, exports, control_flow, matrix_interpolation as graphics, instruction_case, gds


class NoCase(Exception):
    """There is no generator for cases of this form; the text says why."""


def name_of(form) -> str:
    """The form's name among those of its mnemonic: vop3, sdwa, dpp, … or the encoding."""
    if form.layout == "vopd":
        return f"vopd {form.variant}"
    return form.variant or form.encoding


@cache
def forms_of(arch: str) -> tuple:
    """Every form of `arch`, in the order of the tables."""
    return tuple(load().forms(arch))


def wave_of(form, number: int) -> int:
    """Both wave sizes in turn where the architecture and the encoding have them (VOPD is wave32 only)."""
    waves = TARGETS[form.arch].waves
    return min(waves) if form.layout == "vopd" else waves[number % len(waves)]


def outside(form) -> str | None:
    """Why there can be no case of a form here, None when there can."""
    if form.op.indexed and form.extension:
        return "DPP on moves by M0 has no meaning"
    return None


@cache
def maker_of(form):
    """What makes cases of its kind."""
    if form.op.shape == "matrix":
        return graphics.matrix
    for kind, has in ((gds, gds.is_share), (exports, exports.is_export), (graphics, graphics.is_parameter),
                      (memory_access, memory_access.is_access)):
        if has(form):
            return kind.make
    return instruction_case.make


def build(form, rng, wave: int, draws, shape: str | None = None, mode: str | None = None):
    """An Instruction of `form` ready to run, in the setting it needs.  NoCase when there is none."""
    if reason := outside(form):
        raise NoCase(reason)
    one = maker_of(form)(form, rng, wave, draws, shape, mode)
    if one is None:
        raise NoCase("no encoding keeps off the reserved registers")
    if control_flow.is_control(form):
        control_flow.surround(one, rng)
    return one


DENSE = tuple(s for s in SHAPES if s != "one")


def sample(form, number: int, seed: int = 1, limits=None):
    """Case `number` of a form with one wave -> Instruction; the same for the same arguments.  EXEC shapes and modes go
    round; every other case has a single lane, and these walk over the value classes.  `limits`: limits.Limits."""
    rng = random.Random(f"{seed} {form.arch} {form.mnemonic} {name_of(form)} {number}")
    shape, mode, turn = setting(form, number, limits)
    wave = limits.wave_of(form, number // 2) if limits else wave_of(form, number // 2)
    return fixed(build(form, rng, wave, Turns(rng, turn), shape, mode), limits)


def again(one, number: int, limits=None):
    """The same as case `number`, with the encoding, addresses and memory of an earlier case that has a `source`."""
    shape, mode, one.source[1].turn = setting(one.form, number, limits)
    return fixed(memory_access.again(one, shape, mode), limits)


def setting(form, number: int, limits) -> tuple[str, str, int | None]:
    """(EXEC shape, MODE, turn of the value classes) of a case."""
    modes = limits.modes(modes_of(form.op)) if limits else modes_of(form.op)
    shape = "one" if number % 2 else DENSE[number // 2 % len(DENSE)]
    return shape, modes[number // 2 % len(modes)], number // 2 if number % 2 else None


def fixed(one, limits):
    """With the parts of MODE that are fixed."""
    if limits:
        one.state["mode"] = limits.fixed(one.state["mode"])
    return one
