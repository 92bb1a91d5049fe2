"""assay verify and assay replay: a certificate held against itself and this installation; a failure run again."""
from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path

import msgspec

from ...generators.instructions import case_sampler
from ...harness.case.case_types import CaseError
from ...harness.comparison import differential as pairs
from ...harness.execution.outcome import Outcome
from ...harness.protocol.format_versions import model_digest, suite_digest
from ...harness.targets.registry import open_target
from ..export.certificate_records import Bundle, Certificate, digest_of, only_encodings
from ..export.certificate_text import many
from . import dispatch_cases, encoding_check, form_runner


def read(path: Path, kind: type):
    """The record in a file, and the keys it gives twice.  Raises CaseError when it is no such record."""
    data, twice = unpacked(Path(path)), []

    def pairs(items):
        names = [name for name, _ in items]
        twice.extend(sorted({name for name in names if names.count(name) > 1}))
        return dict(items)
    try:
        json.loads(data, object_pairs_hook=pairs)
        return msgspec.json.decode(data, type=kind), twice
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise CaseError(str(path), f"no {kind.__name__.lower()} of this version: {error}") from None


def unpacked(path: Path) -> bytes:
    """The bytes of a file, packed by gzip or not.  Raises CaseError when the packing is broken."""
    data = path.read_bytes()
    try:
        return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    except (OSError, EOFError, zlib.error) as error:
        raise CaseError(str(path), f"is packed, and the packing is broken: {error}") from None


def verify(path: Path) -> int:
    """Prints what is wrong with a certificate -> 0 when nothing is.  Raises CaseError when the file is none."""
    one, twice = read(path, Certificate)
    problems = [f"duplicate: {name} is given twice" for name in twice]
    problems += sealed(one) + complete(one) + counted(one)
    for text in problems:
        print(f"{path}: {text}")
    if not problems:
        print(
            f"{path}: {one.target.name} on {one.arch}: {one.verdict}; "
            f"{many(len(one.operations), 'operation')}, the digests agree"
        )
    return 1 if problems else 0


def sealed(one: Certificate) -> list[str]:
    """Digests: of the file itself, of the model and the suites it was made with."""
    found = []
    if digest_of(one) != one.digest:
        found.append("changed: its contents do not have its digest")
    for what, said, here in (("model", one.model, model_digest()), ("suites", one.suites, suite_digest())):
        if said != here:
            found.append(
                f"changed: made with other {what} ({said[:12]}) than this installation has ({here[:12]}); certify again"
            )
    return found


def complete(one: Certificate) -> list[str]:
    """Every form of the architecture is there, and none that it does not have."""
    real: dict[str, dict[str, str]] = {}                 # {operation: {form: encoding}}
    for number in dispatch_cases.forms(one.only, [one.arch])[one.arch]:
        form = case_sampler.forms_of(one.arch)[number]
        real.setdefault(form.spelling, {})[case_sampler.name_of(form)] = form.encoding
    found = [f"missing: {name} has no result" for name in real if name not in one.operations]
    for name, held in one.operations.items():
        has = real.get(name, {})
        if missing := [form for form in has if form not in held.forms]:
            found.append(f"missing: {name} has {len(has) - len(missing)} of {len(has)} forms")
        found += [f"duplicate: {name} {form}: {one.arch} has no such form, or nobody asked for it"
                  for form in held.forms if form not in has]
        found += [f"changed: {name} {form}: of {v.encoding!r}, not of {has[form]}"
                  for form, v in held.forms.items() if has.get(form, v.encoding) != v.encoding]
    wanted = [] if only_encodings(one.target.name) else dispatch_cases.chosen(one.only, [one.arch])[one.arch]
    if missing := [about for about in wanted if about not in one.dispatch]:
        found.append(f"missing: dispatches about {missing[0]}" + (
            f" and {len(missing) - 1} other fields" if len(missing) > 1 else ""))
    found += [f"duplicate: dispatches about {about}, which {one.arch} does not have or nobody asked for"
              for about in one.dispatch if about not in wanted]
    return found


def adds_up(one) -> bool:
    """Has every case of a form, a rule or a field one verdict?"""
    return one.passed + one.fail + one.unsupported + one.not_exercised + one.not_claimed == one.cases


