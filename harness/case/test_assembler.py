"""The assembly form of cases."""
import re
import struct
from pathlib import Path

import pytest

from . import assembler, directives
from .assembler import assemble, assemble_lines
from .case_types import CaseError
from .directives import parse_assembly

TEXT = """\
; assay: arch gfx906 gfx1100
; assay: wave 32 64
; assay: rules valu.neg, valu.abs
; assay: state v1 = lane * 4 + 1
; assay: state v2 = 1.5, -0.0
; assay: state v[4:5] = buf+16
; assay: state v[6:7] = 2.0
; assay: state s0 = 0x7
; assay[gfx1100]: state s1 = 1
; assay[64]: state s2 = 64
; assay: group 64,2,1
; assay: waves[1] v1 = 3
; assay: memory buf size=64 u32=1,2 address=0x400000
; assay: observe v0 s[2:3] memory:buf lds
; assay: expect v0[*] = 2.0 ulp 1
; assay: expect v3[1:2] = 5, nan
; assay: expect v[6:7] = 4.0
; assay: expect s0 = 5 mask 0xff
; assay: expect v8 = any 1 2
; assay: expect memory buf+4 = u32:2
; assay: expect finding counter.vm.unwaited
; assay: expect any s0 = 1; s1 = 2
; assay: policy late
.if gfx1100
  v_mov_b32 v0, v1
.else
  s_nop 3
.endif
"""


def test_one_case_for_each_architecture_and_wave_that_exists():
    cases = parse_assembly(TEXT, "suites/valu/7.2-operands/neg.s")
    assert [(case.arch, case.wave, case.name) for case in cases] == [
        ("gfx906", 64, "valu/7.2-operands/neg.gfx906.w64"),
        ("gfx1100", 32, "valu/7.2-operands/neg.gfx1100.w32"),
        ("gfx1100", 64, "valu/7.2-operands/neg.gfx1100.w64"),
    ]
    assert [case.code for case in cases] == [
        "030080bf",
        "0103007e",
        "0103007e",
    ]  # SOPP 0 with 3; VOP1 1 with v1 (RDNA3 ISA, 15)
    assert [("s1" in case.state, "s2" in case.state) for case in cases] == [(False, True), (True, False), (True, True)]


def test_lines_set_the_documented_keys():
    case = parse_assembly(TEXT, "x/neg.s")[1]
    bits = struct.unpack("<I", struct.pack("<f", 1.5))[0]
    assert (
        case.state["v1"][:3] == [1, 5, 9] and case.state["v2"] == [bits, 0x80000000]
        and case.state["v[4:5]"] == "buf+16"
    )
    assert (case.state["v[6:7]"] == 0x4000000000000000 and case.waves == [{}, {"v1": 3}] and case.group == [64, 2, 1]
            and case.policy == "late")
    assert (case.memory[0].bytes, case.memory[0].address, case.memory[0].size) == ("0100000002000000", 0x400000, 64)
    assert case.observe.registers == ["v0", "s[2:3]"] and case.observe.memory == ["buf"] and case.observe.lds
    expect = case.expect
    assert (expect.registers["v0"].value, expect.registers["v0"].ulp, expect.registers["v0"].as_) == (
        0x40000000, 1, "f32",
    )
    assert expect.registers["v3"][:2] == [None, 5] and expect.registers["v3"][2].nan == "f32"
    assert (expect.registers["v[6:7]"] == 0x4010000000000000 and expect.registers["s0"].mask == 255
            and expect.registers["v8"].any == [1, 2])
    assert (expect.memory[0].name, expect.memory[0].offset, expect.memory[0].bytes) == ("buf", 4, "02000000")
    assert expect.findings == ["counter.vm.unwaited"] and expect.any[0].registers == {"s0": 1, "s1": 2}
    assert case.rules == ["valu.neg", "valu.abs"]


