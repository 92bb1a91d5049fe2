"""The data of the HTML page: rows of operations, evidence of defects, and the compressed block of details that the
script unfolds."""
from __future__ import annotations

import base64
import json
import re
import zlib
from dataclasses import dataclass

from . import certificate_summary as summary, certificate_text, operation_reference as reference
from .certificate_records import Certificate, Defect, Failure, FormVerdict

CODES = dict(zip(summary.VERDICTS, "pfucx"))         # verdict -> CSS class
AXES = ("values", "modifiers", "MODE")               # axes of coverage; FormVerdict has their bins
MAX_REGISTERS, MAX_LANES = 12, 4                     # shown of the initial state of a case
MAX_REASON_CHARS = 72                                # of the reason why a form does not pass
DIFFERENCE = re.compile(r"(.*?): expected (.*?), got (.*)", re.S)


@dataclass(slots=True)
class Evidence:
    """The smallest case of a defect: its program, the location and both values of the difference ("" if unknown), its
    registers, and the file of its bundle."""
    assembly: list[str]
    where: str
    expected: str
    got: str
    state: list[str]
    file: str


@dataclass(slots=True)
class OperationRow:
    """An operation on the page: its verdict (None if absent) and coverage in each certificate of the architecture, and
    why it does not pass."""
    name: str
    operations: list
    coverage: list[list[tuple[int, int]]]
    reason: str

    @property
    def targets_differ(self) -> bool:
        """Whether the certificates have different verdicts on the operation."""
        return len({operation.verdict if operation else "" for operation in self.operations}) > 1


def coverage_by_axis(forms) -> list[tuple[int, int]]:
    """(covered, total) bins of each of AXES, summed over forms."""
    forms = list(forms)
    counted = (("cells", "cells_of"), ("combinations", "combinations_of"), ("mode_cells", "mode_cells_of"))
    return [(sum(getattr(form, covered) for form in forms), sum(getattr(form, total) for form in forms))
            for covered, total in counted]