def counted(one: Certificate) -> list[str]:
    """Counts add up, verdicts follow from them, and no result is empty or short."""
    expected = (encoding_check.ENCODINGS if only_encodings(one.target.name) else form_runner.LEAST)[one.quick]
    found = []
    for name, held in one.operations.items():
        for form, v in held.forms.items():
            found += of_form(one, f"{name} {form}", v, expected)
        if (held.verdict == "fail") != any(v.verdict == "fail" for v in held.forms.values()):
            found.append(f"changed: {name}: says {held.verdict} against its forms")
    for rule, r in one.rules.items():
        if not adds_up(r) or r.verdict != verdict_of(r):
            found.append(f"changed: rule {rule}: {r.cases} cases, {r.verdict}, against its counts")
    for about, d in one.dispatch.items():
        if not adds_up(d) or d.cases == 0 or d.verdict != verdict_of(d):
            found.append(f"changed: dispatches about {about}: {d.cases} cases, {d.verdict}, against its counts")
    for name, o in one.outcomes.items():
        if o.verdict == "fail" and o.cause == "outcome" and o.cut or o.verdict == "pass" and not o.results:
            found.append(f"changed: outcomes of {name}: {o.verdict} with {o.results} results, cut: {o.cut or 'no'}")
    failing = {n for n, held in one.operations.items() if held.verdict == "fail"} - {w.operation for w in one.waivers}
    if bool(failing or any(r.verdict == "fail" for r in (*one.rules.values(), *one.dispatch.values()))) != (
            one.verdict == "fail"):
        found.append(f"changed: the certificate says {one.verdict} against its operations, rules and dispatches")
    return found


def of_form(one: Certificate, where: str, v, expected: int) -> list[str]:
    """The same of one form.  `expected`: cases of a form that passes."""
    found, passes = [], v.verdict == "pass"
    if not adds_up(v):
        found.append(f"changed: {where}: the counts do not add up to {v.cases} cases")
    if v.cases == 0 or passes and (v.passed == 0 or v.compared_bits == 0):
        found.append(f"empty: {where}: {v.verdict} with {v.passed} passing cases and {v.compared_bits} bits compared")
    if passes and v.cases < expected:
        found.append(f"short: {where}: {v.cases} of {expected} cases")
    vector = v.encoding.startswith("v") and not only_encodings(one.target.name)
    held_to_states = vector and where not in one.coverage.short
    if passes and held_to_states and v.states < one.coverage.promised_states:
        found.append(f"short: {where}: {v.states} of {one.coverage.promised_states} states")
    if v.verdict != (right := verdict_of(v)):
        found.append(f"changed: {where}: says {v.verdict}, its counts say {right}")
    return found


def verdict_of(one) -> str:
    """What counts say."""
    return (
        "fail" if one.fail else "pass" if one.passed else "unsupported" if one.unsupported
        else "not claimed" if one.not_claimed else "not exercised"
    )


def replay(path: Path, target: str) -> int:
    """Runs a bundle's case again -> 0 when it passes now, 1 when it fails.  Raises CaseError when the file is no
    bundle, TargetError."""
    bundle, _ = read(path, Bundle)
    with open_target(target) as opened:
        if hasattr(opened, "check"):
            return replay_encoding(bundle, opened)
        pair = next(pairs.pair_up(opened, [bundle.case]))
        if isinstance(pair, Outcome):
            raise CaseError(pair.field or "case", pair.text or "cannot be run")
        pairs.findings(opened, pair)
    compared = pair.comparison
    print(f"{bundle.operation or bundle.form}: {compared.verdict}"
          + (f" ({compared.cause}): {compared.text}" if compared.text else ""))
    for difference in compared.differences:
        print(f"  {difference}")
    return 1 if compared.verdict == "fail" else 0


def replay_encoding(bundle: Bundle, target) -> int:
    """The same for an encoding: Assay's text against the target's."""
    from ...model import decode_text
    wave, code = bundle.case["wave"], bundle.case["code"]
    text = decode_text(bundle.arch, wave, code.encode() + b"\n").decode().strip()
    found = target.check(bundle.arch, wave, [bytes.fromhex(code)], [text])[0]
    print(f"{bundle.operation}: {found.verdict}"
          + (f": expected {found.expected}, got {found.got}" if found.verdict == "fail" else ""))
    return 1 if found.verdict == "fail" else 0
