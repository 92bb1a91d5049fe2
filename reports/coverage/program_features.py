"""What a program is made of, by which rules are told to concern it or not: operations and their forms, what stands with
them in the text, the fields of its launch."""
from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache

from ...generators.form_coverage import instruction_features
from ...generators.instructions import case_sampler
from ...harness.case.disassembly import instruction_listing
from ...harness.case.plan import DEFAULT_MODE, Plan
from ...spec import ARCHS, families, load
from ..certification import dispatch_cases
from . import hazard_pairs

SETTINGS = 0x8003FF                                  # fields of MODE that a launch may choose
FLAG = re.compile(r"(?<![\w\[.])[a-z][a-z_]*(?![\w\[(:])")                  # a word behind a mnemonic: gds, off, vcc
MODIFIER = re.compile(r"[^\d=]+")                     # the same on any source, of any value
REGISTERS = ("", "vgpr", "sgpr")
HARDWARE = re.compile(r"HW_REG_\w+")
TARGET = re.compile(r"exec|m0|ttmp")                 # as the first operand
GIVES = {"exec": "exec", "cmpx": "exec", "m0": "m0"}  # results of rows that no operand names
OF_RESULTS, OF_SOURCES = ("clamp", "omod"), ("neg", "abs", "neg_hi", "sext")
OF_HALVES = ("op_sel", "op_sel_hi")
FLOATS = ("f", "bf", "mix")


@dataclass(slots=True)
class Made:
    """`forms`: by operation; `modifiers`: forms and shapes by modifier, SDWA and DPP being some; `words`: flags, kinds
    of sources that are no common registers, of results EXEC, M0 and trap temporaries; `sources`: those kinds by
    operation; `masks`: operations that write EXEC; `hazards`: words of spec/hazards.txt; `fields`: of the launch, that
    are set; `whole`: there is nothing that is no instruction; `breaks`: it is left of a case that breaks a rule."""
    arch: str
    forms: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    modifiers: dict[str, set[tuple]] = field(default_factory=lambda: defaultdict(set))
    words: set[str] = field(default_factory=set)
    sources: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    masks: set[str] = field(default_factory=set)
    hazards: set[str] = field(default_factory=set)
    waves: set[int] = field(default_factory=set)
    fields: set[str] = field(default_factory=set)
    whole: bool = True
    breaks: bool = False

    def note(self, text: str, parts) -> None:
        """An instruction: its text, its halves."""
        self.whole &= bool(parts)
        operands = text.partition(" ")[2]
        self.words |= {word.removesuffix("_lo") for word in FLAG.findall(operands)} | {*HARDWARE.findall(operands)}
        self.hazards |= hazard_pairs.words_of(parts)
        for part in parts:
            for word in {*part.modifiers, part.form.extension} - {""}:
                stem = MODIFIER.match(word)[0]
                self.modifiers[stem].add((part.name, part.form.op.shape, acted(part.form.op, stem)))
            kinds = {word.partition("=")[2] for word in part.kinds}.difference(REGISTERS)
            self.sources[part.operation] |= kinds - {"inline"}                   # as good as any register, mostly
            self.words |= kinds
            changed = written(part.form.op, operands)
            self.words |= {f"to {name}" for name in changed}
            self.masks |= {part.operation} if "exec" in changed else set()
            self.forms[part.operation].add(part.name)

    def read(self, wave: int, code: bytes) -> Made:
        """All instructions of a program."""
        listing = instruction_listing(self.arch, wave, code)
        self.waves.add(wave)
        for (at, text), end in zip(listing, [at for at, _ in listing[1:]] + [len(code)]):
            self.note(text, instruction_features.decode_instruction(self.arch, wave, code[at:end]))
        return self

    def has(self, other: Made) -> bool:
        """All that the other has, but for its operations and wave sizes?"""
        return other.words <= self.words and all(
            worked_on(held) & worked_on(self.modifiers.get(word, ())) for word, held in other.modifiers.items())

    def counters(self) -> set[str]:
        """The counters that its operations count on."""
        return {counter for name in self.forms for counter in counted(self.arch, name)}


