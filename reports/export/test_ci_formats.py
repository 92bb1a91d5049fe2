"""JUnit XML and SARIF of certificates: parsers accept them, the counts equal the certificate's, and no text of a
target breaks them. The tests check the parts of the SARIF 2.1.0 schema that the log uses."""
import json
import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from ...cli import main
from ...cli.parser import build_parser
from . import certificate_records, junit, sarif, testing_certificates as testing
from .certificate_records import Waiver

BAD = "\x00\x1b[31m]]>&<tag attr=\"'\u2028\ud7ff\ufffe"
# Jenkins' junit-10.xsd: element -> (required attributes, optional attributes)
JENKINS = {
    "testsuites": (set(), {"name", "time", "tests", "failures", "errors"}),
    "testsuite": ({"name", "tests", "failures", "errors"}, {"time", "skipped", "timestamp", "hostname", "id"}),
    "properties": (set(), set()),
    "property": ({"name", "value"}, set()),
    "testcase": ({"name"}, {"time", "classname", "group"}),
    "failure": (set(), {"type", "message"}),
    "skipped": (set(), {"type", "message"}),
}


@pytest.fixture
def certificate():
    return testing.sample_certificate("gfx906", turns=("pass", "fail", "unsupported", "not claimed", "not exercised"))


def forms(certificate):
    """The verdicts of all forms and rules."""
    verdicts = [form.verdict for op in certificate.operations.values() for form in op.forms.values()]
    return verdicts + [rule.verdict for rule in certificate.rules.values()]


def test_junit_follows_the_schema_of_jenkins(certificate):
    root = ElementTree.fromstring(junit.junit_document([certificate]))
    for element in root.iter():
        needed, allowed = JENKINS[element.tag]
        assert needed <= set(element.attrib) <= needed | allowed, element.tag
    parents = {child.tag: parent.tag for parent in root.iter() for child in parent}
    assert parents == {"testsuite": "testsuites", "properties": "testsuite", "property": "properties",
                       "testcase": "testsuite", "failure": "testcase", "skipped": "testcase"}


def test_junit_counts_equal_those_of_the_certificate(certificate, tmp_path):
    from junitparser import Failure, JUnitXml, Skipped
    path = tmp_path / "junit.xml"
    junit.write_junit_xml([certificate, testing.sample_certificate("gfx1100", turns=("pass",))], path)
    document = JUnitXml.fromfile(str(path))
    cases = [case for suite in document for case in suite]
    verdicts = forms(certificate) + forms(testing.sample_certificate("gfx1100", turns=("pass",)))
    assert len(cases) == len(verdicts) == document.tests
    failed = [case for case in cases if any(isinstance(result, Failure) for result in case.result)]
    skipped = [case for case in cases if any(isinstance(result, Skipped) for result in case.result)]
    assert len(failed) == verdicts.count("fail") == document.failures
    assert len(skipped) == len(verdicts) - verdicts.count("pass") - verdicts.count("fail")
    assert len({(case.classname, case.name) for case in cases}) == len(cases)
    text = next(case for case in failed if case.classname.endswith("vop2")).result[0].text
    assert testing.PROGRAM[1] in text and testing.TEXT in text and "assay replay" in text


def test_a_waived_failure_is_skipped(certificate):
    name = next(name for name, operation in certificate.operations.items() if operation.verdict == "fail")
    certificate.waivers.append(Waiver(operation=name, reason="known", link="https://example.org/1"))
    root = ElementTree.fromstring(junit.junit_document([certificate]))
    cases = [case for case in root.iter("testcase") if case.get("name", "").partition(" ")[0] == name]
    assert cases and all("known" in case.find("skipped").get("message") for case in cases)


@pytest.mark.parametrize("write",
                         [junit.junit_document, lambda operation: json.dumps(sarif.sarif_log(operation)).encode()])
