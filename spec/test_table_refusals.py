"""For any table the reader and the emitters write the files or report one line with file and line number.
The test makes random edits of every table; ASSAY_EDITS (default 2) is the number for each."""
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


def random_edit(rng, text):
    """Return the text with a random edit of one line: a word or cell changed, added, removed, repeated or cut off, or
    some bytes."""
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


def emit_error(folder, out):
    """Return the error of reading the tables and writing the files, or ""."""
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
def test_any_edit_is_accepted_or_refused_in_one_line(tables, tmp_path, name):
    rng, good, errors = random.Random(name), (FOLDER / name).read_text(), []
    for n in range(EDITS):
        text = random_edit(rng, good)
        (tables / name).write_text(text)
        try:
            errors.append(emit_error(tables, tmp_path / "out"))
        except Exception as error:
            raise AssertionError(f"edit {n} of {name}: {edited_lines(good, text)}") from error
        finally:
            (tables / name).write_text(good)
    messages = [message for message in errors if message]
    assert [text for text in messages if not re.match(r"(ops/)?\w+\.(txt|toml)(:\d+)?: \S", text)] == []
    assert len(errors) == EDITS


def edited_lines(good, text):
    """Return the lines that an edit changed."""
    return [line for line in text.splitlines() if line not in good.splitlines()][:3] or "lines less or twice"


@pytest.mark.parametrize("name", [name for name in TABLES if "/" not in name])
def test_a_missing_table_is_refused(tables, tmp_path, name):
    (tables / name).rename(tmp_path / "aside")
    try:
        assert emit_error(tables, tmp_path / "out")
    finally:
        (tmp_path / "aside").rename(tables / name)


def test_a_table_that_is_not_utf8_is_refused(tables, tmp_path):
    good = (tables / "moves.txt").read_bytes()
    (tables / "moves.txt").write_bytes(good + b"\xff\n")
    try:
        assert emit_error(tables, tmp_path / "out").startswith("moves.txt: is not UTF-8")
    finally:
        (tables / "moves.txt").write_bytes(good)
