"""docs/errata.md: ids are unique, the files that show a choice exist, and cited rows exist."""
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs/errata.md").read_text()
ROWS = re.findall(r"^\| (E-\d{3}) \|(.*)\|$", PAGE, re.M)
NAMES = {
    "nan.generated", "nan.propagated", "ulp", "open", "relative", "outcome", "lds.out_of_range",
    "memory.colliding_lanes", "memory.alignment",
}


def files_of_row(cells):
    """Return the files that show the row's choice."""
    return re.findall(r"`([\w./-]+\.(?:s|py))`", cells.split("|")[-1])


def test_ids_are_unique_and_sorted():
    ids = [name for name, _ in ROWS]
    assert len(ids) > 80 and ids == sorted(set(ids))


@pytest.mark.parametrize("name, cells", ROWS, ids=[name for name, _ in ROWS])
def test_row_is_complete(name, cells):
    assert len(cells.split(" | ")) == 4, "readings, choice, other side, shown by"
    assert files_of_row(cells), "no file shows it"
    assert [path for path in files_of_row(cells) if not (ROOT / path).is_file()] == []
    assert set(re.findall(r"choice `([^`]*)`", cells)) <= NAMES


def test_tolerances_are_documented():
    from ..harness.case.choices import Choices
    from ..harness.comparison.compare import TOLERANCES
    assert NAMES >= set(TOLERANCES) and all(f"`{name}`" in PAGE for name in TOLERANCES)
    fields = {field.encode_name for field in __import__("msgspec").structs.fields(Choices)}
    assert fields - {"choices", "claims"} <= NAMES


KINDS = (".md", ".c", ".h", ".py", ".s", ".txt", ".toml")


def test_cited_rows_exist():
    texts = (path.read_text() for folder in ("docs", "model", "mutation", "spec", "suites")
             for path in (ROOT / folder).rglob("*") if path.suffix in KINDS)
    cited = {name for text in texts for name in re.findall(r"\bE-\d{3}\b", text)}
    assert cited and cited <= {name for name, _ in ROWS}
