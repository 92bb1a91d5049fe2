"""What nearly always fails is one cause, and only that."""
from collections import Counter

import pytest

from ...generators.form_coverage import planner
from ...generators.instructions import case_sampler
from . import broken, defects, features, kinds
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


@pytest.mark.parametrize("axes", [None, []])
def test_a_case_whose_axes_nobody_asked_for_is_joined_all_the_same(axes):
    """None: nothing was run near a case of a suite."""
    words = plain("v_min_f32")
    entries = [entry("v_min_f32", words, axes=["source 0 signalling NaN"]),
               entry("v_min_f32", words | {"x"}, axes=axes, faults=[["v_min_f32 F", "v_min_f32 fetch-inverted", "FI"]])]
    groups = defects.grouped(entries, tallies=[tally(one["features"], "mismatch") for one in entries])
    assert sum(len(group.entries) for group in groups) == 2


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
    assert len(group.entries) == len(entries) + 1 and group.words == (ASLEEP,)


def test_lanes_that_are_wrong_in_several_operations_are_a_defect_however_many_cases_pass():
    """A lane that is off holds, in most cases, what makes no difference."""
    entries, tallies = of_lanes()
    tallies += [tally(one["features"] | {f"row_shl:{n}"}, "") for one in entries for n in range(3)]
    [group] = defects.grouped(entries, tallies=tallies)
    assert group.words == (ASLEEP,) and group.cause == "lanes that read an inactive one by DPP: wrong results"


def test_lanes_have_the_name_of_the_fault_that_explains_most_rows():
    """Of a mask of lanes all bits are one word, which two defects have wrong and no fault explains."""
    entries, tallies = of_lanes()
    for one in entries:
        one["faults"] = [["dpp-asleep-read", "dpp-asleep-read", "DPP reads lanes that are off"]]
    for kind in ("f32", "i32", "u32", "f16", "i16", "u16"):
        words = plain(f"v_cmp_eq_{kind}") | {"DPP16", ASLEEP, "operations writing a lane mask"}
        entries.append(entry(f"v_cmp_eq_{kind}", words, lanes=frozenset([ASLEEP])))
        tallies.append(tally(words, "mismatch"))
    [group] = defects.grouped(entries, tallies=tallies)
    assert group.fault == "dpp-asleep-read" and len(group.entries) == len(NAMES) + 6


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


def test_operations_that_are_wrong_in_plain_encodings_do_not_make_a_modifier_the_cause():
    """Two are right without DPP16, too few to say that it is DPP16; the others are wrong whatever is set."""
    wrong, right = NAMES[:3], NAMES[3:]
    entries = [entry(name, plain(name) | more) for name in wrong for more in ({"DPP16"}, set())]
    entries += [entry(name, plain(name) | {"DPP16"}) for name in right]
    tallies = [tally(one["features"], "mismatch") for one in entries]
    tallies += [tally(plain(name) | {f"a source {n}"}, "") for name in right for n in range(9)]
    found = defects.grouped(entries, tallies=tallies)
    assert sorted(group.operations for group in found) == sorted([name] for name in NAMES)


DECODED = ["dpp-late-unread", "dpp-late-unread", "DPP8 is not decoded"]


def test_what_a_fault_explains_most_of_takes_the_rest():
    """DPP8 is never right; a fault says what it does in three operations, two are wrong in a way of their own too, and
    one makes the target crash."""
    entries = [entry(name, plain(name) | {"DPP8"}, faults=[DECODED] if n < 3 else []) for n, name in enumerate(NAMES)]
    tallies = [tally(one["features"], "mismatch") for one in entries] + [tally(plain(name), "") for name in NAMES]
    crash = entry("v_nop", plain("v_nop") | {"DPP8"}, "crash", "crash: of a sort")
    [group] = defects.grouped([*entries, crash], tallies=[*tallies, tally(crash["features"], crash["way"])])
    assert group.fault == "dpp-late-unread" and len(group.entries) == len(entries) + 1


@pytest.mark.parametrize("few", [2, 5])
def test_what_a_fault_explains_less_of_than_it_does_of_a_modifier_is_that_modifier(few):
    """FETCH_INVERTED does to a lane that reads one that is off what is wrong; one more form has it, and other lanes."""
    entries, tallies = of_lanes()
    fetch = [["FETCH_INVERTED 255", "fetch-inverted", "FI means the opposite"]]
    entries = [one | {"faults": fetch if n < few else []} for n, one in enumerate(entries)]
    other = entry("v_or_b32", plain("v_or_b32") | {"DPP16"}, lanes=frozenset(["", ASLEEP]), faults=fetch)
    [group] = defects.grouped([*entries, other], tallies=[*tallies, tally(other["features"], "mismatch")])
    assert group.words == (ASLEEP,) and other in group.entries


