"""Run `assay mutate --program` on every kernel of suites/ and print a Markdown table.

    .venv/bin/python tools/program_mutants.py [--opengl] [--level=-O0] [--arch A] [--wave N] [--journal FILE]
        [--sample N] [NAME …]

Wrong verdicts go to stderr. With a journal an interrupted run resumes. --sample runs at most N mutants of each kernel;
the table then shows how many mutants the kernel has."""
import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random

from assay.harness.code_objects import kernel_build
from assay.harness.code_objects.suite_kernels import kernel_case
from assay.mutation.program_mutants import verdict_journal, verdicts
from assay.mutation.program_mutants.traced_instruction import UnknownInstruction

COLUMNS = ("found", "harmless", "missed", "alarm", "idle")


def compiled_kernels(names, level):
    """Yield (name, arch, wave, case) of the OpenCL kernels, compiled by clang at that level."""
    for arch, wave in kernel_build.TARGETS:
        for name in names or kernel_build.KERNELS:
            yield name, arch, wave, kernel_case(name, arch, wave, kernel_build.compile_kernel(name, arch, wave, level))


def compiled_shaders(names):
    """Yield (name, arch, wave, case) of the GLSL compute shaders without images, compiled by RADV."""
    from assay.suites.opengl import mesa
    from assay.suites.opengl.jobs import JOBS
    empty_dispatches = ("indirect-none",)            # it dispatches no group
    for arch, wave in kernel_build.TARGETS:
        for job in JOBS:
            if not job.images and job.title not in empty_dispatches and (not names or job.title in names):
                yield f"{job.title} (GLSL)", arch, wave, mesa.case_of(job, arch, wave)


def judge_kernel(name, arch, wave, case, rules, wrong_kernels, journal, max_mutants):
    """Return ({verdict: mutants} of one kernel, its number of mutants).
    Wrong verdicts are printed, and their kernels appended to `wrong_kernels`. `max_mutants` limits the sample; None
    runs all."""
    try:
        program = verdicts.TracedProgram(case, rules=rules)
        count = len(program.mutants)
        if max_mutants is not None:
            selected = Random(f"{name} {arch} {wave}").sample(range(count), min(max_mutants, count))
            program.mutants = [program.mutants[n] for n in sorted(selected)]
        mutant_verdicts = (
            verdict_journal.judge_with_journal(program, journal) if journal else verdicts.judge_mutants(program)
        )
    except (verdicts.UnsuitableProgram, UnknownInstruction) as error:
        wrong_kernels.append(name)
        print(f"{name} {arch} wave{wave}: {error}", file=sys.stderr, flush=True)
        return dict.fromkeys(COLUMNS, 0), 0
    for mutant in mutant_verdicts:
        if mutant.verdict in verdicts.WRONG_VERDICTS:
            wrong_kernels.append(name)
            print(f"{name} {arch} wave{wave}: {mutant.as_dict()}", file=sys.stderr, flush=True)
    return verdicts.verdict_table(mutant_verdicts)["all"], count


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--opengl", action="store_true", help="run the shaders of suites/opengl instead")
    parser.add_argument(
        "--level", choices=kernel_build.LEVELS, default="-O2", help="optimisation level, as --level=-O0"
    )
    parser.add_argument("--arch", help="only this architecture")
    parser.add_argument("--wave", type=int, help="only this wave size")
    parser.add_argument("--journal", type=Path, metavar="FILE", help="file of known verdicts, extended by this run")
    parser.add_argument("--sample", type=int, metavar="N", help="run N mutants of each kernel, always the same")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these kernels")
    arguments = parser.parse_args()
    total, wrong_kernels = Counter(), []
    journal = verdict_journal.Journal(arguments.journal) if arguments.journal else None
    print("| kernel | arch | wave | " + " | ".join(COLUMNS) + " |\n" + "|---" * 3 + "|--:" * len(COLUMNS) + "|")
    programs = (
        compiled_shaders(arguments.names) if arguments.opengl else compiled_kernels(arguments.names, arguments.level)
    )
    for name, arch, wave, case in programs:
        if arguments.arch not in (None, arch) or arguments.wave not in (None, wave):
            continue
        # RADV of Mesa 22.3 does not handle the mask hazard of wave64 (errata E-172).
        old_masks = arguments.opengl and wave == 64 and (arch, 32) in kernel_build.TARGETS
        rules = "manual" if old_masks else "silicon"
        counts, mutants = judge_kernel(name, arch, wave, case, rules, wrong_kernels, journal, arguments.sample)
        total.update(counts)
        sample_size = f" ({sum(counts.values())} of {mutants})" if arguments.sample is not None else ""
        print(
            f"| {name}{sample_size} | {arch} | {wave} | " + " | ".join(str(counts[c]) for c in COLUMNS) + " |",
            flush=True,
        )
    print("| all | | | " + " | ".join(str(total[c]) for c in COLUMNS) + " |")
    return bool(wrong_kernels)


if __name__ == "__main__":
    sys.exit(main())
