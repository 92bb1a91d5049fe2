"""Certificates as SARIF 2.1.0, which code scanning reads: a run for each certificate, a result for each defect."""
from __future__ import annotations

import hashlib
import json
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from urllib.parse import quote

from ...spec import load
from . import operation_reference
from .certificate_records import Certificate, Defect
from .certificate_text import many, title
from .page_data import evidence

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
UNNAMED = "defect"                                   # the rule of a defect that breaks none that has a name
LOGICAL = 20                                         # operations that a result names as places


def write(certificates: list[Certificate], path: Path) -> None:
    """Writes the file."""
    path.write_text(json.dumps(document(certificates), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def document(certificates: list[Certificate]) -> dict:
    """The log."""
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run(one) for one in certificates]}


def run(one: Certificate) -> dict:
    """A certificate."""
    rules = list(dict.fromkeys(item.rule or UNNAMED for item in one.defects))
    return {
        "tool": {"driver": {"name": "Assay", "version": own_version(),
                            "rules": [descriptor(rule, one.arch) for rule in rules]}},
        "automationDetails": {
            "id": f"assay/{one.target.name}/{one.arch}/",
            "description": {"text": f"{title(one)} {one.target.version} on {one.arch}: {one.verdict}"},
        },
        "invocations": [{"executionSuccessful": True}],
        "columnKind": "unicodeCodePoints",
        "results": [result(one, item, number, rules) for number, item in enumerate(one.defects, 1)],
        "properties": {"verdict": one.verdict, "model": one.model, "suites": one.suites, "certificate": one.digest},
    }


def own_version() -> str:
    """Of this installation."""
    try:
        return version("assay")
    except PackageNotFoundError:
        return "0"


def descriptor(name: str, arch: str) -> dict:
    """A rule of the manual."""
    rule = load().rules.get(name)
    said = rule["text"] if rule else "An operation gives another result than AMD's manual says."
    section = f" ({operation_reference.section_of(rule, arch)})" if rule else ""
    return {
        "id": name, "shortDescription": {"text": said}, "fullDescription": {"text": said + section},
        "help": {"text": said + section}, "defaultConfiguration": {"level": "error"},
    }


def result(one: Certificate, item: Defect, number: int, rules: list[str]) -> dict:
    """A defect."""
    rule, held = item.rule or UNNAMED, evidence(one, item)
    operations = f" in {many(len(item.operations), 'operation')}" if item.operations else ""
    text = f"{item.cause}{operations}. {'; '.join(item.assembly)} — {item.text}"
    made = {
        "ruleId": rule,
        "ruleIndex": rules.index(rule),
        "kind": "fail",
        "level": "error",
        "message": {"text": text},
        "locations": [{
            "physicalLocation": {
                "artifactLocation": {"uri": quote(held.file or f"{one.arch}.certificate.json")},
                "region": {"startLine": 1},
            },
            "logicalLocations": [
                {"name": name, "fullyQualifiedName": f"{one.arch}/{name}", "kind": "function"}
                for name in item.operations[:LOGICAL]
            ],
        }],
        "partialFingerprints": {"assay/v1": fingerprint(one, item)},
        "rank": max(0.0, 100.0 - number),
        "properties": {"fault": item.fault, "axes": item.axes, "operations": item.operations, "forms": item.forms,
                       "section": item.section, "weight": item.weight},
    }
    reasons = {waiver.operation: f"{waiver.reason} ({waiver.link})" for waiver in one.waivers}
    if item.operations and set(item.operations) <= set(reasons):
        made["suppressions"] = [{"kind": "external", "justification": reasons[item.operations[0]]}]
    return made


def fingerprint(one: Certificate, item: Defect) -> str:
    """What is the same from run to run: target, architecture, and the fault or the cause in words."""
    words = f"{one.target.name} {one.arch} {item.fault or item.cause} {item.operations[0] if item.operations else ''}"
    return hashlib.sha256(words.encode()).hexdigest()
