"""Every rule has cases: one that the model can report is kept by one and broken by another, and a fault makes the
report vanish or appear; docs/reference/rules shows them (tools/reference.py)."""
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
# Rules that no case can keep or break, each with its reason.
NO_CASE = {
    "control.clause.whole": "whose instruction is issued when no result shows: model/run/test_group.py",
    "race.groups.forgotten": "only when the record of groups is full: model/waits/test_groups.py",
}
NEVER_BROKEN = {
    "counter.vs.unwaited": "nothing that VScnt counts has a result; memory.own.unwaited and race.* tell of its stores",
}


@cache
def reported():
    """Rules that the model's C reports, by name or by a row of hazards.txt."""
    text = "\n".join(path.read_text() for path in sorted(MODEL.rglob("*.c")))
    named = set(re.findall(r"\bR_[A-Z0-9_]+\b", text))
    rows = [line.split() for line in (SPEC / "hazards.txt").read_text().splitlines() if line[:1] not in ("#", "")]
    by_row = {word for row in rows for word in row if word in load().rules}
    return sorted(name for name in load().rules if "R_" + name.upper().replace(".", "_") in named or name in by_row)


@cache
def cases():
    """({rule: files that name it}, {rule: those of them that expect its finding})"""
    return cross_references.cases_of_rules(SUITES), cross_references.breaking(SUITES)


def test_every_rule_has_a_case():
    named, broken = cases()
    assert sorted(set(load().rules) - set(named) - set(broken)) == sorted(NO_CASE)


def test_what_is_reported_is_broken_by_a_case_and_kept_by_one():
    named, broken = cases()
    never = {*NO_CASE, *NEVER_BROKEN}
    unbroken = [rule for rule in reported() if rule not in broken and rule not in never]
    unkept = [rule for rule in reported() if not set(named.get(rule, ())) - set(broken.get(rule, ()))]
    assert (unbroken, [rule for rule in unkept if rule not in NO_CASE]) == ([], [])


def test_a_case_that_keeps_a_rule_has_no_finding_of_it():
    named, broken = cases()
    kept = {rule: sorted(set(named.get(rule, ())) - set(broken.get(rule, ()))) for rule in reported()}
    found = [(rule, path) for rule, paths in kept.items() for path in paths if any(rule in one for one in told(path))]
    assert found == []


@cache
def told(path, fault=None):
    """The rules of a file's findings, case by case."""
    model = curated_faults.faulty_model(fault) if fault else Model()
    parsed = parse_assembly((SUITES / path).read_text(), path)
    return [sorted(f["rule"] for f in run_outcome(case, model).findings) for case in parsed]


@pytest.mark.parametrize("rule", [rule for rule in reported() if rule not in (*NO_CASE, *NEVER_BROKEN)])
def test_a_fault_changes_what_is_reported(rule):
    """The checker is at fault, not what is computed: the rule's findings of some file are others with the fault on."""
    named, broken = cases()
    kills = cross_references.killed(SUITES)
    files = list(dict.fromkeys([*broken.get(rule, ()), *named.get(rule, ())]))

    def of_rule(path, fault=None):
        return [found.count(rule) for found in told(path, fault)]
    assert any(of_rule(path) != of_rule(path, kills[path]) for path in files), files
