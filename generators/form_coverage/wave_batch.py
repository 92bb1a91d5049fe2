"""One encoding over many waves: each wave has its own EXEC, MODE and values, of the classes that it is asked for."""
from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from ...model import disassemble
from ...spec import Form, SpecError
from ...spec.encode import Operand, encode
from ...spec.slots import slots
from ..instructions import instruction_case, modifiers
from ..instructions.instruction_case import RESERVED, SCALARS, TRAPS, element, named
from ..values import value_classes
from ..values.coverage_bins import Hits
from ..values.exec_and_mode import lanes_of

if TYPE_CHECKING:
    from .register_values import Recipe

REACH = 8                                            # registers beyond a named one that M0 can lead to
VGPRS = {f"v{number}": number for number in range(256)}
VGPR_NAMES = (*VGPRS,)
HALVES = re.compile(r"\s*::\s*")
WRITTEN = "written"
PLAIN = re.compile(rf"wave\d+|vopd|.*=(vgpr|sgpr|inline)|sgpr {WRITTEN}")             # tags


@dataclass(frozen=True, slots=True)
class Source:
    """An operand that is read: its field, how its values are drawn, registers in a row, and whether both halves hold
    elements."""
    field: str
    kind: str
    width: int
    regs: int
    packed: bool

    @property
    def classes(self) -> int:
        """How many value classes it has."""
        return len(value_classes.class_names(self.kind, self.width))


def sources_of(form) -> list[Source]:
    """The operands of a form that are read, an old destination among them."""
    found = {}
    old = any(v.kind == "d" for v in form.op.sources)
    for slot in slots(form):
        if slot.role in ("vgpr", "src", "ssrc", "sdst", "sbase") and (old or not slot.write):
            found.setdefault(
                slot.field,
                Source(
                    slot.field, *element(slot.value), max(slot.regs, 1),
                    slot.value is not None and slot.value.count == 2,
                ),
            )
    return list(found.values())


@dataclass(slots=True)
class Encoding:
    """One legal encoding.  `places`: {field: first register, "v3" or "s3"} of the sources that are registers; `live`:
    lanes that may write; `fields`: what encode() took, None for VOPD; `moved`: by
    reports/diagnosis/lanes.py, once asked; `told`: its `tags`, once asked."""
    form: Form
    wave: int
    code: bytes
    text: str
    used: set
    places: dict
    live: int
    modifiers: set = field(default_factory=set)
    kinds: set = field(default_factory=set)
    fields: dict | None = None
    moved: tuple | None = None
    told: frozenset[str] | None = None

    @property
    def tags(self) -> frozenset[str]:
        """What of it a target may not have: wave size, modifiers, kinds of operands, registers that are written."""
        if self.told is None:
            operands = self.kinds if self.fields is None else operands_of(self.form, self.fields, self.wave)
            self.told = frozenset({f"wave{self.wave}", *self.modifiers, *operands})
        return self.told


def operands_of(form, fields: dict, wave: int) -> set[str]:
    """Operands as field=what, and what is written of scalar registers; special ones by name, as a target may have one
    and not another."""
    found = set()
    for slot in slots(form):
        operand = fields.get(slot.field)
        if operand.__class__ is Operand and slot.role in ("src", "ssrc", "mask", "sdst"):
            if not slot.write:
                found.add(f"{slot.field}={what_is(form.arch, operand.code, slot.regs or wave // 32)}")
            elif operand.code < 256:
                found.add(f"{what_is(form.arch, operand.code, slot.regs or wave // 32)} {WRITTEN}")
    return found


@cache
def what_is(arch: str, code: int, regs: int) -> str:
    """A kind of operand, where all of the kind are alike; else which of them it is."""
    kind, name = modifiers.kind_of(arch, Operand(code)), SCALARS[arch].get(code)
    if kind == "inline":
        return "inline" if code <= 192 else "inline negative" if code <= 208 else "inline float"
    if kind not in ("sgpr", "vcc", "exec") or name is None or name[1:].isdigit():
        return kind
    return name.removesuffix("_lo") if regs == 2 else name


