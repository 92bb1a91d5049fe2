"""assay certify: run forms, suites and dispatches of each target and architecture in worker processes, diagnose the
failures, and write certificates and an HTML page."""
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

from ...harness.case.choices import PROFILES, Claims, common_claims
from ...harness.protocol.format_versions import model_digest, suite_digest, versions
from ...harness.targets.registry import open_target
from ...harness.targets.target_error import TargetError
from ..diagnosis import broken, defects
from ..diagnosis.listing import instructions
from ..export import certificate_table, html_page, operation_reference
from ..export.certificate_records import (
    Bundle, Catalogue, Certificate, Defect, DispatchVerdict, Failure, FormVerdict, Identity, OperationVerdict,
    RuleVerdict, Verdict, record_digest, tests_encodings_only, to_bytes,
)
from . import (
    diagnosis_driver, dispatch_fields, open_targets, output_paths, selection, worker_pool, worker_tasks,
)
from .coverage_summary import summarize_coverage
from .form_runner import strided_chunks
from .output_paths import slug, write_atomically
from .task_types import CertifyOptions, TaskResult
from .verification import replay, verify

__all__ = ["Certificate", "Bundle", "certify", "verify", "replay"]
JOURNAL_NAME = "certify.journal"
FORMS_PER_TASK = 48                                  # few, so that all cores end at about the same time


def certify(
    targets, archs, out, seed=1, jobs=1, quick=False, progress=worker_pool.no_progress, waivers=(),
    mutation_score=None, show=True, only=None, minutes=0.0, case_seconds=0.0, resume=False, kernels=None,
    profile="full", rules="manual", also=(), run=worker_pool.run_tasks,
) -> int:
    """Certify `targets` on `archs`. Return the exit status: 0 if all pass.

    Writes DIR/T-A.certificate.json, failure bundles and DIR/index.html. `also`: functions that write other files from
    the certificates; `run`: worker_pool.run_tasks or a replacement. Raises TargetError for a target that cannot run,
    SelectError, and worker_pool.Stopped at Ctrl-C: DIR/certify.journal then holds the finished tasks for `resume`."""
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    diagnosis_driver.load_kernels(kernels)           # reports errors before the run
    form_numbers, fields = selection.select_forms(only, archs), selection.select_fields(only, archs)
    targets, archs = list(dict.fromkeys(targets)), list(dict.fromkeys(archs))
    output_paths.check_no_overwrite(out, [(name, arch) for name in targets for arch in archs])
    hellos = read_hellos(targets, archs, jobs == 1 and run is worker_pool.run_tasks)
    identities = {name: identity for name, (identity, _) in hellos.items()}
    claims = {name: target_claims for name, (_, target_claims) in hellos.items()}
    pairs = [(name, arch) for name in targets for arch in archs if arch in identities[name].architectures]
    until = time.time() + 60 * minutes if minutes else 0
    options = CertifyOptions(seed, quick, case_seconds, until, profile=profile, rules=rules)
    declarations = [*identities.items(), *claims.items()]
    tasks = list_tasks(pairs, form_numbers, fields, only is None)
    results = run_all_tasks(tasks, options, jobs, progress, out / JOURNAL_NAME, declarations, resume, run)
    certificates = []
    for name, arch in pairs:
        groups, weights = diagnose_target(name, arch, results, options, progress, kernels)
        certificate = make_certificate(
            identities[name], arch, results[name, arch], groups, out, seed, quick, waivers, mutation_score, only,
            weights, common_claims(claims[name], PROFILES[profile]), rules,
        )
        write_atomically(output_paths.certificate_path(out, name, arch), to_bytes(certificate))
        certificates.append(certificate)
    write_atomically(out / "index.html", html_page.render_page(certificates).encode())
    for write in also:
        write(certificates)
    if not any(result.cut for task_results in results.values() for result in task_results):
        (out / JOURNAL_NAME).unlink()
    if show:
        for name, arch in [(name, arch) for name in targets for arch in archs if (name, arch) not in pairs]:
            print(f"not certified: {name} has no {arch}; it has {', '.join(identities[name].architectures)}")
        certificate_table.print_certificates(certificates, out)
    return 0 if certificates and all(certificate.verdict == "pass" for certificate in certificates) else 1


