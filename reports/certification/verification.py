"""assay verify: check a certificate for consistency and against this installation.  assay replay: rerun a failure."""
from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path

import msgspec

from ...generators.instructions import case_sampler
from ...harness.case.case_types import CaseError
from ...harness.comparison import differential
from ...harness.execution.outcome import Outcome
from ...harness.protocol.format_versions import model_digest, suite_digest
from ...harness.targets.registry import open_target
from ..export.certificate_records import Bundle, Certificate, record_digest, tests_encodings_only
from ..export.certificate_text import quantity
from . import encoding_check, form_runner, selection
from .open_targets import checks_encodings_only


def read_record(path: Path, kind: type):
    """Return the record in a file and its duplicate keys. Raises CaseError if the file holds no record of that type."""
    data, duplicates = decompressed(Path(path)), []

    def note_duplicates(items):
        names = [name for name, _ in items]
        duplicates.extend(sorted({name for name in names if names.count(name) > 1}))
        return dict(items)
    try:
        json.loads(data, object_pairs_hook=note_duplicates)
        return msgspec.json.decode(data, type=kind), duplicates
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise CaseError(str(path), f"no {kind.__name__.lower()} of this version: {error}") from None


def decompressed(path: Path) -> bytes:
    """The bytes of a file, decompressed if it is a gzip file. Raises CaseError for a broken gzip file."""
    data = path.read_bytes()
    try:
        return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    except (OSError, EOFError, zlib.error) as error:
        raise CaseError(str(path), f"is a broken gzip file: {error}") from None


def verify(path: Path) -> int:
    """Print the problems of a certificate. Return 0 if there are none, else 1. Raises CaseError for a file of another
    kind."""
    certificate, duplicates = read_record(path, Certificate)
    problems = [f"duplicate: {name} is given twice" for name in duplicates]
    problems += digest_problems(certificate) + completeness_problems(certificate) + count_problems(certificate)
    for text in problems:
        print(f"{path}: {text}")
    if not problems:
        print(
            f"{path}: {certificate.target.name} on {certificate.arch}: {certificate.verdict}; "
            f"{quantity(len(certificate.operations), 'operation')}, the digests agree"
        )
    return 1 if problems else 0


def digest_problems(certificate: Certificate) -> list[str]:
    """Check the digests of the certificate itself, of the model and of the suites."""
    problems = []
    if record_digest(certificate) != certificate.digest:
        problems.append("changed: its contents do not have its digest")
    for name, recorded, installed in (
            ("model", certificate.model, model_digest()), ("suites", certificate.suites, suite_digest())):
        if recorded != installed:
            problems.append(f"changed: made with other {name} ({recorded[:12]}) "
                            f"than this installation has ({installed[:12]}); certify again")
    return problems


def completeness_problems(certificate: Certificate) -> list[str]:
    """Check that the forms and fields are exactly those of the architecture."""
    expected: dict[str, dict[str, str]] = {}             # {operation: {form: encoding}}
    for number in selection.select_forms(certificate.only, [certificate.arch])[certificate.arch]:
        form = case_sampler.all_forms(certificate.arch)[number]
        expected.setdefault(form.spelling, {})[case_sampler.variant_name(form)] = form.encoding
    problems = [f"missing: {name} has no result" for name in expected if name not in certificate.operations]
    for name, operation in certificate.operations.items():
        forms = expected.get(name, {})
        if missing := [form for form in forms if form not in operation.forms]:
            problems.append(f"missing: {name} has {len(forms) - len(missing)} of {len(forms)} forms")
        problems += [f"duplicate: {name} {form}: {certificate.arch} has no such form, or nobody asked for it"
                     for form in operation.forms if form not in forms]
        problems += [f"changed: {name} {form}: of {v.encoding!r}, not of {forms[form]}"
                     for form, v in operation.forms.items() if forms.get(form, v.encoding) != v.encoding]
    fields = selection.select_fields(certificate.only, [certificate.arch])[certificate.arch]
    wanted = [] if tests_encodings_only(certificate.target.name) else fields
    if missing := [name for name in wanted if name not in certificate.dispatch]:
        problems.append(f"missing: dispatches about {missing[0]}" + (
            f" and {len(missing) - 1} other fields" if len(missing) > 1 else ""))
    problems += [f"duplicate: dispatches about {name}, which {certificate.arch} does not have or nobody asked for"
                 for name in certificate.dispatch if name not in wanted]
    return problems


def counts_add_up(one) -> bool:
    """Whether the verdict counts of a form, rule or field add up to its number of cases."""
    return one.passed + one.fail + one.unsupported + one.not_exercised + one.not_claimed == one.cases


