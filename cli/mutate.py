"""assay mutate."""
from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from .argument_checks import idle, places
from .common import BadUse, named, of_a_checkout, one_case, progress, read_bytes
from .kernels import LAUNCH, prepared, sized


def mutate(arguments) -> int:
    """assay mutate: 0 when the score reaches the floor."""
    if arguments.program:
        idle(arguments, ("all", "sample", "only", "seed", "jobs", "out"), "is of mutants of the model; "
             "--program has those of a program")
        return of_program(arguments)
    idle(arguments, ("rules", "json", *LAUNCH), "is of mutants of a program: give --program FILE too")
    of_a_checkout("assay mutate without --program")
    from ..model.build import BuildError
    from ..mutation import runner
    jobs = arguments.jobs if arguments.jobs is not None else os.cpu_count() or 1
    if arguments.all:
        idle(arguments, ["sample"], "is the size of a sample, and --all takes every mutant: leave one out")
    path = Path(arguments.out)
    path.parent.mkdir(parents=True, exist_ok=True)
    places([("--out", arguments.out)], [])
    only = tuple(word for word in arguments.only.split(",") if word)
    try:
        if arguments.all:
            made = runner.run_all(jobs, progress, only, arguments.seed)
        else:
            made = runner.run(arguments.sample or 1000, arguments.seed, jobs, progress, only)
    except (BuildError, ValueError) as error:
        raise BadUse(str(error)) from None
    with named(path):
        path.write_text(json.dumps(made, indent=1) + "\n")
    show(made, path)
    return 0 if made["score"] >= made["floor"] else 1


def of_program(arguments) -> int:
    """assay mutate --program: 0 when the model reports what the replay checker calls broken, and nothing else."""
    from ..harness.case.case_types import CaseError
    from ..mutation.program_mutants import verdicts
    from ..mutation.program_mutants.traced_instruction import Unknown
    path = arguments.program
    if path.endswith((".s", ".S", ".asm", ".json")):
        idle(arguments, LAUNCH, "is of a compiled kernel; a case says it itself")
        case = one_case(path)
    else:
        read_bytes(path)                             # whether it is there, before what it needs
        sized(arguments)
        case = prepared(path, arguments)
    try:
        program = verdicts.Program(case, rules=arguments.rules)
    except verdicts.Unfit as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 1
    except (Unknown, CaseError) as error:
        raise BadUse(f"{path}: {error}") from None
    with progress("mutants", len(program.mutants)) as step:
        found = verdicts.judged(program, step)
    wrong = [one for one in found if one.verdict in verdicts.WRONG]
    if arguments.json:
        print(json.dumps({"program": path, "arch": program.plan.arch, "wave": program.plan.wave,
                          "rules": arguments.rules, "table": verdicts.table(found),
                          "mutants": [one.as_dict() for one in found]}))
    else:
        show_program(verdicts.table(found), wrong, f"{path}, {program.plan.arch}, wave{program.plan.wave}")
    return 1 if wrong else 0


def show_program(rows: dict, wrong: list, title: str) -> None:
    """The table by operation, then every mutant on which model and replay checker differ."""
    from rich.console import Console

    from ..reports.export.terminal_table import Counts
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
    """The table by kind and module, the survivors by file, and the score."""
    from rich.console import Console

    from ..mutation.score import VERDICTS
    from ..reports.export.terminal_table import Counts
    table = Counts(f"{made['sample']} of {made['of']} mutants, seed {made['seed']}", ["mutation", *VERDICTS])
    for part in ("kinds", "modules"):
        for number, (name, counts) in enumerate(made[part].items(), 1):
            table.add(name, *(str(counts[column] or "") for column in VERDICTS), end=number == len(made[part]))
    table.add("all", *(str(sum(counts[name] for counts in made["kinds"].values()) or "") for name in VERDICTS))
    table.show(Console(highlight=False))
    for one in made["survivors"]:
        print(f"survived: {one['file']}:{one['line']}: {one['source']}\n"
              f"    {one['kind']}: {one['change']}; {one['cases']} cases of {one['operations']} operations reach it")
    parts = ", ".join(f"{count} by {part}" for part, count in made["parts"].items())
    print(f"score {100 * made['score']:.2f} % (floor {100 * made['floor']:.0f} %): {made['killed']} killed, {parts}; "
          f"{made['cases']} runs in {made['run_seconds']:.0f} s, built in {made['build_seconds']:.0f} s; {path}")
