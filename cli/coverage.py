"""assay coverage: coverage of suites, cases, fuzz runs and compiled kernels, and the forms that kernels need."""
from __future__ import annotations

import os
from pathlib import Path

from .argument_checks import check_output_files
from .common import BadUse, read_certificate, default_interrupt, load_cases, file_errors, require_sources, progress

ELF_MAGIC, SQLITE_MAGIC = b"\x7fELF", b"SQLite format 3"


def coverage(arguments) -> int:
    """Run `assay coverage`: status 1 if the certificate does not cover every form and rule that the programs need."""
    if arguments.lcov:
        return _line_coverage(arguments)
    from ..reports.coverage import program_reach, ucis
    check_output_files([("--json", arguments.json), ("--ucis", arguments.ucis)],
           [*arguments.file, *filter(None, [arguments.certificate])])
    certificate = read_certificate(arguments.certificate) if arguments.certificate else None
    with default_interrupt():
        watcher = _watch_files(arguments)
    reach = watcher.reach
    if certificate and certificate.arch != reach.arch:
        raise BadUse(f"{arguments.certificate}: is for {certificate.arch}; these programs are for {reach.arch}")
    rules = program_reach.rules_by_verdict(reach, certificate) if certificate else {}
    if arguments.json:
        import msgspec
        with file_errors(arguments.json):
            Path(arguments.json).write_bytes(msgspec.json.format(msgspec.json.encode(reach, order="sorted")) + b"\n")
    if arguments.ucis:
        with file_errors(arguments.ucis):
            ucis.write_ucis(reach, Path(arguments.ucis))
    _print_reach(reach)
    if certificate is None:
        return 0
    covered = _print_missing(program_reach.uncovered(reach, certificate), rules)
    print(f"{arguments.certificate}: {certificate.target.name}: "
          + ("covers everything they need" if covered else "does not cover what they need"))
    return 0 if covered else 1


def _print_missing(missing: dict[str, list[str]], rules: dict[str, list[str]]) -> bool:
    """Print the forms that the certificate does not pass and its verdicts on the rules.  Returns whether nothing is
    missing.

    `missing`: names of instruction forms by verdict; `rules`: rule ids by verdict."""
    passed, failed = (len(rules.get(verdict, ())) for verdict in ("pass", "fail"))
    undecided = sum(map(len, rules.values())) - passed - failed
    print(f"rules they need: {passed} pass, {failed} fail, {undecided} undecided")
    rules = {verdict: names for verdict, names in rules.items() if verdict != "pass"}
    for prefix, names_by_verdict in (("", missing), ("rules, ", rules)):
        for verdict, names in names_by_verdict.items():
            print(f"{prefix}{verdict}: {len(names)}: {', '.join(names[:12])}" + (", …" if len(names) > 12 else ""))
    return not missing and not rules


def _line_coverage(arguments) -> int:
    """Run `assay coverage --lcov`: status 1 if a line that never runs has no entry in the table of reasons."""
    from collections import Counter

    from ..reports.coverage import c_lines
    for name in ("file", "arch", "certificate", "json", "ucis"):
        if getattr(arguments, name):
            raise BadUse("--lcov covers the model and takes no other option")
    require_sources("--lcov")
    check_output_files([("--lcov", arguments.lcov)], [])
    try:
        reason_texts, reason_of_place = c_lines.read_reasons()
        files = c_lines.count_lines()
        with file_errors(arguments.lcov):
            Path(arguments.lcov).write_text(c_lines.lcov_text(files))
    except c_lines.LineCoverageError as error:
        raise BadUse(str(error)) from None
    for name, (covered, total) in c_lines.totals(files).items():
        print(f"{name}: {covered} of {total}, {100 * covered / total:.1f} %")
    unreached_counts = {c_lines.table_key(place): len(texts) for place, texts in c_lines.unreached_lines(files).items()}
    counts = Counter()
    for place, count in unreached_counts.items():
        counts[reason_of_place.get(place, "")] += count
    for word, count in counts.most_common():
        print(f"  {count} lines never run: {reason_texts.get(word, 'no reason is given')}")
    dead, untaken_by_file = c_lines.untaken_branches(files)
    largest = ", ".join(f"{name} {count}" for name, count in list(untaken_by_file.items())[:5])
    print(f"  {dead} branches never taken: in these lines")
    print(f"  {sum(untaken_by_file.values())} branches never taken: conditions with one outcome in these programs, "
          f"not reviewed one by one; most in {largest}")
    stale = c_lines.table_errors(files, reason_of_place)
    for text in stale:
        print(text)
    return 1 if stale else 0


