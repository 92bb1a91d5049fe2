"""Advice of S_DELAY_ALU (RDNA3 ISA, 5.7): the results that it waits for."""
import random
from collections import Counter

import pytest

from .. import EVERY_WAVE, V0, Machine
from ..testing import finding_rules, run_listing

VCC = 106
MACHINE = Machine(waves=1, findings=64, code_bytes=4096)


@pytest.mark.parametrize("wave, register, used", [(32, "vcc_lo", True), (32, "vcc_hi", False), (64, "vcc_lo", True),
                                                  (64, "vcc_hi", True)])
def test_a_mask_of_wave32_is_one_register(wave, register, used):
    """A mask of wave32 is one scalar register; the next one is not a result to wait for."""
    mask = "vcc_lo" if wave == 32 else "vcc"
    out = run_listing("gfx1100", wave, f"s_mov_b32 {register}, s0; s_delay_alu instid0(SALU_CYCLE_1); "
                               f"v_cndmask_b32 v0, v1, v2, {mask}",
                      sets=[(EVERY_WAVE, reg, 0) for reg in (0, VCC, VCC + 1)])
    assert finding_rules(out) == ["control.delay.distance"] * (not used)


def random_instruction(rng):
    a, b, c = (rng.randrange(6) for _ in range(3))
    imm = rng.choice((0x1, 0x5, 0x9, 0x81, 0x91, 0x11a, rng.getrandbits(11), rng.getrandbits(16)))
    return rng.choice((
        f"v_add_f32 v{a}, v{b}, v{c}", f"v_add_nc_u32 v{a}, v{b}, s{c}", f"v_rcp_f32 v{a}, v{b}",
        f"s_add_i32 s{a}, s{b}, s{c}", f"s_delay_alu 0x{imm:x}", f"s_delay_alu 0x{imm & 0x11:x}",
    ))


@pytest.mark.parametrize("wave", [32, 64])
def test_fast_and_general_path_give_the_same_advice(wave):
    """A callback after each instruction disables the fast paths: the findings are the same, and some programs have
    none."""
    rng, rule_counts, quiet = random.Random(wave), Counter(), 0
    sets = [(EVERY_WAVE, first + n, 0x3f800000) for first in (0, V0) for n in range(6)]
    for _ in range(400):
        text = "; ".join(random_instruction(rng) for _ in range(rng.randrange(2, 12)))
        MACHINE.trace(None)
        findings = run_listing("gfx1100", wave, text, MACHINE, sets=sets).findings
        MACHINE.trace(lambda finding: None)
        assert run_listing("gfx1100", wave, text, MACHINE, sets=sets).findings == findings, text
        rule_counts.update(finding[0] for finding in findings)
        quiet += not findings
    MACHINE.trace(None)
    assert quiet > 20 and all(rule_counts[f"control.delay.{rule}"] > 20
                              for rule in ("missing", "distance", "reserved", "replaced")), (rule_counts, quiet)
