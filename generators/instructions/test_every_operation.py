"""Every operation of the certified architectures has a meaning: a body, and an answer to a case of each form."""
import re

import pytest

from ...harness.comparison.case_run import run_outcome
from ...model.build import ROOT
from ...spec import CERTIFIED
from ...spec.bodies import row_bodies
from . import instruction_case, case_sampler

MODEL = ROOT / "model"


@pytest.mark.parametrize("arch", CERTIFIED)
def test_every_row_has_a_body(arch):
    rows = {form.op.name: form.op for form in case_sampler.all_forms(arch)}
    assert len(rows) > 1000 and [name for name, op in rows.items() if not row_bodies(op, MODEL)] == []


@pytest.mark.parametrize("arch", CERTIFIED)
def test_no_form_answers_unsupported(arch):
    """One case of each form that has a generator; of the others, which need a stage or registers of their own, the
    suites hold cases."""
    answers, ran, left = {}, set(), {}
    for form in case_sampler.all_forms(arch):
        try:
            outcome = run_outcome(instruction_case.to_case(case_sampler.sample(form, 2), form.mnemonic))
        except case_sampler.NoCase:
            left.setdefault(form.op.name, set()).add(form.mnemonic)
            continue
        ran.add(form.op.name)
        answers.setdefault(outcome.status, []).append(form.mnemonic)
    assert answers.pop("unsupported", []) == []
    assert len(answers["ok"]) > 1500
    suites = "".join(path.read_text() for path in (ROOT / "suites").rglob("*.s"))
    said = {name for name, words in left.items()
            if any(re.search(rf"^\s*{re.escape(word)}\b", suites, re.M) for word in words)}
    assert left.keys() - ran - said == set()
