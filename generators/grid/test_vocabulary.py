"""What globs of claims may mean is what encodings have: nothing that a case is held against is refused."""
import random

import pytest

from ...harness.choices import COMPUTE
from ...spec import CERTIFIED
from ..single import sampler
from . import limits, vocabulary, waves

NOTHING = {"modifiers": [], "registers": [], "operations": []}


@pytest.mark.parametrize("arch", CERTIFIED)
def test_all_that_encodings_have_is_there(arch):
    tags, registers = set(), set()
    for number, form in enumerate(sampler.forms_of(arch)):
        for n in range(2):
            wave = sampler.wave_of(form, n)
            one = waves.encoding(form, random.Random(number + n), wave)
            if one is not None:
                tags |= {*one.modifiers, *one.kinds}
                registers |= limits.registers_of(one.text)
        tags |= {form.extension} - {""}
    stems = set().union(*map(limits.stems_of, tags))
    assert {stem for stem in stems if stem and not stem.isdigit()} <= vocabulary.tags()
    assert len(tags) > 50 and registers <= vocabulary.registers()


@pytest.mark.parametrize("key, glob", [
    ("modifiers", "omod"), ("modifiers", "row_*"), ("modifiers", "dpp"), ("modifiers", "src0=literal"),
    ("modifiers", "omod=2"), ("modifiers", "glc"), ("registers", "ttmp*"), ("registers", "v2[0-9][0-9]"),
    ("registers", "vcc*"), ("registers", "flat_scratch"), ("operations", "ds:"), ("operations", "v_cmpx*"),
    ("operations", "vop3:v_fma*"),
])
def test_what_means_something(key, glob):
    assert vocabulary.meaningless(NOTHING | {key: [glob]}) is None


@pytest.mark.parametrize("key, glob, there", [
    ("modifiers", "nonsuch", "omod"), ("modifiers", "v_add_f32", "literal"), ("registers", "zz9", "vcc_lo"),
    ("registers", "v256", "trapsts"), ("registers", "s_add*", "m0"), ("operations", "v_nonsuch", "assay spec list"),
    ("operations", "vop9:", "assay spec list"),
])
def test_what_means_nothing(key, glob, there):
    text = vocabulary.meaningless(NOTHING | {key: ["*", glob]})
    assert text is not None and text.startswith(f"{key}: '{glob}' ") and there in text


def test_the_profile_of_compilers_means_something():
    missing = COMPUTE.missing
    assert vocabulary.meaningless({key: getattr(missing, key) for key in NOTHING}) is None


@pytest.mark.parametrize("glob", ["dpp", "dpp*", "dp?"])
def test_a_glob_of_an_extension_leaves_its_forms_out(glob):
    form = next(f for f in sampler.forms_of("gfx1100") if f.extension == "dpp")
    assert limits.Limits(modifiers=(glob,)).outside(form) == f"{glob} is missing"
