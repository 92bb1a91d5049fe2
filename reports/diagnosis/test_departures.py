"""How wrong values depart from right ones: planted departures are told in words, and chance is not."""
from types import SimpleNamespace

import numpy as np
import pytest

from ...generators.instructions import case_sampler
from ...harness.case.plan import RegisterState
from ...spec.encode import Operand
from . import departures, titles
from .departures import Value, common

ONE, TWO, TINY, NAN, LOUD, INF = 0x3F800000, 0x40000000, 0x00000123, 0x7FC00000, 0x7F800001, 0x7F800000
TOP = 0x80000000


@pytest.mark.parametrize("kind, width, wrong, word", [
    ("f32", 32, [(ONE, ONE + 1), (TWO, TWO - 2), (0x7F7FFFFF, 0x7F7FFFFE)],    "last"),
    ("f32", 32, [(TINY, 0), (TOP | TINY, TOP)],                                "flushed"),
    ("f32", 32, [(0, TINY), (TOP, TOP | 5)],                                   "kept"),
    ("f32", 32, [(0, TOP), (TOP, 0)],                                          "zero sign"),
    ("f32", 32, [(ONE, TOP | ONE), (INF, TOP | INF)],                          "sign"),
    ("f32", 32, [(ONE, NAN), (0, LOUD)],                                       "to nan"),
    ("f32", 32, [(NAN, ONE), (NAN, 0)],                                        "from nan"),
    ("f32", 32, [(NAN, LOUD)],                                                 "quiet"),
    ("f32", 32, [(NAN, NAN | 7)],                                              "which nan"),
    ("f32", 32, [(INF, 0x7F7FFFFF)],                                           "to finite"),
    ("f32", 32, [(0x7F7FFFFF, INF), (ONE, TOP | INF)],                         "to infinite"),
    ("f16", 16, [(0x0001, 0x0000), (0x83FF, 0x8000)],                          "flushed"),
    ("f64", 64, [(1 << 51, 0)],                                                "flushed"),
    ("",    32, [(5, 0), (7, 0), (ONE, 0)],                                    "zero"),
    ("",    32, [(0x7FFFFFFF, 0x12345), (TOP, 0x9999)],                        "from most"),
    ("",    32, [(0x12345, 0x7FFFFFFF), (0x777, TOP)],                         "to most"),
    ("",    32, [(0x1234, ~0x1234 & 0xFFFFFFFF), (0xFF00, 0xFFFF00FF)],        "inverted"),
    ("",    32, [(0x11110000, 0x11112222), (0x50003333, 0x50000033)],          "low"),
    ("",    32, [(0x11110000, 0x33330000), (0x50003333, 0x60003333)],          "high"),
    ("",    1,  [(1, 0), (1, 0)],                                              "zero"),
    ("",    1,  [(0, 1)],                                                      "one"),
    ("",    1,  [(0, 1), (1, 0)],                                              "inverted"),
    ("",    32, [(0x12345678, 0x9ABCDEF1), (0x777, 0x51234000)],               ""),
])
def test_what_all_wrong_values_have_in_common(kind, width, wrong, word):
    assert common(Value(right, got, width, kind) for right, got in wrong) == word


def test_what_stood_there_before_comes_first():
    """The old value was 0: that it stayed says more than that it is 0."""
    assert common([Value(5, 0, 32, old=0), Value(9, 0, 32, old=0)]) == "old"
    assert common([Value(5, 0, 32, old=0), Value(9, 0, 32, old=3)]) == "zero"


def test_a_source_is_told_from_chance():
    """Three different values of source 1 are its values; one that is there once may be there for any reason."""
    some = [Value(0x1000 + n, 0x55AA0F00 + 77 * n, 32, sources=(n, 0x55AA0F00 + 77 * n)) for n in range(3)]
    assert common(some) == "source 1"
    assert common([Value(0x10F0, 0x55AA0F00, 32, sources=(0, 0x55AA0F00))]) == ""


def test_two_words_where_one_does_not_do():
    some = [Value(TINY, 0, 32, "f32"), Value(ONE, NAN, 32, "f32")] * 2
    assert common(some) == "to nan/flushed"
    assert departures.said(common(some)) == "is NaN instead of a number or is 0 instead of a subnormal"


