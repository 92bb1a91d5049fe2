"""Outcome sets: every result that the rules allow a case, each with an order of steps that gives it, and what a target
gave held against them (docs/outcomes.md)."""
from __future__ import annotations

from ...model.orders import Search
from ..case.case_types import CaseError
from ..case.disassembly import instruction_listing
from ..case.plan import Plan
from .model_run import Model
from .outcome import HARNESS_FAILURES, Allowed, Outcome, Outcomes
from .readback import reading

MOST_RUNS = 20_000                                    # of one case, where it does not say
# Findings of programs whose results depend on an order and on nothing else: the set holds them all.
ORDERED = frozenset({
    "counter.vm.unwaited", "counter.vs.unwaited", "counter.lgkm.unwaited", "counter.exp.unwaited",
    "memory.own.unwaited", "race.lds", "race.gds", "race.global", "race.groups", "race.lanes",
})
SAYS = {
    "runs": "{text} runs",
    "touches": "{text} touches memory",
    "lacks": "{text} uses what {by} has not returned yet",
    "lands": "{text} uses what {by} has returned",
    "lane": "{text}: lane {lane} comes next",
}


def asked(plan: Plan) -> bool:
    """Does the case want every result?"""
    expect = plan.case.expect
    return bool(plan.case.outcomes) or expect is not None and bool(expect.outcomes or expect.never)


def explore(plan: Plan, model: Model, most: int = 0) -> Outcomes:
    """Follows every order of a plan, at most `most` runs (0: as the case says).  Raises CaseError for a case that
    cannot be run so."""
    (search, read), found = prepared(plan, model), {}
    for what, order in search.every(most or plan.case.outcomes or MOST_RUNS):
        if what == "again":
            found.clear()
            continue
        outcome = read()
        found.setdefault(key_of(outcome), Allowed(outcome, order))
    tally = search.tally
    return Outcomes([found[key] for key in sorted(found)], tally.runs, tally.states, tally.merged, tally.cut)


def follow(plan: Plan, model: Model, order) -> Outcome:
    """The result of one order of a plan.  Raises CaseError as explore() does, ValueError for steps that it does not
    have."""
    search, read = prepared(plan, model)
    search.follow(order)
    return read()


def prepared(plan: Plan, model: Model):
    """-> (the search of a plan's orders, a function that reads the result of its last run)."""
    if plan.trap_handler:
        raise CaseError("trap_handler", "a case with a trap handler has no outcome set; leave the handler out")
    if plan.packets:
        raise CaseError("packets", "a command stream has no outcome set; its dispatches run one after the other")
    machine = model.machine_for(plan.groups * plan.waves_per_group, len(plan.code))
    buffers = [bytearray(region.data).ljust(region.size, b"\0") for region in plan.regions]
    shadows = [bytearray(region.size) for region in plan.regions]
    options = model.options(plan, buffers, shadows)
    if options["compute"]:
        machine = model.machine_for(machine.count_waves(**options), len(plan.code))
    first = [bytes(buffer) for buffer in buffers]

    def reset():
        for buffer, data, shadow in zip(buffers, first, shadows):
            buffer[:] = data
            shadow[:] = bytes(len(shadow))

    def read() -> Outcome:
        outcome = reading(plan, machine, machine.result(), buffers, shadows)
        if outcome.status == "invalid":
            raise CaseError(outcome.field or "", (outcome.text or "").partition(": ")[2] or "cannot be run so")
        outcome.findings = []
        return outcome
    machine.pack(**options)
    return Search(machine, reset, model.call), read


def key_of(outcome: Outcome) -> tuple:
    """What tells two results apart: values that are not open, and which are."""
    waves = []
    for wave in outcome.waves:
        scalars = tuple((name, value & ~wave.open_scalars.get(name, 0), wave.open_scalars.get(name, 0))
                        for name, value in wave.scalars.items())
        vectors = []
        for number, row in wave.vectors.items():
            mask = wave.open_vectors.get(number, 0)
            vectors.append((number, mask, tuple(0 if mask >> lane & 1 else value
                                                for lane, value in enumerate(row.tolist()))))
        waves.append((scalars, tuple(vectors)))
    memory = [(one.name, one.open, bytes(a & ~b for a, b in zip(one.data, one.open)) if one.open else one.data)
              for one in outcome.memory]
    sent = [sorted(map(str, getattr(outcome, kind)), key=str) for kind in ("exports", "messages")]
    return outcome.status, tuple(waves), tuple(memory), tuple(outcome.lds), tuple(map(tuple, sent))


def text_of(order, plan: Plan) -> list[str]:
    """The steps of an order as lines: wave, pc, instruction, what happens."""
    texts = {plan.base + offset: text for offset, text in instruction_listing(plan.arch, plan.wave, plan.code)}

    def name(pc):
        return texts.get(pc, "the end").partition(" ")[0]
    return [f"wave {step.wave} {step.pc:#x}: " + SAYS[step.event].format(
        text=name(step.pc), by=f"{name(step.by)} at {step.by:#x}", lane=step.lane) for step in order]


def to_dict(found: Outcomes, plan: Plan) -> dict:
    """As `assay outcomes --json` prints it."""
    return {
        "name": plan.case.name, "outcomes": len(found.results), "whole": found.whole, "cut": found.cut,
        "runs": found.runs, "states": found.states, "merged": found.merged,
        "results": [
            {"result": one.outcome.to_dict(), "order": [
                {"wave": s.wave, "pc": hex(s.pc), "event": s.event} | ({"by": hex(s.by)} if s.by else {})
                | ({"lane": s.lane} if s.event == "lane" else {}) for s in one.order]}
            for one in found.results
        ],
    }


def judge_all(golden: Outcome, compare):
    """The verdict on a target's one result where several are allowed.  `compare`: a golden outcome -> Comparison."""
    found = golden.allowed
    assert found is not None
    usual = compare(golden)
    beyond = [rule for rule in golden.broken if rule not in ORDERED]
    settled = usual.verdict == "unsupported" or usual.cause in HARNESS_FAILURES or (
        usual.verdict == "not exercised" and usual.cause not in ("findings", "open"))
    if beyond or settled or not found.results:
        return usual
    best = None
    for one in found.results:
        compared = compare(one.outcome)
        if compared.verdict == "pass":
            compared.leniencies["outcome"] += len(found.results) > 1
            return compared
        if best is None or len(compared.differences) + compared.dropped < len(best.differences) + best.dropped:
            best = compared
    assert best is not None
    if best.verdict != "fail":
        return best
    if not found.whole:
        text = f"none of the {len(found.results)} results found, and there may be more: {found.cut}"
        return best.set_verdict("not exercised", "outcomes", text)
    text = f"none of the {len(found.results)} results the rules allow; of the nearest: {best.text}"
    return best.set_verdict("fail", "outcome", text)
