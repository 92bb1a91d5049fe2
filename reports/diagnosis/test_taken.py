"""What is taken for a defect whose fault does not explain all of it."""
import pytest

from . import defects
from .test_joining import NAMES, entry, plain, tally

HIGH = [["vcc-high-low", "vcc-high-low", "VCC_HI reads VCC_LO"]]


@pytest.mark.parametrize("axes, taken", [(["src0=vcc_hi", "src1 a number"], True), (["src1 a number"], False)])
def test_what_needs_the_source_that_a_fault_is_about_is_part_of_that_defect(axes, taken):
    """A shift that is wrong in another way, too, of which the fault does not explain the bits."""
    entries = [entry(name, plain(name) | {"a source vcc"}, faults=HIGH) for name in NAMES]
    other = entry("v_shift_b64", plain("v_shift_b64") | {"a source vcc", "CLAMP"}, axes=axes)
    tallies = [tally(one["features"], "mismatch", "") for one in (*entries, other)]
    [home] = [one for one in defects.grouped([*entries, other], tallies=tallies) if other in one.entries]
    assert (home.fault == "vcc-high-low") == taken


def test_what_a_fault_explains_in_a_few_forms_though_others_speak_against_it_is_one_entry():
    """v_a_u32's is its own fault; v_b_u32's other forms speak against that of all operations, as many as pass."""
    said = "minimum is source 0"
    first = entry("v_a_u32", plain("v_a_u32"), faults=[["v_a_u32 M", "v_a_u32 minimum-first", said]])
    second = entry("v_b_u32", plain("v_b_u32"), faults=[["minimum-first", "minimum-first", said]])
    [group] = defects.grouped([first, second], refuted=lambda keys: {"minimum-first": 20})
    assert group.cause == f"v_a_u32 and v_b_u32: {said}" and len(group.entries) == 2


@pytest.mark.parametrize("key, said", [("v_a_u32 neg-ignored 0", "v_a_u32: NEG does nothing"),
                                       ("neg-dropped", "NEG does nothing")])
def test_a_fault_of_one_operation_is_told_with_its_name(key, said):
    [group] = defects.grouped([entry("v_a_u32", plain("v_a_u32"), faults=[[key, key, "NEG does nothing"]])])
    assert group.cause == said