@pytest.mark.parametrize(
    "line, message",
    [
        ("v_foo v0", "x.s:2:1: "),
        ("; assay: state v0", "x.s:2: 'v0': write NAME = VALUE"),
        ("; assay: state v0 = a b", "x.s:2: 'a b' is not a value"),
        ("; assay: state v0 = 1\n; assay: state v0 = 2", "x.s:3: v0 is given already, in line 2"),
        ("; assay: stat v0 = 1", "did you mean 'state'"),
        ("; assay[gfx9]: state v0 = 1", "gfx1103, 32 and 64 select lines"),
        ("; assay: expect v0[70] = 1", "x.s:2: v0[70]"),
        ("; assay: memory buf bites=00", "x.s:2: memory: 'bites=00'"),
        ("; assay: state v0 = lane.real", "expression"),
        ("s_branch nowhere", "x.s:2:10: undefined label"),
        ("; assay: grid a", "'a' is not a whole number"),
    ],
)
def test_errors_name_file_and_line(line, message):
    with pytest.raises(CaseError) as error:
        parse_assembly(f"; assay: arch gfx906\n{line}\ns_endpgm\n", "x.s")
    assert message in str(error.value)


def refusal(*lines):
    """Return the error text for a case with these lines."""
    with pytest.raises(CaseError) as error:
        parse_assembly("".join(f"{line}\n" for line in ("; assay: arch gfx906", *lines, "s_nop 0")), "x.s")
    return str(error.value)


@pytest.mark.parametrize("first, then, twice", [
    ("policy early",           "policy late",            "policy"),
    ("lds 16",                 "lds = 32",               "lds"),
    ("grid 64,1,1",            "grid 128,1,1",           "grid"),
    ("limits instructions=3",  "limits seconds=5",       "limits"),
    ("trap_handler",           "trap_handler tma=buf",   "trap_handler"),
    ("wave 64",                "wave 64",                "wave"),
    ("arch gfx1100",           "policy early",           "arch"),                  # with the line above
    ("waves[1] v1 = 1",        "waves[1] v1 = 2",        "v1"),
    ("expect status ok",       "expect status = fault",  "status"),
    ("expect instructions 1",  "expect instructions 2",  "instructions"),
    ("expect s0 = 1",          "expect s0 = 1",          "s0"),
    ("expect v0 = 1",          "expect v0[*] = 2",       "v0"),
    ("expect v0[3] = 1",       "expect v0[*] = 2",       "v0"),
    ("expect v0[*] = lane",    "expect v0[3] = 7",       "v0[3]"),
    ("expect v0 = 1, 2",       "expect v0[1:2] = 1, 2",  "v0[1]"),
    ("expect waves[1] s0 = 1", "expect waves[1] s0 = 2", "s0"),
])
def test_repeated_keys_name_both_lines(first, then, twice):
    error = refusal(f"; assay: {first}", f"; assay: {then}")
    line = 3 if twice != "arch" else 2
    assert f"x.s:{line}: " in error and f"{twice} is given already, in line {line - 1}" in error


def test_parts_of_a_key_on_separate_lines_are_combined():
    lines = ["arch gfx906", "expect v0[0] = 1", "expect v0[2:3] = 3, 4", "expect any v0[0] = 1", "expect any v0[0] = 2",
             "expect waves[0] v0[0] = 1", "expect waves[1] v0[0] = 2", "expect lds = 01", "expect lds+4 = u32:2"]
    case, = parse_assembly("".join(f"; assay: {line}\n" for line in lines) + "s_nop 0\n", "x.s")
    assert case.expect.registers["v0"] == [1, None, 3, 4] and len(case.expect.any) == 2
    assert [(expected.offset, expected.bytes) for expected in case.expect.lds] == [(0, "01"), (4, "02000000")]


