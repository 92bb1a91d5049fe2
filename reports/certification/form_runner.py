"""The grid of one architecture on one target: cases of every form, run on model and target, counted by form."""
from __future__ import annotations

import gc
import re
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec

from ...generators.form_coverage import planner, single_wave_cases, wave_batch
from ...generators.form_coverage.case_limits import Limits
from ...generators.instructions import instruction_case, modifiers, case_sampler
from ...generators.instructions.case_sampler import NoCase
from ...generators.native import array_loops
from ...generators.values import coverage_bins
from ...harness.case.case_types import CaseError
from ...harness.case.choices import PROFILES, Claims, both, mode_bits
from ...harness.case.plan import Alike, Plan, State, resolve_drawn
from ...harness.comparison import differential
from ...harness.execution import register_pack as rows
from ...harness.execution.model_run import UNTOUCHED, Model
from ...harness.execution.outcome import Outcome
from ...harness.execution.prepared_runs import Answer, Contents, Shapes, contents_of, fits, key_of
from ...harness.execution.readback import observed as watched, parted
from ...harness.kernel_wrapper.wrap import reported
from ...harness.protocol import messages
from ...harness.targets.process_target import PATIENCE
from ...harness.targets.timeout_tracker import ENOUGH, NOT_RUN, cause_of
from ...spec import TARGETS, Form
from ..diagnosis import features
from ..diagnosis.evidence import Seen
from ..diagnosis.refusals import Refusals, told_apart

LEAST = {False: planner.FEWEST, True: 2}             # cases of a form that passes: in full, and quick
BASE = 0x10000
MOST = 1000
PROBES = (1, 1, 2)                                   # cases a form gets before what is refused of them is looked at
CAREFUL, UNSURE = 16, 3  # cases to find out what is refused; refusals after which they are made
RETRIES = 6
SILENT = f"{NOT_RUN}the target does not answer"
HANGS = f"{NOT_RUN}{ENOUGH} cases of it were not answered"
TIME_OVER = f"{NOT_RUN}the time given was over"
REFUSED = 8                                          # encodings a target may refuse of a form it runs none of
KEPT = 12                                            # failing cases of a form that are kept for its diagnosis
PASSED = 10                                          # and passing ones


@dataclass(slots=True)
class FormResult:
    """What the cases of one form gave.  `states`: live lanes over the cases that passed; `count`: cells of the grid
    they reached, of how many; `missing`: the first that they did not; `failures`: (case, cause, text, differences)
    where nothing is run; `refused`: cases the target refuses, by axis, of a form that it has; `fails_with`: those that
    fail, by axis, where that can be told (refusals.told_apart); `failing`, `passing`: what was seen, for diagnosis, as
    long as the target is open; `tally`: cases that were decided, by features.brief() and how they failed."""
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
    not_claimed: int = 0
    states: int = 0
    compared_bits: int = 0
    causes: Counter = field(default_factory=Counter)
    leniencies: Counter = field(default_factory=Counter)
    count: coverage_bins.Count = field(default_factory=coverage_bins.Count)
    missing: list = field(default_factory=list)
    modes: set = field(default_factory=set)
    refused: dict = field(default_factory=dict)
    fails_with: dict = field(default_factory=dict)
    failures: list = field(default_factory=list)
    failing: list = field(default_factory=list)
    passing: list = field(default_factory=list)
    tally: Counter = field(default_factory=Counter)

    @property
    def verdict(self) -> str:
        """pass, fail, unsupported, not claimed or not exercised."""
        return (
            "fail" if self.failed else "pass" if self.passed else "unsupported" if self.unsupported
            else "not claimed" if self.not_claimed else "not exercised"
        )


def result_of(form) -> FormResult:
    """An empty result."""
    return FormResult(form.arch, form.spelling, case_sampler.name_of(form), form.encoding, form.mnemonic)