def diagnose_target(
    name: str, arch: str, results: dict, options: CertifyOptions, progress, kernels,
) -> tuple[list[defects.Group], dict[str, int]]:
    """(defects of a target, operation weights). Defects that affect most kernels come first.

    The weights are empty if there are no defects or if no folder of kernels is given."""
    try:
        groups = diagnosis_driver.find_defects(name, arch, results[name, arch], options, progress)
        weights = diagnosis_driver.operation_weights(arch, kernels) if groups or kernels else {}
    except KeyboardInterrupt:
        done = sum(len(task_results) for task_results in results.values())
        raise worker_pool.Stopped(done, done) from None
    groups.sort(key=lambda group: (
        -sum(weights.get(name, 0) for name in group.operations), -len(group.entries), group.cause))
    return groups, weights


def read_hellos(names, archs, keep_open: bool) -> dict[str, tuple[Identity, Claims]]:
    """{target: read_hello()}.  Raises TargetError for a target that has none of the architectures."""
    try:
        hellos = {name: read_hello(name, keep_open) for name in names}
        for name, (identity, _) in hellos.items():
            if not set(archs) & set(identity.architectures):
                raise TargetError(f"{name} has no {' or '.join(archs)}; it has {', '.join(identity.architectures)}")
        return hellos
    except BaseException:
        open_targets.close_all()
        raise


def read_hello(name: str, keep_open: bool = False) -> tuple[Identity, Claims]:
    """Open a target and return its identity and claims. `keep_open`: leave it open for tasks in this process."""
    with contextlib.nullcontext(open_targets.target_by_name(name)) if keep_open else open_target(name) as target:
        hello, choices = target.hello, msgspec.to_builtins(target.choices)
        claims = getattr(target, "claims", None) or Claims()
    return Identity(
        name=name, says=hello.name, version=hello.version, architectures=list(hello.architectures),
        features=sorted(hello.features),
        choices={key: value for key, value in choices.items() if value is not None and key != "claims"},
    ), claims


def list_tasks(pairs, form_numbers, fields, suites: bool) -> list[tuple]:
    """The tasks, each a tuple of all arguments for worker_tasks.run_task() except the first.

    `form_numbers`, `fields`: by architecture; `suites`: add the suite cases."""
    tasks = []
    for name, arch in pairs:
        size = FORMS_PER_TASK * 8 if tests_encodings_only(name) else FORMS_PER_TASK
        numbers = form_numbers[arch]
        tasks += [
            ("forms", name, arch, tuple(numbers[n] for n in chunk))
            for chunk in strided_chunks(len(numbers), size) if chunk
        ]
        if suites:
            tasks.append(("suites", name, arch, ()))
        if fields[arch] and not tests_encodings_only(name):
            tasks.append(("dispatch", name, arch, fields[arch]))
    return tasks


def run_all_tasks(
    tasks: list[tuple], options: CertifyOptions, jobs: int, progress, path: Path, declarations: list, resume: bool, run,
) -> dict[tuple[str, str], list[TaskResult]]:
    """Run the tasks with a journal at `path`. Return {(target, arch): results in the order of `tasks`}.

    With several jobs and no deadline, dispatches start first: they take longest, and no core is idle at the end."""
    reordered = jobs > 1 and not options.until
    start_order = sorted(tasks, key=lambda task: task[0] != "dispatch") if reordered else tasks
    header = [model_digest(), suite_digest(), replace(options, until=0), declarations]
    journal = worker_pool.Journal(path, repr(header), resume)
    try:
        with progress("certify", len(tasks)) as step:
            run_task = partial(worker_tasks.run_task, options)
            by_task = dict(zip(start_order, run(run_task, start_order, jobs, step, journal)))
    finally:
        open_targets.close_all()
    results: dict = {}
    for task in tasks:
        results.setdefault((task[1], task[2]), []).append(by_task[task])
    return results


