"""The planned cases cover all reachable bins, and the state of a case holds every value whose bin it claims."""
from dataclasses import replace

import numpy as np
import pytest

from ..instructions import case_sampler
from ..values import coverage_bins, value_classes
from ..values.exec_and_mode import MODES, EXEC_SHAPES
from . import planner, single_wave_cases, wave_batch as waves


def find_form(arch, mnemonic):
    return next(f for f in case_sampler.all_forms(arch) if f.mnemonic == mnemonic)


def plan_cases(plan):
    """Yield the cases of a Planner or Singles until it is done."""
    while not plan.done:
        yield plan.next()


def plan_all_cases(arch, mnemonic, **keys):
    """Return (Planner, its cases, counts of its bins)."""
    plan = planner.Planner(find_form(arch, mnemonic), **keys)
    planned_cases = list(plan_cases(plan))
    return plan, planned_cases, coverage_bins.count_bins(plan.planned, plan.possible())


def mask_matches_shape(shape, mask, wave):
    """True if an EXEC mask has the shape of this name."""
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
def test_planned_cases_cover_all_reachable_bins(arch, mnemonic):
    plan, planned_cases, counts = plan_all_cases(arch, mnemonic)
    assert (
        counts.cells == counts.cells_of > 0
        and counts.triples == counts.triples_of
        and counts.modes >= 0.99 * counts.modes_of
    )
    assert plan.states_left <= 0 and len(planned_cases) < plan.max_cases or counts.modes_of


def test_claimed_classes_are_in_the_registers():
    """Each claimed class of SRC0 of V_ADD_F32 is in a live lane of a wave with that shape and mode, by the value's own
    bits."""
    plan, planned_cases, _ = plan_all_cases("gfx1100", "v_add_f32_e32", max_cases=12)
    patterns = value_classes.float_classes("f32")
    names = value_classes.class_names("f", 32)
    claimed_classes = 0
    for case in planned_cases:
        place = case.encoding.places.get("src0", "")
        for n, hit in enumerate(case.hits.vectors[:, 0]):
            for number in np.flatnonzero(hit):
                row = case.vectors[int(place[1:])][n][case.live()[n]]
                assert names[number] == value_classes.UNIFORM or set(row.tolist()) & set(patterns[names[number]])
                claimed_classes += 1
            assert case.scalars["mode"][n] == MODES[case.modes[n]] and mask_matches_shape(
                case.shapes[n], case.masks[n], case.encoding.wave
            )
            assert case.scalars["exec_lo"][n] == case.masks[n] & 0xffffffff
    assert claimed_classes > 500 and {s for case in planned_cases for s in case.shapes} == set(EXEC_SHAPES)


def test_some_lanes_compare_equal():
    """Operands of one class are equal in many lanes, which independent uniform draws would rarely give."""
    plan, planned_cases, _ = plan_all_cases("gfx1100", "v_cmp_eq_u32_e32", max_cases=12)
    equal = total = 0
    for case in planned_cases:
        if case.encoding.places.get("src0", "s0")[0] == "v":
            a, b = (case.vectors[int(case.encoding.places[f][1:])] for f in ("src0", "vsrc1"))
            big = (a > 1 << 26) & case.live()
            equal, total = equal + int((big & (a == b)).sum()), total + int(big.sum())
    assert total > 200 and equal > total / 50


@pytest.mark.parametrize("arch", ["gfx906", "gfx1100"])
@pytest.mark.parametrize("mnemonic", ["s_cmpk_eq_i32", "s_cmpk_lg_u32", "s_cmpk_ge_i32"])
@pytest.mark.parametrize("seed", [1, 2])
def test_some_waves_hold_the_constant_they_compare_with(arch, mnemonic, seed):
    """The register holds the constant's 16 bits, zero- or sign-extended."""
    equal_waves = 0
    for case in plan_all_cases(arch, mnemonic, seed=seed)[1]:
        word, place = case.encoding.fields["simm16"], case.encoding.places["sdst"]
        values = case.scalars[place] if place in case.scalars else np.zeros(0)
        equal_waves += int(np.isin(values, [word, ((word ^ 0x8000) - 0x8000) & 0xffffffff]).sum())
    assert equal_waves


