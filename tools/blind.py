"""How well defects are named: derived mutants as blind targets, each certified on the forms it can show in.

    .venv/bin/python tools/blind.py [COUNT [SEED [RECORD]]]

What was found of each mutant is a line of RECORD, usually build/blind-SEED.jsonl: a run that was ended goes on there,
unless model or diagnosis are others now.  A mutant counts as named when all its failures are one entry, and that
entry's fault is the mutant itself or gives the same outcomes as the mutant on other cases, of other seeds.  What a
quick look does not find is looked for by all cases of its forms and by the suites; those that nothing finds are left
out, and told."""
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

DIAGNOSIS = Path(faults.__file__).parent              # its code
ASKED = CertifyOptions(seed=1, quick=True)
FORMS, OTHERS = 16, 60                                # forms of a mutant; cases that say whether two faults are equal
LONGEST = 180.0                                       # seconds of a look at one mutant, which may crash in every case
ADAPTER = """
import sys
from pathlib import Path
from assay.harness.faults.mutant_library import FaultyModel, Library
from assay.harness.targets.model import answer
answer("blind", FaultyModel(Library(Path(sys.argv[1])), int(sys.argv[2])))
"""


def forms_of(one, sample) -> tuple[str, list[int]]:
    """An architecture and some of the forms that run what the mutant changes."""
    names, rng = set(affected_operations(one.what, sample.reach)), random.Random(one.key)
    found = {arch: [n for n, form in enumerate(sampler.all_forms(arch)) if form.op.name in names] for arch in CERTIFIED}
    arch = max(CERTIFIED, key=lambda name: (len(found[name]), name))
    return arch, sorted(rng.sample(found[arch], min(FORMS, len(found[arch]))))


def same(one, sample, arch: str, groups) -> bool:
    """Do the fault that is named and the mutant give the same on other cases?"""
    rows = {row for entry in groups[0].entries for row in diagnosis_driver.operations_of_case(entry["case"])}
    rng = random.Random(one.key)
    forms = [form for form in sampler.all_forms(arch) if form.op.name in rows]
    key = groups[0].entries[0]["faults"][0][1]
    made = faults.the_dictionary()
    entry = next(entry for entry in made.entries.values() if entry.key == key)
    mutant, named, tried = FaultyModel(sample.library, one.number), FaultyModel(made.library, entry.number), 0
    for _ in range(4 * OTHERS):
        form = rng.choice(forms)
        seen = passing_evidence.first_case(Anybody, form, CertifyOptions(seed=rng.randrange(2, 1 << 30), quick=True))
        for case in seen:
            tried += 1
            a, b = mutant.run(case.plan), named.run(case.plan)
            reader = faults.Reader(case, None)
            if (reader.read(a) != reader.read(b)).any():
                return False
        if tried >= OTHERS:
            break
    return True


class Anybody:
    """A target that has declared nothing."""
    choices = claims = None
    hello = SimpleNamespace(features=("state", "registers"), registers=())


def found(target, arch: str, numbers: tuple) -> tuple[CertifyOptions, list[TaskResult]]:
    """What a look at the open target finds; none where a longer one does not either."""
    for quick, kinds in ((True, {"forms": numbers}), (False, {"forms": numbers, "suites": ()})):
        asked = replace(ASKED, quick=quick, until=time.time() + LONGEST)
        shares = [worker_tasks.run_task_on(target, asked, kind, arch, some) for kind, some in kinds.items()]
        if any(share.failures for share in shares):
            return replace(asked, until=0), shares
    return ASKED, []


def verdict(one, sample) -> tuple[str, str]:
    """(named, not one entry, another fault, no fault, not found; what was said)"""
    arch, numbers = forms_of(one, sample)
    target = ProcessTarget("blind", [sys.executable, "-c", ADAPTER, str(sample.library.path), str(one.number)],
                           case_seconds=5)
    try:
        asked, shares = found(target, arch, tuple(numbers))
        if not shares:
            return "not found", f"{len(numbers)} forms pass"
        groups = diagnosis_driver.group_failures(target, arch, shares, asked)
    finally:
        target.close()
    said = "; ".join(f"{g.fault or '-'}: {g.cause} ({len(g.entries)})" for g in groups)
    keys = {key for g in groups for e in g.entries for _, key, _ in e["faults"]}
    if len(groups) > 1:
        return "not one entry", said
    if not groups[0].fault:
        return "no fault", said
    alike = one.key in keys or faults.asked([one], lambda _: same(one, sample, arch, groups))   # it may crash
    return "named" if alike else "another fault", said


def head() -> str:
    """What the results are results of: the model, and the files that diagnosis is made of."""
    files = [*sorted(DIAGNOSIS.glob("*.py")), Path(diagnosis_driver.__file__), Path(passing_evidence.__file__), TABLE]
    return hashlib.sha256(repr((model_digest(), [path.read_bytes() for path in files])).encode()).hexdigest()


class Record:
    """Results by mutant, each written when it is known; those of another model or diagnosis are dropped."""

    def __init__(self, path: Path, what: str):
        self.path, self.held = path, {}
        lines = [json.loads(line) for line in path.read_text().splitlines() if line.endswith("}")] \
            if path.exists() else []
        if lines[:1] == [{"of": what}]:
            self.held = {one["key"]: one for one in lines[1:]}
        else:
            self.write({"of": what}, "w")

    def write(self, one: dict, how: str = "a") -> None:
        """One more line."""
        with open(self.path, how) as file:
            file.write(json.dumps(one) + "\n")


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=60)
    parser.add_argument("seed", type=int, nargs="?", default=5)
    parser.add_argument("record", type=Path, nargs="?")
    given = parser.parse_args()
    if given.count < 1:
        parser.error(f"argument count: {given.count} mutants are none")
    given.record = given.record or model_build.ROOT / "build" / f"blind-{given.seed}.jsonl"
    return given


def drawn(count: int, seed: int) -> SimpleNamespace:
    """A library of mutants of that seed, with what its functions reach."""
    reach, every = population.population()
    candidates = population.sample_order(every, seed)[:count + count // 20 + 20]
    built = runner.build(candidates, count, runner.FOLDER / f"blind-{count}-{seed}", 1)
    return SimpleNamespace(library=built.library, mutants=built.mutants, reach=reach)


def main():
    given = options()
    model_build.build()
    sample, total = drawn(given.count, given.seed), Counter()
    record = Record(given.record, head())
    for one in sample.mutants:
        known = record.held.get(one.key)
        if known is None:
            began = time.monotonic()
            found, said = verdict(one, sample)
            known = {"key": one.key, "found": found, "said": said[:300], "seconds": round(time.monotonic() - began, 1)}
            record.write(known)
        total[known["found"]] += 1
        print(f"{known['found']:14} {known['seconds']:5.1f} s  {one.key}\n{'':24}{known['said']}", flush=True)
    seen = sum(total.values()) - total["not found"]
    print(", ".join(f"{name} {n}" for name, n in total.most_common()))
    print(f"named: {total['named']} of {seen}, {100 * total['named'] / max(1, seen):.0f} %")


if __name__ == "__main__":
    main()
