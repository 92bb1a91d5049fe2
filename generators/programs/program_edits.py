"""Programs with one thing changed: what was legal may be so no more, and the model must say so."""
from __future__ import annotations

from dataclasses import replace

from .straight_line import Program


def without_wait(program: Program, number: int) -> Program:
    """The program without its wait `number` (counted over steps that have one; the last is the one at the end)."""
    waiting = [index for index, step in enumerate(program.steps) if step.wait]
    if number >= len(waiting):
        return replace(program, waited=False)
    steps = [replace(step, wait=step.wait and index != waiting[number]) for index, step in enumerate(program.steps)]
    return replace(program, steps=steps)


def without_step(program: Program, number: int) -> Program:
    """The program without one instruction; its wait moves to the next."""
    steps = list(program.steps)
    gone = steps.pop(number)
    if gone.wait and number < len(steps):
        steps[number] = replace(steps[number], wait=True)
    return replace(program, steps=steps)


def without_nops(program: Program) -> Program:
    """The program without its wait states."""
    return replace(program, steps=[replace(step, nops=0) for step in program.steps])


def waits_in(program: Program) -> int:
    """How many waits there are before the last."""
    return sum(step.wait for step in program.steps)
