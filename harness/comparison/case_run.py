"""Runs cases on the model, from their text to a result, and checks their expectations."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ..case.case_types import Case, CaseError, parse_case
from ..case.plan import Plan, resolve
from ..execution import allowed_outcomes
from ..execution.model_run import Model
from ..execution.outcome import Outcome, invalid_outcome
from .expectations import unmet_expectations

_model: Model | None = None


def check_expectations(plan: Plan, outcome: Outcome) -> Outcome:
    """Set `met` and `unmet` if the case has expectations. Expectations that no result can meet make it invalid."""
    if plan.case.expect is not None:
        try:
            outcome.unmet = unmet_expectations(plan.case.expect, plan, outcome) or None
        except (CaseError, RecursionError) as error:
            return _invalid_case(plan.case, plan.case.name, error)
        outcome.met = outcome.unmet is None
    return outcome


def _invalid_case(case, name: str, error: CaseError | RecursionError) -> Outcome:
    """Return the `invalid` outcome of a case with an error."""
    outcome = invalid_outcome(name, error
                              if isinstance(error, CaseError) else CaseError("expect.any", "is nested too deeply"))
    if isinstance(case, Case) and case.expect is not None:
        outcome.met = case.expect.status == "invalid"
    return outcome


def add_allowed_outcomes(plan: Plan, outcome: Outcome, model: Model) -> Outcome:
    """Add every other result that the rules allow if the case asks for them."""
    if allowed_outcomes.wants_allowed_outcomes(plan) and outcome.status != "invalid":
        if plan.observed is None:
            plan.observed = outcome_registers(outcome)
        outcome.allowed = allowed_outcomes.find_allowed_outcomes(plan, model)
    return outcome


def outcome_registers(outcome: Outcome) -> list[str]:
    """Return the names of the register dwords in an outcome: other targets must report these if the case names none."""
    if not outcome.waves:
        return []
    return [*outcome.waves[0].scalars, *(f"v{number}" for number in outcome.waves[0].vectors)]


def run_outcome(case: Case | dict | bytes | str, model: Model | None = None, trace=None) -> Outcome:
    """Run one case on the model. A case with an error gives an outcome of status `invalid`, not an exception."""
    return run_resolved(resolve_cases([case])[0], model, trace)


def run_resolved(plan: Plan | Outcome, model: Model | None = None, trace=None) -> Outcome:
    """Run one case that resolve_cases() has resolved; an Outcome is returned as it is."""
    global _model
    if isinstance(plan, Outcome):
        return plan
    if model is None:
        model = _model = _model or Model()
    try:
        return check_expectations(plan, add_allowed_outcomes(plan, model.run(plan, trace), model))
    except (CaseError, RecursionError) as error:
        return _invalid_case(plan.case, plan.case.name, error)


def resolve_cases(cases: Sequence[Case | dict | bytes | str]) -> list[Plan | Outcome]:
    """Return the plan of each case, or an `invalid` outcome. All cases are parsed before the first one is resolved.
    This is faster, because the code of each step stays in the host's caches."""
    return [_apply_step(resolve, case) for case in [_apply_step(parse_case, case) for case in cases]]


def _apply_step(step: Callable, case):
    """Apply a step to a case. If an earlier step refused the case, return its outcome."""
    if isinstance(case, Outcome):
        return case
    try:
        return step(case)
    except (CaseError, RecursionError) as error:
        return _invalid_case(case, case.name if isinstance(case, Case) else "", error)


def run_case(case: Case | dict | bytes | str) -> dict:
    """Run one case on the model. Return the result that cases.md documents, a dict of JSON values."""
    return run_outcome(case).to_dict()


def run_many(cases: Iterable) -> Iterator[dict]:
    """Run cases lazily, one by one, on the model. A case with an error gives an `invalid` result."""
    return (run_case(case) for case in cases)
