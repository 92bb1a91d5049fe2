"""assay coverage: what cases, kernels and campaigns reach, its exports, and what a certificate does not cover."""
import json
import re
import subprocess

import pytest
from msgspec import structs

from ...cli import main
from ...harness.case.assembler import assemble
from ...harness.case.directives import parse_assembly
from ...harness.code_objects.kernel_linking import Kernel, link_code_object
from ...harness.execution.model_run import Model
from ...harness.kernel_wrapper.wrap import kernel_descriptor
from ...spec import load
from ..certification.certify import Certificate
from ..certification.verification import read_record
from ..export.certificate_records import RuleVerdict, record_digest, to_bytes
from ..self_check_kit import canaries, kit_objects
from . import rule_relevance, program_reach, ucis

pytest.importorskip("assay.model._assay", reason="the model is not built: make setup")


def watched(arch, wave, *lines):
    """What one case reaches."""
    watcher = program_reach.Watcher(arch)
    watcher.case(parse_assembly("\n".join([f"; assay: arch {arch}", f"; assay: wave {wave}", *lines, ""]), "t")[0])
    return watcher.reach


def test_a_case_reaches_what_its_instruction_is_and_finds():
    found = watched("gfx1100", 32, "; assay: rules float.flags", "; assay: state v1 = 0x7f800000",
                    "; assay: state v2 = 0x80000000", "; assay: state exec = 0xffff0000", "; assay: state mode = 0x300",
                    "v_add_f32_e64 v3, -v1, v2 clamp", "v_mul_f32 v4, v3, v3", "s_mov_b32 s4, 5")
    add = found.operations["v_add_f32"]["vop3"]
    assert (add.count, add.exec, add.modes, add.waves) == (1, {"upper": 1}, {"flush": 1}, {"32": 1})
    assert add.kinds == {"src0=vgpr": 1, "src1=vgpr": 1} and add.modifiers == {"neg0": 1, "clamp": 1}
    assert add.values == {"src0 infinity": 16, "src1 zero": 16}      # -0; only the lanes that are on count
    assert found.operations["v_mul_f32"]["vop2"].values == {"src0 zero": 16, "vsrc1 zero": 16}   # clamped to 0
    assert found.operations["s_mov_b32"]["sop1"].exec == {}
    assert found.rules["float.flags"] == program_reach.RuleReach(kept=1)


def test_a_rule_that_a_case_breaks_is_counted_so():
    found = watched("gfx906", 64, "; assay: rules counter.vm.unwaited", "; assay: memory b size=64",
                    "; assay: state v[4:5] = b", "global_load_dword v2, v[4:5], off", "v_mov_b32 v3, v2")
    assert found.rules["counter.vm.unwaited"] == program_reach.RuleReach(broken=1)
    assert found.counters == {"vm+": 1}


def test_two_counters_at_once_and_what_a_wait_brings_down():
    found = watched("gfx906", 64, "; assay: memory b size=64", "; assay: state v[4:5] = b", "; assay: state s[4:5] = b",
                    "global_load_dword v2, v[4:5], off", "s_load_dword s8, s[4:5], 0x0",
                    "s_waitcnt vmcnt(0) lgkmcnt(0)")
    assert found.counters == {"vm+": 1, "lgkm+": 1, "vm-": 1, "lgkm-": 1} and found.pairs == {"vm lgkm": 1}


def test_how_far_the_two_instructions_of_a_hazard_stand_apart():
    near = watched("gfx906", 64, "v_mov_b32 v1, v2", "s_nop 1", "v_mov_b32_dpp v3, v1 row_shl:1")
    assert near.distances["hazard.vgpr.dpp"] == {"2": 1}
    assert {rule for rule, _, _ in program_reach.hazards_of("gfx906")} <= set(load().rules)


