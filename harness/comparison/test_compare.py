"""Verdicts on hand-made outcomes: tolerated differences are named and counted, all others are reported."""
import numpy as np
import pytest
from msgspec.structs import replace

from ..case.assembler import assemble_lines
from ..case.case_types import CaseError
from ..case.choices import Choices, load_choices, parse_choices
from ..case.memory_layout import ObservedRange
from ..case.plan import resolve
from ..execution.model_run import Model
from ..execution.outcome import Tolerance, MemoryBytes, Outcome, WaveRegisters
from .compare import compare

PLAN = resolve({
    "assay": 1,
    "arch": "gfx1100",
    "code": "00000000",
    "observe": {"registers": ["v0", "v1", "s0", "scc"]},
    "memory": [{"name": "m", "size": 16, "address": "0x1000"}],
})
ALL = 0xFFFFFFFF
UNDECIDED = {"findings": [{"rule": "open.end", "kind": "note"}], "bits": (0, 128)}


def row(*values):
    return np.array([*values, *[0] * (32 - len(values))], np.uint32)


def outcome(v0=row(1, 2), v1=row(), s0=5, scc=1, memory=bytes(16), address=0x1000, opened=b"", relative=None, **keys):
    wave = WaveRegisters({"s0": s0, "scc": scc}, {0: v0, 1: v1})
    for name in ("undefined_vectors", "undefined_scalars", "tolerances"):
        setattr(wave, name, keys.pop(name, {}))
    return Outcome(**{
        "lanes": 32,
        "instructions": 3,
        "waves": [wave],
        "memory": [MemoryBytes("m", address, memory, opened, relative)],
        **keys,
    })


def verdict(model, target, **keys):
    found = compare(PLAN, model, target, **keys)
    return found.verdict, found.cause, {name: n for name, n in found.leniencies.items() if n}


def test_equal_passes_and_each_difference_fails():
    assert verdict(outcome(), outcome()) == ("pass", "", {})
    for keys in ({"v0": row(1, 3)}, {"s0": 6}, {"scc": 0}, {"memory": bytes(15) + b"\1"}):
        assert verdict(outcome(), outcome(**keys))[:2] == ("fail", "mismatch"), keys
    found = compare(PLAN, outcome(), outcome(v0=row(1, 3)))
    assert [str(one) for one in found.differences] == ["v0[1]: expected 0x2, got 0x3"]
    assert (found.compared_bits, found.observed_bits) == (2 * 32 * 32 + 33 + 128,) * 2


@pytest.mark.parametrize("lds, told", [
    ([b"\0\0\1\0"],         []),
    ([b"\0\0\1\0\5\5\5\5"], []),
    ([b"", b"\0\0\1\0"],    []),                    # the last group's
    ([b"\0\0\1"],           ["lds: expected 4 bytes, got 3 bytes"]),
    ([b""],                  ["lds: expected 4 bytes, got 0 bytes"]),
    ([b"\0\0\0\0"],         ["lds+0x0: expected 00000100, got 00000000"]),
])
def test_missing_lds_bytes_are_a_difference(lds, told):
    found = compare(PLAN, outcome(lds=[b"\0\0\1\0"]), outcome(lds=lds))
    assert [str(one) for one in found.differences] == told
    assert compare(PLAN, outcome(lds=[bytes(4)]), outcome(lds=[b"\0"])).verdict == "fail"


def test_undefined_lds_bytes_are_not_compared():
    """The wave writes its second dword from an uninitialised register."""
    code = assemble_lines("gfx906", 64, ["ds_write2_b32 v0, v1, v9 offset1:1", "s_waitcnt lgkmcnt(0)", "s_endpgm"])
    plan = resolve({"assay": 1, "arch": "gfx906", "code": b"".join(code).hex(), "lds": 16, "lds_bytes": "00" * 16,
                    "state": {"v0": 0, "v1": 0x1234}, "observe": {"registers": [], "lds": True}})
    right = Model().run(plan)
    assert right.to_dict()["lds_open"] == ["00000000ffffffff" + "00" * 8] and right.compared() == (12 * 8, 16 * 8)
    for at, told in ((0, "fail"), (4, "pass"), (8, "fail")):
        got = bytearray(right.lds[0])
        got[at] ^= 1
        assert compare(plan, right, replace(right, lds=[bytes(got)])).verdict == told


def test_a_thousand_differences_are_counted_not_listed():
    found = compare(PLAN, outcome(), outcome(v0=row() + np.uint32(7), v1=row() + np.uint32(9)))
    assert (len(found.differences), found.dropped) == (16, 48)


