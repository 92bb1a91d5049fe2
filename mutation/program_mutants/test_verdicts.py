"""Program mutants: the model finds what the replay checker calls broken in compiled kernels, and a model whose checks
are blinded is seen to miss it."""
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from ...harness.case.assembler import parse_assembly
from ...harness.code_objects.suite_kernels import case_of
from ...harness.faults import curated_faults
from . import verdicts, weakened_waits
from .outstanding_results import FIELDS, full, read_field
from .traced_instruction import Unknown, instruction

SUITES = Path(__file__).parents[2] / "suites"
# Small kernels and cases that have between them: loads, LDS and barriers, wait states, clauses, advice, other waits.
KERNELS = [
    ("hazards/dpp-waited.s", "gfx906", 64), ("hazards/lane-select-waited.s", "gfx906", 64),
    ("vector_add", "gfx906", 64), ("lane_scan", "gfx906", 64), ("bitonic_sort", "gfx906", 64),
    ("vector_add", "gfx1100", 32), ("lane_scan", "gfx1100", 32),
    ("lane_scan", "gfx1100", 64), ("half_blend", "gfx1100", 64),
]


def cases(path):
    return list(parse_assembly(path.read_text(), path.name))


@cache
def program(name, arch, wave):
    """A compiled kernel, or a case of suites/."""
    case = cases(SUITES / name)[0] if name.endswith(".s") else case_of(name, arch, wave)
    return verdicts.Program(case, rules="silicon")


@cache
def found(*kernel):
    return verdicts.judged(program(*kernel))


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: f"{kernel[0]}-{kernel[1]}-w{kernel[2]}")
def test_what_breaks_a_kernel_is_found(kernel):
    wrong = [one.as_dict() for one in found(*kernel) if one.verdict in verdicts.WRONG]
    assert wrong == []


def test_every_kind_of_mutant_is_there():
    """And of those that can break a rule some do."""
    kinds, broken = set(), set()
    for kernel in KERNELS:
        for one in found(*kernel):
            kinds.add(one.mutant.of.name)
            broken |= {one.mutant.of.name} if one.verdict == "found" else set()
    assert kinds >= {"s_waitcnt", "s_waitcnt_depctr", "s_nop", "s_barrier", "s_clause", "s_delay_alu"}
    assert broken >= {"s_waitcnt", "s_waitcnt_depctr", "s_nop", "s_barrier"}
    assert not broken & {"s_clause", "s_delay_alu"}, "neither says when a result is there"


# of VCC's other name, which the checker does not know (docs/mutation.md)
ALIAS = {("vcc-alias-waited.s", "hazard.vcc.alias"), ("vcc-branch-waited.s", "hazard.vcc.branch")}


@pytest.mark.parametrize("folder, least", [("hazards", 40), ("counters", 30)])
def test_cases_by_hand(folder, least):
    """Model and checker agree on each wait and wait state of the cases that keep the rules."""
    seen, wrong = Counter(), []
    for path in sorted((SUITES / folder).glob("*.s")):
        for case in cases(path):
            try:
                judged = verdicts.judged(verdicts.Program(case, rules="silicon"))
            except (verdicts.Unfit, Unknown) as error:
                seen[type(error).__name__] += 1
                continue
            seen.update(one.verdict for one in judged)
            wrong += [(path.name, *one.rules) for one in judged if one.verdict in verdicts.WRONG]
    assert set(wrong) <= ALIAS and seen["found"] >= least and seen["Unknown"] < 10


@pytest.mark.parametrize(
    "fault, kernel, operation",
    [
        ("wait-one-more", ("lane_scan", "gfx906", 64), "s_waitcnt"),
        ("hazards-unwatched", ("hazards/lane-select-waited.s", "gfx906", 64), "s_nop"),
        ("hazards-unwatched", ("half_blend", "gfx1100", 64), "s_waitcnt_depctr"),
        ("races-unreported", ("bitonic_sort", "gfx906", 64), "s_barrier"),
    ],
)
def test_a_blinded_model_misses(fault, kernel, operation):
    """Each fault takes one check from the model: a mutant that was found is missed."""
    blind, whole = curated_faults.faulty_model(fault), program(*kernel)
    seen = [one for one in found(*kernel) if one.mutant.of.name == operation and one.verdict == "found"]
    assert "missed" in {whole.judge(one.mutant, blind).verdict for one in seen}


def test_a_wait_becomes_looser_field_by_field():
    """S_WAITCNT vmcnt(1) lgkmcnt(0) of Vega: each field one up and away, and the whole."""
    one = instruction("gfx906", 64, bytes.fromhex("71008cbf"))
    made = dict(weakened_waits.weakened(one))
    assert set(made) == {"vm 1 to 2", "vm 1 to none", "lgkm 0 to 1", "lgkm 0 to none", "gone"}
    bits = FIELDS["gfx9"]
    assert read_field(made["vm 1 to none"], bits["vm"]) == full(bits["vm"]) == 63
    assert read_field(made["lgkm 0 to 1"], bits["lgkm"]) == 1 and read_field(made["lgkm 0 to 1"], bits["vm"]) == 1
    assert made["gone"] == 0xBF800000


def test_a_program_of_which_nothing_runs_is_refused():
    with pytest.raises(verdicts.Unfit, match="no instruction of the program runs"):
        verdicts.Program(cases(SUITES / "dispatch/shader-off.s")[0])
