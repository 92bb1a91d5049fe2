"""Tables of counts are complete at any width of the terminal."""
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


def printed_text(print_to, width):
    """Return the printed text, after a check that no cell is truncated."""
    console = Console(width=width, file=io.StringIO(), highlight=False)
    print_to(console)
    text = console.file.getvalue()
    assert "…" not in text
    return text


def small_table(*heads):
    """A table with an empty column."""
    table = terminal_table.CountTable("of mutants", ["kind", *heads, "nothing"])
    table.add_row("first", *(f"[bold]{n + 1},000[/]" for n in range(len(heads))), "", end=True)
    table.add_row("all", *("" for _ in heads), "")
    return table


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", sorted(CERTIFICATES.glob("*.json.gz")), ids=lambda path: path.name[:30])
def test_a_certificate_is_printed_completely(path, width):
    """All numbers of each encoding are printed in order, with the headings of their columns."""
    certificate = read_record(path, Certificate)[0]
    text = printed_text(certificate_table.encoding_table(certificate).print, width)
    assert all(len(line) <= width for line in text.splitlines())
    words = re.findall(r"[\w,]*\w", text)
    for line in summary.encoding_summaries(certificate):
        wanted = [len(line.operations), line.verdicts.total(),
                  *(line.verdicts[verdict] for verdict in summary.VERDICTS)]
        wanted = [*map(str, filter(None, wanted)), f"{line.cases:,}", f"{line.states:,}"]
        following = words[words.index(line.encoding) + 1:]
        assert [word for word in following if word[0].isdigit()][:len(wanted)] == wanted
    for verdict in summary.encoding_summaries(certificate)[-1].verdicts:
        assert set(verdict.split()) <= set(words)


@pytest.mark.parametrize("width, lines", [
    (30, ["of mutants", "                   not", "kind   killed  claimed", "first   1,000    2,000", "all"]),
    (20, ["of mutants", "                 not", "kind  killed claimed", "first  1,000   2,000", "all"]),
    (19, ["of mutants", "first:", "  killed 1,000, not", "  claimed 2,000", "all:"]),
])
def test_narrow_tables_lose_frame_and_empty_columns(width, lines):
    table = small_table("killed", "not claimed")
    assert "┃ nothing ┃" in printed_text(table.print, 42)
    assert [line.rstrip() for line in printed_text(table.print, width).splitlines()] == lines


@pytest.mark.parametrize("width", WIDTHS)
def test_mutant_tables_are_printed_completely(width, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", str(width))
    rows = {"s_waitcnt": dict.fromkeys(("found", "harmless", "missed", "alarm", "idle"), 1234)}
    mutate.print_program_table({**rows, "all": rows["s_waitcnt"]}, [], "a program")
    output = capsys.readouterr().out
    assert output.count("1234") == 10 and "…" not in output and "harmless" in output


@pytest.mark.parametrize("width", WIDTHS[:3])
def test_certify_output_fits_the_terminal(width, tmp_path):
    """Progress and table are complete; sentences break between words."""
    command = [sys.executable, "-m", "assay.cli", "certify", "--target", "model", "--arch", "gfx906", "--quick",
               "--jobs", "1", "--only", "v_add_f32", "--out", str(tmp_path)]
    parent_end, child_end = pty.openpty()
    running = subprocess.Popen(command, stdin=child_end, stdout=child_end, stderr=child_end, close_fds=True,
                               env={**os.environ, "TERM": "xterm", "COLUMNS": str(width)})
    os.close(child_end)
    output = b""
    while chunk := read_chunk(parent_end):
        output += chunk
    os.close(parent_end)
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", output.decode())
    assert running.wait(60) == 0 and "…" not in text
    assert re.search(r"certify .*1/1 0:0\d:\d\d left: 0:00:00", text) and "index.html" in text
    assert re.search(r"vop2[\s:]+(operations )?1[\s,]+(forms )?4[\s,]+(pass )?4\b", text)


def read_chunk(terminal: int) -> bytes:
    """The next output of a terminal, or b"" if the other end is closed."""
    try:
        return os.read(terminal, 1 << 16)
    except OSError:
        return b""


def test_the_name_of_a_folder_is_not_interpreted_as_markup():
    text = io.StringIO()
    certificate_table.print_certificates([], "a[/b]", Console(file=text, width=120))
    assert text.getvalue() == "0 certificates and index.html in a[/b]\n"
