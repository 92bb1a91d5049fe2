"""Measure speeds on one core and write them as a table and as JSON.

    python tools/bench.py OUT.json

The rates are wave64 instructions, decodes and cases a second. `ratio` compares with a plain C loop over the same lanes,
compiled and timed in the same run. `aim` is the target rate. Further tables give the cost of the checks
(bench_checks.py), the growth of cost (growth.py), and every vector operation against v_fma_f32 (bench_ops.py). All
times are processor times, so that other work on the machine has little influence."""
import argparse
import ctypes
import gc
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from functools import partial
from pathlib import Path

import bench_checks
import bench_ops
import growth
import numpy as np
from assay.generators.instructions.case_sampler import all_forms
from assay.generators.programs import program_coverage
from assay.generators.programs.program_settings import Options
from assay.generators.programs.random_programs import PROGRAMS_PER_BATCH, ProgramBatch
from assay.harness.case.assembler import assemble
from assay.harness.comparison.program_differential import TrialRunner, supported_options
from assay.harness.targets.registry import open_target
from assay.model import EVERY_WAVE, V0, Machine
from assay.model.build import includes
from assay.reports.certification import form_runner as grid
from assay.reports.certification.task_types import CertifyOptions
from assay.reports.fuzzing.run_database import FILE, RunSettings, FuzzRun, BatchProgress, pack_bins
from assay.spec import CERTIFIED
from rich.console import Console
from rich.table import Table

ARCH = CERTIFIED[0]                                   # the programs below are written for it

SECONDS, BODY, LOOPS = 0.4, 256, 2000                # BODY: instructions of a loop
PLAIN = r"""
#include <math.h>
#include <stdint.h>
typedef uint32_t u32;
#define LANES 64
/* Each runs the instruction n times on 64 lanes; registers are in memory, as in the model. */
void v_add_u32(u32 (*v)[LANES], long n)
{
    while (n--) {
        __asm__ volatile("" ::: "memory");
        for (int l = 0; l < LANES; l++) v[3][l] = v[1][l] + v[2][l];
    }
}
void v_add_co_u32(u32 (*v)[LANES], long n)
{
    while (n--) {
        uint64_t carry = 0;
        __asm__ volatile("" ::: "memory");
        for (int l = 0; l < LANES; l++) v[3][l] = v[1][l] + v[2][l];
        for (int l = 0; l < LANES; l++) carry |= (uint64_t)(v[3][l] < v[1][l]) << l;
        __asm__ volatile("" :: "r"(carry));
    }
}
void v_fma_f32(u32 (*v)[LANES], long n)
{
    float (*f)[LANES] = (float (*)[LANES])v;
    while (n--) {
        __asm__ volatile("" ::: "memory");
        for (int l = 0; l < LANES; l++) f[3][l] = __builtin_fmaf(f[1][l], f[2][l], f[4][l]);
    }
}
"""
LINES = {
    "valu.v_add_u32":    ["v_add_u32 v3, v1, v2"],
    "valu.v_fma_f32":    ["v_fma_f32 v3, v1, v2, v4"],
    "valu.v_fma_f32.subnormal": ["v_fma_f32 v3, v1, v2, v4"],
    "valu.v_add_co_u32": ["v_add_co_u32 v3, vcc, v1, v2"],
    "salu.mix":          ["s_add_u32 s4, s5, s6", "s_and_b32 s7, s4, s5", "s_lshl_b32 s8, s7, 3",
                          "s_cselect_b32 s9, s8, s4"],
    "lds.read":          ["ds_read_b32 v3, v5", "s_waitcnt lgkmcnt(0)"],
    "global.load":       ["global_load_dword v3, v[6:7], off", "s_waitcnt vmcnt(0)"],
    "lds.read.waves":    ["ds_read_b32 v3, v5", "s_waitcnt lgkmcnt(0)"],
    "lds.write.waves":   ["ds_write_b32 v5, v1", "s_waitcnt lgkmcnt(0)"],
    "global.load.waves": ["global_load_dword v3, v[6:7], off", "s_waitcnt vmcnt(0)"],
    "global.store.waves": ["global_store_dword v[6:7], v1, off", "s_waitcnt vmcnt(0)"],
    "global.load.groups": ["global_load_dword v3, v[6:7], off", "s_waitcnt vmcnt(0)"],
}
# Work-items of a group and of the grid, by the last word of a name; each wave of a group has its own rows.
SHAPES = {"waves": (256, 256), "groups": (64, 256)}
# Wanted rates on one core, a second.
AIMS = {"valu.v_add_u32": 80e6, "valu.v_fma_f32": 40e6, "valu.v_fma_f32.subnormal": 20e6, "salu.mix": 80e6,
        "lds.read": 20e6, "global.load": 15e6, "cases.c": 600e3, "cases.run": 15e3, "certify": 1e6 / 300, "fuzz": 3e3}


