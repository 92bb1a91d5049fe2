"""Accesses with several addresses for each lane, of samplers and node stacks, against other accesses.
Unordered accesses of scalars, other waves and other groups race exactly in the accessed bytes."""
import pytest

from .. import EVERY_WAVE, V0
from ..memory.test_sample import Sampler, f32_bits, byte_image
from ..testing import BASE, EVERYWHERE, dword_bytes, finding_rules, run_listing, vgpr_setting

PITCH = 64                                             # texels of four bytes from one row of the image to the next
SAMPLE = {"gfx906": "image_sample_lz v32, v[16:17], s[8:15], s[16:19] dmask:0x1 unorm; WAIT",
          "gfx1100": "image_sample_lz v32, v[16:17], s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm; WAIT"}
ADD = {"gfx906": "global_atomic_add v[40:41], v42, off; s_waitcnt vmcnt(0); ",
       "gfx1100": "global_atomic_add_u32 v[40:41], v42, off; s_waitcnt_vscnt null, 0x0; "}
NONE = 0xffffffff


def sample_text(arch, wave):
    """Return a sample in which every lane reads the four texels around (5, 2): columns 4 and 5, rows 1 and 2."""
    image, how = byte_image(arch), Sampler(unnormalized=1, magnify=1, minify=1)
    return [*((EVERY_WAVE, 8 + n, x) for n, x in enumerate(image.words())),
            *((EVERY_WAVE, 16 + n, x) for n, x in enumerate(how.words())),
            vgpr_setting(16, [f32_bits(5.0)] * wave), vgpr_setting(17, [f32_bits(2.0)] * wave)]


@pytest.mark.parametrize("groups", (False, True))
@EVERYWHERE
def test_a_sampler_races_in_each_filtered_texel(arch, wave, groups):
    """Two waves, of one group or of two, add to a texel and then sample around a point."""
    for y in range(4):
        for x in range(3, 7):
            sets = [*sample_text(arch, wave), vgpr_setting(40, [BASE + 4 * (PITCH * y + x)] * wave),
                    vgpr_setting(41, [0] * wave), vgpr_setting(42, [0] * wave)]
            out = run_listing(arch, wave, ADD[arch] + SAMPLE[arch], sets=sets, grid=(2 * wave, 1, 1),
                              group=(wave if groups else 2 * wave, 1, 1), regions=[(BASE, bytearray(4096))])
            is_reported = ("race.groups" if groups else "race.global") in finding_rules(out)
            assert out.status == "ok" and is_reported == (x in (4, 5) and y in (1, 2)), (x, y, finding_rules(out))


def test_a_scalar_store_and_a_sampler_need_a_wait():
    """Vega's scalar stores use another path to memory."""
    for wait in (False, True):
        for x in range(3, 7):
            sets = [*sample_text("gfx906", 64), (EVERY_WAVE, 2, BASE), (EVERY_WAVE, 3, 0)]
            text = f"s_store_dword s0, s[2:3], {4 * (PITCH + x):#x}; {'s_waitcnt lgkmcnt(0); ' * wait}"
            out = run_listing("gfx906", 64, text + SAMPLE["gfx906"], sets=sets, regions=[(BASE, bytearray(4096))])
            assert finding_rules(out) == ["memory.own.unwaited"] * (not wait and x in (4, 5)), (wait, x)


@pytest.mark.parametrize("pointers, touched", [((8, 16, 24, 32), (3, 4, 5)), ((NONE,) * 4, (2,)),
                                               ((NONE, 16, NONE, NONE), (3,))])
def test_a_stack_races_in_pushed_and_popped_entries(pointers, touched):
    """There are three entries. Of two waves with their own stacks one first adds to a dword of the other's."""
    sets = [
        (0, V0 + 1, dword_bytes([1 << 18 | 3] * 32)),
        (1, V0 + 1, dword_bytes([3] * 32)),
        vgpr_setting(2, [NONE] * 32),
        *(vgpr_setting(4 + k, [p] * 32) for k, p in enumerate(pointers)),
        vgpr_setting(9, [0] * 32),
    ]
    text = "s_mov_b32 exec_lo, 1; ds_add_u32 v8, v9; WAIT; ds_bvh_stack_rtn_b32 v3, v1, v2, v[4:7]; WAIT"
    for entry in range(8):
        out = run_listing("gfx1100", 32, text, grid=(64, 1, 1), group=(64, 1, 1), lds_bytes=1024, lds=bytes(1024),
                          sets=[*sets, (0, V0 + 8, dword_bytes([128 * entry] * 32)),
                                (1, V0 + 8, dword_bytes([1020] * 32))])
        assert out.status == "ok" and finding_rules(out) == ["race.lds"] * (entry in touched), (
            entry,
            finding_rules(out),
        )
