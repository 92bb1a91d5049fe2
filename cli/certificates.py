"""assay certify, verify, replay: calls of assay.reports.certification."""
from __future__ import annotations

import contextlib
import fcntl
import os
import sys
from pathlib import Path

from .argument_checks import reject_options
from .common import BadUse, default_interrupt, progress
from .reports import report_writers


def _call(function, *arguments, **options) -> int:
    """Call `function`, which returns an exit status.  Raises BadUse for its errors of use."""
    from ..generators.instructions.form_selection import SelectError
    from ..harness.case.case_types import CaseError
    from ..harness.targets.target_error import TargetError
    try:
        return int(function(*arguments, **options))
    except (TargetError, CaseError, SelectError) as error:
        raise BadUse(str(error)) from None
    except BrokenPipeError:                          # nobody reads the output any more: status 141
        raise
    except OSError as error:
        raise BadUse(f"{error.filename}: {error.strerror}" if error.filename else str(error)) from None


def _read_waivers(path: str | None) -> list:
    """The waivers of a YAML file, none without a path.  Raises BadUse with the file and the entry."""
    import msgspec

    from ..harness.case.yaml_files import YamlError, read_yaml
    from ..reports.export.certificate_records import Waiver
    from .show import operations
    if path is None:
        return []
    try:
        waivers = msgspec.convert(read_yaml(path) or [], list[Waiver])
    except YamlError as error:
        raise BadUse(f"{error}; a waiver has the keys operation, reason and link") from None
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadUse(f"{path}: {error}; a waiver has the keys operation, reason and link") from None
    known = set(operations(None))
    for number, waiver in enumerate(waivers):
        if waiver.operation not in known:
            raise BadUse(
                f"{path}: entry {number}: no architecture has an operation '{waiver.operation}'; "
                "assay spec list operations prints all"
            )
        if not waiver.reason.strip() or not waiver.link.strip():
            raise BadUse(f"{path}: entry {number}: a waiver needs a reason and a link to its discussion")
    return waivers


def certify(arguments) -> int:
    """Run `assay certify`."""
    from ..mutation.score import known_score
    from ..spec import CERTIFIED
    jobs = arguments.jobs if arguments.jobs is not None else os.cpu_count() or 1
    if arguments.dask:
        reject_options(arguments, ["jobs"], "only applies to this machine; a Dask cluster has its own workers")
    if arguments.only is not None:
        reject_options(arguments, ["rules"], "selects handwritten cases, which --only leaves out")
    from ..reports.certification import certify as certification
    from ..reports.certification.worker_pool import Stopped
    Path(arguments.out).mkdir(parents=True, exist_ok=True)       # --junit and --sarif may name files in it
    try:
        with _exclusive_folder(arguments.out), _task_runner(arguments.dask) as run:
            _check_report_names(arguments)
            writers = report_writers(arguments, filter(None, [arguments.waivers]))
            return _call(
                certification.certify, targets=arguments.target or ["manual", "llvm"],
                archs=arguments.arch or list(CERTIFIED), out=Path(arguments.out), seed=arguments.seed, jobs=jobs,
                quick=arguments.quick, progress=progress, waivers=_read_waivers(arguments.waivers),
                mutation_score=known_score(), only=arguments.only, minutes=arguments.minutes,
                case_seconds=arguments.case_seconds, resume=arguments.resume, kernels=arguments.kernels,
                profile=arguments.profile, rules=arguments.rules, also=writers, run=run,
            )
    except Stopped as stopped:
        print(f"assay certify: stopped: {stopped}; add --resume to the same command to continue", file=sys.stderr)
        return 130


def _check_report_names(arguments) -> None:
    """Raise BadUse if --junit or --sarif names a certificate in the output folder, or its page."""
    for option in ("junit", "sarif"):
        path = getattr(arguments, option)
        if path is None:
            continue
        folder, name = os.path.split(os.path.realpath(path))
        if folder != os.path.realpath(arguments.out):
            continue
        if name == "index.html" or name.endswith(".certificate.json"):
            raise BadUse(f"--{option} {path}: is the name of a certificate or of its page; give another name")


@contextlib.contextmanager
def _exclusive_folder(folder: str):
    """Lock the folder, because two certifications would write the same journal.  Raises BadUse if it is locked."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadUse(f"{folder}: another certification is running there; give another --out") from None
        yield
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def _task_runner(address: str | None):
    """Yield the function that runs tasks: on this machine, or on the Dask workers of the scheduler at `address`."""
    from functools import partial

    from ..harness.targets.target_error import TargetError
    from ..reports.certification import worker_pool
    from ..reports.fuzzing import dask_backend
    if address is None:
        yield worker_pool.run_tasks
        return
    try:
        with dask_backend.connected_client(address) as client:
            yield partial(dask_backend.run_tasks, client)
    except TargetError as error:
        raise BadUse(str(error)) from None


def verify(arguments) -> int:
    """Run `assay verify` on a certificate or a kit."""
    from ..reports.certification import certify as certification
    from ..reports.self_check_kit import kit_output
    path = Path(arguments.file)
    if kit_output.is_kit(path):
        try:
            return kit_output.verify_kit(path, Path(arguments.output) if arguments.output else None)
        except kit_output.KitProblem as error:
            raise BadUse(str(error)) from None
    if arguments.output:
        raise BadUse(f"{path}: is not a kit; OUTPUT belongs to a kit")
    return _call(certification.verify, Path(arguments.file))


@default_interrupt()
def replay(arguments) -> int:
    """Run `assay replay`."""
    from ..reports.certification import certify as certification
    return _call(certification.replay, Path(arguments.file), target=arguments.target)
