"""The score and the report with every survivor. The score is the fraction of killed mutants; mutants that compile to
the original's machine code do not count."""
from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from ..harness.faults.operation_faults import Fault
from ..harness.protocol.format_versions import model_digest, suite_digest
from ..model.build import ROOT
from .population import NumberedMutant

FLOOR = 0.76                # three standard deviations below the mean of ten seeds of 1,000 (docs/measurements.md)
SCORE_FILE = ROOT / "build" / "mutation.json"
KILLED, CRASHED, SURVIVED = VERDICTS = "killed", "crashed", "survived"
SAME_CODE, REFUSED = "same code", "refused"            # not counted as mutants


@dataclass(slots=True)
class Result:
    """The verdict on one mutant. `part`, `case`, `place`: the case of the corpus that killed it: corpus part, name and
    index; `cases`: number of cases that ran; `operations`: number of operations that reach it."""
    number: int
    verdict: str
    part: str = ""
    case: str = ""
    cases: int = 0
    operations: int = 0
    place: int = -1


def kill_ratio(counts: Counter) -> float:
    """The fraction of mutants that were killed."""
    killed = counts[KILLED] + counts[CRASHED]
    return killed / (killed + counts[SURVIVED]) if killed + counts[SURVIVED] else 0.0


def report(judged: list[tuple[NumberedMutant, Result]], facts: dict) -> dict:
    """The report as JSON values: counts in total, by kind and by module, and the survivors by file. `facts`: the
    settings of the run."""
    mutants = [(mutant, result) for mutant, result in judged if result.verdict in VERDICTS]
    kinds: dict[str, Counter] = {}
    modules: dict[str, Counter] = {}
    for mutant, result in mutants:
        kinds.setdefault(mutant.kind, Counter())[result.verdict] += 1
        modules.setdefault(mutant.module, Counter())[result.verdict] += 1
    total = Counter(result.verdict for _, result in mutants)
    parts = Counter(result.part for _, result in mutants if result.part)
    survivors = sorted(((mutant, result) for mutant, result in mutants if result.verdict == SURVIVED),
                       key=lambda pair: (pair[0].file, pair[0].line, pair[0].key))
    return {
        "mutation": 2,
        "model": model_digest(),
        "suites": suite_digest(),
        **facts,
        "same_code": sum(result.verdict == SAME_CODE for _, result in judged),
        "sample": len(mutants),
        "floor": FLOOR,
        "score": round(kill_ratio(total), 5),
        "killed": total[KILLED] + total[CRASHED],
        "crashed": total[CRASHED],
        "survived": total[SURVIVED],
        "parts": dict(sorted(parts.items())),
        "cases": sum(result.cases for _, result in mutants),
        "kinds": {kind: {verdict: c[verdict] for verdict in VERDICTS} for kind, c in sorted(kinds.items())},
        "modules": {module: {verdict: c[verdict] for verdict in VERDICTS} for module, c in sorted(modules.items())},
        "survivors": [survivor_entry(mutant, result) for mutant, result in survivors],
    }


def survivor_entry(mutant: NumberedMutant, result: Result) -> dict:
    """The report's entry of a mutant that no case kills."""
    definition = mutant.definition
    source, change = (
        (definition.op, definition.text)
        if isinstance(definition, Fault)
        else (definition.source, f"{definition.old} -> {definition.new}")
    )
    return {"key": mutant.key, "kind": mutant.kind, "module": mutant.module, "file": mutant.file, "line": mutant.line,
            "source": source, "change": change, "cases": result.cases, "operations": result.operations}


def known_score(path: Path = SCORE_FILE) -> str | None:
    """The score of this model and these suites as text, or None without a report of `assay mutate`."""
    try:
        known = json.loads(path.read_text())
        if known["model"] != model_digest() or known["suites"] != suite_digest() or known["only"]:
            return None
        return f"{100 * known['score']:.2f} % of {known['sample']} mutants, seed {known['seed']}"
    except (OSError, ValueError, KeyError):
        return None
