"""Runs on the model: every case gets a result, however malformed it is, and results are as cases.md documents."""
import json
import random

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ..case.assembler import assemble
from ..case.case_types import Result, parse_case
from ..comparison.case_run import run_case, run_many, run_outcome

import msgspec

pytest.importorskip("assay.model._assay", reason="the model is not built: make setup")

SEED = {
    "assay": 1,
    "arch": "gfx906",
    "name": "n",
    "code": "830080be",
    "state": {"s0": 1, "v0": [1, 2], "s[2:3]": "buf+4", "exec": "0xff"},
    "wave": 64,
    "memory": [{"name": "buf", "size": 64, "bytes": "00"}],
    "observe": {"registers": ["s0", "v0"], "memory": ["buf"]},
    "group": [64, 1, 1],
    "grid": [64, 1, 1],
    "limits": {"instructions": 100},
    "expect": {"registers": {"s0": 3, "v0": [1, {"value": 2, "ulp": 1, "as": "f32"}]}, "any": [{"status": "ok"}]},
    "lds": 64,
    "waves": [{"v1": 3}],
    "policy": "late",
    "schedule": "seeded",
    "seed": 3,
    "reserve": ["s[4:7]"],
    "base": "0x1000",
    "sgprs": 10,
    "vgprs": 20,
}
PIECES = [
    None, True, -1, 0, 1, 2, 1 << 31, 1 << 63, 1 << 64, 1 << 200, 0.5, "", "0x", "0xg", "-0x1", "buf", "buf+", "v0",
    "v[0:1]", [], [[]], [1] * 70, {}, {"a": 1}, "00" * 9, "ok", "gfx1100", 32, [1, 1, 1], [0, 0, 0], ["s0"],
    ["v[0:300]"], {"value": None}, {"s0": {"any": []}}, "é", "\0",
]


def paths_of_values(value, path=()):
    """Yield the path of every value inside a JSON value."""
    yield path
    for key, inside in (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    ):
        yield from paths_of_values(inside, (*path, key))


def with_replaced_piece(value, path, piece):
    """Return a copy of a JSON value in which `piece` replaces the value at a path."""
    if not path:
        return piece
    copy = value.copy()
    copy[path[0]] = with_replaced_piece(value[path[0]], path[1:], piece)
    return copy


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.tuples(st.integers(0, 200), st.sampled_from(PIECES)), min_size=1, max_size=2), st.binary(max_size=24)
)
def test_any_json_gives_a_result(changes, code):
    case = {**SEED, "code": code.hex()} if code else SEED
    for number, piece in changes:
        paths = list(paths_of_values(case))
        case = with_replaced_piece(case, paths[number % len(paths)], piece)
    result = run_case(json.dumps(case))
    msgspec.convert(result, Result, strict=True)
    assert result["status"] != "invalid" or result["field"]


def test_the_result_has_the_documented_format():
    text = "v_add_f32 v0, v1, v2\ns_add_u32 s0, s1, s1\nv_cmp_lt_u32 vcc, v1, v2"
    result = run_case({
        "assay": 1,
        "arch": "gfx906",
        "name": "all",
        "code": assemble("gfx906", text).hex(),
        "state": {"v1": [0x3F800000], "v2": 0x40000000, "s1": 0x80000000},
    })
    registers = result["waves"][0]["registers"]
    assert (result["status"], result["instructions"], result["wave_count"]) == ("ok", 3, 1)
    assert registers["v0"][:2] == ["0x40400000", "0x40000000"] and registers["s0"] == "0x0" and registers["scc"] == 1
    assert registers["vcc"] == hex((1 << 64) - 1) and set(registers) == {"v0", "s0", "scc", "vcc"}
    assert result["compared_bits"] == result["observed_bits"] == 64 * 32 + 32 + 1 + 64 and "met" not in result


