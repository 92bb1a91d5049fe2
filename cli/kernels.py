"""assay launch, assay check: compiled kernels on the model."""
from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ..harness.execution.model_run import AT_ONCE, Model, run_outcome
from .argument_checks import idle, places
from .common import BadUse, counter, named, write_line

LAUNCH = ("arch", "kernel", "grid", "group", "arg", "limit", "stack", "lds")    # options of what is launched
GLANCE = 0.1                                         # seconds between two looks at a run


def _triple(text: str, option: str) -> tuple:
    try:
        numbers = [int(part, 0) for part in text.split(",")]
    except ValueError:
        numbers = []
    if not 1 <= len(numbers) <= 3 or any(n < 1 for n in numbers):
        raise BadUse(f"{option} {text}: give one to three counts of work items, such as 256,1,1")
    return tuple(numbers + [1] * (3 - len(numbers)))


def _model(jobs: int) -> Model:
    """For cases whose registers are not shown."""
    if jobs == 1:
        return Model(kept=AT_ONCE)
    from ..harness.execution.group_shares import Shares
    return Shares(jobs)


def _patiently(case, jobs: int = 1):
    """Runs a case that may take minutes, with the count of its instructions on a terminal; Ctrl-C ends it with what is
    known."""
    model, stopping = _model(jobs), False
    with ThreadPoolExecutor(1) as other, counter("instructions") as show:
        result = other.submit(run_outcome, case, model)  # in a thread of its own, so that signals reach this one
        while True:
            try:
                if stopping:
                    model.stop()
                show(model.progress())
                return result.result(timeout=GLANCE)
            except TimeoutError:
                continue
            except KeyboardInterrupt:
                stopping = True


def _stream(path: str) -> str:
    """A dumped command stream, binary dwords or text of hex ones -> hex bytes."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise BadUse(f"--pm4 {path}: {error.strerror}") from None
    if not data.isascii() or b"\0" in data:
        return data.hex()
    try:
        return b"".join(int(word, 16).to_bytes(4, "little") for word in data.split()).hex()
    except (ValueError, OverflowError):
        raise BadUse(f"--pm4 {path}: is text, but not of hex dwords such as 0xc0001000") from None


def _launch_stream(arguments) -> int:
    """assay launch CASE --pm4 FILE."""
    from ..harness.case.case_types import CaseError, parse, to_dict
    idle(arguments, (*LAUNCH, "dump", "jobs"), "is of a compiled kernel; with --pm4 case and stream say it")
    try:
        case = parse(Path(arguments.file).read_bytes())
    except OSError as error:
        raise BadUse(f"{arguments.file}: {error.strerror}") from None
    except CaseError as error:
        raise BadUse(f"{arguments.file}: {error}; --pm4 runs over the code and memory of a case in JSON") from None
    outcome = _patiently(to_dict(case) | {"packets": _stream(arguments.pm4)} | _orders(arguments))
    outcome.waves = []
    write_line(outcome.to_json())
    return 2 if outcome.status == "invalid" else 0 if outcome.status == "ok" and outcome.met is not False else 1


def prepared(path: str, arguments) -> dict:
    """A kernel's launch as a case.  Raises BadUse."""
    from ..harness.code_objects import kernel_launch as preparation
    given = {key: getattr(arguments, key, None) for key in ("arch", "limit", "stack", "lds")}
    options = {key: value for key, value in given.items() if value is not None}
    try:
        sizes = {option: _triple(getattr(arguments, option), f"--{option}") for option in ("grid", "group")}
        file = preparation.opened(path, options.get("arch"))
        case = preparation.prepare(file, kernel=arguments.kernel, args=arguments.arg, **sizes, **options)
        for remark in preparation.remarks(file, arguments.kernel):
            print(f"note: {remark}", file=sys.stderr)
    except preparation.LaunchError as error:
        raise BadUse(str(error)) from None
    except (ValueError, OSError) as error:
        raise BadUse(f"{path}: {str(error).removeprefix(f'{path}: ')}") from None
    return case


def sized(arguments) -> None:
    """Raises BadUse where a launch has no sizes."""
    for option in ("grid", "group"):
        if getattr(arguments, option) is None:
            raise BadUse(f"--{option} is needed: counts of work items, such as 256,1,1")


def _run(arguments):
    """Prepares and runs the kernel -> result without registers."""
    from ..harness.code_objects import kernel_launch as preparation
    case = prepared(arguments.file, arguments) | _orders(arguments)
    try:
        dumped = preparation.dumps({one["name"] for one in case["memory"]}, arguments.dump)
    except preparation.LaunchError as error:
        raise BadUse(str(error)) from None
    places([("--dump", path) for _, path in dumped], [arguments.file])       # a buffer may go on into the next launch
    outcome = _patiently(case, arguments.jobs)
    outcome.waves = []
    write_line(outcome.to_json())
    memory = {one.name: one.data for one in outcome.memory}
    for name, path in dumped:
        if name in memory:                           # of a case that is invalid there is none
            with named(path):
                Path(path).write_bytes(memory[name])
    return outcome


def _orders(arguments) -> dict:
    """The keys of a case by which orders are chosen, as far as they are given."""
    return {key: value for key in ("policy", "schedule", "seed") if (value := getattr(arguments, key)) is not None}


def launch(arguments) -> int:
    """assay launch."""
    if arguments.pm4:
        return _launch_stream(arguments)
    sized(arguments)
    outcome = _run(arguments)
    return 2 if outcome.status == "invalid" else 0 if outcome.status == "ok" else 1


def check(arguments) -> int:
    """assay check: fails on a status other than ok and on any error or race finding."""
    outcome = _run(arguments)
    bad = [one for one in outcome.findings if one["kind"] in ("error", "race")]
    for one in bad:
        print(f"{one['kind']}: {one['rule']}: wave {one['wave']} at {one['pc']}: {one['text']}", file=sys.stderr)
    if outcome.status == "invalid":
        return 2
    return 1 if bad or outcome.findings_dropped or outcome.status != "ok" else 0