def test_undefined_lanes_are_tolerated_and_counted():
    model = outcome(undefined_vectors={0: 0b10}, undefined_scalars={"s0": 0xF}, opened=b"\0" * 12 + b"\xff" * 4)
    assert verdict(model, outcome(v0=row(1, 99), s0=10, memory=bytes(12) + b"abcd")) == ("pass", "", {"open": 6})
    assert verdict(model, outcome(v0=row(2, 99)))[0] == "fail"
    assert verdict(model, outcome(s0=21))[0] == "fail"
    assert verdict(model, outcome(memory=bytes(11) + b"x" + bytes(4)))[0] == "fail"


def test_less_than_half_comparable_is_not_exercised():
    model = outcome(undefined_vectors={0: ALL, 1: ALL})
    assert verdict(model, outcome(v0=row(9)))[:2] == ("not exercised", "open")
    assert verdict(outcome(undefined_vectors={0: ALL}), outcome())[0] == "pass"


def test_tolerances_in_ulp():
    band = {"tolerances": {0: Tolerance("f32", 1, 0b1)}}
    one = outcome(v0=row(0x3F800000, 0x3F800000), **band)
    assert verdict(one, outcome(v0=row(0x3F800001, 0x3F800000))) == ("pass", "", {"ulp": 1})
    assert verdict(one, outcome(v0=row(0x3F800002, 0x3F800000)))[0] == "fail"
    assert verdict(one, outcome(v0=row(0x3F800000, 0x3F800001)))[0] == "fail"  # a lane the band does not hold for
    wide = outcome(v0=row(0), v1=row(0x3FF00000), tolerances={0: Tolerance("f64", 3, 0b1)})
    assert verdict(wide, outcome(v0=row(3), v1=row(0x3FF00000))) == ("pass", "", {"ulp": 1})
    assert verdict(wide, outcome(v0=row(4), v1=row(0x3FF00000)))[0] == "fail"
    assert verdict(wide, outcome(v0=row(0), v1=row(0x3FF00001)))[0] == "fail"


@pytest.mark.parametrize(
    "kind, right, got, leniency",
    [
        ("f32", 0x7FC00000, 0xFFC00000, "nan.generated"),
        ("f32", 0x7FC00000, 0x7FC00001, "nan.generated"),
        ("f32", 0x7FC01234, 0x7FC00000, "nan.propagated"),
        ("f16", 0x7E00, 0xFE00, "nan.generated"),
        ("f16", 0x7E010000, 0x7E020000, "nan.propagated"),
        ("bf16", 0x7FC0, 0xFFC0, "nan.generated"),
    ],
)
def test_nans_of_a_float_result(kind, right, got, leniency):
    model, target = outcome(v0=row(right)), outcome(v0=row(got))
    assert verdict(model, target, kinds={0: kind}) == ("pass", "", {leniency: 1})
    assert verdict(model, target)[0] == "fail"  # the register holds no float
    assert verdict(model, outcome(v0=row(0x3C003C00)), kinds={0: kind})[0] == "fail"            # a number is no NaN


def test_nans_of_doubles():
    model, target = outcome(v0=row(0), v1=row(0x7FF80000)), outcome(v0=row(5), v1=row(0xFFF80000))
    assert verdict(model, target, kinds={0: "f64"}) == ("pass", "", {"nan.generated": 1})
    assert verdict(model, outcome(v0=row(5), v1=row(0x3FF80000)), kinds={0: "f64"})[0] == "fail"


def test_a_declared_nan_is_required():
    """The model produces the declared NaN, so no other is tolerated. Undeclared NaNs are."""
    choices = parse_choices({"nan.generated": {"f32": "0xffc00000"}, "nan.propagated": "first"})
    assert (
        verdict(outcome(v0=row(0xFFC00000)), outcome(v0=row(0x7FC00000)), kinds={0: "f32"}, choices=choices)[0]
        == "fail"
    )
    assert (
        verdict(outcome(v0=row(0x7FC01234)), outcome(v0=row(0x7FC00000)), kinds={0: "f32"}, choices=choices)[0]
        == "fail"
    )
    canonical = parse_choices({"nan.propagated": "canonical"})
    assert verdict(outcome(v0=row(0x7FC00000)), outcome(v0=row(0xFFC00000)), kinds={0: "f32"}, choices=canonical) == (
        "pass", "", {"nan.generated": 1},
    )
    assert (
        verdict(outcome(v0=row(0x7FC01234)), outcome(v0=row(0x7FC04321)), kinds={0: "f32"}, choices=canonical)[0]
        == "fail"
    )
    assert verdict(outcome(v0=row(0x7FC01234)), outcome(v0=row(0x7FC04321)), kinds={0: "f32"}) == (
        "pass", "", {"nan.propagated": 1},
    )


