"""Selections choose what their names say and refuse what names nothing."""
import pytest

from .case_sampler import all_forms
from .form_selection import SelectError, select_forms


def selected_mnemonics(only, arch="gfx1100"):
    forms = all_forms(arch)
    return {forms[n].mnemonic for n in select_forms(only, [arch])[arch]}


def test_an_operation_has_all_its_forms():
    assert {"v_add_f32_e32", "v_add_f32_e64", "v_add_f32_dpp"} <= selected_mnemonics("v_add_f32")
    assert selected_mnemonics("v_add_f32_e64") == {"v_add_f32_e64"}


def test_parts_are_added_and_case_does_not_matter():
    assert selected_mnemonics("S_ADD_U32, s_sub_u32") == {"s_add_u32", "s_sub_u32"}


def test_a_prefix_selects_one_encoding():
    assert selected_mnemonics("ds:") == {form.mnemonic for form in all_forms("gfx1100") if form.encoding == "ds"}
    assert selected_mnemonics("vop3:v_fma_f32") == {"v_fma_f32"}
    assert selected_mnemonics("vop2:v_mul_f32") == {"v_mul_f32_e32"}
    mnemonics = selected_mnemonics("sdwa:v_a*", "gfx906")
    assert mnemonics and all(name.endswith("_sdwa") for name in mnemonics)


def test_no_selection_selects_all_forms():
    assert select_forms(None, ["gfx906"])["gfx906"] == tuple(range(len(all_forms("gfx906"))))


def test_one_architecture_is_enough():
    selected = select_forms("v_dual_mul_f32", ["gfx906", "gfx1100"])
    assert not selected["gfx906"] and selected["gfx1100"]


@pytest.mark.parametrize("only, named", [("v_adds", "'v_adds'"), ("s_*,vop9:", "'vop9:'"), (" , ", "empty")])
def test_selections_without_match_are_refused(only, named):
    with pytest.raises(SelectError, match=named):
        select_forms(only, ["gfx1100"])
