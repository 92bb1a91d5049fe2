"""Reads operands by their codes: registers, inline constants, literals, modifiers (RDNA3 ISA, 6.2, 7.2; Vega, 6.2)."""
import numpy as np


U = np.uint64
FLOATS = (0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000, 0xc0000000, 0x40800000, 0xc0800000, 0x3e22f983)
DOUBLES = tuple(v << 52 for v in (0x3fe, 0xbfe, 0x3ff, 0xbff, 0x400, 0xc00, 0x401, 0xc01)) + (0x3fc45f306dc9c882,)
HALVES = (0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118)
WIDTH = {"b32": 32, "f32": 32, "b16": 16, "f16": 16, "bf16": 16, "b64": 64, "f64": 64, "pkb": 32, "pkf": 32, "mask": 64,
         "b128": 128, "b256": 256, "mix": 32, "-": 32}


class BadOperand(Exception):
    """An operand code that has no value on this architecture."""


class NoAperture(Exception):
    """A legal code of an aperture, such as SHARED_BASE; this machine has no apertures."""


def constant(code, kind, literal, signed):
    """Return the value of a constant operand, or None if the code is a register."""
    w = WIDTH[kind]
    if code == 255:
        if kind == "f64":
            return literal << 32
        if w == 64 and signed and literal >> 31:
            return literal | 0xffffffff << 32
        return literal & 0xffff if w == 16 else literal
    if 128 <= code <= 208:
        value = code - 128 if code <= 192 else 192 - code
        return value & (1 << w) - 1
    if 240 <= code <= 248:
        if kind == "bf16":
            return FLOATS[code - 240] >> 16
        return (DOUBLES if w == 64 else HALVES if w == 16 or kind == "pkf" else FLOATS)[code - 240]
    return None


def pair(code, brain):
    """Return an inline constant in both 16-bit halves: the f16 value, or for bf16 the upper 16 bits of the f32 value
    (RDNA3 ISA, 7.5.1)."""
    value = constant(code, "bf16" if brain else "f16", None, False)
    if value is None:
        raise BadOperand(f"operand code {code}: no inline constant")
    return 0x10001 * value


def scalar(code, kind, literal=None, signed=False):
    """Return a function that reads a scalar operand of a wave."""
    value = constant(code, kind, literal, signed)
    if value is not None:
        return lambda w: value
    if code < 128:
        if WIDTH[kind] == 64:
            return lambda w: w.read_pair(code)
        if WIDTH[kind] == 16:
            return lambda w: w.read(code) & 0xffff
        return lambda w: w.read(code)
    if code == 253:
        return lambda w: w.scc
    if code == 251:
        return lambda w: int(not (w.s[106] | w.s[107] << 32))
    if code == 252:
        return lambda w: int(not w.exec)
    if code == 254:
        raise NoAperture("operand code 254: LDS_DIRECT is not carried by this machine")
    if 235 <= code <= 238:
        raise NoAperture(f"operand code {code}: an aperture, and this machine has none")
    raise BadOperand(f"operand code {code}")


def register(n, kind, half=0):
    """Return a function that reads a vector register of a wave as a row."""
    width = WIDTH[kind]
    if width == 64:
        return lambda w: w.v[n].astype(U) | w.v[(n + 1) & 255].astype(U) << 32
    if width == 128:
        return lambda w: sum(w.v[(n + i) & 255].astype(object) << 32 * i for i in range(4))
    if width == 16:
        if half:
            return lambda w: w.v[n].astype(U) >> 16
        return lambda w: w.v[n].astype(U) & 0xffff
    return lambda w: w.v[n].astype(U)


def vector(code, kind, literal, signed, half, short):
    """Return a function that reads a 9-bit source of a wave as a row. `short`: 16-bit registers have the codes of VOP1,
    VOP2 and VOPC on gfx11."""
    if code >= 256:
        n = code - 256
        if short and WIDTH[kind] == 16:
            return register(n & 127, kind, n >> 7)
        return register(n, kind, half)
    if half and WIDTH[kind] == 16:                      # the high half of an inline constant is zero
        get = scalar(code, "b32" if code < 128 or code == 255 else kind, literal)
        return lambda w: np.full(w.lanes, get(w) >> 16, U)
    get = scalar(code, kind, literal, signed)
    if WIDTH[kind] > 64:
        return lambda w: np.full(w.lanes, get(w), object)
    return lambda w: np.full(w.lanes, get(w), U)


def quad_lane(get, name, n):
    """Read a source of V_INTERP from another lane of the quad. Source 0 is from lane 1 (P10) or lane 2 (P20); source 2
    of P10 is from lane 0. EXEC has no effect."""
    first = name.startswith("v_interp_p10")
    at = {0: 1 if first else 2, 2: 0 if first else None}.get(n)
    if at is None:
        return get
    return lambda w: get(w)[(np.arange(w.lanes) & ~3) + at]


def with_modifiers(get, kind, neg, absolute):
    """Apply ABS, then NEG, to a float operand."""
    if not (neg or absolute) or WIDTH[kind] > 64:
        return get
    s = 1 << (WIDTH[kind] - 1)

    def apply(w):
        x = get(w)
        if absolute:
            x = x & U(s - 1)
        return x ^ U(s) if neg else x
    return apply


def select_halves(get, low, high, neg_low, neg_high):
    """Select the two 16-bit halves of a packed operand by op_sel and op_sel_hi, then apply neg and neg_hi (RDNA3 ISA,
    7.5)."""
    if not low and high and not neg_low and not neg_high:
        return get
    sign = U(neg_low << 15 | neg_high << 31)

    def apply(w):
        x = get(w)
        a = x >> 16 if low else x & 0xffff
        b = x >> 16 if high else x & 0xffff
        return (a | b << 16) ^ sign
    return apply


def both_halves(get, neg, absolute):
    """Apply ABS, then NEG, to both halves of a pair."""
    mask, flip = U(0x7fff7fff if absolute else 0xffffffff), U(0x80008000 if neg else 0)
    return lambda w: get(w) & mask ^ flip


def sdwa_selected(get, select, sext, width, neg, absolute):
    """Select a byte, word or dword of an SDWA operand, sign-extend it if `sext`, apply ABS and NEG (Vega, 6.6.4)."""
    at, size = ((0, 8), (8, 8), (16, 8), (24, 8), (0, 16), (16, 16), (0, 32))[select]
    keep = U((1 << width) - 1)
    sign = U(1 << (width - 1))

    def apply(w):
        x = get(w) >> at & U((1 << size) - 1)
        if sext:
            s = U(1 << size - 1)
            x = ((x ^ s) - s) & U(0xffffffff)
        x = x & keep
        if absolute:
            x = x & (sign - U(1))
        return x ^ sign if neg else x
    return apply
