"""Coverage of programs. Each form has operand kinds, modifiers, value classes, EXEC shapes, MODE settings and wave
sizes. The whole program has rules kept and broken, counter events alone and in pairs, and distances between hazard
instructions.

Cases run on the model and are observed instruction by instruction. Compiled kernels are only read. The bins of a fuzz
run are read from its database. A case counts for the rules that it names. Any other program counts for the rules that
concern it (rule_relevance.py)."""
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
from ..certification import dispatch_fields
from ..export.certificate_records import Record
from . import rule_relevance
from .hazard_pairs import decidable_hazards, hazard_words
from .program_features import LAUNCH_MODE_BITS, ProgramFeatures

NOT_IN_CERTIFICATE = "not in it"                     # verdict of what a certificate does not have
AXES = ("kinds", "modifiers", "values", "exec", "modes", "waves")
MAX_HAZARD_DISTANCE = 8                              # instructions between the two of a hazard
MAX_INSTRUCTION_BYTES = 16                           # no instruction is longer
MODE_NAMES = {bits: name for name, bits in MODES.items()}


class FormReach(Record):
    """Coverage of a form: its number of executions, or of occurrences in kernels, and {bin: count} for each axis."""
    encoding: str
    count: int = 0
    kinds: dict[str, int] = {}
    modifiers: dict[str, int] = {}
    values: dict[str, int] = {}
    exec: dict[str, int] = {}
    modes: dict[str, int] = {}
    waves: dict[str, int] = {}


class RuleReach(Record):
    """Coverage of a rule: number of runs that keep it and that break it. `needed`: number of programs that the rule
    concerns but that neither keep nor break it, because they are only read or because the model never reports it.
    `verdict`: the rule's verdict in the given certificate."""
    kept: int = 0
    broken: int = 0
    needed: int = 0
    verdict: str = ""


class Reach(Record):
    """Coverage of programs on one architecture. sources: files that were read. operations: {spelling: {form: …}}.
    counters: {event: count}, with events such as vm+ (incremented) and vm- (decremented). pairs: two counters
    outstanding at once. distances: {hazard: {distance in instructions: count}}. campaigns: bins of fuzz runs by axis.
    dispatch: fields of registers, descriptors and packets that are not 0."""
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


def empty_reach(arch: str) -> Reach:
    """The coverage of no program."""
    return Reach(coverage=1, arch=arch, sources=[], versions=versions(), operations={}, rules={}, counters={}, pairs={},
                 distances={})


