"""lit's test format for the suites.

Each case of a file runs on the model and must meet its expectations. A target, if named, must agree with the model."""
import functools
from pathlib import Path

import lit.formats
import lit.Test

from ..harness.case.case_types import CaseError
from ..harness.case.directives import parse_assembly
from ..harness.comparison.case_run import run_outcome
from ..harness.comparison.differential import pair_up
from ..harness.execution.outcome import Outcome
from ..harness.faults import curated_faults
from ..harness.targets.registry import open_target


def case_failures(path, mutant=None):
    """Run the cases of a file on the model.  Returns a line per unmet expectation; none if the file passes.

    `mutant`: id of a fault of the model; it runs in a separate machine, because it may corrupt the machine.  Raises
    CaseError if the file is not a case."""
    lines, model = [], curated_faults.faulty_model(mutant) if mutant else None
    for case in parse_assembly(Path(path).read_text(), str(path)):
        if case.expect is None:
            raise CaseError("expect", f"{path}: a suite case needs an expectation; add `; assay: expect …`")
        outcome = run_outcome(case, model)
        if not outcome.met:
            rules = [finding["rule"] for finding in outcome.findings]
            lines.append(f"{case.name}: {outcome.status} {outcome.text or ''} {outcome.unmet} {rules}")
    return lines


def target_failures(path, target):
    """Run the cases of a file on an open target.  Returns a line per difference from the model."""
    lines = []
    for pair in pair_up(target, parse_assembly(Path(path).read_text(), str(path))):
        if isinstance(pair, Outcome):                  # an invalid case
            lines.append(f"{pair.name}: {pair.status} {pair.text}")
        elif pair.comparison.verdict == "fail":
            lines.append(f"{pair.plan.case.name}: fail {pair.comparison.text}")
    return lines


@functools.cache
def open_target_once(target):
    """The target, open until this process ends."""
    return open_target(target).__enter__()


class CaseFormat(lit.formats.FileBasedTest):
    """A test format that runs in lit's worker, without a process per case."""

    def __init__(self, target=None, mutant=None):
        self.target, self.mutant = target, mutant

    def execute(self, test, lit_config):
        try:
            lines = case_failures(test.getSourcePath(), self.mutant)
            if self.target and not lines:
                lines = target_failures(test.getSourcePath(), open_target_once(self.target))
        except CaseError as error:
            return lit.Test.UNRESOLVED, str(error)
        return (lit.Test.FAIL, "\n".join(lines)) if lines else (lit.Test.PASS, "")
