"""Compare decoding and disassembly with llvm-mc: every form both ways, unusual fields, random words, all 16-bit
immediates.
ASSAY_ENCODINGS (default 50) is the number of encodings of each form, ASSAY_WORDS (default 10,000) that of random words
of each architecture. suites/decode_exceptions.txt lists the known differences."""
import os
import random
import re
import shutil
import struct
from pathlib import Path

import pytest

from ...generators.instructions.encodings import random_encoding
from ...harness.targets import llvm_differences, llvm_mc as mc
from ...spec import ARCHS, CERTIFIED, TARGETS, emit_decode, load
from .. import decode_text, disassemble

ROOT = Path(__file__).resolve().parents[2]
MODES = [("gfx906", 64), ("gfx1100", 32), ("gfx1100", 64)]
ENCODINGS = int(os.environ.get("ASSAY_ENCODINGS", 50))
WORDS = int(os.environ.get("ASSAY_WORDS", 10_000))
CHUNK = 4000
pytestmark = pytest.mark.skipif(
    not shutil.which(mc.TOOL), reason=f"{mc.TOOL} is not installed: apt-get install llvm-22"
)


def listing(arch, wave, codes, version=mc.VERSIONS[0]):
    """Return llvm-mc's text of each code, '<illegal>' if it is not one instruction or llvm-mc crashes."""
    return [text or "<illegal>" for text in mc.disassemble(arch, codes, wave, version=version)]


def reserved_select(arch, code):
    """Return whether an SDWA select is 7, which is reserved (Vega ISA, 13 "SDWA") and crashes llvm-mc."""
    if arch != "gfx906" or len(code) < 8:
        return False
    word, extension = struct.unpack("<II", code[:8])
    if word >> 31 or word & 511 != 249:
        return False
    opcode = word >> 25
    shifts = [16] + [24] * (opcode != 63) + [8] * (opcode != 62)
    return any(extension >> shift & 7 == 7 for shift in shifts)


def stray_literal(arch, code):
    """Return whether a source is "literal" where none can follow: after DPP, in a 64-bit encoding of gfx9, in SOFFSET.
    llvm-mc 22 crashes on it."""
    if len(code) < 8:
        return False
    first, second = struct.unpack("<II", code[:8])
    sources, top = [second >> shift & 511 for shift in (0, 9, 18)], first >> 26
    if top in (0b111000, 0b111010):
        return second >> 24 == 255
    if arch == "gfx906":
        return top == 0b110100 and 255 in sources
    return (top == 0b110101 or first >> 24 == 0b11001100) and sources[0] in (233, 234, 250) and 255 in sources


def crashes_llvm(arch, code):
    """Return whether llvm-mc crashes on the words; by the manuals they are illegal."""
    return reserved_select(arch, code) or stray_literal(arch, code)


def llvm_texts(arch, wave, codes):
    """Return llvm-mc's text of each code, '<illegal>' where it would crash."""
    texts, numbers = ["<illegal>"] * len(codes), [n for n, code in enumerate(codes) if not crashes_llvm(arch, code)]
    for at in range(0, len(numbers), CHUNK):
        for n, text in zip(numbers[at : at + CHUNK], listing(arch, wave, [codes[n] for n in numbers[at : at + CHUNK]])):
            texts[n] = text
    return texts


def model_texts(arch, wave, codes):
    """Return the model's text of each code."""
    lines = "\n".join(code.hex() for code in codes) + "\n"
    return [" ".join(text.split()) for text in decode_text(arch, wave, lines.encode()).decode().splitlines()]


def differences(arch, wave, codes):
    """Return a line for each code with an unexplained difference."""
    got, want = model_texts(arch, wave, codes), llvm_texts(arch, wave, codes)
    assert len(got) == len(want) == len(codes)
    return [
        f"{code.hex()}: ours `{g}`, llvm-mc `{w}`"
        for code, g, w in zip(codes, got, want)
        if g != w and not llvm_differences.known_difference(arch, wave, code, g, w)
    ]


def forms(arch, wave):
    """Return the forms that exist in this wave size."""
    return [f for f in load().forms(arch) if not (f.layout == "vopd" and wave == 64)]


@pytest.mark.parametrize("arch,wave", MODES)
def test_random_encodings_match_llvm(arch, wave):
    rng = random.Random(1)
    codes = [random_encoding(f, rng, wave) for f in forms(arch, wave) for _ in range(ENCODINGS)]
    failures = differences(arch, wave, codes)
    assert not failures, "\n".join(failures[:20])
    assert not [c.hex() for c, text in zip(codes, model_texts(arch, wave, codes)) if text == "<illegal>"][:5]


# ---- back: our text, assembled ----

@pytest.mark.parametrize("arch,wave", [m for m in MODES if m[1] != 64 or m[0] == "gfx906"])
def test_model_text_assembles_to_the_same_code(arch, wave):
    rng = random.Random(2)
    codes = [random_encoding(f, rng, wave) for f in forms(arch, wave) for _ in range(ENCODINGS)]
    texts = model_texts(arch, wave, codes)
    assembled = dict(enumerate(mc.assemble(arch, texts, wave)))
    expected = llvm_texts(arch, wave, codes)
    failures = [
        f"{codes[n].hex()}: `{texts[n]}` assembles to {code.hex() if code else 'nothing'}"
        for n, code in sorted(assembled.items())
        if code != codes[n] and expected[n] == texts[n]
        and not llvm_differences.known_assembly_difference(arch, texts[n])
    ]
    assert not failures, f"{len(failures)}:\n" + "\n".join(failures[:20])


