"""What the pages name exists: files, links, commands with their options, targets, tables, folders."""
import re
from functools import cache
from pathlib import Path

import msgspec
import pytest
from hypothesis import Phase

from ..cli import main
from ..cli.parser import build_parser
from ..harness.case import case_types as case
from ..harness.targets.registry import catalogue

ROOT = Path(__file__).resolve().parent.parent
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text()
    for pattern in ("*.md", "docs/*.md", "docs/*/*.md", "*/README.md", "harness/PROTOCOL.md")
    for path in sorted(ROOT.glob(pattern))
    if not path.relative_to(ROOT).as_posix().startswith(".")
}
SUFFIXES = "c|cl|cfg|h|html|inc|jsonl?|lark|md|py|s|toml|tsv|txt|yaml"
FILE = re.compile(rf"(?:\.\./)*(?:[\w.*-]+/)*[\w.*-]+\.(?:{SUFFIXES})|(?:[\w.-]+/)+(?:[\w-]+)?")
SKIPPED = (".git", ".venv", "build", "__pycache__")
PLACES = ("", "model/", "mutation/")                     # whose files pages name without their folder


def quoted(text):
    """What stands in `backquotes` outside of listings."""
    prose = "\n".join(line for line in text.splitlines() if not line.startswith("    "))
    return re.findall(r"`([^`]+)`", prose)


@cache
def file_names():
    return {p.name for p in ROOT.rglob("*") if p.is_file() and not set(SKIPPED) & set(p.relative_to(ROOT).parts)}


def missing(page, text, names):
    """[path] that `text` names and the tree has not.  Of build/ nothing is there before a command has made it."""
    def exists(path):
        if "/" not in path:
            return path in names or "*" in path                     # `*.s`: a kind of file
        homes = [ROOT / page] + [ROOT / place / "_" for place in PLACES]
        return any(any(home.parent.glob(path)) if "*" in path else (home.parent / path).exists() for home in homes)
    told = [said for said in quoted(text) if FILE.fullmatch(said) and not re.search(r"[A-Z]{4}\.", said)]
    return [path for path in told if not path.startswith("build/") and not exists(path)]


@pytest.mark.parametrize("page", PAGES)
def test_files_exist(page):
    assert missing(page, PAGES[page], file_names()) == []


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#:]+)\)", PAGES[page])
    assert [link for link in links if not (ROOT / page).parent.joinpath(link).exists()] == []


def headings(text):
    """What a link can name of a page."""
    titles = re.findall(r"^#+ (.*)", text, re.M)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES)
def test_anchors_are_headings(page):
    links = re.findall(r"\]\(([^)#:]*)#([^)]+)\)", PAGES[page])
    homes = {link: (ROOT / page).parent.joinpath(link) if link else ROOT / page for link, _ in links}
    assert [(link, part) for link, part in links
            if not homes[link].is_file() or part not in headings(homes[link].read_text())] == []


def test_index_has_each_page():
    """What `make docs` orders; the certificates and targets have their own list besides."""
    told = {(ROOT / "docs" / link).resolve().relative_to(ROOT).as_posix()
            for link in re.findall(r"\]\(([^)#:]+\.md)\)", PAGES["docs/index.md"])}
    assert set(PAGES) - {"docs/index.md"} == told


def test_a_file_that_is_not_there_is_seen():
    text = "see `spec/rowz.py`, `spec/rows.py`, `verdict.py`, `spec/*.tsv`, `spec/ops/*.txt`, `nowhere/`\n    `no.py`"
    assert missing("README.md", text, file_names()) == ["spec/rowz.py", "verdict.py", "spec/*.tsv", "nowhere/"]


def options():
    """{command: option strings}."""
    commands = next(action for action in build_parser()._actions if action.dest == "command")
    return {
        name: {text for action in parser._actions for text in action.option_strings}
        for name, parser in commands.choices.items()
    }


def unknown(text, known):
    """[command line] of `assay` that names a command or an option there is not."""
    lines = re.findall(r"(?:^(?:    |\$ )(?:echo [^|\n]*\| )?(?:\.venv/bin/)?|`)assay ([a-z][^`\n]*)", text, re.M)
    return [
        line for line in lines
        for command, *rest in [line.partition("  #")[0].split()]
        if command not in known or {w.split("=")[0] for w in rest if re.match("--[a-z]", w)} - known[command]
    ]


