"""Whatever stands in a table, the reader and the emitters answer: with the files, or with one sentence that names file
and line.  Random edits of every table; ASSAY_EDITS (default 2) a table."""
import os
import random
import re
import shutil

import pytest

from ..model.build import MODEL
from . import FOLDER, SpecError, emit, load

EDITS = int(os.environ.get("ASSAY_EDITS", 2))
TABLES = sorted(path.relative_to(FOLDER).as_posix() for path in (*FOLDER.glob("*.t*"), *FOLDER.glob("ops/*.txt")))
JUNK = ("", "-", "zz9", "7", "-1", "99999999999", "0x", "all", "gfx9", "yes", "a=b", ":", "3:0", "+x", "°", "%s $x {0}",
        '"')


def edited(rng, text):
    """The text with one line changed: a word, a cell less, a cell more, twice, cut off, gone, some bytes."""
    lines = text.splitlines()
    n = rng.choice([n for n, line in enumerate(lines) if line.strip() and (line[0] != "#" or rng.random() < 0.02)])
    words = re.split(r"(\s+)", lines[n])
    change = rng.randrange(7)
    if change < 3:
        words[2 * rng.randrange(len(words) // 2 + 1)] = rng.choice(JUNK)
        lines[n] = "".join(words)
    elif change == 3:
        lines[n] = re.sub(r"\s{2,}\S+$", "", lines[n])
    elif change == 4:
        lines[n] += "  " + rng.choice(JUNK)
    elif change == 5:
        lines[n : n + 1] = rng.choice(([], [lines[n]] * 2, [lines[n][: rng.randrange(len(lines[n]) + 1)]]))
    else:
        at = rng.randrange(len(lines[n]) + 1)
        lines[n] = lines[n][:at] + chr(rng.randrange(32, 127)) + lines[n][at + 1 :]
    return "\n".join(lines) + "\n"


def answer(folder, out):
    """"" where the tables make the model's files, else the sentence."""
    try:
        emit.main(out, MODEL, folder)
    except SpecError as error:
        return str(error)
    finally:
        load.cache_clear()
    return ""


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    (folder / "ops").mkdir()
    for name in TABLES:
        shutil.copy(FOLDER / name, folder / name)
    return folder


@pytest.mark.parametrize("name", TABLES)
def test_any_edit_is_answered(tables, tmp_path, name):
    rng, good, said = random.Random(name), (FOLDER / name).read_text(), []
    for n in range(EDITS):
        text = edited(rng, good)
        (tables / name).write_text(text)
        try:
            said.append(answer(tables, tmp_path / "out"))
        except Exception as error:
            raise AssertionError(f"edit {n} of {name}: {changed(good, text)}") from error
        finally:
            (tables / name).write_text(good)
    sentences = [one for one in said if one]
    assert [one for one in sentences if not re.match(r"(ops/)?\w+\.(txt|toml)(:\d+)?: \S", one)] == []
    assert len(said) == EDITS


def changed(good, text):
    """The lines that an edit made."""
    return [line for line in text.splitlines() if line not in good.splitlines()][:3] or "lines less or twice"


@pytest.mark.parametrize("name", [name for name in TABLES if "/" not in name])
def test_a_table_that_is_not_there(tables, tmp_path, name):
    (tables / name).rename(tmp_path / "aside")
    try:
        assert answer(tables, tmp_path / "out")
    finally:
        (tmp_path / "aside").rename(tables / name)


def test_a_table_that_is_no_text(tables, tmp_path):
    good = (tables / "moves.txt").read_bytes()
    (tables / "moves.txt").write_bytes(good + b"\xff\n")
    try:
        assert answer(tables, tmp_path / "out").startswith("moves.txt: is not UTF-8")
    finally:
        (tables / "moves.txt").write_bytes(good)