@pytest.mark.parametrize(
    "text, words",
    [("nan.generate: {}", "nan.generate"), ("nan.propagated: third", "third"), ("3", "Expected"),
     ("a: [", ":1: not YAML"), ("a: 2021-13-45", "not YAML: month"), ("[" * 3000, "nested too deep"),
     ("nan.propagated: last\nnan.propagated: first", ":2: not YAML: 'nan.propagated' is there already, in line 1"),
     ("[]", "Expected `object`, got `array`")],
)
def test_bad_choices_name_the_file(tmp_path, text, words):
    path = tmp_path / "choices.yaml"
    path.write_text(text)
    with pytest.raises(CaseError, match=words) as found:
        load_choices(path)
    assert str(path) in str(found.value)


def test_good_choices(tmp_path):
    path = tmp_path / "choices.yaml"
    path.write_text("nan.generated: {f32: 0xffc00000}\nlds.out_of_range: zero\n")
    assert (load_choices(path).nan_generated.f32 == 0xFFC00000 and load_choices(path).lds_out_of_range == "zero"
            and Choices().nan_generated is None)


def test_addresses_are_compared_as_region_offsets():
    model = outcome(memory=(0x1008).to_bytes(8, "little") + bytes(8), relative="m")
    assert (
        verdict(
            model,
            outcome(
                memory=(0x9008).to_bytes(8, "little") + (0x8000 - 0x1000).to_bytes(8, "little"),
                address=0x9000,
                relative="m",
            ),
        )[0]
        == "fail"
    )
    assert verdict(
        outcome(memory=(0x1008).to_bytes(8, "little") * 2, relative="m"),
        outcome(memory=(0x9008).to_bytes(8, "little") * 2, address=0x9000),
    ) == ("pass", "", {"relative": 2})
    held = outcome(s0=0x1004)
    assert verdict(held, outcome(s0=0x9004, address=0x9000))[0] == "fail"
    assert verdict(held, outcome(s0=0x9004, address=0x9000), relative=True) == ("pass", "", {"relative": 1})


@pytest.mark.parametrize(
    "model, target, expected",
    [
        ({}, {"status": "crash"}, ("fail", "crash")),
        ({}, {"status": "timeout"}, ("fail", "timeout")),
        ({}, {"status": "short"}, ("fail", "short")),
        ({}, {"status": "unsupported", "operation": "x"}, ("unsupported", "x")),
        ({}, {"status": "fault"}, ("fail", "status")),
        ({}, {"status": "illegal"}, ("fail", "status")),
        ({"status": "illegal"}, {}, ("fail", "reserved")),
        ({"status": "fault"}, {}, ("fail", "status")),
        ({"status": "unsupported"}, {}, ("not exercised", "unsupported")),
        ({"status": "unsupported"}, {"status": "crash"}, ("fail", "crash")),
        ({"status": "limit"}, {}, ("not exercised", "limit")),
        ({"findings": [{"rule": "r", "kind": "race"}]}, {}, ("not exercised", "findings")),
        ({"findings": [{"rule": "r", "kind": "stall"}]}, {}, ("pass", "")),
        ({}, {"instructions": 4}, ("fail", "count")),
        ({}, {"instructions": -1}, ("pass", "")),
        (UNDECIDED, {"instructions": 4, "s0": 6}, ("not exercised", "open")),
        (UNDECIDED, {"status": "fault"}, ("not exercised", "open")),
        (UNDECIDED, {"status": "crash"}, ("fail", "crash")),
    ],
)
def test_statuses(model, target, expected):
    assert verdict(outcome(**model), outcome(**target), count=True)[:2] == expected


def test_blocks_of_one_name_are_compared_in_order():
    assert ObservedRange("m", 0, 4) == ObservedRange("m", 0, 4, None)
    twice = Outcome(memory=[MemoryBytes("m", 0, b"\1\2"), MemoryBytes("m", 4, b"\3\4")])
    other = Outcome(memory=[MemoryBytes("m", 0, b"\1\2"), MemoryBytes("m", 4, b"\3\5")])
    assert compare(PLAN, twice, other).verdict == "fail" and compare(PLAN, twice, twice).verdict == "pass"