def exec_shape(mask: int, wave: int) -> str:
    """The name of the shape of an EXEC mask."""
    all_lanes = (1 << wave) - 1
    mask &= all_lanes
    if mask in (0, all_lanes):
        return "all" if mask else "none"
    if mask & (mask - 1) == 0:
        return "one"
    if mask & (mask + 1) == 0:
        return "prefix"
    if mask == all_lanes & ~((1 << wave // 2) - 1):
        return "upper"
    return "alternating" if mask in (0x5555555555555555 & all_lanes, 0xAAAAAAAAAAAAAAAA & all_lanes) else "random"


@cache
def is_masked_by_exec(form) -> bool:
    """Whether EXEC selects the lanes of a form."""
    return load().encodings[ARCHS[form.arch], form.layout].kind not in ("salu", "control", "smem")


def covered_wave_sizes(bins: np.ndarray) -> set[int]:
    """The wave sizes of a fuzz run's programs."""
    first_bin = AXIS_STARTS["wave sizes"]
    return {size for n, size in enumerate((64, 32)) if bins[:, first_bin + n].any()}


def increment(counts: dict[str, int], name: str, amount: int = 1) -> None:
    """Add to a count, which starts at 0."""
    counts[name] = counts.get(name, 0) + amount


class Watcher:
    """Adds programs to the coverage of an architecture."""

    def __init__(self, arch: str):
        self.arch, self.reach, self.model = arch, empty_reach(arch), Model()
        self.classes = {}                            # (kind, width): sorted patterns, name of each

    def add_form(self, part: dissect.DecodedInstruction) -> FormReach:
        """Count an instruction and the bins that its encoding shows. Return the record of its form."""
        forms = self.reach.operations.setdefault(part.operation, {})
        form_reach = forms.setdefault(part.name, FormReach(encoding=part.form.encoding))
        form_reach.count += 1
        for axis, names in (("kinds", part.kinds), ("modifiers", part.modifiers)):
            for name in names:
                increment(getattr(form_reach, axis), name)
        return form_reach

    # ---- cases, which run ----

    def add_case(self, case: Case) -> None:
        """Run a case on the model and count it. Raises CaseError."""
        plan = resolve(case)
        run = CaseRun(self, plan)
        outcome = self.model.run(plan, trace=run.step)
        for field_name in sorted(dispatch_fields.fields_set(
            plan.arch, plan.dispatch_registers, plan.descriptor, plan.packets
        )):
            increment(self.reach.dispatch, field_name)
        broken = {finding["rule"] for finding in outcome.findings}
        for rule in {*case.rules, *broken}:
            rule_reach = self.rule_reach(rule)
            rule_reach.broken += rule in broken
            rule_reach.kept += rule not in broken
        if not case.rules:
            self.add_relevant_rules(run.features(), rule_relevance.reported_rules(self.arch), broken)

    def rule_reach(self, rule: str) -> RuleReach:
        """The record of a rule."""
        return self.reach.rules.setdefault(rule, RuleReach())

    def add_relevant_rules(self, program: ProgramFeatures, kept_rules: Set[str] = frozenset(),
                           counted_rules: Set[str] = frozenset()) -> None:
        """Count the rules that concern a program, except `counted_rules`. Rules in `kept_rules` count as kept, the
        others as needed."""
        for rule in rule_relevance.relevant_rules(program) - counted_rules:
            rule_reach = self.rule_reach(rule)
            rule_reach.kept += rule in kept_rules
            rule_reach.needed += rule not in kept_rules

    def add_values(self, form_reach: FormReach, source, rows: np.ndarray) -> None:
        """Count the value classes of a source. `rows`: its values in active lanes, uint64."""
        key = source.kind, source.width
        if key not in self.classes:
            patterns, numbers, names = values.pattern_table(*key)
            order = np.argsort(patterns)
            self.classes[key] = patterns[order], numbers[order], names
        patterns, numbers, names = self.classes[key]
        rows = rows & np.uint64((1 << source.width) - 1)
        indexes = np.minimum(np.searchsorted(patterns, rows), len(patterns) - 1)
        class_numbers = np.where(patterns[indexes] == rows, numbers[indexes], 0)
        for number in np.unique(class_numbers).tolist():
            increment(form_reach.values, f"{source.field} {names[number]}", int((class_numbers == number).sum()))

    # ---- kernels, which are read ----

    def add_kernel(self, wave: int, code: bytes, descriptor: bytes | None = None) -> None:
        """Count the instructions of a kernel and the rules that concern it, without running it."""
        listing, before = instruction_listing(self.arch, wave, code), deque(maxlen=MAX_HAZARD_DISTANCE)
        ends = [at for at, _ in listing[1:]] + [len(code)]
        for (at, _), end in zip(listing, ends):
            parts = dissect.decode_instruction(self.arch, wave, code[at:end])
            for part in parts:
                form_reach = self.add_form(part)
                increment(form_reach.waves, str(wave))
            self.add_distances(parts, before)
        fields = dispatch_fields.fields_set(self.arch, {}, descriptor)
        self.add_relevant_rules(ProgramFeatures(self.arch, fields=fields).read(wave, code))

    # ---- fuzz runs, which have recorded their bins ----

    def add_fuzz_run(self, bins: np.ndarray, counts: dict[str, int]) -> None:
        """Add the forms and bins that a fuzz run covered. `bins`: bool array indexed by form and bin. `counts`: {axis:
        number of bins}. Programs that a fuzz run counts keep every rule."""
        program = ProgramFeatures(self.arch, waves=covered_wave_sizes(bins))
        for form, row in zip(case_sampler.all_forms(self.arch), bins):
            if row.any():
                forms = self.reach.operations.setdefault(form.spelling, {})
                form_reach = forms.setdefault(case_sampler.variant_name(form), FormReach(encoding=form.encoding))
                form_reach.count += 1
                program.note("", [dissect.DecodedInstruction(form)])
        for axis, count in counts.items():
            increment(self.reach.campaigns, axis, count)
        self.add_relevant_rules(program, rule_relevance.reported_rules(self.arch))

    def add_distances(self, parts, before: deque) -> None:
        """Count the distance from a hazard's second instruction to the last possible first one. `before`: the hazard
        words of the preceding instructions."""
        words = hazard_words(parts)
        for rule, first, second in decidable_hazards(self.arch):
            if second in words:
                for distance, kinds in enumerate(reversed(before), 1):
                    if first in kinds:
                        increment(self.reach.distances.setdefault(rule, {}), str(distance))
                        break
        before.append(words)


@dataclass(slots=True)
class CaseRun:
    """A case during its run. `registers`: {wave: its VGPRs and MODE after its last instruction}."""
    watcher: Watcher
    plan: Plan
    before: dict = field(default_factory=lambda: defaultdict(lambda: deque(maxlen=MAX_HAZARD_DISTANCE)))
    counters: dict = field(default_factory=dict)
    registers: dict = field(default_factory=dict)
    executed: set[int] = field(default_factory=set)

    def features(self) -> ProgramFeatures:
        """The features of the executed instructions."""
        plan, features = self.plan, ProgramFeatures(self.plan.arch, waves={self.plan.wave})
        features.fields = dispatch_fields.fields_set(plan.arch, plan.dispatch_registers, plan.descriptor, plan.packets)
        for at in sorted(self.executed):
            code = plan.code[at:at + MAX_INSTRUCTION_BYTES]
            features.note(
                disassemble(plan.arch, plan.wave, code)[1], dissect.decode_instruction(plan.arch, plan.wave, code)
            )
        return features

    def step(self, step: dict) -> None:
        """Count an executed instruction; the model calls this after each."""
        wave, plan, at = step["wave"], self.plan, step["pc"] - self.plan.base
        parts = dissect.decode_instruction(plan.arch, plan.wave, plan.code[at:at + MAX_INSTRUCTION_BYTES])
        self.executed.add(at)
        for part in parts:
            form_reach = self.watcher.add_form(part)
            increment(form_reach.waves, str(plan.wave))
            if is_masked_by_exec(part.form):
                increment(form_reach.exec, exec_shape(step["exec"], plan.wave))
                self.add_source_values(part, form_reach, wave, step["exec"])
            if part.form.layout[0] == "v":
                increment(form_reach.modes, self.mode_name(wave))
        self.add_counter_events(wave, step["counters"])
        self.watcher.add_distances(parts, self.before[wave])
        self.save_registers(wave)

    def mode_name(self, wave: int) -> str:
        """The MODE setting under which an instruction ran."""
        if wave in self.registers:
            bits = self.registers[wave][1]
        else:
            initial = self.plan.wave_states[wave].scalars if wave < len(self.plan.wave_states) else {}
            bits = initial.get("mode", self.plan.state.scalars.get("mode", DEFAULT_MODE))
        return MODE_NAMES.get(bits & LAUNCH_MODE_BITS, "another")

    def save_registers(self, wave: int) -> None:
        """Save the registers for the next instruction of the wave."""
        try:
            state = self.watcher.model.machine.wave(wave)
        except IndexError:
            return
        self.registers[wave] = state.v.copy(), int(state.mode)

    def add_source_values(self, part: dissect.DecodedInstruction, form_reach: FormReach, wave: int, mask: int) -> None:
        """Count the value classes of VGPR sources in active lanes."""
        lanes = [lane for lane in range(self.plan.wave) if mask >> lane & 1]
        if not lanes:
            return
        for source in waves.read_operands(part.form):
            register = part.places.get(source.field, "")
            if re.fullmatch(r"v\d+", register):
                lane_values = self.vgpr(wave, int(register[1:]))
                if source.width == 64:
                    lane_values = lane_values | self.vgpr(wave, int(register[1:]) + 1) << np.uint64(32)
                self.watcher.add_values(form_reach, source, lane_values[lanes])

    def vgpr(self, wave: int, number: int) -> np.ndarray:
        """A VGPR before the instruction, uint64 by lane."""
        if wave in self.registers:
            rows = self.registers[wave][0]
            return rows[min(number, len(rows) - 1)][:self.plan.wave].astype(np.uint64)
        initial = self.plan.wave_states[wave].vectors if wave < len(self.plan.wave_states) else {}
        row = initial.get(number, self.plan.state.vectors.get(number))
        return np.zeros(self.plan.wave, np.uint64) if row is None else row.astype(np.uint64)

    def add_counter_events(self, wave: int, counters: dict[str, int]) -> None:
        """Count the counters that changed, and the pairs of counters that are outstanding together."""
        before = self.counters.get(wave, dict.fromkeys(counters, 0))
        reach = self.watcher.reach
        for name, value in counters.items():
            if value != before[name]:
                increment(reach.counters, f"{name}{'+' if value > before[name] else '-'}")
        outstanding = [name for name, value in counters.items() if value]
        for n, first in enumerate(outstanding):
            for second in outstanding[n + 1:]:
                increment(reach.pairs, f"{first} {second}")
        self.counters[wave] = counters


# ---- against a certificate, and in total ----

def uncovered(reach: Reach, certificate) -> dict[str, list[str]]:
    """{verdict: names} of the forms and dispatch fields that programs use but that do not pass in a certificate."""
    names_by_verdict: dict[str, list[str]] = {}
    for name, forms in sorted(reach.operations.items()):
        for form in sorted(forms):
            record = certificate.operations.get(name)
            verdict = record.forms[form].verdict if record and form in record.forms else NOT_IN_CERTIFICATE
            if verdict != "pass":
                names_by_verdict.setdefault(verdict, []).append(f"{name} {form}")
    for field_name in sorted(reach.dispatch):
        record = certificate.dispatch.get(field_name)
        verdict = record.verdict if record else NOT_IN_CERTIFICATE
        if verdict != "pass":
            names_by_verdict.setdefault(verdict, []).append(f"dispatch {field_name}")
    return names_by_verdict


def rules_by_verdict(reach: Reach, certificate) -> dict[str, list[str]]:
    """{verdict in the certificate: rules that programs need}. Also sets the verdict of each record."""
    rules: dict[str, list[str]] = {}
    for rule, rule_reach in sorted(reach.rules.items()):
        rule_reach.verdict = certificate.rules[rule].verdict if rule in certificate.rules else NOT_IN_CERTIFICATE
        rules.setdefault(rule_reach.verdict, []).append(rule)
    return rules


def totals(reach: Reach) -> dict[str, tuple[int, int]]:
    """{axis: (reached, total)}. For an axis with no fixed number of bins, the total equals the reached number."""
    all_known_forms = case_sampler.all_forms(reach.arch)
    operations = {form.spelling for form in all_known_forms}
    forms = [form_reach for operation_forms in reach.operations.values() for form_reach in operation_forms.values()]
    rules = reach.rules.values()
    rule_count = len({*rule_relevance.rule_features(reach.arch), *reach.rules})
    counts = {
        "operations": (len(reach.operations), len(operations)),
        "forms": (len(forms), len(all_known_forms)),
        "rules": (len(rules), rule_count),
        "rules kept": (sum(rule.kept > 0 for rule in rules), rule_count),
        "rules broken": (sum(rule.broken > 0 for rule in rules), rule_count),
        "dispatch fields": (len(reach.dispatch), len(dispatch_fields.settable_fields(reach.arch))),
    }
    if not any(rule.kept or rule.broken for rule in rules):   # nothing ran
        del counts["rules kept"], counts["rules broken"]
    for axis in AXES:
        reached = sum(len(getattr(form_reach, axis)) for form_reach in forms)
        counts[axis] = reached, reached
    return counts
