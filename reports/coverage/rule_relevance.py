"""Which rules concern a program, run or only read.  What a rule is about its cases by hand show: a program that has all
that one of them is made of can keep or break the rule as that case does.  Of a case that breaks it only those
instructions count without which the model would not report it.

For an operation of the case the program may have another: one that the rule's sentence names as well and that is alike;
where it names none, one of a kind of which the rule's cases try several; another that writes EXEC, where they do it in
every way; the same access to memory in another size.  A modifier that all of several cases have is what the rule is
about, whatever the operation of that encoding; so is an operation that the sentence names and most cases have."""
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
from ..certification import dispatch_cases
from ..export import operation_reference
from . import program_features, hazard_pairs
from .program_features import Made

WAVES = re.compile(r"wave(32|64)")                   # in sentences
LEVELS = 2                                           # of kinds
SEVERAL = 3                                          # so many examples show what is general
PROFILE = "manual"
COUNTER = "counter"                                  # the first part of ids, before a counter's name


@dataclass(slots=True)
class Core:
    """What all cases that keep a rule, and have an operation that its sentence names, have besides."""
    words: set[str]
    modifiers: set[str]
    waves: set[int]


@dataclass(slots=True)
class About:
    """A rule: its sentence, what its cases are made of, the operations the sentence names, the kinds of operations of
    which its cases try several, the modifiers that all of them have, with forms; its core, where those operations alone
    make it; whether they change EXEC in every way.  `strict`: of a hazard, to which sizes and operands matter."""
    strict: bool
    text: str
    cases: list[Made] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    kinds: set[tuple] = field(default_factory=set)
    modifiers: dict[str, set[tuple]] = field(default_factory=dict)
    core: Core | None = None
    masked: bool = False

    def gather(self, arch: str) -> None:
        """Finds kinds, modifiers and the core."""
        if self.strict:
            return
        self.kinds = set() if self.names else {kind for level in range(LEVELS) for kind in self.general(arch, level)}
        if len(self.cases) >= SEVERAL:
            for word in set.intersection(*(set(one.modifiers) for one in self.cases)):
                every = set.intersection(*(program_features.worked_on(one.modifiers[word]) for one in self.cases))
                self.modifiers[word] = {held for one in self.cases for held in one.modifiers[word] if held[-1] in every}
            self.modifiers = {word: held for word, held in self.modifiers.items() if held}
        ways = [{program_features.unit_of(arch, name) for name in one.masks} for one in self.cases if one.masks]
        self.masked = len(set().union(*ways)) >= SEVERAL and not set.intersection(*ways)
        kept = [one for one in self.cases if not one.breaks]
        self.names |= self.spoken(arch, kept)
        about = [one for one in kept if self.names & one.forms.keys()]
        if len(about) >= SEVERAL and 2 * len(about) > len(kept):
            self.core = Core(set.intersection(*(one.words for one in about)),
                             set.intersection(*(set(one.modifiers) for one in about)),
                             set().union(*(one.waves for one in about)))

    def general(self, arch: str, level: int) -> set[tuple]:
        """The kinds of a level of which its cases try several; more, the less is alike."""
        below = defaultdict(set)
        for one in self.cases:
            for kind, found in tried(arch, one, level).items():
                below[kind] |= found if len(found) != 2 else set()               # one may be there for the other
        return {kind for kind, found in below.items() if len(found) >= SEVERAL * (1 + level)}

    def spoken(self, arch: str, kept: list[Made]) -> set[str]:
        """The operations whose shape the sentence has, in encodings that its cases have."""
        has = {name for one in kept for name in one.forms}
        shapes = program_features.said(arch, self.text) & {program_features.shape_of(arch, name) for name in has}
        return {name for name in program_features.ops(arch) if program_features.shape_of(arch, name) in shapes}

    def runs(self, waves: set[int], program: Made) -> bool:
        """Does it not matter to the rule how wide a wave is, or is the program's as wide?"""
        return not WAVES.search(self.text) or not waves.isdisjoint(program.waves)

    def concerns(self, program: Made) -> bool:
        """Is one of its cases made of what the program has?"""
        if self.modifiers and all(held & program.modifiers.get(word, set()) for word, held in self.modifiers.items()):
            return True
        core = self.core
        if core and self.names & program.forms.keys() and core.words <= program.words \
                and core.modifiers <= program.modifiers.keys() and self.runs(core.waves, program):
            return True
        return any(program.has(one) and self.runs(one.waves, program) and self.alike(one, program)
                   for one in self.cases)

    def alike(self, one: Made, program: Made) -> bool:
        """Has the program for each operation of a case one with the same kinds of sources?"""
        return all((others := self.standing(one, name, program)) and
                   one.sources[name] <= set().union(*(program.sources[other] for other in others))
                   for name in one.forms)

    def standing(self, one: Made, name: str, program: Made) -> set[str]:
        """The operations of a program that may stand for one of a case."""
        arch = program.arch
        found = {name} if one.forms[name] <= program.forms.get(name, set()) else set()
        chain, access = program_features.kinds_of(arch, name), program_features.access_of(arch, name)
        for other in program.forms:
            theirs = program_features.kinds_of(arch, other)
            if (name in self.names and other in self.names and theirs[1:] == chain[1:]
                    or self.kinds.intersection(chain) & {*theirs}
                    or self.masked and name in one.masks and other in program.masks
                    or not self.strict and access and access == program_features.access_of(arch, other)):
                found.add(other)
        return found


