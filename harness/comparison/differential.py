"""Runs cases on model and target: pairs of outcomes with their comparison, and the first instruction that differs."""
from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from msgspec.structs import replace

from ..case.case_types import Case, CaseError, parse_case
from ..case.disassembly import instruction_listing, instruction_texts
from ..case.plan import Plan, resolve
from ..execution.model_run import Model
from ..execution.outcome import HARNESS_FAILURES, Outcome, invalid_outcome
from ..execution.allowed_outcomes import compare_with_allowed
from .case_run import add_allowed_outcomes, check_expectations, outcome_registers
from .compare import Comparison, compare

MAX_PREFIXES_SCANNED = 64                            # more prefixes are searched by bisection first


@dataclass(slots=True)
class Pair:
    """The outcomes of one case on model and target, with their comparison."""
    plan: Plan
    model: Outcome
    target: Outcome
    comparison: Comparison


@lru_cache(maxsize=4)
def operations_by_mnemonic(arch: str) -> dict:
    """Map each mnemonic, as the disassembler writes it, to its operation."""
    from ... import spec
    return {form.mnemonic: form.op for form in spec.load().forms(arch)}


@lru_cache(maxsize=4096)
def _kinds(arch: str, wave: int, code: bytes) -> dict[int, str]:
    """Map each VGPR to the float kind that its last writer writes. If the code jumps, the last writer is unknown. A
    VGPR is then included only if all its writers write the same kind."""
    kinds_written: dict[int, list[str]] = {}           # one entry per writer, in order; "" for no float
    jumps = False
    for text in instruction_texts(arch, wave, code):
        mnemonic, _, operands = text.partition(" ")
        op = operations_by_mnemonic(arch).get(mnemonic)    # None: no instruction
        jumps |= bool(op and op.jumps)
        destination = re.match(r"\s*v(?:\[(\d+):(\d+)\]|(\d+))", operands)
        if destination:
            first = int(destination[1] or destination[3])
            for number in range(first, int(destination[2] or first) + 1):
                kinds_written.setdefault(number, []).append("")
            if op and op.results and op.results[0].kind in ("f", "bf"):
                kinds_written[first][-1] = f"{op.results[0].kind}{op.results[0].width}"
    return {number: kinds[-1] for number, kinds in kinds_written.items()
            if kinds[-1] and not (jumps and len({*kinds}) > 1)}


def float_kinds(plan: Plan) -> dict[int, str]:
    """Map each VGPR to the float kind that its last writer in the plan's code writes. Registers for which this is
    unknown are omitted."""
    return _kinds(plan.arch, plan.wave, plan.code)


def pair_up(target, cases: Iterable, model: Model | None = None) -> Iterator[Pair | Outcome]:
    """Run cases or plans on model and target; yield a pair for each, in order. A case that cannot be resolved, or
    that is given as an Outcome, yields an Outcome. The model makes the target's declared choices."""
    model, waiting = model or Model(choices=target.choices), deque()

    def plans():
        for case in cases:
            try:
                plan = case if isinstance(case, (Plan, Outcome)) else resolve(case)
                if isinstance(plan, Outcome):
                    waiting.append(plan)
                    continue
                golden = add_allowed_outcomes(plan, model.run(plan), model)
            except CaseError as error:
                waiting.append(invalid_outcome(_case_name(case), error))
                continue
            complete_observation(plan, golden)
            waiting.append((plan, golden))
            yield plan
    for outcome in target.run(plans()):
        while isinstance(waiting[0], Outcome):
            yield waiting.popleft()
        plan, golden = waiting.popleft()
        yield compare_answer(target, plan, golden, outcome)
    yield from waiting


def complete_observation(plan: Plan, golden: Outcome) -> None:
    """Set what the target must report: the model's registers if the case names none, and the number of waves."""
    if plan.observed is None:
        plan.observed = outcome_registers(golden)
    if golden.status == "ok":
        plan.launched_waves = golden.wave_count


def checked_features(target) -> frozenset[str]:
    """Return which of the optional reports `findings` and `count` (of instructions) are compared on this target."""
    claims = getattr(target, "claims", None)
    checked = {"count"} if claims and not claims.findings else {"count", "findings"}
    return frozenset(checked & set(target.hello.features))


def compare_answer(target, plan: Plan, golden: Outcome, outcome: Outcome) -> Pair:
    """Compare a target's outcome with the model's, by the target's features and choices. Return the pair. The float
    kinds that registers hold are looked up only if values differ."""
    features = target.hello.features
    if outcome.equals_expected and golden.allowed is None:      # no value to compare
        return Pair(plan, golden, outcome, compare(plan, golden, outcome, None, "count" in features))

    def compare_with(expected: Outcome) -> Comparison:
        comparison = compare_with_kinds(expected, {})
        unequal = comparison.differences or any(comparison.leniencies.values())
        kinds = float_kinds(plan) if unequal and expected.waves and outcome.waves else {}
        return compare_with_kinds(expected, kinds) if kinds else comparison

    def compare_with_kinds(expected: Outcome, kinds: dict[int, str]) -> Comparison:
        return compare(plan, expected, outcome, target.choices, "count" in features, kinds,
                       "addresses" not in features, "exports" in features)
    comparison = compare_with(golden) if golden.allowed is None else compare_with_allowed(golden, compare_with)
    return Pair(plan, golden, outcome, comparison)


