"""Build the documentation into build/docs with Sphinx.

    python tools/docs.py [OUT]

Copy the pages with the folder structure of the project, generate the reference, and run Sphinx. Warnings are errors,
such as a broken link or a missing heading."""
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


def copy_pages(source):
    """Copy the pages and the files that they link to into `source`, at the same relative paths."""
    for pattern in PAGES:
        for page in sorted(ROOT.glob(pattern)):
            copy(page, source)
            for link, _ in LINK.findall(page.read_text()):
                linked_file = page.parent.joinpath(link).resolve()
                if linked_file.is_file() and linked_file.is_relative_to(ROOT) and linked_file.suffix != ".md":
                    copy(linked_file, source)


def copy(path, source):
    """Copy a file into `source` at the same relative path."""
    destination = source / path.relative_to(ROOT)
    destination.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, destination)


def add_tables_of_contents(index, generated):
    """Add tables of contents to the index: one for each section, with the section's links in their order.
    `generated`: {section: [(title, page)]} of the reference."""
    out = []
    for section in re.split(r"^(?=## )", index.read_text(), flags=re.M):
        title = section.partition("\n")[0].removeprefix("## ")
        links = [link.removesuffix(".md") for link, _ in LINK.findall(section) if link.endswith(".md")]
        links += [page for _, page in generated.get(title, ())]
        out.append(section.rstrip())
        if title in generated:
            out.append("\n".join(f"- [{name}]({page}.md)" for name, page in generated[title]))
        if links:
            out.append("\n".join(["", "```{toctree}", ":hidden:", f":caption: {title}", "", *dict.fromkeys(links),
                                  "```", ""]))
    index.write_text("\n".join(out))


def build(source, out):
    """Run Sphinx and return its exit status."""
    shutil.copyfile(ROOT / "docs/conf.py", source / "conf.py")
    return subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-E", "-W", "--keep-going", "-j", "2", "-b", "html",
         "-d", str(source.parent / "doctrees"), str(source), str(out)]
    ).returncode


def main(out):
    """Build everything and return the exit status."""
    if not all(importlib.util.find_spec(name) for name in ("sphinx", "myst_parser", "furo")):
        print("docs: Sphinx is not installed; `make docs` installs it, or pip install 'assay[docs]'", file=sys.stderr)
        return 2
    out = Path(out).resolve()
    work = out.with_name(out.name + ".parts")
    for folder in (work, out):
        shutil.rmtree(folder, ignore_errors=True)
    source = work / "source"
    copy_pages(source)
    add_tables_of_contents(source / "docs/index.md", write(source / "docs/reference"))
    status = build(source, out)
    (out / "index.html").write_text(HOME)
    shutil.rmtree(work)
    return status


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", nargs="?", default=ROOT / "build/docs", help="output folder; its old content is removed")
    sys.exit(main(parser.parse_args().out))
