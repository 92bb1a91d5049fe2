"""assay outcomes: every result that the rules allow for a case, each with a schedule that gives it."""
from __future__ import annotations

import json
import sys

from ..harness.case.case_types import CaseError
from ..harness.case.plan import Plan, resolve
from ..harness.comparison.case_run import outcome_registers
from ..harness.execution import allowed_outcomes
from ..harness.execution.model_run import Model
from ..harness.execution.outcome import AllowedOutcomes
from ..reports.export.certificate_text import quantity
from .common import default_interrupt, load_cases


@default_interrupt()
def outcomes(arguments) -> int:
    """Run `assay outcomes`: status 0 if the search is complete, 1 if it was cut, 2 if a case cannot be explored."""
    status, model = 0, Model()
    for case in load_cases(arguments.case):
        try:
            if isinstance(case, CaseError):
                raise case
            plan = resolve(case)
            if plan.observed is None:
                plan.observed = outcome_registers(model.run(plan))
            outcome_set = allowed_outcomes.find_allowed_outcomes(plan, model, arguments.limit or 0)
        except CaseError as error:
            print(f"assay outcomes: {arguments.case}: {error}", file=sys.stderr)
            status = 2
            continue
        if arguments.json:
            print(json.dumps(allowed_outcomes.allowed_outcomes_to_dict(outcome_set, plan)))
        else:
            print("\n".join(outcome_lines(outcome_set, plan)))
        status = max(status, 0 if outcome_set.complete else 1)
    return status


def outcome_lines(outcome_set: AllowedOutcomes, plan: Plan) -> list[str]:
    """Lines that list the results: the values in which they differ, and the schedule of each."""
    count = quantity(len(outcome_set.results), "result")
    lines = [f"{plan.case.name}: {count} in {quantity(outcome_set.runs, 'run')}, "
             f"{quantity(outcome_set.states, 'state')}"]
    values = [outcome_values(result.outcome) for result in outcome_set.results]
    differ = [key for key in (values[0] if values else {}) if any(other.get(key) != values[0][key] for other in values)]
    for number, (result, result_values) in enumerate(zip(outcome_set.results, values), 1):
        text = ", ".join(f"{key} = {result_values.get(key, '-')}" for key in differ) or result.outcome.status
        lines += ["", f"{number}. {text}",
                  *(f"     {step}" for step in allowed_outcomes.order_lines(result.order, plan))]
    if outcome_set.cut:
        lines += ["", f"There may be more: {outcome_set.cut}. --limit sets the maximum number of runs."]
    return lines


def outcome_values(outcome) -> dict[str, str]:
    """The values of a result by name: scalars, lanes of vectors, dwords of memory and LDS.

    A value with undefined bits is "open"."""
    values = {"status": outcome.status + (f" ({outcome.text})" if outcome.text else "")}
    for number, wave in enumerate(outcome.waves):
        where = f"wave {number} " if len(outcome.waves) > 1 else ""
        for name, value in wave.scalars.items():
            values[where + name] = "open" if wave.undefined_scalars.get(name) else hex(value)
        for vector, row in wave.vectors.items():
            mask = wave.undefined_vectors.get(vector, 0)
            for lane, value in enumerate(row.tolist()):
                values[f"{where}v{vector}[{lane}]"] = "open" if mask >> lane & 1 else hex(value)
    for name, data, opened in [(buffer.name, buffer.data, buffer.undefined) for buffer in outcome.memory] + [
            ("lds", data, b"") for data in outcome.lds]:
        for at in range(0, len(data), 4):
            word = int.from_bytes(data[at:at + 4], "little")
            values[f"{name}+{at:#x}"] = "open" if any(opened[at:at + 4]) else hex(word)
    return values
