"""assay coverage: bins that cases, kernels and fuzz runs reach, exported files, and forms that a certificate does not
cover."""
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


def reach_of_case(arch, wave, *lines):
    """The coverage of one case."""
    watcher = program_reach.Watcher(arch)
    watcher.add_case(parse_assembly("\n".join([f"; assay: arch {arch}", f"; assay: wave {wave}", *lines, ""]), "t")[0])
    return watcher.reach


def test_a_case_reaches_the_bins_of_its_instructions():
    reach = reach_of_case("gfx1100", 32, "; assay: rules float.flags", "; assay: state v1 = 0x7f800000",
                    "; assay: state v2 = 0x80000000", "; assay: state exec = 0xffff0000", "; assay: state mode = 0x300",
                    "v_add_f32_e64 v3, -v1, v2 clamp", "v_mul_f32 v4, v3, v3", "s_mov_b32 s4, 5")
    add = reach.operations["v_add_f32"]["vop3"]
    assert (add.count, add.exec, add.modes, add.waves) == (1, {"upper": 1}, {"flush": 1}, {"32": 1})
    assert add.kinds == {"src0=vgpr": 1, "src1=vgpr": 1} and add.modifiers == {"neg0": 1, "clamp": 1}
    assert add.values == {"src0 infinity": 16, "src1 zero": 16}      # -0; only active lanes count
    assert reach.operations["v_mul_f32"]["vop2"].values == {"src0 zero": 16, "vsrc1 zero": 16}   # clamped to 0
    assert reach.operations["s_mov_b32"]["sop1"].exec == {}
    assert reach.rules["float.flags"] == program_reach.RuleReach(kept=1)


def test_a_broken_rule_is_counted():
    reach = reach_of_case("gfx906", 64, "; assay: rules counter.vm.unwaited", "; assay: memory b size=64",
                    "; assay: state v[4:5] = b", "global_load_dword v2, v[4:5], off", "v_mov_b32 v3, v2")
    assert reach.rules["counter.vm.unwaited"] == program_reach.RuleReach(broken=1)
    assert reach.counters == {"vm+": 1}


def test_counter_events_and_pairs():
    reach = reach_of_case(
        "gfx906", 64, "; assay: memory b size=64", "; assay: state v[4:5] = b", "; assay: state s[4:5] = b",
        "global_load_dword v2, v[4:5], off", "s_load_dword s8, s[4:5], 0x0", "s_waitcnt vmcnt(0) lgkmcnt(0)")
    assert reach.counters == {"vm+": 1, "lgkm+": 1, "vm-": 1, "lgkm-": 1} and reach.pairs == {"vm lgkm": 1}


def test_distance_of_hazard_instructions():
    reach = reach_of_case("gfx906", 64, "v_mov_b32 v1, v2", "s_nop 1", "v_mov_b32_dpp v3, v1 row_shl:1")
    assert reach.distances["hazard.vgpr.dpp"] == {"2": 1}
    assert {rule for rule, _, _ in program_reach.decidable_hazards("gfx906")} <= set(load().rules)


@pytest.mark.parametrize("mask, wave, shape", [
    (0, 64, "none"), (1 << 64, 64, "none"), ((1 << 64) - 1, 64, "all"), (0xFFFFFFFF, 32, "all"),
    (0xFFFFFFFF, 64, "prefix"), (1 << 40, 64, "one"), (0xFFFF0000, 32, "upper"), (0xAAAAAAAA, 32, "alternating"),
    (0b1011, 64, "random"),
])
def test_exec_shape_names(mask, wave, shape):
    assert program_reach.exec_shape(mask, wave) == shape


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    """A code object with a kernel that is one instruction inside the wrapper's code."""
    path = tmp_path_factory.mktemp("co") / "k.co"
    kit_case, _ = canaries.canary_case("gfx906", 64, Model())
    path.write_bytes(kit_objects.build_code_object("gfx906", 64, [(0, kit_case)])[0])
    return path


def test_kernel_operations_equal_those_of_a_disassembler(kernel, tmp_path, capsys):
    """Every operation in the output of an independent disassembler is reported as needed."""
    assert main(["coverage", str(kernel), "--json", str(tmp_path / "c.json")]) == 0
    report = json.loads((tmp_path / "c.json").read_text())
    listing = subprocess.run(["llvm-objdump-22", "-d", kernel], capture_output=True, text=True, check=True).stdout
    disassembled = {re.sub("_(e32|e64)$", "", mnemonic)
                    for mnemonic in re.findall(r"^\s+([a-z]\w*_\w+)\s", listing, re.M)}
    assert set(report["operations"]) == disassembled - {"s_code_end"} and "v_cndmask_b32" in disassembled
    assert report["rules"]["valu.cndmask"] == {"broken": 0, "kept": 0, "needed": 2, "verdict": ""}     # two kernels
    output = capsys.readouterr().out
    assert f"rules: {len(report['rules'])} of " in output and "rules kept" not in output      # nothing ran


