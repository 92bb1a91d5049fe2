"""Encode a form and its operands as machine code.
An operand is a number for its field, or an Operand with a code, a literal and a half.

    encode(form("gfx1100", "v_add_f32", "vop3"), {"vdst": v(1), "src0": v(2), "src1": lit(0x3f800000)}, {"neg": 0b10})
"""
from functools import cache, lru_cache
from typing import NamedTuple

from . import ARCHS, load, need, operands
from .layout import Encoding
from .slots import slots


class Operand(NamedTuple):
    """A source or destination.
    `code`: as in a 9-bit source field (256 + n for VGPRs); `literal`: its dword; `high`: the high half."""
    code: int
    literal: int | None = None
    high: bool = False


@lru_cache(maxsize=1 << 10)
def v(n, high=False):
    """Return VGPR n, or its high half."""
    return Operand(256 + n, high=high)


@lru_cache(maxsize=1 << 10)
def s(n):
    """Return SGPR n, or any scalar register by its code."""
    return Operand(n)


def lit(dword):
    """Return the 32-bit literal `dword`."""
    return Operand(operands.special_code("literal"), dword & 0xffffffff)


def inline(number):
    """Return an inline constant. ValueError for another number.
    The numbers are -16 to 64 as int, ±0.5 ±1.0 ±2.0 ±4.0, and "1/2pi"."""
    key = operands.TWO_PI if number == "1/2pi" else number
    if (type(key), key) not in operands.constants():
        raise ValueError(f"{number!r} is not an inline constant")
    return Operand(operands.constants()[type(key), key])


def named_operand(arch, name):
    """Return the operand vcc m0 exec null scc or off of `arch`. ValueError if the family does not have it."""
    if name == "scc":
        return Operand(operands.special_code("src_scc"))
    code = load().traits.get({"off": "saddr_off"}.get(name, name), {}).get(ARCHS[arch])
    if code is None:
        raise ValueError(f"{arch} has no operand {name}")
    return Operand(code)


@cache
def form(arch, name, variant=None, encoding=None):
    """Return the Form of operation `name`, a row or family spelling.
    `variant`: '' vop3 sdwa dpp …; the first form matches by default. KeyError if there is none."""
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


UNITS = {"PAIR": 2, "FOUR": 4}                         # SGPRs of one unit of a field


class Field(NamedTuple):
    """Position of a field in an instruction.
    `low`: its lowest bit among all dwords; `limit`: the number of values; `unit`: divisor of an operand's code;
    `other_bits`: mask of all other fields."""
    low: int
    limit: int
    unit: int
    other_bits: int


def make_field(low, width, unit=1):
    """Return the Field of `width` bits from bit `low` on."""
    return Field(low, 1 << width, unit, ~(((1 << width) - 1) << low))


def insert_field(word, position, field, value, name):
    """Return `word` with `value` in a field: a number, or the code of an Operand.
    VGPR numbers lose 256, scalar tuples are divided by their alignment."""
    low, limit, unit, other_bits = position
    number = value
    if value.__class__ is Operand:
        number = value.code // unit
        if number >= 256 and limit <= 256:
            number -= 256
    if not 0 <= number < limit:
        described = f"operand code {value.code}" if value.__class__ is Operand else value
        need(False, name, f"{field} has {limit.bit_length() - 1} bits; {described} does not fit")
    return word & other_bits | number << low


def encode(f, operands=(), modifiers=(), other=None):
    """Return the machine code of form `f`, little-endian. Raises SpecError if a value does not fit.
    `operands`: {field: Operand or number}; with SDWA and DPP the sources are still src0 and vsrc1. The key `k` is the
    literal of FMAAK and S_SETREG_IMM32. VOPD fields end in x and y, and `other` is the Form of the Y half. `modifiers`:
    {field: number} of the layout or its extension; op_sel_hi has three bits."""
    requested = {**dict(operands), **dict(modifiers)} if modifiers else dict(operands)
    frame = form_frame(f, "nsa" if requested.get("nsa") else f.extension)
    word, positions, name, literal = frame.word, frame.positions, frame.name, None
    if f.layout == "vopd":
        word = insert_field(
            insert_field(word, positions["opx"], "opx", f.opcode, name), positions["opy"], "opy", other.opcode, name
        )
    values = {**frame.defaults, **requested} if frame.defaults else requested
    for field, value in place_fields(values, f, frame.layout, frame.extension).items():
        if field == "k":
            literal = value
            continue
        position = positions.get(field)
        if position is None:
            need(False, name, f"there is no field {field}; it has {', '.join(frame.layout.fields)}")
        if value.__class__ is Operand and value.literal is not None:
            need(literal in (None, value.literal), name, "one instruction has one literal")
            literal = value.literal
        word = insert_field(word, position, field, value, name)
    return word.to_bytes(frame.size, "little") + (b"" if literal is None else literal.to_bytes(4, "little"))


