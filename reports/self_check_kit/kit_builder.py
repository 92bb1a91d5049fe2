"""`assay kit`: write the suites' cases, and optionally a case of each form, as code objects that check themselves.

The manifest lists the cases, the omitted cases with reasons, and the digest of every file."""
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
from . import canaries, kit_objects, kit_playback
from .case_arena import ArenaCase, CannotInclude, make_arena_case, prepare_wrappers
from .kit_format import FORMAT_VERSION, runner_files

MANIFEST_FILE, CASE_LIST_FILE, RUNNER_FOLDER = "manifest.json", "kit.txt", "runner"
MAX_CASES_TRIED = 4                                  # of a form
FORMS_PER_BATCH = 400                                # whose wrappers one call assembles


class KitFile(Record):
    """A file of a kit."""
    sha256: str
    bytes: int


class Span(Record):
    """Names of `count` consecutive compared dwords. `kind`: they are lanes of a register or bytes of a region, from
    `first` on, or have a single name."""
    name: str
    count: int
    kind: Literal["lane", "byte", "name"]
    first: int


class KitCase(Record):
    """A case of a kit.

    source: file of the suites, or instruction form; index: index in its code object; grid, group: size in work-items;
    arena: size in bytes; done: the dword that assay_check stores; checks, doubles: number of compared dwords and 64-bit
    floats; left_open: {reason: number of result dwords that are not compared}; canary: errors (index, expected, actual)
    that it must report, or null."""
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

    def dword_name(self, index: int) -> str:
        """Name of the dword that assay_check reports with this index."""
        name_index = index if index < self.checks else self.checks + (index - self.checks) // 2
        for span in self.names:
            if name_index < span.count:
                if span.kind == "name":
                    return span.name
                if span.kind == "lane":
                    return f"{span.name}[{span.first + name_index}]"
                return f"{span.name}+{span.first + 4 * name_index:#x}"
            name_index -= span.count
        return f"dword {index}"


class LeftOut(Record):
    """An omitted case or form: its name, the reason under which it is counted, and a sentence."""
    name: str
    reason: str
    text: str


class Manifest(Record):
    """Contents of a kit.

    identity: digest of its cases and code objects, which runners print; left_out_counts: {reason: number of omitted
    cases}; digest: digest of the manifest without this field."""
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
    """A kit or output that cannot be written or read; the message is a sentence."""


@dataclass(slots=True)
class KitDraft:
    """A case to write into a kit. `canary`: for a canary, the errors (index, expected, actual) that it must report."""
    arena_case: ArenaCase
    name: str
    source: str
    rules: list[str] = field(default_factory=list)
    canary: list[tuple[int, int, int]] | None = None


# Selection of cases

def suite_drafts(arch: str, model: Model, omitted: list[LeftOut]) -> Iterator[KitDraft]:
    """Yield the directed tests of the suites. Append the tests that a kit cannot contain to `omitted`."""
    prepared = []
    for case in suite_tasks.suite_cases(arch, "manual"):
        try:
            prepared.append((case, resolve(case)))
        except CaseError as error:
            omitted.append(LeftOut(name=case.name, reason="invalid", text=str(error)))
    prepare_wrappers([plan for _, plan in prepared], model)
    for case, plan in prepared:
        source = f"suites/{case.name.partition('.gfx')[0]}.s"
        try:
            yield KitDraft(make_arena_case(plan, model), case.name, source, list(case.rules))
        except CannotInclude as error:
            omitted.append(LeftOut(name=case.name, reason=error.kind, text=str(error)))


def form_drafts(arch: str, model: Model, seed: int, omitted: list[LeftOut]) -> Iterator[KitDraft]:
    """Yield one case of one wave for every instruction form; append forms without a case to `omitted`."""
    searches = [FormSearch(form, seed) for form in case_sampler.all_forms(arch)]
    for start in range(0, len(searches), FORMS_PER_BATCH):
        batch = searches[start:start + FORMS_PER_BATCH]
        prepare_wrappers([plan for search in batch if (plan := search.next_plan()) is not None], model)
        for search in batch:
            result = search.first_draft(model)
            if isinstance(result, KitDraft):
                yield result
            else:
                omitted.append(result)


