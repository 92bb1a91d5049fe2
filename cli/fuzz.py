"""assay fuzz: run random programs, and report the findings."""
from __future__ import annotations

import contextlib
import os
import re
import sys
import time
from pathlib import Path

from .argument_checks import reject_options
from .common import BadUse, read_certificate

PROGRESS_INTERVAL_S = 5.0                            # between lines of progress without a terminal
DEFAULT_LENGTHS = "1-200"
RUN_OPTIONS = ("target", "arch", "minutes", "count", "length", "seed", "jobs", "dask", "profile", "only",
               "passed", "case_seconds", "out", "resume", "illegal", "shrink_seconds")


def fuzz(arguments) -> int:
    """Run `assay fuzz`: start or resume a fuzz run, or report one."""
    from ..harness.targets.target_error import TargetError
    from ..reports.fuzzing.run_database import FuzzRunError
    try:
        if arguments.report:
            reject_options(arguments, RUN_OPTIONS, "configures a new run; --report only prints the findings of one")
            return report(Path(arguments.report), arguments.cases)
        reject_options(arguments, ["cases"], "needs --report FILE")
        return start(arguments)
    except (TargetError, FuzzRunError) as error:
        raise BadUse(str(error)) from None


def start(arguments) -> int:
    """Start or resume a fuzz run.  Returns the exit status."""
    from ..generators.programs.program_settings import Options
    from ..reports.certification.output_paths import file_stem
    from ..reports.fuzzing import dask_backend, fuzz_run
    from ..reports.fuzzing.run_database import FILE, FuzzRun
    check_required(arguments)
    if arguments.dask:
        reject_options(arguments, ["jobs"], "only applies to this machine; a Dask cluster has its own workers")
    forms, without = select_forms(arguments)
    options = Options(arguments.arch, arguments.seed, parse_length(arguments.length), forms, without=without)
    about = fuzz_run.run_settings(arguments.target, options, arguments.illegal, arguments.profile)
    out = Path(arguments.out or Path("build/fuzz") / file_stem(arguments.target, arguments.arch))
    with dask_backend.connected_client(arguments.dask) if arguments.dask else contextlib.nullcontext() as client:
        return run(arguments, FuzzRun(out / FILE, about, arguments.resume), client)


def run(arguments, opened, client) -> int:
    """Run an open fuzz run to its limit, shrink and print its findings.  Returns the exit status.

    `client`: the Dask client whose workers run the programs; None for processes of this machine."""
    from ..reports.fuzzing import dask_backend, fuzz_run
    from ..reports.fuzzing.triage import shrink_failures
    end_time = time.time() + 60 * arguments.minutes if arguments.minutes else 0
    interrupted = False
    try:
        with progress_counter(opened.program_count()) as tick:
            limits = arguments.count, end_time, arguments.case_seconds, tick
            if client:
                dask_backend.DaskFuzzer(opened, client, *limits).run()
            else:
                fuzz_run.Fuzzer(opened, arguments.jobs or os.cpu_count() or 1, *limits).run()
        if arguments.shrink_seconds:
            shrink_failures(opened, arguments.shrink_seconds, limit=arguments.case_seconds)
    except KeyboardInterrupt:
        interrupted = True
    failed = print_findings(opened)
    opened.close()
    if interrupted:
        print("assay fuzz: stopped; add --resume to the same command to continue", file=sys.stderr)
        return 130
    return 1 if failed else 0


def check_required(arguments) -> None:
    """Raise BadUse if an option that a fuzz run needs is missing."""
    for name in ("target", "arch"):
        if not getattr(arguments, name):
            raise BadUse(f"--{name} is required to run; --report FILE prints a finished run")
    if arguments.count is None and not arguments.minutes:
        raise BadUse("give --minutes M or --count N, the length of the run")


def parse_length(text: str) -> tuple[int, int]:
    """(minimum, maximum) number of instructions from N or LOW-HIGH.  Raises BadUse."""
    match = re.fullmatch(r"(?:(\d{1,4})-)?(\d{1,4})", text)
    low, high = (int(match[1] or match[2]), int(match[2])) if match else (0, 0)
    if not 1 <= low <= high <= 1000:
        raise BadUse(f"--length {text}: give N or LOW-HIGH, such as {DEFAULT_LENGTHS}; from 1 to 1000")
    return low, high