@pytest.mark.parametrize("stems, groups", [(("max_f16", "max_f32"), 1), (("cvt_f16_f64", "cvt_f32_i32"), 2)])
def test_the_float_type_tells_no_defects_apart_but_of_conversions(stems, groups):
    names = [f"v_{stem}_{more}" for stem in stems for more in ("lo", "hi", "rtn", "pk")]
    tallies = [tally(plain(name), "mismatch") for name in names] + [tally(plain("v_add_f64"), "")]
    found = defects.grouped([entry(name, plain(name)) for name in names], tallies=tallies)
    assert len(found) == groups
    assert groups > 1 or found[0].cause == "operations with _f16 or _f32 and _max in their names: wrong results"


def test_types_alone_make_no_family():
    """v_frexp_exp_i32_f32 gives an i32 of an f32 as conversions do, and has nothing else in common with them."""
    names = ("v_cvt_i32_f32", "v_cvt_floor_i32_f32", "v_cvt_nearest_i32_f32", "v_frexp_exp_i32_f32")
    entries = [entry(name, plain(name)) for name in names]
    tallies = [tally(one["features"], "mismatch") for one in entries] + [tally(plain("v_add_f64"), "")]
    found = sorted(group.operations for group in defects.grouped(entries, tallies=tallies))
    assert found == [sorted(names[:3]), [names[3]]]


def test_subnormals_kept_and_flushed_are_two_defects():
    """Where MODE must keep them for a case to pass the target keeps what it should flush; the other way round it
    flushes what it should keep.  What does not tell goes with its operation, or with its type."""
    def tiny(name, *axes, how="", gives="f32"):
        return entry(name, plain(name) | {f"operations giving {gives}"}, axes=list(axes), how={"VGPR": how})
    kept = [tiny("v_max_f32", "MODE.denorm", "src0 subnormal"), tiny("v_cubesc_f32", how="kept"),
            tiny("v_max_f32", "src1 subnormal"), tiny("v_div_scale_f32", "MODE.denorm")]
    gone = [tiny("v_add_f64", "a result subnormal", "src0 subnormal", gives="f64"),
            tiny("v_mul_f64", "src0 subnormal", gives="f64")]
    found = {group.cause: group.entries for group in defects.grouped(kept + gone)}
    assert {cause: len(entries) for cause, entries in found.items()} == {
        "v_cubesc_f32, v_div_scale_f32 and v_max_f32: subnormals are kept that should be 0": 4,
        "v_add_f64 and v_mul_f64: subnormals are 0 that should be kept": 2,
    }


@pytest.mark.parametrize("how, alone", [("zero sign", True), ("last", False)])
def test_what_is_wrong_in_the_same_way_without_a_modifier_does_not_need_it(how, alone):
    entries = [entry("v_rndne_f16", plain("v_rndne_f16"), how={"VGPR": "zero sign"}),
               entry("v_rndne_f16", plain("v_rndne_f16") | {"x"}, axes=["high half"], how={"VGPR": how}),
               entry("v_fmac_f16", plain("v_fmac_f16") | {"x"}, axes=["high half"], how={"VGPR": "last"})]
    assert (["v_fmac_f16"] in [group.operations for group in defects.grouped(entries)]) == alone


WIDE = [["mul24-wide", "mul24-wide", "24-bit products use all 32 bits"]]
CLAMP = [["clamp-dropped", "clamp-dropped", "CLAMP does nothing"]]


@pytest.mark.parametrize("fault, more, how, one", [
    (WIDE, {"encoding vop3"}, "high", True),               # the same is wrong in another encoding
    (WIDE, {"encoding vop3"}, "zero", True),               # in another way, as long as this one is not mended
    (WIDE, {"encoding vop3"}, "", True),                   # in no way that words tell
    (CLAMP, {"encoding vop3"}, "high", False),             # what a modifier does is nothing that goes on without it
])
def test_what_is_wrong_of_an_operation_beside_a_fault_is_that_fault(fault, more, how, one):
    name = "v_mul_u32_u24"
    entries = [entry(name, plain(name), how={"VGPR": "high"}, faults=fault),
               entry(name, plain(name) | more, how={"VGPR": how})]
    assert (len(defects.grouped(entries)) == 1) == one


