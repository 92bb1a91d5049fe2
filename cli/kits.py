"""assay kit: a thin call of assay.reports.self_check_kit."""
from __future__ import annotations

import shlex
from pathlib import Path

from .argument_checks import idle
from .common import BadUse, progress


def kit(arguments) -> int:
    """assay kit."""
    if not arguments.full:
        idle(arguments, ["seed"], "is of the cases of --full: give that too")
    from ..harness.code_objects.kernel_linking import LinkProblem
    from ..reports.self_check_kit import kit_builder as kits
    try:
        with progress("cases", None) as step:
            made = kits.make(arguments.arch, Path(arguments.out), arguments.full, arguments.seed, step)
    except (kits.KitProblem, LinkProblem) as error:
        raise BadUse(str(error)) from None
    size = sum(one.bytes for one in made.files.values())
    canaries = sum(case.canary is not None for case in made.cases)
    print(f"{arguments.out}: {made.arch}, {len(made.cases) - canaries} cases and {canaries} canaries in "
          f"{len({case.file for case in made.cases})} code objects, {size / 1e6:.1f} MB")
    counts = ", ".join(f"{count} {reason}" for reason, count in made.left_out_counts.items())
    print(f"not in it: {len(made.left_out)} ({counts}); {kits.MANIFEST} names each with its reason")
    print(f"next: build a runner of {shlex.quote(f'{arguments.out}/{kits.RUNNER}')} (docs/kit.md), run it, "
          f"assay verify {shlex.quote(str(arguments.out))} OUTPUT")
    return 0
