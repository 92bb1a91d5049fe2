"""assay run and assay diff."""
from __future__ import annotations

import gc
import io
import json
import sys

import msgspec

from ..harness.case.case_types import Case, CaseError
from ..harness.comparison.case_run import resolve_cases, run_outcome, run_resolved
from ..harness.execution.model_run import trace_record
from ..harness.execution.outcome import Outcome, invalid_outcome
from ..harness.targets import registry
from ..harness.targets.target_error import TargetError
from .common import BadUse, default_interrupt, input_lines, load_cases, single_case, write_line

CASES_PER_BATCH = 64                             # cases of a stream that are planned together


def _exit_status(outcome: Outcome) -> int:
    """The exit status for one result."""
    if outcome.status == "invalid" and not outcome.met:
        return 2
    passed = outcome.met if outcome.met is not None else outcome.status == "ok"
    return 0 if passed else 1


class _CaseOverrides:
    """The options that replace keys of every case."""

    def __init__(self, arguments):
        self.keys = {
            key: getattr(arguments, key)
            for key in ("policy", "schedule", "seed")
            if getattr(arguments, key) is not None
        }

    def __call__(self, case):
        return msgspec.structs.replace(case, **self.keys) if self.keys and isinstance(case, Case) else case


def _run_with_trace(case):
    """Run a case on the model, print a JSON line per instruction after the run, and return the outcome."""
    steps = []
    outcome = run_outcome(case, trace=lambda step: steps.append(dict(step)))
    for step in steps:
        sys.stdout.write(json.dumps(trace_record(step, case.arch)) + "\n")
    sys.stdout.flush()
    return outcome


def _run_stream(overrides) -> int:
    """Run the JSON Lines of standard input in batches, for thousands of cases per second.  Returns the exit status."""
    from .. import model  # noqa: F401
    status, out, number = 0, _buffered_stream(sys.stdout.buffer), 0
    gc.freeze()                                  # the collector then only scans objects of cases
    for lines in input_lines():
        numbered_lines = [(n, line) for n, line in enumerate(lines, number + 1) if line.strip()]
        number += len(lines)
        for first in range(0, len(numbered_lines), CASES_PER_BATCH):
            batch = numbered_lines[first:first + CASES_PER_BATCH]
            for (n, _), plan in zip(batch, resolve_cases([_apply_overrides(overrides, line) for _, line in batch])):
                outcome = run_resolved(plan)
                if outcome.status == "invalid" and not outcome.name:
                    outcome.name = f"-:{n}"
                status = max(status, _exit_status(outcome))
                out.write(outcome.to_json() + b"\n")
        out.flush()
    return status


def _buffered_stream(stream):
    """The stream with a buffer, which PYTHONUNBUFFERED removes from standard output."""
    return open(stream.fileno(), "wb", 1 << 16, closefd=False) if isinstance(stream, io.RawIOBase) else stream


def _apply_overrides(overrides, line):
    from ..harness.case.case_types import parse_case
    try:
        return overrides(parse_case(line)) if overrides.keys else line
    except CaseError:
        return line                              # resolve_cases() reports the same error


def _all_cases(names, overrides):
    for name in names:
        if name == "-":
            number = 0
            for lines in input_lines():
                for line in lines:
                    number += 1
                    if line.strip():
                        yield f"-:{number}", _parse_or_error(overrides, line)
        else:
            for case in load_cases(name):
                yield name, overrides(case)


def _parse_or_error(overrides, line):
    from ..harness.case.case_types import parse_case
    try:
        return overrides(parse_case(line))
    except CaseError as error:
        return error


@default_interrupt()
def run(arguments) -> int:
    """Run `assay run`."""
    overrides = _CaseOverrides(arguments)
    if not arguments.target:
        return _on_model(arguments, overrides)
    if arguments.trace:
        raise BadUse("--trace works only on the model; leave --target out")
    return _on_target(arguments, overrides)


def _on_model(arguments, overrides) -> int:
    if arguments.case == ["-"] and not arguments.trace:
        return _run_stream(overrides)
    status = 0
    for name, case in _all_cases(arguments.case, overrides):
        outcome = (
            invalid_outcome(name, case)
            if isinstance(case, CaseError)
            else _run_with_trace(case)
            if arguments.trace
            else run_outcome(case)
        )
        write_line(outcome.to_json())
        status = max(status, _exit_status(outcome))
    return status


def open_target(name: str):
    """The target called `name`.  Raises BadUse if it does not exist or cannot run here."""
    try:
        return registry.open_target(name)
    except TargetError as error:
        raise BadUse(str(error)) from None


def _on_target(arguments, overrides) -> int:
    from ..harness.comparison.differential import run_on_target
    status = 0
    with open_target(arguments.target) as target:
        cases = (
            invalid_outcome(name, case) if isinstance(case, CaseError) else case
            for name, case in _all_cases(arguments.case, overrides)
        )
        for outcome in run_on_target(target, cases):
            write_line(outcome.to_json())
            status = max(status, _exit_status(outcome))
    return status


@default_interrupt()
def diff(arguments) -> int:
    """Run `assay diff`: status 1 if target and model differ."""
    from ..harness.comparison.differential import first_difference
    case = single_case(arguments.case)
    with open_target(arguments.target) as target:
        try:
            difference = first_difference(case, target)
        except CaseError as error:
            raise BadUse(f"{arguments.case}: {error}") from None
    if arguments.json:
        print(json.dumps(difference))
    else:
        print(difference["text"])
    return 0 if difference["verdict"] == "pass" else 1
