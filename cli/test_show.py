"""`assay spec show` prints correct facts for every row."""
import re
import time

import pytest

from ..generators.instructions.case_sampler import all_forms
from ..reports.export import cross_references
from ..spec import load
from ..spec.bodies import row_bodies
from . import main, show

BOUND = set(re.findall(r"&bound_(\w+)", (cross_references.ROOT / "build" / "forms.c").read_text()))


def test_every_row_leads_to_its_body():
    """The named file and line define the function; a row without a body is one that the library does not execute."""
    model = cross_references.ROOT / "model"
    for op in load().ops.values():
        bodies = row_bodies(op, model)
        assert bool(bodies) == (op.name in BOUND), op.name
        for body in bodies:
            line = (cross_references.ROOT / body.file).read_text().splitlines()[body.line - 1]
            assert re.search(rf"(?<![\w.>]){body.function}\(", line) and not line.rstrip().endswith(";"), (
                op.name,
                line,
            )


@pytest.mark.parametrize("name, expected", [
    ("exp", "  body         exp  model/ops/export.c:"),
    ("image_gather4h", "  body         run_sample  model/memory/sample.c:"),
    ("image_get_lod", "  body         run_sample  model/memory/sample.c:"),
    ("v_fma_f32", "  body         v_fma_f32  model/ops/valu_float.c:"),
    ("v_cmpx_lt_f32", "  body         v_cmp_lt_f32  model/"),
    ("global_load_b32", "  body         run_load  model/memory/issue.c:"),
    ("ds_add_u32", "               add_u32  model/memory/combine.c:"),
])
def test_body_is_named_with_its_file(name, expected):
    assert any(line.startswith(expected) for line in show.describe(name).splitlines())


@pytest.mark.parametrize("name, operation", [
    ("v_dual_mov_b32", "v_mov_b32"), ("V_ADD_F32_e64_dpp", "v_add_f32"), ("v_mad_mix_f32", "v_mad_mix_f32"),
    ("s_load_dword", "s_load_b32"),
])
def test_forms_lead_to_their_operation(name, operation):
    assert show.describe(name).splitlines()[0] == operation


@pytest.mark.parametrize("name, kind, expected", [
    ("s_addc_u32", "rules", "salu.carry"),                # its text says "S_ADDC and S_SUBB"
    ("s_addc_u32", "errata", "E-001"),
    ("s_addc_u32", "cases", "salu/add-carry.s"),
    ("lds_param_load", "rules", "interp.load"),
    ("v_add_co_ci_u32", "cases", "salu/"),
])
def test_rules_errata_and_cases_are_listed(name, kind, expected):
    """The facts come from rules.toml, the suites and the errata. The last row has no case, and no case is listed."""
    op = load().ops[name]
    mentioned = {"rules": cross_references.rules_naming(load(), op),
                 "cases": cross_references.suite_files_using(op, cross_references.ROOT / "suites"),
                 "errata": cross_references.errata_naming(op, cross_references.ROOT / "docs" / "errata.md")}[kind]
    assert (expected in mentioned) == (expected != "salu/")


@pytest.mark.parametrize("name, expected", [
    ("v_mad_u64_u32", "  manual       Vega ISA, 12.12; RDNA3 ISA, 16.12"),     # the contents of both manuals
    ("global_load_b32", "  manual       Vega ISA, 12.18.3; RDNA3 ISA, 16.20.3"),
    ("v_cndmask_b32", "  faults       cndmask-inverted"),
    ("s_add_u32", "    s_add_u32  sdst, ssrc0, ssrc1  sop2 opcode 0 (0x0)  4 bytes"),
    ("v_add_f32", "    v_dual_add_f32     vdst, src0, src1                  vopd opcode 4 (0x4)      8 bytes   as x"),
])
def test_manuals_faults_and_forms_are_listed(name, expected):
    assert expected in show.describe(name).splitlines()


def test_body_text_is_the_whole_function():
    """The text is the whole function with the comment above it, and nothing else."""
    model = cross_references.ROOT / "model"
    for op in load().ops.values():
        for body in row_bodies(op, model):
            assert body.text.count("{") == body.text.count("}") and body.text.endswith("}"), op.name
            assert len(re.findall(rf"(?<![\w.>]){body.function}\(", body.text)) >= 1 and "\n}\n" not in body.text, (
                op.name
            )
    text = row_bodies(load().ops["v_mad_i64_i32"], model)[0].text
    assert text.startswith("/* The carry of the 65-bit signed sum. */")


@pytest.mark.parametrize("text, name, expected", [
    ("S_MIN and S_MAX set SCC", "s_min_u32", True), ("S_ABS and others", "s_absdiff_i32", False),
    ("S_LSHLn_ADD_U32 adds", "s_lshl3_add_u32", True), ("S_*_SAVEEXEC with EXEC", "s_and_saveexec_b64", True),
    ("V_CMPX writes", "v_cmpx_lt_f32", True), ("V_CMP writes", "v_cmpx_lt_f32", False),
])
def test_operation_names_are_recognized_in_prose(text, name, expected):
    assert cross_references.mentions(text, {name}) is expected


def test_missing_sources_are_stated(monkeypatch, tmp_path):
    """A wheel has neither the model's sources nor docs/; the text states what is missing."""
    monkeypatch.setattr(cross_references, "ROOT", tmp_path)
    text = show.describe("v_fma_f32")
    assert "v_fma_f32 (the model's sources are not part of this installation)" in text
    assert "docs/ is not part of this installation" in text and "suites/ is not part" in text


def test_names_are_listed(capsys):
    """Each operation is a name that `show`, `--only` and waivers accept; each rule is in the table."""
    assert main(["spec", "list", "operations", "--arch", "gfx906"]) == 0
    names = capsys.readouterr().out.splitlines()
    assert names == sorted({form.spelling for form in all_forms("gfx906")}) and "v_add_u16" in names
    assert main(["spec", "list", "operations"]) == 0
    all_names = capsys.readouterr().out.splitlines()
    assert {*names, "v_add_nc_u16"} < {*all_names} and show.describe(all_names[-1])
    assert main(["spec", "list", "rules"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == sorted(load().rules)
    assert main(["spec", "list", "rules", "--arch", "gfx906"]) == 2


def test_show_takes_less_than_a_second():
    started = time.process_time()
    show.describe("v_mov_b32")
    assert time.process_time() - started < 1
