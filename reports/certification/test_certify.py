"""Certification end to end: the model certifies itself, every deliberate fault is found, certificates hold against
tampering, failures replay."""
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
from ...harness.execution.outcome import Outcome
from ...harness.execution.allowed_outcomes import wants_allowed_outcomes
from ...harness.faults import curated_faults
from ...harness.targets import process_target
from ...harness.targets.model import hello
from ...harness.targets.registry import mutants
from ...spec import CERTIFIED, load
from ..diagnosis.listing import KEPT
from ..export import certificate_records
from . import certify, form_runner, suite_tasks, verification
from .task_types import CertifyOptions, TaskResult

# These change which values are open, and no value: a target does not say what is open to it, so these are right.
OF_OPEN = {"corners-ignored", "cycles-wide", "discard-ignored", "message-vccz-for-good", "message-vccz-forgotten",
           "message-vccz-in-status", "open-unsaid", "status-all-open", "status-nothing-open", "trap-open-passes",
           "vccz-half-closed", "write-back-ignored"}
# These change what is noted of programs that are right, and no value: a note is no broken rule, and no target owes one.
OF_NOTES = {"barrier-unreached-untold", "barriers-apart-untold", "clause-survives-trap", "delay-skip-short",
            "delay-unwatched", "event-reserved-untold", "gws-end-free", "high-mask-written", "matrix-exec-untold",
            "message-vccz-untold", "readonly-untold", "trap-loads-untold", "unused-untold"}
# These carry out what the model refuses by name: where the model has no answer, a target's own is held against none.
OF_REFUSALS = {"image-tiling-ignored"}
# These change which orders are tried for the results that the rules allow, and no run: a target has no such search.
OF_ORDERS = {name for name in mutants() if name.startswith("order-")}
# These change what follows a broken rule, which no target owes.
OF_BROKEN = {"violation-masked", "smem-no-violation"}
UNJUDGED = OF_OPEN | OF_NOTES | OF_REFUSALS | OF_ORDERS | OF_BROKEN
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def passed(tmp_path_factory):
    """A quick certificate of the model itself."""
    out = tmp_path_factory.mktemp("model")
    assert certify.certify(["model"], ["gfx906"], out, quick=True, jobs=1, show=False) == 0
    return out


@pytest.fixture(scope="module")
def failed(tmp_path_factory):
    """A quick certificate of some forms of a mutant."""
    out = tmp_path_factory.mktemp("mutant")
    keys = dict(quick=True, jobs=2, show=False, only="v_add_f*,v_fma_f*,v_cmp_l*_f*")
    assert certify.certify(["mutant:neg-dropped"], ["gfx906"], out, **keys) == 1
    return out


def read(folder):
    path = next(folder.glob("*.certificate.json"))
    return path, json.loads(path.read_bytes())


class Within:
    """A mutant as a target in this process: what is held against it is what a certification holds against a target."""
    choices = claims = None

    def __init__(self, mutant):
        self.model, self.unexplained = curated_faults.faulty_model(mutant), []
        self.hello = SimpleNamespace(**hello(mutant))

    def run(self, plans):
        return map(self.model.run, plans)


@pytest.fixture(scope="module")
def by_hand():
    """The cases by hand of a certification."""
    return [case for arch in CERTIFIED for case in suite_tasks.suite_cases(arch, "silicon")]


@pytest.fixture(scope="module")
def meant():
    """{name of a file of cases: the mutant that they find}"""
    return {suite_files.suite_file_name(path).removesuffix(".s"): suite_files.suite_fault_id(path)
            for path in suite_files.suite_files()}


def first_failure(target, cases):
    """The cause of the first failing case of a quick certification, None when there is none."""
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


@pytest.mark.parametrize("mutant", sorted(mutants().keys() - UNJUDGED))
def test_every_mutant_fails(mutant, by_hand, meant):
    cases = sorted(by_hand, key=lambda case: meant[case.name.split(".gfx")[0]] != mutant)       # those first
    assert first_failure(Within(mutant), cases), f"nothing finds {mutant}"


@pytest.mark.parametrize("mutant", sorted(OF_NOTES | OF_REFUSALS))
def test_what_no_certificate_judges_is_told_by_a_case(mutant, by_hand):
    """The cases that see such a mutant are of the suites, and each expects a note, or that the model refuses."""
    faulty = curated_faults.faulty_model(mutant)
    plans = [resolve(case) for case in by_hand if case.expect]
    sees = [plan.case for plan in plans if not wants_allowed_outcomes(plan)
            and not check_expectations(plan, faulty.run(plan)).met]
    assert sees and all(case.expect.notes or case.expect.status == "unsupported" for case in sees)


@pytest.mark.parametrize("mutant", sorted(OF_ORDERS))
def test_what_no_run_has_is_told_by_a_set_of_results(mutant, by_hand):
    faulty = curated_faults.faulty_model(mutant)
    plans = [resolve(case) for case in by_hand if case.expect and "outcomes/" in case.name]
    outcomes = ((plan, add_allowed_outcomes(plan, faulty.run(plan), faulty)) for plan in plans
                if wants_allowed_outcomes(plan))
    assert not all(check_expectations(plan, outcome).met for plan, outcome in outcomes)


