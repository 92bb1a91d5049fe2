"""What a certificate leaves for a campaign: the forms that pass in it, without what the target refused of each."""
from __future__ import annotations

from ...generators.single.sampler import forms_of, name_of
from ..schema import Certificate

Without = tuple[tuple[int, tuple[str, ...]], ...]    # as of Options


def passed(certificate: Certificate) -> tuple[tuple[int, ...], Without]:
    """(numbers, in forms_of(), of the forms that pass; of those of which something was refused: what)"""
    forms, without = [], []
    for number, form in enumerate(forms_of(certificate.arch)):
        held = certificate.operations.get(form.spelling)
        found = held.forms.get(name_of(form)) if held else None
        if found and found.verdict == "pass":
            forms.append(number)
            if found.refused:
                without.append((number, refused(found.refused)))
    return tuple(forms), tuple(without)


def refused(axes) -> tuple[str, ...]:
    """The names in what was refused: of several of which one is refused all, of what is refused when written or of some
    values the whole.  What is told of no one thing (`a combination`) has none."""
    names = {one.partition(" ")[0] for axis in axes for one in axis.split(" or ")}
    return tuple(sorted(names - {"a"}))