@dataclass(slots=True)
class Work:
    """A form at work: what makes its cases, and what they gave; `refused`: encodings of it that the target refuses;
    `over`: no more of it is run."""
    form: Form
    plans: single_wave_cases.Singles | planner.Planner
    result: FormResult
    refused: int = 0
    over: bool = False
    refusals: Refusals = field(default_factory=Refusals)
    alike: dict[tuple, Alike] = field(default_factory=dict)            # by instructions.kind_of

    def plan(self, one: instruction_case.Instruction, name: str) -> Plan:
        """The plan of a case of one wave."""
        if one.source is None:
            return plan_of(one, name)
        if "kind" not in one.told:
            one.told["kind"] = instruction_case.kind_of(one)
        alike = self.alike.get(one.told["kind"])
        if alike is None:
            alike = self.alike[one.told["kind"]] = Alike(instruction_case.case_of(one, name, arrays=True))
        held = [region.get("bytes", b"") for region in one.extra.get("memory", ())]
        return alike.resolve(name, one.state, one.code, held, one.extra.get("lds_bytes", b""))


def plan_of(one, name: str) -> Plan:
    """The plan of a generated case: what resolve() makes of it, without the way through JSON where there are many
    waves."""
    if not isinstance(one, wave_batch.Waves):
        return resolve_drawn(instruction_case.case_of(one, name, arrays=True))
    count, wave = len(one.masks), one.encoding.wave
    plan = alike_of(one.encoding.form.arch, wave, count).copy(name, one.encoding.code)
    plan.overlays = Overlays(one)
    plan.wire = ({}, msgspec.Raw(packed(one))) if count > 1 else None
    return plan


@cache
def alike_of(arch: str, wave: int, count: int) -> Alike:
    """The plans of so many waves in a group."""
    return Alike({"assay": 1, "arch": arch, "wave": wave, "code": "00000000", "base": BASE,
                  "group": [wave * count, 1, 1]})


def registers_of(one: wave_batch.Waves) -> rows.Registers:
    """The registers that waves give."""
    recipe, encoding = one.recipe, one.encoding
    if "registers" not in recipe.told:
        recipe.told["registers"] = rows.registers(encoding.form.arch, encoding.wave, recipe.scalars, recipe.vectors)
    return recipe.told["registers"]


def packed(one: wave_batch.Waves) -> bytes:
    """The states of waves as a message has them."""
    return registers_of(one).packed(array_loops.pointer(one.words), len(one.words), b"")


class Overlays(Sequence):
    """The states of waves, made when they are looked at: most cases go on as the words of a message."""

    def __init__(self, one: wave_batch.Waves):
        self.one = one

    def __len__(self) -> int:
        return len(self.one.words)

    def __getitem__(self, number):
        if isinstance(number, slice):
            return [self[n] for n in range(*number.indices(len(self)))]
        return State({name: int(rows[number]) for name, rows in self.one.scalars.items()},
                     {name: rows[number] for name, rows in self.one.vectors.items()})


@dataclass(slots=True)
class Ready:
    """A case on its way: `right` is the model's outcome, its values in `plan.expected` alone where `brief`."""
    work: Work
    one: Any
    plan: Plan
    right: Outcome
    brief: bool = False


class Golden:
    """The model beside a target: what is right of the cases of a share.  `beside`: registers that are looked at in each
    case, for nothing but what the manual says may write them."""

    def __init__(self, target, arch: str):
        self.model, self.beside = Model(choices=target.choices), reported(UNTOUCHED, arch, target.hello)
        self.shapes = Shapes(self.model)

    def ready(self, work: Work, one, name: str) -> Ready:
        """A case with what is right."""
        many = isinstance(one, wave_batch.Waves)
        plan = plan_of(one, name) if many else work.plan(one, name)
        if not many and not fits(plan):
            return Ready(work, one, plan, self.observed(plan))
        given = contents_of_waves(plan, one) if many else contents_of(plan)
        given.beside = self.beside
        answer = self.shapes.find(key_of(plan), lambda: plan).run(given)
        if not many and (answer.ended or answer.records):
            return Ready(work, one, plan, self.observed(plan))
        if not many:
            plan.wire = given.registers.wire(given.words, given.waves)
        plan.observed = answer.registers.names if answer.registers else list(plan.observed or ())
        return briefly(work, one, plan, answer)

    def observed(self, plan: Plan) -> Outcome:
        """The model's outcome of a plan that no shape runs, with what the target is asked for: what is written, and
        what else nothing may write."""
        golden = self.model.run(plan)
        if plan.observed is None:
            looked = differential.observed_of(golden)
            usual = () if looked or plan.looks or plan.case.lds else UNTOUCHED
            plan.observed = list(dict.fromkeys((*looked, *self.beside, *usual)))
            if len(plan.observed) > len(looked):
                golden = self.model.run(plan)
        plan.expected = messages.expected_of(golden)
        return golden

    def whole(self, ready: Ready) -> Outcome:
        """The model's outcome with its values."""
        return self.model.run(ready.plan) if ready.brief else ready.right


