"""Expectations compared with hand-made outcomes."""
import numpy as np
import pytest
from msgspec.structs import replace

from ..case.case_types import CaseError, Expect
from ..case.float_bits import is_nan, lanes_within_ulp, ulp_distance
from ..case.plan import resolve
from ..execution.outcome import UNKNOWN_INSTRUCTION_COUNT, MemoryBytes, Outcome, WaveRegisters
from .case_run import check_expectations
from .expectations import unmet_expectations

import msgspec

CASE = {"assay": 1, "arch": "gfx1100", "code": "00000000", "memory": [{"name": "out", "size": 16, "address": "0x1000"}]}
PLAN = resolve(CASE)


def outcome(**keys):
    row = np.arange(32, dtype=np.uint32) + 0x3F800000
    wave = WaveRegisters(
        {"s0": 5, "s2": 1, "s3": 2, "scc": 1, "vcc_lo": 7, "m0": 9}, {0: row, 1: np.full(32, 0x7FC00001, np.uint32)},
        {"m0": 0xFFFFFFFF}, {0: 0x8},
    )
    return Outcome(**{
        "lanes": 32,
        "waves": [wave],
        "memory": [MemoryBytes("out", 0x1000, bytes(range(16)), b"\0" * 12 + b"\xff" * 4)],
        "instructions": 3,
        **keys,
    })


def unmet(expect, **keys):
    return unmet_expectations(msgspec.convert(expect, Expect), PLAN, outcome(**keys))


@pytest.mark.parametrize(
    "met, not_met",
    [
        ({"registers": {"s0": 5}}, {"registers": {"s0": 6}}),
        ({"registers": {"s0": "0x5"}}, {"registers": {"s0": "0x6"}}),
        ({"registers": {"s[2:3]": 0x200000001}}, {"registers": {"s[2:3]": 0x200000002}}),
        ({"registers": {"scc": 1}}, {"registers": {"scc": 0}}),
        ({"registers": {"v0": [0x3F800000, None, 0x3F800002]}}, {"registers": {"v0": [0x3F800000, None, 0x3F800003]}}),
        (
            {"registers": {"v0": [{"value": 0x3F800001, "ulp": 1, "as": "f32"}]}},
            {"registers": {"v0": [{"value": 0x3F800002, "ulp": 1, "as": "f32"}]}},
        ),
        (
            {"registers": {"v0": [None, {"value": 0x3F800000, "ulp": 1, "as": "f16"}]}},
            {"registers": {"v0": [None, {"value": 0x3F810000, "ulp": 1, "as": "f16"}]}},  # other half: equal
        ),
        (
            {"registers": {"v0": [None, {"value": 0x0000, "ulp": 1, "as": "f16", "mask": 0xFFFF}]}},
            {"registers": {"v0": [None, {"value": 0x0003, "ulp": 1, "as": "f16", "mask": 0xFFFF}]}},
        ),
        ({"registers": {"v1": {"nan": "f32"}}}, {"registers": {"v0": [{"nan": "f32"}]}}),
        (
            {"registers": {"s0": {"value": "0xf5", "mask": "0xf"}}},
            {"registers": {"s0": {"value": "0xf5", "mask": "0xff"}}},
        ),
        ({"registers": {"s0": {"any": [4, 5]}}}, {"registers": {"s0": {"any": [4, 6]}}}),
        ({"waves": [{"s0": 5}]}, {"waves": [{"s0": 5}, {"s0": 5}]}),
        (
            {"memory": [{"name": "out", "offset": 2, "bytes": "0203"}]},
            {"memory": [{"name": "out", "offset": 2, "bytes": "0204"}]},
        ),
        (
            {"memory": [{"name": "out", "offset": 2, "bytes": "02ff", "mask": "ff00"}]},
            {"memory": [{"name": "out", "offset": 15, "bytes": "0f0f"}]},
        ),
        ({"instructions": 3}, {"instructions": 4}),
        ({"any": [{"registers": {"s0": 1}}, {"registers": {"s0": 5}}]}, {"any": [{"registers": {"s0": 1}}]}),
        ({}, {"status": "fault"}),
        ({}, {"findings": ["counter.vm.unwaited"]}),
    ],
)
def test_met_and_unmet_expectations(met, not_met):
    assert unmet(met) == []
    assert len(unmet(not_met)) == 1


