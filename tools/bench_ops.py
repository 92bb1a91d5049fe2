"""Time every vector ALU operation, one form each, as a ratio to v_fma_f32.

The data are normal, the MODE is the default. v_fma_f32 runs on the same architecture and wave size. Modifiers, SDWA and
DPP are timed on one operation. bench.py prints the table; alone: python tools/bench_ops.py"""
import argparse
import time

import numpy as np

from assay.harness.case.assembler import assemble
from assay.model import EVERY_WAVE, SCC, V0, Machine
from assay.spec import ARCHS, CERTIFIED, TARGETS, load, architecture_traits
from assay.spec.encode import Operand, encode, form, s, v
from assay.spec.slots import slots

VECTOR = ("vop1", "vop2", "vopc", "vop3", "vop3c", "vop3sd", "vop3p", "vinterp")
BODY, LOOPS, RUNS, TURNS = 128, 12, 7, 4
MAX_RATIO = 3.0                                       # to v_fma_f32
DESTINATION, SOURCE, NEW_EXEC = 8, 32, 30              # VGPRs of results and of the first source; SGPRs that hold -1

# Operand paths of the pipeline, on operations that are as fast as any.
PATHS = {
    "gfx9": """v_add_f32_sdwa v8, v32, v48 dst_sel:DWORD src0_sel:DWORD src1_sel:DWORD
        v_add_u32_sdwa v8, v32, v48 dst_sel:BYTE_1 dst_unused:UNUSED_SEXT src0_sel:BYTE_0 src1_sel:WORD_1
        v_add_f16_sdwa v8, v34, v50 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:WORD_0
        v_add_f32_dpp v8, v32, v48 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
        v_add_f32_dpp v8, v32, v48 row_shr:1 row_mask:0xf bank_mask:0xf
        v_add_f32_e64 v8, v32, v48 clamp
        v_add_f32_e64 v8, v32, v48 mul:2
        v_add_f32_e64 v8, |v32|, -v48
        v_add_f32_e64 v8, v32, s4
        v_add_u32_e64 v8, v32, v48 clamp
        v_add_f16_e64 v8, v34, v50 clamp
        v_pk_add_f16 v8, v34, v50 clamp
        v_pk_add_f16 v8, v34, v50 op_sel:[1,0] op_sel_hi:[0,1] neg_lo:[1,0]
        v_fma_f16 v8, v34, v50, v66 op_sel:[1,1,1,1]
        v_cndmask_b32_e64 v8, v32, v48, s[10:11]""",
    "gfx11": """v_add_f32_dpp v8, v32, v48 dpp8:[1,0,3,2,5,4,7,6]
        v_add_f32_e64_dpp v8, v32, v48 clamp row_shr:1 row_mask:0xf bank_mask:0xf
        v_fma_f16 v8, v34, v50, v66 op_sel:[1,1,1,1]
        v_fma_mix_f32 v8, v32, v50, v66 op_sel_hi:[0,1,1]""",
}


def normal_rows(value, rng, registers):
    """Return 64 lanes of ordinary values of one source, as rows of dwords.
    Floats are in [1, 2), exponents small, integers arbitrary."""
    kind, width = (value.kind, value.width) if value is not None else ("b", 32)
    if kind == "f" and width == 64:
        return rng.uniform(1, 2, 64).view(np.uint32).reshape(64, 2).T
    if kind == "mix" or (kind == "f" and width == 16):
        return rng.uniform(1, 2, 128).astype(np.float16).view(np.uint32)[None]
    if kind == "bf":
        return ((rng.uniform(1, 2, 128).astype(np.float32).view(np.uint32) >> 16).astype(np.uint16).view(np.uint32))[
            None
        ]
    if kind == "f":
        return rng.uniform(1, 2, 64).astype(np.float32).view(np.uint32)[None]
    return rng.integers(0, 1 << 32, (max(1, registers), 64), dtype=np.uint32)


