"""Every generated instruction is legal on the model, and every operation has a legal case."""
import random
import re
from collections import Counter

import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis.errors import NoSuchExample

from ...harness.comparison.case_run import run_outcome
from ..programs import straight_line, hypothesis_strategies
from ..values.addresses import to_case_value
from ..values.exec_and_mode import EXEC_SHAPES, exec_mask
from ..values.value_sources import ShrinkableRows
from . import memory_access, control_flow, instruction_case, case_sampler as sampler

QUICK = settings(
    max_examples=100, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
ARCHS = ("gfx906", "gfx1100")
# Alone they break a rule whatever their operands: a clause needs its members, an instruction cache flush needs
# instructions after it, some need a trap handler.
NEVER_ALONE = {
    "s_clause", "s_icache_inv", "s_endpgm_saved", "s_rfe_b64", "s_rfe_restore_b64", "s_sendmsg", "s_sendmsghalt",
    "s_cbranch_join", "s_endpgm_ordered_ps_done", "s_code_end",
}


def broken_rules(outcome):
    return [f["rule"] for f in outcome.findings if f["kind"] in ("error", "race")]


@pytest.mark.parametrize("arch", ARCHS)
def test_every_operation_has_legal_cases(arch):
    """Of two sampled cases of each form at least one ends without a broken rule; over all forms nearly all do."""
    illegal_cases, total = Counter(), 0
    for form in straight_line.implemented_forms(arch):
        legal_cases = 0
        for number in range(2):
            outcome = run_outcome(instruction_case.to_case(sampler.sample(form, number), form.mnemonic))
            legal = outcome.status == "ok" and not broken_rules(outcome)
            legal_cases, total = legal_cases + legal, total + 1
            illegal_cases[form.mnemonic] += not legal
        assert legal_cases or form.op.name in NEVER_ALONE, (
            f"{form.mnemonic}: {outcome.status} {outcome.text} {broken_rules(outcome)}"
        )
    assert total > 2000 and sum(illegal_cases.values()) < total / 100, illegal_cases.most_common(10)


@pytest.mark.parametrize("arch", ARCHS)
def test_generated_instructions_are_legal(arch):
    @QUICK
    @given(hypothesis_strategies.instructions(arch=arch))
    def check(instruction):
        if instruction.form.op.name in NEVER_ALONE:
            return
        outcome = run_outcome(instruction_case.to_case(instruction, instruction.text))
        assert outcome.status == "ok" and not broken_rules(outcome), (
            instruction.text,
            outcome.status,
            outcome.text,
            broken_rules(outcome),
        )
        assert instruction.text.startswith(instruction.form.spelling) or "::" in instruction.text
    check()


def test_examples_shrink_to_simple_values():
    """The smallest addition whose result has bit 5 set has one small number."""
    form = next(f for f in sampler.all_forms("gfx1100") if f.mnemonic == "v_add_nc_u32_e32")

    def sets_bit_5(instruction):
        row = run_outcome(instruction_case.to_case(instruction, "x")).waves[0].vectors
        return any(int(v[0]) & 32 for v in row.values()) and instruction.shape != "none"
    try:
        instruction = find(
            hypothesis_strategies.instructions(form=form),
            sets_bit_5,
            settings=settings(max_examples=200, deadline=None, derandomize=True, database=None),
        )
    except NoSuchExample:
        pytest.fail("no example found")
    rows = [row for name, row in instruction.state.items() if name[0] == "v" and name[1:].isdigit()]
    assert max(len(set(row.tolist())) for row in rows) <= 2 and instruction.mode == "default"


def test_samples_repeat_and_differ():
    form = sampler.all_forms("gfx906")[100]
    first, again, other = (instruction_case.to_case(sampler.sample(form, n), "x") for n in (3, 3, 4))
    assert first == again and first != other
    assert instruction_case.to_case(sampler.sample(form, 3, seed=2), "x") != first


def run_samples(form, count=40):
    """Yield (instruction, case, outcome) of the first cases of a form, which must break no rule."""
    for number in range(count):
        instruction = sampler.sample(form, number)
        case = instruction_case.to_case(instruction, form.mnemonic)
        outcome = run_outcome(case)
        assert outcome.status == "ok" and not broken_rules(outcome), (
            instruction.text,
            outcome.status,
            broken_rules(outcome),
        )
        yield instruction, case, outcome


def test_buffer_stores_move_dwords_from_lds():
    """BUFFER_STORE_LDS_DWORD: lane l stores what LDS has at M0 + the offset + 4 * l (Vega ISA, 8.1.7)."""
    form, moved = next(f for f in sampler.all_forms("gfx906") if f.spelling == "buffer_store_lds_dword"), 0
    for instruction, case, outcome in run_samples(form):
        lds_contents, offset = bytes.fromhex(case["lds_bytes"]), instruction.fields["offset"]
        memory = bytes(outcome.memory[0].data)
        soffset = instruction.fields["soffset"] - 128
        for lane in (n for n in range(64) if case["state"]["exec"] >> n & 1):
            at, to = case["state"]["m0"] + offset + 4 * lane, soffset + offset + 4 * lane
            if at + 4 <= len(lds_contents):
                assert memory[to:to + 4] == lds_contents[at:at + 4], (instruction.text, lane)
                moved += 1
    assert moved > 200


def test_some_buffer_loads_write_lds():
    for name in ("buffer_load_dword", "buffer_load_sbyte", "buffer_load_ushort"):
        form = next(f for f in sampler.all_forms("gfx906") if f.spelling == name)
        found = [
            (instruction, bytes.fromhex(case["lds_bytes"]), outcome)
            for instruction, case, outcome in run_samples(form, 60)
            if instruction.fields.get("lds")
        ]
        assert len(found) > 2 and all(instruction.text.endswith(" lds") for instruction, *_ in found)
        assert any(bytes(outcome.lds[0]) != lds_contents for _, lds_contents, outcome in found)


def test_unused_sdst_of_cmpx_keeps_its_value():
    """It has no use on gfx11, and what stands there stays (E-158)."""
    form, found = next(f for f in sampler.all_forms("gfx1100") if f.mnemonic == "v_cmpx_lt_u32_e64"), 0
    for instruction, case, outcome in run_samples(form, 120):
        named = instruction.fields["sdst"]
        assert isinstance(named, int) and ("sdst" in instruction.tags) == (named != 126)
        if named != 126:
            for n in range(instruction.wave // 32):
                assert outcome.waves[0].scalars[f"s{named + n}"] == case["state"][f"s{named + n}"]
            found += 1
    assert 4 < found < 40


def test_exec_shapes_match_their_names():
    rng = random.Random(1)
    for wave in (32, 64):
        masks = {shape: [exec_mask(rng, shape, wave) for _ in range(20)] for shape in EXEC_SHAPES}
        assert set(masks["all"]) == {(1 << wave) - 1} and set(masks["none"]) == {0}
        assert all(m.bit_count() == 1 and m < 1 << wave for m in masks["one"])
        assert all(m & m + 1 == 0 and 1 < m.bit_count() < wave for m in masks["prefix"])
        assert set(masks["upper"]) == {(1 << wave) - (1 << wave // 2)} and all(
            m.bit_count() == wave // 2 for m in masks["alternating"]
        )


def test_constants_have_no_op_sel_and_integers_no_neg():
    rng = random.Random(4)
    for form in (f for f in sampler.all_forms("gfx1100") if f.layout == "vop3p" and f.op.shape != "matrix"):
        for _ in range(20):
            fields = instruction_case.draw_encoding(form, rng, 32)[1]
            for n, name in enumerate(("src0", "src1", "src2")):
                if instruction_case.is_constant(fields.get(name)) and not form.op.name.startswith(("v_dot4", "v_dot8")):
                    assert not fields.get("op_sel", 0) >> n & 1
            if not any(v.kind in ("f", "bf", "mix") for v in form.op.values):
                assert not fields.get("neg_hi") and ("_iu" in form.op.name or not fields.get("neg"))


def test_small_rows_reach_the_case():
    rng = random.Random(2)
    instruction = sampler.draw_instruction(
        next(f for f in sampler.all_forms("gfx906") if f.mnemonic == "v_fma_f32"), rng, 64, ShrinkableRows(rng)
    )
    assert all(
        len(set(row.tolist())) <= 4 for name, row in instruction.state.items() if name[0] == "v" and name[1:].isdigit()
    )


def control_samples(arch):
    for form in straight_line.implemented_forms(arch):
        if control_flow.is_control(form) and form.op.name not in NEVER_ALONE:
            for number in range(12):
                yield sampler.sample(form, number)


@pytest.mark.parametrize("arch", ARCHS)
def test_mode_is_observed_if_it_may_change(arch):
    """D-86: branches run on targets that do not report MODE. The model decides which instructions write it."""
    from ...harness.case.plan import resolve
    from ...harness.execution.model_run import Model
    model, writers = Model(), set()
    for instruction in control_samples(arch):
        plan = resolve(instruction_case.to_case(instruction, "x"))
        plan.observed = None
        wave = model.run(plan).waves
        if wave and "mode" in wave[0].scalars:
            writers.add(instruction.form.mnemonic)
            assert "mode" in instruction.extra["observe"]["registers"], instruction.text
        assert ("mode" in instruction.extra["observe"]["registers"]) == control_flow.may_write_mode(instruction.form)
    assert writers and "s_branch" not in writers


@pytest.mark.parametrize("arch", ARCHS)
def test_inactive_lanes_have_unmapped_addresses(arch):
    """D-91: a target that accesses memory for inactive lanes faults; the case itself is legal."""
    cases_with_unmapped_lanes = 0
    for form in sampler.all_forms(arch):
        if form.layout in ("global", "flat", "mubuf", "ds", "scratch") and form.op.memory is not None:
            for number in range(4):
                try:
                    instruction = sampler.sample(form, number)
                except sampler.NoCase:
                    continue
                rows = [
                    row
                    for name in instruction.required_state
                    if name[0] == "v" and isinstance(row := to_case_value(instruction.state[name]), list)
                ]
                illegal_cases = [lane for row in rows for lane, v in enumerate(row)
                       if v in (memory_access.UNMAPPED, memory_access.UNMAPPED & 0xFFFFFFFF)]
                if illegal_cases:
                    cases_with_unmapped_lanes += 1
                    assert not any(instruction.state["exec"] >> lane & 1 for lane in illegal_cases)
    assert cases_with_unmapped_lanes > 100


def test_access_tags_match_text_and_findings():
    """Each tag agrees with the instruction's text or with the model's finding."""
    tag_counts = Counter()
    for form in sampler.all_forms("gfx906"):
        if form.layout not in ("ds", "smem", "global") or form.op.memory is None or "src2" in form.op.memory.words:
            continue
        for number in range(12):
            instruction = sampler.sample(form, number)
            beyond = "lds.range" in {
                f["rule"] for f in run_outcome(instruction_case.to_case(instruction, "x")).findings
            }
            assert (memory_access.BEYOND_LDS_TAG in instruction.tags) == beyond, (instruction.text, instruction.tags)
            assert ("gds" in instruction.tags) == instruction.text.endswith("gds")
            assert ("soffset" in instruction.tags) == bool(re.search(r"s_.*, s\d+ offset:", instruction.text)), (
                instruction.text
            )
            assert ("offset negative" in instruction.tags) == ("offset:-" in instruction.text)
            tag_counts.update(instruction.tags)
    assert (
        min(tag_counts[tag] for tag in (memory_access.BEYOND_LDS_TAG, "gds", "soffset", "offset negative", "offset"))
        > 5
    )


@pytest.mark.parametrize("arch", ARCHS)
def test_some_lanes_reach_beyond_lds(arch):
    """D-91: loads there give 0, stores and atomics do nothing (RDNA3 ISA, 12.7; Vega ISA, 11.3)."""
    beyond = zeros = 0
    for form in sampler.all_forms(arch):
        if form.layout == "ds" and form.op.memory is not None and form.op.memory.verb in ("load", "store"):
            for number in range(12):
                instruction = sampler.sample(form, number)
                outcome = run_outcome(instruction_case.to_case(instruction, "x"))
                if {"lds.range", "gds.range"} & {f["rule"] for f in outcome.findings}:
                    assert not broken_rules(outcome) and outcome.status == "ok"
                    beyond += 1
                    rows = outcome.waves[0].vectors.values()
                    zeros += any((row == 0).any() for row in rows) if form.op.memory.verb == "load" else 0
    assert beyond > 5 and zeros
