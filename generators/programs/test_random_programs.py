"""A batch depends only on its options and number, has the requested features, and its programs are legal."""

import itertools
import re
from collections import Counter
from fnmatch import fnmatchcase

import numpy as np
import pytest

from ...harness.comparison.program_differential import TrialRunner
from ...harness.execution.model_run import Model
from ...harness.execution.program_plans import program_plan
from ...harness.targets.registry import open_target
from ...model import disassemble
from ...spec import CERTIFIED, TARGETS
from ..form_coverage.case_limits import named_registers, tag_stems
from ..instructions.case_sampler import all_forms
from ..instructions.form_selection import select_forms
from . import program_coverage, instruction_templates
from .instruction_templates import FixedRegisters
from .program_code import TAIL_LENGTH
from .program_settings import KINDS, Options, draw_setting
from .random_programs import PROGRAMS_PER_BATCH, ProgramBatch

BATCHES = 24


def instruction_texts(arch, wave, code):
    """Return the text of each instruction."""
    at, texts = 0, []
    while at < len(code):
        size, text = disassemble(arch, wave, code[at:])
        assert size, f"no instruction at {at:#x}: {texts[-1:]}"
        texts.append(text)
        at += size
    return texts


@pytest.fixture(scope="module", params=sorted(CERTIFIED))
def batches(request):
    options = Options(request.param, seed=3, length=(1, 40))
    return [ProgramBatch(options, n, program_coverage.empty_coverage(request.param)) for n in range(BATCHES)]


def test_batch_depends_only_on_its_number(batches):
    first = batches[5]
    alone = ProgramBatch(first.options, 5, program_coverage.empty_coverage(first.options.arch))
    assert alone.digest() == first.digest()
    assert len({batch.digest() for batch in batches}) == BATCHES


def test_another_seed_gives_other_programs(batches):
    options = batches[0].options
    other = ProgramBatch(
        Options(options.arch, seed=4, length=options.length), 0, program_coverage.empty_coverage(options.arch)
    )
    assert other.digest() != batches[0].digest()


def test_batches_have_every_kind_of_setting_and_both_wave_sizes(batches):
    assert {batch.setting.kind for batch in batches} == set(KINDS)
    assert {batch.setting.wave for batch in batches} == set(TARGETS[batches[0].options.arch].waves)


def test_programs_have_the_requested_lengths_and_all_features(batches):
    arch, name_counts = batches[0].options.arch, Counter()
    for batch in batches:
        for program in batch.programs:
            assert 0 <= len(program.included) <= 40
            for text in instruction_texts(arch, batch.setting.wave, program.code):
                name_counts[text.split()[0]] += 1
    names = set(name_counts)
    for wanted in ("s_barrier", "s_cbranch_scc1", "s_branch", "s_cbranch_execz"):
        assert name_counts[wanted], wanted
    for pattern in ("v_cmpx_.*", "s_.*saveexec.*", "ds_.*", "global_(load|store).*", "global_atomic.*", "flat_.*",
                    "s_load_.*", "s_buffer_load.*", "buffer_.*", "scratch_.*", ".*_dpp|.*_e64_dpp", "s_setreg_.*"):
        assert any(re.fullmatch(pattern, name) for name in names), pattern
    parameters = ("v_interp_p1_f32_.*", "v_interp_mov_f32_.*") if arch == "gfx906" else ("lds_param_load",
                                                                                      "lds_direct_load")
    for pattern in parameters:
        assert sum(n for name, n in name_counts.items() if re.fullmatch(pattern, name)) > 20, pattern
    assert len(names) > 400


def test_programs_are_legal(batches):
    """Programs wait for all results that they use, also for scalar sources of SDWA, and set MODE to allowed values
    only."""
    model, broken_rules, modes = Model(), [], set()
    for batch in batches:
        for program in batch.programs:
            outcome = model.run(program_plan(program))
            broken_rules += [
                (program.number, f["rule"], f["text"]) for f in outcome.findings if f["kind"] in ("error", "race")
            ]
            modes |= {wave.scalars["mode"] != int(program.scalars[0][-3]) for wave in outcome.waves}
    assert not broken_rules, broken_rules[:3]
    assert modes == {False, True}                    # some program has changed it


@pytest.fixture(scope="module")
def trial_runner():
    with open_target("model") as target:
        yield TrialRunner(target)


def inexact_batch_number(options):
    """Return the number of the first batch with several waves and with instructions that leave undefined bits."""
    for number in itertools.count():
        key = np.array([options.seed, number], np.uint64)
        setting = draw_setting(options, np.random.Generator(np.random.Philox(key=key)))
        if setting.kind == "waves" and not setting.exact:
            return number


