"""What a target refuses is refused by axis, and hides nothing: plain encodings come first, whatever the seed."""
import pytest

from ...generators.form_coverage import planner
from ...generators.instructions import case_sampler, form_selection
from ...harness.targets.process_target import ProcessTarget
from ...harness.targets.template import LANGUAGES
from ...harness.targets.template.test_template import build_template
from ..certification import form_runner
from ..certification.test_claims import open_restricted_target
from ..export.certificate_text import feature_text
from .refusals import Refusals, axis_of, names_of, told_apart

UNSUPPORTED = "return {{'status': 'unsupported', 'text': 'no'}}"


def refusing(what, then=""):
    """A target that refuses cases of which `what` holds, and has a defect in the rest, if any."""
    return open_restricted_target({}, f"if {what}: {UNSUPPORTED.replace('{{', '{').replace('}}', '}')}\n    {then}")


def quick(target, only, seed, arch="gfx1100", full=False):
    return form_runner.certify_forms(target, arch, form_selection.select_forms(only, [arch])[arch], seed, not full)


WRONG = """out = result_body(model.run(plan))
    for wave in out["waves"]:
        for name, row in wave["registers"].items():
            if name[0] == "v" and isinstance(row, bytes): wave["registers"][name] = bytes(b ^ 64 for b in row)
    return out"""


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_who_refuses_omod_is_still_asked_for_the_rest(seed):
    """D-81: the defect in the plain form is found whatever the seed."""
    with refusing("any('mul:' in t or 'div:' in t for t in texts)", WRONG) as target:
        found = quick(target, "vop3:v_add_f64,vop3:v_mul_f32,vop3:v_fma_f16", seed)
    assert {one.verdict for one in found} == {"fail"}


@pytest.mark.parametrize(
    "what, axis",
    [
        ("any('mul:' in t or 'div:' in t for t in texts)", "omod"),
        ("any('clamp' in t for t in texts)", "clamp"),
        ("any(s.scalars.get('mode', DEFAULT) != DEFAULT for s in states)", "MODE"),
        ("plan.wave == 64", "wave64"),
        ("len(plan.code) > 8", "literal"),
    ],
)
def test_the_axis_is_named_and_the_rest_certified(what, axis):
    with refusing(what) as target:
        found = quick(target, "vop3:v_add_f32,vop3:v_mul_f32", 1, full=True)
    for one in found:
        assert one.verdict == "pass" and one.passed > 20, (one.verdict, one.causes)
        assert max(one.refused, key=one.refused.get) == axis, one.refused
        assert one.unsupported < 48                    # with those in flight
        assert one.states >= 2000


def test_a_target_that_refuses_all_of_a_form_is_not_asked_for_ever():
    with refusing("True") as target:
        found = quick(target, "vop3:v_add_f32", 1, full=True)
    assert found[0].verdict == "unsupported" and found[0].cases <= form_runner.MAX_REFUSED_ENCODINGS + 1


@pytest.fixture(scope="module", params=LANGUAGES)
def template(request, tmp_path_factory):
    """An adapter as `assay adapter new` writes it: moves of 0 to 64 to SGPRs and VGPRs, on one wave at a time."""
    with ProcessTarget("toy", build_template(request.param, tmp_path_factory.mktemp(request.param))) as target:
        yield target


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("arch", ["gfx906", "gfx1100"])
def test_a_template_passes_what_it_has(template, arch, full, seed):
    """Its refusals of a first encoding stand for that encoding, not for the form."""
    scalar, vector = quick(template, "sop1:s_mov_b32,vop1:v_mov_b32", seed, arch, full)
    for one in (scalar, vector):
        assert one.verdict == "pass" and one.passed >= 4, (one.causes, one.refused)
        assert not {"inline", "wave32", "wave64", "sgpr written"} & set(one.refused), one.refused
    if full:
        assert {"sgpr", "literal"} <= set(scalar.refused) and {"vgpr", "sgpr", "literal"} <= set(vector.refused)
        assert any(axis.endswith("written") for axis in scalar.refused) and vector.states > 500


def test_one_wave_after_another_counts_one_encoding():
    """A target of one wave that refuses a form is asked for as many encodings as any other, with one wave of each."""
    with open_restricted_target({"features": ["state", "registers"]}, UNSUPPORTED.format()) as target:
        found = quick(target, "vop1:v_mov_b32", 1, full=True)[0]
    assert found.verdict == "unsupported"
    assert found.cases == planner.WAVES_PER_CASE + form_runner.MAX_REFUSED_ENCODINGS - 1, found.cases


