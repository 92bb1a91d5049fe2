"""Programs with one change that can make a legal program illegal; the model must report it."""
from __future__ import annotations

from dataclasses import replace

from .straight_line import Program


def without_wait(program: Program, number: int) -> Program:
    """Return the program without wait `number`. Waits are numbered by step; the last one is at the end of the
    program."""
    waiting = [index for index, step in enumerate(program.steps) if step.wait]
    if number >= len(waiting):
        return replace(program, waits_at_end=False)
    steps = [replace(step, wait=step.wait and index != waiting[number]) for index, step in enumerate(program.steps)]
    return replace(program, steps=steps)


def without_step(program: Program, number: int) -> Program:
    """Return the program without one instruction; its wait moves to the next step."""
    steps = list(program.steps)
    removed = steps.pop(number)
    if removed.wait and number < len(steps):
        steps[number] = replace(steps[number], wait=True)
    return replace(program, steps=steps)


def without_nops(program: Program) -> Program:
    """Return the program without wait states."""
    return replace(program, steps=[replace(step, nops=0) for step in program.steps])


def count_waits(program: Program) -> int:
    """Return the number of waits before the last one."""
    return sum(step.wait for step in program.steps)
