"""Each fast path gives the same result as the general path, on every instruction form."""
import pytest

from ...generators.form_coverage import planner
from ...generators.form_coverage.wave_batch import to_case
from ...generators.instructions import case_sampler
from ...spec import CERTIFIED
from ..case.case_types import CaseError
from ..case.plan import resolve
from . import curated_faults
from .mutant_library import ALL_FAST_PATHS, FaultyModel

CASES_PER_FORM = 3


def form_cases(form):
    """Return the first generated cases of a form, with one wave and with many."""
    plans = planner.make_planner(form, 1, quick=True)
    for number in range(CASES_PER_FORM):
        if plans.done:
            return
        try:
            planned = plans.next()
            yield resolve(to_case(planned, f"{form.mnemonic} {number}"))
        except (case_sampler.NoCase, CaseError):
            continue
        plans.passed(planned.hits)


def comparable_outcome(outcome):
    """All fields of an outcome, comparable with ==."""
    waves = [(wave.scalars, {n: row.tobytes() for n, row in wave.vectors.items()}, wave.undefined_scalars,
              wave.undefined_vectors,
              wave.tolerances) for wave in outcome.waves]
    memory = [(region.name, region.data, region.undefined) for region in outcome.memory]
    return outcome.status, outcome.text, outcome.pc, outcome.instructions, outcome.findings, waves, memory, outcome.lds


@pytest.mark.long
@pytest.mark.parametrize("arch", CERTIFIED)
def test_fast_paths_give_the_results_of_the_general_path(arch):
    general, fast = (FaultyModel(curated_faults.library(), number) for number in (0, ALL_FAST_PATHS))
    case_count = difference_count = 0
    for form in case_sampler.all_forms(arch):
        for plan in form_cases(form):
            case_count += 1
            if comparable_outcome(general.run(plan)) != comparable_outcome(fast.run(plan)):
                difference_count += 1
                print(f"{plan.case.name} on {arch}")
    assert case_count > 2000 and not difference_count
