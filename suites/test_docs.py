"""Documentation pages name only files, links, commands, options, targets, tables and folders that exist."""
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
IMPLIED_FOLDERS = ("", "model/", "mutation/")                     # pages may name their files without the folder


def backquoted_names(text):
    """Return the text in `backquotes` outside of listings."""
    prose = "\n".join(line for line in text.splitlines() if not line.startswith("    "))
    return re.findall(r"`([^`]+)`", prose)


@cache
def file_names():
    return {p.name for p in ROOT.rglob("*") if p.is_file() and not set(SKIPPED) & set(p.relative_to(ROOT).parts)}


def missing_paths(page, text, names):
    """Return [path] that `text` names and the tree lacks. Paths in build/ are not checked."""
    def exists(path):
        if "/" not in path:
            return path in names or "*" in path                     # `*.s` is a kind of file
        homes = [ROOT / page] + [ROOT / folder / "_" for folder in IMPLIED_FOLDERS]
        return any(any(home.parent.glob(path)) if "*" in path else (home.parent / path).exists() for home in homes)
    paths = [name for name in backquoted_names(text) if FILE.fullmatch(name) and not re.search(r"[A-Z]{4}\.", name)]
    return [path for path in paths if not path.startswith("build/") and not exists(path)]


@pytest.mark.parametrize("page", PAGES)
def test_named_files_exist(page):
    assert missing_paths(page, PAGES[page], file_names()) == []


@pytest.mark.parametrize("page", PAGES)
def test_every_link_has_a_target(page):
    links = re.findall(r"\]\(([^)#:]+)\)", PAGES[page])
    assert [link for link in links if not (ROOT / page).parent.joinpath(link).exists()] == []


def heading_anchors(text):
    """Return the anchors of a page."""
    titles = re.findall(r"^#+ (.*)", text, re.M)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES)
def test_every_anchor_is_a_heading(page):
    links = re.findall(r"\]\(([^)#:]*)#([^)]+)\)", PAGES[page])
    homes = {link: (ROOT / page).parent.joinpath(link) if link else ROOT / page for link, _ in links}
    assert [(link, part) for link, part in links
            if not homes[link].is_file() or part not in heading_anchors(homes[link].read_text())] == []


def test_index_lists_every_page():
    """The index links every page; `make docs` takes the order of the pages from it."""
    listed = {(ROOT / "docs" / link).resolve().relative_to(ROOT).as_posix()
            for link in re.findall(r"\]\(([^)#:]+\.md)\)", PAGES["docs/index.md"])}
    assert set(PAGES) - {"docs/index.md"} == listed


def test_a_missing_file_is_found():
    text = "see `spec/rowz.py`, `spec/rows.py`, `verdict.py`, `spec/*.tsv`, `spec/ops/*.txt`, `nowhere/`\n    `no.py`"
    assert missing_paths("README.md", text, file_names()) == ["spec/rowz.py", "verdict.py", "spec/*.tsv", "nowhere/"]


def command_options():
    """Return {command: option strings}."""
    commands = next(action for action in build_parser()._actions if action.dest == "command")
    return {
        name: {text for action in parser._actions for text in action.option_strings}
        for name, parser in commands.choices.items()
    }


def unknown_commands(text, options_by_command):
    """Return the command lines of `assay` with an unknown command or option."""
    lines = re.findall(r"(?:^(?:    |\$ )(?:echo [^|\n]*\| )?(?:\.venv/bin/)?|`)assay ([a-z][^`\n]*)", text, re.M)
    return [
        line
        for line in lines
        for command, *words in [line.partition("  #")[0].split()]
        if command not in options_by_command
        or {w.split("=")[0] for w in words if re.match("--[a-z]", w)} - options_by_command[command]
    ]


@pytest.mark.parametrize("page", PAGES)
def test_commands_and_options_exist(page):
    assert unknown_commands(PAGES[page], command_options()) == []


def test_an_unknown_option_is_found():
    text = "    .venv/bin/assay run case.s --targt manual\n`assay specs show x` or `assay run case.s --target manual`"
    assert unknown_commands(text, command_options()) == ["run case.s --targt manual", "specs show x"]


