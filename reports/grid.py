"""The grid of one architecture on one target: cases of every form, run on model and target, counted by form."""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from assay.generators import sampler
from assay.generators.instructions import case_of
from assay.harness import verdict
from assay.harness.case import CaseError
from assay.harness.resolve import resolve
from assay.harness.run import Model

from .coverage import cover

CASES = {False: 28, True: 4}                         # a form: in full, and quick
PROBES = 2                                           # cases a form gets before the target's `unsupported` ends it
RETRIES = 6
KEPT = 3                                             # failing cases kept of a form
PATIENCE = 4                                         # timeouts in a share, after which the rest of it counts as failed without running


@dataclass(slots=True)
class FormResult:
    """What the cases of one form gave.  `states`: live lanes over the cases that count; `cells`: (operand, class, EXEC shape) hit;
    `triples`: value class x modifier x EXEC shape hit; `failures`: (case, cause, text, differences)."""
    arch: str
    operation: str
    form: str
    encoding: str
    mnemonic: str
    cases: int = 0
    passed: int = 0
    failed: int = 0
    unsupported: int = 0
    not_exercised: int = 0
    states: int = 0
    compared_bits: int = 0
    causes: Counter = field(default_factory=Counter)
    leniencies: Counter = field(default_factory=Counter)
    cells: set = field(default_factory=set)
    cells_of: int = 0
    triples: set = field(default_factory=set)
    modes: set = field(default_factory=set)
    rules: dict = field(default_factory=dict)
    failures: list = field(default_factory=list)

    @property
    def verdict(self) -> str:
        """pass, fail, unsupported or not exercised."""
        return "fail" if self.failed else "pass" if self.passed else "unsupported" if self.unsupported else "not exercised"


def result_of(form) -> FormResult:
    """An empty result."""
    return FormResult(form.arch, form.spelling, sampler.name_of(form), form.encoding, form.mnemonic)


def prepared(form, number: int, seed: int, model: Model, result: FormResult):
    """(plan, model's outcome, instruction) of case `number`: the first variation that is legal; else None, with the cause counted."""
    cause = "illegal cases"
    for attempt in range(RETRIES):
        try:
            one = sampler.sample(form, number + 1000 * attempt, seed)
            plan = resolve(case_of(one, f"{form.mnemonic} {sampler.name_of(form)} {number + 1000 * attempt}"))
        except sampler.NoCase as error:
            cause = f"no generator: {error}"
            break
        except CaseError as error:
            cause = f"invalid case: {error}"
            continue
        golden = model.run(plan)
        broken = [f["rule"] for f in golden.findings if f["kind"] in ("error", "race")]
        if golden.status == "unsupported":
            cause = f"the model does not carry {golden.operation}"
            if form.layout != "vopd":
                break
        elif golden.status in ("ok", "fault") and not broken:
            if plan.observed is None:
                plan.observed = verdict.observed_of(golden)
            return plan, golden, one
        else:
            cause = f"illegal cases: {broken[0] if broken else golden.status}"
    result.not_exercised += 1
    result.cases += 1
    result.causes[cause] += 1
    return None


def run_cases(target, wanted: list, seed: int, model: Model, results: dict) -> None:
    """`wanted`: (form, number) pairs -> counted in results[form]."""
    waiting = []

    def plans():
        for form, number in wanted:
            if sum(one.causes["timeout"] for one in results.values()) >= PATIENCE:
                give_up(results[form])
                continue
            ready = prepared(form, number, seed, model, results[form])
            if ready is not None:
                waiting.append((form, *ready))
                yield ready[0]
    for outcome in target.run(plans()):
        form, plan, golden, one = waiting.pop(0)
        count(results[form], verdict.judge(target, plan, golden, outcome), one)


def give_up(result: FormResult) -> None:
    """A case that is not run because the target does not answer."""
    result.cases += 1
    result.failed += 1
    result.causes["not run: the target does not answer"] += 1


def count(result: FormResult, pair, one) -> None:
    """Adds one verdict."""
    compared = pair.comparison
    result.cases += 1
    result.leniencies.update({name: n for name, n in compared.leniencies.items() if n})
    if compared.verdict == "pass":
        result.passed += 1
        result.compared_bits += compared.compared_bits
    elif compared.verdict == "fail":
        result.failed += 1
        result.causes[compared.cause] += 1
        if len(result.failures) < KEPT:
            result.failures.append((pair.plan.case, compared.cause, compared.text, [str(d) for d in compared.differences[:8]]))
        return
    else:
        result.unsupported += compared.verdict == "unsupported"
        result.not_exercised += compared.verdict == "not exercised"
        result.causes[compared.text or compared.cause] += 1
        return
    cover(result, one)


def certify_forms(target, arch: str, numbers: list[int], seed: int, quick: bool) -> list[FormResult]:
    """The forms of `arch` with these numbers on an open target, each with its share of the grid."""
    model, forms = Model(choices=target.choices), [sampler.forms_of(arch)[n] for n in numbers]
    results = {form: result_of(form) for form in forms}
    run_cases(target, [(form, n) for form in forms for n in range(PROBES)], seed, model, results)
    going = [form for form in forms if results[form].passed or results[form].failed or results[form].not_exercised and carried(results[form])]
    run_cases(target, [(form, n) for form in going for n in range(PROBES, CASES[quick])], seed, model, results)
    return list(results.values())


def carried(result: FormResult) -> bool:
    """Can further cases change what is known?  Not where model or generator have none."""
    return not result.unsupported and not any(cause.startswith(("the model", "no generator")) for cause in result.causes)


def chunks(count: int, size: int) -> Iterator[list[int]]:
    """The numbers below `count` in lists of about `size`, dealt out so that no list has only hard ones."""
    parts = max(1, -(-count // size))
    for start in range(parts):
        yield list(range(start, count, parts))
