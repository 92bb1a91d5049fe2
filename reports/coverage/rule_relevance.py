"""The rules that concern a program. A rule concerns it if the program has all features of one of the rule's handwritten
cases, or replacements for them.

The program need not run. The handwritten cases of a rule show which features matter. A program that has all features
of one of these cases can keep or break the rule as the case does. For a case that breaks a rule, only the
instructions that are needed for the finding count.

Another operation may replace an operation of the case:

- a similar operation that the rule's sentence also names;

- if the sentence names no operation: an operation of a kind of which the rule's cases use several;

- an operation that writes EXEC, if the cases write EXEC in different ways;

- the same memory access with another size.

If all cases share a modifier, the rule is about this modifier, for any operation of that encoding. Likewise, the rule
is about an operation that its sentence names and that most cases have."""
from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache

from msgspec import structs

from ...harness.case import suite_files
from ...harness.case.case_types import Case, CaseError
from ...harness.case.disassembly import instruction_listing
from ...harness.case.plan import Plan, resolve
from ...harness.execution.model_run import MAX_RESIDENT_WAVES, Model
from ...spec import ARCHS, load
from ..certification import dispatch_fields
from ..export import operation_reference
from . import program_features, hazard_pairs
from .program_features import ProgramFeatures

WAVE_SIZE = re.compile(r"wave(32|64)")               # in a rule's sentence
KIND_LEVELS = 2                                      # levels of kinds: exact and rough
MIN_EXAMPLES = 3                                     # cases or operations that show a general property
PROFILE = "manual"
COUNTER_PREFIX = "counter"                           # of the ids of rules on counters


@dataclass(slots=True)
class RuleCore:
    """The features that are common to all cases that keep a rule and contain an operation named in its sentence."""
    words: set[str]
    modifiers: set[str]
    waves: set[int]