def contents_of_waves(plan: Plan, one: wave_batch.Waves) -> Contents:
    """In what the plan of waves differs from those of its shape."""
    return Contents(plan.code, registers_of(one), one.words, len(one.words), asked_of(one), UNTOUCHED)


def asked_of(one: wave_batch.Waves) -> rows.Registers | None:
    """The registers that are looked at, None for those that are written."""
    encoding, told = one.encoding, one.recipe.told
    if "asked" not in told:
        looked = modifiers.observed(encoding.fields, encoding.wave)
        told["asked"] = watched(encoding.form.arch, encoding.wave, *parted(tuple(looked))) if looked else None
    return told["asked"]


def briefly(work: Work, one, plan: Plan, answer: Answer) -> Ready:
    """A case of which the model gave that answer."""
    plan.expected = answer.waves, answer.memory, answer.lds
    right = Outcome(
        name=plan.case.name, status=answer.status, lanes=plan.wave, instructions=answer.instructions,
        wave_count=answer.wave_count, findings=answer.findings, text=answer.text, operation=answer.operation,
        pc=answer.pc, bits=(0, answer.bits[1]) if answer.ended else answer.bits)
    return Ready(work, one, plan, right, True)


def prepared(work: Work, golden: Golden, alone: bool) -> list[Ready]:
    """The form's next case, wave by wave when they go `alone`: the first that is legal; none, with the cause counted,
    when there is none."""
    cause, name = "illegal cases", f"{work.form.mnemonic} {work.result.form} {work.plans.made}"
    for _ in range(RETRIES):
        try:
            one = work.plans.next()
            parts = [one] if not alone or not isinstance(one, wave_batch.Waves) else one.apart()
            if work.plans.known is not None:           # to find out what the target has, one wave will do
                del parts[1:]
            found = [golden.ready(work, part, name) for part in parts]
        except NoCase as error:
            cause = f"no generator: {error}"
            break
        except CaseError as error:
            cause = f"invalid case: {error}"
            continue
        reason = next(filter(None, [illegal(ready.right) for ready in found]), None)
        if reason is None:
            return found
        cause = reason
        if cause.startswith("the model") and work.form.layout != "vopd":
            break
        work.plans.drop(one)
    work.result.not_exercised += 1
    work.result.cases += 1
    work.result.causes[cause] += 1
    return []


def illegal(golden) -> str | None:
    """Why an outcome of the model cannot be held against a target; None when it can."""
    if golden.status == "unsupported":
        return f"the model does not carry {golden.operation}"
    legal = golden.status in ("ok", "fault") and not golden.broken
    return None if legal else f"illegal cases: {golden.broken[0] if golden.broken else golden.status}"


def run_cases(target, going: list[Work], most: int, golden: Golden, asked=None) -> None:
    """Up to `most` cases of each form that is not done, counted in their results."""
    waiting = deque()
    alone = "waves" not in target.hello.features
    timeouts = sum(one.result.causes["timeout"] for one in going)

    def plans():
        for work in going:
            for _ in range(most):
                if work.plans.done:
                    break
                if why := reason_to_stop(work, timeouts, asked):
                    give_up(work, why)
                    break
                for ready in prepared(work, golden, alone):
                    waiting.append(ready)
                    yield ready.plan
                    ready.plan.wire = None               # it is sent, and large
                if not carried(work) or len(work.refusals.open) >= UNSURE:
                    break
    for outcome in target.run(plans()):
        ready = waiting.popleft()
        right = ready.right if outcome.same or outcome.status == "unsupported" else golden.whole(ready)
        pair = differential.judge(target, ready.plan, right, outcome)
        timeouts += cause_of(pair.comparison) == "timeout"
        count(ready.work, pair, ready.one)
        keep(ready.work.result, pair, ready)


