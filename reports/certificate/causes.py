"""The parent's side of diagnosis: the failures of a target on an architecture by defect, and how much kernels need
what is wrong."""
from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from functools import cache, partial
from math import inf
from pathlib import Path

from ...generators.single import sampler
from ...harness.case import CaseError
from ...harness.kernels import codeobject
from ...harness.outcome import ENDED
from ...harness.wrap import mnemonics_of
from ..diagnosis import defects, diagnose, faults, features, lanes
from ..diagnosis.keys import of_text
from ..diagnosis.listing import wave_of
from ..diagnosis.titles import names_of
from . import crew, work
from .witnesses import Witnesses

FEW, SPOKEN = 16, 2                                  # forms for which all of the text is asked: so many of each group
TEXT_SECONDS = 300.0                                 # for what the text is asked in all


def found(name: str, arch: str, shares: list, asked, progress=crew.silent) -> list[defects.Group]:
    """The defects of a target, the smallest case of each made smaller still, while there is time.  Replaces the
    shares' failures by what is known in the end."""
    entries = [one for share in shares for one in share.failures]
    if not entries:
        return []
    target = work.limited(work.target_called(name), asked)
    if work.runs_nothing(target):
        return [defects.Group(f"{one['operation']}: {one['cause']}", "", [one]) for one in entries]
    try:
        groups = told_apart(target, arch, shares, asked, progress)
        if asked.diagnosed and not asked.over:
            with progress("defects", len(groups)) as step:
                for group in groups:
                    made_smaller(target, group, asked)
                    step()
        return groups
    finally:
        work.close_all()


def told_apart(target, arch: str, shares: list, asked, progress=crew.silent) -> list[defects.Group]:
    """A target's failures by cause, what is left once more by the text of the model."""
    witnesses = Witnesses(target, arch, shares, asked)
    with progress("diagnosis", None) as step:
        groups = by_defect(shares, witnesses)
        step()
        again = asked.diagnosed and asked.text and not asked.over
        return by_text(target, arch, shares, asked, groups, witnesses, step) if again else groups


def by_defect(shares: list, witnesses: Witnesses) -> list[defects.Group]:
    """The failures of the shares, as far as they are known."""
    entries = [one for share in shares for one in share.failures]
    return defects.grouped(entries, witnesses.of_forms, tallies_of(shares), witnesses.of_cases)


def made_smaller(target, group: defects.Group, asked) -> None:
    """Makes the first case of a defect smaller, unless the time is up or every try may cost the limit."""
    entry = group.entries[0]
    if asked.over or entry["cause"] == "timeout":
        return
    also = [partial(same_lanes, entry)] if entry.get("lanes") else []
    if (fault := fault_of(group, entry)) is not None and (pair := work.judged(target, entry["case"])) is not None:
        if least := diagnose.part_explained(target, pair, *fault):
            also.append(partial(same_fault, target, *fault, least))
    entry |= work.smaller(target, entry["case"], entry["cause"],
                          (lambda case, pair: all(holds(case, pair) for holds in also)) if also else None)


def fault_of(group: defects.Group, entry: dict):
    """(the first fault of a defect that explains one of its entries, its library); None where none does."""
    key = next((key for g, key, _ in entry["faults"] if group.fault and g == group.group), None)
    dictionary = faults.the_dictionary(of_text(key)) if key else None
    if dictionary is None:
        return None
    return next(((one, dictionary.library) for one in dictionary.entries.values() if one.key == key), None)


def same_fault(target, fault, library, least: int, _case: dict, pair) -> bool:
    """Does a fault explain as much of a smaller case (of diagnose.part_explained()) as of the one that was met?"""
    return diagnose.part_explained(target, pair, fault, library) >= least


@cache
def forms_called(arch: str) -> dict:
    """{(operation, form): form}"""
    return {(form.spelling, sampler.name_of(form)): form for form in sampler.forms_of(arch)}


def same_lanes(entry: dict, case: dict, pair) -> bool:
    """Does DPP do the same to the lanes that are wrong in a smaller case as in an entry's?"""
    form = forms_called(case["arch"]).get(defects.form_of(entry))
    return form is None or lanes.of_case(form, case, pair.comparison.differences) <= entry["lanes"]


