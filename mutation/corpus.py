"""The corpus: the cases of `assay certify` (suites, generated form cases, dispatches) and the programs of `assay fuzz`.
Each case passes or fails by the criteria of its command."""
from __future__ import annotations

from dataclasses import dataclass

import msgspec

from ..generators.instructions import case_sampler
from ..generators.programs import program_coverage
from ..generators.programs.program_settings import Options
from ..generators.programs.random_programs import ProgramBatch
from ..harness.case.disassembly import program_mnemonics
from ..harness.case.plan import Plan
from ..harness.comparison import differential
from ..harness.comparison.case_run import add_allowed_outcomes
from ..harness.comparison.program_differential import TrialRunner
from ..harness.execution.model_run import Model
from ..harness.execution.outcome import Outcome
from ..harness.protocol.messages import Hello
from ..harness.targets import model_child
from ..reports.certification import dispatch_fields, worker_tasks
from ..reports.certification.task_types import CertifyOptions
from ..spec import CERTIFIED

SUITES, FORMS, DISPATCHES, PROGRAMS, RULE_BREAKERS = PARTS = (
    "suites", "forms", "dispatches", "programs", "programs that break rules")
PARTS_WITH_FINDINGS = (SUITES, DISPATCHES, PROGRAMS)
BATCHES = 8                                             # batches of 64 programs per architecture and kind
NAME = "corpus"


class ModelTarget:
    """A target that runs the model in this process. `record`: called with each plan and its outcome."""
    choices = claims = None
    case_seconds = 0.0
    name = NAME

    def __init__(self, model: Model, record=lambda plan, outcome: None):
        self.model, self.record, self.unexplained = model, record, []
        self.hello = msgspec.convert({"protocol": [1], **model_child.hello(NAME)}, Hello)

    def run(self, plans):
        """Yield outcomes in the order of the plans."""
        for plan in plans:
            outcome = add_allowed_outcomes(plan, self.model.run(plan), self.model)
            self.record(plan, outcome)
            yield outcome


@dataclass(slots=True)
class CorpusCase:
    """A case with the model's outcome. `part`: of PARTS; `index`: its index in the corpus."""
    part: str
    name: str
    plan: Plan
    golden: Outcome
    index: int = -1

    def operations(self) -> set[str]:
        """The operations in its code."""
        operations = differential.operations_by_mnemonic(self.plan.arch)
        names = program_mnemonics(self.plan.arch, self.plan.wave, self.plan.code)
        return {operations[name].name for name in names if name in operations}

    def fails(self, outcome: Outcome) -> bool:
        """Return whether the command that sends this case reports the outcome as a failure."""
        if self.part == RULE_BREAKERS:
            return outcome.status != "unsupported" and sorted(self.golden.broken_rules) != sorted(outcome.broken_rules)
        pair = differential.compare_answer(TARGET, self.plan, self.golden, outcome)
        if self.part in PARTS_WITH_FINDINGS:
            differential.compare_findings(TARGET, pair)
        return pair.comparison.verdict == "fail"


TARGET = ModelTarget(Model())


def corpus(seed: int, archs=CERTIFIED, batches: int = BATCHES) -> list[CorpusCase]:
    """Every case for these architectures: those of `assay certify --quick` with this seed, and `batches` batches of
    programs."""
    cases = [case for arch in archs for case in (*certificate_cases(arch, seed), *program_cases(arch, seed, batches))]
    for index, case in enumerate(cases):
        case.index = index
    return cases


def certificate_cases(arch: str, seed: int) -> list[CorpusCase]:
    """The cases of `assay certify --quick`."""
    cases: list[CorpusCase] = []
    options = CertifyOptions(seed=seed, quick=True, diagnosed=False)
    tasks = ((SUITES, "suites", ()), (FORMS, "forms", tuple(range(len(case_sampler.all_forms(arch))))),
             (DISPATCHES, "dispatch", tuple(dispatch_fields.settable_fields(arch))))
    for part, kind, numbers in tasks:
        def record(plan: Plan, outcome: Outcome, part: str = part) -> None:
            cases.append(CorpusCase(part, plan.case.name, plan, outcome))
        worker_tasks.run_task_on(ModelTarget(Model(), record), options, kind, arch, numbers)
    return cases


def program_cases(arch: str, seed: int, batches: int) -> list[CorpusCase]:
    """The cases of `assay fuzz`, without and with --illegal."""
    cases, model = [], Model()
    for illegal, part in ((False, PROGRAMS), (True, RULE_BREAKERS)):
        trials = TrialRunner(TARGET, illegal)
        for number in range(batches):
            batch = ProgramBatch(Options(arch, seed, careless=illegal), number, program_coverage.empty_coverage(arch))
            for trial in filter(trials.is_sent, map(trials.run_reference, batch.programs)):
                if illegal == (trial.verdict == "illegal"):
                    plan = trial.full_plan
                    cases.append(CorpusCase(part, plan.case.name, plan, model.run(plan)))
    return cases
