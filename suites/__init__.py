"""The cases by hand.  `FOLDER`, where they lie; `files()`; `cases()`, what they say."""
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parent


def files():
    """Every file of cases, in order; those of kernels/ are sources."""
    return sorted(path for path in FOLDER.rglob("*.s") if "kernels" not in path.relative_to(FOLDER).parts)


def name(path):
    """A file as cases and people name it: salu/select.s."""
    return path.relative_to(FOLDER).as_posix()


@cache
def cases():
    """Every Case of every file, read once.  Raises CaseError with file and line."""
    from ..harness.assembly import parse_assembly
    return tuple(case for path in files() for case in parse_assembly(path.read_text(), f"suites/{name(path)}"))
