"""The rows imply exactly the encodings of the architectures, and the reader refuses invalid tables.
testdata/*.tsv is a fact table that was made independently of the rows. It lists format, opcode and mnemonic of every
real encoding of LLVM 19, and at the end of gfx1100 the additions of LLVM 22. It omits DPP of V_PK_FMAC_F16, which RDNA3
7.7 and LLVM 22 do not have."""
import csv
import shutil

import pytest

from . import ARCHS, CERTIFIED, FOLDER, SpecError, load

COUNTS = {"gfx906": 1867, "gfx1100": 2589}
FORMAT_OF_LAYOUT = {"vop3c": "VOP3", "vop3sd": "VOP3", "vop3i": "VOP3"}
FORMAT_OF_EXTENSION = {"sdwa": "SDWA", "sdwac": "SDWA", "dpp": "DPP16", "dpp8": "DPP8"}


def encodings_of_fact_table(arch):
    """Return {(format, opcode, mnemonic)} of the fact table."""
    with open(FOLDER / "testdata" / f"{arch}.tsv", newline="") as file:
        return {
            (r["format"], int(r["opcode"]), r["mnemonic"])
            for r in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        }


def fact_table_format(form):
    """Return a Form's format as in the fact table: SOP2, VOP3, DPP16(VOP2), VOPD-X …"""
    base = FORMAT_OF_LAYOUT.get(form.layout, form.layout.upper())
    if form.layout == "vopd":
        return f"VOPD-{form.variant.upper()}"
    return f"{FORMAT_OF_EXTENSION[form.extension]}({base})" if form.extension else base


def derived_encodings(spec, arch):
    """Return {(format, opcode, mnemonic)} of the rows, with aliases."""
    out = set()
    for form in spec.forms(arch):
        out |= {
            (fact_table_format(form), form.opcode, name)
            for name in (form.spelling, *form.op.cells[ARCHS[arch]].aliases)
        }
    return out


@pytest.mark.parametrize("arch", CERTIFIED)
def test_rows_imply_exactly_the_fact_table(arch):
    expected, derived = encodings_of_fact_table(arch), derived_encodings(load(), arch)
    assert len(expected) == COUNTS[arch]
    assert sorted(expected - derived) == [], "missing from the rows"
    assert sorted(derived - expected) == [], "implied by the rows, but no such encoding"


def edited_copy(tmp_path, file, old, new):
    """Copy the tables with one text replaced, which must be there, and return the folder."""
    folder = tmp_path / "spec"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__", "*.py", "testdata"))
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1))
    return folder


def row_line(name, file):
    """Return the line of one row."""
    return next(line for line in (FOLDER / file).read_text().splitlines() if line.split(" ")[0] == name)


REFUSED = [
    ("ops/valu_int.txt", "v_cndmask_b32", "vop2:0", "vop2:1", "is taken by"),
    ("ops/valu_int.txt", "v_not_b32", "vop1:43", "vop1:430", "8 bits; 430 does not fit"),
    ("ops/valu_int.txt", "v_not_b32", "vop1:43", "vop9:43", "no encoding vop9"),
    ("ops/valu_int.txt", "v_not_b32", "vop1:43", "vop1-43", "encoding:opcode"),
    ("ops/valu_int.txt", "v_not_b32", "vop1:43", "vop1:43 -dpp8", "removes no form of"),
    ("ops/valu_int.txt", "v_not_b32", "vop1:43", "v_not_b32=vop1:43", "repeats the row's name"),
    ("ops/valu_int.txt", "v_not_b32", "b32 = b32", "b32 = b33", "unknown value 'b33'"),
    ("ops/valu_int.txt", "v_not_b32", "b32 = b32", "b32 b32", "'=' is missing"),
    ("ops/valu_int.txt", "v_not_b32", "b32 = b32", "b32 = b32 ; ulps 1", "unknown note"),
    ("ops/valu_int.txt", "v_not_b32", "b32 = b32", "b32 = b32 ; as v_knot", "names no row"),
    ("ops/valu_int.txt", "v_not_b32", "v_not_b32 ", "v_mov_b32 ", "already a row"),
    ("ops/valu_int.txt", "v_not_b32", "vop1:55", "", "columns expected"),
    ("ops/lds.txt", "ds_load_b32", "load b32", "load b33", "unknown size 'b33'"),
    ("ops/lds.txt", "ds_add_u32", "atomic u32 add", "atomic u32", "names how it combines"),
]


