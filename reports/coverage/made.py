"""What a program is made of, by which rules are told to concern it or not: operations and their forms, what stands with
them in the text, the fields of its launch."""
from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache

from ...generators.grid import dissect
from ...generators.single import sampler
from ...harness.plan import MODE_DEFAULT, Plan
from ...harness.wrap import listing_of
from ...spec import ARCHS, families, load
from ..certificate import dispatches
from . import neighbours

SETTINGS = 0x8003FF                                  # fields of MODE that a launch may choose
FLAG = re.compile(r"(?<![\w\[.])[a-z][a-z_]*(?![\w\[(:])")                  # a word behind a mnemonic: gds, off, vcc
MODIFIER = re.compile(r"[^\d=]+")                     # the same on any source, of any value
REGISTERS = ("", "vgpr", "sgpr")


@dataclass(slots=True)
class Made:
    """`forms`: by operation; `modifiers`: forms and shapes by modifier, SDWA and DPP being some; `words`: flags, kinds
    of sources that are no common registers; `hazards`: words of spec/hazards.txt; `fields`: of the launch, that are
    set; `whole`: there is nothing that is no instruction."""
    arch: str
    forms: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    modifiers: dict[str, set[tuple]] = field(default_factory=lambda: defaultdict(set))
    words: set[str] = field(default_factory=set)
    hazards: set[str] = field(default_factory=set)
    waves: set[int] = field(default_factory=set)
    fields: set[str] = field(default_factory=set)
    whole: bool = True

    def note(self, text: str, parts) -> None:
        """An instruction: its text, its halves."""
        self.whole &= bool(parts)
        self.words |= set(FLAG.findall(text.partition(" ")[2]))
        self.hazards |= neighbours.words_of(parts)
        for part in parts:
            for word in {*part.modifiers, part.form.extension} - {""}:
                self.modifiers[MODIFIER.match(word)[0]].add((part.name, part.form.op.shape))
            self.words |= {word.partition("=")[2] for word in part.kinds}.difference(REGISTERS)
            self.forms[part.operation].add(part.name)

    def read(self, wave: int, code: bytes) -> Made:
        """All instructions of a program."""
        listing = listing_of(self.arch, wave, code)
        self.waves.add(wave)
        for (at, text), end in zip(listing, [at for at, _ in listing[1:]] + [len(code)]):
            self.note(text, dissect.parts_of(self.arch, wave, code[at:end]))
        return self

    def has(self, other: Made) -> bool:
        """All that the other has, but for its operations?"""
        return other.words <= self.words and other.waves <= self.waves and set(other.modifiers) <= set(self.modifiers)

    def counters(self) -> set[str]:
        """The counters that its operations count on."""
        return {counter for name in self.forms for counter in counted(self.arch, name)}


def of_case(plan: Plan) -> Made | None:
    """Of a case; None where it is more than a program: with a trap handler, a stream of commands, modes that no launch
    chooses, words that are no instruction."""
    modes = [one.scalars.get("mode", MODE_DEFAULT) for one in (plan.state, *plan.overlays)]
    if plan.handler or plan.packets or any((mode ^ MODE_DEFAULT) & ~SETTINGS for mode in modes):
        return None
    found = of_code(plan)
    return found if found.whole else None


def of_code(plan: Plan) -> Made:
    """Of a case's code and its launch."""
    fields = dispatches.fields_set(plan.arch, plan.hardware, plan.descriptor, plan.packets)
    return Made(plan.arch, fields=fields).read(plan.wave, plan.code)


# ---- operations that may stand for one another ----

@cache
def ops(arch: str) -> dict:
    """{operation as it is spelled: (its row, an encoding)}"""
    return {form.spelling: (form.op, form.encoding) for form in sampler.forms_of(arch)}


@cache
def kind_of(arch: str, name: str) -> tuple | None:
    """Unit, results, sources and notes of an operation that computes; None of others, and of those it lacks."""
    op, encoding = ops(arch).get(name, (None, ""))
    if not op or op.memory or not op.results:
        return None
    unit = load().encodings[ARCHS[arch], encoding].kind
    return unit, tuple(value.word for value in op.results), tuple(value.word for value in op.sources), op.notes


@cache
def access_of(arch: str, name: str) -> tuple | None:
    """What an operation does with memory, but for the size."""
    op, encoding = ops(arch).get(name, (None, ""))
    if not op or not op.memory:
        return None
    half = op.memory.to.half if op.memory.to else ".hi" in op.memory.size
    return encoding, op.memory.verb, op.memory.words, op.memory.combine, half, "format" in op.memory.size


@cache
def counted(arch: str, name: str) -> frozenset[str]:
    """The counters that an operation may count on."""
    op, encoding = ops(arch)[name]
    return frozenset(counter for row in load().counters for counter in row["counters"].split("+")
                     if (row["encoding"], row["shape"]) == (encoding, op.shape)
                     and ARCHS[arch] in families(row["family"]))