@pytest.mark.parametrize("arch", sorted(CERTIFIED))
def test_long_programs_are_compared_to_their_end(arch, trial_runner):
    """19 of 20 programs are compared to their end. Instructions that leave undefined bits are at the end."""
    counted, at_end, options = Counter(), 0, Options(arch, seed=2, length=(200, 200))
    for number in (*range(6, 17), inexact_batch_number(options)):
        batch = ProgramBatch(options, number, program_coverage.empty_coverage(arch))
        counted.update(program.tally_key for program in trial_runner.run_reference_batch(batch))
        for program, end in zip(batch.programs, batch.ends.tolist()):
            undefined = [at for at in program.included.tolist() if batch.may_be_undefined[at]]
            assert all(at >= end - TAIL_LENGTH for at in undefined)
            at_end += len(undefined)
    assert counted["not exercised: open"] <= 12 * PROGRAMS_PER_BATCH // 20 and at_end > 20, (counted, at_end)


@pytest.mark.parametrize("arch, only, wave", [("gfx906", "ds_*_src2_*", 64), ("gfx1100", "vopd*:", 32)])
def test_exact_batches_leave_no_undefined_bits(arch, only, wave):
    """Batches with inexact instructions leave undefined bits (errata E-046, tolerances of dot products)."""
    forms, model, left, kinds = select_forms(only, [arch])[arch], Model(), Counter(), set()
    for number in range(40):
        options = Options(arch, seed=5, length=(8, 12), forms=forms, waves=(wave,))
        batch = ProgramBatch(options, number, program_coverage.empty_coverage(arch))
        kinds |= {batch.bank.templates[row].may_be_undefined for row in batch.rows[batch.is_usable].tolist()}
        for program in batch.programs[::4] if batch.setting.lds or arch == "gfx1100" else ():
            outcome = model.run(program_plan(program))
            assert not outcome.broken_rules
            compared, observed = outcome.compared()
            banded = any(w.tolerances for w in outcome.waves)
            left[batch.setting.exact, compared < observed or banded] += 1
    assert not left[True, True] and left[True, False] > 50 and left[False, True] > 5 and kinds == {False, True}, left


@pytest.mark.parametrize("arch", sorted(CERTIFIED))
def test_waits_leave_later_loads_outstanding(arch):
    """A wait for a counter that finishes in order leaves later accesses outstanding."""
    ds = "ds_read*" if arch == "gfx906" else "ds_load*"
    forms, counter_waits = select_forms(f"global_load*,buffer_load*,{ds},v_add*", [arch])[arch], Counter()
    for number in range(BATCHES):
        batch = ProgramBatch(
            Options(arch, seed=3, length=(20, 40), forms=forms), number, program_coverage.empty_coverage(arch)
        )
        for program in batch.programs:
            for text in instruction_texts(arch, batch.setting.wave, program.code):
                counter_waits.update(name for name, n in re.findall(r"(vm|lgkm)cnt\((\d+)\)", text) if 0 < int(n))
    assert counter_waits["vm"] > 100 and counter_waits["lgkm"] > 20, counter_waits


def test_lengths_are_short_and_long():
    options = Options(CERTIFIED[0], seed=1, length=(1, 200))
    counts = ProgramBatch(options, 0, program_coverage.empty_coverage(CERTIFIED[0])).counts
    assert counts.min() >= 1 and counts.max() <= 200 and (counts < 8).sum() > 5 and (counts > 64).sum() > 5


def test_only_requested_forms_are_drawn():
    arch = CERTIFIED[0]
    numbers = select_forms("v_add*,ds:", [arch])[arch]
    for number in range(6):
        batch = ProgramBatch(Options(arch, length=(4, 9), forms=numbers), number, program_coverage.empty_coverage(arch))
        assert set(batch.forms.tolist()) <= set(numbers)


def test_inactive_lanes_have_unmapped_addresses(batches):
    """D-91: a target that loads for inactive lanes faults."""
    programs_with_inactive_lanes = 0
    for batch in (batch for batch in batches if batch.setting.memory):
        for program in batch.programs:
            mask = program.exec[0]
            if program.poisoned and mask:
                off = [lane for lane in range(batch.setting.wave) if not mask >> lane & 1]
                rows = program.vectors[0, FixedRegisters.PAIRS[0] + 1]
                assert all(rows[lane] for lane in off) and not any(
                    rows[lane] for lane in range(batch.setting.wave) if lane not in off
                )
                programs_with_inactive_lanes += bool(off)
    assert programs_with_inactive_lanes > 20


def test_uncovered_forms_weigh_more():
    arch = CERTIFIED[0]
    reached = program_coverage.empty_coverage(arch)
    bare = ProgramBatch(Options(arch, length=(40, 40)), 1, reached)
    common = {n for n, form in enumerate(all_forms(arch)) if n % 2}
    reached[sorted(common)] = True
    led = ProgramBatch(Options(arch, length=(40, 40)), 1, reached)
    share = [np.isin(batch.forms, sorted(common)).mean() for batch in (bare, led)]
    assert share[1] < share[0] / 2


