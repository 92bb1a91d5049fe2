"""Features of a program that decide which rules concern it: operations and forms, modifiers, operand words, and launch
fields."""
from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache

from ...generators.form_coverage import instruction_features
from ...generators.instructions import case_sampler
from ...harness.case.disassembly import instruction_listing
from ...harness.case.plan import DEFAULT_MODE, Plan
from ...spec import ARCHS, Op, families, load
from ..certification import dispatch_fields
from . import hazard_pairs

LAUNCH_MODE_BITS = 0x8003FF                          # fields of MODE that a launch can set
OPERAND_WORD = re.compile(r"(?<![\w\[.])[a-z][a-z_]*(?![\w\[(:])")        # after a mnemonic: gds, off, vcc
MODIFIER_STEM = re.compile(r"[^\d=]+")               # without source number and value
REGISTER_KINDS = ("", "vgpr", "sgpr")
HARDWARE_REGISTER = re.compile(r"HW_REG_\w+")
FIRST_OPERAND = re.compile(r"exec|m0|ttmp")          # written as the first operand
IMPLICIT_RESULTS = {"exec": "exec", "cmpx": "exec", "m0": "m0"}       # results without an operand
RESULT_MODIFIERS, SOURCE_MODIFIERS = ("clamp", "omod"), ("neg", "abs", "neg_hi", "sext")
HALF_MODIFIERS = ("op_sel", "op_sel_hi")
FLOAT_KINDS = ("f", "bf", "mix")


@dataclass(slots=True)
class ProgramFeatures:
    """Features of a program.

    `forms`: {operation: its forms}. `modifiers`: {modifier: {(form, shape, target)}}, including SDWA and DPP. `words`:
    flags, source kinds other than common registers, and "to exec", "to m0", "to ttmp" for results. `sources`:
    {operation: source kinds as in `words`}. `masks`: operations that write EXEC. `hazards`: words of spec/hazards.txt.
    `fields`: launch fields that are set. `whole`: all dwords of the code decode as instructions. `breaks`: this is the
    reduced program of a case that breaks a rule."""
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
        """Add an instruction. `parts`: its decoded parts, two for a dual-issue instruction."""
        self.whole &= bool(parts)
        operands = text.partition(" ")[2]
        self.words |= {word.removesuffix("_lo") for word in OPERAND_WORD.findall(operands)}
        self.words |= {*HARDWARE_REGISTER.findall(operands)}
        self.hazards |= hazard_pairs.hazard_words(parts)
        for part in parts:
            for word in {*part.modifiers, part.form.extension} - {""}:
                stem = MODIFIER_STEM.match(word)[0]
                self.modifiers[stem].add((part.name, part.form.op.shape, modifier_target(part.form.op, stem)))
            kinds = {word.partition("=")[2] for word in part.kinds}.difference(REGISTER_KINDS)
            self.sources[part.operation] |= kinds - {"inline"}                   # mostly equivalent to a register
            self.words |= kinds
            written_names = written_registers(part.form.op, operands)
            self.words |= {f"to {name}" for name in written_names}
            self.masks |= {part.operation} if "exec" in written_names else set()
            self.forms[part.operation].add(part.name)

    def read(self, wave: int, code: bytes) -> ProgramFeatures:
        """Add all instructions of a program."""
        listing = instruction_listing(self.arch, wave, code)
        self.waves.add(wave)
        for (at, text), end in zip(listing, [at for at, _ in listing[1:]] + [len(code)]):
            self.note(text, instruction_features.decode_instruction(self.arch, wave, code[at:end]))
        return self

    def has(self, other: ProgramFeatures) -> bool:
        """Whether this program has all words and modifiers of the other program. Operations and wave sizes are not
        compared."""
        return other.words <= self.words and all(
            modifier_targets(forms) & modifier_targets(self.modifiers.get(word, ()))
            for word, forms in other.modifiers.items())

    def counters(self) -> set[str]:
        """The counters that its operations increment."""
        return {counter for name in self.forms for counter in operation_counters(self.arch, name)}


def case_features(plan: Plan) -> ProgramFeatures | None:
    """The features of a case. Return None if the case is more than a program: if it has a trap handler, a command
    stream, a MODE that no launch can set, or dwords that are not instructions."""
    modes = [state.scalars.get("mode", DEFAULT_MODE) for state in (plan.state, *plan.wave_states)]
    if plan.trap_handler or plan.packets or any((mode ^ DEFAULT_MODE) & ~LAUNCH_MODE_BITS for mode in modes):
        return None
    features = code_features(plan)
    if any(not (state.scalars.get("exec_lo", 1) or state.scalars.get("exec_hi"))
           for state in (plan.state, *plan.wave_states)):
        features.words.add("to exec")                # no launch starts with EXEC = 0
        features.masks.add("")
    return features if features.whole else None


