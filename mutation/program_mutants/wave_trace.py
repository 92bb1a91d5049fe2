"""The trace of a run, wave by wave, with the accesses that may matter to others."""
from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

from ...harness.case.case_types import Case
from ...harness.case.plan import resolve
from ...harness.execution.model_run import Model
from ...harness.execution.outcome import Outcome
from .image_addresses import is_sized, sized, type_register
from .traced_instruction import Instruction, Unknown, instruction

LONGEST = 20                                         # bytes of an instruction
PLACE = 62                                           # bit of a dword's number from which on it says which memory


class Step(NamedTuple):
    """An executed instruction.  `shared`: ((dword, mask of its bytes), …) that other waves of the group touch too;
    `own`: dwords that the wave reaches by scalar and by vector memory; `lands`: its result lies within the wave's
    registers."""
    pc: int
    exec: int
    m0: int
    one: Instruction
    shared: tuple
    own: frozenset
    lands: bool = True


@dataclass(slots=True)
class Trace:
    """`groups`: {group: {wave: its steps}}."""
    arch: str
    wave: int
    groups: dict[int, dict[int, list[Step]]]
    pcs: set[int] = field(default_factory=set)


def dwords(accesses) -> dict[int, int]:
    """{dword: mask of bytes} of [(place, address, bytes)]."""
    found: dict[int, int] = {}
    for place, address, size in accesses:
        while size > 0:
            first = address & 3
            count = min(size, 4 - first)
            key = place << PLACE | address >> 2
            found[key] = found.get(key, 0) | ((1 << count) - 1) << first
            address, size = address + count, size - count
    return found


class Recorder:
    """Gathers what the model tells of each instruction."""

    def __init__(self, arch: str, wave: int, base: int, code: bytes):
        self.arch, self.wave, self.base, self.code = arch, wave, base, code
        self.known: dict[int, Instruction] = {}
        self.steps: dict[int, dict[int, list]] = defaultdict(lambda: defaultdict(list))
        self.unknown: Unknown | None = None

    def __call__(self, step: dict) -> None:
        try:
            self.take(step)
        except Unknown as error:                     # an exception does not pass the C that called
            self.unknown = self.unknown or error

    def take(self, step: dict) -> None:
        pc = step["pc"]
        if pc not in self.known:
            at = (pc - self.base) % (1 << 64)
            self.known[pc] = instruction(self.arch, self.wave, bytes(self.code[at:at + LONGEST]))
        one = self.known[pc]
        if is_sized(one):
            one = sized(one, step["s"][type_register(one)])
        touched = dwords(step["accesses"]) if step["accesses"] else {}
        done = pc, step["exec"], step["m0"], one, touched, bool(step["writes"])
        self.steps[step["group"]][step["wave"]].append(done)

    def trace(self) -> Trace:
        if self.unknown:
            raise self.unknown
        groups = {group: finished(waves) for group, waves in self.steps.items()}
        return Trace(self.arch, self.wave, groups, set(self.known))


def writes(one: Instruction) -> bool:
    return one.verb in ("store", "atomic")


def finished(waves: dict[int, list]) -> dict[int, list[Step]]:
    """The steps of a group, with those accesses alone that can meet another: of several waves, one of which writes; of
    one wave by scalar memory, when something is written."""
    users, written, scalar = defaultdict(set), set(), set()
    for wave, steps in waves.items():
        for _, _, _, one, touched, _ in steps:
            for dword in touched:
                users[dword].add(wave)
            written |= touched.keys() if writes(one) else set()
            scalar |= touched.keys() if one.kind == "smem" else set()
    shared, own = {dword for dword in written if len(users[dword]) > 1}, written & scalar
    return {wave: [Step(pc, exec_, m0, one, tuple((d, mask) for d, mask in touched.items() if d in shared),
                        own & touched.keys(), lands) for pc, exec_, m0, one, touched, lands in steps]
            for wave, steps in waves.items()}


def record(case: Case | dict | bytes | str, model: Model | None = None) -> tuple[Trace, Outcome]:
    """Runs a case on the model and keeps what it executed.  Raises CaseError; Unknown."""
    plan = resolve(case)
    recorder = Recorder(plan.arch, plan.wave, plan.base, plan.code)
    outcome = (model or Model()).run(plan, trace=recorder)
    return recorder.trace(), outcome
