"""Claims and profiles: what a target does not claim is left out of the verdict and counted; planning keeps to it."""
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
from . import certify as certificate, form_runner, suite_tasks, verification
from .task_types import CertifyOptions, TaskResult

ADAPTER = """
import sys
from assay.harness.protocol.adapter import serve
from assay.harness.protocol.messages import plan_from_message, result_body
from assay.harness.execution.model_run import Model
from assay.harness.targets.model import hello
from assay.harness.case.disassembly import instruction_listing

model, said = Model(), hello("narrow") | {0}
DEFAULT = 0x3f0

def run(case, seconds):
    plan = plan_from_message(case)
    texts = [text for _, text in instruction_listing(plan.arch, plan.wave, plan.code)]
    states = [plan.state, *plan.wave_states]
    {1}
    return result_body(model.run(plan))
serve(said, run)
"""


def narrow(said, refuses, choices=None):
    """A target that says `said` and then does as `refuses` says; `choices`: of a file."""
    code = ADAPTER.replace("{0}", repr(said)).replace("{1}", refuses)
    return process_target.ProcessTarget("narrow", [sys.executable, "-c", code], choices=choices)


def certified(target, only, arch="gfx1100", quick=True, asked=None):
    return form_runner.certify_forms(target, arch, form_selection.select_forms(only, [arch])[arch], 1, quick, asked)


def test_declared_wave_sizes_are_kept_to():
    """D-82: a target of wave32 loses nothing to wave64."""
    with narrow({"waves": {"gfx1100": [32]}}, "assert plan.wave == 32") as target:
        found = certified(target, "vop2:v_add_f32,vop2:v_and_b32,vop1:v_mov_b32,s_add_u32,global_load_b32,s_branch")
    assert {one.verdict for one in found} == {"pass"} and not any(one.unsupported for one in found)


def test_a_fixed_mode_is_what_cases_start_with():
    """D-90: floats are certified under the only MODE there is."""
    fixed = {"claims": {"mode": {"round": 0, "denorm": 0, "dx10_clamp": 1, "ieee": 1, "fp16_ovfl": 0}}}
    refuses = "assert all(s.scalars.get('mode', 0x300) == 0x300 for s in states)"
    with narrow(fixed, refuses) as target:
        only = "v_add_f32,vop3:v_fma_f16,v_cmp_lt_f32,global_load_b32,v_not_b32,s_add_u32"
        found = certified(target, only, quick=False)
    assert {one.verdict for one in found} == {"pass"}


def test_a_file_goes_before_the_greeting_key_by_key():
    """Who leaves DPP out of a simulator of one MODE does not claim the other MODEs for it."""
    said = {"claims": {"mode": {"round": 0, "denorm": 15}, "waves": {"gfx1100": [32]}, "dispatch": False},
            "choices": {"nan.propagated": "first", "memory.alignment": "dword"}}
    file = {"claims": {"missing": {"modifiers": ["dpp"]}, "mode": {"denorm": 0}}, "memory.alignment": "strict"}
    with narrow(said, "pass", parse_choices({"choices": 1, **file})) as target:
        assert target.claims == Claims(FixedMode(round=0, denorm=0), Missing(["dpp"]), {"gfx1100": [32]}, True, False)
        assert (target.choices.nan_propagated, target.choices.alignment) == ("first", "strict")


@pytest.mark.parametrize(
    "missing, refused",
    [
        ({"modifiers": ["clamp"]}, "any('clamp' in t for t in texts)"),
        ({"modifiers": ["omod"]}, "any('mul:' in t or 'div:' in t for t in texts)"),
        ({"modifiers": ["literal"]}, "any(len(plan.code) > 8 for t in texts)"),
        ({"registers": ["vcc*"]}, "any('vcc' in t for t in texts)"),
    ],
)
def test_what_is_missing_is_not_asked_for(missing, refused):
    with narrow({"claims": {"missing": missing}}, f"assert not {refused}, texts") as target:
        found = certified(target, "vop3:v_add_f32,vop3:v_mul_f32,vop3:v_max_f32")
    assert {one.verdict for one in found} == {"pass"}


def test_missing_operations_and_extensions_are_not_claimed():
    claims = {"claims": {"missing": {"operations": ["v_mul*", "ds:"], "modifiers": ["dpp"]}}}
    with narrow(claims, "assert not any('mul' in t or 'ds_' in t or 'dpp' in t for t in texts)") as target:
        found = certified(target, "v_mul_f32,v_add_f32,ds_add_u32")
    verdicts = {(one.operation, one.form): one.verdict for one in found}
    assert verdicts["v_add_f32", "vop2"] == "pass" and verdicts["v_mul_f32", "vop2"] == "not claimed"
    assert verdicts["ds_add_u32", "ds"] == verdicts["v_add_f32", "dpp"] == "not claimed"


