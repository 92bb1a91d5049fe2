"""A kit on the model, dispatch by dispatch, as a runner does it: what a kit's maker sees of it before others do."""
from __future__ import annotations

import struct
from dataclasses import dataclass

from ...harness.case.plan import resolve
from ...harness.code_objects import kernel_launch as launch
from ...harness.code_objects.code_object import CodeObject, parse_code_object
from ...harness.execution.model_run import Model
from .kit_format import CHECK, HEAD_BYTES, OUTPUT_BYTES, SETUP, SHOWN


@dataclass(frozen=True, slots=True)
class Dispatch:
    """What a runner is told of a case: kernel and its number in the file, work items, bytes of the arena."""
    kernel: str
    index: int
    grid: int
    group: int
    arena: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What assay_check stored of a case; `wrong`: (index, expected, got).  status: of the kernel that did not end."""
    status: str = "ok"
    text: str = ""
    done: int = 0
    compared: int = 0
    count: int = 0
    wrong: tuple = ()


def answer_of(output: bytes) -> Answer:
    """The output of a case, read."""
    done, compared, count, _ = struct.unpack_from("<4I", output)
    rows = struct.iter_unpack("<3I", output[HEAD_BYTES:])
    return Answer("ok", "", done, compared, count, tuple(rows)[:min(count, SHOWN)])


def play(code: bytes | CodeObject, one: Dispatch, wave: int, model: Model) -> Answer:
    """One case of a code object on a model."""
    file = code if isinstance(code, CodeObject) else parse_code_object(code)
    arena, output = bytes(one.arena), bytes(OUTPUT_BYTES)
    for kernel, grid, group in ((SETUP, wave, wave), (one.kernel, one.grid, one.group), (CHECK, wave, wave)):
        case = launch.launch_case(file, kernel, (grid,), (group,), [arena, output, f"u32:{one.index}"],
                                  limit=10_000_000)
        outcome = model.run(resolve(case))
        if outcome.status != "ok":
            return Answer(outcome.status, f"{kernel}: {outcome.text or ''}")
        if outcome.broken_rules:
            return Answer("finding", f"{kernel}: {outcome.broken_rules[0]}")
        arena, output = (held.data for held in outcome.memory)
    return answer_of(output)