def make_certificate(
    target: Identity, arch: str, results: list[TaskResult], groups: list[defects.Group], out: Path, seed: int,
    quick: bool, waivers, mutation_score, only, weights, claims, profile,
) -> Certificate:
    """Write the failure bundles of a target on an architecture and return its certificate.

    `groups`: the target's defects; `weights`: {operation: number of kernels that contain it}."""
    forms = sorted((form for result in results for form in result.forms),
                   key=lambda form: (form.operation, form.form, form.mnemonic))
    operations, rules, dispatch = operation_verdicts(forms), rule_verdicts(results, arch), field_verdicts(results, arch)
    entries = [entry for result in results for entry in result.failures]
    failures = write_failures(target, arch, entries, out, seed)
    waived = [waiver for waiver in waivers if waiver.operation in operations]
    certificate = Certificate(
        certificate=1, target=target, arch=arch, claims=claims,
        verdict=overall_verdict(operations, rules, dispatch, {waiver.operation for waiver in waived}), quick=quick,
        only=only, profile=profile, seeds=[seed], versions=versions(), model=model_digest(), suites=suite_digest(),
        operations=operations, rules=rules, leniencies=count_leniencies(results),
        compared_bits=sum(form.compared_bits for form in forms) + sum(result.compared_bits for result in results),
        refused=dict(Counter(axis for form in forms for axis in form.refused).most_common()),
        coverage=summarize_coverage(forms, quick), mutation_score=mutation_score,
        catalogue=manual_catalogue(target.name, arch),
        waivers=list(waived), defects=[defect_record(group, arch, weights) for group in groups], failures=failures,
        unexplained=[text for result in results for text in result.unexplained], digest="",
        outcomes=dict(sorted((name, outcome) for result in results for name, outcome in result.outcomes.items())),
        dispatch=dispatch,
    )
    return msgspec.structs.replace(certificate, digest=record_digest(certificate))


def count_leniencies(results: list[TaskResult]) -> dict[str, int]:
    """{tolerated difference: number of uses}"""
    counts = Counter()
    for result in results:
        for counted in (result, *result.forms):
            counts.update(counted.leniencies)
    return dict(sorted(counts.items()))


VERDICTS_BY_PRIORITY: tuple[Verdict, ...] = ("fail", "pass", "unsupported", "not claimed")


def overall_verdict(operations: dict, rules: dict, dispatch: dict, waived: set[str]) -> Verdict:
    """Return fail if a rule, a dispatch field or an operation without a waiver fails, else the combined verdict of the
    operations."""
    operation_list = [operation.verdict for name, operation in operations.items() if name not in waived]
    other_verdicts = [record.verdict for record in (*rules.values(), *dispatch.values())]
    if "fail" in operation_list + other_verdicts:
        return "fail"
    return combined_verdict(operation_list if operations else [record.verdict for record in dispatch.values()])


def combined_verdict(verdicts) -> Verdict:
    """The first of VERDICTS_BY_PRIORITY that occurs, else not exercised."""
    present = set(verdicts)
    for verdict in VERDICTS_BY_PRIORITY:
        if verdict in present:
            return verdict
    return "not exercised"


def operation_verdicts(forms) -> dict[str, OperationVerdict]:
    """{operation: verdicts of its forms}. A form name that several encodings share also contains the mnemonic."""
    operations: dict[str, dict] = {}
    for form in forms:
        form_verdicts = operations.setdefault(form.operation, {})
        name = form.form if form.form not in form_verdicts else f"{form.form} {form.mnemonic}"
        form_verdicts[name] = FormVerdict(
            verdict=form.verdict, encoding=form.encoding, cases=form.cases, passed=form.passed, fail=form.failed,
            unsupported=form.unsupported, not_exercised=form.not_exercised, not_claimed=form.not_claimed,
            states=form.states, compared_bits=form.compared_bits, cells=form.count.cells, cells_of=form.count.cells_of,
            combinations=form.count.triples, combinations_of=form.count.triples_of, mode_cells=form.count.modes,
            mode_cells_of=form.count.modes_of, modes=len(form.modes), refused=form.refused,
            causes=dict(form.causes.most_common(4)), fails_with=form.fails_with,
        )
    return {
        name: OperationVerdict(
            verdict=combined_verdict(record.verdict for record in form_verdicts.values()), forms=form_verdicts)
        for name, form_verdicts in operations.items()
    }


