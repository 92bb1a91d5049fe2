"""`assay kit` and `assay verify`: kits run by the model and by faulty models, and complete and malformed outputs."""
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
from .kit_format import HEADER_BYTES, MAX_WRONG_REPORTED, OUTPUT_BYTES

pytest.importorskip("assay.model._assay", reason="the model is not built: make setup")
TESTED_CASES = re.compile(r"(valu/16|salu/a|memory/[ab]|streams|control/(get|swap)|decode/res)")


def sampled_cases(arch, rules):
    """A third of some directed tests, so that writing a kit takes a second."""
    return [case for case in all_suite_cases(arch, rules) if TESTED_CASES.match(case.name)][::3]


all_suite_cases = suite_tasks.suite_cases


@pytest.fixture(scope="module")
def sampled_suites():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(suite_tasks, "suite_cases", sampled_cases)
        yield


@pytest.fixture(scope="module", params=["gfx906", "gfx1100"])
def kit(request, sampled_suites, tmp_path_factory):
    """(folder, manifest) of a kit."""
    folder = tmp_path_factory.mktemp("kit") / request.param
    return folder, kit_builder.build_kit(request.param, folder)


def run_cases(folder, manifest, model=None):
    """Yield each case with its CheckOutput on a model."""
    model, code_objects = model or Model(), {}
    for case in manifest.cases:
        code_object = code_objects.setdefault(
            case.file, kit_playback.parse_code_object((folder / case.file).read_bytes()))
        yield case, kit_playback.run_case(code_object, kit_builder.case_dispatch(case), case.wave, model)


def runner_output(folder, manifest, model=None):
    """Output of a kit's runner, computed by a model."""
    lines = [f"kit 1 {manifest.identity} 0"]
    for case, result in run_cases(folder, manifest, model):
        if result.status != "ok":
            lines.append(f"case {case.number} fault {result.text}")
            continue
        lines.append(f"case {case.number} ok {result.done_word:08x} {result.compared} {result.wrong_count}")
        lines += [f"wrong {case.number} {index} {expected:08x} {value:08x}" for index, expected, value in result.wrong]
    return "\n".join([*lines, f"end {len(manifest.cases)}", ""])


@pytest.fixture(scope="module")
def model_output(kit):
    return runner_output(*kit)


def run_assay(capsys, *words):
    status = main([str(word) for word in words])
    printed, errors = capsys.readouterr()
    return status, printed, errors


def test_every_case_passes_on_the_model(kit, model_output, tmp_path, capsys):
    folder, manifest = kit
    (tmp_path / "out").write_text(model_output)
    status, printed, errors = run_assay(capsys, "verify", folder, tmp_path / "out")
    cases = [case for case in manifest.cases if case.canary is None]
    assert (status, errors) == (0, "") and len(cases) > 60
    assert f"{manifest.arch}: pass; {len(cases)} of {len(cases)} cases right" in printed


def test_the_manifest_lists_every_case_and_file(kit):
    folder, manifest = kit
    on_disk = json.loads((folder / "manifest.json").read_text())
    assert on_disk["digest"] == manifest.digest and set(on_disk["files"]) == {
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} - {"manifest.json"}
    names = {case.name for case in manifest.cases} | {entry.name for entry in manifest.left_out}
    assert {case.name for case in sampled_cases(manifest.arch, "manual")} <= names
    for case in manifest.cases:
        assert case.canary is not None or (suites.SUITES_FOLDER.parent / case.source).exists() and case.sections
        assert sum(span.count for span in case.names) == case.compared
    assert sum(manifest.left_out_counts.values()) == len(manifest.left_out) > 0
    assert all(entry.text for entry in manifest.left_out)


def test_a_kit_is_reproducible(kit, tmp_path):
    folder, manifest = kit
    kit_builder.build_kit(manifest.arch, tmp_path / "again")
    names = [*manifest.files, "manifest.json"]
    assert all((folder / name).read_bytes() == (tmp_path / "again" / name).read_bytes() for name in names)


