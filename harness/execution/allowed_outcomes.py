"""Allowed outcomes: search for all results that the rules allow for a case, with an order of steps for each. Compare a
target's result with them (docs/outcomes.md)."""
from __future__ import annotations

from ...model.orders import Search
from ..case.case_types import CaseError
from ..case.disassembly import instruction_listing
from ..case.plan import Plan
from .model_run import Model
from .outcome import HARNESS_FAILURES, AllowedOutcome, AllowedOutcomes, Outcome
from .readback import read_outcome

DEFAULT_MAX_RUNS = 20_000                            # per case
# Rules whose violation makes results depend only on the order, which the search covers.
ORDER_RULES = frozenset({
    "counter.vm.unwaited", "counter.vs.unwaited", "counter.lgkm.unwaited", "counter.exp.unwaited",
    "memory.own.unwaited", "race.lds", "race.gds", "race.global", "race.groups", "race.lanes",
})
EVENT_TEXTS = {
    "runs": "{text} runs",
    "touches": "{text} touches memory",
    "lacks": "{text} uses what {by} has not returned yet",
    "lands": "{text} uses what {by} has returned",
    "lane": "{text}: lane {lane} comes next",
}


def wants_allowed_outcomes(plan: Plan) -> bool:
    """True if the case asks for all its allowed outcomes."""
    expect = plan.case.expect
    return bool(plan.case.outcomes) or expect is not None and bool(expect.outcomes or expect.never)


def find_allowed_outcomes(plan: Plan, model: Model, max_runs: int = 0) -> AllowedOutcomes:
    """Run every order of a plan, at most `max_runs` runs (0: the limit of the case). Raises CaseError for a case whose
    outcomes cannot be enumerated, such as one with a trap handler."""
    (search, read), outcomes_by_key = prepare_search(plan, model), {}
    for event, order in search.explore(max_runs or plan.case.outcomes or DEFAULT_MAX_RUNS):
        if event == "again":
            outcomes_by_key.clear()
            continue
        outcome = read()
        outcomes_by_key.setdefault(outcome_key(outcome), AllowedOutcome(outcome, order))
    tally = search.tally
    return AllowedOutcomes([outcomes_by_key[key] for key in sorted(outcomes_by_key)], tally.runs, tally.states,
                           tally.merged, tally.cut)


def run_order(plan: Plan, model: Model, order) -> Outcome:
    """The outcome of one order of a plan. Raises CaseError as find_allowed_outcomes() does, and ValueError if a step is
    impossible."""
    search, read = prepare_search(plan, model)
    search.follow(order)
    return read()


def prepare_search(plan: Plan, model: Model):
    """The search of a plan's orders, and a function that reads the outcome of its last run."""
    if plan.trap_handler:
        raise CaseError("trap_handler", "a case with a trap handler has no outcome set; leave the handler out")
    if plan.packets:
        raise CaseError("packets", "a command stream has no outcome set; its dispatches run one after the other")
    machine = model.require_machine(plan.groups * plan.waves_per_group, len(plan.code))
    buffers = [bytearray(region.data).ljust(region.size, b"\0") for region in plan.regions]
    shadows = [bytearray(region.size) for region in plan.regions]
    options = model.run_arguments(plan, buffers, shadows)
    if options["compute"]:
        machine = model.require_machine(machine.count_waves(**options), len(plan.code))
    start_contents = [bytes(buffer) for buffer in buffers]

    def reset():
        for buffer, data, shadow in zip(buffers, start_contents, shadows):
            buffer[:] = data
            shadow[:] = bytes(len(shadow))

    def read() -> Outcome:
        outcome = read_outcome(plan, machine, machine.result(), buffers, shadows)
        if outcome.status == "invalid":
            raise CaseError(outcome.field or "", (outcome.text or "").partition(": ")[2] or "cannot be run so")
        outcome.findings = []
        return outcome
    machine.pack(**options)
    return Search(machine, reset, model.call), read


def outcome_key(outcome: Outcome) -> tuple:
    """A key that is equal for equal outcomes: the defined values and the undefined masks."""
    waves = []
    for wave in outcome.waves:
        scalars = tuple((name, value & ~wave.undefined_scalars.get(name, 0), wave.undefined_scalars.get(name, 0))
                        for name, value in wave.scalars.items())
        vectors = []
        for number, row in wave.vectors.items():
            undefined = wave.undefined_row(number, len(row))
            vectors.append((number, tuple(undefined.tolist()), tuple((row & ~undefined).tolist())))
        waves.append((scalars, tuple(vectors)))
    memory = [(part.name, part.undefined,
               bytes(a & ~b for a, b in zip(part.data, part.undefined)) if part.undefined else part.data)
              for part in outcome.memory]
    sent = [sorted(map(str, getattr(outcome, kind)), key=str) for kind in ("exports", "messages")]
    return outcome.status, tuple(waves), tuple(memory), tuple(outcome.lds), tuple(map(tuple, sent))


def order_lines(order, plan: Plan) -> list[str]:
    """The steps of an order as lines: wave, pc, instruction, event."""
    texts = {plan.base + offset: text for offset, text in instruction_listing(plan.arch, plan.wave, plan.code)}

    def name(pc):
        return texts.get(pc, "the end").partition(" ")[0]
    return [f"wave {step.wave} {step.pc:#x}: " + EVENT_TEXTS[step.event].format(
        text=name(step.pc), by=f"{name(step.by)} at {step.by:#x}", lane=step.lane) for step in order]


def allowed_outcomes_to_dict(allowed: AllowedOutcomes, plan: Plan) -> dict:
    """The output of `assay outcomes --json`."""
    return {
        "name": plan.case.name, "outcomes": len(allowed.results), "whole": allowed.complete, "cut": allowed.cut,
        "runs": allowed.runs, "states": allowed.states, "merged": allowed.merged,
        "results": [
            {"result": result.outcome.to_dict(), "order": [
                {"wave": s.wave, "pc": hex(s.pc), "event": s.event} | ({"by": hex(s.by)} if s.by else {})
                | ({"lane": s.lane} if s.event == "lane" else {}) for s in result.order]}
            for result in allowed.results
        ],
    }


def compare_with_allowed(model_outcome: Outcome, compare):
    """Compare a target's result with every allowed outcome and return the best comparison. `compare`: a function that
    takes a model outcome and returns a Comparison."""
    allowed = model_outcome.allowed
    assert allowed is not None
    default_result = compare(model_outcome)
    other_rules = [rule for rule in model_outcome.broken_rules if rule not in ORDER_RULES]
    final = default_result.verdict == "unsupported" or default_result.cause in HARNESS_FAILURES or (
        default_result.verdict == "not exercised" and default_result.cause not in ("findings", "open"))
    if other_rules or final or not allowed.results:
        return default_result
    best = None
    for result in allowed.results:
        compared = compare(result.outcome)
        if compared.verdict == "pass":
            compared.leniencies["outcome"] += len(allowed.results) > 1
            return compared
        if best is None or len(compared.differences) + compared.dropped < len(best.differences) + best.dropped:
            best = compared
    assert best is not None
    if best.verdict != "fail":
        return best
    if not allowed.complete:
        text = f"none of the {len(allowed.results)} results found, and there may be more: {allowed.cut}"
        return best.set_verdict("not exercised", "outcomes", text)
    text = f"none of the {len(allowed.results)} results the rules allow; of the nearest: {best.text}"
    return best.set_verdict("fail", "outcome", text)
