"""Every defect is told with a section of the architecture's manual."""
import pytest

from ...harness.faults import curated_faults
from . import broken, defects


def group_of(operation, fault="", words=(), **more):
    entry = {"operation": operation, "rules": [], "cause": "mismatch", "axes": None, **more}
    return defects.Group("x", fault, [entry], words=words)


def test_sections_are_of_the_architecture_s_manual():
    group = group_of("v_add_f32", "clamp_ignored", axes=[])
    assert broken.with_section(group, "gfx1100") == ("valu.clamp.float", "RDNA3 ISA, 7.2.3.1")
    assert broken.with_section(group, "gfx906")[1].startswith("Vega ISA, 6")


def test_a_chosen_fault_breaks_the_rule_of_the_cases_that_notice_it():
    old, new = map(broken.noticed_by, ("gfx906", "gfx1100"))
    assert all(old[fault] or new[fault] for fault in curated_faults.read_table())
    assert old["vcc-high-low"] == ["decode.scalar_source"] and old["range-unchecked"][0] == "register.vgpr.range"
    assert new["smem-offset-unsigned"] == ["smem.offset.negative"] and not old["smem-offset-unsigned"]


def test_of_the_rules_of_a_fault_the_cases_that_show_it_choose():
    group = group_of("", "range-unchecked", rules=["register.sgpr.range"])
    assert broken.with_section(group, "gfx906")[0] == "register.sgpr.range"


def test_a_case_that_shows_a_defect_among_others_does_not_say_its_rule():
    """A shift whose result lies beyond the allocation: the case is about the range."""
    group = group_of("v_lshlrev_b64", "shift-wide-unmasked", rules=["register.vgpr.range"])
    assert broken.with_section(group, "gfx906")[0] == "valu.shift"


@pytest.mark.parametrize("operation, rule", [("v_lshlrev_b32", "valu.shift"), ("s_lshl_b32", "salu.shift")])
def test_a_fault_of_both_units_breaks_the_rule_of_the_operations(operation, rule):
    assert broken.with_section(group_of(operation, "shift-unmasked"), "gfx1100")[0] == rule


@pytest.mark.parametrize("word, rule", [("SDWA", "valu.sdwa.select"), ("DPP16", "valu.dpp.move")])
def test_what_fails_in_an_encoding_breaks_the_rule_of_that(word, rule):
    group = group_of("v_mov_b32", words=(word,), cause="status")
    assert broken.with_section(group, "gfx906") == (rule, f"Vega ISA, 13.3.{7 if word == 'SDWA' else 9}")


def test_what_dpp_does_to_lanes_is_a_rule_of_dpp():
    """Some of these encodings are refused, which is not what is wrong."""
    group = group_of("v_mov_b32", words=("an inactive source lane",), cause="reserved")
    assert broken.with_section(group, "gfx1100") == ("valu.dpp.bounds", "RDNA3 ISA, 7.7")


def test_an_axis_that_not_all_need_says_no_rule():
    group = group_of("v_min_f64", axes=["neg", "src0 a number"])
    group.entries.append(group.entries[0] | {"axes": ["src0 a number"]})
    assert broken.with_section(group, "gfx1100") == ("", "RDNA3 ISA, 16.12")


def test_subnormals_are_a_rule_of_their_own_whatever_else_matters():
    group = group_of("v_add_f64", axes=["neg", "src0 subnormal"])
    group.cause = "v_add_f64: subnormals are 0 that should be kept"
    assert broken.with_section(group, "gfx1100")[0] == "float.denorm.out"


def test_an_operation_that_no_rule_names_stands_in_a_section_all_the_same():
    assert broken.with_section(group_of("v_cvt_i32_f32"), "gfx906") == ("", "Vega ISA, 12.8")
    assert broken.with_section(group_of("", rules=[]), "gfx906") == ("", "")
