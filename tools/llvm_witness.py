"""LLVM as a witness (docs/llvm.md): what its passes insert into every kernel of suites/, against what the model
requires by the rules of silicon.  A table as Markdown; status 1 where a difference has no class, or the model wants
what LLVM leaves out.

    .venv/bin/python tools/llvm_witness.py [--level -O0] [NAME …]
"""
import argparse
import sys
from collections import Counter

from assay.harness.code_objects import kernel_build, llvm_passes
from assay.mutation.program_mutants import llvm_oracle
from assay.mutation.program_mutants.traced_instruction import Unknown
from assay.mutation.program_mutants.verdicts import Unfit

LEVELS = ("-O0", "-O2")


def kernels(names, levels):
    """(name, arch, wave, level)"""
    for level in levels:
        for arch, wave in kernel_build.TARGETS:
            for name in names or kernel_build.KERNELS:
                yield name, arch, wave, level


def judged(of, rules):
    """What is inserted into one kernel; `rules` gathers {(arch, wave, pass): findings of the kernel without it}."""
    kernel = llvm_oracle.Kernel(*of)
    for what in llvm_passes.PASSES:
        if llvm_passes.names_of(what, of[1]):
            told = kernel.findings(what)
            rules[(*of[1:], what)].update(f["rule"] for f in told if f["kind"] in ("error", "race"))
    return kernel.every()


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--level", action="append", help="of optimisation; all: " + " ".join(LEVELS))
    parser.add_argument("names", nargs="*", metavar="NAME", help="these kernels alone")
    arguments = parser.parse_args()
    rows, rules, wrong = {}, {}, 0
    for of in kernels(arguments.names, arguments.level or LEVELS):
        rules |= {(*of[1:], what): rules.get((*of[1:], what), Counter()) for what in llvm_passes.PASSES}
        try:
            found = judged(of, rules)
        except (Unfit, Unknown) as error:
            print(f"{of}: {error}", file=sys.stderr, flush=True)
            wrong += 1
            continue
        for one in found:
            rows.setdefault((*of[1:], one.what), Counter()).update([one.verdict, *["exact"] * one.exact])
            if one.verdict == llvm_oracle.UNEXPLAINED:
                print(f"{of}: {one.text} at {one.pc:#x}: {one.verdict}", file=sys.stderr, flush=True)
                wrong += 1
    show(rows, rules)
    return bool(wrong)


def show(rows, rules):
    """One line a target, level and pass; and the rules that the kernels break without the pass."""
    columns = [name for name in llvm_oracle.VERDICTS if any(name in row for row in rows.values())]
    names = ["target", "level", "pass", "inserted", columns[0], "to the count", *columns[1:], "broken without it"]
    print("| " + " | ".join(names) + " |\n" + "|---" * 3 + "|--:" * (len(columns) + 2) + "|---|")
    for (arch, wave, level, what), row in sorted(rows.items()):
        counts = [sum(row[name] for name in columns), row[columns[0]], row["exact"],
                  *(row[name] for name in columns[1:])]
        broken = ", ".join(f"`{rule}`" for rule in sorted(rules[arch, wave, level, what]))
        print(f"| {arch} wave{wave} | {level} | {what} | " + " | ".join(map(str, counts)) + f" | {broken} |")


if __name__ == "__main__":
    sys.exit(main())
