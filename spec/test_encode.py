"""Compare the encoder with llvm-mc: words checked by hand, and random legal encodings of every form.
Each must read as the expected mnemonic and assemble back to the same bytes."""
import random
import re

import pytest

from ..generators.instructions.encodings import random_encoding, random_fields
from ..harness.targets import llvm_mc
from ..harness.targets.llvm_differences import known_assembly_difference
from . import CERTIFIED, SpecError, load
from .encode import Operand, encode, form, inline, lit, named_operand, s, v
from .slots import slots

ENCODINGS_PER_FORM = 50                                             # encodings of each form
# {mnemonic that assembles to another encoding than it was read from: reason}
OTHER_ENCODING = {
    "v_nop": "all its forms have the same text; the assembler takes the short one",
    "v_clrexcp": "the same",
    "v_pipeflush": "the same",
    "ds_swizzle_b32": "the text of a rotation omits the mask",
    "v_fma_mixlo_f16_e64_dpp": "llvm-mc 22 writes OP_SEL's bit of the result over dpp_ctrl",
    "v_fma_mixhi_f16_e64_dpp": "the same",
    "v_fmac_f16_e64": "llvm-mc's assembler refuses the op_sel that its disassembler prints",
    "v_fmac_f16_e64_dpp": "the same",
    "v_pk_fmac_f16": "llvm-mc's assembler writes an inline constant of it as a literal",
    "v_cndmask_b16": "its text has no op_sel for a half of a scalar source",
}

