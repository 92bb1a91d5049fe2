"""Imports have one direction: a folder imports only earlier folders in PARTS and, inside a part, earlier ones in
FOLDERS. Imports inside functions count; imports for type checkers do not."""
import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("spec", "model", "generators", "harness", "reports", "mutation", "cli", "suites", "tools")
FOLDERS = {
    "generators": ("native", "values", "instructions", "form_coverage", "programs", "dispatches"),
    "harness": ("case", "code_objects", "execution", "faults", "kernel_wrapper", "protocol", "targets", "comparison",
                "adapter_check"),
    "reports": ("export", "diagnosis", "certification", "fuzzing", "coverage", "self_check_kit"),
}
# Programs that run outside the package: copied into a user's folder, or read by lit.
PROGRAMS = ("harness/targets/template/python/adapter.py", "suites/lit.cfg.py")


def type_checking_nodes(tree: ast.AST) -> set[ast.AST]:
    """Return the statements under `if TYPE_CHECKING:`."""
    guards = [node for node in ast.walk(tree)
              if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"]
    return {inner for guard in guards for statement in guard.body for inner in ast.walk(statement)}


def imported_modules(path: Path, root: Path = ROOT) -> set[tuple[str, ...]]:
    """Return the imports of a module from the project, each as the parts of its name from the root."""
    imported = set()
    package = path.relative_to(root).parts[:-1]
    tree = ast.parse(path.read_text())
    ignored = type_checking_nodes(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {tuple(alias.name.split(".")[1:]) for alias in node.names if alias.name.startswith("assay.")}
        if not isinstance(node, ast.ImportFrom) or node in ignored:
            continue
        module = tuple(node.module.split(".")) if node.module else ()
        if node.level:
            imported |= {package[:len(package) + 1 - node.level] + module + (alias.name,) for alias in node.names}
        elif module[:1] == ("assay",):
            imported |= {module[1:] + (alias.name,) for alias in node.names}
    return imported


def containing_folder(parts: tuple[str, ...]) -> str:
    """Return the folder of a module: one of FOLDERS, or the part itself."""
    inner = parts[:2]
    return "/".join(inner) if len(inner) == 2 and inner[1] in FOLDERS.get(inner[0], ()) else parts[0]


def rank(parts: tuple[str, ...]) -> tuple[int, int]:
    """Return the position of a module in the order."""
    folders = FOLDERS.get(parts[0], ())
    return PARTS.index(parts[0]), 1 + folders.index(parts[1]) if parts[1:2] and parts[1] in folders else 0


def ordered_modules(root: Path = ROOT) -> list[Path]:
    """Return the modules that the order applies to.
    Tests, and modules that only tests import, may import anything."""
    paths = sorted(path for part in PARTS for path in (root / part).rglob("*.py"))
    return [path for path in paths
            if not path.name.startswith("test") and path.relative_to(root).as_posix() not in PROGRAMS]


def order_violations(root: Path = ROOT) -> set[tuple[str, str]]:
    """Return {(file, folder that it must not import)}."""
    violations = set()
    for path in ordered_modules(root):
        module = path.relative_to(root).parts
        for parts in imported_modules(path, root):
            if parts[0] not in PARTS:
                continue
            if rank(parts) > rank(module[:-1]):
                same_part = parts[0] == module[0]
                violations.add((path.relative_to(root).as_posix(), containing_folder(parts) if same_part else parts[0]))
    return violations


def test_imports_point_one_way():
    assert order_violations() == set()


def test_the_order_names_every_folder():
    """Every folder with modules is in PARTS, and in FOLDERS if its part has an order."""
    assert {path.name for path in ROOT.iterdir() if path.is_dir() and any(path.glob("*.py"))} == {*PARTS, "docs"}
    for part, folders in FOLDERS.items():
        assert {path.parent.name for path in (ROOT / part).glob("*/*.py")} == set(folders)


@pytest.mark.parametrize("part", PARTS)
def test_imports_within_a_part_have_no_cycle(part):
    graph = {}
    for path in ordered_modules():
        module = path.relative_to(ROOT).with_suffix("").parts
        if module[0] == part:
            graph[".".join(module)] = {name for parts in imported_modules(path)
                                    for name in (".".join(parts), ".".join(parts[:-1]))}
    while free := [name for name, imported in graph.items() if not imported & graph.keys() - {name}]:
        for name in free:
            del graph[name]
    assert graph == {}


@pytest.mark.parametrize("name, text, known", [
    ("spec/a.py", "from ..model import b", "model"),
    ("model/a.py", "def f():\n    from ..generators.b import c", "generators"),
    ("reports/export/a.py", "from ...mutation import b", "mutation"),
    ("harness/a.py", "from assay.cli import b", "cli"),
    ("cli/a.py", "import assay.tools.b", "tools"),
    ("reports/export/a.py", "from ..certification.form_runner import b", "reports/certification"),
    ("reports/a.py", "from .export import b", "reports/export"),
    ("generators/instructions/a.py", "from ..form_coverage import b", "generators/form_coverage"),
    ("harness/case/a.py", "from ..execution.outcome import b", "harness/execution"),
])
def test_an_import_against_the_order_is_found(tmp_path, name, text, known):
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    path.write_text(text + "\n")
    assert order_violations(tmp_path) == {(name, known)}
