"""Measure the cost of the timing checks: the model against a build without them.

    python tools/bench_checks.py

The checks are early uses of results, wait states, advice and races; ASSAY_UNCHECKED (model/waits/waits.h) removes them.
The loads are loops of instructions and compiled kernels. This command runs the kernels alone and fails if the cost
exceeds MAX_COST; `make bench` runs both."""
import subprocess
import sys
import time
from functools import partial

from rich.console import Console
from rich.table import Table

from assay.harness.case.plan import resolve
from assay.harness.code_objects.kernel_build import TARGETS, compile_kernel
from assay.harness.code_objects.suite_kernels import kernel_case
from assay.harness.execution.model_run import Model
from assay.model import Machine
from assay.model.build import ROOT, build, declarations

MAX_COST = 2.0                                            # highest ratio of run times with and without checks
TURNS = 5                                             # runs of each build, alternating; the best counts
KERNELS = [(name, arch, wave, "-O0") for arch, wave in TARGETS[:2]
           for name in ("sha256", "histogram", "matrix_multiply", "power64")]


def unchecked_library():
    """Build the model without checks and return (ffi, lib)."""
    from cffi import FFI
    library = build(variant="unchecked")
    target = ROOT / "build" / "unchecked.so"
    command = ["gcc", "-shared", "-Wl,--whole-archive", str(library), "-Wl,--no-whole-archive", "-lm"]
    subprocess.run([*command, "-o", str(target)], check=True)
    ffi = FFI()
    ffi.cdef(declarations().partition("\nextern \"Python\"")[0])
    return ffi, ffi.dlopen(str(target))


def kernel_rates(kernel, models):
    """Return the instructions a second of a compiled kernel on each model."""
    name, arch, wave, level = kernel
    plan = resolve(kernel_case(name, arch, wave, compile_kernel(name, arch, wave, level)))
    return best_rates([lambda model=model: run_instructions(model, plan) for model in models])


def run_instructions(model, plan):
    """Run the plan and return its number of instructions; exit if it does not end well."""
    out = model.run(plan)
    if out.status != "ok":
        raise SystemExit(f"bench_checks: {plan.case.name}: {out.status} {out.text}")
    return out.instructions


def best_rates(works):
    """Return the best rate of each work, a second, over TURNS alternating calls."""
    best = [0.0] * len(works)
    for _ in range(TURNS):
        for n, work in enumerate(works):
            start = time.thread_time()
            count = work()
            best[n] = max(best[n], count / (time.thread_time() - start))
    return best


def measure(loops):
    """Return {name: (rate with checks, rate without)} in instructions a second.
    `loops`: {name: run(machine) -> instructions}."""
    library = unchecked_library()
    machines, models = (Machine(), Machine(library=library)), (Model(), Model(library=library))
    rates = {name: tuple(best_rates([partial(run, machine) for machine in machines]))
             for name, run in loops.items()}
    for kernel in KERNELS:
        name, arch, wave, level = kernel
        rates[f"{name} {level}, {arch} wave{wave}"] = tuple(kernel_rates(kernel, models))
    return rates


def main():
    rates = measure({})
    show(rates)
    return any(plain > MAX_COST * checked for checked, plain in rates.values())


def show(rates):
    table = Table(
        "name", "with checks", "without", "cost", title=f"what the checks cost; at most a factor {MAX_COST:g}"
    )
    for name, (checked, plain) in rates.items():
        table.add_row(name, f"{checked:,.0f}", f"{plain:,.0f}", f"{plain / checked:.2f}")
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main())
