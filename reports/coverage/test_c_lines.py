"""assay coverage --lcov: the lines of the model's C that cases and random programs run. A table has the reason for each
line that never runs."""
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
    return c_lines.count_lines()


def test_every_unreached_line_has_a_reason(files):
    reason_texts, reasons = c_lines.read_reasons()
    assert c_lines.table_errors(files, reasons) == []
    assert set(reasons.values()) <= set(reason_texts)


def test_the_step_loop_runs_completely(files):
    """The step loop runs completely, and every file is compiled."""
    counts = {name: dict(file_counts.functions) for name, file_counts in files.items()}
    assert counts["run/step.c"] and all(runs > 0 for _, runs in counts["run/step.c"].values())
    assert {name for name in files if name.endswith(".c")} == {
        path.relative_to(MODEL).as_posix() for path in MODEL.rglob("*.c") if "tests" not in path.parts}
    reached, total = c_lines.totals(files)["lines"]
    assert 0.85 * total < reached < total


def test_branches_of_inlined_functions_count_once(files):
    """A branch of an inlined function counts once, not once for each call."""
    plain = re.compile(r"\s*if \(\w+->\w+\) return [^?&|]*;")
    counts = [len(file_counts.branches[line]) for name, file_counts in files.items() if name.endswith(".h")
             for line, text in enumerate((MODEL / name).read_text().splitlines(), 1)
             if plain.fullmatch(text) and line in file_counts.branches]
    assert counts and set(counts) == {2}


def test_untaken_branches_are_counted_by_kind():
    """Branches in lines that never run are counted apart from conditions with one outcome."""
    file_counts = c_lines.FileCounts({3: 0, 4: 9, 5: 9}, {3: [0, 0], 4: [9, 0, 0, 9], 5: [4, 5]})
    assert c_lines.untaken_branches({"a.c": file_counts,
                                     "b.c": c_lines.FileCounts({1: 1}, {1: [1, 1]})}) == (2, {"a.c": 2})


def read_tracefile(text):
    """{file: (lines, branches, functions)} of a tracefile (geninfo(1)), after a check of the sums in the file."""
    records = {}
    for record in text.split("end_of_record\n")[:-1]:
        values = {key: [line.partition(":")[2] for line in record.splitlines() if line.startswith(key + ":")]
                  for key in ("SF", "DA", "BRDA", "FNDA", "LF", "LH", "BRF", "BRH", "FNF", "FNH")}
        lines = {int(n): int(count) for n, count in (field.split(",") for field in values["DA"])}
        taken = [field.rsplit(",", 1)[1] for field in values["BRDA"]]
        runs = {name: int(count) for count, name in (field.split(",", 1) for field in values["FNDA"])}
        sums = {"LF": len(lines), "LH": sum(count > 0 for count in lines.values()), "BRF": len(taken),
                "BRH": sum(field not in ("-", "0") for field in taken), "FNF": len(runs),
                "FNH": sum(count > 0 for count in runs.values())}
        assert {key: int(values[key][0]) for key in sums} == sums
        records[values["SF"][0]] = lines, taken, runs
    return records


def test_the_tracefile_has_all_counts(files, tmp_path):
    text = c_lines.lcov_text(files)
    records = read_tracefile(text)
    assert [str(MODEL / name) for name in files] == list(records)
    for name, file_counts in files.items():
        assert records[str(MODEL / name)][0] == file_counts.lines
    (tmp_path / "a.info").write_text(text)
    if shutil.which("genhtml") is None:
        pytest.skip("not exercised: genhtml of Debian's lcov is not installed; the test has read the tracefile itself")
    process = subprocess.run(["genhtml", "-q", "--branch-coverage", "-o", tmp_path / "html", tmp_path / "a.info"],
                          capture_output=True, text=True)
    assert process.returncode == 0, process.stderr
    page = (tmp_path / "html" / "index.html").read_text()
    reached, total = c_lines.totals(files)["lines"]
    numbers = [int(number) for number in re.findall(r'headerCovTableEntry">(\d+)<', page)]
    assert numbers[:2] in ([reached, total], [total, reached])


@pytest.mark.parametrize("line, text", [
    ("run/api.c allocate", "a line is file, function and one of a"),
    ("run/api.c allocate b", "one of a, once"),
    ("run/api.c x a\nrun/api.c x a", "unreached.txt:3"),
])
def test_table_errors_name_the_line(tmp_path, line, text):
    (tmp_path / "unreached.txt").write_text(f"#= a   why\n{line}\n")
    with pytest.raises(c_lines.LineCoverageError, match=text):
        c_lines.read_reasons(tmp_path / "unreached.txt")


def test_missing_and_unneeded_reasons_are_reported():
    file_counts = c_lines.FileCounts({3: 0, 4: 1}, {}, {"main": (3, 1)}, {3: "main", 4: "main"})
    known = next(path.relative_to(MODEL).as_posix() for path in MODEL.rglob("api.c"))
    assert [error.partition(":")[0] for error in c_lines.table_errors({known: file_counts}, {})] == [f"{known} main"]
    assert c_lines.table_errors({known: file_counts}, {(known, "main"): "full"}) == []
    assert c_lines.table_errors({}, {("run/gone.c", "f"): "full", ("run/gone.c", "g"): "values"}) == [
        "run/gone.c f: is listed in unreached.txt, but runs completely or does not exist; "
        "remove the entry"]