def tried(arch: str, one: Made, level: int) -> dict[tuple, set]:
    """{kind at a level: what of it a case has, one level further down}"""
    found = defaultdict(set)
    for name in program_features.ops(arch).keys() & one.forms:
        chain = program_features.kinds_of(arch, name)
        if level < len(chain) and (not level or chain[0][0] == "valu"):          # scalar ones prepare, mostly
            found[chain[level]].add(chain[level - 1] if level else program_features.ops(arch)[name][0].body)
    return found


def cases(arch: str) -> list[Case]:
    """The cases by hand of its family, most of which are for one chip of it."""
    return [case for peer, family in ARCHS.items() if family == ARCHS[arch]
            for case in suite_files.read_suite_cases(peer)]


@cache
def known(arch: str) -> dict[str, About]:
    """{rule: what it is about}, of the rules of the architecture's manual and those that cases of its family name."""
    hazards = {row["rule"] for row in load().hazards}
    texts = {name: rule["text"] for name, rule in load().rules.items()}
    found = {rule: About(rule in hazards, texts[rule]) for rule in operation_reference.rules_of_architecture(arch)}
    model = Model(recorded_waves=MAX_RESIDENT_WAVES)
    for case in cases(arch):
        if case.profile == PROFILE and case.rules:
            for rule in case.rules:
                found.setdefault(rule, About(rule in hazards, texts[rule]))
            for rule, one in of_suite(case, model).items():
                found[rule].cases.append(one)
    for name, about in operation_reference.operation_references(arch).items():
        for rule in about.rules:
            found[rule].names.add(name)
    for one in found.values():
        one.gather(arch)
    return found


def of_suite(case: Case, model: Model) -> dict[str, Made]:
    """{rule that a case by hand names: what of the case it takes}; nothing where the case is more than a program, or no
    case."""
    try:
        plan = resolve(case)
    except CaseError:
        return {}
    whole = program_features.of_case(plan)
    told = set(told_of(case))
    return {rule: reduced(plan, rule, model) if rule in told else whole for rule in case.rules} if whole else {}


def reduced(plan: Plan, rule: str, model: Model) -> Made:
    """What is left of a case that breaks a rule when everything is gone without which it breaks it too."""
    listing = instruction_listing(plan.arch, plan.wave, plan.code)
    pieces = [plan.code[at:end] for (at, _), end in zip(listing, [at for at, _ in listing[1:]] + [len(plan.code)])]
    for n in reversed(range(len(pieces))):
        rest = structs.replace(plan, code=b"".join(pieces[:n] + pieces[n + 1:]))
        if any(one["rule"] == rule for one in model.run(rest).findings):
            del pieces[n]
    found = program_features.of_code(structs.replace(plan, code=b"".join(pieces)))
    found.breaks = True
    return found


def told_of(case: Case) -> list[str]:
    """The rules of which a case expects a finding."""
    return [*(case.expect.findings or ()), *case.expect.notes] if case.expect else []


@cache
def reported(arch: str) -> frozenset[str]:
    """The rules that a run shows to be kept or broken: cases expect findings of them."""
    return frozenset(rule for case in cases(arch) for rule in told_of(case))


def rules(program: Made) -> set[str]:
    """The rules that concern a program: by cases; of hazards, whose two instructions it has; of a counter, what it
    counts on; of the fields of its launch."""
    arch, heeded = program.arch, dispatch_cases.dispatch_fields(program.arch)
    of_fields = {name: dispatch_cases.rules_of_field(name, heeds) for name, heeds in heeded.items()}
    launched = {rule for held in of_fields.values() for rule in held}
    found = {rule for rule, about in known(arch).items() if rule not in launched and about.concerns(program)}
    found |= {rule for name in program.fields for rule in of_fields.get(name, ())}
    found |= {rule for rule, first, second in hazard_pairs.hazards_of(arch, (PROFILE,))
              if {first, second} <= program.hazards}
    counters = program.counters()
    return found | {rule for rule in known(arch)
                    if rule.split(".")[0] == COUNTER and rule.split(".")[1] in counters}
