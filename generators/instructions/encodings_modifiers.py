"""Which modifiers random encodings of a form have, and what each is drawn from: worked out once a form, in the order of
the draws."""
from functools import cache
from typing import NamedTuple

from ...spec import ARCHS, load, traits_of
from ...spec.slots import slots


class Modifier(NamedTuple):
    """A field that is drawn from `count` numbers, of which the bits in `mask` count; 0: it is not drawn, and 0.
    `always`: bits that are set."""
    field: str
    count: int
    mask: int = -1
    always: int = 0


@cache
def modifiers_of(form):
    """The Modifiers of a form's own words and of SDWA, in order."""
    layout = load().encodings[ARCHS[form.arch], form.layout].fields
    sources = [slot.value for slot in slots(form).numbered]
    result = next((v for v in form.op.results if not v.special), None)
    if form.layout == "vop3p":
        found = packed_modifiers(form, sources)
    elif form.layout == "vinterp":
        found = interpolation_modifiers(sources, result)
    else:
        found = long_modifiers(form, layout, sources, result) if "neg" in layout else []
    if form.extension in ("sdwa", "sdwac"):
        found += sdwa_modifiers(form, sources, result)
    return tuple(found)


@cache
def modifiers_beside(form):
    """Those of DPP, behind its control, and of DPP8."""
    if form.extension == "dpp8":
        return (*(Modifier(f"lane{n}", 8) for n in range(8)), Modifier("fi", 2))
    if form.extension != "dpp":
        return ()
    layout = load().encodings[ARCHS[form.arch], form.layout].fields
    found = [Modifier("row_mask", 16), Modifier("bank_mask", 16), Modifier("bound_ctrl", 2)]
    found += [Modifier("fi", 2)] * bool(traits_of(form.arch)["dpp_fi"])
    if not layout.get("neg"):
        signs = signed_sources(form, [slot.value for slot in slots(form).numbered])
        found += [Modifier(f"{m}{n}", 2) for m in ("neg", "abs") for n in range(2) if signs >> n & 1]
    return tuple(found)


def signed_sources(form, sources):
    """A bit for each source that NEG and ABS change."""
    return sum(1 << n for n, v in enumerate(sources) if v.kind in ("f", "bf") and v.count == 1 or form.signed)


def long_modifiers(form, layout, sources, result):
    """Those of VOP3."""
    op, signs = form.op, signed_sources(form, sources)
    found = [Modifier("neg", 8, signs)]
    if "abs" in layout:
        found.append(Modifier("abs", 0 if op.note("-abs") else 8, signs))
    return found + clamps(op, result) + half_selects(form, layout, sources, result)


def clamps(op, result):
    """CLAMP and OMOD of VOP3: floats have both, integers saturate where the row says so."""
    anyfloat = any(v.kind in ("f", "bf") for v in op.values)
    classes = op.results and op.results[0].kind in ("mask", "cmpx") and any(v.kind == "b" for v in op.sources)
    clamp = (anyfloat or op.note("sat")) and not classes and not op.note("-clamp")
    omod = result and result.kind == "f" and not op.note("-omod")
    return [Modifier("clamp", 2)] * bool(clamp) + [Modifier("omod", 4)] * bool(omod)


def half_selects(form, layout, sources, result):
    """OP_SEL of VOP3: bits of 16-bit operands; BC and FI of the row permutes."""
    if form.op.note("bc fi"):
        return [Modifier("op_sel", 4)]
    # gfx9 knows it of VOP3's own operations only
    promoted = form.encoding != "vop3" and not traits_of(form.arch)["half_registers"]
    if promoted or "op_sel" not in layout or result is not None and result.half == "zero":
        return []
    bits = sum(1 << n for n, v in enumerate(sources) if v.width == 16 and v.count == 1) | (
        8 if result is not None and result.width == 16 and result.count == 1 else 0
    )
    return [Modifier("op_sel", 16, bits)]


def interpolation_modifiers(sources, result):
    """Those of VINTERP."""
    found = [Modifier("neg", 8), Modifier("clamp", 2), Modifier("wait_exp", 8)]
    narrow = sum(1 << n for n, v in enumerate(sources) if v.width == 16) | (8 if result.width == 16 else 0)
    return found + [Modifier("op_sel", 16, narrow)] * bool(narrow)


def packed_modifiers(form, sources):
    """OP_SEL, OP_SEL_HI, NEG, NEG_HI, CLAMP of VOP3P."""
    op, n = form.op, len(sources)
    every = (1 << n) - 1
    if op.shape == "matrix":
        return matrix_modifiers(op.results[0])
    found = []
    if any(v.width == 16 or v.kind == "mix" for v in sources):               # bytes and nibbles are not chosen
        found = [Modifier("op_sel", 8, every), Modifier("op_sel_hi", 8, every, 0 if n == 3 else 4)]
    found += [Modifier("neg", 8, every), Modifier("neg_hi", 8, every)]
    clamp = any(v.kind in ("f", "bf", "mix") for v in op.values) or op.note("sat")
    return found + [Modifier("clamp", 2)] * bool(clamp)


def matrix_modifiers(result):
    """Signs of factors and of C; the half of 16-bit sums; signedness and CLAMP of integers (RDNA3 ISA, 7.9)."""
    if result.kind == "i":
        return [Modifier("neg", 4), Modifier("clamp", 2)]
    return [Modifier("neg", 8), Modifier("neg_hi", 8)] + [Modifier("op_sel", 8, 4)] * (result.width == 16)


def sdwa_modifiers(form, sources, result):
    """Selects, sign extension or ABS and NEG, destination select."""
    op, found = form.op, []
    for n, value in enumerate(sources):
        found.append(Modifier(f"src{n}_sel", 7))
        if value.kind in ("f", "bf") or form.signed:
            found += [Modifier(f"neg{n}", 2), Modifier(f"abs{n}", 2)]
        elif value.kind in "iub":
            found.append(Modifier(f"sext{n}", 2))
    if form.extension == "sdwa" and result is not None:
        found += [Modifier("dst_sel", 7), Modifier("dst_unused", 3)]
        clamp = any(v.kind == "f" for v in op.values) or op.note("sat")
        found += [Modifier("clamp", 2)] * bool(clamp) + [Modifier("omod", 4)] * (result.kind == "f")
    return found
