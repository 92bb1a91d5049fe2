"""Two runs compared: what counts as better and worse, that other conditions are said, the command and its status."""
import gzip
import json
import shutil

import msgspec
import pytest

from ...cli import main
from ...harness.case.case_types import CaseError
from . import certificate_changes as changes, certificate_records, html_page, testing_certificates
from .testing_certificates import form_of


def altered(one, *verdicts, **more):
    """The certificate with other verdicts: (operation, form, verdict)."""
    one = msgspec.json.decode(msgspec.json.encode(one), type=certificate_records.Certificate)
    for operation, form, verdict in verdicts:
        one.operations[operation].forms[form] = form_of("vop2", verdict)
    return testing_certificates.sealed(one, **more)


@pytest.fixture
def base():
    return testing_certificates.certificate("gfx906", turns=("pass",))


def test_nothing_changed(base):
    found = changes.between(base, base)
    assert not any(getattr(found, kind) for kind in changes.KINDS) and not found.apart
    assert changes.headline(found).endswith("0 worse, 0 better, 0 appeared, 0 gone, 0 other")


@pytest.mark.parametrize("was, now, kind", [
    ("pass", "fail", "worse"), ("pass", "unsupported", "worse"), ("unsupported", "fail", "worse"),
    ("fail", "pass", "better"), ("fail", "not claimed", "better"), ("not exercised", "pass", "better"),
    ("unsupported", "not claimed", "other"),
])
def test_a_wrong_answer_is_worse_than_none_and_none_than_a_right_one(base, was, now, kind):
    old, new = (altered(base, ("v_add_f32", "vop2", verdict)) for verdict in (was, now))
    found = changes.between(old, new)
    assert {k: len(getattr(found, k)) for k in changes.KINDS} == dict.fromkeys(changes.KINDS, 0) | {kind: 1}
    [one] = getattr(found, kind)
    assert (one.name, one.forms, one.was, one.now) == ("v_add_f32", ["vop2"], was, now)


def test_forms_that_changed_alike_stand_together(base):
    forms = list(base.operations["v_add_f32"].forms)
    new = altered(base, *(("v_add_f32", form, "fail") for form in forms[:3]), ("v_add_f32", forms[3], "unsupported"))
    found = changes.between(base, new)
    assert [(one.forms, one.now) for one in found.worse] == [(forms[:3], "fail"), (forms[3:4], "unsupported")]
    assert "4 worse" in changes.headline(found)


def test_more_failing_cases_are_worse_where_the_cases_are_the_same(base):
    old, new = (altered(base, ("v_add_f32", "vop2", "fail")) for _ in range(2))
    old.operations["v_add_f32"].forms["vop2"].fail = 1
    assert "1, then 3 of 3 cases fail" in changes.text(changes.between(old, new))
    assert changes.between(new, old).better and not changes.between(new, old).worse
    other = testing_certificates.sealed(new, seeds=[2])           # other cases: their numbers say nothing
    found = changes.between(old, other)
    assert not found.worse and found.apart == ["seeds"] and "the runs differ in seeds too" in changes.text(found)


def test_rules_operations_and_defects_come_and_go(base):
    old = altered(base)
    failing = testing_certificates.certificate("gfx906", defects=2)
    gone, rule = next(iter(old.operations)), next(iter(old.rules))
    new = altered(base, defects=failing.defects)
    new.rules[rule] = testing_certificates.rule_of("fail")
    del new.operations[gone]
    found = changes.between(old, new)
    assert [(one.name, one.now) for one in found.worse] == [(gone, "absent"), (rule, "fail")] and not found.gone
    assert found.defects_new == [one.cause for one in failing.defects] and not found.defects_gone
    back = changes.between(new, old)
    assert [one.name for one in back.appeared] == [gone] and back.defects_gone == found.defects_new


@pytest.mark.parametrize("verdict, appears, vanishes", [
    ("fail", "worse", "gone"), ("pass", "appeared", "worse"), ("unsupported", "appeared", "gone"),
])
@pytest.mark.parametrize("chosen", [False, True], ids=["same forms", "other --only"])
def test_what_only_one_run_has_counts_as_none_in_the_other(base, verdict, appears, vanishes, chosen):
    one, without = altered(base, ("v_add_f32", "vop2", verdict)), altered(base)
    del without.operations["v_add_f32"].forms["vop2"]
    other = testing_certificates.sealed(without, only="v_*" if chosen else None)
    kinds = ("appeared", "gone") if chosen else (appears, vanishes)
    for old, new, kind in zip((other, one), (one, other), kinds):
        found = changes.between(old, new)
        assert {k: len(getattr(found, k)) for k in changes.KINDS} == dict.fromkeys(changes.KINDS, 0) | {kind: 1}


def test_two_architectures_are_refused(base):
    with pytest.raises(CaseError, match="gfx906 and gfx1100 are different architectures"):
        changes.between(base, testing_certificates.certificate("gfx1100"))


