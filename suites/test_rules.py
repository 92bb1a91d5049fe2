"""Every rule has cases: one keeps and one breaks a reportable rule, and a fault changes the reported findings.
docs/reference/rules shows them (tools/reference.py)."""
import re
from functools import cache

import pytest

from ..harness.case.directives import parse_assembly
from ..harness.case.suite_files import SUITES_FOLDER as SUITES
from ..harness.comparison.case_run import run_outcome
from ..harness.execution.model_run import Model
from ..harness.faults import curated_faults
from ..reports.export import cross_references
from ..spec import FOLDER as SPEC, load

MODEL = cross_references.ROOT / "model"
# {rule that no case can keep or break: reason}
NO_CASE = {
    "control.clause.whole": "no result shows when an instruction is issued: model/run/test_group.py",
    "race.groups.forgotten": "only when the record of groups is full: model/waits/test_groups.py",
}
NEVER_BROKEN = {
    "counter.vs.unwaited": "no operation of VScnt has a result; memory.own.unwaited and race.* report its stores",
}


@cache
def reported_rules():
    """Return the rules that the model's C code reports, by name or by a row of hazards.txt."""
    text = "\n".join(path.read_text() for path in sorted(MODEL.rglob("*.c")))
    named = set(re.findall(r"\bR_[A-Z0-9_]+\b", text))
    rows = [line.split() for line in (SPEC / "hazards.txt").read_text().splitlines() if line[:1] not in ("#", "")]
    by_row = {word for row in rows for word in row if word in load().rules}
    return sorted(name for name in load().rules if "R_" + name.upper().replace(".", "_") in named or name in by_row)


@cache
def cases_by_rule():
    """Return ({rule: files that name it}, {rule: files that expect its finding})."""
    return cross_references.suite_files_by_rule(SUITES), cross_references.suite_files_by_broken_rule(SUITES)


def test_every_rule_has_a_case():
    named, broken = cases_by_rule()
    assert sorted(set(load().rules) - set(named) - set(broken)) == sorted(NO_CASE)


def test_every_reported_rule_is_broken_and_kept_by_a_case():
    named, broken = cases_by_rule()
    never = {*NO_CASE, *NEVER_BROKEN}
    unbroken = [rule for rule in reported_rules() if rule not in broken and rule not in never]
    unkept = [rule for rule in reported_rules() if not set(named.get(rule, ())) - set(broken.get(rule, ()))]
    assert (unbroken, [rule for rule in unkept if rule not in NO_CASE]) == ([], [])


def test_a_case_that_keeps_a_rule_has_no_finding_of_it():
    named, broken = cases_by_rule()
    keeping = {rule: sorted(set(named.get(rule, ())) - set(broken.get(rule, ()))) for rule in reported_rules()}
    findings = [
        (rule, path)
        for rule, paths in keeping.items()
        for path in paths
        if any(rule in case_rules for case_rules in finding_rules(path))
    ]
    assert findings == []


@cache
def finding_rules(path, fault=None):
    """Return the rules of a file's findings, case by case."""
    model = curated_faults.faulty_model(fault) if fault else Model()
    parsed = parse_assembly((SUITES / path).read_text(), path)
    return [sorted(f["rule"] for f in run_outcome(case, model).findings) for case in parsed]


@pytest.mark.parametrize("rule", [rule for rule in reported_rules() if rule not in (*NO_CASE, *NEVER_BROKEN)])
def test_a_fault_changes_the_findings_of_each_rule(rule):
    """A fault of the checker changes the findings of the rule in at least one suite file."""
    named, broken = cases_by_rule()
    kills = cross_references.fault_by_suite_file(SUITES)
    files = list(dict.fromkeys([*broken.get(rule, ()), *named.get(rule, ())]))

    def finding_counts(path, fault=None):
        return [case_rules.count(rule) for case_rules in finding_rules(path, fault)]
    assert any(finding_counts(path) != finding_counts(path, kills[path]) for path in files), files