def rate(work, clock=time.thread_time):
    """Return the best rate of three calls of `work`, in units a second of thread time or of `clock`.
    `work()` returns the number of units that it did."""
    best = 0.0
    for _ in range(3):
        start = clock()
        count = work()
        best = max(best, count / (clock() - start))
    return best


def operands(subnormal=False):
    """Return {n: row} of normal floats for v1, v2 and v4; with `subnormal` every tenth lane of v2 is subnormal."""
    rng = np.random.default_rng(1)
    rows = {n: rng.uniform(1, 2, 64).astype(np.float32).view(np.uint32) for n in (1, 2, 4)}
    if subnormal:
        rows[2][::10] = 1
    return rows


def looped(lines):
    """Return the code of a loop that runs LOOPS times; its body is `lines`, repeated to BODY instructions."""
    repeated = "\n".join((lines * BODY)[:BODY])
    return assemble(
        ARCH,
        f"s_movk_i32 s20, {LOOPS}\nagain:\n{repeated}\n"
        "s_sub_u32 s20, s20, 1\ns_cmp_lg_u32 s20, 0\ns_cbranch_scc1 again\n",
        64,
    )


def loop_run(name, lines):
    """Return a function that runs the loop on a machine and returns the number of executed instructions."""
    code, memory = looped(lines), bytearray(4096)
    lanes = np.arange(64, dtype=np.uint32)
    sets = [(EVERY_WAVE, V0 + n, row) for n, row in operands("subnormal" in name).items()]
    group, grid = SHAPES.get(name.split(".")[-1], (64, 64))
    sets += [(EVERY_WAVE, V0 + 5, 4 * lanes), (EVERY_WAVE, V0 + 6, 0x200000 + 4 * lanes), (EVERY_WAVE, V0 + 7, 0)]
    sets += [(n, V0 + reg, base + 256 * n + 4 * lanes) for n in range(1, group // 64)
             for reg, base in ((5, 0), (6, 0x200000))]
    sets += [(EVERY_WAVE, n, 7 * n) for n in range(4, 10)]

    def run(machine):
        out = machine.run(
            arch=ARCH, code=code, wave=64, sets=sets, lds_bytes=4096, lds=bytes(4096), regions=[(0x200000, memory)],
            group=(group, 1, 1), grid=(grid, 1, 1), limit=1 << 40,
        )
        if out.status != "ok" or out.errors:
            raise SystemExit(f"bench {name}: {out.status} {out.text} {out.findings[:1]}")
        return out.instructions
    return run


def plain_library(folder):
    """Compile the plain C loops and load them."""
    source = Path(folder) / "plain.c"
    source.write_text(PLAIN)
    target = source.with_suffix(".so")
    subprocess.run(
        ["gcc", "-O3", "-march=native", "-shared", "-fPIC", str(source), "-o", str(target), "-lm"], check=True
    )
    return ctypes.CDLL(str(target))


def aligned_rows(count):
    """Return zeroed rows of 64 dwords that start at a cache line, as the rows of the model do.
    Unaligned rows slow the plain loop down by up to four times."""
    buffer = np.zeros(64 * count + 16, np.uint32)
    first = -buffer.ctypes.data % 64 // 4
    return buffer[first:first + 64 * count].reshape(count, 64)


def plain_rate(library, name):
    """Return the rate of the plain loop of that instruction, or None if there is none."""
    function = getattr(library, name.split(".")[1], None) if name.startswith("valu.") else None
    if function is None:
        return None
    rows = aligned_rows(8)
    for n, row in operands("subnormal" in name).items():
        rows[n] = row
    count = 3_000_000

    def work():
        function(rows.ctypes.data_as(ctypes.c_void_p), ctypes.c_long(count))
        return count
    return rate(work)


def decode_rate(folder):
    """Return decodes of random legal words a second in C, without text (model/tests/decode_bench.c)."""
    root = Path(__file__).resolve().parent.parent
    program = Path(folder) / "decode_bench"
    subprocess.run(
        [
            "gcc",
            "-O3",
            *includes(root / "build"),
            str(root / "model/tests/decode_bench.c"),
            str(root / "build/libassay.a"),
            "-lm",
            "-o",
            str(program),
        ],
        check=True,
    )
    return float(subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout.split()[-1])


def batch_rate(machine):
    """Return the rate of ten-instruction cases through assay_run_batch: set state, run, keep the outcome."""
    ffi, count = machine.ffi, 20000
    code = assemble(ARCH, TEN, 64)
    buffers = [ffi.from_buffer(code), ffi.new("uint32_t[]", [3, 5, 1, 2])]
    sets = ffi.new("struct assay_set[]", 4)
    for n, reg in enumerate((V0 + 1, V0 + 2, 5, 6)):
        sets[n].wave, sets[n].reg, sets[n].count, sets[n].values = EVERY_WAVE, reg, 1, buffers[1] + n
    runs, outcomes = ffi.new("struct assay_run[]", count), ffi.new("struct assay_outcome[]", count)
    for r in runs:
        r.arch, r.wave_size, r.code, r.code_bytes, r.base, r.sets, r.set_count = (
            0, 64, buffers[0], len(code), 0x10000, sets, 4,
        )

    def work():
        machine.lib.assay_run_batch(machine.handle, runs, outcomes, count)
        if any(o.status or o.instructions != 10 for o in outcomes[0:count]):
            raise SystemExit("bench cases.c: a case did not run its ten instructions")
        return count
    return rate(work)


TEN = """v_add_u32 v3, v1, v2
v_mul_lo_u32 v4, v3, v1
s_add_u32 s4, s5, s6
v_xor_b32 v5, v4, s4
v_lshlrev_b32 v6, 3, v5
v_add_f32 v7, v6, v1
s_and_b32 s7, s4, s5
v_cmp_lt_u32 vcc, v3, v4
v_cndmask_b32 v8, v5, v6, vcc
v_fma_f32 v9, v8, v1, v2
"""


def command_rate():
    """Return how many ten-instruction cases per second `assay run -` runs, including Python and JSON.
    The time of a run with a single case is subtracted."""
    code = assemble(ARCH, TEN, 64).hex()
    count = 20000
    line = json.dumps({
        "assay": 1,
        "arch": ARCH,
        "code": code,
        "state": {"v1": 3, "v2": 5, "s5": 1, "s6": 2},
        "observe": {"registers": ["v9", "s7"], "memory": []},
    })

    def run_seconds(cases):
        before = children_seconds()
        process = subprocess.run([sys.executable, "-m", "assay.cli", "run", "-"], capture_output=True,
                              input=((line + "\n") * cases).encode())
        if process.stdout.count(b"\n") != cases:
            raise SystemExit(
                f"bench cases.run: {process.stdout.count(10)} results for {cases} cases; "
                f"{process.stderr[-200:].decode()}"
            )
        return children_seconds() - before
    return count / (min(run_seconds(count + 1) for _ in range(3)) - min(run_seconds(1) for _ in range(3)))


def fuzz_rate(arch, sheets=24):
    """Return ten-instruction programs of `assay fuzz` against `model`, a second of all processor time.
    Programs are generated, run on both sides of the pipe, compared and recorded. The first turn fills the
    caches of templates."""
    with tempfile.TemporaryDirectory() as folder, open_target("model") as target:
        options = supported_options(target, Options(arch, length=(10, 10)))
        campaign = FuzzRun(Path(folder) / FILE, RunSettings("model", options))
        reached, trials, best = program_coverage.empty_coverage(arch), TrialRunner(target), 0.0
        gc.disable()
        for turn in range(3):
            parts, start = [], time.process_time() + process_seconds(target.child.process.pid)
            for number in range(sheets):
                sheet = ProgramBatch(options, number, reached)
                prepared = trials.run_reference_batch(sheet)
                tally = Counter(trial.tally_key for trial in trials.run_on_target(prepared))
                bins = program_coverage.program_bins(sheet, list(range(len(prepared))))
                parts.append(
                    BatchProgress(turn * sheets + number, len(prepared), dict(tally), [], "-", pack_bins(bins)))
                if tally["pass"] < len(prepared) // 2:
                    raise SystemExit(f"bench fuzz.{arch}: {tally}")
            campaign.write_progress(parts)
            spent = time.process_time() + process_seconds(target.child.process.pid) - start
            best = max(best, sheets * PROGRAMS_PER_BATCH / spent)
        gc.enable()
        campaign.close()
    return best


def certify_rate(arch, parts=24):
    """Return (cases of `assay certify` against `model` a second, ratio of the harness's time to the target's).
    The rate counts the harness's processor time: plan, run the reference model, send, compare and count."""
    forms = len(all_forms(arch))
    with open_target("model") as target:
        grid.certify_forms(target, arch, [0], 1, True, CertifyOptions())
        start, target_seconds = time.process_time(), process_seconds(target.child.process.pid)
        results = grid.certify_forms(target, arch, range(0, forms, parts), 1, False, CertifyOptions())
        spent = time.process_time() - start
        target_seconds = process_seconds(target.child.process.pid) - target_seconds
        return sum(result.cases for result in results) / spent, spent / target_seconds


def children_seconds():
    """Return the processor seconds of the child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def process_seconds(pid):
    """Return the processor seconds of a process so far."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def show(results):
    """Print the table of the results."""
    table = Table("name", "a second", "unit", "ratio", "aim", "of it", title="one core; instructions are wave64; "
                  "ratio: to plain C; for certify, the harness's time to the target's")
    for name, r in results.items():
        table.add_row(name, f"{r['value']:,.0f}", r["unit"], f"{r['ratio']:.2f}" if r["ratio"] else "",
                      *((f"{r['aim']:,.0f}", f"{r['value'] / r['aim']:.2f}") if r["aim"] else ("", "")))
    Console().print(table)


def main(out):
    machine, results = Machine(), {}
    with tempfile.TemporaryDirectory() as folder:
        library = plain_library(folder)
        for name, lines in LINES.items():
            value, plain = rate(partial(loop_run(name, lines), machine)), plain_rate(library, name)
            waited = lines[-1].startswith("s_waitcnt")
            results[name] = {"value": value / (1 + waited), "ratio": value / plain if plain else None,
                             "unit": "waited accesses/s" if waited else "instructions/s"}
        results["decode"] = {"value": decode_rate(folder), "unit": "decodes/s", "ratio": None}
    results["cases.c"] = {"value": batch_rate(machine), "unit": "cases/s", "ratio": None}
    results["cases.run"] = {"value": command_rate(), "unit": "cases/s", "ratio": None}
    for arch in CERTIFIED:
        value, ratio = certify_rate(arch)
        results[f"certify.{arch}"] = {"value": value, "unit": "cases/s", "ratio": ratio}
        results[f"fuzz.{arch}"] = {"value": fuzz_rate(arch), "unit": "programs/s", "ratio": None}
    checks = bench_checks.measure({name: loop_run(name, lines) for name, lines in LINES.items()})
    grown = growth.measure()
    operations, missing = bench_ops.measure(machine)
    for name, r in results.items():
        r["aim"] = AIMS.get(name, AIMS.get(name.split(".")[0]))
    show(results)
    bench_checks.show(checks)
    print(growth.table(grown))
    print("\n".join(bench_ops.summary(operations, missing)))
    results |= operations
    results |= {f"checks.{name}": {"value": checked, "unit": "instructions/s", "ratio": checked / plain}
                for name, (checked, plain) in checks.items()}
    for cause, spent in grown.items():
        results |= {f"growth.{cause}.{n}": {"value": seconds, "unit": "s", "ratio": None}
                    for n, seconds in zip(growth.TIMES, spent)}
    Path(out).parent.mkdir(parents=True, exist_ok=True)
    Path(out).with_name("growth.svg").write_text(growth.plot(grown))
    Path(out).write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", nargs="?", default="build/bench.json", metavar="OUT.json", help="default: %(default)s")
    main(parser.parse_args().out)
