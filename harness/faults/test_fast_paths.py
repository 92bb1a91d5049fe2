"""Each fast path gives what the general path gives, on every instruction form."""
import pytest

from ...generators.form_coverage import planner
from ...generators.form_coverage.wave_batch import case_of
from ...generators.instructions import case_sampler
from ...spec import CERTIFIED
from ..case.case_types import CaseError
from ..case.plan import resolve
from . import curated_faults
from .mutant_library import ALL_FAST_PATHS, FaultyModel

CASES = 3                                              # of a form


def cases(form):
    """The first generated cases of a form, of one wave and of many."""
    plans = planner.make_planner(form, 1, quick=True)
    for number in range(CASES):
        if plans.done:
            return
        try:
            one = plans.next()
            yield resolve(case_of(one, f"{form.mnemonic} {number}"))
        except (case_sampler.NoCase, CaseError):
            continue
        plans.passed(one.hits)


def seen(outcome):
    """All that an outcome says."""
    waves = [(one.scalars, {n: row.tobytes() for n, row in one.vectors.items()}, one.open_scalars, one.open_vectors,
              one.bands) for one in outcome.waves]
    memory = [(one.name, one.data, one.open) for one in outcome.memory]
    return outcome.status, outcome.text, outcome.pc, outcome.instructions, outcome.findings, waves, memory, outcome.lds


@pytest.mark.long
@pytest.mark.parametrize("arch", CERTIFIED)
def test_fast_paths_give_what_the_general_path_gives(arch):
    general, fast = (FaultyModel(curated_faults.library(), number) for number in (0, ALL_FAST_PATHS))
    ran = differing = 0
    for form in case_sampler.forms_of(arch):
        for plan in cases(form):
            ran += 1
            if seen(general.run(plan)) != seen(fast.run(plan)):
                differing += 1
                print(f"{plan.case.name} on {arch}")
    assert ran > 2000 and not differing
