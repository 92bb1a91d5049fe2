"""End-to-end tests of certification: the model passes, mutants fail, and changed certificates are detected."""
import json
import re
import sys
from types import SimpleNamespace

import msgspec
import pytest

from ...generators.instructions import case_sampler
from ...harness.case import suite_files
from ...harness.case.case_types import CaseError
from ...harness.case.plan import resolve
from ...harness.comparison import differential
from ...harness.comparison.case_run import add_allowed_outcomes, check_expectations
from ...harness.execution.allowed_outcomes import wants_allowed_outcomes
from ...harness.execution.outcome import Outcome
from ...harness.faults import curated_faults
from ...harness.targets import process_target
from ...harness.targets.model_child import hello
from ...harness.targets.registry import mutants
from ...spec import CERTIFIED, load
from ..diagnosis.listing import KEPT
from ..export import certificate_records
from . import certify, form_runner, suite_tasks, verification
from .task_types import CertifyOptions, TaskResult

# These change only which bits are undefined. A target does not report its undefined bits.
CHANGED_UNDEFINED_BITS = {
    "corners-ignored", "cycles-wide", "discard-ignored", "message-vccz-for-good", "message-vccz-forgotten",
    "message-vccz-in-status", "open-unsaid", "status-all-open", "status-nothing-open", "trap-open-passes",
    "tolerance-of-kept-half", "undefined-after-halves", "undefined-from-any-bit", "undefined-other-half",
    "vccz-half-closed", "write-back-ignored",
}
# These change only notes on legal programs. A note is not a broken rule, and targets need not report it.
CHANGED_NOTES = {"barrier-unreached-untold", "barriers-apart-untold", "clause-survives-trap", "delay-counts-trans",
                 "delay-skip-short", "delay-unwatched", "event-reserved-untold", "gws-end-free", "high-mask-written",
                 "matrix-exec-untold", "message-vccz-untold", "readonly-untold", "trap-loads-untold", "unused-untold"}
# These run cases that the model refuses. Without an outcome of the model, a target's outcome is not compared.
IGNORED_REFUSALS = {"image-tiling-ignored"}
# These change only the schedules that the search for allowed outcomes runs. A target has no such search.
CHANGED_ORDERS = {name for name in mutants() if name.startswith("order-")}
# These change only what follows a broken rule, which is undefined.
CHANGED_AFTER_VIOLATION = {"violation-masked", "smem-no-violation"}
UNDETECTABLE_MUTANTS = (CHANGED_UNDEFINED_BITS | CHANGED_NOTES | IGNORED_REFUSALS | CHANGED_ORDERS
                        | CHANGED_AFTER_VIOLATION)
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def passing_folder(tmp_path_factory):
    """Folder with a quick certificate of the model."""
    out = tmp_path_factory.mktemp("model")
    assert certify.certify(["model"], ["gfx906"], out, quick=True, jobs=1, show=False) == 0
    return out


@pytest.fixture(scope="module")
def failing_folder(tmp_path_factory):
    """Folder with a quick certificate of some forms of a mutant."""
    out = tmp_path_factory.mktemp("mutant")
    options = dict(quick=True, jobs=2, show=False, only="v_add_f*,v_fma_f*,v_cmp_l*_f*")
    assert certify.certify(["mutant:neg-dropped"], ["gfx906"], out, **options) == 1
    return out


def read_certificate(folder):
    path = next(folder.glob("*.certificate.json"))
    return path, json.loads(path.read_bytes())


class MutantTarget:
    """A mutant as a target that runs in this process."""
    choices = claims = None

    def __init__(self, mutant):
        self.model, self.unexplained = curated_faults.faulty_model(mutant), []
        self.hello = SimpleNamespace(**hello(mutant))

    def run(self, plans):
        return map(self.model.run, plans)


@pytest.fixture(scope="module")
def directed_tests():
    """Directed tests of all certified architectures."""
    return [case for arch in CERTIFIED for case in suite_tasks.suite_cases(arch, "silicon")]


@pytest.fixture(scope="module")
def mutants_by_file():
    """Mutant that a suite file detects, by the file's name."""
    return {suite_files.suite_file_name(path).removesuffix(".s"): suite_files.suite_fault_id(path)
            for path in suite_files.suite_files()}


