"""assay coverage --lcov: what of the model's C runs under cases and streams; what never does has its reason in a
table."""
import re
import shutil
import subprocess

import pytest

from ...model.build import MODEL
from . import c_lines

pytest.importorskip("assay.model._assay", reason="the model is not built: make setup")
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def files():
    return c_lines.count()


def test_every_function_that_does_not_run_whole_has_its_reason(files):
    words, rows = c_lines.reasons()
    assert c_lines.stale(files, rows) == []
    assert set(rows.values()) <= set(words)


def test_what_must_run_ran(files):
    """The step loop, and every file."""
    counts = {name: dict(held.functions) for name, held in files.items()}
    assert counts["run/step.c"] and all(runs > 0 for _, runs in counts["run/step.c"].values())
    assert {name for name in files if name.endswith(".c")} == {
        path.relative_to(MODEL).as_posix() for path in MODEL.rglob("*.c") if "tests" not in path.parts}
    some, every = c_lines.totals(files)["lines"]
    assert 0.85 * every < some < every


def test_branches_of_an_inlined_function_count_once(files):
    """Not once for each place it is inlined at, most of which come out one way only."""
    plain = re.compile(r"\s*if \(\w+->\w+\) return [^?&|]*;")
    found = [len(held.branches[line]) for name, held in files.items() if name.endswith(".h")
             for line, text in enumerate((MODEL / name).read_text().splitlines(), 1)
             if plain.fullmatch(text) and line in held.branches]
    assert found and set(found) == {2}


def test_untaken_branches_are_told_apart():
    """Those of a line that never ran, and conditions of one that did."""
    made = c_lines.File({3: 0, 4: 9, 5: 9}, {3: [0, 0], 4: [9, 0, 0, 9], 5: [4, 5]})
    assert c_lines.untaken({"a.c": made, "b.c": c_lines.File({1: 1}, {1: [1, 1]})}) == (2, {"a.c": 2})


def read_tracefile(text):
    """{file: (lines, branches, functions)} of a tracefile, by geninfo(1), with its own sums checked."""
    found = {}
    for record in text.split("end_of_record\n")[:-1]:
        values = {key: [line.partition(":")[2] for line in record.splitlines() if line.startswith(key + ":")]
                  for key in ("SF", "DA", "BRDA", "FNDA", "LF", "LH", "BRF", "BRH", "FNF", "FNH")}
        held = {int(n): int(count) for n, count in (one.split(",") for one in values["DA"])}
        taken = [one.rsplit(",", 1)[1] for one in values["BRDA"]]
        runs = {name: int(count) for count, name in (one.split(",", 1) for one in values["FNDA"])}
        sums = {"LF": len(held), "LH": sum(c > 0 for c in held.values()), "BRF": len(taken),
                "BRH": sum(one not in ("-", "0") for one in taken), "FNF": len(runs),
                "FNH": sum(c > 0 for c in runs.values())}
        assert {key: int(values[key][0]) for key in sums} == sums
        found[values["SF"][0]] = held, taken, runs
    return found


def test_the_tracefile_holds_what_was_counted(files, tmp_path):
    text = c_lines.lcov(files)
    found = read_tracefile(text)
    assert [str(MODEL / name) for name in files] == list(found)
    for name, held in files.items():
        assert found[str(MODEL / name)][0] == held.lines
    (tmp_path / "a.info").write_text(text)
    if shutil.which("genhtml") is None:
        pytest.skip("not exercised: genhtml of Debian's lcov is not installed; an own reader has read the tracefile")
    done = subprocess.run(["genhtml", "-q", "--branch-coverage", "-o", tmp_path / "html", tmp_path / "a.info"],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    shown = (tmp_path / "html" / "index.html").read_text()
    some, every = c_lines.totals(files)["lines"]
    numbers = [int(one) for one in re.findall(r'headerCovTableEntry">(\d+)<', shown)]
    assert numbers[:2] in ([some, every], [every, some])


@pytest.mark.parametrize("line, text", [
    ("run/api.c allocate", "a line is file, function and one of a"),
    ("run/api.c allocate b", "one of a, once"),
    ("run/api.c x a\nrun/api.c x a", "unreached.txt:3"),
])
def test_a_table_that_is_wrong_is_named_by_line(tmp_path, line, text):
    (tmp_path / "unreached.txt").write_text(f"#= a   why\n{line}\n")
    with pytest.raises(c_lines.LinesProblem, match=text):
        c_lines.reasons(tmp_path / "unreached.txt")


def test_a_reason_that_is_missing_or_not_needed_is_told():
    made = c_lines.File({3: 0, 4: 1}, {}, {"main": (3, 1)}, {3: "main", 4: "main"})
    known = next(path.relative_to(MODEL).as_posix() for path in MODEL.rglob("api.c"))
    assert [one.partition(":")[0] for one in c_lines.stale({known: made}, {})] == [f"{known} main"]
    assert c_lines.stale({known: made}, {(known, "main"): "full"}) == []
    assert c_lines.stale({}, {("run/gone.c", "f"): "full", ("run/gone.c", "g"): "values"}) == [
        "run/gone.c f: stands in unreached.txt, but all of it runs or it is gone; take it out"]