@pytest.mark.parametrize("words, one", [(set(), True), ({"DPP16"}, False)])
def test_a_fault_in_cases_with_a_feature_says_nothing_of_those_without(words, one):
    name = "v_mul_u32_u24"
    entries = [entry(name, plain(name) | words, how={"VGPR": "high"}, faults=WIDE),
               entry(name, plain(name) | {"encoding vop3"}, how={"VGPR": "high"})]
    assert (len(defects.grouped(entries)) == 1) == one


@pytest.mark.parametrize("axes, one", [(["src1 signalling NaN"], True), (["src1 a number"], False), (["EXEC"], False)])
def test_what_needs_a_modifier_beside_the_value_that_is_wrong_anyhow_is_no_other_defect(axes, one):
    name = "v_pk_max_f16"
    entries = [entry(name, plain(name), how={"VGPR": "high"}, axes=axes),
               entry(name, plain(name) | {"x"}, how={"VGPR": ""}, axes=["op_sel_hi", *axes])]
    assert (len(defects.grouped(entries)) == 1) == one


@pytest.mark.parametrize("form, one", [("vop3", True), ("vop2", False)])
def test_a_fault_of_one_operation_in_a_form_that_a_family_has_wrong_is_that_family(form, one):
    """What v_min3_f32 makes of a few zeros looks like ABS that is ignored; in another form it is another defect."""
    names = ("v_max3_f32", "v_min3_f32", "v_med3_f32", "v_minmax_f32")
    entries = [entry(name, plain(name) | {"operations …_min/max"}, form="vop3") for name in names]
    tallies = [tally(one["features"], "mismatch") for one in entries] + [tally(plain("v_add_f32"), "")]
    odd = entry(names[1], entries[1]["features"] | {"ABS"}, form=form,
                faults=[["ABS_IGNORED 1", "v_min3_f32 abs-ignored 1", "ABS of source 1 does nothing"]])
    assert (len(defects.grouped([*entries, odd], tallies=tallies)) == 1) == one


@pytest.mark.parametrize("name, one", [("v_med3_f32", True), ("v_med3_i32", False)])
def test_what_axes_do_to_operations_of_a_family_is_that_family(name, one):
    """Every operation that chooses a float is wrong: another of them with ABS tells of no other defect."""
    words = {"operations …_min/max"}
    names = ("v_max_f32", "v_min_f32", "v_max3_f32", "v_min3_f32")
    entries = [entry(name, plain(name) | words) for name in names]
    tallies = [tally(one["features"], "mismatch") for one in entries] + [tally(plain("v_add_f32"), "")]
    odd = entry(name, plain(name) | words | {"ABS"}, axes=["abs"])
    tallies += [tally(odd["features"], "mismatch"), tally(plain(name) | words, "")]
    assert (len(defects.grouped([*entries, odd], tallies=tallies)) == 1) == one


@pytest.mark.parametrize("got, one", [("ok", True), ("illegal", False)])
def test_a_case_by_hand_that_ends_in_the_way_of_a_defect_is_that_defect(got, one):
    ended = {"cause": "status", "way": "status: expected fault, got ok"}
    other = ended | {"way": f"status: expected fault, got {got}"}
    entries = [entry("s_setpc_b64", plain("s_setpc_b64"), **ended), entry("", set(), **other)]
    assert (len(defects.grouped(entries)) == 1) == one


def test_mode_that_is_wrong_alone_is_one_defect_of_what_writes_it():
    entries = [entry(name, plain(name), how={"mode": ""}) for name in ("s_round_mode", "s_denorm_mode")]
    [group] = defects.grouped(entries)
    assert group.cause == "s_denorm_mode and s_round_mode: MODE is wrong"


@pytest.mark.parametrize("how, apart", [("old", True), ("old/high", True), ("high", False)])
def test_what_is_not_written_is_apart_from_what_is_written_wrongly(how, apart):
    """Of v_mad_u64_u32 the high dword and the carry stay as they were; v_mad_u32_u24 multiplies all 32 bits."""
    names = {"v_mad_u64_u32": {"VGPR": how, "SGPR": how}, "v_mad_u32_u24": {"VGPR": "high"}}
    groups = defects.grouped([entry(name, plain(name), how=ways) for name, ways in names.items()])
    assert sorted(one.operations for one in groups) == (sorted([name] for name in names) if apart else [sorted(names)])


