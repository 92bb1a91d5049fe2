"""JUnit XML and SARIF of certificates: what parsers of both accept, that they count as the certificate does, and that
no text of a target breaks them.  The log was held against OASIS's own schema of SARIF 2.1.0; here the parts of it that
are used are asked for by name."""
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
# Jenkins' junit-10.xsd: element -> attributes that must be there, that may be there.
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
def one():
    return testing.certificate("gfx906", turns=("pass", "fail", "unsupported", "not claimed", "not exercised"))


def forms(one):
    """Verdicts of all forms and rules."""
    held = [form.verdict for op in one.operations.values() for form in op.forms.values()]
    return held + [rule.verdict for rule in one.rules.values()]


def test_junit_is_what_jenkins_reads(one):
    root = ElementTree.fromstring(junit.to_bytes([one]))
    for element in root.iter():
        needed, allowed = JENKINS[element.tag]
        assert needed <= set(element.attrib) <= needed | allowed, element.tag
    parents = {child.tag: parent.tag for parent in root.iter() for child in parent}
    assert parents == {"testsuite": "testsuites", "properties": "testsuite", "property": "properties",
                       "testcase": "testsuite", "failure": "testcase", "skipped": "testcase"}


def test_junit_counts(one, tmp_path):
    from junitparser import Failure, JUnitXml, Skipped
    path = tmp_path / "junit.xml"
    junit.write([one, testing.certificate("gfx1100", turns=("pass",))], path)
    found = JUnitXml.fromfile(str(path))
    cases = [case for suite in found for case in suite]
    verdicts = forms(one) + forms(testing.certificate("gfx1100", turns=("pass",)))
    assert len(cases) == len(verdicts) == found.tests
    failed = [case for case in cases if any(isinstance(result, Failure) for result in case.result)]
    skipped = [case for case in cases if any(isinstance(result, Skipped) for result in case.result)]
    assert len(failed) == verdicts.count("fail") == found.failures
    assert len(skipped) == len(verdicts) - verdicts.count("pass") - verdicts.count("fail")
    assert len({(case.classname, case.name) for case in cases}) == len(cases)
    text = next(case for case in failed if case.classname.endswith("vop2")).result[0].text
    assert testing.PROGRAM[1] in text and testing.TEXT in text and "assay replay" in text


def test_a_waived_failure_is_skipped(one):
    name = next(name for name, held in one.operations.items() if held.verdict == "fail")
    one.waivers.append(Waiver(operation=name, reason="known", link="https://example.org/1"))
    root = ElementTree.fromstring(junit.to_bytes([one]))
    cases = [case for case in root.iter("testcase") if case.get("name", "").partition(" ")[0] == name]
    assert cases and all("known" in case.find("skipped").get("message") for case in cases)


@pytest.mark.parametrize("write", [junit.to_bytes, lambda held: json.dumps(sarif.document(held)).encode()])
def test_no_text_breaks_it(one, write):
    for failure in one.failures:
        failure.text, failure.assembly, failure.file = BAD, [BAD], f"failures/{BAD} %41"
    for item in one.defects:
        item.cause, item.text, item.assembly, item.rule = BAD, BAD, [BAD], BAD
    for held in one.operations.values():
        for form in held.forms.values():
            form.causes = {BAD: 1}
    one.target.says = one.target.name = BAD
    made = write([one])
    if made[:1] == b"<":
        text = ElementTree.fromstring(made).find("testsuite").get("name")
        assert text.startswith("\ufffd\ufffd[31m]]>&<tag")
    else:
        log = json.loads(made)["runs"][0]
        assert log["results"][0]["message"]["text"].startswith(BAD)
        uri = log["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert uri.isascii() and not set(uri) & set(' <>"\\^`{|}') and uri.endswith("%20%2541")


def test_sarif(one):
    log = sarif.document([one, testing.certificate("gfx1100", turns=("pass",))])
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-schema-2.1.0.json") and len(log["runs"]) == 2
    first, second = log["runs"]
    assert second["results"] == [] and second["tool"]["driver"]["rules"] == []
    rules = first["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules) and all(rule["fullDescription"]["text"] for rule in rules)
    assert [r["properties"]["operations"] for r in first["results"]] == [d.operations for d in one.defects]
    for result in first["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] and result["level"] == "error"
        assert result["kind"] == "fail" and testing.PROGRAM[1] in result["message"]["text"]
        [place] = result["locations"]
        assert place["physicalLocation"]["artifactLocation"]["uri"].startswith("failures/")
        assert place["physicalLocation"]["region"]["startLine"] == 1
        assert all(where["fullyQualifiedName"] == f"gfx906/{where['name']}" for where in place["logicalLocations"])
        assert 0 <= result["rank"] <= 100
    marks = [result["partialFingerprints"]["assay/v1"] for result in first["results"]]
    assert len(set(marks)) == len(marks)
    again = sarif.document([testing.sealed(one, seeds=[7])])["runs"][0]["results"]
    assert [result["partialFingerprints"]["assay/v1"] for result in again] == marks


def test_a_waived_defect_is_suppressed(one):
    waived = one.defects[0].operations
    one.waivers += [Waiver(operation=name, reason="known", link="https://example.org/1") for name in waived]
    first, *others = sarif.document([one])["runs"][0]["results"]
    assert first["suppressions"] == [{"kind": "external", "justification": "known (https://example.org/1)"}]
    assert not any("suppressions" in result for result in others)


def test_report(one, tmp_path, capsys):
    path = tmp_path / "one.certificate.json"
    path.write_bytes(certificate_records.to_bytes(one))
    out = {name: tmp_path / name for name in ("page", "junit", "sarif")}
    assert main(["report", str(tmp_path), *(word for name in out for word in (f"--{name}", str(out[name])))]) == 0
    assert out["page"].read_text().startswith("<!doctype html>")
    assert ElementTree.fromstring(out["junit"].read_bytes()).tag == "testsuites"
    assert json.loads(out["sarif"].read_text())["runs"]
    assert main(["report", str(path)]) == 2 and "give at least one of --page FILE" in capsys.readouterr().err


def test_certify_writes_them(tmp_path, capsys):
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


def test_the_workflow_names_commands_that_are_there():
    """docs/ci/certify.yml is YAML of the parts GitHub asks for, and what it calls `assay` takes those options."""
    path = Path(__file__).resolve().parents[2] / "docs/ci/certify.yml"
    said = yaml.safe_load(path.read_text())
    assert {"push", "pull_request"} <= set(said[True]) and said["permissions"]["security-events"] == "write"
    steps = said["jobs"]["certify"]["steps"]
    assert all(("uses" in step) != ("run" in step) for step in steps)
    text = "\n".join(step.get("run", "") for step in steps).replace("\\\n", " ")
    commands = re.findall(r"bin/assay ([^|>\n]*)", text)
    assert [command.partition(" ")[0] for command in commands] == ["certify", "compare"]
    for command in commands:
        for name, value in said["env"].items():
            command = command.replace(f"${name}", str(value))
        build_parser().parse_args(shlex.split(command))
    assert not re.search(r"\$\{\{", text)             # what others may write is never pasted into a shell
