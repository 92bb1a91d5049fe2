"""One instruction with the state it starts from: a random legal encoding, a typed value in every register it names,
EXEC and MODE."""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np

from ...model import disassemble
from ...spec import ARCHS, Form, traits_of
from ...spec.encode import Operand, encode
from ...spec.operands import constants
from ...spec.slots import slots
from .encodings import random_encoding, random_fields

from ..values.addresses import plain
from ..values.coverage_bins import Hits
from ..values.exec_and_mode import MODES, SHAPES, exec_mask
from ..values.value_sources import Fast
from . import modifiers

LANES_SHOWN = 4
RESERVED = {*(f"s{n}" for n in range(98, 102)), "v254", "v255"}          # the wrapper's (cases: reserve)
TRAPS = {f"ttmp{n}" for n in range(16)}                                  # a trap handler's
TRIES = 40
UNUSED = 0.1                                         # share of V_CMPX whose SDST, which has no use, is not EXEC
OVERLAPS = 0.25  # share of the encodings in which a result overlaps a source
NAMES = re.compile(r"\b(v|s|ttmp)(?:\[(\d+):(\d+)\]|(\d+)\b)|\b(flat_scratch|xnack_mask)(_lo|_hi)?\b")
NAMED = re.compile(re.sub(r"\((?!\?)", "(?:", NAMES.pattern))              # the same, whole
MODIFIERS = (
    "neg", "abs", "omod", "clamp", "op_sel", "neg_hi", "neg0", "neg1", "abs0", "abs1", "sext0", "sext1", "fi",
    "bound_ctrl", "dpp_ctrl", "dst_unused",
)
WHOLE = {"src0_sel": 6, "src1_sel": 6, "dst_sel": 6, "op_sel_hi": 7}     # what these are when nothing is selected


class Shown:
    """What failing examples of Hypothesis show as its repr() is: of a dataclass they show every field."""
    __slots__ = ()

    def _repr_pretty_(self, printer, cycle: bool) -> None:
        """The protocol of Hypothesis and IPython."""
        printer.text(repr(self))


def listed(state: dict) -> str:
    """Registers with what they hold; of a row the first lanes."""
    def word(x) -> str:
        return hex(x) if isinstance(x, int) else str(x)

    def held(value) -> str:
        if not isinstance(value, list):
            return word(value)
        more = " …" * (len(value) > LANES_SHOWN)
        return " ".join(map(word, value[:LANES_SHOWN])) + more if len({*value}) > 1 else word(value[0])
    return ", ".join(f"{name} = {held(plain(value))}" for name, value in state.items())


@dataclass(slots=True, repr=False)
class Instruction(Shown):
    """`state`: {dword name: int, or uint64 row by lane}; `tags`: modifiers and operand kinds in it; `seen`: (operand,
    class numbers by lane, class names) of the values drawn; `fields`: what encode() took, None for VOPD."""
    form: Form
    wave: int
    code: bytes
    text: str
    shape: str
    mode: str
    fields: Any
    state: dict = field(default_factory=dict)
    tags: set = field(default_factory=set)
    seen: list = field(default_factory=list)
    extra: dict = field(default_factory=dict)  # more keys of the case: memory, lds, entry, observe; contents as bytes
    around: tuple[bytes, bytes] = (b"", b"")   # code before and behind it, which is no case's subject
    hits: Hits | None = None                                                  # what the grid counts of it
    place: dict = field(default_factory=dict)  # of `state`, what the instruction needs: addresses, descriptors
    used: set[str] = field(default_factory=set)                               # registers that its text names
    source: Any = None  # (rng, draws) of its values, where more cases of its encoding can be made
    told: dict[str, Any] = field(default_factory=dict)   # about its encoding: `code` alone, what others have found out

    def __repr__(self):
        return f"<{self.form.arch} wave{self.wave}: {self.text}; {listed(self.state)}>"


def scalar_names(arch: str) -> dict[int, str]:
    """Operand code -> dword name of every scalar register a case can set."""
    traits = traits_of(arch)
    names = {n: f"s{n}" for n in range(traits["sgprs"])}
    for pair in ("flat_scratch", "xnack_mask"):
        if first := traits[pair]:
            names |= {first: f"{pair}_lo", first + 1: f"{pair}_hi"}
    names |= {106: "vcc_lo", 107: "vcc_hi", 126: "exec_lo", 127: "exec_hi", traits["m0"]: "m0"}
    return names | {108 + n: f"ttmp{n}" for n in range(16)}