@pytest.mark.parametrize("line, message", [
    ("memory buf u32=1 f32=1.0",            "memory buf: u32 and f32 say its bytes"),
    ("memory buf size=4 size=8",            "size is given twice"),
    ("memory buf u32=0x100000000",          "0x100000000 does not fit 32 bits"),
    ("memory buf u32=lane",                 "'lane': an expression of lane is the one value of a vector register"),
    ("state v0 = 0x100000000",              "does not fit 32 bits"),
    ("state v0 = 1, lane",                  "'lane': an expression of lane"),
    ("state v0 = 1e400",                    "'1e400' is not a valid f32"),
    ("state v0 = 1.5:",                     "'1.5:' is not a valid float"),
    ("state v0 = lane << 99999999999",      "a shift by 99999999999; by 0 to 64 there is"),
    ("state v0 = lane" + " + 1" * 20000,    "an expression of 80004 characters; at most 1000"),
    ("state v0 = lane + " + "(" * 400,      "is not an expression"),
    ("state v[0:99999999] = lane",          "v[0:99999999] is 100000000 registers"),
    ("waves[30000000] v0 = 1",              "waves[30000000]: there are at most 4096"),
    ("waves = 5",                           "write waves[0] NAME = VALUE"),
    ("code 00000000",                       "write the instructions below"),
    ("assay 1",                             "leave it out"),
    ("rules",                               "rules names nothing"),
    ('registers {"A": 1, "A": 2}',          "A: is there twice in one object"),
    ("registers " + "[" * 3000,             "is nested too deep"),
    ("policy never",                        "policy: x.s:2: invalid enum value 'never'"),
    ("expect status good",                  "expect.status: x.s:2: invalid enum value 'good'"),
    ("expect memory out = u32:0x100000000", "does not fit 32 bits"),
    ("expect v0[*] = 0x100000000",          "does not fit 32 bits"),
    ("expect v0[0:30000000] = 1",           "the lanes of a wave are 0 to 63"),
    ("expect v0[*] = any",                  "any: write the values"),
    ("expect s[0:1] = buf",                 "'buf' is not a number"),
    ("expect waves[30000000] v0 = 1",       "waves[30000000]: there are at most 4096"),
    ("expect message code=1 code=2",        "code is given twice"),
    ("expect export target=0 0=1 0=2",      "0 is given twice"),
    ("wave \u00b2",                         "\u00b2 is unknown; there are 32, 64"),
])
def test_incomplete_or_ambiguous_lines_are_refused(line, message):
    """Nothing is ignored or truncated. The error is one sentence with the line number."""
    error = refusal(f"; assay: {line}")
    assert "x.s:2: " in error and message in error


@pytest.mark.parametrize("line, message", [
    ("; assay[gfx906]: wave 64",   "it chooses the cases of the file, so it stands without [ ]"),
    ("; assay[gfx906]: arch",      "it chooses the cases of the file"),
    ("; assay[]: policy late",     "[]: only "),
    ("s_nop 0 ; assay: state s0 = 1", "a directive is a line of its own"),
    ("; assay [gfx906]: lds 4",    "a directive is a line of its own"),
    ("; Assay: lds 4",             "a directive is a line of its own"),
    ("; assay expect s0 = 1",      "a directive is a line of its own"),
])
def test_malformed_directives_are_refused(line, message):
    error = refusal(line)
    assert "x.s:2: " in error and message in error
    assert parse_assembly(f"; assay: arch gfx906\n; {line.replace('s_nop 0 ', '')}\ns_nop 0\n", "x.s")    # put out


def test_numbers_in_text_keys_stay_text():
    case, = parse_assembly("; assay: arch gfx906\n; assay: name = 5\n; assay: lds_bytes 1234\ns_nop 0\n", "x.s")
    assert (case.name, case.lds_bytes) == ("5", "1234")


PAGE = Path(__file__).resolve().parents[2] / "docs/cases.md"
ROWS = PAGE.read_text().partition("### Assembly")[2].partition("\n###")[0].splitlines()
DOCUMENTED = [line for row in ROWS if row.startswith("| `") for line in re.findall("`(.*?)`", row.split(" | ")[0])]
FORMS = {*directives._READERS, *directives._SELECTION_KEYS}


@pytest.mark.parametrize("line", DOCUMENTED)
def test_documented_lines_parse(line):
    arch = "" if line.startswith("arch") else "; assay: arch gfx1100\n"
    cases = parse_assembly(f"{arch}; assay: {line}\ns_nop 0\n.section .trap,\"ax\"\ns_nop 0\n", "x.s")
    assert len(cases) == (2 if not arch or line.startswith("wave ") else 1)


def test_all_forms_are_documented():
    assert FORMS <= {line.split()[0] for line in DOCUMENTED}
    assert {*directives._EXPECTED_LISTS, "status",
            "any"} <= {line.split()[1] for line in DOCUMENTED if line[:6] == "expect"}


