"""Compare the speed of the model with other simulators: tinygrad's emulator and the units of MGPUSim.

    python tools/bench_peers.py [--tinygrad CHECKOUT] [--mgpusim CHECKOUT]

llvm-mc is the peer for disassembly. All run behind the same pipe from the same initial state, and their results must be
the model's. The rates count the processor time of the child process alone. A long loop is timed against a short one,
and many cases against few, so that start-up, compiling and reading cancel."""
import argparse
import os
import time
from pathlib import Path

from assay.harness.case.assembler import assemble
from assay.harness.case.plan import resolve
from assay.harness.targets import llvm_mc as mc
from assay.harness.targets.registry import open_target
from assay.harness.targets.target_error import TargetError
from assay.model import decode_text
from assay.spec import CERTIFIED, TARGETS

BODY, SHORT, TURNS = 64, 20, 3
MIN_EXTRA_S, MAX_LOOPS = 0.5, 1 << 20             # a long loop takes LEAST more seconds, or has MOST turns
SHORT_CASES, LINES, BASE = 100, 200_000, 0x200000
OLDER, NEWER = CERTIFIED               # the programs below are written for these, in this order
WAVES = {arch: TARGETS[arch].waves[0] for arch in CERTIFIED}
LOOPS = {                              # name: (lines for the older, lines for the newer)
    "v_add_u32":          ("v_add_u32 v3, v1, v2", "v_add_nc_u32 v3, v1, v2"),
    "v_fma_f32":          ("v_fma_f32 v3, v1, v2, v4", "v_fma_f32 v3, v1, v2, v4"),
    "v_cndmask_b32":      ("v_cndmask_b32 v3, v1, v2, vcc", "v_cndmask_b32 v3, v1, v2, vcc_lo"),
    "s_add_u32":          ("s_add_u32 s4, s5, s6", "s_add_u32 s4, s5, s6"),
    "LDS read, waited":   ("ds_read_b32 v3, v5\ns_waitcnt lgkmcnt(0)", "ds_load_b32 v3, v5\ns_waitcnt lgkmcnt(0)"),
    "global load, waited": ("global_load_dword v3, v[6:7], off\ns_waitcnt vmcnt(0)",
                            "global_load_b32 v3, v[6:7], off\ns_waitcnt vmcnt(0)"),
}
TEN = {
    OLDER: "v_add_u32 v3, v1, v2\nv_mul_lo_u32 v4, v3, v1\ns_add_u32 s4, s5, s6\nv_xor_b32 v5, s4, v4\n"
              "v_lshlrev_b32 v6, 3, v5\nv_max_u32 v7, v6, v1\ns_and_b32 s7, s4, s5\nv_sub_u32 v8, v5, v6\n"
              "v_mul_f32 v9, v1, v2\nv_or_b32 v3, v8, v9\n",
}
TEN[NEWER] = TEN[OLDER].replace("v_add_u32", "v_add_nc_u32").replace("v_sub_u32", "v_sub_nc_u32")


def loop_plan(arch, code, loops):
    """Return the plan of one wave on ordinary numbers that runs the loop s20 times."""
    wave = WAVES[arch]
    state = {"v1": 0x3FC00000, "v2": 0x3FA00000, "v4": 0x3F900000, "v7": 0, "s4": 0, "s5": 7, "s6": 9, "s20": loops}
    state |= {"v3": 0, "vcc": 0x0F0F0F0F, "v5": [4 * lane for lane in range(wave)],
              "v6": [BASE + 4 * lane for lane in range(wave)]}
    return resolve({
        "assay": 1, "arch": arch, "wave": wave, "code": code.hex(), "state": state, "lds": 1024,
        "lds_bytes": "01" * 1024, "memory": [{"name": "a", "address": hex(BASE), "bytes": "02" * 4096}],
        "limits": {"instructions": 1 << 40, "seconds": 600},
        "observe": {"registers": ["s4", "s20", "v3"], "memory": []},
    })


def looped(arch, text):
    body = "\n".join((text.splitlines() * BODY)[:BODY])
    return assemble(arch, f"again:\n{body}\ns_sub_u32 s20, s20, 1\ns_cmp_lg_u32 s20, 0\ns_cbranch_scc1 again\n"
                          "s_endpgm\n", WAVES[arch])


def process_seconds(pid):
    """Return the processor seconds of a process, its running children and its ended children."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    below = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK") + sum(map(process_seconds, below))


def register_values(outcome):
    return [(wave.scalars, {n: row.tolist() for n, row in wave.vectors.items()}) for wave in outcome.waves]


class PeerDiffers(Exception):
    """A peer and the model disagree on a program; the text describes the peer's result."""


