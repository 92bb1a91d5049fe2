"""Cases on model and target: pairs of outcomes with their comparison, and the first instruction at which the two
part."""
from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from msgspec.structs import replace

from ..case.case_types import Case, CaseError, parse
from ..case.plan import Plan, resolve
from ..execution.model_run import Model, complete, finish, observed_of
from ..execution.outcome import HARNESS_FAILURES, Outcome, invalid
from ..execution.outcome_sets import judge_all
from .compare import Comparison, compare

SCAN = 64                                            # prefixes tried one by one; beyond that the search halves


@dataclass(slots=True)
class Pair:
    """One case on both: `comparison` is the verdict."""
    plan: Plan
    model: Outcome
    target: Outcome
    comparison: Comparison


@lru_cache(maxsize=4)
def operations_of(arch: str) -> dict:
    """{mnemonic as a listing has it: operation}"""
    from ... import spec
    return {form.mnemonic: form.op for form in spec.load().forms(arch)}


@lru_cache(maxsize=4096)
def _kinds(arch: str, wave: int, code: bytes) -> dict[int, str]:
    """VGPR -> float kind its last writer leaves there; when the code jumps the last writer is not known, and all leave
    that kind."""
    from ..kernel_wrapper.wrap import halves_of
    found: dict[int, list[str]] = {}                   # by every writer, in order; "" of one that leaves no float
    jumps = False
    for text in halves_of(arch, wave, code):
        mnemonic, _, operands = text.partition(" ")
        op = operations_of(arch).get(mnemonic)             # None: no instruction
        jumps |= bool(op and op.jumps)
        named = re.match(r"\s*v(?:\[(\d+):(\d+)\]|(\d+))", operands)
        if named:
            first = int(named[1] or named[3])
            for number in range(first, int(named[2] or first) + 1):
                found.setdefault(number, []).append("")
            if op and op.results and op.results[0].kind in ("f", "bf"):
                found[first][-1] = f"{op.results[0].kind}{op.results[0].width}"
    return {number: kinds[-1] for number, kinds in found.items()
            if kinds[-1] and not (jumps and len({*kinds}) > 1)}


def float_kinds(plan: Plan) -> dict[int, str]:
    """VGPR -> float kind its last writer leaves there; empty where that is not known."""
    return _kinds(plan.arch, plan.wave, plan.code)


def pair_up(target, cases: Iterable, model: Model | None = None) -> Iterator[Pair | Outcome]:
    """Cases (or plans) -> pairs in their order; a case that cannot be resolved, or that comes as an Outcome, stays an
    Outcome.  The model makes the target's declared choices."""
    model, waiting = model or Model(choices=target.choices), deque()

    def plans():
        for case in cases:
            try:
                plan = case if isinstance(case, (Plan, Outcome)) else resolve(case)
                if isinstance(plan, Outcome):
                    waiting.append(plan)
                    continue
                golden = complete(plan, model.run(plan), model)
            except CaseError as error:
                waiting.append(invalid(_name(case), error))
                continue
            settle(plan, golden)
            waiting.append((plan, golden))
            yield plan
    for outcome in target.run(plans()):
        while isinstance(waiting[0], Outcome):
            yield waiting.popleft()
        plan, golden = waiting.popleft()
        yield judge(target, plan, golden, outcome)
    yield from waiting


def settle(plan: Plan, golden: Outcome) -> None:
    """What a target is asked for where the case does not say, and how many waves there are."""
    if plan.observed is None:
        plan.observed = observed_of(golden)
    if golden.status == "ok":
        plan.made = golden.wave_count


def told(target) -> frozenset[str]:
    """What a target is held to of `findings` and `count` (of instructions), which not each tells."""
    claims = getattr(target, "claims", None)
    kept = {"count"} if claims and not claims.findings else {"count", "findings"}
    return frozenset(kept & set(target.hello.features))


