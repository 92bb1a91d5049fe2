"""assay certify: the grid, the suites and the encodings on each target and architecture, in worker processes ->
certificates and a page."""
from __future__ import annotations

import contextlib
import re
import shlex
import time
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path

import msgspec

from ...harness.case.choices import PROFILES, Claims, both
from ...harness.protocol.format_versions import model_digest, suite_digest, versions
from ...harness.targets.registry import TargetError, open_target
from ..diagnosis import broken, defects
from ..diagnosis.listing import instructions
from ..export import certificate_table, html_page, operation_reference
from ..export.certificate_records import (
    Bundle, Catalogue, Certificate, Defect, DispatchVerdict, Failure, FormVerdict, Identity, OperationVerdict,
    RuleVerdict, Verdict, digest_of, only_encodings, to_bytes,
)
from . import (
    diagnosis_driver, dispatch_cases, form_runner as grid, open_targets, output_paths, worker_pool as crew,
    worker_tasks,
)
from .task_types import CertifyOptions
from .coverage_summary import coverage_of
from .output_paths import slug
from .verification import replay, verify

__all__ = ["Certificate", "Bundle", "certify", "verify", "replay"]
JOURNAL = "certify.journal"
SHARE = 48                                           # forms a task: few, so that all cores end at about one time


def certify(
    targets, archs, out, seed=1, jobs=1, quick=False, progress=crew.silent, waivers=(), mutation_score=None, show=True,
    only=None, minutes=0.0, case_seconds=0.0, resume=False, kernels=None, profile="full", rules="manual",
    also=(), run=crew.run,
) -> int:
    """Certifies `targets` on `archs` -> exit status: 0 when all pass.  Writes DIR/T-A.certificate.json, failure bundles
    and DIR/index.html; `also`: functions that write something else of the certificates; `run`: crew.run, or what does
    likewise elsewhere.  Raises TargetError for a target that cannot run, SelectError, and crew.Stopped at Ctrl-C: what
    was done until then is in DIR/certify.journal, and `resume` goes on with it."""
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    diagnosis_driver.given_kernels(kernels)                    # refused now, not when all has run
    selected, fields = dispatch_cases.forms(only, archs), dispatch_cases.chosen(only, archs)
    targets, archs = list(dict.fromkeys(targets)), list(dict.fromkeys(archs))
    output_paths.apart(out, [(name, arch) for name in targets for arch in archs])
    greeted = greetings(targets, archs, jobs == 1 and run is crew.run)
    identities, claimed = {n: one[0] for n, one in greeted.items()}, {n: one[1] for n, one in greeted.items()}
    pairs = [(name, arch) for name in targets for arch in archs if arch in identities[name].architectures]
    until = time.time() + 60 * minutes if minutes else 0
    asked = CertifyOptions(seed, quick, case_seconds, until, profile=profile, rules=rules)
    said = [*identities.items(), *claimed.items()]
    todo = tasks(pairs, selected, fields, only is None)
    shares = gather(todo, asked, jobs, progress, out / JOURNAL, said, resume, run)
    made = []
    for name, arch in pairs:
        groups, weights = diagnosed(name, arch, shares, asked, progress, kernels)
        one = assemble(
            identities[name], arch, shares[name, arch], groups, out, seed, quick, waivers, mutation_score, only,
            weights, both(claimed[name], PROFILES[profile]), rules,
        )
        output_paths.put(output_paths.file_of(out, name, arch), to_bytes(one))
        made.append(one)
    output_paths.put(out / "index.html", html_page.text_of(made).encode())
    for write in also:
        write(made)
    if not any(share.cut for found in shares.values() for share in found):
        (out / JOURNAL).unlink()
    if show:
        for name, arch in [(name, arch) for name in targets for arch in archs if (name, arch) not in pairs]:
            print(f"not certified: {name} has no {arch}; it has {', '.join(identities[name].architectures)}")
        certificate_table.show(made, out)
    return 0 if made and all(one.verdict == "pass" for one in made) else 1


