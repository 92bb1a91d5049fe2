"""`assay mutate --program` over every kernel of suites/: a table as Markdown, and what is missed or told for nothing.

    .venv/bin/python tools/program_mutants.py [--opengl] [--level=-O0] [--arch A] [--wave N] [--journal FILE]
        [--sample N] [NAME …]

With a journal it may be ended at any time and goes on where it was; of a sample the table says how many there are.
"""
import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random

from assay.harness.code_objects import kernel_build
from assay.harness.code_objects.suite_kernels import case_of
from assay.mutation.program_mutants import verdict_journal, verdicts
from assay.mutation.program_mutants.traced_instruction import Unknown

COLUMNS = ("found", "harmless", "missed", "alarm", "idle")


def compiled(names, level):
    """(name, arch, wave, case) of the OpenCL kernels, as clang compiles them at that level."""
    for arch, wave in kernel_build.TARGETS:
        for name in names or kernel_build.KERNELS:
            yield name, arch, wave, case_of(name, arch, wave, kernel_build.code_object(name, arch, wave, level))


def shaders(names):
    """The same of the GLSL compute shaders without images, as RADV compiles them."""
    from assay.suites.opengl import mesa
    from assay.suites.opengl.jobs import JOBS
    nothing = ("indirect-none",)                     # that dispatches no group
    for arch, wave in kernel_build.TARGETS:
        for job in JOBS:
            if not job.images and job.title not in nothing and (not names or job.title in names):
                yield f"{job.title} (GLSL)", arch, wave, mesa.case_of(job, arch, wave)


def judged(name, arch, wave, case, rules, wrong, known, most):
    """({verdict: mutants} of one kernel, how many mutants it has); what is wrong is printed and appended to `wrong`;
    `most`: so many of them are drawn, None for all."""
    try:
        program = verdicts.Program(case, rules=rules)
        count = len(program.mutants)
        if most is not None:
            drawn = Random(f"{name} {arch} {wave}").sample(range(count), min(most, count))
            program.mutants = [program.mutants[n] for n in sorted(drawn)]
        found = verdict_journal.judged(program, known) if known else verdicts.judged(program)
    except (verdicts.Unfit, Unknown) as error:
        wrong.append(name)
        print(f"{name} {arch} wave{wave}: {error}", file=sys.stderr, flush=True)
        return dict.fromkeys(COLUMNS, 0), 0
    for one in found:
        if one.verdict in verdicts.WRONG:
            wrong.append(name)
            print(f"{name} {arch} wave{wave}: {one.as_dict()}", file=sys.stderr, flush=True)
    return verdicts.table(found)["all"], count


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--opengl", action="store_true", help="the shaders of suites/opengl instead")
    parser.add_argument("--level", choices=kernel_build.LEVELS, default="-O2", help="of optimisation, as --level=-O0")
    parser.add_argument("--arch", help="of this architecture alone")
    parser.add_argument("--wave", type=int, help="of this wave size alone")
    parser.add_argument("--journal", type=Path, metavar="FILE", help="what is known already, and where the rest goes")
    parser.add_argument("--sample", type=int, metavar="N", help="so many mutants of each kernel alone, always the same")
    parser.add_argument("names", nargs="*", metavar="NAME", help="these kernels alone")
    arguments = parser.parse_args()
    total, wrong = Counter(), []
    known = verdict_journal.Journal(arguments.journal) if arguments.journal else None
    print("| kernel | arch | wave | " + " | ".join(COLUMNS) + " |\n" + "|---" * 3 + "|--:" * len(COLUMNS) + "|")
    programs = shaders(arguments.names) if arguments.opengl else compiled(arguments.names, arguments.level)
    for name, arch, wave, case in programs:
        if arguments.arch not in (None, arch) or arguments.wave not in (None, wave):
            continue
        # RADV of Mesa 22.3 does not know what masks of wave64 want (errata E-172).
        old = arguments.opengl and wave == 64 and (arch, 32) in kernel_build.TARGETS
        rules = "manual" if old else "silicon"
        counts, mutants = judged(name, arch, wave, case, rules, wrong, known, arguments.sample)
        total.update(counts)
        part = f" ({sum(counts.values())} of {mutants})" if arguments.sample is not None else ""
        print(f"| {name}{part} | {arch} | {wave} | " + " | ".join(str(counts[c]) for c in COLUMNS) + " |", flush=True)
    print("| all | | | " + " | ".join(str(total[c]) for c in COLUMNS) + " |")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
