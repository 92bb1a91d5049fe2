"""The grid is filled: counted here by walking over the cases themselves, and no cell is claimed that the state of a
case does not hold."""
from dataclasses import replace

import numpy as np
import pytest

from ..instructions import case_sampler
from ..values import coverage_bins, value_classes
from ..values.exec_and_mode import MODES, EXEC_SHAPES
from . import planner, single_wave_cases, wave_batch as waves


def form(arch, mnemonic):
    return next(f for f in case_sampler.all_forms(arch) if f.mnemonic == mnemonic)


def cases(plan):
    while not plan.done:
        yield plan.next()


def filled(arch, mnemonic, **keys):
    plan = planner.Planner(form(arch, mnemonic), **keys)
    made = list(cases(plan))
    return plan, made, coverage_bins.count_bins(plan.planned, plan.possible())


def kind_of_mask(shape, mask, wave):
    """Does a mask look like its shape's name?"""
    live = [n for n in range(64) if mask >> n & 1]
    return {
        "all": len(live) == wave,
        "none": not live,
        "one": len(live) == 1,
        "prefix": live == list(range(len(live))),
        "alternating": len(live) == wave // 2 and len({n % 2 for n in live}) == 1,
        "upper": live == list(range(wave // 2, wave)),
        "random": True,
    }[shape]


@pytest.mark.parametrize(
    "arch,mnemonic",
    [
        ("gfx1100", "v_add_f32_e32"),
        ("gfx906", "v_add_u16_sdwa"),
        ("gfx1100", "v_mad_u64_u32"),
        ("gfx906", "v_mac_f32_e32"),
        ("gfx1100", "v_dual_fmac_f32"),
        ("gfx1100", "s_add_u32"),
        ("gfx906", "s_bcnt0_i32_b64"),
        ("gfx1100", "v_readlane_b32"),
    ],
)
def test_the_grid_is_filled(arch, mnemonic):
    plan, made, found = filled(arch, mnemonic)
    assert (
        found.cells == found.cells_of > 0 and found.triples == found.triples_of and found.modes >= 0.99 * found.modes_of
    )
    assert plan.states_left <= 0 and len(made) < plan.max_cases or found.modes_of


def test_what_is_claimed_is_in_the_registers():
    """Each claimed class of SRC0 of V_ADD_F32 is in a live lane of a wave with that shape and mode, by the value's own
    bits."""
    plan, made, _ = filled("gfx1100", "v_add_f32_e32", max_cases=12)
    patterns = value_classes.float_classes("f32")
    names = value_classes.class_names("f", 32)
    seen = 0
    for one in made:
        place = one.encoding.places.get("src0", "")
        for n, hit in enumerate(one.hits.vectors[:, 0]):
            for number in np.flatnonzero(hit):
                row = one.vectors[int(place[1:])][n][one.live()[n]]
                assert names[number] == value_classes.UNIFORM or set(row.tolist()) & set(patterns[names[number]])
                seen += 1
            assert one.scalars["mode"][n] == MODES[one.modes[n]] and kind_of_mask(
                one.shapes[n], one.masks[n], one.encoding.wave
            )
            assert one.scalars["exec_lo"][n] == one.masks[n] & 0xffffffff
    assert seen > 500 and {s for one in made for s in one.shapes} == set(EXEC_SHAPES)


def test_some_lanes_compare_equal():
    """Operands of one class are equal in many lanes: of numbers drawn apart hardly any uniform ones would be."""
    plan, made, _ = filled("gfx1100", "v_cmp_eq_u32_e32", max_cases=12)
    equal = total = 0
    for one in made:
        if one.encoding.places.get("src0", "s0")[0] == "v":
            a, b = (one.vectors[int(one.encoding.places[f][1:])] for f in ("src0", "vsrc1"))
            big = (a > 1 << 26) & one.live()
            equal, total = equal + int((big & (a == b)).sum()), total + int(big.sum())
    assert total > 200 and equal > total / 50


@pytest.mark.parametrize("arch", ["gfx906", "gfx1100"])
@pytest.mark.parametrize("mnemonic", ["s_cmpk_eq_i32", "s_cmpk_lg_u32", "s_cmpk_ge_i32"])
@pytest.mark.parametrize("seed", [1, 2])
def test_some_waves_hold_the_constant_they_compare_with(arch, mnemonic, seed):
    """The 16 bits as they are or with their sign."""
    met = 0
    for one in filled(arch, mnemonic, seed=seed)[1]:
        word, place = one.encoding.fields["simm16"], one.encoding.places["sdst"]
        held = one.scalars[place] if place in one.scalars else np.zeros(0)
        met += int(np.isin(held, [word, ((word ^ 0x8000) - 0x8000) & 0xffffffff]).sum())
    assert met


def test_sources_in_one_register_count_once():
    """V_ADD_U32 v1, v2, v2: one of the two operands holds what it was given, the other does not."""
    f = form("gfx1100", "v_add_nc_u32_e32")
    plan = planner.Planner(f)
    for row, one in enumerate(plan.pool):
        places = [one.places[s.field] for s in plan.sources if s.field in one.places]
        if len(set(places)) < len(places):
            assert plan.vectors[row].sum() < 2
    one = plan.pool[0]
    one.places = {"src0": "v7", "vsrc1": "v7"}
    plan.build_tables()
    assert plan.vectors[0].tolist() == [False, True]


def test_lanes_that_dpp_masks_disable_do_not_count():
    plan, made, _ = filled("gfx906", "v_add_f32_dpp", max_cases=30)
    masked = [one for one in made if one.encoding.live != (1 << 64) - 1]
    assert masked and all(
        not int(n) & ~one.encoding.live
        for one in masked
        for n in [sum(1 << i for i in np.flatnonzero(one.live().any(0)).tolist())]
    )
    assert all(one.hits.states == int(one.live().sum()) for one in made)


def test_illegal_encodings_leave_the_grid():
    plan = planner.Planner(form("gfx906", "v_add_f32_sdwa"), pool=8)
    one = plan.next()
    before = plan.possible().vectors.sum()
    plan.drop(one)
    assert plan.possible().vectors.sum() <= before and not plan.alive.all()
    for other in plan.pool:
        plan.drop(replace(one, encoding=other))
    with pytest.raises(case_sampler.NoCase):
        plan.next()
    assert plan.done


def test_the_same_seed_makes_the_same_cases():
    first, again, other = (
        [waves.to_case(case, "x") for case in filled("gfx906", "v_min_f32_e32", max_cases=3, seed=seed)[1]]
        for seed in (1, 1, 2)
    )
    assert first == again and first != other


@pytest.mark.parametrize(
    "arch,mnemonic", [("gfx1100", "ds_store_b32"), ("gfx906", "global_atomic_swap"), ("gfx1100", "buffer_store_b32")]
)
def test_memory_forms_walk_over_all_classes(arch, mnemonic):
    plan = single_wave_cases.Singles(form(arch, mnemonic))
    for one in cases(plan):
        plan.cells.record(one.hits)
    found = coverage_bins.count_bins(plan.cells, plan.possible())
    assert found.cells == found.cells_of > 0, coverage_bins.uncovered_bins(plan.cells, plan.possible())


def test_a_wave_alone_has_its_own_hits():
    plan = planner.Planner(form("gfx1100", "v_add_f32_e32"))
    one = plan.next()
    whole, parts = (
        coverage_bins.CoverageBins(plan.sources, plan.cells.tags[1:], plan.modes),
        coverage_bins.CoverageBins(plan.sources, plan.cells.tags[1:], plan.modes),
    )
    whole.record(one.hits)
    for part in one.split_waves():
        parts.record(part.hits)
        assert waves.to_case(part, "x")["state"]["exec"] == part.masks[0]
    assert (whole.covered_by_operand == parts.covered_by_operand).all() and one.hits.states == sum(
        p.hits.states for p in one.split_waves()
    )


def test_a_form_without_cells_has_its_fewest_cases():
    """What a certificate holds every passing form to, so that `verify` finds none of them short."""
    plan, made, _ = filled("gfx906", "v_nop")
    assert len(made) >= planner.MIN_CASES and plan.done


@pytest.mark.parametrize("arch, mnemonic", [("gfx906", "scratch_load_dword"), ("gfx1100", "buffer_load_b64")])
def test_vector_memory_has_as_many_states(arch, mnemonic):
    """2,000 live lanes, private memory too; buffers by offset, and records by index, some of them swizzled."""
    made = list(cases(planner.make_planner(form(arch, mnemonic), 1, False)))
    assert sum(int(one.state["exec"]).bit_count() for one in made) >= 2000
    assert sum(one.hits.states for one in made) == sum(int(one.state["exec"]).bit_count() for one in made)
    if "srsrc" in made[0].fields:
        strides = [one.state[f"s{one.fields['srsrc'].code + 1}"] for one in made if one.fields["idxen"]]
        assert len(strides) > len(made) / 5 and {x >> 30 for x in strides} == {0, 1, 3}
