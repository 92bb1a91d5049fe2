"""assay kit: a call of assay.reports.self_check_kit."""
from __future__ import annotations

import shlex
from pathlib import Path

from .argument_checks import reject_options
from .common import BadUse, progress


def kit(arguments) -> int:
    """Run `assay kit`."""
    if not arguments.full:
        reject_options(arguments, ["seed"], "only affects the cases of --full; give that too")
    from ..harness.code_objects.kernel_linking import LinkError
    from ..reports.self_check_kit import kit_builder
    try:
        with progress("cases", None) as step:
            built_kit = kit_builder.build_kit(arguments.arch, Path(arguments.out), arguments.full, arguments.seed, step)
    except (kit_builder.KitProblem, LinkError) as error:
        raise BadUse(str(error)) from None
    size = sum(file.bytes for file in built_kit.files.values())
    canaries = sum(case.canary is not None for case in built_kit.cases)
    print(f"{arguments.out}: {built_kit.arch}, {len(built_kit.cases) - canaries} cases and {canaries} canaries in "
          f"{len({case.file for case in built_kit.cases})} code objects, {size / 1e6:.1f} MB")
    counts = ", ".join(f"{count} {reason}" for reason, count in built_kit.left_out_counts.items())
    print(f"left out: {len(built_kit.left_out)} ({counts}); {kit_builder.MANIFEST_FILE} lists them with their reasons")
    runners = shlex.quote(f"{arguments.out}/{kit_builder.RUNNER_FOLDER}")
    print(f"next: build a runner of {runners} (docs/kit.md), run it, "
          f"assay verify {shlex.quote(str(arguments.out))} OUTPUT")
    return 0