def test_an_operation_that_is_mostly_written_is_of_its_usual_kind():
    """One of its three cases holds by chance what was there before."""
    hows = [{"VGPR": "high"}, {"VGPR": "old"}, {"VGPR": "high", "SGPR": "old"}]
    name = "v_mad_i32_i24"
    entries = [entry(name, plain(name) | {f"a source {n}"}, how=how) for n, how in enumerate(hows)]
    [group] = defects.grouped([*entries, entry("v_mad_u32_u24", plain("v_mad_u32_u24"), how={"VGPR": "high"})])
    assert len(group.entries) == 4


@pytest.mark.parametrize("one, other, alike", [
    ("v_cmp_lt_u64",       "v_cmpx_nge_u64",      True),
    ("s_and_saveexec_b64", "s_nor_saveexec_b32",  True),
    ("ds_max_rtn_f64",     "ds_max_f32",          True),
    ("v_mul_hi_u32",       "v_mul_lo_u32",        True),
    ("v_dual_mul_f32",     "v_mul_i32_i24",       False),
    ("v_min_f32",          "v_max_f32",           False),
    ("v_pk_min_f16",       "v_min_f16",           True),
    ("v_permlane16_b32",   "v_permlanex16_b32",   True),
    ("v_cos_f16",          "v_sin_f16",           True),
    ("v_sqrt_f16",         "v_sin_f16",           False),
    ("v_dot4_i32_iu8",     "v_dot4_u32_u8",       True),
    ("v_sub_co_ci_u32",    "v_add_co_ci_u32",     True),
    ("v_subbrev_co_u32",   "v_addc_co_u32",       True),
    ("v_sub_f32",          "v_add_u32",           False),
    ("v_interp_p10_f32",   "v_interp_p2_f32",     True),
    ("v_dot8_i32_iu4",     "v_dot4_i32_iu8",      False),
    ("v_cvt_pk_norm_i16_f16", "v_cvt_norm_u16_f16", True),
])
def test_operations_of_one_kind(one, other, alike):
    assert (kinds.kind_of(one) == kinds.kind_of(other)) == alike


def test_a_carry_that_is_wrong_is_one_defect_of_additions_and_subtractions():
    names = ("v_addc_co_u32", "v_subb_co_u32", "v_subbrev_co_u32")
    carries = {"operations reading a carry", "operations writing a carry"}
    entries = [entry(name, plain(name) | carries, how={"vcc": "set"}) for name in names]
    tallies = [tally(one["features"], "mismatch") for one in entries] + [tally(plain(name), "") for name in NAMES]
    [group] = defects.grouped(entries, tallies=tallies)
    assert group.cause == "operations reading a carry, operations writing a carry: the carry has bits too many"


def test_the_case_shown_is_one_that_the_fault_explains():
    """Of NAMES the first three show the fault; a smaller case of the first is wrong for more than that."""
    entries = [entry(name, plain(name) | {"DPP8"}, faults=[DECODED] if n < 3 else [], case=CASE | {"code": "0000"})
               for n, name in enumerate(NAMES)]
    entries += [entry(NAMES[0], plain(NAMES[0]) | {"DPP8", "x"})]
    tallies = [tally(one["features"], "mismatch") for one in entries] + [tally(plain(name), "") for name in NAMES]
    [group] = defects.grouped(entries, tallies=tallies)
    assert len(group.entries) == len(entries) and group.fault
    assert [bool(one["faults"]) for one in group.entries] == [True] * 3 + [False] * 3


def test_of_faults_that_explain_as_much_the_one_of_cases_by_hand_is_the_defect():
    """ABS that is ignored explains a move and by chance a form of another defect; so does a fault of moves alone, which
    explains a case by hand as well."""
    ignored, moves = (["abs-dropped"] * 2 + ["no ABS"], ["dpp-signs"] * 2 + ["no ABS of moves"])
    first, second, third = (entry(name, plain(name), axes=["abs0"], faults=faults)
                            for name, faults in zip(NAMES, ([ignored, moves], [ignored], [moves])))
    case = entry("", {"suite"}, faults=[moves])
    groups = defects.grouped([first, second, third, case])
    assert [one.fault for one in groups if first in one.entries] == ["dpp-signs"]


OLD = [["mask-keeps-old", "mask-keeps-old", "bits of inactive lanes stay"]]


