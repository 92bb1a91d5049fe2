"""assay mutate."""
from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from .common import BadUse, named, of_a_checkout, one_case, progress, read_bytes
from .given import idle, places
from .kernels import LAUNCH, prepared, sized


def mutate(arguments) -> int:
    """assay mutate: 0 when enough mutants are noticed."""
    if arguments.program:
        idle(arguments, ("all", "keep", "sample", "only", "seed", "jobs", "out"), "is of mutants of the model; "
             "--program has those of a program")
        return of_program(arguments)
    idle(arguments, ("rules", "json", *LAUNCH), "is of mutants of a program: give --program FILE too")
    of_a_checkout("assay mutate without --program")
    from ..model.build import BuildError
    from ..mutation import judge, score, whole
    jobs = arguments.jobs if arguments.jobs is not None else os.cpu_count() or 1
    sample = 1000 if arguments.sample is None else arguments.sample
    if arguments.all:
        idle(arguments, ("sample", "seed"), "is of a sample, and --all judges every mutant: leave one out")
    else:
        idle(arguments, ["keep"], "writes what is known of all mutants: give --all too")
    path = Path(arguments.out)
    path.parent.mkdir(parents=True, exist_ok=True)
    places([("--out", arguments.out), ("--keep", arguments.keep)], [])
    only = tuple(word for word in arguments.only.split(",") if word)
    try:
        if arguments.all:
            made = whole.run(jobs, progress, only, keep=Path(arguments.keep) if arguments.keep else None)
        else:
            made = judge.run(sample, arguments.seed, jobs, progress, only)
    except (BuildError, ValueError) as error:
        raise BadUse(str(error)) from None
    with named(path):
        path.write_text(json.dumps(made, indent=1) + "\n")
    show(made, path)
    return 0 if score.enough(made) else 1


def of_program(arguments) -> int:
    """assay mutate --program: 0 when the model reports what the replay checker calls broken, and nothing else."""
    from ..harness.case import CaseError
    from ..mutation.replay import judge
    from ..mutation.replay.instruction import Unknown
    path = arguments.program
    if path.endswith((".s", ".S", ".asm", ".json")):
        idle(arguments, LAUNCH, "is of a compiled kernel; a case says it itself")
        case = one_case(path)
    else:
        read_bytes(path)                             # whether it is there, before what it needs
        sized(arguments)
        case = prepared(path, arguments)
    try:
        program = judge.Program(case, rules=arguments.rules)
    except judge.Unfit as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 1
    except (Unknown, CaseError) as error:
        raise BadUse(f"{path}: {error}") from None
    with progress("mutants", len(program.mutants)) as step:
        found = judge.judged(program, step)
    wrong = [one for one in found if one.verdict in judge.WRONG]
    if arguments.json:
        print(json.dumps({"program": path, "arch": program.plan.arch, "wave": program.plan.wave,
                          "rules": arguments.rules, "table": judge.table(found),
                          "mutants": [one.as_dict() for one in found]}))
    else:
        show_program(judge.table(found), wrong, f"{path}, {program.plan.arch}, wave{program.plan.wave}")
    return 1 if wrong else 0


def show_program(rows: dict, wrong: list, title: str) -> None:
    """The table by operation, then every mutant on which model and replay checker differ."""
    from rich.console import Console

    from ..reports.page.fitted import Counts
    columns = list(rows["all"])
    table, last = Counts(title, ["mutants of", *columns]), [*rows, "all"].index("all") - 1
    for number, (name, counts) in enumerate(rows.items()):
        table.add(name, *(str(counts[column] or "") for column in columns), end=number == last)
    table.show(Console(highlight=False))
    for one in wrong:
        said = one.as_dict()
        print(f"{one.verdict}: {said['of']} at {said['pc']}: {said['change']}\n"
              f"    {said['breach'] or 'the replay checker finds nothing; the model: ' + ', '.join(said['rules'])}")


def show(made: dict, path: Path) -> None:
    """The table by kind, then every survivor with what was run on it."""
    from rich.console import Console

    from ..mutation.score import VERDICTS
    from ..reports.page.fitted import Counts
    table = Counts(f"{made['sample']} of {made['of']} mutants, seed {made['seed']}", ["mutation", *VERDICTS])
    for part in ("kinds", "rooms"):
        for number, (name, counts) in enumerate(made[part].items(), 1):
            table.add(name, *(str(counts[column] or "") for column in VERDICTS), end=number == len(made[part]))
    table.add("all", *(str(sum(counts[name] for counts in made["kinds"].values()) or "") for name in VERDICTS))
    table.show(Console(highlight=False))
    for one in made["survivors"]:
        print(
            f"survived: {one['where']}: {one['source']}\n"
            f"    {one['kind']}: {one['change']}\n"
            f"    {one['cases']} cases of {one['operations']} operations; its name in equivalent.txt: {one['key']}"
        )
    for one in made["refuted"]:
        print(f"take its reason out of equivalent.txt, {one['by']} notices it: {one['key']}")
    print(
        f"score {100 * made['score']:.2f} %: {made['killed']} noticed, "
        f"{made['by_suites']} of them by what suites expect; {made['cases']} cases in "
        f"{made['run_seconds']:.0f} s, built in {made['build_seconds']:.0f} s; {path}",
        file=sys.stdout,
    )
    if samples := made.get("samples"):
        print(f"samples of {samples['of']} by {samples['seeds']} seeds would score {100 * samples['least']:.2f} % "
              f"(seed {samples['seed']}) and more; {samples['below']} of them less than a sample must")
    if made.get("unjudged"):
        print(f"{made['unjudged']} mutants are not judged yet; the verdict needs all of them: `assay mutate --all`")
