"""Reading cases: the error for an invalid case names the field and the remedy, and valid cases are read as cases.md
documents."""
import json

import numpy as np
import pytest

from ..comparison.case_run import run_case
from .case_types import Case, CaseError, case_to_json, parse_case, unsigned_integer
from .memory_layout import FIRST_ADDRESS
from .plan import resolve, resolve_generated
from .register_names import expand_to_dwords, fold_dwords, parse_register as parse_register

GOOD = {"assay": 1, "arch": "gfx1100", "code": "00000000"}
BUF = [{"name": "buf", "size": 64}]


def case(**keys):
    return {**GOOD, **keys}


@pytest.mark.parametrize(
    "keys, field, remedy",
    [
        ({"vgpr": 3}, "vgpr", "did you mean 'vgprs'"),
        ({"assay": 2}, "assay", "2"),
        ({"arch": "gfx800"}, "arch", "gfx800"),
        ({"code": "0"}, "code", "odd number of hex digits"),
        ({"code": "0x000000"}, "code", "without 0x"),
        ({"code": "000000"}, "code", "whole dwords"),
        ({"code": ""}, "code", "empty"),
        ({"wave": 16}, "wave", "16"),
        ({"arch": "gfx906", "wave": 32}, "wave", "gfx906 runs waves of 64"),
        ({"entry": 4}, "entry", "inside the code"),
        ({"base": "0x2"}, "base", "multiple of 4"),
        ({"base": "ten"}, "base", '"0x1000"'),
        ({"group": [1025, 1, 1]}, "group", "at most 1024"),
        ({"group": [64, 1]}, "group", "length"),
        ({"grid": [1 << 30, 1, 1], "group": [1, 1, 1]}, "grid", "smaller"),
        ({"grid": [1 << 32, 1, 1]}, "grid[0]", "<= 4294967295"),
        ({"memory": [{"space": "lds", "size": 4}]}, "memory[0].space", "lds"),
        ({"memory": [{"space": "gds", "size": 4, "address": 0}]}, "memory[0].address", "leave it out"),
        ({"memory": [{"space": "gds", "size": 65540}]}, "memory[0].size", "at most 65536"),
        ({"memory": [{"space": "gds", "size": 6}]}, "memory[0].size", "whole dwords"),
        ({"memory": [{"space": "gs", "size": 64}]}, "memory[0].size", "have 96"),
        ({"memory": [{"space": "gds", "size": 4}, {"space": "gds", "size": 4}]}, "memory[1].space", "make it one"),
        ({"memory": [{"name": "g", "space": "gds", "size": 4}], "state": {"s[2:3]": "g"}}, "state.s[2:3]",
         "has no address"),
        ({"sgprs": 104, "arch": "gfx906"}, "sgprs", "102"),
        ({"state": {"s106": 1}}, "state.s106", "s0 to s105"),
        ({"state": {"v256": 1}}, "state.v256", "v0 to v255"),
        ({"state": {"s[3:2]": 1}}, "state.s[3:2]", "s[2:3]"),
        ({"state": {"vc": 1}}, "state.vc", "did you mean 'vcc'"),
        ({"state": {"xnack_mask": 1}}, "state.xnack_mask", "gfx90c have xnack_mask"),
        ({"state": {"s2": 1, "s[2:3]": 2}}, "state.s[2:3]", "gives s2 again"),
        ({"state": {"vcc_hi": 1, "vcc": 2}}, "state.vcc", "gives vcc_hi again"),
        ({"state": {"exec": 1, "exec_lo": 2}}, "state.exec_lo", "again"),
        ({"state": {"v[0:1]": 1, "v1": 2}}, "state.v1", "again"),
        ({"state": {"s0": 1 << 32}}, "state.s0", "32 bits"),
        ({"state": {"scc": 2}}, "state.scc", "0 or 1"),
        ({"state": {"s0": [1, 2]}}, "state.s0", "one value"),
        ({"state": {"s[0:3]": [1, 2]}}, "state.s[0:3]", "list of 4 dwords"),
        ({"state": {"v0": [0] * 33}}, "state.v0", "a wave has 32"),
        ({"state": {"v0": 1.5}}, "state[...]", "float"),
        ({"state": {"v9": 1}, "vgprs": 8}, "state.v9", "raise"),
        ({"state": {"s0": "buf"}, "memory": BUF}, "state.s0", "pair such as s[2:3]"),
        ({"state": {"s[0:1]": "bug"}, "memory": BUF}, "state.s[0:1]", "regions: buf"),
        ({"state": {"s[0:1]": "buf+x"}, "memory": BUF}, "state.s[0:1]", "name+16"),
        ({"waves": [{}, {}]}, "waves", "the group has 1"),
        ({"state": {"s0": 1}, "descriptor": "00" * 64}, "state", "must be absent"),
        ({"descriptor": "00" * 63}, "descriptor", "has 64"),
        ({"registers": {"SPI_X": 1}}, "registers.SPI_X", "COMPUTE_NUM_THREAD_X"),
        ({"registers": {"COMPUTE_DIMX": 1}}, "registers.COMPUTE_DIMX", "did you mean 'COMPUTE_DIM_X'"),
        ({"registers": {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_DIM_X": 1 << 31}}, "registers.COMPUTE_DIM_X",
         "makes 137438953472 work items"),
        ({"registers": {"COMPUTE_MAX_WAVE_ID": 1}}, "registers.COMPUTE_MAX_WAVE_ID", "a register of gfx6"),
        ({"registers": {"COMPUTE_TBA_LO": 1}}, "registers.COMPUTE_TBA_LO", "a register of gfx6 to gfx8"),
        ({"registers": {"COMPUTE_PGM_RSRC3": 0}, "arch": "gfx906"}, "registers.COMPUTE_PGM_RSRC3", "gfx906 has none"),
        ({"memory": [{"name": "a"}]}, "memory[0]", '"size" nor "bytes"'),
        ({"memory": [{"name": "a", "size": 1, "bytes": "0000"}]}, "memory[0].size", "less than the 2 bytes"),
        ({"memory": BUF * 2}, "memory[1].name", "twice"),
        (
            {"memory": [{"name": "a", "size": 8, "address": 0}, {"name": "b", "size": 8, "address": 4}]},
            "memory",
            '"a" (0x0, 8 bytes) overlaps "b"',
        ),
        (
            {"memory": [{"name": "a", "size": 8, "address": "0x10000"}]},
            "memory",
            '"code" (0x10000, 4 bytes) overlaps "a"',
        ),
        (
            {"memory": [{"name": "a", "size": 8, "pointers": {"4": "a"}}]},
            "memory[0].pointers.4",
            "64-bit word inside a",
        ),
        *(({"memory": [{"name": "a", "size": 8, "pointers": {key: "a"}}]}, f"memory[0].pointers.{key}", "64-bit word")
          for key in ("010", "1z", "\u00b2", "-8", "", "9" * 5000)),
        ({"memory": [{"size": 16, "pointers": {"0": "memory0", "4": "memory0"}}]}, "memory[0].pointers.4", "overlaps"),
        ({"memory": [{"size": 8, "pointers": {"0": "memory0", "0x0": "memory0"}}]}, "memory[0].pointers.0x0",
         "overlaps"),
        ({"state": {"s[0:1]": "buf+"}, "memory": BUF}, "state.s[0:1]", "name+16"),
        ({"state": {"s[0:1]": "buf+0x10000000000000000"}, "memory": BUF}, "state.s[0:1]", "at most 64 bits"),
        ({"seed": 1 << 64}, "seed", "does not fit 64 bits"),
        ({"memory": [{"name": "a b", "size": 8}]}, "memory[0].name", "regex"),
        ({"observe": {"memory": ["a"]}}, "observe.memory[0].name", 'add it to "memory"'),
        ({"observe": {"memory": [[0, 4]]}}, "observe.memory[0]", "not inside a listed region"),
        ({"observe": {"registers": ["x1"]}}, "observe.registers", "not a register"),
        ({"lds_bytes": "00"}, "lds_bytes", 'raise "lds"'),
        ({"expect": {"register": {}}}, "expect.register", "did you mean 'registers'"),
        ({"limits": {"instructions": 0}}, "limits.instructions", ">= 1"),
        ({"memory": [{"size": 4}, {"name": "memory0", "size": 4}]}, "memory[1].name", "twice"),
    ],
)
def test_invalid_cases_name_field_and_remedy(keys, field, remedy):
    with pytest.raises(CaseError) as error:
        resolve(case(**keys))
    assert error.value.field == field
    assert remedy in str(error.value)
    with pytest.raises(CaseError) as again:                     # the same from text
        resolve(json.dumps(case(**keys)))
    assert str(again.value) == str(error.value)


@pytest.mark.parametrize(
    "text, field",
    [
        ("{", "case"),
        ("[]", "case"),
        ("", "case"),
        ('{"assay": 1, "arch": "gfx906"}', "code"),
        (b"\xff\xfe", "case"),
        ('{"assay": 1, "arch": "gfx906", "code": "", "expect": ' + '{"any": [' * 5000, "case"),
    ],
)
def test_text_that_is_no_case_is_refused(text, field):
    with pytest.raises(CaseError) as error:
        parse_case(text)
    assert error.value.field == field


@pytest.mark.parametrize("text, field", [
    ('"lds": 4, "lds": 8',                                   "lds"),
    ('"state": {"s0": 1, "s1": 2, "s0": 3}',                 "s0"),
    ('"lds" : 4, "lds"\n: 8',                                "lds"),
    ('"state": {"s0": 1, "s\\u0030": 3}',                    "s0"),            # the same key, spelt otherwise
    ('"memory": [{"size": 4}, {"size": 4, "size": 8}]',      "size"),
])
def test_duplicate_keys_are_refused(text, field):
    for data in (whole := json.dumps(case(name="n"))[:-1] + f", {text}}}", whole.encode()):
        with pytest.raises(CaseError, match="is there twice in one object; keep one of the two") as error:
            parse_case(data)
        assert (error.value.field, error.value.name) == (field, "n")
    assert parse_case(json.dumps(case(memory=[{"size": 4}, {"size": 8}]))).memory[1].size == 8


def test_an_invalid_case_is_a_result_not_an_exception():
    result = run_case('{"assay": 1, "arch": "gfx906", "code": "zz", "name": "n"}')
    assert (result["status"], result["field"], result["name"]) == ("invalid", "code", "n")


def test_values_are_resolved_by_lane_and_dword():
    plan = resolve(case(state={
        "s0": -1, "s[2:3]": "0x1234567890", "s[4:7]": [1, 2, 3, "0x4"], "v1": [1, "0x2"], "v2": 7,
        "v[4:5]": [1 << 33, 5], "v[8:10]": [1, [2, 3], "0x5"], "vcc": 1 << 32, "scc": 1,
    }))
    scalars, vectors = plan.state.scalars, plan.state.vectors
    assert scalars == {
        "s0": 0xFFFFFFFF, "s2": 0x34567890, "s3": 0x12, "s4": 1, "s5": 2, "s6": 3, "s7": 4, "vcc_lo": 0, "vcc_hi": 1,
        "scc": 1,
    }
    assert vectors[1].tolist() == [1, 2] + [0] * 30 and vectors[2].tolist() == [7] * 32
    assert vectors[4].tolist()[:3] == [0, 5, 0] and vectors[5].tolist()[:3] == [2, 0, 0]
    assert vectors[8].tolist() == [1] * 32 and vectors[9].tolist()[:3] == [2, 3, 0] and vectors[10].tolist() == [5] * 32


def test_regions_are_placed_without_overlap_and_pointers_are_written():
    plan = resolve(case(
        memory=[
            {"name": "a", "size": 100},
            {"name": "b", "bytes": "00" * 24, "pointers": {"8": "a+4"}},
            {"name": "c", "size": 8, "address": FIRST_ADDRESS},
        ],
        state={"s[0:1]": "a", "v[2:3]": ["b", "b+8"]},
    ))
    a, b, c = plan.regions
    spans = sorted((r.address, r.size) for r in plan.regions)
    assert all(start + size + 4096 <= after for (start, size), (after, _) in zip(spans, spans[1:]))
    assert plan.state.scalars["s0"] == a.address and c.address == FIRST_ADDRESS
    assert plan.state.vectors[2].tolist()[:2] == [b.address, b.address + 8]
    assert int.from_bytes(b.data[8:16], "little") == a.address + 4 and plan.pointers == [("b", 8, "a", 4, "64")]
    assert plan.state.pointers == [
        ("s0", None, "a", 0, "lo"),
        ("s1", None, "a", 0, "hi"),
        ("v2", 0, "b", 0, "lo"),
        ("v3", 0, "b", 0, "hi"),
        ("v2", 1, "b", 8, "lo"),
        ("v3", 1, "b", 8, "hi"),
    ]


def test_defaults_are_resolved():
    plan, old = resolve(GOOD), resolve(case(arch="gfx906"))
    assert (plan.wave, plan.group, plan.base, plan.sgprs, plan.case.vgprs, plan.case.limits.instructions) == (
        32, (32, 1, 1), 0x10000, 106, 256, 100_000,
    )
    assert (old.wave, old.group, old.sgprs) == (64, (64, 1, 1), 102)
    assert (
        resolve(case(grid=[100, 1, 1], group=[40, 2, 1])).groups,
        resolve(case(group=[40, 2, 1])).waves_per_group,
    ) == (3, 3)


def test_a_written_case_parses_to_the_same_case():
    parsed = parse_case(case(
        state={"v0": [1, "0x2"]},
        expect={"registers": {"v0": [None, {"value": 1, "ulp": 2, "as": "f32"}, {"nan": "f16"}]}},
        rules=["a.b"],
    ))
    assert parse_case(case_to_json(parsed)) == parsed and isinstance(parsed, Case)


def test_register_names_are_parsed_and_folded():
    assert expand_to_dwords(["s[2:3]", "vcc", "s2", "HW_REG_MODE"], "gfx906") == ["s2", "s3", "vcc_lo", "vcc_hi",
                                                                                  "mode"]
    assert fold_dwords(["vcc_lo", "vcc_hi", "exec_lo", "s1"]) == [
        ("vcc", ("vcc_lo", "vcc_hi")),
        ("exec_lo", ("exec_lo",)),
        ("s1", ("s1",)),
    ]
    assert parse_register("ttmp[4:5]", "gfx1100").dwords == ("ttmp4", "ttmp5")


def test_unnamed_regions_are_named_by_index():
    """cases.md: memory[].name may be left out (memory0, memory1, ...)."""
    memory = [{"size": 4, "bytes": "01"}, {"name": "m", "size": 4}, {"size": 8, "pointers": {"0": "memory0+2"}}]
    plan = resolve(case(memory=memory, state={"s[2:3]": "memory2"}))
    assert [region.name for region in plan.regions] == ["memory0", "m", "memory2"]
    assert int.from_bytes(plan.regions[2].data[:8], "little") == plan.regions[0].address + 2
    assert plan.state.scalars["s2"] == plan.regions[2].address & 0xFFFFFFFF
    result = run_case(case(code="0000b0bf", memory=memory, observe={"memory": ["memory0", "memory2"]}))
    assert [region["name"] for region in result["memory"]] == ["memory0", "memory2"] and result["status"] == "ok"
    assert resolve(parse_case(case_to_json(plan.case))).case == plan.case


@pytest.mark.parametrize("wrong", [{"vgpr": 3}, {"wave": 16}, {"memory": [{"name": "a"}]}, {"code": "0"}])
def test_errors_keep_the_name_of_the_case(wrong):
    for given in (case(name="mine", **wrong), json.dumps(case(name="mine", **wrong)).encode()):
        result = run_case(given)
        assert (result["status"], result["name"]) == ("invalid", "mine")
    assert run_case("[1]")["name"] == run_case("{")["name"] == run_case('{"name": 3}')["name"] == ""


def test_rows_may_be_arrays_instead_of_lists():
    rows = {"v1": np.arange(32, dtype=np.uint64) * 77, "s2": 5, "v[4:5]": [1 << 40] * 32}
    listed = resolve(case(wave=32, state=rows | {"v1": rows["v1"].tolist()})).state
    drawn = resolve_generated(case(wave=32, state=rows)).state
    assert drawn.scalars == listed.scalars and list(drawn.vectors) == list(listed.vectors)
    assert all((drawn.vectors[n] == row).all() and drawn.vectors[n].dtype == np.uint32
               for n, row in listed.vectors.items())
    for wrong in (rows["v1"] + np.uint64(1 << 32), np.zeros(33, np.uint64)):
        with pytest.raises(CaseError, match=r"state\.v1"):
            resolve_generated(case(wave=32, state={"v1": wrong}))


@pytest.mark.parametrize("text", ["0x1_000", "0x\uff11", "0x\u0661", "0x", " 0x1", "0x1 ", "1", "--0x1", "-x1"])
def test_numbers_in_text_are_plain_hexadecimal(text):
    with pytest.raises(CaseError, match="is not a number"):
        unsigned_integer(text, 32, "state.s0")


def test_signed_hexadecimal_numbers_wrap():
    assert [unsigned_integer(text, 32, "state.s0") for text in ("0x10", "-0x1", "0XfF")] == [16, 0xFFFFFFFF, 255]