@dataclass(slots=True)
class RuleFeatures:
    """The features of a rule.

    `text`: its sentence. `cases`: features of its cases. `names`: operations that the sentence names. `kinds`:
    operation kinds from which its cases use several operations. `modifiers`: modifiers that all cases have, with forms.
    `core`: set if the named operations alone make the rule relevant. `masked`: its cases write EXEC in different ways.
    `strict`: a hazard, for which sizes and operands matter."""
    strict: bool
    text: str
    cases: list[ProgramFeatures] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    kinds: set[tuple] = field(default_factory=set)
    modifiers: dict[str, set[tuple]] = field(default_factory=dict)
    core: RuleCore | None = None
    masked: bool = False

    def gather(self, arch: str) -> None:
        """Derive kinds, modifiers and the core from the cases."""
        if self.strict:
            return
        self.kinds = set() if self.names else {kind for level in range(KIND_LEVELS)
                                               for kind in self.general_kinds(arch, level)}
        if len(self.cases) >= MIN_EXAMPLES:
            for word in set.intersection(*(set(case.modifiers) for case in self.cases)):
                shared_targets = set.intersection(*(program_features.modifier_targets(case.modifiers[word])
                                                    for case in self.cases))
                self.modifiers[word] = {entry for case in self.cases for entry in case.modifiers[word]
                                        if entry[-1] in shared_targets}
            self.modifiers = {word: entry for word, entry in self.modifiers.items() if entry}
        exec_writers = [{program_features.operation_unit(arch, name) for name in case.masks} for case in self.cases
                        if case.masks]
        self.masked = len(set().union(*exec_writers)) >= MIN_EXAMPLES and not set.intersection(*exec_writers)
        keeping_cases = [case for case in self.cases if not case.breaks]
        self.names |= self.operations_of_named_shape(arch, keeping_cases)
        naming_cases = [case for case in keeping_cases if self.names & case.forms.keys()]
        if len(naming_cases) >= MIN_EXAMPLES and 2 * len(naming_cases) > len(keeping_cases):
            self.core = RuleCore(set.intersection(*(case.words for case in naming_cases)),
                             set.intersection(*(set(case.modifiers) for case in naming_cases)),
                             set().union(*(case.waves for case in naming_cases)))

    def general_kinds(self, arch: str, level: int) -> set[tuple]:
        """The kinds at a level from which the cases use several operations. More operations are required at a rougher
        level."""
        operations_by_kind = defaultdict(set)
        for case in self.cases:
            for kind, operations in case_kinds(arch, case, level).items():
                if len(operations) != 2:             # with two, one may only support the other
                    operations_by_kind[kind] |= operations
        return {kind for kind, operations in operations_by_kind.items()
                if len(operations) >= MIN_EXAMPLES * (1 + level)}

    def operations_of_named_shape(self, arch: str, keeping_cases: list[ProgramFeatures]) -> set[str]:
        """The operations whose shape the sentence names, in encodings of its cases."""
        case_operations = {name for case in keeping_cases for name in case.forms}
        shapes = program_features.shapes_in_sentence(arch, self.text) & {program_features.encoding_and_shape(arch, name)
                                                                         for name in case_operations}
        return {name for name in program_features.row_and_encoding_by_spelling(arch)
                if program_features.encoding_and_shape(arch, name) in shapes}

    def wave_size_matches(self, waves: set[int], program: ProgramFeatures) -> bool:
        """Whether the sentence does not depend on the wave size, or the program has one of these wave sizes."""
        return not WAVE_SIZE.search(self.text) or not waves.isdisjoint(program.waves)

    def concerns(self, program: ProgramFeatures) -> bool:
        """Whether the rule concerns a program: by its shared modifiers, by its core, or because the program has all
        features of a case."""
        if self.modifiers and all(entries & program.modifiers.get(word, set())
                                  for word, entries in self.modifiers.items()):
            return True
        core = self.core
        if core and self.names & program.forms.keys() and core.words <= program.words \
                and core.modifiers <= program.modifiers.keys() and self.wave_size_matches(core.waves, program):
            return True
        return any(program.has(case) and self.wave_size_matches(case.waves, program)
                   and self.operations_match(case, program) for case in self.cases)

    def operations_match(self, case: ProgramFeatures, program: ProgramFeatures) -> bool:
        """Whether the program has, for each operation of a case, a replacement with the same kinds of sources."""
        return all((replacements := self.replacements(case, name, program)) and
                   case.sources[name] <= set().union(*(program.sources[other] for other in replacements))
                   for name in case.forms)

    def replacements(self, case: ProgramFeatures, name: str, program: ProgramFeatures) -> set[str]:
        """The operations of a program that may replace an operation of a case."""
        arch = program.arch
        matches = {name} if case.forms[name] <= program.forms.get(name, set()) else set()
        chain, access = program_features.operation_kinds(arch, name), program_features.memory_access(arch, name)
        for other in program.forms:
            other_chain = program_features.operation_kinds(arch, other)
            if (name in self.names and other in self.names and other_chain[1:] == chain[1:]
                    or self.kinds.intersection(chain) & {*other_chain}
                    or self.masked and name in case.masks and other in program.masks
                    or not self.strict and access and access == program_features.memory_access(arch, other)):
                matches.add(other)
        return matches


def case_kinds(arch: str, case: ProgramFeatures, level: int) -> dict[tuple, set]:
    """{kind at `level`: the case's operations of this kind, or at higher levels its kinds one level below}"""
    operations = defaultdict(set)
    for name in program_features.row_and_encoding_by_spelling(arch).keys() & case.forms:
        chain = program_features.operation_kinds(arch, name)
        if level < len(chain) and (not level
                                   or chain[0][0] == "valu"):          # scalar operations mostly prepare operands
            operations[chain[level]].add(chain[level - 1] if level
                                         else program_features.row_and_encoding_by_spelling(arch)[name][0].body)
    return operations


