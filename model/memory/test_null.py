"""NULL as a tuple of scalar registers: all its dwords are 0 (RDNA3 ISA, 3.3.1.4, 3.4.4).
M0 and EXEC have the next codes and are not read. The expectation is the same instruction with a tuple of zeros."""
import pytest

from .. import EVERY_WAVE
from ..testing import BASE, MACHINE, code, pattern, vgpr_setting, completed_wave

NULL, TUPLE, M0, LIVE = 124 // 4, 8, 125, 0x0F0F0F0F  # in fields of five bits; first of the zeros; its code; EXEC
SRSRC, SSAMP = 48, 58                                  # low bits of the fields
GFX11 = pytest.mark.parametrize("wave", (32, 64))
OPERATIONS = {
    "buffer_load_b32 v8, off, s[8:11], 0": (SRSRC,),
    "buffer_store_b32 v8, off, s[8:11], 0": (SRSRC,),
    "buffer_load_format_xyzw v[8:11], v4, s[8:11], 0 idxen": (SRSRC,),
    "buffer_atomic_add_u32 v8, v4, s[8:11], 0 offen glc": (SRSRC,),
    "tbuffer_load_format_x v8, v4, s[8:11], 0 format:[BUF_FMT_32_UINT] idxen": (SRSRC,),
    "image_load v[8:11], v4, s[8:15] dmask:0xf dim:SQ_RSRC_IMG_1D": (SRSRC,),
    "image_store v[8:11], v4, s[8:15] dmask:0xf dim:SQ_RSRC_IMG_1D": (SRSRC,),
    "image_get_resinfo v[8:11], v4, s[8:15] dmask:0xf dim:SQ_RSRC_IMG_1D": (SRSRC,),
    "image_sample v[8:11], v4, s[8:15], s[8:11] dmask:0xf dim:SQ_RSRC_IMG_1D": (SRSRC, SSAMP),
    "image_gather4_c v[8:11], v[4:6], s[8:15], s[8:11] dmask:0x1 dim:SQ_RSRC_IMG_2D": (SRSRC, SSAMP),
    "image_bvh_intersect_ray v[8:11], [v4, v5, v[16:18], v[19:21], v[22:24]], s[8:11]": (SRSRC,),
}


def run_with_null(wave, words):
    """Return (status, findings, VGPRs 8 to 11, memory) of a run with unusual values of M0 and EXEC."""
    memory = bytearray(pattern())
    sets = [*((EVERY_WAVE, TUPLE + n, 0) for n in range(8)), (EVERY_WAVE, M0, BASE)]
    sets += [vgpr_setting(n, [n] * wave) for n in (*range(4, 12), *range(16, 25))]
    out = MACHINE.run(arch="gfx1100", wave=wave, regions=[(BASE, memory)], sets=sets, group=(wave, 1, 1),
                      grid=(wave, 1, 1), code=code("gfx1100", wave, f"s_mov_b32 exec_lo, {LIVE:#x}") + words +
                      code("gfx1100", wave, "s_waitcnt vmcnt(0) lgkmcnt(0)"))
    rows = [bytes(completed_wave(out).v[n][:wave]) for n in range(8, 12)]
    return out.status, [finding[:2] for finding in out.findings], rows, bytes(memory)


@GFX11
@pytest.mark.parametrize("text", OPERATIONS, ids=lambda text: text.split()[0])
def test_null_descriptors_are_zero(wave, text):
    plain = code("gfx1100", wave, text)
    expected = run_with_null(wave, plain)
    word = int.from_bytes(plain, "little")
    for fields in {OPERATIONS[text], *((field,) for field in OPERATIONS[text])}:
        named = word
        for low in fields:
            assert word >> low & 31 == TUPLE // 4
            named = named & ~(31 << low) | NULL << low
        assert run_with_null(wave, named.to_bytes(len(plain), "little")) == expected
