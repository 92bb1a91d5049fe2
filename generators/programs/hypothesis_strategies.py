"""Hypothesis strategies over the sampler's own code: its random.Random becomes Hypothesis's, so that failing examples
shrink."""
from __future__ import annotations

from hypothesis import reject, strategies as st

from ...spec import CERTIFIED, TARGETS

from ..instructions import case_sampler
from ..instructions.instruction_case import Instruction
from ..values.value_sources import ShrinkableRows
from . import straight_line

archs = st.sampled_from(sorted(CERTIFIED))


def decisions():
    """A random.Random whose every answer is Hypothesis's."""
    return st.randoms(note_method_calls=False, use_true_random=False)


@st.composite
def instructions(draw, arch=None, form=None) -> Instruction:
    """One legal instruction with its state, of any operation the model carries (or of `form`)."""
    arch = arch or draw(archs)
    form = form or draw(st.sampled_from(straight_line.implemented(arch)))
    rng = draw(decisions())
    waves = TARGETS[form.arch].waves
    wave = waves[0] if case_sampler.wave_size(form, 1) == waves[0] else draw(st.sampled_from(waves))
    try:
        return case_sampler.build_instruction(form, rng, wave, ShrinkableRows(rng))
    except case_sampler.NoCase:                           # these decisions lead nowhere; others may
        reject()


@st.composite
def straight(draw, arch=None, most: int = straight_line.MOST, loads_only: bool = False) -> straight_line.Program:
    """A straight-line program of up to `most` instructions with the waits it needs; `loads_only`: without stores and
    atomics."""
    arch = arch or draw(archs)
    rng = draw(decisions())
    return straight_line.program(
        rng,
        arch,
        draw(st.sampled_from(TARGETS[arch].waves)),
        ShrinkableRows(rng),
        draw(st.integers(1, most)),
        loads_only,
    )
