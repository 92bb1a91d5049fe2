"""A task of a worker, run by its kind: forms, suites or dispatch."""
from __future__ import annotations

from collections import Counter

from ...generators.values import coverage_bins
from ..export.certificate_records import OutcomeVerdict
from .dispatch_tasks import Tally, certify_dispatches
from .encoding_check import certify_encoding_task
from .form_results import FormResult
from .form_tasks import certify_form_task
from .open_targets import checks_encodings_only, set_time_limit, target_by_name
from .suite_tasks import certify_suites
from .task_types import CertifyOptions, TaskResult

# The types of the parts of a TaskResult, which a journal may hold.
RECORD_TYPES = (TaskResult, FormResult, OutcomeVerdict, Tally, coverage_bins.BinCounts, Counter)


def run_task(options: CertifyOptions, kind: str, name: str, arch: str, numbers: tuple) -> TaskResult:
    """Run one task on the target called `name`, which stays open in this process.

    `kind` determines what `numbers` holds: for "forms" indices of forms, for "dispatch" names of fields, for "suites"
    nothing."""
    return run_task_on(target_by_name(name), options, kind, arch, numbers)


def run_task_on(target, options: CertifyOptions, kind: str, arch: str, numbers: tuple) -> TaskResult:
    """Run one task on an open target. The arguments are as for run_task()."""
    set_time_limit(target, options)
    result, before = TaskResult(), len(target.unexplained)
    if kind == "suites":
        certify_suites(target, arch, result, options)
    elif kind == "dispatch":
        certify_dispatches(target, arch, numbers, result, options)
    elif checks_encodings_only(target):
        certify_encoding_task(target, arch, numbers, result, options)
    else:
        certify_form_task(target, arch, numbers, result, options)
    for form in result.forms:
        form.failures, form.failing, form.passing = [], [], []
    result.unexplained = target.unexplained[before:]
    return result
