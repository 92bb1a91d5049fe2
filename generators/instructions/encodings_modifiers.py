"""The modifiers of random encodings with their ranges. They are computed once for each form, in the order in which they
are drawn."""
from functools import cache
from typing import NamedTuple

from ...spec import ARCHS, load, architecture_traits
from ...spec.slots import slots


class Modifier(NamedTuple):
    """A field drawn from `count` values and masked with `mask`. If `count` is 0, it is not drawn and is 0. `always`:
    bits that are always set."""
    field: str
    count: int
    mask: int = -1
    always: int = 0


@cache
def form_modifiers(form):
    """Return the Modifiers of a form's own words and of SDWA, in order."""
    layout = load().encodings[ARCHS[form.arch], form.layout].fields
    sources = [slot.value for slot in slots(form).numbered]
    result = next((v for v in form.op.results if not v.special), None)
    if form.layout == "vop3p":
        drawn = vop3p_modifiers(form, sources)
    elif form.layout == "vinterp":
        drawn = vinterp_modifiers(sources, result)
    else:
        drawn = vop3_modifiers(form, layout, sources, result) if "neg" in layout else []
    if form.extension in ("sdwa", "sdwac"):
        drawn += sdwa_modifiers(form, sources, result)
    return tuple(drawn)


@cache
def dpp_modifiers(form):
    """Return the Modifiers of DPP, except its control, and of DPP8."""
    if form.extension == "dpp8":
        return (*(Modifier(f"lane{n}", 8) for n in range(8)), Modifier("fi", 2))
    if form.extension != "dpp":
        return ()
    layout = load().encodings[ARCHS[form.arch], form.layout].fields
    drawn = [Modifier("row_mask", 16), Modifier("bank_mask", 16), Modifier("bound_ctrl", 2)]
    drawn += [Modifier("fi", 2)] * bool(architecture_traits(form.arch)["dpp_fi"])
    if not layout.get("neg"):
        signs = signed_source_mask(form, [slot.value for slot in slots(form).numbered])
        drawn += [Modifier(f"{m}{n}", 2) for m in ("neg", "abs") for n in range(2) if signs >> n & 1]
    return tuple(drawn)


def signed_source_mask(form, sources):
    """Return a mask with one bit for each source that NEG and ABS can change."""
    return sum(1 << n for n, v in enumerate(sources) if v.kind in ("f", "bf") and v.count == 1 or form.signed)


def vop3_modifiers(form, layout, sources, result):
    """Return the Modifiers of VOP3."""
    op, signs = form.op, signed_source_mask(form, sources)
    drawn = [Modifier("neg", 8, signs)]
    if "abs" in layout:
        drawn.append(Modifier("abs", 0 if op.note("-abs") else 8, signs))
    return drawn + clamp_modifiers(op, result) + op_sel_modifiers(form, layout, sources, result)


def clamp_modifiers(op, result):
    """Return CLAMP and OMOD of VOP3: floats have both; integers have CLAMP if the row says that they saturate."""
    has_float = any(v.kind in ("f", "bf") for v in op.values)
    is_class_test = op.results and op.results[0].kind in ("mask", "cmpx") and any(v.kind == "b" for v in op.sources)
    clamp = (has_float or op.note("sat")) and not is_class_test and not op.note("-clamp")
    omod = result and result.kind == "f" and not op.note("-omod")
    return [Modifier("clamp", 2)] * bool(clamp) + [Modifier("omod", 4)] * bool(omod)


def op_sel_modifiers(form, layout, sources, result):
    """Return OP_SEL of VOP3. Its bits select halves of 16-bit operands, or are BC and FI of the row permutes."""
    if form.op.note("bc fi"):
        return [Modifier("op_sel", 4)]
    # gfx9 has OP_SEL only in operations that are native to VOP3
    is_promoted = form.encoding != "vop3" and not architecture_traits(form.arch)["half_registers"]
    if is_promoted or "op_sel" not in layout or result is not None and result.half == "zero":
        return []
    bits = sum(1 << n for n, v in enumerate(sources) if v.width == 16 and v.count == 1) | (
        8 if result is not None and result.width == 16 and result.count == 1 else 0
    )
    return [Modifier("op_sel", 16, bits)]


def vinterp_modifiers(sources, result):
    """Return the Modifiers of VINTERP."""
    drawn = [Modifier("neg", 8), Modifier("clamp", 2), Modifier("wait_exp", 8)]
    half_mask = sum(1 << n for n, v in enumerate(sources) if v.width == 16) | (8 if result.width == 16 else 0)
    return drawn + [Modifier("op_sel", 16, half_mask)] * bool(half_mask)


def vop3p_modifiers(form, sources):
    """Return OP_SEL, OP_SEL_HI, NEG, NEG_HI, CLAMP of VOP3P."""
    op, n = form.op, len(sources)
    all_sources = (1 << n) - 1
    if op.shape == "matrix":
        return matrix_modifiers(op.results[0])
    drawn = []
    if any(v.width == 16 or v.kind == "mix" for v in sources):  # bytes and nibbles have no selects
        drawn = [Modifier("op_sel", 8, all_sources), Modifier("op_sel_hi", 8, all_sources, 0 if n == 3 else 4)]
    drawn += [Modifier("neg", 8, all_sources), Modifier("neg_hi", 8, all_sources)]
    clamp = any(v.kind in ("f", "bf", "mix") for v in op.values) or op.note("sat")
    return drawn + [Modifier("clamp", 2)] * bool(clamp)


def matrix_modifiers(result):
    """Return the Modifiers of a matrix operation: the signs of factors and C, the half for 16-bit sums, signedness and
    CLAMP of integers (RDNA3 ISA, 7.9)."""
    if result.kind == "i":
        return [Modifier("neg", 4), Modifier("clamp", 2)]
    return [Modifier("neg", 8), Modifier("neg_hi", 8)] + [Modifier("op_sel", 8, 4)] * (result.width == 16)


def sdwa_modifiers(form, sources, result):
    """Return the Modifiers of SDWA: source selects, sign extension or ABS and NEG, and the destination select."""
    op, drawn = form.op, []
    for n, value in enumerate(sources):
        drawn.append(Modifier(f"src{n}_sel", 7))
        if value.kind in ("f", "bf") or form.signed:
            drawn += [Modifier(f"neg{n}", 2), Modifier(f"abs{n}", 2)]
        elif value.kind in "iub":
            drawn.append(Modifier(f"sext{n}", 2))
    if form.extension == "sdwa" and result is not None:
        drawn += [Modifier("dst_sel", 7), Modifier("dst_unused", 3)]
        clamp = any(v.kind == "f" for v in op.values) or op.note("sat")
        drawn += [Modifier("clamp", 2)] * bool(clamp) + [Modifier("omod", 4)] * (result.kind == "f")
    return drawn
