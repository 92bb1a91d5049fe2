"""The corpus: the cases that users run.  Suites, generated forms and dispatches are recorded as `assay certify` sends
them to a target, programs as `assay fuzz` does.  A verdict on them is the one that these commands give."""
from __future__ import annotations

from dataclasses import dataclass

import msgspec

from ..generators.instructions import case_sampler
from ..generators.programs import program_coverage
from ..generators.programs.program_settings import Options
from ..generators.programs.random_programs import Sheet
from ..harness.case.plan import Plan
from ..harness.comparison import differential
from ..harness.comparison.program_differential import Trials
from ..harness.execution.model_run import Model, complete
from ..harness.execution.outcome import Outcome
from ..harness.kernel_wrapper.wrap import mnemonics_of
from ..harness.protocol.messages import Hello
from ..harness.targets import model as model_target
from ..reports.certification import dispatch_cases, worker_tasks
from ..reports.certification.task_types import CertifyOptions
from ..spec import CERTIFIED

SUITES, FORMS, DISPATCHES, PROGRAMS, RULE_BREAKERS = PARTS = (
    "suites", "forms", "dispatches", "programs", "programs that break rules")
HELD_TO_FINDINGS = (SUITES, DISPATCHES, PROGRAMS)
SHEETS = 8                                             # of 64 programs, for each architecture and kind of program
NAME = "corpus"


class ModelTarget:
    """A target that answers with a model of this process.  `record`: called with each plan and its outcome."""
    choices = claims = None
    case_seconds = 0.0
    name = NAME

    def __init__(self, model: Model, record=lambda plan, outcome: None):
        self.model, self.record, self.unexplained = model, record, []
        self.hello = msgspec.convert({"protocol": [1], **model_target.hello(NAME)}, Hello)

    def run(self, plans):
        """Outcomes in the order of the plans."""
        for plan in plans:
            outcome = complete(plan, self.model.run(plan), self.model)
            self.record(plan, outcome)
            yield outcome


@dataclass(slots=True)
class CorpusCase:
    """A case with the model's outcome. `part`: of PARTS; `place`: in the corpus."""
    part: str
    name: str
    plan: Plan
    golden: Outcome
    place: int = -1

    def operations(self) -> set[str]:
        """The operations in its code."""
        known = differential.operations_of(self.plan.arch)
        names = mnemonics_of(self.plan.arch, self.plan.wave, self.plan.code)
        return {known[name].name for name in names if name in known}

    def fails(self, outcome: Outcome) -> bool:
        """Would the command that sends this case call the outcome a failure?"""
        if self.part == RULE_BREAKERS:
            return outcome.status != "unsupported" and sorted(self.golden.broken) != sorted(outcome.broken)
        pair = differential.judge(TARGET, self.plan, self.golden, outcome)
        if self.part in HELD_TO_FINDINGS:
            differential.findings(TARGET, pair)
        return pair.comparison.verdict == "fail"


TARGET = ModelTarget(Model())


def corpus(seed: int, archs=CERTIFIED, sheets: int = SHEETS) -> list[CorpusCase]:
    """Every case of these architectures: those of a certificate of that seed with --quick, and `sheets` of programs."""
    found = [case for arch in archs for case in (*certificate_cases(arch, seed), *program_cases(arch, seed, sheets))]
    for place, case in enumerate(found):
        case.place = place
    return found


def certificate_cases(arch: str, seed: int) -> list[CorpusCase]:
    """What `assay certify --quick` sends."""
    found: list[CorpusCase] = []
    asked = CertifyOptions(seed=seed, quick=True, diagnosed=False)
    tasks = ((SUITES, "suites", ()), (FORMS, "forms", tuple(range(len(case_sampler.forms_of(arch))))),
             (DISPATCHES, "dispatch", tuple(dispatch_cases.heeded(arch))))
    for part, kind, numbers in tasks:
        def record(plan: Plan, outcome: Outcome, part: str = part) -> None:
            found.append(CorpusCase(part, plan.case.name, plan, outcome))
        worker_tasks.run_task_on(ModelTarget(Model(), record), asked, kind, arch, numbers)
    return found


def program_cases(arch: str, seed: int, sheets: int) -> list[CorpusCase]:
    """What `assay fuzz` sends, and with --illegal."""
    found, model = [], Model()
    for illegal, part in ((False, PROGRAMS), (True, RULE_BREAKERS)):
        trials = Trials(TARGET, illegal)
        for number in range(sheets):
            sheet = Sheet(Options(arch, seed, careless=illegal), number, program_coverage.nothing(arch))
            for trial in filter(trials.sends, map(trials.prepared, sheet.streams)):
                if illegal == (trial.verdict == "illegal"):
                    plan = trial.whole
                    found.append(CorpusCase(part, plan.case.name, plan, model.run(plan)))
    return found
