"""Two results to one register on RDNA3: the model reports an overwrite exactly if LLVM inserts a wait between them
(RDNA3 ISA, 5.6; errata E-022)."""
import itertools
import subprocess

import pytest

from ..testing import BASE, pattern, pointer_settings, finding_rules, run_listing, vgpr_setting

EXEC = "implicit $exec"
RESOURCE = "$sgpr8_sgpr9_sgpr10_sgpr11_sgpr12_sgpr13_sgpr14_sgpr15"
SAMPLER = "$sgpr16_sgpr17_sgpr18_sgpr19"
GATHER = "$vgpr4_vgpr5_vgpr6_vgpr7"
IMAGE = ":: (load (s32), addrspace 8)"
# An instruction that writes v4, by its assembly, in LLVM's machine language.
MIR = {
    "global_load_b32 v4, v1, s[2:3]":
        f"$vgpr4 = GLOBAL_LOAD_DWORD_SADDR $sgpr2_sgpr3, $vgpr1, 0, 0, {EXEC} :: (load (s32), addrspace 1)",
    "image_load v4, v0, s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_1D":
        f"$vgpr4 = IMAGE_LOAD_V1_V1_gfx11 $vgpr0, {RESOURCE}, 1, 0, 0, 0, 0, 0, 0, 0, 0, {EXEC} {IMAGE}",
    "image_sample_lz v4, v0, s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_1D":
        f"$vgpr4 = IMAGE_SAMPLE_LZ_V1_V1_gfx11 $vgpr0, {RESOURCE}, {SAMPLER}, 1, 0, 0, 0, 0, 0, 0, 0, 0, "
        f"{EXEC} {IMAGE}",
    "image_gather4_lz v[4:7], v[0:1], s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_2D":
        f"{GATHER} = IMAGE_GATHER4_LZ_V4_V2_gfx11 $vgpr0_vgpr1, {RESOURCE}, {SAMPLER}, 1, 1, 0, 0, 0, 0, 0, 0, 0, "
        f"{EXEC} {IMAGE}",
}
PAIRS = list(itertools.product(MIR, repeat=2))


@pytest.fixture(scope="module")
def llvm_waits():
    """Return {pair: whether LLVM waits between the two}."""
    text = "".join(
        f"---\nname: pair{n}\nbody: |\n  bb.0:\n    {MIR[first]}\n    {MIR[second]}\n    S_ENDPGM 0\n...\n"
        for n, (first, second) in enumerate(PAIRS)
    )
    command = ["llc-22", "-mtriple=amdgcn", "-mcpu=gfx1100", "-run-pass=si-insert-waitcnts", "-o", "-"]
    process = subprocess.run([*command, "-x", "mir", "-"], input=text, capture_output=True, text=True)
    assert process.returncode == 0, process.stderr
    bodies = process.stdout.split("body: ")[1:]
    assert len(bodies) == len(PAIRS)
    # one S_WAITCNT stands before all, by the calling convention
    return {pair: body.count("S_WAITCNT") > 1 for pair, body in zip(PAIRS, bodies)}


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: " ".join(line.split()[0] for line in pair))
def test_model_requires_the_waits_of_llvm(llvm_waits, pair):
    sets = [
        *pointer_settings(),
        vgpr_setting(0, [0] * 32),
        vgpr_setting(1, [0] * 32),
        *((0, s, 0) for s in range(8, 20)),
    ]
    out = run_listing("gfx1100", 32, "; ".join([*pair, "s_waitcnt vmcnt(0)"]), regions=[(BASE, pattern())], sets=sets)
    assert finding_rules(out, "error") == (["counter.vm.unwaited"] if llvm_waits[pair] else [])
