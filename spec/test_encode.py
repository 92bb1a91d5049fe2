"""The encoder against llvm-mc: words checked by hand, and for every form random legal encodings that read as the
expected mnemonic and assemble back to the same bytes."""
import random
import re

import pytest

from ..generators.instructions.encodings import random_encoding, random_fields
from ..harness.targets import llvm_mc
from ..harness.targets.llvm_differences import known_back
from . import CERTIFIED, SpecError, load
from .encode import Operand, encode, form, inline, lit, named, s, v
from .slots import slots

EACH = 50
# Mnemonics that assemble to another encoding than the one they were read from, and why.
OTHER_ENCODING = {
    "v_nop": "without operands the text of all its forms is the same; the assembler takes the short one",
    "v_clrexcp": "the same",
    "v_pipeflush": "the same",
    "ds_swizzle_b32": "the text of a rotation leaves the mask out",
    "v_fma_mixlo_f16_e64_dpp": "llvm-mc 22 writes OP_SEL's bit of the result over dpp_ctrl",
    "v_fma_mixhi_f16_e64_dpp": "the same",
    "v_fmac_f16_e64": "llvm-mc's assembler refuses the op_sel that its disassembler prints",
    "v_fmac_f16_e64_dpp": "the same",
    "v_pk_fmac_f16": "llvm-mc's assembler writes an inline constant of it as a literal",
    "v_cndmask_b16": "its text has no op_sel, so a half of a scalar source is not said",
}

