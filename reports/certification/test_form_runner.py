"""The way of generated cases past JSON gives what the case itself gives; targets without waves get them one by one."""
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


def made(arch, mnemonic, number=0):
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
def test_plans_are_what_resolve_makes(arch, mnemonic):
    for number in range(3):
        one = made(arch, mnemonic, number)
        quick, slow = form_cases.plan_case(one, "x"), resolve(wave_batch.case_of(one, "x"))
        model, results = Model(), []
        for plan in (quick, slow):
            plan.observed = plan.observed or [
                "scc", "vcc_lo", "exec_lo", "exec_hi", *(f"v{n}" for n in range(256)), *(f"s{n}" for n in range(98)),
            ]
            sent = msgspec.msgpack.decode(frames.frame(messages.run_message(1, plan, 1.0))[4:])
            results.append((
                model.run(plan).to_dict(),
                {k: v for k, v in sent["case"].items() if k not in ("waves", "state")},
                [sorted(state.items()) for state in (sent["case"]["waves"] or [sent["case"]["state"]])],
            ))
        assert results[0] == results[1]


def test_targets_without_waves_get_them_one_by_one():
    class Hello:
        features, registers = ["state", "registers", "count"], []

    class Target:
        hello, choices, unexplained, most = Hello, None, [], 0

        def run(self, plans):
            for plan in plans:
                Target.most = max(Target.most, plan.waves_per_group)
                yield Model().run(plan)
    number = next(n for n, f in enumerate(case_sampler.all_forms("gfx1100")) if f.mnemonic == "v_mov_b32_e32")
    found = form_runner.certify_forms(Target(), "gfx1100", [number], 1, True)[0]
    assert Target.most == 1 and found.cases == found.passed == 3 * 7 and found.states > 200


def test_a_form_that_fails_keeps_few_cases_and_reaches_nothing():
    """A target that answers with wrong bits: no cell counts."""
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
    number = next(n for n, f in enumerate(case_sampler.all_forms("gfx1100")) if f.mnemonic == "v_xor_b32_e32")
    found = form_runner.certify_forms(Target(), "gfx1100", [number], 1, False)[0]
    assert found.verdict == "fail" and found.states == found.count.cells == 0
    assert len(found.failing) == form_runner.MAX_FAILING_KEPT


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
def test_what_no_register_shows_alone_is_seen_to_be_wrong(arch, fault, mnemonic):
    """Cases of waves that wait for each other, of the share's counts and of exports notice a fault that the model as it
    is does not have."""
    number = next(n for n, f in enumerate(case_sampler.all_forms(arch)) if f.mnemonic == mnemonic)
    with open_target("model") as right, open_target(f"mutant:{fault}") as wrong:
        good, bad = (form_runner.certify_forms(target, arch, [number], 1, True)[0] for target in (right, wrong))
    assert (good.verdict, good.passed, good.cases) == ("pass", good.cases, 4) and bad.failed


def test_who_does_not_tell_exports_passes_none():
    """It would pass whatever it does with them."""
    number = next(n for n, f in enumerate(case_sampler.all_forms("gfx906")) if f.mnemonic == "exp")
    with open_target("manual") as target:
        assert "exports" not in target.hello.features
        found = form_runner.certify_forms(target, "gfx906", [number], 1, True)[0]
    assert (found.verdict, found.passed) == ("unsupported", 0)
    assert any(cause.startswith("exports:") for cause in found.causes)
