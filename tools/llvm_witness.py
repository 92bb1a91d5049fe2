"""Compare the instructions that LLVM's passes insert into the kernels of suites/ with the model's requirements on
silicon.

    .venv/bin/python tools/llvm_witness.py [--level -O0] [NAME …]

Print a Markdown table (docs/llvm.md). The exit status is 1 if a difference is unexplained, or the model requires
something that LLVM omits."""
import argparse
import sys
from collections import Counter

from assay.harness.code_objects import kernel_build, llvm_passes
from assay.mutation.program_mutants import llvm_oracle
from assay.mutation.program_mutants.traced_instruction import UnknownInstruction
from assay.mutation.program_mutants.verdicts import UnsuitableProgram

LEVELS = ("-O0", "-O2")


def kernels(names, levels):
    """Yield (name, arch, wave, level)."""
    for level in levels:
        for arch, wave in kernel_build.TARGETS:
            for name in names or kernel_build.KERNELS:
                yield name, arch, wave, level


def judge_kernel(kernel_id, rules):
    """Return the verdicts of all passes over one kernel.
    `rules` collects {(arch, wave, level, pass): rules that the kernel breaks without the pass}."""
    llvm_kernel = llvm_oracle.LlvmKernel(*kernel_id)
    for pass_name in llvm_passes.PASSES:
        if llvm_passes.inserted_mnemonics(pass_name, kernel_id[1]):
            kernel_findings = llvm_kernel.findings_without_pass(pass_name)
            rules[(*kernel_id[1:], pass_name)].update(
                f["rule"] for f in kernel_findings if f["kind"] in ("error", "race")
            )
    return llvm_kernel.judge_all_passes()


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--level", action="append", help="an optimisation level; default: " + " ".join(LEVELS))
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these kernels")
    arguments = parser.parse_args()
    rows, rules, wrong = {}, {}, 0
    for kernel_id in kernels(arguments.names, arguments.level or LEVELS):
        rules |= {
            (*kernel_id[1:], pass_name): rules.get((*kernel_id[1:], pass_name), Counter())
            for pass_name in llvm_passes.PASSES
        }
        try:
            verdicts = judge_kernel(kernel_id, rules)
        except (UnsuitableProgram, UnknownInstruction) as error:
            print(f"{kernel_id}: {error}", file=sys.stderr, flush=True)
            wrong += 1
            continue
        for verdict in verdicts:
            rows.setdefault((*kernel_id[1:], verdict.pass_name), Counter()).update(
                [verdict.verdict, *["exact"] * verdict.exact]
            )
            if verdict.verdict == llvm_oracle.UNEXPLAINED:
                print(f"{kernel_id}: {verdict.text} at {verdict.pc:#x}: {verdict.verdict}", file=sys.stderr, flush=True)
                wrong += 1
    show(rows, rules)
    return bool(wrong)


def show(rows, rules):
    """Print one line for each target, level and pass, with the rules that kernels break without the pass."""
    columns = [name for name in llvm_oracle.VERDICTS if any(name in row for row in rows.values())]
    names = ["target", "level", "pass", "inserted", columns[0], "to the count", *columns[1:], "broken without it"]
    print("| " + " | ".join(names) + " |\n" + "|---" * 3 + "|--:" * (len(columns) + 2) + "|---|")
    for (arch, wave, level, pass_name), row in sorted(rows.items()):
        counts = [sum(row[name] for name in columns), row[columns[0]], row["exact"],
                  *(row[name] for name in columns[1:])]
        broken = ", ".join(f"`{rule}`" for rule in sorted(rules[arch, wave, level, pass_name]))
        print(f"| {arch} wave{wave} | {level} | {pass_name} | " + " | ".join(map(str, counts)) + f" | {broken} |")


if __name__ == "__main__":
    sys.exit(main())
