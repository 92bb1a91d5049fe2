"""assay certify, verify, replay: thin calls of assay.reports."""
from __future__ import annotations

import contextlib
import fcntl
import os
import sys
from pathlib import Path

from .argument_checks import idle
from .common import BadUse, ended_by_signals, progress
from .reports import outputs


def _module():
    from ..reports.certification import certify as certificate
    return certificate


def _call(function, *arguments, **options) -> int:
    """Runs it; errors of use become one line. Each returns an exit status."""
    from ..generators.instructions.form_selection import SelectError
    from ..harness.case.case_types import CaseError
    from ..harness.targets.target_error import TargetError
    try:
        return int(function(*arguments, **options))
    except (TargetError, CaseError, SelectError) as error:
        raise BadUse(str(error)) from None
    except OSError as error:
        raise BadUse(f"{error.filename}: {error.strerror}" if error.filename else str(error)) from None


def _waivers(path: str | None) -> list:
    """The waivers of a YAML file; BadUse names file and entry."""
    import msgspec

    from ..harness.case.yaml_files import YamlError, read_yaml
    from ..reports.export.certificate_records import Waiver
    from .show import operations
    if path is None:
        return []
    try:
        found = msgspec.convert(read_yaml(path) or [], list[Waiver])
    except YamlError as error:
        raise BadUse(f"{error}; a waiver is operation, reason and link") from None
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadUse(f"{path}: {error}; a waiver is operation, reason and link") from None
    known = set(operations(None))
    for number, one in enumerate(found):
        if one.operation not in known:
            raise BadUse(
                f"{path}: entry {number}: no architecture has an operation '{one.operation}'; "
                "assay spec list operations has them all"
            )
        if not one.reason.strip() or not one.link.strip():
            raise BadUse(f"{path}: entry {number}: a waiver gives its reason and a link to where that is discussed")
    return found


def certify(arguments) -> int:
    """assay certify."""
    from ..mutation.score import known_score
    from ..spec import CERTIFIED
    jobs = arguments.jobs if arguments.jobs is not None else os.cpu_count() or 1
    if arguments.dask:
        idle(arguments, ["jobs"], "is of this machine; the cluster of --dask has its own workers")
    if arguments.only is not None:
        idle(arguments, ["rules"], "chooses among the cases by hand, which --only leaves out")
    from ..reports.certification.worker_pool import Stopped
    Path(arguments.out).mkdir(parents=True, exist_ok=True)       # --junit and --sarif may lie in it
    try:
        with _alone(arguments.out), _cluster(arguments.dask) as run:
            also = outputs(arguments, filter(None, [arguments.waivers]))
            return _certified(arguments, jobs, CERTIFIED, known_score, also, run)
    except Stopped as stopped:
        print(f"assay certify: stopped: {stopped}; the same command with --resume goes on", file=sys.stderr)
        return 130


@contextlib.contextmanager
def _alone(folder: str):
    """One certification in a folder at a time: two would write one journal.  Raises BadUse."""
    held = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadUse(f"{folder}: a certification is under way there; give another --out") from None
        yield
    finally:
        os.close(held)


@contextlib.contextmanager
def _cluster(address: str | None):
    """What has tasks run: on this machine, or on the workers of the scheduler at `address`."""
    from functools import partial

    from ..harness.targets.target_error import TargetError
    from ..reports.certification import worker_pool
    from ..reports.fuzzing import dask_backend
    if address is None:
        yield worker_pool.run_tasks
        return
    try:
        with dask_backend.cluster(address) as client:
            yield partial(dask_backend.run, client)
    except TargetError as error:
        raise BadUse(str(error)) from None


def _certified(arguments, jobs, architectures, known_score, also, run) -> int:
    return _call(
        _module().certify, targets=arguments.target or ["manual", "llvm"], archs=arguments.arch or list(architectures),
        out=Path(arguments.out), seed=arguments.seed, jobs=jobs, quick=arguments.quick, progress=progress,
        waivers=_waivers(arguments.waivers), mutation_score=known_score(), only=arguments.only,
        minutes=arguments.minutes, case_seconds=arguments.case_seconds, resume=arguments.resume,
        kernels=arguments.kernels, profile=arguments.profile, rules=arguments.rules, also=also, run=run,
    )


def verify(arguments) -> int:
    """assay verify."""
    from ..reports.self_check_kit import kit_output
    path = Path(arguments.file)
    if kit_output.is_kit(path):
        try:
            return kit_output.verify(path, Path(arguments.output) if arguments.output else None)
        except kit_output.KitProblem as error:
            raise BadUse(str(error)) from None
    if arguments.output:
        raise BadUse(f"{path}: no kit; OUTPUT is what a runner printed of one")
    return _call(_module().verify, Path(arguments.file))


@ended_by_signals()
def replay(arguments) -> int:
    """assay replay."""
    return _call(_module().replay, Path(arguments.file), target=arguments.target)
