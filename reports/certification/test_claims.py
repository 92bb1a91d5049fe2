"""Declared support and profiles: cases outside of them do not run, and the certificate counts them as not claimed."""
import json
import sys

import pytest

from ...generators.form_coverage import planner, wave_batch as waves
from ...generators.form_coverage.case_limits import Limits
from ...generators.instructions import case_sampler as sampler, form_selection
from ...harness.case.case_types import CaseError
from ...harness.case.choices import (
    COMPUTE_CLAIMS, Claims, FixedMode, Missing, common_claims, mode_bits, parse_choices, parse_claims,
)
from ...harness.case.disassembly import instruction_listing
from ...harness.case.plan import resolve
from ...harness.targets import process_target
from ..export.certificate_records import Waiver
from . import certify as certification, form_runner, suite_tasks, verification
from .task_types import CertifyOptions, TaskResult

ADAPTER = """
import sys
from assay.harness.protocol.adapter import serve
from assay.harness.protocol.messages import plan_from_message, result_body
from assay.harness.execution.model_run import Model
from assay.harness.targets.model_child import hello
from assay.harness.case.disassembly import instruction_listing

model, hello_message = Model(), hello("narrow") | {0}
DEFAULT = 0x3f0

def run(case, seconds):
    plan = plan_from_message(case)
    texts = [text for _, text in instruction_listing(plan.arch, plan.wave, plan.code)]
    states = [plan.state, *plan.wave_states]
    {1}
    return result_body(model.run(plan))
serve(hello_message, run)
"""


def open_restricted_target(hello_changes, statement, choices=None):
    """Process target with changed hello fields that runs a Python statement before each case. `choices`: content of a
    choices file."""
    code = ADAPTER.replace("{0}", repr(hello_changes)).replace("{1}", statement)
    return process_target.ProcessTarget("narrow", [sys.executable, "-c", code], choices=choices)


def certify_selection(target, selection, arch="gfx1100", quick=True, options=None):
    forms = form_selection.select_forms(selection, [arch])[arch]
    return form_runner.certify_forms(target, arch, forms, 1, quick, options)


def test_only_declared_wave_sizes_run():
    """Decision D-82: a target of wave32 passes without wave64."""
    with open_restricted_target({"waves": {"gfx1100": [32]}}, "assert plan.wave == 32") as target:
        selection = "vop2:v_add_f32,vop2:v_and_b32,vop1:v_mov_b32,s_add_u32,global_load_b32,s_branch"
        results = certify_selection(target, selection)
    assert {result.verdict for result in results} == {"pass"} and not any(result.unsupported for result in results)


def test_cases_start_with_the_declared_mode():
    """Decision D-90: a target with a fixed MODE can still pass float operations."""
    hello_changes = {"claims": {"mode": {"round": 0, "denorm": 0, "dx10_clamp": 1, "ieee": 1, "fp16_ovfl": 0}}}
    statement = "assert all(s.scalars.get('mode', 0x300) == 0x300 for s in states)"
    with open_restricted_target(hello_changes, statement) as target:
        selection = "v_add_f32,vop3:v_fma_f16,v_cmp_lt_f32,global_load_b32,v_not_b32,s_add_u32"
        results = certify_selection(target, selection, quick=False)
    assert {result.verdict for result in results} == {"pass"}


def test_a_file_overrides_choices_of_the_hello_key_by_key():
    """Fields that the file does not set keep the value of the hello message."""
    hello_changes = {"claims": {"mode": {"round": 0, "denorm": 15}, "waves": {"gfx1100": [32]}, "dispatch": False},
                     "choices": {"nan.propagated": "first", "memory.alignment": "dword"}}
    file_choices = {"claims": {"missing": {"modifiers": ["dpp"]}, "mode": {"denorm": 0}}, "memory.alignment": "strict"}
    with open_restricted_target(hello_changes, "pass", parse_choices({"choices": 1, **file_choices})) as target:
        assert target.claims == Claims(FixedMode(round=0, denorm=0), Missing(["dpp"]), {"gfx1100": [32]}, True, False)
        assert (target.choices.nan_propagated, target.choices.alignment) == ("first", "strict")


@pytest.mark.parametrize(
    "missing, unexpected",
    [
        ({"modifiers": ["clamp"]}, "any('clamp' in t for t in texts)"),
        ({"modifiers": ["omod"]}, "any('mul:' in t or 'div:' in t for t in texts)"),
        ({"modifiers": ["literal"]}, "any(len(plan.code) > 8 for t in texts)"),
        ({"registers": ["vcc*"]}, "any('vcc' in t for t in texts)"),
    ],
)
def test_missing_modifiers_and_registers_are_not_used(missing, unexpected):
    with open_restricted_target({"claims": {"missing": missing}}, f"assert not {unexpected}, texts") as target:
        results = certify_selection(target, "vop3:v_add_f32,vop3:v_mul_f32,vop3:v_max_f32")
    assert {result.verdict for result in results} == {"pass"}


def test_missing_operations_and_extensions_are_not_claimed():
    claims = {"claims": {"missing": {"operations": ["v_mul*", "ds:"], "modifiers": ["dpp"]}}}
    statement = "assert not any('mul' in t or 'ds_' in t or 'dpp' in t for t in texts)"
    with open_restricted_target(claims, statement) as target:
        results = certify_selection(target, "v_mul_f32,v_add_f32,ds_add_u32")
    verdicts = {(result.operation, result.form): result.verdict for result in results}
    assert verdicts["v_add_f32", "vop2"] == "pass" and verdicts["v_mul_f32", "vop2"] == "not claimed"
    assert verdicts["ds_add_u32", "ds"] == verdicts["v_add_f32", "dpp"] == "not claimed"


