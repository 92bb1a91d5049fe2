"""The task of instruction forms: their results, and an entry for each defect of those that fail."""
from __future__ import annotations

from ..diagnosis import diagnose, near
from .form_runner import certify_forms
from .task_types import CertifyOptions, TaskResult


def certify_form_task(target, arch: str, numbers: tuple, share: TaskResult, asked: CertifyOptions) -> None:
    """Certifies the forms with these numbers, with an entry in `share.failures` for each defect."""
    share.forms = certify_forms(target, arch, numbers, asked.seed, asked.quick, asked)
    share.cut = asked.over
    share.failures = [one for form in share.forms if form.failing for one in defects_of(target, form, asked)]


def defects_of(target, form, asked: CertifyOptions) -> list[dict]:
    """What is wrong with a failing form, an entry a defect."""
    where = form.operation, form.form
    if asked.diagnosed and not asked.over:
        return diagnose.diagnose(target, where, form.failing, form.passing)
    seen = form.failing[0]
    first = next((d for d in seen.comparison.differences), None)
    lane = first.lane if first and first.lane >= 0 else None
    return [diagnose.entry(where, near.small_case(target, seen, max(0, first.wave) if first else 0, lane))]
