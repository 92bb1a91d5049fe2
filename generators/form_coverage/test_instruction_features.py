"""Reading an encoding gives what went into it, for every form."""
import random

import pytest

from ...spec import CERTIFIED, TARGETS
from ..instructions import exports, case_sampler as sampler
from . import instruction_features, wave_batch

pytest.importorskip("assay.model._assay", reason="the model is not built: make setup")


def outside(form):
    """No waves are made of exports, whose encodings alone have numbers of VGPRs and no operands."""
    return sampler.unsupported_reason(form) or exports.is_export(form)


@pytest.mark.parametrize("arch", CERTIFIED)
def test_an_encoding_is_read_as_it_was_written(arch):
    read = 0
    for form in sampler.all_forms(arch)[::5]:
        rng = random.Random(form.mnemonic)
        for wave in TARGETS[arch].waves:
            one = None if outside(form) else wave_batch.draw_usable_encoding(form, rng, wave)
            if one is None or form.spelling == "v_nop":    # its SDWA form has the same text
                continue
            part = next(p for p in instruction_features.decode_instruction(arch, wave, one.code) if p.form is form)
            assert (part.kinds, part.modifiers, part.places) == (one.kinds, one.modifiers, one.places), one.text
            read += 1
    assert read > 200


def test_what_is_no_instruction_has_no_parts():
    assert instruction_features.decode_instruction("gfx906", 64, bytes.fromhex("ffffffdf00000000")) == ()


def test_both_halves_of_a_dual_instruction():
    form = next(f for f in sampler.all_forms("gfx1100") if f.layout == "vopd")
    encoding = wave_batch.draw_usable_encoding(form, random.Random(3), 32)
    halves = instruction_features.decode_instruction("gfx1100", 32, encoding.code)
    assert [half.form.variant for half in halves] == ["x", "y"]