def test_one_that_is_otherwise_among_many_does_not_hide_the_rest():
    many = [Value(TINY + n, 0, 32, "f32") for n in range(40)]
    assert common([*many, Value(ONE, TWO, 32, "f32")]) == "flushed"
    assert common([*many[:3], Value(ONE, TWO + 1234567, 32, "f32")]) == ""


def test_a_dword_of_memory_is_no_lane_s():
    """The hundredth dword of a region, of an operation with a VGPR source of 64 lanes."""
    form = next(one for one in case_sampler.all_forms("gfx906") if one.spelling == "v_not_b32" and one.extension == "")
    state = RegisterState({"exec_lo": 1}, {7: np.arange(64, dtype=np.uint32)})
    one = SimpleNamespace(form=form, fields={"src0": Operand(256 + 7), "vdst": Operand(256)})
    seen = SimpleNamespace(plan=SimpleNamespace(wave_states=[state], state=state), kinds={}, one=one)
    golden = np.full(100, 5, np.uint32)
    got = np.where(np.arange(100) == 99, 0, golden)
    words = SimpleNamespace(names=[(0, "buf", 100)], golden=golden, got=got)
    held = SimpleNamespace(units=[(0, 0)], seen=[seen], words=[words], places=[np.array([99])])
    assert departures.of_units(held, {0: 1}) == {"memory": "zero"}


def entry(operation, how, axes=(), features=(), wrong="VGPR: all", cause="mismatch"):
    return {"operation": operation, "form": "x", "cause": cause, "how": how, "axes": list(axes), "wrong": wrong,
            "features": frozenset(features), "at": "", "rules": []}


@pytest.mark.parametrize("key, entries, cause", [
    (("operation", ("v exp f",)), [entry("v_exp_f32", {"VGPR": "last"})],
     "v_exp_f32: the result differs in its last bits"),
    (("operation", ("v cvt",)), [entry("v_cvt_i32_f32", {"VGPR": "from most"}, ["src0 quiet NaN", "EXEC"])],
     "v_cvt_i32_f32: the result does not saturate, with a source that is quiet NaN"),
    (("operation", ("s max",)), [entry("s_max_u32", {"scc": "zero"})],
     "s_max_u32: SCC is 0"),
    (("operation", ("v add",)), [entry("v_addc_co_u32", {"vcc": "old"}, (), ["operations writing a carry"]),
                                 entry("v_addc_co_u32", {"SGPR": "old"}, (), ["operations writing a carry"])],
     "v_addc_co_u32: the carry keeps its old value"),
    (("axes", ("subnormals",)), [entry(f"v_{n}_f32", {"VGPR": "flushed"}) for n in ("add", "mul", "sub", "fma")],
     "the result is 0 instead of a subnormal, with subnormals"),
    (("axes", ("clamp",)), [entry("v_add_f32", {"VGPR": "sign", "vcc": ""})],
     "v_add_f32: the result has the wrong sign, VCC is wrong, with clamp"),
    (("axes", ("DPP",)), [entry(f"v_{n}_b32", {"VGPR": "lane"}, ["DPP"], ["a result over a source"]) for n in "abc"],
     "v_a_b32, v_b_b32 and v_c_b32: the result is another lane's, with DPP and a result over a source"),
    (("how", ("count: # instructions run; # are right",)), [entry("s_setpc_b64", {}, cause="count")],
     "s_setpc_b64: another number of instructions is run"),
    (("how", ("status: expected fault, got ok",)), [entry("s_trap", {}, cause="status")],
     "s_trap: ends as ok, not as fault"),
])
def test_a_cause_says_operations_what_is_wrong_and_with_what(key, entries, cause):
    assert titles.words_of(key, entries) == cause


def test_what_entries_do_not_agree_on_is_not_said():
    some = [entry("v_a_f32", {"VGPR": word}) for word in ("flushed", "sign", "low", "")]
    assert titles.how_of(some) == "the result is wrong"
    assert titles.how_of(some, "wrong results") == "wrong results"
