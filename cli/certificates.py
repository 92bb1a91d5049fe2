"""assay certify, verify, replay: thin calls of assay.reports.certificate."""
from __future__ import annotations

import os
from pathlib import Path

from assay.cli.common import BadUse, progress


def _module():
    from assay.reports import certificate
    return certificate


def _call(function, *arguments, **options) -> int:
    """Runs it; errors of use become one line. Each returns an exit status."""
    from assay.harness.case import CaseError
    from assay.harness.targets import TargetError
    try:
        return int(function(*arguments, **options))
    except (TargetError, CaseError) as error:
        raise BadUse(str(error)) from None
    except OSError as error:
        raise BadUse(f"{error.filename}: {error.strerror}" if error.filename else str(error)) from None


def certify(arguments) -> int:
    """assay certify."""
    jobs = arguments.jobs if arguments.jobs is not None else os.cpu_count() or 1
    if jobs < 1:
        raise BadUse("--jobs must be 1 or more")
    return _call(_module().certify, targets=arguments.target or ["manual", "llvm"], archs=arguments.arch or ["gfx906", "gfx1100"],
                 out=Path(arguments.out), seed=arguments.seed, jobs=jobs, quick=arguments.quick, progress=progress)


def verify(arguments) -> int:
    """assay verify."""
    return _call(_module().verify, Path(arguments.file))


def replay(arguments) -> int:
    """assay replay."""
    return _call(_module().replay, Path(arguments.file), target=arguments.target)