def test_suite_cases_that_are_not_claimed_are_counted_by_rule():
    options = CertifyOptions(quick=True, profile="compute")
    with open_restricted_target({"waves": {"gfx1100": [32]}}, "assert plan.wave == 32") as target:
        result = TaskResult()
        plans = suite_tasks.claimed_plans(target, suite_tasks.suite_cases("gfx1100", "manual"), options, result)
    assert {plan.wave for plan in plans} == {32} and 300 < len(plans)
    texts = [text for plan in plans for _, text in instruction_listing(plan.arch, plan.wave, plan.code)]
    assert not any(text.startswith(("s_trap", "s_round_mode")) for text in texts)
    assert not any("HW_REG_MODE" in text and "setreg" in text for text in texts)
    assert sum(count["not claimed"] for count in result.rules.values()) > 50


def test_a_certificate_contains_claims_and_unclaimed_forms(tmp_path, monkeypatch):
    path = tmp_path / "claims.yaml"
    path.write_text("choices: 1\nclaims:\n  missing:\n    operations: [v_mul*]\n  waves: {gfx1100: [32]}\n")
    status = certification.certify([f"model,choices={path}"], ["gfx1100"], tmp_path, quick=True, show=False,
                                   only="vop2:v_mul_f32,vop2:v_add_f32")
    certificate_path = next(tmp_path.glob("*.certificate.json"))
    certificate = json.loads(certificate_path.read_text())
    assert status == 0 and verification.verify(certificate_path) == 0
    assert certificate["operations"]["v_mul_f32"]["verdict"] == "not claimed"
    assert certificate["operations"]["v_mul_f32"]["forms"]["vop2"]["not_claimed"] == 1
    assert certificate["claims"]["missing"]["operations"] == ["v_mul*"]
    assert certificate["claims"]["waves"] == {"gfx1100": [32]}


@pytest.mark.parametrize(
    "claims, text",
    [
        ({"mode": {"round": 16}}, "mode.round: 16 does not fit 4 bits"),
        ({"mode": {"flush": 1}}, "unknown field `flush`"),
        ({"waves": {"gfx11": [32]}}, "no architecture is called 'gfx11'"),
        ({"waves": {"gfx906": [32]}}, "gfx906 runs waves of 64"),
        ({"waves": {"gfx1100": []}}, "gfx1100 runs waves of 32 and 64"),
        ({"trust": True}, "unknown field `trust`"),
        ({"missing": {"modifiers": ["nonsuch"]}}, "x: missing.modifiers: 'nonsuch' is not a .* literal, .* omod"),
        ({"missing": {"registers": ["zz9"]}}, "x: missing.registers: 'zz9' is not a register; there are v0"),
        ({"missing": {"operations": ["v_nonsuch"]}}, "x: missing.operations: 'v_nonsuch' chooses nothing"),
    ],
)
def test_invalid_claims_are_refused(claims, text):
    with pytest.raises(CaseError, match=text):
        parse_claims(claims, "x")
    with pytest.raises(CaseError, match=text.replace("x: ", "x: claims: ")):
        parse_choices({"choices": 1, "claims": claims}, "x")


def test_common_claims_contain_only_what_both_claim():
    claims = Claims(FixedMode(round=0), Missing(modifiers=["clamp"]), {"gfx1100": [32]}, dispatch=False)
    common = common_claims(claims, COMPUTE_CLAIMS)
    assert mode_bits(common) == (0x8003FF, 0x3F0) and common.missing.modifiers == ["clamp", "omod"]
    assert common.waves == {"gfx1100": [32]} and not common.dispatch and common.findings


def test_empty_limits_change_no_case():
    form = next(
        form for form in sampler.all_forms("gfx1100")
        if form.spelling == "v_add_f32" and sampler.variant_name(form) == "vop3"
    )
    unlimited_planner = planner.make_planner(form, 3, True)
    limited_planner = planner.make_planner(form, 3, True, Limits())
    for _ in range(2):
        case, limited_case = unlimited_planner.next(), limited_planner.next()
        assert case.encoding.code == limited_case.encoding.code
        assert resolve(waves.to_case(case, "x")).code == case.encoding.code


def test_a_waiver_changes_only_the_verdict_of_the_certificate(tmp_path):
    """The waived operation still fails, and the certificate passes verification (docs/howto/waive.md)."""
    adapter = tmp_path / "adapter.py"
    adapter.write_text(ADAPTER.replace("{0}", "{}").replace("{1}", "assert 'v_not' not in texts[0]"))
    waiver = Waiver(operation="v_not_b32", reason="known", link="https://bugs.example.org/1")

    def certify(waivers):
        out = tmp_path / str(len(waivers))
        status = certification.certify([f"command:{sys.executable} {adapter}"], ["gfx1100"], out, quick=True, jobs=1,
                                       show=False, only="vop1:v_not_b32,vop1:v_mov_b32", waivers=waivers)
        path = next(out.glob("*.certificate.json"))
        assert verification.verify(path) == 0
        certificate = json.loads(path.read_text())
        assert certificate["operations"]["v_not_b32"]["verdict"] == "fail" and certificate["failures"]
        return status, certificate["verdict"]

    assert certify([]) == (1, "fail") and certify([waiver]) == (0, "pass")