def first_failure(target, cases):
    """Cause of the first failing case of a quick certification, or None."""
    for pair in differential.pair_up(target, cases):
        if not isinstance(pair, Outcome):
            differential.compare_findings(target, pair)
            if pair.comparison.verdict == "fail":
                return pair.comparison.cause
    for arch in CERTIFIED:
        for form in form_runner.certify_forms(target, arch, range(len(case_sampler.all_forms(arch))), 1, True):
            if form.failed:
                return next(iter(form.causes))
    return None


@pytest.mark.parametrize("mutant", sorted(mutants().keys() - UNDETECTABLE_MUTANTS))
def test_every_mutant_fails(mutant, directed_tests, mutants_by_file):
    cases = sorted(directed_tests, key=lambda case: mutants_by_file[case.name.split(".gfx")[0]] != mutant)
    assert first_failure(MutantTarget(mutant), cases), f"no case detects {mutant}"


@pytest.mark.parametrize("mutant", sorted(CHANGED_NOTES | IGNORED_REFUSALS))
def test_a_note_or_refusal_of_a_directed_test_detects_the_mutant(mutant, directed_tests):
    """Only directed tests that expect a note or a refusal detect such a mutant."""
    faulty = curated_faults.faulty_model(mutant)
    plans = [resolve(case) for case in directed_tests if case.expect]
    detecting_cases = [plan.case for plan in plans if not wants_allowed_outcomes(plan)
                       and not check_expectations(plan, faulty.run(plan)).met]
    assert detecting_cases
    assert all(case.expect.notes or case.expect.status == "unsupported" for case in detecting_cases)


@pytest.mark.parametrize("mutant", sorted(CHANGED_ORDERS))
def test_allowed_outcomes_of_a_directed_test_detect_the_mutant(mutant, directed_tests):
    faulty = curated_faults.faulty_model(mutant)
    plans = [resolve(case) for case in directed_tests if case.expect and "outcomes/" in case.name]
    outcomes = ((plan, add_allowed_outcomes(plan, faulty.run(plan), faulty)) for plan in plans
                if wants_allowed_outcomes(plan))
    assert not all(check_expectations(plan, outcome).met for plan, outcome in outcomes)


def test_the_model_passes_and_covers_every_form(passing_folder):
    path, certificate = read_certificate(passing_folder)
    assert (certificate["verdict"], certificate["profile"]) == ("pass", "manual") and verification.verify(path) == 0
    forms = [form for verdict in certificate["operations"].values() for form in verdict["forms"].values()]
    assert len(forms) == len(case_sampler.all_forms("gfx906"))
    assert sum(form["verdict"] == "pass" for form in forms) > 1300
    assert not any(form["verdict"] in ("fail", "unsupported") for form in forms)
    assert {rule for rule, entry in load().rules.items() if "Vega" in entry["document"]} <= set(certificate["rules"])
    verdicts = [rule["verdict"] for rule in certificate["rules"].values() if rule["cases"]]
    assert verdicts.count("pass") > 0.9 * len(verdicts) > 20 and "fail" not in verdicts
    outcome_verdicts = certificate["outcomes"]
    assert len(outcome_verdicts) > 15 and all(name.startswith("outcomes/") for name in outcome_verdicts)
    assert {verdict["verdict"] for verdict in outcome_verdicts.values()} == {"pass"}
    assert not any(verdict["cut"] for verdict in outcome_verdicts.values())
    assert outcome_verdicts["outcomes/groups"]["results"] == 4 and certificate["leniencies"]["outcome"] > 5
    assert {verdict["verdict"] for verdict in certificate["dispatch"].values()} == {"pass"}
    assert len(certificate["dispatch"]) > 80
    assert certificate["compared_bits"] > 10_000_000 and certificate["coverage"]["states"] > 100_000


def test_cases_of_hardware_hazards_run_with_rules_silicon_only():
    """Cases of hardware hazards that the manuals omit run only with `--rules silicon`."""
    manual, silicon = ({case.name for case in suite_tasks.suite_cases("gfx1100", rules)}
                       for rules in ("manual", "silicon"))
    assert manual < silicon and all("hazards/" in name for name in silicon - manual)
    assert "hazards/mask-write" in silicon - manual and "hazards/cmpx-permlane" not in silicon - manual