def reason_to_stop(work: Work, timeouts: int, asked) -> str:
    """Why no more cases of a form are run; "" where some are.  `timeouts`: of the share, in a row or not."""
    if timeouts >= PATIENCE:
        return SILENT
    if work.result.causes["timeout"] >= ENOUGH:
        return HANGS
    return TIME_OVER if asked and asked.over else ""


def give_up(work: Work, why: str) -> None:
    """No more cases of a form: because the target does not answer, which is its failure, or the time is over."""
    work.over = True
    work.plans.most, work.plans.made = 0, max(1, work.plans.made)
    if why == TIME_OVER and work.result.cases:
        return
    work.result.cases += 1
    work.result.failed += why != TIME_OVER
    work.result.not_exercised += why == TIME_OVER
    work.result.causes[why] += 1


def count(work: Work, pair, one) -> None:
    """Adds one verdict."""
    compared, result = pair.comparison, work.result
    result.cases += 1
    if compared.verdict in ("pass", "fail"):
        if blamed := work.refusals.ran(one, compared.verdict == "pass"):
            work.plans.forbid(blamed)
        if compared.verdict == "fail" or not one.hits or one.hits.states:
            kind = features.brief(one), features.outcome(compared)
            result.tally[kind] = result.tally.get(kind, 0) + 1
    if compared.leniencies:
        result.leniencies.update({name: n for name, n in compared.leniencies.items() if n})
    if compared.verdict == "pass":
        result.passed += 1
        result.compared_bits += compared.compared_bits
        hits: coverage_bins.Hits = one.hits
        result.states += hits.states
        result.modes.update(one.modes if isinstance(one, wave_batch.Waves) else [one.mode])
        work.plans.passed(hits)
    elif compared.verdict == "fail":
        result.failed += 1
        result.causes[cause_of(compared)] += 1
    else:
        result.unsupported += compared.verdict == "unsupported"
        if compared.verdict == "unsupported":
            work.refused += work.plans.refused(one)
            if blamed := work.refusals.refused(one):
                work.plans.forbid(blamed)
        else:
            work.plans.lost(one)
        result.not_exercised += compared.verdict == "not exercised"
        result.causes[compared.text or compared.cause] += 1


def keep(result: FormResult, pair, ready: Ready) -> None:
    """Keeps a case for diagnosis: the first that pass, and of failing ones first those that fail in a new way or with
    other modifiers."""
    verdict = pair.comparison.verdict
    held, most = (result.failing, KEPT) if verdict == "fail" else (result.passing, PASSED)
    if verdict not in ("fail", "pass") or verdict == "pass" and len(held) >= most:
        return
    if held and pair.comparison.unsent:
        return
    if len(held) < most:
        held.append((pair, ready))
        return
    known = [way_of(*other) for other in held]
    twice = [n for n, way in enumerate(known) if known.count(way) > 1]
    if twice and way_of(pair, ready) not in known:
        held[twice[-1]] = pair, ready


def way_of(pair, ready: Ready) -> tuple:
    """How a case fails, and with which modifiers."""
    where = {re.split(r"[\[+]", one.where)[0] for one in pair.comparison.differences}
    one = ready.one
    tags = one.encoding.modifiers if isinstance(one, wave_batch.Waves) else one.tags
    return pair.comparison.cause, len(where), tuple(sorted(tags))


def seen(pair, ready: Ready, golden: Golden) -> Seen:
    """A case that was kept."""
    right = golden.whole(ready) if pair.target.same else pair.model
    return Seen(ready.plan, right, pair.target, ready.one, pair.comparison, differential.float_kinds(ready.plan))