def operands(f, rng):
    """Return ({field: operand}, [(wave, register, row)]).
    Each source is in its own VGPRs, with normal data of its type."""
    fields, sets, vgpr = {}, [], SOURCE
    floats = any(x.value is not None and x.value.kind == "f" for x in slots(f))
    for slot in slots(f):
        if slot.role in ("vgpr", "src") and not slot.write:
            exponent = floats and "ldexp" in f.op.name and slot.value.kind == "i"
            rows = rng.integers(0, 4, (1, 64), dtype=np.uint32) if exponent else normal_rows(slot.value, rng, slot.regs)
            sets += [(EVERY_WAVE, V0 + vgpr + k, np.ascontiguousarray(row)) for k, row in enumerate(rows)]
            fields[slot.field], vgpr = v(vgpr), vgpr + 16
        elif slot.role == "vgpr":
            fields[slot.field] = v(DESTINATION)
        elif slot.role == "mask":
            fields[slot.field] = Operand(106) if f.layout != "vop3c" else s(20)
        elif slot.role in ("sdst", "ssrc"):
            fields[slot.field] = s(20 if slot.write else 4)
    if any(x.kind == "k" for x in f.op.sources):
        fields["k"] = 0x3c00 if f.op.results[0].width == 16 else 0x3f800000
    if any(x.kind == "d" for x in f.op.sources):
        sets += [(EVERY_WAVE, V0 + DESTINATION, np.ascontiguousarray(normal_rows(f.op.results[0], rng, 1)[0]))]
    return fields, sets


def looped(arch, code):
    """Return a loop over BODY copies of `code` that runs LOOPS times."""
    body = code * BODY
    start = encode(form(arch, "s_movk_i32"), {"sdst": s(19), "simm16": LOOPS})
    end = encode(form(arch, "s_sub_u32"), {"sdst": s(19), "ssrc0": s(19), "ssrc1": Operand(129)})
    end += encode(form(arch, "s_cmp_lg_u32"), {"ssrc0": s(19), "ssrc1": Operand(128)})
    back = -(len(body) + len(end) + 4) // 4
    return start + body + end + encode(form(arch, "s_cbranch_scc1"), {"simm16": back & 0xffff})


class TimedLoop:
    """The least time of a loop over all measurements, and the least time of an empty loop.
    The difference is the time of the body. Both minima are taken separately: the least difference would be that of the
    slowest start."""

    def __init__(self, machine, arch, wave, code, sets):
        self.run = lambda body: run_seconds(machine, arch, wave, looped(arch, body), common_registers(arch) + sets)
        self.code, self.full, self.empty = code, float("inf"), float("inf")

    def measure(self):
        """Time the loop once more and return self; None if the model does not execute the instruction."""
        full, empty = self.run(self.code), self.run(b"")
        if full is None or empty is None:
            return None
        self.full, self.empty = min(self.full, full), min(self.empty, empty)
        return self

    @property
    def seconds(self):
        """Return the seconds of one instruction."""
        return (self.full - self.empty) / (BODY * LOOPS)


def common_registers(arch):
    """Return the values of registers that are not vector sources: masks, a constant, M0."""
    return [
        (EVERY_WAVE, 106, 0x0F0F0F0F),
        (EVERY_WAVE, 107, 0x33333333),
        (EVERY_WAVE, 4, 0x3FC00000),
        (EVERY_WAVE, 10, 0x55555555),
        (EVERY_WAVE, 11, 0x55555555),
        (EVERY_WAVE, NEW_EXEC, 0xFFFFFFFF),
        (EVERY_WAVE, NEW_EXEC + 1, 0xFFFFFFFF),
        (EVERY_WAVE, SCC, 0),
        (EVERY_WAVE, architecture_traits(arch)["m0"], 0),
    ]


def run_seconds(machine, arch, wave, code, sets):
    """Return the seconds of a run, best of RUNS; None if it does not end well."""
    best = None
    for _ in range(RUNS):
        start = time.thread_time()
        out = machine.run(arch=arch, code=code, wave=wave, sets=sets, lds_bytes=4096, limit=1 << 30)
        spent = time.thread_time() - start
        if out.status != "ok":
            return None
        best = spent if best is None else min(best, spent)
    return best


def wave_sizes():
    """Return [(architecture, wave size)]; results are written differently in wave32 and wave64."""
    return [(arch, lanes) for arch in CERTIFIED for lanes in TARGETS[arch].waves]


def first_forms(arch):
    """Return {row name: Form}, the first vector form of every row."""
    out = {}
    for f in load().forms(arch):
        if f.encoding in VECTOR and f.layout in VECTOR and not f.op.memory and f.op.shape != "control":
            out.setdefault(f.op.name, f)
    return out


def without_limit(op):
    """Return whether MAX_RATIO exempts an operation: transcendental functions, f64, dot products and matrices."""
    return bool(op.note("trans") or op.shape == "matrix" or "dot" in op.name
                or any(x.kind == "f" and x.width == 64 for x in op.values))