def test_an_unreported_instruction_count_is_not_compared():
    assert unmet({"instructions": 4}, instructions=UNKNOWN_INSTRUCTION_COUNT) == []


def test_expected_notes_must_occur():
    found = [{"rule": "a", "kind": "note"}, {"rule": "b", "kind": "stall"}, {"rule": "c", "kind": "error"}]
    assert unmet({"notes": ["a", "b"], "findings": ["c"]}, findings=found) == []
    assert unmet({"notes": ["a", "c", "d"], "findings": ["c"]}, findings=found) == [
        f"note {rule}: expected, but there is none" for rule in "cd"
    ]


def test_findings_are_an_exact_multiset_of_errors_and_races():
    found = [
        {"rule": rule, "kind": kind, "wave": 0, "pc": "0x0", "text": ""}
        for rule, kind in (("a", "error"), ("a", "error"), ("b", "race"), ("c", "stall"))
    ]
    assert unmet({"findings": ["b", "a", "a"]}, findings=found) == []
    assert len(unmet({"findings": ["a", "b"]}, findings=found)) == 1
    assert len(unmet({}, findings=found)) == 2
    assert len(unmet({"findings": ["a", "a", "b", "c"]}, findings=found)) == 1


def test_undefined_values_cannot_be_expected():
    assert "undefined" in unmet({"registers": {"m0": 9}})[0]
    assert "undefined" in unmet({"registers": {"v0": [None, None, None, 0x3F800003]}})[0]
    assert "undefined" in unmet({"memory": [{"name": "out", "offset": 12, "bytes": "0c"}]})[0]


def test_vcc_and_exec_are_masks_of_the_wave_size():
    """In wave32 the upper dword is a separate register (RDNA3 ISA, 3.2), which an expected mask does not include."""
    assert unmet({"registers": {"vcc": 7}}) == [] and len(unmet({"registers": {"vcc": 6}})) == 1
    assert "vcc_hi: expected, but not in the result; add it to" in unmet({"registers": {"vcc_hi": 0}})[0]
    asked = msgspec.convert({"registers": {"v7": 0}}, Expect)
    assert unmet_expectations(asked, replace(PLAN, observed=["v7"]), outcome()) == [
        "v7: expected, but not in the result; the target does not report it"]


def test_expectations_of_unknown_or_unobserved_names():
    assert "observe.registers" in unmet({"registers": {"s9": 1}})[0]
    assert "not in the result" in unmet({"memory": [{"name": "in", "bytes": "00"}]})[0]
    with pytest.raises(CaseError, match="not a register"):
        unmet({"registers": {"q": 1}})
    with pytest.raises(CaseError, match="at most 32"):
        unmet({"registers": {"v0": [0] * 33}})


@pytest.mark.parametrize(
    "a, b, kind, apart",
    [
        (0x3F800000, 0x3F800001, "f32", 1),
        (0x00000000, 0x80000000, "f32", 0),
        (0x80000001, 0x00000001, "f32", 2),
        (0x7F7FFFFF, 0x7F800000, "f32", 1),
        (0x7FC00000, 0xFF800001, "f32", 0),
        (0x7FC00000, 0x7F800000, "f32", None),
        (0x3C00, 0x3BFF, "f16", 1),
        (0x3FF0000000000000, 0x3FF0000000000003, "f64", 3),
    ],
)
def test_distance_in_ulp(a, b, kind, apart):
    assert ulp_distance(a, b, kind) == ulp_distance(b, a, kind) == apart
    if kind == "f32" and apart is not None:
        rows = np.array([a], np.uint32), np.array([b], np.uint32)
        assert lanes_within_ulp(*rows, kind,
                                apart).all() and (apart == 0 or not lanes_within_ulp(*rows, kind, apart - 1).any())