def test_suite_cases_that_are_not_claimed_are_counted_by_rule():
    asked = CertifyOptions(quick=True, profile="compute")
    with narrow({"waves": {"gfx1100": [32]}}, "assert plan.wave == 32") as target:
        share = TaskResult()
        cases = suite_tasks.claimed_plans(target, suite_tasks.suite_cases("gfx1100", "manual"), asked, share)
    assert {plan.wave for plan in cases} == {32} and 300 < len(cases)
    texts = [t for plan in cases for _, t in instruction_listing(plan.arch, plan.wave, plan.code)]
    assert not any(t.startswith(("s_trap", "s_round_mode")) or "HW_REG_MODE" in t and "setreg" in t for t in texts)
    assert sum(count["not claimed"] for count in share.rules.values()) > 50


def test_the_certificate_says_what_was_not_claimed(tmp_path, monkeypatch):
    path = tmp_path / "claims.yaml"
    path.write_text("choices: 1\nclaims:\n  missing:\n    operations: [v_mul*]\n  waves: {gfx1100: [32]}\n")
    status = certificate.certify([f"model,choices={path}"], ["gfx1100"], tmp_path, quick=True, show=False,
                                 only="vop2:v_mul_f32,vop2:v_add_f32")
    file = next(tmp_path.glob("*.certificate.json"))
    one = json.loads(file.read_text())
    assert status == 0 and verification.verify(file) == 0
    assert one["operations"]["v_mul_f32"]["verdict"] == "not claimed"
    assert one["operations"]["v_mul_f32"]["forms"]["vop2"]["not_claimed"] == 1
    assert one["claims"]["missing"]["operations"] == ["v_mul*"] and one["claims"]["waves"] == {"gfx1100": [32]}


@pytest.mark.parametrize(
    "claims, text",
    [
        ({"mode": {"round": 16}}, "mode.round: 16 does not fit 4 bits"),
        ({"mode": {"flush": 1}}, "unknown field `flush`"),
        ({"waves": {"gfx11": [32]}}, "no architecture is called 'gfx11'"),
        ({"waves": {"gfx906": [32]}}, "gfx906 runs waves of 64"),
        ({"waves": {"gfx1100": []}}, "gfx1100 runs waves of 32 and 64"),
        ({"trust": True}, "unknown field `trust`"),
        ({"missing": {"modifiers": ["nonsuch"]}}, "x: missing.modifiers: 'nonsuch' is no .* literal, .* omod"),
        ({"missing": {"registers": ["zz9"]}}, "x: missing.registers: 'zz9' is no register; there are v0"),
        ({"missing": {"operations": ["v_nonsuch"]}}, "x: missing.operations: 'v_nonsuch' chooses nothing"),
    ],
)
def test_claims_that_are_none(claims, text):
    with pytest.raises(CaseError, match=text):
        parse_claims(claims, "x")
    with pytest.raises(CaseError, match=text.replace("x: ", "x: claims: ")):
        parse_choices({"choices": 1, "claims": claims}, "x")


def test_two_claims_are_what_both_claim():
    one = Claims(FixedMode(round=0), Missing(modifiers=["clamp"]), {"gfx1100": [32]}, dispatch=False)
    found = common_claims(one, COMPUTE_CLAIMS)
    assert mode_bits(found) == (0x8003FF, 0x3F0) and found.missing.modifiers == ["clamp", "omod"]
    assert found.waves == {"gfx1100": [32]} and not found.dispatch and found.findings


def test_limits_without_anything_change_no_case():
    form = next(
        f for f in sampler.all_forms("gfx1100") if f.spelling == "v_add_f32" and sampler.variant_name(f) == "vop3"
    )
    plain, same = planner.make_planner(form, 3, True), planner.make_planner(form, 3, True, Limits())
    for _ in range(2):
        one, other = plain.next(), same.next()
        assert one.encoding.code == other.encoding.code and resolve(waves.case_of(one, "x")).code == one.encoding.code


def test_a_waiver_changes_the_verdict_and_nothing_else(tmp_path):
    """docs/howto/waive.md: what is waived still fails, and its certificate holds against itself."""
    adapter = tmp_path / "adapter.py"
    adapter.write_text(ADAPTER.replace("{0}", "{}").replace("{1}", "assert 'v_not' not in texts[0]"))
    waiver = Waiver(operation="v_not_b32", reason="known", link="https://bugs.example.org/1")

    def certify(waivers):
        out = tmp_path / str(len(waivers))
        ended = certificate.certify([f"command:{sys.executable} {adapter}"], ["gfx1100"], out, quick=True, jobs=1,
                                    show=False, only="vop1:v_not_b32,vop1:v_mov_b32", waivers=waivers)
        path = next(out.glob("*.certificate.json"))
        assert verification.verify(path) == 0
        one = json.loads(path.read_text())
        assert one["operations"]["v_not_b32"]["verdict"] == "fail" and one["failures"]
        return ended, one["verdict"]

    assert certify([]) == (1, "fail") and certify([waiver]) == (0, "pass")
