"""Measure how the cost of a case grows with its instructions, waves, groups, memory and findings.

    python tools/growth.py [OUT.svg]

Multiply each quantity by 1, 10, 100 and 1,000, and run the case through the harness on the model. bench.py prints the
table."""
import argparse
import math
import time
from pathlib import Path

from assay.harness.case.assembler import assemble
from assay.harness.comparison.case_run import run_outcome
from assay.harness.execution.model_run import Model
from assay.spec import CERTIFIED

ARCH, TIMES, TURNS = CERTIFIED[0], (1, 10, 100, 1000), 3          # TIMES: factors of a cause
MAX_UNIT_GROWTH = 1.3                           # a higher unit cost at times 1,000, relative to times 100, is marked
WAVE, BASE, STEP = 64, 0x200000, 256   # STEP: bytes that one store of a wave covers
LOOP = "again:\n{}\ns_sub_u32 s20, s20, 1\ns_cmp_lg_u32 s20, 0\ns_cbranch_scc1 again\n"
ALU = "\n".join(["v_add_u32 v3, v1, v2"] * 97)
STORE = "v_mov_b32 v2, s5\nglobal_store_dword v[0:1], v2, off\ns_waitcnt vmcnt(0)\nv_add_u32 v0, 256, v0"
LOAD = "global_load_dword v2, v[0:1], off\ns_waitcnt vmcnt(0)"
LATE = "ds_read_b32 v3, v4\nv_mov_b32 v5, v3\ns_waitcnt lgkmcnt(0)"     # the result is used too early: one finding
# cause: (its unit, text, loops at times n, waves at times n, waves of a group, dwords of memory at times n)
CAUSES = {
    "instructions": ("100 instructions", LOOP.format(ALU), lambda n: 10 * n, lambda n: 1, 1, lambda n: 64),
    "waves":        ("a wave, ten to a group", LOOP.format(ALU), lambda n: 1, lambda n: n, 10, lambda n: 64),
    "groups":       ("a group of one wave that reads 256 bytes", LOOP.format(LOAD), lambda n: 1, lambda n: n, 1,
                     lambda n: 64),
    "memory":       ("10 stores of 256 bytes", LOOP.format(STORE), lambda n: 10 * n, lambda n: 1, 1,
                     lambda n: 640 * n),
    "findings":     ("10 findings", LOOP.format(LATE), lambda n: 10 * n, lambda n: 1, 1, lambda n: 64),
}


def growth_case(cause, n):
    """Return the case with `n` times the base quantity of `cause` (instructions, waves, …)."""
    _, text, loops, waves, group_waves, dwords = CAUSES[cause]
    waves_per_group = min(group_waves, waves(n))
    return {
        "assay": 1, "arch": ARCH, "wave": WAVE, "code": assemble(ARCH, text, WAVE).hex(), "lds": 1024,
        "grid": [WAVE * waves(n), 1, 1], "group": [WAVE * waves_per_group, 1, 1],
        "state": {"v0": [BASE + 4 * lane for lane in range(WAVE)], "v1": 0, "v2": 5, "v4": 0, "s5": 7,
                  "s20": loops(n), "m0": 0xFFFFFFFF},
        "memory": [{"name": "a", "address": hex(BASE), "size": 4 * dwords(n)}],
        "limits": {"instructions": 1 << 40}, "observe": {"registers": [], "memory": ["a"]},
    }


def case_seconds(cause, n):
    """Return the least seconds of several runs of a case on a model that has run it before."""
    case, model, best = growth_case(cause, n), Model(recorded_waves=1), math.inf
    for _ in range(TURNS + 1):
        start = time.thread_time()
        outcome = run_outcome(case, model)
        spent = time.thread_time() - start
        if outcome.status != "ok" or (cause == "findings") != bool(outcome.findings):
            raise SystemExit(f"growth {cause} times {n}: {outcome.status} {outcome.text} {outcome.findings[:1]}")
        best = min(best, spent)
    return best


def measure():
    """Return {cause: [seconds for each of TIMES]}."""
    return {cause: [case_seconds(cause, n) for n in TIMES] for cause in CAUSES}


def table(times):
    """Return a Markdown table of microseconds.
    The last column is the cost of one unit at factor 1,000, relative to factor 100."""
    lines = ["| times |  unit |  " + " | ".join(f"{n:,}, µs" for n in TIMES) + " | a unit, against times 100 |",
             "|---" * (len(TIMES) + 3) + "|"]
    for cause, spent in times.items():
        cells = " | ".join(f"{1e6 * seconds:,.0f}" for seconds in spent)
        ratio = spent[-1] / spent[-2] / (TIMES[-1] / TIMES[-2])
        lines.append(f"| {cause} | {CAUSES[cause][0]} | {cells} | "
                     f"{ratio:.2f}{' grows faster than its cause' if ratio > MAX_UNIT_GROWTH else ''} |")
    return "\n".join(lines)


COLOURS = ("#1b6ca8", "#c8553d", "#4f772d", "#7b4b94", "#b8860b")
WIDTH, HEIGHT, LEFT_MARGIN, BOTTOM_MARGIN = 580, 360, 84, 40


def plot(times):
    """Return an SVG of seconds against factors, on logarithmic axes. Dashed lines show proportional growth."""
    low = math.floor(math.log10(min(map(min, times.values()))))
    high = math.ceil(math.log10(max(map(max, times.values()))))

    def at(n, spent):
        x = LEFT_MARGIN + math.log10(n) / 3 * (WIDTH - LEFT_MARGIN - 130)
        y = HEIGHT - BOTTOM_MARGIN - (math.log10(spent) - low) / (high - low) * (HEIGHT - BOTTOM_MARGIN - 20)
        return f"{x:.1f},{y:.1f}"

    def text(n, spent, content, attributes=""):
        x, y = at(n, spent).split(",")
        return f'<text x="{x}" y="{y}" {attributes}>{content}</text>'
    parts = [text(n, 10 ** low, f"{n:,}", 'dy="18" text-anchor="middle"') for n in TIMES]
    for power in range(low, high + 1):
        parts.append(f'<polyline points="{at(1, 10 ** power)} {at(1000, 10 ** power)}" stroke="#ddd"/>')
        parts.append(text(1, 10 ** power, f"{10.0 ** (power + 6):,.0f} µs", 'dx="-8" dy="4" text-anchor="end"'))
    first, end = 10.0 ** low, min(TIMES[-1], 10 ** (high - low))
    parts.append(f'<polyline points="{at(1, first)} {at(end, end * first)}" '
                 'stroke="#888" stroke-dasharray="5 4"/>')
    ends = sorted(times, key=lambda cause: times[cause][-1])
    for number, cause in enumerate(ends):
        line = " ".join(at(n, spent) for n, spent in zip(TIMES, times[cause]))
        parts.append(f'<polyline points="{line}" stroke="{COLOURS[number]}" stroke-width="2"/>')
        level = first * 10 ** ((high - low) * (0.35 + 0.12 * number))
        parts.append(text(1000, level, cause, f'dx="14" fill="{COLOURS[number]}"'))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
            f'font-size="13" fill="none">\n<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>\n'
            + "\n".join(part.replace("<text ", '<text fill="#333" ') if "fill=" not in part else part
                        for part in parts) + "\n</svg>\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, nargs="?", metavar="OUT.svg", help="where the plot is written")
    out, measured = parser.parse_args().out, measure()
    print(table(measured))
    if out:
        out.write_text(plot(measured))
