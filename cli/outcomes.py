"""assay outcomes: every result that the rules allow a case, each with an order that gives it."""
from __future__ import annotations

import json
import sys

from ..harness.case.case_types import CaseError
from ..harness.case.plan import Plan, resolve
from ..harness.execution import outcome_sets as sets
from ..harness.execution.model_run import Model, observed_of
from ..reports.export.certificate_text import many
from .common import ended_by_signals, load_cases


@ended_by_signals()
def outcomes(arguments) -> int:
    """Exit status: 0 every result was found, 1 the search was cut, 2 a case that cannot be run so."""
    status, model = 0, Model()
    for case in load_cases(arguments.case):
        try:
            if isinstance(case, CaseError):
                raise case
            plan = resolve(case)
            if plan.observed is None:
                plan.observed = observed_of(model.run(plan))
            found = sets.explore(plan, model, arguments.limit or 0)
        except CaseError as error:
            print(f"assay outcomes: {arguments.case}: {error}", file=sys.stderr)
            status = 2
            continue
        print(json.dumps(sets.to_dict(found, plan)) if arguments.json else "\n".join(told(found, plan)))
        status = max(status, 0 if found.whole else 1)
    return status


def told(found: sets.Outcomes, plan: Plan) -> list[str]:
    """The set in lines: what differs from result to result, and the order of each."""
    count = many(len(found.results), "result")
    lines = [f"{plan.case.name}: {count} in {many(found.runs, 'run')}, {many(found.states, 'state')}"]
    values = [shown(one.outcome) for one in found.results]
    differ = [key for key in (values[0] if values else {}) if any(other.get(key) != values[0][key] for other in values)]
    for number, (one, held) in enumerate(zip(found.results, values), 1):
        said = ", ".join(f"{key} = {held.get(key, '-')}" for key in differ) or one.outcome.status
        lines += ["", f"{number}. {said}", *(f"     {step}" for step in sets.text_of(one.order, plan))]
    if found.cut:
        lines += ["", f"There may be more: {found.cut}. --limit sets how many runs it may take."]
    return lines


def shown(outcome) -> dict[str, str]:
    """What a result holds, a name a value: scalars, lanes of vectors, dwords of memory and LDS; "open" where it is."""
    held = {"status": outcome.status + (f" ({outcome.text})" if outcome.text else "")}
    for number, wave in enumerate(outcome.waves):
        where = f"wave {number} " if len(outcome.waves) > 1 else ""
        for name, value in wave.scalars.items():
            held[where + name] = "open" if wave.open_scalars.get(name) else hex(value)
        for vector, row in wave.vectors.items():
            mask = wave.open_vectors.get(vector, 0)
            for lane, value in enumerate(row.tolist()):
                held[f"{where}v{vector}[{lane}]"] = "open" if mask >> lane & 1 else hex(value)
    for name, data, opened in [(one.name, one.data, one.open) for one in outcome.memory] + [
            ("lds", data, b"") for data in outcome.lds]:
        for at in range(0, len(data), 4):
            word = int.from_bytes(data[at:at + 4], "little")
            held[f"{name}+{at:#x}"] = "open" if any(opened[at:at + 4]) else hex(word)
    return held
