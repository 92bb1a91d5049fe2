"""llvm-mc as a target: in batches, each answer belongs to the right encoding."""
import shutil

import pytest

from . import llvm_differences, llvm_mc
from .llvm import Llvm, normalized_text, count_verdicts
from .target_error import TargetError

if shutil.which(llvm_mc.TOOL) is None:
    pytest.skip(f"{llvm_mc.TOOL} is missing; install Debian's llvm-22", allow_module_level=True)

NOP, END, BAD = bytes.fromhex("000080bf"), bytes.fromhex("0000b0bf"), b"\xff\xff\xff\xff"


def test_answers_stay_with_their_questions():
    codes = [NOP, BAD, END, NOP + NOP, END, b"\0", NOP]
    assert Llvm().disassemble("gfx1100", 32, codes) == ["s_nop 0", None, "s_endpgm", None, "s_endpgm", None, "s_nop 0"]
    assert Llvm().assemble("gfx1100", 32, ["s_nop 0", "s_nonsense", "s_endpgm", "v_mov_b32"]) == [NOP, None, END, None]


def test_verdicts_both_ways():
    llvm = Llvm()
    got = llvm.check(
        "gfx1100", 32, [NOP, END, NOP, BAD, END], ["s_nop 0", "s_endpgm", "s_nop 1", "<illegal>", "<illegal>"]
    )
    assert [(v.verdict, v.cause) for v in got] == [
        ("pass", ""),
        ("pass", ""),
        ("fail", "text"),
        ("pass", ""),
        ("fail", "illegal"),
    ]
    assert count_verdicts(got) == {"pass": 3, "fail: text": 1, "fail: illegal": 1}


def test_16_bit_halves():
    """v_add_f16 with the high half of v1 (RDNA3 ISA, 7.4): VOP2 operation 50, bit 7 of SRC0's register number is the
    half."""
    code = bytes.fromhex("81050064")
    got = Llvm().check("gfx1100", 32, [code], ["v_add_f16_e32 v0.l, v1.h, v2.l"])[0]
    assert (got.verdict, got.alternative) == ("pass", False)


def test_bytes_that_llvm_mc_would_write_otherwise_are_counted_as_alternatives():
    """v_nop in 64 bits: llvm-mc prints the same text and takes the short encoding."""
    got = Llvm().check("gfx1100", 32, [bytes.fromhex("000080d500000000"), bytes.fromhex("0000007e")], ["v_nop"] * 2)
    assert [(v.verdict, v.alternative) for v in got] == [("pass", True), ("pass", False)]
    assert count_verdicts(got) == {"pass": 1, "alternative": 1}


def test_fields_without_a_use_are_a_class_of_their_own():
    """ABS of v_permlane16_b32 (errata E-158): llvm-mc finds no instruction. Bytes that are illegal for Assay too are
    not in this class."""
    codes = [bytes.fromhex("05015bd601050c00"), bytes.fromhex("05005bd601050c00")]
    got = Llvm().check("gfx1100", 32, codes, ["v_permlane16_b32 v5, v1, s2, s3"] * 2)
    assert [(v.verdict, v.known) for v in got] == [("pass", "unused"), ("pass", "")]
    got = Llvm().check("gfx1100", 32, [BAD], ["v_mov_b32_e64 v5, v1"])
    assert [(v.verdict, v.cause) for v in got] == [("fail", "illegal")]


def test_differences_that_the_table_explains_pass_under_their_class():
    """LLVM decodes gfx9's V_FMA_MIXHI on gfx1100. The texts must be equal except where the table permits a difference.
    """
    gfx9 = bytes.fromhex("cbe0a2d39c4f963c")
    got = Llvm().check("gfx1100", 32, [gfx9], ["<illegal>"])[0]
    assert (got.verdict, got.known) == ("pass", "packed-gfx9")
    align, text = bytes.fromhex("b3a117d694661d02"), "v_alignbyte_b32 v179, 20, 51, 7 op_sel:[0,0,1,0]"
    got = Llvm().check("gfx1100", 32, [align] * 2, [text, text.replace("51", "52")])
    assert [(v.verdict, v.known) for v in got] == [("pass", "clamp-of-align"), ("fail", "")]


def test_comments_and_blanks_are_no_text():
    assert normalized_text("  v_mov_b32_e32 v0,  v1   // 00: x ; y") == "v_mov_b32_e32 v0, v1"


# ---- versions ----

def test_a_word_that_llvm_mc_dies_of_leaves_the_others_their_answers():
    """SDWA select 7 is reserved (Vega ISA, 13 "SDWA"), and llvm-mc 22 ends in an assertion."""
    dying = bytes.fromhex("f902007e01060700")
    codes = [NOP] * 5 + [dying] + [NOP] * 3 + [dying, dying]
    assert llvm_mc.disassemble("gfx906", codes, 64) == ["s_nop 0"] * 5 + [None] + ["s_nop 0"] * 3 + [None, None]