def family_cases(arch: str) -> list[Case]:
    """The handwritten cases for any architecture of the same family."""
    return [case for peer, family in ARCHS.items() if family == ARCHS[arch]
            for case in suite_files.read_suite_cases(peer)]


@cache
def rule_features(arch: str) -> dict[str, RuleFeatures]:
    """{rule: its features} for the rules of the architecture's manual and those that its family's cases name."""
    hazards = {row["rule"] for row in load().hazards}
    texts = {name: rule["text"] for name, rule in load().rules.items()}
    features = {rule: RuleFeatures(rule in hazards, texts[rule])
                for rule in operation_reference.rules_of_architecture(arch)}
    model = Model(recorded_waves=MAX_RESIDENT_WAVES)
    for case in family_cases(arch):
        if case.profile == PROFILE and case.rules:
            for rule in case.rules:
                features.setdefault(rule, RuleFeatures(rule in hazards, texts[rule]))
            for rule, entry in suite_case_features(case, model).items():
                features[rule].cases.append(entry)
    for name, about in operation_reference.operation_references(arch).items():
        for rule in about.rules:
            features[rule].names.add(name)
    for entry in features.values():
        entry.gather(arch)
    return features


def suite_case_features(case: Case, model: Model) -> dict[str, ProgramFeatures]:
    """{rule that a handwritten case names: the case's features}. Empty if the case is invalid or more than a
    program."""
    try:
        plan = resolve(case)
    except CaseError:
        return {}
    all_features = program_features.case_features(plan)
    broken_rules = set(expected_findings(case))
    return {rule: reduced_features(plan, rule, model) if rule in broken_rules else all_features
            for rule in case.rules} if all_features else {}


def reduced_features(plan: Plan, rule: str, model: Model) -> ProgramFeatures:
    """The features of a case that breaks a rule, without the instructions that the finding does not need."""
    listing = instruction_listing(plan.arch, plan.wave, plan.code)
    pieces = [plan.code[at:end] for (at, _), end in zip(listing, [at for at, _ in listing[1:]] + [len(plan.code)])]
    for n in reversed(range(len(pieces))):
        shorter_plan = structs.replace(plan, code=b"".join(pieces[:n] + pieces[n + 1:]))
        if any(finding["rule"] == rule for finding in model.run(shorter_plan).findings):
            del pieces[n]
    features = program_features.code_features(structs.replace(plan, code=b"".join(pieces)))
    features.breaks = True
    return features


def expected_findings(case: Case) -> list[str]:
    """The rules for which a case expects a finding or note."""
    return [*(case.expect.findings or ()), *case.expect.notes] if case.expect else []


@cache
def reported_rules(arch: str) -> frozenset[str]:
    """The rules that a run can break or keep: the rules for which cases expect findings."""
    return frozenset(rule for case in family_cases(arch) for rule in expected_findings(case))


def relevant_rules(program: ProgramFeatures) -> set[str]:
    """The rules that concern a program: by their cases, by hazards for which it has both instructions, by its counters,
    and by its launch fields."""
    arch, fields = program.arch, dispatch_fields.settable_fields(program.arch)
    rules_by_field = {name: dispatch_fields.rules_of_field(name, is_read) for name, is_read in fields.items()}
    launch_rules = {rule for field_rules in rules_by_field.values() for rule in field_rules}
    relevant = {rule for rule, features in rule_features(arch).items() if rule not in launch_rules
                and features.concerns(program)}
    relevant |= {rule for name in program.fields for rule in rules_by_field.get(name, ())}
    relevant |= {rule for rule, first, second in hazard_pairs.decidable_hazards(arch, (PROFILE,))
              if {first, second} <= program.hazards}
    counters = program.counters()
    return relevant | {rule for rule in rule_features(arch)
                    if rule.split(".")[0] == COUNTER_PREFIX and rule.split(".")[1] in counters}
