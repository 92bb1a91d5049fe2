"""Passing cases are counterexamples of the faults that they would detect."""
from types import SimpleNamespace

from . import suite_tasks
from .passing_evidence import EvidenceSet
from .task_types import CertifyOptions, TaskResult


def passing_evidence(folder):
    """Evidence of a target that passes the directed tests of a folder and reports rules."""
    target = SimpleNamespace(choices=None, claims=None, hello=SimpleNamespace(features=["findings", "count"]))
    names = [case.name for case in suite_tasks.suite_cases("gfx906", "manual") if case.name.startswith(folder)]
    assert len(names) > 10
    return EvidenceSet(target, "gfx906", [TaskResult(passed=names)], CertifyOptions())


def test_passing_cases_contradict_the_faults_that_they_detect():
    """Passing cases contradict faults that they detect by registers or by reported rules. Hazard cases do not
    contradict a fault of the user SGPRs, which they do not observe."""
    keys = {"user-sgprs-shifted", "hwreg-number-cut", "low-bit-flipped"}
    assert passing_evidence("dispatch/").contradicted_by_suites(keys) == {"user-sgprs-shifted", "low-bit-flipped"}
    assert passing_evidence("hazards/").contradicted_by_suites(keys) == {"hwreg-number-cut", "low-bit-flipped"}


def test_a_passing_case_with_several_allowed_outcomes_is_no_evidence():
    assert passing_evidence("outcomes/").cases.seen == []