def compare_findings(target, pair: Pair) -> None:
    """Compare the broken rules if the target reports them, and update the verdict of the pair."""
    if "findings" not in checked_features(target) or pair.target.status in ("unsupported", *HARNESS_FAILURES):
        return
    expected, got = sorted(pair.model.broken_rules), sorted(pair.target.broken_rules)
    if expected != got:
        texts = ", ".join(expected) or "none", ", ".join(got) or "none"
        pair.comparison.add_difference("findings", 0, -1, *texts)
        pair.comparison.set_verdict("fail", "findings", f"findings: expected {texts[0]}, got {texts[1]}")
    elif expected and pair.comparison.cause == "findings":
        pair.comparison.set_verdict("pass", "", "")


def misreported_rule(expected: list[str], got: list[str]) -> str:
    """Return the first broken rule that the target misses. If there is none, return the first that it reports wrongly,
    else ""."""
    expected, got = sorted(expected), sorted(got)
    return next(iter([*(Counter(expected) - Counter(got)), *(Counter(got) - Counter(expected))]), "")


def _case_name(case) -> str:
    try:
        return case.case.name if isinstance(case, Plan) else parse_case(case).name
    except CaseError:
        return ""


def run_on_target(target, cases: Iterable) -> Iterator[Outcome]:
    """Yield the target's outcomes, with `met` set for cases that have expectations. An expectation also fails if the
    target's status is not the expected one."""
    for pair in pair_up(target, cases):
        if isinstance(pair, Outcome):
            yield pair
            continue
        outcome = pair.target
        outcome.bits = (pair.comparison.compared_bits, pair.comparison.observed_bits)
        yield check_expectations(pair.plan, outcome)


# assay diff

def _pairs(target, plans: list[Plan], model: Model) -> Iterator[Pair]:
    """Yield the pair of each plan. Raises CaseError for a plan that cannot be run."""
    for pair in pair_up(target, plans, model):
        if isinstance(pair, Outcome):
            raise CaseError("", pair.text or pair.status, pair.name)
        yield pair


def first_difference(case: Case, target) -> dict:
    """Find the first instruction after which model and target differ. Return a dict with verdict, pc, instruction,
    differences, both results, and a text of all."""
    plan = resolve(case)
    model = Model(choices=target.choices)
    full_pair = next(_pairs(target, [plan], model))
    verdict = full_pair.comparison.verdict
    if verdict != "fail":
        return {"verdict": verdict, "text": f"{verdict}: {full_pair.comparison.text or 'no difference'}"}
    listing = instruction_listing(plan.arch, plan.wave, plan.code)
    ends = [offset for offset, _ in listing[1:]] + [len(plan.code)]
    prefixes = [replace(plan, code=plan.code[:end]) for end in ends if end > plan.entry]
    number, pair = _first_failing_prefix(prefixes, target, model, full_pair)
    offset, text = listing[len(ends) - len(prefixes) + number]
    return _difference_report(pair, plan.base + offset, text)


def _first_failing_prefix(prefixes: list[Plan], target, model: Model, full_pair: Pair) -> tuple[int, Pair]:
    """Return the index of the first prefix that fails, and its pair. Bisect until few prefixes remain, then run these
    in sequence."""
    low, high, failing_pair = 0, len(prefixes) - 1, full_pair
    while high - low >= MAX_PREFIXES_SCANNED:
        middle = (low + high) // 2
        pair = next(_pairs(target, [prefixes[middle]], model))
        if pair.comparison.verdict == "fail":
            high, failing_pair = middle, pair
        else:
            low = middle + 1
    for number, pair in enumerate(_pairs(target, prefixes[low:high + 1], model), low):
        if pair.comparison.verdict == "fail":
            return number, pair
    return high, failing_pair


def _difference_report(pair: Pair, pc: int, text: str) -> dict:
    compared = pair.comparison
    lines = [
        f"{pc:#x}: {text}",
        f"{compared.verdict} ({compared.cause}): {compared.text}",
        *(f"  {difference}" for difference in compared.differences),
    ]
    if compared.dropped:
        lines.append(f"  and {compared.dropped} more")
    return {
        "verdict": compared.verdict,
        "cause": compared.cause,
        "pc": hex(pc),
        "instruction": text,
        "text": "\n".join(lines),
        "differences": [
            {"where": d.where, "wave": d.wave, "lane": d.lane, "expected": d.expected, "got": d.got}
            for d in compared.differences
        ],
        "expected": pair.model.to_dict(),
        "got": pair.target.to_dict(),
    }