def test_exceptions_are_few():
    assert len(llvm_differences.load_differences()) <= 45


@pytest.mark.parametrize("version", mc.installed_versions())
def test_each_exception_class_explains_its_example(version):
    """The example of each class differs from every llvm-mc version that the class names, and matches the class."""
    for row in llvm_differences.load_differences():
        code, arch = bytes.fromhex(row.example), "gfx1100" if row.family == "gfx11" else "gfx906"
        if not row.applies_to(arch, version):
            continue
        wave = 64 if arch == "gfx906" else 32
        model_text, llvm_text = model_texts(arch, wave, [code])[0], listing(arch, wave, [code], version)[0]
        if row.side == "back":
            assert re.search(row.pattern, model_text), f"{row.name}: its example {row.example} reads `{model_text}`"
            assert mc.assemble(arch, [model_text], wave, version=version)[0] != code, (
                f"{row.name} is no longer an exception"
            )
        else:
            assert model_text != llvm_text, f"{row.name} is no longer an exception"
            assert row.explains(arch, code, model_text, llvm_text), f"{row.name}: `{model_text}`, llvm-mc `{llvm_text}`"


@pytest.mark.parametrize("arch", ARCHS)
def test_exceptions_are_shared_within_a_family(arch):
    """Each architecture of a family has at most the differences of the certified one."""
    wave, version = TARGETS[arch].waves[0], mc.VERSIONS[0]
    rows = [row for row in llvm_differences.load_differences()
            if row.family in (ARCHS[arch], "all") and row.llvm != "19"]
    codes = [bytes.fromhex(row.example) for row in rows]
    texts = zip(codes, model_texts(arch, wave, codes), listing(arch, wave, codes, version))
    assert not [
        (code.hex(), model_text, llvm_text) for code, model_text, llvm_text in texts
        if model_text != llvm_text
        and not llvm_differences.known_difference(arch, wave, code, model_text, llvm_text, version)
    ]


# ---- unusual fields ----

def unusual_encoding(rng, form, layout, mask, value):
    """Return an encoding with random free bits and sources of all kinds of codes; a literal or extension may follow."""
    word = rng.getrandbits(64) & (rng.getrandbits(64) if rng.random() < 0.5 else -1)
    word = (word & ~mask | value) & (1 << 32 * layout.dwords) - 1
    literal = False
    for name, (dword, shift, width) in layout.fields.items():
        at = 32 * dword + shift
        if dword >= layout.dwords or mask >> at & 1:
            continue
        if name.startswith(("src", "ssrc")) and width >= 8:
            code = rng.choice([
                rng.randrange(1 << width),
                rng.randrange(256, 512) if width == 9 else rng.randrange(128),
                rng.randrange(128),
                rng.randrange(128, 256),
                255,
            ])
            word = word & ~((1 << width) - 1 << at) | code << at
            literal |= code == 255
        elif name == "saddr" and rng.random() < 0.5:
            word = word & ~(127 << at) | (127 if form.arch == "gfx906" else 124) << at
    words = [word & 0xffffffff, word >> 32][:layout.dwords]
    if form.extension:
        code = {"sdwa": 249, "sdwac": 249, "dpp": 250}.get(form.extension) or rng.choice([233, 234])
        dword, shift, width = layout.fields["src0"]
        words[dword] = words[dword] & ~(511 << shift) | code << shift
        words.append(rng.getrandbits(32) & ~(mask >> 64))
    elif (literal or "imm32" in form.spelling or any("lit" in w for w in emit_words(form))
            or (form.layout == "mimg" and "nsa" in layout.fields and word & 1)):
        words.append(rng.choice([
            rng.getrandbits(32), 5, 64, 65, 0xFFFFFFFF, 0x3F800000, 0x3E22F983, 0x3C00, 0xBC00, 0x3FF00000,
            0xFFF0, 0,
        ]))
    return struct.pack(f"<{len(words)}I", *words)


ASSEMBLY = emit_decode.Assembly()


def emit_words(form):
    return ASSEMBLY.words(form, ARCHS[form.arch])


