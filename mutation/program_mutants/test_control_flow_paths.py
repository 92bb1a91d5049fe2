"""Paths to a wait that a run does not take: EXEC changes between two results, or a mask is read (LLVM
GCNHazardRecognizer, VALUPartialForwardingHazard, VALUMaskWriteHazard)."""
import pytest

from ...harness.case.assembler import assemble_lines
from .control_flow_paths import ControlFlowPaths
from .traced_instruction import decode_instruction

WAIT = "s_waitcnt_depctr depctr_va_vdst(0)"
MASK_WAIT = "s_waitcnt_depctr depctr_va_sdst(0)"
READER = "v_add_nc_u32 v3, v1, v2"


def assembled_paths(lines):
    """(the paths of a function, the PC of its only line that starts with '!')"""
    assembled = assemble_lines("gfx1100", 64, [line.lstrip("!") for line in lines])
    pc, instructions = 0x10000, {}
    for line, code_bytes in zip(lines, assembled):
        if line[0] == "!":
            wait = pc
        instructions[pc] = decode_instruction("gfx1100", 64, code_bytes)
        pc += len(code_bytes)
    return ControlFlowPaths(instructions), wait


def skip_dwords(count):
    """A branch over so many dwords."""
    return f"s_cbranch_scc1 {count}"


@pytest.mark.parametrize("lines, split", [
    (["v_mov_b32 v1, v0", "s_mov_b64 exec, -1", "v_mov_b32 v2, v0", "!" + WAIT, READER], True),
    (["v_mov_b32 v1, v0", "s_mov_b64 s[2:3], -1", "v_mov_b32 v2, v0", "!" + WAIT, READER], False),
    (["v_mov_b32 v1, v0", skip_dwords(1), "s_mov_b64 exec, -1", "v_mov_b32 v2, v0", "!" + WAIT, READER], True),
    (["v_mov_b32 v1, v0", "s_branch 1", "s_mov_b64 exec, -1", "v_mov_b32 v2, v0", "!" + WAIT, READER], False),
    (["v_mov_b32 v1, v0", "s_mov_b64 exec, -1", "s_endpgm", "v_mov_b32 v2, v0", "!" + WAIT, READER], False),
    (["v_mov_b32 v1, v0", "s_mov_b64 exec, -1", WAIT, "v_mov_b32 v2, v0", "!" + WAIT, READER], False),
    (["v_mov_b32 v1, v0", "s_mov_b64 exec, -1", skip_dwords(1), WAIT, "v_mov_b32 v2, v0", "!" + WAIT, READER], True),
    (["v_mov_b32 v1, v0", "s_swappc_b64 s[0:1], s[2:3]", "s_mov_b64 exec, -1", "v_mov_b32 v2, v0", "!" + WAIT, READER],
     False),
    (["v_mov_b32 v2, v0", "!" + WAIT, READER, "v_mov_b32 v1, v0", "s_mov_b64 exec, -1", "s_cbranch_scc1 65530"], True),
    (["v_mov_b32 v2, v0", "!" + WAIT, READER, "v_mov_b32 v1, v0", "s_mov_b64 exec, -1", "s_cbranch_scc1 65531"], False),
])
def test_exec_splits_results_on_some_path(lines, split):
    paths, wait = assembled_paths(lines)
    assert paths.exec_splits_results(wait) == split


@pytest.mark.parametrize("lines, is_read", [
    (["v_cndmask_b32 v1, v2, v3, s[4:5]", "v_cmp_lt_u32 s[4:5], v0, v1", "!" + MASK_WAIT], True),
    (["v_cndmask_b32 v1, v2, v3, s[6:7]", "v_cmp_lt_u32 s[4:5], v0, v1", "!" + MASK_WAIT], False),
    ([skip_dwords(2), "v_cndmask_b32 v1, v2, v3, s[4:5]", "v_cmp_lt_u32 s[4:5], v0, v1", "!" + MASK_WAIT], True),
    (["v_cndmask_b32 v1, v2, v3, s[4:5]", "s_endpgm", "v_cmp_lt_u32 s[4:5], v0, v1", "!" + MASK_WAIT], False),
    (["v_cmp_lt_u32 s[4:5], v0, v1", "!" + MASK_WAIT, "v_cndmask_b32 v1, v2, v3, s[4:5]", "s_cbranch_scc1 65530"],
     True),
    (["v_cmp_lt_u32 s[4:5], v0, v1", "!" + MASK_WAIT, "v_cndmask_b32 v1, v2, v3, s[4:5]", "s_nop 0"], False),
    (["v_mov_b32 v1, s4", "v_cmp_lt_u32 s[4:5], v0, v1", "!" + MASK_WAIT], False),
])
def test_written_mask_is_read_on_some_path(lines, is_read):
    paths, wait = assembled_paths(lines)
    assert paths.reads_written_mask(wait) == is_read