@pytest.mark.parametrize("mask, wave, shape", [
    (0, 64, "none"), (1 << 64, 64, "none"), ((1 << 64) - 1, 64, "all"), (0xFFFFFFFF, 32, "all"),
    (0xFFFFFFFF, 64, "prefix"), (1 << 40, 64, "one"), (0xFFFF0000, 32, "upper"), (0xAAAAAAAA, 32, "alternating"),
    (0b1011, 64, "random"),
])
def test_shapes_of_exec_are_named(mask, wave, shape):
    assert program_reach.shape_of(mask, wave) == shape


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    """A code object whose own kernel is one instruction in a wrapper."""
    path = tmp_path_factory.mktemp("co") / "k.co"
    laid, _ = canaries.canary("gfx906", 64, Model())
    path.write_bytes(kit_objects.build("gfx906", 64, [(0, laid)])[0])
    return path


def test_kernels_are_read(kernel, tmp_path, capsys):
    """Every operation that an independent disassembler sees in it is needed, by name."""
    assert main(["coverage", str(kernel), "--json", str(tmp_path / "c.json")]) == 0
    found = json.loads((tmp_path / "c.json").read_text())
    listing = subprocess.run(["llvm-objdump-22", "-d", kernel], capture_output=True, text=True, check=True).stdout
    seen = {re.sub("_(e32|e64)$", "", one) for one in re.findall(r"^\s+([a-z]\w*_\w+)\s", listing, re.M)}
    assert set(found["operations"]) == seen - {"s_code_end"} and "v_cndmask_b32" in seen
    assert found["rules"]["valu.cndmask"] == {"broken": 0, "kept": 0, "needed": 2, "verdict": ""}     # two kernels
    shown = capsys.readouterr().out
    assert f"rules: {len(found['rules'])} of " in shown and "rules kept" not in shown      # nothing ran


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """A certificate of three forms and rules that are given, and whether it covers code."""
    folder = tmp_path_factory.mktemp("judged")
    words = ["certify", "--target", "model", "--arch", "gfx906", "--quick", "--jobs", "1", "--out", str(folder)]
    assert main([*words, "--only", "v_cmp_eq_u32,v_mul_f32"]) == 0
    path, = folder.glob("*.certificate.json")
    plain = read_record(path, Certificate)[0]

    def covered(capsys, lines, more=(), verdicts=()):
        made = assemble("gfx906", lines, 64)
        (folder / "k.co").write_bytes(link_code_object("gfx906", 64, [
            Kernel("k", made, kernel_descriptor("gfx906", 64, 8, 0, None))]))
        rules = {rule: RuleVerdict(verdict=verdict, cases=1, passed=1, fail=0, unsupported=0, not_exercised=0,
                                   not_claimed=0) for rule, verdict in verdicts}
        held = structs.replace(plain, rules=rules)
        path.write_bytes(to_bytes(structs.replace(held, digest=record_digest(held))))
        status = main(["coverage", str(folder / "k.co"), "--certificate", str(path), *more])
        return status, capsys.readouterr().out
    return covered


def test_a_certificate_covers_what_it_says_is_right_and_no_more(judged, capsys):
    lines, every = "v_cmp_eq_u32 vcc, v2, v3\nv_mul_f32 v1, v2, v3\n", rule_relevance.known("gfx906")
    passed = [(rule, "pass") for rule in every]
    status, shown = judged(capsys, lines + "s_endpgm\n", verdicts=passed)
    assert status == 1 and "not in it: 1: s_endpgm sopp\n" in shown and "does not cover what they need" in shown
    status, shown = judged(capsys, lines, verdicts=passed)
    assert status == 0 and "covers everything they need" in shown


