"""The cases by hand.  `FOLDER`, where they lie; `files()`; `cases()`, what they say; `kills()`, which fault they find.
"""
import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "suites"
KILLS = re.compile(r"^; kills: ([a-z0-9-]+)$", re.M)


def files():
    """Every file of cases, in order; those of kernels/ are sources."""
    return sorted(path for path in FOLDER.rglob("*.s") if "kernels" not in path.relative_to(FOLDER).parts)


def name(path):
    """A file as cases and people name it: salu/select.s."""
    return path.relative_to(FOLDER).as_posix()


@cache
def cases(arch=None):
    """Every Case of every file, or those of an architecture, read once.  Raises CaseError with file and line."""
    from .assembler import parse_assembly
    return tuple(case for path in files() for case in parse_assembly(path.read_text(), f"suites/{name(path)}", arch))


def kills(path):
    """The deliberate fault (its id in harness/faults/faults.txt) that a file's cases find.  Raises ValueError."""
    named = KILLS.search(path.read_text())
    if not named:
        raise ValueError(f"suites/{name(path)}: a line `; kills: ID` names a mutant")
    return named[1]
