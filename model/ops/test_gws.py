"""Global wave sync and ordered counts: EXEC of 0, the wrapping of resources, and the order of waiting waves."""
import struct

import pytest

from ...harness.case.assembler import assemble_lines
from .. import Machine
from ..machine import V0, register_codes

ARCHS = ("gfx906", "gfx1100")
MACHINE = Machine(waves=8, findings=32, code_bytes=4096)


def run_lines(arch, lines, waves=1, sets=(), regions=()):
    code = b"".join(assemble_lines(arch, 64, lines))
    return MACHINE.run(arch=arch, wave=64, code=code, grid=(64 * waves, 1, 1), group=(64 * waves, 1, 1), sets=sets,
                       regions=regions)


def m0_code(arch):
    return register_codes(arch)["m0"]


@pytest.mark.parametrize("arch", ARCHS)
def test_gws_without_active_lanes_uses_lane_0(arch):
    """RDNA3 ISA, 13.4.2 and 13.4.3: lane 0 has 3, so three waves may pass; the count stays 50."""
    words = [0] * 24
    words[2] = 50
    gs, share = bytearray(struct.pack("<24I", *words)), bytearray(struct.pack("<4I", 0, 0, 50, 0))
    lines = ["s_mov_b64 exec, 0", "ds_gws_sema_br v1 gds", "s_waitcnt lgkmcnt(0)"]
    lines += ["ds_gws_sema_p gds", "s_waitcnt lgkmcnt(0)"] * 3
    lines += ["ds_ordered_count v2, v1 offset:0x108 gds", "s_waitcnt lgkmcnt(0)", "s_nop 0"]
    sets = [(0, V0 + 1, struct.pack("<64I", 3, *[9] * 63)), (0, m0_code(arch), 0)]
    out = run_lines(arch, lines, sets=sets, regions=[(0, gs, None, "gs"), (0, share, None, "gds")])
    assert (out.status, out.findings) == ("ok", [])
    assert struct.unpack("<24I", gs)[2] == 50 and struct.unpack("<4I", share)[2] == 50
    assert run_lines(arch, lines[:3] + lines[3:5] * 4, sets=sets).status == "fault"


@pytest.mark.parametrize("arch", ARCHS)
def test_resource_numbers_wrap_at_64(arch):
    """RDNA3 ISA, 13.4.4: (60 + 9) % 64 = 5 = (0 + 5)."""
    lines = ["s_mov_b64 exec, 1", "s_mov_b32 m0, 0x3c0000", "s_nop 0", "ds_gws_sema_v offset:9 gds",
             "s_waitcnt lgkmcnt(0)", "s_mov_b32 m0, 0", "s_nop 0", "ds_gws_sema_p offset:5 gds", "s_waitcnt lgkmcnt(0)"]
    assert run_lines(arch, lines).status == "ok"
    lines[-2] = "ds_gws_sema_p offset:6 gds"
    assert run_lines(arch, lines).status == "fault"


@pytest.mark.parametrize("arch", ARCHS)
def test_release_all_releases_all_waiting_waves(arch):
    """Three waves wait; a late fourth one releases them all with one instruction."""
    lines = ["s_mov_b64 exec, 1", "s_cmp_eq_u32 s0, 3", "s_cbranch_scc1 3", "ds_gws_sema_p gds", "s_waitcnt lgkmcnt(0)"]
    sets = [(n, 0, n) for n in range(4)] + [(n, m0_code(arch), 0) for n in range(4)]
    last = ["s_nop 7"] * 40 + ["ds_gws_sema_release_all gds", "s_waitcnt lgkmcnt(0)", "s_nop 0"]
    texts = [*lines, "s_nop 0", "s_endpgm", *last]
    texts[2] = "s_cbranch_scc1 5"                     # over sema_p (two dwords), the wait, s_nop and s_endpgm
    out = run_lines(arch, texts, waves=4, sets=sets)
    assert (out.status, out.findings) == ("ok", [])
