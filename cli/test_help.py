"""Every --help, on wide and narrow terminals."""
import argparse
import re
import subprocess
import sys

import pytest

from . import main
from .parser import build_parser
from ..spec import FOLDER


def commands(parser=None, words=()):
    """Yield the words of every command, and of the parser itself."""
    parser = parser or build_parser()
    yield words
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield from commands(inner, (*words, name))


@pytest.mark.parametrize("columns", [40, 60, 80, 200])
@pytest.mark.parametrize("words", list(commands()), ids=lambda words: " ".join(("assay", *words)))
def test_help_fits_the_terminal(words, columns, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", str(columns))
    with pytest.raises(SystemExit) as end:
        main([*words, "--help"])
    output, errors = capsys.readouterr()
    assert end.value.code == 0 and errors == ""
    assert output.startswith(" ".join(("usage: assay", *words))) and "%%" not in output
    assert columns < 60 or max(map(len, output.splitlines())) <= columns


def test_help_lists_every_command():
    process = subprocess.run([sys.executable, "-m", "assay.cli", "--help"], capture_output=True, text=True)
    assert process.returncode == 0 and process.stderr == ""
    listed = [line.split()[0] for line in process.stdout.splitlines() if line[:4] == "    " and line[4:5].isalpha()]
    assert set(listed) >= {words[0] for words in commands() if len(words) == 1}


def parsers(parser):
    """Yield the parser and its subparsers."""
    yield parser
    for action in parser._actions:
        for inner in action.choices.values() if isinstance(action, argparse._SubParsersAction) else ():
            yield from parsers(inner)


def test_every_argument_has_a_help_text():
    assert [(parser.prog, action.dest) for parser in parsers(build_parser()) for action in parser._actions
            if not action.help and not isinstance(action, argparse._SubParsersAction)] == []


BROKEN = """
import pathlib, sys
import assay.spec
assay.spec.FOLDER = pathlib.Path(sys.argv.pop(1))
from assay.cli import main
sys.exit(main())
"""


@pytest.mark.parametrize("words", [["--help"], ["targets"], ["certify"]])
def test_a_broken_table_is_a_one_line_error(tmp_path, words):
    """Every command reads the tables before it can print anything."""
    (tmp_path / "targets.txt").write_text((FOLDER / "targets.txt").read_text().replace("65536", "lots", 1))
    process = subprocess.run([sys.executable, "-c", BROKEN, tmp_path, *words], capture_output=True, text=True)
    assert (process.returncode, process.stdout) == (2, "")
    assert re.fullmatch(r"assay: spec/targets\.txt:\d+: lds is a number, .*, not 'lots'\n", process.stderr)
