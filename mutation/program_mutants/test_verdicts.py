"""Mutants of compiled kernels: the model reports the mutants that the replay checker finds broken, and a model without
a check misses some."""
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from ...harness.case.directives import parse_assembly
from ...harness.code_objects.suite_kernels import kernel_case
from ...harness.faults import curated_faults
from . import verdicts, weakened_waits
from .outstanding_results import WAITCNT_FIELDS, field_max, read_field
from .traced_instruction import UnknownInstruction, decode_instruction

SUITES = Path(__file__).parents[2] / "suites"
# Small kernels and cases that together have loads, LDS and barriers, wait states, clauses, advice and other waits.
KERNELS = [
    ("hazards/dpp-waited.s", "gfx906", 64), ("hazards/lane-select-waited.s", "gfx906", 64),
    ("vector_add", "gfx906", 64), ("lane_scan", "gfx906", 64), ("bitonic_sort", "gfx906", 64),
    ("vector_add", "gfx1100", 32), ("lane_scan", "gfx1100", 32),
    ("lane_scan", "gfx1100", 64), ("half_blend", "gfx1100", 64),
]


def cases(path):
    return list(parse_assembly(path.read_text(), path.name))


@cache
def traced_program(name, arch, wave):
    """A compiled kernel, or a case of suites/."""
    case = cases(SUITES / name)[0] if name.endswith(".s") else kernel_case(name, arch, wave)
    return verdicts.TracedProgram(case, rules="silicon")


@cache
def judged_mutants(*kernel):
    return verdicts.judge_mutants(traced_program(*kernel))


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: f"{kernel[0]}-{kernel[1]}-w{kernel[2]}")
def test_model_and_checker_agree_on_kernel_mutants(kernel):
    wrong = [judged.as_dict() for judged in judged_mutants(*kernel) if judged.verdict in verdicts.WRONG_VERDICTS]
    assert wrong == []


def test_kernels_have_every_kind_of_mutant():
    """Some mutants of each kind that can break a rule do so."""
    kinds, broken = set(), set()
    for kernel in KERNELS:
        for judged in judged_mutants(*kernel):
            kinds.add(judged.mutant.instruction.name)
            broken |= {judged.mutant.instruction.name} if judged.verdict == "found" else set()
    assert kinds >= {"s_waitcnt", "s_waitcnt_depctr", "s_nop", "s_barrier", "s_clause", "s_delay_alu"}
    assert broken >= {"s_waitcnt", "s_waitcnt_depctr", "s_nop", "s_barrier"}
    assert not broken & {"s_clause", "s_delay_alu"}, "no result depends on either"


# the checker does not know VCC by its other name, nor DEALLOC_VGPRS (docs/mutation.md)
CHECKER_MISSES = {
    ("vcc-alias-waited.s", "hazard.vcc.alias"), ("vcc-branch-waited.s", "hazard.vcc.branch"),
    ("vcc-alias-value.s", "hazard.vcc.alias"), ("vcc-alias-fmas-waited.s", "hazard.vcc.div_fmas"),
    ("dealloc-waited.s", "control.dealloc.scratch"), ("dealloc-waited.s", "control.dealloc.nop"),
}


@pytest.mark.parametrize("folder, min_found", [("hazards", 40), ("counters", 30)])
def test_model_and_checker_agree_on_suite_mutants(folder, min_found):
    """Model and checker agree on each mutant of the suite cases that keep the rules."""
    counts, wrong = Counter(), []
    for path in sorted((SUITES / folder).glob("*.s")):
        for case in cases(path):
            try:
                judged = verdicts.judge_mutants(verdicts.TracedProgram(case, rules="silicon"))
            except (verdicts.UnsuitableProgram, UnknownInstruction) as error:
                counts[type(error).__name__] += 1
                continue
            counts.update(item.verdict for item in judged)
            wrong += [(path.name, *item.rules) for item in judged if item.verdict in verdicts.WRONG_VERDICTS]
    assert set(wrong) <= CHECKER_MISSES and counts["found"] >= min_found and counts["UnknownInstruction"] < 10


@pytest.mark.parametrize(
    "fault, kernel, operation",
    [
        ("wait-one-more", ("lane_scan", "gfx906", 64), "s_waitcnt"),
        ("hazards-unwatched", ("hazards/lane-select-waited.s", "gfx906", 64), "s_nop"),
        ("hazards-unwatched", ("half_blend", "gfx1100", 64), "s_waitcnt_depctr"),
        ("races-unreported", ("bitonic_sort", "gfx906", 64), "s_barrier"),
    ],
)
def test_model_without_a_check_misses_mutants(fault, kernel, operation):
    """Each fault removes one check from the model; the model then misses a mutant that it found before."""
    faulty, traced = curated_faults.faulty_model(fault), traced_program(*kernel)
    found_mutants = [judged for judged in judged_mutants(*kernel)
                     if judged.mutant.instruction.name == operation and judged.verdict == "found"]
    assert "missed" in {traced.judge(judged.mutant, faulty).verdict for judged in found_mutants}


def test_wait_is_loosened_field_by_field():
    """S_WAITCNT vmcnt(1) lgkmcnt(0) of Vega has mutants with each count increased, each field disabled, and the wait
    removed."""
    wait = decode_instruction("gfx906", 64, bytes.fromhex("71008cbf"))
    words = dict(weakened_waits.weaker_words(wait))
    assert set(words) == {"vm 1 to 2", "vm 1 to none", "lgkm 0 to 1", "lgkm 0 to none", "removed"}
    bits = WAITCNT_FIELDS["gfx9"]
    assert read_field(words["vm 1 to none"], bits["vm"]) == field_max(bits["vm"]) == 63
    assert read_field(words["lgkm 0 to 1"], bits["lgkm"]) == 1 and read_field(words["lgkm 0 to 1"], bits["vm"]) == 1
    assert words["removed"] == 0xBF800000


def test_program_that_executes_nothing_is_rejected():
    with pytest.raises(verdicts.UnsuitableProgram, match="no instruction of the program runs"):
        verdicts.TracedProgram(cases(SUITES / "dispatch/shader-off.s")[0])
