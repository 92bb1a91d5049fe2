"""Which rules concern a program, run or only read.  What a rule is about its cases by hand show: a program that has all
that one of them is made of can keep or break the rule as that case does.  Of a case that breaks it only those
instructions count without which the model would not report it.

For an operation of the case the program may have another: one that the rule's sentence names as well; where it names
none, one of a kind of which the rule's cases try several; the same access to memory in another size.  A modifier that
all of several cases have is what the rule is about, whatever the operation of that encoding."""
from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache

from msgspec import structs

from ... import suites
from ...harness.case import Case, CaseError
from ...harness.plan import Plan, resolve
from ...harness.run import AT_ONCE, Model
from ...harness.wrap import listing_of
from ...spec import ARCHS, load
from .. import reference
from ..certificate import dispatches
from . import made, neighbours
from .made import Made

SEVERAL = 3                                          # so many examples show what is general
PROFILE = "manual"
COUNTER = "counter"                                  # the first part of ids, before a counter's name


@dataclass(slots=True)
class About:
    """A rule: what its cases are made of, the operations its sentence names, the kinds of operations of which its cases
    try several, the modifiers that all of them have, with forms.  `strict`: of a hazard, to which sizes and operands
    matter."""
    strict: bool
    cases: list[Made] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    kinds: set[tuple] = field(default_factory=set)
    modifiers: dict[str, set[tuple]] = field(default_factory=dict)

    def gather(self, arch: str) -> None:
        """Finds kinds and modifiers."""
        bodies = defaultdict(set)
        for one in () if self.strict or self.names else self.cases:
            held = defaultdict(set)
            for name in made.ops(arch).keys() & one.forms:
                held[made.kind_of(arch, name)].add(made.ops(arch)[name][0].body)
            for kind, found in held.items():
                bodies[kind] |= found if len(found) != 2 else set()              # one may be there for the other
        self.kinds = {kind for kind, found in bodies.items() if kind and len(found) >= SEVERAL}
        if len(self.cases) >= SEVERAL and not self.strict:
            for word in set.intersection(*(set(one.modifiers) for one in self.cases)):
                self.modifiers[word] = set().union(*(one.modifiers[word] for one in self.cases))

    def concerns(self, program: Made) -> bool:
        """Is one of its cases made of what the program has?"""
        if self.modifiers and all(held & program.modifiers.get(word, set()) for word, held in self.modifiers.items()):
            return True
        arch, names = program.arch, set(program.forms)
        named = self.names if self.names & names else set()
        kinds = {made.kind_of(arch, name) for name in names} & self.kinds
        accesses = set() if self.strict else {made.access_of(arch, name) for name in names} - {None}
        return any(program.has(one) and all(
            forms <= program.forms.get(name, set()) or name in named or made.kind_of(arch, name) in kinds
            or made.access_of(arch, name) in accesses for name, forms in one.forms.items()) for one in self.cases)


def cases(arch: str) -> list[Case]:
    """The cases by hand of its family, most of which are for one chip of it."""
    return [case for peer, family in ARCHS.items() if family == ARCHS[arch] for case in suites.cases(peer)]


@cache
def known(arch: str) -> dict[str, About]:
    """{rule: what it is about}, of the rules of the architecture's manual and those that cases of its family name."""
    hazards = {row["rule"] for row in load().hazards}
    found = {rule: About(rule in hazards) for rule in reference.rules_of(arch)}
    model = Model(kept=AT_ONCE)
    for case in cases(arch):
        if case.profile == PROFILE and case.rules:
            for rule in case.rules:
                found.setdefault(rule, About(rule in hazards))
            for rule, one in of_suite(case, model).items():
                found[rule].cases.append(one)
    for name, about in reference.of_arch(arch).items():
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
    whole = made.of_case(plan)
    told = set(told_of(case))
    return {rule: reduced(plan, rule, model) if rule in told else whole for rule in case.rules} if whole else {}


def reduced(plan: Plan, rule: str, model: Model) -> Made:
    """What is left of a case that breaks a rule when everything is gone without which it breaks it too."""
    listing = listing_of(plan.arch, plan.wave, plan.code)
    pieces = [plan.code[at:end] for (at, _), end in zip(listing, [at for at, _ in listing[1:]] + [len(plan.code)])]
    for n in reversed(range(len(pieces))):
        rest = structs.replace(plan, code=b"".join(pieces[:n] + pieces[n + 1:]))
        if any(one["rule"] == rule for one in model.run(rest).findings):
            del pieces[n]
    return made.of_code(structs.replace(plan, code=b"".join(pieces)))


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
    arch, heeded = program.arch, dispatches.heeded(program.arch)
    of_fields = {name: dispatches.rule_of(name, heeds) for name, heeds in heeded.items()}
    launched = {rule for held in of_fields.values() for rule in held}
    found = {rule for rule, about in known(arch).items() if rule not in launched and about.concerns(program)}
    found |= {rule for name in program.fields for rule in of_fields.get(name, ())}
    found |= {rule for rule, first, second in neighbours.hazards_of(arch, (PROFILE,))
              if {first, second} <= program.hazards}
    counters = program.counters()
    return found | {rule for rule in known(arch)
                    if rule.split(".")[0] == COUNTER and rule.split(".")[1] in counters}