def odd(tags) -> int:
    """How many of an encoding's tags are more than registers of the large files and small integers."""
    return sum(not PLAIN.fullmatch(tag) for tag in tags)


def encoding(form, rng, wave: int) -> Encoding | None:
    """A random legal encoding that keeps off the reserved registers; None when this draw does not."""
    code, fields = drawn(form, rng, wave)
    return of_fields(form, wave, code, fields, rng)


def plain(one: Encoding, registers: list[int]) -> Encoding | None:
    """The same operation without modifiers, its sources in VGPRs where they may be; `registers`: numbers for these.
    None when that is not to be."""
    if one.fields is None:
        return None
    fields = modifiers.plain({
        name: Operand(value.code, value.literal) if isinstance(value, Operand) else value
        for name, value in one.fields.items()
    })
    for slot, number in zip((s for s in slots(one.form) if s.role == "src" and not s.write), registers):
        if isinstance(fields.get(slot.field), Operand) and fields[slot.field].code < 256 and one.form.layout[0] == "v":
            fields[slot.field] = Operand(256 + number)
    instruction_case.tidy(one.form, fields)
    try:
        return of_fields(one.form, one.wave, encode(one.form, fields), fields)
    except SpecError:
        return None


def of_fields(form, wave: int, code: bytes, fields: dict | None, rng=None) -> Encoding | None:
    """The encoding of these fields; None where it is not to be used, as most are whose result nobody sees."""
    size, text = disassemble(form.arch, wave, code)
    used = named(text) | modifiers.idle(fields, wave)
    nowhere = text.partition(" ")[2].startswith("null") and (rng is None or rng.random() < 0.9)
    if size != len(code) or nowhere or not (used.isdisjoint(RESERVED) and used.isdisjoint(TRAPS)):
        return None
    if fields is None:
        return Encoding(form, wave, code, text, used, dual_places(form, text), (1 << wave) - 1, kinds={"vopd"})
    return Encoding(form, wave, code, text, used, places_of(form, fields), modifiers.enabled(fields, wave),
                    modifiers.modifiers_of(form, fields), modifiers.kinds_of(form, fields), fields)


def drawn(form, rng, wave: int) -> tuple[bytes, dict | None]:
    """(code, fields); masks of DPP are mostly whole, so that lanes are left to compare."""
    if form.layout == "vopd":
        return instruction_case.encoding(form, rng, wave)
    fields = instruction_case.drawn_fields(form, rng, wave)
    if form.extension == "dpp" and rng.random() < 0.8:
        fields.update(row_mask=15, bank_mask=15)
    return encode(form, fields), fields


def places_of(form, fields: dict) -> dict[str, str]:
    """{field: first register} of the sources that stand in registers."""
    found, scalars = {}, SCALARS[form.arch]
    for slot in slots(form):
        operand = fields.get(slot.field)
        if operand.__class__ is Operand:
            code = operand.code
            name = VGPR_NAMES[code - 256] if code >= 256 else scalars.get(code)
            if name is not None:
                found[slot.field] = name
    return found


def dual_places(form, text: str) -> dict[str, str]:
    """The same of one half of a VOPD, from its text."""
    words = HALVES.split(text)[form.variant == "y"].partition(" ")[2].replace(" ", "").split(",")
    fields = [slot.field for slot in slots(form) if not slot.write]
    found = {
        name: word
        for name, word in zip((f"vdst{form.variant}", *fields), (words[0], words[1], words[-1]))
        if re.fullmatch(r"[vs]\d+", word)
    }
    if fields[1:] and not words[-1].startswith("v"):                  # FMAAK ends with its constant
        found[fields[1]] = words[2]
    return found


