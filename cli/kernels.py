"""assay launch, assay check: compiled kernels on the model."""
from __future__ import annotations

import sys

from .common import BadUse, write_line
from ..harness.run import run_outcome


def _triple(text: str, option: str) -> tuple:
    try:
        numbers = [int(part, 0) for part in text.split(",")]
    except ValueError:
        numbers = []
    if not 1 <= len(numbers) <= 3 or any(n < 1 for n in numbers):
        raise BadUse(f"{option} {text}: give one to three counts of work items, such as 256,1,1")
    return tuple(numbers + [1] * (3 - len(numbers)))


def _run(arguments):
    """Prepares and runs the kernel -> result without registers."""
    from ..harness import launch as preparation
    options = {key: getattr(arguments, key) for key in ("arch", "policy", "limit") if getattr(arguments, key) is not None}
    try:
        case = preparation.prepare(arguments.file, kernel=arguments.kernel, grid=_triple(arguments.grid, "--grid"),
                                   group=_triple(arguments.group, "--group"), args=arguments.arg, **options)
        for remark in preparation.remarks(arguments.file, arguments.kernel):
            print(f"note: {remark}", file=sys.stderr)
    except (ValueError, OSError) as error:
        raise BadUse(f"{arguments.file}: {error}" if isinstance(error, OSError) else str(error)) from None
    for key in ("schedule", "seed"):
        if getattr(arguments, key) is not None:
            case[key] = getattr(arguments, key)
    outcome = run_outcome(case)
    try:
        preparation.dump(case, outcome.to_dict(), arguments.dump)
    except (ValueError, OSError) as error:
        raise BadUse(str(error)) from None
    outcome.waves = []
    write_line(outcome.to_json())
    return outcome


def launch(arguments) -> int:
    """assay launch."""
    outcome = _run(arguments)
    return 2 if outcome.status == "invalid" else 0 if outcome.status == "ok" else 1


def check(arguments) -> int:
    """assay check: fails on a status other than ok and on any error or race finding."""
    outcome = _run(arguments)
    bad = [one for one in outcome.findings if one["kind"] in ("error", "race")]
    for one in bad:
        print(f"{one['kind']}: {one['rule']}: wave {one['wave']} at {one['pc']}: {one['text']}", file=sys.stderr)
    if outcome.status == "invalid":
        return 2
    return 1 if bad or outcome.findings_dropped or outcome.status != "ok" else 0
