"""Select the instruction forms that a fuzz run may use according to a certificate.

These are the passing forms, and the forms that fail only with modifiers or operands that can be avoided.  Programs
avoid the modifiers and operands that the target refused or failed with."""
from __future__ import annotations

from collections import Counter

from ...generators.instructions.case_sampler import all_forms, variant_name
from ..diagnosis.refusals import names_of
from ..export.certificate_records import Certificate, FormVerdict

Without = tuple[tuple[int, tuple[str, ...]], ...]    # as in Options
MIN_LIMITED_FORMS = 3                                # forms of an encoding that share a limitation: all avoid it


def usable_forms(certificate: Certificate) -> tuple[tuple[int, ...], Without]:
    """Return (usable forms, features to avoid).

    Forms are indices in all_forms().  Features to avoid are (form, names), for each form that must avoid some."""
    forms, without, shared = [], [], shared_limitations(certificate)
    for number, form in enumerate(all_forms(certificate.arch)):
        operation = certificate.operations.get(form.spelling)
        verdict = operation.forms.get(variant_name(form)) if operation else None
        if verdict and is_usable(verdict):
            forms.append(number)
            if names := names_of({*verdict.refused, *verdict.fails_with, *shared.get(variant_name(form), ())}):
                without.append((number, names))
    return tuple(forms), tuple(without)


def is_usable(verdict: FormVerdict) -> bool:
    """Whether a form passes, or fails only with features that can be avoided."""
    return verdict.verdict == "pass" or bool(verdict.fails_with)


def shared_limitations(certificate: Certificate) -> dict[str, set[str]]:
    """{encoding: features} of the features that the target refuses or fails with in several usable forms of the
    encoding.

    All forms of the encoding avoid these features, because a form may pass only for lack of cases with the feature."""
    forms = [(name, form) for operation in certificate.operations.values() for name, form in operation.forms.items()
             if is_usable(form)]
    counts = Counter((name, feature) for name, form in forms for feature in {*form.refused, *form.fails_with}
                     if " or " not in feature)
    shared: dict[str, set[str]] = {}
    for (name, feature), form_count in counts.items():
        if form_count >= MIN_LIMITED_FORMS:
            shared.setdefault(name, set()).add(feature)
    return shared
