"""assay kit: the cases by hand, and some of the grid, as code objects that check themselves; the manifest says what is
in it, what is not and why, and the digest of every file."""
from __future__ import annotations

import hashlib
import re
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Union

import msgspec

from ...generators.form_coverage import planner, wave_batch
from ...generators.instructions import case_sampler
from ...harness.case.case_types import Arch, CaseError
from ...harness.case.plan import resolve
from ...harness.execution.model_run import Model
from ...harness.protocol.format_versions import model_digest, suite_digest, versions
from ...spec import load
from ..certification import form_cases, suite_tasks
from ..export.certificate_records import Record, record_digest
from . import canaries as canary, kit_objects, kit_playback
from .case_arena import CannotSay, Laid, ahead, lay
from .kit_format import FORMAT, runner_files

MANIFEST, LIST, RUNNER = "manifest.json", "kit.txt", "runner"
TRIES, AHEAD = 4, 400                                # cases of a form until one can be said; forms at a time


class KitFile(Record):
    """A file of a kit."""
    sha256: str
    bytes: int


class Span(Record):
    """Names of neighbouring dwords that are compared: `count` of them, "v2" in lanes from `first`, "out" at bytes from
    it, or just the name."""
    name: str
    count: int
    kind: Literal["lane", "byte", "name"]
    first: int


class KitCase(Record):
    """One case.  source: file of the suites or form of the grid; `index`: in its file; grid, group: work items; arena:
    bytes; done: the word its check leaves; compared: `checks` dwords and `doubles` 64-bit floats; left_open: dwords of
    its results that are not, by reason; canary: [index, expected, got] that must be found wrong, null elsewhere."""
    number: int
    name: str
    source: str
    rules: list[str]
    sections: list[str]
    file: str
    kernel: str
    index: int
    wave: int
    grid: int
    group: int
    arena: int
    done: int
    checks: int
    doubles: int
    left_open: dict[str, int]
    names: list[Span]
    canary: Union[list[tuple[int, int, int]], None]

    @property
    def compared(self) -> int:
        return self.checks + self.doubles

    def named(self, index: int) -> str:
        """What people call the dword that assay_check reports by this number."""
        at = index if index < self.checks else self.checks + (index - self.checks) // 2
        for span in self.names:
            if at < span.count:
                if span.kind == "name":
                    return span.name
                if span.kind == "lane":
                    return f"{span.name}[{span.first + at}]"
                return f"{span.name}+{span.first + 4 * at:#x}"
            at -= span.count
        return f"dword {index}"


class LeftOut(Record):
    """What a kit cannot say: a case or form, the kind of reason, a sentence."""
    name: str
    reason: str
    text: str


class Manifest(Record):
    """What is in a kit.  `identity`: of its cases and code objects, printed by runners; `left_out_counts`: by reason;
    `digest`: of the manifest without it."""
    kit: Literal[1]
    arch: Arch
    full: bool
    profile: str
    seed: int
    versions: dict[str, str]
    model: str
    suites: str
    identity: str
    files: dict[str, KitFile]
    cases: list[KitCase]
    left_out: list[LeftOut]
    left_out_counts: dict[str, int]
    digest: str


class KitProblem(Exception):
    """A kit that cannot be made or read: a sentence."""


@dataclass(slots=True)
class Draft:
    """A case on its way into a kit."""
    laid: Laid
    name: str
    source: str
    rules: list[str] = field(default_factory=list)
    canary: list[tuple[int, int, int]] | None = None


# Which cases

def by_hand(arch: str, model: Model, left: list[LeftOut]) -> Iterator[Draft]:
    """The suites' cases."""
    ready = []
    for case in suite_tasks.suite_cases(arch, "manual"):
        try:
            ready.append((case, resolve(case)))
        except CaseError as error:
            left.append(LeftOut(name=case.name, reason="invalid", text=str(error)))
    ahead([plan for _, plan in ready], model)
    for case, plan in ready:
        source = f"suites/{case.name.partition('.gfx')[0]}.s"
        try:
            yield Draft(lay(plan, model), case.name, source, list(case.rules))
        except CannotSay as error:
            left.append(LeftOut(name=case.name, reason=error.kind, text=str(error)))