def select_forms(arguments) -> tuple:
    """The instruction forms that --only and --passed select.

    Returns their indexes, None for all, and the modifiers and operands that some of them must not use."""
    from ..generators.instructions.case_sampler import all_forms
    from ..generators.programs import instruction_templates as templates
    from ..reports.fuzzing.passing_forms import usable_forms
    forms = forms_of_only(arguments)
    if arguments.passed is None:
        return forms, ()
    certificate = read_certificate(arguments.passed)
    if certificate.arch != arguments.arch:
        raise BadUse(f"--passed {arguments.passed}: is for {certificate.arch}, not for {arguments.arch}")
    passing, without = usable_forms(certificate)
    selected = tuple(n for n in passing if forms is None or n in forms)
    if not any(templates.exclusion_reason(all_forms(arguments.arch)[n]) is None for n in selected):
        raise BadUse(f"--passed {arguments.passed}: no instruction that programs can use passed"
                     + (f" among --only {arguments.only}" if arguments.only else ""))
    return selected, without


def forms_of_only(arguments) -> tuple[int, ...] | None:
    """The indexes of the instruction forms that --only selects, None for all.  Raises BadUse."""
    from ..generators.instructions import form_selection
    from ..generators.instructions.case_sampler import all_forms
    from ..generators.programs import instruction_templates as templates
    if arguments.only is None:
        return None
    try:
        selected = form_selection.select_forms(arguments.only, [arguments.arch])[arguments.arch]
    except form_selection.SelectError as error:
        raise BadUse(str(error)) from None
    forms = all_forms(arguments.arch)
    if not any(templates.exclusion_reason(forms[n]) is None for n in selected):
        raise BadUse(f"--only {arguments.only}: programs cannot use any of these: "
                     f"{templates.exclusion_reason(forms[selected[0]])}")
    return selected


@contextlib.contextmanager
def progress_counter(before: int):
    """Show progress on standard error.  `before`: programs of earlier runs.

    Yields a function to call with the numbers of programs and failures since its last call."""
    start_time, done, failed, last_line_time = time.monotonic(), 0, 0, time.monotonic()

    def line() -> str:
        elapsed = max(time.monotonic() - start_time, 1e-3)
        return f"{before + done:,} programs, {failed:,} failed, {done / elapsed:,.0f} per second, {elapsed:.0f} s"
    if sys.stderr.isatty():
        from rich.console import Console
        with Console(stderr=True).status("fuzz") as status:
            def update(programs: int, failures: int) -> None:
                nonlocal done, failed
                done, failed = done + programs, failed + failures
                status.update(line())
            yield update
        return

    def tick(programs: int, failures: int) -> None:
        nonlocal done, failed, last_line_time
        done, failed = done + programs, failed + failures
        if time.monotonic() - last_line_time >= PROGRESS_INTERVAL_S:
            last_line_time = time.monotonic()
            print(f"fuzz: {line()}", file=sys.stderr, flush=True)
    yield tick


def report(path: Path, cases: str | None) -> int:
    """Run `assay fuzz --report`.  `cases`: folder for the smallest failing programs, or None."""
    import msgspec

    from ..reports.fuzzing.run_database import FuzzRun
    from ..reports.fuzzing.triage import cluster_failures
    opened = FuzzRun(path)
    try:
        for number, defect in enumerate(cluster_failures(opened) if cases else ()):
            Path(cases or ".").mkdir(parents=True, exist_ok=True)
            data = msgspec.json.format(msgspec.json.encode(defect.case), indent=1)
            (Path(cases or ".") / f"defect-{number}.case.json").write_bytes(data)
        return 1 if print_findings(opened) else 0
    finally:
        opened.close()


def print_findings(opened) -> bool:
    """Print the findings of a fuzz run.  Returns whether the target failed."""
    from ..reports.fuzzing.findings_report import report_lines
    text, failed = report_lines(opened)
    print("\n".join(text))
    return failed