def test_the_model_passes_and_covers_every_form(passed):
    path, one = read(passed)
    assert (one["verdict"], one["profile"]) == ("pass", "manual") and verification.verify(path) == 0
    forms = [form for held in one["operations"].values() for form in held["forms"].values()]
    assert len(forms) == len(case_sampler.all_forms("gfx906")) and sum(f["verdict"] == "pass" for f in forms) > 1300
    assert not any(f["verdict"] in ("fail", "unsupported") for f in forms)
    assert {rule for rule, said in load().rules.items() if "Vega" in said["document"]} <= set(one["rules"])
    verdicts = [rule["verdict"] for rule in one["rules"].values() if rule["cases"]]
    assert verdicts.count("pass") > 0.9 * len(verdicts) > 20 and "fail" not in verdicts
    sets = one["outcomes"]
    assert len(sets) > 15 and all(name.startswith("outcomes/") for name in sets)
    assert {held["verdict"] for held in sets.values()} == {"pass"} and not any(held["cut"] for held in sets.values())
    assert sets["outcomes/groups"]["results"] == 4 and one["leniencies"]["outcome"] > 5
    assert {held["verdict"] for held in one["dispatch"].values()} == {"pass"} and len(one["dispatch"]) > 80
    assert one["compared_bits"] > 10_000_000 and one["coverage"]["states"] > 100_000


def test_cases_of_silicon_are_asked_for():
    """A suite case that watches what hardware needs beyond the manuals runs for `--rules silicon` alone."""
    manual, silicon = ({case.name for case in suite_tasks.suite_cases("gfx1100", rules)}
                       for rules in ("manual", "silicon"))
    assert manual < silicon and all("hazards/" in name for name in silicon - manual)
    assert "hazards/mask-write" in silicon - manual and "hazards/cmpx-permlane" not in silicon - manual


def test_outcome_sets_tell_what_became_of_a_target(monkeypatch):
    """A result that is none of the set, and a set that was cut."""
    held = {case.name: case for case in suite_tasks.suite_cases("gfx906", "manual")}
    few = msgspec.structs.replace(held["outcomes/groups"], name="few", outcomes=4)
    monkeypatch.setattr(suite_tasks, "suite_cases", lambda arch, rules: [held["outcomes/groups-waited"], few])
    monkeypatch.setattr(suite_tasks, "suite_entries", lambda target, failing, asked: [])
    share, target = TaskResult(), Within("low-bit-flipped")
    target.hello.features = [name for name in target.hello.features if name != "findings"]
    suite_tasks.certify_suites(target, "gfx906", share, CertifyOptions(1, True))
    whole, cut = (share.outcomes[name] for name in ("outcomes/groups-waited", "few"))
    assert (whole.verdict, whole.cause, whole.cut, cut.verdict) == ("fail", "outcome", "", "not exercised")
    assert whole.results >= 3 and cut.results >= 1 and "were not followed" in cut.cut


def resealed(one):
    record = msgspec.convert(one, certificate_records.Certificate)
    digest = certificate_records.record_digest(record)
    return certificate_records.to_bytes(msgspec.structs.replace(record, digest=digest))


def drop_operation(one):
    one["operations"].pop("v_add_f32")


def drop_form(one):
    one["operations"]["v_add_f32"]["forms"].popitem()


def other_form(one):
    forms = one["operations"]["v_add_f32"]["forms"]
    forms["vop4"] = forms.pop("vop3")


def other_encoding(one):
    one["operations"]["v_add_f32"]["forms"]["vop2"]["encoding"] = ""


def empty_form(one):
    form = one["operations"]["v_add_f32"]["forms"]["vop2"]
    form.update({"cases": 0, "pass": 0, "compared_bits": 0})


def short_form(one):
    form = one["operations"]["v_add_f32"]["forms"]["vop2"]
    form.update({"cases": 1, "pass": 1})


def few_states(one):
    one["quick"], one["coverage"]["promised_states"] = False, 2000
    one["operations"]["v_add_f32"]["forms"]["vop2"].update({"cases": 12, "pass": 12, "states": 1999})


def nicer_form(one):
    one["operations"]["v_add_f32"]["forms"]["vop2"].update({"pass": 3, "fail": 1})


def nicer_rule(one):
    one["rules"]["valu.neg"]["pass"] += 1


def unknown_operation(one):
    one["operations"]["v_add_f33"] = one["operations"]["v_add_f32"]


def other_model(one):
    one["model"] = "0" * 64


def other_verdict(one):
    one["verdict"] = "fail"


