"""The journal of verdicts on the mutants of programs, so that an interrupted run resumes."""
from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path

from ...harness.protocol.format_versions import model_digest
from .verdicts import JudgedMutant, TracedProgram
from .weakened_waits import WaitMutant


class Journal:
    """A file with the verdict on one mutant in each line, written at once. A line names the run and is
    valid for one model and one replay checker. An incomplete last line is dropped."""

    def __init__(self, path: Path):
        self.path, text = path, path.read_text() if path.exists() else ""
        complete = text[:text.rfind("\n") + 1]
        if complete != text:
            path.write_text(complete)
        lines = map(json.loads, complete.splitlines())
        self.known = {(line["run"], line["pc"], line["change"]): line for line in lines}

    def find(self, run: str, mutant: WaitMutant) -> JudgedMutant | None:
        """Return the journal's verdict on a mutant, without its breach, or None if there is none."""
        line = self.known.get((run, hex(mutant.pc), mutant.description))
        return line and JudgedMutant(mutant, line["verdict"], tuple(line["rules"]), None)

    def write(self, run: str, judged: JudgedMutant) -> None:
        """Append one verdict."""
        with self.path.open("a") as file:
            file.write(json.dumps({"run": run} | judged.as_dict()) + "\n")


def judge_with_journal(program: TracedProgram, journal: Journal) -> list[JudgedMutant]:
    """Judge every mutant of a program that the journal does not have, and return all verdicts."""
    digest, judged = run_digest(program), []
    for mutant in program.mutants:
        verdict = journal.find(digest, mutant)
        if verdict is None:
            verdict = program.judge(mutant)
            journal.write(digest, verdict)
        judged.append(verdict)
    return judged


def run_digest(program: TracedProgram) -> str:
    """A digest of everything that a verdict depends on, except the mutant."""
    plan = program.plan
    regions = [(region.name, region.address, region.data) for region in plan.regions]
    inputs = (plan.code, plan.arch, plan.wave, plan.grid, plan.group, regions, program.silicon,
              model_and_checker_digests())
    return sha256(repr(inputs).encode()).hexdigest()[:16]


@cache
def model_and_checker_digests() -> tuple[str, str]:
    """The digests of the model and of the replay checker's sources."""
    sources = sorted(path for path in Path(__file__).parent.glob("*.py") if not path.name.startswith("test_"))
    return model_digest(), sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
