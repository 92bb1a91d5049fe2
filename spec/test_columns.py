"""Every column and every trait of the tables is read.
Rows record accesses while the emitters write C files, the encoder places operands and the generators draw cases."""
import random
import re

import pytest

from .. import spec as tables
from ..generators.instructions import encodings, modifiers
from ..model.build import MODEL, ROOT
from ..model.machine import NAMED
from . import CERTIFIED, FOLDER, emit, encode, operands

DOCUMENTATION = {"section", "meaning"}                   # for people: the source and the meaning
HEADED = sorted(p.name for p in FOLDER.glob("*.txt") if re.search("^# columns:", p.read_text(), re.M))


class Row(dict):
    """A row that adds (table, column) of each access to `accessed`."""

    def __init__(self, cells, table, accessed):
        super().__init__(cells)
        self.table, self.accessed = table, accessed

    def __getitem__(self, column):
        self.accessed.add((self.table, column))
        return super().__getitem__(column)


def use_tables(spec, out):
    """Run the readers of the tables: emitters, encoder, generators."""
    emit.main(out, MODEL)
    encode.inline(1), encode.named_operand("gfx906", "scc")
    modifiers.dpp_control.__wrapped__("gfx906", 0x101)
    for family in spec.families:
        encodings.dpp_controls.__wrapped__(family)
        encodings.sendable_messages.__wrapped__(family, "s_sendmsg")
    rng = random.Random(1)
    for arch in CERTIFIED:
        encodings.random_encoding(encode.form(arch, "v_add_f32"), rng)


def unread_columns(monkeypatch, out, folder=FOLDER):
    """Return [(table, column)] without an access."""
    accessed, columns, read = set(), set(), tables.read_table

    def reading(folder, name):
        rows = read(folder, name)
        columns.update((name, column) for column in rows[0] if column != "where")
        return tuple(Row(row, name, accessed) for row in rows)

    monkeypatch.setattr(tables, "read_table", reading)
    spec = tables.load.__wrapped__(folder)
    for module in (tables, emit, encode, encodings, modifiers):
        monkeypatch.setattr(module, "load", lambda *_: spec)
    for cached in (operands.project_codes, operands.constants):
        cached.cache_clear()
    try:
        use_tables(spec, out)
    finally:
        for cached in (operands.project_codes, operands.constants):
            cached.cache_clear()
    assert {name for name, _ in columns} == set(HEADED)
    return sorted(column for column in columns - accessed if column[1] not in DOCUMENTATION)


def test_every_column_is_read(monkeypatch, tmp_path):
    assert unread_columns(monkeypatch, tmp_path) == []


@pytest.mark.parametrize("name", HEADED)
def test_a_planted_column_is_found(monkeypatch, tmp_path, name):
    """A column that no code reads, inserted before the last one, is reported."""
    folder = tmp_path / "tables"
    (folder / "ops").mkdir(parents=True)
    for path in (*FOLDER.glob("*.t*"), *FOLDER.glob("ops/*.txt")):
        (folder / path.relative_to(FOLDER)).write_text(path.read_text())
    table = folder / name
    lines = [
        line + " planted" if line.startswith("# columns:") else line if line.startswith("#") else line + "  unused"
        for line in table.read_text().splitlines()
    ]
    table.write_text("\n".join(lines) + "\n")
    assert unread_columns(monkeypatch, tmp_path / "out", folder) == [(name, "planted")]


def unread_traits(names):
    """Return the traits that neither C (t->name) nor Python (["name"], or a register name of cases) reads."""
    folders = ("spec", "model", "generators", "harness")
    texts = [path.read_text() for folder in folders for path in (ROOT / folder).rglob("*.[pch]*")
             if path.suffix in (".c", ".h", ".py") and not path.name.startswith("test_")]
    accessed = set(NAMED).union(*(re.findall(r"\bt->(\w+)|\[\"(\w+)\"\]", text) for text in texts))
    accessed |= {name for pair in accessed if isinstance(pair, tuple) for name in pair}
    return sorted(set(names) - accessed)


def test_every_trait_is_read():
    assert unread_traits(tables.load().traits) == []


def test_a_planted_trait_is_found():
    assert unread_traits([*tables.load().traits, "fans"]) == ["fans"]
