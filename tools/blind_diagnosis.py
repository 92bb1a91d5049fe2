"""Measure how well diagnosis names defects: certify derived mutants as unknown targets.

    .venv/bin/python tools/blind_diagnosis.py [COUNT [SEED [RECORD]]]

Each mutant is certified on the forms that can show it. RECORD, by default build/blind-SEED.jsonl, gets one line for
each mutant. An interrupted run resumes from RECORD unless the model or the diagnosis has changed.

A mutant counts as named if all its failures form one entry, and the entry's fault is equivalent to the mutant.
A fault is equivalent if it is the mutant itself, or has the same outcomes on other cases of other seeds. A mutant that
no quick case detects is run with all cases of its forms and with the suites. Mutants that no case detects are reported
but not counted."""
import argparse
import hashlib
import json
import random
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

from assay.generators.instructions import case_sampler as sampler
from assay.harness.faults.curated_faults import TABLE
from assay.harness.faults.mutant_library import FaultyModel
from assay.harness.protocol.format_versions import model_digest
from assay.harness.targets.process_target import ProcessTarget
from assay.model import build as model_build
from assay.mutation import population, runner
from assay.mutation.population import affected_operations
from assay.reports.certification import diagnosis_driver, passing_evidence, worker_tasks
from assay.reports.certification.task_types import CertifyOptions, TaskResult
from assay.reports.diagnosis import faults
from assay.spec import CERTIFIED

DIAGNOSIS = Path(faults.__file__).parent
QUICK_OPTIONS = CertifyOptions(seed=1, quick=True)
MAX_FORMS = 16                                            # forms run for each mutant
EQUIVALENCE_CASES = 60                                           # cases that decide whether two faults are equivalent
SEARCH_LIMIT_S = 180.0                                       # for one mutant, which may crash in every case
ADAPTER = """
import sys
from pathlib import Path
from assay.harness.faults.mutant_library import FaultyModel, Library
from assay.harness.targets.model_child import serve_model
serve_model("blind", FaultyModel(Library(Path(sys.argv[1])), int(sys.argv[2])))
"""


def forms_of_mutant(mutant, sample) -> tuple[str, list[int]]:
    """Return (architecture, numbers of some forms whose code the mutant changes)."""
    names, rng = set(affected_operations(mutant.definition, sample.reach)), random.Random(mutant.key)
    forms = {arch: [n for n, form in enumerate(sampler.all_forms(arch)) if form.op.name in names] for arch in CERTIFIED}
    arch = max(CERTIFIED, key=lambda name: (len(forms[name]), name))
    return arch, sorted(rng.sample(forms[arch], min(MAX_FORMS, len(forms[arch]))))


def same_outcomes(mutant, sample, arch: str, groups) -> bool:
    """Return whether the mutant and the named fault give the same outcomes on other cases."""
    rows = {row for entry in groups[0].entries for row in diagnosis_driver.operations_of_case(entry["case"])}
    rng = random.Random(mutant.key)
    forms = [form for form in sampler.all_forms(arch) if form.op.name in rows]
    key = groups[0].entries[0]["faults"][0][1]
    dictionary = faults.the_dictionary()
    entry = next(entry for entry in dictionary.entries.values() if entry.key == key)
    mutant_model = FaultyModel(sample.library, mutant.number)
    named_model, tried = FaultyModel(dictionary.library, entry.number), 0
    for _ in range(4 * EQUIVALENCE_CASES):
        form = rng.choice(forms)
        options = CertifyOptions(seed=rng.randrange(2, 1 << 30), quick=True)
        for case in passing_evidence.first_case(UndeclaredTarget, form, options):
            tried += 1
            mutant_outcome, named_outcome = mutant_model.run(case.plan), named_model.run(case.plan)
            reader = faults.Reader(case, None)
            if (reader.read(mutant_outcome) != reader.read(named_outcome)).any():
                return False
        if tried >= EQUIVALENCE_CASES:
            break
    return True


class UndeclaredTarget:
    """Target without declared choices or claims."""
    choices = claims = None
    hello = SimpleNamespace(features=("state", "registers"), registers=())