class Frame(NamedTuple):
    """The common part of all encodings of a form.
    `layout`, `extension` (or None); `name`: for messages; `word`: the fixed bits with the opcode, without those of
    VOPD; `positions`: {field: Field}; `size`: bytes; `defaults`: {modifier: value}."""
    layout: Encoding
    extension: Encoding | None
    name: str
    word: int
    positions: dict[str, Field]
    size: int
    defaults: dict


@cache
def form_frame(f, extension):
    """Return the Frame of a form with this extension."""
    spec, family, name = load(), ARCHS[f.arch], f"{f.arch} {f.mnemonic}"
    layout, extension_encoding = spec.encodings[family, f.layout], spec.encodings.get((family, extension))
    locations = {x.drawn: UNITS.get(x.location, 1) for x in slots(f).every}
    positions = {field: make_field(32 * layout.dwords + low, width, locations.get(field, 1))
              for field, (low, width) in (extension_encoding.fields if extension_encoding else {}).items()}
    positions |= {
        field: make_field(low, width, locations.get(field, 1)) for field, (low, width) in layout.fields.items()
    }
    word = layout.value
    if "op" in layout.fields and f.layout != "vopd":
        word = insert_field(word, positions["op"], "op", f.opcode & positions["op"].limit - 1, name)
    return Frame(
        layout,
        extension_encoding,
        name,
        word,
        positions,
        4 * (layout.dwords + bool(extension_encoding)),
        default_modifiers(f),
    )


def default_modifiers(f):
    """Return the default modifiers of a form: all lanes, whole registers, both halves."""
    values = {**DEFAULTS.get(f.layout, {}), **DEFAULTS.get(f.extension, {})}
    return {
        field: value
        for field, value in values.items()
        if not (f.extension.startswith("sdwa") and lacks_sdwa_operand(f, field))
    }


def lacks_sdwa_operand(f, field):
    """Return whether a select belongs to an operand that the operation does not have."""
    count = len([x for x in slots(f) if not x.write])
    return (
        field == "src1_sel"
        and count < 2
        or field == "src0_sel"
        and count < 1
        or field == "dst_sel"
        and not f.op.results
    )


def place_fields(out, f, layout, extension):
    """Rewrite the caller's fields in place for the layout, and return them.
    The changes are SDWA and DPP sources, three-bit op_sel_hi, and high halves."""
    if "op_sel_hi" in out and "op_sel_hi2" in layout.fields:
        out["op_sel_hi2"], out["op_sel_hi"] = out["op_sel_hi"] >> 2, out["op_sel_hi"] & 3
    if extension and "vsrc0" in extension.fields:
        source = out.pop("src0", Operand(256))
        if isinstance(source, Operand) and source.high:
            source = select_half(out, "src0", source, layout, f)
        codes = extension.codes
        out["src0"] = codes[1] if f.extension == "dpp8" and out.pop("fi", 0) else codes[0]
        if isinstance(source, Operand):
            out["vsrc0"] = source.code & 255
            if "s0" in extension.fields:
                out["s0"] = int(source.code < 256)
        second = out.get("vsrc1")
        if "s1" in extension.fields and isinstance(second, Operand) and second.code < 256:
            out["s1"], out["vsrc1"] = 1, second.code
    select_halves(out, layout, f)
    return out


def select_halves(out, layout, f):
    """Select high halves in place.
    Short encodings use bit 7 of an 8-bit or 9-bit VGPR field, VOP3 a bit of op_sel."""
    for field, value in [item for item in out.items() if item[1].__class__ is Operand and item[1].high]:
        out[field] = select_half(out, field, value, layout, f)


def select_half(out, field, value, layout, f):
    """Return the Operand for a high half in `field`; in VOP3 set its bit of op_sel in `out`."""
    if "op_sel" in layout.fields:
        out["op_sel"] = out.get("op_sel", 0) | {"src0": 1, "src1": 2, "src2": 4, "vdst": 8}[field]
        return Operand(value.code)
    need(
        load().traits["half_registers"][ARCHS[f.arch]],
        f"{f.arch} {f.mnemonic}",
        f"{field} cannot name a high half here; use the VOP3 or SDWA form",
    )
    return Operand(value.code | 128)
