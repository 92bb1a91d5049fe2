"""The task of instruction forms: certify them, and describe each defect of the failing forms."""
from __future__ import annotations

from ..diagnosis import diagnose, near
from .form_runner import certify_forms
from .task_types import CertifyOptions, TaskResult


def certify_form_task(target, arch: str, numbers: tuple, result: TaskResult, options: CertifyOptions) -> None:
    """Certify the forms with these indices. Add an entry for each defect to `result.failures`."""
    result.forms = certify_forms(target, arch, numbers, options.seed, options.quick, options)
    result.cut = options.over
    result.failures = [
        entry for form in result.forms if form.failing for entry in defect_entries(target, form, options)
    ]


def defect_entries(target, form, options: CertifyOptions) -> list[dict]:
    """The entries of a failing form: one for each defect, or only its first failing case if diagnosis is off."""
    where = form.operation, form.form
    if options.diagnosed and not options.over:
        return diagnose.diagnose(target, where, form.failing, form.passing)
    case = form.failing[0]
    first = next(iter(case.comparison.differences), None)
    lane = first.lane if first and first.lane >= 0 else None
    return [diagnose.entry(where, near.small_case(target, case, max(0, first.wave) if first else 0, lane))]
