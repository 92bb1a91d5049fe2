"""Comparison of certificates: better and worse changes, differing run settings, and the command's output and
exit status."""
import gzip
import json
import shutil

import msgspec
import pytest

from ...cli import main
from ...harness.case.case_types import CaseError
from . import certificate_changes as changes, certificate_records, html_page, testing_certificates
from .testing_certificates import form_verdict


def altered(certificate, *verdicts, **fields):
    """The certificate with changed verdicts, given as (operation, form, verdict), and changed fields."""
    certificate = msgspec.json.decode(msgspec.json.encode(certificate), type=certificate_records.Certificate)
    for operation, form, verdict in verdicts:
        certificate.operations[operation].forms[form] = form_verdict("vop2", verdict)
    return testing_certificates.with_digest(certificate, **fields)


@pytest.fixture
def base():
    return testing_certificates.sample_certificate("gfx906", turns=("pass",))


def test_equal_certificates_have_no_changes(base):
    comparison = changes.compare_certificates(base, base)
    assert not any(getattr(comparison, kind) for kind in changes.KINDS) and not comparison.apart
    assert changes.headline(comparison).endswith("0 worse, 0 better, 0 appeared, 0 gone, 0 other")


@pytest.mark.parametrize("was, now, kind", [
    ("pass", "fail", "worse"), ("pass", "unsupported", "worse"), ("unsupported", "fail", "worse"),
    ("fail", "pass", "better"), ("fail", "not claimed", "better"), ("not exercised", "pass", "better"),
    ("unsupported", "not claimed", "other"),
])
def test_wrong_answers_rank_below_none_and_none_below_right_ones(base, was, now, kind):
    old, new = (altered(base, ("v_add_f32", "vop2", verdict)) for verdict in (was, now))
    comparison = changes.compare_certificates(old, new)
    assert {name: len(getattr(comparison, name))
            for name in changes.KINDS} == dict.fromkeys(changes.KINDS, 0) | {kind: 1}
    [change] = getattr(comparison, kind)
    assert (change.name, change.forms, change.was, change.now) == ("v_add_f32", ["vop2"], was, now)


def test_forms_that_changed_alike_are_one_change(base):
    forms = list(base.operations["v_add_f32"].forms)
    new = altered(base, *(("v_add_f32", form, "fail") for form in forms[:3]), ("v_add_f32", forms[3], "unsupported"))
    comparison = changes.compare_certificates(base, new)
    assert [(change.forms, change.now) for change in comparison.worse] == [(forms[:3], "fail"),
                                                                           (forms[3:4], "unsupported")]
    assert "4 worse" in changes.headline(comparison)


def test_numbers_of_failing_cases_count_if_the_cases_are_equal(base):
    old, new = (altered(base, ("v_add_f32", "vop2", "fail")) for _ in range(2))
    old.operations["v_add_f32"].forms["vop2"].fail = 1
    assert "1, then 3 of 3 cases fail" in changes.terminal_text(changes.compare_certificates(old, new))
    assert changes.compare_certificates(new, old).better and not changes.compare_certificates(new, old).worse
    other = testing_certificates.with_digest(new, seeds=[2])           # other cases: numbers are not comparable
    comparison = changes.compare_certificates(old, other)
    assert not comparison.worse and comparison.apart == ["seeds"]
    assert "the runs also differ in seeds" in changes.terminal_text(comparison)


def test_appeared_and_gone_entries_are_listed(base):
    old = altered(base)
    failing = testing_certificates.sample_certificate("gfx906", defects=2)
    removed_operation, rule = next(iter(old.operations)), next(iter(old.rules))
    new = altered(base, defects=failing.defects)
    new.rules[rule] = testing_certificates.rule_verdict("fail")
    del new.operations[removed_operation]
    comparison = changes.compare_certificates(old, new)
    assert [(change.name, change.now) for change in comparison.worse] == [(removed_operation, "absent"), (rule, "fail")]
    assert not comparison.gone
    assert comparison.defects_new == [defect.cause for defect in failing.defects] and not comparison.defects_gone
    reverse = changes.compare_certificates(new, old)
    assert [change.name for change in reverse.appeared] == [removed_operation]
    assert reverse.defects_gone == comparison.defects_new


@pytest.mark.parametrize("verdict, appears, vanishes", [
    ("fail", "worse", "gone"), ("pass", "appeared", "worse"), ("unsupported", "appeared", "gone"),
])
@pytest.mark.parametrize("other_selection", [False, True], ids=["same forms", "other --only"])
def test_a_form_that_only_one_run_has_is_absent_in_the_other(base, verdict, appears, vanishes, other_selection):
    base_certificate, without = altered(base, ("v_add_f32", "vop2", verdict)), altered(base)
    del without.operations["v_add_f32"].forms["vop2"]
    other = testing_certificates.with_digest(without, only="v_*" if other_selection else None)
    kinds = ("appeared", "gone") if other_selection else (appears, vanishes)
    for old, new, kind in zip((other, base_certificate), (base_certificate, other), kinds):
        comparison = changes.compare_certificates(old, new)
        assert {name: len(getattr(comparison, name))
                for name in changes.KINDS} == dict.fromkeys(changes.KINDS, 0) | {kind: 1}


