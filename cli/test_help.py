"""Every --help, on wide and narrow terminals."""
import argparse
import subprocess
import sys

import pytest

from . import main
from .parser import build_parser


def commands(parser=None, words=()):
    """The words of every command, and of the parser itself."""
    parser = parser or build_parser()
    yield words
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield from commands(inner, (*words, name))


@pytest.mark.parametrize("columns", ["40", "80", "200"])
@pytest.mark.parametrize("words", list(commands()), ids=lambda words: " ".join(("assay", *words)))
def test_help(words, columns, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", columns)
    with pytest.raises(SystemExit) as end:
        main([*words, "--help"])
    shown, errors = capsys.readouterr()
    assert end.value.code == 0 and errors == ""
    assert shown.startswith(" ".join(("usage: assay", *words))) and "%%" not in shown


def test_help_lists_every_command():
    done = subprocess.run([sys.executable, "-m", "assay.cli", "--help"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == "" and "98 %" in done.stdout
    listed = [line.split()[0] for line in done.stdout.splitlines() if line[:4] == "    " and line[4:5].isalpha()]
    assert set(listed) >= {words[0] for words in commands() if len(words) == 1}