def _watch_files(arguments):
    """Read or run all files of the command line.  Returns the watcher of their architecture."""
    from ..reports.coverage import program_reach
    watchers: dict[str, program_reach.Watcher] = {}

    def watcher_for(arch: str, where: str):
        if arguments.arch and arch != arguments.arch:
            return None
        watcher = watchers.setdefault(arch, program_reach.Watcher(arch))
        if len(watchers) > 1:
            raise BadUse(f"{where}: is for {arch}, others are for {next(iter(watchers))}; select one with --arch")
        if where not in watcher.reach.sources:
            watcher.reach.sources.append(where)
        return watcher
    for path in arguments.file or ["suites"]:
        if path == "suites":
            _watch_suites(watcher_for)
        elif os.path.isdir(path):
            _watch_fuzz_run(path, watcher_for)
        elif _starts_with(path, ELF_MAGIC):
            _watch_kernels(path, watcher_for, arguments.arch)
        elif _starts_with(path, SQLITE_MAGIC):
            _watch_fuzz_run(path, watcher_for)
        else:
            _watch_cases(path, watcher_for)
    if not watchers:
        raise BadUse(f"none of the files is for {arguments.arch}")
    return next(iter(watchers.values()))


def _starts_with(path: str, magic: bytes) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(len(magic)) == magic
    except OSError as error:
        raise BadUse(f"{path}: {error.strerror}") from None


def _watch_cases(path: str, watcher_for) -> None:
    """Run the cases of a file."""
    from ..harness.case.case_types import CaseError
    for case in load_cases(path):
        try:
            if isinstance(case, CaseError):
                raise case
            if watcher := watcher_for(case.arch, path):
                watcher.add_case(case)
        except CaseError as error:
            raise BadUse(f"{path}: {error}") from None


def _watch_suites(watcher_for) -> None:
    """Run the handwritten cases of the architecture."""
    from ..harness.case import suite_files
    from ..harness.case.case_types import CaseError
    cases = suite_files.read_suite_cases()
    with progress("suites", len(cases)) as step:
        for case in cases:
            if watcher := watcher_for(case.arch, "suites"):
                try:
                    watcher.add_case(case)
                except CaseError:
                    pass                              # a test of an invalid case
            step()


def _watch_kernels(path: str, watcher_for, arch: str | None) -> None:
    """Read every kernel of a code object, from its entry to the next one."""
    from ..harness.code_objects.code_object import CodeObjectError, parse_code_object
    from ..reports.certification.diagnosis_driver import kernel_code
    try:
        code_object = parse_code_object(Path(path).read_bytes(), arch)
    except CodeObjectError as error:
        raise BadUse(f"{path}: {error}") from None
    watcher = watcher_for(code_object.arch, path)
    for kernel in code_object.kernels.values():
        watcher.add_kernel(kernel.wave, kernel_code(code_object, kernel), kernel.descriptor)


def _watch_fuzz_run(path: str, watcher_for) -> None:
    """Read the coverage bins of a fuzz run."""
    from ..generators.programs.program_coverage import BINS_PER_FORM, bins_by_axis, empty_coverage
    from ..reports.fuzzing.run_database import FuzzRun, FuzzRunError
    try:
        campaign = FuzzRun(Path(path))
        arch = campaign.settings.options.arch
        bins = empty_coverage(arch)
        for _, _, fresh in campaign.batches():
            bins.reshape(-1)[fresh] = True
        assert bins.shape[1] == BINS_PER_FORM
        campaign.close()
    except FuzzRunError as error:
        raise BadUse(str(error)) from None
    if watcher := watcher_for(arch, path):
        watcher.add_fuzz_run(bins, bins_by_axis(bins))


def _print_reach(reach) -> None:
    """Print one line per total."""
    from ..reports.coverage.program_reach import totals
    print(f"{reach.arch}: {', '.join(reach.sources)}")
    for name, (count, total) in totals(reach).items():
        print(f"  {name}: {count}" + (f" of {total}" if total != count else ""))
    for name in ("counters", "pairs", "distances", "campaigns"):
        if entries := getattr(reach, name):
            print(f"  {name}: {len(entries)}")
