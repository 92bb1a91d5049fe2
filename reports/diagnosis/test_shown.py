"""Cases by hand go to the defects that they show."""
import pytest

from . import defects
from .test_joining import NAMES, entry, plain, tally


def crashing(*modifiers, layouts=("vopc",) * 3 + ("vop1",) * 2, names=NAMES):
    """Entries, with their tallies, of operations in these layouts that end the target with each of the modifiers."""
    words = [plain(name) | {more, f"operations in {layout}"} for more in modifiers
             for name, layout in zip(names, layouts)]
    entries = [entry(name, some, "status", "status: gone") for name, some in zip(names * len(modifiers), words)]
    return entries, [tally(some, "status: gone") for some in words] + [tally(plain(name), "") for name in names]


@pytest.mark.parametrize("word", ["SDWA", "DPP16"])
def test_a_case_by_hand_goes_to_the_form_at_which_it_parts(word):
    """DPP and SDWA end the target with one message, in the same operations; the case stands in one of them."""
    entries, tallies = crashing("SDWA", "DPP16")
    same = next(one for one in entries if word in one["features"])
    case = entry("", same["features"] | {"row_shl"}, "status", "status: gone", at=same["operation"],
                 form_at=same["form"])
    groups = defects.grouped([*entries, case], tallies=tallies)
    assert [one.words for one in groups if case in one.entries] == [(word,)]


def test_a_case_by_hand_is_not_a_defect_that_needs_a_modifier_it_lacks():
    """Both are of one form: CLAMP, and the result; the case has no CLAMP."""
    clamp = entry("v_min_u32", plain("v_min_u32") | {"CLAMP"}, form="e64", faults=[["F", "clamp-dropped", "CLAMP"]])
    result = entry("v_min_u32", plain("v_min_u32"), form="e64", how={"VGPR": "old"})
    case = entry("", plain("v_min_u32"), at="v_min_u32", form_at="e64")
    tallies = [tally(one["features"], "mismatch") for one in (clamp, result)]
    groups = defects.grouped([clamp, result, case], tallies=tallies)
    [home] = [one for one in groups if case in one.entries]
    assert home.fault == "" and result in home.entries


def test_what_a_modifier_does_in_two_layouts_is_told_by_the_modifier():
    """In a third it does nothing, so that each of the two is a cause by itself first."""
    names = tuple(f"v_{letter}_u{n}" for n, letter in enumerate("abcdefghij"))
    entries, tallies = crashing("SDWA", layouts=("vopc",) * 6 + ("vop1",) * 4, names=names)
    tallies += [tally(plain(f"v_x{n}_u32") | {"SDWA", "operations in vop2"}, "") for n in range(10)]
    tallies += [tally(plain(f"v_y{n}_u32") | {f"operations in {layout}"}, "") for n in range(10)
                for layout in ("vopc", "vop1", "vop2")]
    [group] = defects.grouped(entries, tallies=tallies)
    assert group.words == ("SDWA",) and group.cause == "SDWA: status: gone"