HAND = [  # arch, operation, variant, operands, modifiers, bytes as the manuals' layouts and llvm-mc 19 give them
    (
        "gfx906",
        "v_fma_f32",
        "",
        dict(vdst=v(1), src0=v(2), src1=v(3), src2=v(4)),
        dict(neg=1, abs=2, clamp=1, omod=2),
        "0182cbd102071234",
    ),
    ("gfx906", "v_mad_f16", "", dict(vdst=v(1, True), src0=v(2, True), src1=v(3), src2=v(4)), {}, "014803d202071204"),
    (
        "gfx906",
        "v_pk_fma_f16",
        "",
        dict(vdst=v(1), src0=v(2), src1=v(3), src2=v(4)),
        dict(op_sel=1, op_sel_hi=6, neg=1, neg_hi=2, clamp=1),
        "01ca8ed302071234",
    ),
    (
        "gfx1100",
        "v_pk_fma_f16",
        "",
        dict(vdst=v(1), src0=v(2), src1=v(3), src2=v(4)),
        dict(op_sel=1, op_sel_hi=6, neg=1, neg_hi=2, clamp=1),
        "01ca0ecc02071234",
    ),
    ("gfx906", "v_add_co_u32", "vop3sd", dict(vdst=v(1), sdst=s(2), src0=v(4), src1=v(5)), {}, "010219d1040b0200"),
    (
        "gfx906",
        "v_add_f32",
        "sdwa",
        dict(vdst=v(1), src0=v(2), vsrc1=v(3)),
        dict(neg0=1, abs1=1, clamp=1, dst_sel=5, dst_unused=2, src0_sel=2, src1_sel=4),
        "f906020202351224",
    ),
    (
        "gfx906",
        "v_mov_b32",
        "dpp",
        dict(vdst=v(1), src0=v(2)),
        dict(dpp_ctrl=0x103, row_mask=5, bank_mask=10, bound_ctrl=1),
        "fa02027e0203095a",
    ),
    (
        "gfx1100",
        "v_mov_b32",
        "dpp8",
        dict(vdst=v(1), src0=v(2)),
        dict(fi=1, **{f"lane{n}": 7 - n for n in range(8)}),
        "ea02027e02773905",
    ),
    (
        "gfx906",
        "s_load_b32",
        "",
        dict(sdata=s(5), sbase=s(2)),
        dict(imm=1, soffset_en=1, offset=0x10, soffset=7),
        "414102c01000000e",
    ),
    (
        "gfx1100",
        "s_load_b32",
        "",
        dict(sdata=s(5), sbase=s(2), soffset=named("gfx1100", "null")),
        dict(offset=0x10),
        "410100f4100000f8",
    ),
    (
        "gfx906",
        "global_load_b32",
        "",
        dict(vdst=v(1), addr=v(2), saddr=named("gfx906", "off")),
        dict(offset=0x1FFF),
        "ff9f50dc02007f01",
    ),
    (
        "gfx1100",
        "scratch_load_b32",
        "",
        dict(vdst=v(1), addr=v(2), saddr=s(5)),
        dict(offset=8, sve=1),
        "080051dc02008501",
    ),
    (
        "gfx1100",
        "buffer_load_b32",
        "",
        dict(vdata=v(1), vaddr=v(2), srsrc=s(8), soffset=s(3)),
        dict(offen=1, offset=4095, glc=1, slc=1, dlc=1),
        "ff7f50e002014203",
    ),
    ("gfx1100", "ds_load_b32", "", dict(vdst=v(1), addr=v(2)), dict(offset0=0x34, offset1=0x12), "3412d8d802000001"),
    ("gfx1100", "v_add_f32", "vop3", dict(vdst=v(1), src0=lit(0x42001234), src1=v(2)), {}, "010003d5ff04020034120042"),
    (
        "gfx1100",
        "v_fma_f32",
        "vop3_dpp",
        dict(vdst=v(0), src0=v(1), src1=v(2), src2=s(3)),
        dict(dpp_ctrl=0xE4),
        "000013d6fa040e0001e400ff",
    ),
    ("gfx1100", "lds_direct_load", "", dict(vdst=v(1)), dict(wait_vdst=3), "010013ce"),
    (
        "gfx1100",
        "v_interp_p10_f32",
        "",
        dict(vdst=v(1), src0=v(2), src1=v(3), src2=v(4)),
        dict(wait_exp=3),
        "010300cd02071204",
    ),
    ("gfx906", "s_setreg_imm32_b32", "", dict(simm16=0xF801, k=17), {}, "01f800ba11000000"),
    (
        "gfx1100",
        "image_sample",
        "",
        dict(vdata=v(0), vaddr=v(0), srsrc=s(0), ssamp=s(8)),
        dict(dmask=15, dim=1, nsa=1, vaddr1=5),
        "050f6cf00000000805000000",
    ),
    (
        "gfx1100",
        "exp",
        "",
        dict(vsrc0=v(1), vsrc1=v(2), vsrc2=v(3), vsrc3=v(4)),
        dict(en=15, done=1, row_en=1),
        "0f2800f801020304",
    ),
]


@pytest.mark.parametrize("arch, name, variant, operands, fields, code", HAND)
def test_words_checked_by_hand(arch, name, variant, operands, fields, code):
    assert encode(form(arch, name, variant), operands, fields).hex() == code


def test_vopd_pair():
    x, y = form("gfx1100", "v_dual_add_f32", "x"), form("gfx1100", "v_dual_mul_f32", "y")
    fields = dict(vdstx=v(1), src0x=v(2), vsrc1x=v(3), vdsty=4 >> 1, src0y=v(5), vsrc1y=v(6))
    assert encode(x, fields, other=y).hex() == "020706c9050d0401"


def test_high_halves_of_short_encodings():
    """v_add_f16_e32 v1.h, v2.l, v3.h as llvm-mc assembles it."""
    code = encode(form("gfx1100", "v_add_f16", ""), dict(vdst=v(1, True), src0=v(2), vsrc1=v(3, True)))
    assert code.hex() == "02070365"
    assert llvm_mc.disassemble("gfx1100", [code]) == ["v_add_f16_e32 v1.h, v2.l, v3.h"]


def test_inline_constants():
    assert [inline(n).code for n in (0, 64, -1, -16, 0.5, -4.0, "1/2pi")] == [128, 192, 193, 208, 240, 247, 248]
    for wrong in (65, -17, 3.0, "pi"):
        with pytest.raises(ValueError):
            inline(wrong)


