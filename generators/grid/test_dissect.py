"""Reading an encoding gives what went into it, for every form."""
import random

import pytest

from ...spec import CERTIFIED, TARGETS
from . import dissect, waves
from ..single import exports, sampler

pytest.importorskip("assay.model._assay", reason="the model is not built: make setup")


def outside(form):
    """No waves are made of exports, whose encodings alone have numbers of VGPRs and no operands."""
    return sampler.outside(form) or exports.is_export(form)


@pytest.mark.parametrize("arch", CERTIFIED)
def test_an_encoding_is_read_as_it_was_written(arch):
    read = 0
    for form in sampler.forms_of(arch)[::5]:
        rng = random.Random(form.mnemonic)
        for wave in TARGETS[arch].waves:
            one = None if outside(form) else waves.encoding(form, rng, wave)
            if one is None or form.spelling == "v_nop":    # its SDWA form has the same text
                continue
            part = next(p for p in dissect.parts_of(arch, wave, one.code) if p.form is form)
            assert (part.kinds, part.modifiers, part.places) == (one.kinds, one.modifiers, one.places), one.text
            read += 1
    assert read > 200


def test_what_is_no_instruction_has_no_parts():
    assert dissect.parts_of("gfx906", 64, bytes.fromhex("ffffffdf00000000")) == ()


def test_both_halves_of_a_dual_instruction():
    one = waves.encoding(next(f for f in sampler.forms_of("gfx1100") if f.layout == "vopd"), random.Random(3), 32)
    halves = dissect.parts_of("gfx1100", 32, one.code)
    assert [half.form.variant for half in halves] == ["x", "y"]
