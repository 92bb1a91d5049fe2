"""Which lines, branches and functions of the model's own C run under the cases by hand and generated programs: a build
of its own with gcc's counters, run in a process of its own, read by gcov and written as LCOV's tracefile."""
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

FOLDER = build.ROOT / "build" / "lines"
FLAGS = [*(f for f in build.FLAGS if f not in ("-O3", "-g1") and f[:2] != "-W"),
         "-O0", "--coverage", "-DASSAY_SANITIZE", "-DASSAY_CALLS"]
# ASSAY_SANITIZE: one version of each row; ASSAY_CALLS: one copy of each function, whose branches are counted once
SHEETS = 20                                          # of generated programs, 64 each, an architecture
NAME = "assay.model._assay"
TABLE = Path(__file__).with_name("unreached.txt")


class LinesProblem(Exception):
    """The tools are missing, refuse, or there is no checkout; the text says what."""


@dataclass(slots=True)
class File:
    """One C file.  lines: {number: count}; branches: {line: [count]}; functions: {name: (line, count)}; `of`: the
    function of each line."""
    lines: dict[int, int] = field(default_factory=dict)
    branches: dict[int, list[int]] = field(default_factory=dict)
    functions: dict[str, tuple[int, int]] = field(default_factory=dict)
    of: dict[int, str] = field(default_factory=dict)


# ---- building and running ----

def instrumented() -> tuple[Path, Path]:
    """(extension with counters, folder of its objects).  Raises LinesProblem."""
    if shutil.which("gcc") is None or shutil.which("gcov") is None:
        raise LinesProblem("gcc and gcov are needed to count lines")
    FOLDER.mkdir(parents=True, exist_ok=True)
    try:
        build.emit(FOLDER)
        objects, folder = build.compile_all("gcc", FLAGS, FOLDER, 2)
        target = FOLDER / f"_assay{build.SUFFIX}"
        build.link_extension("gcc", objects, folder, FOLDER, ["--coverage"], target)
    except build.BuildError as error:
        raise LinesProblem(str(error)) from None
    return target, folder