def test_markdown_keeps_text_as_text(base):
    new = altered(base, ("v_add_f32", "vop2", "fail"), target=msgspec.structs.replace(
        base.target, says="<b>@team</b> [a](http://x) | `b` **c**"))
    said = changes.markdown(changes.between(base, new))
    assert said.startswith("### ❌ ") and "v\\_add\\_f32" in said
    headline = said.splitlines()[0]
    assert "@team" not in headline and "<b>" not in headline and "[a](" not in headline
    assert not any(c in headline.replace(f"\\{c}", "") for c in "|`*[")
    assert changes.markdown(changes.between(base, base)).startswith("### ✅ ")


# ---- the command ----

@pytest.fixture
def files(base, tmp_path):
    """{name: path} of an old certificate, a better one, a worse one, one that fails, and a packed one."""
    made = {}
    for name, one in {
        "old": altered(base, ("v_add_f32", "vop2", "fail")), "better": base,
        "worse": altered(base, ("v_add_f32", "vop2", "fail"), ("v_mul_f32", "vop2", "fail")),
        "failing": altered(base, verdict="fail"),
    }.items():
        made[name] = tmp_path / f"{name}.certificate.json"
        made[name].write_bytes(certificate_records.to_bytes(one))
    made["packed"] = tmp_path / "packed.json.gz"
    made["packed"].write_bytes(gzip.compress(made["better"].read_bytes()))
    return made


@pytest.mark.parametrize("new, status", [("old", 0), ("better", 0), ("packed", 0), ("worse", 1)])
def test_compare(files, new, status, capsys):
    assert main(["compare", str(files["old"]), str(files[new])]) == status
    assert capsys.readouterr().out.startswith("specimen 1.0 on gfx906: ")


def test_compare_as_json_and_as_a_page(files, tmp_path, capsys):
    out = tmp_path / "page.html"
    assert main(["compare", str(files["old"]), str(files["worse"]), "--format", "json", "--page", str(out)]) == 1
    [said] = json.loads(capsys.readouterr().out)
    assert msgspec.convert(said, changes.Changes).worse[0].name == "v_mul_f32"
    text = out.read_text()
    assert "What changed" in text and 'href="#gfx906-v_mul_f32"' in text and "1 worse" in text
    html_page.write([testing_certificates.certificate("gfx906")], out)
    assert "What changed" not in out.read_text()


@pytest.mark.parametrize("what, side, status, kind, change", [
    ("better", "before", 1, "worse", "pass → absent"), ("failing", "before", 0, "gone", "fail → absent"),
    ("better", "after", 0, "appeared", "absent → pass"), ("failing", "after", 1, "worse", "absent → fail"),
])
def test_compare_folders(files, tmp_path, capsys, what, side, status, kind, change):
    folders = before, after = tmp_path / "before", tmp_path / "after"
    for folder, name in zip(folders, ("a.certificate.json", "a.certificate.json.gz")):
        folder.mkdir()
        shutil.copy(files["packed" if name.endswith(".gz") else "better"], folder / name)
    assert main(["compare", *map(str, folders)]) == 0
    shutil.copy(files[what], tmp_path / side / "b.certificate.json")
    capsys.readouterr()
    assert main(["compare", *map(str, folders), "--page", str(tmp_path / "page.html")]) == status
    assert f"  {kind}:\n    certificate: {change}\n" in capsys.readouterr().out
    assert change.partition(" → ")[0] in (tmp_path / "page.html").read_text()
    assert main(["compare", *map(str, folders), "--format", "json"]) == status
    said = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in said[1][kind]] == ["certificate"]
    assert (said[1]["old"] is None, said[1]["new"] is None) == (side == "after", side == "before")


@pytest.mark.parametrize("arguments, said", [
    (["old", "{folder}"], "two certificates, or two folders"),
    (["old", "absent.json"], "absent.json"),
    (["{empty}", "{empty}"], "contains no *.certificate.json"),
    (["{both}", "{both}"], "contains b both gzipped and not"),
    (["old", "broken"], "a broken gzip file"),
    (["old", "better", "--page", "no/such/folder/x.html"], "there is no folder no/such/folder"),
])
def test_compare_refuses(files, tmp_path, arguments, said, capsys):
    for name in ("empty", "both"):
        (tmp_path / name).mkdir()
    for name, source in (("b.json.gz", "packed"), ("b.certificate.json", "better")):
        shutil.copy(files[source], tmp_path / "both" / name)
    files["broken"] = tmp_path / "broken.json.gz"
    files["broken"].write_bytes(files["packed"].read_bytes()[:200])
    folders = {"folder": tmp_path, "empty": tmp_path / "empty", "both": tmp_path / "both"}
    given = [str(files.get(a, a)).format(**folders) for a in arguments]
    assert main(["compare", *given]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