def test_nan_boundaries():
    assert [is_nan(v, "f32") for v in (0x7F800000, 0x7F800001, 0xFFFFFFFF, 0xFF800000)] == [False, True, True, False]
    assert [is_nan(v, "f16") for v in (0x7C00, 0x7C01, 0xFC00, 0x1FC01)] == [False, True, False, True]


@pytest.mark.parametrize("expect, text", [
    ({"registers": {"s0": {}}},                                    "expect.registers.s0: gives none of them; needs"),
    ({"registers": {"s0": {"value": 5, "nan": "f32"}}},            "gives value and nan"),
    ({"registers": {"s0": {"any": [5], "nan": "f32"}}},            "gives nan and any"),
    ({"registers": {"s0": {"any": []}}},                           "names no value"),
    ({"registers": {"s0": {"any": [5], "ulp": 1}}},                '"ulp" and "as" are for "value"'),
    ({"registers": {"s0": {"nan": "f64"}}},                        "an f64 has 64 bits; there are 32"),
    ({"registers": {"s0": {"value": 5, "ulp": 1, "as": "f64"}}},   "an f64 has 64 bits; there are 32"),
    ({"memory": [{"name": "out", "bytes": "0001", "mask": "ff"}]}, "expect.memory: a mask of 1 bytes for 2"),
    ({"memory": [{"name": "out", "bytes": "", "offset": 4}]},      "expects no bytes"),
])
def test_an_expected_value_has_exactly_one_criterion(expect, text):
    with pytest.raises(CaseError) as found:
        unmet(expect)
    assert text in str(found.value)
    checked = check_expectations(resolve({**CASE, "name": "n", "expect": expect}), outcome())
    assert (checked.name, checked.status, checked.met) == ("n", "invalid", False) and text in (checked.text or "")


@pytest.mark.parametrize("offset, size, right", [
    (0, 4,  "memory out: 4 bytes at offset 0 expected, but not in the result"),
    (4, 8,  None),
    (8, 4,  None),
    (8, 8,  None),                                   # in the other piece
    (6, 10, "memory out: 10 bytes at offset 6 expected, but not in the result"),
])
def test_memory_offsets_count_from_the_region(offset, size, right):
    pieces = [{"name": "out", "offset": 4, "size": 8}, {"name": "out", "offset": 8, "size": 8}]
    plan = resolve({**CASE, "observe": {"memory": pieces}})
    held = [MemoryBytes("out", 0x9004, bytes(range(4, 12))), MemoryBytes("out", 0x9008, bytes(range(8, 16)))]
    wanted = {"memory": [{"name": "out", "offset": offset, "bytes": bytes(range(offset, offset + size)).hex()}]}
    unmet_texts = unmet_expectations(msgspec.convert(wanted, Expect), plan, outcome(memory=held))
    assert unmet_texts == ([] if right is None else [right])


@pytest.mark.parametrize("offset, data, right", [
    (0, "0001", []),
    (2, "0203", []),
    (2, "0001", ["lds+2: expected 0001, got 0203"]),
    (3, "0304", ["lds+3: expected, but there are 4 bytes"]),
])
def test_lds_of_the_last_group_is_compared(offset, data, right):
    wanted = msgspec.convert({"lds": [{"name": "lds", "bytes": "00"},
                                      {"name": "lds", "offset": offset, "bytes": data}]}, Expect)
    assert unmet_expectations(wanted, PLAN, outcome(lds=[b"\0\1\2\3"])) == right


def test_nested_outcomes_take_time_in_proportion_to_their_depth():
    expect = {"registers": {"s0": 6}}
    for _ in range(40):
        expect = {"outcomes": [expect]}
    assert unmet(expect) == ["outcome 1 of 1 is not listed: " * 40 + "s0: expected 0x6, got 0x5"]