SCALARS = {arch: scalar_names(arch) for arch in ARCHS}
VGPRS = {number: f"v{number}" for number in range(256)}


def named(text: str) -> set[str]:
    """Every vector, scalar and trap register an instruction's text names, dword by dword."""
    return set().union(*map(dwords_of, NAMED.findall(text, text.find(" ") + 1)))


@lru_cache(maxsize=1 << 14)
def dwords_of(name: str) -> tuple[str, ...]:
    """The dwords of one of them."""
    m = NAMES.fullmatch(name)
    if m[5]:
        return tuple(f"{m[5]}{half}" for half in ([m[6]] if m[6] else ["_lo", "_hi"]))
    low, high = (int(m[2]), int(m[3])) if m[2] else (int(m[4]), int(m[4]))
    return tuple(f"{m[1]}{n}" for n in range(low, high + 1))


def constant(operand) -> bool:
    """An inline constant or a literal."""
    return operand.__class__ is Operand and 128 <= operand.code < 256 and not 235 <= operand.code <= 238


def tidy(form, fields: dict) -> None:
    """Takes away what the encodings allow and the manual does not: halves of constants (RDNA3 ISA, 7.4), NEG of packed
    integers."""
    for n, source in enumerate(("src0", "src1", "src2")):
        if constant(fields.get(source)):
            for name in ("op_sel", "op_sel_hi"):
                if name in fields:
                    fields[name] &= ~(1 << n)
    if form.layout == "vop3p" and not any(v.kind in ("f", "bf", "mix") for v in form.op.values):
        # NEG says which sources are signed there
        signs = fields.get("neg", 0) & 3 if any(v.place == "neg" for v in form.op.sources) else 0
        fields.update({name: value for name, value in (("neg", signs), ("neg_hi", 0)) if name in fields})
    if form.layout == "vop3p" and form.op.shape != "matrix" and not any(
            v.count == 2 or v.kind == "mix" for v in form.op.sources):
        fields.update({name: value for name, value in (("op_sel", 0), ("op_sel_hi", 7)) if name in fields})


def encoding(form, rng, wave: int) -> tuple[bytes, dict | None]:
    """(code, fields) of a random legal encoding; VOPD has no fields to tell."""
    if form.layout == "vopd":
        return random_encoding(form, rng, wave), None
    fields = drawn_fields(form, rng, wave)
    return encode(form, fields), fields


def drawn_fields(form, rng, wave: int) -> dict:
    """The fields of a random legal encoding; not of VOPD."""
    fields = random_fields(form, rng, wave)
    if rng.random() < OVERLAPS:
        overlap(form, fields, rng)
    tidy(form, fields)
    if modifiers.of_no_use(fields) is not None and rng.random() < UNUSED:
        fields["sdst"] = 2 * rng.randrange(48)         # and stays as it was
    return fields


