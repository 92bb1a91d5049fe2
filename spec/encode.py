"""Form and operands -> machine code.  An operand is a number for its field, or an Operand that knows its code, literal
and half.

    encode(form("gfx1100", "v_add_f32", "vop3"), {"vdst": v(1), "src0": v(2), "src1": lit(0x3f800000)}, {"neg": 0b10})
"""
from functools import cache, lru_cache
from typing import NamedTuple

from . import ARCHS, load, need, operands
from .layout import Encoding
from .slots import slots


class Operand(NamedTuple):
    """A source or destination: `code` as in a 9-bit source field (256 + n for VGPRs), `literal` its dword, `high`: the
    high half."""
    code: int
    literal: int | None = None
    high: bool = False


@lru_cache(maxsize=1 << 10)
def v(n, high=False):
    """VGPR n, or its high half."""
    return Operand(256 + n, high=high)


@lru_cache(maxsize=1 << 10)
def s(n):
    """SGPR n (or any scalar register by its code)."""
    return Operand(n)


def lit(dword):
    """The 32-bit literal `dword`."""
    return Operand(operands.code_of("literal"), dword & 0xffffffff)


def inline(number):
    """An inline constant: an int from -16 to 64, one of ±0.5 ±1.0 ±2.0 ±4.0, or "1/2pi".  ValueError for any other."""
    known = operands.TWO_PI if number == "1/2pi" else number
    if (type(known), known) not in operands.constants():
        raise ValueError(f"{number!r} is no inline constant")
    return Operand(operands.constants()[type(known), known])


def named(arch, name):
    """vcc m0 exec null scc off of `arch`.  ValueError where the family has no such operand."""
    if name == "scc":
        return Operand(operands.code_of("src_scc"))
    code = load().traits.get({"off": "saddr_off"}.get(name, name), {}).get(ARCHS[arch])
    if code is None:
        raise ValueError(f"{arch} has no operand {name}")
    return Operand(code)


@cache
def form(arch, name, variant=None, encoding=None):
    """The Form of operation `name` (row or family spelling) with `variant` ('' vop3 sdwa dpp …); the first one when not
    given."""
    for f in load().forms(arch):
        if name in (f.op.name, f.spelling) and variant in (None, f.variant) and encoding in (None, f.encoding):
            return f
    raise KeyError(f"{arch} has no form {name} {variant or ''}")


DEFAULTS = {
    "vop3p": {"op_sel_hi": 7},
    "dpp": {"row_mask": 15, "bank_mask": 15},
    "dpp8": {f"lane{n}": n for n in range(8)},
    "sdwa": {"dst_sel": 6, "src0_sel": 6, "src1_sel": 6},
    "sdwac": {"src0_sel": 6, "src1_sel": 6},
}


UNITS = {"PAIR": 2, "FOUR": 4}                         # SGPRs that a field counts by


class Field(NamedTuple):
    """Where a field lies: its lowest bit among all of the words; how many numbers it can hold; what an operand's code
    is divided by there; the bits of all other fields."""
    low: int
    room: int
    unit: int
    others: int


def field_at(low, width, unit=1):
    """The Field of so many bits."""
    return Field(low, 1 << width, unit, ~(((1 << width) - 1) << low))


def put(word, place, field, value, name):
    """`word` with a number in `field`, or that of an Operand: VGPR numbers lose 256, scalar tuples their alignment."""
    low, room, unit, others = place
    number = value
    if value.__class__ is Operand:
        number = value.code // unit
        if number >= 256 and room <= 256:
            number -= 256
    if not 0 <= number < room:
        said = f"operand code {value.code}" if value.__class__ is Operand else value
        need(False, name, f"{field} has {room.bit_length() - 1} bits; {said} does not fit")
    return word & others | number << low


def encode(f, operands=(), modifiers=(), other=None):
    """Machine code of form `f`, little-endian.  `operands`: {field: Operand or number}, with SDWA's and DPP's source
    still called src0 and vsrc1; key `k`: the literal of FMAAK and S_SETREG_IMM32; VOPD fields end in x and y and
    `other` is the Y half's Form. `modifiers`: {field: number} of the layout or its extension; op_sel_hi has three bits.
    SpecError when something does not fit."""
    asked = {**dict(operands), **dict(modifiers)} if modifiers else dict(operands)
    frame = frame_of(f, "nsa" if asked.get("nsa") else f.extension)
    word, places, name, literal = frame.word, frame.places, frame.name, None
    if f.layout == "vopd":
        word = put(put(word, places["opx"], "opx", f.opcode, name), places["opy"], "opy", other.opcode, name)
    given = {**frame.given, **asked} if frame.given else asked
    for field, value in split(given, f, frame.layout, frame.extension).items():
        if field == "k":
            literal = value
            continue
        place = places.get(field)
        if place is None:
            need(False, name, f"there is no field {field}; it has {', '.join(frame.layout.fields)}")
        if value.__class__ is Operand and value.literal is not None:
            need(literal in (None, value.literal), name, "one instruction has one literal")
            literal = value.literal
        word = put(word, place, field, value, name)
    return word.to_bytes(frame.size, "little") + (b"" if literal is None else literal.to_bytes(4, "little"))


