"""The case files of the suites: list them, read their cases, find the fault that each one detects."""
import re
from functools import cache
from pathlib import Path

SUITES_FOLDER = Path(__file__).resolve().parents[2] / "suites"
KILLS_LINE = re.compile(r"^; kills: ([a-z0-9-]+)$", re.M)


def suite_files():
    """All case files, sorted. kernels/ holds sources, not cases."""
    return sorted(path for path in SUITES_FOLDER.rglob("*.s") if "kernels" not in path.relative_to(SUITES_FOLDER).parts)


def suite_file_name(path):
    """The name of a file relative to the suites: salu/select.s."""
    return path.relative_to(SUITES_FOLDER).as_posix()


@cache
def read_suite_cases(arch=None):
    """The cases of all files, or those of an architecture. Raises CaseError with file and line."""
    from .directives import parse_assembly
    return tuple(case for path in suite_files()
                 for case in parse_assembly(path.read_text(), f"suites/{suite_file_name(path)}", arch))


def suite_fault_id(path):
    """The fault (its id in harness/faults/faults.txt) that the cases of a file detect. Raises ValueError."""
    match = KILLS_LINE.search(path.read_text())
    if not match:
        raise ValueError(f"suites/{suite_file_name(path)}: a line `; kills: ID` names a mutant")
    return match[1]
