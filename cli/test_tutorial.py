"""The tutorial, word by word: its files are written, its commands are run in an empty folder, and what they print is
compared with what stands there.  In a page a listing is a file where the line above it ends with the file's name in
backquotes and a colon; in console listings `$ ` begins a command, and what follows is its output, in which a line `…`
stands for any lines and `…` within a line for any text.  White space at the end of lines does not count."""
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LISTING = re.compile(r"(?:^(?P<above>[^\n]*)\n\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.M | re.S)
NAMED = re.compile(r"`([\w.-]+)`:$")
SECONDS = 300


def steps(page):
    """[("file", name, text) or ("run", command, output)] of a page, in order."""
    found = []
    for listing in LISTING.finditer(page):
        name = NAMED.search(listing["above"] or "")
        if listing["kind"] == "console":
            for part in re.split(r"^\$ ", listing["text"], flags=re.M)[1:]:
                command, _, output = part.partition("\n")
                found.append(("run", command, output))
        elif name:
            found.append(("file", name[1], listing["text"]))
        else:
            raise ValueError(f"a listing is neither a file nor commands: {listing['text'][:60]!r}")
    return found


def fits(shown, said):
    """Is what was printed what the page shows?"""
    def lines(text):
        return [line.rstrip() for line in text.strip("\n").splitlines() if line.strip() or text.strip()]
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == "…" else ".*?".join(map(re.escape, line.split("…"))) + r"\n"
        for line in lines(shown)
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in lines(said))) is not None


def follow(page, folder):
    """Does what the page says -> [(command, what it printed, what the page shows, its standard error)] of each."""
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "COLUMNS": "110"}
    found = []
    for kind, what, text in steps(page):
        if kind == "file":
            (folder / what).write_text(text)
        elif what.startswith("cd "):
            folder = folder / what.removeprefix("cd ")
        else:
            done = subprocess.run(what, shell=True, cwd=folder, env=env, capture_output=True, text=True,
                                  timeout=SECONDS)
            found.append((what, done.stdout, text, done.stderr))
    return found


def differing(found):
    """What of follow() is not as the page has it, in words."""
    return [f"$ {command}\n--- printed\n{said}{errors}\n--- shown\n{shown}"
            for command, said, shown, errors in found if not fits(shown, said)]


@pytest.mark.long
@pytest.mark.skipif(not (ROOT / "docs").is_dir(), reason="a wheel has no pages")
def test_the_tutorial_is_true(tmp_path):
    page = (ROOT / "docs/tutorial.md").read_text()
    assert len(steps(page)) > 15
    found = follow(page, tmp_path)
    assert not differing(found), "\n".join(differing(found))
    for kind, command, shown in steps((ROOT / "README.md").read_text()):     # what it shows is a step of the tutorial
        said = next((said for what, said, *_ in found if what == command), None)
        assert kind == "run" and said is not None and fits(shown, said), f"README.md: $ {command}\n{said}"


@pytest.mark.skipif(not (ROOT / "docs").is_dir(), reason="a wheel has no pages")
def test_the_page_of_check_is_true(tmp_path):
    found = follow((ROOT / "docs/howto/check-a-kernel.md").read_text(), tmp_path)
    assert len(found) == 5 and not differing(found), "\n".join(differing(found))


def test_a_command_that_prints_something_else_is_seen(tmp_path):
    page = "Write `a.txt`:\n\n```text\none\ntwo\n```\n\n" \
           "```console\n$ cat a.txt\none\nthree\n$ cat a.txt\n…\nt…o\n```\n"
    wrong = differing(follow(page, tmp_path))
    assert len(wrong) == 1 and "three" in wrong[0]
    with pytest.raises(ValueError):
        steps("```text\nnobody\n```\n")


@pytest.mark.parametrize("shown, said, so", [
    ("a\n…\nb\n", "a\nb\n", True), ("a\n…\nb\n", "a\nx\ny\nb", True), ("a\n…\n", "b\n", False),
    ("a …\n", "a 1\nb\n", False), ("a … c\n", "a b c\n", True), ("a\n", "a  \n\n", True),
    ("", "a\n", False), ("", "", True), ("  a\n", "a\n", False),
])
def test_elisions(shown, said, so):
    assert fits(shown, said) is so
