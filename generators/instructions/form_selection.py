"""Choosing forms by name, as `--only` of certify and fuzz does."""
from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from .case_sampler import forms_of, name_of


class SelectError(ValueError):
    """A selection that chooses nothing; the text says which part."""


def matches(pattern: str, form) -> bool:
    """Does one part of a selection choose the form?  `GLOB` is held against the operation and the mnemonic;
    `ENCODING:GLOB` wants besides that the form's name is so (vop2, vop3, sdwa, vop3_dpp, ds, …, a glob too);
    `ENCODING:` alone is all of them."""
    prefix, colon, glob = pattern.rpartition(":")
    if colon and not fnmatchcase(name_of(form), prefix):
        return False
    return any(fnmatchcase(name, glob or "*") for name in (form.spelling, form.mnemonic))


def chosen(only: str | None, archs: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """{arch: numbers, in forms_of(), of the forms that `only` chooses}: a comma list of parts as of matches(); None
    chooses all.  Raises SelectError where a part chooses nothing on any of `archs`."""
    archs = list(archs)
    patterns = ["*"] if only is None else [part.strip().lower() for part in only.split(",") if part.strip()]
    if not patterns:
        raise SelectError("--only is empty: a comma list of operations, such as v_add*,ds:,vop3:v_fma*")
    for pattern in patterns:
        if not any(matches(pattern, form) for arch in archs for form in forms_of(arch)):
            raise SelectError(
                f"--only: '{pattern}' chooses nothing on {' or '.join(archs)}; it is a glob over operations or "
                "mnemonics, with 'ENCODING:' before it for one encoding; assay spec list operations has them all"
            )
    return {
        arch: tuple(
            n for n, form in enumerate(forms_of(arch)) if only is None or any(matches(p, form) for p in patterns)
        )
        for arch in archs
    }
