"""The rules that concern a program: they follow from the program's features and include every rule that the model
reports."""
from functools import cache

import pytest

from ...generators.instructions import case_sampler
from ...generators.programs.program_coverage import AXIS_STARTS, bins_by_axis, empty_coverage
from ...harness.case import suite_files
from ...harness.case.assembler import assemble
from ...harness.case.case_types import CaseError, parse_case as to_case
from ...harness.case.disassembly import program_mnemonics
from ...harness.case.plan import resolve
from ...harness.code_objects import kernel_build, suite_kernels
from ...harness.code_objects.code_object import parse_code_object
from ...harness.comparison.compare import compare
from ...harness.execution.model_run import Model
from ...harness.faults import curated_faults
from ...spec import ARCHS, TARGETS
from ..certification.diagnosis_driver import kernel_code
from . import rule_relevance, program_features, program_reach as reach

pytest.importorskip("assay.model._assay", reason="the model is not built: make setup")


def relevant_rules(arch, wave, *lines):
    """The rules that concern a program."""
    code = assemble(arch, "\n".join(lines) + "\n", wave)
    return rule_relevance.relevant_rules(program_features.ProgramFeatures(arch).read(wave, code))


@cache
def kernel_rules(name, arch, wave):
    """{rule: its coverage record} of a compiled kernel, from its code without a run."""
    code_object = parse_code_object(kernel_build.compile_kernel(name, arch, wave).read_bytes(), arch)
    watcher = reach.Watcher(arch)
    for kernel in code_object.kernels.values():
        watcher.add_kernel(kernel.wave, kernel_code(code_object, kernel), kernel.descriptor)
    return watcher.reach.rules


@pytest.mark.parametrize("arch, wave", [("gfx906", 64), ("gfx1100", 32)])
def test_a_read_kernel_needs_the_rules_of_its_features(arch, wave):
    plain, shared = kernel_rules("vector_add", arch, wave), kernel_rules("histogram", arch, wave)
    both = {"counter.vm.unwaited", "counter.lgkm.unwaited", "counter.wait", "memory.load", "smem.load", "valu.compare"
            if arch == "gfx906" else "valu.compare.exec", "dispatch.mode", "exec.inactive.keep"}
    assert both <= set(plain) and both <= set(shared)
    assert {"lds.address", "lds.range", "lds.atomic"} <= set(shared)
    assert not {rule for rule in plain if rule.split(".")[0] in ("lds", "gds", "image", "export", "matrix", "interp")}
    assert all(rule_reach == reach.RuleReach(needed=1) for rule_reach in plain.values())


@pytest.mark.parametrize("arch, wave", [("gfx906", 64), ("gfx1100", 32)])
def test_a_running_kernel_keeps_or_breaks_rules(arch, wave):
    case = suite_kernels.kernel_case("vector_add", arch, wave)
    kept, broken = reach.Watcher(arch), reach.Watcher(arch)
    kept.add_case(to_case(case))
    assert kept.reach.rules["counter.lgkm.unwaited"] == reach.RuleReach(kept=1)
    assert kept.reach.rules["valu.mad64"] == reach.RuleReach(needed=1)           # the model never reports it
    wait, nothing = (assemble(arch, line, wave).hex() for line in ("s_waitcnt lgkmcnt(0)", "s_nop 0"))
    assert wait in case["code"]
    broken.add_case(to_case(case | {"code": case["code"].replace(wait, nothing)}))
    assert broken.reach.rules["counter.lgkm.unwaited"] == reach.RuleReach(broken=1)


@pytest.mark.parametrize("arch", ARCHS)
def test_every_architecture_has_the_rules_of_its_family(arch):
    wave = TARGETS[arch].waves[0]
    load = "global_load_dword v1, v[2:3], off" if wave == 64 else "global_load_b32 v1, v[2:3], off"
    assert {"counter.vm.unwaited", "memory.address"} <= relevant_rules(arch, wave, load, "s_waitcnt vmcnt(0)")


def test_cases_that_are_no_plain_programs_are_skipped():
    """Cases with trap handlers or invalid words give no features."""
    assert not rule_relevance.rule_features("gfx906")["control.trap.enter"].cases
    assert not rule_relevance.rule_features("gfx1100")["decode.illegal"].cases


