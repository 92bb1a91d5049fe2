"""Declared choices: the model behaves as declared, so that a target must do so too. Expected values follow from the
definition of each choice."""
import re

import pytest

from ..comparison.differential import pair_up
from ..execution.model_run import Model
from ..targets.registry import open_target
from .assembler import assemble
from .case_types import CaseError
from .choices import parse_choices
from .plan import resolve

pytest.importorskip("assay.model._assay", reason="the model is not built: make setup")

QUIET, OTHER, SIGNALLING = 0x7FC00011, 0xFFC00022, 0x7F800033
ADD = {"op": "v_add_f32 v3, v1, v2", "max": "v_max_f32 v3, v1, v2"}


def outcome(text, declared, arch="gfx1100", **keys):
    """Return the model's outcome of one case under declared choices."""
    case = {"assay": 1, "arch": arch, "wave": 64, "code": assemble(arch, text, 64).hex(), **keys}
    return Model(choices=parse_choices(declared)).run(resolve(case))


@pytest.mark.parametrize("operation", ADD)
@pytest.mark.parametrize(
    "declared, a, b, result",
    [
        ("first", QUIET, OTHER, QUIET),
        ("last", QUIET, OTHER, OTHER),
        ("canonical", QUIET, OTHER, 0x7FC00000),
        ("first", SIGNALLING, OTHER, SIGNALLING | 1 << 22),
        ("last", OTHER, SIGNALLING, SIGNALLING | 1 << 22),
        ("quiet-first", SIGNALLING, OTHER, OTHER),
        ("quiet-first", QUIET, SIGNALLING, QUIET),
        ("quiet-first", QUIET, OTHER, QUIET),
    ],
)
def test_declared_nan_propagation_is_checked(operation, declared, a, b, result):
    """IEEE is off, so that V_MAX has no special rule for signalling NaNs and does not make its result quiet."""
    got = (
        outcome(ADD[operation], {"nan.propagated": declared}, state={"v1": [a] * 64, "v2": [b] * 64, "mode": 0x1F0})
        .waves[0]
        .vectors[3]
    )
    quiet = 1 << 22 if operation == "op" else 0
    assert {int(x) for x in got} == {result if quiet or result in (0x7FC00000, a, b) else result & ~(1 << 22)}


@pytest.mark.parametrize(
    "text, sources, kind, bits",
    [
        ("v_add_f32 v3, v1, v2", (0x7F800000, 0xFF800000), "f32", 0xFFC00000),
        ("v_mul_f16 v3, v1, v2", (0x7C00, 0), "f16", 0xFE01),
        ("v_mul_f64 v[3:4], v[1:2], 0", (0, 0x7FF00000), "f64", 0xFFF8000000000000),
    ],
)
def test_a_declared_generated_nan_is_checked(text, sources, kind, bits):
    state = {"v1": [sources[0]] * 64, "v2": [sources[1]] * 64, "v3": [0] * 64}
    vectors = outcome(text, {"nan.generated": {kind: hex(bits)}}, state=state).waves[0].vectors
    assert int(vectors[3][5]) | int(vectors.get(4, [0] * 6)[5]) << 32 == bits


def lds(text, declared, address, size=64, **keys):
    return outcome(
        f"{text}\ns_waitcnt lgkmcnt(0)", declared, lds=size, lds_bytes=bytes(size).hex(),
        state={"v1": [address] * 64, "v2": list(range(64)), "v3": [7] * 64, "exec": 1, **keys},
        observe={"registers": ["v3"], "lds": True},
    )


def test_declared_lds_out_of_range_is_checked():
    assert int(lds("ds_load_b32 v3, v1", {"lds.out_of_range": "zero"}, 100).waves[0].vectors[3][0]) == 0
    assert lds("ds_load_b32 v3, v1", {"lds.out_of_range": "fault"}, 100).status == "fault"
    assert lds("ds_load_b32 v3, v1", {"lds.out_of_range": "fault"}, 60).status == "ok"


@pytest.mark.parametrize("mode, written", [("unaligned", 6), ("dword", 4), ("strict", None)])
def test_lds_alignment_follows_the_declaration(mode, written):
    """RDNA3 ISA, 12.7: the modes allow any byte address, drop the low bits, or refuse the access."""
    result = lds("ds_store_b32 v1, v2", {"memory.alignment": mode}, 6, v2=[0xAABBCCDD] * 64).lds[0]
    right = bytearray(64)
    if written is not None:
        right[written:written + 4] = bytes.fromhex("ddccbbaa")
    assert result[:64] == bytes(right)