@pytest.mark.parametrize("file, name, old, new, message", REFUSED)
def test_reader_refuses_rows(tmp_path, file, name, old, new, message):
    line = row_line(name, file)
    assert old in line
    with pytest.raises(SpecError) as caught:
        load(edited_copy(tmp_path, file, line, line.replace(old, new, 1)))
    assert message in str(caught.value)
    assert str(caught.value).startswith(file + ":")


@pytest.mark.parametrize(
    "file, old, new, message",
    [
        (
            "encodings.txt",
            "sopp      control    101111111 op:7 simm16:16",
            "sopp      control    101111111 op:7 simm16:15",
            "dword 0 has 31 bits",
        ),
        (
            "encodings.txt",
            "sopp      control    101111111",
            "sopp      control    1011z1111",
            "unknown bits '1011z1111'",
        ),
        ("encodings.txt", "all        sopp ", "gfx8       sopp ", "family 'gfx8'"),
        ("encodings.txt", "sopp      control ", "sopp      steering", "class 'steering'"),
        ("encodings.txt", "all        sopp ", "both       sopp ", "or all"),
        ("targets.txt", "0x54  32,64", "0x54  32,48", "waves are 32 and 64"),
        ("targets.txt", "24,12  106", "24     106", "a number for each of the waves"),
        ("targets.txt", "gfx1100  0x41", "gfx1100  0x2f", "machine 0x2f is already gfx906"),
        ("targets.txt", "gfx1100  gfx11 ", "gfx906   gfx11 ", "gfx906 is defined twice"),
        ("targets.txt", "65536  fma_mix,dl,dot", "64k    fma_mix,dl,dot", "lds is a number"),
        ("targets.txt", "fma_mix,dl,dot", "fma_mix,dl,dots", "needs +dots"),
        ("targets.txt", "fma_mix         no", "fma_mix         -", "certified is yes or no"),
        ("traits.txt", "vcc                 ", "sgprs               ", "column of targets.txt"),
        ("forms.txt", "narrow        sdwa", "thin          sdwa", "unknown condition in 'thin'"),
        ("traits.txt", "vcc                 ", "m0                  ", "defined twice"),
        ("rules.toml", "[valu.neg]\ndocument", "[valu.neg]\npaper", "unknown keys: paper"),
        ("rules.toml", 'section = "15; 13"', "section = 15", "[decode.illegal]: values must be strings"),
        ("rules.toml", 'section = "15; 13"', 'section = "15"', "[decode.illegal]: 2 documents and 1 sections"),
        ("moves.txt", "# columns:", "# titles:", "name the columns"),
    ],
)
def test_reader_refuses_tables(tmp_path, file, old, new, message):
    with pytest.raises(SpecError) as caught:
        load(edited_copy(tmp_path, file, old, new))
    assert message in str(caught.value)
    assert str(caught.value).startswith(file)


def test_a_wrong_mark_changes_the_forms(tmp_path):
    """Without one of its marks a row has one additional form."""
    line = row_line("v_fmac_f32", "ops/valu_float.txt")
    spec = load(edited_copy(tmp_path, "ops/valu_float.txt", line, line.replace(" -sdwa", "", 1)))
    assert derived_encodings(spec, "gfx906") - encodings_of_fact_table("gfx906") == {("SDWA(VOP2)", 59, "v_fmac_f32")}