def test_sources_in_one_register_count_once():
    """V_ADD_U32 v1, v2, v2: only one of the two operands holds the values drawn for it."""
    f = find_form("gfx1100", "v_add_nc_u32_e32")
    plan = planner.Planner(f)
    for row, encoding in enumerate(plan.pool):
        places = [encoding.places[s.field] for s in plan.sources if s.field in encoding.places]
        if len(set(places)) < len(places):
            assert plan.vectors[row].sum() < 2
    encoding = plan.pool[0]
    encoding.places = {"src0": "v7", "vsrc1": "v7"}
    plan.build_tables()
    assert plan.vectors[0].tolist() == [False, True]


def test_lanes_that_dpp_masks_disable_do_not_count():
    plan, planned_cases, _ = plan_all_cases("gfx906", "v_add_f32_dpp", max_cases=30)
    masked = [case for case in planned_cases if case.encoding.live != (1 << 64) - 1]
    assert masked and all(
        not int(n) & ~case.encoding.live
        for case in masked
        for n in [sum(1 << i for i in np.flatnonzero(case.live().any(0)).tolist())]
    )
    assert all(case.hits.states == int(case.live().sum()) for case in planned_cases)


def test_bins_of_illegal_encodings_are_not_possible():
    plan = planner.Planner(find_form("gfx906", "v_add_f32_sdwa"), pool=8)
    case = plan.next()
    before = plan.possible().vectors.sum()
    plan.drop(case)
    assert plan.possible().vectors.sum() <= before and not plan.alive.all()
    for other in plan.pool:
        plan.drop(replace(case, encoding=other))
    with pytest.raises(case_sampler.NoCase):
        plan.next()
    assert plan.done


def test_the_same_seed_makes_the_same_cases():
    first, again, other = (
        [waves.to_case(case, "x") for case in plan_all_cases("gfx906", "v_min_f32_e32", max_cases=3, seed=seed)[1]]
        for seed in (1, 1, 2)
    )
    assert first == again and first != other


@pytest.mark.parametrize(
    "arch,mnemonic", [("gfx1100", "ds_store_b32"), ("gfx906", "global_atomic_swap"), ("gfx1100", "buffer_store_b32")]
)
def test_memory_forms_cover_all_classes(arch, mnemonic):
    plan = single_wave_cases.Singles(find_form(arch, mnemonic))
    for case in plan_cases(plan):
        plan.cells.record(case.hits)
    counts = coverage_bins.count_bins(plan.cells, plan.possible())
    assert counts.cells == counts.cells_of > 0, coverage_bins.uncovered_bins(plan.cells, plan.possible())


def test_each_split_wave_has_its_own_hits():
    plan = planner.Planner(find_form("gfx1100", "v_add_f32_e32"))
    case = plan.next()
    whole, parts = (
        coverage_bins.CoverageBins(plan.sources, plan.cells.tags[1:], plan.modes),
        coverage_bins.CoverageBins(plan.sources, plan.cells.tags[1:], plan.modes),
    )
    whole.record(case.hits)
    for part in case.split_waves():
        parts.record(part.hits)
        assert waves.to_case(part, "x")["state"]["exec"] == part.masks[0]
    assert (whole.covered_by_operand == parts.covered_by_operand).all() and case.hits.states == sum(
        p.hits.states for p in case.split_waves()
    )


def test_form_without_bins_has_the_minimum_of_cases():
    """`verify` requires this minimum of every passing form."""
    plan, planned_cases, _ = plan_all_cases("gfx906", "v_nop")
    assert len(planned_cases) >= planner.MIN_CASES and plan.done


@pytest.mark.parametrize("arch, mnemonic", [("gfx906", "scratch_load_dword"), ("gfx1100", "buffer_load_b64")])
def test_vector_memory_has_2000_states(arch, mnemonic):
    """2,000 live lanes, private memory too; buffers by offset, and records by index, some of them swizzled."""
    planned_cases = list(plan_cases(planner.make_planner(find_form(arch, mnemonic), 1, False)))
    active_lanes = sum(int(case.state["exec"]).bit_count() for case in planned_cases)
    assert active_lanes >= 2000 and sum(case.hits.states for case in planned_cases) == active_lanes
    if "srsrc" in planned_cases[0].fields:
        strides = [case.state[f"s{case.fields['srsrc'].code + 1}"] for case in planned_cases if case.fields["idxen"]]
        assert len(strides) > len(planned_cases) / 5 and {x >> 30 for x in strides} == {0, 1, 3}
