"""What the checks of when cost (results used before a wait, wait states, advice, races): the model as it is against one
built without them (ASSAY_UNCHECKED in model/waits/waits.h).  Loops of instructions, and compiled kernels.

    python tools/bench_checks.py

shows the kernels alone, and fails where the cost is above MOST; `make bench` shows both."""
import subprocess
import sys
import time
from functools import partial

from rich.console import Console
from rich.table import Table

from assay.harness.case.plan import resolve
from assay.harness.code_objects.kernel_build import TARGETS, code_object
from assay.harness.code_objects.suite_kernels import case_of
from assay.harness.execution.model_run import Model
from assay.model import Machine
from assay.model.build import ROOT, build, declarations

MOST = 2.0                                            # what the checks may cost in the hot loop
TURNS = 5                                             # of each build, one after the other; the best counts
KERNELS = [(name, arch, wave, "-O0") for arch, wave in TARGETS[:2]
           for name in ("sha256", "histogram", "matrix_multiply", "power64")]


def unchecked():
    """(ffi, lib) of the model without checks."""
    from cffi import FFI
    library = build(variant="unchecked")
    target = ROOT / "build" / "unchecked.so"
    command = ["gcc", "-shared", "-Wl,--whole-archive", str(library), "-Wl,--no-whole-archive", "-lm"]
    subprocess.run([*command, "-o", str(target)], check=True)
    ffi = FFI()
    ffi.cdef(declarations().partition("\nextern \"Python\"")[0])
    return ffi, ffi.dlopen(str(target))


def kernel_rates(kernel, models):
    """Instructions a second of a compiled kernel on each model."""
    name, arch, wave, level = kernel
    plan = resolve(case_of(name, arch, wave, code_object(name, arch, wave, level)))
    return turns([lambda model=model: instructions(model, plan) for model in models])


def instructions(model, plan):
    """How many a run has; it must end well."""
    out = model.run(plan)
    if out.status != "ok":
        raise SystemExit(f"bench_checks: {plan.case.name}: {out.status} {out.text}")
    return out.instructions


def turns(works):
    """Things a second of each work, the best of TURNS, by turns."""
    best = [0.0] * len(works)
    for _ in range(TURNS):
        for n, work in enumerate(works):
            start = time.thread_time()
            done = work()
            best[n] = max(best[n], done / (time.thread_time() - start))
    return best


def measure(loops):
    """{name: (with, without)} in instructions a second.  `loops`: {name: run(machine) -> instructions}."""
    library = unchecked()
    machines, models = (Machine(), Machine(library=library)), (Model(), Model(library=library))
    found = {name: tuple(turns([partial(run, machine) for machine in machines])) for name, run in loops.items()}
    for kernel in KERNELS:
        name, arch, wave, level = kernel
        found[f"{name} {level}, {arch} wave{wave}"] = tuple(kernel_rates(kernel, models))
    return found


def main():
    found = measure({})
    show(found)
    return any(plain > MOST * checked for checked, plain in found.values())


def show(found):
    table = Table("name", "with checks", "without", "cost", title=f"what the checks cost; at most a factor {MOST:g}")
    for name, (checked, plain) in found.items():
        table.add_row(name, f"{checked:,.0f}", f"{plain:,.0f}", f"{plain / checked:.2f}")
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main())