class FormSearch:
    """Search for a case of a form that a kit can contain. `plan`: plan of the current case, or None."""

    def __init__(self, form, seed: int):
        self.form, self.name = form, f"{form.mnemonic} {case_sampler.variant_name(form)}"
        self.seed, self.planner, self.plan, self.case = seed, None, None, None
        self.reason = "generator", "no legal case was found"

    def next_plan(self):
        """Advance to the next case; return its plan, or None."""
        self.planner = self.planner or planner.make_planner(self.form, self.seed, True)
        if self.case is not None:
            self.planner.drop(self.case)
        self.plan = None
        try:
            self.case = self.planner.next()
            wave_case = next(iter(self.case.split_waves())) if isinstance(self.case, wave_batch.Waves) else self.case
            self.plan = form_cases.plan_case(wave_case, self.name)
        except (case_sampler.NoCase, CaseError) as error:
            if self.reason[0] == "generator":
                self.reason = "generator", str(error)
        return self.plan

    def first_draft(self, model: Model) -> KitDraft | LeftOut:
        """From the current case on, find the first one that a kit can contain. Return its draft, or the reason for
        omission."""
        for _ in range(MAX_CASES_TRIED):
            if self.plan is None:
                break
            try:
                return KitDraft(make_arena_case(self.plan, model), self.name, f"grid {self.name}")
            except CannotInclude as error:
                self.reason = error.kind, str(error)
            self.next_plan()
        return LeftOut(name=self.name, reason=self.reason[0], text=self.reason[1])


# Files

def build_kit(arch: str, out: Path, full: bool = False, seed: int = 1, step=lambda: None) -> Manifest:
    """Write a kit into a new or empty folder and return its manifest; call `step` after each case.

    `full`: add a case of every instruction form. Raise KitProblem, LinkProblem or OSError."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise KitProblem(f"{out}: already exists; give a new folder, or empty it")
    model, omitted = Model(), []
    drafts = []
    for draft in [*suite_drafts(arch, model, omitted)]:
        drafts.append(draft)
        step()
    if full:
        for draft in form_drafts(arch, model, seed, omitted):
            drafts.append(draft)
            step()
    out.mkdir(parents=True, exist_ok=True)
    cases = [case for group in code_object_groups(drafts, model)
             for case in write_code_object(arch, out, *group, model)]
    return write_manifest(arch, out, full, seed, sorted(cases, key=lambda case: case.number), omitted)


def code_object_groups(drafts: list[KitDraft], model: Model) -> Iterator[tuple[str, int, list[tuple[int, KitDraft]]]]:
    """Yield (file name, wave size, numbered cases) of each code object, with its canary first."""
    number, groups = 0, {}
    for draft in drafts:
        plan = draft.arena_case.plan
        folder = draft.source.split("/")[1] if draft.source.startswith("suites/") else "grid"
        groups.setdefault((folder, plan.wave), []).append(draft)
    for (folder, wave), group in groups.items():
        for part, start in enumerate(range(0, len(group), kit_objects.CASES_PER_FILE)):
            file_drafts = group[start:start + kit_objects.CASES_PER_FILE]
            canary, errors = canaries.canary_case(file_drafts[0].arena_case.plan.arch, wave, model)
            file_drafts = [KitDraft(canary, f"canary {folder}.w{wave}.{part}", "canary", canary=errors), *file_drafts]
            yield f"{folder}.w{wave}.{part}.co", wave, list(enumerate(file_drafts, number))
            number += len(file_drafts)


def write_code_object(arch: str, out: Path, name: str, wave: int, drafts: list[tuple[int, KitDraft]],
                      model: Model) -> list[KitCase]:
    """Write a code object and return its cases. Raise KitProblem if one of them fails on the model."""
    code, done_words = kit_objects.build_code_object(
        arch, wave, [(number, draft.arena_case) for number, draft in drafts])
    cases = [manifest_case(name, index, number, draft, done_word)
             for index, ((number, draft), done_word) in enumerate(zip(drafts, done_words))]
    code_object = kit_playback.parse_code_object(code)
    for case in cases:
        output = kit_playback.run_case(code_object, case_dispatch(case), wave, model)
        expected = ("ok", case.done, case.compared, case.canary or [])
        if (output.status, output.done_word, output.compared, list(output.wrong)) != expected:
            raise KitProblem(f"{case.name}: the case fails on the model: {output}")
    (out / name).write_bytes(code)
    return cases


def case_dispatch(case: KitCase) -> kit_playback.CaseDispatch:
    """Dispatch of a case for kit_playback."""
    return kit_playback.CaseDispatch(case.kernel, case.index, case.grid, case.group, case.arena)


def manifest_case(file_name: str, index: int, number: int, draft: KitDraft, done_word: int) -> KitCase:
    """The manifest's entry for a draft. `index`: index in its code object; `number`: number in the kit."""
    arena_case, rules = draft.arena_case, load().rules
    return KitCase(
        number=number, name=draft.name, source=draft.source, rules=draft.rules,
        sections=[f"{rules[rule]['document']}: {rules[rule]['section']}" for rule in draft.rules if rule in rules],
        file=file_name, kernel=kit_objects.kernel_name(number), index=index, wave=arena_case.plan.wave,
        grid=arena_case.plan.grid[0], group=arena_case.plan.group[0], arena=arena_case.arena_bytes, done=done_word,
        checks=len(arena_case.checks), doubles=len(arena_case.doubles), left_open=dict(arena_case.left_open),
        names=name_spans([check.name for check in (*arena_case.checks, *arena_case.doubles)]),
        canary=draft.canary,
    )