@pytest.mark.parametrize("faults, one", [(OLD, True), ([], False)])
def test_a_fault_that_names_a_family_names_its_operations_in_other_encodings(faults, one):
    """Passing forms contradict the fault, as an addition that writes VCC whole does; SDWA has more defects."""
    names = ("v_addc_co_u32", "v_subb_co_u32", "v_subbrev_co_u32")
    carries = {"operations reading a carry", "operations writing a carry"}
    entries = [entry(name, plain(name) | carries | {"encoding vop2"}, how={"vcc": "set"}, faults=OLD) for name in names]
    entries += [entry(name, plain(name) | carries | {"SDWA"}, how={"vcc": "set"}, faults=faults) for name in names]
    tallies = [tally(one["features"], "mismatch") for one in entries]
    tallies += [tally(plain(name) | carries | {"SDWA", "x"}, "") for name in names]
    groups = defects.grouped(entries, refuted=lambda keys: dict.fromkeys(keys, 9), tallies=tallies)
    assert {len(group.entries) for group in groups if group.fault} == ({6} if one else {3})


@pytest.mark.parametrize("doubts, fault, cause", [(0, True, OLD[0][2]), (2, True, OLD[0][2] + defects.NOT_ALL),
                                                  (3, False, None)])
def test_few_forms_that_pass_do_not_refute_a_fault_that_explains_many(doubts, fault, cause):
    """A target may have a way of its own for a few: a tenth of those that the fault explains, which is told."""
    entries = [entry(f"v_op{n}_u32", plain(f"v_op{n}_u32"), faults=OLD) for n in range(20)]
    groups = defects.grouped(entries, refuted=lambda keys: dict.fromkeys(keys, doubts) if doubts else {})
    named = [group for group in groups if group.fault]
    assert bool(named) == fault and all(group.cause == cause and len(group.entries) == 20 for group in named)


@pytest.mark.parametrize("faults, more, cause", [
    ([["ds-offset-ignored"], ["other", "ds-offset-ignored"]], "offset0", "ds_read_b64: as ds-offset-ignored says"),
    ([["ds-offset-ignored"], ["other"]], "offset0", "ds_read_b64: x is wrong"),
    ([["ds-offset-ignored", "other"]] * 2, "offset0", "ds_read_b64: x is wrong"),
    ([["ds-offset-ignored"], []], "offset0", "ds_read_b64: x is wrong"),
    ([["sources-swapped"]] * 2, "NEG", "ds_read_b64: x is wrong"),
])
def test_what_a_refuted_fault_does_is_said_of_the_operations_that_it_explains(faults, more, cause):
    """Others pass in which it would show: it is no defect of all, but what these alone do."""
    entries = [entry("ds_read_b64", {"operation ds_read_b64", more}, kind="ds_read_b64",
                     faults=[[key, key, f"as {key} says"] for key in keys]) for n, keys in enumerate(faults)]
    [group] = defects.grouped(entries, refuted=lambda keys: dict.fromkeys(keys, 9))
    assert (group.cause, group.fault) == (cause, "")


def test_a_fault_that_no_passing_form_speaks_against_is_not_doubted_for_its_kin():
    """Two of one group explain the same forms, and passing forms refute the other."""
    kin = [*OLD, ["mask-keeps-old", "mask-keeps-old 1", OLD[0][2]]]
    entries = [entry(name, plain(name), faults=kin) for name in NAMES]
    groups = defects.grouped(entries, refuted=lambda keys: {"mask-keeps-old": 9})
    assert [group.cause for group in groups if group.fault] == [OLD[0][2]]


@pytest.mark.parametrize("named, cause", [(3, "SDWA selects nothing"), (2, "dst_sel: wrong results")])
def test_a_modifier_has_the_name_of_what_explains_half_of_its_forms(named, cause):
    """However many other cases of these forms nothing explains."""
    fault = [["sdwa-unread", "sdwa-unread", "SDWA selects nothing"]]
    words = [plain(name) | {"dst_sel"} for name in NAMES]
    entries = [entry(name, some, faults=fault if n < named else []) for n, (name, some) in enumerate(zip(NAMES, words))]
    entries += [entry(NAMES[-1], words[-1]) for _ in range(4)]
    tallies = [tally(some, "mismatch") for some in words] + [tally(plain(name), "") for name in NAMES]
    [group] = defects.grouped(entries, tallies=tallies)
    assert group.cause == cause


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


MINUS = [["clamp-keeps-minus", "clamp-keeps-minus", "CLAMP leaves -0 as it is"]]


