"""Plans of generated cases, with and without conversion to JSON, and verdicts of forms."""
import msgspec
import numpy as np
import pytest

from ...generators.form_coverage import planner, wave_batch
from ...generators.instructions import case_sampler
from ...harness.case.plan import resolve
from ...harness.execution.model_run import Model
from ...harness.protocol import frames, messages
from ...harness.targets.registry import open_target
from . import form_cases, form_runner


def planned_case(arch, mnemonic, number=0):
    plan = planner.make_planner(next(f for f in case_sampler.all_forms(arch) if f.mnemonic == mnemonic), 1, False)
    for _ in range(number):
        plan.next()
    return plan.next()


@pytest.mark.parametrize(
    "arch,mnemonic",
    [
        ("gfx1100", "v_fma_f32"),
        ("gfx1100", "v_add_f64"),
        ("gfx906", "v_add_f32_sdwa"),
        ("gfx906", "s_and_saveexec_b64"),
        ("gfx1100", "v_movrels_b32_e32"),
        ("gfx906", "ds_write_b32"),
        ("gfx1100", "s_branch"),
    ],
)
def test_plan_case_gives_the_same_plans_as_resolve(arch, mnemonic):
    for number in range(3):
        case = planned_case(arch, mnemonic, number)
        direct_plan, resolved_plan = form_cases.plan_case(case, "x"), resolve(wave_batch.to_case(case, "x"))
        model, results = Model(), []
        for plan in (direct_plan, resolved_plan):
            plan.observed = plan.observed or [
                "scc", "vcc_lo", "exec_lo", "exec_hi", *(f"v{n}" for n in range(256)), *(f"s{n}" for n in range(98)),
            ]
            message = msgspec.msgpack.decode(frames.frame(messages.run_message(1, plan, 1.0))[4:])
            results.append((
                model.run(plan).to_dict(),
                {key: value for key, value in message["case"].items() if key not in ("waves", "state")},
                [sorted(state.items()) for state in (message["case"]["waves"] or [message["case"]["state"]])],
            ))
        assert results[0] == results[1]


def test_targets_without_the_feature_waves_get_single_waves():
    class Hello:
        features, registers = ["state", "registers", "count"], []

    class Target:
        hello, choices, unexplained, max_waves = Hello, None, [], 0

        def run(self, plans):
            for plan in plans:
                Target.max_waves = max(Target.max_waves, plan.waves_per_group)
                yield Model().run(plan)
    forms = case_sampler.all_forms("gfx1100")
    number = next(index for index, form in enumerate(forms) if form.mnemonic == "v_mov_b32_e32")
    result = form_runner.certify_forms(Target(), "gfx1100", [number], 1, True)[0]
    assert Target.max_waves == 1 and result.cases == result.passed == 3 * 7 and result.states > 200


def test_a_failing_form_keeps_few_cases_and_covers_nothing():
    """The target returns wrong bits, so no coverage bin counts."""
    class Hello:
        features, registers = ["state", "registers", "waves"], []

    class Target:
        hello, choices, unexplained = Hello, None, []

        def run(self, plans):
            for plan in plans:
                outcome = Model().run(plan)
                for wave in outcome.waves:
                    wave.vectors = {n: row ^ np.uint32(1) for n, row in wave.vectors.items()}
                yield outcome
    number = next(n for n, form in enumerate(case_sampler.all_forms("gfx1100")) if form.mnemonic == "v_xor_b32_e32")
    result = form_runner.certify_forms(Target(), "gfx1100", [number], 1, False)[0]
    assert result.verdict == "fail" and result.states == result.count.cells == 0
    assert len(result.failing) == form_runner.MAX_FAILING_KEPT


@pytest.mark.parametrize("arch,fault,mnemonic", [
    ("gfx906", "gws-barrier-open", "ds_gws_barrier"),
    ("gfx906", "gws-semaphore-open", "ds_gws_sema_p"),
    ("gfx906", "gws-bulk-one", "ds_gws_sema_br"),
    ("gfx906", "export-compressed-plain", "exp"),
    ("gfx1100", "gws-semaphore-open", "ds_gws_sema_release_all"),
    ("gfx1100", "ordered-count-any-turn", "ds_ordered_count"),
    ("gfx1100", "streamout-adds-only", "ds_sub_gs_reg_rtn"),
    ("gfx1100", "export-row-dropped", "exp"),
])
def test_faults_beyond_registers_fail_their_form(arch, fault, mnemonic):
    """Cases of waiting waves, of counters in GDS and of exports detect these mutants."""
    number = next(index for index, form in enumerate(case_sampler.all_forms(arch)) if form.mnemonic == mnemonic)
    with open_target("model") as model, open_target(f"mutant:{fault}") as mutant:
        model_result, mutant_result = (form_runner.certify_forms(target, arch, [number], 1, True)[0]
                                       for target in (model, mutant))
    assert (model_result.verdict, model_result.passed, model_result.cases) == ("pass", model_result.cases, 4)
    assert mutant_result.failed


def test_a_target_without_the_feature_exports_passes_no_export():
    """Without the feature exports the target reports no exports, so the form exp is unsupported."""
    number = next(index for index, form in enumerate(case_sampler.all_forms("gfx906")) if form.mnemonic == "exp")
    with open_target("manual") as target:
        assert "exports" not in target.hello.features
        result = form_runner.certify_forms(target, "gfx906", [number], 1, True)[0]
    assert (result.verdict, result.passed) == ("unsupported", 0)
    assert any(cause.startswith("exports:") for cause in result.causes)
