"""Hypothesis strategies over the sampler's own code: its random.Random becomes Hypothesis's, so that failing examples
shrink."""
from __future__ import annotations

from hypothesis import reject, strategies as st

from ...spec import CERTIFIED, TARGETS

from . import programs
from ..single import sampler
from ..drawn.draws import Small
from ..single.instructions import Instruction

archs = st.sampled_from(sorted(CERTIFIED))


def decisions():
    """A random.Random whose every answer is Hypothesis's."""
    return st.randoms(note_method_calls=False, use_true_random=False)


@st.composite
def instructions(draw, arch=None, form=None) -> Instruction:
    """One legal instruction with its state, of any operation the model carries (or of `form`)."""
    arch = arch or draw(archs)
    form = form or draw(st.sampled_from(programs.implemented(arch)))
    rng = draw(decisions())
    waves = TARGETS[form.arch].waves
    wave = waves[0] if sampler.wave_of(form, 1) == waves[0] else draw(st.sampled_from(waves))
    try:
        return sampler.build(form, rng, wave, Small(rng))
    except sampler.NoCase:                           # these decisions lead nowhere; others may
        reject()


@st.composite
def straight(draw, arch=None, most: int = programs.MOST, loads_only: bool = False) -> programs.Program:
    """A straight-line program of up to `most` instructions with the waits it needs; `loads_only`: without stores and
    atomics."""
    arch = arch or draw(archs)
    rng = draw(decisions())
    return programs.program(
        rng, arch, draw(st.sampled_from(TARGETS[arch].waves)), Small(rng), draw(st.integers(1, most)), loads_only
    )