def judge(target, plan: Plan, golden: Outcome, outcome: Outcome) -> Pair:
    """Compares, with what the target says of itself.  What the last writers leave matters where values are not equal,
    and is looked up there only."""
    features = target.hello.features
    if outcome.same and golden.allowed is None:      # nothing to be looked at
        return Pair(plan, golden, outcome, compare(plan, golden, outcome, None, "count" in features))

    def against(right: Outcome) -> Comparison:
        found = held(right, {})
        unequal = found.differences or any(found.leniencies.values())
        kinds = float_kinds(plan) if unequal and right.waves and outcome.waves else {}
        return held(right, kinds) if kinds else found

    def held(right: Outcome, kinds: dict[int, str]) -> Comparison:
        return compare(plan, right, outcome, target.choices, "count" in features, kinds, "addresses" not in features,
                       "exports" in features)
    return Pair(plan, golden, outcome, against(golden) if golden.allowed is None else judge_all(golden, against))


def findings(target, pair: Pair) -> None:
    """A target that reports broken rules must report the model's: settles the verdict of a pair on such a target."""
    if "findings" not in told(target) or pair.target.status in ("unsupported", *HARNESS_FAILURES):
        return
    right, got = sorted(pair.model.broken), sorted(pair.target.broken)
    if right != got:
        pair.comparison.note("findings", 0, -1, ", ".join(right) or "none", ", ".join(got) or "none")
        pair.comparison.end(
            "fail", "findings", f"findings: expected {', '.join(right) or 'none'}, got {', '.join(got) or 'none'}"
        )
    elif right and pair.comparison.cause == "findings":
        pair.comparison.end("pass", "", "")


def rule_told_wrongly(right: list[str], got: list[str]) -> str:
    """The first of the broken rules that a target does not tell, or else that it tells and that is kept."""
    right, got = sorted(right), sorted(got)
    return next(iter([*(Counter(right) - Counter(got)), *(Counter(got) - Counter(right))]), "")


def _name(case) -> str:
    try:
        return case.case.name if isinstance(case, Plan) else parse(case).name
    except CaseError:
        return ""


def run_on_target(target, cases: Iterable) -> Iterator[Outcome]:
    """The target's outcomes, with `met` where cases expect something; expectations that are not met because of a
    target's status count too."""
    for one in pair_up(target, cases):
        if isinstance(one, Outcome):
            yield one
            continue
        outcome = one.target
        outcome.bits = (one.comparison.compared_bits, one.comparison.observed_bits)
        yield finish(one.plan, outcome)


# assay diff

def _pairs(target, plans: list[Plan], model: Model) -> Iterator[Pair]:
    """A pair of each plan; raises CaseError for one that cannot be run."""
    for one in pair_up(target, plans, model):
        if isinstance(one, Outcome):
            raise CaseError("", one.text or one.status, one.name)
        yield one


def first_difference(case: Case, target) -> dict:
    """The first instruction after which model and target differ -> verdict, pc, instruction, differences, both results,
    and all as text."""
    from ..kernel_wrapper.wrap import listing_of
    plan = resolve(case)
    model = Model(choices=target.choices)
    whole = next(_pairs(target, [plan], model))
    if whole.comparison.verdict != "fail":
        return {
            "verdict": whole.comparison.verdict,
            "text": f"{whole.comparison.verdict}: {whole.comparison.text or 'no difference'}",
        }
    listing = listing_of(plan.arch, plan.wave, plan.code)
    ends = [offset for offset, _ in listing[1:]] + [len(plan.code)]
    prefixes = [replace(plan, code=plan.code[:end]) for end in ends if end > plan.entry]
    number, pair = _first_failing(prefixes, target, model, whole)
    at = len(ends) - len(prefixes) + number
    return _report(pair, plan.base + listing[at][0], listing[at][1])


def _first_failing(prefixes: list[Plan], target, model: Model, whole: Pair) -> tuple[int, Pair]:
    """(number of the first prefix that fails, its pair): one by one when there are few, else by halving."""
    low, high, found = 0, len(prefixes) - 1, whole
    while high - low >= SCAN:
        middle = (low + high) // 2
        pair = next(_pairs(target, [prefixes[middle]], model))
        if pair.comparison.verdict == "fail":
            high, found = middle, pair
        else:
            low = middle + 1
    for number, pair in enumerate(_pairs(target, prefixes[low:high + 1], model), low):
        if pair.comparison.verdict == "fail":
            return number, pair
    return high, found


def _report(pair: Pair, pc: int, text: str) -> dict:
    compared = pair.comparison
    lines = [
        f"{pc:#x}: {text}",
        f"{compared.verdict} ({compared.cause}): {compared.text}",
        *(f"  {one}" for one in compared.differences),
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
