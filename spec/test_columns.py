"""No column of a table stands there for nobody: the reader hands out rows that remember what they were asked, while
the model's files are made, the encoder names its operands and the generators draw.  No trait either: what describes
something is read by it."""
import random
import re

import pytest

from .. import spec as tables
from ..generators.instructions import encodings, modifiers
from ..model.build import MODEL, ROOT
from ..model.machine import NAMED
from . import CERTIFIED, FOLDER, emit, encode, operands

DOCUMENTATION = {"section", "meaning"}                   # for people: where it is written, what it is
HEADED = sorted(p.name for p in FOLDER.glob("*.txt") if re.search("^# columns:", p.read_text(), re.M))


class Row(dict):
    """A row that notes (table, column) of what it is asked in `asked`."""

    def __init__(self, cells, table, asked):
        super().__init__(cells)
        self.table, self.asked = table, asked

    def __getitem__(self, column):
        self.asked.add((self.table, column))
        return super().__getitem__(column)


def use(spec, out):
    """What reads the tables: emitters, encoder, generators."""
    emit.main(out, MODEL)
    encode.inline(1), encode.named("gfx906", "scc")
    modifiers.dpp_control.__wrapped__("gfx906", 0x101)
    for family in spec.families:
        encodings.dpp_controls.__wrapped__(family)
        encodings.sendable_messages.__wrapped__(family, "s_sendmsg")
    rng = random.Random(1)
    for arch in CERTIFIED:
        encodings.random_encoding(encode.form(arch, "v_add_f32"), rng)


def unread(monkeypatch, out, folder=FOLDER):
    """[(table, column)] that nobody asks for."""
    asked, columns, read = set(), set(), tables.read_table

    def reading(folder, name):
        rows = read(folder, name)
        columns.update((name, column) for column in rows[0] if column != "where")
        return tuple(Row(row, name, asked) for row in rows)

    monkeypatch.setattr(tables, "read_table", reading)
    spec = tables.load.__wrapped__(folder)
    for module in (tables, emit, encode, encodings, modifiers):
        monkeypatch.setattr(module, "load", lambda *_: spec)
    for cached in (operands.project, operands.constants):
        cached.cache_clear()
    try:
        use(spec, out)
    finally:
        for cached in (operands.project, operands.constants):
            cached.cache_clear()
    assert {name for name, _ in columns} == set(HEADED)
    return sorted(one for one in columns - asked if one[1] not in DOCUMENTATION)


def test_every_column_is_read(monkeypatch, tmp_path):
    assert unread(monkeypatch, tmp_path) == []


@pytest.mark.parametrize("name", HEADED)
def test_a_planted_column_is_found(monkeypatch, tmp_path, name):
    """A column more, in front of the last, in a copy of the tables."""
    folder = tmp_path / "tables"
    (folder / "ops").mkdir(parents=True)
    for path in (*FOLDER.glob("*.t*"), *FOLDER.glob("ops/*.txt")):
        (folder / path.relative_to(FOLDER)).write_text(path.read_text())
    table = folder / name
    lines = [
        line + " planted" if line.startswith("# columns:") else line if line.startswith("#") else line + "  nobody"
        for line in table.read_text().splitlines()
    ]
    table.write_text("\n".join(lines) + "\n")
    assert unread(monkeypatch, tmp_path / "out", folder) == [(name, "planted")]


def unread_traits(names):
    """The traits that neither C (t->name) nor Python (["name"], or a register that cases name) asks for."""
    folders = ("spec", "model", "generators", "harness")
    texts = [path.read_text() for folder in folders for path in (ROOT / folder).rglob("*.[pch]*")
             if path.suffix in (".c", ".h", ".py") and not path.name.startswith("test_")]
    asked = set(NAMED).union(*(re.findall(r"\bt->(\w+)|\[\"(\w+)\"\]", text) for text in texts))
    asked |= {name for pair in asked if isinstance(pair, tuple) for name in pair}
    return sorted(set(names) - asked)


def test_every_trait_is_read():
    assert unread_traits(tables.load().traits) == []


def test_a_planted_trait_is_found():
    assert unread_traits([*tables.load().traits, "fans"]) == ["fans"]