def test_hostile_texts_are_escaped(certificate, write):
    for failure in certificate.failures:
        failure.text, failure.assembly, failure.file = BAD, [BAD], f"failures/{BAD} %41"
    for defect in certificate.defects:
        defect.cause, defect.text, defect.assembly, defect.rule = BAD, BAD, [BAD], BAD
    for operation in certificate.operations.values():
        for form in operation.forms.values():
            form.causes = {BAD: 1}
    certificate.target.says = certificate.target.name = BAD
    output = write([certificate])
    if output[:1] == b"<":
        text = ElementTree.fromstring(output).find("testsuite").get("name")
        assert text.startswith("\ufffd\ufffd[31m]]>&<tag")
    else:
        log = json.loads(output)["runs"][0]
        assert log["results"][0]["message"]["text"].startswith(BAD)
        uri = log["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert uri.isascii() and not set(uri) & set(' <>"\\^`{|}') and uri.endswith("%20%2541")


def test_sarif_has_a_result_for_each_defect(certificate):
    log = sarif.sarif_log([certificate, testing.sample_certificate("gfx1100", turns=("pass",))])
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-schema-2.1.0.json") and len(log["runs"]) == 2
    first, second = log["runs"]
    assert second["results"] == [] and second["tool"]["driver"]["rules"] == []
    rules = first["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules) and all(rule["fullDescription"]["text"] for rule in rules)
    assert [result["properties"]["operations"] for result in first["results"]] == [
        defect.operations for defect in certificate.defects]
    for result in first["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] and result["level"] == "error"
        assert result["kind"] == "fail" and testing.PROGRAM[1] in result["message"]["text"]
        [location] = result["locations"]
        assert location["physicalLocation"]["artifactLocation"]["uri"].startswith("failures/")
        assert location["physicalLocation"]["region"]["startLine"] == 1
        assert all(logical["fullyQualifiedName"] == f"gfx906/{logical['name']}"
                   for logical in location["logicalLocations"])
        assert 0 <= result["rank"] <= 100
    fingerprints = [result["partialFingerprints"]["assay/v1"] for result in first["results"]]
    assert len(set(fingerprints)) == len(fingerprints)
    repeated = sarif.sarif_log([testing.with_digest(certificate, seeds=[7])])["runs"][0]["results"]
    assert [result["partialFingerprints"]["assay/v1"] for result in repeated] == fingerprints


def test_a_waived_defect_is_suppressed(certificate):
    waived = certificate.defects[0].operations
    certificate.waivers += [Waiver(operation=name, reason="known", link="https://example.org/1") for name in waived]
    first, *others = sarif.sarif_log([certificate])["runs"][0]["results"]
    assert first["suppressions"] == [{"kind": "external", "justification": "known (https://example.org/1)"}]
    assert not any("suppressions" in result for result in others)


def test_report_writes_all_formats(certificate, tmp_path, capsys):
    path = tmp_path / "one.certificate.json"
    path.write_bytes(certificate_records.to_bytes(certificate))
    out = {name: tmp_path / name for name in ("page", "junit", "sarif")}
    assert main(["report", str(tmp_path), *(word for name in out for word in (f"--{name}", str(out[name])))]) == 0
    assert out["page"].read_text().startswith("<!doctype html>")
    assert ElementTree.fromstring(out["junit"].read_bytes()).tag == "testsuites"
    assert json.loads(out["sarif"].read_text())["runs"]
    assert main(["report", str(path)]) == 2 and "give at least one of --page FILE" in capsys.readouterr().err


def test_certify_writes_junit_and_sarif(tmp_path, capsys):
    out = [str(tmp_path / name) for name in ("a.xml", "a.sarif")]
    run = ["certify", "--target", "model", "--arch", "gfx906", "--quick", "--only", "s_add_u32", "--jobs", "1", "--out"]
    command = [*run, str(tmp_path / "out"), "--junit", out[0], "--sarif"]
    assert main([*command, out[1]]) == 0
    assert main([*run, str(tmp_path / "new"), "--sarif", str(tmp_path / "new/inside.sarif")]) == 0
    assert (tmp_path / "new/inside.sarif").exists()
    [test] = ElementTree.parse(out[0]).getroot().iter("testcase")
    assert test.get("name") == "s_add_u32 sop2" and json.loads((tmp_path / "a.sarif").read_text())["runs"]
    capsys.readouterr()
    assert main([*command, "no/folder/x.sarif"]) == 2 and "there is no folder no/folder" in capsys.readouterr().err


def test_the_example_workflow_uses_existing_options():
    """docs/ci/certify.yml is a valid workflow, and its `assay` commands use existing options."""
    path = Path(__file__).resolve().parents[2] / "docs/ci/certify.yml"
    workflow = yaml.safe_load(path.read_text())
    assert {"push", "pull_request"} <= set(workflow[True]) and workflow["permissions"]["security-events"] == "write"
    steps = workflow["jobs"]["certify"]["steps"]
    assert all(("uses" in step) != ("run" in step) for step in steps)
    text = "\n".join(step.get("run", "") for step in steps).replace("\\\n", " ")
    commands = re.findall(r"bin/assay ([^|>\n]*)", text)
    assert [command.partition(" ")[0] for command in commands] == ["certify", "compare"]
    for command in commands:
        for name, value in workflow["env"].items():
            command = command.replace(f"${name}", str(value))
        build_parser().parse_args(shlex.split(command))
    assert not re.search(r"\$\{\{", text)             # no expression of others is inserted into a shell command