@pytest.mark.parametrize(
    "fault", ["exec-ignored", "round-to-zero", "borrow-inverted", "store-drops-lane", "neg-dropped"]
)
def test_a_faulty_model_fails_the_cases_that_name_its_fault(sampled_suites, fault, tmp_path, capsys):
    """A kit has these cases and a few others. The others pass unless the fault breaks the checker itself."""
    files_with_fault = {suites.suite_file_name(path)[:-2] for path in suites.suite_files()
                        if f"\n; kills: {fault}\n" in path.read_text()}
    suite_cases = all_suite_cases("gfx906", "manual")
    fault_cases = [case for case in suite_cases if case.name.partition(".gfx")[0] in files_with_fault][:9]
    other_cases = [case for case in suite_cases if case.name.startswith("salu/find")][:3]
    assert fault_cases and other_cases
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(suite_tasks, "suite_cases", lambda arch, rules: [*fault_cases, *other_cases])
        manifest = kit_builder.build_kit("gfx906", tmp_path / "kit")
    text = runner_output(tmp_path / "kit", manifest, curated_faults.faulty_model(fault))
    (tmp_path / "out").write_text(text)
    status, printed, _ = run_assay(capsys, "verify", tmp_path / "kit", tmp_path / "out")
    assert status == 1 and "gfx906: fail" in printed
    causes = {case.name: kit_output.failure_cause(case, result) for case, result in zip(
        manifest.cases, kit_output.OutputReader(manifest, "out").read(text).values())}
    fault_causes = [causes[case.name] for case in fault_cases if case.name in causes]
    assert fault_causes and all(fault_causes), causes
    if fault in ("borrow-inverted", "neg-dropped"):      # the checker does not need these
        assert not any(causes[case.name] for case in other_cases), causes


def test_a_case_whose_results_a_kernel_cannot_store_is_omitted(tmp_path):
    """Cases whose results are in LDS or depend on the code address are omitted: only the guards could be compared."""
    reasons = {"memory/lds-source": "lds", "memory/lds-source-own": "lds", "memory/load-to-lds": "lds",
               "control/pc-high.gfx906.w64": "place", "salu/not-scc": ""}
    cases = [case for case in all_suite_cases("gfx906", "manual") if case.name in reasons]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(suite_tasks, "suite_cases", lambda arch, rules: cases)
        manifest = kit_builder.build_kit("gfx906", tmp_path / "kit")
    omitted = {name: reason for name, reason in reasons.items() if reason}
    assert {entry.name: entry.reason for entry in manifest.left_out} == omitted


