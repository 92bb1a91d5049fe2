"""What a target refuses is refused by axis, and hides nothing: plain encodings come first, whatever the seed."""
import pytest

from ...generators.single import select
from ..certificate import grid
from ..certificate.test_claims import narrow
from .refusals import Refusals, axis_of

UNSUPPORTED = "return {{'status': 'unsupported', 'text': 'no'}}"


def refusing(what, then=""):
    """A target that refuses cases of which `what` holds, and has a defect in the rest, if any."""
    return narrow({}, f"if {what}: {UNSUPPORTED.replace('{{', '{').replace('}}', '}')}\n    {then}")


def quick(target, only, seed, arch="gfx1100", full=False):
    return grid.certify_forms(target, arch, select.chosen(only, [arch])[arch], seed, not full)


WRONG = """out = result_of(model.run(plan))
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
    assert found[0].verdict == "unsupported" and found[0].cases <= grid.REFUSED + 1


def test_blame_needs_a_case_that_ran():
    """Two suspects stay two until one of them is seen to run."""
    class Case:
        wave, mode = 32, "default"

        def __init__(self, *tags):
            self.tags = set(tags)
    one = Refusals()
    assert one.refused(Case("clamp", "omod")) == [] and one.told() == {"clamp or omod or wave32": 1}
    assert one.ran(Case()) == [] and one.ran(Case("clamp")) == ["omod"] and one.told() == {"omod": 1}


@pytest.mark.parametrize(
    "tag, axis",
    [("omod=2", "omod"), ("neg1", "neg"), ("src0=literal", "literal"), ("MODE flush", "MODE"), ("wave64", "wave64"),
     ("op_sel_hi0=0", "op_sel_hi"), ("row_shr", "row_shr")],
)
def test_axes_are_tags_without_their_operand(tag, axis):
    assert axis_of(tag) == axis