def diagnosed(name: str, arch: str, shares: dict, asked, progress, kernels) -> tuple[list, dict]:
    """The defects that failures of a target come of, those that most kernels meet first; the weights of operations,
    where there is a defect or a folder of kernels to be read."""
    try:
        groups = diagnosis_driver.found(name, arch, shares[name, arch], asked, progress)
        weights = diagnosis_driver.weighed(arch, kernels) if groups or kernels else {}
    except KeyboardInterrupt:
        done = sum(len(found) for found in shares.values())
        raise crew.Stopped(done, done) from None
    groups.sort(key=lambda one: (-sum(weights.get(o, 0) for o in one.operations), -len(one.entries), one.cause))
    return groups, weights


def greetings(names, archs, stay: bool) -> dict[str, tuple[Identity, Claims]]:
    """identity() of each.  Raises TargetError for one that has none of the architectures."""
    try:
        found = {name: identity(name, stay) for name in names}
        for name, (one, _) in found.items():
            if not set(archs) & set(one.architectures):
                raise TargetError(f"{name} has no {' or '.join(archs)}; it has {', '.join(one.architectures)}")
        return found
    except BaseException:
        open_targets.close_all()
        raise


def identity(name: str, stays: bool = False) -> tuple[Identity, Claims]:
    """Opens the target for its greeting -> what it says of itself, what it claims.  `stays`: open for this process's
    tasks."""
    with contextlib.nullcontext(open_targets.target_called(name)) if stays else open_target(name) as target:
        hello, choices = target.hello, msgspec.to_builtins(target.choices)
        claims = getattr(target, "claims", None) or Claims()
    return Identity(
        name=name, says=hello.name, version=hello.version, architectures=list(hello.architectures),
        features=sorted(hello.features),
        choices={key: value for key, value in choices.items() if value is not None and key != "claims"},
    ), claims


def tasks(pairs, selected, fields, suites: bool) -> list[tuple]:
    """The tasks, as arguments of worker_tasks.run_task() after the first.  `selected`: numbers of forms by
    architecture; `fields`: those that dispatches are about; `suites`: the hand-written cases too."""
    found = []
    for name, arch in pairs:
        size = SHARE * 8 if only_encodings(name) else SHARE
        numbers = selected[arch]
        found += [
            ("forms", name, arch, tuple(numbers[n] for n in part)) for part in grid.chunks(len(numbers), size) if part
        ]
        if suites:
            found.append(("suites", name, arch, ()))
        if fields[arch] and not only_encodings(name):
            found.append(("dispatch", name, arch, fields[arch]))
    return found


def gather(todo: list[tuple], asked, jobs: int, progress, path: Path, said: list, resume: bool, run) -> dict:
    """{(target, arch): [Share]}, in the order of `todo` whatever process was first.  Where several have all the time
    they need, dispatches, which take longest, are begun first: no core is idle while one does them at the end."""
    begun = sorted(todo, key=lambda task: task[0] != "dispatch") if jobs > 1 and not asked.until else todo
    told = [model_digest(), suite_digest(), replace(asked, until=0), said]
    journal = crew.Journal(path, repr(told), resume)
    found: dict = {}
    try:
        with progress("certify", len(todo)) as step:
            shares = dict(zip(begun, run(partial(worker_tasks.run_task, asked), begun, jobs, step, journal)))
    finally:
        open_targets.close_all()
    for task in todo:
        found.setdefault((task[1], task[2]), []).append(shares[task])
    return found