class Peer:
    """A running target whose processor time is measured."""

    def __init__(self, target):
        self.target = target

    def seconds(self, plans, right=None):
        """Return the processor seconds that the target's process takes for the plans.
        `right`: the expected register values. Raises PeerDiffers."""
        before = process_seconds(self.target.child.process.pid) if self.target.child else 0.0
        for outcome in self.target.run(plans):
            if outcome.status != "ok":
                raise PeerDiffers(f"{outcome.status} {outcome.operation or outcome.text or ''}".strip())
            if right is not None and register_values(outcome) != right:
                raise PeerDiffers("another result")
        return process_seconds(self.target.child.process.pid) - before

    def extra_seconds(self, long_plans, short_plans):
        """Return the extra seconds of the long plans over the short plans, each the least of several runs."""
        times = [(self.seconds(long_plans), self.seconds(short_plans)) for _ in range(TURNS)]
        return max(min(long_s for long_s, _ in times) - min(short_s for _, short_s in times), 0.01)

    def loop_rate(self, arch, text, right):
        """Return instructions a second.
        The loop grows until it takes MIN_EXTRA_S seconds longer than a short one."""
        code = looped(arch, text)
        short_plans, loops = [loop_plan(arch, code, SHORT)], 10 * SHORT
        self.seconds(short_plans, right)
        while True:
            extra = self.extra_seconds([loop_plan(arch, code, loops)], short_plans)
            if extra >= MIN_EXTRA_S or loops >= MAX_LOOPS:
                return (loops - SHORT) * (BODY + 3) / extra
            loops *= 2 if extra > MIN_EXTRA_S / 4 else 8

    def case_rate(self, arch, right):
        """Return ten-instruction cases a second, sent without waiting for answers."""
        plan = loop_plan(arch, assemble(arch, TEN[arch], WAVES[arch]), 0)
        self.seconds([plan], right)
        count = SHORT_CASES
        while True:
            extra = self.extra_seconds([plan] * (SHORT_CASES + count), [plan] * SHORT_CASES)
            if extra >= MIN_EXTRA_S or count >= 1 << 16:
                return count / extra
            count *= 4


def model_values(arch, code, loops):
    """Return the register values after a run of the model."""
    with open_target("model") as target:
        return register_values(next(iter(target.run([loop_plan(arch, code, loops)]))))


def rates(arch, spec):
    """Return {program: rate a second, or the text of the peer's wrong result}."""
    measured = {"cases of ten instructions": lambda peer: peer.case_rate(
        arch, model_values(arch, assemble(arch, TEN[arch], WAVES[arch]), 0))}
    for name, texts in LOOPS.items():
        measured[name] = lambda peer, text=texts[arch == NEWER]: peer.loop_rate(
            arch, text, model_values(arch, looped(arch, text), SHORT))
    results = {}
    for name, rate in measured.items():
        with open_target(spec) as target:
            try:
                results[name] = rate(Peer(target))
            except PeerDiffers as difference:
                results[name] = str(difference)
    return results


def disassembly_rates(arch):
    """Return (words to text a second by the model, by llvm-mc), each in one process with its input and output."""
    code = assemble(arch, LOOPS["v_fma_f32"][arch == NEWER], WAVES[arch])
    start = time.process_time()
    decode_text(arch, WAVES[arch], (code.hex() + "\n").encode() * LINES)
    model_rate = LINES / (time.process_time() - start)

    def llvm_seconds(lines):
        before = os.times()
        text = " ".join(f"0x{byte:02x}" for byte in code) + "\n"
        mc.run_llvm_mc(arch, WAVES[arch], (), ["-disassemble"], text * lines)
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system
    return model_rate, LINES / max(llvm_seconds(LINES) - llvm_seconds(1), 0.01)


def rate_cell(rate, model_rate):
    return rate if isinstance(rate, str) else f"{rate:,.0f} ({rate / model_rate:.2g} of the model)"


def table(arch, peers):
    """Return a Markdown table.
    `peers`: {name: target name, or None without a checkout}."""
    model_rates = rates(arch, "model")
    columns = {}
    for name, spec in peers.items():
        try:
            measured = rates(arch, spec) if spec else {}
            columns[name] = {row: rate_cell(rate, model_rates[row]) for row, rate in measured.items()}
        except TargetError as error:
            columns[name] = dict.fromkeys(model_rates, f"cannot run: {error}")
    lines = [f"| {arch}, wave{WAVES[arch]}, a second | model | " + " | ".join(columns) + " | llvm-mc |",
             "|---" * (len(columns) + 3) + "|"]
    for row, rate in model_rates.items():
        cells = [column.get(row, "no checkout") for column in columns.values()]
        lines.append(f"| {row} | {rate:,.0f} | " + " | ".join(cells) + " | |")
    model_rate, llvm_rate = disassembly_rates(arch)
    llvm_cell = rate_cell(llvm_rate, model_rate)
    lines.append(f"| words to text | {model_rate:,.0f} |" + " |" * len(columns) + f" {llvm_cell} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description="Compare the speed of the model with other simulators.")
    parser.add_argument("--tinygrad", metavar="CHECKOUT")
    parser.add_argument("--mgpusim", metavar="CHECKOUT")
    named = parser.parse_args()
    units = {f"MGPUSim {unit}": named.mgpusim and f"mgpusim,checkout={named.mgpusim},unit={unit}"
             for unit in ("cdna3", "gcn3")}
    print(table(OLDER, units) + "\n", flush=True)
    print(table(NEWER, {"tinygrad": named.tinygrad and f"tinygrad,checkout={named.tinygrad}"}), flush=True)


if __name__ == "__main__":
    main()
