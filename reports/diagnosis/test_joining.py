"""What nearly always fails is one cause, and only that."""
from collections import Counter

import pytest

from ...generators import planner, sampler
from . import defects, features
from .joining import Evidence, Joined

NAMES = ("v_add_f32", "v_mul_f32", "v_not_b32", "v_min_u32", "v_max_i32")
CASE = {"assay": 1, "arch": "gfx906", "wave": 64, "code": "00"}


def entry(operation, words, cause="mismatch", way="mismatch", **more):
    return {
        "operation": operation, "form": " ".join(sorted(words)), "case": CASE, "cause": cause, "text": "", "wrong": "x",
        "differences": [], "faults": [], "axes": [], "rules": [], "features": frozenset(words), "way": way, **more,
    }


def tally(words, *outcomes):
    return Counter({(frozenset(words), outcome): 1 for outcome in outcomes})


def plain(name):
    return {f"operations …_{word}" for word in name.split("_")[1:]} | {f"operation {name}", "vector operations"}


def test_what_fails_with_a_modifier_in_every_operation_is_one_defect():
    entries = [entry(name, plain(name) | {"DPP16"}) for name in NAMES]
    tallies = [tally(plain(name) | {"DPP16"}, "mismatch") for name in NAMES] + [tally(plain(n), "") for n in NAMES]
    [group] = defects.grouped(entries, tallies=tallies)
    assert group.operations == sorted(NAMES) and group.cause == "DPP16: wrong results"


def test_conversions_whose_names_tell_more_are_other_defects():
    """Packing that does not saturate, normalised numbers that are scaled wrongly, and a rounding."""
    families = [("v_cvt_pk_i16_i32", "v_cvt_pk_u16_u32", "v_cvt_pk_u16_f32"),
                ("v_cvt_pk_norm_i16_f16", "v_cvt_pk_norm_u16_f16"), ("v_cvt_pk_rtz_f16_f32",)]
    names = [name for family in families for name in family]
    entries = [entry(name, plain(name)) for name in names]
    tallies = [tally(plain(name), "mismatch") for name in names] + [tally(plain("v_cvt_f32_i32"), "")]
    groups = defects.grouped(entries, tallies=tallies)
    assert sorted(one.operations for one in groups) == sorted(sorted(family) for family in families)
    assert any("_norm" in one.cause for one in groups) and any("_rtz" in one.cause for one in groups)


@pytest.mark.parametrize("passing", [1, 2])
def test_what_passes_as_often_is_no_cause(passing):
    """The same where some cases with the modifier pass: what these operations have in common explains nothing."""
    entries = [entry(name, plain(name) | {"DPP16"}) for name in NAMES]
    tallies = [tally(plain(name) | {"DPP16"}, "mismatch") for name in NAMES]
    tallies += [tally(plain(name) | {"DPP16", f"row_shl {n}"}, "") for name in NAMES for n in range(passing)]
    assert len(defects.grouped(entries, tallies=tallies)) == len(NAMES)


def test_where_the_same_operations_fail_anyhow_a_modifier_is_no_cause():
    """Only forms of these were run, and all fail: what their encodings have in common explains nothing."""
    entries = [entry(name, plain(name) | more) for name in NAMES for more in ({"DPP16"}, set())]
    tallies = [tally(one["features"], "mismatch") for one in entries]
    found = defects.grouped(entries, tallies=tallies)
    assert sorted(group.operations for group in found) == sorted([name] for name in NAMES)


def test_what_is_wrong_with_an_operation_anyhow_is_one_defect():
    """Its plain form is wrong, and some need a source that is negated to be so: one entry, not two."""
    entries = [entry("v_min_u32", plain("v_min_u32")), entry("v_min_u32", plain("v_min_u32") | {"x"}, axes=["op_sel"])]
    [group] = defects.grouped(entries, tallies=[tally(one["features"], "mismatch") for one in entries])
    assert len(group.entries) == 2


ASLEEP, MASKED = "an inactive source lane", "a lane that masks switch off"


def of_lanes():
    """Entries of five operations whose lanes are wrong where DPP reads one that is off, with their tallies."""
    words = [plain(name) | {"DPP16", ASLEEP} for name in NAMES]
    entries = [entry(name, some, lanes=frozenset([ASLEEP])) for name, some in zip(NAMES, words)]
    return entries, [tally(some, "mismatch") for some in words] + [tally(plain(n) | {"DPP16"}, "") for n in NAMES]


@pytest.mark.parametrize("more", [{"axes": ["DPP", "EXEC"]}, {"faults": [["F 0", "v_or_b32 fetch-inverted", "FI"]]}])
def test_what_no_other_lanes_are_wrong_of_is_part_of_that_defect(more):
    """The same lanes of one more operation, told by axes, or by a fault that does as much there."""
    entries, tallies = of_lanes()
    other = entry("v_or_b32", plain("v_or_b32") | {"DPP16"}, lanes=frozenset([ASLEEP]), **more)
    [group] = defects.grouped([*entries, other], tallies=[*tallies, tally(other["features"], "mismatch")])
    assert len(group.entries) == len(entries) + 1 and group.cause.startswith(ASLEEP)


def test_lanes_that_are_wrong_in_several_operations_are_a_defect_however_many_cases_pass():
    """A lane that is off holds, in most cases, what makes no difference."""
    entries, tallies = of_lanes()
    tallies += [tally(one["features"] | {f"row_shl:{n}"}, "") for one in entries for n in range(3)]
    [group] = defects.grouped(entries, tallies=tallies)
    assert group.cause.startswith(ASLEEP)