def test_names_differ_by_family():
    assert (named("gfx906", "m0") == Operand(124) and named("gfx1100", "m0") == Operand(125)
            and named("gfx1100", "null") == Operand(124))
    with pytest.raises(ValueError):
        named("gfx906", "null")


@pytest.mark.parametrize(
    "fields, says",
    [
        (dict(vdst=v(256)), "does not fit"),
        (dict(glc=1), "no field glc"),
        (dict(src0=lit(1), src1=lit(2)), "one literal"),
    ],
)
def test_encoder_refuses(fields, says):
    with pytest.raises(SpecError, match=says):
        encode(form("gfx1100", "v_add_f32", "vop3"), fields)


def test_no_high_halves_in_short_encodings_of_vega():
    with pytest.raises(SpecError, match="cannot name a high half"):
        encode(form("gfx906", "v_add_f16", ""), dict(vdst=v(1, True)))


def test_every_operand_has_a_slot():
    """No form loses an operand of its row: results and sources that stand in fields are all among its slots."""
    for arch in CERTIFIED:
        for f in load().forms(arch):
            values = [x for x in f.op.values if not x.special or x.kind == "mix"]
            assert len([x for x in slots(f) if x.value in values]) >= len({id(x) for x in values if x.place == ""}), (
                f.mnemonic
            )


def for_llvm(f, fields):
    """The fields without NEG and ABS of a move, of which LLVM knows nothing (docs/errata.md, E-151)."""
    moves = f.signed and len(f.op.sources) == 1
    return {name: value for name, value in fields.items() if not (moves and name.rstrip("01") in ("neg", "abs"))}


def drawn(f, seed, wave):
    """A random legal encoding of `f` that LLVM knows."""
    rng = random.Random(seed)
    return random_encoding(f, rng, wave) if f.layout == "vopd" else encode(f, for_llvm(f, random_fields(f, rng, wave)))


@pytest.mark.parametrize("arch", CERTIFIED)
def test_random_encodings_both_ways(arch):
    forms, wave = load().forms(arch), 64 if arch == "gfx906" else 32
    items = [(f, drawn(f, f"{f.mnemonic} {f.layout} {f.variant} {n}", wave)) for f in forms for n in range(EACH)]
    texts = llvm_mc.disassemble(arch, [code for _, code in items], wave)
    strange = [(f.mnemonic, code.hex(), text) for (f, code), text in zip(items, texts) if not reads_as(f, text)]
    assert strange[:20] == []
    back = llvm_mc.assemble(arch, [text or "s_nop 0" for text in texts], wave)
    different = [
        (code.hex(), text, other and other.hex())
        for (f, code), text, other in zip(items, texts, back)
        if other != code and f.mnemonic not in OTHER_ENCODING and not known_back(arch, text)
    ]
    assert different[:20] == []


FLAGS = {
    "glc", "slc", "dlc", "offen", "idxen", "tfe", "lwe", "da", "unorm", "d16", "gds", "lds", "clamp", "row_en", "compr",
    "vm", "done",
}
NUMBERS = {
    "wait_exp": "wait_exp:{}",
    "wait_vdst": "wait_vdst:{}",
    "row_mask": "row_mask:0x{:x}",
    "bank_mask": "bank_mask:0x{:x}",
    "dmask": "dmask:0x{:x}",
    "bound_ctrl": "bound_ctrl:{}",
    "fi": "fi:{}",
    "attr": "attr{}.",
}
SELECTS = ("BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD")


def registers(f, fields):
    """How the registers of a form's operands print: v7, v[4:5], s[2:3]."""
    names = []
    for slot in slots(f):
        operand = fields.get(slot.field)
        if (not isinstance(operand, Operand) or slot.role == "mask" or not (operand.code < 102 or operand.code > 255)
                or operand.literal is not None):
            continue
        kind, n = ("v", operand.code - 256) if operand.code > 255 else ("s", operand.code)
        names.append(f"{kind}{n}" if slot.regs == 1 else f"{kind}[{n}:{n + slot.regs - 1}]")
    return names