HAND = [  # arch, operation, variant, operands, modifiers, bytes from the manuals' layouts and llvm-mc 19
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
        dict(sdata=s(5), sbase=s(2), soffset=named_operand("gfx1100", "null")),
        dict(offset=0x10),
        "410100f4100000f8",
    ),
    (
        "gfx906",
        "global_load_b32",
        "",
        dict(vdst=v(1), addr=v(2), saddr=named_operand("gfx906", "off")),
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


def test_vopd_pair_is_encoded():
    x, y = form("gfx1100", "v_dual_add_f32", "x"), form("gfx1100", "v_dual_mul_f32", "y")
    fields = dict(vdstx=v(1), src0x=v(2), vsrc1x=v(3), vdsty=4 >> 1, src0y=v(5), vsrc1y=v(6))
    assert encode(x, fields, other=y).hex() == "020706c9050d0401"


def test_high_halves_of_short_encodings():
    """v_add_f16_e32 v1.h, v2.l, v3.h as llvm-mc assembles it."""
    code = encode(form("gfx1100", "v_add_f16", ""), dict(vdst=v(1, True), src0=v(2), vsrc1=v(3, True)))
    assert code.hex() == "02070365"
    assert llvm_mc.disassemble("gfx1100", [code]) == ["v_add_f16_e32 v1.h, v2.l, v3.h"]


def test_inline_constants_have_their_codes():
    assert [inline(n).code for n in (0, 64, -1, -16, 0.5, -4.0, "1/2pi")] == [128, 192, 193, 208, 240, 247, 248]
    for wrong in (65, -17, 3.0, "pi"):
        with pytest.raises(ValueError):
            inline(wrong)


def test_names_differ_by_family():
    assert (named_operand("gfx906", "m0") == Operand(124) and named_operand("gfx1100", "m0") == Operand(125)
            and named_operand("gfx1100", "null") == Operand(124))
    with pytest.raises(ValueError):
        named_operand("gfx906", "null")


@pytest.mark.parametrize(
    "fields, message",
    [
        (dict(vdst=v(256)), "does not fit"),
        (dict(glc=1), "no field glc"),
        (dict(src0=lit(1), src1=lit(2)), "one literal"),
    ],
)
def test_encoder_refuses_invalid_fields(fields, message):
    with pytest.raises(SpecError, match=message):
        encode(form("gfx1100", "v_add_f32", "vop3"), fields)


def test_no_high_halves_in_short_encodings_of_vega():
    with pytest.raises(SpecError, match="cannot name a high half"):
        encode(form("gfx906", "v_add_f16", ""), dict(vdst=v(1, True)))


def test_every_operand_has_a_slot():
    """Results and sources in fields of the row are all among the slots of each form."""
    for arch in CERTIFIED:
        for f in load().forms(arch):
            values = [x for x in f.op.values if not x.special or x.kind == "mix"]
            assert len([x for x in slots(f) if x.value in values]) >= len({id(x) for x in values if x.place == ""}), (
                f.mnemonic
            )


def fields_for_llvm(f, fields):
    """Return the fields without NEG and ABS of a move, which LLVM does not support (docs/errata.md, E-151)."""
    moves = f.signed and len(f.op.sources) == 1
    return {name: value for name, value in fields.items() if not (moves and name.rstrip("01") in ("neg", "abs"))}


def encoding_for_llvm(f, seed, wave):
    """Return a random legal encoding of `f` that LLVM supports."""
    rng = random.Random(seed)
    return (
        random_encoding(f, rng, wave)
        if f.layout == "vopd"
        else encode(f, fields_for_llvm(f, random_fields(f, rng, wave)))
    )


@pytest.mark.parametrize("arch", CERTIFIED)
def test_random_encodings_round_trip_through_llvm(arch):
    forms, wave = load().forms(arch), 64 if arch == "gfx906" else 32
    items = [
        (f, encoding_for_llvm(f, f"{f.mnemonic} {f.layout} {f.variant} {n}", wave))
        for f in forms
        for n in range(ENCODINGS_PER_FORM)
    ]
    texts = llvm_mc.disassemble(arch, [code for _, code in items], wave)
    misread = [(f.mnemonic, code.hex(), text) for (f, code), text in zip(items, texts) if not reads_as(f, text)]
    assert misread[:20] == []
    reassembled = llvm_mc.assemble(arch, [text or "s_nop 0" for text in texts], wave)
    different = [
        (code.hex(), text, assembled and assembled.hex())
        for (f, code), text, assembled in zip(items, texts, reassembled)
        if assembled != code and f.mnemonic not in OTHER_ENCODING and not known_assembly_difference(arch, text)
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


def printed_registers(f, fields):
    """Return the registers of a form's operands as printed: v7, v[4:5], s[2:3]."""
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
    """Return (words that the text must have, words that it must not have, numbers that it must have)."""
    expected = {name for name in FLAGS & set(fields) if fields[name]}
    numbers = {pattern.format(fields[name]) for name, pattern in NUMBERS.items() if fields.get(name)}
    numbers |= {
        f"{name}:{SELECTS[fields[name]]}"
        for name in ("dst_sel", "src0_sel", "src1_sel")
        if name in fields and isinstance(fields[name], int)
    }
    return expected, (FLAGS & set(fields)) - expected, numbers


@pytest.mark.parametrize("arch", CERTIFIED)
def test_every_field_is_printed_by_llvm(arch):
    """Every register operand prints with its number and width, every modifier bit as its own word."""
    wave = 64 if arch == "gfx906" else 32
    forms = [f for f in load().forms(arch) if f.layout != "vopd"]
    items = [
        (
            f,
            fields_for_llvm(
                f, random_fields(f, random.Random(f"fields {f.mnemonic} {f.layout} {f.variant} {n}"), wave)
            ),
        )
        for f in forms
        for n in range(4)
    ]
    texts = llvm_mc.disassemble(arch, [encode(f, fields) for f, fields in items], wave)
    wrong = [(text, words) for (f, fields), text in zip(items, texts) if (words := misprint(f, fields, text))]
    assert wrong[:20] == []


def misprint(f, fields, text):
    """Return the missing or unexpected words of the text; None if it is correct."""
    printed = re.findall(r"[vs]\[\d+:\d+\]|\b[vs]\d+\b", text)
    image = f.layout in ("mimg", "mubuf") and (fields.get("tfe") or f.layout == "mimg")
    missing = [r for r in printed_registers(f, fields) if r not in printed] if not image else []
    words = set(re.split(r"[\s,]+", text))
    expected, unexpected, numbers = modifier_words(fields)
    if "bvh" in f.op.name:                                    # fixed bits, not printed
        expected, unexpected, numbers = set(), set(), set()
    return (
        missing or sorted(expected - words) or sorted(unexpected & words) or sorted(n for n in numbers if n not in text)
    ) or None


def test_random_encodings_round_trip_in_wave64():
    """In wave64 of gfx1100 lane masks are pairs and VOPD does not exist."""
    forms = [f for f in load().forms("gfx1100") if f.layout != "vopd"]
    items = [(f, encoding_for_llvm(f, f"{f.mnemonic} {f.layout} {f.variant}", 64)) for f in forms]
    texts = llvm_mc.disassemble("gfx1100", [code for _, code in items], 64)
    assert [(f.mnemonic, code.hex(), text) for (f, code), text in zip(items, texts) if not reads_as(f, text)] == []
    reassembled = llvm_mc.assemble("gfx1100", texts, 64)
    assert [
        (code.hex(), text)
        for (f, code), text, assembled in zip(items, texts, reassembled)
        if assembled != code and f.mnemonic not in OTHER_ENCODING
    ] == []


def reads_as(f, text):
    """Return whether `text` is an instruction of form `f`.
    llvm-mc 22 corrupts dpp_ctrl of some words of V_FMA_MIXLO with DPP."""
    if f.mnemonic in ("v_fma_mixlo_f16_e64_dpp", "v_fma_mixhi_f16_e64_dpp"):
        return True
    names = (text or "").replace("::", " ").split()
    return f.mnemonic in names if f.layout == "vopd" else names[:1] == [f.mnemonic]


@pytest.mark.parametrize("arch", CERTIFIED)
def test_random_encodings_vary(arch):
    """Two draws of a form with operands nearly always differ."""
    rng = random.Random(1)
    for f in load().forms(arch)[::7]:
        if slots(f):
            assert len({random_encoding(f, rng) for _ in range(10)}) > 5, f.mnemonic
