"""Unused fields of an instruction are ignored with the note `decode.unused_field` (docs/errata.md, E-158).
The tests are by hand from the manuals, and over every form: a bit without effect has the note."""
import random

import numpy as np
import pytest

from ...generators.instructions.encodings import random_encoding
from ...spec import ARCHS, load
from .. import V0, Machine, decode_text, disassemble, sets_unused

MODES = [("gfx906", 64), ("gfx1100", 32), ("gfx1100", 64)]
RULE = "decode.unused_field"
MACHINE = Machine(waves=1, findings=64, code_bytes=256)

# arch, the field and the manual's section, words with the field set, words without.
HAND = [
    ("gfx1100", "VDST of a DS store (12.5: DS_STORE returns nothing)",
     (0xD8340000, 0x05000201), (0xD8340000, 0x00000201)),
    ("gfx906", "VDST of a DS store (Vega 13.5)", (0xD81A0000, 0x05000201), (0xD81A0000, 0x00000201)),
    ("gfx1100", "DATA0, DATA1 of a DS load", (0xD8D80000, 0x05070601), (0xD8D80000, 0x05000001)),
    ("gfx1100", "bit 16 of DS", (0xD8D90000, 0x05000001), (0xD8D80000, 0x05000001)),
    ("gfx1100", "VSRC1 of a VOPD move (7.6)", (0xCA100301, 0x02000102), (0xCA100101, 0x02000102)),
    ("gfx1100", "SRC1, SRC2 of V_MOV_B32 in VOP3 (7.2.1)", (0xD5810005, 0x040E0501), (0xD5810005, 0x00000101)),
    ("gfx906", "SRC2 of V_ADD_U32 in VOP3", (0xD1340005, 0x040E0501), (0xD1340005, 0x00020501)),
    ("gfx1100", "SRC2 of V_CMP in VOP3 (7.2.1)", (0xD4490002, 0x040E0501), (0xD4490002, 0x00020501)),
    ("gfx1100", "OP_SEL of V_ADD_F32 (7.1: only for 16-bit operands)",
     (0xD5030805, 0x00020501), (0xD5030005, 0x00020501)),
    ("gfx1100", "OMOD of V_ADD_NC_U32 (7.1: float results only)", (0xD5250005, 0x08020501), (0xD5250005, 0x00020501)),
    ("gfx1100", "NEG of V_ADD_NC_U32 (7.1: float inputs only)", (0xD5250005, 0x20020501), (0xD5250005, 0x00020501)),
    ("gfx1100", "CLAMP of V_AND_B32 (7.2.3.1)", (0xD51B8005, 0x00020501), (0xD51B0005, 0x00020501)),
    ("gfx1100", "DATA of a FLAT load (11)", (0xDC500000, 0x057C0701), (0xDC500000, 0x057C0001)),
    ("gfx1100", "SADDR of FLAT (11: Flat: Unused)", (0xDC500000, 0x05040001), (0xDC500000, 0x057C0001)),
    ("gfx1100", "VDST of a FLAT store", (0xDC680000, 0x057C0701), (0xDC680000, 0x007C0701)),
    ("gfx906", "VDST of a FLAT atomic without GLC", (0xDD080000, 0x05000701), (0xDD080000, 0x00000701)),
    ("gfx1100", "ADDR of SCRATCH without SVE (11.2)", (0xDC510000, 0x05040001), (0xDC510000, 0x05040000)),
    ("gfx1100", "VADDR of MUBUF without OFFEN and IDXEN (9.2)", (0xE0500000, 0x80020503), (0xE0500000, 0x80020500)),
    ("gfx906", "VADDR of MUBUF without OFFEN and IDXEN", (0xE0500000, 0x80020503), (0xE0500000, 0x80020500)),
    ("gfx1100", "spare bits of SMEM", (0xF4008141, 0xF8000000), (0xF4000141, 0xF8000000)),
    ("gfx906", "SOFFSET of SMEM without SOFFSET_EN (Vega 7.2)", (0xC0020141, 0x0E000010), (0xC0020141, 0x00000010)),
    ("gfx1100", "SIMM16 of S_BARRIER", (0xBFBD0007,), (0xBFBD0000,)),
    ("gfx906", "SSRC0 of S_GETPC_B64", (0xBE821C05,), (0xBE821C00,)),
    ("gfx1100", "SDST of S_SETPC_B64", (0xBE854804,), (0xBE804804,)),
    ("gfx906", "NEG and ABS of V_MOV_B32 (Vega 12.8: untyped)", (0xD1410105, 0x20000101), (0xD1410005, 0x00000101)),
    ("gfx906", "NEG and ABS of V_MOV_B32 with DPP", (0x7E0A02FA, 0xFF30E401), (0x7E0A02FA, 0xFF00E401)),
    ("gfx1100", "SSAMP of IMAGE_LOAD", (0xF0000F04, 0x08000201), (0xF0000F04, 0x00000201)),
]


