"""assay coverage: what suites, cases, campaigns and compiled kernels reach and need."""
from __future__ import annotations

import os
from pathlib import Path

from .argument_checks import places
from .common import BadUse, certificate_of, ended_by_signals, load_cases, named, of_a_checkout, progress

ELF, SQLITE = b"\x7fELF", b"SQLite format 3"


def coverage(arguments) -> int:
    """assay coverage: 1 when a certificate does not cover what is needed."""
    if arguments.lcov:
        return _lines(arguments)
    from ..reports.coverage import program_reach as reached, ucis
    places([("--json", arguments.json), ("--ucis", arguments.ucis)],
           [*arguments.file, *filter(None, [arguments.certificate])])
    certificate = certificate_of(arguments.certificate) if arguments.certificate else None
    with ended_by_signals():
        watcher = _watched(arguments)
    found = watcher.reach
    if certificate and certificate.arch != found.arch:
        raise BadUse(f"{arguments.certificate}: is for {certificate.arch}; these programs are for {found.arch}")
    rules = reached.judged(found, certificate) if certificate else {}
    if arguments.json:
        import msgspec
        with named(arguments.json):
            Path(arguments.json).write_bytes(msgspec.json.format(msgspec.json.encode(found, order="sorted")) + b"\n")
    if arguments.ucis:
        with named(arguments.ucis):
            ucis.write(found, Path(arguments.ucis))
    _tell(found, reached)
    if certificate is None:
        return 0
    covered = _held(reached.needed(found, certificate), rules)
    print(f"{arguments.certificate}: {certificate.target.name}: "
          + ("covers everything they need" if covered else "does not cover what they need"))
    return 0 if covered else 1


def _held(missing: dict[str, list[str]], rules: dict[str, list[str]]) -> bool:
    """Prints what a certificate lacks, and how it judges the rules -> whether nothing is missing."""
    passed, failed = (len(rules.get(verdict, ())) for verdict in ("pass", "fail"))
    undecided = sum(map(len, rules.values())) - passed - failed
    print(f"rules they need: {passed} pass, {failed} fail, {undecided} not decided")
    rules = {verdict: names for verdict, names in rules.items() if verdict != "pass"}
    for what, found in (("", missing), ("rules, ", rules)):
        for verdict, names in found.items():
            print(f"{what}{verdict}: {len(names)}: {', '.join(names[:12])}" + (", …" if len(names) > 12 else ""))
    return not missing and not rules


def _lines(arguments) -> int:
    """--lcov: 1 when something never runs for which the table has no reason."""
    from collections import Counter

    from ..reports.coverage import c_lines
    for name in ("file", "arch", "certificate", "json", "ucis"):
        if getattr(arguments, name):
            raise BadUse("--lcov is of the model and stands alone")
    of_a_checkout("--lcov")
    places([("--lcov", arguments.lcov)], [])
    try:
        words, rows = c_lines.reasons()
        files = c_lines.count()
        with named(arguments.lcov):
            Path(arguments.lcov).write_text(c_lines.lcov(files))
    except c_lines.LinesProblem as error:
        raise BadUse(str(error)) from None
    for name, (some, of) in c_lines.totals(files).items():
        print(f"{name}: {some} of {of}, {100 * some / of:.1f} %")
    never = {c_lines.key_of(place): len(texts) for place, texts in c_lines.unreached(files).items()}
    counts = Counter()
    for place, count in never.items():
        counts[rows.get(place, "")] += count
    for word, count in counts.most_common():
        print(f"  {count} lines never run: {words.get(word, 'no reason is given')}")
    dead, ways = c_lines.untaken(files)
    most = ", ".join(f"{name} {never}" for name, never in list(ways.items())[:5])
    print(f"  {dead} branches never taken: of these lines")
    print(f"  {sum(ways.values())} branches never taken: conditions that come out one way only with what these "
          f"programs hold, not judged one by one; most in {most}")
    stale = c_lines.stale(files, rows)
    for text in stale:
        print(text)
    return 1 if stale else 0


def _watched(arguments):
    """Everything named, read or run."""
    from ..reports.coverage import program_reach as reached
    watchers: dict[str, reached.Watcher] = {}

    def of(arch: str, where: str):
        if arguments.arch and arch != arguments.arch:
            return None
        watcher = watchers.setdefault(arch, reached.Watcher(arch))
        if len(watchers) > 1:
            raise BadUse(f"{where}: is for {arch}, others are for {next(iter(watchers))}; choose with --arch")
        if where not in watcher.reach.sources:
            watcher.reach.sources.append(where)
        return watcher
    for path in arguments.file or ["suites"]:
        if path == "suites":
            _suites(of)
        elif os.path.isdir(path):
            _campaign(path, of)
        elif _begins(path, ELF):
            _kernels(path, of, arguments.arch)
        elif _begins(path, SQLITE):
            _campaign(path, of)
        else:
            _cases(path, of)
    if not watchers:
        raise BadUse(f"nothing here is for {arguments.arch}")
    return next(iter(watchers.values()))


def _begins(path: str, with_bytes: bytes) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(len(with_bytes)) == with_bytes
    except OSError as error:
        raise BadUse(f"{path}: {error.strerror}") from None


def _cases(path: str, of) -> None:
    """The cases of a file, run."""
    from ..harness.case.case_types import CaseError
    for case in load_cases(path):
        try:
            if isinstance(case, CaseError):
                raise case
            if watcher := of(case.arch, path):
                watcher.case(case)
        except CaseError as error:
            raise BadUse(f"{path}: {error}") from None


def _suites(of) -> None:
    """The cases by hand; which architecture is --arch's to say, as they are for several."""
    from ..harness.case import suite_files
    from ..harness.case.case_types import CaseError
    cases = suite_files.cases()
    with progress("suites", len(cases)) as step:
        for case in cases:
            if watcher := of(case.arch, "suites"):
                try:
                    watcher.case(case)
                except CaseError:
                    pass                              # a case of what no case may be
            step()


def _kernels(path: str, of, arch: str | None) -> None:
    """Every kernel of a code object, from its entry to the next."""
    from ..harness.code_objects.code_object import CodeObjectError, parse
    from ..reports.certification.diagnosis_driver import kernel_code
    try:
        held = parse(Path(path).read_bytes(), arch)
    except CodeObjectError as error:
        raise BadUse(f"{path}: {error}") from None
    watcher = of(held.arch, path)
    for kernel in held.kernels.values():
        watcher.code(kernel.wave, kernel_code(held, kernel), kernel.descriptor)


def _campaign(path: str, of) -> None:
    """The bins of a campaign of assay fuzz."""
    from ..generators.programs.program_coverage import BINS, counts, nothing
    from ..reports.fuzzing.run_database import Campaign, CampaignError
    try:
        campaign = Campaign(Path(path))
        arch = campaign.about.options.arch
        bins = nothing(arch)
        for _, _, fresh in campaign.sheets():
            bins.reshape(-1)[fresh] = True
        assert bins.shape[1] == BINS
        campaign.close()
    except CampaignError as error:
        raise BadUse(str(error)) from None
    if watcher := of(arch, path):
        watcher.campaign(bins, counts(bins))


def _tell(found, reached) -> None:
    """A line a number."""
    from ..reports.coverage.program_reach import totals
    print(f"{found.arch}: {', '.join(found.sources)}")
    for name, (some, of) in totals(found).items():
        print(f"  {name}: {some}" + (f" of {of}" if of != some else ""))
    for name in ("counters", "pairs", "distances", "campaigns"):
        if held := getattr(found, name):
            print(f"  {name}: {len(held)}")
