"""assay adapter: create and check adapters."""
from __future__ import annotations

import shlex
import shutil
from pathlib import Path

from ..harness.protocol.messages import printable_line
from .common import BadUse

VERDICT_LABELS = {"ok": "ok   ", "note": "note ", "wrong": "WRONG"}


def new(arguments) -> int:
    """Run `assay adapter new`: write an adapter template."""
    from ..harness.targets import template
    try:
        files = template.copy_template(arguments.language, Path(arguments.folder))
    except template.FileAlreadyExists as error:
        raise BadUse(str(error)) from None
    except OSError as error:
        raise BadUse(f"{error.filename}: {error.strerror}") from None
    for path in files:
        print(path)
    _, _, build, run = template.LANGUAGES[arguments.language]
    print("\n".join(["", "Next:", f"    cd {shlex.quote(arguments.folder)}", *([f"    {build}"] if build else []),
                     f"    assay adapter check {shlex.quote(run)}"]))
    return 0


def check(arguments) -> int:
    """Run `assay adapter check`: status 0 if no step of the adapter check fails."""
    from ..harness.adapter_check.adapter_check import check as check_adapter
    try:
        command = shlex.split(arguments.program)
    except ValueError as error:
        raise BadUse(f"{arguments.program}: {error}") from None
    if not command or shutil.which(command[0]) is None:
        raise BadUse(f"'{command[0] if command else ''}' is not a program; give its path and arguments in quotes")
    failures, step = 0, ""
    for remark in check_adapter(command, arguments.seconds):
        name, step = (remark.step if remark.step != step else ""), remark.step
        print(f"{VERDICT_LABELS[remark.verdict]}  {name:20}  {printable_line(remark.text)}")
        if remark.verdict == "wrong":
            print(f"{'':29}{remark.remedy}")
            failures += 1
    print(f"{failures} wrong" if failures else "nothing is wrong; next: assay certify --quick --target "
          + shlex.quote(f"command:{arguments.program}"))
    return 1 if failures else 0