def code_of_words(words):
    return b"".join(word.to_bytes(4, "little") for word in words)


def default_wave(arch):
    return 64 if arch == "gfx906" else 32


@pytest.mark.parametrize("arch, what, words, plain", HAND, ids=[f"{a}: {w}" for a, w, *_ in HAND])
def test_listed_fields_are_ignored_with_a_note(arch, what, words, plain):
    wave = default_wave(arch)
    size, text = disassemble(arch, wave, code_of_words(plain))
    assert size == 4 * len(plain) and not sets_unused(arch, wave, code_of_words(plain))
    assert disassemble(arch, wave, code_of_words(words)) == (size, text) and sets_unused(
        arch, wave, code_of_words(words)
    )


# ---- illegal instructions ----

RESERVED = [
    ("gfx906", "an opcode of SOPP", (0xBF9F8000 | 0x7F << 16,)),
    ("gfx1100", "GDS of DS_BPERMUTE, another memory", (0xDACE0000, 0x05000201)),
    ("gfx906", "LDS of a FLAT store, another destination", (0xDC702000, 0x007F0201)),
    ("gfx1100", "TFE of TBUFFER_LOAD_FORMAT_X, a status behind the data", (0xE8000000, 0x80220503)),
]


@pytest.mark.parametrize("arch, what, words", RESERVED, ids=[f"{a}: {w}" for a, w, _ in RESERVED])
def test_reserved_encodings_are_illegal(arch, what, words):
    assert disassemble(arch, default_wave(arch), code_of_words(words)) == (0, "<illegal>")


# ---- every bit of every form ----

def forms(arch, wave):
    return [f for f in load().forms(arch) if f.layout != "vopd" or wave == 32]


def model_texts(arch, wave, codes):
    return decode_text(arch, wave, "".join(code.hex() + "\n" for code in codes).encode()).decode().splitlines()