@dataclass(slots=True)
class Waves:
    """An encoding with the state of each of its waves.  `words`: uint32 by wave, as `recipe` has them; `masks`,
    `modes`, `shapes`: by wave; `hits`: what the plan counts of it."""
    encoding: Encoding
    recipe: Recipe
    words: np.ndarray
    shapes: list[str]
    modes: list[str]
    masks: list[int]
    hits: Hits | None = None

    @property
    def form(self):
        """The form."""
        return self.encoding.form

    @property
    def scalars(self) -> dict[str, np.ndarray]:
        """{dword: uint32 by wave}"""
        return {name: self.words[:, n] for n, name in enumerate(self.recipe.scalars)}

    @property
    def vectors(self) -> dict[int, np.ndarray]:
        """{VGPR: uint32 by wave and lane}"""
        first, lanes = len(self.recipe.scalars), self.encoding.wave
        return {number: self.words[:, first + n * lanes:first + (n + 1) * lanes]
                for n, number in enumerate(self.recipe.vectors)}

    def live(self) -> np.ndarray:
        """Lanes that count: bool by wave and lane."""
        return lanes_of([mask & self.encoding.live for mask in self.masks], self.encoding.wave)

    def apart(self) -> list:
        """Each wave as a case of its own."""
        return [self.part(n) for n in range(len(self.masks))]

    def part(self, n: int) -> Waves:
        """One wave."""
        h, at = self.hits, slice(n, n + 1)
        assert h is not None                           # the planner has counted it
        states = int(self.live()[n].sum()) if self.form.layout[0] == "v" else 1
        hits = replace(h, vectors=h.vectors[at], shapes=h.shapes[at], modes=h.modes[at], states=states)
        return replace(self, words=self.words[at], shapes=self.shapes[at], modes=self.modes[at], masks=self.masks[at],
                       hits=hits)


def vector(name: str) -> bool:
    """Is the dword a VGPR?"""
    return name in VGPRS


@cache
def names(first: str, regs: int) -> tuple[str, ...]:
    """The dwords of a tuple."""
    return tuple(name for n in range(regs) if (name := name_after(first, n)) is not None)


@cache
def name_after(first: str, n: int) -> str | None:
    """The dword `n` after `first`: s3 is two after s1, vcc_hi one after vcc_lo; None when there is none."""
    if first[1:].isdigit():
        return f"{first[0]}{int(first[1:]) + n}" if first[0] == "s" or int(first[1:]) + n < 256 else None
    return first if n == 0 else f"{first[:-3]}_hi" if n == 1 and first.endswith("_lo") else None


def neighbours(used: set[str]) -> set[str]:
    """Registers that M0 can reach from those that are named."""
    found = set()
    for name in used:
        if name[1:].isdigit() and name[0] in "vs":
            top = 254 if name[0] == "v" else 98
            found |= {f"{name[0]}{n}" for n in range(int(name[1:]) + 1, min(int(name[1:]) + REACH, top))}
    return found


def case_of(one: Waves | instruction_case.Instruction, name: str, seed: int = 1) -> dict:
    """The waves as a case of one group, or the one instruction as a case: a dict of JSON values."""
    if isinstance(one, instruction_case.Instruction):
        return instruction_case.case_of(one, name, seed)
    wave, count = one.encoding.wave, len(one.masks)
    states = [
        {
            **{key: int(rows[n]) for key, rows in one.scalars.items()},
            **{f"v{key}": rows[n].tolist() for key, rows in one.vectors.items()},
        }
        for n in range(count)
    ]
    for state in states:
        state["exec"] = state.pop("exec_lo") | state.pop("exec_hi") << 32
    case = {"assay": 1, "name": name, "arch": one.form.arch, "wave": wave, "code": one.encoding.code.hex()}
    case |= {"state": states[0]} if count == 1 else {"group": [wave * count, 1, 1], "waves": states}
    if looked := modifiers.observed(one.encoding.fields, wave):
        case["observe"] = {"registers": looked}
    return case | ({"seed": seed} if seed != 1 else {})