def find_failures(target, arch: str, numbers: tuple) -> tuple[CertifyOptions, list[TaskResult]]:
    """Return (certify options, task results that show a failure). There are no results if no case fails.
    Quick cases come first; the full cases and the suites follow if no quick case fails."""
    for quick, kinds in ((True, {"forms": numbers}), (False, {"forms": numbers, "suites": ()})):
        options = replace(QUICK_OPTIONS, quick=quick, until=time.time() + SEARCH_LIMIT_S)
        results = [worker_tasks.run_task_on(target, options, kind, arch, items) for kind, items in kinds.items()]
        if any(result.failures for result in results):
            return replace(options, until=0), results
    return QUICK_OPTIONS, []


def judge_diagnosis(mutant, sample) -> tuple[str, str]:
    """Return (class of the diagnosis, its causes).
    The class is named, not one entry, another fault, no fault or not found."""
    arch, numbers = forms_of_mutant(mutant, sample)
    target = ProcessTarget("blind", [sys.executable, "-c", ADAPTER, str(sample.library.path), str(mutant.number)],
                           case_seconds=5)
    try:
        options, results = find_failures(target, arch, tuple(numbers))
        if not results:
            return "not found", f"{len(numbers)} forms pass"
        groups = diagnosis_driver.group_failures(target, arch, results, options)
    finally:
        target.close()
    causes = "; ".join(f"{g.fault or '-'}: {g.cause} ({len(g.entries)})" for g in groups)
    keys = {key for g in groups for e in g.entries for _, key, _ in e["faults"]}
    if len(groups) > 1:
        return "not one entry", causes
    if not groups[0].fault:
        return "no fault", causes
    equivalent = mutant.key in keys or faults.asked(                      # in a child process, for it may crash
        [mutant], lambda _: same_outcomes(mutant, sample, arch, groups))
    return "named" if equivalent else "another fault", causes


def results_digest() -> str:
    """Return the digest of everything that results depend on: the model and the files of the diagnosis."""
    files = [*sorted(DIAGNOSIS.glob("*.py")), Path(diagnosis_driver.__file__), Path(passing_evidence.__file__), TABLE]
    return hashlib.sha256(repr((model_digest(), [path.read_bytes() for path in files])).encode()).hexdigest()


class Record:
    """Results by mutant, written as they are found. Results of another model or diagnosis are dropped."""

    def __init__(self, path: Path, digest: str):
        self.path, self.results = path, {}
        lines = [json.loads(line) for line in path.read_text().splitlines() if line.endswith("}")] \
            if path.exists() else []
        if lines[:1] == [{"of": digest}]:
            self.results = {result["key"]: result for result in lines[1:]}
        else:
            self.write({"of": digest}, "w")

    def write(self, entry: dict, mode: str = "a") -> None:
        """Write one line to the file."""
        with open(self.path, mode) as file:
            file.write(json.dumps(entry) + "\n")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=60)
    parser.add_argument("seed", type=int, nargs="?", default=5)
    parser.add_argument("record", type=Path, nargs="?")
    arguments = parser.parse_args()
    if arguments.count < 1:
        parser.error(f"argument count: {arguments.count} is less than 1")
    arguments.record = arguments.record or model_build.ROOT / "build" / f"blind-{arguments.seed}.jsonl"
    return arguments


def build_sample(count: int, seed: int) -> SimpleNamespace:
    """Build a library of mutants of the seed and return it with the call graph."""
    reach, every = population.population()
    candidates = population.sample_order(every, seed)[:count + count // 20 + 20]
    built = runner.build(candidates, count, runner.FOLDER / f"blind-{count}-{seed}", 1)
    return SimpleNamespace(library=built.library, mutants=built.mutants, reach=reach)


def main():
    arguments = parse_arguments()
    model_build.build()
    sample, total = build_sample(arguments.count, arguments.seed), Counter()
    record = Record(arguments.record, results_digest())
    for mutant in sample.mutants:
        result = record.results.get(mutant.key)
        if result is None:
            began = time.monotonic()
            diagnosis, causes = judge_diagnosis(mutant, sample)
            result = {"key": mutant.key, "found": diagnosis, "said": causes[:300],
                      "seconds": round(time.monotonic() - began, 1)}
            record.write(result)
        total[result["found"]] += 1
        print(f"{result['found']:14} {result['seconds']:5.1f} s  {mutant.key}\n{'':24}{result['said']}", flush=True)
    shown = sum(total.values()) - total["not found"]
    print(", ".join(f"{name} {n}" for name, n in total.most_common()))
    print(f"named: {total['named']} of {shown}, {100 * total['named'] / max(1, shown):.0f} %")


if __name__ == "__main__":
    main()