def overlap(form, fields: dict, rng) -> None:
    """Puts a result where a source stands, or half beside it: whoever writes before all is read gives himself away."""
    held = (
        [(slot, fields[slot.field]) for slot in slots(form) if isinstance(fields.get(slot.field), Operand)]
        if not form.op.memory and form.op.shape != "matrix"
        else []
    )
    pairs = [
        (to, source, old.code)
        for to, _ in held
        if to.write
        for source, old in held
        if not source.write
        and (old.code >= 256 or old.code < 96)
        and (old.code >= 256) == (fields[to.field].code >= 256)
    ]
    if not pairs:
        return
    to, source, code = rng.choice(pairs)
    if code >= 256:
        code = min(max(256, code + rng.randrange(1 - to.regs, max(source.regs, 1))), 384 - to.regs)
    step = min(to.regs or 2, 4)                                          # 0: a lane mask
    fields[to.field] = Operand(code if code >= 256 else code // step * step)


def tags_of(form, fields: dict | None) -> set[str]:
    """Names of the modifiers that do something and of the kinds of source operands."""
    if fields is None:
        return {"vopd"}
    tags = {name.rstrip("01") for name in MODIFIERS if fields.get(name)}
    tags |= {name for name, whole in WHOLE.items() if name in fields and fields[name] != whole}
    tags |= {"sdst"} if modifiers.of_no_use(fields) not in (None, 126) else set()
    for slot in slots(form):
        operand = fields.get(slot.field)
        if isinstance(operand, Operand) and not slot.write and slot.role in ("src", "ssrc"):
            code = operand.code
            tags.add("vgpr" if code >= 256 else "literal" if code == 255 else "inline" if constant(operand) else
                     {106: "vcc", 107: "vcc", 126: "exec", 127: "exec"}.get(code, "sgpr"))
    return tags


def make(form, rng, wave: int, draws=None, shape: str | None = None, mode: str | None = None) -> Instruction | None:
    """An instruction of `form` with its state; `rng`: random.Random or Hypothesis's.  None when no encoding keeps off
    the reserved registers."""
    for _ in range(TRIES):
        code, fields = encoding(form, rng, wave)
        size, text = disassemble(form.arch, wave, code)
        used = named(text) | modifiers.idle(fields, wave)
        nowhere = text.partition(" ")[2].startswith("null") and rng.random() < 0.9          # a result nobody sees
        if size == len(code) and used.isdisjoint(RESERVED) and used.isdisjoint(TRAPS) and not nowhere:
            break
    else:
        return None
    one = Instruction(
        form, wave, code, text, shape or rng.choice(SHAPES), mode or rng.choice(("default", *MODES)), fields,
        tags=tags_of(form, fields),
    )
    if looked := modifiers.observed(fields, wave):
        one.extra["observe"] = {"registers": looked}
    draws = draws or Fast(rng)
    fill(one, rng, draws, used)
    return one


class Element(NamedTuple):
    """An element of an operand, or a register by itself: its dwords by name (None: beyond the last), the type its
    values are of, how many lanes; `field` of the source that it is of, where its classes count."""
    names: tuple[str | None, ...]
    kind: str
    width: int
    lanes: int
    field: str | None = None


def fill(one: Instruction, rng, draws, used: set[str]) -> None:
    """A value for every register the instruction names, and for those it uses without naming them."""
    form, state = one.form, one.state
    if "elements" not in one.told:
        one.told["elements"] = elements_of(one, used)
    operands, others, asked, lone = one.told["elements"]
    draws.begin()
    drawn, beside = draws.elements(asked, len(operands))
    for element, (dwords, numbers) in zip(operands, drawn):
        if element.field is not None:
            one.seen.append((element.field, element.kind, element.width, numbers))
        state.update(zip(element.names, dwords))
    state.pop(None, None)                                # what lies beyond the last register
    if one.shape != "one" and one.fields is not None:
        relate(one, rng)
    for name, value in zip(others, beside):
        state.setdefault(name, value)
    for name in lone:
        if isinstance(value := state[name], np.ndarray):
            state[name] = int(value[0])
    if form.op.indexed:
        neighbours(one, draws)
        state["m0"] = rng.randrange(4) | (rng.randrange(4) << 16 if "m0.hi" in form.op.indexed else 0)
    state.setdefault("m0", rng.getrandbits(32))
    state["scc"] = rng.getrandbits(1)
    state["mode"] = MODES[one.mode]
    mask = exec_mask(rng, one.shape, one.wave)
    state.pop("exec_lo", None)
    state.pop("exec_hi", None)
    state["exec"] = mask


def elements_of(one: Instruction, used: set[str]) -> tuple[list[Element], list[str], tuple, list[str]]:
    """(the elements of operands; other registers that are used; the kind, width and lanes of each of both; the scalar
    dwords of operands)."""
    operands = [element for slot in (slots(one.form) if one.fields is not None else ())
                if isinstance(operand := one.fields.get(slot.field), Operand)
                and slot.role in ("vgpr", "src", "ssrc", "sdst", "sbase")
                for element in elements(one, slot, operand)]
    others = sorted(used.difference(*[element.names for element in operands]))
    asked = [(element.kind, element.width, element.lanes) for element in operands]
    asked += [("b", 32, one.wave if name[0] == "v" else 1) for name in others]
    lone = [name for element in operands if element.lanes == 1 for name in element.names if name is not None]
    return (operands, [*others, "vcc_lo", "vcc_hi"], (*asked, ("b", 32, 1), ("b", 32, 1)),
            [*lone, "vcc_lo", "vcc_hi"])


def elements(one: Instruction, slot, operand: Operand) -> list[Element]:
    """Those of the slot's type in the registers of `operand`."""
    vector = modifiers.in_vgprs(one.form, slot, operand)
    first, lanes = operand.code % 256 if vector else operand.code, one.wave if vector else 1
    if not vector and first not in SCALARS[one.form.arch]:
        return []
    kind, width = element(slot.value)
    counted = slot.field if vector and not slot.write else None
    return [Element(names, kind, width, lanes, counted)
            for names in parts(None if vector else one.form.arch, first, slot.regs, 2 if width == 64 else 1)]


@lru_cache(maxsize=1 << 12)
def parts(arch: str | None, first: int, regs: int, step: int) -> list[tuple[str | None, ...]]:
    """So many registers from the first one on, `step` together: scalars of an architecture, VGPRs of None."""
    known = SCALARS[arch] if arch else VGPRS
    return [tuple(known.get(n) for n in range(at, at + step)) for at in range(first, first + max(regs, 1), step)]


NEAR = np.array((0, 0, 0, 1, -1))                    # what a value that meets another lies beside it


def relate(one: Instruction, rng) -> None:
    """Lets sources meet: in an eighth of the lanes one equals another, or the constant beside it, or is one more or
    less: what tells `<` from `<=`."""
    held = [(slot, one.fields[slot.field]) for slot in slots(one.form) if not slot.write
            and isinstance(one.fields.get(slot.field), Operand) and slot.regs == 1]
    registers = [name for slot, operand in held if operand.code >= 256 or slot.role != "vgpr"
                 if (name := name_of(one, operand)) in one.state]
    others = [one.state[name] for name in registers] + constants_of(one.fields, held)
    if not registers or len(others) < 2:
        return
    name, other = rng.choice(registers), rng.choice(others)
    row = one.state[name]
    lanes, near = picks(rng, 8, len(row)) == 0, NEAR[picks(rng, len(NEAR), len(row))]
    meeting = (other[:len(row)].astype(np.int64) + near & 0xffffffff).astype(np.uint32)
    one.state[name] = np.where(lanes, meeting, row)


def picks(rng, count: int, size: int) -> np.ndarray:
    """So many numbers below `count`, as rng.choices() takes them."""
    drawn = rng.random
    return (np.array([drawn() for _ in range(size)]) * count).astype(np.intp)


def name_of(one: Instruction, operand: Operand) -> str | None:
    """The dword a source names."""
    return f"v{operand.code - 256}" if operand.code >= 256 else SCALARS[one.form.arch].get(operand.code)


def constants_of(fields: dict, held: list) -> list[np.ndarray]:
    """The integers that stand in the instruction: inline, literal, 16 bits with their sign and without."""
    integers = integers_inline()
    found = [integers[operand.code] for _, operand in held if operand.code in integers]
    found += [operand.literal for _, operand in held if operand.literal is not None]
    if isinstance(word := fields.get("simm16"), int):
        found += [word, (word ^ 0x8000) - 0x8000]
    return [np.array([value & 0xffffffff], np.uint64) for value in found]


@cache
def integers_inline() -> dict[int, int]:
    """{operand code: value} of the inline constants that are integers."""
    return {code: value for (_, value), code in constants().items() if isinstance(value, int)}


def element(value) -> tuple[str, int]:
    """(kind, width) by which values of a Value are drawn; None and special words are bits."""
    if value is None or value.kind not in ("u", "i", "b", "f", "bf"):
        return "b", 32
    return (value.kind, value.width) if value.width in (16, 32, 64) else ("b", 32)


def neighbours(one: Instruction, draws) -> None:
    """Registers that M0 can reach: the next eight of every one named."""
    for name in [n for n in one.state if n[1:].isdigit() and n[0] in "vs"]:
        top = 254 if name[0] == "v" else 98
        for n in range(int(name[1:]) + 1, min(int(name[1:]) + 8, top)):
            row = draws.row("b", 32, one.wave if name[0] == "v" else 1)[0]
            one.state.setdefault(f"{name[0]}{n}", row if name[0] == "v" else int(row[0]))


def case_of(one: Instruction, name: str, seed: int = 1, arrays: bool = False) -> dict:
    """The instruction as a case: a dict of JSON values; `arrays`: rows of lanes stay what they are."""
    state = one.state if arrays else {key: plain(value) for key, value in one.state.items()}
    case = {"assay": 1, "name": name, "arch": one.form.arch, "wave": one.wave, "code": one.code.hex(), "state": state}
    if seed != 1:
        case["seed"] = seed
    return case | written(one.extra)


def written(extra: dict) -> dict:
    """Further keys of a case as it has them."""
    return {
        key: [{name: plain(held) for name, held in region.items()} for region in value] if key == "memory"
        else plain(value) for key, value in extra.items()
    }


def kind_of(one: Instruction) -> tuple:
    """What cases with the same regions have in common, whatever their state, code and contents are."""
    extra = one.extra
    regions = [(r["name"], r["size"], r.get("address"), r.get("space"), len(r.get("bytes", b"")))
               for r in extra.get("memory", ())]
    return (one.wave, len(one.code), len(extra.get("lds_bytes", b"")), *regions,
            repr([held for held in extra.items() if held[0] not in ("memory", "lds_bytes")]))