def test_named_make_targets_exist():
    known = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.M))
    named = {target for text in PAGES.values() for target in re.findall(r"(?:`|^    )make (\w+)", text, re.M)}
    assert {"certify", "test"} <= named <= known


def first_cells(page):
    """Return names in `backquotes` in the first column of a page's tables."""
    return {name for cell in re.findall(r"^\| ([^|]*) \|", PAGES[page], re.M) for name in backquoted_names(cell)}


def test_targets_page_lists_every_target():
    def stem(name):
        return re.split("[:,]", name)[0]
    assert {stem(name) for name in first_cells("docs/targets.md")} == {stem(row["name"]) for row in catalogue()}


def test_spec_readme_lists_every_table():
    tables = {path.name for path in [*(ROOT / "spec").glob("*.txt"), *(ROOT / "spec").glob("*.toml")]}
    assert tables | {"ops/*.txt"} == first_cells("spec/README.md")


def test_readme_lists_every_folder():
    folders = {f"{path.parent.name}/" for path in ROOT.glob("*/*.py")} - {"build/"}
    assert folders <= first_cells("README.md") | {"docs/"}


def test_suites_readme_lists_every_folder():
    suites = {path.parent.relative_to(ROOT / "suites").as_posix() for path in (ROOT / "suites").rglob("*.s")}
    listed = first_cells("suites/README.md")
    assert {folder for folder in suites if not {folder, folder.partition("/")[0]} & listed} == set()


def listing_object(page, start):
    """Return the JSON object of a listing that begins with `start`; … stands for nothing."""
    listing = PAGES[page].partition("    " + start)[2].partition("\n\n")[0]
    text = (start + listing).replace("0x…lane mask…", "0x1").replace(", …", "")
    return msgspec.json.decode(text.replace("…", ""))


def test_example_case_is_valid():
    parsed = listing_object("docs/cases.md", '{"assay": 1')
    assert case.parse_case(parsed).memory[0].name == "buf" and case.parse_case(parsed).limits.instructions == 100000


def json_keys(kind):
    return {field.encode_name for field in msgspec.structs.fields(kind)}


def test_cases_page_documents_every_key():
    page = PAGES["docs/cases.md"]
    assert json_keys(case.Case) - {"assay", "wave"} <= {
        w for name in first_cells("docs/cases.md") for w in name.split()
    }
    documented = set(listing_object("docs/cases.md", '{"name": "…", "status"')) | set(backquoted_names(page))
    assert json_keys(case.Result) <= documented
    for kind in (case.Limits, case.Expect, case.Observe):
        assert json_keys(kind) <= set(re.findall(r"\w+", page)), kind


@pytest.mark.parametrize("target", ["model", "mutant:exec-ignored"])
def test_hypothesis_example_runs(target):
    """The code of the page runs, here with fewer examples and no shrinking; a failing example is printed as a
    listing."""
    text, namespace = re.search(r"```python\n(.*?)```", PAGES["docs/fuzzing.md"], re.S)[1], {"DRAWN": [Phase.generate]}
    fewer = "max_examples=60, derandomize=True, database=None, phases=DRAWN"
    exec(text.replace("mutant:exec-ignored", target).replace("max_examples=300", fewer), namespace)
    with namespace["TARGET"]:
        if target == "model":
            namespace["test_it_does_what_the_model_does"]()
            return
        with pytest.raises(AssertionError, match="expected .*, got") as error:
            namespace["test_it_does_what_the_model_does"]()
    assert "one=<gfx1100 wave" in "".join(error.value.__notes__)


def test_fuzzing_example_has_the_documented_result(tmp_path, monkeypatch, capsys):
    """The number of failures is compared. Shrinking does not change it and takes longer."""
    page = PAGES["docs/fuzzing.md"]
    words, result_line = re.search(r"\n    assay (fuzz --target mutant:.*)\n\n +(\d+ fail: .*)\n", page).groups()
    monkeypatch.chdir(tmp_path)
    assert main([*words.split(), "--shrink-seconds", "0", "--jobs", "1"]) == 1
    assert result_line in [line.strip() for line in capsys.readouterr().out.splitlines()]
