"""assay kit and assay verify: code objects that check themselves, run by the model and by faulty models; outputs that
are whole, cut off, or of something else."""
import json
import re
import shutil
import struct

import pytest

from ...cli import main
from ...harness.case import suite_files as suites
from ...harness.execution.model_run import Model
from ...harness.faults import curated_faults
from ..certification import suite_tasks
from . import kit_builder, kit_output, kit_playback
from .kit_format import HEAD_BYTES, OUTPUT_BYTES, SHOWN

pytest.importorskip("assay.model._assay", reason="the model is not built: make setup")
KEPT = re.compile(r"(valu/16|salu/a|memory/[ab]|streams|control/(get|swap)|decode/res)")


def some_cases(arch, rules):
    """A part of the cases by hand, so that a kit is made in a second."""
    return [case for case in ALL(arch, rules) if KEPT.match(case.name)][::3]


ALL = suite_tasks.suite_cases


@pytest.fixture(scope="module")
def small():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(suite_tasks, "suite_cases", some_cases)
        yield


@pytest.fixture(scope="module", params=["gfx906", "gfx1100"])
def made(request, small, tmp_path_factory):
    """(folder, manifest) of a kit."""
    folder = tmp_path_factory.mktemp("kit") / request.param
    return folder, kit_builder.make(request.param, folder)


def answers(folder, manifest, model=None):
    """{number: Answer} of every case, on a model."""
    model, files = model or Model(), {}
    for case in manifest.cases:
        file = files.setdefault(case.file, kit_playback.parse_code_object((folder / case.file).read_bytes()))
        yield case, kit_playback.play(file, kit_builder.dispatch_of(case), case.wave, model)


def printed(folder, manifest, model=None):
    """What a runner prints."""
    lines = [f"kit 1 {manifest.identity} 0"]
    for case, got in answers(folder, manifest, model):
        if got.status != "ok":
            lines.append(f"case {case.number} fault {got.text}")
            continue
        lines.append(f"case {case.number} ok {got.done:08x} {got.compared} {got.count}")
        lines += [f"wrong {case.number} {index} {expected:08x} {value:08x}" for index, expected, value in got.wrong]
    return "\n".join([*lines, f"end {len(manifest.cases)}", ""])


@pytest.fixture(scope="module")
def right(made):
    return printed(*made)


def told(capsys, *words):
    status = main([str(word) for word in words])
    shown, errors = capsys.readouterr()
    return status, shown, errors


def test_every_case_passes_on_the_model(made, right, tmp_path, capsys):
    folder, manifest = made
    (tmp_path / "out").write_text(right)
    status, shown, errors = told(capsys, "verify", folder, tmp_path / "out")
    cases = [case for case in manifest.cases if case.canary is None]
    assert (status, errors) == (0, "") and len(cases) > 60
    assert f"{manifest.arch}: pass; {len(cases)} of {len(cases)} cases right" in shown


def test_the_manifest_says_what_is_in_it(made):
    folder, manifest = made
    on_disk = json.loads((folder / "manifest.json").read_text())
    assert on_disk["digest"] == manifest.digest and set(on_disk["files"]) == {
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} - {"manifest.json"}
    names = {case.name for case in manifest.cases} | {one.name for one in manifest.left_out}
    assert {case.name for case in some_cases(manifest.arch, "manual")} <= names
    for case in manifest.cases:
        assert case.canary is not None or (suites.SUITES_FOLDER.parent / case.source).exists() and case.sections
        assert sum(span.count for span in case.names) == case.compared
    assert sum(manifest.left_out_counts.values()) == len(manifest.left_out) > 0
    assert all(one.text for one in manifest.left_out)


def test_a_kit_is_the_same_every_time(made, tmp_path):
    folder, manifest = made
    kit_builder.make(manifest.arch, tmp_path / "again")
    names = [*manifest.files, "manifest.json"]
    assert [(folder / n).read_bytes() for n in names] == [(tmp_path / "again" / n).read_bytes() for n in names]


