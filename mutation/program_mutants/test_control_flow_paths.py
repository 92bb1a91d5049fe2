"""Ways to a wait that a run does not take: what parts two results there, what reads a mask (LLVM GCNHazardRecognizer,
VALUPartialForwardingHazard, VALUMaskWriteHazard)."""
import pytest

from ...harness.case.assembler import assemble_lines
from .control_flow_paths import Paths
from .traced_instruction import instruction

WAIT = "s_waitcnt_depctr depctr_va_vdst(0)"
MASKS = "s_waitcnt_depctr depctr_va_sdst(0)"
READS = "v_add_nc_u32 v3, v1, v2"


def paths(lines):
    """(the ways through a function, the PC of its only line that is marked by '!')"""
    code = assemble_lines("gfx1100", 64, [line.lstrip("!") for line in lines])
    at, placed = 0x10000, {}
    for line, one in zip(lines, code):
        if line[0] == "!":
            wait = at
        placed[at] = instruction("gfx1100", 64, one)
        at += len(one)
    return Paths(placed), wait


def skip(count):
    """A branch over so many dwords."""
    return f"s_cbranch_scc1 {count}"


@pytest.mark.parametrize("lines, parted", [
    (["v_mov_b32 v1, v0", "s_mov_b64 exec, -1", "v_mov_b32 v2, v0", "!" + WAIT, READS], True),
    (["v_mov_b32 v1, v0", "s_mov_b64 s[2:3], -1", "v_mov_b32 v2, v0", "!" + WAIT, READS], False),
    (["v_mov_b32 v1, v0", skip(1), "s_mov_b64 exec, -1", "v_mov_b32 v2, v0", "!" + WAIT, READS], True),
    (["v_mov_b32 v1, v0", "s_branch 1", "s_mov_b64 exec, -1", "v_mov_b32 v2, v0", "!" + WAIT, READS], False),
    (["v_mov_b32 v1, v0", "s_mov_b64 exec, -1", "s_endpgm", "v_mov_b32 v2, v0", "!" + WAIT, READS], False),
    (["v_mov_b32 v1, v0", "s_mov_b64 exec, -1", WAIT, "v_mov_b32 v2, v0", "!" + WAIT, READS], False),
    (["v_mov_b32 v1, v0", "s_mov_b64 exec, -1", skip(1), WAIT, "v_mov_b32 v2, v0", "!" + WAIT, READS], True),
    (["v_mov_b32 v1, v0", "s_swappc_b64 s[0:1], s[2:3]", "s_mov_b64 exec, -1", "v_mov_b32 v2, v0", "!" + WAIT, READS],
     False),
    (["v_mov_b32 v2, v0", "!" + WAIT, READS, "v_mov_b32 v1, v0", "s_mov_b64 exec, -1", "s_cbranch_scc1 65530"], True),
    (["v_mov_b32 v2, v0", "!" + WAIT, READS, "v_mov_b32 v1, v0", "s_mov_b64 exec, -1", "s_cbranch_scc1 65531"], False),
])
def test_results_that_exec_parts_on_some_way(lines, parted):
    ways, wait = paths(lines)
    assert ways.part(wait) == parted


@pytest.mark.parametrize("lines, read", [
    (["v_cndmask_b32 v1, v2, v3, s[4:5]", "v_cmp_lt_u32 s[4:5], v0, v1", "!" + MASKS], True),
    (["v_cndmask_b32 v1, v2, v3, s[6:7]", "v_cmp_lt_u32 s[4:5], v0, v1", "!" + MASKS], False),
    ([skip(2), "v_cndmask_b32 v1, v2, v3, s[4:5]", "v_cmp_lt_u32 s[4:5], v0, v1", "!" + MASKS], True),
    (["v_cndmask_b32 v1, v2, v3, s[4:5]", "s_endpgm", "v_cmp_lt_u32 s[4:5], v0, v1", "!" + MASKS], False),
    (["v_cmp_lt_u32 s[4:5], v0, v1", "!" + MASKS, "v_cndmask_b32 v1, v2, v3, s[4:5]", "s_cbranch_scc1 65530"], True),
    (["v_cmp_lt_u32 s[4:5], v0, v1", "!" + MASKS, "v_cndmask_b32 v1, v2, v3, s[4:5]", "s_nop 0"], False),
    (["v_mov_b32 v1, s4", "v_cmp_lt_u32 s[4:5], v0, v1", "!" + MASKS], False),
])
def test_masks_that_are_read_on_some_way(lines, read):
    ways, wait = paths(lines)
    assert ways.masks(wait) == read
