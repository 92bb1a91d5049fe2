"""Read --only: the forms, and the fields of dispatches, that it selects on each architecture."""
from __future__ import annotations

from fnmatch import fnmatchcase

from ...generators.instructions import form_selection
from .dispatch_fields import settable_fields

PREFIX = "dispatch:"                                 # of a part of --only


def select_fields(only: str | None, archs) -> dict[str, tuple[str, ...]]:
    """{arch: fields that match a `dispatch:GLOB` item of --only, ignoring case}, or all fields if `only` is None.

    Raises SelectError for an item that matches no field."""
    globs = [] if only is None else [
        part.strip()[len(PREFIX):].lower() or "*" for part in only.split(",") if part.strip().startswith(PREFIX)]
    for glob in globs:
        if not any(fnmatchcase(name.lower(), glob) for arch in archs for name in settable_fields(arch)):
            raise form_selection.SelectError(
                f"--only: '{PREFIX}{glob}' chooses no field of dispatches on {' or '.join(archs)}; "
                "it is a glob over REGISTER.field as certificates have them")
    return {arch: tuple(name for name in settable_fields(arch)
                        if only is None or any(fnmatchcase(name.lower(), glob) for glob in globs)) for arch in archs}


def select_forms(only: str | None, archs) -> dict[str, tuple[int, ...]]:
    """{arch: indices of the forms that --only selects}, as form_selection.select_forms() returns them.

    The lists are empty if every item of --only selects dispatches."""
    parts = [part for part in (only or "").split(",") if part.strip()]
    form_parts = [part for part in parts if not part.strip().startswith(PREFIX)]
    if parts and not form_parts:
        return dict.fromkeys(archs, ())
    return form_selection.select_forms(None if only is None else ",".join(form_parts), archs)