@pytest.mark.parametrize("mode, value", [("unaligned", 0x05040302), ("dword", 0x03020100), ("strict", 0)])
def test_memory_alignment_follows_the_declaration(mode, value):
    result = outcome("global_load_b32 v3, v1, s[2:3]\ns_waitcnt vmcnt(0)", {"memory.alignment": mode},
                     memory=[{"name": "m", "address": "0x200000", "bytes": bytes(range(16)).hex()}],
                     state={"v1": [2] * 64, "s2": 0x200000, "s3": 0, "exec": 1, "v3": [7] * 64})
    assert int(result.waves[0].vectors[3][0]) == value


@pytest.mark.parametrize("declared, winner", [("ascending", 63), ("descending", 0)])
def test_the_winner_of_colliding_lanes_is_declared(declared, winner):
    store = outcome("global_store_b32 v1, v2, s[2:3]\ns_waitcnt_vscnt null, 0x0", {"memory.colliding_lanes": declared},
                    memory=[{"name": "m", "address": "0x200000", "size": 16}], observe={"memory": ["m"]},
                    state={"v1": [4] * 64, "v2": list(range(64)), "s2": 0x200000, "s3": 0})
    assert store.memory[0].data[4] == winner and not store.memory[0].undefined and not store.findings
    assert outcome("global_store_b32 v1, v2, s[2:3]", {}, memory=[{"name": "m", "address": "0x200000", "size": 16}],
                   state={"v1": [4] * 64, "v2": list(range(64)), "s2": 0x200000, "s3": 0}).findings


@pytest.mark.parametrize("declared, first, last", [("ascending", 0, 63), ("descending", 63, 0)])
def test_the_order_of_atomic_lanes_is_declared(declared, first, last):
    """Each lane adds 1 and returns the sum of the lanes before it."""
    result = lds("ds_add_rtn_u32 v3, v1, v2", {"memory.colliding_lanes": declared}, 8, v2=[1] * 64, exec=(1 << 64) - 1)
    assert (int(result.waves[0].vectors[3][0]), int(result.waves[0].vectors[3][63])) == (first,
                                                                                         last) and not result.waves[
        0
    ].undefined_vectors.get(3)


def test_declared_choices_are_checked(tmp_path):
    """A model with default choices fails if another choice is declared for it. A model that behaves as declared passes.
    """
    path = tmp_path / "last.yaml"
    path.write_text("nan.propagated: last\n")
    case = {
        "assay": 1,
        "arch": "gfx906",
        "wave": 64,
        "code": assemble("gfx906", "v_add_f32 v3, v1, v2", 64).hex(),
        "state": {"v1": [QUIET] * 64, "v2": [OTHER] * 64},
    }
    with (
        open_target("model", choices=parse_choices({"nan.propagated": "last"})) as wrong,
        open_target(f"model,choices={path}") as right,
    ):
        assert next(pair_up(wrong, [case])).comparison.verdict == "fail"
        assert next(pair_up(right, [case])).comparison.verdict == "pass"


@pytest.mark.parametrize("declared, words", [
    ({"nan": 1},                                  "unknown field `nan`; the keys are choices, nan.generated"),
    ({"nan.generated": {"f8": 1}},                "`f8` - at `$.nan.generated`; the keys are f16, f32, f64"),
    ({"nan.propagated": "best"},                  "it is one of 'canonical', 'first', 'last', 'quiet-first'"),
    ({"claims": {"missing": {"modifier": []}}},   "`$.claims.missing`; the keys are modifiers, registers, operations"),
    ({"claims": {"mode": {"rnd": 1}}},            "`$.claims.mode`; the keys are round, denorm"),
    ({"claims": {"missing": {"modifiers": [1]}}}, "Expected `str`, got `int` - at `$.claims.missing.modifiers[0]`"),
    ({"claims": 5},                               "; the keys are mode, missing, waves, findings, dispatch"),
])
def test_errors_list_the_allowed_values(declared, words):
    with pytest.raises(CaseError, match=re.escape(words)):
        parse_choices(declared)