@contextmanager
def uncollected():
    """Cases leave no cycles: what is there is not looked through for some over and over."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@uncollected()
def certify_forms(target, arch: str, numbers, seed: int, quick: bool, asked=None) -> list[FormResult]:
    """The forms of `arch` with these numbers on an open target, each with its share of the grid.  `asked`: work.Asked,
    where there may not be time for all."""
    golden, forms = Golden(target, arch), [case_sampler.forms_of(arch)[n] for n in numbers]
    limits = limits_of(target, asked)
    unclaimed = {form: reason for form in forms if (reason := limits.outside(form))}
    works = [
        Work(form, planner.planner_of(form, seed, quick, limits), result_of(form))
        for form in forms
        if form not in unclaimed
    ]
    going = works
    for most in PROBES:
        run_cases(target, going, most, golden, asked)
        find_axes(target, going, golden, asked)
        going = [work for work in going if carried(work)]
    while going:
        before = sum(work.result.cases for work in going)
        run_cases(target, going, MOST, golden, asked)
        find_axes(target, going, golden, asked)
        if asked and asked.over:
            break
        more = sum(work.result.cases for work in going) > before
        going = [
            work
            for work in going
            if not work.over and (more and not work.plans.done and carried(work)
                                  or work.result.passed and work.plans.resume(work.result.states))
        ]
    for work in works:
        summed(work, golden)
    return [work.result for work in works] + [not_claimed(form, reason) for form, reason in unclaimed.items()]


def find_axes(target, works: list[Work], golden: Golden, asked) -> None:
    """Cases of the forms of which something was refused, each with one thing that was not yet seen to run, until it is
    known what is to blame."""
    for _ in range(CAREFUL):
        unsure = [work for work in works if work.refusals.open and carried(work) and not work.plans.done]
        for work in unsure:
            work.plans.known = work.refusals.accepted if work.refusals.any_ran else set()
        run_cases(target, unsure, 1, golden, asked)
        for work in unsure:
            work.plans.known = None
    for work in works:
        work.refusals.leave()


def limits_of(target, asked=None) -> Limits:
    """What cases keep to: what the target claims, says in its greeting, and is asked for."""
    claims = both(getattr(target, "claims", None) or Claims(), PROFILES[asked.profile if asked else "full"])
    said = getattr(target.hello, "waves", None) or {}
    missing = claims.missing
    return Limits(
        both(claims, Claims(waves={arch: list(sizes) for arch, sizes in said.items() if arch in TARGETS})).waves,
        mode_bits(claims), tuple(missing.modifiers), tuple(missing.registers), tuple(missing.operations),
    )


def not_claimed(form, reason: str) -> FormResult:
    """The result of a form that is left out."""
    made = result_of(form)
    made.cases = made.not_claimed = 1
    made.causes[reason] += 1
    return made


def summed(work: Work, golden: Golden) -> None:
    """What of its grid a form reached, what of it was refused, and of one that fails what was seen."""
    result = work.result
    result.failing = [seen(pair, ready, golden) for pair, ready in result.failing]
    result.passing = [seen(pair, ready, golden) for pair, ready in result.passing] if result.failing else []
    result.refused = work.refusals.told() if result.passed or result.failed else {}
    if result.failed == len(work.refusals.wrong):      # not where some were given up
        result.fails_with = told_apart(work.form, work.refusals.right, work.refusals.wrong, planner.FEWEST)
    if work.result.passed:
        possible, covered = work.plans.possible(), work.plans.covered()
        count = work.result.count = coverage_bins.count(covered, possible)
        if (count.cells, count.triples) != (count.cells_of, count.triples_of):
            work.result.missing = coverage_bins.misses(covered, possible)
    del work.plans                                     # it is large, and is done


def carried(work: Work) -> bool:
    """Can further cases change what is known?  Not where model, generator or target have none."""
    result = work.result
    if result.causes and any(cause.startswith(("the model", "no generator")) for cause in result.causes):
        return False
    return result.passed > 0 or result.failed > 0 or work.refused < REFUSED


def chunks(count: int, size: int) -> Iterator[list[int]]:
    """The numbers below `count` in lists of about `size`, dealt out so that no list has only hard ones."""
    parts = max(1, -(-count // size))
    for start in range(parts):
        yield list(range(start, count, parts))