def rule_verdicts(results: list[TaskResult], arch: str) -> dict[str, RuleVerdict]:
    """{rule: verdict} for the rules that suite cases name and for all other rules of the architecture. Return {} if no
    suite case ran."""
    total: dict[str, Counter] = {}
    for result in results:
        for rule, counts in result.rules.items():
            total.setdefault(rule, Counter()).update(counts)
    if total:
        total |= {rule: Counter() for rule in operation_reference.rules_of_architecture(arch) if rule not in total}
    return {
        rule: RuleVerdict(
            verdict=combined_verdict(+counts), cases=counts.total(), passed=counts["pass"], fail=counts["fail"],
            unsupported=counts["unsupported"], not_exercised=counts["not exercised"], not_claimed=counts["not claimed"],
        )
        for rule, counts in sorted(total.items())
    }


def field_verdicts(results: list[TaskResult], arch: str) -> dict[str, DispatchVerdict]:
    """{field: verdict} from the generated dispatches, in the order of settable_fields()."""
    has_effect = dispatch_fields.settable_fields(arch)
    tallies = {name: tally for result in results for name, tally in result.dispatch.items()}
    return {
        name: DispatchVerdict(
            verdict=combined_verdict(+tally.counts), heeded=has_effect[name], cases=tally.counts.total(),
            passed=tally.counts["pass"], fail=tally.counts["fail"], unsupported=tally.counts["unsupported"],
            not_exercised=tally.counts["not exercised"], not_claimed=tally.counts["not claimed"], first=tally.first,
        )
        for name in has_effect if (tally := tallies.get(name)) is not None
    }


def write_failures(target: Identity, arch: str, entries: list[dict], out: Path, seed: int) -> list[Failure]:
    """Write a failure bundle for each entry and remove older bundles. Return the failures as the certificate holds
    them."""
    folder = out / "failures" / output_paths.file_stem(target.name, arch)
    for old in folder.glob("*.failure.json"):
        old.unlink()
    failures, format_versions = [], versions()
    for number, entry in enumerate(sorted(entries, key=lambda entry: (entry["operation"], entry["form"]))):
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{slug(entry['operation'] or 'suite')}-{slug(entry['form'])}-{number}.failure.json"
        write_atomically(path, to_bytes(Bundle(
            failure=1, target=target, arch=arch, operation=entry["operation"], form=entry["form"], seed=seed,
            versions=format_versions, case=entry["case"], cause=entry["cause"], text=entry["text"],
            differences=entry["differences"],
        )))
        failures.append(failure_record(entry, target, path, out))
    return failures


def defect_record(group: defects.Group, arch: str, weights: dict[str, int]) -> Defect:
    """A defect as the certificate holds it."""
    first = group.entries[0]
    rule, section = broken.with_section(group, arch)
    return Defect(
        cause=group.cause, fault=group.fault, operations=group.operations,
        forms=sorted({f"{entry['operation'] or 'suite'} {entry['form']}" for entry in group.entries}),
        case=first["case"], assembly=case_assembly(first["case"]), text=first["text"], axes=first["axes"] or [],
        rule=rule, section=section, weight=sum(weights.get(name, 0) for name in group.operations),
    )


def case_assembly(case: dict) -> list[str]:
    """The instructions of a case."""
    return [text for _, _, text in instructions(case)] or ["<illegal>"]


def failure_record(entry: dict, target: Identity, path: Path, out: Path) -> Failure:
    """A failure as the certificate holds it. `path`: path of its bundle."""
    case = entry["case"]
    matches = [re.fullmatch(r"(.*?): expected (.*?), got (.*)", text) for text in entry["differences"]]
    return Failure(
        operation=entry["operation"], form=entry["form"], cause=entry["cause"], assembly=case_assembly(case),
        state=case.get("state") or {}, expected=[f"{match[1]} = {match[2]}" for match in matches if match],
        got=[f"{match[1]} = {match[3]}" for match in matches if match],
        text=entry["text"], file=str(path.relative_to(out)),
        replay=shlex.join(["assay", "replay", str(path), "--target", target.name]),
    )


def manual_catalogue(name: str, arch: str) -> Catalogue | None:
    """The pseudocode that the target `manual` has and runs; None for other targets."""
    if name != "manual":
        return None
    from ...harness.targets.manual import Manual
    from ...harness.targets.manual.catalogue import catalogue_counts
    return Catalogue(**catalogue_counts(Manual(), arch))