@pytest.mark.parametrize("how, words, one", [("zero sign", {"CLAMP", "NEG"}, True), ("zero", {"CLAMP", "NEG"}, False),
                                             ("zero sign", {"NEG"}, False)])
def test_what_is_wrong_as_all_that_a_fault_explains_is_that_fault(how, words, one):
    """CLAMP of a product leaves -0; v_fma_f64 gives -0 under CLAMP, and fails in other ways beside, so that no fault
    explains it; 0, or no CLAMP, would be another."""
    entries = [entry(name, plain(name) | {"CLAMP", name}, faults=MINUS, how={"VGPR": "zero sign"}) for name in NAMES]
    other = entry("v_fma_f64", plain("v_fma_f64") | words, how={"VGPR": how})
    tallies = [tally(plain(name) | {"CLAMP"}, "") for name in NAMES] + [tally(other["features"], "mismatch")]
    assert (len(defects.grouped([*entries, other], tallies=tallies)) == 1) == one


@pytest.mark.parametrize("few", [1, 4])
def test_a_rule_that_is_broken_in_more_operations_takes_in_those_of_one_kind(few):
    """NEG of source 0 does nothing in compares, and whatever it does in more operations: whichever has more cases."""
    fault = [["NEG_IGNORED 0", "v_cmp_lt_f64 neg-ignored 0", "NEG of source 0 does nothing"]]
    names = ("v_cmp_lt_f64", "v_cmp_gt_f64", "v_cmpx_le_f64")
    told = [entry(name, plain(name) | {f"a source {n}"}, faults=fault) for name in names for n in range(few)]
    left = [entry(name, plain(name), axes=["neg"]) for name in ("v_cmp_class_f64", "v_cmp_ge_f64", "v_dot2_f32_f16")]
    anyhow = entry("v_cmp_le_f64", plain("v_cmp_le_f64"))
    groups = defects.grouped([*told, *left, anyhow])
    assert sorted(len(group.entries) for group in groups) == [1, len(told) + len(left)]


@pytest.mark.parametrize("fault, rule", [
    ("v_cmp_lt_f64 neg-ignored 0", "valu.neg"),
    ("neg_ignored 0",              "valu.neg"),
    ("neg-dropped",                "valu.neg"),
    ("v_add_f32 result-halved",    ""),
])
def test_the_rule_of_a_fault(fault, rule):
    assert broken.of_fault(fault) == rule


def test_the_fewest_words_are_said():
    rows = [plain(name) | {"DPP16", "row_mask", f"a source {n}"} for n, name in enumerate(NAMES)]
    joined = Joined([entry(name, some) for name, some in zip(NAMES, rows)],
                    Evidence([tally(some, "mismatch") for some in rows] + [tally({"vector operations"}, "")]))
    assert {one.words for one in joined.predicates()} == {("DPP16",), ("row_mask",)}


def test_features_are_those_of_the_encoding():
    forms = {(form.spelling, case_sampler.variant_name(form)): form for form in case_sampler.all_forms("gfx1100")}
    form = forms["v_add_f32", "dpp"]
    found = features.of(planner.make_planner(form, 1, True).next())
    assert {"DPP16", "operations …_add", "operations on f32", "operations in vop2", "vector operations"} <= found
    assert "encoding vop3" in features.of_form(forms["v_add_f32", "vop3"])
    assert not features.of_operations(["DPP16"]) and features.of_operations(["encoding vop3", "operations on f32"])


def test_a_fault_that_a_case_by_hand_speaks_against_explains_none():
    """Unless forms show it, of which more speak for it; a fault of one operation alone explains none either."""
    fault, own = ["shifted", "shifted", "user data is elsewhere"], ["v_x 1", "v_x 1", "v_x is wrong"]
    by_hand = [entry("", {"one"}, faults=[own, fault], rules=["a"]), entry("", {"two"}, faults=[fault], rules=["a"])]
    [told] = defects.grouped(by_hand)
    assert (told.fault, told.cause, len(told.entries)) == ("shifted", "user data is elsewhere", 2)
    [left] = defects.grouped(by_hand, shown=lambda keys: {"shifted"} & set(keys))
    assert (left.fault, len(left.entries)) == ("", 2) and not any(one["faults"] for one in left.entries)
    form, case = entry("v_mov_b32", plain("v_mov_b32"), faults=[fault]), entry("", {"one"}, faults=[fault])
    [both] = defects.grouped([form, case], shown=lambda keys: set(keys))
    assert (both.fault, both.entries) == ("shifted", [form, case])