def test_two_architectures_are_refused(base):
    with pytest.raises(CaseError, match="gfx906 and gfx1100 are different architectures"):
        changes.compare_certificates(base, testing_certificates.sample_certificate("gfx1100"))


def test_markdown_escapes_text(base):
    new = altered(base, ("v_add_f32", "vop2", "fail"), target=msgspec.structs.replace(
        base.target, says="<b>@team</b> [a](http://x) | `b` **c**"))
    text = changes.markdown(changes.compare_certificates(base, new))
    assert text.startswith("### ❌ ") and "v\\_add\\_f32" in text
    headline = text.splitlines()[0]
    assert "@team" not in headline and "<b>" not in headline and "[a](" not in headline
    assert not any(c in headline.replace(f"\\{c}", "") for c in "|`*[")
    assert changes.markdown(changes.compare_certificates(base, base)).startswith("### ✅ ")


# ---- the command ----

@pytest.fixture
def files(base, tmp_path):
    """Paths by name: an old certificate, a better one, a worse one, a failing one, and a gzipped one."""
    paths = {}
    for name, certificate in {
        "old": altered(base, ("v_add_f32", "vop2", "fail")), "better": base,
        "worse": altered(base, ("v_add_f32", "vop2", "fail"), ("v_mul_f32", "vop2", "fail")),
        "failing": altered(base, verdict="fail"),
    }.items():
        paths[name] = tmp_path / f"{name}.certificate.json"
        paths[name].write_bytes(certificate_records.to_bytes(certificate))
    paths["packed"] = tmp_path / "packed.json.gz"
    paths["packed"].write_bytes(gzip.compress(paths["better"].read_bytes()))
    return paths


@pytest.mark.parametrize("new, status", [("old", 0), ("better", 0), ("packed", 0), ("worse", 1)])
def test_compare_status(files, new, status, capsys):
    assert main(["compare", str(files["old"]), str(files[new])]) == status
    assert capsys.readouterr().out.startswith("specimen 1.0 on gfx906: ")


def test_compare_writes_json_and_a_page(files, tmp_path, capsys):
    out = tmp_path / "page.html"
    assert main(["compare", str(files["old"]), str(files["worse"]), "--format", "json", "--page", str(out)]) == 1
    [comparison] = json.loads(capsys.readouterr().out)
    assert msgspec.convert(comparison, changes.Changes).worse[0].name == "v_mul_f32"
    text = out.read_text()
    assert "What changed" in text and 'href="#gfx906-v_mul_f32"' in text and "1 worse" in text
    html_page.write_html_page([testing_certificates.sample_certificate("gfx906")], out)
    assert "What changed" not in out.read_text()


@pytest.mark.parametrize("file, side, status, kind, change", [
    ("better", "before", 1, "worse", "pass → absent"), ("failing", "before", 0, "gone", "fail → absent"),
    ("better", "after", 0, "appeared", "absent → pass"), ("failing", "after", 1, "worse", "absent → fail"),
])
def test_compare_folders(files, tmp_path, capsys, file, side, status, kind, change):
    folders = before, after = tmp_path / "before", tmp_path / "after"
    for folder, name in zip(folders, ("a.certificate.json", "a.certificate.json.gz")):
        folder.mkdir()
        shutil.copy(files["packed" if name.endswith(".gz") else "better"], folder / name)
    assert main(["compare", *map(str, folders)]) == 0
    shutil.copy(files[file], tmp_path / side / "b.certificate.json")
    capsys.readouterr()
    assert main(["compare", *map(str, folders), "--page", str(tmp_path / "page.html")]) == status
    assert f"  {kind}:\n    certificate: {change}\n" in capsys.readouterr().out
    assert change.partition(" → ")[0] in (tmp_path / "page.html").read_text()
    assert main(["compare", *map(str, folders), "--format", "json"]) == status
    comparisons = json.loads(capsys.readouterr().out)
    assert [change["name"] for change in comparisons[1][kind]] == ["certificate"]
    assert (comparisons[1]["old"] is None, comparisons[1]["new"] is None) == (side == "after", side == "before")


@pytest.mark.parametrize("arguments, message", [
    (["old", "{folder}"], "two certificates, or two folders"),
    (["old", "absent.json"], "absent.json"),
    (["{empty}", "{empty}"], "contains no *.certificate.json"),
    (["{both}", "{both}"], "contains b both gzipped and not"),
    (["old", "broken"], "a broken gzip file"),
    (["old", "better", "--page", "no/such/folder/x.html"], "there is no folder no/such/folder"),
])
def test_compare_reports_bad_arguments(files, tmp_path, arguments, message, capsys):
    for name in ("empty", "both"):
        (tmp_path / name).mkdir()
    for name, source in (("b.json.gz", "packed"), ("b.certificate.json", "better")):
        shutil.copy(files[source], tmp_path / "both" / name)
    files["broken"] = tmp_path / "broken.json.gz"
    files["broken"].write_bytes(files["packed"].read_bytes()[:200])
    folders = {"folder": tmp_path, "empty": tmp_path / "empty", "both": tmp_path / "both"}
    paths = [str(files.get(argument, argument)).format(**folders) for argument in arguments]
    assert main(["compare", *paths]) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1
