"""Generated cases of an instruction form, prepared for a target with the outcome of the reference model."""
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
from ...harness.case.plan import Plan, PlanTemplate, RegisterState, resolve_generated
from ...harness.comparison import differential
from ...harness.execution import register_pack
from ...harness.execution.model_run import DEFAULT_OBSERVED, Model
from ...harness.execution.outcome import Outcome
from ...harness.execution.prepared_runs import (
    RunResult, RunInputs, PreparedRunners, run_inputs, can_prepare, runner_key,
)
from ...harness.execution.readback import observed_registers as observed_pack, split_registers
from ...harness.kernel_wrapper.wrap import directly_reported
from ...harness.protocol import messages
from ...spec import Form
from ..diagnosis.refusals import Refusals
from .form_results import FormResult

CODE_ADDRESS = 0x10000
MAX_RETRIES = 6                                      # draws for a legal case


@dataclass(slots=True)
class FormProgress:
    """A form whose cases are being run: their planner, and their results so far.

    `refused`: encodings that the target refuses; `over`: no more cases run; `templates`: {instruction_case.kind_of():
    template for the plans of single-wave cases}."""
    form: Form
    plans: single_wave_cases.Singles | planner.Planner
    result: FormResult
    refused: int = 0
    over: bool = False
    refusals: Refusals = field(default_factory=Refusals)
    templates: dict[tuple, PlanTemplate] = field(default_factory=dict)

    def plan(self, case: instruction_case.Instruction, name: str) -> Plan:
        """The plan of a single-wave case."""
        if case.value_source is None:
            return plan_case(case, name)
        if "kind" not in case.memo:
            case.memo["kind"] = instruction_case.case_layout(case)
        template = self.templates.get(case.memo["kind"])
        if template is None:
            template = self.templates[case.memo["kind"]] = PlanTemplate(instruction_case.to_case(case, name,
                                                                                                 arrays=True))
        memory = [region.get("bytes", b"") for region in case.extra.get("memory", ())]
        return template.resolve(name, case.state, case.code, memory, case.extra.get("lds_bytes", b""))


def plan_case(case, name: str) -> Plan:
    """The plan of a generated case, as resolve() returns it; cases of many waves skip the conversion to JSON."""
    if not isinstance(case, wave_batch.Waves):
        return resolve_generated(instruction_case.to_case(case, name, arrays=True))
    count, wave = len(case.masks), case.encoding.wave
    plan = wave_plan_template(case.encoding.form.arch, wave, count).copy(name, case.encoding.code)
    plan.wave_states = Overlays(case)
    plan.encoded_state = ({}, msgspec.Raw(packed_states(case))) if count > 1 else None
    return plan


@cache
def wave_plan_template(arch: str, wave: int, count: int) -> PlanTemplate:
    """The template of plans of `count` waves in one group."""
    return PlanTemplate({"assay": 1, "arch": arch, "wave": wave, "code": "00000000", "base": CODE_ADDRESS,
                         "group": [wave * count, 1, 1]})


def initial_registers(case: wave_batch.Waves) -> register_pack.RegisterSet:
    """The registers that a case of several waves initializes."""
    recipe, encoding = case.recipe, case.encoding
    if "registers" not in recipe.memo:
        recipe.memo["registers"] = register_pack.named_registers(
            encoding.form.arch, encoding.wave, recipe.scalars, recipe.vectors)
    return recipe.memo["registers"]


def packed_states(case: wave_batch.Waves) -> bytes:
    """The initial states of the waves, packed as in a message."""
    return initial_registers(case).pack(array_loops.c_array(case.words), len(case.words), b"")


class Overlays(Sequence):
    """The initial states of waves, built on access: most cases are sent as packed words and need none."""

    def __init__(self, case: wave_batch.Waves):
        self.case = case

    def __len__(self) -> int:
        return len(self.case.words)

    def __getitem__(self, number):
        if isinstance(number, slice):
            return [self[n] for n in range(*number.indices(len(self)))]
        return RegisterState({name: int(values[number]) for name, values in self.case.scalars.items()},
                             {name: values[number] for name, values in self.case.vectors.items()})


@dataclass(slots=True)
class PreparedCase:
    """A case with the reference outcome. `brief`: the values are in `plan.expected` only, not in `golden`."""
    progress: FormProgress
    case: Any
    plan: Plan
    golden: Outcome
    brief: bool = False


