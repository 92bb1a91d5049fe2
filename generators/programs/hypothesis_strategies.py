"""Hypothesis strategies: run the sampler's code with a random.Random whose numbers Hypothesis draws, so that failing
examples shrink."""
from __future__ import annotations

from hypothesis import reject, strategies as st

from ...spec import CERTIFIED, TARGETS

from ..instructions import case_sampler
from ..instructions.instruction_case import Instruction
from ..values.value_sources import ShrinkableRows
from . import straight_line

architectures = st.sampled_from(sorted(CERTIFIED))


def random_decisions():
    """Return a strategy for a random.Random whose numbers come from Hypothesis."""
    return st.randoms(note_method_calls=False, use_true_random=False)


@st.composite
def instructions(draw, arch=None, form=None) -> Instruction:
    """Draw a legal instruction with its state, of any operation of the model or of `form`."""
    arch = arch or draw(architectures)
    form = form or draw(st.sampled_from(straight_line.implemented_forms(arch)))
    rng = draw(random_decisions())
    waves = TARGETS[form.arch].waves
    wave = waves[0] if case_sampler.wave_size(form, 1) == waves[0] else draw(st.sampled_from(waves))
    try:
        return case_sampler.draw_instruction(form, rng, wave, ShrinkableRows(rng))
    except case_sampler.NoCase:                      # these decisions give no case
        reject()


@st.composite
def straight_line_programs(
    draw, arch=None, max_length: int = straight_line.MAX_LENGTH, loads_only: bool = False
) -> straight_line.Program:
    """Draw a straight-line program of up to `max_length` instructions with the required waits. `loads_only`: no stores
    and atomics."""
    arch = arch or draw(architectures)
    rng = draw(random_decisions())
    return straight_line.draw_program(
        rng,
        arch,
        draw(st.sampled_from(TARGETS[arch].waves)),
        ShrinkableRows(rng),
        draw(st.integers(1, max_length)),
        loads_only,
    )
