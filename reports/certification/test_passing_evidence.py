"""What a target passes speaks against faults that would have shown there."""
from types import SimpleNamespace

from . import suite_tasks
from .task_types import CertifyOptions, TaskResult
from .passing_evidence import EvidenceSet


def witnesses(folder):
    """Of a target that passes the cases by hand of a folder, and tells rules."""
    target = SimpleNamespace(choices=None, claims=None, hello=SimpleNamespace(features=["findings", "count"]))
    names = [case.name for case in suite_tasks.suite_cases("gfx906", "manual") if case.name.startswith(folder)]
    assert len(names) > 10
    return EvidenceSet(target, "gfx906", [TaskResult(passed=names)], CertifyOptions())


def test_cases_that_pass_speak_against_faults_that_show_in_them():
    """In registers, or in the rules that are told; where nobody looks at the user's SGPRs these may start anywhere."""
    keys = {"user-sgprs-shifted", "hwreg-number-cut", "low-bit-flipped"}
    assert witnesses("dispatch/").contradicted_by_suites(keys) == {"user-sgprs-shifted", "low-bit-flipped"}
    assert witnesses("hazards/").contradicted_by_suites(keys) == {"hwreg-number-cut", "low-bit-flipped"}


def test_a_case_that_passes_with_any_of_several_results_says_nothing():
    assert witnesses("outcomes/").cases.seen == []
