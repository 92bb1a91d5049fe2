"""V_MIN of two NaNs on gfx906, where the texts of the two families choose different NaNs (docs/errata.md, E-105).

Without a declared choice the target passes under the tolerated difference nan.propagated; with a declared choice it
must obey the choice."""
import pytest

from ...case.assembler import assemble_lines
from ...case.choices import parse_choices
from ...comparison.differential import pair_up
from ..registry import open_target

FIRST, SECOND = {"f16": 0x7E01, "f32": 0x7FC00001}, {"f16": 0x7E02, "f32": 0x7FC00002}


def compared_pair(target, operation, a, b, mode):
    """Run v0 = operation(a, b) on the model and the target; return the compared Pair."""
    code = b"".join(assemble_lines("gfx906", 64, [f"{operation} v0, v1, v2"]))
    return next(pair_up(target, [{"assay": 1, "arch": "gfx906", "code": code.hex(), "state": {
        "v0": 0, "v1": a, "v2": b, "mode": mode}, "observe": {"registers": ["v0"]}}]))


@pytest.fixture(scope="module")
def manual():
    with open_target("manual") as target:
        yield target


@pytest.mark.parametrize("mode", [0x3F0, 0x1F0], ids=["ieee", "dx"])
@pytest.mark.parametrize("kind", ["f16", "f32"])
def test_second_nan_passes_as_a_tolerated_difference(manual, kind, mode):
    a, b = FIRST[kind], SECOND[kind]
    pair = compared_pair(manual, f"v_min_{kind}", a, b, mode)
    assert [int(outcome.waves[0].vectors[0][0]) for outcome in (pair.model, pair.target)] == [a, b]
    assert pair.comparison.verdict == "pass"
    assert {name: n for name, n in pair.comparison.leniencies.items() if n} == {"nan.propagated": 64}


@pytest.mark.parametrize("kind", ["f16", "f32"])
def test_number_wins_over_one_nan_without_tolerance(manual, kind):
    number = {"f16": 0x3C00, "f32": 0x3F800000}[kind]
    for a, b in ((FIRST[kind], number), (number, FIRST[kind])):
        pair = compared_pair(manual, f"v_min_{kind}", a, b, 0x3F0)
        assert int(pair.target.waves[0].vectors[0][0]) == number and pair.comparison.verdict == "pass"
        assert not any(pair.comparison.leniencies.values())


def test_second_nan_fails_if_the_first_is_declared():
    with open_target("manual", choices=parse_choices({"nan.propagated": "first"})) as target:
        pair = compared_pair(target, "v_min_f32", FIRST["f32"], SECOND["f32"], 0x3F0)
    assert pair.comparison.verdict == "fail" and not any(pair.comparison.leniencies.values())
