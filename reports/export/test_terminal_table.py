"""Tables of counts are read at any width of a terminal: nothing is cut, nothing is missing."""
import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from ...cli import mutate
from ..certification.verification import read_record
from . import terminal_table, certificate_summary as summary, certificate_table
from .certificate_records import Certificate

CERTIFICATES = Path(__file__).resolve().parents[2] / "docs" / "certificates"
WIDTHS = (40, 60, 80, 100, 120)


def printed(show, width):
    """What is printed, no line of which is wider."""
    console = Console(width=width, file=io.StringIO(), highlight=False)
    show(console)
    text = console.file.getvalue()
    assert "…" not in text
    return text


def counts(*heads):
    """A small table with an empty column."""
    made = terminal_table.Counts("of mutants", ["kind", *heads, "nothing"])
    made.add("first", *(f"[bold]{n + 1},000[/]" for n in range(len(heads))), "", end=True)
    made.add("all", *("" for _ in heads), "")
    return made


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", sorted(CERTIFICATES.glob("*.json.gz")), ids=lambda path: path.name[:30])
def test_a_certificate_loses_nothing(path, width):
    """All numbers of each encoding stand there in order, and every heading that has some."""
    one = read_record(path, Certificate)[0]
    text = printed(certificate_table.table_of(one).show, width)
    assert all(len(line) <= width for line in text.splitlines())
    words = re.findall(r"[\w,]*\w", text)
    for line in summary.families(one):
        wanted = [len(line.operations), line.verdicts.total(), *(line.verdicts[v] for v in summary.VERDICTS)]
        wanted = [*map(str, filter(None, wanted)), f"{line.cases:,}", f"{line.states:,}"]
        after = words[words.index(line.encoding) + 1:]
        assert [word for word in after if word[0].isdigit()][:len(wanted)] == wanted
    for verdict in summary.families(one)[-1].verdicts:
        assert set(verdict.split()) <= set(words)


@pytest.mark.parametrize("width, lines", [
    (30, ["of mutants", "                   not", "kind   killed  claimed", "first   1,000    2,000", "all"]),
    (20, ["of mutants", "                 not", "kind  killed claimed", "first  1,000   2,000", "all"]),
    (19, ["of mutants", "first:", "  killed 1,000, not", "  claimed 2,000", "all:"]),
])
def test_the_narrower_the_less_stands_around(width, lines):
    made = counts("killed", "not claimed")
    assert "┃ nothing ┃" in printed(made.show, 42)
    assert [line.rstrip() for line in printed(made.show, width).splitlines()] == lines


@pytest.mark.parametrize("width", WIDTHS)
def test_mutants_are_counted_at_any_width(width, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", str(width))
    rows = {"s_waitcnt": dict.fromkeys(("found", "harmless", "missed", "alarm", "idle"), 1234)}
    mutate.print_program_table({**rows, "all": rows["s_waitcnt"]}, [], "a program")
    shown = capsys.readouterr().out
    assert shown.count("1234") == 10 and "…" not in shown and "harmless" in shown


@pytest.mark.parametrize("width", WIDTHS[:3])
def test_a_certification_on_a_terminal_of_that_width(width, tmp_path):
    """The progress too; what is said in sentences is broken where words end, by us or by the terminal."""
    command = [sys.executable, "-m", "assay.cli", "certify", "--target", "model", "--arch", "gfx906", "--quick",
               "--jobs", "1", "--only", "v_add_f32", "--out", str(tmp_path)]
    ours, theirs = pty.openpty()
    running = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True,
                               env={**os.environ, "TERM": "xterm", "COLUMNS": str(width)})
    os.close(theirs)
    shown = b""
    while chunk := heard(ours):
        shown += chunk
    os.close(ours)
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode())
    assert running.wait(60) == 0 and "…" not in text
    assert re.search(r"certify .*1/1 0:0\d:\d\d left: 0:00:00", text) and "index.html" in text
    assert re.search(r"vop2[\s:]+(operations )?1[\s,]+(forms )?4[\s,]+(pass )?4\b", text)


def heard(terminal: int) -> bytes:
    """What comes next; nothing where the other end is closed."""
    try:
        return os.read(terminal, 1 << 16)
    except OSError:
        return b""