def test_allowed_outcomes_give_a_verdict_and_the_reason_of_a_truncated_search(monkeypatch):
    """One case fails with a result that is not allowed. Another case has a truncated search, which the certificate
    explains."""
    suite_cases = {case.name: case for case in suite_tasks.suite_cases("gfx906", "manual")}
    limited = msgspec.structs.replace(suite_cases["outcomes/groups"], name="few", outcomes=4)
    sampled_cases = [suite_cases["outcomes/groups-waited"], limited]
    monkeypatch.setattr(suite_tasks, "suite_cases", lambda arch, rules: sampled_cases)
    monkeypatch.setattr(suite_tasks, "suite_entries", lambda target, failing, options: [])
    result, target = TaskResult(), MutantTarget("low-bit-flipped")
    target.hello.features = [name for name in target.hello.features if name != "findings"]
    suite_tasks.certify_suites(target, "gfx906", result, CertifyOptions(1, True))
    complete, truncated = (result.outcomes[name] for name in ("outcomes/groups-waited", "few"))
    assert (complete.verdict, complete.cause, complete.cut) == ("fail", "outcome", "")
    assert truncated.verdict == "not exercised"
    assert complete.results >= 3 and truncated.results >= 1 and "were not followed" in truncated.cut


def with_new_digest(certificate):
    record = msgspec.convert(certificate, certificate_records.Certificate)
    digest = certificate_records.record_digest(record)
    return certificate_records.to_bytes(msgspec.structs.replace(record, digest=digest))


def remove_operation(certificate):
    certificate["operations"].pop("v_add_f32")


def remove_form(certificate):
    certificate["operations"]["v_add_f32"]["forms"].popitem()


def rename_form(certificate):
    forms = certificate["operations"]["v_add_f32"]["forms"]
    forms["vop4"] = forms.pop("vop3")


def clear_encoding(certificate):
    certificate["operations"]["v_add_f32"]["forms"]["vop2"]["encoding"] = ""


def remove_cases_of_form(certificate):
    form = certificate["operations"]["v_add_f32"]["forms"]["vop2"]
    form.update({"cases": 0, "pass": 0, "compared_bits": 0})


def reduce_cases_of_form(certificate):
    form = certificate["operations"]["v_add_f32"]["forms"]["vop2"]
    form.update({"cases": 1, "pass": 1})


def reduce_states_of_form(certificate):
    certificate["quick"], certificate["coverage"]["promised_states"] = False, 2000
    certificate["operations"]["v_add_f32"]["forms"]["vop2"].update({"cases": 12, "pass": 12, "states": 1999})


def change_form_counts(certificate):
    certificate["operations"]["v_add_f32"]["forms"]["vop2"].update({"pass": 3, "fail": 1})


def change_rule_counts(certificate):
    certificate["rules"]["valu.neg"]["pass"] += 1


def add_unknown_operation(certificate):
    certificate["operations"]["v_add_f33"] = certificate["operations"]["v_add_f32"]


def change_model_digest(certificate):
    certificate["model"] = "0" * 64


def change_verdict(certificate):
    certificate["verdict"] = "fail"


@pytest.mark.parametrize(
    "change,word",
    [
        (remove_operation, "missing: v_add_f32"),
        (remove_form, "missing: v_add_f32 has"),
        (rename_form, "duplicate: v_add_f32 vop4"),
        (clear_encoding, "changed: v_add_f32 vop2: of '', not of vop2"),
        (remove_cases_of_form, "empty: v_add_f32 vop2"),
        (reduce_cases_of_form, "short: v_add_f32 vop2"),
        (reduce_states_of_form, "short: v_add_f32 vop2: 1999 of 2000 states"),
        (change_form_counts, "changed: v_add_f32 vop2"),
        (change_rule_counts, "changed: rule valu.neg"),
        (add_unknown_operation, "duplicate: v_add_f33"),
        (change_model_digest, "changed: made with other model"),
        (change_verdict, "changed: the certificate says fail"),
    ],
)
def test_verify_reports_a_change_despite_a_new_digest(passing_folder, tmp_path, capsys, change, word):
    certificate = read_certificate(passing_folder)[1]
    change(certificate)
    path = tmp_path / "x.json"
    path.write_bytes(with_new_digest(certificate))
    assert verification.verify(path) == 1 and word in capsys.readouterr().out


def test_verify_reports_changed_bytes_and_duplicate_keys_and_refuses_other_files(passing_folder, tmp_path, capsys):
    text, path = read_certificate(passing_folder)[0].read_text(), tmp_path / "x.json"
    path.write_text(re.sub(r'"compared_bits": (\d)', r'"compared_bits": 1\1', text, count=1))
    assert verification.verify(path) == 1 and "changed: its contents" in capsys.readouterr().out
    path.write_text(text.replace('"v_add_f32": {', '"v_add_f32": {"verdict": "pass", "forms": {}}, "v_add_f32": {', 1))
    assert verification.verify(path) == 1 and "duplicate: v_add_f32 is given twice" in capsys.readouterr().out
    for invalid_text in ("", "{}", "[1]", text[:1000]):
        path.write_text(invalid_text)
        with pytest.raises(CaseError):
            verification.verify(path)