@pytest.mark.parametrize("page", PAGES)
def test_commands_and_options_exist(page):
    assert unknown(PAGES[page], options()) == []


def test_an_option_that_is_not_there_is_seen():
    text = "    .venv/bin/assay run case.s --targt manual\n`assay specs show x` or `assay run case.s --target manual`"
    assert unknown(text, options()) == ["run case.s --targt manual", "specs show x"]


def test_make_knows_what_pages_say():
    known = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.M))
    said = {one for text in PAGES.values() for one in re.findall(r"(?:`|^    )make (\w+)", text, re.M)}
    assert {"certify", "test"} <= said <= known


def first_cells(page):
    """Names in `backquotes` in the first column of a page's tables."""
    return {name for cell in re.findall(r"^\| ([^|]*) \|", PAGES[page], re.M) for name in quoted(cell)}


def test_page_of_targets_has_each():
    def stem(name):
        return re.split("[:,]", name)[0]
    assert {stem(name) for name in first_cells("docs/targets.md")} == {stem(row["name"]) for row in catalogue()}


def test_page_of_tables_has_each():
    tables = {path.name for path in [*(ROOT / "spec").glob("*.txt"), *(ROOT / "spec").glob("*.toml")]}
    assert tables | {"ops/*.txt"} == first_cells("spec/README.md")


def test_readme_has_each_folder():
    folders = {f"{path.parent.name}/" for path in ROOT.glob("*/*.py")} - {"build/"}
    assert folders <= first_cells("README.md") | {"docs/"}


def test_page_of_suites_has_each_folder():
    suites = {path.parent.relative_to(ROOT / "suites").as_posix() for path in (ROOT / "suites").rglob("*.s")}
    told = first_cells("suites/README.md")
    assert {folder for folder in suites if not {folder, folder.partition("/")[0]} & told} == set()


def example(page, start):
    """The JSON object of a listing that begins with `start`; … stands for nothing."""
    listing = PAGES[page].partition("    " + start)[2].partition("\n\n")[0]
    text = (start + listing).replace("0x…lane mask…", "0x1").replace(", …", "")
    return msgspec.json.decode(text.replace("…", ""))


def test_the_case_of_the_page_is_one():
    one = example("docs/cases.md", '{"assay": 1')
    assert case.parse_case(one).memory[0].name == "buf" and case.parse_case(one).limits.instructions == 100000


def keys(kind):
    return {field.encode_name for field in msgspec.structs.fields(kind)}


def test_page_of_cases_has_each_key():
    page = PAGES["docs/cases.md"]
    assert keys(case.Case) - {"assay", "wave"} <= {w for name in first_cells("docs/cases.md") for w in name.split()}
    told = set(example("docs/cases.md", '{"name": "…", "status"')) | set(quoted(page))
    assert keys(case.Result) <= told
    for kind in (case.Limits, case.Expect, case.Observe):
        assert keys(kind) <= set(re.findall(r"\w+", page)), kind


@pytest.mark.parametrize("target", ["model", "mutant:exec-ignored"])
def test_the_example_for_hypothesis_runs(target):
    """As it stands, of fewer examples and without making them small; what fails is shown as a listing."""
    text, known = re.search(r"```python\n(.*?)```", PAGES["docs/fuzzing.md"], re.S)[1], {"DRAWN": [Phase.generate]}
    fewer = "max_examples=60, derandomize=True, database=None, phases=DRAWN"
    exec(text.replace("mutant:exec-ignored", target).replace("max_examples=300", fewer), known)
    with known["TARGET"]:
        if target == "model":
            known["test_it_does_what_the_model_does"]()
            return
        with pytest.raises(AssertionError, match="expected .*, got") as error:
            known["test_it_does_what_the_model_does"]()
    assert "one=<gfx1100 wave" in "".join(error.value.__notes__)


def test_the_example_of_fuzzing_gives_what_the_page_says(tmp_path, monkeypatch, capsys):
    """How many fail; which of them is made small hangs on nothing else, and takes longer."""
    page = PAGES["docs/fuzzing.md"]
    words, told = re.search(r"\n    assay (fuzz --target mutant:.*)\n\n +(\d+ fail: .*)\n", page).groups()
    monkeypatch.chdir(tmp_path)
    assert main([*words.split(), "--shrink-seconds", "0", "--jobs", "1"]) == 1
    assert told in [line.strip() for line in capsys.readouterr().out.splitlines()]
