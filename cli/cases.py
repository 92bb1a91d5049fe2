"""assay run, assay diff."""
from __future__ import annotations

import gc
import io
import json
import sys

import msgspec

from ..harness.case.case_types import Case, CaseError
from ..harness.execution.model_run import planned, run_outcome, run_planned, trace_line
from ..harness.execution.outcome import Outcome, invalid
from ..harness.targets import registry
from .common import BadUse, ended_by_signals, input_lines, load_cases, one_case, write_line

READ_AT_ONCE = 64                                # cases of a stream that are read before the first of them runs


def _verdict(outcome: Outcome) -> int:
    """Exit status one result asks for."""
    if outcome.status == "invalid" and not outcome.met:
        return 2
    passed = outcome.met if outcome.met is not None else outcome.status == "ok"
    return 0 if passed else 1


class _Changes:
    """Options that lie over every case."""

    def __init__(self, arguments):
        self.keys = {
            key: getattr(arguments, key)
            for key in ("policy", "schedule", "seed")
            if getattr(arguments, key) is not None
        }

    def __call__(self, case):
        return msgspec.structs.replace(case, **self.keys) if self.keys and isinstance(case, Case) else case


def _traced(case):
    """Runs a case on the model and writes a line an instruction, once the run is over."""
    steps = []
    outcome = run_outcome(case, trace=lambda step: steps.append(dict(step)))
    for step in steps:
        sys.stdout.write(json.dumps(trace_line(step, case.arch)) + "\n")
    sys.stdout.flush()
    return outcome


def _stream(changes) -> int:
    """Standard input to standard output, a batch as it arrives: the road for thousands of cases a second."""
    from .. import model  # noqa: F401
    status, out, number = 0, _buffered(sys.stdout.buffer), 0
    gc.freeze()                                  # what is loaded stays: only what cases leave is looked through
    for lines in input_lines():
        written = [(n, line) for n, line in enumerate(lines, number + 1) if line.strip()]
        number += len(lines)
        for first in range(0, len(written), READ_AT_ONCE):
            some = written[first:first + READ_AT_ONCE]
            for (n, _), plan in zip(some, planned([_changed(changes, line) for _, line in some])):
                outcome = run_planned(plan)
                if outcome.status == "invalid" and not outcome.name:
                    outcome.name = f"-:{n}"
                status = max(status, _verdict(outcome))
                out.write(outcome.to_json() + b"\n")
        out.flush()
    return status


def _buffered(stream):
    """A stream that collects what is written: PYTHONUNBUFFERED leaves a plain file there, and two calls a case."""
    return open(stream.fileno(), "wb", 1 << 16, closefd=False) if isinstance(stream, io.RawIOBase) else stream


def _changed(changes, line):
    from ..harness.case.case_types import parse
    try:
        return changes(parse(line)) if changes.keys else line
    except CaseError:
        return line                              # planned() meets the same error and says it


def _all_cases(names, changes):
    for name in names:
        if name == "-":
            number = 0
            for lines in input_lines():
                for line in lines:
                    number += 1
                    if line.strip():
                        yield f"-:{number}", _attempt(changes, line)
        else:
            for case in load_cases(name):
                yield name, changes(case)


def _attempt(changes, line):
    from ..harness.case.case_types import parse
    try:
        return changes(parse(line))
    except CaseError as error:
        return error


@ended_by_signals()
def run(arguments) -> int:
    """assay run."""
    changes = _Changes(arguments)
    if not arguments.target:
        return _on_model(arguments, changes)
    if arguments.trace:
        raise BadUse("--trace is of the model; leave --target out")
    return _on_target(arguments, changes)


def _on_model(arguments, changes) -> int:
    if arguments.case == ["-"] and not arguments.trace:
        return _stream(changes)
    status = 0
    for name, case in _all_cases(arguments.case, changes):
        outcome = (
            invalid(name, case)
            if isinstance(case, CaseError)
            else _traced(case)
            if arguments.trace
            else run_outcome(case)
        )
        write_line(outcome.to_json())
        status = max(status, _verdict(outcome))
    return status


def open_target(name: str):
    """The target of that name. Raises BadUse when there is none or it cannot run here."""
    try:
        return registry.open_target(name)
    except registry.TargetError as error:
        raise BadUse(str(error)) from None


def _on_target(arguments, changes) -> int:
    from ..harness.comparison.differential import run_on_target
    status = 0
    with open_target(arguments.target) as target:
        cases = (
            invalid(name, case) if isinstance(case, CaseError) else case
            for name, case in _all_cases(arguments.case, changes)
        )
        for outcome in run_on_target(target, cases):
            write_line(outcome.to_json())
            status = max(status, _verdict(outcome))
    return status


@ended_by_signals()
def diff(arguments) -> int:
    """assay diff."""
    from ..harness.comparison.differential import first_difference
    case = one_case(arguments.case)
    with open_target(arguments.target) as target:
        try:
            found = first_difference(case, target)
        except CaseError as error:
            raise BadUse(f"{arguments.case}: {error}") from None
    if arguments.json:
        print(json.dumps(found))
    else:
        print(found["text"])
    return 0 if found["verdict"] == "pass" else 1
