"""assay fuzz: a campaign of streams, and its report."""
from __future__ import annotations

import contextlib
import os
import re
import sys
import time
from pathlib import Path

from .argument_checks import idle
from .common import BadUse, certificate_of

LINE_SECONDS = 5.0                                   # between lines of progress off a terminal
LENGTHS = "1-200"
OF_CAMPAIGNS = ("target", "arch", "minutes", "count", "length", "seed", "jobs", "dask", "profile", "only",
                "passed", "case_seconds", "out", "resume", "illegal", "shrink_seconds")


def fuzz(arguments) -> int:
    """assay fuzz."""
    from ..harness.targets.target_error import TargetError
    from ..reports.fuzzing.run_database import CampaignError
    try:
        if arguments.report:
            idle(arguments, OF_CAMPAIGNS, "is of a campaign that runs; --report only tells what one found")
            return report(Path(arguments.report), arguments.cases)
        idle(arguments, ["cases"], "needs --report FILE, the campaign that they are of")
        return campaign(arguments)
    except (TargetError, CampaignError) as error:
        raise BadUse(str(error)) from None


def campaign(arguments) -> int:
    """Begins or goes on."""
    from ..generators.programs.program_settings import Options
    from ..reports.certification.output_paths import file_stem
    from ..reports.fuzzing import dask_backend, fuzz_run as fuzzing
    from ..reports.fuzzing.run_database import FILE, Campaign
    needed(arguments)
    if arguments.dask:
        idle(arguments, ["jobs"], "is of this machine; the cluster of --dask has its own workers")
    forms, without = chosen(arguments)
    options = Options(arguments.arch, arguments.seed, lengths(arguments.length), forms, without=without)
    about = fuzzing.about_of(arguments.target, options, arguments.illegal, arguments.profile)
    out = Path(arguments.out or Path("build/fuzz") / file_stem(arguments.target, arguments.arch))
    with dask_backend.cluster(arguments.dask) if arguments.dask else contextlib.nullcontext() as client:
        return carried(arguments, Campaign(out / FILE, about, arguments.resume), client)


def carried(arguments, opened, client) -> int:
    """An open campaign is carried on, by the workers of a Dask `client` where there is one."""
    from ..reports.fuzzing import dask_backend, fuzz_run as fuzzing
    from ..reports.fuzzing.triage import tell_apart
    until = time.time() + 60 * arguments.minutes if arguments.minutes else 0
    stopped = False
    try:
        with ticking(opened.programs()) as tick:
            limits = arguments.count, until, arguments.case_seconds, tick
            if client:
                dask_backend.Campaigner(opened, client, *limits).run()
            else:
                fuzzing.Fuzzer(opened, arguments.jobs or os.cpu_count() or 1, *limits).run()
        if arguments.shrink_seconds:
            tell_apart(opened, arguments.shrink_seconds, limit=arguments.case_seconds)
    except KeyboardInterrupt:
        stopped = True
    failed = show(opened)
    opened.close()
    if stopped:
        print("assay fuzz: stopped; the same command with --resume goes on", file=sys.stderr)
        return 130
    return 1 if failed else 0


def needed(arguments) -> None:
    """What has to be given."""
    for name in ("target", "arch"):
        if not getattr(arguments, name):
            raise BadUse(f"--{name} is needed, or --report FILE for what is there")
    if arguments.count is None and not arguments.minutes:
        raise BadUse("give --minutes M or --count N: how long it shall run")


def lengths(text: str) -> tuple[int, int]:
    """N or LOW-HIGH -> (least, most) instructions."""
    found = re.fullmatch(r"(?:(\d{1,4})-)?(\d{1,4})", text)
    low, high = (int(found[1] or found[2]), int(found[2])) if found else (0, 0)
    if not 1 <= low <= high <= 1000:
        raise BadUse(f"--length {text}: a number, or two such as {LENGTHS}; from 1 to 1000")
    return low, high


def chosen(arguments) -> tuple:
    """(the forms that --only and --passed choose, None for all; what is left out of some of them)"""
    from ..generators.instructions.case_sampler import forms_of as every
    from ..generators.programs import instruction_templates as templates
    from ..reports.fuzzing.passing_forms import passed
    forms = forms_of(arguments)
    if arguments.passed is None:
        return forms, ()
    certificate = certificate_of(arguments.passed)
    if certificate.arch != arguments.arch:
        raise BadUse(f"--passed {arguments.passed}: is for {certificate.arch}, not for {arguments.arch}")
    right, without = passed(certificate)
    left = tuple(n for n in right if forms is None or n in forms)
    if not any(templates.reason_out(every(arguments.arch)[n]) is None for n in left):
        raise BadUse(f"--passed {arguments.passed}: nothing that streams have passes there"
                     + (f" of --only {arguments.only}" if arguments.only else ""))
    return left, without


def forms_of(arguments) -> tuple[int, ...] | None:
    """The forms that --only chooses, None for all."""
    from ..generators.instructions import form_selection
    from ..generators.instructions.case_sampler import forms_of as every
    from ..generators.programs import instruction_templates as templates
    if arguments.only is None:
        return None
    try:
        chosen = form_selection.chosen(arguments.only, [arguments.arch])[arguments.arch]
    except form_selection.SelectError as error:
        raise BadUse(str(error)) from None
    forms = every(arguments.arch)
    if not any(templates.reason_out(forms[n]) is None for n in chosen):
        raise BadUse(f"--only {arguments.only}: streams have none of these: {templates.reason_out(forms[chosen[0]])}")
    return chosen


@contextlib.contextmanager
def ticking(before: int):
    """Progress on standard error; yields what is called with (programs, failures) done since the last call."""
    began, done, failed, said = time.monotonic(), 0, 0, time.monotonic()

    def line() -> str:
        spent = max(time.monotonic() - began, 1e-3)
        return f"{before + done:,} programs, {failed:,} fail, {done / spent:,.0f} a second, {spent:.0f} s"
    if sys.stderr.isatty():
        from rich.console import Console
        with Console(stderr=True).status("fuzz") as status:
            def shown(programs: int, failures: int) -> None:
                nonlocal done, failed
                done, failed = done + programs, failed + failures
                status.update(line())
            yield shown
        return

    def tick(programs: int, failures: int) -> None:
        nonlocal done, failed, said
        done, failed = done + programs, failed + failures
        if time.monotonic() - said >= LINE_SECONDS:
            said = time.monotonic()
            print(f"fuzz: {line()}", file=sys.stderr, flush=True)
    yield tick


def report(path: Path, cases: str | None) -> int:
    """assay fuzz --report; `cases`: the folder that the smallest programs go to."""
    import msgspec

    from ..reports.fuzzing.run_database import Campaign
    from ..reports.fuzzing.triage import defects
    opened = Campaign(path)
    try:
        for number, one in enumerate(defects(opened) if cases else ()):
            Path(cases or ".").mkdir(parents=True, exist_ok=True)
            data = msgspec.json.format(msgspec.json.encode(one.case), indent=1)
            (Path(cases or ".") / f"defect-{number}.case.json").write_bytes(data)
        return 1 if show(opened) else 0
    finally:
        opened.close()


def show(opened) -> bool:
    """Prints what a campaign found -> whether the target failed."""
    from ..reports.fuzzing.findings_report import lines
    text, failed = lines(opened)
    print("\n".join(text))
    return failed
