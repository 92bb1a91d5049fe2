"""What cases keep to: each register of a range is one that is named, and nothing else is."""
import pytest

from ..instructions import case_sampler
from .case_limits import Limits, named_registers
from .planner import make_planner


@pytest.mark.parametrize("text, names", [
    ("v_add_f64 v[215:216], v[11:12], -|s[4:5]|", {"v215", "v216", "v11", "v12", "s4", "s5"}),
    ("v_add_f16 v3.h, v4.l, 0x12", {"v3", "v4"}),
    ("s_mov_b64 ttmp[4:5], vcc", {"ttmp4", "ttmp5", "vcc", "vcc_lo", "vcc_hi"}),
    ("s_mov_b32 m0, exec_lo", {"m0", "exec", "exec_lo"}),
    ("s_mov_b32 flat_scratch_hi, src_shared_base", {"flat_scratch", "flat_scratch_hi", "shared_base",
                                                    "src_shared_base"}),
    ("s_getreg_b32 s5, hwreg(HW_REG_TRAPSTS, 0, 8)", {"s5", "trapsts"}),
    ("s_getreg_b32 null, hwreg(HW_REG_TMA_LO)", {"null", "tma", "tma_lo"}),
    ("v_dual_mov_b32 v1, v2 :: v_dual_mul_f32 v7, s3, v4", {"v1", "v2", "v7", "s3", "v4"}),
    ("global_load_b128 v[8:11], v3, s[2:3] offset:16", {"v8", "v9", "v10", "v11", "v3", "s2", "s3"}),
    ("v_mov_b32_dpp v1, v2 dpp8:[7,6,5,4,3,2,1,0]", {"v1", "v2"}),
    ("s_nop 0", set()),
])
def test_registers_of_a_text(text, names):
    assert named_registers(text) == names


@pytest.mark.parametrize("glob, text", [
    ("v_add*", "v_add_f32 v1, v2, v3"), ("v", "v_add_f64 v[2:3], v[4:5], v[6:7]"), ("s*", "s_endpgm"),
    ("neg*", "v_fma_mix_f32 v1, v2, v3, v4 neg_lo:[1,0,0]"),
])
def test_globs_of_registers_are_held_against_registers_alone(glob, text):
    assert Limits(registers=(glob,)).allow([], text)


@pytest.mark.parametrize("glob", ["v216", "v2[0-9][0-9]", "v21?"])
def test_a_range_with_a_register_that_is_missing_is_left_out(glob):
    assert not Limits(registers=(glob,)).allow([], "v_add_f64 v[215:216], v[11:12], v[3:4]")


@pytest.mark.parametrize("mnemonic", ["v_add_f64", "s_mov_b64", "global_load_b128", "v_mov_b32_e32"])
def test_no_case_names_what_is_missing(mnemonic):
    limits = Limits(registers=("v2[0-9][0-9]", "s9[0-9]"))
    plan = make_planner(next(f for f in case_sampler.all_forms("gfx1100") if f.mnemonic == mnemonic), 1, True, limits)
    texts = [one.text for one in plan.pool] if hasattr(plan, "pool") else [plan.next().text for _ in range(30)]
    named = set().union(*map(named_registers, texts))
    assert texts and not named & {f"v{n}" for n in range(200, 256)} and not named & {f"s{n}" for n in range(90, 100)}
