"""Certification of targets that need the wrapper: what a GPU behind a runtime would be told of itself, were it the
model."""
import sys

import pytest

from ...generators.instructions import form_selection
from ...harness.targets import process_target
from ...harness.targets.registry import open_target
from . import form_runner

pytest.importorskip("assay.model._assay", reason="the model is not built: make setup")

BOTH = "s_abs_i32,s_getpc_b64,s_swappc_b64,s_branch,ds_add_u32,ds_*_b64,vop2:v_add_f16,vop3:v_fma_f32,v_cmpx_lt_u32"
ONLY = {
    "gfx906": f"{BOTH},s_cbranch_i_fork,s_cbranch_g_fork,s_set_gpr_idx_on,s_setvskip,s_atomic_*,s_buffer_atomic_*",
    "gfx1100": f"{BOTH},s_subvector_loop_begin,lds_*,v_dual_add_f32",
}
CODE_ADDRESSES = {"s_getpc_b64", "s_swappc_b64", "s_cbranch_i_fork", "s_cbranch_g_fork"}


def certified(target, arch):
    return form_runner.certify_forms(target, arch, form_selection.select_forms(ONLY[arch], [arch])[arch], 1, True)


@pytest.mark.parametrize("arch", list(ONLY))
def test_the_model_passes_wrapped(arch):
    with open_target("model:wrapped") as target:
        found = certified(target, arch)
    assert {one.form for one in found if one.verdict != "pass"} == set()
    assert len(found) > 20 and all(one.cases for one in found)


@pytest.mark.parametrize("arch", list(ONLY))
def test_the_model_passes_where_memory_is_all_it_tells(arch):
    """What has to do with addresses of code is left out, since the code lies anywhere; the rest passes."""
    command = [sys.executable, "-m", "assay.harness.adapter_check.bare_adapter"]
    with process_target.ProcessTarget("bare", command) as target:
        found = certified(target, arch)
    verdicts = {one.operation: one.verdict for one in found}
    here = {name for name in verdicts if name in CODE_ADDRESSES}
    assert here and {name for name, verdict in verdicts.items() if verdict == "unsupported"} == here
    assert set(verdicts.values()) == {"pass", "unsupported"}