@pytest.mark.parametrize(
    "fault", ["exec-ignored", "round-to-zero", "borrow-inverted", "store-drops-lane", "neg-dropped"]
)
def test_a_faulty_model_fails_in_the_cases_that_name_its_fault(small, fault, tmp_path, capsys):
    """Made of these cases and as many others: the others pass."""
    naming = {suites.suite_file_name(path)[:-2] for path in suites.suite_files()
              if f"\n; kills: {fault}\n" in path.read_text()}
    known = ALL("gfx906", "manual")
    named = [case for case in known if case.name.partition(".gfx")[0] in naming][:9]
    others = [case for case in known if case.name.startswith("salu/find")][:3]
    assert named and others
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(suite_tasks, "suite_cases", lambda arch, rules: [*named, *others])
        manifest = kit_builder.make("gfx906", tmp_path / "kit")
    text = printed(tmp_path / "kit", manifest, curated_faults.faulty_model(fault))
    (tmp_path / "out").write_text(text)
    status, shown, _ = told(capsys, "verify", tmp_path / "kit", tmp_path / "out")
    assert status == 1 and "gfx906: fail" in shown
    causes = {case.name: kit_output.cause_of(case, line) for case, line in zip(
        manifest.cases, kit_output.Reader(manifest, "out").read(text).values())}
    said = [causes[one.name] for one in named if one.name in causes]
    assert said and all(said), causes
    if fault in ("borrow-inverted", "neg-dropped"):      # these leave the checker what it needs
        assert not any(causes[one.name] for one in others), causes


def test_a_case_whose_results_a_kernel_cannot_store_is_left_out(tmp_path):
    """What it is about stands in LDS, or follows from where its code lies: the guards around it would pass always."""
    told = {"memory/lds-source": "lds", "memory/lds-source-own": "lds", "memory/load-to-lds": "lds",
            "control/pc-high.gfx906.w64": "place", "salu/not-scc": ""}
    some = [case for case in ALL("gfx906", "manual") if case.name in told]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(suite_tasks, "suite_cases", lambda arch, rules: some)
        manifest = kit_builder.make("gfx906", tmp_path / "kit")
    assert {one.name: one.reason for one in manifest.left_out} == {n: why for n, why in told.items() if why}


