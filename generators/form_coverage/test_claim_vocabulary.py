"""What globs of claims may mean is what encodings have: nothing that a case is held against is refused."""
import random

import pytest

from ...harness.case.choices import COMPUTE_CLAIMS
from ...spec import CERTIFIED
from ..instructions import case_sampler
from . import case_limits, claim_vocabulary, wave_batch

NOTHING = {"modifiers": [], "registers": [], "operations": []}


@pytest.mark.parametrize("arch", CERTIFIED)
def test_all_that_encodings_have_is_there(arch):
    tags, registers = set(), set()
    for number, form in enumerate(case_sampler.all_forms(arch)):
        for n in range(2):
            wave = case_sampler.wave_size(form, n)
            one = wave_batch.draw_usable_encoding(form, random.Random(number + n), wave)
            if one is not None:
                tags |= {*one.modifiers, *one.kinds}
                registers |= case_limits.named_registers(one.text)
        tags |= {form.extension} - {""}
    stems = set().union(*map(case_limits.tag_stems, tags))
    assert {stem for stem in stems if stem and not stem.isdigit()} <= claim_vocabulary.all_tags()
    assert len(tags) > 50 and registers <= claim_vocabulary.register_names()


@pytest.mark.parametrize("key, glob", [
    ("modifiers", "omod"), ("modifiers", "row_*"), ("modifiers", "dpp"), ("modifiers", "src0=literal"),
    ("modifiers", "omod=2"), ("modifiers", "glc"), ("registers", "ttmp*"), ("registers", "v2[0-9][0-9]"),
    ("registers", "vcc*"), ("registers", "flat_scratch"), ("operations", "ds:"), ("operations", "v_cmpx*"),
    ("operations", "vop3:v_fma*"),
])
def test_what_means_something(key, glob):
    assert claim_vocabulary.unmatched_glob(NOTHING | {key: [glob]}) is None


@pytest.mark.parametrize("key, glob, there", [
    ("modifiers", "nonsuch", "omod"), ("modifiers", "v_add_f32", "literal"), ("registers", "zz9", "vcc_lo"),
    ("registers", "v256", "trapsts"), ("registers", "s_add*", "m0"), ("operations", "v_nonsuch", "assay spec list"),
    ("operations", "vop9:", "assay spec list"),
])
def test_what_means_nothing(key, glob, there):
    text = claim_vocabulary.unmatched_glob(NOTHING | {key: ["*", glob]})
    assert text is not None and text.startswith(f"{key}: '{glob}' ") and there in text


def test_the_profile_of_compilers_means_something():
    missing = COMPUTE_CLAIMS.missing
    assert claim_vocabulary.unmatched_glob({key: getattr(missing, key) for key in NOTHING}) is None


@pytest.mark.parametrize("glob", ["dpp", "dpp*", "dp?"])
def test_a_glob_of_an_extension_leaves_its_forms_out(glob):
    form = next(f for f in case_sampler.all_forms("gfx1100") if f.extension == "dpp")
    assert case_limits.Limits(modifiers=(glob,)).outside(form) == f"{glob} is missing"