def test_a_fuzz_run_keeps_the_rules_that_are_reported():
    watcher, bins = reach.Watcher("gfx906"), empty_coverage("gfx906")
    wanted = ("v_mov_b32", "global_load_dword", "s_waitcnt")
    for number, form in enumerate(case_sampler.all_forms("gfx906")):
        bins[number, [0, AXIS_STARTS["wave sizes"]]] = form.mnemonic in wanted
    watcher.add_fuzz_run(bins, bins_by_axis(bins))
    assert watcher.reach.rules["counter.vm.unwaited"] == reach.RuleReach(kept=1)
    assert watcher.reach.rules["memory.load"] == reach.RuleReach(needed=1)


def test_a_hazard_needs_both_instructions():
    move, shift = "v_mov_b32 v1, v2", "v_mov_b32_dpp v3, v1 row_shl:1"
    assert "hazard.vgpr.dpp" in relevant_rules("gfx906", 64, move, "s_endpgm", shift)
    assert not {"hazard.vgpr.dpp", "hazard.exec.dpp"} & relevant_rules("gfx906", 64, move, "s_endpgm")
    assert "hazard.exec.dpp" not in relevant_rules("gfx906", 64, move, shift)


def test_modifiers_flags_and_source_kinds_decide():
    plain, product = "v_add_f32_e64 v1, v2, v3", "v_mul_f32_e64 v1, v2, v3"
    assert "valu.neg" in relevant_rules("gfx1100", 32, plain.replace("v2", "-v2"), product)
    assert "valu.neg" not in relevant_rules("gfx1100", 32, plain, product)
    assert "valu.omod" in relevant_rules("gfx1100", 32, "v_fma_f32 v1, v2, v3, v4 mul:2")      # no case has this factor
    assert "matrix.signs" not in relevant_rules("gfx1100", 32, "v_pk_add_f16 v1, v2, v3 neg_lo:[1,0]")
    assert "decode.literal" not in relevant_rules("gfx1100", 32, "s_mov_b32 s0, s1", "v_add_nc_u32 v0, v1, v2")
    both, more = {"gds.address", "lds.address"}, ("ds_read_b32 v3, v4", "s_waitcnt lgkmcnt(0)", "s_mov_b64 exec, 1")
    more = *more, "v_mov_b32 v1, 0"
    assert both & relevant_rules("gfx906", 64, "ds_write_b32 v1, v2", *more) == {"lds.address"}
    assert both <= relevant_rules("gfx906", 64, "ds_write_b32 v1, v2 gds", *more)


def test_named_and_similar_operations_replace_each_other():
    assert "valu.compare" in relevant_rules("gfx906", 64, "v_cmp_ne_u64 vcc, v[0:1], v[2:3]")
    assert "float.compare" in relevant_rules("gfx906", 64, "v_cmp_nlg_f64 vcc, v[0:1], v[2:3]")
    assert "float.minmax" not in relevant_rules("gfx906", 64, "v_sub_f32 v0, v1, v2")         # not similar enough
    assert "memory.load" in relevant_rules("gfx906", 64, "global_load_dwordx4 v[0:3], v[4:5], off",
                                           "s_waitcnt vmcnt(0)")
    assert "hazard.store.overwrite" not in relevant_rules("gfx906", 64, "global_store_dword v[4:5], v0, off",
                                                          "v_mov_b32 v0, 0")


def test_a_modifier_counts_with_its_target():
    add, clamped = "v_add_nc_u32_e64 v1, v2, v3", "v_add_f32_e64 v1, v2, v3 clamp"
    assert {"valu.clamp.float", "valu.clamp.int"} & relevant_rules("gfx1100", 32, add, clamped) == {"valu.clamp.float"}
    assert "valu.clamp.int" in relevant_rules("gfx1100", 32, f"{add} clamp")
    packed, mixed = "v_pk_mul_f16 v1, v2, v3 op_sel_hi:[0,1]", "v_fma_mix_f32 v1, v2, v3, v4 op_sel_hi:[1,0,0]"
    assert {"valu.packed", "valu.mix"} & relevant_rules("gfx1100", 32, packed) == {"valu.packed"}
    assert {"valu.packed", "valu.mix"} & relevant_rules("gfx1100", 32, mixed) == {"valu.mix"}