def test_a_certificate_judges_the_rules_that_programs_need(judged, capsys, tmp_path):
    lines, path = "v_cmp_eq_u32 vcc, v2, v3\n", tmp_path / "c.json"
    status, shown = judged(capsys, lines, ["--json", str(path)], [("valu.compare", "pass"), ("exec.zero", "fail")])
    rules = json.loads(path.read_text())["rules"]
    undecided = [rule for rule, held in rules.items() if held["verdict"] == "not in it"]
    assert rules["valu.compare"]["verdict"] == "pass" and rules["dispatch.mode"]["verdict"] == "not in it"
    assert status == 1 and f"rules they need: 1 pass, 0 fail, {len(undecided)} undecided\n" in shown
    status, shown = judged(capsys, lines, (), [(rule, "fail" if rule == "valu.compare" else "pass") for rule in rules])
    assert status == 1 and f"rules they need: {len(rules) - 1} pass, 1 fail, 0 undecided\n" in shown
    assert "rules, fail: 1: valu.compare\n" in shown


def test_ucis_is_what_the_standards_schema_and_pyucis_read(tmp_path):
    """The schema of the standard, as PyUCIS carries it, holds; PyUCIS finds each form, and what was reached of it."""
    pyucis = pytest.importorskip("ucis.xml", reason="not exercised: PyUCIS is not installed")
    from ucis.report.coverage_report_builder import CoverageReportBuilder
    from ucis.xml.xml_reader import XmlReader
    found = watched("gfx906", 64, "; assay: rules float.flags", "; assay: state v1 = 1.0", "v_add_f32 v2, 1.0, v1")
    found.sources.append("a <case> & \"more\"")
    found.rules["float.flags"].needed = 2
    path = tmp_path / "c.xml"
    ucis.write(found, path)
    assert pyucis.validate_ucis_xml(str(path))
    with open(path, "rb") as file:
        groups = CoverageReportBuilder.build(XmlReader().read(file)).covergroups
    forms = {one.name: one for group in groups if group.name == "form" for one in group.covergroups}
    points = {p.name: {b.name: b.count for b in p.bins} for p in forms["v_add_f32 vop2"].coverpoints}
    assert points["runs"] == {"runs": 1} and points["values"] == {"vsrc1 one": 64}
    assert points["kinds"] == {"src0=inline": 1}
    assert points["exec"]["all"] == 1 and points["exec"]["upper"] == 0 and points["modes"]["round up"] == 0
    assert forms["v_sub_f32 vop2"].coverage < forms["v_add_f32 vop2"].coverage
    rules = {one.name: one for group in groups if group.name == "rule" for one in group.covergroups}
    assert set(rules) == set(load().rules)
    cases, programs = ([b.count for b in point.bins] for point in rules["float.flags"].coverpoints)
    assert (cases, programs) == ([0, 1], [2])                                         # broken, kept; needed


@pytest.mark.parametrize("words, text", [
    (["nowhere.co"], "nowhere.co: No such file"),
    (["suites"], "select one with --arch"),
    (["EMPTY"], "EMPTY"),
    (["DAMAGED"], "e_ident: the file ends after 5 bytes"),
    (["SQLITE"], "SQLITE: file is not a database"),
    (["--certificate", "EMPTY", "suites"], "EMPTY: no certificate of this version"),
])
def test_what_cannot_be_read_is_one_sentence(words, text, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "EMPTY").write_text("{")
    (tmp_path / "DAMAGED").write_bytes(b"\x7fELF\2")
    (tmp_path / "SQLITE").write_bytes(b"SQLite format 3\0" + bytes(100))
    assert main(["coverage", *words]) == 2
    shown, errors = capsys.readouterr()
    assert text in errors and errors.count("\n") == 1


def test_assembled_code_is_read_to_its_end():
    watcher = program_reach.Watcher("gfx1100")
    watcher.code(32, assemble("gfx1100", "v_dual_mov_b32 v0, v1 :: v_dual_add_f32 v3, v4, v5\ns_endpgm\n", 32))
    assert {name: list(forms) for name, forms in watcher.reach.operations.items()} == {
        "v_dual_mov_b32": ["vopd x"], "v_dual_add_f32": ["vopd y"], "s_endpgm": ["sopp"]}