class ReferenceModel:
    """The model that a target is compared with.

    `guarded`: registers observed in every case, to detect writes that the manual does not state."""

    def __init__(self, target, arch: str):
        self.model, self.guarded = Model(choices=target.choices), directly_reported(DEFAULT_OBSERVED, arch,
                                                                                    target.hello)
        self.shapes = PreparedRunners(self.model)

    def prepare(self, progress: FormProgress, case, name: str) -> PreparedCase:
        """Run a generated case on the model; plans of a common shape take the fast path of prepared runs."""
        many_waves = isinstance(case, wave_batch.Waves)
        plan = plan_case(case, name) if many_waves else progress.plan(case, name)
        if not many_waves and not can_prepare(plan):
            return PreparedCase(progress, case, plan, self.run_observed(plan))
        contents = wave_contents(plan, case) if many_waves else run_inputs(plan)
        contents.extra_observed = self.guarded
        answer = self.shapes.find(runner_key(plan), lambda: plan).run(contents)
        if not many_waves and (answer.incomparable or answer.records):
            return PreparedCase(progress, case, plan, self.run_observed(plan))
        if not many_waves:
            plan.encoded_state = contents.registers.pack_start(contents.words, contents.waves)
        plan.observed = answer.registers.names if answer.registers else list(plan.observed or ())
        return brief_case(progress, case, plan, answer)

    def run_observed(self, plan: Plan) -> Outcome:
        """Run any plan. Set `plan.observed` to the registers that the target reports: those that the plan writes and
        the guarded ones."""
        golden = self.model.run(plan)
        if plan.observed is None:
            written = differential.outcome_registers(golden)
            defaults = () if written or plan.observed_ranges or plan.case.lds else DEFAULT_OBSERVED
            plan.observed = list(dict.fromkeys((*written, *self.guarded, *defaults)))
            if len(plan.observed) > len(written):
                golden = self.model.run(plan)
        plan.expected_result = messages.expected_answer(golden)
        return golden

    def complete_outcome(self, prepared: PreparedCase) -> Outcome:
        """The reference outcome of a prepared case, including the values that a brief case lacks."""
        return self.model.run(prepared.plan) if prepared.brief else prepared.golden


def wave_contents(plan: Plan, case: wave_batch.Waves) -> RunInputs:
    """The inputs of a run that distinguish a plan of several waves from other plans of the same shape."""
    return RunInputs(plan.code, initial_registers(case), case.words, len(case.words), observed_registers(case),
                     DEFAULT_OBSERVED)


def observed_registers(case: wave_batch.Waves) -> register_pack.RegisterSet | None:
    """The registers that the target reports, or None for the registers that the instruction writes."""
    encoding, memo = case.encoding, case.recipe.memo
    if "asked" not in memo:
        names = modifiers.observed_registers(encoding.fields, encoding.wave)
        memo["asked"] = observed_pack(encoding.form.arch, encoding.wave,
                                      *split_registers(tuple(names))) if names else None
    return memo["asked"]


def brief_case(progress: FormProgress, case, plan: Plan, answer: RunResult) -> PreparedCase:
    """A prepared case from an answer of the fast path."""
    plan.expected_result = answer.waves, answer.memory, answer.lds
    golden = Outcome(
        name=plan.case.name, status=answer.status, lanes=plan.wave, instructions=answer.instructions,
        wave_count=answer.wave_count, findings=answer.findings, text=answer.text, operation=answer.operation,
        pc=answer.pc, bits=(0, answer.bits[1]) if answer.incomparable else answer.bits)
    return PreparedCase(progress, case, plan, golden, True)


def prepare_next(progress: FormProgress, reference: ReferenceModel, single_waves: bool) -> list[PreparedCase]:
    """Draw and prepare the next legal case of a form. If `single_waves` is set, split it into single waves.

    If no legal case is drawn, count the reason and return []."""
    reason, name = "illegal cases", f"{progress.form.mnemonic} {progress.result.form} {progress.plans.cases_planned}"
    for _ in range(MAX_RETRIES):
        try:
            case = progress.plans.next()
            parts = [case] if not single_waves or not isinstance(case, wave_batch.Waves) else case.split_waves()
            if progress.plans.known is not None:       # one wave is enough to find unsupported features
                del parts[1:]
            prepared_parts = [reference.prepare(progress, part, name) for part in parts]
        except NoCase as error:
            reason = f"no generator: {error}"
            break
        except CaseError as error:
            reason = f"invalid case: {error}"
            continue
        illegal = next(filter(None, [reason_illegal(prepared.golden) for prepared in prepared_parts]), None)
        if illegal is None:
            return prepared_parts
        reason = illegal
        if reason.startswith("the model") and progress.form.layout != "vopd":
            break
        progress.plans.drop(case)
    progress.result.not_exercised += 1
    progress.result.cases += 1
    progress.result.causes[reason] += 1
    return []


def reason_illegal(golden: Outcome) -> str | None:
    """Return why a target cannot be compared with an outcome of the model, or None if it can."""
    if golden.status == "unsupported":
        return f"the model does not carry {golden.operation}"
    legal = golden.status in ("ok", "fault") and not golden.broken_rules
    return None if legal else f"illegal cases: {golden.broken_rules[0] if golden.broken_rules else golden.status}"
