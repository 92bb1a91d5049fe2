"""Which rules concern a program: what it has decides, and what the model reports of it is among them."""
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


def rules(arch, wave, *lines):
    """Of a program."""
    return rule_relevance.rules(program_features.Made(arch).read(wave, assemble(arch, "\n".join(lines) + "\n", wave)))


@cache
def of_kernel(name, arch, wave):
    """{rule: reach} of a compiled kernel that is read."""
    held = parse_code_object(kernel_build.compile_kernel(name, arch, wave).read_bytes(), arch)
    watcher = reach.Watcher(arch)
    for kernel in held.kernels.values():
        watcher.code(kernel.wave, kernel_code(held, kernel), kernel.descriptor)
    return watcher.reach.rules


@pytest.mark.parametrize("arch, wave", [("gfx906", 64), ("gfx1100", 32)])
def test_a_kernel_needs_the_rules_of_what_it_has(arch, wave):
    plain, shared = of_kernel("vector_add", arch, wave), of_kernel("histogram", arch, wave)
    both = {"counter.vm.unwaited", "counter.lgkm.unwaited", "counter.wait", "memory.load", "smem.load", "valu.compare"
            if arch == "gfx906" else "valu.compare.exec", "dispatch.mode", "exec.inactive.keep"}
    assert both <= set(plain) and both <= set(shared)
    assert {"lds.address", "lds.range", "lds.atomic"} <= set(shared)
    assert not {rule for rule in plain if rule.split(".")[0] in ("lds", "gds", "image", "export", "matrix", "interp")}
    assert all(held == reach.RuleReach(needed=1) for held in plain.values())


@pytest.mark.parametrize("arch, wave", [("gfx906", 64), ("gfx1100", 32)])
def test_a_kernel_that_runs_keeps_rules_or_breaks_them(arch, wave):
    case = suite_kernels.kernel_case("vector_add", arch, wave)
    kept, broken = reach.Watcher(arch), reach.Watcher(arch)
    kept.case(to_case(case))
    assert kept.reach.rules["counter.lgkm.unwaited"] == reach.RuleReach(kept=1)
    assert kept.reach.rules["valu.mad64"] == reach.RuleReach(needed=1)           # of which nothing is ever reported
    wait, nothing = (assemble(arch, line, wave).hex() for line in ("s_waitcnt lgkmcnt(0)", "s_nop 0"))
    assert wait in case["code"]
    broken.case(to_case(case | {"code": case["code"].replace(wait, nothing)}))
    assert broken.reach.rules["counter.lgkm.unwaited"] == reach.RuleReach(broken=1)


@pytest.mark.parametrize("arch", ARCHS)
def test_every_chip_has_the_rules_of_its_family(arch):
    wave = TARGETS[arch].waves[0]
    load = "global_load_dword v1, v[2:3], off" if wave == 64 else "global_load_b32 v1, v[2:3], off"
    assert {"counter.vm.unwaited", "memory.address"} <= rules(arch, wave, load, "s_waitcnt vmcnt(0)")


def test_what_is_more_than_a_program_shows_nothing():
    """Trap handlers, words that are no instruction."""
    assert not rule_relevance.known("gfx906")["control.trap.enter"].cases
    assert not rule_relevance.known("gfx1100")["decode.illegal"].cases


def test_a_campaign_keeps_the_rules_that_are_reported():
    watcher, bins = reach.Watcher("gfx906"), empty_coverage("gfx906")
    wanted = ("v_mov_b32", "global_load_dword", "s_waitcnt")
    for number, form in enumerate(case_sampler.all_forms("gfx906")):
        bins[number, [0, AXIS_STARTS["wave sizes"]]] = form.mnemonic in wanted
    watcher.campaign(bins, bins_by_axis(bins))
    assert watcher.reach.rules["counter.vm.unwaited"] == reach.RuleReach(kept=1)
    assert watcher.reach.rules["memory.load"] == reach.RuleReach(needed=1)