def code_features(plan: Plan) -> ProgramFeatures:
    """The features of a case's code and launch."""
    fields = dispatch_fields.fields_set(plan.arch, plan.dispatch_registers, plan.descriptor, plan.packets)
    return ProgramFeatures(plan.arch, fields=fields).read(plan.wave, plan.code)


# ---- what an instruction changes, and what its modifiers work on ----

def written_registers(op, operands: str) -> set[str]:
    """EXEC, M0 and trap temporaries that an instruction writes, because its row says so or as its first operand."""
    names = {IMPLICIT_RESULTS[value.kind] for value in op.results if value.kind in IMPLICIT_RESULTS} | {"m0"} & {
        note.removeprefix("writes ") for note in op.notes}
    match = FIRST_OPERAND.match(operands) if op.results or op.memory else None
    return names | ({match[0]} if match else set())


def modifier_target(op, modifier: str) -> str:
    """The kind of values that a modifier acts on in a row. It is "float" or "other" for clamp, omod (RDNA3 ISA, 7.2.3)
    and source modifiers (7.2.2.1). It is "packed", "mix" or "lone" for op_sel modifiers (7.4, 7.5). It is "" for
    modifiers that act the same on all values."""
    if modifier in HALF_MODIFIERS:
        kinds = {"mix" if value.kind == "mix" else "packed" for value in op.sources
                 if value.kind == "mix" or value.count > 1}
        return min(kinds, default="lone")
    if modifier in (*RESULT_MODIFIERS, *SOURCE_MODIFIERS):
        values = op.results if modifier in RESULT_MODIFIERS else op.sources
        return "float" if any(value.kind in FLOAT_KINDS for value in values) else "other"
    return ""


def modifier_targets(entries) -> set[str]:
    """The targets of a modifier in some forms."""
    return {target for *_, target in entries}


# ---- operations that may stand for one another ----

@cache
def row_and_encoding_by_spelling(arch: str) -> dict[str, tuple[Op, str]]:
    """{operation as the architecture spells it: (its row, an encoding)}"""
    return {form.spelling: (form.op, form.encoding) for form in case_sampler.all_forms(arch)}


@cache
def operation_unit(arch: str, name: str) -> str:
    """The unit that executes an operation: valu, salu, …"""
    encoding = encoding_and_shape(arch, name)[0]
    return load().encodings[ARCHS[arch], encoding].kind if encoding else ""


@cache
def operation_kinds(arch: str, name: str) -> tuple[tuple, ...]:
    """The kinds of an operation, from exact to rough, or () if it is unknown. ALU operations have (unit, shape,
    results, sources, notes), then the same without widths. Memory operations have the access, then (encoding, verb)."""
    op, encoding = row_and_encoding_by_spelling(arch).get(name, (None, ""))
    if not op:
        return ()
    if op.memory:
        return memory_access(arch, name) or (), (encoding, op.memory.verb)
    unit = operation_unit(arch, name)
    exact = unit, op.shape, *(tuple(value.word for value in values) for values in (op.results, op.sources)), op.notes
    if not op.results:
        return exact, (unit, op.shape, tuple(note.partition(" ")[0] for note in op.notes))
    rough = unit, op.shape, *(frozenset(value.kind for value in values if value.kind != "imm")
                              for values in (op.results, op.sources))
    return exact, rough


@cache
def encoding_and_shape(arch: str, name: str) -> tuple[str, str]:
    """Encoding and shape of an operation."""
    op, encoding = row_and_encoding_by_spelling(arch).get(name, (None, ""))
    return encoding, op.shape if op else ""


@cache
def shapes_in_sentence(arch: str, text: str) -> frozenset[tuple]:
    """(encoding, shape) for the operations whose shape (branch, load, store, atomic) the sentence names."""
    words = {word.lower() for word in re.findall(r"[A-Za-z]+", text)}
    return frozenset((encoding, op.shape) for op, encoding in row_and_encoding_by_spelling(arch).values()
                     if op.shape and not op.memory and words & {op.shape, f"{op.shape}s", f"{op.shape}es"})


@cache
def memory_access(arch: str, name: str) -> tuple | None:
    """The memory access of an operation without its size; None for other operations."""
    op, encoding = row_and_encoding_by_spelling(arch).get(name, (None, ""))
    if not op or not op.memory:
        return None
    half = op.memory.to.half if op.memory.to else ".hi" in op.memory.size
    return encoding, op.memory.verb, op.memory.words, op.memory.combine, half, "format" in op.memory.size


@cache
def operation_counters(arch: str, name: str) -> frozenset[str]:
    """The counters that an operation may increment."""
    op, encoding = row_and_encoding_by_spelling(arch)[name]
    return frozenset(counter for row in load().counters for counter in row["counters"].split("+")
                     if (row["encoding"], row["shape"]) == (encoding, op.shape)
                     and ARCHS[arch] in families(row["family"]))