def assemble(
    target: Identity, arch: str, shares: list, groups: list, out: Path, seed: int, quick: bool, waivers,
    mutation_score, only, weights, claims, profile,
) -> Certificate:
    """All shares of one target and architecture -> its certificate."""
    forms = sorted((form for share in shares for form in share.forms), key=lambda f: (f.operation, f.form, f.mnemonic))
    operations, rules, dispatch = operations_of(forms), rules_of(shares, arch), dispatch_of(shares, arch)
    found = [one for share in shares for one in share.failures]
    failures = failures_of(target, arch, found, out, seed)
    waived = [one for one in waivers if one.operation in operations]
    made = Certificate(
        certificate=1, target=target, arch=arch, claims=claims,
        verdict=verdict_of_all(operations, rules, dispatch, {one.operation for one in waived}), quick=quick, only=only,
        profile=profile, seeds=[seed], versions=versions(), model=model_digest(), suites=suite_digest(),
        operations=operations, rules=rules, leniencies=leniencies_of(shares),
        compared_bits=sum(f.compared_bits for f in forms) + sum(s.compared_bits for s in shares),
        refused=dict(Counter(axis for form in forms for axis in form.refused).most_common()),
        coverage=coverage_of(forms, quick), mutation_score=mutation_score, catalogue=catalogue_of(target.name, arch),
        waivers=list(waived), defects=[defect_of(group, arch, weights) for group in groups], failures=failures,
        unexplained=[text for share in shares for text in share.unexplained], digest="",
        outcomes=dict(sorted((name, one) for share in shares for name, one in share.outcomes.items())),
        dispatch=dispatch,
    )
    return msgspec.structs.replace(made, digest=digest_of(made))


def leniencies_of(shares: list) -> dict[str, int]:
    """How often each leniency let something pass."""
    found = Counter()
    for share in shares:
        for held in (share, *share.forms):
            found.update(held.leniencies)
    return dict(sorted(found.items()))


DECIDED: tuple[Verdict, ...] = ("fail", "pass", "unsupported", "not claimed")


def verdict_of_all(operations: dict, rules: dict, dispatch: dict, waived: set[str]) -> Verdict:
    """Fails with an operation that is not waived, a rule, or a field of dispatches; else that of the operations."""
    held = [one.verdict for name, one in operations.items() if name not in waived]
    beside = [one.verdict for one in (*rules.values(), *dispatch.values())]
    if "fail" in held + beside:
        return "fail"
    return verdict_of(held if operations else [one.verdict for one in dispatch.values()])


def verdict_of(verdicts) -> Verdict:
    """Of several: any fail fails, else any pass passes, else unsupported, else not claimed, else not exercised."""
    found = set(verdicts)
    for one in DECIDED:
        if one in found:
            return one
    return "not exercised"


def operations_of(forms) -> dict[str, OperationVerdict]:
    """{mnemonic: its forms}; a name that several encodings share is numbered."""
    found: dict[str, dict] = {}
    for form in forms:
        held = found.setdefault(form.operation, {})
        name = form.form if form.form not in held else f"{form.form} {form.mnemonic}"
        held[name] = FormVerdict(
            verdict=form.verdict, encoding=form.encoding, cases=form.cases, passed=form.passed, fail=form.failed,
            unsupported=form.unsupported, not_exercised=form.not_exercised, not_claimed=form.not_claimed,
            states=form.states, compared_bits=form.compared_bits, cells=form.count.cells, cells_of=form.count.cells_of,
            combinations=form.count.triples, combinations_of=form.count.triples_of, mode_cells=form.count.modes,
            mode_cells_of=form.count.modes_of, modes=len(form.modes), refused=form.refused,
            causes=dict(form.causes.most_common(4)), fails_with=form.fails_with,
        )
    return {
        name: OperationVerdict(verdict=verdict_of(one.verdict for one in held.values()), forms=held)
        for name, held in found.items()
    }