def test_a_hazard_needs_both_its_instructions():
    move, shift = "v_mov_b32 v1, v2", "v_mov_b32_dpp v3, v1 row_shl:1"
    assert "hazard.vgpr.dpp" in rules("gfx906", 64, move, "s_endpgm", shift)
    assert not {"hazard.vgpr.dpp", "hazard.exec.dpp"} & rules("gfx906", 64, move, "s_endpgm")
    assert "hazard.exec.dpp" not in rules("gfx906", 64, move, shift)


def test_modifiers_flags_and_kinds_of_sources_count():
    plain, product = "v_add_f32_e64 v1, v2, v3", "v_mul_f32_e64 v1, v2, v3"
    assert "valu.neg" in rules("gfx1100", 32, plain.replace("v2", "-v2"), product)
    assert "valu.neg" not in rules("gfx1100", 32, plain, product)
    assert "valu.omod" in rules("gfx1100", 32, "v_fma_f32 v1, v2, v3, v4 mul:2")      # which no case multiplies so
    assert "matrix.signs" not in rules("gfx1100", 32, "v_pk_add_f16 v1, v2, v3 neg_lo:[1,0]")
    assert "decode.literal" not in rules("gfx1100", 32, "s_mov_b32 s0, s1", "v_add_nc_u32 v0, v1, v2")
    both, more = {"gds.address", "lds.address"}, ("ds_read_b32 v3, v4", "s_waitcnt lgkmcnt(0)", "s_mov_b64 exec, 1")
    more = *more, "v_mov_b32 v1, 0"
    assert both & rules("gfx906", 64, "ds_write_b32 v1, v2", *more) == {"lds.address"}
    assert both <= rules("gfx906", 64, "ds_write_b32 v1, v2 gds", *more)


def test_what_a_sentence_names_what_is_alike_and_other_sizes_stand_for_one_another():
    assert "valu.compare" in rules("gfx906", 64, "v_cmp_ne_u64 vcc, v[0:1], v[2:3]")
    assert "float.compare" in rules("gfx906", 64, "v_cmp_nlg_f64 vcc, v[0:1], v[2:3]")
    assert "float.minmax" not in rules("gfx906", 64, "v_sub_f32 v0, v1, v2")         # as two are, beside others
    assert "memory.load" in rules("gfx906", 64, "global_load_dwordx4 v[0:3], v[4:5], off", "s_waitcnt vmcnt(0)")
    assert "hazard.store.overwrite" not in rules("gfx906", 64, "global_store_dword v[4:5], v0, off", "v_mov_b32 v0, 0")


def test_a_modifier_is_of_the_values_it_works_on():
    add, clamped = "v_add_nc_u32_e64 v1, v2, v3", "v_add_f32_e64 v1, v2, v3 clamp"
    assert {"valu.clamp.float", "valu.clamp.int"} & rules("gfx1100", 32, add, clamped) == {"valu.clamp.float"}
    assert "valu.clamp.int" in rules("gfx1100", 32, f"{add} clamp")
    packed, mixed = "v_pk_mul_f16 v1, v2, v3 op_sel_hi:[0,1]", "v_fma_mix_f32 v1, v2, v3, v4 op_sel_hi:[1,0,0]"
    assert {"valu.packed", "valu.mix"} & rules("gfx1100", 32, packed) == {"valu.packed"}
    assert {"valu.packed", "valu.mix"} & rules("gfx1100", 32, mixed) == {"valu.mix"}


