"""Float kinds of registers from a program's listing, and checks of the waves and registers that a target reports."""
import msgspec
import pytest

from ..case.assembler import assemble
from ..protocol.messages import read_outcome, read_result
from ..targets.registry import open_target
from .differential import _kinds, pair_up

pytest.importorskip("assay.model._assay", reason="the model is not built: make setup")


@pytest.mark.parametrize("arch, text, kinds", [
    ("gfx906", "v_add_f32 v1, v2, v3", {1: "f32"}),
    ("gfx906", "v_add_f32 v1, v2, v3\nv_mov_b32 v1, v2", {}),
    ("gfx906", "v_add_f64 v[2:3], v[4:5], v[6:7]", {2: "f64"}),
    ("gfx906", "v_add_f32 v2, v2, v3\nv_add_f64 v[2:3], v[4:5], v[6:7]\nv_mov_b32 v3, v1", {2: "f64"}),
    ("gfx1100", "v_add_f16 v5, v6, v7\nv_add_f32 v4, v2, v3", {5: "f16", 4: "f32"}),
    ("gfx1100", "v_dual_add_f32 v4, v1, v2 :: v_dual_mul_f32 v7, v6, v9", {4: "f32", 7: "f32"}),
    ("gfx1100", "v_add_f32 v7, v2, v3\nv_dual_add_f32 v4, v1, v2 :: v_dual_mov_b32 v7, v6", {4: "f32"}),
    ("gfx1100", "v_add_f32 v1, v2, v3\nv_mul_f32 v1, v2, v3\ns_branch 0", {1: "f32"}),
    ("gfx1100", "v_mov_b32 v1, v2\nv_add_f32 v1, v2, v3\ns_branch 0", {}),
    ("gfx1100", "v_mov_b32 v1, v2\nv_add_f32 v1, v2, v3", {1: "f32"}),
    ("gfx1100", "v_add_f32 v1, v2, v3\nv_add_f16 v1, v2, v3\ns_branch 0", {}),
    ("gfx1100", "v_add_f64 v[2:3], v[4:5], v[6:7]\ns_branch 0", {2: "f64"}),
    ("gfx1100", "v_add_f32 v1, v2, v3\nv_mov_b32 v1, v2\ns_call_b64 s[2:3], 0", {}),
    ("gfx1100", "v_add_f32 v1, v2, v3\nv_mov_b32 v1, v2\ns_setpc_b64 s[2:3]", {}),
    ("gfx1100", "v_add_f32 v1, v2, v3\nv_mov_b32 v1, v2\ns_subvector_loop_end s2, 0", {}),
    ("gfx906", "v_add_f32 v1, v2, v3\nv_mov_b32 v1, v2\ns_cbranch_g_fork s[2:3], s[4:5]", {}),
])
def test_float_kinds_of_last_writers(arch, text, kinds):
    assert _kinds(arch, 64 if arch == "gfx906" else 32, assemble(arch, text, 64 if arch == "gfx906" else 32)) == kinds


THREE = {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_PGM_RSRC2": 1 << 7, "COMPUTE_DIM_X": 3, "COMPUTE_START_X": 1}


@pytest.mark.parametrize("initiator, groups", [(1, [1, 2]), (0, [])])
def test_dispatch_registers_determine_the_waves_to_report(initiator, groups):
    """There are two groups from START to DIM, and none without SHADER_EN (register list). s0 is the group index."""
    registers = THREE | {"COMPUTE_DISPATCH_INITIATOR": initiator}
    one = {"assay": 1, "arch": "gfx906", "code": "000080bf", "registers": registers, "observe": {"registers": ["s0"]}}
    with open_target("model") as target:
        pair = next(pair_up(target, [one]))
    assert [wave.scalars["s0"] for wave in pair.target.waves or pair.model.waves] == groups
    for count in range(4):
        waves = [{"registers": {"s0": n}} for n in range(count)]
        body = msgspec.msgpack.encode({"type": "result", "id": 1, "status": "ok", "waves": waves})
        assert read_outcome(read_result(body), pair.plan).status == ("ok" if count == len(groups) else "short")
    assert pair.target.status == "ok"


WIDE = {"s0": 1, "vcc_lo": 5, "exec_lo": 0x3, "scc": 1, "m0": 7, "s1": 0xFFFFFFFF}


@pytest.mark.parametrize("name", WIDE)
@pytest.mark.parametrize("error", [1 << 32, -1 << 32, 1 << 63], ids=["wide", "negative", "high"])
def test_a_scalar_wider_than_a_dword_is_refused(name, error):
    """The low 32 bits of the value are right. A simulator in Python gives such a value if it does not truncate a sum.
    """
    case = {"assay": 1, "arch": "gfx1100", "code": "000080bf", "state": WIDE, "observe": {"registers": list(WIDE)}}
    with open_target("model") as target:
        pair = next(pair_up(target, [case]))
    assert pair.comparison.verdict == "pass"
    plan, equal = pair.plan, pair.plan.expected_result
    # by the shortcut of equal answers, and without it
    for plan.expected_result in (equal, None):
        for values, status in ((WIDE, "ok"), (WIDE | {name: WIDE[name] + error}, "short")):
            body = msgspec.msgpack.encode({"type": "result", "id": 1, "status": "ok", "waves": [{"registers": values}]})
            outcome = read_outcome(read_result(body, plan), plan)
            assert (outcome.status, name in (outcome.text or "")) == (status, status == "short")


@pytest.mark.parametrize("state", [{}, {"v1": [1] * 64}], ids=["shape", "wide"])
def test_messages_reach_a_target_however_its_cases_run(state):
    code = assemble("gfx906", "s_mov_b32 s0, 1\ns_sendmsg sendmsg(MSG_INTERRUPT)\nexp mrt0 v1, v1, v1, v1 done vm")
    case = {"assay": 1, "arch": "gfx906", "code": code.hex()}
    cases = [case | {"state": state | {"m0": n, "exec": 1}} for n in range(3)]
    with open_target("model") as model:
        found = list(pair_up(model, cases))
    assert [(pair.comparison.verdict, pair.target.messages[0]["payload"], len(pair.target.exports)) for pair in found] \
        == [("pass", hex(n), 1) for n in range(3)]
