"""The cases by hand.  `FOLDER`, where they lie; `files()`; `cases()`, what they say; `kills()`, which fault they find.
"""
import re
from functools import cache
from pathlib import Path

SUITES_FOLDER = Path(__file__).resolve().parents[2] / "suites"
KILLS_LINE = re.compile(r"^; kills: ([a-z0-9-]+)$", re.M)


def suite_files():
    """Every file of cases, in order; those of kernels/ are sources."""
    return sorted(path for path in SUITES_FOLDER.rglob("*.s") if "kernels" not in path.relative_to(SUITES_FOLDER).parts)


def suite_file_name(path):
    """A file as cases and people name it: salu/select.s."""
    return path.relative_to(SUITES_FOLDER).as_posix()


@cache
def read_suite_cases(arch=None):
    """Every Case of every file, or those of an architecture, read once.  Raises CaseError with file and line."""
    from .directives import parse_assembly
    return tuple(case for path in suite_files()
                 for case in parse_assembly(path.read_text(), f"suites/{suite_file_name(path)}", arch))


def suite_fault_id(path):
    """The deliberate fault (its id in harness/faults/faults.txt) that a file's cases find.  Raises ValueError."""
    match = KILLS_LINE.search(path.read_text())
    if not match:
        raise ValueError(f"suites/{suite_file_name(path)}: a line `; kills: ID` names a mutant")
    return match[1]
