"""The parent's side of diagnosis: the failures of a target on an architecture by defect, and how much kernels need
what is wrong."""
from __future__ import annotations

from collections import Counter
from functools import cache, partial
from pathlib import Path

from ...generators.instructions import case_sampler
from ...harness.case.case_types import CaseError
from ...harness.code_objects import code_object
from ...harness.kernel_wrapper.wrap import mnemonics_of
from ..diagnosis import defects, diagnose, faults, features, lanes
from ..diagnosis.listing import wave_of
from . import failing_cases, open_targets, worker_pool
from .passing_evidence import Witnesses


def found(name: str, arch: str, shares: list, asked, progress=worker_pool.silent) -> list[defects.Group]:
    """The defects of the target of that name, which is closed afterwards."""
    if not any(share.failures for share in shares):
        return []
    target = open_targets.target_called(name)
    if open_targets.runs_nothing(target):
        return find_defects_of(target, arch, shares, asked, progress)
    try:
        return find_defects_of(target, arch, shares, asked, progress)
    finally:
        open_targets.close_all()


def find_defects_of(target, arch: str, shares: list, asked, progress=worker_pool.silent) -> list[defects.Group]:
    """The defects of an open target, the smallest case of each made smaller still, while there is time."""
    open_targets.limited(target, asked)
    if open_targets.runs_nothing(target):
        return [defects.Group(f"{one['operation']}: {one['cause']}", "", [one])
                for share in shares for one in share.failures]
    groups = told_apart(target, arch, shares, asked, progress)
    if asked.diagnosed and not asked.over:
        with progress("defects", len(groups)) as step:
            for group in groups:
                made_smaller(target, group, asked)
                step()
    return groups


def told_apart(target, arch: str, shares: list, asked, progress=worker_pool.silent) -> list[defects.Group]:
    """A target's failures by cause."""
    witnesses = Witnesses(target, arch, shares, asked)
    entries = [one for share in shares for one in share.failures]
    with progress("diagnosis", 1) as step:
        groups = defects.grouped(entries, witnesses.of_forms, tallies_of(shares), witnesses.of_cases)
        step()
    return groups


def made_smaller(target, group: defects.Group, asked) -> None:
    """Makes the first case of a defect smaller, unless the time is up or every try may cost the limit."""
    entry = group.entries[0]
    if asked.over or entry["cause"] == "timeout":
        return
    also = [partial(same_lanes, entry)] if entry.get("lanes") else []
    fault = fault_of(group, entry)
    if fault is not None and (pair := failing_cases.judged(target, entry["case"])) is not None:
        if least := diagnose.part_explained(target, pair, *fault):
            also.append(partial(same_fault, target, *fault, least))
    entry |= failing_cases.smaller(target, entry["case"], entry["cause"],
                                (lambda case, pair: all(holds(case, pair) for holds in also)) if also else None)


def fault_of(group: defects.Group, entry: dict):
    """(the first fault of a defect that explains one of its entries, its library); None where none does."""
    key = next((key for g, key, _ in entry["faults"] if group.fault and g == group.group), None)
    dictionary = faults.the_dictionary() if key else None
    if dictionary is None:
        return None
    return next(((one, dictionary.library) for one in dictionary.entries.values() if one.key == key), None)


def same_fault(target, fault, library, least: int, _case: dict, pair) -> bool:
    """Does a fault explain as much of a smaller case (of diagnose.part_explained()) as of the one that was met?"""
    return diagnose.part_explained(target, pair, fault, library) >= least


@cache
def forms_called(arch: str) -> dict:
    """{(operation, form): form}"""
    return {(form.spelling, case_sampler.name_of(form)): form for form in case_sampler.forms_of(arch)}


def same_lanes(entry: dict, case: dict, pair) -> bool:
    """Does DPP do the same to the lanes that are wrong in a smaller case as in an entry's?"""
    form = forms_called(case["arch"]).get(defects.form_of(entry))
    return form is None or lanes.of_case(form, case, pair.comparison.differences) <= entry["lanes"]


def tallies_of(shares: list) -> list[dict]:
    """{(features, outcome): cases} of each form."""
    return [features.resolved(forms_called(one.arch)[one.operation, one.form], one.tally)
            for share in shares for one in share.forms]


def rows_of(case: dict) -> list[str]:
    """The operations of a case."""
    return diagnose.operations_in(case["arch"], wave_of(case), bytes.fromhex(case["code"]))


# ---- what kernels need ----

@cache
def weighed(arch: str, folder: str | None) -> dict[str, int]:
    """{operation: how many of the compiled kernels it stands in}: those of suites/, where a compiler is, and those in
    the user's folder.  Raises CaseError as given_kernels()."""
    count: Counter = Counter()
    for held in (*own_kernels(arch), *given_kernels(folder)):
        if held.arch == arch:
            for kernel in held.kernels.values():
                count.update(names_in(arch, held, kernel))
    return dict(count)


def own_kernels(arch: str) -> list[code_object.CodeObject]:
    """The compiled kernels of suites/kernels; none where no compiler is."""
    from ...harness.code_objects import kernel_build
    try:
        return [
            code_object.parse(path.read_bytes())
            for target, wave in kernel_build.TARGETS
            if target == arch
            for path in [kernel_build.every_kernel(arch, wave, "-O2", 5)]
        ]
    except (kernel_build.BuildError, OSError):
        return []


@cache
def given_kernels(folder: str | None) -> list[code_object.CodeObject]:
    """Every code object in a folder.  Raises CaseError for a folder without, and for a file that is none."""
    if folder is None:
        return []
    paths = sorted(path for path in Path(folder).rglob("*") if path.suffix in (".co", ".hsaco", ".o"))
    if not Path(folder).is_dir():
        raise CaseError("--kernels", f"{folder}: " + ("is no folder; give the one that it is in"
                                                      if Path(folder).exists() else "there is no such folder"))
    if not paths:
        raise CaseError("--kernels", f"{folder}: no *.co, *.hsaco or *.o is in it")
    return [_parsed(path) for path in paths]


def _parsed(path: Path) -> code_object.CodeObject:
    try:
        return code_object.parse(path.read_bytes())
    except OSError as error:
        raise CaseError("--kernels", f"{path}: {error.strerror}") from None
    except code_object.CodeObjectError as error:
        raise CaseError("--kernels", f"{path}: {error}") from None


def code_of(held: code_object.CodeObject, kernel) -> bytes:
    """The code of one kernel: from its entry to the next."""
    text = next(one for one in held.segments if one.executable)
    later = [one.entry for one in held.kernels.values() if one.entry > kernel.entry]
    end = min([*later, text.address + len(text.data)])
    return text.data[kernel.entry - text.address:end - text.address]


def names_in(arch: str, held: code_object.CodeObject, kernel) -> set[str]:
    """The operations of one kernel."""
    code = code_of(held, kernel)
    spelled = {form.mnemonic: form.spelling for form in case_sampler.forms_of(arch)}
    return {spelled[word] for word in mnemonics_of(arch, kernel.wave, code) if word in spelled}