@pytest.mark.parametrize("arch,wave", MODES)
def test_unusual_fields_match_llvm(arch, wave):
    rng, codes = random.Random(3), []
    for form in forms(arch, wave):
        layout = emit_decode.Layout(load(), ARCHS[arch], form)
        mask, value, _ = emit_decode.fixed_bits(layout, form, emit_words(form))
        codes += [unusual_encoding(rng, form, layout, mask, value) for _ in range(max(3, ENCODINGS // 6))]
    failures = differences(arch, wave, codes)
    assert not failures, f"{len(failures)} of {len(codes)}:\n" + "\n".join(failures[:20])


@pytest.mark.parametrize("arch", CERTIFIED)
def test_immediates_match_llvm(arch):
    """All 65,536, or every seventh, of the immediates with their own syntax."""
    wave, codes = (64 if arch == "gfx906" else 32), []
    names = {
        "s_waitcnt", "s_sendmsg", "s_endpgm", "s_delay_alu", "s_waitcnt_depctr", "s_set_gpr_idx_mode", "s_version",
        "s_getreg_b32", "s_sethalt", "ds_swizzle_b32",
    }
    step = 1 if ENCODINGS > 50 else 7
    for form in forms(arch, wave):
        layout = emit_decode.Layout(load(), ARCHS[arch], form)
        _, value, _ = emit_decode.fixed_bits(layout, form, emit_words(form))
        ranges = (
            [(n << 19) for n in range(128)]
            if form.layout == "mtbuf"
            else [n << 4 | 5 for n in range(64)]
            if form.layout == "exp"
            else []
        )
        ranges += range(0, 65536, step) if form.spelling in names else []
        codes += [(value | bits).to_bytes(4 * layout.dwords, "little") for bits in ranges]
    failures = differences(arch, wave, codes)
    assert not failures, "\n".join(failures[:20])


# ---- images at the end of the registers ----

# RDNA3 ISA, 10.2: DMASK and D16 give the number of VGPRs; two have the four halves of a gather or of MSAA samples
IMAGES = [
    ("0403bef00afe0400", "image_gather4 v[254:255], v[10:11], s[16:23], s[0:3] dmask:0x3 dim:SQ_RSRC_IMG_2D d16"),
    ("9474bff0fefe5d78", "image_gather4 v[254:255], v[254:255], ttmp[8:15], ttmp[12:15] dmask:0x4 "
     "dim:SQ_RSRC_IMG_2D_ARRAY unorm glc slc dlc a16 lwe d16"),
    ("040162f00afe0400", "image_msaa_load v[254:255], v[10:11], s[16:23] dmask:0x1 dim:SQ_RSRC_IMG_2D d16"),
    ("040160f00afe0400", "<illegal>"),
    ("040330f00a002400", "image_atomic_add v[0:2], v[10:11], s[16:23] dmask:0x3 dim:SQ_RSRC_IMG_2D tfe"),
]


@pytest.mark.parametrize("code, text", IMAGES)
def test_image_text_has_the_used_registers(code, text):
    assert model_texts("gfx1100", 32, [bytes.fromhex(code)]) == [text]


# ---- NEG and ABS of moves, which assemblers do not write ----

# RDNA3 ISA, 7.2.2.1: bit 61 is NEG[0] and bit 8 ABS[0] of VOP3; bits 20 and 21 of the DPP dword
MOVES = [
    ("000081d501010020", "v_mov_b32_e64 v0, -v1"),
    ("000181d501010020", "v_mov_b32_e64 v0, -|v1|"),
    ("000181d5ff000000785634f2", "v_mov_b32_e64 v0, |0xf2345678|"),
    ("00009cd501010020", "v_mov_b16_e64 v0.l, -v1.l"),
    ("fa02007e01e430ff", "v_mov_b32_dpp v0, -|v1| quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf"),
    ("000081d5fa00002001e400ff", "v_mov_b32_e64_dpp v0, -v1 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf"),
    ("0001c2d501010000", "v_movreld_b32_e64 v0, |v1|"),
    ("0000c3d501010020", "v_movrels_b32_e64 v0, -v1"),
    ("0000c4d501010020", "v_movrelsd_b32_e64 v0, -v1"),
    ("0000c8d501010020", "v_movrelsd_2_b32_e64 v0, -v1"),
]


@pytest.mark.parametrize("code, text", MOVES)
def test_moves_print_neg_and_abs(code, text):
    assert model_texts("gfx1100", 32, [bytes.fromhex(code)]) == [text]


# ---- random words ----

def prefixes(arch, wave, word):
    """Return [(bytes, our text)] to check for a random word.
    That is the instruction it begins with, or that no prefix is an instruction."""
    size, text = disassemble(arch, wave, word)
    if size:
        return [(word[:size], " ".join(text.split()))]
    return [(word[:n], "<illegal>") for n in range(4, len(word) + 1, 4)]


@pytest.mark.parametrize("arch,wave", MODES)
@pytest.mark.parametrize("length", [8, 12])
def test_random_words_match_llvm(arch, wave, length):
    rng, failures, instructions = random.Random(4 + length), [], 0
    for at in range(0, WORDS, CHUNK):
        pairs = [p for _ in range(min(CHUNK, WORDS - at)) for p in prefixes(arch, wave, rng.randbytes(length))]
        want = llvm_texts(arch, wave, [code for code, _ in pairs])
        instructions += sum(text != "<illegal>" for _, text in pairs)
        failures += [
            f"{code.hex()}: ours `{text}`, llvm-mc `{w}`"
            for (code, text), w in zip(pairs, want)
            if text != w and not llvm_differences.known_difference(arch, wave, code, text, w)
        ]
    assert not failures, f"{len(failures)}:\n" + "\n".join(failures[:20])
    assert instructions > WORDS // 4
