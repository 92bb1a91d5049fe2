"""assay report and compare: what is made of certificates that are there."""
from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from ..harness.case.case_types import CaseError
from .argument_checks import places
from .common import BadUse, certificate_of, named

ENDINGS = (".certificate.json", ".json.gz")


def outputs(arguments, read: Iterable[str | Path]) -> list:
    """Functions of certificates that write the files asked for.  Raises BadUse for one that cannot be written, or that
    is one of the files `read`, before anything is run."""
    from ..reports.export import junit, html_page, sarif
    makers = {"page": html_page.write, "junit": junit.write, "sarif": sarif.write}
    asked = {name: getattr(arguments, name, None) for name in makers}
    places([(f"--{name}", path) for name, path in asked.items()], read)
    return [partial(written, makers[name], Path(path)) for name, path in asked.items() if path is not None]


def written(write, path: Path, certificates: list, **more) -> None:
    """A file made of certificates.  Raises BadUse where there is no room for it."""
    with named(path):
        write(certificates, path=path, **more)


def files(name: str) -> list[Path]:
    """A certificate, or all of a folder.  Raises BadUse."""
    path = Path(name)
    with named(path):
        found = sorted(one for one in path.iterdir() if one.name.endswith(ENDINGS)) if path.is_dir() else [path]
    if not found:
        raise BadUse(f"{name}: no *.certificate.json is in it")
    return found


def certificates(names: list[str]) -> list[tuple[str, object]]:
    """(name below its folder, certificate) of files, and of all in folders.  Raises BadUse."""
    return [(one.name, certificate_of(one)) for name in names for one in files(name)]


def report(arguments) -> int:
    """assay report."""
    writers = outputs(arguments, [path for name in arguments.file for path in files(name)])
    if not writers:
        raise BadUse("say what to write: --page, --junit or --sarif, each with a FILE")
    held = [one for _, one in certificates(arguments.file)]
    for write in writers:
        write(held)
    return 0


def compare(arguments) -> int:
    """assay compare: 1 when something got worse."""
    from ..reports.export import certificate_changes as changes
    writers = outputs(arguments, [*files(arguments.old), *files(arguments.new)])
    pairs = paired(arguments.old, arguments.new)
    try:
        found = [changes.between(old, new) if old and new else changes.alone(old, new) for old, new in pairs]
    except CaseError as error:
        raise BadUse(str(error)) from None
    if arguments.format == "json":
        print(changes.to_json(found).decode())
    else:
        print("\n".join(map(changes.markdown if arguments.format == "markdown" else changes.text, found)))
    for write in writers:
        write([new for _, new in pairs if new], changes=found)
    return 1 if any(one.worse for one in found) else 0


def paired(old: str, new: str) -> list[tuple]:
    """[(old, new)] of two files, or of two folders by the names in them, None where a folder has none of a name."""
    if Path(old).is_dir() != Path(new).is_dir():
        raise BadUse("compare two certificates, or two folders of certificates")
    before, after = by_name(old), by_name(new)
    if not Path(old).is_dir():
        return [(*before.values(), *after.values())]
    return [(before.get(name), after.get(name)) for name in dict.fromkeys([*after, *before])]


def by_name(path: str) -> dict:
    """Certificates by their names below the folder, packed or not."""
    found: dict = {}
    for name, one in certificates([path]):
        stem = name.removesuffix(".gz").removesuffix(".json").removesuffix(".certificate")
        if found.setdefault(stem, one) is not one:
            raise BadUse(f"{path}: holds {stem} packed and not packed; take one away")
    return found
