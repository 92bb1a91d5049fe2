"""tools/c_layout.py rejects what clang-format would change, and leaves rows of tables alone."""
import subprocess
import sys

import pytest

from .build import ROOT

GOOD = """\
/* A wave's  lanes. */
static u32 first(u32 a)           { return a & 1; }
static u32 second_of_two(u32 a)   { return a >> 1; }
static int f(int a)
{
    if (a) { g(a); return 1; }
    switch (a) {
    case 1: case 2: return 3;
    default:        return 4;
    }
    for (int n = 0; n < a; n++) if (h(n)) return n;
    return g("two  blanks; and; more");
}
"""


def run_layout(tmp_path, text, *arguments):
    """Run the tool on a file of `text` and return (status, the file's new text, output)."""
    path = tmp_path / "one.c"
    path.write_text(text)
    command = [sys.executable, ROOT / "tools/c_layout.py", *arguments, path]
    process = subprocess.run(command, capture_output=True, text=True)
    return process.returncode, path.read_text(), process.stdout


def test_rows_are_unchanged(tmp_path):
    assert run_layout(tmp_path, GOOD) == (0, GOOD, "")


@pytest.mark.parametrize("old, new", [
    ("    return g(", "  return g("),                  # indented by two
    ("static int f(int a)\n{", "static int f(int a) {"),
    ("f(int a)", "f( int a )"),
    ("    switch (a) {", "    switch(a) {"),
    ("    return g(\"two  blanks", "\treturn g(\"two  blanks"),
    ("static int f(int a)", "static int f(int a, " + ", ".join(f"int number{n}" for n in range(9)) + ")"),
])
def test_other_layout_is_refused_and_fixed(tmp_path, old, new):
    assert old in GOOD
    status, _, output = run_layout(tmp_path, GOOD.replace(old, new))
    assert status == 1 and "one.c" in output
    _, fixed, _ = run_layout(tmp_path, GOOD.replace(old, new), "--write")
    assert run_layout(tmp_path, fixed) == (0, fixed, "")
