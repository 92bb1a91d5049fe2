"""The house: an import points left in PARTS and, where a part has rooms, in ROOMS; inside functions too.  suites/
stands beside them: cases, and how lit runs them through the harness."""
import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("spec", "model", "generators", "harness", "reports", "mutation", "cli")
ROOMS = ("generators", "generators/native", "generators/values", "generators/instructions",
         "generators/form_coverage", "generators/programs", "generators/dispatches",
         "reports", "reports/export", "reports/diagnosis", "reports/certification", "reports/fuzzing",
         "reports/coverage", "reports/self_check_kit")


def imports(path: Path, root: Path = ROOT) -> set[tuple[str, ...]]:
    """What a module imports of the house: the parts of each name, from the root on."""
    found = set()
    here = path.relative_to(root).parts[:-1]
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.ImportFrom):
            continue
        module = tuple(node.module.split(".")) if node.module else ()
        if node.level:
            found |= {here[:len(here) + 1 - node.level] + module + (alias.name,) for alias in node.names}
        elif module[:1] == ("assay",):
            found |= {module[1:] + (alias.name,) for alias in node.names}
    return found


def room(parts: tuple[str, ...]) -> str:
    """The room of ROOMS that a module stands in; of a part without rooms, the part."""
    inner = "/".join(parts[:2])
    return inner if inner in ROOMS else parts[0]


def wrong(root: Path = ROOT) -> set[tuple[str, str]]:
    """(file, what it must not know of) over the house."""
    found = set()
    for path in (path for part in PARTS for path in (root / part).rglob("*.py")):
        name = path.relative_to(root).as_posix()
        own = path.relative_to(root).parts
        if own[-1].startswith("test") or "template" in own:
            continue
        for parts in imports(path, root):
            if parts[0] in PARTS and PARTS.index(parts[0]) > PARTS.index(own[0]):
                found.add((name, parts[0]))
            elif parts[0] == own[0] in ROOMS and ROOMS.index(room(parts)) > ROOMS.index(room(own[:-1])):
                found.add((name, room(parts)))
    return found


def test_no_import_points_right():
    assert wrong() == set()


@pytest.mark.parametrize("name, text, known", [
    ("spec/a.py", "from ..model import b", "model"),
    ("model/a.py", "def f():\n    from ..generators.b import c", "generators"),
    ("reports/export/a.py", "from ...mutation import b", "mutation"),
    ("harness/a.py", "from assay.cli import b", "cli"),
    ("reports/export/a.py", "from ..certification.form_runner import b", "reports/certification"),
    ("reports/a.py", "from .export import b", "reports/export"),
    ("generators/instructions/a.py", "from ..form_coverage import b", "generators/form_coverage"),
])
def test_what_points_right_is_found(tmp_path, name, text, known):
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    path.write_text(text + "\n")
    assert wrong(tmp_path) == {(name, known)}