def test_memory_is_reported_and_faults_stop():
    store = assemble("gfx1100", "v_lshlrev_b32 v2, 2, v0\nglobal_store_b32 v2, v1, s[2:3]\ns_endpgm")
    case = {
        "assay": 1,
        "arch": "gfx1100",
        "code": store.hex(),
        "state": {"v0": list(range(32)), "v1": list(range(100, 132)), "s[2:3]": "out+64"},
        "memory": [{"name": "out", "size": 192}],
        "observe": {"registers": [], "memory": ["out"]},
    }
    good = run_case(case)
    assert (
        good["status"] == "ok"
        and good["memory"][0]["bytes"] == "00" * 64 + b"".join(n.to_bytes(4, "little") for n in range(100, 132)).hex()
    )
    bad = run_case({**case, "state": {**case["state"], "s[2:3]": "out+68"}})
    assert bad["status"] == "fault" and bad["pc"] == "0x10004" and bad["text"]


def test_undefined_values_are_marked_and_not_compared():
    result = run_case(
        {"assay": 1, "arch": "gfx906", "code": assemble("gfx906", "v_mov_b32 v0, v1\ns_mov_b32 s0, s1").hex()}
    )
    assert result["waves"][0]["open"] == {"v0": hex((1 << 64) - 1), "s0": "0xffffffff"}
    assert (result["compared_bits"], result["observed_bits"]) == (0, 64 * 32 + 32)


def test_waves_and_groups_have_their_own_state():
    case = {
        "assay": 1,
        "arch": "gfx1100",
        "code": assemble("gfx1100", "v_mov_b32 v0, v1\ns_mov_b32 s0, s1").hex(),
        "group": [64, 1, 1],
        "grid": [128, 1, 1],
        "state": {"v1": 5, "s1": 6},
        "waves": [{}, {"v1": 7, "s1": 8}],
    }
    result = run_case(case)
    assert result["wave_count"] == 4
    assert [(w["registers"]["v0"][0], w["registers"]["s0"]) for w in result["waves"]] == [
        ("0x5", "0x6"),
        ("0x7", "0x8"),
        ("0x5", "0x6"),
        ("0x5", "0x6"),
    ]


def test_unsupported_operations_are_named():
    """The operation samples an image that is not linear."""
    code = assemble("gfx906", "image_sample_lz v[0:3], v[4:5], s[0:7], s[8:11] dmask:0xf").hex()
    image = {"s0": 0x1000, "s1": 0x1C400000, "s2": 0x4007, "s3": 0x90900FAC, "s4": 0x7E000}
    result = run_case({"assay": 1, "arch": "gfx906", "code": code, "state": image})
    assert result["status"] == "unsupported" and "an image of 64KB_S" in result["operation"]
    assert run_case({"assay": 1, "arch": "gfx906", "code": "ffffffff"})["status"] == "illegal"


def test_consecutive_cases_share_no_state():
    """The same cases give the same results in any order."""
    cases = [
        {
            "assay": 1,
            "arch": arch,
            "name": str(n),
            "code": assemble(arch, f"v_mov_b32 v{n}, {n}\ns_mov_b32 s{n}, {n}\nv_mov_b32 v1, v{n + 1}").hex(),
        }
        for n in range(2, 12)
        for arch in ("gfx906", "gfx1100")
    ]
    straight = {r["name"] + str(len(r["waves"][0]["registers"]["v1"])): r for r in run_many(cases)}
    random.Random(1).shuffle(cases)
    assert {r["name"] + str(len(r["waves"][0]["registers"]["v1"])): r for r in run_many(cases)} == straight


def test_parsing_is_deterministic():
    assert run_outcome(parse_case(json.dumps(SEED))).to_dict() == run_case(SEED)


@pytest.mark.parametrize("name, arch", [("flat_scratch", "gfx1100"), ("hw_reg_ib_sts", "gfx906"),
                                        ("hw_id1", "gfx1100")])
def test_registers_that_only_code_can_read_are_named(name, arch):
    """Only S_GETREG reads such a register, so a case cannot observe it."""
    outcome = run_outcome({"assay": 1, "arch": arch, "code": "000080bf", "observe": {"registers": ["m0", name]}})
    assert (outcome.status, outcome.field) == ("invalid", "observe.registers")
    assert "S_GETREG_B32" in outcome.text
