"""What a listing says of the registers: which kind of float the last writer leaves."""
import pytest

from .assembly import assemble
from .pairs import _kinds

pytest.importorskip("assay.model._assay", reason="the model is not built: make setup")


@pytest.mark.parametrize("arch, text, kinds", [
    ("gfx906", "v_add_f32 v1, v2, v3", {1: "f32"}),
    ("gfx906", "v_add_f32 v1, v2, v3\nv_mov_b32 v1, v2", {}),
    ("gfx906", "v_add_f64 v[2:3], v[4:5], v[6:7]", {2: "f64"}),
    ("gfx906", "v_add_f32 v2, v2, v3\nv_add_f64 v[2:3], v[4:5], v[6:7]\nv_mov_b32 v3, v1", {2: "f64"}),
    ("gfx1100", "v_add_f16 v5, v6, v7\nv_add_f32 v4, v2, v3", {5: "f16", 4: "f32"}),
    ("gfx1100", "v_dual_add_f32 v4, v1, v2 :: v_dual_mul_f32 v7, v6, v9", {4: "f32", 7: "f32"}),
    ("gfx1100", "v_add_f32 v7, v2, v3\nv_dual_add_f32 v4, v1, v2 :: v_dual_mov_b32 v7, v6", {4: "f32"}),
    ("gfx1100", "v_add_f32 v1, v2, v3\ns_branch 0", {}),
    ("gfx1100", "v_add_f32 v1, v2, v3\ns_call_b64 s[2:3], 0", {}),
    ("gfx1100", "v_add_f32 v1, v2, v3\ns_setpc_b64 s[2:3]", {}),
    ("gfx1100", "v_add_f32 v1, v2, v3\ns_subvector_loop_end s2, 0", {}),
    ("gfx906", "v_add_f32 v1, v2, v3\ns_cbranch_g_fork s[2:3], s[4:5]", {}),
])
def test_kinds_of_the_last_writers(arch, text, kinds):
    assert _kinds(arch, 64 if arch == "gfx906" else 32, assemble(arch, text, 64 if arch == "gfx906" else 32)) == kinds