def count(sheets: int = SHEETS) -> dict[str, File]:
    """Runs everything -> {file below model/: File}.  Raises LinesProblem."""
    extension, objects = instrumented()
    for old in objects.glob("*.gcda"):
        old.unlink()
    command = [sys.executable, "-c", CHILD, NAME, str(extension), str(sheets)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise LinesProblem(done.stderr.strip().splitlines()[-1] if done.stderr else "the run ended early")
    return read(objects)


CHILD = """
import importlib.util, sys
name, path, sheets = sys.argv[1:]
import assay
spec = importlib.util.spec_from_file_location(name, path)
sys.modules[name] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules[name])
from assay.reports.coverage import c_lines as lines
lines.run(int(sheets))
"""


def run(sheets: int) -> None:
    """The child's part: every case by hand as it is and under the other policies, and sheets of generated programs."""
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
        for number in range(sheets):
            for _ in worker.run_batch(number, 0, fuzz_run.PROGRAMS_PER_BATCH, frozenset()):
                pass


def read(objects: Path) -> dict[str, File]:
    """What gcov says of the counters in a folder, of files of model/ only."""
    notes = sorted(objects.glob("*.gcda"))
    done = subprocess.run(["gcov", "--json-format", "--branch-probabilities", "--stdout", *map(str, notes)],
                          capture_output=True, text=True, cwd=FOLDER)
    if done.returncode:
        raise LinesProblem(f"gcov: {done.stderr.strip().splitlines()[0]}")
    found: dict[str, File] = defaultdict(File)
    for document in filter(None, done.stdout.splitlines()):
        whole = json.loads(document)
        for one in whole["files"]:
            path = Path(whole["current_working_directory"], one["file"]).resolve()
            if path.is_relative_to(build.MODEL):
                add(found[path.relative_to(build.MODEL).as_posix()], one)
    return dict(sorted(found.items()))


def add(held: File, one: dict) -> None:
    """Adds what one object has of a file."""
    for line in one["lines"]:
        number, counts = line["line_number"], [branch["count"] for branch in line["branches"]]
        held.lines[number] = held.lines.get(number, 0) + line["count"]
        held.of.setdefault(number, line.get("function_name", ""))
        if counts:
            before = held.branches.get(number, [0] * len(counts))
            same = len(before) == len(counts)         # a header's line may be compiled in several ways
            held.branches[number] = [a + b for a, b in zip(before, counts)] if same else before
    for function in one["functions"]:
        line, before = held.functions.get(function["name"], (function["start_line"], 0))
        held.functions[function["name"]] = line, before + function["execution_count"]


# ---- what it says ----

def lcov(files: dict[str, File]) -> str:
    """LCOV's tracefile (geninfo(1), FILES)."""
    out = []
    for name, held in files.items():
        out += ["TN:assay", f"SF:{build.MODEL / name}"]
        out += [f"FN:{line},{function}" for function, (line, _) in sorted(held.functions.items())]
        out += [f"FNDA:{runs},{function}" for function, (_, runs) in sorted(held.functions.items())]
        out += [f"FNF:{len(held.functions)}", f"FNH:{sum(runs > 0 for _, runs in held.functions.values())}"]
        for line, counts in sorted(held.branches.items()):
            ran = held.lines.get(line, 0) > 0
            out += [f"BRDA:{line},0,{n},{times if ran else '-'}" for n, times in enumerate(counts)]
        every = [times for counts in held.branches.values() for times in counts]
        out += [f"BRF:{len(every)}", f"BRH:{sum(times > 0 for times in every)}"]
        out += [f"DA:{line},{times}" for line, times in sorted(held.lines.items())]
        out += [f"LF:{len(held.lines)}", f"LH:{sum(times > 0 for times in held.lines.values())}", "end_of_record"]
    return "\n".join([*out, ""])


def unreached(files: dict[str, File]) -> dict[tuple[str, str], list[str]]:
    """{(file, function): texts of its lines that never ran}: no line numbers, which move."""
    found: dict[tuple[str, str], list[str]] = {}
    for name, held in files.items():
        text = (build.MODEL / name).read_text().splitlines()
        for line, times in sorted(held.lines.items()):
            if not times:
                found.setdefault((name, held.of[line]), []).append(text[line - 1].strip())
    return found


def reasons(path: Path = TABLE) -> tuple[dict[str, str], dict[tuple[str, str], str]]:
    """(reason: sentence, (file, function): reason) of the table.  Raises LinesProblem with file and line."""
    words: dict[str, str] = {}
    rows: dict[tuple[str, str], str] = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("#="):
            word, _, sentence = line[2:].strip().partition(" ")
            words[word] = sentence.strip()
        elif line.strip() and not line.startswith("#"):
            cells = line.split()
            if len(cells) != 3 or cells[2] not in words or tuple(cells[:2]) in rows:
                known = ", ".join(words)
                raise LinesProblem(f"{path.name}:{number}: a line is file, function and one of {known}, once")
            rows[cells[0], cells[1]] = cells[2]
    return words, rows


def key_of(place: tuple[str, str]) -> tuple[str, str]:
    """A place as the table has it: without what gcc appends to copies of a function."""
    return place[0], place[1].partition(".")[0] or "-"


def stale(files: dict[str, File], rows: dict[tuple[str, str], str]) -> list[str]:
    """What the table lacks, and what it has too much."""
    never = {key_of(place): texts[0] for place, texts in unreached(files).items()}
    found = [f"{file} {function}: never runs here: '{text}'; write a case, or the reason into {TABLE.name}"
             for (file, function), text in never.items() if (file, function) not in rows]
    return found + [f"{file} {function}: stands in {TABLE.name}, but all of it runs or it is gone; take it out"
                    for (file, function), why in rows.items() if (file, function) not in never and why != "values"]


def untaken(files: dict[str, File]) -> tuple[int, dict[str, int]]:
    """Branches that are never taken: (those of lines that never run, {file: those of its lines that do}): the latter
    are conditions that come out one way only."""
    dead, found = 0, {}
    for name, held in files.items():
        counts = {line: times.count(0) for line, times in held.branches.items()}
        found[name] = sum(never for line, never in counts.items() if held.lines.get(line))
        dead += sum(counts.values()) - found[name]
    return dead, {name: never for name, never in sorted(found.items(), key=lambda one: -one[1]) if never}


def totals(files: dict[str, File]) -> dict[str, tuple[int, int]]:
    """{what: (reached, of how many)}"""
    found = {
        "lines": [times for held in files.values() for times in held.lines.values()],
        "branches": [times for held in files.values() for counts in held.branches.values() for times in counts],
        "functions": [times for held in files.values() for _, times in held.functions.values()],
    }
    return {name: (sum(times > 0 for times in counts), len(counts)) for name, counts in found.items()}
