"""Coverage of the model's C: lines, branches and functions that run under handwritten cases and random programs. A
build with gcc's counters runs in a separate process. gcov reads the counters, and they are written as an LCOV
tracefile."""
from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from ...model import build
from ...spec import CERTIFIED

BUILD_FOLDER = build.ROOT / "build" / "lines"
FLAGS = [*(f for f in build.FLAGS if f not in ("-O3", "-g1") and f[:2] != "-W"),
         "-O0", "--coverage", "-DASSAY_SANITIZE", "-DASSAY_CALLS"]
# ASSAY_SANITIZE: one version of each row; ASSAY_CALLS: functions are not inlined, so branches are counted once
BATCHES_PER_ARCH = 20                                # of 64 random programs
EXTENSION_NAME = "assay.model._assay"
UNREACHED_TABLE = Path(__file__).with_name("unreached.txt")


class LineCoverageError(Exception):
    """Line coverage is impossible: tools are missing or fail, or there is no checkout. The text has the reason."""


@dataclass(slots=True)
class FileCounts:
    """The counts of one C file. lines: {line number: count}; branches: {line number: [count]}; functions: {name: (line
    number, count)}; of: {line number: function}."""
    lines: dict[int, int] = field(default_factory=dict)
    branches: dict[int, list[int]] = field(default_factory=dict)
    functions: dict[str, tuple[int, int]] = field(default_factory=dict)
    of: dict[int, str] = field(default_factory=dict)


# ---- building and running ----

def build_with_counters() -> tuple[Path, Path]:
    """Build the model with counters. Return (extension module, folder of its objects). Raises LineCoverageError."""
    if shutil.which("gcc") is None or shutil.which("gcov") is None:
        raise LineCoverageError("gcc and gcov are needed to count lines")
    BUILD_FOLDER.mkdir(parents=True, exist_ok=True)
    try:
        build.emit(BUILD_FOLDER)
        objects, folder = build.compile_all("gcc", FLAGS, BUILD_FOLDER, 2)
        target = BUILD_FOLDER / f"_assay{build.SUFFIX}"
        build.link_extension("gcc", objects, folder, BUILD_FOLDER, ["--coverage"], target)
    except build.BuildError as error:
        raise LineCoverageError(str(error)) from None
    return target, folder


def count_lines(batches: int = BATCHES_PER_ARCH) -> dict[str, FileCounts]:
    """Run all programs. Return {file below model/: its counts}. Raises LineCoverageError."""
    extension, objects = build_with_counters()
    for old_file in objects.glob("*.gcda"):
        old_file.unlink()
    command = [sys.executable, "-c", CHILD_PROGRAM, EXTENSION_NAME, str(extension), str(batches)]
    process = subprocess.run(command, capture_output=True, text=True)
    if process.returncode:
        raise LineCoverageError(process.stderr.strip().splitlines()[-1] if process.stderr else "the run ended early")
    return read_counters(objects)


CHILD_PROGRAM = """
import importlib.util, sys
name, path, batches = sys.argv[1:]
import assay
spec = importlib.util.spec_from_file_location(name, path)
sys.modules[name] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules[name])
from assay.reports.coverage import c_lines
c_lines.run_programs(int(batches))
"""


def run_programs(batches: int) -> None:
    """Run every suite case under every policy, and batches of random programs. This function runs in the child
    process."""
    import msgspec

    from ...generators.programs.program_settings import Options
    from ...harness.case import suite_files
    from ...harness.case.case_types import POLICIES
    from ...harness.comparison.case_run import run_outcome
    from ..fuzzing import fuzz_run
    from ..fuzzing.run_database import RunSettings
    for case in suite_files.read_suite_cases():
        for policy in {case.policy, *POLICIES}:
            run_outcome(msgspec.structs.replace(case, policy=policy))
    for arch in CERTIFIED:
        worker = fuzz_run.Worker(cast(Any, None), RunSettings("model", Options(arch, seed=1, length=(1, 60))), 0)
        for number in range(batches):
            for _ in worker.run_batch(number, 0, fuzz_run.PROGRAMS_PER_BATCH, frozenset()):
                pass


def read_counters(objects: Path) -> dict[str, FileCounts]:
    """Read the counters in a folder with gcov. Return the counts of the files in model/."""
    data_files = sorted(objects.glob("*.gcda"))
    process = subprocess.run(["gcov", "--json-format", "--branch-probabilities", "--stdout", *map(str, data_files)],
                             capture_output=True, text=True, cwd=BUILD_FOLDER)
    if process.returncode:
        raise LineCoverageError(f"gcov: {process.stderr.strip().splitlines()[0]}")
    counts: dict[str, FileCounts] = defaultdict(FileCounts)
    for document in filter(None, process.stdout.splitlines()):
        data = json.loads(document)
        for file_data in data["files"]:
            path = Path(data["current_working_directory"], file_data["file"]).resolve()
            if path.is_relative_to(build.MODEL):
                add_counts(counts[path.relative_to(build.MODEL).as_posix()], file_data)
    return dict(sorted(counts.items()))


def add_counts(file_counts: FileCounts, file_data: dict) -> None:
    """Add the counts of one object file to those of a C file."""
    for line in file_data["lines"]:
        number, counts = line["line_number"], [branch["count"] for branch in line["branches"]]
        file_counts.lines[number] = file_counts.lines.get(number, 0) + line["count"]
        file_counts.of.setdefault(number, line.get("function_name", ""))
        if counts:
            before = file_counts.branches.get(number, [0] * len(counts))
            same = len(before) == len(counts)         # a header's line may be compiled in several ways
            file_counts.branches[number] = [a + b for a, b in zip(before, counts)] if same else before
    for function in file_data["functions"]:
        line, before = file_counts.functions.get(function["name"], (function["start_line"], 0))
        file_counts.functions[function["name"]] = line, before + function["execution_count"]