def rules_of(shares, arch: str) -> dict[str, RuleVerdict]:
    """{rule: verdict} of the suite cases, and of the architecture's rules that no case names; nothing for a target that
    runs nothing."""
    total: dict[str, Counter] = {}
    for share in shares:
        for rule, counts in share.rules.items():
            total.setdefault(rule, Counter()).update(counts)
    if total:
        total |= {rule: Counter() for rule in operation_reference.rules_of(arch) if rule not in total}
    return {
        rule: RuleVerdict(
            verdict=verdict_of(+counts), cases=counts.total(), passed=counts["pass"], fail=counts["fail"],
            unsupported=counts["unsupported"], not_exercised=counts["not exercised"], not_claimed=counts["not claimed"],
        )
        for rule, counts in sorted(total.items())
    }


def dispatch_of(shares, arch: str) -> dict[str, DispatchVerdict]:
    """{field: verdict} of the generated dispatches, in the order of the table."""
    heeded, total = dispatch_cases.heeded(arch), {name: one for share in shares for name, one in share.dispatch.items()}
    return {
        name: DispatchVerdict(
            verdict=verdict_of(+total[name].counts), heeded=heeded[name], cases=total[name].counts.total(),
            passed=total[name].counts["pass"], fail=total[name].counts["fail"],
            unsupported=total[name].counts["unsupported"], not_exercised=total[name].counts["not exercised"],
            not_claimed=total[name].counts["not claimed"], first=total[name].first,
        )
        for name in heeded if name in total
    }


def failures_of(target: Identity, arch: str, found: list[dict], out: Path, seed: int) -> list[Failure]:
    """Writes a bundle of each -> what the certificate shows."""
    folder = out / "failures" / output_paths.stem(target.name, arch)
    for old in folder.glob("*.failure.json"):
        old.unlink()
    shown, said = [], versions()
    for number, one in enumerate(sorted(found, key=lambda f: (f["operation"], f["form"]))):
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{slug(one['operation'] or 'suite')}-{slug(one['form'])}-{number}.failure.json"
        output_paths.put(path, to_bytes(Bundle(
            failure=1, target=target, arch=arch, operation=one["operation"], form=one["form"], seed=seed,
            versions=said, case=one["case"], cause=one["cause"], text=one["text"],
            differences=one["differences"],
        )))
        shown.append(shown_failure(one, target, path, out))
    return shown


def defect_of(group: defects.Group, arch: str, weights: dict[str, int]) -> Defect:
    """A defect as the certificate carries it."""
    first = group.entries[0]
    rule, section = broken.with_section(group, arch)
    return Defect(
        cause=group.cause, fault=group.fault, operations=group.operations,
        forms=sorted({f"{one['operation'] or 'suite'} {one['form']}" for one in group.entries}), case=first["case"],
        assembly=assembly_of(first["case"]), text=first["text"], axes=first["axes"] or [], rule=rule, section=section,
        weight=sum(weights.get(name, 0) for name in group.operations),
    )


def assembly_of(case: dict) -> list[str]:
    """The instructions of a case."""
    return [text for _, _, text in instructions(case)] or ["<illegal>"]


def shown_failure(one: dict, target: Identity, path: Path, out: Path) -> Failure:
    """A failure as the certificate carries it."""
    case = one["case"]
    lines = assembly_of(case)
    split = [re.fullmatch(r"(.*?): expected (.*?), got (.*)", d) for d in one["differences"]]
    return Failure(
        operation=one["operation"], form=one["form"], cause=one["cause"], assembly=lines, state=case.get("state") or {},
        expected=[f"{m[1]} = {m[2]}" for m in split if m], got=[f"{m[1]} = {m[3]}" for m in split if m],
        text=one["text"], file=str(path.relative_to(out)),
        replay=shlex.join(["assay", "replay", str(path), "--target", target.name]),
    )


def catalogue_of(name: str, arch: str) -> Catalogue | None:
    """What the text behind `manual` defines and what of it runs."""
    if name != "manual":
        return None
    from ...harness.targets.manual import Manual
    from ...harness.targets.manual.catalogue import counts
    return Catalogue(**counts(Manual(), arch))
