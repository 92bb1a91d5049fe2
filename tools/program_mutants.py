"""`assay mutate --program` over every kernel of suites/: a table as Markdown, and what is missed or told for nothing.

    .venv/bin/python tools/program_mutants.py [--opengl] [NAME …]
"""
import argparse
import sys
from collections import Counter

from assay.harness import launch
from assay.mutation.replay import judge
from assay.mutation.replay.instruction import Unknown
from assay.suites.kernels import build, references

COLUMNS = ("found", "harmless", "missed", "alarm", "idle")


def compiled(names):
    """(name, arch, wave, case) of the OpenCL kernels, as clang compiles them at -O2."""
    for arch, wave in build.TARGETS:
        for name in names or build.KERNELS:
            wanted = getattr(references, name)()
            yield name, arch, wave, launch.prepare(build.code_object(name, arch, wave), name, wanted.grid, wanted.group,
                                                   wanted.args, limit=2_000_000, arch=arch)


def shaders(names):
    """The same of the GLSL compute shaders without images, as RADV compiles them."""
    from assay.suites.opengl import mesa
    from assay.suites.opengl.jobs import JOBS
    for arch, wave in build.TARGETS:
        for job in JOBS:
            if not job.images and (not names or job.title in names):
                yield f"{job.title} (GLSL)", arch, wave, mesa.case_of(job, arch, wave)


def judged(name, arch, wave, case, wrong):
    """{verdict: mutants} of one kernel; what is wrong is printed and appended to `wrong`."""
    try:
        found = judge.judged(judge.Program(case, rules="silicon"))
    except (judge.Unfit, Unknown) as error:
        wrong.append(name)
        print(f"{name} {arch} wave{wave}: {error}", file=sys.stderr, flush=True)
        return dict.fromkeys(COLUMNS, 0)
    for one in found:
        if one.verdict in judge.WRONG:
            wrong.append(name)
            print(f"{name} {arch} wave{wave}: {one.as_dict()}", file=sys.stderr, flush=True)
    return judge.table(found)["all"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--opengl", action="store_true", help="the shaders of suites/opengl instead")
    parser.add_argument("names", nargs="*", metavar="NAME", help="these kernels alone")
    arguments = parser.parse_args()
    total, wrong = Counter(), []
    print("| kernel | arch | wave | " + " | ".join(COLUMNS) + " |\n" + "|---" * 3 + "|--:" * len(COLUMNS) + "|")
    for name, arch, wave, case in (shaders if arguments.opengl else compiled)(arguments.names):
        counts = judged(name, arch, wave, case, wrong)
        total.update(counts)
        print(f"| {name} | {arch} | {wave} | " + " | ".join(str(counts[c]) for c in COLUMNS) + " |", flush=True)
    print("| all | | | " + " | ".join(str(total[c]) for c in COLUMNS) + " |")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
