"""What programs reach: by form the kinds of operands, modifiers, classes of values, shapes of EXEC, settings of MODE,
wave sizes; rules kept and broken; what counters do, alone and in pairs; how far apart hazards stand.

Cases run on the model and are watched instruction by instruction; compiled kernels are read only; a campaign has kept
its bins itself.  Rules are those that a case by hand names, else those that concern the program (rule_relevance.py)."""
from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Set
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

import numpy as np

from ...generators.form_coverage import instruction_features as dissect, wave_batch as waves
from ...generators.instructions import case_sampler
from ...generators.programs.program_coverage import AXIS_STARTS
from ...generators.values import value_classes as values
from ...generators.values.exec_and_mode import MODES
from ...harness.case.case_types import Case
from ...harness.case.disassembly import instruction_listing
from ...harness.case.plan import DEFAULT_MODE, Plan, resolve
from ...harness.execution.model_run import Model
from ...harness.protocol.format_versions import versions
from ...model import disassemble
from ...spec import ARCHS, load
from ..certification import dispatch_cases
from ..export.certificate_records import Record
from . import rule_relevance
from .hazard_pairs import hazards_of, words_of
from .program_features import SETTINGS, Made

ABSENT = "not in it"                                 # of what a certificate has no verdict of
AXES = ("kinds", "modifiers", "values", "exec", "modes", "waves")
FAR = 8                                              # instructions that two of a hazard are looked for within
LONGEST = 16                                         # bytes of code that hold any instruction
MODE_NAMES = {bits: name for name, bits in MODES.items()}


class FormReach(Record):
    """What was reached of a form: how often it ran (in kernels: stands there), and each axis with counts."""
    encoding: str
    count: int = 0
    kinds: dict[str, int] = {}
    modifiers: dict[str, int] = {}
    values: dict[str, int] = {}
    exec: dict[str, int] = {}
    modes: dict[str, int] = {}
    waves: dict[str, int] = {}


class RuleReach(Record):
    """How many runs keep a rule that concerns them, and how many break it; `needed`: programs that it concerns and that
    do not show it, being read only, or since the model reports no breach of it; `verdict`: of a certificate that is
    asked."""
    kept: int = 0
    broken: int = 0
    needed: int = 0
    verdict: str = ""


class Reach(Record):
    """What some programs reach on one architecture.  sources: what was read; operations: {spelling: {form: …}};
    counters: events (vm+: one goes up, vm-: down); pairs: two counters outstanding at once; distances: {hazard:
    {instructions between: how often}}; campaigns: bins by axis; dispatch: fields of registers, descriptors and packets
    that are not 0."""
    coverage: Literal[1]
    arch: str
    sources: list[str]
    versions: dict[str, str]
    operations: dict[str, dict[str, FormReach]]
    rules: dict[str, RuleReach]
    counters: dict[str, int]
    pairs: dict[str, int]
    distances: dict[str, dict[str, int]]
    campaigns: dict[str, int] = {}
    dispatch: dict[str, int] = {}


def empty(arch: str) -> Reach:
    """Nothing reached yet."""
    return Reach(coverage=1, arch=arch, sources=[], versions=versions(), operations={}, rules={}, counters={}, pairs={},
                 distances={})


