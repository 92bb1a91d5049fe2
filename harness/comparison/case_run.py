"""Runs cases on the model from their text to a result, with expectations held against it."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ..case.case_types import Case, CaseError, parse
from ..case.plan import Plan, resolve
from ..execution import outcome_sets
from ..execution.model_run import Model
from ..execution.outcome import Outcome, invalid
from .expectations import evaluate

_model: Model | None = None


def finish(plan: Plan, outcome: Outcome) -> Outcome:
    """Adds `met` (and what is unmet) when the case has expectations; those that nothing can meet make it invalid."""
    if plan.case.expect is not None:
        try:
            outcome.unmet = evaluate(plan.case.expect, plan, outcome) or None
        except (CaseError, RecursionError) as error:
            return _refused(plan.case, plan.case.name, error)
        outcome.met = outcome.unmet is None
    return outcome


def _refused(case, name: str, error: CaseError | RecursionError) -> Outcome:
    """The result of a case that is wrong."""
    outcome = invalid(name, error if isinstance(error, CaseError) else CaseError("expect.any", "is nested too deeply"))
    if isinstance(case, Case) and case.expect is not None:
        outcome.met = case.expect.status == "invalid"
    return outcome


def complete(plan: Plan, outcome: Outcome, model: Model) -> Outcome:
    """Adds every other result the rules allow where the case asks for them."""
    if outcome_sets.asked(plan) and outcome.status != "invalid":
        if plan.observed is None:
            plan.observed = observed_of(outcome)
        outcome.allowed = outcome_sets.explore(plan, model)
    return outcome


def observed_of(outcome: Outcome) -> list[str]:
    """The register dwords an outcome holds: what others are asked for when the case does not say."""
    if not outcome.waves:
        return []
    return [*outcome.waves[0].scalars, *(f"v{number}" for number in outcome.waves[0].vectors)]


def run_outcome(case: Case | dict | bytes | str, model: Model | None = None, trace=None) -> Outcome:
    """Runs one case on the model -> Outcome; a case that is wrong gives status `invalid`, never an exception."""
    return run_planned(planned([case])[0], model, trace)


def run_planned(plan: Plan | Outcome, model: Model | None = None, trace=None) -> Outcome:
    """The same of a case that planned() has read."""
    global _model
    if isinstance(plan, Outcome):
        return plan
    if model is None:
        model = _model = _model or Model()
    try:
        return finish(plan, complete(plan, model.run(plan, trace), model))
    except (CaseError, RecursionError) as error:
        return _refused(plan.case, plan.case.name, error)


def planned(cases: Sequence[Case | dict | bytes | str]) -> list[Plan | Outcome]:
    """Each case ready to run, or the result of one that is wrong.  All are parsed before the first is resolved: what
    the host has just done it does again in half the time."""
    return [_attempted(resolve, case) for case in [_attempted(parse, case) for case in cases]]


def _attempted(step: Callable, case):
    """Apply a step to a case. A case that an earlier step refused stays refused."""
    if isinstance(case, Outcome):
        return case
    try:
        return step(case)
    except (CaseError, RecursionError) as error:
        return _refused(case, case.name if isinstance(case, Case) else "", error)


def run_case(case: Case | dict | bytes | str) -> dict:
    """Runs one case on the model -> the result as cases.md documents it, a dict of JSON values."""
    return run_outcome(case).to_dict()


def run_many(cases: Iterable) -> Iterator[dict]:
    """Runs cases one by one on the model, lazily; a wrong case gives an `invalid` result and the rest runs."""
    return (run_case(case) for case in cases)
