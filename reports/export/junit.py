"""Certificates as JUnit XML, the dialect that CI systems read: a suite for each encoding, for the rules and for
dispatches, a test for each form, rule and field."""
from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from .certificate_records import Certificate, Failure

NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")   # what XML 1.0 cannot hold


def write(certificates: list[Certificate], path: Path) -> None:
    """Writes the file."""
    path.write_bytes(to_bytes(certificates))


def to_bytes(certificates: list[Certificate]) -> bytes:
    """The document."""
    root = ElementTree.Element("testsuites", name="assay")
    for one in certificates:
        for name, tests in suites_of(one).items():
            root.append(suite(one, name, tests))
    total(root)
    ElementTree.indent(root, " ")
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def clean(text: str) -> str:
    """Text without what XML cannot hold."""
    return NO_XML.sub("\ufffd", text)


def suites_of(one: Certificate) -> dict[str, list[ElementTree.Element]]:
    """{encoding, "rules" or "dispatch": its tests}"""
    failures: dict[tuple[str, str], list[Failure]] = {}
    for failure in one.failures:
        failures.setdefault((failure.operation, failure.form), []).append(failure)
    waived = {waiver.operation: f"waived: {waiver.reason} ({waiver.link})" for waiver in one.waivers}
    found: dict[str, list[ElementTree.Element]] = {}
    for operation, held in one.operations.items():
        for name, form in held.forms.items():
            why = "; ".join(form.causes)
            made = test(one, form.encoding, f"{operation} {name}", form, why, waived.get(operation, ""))
            for failure in failures.get((operation, name), ()) if made.find("failure") is not None else ():
                say(made, failure)
            found.setdefault(form.encoding, []).append(made)
    found["rules"] = [test(one, "rules", name, rule, "", "") for name, rule in one.rules.items()]
    found["dispatch"] = [test(one, "dispatch", name, field, field.first, "") for name, field in one.dispatch.items()]
    for made, name in zip(found["dispatch"], one.dispatch):
        for failure in failures.get(("", f"dispatch {name}"), ()) if made.find("failure") is not None else ():
            say(made, failure)
    return {name: tests for name, tests in found.items() if tests}


def test(one: Certificate, suite_name: str, name: str, held, why: str, waived: str) -> ElementTree.Element:
    """A test with its verdict; what is waived or not decided is skipped, with the reason."""
    kind = f"{one.target.name}.{one.arch}.{suite_name}".replace("/", "_")
    made = ElementTree.Element("testcase", classname=clean(kind), name=clean(name), time="0")
    if held.verdict == "fail" and not waived:
        text = f"{held.fail} of {held.cases} cases fail" + (f": {why}" if why else "")
        ElementTree.SubElement(made, "failure", message=clean(text), type="mismatch")
    elif held.verdict != "pass":
        ElementTree.SubElement(made, "skipped", message=clean(waived or held.verdict + (f": {why}" if why else "")))
    return made


def say(made: ElementTree.Element, failure: Failure) -> None:
    """Adds a failing case to the test's failure."""
    element = made.find("failure")
    lines = [*failure.assembly, failure.text, failure.replay]
    if element is not None:
        element.text = clean("\n\n".join(filter(None, [element.text, "\n".join(lines)])))
        element.set("type", clean(failure.cause))


def suite(one: Certificate, name: str, tests: list[ElementTree.Element]) -> ElementTree.Element:
    """The tests of an encoding, counted, with what they were run on."""
    made = ElementTree.Element("testsuite", name=clean(f"{one.target.name} on {one.arch}: {name}"))
    held = ElementTree.SubElement(made, "properties")
    for key, value in (("target", f"{one.target.says} {one.target.version}"), ("arch", one.arch),
                       ("model", one.model), ("suites", one.suites), ("certificate", one.digest)):
        ElementTree.SubElement(held, "property", name=key, value=clean(value))
    made.extend(tests)
    made.attrib |= counts(tests) | {"errors": "0", "time": "0"}
    return made


def counts(tests: list[ElementTree.Element]) -> dict[str, str]:
    """How many there are, fail, are skipped."""
    return {
        "tests": str(len(tests)),
        "failures": str(sum(one.find("failure") is not None for one in tests)),
        "skipped": str(sum(one.find("skipped") is not None for one in tests)),
    }


def total(root: ElementTree.Element) -> None:
    """The sums over all suites."""
    for key in ("tests", "failures", "errors"):
        root.set(key, str(sum(int(one.get(key, "0")) for one in root)))
