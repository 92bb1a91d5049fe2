"""The worker's side of certification: shares of the grid, suite cases by rule, and failures made small."""
from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..harness import pairs
from ..harness.case import CaseError, to_dict
from ..harness.outcome import HARNESS_FAILURES, Outcome
from ..harness.targets import open_target
from ..spec import CERTIFIED

from . import encodings, grid
from .shrink import shrink

SHRUNK = 6                                           # failing forms of a share that are made small
SHRINKABLE = ("mismatch", "count")                   # other failures may cost a time limit each
_open: dict[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Asked:
    """What a certification was asked for, beside targets and forms.  `case_seconds`: 0 for the usual limit; `until`:
    no case begins after that time (of time.time()), 0: there is time for all."""
    seed: int = 1
    quick: bool = False
    case_seconds: float = 0
    until: float = 0

    @property
    def over(self) -> bool:
        """Is the time up?"""
        return bool(self.until) and time.time() >= self.until


@dataclass(slots=True)
class Share:
    """What one task gave.  `rules`: rule -> Counter of verdicts; `unexplained`: the target's failures that did not come
    back; `cut`: the time was over before the task was."""
    forms: list = field(default_factory=list)
    rules: dict = field(default_factory=dict)
    failures: list = field(default_factory=list)
    unexplained: list = field(default_factory=list)
    leniencies: Counter = field(default_factory=Counter)
    compared_bits: int = 0
    cut: bool = False


def target_called(name: str):
    """The target of that name, opened once in this process."""
    if name not in _open:
        _open[name] = open_target(name)
    return _open[name]


def close_all() -> None:
    """Ends every target that this process has opened."""
    while _open:
        _open.popitem()[1].close()


def work(asked: Asked, kind: str, name: str, arch: str, numbers: tuple[int, ...]) -> Share:
    """One task.  `kind`: forms, or suites with no numbers."""
    target, share = target_called(name), Share()
    if asked.case_seconds and hasattr(target, "case_seconds"):
        target.case_seconds = asked.case_seconds
    before = len(target.unexplained)
    if kind == "suites":
        suites(target, arch, share, asked)
    elif runs_nothing(target):
        share.forms = encodings.certify_encodings(target, arch, numbers, asked.seed, asked.quick)
        share.failures = [failure(form, *form.failures[0]) for form in share.forms if form.failures]
    else:
        share.forms = grid.certify_forms(target, arch, numbers, asked.seed, asked.quick, asked)
        share.cut = asked.over
        failing = [form for form in share.forms if form.failures]
        share.failures = [smaller(target, form, number < SHRUNK) for number, form in enumerate(failing)]
    for form in share.forms:
        form.failures = []
    share.unexplained = target.unexplained[before:]
    return share


def runs_nothing(target) -> bool:
    """Does the target know encodings only?"""
    return hasattr(target, "check")


def failure(form, case, cause, text, differences) -> dict:
    """A failing case as certificate and bundle need it."""
    return {
        "operation": form.operation,
        "form": form.form,
        "case": case if isinstance(case, dict) else to_dict(case),
        "cause": cause,
        "text": text,
        "differences": differences,
    }


def smaller(target, form, wanted: bool) -> dict:
    """The first failing case of a form, shrunk, with what it gives then."""
    found = failure(form, *form.failures[0])
    if not wanted or found["cause"] not in SHRINKABLE:
        return found

    def fails(case: dict) -> bool:
        pair = judged(target, case)
        return pair is not None and pair.comparison.verdict == "fail" and pair.comparison.cause == found["cause"]
    small = shrink(found["case"], fails)
    pair = judged(target, small)
    if pair is None or pair.comparison.verdict != "fail":
        return found  # it does not fail every time; the case as met is the evidence
    return found | {
        "case": small,
        "text": pair.comparison.text,
        "differences": [str(d) for d in pair.comparison.differences[:8]],
    }


def judged(target, case: dict):
    """The pair of a case, None when it cannot be resolved."""
    pair = next(pairs.pair_up(target, [case]))
    if isinstance(pair, Outcome):
        return None
    findings(target, pair)
    return pair


def suite_folder() -> Path:
    """Where the suites are."""
    from .. import suites
    return Path(next(iter(suites.__path__)))


def suite_cases(arch: str) -> list:
    """Every hand-written case of `arch`."""
    from ..harness.assembly import parse_assembly
    found = []
    for path in sorted(suite_folder().rglob("*.s")):
        try:
            found += [
                case
                for case in parse_assembly(path.read_text(), str(path.relative_to(suite_folder())))
                if case.arch == arch
            ]
        except CaseError:
            continue                                 # the suites' own test says what is wrong with the file
    return found


def findings(target, pair) -> None:
    """A target that reports broken rules must report the model's: settles the verdict of a pair on such a target."""
    if "findings" not in target.hello.features or pair.target.status in ("unsupported", *HARNESS_FAILURES):
        return
    right, got = (
        sorted(f["rule"] for f in one.findings if f["kind"] in ("error", "race")) for one in (pair.model, pair.target)
    )
    if right != got:
        pair.comparison.note("findings", 0, -1, ", ".join(right) or "none", ", ".join(got) or "none")
        pair.comparison.end(
            "fail", "findings", f"findings: expected {', '.join(right) or 'none'}, got {', '.join(got) or 'none'}"
        )
    elif right and pair.comparison.cause == "findings":
        pair.comparison.end("pass", "", "")


def in_time(cases, asked: Asked, share: Share):
    """The cases, until the time is up."""
    for case in cases:
        if asked.over:
            share.cut = True
            return
        yield case


def suites(target, arch: str, share: Share, asked: Asked) -> None:
    """The hand-written cases: a verdict for each rule they name."""
    if runs_nothing(target):
        return
    for pair in pairs.pair_up(target, in_time(suite_cases(arch), asked, share)):
        if isinstance(pair, Outcome):
            continue
        compared = pair.comparison
        findings(target, pair)
        share.leniencies.update({name: n for name, n in compared.leniencies.items() if n})
        if compared.verdict == "pass":
            share.compared_bits += compared.compared_bits
        for rule in pair.plan.case.rules:
            share.rules.setdefault(rule, Counter())[compared.verdict] += 1
        if compared.verdict == "fail":
            share.failures.append(
                {
                    "operation": "",
                    "form": pair.plan.case.name,
                    "case": to_dict(pair.plan.case),
                    "cause": compared.cause,
                    "text": compared.text,
                    "differences": [str(d) for d in compared.differences[:8]],
                }
            )


def first_failure(name: str, archs=CERTIFIED, seed: int = 1) -> dict | None:
    """The first failing case a quick certification of target `name` meets, None when there is none: how mutants are
    shown to be found."""
    from . import grid as shares
    from ..generators import sampler
    for numbers in range(9):
        for arch in archs:
            parts = list(shares.chunks(len(sampler.forms_of(arch)), 72))
            todo = [("suites", [])] if numbers == 0 else [("forms", part) for part in parts[numbers - 1::8]]
            for kind, part in todo:
                found = work(Asked(seed, True), kind, name, arch, tuple(part)).failures
                if found:
                    return found[0] | {"arch": arch}
    return None