def of_case(plan: Plan) -> Made | None:
    """Of a case; None where it is more than a program: with a trap handler, a stream of commands, modes that no launch
    chooses, words that are no instruction."""
    modes = [one.scalars.get("mode", DEFAULT_MODE) for one in (plan.state, *plan.wave_states)]
    if plan.trap_handler or plan.packets or any((mode ^ DEFAULT_MODE) & ~SETTINGS for mode in modes):
        return None
    found = of_code(plan)
    if any(not (one.scalars.get("exec_lo", 1) or one.scalars.get("exec_hi"))
           for one in (plan.state, *plan.wave_states)):
        found.words.add("to exec")                       # no launch starts so
        found.masks.add("")
    return found if found.whole else None


def of_code(plan: Plan) -> Made:
    """Of a case's code and its launch."""
    fields = dispatch_cases.fields_set(plan.arch, plan.dispatch_registers, plan.descriptor, plan.packets)
    return Made(plan.arch, fields=fields).read(plan.wave, plan.code)


# ---- what an instruction changes, and what its modifiers work on ----

def written(op, operands: str) -> set[str]:
    """EXEC, M0 and trap temporaries, where an instruction writes them: its row says so, or its first operand."""
    found = {GIVES[value.kind] for value in op.results if value.kind in GIVES} | {"m0"} & {
        note.removeprefix("writes ") for note in op.notes}
    first = TARGET.match(operands) if op.results or op.memory else None
    return found | ({first[0]} if first else set())


def acted(op, modifier: str) -> str:
    """What of a row a modifier works on: floats or others of its results (RDNA3 ISA, 7.2.3) or of its sources
    (7.2.2.1), packed, mixed or lone halves (7.4, 7.5); "" of one that is the same for all."""
    if modifier in OF_HALVES:
        kinds = {"mix" if value.kind == "mix" else "packed" for value in op.sources
                 if value.kind == "mix" or value.count > 1}
        return min(kinds, default="lone")
    if modifier in (*OF_RESULTS, *OF_SOURCES):
        values = op.results if modifier in OF_RESULTS else op.sources
        return "float" if any(value.kind in FLOATS for value in values) else "other"
    return ""


def worked_on(held) -> set[str]:
    """Of a modifier in some forms: what it acts on there."""
    return {acts for *_, acts in held}


# ---- operations that may stand for one another ----

@cache
def ops(arch: str) -> dict:
    """{operation as it is spelled: (its row, an encoding)}"""
    return {form.spelling: (form.op, form.encoding) for form in case_sampler.all_forms(arch)}


@cache
def unit_of(arch: str, name: str) -> str:
    """What part of the machine an operation is for: valu, salu, …"""
    encoding = shape_of(arch, name)[0]
    return load().encodings[ARCHS[arch], encoding].kind if encoding else ""


@cache
def kinds_of(arch: str, name: str) -> tuple[tuple, ...]:
    """What an operation is, ever less exactly: unit, results, sources and notes; without widths; of the vector ALU that
    it writes registers.  Of one of memory: what access; where and what verb.  () of those it lacks."""
    op, encoding = ops(arch).get(name, (None, ""))
    if not op:
        return ()
    if op.memory:
        return access_of(arch, name) or (), (encoding, op.memory.verb)
    unit = unit_of(arch, name)
    exact = unit, op.shape, *(tuple(value.word for value in some) for some in (op.results, op.sources)), op.notes
    if not op.results:
        return exact, (unit, op.shape, tuple(note.partition(" ")[0] for note in op.notes))
    rough = unit, op.shape, *(frozenset(value.kind for value in values if value.kind != "imm")
                              for values in (op.results, op.sources))
    return exact, rough


@cache
def shape_of(arch: str, name: str) -> tuple[str, str]:
    """Encoding and shape of an operation."""
    op, encoding = ops(arch).get(name, (None, ""))
    return encoding, op.shape if op else ""


@cache
def said(arch: str, text: str) -> frozenset[tuple]:
    """(encoding, shape) of the operations whose shape a sentence has among its words: branch, load, store, atomic."""
    words = {word.lower() for word in re.findall(r"[A-Za-z]+", text)}
    return frozenset((encoding, op.shape) for op, encoding in ops(arch).values()
                     if op.shape and not op.memory and words & {op.shape, f"{op.shape}s", f"{op.shape}es"})


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