@pytest.mark.parametrize(
    "change,word",
    [
        (drop_operation, "missing: v_add_f32"),
        (drop_form, "missing: v_add_f32 has"),
        (other_form, "duplicate: v_add_f32 vop4"),
        (other_encoding, "changed: v_add_f32 vop2: of '', not of vop2"),
        (empty_form, "empty: v_add_f32 vop2"),
        (short_form, "short: v_add_f32 vop2"),
        (few_states, "short: v_add_f32 vop2: 1999 of 2000 states"),
        (nicer_form, "changed: v_add_f32 vop2"),
        (nicer_rule, "changed: rule valu.neg"),
        (unknown_operation, "duplicate: v_add_f33"),
        (other_model, "changed: made with other model"),
        (other_verdict, "changed: the certificate says fail"),
    ],
)
def test_verify_finds_what_was_done_even_under_a_new_digest(passed, tmp_path, capsys, change, word):
    one = read(passed)[1]
    change(one)
    path = tmp_path / "x.json"
    path.write_bytes(resealed(one))
    assert verification.verify(path) == 1 and word in capsys.readouterr().out


def test_verify_finds_a_changed_byte_a_double_key_and_refuses_nonsense(passed, tmp_path, capsys):
    text, path = read(passed)[0].read_text(), tmp_path / "x.json"
    path.write_text(re.sub(r'"compared_bits": (\d)', r'"compared_bits": 1\1', text, count=1))
    assert verification.verify(path) == 1 and "changed: its contents" in capsys.readouterr().out
    path.write_text(text.replace('"v_add_f32": {', '"v_add_f32": {"verdict": "pass", "forms": {}}, "v_add_f32": {', 1))
    assert verification.verify(path) == 1 and "duplicate: v_add_f32 is given twice" in capsys.readouterr().out
    for nonsense in ("", "{}", "[1]", text[:1000]):
        path.write_text(nonsense)
        with pytest.raises(CaseError):
            verification.verify(path)


def test_failures_are_small_and_replay(failed, capsys):
    path, one = read(failed)
    assert one["verdict"] == "fail" and verification.verify(path) == 0
    names = {f["operation"] for f in one["failures"]}
    assert len(one["failures"]) > 5 and names - {""}
    assert all("neg" in line or "-" in line for f in one["failures"] if f["operation"] for line in f["assembly"][:1])
    shrunk = [f for f in one["failures"] if f["operation"] and f["state"].get("exec") == 1]
    assert shrunk and min(len(f["state"].keys() - set(KEPT)) for f in shrunk) <= 4
    bundle = failed / one["failures"][-1]["file"]
    assert verification.replay(bundle, "mutant:neg-dropped") == 1 and verification.replay(bundle, "model") == 0
    assert (
        one["failures"][-1]["expected"] and one["failures"][-1]["got"] and str(bundle) in one["failures"][-1]["replay"]
    )
    capsys.readouterr()


def test_pages_are_small_and_ask_for_nothing(passed, failed):
    for folder in (passed, failed):
        text = (folder / "index.html").read_text()
        assert len(text) < 1 << 20 and "v_add_f32" in text
        assert not re.search(r"https?://|<script src|stylesheet|<img|url\(|@import", text)
    assert "assay replay" in text and "expected" in text


def test_shares_deal_out_every_form_once():
    dealt = sorted(n for part in form_runner.strided_chunks(1866, 72) for n in part)
    assert dealt == list(range(1866))


def test_the_same_seed_gives_the_same_certificate(passed, tmp_path):
    """For any number of jobs, and whatever else is asked for."""
    certify.certify(["model"], ["gfx906"], tmp_path, quick=True, jobs=2, show=False, only="vop2:*,sopc:*,ds:*")
    whole, part = (read(folder)[1]["operations"] for folder in (passed, tmp_path))
    assert len(part) > 100
    for name, held in part.items():
        assert held["forms"] == {form: whole[name]["forms"][form] for form in held["forms"]}


SILENT = """
import time
from assay.harness.protocol.adapter import serve
from assay.harness.adapter_check.bad_adapter import hello
serve(hello("silent"), lambda case, seconds: time.sleep(60))
"""


def test_a_target_that_hangs_ends_in_a_verdict():
    """Four timeouts end a share: what is left of it fails by name, nothing is lost."""
    with process_target.ProcessTarget("silent", [sys.executable, "-c", SILENT], case_seconds=0.3) as target:
        found = form_runner.certify_forms(target, "gfx906", list(range(0, 1866, 60)), 1, True)
    failed = [form for form in found if form.verdict == "fail"]
    assert len(failed) > 15 and sum(form.causes["timeout"] for form in failed) >= form_runner.MAX_UNANSWERED_CASES
    assert any(form.causes["not run: the target does not answer"] for form in failed) and not any(
        form.passed for form in found
    )


def test_cases_by_hand_do_not_wait_for_a_target_that_hangs(monkeypatch):
    """Nor does what is looked into of them."""
    some = suite_tasks.suite_cases("gfx906", "manual")[::16]
    monkeypatch.setattr(suite_tasks, "suite_cases", lambda arch, rules: some)
    with process_target.ProcessTarget("silent", [sys.executable, "-c", SILENT], case_seconds=0.3) as target:
        share = TaskResult()
        suite_tasks.certify_suites(target, "gfx906", share, CertifyOptions(1, True))
    assert len(share.failures) > 50 and {one["way"] for one in share.failures} == {"timeout: no answer"}
    assert sum(bool(one["at"]) for one in share.failures) <= suite_tasks.MAX_ENDED_CASES and target.restarts < 20
    assert not any(counts["pass"] for counts in share.rules.values())
