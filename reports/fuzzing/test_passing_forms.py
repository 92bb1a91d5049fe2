"""`assay fuzz --passed`: use the forms that pass in a certificate, without features that the target refuses or
fails."""
import gzip

import msgspec
import pytest

from ...cli import main
from ...generators.instructions.case_sampler import all_forms, variant_name
from ..export.testing_certificates import sample_certificate, with_digest
from .passing_forms import MIN_LIMITED_FORMS, usable_forms
from .run_database import FILE, FuzzRun


def with_refused(one, mnemonic, axes, field="refused"):
    """The certificate with `axes` as the features that a form refuses; with `field="fails_with"` the form fails
    instead."""
    form = next(form for form in all_forms(one.arch) if form.mnemonic == mnemonic)
    held = one.operations[form.spelling]
    forms = held.forms | {variant_name(form): msgspec.structs.replace(held.forms[variant_name(form)], **{field: axes})}
    return with_digest(one, operations=one.operations | {
        form.spelling: msgspec.structs.replace(held, forms=forms)})


def test_passing_forms_avoid_refused_features():
    one = sample_certificate("gfx1100", turns=("pass", "fail", "unsupported", "not exercised"))
    right = [n for n, form in enumerate(all_forms("gfx1100")) if one.operations[form.spelling].verdict == "pass"]
    assert usable_forms(one) == (tuple(right), ()) and 0 < len(right) < 0.4 * len(all_forms("gfx1100"))
    [(number, names)] = usable_forms(with_refused(one, all_forms("gfx1100")[right[0]].mnemonic,
                                                  {"clamp or omod": 3}))[1]
    assert number == right[0] and names == ("clamp", "omod")


def test_forms_that_fail_only_with_a_feature_are_used_without_it():
    one = sample_certificate("gfx1100", turns=("pass", "fail"))
    form = next(form for form in all_forms("gfx1100") if one.operations[form.spelling].verdict == "fail")
    forms, without = usable_forms(
        with_refused(one, form.mnemonic, {"vcc_hi": 2, "inline float or neg": 1}, "fails_with"))
    number = all_forms("gfx1100").index(form)
    assert {*forms} - {*usable_forms(one)[0]} == {number} and without == ((number, ("inline float", "neg", "vcc_hi")),)


@pytest.mark.parametrize("count", [MIN_LIMITED_FORMS - 1, MIN_LIMITED_FORMS])
def test_shared_limitations_apply_to_all_forms_of_an_encoding(count):
    one = sample_certificate("gfx1100", turns=("pass", "fail"))
    failing = [form for form in all_forms("gfx1100") if one.operations[form.spelling].verdict == "fail"]
    for form in [form for form in failing if variant_name(form) == "vop3"][:count]:
        one = with_refused(one, form.mnemonic, {"vcc_hi": 1}, "fails_with")
    left, names = dict(usable_forms(one)[1]), {form.mnemonic: variant_name(form) for form in all_forms("gfx1100")}
    assert {*left.values()} == {("vcc_hi",)}
    there = {all_forms("gfx1100")[number].mnemonic for number in left}
    assert {names[one] for one in there} == {"vop3"} and (len(there) > count) == (count == MIN_LIMITED_FORMS)


@pytest.fixture
def file(tmp_path):
    """The path of a gzipped certificate."""
    path = tmp_path / "one.json.gz"
    made = with_refused(sample_certificate("gfx1100", turns=("pass", "fail")), "v_cndmask_b32_e64", {"neg": 1})
    path.write_bytes(gzip.compress(msgspec.json.encode(made)))
    return path


def test_usable_forms_are_part_of_the_settings(file, tmp_path, capsys):
    words = ["fuzz", "--target", "model", "--arch", "gfx1100", "--count", "64", "--length", "4", "--jobs", "1",
             "--out", str(tmp_path / "out")]
    assert main([*words, "--passed", str(file)]) == 0
    opened = FuzzRun(tmp_path / "out" / FILE)
    options = opened.settings.options
    opened.close()
    whole = usable_forms(sample_certificate("gfx1100", turns=("pass", "fail")))[0]
    assert set(options.forms) == set(whole) and len(options.without) <= 1
    capsys.readouterr()
    assert main([*words, "--resume"]) == 2
    assert "other forms" in capsys.readouterr().err


CAMPAIGN = "fuzz --target model --count 9 --arch"


@pytest.mark.parametrize("words, said", [
    (f"{CAMPAIGN} gfx906 --passed FILE", "is for gfx1100, not for gfx906"),
    (f"{CAMPAIGN} gfx1100 --passed FILE.none", "No such file"),
    (f"{CAMPAIGN} gfx1100 --passed {__file__}", "no certificate of this version"),
    (f"{CAMPAIGN} gfx1100 --passed FILE --only FAILING", "passed among --only"),
    ("fuzz --report x --passed FILE", "--passed configures a new run"),
])
def test_unsuitable_certificates_are_refused(words, said, file, capsys):
    failing = list(sample_certificate("gfx1100").operations)[1]
    assert main(words.replace("FILE", str(file)).replace("FAILING", failing).split()) == 2
    assert said in capsys.readouterr().err