def of_the_grid(arch: str, model: Model, seed: int, left: list[LeftOut]) -> Iterator[Draft]:
    """One single-instruction case, of one wave, of every form: what a certificate's grid begins with."""
    forms = [Single(form, seed) for form in case_sampler.all_forms(arch)]
    for at in range(0, len(forms), AHEAD):
        some = forms[at:at + AHEAD]
        ahead([plan for one in some if (plan := one.next()) is not None], model)
        for one in some:
            made = one.said(model)
            if isinstance(made, Draft):
                yield made
            else:
                left.append(made)


class Single:
    """A form's cases, one after the other until a kit can say one."""

    def __init__(self, form, seed: int):
        self.form, self.name = form, f"{form.mnemonic} {case_sampler.variant_name(form)}"
        self.seed, self.plans, self.plan, self.case = seed, None, None, None
        self.why = "generator", "no legal case was found"

    def next(self):
        """The plan of the next case, None where there is none."""
        self.plans = self.plans or planner.make_planner(self.form, self.seed, True)
        if self.case is not None:
            self.plans.drop(self.case)
        self.plan = None
        try:
            self.case = self.plans.next()
            part = next(iter(self.case.split_waves())) if isinstance(self.case, wave_batch.Waves) else self.case
            self.plan = form_cases.plan_case(part, self.name)
        except (case_sampler.NoCase, CaseError) as error:
            if self.why[0] == "generator":
                self.why = "generator", str(error)
        return self.plan

    def said(self, model: Model) -> Draft | LeftOut:
        """The first that a kit can say."""
        for _ in range(TRIES):
            if self.plan is None:
                break
            try:
                return Draft(lay(self.plan, model), self.name, f"grid {self.name}")
            except CannotSay as error:
                self.why = error.kind, str(error)
            self.next()
        return LeftOut(name=self.name, reason=self.why[0], text=self.why[1])


# Their files