def test_integers_in_f32_are_float_values():
    case, = parse_assembly("; assay: arch gfx906\n; assay: memory b f32=1,0x2,-3.0\ns_nop 0\n", "x.s")
    assert case.memory[0].bytes == struct.pack("<fIf", 1, 2, -3).hex()


@pytest.mark.parametrize("text, line", [
    ("\ufeff; assay: arch gfx906\n; assay: lds x y\n",   ":2: "),             # a mark of byte order is not a character
    ("; assay: arch gfx906\r\n; \u2028\x0b\x85\r\n; assay: lds x\r\n", ":3: "),      # lines end where llvm-mc says
    ("; assay: arch gfx906\n; assay: lds 4\0", "NUL characters, as UTF-16 does; save it as UTF-8"),
])
def test_lines_are_counted_as_llvm_mc_does(text, line):
    with pytest.raises(CaseError) as error:
        parse_assembly(text + "s_nop 0\n", "x.s")
    assert line in str(error.value)


def test_the_architecture_is_required():
    with pytest.raises(CaseError, match="add `; assay: arch"):
        parse_assembly("s_endpgm\n", "x.s")


def test_lines_are_assembled_once_in_one_call():
    lines = ["s_nop 0", "s_mov_b32 s0, 0x12345", "s_nop 0"]
    assert [code.hex() for code in assemble_lines("gfx1100", 32, lines)] == ["000080bf", "ff0080be45230100", "000080bf"]
    assert assemble("gfx906", "s_nop 0\n") == bytes.fromhex("000080bf")


@pytest.mark.parametrize("text", [
    '.include "file"\n',
    '.INCLUDE "nested"\n',
    '.macro m a\n .inc\\a "file"\n.endm\nm lude\n',
])
def test_included_files_are_not_cached(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path / "cache"))
    (tmp_path / "nested").write_text('.include "file"\n')
    for number in (1, 2):
        (tmp_path / "file").write_text(f"s_nop {number}\n")
        assert assemble("gfx906", text) == bytes([number, 0, 0x80, 0xBF])
    (tmp_path / "file").write_text("s_nope\n")
    with pytest.raises(CaseError, match="error: invalid instruction"):
        assemble("gfx906", text)


def test_the_cache_depends_on_the_assembler(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path / "cache"))
    tool = tmp_path / "llvm-mc"
    monkeypatch.setattr(assembler, "LLVM_MC", str(tool))
    for version in ("one", "another"):
        tool.write_text(f"#!/bin/sh\necho {version} >> {tmp_path}/asked\nexec llvm-mc-22 \"$@\"\n")
        tool.chmod(0o755)
        assembler._executable_identity.cache_clear()
        assert {assemble("gfx906", "s_nop 0\n") for _ in range(2)} == {bytes.fromhex("000080bf")}
    assert (tmp_path / "asked").read_text() == "one\nanother\n"


def test_without_a_home_folder_there_is_no_cache(tmp_path, monkeypatch):
    for name in ("ASSAY_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)           # as where nobody has one
    monkeypatch.chdir(tmp_path)
    assert assemble("gfx906", "s_nop 0\n") == bytes.fromhex("000080bf") and not list(tmp_path.iterdir())


def test_a_damaged_cache_file_is_ignored(tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path))
    damages = [lambda data: b"", lambda data: data[:-1], lambda data: data[:-1] + bytes([data[-1] ^ 1]),
               lambda data: bytes([data[0] ^ 1]) + data[1:], lambda data: data + bytes(4)]
    for damage in damages:
        assert assemble("gfx906", "s_nop 0\n") == bytes.fromhex("000080bf")
        cache_file, = (path for path in tmp_path.rglob("*") if path.is_file())
        cache_file.write_bytes(damage(cache_file.read_bytes()))
    assert assemble("gfx906", "s_nop 0\n") == bytes.fromhex("000080bf")


def test_limits_are_read_as_pairs():
    case, = parse_assembly("; assay: arch gfx906\n; assay: limits instructions=7 seconds=2\ns_nop 0\n", "x.s")
    assert (case.limits.instructions, case.limits.seconds) == (7, 2)
    with pytest.raises(CaseError, match="x.s:2: limits .*: write limits instructions=1000 seconds=5"):
        parse_assembly('; assay: arch gfx906\n; assay: limits {"instructions": 7}\ns_nop 0\n', "x.s")
