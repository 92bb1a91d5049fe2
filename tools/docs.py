"""Builds the documentation into build/docs: lays the pages out as they lie in the project, writes the reference beside
them, and has Sphinx build them.  Every warning is an error: a link that leads nowhere, a heading that is not there.

    python tools/docs.py [OUT]
"""
import argparse
import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

from reference import write

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "CONTRIBUTING.md", "docs/**/*.md", "spec/README.md", "suites/README.md", "harness/PROTOCOL.md")
LINK = re.compile(r"\]\(([^)#:\s]+)(#[^)\s]*)?\)")
HOME = '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=docs/index.html">' \
       '<title>Assay</title><a href="docs/index.html">Assay</a>\n'


def lay_out(source):
    """The pages and what they link to, at the same places below `source`."""
    for pattern in PAGES:
        for page in sorted(ROOT.glob(pattern)):
            copy(page, source)
            for link, _ in LINK.findall(page.read_text()):
                aim = page.parent.joinpath(link).resolve()
                if aim.is_file() and aim.is_relative_to(ROOT) and aim.suffix != ".md":
                    copy(aim, source)


def copy(path, source):
    """One file."""
    aim = source / path.relative_to(ROOT)
    aim.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, aim)


def order(index, made):
    """The order of the pages for Sphinx: the index itself says it.  A section's links, in its order, are a part of the
    table of contents; `made`: {section: [(title, page)]} that are written beside them."""
    out = []
    for section in re.split(r"^(?=## )", index.read_text(), flags=re.M):
        title = section.partition("\n")[0].removeprefix("## ")
        links = [link.removesuffix(".md") for link, _ in LINK.findall(section) if link.endswith(".md")]
        links += [page for _, page in made.get(title, ())]
        out.append(section.rstrip())
        if title in made:
            out.append("\n".join(f"- [{name}]({page}.md)" for name, page in made[title]))
        if links:
            out.append("\n".join(["", "```{toctree}", ":hidden:", f":caption: {title}", "", *dict.fromkeys(links),
                                  "```", ""]))
    index.write_text("\n".join(out))


def build(source, out):
    """Sphinx; exit status."""
    shutil.copyfile(ROOT / "docs/conf.py", source / "conf.py")
    return subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-E", "-W", "--keep-going", "-j", "2", "-b", "html",
         "-d", str(source.parent / "doctrees"), str(source), str(out)]
    ).returncode


def main(out):
    """-> exit status."""
    if not all(importlib.util.find_spec(name) for name in ("sphinx", "myst_parser", "furo")):
        print("docs: Sphinx is not installed; `make docs` installs it, or pip install 'assay[docs]'", file=sys.stderr)
        return 2
    out = Path(out).resolve()
    work = out.with_name(out.name + ".parts")
    for folder in (work, out):
        shutil.rmtree(folder, ignore_errors=True)
    source = work / "source"
    lay_out(source)
    order(source / "docs/index.md", write(source / "docs/reference"))
    status = build(source, out)
    (out / "index.html").write_text(HOME)
    shutil.rmtree(work)
    return status


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", nargs="?", default=ROOT / "build/docs", help="a folder; what is there is removed")
    sys.exit(main(parser.parse_args().out))