def modifier_words(fields):
    """What must, and what must not, stand in the text for the modifier fields given."""
    yes = {name for name in FLAGS & set(fields) if fields[name]}
    numbers = {pattern.format(fields[name]) for name, pattern in NUMBERS.items() if fields.get(name)}
    numbers |= {
        f"{name}:{SELECTS[fields[name]]}"
        for name in ("dst_sel", "src0_sel", "src1_sel")
        if name in fields and isinstance(fields[name], int)
    }
    return yes, (FLAGS & set(fields)) - yes, numbers


@pytest.mark.parametrize("arch", CERTIFIED)
def test_fields_print_as_what_they_are(arch):
    """Every register operand prints with its number and width, every modifier bit as its own word: no two fields are
    exchanged."""
    wave = 64 if arch == "gfx906" else 32
    forms = [f for f in load().forms(arch) if f.layout != "vopd"]
    items = [
        (f, for_llvm(f, random_fields(f, random.Random(f"fields {f.mnemonic} {f.layout} {f.variant} {n}"), wave)))
        for f in forms
        for n in range(4)
    ]
    texts = llvm_mc.disassemble(arch, [encode(f, fields) for f, fields in items], wave)
    wrong = [(text, why) for (f, fields), text in zip(items, texts) if (why := misprint(f, fields, text))]
    assert wrong[:20] == []


def misprint(f, fields, text):
    """What is missing from the text, or should not be there; None when all is well."""
    found = re.findall(r"[vs]\[\d+:\d+\]|\b[vs]\d+\b", text)
    image = f.layout in ("mimg", "mubuf") and (fields.get("tfe") or f.layout == "mimg")
    missing = [r for r in registers(f, fields) if r not in found] if not image else []
    words = set(re.split(r"[\s,]+", text))
    yes, no, numbers = modifier_words(fields)
    if "bvh" in f.op.name:                                    # fixed bits, not written
        yes, no, numbers = set(), set(), set()
    return (missing or sorted(yes - words) or sorted(no & words) or sorted(n for n in numbers if n not in text)) or None


def test_random_encodings_in_wave64():
    """gfx1100 in wave64: lane masks are pairs; VOPD does not exist."""
    forms = [f for f in load().forms("gfx1100") if f.layout != "vopd"]
    items = [(f, drawn(f, f"{f.mnemonic} {f.layout} {f.variant}", 64)) for f in forms]
    texts = llvm_mc.disassemble("gfx1100", [code for _, code in items], 64)
    assert [(f.mnemonic, code.hex(), text) for (f, code), text in zip(items, texts) if not reads_as(f, text)] == []
    back = llvm_mc.assemble("gfx1100", texts, 64)
    assert [
        (code.hex(), text)
        for (f, code), text, other in zip(items, texts, back)
        if other != code and f.mnemonic not in OTHER_ENCODING
    ] == []


def reads_as(f, text):
    """Is `text` an instruction of form `f`?  Of some words of V_FMA_MIXLO with DPP llvm-mc 22 writes over dpp_ctrl."""
    if f.mnemonic in ("v_fma_mixlo_f16_e64_dpp", "v_fma_mixhi_f16_e64_dpp"):
        return True
    names = (text or "").replace("::", " ").split()
    return f.mnemonic in names if f.layout == "vopd" else names[:1] == [f.mnemonic]


@pytest.mark.parametrize("arch", CERTIFIED)
def test_random_encodings_vary(arch):
    """Two draws of one form differ nearly always when the form has operands."""
    rng = random.Random(1)
    for f in load().forms(arch)[::7]:
        if slots(f):
            assert len({random_encoding(f, rng) for _ in range(10)}) > 5, f.mnemonic