def test_what_is_written_counts():
    """EXEC, M0, trap temporaries; a case that starts with no lane on needs a program that can turn them off."""
    move, other = "v_mov_b32 v1, v2", "s_mov_b32 s0, s1"
    assert "open.m0" not in rules("gfx906", 64, other)
    assert "open.m0" in rules("gfx906", 64, "s_mov_b32 m0, s1")
    assert "exec.zero" not in rules("gfx1100", 32, move, other)
    assert "exec.zero" in rules("gfx1100", 32, move, "s_and_saveexec_b32 s0, 1")
    assert "register.ttmp.user" not in rules("gfx1100", 32, other)
    assert "register.ttmp.user" in rules("gfx1100", 32, "s_mov_b32 ttmp2, 0x12345")


def test_a_literal_is_of_its_operation():
    wide = "s_or_b64 s[2:3], s[4:5], s[6:7]"
    assert "decode.literal.wide" not in rules("gfx1100", 32, "s_mov_b32 s0, 0x1234567", wide)
    assert "decode.literal.wide" in rules("gfx1100", 32, wide.replace("s[6:7]", "0x1234567"))


def test_what_a_sentence_is_about_needs_nothing_else_of_its_cases():
    assert "counter.wait" in rules("gfx1100", 32, "s_waitcnt lgkmcnt(0)")
    assert "control.branch" in rules("gfx906", 64, "s_cbranch_vccnz 0", "s_endpgm")
    assert "control.icache.follow" not in rules("gfx906", 64, "s_nop 0", "s_endpgm")


def test_the_size_of_waves_counts_where_the_sentence_has_it():
    for wave in (32, 64):
        assert "control.barrier" in rules("gfx1100", wave, "s_barrier")
        assert "valu.move" in rules("gfx1100", wave, "v_mov_b32 v0, v1")
    assert "exec.wave32" not in rules("gfx1100", 64, "v_mov_b32 v0, v1", "s_mov_b64 exec, -1", "s_mov_b64 vcc, -1")


FAULTS = ("barrier-ignored", "branch-off-by-one", "cndmask-inverted", "saveexec-leaves-exec", "fma-unfused",
          "ds-offset-ignored", "mask-every-lane", "link-one-early")


@pytest.mark.parametrize("arch, wave", kernel_build.TARGETS)
def test_what_a_fault_of_the_model_changes_concerns_a_kernel(arch, wave):
    """Another witness than the cases' text: a kernel that gives other results when a rule is broken in the model is
    told that rule."""
    of_faults, untold = named_by(arch, FAULTS), {}
    for name in kernel_build.KERNELS:
        plan = resolve(to_case(suite_kernels.kernel_case(name, arch, wave)))
        if "s_swappc_b64" in program_mnemonics(arch, wave, plan.code):
            continue                                     # what it calls is not read with it
        right = Model().run(plan)
        for fault in FAULTS:
            if compare(plan, right, curated_faults.faulty_model(fault).run(plan)).verdict == "fail":
                if not of_faults[fault] & set(of_kernel(name, arch, wave)):
                    untold[name, fault] = of_faults[fault]
    assert untold == {}


def named_by(arch, faults):
    """{fault: the rules that all cases name that find it}"""
    found = {}
    for path in suite_files.suite_files():
        if (fault := suite_files.suite_fault_id(path)) in faults:
            for case in suite_files.read_suite_cases(arch):
                if case.name.startswith(f"{suite_files.suite_file_name(path).removesuffix('.s')}.{arch}"):
                    found[fault] = found.get(fault, set(case.rules)) & set(case.rules)
    return found


@pytest.mark.parametrize("arch", ["gfx906", "gfx1100"])
def test_what_a_case_breaks_concerns_it(arch):
    """Also where the case does not name it: what is left out for it may be missing there."""
    model, apart = Model(), {}
    for case in suite_files.read_suite_cases(arch):
        try:
            plan = resolve(case)
            program = program_features.of_case(plan) if case.profile == rule_relevance.PROFILE else None
            found = {one["rule"] for one in model.run(plan).findings if one["kind"] in ("error", "race")}
        except CaseError:
            continue
        if program and (missed := found - rule_relevance.rules(program)):
            apart[case.name] = missed
    assert apart == {}