def test_a_changed_file_is_found_by_its_digest(made, right, tmp_path, capsys):
    folder, manifest = made
    shutil.copytree(folder, tmp_path / "kit")
    assert told(capsys, "verify", tmp_path / "kit")[0] == 0
    name = manifest.cases[0].file
    data = bytearray((folder / name).read_bytes())
    data[len(data) // 2] ^= 1
    (tmp_path / "kit" / name).write_bytes(data)
    status, shown, _ = told(capsys, "verify", tmp_path / "kit")
    assert status == 1 and f"{name}: sha256: not the file that was made" in shown
    (tmp_path / "out").write_text(right)
    status, shown, errors = told(capsys, "verify", tmp_path / "kit", tmp_path / "out")
    assert (status, shown) == (2, "") and f"{name}: sha256" in errors and errors.count("\n") == 1
    (tmp_path / "kit" / name).unlink()
    (tmp_path / "kit" / "other.co").write_bytes(b"")
    status, shown, _ = told(capsys, "verify", tmp_path / "kit")
    assert status == 1 and f"{name}: missing" in shown and "other.co: no file of this kit" in shown


def test_a_changed_manifest_is_found(made, tmp_path, capsys):
    folder, manifest = made
    shutil.copytree(folder, tmp_path / "kit")
    path = tmp_path / "kit" / "manifest.json"
    path.write_bytes(path.read_bytes().replace(b'"checks":', b'"checks":1', 1))
    status, shown, _ = told(capsys, "verify", path)
    assert status == 1 and "manifest.json: digest" in shown
    path.write_text("{}")
    assert told(capsys, "verify", path)[0] == 2
    path.unlink()
    assert told(capsys, "verify", tmp_path / "kit")[2].endswith("a kit has one, made by assay kit\n")


def swap(old, new, count=1):
    return lambda text: re.sub(old, new, text, count=count, flags=re.M)


@pytest.mark.parametrize("change, line, field, text", [
    (lambda text: "", 1, "kit", "the output is empty"),
    (lambda text: text.partition("\n")[2], 1, "kit", "'case' comes before it"),
    (swap(r"^kit 1 \w", "kit 1 x"), 1, "identity", "give the kit that was run"),
    (swap("^kit 1", "kit 2"), 1, "version", "this Assay reads version 1"),
    (swap("^kit .* 0$", "kit 1"), 1, "identity", "is missing"),
    (swap("^case 0 ok", "case 0 well"), 2, "status", "'well' is none of ok, fault"),
    (swap("^case 0 ok (........)", "case 0 ok xyz"), 2, "done", "'xyz' is not eight hex digits"),
    (swap(r"^(case 0 ok \w+ )\d+", r"\g<1>many"), 2, "compared", "'many' is no number"),
    (swap("^case 0 .*$", "case 0 ok"), 2, "done", "is missing; the line 'case' has case, status, done"),
    (swap("^case 0 .*$", r"\g<0> 7"), 2, "case", "'7' is too much"),
    (swap("^case 0 ok", "case 99999 ok"), 2, "case", "99999 is not in the kit"),
    (swap("^case 1 ok", "case 0 ok"), None, "case", "0 is there twice, after line 2"),
    (swap(r"^case 3 .*\n(wrong 3 .*\n)*", ""), None, "case", "1 are missing, the first 3"),
    (swap("^wrong 0 .*\n", ""), 2, "wrong", "13 for case 0, but 12 lines follow"),
    (swap("^wrong 0 ", "wrong 4 "), 3, "case", "4 is not the case of the line before"),
    (swap("^wrong 0 1 ", "wrong 0 90000 "), 3, "dword", "90000; case 0 compares"),
    (swap("^end .*\n", ""), None, "end", "all cases up to the last, "),
    (lambda text: text[:text.index("case 9 ")], None, "end", "the runner was stopped after case 8; go on"),
    (swap("^end .*", "end 3"), None, "count", "3; the kit has"),
    (lambda text: text[:-4], None, "line", "has no end; the output was cut off"),
    (lambda text: "hello\n" + text, 1, "line", "'hello' begins with none of kit, case, wrong, end"),
])
def test_an_output_that_is_wrong_is_named_by_line_and_field(made, right, tmp_path, capsys, change, line, field, text):
    folder, _ = made
    out = tmp_path / "out"
    out.write_text(change(right))
    status, shown, errors = told(capsys, "verify", folder, out)
    assert (status, shown, errors.count("\n")) == (2, "", 1)
    found = re.fullmatch(r"assay verify: .*/out:(\d+): ([\w ]+): (.*)\n", errors)
    assert found and found[2] == field and text in found[3], errors
    assert line in (None, int(found[1]))


def test_an_output_without_its_last_line_is_gone_on_with_behind_the_last_case(made, right, tmp_path, capsys):
    """There was no case behind it, which the advice began with."""
    folder, manifest = made
    count, cut = len(manifest.cases), right[:right.index("end ")]
    (tmp_path / "out").write_text(cut)
    assert f"'run_… KIT {count} >> OUTPUT'" in told(capsys, "verify", folder, tmp_path / "out")[2]
    (tmp_path / "out").write_text(f"{cut}kit 1 {manifest.identity} {count}\nend {count}\n")
    assert told(capsys, "verify", folder, tmp_path / "out")[::2] == (0, "")


def test_a_case_that_ends_the_runner_counts_as_a_crash(made, right, tmp_path, capsys):
    """The runner was started again behind it, with its lines added to the same file."""
    folder, manifest = made
    before, after = right.split("case 7 ", 1)[0], right[right.index("case 8 "):]
    (tmp_path / "out").write_text(f"{before}kit 1 {manifest.identity} 8\n{after}")
    status, shown, _ = told(capsys, "verify", folder, tmp_path / "out")
    assert status == 1 and f"FAIL 7 {manifest.cases[7].name}: crash: the runner ended in it" in shown


@pytest.mark.parametrize("old, new, text", [
    ("^case N ok ........", "case N ok 00000000", "its check left 00000000 in the place of"),
    (r"^(case N ok \w+) \d+", r"\g<1> 1", "1 dwords were compared,"),
    ("^case N .*", "case N fault memory fault at 0x10", "fault: memory fault at 0x10"),
    (r"^(case N .*) 0$", r"\g<1> 1\nwrong N 0 00000001 00000002", "expected 0x1, got 0x2"),
])
def test_a_case_fails_for_what_is_printed_of_it(made, right, tmp_path, capsys, old, new, text):
    folder, manifest = made
    some = next(case for case in manifest.cases if case.canary is None)
    number = str(some.number)
    (tmp_path / "out").write_text(swap(old.replace("N", number), new.replace("N", number))(right))
    status, shown, _ = told(capsys, "verify", folder, tmp_path / "out")
    assert status == 1 and re.search(f"^FAIL {number} {re.escape(some.name)}: .*{text}", shown, re.M)


def test_a_target_that_always_says_right_is_not_believed(made, right, tmp_path, capsys):
    folder, manifest = made
    blind = re.sub(r"^(case \d+ ok \w+ \d+) \d+$", r"\1 0", re.sub("^wrong .*\n", "", right, flags=re.M), flags=re.M)
    (tmp_path / "out").write_text(blind)
    status, shown, _ = told(capsys, "verify", folder, tmp_path / "out")
    canaries = sum(case.canary is not None for case in manifest.cases)
    assert status == 1 and f"{canaries} canaries: assay_check cannot be trusted on this target" in shown


def test_the_command_and_assay_launch(made, small, tmp_path, capsys):
    """The three dispatches of a case by hand, as docs/kit.md shows them."""
    _, manifest = made
    status, shown, errors = told(capsys, "kit", "--arch", manifest.arch, "--out", tmp_path / "kit")
    assert status == 0 and f"{len(manifest.left_out)} (" in shown and errors == ""
    status, _, errors = told(capsys, "kit", "--arch", manifest.arch, "--out", tmp_path / "kit")
    assert status == 2 and "is there already; give a new folder" in errors
    case = next(one for one in manifest.cases if one.canary is None)
    arena, output = tmp_path / "arena", tmp_path / "output"
    arena.write_bytes(bytes(case.arena))
    output.write_bytes(bytes(OUTPUT_BYTES))
    for kernel, grid, group in (("assay_setup", case.wave, case.wave), (case.kernel, case.grid, case.group),
                                ("assay_check", case.wave, case.wave)):
        assert main(["launch", str(tmp_path / "kit" / case.file), "--kernel", kernel, "--grid", str(grid), "--group",
                     str(group), "--arg", f"buffer:{arena}", "--arg", f"buffer:{output}", "--arg", f"u32:{case.index}",
                     "--dump", f"0={arena}", "--dump", f"1={output}"]) == 0
    assert struct.unpack_from("<4I", output.read_bytes()) == (case.done, case.compared, 0, 0)
    assert HEAD_BYTES + 12 * SHOWN == OUTPUT_BYTES


def test_a_kit_of_the_grid(tmp_path, monkeypatch):
    """--full: single instructions of every form, here of some."""
    known = kit_builder.case_sampler.all_forms("gfx1100")
    forms = [form for form in known if form.spelling.startswith(("v_min", "ds_load", "s_min"))]
    monkeypatch.setattr(suite_tasks, "suite_cases", lambda arch, rules: [])
    monkeypatch.setattr(kit_builder.case_sampler, "all_forms", lambda arch: forms)
    manifest = kit_builder.make("gfx1100", tmp_path / "kit", full=True)
    names = {case.name for case in manifest.cases if case.canary is None}
    assert len(names) + len(manifest.left_out) == len(forms) and len(names) > 0.9 * len(forms)
    assert any(name.startswith("ds_load_b32") for name in names)