def restore_exec(arch, f):
    """Return code that restores EXEC after V_CMPX; the caller subtracts the time of this code."""
    cmpx = any(r.kind == "cmpx" for r in f.op.results)
    return encode(form(arch, "s_mov_b64"), {"sdst": s(126), "ssrc0": s(NEW_EXEC)}) if cmpx else b""


def timed_cases(arch, wave):
    """Return [(name, code, registers, whether EXEC is restored, whether no limit applies)].
    There is one for every operation and path of `arch`; names of wave32 contain the wave size."""
    prefix = arch if wave == 64 else f"{arch}.wave{wave}"
    out, rng = [], np.random.default_rng(1)
    for name, f in sorted(first_forms(arch).items()):
        fields, sets = operands(f, rng)
        restore = restore_exec(arch, f)
        out.append((f"ops.{prefix}.{name}", encode(f, fields) + restore, sets, bool(restore), without_limit(f.op)))
    return out + [
        (f"paths.{prefix}.{line.strip()}", assemble(arch, line.strip() + "\n", wave), path_operands(), False, False)
        for line in PATHS[ARCHS[arch]].splitlines()
    ]


def measure(machine):
    """Return ({name: {"value", "unit", "ratio", "aside"}}, [names that the model does not execute]).
    `ratio` compares the best times with those of v_fma_f32. Slow operations are timed again, because other work on the
    machine may have slowed them down."""
    results, missing = {}, []
    for arch, wave in wave_sizes():
        timings = measure_waves(machine, arch, wave)
        missing += [name for name, ratio, _, _ in timings if ratio is None]
        results |= {
            name: {"value": 1 / seconds, "unit": "instructions/s", "ratio": ratio, "aside": no_limit}
            for name, ratio, seconds, no_limit in timings
            if ratio is not None
        }
    return results, missing


def measure_waves(machine, arch, wave):
    """Return [(name, ratio, seconds, whether no limit applies)] of one wave size.
    Ratio and seconds are None if the model does not execute the operation."""
    fields, sets = operands(form(arch, "v_fma_f32"), np.random.default_rng(1))
    unit = TimedLoop(machine, arch, wave, encode(form(arch, "v_fma_f32"), fields), sets)
    move = encode(form(arch, "s_mov_b64"), {"sdst": s(126), "ssrc0": s(NEW_EXEC)})
    move = TimedLoop(machine, arch, wave, move, []).measure().seconds
    loops = [(name, TimedLoop(machine, arch, wave, code, data), move * restores, no_limit)
             for name, code, data, restores, no_limit in timed_cases(arch, wave)]
    seconds = {}
    for turn in range(TURNS):
        for n, (name, loop, restore_seconds, _) in enumerate(loops):
            if n % 8 == 0:
                unit.measure()
            if turn == 0 or name in seconds and seconds[name] > MAX_RATIO * unit.seconds / 2:
                if loop.measure():
                    seconds[name] = loop.seconds - restore_seconds
    return [(name, *((seconds[name] / unit.seconds, seconds[name]) if name in seconds else (None, None)), no_limit)
            for name, _, _, no_limit in loops]


def path_operands():
    """Return f32 in v32, v33, v48, v49 and f16 in v34, v50, v66."""
    rng, f32, f16 = (
        np.random.default_rng(2),
        form(CERTIFIED[0], "v_add_f32").op.results[0],
        form(CERTIFIED[0], "v_add_f16").op.results[0],
    )
    return [
        (EVERY_WAVE, V0 + n, np.ascontiguousarray(normal_rows(kind, rng, 1)[0]))
        for kind, rows in ((f32, (32, 33, 48, 49)), (f16, (34, 50, 66)))
        for n in rows
    ]


def summary(results, missing, count=20):
    """Return lines that compare the operations with MAX_RATIO, then the `count` slowest."""
    ratios = sorted(((r["ratio"], name) for name, r in results.items() if not r["aside"]), reverse=True)
    over = [x for x in ratios if x[0] > MAX_RATIO]
    lines = [
        f"{len(ratios)} vector operations and paths, at most {MAX_RATIO:g} times v_fma_f32 a lane: "
        f"{len(over)} slower; {len(results) - len(ratios)} without limit; {len(missing)} not supported"
    ]
    return lines + [f"{ratio:8.2f}  {name}" for ratio, name in ratios[:count]]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=20, help="how many lines; default: %(default)s")
    print("\n".join(summary(*measure(Machine()), count=parser.parse_args().count)))
