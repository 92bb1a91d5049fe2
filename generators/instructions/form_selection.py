"""Selection of forms by name, as `--only` of certify and fuzz."""
from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from .case_sampler import all_forms, variant_name


class SelectError(ValueError):
    """A part of a selection matches no form; the text names the part."""


def matches_pattern(pattern: str, form) -> bool:
    """True if one part of a selection matches the form. `GLOB` is compared with the operation and the mnemonic.
    `ENCODING:GLOB` also requires this variant name (vop2, vop3, sdwa, vop3_dpp, ds, …; a glob too). `ENCODING:` matches
    all its forms."""
    prefix, colon, glob = pattern.rpartition(":")
    if colon and not fnmatchcase(variant_name(form), prefix):
        return False
    return any(fnmatchcase(name, glob or "*") for name in (form.spelling, form.mnemonic))


def select_forms(only: str | None, archs: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """Return {arch: indices of the selected forms in all_forms()}. `only`: comma-separated patterns as in
    matches_pattern(); None selects all forms. Raises SelectError if a part matches nothing on any of `archs`."""
    archs = list(archs)
    patterns = ["*"] if only is None else [part.strip().lower() for part in only.split(",") if part.strip()]
    if not patterns:
        raise SelectError("--only is empty; give a comma list of operations, such as v_add*,ds:,vop3:v_fma*")
    for pattern in patterns:
        if not any(matches_pattern(pattern, form) for arch in archs for form in all_forms(arch)):
            raise SelectError(
                f"--only: '{pattern}' chooses nothing on {' or '.join(archs)}; it is a glob over operations or "
                "mnemonics, with 'ENCODING:' before it for one encoding; assay spec list operations has them all"
            )
    return {
        arch: tuple(
            n
            for n, form in enumerate(all_forms(arch))
            if only is None or any(matches_pattern(p, form) for p in patterns)
        )
        for arch in archs
    }
