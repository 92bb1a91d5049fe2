"""What DPP does to each lane, against the manuals' drawings done by hand (RDNA3 ISA, 7.7; Vega ISA, 13.3.9)."""
import pytest

from ...generators.instructions import case_sampler as sampler
from ...harness.case import assembler
from ...harness.comparison.compare import Difference
from ...spec.encode import Operand
from ...spec.slots import slots
from . import lanes
from .lanes import ASLEEP, BEYOND, MASKED, ZERO

FULL = 0xFFFFFFFF


def form(name, extension, arch="gfx1100"):
    return next(
        one for one in sampler.all_forms(arch) if (one.spelling, sampler.variant_name(one)) == (name, extension)
    )


def of(mask, extension="dpp", name="v_not_b32", arch="gfx1100", wave=32, **fields):
    return lanes.of_lanes(form(name, extension, arch), fields, wave, mask)


@pytest.mark.parametrize("fields, mask, expected", [
    (dict(dpp_ctrl=0x111), FULL, {BEYOND: 0x00010001}),                    # row_shr:1: the first lane of each row
    (dict(dpp_ctrl=0x111, bound_ctrl=1), FULL, {ZERO: 0x00010001}),
    (dict(dpp_ctrl=0x10F), FULL, {BEYOND: 0xFFFEFFFE}),                    # row_shl:15: all but the first
    (dict(dpp_ctrl=0x111), 0x0000000F, {BEYOND: 1}),                       # lanes that are off do not count
    (dict(dpp_ctrl=0x111), 0x0000000A, {ASLEEP: 0xA}),                     # lanes 1 and 3 read 0 and 2
    (dict(dpp_ctrl=0x111, fi=1), 0x0000000A, {}),
    (dict(dpp_ctrl=0x121), 0x80010000, {ASLEEP: 0x80000000}),              # row_ror:1: lane 16 reads 31, which is on
    (dict(dpp_ctrl=0x141), 0x00000081, {}),                                # row_half_mirror: 0 and 7 read each other
    (dict(dpp_ctrl=0xE4, row_mask=1), FULL, {MASKED: 0xFFFF0000}),
    (dict(dpp_ctrl=0xE4, bank_mask=0xE), FULL, {MASKED: 0x000F000F}),
    (dict(dpp_ctrl=0x111, bank_mask=0xE), FULL, {MASKED: 0x000F000F}),     # a lane that is switched off reads nothing
    (dict(dpp_ctrl=0x15F), 0x00010001, {ASLEEP: 0x00010001}),              # row_share:15
])
def test_lanes_of_dpp16(fields, mask, expected):
    assert of(mask, **fields) == expected


def test_lanes_of_dpp8():
    swap = {f"lane{n}": n ^ 1 for n in range(8)}
    assert of(0x00000105, "dpp8", **swap) == {ASLEEP: 0x105} and of(0x303, "dpp8", **swap) == {}


def test_vega_moves_whole_waves():
    assert of(1 << 63, arch="gfx906", wave=64, dpp_ctrl=0x130) == {BEYOND: 1 << 63}          # wave_shl:1
    assert of(3, arch="gfx906", wave=64, dpp_ctrl=0x138) == {BEYOND: 1}                      # wave_shr:1
    assert of(1 << 16 | 1 << 15, arch="gfx906", wave=64, dpp_ctrl=0x142) == {BEYOND: 1 << 15}      # row_bcast:15


def test_what_does_not_move_has_no_such_lanes():
    assert lanes.of_lanes(form("v_not_b32", "vop1"), {"src0": 256}, 32, 1) == {}


@pytest.mark.parametrize("name, written, expected", [
    ("v9", 100, 1 << 5), ("vcc_lo", 106, 0x90), ("vcc_hi", 106, 0x90 << 32), ("s10", 10, 0x90), ("s11", 10, 0x90 << 32),
    ("scc", 10, 0), ("status", 10, 0), ("buf", 10, 0),
])
def test_lanes_of_a_wrong_word(name, written, expected):
    compare = form("v_cmp_lt_u32", "vop3")
    [field] = [slot.field for slot in slots(compare) if slot.write]
    assert lanes.wrong(compare, {field: Operand(written)}, name, 5, 0x90) == expected


@pytest.mark.parametrize("control, exec_, lane, word", [
    ("row_shr:1 row_mask:0xf bank_mask:0xf",               2,  1, ASLEEP),
    ("row_shr:1 row_mask:0xf bank_mask:0xf",               3,  1, ""),
    ("row_shr:1 row_mask:0xf bank_mask:0xf",               3,  0, BEYOND),
    ("row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1",  3,  0, ZERO),
    ("row_ror:1 row_mask:0xe bank_mask:0xf",               -1, 3, MASKED),
])
def test_what_is_done_to_the_wrong_lane_of_a_small_case(control, exec_, lane, word):
    """RDNA3 ISA, 7.7: lane 1 of row_shr:1 reads lane 0, lane 0 nothing."""
    code = assembler.assemble("gfx1100", f"v_mov_b32_dpp v0, v1 {control}").hex()
    case = {"arch": "gfx1100", "wave": 32, "code": code, "state": {"exec": exec_ & 0xFFFFFFFF}}
    assert lanes.of_case(form("v_mov_b32", "dpp"), case, [Difference("v0", 0, lane, "0x7", "0x9")]) == {word}