def name_spans(names: Iterable[str]) -> list[Span]:
    """Merge the names of consecutive dwords into spans."""
    spans: list[Span] = []
    for name in names:
        kind, label, first = "name", name, 0
        if match := re.fullmatch(r"(.*)\[(\d+)\]", name):
            kind, label, first = "lane", match[1], int(match[2])
        elif match := re.fullmatch(r"(.*)\+(0x[0-9a-f]+)", name):
            kind, label, first = "byte", match[1], int(match[2], 16)
        last = spans[-1] if spans else None
        steps = {"lane": 1, "byte": 4, "name": 0}[kind]
        if last and (last.name, last.kind) == (label, kind) and first == last.first + steps * last.count:
            last.count += 1
        else:
            spans.append(Span(name=label, count=1, kind=kind, first=first))
    return spans


def write_manifest(arch: str, out: Path, full: bool, seed: int, cases: list[KitCase],
                   omitted: list[LeftOut]) -> Manifest:
    """Write the list of cases, the runners' sources and the manifest, which contains the digest of every file."""
    case_lines = "".join(f"{case.number} {case.file} {case.kernel} {case.index} {case.wave} {case.grid} {case.group} "
                         f"{case.arena}\n" for case in cases)
    names = sorted({case.file for case in cases})
    identity = kit_identity(case_lines, {name: file_sha256(out / name) for name in names})
    (out / CASE_LIST_FILE).write_text(f"assay-kit {FORMAT_VERSION} {arch} {identity}\n{case_lines}")
    (out / RUNNER_FOLDER).mkdir()
    for path in runner_files():
        shutil.copyfile(path, out / RUNNER_FOLDER / path.name)
    files = {
        path.relative_to(out).as_posix(): KitFile(sha256=file_sha256(path), bytes=path.stat().st_size)
        for path in sorted(out.rglob("*")) if path.is_file()
    }
    manifest = Manifest(
        kit=FORMAT_VERSION, arch=arch, full=full, profile="manual", seed=seed, versions=versions(),
        model=model_digest(), suites=suite_digest(), identity=identity, files=files, cases=cases, left_out=omitted,
        left_out_counts=dict(sorted(Counter(entry.reason for entry in omitted).items())), digest="",
    )
    manifest.digest = record_digest(manifest)
    (out / MANIFEST_FILE).write_bytes(msgspec.json.encode(manifest, order="sorted") + b"\n")
    return manifest


def file_sha256(path: Path) -> str:
    """SHA-256 of a file's contents, in hex."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def kit_identity(case_lines: str, digests: dict[str, str]) -> str:
    """Digest of the list of cases and of the code objects' digests; a runner's output contains it."""
    return hashlib.sha256(case_lines.encode() + msgspec.json.encode(digests, order="sorted")).hexdigest()