class Frame(NamedTuple):
    """What all encodings of a form have in common: its layout, the one behind it (None: none), its name for messages,
    the fixed bits with the opcode (VOPD's two are not there), where each field of both lies, the bytes of both, the
    defaults."""
    layout: Encoding
    extension: Encoding | None
    name: str
    word: int
    places: dict[str, Field]
    size: int
    given: dict


@cache
def frame_of(f, extension):
    """The Frame of a form, behind whose words this extension stands."""
    spec, family, name = load(), ARCHS[f.arch], f"{f.arch} {f.mnemonic}"
    layout, behind = spec.encodings[family, f.layout], spec.encodings.get((family, extension))
    ways = {x.drawn: UNITS.get(x.way, 1) for x in slots(f).every}
    places = {field: field_at(32 * layout.dwords + low, width, ways.get(field, 1))
              for field, (low, width) in (behind.fields if behind else {}).items()}
    places |= {field: field_at(low, width, ways.get(field, 1)) for field, (low, width) in layout.fields.items()}
    word = layout.value
    if "op" in layout.fields and f.layout != "vopd":
        word = put(word, places["op"], "op", f.opcode & places["op"].room - 1, name)
    return Frame(layout, behind, name, word, places, 4 * (layout.dwords + bool(behind)), defaults(f))


def defaults(f):
    """What a form's modifiers are when nobody says: all lanes, whole registers, both halves."""
    given = {**DEFAULTS.get(f.layout, {}), **DEFAULTS.get(f.extension, {})}
    return {
        field: value
        for field, value in given.items()
        if not (f.extension.startswith("sdwa") and missing_sdwa(f, field))
    }


def missing_sdwa(f, field):
    """A select of an operand the operation does not have stays 0."""
    count = len([x for x in slots(f) if not x.write])
    return (
        field == "src1_sel"
        and count < 2
        or field == "src0_sel"
        and count < 1
        or field == "dst_sel"
        and not f.op.results
    )


def split(out, f, layout, extension):
    """Rewrites the caller's fields, in place, as the layout has them: SDWA and DPP sources, three-bit op_sel_hi,
    halves."""
    if "op_sel_hi" in out and "op_sel_hi2" in layout.fields:
        out["op_sel_hi2"], out["op_sel_hi"] = out["op_sel_hi"] >> 2, out["op_sel_hi"] & 3
    if extension and "vsrc0" in extension.fields:
        source = out.pop("src0", Operand(256))
        if isinstance(source, Operand) and source.high:
            source = half(out, "src0", source, layout, f)
        codes = extension.codes
        out["src0"] = codes[1] if f.extension == "dpp8" and out.pop("fi", 0) else codes[0]
        if isinstance(source, Operand):
            out["vsrc0"] = source.code & 255
            if "s0" in extension.fields:
                out["s0"] = int(source.code < 256)
        second = out.get("vsrc1")
        if "s1" in extension.fields and isinstance(second, Operand) and second.code < 256:
            out["s1"], out["vsrc1"] = 1, second.code
    halves(out, layout, f)
    return out


def halves(out, layout, f):
    """High halves: bit 7 of an 8-bit (or 9-bit VGPR) field in short encodings, a bit of op_sel in VOP3."""
    for field, value in [one for one in out.items() if one[1].__class__ is Operand and one[1].high]:
        out[field] = half(out, field, value, layout, f)


def half(out, field, value, layout, f):
    """The Operand that `field` holds for a high half; in VOP3 a bit of op_sel says it."""
    if "op_sel" in layout.fields:
        out["op_sel"] = out.get("op_sel", 0) | {"src0": 1, "src1": 2, "src2": 4, "vdst": 8}[field]
        return Operand(value.code)
    need(
        load().traits["half_registers"][ARCHS[f.arch]],
        f"{f.arch} {f.mnemonic}",
        f"{field} cannot name a high half here; use the VOP3 or SDWA form",
    )
    return Operand(value.code | 128)
