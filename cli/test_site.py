"""`make docs` builds without a warning, and the site is complete.
Every link has a target, nothing is loaded from the network, and the reference has every operation, rule and command."""
import html
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest

from ..spec import CERTIFIED, FOLDER, load
from ..spec.bodies import row_bodies
from .test_help import commands

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "build/docs"
pytestmark = [
    pytest.mark.skipif(not (ROOT / "Makefile").exists(), reason="a wheel has no documentation to build"),
    pytest.mark.long,
]


@pytest.fixture(scope="module")
def site():
    """Build the pages and return their folder."""
    process = subprocess.run(["make", "docs"], cwd=ROOT, capture_output=True, text=True)
    assert process.returncode == 0 and "WARNING" not in process.stderr, process.stdout + process.stderr
    return SITE


@cache
def page(path):
    """Return (text, ids) of a page."""
    text = path.read_text()
    return text, set(re.findall(r'\sid="([^"]+)"', text))


def broken_links(folder):
    """Return [(page, link)] of links within `folder` to a missing file or anchor."""
    broken = []
    for path in sorted(folder.rglob("*.html")):
        for link in re.findall(r'<a\s[^>]*href="([^"]*)"', page(path)[0]):
            link = html.unescape(link)
            if re.match(r"[a-z]+:", link):
                continue
            target_path, _, anchor = link.partition("#")
            target = path.parent.joinpath(unquote(target_path.partition("?")[0])).resolve() if target_path else path
            if not target.is_file() or anchor and target.suffix == ".html" and anchor not in page(target)[1]:
                broken.append((path.name, link))
    return broken


def test_every_link_has_a_target(site):
    assert broken_links(site) == [] and len(list(site.rglob("*.html"))) > 30


def test_a_broken_link_and_a_broken_anchor_are_found(tmp_path):
    (tmp_path / "a.html").write_text('<p id="x"><a href="a.html#x">1</a><a href="a.html#y">2</a><a href="b.html">3</a>')
    assert broken_links(tmp_path) == [("a.html", "a.html#y"), ("a.html", "b.html")]


def test_a_broken_link_fails_the_build(site, tmp_path):
    source = tmp_path / "source"
    (source / "docs").mkdir(parents=True)
    (source / "conf.py").write_text((ROOT / "docs/conf.py").read_text())
    index, build = source / "docs/index.md", [sys.executable, "-m", "sphinx", "-q", "-E", "-W", "-b", "html"]
    for text, status in (("# A\n\n[b](#a)\n", 0), ("# A\n\n[b](b.md)\n", 1), ("# A\n\n[b](#c)\n", 1)):
        index.write_text(text)
        process = subprocess.run([*build, source, tmp_path / "out"], capture_output=True, text=True)
        assert process.returncode == status, (text, process.stderr)


def test_nothing_is_loaded_from_the_network(site):
    loaded = r'<(?:link|script|img|iframe)\s[^>]*(?:href|src)="(https?:)?//'
    assert [path.name for path in site.rglob("*.html") if re.search(loaded, page(path)[0])] == []
    fetched = r"(?:@import|url\()\s*['\"]?(https?:)?//"
    assert [path.name for path in site.rglob("*.css") if re.search(fetched, path.read_text())] == []


def plain_text(markup):
    """Return the text of a piece of a page."""
    return html.unescape(re.sub(r"<[^>]+>", "", markup))


@cache
def sections():
    """Return {id of a section: its text} over the pages of the reference."""
    texts = {}
    for path in (SITE / "docs/reference").glob("*.html"):
        for part in re.split(r"(?=<section id=)", page(path)[0])[1:]:
            for name in re.findall(r'<(?:section|span) id="([^"]+)"', part[:400]):
                texts[name] = plain_text(part)
    return texts


def anchor(kind, name):
    return f"{kind}-{re.sub(r'[^a-z0-9]+', '-', name.lower())}"


def test_every_form_is_listed_with_its_operation(site):
    """The names and opcodes in testdata come from LLVM."""
    def plain(mnemonic):
        return re.sub(r"(_e32|_e64|_sdwa|_dpp)+$", "", mnemonic)
    documented = {
        (arch, name, int(opcode))
        for key, text in sections().items() if key.startswith("op-")
        for arch, names, forms in re.findall(r"^(gfx\w+): (.*)\n((?:    .*\n)*)", text, re.M)
        for mnemonic, opcode in re.findall(r"^    (\w+) .* opcode (\d+) ", forms, re.M)
        for name in (plain(mnemonic), *re.findall(r"\w+", names.partition("also ")[2].partition(", only")[0]))
    }
    for arch in CERTIFIED:
        rows = [line.split("\t") for line in (FOLDER / f"testdata/{arch}.tsv").read_text().splitlines()[1:]]
        assert len(rows) > 1800
        assert {(arch, plain(name), int(opcode)) for _, opcode, name in rows if opcode.isdigit()} - documented == set()


def test_an_operation_has_sources_code_rules_and_cases(site):
    """The expected facts were read by hand from the manuals, the model and the suites."""
    text = sections()["op-v-mad-u64-u32"]
    assert "Vega ISA, 12.12; RDNA3 ISA, 16.12" in text and "vop3sd opcode 766 (0x2fe)" in text
    assert "u64 r = (u64)a * b + c; return (struct u64_co){ r, r < c };" in text
    assert "rules: valu.mad64" in text and "suites/valu/16.12-vop3/mad64.s" in text
    text = sections()["op-v-cndmask-b32"]
    assert "cndmask-inverted: v_cndmask takes the other source" in text and "dst-sel-ignored" in text


def test_an_operation_without_a_body_is_marked_unsupported(site):
    for op in load().ops.values():
        unsupported = "its status is unsupported" in sections()[anchor("op", op.name)]
        assert unsupported != bool(row_bodies(op, ROOT / "model")), op.name


def test_every_rule_has_its_text_and_source(site):
    for name, rule in load().rules.items():
        text = sections()[anchor("rule", name)]
        assert " ".join(rule["text"].split()) in " ".join(text.split()), name
        assert all(f"{document}," in text for document in rule["document"].split(", ")), name


def test_every_command_has_its_options(site):
    text = page(SITE / "docs/reference/commands.html")[0]
    titles = {plain_text(title).rstrip("¶ #") for title in re.findall(r"<h2>(.*?)</h2>", text, re.S)}
    assert titles == {" ".join(("assay", *words)) for words in commands() if words}
    assert "--case-seconds" in text and "time limit per case on a target (default: 20)" in text


def test_search_index_has_operations_and_rules(site):
    index = (site / "searchindex.js").read_text()
    assert "v_mad_u64_u32" in index and "counter.vm.unwaited" in index
