"""One instruction with its initial state: a random legal encoding, a typed value in every register it names, EXEC and
MODE."""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np

from ...model import disassemble
from ...spec import ARCHS, Form, architecture_traits
from ...spec.encode import Operand, encode
from ...spec.operands import constants
from ...spec.slots import slots
from .encodings import random_encoding, random_fields

from ..values.addresses import to_case_value
from ..values.coverage_bins import BinHits
from ..values.exec_and_mode import MODES, EXEC_SHAPES, exec_mask
from ..values.value_sources import RandomRows
from . import modifiers

LANES_SHOWN = 4
RESERVED = {*(f"s{n}" for n in range(98, 102)), "v254", "v255"}  # used by the wrapper (cases: reserve)
TRAP_REGISTERS = {f"ttmp{n}" for n in range(16)}     # used by a trap handler
MAX_DRAWS = 40
UNUSED_SDST_SHARE = 0.1                              # share of V_CMPX whose unused SDST is not EXEC
OVERLAP_SHARE = 0.25                                 # share of the encodings in which a result overlaps a source
REGISTER_PATTERN = re.compile(r"\b(v|s|ttmp)(?:\[(\d+):(\d+)\]|(\d+)\b)|\b(flat_scratch|xnack_mask)(_lo|_hi)?\b")
UNGROUPED_REGISTER_PATTERN = re.compile(re.sub(r"\((?!\?)", "(?:", REGISTER_PATTERN.pattern))  # without groups
MODIFIERS = (
    "neg", "abs", "omod", "clamp", "op_sel", "neg_hi", "neg0", "neg1", "abs0", "abs1", "sext0", "sext1", "fi",
    "bound_ctrl", "dpp_ctrl", "dst_unused",
)
DEFAULT_SELECTS = {"src0_sel": 6, "src1_sel": 6, "dst_sel": 6, "op_sel_hi": 7}  # values that select the whole register


class CompactRepr:
    """Base class that makes Hypothesis print repr() in failing examples, instead of every field of the dataclass."""
    __slots__ = ()

    def _repr_pretty_(self, printer, cycle: bool) -> None:
        """Implement the pretty-printing protocol of Hypothesis and IPython."""
        printer.text(repr(self))


def format_state(state: dict) -> str:
    """Return the registers and their values as text. For VGPRs it shows the first LANES_SHOWN lanes."""
    def format_word(x) -> str:
        return hex(x) if isinstance(x, int) else str(x)

    def format_value(value) -> str:
        if not isinstance(value, list):
            return format_word(value)
        more = " …" * (len(value) > LANES_SHOWN)
        return " ".join(map(format_word, value[:LANES_SHOWN])) + more if len({*value}) > 1 else format_word(value[0])
    return ", ".join(f"{name} = {format_value(to_case_value(value))}" for name, value in state.items())


@dataclass(slots=True, repr=False)
class Instruction(CompactRepr):
    """One instruction and its initial state. `state` maps each dword name to an int, or to a uint64 array of lanes.
    `tags`: its modifiers and operand kinds. `drawn_classes`: (operand, kind, width, class index of each lane) for each
    drawn operand. `fields`: the arguments of encode(), None for VOPD. `value_source`: (rng, draws) if more cases with
    this encoding can be made, else None."""
    form: Form
    wave: int
    code: bytes
    text: str
    shape: str
    mode: str
    fields: Any
    state: dict = field(default_factory=dict)
    tags: set = field(default_factory=set)
    drawn_classes: list = field(default_factory=list)
    extra: dict = field(default_factory=dict)        # further keys of the case: memory, lds, entry, observe
    surrounding_code: tuple[bytes, bytes] = (b"", b"")  # code before and after it
    hits: BinHits | None = None                      # its coverage bins
    required_state: dict = field(default_factory=dict)  # addresses and descriptors in `state`
    used: set[str] = field(default_factory=set)      # registers named in `text`
    value_source: Any = None
    memo: dict[str, Any] = field(default_factory=dict)  # computed facts about the encoding; `code`: without waits

    def __repr__(self):
        return f"<{self.form.arch} wave{self.wave}: {self.text}; {format_state(self.state)}>"


