"""Run the tutorial: write its files, run its commands in an empty folder and compare their output with the page.
A listing is a file if the line above it ends with the file's name in backquotes and a colon. In console listings `$ `
begins a command, and its output follows. There a line `…` stands for any lines, and `…` within a line for any text.
Trailing white space does not count."""
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LISTING = re.compile(r"(?:^(?P<above>[^\n]*)\n\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.M | re.S)
NAMED = re.compile(r"`([\w.-]+)`:$")
COMMAND_LIMIT_S = 300


def steps(page):
    """Return [("file", name, text) or ("run", command, output)] of a page, in order."""
    parsed = []
    for listing in LISTING.finditer(page):
        name = NAMED.search(listing["above"] or "")
        if listing["kind"] == "console":
            for part in re.split(r"^\$ ", listing["text"], flags=re.M)[1:]:
                command, _, output = part.partition("\n")
                parsed.append(("run", command, output))
        elif name:
            parsed.append(("file", name[1], listing["text"]))
        else:
            raise ValueError(f"a listing is neither a file nor commands: {listing['text'][:60]!r}")
    return parsed


def output_matches(expected, output):
    """Return whether the output matches what the page shows."""
    def lines(text):
        return [line.rstrip() for line in text.strip("\n").splitlines() if line.strip() or text.strip()]
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == "…" else ".*?".join(map(re.escape, line.split("…"))) + r"\n"
        for line in lines(expected)
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in lines(output))) is not None


def run_steps(page, folder):
    """Run the steps of a page and return [(command, output, expected output, standard error)]."""
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "COLUMNS": "110"}
    results = []
    for kind, target, text in steps(page):
        if kind == "file":
            (folder / target).write_text(text)
        elif target.startswith("cd "):
            folder = folder / target.removeprefix("cd ")
        else:
            process = subprocess.run(target, shell=True, cwd=folder, env=env, capture_output=True, text=True,
                                  timeout=COMMAND_LIMIT_S)
            results.append((target, process.stdout, text, process.stderr))
    return results


def differences(results):
    """Return a description of each command whose output differs from the page."""
    return [f"$ {command}\n--- printed\n{output}{errors}\n--- shown\n{expected}"
            for command, output, expected, errors in results if not output_matches(expected, output)]


@pytest.mark.long
@pytest.mark.skipif(not (ROOT / "docs").is_dir(), reason="a wheel has no pages")
def test_tutorial_and_readme_show_the_real_output(tmp_path):
    page = (ROOT / "docs/tutorial.md").read_text()
    assert len(steps(page)) > 15
    results = run_steps(page, tmp_path)
    assert not differences(results), "\n".join(differences(results))
    for kind, command, expected in steps((ROOT / "README.md").read_text()):     # its example is a step of the tutorial
        output = next((output for ran, output, *_ in results if ran == command), None)
        assert kind == "run" and output is not None and output_matches(expected, output), (
            f"README.md: $ {command}\n{output}"
        )


@pytest.mark.skipif(not (ROOT / "docs").is_dir(), reason="a wheel has no pages")
def test_check_page_shows_the_real_output(tmp_path):
    results = run_steps((ROOT / "docs/howto/check-a-kernel.md").read_text(), tmp_path)
    assert len(results) == 5 and not differences(results), "\n".join(differences(results))


def test_a_different_output_is_found(tmp_path):
    page = "Write `a.txt`:\n\n```text\none\ntwo\n```\n\n" \
           "```console\n$ cat a.txt\none\nthree\n$ cat a.txt\n…\nt…o\n```\n"
    wrong = differences(run_steps(page, tmp_path))
    assert len(wrong) == 1 and "three" in wrong[0]
    with pytest.raises(ValueError):
        steps("```text\nnobody\n```\n")


@pytest.mark.parametrize("expected, output, matches", [
    ("a\n…\nb\n", "a\nb\n", True), ("a\n…\nb\n", "a\nx\ny\nb", True), ("a\n…\n", "b\n", False),
    ("a …\n", "a 1\nb\n", False), ("a … c\n", "a b c\n", True), ("a\n", "a  \n\n", True),
    ("", "a\n", False), ("", "", True), ("  a\n", "a\n", False),
])
def test_ellipses_match_any_text(expected, output, matches):
    assert output_matches(expected, output) is matches