def make(arch: str, out: Path, full: bool = False, seed: int = 1, step=lambda: None) -> Manifest:
    """Writes a kit into a folder that is not there yet or is empty.  Raises KitProblem, LinkProblem, OSError."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise KitProblem(f"{out}: is there already; give a new folder, or empty it")
    model, left = Model(), []
    drafts = []
    for draft in [*by_hand(arch, model, left)]:
        drafts.append(draft)
        step()
    if full:
        for draft in of_the_grid(arch, model, seed, left):
            drafts.append(draft)
            step()
    out.mkdir(parents=True, exist_ok=True)
    cases = [case for share in shares(drafts, model) for case in write_share(arch, out, *share, model)]
    return finish(arch, out, full, seed, sorted(cases, key=lambda one: one.number), left)


def shares(drafts: list[Draft], model: Model) -> Iterator[tuple[str, int, list[tuple[int, Draft]]]]:
    """(file name, wave size, numbered cases), each with its canary first."""
    number, groups = 0, {}
    for draft in drafts:
        plan = draft.laid.plan
        folder = draft.source.split("/")[1] if draft.source.startswith("suites/") else "grid"
        groups.setdefault((folder, plan.wave), []).append(draft)
    for (folder, wave), members in groups.items():
        parts = [members[at:at + kit_objects.CASES] for at in range(0, len(members), kit_objects.CASES)]
        for part, some in enumerate(parts):
            laid, wrong = canary.canary(some[0].laid.plan.arch, wave, model)
            held = [Draft(laid, f"canary {folder}.w{wave}.{part}", "canary", canary=wrong), *some]
            yield f"{folder}.w{wave}.{part}.co", wave, list(enumerate(held, number))
            number += len(held)


def write_share(arch: str, out: Path, name: str, wave: int, drafts: list[tuple[int, Draft]],
                model: Model) -> list[KitCase]:
    """One code object, tried on the model before it is given to anybody."""
    code, done = kit_objects.build(arch, wave, [(number, draft.laid) for number, draft in drafts])
    cases = [case_of(name, index, number, draft, word)
             for index, ((number, draft), word) in enumerate(zip(drafts, done))]
    parsed = kit_playback.parse_code_object(code)
    for case in cases:
        got = kit_playback.play(parsed, dispatch_of(case), wave, model)
        right = ("ok", case.done, case.compared, case.canary or [])
        if (got.status, got.done, got.compared, list(got.wrong)) != right:
            raise KitProblem(f"{case.name}: the model does not run its own kit: {got}")
    (out / name).write_bytes(code)
    return cases


def dispatch_of(case: KitCase) -> kit_playback.Dispatch:
    """What a runner does with it."""
    return kit_playback.Dispatch(case.kernel, case.index, case.grid, case.group, case.arena)


def case_of(file: str, index: int, number: int, draft: Draft, done: int) -> KitCase:
    """Its entry of the manifest."""
    laid, rules = draft.laid, load().rules
    return KitCase(
        number=number, name=draft.name, source=draft.source, rules=draft.rules,
        sections=[f"{rules[rule]['document']}: {rules[rule]['section']}" for rule in draft.rules if rule in rules],
        file=file, kernel=kit_objects.kernel_name(number), index=index, wave=laid.plan.wave, grid=laid.plan.grid[0],
        group=laid.plan.group[0], arena=laid.arena, done=done, checks=len(laid.checks), doubles=len(laid.doubles),
        left_open=dict(laid.left_open), names=spans([one.name for one in (*laid.checks, *laid.doubles)]),
        canary=draft.canary,
    )


def spans(names: Iterable[str]) -> list[Span]:
    """Names -> runs of them."""
    found: list[Span] = []
    for name in names:
        kind, label, first = "name", name, 0
        if match := re.fullmatch(r"(.*)\[(\d+)\]", name):
            kind, label, first = "lane", match[1], int(match[2])
        elif match := re.fullmatch(r"(.*)\+(0x[0-9a-f]+)", name):
            kind, label, first = "byte", match[1], int(match[2], 16)
        last = found[-1] if found else None
        steps = {"lane": 1, "byte": 4, "name": 0}[kind]
        if last and (last.name, last.kind) == (label, kind) and first == last.first + steps * last.count:
            last.count += 1
        else:
            found.append(Span(name=label, count=1, kind=kind, first=first))
    return found


def finish(arch: str, out: Path, full: bool, seed: int, cases: list[KitCase], left: list[LeftOut]) -> Manifest:
    """The list for runners, their sources, and the manifest with everything's digest."""
    rows = "".join(f"{c.number} {c.file} {c.kernel} {c.index} {c.wave} {c.grid} {c.group} {c.arena}\n" for c in cases)
    identity = identity_of(rows, {name: sha256(out / name) for name in sorted({c.file for c in cases})})
    (out / LIST).write_text(f"assay-kit {FORMAT} {arch} {identity}\n{rows}")
    (out / RUNNER).mkdir()
    for path in runner_files():
        shutil.copyfile(path, out / RUNNER / path.name)
    files = {
        path.relative_to(out).as_posix(): KitFile(sha256=sha256(path), bytes=path.stat().st_size)
        for path in sorted(out.rglob("*")) if path.is_file()
    }
    made = Manifest(
        kit=FORMAT, arch=arch, full=full, profile="manual", seed=seed, versions=versions(), model=model_digest(),
        suites=suite_digest(), identity=identity, files=files, cases=cases, left_out=left,
        left_out_counts=dict(sorted(Counter(one.reason for one in left).items())), digest="",
    )
    made.digest = record_digest(made)
    (out / MANIFEST).write_bytes(msgspec.json.encode(made, order="sorted") + b"\n")
    return made


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def identity_of(rows: str, digests: dict[str, str]) -> str:
    """Of the list of cases and the code objects: what runners print, so that an output names its kit."""
    return hashlib.sha256(rows.encode() + msgspec.json.encode(digests, order="sorted")).hexdigest()