def test_bins_belong_to_the_given_programs(batches):
    batch = batches[0]
    first_bins, all_bins = (
        program_coverage.program_bins(batch, [0, 1]),
        program_coverage.program_bins(batch, list(range(PROGRAMS_PER_BATCH))),
    )
    assert set(first_bins.tolist()) < set(all_bins.tolist())
    assert {int(b) // program_coverage.BINS_PER_FORM for b in first_bins} == {
        int(n) for program in batch.programs[:2] for n in batch.forms[program.included]
    }
    assert (
        program_coverage.known_batches(0) == program_coverage.known_batches(31) == 0
        and program_coverage.known_batches(32) == 16
    )
    known = [program_coverage.known_batches(number) for number in range(5000)]
    assert known == sorted(known) and all(n / 32 <= n - upto <= n / 8 for n, upto in list(enumerate(known))[512:])


@pytest.mark.parametrize("arch", sorted(CERTIFIED))
def test_most_forms_have_templates(arch):
    """Check every 40th form. The pattern names the operations that may lack templates."""
    wave = TARGETS[arch].waves[0]
    wanted = [f for f in all_forms(arch)[::40] if instruction_templates.exclusion_reason(f) is None]
    lacking = [f.mnemonic for f in wanted if instruction_templates.make_template(f, wave, 0) is None]
    assert not [name for name in lacking if not re.search("format|src2|addtid|csub|append|consume|atc|_lds|condx|bvh|"
                                                          "s_.*atomic|s_.*store|discard|scratch_", name)], lacking


@pytest.mark.parametrize("names", [("literal",), ("sgpr",), ("vcc_lo", "exec_hi", "inline"), ("clamp", "abs")])
def test_tags_excluded_from_one_form_remain_in_others(names):
    form = next(n for n, candidate in enumerate(all_forms("gfx1100")) if candidate.mnemonic == "v_max_f32_e64")
    other = next(n for n, candidate in enumerate(all_forms("gfx1100")) if candidate.mnemonic == "v_min_f32_e64")

    def counts_without(without):
        """Return the number of instructions by (form, has an excluded tag)."""
        options = Options("gfx1100", seed=3, length=(40, 60), forms=(form, other), without=without)
        batch, instruction_counts = ProgramBatch(options, 40, program_coverage.empty_coverage("gfx1100")), Counter()
        for at in np.flatnonzero(batch.is_usable).tolist():
            template = batch.bank.templates[batch.rows[at]]
            tags = set().union(*map(tag_stems, template.all_tags)) | named_registers(template.text)
            instruction_counts[batch.forms[at], bool(tags & set(names))] += 1
        return instruction_counts
    before, after = counts_without(()), counts_without(((form, names),))
    assert before[form, True] and not after[form, True] and after[form, False] > before[form, False] > 0
    assert after[other, True] == before[other, True] > 0


def test_forms_with_many_excluded_tags_use_their_first_usable_templates():
    """A short fuzz run draws the first few templates of each form, all of which may have excluded tags."""
    form = next(n for n, candidate in enumerate(all_forms("gfx906")) if candidate.mnemonic == "v_mul_f32_e64")
    without = ((form, ("abs", "neg", "clamp", "omod")),)
    batch = ProgramBatch(Options("gfx906", seed=1, length=(10, 10), forms=(form,), without=without), 0,
                  program_coverage.empty_coverage("gfx906"))
    drawn = {*batch.numbers[batch.is_usable & (batch.forms == form)].tolist()}
    fitting = list(batch.bank.templates_without(*without[0]))
    assert min(fitting) > 1 and drawn == {*fitting[:2]}


@pytest.mark.parametrize("missing", [("v1?",), ("s1?", "vcc"), ("v0", "s0")])
def test_programs_name_no_missing_register(missing):
    batch, checked_instructions = (
        ProgramBatch(Options("gfx1100", seed=3, registers=missing), 2, program_coverage.empty_coverage("gfx1100")),
        0,
    )
    for at in np.flatnonzero(batch.is_usable).tolist():
        code = batch.machine_code[16 * at:16 * at + len(batch.bank.templates[batch.rows[at]].code)]
        named = named_registers(disassemble("gfx1100", batch.setting.wave, code)[1])
        assert not any(fnmatchcase(name, glob) for name in named for glob in missing)
        checked_instructions += 1
    assert checked_instructions > 100


def test_targets_without_v_nop_get_another_idle_operation():
    every = all_forms("gfx1100")
    nop = next(n for n, form in enumerate(every) if form.mnemonic == "v_nop" and form.layout == "vop1")
    others = tuple(n for n, form in enumerate(every) if form.mnemonic != "v_nop")
    other = "v_mov_b32_e32 v24, v24"
    for forms, word in ((None, "v_nop"), ((nop, *others), "v_nop"), (others, other)):
        batch = ProgramBatch(
            Options("gfx1100", seed=3, length=(30, 40), forms=forms), 2, program_coverage.empty_coverage("gfx1100")
        )
        texts = [
            text
            for program in batch.programs
            for text in instruction_texts("gfx1100", batch.setting.wave, program.code)
        ]
        assert {"v_nop", other} & set(texts) == {word}