def test_the_newest_version_is_the_plain_name():
    assert Llvm().hello.version.split(".")[0] == str(llvm_mc.installed_versions()[0]) and Llvm().name == "llvm"


@pytest.mark.parametrize("version", llvm_mc.installed_versions())
def test_a_version_by_name(version):
    llvm = Llvm(str(version))
    assert llvm.name == llvm.hello.name == f"llvm:{version}" and llvm.hello.version.startswith(f"{version}.")
    got = llvm.check("gfx1100", 32, [NOP, END], ["s_nop 0", "s_nop 0"])
    assert [(v.verdict, v.cause) for v in got] == [("pass", ""), ("fail", "text")]


@pytest.mark.skipif(19 not in llvm_mc.installed_versions(), reason="llvm-mc-19 is missing; install Debian's llvm-19")
def test_what_a_version_does_not_know_is_a_class_of_that_version():
    """LLVM 19 has no 16-bit register halves. It does not decode v_add_f16 with a high half, and prints low halves
    without `.l`. Another operation is not in this class."""
    high, low = bytes.fromhex("81050064"), bytes.fromhex("01050064")
    texts = ["v_add_f16_e32 v0.l, v1.h, v2.l", "v_add_f16_e32 v0.l, v1.l, v2.l"]
    got = Llvm("19").check("gfx1100", 32, [high, low, low], [*texts, "v_sub_f16_e32 v0.l, v1.l, v2.l"])
    assert [(v.verdict, v.known) for v in got] == [("pass", "high-halves-19"), ("pass", "halves-19"), ("fail", "")]
    assert [v.known for v in Llvm("22").check("gfx1100", 32, [high, low], texts)] == ["", ""]


@pytest.mark.skipif(19 not in llvm_mc.installed_versions(), reason="llvm-mc-19 is missing; install Debian's llvm-19")
@pytest.mark.parametrize("code, text, known", [
    ("ff020832ffffffff", "v_lshrrev_b32_e32 v4, lit(0xffffffff), v1", "literal-19"),
    ("ff020832ffffffff", "v_lshrrev_b32_e32 v4, lit(0xfffffffe), v1", ""),            # prints -1
    ("ff020832ffffffff", "v_lshrrev_b32_e32 v5, lit(0xffffffff), v1", ""),
    ("448004d4ff46012001000000", "v_cmp_gt_f16_e64 s68, -lit(0x1), 35 clamp", "literal-19"),
    ("578200d4ffe401000000803f", "v_cmp_f_f16_e64 s87, lit(0x3f800000), |1.0| clamp", "literal-19"),   # of the low half
    ("578200d4ffe401000000803f", "v_cmp_f_f16_e64 s87, lit(0x3f800001), |1.0| clamp", ""),
])
def test_a_literal_that_an_older_version_prints_as_a_constant_must_have_its_bits(code, text, known):
    got = Llvm("19").check("gfx1100", 32, [bytes.fromhex(code)], [text])[0]
    assert (got.verdict, got.known) == ("pass" if known else "fail", known), got.got


@pytest.mark.parametrize("wanted, says", [("18", "there are llvm:22, llvm:19"), ("new", "there are")])
def test_other_versions_are_refused(wanted, says):
    with pytest.raises(TargetError, match=says):
        Llvm(wanted)


def test_a_version_that_is_not_here_says_its_remedy(monkeypatch):
    monkeypatch.setattr(llvm_mc, "installed_versions", lambda: [22])
    with pytest.raises(TargetError, match="llvm-mc-19 is missing; install Debian's llvm-19"):
        Llvm("19")


def test_conditions_on_fields():
    """In SADDR (bits 54:48), EXEC and EXEC_HI have the codes 126 and 127. The encodings are a global load and the same
    load as FLAT."""
    load, flat = 0xDC520000, 0xDC500000
    has = lambda word, saddr: llvm_differences.has_fields(
        "gfx1100", (word | 1 << 32 | saddr << 48).to_bytes(8, "little"), "global saddr=126-127")
    assert [has(load, saddr) for saddr in (126, 127, 125, 124)] == [True, True, False, False]
    assert not has(flat, 126)
    select, add = bytes.fromhex("000001d501050e04"), bytes.fromhex("000003d501050e04")
    assert llvm_differences.has_fields("gfx1100", select, "v_cndmask_b32 src2=256-511")
    assert not llvm_differences.has_fields("gfx1100", add, "v_cndmask_b32 src2=256-511")