def coverage_shade(covered: int, total: int) -> int:
    """The shade for a share of covered bins: 0 if there are no bins, 1 to 4 by quarters, 5 if all are covered."""
    return 0 if not total else min(4, 1 + 4 * covered // total) if covered < total else 5


def encoding_coverage(certificate: Certificate) -> list[tuple]:
    """(summary, coverage) for each encoding, and a last entry with the sums."""
    forms = [form for operation in certificate.operations.values() for form in operation.forms.values()]
    return [(line, coverage_by_axis(form for form in forms if line.encoding in (form.encoding, "all")))
            for line in summary.encoding_summaries(certificate)]


def operation_rows(certificates: list[Certificate]) -> list[tuple[str, list[OperationRow]]]:
    """(encoding, operation rows) for the certificates of one architecture. An operation belongs to the encoding of its
    first form."""
    groups: dict[str, list[OperationRow]] = {}
    for name in dict.fromkeys(name for certificate in certificates for name in certificate.operations):
        operations = [certificate.operations.get(name) for certificate in certificates]
        first = next(operation for operation in operations if operation)
        coverage = [coverage_by_axis(operation.forms.values()) if operation else [] for operation in operations]
        reasons = [reason_text(certificate, name) for certificate in certificates if name in certificate.operations]
        encoding = next((form.encoding for form in first.forms.values()), "")
        groups.setdefault(encoding, []).append(
            OperationRow(name, operations, coverage, "; ".join(dict.fromkeys(filter(None, reasons)))))
    order = [name for _, members in summary.FAMILIES for name in members]
    return sorted(groups.items(), key=lambda item: (order.index(item[0]) if item[0] in order else len(order), item[0]))


def reason_text(certificate: Certificate, name: str) -> str:
    """Why an operation does not pass: its first defect, else its most frequent reason."""
    cause = next((defect.cause for defect in certificate.defects if name in defect.operations), "")
    return shorten(cause or summary.main_reason(certificate.operations[name]))


def shorten(text: str) -> str:
    """The text, cut if it is long."""
    return text if len(text) <= MAX_REASON_CHARS else text[:MAX_REASON_CHARS - 1].rstrip() + "…"


def differing_operations(rows: list[OperationRow]) -> list[tuple[tuple[str, ...], list[str]]]:
    """(verdicts, operations) for the operations on which targets have different verdicts. The most frequent verdicts
    come first."""
    operations: dict[tuple[str, ...], list[str]] = {}
    for row in rows:
        if row.targets_differ:
            verdicts = tuple(operation.verdict if operation else "absent" for operation in row.operations)
            operations.setdefault(verdicts, []).append(row.name)
    return sorted(operations.items(), key=lambda item: -len(item[1]))


def rules_by_part(certificates: list[Certificate]) -> list[tuple[str, list[tuple]]]:
    """(chapter, [(rule, its verdict in each certificate)]) for each chapter. A rule's chapter is the text before the
    dot in its name."""
    rules: dict[str, list[tuple]] = {}
    for name in sorted({name for certificate in certificates for name in certificate.rules}):
        verdicts = [certificate.rules.get(name) for certificate in certificates]
        rules.setdefault(name.partition(".")[0], []).append((name, verdicts))
    return list(rules.items())


def defect_numbers(certificate: Certificate) -> dict[str, list[int]]:
    """{form: numbers of its defects, counted from 1}"""
    numbers: dict[str, list[int]] = {}
    for number, defect in enumerate(certificate.defects, 1):
        for form in defect.forms:
            numbers.setdefault(form, []).append(number)
    return numbers


def defect_evidence(certificate: Certificate, defect: Defect) -> Evidence:
    """The smallest case of a defect, with the file of its bundle."""
    forms = set(defect.forms)
    failures = [failure for failure in certificate.failures
                if f"{failure.operation or 'suite'} {failure.form}" in forms]
    same = next((failure for failure in failures
                 if failure.assembly == defect.assembly and failure.text == defect.text), None)
    bundle = same or next(iter(failures), None)
    match = DIFFERENCE.fullmatch(defect.text)
    return Evidence(
        assembly=defect.assembly, where=match[1] if match else defect.text, expected=match[2] if match else "",
        got=match[3] if match else "", state=state_lines(defect.case.get("state")), file=bundle.file if bundle else "",
    )


def state_lines(state) -> list[str]:
    """The registers of a case, one line each, with the first lanes only."""
    items = list(state.items()) if isinstance(state, dict) else []
    lines = []
    for name, value in items[:MAX_REGISTERS]:
        if isinstance(value, list):
            lanes = ", ".join(hex_text(lane) for lane in value[:MAX_LANES])
            lines.append(f"{name} = {lanes}{', …' if len(value) > MAX_LANES else ''}")
        else:
            lines.append(f"{name} = {hex_text(value)}")
    return lines + ([f"and {len(items) - MAX_REGISTERS} more"] if len(items) > MAX_REGISTERS else [])


def hex_text(value) -> str:
    """A value as text; numbers above 9 in hex."""
    return hex(value) if isinstance(value, int) and value > 9 else str(value)


# ---- the block of details ----

TABLES_FOLDER = "spec/ops/"


class SharedTexts:
    """Texts that many forms share, each stored once."""

    def __init__(self):
        self.indexes: dict[str, int] = {"": 0}

    def index(self, text: str) -> int:
        """The index of a text."""
        return self.indexes.setdefault(text, len(self.indexes))


def details_block(certificates: list[Certificate], archs: list[tuple]) -> str:
    """The details of every operation as JSON, deflated and in base64. This takes a tenth of the JSON's size.

    Operations are in the order of the rows on the page. `archs`: (architecture, its certificates, rows by encoding)."""
    texts = SharedTexts()
    data = {
        "archs": {
            arch: {
                "targets": [certificates.index(certificate) for certificate in arch_certificates],
                "operations": operation_details(arch, arch_certificates, groups, texts),
                "folders": [bundle_folder(certificate) for certificate in arch_certificates],
            }
            for arch, arch_certificates, groups in archs
        },
        "errata": {key: row.partition(" | ")[0] for key, row in reference.errata_texts(reference.ERRATA).items()},
        "names": [f"{certificate_text.target_title(certificate)} on {certificate.arch}"
                  for certificate in certificates],
        "axes": AXES,
        "verdicts": summary.VERDICTS,
    }
    used = {key for arch in data["archs"].values() for op in arch["operations"] for key in op[5]}
    data["errata"] = {key: text for key, text in data["errata"].items() if key in used}
    data["texts"] = list(texts.indexes)
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def operation_details(arch: str, certificates: list[Certificate], groups, texts: SharedTexts) -> list[list]:
    """A list for each operation: [name, table row, signature, sections, rules, errata, opcodes, [results of each
    target]]."""
    references = reference.operation_references(arch)
    defects = [defect_numbers(certificate) for certificate in certificates]
    failures = [failures_by_operation(certificate) for certificate in certificates]
    details = []
    for _, rows in groups:
        for row in rows:
            op_reference = references.get(row.name)
            facts = (
                [op_reference.row.removeprefix(TABLES_FOLDER), op_reference.signature, op_reference.sections,
                 op_reference.rules, op_reference.errata,
                 list(dict.fromkeys(f"{layout} {opcode}" for _, layout, opcode in op_reference.forms))]
                if op_reference else ["", "", [], [], [], []]
            )
            results = [
                [[form_details(row.name, name, form, numbers, texts) for name, form in operation.forms.items()],
                 [failure_details(failure) for failure in failed.get(row.name, [])]] if operation else None
                for operation, numbers, failed in zip(row.operations, defects, failures)
            ]
            details.append([row.name, *facts, results])
    return details


def form_details(operation: str, name: str, form: FormVerdict, numbers, texts: SharedTexts) -> list:
    """[form, verdict, cases, passed, [coverage in percent, -1 if there are no bins], reason, defects]. Zeros at the end
    are omitted."""
    percentages = [-1 if not total else 100 * count // total for count, total in coverage_by_axis([form])]
    reasons = [shorten(text) for text in list(form.causes)[:1]]
    if form.refused:
        reasons.append(f"refused: {shorten(', '.join(map(certificate_text.feature_text, form.refused)))}")
    reasons += [f"fails with: {shorten(', '.join(form.fails_with))}"] if form.fails_with else []
    row = [name, summary.VERDICTS.index(form.verdict), form.cases, form.passed,
           percentages if max(percentages) >= 0 else 0, texts.index("; ".join(reasons)),
           numbers.get(f"{operation} {name}", 0)]
    while len(row) > 1 and not row[-1]:
        row.pop()
    return row


def failures_by_operation(certificate: Certificate) -> dict[str, list[Failure]]:
    """{operation: failures}. Failures of suite cases are under the key ""."""
    failures: dict[str, list[Failure]] = {}
    for failure in certificate.failures:
        failures.setdefault(failure.operation, []).append(failure)
    return failures


def bundle_folder(certificate: Certificate) -> str:
    """The folder of the failure bundles, relative to the page."""
    return certificate.failures[0].file.rpartition("/")[0] if certificate.failures else ""


def failure_details(failure: Failure) -> list:
    """[form, program, difference, bundle]. If the bundle has its default name, OPERATION-FORM-NUMBER.failure.json, only
    the number is stored."""
    name = failure.file.rpartition("/")[2]
    usual = re.fullmatch(re.escape(f"{failure.operation}-{failure.form}-") + r"(\d+)\.failure\.json", name)
    return [failure.form, "\n".join(failure.assembly), shorten(failure.text), int(usual[1]) if usual else name]