# ---- what it says ----

def lcov_text(files: dict[str, FileCounts]) -> str:
    """The counts as LCOV's tracefile (geninfo(1), FILES)."""
    lines = []
    for name, file_counts in files.items():
        lines += ["TN:assay", f"SF:{build.MODEL / name}"]
        lines += [f"FN:{line},{function}" for function, (line, _) in sorted(file_counts.functions.items())]
        lines += [f"FNDA:{runs},{function}" for function, (_, runs) in sorted(file_counts.functions.items())]
        lines += [f"FNF:{len(file_counts.functions)}",
                  f"FNH:{sum(runs > 0 for _, runs in file_counts.functions.values())}"]
        for line, counts in sorted(file_counts.branches.items()):
            ran = file_counts.lines.get(line, 0) > 0
            lines += [f"BRDA:{line},0,{n},{times if ran else '-'}" for n, times in enumerate(counts)]
        all_counts = [times for counts in file_counts.branches.values() for times in counts]
        lines += [f"BRF:{len(all_counts)}", f"BRH:{sum(times > 0 for times in all_counts)}"]
        lines += [f"DA:{line},{times}" for line, times in sorted(file_counts.lines.items())]
        lines += [f"LF:{len(file_counts.lines)}", f"LH:{sum(times > 0 for times in file_counts.lines.values())}",
                  "end_of_record"]
    return "\n".join([*lines, ""])


def unreached_lines(files: dict[str, FileCounts]) -> dict[tuple[str, str], list[str]]:
    """{(file, function): texts of its lines that never ran}. There are no line numbers, because every edit changes
    them."""
    texts: dict[tuple[str, str], list[str]] = {}
    for name, file_counts in files.items():
        source = (build.MODEL / name).read_text().splitlines()
        for line, times in sorted(file_counts.lines.items()):
            if not times:
                texts.setdefault((name, file_counts.of[line]), []).append(source[line - 1].strip())
    return texts


def read_reasons(path: Path = UNREACHED_TABLE) -> tuple[dict[str, str], dict[tuple[str, str], str]]:
    """Read the table. Return ({reason: sentence}, {(file, function): reason}). Raises LineCoverageError with file and
    line."""
    reason_texts: dict[str, str] = {}
    reason_by_place: dict[tuple[str, str], str] = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("#="):
            reason, _, sentence = line[2:].strip().partition(" ")
            reason_texts[reason] = sentence.strip()
        elif line.strip() and not line.startswith("#"):
            fields = line.split()
            if len(fields) != 3 or fields[2] not in reason_texts or tuple(fields[:2]) in reason_by_place:
                known = ", ".join(reason_texts)
                raise LineCoverageError(f"{path.name}:{number}: a line is file, function and one of {known}, once")
            reason_by_place[fields[0], fields[1]] = fields[2]
    return reason_texts, reason_by_place


def table_key(place: tuple[str, str]) -> tuple[str, str]:
    """The key of a function in the table: its name without the suffix that gcc appends to copies."""
    return place[0], place[1].partition(".")[0] or "-"


def table_errors(files: dict[str, FileCounts], reason_by_place: dict[tuple[str, str], str]) -> list[str]:
    """The functions that the table lacks, and the entries that it does not need."""
    first_lines = {table_key(place): texts[0] for place, texts in unreached_lines(files).items()}
    errors = [f"{file} {function}: a line never runs: '{text}'; write a case, or add a reason to {UNREACHED_TABLE.name}"
              for (file, function), text in first_lines.items() if (file, function) not in reason_by_place]
    return errors + [f"{file} {function}: is listed in {UNREACHED_TABLE.name}, but runs completely or does not exist; "
                     "remove the entry" for (file, function), reason in reason_by_place.items()
                     if (file, function) not in first_lines and reason != "values"]


def untaken_branches(files: dict[str, FileCounts]) -> tuple[int, dict[str, int]]:
    """(number of untaken branches in lines that never run, {file: number of untaken branches in lines that run}). In
    lines that run, an untaken branch is a condition with only one outcome."""
    in_unreached_lines, untaken = 0, {}
    for name, file_counts in files.items():
        counts = {line: times.count(0) for line, times in file_counts.branches.items()}
        untaken[name] = sum(untaken_count for line, untaken_count in counts.items() if file_counts.lines.get(line))
        in_unreached_lines += sum(counts.values()) - untaken[name]
    most_first = sorted(untaken.items(), key=lambda item: -item[1])
    return in_unreached_lines, {name: untaken_count for name, untaken_count in most_first if untaken_count}


def totals(files: dict[str, FileCounts]) -> dict[str, tuple[int, int]]:
    """{lines, branches or functions: (reached, total)}"""
    counts_by_kind = {
        "lines": [times for file_counts in files.values() for times in file_counts.lines.values()],
        "branches": [times for file_counts in files.values() for counts in file_counts.branches.values()
                     for times in counts],
        "functions": [times for file_counts in files.values() for _, times in file_counts.functions.values()],
    }
    return {name: (sum(times > 0 for times in counts), len(counts)) for name, counts in counts_by_kind.items()}