def by_text(target, arch: str, shares: list, asked, groups: list, witnesses: Witnesses, step) -> list[defects.Group]:
    """The same groups, where something is left without a fault with those that the text of the model has; where few
    operations fail at all, these may be what else explains them too, or all of them at once."""
    answered = [group for group in groups if any(one["cause"] not in ENDED for one in group.entries)]
    few = len(answered) > 1 and len(names_of(one for group in groups for one in group.entries)) <= FEW
    lost = [group for group in answered if few or not group.fault]
    if not lost or faults.the_dictionary(True) is None:
        return groups
    text = replace(asked, until=min(asked.until or inf, time.time() + TEXT_SECONDS))
    forms_by_text(target, arch, shares, text, lost, step)
    cases_by_text(target, text, lost, witnesses, step)
    return by_defect(shares, witnesses)


def forms_by_text(target, arch: str, shares: list, asked, groups: list, step) -> None:
    """Asks all of the text for a few forms of each group; what explains these, for the others, while there is time."""
    first = spoken_for(groups)
    known = {defects.form_of(one) for one in first}
    others = [one for group in groups for one in group.entries
              if one["operation"] and defects.form_of(one) not in known]
    hopes: set[str] = set()
    for some, given in ((first, lambda: hopes), (others, lambda: frozenset(hopes))):
        if some and (some is first or hopes):
            renew(shares, *work.once_more(target, arch, some, asked, given(), step))


def cases_by_text(target, asked, groups: list, witnesses: Witnesses, step) -> None:
    """The same of cases by hand: to the faults that explain all of one come those of the text that no case that passes
    speaks against."""
    first, others = [], []
    for group in sorted(groups, key=lambda one: -len(one.entries)):
        mine = [one for one in group.entries if not one["operation"] and one["cause"] not in ENDED]
        first += mine[:SPOKEN]
        others += mine[SPOKEN:]
    hopes: set[str] = set()
    for n, one in enumerate(first + others):
        if asked.over:
            break
        found = work.named_by_text(target, one["case"], hopes if n < FEW else frozenset(hopes))
        step()
        gone = witnesses.of_cases({key for _, key, _ in found})
        hopes -= gone
        one["faults"] += [fault for fault in found if fault[1] not in gone][:diagnose.ALIKE]


def tallies_of(shares: list) -> list[dict]:
    """{(features, outcome): cases} of each form."""
    return [features.resolved(forms_called(one.arch)[one.operation, one.form], one.tally)
            for share in shares for one in share.forms]


def spoken_for(groups: list[defects.Group]) -> list[dict]:
    """The smallest entries of each group, of operations of their own: of the largest groups first, for FEW operations
    at most."""
    found: list[dict] = []
    for group in sorted(groups, key=lambda one: -len(one.entries)):
        mine = {one["operation"]: one for one in reversed(group.entries) if one["operation"]}
        found += list(mine.values())[::-1][:SPOKEN]
    return found[:FEW]


def renew(shares: list, again: list[dict], forms: set) -> None:
    """Puts new entries of some forms, (operation, form) each, in the place of the old."""
    for share in shares:
        share.failures = [one for one in share.failures if defects.form_of(one) not in forms]
    shares[0].failures += again


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


def own_kernels(arch: str) -> list[codeobject.CodeObject]:
    """The compiled kernels of suites/kernels; none where no compiler is."""
    from ...suites.kernels import build
    try:
        return [
            codeobject.parse(path.read_bytes())
            for target, wave in build.TARGETS
            if target == arch
            for path in [build.every_kernel(arch, wave, "-O2", 5)]
        ]
    except (build.BuildError, OSError):
        return []


@cache
def given_kernels(folder: str | None) -> list[codeobject.CodeObject]:
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


def _parsed(path: Path) -> codeobject.CodeObject:
    try:
        return codeobject.parse(path.read_bytes())
    except OSError as error:
        raise CaseError("--kernels", f"{path}: {error.strerror}") from None
    except codeobject.CodeObjectError as error:
        raise CaseError("--kernels", f"{path}: {error}") from None


def code_of(held: codeobject.CodeObject, kernel) -> bytes:
    """The code of one kernel: from its entry to the next."""
    text = next(one for one in held.segments if one.executable)
    later = [one.entry for one in held.kernels.values() if one.entry > kernel.entry]
    end = min([*later, text.address + len(text.data)])
    return text.data[kernel.entry - text.address:end - text.address]


def names_in(arch: str, held: codeobject.CodeObject, kernel) -> set[str]:
    """The operations of one kernel."""
    code = code_of(held, kernel)
    spelled = {form.mnemonic: form.spelling for form in sampler.forms_of(arch)}
    return {spelled[word] for word in mnemonics_of(arch, kernel.wave, code) if word in spelled}
