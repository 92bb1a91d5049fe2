"""One encoding over many waves. Each wave has its own EXEC, its own MODE, and register values of the requested
classes."""
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
from ..instructions.instruction_case import RESERVED, SCALARS, TRAP_REGISTERS, drawn_kind_and_width, named_dwords
from ..values import value_classes
from ..values.coverage_bins import BinHits
from ..values.exec_and_mode import unpack_masks

if TYPE_CHECKING:
    from .register_values import Recipe

M0_REACH = 8                                         # registers after a named one that M0 can index
VGPRS = {f"v{number}": number for number in range(256)}
VGPR_NAMES = (*VGPRS,)
HALVES = re.compile(r"\s*::\s*")
WRITTEN_TAG = "written"
PLAIN_TAG = re.compile(rf"wave\d+|vopd|.*=(vgpr|sgpr|inline)|sgpr {WRITTEN_TAG}")     # tags


@dataclass(frozen=True, slots=True)
class Source:
    """An operand that is read. `field`: its field; `kind`, `width`: type of its values; `regs`: number of dwords;
    `packed`: both 16-bit halves of a dword hold elements."""
    field: str
    kind: str
    width: int
    regs: int
    packed: bool

    @property
    def classes(self) -> int:
        """The number of value classes of this operand."""
        return len(value_classes.class_names(self.kind, self.width))


def read_operands(form) -> list[Source]:
    """Return the operands of a form that are read, an old destination included."""
    sources = {}
    reads_destination = any(v.kind == "d" for v in form.op.sources)
    for slot in slots(form):
        if slot.role in ("vgpr", "src", "ssrc", "sdst", "sbase") and (reads_destination or not slot.write):
            sources.setdefault(
                slot.field,
                Source(
                    slot.field, *drawn_kind_and_width(slot.value), max(slot.regs, 1),
                    slot.value is not None and slot.value.count == 2,
                ),
            )
    return list(sources.values())


@dataclass(slots=True)
class Encoding:
    """One legal encoding. `places`: {field: first register, such as "v3" or "s3"} for the sources in registers; `live`:
    mask of the lanes that may write; `fields`: the arguments of encode(), None for VOPD; `moved`: cache for
    reports/diagnosis/lanes.py; `cached_tags`: cache for `tags`."""
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
    cached_tags: frozenset[str] | None = None

    @property
    def tags(self) -> frozenset[str]:
        """The features that a target may lack: wave size, modifiers, kinds of operands, written scalar registers."""
        if self.cached_tags is None:
            operands = self.kinds if self.fields is None else operand_tags(self.form, self.fields, self.wave)
            self.cached_tags = frozenset({f"wave{self.wave}", *self.modifiers, *operands})
        return self.cached_tags


def operand_tags(form, fields: dict, wave: int) -> set[str]:
    """Return each operand as field=kind, and the written scalar registers. Special registers are listed by name, since
    a target may have one and lack another."""
    tags = set()
    for slot in slots(form):
        operand = fields.get(slot.field)
        if operand.__class__ is Operand and slot.role in ("src", "ssrc", "mask", "sdst"):
            if not slot.write:
                tags.add(f"{slot.field}={operand_kind(form.arch, operand.code, slot.regs or wave // 32)}")
            elif operand.code < 256:
                tags.add(f"{operand_kind(form.arch, operand.code, slot.regs or wave // 32)} {WRITTEN_TAG}")
    return tags


@cache
def operand_kind(arch: str, code: int, regs: int) -> str:
    """Return the kind of an operand, or the register's name if a target may lack single registers of this kind."""
    kind, name = modifiers.source_kind(arch, Operand(code)), SCALARS[arch].get(code)
    if kind == "inline":
        return "inline" if code <= 192 else "inline negative" if code <= 208 else "inline float"
    if kind not in ("sgpr", "vcc", "exec") or name is None or name[1:].isdigit():
        return kind
    return name.removesuffix("_lo") if regs == 2 else name


def unusual_tags(tags) -> int:
    """Count the tags other than general registers and small integers."""
    return sum(not PLAIN_TAG.fullmatch(tag) for tag in tags)