def scalar_register_names(arch: str) -> dict[int, str]:
    """Return {operand code: dword name} of the scalar registers that a case can set."""
    traits = architecture_traits(arch)
    names = {n: f"s{n}" for n in range(traits["sgprs"])}
    for pair in ("flat_scratch", "xnack_mask"):
        if first := traits[pair]:
            names |= {first: f"{pair}_lo", first + 1: f"{pair}_hi"}
    names |= {106: "vcc_lo", 107: "vcc_hi", 126: "exec_lo", 127: "exec_hi", traits["m0"]: "m0"}
    return names | {108 + n: f"ttmp{n}" for n in range(16)}


SCALARS = {arch: scalar_register_names(arch) for arch in ARCHS}
VGPRS = {number: f"v{number}" for number in range(256)}


def named_dwords(text: str) -> set[str]:
    """Return the dwords of the vector, scalar and trap registers named in an instruction's text."""
    return set().union(*map(register_dwords, UNGROUPED_REGISTER_PATTERN.findall(text, text.find(" ") + 1)))


@lru_cache(maxsize=1 << 14)
def register_dwords(name: str) -> tuple[str, ...]:
    """Return the dwords of a register or register tuple."""
    m = REGISTER_PATTERN.fullmatch(name)
    if m[5]:
        return tuple(f"{m[5]}{half}" for half in ([m[6]] if m[6] else ["_lo", "_hi"]))
    low, high = (int(m[2]), int(m[3])) if m[2] else (int(m[4]), int(m[4]))
    return tuple(f"{m[1]}{n}" for n in range(low, high + 1))


def is_constant(operand) -> bool:
    """True if an operand is an inline constant or a literal."""
    return operand.__class__ is Operand and 128 <= operand.code < 256 and not 235 <= operand.code <= 238


def clear_unused_modifiers(form, fields: dict) -> None:
    """Clear modifiers that encodings allow but the manual does not define: half selects for constants (RDNA3 ISA, 7.4),
    and NEG for packed integers."""
    for number, source in enumerate(("src0", "src1", "src2")):
        if is_constant(fields.get(source)):
            for name in ("op_sel", "op_sel_hi"):
                if name in fields:
                    fields[name] &= ~(1 << number)
    if form.layout == "vop3p" and not any(v.kind in ("f", "bf", "mix") for v in form.op.values):
        # there NEG selects signed sources
        signs = fields.get("neg", 0) & 3 if any(v.place == "neg" for v in form.op.sources) else 0
        fields.update({name: value for name, value in (("neg", signs), ("neg_hi", 0)) if name in fields})
    if form.layout == "vop3p" and form.op.shape != "matrix" and not any(
            v.count == 2 or v.kind == "mix" for v in form.op.sources):
        fields.update({name: value for name, value in (("op_sel", 0), ("op_sel_hi", 7)) if name in fields})


def draw_encoding(form, rng, wave: int) -> tuple[bytes, dict | None]:
    """Draw a random legal encoding. Return (code, fields); for VOPD the fields are None."""
    if form.layout == "vopd":
        return random_encoding(form, rng, wave), None
    fields = draw_fields(form, rng, wave)
    return encode(form, fields), fields


def draw_fields(form, rng, wave: int) -> dict:
    """Draw the fields of a random legal encoding; not for VOPD."""
    fields = random_fields(form, rng, wave)
    if rng.random() < OVERLAP_SHARE:
        overlap_result_with_source(form, fields, rng)
    clear_unused_modifiers(form, fields)
    if modifiers.unused_sdst(fields) is not None and rng.random() < UNUSED_SDST_SHARE:
        fields["sdst"] = 2 * rng.randrange(48)       # an unused register that must keep its value
    return fields


