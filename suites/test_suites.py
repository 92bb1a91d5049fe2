"""The suites pass on the model under lit, and every case fails with the fault that it names (`; kills: ID`)."""
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from ..cli.lit_format import case_failures
from ..harness.case.case_types import POLICIES, CaseError
from ..harness.case.directives import parse_assembly
from ..harness.case.suite_files import SUITES_FOLDER as SUITES, suite_fault_id, suite_file_name, suite_files
from ..harness.comparison.case_run import run_outcome
from ..harness.targets.registry import mutants
from ..spec import load

pytestmark = pytest.mark.long
FILES = suite_files()
AREAS = ("decode", "salu", "valu", "memory", "counters", "control", "dispatch", "outcomes")


def test_lit_runs_every_case():
    lit = Path(sys.executable).with_name("lit")
    process = subprocess.run([lit, "-j1", str(SUITES)], capture_output=True, text=True)
    assert process.returncode == 0, process.stdout[-4000:] + process.stderr[-1000:]
    summary = re.search(rf"^ +Passed *: *{len(FILES)} \(100\.00%\)$", process.stdout, re.M)
    assert summary, process.stdout[-1000:]


def test_every_area_has_enough_cases():
    count = Counter(path.relative_to(SUITES).parts[0] for path in FILES)
    assert sum(count.values()) >= 700 and count["salu"] >= 120 and count["valu"] >= 400
    assert {area: n for area in AREAS if (n := count[area]) < 8} == {}


def test_vector_cases_are_in_folders_of_the_manual():
    """suites/README.md has a line for each folder of valu/, and every case is in such a folder."""
    folders = {path.parent.relative_to(SUITES).as_posix() for path in FILES if "valu" in path.parts}
    listed = set(re.findall(r"^\| `(valu/[\w.-]+)` \|", (SUITES / "README.md").read_text(), re.M))
    assert folders == listed


@pytest.mark.parametrize("path", FILES, ids=suite_file_name)
def test_case_names_its_rule_section_and_mutant(path):
    text = path.read_text()
    rules = load().rules
    for case in parse_assembly(text, str(path)):
        assert case.rules and all(rule in rules for rule in case.rules), f"rules {case.rules}"
    assert re.search(r"^; .*(RDNA3|Vega) ISA", text, re.M), "a comment names the manual's section"
    assert suite_fault_id(path)


@pytest.mark.parametrize("path", FILES, ids=suite_file_name)
def test_case_kills_its_mutant(path):
    mutant = suite_fault_id(path)
    assert mutant in mutants(), f"{mutant} is not a mutant of harness/faults/faults.txt"
    assert case_failures(path) == []
    assert case_failures(path, mutant), f"{mutant} survives"


@pytest.mark.parametrize("path", FILES, ids=suite_file_name)
def test_case_is_met_under_every_policy(path):
    """The expectations do not depend on when memory operations finish, and no undefined bit is expected."""
    for case in parse_assembly(path.read_text(), str(path)):
        for policy in set(POLICIES) - {case.policy}:
            assert run_outcome(msgspec.structs.replace(case, policy=policy)).met, policy


def counts_in_certificate(case):
    """Return whether a certificate counts the case.
    A case counts if at least half of the observed bits can be compared, if it has a finding, or if its status is not
    ok."""
    outcome = run_outcome(case)
    compared, observed = outcome.compared()
    has_finding = any(f["kind"] in ("error", "race") or f["rule"] == "open.end" for f in outcome.findings)
    return has_finding or outcome.status != "ok" or 2 * compared >= observed


def test_every_case_counts_in_a_certificate():
    assert [
        suite_file_name(path) for path in FILES
        if not all(map(counts_in_certificate, parse_assembly(path.read_text(), str(path))))
    ] == []


def test_a_case_with_one_known_lane_does_not_count():
    text = "; assay: arch gfx906\n; assay: state exec = 1\n; assay: expect v0[0] = 1\nv_mov_b32 v0, 1\n"
    assert not all(map(counts_in_certificate, parse_assembly(text, "one.s")))


def test_every_fault_is_named_by_a_case():
    assert set(mutants()) == set(map(suite_fault_id, FILES))


def test_a_case_that_expects_nothing_is_refused(tmp_path):
    (tmp_path / "empty.s").write_text("; assay: arch gfx906\ns_nop 0\n")
    with pytest.raises(CaseError):
        case_failures(tmp_path / "empty.s")


def test_an_unmet_expectation_fails(tmp_path):
    (tmp_path / "wrong.s").write_text("; assay: arch gfx906\n; assay: expect s0 = 2\ns_mov_b32 s0, 1\n")
    assert case_failures(tmp_path / "wrong.s")
