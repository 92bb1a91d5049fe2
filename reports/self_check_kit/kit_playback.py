"""Run a kit's cases on the model, dispatch by dispatch, as a runner does."""
from __future__ import annotations

import struct
from dataclasses import dataclass

from ...harness.case.plan import resolve
from ...harness.code_objects import kernel_launch as launch
from ...harness.code_objects.code_object import CodeObject, parse_code_object
from ...harness.execution.model_run import Model
from .kit_format import CHECK_KERNEL, HEADER_BYTES, MAX_WRONG_REPORTED, OUTPUT_BYTES, SETUP_KERNEL

MAX_INSTRUCTIONS = 10_000_000                        # of a dispatch


@dataclass(frozen=True, slots=True)
class CaseDispatch:
    """Dispatch of a case: kernel, number of the case in its file, grid and group in work-items, size of the arena."""
    kernel: str
    index: int
    grid: int
    group: int
    arena_bytes: int


@dataclass(frozen=True, slots=True)
class CheckOutput:
    """Verdict that assay_check stored, or the status and text of the dispatch that failed.

    `wrong`: (index, expected, actual) of the first wrong dwords."""
    status: str = "ok"
    text: str = ""
    done_word: int = 0
    compared: int = 0
    wrong_count: int = 0
    wrong: tuple = ()


def parse_output(output: bytes) -> CheckOutput:
    """Parse the output buffer of a case."""
    done_word, compared, wrong_count, _ = struct.unpack_from("<4I", output)
    wrong = tuple(struct.iter_unpack("<3I", output[HEADER_BYTES:]))[:min(wrong_count, MAX_WRONG_REPORTED)]
    return CheckOutput("ok", "", done_word, compared, wrong_count, wrong)


def run_case(code: bytes | CodeObject, dispatch: CaseDispatch, wave: int, model: Model) -> CheckOutput:
    """Run the three dispatches of a case on a model. `wave`: wave size."""
    code_object = code if isinstance(code, CodeObject) else parse_code_object(code)
    arena, output = bytes(dispatch.arena_bytes), bytes(OUTPUT_BYTES)
    for kernel, grid, group in ((SETUP_KERNEL, wave, wave), (dispatch.kernel, dispatch.grid, dispatch.group),
                                (CHECK_KERNEL, wave, wave)):
        case = launch.launch_case(code_object, kernel, (grid,), (group,), [arena, output, f"u32:{dispatch.index}"],
                                  limit=MAX_INSTRUCTIONS)
        outcome = model.run(resolve(case))
        if outcome.status != "ok":
            return CheckOutput(outcome.status, f"{kernel}: {outcome.text or ''}")
        if outcome.broken_rules:
            return CheckOutput("finding", f"{kernel}: {outcome.broken_rules[0]}")
        arena, output = (region.data for region in outcome.memory)
    return parse_output(output)