def overlap_result_with_source(form, fields: dict, rng) -> None:
    """Make a result overlap a source, fully or in part. This exposes targets that write before they have read all
    sources."""
    operands = (
        [(slot, fields[slot.field]) for slot in slots(form) if isinstance(fields.get(slot.field), Operand)]
        if not form.op.memory and form.op.shape != "matrix"
        else []
    )
    pairs = [
        (to, source, operand.code)
        for to, _ in operands
        if to.write
        for source, operand in operands
        if not source.write
        and (operand.code >= 256 or operand.code < 96)
        and (operand.code >= 256) == (fields[to.field].code >= 256)
    ]
    if not pairs:
        return
    to, source, code = rng.choice(pairs)
    if code >= 256:
        code = min(max(256, code + rng.randrange(1 - to.regs, max(source.regs, 1))), 384 - to.regs)
    step = min(to.regs or 2, 4)                                          # 0: a lane mask
    fields[to.field] = Operand(code if code >= 256 else code // step * step)


def modifier_tags(form, fields: dict | None) -> set[str]:
    """Return the names of the active modifiers and of the kinds of source operands."""
    if fields is None:
        return {"vopd"}
    tags = {name.rstrip("01") for name in MODIFIERS if fields.get(name)}
    tags |= {name for name, default in DEFAULT_SELECTS.items() if name in fields and fields[name] != default}
    tags |= {"sdst"} if modifiers.unused_sdst(fields) not in (None, 126) else set()
    for slot in slots(form):
        operand = fields.get(slot.field)
        if isinstance(operand, Operand) and not slot.write and slot.role in ("src", "ssrc"):
            code = operand.code
            tags.add("vgpr" if code >= 256 else "literal" if code == 255 else "inline" if is_constant(operand) else
                     {106: "vcc", 107: "vcc", 126: "exec", 127: "exec"}.get(code, "sgpr"))
    return tags


def try_draw_instruction(
    form, rng, wave: int, draws=None, shape: str | None = None, mode: str | None = None
) -> Instruction | None:
    """Draw an instruction of `form` with its state. Return None if every drawn encoding uses reserved registers. `rng`:
    a random.Random, possibly from Hypothesis."""
    for _ in range(MAX_DRAWS):
        code, fields = draw_encoding(form, rng, wave)
        size, text = disassemble(form.arch, wave, code)
        used = named_dwords(text) | modifiers.unused_sdst_registers(fields, wave)
        discards_result = text.partition(" ")[2].startswith("null") and rng.random() < 0.9
        if size == len(code) and used.isdisjoint(RESERVED) and used.isdisjoint(TRAP_REGISTERS) and not discards_result:
            break
    else:
        return None
    instruction = Instruction(
        form, wave, code, text, shape or rng.choice(EXEC_SHAPES), mode or rng.choice(("default", *MODES)), fields,
        tags=modifier_tags(form, fields),
    )
    if observed := modifiers.observed_registers(fields, wave):
        instruction.extra["observe"] = {"registers": observed}
    draws = draws or RandomRows(rng)
    fill_registers(instruction, rng, draws, used)
    return instruction


class Element(NamedTuple):
    """One element of an operand, or a single register. `names`: its dwords, with None beyond the last register; `kind`,
    `width`: type of its values; `lanes`: number of values; `field`: the source field to which its value classes are
    attributed, or None."""
    names: tuple[str | None, ...]
    kind: str
    width: int
    lanes: int
    field: str | None = None


def draw_from_fields(form, rng, wave, draw_fields, shape=None, mode=None) -> tuple[Instruction, set[str]] | None:
    """Draw an instruction whose fields `draw_fields`() returns. Return it with the dwords that its text names, or None
    if every drawn encoding uses reserved registers."""
    for _ in range(MAX_DRAWS):
        fields = draw_fields()
        code = encode(form, fields)
        instruction = Instruction(form, wave, code, "", shape or rng.choice(EXEC_SHAPES), mode or "default", fields)
        size, instruction.text = disassemble(form.arch, wave, code)
        used = named_dwords(instruction.text)
        if size == len(code) and not used & RESERVED:
            return instruction, used
    return None


def fill_registers(instruction: Instruction, rng, draws, used: set[str]) -> None:
    """Give a value to every register that the instruction names or uses implicitly."""
    form, state = instruction.form, instruction.state
    if "elements" not in instruction.memo:
        instruction.memo["elements"] = list_register_values(instruction, used)
    operands, other_names, requests, single_lane_names = instruction.memo["elements"]
    draws.start_operands()
    drawn, other_values = draws.draw_elements(requests, len(operands))
    for element, (dwords, numbers) in zip(operands, drawn):
        if element.field is not None:
            instruction.drawn_classes.append((element.field, element.kind, element.width, numbers))
        state.update(zip(element.names, dwords))
    state.pop(None, None)                            # dwords beyond the last register
    if instruction.shape != "one" and instruction.fields is not None:
        relate_sources(instruction, rng)
    for name, value in zip(other_names, other_values):
        state.setdefault(name, value)
    for name in single_lane_names:
        if isinstance(value := state[name], np.ndarray):
            state[name] = int(value[0])
    if form.op.indexed:
        fill_indexable_registers(instruction, draws)
        state["m0"] = rng.randrange(4) | (rng.randrange(4) << 16 if "m0.hi" in form.op.indexed else 0)
    state.setdefault("m0", rng.getrandbits(32))
    state["scc"] = rng.getrandbits(1)
    state["mode"] = MODES[instruction.mode]
    mask = exec_mask(rng, instruction.shape, instruction.wave)
    state.pop("exec_lo", None)
    state.pop("exec_hi", None)
    state["exec"] = mask


def list_register_values(instruction: Instruction, used: set[str]) -> tuple[list[Element], list[str], tuple, list[str]]:
    """Return the values to draw: (elements of operands, names of other registers, (kind, width, lanes) for both, scalar
    dwords of operands)."""
    operands = [element for slot in (slots(instruction.form) if instruction.fields is not None else ())
                if isinstance(operand := instruction.fields.get(slot.field), Operand)
                and slot.role in ("vgpr", "src", "ssrc", "sdst", "sbase")
                for element in operand_elements(instruction, slot, operand)]
    other_names = sorted(used.difference(*[element.names for element in operands]))
    requests = [(element.kind, element.width, element.lanes) for element in operands]
    requests += [("b", 32, instruction.wave if name[0] == "v" else 1) for name in other_names]
    single_lane_names = [
        name for element in operands if element.lanes == 1 for name in element.names if name is not None
    ]
    return (operands, [*other_names, "vcc_lo", "vcc_hi"], (*requests, ("b", 32, 1), ("b", 32, 1)),
            [*single_lane_names, "vcc_lo", "vcc_hi"])


def operand_elements(instruction: Instruction, slot, operand: Operand) -> list[Element]:
    """Return the elements of a slot in the registers of `operand`."""
    vector = modifiers.is_in_vgprs(instruction.form, slot, operand)
    first, lanes = operand.code % 256 if vector else operand.code, instruction.wave if vector else 1
    if not vector and first not in SCALARS[instruction.form.arch]:
        return []
    kind, width = drawn_kind_and_width(slot.value)
    source_field = slot.field if vector and not slot.write else None
    return [
        Element(names, kind, width, lanes, source_field)
        for names in register_groups(
            None if vector else instruction.form.arch, first, slot.regs, 2 if width == 64 else 1
        )
    ]


@lru_cache(maxsize=1 << 12)
def register_groups(arch: str | None, first: int, regs: int, step: int) -> list[tuple[str | None, ...]]:
    """Return the dwords of `regs` registers from `first` on, in groups of `step`. They are scalar registers of `arch`,
    or VGPRs if `arch` is None."""
    names = SCALARS[arch] if arch else VGPRS
    return [
        tuple(names.get(n) for n in range(start, start + step)) for start in range(first, first + max(regs, 1), step)
    ]


NEIGHBOUR_STEPS = np.array((0, 0, 0, 1, -1))         # differences of a related value


def relate_sources(instruction: Instruction, rng) -> None:
    """In an eighth of the lanes, make one source equal to another or to a constant, or differ from it by 1. This
    distinguishes `<` from `<=`."""
    operands = [(slot, instruction.fields[slot.field]) for slot in slots(instruction.form) if not slot.write
            and isinstance(instruction.fields.get(slot.field), Operand) and slot.regs == 1]
    registers = [name for slot, operand in operands if operand.code >= 256 or slot.role != "vgpr"
                 if (name := source_register(instruction, operand)) in instruction.state]
    candidates = [instruction.state[name] for name in registers] + instruction_constants(instruction.fields, operands)
    if not registers or len(candidates) < 2:
        return
    name, candidate = rng.choice(registers), rng.choice(candidates)
    row = instruction.state[name]
    lanes, steps = (
        random_indices(rng, 8, len(row)) == 0,
        NEIGHBOUR_STEPS[random_indices(rng, len(NEIGHBOUR_STEPS), len(row))],
    )
    related = (candidate[:len(row)].astype(np.int64) + steps & 0xffffffff).astype(np.uint32)
    instruction.state[name] = np.where(lanes, related, row)


def random_indices(rng, count: int, size: int) -> np.ndarray:
    """Return `size` numbers below `count`, drawn as rng.choices() does."""
    random = rng.random
    return (np.array([random() for _ in range(size)]) * count).astype(np.intp)


def source_register(instruction: Instruction, operand: Operand) -> str | None:
    """Return the dword that a source operand names."""
    return f"v{operand.code - 256}" if operand.code >= 256 else SCALARS[instruction.form.arch].get(operand.code)


def instruction_constants(fields: dict, operands: list) -> list[np.ndarray]:
    """Return the integers encoded in the instruction: inline, literal, and SIMM16 both signed and unsigned."""
    inline = inline_integers()
    constants_found = [inline[operand.code] for _, operand in operands if operand.code in inline]
    constants_found += [operand.literal for _, operand in operands if operand.literal is not None]
    if isinstance(word := fields.get("simm16"), int):
        constants_found += [word, (word ^ 0x8000) - 0x8000]
    return [np.array([value & 0xffffffff], np.uint64) for value in constants_found]


@cache
def inline_integers() -> dict[int, int]:
    """Return {operand code: value} of the integer inline constants."""
    return {code: value for (_, value), code in constants().items() if isinstance(value, int)}


def drawn_kind_and_width(value) -> tuple[str, int]:
    """Return (kind, width) of the values to draw for an operand value; special values are bits."""
    if value is None or value.kind not in ("u", "i", "b", "f", "bf"):
        return "b", 32
    return (value.kind, value.width) if value.width in (16, 32, 64) else ("b", 32)


def fill_indexable_registers(instruction: Instruction, draws) -> None:
    """Fill the registers that M0 can index: the seven registers after each named register."""
    for name in [n for n in instruction.state if n[1:].isdigit() and n[0] in "vs"]:
        top = 254 if name[0] == "v" else 98
        for n in range(int(name[1:]) + 1, min(int(name[1:]) + 8, top)):
            row = draws.draw_row("b", 32, instruction.wave if name[0] == "v" else 1)[0]
            instruction.state.setdefault(f"{name[0]}{n}", row if name[0] == "v" else int(row[0]))


def to_case(instruction: Instruction, name: str, seed: int = 1, arrays: bool = False) -> dict:
    """Return the instruction as a case: a dict of JSON values. `arrays`: keep rows of lanes as arrays."""
    state = instruction.state if arrays else {key: to_case_value(value) for key, value in instruction.state.items()}
    case = {
        "assay": 1,
        "name": name,
        "arch": instruction.form.arch,
        "wave": instruction.wave,
        "code": instruction.code.hex(),
        "state": state,
    }
    if seed != 1:
        case["seed"] = seed
    return case | to_case_keys(instruction.extra)


def to_case_keys(extra: dict) -> dict:
    """Convert `extra` of an instruction to keys of a case."""
    return {
        key: [{name: to_case_value(content) for name, content in region.items()} for region in value] if key == "memory"
        else to_case_value(value) for key, value in extra.items()
    }


def case_layout(instruction: Instruction) -> tuple:
    """Return a key that is equal for cases with the same regions, even if their state, code and contents differ."""
    extra = instruction.extra
    regions = [(r["name"], r["size"], r.get("address"), r.get("space"), len(r.get("bytes", b"")))
               for r in extra.get("memory", ())]
    return (instruction.wave, len(instruction.code), len(extra.get("lds_bytes", b"")), *regions,
            repr([item for item in extra.items() if item[0] not in ("memory", "lds_bytes")]))