def test_nobody_who_may_be_to_blame_is_left_out():
    """Of a campaign of what passes all suspects are left out, so the one that is refused must be among them."""
    class Case:
        tags, wave, mode = {"abs", "clamp", "neg", "omod", "src0=vcc"}, 64, "default"
    one = Refusals({"MODE default", "wave64"}, any_ran=True)
    assert one.refused(Case()) == []
    said, = one.told()
    assert said == "abs or clamp or neg or omod or vcc" and feature_text(said) == "abs or clamp or neg or 2 others"
    assert feature_text("abs or clamp or neg or omod") == "abs or clamp or neg or omod"


def test_blame_needs_a_case_that_ran():
    """Two suspects stay two until one of them is seen to run; one alone is not to blame before anything ran."""
    class Case:
        wave, mode, hits = 32, "default", None

        def __init__(self, *tags):
            self.tags = set(tags)
    one = Refusals({"MODE default", "wave32"})
    assert one.refused(Case("clamp")) == [] and one.ran(Case()) == ["clamp"]
    one = Refusals()
    assert one.refused(Case("clamp", "omod")) == [] and one.told() == {"clamp or omod or wave32": 1}
    assert one.ran(Case()) == [] and one.ran(Case("clamp")) == ["omod"] and one.told() == {"omod": 1}


@pytest.mark.parametrize(
    "tag, axis",
    [("omod=2", "omod"), ("neg1", "neg"), ("src0=literal", "literal"), ("MODE flush", "MODE"), ("wave64", "wave64"),
     ("op_sel_hi0=0", "op_sel_hi"), ("row_shr", "row_shr"), ("exec_lo written", "exec_lo written"),
     ("ssrc0=inline negative", "inline negative")],
)
def test_axes_are_tags_without_their_operand(tag, axis):
    assert axis_of(tag) == axis


CLAMPED = WRONG.replace("\n", "\n    if not any('clamp' in t for t in texts): return out\n", 1)


def test_what_fails_with_one_modifier_alone_is_told():
    """Of a form that is wrong everywhere, or for its values, nothing is."""
    with open_restricted_target({}, CLAMPED) as target:
        [one] = quick(target, "vop3:v_add_f32", 1, full=True)
    assert all("clamp" in axis for axis in one.fails_with) and sum(one.fails_with.values()) == one.failed > 0
    with open_restricted_target({}, WRONG) as target:
        [one] = quick(target, "vop3:v_add_f32", 1, full=True)
    assert one.failed and not one.fails_with


FORM = next(form for form in case_sampler.all_forms("gfx906") if form.mnemonic == "v_min3_u32")
PLAIN, CLAMP, HIGH = {"src0=vgpr"}, {"src0=vgpr", "clamp"}, {"src0=vcc_hi"}


@pytest.mark.parametrize("right, wrong, found", [
    ([PLAIN] * 6, [CLAMP] * 2, {"clamp": 2}),
    ([PLAIN] * 5, [CLAMP] * 2, {}),                                      # too few without it
    ([PLAIN] * 6, [CLAMP, PLAIN], {}),                                   # without it, too
    ([PLAIN] * 6 + [CLAMP], [CLAMP], {}),                                # it passes as often
    ([PLAIN] * 6 + [CLAMP], [CLAMP] * 5, {"clamp": 5}),
    ([{"src0=literal"}] * 6, [PLAIN] * 2, {}),                           # wherever values vary
    ([PLAIN] * 6, [CLAMP | HIGH], {"clamp or vcc_hi": 1}),
    ([PLAIN] * 6, [CLAMP, CLAMP | HIGH], {"clamp": 2}),
    ([PLAIN] * 6 + [{"src1=vcc_hi"}], [HIGH, {"src1=vcc_hi"}], {"vcc_hi": 2}),
    ([PLAIN] * 6, [], {}),
    ([], [CLAMP], {}),
])
def test_only_what_leaves_enough_that_passes_is_told_apart(right, wrong, found):
    right, wrong = ([(tags, 64, ("default",)) for tags in some] for some in (right, wrong))
    assert told_apart(FORM, right, wrong, 6) == found


def test_mode_is_nothing_that_one_form_can_be_without():
    assert told_apart(FORM, [(PLAIN, 64, ("default",))] * 6, [(PLAIN, 64, ("flush",))], 6) == {}
    assert told_apart(FORM, [(PLAIN, 32, ("default",))] * 6, [(PLAIN, 64, ("default",))], 6) == {"wave64": 1}


def test_names_are_the_axes_one_by_one():
    assert names_of({"a combination": 4}) == ()
    assert names_of({"exec_hi or literal": 1, "vcc_lo written": 2}) == ("exec_hi", "literal", "vcc_lo written")
