"""assay mutate: mutants of the model, and mutants of a program."""
from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from .argument_checks import check_output_files, reject_options
from .common import BadUse, file_errors, require_sources, single_case, progress, read_bytes
from .kernels import LAUNCH_OPTIONS, launch_case, require_sizes


def mutate(arguments) -> int:
    """Run `assay mutate`: status 0 if the score reaches the floor."""
    if arguments.program:
        reject_options(arguments, ("all", "sample", "only", "seed", "jobs", "out"), "applies to mutants of the model; "
                   "--program runs those of a program")
        return mutate_program(arguments)
    reject_options(arguments, ("rules", "json", *LAUNCH_OPTIONS),
                   "applies to mutants of a program: give --program FILE too")
    require_sources("assay mutate without --program")
    from ..model.build import BuildError
    from ..mutation import runner
    jobs = arguments.jobs if arguments.jobs is not None else os.cpu_count() or 1
    if arguments.all:
        reject_options(arguments, ["sample"], "sets the size of a sample, but --all runs every mutant: leave one out")
    path = Path(arguments.out)
    path.parent.mkdir(parents=True, exist_ok=True)
    check_output_files([("--out", arguments.out)], [])
    only = tuple(word for word in arguments.only.split(",") if word)
    try:
        if arguments.all:
            report = runner.run_all(jobs, progress, only, arguments.seed)
        else:
            report = runner.run(arguments.sample or 1000, arguments.seed, jobs, progress, only)
    except (BuildError, ValueError) as error:
        raise BadUse(str(error)) from None
    with file_errors(path):
        path.write_text(json.dumps(report, indent=1) + "\n")
    print_score(report, path)
    return 0 if report["score"] >= report["floor"] else 1


def mutate_program(arguments) -> int:
    """Run `assay mutate --program`: status 0 if model and replay checker agree on every mutant."""
    from ..harness.case.case_types import CaseError
    from ..mutation.program_mutants import verdicts
    from ..mutation.program_mutants.traced_instruction import UnknownInstruction
    path = arguments.program
    if path.endswith((".s", ".S", ".asm", ".json")):
        reject_options(arguments, LAUNCH_OPTIONS, "applies to compiled kernels; a case defines it itself")
        case = single_case(path)
    else:
        read_bytes(path)                             # reports a missing file before missing options
        require_sizes(arguments)
        case = launch_case(path, arguments)
    try:
        program = verdicts.TracedProgram(case, rules=arguments.rules)
    except verdicts.UnsuitableProgram as error:
        print(f"{path}: {error}", file=sys.stderr)
        return 1
    except (UnknownInstruction, CaseError) as error:
        raise BadUse(f"{path}: {error}") from None
    with progress("mutants", len(program.mutants)) as step:
        mutants = verdicts.judge_mutants(program, step)
    wrong = [mutant for mutant in mutants if mutant.verdict in verdicts.WRONG_VERDICTS]
    if arguments.json:
        print(json.dumps({"program": path, "arch": program.plan.arch, "wave": program.plan.wave,
                          "rules": arguments.rules, "table": verdicts.verdict_table(mutants),
                          "mutants": [mutant.as_dict() for mutant in mutants]}))
    else:
        print_program_table(verdicts.verdict_table(mutants), wrong,
                            f"{path}, {program.plan.arch}, wave{program.plan.wave}")
    return 1 if wrong else 0


def print_program_table(rows: dict, wrong: list, title: str) -> None:
    """Print the counts by operation, then every mutant on which model and replay checker disagree."""

    from ..reports.export.terminal_table import CountTable, OutputConsole
    columns = list(rows["all"])
    table, last = CountTable(title, ["mutants of", *columns]), [*rows, "all"].index("all") - 1
    for number, (name, counts) in enumerate(rows.items()):
        table.add_row(name, *(str(counts[column] or "") for column in columns), end=number == last)
    table.print(OutputConsole(highlight=False))
    for mutant in wrong:
        entry = mutant.as_dict()
        print(f"{mutant.verdict}: {entry['of']} at {entry['pc']}: {entry['change']}\n"
              f"    {entry['breach'] or 'the replay checker finds nothing; the model: ' + ', '.join(entry['rules'])}")


def print_score(report: dict, path: Path) -> None:
    """Print the counts by kind and module, the survivors by file, and the score."""

    from ..mutation.score import VERDICTS
    from ..reports.export.terminal_table import CountTable, OutputConsole
    table = CountTable(f"{report['sample']} of {report['of']} mutants, seed {report['seed']}", ["mutation", *VERDICTS])
    for part in ("kinds", "modules"):
        for number, (name, counts) in enumerate(report[part].items(), 1):
            table.add_row(name, *(str(counts[column] or "") for column in VERDICTS), end=number == len(report[part]))
    table.add_row("all", *(str(sum(counts[name] for counts in report["kinds"].values()) or "") for name in VERDICTS))
    table.print(OutputConsole(highlight=False))
    for survivor in report["survivors"]:
        print(f"survived: {survivor['file']}:{survivor['line']}: {survivor['source']}\n"
              f"    {survivor['kind']}: {survivor['change']}; "
              f"{survivor['cases']} cases of {survivor['operations']} operations reach it")
    parts = ", ".join(f"{count} by {part}" for part, count in report["parts"].items())
    print(f"score {100 * report['score']:.2f} % (floor {100 * report['floor']:.0f} %): "
          f"{report['killed']} killed, {parts}; "
          f"{report['cases']} runs in {report['run_seconds']:.0f} s, built in {report['build_seconds']:.0f} s; {path}")
