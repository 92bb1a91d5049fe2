"""Verdicts on the mutants of a program in a file, so that a long run may be ended at any time and goes on where it
was."""
from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path

from ...harness.protocol.format_versions import model_digest
from .verdicts import Judged, Program
from .weakened_waits import Mutant


class Journal:
    """A line a mutant, as soon as it is known: of one run, by one model and one replay checker.  A last line that was
    cut off falls away."""

    def __init__(self, path: Path):
        self.path, text = path, path.read_text() if path.exists() else ""
        whole = text[:text.rfind("\n") + 1]
        if whole != text:
            path.write_text(whole)
        lines = map(json.loads, whole.splitlines())
        self.known = {(line["run"], line["pc"], line["change"]): line for line in lines}

    def find(self, run: str, mutant: Mutant) -> Judged | None:
        """What is known of it, but for the breach."""
        line = self.known.get((run, hex(mutant.pc), mutant.text))
        return line and Judged(mutant, line["verdict"], tuple(line["rules"]), None)

    def write(self, run: str, one: Judged) -> None:
        with self.path.open("a") as file:
            file.write(json.dumps({"run": run} | one.as_dict()) + "\n")


def judged(program: Program, journal: Journal) -> list[Judged]:
    """Every mutant of it; what is known is not judged again."""
    run, found = run_of(program), []
    for mutant in program.mutants:
        one = journal.find(run, mutant)
        if one is None:
            one = program.judge(mutant)
            journal.write(run, one)
        found.append(one)
    return found


def run_of(program: Program) -> str:
    """A digest of all that a verdict hangs on beside the mutant."""
    plan = program.plan
    given = [(region.name, region.address, region.data) for region in plan.regions]
    ran = plan.code, plan.arch, plan.wave, plan.grid, plan.group, given, program.silicon, digests()
    return sha256(repr(ran).encode()).hexdigest()[:16]


@cache
def digests() -> tuple[str, str]:
    """Of the model, and of the replay checker."""
    own = sorted(path for path in Path(__file__).parent.glob("*.py") if not path.name.startswith("test_"))
    return model_digest(), sha256(b"".join(path.read_bytes() for path in own)).hexdigest()