@pytest.mark.parametrize("lanes", [{""}, {ASLEEP, ""}, {ASLEEP, MASKED}])
def test_where_others_are_wrong_too_it_is_another(lanes):
    entries, tallies = of_lanes()
    other = entry("v_or_b32", plain("v_or_b32") | {"DPP16"}, lanes=frozenset(lanes), axes=["DPP"])
    groups = defects.grouped([*entries, other], tallies=[*tallies, tally(other["features"], "mismatch")])
    assert len(groups) == 2 and groups[1].entries == [other]


def test_lanes_beside_those_of_another_defect_are_no_defect_of_their_own():
    """All lanes of v_or_b32 are wrong, and so are those that read one that is off: that says nothing of DPP, unless
    other operations have that defect."""
    entries, tallies = of_lanes()
    own = entry("v_or_b32", plain("v_or_b32") | {"DPP16"}, lanes=frozenset([""]))
    side = entry("v_or_b32", own["features"], lanes=frozenset([ASLEEP]), beside=True, form=own["form"])
    [alone] = defects.grouped([own, side], tallies=[tally(own["features"], "mismatch")])
    assert alone.entries == [own, side]
    first, second = defects.grouped([*entries, own, side], tallies=[*tallies, tally(own["features"], "mismatch")])
    assert side in first.entries and second.entries == [own]


@pytest.mark.parametrize("one, other, alike", [
    ("v_cmp_lt_u64",       "v_cmpx_nge_u64",      True),
    ("s_and_saveexec_b64", "s_nor_saveexec_b32",  True),
    ("ds_max_rtn_f64",     "ds_max_f32",          True),
    ("v_mul_hi_u32",       "v_mul_lo_u32",        True),
    ("v_dual_mul_f32",     "v_mul_i32_i24",       False),
    ("v_min_f32",          "v_max_f32",           False),
])
def test_operations_of_one_kind(one, other, alike):
    assert (defects.kind_of(one) == defects.kind_of(other)) == alike


def test_a_carry_that_is_wrong_is_one_defect_of_additions_and_subtractions():
    names = ("v_addc_co_u32", "v_subb_co_u32", "v_subbrev_co_u32")
    carries = {"operations reading a carry", "operations writing a carry"}
    entries = [entry(name, plain(name) | carries, how={"vcc": "set"}) for name in names]
    tallies = [tally(one["features"], "mismatch") for one in entries] + [tally(plain(name), "") for name in NAMES]
    [group] = defects.grouped(entries, tallies=tallies)
    assert group.cause == "operations reading a carry, operations writing a carry: the carry has bits too many"


def test_that_every_operation_of_an_encoding_fails_is_no_cause():
    entries = [entry(name, plain(name)) for name in NAMES]
    tallies = [tally(plain(name), "mismatch") for name in NAMES]
    assert len(defects.grouped(entries, tallies=tallies)) == len(NAMES)


def test_two_words_of_the_names_are_one():
    names = [f"v_cmp_{condition}_u64" for condition in ("lt", "eq", "le", "gt")]
    entries = [entry(name, plain(name)) for name in names]
    tallies = [tally(plain(name), "mismatch") for name in names]
    tallies += [tally(plain(name), "") for name in ("v_cmp_lt_u32", "v_cmp_eq_i64", "v_add_u64")]
    [group] = defects.grouped(entries, tallies=tallies)
    assert group.operations == sorted(names)


def test_wrong_results_are_not_missed_where_cases_crash_for_another_reason():
    """CLAMP does nothing; with DPP16 nothing runs, so that CLAMP is not seen there."""
    words = [plain(name) | {"CLAMP"} for name in NAMES]
    entries = [entry(name, some) for name, some in zip(NAMES, words)]
    entries += [entry(name, some | {"DPP16"}, "crash", "crash: no DPP") for name, some in zip(NAMES, words)]
    tallies = [tally(some, "mismatch") for some in words] + [tally(some | {"DPP16"}, "crash: no DPP") for some in words]
    found = {group.cause for group in defects.grouped(entries, tallies=tallies)}
    assert found == {"CLAMP: wrong results", "DPP16: crash: no DPP"}


def test_a_fault_that_explains_as_much_names_it():
    fault = [["CLAMP_IGNORED 255", f"{NAMES[0]} clamp-ignored", "CLAMP does nothing"]]
    entries = [entry(name, plain(name) | {"CLAMP"}, faults=fault) for name in NAMES]
    tallies = [tally(plain(name) | {"CLAMP"}, "mismatch") for name in NAMES]
    [group] = defects.grouped(entries, tallies=tallies)
    assert group.cause == "CLAMP does nothing" and group.fault == "clamp_ignored"


def test_the_fewest_words_are_said():
    rows = [plain(name) | {"DPP16", "row_mask", f"a source {n}"} for n, name in enumerate(NAMES)]
    joined = Joined([entry(name, some) for name, some in zip(NAMES, rows)],
                    Evidence([tally(some, "mismatch") for some in rows] + [tally({"vector operations"}, "")]))
    assert {one.words for one in joined.predicates()} == {("DPP16",), ("row_mask",)}


def test_features_are_those_of_the_encoding():
    forms = {(form.spelling, sampler.name_of(form)): form for form in sampler.forms_of("gfx1100")}
    form = forms["v_add_f32", "dpp"]
    found = features.of(planner.planner_of(form, 1, True).next())
    assert {"DPP16", "operations …_add", "operations on f32", "operations in vop2", "vector operations"} <= found
    assert "encoding vop3" in features.of_form(forms["v_add_f32", "vop3"])
    assert not features.of_operations(["DPP16"]) and features.of_operations(["encoding vop3", "operations on f32"])
