"""Which cases a mutant is held against: those whose instructions reach what it changes, from the suites and from the generators."""
from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from ..generators import sampler
from ..generators.instructions import case_of
from ..generators.shapes import modes_of
from ..harness import pairs
from ..harness.assembly import parse_assembly
from ..harness.case import CaseError
from ..harness.expect import evaluate
from ..harness.floats import distance, near_lanes
from ..harness.outcome import Outcome
from ..harness.plan import Plan, resolve
from ..harness.run import Model
from ..spec import CERTIFIED

SUITES = Path(__file__).resolve().parents[1] / "suites"
A_FORM, ALL = 300, 3000                                # generated cases of one form, and of one mutant
STRIDE = 37                                            # few of them are to meet every setting of MODE


@dataclass(slots=True)
class Ready:
    """A case with the model's own result.  `expects`: it is held against what it expects, not against that result."""
    name: str
    plan: Plan
    golden: Outcome
    expects: bool = False


# ---- cases ----

@cache
def operation_of(arch: str) -> dict[str, str]:
    """{what the disassembler prints: row}"""
    return {form.mnemonic: form.op.name for form in sampler.forms_of(arch)}


def suite_cases(model: Model) -> dict[str, list[Ready]]:
    """{operation: the suite cases that run it}; what does not pass on the model itself is left out."""
    found: dict[str, list[Ready]] = {}
    for path in sorted(SUITES.rglob("*.s")):
        if "kernels" in path.relative_to(SUITES).parts:
            continue
        for case in parse_assembly(path.read_text(), str(path)):
            texts: list[str] = []
            plan = resolve(case)
            golden = model.run(plan, trace=lambda step: texts.append(step["text"]))
            if evaluate(case.expect, plan, golden):
                continue
            ready = Ready(f"suites/{case.name}", plan, golden, expects=True)
            names = operation_of(case.arch)
            for mnemonic in sorted({part.split()[0] for text in texts for part in text.split("::") if part.split()}):
                if mnemonic in names:
                    found.setdefault(names[mnemonic], []).append(ready)
    return found


class Generated:
    """Cases of forms by number, made once; `seed` fixes them all."""

    def __init__(self, model: Model, seed: int):
        self.model, self.seed, self.made = model, seed, {}
        self.forms: dict[str, list] = {}
        for arch in CERTIFIED:
            for form in sampler.forms_of(arch):
                self.forms.setdefault(form.op.name, []).append(form)

    def numbers(self, operations, key: str):
        """(form, number) in the order they are tried: every form once, then again; few forms get more cases each."""
        forms = [form for name in operations for form in self.forms.get(name, ())]
        random.Random(f"{self.seed} {key}").shuffle(forms)
        forms = forms[:ALL]
        for number in range(min(A_FORM, max(1, ALL // max(1, len(forms))))):
            for form in forms:
                yield form, number * STRIDE % A_FORM

    def case(self, form, number: int) -> Ready | None:
        """None: there is no such case."""
        key = (form.arch, form.mnemonic, sampler.name_of(form), number)
        if key not in self.made:
            if len(self.made) > 20000:
                self.made.clear()
            self.made[key] = self.make(form, number)
        return self.made[key]

    def make(self, form, number: int) -> Ready | None:
        try:
            one = sampler.sample(form, number, self.seed)
            plan = resolve(case_of(one, f"{form.mnemonic} {sampler.name_of(form)} {number}"))
        except (sampler.NoCase, CaseError):
            return None
        golden = self.model.run(plan)
        if (
            golden.status not in ("ok", "fault")
            or golden.bits == (0, 0)
            or any(f["kind"] in ("error", "race") or f["rule"] == "open.end" for f in golden.findings)
        ):
            return None
        if plan.observed is None:
            plan.observed = pairs.observed_of(golden)
        if len(modes_of(form.op)) > 1 and number % 4 == 3:                  # exception flags, which only a case that asks for them has
            plan.observed = [*plan.observed, "trapsts"]
            golden = self.model.run(plan)
        return Ready(plan.case.name, plan, golden)


# ---- verdicts ----

def noticed(ready: Ready, got: Outcome) -> bool:
    """Does the case tell this outcome from the right one?  By what it expects, or by any bit that is not open and not within its band."""
    if ready.expects:
        return bool(evaluate(ready.plan.case.expect, ready.plan, got))
    golden = ready.golden
    if got.status != golden.status or got.instructions != golden.instructions or rules_of(got) != rules_of(golden):
        return True
    return any(waves_differ(right, wave) for right, wave in zip(golden.waves, got.waves)) or \
        any(memory_differs(right, one) for right, one in zip(golden.memory, got.memory))


def rules_of(outcome: Outcome) -> Counter:
    return Counter(f["rule"] for f in outcome.findings if f["kind"] in ("error", "race"))


def waves_differ(right, got) -> bool:
    for name, value in right.scalars.items():
        if (value ^ got.scalars.get(name, ~value)) & ~right.open_scalars.get(name, 0):
            return True
    return any(rows_differ(right, number, row, got) for number, row in right.vectors.items())


def rows_differ(right, number: int, row: np.ndarray, got) -> bool:
    other = got.vectors.get(number)
    if other is None:
        return True
    differ = row != other
    if not differ.any():
        return False
    lanes = [lane for lane in np.flatnonzero(differ).tolist() if not right.open_vectors.get(number, 0) >> lane & 1]
    band, low = right.bands.get(number), right.bands.get(number - 1)
    if low is not None and low.kind == "f64":
        band, number = low, number - 1
    if band is None:
        return bool(lanes)
    if band.kind == "f64":
        return any(
            not band.lanes >> lane & 1 or far(double(right, number, lane), double(got, number, lane), band.ulp)
            for lane in lanes
        )
    near = near_lanes(row, other, band.kind, band.ulp)
    return any(not (band.lanes >> lane & 1 and near[lane]) for lane in lanes)


def double(wave, number: int, lane: int) -> int:
    return int(wave.vectors[number][lane]) | int(wave.vectors[number + 1][lane]) << 32


def far(a: int, b: int, ulp: int) -> bool:
    """Are two doubles more than `ulp` apart?"""
    apart = distance(a, b, "f64")
    return apart is None or apart > ulp


def memory_differs(right, got) -> bool:
    hidden = right.open or bytes(len(right.data))
    return any((a ^ b) & ~o for a, b, o in zip(right.data, got.data, hidden))

