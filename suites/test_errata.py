"""docs/errata.md: its ids are given once, what it says shows a choice exists, and the suites cite rows that stand
there."""
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


def shown_by(cells):
    return re.findall(r"`([\w./-]+\.(?:s|py))`", cells.split("|")[-1])


def test_ids_are_given_once_and_in_order():
    ids = [one for one, _ in ROWS]
    assert len(ids) > 80 and ids == sorted(set(ids))


@pytest.mark.parametrize("name, cells", ROWS, ids=[name for name, _ in ROWS])
def test_row_is_whole(name, cells):
    assert len(cells.split(" | ")) == 4, "readings, choice, other side, shown by"
    assert shown_by(cells), "what shows it?"
    assert [path for path in shown_by(cells) if not (ROOT / path).is_file()] == []
    assert set(re.findall(r"choice `([^`]*)`", cells)) <= NAMES


def test_leniencies_are_those_of_the_harness():
    from ..harness.case.choices import Choices
    from ..harness.comparison.compare import TOLERANCES
    assert NAMES >= set(TOLERANCES) and all(f"`{name}`" in PAGE for name in TOLERANCES)
    fields = {field.encode_name for field in __import__("msgspec").structs.fields(Choices)}
    assert fields - {"choices", "claims"} <= NAMES


KINDS = (".md", ".c", ".h", ".py", ".s", ".txt", ".toml")


def test_what_cites_a_row_finds_it():
    texts = (path.read_text() for folder in ("docs", "model", "mutation", "spec", "suites")
             for path in (ROOT / folder).rglob("*") if path.suffix in KINDS)
    cited = {one for text in texts for one in re.findall(r"\bE-\d{3}\b", text)}
    assert cited and cited <= {one for one, _ in ROWS}