def draw_usable_encoding(form, rng, wave: int) -> Encoding | None:
    """Draw a random legal encoding. Return None if it uses reserved registers."""
    code, fields = draw_fields(form, rng, wave)
    return make_encoding(form, wave, code, fields, rng)


def plain_encoding(encoding: Encoding, registers: list[int]) -> Encoding | None:
    """Return an encoding of the same operation without modifiers, with its sources in VGPRs where possible; None if
    there is none. `registers`: the VGPR indices."""
    if encoding.fields is None:
        return None
    fields = modifiers.without_modifiers({
        name: Operand(value.code, value.literal) if isinstance(value, Operand) else value
        for name, value in encoding.fields.items()
    })
    for slot, number in zip((s for s in slots(encoding.form) if s.role == "src" and not s.write), registers):
        if (
            isinstance(fields.get(slot.field), Operand)
            and fields[slot.field].code < 256
            and encoding.form.layout[0] == "v"
        ):
            fields[slot.field] = Operand(256 + number)
    instruction_case.clear_unused_modifiers(encoding.form, fields)
    try:
        return make_encoding(encoding.form, encoding.wave, encode(encoding.form, fields), fields)
    except SpecError:
        return None


def make_encoding(form, wave: int, code: bytes, fields: dict | None, rng=None) -> Encoding | None:
    """Return the Encoding with these fields, or None if it is unusable. Most encodings with a NULL destination are
    dropped."""
    size, text = disassemble(form.arch, wave, code)
    used = named_dwords(text) | modifiers.unused_sdst_registers(fields, wave)
    nowhere = text.partition(" ")[2].startswith("null") and (rng is None or rng.random() < 0.9)
    if size != len(code) or nowhere or not (used.isdisjoint(RESERVED) and used.isdisjoint(TRAP_REGISTERS)):
        return None
    if fields is None:
        return Encoding(
            form, wave, code, text, used, vopd_source_registers(form, text), (1 << wave) - 1, kinds={"vopd"}
        )
    return Encoding(form, wave, code, text, used, source_registers(form, fields), modifiers.dpp_lanes(fields, wave),
                    modifiers.modifier_names(form, fields), modifiers.source_tags(form, fields), fields)


def draw_fields(form, rng, wave: int) -> tuple[bytes, dict | None]:
    """Draw (code, fields). Most DPP masks are full, so that lanes remain to compare."""
    if form.layout == "vopd":
        return instruction_case.draw_encoding(form, rng, wave)
    fields = instruction_case.draw_fields(form, rng, wave)
    if form.extension == "dpp" and rng.random() < 0.8:
        fields.update(row_mask=15, bank_mask=15)
    return encode(form, fields), fields


def source_registers(form, fields: dict) -> dict[str, str]:
    """Return {field: first register} of the sources in registers."""
    registers, scalars = {}, SCALARS[form.arch]
    for slot in slots(form):
        operand = fields.get(slot.field)
        if operand.__class__ is Operand:
            code = operand.code
            name = VGPR_NAMES[code - 256] if code >= 256 else scalars.get(code)
            if name is not None:
                registers[slot.field] = name
    return registers


def vopd_source_registers(form, text: str) -> dict[str, str]:
    """Return source_registers() for one operation of a VOPD, from its text."""
    words = HALVES.split(text)[form.variant == "y"].partition(" ")[2].replace(" ", "").split(",")
    fields = [slot.field for slot in slots(form) if not slot.write]
    registers = {
        name: word
        for name, word in zip((f"vdst{form.variant}", *fields), (words[0], words[1], words[-1]))
        if re.fullmatch(r"[vs]\d+", word)
    }
    if fields[1:] and not words[-1].startswith("v"):                  # FMAAK ends with its constant
        registers[fields[1]] = words[2]
    return registers


