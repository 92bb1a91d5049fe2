"""lit's test format: one file holds one rule; each of its cases runs on the model against what it expects and, when a
target is named, on the target, which must agree with the model."""
import functools
from pathlib import Path

import lit.formats
import lit.Test

from ..harness.case.assembler import parse_assembly
from ..harness.case.case_types import CaseError
from ..harness.comparison.differential import pair_up
from ..harness.execution.model_run import run_outcome
from ..harness.execution.outcome import Outcome
from ..harness.faults import curated_faults
from ..harness.targets.registry import open_target


def case_failures(path, mutant=None):
    """Runs every case of the file on the model -> lines that say what is not met; empty: the file passes.  `mutant`: id
    of a deliberate fault, which has a machine of its own, for it may spoil one.  Raises CaseError for a file that is no
    case."""
    lines, model = [], curated_faults.faulty_model(mutant) if mutant else None
    for case in parse_assembly(Path(path).read_text(), str(path)):
        if case.expect is None:
            raise CaseError("expect", f"{path}: a suite case expects something; add `; assay: expect …`")
        outcome = run_outcome(case, model)
        if not outcome.met:
            rules = [f["rule"] for f in outcome.findings]
            lines.append(f"{case.name}: {outcome.status} {outcome.text or ''} {outcome.unmet} {rules}")
    return lines


def target_failures(path, target):
    """Runs the file's cases on an open target -> lines that say where it and the model part."""
    lines = []
    for pair in pair_up(target, parse_assembly(Path(path).read_text(), str(path))):
        if isinstance(pair, Outcome):                  # no legal case
            lines.append(f"{pair.name}: {pair.status} {pair.text}")
        elif pair.comparison.verdict == "fail":
            lines.append(f"{pair.plan.case.name}: fail {pair.comparison.text}")
    return lines


@functools.cache
def opened(target):
    """The target, open for as long as this process lives."""
    return open_target(target).__enter__()


class CaseFormat(lit.formats.FileBasedTest):
    """Runs in lit's own worker: no process a case."""

    def __init__(self, target=None, mutant=None):
        self.target, self.mutant = target, mutant

    def execute(self, test, lit_config):
        try:
            lines = case_failures(test.getSourcePath(), self.mutant)
            if self.target and not lines:
                lines = target_failures(test.getSourcePath(), opened(self.target))
        except CaseError as error:
            return lit.Test.UNRESOLVED, str(error)
        return (lit.Test.FAIL, "\n".join(lines)) if lines else (lit.Test.PASS, "")
