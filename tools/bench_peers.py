"""The same programs on the model and on what a user might pick instead, where a checkout is named: tinygrad's emulator,
the units of MGPUSim; words to text beside llvm-mc.  Each runs behind the same pipe on the same first state and is held
against the model's result.  Counted is the processor time of the child alone: of a long loop less that of a short one
of the same code, of many cases less that of few, so that starting, compiling and reading are left out.
Usage: python tools/bench_peers.py [--tinygrad CHECKOUT] [--mgpusim CHECKOUT]"""
import argparse
import os
import time
from pathlib import Path

from assay.harness.case.assembler import assemble
from assay.harness.case.plan import resolve
from assay.harness.targets import llvm_mc as mc
from assay.harness.targets.registry import TargetError, open_target
from assay.model import decode_text
from assay.spec import CERTIFIED, TARGETS

BODY, SHORT, TURNS, LEAST, MOST = 64, 20, 3, 0.5, 1 << 20        # LEAST: seconds that a long loop takes
FEW, LINES, BASE = 100, 200_000, 0x200000
OLDER, NEWER = CERTIFIED               # whose spellings the programs below have, in this order
WAVES = {arch: TARGETS[arch].waves[0] for arch in CERTIFIED}
LOOPS = {                              # name: (lines on the older, lines on the newer)
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


def case_of(arch, code, loops):
    """One wave on ordinary numbers, s20 times through the loop."""
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


def spent(pid):
    """Processor seconds of a process, of those it started, and of theirs that have ended."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    below = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK") + sum(map(spent, below))


def values(outcome):
    return [(wave.scalars, {n: row.tolist() for n, row in wave.vectors.items()}) for wave in outcome.waves]


class Otherwise(Exception):
    """A program that a peer does not carry out as the model does: the text says what it did."""


class Peer:
    """A target that runs."""

    def __init__(self, target):
        self.target = target

    def seconds(self, plans, right=None):
        """Processor time of its process over the plans.  Raises Otherwise."""
        before = spent(self.target.child.process.pid) if self.target.child else 0.0
        for outcome in self.target.run(plans):
            if outcome.status != "ok":
                raise Otherwise(f"{outcome.status} {outcome.operation or outcome.text or ''}".strip())
            if right is not None and values(outcome) != right:
                raise Otherwise("another result")
        return spent(self.target.child.process.pid) - before

    def gained(self, many, few):
        """Seconds of `many` more than of `few`, each the least of several."""
        took = [(self.seconds(many), self.seconds(few)) for _ in range(TURNS)]
        return max(min(long for long, _ in took) - min(short for _, short in took), 0.01)

    def loop_rate(self, arch, text, right):
        """Instructions a second: loops grow until they take LEAST seconds longer than short ones."""
        code = looped(arch, text)
        few, loops = [case_of(arch, code, SHORT)], 10 * SHORT
        self.seconds(few, right)
        while True:
            gained = self.gained([case_of(arch, code, loops)], few)
            if gained >= LEAST or loops >= MOST:
                return (loops - SHORT) * (BODY + 3) / gained
            loops *= 2 if gained > LEAST / 4 else 8

    def case_rate(self, arch, right):
        """Cases of ten instructions a second, sent without waiting for answers."""
        plan = case_of(arch, assemble(arch, TEN[arch], WAVES[arch]), 0)
        self.seconds([plan], right)
        count = FEW
        while True:
            gained = self.gained([plan] * (FEW + count), [plan] * FEW)
            if gained >= LEAST or count >= 1 << 16:
                return count / gained
            count *= 4


def right_of(arch, code, loops):
    """What the model leaves."""
    with open_target("model") as target:
        return values(next(iter(target.run([case_of(arch, code, loops)]))))


def rates(arch, spec):
    """{program: a second, or what it does instead}."""
    measured = {"cases of ten instructions": lambda peer: peer.case_rate(
        arch, right_of(arch, assemble(arch, TEN[arch], WAVES[arch]), 0))}
    for name, texts in LOOPS.items():
        measured[name] = lambda peer, text=texts[arch == NEWER]: peer.loop_rate(
            arch, text, right_of(arch, looped(arch, text), SHORT))
    found = {}
    for name, rate in measured.items():
        with open_target(spec) as target:
            try:
                found[name] = rate(Peer(target))
            except Otherwise as said:
                found[name] = str(said)
    return found


def texts(arch):
    """(words to text a second by the model, by llvm-mc), each in one process with its input and output."""
    code = assemble(arch, LOOPS["v_fma_f32"][arch == NEWER], WAVES[arch])
    start = time.process_time()
    decode_text(arch, WAVES[arch], (code.hex() + "\n").encode() * LINES)
    own = LINES / (time.process_time() - start)

    def llvm(lines):
        before = os.times()
        mc.run(arch, WAVES[arch], (), ["-disassemble"], (" ".join(f"0x{byte:02x}" for byte in code) + "\n") * lines)
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system
    return own, LINES / max(llvm(LINES) - llvm(1), 0.01)


def cell(rate, own):
    return rate if isinstance(rate, str) else f"{rate:,.0f} ({rate / own:.2g} of the model)"


def table(arch, peers):
    """Markdown. `peers`: {name: how it is opened, or None where no checkout is named}."""
    own = rates(arch, "model")
    columns = {}
    for name, spec in peers.items():
        try:
            columns[name] = {row: cell(rate, own[row]) for row, rate in rates(arch, spec).items()} if spec else {}
        except TargetError as error:
            columns[name] = dict.fromkeys(own, f"cannot run: {error}")
    lines = [f"| {arch}, wave{WAVES[arch]}, a second | model | " + " | ".join(columns) + " | llvm-mc |",
             "|---" * (len(columns) + 3) + "|"]
    for row, rate in own.items():
        held = [column.get(row, "no checkout named") for column in columns.values()]
        lines.append(f"| {row} | {rate:,.0f} | " + " | ".join(held) + " | |")
    ours, theirs = texts(arch)
    lines.append(f"| words to text | {ours:,.0f} |" + " |" * len(columns) + f" {cell(theirs, ours)} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description="The model beside others.")
    parser.add_argument("--tinygrad", metavar="CHECKOUT")
    parser.add_argument("--mgpusim", metavar="CHECKOUT")
    named = parser.parse_args()
    units = {f"MGPUSim {unit}": named.mgpusim and f"mgpusim,checkout={named.mgpusim},unit={unit}"
             for unit in ("cdna3", "gcn3")}
    print(table(OLDER, units) + "\n", flush=True)
    print(table(NEWER, {"tinygrad": named.tinygrad and f"tinygrad,checkout={named.tinygrad}"}), flush=True)


if __name__ == "__main__":
    main()