@pytest.fixture(scope="module")
def certificate_check(tmp_path_factory):
    """Return a function that compares code with a certificate of three forms and given rule verdicts."""
    folder = tmp_path_factory.mktemp("judged")
    words = ["certify", "--target", "model", "--arch", "gfx906", "--quick", "--jobs", "1", "--out", str(folder)]
    assert main([*words, "--only", "v_cmp_eq_u32,v_mul_f32"]) == 0
    path, = folder.glob("*.certificate.json")
    plain = read_record(path, Certificate)[0]

    def check(capsys, lines, options=(), verdicts=()):
        code = assemble("gfx906", lines, 64)
        (folder / "k.co").write_bytes(link_code_object("gfx906", 64, [
            Kernel("k", code, kernel_descriptor("gfx906", 64, 8, 0, None))]))
        rules = {rule: RuleVerdict(verdict=verdict, cases=1, passed=1, fail=0, unsupported=0, not_exercised=0,
                                   not_claimed=0) for rule, verdict in verdicts}
        certificate = structs.replace(plain, rules=rules)
        path.write_bytes(to_bytes(structs.replace(certificate, digest=record_digest(certificate))))
        status = main(["coverage", str(folder / "k.co"), "--certificate", str(path), *options])
        return status, capsys.readouterr().out
    return check


def test_only_passing_forms_are_covered_by_a_certificate(certificate_check, capsys):
    lines, all_rules = "v_cmp_eq_u32 vcc, v2, v3\nv_mul_f32 v1, v2, v3\n", rule_relevance.rule_features("gfx906")
    passed = [(rule, "pass") for rule in all_rules]
    status, output = certificate_check(capsys, lines + "s_endpgm\n", verdicts=passed)
    assert status == 1 and "not in it: 1: s_endpgm sopp\n" in output and "does not cover what they need" in output
    status, output = certificate_check(capsys, lines, verdicts=passed)
    assert status == 0 and "covers everything they need" in output


def test_rule_verdicts_of_a_certificate_are_reported(certificate_check, capsys, tmp_path):
    lines, path = "v_cmp_eq_u32 vcc, v2, v3\n", tmp_path / "c.json"
    status, output = certificate_check(capsys, lines, ["--json", str(path)],
                                       [("valu.compare", "pass"), ("exec.zero", "fail")])
    rules = json.loads(path.read_text())["rules"]
    undecided = [rule for rule, record in rules.items() if record["verdict"] == "not in it"]
    assert rules["valu.compare"]["verdict"] == "pass" and rules["dispatch.mode"]["verdict"] == "not in it"
    assert status == 1 and f"rules they need: 1 pass, 0 fail, {len(undecided)} undecided\n" in output
    status, output = certificate_check(capsys, lines, (),
                                       [(rule, "fail" if rule == "valu.compare" else "pass") for rule in rules])
    assert status == 1 and f"rules they need: {len(rules) - 1} pass, 1 fail, 0 undecided\n" in output
    assert "rules, fail: 1: valu.compare\n" in output


def test_ucis_is_valid_and_complete(tmp_path):
    """The file is valid by the standard's schema from PyUCIS, and PyUCIS reads each form with its counts."""
    pyucis = pytest.importorskip("ucis.xml", reason="not exercised: PyUCIS is not installed")
    from ucis.report.coverage_report_builder import CoverageReportBuilder
    from ucis.xml.xml_reader import XmlReader
    reach = reach_of_case("gfx906", 64, "; assay: rules float.flags", "; assay: state v1 = 1.0",
                          "v_add_f32 v2, 1.0, v1")
    reach.sources.append("a <case> & \"more\"")
    reach.rules["float.flags"].needed = 2
    path = tmp_path / "c.xml"
    ucis.write_ucis(reach, path)
    assert pyucis.validate_ucis_xml(str(path))
    with open(path, "rb") as file:
        groups = CoverageReportBuilder.build(XmlReader().read(file)).covergroups
    forms = {instance.name: instance for group in groups if group.name == "form" for instance in group.covergroups}
    points = {point.name: {bin_.name: bin_.count for bin_ in point.bins}
              for point in forms["v_add_f32 vop2"].coverpoints}
    assert points["runs"] == {"runs": 1} and points["values"] == {"vsrc1 one": 64}
    assert points["kinds"] == {"src0=inline": 1}
    assert points["exec"]["all"] == 1 and points["exec"]["upper"] == 0 and points["modes"]["round up"] == 0
    assert forms["v_sub_f32 vop2"].coverage < forms["v_add_f32 vop2"].coverage
    rules = {instance.name: instance for group in groups if group.name == "rule" for instance in group.covergroups}
    assert set(rules) == set(load().rules)
    cases, programs = ([bin_.count for bin_ in point.bins] for point in rules["float.flags"].coverpoints)
    assert (cases, programs) == ([0, 1], [2])                                         # broken, kept; needed


@pytest.mark.parametrize("words, text", [
    (["nowhere.co"], "nowhere.co: No such file"),
    (["suites"], "select one with --arch"),
    (["EMPTY"], "EMPTY"),
    (["DAMAGED"], "e_ident: the file ends after 5 bytes"),
    (["SQLITE"], "SQLITE: file is not a database"),
    (["--certificate", "EMPTY", "suites"], "EMPTY: no certificate of this version"),
])
def test_unreadable_files_give_one_line_errors(words, text, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "EMPTY").write_text("{")
    (tmp_path / "DAMAGED").write_bytes(b"\x7fELF\2")
    (tmp_path / "SQLITE").write_bytes(b"SQLite format 3\0" + bytes(100))
    assert main(["coverage", *words]) == 2
    _output, errors = capsys.readouterr()
    assert text in errors and errors.count("\n") == 1


def test_code_is_read_to_its_end():
    watcher = program_reach.Watcher("gfx1100")
    watcher.add_kernel(32, assemble("gfx1100", "v_dual_mov_b32 v0, v1 :: v_dual_add_f32 v3, v4, v5\ns_endpgm\n", 32))
    assert {name: list(forms) for name, forms in watcher.reach.operations.items()} == {
        "v_dual_mov_b32": ["vopd x"], "v_dual_add_f32": ["vopd y"], "s_endpgm": ["sopp"]}