def test_written_registers_decide():
    """Writes of EXEC and trap temporaries and uses of M0 are features. The rule of a case that starts with
    EXEC = 0 concerns only programs that write EXEC."""
    move, other = "v_mov_b32 v1, v2", "s_mov_b32 s0, s1"
    assert "open.m0" not in relevant_rules("gfx906", 64, other)
    assert "open.m0" in relevant_rules("gfx906", 64, "s_mov_b32 m0, s1", "s_movrels_b32 s4, s4")
    assert "exec.zero" not in relevant_rules("gfx1100", 32, move, other)
    assert "exec.zero" in relevant_rules("gfx1100", 32, move, "s_and_saveexec_b32 s0, 1")
    assert "register.ttmp.user" not in relevant_rules("gfx1100", 32, other)
    assert "register.ttmp.user" in relevant_rules("gfx1100", 32, "s_mov_b32 ttmp2, 0x12345")


def test_a_literal_counts_with_its_operation():
    wide = "s_or_b64 s[2:3], s[4:5], s[6:7]"
    assert "decode.literal.wide" not in relevant_rules("gfx1100", 32, "s_mov_b32 s0, 0x1234567", wide)
    assert "decode.literal.wide" in relevant_rules("gfx1100", 32, wide.replace("s[6:7]", "0x1234567"))


def test_the_named_operation_alone_is_enough():
    assert "counter.wait" in relevant_rules("gfx1100", 32, "s_waitcnt lgkmcnt(0)")
    assert "control.branch" in relevant_rules("gfx906", 64, "s_cbranch_vccnz 0", "s_endpgm")
    assert "control.icache.follow" not in relevant_rules("gfx906", 64, "s_nop 0", "s_endpgm")


def test_the_wave_size_counts_if_the_sentence_names_it():
    for wave in (32, 64):
        assert "control.barrier" in relevant_rules("gfx1100", wave, "s_barrier")
        assert "valu.move" in relevant_rules("gfx1100", wave, "v_mov_b32 v0, v1")
    assert "exec.wave32" not in relevant_rules("gfx1100", 64, "v_mov_b32 v0, v1", "s_mov_b64 exec, -1",
                                               "s_mov_b64 vcc, -1")


FAULTS = ("barrier-ignored", "branch-off-by-one", "cndmask-inverted", "saveexec-leaves-exec", "fma-unfused",
          "ds-offset-ignored", "mask-every-lane", "link-one-early")


@pytest.mark.parametrize("arch, wave", kernel_build.TARGETS)
def test_a_fault_that_changes_results_breaks_a_relevant_rule(arch, wave):
    """If a fault of the model changes a kernel's results, a rule that the fault breaks concerns the kernel."""
    fault_rules, missing = rules_by_fault(arch, FAULTS), {}
    for name in kernel_build.KERNELS:
        plan = resolve(to_case(suite_kernels.kernel_case(name, arch, wave)))
        if "s_swappc_b64" in program_mnemonics(arch, wave, plan.code):
            continue                                     # the called code is not read
        right = Model().run(plan)
        for fault in FAULTS:
            if compare(plan, right, curated_faults.faulty_model(fault).run(plan)).verdict == "fail":
                if not fault_rules[fault] & set(kernel_rules(name, arch, wave)):
                    missing[name, fault] = fault_rules[fault]
    assert missing == {}


def rules_by_fault(arch, faults):
    """{fault: rules that every case detecting the fault names}"""
    rules = {}
    for path in suite_files.suite_files():
        if (fault := suite_files.suite_fault_id(path)) in faults:
            for case in suite_files.read_suite_cases(arch):
                if case.name.startswith(f"{suite_files.suite_file_name(path).removesuffix('.s')}.{arch}"):
                    rules[fault] = rules.get(fault, set(case.rules)) & set(case.rules)
    return rules


@pytest.mark.parametrize("arch", ["gfx906", "gfx1100"])
def test_broken_rules_are_relevant(arch):
    """Every rule that a case breaks concerns the case, also if the case does not name the rule."""
    model, missing = Model(), {}
    for case in suite_files.read_suite_cases(arch):
        try:
            plan = resolve(case)
            program = program_features.case_features(plan) if case.profile == rule_relevance.PROFILE else None
            broken = {finding["rule"] for finding in model.run(plan).findings if finding["kind"] in ("error", "race")}
        except CaseError:
            continue
        if program and (unlisted := broken - rule_relevance.relevant_rules(program)):
            missing[case.name] = unlisted
    assert missing == {}