def flip_bit(code, bit):
    out = bytearray(code)
    out[bit // 8] ^= 1 << bit % 8
    return bytes(out)


def has_hidden_meaning(form, code, bit):
    """Return whether the bit has a meaning that the text does not show.
    These are immediates and literals, low bits of scalar tuples, NV (a cache policy), OP_SEL_HI of missing operands
    (set by assemblers), and OP_SEL where it selects a half."""
    layout = load().encodings[ARCHS[form.arch], form.layout]
    if form.extension == "sdwac" and bit == 32 * layout.dwords + load().encodings["gfx9", "sdwac"].fields["sdst"][0]:
        return True
    if bit >= 32 * layout.dwords:
        return not form.extension and form.layout != "mimg"
    field = next((f for f, (low, width) in layout.fields.items() if low <= bit < low + width), None)
    if field in ("simm16", "nv") or (form.layout == "vop3p" and field in ("op_sel_hi", "op_sel_hi2")):
        return True
    if form.op.name == "ds_swizzle_b32" and field.startswith("offset"):      # OR hides the AND of a bit
        return True
    if field == "op_sel" and form.arch != "gfx906" and any(v.width == 16 for v in form.op.values):
        return True
    scalar = field in ("sdst", "sdata", "sbase", "saddr", "ssrc0", "ssrc1", "src0", "src1", "src2", "vdst")
    return scalar and bit - layout.fields[field][0] < 2 and layout.get(int.from_bytes(code[:8], "little"), field) < 128


@pytest.mark.parametrize("arch, wave", MODES)
def test_no_bit_is_ignored_without_the_note(arch, wave):
    rng, unreported, noted = random.Random(7), {}, set()
    for form in forms(arch, wave):
        code = random_encoding(form, rng, wave)
        assert not sets_unused(arch, wave, code), f"{code.hex()}: generators leave unused fields alone"
        variants = [flip_bit(code, bit) for bit in range(8 * len(code))]
        base, *other_texts = model_texts(arch, wave, [code, *variants])
        for bit, (other, text) in enumerate(zip(variants, other_texts)):
            if text != base:
                continue
            if sets_unused(arch, wave, other):
                noted.add((form.mnemonic, bit))
            elif not has_hidden_meaning(form, code, bit):
                unreported.setdefault((form.layout, bit), []).append(f"{other.hex()} {base}")
    assert unreported == {}, "\n".join(f"{k}: {len(v)} {v[0]}" for k, v in sorted(unreported.items()))
    assert len(noted) > 1000


# ---- runs ----

START = [(0, V0 + n, np.random.default_rng(n).integers(0, 64, 64, np.uint32) * 4) for n in range(256)]
START += [(0, n, n % 16 * 4) for n in range(100)]


def run_instruction(arch, wave, code, region):
    """Return (outcome, state) after a run of one instruction."""
    out = MACHINE.run(arch=arch, wave=wave, code=code, sets=START, lds_bytes=4096, regions=[(0x100000, region)])
    w = MACHINE.wave(0)
    state = (w.v.copy(), w.s.copy(), w.scc, w.mode, w.pc, bytes(region), *MACHINE.lds_and_undefined(4096))
    return out, state


def difference_mask(code, variants):
    """Return a mask of the bits in which the others differ from `code`."""
    return bytes(np.bitwise_or.reduce([np.frombuffer(o, np.uint8) ^ np.frombuffer(code, np.uint8) for o in variants]))


def changes_only_buffer_address(form, code, changed):
    """Return whether only VADDR of a buffer access differs, which has no note."""
    if form.layout not in ("mubuf", "mtbuf"):
        return False
    low, width = load().encodings[ARCHS[form.arch], form.layout].fields["vaddr"]
    return not (int.from_bytes(code, "little") ^ int.from_bytes(changed, "little")) & ~((1 << width) - 1 << low)


@pytest.mark.parametrize("arch, wave", MODES)
def test_unused_bits_do_not_change_the_result(arch, wave):
    """One encoding of each form with random unused bits has the state and findings of one without, and one note."""
    rng, count = random.Random(8), 0
    for form in forms(arch, wave):
        code = random_encoding(form, rng, wave)
        unused = [flip_bit(code, b) for b in range(8 * len(code)) if sets_unused(arch, wave, flip_bit(code, b))]
        unused = [
            candidate for candidate in unused if disassemble(arch, wave, candidate) == disassemble(arch, wave, code)
        ]
        if not unused:
            continue
        changed = bytes(c ^ x for c, x in zip(code, difference_mask(code, rng.sample(unused, (len(unused) + 1) // 2))))
        outcome, state = run_instruction(arch, wave, code, bytearray(256))
        if outcome.status == "unsupported":
            continue
        changed_outcome, changed_state = run_instruction(arch, wave, changed, bytearray(256))
        assert all(np.array_equal(a, b) for a, b in zip(state, changed_state)), f"{code.hex()} {changed.hex()}"
        assert (changed_outcome.status, changed_outcome.text) == (outcome.status, outcome.text)
        notes = [f for f in changed_outcome.findings if f[0] == RULE]
        expected = [] if changes_only_buffer_address(form, code, changed) else ["note"]
        assert [note[1] for note in notes] == expected, changed.hex()
        assert [f for f in changed_outcome.findings if f[0] != RULE] == outcome.findings, changed.hex()
        count += 1
    assert count > 500


@pytest.mark.parametrize("arch, wave", MODES[:2])
def test_a_loop_has_one_note(arch, wave):
    """The loop is S_BARRIER with bits in SIMM16, and a branch back over it."""
    code = code_of_words(
        (0xBF8A0007 if arch == "gfx906" else 0xBFBD0007, (0xBF820000 if arch == "gfx906" else 0xBFA00000) | 0xFFFE)
    )
    out = MACHINE.run(arch=arch, wave=wave, code=code, limit=100)
    assert out.status == "limit" and [f[0] for f in out.findings].count(RULE) == 1
    assert (out.errors, out.races, out.findings_dropped) == (0, 0, 0)
