"""What a certificate leaves for a campaign: the forms that pass in it, and those that fail only with what can be left
out; each without that, and without what the target refused."""
from __future__ import annotations

from collections import Counter

from ...generators.instructions.case_sampler import forms_of, name_of
from ..diagnosis.refusals import names_of
from ..export.certificate_records import Certificate, FormVerdict

Without = tuple[tuple[int, tuple[str, ...]], ...]    # as of Options
MANY = 3                                             # forms of a name that fail with it: then others would, too


def passed(certificate: Certificate) -> tuple[tuple[int, ...], Without]:
    """(numbers, in forms_of(), of the forms that pass without something; of those that do without: what)"""
    forms, without, shared = [], [], common(certificate)
    for number, form in enumerate(forms_of(certificate.arch)):
        held = certificate.operations.get(form.spelling)
        found = held.forms.get(name_of(form)) if held else None
        if found and taken(found):
            forms.append(number)
            if names := names_of({*found.refused, *found.fails_with, *shared.get(name_of(form), ())}):
                without.append((number, names))
    return tuple(forms), tuple(without)


def taken(found: FormVerdict) -> bool:
    """Does a form take part?"""
    return found.verdict == "pass" or bool(found.fails_with)


def common(certificate: Certificate) -> dict[str, set[str]]:
    """{vop3: axes} that many forms of the name that take part fail or are refused with.  Few cases of a form have any
    one of them, so that it may pass for want of one."""
    every = [one for held in certificate.operations.values() for one in held.forms.items() if taken(one[1])]
    axes = [(name, axis) for name, form in every for axis in {*form.refused, *form.fails_with}]
    counts = Counter((name, axis) for name, axis in axes if " or " not in axis)
    found: dict[str, set[str]] = {}
    for (name, axis), forms in counts.items():
        if forms >= MANY:
            found.setdefault(name, set()).add(axis)
    return found