def test_changed_missing_and_additional_files_are_reported(kit, model_output, tmp_path, capsys):
    folder, manifest = kit
    shutil.copytree(folder, tmp_path / "kit")
    assert run_assay(capsys, "verify", tmp_path / "kit")[0] == 0
    name = manifest.cases[0].file
    data = bytearray((folder / name).read_bytes())
    data[len(data) // 2] ^= 1
    (tmp_path / "kit" / name).write_bytes(data)
    status, printed, _ = run_assay(capsys, "verify", tmp_path / "kit")
    assert status == 1 and f"{name}: sha256: differs from the manifest" in printed
    (tmp_path / "out").write_text(model_output)
    status, printed, errors = run_assay(capsys, "verify", tmp_path / "kit", tmp_path / "out")
    assert (status, printed) == (2, "") and f"{name}: sha256" in errors and errors.count("\n") == 1
    (tmp_path / "kit" / name).unlink()
    (tmp_path / "kit" / "other.co").write_bytes(b"")
    status, printed, _ = run_assay(capsys, "verify", tmp_path / "kit")
    assert status == 1 and f"{name}: missing" in printed and "other.co: not a file of this kit" in printed


def test_a_changed_or_missing_manifest_is_reported(kit, tmp_path, capsys):
    folder, manifest = kit
    shutil.copytree(folder, tmp_path / "kit")
    path = tmp_path / "kit" / "manifest.json"
    path.write_bytes(path.read_bytes().replace(b'"checks":', b'"checks":1', 1))
    status, printed, _ = run_assay(capsys, "verify", path)
    assert status == 1 and "manifest.json: digest" in printed
    path.write_text("{}")
    assert run_assay(capsys, "verify", path)[0] == 2
    path.unlink()
    assert run_assay(capsys, "verify", tmp_path / "kit")[2].endswith("assay kit writes this file into a kit\n")


def substitute(old, new, count=1):
    return lambda text: re.sub(old, new, text, count=count, flags=re.M)


@pytest.mark.parametrize("change, line, field, text", [
    (lambda text: "", 1, "kit", "the output is empty"),
    (lambda text: text.partition("\n")[2], 1, "kit", "'case' comes before it"),
    (substitute(r"^kit 1 \w", "kit 1 x"), 1, "identity", "give the kit that was run"),
    (substitute("^kit 1", "kit 2"), 1, "version", "this Assay reads version 1"),
    (substitute("^kit .* 0$", "kit 1"), 1, "identity", "is missing"),
    (substitute("^case 0 ok", "case 0 well"), 2, "status", "'well' is none of ok, fault"),
    (substitute("^case 0 ok (........)", "case 0 ok xyz"), 2, "done", "'xyz' is not eight hex digits"),
    (substitute(r"^(case 0 ok \w+ )\d+", r"\g<1>many"), 2, "compared", "'many' is not a number"),
    (substitute("^case 0 .*$", "case 0 ok"), 2, "done", "is missing; the line 'case' has case, status, done"),
    (substitute("^case 0 .*$", r"\g<0> 7"), 2, "case", "'7' is superfluous"),
    (substitute("^case 0 ok", "case 99999 ok"), 2, "case", "99999 is not in the kit"),
    (substitute("^case 1 ok", "case 0 ok"), None, "case", "0 occurs twice, first in line 2"),
    (substitute(r"^case 3 .*\n(wrong 3 .*\n)*", ""), None, "case", "1 are missing, the first 3"),
    (substitute("^wrong 0 .*\n", ""), 2, "wrong", "13 for case 0, but 12 lines follow"),
    (substitute("^wrong 0 ", "wrong 4 "), 3, "case", "4 is not the case of the previous line"),
    (substitute("^wrong 0 1 ", "wrong 0 90000 "), 3, "dword", "90000; case 0 compares"),
    (substitute("^end .*\n", ""), None, "end", "all cases up to the last, "),
    (lambda text: text[:text.index("case 9 ")], None, "end", "the runner was stopped after case 8; continue"),
    (substitute("^end .*", "end 3"), None, "count", "3; the kit has"),
    (lambda text: text[:-4], None, "line", "does not end with a newline"),
    (lambda text: "hello\n" + text, 1, "line", "'hello' begins with none of kit, case, wrong, end"),
])
def test_a_malformed_output_is_reported_with_line_and_field(
        kit, model_output, tmp_path, capsys, change, line, field, text):
    folder, _ = kit
    path = tmp_path / "out"
    path.write_text(change(model_output))
    status, printed, errors = run_assay(capsys, "verify", folder, path)
    assert (status, printed, errors.count("\n")) == (2, "", 1)
    message = re.fullmatch(r"assay verify: .*/out:(\d+): ([\w ]+): (.*)\n", errors)
    assert message and message[2] == field and text in message[3], errors
    assert line in (None, int(message[1]))


def test_an_output_without_its_last_line_is_completed_after_the_last_case(kit, model_output, tmp_path, capsys):
    """The message names a first case after the last one."""
    folder, manifest = kit
    count, incomplete = len(manifest.cases), model_output[:model_output.index("end ")]
    (tmp_path / "out").write_text(incomplete)
    assert f"'run_… KIT {count} >> OUTPUT'" in run_assay(capsys, "verify", folder, tmp_path / "out")[2]
    (tmp_path / "out").write_text(f"{incomplete}kit 1 {manifest.identity} {count}\nend {count}\n")
    assert run_assay(capsys, "verify", folder, tmp_path / "out")[::2] == (0, "")


def test_a_case_that_ends_the_runner_counts_as_a_crash(kit, model_output, tmp_path, capsys):
    """A second run starts with the next case and appends to the same file."""
    folder, manifest = kit
    before, after = model_output.split("case 7 ", 1)[0], model_output[model_output.index("case 8 "):]
    (tmp_path / "out").write_text(f"{before}kit 1 {manifest.identity} 8\n{after}")
    status, printed, _ = run_assay(capsys, "verify", folder, tmp_path / "out")
    assert status == 1 and f"FAIL 7 {manifest.cases[7].name}: crash: the runner ended in it" in printed


@pytest.mark.parametrize("old, new, text", [
    ("^case N ok ........", "case N ok 00000000", "its check stored 00000000 instead of"),
    (r"^(case N ok \w+) \d+", r"\g<1> 1", "1 dwords were compared,"),
    ("^case N .*", "case N fault memory fault at 0x10", "fault: memory fault at 0x10"),
    (r"^(case N .*) 0$", r"\g<1> 1\nwrong N 0 00000001 00000002", "expected 0x1, got 0x2"),
])
def test_a_failing_case_is_listed_with_its_cause(kit, model_output, tmp_path, capsys, old, new, text):
    folder, manifest = kit
    case = next(case for case in manifest.cases if case.canary is None)
    number = str(case.number)
    (tmp_path / "out").write_text(substitute(old.replace("N", number), new.replace("N", number))(model_output))
    status, printed, _ = run_assay(capsys, "verify", folder, tmp_path / "out")
    assert status == 1 and re.search(f"^FAIL {number} {re.escape(case.name)}: .*{text}", printed, re.M)


def test_a_target_that_reports_no_errors_fails_its_canaries(kit, model_output, tmp_path, capsys):
    folder, manifest = kit
    output = re.sub("^wrong .*\n", "", model_output, flags=re.M)
    output = re.sub(r"^(case \d+ ok \w+ \d+) \d+$", r"\1 0", output, flags=re.M)
    (tmp_path / "out").write_text(output)
    status, printed, _ = run_assay(capsys, "verify", folder, tmp_path / "out")
    canaries = sum(case.canary is not None for case in manifest.cases)
    assert status == 1 and f"{canaries} canaries fail: the verdicts of assay_check here are unreliable" in printed


def test_assay_launch_runs_the_three_dispatches_of_a_case(kit, sampled_suites, tmp_path, capsys):
    """`assay kit` writes the same kit, and `assay launch` runs it as docs/kit.md shows."""
    _, manifest = kit
    status, printed, errors = run_assay(capsys, "kit", "--arch", manifest.arch, "--out", tmp_path / "kit")
    assert status == 0 and f"{len(manifest.left_out)} (" in printed and errors == ""
    status, _, errors = run_assay(capsys, "kit", "--arch", manifest.arch, "--out", tmp_path / "kit")
    assert status == 2 and "already exists; give a new folder" in errors
    case = next(case for case in manifest.cases if case.canary is None)
    arena, output = tmp_path / "arena", tmp_path / "output"
    arena.write_bytes(bytes(case.arena))
    output.write_bytes(bytes(OUTPUT_BYTES))
    for kernel, grid, group in (("assay_setup", case.wave, case.wave), (case.kernel, case.grid, case.group),
                                ("assay_check", case.wave, case.wave)):
        assert main(["launch", str(tmp_path / "kit" / case.file), "--kernel", kernel, "--grid", str(grid), "--group",
                     str(group), "--arg", f"buffer:{arena}", "--arg", f"buffer:{output}", "--arg", f"u32:{case.index}",
                     "--dump", f"0={arena}", "--dump", f"1={output}"]) == 0
    assert struct.unpack_from("<4I", output.read_bytes()) == (case.done, case.compared, 0, 0)
    assert HEADER_BYTES + 12 * MAX_WRONG_REPORTED == OUTPUT_BYTES


def test_full_adds_a_case_of_every_form(tmp_path, monkeypatch):
    """`assay kit --full` adds a case of each form; the test has only a few forms."""
    all_forms = kit_builder.case_sampler.all_forms("gfx1100")
    forms = [form for form in all_forms if form.spelling.startswith(("v_min", "ds_load", "s_min"))]
    monkeypatch.setattr(suite_tasks, "suite_cases", lambda arch, rules: [])
    monkeypatch.setattr(kit_builder.case_sampler, "all_forms", lambda arch: forms)
    manifest = kit_builder.build_kit("gfx1100", tmp_path / "kit", full=True)
    names = {case.name for case in manifest.cases if case.canary is None}
    assert len(names) + len(manifest.left_out) == len(forms) and len(names) > 0.9 * len(forms)
    assert any(name.startswith("ds_load_b32") for name in names)
