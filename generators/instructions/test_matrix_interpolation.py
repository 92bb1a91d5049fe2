"""Cases of matrices and interpolation are programs the manual defines: they run, break no rule, and leave something to
compare."""
import pytest

from ...harness.case.case_types import parse_case
from ...harness.comparison.case_run import run_outcome
from . import matrix_interpolation, case_sampler
from .instruction_case import to_case

FORMS = [
    f
    for arch in ("gfx906", "gfx1100")
    for f in case_sampler.all_forms(arch)
    if f.op.shape == "matrix" or f.layout in (*matrix_interpolation.LAYOUTS, "vinterp")
]
CASES = 12


@pytest.mark.parametrize("form", FORMS, ids=lambda f: f"{f.arch}-{f.mnemonic}")
def test_cases_are_defined(form):
    compared = observed = 0
    waves = set()
    for number in range(CASES):
        one = case_sampler.sample(form, number)
        outcome = run_outcome(parse_case(to_case(one, "case")))
        assert outcome.status == "ok", outcome.text
        assert [f["rule"] for f in outcome.findings if f["kind"] in ("error", "race")] == []
        compared, observed = compared + outcome.compared()[0], observed + outcome.compared()[1]
        waves.add(one.wave)
    assert 2 * compared > observed > 0
    assert waves == ({64} if form.arch == "gfx906" else {32, 64})


def test_number_of_forms():
    assert len(FORMS) == 24


@pytest.mark.parametrize(
    "kind, width, numbers",
    [
        ("f", 16, {-8: 0xC800, 0: 0, 1: 0x3C00, 3: 0x4200}),
        ("bf", 16, {1: 0x3F80, -1: 0xBF80}),
        ("f", 32, {5: 0x40A00000}),
    ],
)
def test_small_integers(kind, width, numbers):
    fraction = matrix_interpolation.FRACTION_BITS[kind, width]
    assert {n: matrix_interpolation.small_float(n, fraction, 15 if fraction == 10 else 127) for n in numbers} == numbers
