"""Certificates as JUnit XML in the dialect of CI systems. There is one suite per encoding, one for rules and one for
dispatches, and one test per form, rule and field."""
from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from .certificate_records import Certificate, Failure

INVALID_CHARACTER = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")   # in XML 1.0


def write_junit_xml(certificates: list[Certificate], path: Path) -> None:
    """Write the certificates as a JUnit file."""
    path.write_bytes(junit_document(certificates))


def junit_document(certificates: list[Certificate]) -> bytes:
    """The JUnit document as bytes."""
    root = ElementTree.Element("testsuites", name="assay")
    for certificate in certificates:
        for name, tests in tests_by_suite(certificate).items():
            root.append(suite_element(certificate, name, tests))
    set_totals(root)
    ElementTree.indent(root, " ")
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def replace_invalid_characters(text: str) -> str:
    """The text without characters that XML does not allow."""
    return INVALID_CHARACTER.sub("\ufffd", text)


def tests_by_suite(certificate: Certificate) -> dict[str, list[ElementTree.Element]]:
    """{encoding, "rules" or "dispatch": test elements}"""
    failures: dict[tuple[str, str], list[Failure]] = {}
    for failure in certificate.failures:
        failures.setdefault((failure.operation, failure.form), []).append(failure)
    waived = {waiver.operation: f"waived: {waiver.reason} ({waiver.link})" for waiver in certificate.waivers}
    tests: dict[str, list[ElementTree.Element]] = {}
    for operation, operation_verdict in certificate.operations.items():
        for name, form in operation_verdict.forms.items():
            reasons = "; ".join(form.causes)
            element = testcase_element(
                certificate, form.encoding, f"{operation} {name}", form, reasons, waived.get(operation, ""))
            for failure in failures.get((operation, name), ()) if element.find("failure") is not None else ():
                append_failure(element, failure)
            tests.setdefault(form.encoding, []).append(element)
    tests["rules"] = [testcase_element(certificate, "rules", name, rule, "", "")
                      for name, rule in certificate.rules.items()]
    tests["dispatch"] = [testcase_element(certificate, "dispatch", name, field, field.first, "")
                         for name, field in certificate.dispatch.items()]
    for element, name in zip(tests["dispatch"], certificate.dispatch):
        for failure in failures.get(("", f"dispatch {name}"), ()) if element.find("failure") is not None else ():
            append_failure(element, failure)
    return {name: elements for name, elements in tests.items() if elements}


def testcase_element(certificate: Certificate, suite_name: str, name: str, record, reason: str, waived: str
                     ) -> ElementTree.Element:
    """The element of a test with its verdict. A waived or undecided test is skipped, with the reason."""
    kind = f"{certificate.target.name}.{certificate.arch}.{suite_name}".replace("/", "_")
    element = ElementTree.Element("testcase", classname=replace_invalid_characters(kind),
                                  name=replace_invalid_characters(name), time="0")
    if record.verdict == "fail" and not waived:
        text = f"{record.fail} of {record.cases} cases fail" + (f": {reason}" if reason else "")
        ElementTree.SubElement(element, "failure", message=replace_invalid_characters(text), type="mismatch")
    elif record.verdict != "pass":
        text = waived or record.verdict + (f": {reason}" if reason else "")
        ElementTree.SubElement(element, "skipped", message=replace_invalid_characters(text))
    return element


def append_failure(element: ElementTree.Element, failure: Failure) -> None:
    """Append a failing case to the failure of a test."""
    failure_element = element.find("failure")
    lines = [*failure.assembly, failure.text, failure.replay]
    if failure_element is not None:
        texts = filter(None, [failure_element.text, "\n".join(lines)])
        failure_element.text = replace_invalid_characters("\n\n".join(texts))
        failure_element.set("type", replace_invalid_characters(failure.cause))


def suite_element(certificate: Certificate, name: str, tests: list[ElementTree.Element]) -> ElementTree.Element:
    """The element of a suite, with the counts of its tests and the identity of the run."""
    title = f"{certificate.target.name} on {certificate.arch}: {name}"
    element = ElementTree.Element("testsuite", name=replace_invalid_characters(title))
    properties = ElementTree.SubElement(element, "properties")
    for key, value in (("target", f"{certificate.target.says} {certificate.target.version}"),
                       ("arch", certificate.arch), ("model", certificate.model), ("suites", certificate.suites),
                       ("certificate", certificate.digest)):
        ElementTree.SubElement(properties, "property", name=key, value=replace_invalid_characters(value))
    element.extend(tests)
    element.attrib |= count_attributes(tests) | {"errors": "0", "time": "0"}
    return element


def count_attributes(tests: list[ElementTree.Element]) -> dict[str, str]:
    """The attributes with the counts of tests, failures and skipped tests."""
    return {
        "tests": str(len(tests)),
        "failures": str(sum(element.find("failure") is not None for element in tests)),
        "skipped": str(sum(element.find("skipped") is not None for element in tests)),
    }


def set_totals(root: ElementTree.Element) -> None:
    """Set the sums over all suites."""
    for key in ("tests", "failures", "errors"):
        root.set(key, str(sum(int(suite.get(key, "0")) for suite in root)))
