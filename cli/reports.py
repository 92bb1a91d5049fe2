"""assay report and assay compare: outputs made from existing certificates."""
from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from ..harness.case.case_types import CaseError
from .argument_checks import check_output_files
from .common import BadUse, read_certificate, file_errors

CERTIFICATE_ENDINGS = (".certificate.json", ".json.gz")


def report_writers(arguments, inputs: Iterable[str | Path]) -> list:
    """The functions that write the files of --page, --junit and --sarif; each takes a list of certificates.

    Raises BadUse for a file that cannot be written or that is one of `inputs`."""
    from ..reports.export import junit, html_page, sarif
    makers = {"page": html_page.write_html_page, "junit": junit.write_junit_xml, "sarif": sarif.write_sarif_log}
    paths = {name: getattr(arguments, name, None) for name in makers}
    check_output_files([(f"--{name}", path) for name, path in paths.items()], inputs)
    return [partial(write_report, makers[name], Path(path)) for name, path in paths.items() if path is not None]


def write_report(write, path: Path, certificates: list, **options) -> None:
    """Write a file from certificates.  Raises BadUse if the system refuses it."""
    with file_errors(path):
        write(certificates, path=path, **options)


def certificate_files(name: str) -> list[Path]:
    """The file `name`, or all certificates of that folder.  Raises BadUse."""
    path = Path(name)
    with file_errors(path):
        paths = [path]
        if path.is_dir():
            paths = sorted(file for file in path.iterdir() if file.name.endswith(CERTIFICATE_ENDINGS))
    if not paths:
        raise BadUse(f"{name}: contains no *.certificate.json")
    return paths


def read_certificates(names: list[str]) -> list[tuple[str, object]]:
    """(file name, certificate) for each of the files and for all files of the folders `names`.  Raises BadUse."""
    return [(path.name, read_certificate(path)) for name in names for path in certificate_files(name)]


def report(arguments) -> int:
    """Run `assay report`."""
    writers = report_writers(arguments, [path for name in arguments.file for path in certificate_files(name)])
    if not writers:
        raise BadUse("give at least one of --page FILE, --junit FILE and --sarif FILE")
    certificates = [certificate for _, certificate in read_certificates(arguments.file)]
    for write in writers:
        write(certificates)
    return 0


def compare(arguments) -> int:
    """Run `assay compare`: status 1 on a regression."""
    from ..reports.export import certificate_changes
    writers = report_writers(arguments, [*certificate_files(arguments.old), *certificate_files(arguments.new)])
    pairs = pair_certificates(arguments.old, arguments.new)
    try:
        changes = [
            certificate_changes.compare_certificates(old, new) if old and new
            else certificate_changes.compare_with_nothing(old, new) for old, new in pairs
        ]
    except CaseError as error:
        raise BadUse(str(error)) from None
    if arguments.format == "json":
        print(certificate_changes.to_json(changes).decode())
    else:
        is_markdown = arguments.format == "markdown"
        format_change = certificate_changes.markdown if is_markdown else certificate_changes.terminal_text
        print("\n".join(map(format_change, changes)))
    for write in writers:
        write([new for _, new in pairs if new], changes=changes)
    return 1 if any(change.worse for change in changes) else 0


def pair_certificates(old: str, new: str) -> list[tuple]:
    """Pairs (old, new) of two files, or of two folders by file name; None for a certificate that one of them lacks."""
    if Path(old).is_dir() != Path(new).is_dir():
        raise BadUse("compare two certificates, or two folders of certificates")
    before, after = certificates_by_name(old), certificates_by_name(new)
    if not Path(old).is_dir():
        return [(*before.values(), *after.values())]
    return [(before.get(name), after.get(name)) for name in dict.fromkeys([*after, *before])]


def certificates_by_name(path: str) -> dict:
    """Certificates by file name without its ending.  Raises BadUse for two files of one name."""
    certificates: dict = {}
    for name, certificate in read_certificates([path]):
        stem = name.removesuffix(".gz").removesuffix(".json").removesuffix(".certificate")
        if certificates.setdefault(stem, certificate) is not certificate:
            raise BadUse(f"{path}: contains {stem} both gzipped and not; remove one")
    return certificates
