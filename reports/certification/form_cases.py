"""Generated cases of an instruction form, prepared for a target with the model's outcome."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec

from ...generators.form_coverage import planner, single_wave_cases, wave_batch
from ...generators.instructions import instruction_case, modifiers
from ...generators.instructions.case_sampler import NoCase
from ...generators.native import array_loops
from ...harness.case.case_types import CaseError
from ...harness.case.plan import Alike, Plan, State, resolve_drawn
from ...harness.comparison import differential
from ...harness.execution import register_pack as rows
from ...harness.execution.model_run import UNTOUCHED, Model
from ...harness.execution.outcome import Outcome
from ...harness.execution.prepared_runs import Answer, Contents, Shapes, contents_of, fits, key_of
from ...harness.execution.readback import observed as watched, parted
from ...harness.kernel_wrapper.wrap import reported
from ...harness.protocol import messages
from ...spec import Form
from ..diagnosis.refusals import Refusals
from .form_results import FormResult

BASE = 0x10000
RETRIES = 6


@dataclass(slots=True)
class FormProgress:
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
class PreparedCase:
    """A case on its way: `right` is the model's outcome, its values in `plan.expected` alone where `brief`."""
    work: FormProgress
    one: Any
    plan: Plan
    right: Outcome
    brief: bool = False


class ReferenceModel:
    """The model beside a target: what is right of the cases of a share.  `beside`: registers that are looked at in each
    case, for nothing but what the manual says may write them."""

    def __init__(self, target, arch: str):
        self.model, self.beside = Model(choices=target.choices), reported(UNTOUCHED, arch, target.hello)
        self.shapes = Shapes(self.model)

    def ready(self, work: FormProgress, one, name: str) -> PreparedCase:
        """A case with what is right."""
        many = isinstance(one, wave_batch.Waves)
        plan = plan_of(one, name) if many else work.plan(one, name)
        if not many and not fits(plan):
            return PreparedCase(work, one, plan, self.observed(plan))
        given = contents_of_waves(plan, one) if many else contents_of(plan)
        given.beside = self.beside
        answer = self.shapes.find(key_of(plan), lambda: plan).run(given)
        if not many and (answer.ended or answer.records):
            return PreparedCase(work, one, plan, self.observed(plan))
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

    def whole(self, ready: PreparedCase) -> Outcome:
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


def briefly(work: FormProgress, one, plan: Plan, answer: Answer) -> PreparedCase:
    """A case of which the model gave that answer."""
    plan.expected = answer.waves, answer.memory, answer.lds
    right = Outcome(
        name=plan.case.name, status=answer.status, lanes=plan.wave, instructions=answer.instructions,
        wave_count=answer.wave_count, findings=answer.findings, text=answer.text, operation=answer.operation,
        pc=answer.pc, bits=(0, answer.bits[1]) if answer.ended else answer.bits)
    return PreparedCase(work, one, plan, right, True)


def prepared(work: FormProgress, golden: ReferenceModel, alone: bool) -> list[PreparedCase]:
    """The form's next case, wave by wave when they go `alone`: the first that is legal; none, with the cause counted,
    when there is none."""
    cause, name = "illegal cases", f"{work.form.mnemonic} {work.result.form} {work.plans.made}"
    for _ in range(RETRIES):
        try:
            one = work.plans.next()
            parts = [one] if not alone or not isinstance(one, wave_batch.Waves) else one.split_waves()
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