def shape_of(mask: int, wave: int) -> str:
    """The name of a shape of EXEC."""
    every = (1 << wave) - 1
    mask &= every
    if mask in (0, every):
        return "all" if mask else "none"
    if mask & (mask - 1) == 0:
        return "one"
    if mask & (mask + 1) == 0:
        return "prefix"
    if mask == every & ~((1 << wave // 2) - 1):
        return "upper"
    return "alternating" if mask in (0x5555555555555555 & every, 0xAAAAAAAAAAAAAAAA & every) else "random"


@cache
def masked(form) -> bool:
    """Does EXEC choose its lanes?"""
    return load().encodings[ARCHS[form.arch], form.layout].kind not in ("salu", "control", "smem")


def waves_of(bins: np.ndarray) -> set[int]:
    """The wave sizes of a campaign's streams."""
    at = AXIS_STARTS["wave sizes"]
    return {size for n, size in enumerate((64, 32)) if bins[:, at + n].any()}


def bump(counts: dict[str, int], name: str, by: int = 1) -> None:
    counts[name] = counts.get(name, 0) + by


class Watcher:
    """Adds programs to what is reached."""

    def __init__(self, arch: str):
        self.arch, self.reach, self.model = arch, empty(arch), Model()
        self.classes = {}                            # (kind, width): sorted patterns, name of each

    def form(self, part: dissect.DecodedInstruction) -> FormReach:
        """The record of a form, with what its encoding says counted."""
        forms = self.reach.operations.setdefault(part.operation, {})
        held = forms.setdefault(part.name, FormReach(encoding=part.form.encoding))
        held.count += 1
        for axis, names in (("kinds", part.kinds), ("modifiers", part.modifiers)):
            for name in names:
                bump(getattr(held, axis), name)
        return held

    # ---- cases, which run ----

    def case(self, case: Case) -> None:
        """Runs a case on the model.  Raises CaseError."""
        plan = resolve(case)
        run = Run(self, plan)
        outcome = self.model.run(plan, trace=run.step)
        for about in sorted(dispatch_cases.fields_set(plan.arch, plan.dispatch_registers, plan.descriptor,
                                                      plan.packets)):
            bump(self.reach.dispatch, about)
        broken = {one["rule"] for one in outcome.findings}
        for rule in {*case.rules, *broken}:
            held = self.rule(rule)
            held.broken += rule in broken
            held.kept += rule not in broken
        if not case.rules:
            self.concerned(run.made(), rule_relevance.reported(self.arch), broken)

    def rule(self, rule: str) -> RuleReach:
        """The record of a rule."""
        return self.reach.rules.setdefault(rule, RuleReach())

    def concerned(self, program: Made, kept: Set[str] = frozenset(), told: Set[str] = frozenset()) -> None:
        """Counts the rules that concern a program, but those that are `told` of already; those of `kept` it keeps."""
        for rule in rule_relevance.rules(program) - told:
            held = self.rule(rule)
            held.kept += rule in kept
            held.needed += rule not in kept

    def values(self, held: FormReach, source, rows: np.ndarray) -> None:
        """Counts the classes of a source's values; `rows`: uint64 of live lanes."""
        key = source.kind, source.width
        if key not in self.classes:
            patterns, numbers, names = values.pattern_table(*key)
            order = np.argsort(patterns)
            self.classes[key] = patterns[order], numbers[order], names
        patterns, numbers, names = self.classes[key]
        rows = rows & np.uint64((1 << source.width) - 1)
        at = np.minimum(np.searchsorted(patterns, rows), len(patterns) - 1)
        found = np.where(patterns[at] == rows, numbers[at], 0)
        for number in np.unique(found).tolist():
            bump(held.values, f"{source.field} {names[number]}", int((found == number).sum()))

    # ---- kernels, which are read ----

    def code(self, wave: int, code: bytes, descriptor: bytes | None = None) -> None:
        """Counts the instructions of a program that does not run, and the rules that concern it."""
        listing, before = instruction_listing(self.arch, wave, code), deque(maxlen=FAR)
        ends = [at for at, _ in listing[1:]] + [len(code)]
        for (at, _), end in zip(listing, ends):
            parts = dissect.decode_instruction(self.arch, wave, code[at:end])
            for part in parts:
                held = self.form(part)
                bump(held.waves, str(wave))
            self.near(parts, before)
        fields = dispatch_cases.fields_set(self.arch, {}, descriptor)
        self.concerned(Made(self.arch, fields=fields).read(wave, code))

    # ---- campaigns, which have kept their bins ----

    def campaign(self, bins: np.ndarray, counts: dict[str, int]) -> None:
        """Adds the forms a campaign's streams reached; `bins`: bool by form and bin, `counts`: them by axis.  Streams
        that count keep every rule."""
        program = Made(self.arch, waves=waves_of(bins))
        for form, row in zip(case_sampler.all_forms(self.arch), bins):
            if row.any():
                forms = self.reach.operations.setdefault(form.spelling, {})
                held = forms.setdefault(case_sampler.variant_name(form), FormReach(encoding=form.encoding))
                held.count += 1
                program.note("", [dissect.DecodedInstruction(form)])
        for axis, count in counts.items():
            bump(self.reach.campaigns, axis, count)
        self.concerned(program, rule_relevance.reported(self.arch))

    def near(self, parts, before: deque) -> None:
        """How far a hazard's second instruction stands behind what may be its first: `before` holds what each of the
        last instructions is."""
        here = words_of(parts)
        for rule, first, second in hazards_of(self.arch):
            if second in here:
                for distance, kinds in enumerate(reversed(before), 1):
                    if first in kinds:
                        bump(self.reach.distances.setdefault(rule, {}), str(distance))
                        break
        before.append(here)


@dataclass(slots=True)
class Run:
    """A case while it runs."""
    watcher: Watcher
    plan: Plan
    before: dict = field(default_factory=lambda: defaultdict(lambda: deque(maxlen=FAR)))
    counters: dict = field(default_factory=dict)
    held: dict = field(default_factory=dict)
    ran: set[int] = field(default_factory=set)

    def made(self) -> Made:
        """What ran."""
        plan, found = self.plan, Made(self.plan.arch, waves={self.plan.wave})
        found.fields = dispatch_cases.fields_set(plan.arch, plan.dispatch_registers, plan.descriptor, plan.packets)
        for at in sorted(self.ran):
            code = plan.code[at:at + LONGEST]
            found.note(
                disassemble(plan.arch, plan.wave, code)[1], dissect.decode_instruction(plan.arch, plan.wave, code)
            )
        return found

    def step(self, step: dict) -> None:
        """Called after each instruction."""
        wave, plan, at = step["wave"], self.plan, step["pc"] - self.plan.base
        parts = dissect.decode_instruction(plan.arch, plan.wave, plan.code[at:at + LONGEST])
        self.ran.add(at)
        for part in parts:
            held = self.watcher.form(part)
            bump(held.waves, str(plan.wave))
            if masked(part.form):
                bump(held.exec, shape_of(step["exec"], plan.wave))
                self.sources(part, held, wave, step["exec"])
            if part.form.layout[0] == "v":
                bump(held.modes, self.mode(wave))
        self.counted(wave, step["counters"])
        self.watcher.near(parts, self.before[wave])
        self.keep(wave)

    def mode(self, wave: int) -> str:
        """The setting of MODE that an instruction ran under."""
        if wave in self.held:
            bits = self.held[wave][1]
        else:
            over = self.plan.wave_states[wave].scalars if wave < len(self.plan.wave_states) else {}
            bits = over.get("mode", self.plan.state.scalars.get("mode", DEFAULT_MODE))
        return MODE_NAMES.get(bits & SETTINGS, "another")

    def keep(self, wave: int) -> None:
        """Registers as the next instruction of this wave finds them."""
        try:
            now = self.watcher.model.machine.wave(wave)
        except IndexError:
            return
        self.held[wave] = now.v.copy(), int(now.mode)

    def sources(self, part: dissect.DecodedInstruction, held: FormReach, wave: int, mask: int) -> None:
        """Classes of the values in live lanes of VGPR sources."""
        lanes = [lane for lane in range(self.plan.wave) if mask >> lane & 1]
        if not lanes:
            return
        for source in waves.read_operands(part.form):
            place = part.places.get(source.field, "")
            if re.fullmatch(r"v\d+", place):
                first = self.row(wave, int(place[1:]))
                if source.width == 64:
                    first = first | self.row(wave, int(place[1:]) + 1) << np.uint64(32)
                self.watcher.values(held, source, first[lanes])

    def row(self, wave: int, number: int) -> np.ndarray:
        """A VGPR, uint64 by lane."""
        if wave in self.held:
            rows = self.held[wave][0]
            return rows[min(number, len(rows) - 1)][:self.plan.wave].astype(np.uint64)
        over = self.plan.wave_states[wave].vectors if wave < len(self.plan.wave_states) else {}
        row = over.get(number, self.plan.state.vectors.get(number))
        return np.zeros(self.plan.wave, np.uint64) if row is None else row.astype(np.uint64)

    def counted(self, wave: int, now: dict[str, int]) -> None:
        """Which counters went up and down, and which are up together."""
        before = self.counters.get(wave, dict.fromkeys(now, 0))
        reach = self.watcher.reach
        for name, value in now.items():
            if value != before[name]:
                bump(reach.counters, f"{name}{'+' if value > before[name] else '-'}")
        up = [name for name, value in now.items() if value]
        for n, first in enumerate(up):
            for second in up[n + 1:]:
                bump(reach.pairs, f"{first} {second}")
        self.counters[wave] = now


# ---- what is missing, and against a certificate ----

def needed(reach: Reach, certificate) -> dict[str, list[str]]:
    """What programs need and a certificate does not say is right: forms that failed, were unsupported, not claimed or
    not exercised, that it does not have; fields of dispatches likewise."""
    found: dict[str, list[str]] = {}
    for name, forms in sorted(reach.operations.items()):
        for form in sorted(forms):
            held = certificate.operations.get(name)
            verdict = held.forms[form].verdict if held and form in held.forms else ABSENT
            if verdict != "pass":
                found.setdefault(verdict, []).append(f"{name} {form}")
    for about in sorted(reach.dispatch):
        held = certificate.dispatch.get(about)
        verdict = held.verdict if held else ABSENT
        if verdict != "pass":
            found.setdefault(verdict, []).append(f"dispatch {about}")
    return found


def judged(reach: Reach, certificate) -> dict[str, list[str]]:
    """{verdict of the certificate: the rules that programs need}; each record holds its verdict, too."""
    found: dict[str, list[str]] = {}
    for rule, held in sorted(reach.rules.items()):
        held.verdict = certificate.rules[rule].verdict if rule in certificate.rules else ABSENT
        found.setdefault(held.verdict, []).append(rule)
    return found


def totals(reach: Reach) -> dict[str, tuple[int, int]]:
    """{axis: (reached, of how many)}; of axes that have no end, as many as there are."""
    known = case_sampler.all_forms(reach.arch)
    operations = {form.spelling for form in known}
    forms = [one for held in reach.operations.values() for one in held.values()]
    rules = reach.rules.values()
    every = len({*rule_relevance.known(reach.arch), *reach.rules})
    found = {
        "operations": (len(reach.operations), len(operations)),
        "forms": (len(forms), len(known)),
        "rules": (len(rules), every),
        "rules kept": (sum(r.kept > 0 for r in rules), every),
        "rules broken": (sum(r.broken > 0 for r in rules), every),
        "dispatch fields": (len(reach.dispatch), len(dispatch_cases.dispatch_fields(reach.arch))),
    }
    if not any(r.kept or r.broken for r in rules):   # nothing ran
        del found["rules kept"], found["rules broken"]
    for axis in AXES:
        reached = sum(len(getattr(one, axis)) for one in forms)
        found[axis] = reached, reached
    return found