def count_problems(certificate: Certificate) -> list[str]:
    """Check that counts add up, that verdicts follow from them, and that each form ran enough cases."""
    encodings = tests_encodings_only(certificate.target.name)
    expected = (encoding_check.ENCODINGS_PER_FORM if encodings else form_runner.MIN_CASES)[certificate.quick]
    problems = []
    for name, operation in certificate.operations.items():
        for form, v in operation.forms.items():
            problems += form_problems(certificate, f"{name} {form}", v, expected)
        if (operation.verdict == "fail") != any(v.verdict == "fail" for v in operation.forms.values()):
            problems.append(f"changed: {name}: says {operation.verdict} against its forms")
    for rule, r in certificate.rules.items():
        if not counts_add_up(r) or r.verdict != verdict_of(r):
            problems.append(f"changed: rule {rule}: {r.cases} cases, {r.verdict}, against its counts")
    for name, d in certificate.dispatch.items():
        if not counts_add_up(d) or d.cases == 0 or d.verdict != verdict_of(d):
            problems.append(f"changed: dispatches about {name}: {d.cases} cases, {d.verdict}, against its counts")
    for name, o in certificate.outcomes.items():
        if o.verdict == "fail" and o.cause == "outcome" and o.cut or o.verdict == "pass" and not o.results:
            problems.append(f"changed: outcomes of {name}: {o.verdict} with {o.results} results, cut: {o.cut or 'no'}")
    failing = {name for name, operation in certificate.operations.items() if operation.verdict == "fail"}
    failing -= {waiver.operation for waiver in certificate.waivers}
    other_records = (*certificate.rules.values(), *certificate.dispatch.values())
    any_fails = bool(failing or any(record.verdict == "fail" for record in other_records))
    if any_fails != (certificate.verdict == "fail"):
        problems.append(
            f"changed: the certificate says {certificate.verdict} against its operations, rules and dispatches")
    return problems


def form_problems(certificate: Certificate, where: str, v, expected: int) -> list[str]:
    """Check the counts of one form. `where`: its name; `expected`: number of cases that a passing form must have
    run."""
    problems, passes = [], v.verdict == "pass"
    if not counts_add_up(v):
        problems.append(f"changed: {where}: the counts do not add up to {v.cases} cases")
    if v.cases == 0 or passes and (v.passed == 0 or v.compared_bits == 0):
        problems.append(
            f"empty: {where}: {v.verdict} with {v.passed} passing cases and {v.compared_bits} bits compared")
    if passes and v.cases < expected:
        problems.append(f"short: {where}: {v.cases} of {expected} cases")
    vector = v.encoding.startswith("v") and not tests_encodings_only(certificate.target.name)
    must_cover_states = vector and where not in certificate.coverage.short
    if passes and must_cover_states and v.states < certificate.coverage.promised_states:
        problems.append(f"short: {where}: {v.states} of {certificate.coverage.promised_states} states")
    if v.verdict != (right := verdict_of(v)):
        problems.append(f"changed: {where}: says {v.verdict}, its counts say {right}")
    return problems


def verdict_of(counts) -> str:
    """The verdict that follows from counts."""
    return (
        "fail" if counts.fail else "pass" if counts.passed else "unsupported" if counts.unsupported
        else "not claimed" if counts.not_claimed else "not exercised"
    )


def replay(path: Path, target: str) -> int:
    """Run the case of a failure bundle again. Return 0 if it passes now, 1 if it fails.

    Raises CaseError for a file of another kind, and TargetError."""
    bundle, _ = read_record(path, Bundle)
    with open_target(target) as opened:
        if checks_encodings_only(opened):
            return replay_encoding(bundle, opened)
        pair = next(differential.pair_up(opened, [bundle.case]))
        if isinstance(pair, Outcome):
            raise CaseError(pair.field or "case", pair.text or "cannot be run")
        differential.compare_findings(opened, pair)
    compared = pair.comparison
    print(f"{bundle.operation or bundle.form}: {compared.verdict}"
          + (f" ({compared.cause}): {compared.text}" if compared.text else ""))
    for difference in compared.differences:
        print(f"  {difference}")
    return 1 if compared.verdict == "fail" else 0


def replay_encoding(bundle: Bundle, target) -> int:
    """Check an encoding again: compare Assay's text with the target's. Return as replay() does."""
    from ...model import decode_text
    wave, code = bundle.case["wave"], bundle.case["code"]
    text = decode_text(bundle.arch, wave, code.encode() + b"\n").decode().strip()
    result = target.check(bundle.arch, wave, [bytes.fromhex(code)], [text])[0]
    print(f"{bundle.operation}: {result.verdict}"
          + (f": expected {result.expected}, got {result.got}" if result.verdict == "fail" else ""))
    return 1 if result.verdict == "fail" else 0
