"""Advice of S_DELAY_ALU (RDNA3 ISA, 5.7): which results it waits for."""
import pytest

from .. import EVERY_WAVE
from ..testing import rules, run

VCC = 106


@pytest.mark.parametrize("wave, register, used", [(32, "vcc_lo", True), (32, "vcc_hi", False), (64, "vcc_lo", True),
                                                  (64, "vcc_hi", True)])
def test_a_mask_has_as_many_registers_as_the_wave_needs(wave, register, used):
    """A mask of wave32 is one scalar register: the one behind it is no result that its reader waits for."""
    mask = "vcc_lo" if wave == 32 else "vcc"
    out = run("gfx1100", wave, f"s_mov_b32 {register}, s0; s_delay_alu instid0(SALU_CYCLE_1); "
                               f"v_cndmask_b32 v0, v1, v2, {mask}",
              sets=[(EVERY_WAVE, reg, 0) for reg in (0, VCC, VCC + 1)])
    assert rules(out) == ["control.delay.distance"] * (not used)