@dataclass(slots=True)
class Waves:
    """An encoding and the initial state of many waves. `words`: uint32 array with a row for each wave, in the layout of
    `recipe`; `masks`, `modes`, `shapes`: one for each wave; `hits`: the covered bins."""
    encoding: Encoding
    recipe: Recipe
    words: np.ndarray
    shapes: list[str]
    modes: list[str]
    masks: list[int]
    hits: BinHits | None = None

    @property
    def form(self):
        """The form."""
        return self.encoding.form

    @property
    def scalars(self) -> dict[str, np.ndarray]:
        """{dword: uint32 array with the value in each wave}"""
        return {name: self.words[:, n] for n, name in enumerate(self.recipe.scalars)}

    @property
    def vectors(self) -> dict[int, np.ndarray]:
        """{VGPR: uint32 array with a row of lanes for each wave}"""
        first, lanes = len(self.recipe.scalars), self.encoding.wave
        return {number: self.words[:, first + n * lanes:first + (n + 1) * lanes]
                for n, number in enumerate(self.recipe.vectors)}

    def live(self) -> np.ndarray:
        """Return the active writable lanes as a bool array: a row of lanes for each wave."""
        return unpack_masks([mask & self.encoding.live for mask in self.masks], self.encoding.wave)

    def split_waves(self) -> list:
        """Return each wave as a case of its own."""
        return [self.single_wave(n) for n in range(len(self.masks))]

    def single_wave(self, n: int) -> Waves:
        """Return the wave with index `n` as a case."""
        h, at = self.hits, slice(n, n + 1)
        assert h is not None                           # set by the planner
        states = int(self.live()[n].sum()) if self.form.layout[0] == "v" else 1
        hits = replace(h, vectors=h.vectors[at], shapes=h.shapes[at], modes=h.modes[at], states=states)
        return replace(self, words=self.words[at], shapes=self.shapes[at], modes=self.modes[at], masks=self.masks[at],
                       hits=hits)


def is_vgpr(name: str) -> bool:
    """True if the dword is a VGPR."""
    return name in VGPRS


@cache
def tuple_dwords(first: str, regs: int) -> tuple[str, ...]:
    """Return the dwords of a register tuple."""
    return tuple(name for n in range(regs) if (name := dword_after(first, n)) is not None)


@cache
def dword_after(first: str, n: int) -> str | None:
    """Return the dword that follows `first` at distance `n`, or None if there is none. For example, s3 follows s1 at
    distance 2 and vcc_hi follows vcc_lo at distance 1."""
    if first[1:].isdigit():
        return f"{first[0]}{int(first[1:]) + n}" if first[0] == "s" or int(first[1:]) + n < 256 else None
    return first if n == 0 else f"{first[:-3]}_hi" if n == 1 and first.endswith("_lo") else None


def registers_in_reach(used: set[str]) -> set[str]:
    """Return the registers that the instruction can access through M0, starting from the `used` ones."""
    reachable = set()
    for name in used:
        if name[1:].isdigit() and name[0] in "vs":
            top = 254 if name[0] == "v" else 98
            reachable |= {f"{name[0]}{n}" for n in range(int(name[1:]) + 1, min(int(name[1:]) + M0_REACH, top))}
    return reachable


def to_case(batch: Waves | instruction_case.Instruction, name: str, seed: int = 1) -> dict:
    """Return the waves as a case with one group, as a dict of JSON values. `batch` can also be an Instruction."""
    if isinstance(batch, instruction_case.Instruction):
        return instruction_case.to_case(batch, name, seed)
    wave, count = batch.encoding.wave, len(batch.masks)
    states = [
        {
            **{key: int(rows[n]) for key, rows in batch.scalars.items()},
            **{f"v{key}": rows[n].tolist() for key, rows in batch.vectors.items()},
        }
        for n in range(count)
    ]
    for state in states:
        state["exec"] = state.pop("exec_lo") | state.pop("exec_hi") << 32
    case = {"assay": 1, "name": name, "arch": batch.form.arch, "wave": wave, "code": batch.encoding.code.hex()}
    case |= {"state": states[0]} if count == 1 else {"group": [wave * count, 1, 1], "waves": states}
    if observed := modifiers.observed_registers(batch.encoding.fields, wave):
        case["observe"] = {"registers": observed}
    return case | ({"seed": seed} if seed != 1 else {})
