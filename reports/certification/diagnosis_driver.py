"""Diagnosis of a target on an architecture: its failures by defect, and how many kernels use the failing operations."""
from __future__ import annotations

from collections import Counter
from functools import cache, partial
from pathlib import Path

from ...generators.instructions import case_sampler
from ...harness.case.case_types import CaseError
from ...harness.case.disassembly import program_mnemonics
from ...harness.code_objects import code_object
from ..diagnosis import defects, diagnose, faults, features, lanes
from ..diagnosis.listing import wave_of
from . import failing_cases, open_targets, worker_pool
from .passing_evidence import EvidenceSet


def find_defects(name: str, arch: str, results: list, options, progress=worker_pool.no_progress) -> list[defects.Group]:
    """Open the target called `name` and return find_target_defects() for it. Close all targets afterwards."""
    if not any(result.failures for result in results):
        return []
    target = open_targets.target_by_name(name)
    if open_targets.checks_encodings_only(target):
        return find_target_defects(target, arch, results, options, progress)
    try:
        return find_target_defects(target, arch, results, options, progress)
    finally:
        open_targets.close_all()


def find_target_defects(target, arch: str, results: list, options,
                        progress=worker_pool.no_progress) -> list[defects.Group]:
    """The defects of an open target. While time remains, the smallest case of each defect is shrunk.

    `results`: results of the tasks on this architecture."""
    open_targets.set_time_limit(target, options)
    if open_targets.checks_encodings_only(target):
        return [defects.Group(f"{entry['operation']}: {entry['cause']}", "", [entry])
                for result in results for entry in result.failures]
    groups = group_failures(target, arch, results, options, progress)
    if options.diagnosed and not options.over:
        with progress("defects", len(groups)) as step:
            for group in groups:
                shrink_first_case(target, group, options)
                step()
    return groups


def group_failures(target, arch: str, results: list, options, progress=worker_pool.no_progress) -> list[defects.Group]:
    """The failures of a target, grouped by cause."""
    evidence = EvidenceSet(target, arch, results, options)
    entries = [entry for result in results for entry in result.failures]
    with progress("diagnosis", 1) as step:
        groups = defects.grouped(
            entries, evidence.contradicted_by_forms, form_tallies(results), evidence.contradicted_by_suites)
        step()
    return groups


def shrink_first_case(target, group: defects.Group, options) -> None:
    """Shrink the first case of a defect, unless the time is over or each try may cost a time limit."""
    entry = group.entries[0]
    if options.over or entry["cause"] == "timeout":
        return
    conditions = [partial(same_lanes, entry)] if entry.get("lanes") else []
    fault = explaining_fault(group, entry)
    if fault is not None and (pair := failing_cases.run_pair(target, entry["case"])) is not None:
        if explained := diagnose.part_explained(target, pair, *fault):
            conditions.append(partial(same_fault, target, *fault, explained))
    entry |= failing_cases.shrink_failure(
        target, entry["case"], entry["cause"],
        (lambda case, pair: all(holds(case, pair) for holds in conditions)) if conditions else None)


def explaining_fault(group: defects.Group, entry: dict):
    """(the first fault of the defect that explains this entry, its library), or None if there is no such fault."""
    key = next((key for g, key, _ in entry["faults"] if group.fault and g == group.group), None)
    dictionary = faults.the_dictionary() if key else None
    if dictionary is None:
        return None
    return next(((fault, dictionary.library) for fault in dictionary.entries.values() if fault.key == key), None)


def same_fault(target, fault, library, least: int, _case: dict, pair) -> bool:
    """True if a fault explains at least as much of a smaller case as of the original. `least`: part_explained() of the
    original."""
    return diagnose.part_explained(target, pair, fault, library) >= least


@cache
def forms_by_name(arch: str) -> dict:
    """{(operation, form): form}"""
    return {(form.spelling, case_sampler.variant_name(form)): form for form in case_sampler.all_forms(arch)}


def same_lanes(entry: dict, case: dict, pair) -> bool:
    """True if every effect of DPP on the wrong lanes of a smaller case also occurs on the wrong lanes of the entry."""
    form = forms_by_name(case["arch"]).get(defects.form_of(entry))
    return form is None or lanes.of_case(form, case, pair.comparison.differences) <= entry["lanes"]


def form_tallies(results: list) -> list[dict]:
    """A list with one {(features, outcome): number of cases} for each form."""
    return [features.resolved(forms_by_name(form.arch)[form.operation, form.form], form.tally)
            for result in results for form in result.forms]


def operations_of_case(case: dict) -> list[str]:
    """The operations of a case."""
    return diagnose.operations_in(case["arch"], wave_of(case), bytes.fromhex(case["code"]))


# ---- Operations that kernels use ----

@cache
def operation_weights(arch: str, folder: str | None) -> dict[str, int]:
    """{operation: number of kernels that contain it}, counted in the user's kernels and, if there is a compiler, in
    those of suites/.

    Raises CaseError as load_kernels()."""
    count: Counter = Counter()
    for code in (*suite_kernels(arch), *load_kernels(folder)):
        if code.arch == arch:
            for kernel in code.kernels.values():
                count.update(kernel_operations(arch, code, kernel))
    return dict(count)


def suite_kernels(arch: str) -> list[code_object.CodeObject]:
    """The compiled kernels of suites/kernels, or none if there is no compiler."""
    from ...harness.code_objects import kernel_build
    try:
        return [
            code_object.parse_code_object(path.read_bytes())
            for target, wave in kernel_build.TARGETS
            if target == arch
            for path in [kernel_build.compile_all_kernels(arch, wave, "-O2", 5)]
        ]
    except (kernel_build.BuildError, OSError):
        return []


@cache
def load_kernels(folder: str | None) -> list[code_object.CodeObject]:
    """Every code object in a folder. Raises CaseError if there are none or if a file is unreadable."""
    if folder is None:
        return []
    paths = sorted(path for path in Path(folder).rglob("*") if path.suffix in (".co", ".hsaco", ".o"))
    if not Path(folder).is_dir():
        raise CaseError("--kernels", f"{folder}: " + ("is not a folder; give the folder of the file"
                                                      if Path(folder).exists() else "there is no such folder"))
    if not paths:
        raise CaseError("--kernels", f"{folder}: it contains no *.co, *.hsaco or *.o")
    return [_parsed(path) for path in paths]


def _parsed(path: Path) -> code_object.CodeObject:
    try:
        return code_object.parse_code_object(path.read_bytes())
    except OSError as error:
        raise CaseError("--kernels", f"{path}: {error.strerror}") from None
    except code_object.CodeObjectError as error:
        raise CaseError("--kernels", f"{path}: {error}") from None


def kernel_code(code: code_object.CodeObject, kernel) -> bytes:
    """The bytes of a kernel, from its entry to the next kernel."""
    text = next(segment for segment in code.segments if segment.executable)
    later_entries = [other.entry for other in code.kernels.values() if other.entry > kernel.entry]
    end = min([*later_entries, text.address + len(text.data)])
    return text.data[kernel.entry - text.address:end - text.address]


def kernel_operations(arch: str, code: code_object.CodeObject, kernel) -> set[str]:
    """The operations of a kernel."""
    operations = {form.mnemonic: form.spelling for form in case_sampler.all_forms(arch)}
    mnemonics = program_mnemonics(arch, kernel.wave, kernel_code(code, kernel))
    return {operations[mnemonic] for mnemonic in mnemonics if mnemonic in operations}