def test_failing_cases_are_minimal_and_replayable(failing_folder, capsys):
    path, certificate = read_certificate(failing_folder)
    assert certificate["verdict"] == "fail" and verification.verify(path) == 0
    operations = {failure["operation"] for failure in certificate["failures"]}
    assert len(certificate["failures"]) > 5 and operations - {""}
    failures = [failure for failure in certificate["failures"] if failure["operation"]]
    assert all("neg" in line or "-" in line for failure in failures for line in failure["assembly"][:1])
    shrunk = [failure for failure in failures if failure["state"].get("exec") == 1]
    assert shrunk and min(len(failure["state"].keys() - set(KEPT)) for failure in shrunk) <= 4
    bundle = failing_folder / certificate["failures"][-1]["file"]
    assert verification.replay(bundle, "mutant:neg-dropped") == 1 and verification.replay(bundle, "model") == 0
    last = certificate["failures"][-1]
    assert last["expected"] and last["got"] and str(bundle) in last["replay"]
    capsys.readouterr()


def test_pages_are_small_and_load_nothing(passing_folder, failing_folder):
    for folder in (passing_folder, failing_folder):
        text = (folder / "index.html").read_text()
        assert len(text) < 1 << 20 and "v_add_f32" in text
        assert not re.search(r"https?://|<script src|stylesheet|<img|url\(|@import", text)
    assert "assay replay" in text and "expected" in text


def test_chunks_contain_every_form_once():
    numbers = sorted(number for chunk in form_runner.strided_chunks(1866, 72) for number in chunk)
    assert numbers == list(range(1866))


def test_verdicts_do_not_depend_on_jobs_or_selection(passing_folder, tmp_path):
    """Certificates of one seed are equal for any number of jobs and any selection of forms."""
    certify.certify(["model"], ["gfx906"], tmp_path, quick=True, jobs=2, show=False, only="vop2:*,sopc:*,ds:*")
    complete, selected = (read_certificate(folder)[1]["operations"] for folder in (passing_folder, tmp_path))
    assert len(selected) > 100
    for name, verdict in selected.items():
        assert verdict["forms"] == {form: complete[name]["forms"][form] for form in verdict["forms"]}


SILENT_ADAPTER = """
import time
from assay.harness.protocol.adapter import serve
from assay.harness.adapter_check.bad_adapter import hello
serve(hello("silent"), lambda case, seconds: time.sleep(60))
"""


def test_a_hanging_target_gets_a_verdict_for_every_form():
    """After a few timeouts in a task its remaining forms fail without running."""
    with process_target.ProcessTarget("silent", [sys.executable, "-c", SILENT_ADAPTER], case_seconds=0.3) as target:
        results = form_runner.certify_forms(target, "gfx906", list(range(0, 1866, 60)), 1, True)
    failing_forms = [form for form in results if form.verdict == "fail"]
    timeouts = sum(form.causes["timeout"] for form in failing_forms)
    assert len(failing_forms) > 15 and timeouts >= form_runner.MAX_UNANSWERED_CASES
    assert any(form.causes["not run: the target does not answer"] for form in failing_forms)
    assert not any(form.passed for form in results)


def test_directed_tests_stop_waiting_for_a_hanging_target(monkeypatch):
    """The search for the failing instruction also ends."""
    sampled_cases = suite_tasks.suite_cases("gfx906", "manual")[::16]
    monkeypatch.setattr(suite_tasks, "suite_cases", lambda arch, rules: sampled_cases)
    with process_target.ProcessTarget("silent", [sys.executable, "-c", SILENT_ADAPTER], case_seconds=0.3) as target:
        result = TaskResult()
        suite_tasks.certify_suites(target, "gfx906", result, CertifyOptions(1, True))
    assert len(result.failures) > 50 and {entry["way"] for entry in result.failures} == {"timeout: no answer"}
    assert sum(bool(entry["at"]) for entry in result.failures) <= suite_tasks.MAX_ENDED_CASES and target.restarts < 20
    assert not any(counts["pass"] for counts in result.rules.values())
