"""A trace, and the same with one instruction changed, held against the rules."""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ...spec import traits_of
from .traced_instruction import Instruction
from .wave_races import first_race
from .outstanding_results import Outstanding, Results, counted, family_of, waits, weight
from .wait_states import States
from .wave_trace import Step, Trace

EVERY = (1 << 64) - 1
ACROSS = ("gather", "scatter", "across", "matrix")   # shapes of rows that look at lanes other than their own
BARRIER = "s_barrier"


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule that is not kept.  `kind`: early, own, state or race; `pc`: of the instruction that breaks it."""
    kind: str
    pc: int
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """What a mutant does to the trace: `one` stands at `pc`; with `before`, the instructions from there on, which it
    followed, come after it."""
    pc: int
    one: Instruction
    before: int | None = None


def changed(steps: Iterable[Step], change: Change | None) -> Iterator[Step]:
    """The steps of one wave with the change."""
    held: list[Step] = []                            # those that the moved instruction comes before
    for step in steps:
        if change is None:
            yield step
        elif step.pc == change.pc:
            yield step._replace(one=change.one)
            yield from held
            held = []
        elif held or step.pc == change.before:
            held.append(step)
        else:
            yield step
    yield from held


def lanes_used(one: Instruction, exec_: int) -> int:
    """The lanes of its vector registers that an instruction looks at."""
    if one.name == "v_readfirstlane_b32":
        return exec_ & -exec_ or 1
    if one.kind == "lds" or one.vector_memory:
        return exec_
    across = one.shape(*ACROSS) or any(part.form.extension in ("dpp", "dpp8") for part in one.parts)
    return EVERY if across else exec_


@dataclass(slots=True)
class Life:
    """One wave going through its steps.  `issued`: what other waves may meet; `indexed`: VGPR numbers are relative to
    M0 (Vega ISA, 4.2)."""
    results: Results
    states: States
    barriers: int = 0
    issued: list[Outstanding] = field(default_factory=list)
    indexed: bool = False

    def run(self, steps: Iterable[Step]) -> Breach | None:
        for step in steps:
            breach = self.step(step)
            if breach:
                return breach
        for one in self.results.pending:             # S_ENDPGM waits for everything (Vega ISA, 12; RDNA3 ISA, 16)
            one.ended = self.barriers
        return None

    def step(self, step: Step) -> Breach | None:
        one = step.one.moved(step.m0)
        if self.indexed and one.valu:
            one = one.relative(step.m0)
        rule = self.states.broken(one)
        if rule:
            return Breach("state", step.pc, f"{rule}: {one.text}")
        for counter, left in waits(self.results.family, one).items():
            self.results.wait(counter, left, self.barriers)
        if one.name == BARRIER:
            self.barriers += 1
        if one.name.startswith("s_set_gpr_idx_o"):
            self.indexed = one.name == "s_set_gpr_idx_on"
        counters = counted(self.results.family, one)
        found = self.early(one, step.exec, counters) if self.results.awaited else None
        if found:
            return Breach("early", step.pc, f"{one.text} uses {found[1]}, which {found[0].by.text} will write")
        return self.issue(one, step, counters) if counters else None

    def early(self, one: Instruction, exec_: int, counters: dict) -> tuple[Outstanding, str] | None:
        lanes = lanes_used(one, exec_)
        used = self.results.used([n for n in one.reads if n[0] == "v" and n[:3] != "vcc"], lanes)
        used = used or self.results.used([n for n in one.reads if n[0] != "v" or n[:3] == "vcc"], EVERY)
        if used:
            return used
        mine = EVERY if one.kind in ("smem", "salu", "control") else lanes
        return self.results.claim(one, mine, counters) if counters else self.results.used(one.writes, mine)

    def issue(self, one: Instruction, step: Step, counters: dict) -> Breach | None:
        new = Outstanding(one, step.pc, dict(counters), {}, weight(one), step.shared, self.barriers)
        if step.own and (other := self.unordered(one, step.own)):
            return Breach("own", step.pc, f"{one.text} meets {other.by.text}")
        if step.lands:
            new.results = dict.fromkeys(one.writes, EVERY if one.kind in ("smem", "salu", "control") else step.exec)
        new.own = step.own
        self.results.issue(new, self.barriers)
        if step.shared:
            self.issued.append(new)
        return None

    def unordered(self, one: Instruction, own: frozenset) -> Outstanding | None:
        """An access outstanding, by the other way or both scalar, to the same bytes, where one writes (errata
        E-021)."""
        for other in self.results.pending:
            scalar = "smem" in (one.kind, other.by.kind)
            if scalar and own & other.own and {one.verb, other.by.verb} != {"load"}:
                return other
        return None


def life(trace: Trace, silicon: bool, family: str) -> Life:
    return Life(Results(family), States(family, silicon))


def replay(trace: Trace, change: Change | None = None, silicon: bool = True) -> Breach | None:
    """The first rule that the trace breaks, or None.  Raises Unknown."""
    for waves in trace.groups.values():
        lives = {}
        for number, steps in waves.items():
            family = family_of(steps[0].one)
            one = life(trace, silicon, family)
            breach = one.run(changed(steps, change))
            if breach:
                return breach
            lives[number] = one.issued
        keeps_turn = traits_of(trace.arch)["group_vector_order"]
        race = first_race(lives, bool(keeps_turn)) if len(lives) > 1 else None
        if race:
            a, b = race
            return Breach("race", b.pc, f"waves {a.wave} and {b.wave}: {a.verb} at {a.pc:#x}, {b.verb} at {b.pc:#x}")
    return None
