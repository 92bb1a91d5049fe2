"""Certification of targets that need the wrapper: the model passes as a GPU behind a runtime."""
import sys

import pytest

from ...generators.instructions import form_selection
from ...harness.targets import process_target
from ...harness.targets.registry import open_target
from . import form_runner

pytest.importorskip("assay.model._assay", reason="the model is not built: make setup")

COMMON = "s_abs_i32,s_getpc_b64,s_swappc_b64,s_branch,ds_add_u32,ds_*_b64,vop2:v_add_f16,vop3:v_fma_f32,v_cmpx_lt_u32"
SELECTIONS = {
    "gfx906": f"{COMMON},s_cbranch_i_fork,s_cbranch_g_fork,s_set_gpr_idx_on,s_setvskip,s_atomic_*,s_buffer_atomic_*",
    "gfx1100": f"{COMMON},s_subvector_loop_begin,lds_*,v_dual_add_f32",
}
CODE_ADDRESS_OPERATIONS = {"s_getpc_b64", "s_swappc_b64", "s_cbranch_i_fork", "s_cbranch_g_fork"}


def certify_selection(target, arch):
    forms = form_selection.select_forms(SELECTIONS[arch], [arch])[arch]
    return form_runner.certify_forms(target, arch, forms, 1, True)


@pytest.mark.parametrize("arch", list(SELECTIONS))
def test_the_model_passes_wrapped(arch):
    with open_target("model:wrapped") as target:
        results = certify_selection(target, arch)
    assert {result.form for result in results if result.verdict != "pass"} == set()
    assert len(results) > 20 and all(result.cases for result in results)


@pytest.mark.parametrize("arch", list(SELECTIONS))
def test_the_model_passes_as_a_target_that_reports_only_memory(arch):
    """The model passes, except that operations on code addresses are unsupported: the address of the code is
    unknown."""
    command = [sys.executable, "-m", "assay.harness.adapter_check.bare_adapter"]
    with process_target.ProcessTarget("bare", command) as target:
        results = certify_selection(target, arch)
    verdicts = {result.operation: result.verdict for result in results}
    unsupported = {name for name, verdict in verdicts.items() if verdict == "unsupported"}
    assert unsupported and unsupported == verdicts.keys() & CODE_ADDRESS_OPERATIONS
    assert set(verdicts.values()) == {"pass", "unsupported"}
