"""Run the operations that the manual executes on a given number of states: lanes for vector operations and vector
memory, waves for scalar operations. Certificates stop at 200 for scalar operations and at fewer for scalar memory and
moves of lanes; this test does not. The everyday run takes a few forms; ASSAY_STATES=2000 takes all, that many states
each."""
import os
import re
from collections import Counter, deque

import pytest

from ....generators.form_coverage import planner, single_wave_cases, wave_batch
from ....generators.instructions import case_sampler
from ....spec import CERTIFIED, load
from ...case.case_types import parse_case
from ...comparison.differential import pair_up
from ...execution.outcome import Outcome
from ..registry import open_target
from .testing_manual import M

ASKED = int(os.environ.get("ASSAY_STATES", 0))
STATES, EVERY = (ASKED, 1) if ASKED else (48, 80)        # every so manyth form
FORM = re.compile(r"(_e32|_e64)?(_dpp|_sdwa)?$")          # what a mnemonic says of the form
CASES = 2 * STATES + 40                                  # at most; some have another result where the rules leave one


def case_maker(form):
    """Return an object that makes cases of a form with the required number of states."""
    if planner.has_wave_batches(form):
        return planner.Planner(form, 7, states=STATES, max_cases=CASES)
    plan = single_wave_cases.Singles(form, 7, min_cases=1)
    plan.max_cases, plan.required_states, plan.states_left = CASES, STATES, STATES
    return plan


def cases_until_enough_states(plan, held: dict, pending: deque):
    """Yield cases of a form until those that passed have the required states, or there are no more cases."""
    for number in range(CASES):
        if held["states"] >= STATES:
            return
        try:
            one = plan.next()
        except case_sampler.NoCase:
            return
        pending.append(one.hits.states)
        yield parse_case(wave_batch.to_case(one, f"{plan.form.op.name}-{number}"))


def run_form(target, form) -> tuple[Counter, list]:
    """Run cases of a form on the target. Return (the number of states by verdict, the failed cases)."""
    held, pending, failed = Counter(), deque(), []
    for pair in pair_up(target, cases_until_enough_states(case_maker(form), held, pending)):
        states = pending.popleft()
        verdict = "illegal" if isinstance(pair, Outcome) else pair.comparison.verdict
        held[verdict] += states
        held["states"] += states * (verdict == "pass")
        if verdict == "fail":
            failed.append((pair.plan.case.name, pair.comparison.text))
    return held, failed


def executed_forms(arch):
    """Return forms of the operations that the manual executes, by the architecture's own names: at least one form for
    each operation."""
    known = {name for name, one in M.catalogue(arch).items() if one["status"] == "executed"}
    forms = [form for form in load().forms(arch) if FORM.sub("", form.mnemonic) in known]
    assert known == {FORM.sub("", form.mnemonic) for form in forms}
    return forms


@pytest.mark.parametrize("arch", CERTIFIED)
def test_operations_agree_with_the_manual_on_so_many_states(arch):
    short, failed, forms = {}, [], executed_forms(arch)[::EVERY]
    with open_target("manual") as target:
        for form in forms:
            held, wrong = run_form(target, form)
            failed += wrong
            if held["states"] < STATES:
                short[f"{form.op.name} {form.layout}"] = dict(held)
    print(f"{arch}: {len(forms)} forms, {len(forms) - len(short)} with {STATES} states; short: {short}")
    assert failed == [] and forms
    assert len(short) * 20 <= len(forms)                 # what cannot be compared, or has no case
