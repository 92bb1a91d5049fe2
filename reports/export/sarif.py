"""Certificates as SARIF 2.1.0, which code scanning reads: one run per certificate, one result per defect."""
from __future__ import annotations

import hashlib
import json
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from urllib.parse import quote

from ...spec import load
from . import operation_reference
from .certificate_records import Certificate, Defect
from .certificate_text import quantity, target_title
from .page_data import defect_evidence

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
UNNAMED_RULE = "defect"                              # the rule id of a defect without a rule
MAX_LOCATIONS = 20                                   # operations that a result lists as locations


def write_sarif_log(certificates: list[Certificate], path: Path) -> None:
    """Write the certificates as a SARIF file."""
    path.write_text(json.dumps(sarif_log(certificates), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def sarif_log(certificates: list[Certificate]) -> dict:
    """The SARIF log."""
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [sarif_run(certificate) for certificate in certificates]}


def sarif_run(certificate: Certificate) -> dict:
    """The run of a certificate."""
    rules = list(dict.fromkeys(defect.rule or UNNAMED_RULE for defect in certificate.defects))
    return {
        "tool": {"driver": {"name": "Assay", "version": installed_version(),
                            "rules": [rule_descriptor(rule, certificate.arch) for rule in rules]}},
        "automationDetails": {
            "id": f"assay/{certificate.target.name}/{certificate.arch}/",
            "description": {"text": f"{target_title(certificate)} {certificate.target.version} on {certificate.arch}: "
                                    f"{certificate.verdict}"},
        },
        "invocations": [{"executionSuccessful": True}],
        "columnKind": "unicodeCodePoints",
        "results": [defect_result(certificate, defect, number, rules)
                    for number, defect in enumerate(certificate.defects, 1)],
        "properties": {"verdict": certificate.verdict, "model": certificate.model, "suites": certificate.suites,
                       "certificate": certificate.digest},
    }


def installed_version() -> str:
    """The version of this installation."""
    try:
        return version("assay")
    except PackageNotFoundError:
        return "0"


def rule_descriptor(name: str, arch: str) -> dict:
    """The descriptor of a rule of the manual."""
    rule = load().rules.get(name)
    text = rule["text"] if rule else "An operation gives another result than AMD's manual says."
    section = f" ({operation_reference.rule_section(rule, arch)})" if rule else ""
    return {
        "id": name, "shortDescription": {"text": text}, "fullDescription": {"text": text + section},
        "help": {"text": text + section}, "defaultConfiguration": {"level": "error"},
    }


def defect_result(certificate: Certificate, defect: Defect, number: int, rules: list[str]) -> dict:
    """The result for a defect."""
    rule, smallest_case = defect.rule or UNNAMED_RULE, defect_evidence(certificate, defect)
    operations = f" in {quantity(len(defect.operations), 'operation')}" if defect.operations else ""
    text = f"{defect.cause}{operations}. {'; '.join(defect.assembly)} — {defect.text}"
    result = {
        "ruleId": rule,
        "ruleIndex": rules.index(rule),
        "kind": "fail",
        "level": "error",
        "message": {"text": text},
        "locations": [{
            "physicalLocation": {
                "artifactLocation": {"uri": quote(smallest_case.file or f"{certificate.arch}.certificate.json")},
                "region": {"startLine": 1},
            },
            "logicalLocations": [
                {"name": name, "fullyQualifiedName": f"{certificate.arch}/{name}", "kind": "function"}
                for name in defect.operations[:MAX_LOCATIONS]
            ],
        }],
        "partialFingerprints": {"assay/v1": fingerprint(certificate, defect)},
        "rank": max(0.0, 100.0 - number),
        "properties": {"fault": defect.fault, "axes": defect.axes, "operations": defect.operations,
                       "forms": defect.forms, "section": defect.section, "weight": defect.weight},
    }
    reasons = {waiver.operation: f"{waiver.reason} ({waiver.link})" for waiver in certificate.waivers}
    if defect.operations and set(defect.operations) <= set(reasons):
        result["suppressions"] = [{"kind": "external", "justification": reasons[defect.operations[0]]}]
    return result


def fingerprint(certificate: Certificate, defect: Defect) -> str:
    """A digest of target, architecture, fault or cause, and first operation. It is the same in every run."""
    operation = defect.operations[0] if defect.operations else ""
    words = f"{certificate.target.name} {certificate.arch} {defect.fault or defect.cause} {operation}"
    return hashlib.sha256(words.encode()).hexdigest()
