"""assay launch and assay check: run compiled kernels on the model."""
from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ..harness.comparison.case_run import run_outcome
from ..harness.execution.model_run import MAX_RESIDENT_WAVES, Model
from .argument_checks import check_output_files, reject_options
from .common import BadUse, counter, file_errors, write_line

LAUNCH_OPTIONS = ("arch", "kernel", "grid", "group", "arg", "limit", "stack", "lds")
POLL_INTERVAL_S = 0.1


def _parse_size(text: str, option: str) -> tuple:
    """(x, y, z) from one to three counts; a count that is not given is 1.  Raises BadUse."""
    try:
        numbers = [int(part, 0) for part in text.split(",")]
    except ValueError:
        numbers = []
    if not 1 <= len(numbers) <= 3 or any(n < 1 for n in numbers):
        raise BadUse(f"{option} {text}: give one to three counts of work-items, such as 256,1,1")
    return tuple(numbers + [1] * (3 - len(numbers)))


def _launch_model(jobs: int) -> Model:
    """A model for cases whose result has no registers; `jobs` processes divide the work-groups."""
    if jobs == 1:
        return Model(recorded_waves=MAX_RESIDENT_WAVES)
    from ..harness.execution.parallel_groups import ParallelModel
    return ParallelModel(jobs)


def _run_long_case(case, jobs: int = 1):
    """Run a case that may take minutes; show its instruction count on a terminal.

    Ctrl-C stops the run; its result so far is returned."""
    model, stopping = _launch_model(jobs), False
    with ThreadPoolExecutor(1) as executor, counter("instructions") as show:
        result = executor.submit(run_outcome, case, model)   # a thread, so that this one gets signals
        while True:
            try:
                if stopping:
                    model.stop_run()
                show(model.progress())
                return result.result(timeout=POLL_INTERVAL_S)
            except TimeoutError:
                continue
            except KeyboardInterrupt:
                stopping = True


def _read_command_stream(path: str) -> str:
    """The hex bytes of a command stream in a file of binary dwords or of hex text.  Raises BadUse."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise BadUse(f"--pm4 {path}: {error.strerror}") from None
    if not data.isascii() or b"\0" in data:
        return data.hex()
    try:
        return b"".join(int(word, 16).to_bytes(4, "little") for word in data.split()).hex()
    except (ValueError, OverflowError):
        raise BadUse(f"--pm4 {path}: is text, but not hex dwords such as 0xc0001000") from None


def _launch_stream(arguments) -> int:
    """Run `assay launch CASE --pm4 FILE`."""
    from ..harness.case.case_types import CaseError, case_to_dict, parse_case
    reject_options(arguments, (*LAUNCH_OPTIONS, "dump", "jobs"),
                   "applies to compiled kernels; with --pm4 the case and the stream define it")
    try:
        case = parse_case(Path(arguments.file).read_bytes())
    except OSError as error:
        raise BadUse(f"{arguments.file}: {error.strerror}") from None
    except CaseError as error:
        raise BadUse(f"{arguments.file}: {error}; --pm4 needs a case in JSON") from None
    outcome = _run_long_case(case_to_dict(case) | {"packets": _read_command_stream(arguments.pm4)}
                             | _order_keys(arguments))
    outcome.waves = []
    write_line(outcome.to_json())
    return 2 if outcome.status == "invalid" else 0 if outcome.status == "ok" and outcome.met is not False else 1


def launch_case(path: str, arguments) -> dict:
    """The launch of a kernel as a case.  Raises BadUse."""
    from ..harness.code_objects import kernel_launch
    values = {key: getattr(arguments, key, None) for key in ("arch", "limit", "stack", "lds")}
    options = {key: value for key, value in values.items() if value is not None}
    try:
        sizes = {option: _parse_size(getattr(arguments, option), f"--{option}") for option in ("grid", "group")}
        file = kernel_launch.open_code_object(path, options.get("arch"))
        case = kernel_launch.launch_case(file, kernel=arguments.kernel, args=arguments.arg, **sizes, **options)
        for remark in kernel_launch.ignored_argument_remarks(file, arguments.kernel):
            print(f"note: {remark}", file=sys.stderr)
    except kernel_launch.LaunchError as error:
        raise BadUse(str(error)) from None
    except (ValueError, OSError) as error:
        raise BadUse(f"{path}: {str(error).removeprefix(f'{path}: ')}") from None
    return case


def require_sizes(arguments) -> None:
    """Raise BadUse if --grid or --group is missing."""
    for option in ("grid", "group"):
        if getattr(arguments, option) is None:
            raise BadUse(f"--{option} is required: counts of work-items, such as 256,1,1")


def _run_kernel(arguments):
    """Prepare and run the kernel, print the result without registers, and return it."""
    from ..harness.code_objects import kernel_launch
    case = launch_case(arguments.file, arguments) | _order_keys(arguments)
    try:
        dumps = kernel_launch.parse_dump_requests({buffer["name"] for buffer in case["memory"]}, arguments.dump)
    except kernel_launch.LaunchError as error:
        raise BadUse(str(error)) from None
    check_output_files([("--dump", path) for _, path in dumps], [arguments.file])    # a dump may be an argument file
    outcome = _run_long_case(case, arguments.jobs)
    outcome.waves = []
    write_line(outcome.to_json())
    memory = {buffer.name: buffer.data for buffer in outcome.memory}
    for name, path in dumps:
        if name in memory:                           # an invalid case has none
            with file_errors(path):
                Path(path).write_bytes(memory[name])
    return outcome


def _order_keys(arguments) -> dict:
    """The given options that select the order of waves and results, as keys of a case."""
    return {key: value for key in ("policy", "schedule", "seed") if (value := getattr(arguments, key)) is not None}


def launch(arguments) -> int:
    """Run `assay launch`."""
    if arguments.pm4:
        return _launch_stream(arguments)
    require_sizes(arguments)
    outcome = _run_kernel(arguments)
    return 2 if outcome.status == "invalid" else 0 if outcome.status == "ok" else 1


def check(arguments) -> int:
    """Run `assay check`: status 1 on an error or race finding or a status other than ok."""
    outcome = _run_kernel(arguments)
    findings = [finding for finding in outcome.findings if finding["kind"] in ("error", "race")]
    for finding in findings:
        print("{kind}: {rule}: wave {wave} at {pc}: {text}".format(**finding), file=sys.stderr)
    if outcome.status == "invalid":
        return 2
    return 1 if findings or outcome.findings_dropped or outcome.status != "ok" else 0
