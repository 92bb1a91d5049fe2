"""Print the findings of a fuzz run."""
from __future__ import annotations

from collections import Counter

from ...generators.programs import program_coverage
from ..export.certificate_text import quantity
from .run_database import FuzzRun
from .triage import cluster_failures

CASES_COMMAND = "assay fuzz --report FILE --cases DIR writes"
PASSED_HINT = "  most programs end early: --passed CERTIFICATE uses only instructions that pass in a certificate"
MAX_LISTED = 10                                      # failing programs, and reasons of one verdict


def report_lines(run: FuzzRun) -> tuple[list[str], bool]:
    """(lines, whether a program failed): totals, verdicts, covered bins and failures of a fuzz run."""
    tally, settings = run.tally(), run.settings
    instructions = tally.pop("instructions", 0)
    verdicts = Counter()
    for name, count in tally.items():
        verdicts[name.partition(":")[0]] += count
    options = settings.options
    lines = [
        f"{settings.target} on {options.arch}: {run.program_count():,} programs, {instructions:,} instructions, "
        f"seed {options.seed}, length {options.length[0]}-{options.length[1]}"
    ]
    lines.append("  " + ", ".join(f"{verdicts[name]:,} {name}" for name in
                                  ("pass", "fail", "unsupported", "not exercised", "illegal") if verdicts[name]))
    lines += [f"  {count:,} {name}" for name, count in tally.most_common() if ":" in name][:MAX_LISTED]
    if verdicts["fail"] + verdicts["unsupported"] > verdicts["pass"] and options.forms is None:
        lines.append(PASSED_HINT)
    lines.append("  reached: " + covered_bins_text(run))
    return lines + failure_lines(run), bool(verdicts["fail"])


def covered_bins_text(run: FuzzRun) -> str:
    """The number of covered bins of each axis."""
    covered = program_coverage.empty_coverage(run.settings.options.arch)
    for _, _, bins in run.batches():
        covered.reshape(-1)[bins] = True
    return ", ".join(f"{count:,} {name}" for name, count in program_coverage.bins_by_axis(covered).items())


def failure_lines(run: FuzzRun) -> list[str]:
    """Lines with one entry per defect if failing programs were shrunk, else lines with the first failing programs."""
    defects = cluster_failures(run)
    if defects:
        programs = "its program" if len(defects) == 1 else "their programs"
        lines = [f"  {quantity(len(defects), 'defect')}; {CASES_COMMAND} {programs}:"]
        for defect in defects:
            lines.append(f"  {'; '.join(defect.texts) or 'program ' + str(defect.numbers[0])}")
            lines.append(f"      {defect.message} (program {defect.numbers[0]}: {defect.title})")
        return lines
    failures = run.failures()
    lines = [f"  program {failure.number}: {failure.cause}: {failure.message}" for failure in failures[:MAX_LISTED]]
    return lines + [f"  and {len(failures) - MAX_LISTED:,} more"] * (len(failures) > MAX_LISTED)
